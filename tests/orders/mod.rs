//! Orders read, bound to a View and checked.
//!
//! | file | holds |
//! | --- | --- |
//! | `accepted`, `reference`, `phrases`, `spoken`, `letters` | orders that stand, by kind, by verb, as players write them, in whole letters |
//! | `refused` | orders that are refused, each with its exact diagnostic and the words it marks |
//! | `unclear`, `whom` | words that leave open whom or how many: in conditions; of targets and actors |
//! | `misread`, `traps` | orders that could be carried out otherwise than they say, or be lost by a habit of writing |
//! | `grouping`, `negations`, `otherwise`, `chains` | `and` and `or`; what is denied; branches; reactions to reactions |
//! | `causes` | what blind writers were refused for, class by class |
//! | `first_try` | what players write at the first try, and what stays refused beside it |
//! | `freely` | Command Spells, words to others, labels, branches and what is forbidden, in players' words |
//! | `other_wordings` | what the table of wordings says, and that it passes no word over |
//! | `elliptic` | what a sentence leaves out, since it or the one above says it |
//! | `counted` | how often something happens, and how many do it; two who are known; purchases for others |
//! | `whole_turn` | orders beside each other: what a Turn allows |
//! | `logic`, `guide` | the Logic Game; every example of the help |
//! | `second_try` | what a refusal offers, and that it works |
//! | `blind` | orders by people who had seen nothing but the rulebook |
//! | `limits`, `growth`, `secrets` | no text panics or takes long; an answer is bounded; nothing hidden is told |
//! | `view` | the seat's View that the others use |

mod accepted;
mod blind;
mod causes;
mod chains;
mod counted;
mod elliptic;
mod first_try;
mod freely;
mod grouping;
mod growth;
mod guide;
mod letters;
mod limits;
mod logic;
mod misread;
mod natural;
mod negations;
mod other_wordings;
mod otherwise;
mod phrases;
mod reference;
mod refound;
mod refused;
mod second_try;
mod secrets;
mod spoken;
mod traps;
mod unclear;
mod view;
mod whole_turn;
mod whom;

use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::orders::{Checked, check};

/// Checks a text for the Red seat.
fn checked(text: &str) -> Checked {
    check(&Source::new("red.txt", text), &view::view())
}

/// `number actor: canonical words` of every order of the plan.
fn plan(checked: &Checked) -> Vec<String> {
    checked.plan.iter().map(|o| format!("{}: {}", o.actor.text, order_text::order(o))).collect()
}

/// `code message`, the note or suggestion behind it.
fn said(checked: &Checked) -> Vec<String> {
    checked
        .diagnostics
        .iter()
        .map(|d| {
            let suggestion = d.suggestion.as_ref().map_or(String::new(), |s| format!(" [{s}]"));
            format!("{} {}{suggestion}", d.code, d.message)
        })
        .collect()
}

/// The stretches of the text that the diagnostics mark.
fn marked<'t>(checked: &Checked, text: &'t str) -> Vec<&'t str> {
    checked.diagnostics.iter().map(|d| text.get(d.span.range()).unwrap_or("?")).collect()
}
