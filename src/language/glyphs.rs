//! The characters of a prepared text: plain ones, breaks, and marks that stand for known names.

use crate::vocabulary::dash::is_dash;

/// Ends an order. It stands for a blank line or a bullet.
pub(crate) const BREAK: char = '\u{E000}';
/// An opening quote that is never closed.
pub(crate) const UNCLOSED: char = '\u{E001}';

/// The first mark. Marks are in a plane for private use, so that no text contains one by itself.
pub(crate) const FIRST_MARK: u32 = 0xF_0000;
/// How many marks there are for each kind of name. `grammar/conditions.pest` tells the kinds apart by these ranges.
pub(crate) const MARKS_PER_KIND: u32 = 0x2000;

/// Whether a character is a mark.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '\u{F0000}'..='\u{FFFFD}')
}

/// Returns a character as the grammar reads it; `None` for an invisible one.
#[inline]
pub(crate) fn normalize(c: char) -> Option<char> {
    Some(match c {
        '`' => '\'',
        ' '..='~' | '\n' => c,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' => {
            return None;
        }
        '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{2033}' | '\u{FF02}' => '"',
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{FF07}' | '\u{B4}' => '\'',
        '\u{3002}' => '.',
        '\u{3001}' => ',',
        c if is_dash(c) => '-',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        c if c.is_whitespace() || c.is_control() => ' ',
        BREAK | UNCLOSED => '\u{FFFD}',
        c if is_mark(c) => '\u{FFFD}',
        c => c,
    })
}
