//! Where a use takes effect: a location named with a skill that reaches other locations (R091, A152), and attacks on
//! somebody who is elsewhere.

use super::action_checks::{is_attack, used_card};
use super::phrases::has_words;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Condition, Filter, Name, Predicate, Who, Written};
use crate::language::order::{Action, Branch, Order, Target};
use crate::language::order_text;
use crate::perception::view::{OwnCharacter, SkillCard};

impl Checker<'_> {
    /// Checks the targets and location of a skill with long reach.
    pub(super) fn check_location_of_use(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        for branch in &order.body.branches {
            for action in &branch.actions {
                let Some((card, targets)) = long_reach_use(action, actor) else { continue };
                if let Some(location) = find_location_of_use(branch, action, words) {
                    self.reject_here_or_there(card, targets, location, action);
                }
                for target in targets {
                    self.warn_of_out_of_sight(target, action, actor);
                }
            }
        }
    }

    /// `If Berserker is in Foundry, attack him`: warns of an attack on somebody at another location.
    pub(super) fn warn_of_attack_elsewhere(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        if order.after_move {
            return;
        }
        for branch in &order.body.branches {
            let statements = branch.guards.iter().flat_map(|guard| match guard {
                Condition::All(parts) => parts.iter().collect(),
                one => vec![one],
            });
            let places_asked = statements.filter_map(|statement| match statement {
                Condition::Is(Predicate::IsIn(Who::Named(who), Some(location))) => Some((who, location)),
                _ => None,
            });
            let elsewhere =
                places_asked.into_iter().find(|(_, location)| !canonical_names::same_name(&location.text, &actor.at));
            let Some((who, location)) = elsewhere else { continue };
            let is_sought = |target: &Target<Written>| match target {
                Target::Character(Who::Named(name)) => canonical_names::same_name(&name.text, &who.text),
                Target::Character(whom) => *whom == Who::Antecedent,
                Target::Location(_) | Target::Here => false,
            };
            for action in &branch.actions {
                let is_short_range_attack = is_attack(&action.kind, actor) && long_reach_use(action, actor).is_none();
                if is_short_range_attack && action.kind.targets().iter().any(is_sought) {
                    let message = format!(
                        "`{}` is struck only where `{}` is, which is `{}` and not `{}`",
                        who.text, actor.name, actor.at, location.text
                    );
                    let note = format!("move there, and write below it: `If {} is here, …`", who.text);
                    self.push_warning(codes::OUT_OF_SIGHT, action.span, message).notes.push(note);
                }
            }
        }
    }

    /// `Move to Bridge. Attack Lancer at the Park.`: rejects an order below a move that names the first round or the
    /// place that the move leaves. Below a move, everything is done in the second round.
    pub(super) fn reject_time_before_move(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        const FIRST_ROUND: [&str; 4] = ["first round", "first combat round", "round one", "round 1"];
        const STATES: [&str; 6] = ["am", "i'm", "is", "are", "if", "still"];
        if !order.after_move {
            return;
        }
        let words = words.to_lowercase();
        let asks_where_it_was = |condition: &Condition<Written>| {
            let is_there = |said: &Predicate<Written>| matches!(said, Predicate::IsIn(Who::User, Some(at)) if canonical_names::same_name(&at.text, &actor.at));
            condition.statements().into_iter().any(is_there)
        };
        let names_old_place =
            order.body.conditions().any(asks_where_it_was) && !STATES.iter().any(|word| has_words(&words, word));
        // `Use Mend on Rin here.`, `If Lancer is still here, …`, `In the first Support Phase, …`
        let asks_here = order.body.conditions().flat_map(Condition::statements).any(asks_who_is_here);
        let says_old_place = has_words(&words, "here") && !asks_here
            || ["still here", "no longer here"].iter().any(|place| has_words(&words, place));
        let names_first_phase = ["instant", "support", "attacking", "prepared"]
            .iter()
            .any(|phase| has_words(&words, &format!("first {phase}")) || has_words(&words, &format!("1st {phase}")));
        let names_first_round = names_first_phase || FIRST_ROUND.iter().any(|round| has_words(&words, round));
        if names_old_place || says_old_place || names_first_round {
            let message = "below the move this comes in the second round, where the move leads";
            self.push_error(codes::WHOSE_TIME, order.span, message)
                .notes
                .push("what is done before the move stands above it".to_owned());
        }
    }

    /// `Use Marked Sheriff on Saber at the Bridge`: rejects a location that could be the user's or the target's.
    fn reject_here_or_there(
        &mut self,
        card: &SkillCard,
        targets: &[Target<Written>],
        location: &Name,
        action: &Action<Written>,
    ) {
        let Some(target) = targets.iter().find(|target| matches!(target, Target::Character(Who::Named(_)))) else {
            return;
        };
        let (target, name) = (order_text::target_text(target), card.names.first().map_or("this", String::as_str));
        let use_words = order_text::action_kind_text(&action.kind);
        let done = use_words.strip_prefix("Use ").map_or_else(|| use_words.clone(), |rest| format!("use {rest}"));
        let message = format!(
            "`{name}` reaches other locations: is it used from `{}`, or only if `{target}` is there?",
            location.text
        );
        let fault = self.push_error(codes::HERE_OR_THERE, location.span, message);
        fault.notes.push(format!("write `If I am in {}, {done}.`", location.text));
        fault.notes.push(format!("write `If {target} is in {}, {done}.`", location.text));
    }

    /// `Use Marked Sheriff on an opponent in the Bridge`: warns that words without a name only find people in sight
    /// (A148).
    fn warn_of_out_of_sight(&mut self, target: &Target<Written>, action: &Action<Written>, actor: &OwnCharacter) {
        let Target::Character(Who::Any(group) | Who::Every(group) | Who::UpTo(_, group)) = target else { return };
        let elsewhere = group.filters.iter().find_map(|filter| match filter {
            Filter::In(location) if !canonical_names::same_name(&location.text, &actor.at) => Some(location),
            _ => None,
        });
        if let Some(location) = elsewhere {
            let message = format!(
                "words without a name find those in sight alone: nobody in `{}`, unless `{}` is there then (A148)",
                location.text, actor.name
            );
            self.push_warning(codes::OUT_OF_SIGHT, action.span, message)
                .notes
                .push("of somebody elsewhere write the name, as your packet has it".to_owned());
        }
    }
}

/// The card and the targets of a use that reaches other locations; `None` for other actions.
fn long_reach_use<'a>(
    action: &'a Action<Written>,
    actor: &'a OwnCharacter,
) -> Option<(&'a SkillCard, &'a [Target<Written>])> {
    let card = used_card(&action.kind, actor)?;
    card.reaches_elsewhere.then_some((card, action.kind.targets()))
}

/// The location that an order names beside the action: `… at the Bridge`, but not `If I am at the Bridge, …`.
fn find_location_of_use<'a>(branch: &'a Branch<Written>, action: &Action<Written>, words: &str) -> Option<&'a Name> {
    const SAID_OF_ONESELF: [&str; 8] = [" am ", "'m ", "’m ", " are ", "'re ", "’re ", " is ", " reach"];
    let location = branch.guards.iter().find_map(|guard| match guard {
        Condition::Is(Predicate::IsIn(Who::User, Some(location))) => Some(location),
        _ => None,
    })?;
    let (action_span, place_span) = (action.span, location.span);
    let is_within_action = action_span.start <= place_span.start && place_span.end <= action_span.end;
    // A sentence that was reworded has only one span, so its words must tell.
    let lower = words.to_lowercase();
    let is_reworded = action_span == place_span
        && !SAID_OF_ONESELF.iter().any(|phrase| lower.contains(phrase))
        && !lower.starts_with("at ")
        && !lower.starts_with("in ")
        && !lower.starts_with(&location.text.to_lowercase());
    ((is_within_action && action_span != place_span) || is_reworded).then_some(location)
}

/// Whether a statement asks who is in the actor's own location.
const fn asks_who_is_here(statement: &Predicate<Written>) -> bool {
    matches!(statement, Predicate::IsIn(_, None) | Predicate::Count(_, _, _, None))
}
