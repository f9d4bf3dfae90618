//! Orders that cannot or should not be combined: limits of a character's Turn, location and purse.
//!
//! Each is a warning: the order stands, and the Night decides what comes of it. More Command Spells than are left are
//! an error if no condition could spare them (A262).

use super::action_checks::{is_attack, planned_phase, used_card};
use super::canonical_names::{find_card, find_skill_card};
use super::own_side::own_person;
use super::plan::phase_of_action;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Branch, Offer, Order};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::{OwnCharacter, SkillCard, View};
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::skill_type::SkillType;

/// An order with one of its unconditional actions.
pub(super) type SureAction<'o> = (&'o Order<Written>, &'o Action<Written>);

/// Whether an action waits for no event.
fn is_unconditional(order: &Order<Written>, action: &Action<Written>) -> bool {
    order.body.read_at.awaited.is_none() && action.delay.awaited.is_none()
}

/// Whether an action is its actor's own movement.
fn is_move(action: &Action<Written>) -> bool {
    matches!(action.kind, ActionKind::Move(_) | ActionKind::Flee(_))
}

/// The number of Command Spells that a branch uses.
fn count_spells(branch: &Branch<Written>) -> u32 {
    let spells = branch.actions.iter().filter(|action| matches!(action.kind, ActionKind::Command { .. })).count();
    u32::try_from(spells).unwrap_or(u32::MAX)
}

impl Checker<'_> {
    /// Runs the checks that need all orders of a character.
    pub(super) fn check_conflicts(
        &mut self,
        orders: &[&Order<Written>],
        sure: &[SureAction<'_>],
        actor: &OwnCharacter,
    ) {
        self.check_command_spells(orders, actor);
        self.check_move_action(sure, actor);
        self.warn_of_conditional_moves(orders);
        self.warn_turn_action_after_move(orders, sure, actor);
        self.warn_stay_beside_move(sure);
        self.warn_acts_in_spirit_form(sure, actor);
        self.warn_of_one_purchase(orders);
        for order in orders {
            for action in order.body.actions() {
                self.warn_of_missing_facility(order, action, actor);
            }
        }
    }

    /// Checks the number of a Master's Command Spells, including those under conditions (R137, R157, A262).
    fn check_command_spells(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let left = actor.command_spells;
        if actor.kind != SheetKind::Master || left == 0 {
            return;
        }
        let (mut sure, mut all) = (0_u32, 0_u32);
        let mut has_warned = false;
        for order in orders {
            let max_spells = order.body.branches.iter().map(count_spells).max().unwrap_or(0);
            if max_spells == 0 {
                continue;
            }
            let first = order.body.branches.first();
            let certain = first.filter(|branch| branch.guards.is_empty()).map_or(0, |branch| {
                let certain = branch.actions.iter().filter(|action| {
                    matches!(action.kind, ActionKind::Command { .. }) && is_unconditional(order, action)
                });
                u32::try_from(certain.count()).unwrap_or(u32::MAX)
            });
            let span = find_command_span(order).unwrap_or(order.span);
            let name = &actor.name;
            if certain > 0 && sure.saturating_add(certain) > left {
                let message = if left == 1 {
                    format!("`{name}` has 1 Command Spell left, and an order above takes it (A262)")
                } else {
                    format!("`{name}` has {left} Command Spells left, and the orders above take them (A262)")
                };
                self.push_error(codes::TOO_MANY_SPELLS, span, message)
                    .notes
                    .push("an order on a condition may stand beside it: `If C, command …`".to_owned());
                self.faulty.push(order.number);
                continue;
            }
            let previous_total = all;
            (sure, all) = (sure.saturating_add(certain), all.saturating_add(max_spells));
            if all >= left && previous_total < left && !has_warned {
                has_warned = true;
                let message = if sure >= left {
                    format!(
                        "THIS IS `{name}`'S LAST COMMAND SPELL: every contract of `{name}`'s breaks with it, and `{name}` is disqualified (R137, R157)"
                    )
                } else {
                    format!(
                        "if all that is ordered comes, this is `{name}`'s last Command Spell: every contract of `{name}`'s breaks with it, and `{name}` is disqualified (R137, R157)"
                    )
                };
                self.push_warning(codes::LAST_SPELL, span, message);
            }
            if all > left && previous_total >= left {
                let message = format!(
                    "with those above this may be one Command Spell more than `{name}` has left, {left}: what is above is not carried out (A262)"
                );
                self.push_warning(codes::SPELLS_RUN_OUT, span, message);
            }
        }
    }

    /// Warns of a second use of the one Move Action of a Turn, by a move or by a skill that costs it (R085, R273).
    fn check_move_action(&mut self, sure: &[SureAction<'_>], actor: &OwnCharacter) {
        let mut spender: Option<(String, bool)> = None;
        for (_, action) in sure {
            let is_movement = matches!(action.kind, ActionKind::Move(_) | ActionKind::Flee(_));
            let costs_move = |card: &SkillCard| card.cost.takes_move_action;
            let uses_move =
                matches!(action.kind, ActionKind::Use { .. }) && used_card(&action.kind, actor).is_some_and(costs_move);
            let times = if uses_move { action.kind.facts().times.at_most() } else { u32::from(is_movement) };
            if times == 0 {
                continue;
            }
            match &spender {
                // Two moves are reported elsewhere.
                Some((first, moved)) if !(is_movement && *moved) => {
                    let message = format!("`{first}` spends the Move Action, and this needs it: one a Turn (R085)");
                    self.push_warning(codes::SECOND_ACTION, action.span, message);
                }
                Some(_) => {}
                None if times > 1 => {
                    self.push_warning(
                        codes::SECOND_ACTION,
                        action.span,
                        "each use takes the Move Action: one a Turn (R085)",
                    );
                }
                None => {}
            }
            spender.get_or_insert_with(|| (order_text::action_kind_text(&action.kind), is_movement));
        }
    }

    /// Warns of a second unconditional move, which may come from another character's order (`Move to Bridge with
    /// Lancer`). The warning says which move is made (R273).
    pub(super) fn warn_of_second_moves(&mut self, sure: &[SureAction<'_>], actor: &OwnCharacter) {
        let mut moves = sure.iter().filter(|(_, action)| is_move(action));
        let Some((order, first)) = moves.next() else { return };
        for (_, action) in moves {
            let (name, made_move, number) = (&actor.name, order_text::action_kind_text(&first.kind), order.number);
            let message = match order_text::action_kind_text(&action.kind) == made_move {
                true => format!("`{made_move}` of order {number} once more: `{name}` makes one move a Turn (R273)"),
                false => format!(
                    "a second move of `{name}`, beside `{made_move}` of order {number}: the first of them that can be made \
                     is made, one a Turn (R273)"
                ),
            };
            self.push_warning(codes::SECOND_ACTION, action.span, message);
        }
    }

    /// `If C, move to Bridge. If D, move to Church.`: warns of two moves whose conditions could both hold (R273).
    fn warn_of_conditional_moves(&mut self, orders: &[&Order<Written>]) {
        let moves: Vec<_> = orders
            .iter()
            .flat_map(|order| order.body.branches.iter().map(move |branch| (*order, branch)))
            .filter_map(|(order, branch)| Some((order, branch, branch.actions.iter().find(|action| is_move(action))?)))
            .collect();
        for (index, (order, branch, action)) in moves.iter().enumerate() {
            let other = moves.iter().take(index).find(|(earlier, other_branch, _)| {
                // Two unconditional moves are reported in any case.
                let both_unconditional = branch.guards.is_empty() && other_branch.guards.is_empty();
                earlier.number != order.number
                    && !both_unconditional
                    && !exclude_each_other(&other_branch.guards, &branch.guards)
            });
            if let Some((.., first)) = other {
                let words = order_text::action_kind_text(&first.kind);
                let message = format!("`{words}` may come too: then one of the two moves is made, one a Turn (R273)");
                self.push_warning(codes::SECOND_ACTION, action.span, message)
                    .notes
                    .push("of two moves one is made so: `If C, move to L; otherwise, move to M.`".to_owned());
            }
        }
    }

    /// Warns that a Master who has moved cannot use the Turn Action for an attack in the first Turn of a battle (R256).
    fn warn_turn_action_after_move(
        &mut self,
        orders: &[&Order<Written>],
        sure: &[SureAction<'_>],
        actor: &OwnCharacter,
    ) {
        let is_plain_move = |action: &Action<Written>| matches!(action.kind, ActionKind::Move(_));
        let moved = sure.iter().any(|(order, action)| is_plain_move(action) && is_unconditional(order, action));
        if actor.kind != SheetKind::Master || actor.turns_in_battle > 0 || !moved {
            return;
        }
        let takes_turn = |kind: &ActionKind<Written>| {
            let ActionKind::Use { skill, .. } = kind else { return false };
            find_skill_card(actor, &skill.text).is_some_and(|card| {
                let is_surprise = card.kind == SkillType::SurpriseAttack;
                (card.cost.takes_turn_action || card.cost.ap > 0 || card.cost.sp > 0) && !is_surprise
            })
        };
        for order in orders.iter().filter(|order| order.after_move) {
            for action in order.body.actions().filter(|a| takes_turn(&a.kind) && is_attack(&a.kind, actor)) {
                let message = "in the first Turn of a battle a Master who has moved cannot use the Turn Action (R256)";
                self.push_warning(codes::FIRST_TURN, action.span, message)
                    .notes
                    .push("what stands above the move, or in its place, is used".to_owned());
            }
        }
    }

    /// `Move to Bridge. If Lancer is there, stay; otherwise, attack Illya`: rejects a choice between movement and a
    /// later action, because its condition would be asked before the arrival.
    pub(super) fn reject_choice_before_arrival(&mut self, order: &Order<Written>) {
        let is_move_or_stay = |action: &Action<Written>| is_move(action) || action.kind == ActionKind::Stay;
        let movement = order.body.actions().find(|action| is_move_or_stay(action));
        let early = movement.filter(|_| order.after_move && order.body.chooses_once());
        if let Some(early) = early.filter(|_| !order.body.actions().all(is_move_or_stay)) {
            let words = order_text::action_kind_text(&early.kind);
            let message =
                format!("`{words}` is for the Movement Phase: what it hangs on would be asked before the move");
            let diagnostic = self.push_error(codes::WHOSE_TIME, early.span, message);
            diagnostic
                .notes
                .push("whoever has moved stays there: say what else is done, and when (`If C, A.`)".to_owned());
        }
    }

    /// Rejects conditions of a move whose words name another time than the Movement Phase, in which they are asked:
    /// `Flee if Rin stays here` (before or after anybody moves?), `Flee if I have less than 100 Health when Lancer
    /// attacks me`.
    pub(super) fn reject_move_asked_at_another_time(&mut self, order: &Order<Written>, words: &str) {
        let Some(action) = order.body.actions().find(|action| is_move(action)) else { return };
        let words = words.to_lowercase();
        let words: Vec<&str> = words.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        let contains_any = |all: &[&str]| all.iter().any(|word| words.contains(word));
        let statements = || order.body.conditions().flat_map(Condition::statements);
        let asks_location =
            statements().any(|statement| matches!(statement, Predicate::IsIn(..) | Predicate::IsWith(..)));
        let asks_event = statements().any(|statement| statement.deed().is_some());
        let asks_state = statements().any(|statement| statement.deed().is_none());
        // `If Lancer is here, stay; otherwise, move to Bridge`: that is the order's own `stay`.
        // Whoever goes along has no part in the writer's.
        let never_stays = order.asker.is_none() && order.body.actions().all(|action| action.kind != ActionKind::Stay);
        let fault = if asks_location
            && never_stays
            && contains_any(&["stays", "stay", "stayed", "remains", "remain", "remained"])
        {
            "`stays`: is that asked before anybody moves, or afterwards?"
        } else if asks_event && asks_state && contains_any(&["when", "while", "once", "whenever"]) {
            "a move asks its whole condition in the Movement Phase, not when the event happens"
        } else {
            return;
        };
        let note = "write what is to be so in the Movement Phase: `if Rin is here`, `if Lancer has attacked me and I have \
                    less than 100 Health`";
        self.push_error(codes::WHOSE_TIME, action.span, fault).notes.push(note.to_owned());
    }

    /// `Move to Bridge. Stay.`: warns of a stay beside a move.
    fn warn_stay_beside_move(&mut self, sure: &[SureAction<'_>]) {
        let departure = sure.iter().find(|(_, a)| matches!(a.kind, ActionKind::Move(_) | ActionKind::Flee(_)));
        let stay = sure.iter().find(|(_, a)| a.kind == ActionKind::Stay);
        if let (Some((_, goes)), Some((_, stays))) = (departure, stay) {
            let words = order_text::action_kind_text(&goes.kind);
            self.push_warning(
                codes::STAYS_AND_GOES,
                stays.span,
                format!("`{words}` stands too, and is carried out: this stays nowhere"),
            )
            .notes
            .push("of two orders one is done so: `If C, stay; otherwise, move to L.`".to_owned());
        }
    }

    /// Warns of skills used in Spirit Form, which are not carried out (R247).
    fn warn_acts_in_spirit_form(&mut self, sure: &[SureAction<'_>], actor: &OwnCharacter) {
        let is_commanded = self.sent_to_spirit_form.iter().any(|name| canonical_names::same_name(name, &actor.name));
        let mut spirit_form_since = is_commanded.then_some((Phase::Instant, "a Command Spell"));
        let mut steps: Vec<(Phase, &Action<Written>)> =
            sure.iter().filter_map(|(order, action)| Some((phase_of_action(order, action, actor)?, *action))).collect();
        // In the order of execution: by phase, then from top to bottom.
        steps.sort_by_key(|(phase, _)| *phase);
        for (phase, action) in steps {
            match &action.kind {
                ActionKind::EnterSpiritForm if spirit_form_since.is_none() && !actor.is_in_spirit_form => {
                    spirit_form_since = Some((phase, "an order"))
                }
                ActionKind::LeaveSpiritForm => spirit_form_since = None,
                ActionKind::Use { .. } | ActionKind::Attack { .. } if planned_phase(&action.kind, actor).is_some() => {
                    if let Some((from, by)) = spirit_form_since {
                        let message = format!(
                            "by {by} `{}` is in Spirit Form from the {} on: this comes after it and is not used (R247)",
                            actor.name,
                            from.name()
                        );
                        self.push_warning(codes::SPIRIT_FORM, action.span, message);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether two lists of guards cannot both hold, because one asserts what the other denies.
fn exclude_each_other(one: &[Condition<Written>], other: &[Condition<Written>]) -> bool {
    let is_denial =
        |a: &Condition<Written>, b: &Condition<Written>| matches!(a, Condition::Not(inner) if **inner == *b);
    one.iter().any(|a| other.iter().any(|b| is_denial(a, b) || is_denial(b, a)))
}

/// The CP that an order costs besides the costs of skills; `None` if it costs none or the price is not known.
pub(super) fn cp_price(kind: &ActionKind<Written>, checker: &Checker<'_>) -> Option<Exact> {
    match kind {
        ActionKind::Buy { item, count } => {
            find_card(&checker.view.items, &item.text)?.price?.times(Exact::from(*count)).ok()
        }
        ActionKind::AskIgm(Offer::CombatPoints(amount))
        | ActionKind::Request { offer: Some(Offer::CombatPoints(amount)), .. } => Some(*amount),
        // These two are paid in CP only, at the prices of the book (R328).
        ActionKind::Request { service, offer: None, .. }
            if canonical_names::same_name(&service.text, "Fast Healing") =>
        {
            Some(Exact::whole(150))
        }
        ActionKind::Request { service, offer: None, .. }
            if canonical_names::same_name(&service.text, "True Healing") =>
        {
            Some(Exact::whole(300))
        }
        _ => None,
    }
}

fn find_command_span(order: &Order<Written>) -> Option<Span> {
    let mut actions = order.body.actions();
    actions.find(|action| matches!(action.kind, ActionKind::Command { .. })).map(|action| action.span)
}

/// The Servants whom these orders unconditionally command into Spirit Form.
pub(super) fn find_sent_to_spirit_form(orders: &[Order<Written>], own: &[OwnCharacter]) -> Vec<String> {
    let sure = orders.iter().filter(|o| o.body.branches.first().is_some_and(|b| b.guards.is_empty()));
    let actions = sure.flat_map(|o| o.body.branches.iter().take(1).flat_map(|b| &b.actions).map(move |a| (o, a)));
    actions
        .filter(|(order, action)| is_unconditional(order, action))
        .filter_map(|(order, action)| match &action.kind {
            ActionKind::Command { servant, spell, .. }
                if canonical_names::same_name(&spell.text, "Take on Spirit Form!") =>
            {
                match servant {
                    Who::Named(name) => Some(name.text.clone()),
                    _ => own
                        .iter()
                        .find(|o| canonical_names::same_name(&o.name, &order.actor.text))
                        .and_then(|o| o.servants.first().cloned()),
                }
            }
            _ => None,
        })
        .collect()
}

/// The characters who are ordered or commanded to leave Spirit Form under any condition, so that they may use skills
/// later.
pub(super) fn find_leaving_spirit_form(orders: &[Order<Written>], view: &View) -> Vec<String> {
    let commanded = |order: &Order<Written>, servant: &Who<Written>| {
        let actor = view.own(&order.actor.text)?;
        own_person(servant, actor, view).map(|own| own.name.clone())
    };
    let actions = orders.iter().flat_map(|o| o.body.actions().map(move |a| (o, a)));
    actions
        .filter_map(|(order, action)| match &action.kind {
            ActionKind::LeaveSpiritForm => Some(order.actor.text.clone()),
            ActionKind::Command { servant, spell, .. }
                if canonical_names::same_name(&spell.text, "Leave Spirit Form!") =>
            {
                commanded(order, servant)
            }
            _ => None,
        })
        .collect()
}
