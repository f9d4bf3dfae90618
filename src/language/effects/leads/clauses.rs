//! Tells which clauses of a refused sentence are understood alone, and as what.

use crate::language::effect_text::canonical;
use crate::language::effects::MAX_SENTENCE_LENGTH;
use crate::language::effects::passages::read_known_sentence;
use crate::vocabulary::text::capitalise;

/// What joins two clauses, each of which may be a sentence.
const JOINTS: [&str; 12] = [
    "; ",
    ", but ",
    ", and ",
    ", while ",
    ", whereas ",
    ", though ",
    ", after which ",
    ", then ",
    ", or ",
    " but ",
    " and ",
    " while ",
];

/// What begins a clause that tells when, or on what condition.
const LEADS: [&str; 9] =
    ["if ", "unless ", "when ", "whenever ", "while ", "each time ", "at the ", "once per ", "until "];

/// The most places at which a sentence is divided.
const MOST_DIVISIONS: usize = 8;

/// A sentence that is understood, to try when and on what condition.
const PROBE: &str = "the user restores 5 Health";

/// A part of a sentence, with what is read back of it.
struct Part<'t> {
    text: &'t str,
    read: Option<String>,
}

/// A way to divide a sentence.
enum Division<'t> {
    /// When or on what condition, and what then.
    Lead(&'t str, &'t str),
    /// What, and when or on what condition.
    Tail(&'t str, &'t str),
    /// Two sentences.
    Halves(&'t str, &'t str),
}

/// Tells which parts of a sentence are understood alone; nothing if none is.
pub(super) fn report_clauses(text: &str) -> Vec<String> {
    let text = text.trim().trim_end_matches('.');
    if text.len() > MAX_SENTENCE_LENGTH || text.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let divisions = divide(text).into_iter().take(MOST_DIVISIONS).map(Division::read);
    let count_known = |parts: &[Part<'_>; 2]| -> usize {
        parts.iter().filter(|part| part.read.is_some()).map(|part| part.text.len()).sum()
    };
    let best = divisions.max_by_key(count_known).filter(|parts| count_known(parts) > 0);
    let Some(parts) = best else { return Vec::new() };
    let understood: Vec<String> =
        parts.iter().filter_map(|part| Some(format!("`{}` as `{}`", part.text, part.read.as_deref()?))).collect();
    let mut notes = vec![format!("understood alone: {}", understood.join(", and "))];
    notes.extend(parts.iter().find(|part| part.read.is_none()).map(|part| format!("not understood: `{}`", part.text)));
    if parts.first().is_some_and(may_describe) {
        notes.push("if that only describes, it stands in `description`".to_owned());
    }
    notes
}

/// Whether words in front of what is understood may be there to describe alone.
fn may_describe(part: &Part<'_>) -> bool {
    let lower = part.text.to_lowercase();
    let says_value = lower.contains(|letter: char| letter.is_ascii_digit() || letter == '"');
    part.read.is_none()
        && !says_value
        && lower.split_whitespace().count() > 3
        && !LEADS.iter().any(|lead| lower.starts_with(lead))
}

/// The ways in which a sentence may be divided.
fn divide(text: &str) -> Vec<Division<'_>> {
    let lower = text.to_ascii_lowercase();
    let parts_at =
        |at: usize, joint: &str| (text.get(..at).unwrap_or_default(), text.get(at + joint.len()..).unwrap_or_default());
    let mut divisions = Vec::new();
    if LEADS.iter().any(|lead| lower.starts_with(lead)) {
        divisions
            .extend(text.match_indices(", ").map(|(at, comma)| parts_at(at, comma)).map(|(a, b)| Division::Lead(a, b)));
    }
    for joint in JOINTS {
        let halves = lower.match_indices(joint).map(|(at, joint)| parts_at(at, joint));
        divisions.extend(halves.map(|(head, rest)| Division::Halves(head, rest)));
    }
    for lead in LEADS {
        let places =
            lower.match_indices(lead).filter(|(at, _)| text.get(..*at).is_some_and(|head| head.ends_with(' ')));
        let tails =
            places.map(|(at, _)| parts_at(at, "")).map(|(head, tail)| (head.trim_end_matches([' ', ',']), tail));
        divisions.extend(tails.map(|(head, tail)| Division::Tail(head, tail)));
    }
    divisions
}

impl<'t> Division<'t> {
    /// Reads both parts.
    fn read(self) -> [Part<'t>; 2] {
        match self {
            Division::Lead(lead, rest) => [read_lead(lead), read_part(rest)],
            Division::Tail(head, tail) => [read_part(head), read_tail(tail)],
            Division::Halves(head, rest) => [read_part(head), read_part(rest)],
        }
    }
}

/// A part that may be a sentence. One that begins with a pronoun, or near it, could mean somebody else alone.
fn read_part(text: &str) -> Part<'_> {
    let words = text.split_whitespace().count();
    let is_clear = words > 2 && !text.split_whitespace().take(4).any(is_pronoun);
    let read = is_clear.then(|| read_back(&format!("{}.", capitalise(text)))).flatten();
    Part { text, read }
}

/// Whether a word stands for somebody or something that another part of the sentence names.
fn is_pronoun(word: &str) -> bool {
    const PRONOUNS: [&str; 13] =
        ["they", "them", "their", "themselves", "he", "him", "his", "she", "her", "it", "its", "that", "those"];
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    PRONOUNS.contains(&word.as_str())
}

/// Whether a clause says alone when it is: not `when outnumbered`, `while inside`, `if they are Evil`.
fn is_whole_clause(text: &str) -> bool {
    text.split_whitespace().count() > 3 && !text.split_whitespace().any(is_pronoun)
}

/// A clause in front: `When the user is attacked`.
fn read_lead(text: &str) -> Part<'_> {
    let read = is_whole_clause(text).then(|| read_back(&format!("{text}, {PROBE}."))).flatten();
    let read = read.and_then(|read| without_probe(&read));
    Part { text, read }
}

/// A clause behind: `if the target is Evil`.
fn read_tail(text: &str) -> Part<'_> {
    let read = is_whole_clause(text).then(|| read_back(&format!("{} {text}.", capitalise(PROBE)))).flatten();
    let read = read.and_then(|read| without_probe(&read));
    Part { text, read }
}

/// The canonical sentence; `None` if the text is not understood.
fn read_back(text: &str) -> Option<String> {
    read_known_sentence(text).ok().flatten().map(|one| canonical(&one.effect))
}

/// What stands round the sentence that was tried.
fn without_probe(read: &str) -> Option<String> {
    let at = read.to_ascii_lowercase().find(&PROBE.to_ascii_lowercase())?;
    let (before, behind) = (read.get(..at)?, read.get(at + PROBE.len()..)?);
    let said = format!("{}{}", before.trim_end_matches(", "), behind.trim_end_matches('.'));
    (!said.trim().is_empty()).then(|| said.trim().to_owned())
}
