//! What the language can say and the engine cannot do yet.
//!
//! Nothing is skipped (EFFECTS promise 1): a sentence whose clause the engine would pass over in
//! silence is refused at load. Whoever teaches the engine a thing takes it out of here.

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Duration, Effect, Manner, Operation, Rule};
use crate::vocabulary::skill_type::SkillType;

/// Why the engine cannot carry out an effect; `None` when it can.
pub(super) fn not_yet(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Gm(_) => Some("a sentence for the GM to adjudicate"),
        Effect::Rule(rule) => operation(rule).or_else(|| rule.condition.as_ref().and_then(condition)),
    }
}

/// Whether the engine carries out skills of a type.
pub(super) const fn type_runs(kind: SkillType) -> bool {
    !matches!(kind, SkillType::Summoning | SkillType::BoundedField | SkillType::RealityMarble)
}

fn operation(rule: &Rule) -> Option<&'static str> {
    let operation = &rule.operation;
    match operation.manner() {
        Manner::AtOnce => matches!(operation, Operation::InflictNamed { .. }).then_some("statuses of a sheet's own"),
        Manner::OfThisUse if matches!(operation, Operation::BecomesType(_)) => Some("a change of the skill's type"),
        Manner::OfThisUse => {
            let timed = matches!(operation, Operation::Lasts(Duration::Turns(_) | Duration::ThisTurn));
            (timed && rule.condition.is_some()).then_some("a number of Turns that hangs on a condition")
        }
        Manner::ForATime => operation.who().is_some_and(|who| !lastingly(who)).then_some("a lasting effect on these"),
    }
}

/// Whether a lasting effect reaches these: the user, the targets, groups, and those around the user.
fn lastingly(who: &Who<Written>) -> bool {
    match who {
        Who::User | Who::Target | Who::Named(_) | Who::Any(_) | Who::Every(_) | Who::UpTo(..) => true,
        Who::MasterOf(of) | Who::ServantOf(of) | Who::PartnerOf(of) | Who::FamiliarsOf(of) | Who::TeamOf(of) => {
            **of == Who::User
        }
        Who::OneOf(all) => all.iter().all(lastingly),
        Who::Attacker | Who::That | Who::WhoDid(_) => false,
    }
}

fn condition(condition: &Condition<Written>) -> Option<&'static str> {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().find_map(self::condition),
        Condition::Not(part) => self::condition(part),
        Condition::Is(predicate) => match predicate {
            Predicate::Has(..)
            | Predicate::IsIn(..)
            | Predicate::Count(..)
            | Predicate::Active(..)
            | Predicate::Holds(..)
            | Predicate::Night(..) => None,
            Predicate::Did(_) => Some("conditions on deeds of this Turn"),
            Predicate::Detects(..) => Some("conditions on detection"),
            Predicate::SecondRound => Some("conditions on the combat round"),
            Predicate::MoveCancelled(_) | Predicate::OwnSkillFailed(_) => Some("conditions on orders that failed"),
            Predicate::Pays(..) => Some("additional payments"),
            Predicate::Would(_) => Some("foresight"),
        },
    }
}
