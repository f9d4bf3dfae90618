//! Entries of several sentences: `The user's AGI is raised by 2 ranks. Lasts 3 Turns.`
//!
//! Each is read as it would be alone. A sentence about the one before it is merged into that one: `This effect occurs
//! only once per Turn.`, `If the target is a Master, restores 30 Health instead.` If a sentence may share the moment or
//! the duration of an earlier one, the entry is refused.

use super::build::reword_rejected;
use super::continuations::{
    are_independent, copy_duration, merge_with_sentence_before, split_in_halves, split_joined_addition,
    split_removal_and_immunity,
};
use super::description::{EntrySentence, split_pieces};
use super::exemptions::{exempt_people, parse_exemption};
use super::expansions::read_expanded;
use super::mentioned_people::{MentionedPeople, add_owner, leads_with_pronoun, names_another_skill, uses_it};
use super::open_questions::find_lost_words;
use super::restatements::restates_rule;
use super::second_sentences::merge_sentences;
use super::{
    MAX_SENTENCE_LENGTH, code, dependent_sentences, explain_unknown, leads, parse_known, payments, unclear_piece,
};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Effect;
use crate::language::effect_text::canonical;
use crate::language::fields::ParseResult;
use crate::language::span::Span;
use crate::language::wordings;

/// A sentence of a passage.
pub struct PassageSentence {
    /// A text that says it alone.
    pub text: String,
    /// The effect of that text.
    pub effect: Effect,
}

/// Reads an entry of a sheet: one sentence or several.
pub fn read_passage(text: &str) -> ParseResult<Vec<PassageSentence>> {
    let sentences = read_passage_sentences(text)?;
    dependent_sentences::reject_afterwards(text, sentences.iter().map(|one| &one.effect))?;
    Ok(sentences)
}

fn read_passage_sentences(text: &str) -> ParseResult<Vec<PassageSentence>> {
    match parse_known(text) {
        Ok(Some(effect)) => return Ok(vec![PassageSentence { text: text.trim().to_owned(), effect }]),
        // What is wrong with one sentence is not explained by its halves.
        Err(faults) if text.contains("; otherwise") && !text.contains(". ") => return Err(faults),
        Ok(None) | Err(_) => {}
    }
    let joined = payments::join_offer(text);
    if let Some(read) = joined.and_then(|joined| read_passage_sentences(&joined).ok()) {
        return Ok(read);
    }
    let pieces = split_pieces(text);
    if pieces.len() < 2 {
        let whole = || read_only_sentence(text)?.map_or_else(|| Err(explain_unknown(text)), |one| Ok(vec![one]));
        if let Some(two) = split_in_two(text) {
            return Ok(two);
        }
        let Some((head, adds)) = split_joined_addition(text).filter(|_| !is_understood(text)) else { return whole() };
        let before = read_known_sentence(head)?;
        return match before.map(|one| read_next(&[], Some(one), &adds, true)) {
            Some(Ok(more)) => Ok(more),
            Some(Err(_)) | None => whole(),
        };
    }
    if pieces.len() == 2
        && let Ok(Some(one)) = read_known_sentence(text)
    {
        return Ok(vec![one]);
    }
    let said: Vec<&str> = pieces.iter().filter(|piece| !piece.is_description).map(|piece| piece.text).collect();
    let (mut parsed_sentences, mut faults) = (Vec::new(), Vec::new());
    let mut spoken = MentionedPeople::default();
    for EntrySentence { offset, text: piece, is_description } in pieces {
        if is_description {
            spoken.record(piece);
            continue;
        }
        let bound = spoken.replace_pronouns(piece).filter(|bound| is_understood(bound));
        let begins_with_pronoun = leads_with_pronoun(piece);
        let bound = bound.filter(|_| begins_with_pronoun || !is_understood(piece));
        let unclear_whom = begins_with_pronoun && bound.is_none() && spoken.may_mean_others() && is_understood(piece);
        spoken.record(piece);
        if unclear_whom {
            let why = "whom does the word mean, whoever was spoken of before it or whoever is named behind it?";
            let add_note =
                |fault: Diagnostic| Diagnostic { span: fault.span.shifted(offset), ..fault }.note("write who it is");
            faults.extend(unclear_piece(piece, why).into_iter().map(add_note));
            continue;
        }
        let is_this_skill = text.get(..offset).is_none_or(|before| !names_another_skill(before)) || !uses_it(piece);
        if !is_this_skill {
            let why = "which skill is `it`, this one or the one spoken of before? write `this skill`";
            faults.extend(
                unclear_piece(piece, why)
                    .into_iter()
                    .map(|fault| Diagnostic { span: fault.span.shifted(offset), ..fault }),
            );
            continue;
        }
        let piece = bound.as_deref().unwrap_or(piece);
        let (mut before, mut piece) = (if faults.is_empty() { parsed_sentences.pop() } else { None }, piece);
        let addition = split_joined_addition(piece).filter(|_| faults.is_empty() && !is_understood(piece));
        if let Some((head, adds)) = &addition
            && let Ok(more) = read_next(&parsed_sentences, before.take(), head, true)
        {
            parsed_sentences.extend(more);
            (before, piece) = (parsed_sentences.pop(), adds);
        }
        match read_next(&parsed_sentences, before, piece, faults.is_empty()) {
            Ok(more) => {
                parsed_sentences.extend(more);
                // The text with the name in place of `they` may not be grammatical, so the canonical text is used.
                if let Some(last) = parsed_sentences.last_mut().filter(|_| bound.is_some()) {
                    last.text = canonical(&last.effect);
                }
            }
            Err(found) => {
                let whole = sentence_around(text, offset);
                faults.extend(
                    found
                        .into_iter()
                        .map(|fault| leads::leave_whole_to_gm(fault, piece, whole))
                        .map(|fault| Diagnostic { span: fault.span.shifted(offset), ..fault }),
                );
            }
        }
    }
    if faults.is_empty() { Ok(parsed_sentences) } else { Err(tell_of_others(faults, &said)) }
}

/// Tells the author of an entry with one fault that its other sentences are understood, if they are.
fn tell_of_others(mut faults: Vec<Diagnostic>, said: &[&str]) -> Vec<Diagnostic> {
    if let ([fault], 2..) = (faults.as_mut_slice(), said.len())
        && said.iter().filter(|piece| is_understood(piece)).count() + 1 == said.len()
    {
        let others = if said.len() == 2 {
            "the other sentence of this entry is"
        } else {
            "the other sentences of this entry are"
        };
        fault.notes.push(format!("{others} understood"));
    }
    faults
}

/// The sentence between full stops that stands around a byte offset: what semicolons part belongs together.
fn sentence_around(text: &str, offset: usize) -> &str {
    let behind = text.get(offset..).unwrap_or_default();
    let offset = offset + behind.len() - behind.trim_start().len();
    let start = text.get(..offset).and_then(|before| before.rfind(". ")).map_or(0, |at| at + 2);
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.find(". ").map_or(rest.len(), |at| at + 1);
    rest.get(..end).unwrap_or(rest)
}

/// The two sentences that a text joins; `None` unless there is exactly one way to split it.
fn split_in_two(text: &str) -> Option<Vec<PassageSentence>> {
    if text.len() > MAX_SENTENCE_LENGTH || read_only_sentence(text).is_ok_and(|one| one.is_some()) {
        return None;
    }
    if let Some((head, rest)) = split_removal_and_immunity(text) {
        return Some(vec![read_known_sentence(&head).ok()??, read_known_sentence(&rest).ok()??]);
    }
    let mut readings: Vec<[PassageSentence; 2]> = Vec::new();
    for (head, rest) in split_in_halves(text) {
        let shares_lead = head.split(", ").next().is_some_and(|lead| rest.starts_with(&format!("{lead}, ")));
        let mut spoken = MentionedPeople::default();
        spoken.record(&head);
        let bound = spoken.replace_pronouns(&rest).unwrap_or_default();
        let Ok(Some(first)) = read_known_sentence(&head) else { continue };
        let timed = |said: &String| copy_duration(&first, said).unwrap_or_else(|| said.clone());
        let said = [&rest, &bound].map(timed);
        let Some(second) = said.iter().find_map(|said| read_known_sentence(said).ok().flatten()) else { continue };
        if are_independent(&first, &second, shares_lead)
            && readings.iter().all(|[one, two]| one.effect != first.effect || two.effect != second.effect)
        {
            readings.push([first, second]);
        }
    }
    let one = readings.pop().filter(|_| readings.is_empty())?;
    Some(one.into_iter().collect())
}

/// Reads an entry of a sheet; `None` if it is not understood, without an explanation.
#[must_use]
pub fn read_if_understood(text: &str) -> Option<Vec<PassageSentence>> {
    if split_pieces(text).len() < 2
        && let Ok(Some(one)) = read_only_sentence(text)
    {
        Some(vec![one])
    } else if split_pieces(text).len() < 2 {
        split_in_two(text).or_else(|| split_joined_addition(text).and_then(|_| read_passage(text).ok()))
    } else {
        read_passage(text).ok()
    }
}

/// Whether a sentence is understood alone.
pub(super) fn is_understood(text: &str) -> bool {
    read_known_sentence(text.trim().trim_end_matches(';')).is_ok_and(|one| one.is_some())
}

/// Reads the only sentence of an entry. `LCK becomes EX for 2 Turns` is about the user.
fn read_only_sentence(text: &str) -> ParseResult<Option<PassageSentence>> {
    match read_known_sentence(text)? {
        Some(one) => Ok(Some(one)),
        None => add_owner(text, "the user").map_or(Ok(None), |owned| read_known_sentence(&owned)),
    }
}

/// Reads one sentence, also through the table of wordings; `None` if it matches nothing.
pub(super) fn read_known_sentence(text: &str) -> ParseResult<Option<PassageSentence>> {
    if let Some(one) = read_expanded(text) {
        return Ok(Some(one));
    }
    let faults = match parse_known(text) {
        Ok(Some(effect)) => return Ok(Some(PassageSentence { text: text.trim().to_owned(), effect })),
        Ok(None) => Vec::new(),
        Err(faults) => match reword_rejected(text).and_then(|said| parse_known(&said).ok().flatten()) {
            Some(effect) => return Ok(Some(PassageSentence { text: text.trim().to_owned(), effect })),
            None => faults,
        },
    };
    // A sentence that the grammar knows and rejects stays rejected in other words, but a name may be one of them.
    let has_other = |codes: &[_]| faults.iter().any(|fault| !codes.contains(&fault.code));
    if has_other(&[code::UNKNOWN, code::NAME]) {
        return Err(faults);
    }
    if let Some(one) = read_respelt(text)? {
        return Ok(Some(one));
    }
    if has_other(&[code::UNKNOWN]) {
        return Err(faults);
    }
    let mut readings: Vec<PassageSentence> = Vec::new();
    let mut lost = None;
    for rewording in wordings::effect_wordings(text) {
        let Ok(Some(effect)) = parse_known(&rewording) else { continue };
        match find_lost_words(&effect, text) {
            Some(fault) => lost = lost.or(Some(fault)),
            None if readings.iter().all(|known| known.effect != effect) => {
                readings.push(PassageSentence { text: text.trim().to_owned(), effect });
            }
            None => {}
        }
    }
    let faults = if readings.is_empty() { faults.into_iter().chain(lost).collect() } else { faults };
    match readings.as_slice() {
        [] if faults.is_empty() => Ok(None),
        [] => Err(faults),
        [_] => Ok(readings.pop()),
        [one, other, ..] => {
            let message = "this can be read in two ways, and nothing says which";
            let ways = format!("write `{}` or `{}`", canonical(&one.effect), canonical(&other.effect));
            Err(vec![Diagnostic::error(code::NONSENSE, Span::new(0, text.len()), message).note(ways)])
        }
    }
}

/// Reads a sentence whose words alone are others than those of the grammar; `None` if it is not such a sentence. No
/// phrase of the table is asked then, which could make something else of it.
fn read_respelt(text: &str) -> ParseResult<Option<PassageSentence>> {
    let Some(effect) = wordings::respell_effect(text).and_then(|respelt| parse_known(&respelt).ok().flatten()) else {
        return Ok(None);
    };
    match find_lost_words(&effect, text) {
        Some(fault) => Err(vec![fault]),
        None => Ok(Some(PassageSentence { text: text.trim().to_owned(), effect })),
    }
}

/// Whether a text begins the effects of a status, which go on up to the full stop: `… "Burn" for 2 Turns: `.
fn begins_status_effects(said: &str) -> bool {
    let lower = said.to_lowercase();
    let behind = |part: &str| part.strip_prefix('s').unwrap_or(part).trim_start().starts_with(':');
    lower.split("turn").skip(1).any(behind)
}

/// The sentences of a text, each with the byte offset of its start. They end at full stops and semicolons outside
/// quotes and brackets. A text for the GM runs to the end.
#[must_use]
pub fn split_sentences(text: &str) -> Vec<(usize, &str)> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let (mut quoted, mut depth) = (false, 0_u32);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '\u{201C}' => quoted = true,
            '\u{201D}' => quoted = false,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '.' | ';' if !quoted && depth == 0 => {
                let behind = text.get(at + 1..).unwrap_or_default();
                let first = behind.trim_start().chars().next();
                let is_separated = behind.starts_with(char::is_whitespace);
                let begins = first.is_some_and(|first| letter == ';' || first.is_uppercase() || first == '"');
                let said = text.get(start..=at).unwrap_or_default();
                let is_in_status = letter == ';' && begins_status_effects(said);
                if is_separated && begins && !is_in_status && !said.contains("GM:") {
                    pieces.push((start, said));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    pieces.push((start, text.get(start..).unwrap_or_default()));
    pieces.retain(|(_, piece)| piece.chars().any(char::is_alphanumeric));
    pieces
}

/// Reads the next sentence. `before` is the last of those read already. Returns `before`, perhaps changed, and the new
/// sentence.
fn read_next(
    parsed_sentences: &[PassageSentence],
    before: Option<PassageSentence>,
    piece: &str,
    known: bool,
) -> ParseResult<Vec<PassageSentence>> {
    let with_duration = before.as_ref().and_then(|one| copy_duration(one, piece));
    let piece = with_duration.as_deref().unwrap_or(piece);
    let piece = piece.trim_end_matches(|letter: char| letter == ';' || letter.is_whitespace());
    if let Some(field) = find_skill_field(piece) {
        return Err(unclear_piece(
            piece,
            &format!("this is a field of the skill, not an effect: write it as its `{field}`"),
        ));
    }
    if before.as_ref().is_some_and(|one| restates_rule(one, piece)) {
        return Ok(before.into_iter().collect());
    }
    if let Some(more) = before.as_ref().filter(|_| known).and_then(|one| merge_with_sentence_before(one, piece)) {
        return Ok(more);
    }
    if let Some(exempt) = parse_exemption(piece) {
        // Whoever is spared by the sentence before could be spared by those before that too.
        if parsed_sentences.iter().any(|earlier| exempt_people(&mut earlier.effect.clone(), &exempt)) {
            return Err(unclear_piece(
                piece,
                "not affected by which of the sentences before? say in each whom it spares",
            ));
        }
        return match before.map(|mut one| (exempt_people(&mut one.effect, &exempt), one)) {
            Some((true, PassageSentence { effect, .. })) => {
                let text = canonical(&effect);
                // Read again, because the condition may be asked once or for as long as the sentence lasts.
                let effect = parse_known(&text)?.unwrap_or(effect);
                Ok(vec![PassageSentence { text, effect }])
            }
            None if !known => Ok(Vec::new()),
            _ => Err(unclear_piece(
                piece,
                "who is not affected by what? write `… other than the user's team` in the sentence itself",
            )),
        };
    }
    let Some(rewritten) =
        before.as_ref().map_or_else(|| depends_on_unread(piece, known), |one| merge_either_wording(one, piece))
    else {
        // `The user also restores …`: a sentence beside the one before it.
        let read_without_also = || {
            let without_also = (known && before.is_some()).then(|| piece.replacen(" also ", " ", 1))?;
            read_known_sentence(&without_also).ok().flatten()
        };
        let read_otherwise = || read_without_also().map(|one| vec![one]).or_else(|| split_in_two(piece));
        let sentences = match read_known_sentence(piece) {
            Ok(Some(one)) => vec![one],
            Ok(None) => read_otherwise().ok_or_else(|| explain_unknown(piece))?,
            Err(faults) => read_otherwise().ok_or(faults)?,
        };
        for one in &sentences {
            before
                .iter()
                .chain(parsed_sentences)
                .try_for_each(|earlier| dependent_sentences::check_independent(&earlier.effect, &one.effect, piece))?;
        }
        return Ok(before.into_iter().chain(sentences).collect());
    };
    let mut readings: Vec<PassageSentence> = Vec::new();
    for text in rewritten {
        if let Ok(Some(PassageSentence { effect, .. })) = read_known_sentence(&text)
            && readings.iter().all(|way| way.effect != effect)
        {
            readings.push(PassageSentence { text, effect });
        }
    }
    match (readings.pop(), readings.is_empty()) {
        (Some(way), true) => Ok(vec![way]),
        (None, _) if !known => Ok(Vec::new()),
        _ => {
            Err(unclear_piece(piece, "how this goes with the sentence before it is not understood: write both as one"))
        }
    }
}

/// No readings for a sentence about the one before it, if that one was not understood: one error is enough. `None` for
/// any other sentence.
fn depends_on_unread(piece: &str, is_first_fault: bool) -> Option<Vec<String>> {
    let of_another = merge_sentences("", piece).is_some();
    (!is_first_fault && of_another).then(Vec::new)
}

/// The field of the skill that a sentence should have been written in.
fn find_skill_field(piece: &str) -> Option<&'static str> {
    let lower = piece.trim_start().to_lowercase();
    let mut words = lower.split_whitespace();
    let number = words.next().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()));
    let kinds = ["physical", "ranged", "long-ranged", "magical", "special"];
    if number
        && words.next().is_some_and(|word| kinds.contains(&word.trim_end_matches([',', '.', ';'])))
        && words.next().is_none()
    {
        return Some("damage");
    }
    let fields = [
        ("upkeep", "cost: …, Upkeep 10 Mana"),
        ("the upkeep", "cost: …, Upkeep 10 Mana"),
        ("cost:", "cost"),
        ("requirement", "requirements"),
        ("range:", "range"),
    ];
    fields.into_iter().find(|(word, _)| lower.starts_with(word)).map(|(_, field)| field)
}

/// Merges two sentences, in the words of the first or, if those are not the language's own, in its canonical text.
fn merge_either_wording(before: &PassageSentence, piece: &str) -> Option<Vec<String>> {
    let mut ways = merge_sentences(&before.text, piece)?;
    if !ways.iter().any(|way| parse_known(way).is_ok_and(|one| one.is_some())) {
        ways.extend(merge_sentences(&canonical(&before.effect), piece).into_iter().flatten());
    }
    Some(ways)
}

/// The text without the words it begins with; `None` if it does not begin with them.
pub(super) fn strip_words<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let head = text.get(..words.len())?;
    head.eq_ignore_ascii_case(words).then(|| text[words.len()..].trim_start())
}

/// The text with its first letter in lower case, unless its first word is an abbreviation.
pub(super) fn lowercase_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}
