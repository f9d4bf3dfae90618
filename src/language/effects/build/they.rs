//! Whom `they` and `that character` mean: whoever did what the sentence waits for; without a trigger, in
//! the condition, whoever the sentence speaks of. There is exactly one such person, or it is refused.

use crate::language::condition::{Act, Condition, Deed, Predicate, Who, Written};
use crate::language::effect::{Destination, Immediate, Operation, Rule, Standing, Trigger};

use super::sentence::Around;
use super::{Node, child, conditions, has};
use crate::language::parser::Rule as Grammar;

/// `The user restores 10 Health whenever they are attacked`: of whom the sentence works on.
pub(super) fn doer_behind(rule: &mut Rule) {
    let Some(on) = rule.operation.who().filter(|on| !is_several(on)).cloned() else { return };
    if let Some(Trigger::When(deed) | Trigger::Limited(_, deed)) = &mut rule.trigger {
        replace_deed(deed, &on);
    }
}

/// Of what a sentence waits for: whom `they` means in the rest of it, where that is not whoever did it (A260).
#[derive(Clone)]
pub(super) struct Subject<'i> {
    /// The grammatical subject: in `when the user is attacked by an opponent` the user.
    who: Who<Written>,
    /// What is waited for.
    said: Node<'i>,
}

/// The grammatical subject of what a pair waits for, where somebody else does the deed.
pub(super) fn subject<'i>(part: &Node<'i>, trigger: &Trigger) -> Option<Subject<'i>> {
    let deed = trigger.deed()?;
    let about = child(part, Grammar::about)?;
    let who = conditions::grammatical_subject(&about)?;
    (who != deed.who).then_some(Subject { who, said: about })
}

/// `When the user is hit by an opponent, they …`: `they` is the user, whom the clause speaks of, and not whoever did it
/// (A260); `that opponent` is.
pub(super) fn behind_passive(rule: &mut Rule, pair: &Node<'_>, subject: &Subject<'_>) -> Result<(), &'static str> {
    let within = |p: &Node<'_>| {
        let (outer, inner) = (subject.said.as_span(), p.as_span());
        outer.start <= inner.start && inner.end <= outer.end
    };
    let words = || pair.clone().into_inner().flatten().filter(|p| !within(p));
    let says = words().any(|p| {
        p.as_rule() == Grammar::k_their
            || (p.as_rule() == Grammar::that_one && !has(&p, Grammar::that_kind) && has(&p, Grammar::k_they))
    });
    let points = words().any(|p| p.as_rule() == Grammar::that_one && !has(&p, Grammar::k_they));
    if !says {
        return Ok(());
    }
    let told = rule.operation.people().into_iter().any(Who::says_they);
    let asked = rule.condition.as_ref().is_some_and(condition_says);
    if !told && !asked {
        return Ok(());
    }
    // A skill is nobody: `when "X" is used on the target by an opponent`.
    let used = subject.said.clone().into_inner().flatten().any(|p| p.as_rule() == Grammar::used);
    let deed = rule.trigger.as_ref().and_then(Trigger::deed);
    if used {
        let alone = deed.is_some_and(|deed| deed.object().is_none());
        return if alone { Ok(()) } else { Err("`they` could be either of two: say who") };
    }
    if points {
        return Err("`they` and `that one` are two: say who each is");
    }
    if is_several(&subject.who) {
        return Err("`they` is whoever it befalls, who has no name here: say `When …` of who does it, or say who");
    }
    rule.operation.people_mut().into_iter().for_each(|who| replace_who(who, &subject.who));
    rule.condition.iter_mut().for_each(|condition| replace(condition, &subject.who));
    Ok(())
}

/// `When …, the user restores 10 Health while in battle`: of whom the sentence works on, whoever did what it waits for.
pub(super) fn of_worked_on(rule: &mut Rule) -> Result<(), ()> {
    let Some(on) = rule.operation.who().filter(|on| !on.says_they()).cloned() else { return Ok(()) };
    if is_several(&on) {
        return Err(());
    }
    rule.condition.iter_mut().for_each(|condition| replace(condition, &on));
    Ok(())
}

/// Puts the person in the place of `they`, where it is somebody the sentence names itself.
pub(super) fn resolve(rule: &mut Rule) -> Result<(), &'static str> {
    resolve_end(rule)?;
    if let Some(condition) = &mut rule.condition {
        beside(condition, rule.operation.who())?;
    }
    let deed = rule.trigger.as_ref().and_then(|t| t.deed());
    if deed.is_some_and(|deed| deed.who.says_they() || deed.object().is_some_and(Who::says_they)) {
        return Err("`they` could be anybody: say who does it");
    }
    // `The user and their Master`: whoever alone is named in what is done.
    let home =
        matches!(&rule.operation, Operation::Immediate(Immediate::Relocate { to: Destination::HomeOf(Who::That), .. }));
    let owns = home || slots(&mut rule.operation).into_iter().any(|who| says_their(who));
    let named = named(slots(&mut rule.operation).into_iter().map(|who| &*who));
    if owns && !named.is_empty() {
        let others = deed.is_some_and(|deed| !others(deed).is_empty());
        let [one] = named.as_slice() else { return Err("`their` could be either of two: say whose") };
        if others {
            return Err("`their` could be either of two: say whose");
        }
        slots(&mut rule.operation)
            .into_iter()
            .filter(|who| home || says_their(who))
            .for_each(|who| replace_who(who, one));
    }
    let operation = slots(&mut rule.operation).into_iter().any(|who| who.says_they());
    let condition = rule.condition.as_ref().is_some_and(condition_says);
    if !operation && !condition {
        return Ok(());
    }
    if let Some(deed) = rule.trigger.as_ref().and_then(|t| t.deed()) {
        let others = others(deed).len();
        return match others {
            1 if deed.who != Who::User => {
                let of_each = !operation && rule.operation.who().is_some_and(is_several);
                if of_each { Err("`they` could be each of these or whoever did it: say who") } else { Ok(()) }
            }
            // Only the user is spoken of; in what befalls the user somebody stands behind it, unsaid.
            0 if !operation && rule.operation.who() == Some(&Who::User) && spoken_in(&mut rule.operation) == 1 => {
                rule.condition.iter_mut().for_each(|c| replace(c, &Who::User));
                Ok(())
            }
            // `When the user is attacked, they …`: the user is whom the clause speaks of (A260).
            // `When the user uses "X", they …`: nobody else is named, and the user is no object of it.
            0 if deed.who == Who::User => {
                slots(&mut rule.operation).into_iter().for_each(|who| replace_who(who, &Who::User));
                rule.condition.iter_mut().for_each(|c| replace(c, &Who::User));
                Ok(())
            }
            0 => Err("`they` could be anybody: write `the user` or `the attacker`"),
            _ => Err("`they` could be either of two: say who"),
        };
    }
    if operation {
        // `While the user is in Spirit Form, their regeneration …`: whoever alone is spoken of there.
        let spoken = rule.condition.as_ref().map(|c| self::named(spoken_of(c).into_iter())).unwrap_or_default();
        let alone = slots(&mut rule.operation).into_iter().all(|who| who.says_they());
        return match spoken.as_slice() {
            [one] if alone && !condition => {
                slots(&mut rule.operation).into_iter().for_each(|who| replace_who(who, one));
                Ok(())
            }
            _ => Err("`they` could be anybody: nobody was spoken of before"),
        };
    }
    match rule.operation.who().cloned() {
        Some(_) if spoken_in(&mut rule.operation) > 1 => return Err("`they` could be either of two: say who"),
        Some(who) if !is_several(&who) => rule.condition.iter_mut().for_each(|c| replace(c, &who)),
        // Each of those it works on.
        Some(Who::Every(_)) if rule.is_at_once() || rule.trigger.is_some() => {}
        _ => return Err("`they` could be anybody: write `the user` or `the target`"),
    }
    Ok(())
}

/// `… and their END is lowered by 1 rank`: in the second thing said, whoever alone was named in the first.
pub(super) fn of_the_same(
    second: &mut Operation,
    first: &[Operation],
    (trigger, condition): Around<'_>,
) -> Result<(), &'static str> {
    if !slots(second).into_iter().any(|who| who.says_they()) {
        return Ok(());
    }
    let mut before: Vec<Operation> = first.to_vec();
    // `They` of before may still be found: it is the same one here.
    if before.iter_mut().flat_map(slots).any(|who| who.says_they()) {
        return Ok(());
    }
    let spoken = named(before.iter_mut().flat_map(slots).map(|who| &*who));
    let [one] = spoken.as_slice() else { return Err("`they` could be anybody: say who") };
    // Whoever did what it waits for, and whoever must be so, could be meant too.
    let doers = trigger.and_then(Trigger::deed).map(others).unwrap_or_default();
    let asked = condition.map(|condition| named(spoken_of(condition).into_iter())).unwrap_or_default();
    if doers.into_iter().chain(&asked).any(|other| other != one) {
        return Err("`they` could be either of two: say who");
    }
    slots(second).into_iter().for_each(|who| replace_who(who, one));
    Ok(())
}

/// `In the same location`, and as whom is not said: as whoever the sentence works on, each of several; if that is the
/// one it is said of, as the user; what is said of a use alone is on its target.
pub(super) fn beside(condition: &mut Condition<Written>, on: Option<&Who<Written>>) -> Result<(), &'static str> {
    let whom = |who: &Who<Written>| match (on, who) {
        (None, Who::User) => Ok(Who::Target),
        (Some(Who::User), Who::User) => Err("in the same location as whom? write `in this location`, or say as whom"),
        (None | Some(Who::User), _) | (_, Who::That) => Ok(Who::User),
        (Some(on), who) if on == who => Ok(Who::User),
        (Some(on), _) => Ok(if is_several(on) { Who::That } else { on.clone() }),
    };
    condition.statements_mut().into_iter().try_for_each(|statement| {
        if let Predicate::IsWith(who, unsaid @ Who::That) = statement {
            *unsaid = whom(who)?;
        }
        Ok(())
    })
}

/// Of `until they are damaged`: whom the sentence works on. Once something has set it off nobody else is at hand.
fn resolve_end(rule: &mut Rule) -> Result<(), &'static str> {
    let Some(until) = &mut rule.until else { return Ok(()) };
    let on = rule.operation.who().cloned().unwrap_or(Who::User);
    let set_off = rule.trigger.as_ref().filter(|_| matches!(rule.operation, Operation::Standing(_)));
    let done = set_off.and_then(|trigger| trigger.deed());
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(Who::says_they) {
        if is_several(&on) {
            return Err("until which of them? say who");
        }
        if matches!(rule.operation, Operation::Standing(Standing::Intercepts { .. } | Standing::Pursues { .. })) {
            return Err("until who does it? `they` could be either of two: say who");
        }
        // Whoever set it off is named before whom it works on.
        let doers = done.map(others).unwrap_or_default();
        let of_doer = matches!(on, Who::That | Who::Attacker) || doers.contains(&&on);
        if !doers.is_empty() && !of_doer {
            return Err("until who does it? `they` could be either of two: say who");
        }
    }
    if set_off.is_none() || on == Who::User {
        replace_deed(until, &on);
    } else {
        put_that(until, &on);
    }
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(|who| *who == Who::Attacker || (set_off.is_some() && *who == Who::Target)) {
        return Err("who is that then? write `until they …`, of whom this works on");
    }
    Ok(())
}

/// Whom the sentence works on is `that character` in what ends it.
fn put_that(deed: &mut Deed<Written>, on: &Who<Written>) {
    if deed.who == *on {
        deed.who = Who::That;
    }
    let of_act = match &mut deed.act {
        Act::Attacks(whom)
        | Act::AttacksWith(_, whom)
        | Act::Damages(_, whom)
        | Act::Kills(whom)
        | Act::Uses(_, whom) => whom.as_mut(),
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
    };
    if let Some(whom) = of_act.filter(|whom| *whom == on) {
        *whom = Who::That;
    }
}

/// How many an operation speaks of, each once: people and groups, `the user's Master` as one.
fn spoken_in(operation: &mut Operation) -> usize {
    let group = match operation {
        Operation::Standing(
            Standing::DamageDealt { against: group, .. }
            | Standing::DamageTaken { from: group, .. }
            | Standing::DamageAtMost { from: group, .. }
            | Standing::Reflects { from: group, .. }
            | Standing::Uncovers { whom: group, .. },
        ) => usize::from(!group.is_anybody()),
        Operation::Standing(Standing::Hidden { from, .. }) => usize::from(!from.is_empty()),
        // Its user uses it on somebody.
        Operation::Immediate(Immediate::Uses { on: Some(_), .. }) => 1,
        _ => 0,
    };
    let thrown_back = usize::from(matches!(operation, Operation::Standing(Standing::Reflects { .. })));
    let mut people: Vec<&Who<Written>> = Vec::new();
    for who in slots(operation) {
        if !people.contains(&&*who) {
            people.push(who);
        }
    }
    people.len() + group + thrown_back
}

/// `… and loses 20 Mana`: whoever was named before does it too.
pub(super) fn of_subject(operation: &mut Operation, subject: &Who<Written>) {
    let mut slots = slots(operation);
    let Some(who) = slots.first_mut() else { return };
    replace_who(who, subject);
    if !is_several(subject) {
        slots.into_iter().for_each(|who| replace_who(who, subject));
    }
}

/// `gives 20 Mana to their Master`: of whoever gives.
pub(super) fn own(who: &mut Who<Written>, by: &Who<Written>) {
    if says_their(who) && !by.says_they() {
        replace_who(who, by);
    }
}

/// Who but the user has to do with a deed.
fn others(deed: &Deed<Written>) -> Vec<&Who<Written>> {
    [Some(&deed.who), deed.object()].into_iter().flatten().filter(|who| **who != Who::User).collect()
}

/// Every place in what is done where somebody is named.
fn slots(operation: &mut Operation) -> Vec<&mut Who<Written>> {
    operation.people_mut()
}

/// Everybody who is named by themselves, each once; of a chain (`the user's Master`) both ends could be meant.
fn named<'w>(people: impl Iterator<Item = &'w Who<Written>>) -> Vec<Who<Written>> {
    fn tell(who: &Who<Written>, all: &mut Vec<Who<Written>>) {
        let mut add = |who: &Who<Written>| {
            if !all.contains(who) {
                all.push(who.clone());
            }
        };
        match who {
            Who::That => {}
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Named(_) => add(who),
            Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) => add(who),
            Who::OneOf(several) => several.iter().for_each(|who| tell(who, all)),
            Who::MasterOf(of)
            | Who::ServantOf(of)
            | Who::PartnerOf(of)
            | Who::FamiliarsOf(of)
            | Who::SummonerOf(of)
            | Who::TeamOf(of) => {
                if !of.says_they() {
                    add(who);
                    tell(of, all);
                }
            }
        }
    }
    let mut all = Vec::new();
    people.for_each(|who| tell(who, &mut all));
    // Nobody is `they` but one person.
    let several = all.iter().any(is_several);
    if several {
        all.push(Who::That)
    }
    all
}

/// Whether words say `their Master`, of whomever.
fn says_their(who: &Who<Written>) -> bool {
    match who {
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::FamiliarsOf(of)
        | Who::SummonerOf(of)
        | Who::TeamOf(of) => of.says_they(),
        Who::OneOf(all) => all.iter().any(says_their),
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::That
        | Who::Named(_)
        | Who::Any(_)
        | Who::Every(_)
        | Who::UpTo(..)
        | Who::WhoDid(_) => false,
    }
}

/// Everybody a condition speaks of.
fn spoken_of(condition: &Condition<Written>) -> Vec<&Who<Written>> {
    condition.statements().into_iter().flat_map(people).collect()
}

pub(super) fn is_several(who: &Who<Written>) -> bool {
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

fn condition_says(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(condition_says),
        Condition::Not(part) => condition_says(part),
        Condition::Is(predicate) => people(predicate).into_iter().any(Who::says_they),
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
        | Predicate::Among(who, _)
        | Predicate::Would(who) => vec![who],
        Predicate::Did(deed) => std::iter::once(&deed.who).chain(deed.object()).collect(),
        // As whom, where it is not said, is each that the sentence works on.
        Predicate::IsWith(who, Who::That) => vec![who],
        Predicate::Detects(who, whom) | Predicate::IsWith(who, whom) => vec![who, whom],
        Predicate::Active(_, None)
        | Predicate::Count(..)
        | Predicate::Night(..)
        | Predicate::SecondRound
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..)
        | Predicate::Chooses(_) => Vec::new(),
    }
}

pub(super) fn replace(condition: &mut Condition<Written>, by: &Who<Written>) {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(|part| replace(part, by)),
        Condition::Not(part) => replace(part, by),
        Condition::Is(predicate) => match predicate {
            Predicate::Has(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::Active(_, Some(who))
            | Predicate::Holds(who, _)
            | Predicate::MoveCancelled(who)
            | Predicate::Among(who, _)
            | Predicate::Would(who) => replace_who(who, by),
            Predicate::Did(deed) => replace_deed(deed, by),
            Predicate::IsWith(who, Who::That) => replace_who(who, by),
            Predicate::Detects(who, whom) | Predicate::IsWith(who, whom) => {
                replace_who(who, by);
                replace_who(whom, by);
            }
            Predicate::Active(_, None)
            | Predicate::Count(..)
            | Predicate::Night(..)
            | Predicate::SecondRound
            | Predicate::OwnSkillFailed(_)
            | Predicate::Pays(..)
            | Predicate::Chooses(_) => {}
        },
    }
}

fn replace_deed(deed: &mut Deed<Written>, by: &Who<Written>) {
    replace_who(&mut deed.who, by);
    if let Act::Attacks(Some(whom))
    | Act::AttacksWith(_, Some(whom))
    | Act::Damages(_, Some(whom))
    | Act::Kills(Some(whom))
    | Act::Uses(_, Some(whom)) = &mut deed.act
    {
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
