//! Checks all orders of one character together: what one Turn allows and what it costs.
//!
//! The sums cover only orders without a condition, because only the Night decides which branch applies. An action that
//! cannot be paid for is not used, so a sum that is too high is a warning. Two orders that exclude each other in any
//! Night are an error.

use super::action_checks::basic_attack;
use super::canonical_names::find_skill_card;
use super::contract_checks::goes_with_full_turn;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Resource, Written};
use crate::language::order::{Action, ActionKind, Order, Times};
use crate::language::orders::says_points_are_kept;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::points::Points;
use crate::vocabulary::skill_type::SkillType;

/// The total cost of a character's unconditional orders.
#[derive(Clone, Copy, Default)]
struct TurnCost {
    ap: u32,
    sp: u32,
    turn_actions: u32,
    mana: Exact,
    health: Exact,
    cp: Exact,
    /// AP and SP of the skills that the first Turn of a battle limits.
    first_turn_points: Points,
}

/// The points of an additional payment, multiplied by the number of uses.
fn total_points(amount: Exact, times: u32) -> u32 {
    u32::try_from(amount.floor()).unwrap_or(u32::MAX).saturating_mul(times)
}

impl Checker<'_> {
    /// Runs all checks that need all orders of a character.
    pub(super) fn check_turn(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let unconditional: Vec<(&Order<Written>, &Action<Written>)> = orders
            .iter()
            .filter(|o| o.body.branches.first().is_some_and(|b| b.guards.is_empty()))
            .flat_map(|o| o.body.branches.iter().take(1).flat_map(|b| &b.actions).map(move |a| (*o, a)))
            .collect();
        self.reject_beside_full_turn(&unconditional, actor);
        let after_first = |is_kind: fn(&ActionKind<Written>) -> bool| {
            unconditional.iter().filter(move |(_, a)| is_kind(&a.kind)).skip(1)
        };
        for (order, action) in after_first(|kind| matches!(kind, ActionKind::Scout(_))) {
            self.push_error(codes::SECOND_SCOUT, action.span, "a second scouting: one a day (R235)");
            self.faulty.push(order.number);
        }
        self.warn_of_second_moves(&unconditional, actor);
        self.check_conflicts(orders, &unconditional, actor);
        let mut sum = TurnCost::default();
        for (_, action) in &unconditional {
            self.add_cost(&mut sum, action, actor);
        }
        let last = unconditional.iter().rev().map(|(_, action)| action.span).next();
        if let Some(last) = last.filter(|_| says_points_are_kept(self.text) && actor.ap > 0 && sum.ap == actor.ap) {
            let message = format!("the orders up to here take all {} AP of `{}`: none is kept", actor.ap, actor.name);
            self.push_warning(codes::NOT_ENOUGH_AP, last, message);
        }
    }

    /// A Full Turn skill allows no other action except scouting (R088, A047). The earlier order stands; the later one
    /// is rejected.
    fn reject_beside_full_turn(&mut self, sure: &[(&Order<Written>, &Action<Written>)], actor: &OwnCharacter) {
        let full_turn_skill = |kind: &ActionKind<Written>| match kind {
            ActionKind::Use { skill, times, .. }
                if find_skill_card(actor, &skill.text).is_some_and(|c| c.cost.takes_full_turn) =>
            {
                Some((skill.text.clone(), times.at_most()))
            }
            _ => None,
        };
        let mut full_turn_order: Option<String> = None;
        let mut has_acted = false;
        for (order, action) in sure.iter().filter(|(_, a)| {
            !matches!(a.kind, ActionKind::Scout(_) | ActionKind::Stay) && !goes_with_full_turn(&a.kind)
        }) {
            let message = match (full_turn_skill(&action.kind), &full_turn_order) {
                (_, Some(skill)) => {
                    format!("`{skill}` takes the whole Turn: nothing but scouting goes with it (R088)")
                }
                (Some((skill, _)), None) if has_acted => {
                    format!("`{skill}` takes the whole Turn, and another action stands before it (R088)")
                }
                (Some((skill, times)), None) if times > 1 => {
                    format!("`{skill}` takes the whole Turn: it can be used once (R088)")
                }
                (Some((skill, _)), None) => {
                    full_turn_order = Some(skill);
                    continue;
                }
                (None, None) => {
                    has_acted = true;
                    continue;
                }
            };
            self.push_error(codes::FULL_TURN, action.span, message);
            self.faulty.push(order.number);
        }
    }

    /// Adds an action's cost, and warns where the sum first exceeds what the character has.
    fn add_cost(&mut self, total: &mut TurnCost, action: &Action<Written>, actor: &OwnCharacter) {
        let (cost, kind, times, paying) = match &action.kind {
            ActionKind::Use { skill, times, paying, .. } => match find_skill_card(actor, &skill.text) {
                Some(card) => (card.cost.clone(), card.kind, *times, *paying),
                None => return,
            },
            ActionKind::Attack { times, .. } => match basic_attack(actor) {
                Some(card) => (card.cost.clone(), card.kind, *times, None),
                None => return,
            },
            ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => {
                (Cost { sp: 1, ..Cost::default() }, SkillType::Support, Times::ONCE, None)
            }
            kind => match super::conflicts::cp_price(kind, self) {
                Some(price) => {
                    let before = *total;
                    total.cp += price;
                    return self.check_amounts(total, &before, actor, action.span);
                }
                None => return,
            },
        };
        let before = *total;
        let times = match times {
            Times::Exactly(times) => times,
            // It takes whatever is left.
            Times::AsOftenAsPossible => 1,
        };
        let factor = Exact::from(times);
        let product = |amount: Exact| amount.times(factor).unwrap_or(Exact::ZERO);
        total.ap = total.ap.saturating_add(cost.ap.saturating_mul(times));
        total.sp = total.sp.saturating_add(cost.sp.saturating_mul(times));
        // A skill that is free by design takes no Turn Action (A044).
        let takes_turn = actor.kind == SheetKind::Master && (cost.ap > 0 || cost.sp > 0);
        if cost.takes_turn_action || takes_turn {
            total.turn_actions = total.turn_actions.saturating_add(times);
        }
        total.mana += product(cost.mana);
        total.health += product(cost.health);
        total.cp += product(cost.cp);
        match paying {
            Some((amount, Resource::Mana)) => total.mana += product(amount),
            Some((amount, Resource::Health)) => total.health += product(amount),
            Some((amount, Resource::CombatPoints)) => total.cp += product(amount),
            Some((amount, Resource::ActionPoints)) => total.ap = total.ap.saturating_add(total_points(amount, times)),
            Some((amount, Resource::SupportPoints)) => total.sp = total.sp.saturating_add(total_points(amount, times)),
            Some((_, Resource::CommandSpells)) | None => {}
        }
        if kind != SkillType::SurpriseAttack
            && !matches!(action.kind, ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm)
        {
            let spent = Points { ap: cost.ap.saturating_mul(times), sp: cost.sp.saturating_mul(times) };
            self.check_first_turn(total, spent, actor, action.span);
        }
        self.check_points(total, &before, actor, action.span);
        self.check_amounts(total, &before, actor, action.span);
    }

    fn check_points(&mut self, total: &TurnCost, before: &TurnCost, actor: &OwnCharacter, span: Span) {
        if actor.kind == SheetKind::Master {
            if total.turn_actions > 1 && before.turn_actions <= 1 {
                self.push_warning(
                    codes::SECOND_ACTION,
                    span,
                    "a Master has one Turn Action: of two the one whose place comes first is used (R084)",
                );
            }
            return;
        }
        if total.ap > actor.ap && before.ap <= actor.ap {
            let message = format!("the orders up to here need {} AP; `{}` has {}", total.ap, actor.name, actor.ap);
            self.push_warning(codes::NOT_ENOUGH_AP, span, message)
                .notes
                .push("what cannot be paid for is not used; an AGI bonus may add 1 AP (R039)".to_owned());
        }
        if total.sp > 1 && before.sp <= 1 {
            let message = format!("the orders up to here need {} SP; a Turn gives 1 (R078)", total.sp);
            self.push_warning(codes::NOT_ENOUGH_AP, span, message);
        }
    }

    fn check_amounts(&mut self, total: &TurnCost, before: &TurnCost, actor: &OwnCharacter, span: Span) {
        let name = &actor.name;
        let servant = actor.kind == SheetKind::Servant;
        if total.mana > actor.mana && before.mana <= actor.mana {
            let message = format!("the orders up to here need {} Mana; `{name}` has {} now", total.mana, actor.mana);
            self.push_warning(codes::NOT_ENOUGH_MANA, span, message);
        } else if servant && total.mana == actor.mana && before.mana < actor.mana {
            let message =
                format!("the orders up to here take all of `{name}`'s Mana: a Servant without Mana dies (R022)");
            self.push_warning(codes::WOULD_KILL, span, message);
        }
        if total.health >= actor.health && before.health < actor.health {
            let message = format!("the orders up to here take all of `{name}`'s Health (R014)");
            self.push_warning(codes::WOULD_KILL, span, message);
        }
        let available_cp = match &actor.master {
            Some(master) => self.view.own.iter().find(|o| canonical_names::same_name(&o.name, master)).map(|o| o.cp),
            None => Some(actor.cp),
        };
        if let Some(purse) = available_cp
            && total.cp > purse
            && before.cp <= purse
        {
            let message = format!("the orders up to here need {} CP; there are {purse}", total.cp);
            self.push_warning(codes::NOT_ENOUGH_MANA, span, message);
        }
    }

    /// Warns of more than 1 AP or 1 SP of skills in a Servant's first Turn of a battle (R254).
    fn check_first_turn(&mut self, total: &mut TurnCost, spent: Points, actor: &OwnCharacter, span: Span) {
        let before = total.first_turn_points;
        total.first_turn_points = before.plus(spent);
        let allowed = actor.first_turn;
        let exceeds_now = !allowed.allows(total.first_turn_points) && allowed.allows(before);
        if exceeds_now && actor.kind == SheetKind::Servant && actor.turns_in_battle == 0 {
            let so_many = if allowed.is_the_rule() { "1 AP or 1 SP" } else { "1 AP and 1 SP" };
            self.push_warning(
                codes::FIRST_TURN,
                span,
                format!("in the first Turn of a battle only {so_many} can be used in skills (R254)"),
            )
            .notes
            .push("if this Turn begins one, what goes beyond that is not used".to_owned());
        }
    }
}
