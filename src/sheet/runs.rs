//! What of the effect language a Night carries out today.
//!
//! The grammar may understand more than the engine runs. Such a sentence is refused when the sheet
//! is loaded: nothing is ever skipped (EFFECTS promise 1).

use crate::language::condition::{Condition, Group, Predicate, Written};
use crate::language::effect::{Effect, Operation, Rule, Who};

/// Why a sentence is not carried out yet; `None` when it is.
#[must_use]
pub(super) fn not_yet(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Gm(_) => Some("`GM:` sentences are not put to the GM yet"),
        Effect::Rule(rule) => operation(rule).or_else(|| rule.condition.as_ref().and_then(condition)),
    }
}

fn operation(rule: &Rule) -> Option<&'static str> {
    match &rule.operation {
        Operation::SkillDamage(_)
        | Operation::SkillDamagePerFamiliar(_)
        | Operation::Hits(_)
        | Operation::MoreHits(_)
        | Operation::Upgrade(_)
        | Operation::Lasts(_)
        | Operation::DoesNotStack => None,
        Operation::DamageDealt { who, .. }
        | Operation::DamageTaken { who, .. }
        | Operation::Regeneration { who, .. }
        | Operation::RegenerateInBattle(who)
        | Operation::CannotRegenerate(who)
        | Operation::RaiseRanks { who, .. }
        | Operation::RaiseSubranks { who, .. }
        | Operation::Become { who, .. }
        | Operation::Flight { who, .. } => lasting_subject(who),
        Operation::Restore { who, .. }
        | Operation::Lose { who, .. }
        | Operation::Inflict { who, .. }
        | Operation::Cure { who, .. } => immediate_subject(who),
        Operation::InflictNamed { .. } => Some("a status of the sheet's own is not carried out yet"),
        Operation::BecomesType(_) => Some("a change of type is not carried out yet"),
    }
}

/// Whom a lasting sentence may speak of.
fn lasting_subject(who: &Who) -> Option<&'static str> {
    match who {
        Who::User | Who::Target | Who::Named(_) => None,
        Who::MasterOf(of) | Who::ServantOf(of) | Who::PartnerOf(of) | Who::FamiliarsOf(of) | Who::TeamOf(of) => {
            if **of == Who::User {
                None
            } else {
                Some("a lasting effect on somebody of another's is not carried out yet")
            }
        }
        Who::OneOf(list) => list.iter().find_map(lasting_subject),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => members(group),
        Who::Attacker => Some("a lasting effect on the attacker is not carried out yet"),
        Who::That | Who::WhoDid(_) => Some("a sheet cannot speak of what an order's condition found"),
    }
}

fn immediate_subject(who: &Who) -> Option<&'static str> {
    match who {
        Who::User | Who::Target | Who::Attacker | Who::Named(_) => None,
        Who::MasterOf(of) | Who::ServantOf(of) | Who::PartnerOf(of) | Who::FamiliarsOf(of) | Who::TeamOf(of) => {
            immediate_subject(of)
        }
        Who::OneOf(list) => list.iter().find_map(immediate_subject),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => members(group),
        Who::That | Who::WhoDid(_) => Some("a sheet cannot speak of what an order's condition found"),
    }
}

/// Filters are all carried out; a group needs nothing more.
const fn members(_: &Group<Written>) -> Option<&'static str> {
    None
}

/// What of a condition of a sheet is not read yet.
#[must_use]
pub(super) fn condition(condition: &Condition<Written>) -> Option<&'static str> {
    match condition {
        Condition::All(list) | Condition::AnyOf(list) => list.iter().find_map(self::condition),
        Condition::Not(inner) => self::condition(inner),
        Condition::Is(predicate) => match predicate {
            Predicate::Has(who, _) | Predicate::IsIn(who, _) | Predicate::Holds(who, _) => immediate_subject(who),
            Predicate::Active(_, Some(who)) => immediate_subject(who),
            Predicate::Active(_, None) | Predicate::Count(..) | Predicate::Night(..) => None,
            Predicate::Did(_) => Some("a sheet's condition on what somebody did is not read yet"),
            Predicate::Detects(..) => Some("a sheet's condition on detection is not read yet"),
            Predicate::Pays(..) => Some("a choice of payment is not offered yet"),
            Predicate::SecondRound
            | Predicate::MoveCancelled(_)
            | Predicate::OwnSkillFailed(_)
            | Predicate::Would(_) => Some("only an order can ask this"),
        },
    }
}
