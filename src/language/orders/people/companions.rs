//! Characters who move together: one sentence, an order for each of them.

use crate::language::condition::{Condition, Name, Predicate, Relation, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Body, Order};
use crate::language::orders::diagnose::order_error;
use crate::language::orders::sentence::order_builder;
use crate::language::orders::{NameKind, OrderFileReader, codes};
use crate::language::span::Span;
use crate::language::visit::VisitMut;

impl OrderFileReader<'_> {
    /// The other characters who carry out the order because they move with its actor. Fails if they would do more than
    /// move.
    pub(in crate::language::orders) fn companions_of(
        &self,
        builder: &order_builder::OrderBuilder<'_>,
        actor: &Name,
        body: &Body<Written>,
        span: Span,
    ) -> Result<Vec<Name>, order_error::OrderError> {
        let mut companions = builder.companions.clone();
        let own = self.prepared.names.of_kind(NameKind::Own).map(|text| Name { text: text.to_owned(), span });
        let is_move =
            |kind: &ActionKind<Written>| matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay);
        let is_team_action = |kind: &ActionKind<Written>| {
            matches!(kind, ActionKind::Logic(_) | ActionKind::Pact(..) | ActionKind::Tell { .. } | ActionKind::Say(_))
        };
        let is_own_action = |kind: &ActionKind<Written>| {
            matches!(
                kind,
                ActionKind::Use { .. }
                    | ActionKind::UseItem { .. }
                    | ActionKind::Buy { .. }
                    | ActionKind::Request { .. }
            ) || matches!(kind, ActionKind::AskIgm(_) | ActionKind::Command { .. })
        };
        let says_let_us = builder.says_lets && !body.actions().all(|action| is_own_action(&action.kind));
        if (builder.says_we || says_let_us) && !body.actions().all(|action| is_team_action(&action.kind)) {
            companions.extend(own);
        }
        companions.retain(|one| !one.text.eq_ignore_ascii_case(&actor.text));
        companions.dedup();
        if companions.is_empty() || body.actions().all(|action| is_move(&action.kind)) {
            return match companions.is_empty() || builder.says_company_of_each_move(body) {
                true => Ok(companions),
                false => Err(unclear_company(span).into()),
            };
        }
        let message = "only a move is made together: everything else is one character's";
        Err(Diagnostic::error(codes::TWO_ACTORS, span, message).note("give each an order of their own").into())
    }
}

impl order_builder::OrderBuilder<'_> {
    /// Whether each move of an order with several says who goes along: in `If C, I flee to A; otherwise, we flee to B`
    /// one does not. A subject holds for the clauses behind it that have none.
    fn says_company_of_each_move(&self, body: &Body<Written>) -> bool {
        let moves = body.actions().filter(|action| matches!(action.kind, ActionKind::Move(_) | ActionKind::Flee(_)));
        let count = moves.count();
        let says_pair = self.says_we || self.says_lets || self.has_several_subjects;
        let is_alone = || contains_word(self.sentence, ALONE);
        match count {
            0 | 1 => true,
            _ if says_pair => !self.has_single_subject && !is_alone(),
            _ => self.moves_with_company == count,
        }
    }
}

/// Words for a move that nobody else makes.
const ALONE: &[&str] = &["alone", "myself", "herself", "himself"];

fn contains_word(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| words.iter().any(|one| one.eq_ignore_ascii_case(word)))
}

fn unclear_company(span: Span) -> Diagnostic {
    let message = "who goes along in which case? one of these moves does not say it";
    Diagnostic::error(codes::TWO_ACTORS, span, message)
        .note("say it of each: `If C, move to A with Rin; otherwise, move to B with Rin.`")
        .note("who is to go elsewhere needs an order of their own, below their own name")
}

/// Copies an order of movement for a companion. `I`, and a condition without a subject, still mean the writer: in `We
/// flee to Bridge if I have less than 50 Health`, written by Rin, Saber's order asks about Rin too.
pub(in crate::language::orders) fn order_for_companion(order: &Order<Written>, companion: Name) -> Order<Written> {
    let mut copy = Order { actor: companion.clone(), ..order.clone() };
    let mut writer = NameForUser(order.actor.clone());
    resolve_here_for_writer(&mut copy, &companion, &order.actor);
    copy.body.read_at.awaited.iter_mut().for_each(|event| writer.visit_condition(event));
    for branch in &mut copy.body.branches {
        branch.guards.iter_mut().for_each(|guard| writer.visit_condition(guard));
        for action in &mut branch.actions {
            action.delay.awaited.iter_mut().for_each(|event| writer.visit_condition(event));
        }
    }
    copy
}

/// `Move to Church with Rin if she is here`: `here` is the writer's location, not Rin's own. A condition names the
/// actor only where it asks about the actor.
pub(in crate::language::orders) fn resolve_here_for_writer(order: &mut Order<Written>, actor: &Name, writer: &Name) {
    let is_actor = |who: &Who<Written>| matches!(who, Who::Named(name) if name.text.eq_ignore_ascii_case(&actor.text));
    for statement in order.body.conditions_mut().flat_map(Condition::statements_mut) {
        if let Predicate::IsIn(who, None) = statement
            && is_actor(who)
        {
            *statement = Predicate::IsWith(who.clone(), Who::Named(writer.clone()));
        }
    }
}

/// A visitor that replaces `I` by the writer.
struct NameForUser(Name);

impl VisitMut<'_, Written> for NameForUser {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::User => *who = Who::Named(self.0.clone()),
            // Writer and companion are of one team.
            Who::Related(Relation::Team, of) if **of == Who::User => {}
            other => self.walk_who(other),
        }
    }
}
