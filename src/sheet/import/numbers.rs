//! Parses lines of numbers: ranks of stats, Health, Mana, regeneration and AP. A line may hold several, with number and
//! name in either order.

use super::labels::{FieldLabel, number_labels};
use crate::language::fields;

/// A number with its label, as written.
pub(super) type Labelled = (FieldLabel, String);

/// Parses a line that holds only numbers: `STR: B+ | END: C`, `300 HP (10 regen), 2 AP`, `Health 300 [+10]`.
pub(super) fn parse_numbers(line: &str) -> Option<Vec<Labelled>> {
    let names = number_labels();
    let mut rest = line;
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', ',', ';', '|', '/']);
        if rest.is_empty() || rest == "." {
            return (!found.is_empty()).then_some(found);
        }
        rest = parse_labelled_number(rest, &names, &mut found)?;
    }
}

/// Parses one labelled number at the start of a text, adds it to `found`, and returns the rest of the text.
fn parse_labelled_number<'t>(
    text: &'t str,
    names: &[(&'static str, FieldLabel)],
    found: &mut Vec<Labelled>,
) -> Option<&'t str> {
    let (label, value, behind) = match parse_number_label(text, names) {
        Some((label, behind)) => {
            let behind = behind.trim_start_matches([' ', '.', ':', '=']);
            let behind = behind.strip_prefix("- ").unwrap_or(behind);
            let (value, behind) = parse_value(label, behind)?;
            (label, value, behind)
        }
        // `300 HP`, `2 AP`
        None => {
            let (value, behind) = parse_amount(text)?;
            let (label, behind) = parse_number_label(behind.trim_start(), names)?;
            if matches!(label, FieldLabel::Stat(_)) {
                return None;
            }
            (label, value, behind)
        }
    };
    found.push((label, value));
    let (inner, tail) = match split_bracket(behind.trim_start()) {
        Some(parts) => parts,
        None => return Some(behind),
    };
    let (regen, vital) = match label {
        FieldLabel::Character("health") => ("health_regen", "health"),
        FieldLabel::Character("mana") => ("mana_regen", "mana"),
        _ => return None,
    };
    found.push((FieldLabel::Character(regen), parse_regeneration(inner, vital)?));
    Some(tail)
}

/// Parses the label at the start of a text, and returns the rest of the text.
fn parse_number_label<'t>(text: &'t str, names: &[(&'static str, FieldLabel)]) -> Option<(FieldLabel, &'t str)> {
    names.iter().find_map(|(name, label)| {
        let (head, behind) = text.split_at_checked(name.len())?;
        let whole = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (head.eq_ignore_ascii_case(name) && whole).then_some((*label, behind))
    })
}

/// Parses the value of a label: a rank for a stat, otherwise an amount.
fn parse_value(label: FieldLabel, text: &str) -> Option<(String, &str)> {
    if !matches!(label, FieldLabel::Stat(_)) {
        return parse_amount(text);
    }
    let end = text.find([' ', ',', ';', '|', ')', '/']).unwrap_or(text.len());
    // `N/A` contains a slash; `B/A` is two ranks, and which one is right is unknown.
    let end = if text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("N/A")) { 3 } else { end };
    let (rank, behind) = text.split_at_checked(end)?;
    let two = behind.strip_prefix('/').is_some_and(|next| next.starts_with(|c: char| c.is_ascii_uppercase()));
    (!two && fields::rank_or_none(rank).is_ok()).then(|| (rank.to_owned(), behind))
}

/// Parses an amount as posted sheets write it: `300`, `300/300`, `+10 per Turn`, `20/turn`.
fn parse_amount(text: &str) -> Option<(String, &str)> {
    let signed = text.strip_prefix('+').unwrap_or(text);
    let (number, mut behind) = split_digits(signed)?;
    if let Some((most, tail)) = behind.strip_prefix('/').and_then(split_digits) {
        if most != number {
            return None;
        }
        behind = tail;
    }
    for per in ["/turn", " per turn", " each turn", "/night"] {
        if behind.get(..per.len()).is_some_and(|head| head.eq_ignore_ascii_case(per)) {
            behind = behind.get(per.len()..)?;
        }
    }
    let whole = !behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '-' | '+'));
    whole.then(|| (number.to_owned(), behind))
}

fn split_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, _) = text.split_at_checked(end)?;
    let number = number.trim_end_matches('.');
    (!number.is_empty()).then(|| text.split_at(number.len()))
}

/// The words in the bracket at the start of a text, and the rest of the text.
fn split_bracket(text: &str) -> Option<(&str, &str)> {
    let close = match text.chars().next()? {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    text.get(1..)?.split_once(close)
}

/// Parses the regeneration in a bracket after Health or Mana: `regen 10`, `10 regen`, `+10 per Turn`,
/// `10 Mana per Turn`. The bracket may name which of the two regenerates.
fn parse_regeneration(inner: &str, vital: &str) -> Option<String> {
    let lower = inner.trim().to_lowercase().replace(&format!(" {vital}"), "");
    let mut rest = lower.as_str();
    let mut is_regen = rest.starts_with('+') || rest.contains("turn");
    for word in ["regeneration", "regen."] {
        rest = rest.strip_suffix(word).unwrap_or(rest).trim();
    }
    is_regen |= rest.len() < lower.len();
    for word in ["regeneration", "regen"] {
        let bare = rest.strip_prefix(word).or_else(|| rest.strip_suffix(word));
        is_regen |= bare.is_some();
        rest = bare.unwrap_or(rest).trim_matches([' ', ':', '=']);
    }
    let (value, behind) = parse_amount(rest)?;
    (is_regen && behind.trim().is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::stat::Stat;

    fn render_numbers(line: &str) -> String {
        let words = |(label, value): Labelled| match label {
            FieldLabel::Stat(stat) => format!("{stat} {value}"),
            FieldLabel::Character(key) => format!("{key} {value}"),
            other => format!("{other:?} {value}"),
        };
        parse_numbers(line).map_or("-".to_owned(), |all| all.into_iter().map(words).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn numbers_are_read_in_any_order_of_name_and_number() {
        for (line, read) in [
            ("STR: B  END: C+  MAE: D", "STR B, END C+, MAE D"),
            ("STR: C / END: C+ / ACT: N/A", "STR C, END C+, ACT N/A"),
            ("Strength - B+", "STR B+"),
            ("STR = C++", "STR C++"),
            ("STR   E", "STR E"),
            (
                "300 HP (10 regen), 200 MP (10 regen), 2 AP",
                "health 300, health_regen 10, mana 200, mana_regen 10, ap 2",
            ),
            ("HP: 300, HP regen: 20/turn, AP: 2", "health 300, health_regen 20, ap 2"),
            ("Hit Points = 300 [regen 10]", "health 300, health_regen 10"),
            ("Health: 300/300 (+10 per Turn)", "health 300, health_regen 10"),
            ("Health 120, Mana 50, AP 2", "health 120, mana 50, ap 2"),
            ("Mana: 200 (10 Mana per Turn)", "mana 200, mana_regen 10"),
        ] {
            assert_eq!(render_numbers(line), read, "{line}");
        }
    }

    #[test]
    fn what_is_more_than_numbers_or_has_two_readings_is_no_such_line() {
        for line in [
            "STR: B/A",
            "MAR: C or B",
            "Health: 250/300",
            "HP: 300 (of iron)",
            "Mana flows",
            "10 Mana per hit",
            "Health: 250 (10 Mana per Turn)",
            "",
        ] {
            assert_eq!(render_numbers(line), "-", "{line}");
        }
        let _ = Stat::STR;
    }
}
