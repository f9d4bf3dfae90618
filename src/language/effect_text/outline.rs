//! Prints the parts of a sentence, as `grail sheet explain` shows them.

use crate::language::effect::{Duration, Modifier, Sentence};

use super::{asked_text, deed_text, is_read_anew, operation_text, trigger_text, turns};

/// The parts of a sentence, each in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceOutline {
    /// The trigger: `when the user is attacked`.
    pub trigger: Option<String>,
    /// The condition: `if the user is in battle`.
    pub condition: Option<String>,
    /// The operation.
    pub operation: String,
    /// The sentence's own duration: `for 2 Turns`.
    pub duration: Option<String>,
}

/// Splits a sentence into its parts in words.
pub fn outline_sentence(sentence: &Sentence) -> SentenceOutline {
    SentenceOutline {
        trigger: sentence
            .trigger
            .as_ref()
            .map(|trigger| trigger_text(trigger, sentence.condition.is_some()).trim_end_matches(", ").to_owned()),
        condition: sentence.condition.as_ref().map(|condition| {
            let word = if is_read_anew(sentence) { "while" } else { "if" };
            format!("{word} {}", asked_text(sentence, condition))
        }),
        operation: operation_text(&sentence.operation),
        duration: Some(time_text(sentence).trim_start().to_owned()).filter(|text| !text.is_empty()),
    }
}

/// The duration and end of a sentence, as printed behind it: ` for 2 Turns or until the user is damaged`.
pub(super) fn time_text(sentence: &Sentence) -> String {
    let is_points = sentence.operation.modifier().is_some_and(Modifier::is_of_turn_points);
    let mut text = match sentence.duration {
        // The points of this Turn have already been given (R080).
        Some(Duration::Turns(1)) if is_points => " for the next Turn".to_owned(),
        Some(Duration::Turns(n)) if is_points => format!(" for the next {}", turns(n)),
        duration => duration.map_or(String::new(), duration_text),
    };
    if let Some(deed) = &sentence.ending_deed {
        text.push_str(if text.is_empty() { " until " } else { " or until " });
        text.push_str(&deed_text(deed));
    }
    text
}

pub(super) fn duration_text(duration: Duration) -> String {
    match duration {
        Duration::Turns(n) => format!(" for {}", turns(n)),
        Duration::ThisTurn => " until the end of the Turn".to_owned(),
        Duration::Battle => " until the end of the battle".to_owned(),
        Duration::Indefinitely => " indefinitely".to_owned(),
    }
}
