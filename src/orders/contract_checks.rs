//! Contracts, guards of a Master, and alliances: who may give which order about whom (R138–R155, R364, A155).

use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Name, Relation, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, ContractStep, Order, Target};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;

/// Whether an order may be combined with a Full Turn skill: consent to a contract, a standing declaration, or
/// instructions for the case of a death (A047).
pub(super) const fn goes_with_full_turn(kind: &ActionKind<Written>) -> bool {
    kind.is_declaration() || kind.happens_at_death() || matches!(kind, ActionKind::Contract(ContractStep::Accept, _))
}

impl Checker<'_> {
    /// Checks an order about a contract, as far as that is possible before the Night.
    pub(super) fn check_contract(&mut self, step: ContractStep, with: &Who<Written>, actor: &OwnCharacter, span: Span) {
        match step {
            ContractStep::Make => self.check_offer(with, actor, span),
            ContractStep::Accept => self.check_acceptance(with, actor, span),
            ContractStep::Reestablish => self.check_reestablishment(with, actor, span),
            ContractStep::Break => {
                if matches!(with, Who::Every(_) | Who::UpTo(..) | Who::OneOf(_)) {
                    let message = "a contract is broken with one Servant, who is named";
                    self.push_error(codes::HOW_MANY, span, message).notes.push("write an order for each".to_owned());
                }
                self.check_own_servants(std::slice::from_ref(with), actor, span);
            }
            ContractStep::AcceptTransfer | ContractStep::RefuseTransfer => self.check_transfer(with, actor, span),
            ContractStep::Force => {
                let _ = self.require_actor_kind(SheetKind::Master, actor, span)
                    && self.require_partner_kind(with, SheetKind::Servant, actor, span);
            }
        }
    }

    /// Checks the guards of a Master: Servants of that Master, each named once (A116).
    pub(super) fn check_guards(&mut self, with: &[Who<Written>], actor: &OwnCharacter, span: Span) {
        self.reject_duplicate_names(with);
        self.check_own_servants(with, actor, span);
    }

    /// Checks that a qualified Master offers the contract, to a Servant who is not already theirs (R141, R146).
    fn check_offer(&mut self, with: &Who<Written>, actor: &OwnCharacter, span: Span) {
        if actor.kind == SheetKind::Servant {
            let message = format!("`{}` is no Master, and has no contract to offer", actor.name);
            self.push_error(codes::WRONG_ACTOR_KIND, span, message)
                .notes
                .push("a Servant writes `Accept a contract with MASTER`".to_owned());
            return;
        }
        if !self.require_actor_kind(SheetKind::Master, actor, span)
            || !self.require_partner_kind(with, SheetKind::Servant, actor, span)
        {
            return;
        }
        if actor.is_disqualified {
            let message = format!("`{}` is disqualified and makes no new contract (R141)", actor.name);
            self.push_warning(codes::DISQUALIFIED, span, message)
                .notes
                .push("write `Re-establish the contract with …` for the first Servant (R138)".to_owned());
        }
        if let Who::Named(name) = with
            && actor.servants.iter().any(|servant| canonical_names::same_name(servant, &name.text))
        {
            let message = format!("`{}` is a Servant of `{}` already", name.text, actor.name);
            self.push_warning(codes::CONTRACT_AS_IT_IS, name.span, message);
        }
        if let Who::Related(Relation::Servant, _) = with {
            let message = "who is somebody's Servant makes no contract: only a Masterless Servant does (R146)";
            self.push_warning(codes::CONTRACT_AS_IT_IS, span, message)
                .notes
                .push("write the Servant's name, or `Contract with a Masterless Servant.`".to_owned());
        }
    }

    /// Checks that a Servant without a Master accepts the contract (R146).
    fn check_acceptance(&mut self, with: &Who<Written>, actor: &OwnCharacter, span: Span) {
        if self.require_actor_kind(SheetKind::Servant, actor, span)
            && self.require_partner_kind(with, SheetKind::Master, actor, span)
            && let Some(master) = &actor.master
        {
            let message = format!("`{}` has a contract with `{master}` now", actor.name);
            self.push_warning(codes::CONTRACT_AS_IT_IS, span, message);
        }
    }

    /// Whether the actor is of a kind; reports an error if not.
    fn require_actor_kind(&mut self, kind: SheetKind, actor: &OwnCharacter, span: Span) -> bool {
        let is_fitting = actor.kind == kind;
        if !is_fitting {
            let word = if kind == SheetKind::Master { "Master" } else { "Servant" };
            self.push_error(
                codes::WRONG_ACTOR_KIND,
                span,
                format!("`{}` is no {word}: this order is one's", actor.name),
            );
        }
        is_fitting
    }

    /// `Saber: Ally with Green.`: suggests the line that Saber's Master would write, if the order declares something to
    /// another team and nothing in it hangs on who writes it.
    pub(super) fn suggest_line_of_master(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let is_declaration = |action: &Action<Written>| matches!(action.kind, ActionKind::Pact(..));
        let is_fault = |fault: &&mut Diagnostic| {
            fault.code == codes::WRONG_ACTOR_KIND && order.body.actions().any(|action| action.span == fault.span)
        };
        let is_plain = !order.body.is_conditional() && order.body.actions().all(is_declaration);
        let master =
            actor.master.as_ref().filter(|master| self.suggests_cures && is_plain && self.view.own(master).is_some());
        let Some(master) = master else { return };
        let line = order_text::order_sentence(order);
        if self.is_faultless(master, &line)
            && let Some(fault) = self.diagnostics.iter_mut().rev().find(is_fault)
        {
            fault.suggestion = Some(format!("{master}: {line}"));
        }
    }

    /// Whether somebody may be of a kind, as far as the seat can tell; reports an error if not.
    fn require_partner_kind(&mut self, who: &Who<Written>, kind: SheetKind, actor: &OwnCharacter, span: Span) -> bool {
        let is_possible = self.may_be_a(who, actor, kind);
        if !is_possible {
            let name_span = if let Who::Named(name) = who { name.span } else { span };
            let word = if kind == SheetKind::Master { "Master" } else { "Servant" };
            let message = format!("`{}` is no {word}", order_text::target_text(&Target::Character(who.clone())));
            self.push_error(codes::WRONG_TARGET_KIND, name_span, message);
        }
        is_possible
    }

    /// Checks that a disqualified Master re-establishes a contract only with a first Servant (R138).
    fn check_reestablishment(&mut self, with: &Who<Written>, actor: &OwnCharacter, span: Span) {
        match actor.kind {
            SheetKind::Servant => {
                self.require_partner_kind(with, SheetKind::Master, actor, span);
            }
            SheetKind::Master => {
                if self.require_partner_kind(with, SheetKind::Servant, actor, span)
                    && let Who::Named(name) = with
                    && actor.is_disqualified
                    && !actor.first_servants.iter().any(|first| canonical_names::same_name(first, &name.text))
                {
                    let message = format!("`{}` was not `{}`'s first Servant (R138)", name.text, actor.name);
                    self.push_warning(codes::DISQUALIFIED, name.span, message);
                }
            }
            SheetKind::Familiar | SheetKind::Library => {
                let message = format!("`{}` is a familiar: contracts are between Masters and Servants", actor.name);
                self.push_error(codes::WRONG_ACTOR_KIND, span, message);
            }
        }
    }

    /// Checks a transfer: a Servant names the Master to whom it goes, and a Master names the Servant, or `me` for
    /// anybody.
    fn check_transfer(&mut self, whom: &Who<Written>, actor: &OwnCharacter, span: Span) {
        if matches!(whom, Who::WhoDid(_) | Who::WhomDid(_) | Who::Antecedent) {
            let message = "to whom? what somebody does is not asked for this";
            self.push_error(codes::WHOM, span, message).notes.push("write a name, or `to anyone`".to_owned());
            return;
        }
        match actor.kind {
            SheetKind::Servant => {
                self.require_partner_kind(whom, SheetKind::Master, actor, span);
            }
            SheetKind::Master => {
                let is_own = match whom {
                    Who::User => true,
                    Who::Named(name) => canonical_names::same_name(&name.text, &actor.name),
                    _ => false,
                };
                let _ = is_own || self.require_partner_kind(whom, SheetKind::Servant, actor, span);
            }
            SheetKind::Familiar | SheetKind::Library => {
                let message = format!("`{}` is a familiar: contracts are between Masters and Servants", actor.name);
                self.push_error(codes::WRONG_ACTOR_KIND, span, message);
            }
        }
    }

    /// Checks that a Master names Servants, and warns of those who are not that Master's now.
    fn check_own_servants(&mut self, named: &[Who<Written>], actor: &OwnCharacter, span: Span) {
        if !self.require_actor_kind(SheetKind::Master, actor, span) {
            return;
        }
        for who in named {
            if self.require_partner_kind(who, SheetKind::Servant, actor, span)
                && let Who::Named(name) = who
                && !actor
                    .servants
                    .iter()
                    .chain(&self.servants_to_contract)
                    .any(|servant| canonical_names::same_name(servant, &name.text))
            {
                let message = format!("`{}` is no Servant of `{}` now", name.text, actor.name);
                self.push_warning(codes::CONTRACT_AS_IT_IS, name.span, message);
            }
        }
    }

    fn reject_duplicate_names(&mut self, named: &[Who<Written>]) {
        let duplicate = named.iter().enumerate().find_map(|(index, who)| match who {
            Who::Named(name) if named.iter().take(index).any(|other| same_named(other, name)) => Some(name),
            _ => None,
        });
        if let Some(name) = duplicate {
            self.push_error(codes::DUPLICATE_TARGET, name.span, format!("`{}` is named already", name.text));
        }
    }

    /// Checks that a pact names another team, by its name or by its Master (A155).
    pub(super) fn check_other_team(&mut self, team: &Name, actor: &OwnCharacter, span: Span) {
        if !self.require_actor_kind(SheetKind::Master, actor, span) {
            return;
        }
        let view = self.view;
        let is_team = view.teams.iter().any(|name| canonical_names::same_name(name, &team.text));
        let own = if is_team {
            canonical_names::same_name(&view.team, &team.text)
        } else {
            canonical_names::same_name(&actor.name, &team.text)
        };
        if own {
            self.push_error(codes::WRONG_TARGET_KIND, team.span, format!("`{}` is your own team", team.text));
        } else if !is_team && !self.may_be_a(&Who::Named(team.clone()), actor, SheetKind::Master) {
            let message = format!("`{}` is neither a team nor a Master", team.text);
            self.push_error(codes::WRONG_TARGET_KIND, team.span, message)
                .notes
                .push("whose Servant somebody is can change: name the team, or its Master".to_owned());
        }
    }
}

fn same_named(who: &Who<Written>, name: &Name) -> bool {
    matches!(who, Who::Named(other) if canonical_names::same_name(&other.text, &name.text))
}
