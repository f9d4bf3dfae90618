//! Where the targets of an order were last seen, as far as the seat knows: which of them may be in reach (R119, R197).

use super::canonical_names::same_name;
use crate::language::condition::{Filter, Group, Relation, Side, Who, Written};
use crate::language::order::{ActionKind, Order, Target};
use crate::perception::view::{KnownCharacter, OwnCharacter, View};
use crate::sheet::SheetKind;

/// Says which targets of an action are known to be elsewhere, and which members of a group were last seen where the
/// actor is. Empty if there is nothing to say.
pub(super) fn describe_last_seen(kind: &ActionKind<Written>, actor: &OwnCharacter, view: &View) -> String {
    let targets = kind.targets().iter().filter_map(|target| match target {
        Target::Character(who) => Some(who),
        Target::Location(_) | Target::Here => None,
    });
    let descriptions: Vec<String> = targets.filter_map(|who| describe_target(who, actor, view)).collect();
    descriptions.join("; ")
}

/// The destination of a character's unconditional move.
pub(super) fn destination_of<'o>(
    orders: impl IntoIterator<Item = &'o Order<Written>>,
    actor: &OwnCharacter,
) -> Option<String> {
    let own_orders = orders.into_iter().filter(|order| !order.after_move && same_name(&order.actor.text, &actor.name));
    let unconditional =
        own_orders.filter(|order| matches!(order.body.branches.as_slice(), [only] if only.guards.is_empty()));
    unconditional.flat_map(|order| order.body.actions()).find_map(|action| match &action.kind {
        ActionKind::Move(to) | ActionKind::Flee(to) => Some(to.text.clone()),
        _ => None,
    })
}

fn describe_target(who: &Who<Written>, actor: &OwnCharacter, view: &View) -> Option<String> {
    match who {
        Who::Named(name) => {
            let own = view.own.iter().find(|own| same_name(&own.name, &name.text));
            let known = view.known.iter().find(|known| same_name(&known.name, &name.text));
            own.map_or_else(
                || known.and_then(|known| describe_elsewhere(known, actor)),
                |own| describe_own_elsewhere(own, actor),
            )
        }
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => describe_group_here(group, actor, view),
        Who::OneOf(list) => {
            let each: Vec<_> = list.iter().filter_map(|who| describe_target(who, actor, view)).collect();
            (!each.is_empty()).then(|| each.join("; "))
        }
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => None,
        Who::Related(..) | Who::WhoDid(_) | Who::WhomDid(_) => None,
    }
}

fn describe_own_elsewhere(own: &OwnCharacter, actor: &OwnCharacter) -> Option<String> {
    (own.is_alive && !same_name(&own.at, &actor.at)).then(|| format!("{} is in {}", own.name, own.at))
}

fn describe_elsewhere(known: &KnownCharacter, actor: &OwnCharacter) -> Option<String> {
    match &known.last_seen {
        // A death is reported elsewhere.
        _ if known.is_dead => None,
        Some((location, _)) if same_name(location, &actor.at) => None,
        Some((location, night)) => Some(format!("{} was last seen in {location}, night {night}", known.name)),
        None => Some(format!("{} has not been seen", known.name)),
    }
}

/// The members of a group without a location who were last seen where the actor is, in words.
fn describe_group_here(group: &Group<Written>, actor: &OwnCharacter, view: &View) -> Option<String> {
    if group.side != Side::Opponents {
        return None;
    }
    let mut kind = None;
    let mut exceptions: Vec<&Who<Written>> = Vec::new();
    for filter in &group.filters {
        match filter {
            Filter::Servants => kind = Some(SheetKind::Servant),
            Filter::Masters => kind = Some(SheetKind::Master),
            Filter::Familiars => kind = Some(SheetKind::Familiar),
            Filter::Here => {}
            Filter::Except(these) => exceptions.extend(these),
            _ => return None,
        }
    }
    let mut left_out: Vec<&str> = Vec::new();
    for exception in exceptions {
        left_out.extend(find_left_out(exception, view)?);
    }
    let is_excepted = |known: &KnownCharacter| left_out.iter().any(|name| same_name(name, &known.name));
    let is_possibly_here = |known: &&KnownCharacter| {
        let was_seen_here = known.last_seen.as_ref().is_some_and(|(location, _)| same_name(location, &actor.at));
        let fits_kind = kind.is_none() || known.kind.is_none() || known.kind == kind;
        was_seen_here && fits_kind && !known.is_dead && !is_excepted(known)
    };
    let names: Vec<&str> = view.known.iter().filter(is_possibly_here).map(|known| known.name.as_str()).collect();
    Some(match names.is_empty() {
        true => format!("nobody of them was last seen in {}", actor.at),
        false => format!("last seen in {}: {}", actor.at, names.join(", ")),
    })
}

/// The known characters whom an exception leaves out; `None` if the seat does not know who they are.
fn find_left_out<'v>(who: &'v Who<Written>, view: &'v View) -> Option<Vec<&'v str>> {
    let (relation, of) = match who {
        Who::Named(name) => return Some(vec![name.text.as_str()]),
        Who::Related(relation, of) => (relation, of),
        _ => return None,
    };
    let Who::Named(of) = &**of else { return None };
    let is_served = |known: &&KnownCharacter| known.master.as_ref().is_some_and(|master| same_name(master, &of.text));
    let servants = || view.known.iter().filter(is_served).map(|known| known.name.as_str());
    match relation {
        Relation::Master => {
            let known = view.known.iter().find(|known| same_name(&known.name, &of.text))?;
            known.master.as_deref().map(|master| vec![master])
        }
        Relation::Servant => servants().next().is_some().then(|| servants().collect()),
        Relation::Team => servants().next().is_some().then(|| servants().chain([of.text.as_str()]).collect()),
        Relation::Partner | Relation::Familiars | Relation::Summoner => None,
    }
}
