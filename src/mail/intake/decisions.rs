//! What is decided of a letter, and the words for it.

use super::MOST_REMARKS;
use crate::mail::gm_letters::GmWord;
use crate::mail::inbox::{CharacterWords, Enclosure, LetterOutcome, WordsStanding};
use crate::mail::letter::{Letter, LetterText, SenderVerdict, Unanswerable};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::referee::{CharacterOrders, LetterOrders};
use crate::mail::requests::Request;
use crate::mail::sender::{hide_token, without_tokens};
use crate::vocabulary::text::{capitalised, folded};

/// What is decided about a letter.
#[derive(Debug, Default)]
pub(super) struct Decision {
    pub(super) outcome: Option<LetterOutcome>,
    pub(super) why: String,
    pub(super) person: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) faults: usize,
    pub(super) orders: Vec<CharacterWords>,
    /// How many words were offered as a token and are nobody's.
    pub(super) guesses: usize,
    /// Whether something speaks against the sender, though the token is right.
    pub(super) doubted: bool,
    /// The line that is the token alone and proves it.
    pub(super) line: Option<String>,
    /// What else the GM is told of its tokens.
    pub(super) note: String,
    /// What it says beside orders.
    pub(super) notes: Vec<String>,
    /// What it says otherwise, where it is set aside.
    pub(super) kept: Vec<String>,
    /// What it asks for, as far as that is granted or under way.
    pub(super) asked: Vec<Request>,
    /// What goes with the answer.
    pub(super) enclosed: Vec<Enclosure>,
    /// What it says to the program, where the GM wrote it.
    pub(super) gm: Vec<GmWord>,
    /// Which letter of ours a server returns.
    pub(super) returned: Option<String>,
    /// The night that is played, and that it says it is for.
    pub(super) for_night: Option<u32>,
    /// What is to be said of it, for the GM.
    pub(super) remarks: Vec<String>,
    /// What is answered; nothing where nothing may be.
    pub(super) receipt: Option<OrderReceipt>,
}

/// As many remarks as an answer has room for, and one at the least.
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

/// As many notes as are kept, the writer's own token hidden; how many there are beside.
pub(super) fn fitting_notes(notes: &[String], token: &str) -> Vec<String> {
    let mut kept: Vec<String> = notes.iter().take(MOST_NOTES).map(|note| hide_token(note, token)).collect();
    if notes.len() > MOST_NOTES {
        kept.push(format!("(and {} more lines: the letter itself has them)", notes.len() - MOST_NOTES));
    }
    kept
}

/// The most lines of a letter that is set aside that are shown, and how long each may be.
const MOST_KEPT: (usize, usize) = (20, 200);

/// The lines of a letter that say something, without what stands behind `Token:`: the first of them.
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

/// The same for the GM and for the letter's writer.
pub(super) fn kept_twice(texts: &[LetterText]) -> (Vec<String>, Vec<String>) {
    let kept = kept_lines(texts);
    (kept.clone(), kept)
}

/// What is said in a letter, in the order in which it stands there; blanks where something was taken out are one.
pub(super) fn in_order<'a>(said: impl Iterator<Item = &'a String>, texts: &[LetterText]) -> Vec<String> {
    let whole: Vec<String> = texts.iter().flat_map(|text| [folded(&text.text), folded(&text.signature)]).collect();
    let whole = whole.join(" ");
    // What lost a part stands where its first words do.
    let place = |note: &String, from: usize| {
        let words: Vec<&str> = note.split(' ').collect();
        let behind = whole.get(from..)?;
        (1..=words.len()).rev().find_map(|count| behind.find(&words.get(..count)?.join(" "))).map(|at| from + at)
    };
    let mut placed: Vec<(usize, String)> = Vec::new();
    for note in said.map(|note| folded(note)).filter(|note| !note.is_empty()) {
        // Of lines that say the same each stands in its own place.
        let last = placed.iter().filter(|(_, other)| *other == note).map(|(at, _)| at.saturating_add(note.len())).max();
        placed.push((place(&note, last.unwrap_or(0)).unwrap_or(usize::MAX), note));
    }
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, note)| note).collect()
}

/// Goes on with a reason.
pub(super) fn also(why: &mut String, more: &str) {
    if !why.is_empty() {
        why.push_str("; ");
    }
    why.push_str(more);
}

/// What a letter orders for its own seat: what holds, and what was not understood.
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

/// The lines of a letter that say something.
pub(super) fn own_words(letter: &Letter) -> Vec<String> {
    let lines = letter.texts.iter().flat_map(|text| text.text.lines());
    let said: Vec<String> = lines.filter(|line| line.chars().any(char::is_alphabetic)).map(folded).collect();
    if said.is_empty() { vec![letter.subject.clone()] } else { said }
}

pub(super) fn sentence(text: &str) -> String {
    format!("{}.", capitalised(text))
}

/// What the GM is shown of a letter that is set aside and has no notes: the orders in it, or its first lines.
pub(super) fn kept_words(
    letter: &Letter,
    outcome: Option<LetterOutcome>,
    notes: &[String],
    kept: Vec<String>,
    token: &str,
) -> Vec<String> {
    let aside = outcome.unwrap_or(LetterOutcome::SetAside) == LetterOutcome::SetAside;
    // Why a letter of ours came back is said with it.
    let bounce = letter.unanswerable == Some(Unanswerable::Bounce);
    let kept = match aside && !bounce && notes.is_empty() && kept.is_empty() {
        true => kept_lines(&letter.texts),
        false => kept,
    };
    kept.iter().map(|line| hide_token(line, token)).collect()
}
