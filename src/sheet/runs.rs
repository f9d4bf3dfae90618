//! What the language can say and the engine cannot do yet.
//!
//! Nothing is skipped (EFFECTS promise 1): a sentence whose clause the engine would pass over in
//! silence is refused at load. Whoever teaches the engine a thing takes it out of here.

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Effect, Immediate, Operation, Rule, Standing, Trigger};

/// Why the engine cannot carry out an effect; `None` when it can.
pub(super) fn not_yet(effect: &Effect) -> Option<&'static str> {
    match effect {
        // Whenever the skill works, the Night asks the GM.
        Effect::Gm(_) => None,
        Effect::Rule(rule) => runs(rule),
        Effect::Choice(options) => options.iter().find_map(runs),
    }
}

fn runs(rule: &Rule) -> Option<&'static str> {
    operation(rule).or_else(|| rule.condition.as_ref().and_then(condition))
}

fn operation(rule: &Rule) -> Option<&'static str> {
    if rule.trigger.as_ref().and_then(Trigger::deed).is_some_and(|deed| deed.first) {
        return Some("who was the first to do something");
    }
    match &rule.operation {
        Operation::Immediate(Immediate::InflictNamed { status, .. }) => {
            let held = |rule: &Rule| {
                matches!(&rule.operation, Operation::Standing(Standing::Upgrade(_) | Standing::Survives { .. }))
            };
            status.effects.iter().any(held).then_some("a status that does this")
        }
        Operation::Standing(_) if rule.trigger.is_none() && !rule.operation.people().into_iter().all(lastingly) => {
            Some("a lasting effect on these")
        }
        Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
    }
}

/// Whether a lasting effect reaches these: the user, the targets, groups, and those around the user.
fn lastingly(who: &Who<Written>) -> bool {
    match who {
        Who::User | Who::Target | Who::SecondTarget | Who::Named(_) | Who::Any(_) | Who::Every(_) | Who::UpTo(..) => {
            true
        }
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::SummonerOf(of)
        | Who::FamiliarsOf(of)
        | Who::TeamOf(of) => **of == Who::User,
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
            | Predicate::Night(..)
            | Predicate::SecondRound
            | Predicate::Detects(..)
            | Predicate::MoveCancelled(_)
            | Predicate::OwnSkillFailed(_)
            | Predicate::Pays(..)
            | Predicate::Chooses(_) => None,
            Predicate::Did(deed) if deed.first => Some("who was the first to do something"),
            Predicate::Did(_) => None,
            Predicate::Would(_) => Some("foresight"),
        },
    }
}
