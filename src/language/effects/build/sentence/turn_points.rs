//! Statements about Turns: points of the next Turns, and counts in this one.

use super::{SentenceParts, TimedOperation};
use crate::language::condition::{Act, Condition, Predicate, Property, Resource, Written};
use crate::language::effect::{
    Counted, DamageSpan, Duration, HitSpan, Immediate, Modifier, Operation, Sentence, Standing, Trigger, Verb,
};
use crate::language::effects::build::Node;
use crate::language::effects::build::ambiguity::{add_rewrite_note, replace_if_understood};
use crate::language::effects::build::lost_words::canonical_if_lossless;
use crate::language::effects::build::parts::{child, has_child, nonsense_error};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;
use crate::vocabulary::phase::Phase;

/// `The target loses 1 AP for 2 Turns`: turns it into points of each of the next two Turns. What changes only
/// the AP of the next Turn says so itself.
pub(super) fn settle_points_of_turns(pair: &Node<'_>, frame: &SentenceParts<'_>, things: &mut [TimedOperation]) {
    let lasts_through_next = || pair.descendants([Rule::turn_long]).any(|p| has_child(&p, Rule::next_long));
    let is_of_next = frame.trigger == Some(Trigger::Once(1, Phase::TurnStart))
        || pair.descendants([Rule::points_next]).next().is_some();
    for thing in things {
        if thing.operation.modifier().is_some_and(is_lack_of_points) && (is_of_next || lasts_through_next()) {
            thing.duration = Some(Duration::Turns(1));
        }
        if let Operation::Immediate(Immediate { who, verb: Verb::ApNextTurn { amount, each: None } }) = &thing.operation
            && let Some(Duration::Turns(turns)) = thing.duration.or(frame.duration)
        {
            let (who, resource, amount) = (who.clone(), Resource::ActionPoints, *amount);
            thing.operation =
                Operation::Standing(Standing::of(who, Modifier::EachTurn { resource, amount, each: None }));
            // The points of this Turn are already given (R080): `until the end of the next Turn` means the
            // next Turn alone.
            thing.duration = Some(Duration::Turns(if lasts_through_next() { 1 } else { turns }));
        }
    }
}

/// Rejects `for the next 2 Turns` unless points are meant: this Turn's points are already given. For
/// everything else this Turn is the first (R374).
pub(super) fn reject_next_turns(pair: &Node<'_>, things: &[TimedOperation]) -> ParseResult<()> {
    let is_points = |thing: &TimedOperation| thing.operation.modifier().is_some_and(Modifier::is_of_turn_points);
    let mut times = pair.descendants([Rule::turns_long]);
    match times.find(|span| has_child(span, Rule::w_next)) {
        Some(span) if !things.iter().all(is_points) => {
            let faults = nonsense_error(&span, "is this Turn one of them? of N Turns it is the first (R374)");
            let so_long = match child(&span, Rule::count) {
                Some(count) => format!("for {} Turns", count.as_str().trim()),
                None => "for 1 Turn".to_owned(),
            };
            let from_now = replace_if_understood(pair, &span, &so_long);
            let later = from_now.as_ref().and_then(|from_now_text| {
                let (first, rest) = from_now_text.split_at_checked(1)?;
                Some(format!("At the beginning of the next Turn, {}{rest}", first.to_lowercase()))
            });
            let faults = add_rewrite_note(faults, "if it is the first", from_now.and_then(canonical_if_lossless));
            Err(add_rewrite_note(faults, "if they come behind it", later.and_then(canonical_if_lossless)))
        }
        Some(_) | None => Ok(()),
    }
}

/// Books AP one Turn before they are there: AP gained when a Turn begins are booked a Turn earlier. AP gained
/// when each Turn begins hold for each Turn.
pub(super) fn book_ap_one_turn_early(
    operation: Operation,
    trigger: Option<Trigger>,
    duration: Option<Duration>,
) -> (Operation, Option<Trigger>) {
    match (operation, trigger) {
        (
            Operation::Immediate(Immediate { who, verb: Verb::ApNextTurn { amount, each } }),
            Some(Trigger::EachTurn(Phase::TurnStart | Phase::Initial)),
        ) => (
            Operation::Standing(Standing::of(
                who,
                Modifier::EachTurn { resource: Resource::ActionPoints, amount, each },
            )),
            None,
        ),
        (
            operation @ Operation::Immediate(Immediate { verb: Verb::ApNextTurn { .. }, .. }),
            Some(Trigger::Once(turns @ 1.., Phase::TurnStart)),
        ) => {
            (operation, turns.checked_sub(1).filter(|left| *left > 0).map(|left| Trigger::Once(left, Phase::TurnStart)))
        }
        // `At the beginning of the next Turn, the user gains no AP`: for the next Turn.
        (operation, Some(Trigger::Once(1, Phase::TurnStart)))
            if operation.modifier().is_some_and(is_lack_of_points) =>
        {
            (operation, None)
        }
        // Given none when each Turn begins: none at all.
        (operation, Some(Trigger::EachTurn(Phase::TurnStart | Phase::Initial)))
            if matches!(duration, None | Some(Duration::ThisTurn))
                && operation.modifier().is_some_and(is_lack_of_points) =>
        {
            (operation, None)
        }
        other => other,
    }
}

/// Whether points are not given that would be.
const fn is_lack_of_points(modifier: &Modifier) -> bool {
    matches!(modifier, Modifier::GainsNone(_) | Modifier::NoAgilityBonus)
}

/// `The user gains 1 AP at the beginning of the next Turn if …`, `… for each …`: what is asked or counted
/// only then is not booked now, but holds for the next Turn. What belongs to the use itself is known at the
/// use, and what has been done this Turn is asked in this Turn.
pub(super) fn settle_ap_condition(sentence: &mut Sentence, beside: bool) -> Result<(), &'static str> {
    let Operation::Immediate(Immediate { who, verb: Verb::ApNextTurn { amount, each } }) = &sentence.operation else {
        return Ok(());
    };
    let is_known_at_use = |condition: &Condition<Written>| {
        let asks_of_this_turn = condition
            .statements()
            .into_iter()
            .any(|statement| statement.deed().is_some() || is_of_this_turn(statement));
        condition.is_about_skill_use() || condition.is_unaffected_by_damage() || asks_of_this_turn
    };
    let is_known = sentence.condition.as_ref().is_none_or(is_known_at_use) || sentence.asks_of_a_death();
    let is_counted_now = each.as_ref().is_none_or(|each| match each {
        Counted::Hits | Counted::OtherTargets | Counted::DamageOfUse | Counted::Paid { .. } => true,
        Counted::Damage { within, .. } => *within == DamageSpan::Turn,
        Counted::HitsTaken { within, .. } => *within == HitSpan::Turn,
        Counted::Familiars | Counted::Group(_) | Counted::GroupBeyondFirst(_) | Counted::CommandSpells => false,
        Counted::TurnsInForce | Counted::TurnsOfBattle | Counted::UsesOfThis { .. } => false,
        Counted::EarlierTurnsOfBattle | Counted::EarlierTurns { .. } | Counted::SkillsInForce(_) => false,
        Counted::Statuses(_) | Counted::Steps { .. } | Counted::Points { .. } | Counted::RanksAbove { .. } => false,
    });
    if sentence.asks_of_its_damage() || (is_known && is_counted_now) {
        return Ok(());
    }
    if matches!(sentence.trigger, Some(Trigger::Once(_, Phase::TurnStart))) {
        return Err(
            "AP of a later Turn hang on nothing: write `at the beginning of the next Turn`, or `each Turn for 3 Turns`",
        );
    }
    if sentence.trigger.is_some() || sentence.duration.is_some() || sentence.ending_deed.is_some() {
        return Ok(());
    }
    let modifier = Modifier::EachTurn { resource: Resource::ActionPoints, amount: *amount, each: each.clone() };
    sentence.operation = Operation::Standing(Standing::of(who.clone(), modifier));
    sentence.duration = Some(Duration::Turns(1));
    // Beside something done at the use, one condition is asked once, for both.
    sentence.at_use = sentence.condition.is_some() && (beside || is_known);
    Ok(())
}

/// Whether a statement speaks of this Turn alone.
fn is_of_this_turn(predicate: &Predicate<Written>) -> bool {
    matches!(
        predicate,
        Predicate::MoveCancelled(_) | Predicate::Has(_, Property::DamagedByUser) | Predicate::OwnSkillFailed(_)
    )
}

/// Whether something is counted in `this Turn`.
pub(super) fn counts_this_turn(pair: &Node<'_>) -> bool {
    let mut counts = pair.descendants([Rule::effect_trigger, Rule::first_time, Rule::each_such_turn]);
    counts.any(|p| has_child(&p, Rule::k_this))
}

/// Whether a thing changes the AP of the next Turn.
pub(super) const fn is_ap_of_next_turn(thing: &TimedOperation) -> bool {
    matches!(thing.operation.verb(), Some(Verb::ApNextTurn { .. }))
}

/// Rejects `At the beginning of the first Turn of battle, the user gains 1 AP`: the points of a Turn are given before
/// its battle begins (R080, R254), and what is gained in it is there in the next.
pub(super) fn reject_points_of_battle_turn(pair: &Node<'_>, things: &[TimedOperation]) -> ParseResult<()> {
    let says_next = pair.as_str().to_ascii_lowercase().contains("next turn");
    match pair.descendants([Rule::in_first_turn]).next() {
        Some(when) if !says_next && things.iter().any(is_ap_of_next_turn) => {
            let why = "the AP of a Turn are given before its battle begins: which Turn is meant?";
            let each = "in that Turn: `The user gains 1 AP each Turn if the user is in the first Turn of battle.`";
            let next =
                "in the one behind it: `The user gains 1 AP at the beginning of the next Turn`, on that condition";
            Err(nonsense_error(&when, why).into_iter().map(|fault| fault.note(each).note(next)).collect())
        }
        Some(_) | None => Ok(()),
    }
}

/// Rejects an alert about anything but somebody who comes or goes: `When an opponent enters this location, the user is
/// alerted`.
pub(super) fn reject_unclear_alert(
    pair: &Node<'_>,
    trigger: Option<&Trigger>,
    things: &[TimedOperation],
) -> ParseResult<()> {
    let deed = trigger.and_then(Trigger::deed);
    let is_movement = deed.is_some_and(|deed| matches!(deed.act, Act::Enters(_) | Act::Leaves(_)));
    if is_movement || !things.iter().any(|thing| matches!(thing.operation.verb(), Some(Verb::Alert))) {
        return Ok(());
    }
    let why = "of what? write `When an opponent enters this location, the user is alerted`, or `… leaves …`";
    Err(nonsense_error(pair, why))
}
