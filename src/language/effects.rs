//! The effect language: reads a sentence of a sheet as an [`Effect`], or refuses it.
//!
//! The grammar is `grammar/effects*.pest`. For a sentence that is not understood, the diagnostic says how far the
//! parser got, what it expected there and which known form is nearest. A sentence that may be an instruction is never
//! skipped; a mere description is set aside, and its author is told. Requirements of skills (R124) are read here too:
//! they are conditions in the wording of a sheet.
//!
//! | module | holds |
//! | --- | --- |
//! | `passages`, `continuations`, `corrections`, `kept_points`, `restatements`, `second_sentences`, `payments`, `time_limits`, `exemptions`, `expansions`, `mentioned_people`, `dependent_sentences`, `description` | entries of several sentences: how each continues the last, two sentences in one |
//! | `build` | builds trees from pairs of the grammar |
//! | `implicit_places`, `diagnose`, `open_questions` | unnamed locations; contradictions; ambiguous words |
//! | `forms`, `hints`, `leads` | known forms to show; what to write instead; what a refused sentence is about |

mod build;
mod continuations;
mod corrections;
mod dependent_sentences;
mod description;
mod diagnose;
mod exemptions;
mod expansions;
mod forms;
mod hints;
mod implicit_places;
mod kept_points;
mod leads;
mod mentioned_people;
mod open_questions;
mod passages;
mod payments;
mod restatements;
mod second_sentences;
mod time_limits;

use grail_wordings::has_any_word;

use super::condition::{Condition, Deed, Predicate, Written};
use super::conditions;
use super::diagnostic::Diagnostic;
use super::effect::Effect;
use super::fields::ParseResult;
use super::parse_error::ParseError;
use super::parser::{Rule, parse_pairs, read};
use super::span::Span;
use super::spelling::{Misspelling, find_misspelling};
use super::wordings;

pub use description::find_described_spans;
pub(crate) use diagnose::rewrite_with_until;
pub use forms::FORMS;
pub use mentioned_people::name_opponent;
pub(crate) use open_questions::says_while;
pub use passages::{PassageSentence, read_if_understood, read_passage, split_sentences};

/// The longest sentence that is read, in bytes.
pub const MAX_SENTENCE_LENGTH: usize = 1000;

/// The codes of faults in sentences of a sheet.
pub mod code {
    crate::language::codes::codes! {
        /// The sentence has no form that is known.
        UNKNOWN = "E241";
        /// The words are known, and make no sense together.
        NONSENSE = "E242";
        /// A name stands without quotes, or a word could mean anybody.
        NAME = "E243";
        /// The sentence is too long.
        TOO_LONG = "E244";
        /// A requirement is no condition.
        REQUIREMENT = "E245";
    }
}

/// Reads a sentence of a sheet.
pub fn parse(text: &str) -> ParseResult<Effect> {
    parse_known(text)?.map_or_else(|| Err(explain_unknown_by(text, leads::nearest_form)), Ok)
}

/// Reads a sentence; `None` if the grammar does not read it. [`explain_unknown`] explains why, which takes far longer.
fn parse_known(text: &str) -> ParseResult<Option<Effect>> {
    check_length(text)?;
    let Some(pair) =
        parse_pairs(Rule::effect_sentence, text).and_then(|mut pairs| pairs.find(|p| p.as_rule() == Rule::effect))
    else {
        return Ok(None);
    };
    let mut effect = build::build_effect(&pair)?;
    implicit_places::name_implicit_locations(&mut effect);
    let mut faults = diagnose::diagnose_effect(&effect, text);
    // `30 Health and 20 Mana` are two operations with one fault.
    faults.dedup();
    if faults.is_empty() { Ok(Some(effect)) } else { Err(faults) }
}

/// Explains why the grammar does not know a sentence of an entry, and leads its author on.
fn explain_unknown(text: &str) -> Vec<Diagnostic> {
    let faults = explain_unknown_by(text, leads::lead_on);
    let Some(unclear) = find_unclear_wording(text) else { return faults };
    // Its notes are of the other words, which may be a part of the sentence alone.
    let whole = Span::new(0, text.len());
    let as_unclear = |fault| Diagnostic { code: unclear.code, message: unclear.message.clone(), span: whole, ..fault };
    faults.into_iter().map(as_unclear).collect()
}

/// Finds why a sentence is not understood that in other words the grammar knows, and rejects.
fn find_unclear_wording(text: &str) -> Option<Diagnostic> {
    let rejected = wordings::effect_wordings(text).iter().find_map(|said| parse_known(said).err())?;
    rejected.into_iter().find(|fault| fault.code == code::NONSENSE)
}

/// Explains why the grammar does not know a sentence. `guide` finds what may help its author.
fn explain_unknown_by(text: &str, guide: fn(&str) -> leads::Guidance) -> Vec<Diagnostic> {
    match read(Rule::effect_sentence, text) {
        Err(error) => vec![explain_refusal(text, &ParseError::of(&error, text), guide)],
        Ok(_) => vec![Diagnostic::error(code::UNKNOWN, Span::new(0, text.len()), "no sentence")],
    }
}

/// Every `if_clause` of the grammar has one of these words.
const IF_WORDS: [&str; 12] = [
    "if",
    "iff",
    "provided",
    "assuming",
    "condition",
    "case",
    "event",
    "supposing",
    "unless",
    "except",
    "while",
    "long",
];

/// Returns the deeds that a sentence asks of in the present tense: `if the target attacks`, and not `if the target has
/// attacked`. The tree of the sentence does not tell the two apart.
pub(crate) fn deeds_asked_in_present(text: &str) -> Vec<Deed<Written>> {
    if !has_any_word(text, &IF_WORDS) {
        return Vec::new();
    }
    let Some(pairs) = parse_pairs(Rule::effect_sentence, text) else { return Vec::new() };
    let clauses = pairs.flatten().filter(|pair| pair.as_rule() == Rule::if_clause);
    let conditions = clauses.map(conditions::build_tensed_condition).collect::<Vec<_>>();
    let deeds = conditions.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.filter(|deed| !deed.is_past).cloned().collect()
}

/// A word for the owner of the sheet, or for the Bounded Field of the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnWord {
    /// `this Servant`.
    Servant,
    /// `this Master`.
    Master,
    /// `this familiar`, `this creature`.
    Familiar,
    /// `The holder`, `the wielder`: whoever carries an item.
    Holder,
    /// `this Bounded Field`, `the Reality Marble`.
    Ground,
    /// `one target`, `a single opponent`: the target of the skill.
    SoleTarget,
}

/// The words of which a sentence with an [`OwnWord`] contains at least one, in any wording.
const OWN_WORDS: [&str; 16] = [
    "this servant",
    "this master",
    "familiar",
    "creature",
    "summoner",
    "marble",
    "field",
    "one ",
    "single ",
    "holder",
    "wielder",
    "wearer",
    "bearer",
    "carrier",
    "it ",
    "its ",
];

/// Returns the own words of a sentence or of a requirement, as written; none if the text is not understood.
pub fn find_own_words(text: &str) -> Vec<(OwnWord, String)> {
    let lower = text.to_lowercase();
    if !OWN_WORDS.iter().any(|word| lower.contains(word)) {
        return Vec::new();
    }
    let find_wording = || {
        wordings::effect_wordings(text)
            .into_iter()
            .find(|wording| parse_pairs(Rule::effect_sentence, wording).is_some())
    };
    let Some(pairs) = parse_pairs(Rule::effect_sentence, text).or_else(|| parse_pairs(Rule::requirement_text, text))
    else {
        return find_wording()
            .map_or_else(Vec::new, |wording| if wording == text { Vec::new() } else { find_own_words(&wording) });
    };
    let words = pairs.flatten().filter_map(|pair| {
        let word = match pair.as_rule() {
            Rule::own_servant => OwnWord::Servant,
            Rule::own_master => OwnWord::Master,
            Rule::own_familiar => OwnWord::Familiar,
            Rule::sole_target => return Some((OwnWord::SoleTarget, pair.as_str().trim().to_owned())),
            Rule::k_user if is_holder(pair.as_str()) => {
                return Some((OwnWord::Holder, pair.as_str().trim().to_owned()));
            }
            Rule::the_summoner => return Some((OwnWord::Familiar, pair.as_str().trim().to_owned())),
            Rule::k_ground | Rule::w_marble | Rule::w_field => OwnWord::Ground,
            _ => return None,
        };
        let written = pair.as_str().trim();
        Some((word, if word == OwnWord::Ground { written.to_owned() } else { format!("this {written}") }))
    });
    words.collect()
}

/// Whether a word is `holder` or `wielder`, and not `user`.
fn is_holder(word: &str) -> bool {
    ["holder", "wielder"].contains(&word.trim().to_lowercase().as_str())
}

/// Reads the Requirements of a skill: `"Rain Manipulation" must be active.` All of them must hold (R124).
pub fn parse_requirements(text: &str) -> ParseResult<Vec<Condition<Written>>> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(Vec::new());
    }
    check_length(text)?;
    let pairs = read(Rule::requirement_text, text).map_err(|error| {
        let refusal = ParseError::of(&error, text);
        let mut fault = Diagnostic::error(code::REQUIREMENT, refusal.span, "not understood as a requirement");
        fault.notes.extend(refusal.expectation());
        vec![
            fault
                .note("write what must hold, as in `\"Rain Manipulation\" must be active.` or `The user must have 50 or more Health.`")
                .suggest(find_misspelling(Rule::requirement_text, text, refusal.span.start).map(|slip| slip.word).or_else(|| refusal.suggestion(text))),
        ]
    })?;
    let mut conditions = Vec::new();
    for pair in pairs.filter(|p| p.as_rule() == Rule::requirement) {
        build::check_requirement_words(&pair)?;
        match build::build_requirement(&pair)? {
            Condition::All(parts) => conditions.extend(parts),
            other => conditions.push(other),
        }
    }
    let diagnostics: Vec<Diagnostic> = conditions.iter().flat_map(|c| diagnose::diagnose_condition(c, text)).collect();
    if diagnostics.is_empty() { Ok(conditions) } else { Err(diagnostics) }
}

fn check_length(text: &str) -> ParseResult<()> {
    if text.len() <= MAX_SENTENCE_LENGTH {
        return Ok(());
    }
    let message = format!("a sentence of {} bytes: at most {MAX_SENTENCE_LENGTH} are read", text.len());
    Err(vec![Diagnostic::error(code::TOO_LONG, Span::new(0, text.len()), message)])
}

/// Explains how far a sentence of no known form was understood, and what may help its author.
fn explain_refusal(text: &str, refusal: &ParseError, guide: fn(&str) -> leads::Guidance) -> Diagnostic {
    let slip = find_misspelling(Rule::effect_sentence, text, refusal.span.start);
    let understood = text.get(..refusal.span.start).unwrap_or("").trim();
    let stopped = text.get(refusal.span.range()).unwrap_or("").trim();
    let slip_elsewhere = slip.as_ref().filter(|slip| slip.span.start != refusal.span.start);
    let message = match (slip_elsewhere, refusal.has_given_up, understood.is_empty(), stopped.is_empty()) {
        (Some(slip), ..) => format!("`{}` is not understood", text.get(slip.span.range()).unwrap_or("")),
        (_, true, ..) => "too tangled to be understood".to_owned(),
        (_, _, true, _) => "not understood as an effect".to_owned(),
        (_, _, false, true) => format!("understood up to the end, but something is missing behind `{understood}`"),
        (_, _, false, false) => format!("understood up to `{understood}`, but not `{stopped}`"),
    };
    let at = match slip_elsewhere {
        Some(slip) => slip.span,
        None if understood.is_empty() => Span::new(0, text.trim_end().len()),
        None => refusal.span,
    };
    let mut fault = Diagnostic::error(code::UNKNOWN, at, message);
    if stopped == "and" && understood.ends_with(',') && understood.contains(" or ") {
        fault = fault.note("put brackets round what belongs together: `if (C or D) and E`");
    }
    if let Some(hint) = hints::find_hint(text) {
        fault = fault.note(hint);
    }
    let corrected = slip.as_ref().and_then(|slip| correct_misspellings(text, slip));
    let mut left_to_gm = None;
    let expectation = refusal.expectation().filter(|_| slip_elsewhere.is_none());
    match &corrected {
        Some((1, corrected_sentence)) if parse(corrected_sentence).is_ok() => {
            fault.notes.splice(0..0, expectation);
            fault = fault.note(format!("write `{}`", corrected_sentence.trim()))
        }
        _ => {
            let guidance = guide(text);
            // What the grammar could read on with says less than what the sentence is about.
            fault.notes.splice(0..0, expectation.filter(|_| !guidance.has_leads));
            fault.notes.extend(guidance.notes);
            left_to_gm = guidance.left_to_gm;
        }
    }
    if let Some(about) = left_to_gm {
        fault = fault.note(format!("no effect does this ({about}): leave it to the GM, write `GM: {}`", text.trim()));
    } else if hints::is_for_the_gm(text) {
        fault = fault.note(format!("what only the GM can decide is left to them: write `GM: {}`", text.trim()));
    }
    let several = corrected.filter(|(slips, _)| *slips > 1).map(|(_, corrected_sentence)| corrected_sentence);
    fault.suggest(several.or_else(|| slip.map(|slip| slip.word)).or_else(|| refusal.suggestion(text)))
}

/// The most misspelt words of a sentence that are corrected at once.
const MAX_SLIPS: usize = 4;

/// Corrects this word and a few others, and returns how many corrections make the sentence understood, with the
/// corrected sentence.
fn correct_misspellings(text: &str, first: &Misspelling) -> Option<(usize, String)> {
    let mut corrected = text.to_owned();
    let mut slip = first.clone();
    for slips in 1..=MAX_SLIPS {
        corrected.replace_range(slip.span.range(), &slip.word);
        match read(Rule::effect_sentence, &corrected) {
            Ok(_) => return Some((slips, corrected)),
            Err(error) => {
                let stopped = ParseError::of(&error, &corrected).span.start;
                slip = find_misspelling(Rule::effect_sentence, &corrected, stopped)?;
            }
        }
    }
    None
}

/// The diagnostic for a piece of an entry that is refused as it stands.
fn unclear_piece(piece: &str, why: &str) -> Vec<Diagnostic> {
    let start = piece.len() - piece.trim_start().len();
    vec![Diagnostic::error(code::NONSENSE, Span::new(start, piece.trim_end().len()), why)]
}

#[cfg(test)]
mod tests;
