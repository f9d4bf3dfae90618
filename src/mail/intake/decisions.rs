//! The decision about a letter, and its wording.

use super::MAX_REMARKS;
use crate::mail::gm_letters::GmCommand;
use crate::mail::inbox::{CharacterWords, Enclosure, LetterOutcome, WordsStanding};
use crate::mail::letter::{Letter, LetterText, SenderVerdict, Unanswerable};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::mailed_war::{CharacterOrders, LetterOrders};
use crate::mail::requests::Request;
use crate::mail::sender::{hide_token, strip_tokens};
use crate::vocabulary::text::{capitalise, collapse_whitespace};

/// The decision about a letter.
#[derive(Debug, Default)]
pub(super) struct Decision {
    pub(super) outcome: Option<LetterOutcome>,
    pub(super) reason: String,
    pub(super) person: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) error_count: usize,
    pub(super) orders: Vec<CharacterWords>,
    /// The number of words that were offered as a token and are nobody's.
    pub(super) guesses: usize,
    /// Whether the sender is in doubt, though the token is right.
    pub(super) is_doubted: bool,
    /// The line that is only the token, and proves the sender.
    pub(super) line: Option<String>,
    /// A further note to the GM about its tokens.
    pub(super) note: String,
    /// Its words that are not orders.
    pub(super) notes: Vec<String>,
    /// The rest of its text, if it is set aside.
    pub(super) set_aside_text: Vec<String>,
    /// The requests that are granted or under way.
    pub(super) requests: Vec<Request>,
    /// The enclosures of the answer.
    pub(super) enclosed: Vec<Enclosure>,
    /// Its commands, if the GM wrote it.
    pub(super) gm: Vec<GmCommand>,
    /// The name of the program's letter that a server returns.
    pub(super) returned: Option<String>,
    /// The played night that it says it is for.
    pub(super) for_night: Option<u32>,
    /// Remarks for the GM.
    pub(super) remarks: Vec<String>,
    /// The data of the answer; `None` if there is no answer.
    pub(super) receipt: Option<OrderReceipt>,
}

/// The remarks that fit into `room` bytes, at least one.
pub(super) fn take_fitting_remarks(remarks: Vec<String>, room: usize) -> Vec<String> {
    let mut bytes_left = room;
    let mut shown: Vec<String> = Vec::new();
    for remark in remarks.into_iter().take(MAX_REMARKS) {
        let remark = remark.trim_end().to_owned() + "\n";
        if remark.len() > bytes_left && !shown.is_empty() {
            break;
        }
        bytes_left = bytes_left.saturating_sub(remark.len());
        shown.push(remark);
    }
    shown
}

/// The most lines that are kept as notes.
const MAX_NOTES: usize = 100;

/// The first notes, with the writer's own token hidden, and a line on how many more there are.
pub(super) fn limit_notes(notes: &[String], token: &str) -> Vec<String> {
    let mut kept: Vec<String> = notes.iter().take(MAX_NOTES).map(|note| hide_token(note, token)).collect();
    if notes.len() > MAX_NOTES {
        kept.push(format!("(and {} more lines: the letter itself has them)", notes.len() - MAX_NOTES));
    }
    kept
}

/// The most lines that are shown of a letter that is set aside, and the most characters of each.
const MAX_KEPT: (usize, usize) = (20, 200);

/// The first lines of a letter that have words, without what follows `Token:`.
pub(super) fn first_lines(texts: &[LetterText]) -> Vec<String> {
    let bare: Vec<String> = texts.iter().map(|text| strip_tokens(&text.text, None)).collect();
    let lines: Vec<&str> =
        bare.iter().flat_map(|text| text.lines()).filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let shorten_line = |line: &&str| line.trim_end().chars().take(MAX_KEPT.1).collect();
    let mut kept: Vec<String> = lines.iter().take(MAX_KEPT.0).map(shorten_line).collect();
    if lines.len() > MAX_KEPT.0 {
        kept.push(format!("(and {} more lines)", lines.len() - MAX_KEPT.0));
    }
    kept
}

/// The kept lines twice: for the GM and for the letter's writer.
pub(super) fn first_lines_twice(texts: &[LetterText]) -> (Vec<String>, Vec<String>) {
    let kept = first_lines(texts);
    (kept.clone(), kept)
}

/// Sorts notes by their position in the letter; runs of spaces become one.
pub(super) fn sort_by_position<'a>(notes: impl Iterator<Item = &'a String>, texts: &[LetterText]) -> Vec<String> {
    let letter_text: Vec<String> =
        texts.iter().flat_map(|text| [collapse_whitespace(&text.text), collapse_whitespace(&text.signature)]).collect();
    let letter_text = letter_text.join(" ");
    // A note that lost a part is placed by its first words.
    let find_position = |note: &String, from: usize| {
        let words: Vec<&str> = note.split(' ').collect();
        let behind = letter_text.get(from..)?;
        (1..=words.len()).rev().find_map(|count| behind.find(&words.get(..count)?.join(" "))).map(|at| from + at)
    };
    let mut placed: Vec<(usize, String)> = Vec::new();
    for note in notes.map(|note| collapse_whitespace(note)).filter(|note| !note.is_empty()) {
        // Each of several equal lines has its own position.
        let last = placed.iter().filter(|(_, other)| *other == note).map(|(at, _)| at.saturating_add(note.len())).max();
        placed.push((find_position(&note, last.unwrap_or(0)).unwrap_or(usize::MAX), note));
    }
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, note)| note).collect()
}

/// Adds a further reason.
pub(super) fn add_reason(why: &mut String, more: &str) {
    if !why.is_empty() {
        why.push_str("; ");
    }
    why.push_str(more);
}

/// The words of a letter for its own seat, with their standing.
pub(super) fn words_by_standing(reading: &LetterOrders, seat: &str) -> Vec<CharacterWords> {
    let standing = |block: &CharacterOrders| match block.below {
        true => WordsStanding::BelowSignature,
        false if reading.sound.contains(&block.character) => WordsStanding::Holds,
        false => WordsStanding::Unread,
    };
    reading.character_orders.iter().map(|block| make_character_words(seat, block, standing(block))).collect()
}

pub(super) fn make_character_words(seat: &str, block: &CharacterOrders, standing: WordsStanding) -> CharacterWords {
    CharacterWords {
        seat: seat.to_owned(),
        character: block.character.clone(),
        text: block.text.clone(),
        is_by_partner: false,
        standing,
    }
}

pub(super) fn set_aside_because(why: &str) -> Decision {
    Decision { outcome: Some(LetterOutcome::SetAside), reason: why.to_owned(), ..Decision::default() }
}

pub(super) fn refuse(mut decision: Decision, mut receipt: OrderReceipt, why: String, reasons: Vec<String>) -> Decision {
    receipt.why = reasons;
    decision.outcome = Some(LetterOutcome::Refused);
    decision.reason = why;
    decision.receipt = Some(receipt);
    decision
}

pub(super) fn set_aside(mut decision: Decision, mut receipt: OrderReceipt, why: &str) -> Decision {
    receipt.outcome = "set-aside".to_owned();
    decision.outcome = Some(LetterOutcome::SetAside);
    decision.reason = why.to_owned();
    decision.receipt = Some(receipt);
    decision
}

pub(super) fn describe_unvouched_sender(letter: &Letter) -> String {
    match &letter.verdict {
        SenderVerdict::None | SenderVerdict::Vouched(_) => String::new(),
        SenderVerdict::Unclear(said) | SenderVerdict::Disowned(said) => {
            format!("its sender is not vouched for ({said})")
        }
    }
}

pub(super) fn render_verdict(verdict: &SenderVerdict) -> String {
    match verdict {
        SenderVerdict::None => String::new(),
        SenderVerdict::Vouched(results) | SenderVerdict::Unclear(results) | SenderVerdict::Disowned(results) => {
            results.clone()
        }
    }
}

/// The lines of a letter that have letters in them; its subject if there are none.
pub(super) fn meaningful_lines(letter: &Letter) -> Vec<String> {
    let lines = letter.texts.iter().flat_map(|text| text.text.lines());
    let kept: Vec<String> =
        lines.filter(|line| line.chars().any(char::is_alphabetic)).map(collapse_whitespace).collect();
    if kept.is_empty() { vec![letter.subject.clone()] } else { kept }
}

pub(super) fn to_sentence(text: &str) -> String {
    format!("{}.", capitalise(text))
}

/// The lines that the GM is shown of a letter that is set aside: the kept ones, else its first lines if it has no
/// notes.
pub(super) fn lines_for_gm(
    letter: &Letter,
    outcome: Option<LetterOutcome>,
    notes: &[String],
    kept: Vec<String>,
    token: &str,
) -> Vec<String> {
    let is_set_aside = outcome.unwrap_or(LetterOutcome::SetAside) == LetterOutcome::SetAside;
    // A bounce has its reason already.
    let bounce = letter.unanswerable == Some(Unanswerable::Bounce);
    let kept = match is_set_aside && !bounce && notes.is_empty() && kept.is_empty() {
        true => first_lines(&letter.texts),
        false => kept,
    };
    kept.iter().map(|line| hide_token(line, token)).collect()
}
