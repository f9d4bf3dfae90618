//! Characters who move together: one sentence, an order for each of them.

use super::bound_conditions::bind_to_writer;
use crate::language::condition::{Condition, Name, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Body, Branch, Order, SpellObject, Target};
use crate::language::orders::diagnose::order_error;
use crate::language::orders::sentence::order_builder;
use crate::language::orders::{NameKind, OrderFileReader, codes};
use crate::language::span::Span;

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
        let is_move = |kind: &ActionKind<Written>| makes_move(kind) || *kind == ActionKind::Stay;
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
        let says_both = builder.says_we || says_let_us;
        if !(says_both || builder.companions.iter().all(|name| goes_wherever_one_moves(name, builder, body))) {
            let message = "who goes along is said of one case only: what do they do in the other?";
            return Err(Diagnostic::error(codes::TWO_ACTORS, span, message)
                .note("give each an order of their own: `Saber: If C, A; otherwise, B.`, `Rin: If C, A.`")
                .into());
        }
        // `We stay together` is a wish for one place, and `Flee to the Bridge together` leaves out with whom.
        let says_together = builder.sentence.split(|c: char| !c.is_alphanumeric()).any(|word| word == "together");
        let asks_of_place = body
            .conditions()
            .flat_map(Condition::statements)
            .any(|said| matches!(said, Predicate::IsWith(..) | Predicate::IsIn(..)));
        let stays = body.actions().any(|action| action.kind == ActionKind::Stay);
        if says_together && !asks_of_place && (stays || companions.is_empty()) {
            let message = "`together`: with whom, and where?";
            return Err(Diagnostic::error(codes::TWO_ACTORS, span, message)
                .note("write `Move to Church with Rin.`; who stays in one place writes `Stay.` for each")
                .into());
        }
        companions.retain(|one| !one.text.eq_ignore_ascii_case(&actor.text));
        companions.dedup();
        if companions.is_empty() {
            return Ok(companions);
        }
        if body.actions().all(|action| is_move(&action.kind)) || (!says_both && says_who_goes_along(builder, body)) {
            let unbound = companions.iter().find_map(|companion| bind_to_writer(&mut body.clone(), actor, companion));
            return unbound.map_or(Ok(companions), |words| Err(unbound_error(words, actor, span).into()));
        }
        let message = "only a move is made together: everything else is one character's";
        Err(Diagnostic::error(codes::TWO_ACTORS, span, message).note("give each an order of their own").into())
    }
}

/// Whether somebody who goes along does so in every case that moves anybody: `Flee to the Bridge with Rin; otherwise,
/// flee to the Church.`: with her there too, or alone?
fn goes_wherever_one_moves(companion: &Name, builder: &order_builder::OrderBuilder<'_>, body: &Body<Written>) -> bool {
    let said_of = builder.companions.iter().filter(|other| *other == companion).count();
    said_of >= body.actions().filter(|action| may_move_somebody(&action.kind)).count()
}

/// Whether it is clear what whoever goes along does, where one does more than move: they are named as those with whom
/// one moves, or as subjects behind all else that is done.
fn says_who_goes_along(builder: &order_builder::OrderBuilder<'_>, body: &Body<Written>) -> bool {
    let others = || body.actions().filter(|action| !makes_move(&action.kind));
    let is_named_last = |name: &Name| others().all(|action| action.span.end <= name.span.start);
    // `If C, A, then move with Rin`: the condition could be of what stands before it alone.
    let does_more = |branch: &Branch<Written>| branch.actions.len() > 1;
    let is_set_off = body.branches.iter().any(does_more) && builder.sentence.to_lowercase().contains(", then ");
    // Without a condition the sentence falls into one order for each.
    body.is_conditional()
        && !is_set_off
        && !builder.says_lets
        && (!builder.has_several_subjects || builder.companions.iter().all(is_named_last))
}

const fn makes_move(kind: &ActionKind<Written>) -> bool {
    matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_))
}

/// Whether an action moves somebody, or may.
fn may_move_somebody(kind: &ActionKind<Written>) -> bool {
    let facts = kind.facts();
    let is_place = |target: &Target<Written>| matches!(target, Target::Location(_));
    let pushes = match kind {
        ActionKind::Command { spell, object, .. } => {
            matches!(object, SpellObject::Location(_)) || spell.text.eq_ignore_ascii_case("Summon!")
        }
        ActionKind::Use { push_to, .. } => push_to.is_some(),
        ActionKind::TakeShelter | ActionKind::Push(_) => true,
        _ => false,
    };
    pushes || facts.destination.is_some() || facts.targets.iter().any(is_place)
}

/// The error for a condition that would mean somebody else in the companion's order.
fn unbound_error(words: &str, actor: &Name, span: Span) -> Diagnostic {
    let message = format!("`{words}`: in the order of whoever goes along too, is that said of `{}`?", actor.text);
    Diagnostic::error(codes::TWO_ACTORS, span, message)
        .note("a move together hangs on what is the same for both: say it by names")
        .note("or give each an order of their own, each with its own condition")
}

/// Copies an order of movement for a companion. `I`, `mine` and a condition without a subject still mean the writer: in
/// `We flee to Bridge if I have less than 50 Health`, written by Rin, Saber's order asks about Rin too. And it is Rin
/// who asks, so that both go or both stay. Of a case in which the writer does something else nothing is left: whoever
/// goes along has nothing to do in it.
pub(in crate::language::orders) fn order_for_companion(order: &Order<Written>, companion: Name) -> Order<Written> {
    let mut body = order.body.clone();
    // What no name can bind has been refused in `companions_of`.
    let _unbound = bind_to_writer(&mut body, &order.actor, &companion);
    if body.actions().any(|action| !makes_move(&action.kind) && action.kind != ActionKind::Stay) {
        body.branches.iter_mut().for_each(|branch| branch.actions.retain(|action| makes_move(&action.kind)));
    }
    Order { actor: companion, body, asker: Some(order.actor.clone()), ..order.clone() }
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
