//! Rejects what stands behind the last branch of an `otherwise` and may be of every branch: an exception, a time, a
//! number, a second action (R194, R195).

use super::Checker;
use super::action_checks::planned_phase;
use super::phrases::outside_quotes;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, ActionKind, Branch, Delay, Moment, Order, Times};
use crate::perception::view::OwnCharacter;

/// Words that begin the other case.
const OTHER_CASE: [&str; 8] =
    ["otherwise", "else", "if not", "failing that", "o/w", "in which case", "in that case", "in any other case"];
/// Pronouns before an `else` that begins no other case.
const SOMEBODY: [&str; 13] = [
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "no-one",
    "one",
    "nobody",
    "everyone",
    "everybody",
    "anything",
    "nothing",
    "something",
    "everything",
];
/// Words that begin an exception or a further condition.
const EXCEPTIONS: [&str; 12] = [
    " unless ",
    " but not if ",
    " but not when ",
    " except if ",
    " except when ",
    " only if ",
    " only when ",
    " as long as ",
    " so long as ",
    " provided ",
    " assuming ",
    " not if ",
];
/// Words that begin a time.
const TIMES: [&str; 20] = [
    "at", "in", "when", "whenever", "after", "as", "once", "wait", "until", "during", "on", "by", "behind", "before",
    "upon", "while", "directly", "right", "to", "with",
];
/// Numbers that stand behind a comma.
const COUNTS: [&str; 6] = ["once", "twice", "thrice", "times", "as often as possible", "time"];

/// What a sentence does in the other case.
struct OtherCase<'t> {
    /// The words behind `otherwise`.
    words: &'t str,
    /// The stop before it, if there is one.
    stop: Option<char>,
}

impl<'t> OtherCase<'t> {
    /// The last other case of a text in lower case.
    fn find(text: &'t str) -> Option<OtherCase<'t>> {
        let (at, lead) =
            OTHER_CASE.iter().flat_map(|lead| text.rmatch_indices(lead)).filter(|found| begins(text, *found)).max()?;
        let before = text.get(..at).unwrap_or_default().trim_end();
        let before = ["or", "but", "and"].iter().find_map(|word| before.strip_suffix(word)).unwrap_or(before);
        let words = text.get(at + lead.len()..).unwrap_or_default();
        Some(OtherCase {
            words: words.trim_start_matches([',', ':', ' ']),
            stop: before.trim_end().chars().next_back(),
        })
    }

    /// Whether it is a sentence of its own.
    fn is_sentence(&self) -> bool {
        matches!(self.stop, Some('.' | '!' | '?'))
    }

    /// Whether a time stands behind what is done, where it may be of both cases.
    fn leaves_time_open(&self) -> bool {
        let leads = |words: &str| {
            words.split(|c: char| !c.is_alphanumeric()).next().is_some_and(|first| TIMES.contains(&first))
        };
        let behind_comma =
            || self.words.match_indices(", ").any(|(at, comma)| self.words.get(at + comma.len()..).is_some_and(leads));
        !self.is_sentence() && !leads(self.words) && (self.stop != Some(';') || behind_comma())
    }

    /// Whether a number stands behind a comma at the end.
    fn leaves_number_open(&self) -> bool {
        let end = self.words.trim_end_matches(['.', '!', ' ']);
        let behind_comma = end.rsplit_once(", ").map(|(_, count)| count);
        !self.is_sentence() && behind_comma.is_some_and(|count| COUNTS.iter().any(|word| count.ends_with(word)))
    }
}

/// Whether words at a place of a text begin another case there.
fn begins(text: &str, (at, lead): (usize, &str)) -> bool {
    let (before, behind) = (text.get(..at).unwrap_or_default(), text.get(at + lead.len()..).unwrap_or_default());
    let is_word =
        !before.ends_with(|c: char| c.is_alphanumeric()) && !behind.starts_with(|c: char| c.is_alphanumeric());
    let word_before = before.trim_end().rsplit(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
    // `If not here, …` asks something of its own.
    let is_whole = lead != "if not" || behind.starts_with([',', ';', ':']);
    is_word && is_whole && !(lead == "else" && SOMEBODY.contains(&word_before))
}

impl Checker<'_> {
    /// `If C, A, otherwise B, unless D.` · `…, at the end of the Attacking Phase.` · `…, twice.` · `…, and flee.`
    pub(super) fn reject_unclear_endings(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let unquoted = outside_quotes(&words.to_lowercase());
        let [before @ .., last] = order.body.branches.as_slice() else { return };
        if before.is_empty() {
            return;
        }
        let Some(other) = OtherCase::find(&unquoted) else { return };
        let spaced = format!(" {}", other.words);
        let exception = EXCEPTIONS.iter().find(|word| spaced.get(1..).is_some_and(|words| words.contains(**word)));
        if let Some(word) = exception {
            let message = format!("`{}`: of what stands behind `otherwise` alone, or of all of it?", word.trim());
            self.push_error(codes::WHOM, order.span, message).notes.extend([
                "of that alone: `If C, A; otherwise, unless D, B.`".to_owned(),
                "of all: `Unless D, if C, A; otherwise, B.`".to_owned(),
            ]);
        } else if other.leaves_time_open() && has_time_of_last_alone(order, before, last, actor) {
            let message = "is this time of both cases, or of the last alone?";
            self.push_error(codes::WHOSE_TIME, order.span, message).notes.extend([
                "of both: `At the end of the Attacking Phase, if C, A; otherwise, B.`".to_owned(),
                "of the last: `If C, A; otherwise, at the end of the Attacking Phase, B.`".to_owned(),
            ]);
        } else if other.leaves_number_open() && has_number_of_last_alone(before, last) {
            let message = "is this number of both cases, or of the last alone?";
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("write it in each: `If C, A twice; otherwise, B twice.`, or in one without a comma".to_owned());
        } else if last.actions.len() == 2 && !other.is_sentence() && other.words.contains(", and ") {
            let message = "`, and`: does what stands behind this hang on the condition too?";
            self.push_error(codes::WHOM, order.span, message).notes.extend([
                "in the last case alone: `If C, A; otherwise, B and then D.`".to_owned(),
                "in any case, two orders: `If C, A; otherwise, B.` and `D.`".to_owned(),
            ]);
        }
    }
}

/// Whether the last branch alone has a time that the others could have too.
fn has_time_of_last_alone(
    order: &Order<Written>,
    before: &[Branch<Written>],
    last: &Branch<Written>,
    actor: &OwnCharacter,
) -> bool {
    // As which phase begins it is asked is of all cases.
    let is_asked_then = |delay: &Delay<Written>| delay.moment == Moment::Start && delay.phase == order.body.asked;
    let delay = last.actions.last().map(|action| &action.delay);
    let Some(delay) = delay.filter(|delay| !delay.is_none() && !is_asked_then(delay)) else { return false };
    let mut others = before.iter().flat_map(|branch| &branch.actions).peekable();
    let is_open = |action: &Action<Written>| action.delay.is_none() && could_wait_for(&action.kind, delay, actor);
    order.body.read_at.is_none() && others.peek().is_some() && others.all(is_open)
}

/// Whether an action could be done at the time of a delay.
fn could_wait_for(kind: &ActionKind<Written>, delay: &Delay<Written>, actor: &OwnCharacter) -> bool {
    let Some(natural) = planned_phase(kind, actor).filter(|phase| phase.round().is_some()) else { return false };
    let is_phase_alone = delay.moment == Moment::Natural && delay.awaited.is_none() && !delay.is_second_round;
    let is_move = matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay);
    let is_later = || !is_phase_alone || delay.phase.is_none_or(|phase| phase >= natural);
    (!is_move || delay.awaited.is_some()) && is_later()
}

/// Whether the last branch alone is done a number of times.
fn has_number_of_last_alone(before: &[Branch<Written>], last: &Branch<Written>) -> bool {
    let times = |branch: &Branch<Written>| branch.actions.last().map(|action| action.kind.facts().times);
    times(last).is_some_and(|times| times != Times::ONCE) && before.iter().all(|one| times(one) == Some(Times::ONCE))
}
