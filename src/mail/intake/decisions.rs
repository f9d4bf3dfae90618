//! The decision about a letter, and its wording.

use super::MOST_REMARKS;
use crate::mail::gm_letters::GmWord;
use crate::mail::inbox::{CharacterWords, Enclosure, LetterOutcome, WordsStanding};
use crate::mail::letter::{Letter, LetterText, SenderVerdict, Unanswerable};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::referee::{CharacterOrders, LetterOrders};
use crate::mail::requests::Request;
use crate::mail::sender::{hide_token, without_tokens};
use crate::vocabulary::text::{capitalised, folded};

/// The decision about a letter.
#[derive(Debug, Default)]
pub(super) struct Decision {
    pub(super) outcome: Option<LetterOutcome>,
    pub(super) why: String,
    pub(super) person: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) faults: usize,
    pub(super) orders: Vec<CharacterWords>,
    /// The number of words that were offered as a token and are nobody's.
    pub(super) guesses: usize,
    /// Whether the sender is in doubt, though the token is right.
    pub(super) doubted: bool,
    /// The line that is only the token, and proves the sender.
    pub(super) line: Option<String>,
    /// A further note to the GM about its tokens.
    pub(super) note: String,
    /// Its words that are not orders.
    pub(super) notes: Vec<String>,
    /// The rest of its text, if it is set aside.
    pub(super) kept: Vec<String>,
    /// The requests that are granted or under way.
    pub(super) asked: Vec<Request>,
    /// The enclosures of the answer.
    pub(super) enclosed: Vec<Enclosure>,
    /// Its commands, if the GM wrote it.
    pub(super) gm: Vec<GmWord>,
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
pub(super) fn fitting_remarks(remarks: Vec<String>, room: usize) -> Vec<String> {
    let mut left = room;
    let mut shown: Vec<String> = Vec::new();
    for remark in remarks.into_iter().take(MOST_REMARKS) {
        let remark = remark.trim_end().to_owned() + "\n";
        if remark.len() > left && !shown.is_empty() {
            break;
        }
        left = left.saturating_sub(remark.len());
        shown.push(remark);
    }
    shown
}

/// The most lines that are kept as notes.
const MOST_NOTES: usize = 100;

/// The first notes, with the writer's own token hidden, and a line on how many more there are.
pub(super) fn fitting_notes(notes: &[String], token: &str) -> Vec<String> {
    let mut kept: Vec<String> = notes.iter().take(MOST_NOTES).map(|note| hide_token(note, token)).collect();
    if notes.len() > MOST_NOTES {
        kept.push(format!("(and {} more lines: the letter itself has them)", notes.len() - MOST_NOTES));
    }
    kept
}

/// The most lines that are shown of a letter that is set aside, and the most characters of each.
const MOST_KEPT: (usize, usize) = (20, 200);

/// The first lines of a letter that have words, without what follows `Token:`.
pub(super) fn kept_lines(texts: &[LetterText]) -> Vec<String> {
    let bare: Vec<String> = texts.iter().map(|text| without_tokens(&text.text, None)).collect();
    let lines: Vec<&str> =
        bare.iter().flat_map(|text| text.lines()).filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let cut = |line: &&str| line.trim_end().chars().take(MOST_KEPT.1).collect();
    let mut kept: Vec<String> = lines.iter().take(MOST_KEPT.0).map(cut).collect();
    if lines.len() > MOST_KEPT.0 {
        kept.push(format!("(and {} more lines)", lines.len() - MOST_KEPT.0));
    }
    kept
}

/// The kept lines twice: for the GM and for the letter's writer.
pub(super) fn kept_twice(texts: &[LetterText]) -> (Vec<String>, Vec<String>) {
    let kept = kept_lines(texts);
    (kept.clone(), kept)
}

/// Sorts notes by their position in the letter; runs of spaces become one.
pub(super) fn in_order<'a>(said: impl Iterator<Item = &'a String>, texts: &[LetterText]) -> Vec<String> {
    let whole: Vec<String> = texts.iter().flat_map(|text| [folded(&text.text), folded(&text.signature)]).collect();
    let whole = whole.join(" ");
    // A note that lost a part is placed by its first words.
    let place = |note: &String, from: usize| {
        let words: Vec<&str> = note.split(' ').collect();
        let behind = whole.get(from..)?;
        (1..=words.len()).rev().find_map(|count| behind.find(&words.get(..count)?.join(" "))).map(|at| from + at)
    };
    let mut placed: Vec<(usize, String)> = Vec::new();
    for note in said.map(|note| folded(note)).filter(|note| !note.is_empty()) {
        // Each of several equal lines has its own position.
        let last = placed.iter().filter(|(_, other)| *other == note).map(|(at, _)| at.saturating_add(note.len())).max();
        placed.push((place(&note, last.unwrap_or(0)).unwrap_or(usize::MAX), note));
    }
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, note)| note).collect()
}

/// Adds a further reason.
pub(super) fn also(why: &mut String, more: &str) {
    if !why.is_empty() {
        why.push_str("; ");
    }
    why.push_str(more);
}

/// The words of a letter for its own seat, with their standing.
pub(super) fn words(reading: &LetterOrders, seat: &str) -> Vec<CharacterWords> {
    let standing = |block: &CharacterOrders| match block.below {
        true => WordsStanding::BelowSignature,
        false if reading.sound.contains(&block.character) => WordsStanding::Holds,
        false => WordsStanding::Unread,
    };
    reading.own.iter().map(|block| words_of_seat(seat, block, standing(block))).collect()
}

pub(super) fn words_of_seat(seat: &str, block: &CharacterOrders, standing: WordsStanding) -> CharacterWords {
    CharacterWords {
        seat: seat.to_owned(),
        character: block.character.clone(),
        text: block.text.clone(),
        partner: false,
        standing,
    }
}

pub(super) fn set_aside_because(why: &str) -> Decision {
    Decision { outcome: Some(LetterOutcome::SetAside), why: why.to_owned(), ..Decision::default() }
}

pub(super) fn refused(mut decision: Decision, mut receipt: OrderReceipt, why: String, told: Vec<String>) -> Decision {
    receipt.why = told;
    decision.outcome = Some(LetterOutcome::Refused);
    decision.why = why;
    decision.receipt = Some(receipt);
    decision
}

pub(super) fn set_aside(mut decision: Decision, mut receipt: OrderReceipt, why: &str) -> Decision {
    receipt.outcome = "set-aside".to_owned();
    decision.outcome = Some(LetterOutcome::SetAside);
    decision.why = why.to_owned();
    decision.receipt = Some(receipt);
    decision
}

pub(super) fn accepted_words(letter: &Letter) -> String {
    match &letter.verdict {
        SenderVerdict::None | SenderVerdict::Vouched(_) => String::new(),
        SenderVerdict::Unclear(said) | SenderVerdict::Disowned(said) => {
            format!("its sender is not vouched for ({said})")
        }
    }
}

pub(super) fn verdict_words(verdict: &SenderVerdict) -> String {
    match verdict {
        SenderVerdict::None => String::new(),
        SenderVerdict::Vouched(said) | SenderVerdict::Unclear(said) | SenderVerdict::Disowned(said) => said.clone(),
    }
}

/// The lines of a letter that have letters in them; its subject if there are none.
pub(super) fn own_words(letter: &Letter) -> Vec<String> {
    let lines = letter.texts.iter().flat_map(|text| text.text.lines());
    let said: Vec<String> = lines.filter(|line| line.chars().any(char::is_alphabetic)).map(folded).collect();
    if said.is_empty() { vec![letter.subject.clone()] } else { said }
}

pub(super) fn sentence(text: &str) -> String {
    format!("{}.", capitalised(text))
}

/// The lines that the GM is shown of a letter that is set aside: the kept ones, else its first lines if it has no
/// notes.
pub(super) fn kept_words(
    letter: &Letter,
    outcome: Option<LetterOutcome>,
    notes: &[String],
    kept: Vec<String>,
    token: &str,
) -> Vec<String> {
    let aside = outcome.unwrap_or(LetterOutcome::SetAside) == LetterOutcome::SetAside;
    // A bounce has its reason already.
    let bounce = letter.unanswerable == Some(Unanswerable::Bounce);
    let kept = match aside && !bounce && notes.is_empty() && kept.is_empty() {
        true => kept_lines(&letter.texts),
        false => kept,
    };
    kept.iter().map(|line| hide_token(line, token)).collect()
}
