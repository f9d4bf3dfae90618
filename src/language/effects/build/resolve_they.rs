//! Replaces `they` in a sentence with the person it means, if the sentence itself names them.

use super::antecedents::{
    THEY_IS_EITHER, THEY_IS_NOBODY, bind_ending_deed, bind_same_location, collect_named, condition_says_they,
    count_named, is_several, is_they_ambiguous, people_besides_user, people_in_condition, replace_they, says_their,
};
use super::replace_they::{replace_in_condition, replace_in_who};
use crate::language::condition::{Act, Condition, Deed, Predicate, Relation, Who, Written};
use crate::language::effect::{Destination, Operation, Sentence, Trigger, Verb};

/// Where a sentence says `they`.
#[derive(Clone, Copy)]
struct SaysThey {
    in_operation: bool,
    in_condition: bool,
}

impl SaysThey {
    fn find(sentence: &Sentence) -> SaysThey {
        SaysThey {
            in_operation: sentence.operation.people().into_iter().any(Who::says_they),
            in_condition: sentence.condition.as_ref().is_some_and(condition_says_they),
        }
    }
}

/// Replaces `they` with the person it means, if the sentence itself names them.
pub(super) fn resolve_pronouns(sentence: &mut Sentence) -> Result<(), &'static str> {
    bind_ending_deed(sentence)?;
    if let Some(condition) = &mut sentence.condition {
        bind_same_location(condition, sentence.operation.who())?;
    }
    if find_deed(sentence).is_some_and(|deed| deed.who.says_they() || deed.object().is_some_and(Who::says_they)) {
        return Err("`they` could be anybody: say who does it");
    }
    bind_their_to_only_person(sentence)?;
    let says_they = SaysThey::find(sentence);
    if !says_they.in_operation && !says_they.in_condition || bind_to_killer(sentence, says_they) {
        return Ok(());
    }
    if find_deed(sentence).is_some() {
        return bind_to_people_of_trigger(sentence, says_they);
    }
    match (says_they.in_operation, says_they.in_condition) {
        (true, true) => match single_subject(sentence.condition.as_ref()) {
            Some(one) => {
                replace_they(sentence, &one);
                Ok(())
            }
            None => Err(THEY_IS_NOBODY),
        },
        (true, false) => bind_to_person_of_condition(sentence),
        (false, _) => bind_condition_to_affected(sentence),
    }
}

/// The deed that a sentence waits for.
fn find_deed(sentence: &Sentence) -> Option<&Deed<Written>> {
    sentence.trigger.as_ref().and_then(Trigger::deed)
}

/// `The user and their Master`: binds `their` to the only person named in what is done.
fn bind_their_to_only_person(sentence: &mut Sentence) -> Result<(), &'static str> {
    let deed = find_deed(sentence);
    let names_home = matches!(
        sentence.operation.verb(),
        Some(Verb::Relocate { destination: Destination::HomeOf(Who::Antecedent), .. })
    );
    let has_their = names_home || sentence.operation.people().into_iter().any(says_their);
    let named_people = collect_named(sentence.operation.people().into_iter());
    if !has_their || named_people.is_empty() {
        return Ok(());
    }
    let others = deed.is_some_and(|deed| !people_besides_user(deed).is_empty());
    let [only_person] = named_people.as_slice() else { return Err("`their` could be either of two: say whose") };
    // `When the user is attacked, their Master learns the attacker's location`: the user's Master, or the attacker's?
    let is_for_another = sentence
        .operation
        .who()
        .is_some_and(|affected| says_their(affected) && !affected.mentions(&|who| who == only_person));
    if others || (is_for_another && deed.is_some()) {
        return Err("`their` could be either of two: say whose");
    }
    let people = sentence.operation.people_mut().into_iter();
    people.filter(|who| names_home || says_their(who)).for_each(|who| replace_in_who(who, only_person));
    Ok(())
}

/// `When the user kills an opponent, they …`: binds `they` to the user, because whoever was killed does and gains
/// nothing more. Returns whether it is so.
fn bind_to_killer(sentence: &mut Sentence, says_they: SaysThey) -> bool {
    let is_killing = matches!(find_deed(sentence), Some(Deed { who: Who::User, act: Act::Kills(Some(_)), .. }));
    let says_only_they =
        || sentence.operation.people().into_iter().filter(|who| who.says_they()).all(|who| *who == Who::Antecedent);
    let is_killer = is_killing && !says_they.in_condition && says_only_they();
    if is_killer {
        replace_they(sentence, &Who::User);
    }
    is_killer
}

/// Binds `they` to a person of the deed that the sentence waits for. `They` who is not the user stays: it is whoever
/// did the deed.
fn bind_to_people_of_trigger(sentence: &mut Sentence, says_they: SaysThey) -> Result<(), &'static str> {
    let Some(deed) = find_deed(sentence) else { return Ok(()) };
    let on = sentence.operation.who();
    match people_besides_user(deed).len() {
        1 if deed.who != Who::User => {
            let is_passive = matches!(deed.act, Act::IsAttacked | Act::IsDamaged);
            if is_passive && !says_they.in_operation && on == Some(&Who::Attacker) {
                return Err(THEY_IS_EITHER);
            }
            let is_of_each = !says_they.in_operation && on.is_some_and(is_several);
            if is_of_each { Err("`they` could be each of these or whoever did it: say who") } else { Ok(()) }
        }
        // Only the user is named; whoever attacks the user is not.
        0 if !says_they.in_operation && on == Some(&Who::User) && count_named(&sentence.operation) == 1 => {
            sentence.condition.iter_mut().for_each(|condition| replace_in_condition(condition, &Who::User));
            Ok(())
        }
        // `When the user is attacked, they …`: the user is the subject of the clause (A260).
        // `When the user uses "X", they …`: nobody else is named, and the user is no object of the deed.
        0 if deed.who == Who::User && is_they_ambiguous(sentence, &Who::User) => Err(THEY_IS_EITHER),
        0 if deed.who == Who::User => {
            replace_they(sentence, &Who::User);
            Ok(())
        }
        0 => Err("`they` could be anybody: write `the user` or `the attacker`"),
        _ => Err("`they` could be either of two: say who"),
    }
}

/// `While the user is in Spirit Form, their regeneration …`: binds `their` to the only person named in the condition.
fn bind_to_person_of_condition(sentence: &mut Sentence) -> Result<(), &'static str> {
    let condition = sentence.condition.as_ref();
    let named = condition.map(|c| collect_named(people_in_condition(c).into_iter())).unwrap_or_default();
    match named.as_slice() {
        [one] if sentence.operation.people().into_iter().all(Who::says_they) => {
            sentence.operation.people_mut().into_iter().for_each(|who| replace_in_who(who, one));
            Ok(())
        }
        _ => Err(THEY_IS_NOBODY),
    }
}

/// `The user restores 10 Health if they are Poisoned`: binds `they` of the condition to the one the sentence works on.
fn bind_condition_to_affected(sentence: &mut Sentence) -> Result<(), &'static str> {
    match sentence.operation.who().cloned() {
        Some(_) if count_named(&sentence.operation) > 1 => return Err("`they` could be either of two: say who"),
        Some(who) if !is_several(&who) => sentence.condition.iter_mut().for_each(|c| replace_in_condition(c, &who)),
        // Each of those it works on.
        Some(Who::Every(_)) if sentence.is_at_once() || sentence.trigger.is_some() => {}
        // `The user's team's regeneration increases by 5 while they are in this location`: each member who is there.
        Some(Who::Related(Relation::Team, _)) if is_team_asked_each(sentence) => {}
        _ => return Err("`they` could be anybody: write `the user` or `the target`"),
    }
    Ok(())
}

/// Whether a condition on a team is asked of each of its members: whether they are in this location.
fn is_team_asked_each(sentence: &Sentence) -> bool {
    let there = Condition::Is(Predicate::IsIn(Who::Antecedent, None));
    let is_standing = matches!(sentence.operation, Operation::Standing(_)) && sentence.trigger.is_none();
    is_standing && !sentence.at_use && sentence.condition.as_ref() == Some(&there)
}

/// `While the user is in the same location as their Master`: the single subject of the condition, if it names nobody
/// else except through that subject.
pub(super) fn single_subject(condition: Option<&Condition<Written>>) -> Option<Who<Written>> {
    let condition = condition?;
    let mut subjects: Vec<&Who<Written>> = condition.statements().into_iter().filter_map(Predicate::subject).collect();
    subjects.dedup();
    let [one] = subjects.as_slice() else { return None };
    let is_described_by_subject =
        |who: &&Who<Written>| who == one || matches!(who, Who::Related(_, of) if of.says_they() || **of == **one);
    let is_only_person =
        matches!(one, Who::User | Who::Target) && people_in_condition(condition).iter().all(is_described_by_subject);
    is_only_person.then(|| (*one).clone())
}
