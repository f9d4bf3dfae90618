//! Checks of single actions: what each kind of order allows.

use super::canonical_names::{find_card, find_skill_card};
use super::targets::is_self;
use super::{Checker, canonical_names, is_carried_out};
use crate::language::codes;
use crate::language::condition::{Condition, Name, Predicate, Relation, Resource, Who, Written};
use crate::language::condition_text::resource_name;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, LogicStatement, NaturalTime, Order, Target, Times, UsedThing};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::{OwnCharacter, PaymentCard, SkillCard};
use crate::sheet::SheetKind;
use crate::sheet::skill::is_choice;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::target::TargetKind;

/// The card of the skill or the basic attack that an action uses.
pub(super) fn used_card<'a>(kind: &ActionKind<Written>, actor: &'a OwnCharacter) -> Option<&'a SkillCard> {
    match kind.facts().uses? {
        UsedThing::Skill(skill) => find_skill_card(actor, &skill.text),
        UsedThing::BasicAttack => basic_attack(actor),
        UsedThing::Item(_) | UsedThing::Spell(_) => None,
    }
}

/// Whether an action is an attack: the basic attack, or a skill with damage.
pub(super) fn is_attack(kind: &ActionKind<Written>, actor: &OwnCharacter) -> bool {
    matches!(kind, ActionKind::Attack { .. }) || used_card(kind, actor).is_some_and(|card| card.damage.is_some())
}

/// Whether an action uses a skill that the character does not have, so that nobody knows whom it is for.
pub(super) fn uses_unknown_skill(kind: &ActionKind<Written>, actor: &OwnCharacter) -> bool {
    matches!(kind, ActionKind::Use { .. }) && used_card(kind, actor).is_none()
}

/// Whether the skill that is used affects only its user.
pub(super) fn affects_only_user(kind: &ActionKind<Written>, actor: &OwnCharacter) -> bool {
    used_card(kind, actor).is_some_and(|card| card.targets == [TargetKind::SelfTarget])
}

/// The card of a character's basic attack.
pub(super) fn basic_attack(actor: &OwnCharacter) -> Option<&SkillCard> {
    actor.skills.iter().find(|card| card.is_basic_attack)
}

/// The phase in which an action without a delay is carried out; `None` if it has no place of its own.
pub fn planned_phase(kind: &ActionKind<Written>, actor: &OwnCharacter) -> Option<Phase> {
    match kind.natural_time() {
        NaturalTime::Phase(phase) => Some(phase),
        NaturalTime::OfSkill(skill, paying) => {
            let card = find_skill_card(actor, &skill.text)?;
            let paid = card.payments.iter().find(|p| paying.is_some_and(|(amount, what)| p.is_paid_by(amount, what)));
            paid.and_then(|p| p.phase).or(card.phase)
        }
        NaturalTime::OfBasicAttack => basic_attack(actor)?.phase,
        NaturalTime::OfItem(item) if canonical_names::same_name(&item.text, "Teleporter") => Some(Phase::Movement),
        NaturalTime::OfItem(_) => Some(Phase::Support),
        NaturalTime::NextPhase => Some(Phase::Instant),
        NaturalTime::PhaseOnly(_) | NaturalTime::AtDeath | NaturalTime::AtOpening | NaturalTime::Never => None,
    }
}

impl Checker<'_> {
    /// Checks each action of an order by itself.
    pub(super) fn check_actions(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let in_branches =
            order.body.branches.iter().flat_map(|of| of.actions.iter().map(move |action| (action, &of.guards)));
        for (action, guards) in in_branches {
            if matches!(action.kind, ActionKind::Logic(LogicStatement::Gold(_))) {
                self.push_error(codes::GOLD, action.span, "gold text is the GM's alone (R400)");
                continue;
            }
            if let ActionKind::Logic(statement) = &action.kind {
                self.check_statement(order, action, statement, actor);
                continue;
            }
            if !is_carried_out(&action.kind) {
                let words = order_text::action_kind_text(&action.kind);
                let verb = words.split([':', ',']).next().unwrap_or(&words);
                self.push_error(codes::NOT_CARRIED_OUT, action.span, format!("`{verb}` is not carried out yet"))
                    .notes
                    .push("this version reads the order but its night does not know it: ask the GM".to_owned());
                continue;
            }
            let diagnostics_before = self.diagnostics.len();
            self.check_pronoun_targets(order, action, actor);
            self.check_transport(action, actor);
            self.check_action(action, guards, actor);
            // A forbidden target is not attacked, so no warning about allies is needed.
            if !self.diagnostics.iter().skip(diagnostics_before).any(Diagnostic::is_error) {
                self.warn_of_attack_on_own_side(action, actor);
            }
            self.check_delay(order, action, planned_phase(&action.kind, actor), actor);
        }
    }

    /// Rejects `as often as possible` for a skill without a cost that runs out.
    fn reject_endless_use(&mut self, action: &Action<Written>, actor: &OwnCharacter) {
        let is_endless = action.kind.facts().times == Times::AsOftenAsPossible;
        if used_card(&action.kind, actor).filter(|_| is_endless).is_some_and(|card| {
            card.cost.ap == 0 && card.cost.sp == 0 && !card.cost.takes_turn_action && !card.cost.takes_full_turn
        }) {
            self.push_error(codes::NO_END, action.span, "how often? this costs no Action Points")
                .notes
                .push("write `2 times`".to_owned());
        }
    }

    fn check_action(&mut self, action: &Action<Written>, guards: &[Condition<Written>], actor: &OwnCharacter) {
        let span = action.span;
        self.reject_endless_use(action, actor);
        match &action.kind {
            ActionKind::Scout(location) => self.warn_scout_after_battle(location, actor),
            ActionKind::Use { .. } | ActionKind::Attack { .. } => self.check_skill_use(action, actor),
            // An item that these orders buy or hand on may be held by then (A207).
            ActionKind::UseItem { item, .. } | ActionKind::Give { item, .. } | ActionKind::Drop(item)
                if !waits_to_hold(action, guards, item, actor)
                    && !actor
                        .items
                        .iter()
                        .chain(&self.acquired)
                        .any(|held| canonical_names::same_name(held, &item.text)) =>
            {
                let message = format!("`{}` does not hold `{}`", actor.name, item.text);
                self.push_error(codes::ITEM_NOT_HELD, item.span, message);
            }
            ActionKind::UseItem { item, targets, destination }
                if planned_phase(&action.kind, actor) != Some(Phase::Movement) =>
            {
                self.reject_item_on_others(item, targets, destination.as_ref(), actor, span);
            }
            ActionKind::Flee(destination) => {
                self.check_move(destination, actor);
                if actor.turns_in_battle == 0 {
                    self.push_warning(
                        codes::FLEE_TOO_EARLY,
                        span,
                        "a battle can be left from its second Turn on (R271)",
                    );
                }
            }
            ActionKind::Move(destination) => self.check_move(destination, actor),
            ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => {
                self.check_spirit_form(&action.kind, actor, span)
            }
            ActionKind::Command { servant, spell, object } => self.check_command(servant, spell, object, actor, span),
            ActionKind::Cancel(skill) => {
                self.warn_not_active(skill, actor);
                if find_skill_card(actor, &skill.text).is_some_and(|card| card.cost.upkeep.is_some()) {
                    let message = format!("`{}` has an upkeep: it ends by not paying that (R365)", skill.text);
                    self.push_error(codes::HAS_UPKEEP, skill.span, message)
                        .notes
                        .push(format!("write `Stop paying for {}.`, which is done in the Initial Phase", skill.text));
                }
            }
            ActionKind::StopPaying(skill) => {
                self.warn_not_active(skill, actor);
                if find_skill_card(actor, &skill.text).is_some_and(|card| card.cost.upkeep.is_none()) {
                    self.push_warning(codes::NOT_ACTIVE, skill.span, format!("`{}` has no upkeep", skill.text));
                }
            }
            ActionKind::Contract(step, with) => self.check_contract(*step, with, actor, span),
            ActionKind::Protect(with) => self.check_guards(with, actor, span),
            ActionKind::Pact(_, team) => self.check_other_team(team, actor, span),
            ActionKind::ConsumeCivilian if actor.kind != SheetKind::Servant => {
                self.push_error(codes::WRONG_TARGET_KIND, span, "a Servant alone consumes civilians (R298)");
            }
            ActionKind::UseItem { .. }
            | ActionKind::Stay
            | ActionKind::Release(..)
            | ActionKind::Buy { .. }
            | ActionKind::Give { .. }
            | ActionKind::Drop(..)
            | ActionKind::PickUp(..)
            | ActionKind::AskIgm(..)
            | ActionKind::Request { .. }
            | ActionKind::TakeShelter
            | ActionKind::Visit
            | ActionKind::ConsumeCivilian
            | ActionKind::Consume(..)
            | ActionKind::Tell { .. }
            | ActionKind::Say(..)
            | ActionKind::Logic(_)
            | ActionKind::PartnerPosts(..)
            | ActionKind::PuzzleAnswer(..)
            | ActionKind::Push(..) => {}
        }
    }

    /// Checks the payment, choice and targets of a skill or basic attack.
    fn check_skill_use(&mut self, action: &Action<Written>, actor: &OwnCharacter) {
        let span = action.span;
        let (card, targets, to) = match &action.kind {
            ActionKind::Use { skill, targets, destination, paying, choosing, .. } => {
                let Some(card) = find_skill_card(actor, &skill.text) else { return };
                self.check_payment(card, *paying, span);
                self.check_choice(card, choosing.as_deref(), span);
                if card.is_passive {
                    let message = format!("`{}` is always on and cannot be ordered (R108)", skill.text);
                    self.push_error(codes::PASSIVE, skill.span, message);
                    return;
                }
                (card, targets, destination.as_ref())
            }
            ActionKind::Attack { targets, .. } => match basic_attack(actor) {
                Some(card) => (card, targets, None),
                None => {
                    self.push_error(codes::NO_BASIC_ATTACK, span, format!("`{}` has no basic attack", actor.name))
                        .notes
                        .push("write `Use SKILL on TARGET`".to_owned());
                    return;
                }
            },
            _ => return,
        };
        self.check_targets(card, targets, to, actor, span);
        self.warn_in_spirit_form(actor, span);
    }

    /// Checks that an item or service that carries people has a destination, and not too many passengers (R332, R348,
    /// A214).
    fn check_transport(&mut self, action: &Action<Written>, actor: &OwnCharacter) {
        if let ActionKind::Request {
            service, beneficiary: Some(Who::Related(Relation::Team, _) | Who::Every(_)), ..
        } = &action.kind
        {
            let message = format!("`{}` is for one character, and once a week (R329, A201)", service.text);
            let diagnostic = self.push_error(codes::TOO_MANY_TARGETS, action.span, message);
            diagnostic.notes.push(format!("write `Request {} for me`, or for your Servant by name", service.text));
            return;
        }
        if let ActionKind::Request { service, beneficiary, to, .. } = &action.kind
            && canonical_names::same_name(&service.text, canonical_names::INSTANT_TELEPORT)
        {
            if to.is_none() {
                let diagnostic = self.push_error(codes::TARGET_MISSING, action.span, "to which place?");
                diagnostic.notes.push(format!("write `Request {} to LOCATION`", service.text));
            }
            if beneficiary.as_ref().is_some_and(|who| !is_self(who, actor)) {
                let message = format!("`{}` takes whoever asks for it, and nobody else (A204)", service.text);
                self.push_error(codes::WRONG_TARGET_KIND, action.span, message);
            }
            return;
        }
        let ActionKind::UseItem { item: name, targets, destination } = &action.kind else { return };
        let card = find_card(&self.view.items, &name.text);
        let Some(card) = card.filter(|card| card.targets.contains(&TargetKind::Location)) else { return };
        let (name, max_targets) = (&name.text, card.max_targets as usize);
        let people = targets.iter().filter(|target| matches!(target, Target::Character(_))).count();
        if destination.is_none() && people == targets.len() {
            self.push_error(codes::TARGET_MISSING, action.span, format!("`{name}` needs a place to go to"))
                .notes
                .push(format!("write `{name} to LOCATION`"));
        }
        // One of its targets is the location, and one is the user.
        let includes_user =
            targets.iter().any(|target| matches!(target, Target::Character(who) if is_self(who, actor)));
        if people > usize::from(includes_user) + max_targets.saturating_sub(2) {
            let message = format!("`{name}` takes whoever uses it and {} more", max_targets.saturating_sub(2));
            self.push_error(codes::TOO_MANY_TARGETS, action.span, message);
        }
    }

    /// Rejects another target for an item that works on its user. Items that carry people are exempt (R341, R342, R347,
    /// R348).
    fn reject_item_on_others(
        &mut self,
        item: &Name,
        targets: &[Target<Written>],
        to: Option<&Name>,
        actor: &OwnCharacter,
        span: Span,
    ) {
        let card = find_card(&self.view.items, &item.text);
        if card.is_none_or(|card| card.targets.contains(&TargetKind::Location)) {
            return;
        }
        let others = targets.iter().find(|target| !matches!(target, Target::Character(who) if is_self(who, actor)));
        let Some(other) = others.map(order_text::target_text).or_else(|| to.map(|location| location.text.clone()))
        else {
            return;
        };
        let name = &item.text;
        let message = format!("`{name}` works on whoever uses it, not on `{other}`");
        let diagnostic = self.push_error(codes::WRONG_TARGET_KIND, span, message);
        diagnostic.suggestion = Some(format!("Use item {name}."));
        if let Some(Target::Character(Who::Named(other))) = others {
            let other = &other.text;
            diagnostic
                .notes
                .push(format!("for `{other}` to use it: `Give {name} to {other}.`, then `{other}: Use item {name}.`"));
        }
    }

    /// Rejects an additional payment that the skill does not offer (family 35).
    fn check_payment(&mut self, card: &SkillCard, paying: Option<(Exact, Resource)>, span: Span) {
        let Some((amount, unit)) = paying else { return };
        if card.payments.iter().any(|p| p.is_paid_by(amount, unit)) {
            return;
        }
        let name = card.names.first().map_or("this skill", String::as_str);
        let describe_offer = |p: &PaymentCard| match (p.is_in_steps, p.at_most) {
            (false, _) => format!("{} additional {}", p.amount, resource_name(p.what)),
            (true, None) => format!("additional {} in steps of {}", resource_name(p.what), p.amount),
            (true, Some(most)) => format!("up to {most} additional {} in steps of {}", resource_name(p.what), p.amount),
        };
        let offers: Vec<String> = card.payments.iter().map(describe_offer).collect();
        let message = format!("`{name}` is not used by paying {amount} additional {}", resource_name(unit));
        let diagnostic = self.push_error(codes::NOT_OFFERED, span, message);
        if !offers.is_empty() {
            diagnostic.notes.push(format!("it may be used by paying {}", offers.join(", or ")));
        }
    }

    /// Rejects a choice that the skill does not offer, and a missing choice where it offers several (family 35).
    fn check_choice(&mut self, card: &SkillCard, choosing: Option<&str>, span: Span) {
        let is_offered = |words: &str| card.choices.iter().any(|(name, meaning)| is_choice(words, name, meaning));
        let message = match choosing {
            Some(words) if is_offered(words) || card.takes_any_words => return,
            None if card.choices.len() < 2 => return,
            Some(words) => format!("`{words}` cannot be chosen here"),
            None => "say what is chosen: `choosing \"…\"`".to_owned(),
        };
        let diagnostic = self.push_error(codes::NOT_OFFERED, span, message);
        for (name, meaning) in &card.choices {
            diagnostic.notes.push(if meaning.is_empty() {
                format!("\"{name}\"")
            } else {
                format!("\"{name}\": {meaning}")
            });
        }
    }

    fn warn_scout_after_battle(&mut self, location: &Name, actor: &OwnCharacter) {
        if actor.was_in_battle {
            let message = format!("`{}` was in battle and may not scout (R234)", actor.name);
            self.push_warning(codes::SCOUT_AFTER_BATTLE, location.span, message);
        }
    }

    fn warn_in_spirit_form(&mut self, actor: &OwnCharacter, span: Span) {
        let may_leave = self.may_leave_spirit_form.iter().any(|name| canonical_names::same_name(name, &actor.name));
        if actor.is_in_spirit_form && !may_leave {
            let message = format!("`{}` is in Spirit Form and cannot use skills until it is left (R247)", actor.name);
            self.push_warning(codes::SPIRIT_FORM, span, message);
        }
    }

    fn check_spirit_form(&mut self, kind: &ActionKind<Written>, actor: &OwnCharacter, span: Span) {
        if actor.kind != SheetKind::Servant {
            let message = format!("`{}` is no Servant and has no Spirit Form", actor.name);
            self.push_error(codes::WRONG_ACTOR_KIND, span, message);
            return;
        }
        match kind {
            ActionKind::EnterSpiritForm if actor.is_in_spirit_form => {
                self.push_warning(codes::SPIRIT_FORM, span, format!("`{}` is in Spirit Form already", actor.name));
            }
            ActionKind::LeaveSpiritForm if !actor.is_in_spirit_form => {
                self.push_warning(codes::SPIRIT_FORM, span, format!("`{}` is not in Spirit Form now", actor.name));
            }
            _ => {}
        }
    }

    fn warn_not_active(&mut self, skill: &Name, actor: &OwnCharacter) {
        let card = find_skill_card(actor, &skill.text);
        let names = card.map_or_else(|| vec![skill.text.as_str()], |c| c.names.iter().map(String::as_str).collect());
        if !actor.active.iter().any(|active| names.iter().any(|n| canonical_names::same_name(active, n))) {
            self.push_warning(codes::NOT_ACTIVE, skill.span, format!("`{}` is not active now", skill.text));
        }
    }

    /// Checks a move: it leads one step on the map (R273), from where the character is now.
    fn check_move(&mut self, destination: &Name, actor: &OwnCharacter) {
        if actor.kind == SheetKind::Familiar {
            let message = format!("`{}` is a familiar and has no Move Action of its own (A230)", actor.name);
            self.push_warning(codes::SECOND_ACTION, destination.span, message);
        }
        self.check_one_move_away(destination, actor, true);
    }

    /// Whether a location is another one and at most this many steps away.
    fn is_within(&self, from: &str, to: &str, steps: u32) -> bool {
        let mut reached = vec![from];
        for _ in 0..steps {
            let near =
                self.view.locations.iter().filter(|l| reached.iter().any(|r| canonical_names::same_name(r, &l.name)));
            let next: Vec<&str> = near.flat_map(|l| l.adjacent.iter().map(String::as_str)).collect();
            reached.extend(next);
            reached.sort_unstable();
            reached.dedup();
        }
        !canonical_names::same_name(from, to) && reached.iter().any(|r| canonical_names::same_name(r, to))
    }

    /// Reports a location that is not one move away. With `strides`, the character's longer stride counts too.
    pub(super) fn check_one_move_away(&mut self, destination: &Name, actor: &OwnCharacter, strides: bool) {
        let view = self.view;
        let Some(here) = view.locations.iter().find(|l| canonical_names::same_name(&l.name, &actor.at)) else { return };
        if !view.locations.iter().any(|l| canonical_names::same_name(&l.name, &destination.text))
            || here.adjacent.iter().any(|near| canonical_names::same_name(near, &destination.text))
            || (strides && self.is_within(&here.name, &destination.text, actor.stride))
        {
            return;
        }
        if self.somebody_warps || self.is_conditional {
            let message = format!(
                "`{}` is not one move away from `{}`, where `{}` stands now",
                destination.text, here.name, actor.name
            );
            self.push_warning(codes::NOT_ADJACENT_NOW, destination.span, message);
            return;
        }
        let diagnostic = if canonical_names::same_name(&here.name, &destination.text) {
            Diagnostic::error(
                codes::NOT_ADJACENT,
                destination.span,
                format!("`{}` is in `{}` already", actor.name, destination.text),
            )
        } else {
            let near: Vec<_> = here.adjacent.iter().map(|near| format!("`{near}`")).collect();
            let message = format!("`{}` is not one move away from `{}`", destination.text, here.name);
            Diagnostic::error(codes::NOT_ADJACENT, destination.span, message)
                .note(format!("one move away are {}", near.join(", ")))
        };
        self.push_diagnostic(diagnostic);
    }
}

/// Whether an action waits until whoever acts holds this item, or is done only if they do: `Use the Splint when I hold
/// a Splint`, `If I have the Splint, use it`.
fn waits_to_hold(action: &Action<Written>, guards: &[Condition<Written>], item: &Name, actor: &OwnCharacter) -> bool {
    let is_actor = |who: &Who<Written>| match who {
        Who::User => true,
        Who::Named(name) => canonical_names::same_name(&name.text, &actor.name),
        _ => false,
    };
    let holds = |said: &Predicate<Written>| matches!(said, Predicate::Holds(who, held) if is_actor(who) && canonical_names::same_name(&held.text, &item.text));
    let requires = |condition: &Condition<Written>| match condition {
        Condition::Is(said) => holds(said),
        Condition::All(parts) => parts.iter().any(|part| matches!(part, Condition::Is(said) if holds(said))),
        Condition::AnyOf(_) | Condition::Not(_) => false,
    };
    action.delay.awaited.iter().chain(guards).any(requires)
}
