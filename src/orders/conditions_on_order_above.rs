//! Conditions that refer to the order above: `Attack Lancer. If he is dead by then, use Calm` (A253, R202).

use super::Checker;
use super::canonical_names::same_name;
use super::condition_timing::{Occasion, occasion_of};
use super::leaning_orders;
use super::reversed_sequence::TurnTime;
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Property, Resource, Who, Written};
use crate::language::order::{Action, Order, Target};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;

/// The words by which a condition says that it is about the time after the order above; `None` without such words.
fn find_by_then_word(words: &str) -> Option<&'static str> {
    const WITHIN: [&str; 8] =
        ["by then", "by that time", "by that point", "after that", "afterwards", "is now", "survives", "survived"];
    let words = words.trim_start_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let heads = ["if ", "unless ", "should "];
    let condition = match heads.iter().any(|head| words.starts_with(head)) {
        true => words.as_str(),
        false => [" and if ", "; if ", ", if "].iter().find_map(|head| Some(words.split_once(head)?.1))?,
    };
    let ends_word =
        |at: usize| condition.get(at..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    let ends_clause =
        |at: usize| condition.get(at..).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '.', ';']));
    let within = WITHIN.into_iter().find(|word| condition.find(word).is_some_and(|at| ends_word(at + word.len())));
    // `if he has not attacked by the end of the Attacking Phase, attack him then`: at the time that it names.
    let names_time = condition.contains(" by the ");
    let then_at_end = || {
        let is_last = condition.match_indices(" then").any(|(at, matched)| ends_clause(at + matched.len()));
        (is_last && !names_time).then_some("then")
    };
    within.or_else(then_at_end)
}

/// Whether a condition asks about a state of the target that an attack may have changed, or whether it is there.
fn asks_about_state(condition: &Condition<Written>, whom: &Who<Written>) -> bool {
    condition.statements().into_iter().any(|statement| match statement {
        Predicate::Has(who, Property::Dead | Property::Alive | Property::Has(Resource::Health, ..))
        | Predicate::IsIn(who, _) => match (who, whom) {
            (Who::Named(one), Who::Named(other)) => same_name(&one.text, &other.text),
            (one, other) => one == other,
        },
        _ => false,
    })
}

impl Checker<'_> {
    /// Rejects a condition that says it is about the time after the order above but would be asked earlier.
    pub(super) fn reject_asked_before_order_above(
        &mut self,
        above: &Order<Written>,
        order: &Order<Written>,
        words: &str,
        actor: &OwnCharacter,
    ) {
        let asks_failure = leaning_orders::asks_failure_of(above, order).then_some("fails");
        let word = find_by_then_word(words).or(asks_failure).filter(|_| order.body.is_conditional());
        let Some(word) = word else { return };
        let turn_times = (self.latest_turn_time(above, actor), self.earliest_turn_time(order, actor));
        if above.actor == order.actor && matches!(turn_times, (Some(last), Some(first)) if first >= last) {
            return;
        }
        let time = turn_times.1.map(|(phase, _)| format!(", and this is asked in the {phase}")).unwrap_or_default();
        let message = format!("`{word}`: behind the order above{time}?");
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push("say when it is asked: `At the end of the Attacking Phase, if C, A.`".to_owned());
    }

    /// `Move to the Church. If Archer is there, ally with Blue`: rejects a condition on a declaration. It holds from
    /// the start of the Turn on, so its condition is asked then and not on arrival.
    pub(super) fn reject_declaration_before_arrival(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let stands_from_start = |action: &&Action<Written>| {
            let has_no_delay = order.body.delay_of(action).is_none();
            has_no_delay && matches!(occasion_of(&action.kind, actor, self.view), Occasion::Standing)
        };
        let asks_about_place = |statement: &Predicate<Written>| match statement {
            Predicate::IsIn(_, Some(location)) | Predicate::Count(_, _, _, Some(location)) => {
                !same_name(&location.text, &actor.at)
            }
            _ => false,
        };
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards);
        let is_asked_early = order.after_move || guards().flat_map(Condition::statements).any(asks_about_place);
        let declared = order
            .body
            .actions()
            .find(stands_from_start)
            .map(|action| (order_text::action_kind_text(&action.kind), action.span));
        if let Some((words, span)) = declared.filter(|_| is_asked_early && order.body.is_conditional()) {
            let message =
                format!("`{words}` holds from the start of the Turn on, and so what it hangs on is asked then");
            let diagnostic = self.push_error(codes::WHOSE_TIME, span, message);
            diagnostic.notes.push(
                "ask what is so where this character stands (`if Archer is here`), or leave the condition out"
                    .to_owned(),
            );
        }
    }

    /// `Attack Lancer. If he is dead, use Calm`: warns of a condition that is asked before the attack that may change
    /// it.
    pub(super) fn warn_asked_before_attack(
        &mut self,
        above: &Order<Written>,
        order: &Order<Written>,
        actor: &OwnCharacter,
    ) {
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards);
        let targets_somebody_asked_about = |action: &&Action<Written>| {
            let mut targets = action.kind.targets().iter().filter_map(|target| match target {
                Target::Character(who) => Some(who),
                Target::Location(_) | Target::Here => None,
            });
            targets.any(|who| guards().any(|guard| asks_about_state(guard, who)))
        };
        let Some(blow) = above.body.actions().find(targets_somebody_asked_about).filter(|_| above.actor == order.actor)
        else {
            return;
        };
        if let (Some(time_above), Some(time)) =
            (self.latest_turn_time(above, actor), self.earliest_turn_time(order, actor))
            && time < time_above
        {
            let blow_words = order_text::action_kind_text(&blow.kind);
            let ((phase, _), (phase_above, _)) = (time, time_above);
            let message = match phase == phase_above {
                true => format!("this is asked before `{blow_words}` comes, later in the {phase}"),
                false => format!("this is asked in the {phase}, before `{blow_words}` in the {phase_above}"),
            };
            let diagnostic = self.push_warning(codes::TURNED_ROUND, order.span, message);
            diagnostic.notes.push("to ask behind it: `At the end of the Attacking Phase, if C, A.`".to_owned());
        }
    }

    /// The place of the last action of an order; `None` if one of its actions has no place.
    fn latest_turn_time(&self, order: &Order<Written>, actor: &OwnCharacter) -> Option<TurnTime> {
        let turn_times: Option<Vec<TurnTime>> =
            order.body.actions().map(|action| self.turn_time(order, action, actor)).collect();
        turn_times?.into_iter().max()
    }

    /// The place at which the condition of an order is asked, which is that of its first action; `None` if it waits.
    pub(super) fn earliest_turn_time(&self, order: &Order<Written>, actor: &OwnCharacter) -> Option<TurnTime> {
        order.body.actions().filter_map(|action| self.turn_time(order, action, actor)).min()
    }
}
