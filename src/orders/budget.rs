//! Checks all orders of one character together: what one Turn allows and what it costs.
//!
//! The sums cover only orders without a condition, because only the Night decides which branch applies. An action that
//! cannot be paid for is not used, so a sum that is too high is a warning. Two orders that exclude each other in any
//! Night are an error.

use super::action_checks::basic_attack;
use super::canonical_names::card;
use super::contract_checks::goes_with_full_turn;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Resource, Written};
use crate::language::order::{Action, ActionKind, Order, Times};
use crate::language::orders::keeps_points;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::exact::Exact;
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
    first_turn: u32,
}

/// The points of an additional payment, multiplied by the number of uses.
fn check_points(amount: Exact, times: u32) -> u32 {
    u32::try_from(amount.floor()).unwrap_or(u32::MAX).saturating_mul(times)
}

impl Checker<'_> {
    /// Runs all checks that need all orders of a character.
    pub(super) fn check_turn(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let sure: Vec<(&Order<Written>, &Action<Written>)> = orders
            .iter()
            .filter(|o| o.body.branches.first().is_some_and(|b| b.guards.is_empty()))
            .flat_map(|o| o.body.branches.iter().take(1).flat_map(|b| &b.actions).map(move |a| (*o, a)))
            .collect();
        self.reject_beside_full_turn(&sure, actor);
        let beyond_one = |is: fn(&ActionKind<Written>) -> bool| sure.iter().filter(move |(_, a)| is(&a.kind)).skip(1);
        for (order, action) in beyond_one(|kind| matches!(kind, ActionKind::Scout(_))) {
            self.push_error(codes::SECOND_SCOUT, action.span, "a second scouting: one a day (R235)");
            self.faulty.push(order.number);
        }
        self.second_moves(&sure, actor);
        self.check_conflicts(orders, &sure, actor);
        let mut sum = TurnCost::default();
        for (_, action) in &sure {
            self.add_cost(&mut sum, action, actor);
        }
        let last = sure.iter().rev().map(|(_, action)| action.span).next();
        if let Some(last) = last.filter(|_| keeps_points(self.text) && actor.ap > 0 && sum.ap == actor.ap) {
            let message = format!("the orders up to here take all {} AP of `{}`: none is kept", actor.ap, actor.name);
            self.push_warning(codes::NOT_ENOUGH_AP, last, message);
        }
    }

    /// A Full Turn skill allows no other action except scouting (R088, A047). The earlier order stands; the later one
    /// is rejected.
    fn reject_beside_full_turn(&mut self, sure: &[(&Order<Written>, &Action<Written>)], actor: &OwnCharacter) {
        let full = |kind: &ActionKind<Written>| match kind {
            ActionKind::Use { skill, times, .. } if card(actor, &skill.text).is_some_and(|c| c.cost.full_turn) => {
                Some((skill.text.clone(), times.most()))
            }
            _ => None,
        };
        let mut taken: Option<String> = None;
        let mut acted = false;
        for (order, action) in sure.iter().filter(|(_, a)| {
            !matches!(a.kind, ActionKind::Scout(_) | ActionKind::Stay) && !goes_with_full_turn(&a.kind)
        }) {
            let message = match (full(&action.kind), &taken) {
                (_, Some(skill)) => {
                    format!("`{skill}` takes the whole Turn: nothing but scouting goes with it (R088)")
                }
                (Some((skill, _)), None) if acted => {
                    format!("`{skill}` takes the whole Turn, and another action stands before it (R088)")
                }
                (Some((skill, times)), None) if times > 1 => {
                    format!("`{skill}` takes the whole Turn: it can be used once (R088)")
                }
                (Some((skill, _)), None) => {
                    taken = Some(skill);
                    continue;
                }
                (None, None) => {
                    acted = true;
                    continue;
                }
            };
            self.push_error(codes::FULL_TURN, action.span, message);
            self.faulty.push(order.number);
        }
    }

    /// Adds an action's cost, and warns where the sum first exceeds what the character has.
    fn add_cost(&mut self, sum: &mut TurnCost, action: &Action<Written>, actor: &OwnCharacter) {
        let (cost, kind, times, paying) = match &action.kind {
            ActionKind::Use { skill, times, paying, .. } => match card(actor, &skill.text) {
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
            kind => match super::conflicts::price(kind, self) {
                Some(price) => {
                    let before = *sum;
                    sum.cp += price;
                    return self.check_amounts(sum, &before, actor, action.span);
                }
                None => return,
            },
        };
        let before = *sum;
        let times = match times {
            Times::Exactly(times) => times,
            // It takes whatever is left.
            Times::AsOftenAsPossible => 1,
        };
        let n = Exact::from(times);
        let product = |a: Exact| a.times(n).unwrap_or(Exact::ZERO);
        sum.ap = sum.ap.saturating_add(cost.ap.saturating_mul(times));
        sum.sp = sum.sp.saturating_add(cost.sp.saturating_mul(times));
        // A skill that is free by design takes no Turn Action (A044).
        let takes_turn = actor.kind == SheetKind::Master && (cost.ap > 0 || cost.sp > 0);
        if cost.turn_action || takes_turn {
            sum.turn_actions = sum.turn_actions.saturating_add(times);
        }
        sum.mana += product(cost.mana);
        sum.health += product(cost.health);
        sum.cp += product(cost.cp);
        match paying {
            Some((amount, Resource::Mana)) => sum.mana += product(amount),
            Some((amount, Resource::Health)) => sum.health += product(amount),
            Some((amount, Resource::CombatPoints)) => sum.cp += product(amount),
            Some((amount, Resource::ActionPoints)) => sum.ap = sum.ap.saturating_add(check_points(amount, times)),
            Some((amount, Resource::SupportPoints)) => sum.sp = sum.sp.saturating_add(check_points(amount, times)),
            Some((_, Resource::CommandSpells)) | None => {}
        }
        if kind != SkillType::SurpriseAttack
            && !matches!(action.kind, ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm)
        {
            let spent = cost.ap.saturating_add(cost.sp).saturating_mul(times);
            self.check_first_turn(sum, spent, actor, action.span);
        }
        self.check_points(sum, &before, actor, action.span);
        self.check_amounts(sum, &before, actor, action.span);
    }

    fn check_points(&mut self, sum: &TurnCost, before: &TurnCost, actor: &OwnCharacter, span: Span) {
        if actor.kind == SheetKind::Master {
            if sum.turn_actions > 1 && before.turn_actions <= 1 {
                self.push_warning(
                    codes::SECOND_ACTION,
                    span,
                    "a Master has one Turn Action: of two the one whose place comes first is used (R084)",
                );
            }
            return;
        }
        if sum.ap > actor.ap && before.ap <= actor.ap {
            let message = format!("the orders up to here need {} AP; `{}` has {}", sum.ap, actor.name, actor.ap);
            self.push_warning(codes::NOT_ENOUGH_AP, span, message)
                .notes
                .push("what cannot be paid for is not used; an AGI bonus may add 1 AP (R039)".to_owned());
        }
        if sum.sp > 1 && before.sp <= 1 {
            let message = format!("the orders up to here need {} SP; a Turn gives 1 (R078)", sum.sp);
            self.push_warning(codes::NOT_ENOUGH_AP, span, message);
        }
    }

    fn check_amounts(&mut self, sum: &TurnCost, before: &TurnCost, actor: &OwnCharacter, span: Span) {
        let name = &actor.name;
        let servant = actor.kind == SheetKind::Servant;
        if sum.mana > actor.mana && before.mana <= actor.mana {
            let message = format!("the orders up to here need {} Mana; `{name}` has {} now", sum.mana, actor.mana);
            self.push_warning(codes::NOT_ENOUGH_MANA, span, message);
        } else if servant && sum.mana == actor.mana && before.mana < actor.mana {
            let message =
                format!("the orders up to here take all of `{name}`'s Mana: a Servant without Mana dies (R022)");
            self.push_warning(codes::WOULD_KILL, span, message);
        }
        if sum.health >= actor.health && before.health < actor.health {
            let message = format!("the orders up to here take all of `{name}`'s Health (R014)");
            self.push_warning(codes::WOULD_KILL, span, message);
        }
        let purse = match &actor.master {
            Some(master) => self.view.own.iter().find(|o| canonical_names::same_name(&o.name, master)).map(|o| o.cp),
            None => Some(actor.cp),
        };
        if let Some(purse) = purse
            && sum.cp > purse
            && before.cp <= purse
        {
            let message = format!("the orders up to here need {} CP; there are {purse}", sum.cp);
            self.push_warning(codes::NOT_ENOUGH_MANA, span, message);
        }
    }

    /// Warns of more than 1 AP or 1 SP of skills in a Servant's first Turn of a battle (R254).
    fn check_first_turn(&mut self, sum: &mut TurnCost, spent: u32, actor: &OwnCharacter, span: Span) {
        let before = sum.first_turn;
        sum.first_turn = before.saturating_add(spent);
        if sum.first_turn > 1 && before <= 1 && actor.kind == SheetKind::Servant && actor.turns_in_battle == 0 {
            self.push_warning(
                codes::FIRST_TURN,
                span,
                "in the first Turn of a battle only 1 AP or 1 SP can be used in skills (R254)",
            )
            .notes
            .push("if this Turn begins one, what goes beyond that is not used".to_owned());
        }
    }
}
