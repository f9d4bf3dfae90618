//! What a sentence says of Turns: points of the next ones, and counts of this one.

use super::{DoneThing, SentenceParts};
use crate::language::condition::Resource;
use crate::language::effect::{Duration, Immediate, Modifier, Operation, Standing, Trigger, Verb};
use crate::language::effects::build::Node;
use crate::language::effects::build::parts::{has, nonsense};
use crate::language::fields::Read;
use crate::language::parser::Rule;
use crate::vocabulary::phase::Phase;

/// `The target loses 1 AP for 2 Turns`: of each of the next two. What changes the next Turn's AP says when by itself.
pub(super) fn points_of_turns(pair: &Node<'_>, frame: &SentenceParts<'_>, things: &mut [DoneThing]) {
    let through_next =
        pair.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::turn_long && has(&p, Rule::next_long));
    for thing in things {
        if let Operation::Immediate(Immediate { who, verb: Verb::ApNextTurn { by, each: None } }) = &thing.operation
            && let Some(Duration::Turns(turns)) = thing.duration.or(frame.duration)
        {
            let (who, what, by) = (who.clone(), Resource::ActionPoints, *by);
            thing.operation = Operation::Standing(Standing::of(who, Modifier::EachTurn { what, by }));
            // This Turn's have been given (R080): `until the end of the next Turn` is the next one's.
            thing.duration = Some(Duration::Turns(if through_next { 1 } else { turns }));
        }
    }
}

/// `For the next 2 Turns` is said of points, of which those of this Turn have been given; of all else this Turn is the
/// first (R374).
pub(super) fn of_next_turns(pair: &Node<'_>, things: &[DoneThing]) -> Read<()> {
    let points = |thing: &DoneThing| matches!(thing.operation.modifier(), Some(Modifier::EachTurn { .. }));
    let mut times = pair.clone().into_inner().flatten().filter(|p| p.as_rule() == Rule::turns_long);
    match times.find(|time| has(time, Rule::w_next)) {
        Some(time) if !things.iter().all(points) => {
            let why = "is this Turn one of them? of N Turns it is the first (R374): write `for N Turns`";
            Err(nonsense(&time, why))
        }
        Some(_) | None => Ok(()),
    }
}

/// AP are booked in the Turn before they are there: what is done as a Turn begins is done with them a Turn earlier, and
/// as each begins they are there in each.
pub(super) fn booked(operation: Operation, trigger: Option<Trigger>) -> (Operation, Option<Trigger>) {
    match (operation, trigger) {
        (
            Operation::Immediate(Immediate { who, verb: Verb::ApNextTurn { by, each: None } }),
            Some(Trigger::EachTurn(Phase::TurnStart | Phase::Initial)),
        ) => (Operation::Standing(Standing::of(who, Modifier::EachTurn { what: Resource::ActionPoints, by })), None),
        (
            operation @ Operation::Immediate(Immediate { verb: Verb::ApNextTurn { .. }, .. }),
            Some(Trigger::Once(turns @ 1.., Phase::TurnStart)),
        ) => {
            (operation, turns.checked_sub(1).filter(|left| *left > 0).map(|left| Trigger::Once(left, Phase::TurnStart)))
        }
        other => other,
    }
}

/// Whether so many of something are counted in `this Turn`.
pub(super) fn counts_this_turn(pair: &Node<'_>) -> bool {
    let counts = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_trigger | Rule::first_time | Rule::each_such_turn);
    pair.clone().into_inner().flatten().filter(counts).any(|p| has(&p, Rule::k_this))
}

/// AP of the next Turn.
pub(super) const fn is_booked(thing: &DoneThing) -> bool {
    matches!(thing.operation.verb(), Some(Verb::ApNextTurn { .. }))
}
