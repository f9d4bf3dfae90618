//! Words before a colon that are more than a name: labels of a part of a block (`Daytime:`, `Note:`), and a name with
//! words around it (`Orders for Saber:`).
//!
//! Every word of a label must be a known one. Anything else before a colon may be the name of a character whom the seat
//! does not know, and nobody else may carry out that character's orders.

use super::label_meaning::says;

/// What a label introduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockLabel {
    /// Orders: a time, a phase, a part of the plan.
    Part,
    /// A remark; no order need follow.
    Remark,
}

/// Words that label a part of somebody's orders.
const PARTS: [&str; 66] = [
    "action",
    "actions",
    "after",
    "afternoon",
    "afterwards",
    "alternative",
    "attack",
    "attacking",
    "attacks",
    "backup",
    "battle",
    "beginning",
    "combat",
    "conditional",
    "conditionals",
    "conditions",
    "daily",
    "dawn",
    "day",
    "daytime",
    "default",
    "defence",
    "defense",
    "dusk",
    "effect",
    "effects",
    "end",
    "evening",
    "fight",
    "finally",
    "instant",
    "instructions",
    "items",
    "main",
    "midnight",
    "morning",
    "move",
    "movement",
    "moves",
    "moving",
    "next",
    "night",
    "nighttime",
    "noon",
    "order",
    "orders",
    "phase",
    "plan",
    "prepared",
    "priorities",
    "priority",
    "round",
    "scouting",
    "shopping",
    "skills",
    "stage",
    "standing",
    "start",
    "step",
    "strategy",
    "support",
    "tactics",
    "today",
    "tonight",
    "turn",
    "turns",
];

/// Words that label a remark.
const REMARKS: [&str; 26] = [
    "attention",
    "comment",
    "comments",
    "explanation",
    "flavor",
    "flavour",
    "fyi",
    "goal",
    "hint",
    "important",
    "info",
    "intent",
    "intention",
    "message",
    "nb",
    "note",
    "notes",
    "ooc",
    "ps",
    "question",
    "reason",
    "remark",
    "remarks",
    "reminder",
    "roleplay",
    "summary",
];

/// Words that may stand beside the others.
const FILLERS: [&str; 23] = [
    "a", "an", "and", "at", "by", "during", "first", "for", "fourth", "gm", "in", "my", "of", "on", "or", "our",
    "part", "referee", "second", "the", "third", "to", "your",
];

/// Returns what the words before a colon introduce; `None` if they are no label.
pub(crate) fn label_of(words: &str) -> Option<BlockLabel> {
    if says(words).is_some() {
        return Some(BlockLabel::Part);
    }
    let (mut part, mut remark) = (false, false);
    for word in words_of(words) {
        match word.as_str() {
            word if REMARKS.contains(&word) => remark = true,
            word if PARTS.contains(&word) => part = true,
            word if FILLERS.contains(&word) || is_number(word) => {}
            _ => return None,
        }
    }
    match (part, remark) {
        (_, true) => Some(BlockLabel::Remark),
        (true, false) => Some(BlockLabel::Part),
        (false, false) => None,
    }
}

/// Whether a label means the day, on which characters only scout.
pub(crate) fn is_of_the_day(words: &str) -> bool {
    words_of(words).any(|word| matches!(word.as_str(), "day" | "daytime" | "daily" | "morning" | "noon" | "scouting"))
}

/// Whether the words around the one name in `before NAME behind:` leave no doubt that the block is that character's:
/// `Orders for Servant Saber`, `Night 2 - Saber`, `Saber's orders`, `Saber (Lena)`.
pub(crate) fn is_name_with_words(before: &str, behind: &str) -> bool {
    let before_fits = before.trim().is_empty()
        || label_of(before) == Some(BlockLabel::Part)
        || words_of(before).all(|word| matches!(word.as_str(), "my" | "our" | "the"))
        || role(before).is_some();
    let behind = behind.trim();
    let behind_fits = behind.is_empty()
        || (behind.starts_with('(') && behind.ends_with(')'))
        || behind
            .trim_start_matches("'s")
            .split_whitespace()
            .all(|w| matches!(w, "order" | "orders" | "actions" | "plan"));
    before_fits && behind_fits && !(before.trim().is_empty() && behind.is_empty())
}

/// Checks for a role before the name: `my Servant`, `orders for Master`. `None` if the words are anything else.
fn role(before: &str) -> Option<()> {
    let lower = before.trim().to_lowercase();
    let rest = ["master", "servant", "familiar"].iter().find_map(|role| lower.strip_suffix(role))?;
    let rest = rest.trim();
    let own = words_of(rest).all(|word| matches!(word.as_str(), "my" | "our" | "the"));
    (own || label_of(rest) == Some(BlockLabel::Part)).then_some(())
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a word is a number: `3`, `2nd`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let end = word.get(digits.len()..).unwrap_or_default();
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) && matches!(end, "" | "st" | "nd" | "rd" | "th")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_made_of_its_own_words_alone() {
        for part in ["Daytime", "Attacking Phase", "2nd round", "Plan 2", "In the first round", "Night 3 orders"] {
            assert_eq!(label_of(part), Some(BlockLabel::Part), "{part}");
        }
        for remark in ["Note", "Note to the GM", "PS", "OOC", "Summary of my plan"] {
            assert_eq!(label_of(remark), Some(BlockLabel::Remark), "{remark}");
        }
        for name in ["Lancer", "Night Stalker", "Shadow of the Day", "The First", "3", "Sabre"] {
            assert_eq!(label_of(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_with_words_about_it_is_that_name_where_nothing_else_can_be_meant() {
        for (before, behind) in [
            ("Orders for ", ""),
            ("Servant ", ""),
            ("Orders for my Servant ", ""),
            ("", "'s orders"),
            ("", " (Lena)"),
            ("Night 2 - ", ""),
        ] {
            assert!(is_name_with_words(before, behind), "{before}NAME{behind}");
        }
        for (before, behind) in [("", "'s Master"), ("Master of ", ""), ("Note to ", ""), ("", " and Iris"), ("", "")] {
            assert!(!is_name_with_words(before, behind), "{before}NAME{behind}");
        }
    }
}
