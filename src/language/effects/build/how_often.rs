//! How often a sentence answers its trigger, and how long it waits.

use super::{Node, nonsense_error};
use crate::language::effect::{Often, Sentence, Trigger, Verb};
use crate::language::fields::ParseResult;

/// Something done once each time has no duration.
const DONE_AT_ONCE: &str = "the time behind has nothing to apply to: this is done at once, each time; \
    how long it waits stands first, `For 2 Turns, when …`; \
    what goes on is a status: `… receives \"Glow\" for 2 Turns: they restore 5 Health each Turn`";

/// The first event in the War cannot be recognised; only how often a sentence works is counted.
const FIRST_OF_WAR: &str =
    "the first time at all, or the first time that this holds? for that write `Once during the War, when …, … if …`";

/// Settles how often a sentence answers, once its condition is known. `first_in_war`: it waits for the first
/// time of the War. `time_first`: the duration stands before the trigger.
pub(super) fn settle_trigger_count(
    pair: &Node<'_>,
    sentence: &mut Sentence,
    (first_in_war, time_first): (bool, bool),
) -> ParseResult<()> {
    if sentence.condition.is_none() {
        count_each_trigger(&mut sentence.trigger);
    } else if first_in_war {
        return Err(nonsense_error(pair, FIRST_OF_WAR));
    }
    let grants_points = matches!(sentence.operation.verb(), Some(Verb::ApNextTurn { .. }));
    if sentence.is_awaited_once() && sentence.duration.is_some() && !time_first && !grants_points {
        return Err(nonsense_error(pair, DONE_AT_ONCE));
    }
    Ok(())
}

/// Makes the limit count the events of the trigger, if something is done at each of them.
pub(super) fn count_each_trigger(trigger: &mut Option<Trigger>) {
    if let Some(Trigger::Limited(often, _)) = trigger
        && let Often::WorkingEachTurn(most) = *often
    {
        *often = Often::EachTurn(most);
    }
}

/// Rejects one count for two alternatives: `once during the War`, if one thing holds, and otherwise something
/// else.
pub(super) fn reject_shared_count(pair: &Node<'_>, trigger: Option<&Trigger>) -> ParseResult<()> {
    match trigger {
        Some(Trigger::Limited(Often::InWar(_) | Often::InBattle(_) | Often::EveryTurns(_), _)) => {
            Err(nonsense_error(pair, "so often of both together, or of each? write two sentences"))
        }
        _ => Ok(()),
    }
}
