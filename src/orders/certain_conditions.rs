//! Conditions on numbers, and on whether anybody is here, that always hold or never hold (R194).

use crate::language::condition::{Comparison, Filter, Group, Level, Predicate, Property, Resource, Side, Who, Written};
use crate::language::condition_text::resource_name;
use crate::perception::view::{OwnCharacter, View};
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;

use super::canonical_names::same_name;
use super::own_side::own_person;

/// The result of a comparison with `limit` if it is the same for every number from 0 to `max`; `None` if it depends. A
/// `most` of `None` means no upper limit.
fn constant_result(bound: Comparison, limit: Exact, max: Option<Exact>) -> Option<bool> {
    let limit_exceeds = |all: bool| max.is_some_and(|most| if all { limit > most } else { limit >= most });
    match bound {
        Comparison::Below if limit.is_zero() => Some(false),
        Comparison::AtLeast if limit.is_zero() => Some(true),
        Comparison::AtLeast | Comparison::Exactly if limit_exceeds(true) => Some(false),
        Comparison::Above if limit_exceeds(false) => Some(false),
        Comparison::AtMost if limit_exceeds(false) => Some(true),
        Comparison::Below if limit_exceeds(true) => Some(true),
        Comparison::Below | Comparison::AtMost | Comparison::Exactly | Comparison::AtLeast | Comparison::Above => None,
    }
}

/// `Anybody`, `a Servant`, `another Master`: whether a group of any side includes an own character of this `kind`.
pub(super) fn includes_own_kind(group: &Group<Written>, kind: SheetKind) -> bool {
    let admits = |filter: &Filter<Written>| match filter {
        Filter::Servants => kind == SheetKind::Servant,
        Filter::Masters => kind == SheetKind::Master,
        Filter::Familiars => kind == SheetKind::Familiar,
        Filter::Other | Filter::Except(_) => true,
        _ => false,
    };
    let includes_all = |filter: &Filter<Written>| match filter {
        Filter::AnyOf(these) => these.iter().any(admits),
        one => admits(one),
    };
    group.side == Side::Anyone && group.filters.iter().all(includes_all)
}

/// `Nobody but Iris`, `nobody except us`: whether a group excludes an own character.
fn excludes_character(group: &Group<Written>, own: &OwnCharacter) -> bool {
    group.filters.iter().any(|filter| match filter {
        Filter::Except(these) => these.iter().any(|who| match who {
            Who::Named(name) => same_name(&name.text, &own.name),
            Who::Related(_, of) => **of == Who::User,
            _ => false,
        }),
        _ => false,
    })
}

/// The explanation why a statement, or its denial, always or never holds; `None` if that is not certain.
pub(super) fn explain_certainty(
    statement: &Predicate<Written>,
    denied: bool,
    actor: &OwnCharacter,
    view: &View,
) -> Option<String> {
    let (holds, why) = match statement {
        Predicate::IsIn(Who::Any(group), location)
        | Predicate::Count(Comparison::AtLeast, 1, group, location)
        | Predicate::Count(Comparison::Exactly, 0, group, location) => {
            let here = location.as_ref().is_none_or(|location| same_name(&location.text, &actor.at));
            let is_beside = |own: &&OwnCharacter| own.name != actor.name && own.is_alive && own.at == actor.at;
            let is_counted = |own: &&OwnCharacter| {
                here && includes_own_kind(group, own.kind) && !own.is_in_spirit_form && !excludes_character(group, own)
            };
            let own = view.own.iter().filter(is_beside).find(is_counted)?;
            let denied = denied != matches!(statement, Predicate::Count(Comparison::Exactly, ..));
            let verdict = if denied { "does not hold" } else { "holds" };
            return Some(format!(
                "this {verdict} as long as `{}` is here, who counts too: of others write {}",
                own.name,
                if denied { "`no opponent is here`" } else { "`an opponent is here`" }
            ));
        }
        Predicate::Has(who, Property::Has(what, bound, level)) => {
            let own = own_person(who, actor, view);
            let maximum = own.and_then(|own| match what {
                Resource::Health => Some(own.max_health),
                Resource::Mana => Some(own.max_mana),
                Resource::ActionPoints | Resource::SupportPoints => None,
                Resource::CombatPoints | Resource::CommandSpells => None,
            });
            let (limit, max) = match level {
                Level::Number(limit) => (*limit, maximum),
                Level::OfMaximum(part) => (*part, Some(Exact::ONE)),
                Level::Share(parts) => (Exact::ONE.truncated_quotient(*parts), Some(Exact::ONE)),
            };
            let holds = constant_result(*bound, limit, max)?;
            let why = if limit.is_zero() {
                format!("no number of {} is below 0", resource_name(*what))
            } else {
                format!("no {} is above its maximum", resource_name(*what))
            };
            (holds, why)
        }
        Predicate::Count(bound, limit, ..) => {
            (constant_result(*bound, Exact::from(*limit), None)?, "no count is below 0".to_owned())
        }
        // Many orders state their own Night, which does no harm.
        Predicate::Night(bound, night) if bound.holds(&view.night, night) == denied => {
            (denied, format!("these orders are for Night {}", view.night))
        }
        _ => return None,
    };
    Some(format!("this {} holds: {why}", if holds != denied { "always" } else { "never" }))
}
