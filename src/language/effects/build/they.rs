//! Whom `they` and `that character` mean: whoever did what the sentence waits for; without a trigger, in
//! the condition, whoever the sentence speaks of. There is exactly one such person, or it is refused.

use crate::language::condition::{Act, Condition, Deed, Predicate, Who, Written};
use crate::language::effect::{Operation, Rule, Standing};

/// Puts the person in the place of `they`, where it is somebody the sentence names itself.
pub(super) fn resolve(rule: &mut Rule) -> Result<(), &'static str> {
    let operation = operation_says(&rule.operation);
    let condition = rule.condition.as_ref().is_some_and(condition_says);
    let deed = rule.trigger.as_ref().and_then(|t| t.deed());
    if deed.is_some_and(|deed| says(&deed.who) || object(deed).is_some_and(says)) {
        return Err("`they` could be anybody: say who does it");
    }
    if !operation && !condition {
        return Ok(());
    }
    if let Some(deed) = deed {
        let others = [Some(&deed.who), object(deed)].into_iter().flatten().filter(|who| **who != Who::User).count();
        return match others {
            1 if deed.who != Who::User => {
                let of_each = !operation && rule.operation.who().is_some_and(is_several);
                if of_each { Err("`they` could be each of these or whoever did it: say who") } else { Ok(()) }
            }
            0 => Err("`they` could be anybody: write `the user` or `the attacker`"),
            _ => Err("`they` could be either of two: say who"),
        };
    }
    if operation {
        return Err("`they` could be anybody: nobody was spoken of before");
    }
    match rule.operation.who().cloned() {
        Some(who) if !is_several(&who) => rule.condition.iter_mut().for_each(|c| replace(c, &who)),
        // Each of those it works on.
        Some(Who::Every(_)) if rule.is_at_once() || rule.trigger.is_some() => {}
        _ => return Err("`they` could be anybody: write `the user` or `the target`"),
    }
    Ok(())
}

/// Whom a deed is done to, where that is said.
fn object(deed: &Deed<Written>) -> Option<&Who<Written>> {
    match &deed.act {
        Act::Attacks(whom) | Act::Uses(_, whom) => whom.as_ref(),
        Act::UsesKind(_)
        | Act::UsesNoblePhantasm
        | Act::UsesCommandSpell
        | Act::Enters(_)
        | Act::Leaves(_)
        | Act::Acts
        | Act::Dies
        | Act::IsAttacked
        | Act::IsDamaged
        | Act::EntersSpiritForm
        | Act::LeavesSpiritForm
        | Act::Flees
        | Act::Intercepts => None,
    }
}

fn is_several(who: &Who<Written>) -> bool {
    match who {
        Who::Every(_) | Who::OneOf(_) | Who::UpTo(..) | Who::FamiliarsOf(_) | Who::TeamOf(_) | Who::Any(_) => true,
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::That
        | Who::Named(_)
        | Who::MasterOf(_)
        | Who::SummonerOf(_)
        | Who::ServantOf(_)
        | Who::PartnerOf(_)
        | Who::WhoDid(_) => false,
    }
}

fn says(who: &Who<Written>) -> bool {
    match who {
        Who::That => true,
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::FamiliarsOf(of)
        | Who::SummonerOf(of)
        | Who::TeamOf(of) => says(of),
        Who::OneOf(all) => all.iter().any(says),
        Who::WhoDid(deed) => says(&deed.who) || object(deed).is_some_and(says),
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::Named(_)
        | Who::Any(_)
        | Who::Every(_)
        | Who::UpTo(..) => false,
    }
}

fn operation_says(operation: &Operation) -> bool {
    if matches!(operation, Operation::Standing(Standing::Upgrade(_))) {
        return false;
    }
    operation.people().into_iter().any(says)
}

fn condition_says(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(condition_says),
        Condition::Not(part) => condition_says(part),
        Condition::Is(predicate) => people(predicate).into_iter().any(says),
    }
}

/// Everybody a statement speaks of by itself.
fn people(predicate: &Predicate<Written>) -> Vec<&Who<Written>> {
    match predicate {
        Predicate::Has(who, _)
        | Predicate::IsIn(who, _)
        | Predicate::Active(_, Some(who))
        | Predicate::Holds(who, _)
        | Predicate::MoveCancelled(who)
        | Predicate::Would(who) => vec![who],
        Predicate::Did(deed) => std::iter::once(&deed.who).chain(object(deed)).collect(),
        Predicate::Detects(who, whom) => vec![who, whom],
        Predicate::Active(_, None)
        | Predicate::Count(..)
        | Predicate::Night(..)
        | Predicate::SecondRound
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..) => Vec::new(),
    }
}

fn replace(condition: &mut Condition<Written>, by: &Who<Written>) {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(|part| replace(part, by)),
        Condition::Not(part) => replace(part, by),
        Condition::Is(predicate) => match predicate {
            Predicate::Has(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::Active(_, Some(who))
            | Predicate::Holds(who, _)
            | Predicate::MoveCancelled(who)
            | Predicate::Would(who) => replace_who(who, by),
            Predicate::Did(deed) => replace_deed(deed, by),
            Predicate::Detects(who, whom) => {
                replace_who(who, by);
                replace_who(whom, by);
            }
            Predicate::Active(_, None)
            | Predicate::Count(..)
            | Predicate::Night(..)
            | Predicate::SecondRound
            | Predicate::OwnSkillFailed(_)
            | Predicate::Pays(..) => {}
        },
    }
}

fn replace_deed(deed: &mut Deed<Written>, by: &Who<Written>) {
    replace_who(&mut deed.who, by);
    if let Act::Attacks(Some(whom)) | Act::Uses(_, Some(whom)) = &mut deed.act {
        replace_who(whom, by);
    }
}

fn replace_who(who: &mut Who<Written>, by: &Who<Written>) {
    match who {
        Who::That => *who = by.clone(),
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::FamiliarsOf(of)
        | Who::SummonerOf(of)
        | Who::TeamOf(of) => {
            replace_who(of, by);
        }
        Who::OneOf(all) => all.iter_mut().for_each(|who| replace_who(who, by)),
        Who::WhoDid(deed) => replace_deed(deed, by),
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::Named(_)
        | Who::Any(_)
        | Who::Every(_)
        | Who::UpTo(..) => {}
    }
}
