//! A time that is said once, of a sentence that does two things or waits for something: of which of them is it?

use super::{Operations, SentenceParts, TimedOperation, turn_points};
use crate::language::effect::{Duration, Effect, Hiding, Modifier, Operation, Sentence, Trigger};
use crate::language::effect_text::canonical;
use crate::language::effects::build::Node;
use crate::language::effects::build::ambiguity::add_rewrite_note;
use crate::language::effects::build::lost_words::canonical_if_lossless;
use crate::language::effects::build::parts::nonsense_error;
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;
use crate::vocabulary::phase::Phase;

const OF_BOTH_WAYS: &str = "is this the time of what is done otherwise too? say it of each, or put it first";

impl<'i> SentenceParts<'i> {
    /// Gives what is done otherwise the time that stands before the whole sentence: `For 2 Turns, the target cannot
    /// move if …; otherwise, they cannot attack`. A time behind one of the two may be of both, and is refused.
    pub(super) fn share_time(
        &self,
        frame: &mut SentenceParts<'i>,
        first: &[TimedOperation],
        otherwise: &Operations<'i>,
        part: &Node<'i>,
    ) -> ParseResult<()> {
        let has_time = |parts: &SentenceParts<'_>| parts.duration.is_some() || parts.ending_deed.is_some();
        let is_behind = self.duration_behind.is_some();
        let waits = matches!(self.trigger, Some(Trigger::When(_) | Trigger::Limited(..) | Trigger::EachTurn(_)));
        let is_timed = |thing: &TimedOperation| thing.duration.is_some();
        let is_otherwise_timed = has_time(frame) || otherwise.operations.iter().any(is_timed);
        let is_left_open = if is_otherwise_timed {
            // What is done first would last for ever, or has the one time that stands before both.
            let is_endless = !has_time(self) && !first.iter().any(is_timed) && !waits && first.iter().any(is_lasting);
            (has_time(self) && !is_behind) || is_endless
        } else {
            (is_behind || first.iter().any(is_timed)) && (waits || otherwise.operations.iter().any(is_lasting))
        };
        if is_left_open {
            return Err(nonsense_error(self.duration_behind.as_ref().unwrap_or(part), OF_BOTH_WAYS));
        }
        if !is_otherwise_timed && !is_behind {
            frame.duration = self.duration;
            frame.ending_deed.clone_from(&self.ending_deed);
            frame.duration_stands_first = self.duration_stands_first;
        }
        Ok(())
    }

    /// Whether the time of a sentence may be that of its waiting as well as that of what it sets off: `For 2 Turns,
    /// when the user is attacked, …`, `… each time they are attacked for 2 Turns`.
    pub(super) fn may_time_its_waiting(&self) -> bool {
        let is_behind_trigger = match (&self.duration_behind, &self.trigger_behind) {
            (Some(time), Some(trigger)) => time.as_span().start > trigger.as_span().start,
            _ => false,
        };
        self.trigger.as_ref().is_some_and(|trigger| trigger.deed().is_some())
            && !matches!(self.duration, None | Some(Duration::Indefinitely))
            && (self.duration_stands_first || is_behind_trigger)
    }
}

/// Whether something lasts, and no time of its own is said.
fn is_lasting(thing: &TimedOperation) -> bool {
    matches!(thing.operation, Operation::Standing(_)) && thing.duration.is_none()
}

/// Rejects `For 2 Turns, when the user is attacked, their STR is raised by 1 subrank`: does it wait so long, or does
/// each of them last so long?
pub(super) fn reject_time_of_waiting(pair: &Node<'_>, sentences: &[Sentence]) -> ParseResult<()> {
    let Some(time) = sentences.iter().find(|one| one.times_what_is_set_off()).and_then(|one| one.duration) else {
        return Ok(());
    };
    let read = sentences.iter().map(|one| {
        let duration = one.duration.filter(|_| one.times_what_is_set_off());
        canonical(&Effect::Sentence(Sentence { duration, ..one.clone() }))
    });
    let read = read.collect::<Vec<_>>().join(" ");
    let waiting = match time {
        Duration::Turns(1) => "Lasts 1 Turn.".to_owned(),
        Duration::Turns(turns) => format!("Lasts {turns} Turns."),
        Duration::ThisTurn => "Lasts until the end of the Turn.".to_owned(),
        Duration::Battle => "Lasts until the end of the battle.".to_owned(),
        Duration::Indefinitely => return Ok(()),
    };
    let why = "how long does this wait, and how long does what it sets off last? only one of them is said";
    let fault = nonsense_error(pair, why).into_iter().map(|fault| {
        fault
            .note(format!("if both last so long: write `{read} {waiting}`"))
            .note(format!("if only what is set off lasts so long: write `{read}`"))
    });
    Err(fault.collect())
}

/// Rejects `The user gains 2 AP next Turn but cannot move`: what lasts beside something with a time of its own would
/// have none. So would what is done once beside `loses 1 SP each Turn`.
pub(super) fn reject_time_of_one_half(
    pair: &Node<'_>,
    parts: &SentenceParts<'_>,
    things: &[TimedOperation],
) -> ParseResult<()> {
    if things.len() < 2 || parts.trigger.is_some() || parts.duration.is_some() || parts.ending_deed.is_some() {
        return Ok(());
    }
    let lower = pair.as_str().to_ascii_lowercase();
    let is_each_turn = |thing: &TimedOperation| thing.operation.modifier().is_some_and(Modifier::is_of_turn_points);
    let is_until_attack = |thing: &TimedOperation| {
        let until = [Hiding::UntilAttack, Hiding::FromScoutsUntilAttack];
        matches!(thing.operation.modifier(), Some(Modifier::Hidden { when, .. }) if until.contains(when))
    };
    let endless = |thing: &&TimedOperation| is_lasting(thing) && !is_each_turn(thing) && !is_until_attack(thing);
    let is_once = |thing: &TimedOperation| matches!(thing.operation, Operation::Immediate(_));
    let lasting = things.iter().find(endless);
    if let Some(lasting) = lasting
        && lower.contains("next turn")
        && things.iter().any(turn_points::is_ap_of_next_turn)
    {
        let faults = nonsense_error(pair, "is the next Turn that of both things? the other would last for ever");
        let operation = lasting.operation.clone();
        return Err(add_rewrite_note(faults, "what is of the next Turn", rewrite_for_next_turn(operation))
            .into_iter()
            .map(|fault| fault.note("what begins now is a sentence of its own, with its time: `… for 2 Turns`"))
            .collect());
    }
    if lasting.is_some() && things.iter().any(is_until_attack) {
        let why = "until then too, or how long? write two sentences, and say of each how long";
        return Err(nonsense_error(pair, why));
    }
    let says_each_once =
        ["each turn", "every turn", "per turn"].iter().map(|each| lower.matches(each).count()).sum::<usize>() == 1;
    if says_each_once && pair.contains_any([Rule::points_each_turn]) && things.iter().any(is_once) {
        let why = "both each Turn, or one of them once? write two sentences, and say of each whether it is each Turn";
        return Err(nonsense_error(pair, why));
    }
    Ok(())
}

/// The sentence that does something that lasts in the next Turn alone.
fn rewrite_for_next_turn(operation: Operation) -> Option<String> {
    let trigger = Some(Trigger::Once(1, Phase::TurnStart));
    let duration = Some(Duration::ThisTurn);
    let sentence = Sentence { trigger, operation, condition: None, duration, ending_deed: None, at_use: false };
    canonical_if_lossless(canonical(&Effect::Sentence(sentence)))
}
