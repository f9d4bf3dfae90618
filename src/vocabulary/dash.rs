//! The various dashes of keyboards and mail programs.

/// Whether a character is one of the dashes that people and mail programs write for `-`.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Replaces every kind of dash with `-`.
pub fn plain_dash(c: char) -> char {
    if is_dash(c) { '-' } else { c }
}
