//! Whom `they` and `that character` mean: whoever did the deed of the trigger. Without a trigger, in the condition, it
//! is whoever the sentence speaks of. If there is not exactly one such person, the sentence is refused.

use crate::language::condition::{Act, Condition, Deed, Filter, Predicate, Property, Who, Written};
use crate::language::effect::{Counted, Immediate, Modifier, Operation, Sentence, Standing, Trigger, Verb};

use super::replace_they::{replace_in_condition, replace_in_deed, replace_in_who};
use super::sentence::SentenceContext;
use super::{Node, child, conditions, has_child};
use crate::language::parser::Rule as Grammar;
use crate::language::visit::{Visit, VisitMut};

/// `The user restores 10 Health whenever they are attacked`: binds `they` in the trigger to the one the sentence works
/// on.
pub(super) fn bind_trigger_pronoun(sentence: &mut Sentence) {
    let Some(on) = sentence.operation.who().filter(|on| !is_several(on)).cloned() else { return };
    if let Some(Trigger::When(deed) | Trigger::Limited(_, deed)) = &mut sentence.trigger {
        replace_in_deed(deed, &on);
    }
}

/// The person whom `they` means in the rest of a sentence, if the trigger's grammatical subject did not do the deed
/// (A260).
#[derive(Clone)]
pub(super) struct TriggerSubject<'i> {
    /// The grammatical subject: the user, in `when the user is attacked by an opponent`.
    subject: Who<Written>,
    /// The words of the trigger.
    clause: Node<'i>,
}

/// Returns the grammatical subject of a trigger, if somebody else does the deed.
pub(super) fn find_trigger_subject<'i>(part: &Node<'i>, trigger: &Trigger) -> Option<TriggerSubject<'i>> {
    let deed = trigger.deed()?;
    let about = child(part, Grammar::about)?;
    let who = conditions::grammatical_subject(&about)?;
    (who != deed.who).then_some(TriggerSubject { subject: who, clause: about })
}

/// `When the user is hit by an opponent, they …`: binds `they` to the user, who is the subject of the clause, and not
/// to whoever did it (A260); `that opponent` is the one who did it.
pub(super) fn bind_after_passive(
    sentence: &mut Sentence,
    pair: &Node<'_>,
    subject: &TriggerSubject<'_>,
) -> Result<(), &'static str> {
    let is_in_trigger = |p: &Node<'_>| {
        let (outer, inner) = (subject.clause.as_span(), p.as_span());
        outer.start <= inner.start && inner.end <= outer.end
    };
    let words = || pair.clone().into_inner().flatten().filter(|p| !is_in_trigger(p));
    let has_they = words().any(|p| {
        p.as_rule() == Grammar::k_their
            || (p.as_rule() == Grammar::that_one
                && !has_child(&p, Grammar::that_kind)
                && has_child(&p, Grammar::k_they))
    });
    let has_that_one = words().any(|p| p.as_rule() == Grammar::that_one && !has_child(&p, Grammar::k_they));
    if !has_they || !says_they(sentence) {
        return Ok(());
    }
    // A skill is not a person: `when "X" is used on the target by an opponent`.
    let is_skill_used = subject.clause.contains_any([Grammar::used]);
    let deed = sentence.trigger.as_ref().and_then(Trigger::deed);
    if is_skill_used {
        let alone = deed.is_some_and(|deed| deed.object().is_none());
        return if alone { Ok(()) } else { Err("`they` could be either of two: say who") };
    }
    if has_that_one {
        return Err("`they` and `that one` are two: say who each is");
    }
    if is_several(&subject.subject) {
        return Err("`they` is whoever it befalls, who has no name here: say `When …` of who does it, or say who");
    }
    if is_they_ambiguous(sentence, &subject.subject) {
        return Err(THEY_IS_EITHER);
    }
    replace_they(sentence, &subject.subject);
    Ok(())
}

pub(super) const THEY_IS_EITHER: &str = "`they` could be either of two: say who";
pub(super) const THEY_IS_NOBODY: &str = "`they` could be anybody: nobody was spoken of before";

/// `When the user is attacked, the attacker loses 5 Mana if they are Evil`: whether `they` may be the user, whom the
/// trigger speaks of, or the attacker, on whom the sentence works. Only the condition says `they`.
pub(super) fn is_they_ambiguous(sentence: &Sentence, by: &Who<Written>) -> bool {
    let condition_has_they = sentence.condition.as_ref().is_some_and(condition_says_they);
    let operation_has_they = sentence.operation.people().into_iter().any(Who::says_they);
    let names_several = count_named(&sentence.operation) > 1;
    condition_has_they && !operation_has_they && sentence.operation.who().is_some_and(|on| on != by || names_several)
}

/// `When the user is attacked, if the attacker is Evil, they lose 5 Mana`: rejects `they` where the trigger and the
/// condition have different subjects, for it could be either.
pub(super) fn reject_they_of_two_subjects(
    sentence: &Sentence,
    subject: Option<&TriggerSubject<'_>>,
) -> Result<(), &'static str> {
    let Some(deed) = sentence.trigger.as_ref().and_then(Trigger::deed) else { return Ok(()) };
    if !sentence.operation.people().into_iter().any(Who::says_they) {
        return Ok(());
    }
    let awaited = subject.map_or(&deed.who, |subject| &subject.subject);
    let is_attacker = *awaited == deed.who && matches!(deed.act, Act::Attacks(_));
    let is_awaited = |who: &Who<Written>| who == awaited || who.says_they() || (is_attacker && *who == Who::Attacker);
    let mut subjects = sentence.condition.iter().flat_map(Condition::statements).filter_map(Predicate::subject);
    if subjects.all(is_awaited) { Ok(()) } else { Err(THEY_IS_EITHER) }
}

/// Explains why a condition leaves open whom `they` means, before the sentence is bound. It is reported only if
/// nothing else is wrong: other diagnostics offer a wording.
pub(super) fn explain_open_pronoun(
    sentence: &Sentence,
    subject: Option<&TriggerSubject<'_>>,
    behind: bool,
) -> Option<&'static str> {
    let behind = behind && names_they_only_later(sentence);
    is_they_after_another(sentence, subject).then_some(THEY_IS_EITHER).or_else(|| behind.then_some(THEY_IS_NOBODY))
}

/// `… if the target is Evil and they are Stunned`: whether `they` stands behind somebody else in the condition. It
/// could mean that one, or whoever the rest of the sentence is about.
fn is_they_after_another(sentence: &Sentence, subject: Option<&TriggerSubject<'_>>) -> bool {
    let meant = match sentence.trigger.as_ref().and_then(Trigger::deed) {
        Some(deed) => Some(subject.map_or(&deed.who, |subject| &subject.subject)),
        None => sentence.operation.who(),
    };
    let mut before: Option<&Who<Written>> = None;
    let subjects = sentence.condition.iter().flat_map(Condition::statements).filter_map(Predicate::subject);
    for person in subjects {
        if !person.says_they() {
            before = Some(person);
        } else if before.is_some() && before != meant {
            return true;
        }
    }
    false
}

/// `When an opponent attacks, the user restores 5 Mana if they have 50 or less Health`: asks whether `they` is whoever
/// did it, or the one this works on. Reported like `explain_open_pronoun`, once the sentence is bound.
pub(super) fn explain_doer_or_target(sentence: &Sentence, words: &Node<'_>) -> Option<&'static str> {
    let deed = sentence.trigger.as_ref().and_then(Trigger::deed)?;
    let operation_has_they = sentence.operation.people().into_iter().any(Who::says_they);
    let condition_has_they = sentence.condition.as_ref().is_some_and(condition_says_they);
    let is_other_person = |on: &Who<Written>| *on != deed.who && *on != Who::Attacker;
    let is_ambiguous = condition_has_they
        && !operation_has_they
        && deed.who != Who::User
        && people_besides_user(deed).len() == 1
        && sentence.operation.who().is_some_and(is_other_person);
    // `That opponent` is whoever did it.
    (is_ambiguous && words.contains_any([Grammar::k_they, Grammar::k_their])).then_some(THEY_IS_EITHER)
}

/// `They restore 10 Mana if the target is Evil`: whether `they` is only named in a condition behind, and so by nobody
/// before.
fn names_they_only_later(sentence: &Sentence) -> bool {
    let operation_has_they = sentence.operation.people().into_iter().any(Who::says_they);
    let condition_has_they = sentence.condition.as_ref().is_some_and(condition_says_they);
    sentence.trigger.is_none() && operation_has_they && !condition_has_they
}

/// Replaces `they` with a person, in what is done and in its condition.
pub(super) fn replace_they(sentence: &mut Sentence, by: &Who<Written>) {
    sentence.operation.people_mut().into_iter().for_each(|who| replace_in_who(who, by));
    sentence.condition.iter_mut().for_each(|condition| replace_in_condition(condition, by));
}

/// `When …, the user restores 10 Health while in battle`: binds the condition to the one the sentence works on,
/// whoever did the deed of the trigger.
pub(super) fn bind_condition_to_object(sentence: &mut Sentence) -> Result<(), ()> {
    let Some(on) = sentence.operation.who().filter(|on| !on.says_they()).cloned() else { return Ok(()) };
    if is_several(&on) {
        return Err(());
    }
    sentence.condition.iter_mut().for_each(|condition| replace_in_condition(condition, &on));
    Ok(())
}

/// `Opponents' AGI is lowered by 1 rank while they are in battle`: turns the condition into a filter of the group.
pub(super) fn move_condition_to_filters(sentence: &mut Sentence) {
    let Operation::Standing(Standing { who: Who::Every(group), .. }) = &mut sentence.operation else { return };
    if sentence.trigger.is_some() || sentence.at_use {
        return;
    }
    let Some(condition) = &sentence.condition else { return };
    let parts = if let Condition::All(parts) = condition { parts.as_slice() } else { std::slice::from_ref(condition) };
    let to_filter = |part: &Condition<Written>| match part {
        Condition::Is(Predicate::Has(Who::Antecedent, said)) => Some(Filter::Property(Box::new(said.clone()))),
        Condition::Is(Predicate::IsIn(Who::Antecedent, None)) => Some(Filter::Here),
        Condition::Not(inner) => match &**inner {
            Condition::Is(Predicate::Has(Who::Antecedent, said)) => {
                Some(Filter::Not(Box::new(Filter::Property(Box::new(said.clone())))))
            }
            _ => None,
        },
        Condition::Is(_) | Condition::All(_) | Condition::AnyOf(_) => None,
    };
    let Some(filters) = parts.iter().map(to_filter).collect::<Option<Vec<_>>>() else { return };
    for filter in filters {
        let has_place = matches!(filter, Filter::Here) && group.filters.iter().any(Filter::names_location);
        if !has_place && !group.filters.contains(&filter) {
            group.filters.push(filter);
        }
    }
    group.filters.sort_by_key(conditions::filter_position);
    sentence.condition = None;
}

/// `… and their END is lowered by 1 rank`: binds `their` in the second thing to the only person named in the first.
pub(super) fn bind_second_operation(
    second: &mut Operation,
    first: &[Operation],
    (trigger, condition): SentenceContext<'_>,
) -> Result<(), &'static str> {
    if !second.people().into_iter().any(Who::says_they) {
        return Ok(());
    }
    // An earlier `they` may still be bound: this one then means the same person.
    if first.iter().flat_map(Operation::people).any(Who::says_they) {
        return Ok(());
    }
    let named_people = collect_named(first.iter().flat_map(Operation::people));
    let [one] = named_people.as_slice() else { return Err("`they` could be anybody: say who") };
    // Those whom an operation strikes, sees or counts are named too.
    if first.iter().any(|operation| count_named(operation) > 1) {
        return Err("`they` could be either of two: say who");
    }
    // Anyone in the trigger or in the condition could be meant too.
    let doers = trigger.and_then(Trigger::deed).map(|deed| [Some(&deed.who), deed.object()]);
    let doers: Vec<_> = doers.into_iter().flatten().flatten().collect();
    let asked =
        condition.map(|condition| collect_named(people_in_condition(condition).into_iter())).unwrap_or_default();
    if doers.into_iter().chain(&asked).any(|other| other != one) {
        return Err("`they` could be either of two: say who");
    }
    second.people_mut().into_iter().for_each(|who| replace_in_who(who, one));
    Ok(())
}

/// Binds `in the same location` where no other person is named. It means the location of the one the sentence works
/// on, or of each of several. If the statement is about that one, it means the user's location. In a statement about
/// the use alone it means the target's.
pub(super) fn bind_same_location(
    condition: &mut Condition<Written>,
    on: Option<&Who<Written>>,
) -> Result<(), &'static str> {
    let partner_of = |who: &Who<Written>| match (on, who) {
        (None | Some(Who::User), Who::Related(_, of)) if !of.says_they() && !of.mentions(&|who| *who == Who::User) => {
            Err("in the same location as whom? say it: `as the user`, or as somebody else")
        }
        (None, Who::User) => Ok(Who::Target),
        (Some(Who::User), Who::User) => Err("in the same location as whom? write `in this location`, or say as whom"),
        (None | Some(Who::User), _) | (_, Who::Antecedent) => Ok(Who::User),
        (Some(on), who) if on == who => Ok(Who::User),
        (Some(on), _) => Ok(if is_several(on) { Who::Antecedent } else { on.clone() }),
    };
    condition.statements_mut().into_iter().try_for_each(|statement| {
        if let Predicate::IsWith(who, unsaid @ Who::Antecedent) = statement {
            *unsaid = partner_of(who)?;
        }
        Ok(())
    })
}

/// Binds `until they are damaged` to the one the sentence works on. If a trigger has fired, nobody else is at hand.
pub(super) fn bind_ending_deed(sentence: &mut Sentence) -> Result<(), &'static str> {
    let Some(until) = &mut sentence.ending_deed else { return Ok(()) };
    let on = sentence.operation.who().cloned().unwrap_or(Who::User);
    let trigger = sentence.trigger.as_ref().filter(|_| matches!(sentence.operation, Operation::Standing(_)));
    let deed = trigger.and_then(|trigger| trigger.deed());
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(Who::says_they) {
        if is_several(&on) {
            return Err("until which of them? say who");
        }
        if count_named(&sentence.operation) > 1 {
            return Err("until who does it? `they` could be either of two: say who");
        }
        // Whoever fired the trigger is named before the one it works on.
        let doers = deed.map(people_besides_user).unwrap_or_default();
        let is_doer = matches!(on, Who::Antecedent | Who::Attacker) || doers.contains(&&on);
        if !doers.is_empty() && !is_doer {
            return Err("until who does it? `they` could be either of two: say who");
        }
    }
    if trigger.is_none() || on == Who::User {
        replace_in_deed(until, &on);
    } else {
        RestorePronoun(&on).visit_deed(until);
    }
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(|who| *who == Who::Attacker || (trigger.is_some() && *who == Who::Target)) {
        return Err("who is that then? write `until they …`, of whom this works on");
    }
    Ok(())
}

/// Turns the one the sentence works on into `that character`, in the deed that ends it.
struct RestorePronoun<'w>(&'w Who<Written>);

impl VisitMut<'_, Written> for RestorePronoun<'_> {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        if who == self.0 {
            *who = Who::Antecedent;
        }
    }
}

/// The number of people and groups that an operation names, each once, with `the user's Master` as one.
pub(super) fn count_named(operation: &Operation) -> usize {
    let group = match operation {
        Operation::Standing(Standing { attacks, modifier, .. }) => {
            let is_limited = !attacks.others.is_anybody();
            let is_about_group = matches!(modifier, Modifier::DetectsHidden(_));
            let is_hidden = matches!(modifier, Modifier::Hidden { from, .. } if !from.is_anybody());
            let is_reflected = matches!(modifier, Modifier::Reflects(_));
            usize::from(is_limited || is_about_group || is_hidden) + usize::from(is_reflected)
        }
        // A skill that is used on somebody names that person.
        Operation::Immediate(Immediate { verb: Verb::Uses { targets: Some(_), .. }, .. }) => 1,
        Operation::Immediate(_) | Operation::Clause(_) => 0,
    };
    let mut people: Vec<&Who<Written>> = Vec::new();
    for who in operation.people() {
        if !people.contains(&who) {
            people.push(who);
        }
    }
    let counts_people =
        matches!(operation.counted(), Some(Counted::Familiars | Counted::Group(_) | Counted::GroupBeyondFirst(_)));
    people.len() + group + usize::from(counts_people)
}

/// `… and loses 20 Mana`: binds the omitted subject to the one before.
pub(super) fn bind_elided_subject(operation: &mut Operation, subject: &Who<Written>) {
    let several = is_several(subject);
    let people = operation.people_mut().into_iter().take(if several { 1 } else { usize::MAX });
    people.for_each(|who| replace_in_who(who, subject));
}

/// `gives 20 Mana to their Master`: binds `their` to the giver.
pub(super) fn bind_their(who: &mut Who<Written>, by: &Who<Written>) {
    if says_their(who) && !by.says_they() {
        replace_in_who(who, by);
    }
}

/// The people in a deed besides the user.
pub(super) fn people_besides_user(deed: &Deed<Written>) -> Vec<&Who<Written>> {
    [Some(&deed.who), deed.object()].into_iter().flatten().filter(|who| **who != Who::User).collect()
}

/// Everybody who is named, each once. In a chain (`the user's Master`), both ends count.
pub(super) fn collect_named<'w>(people: impl Iterator<Item = &'w Who<Written>>) -> Vec<Who<Written>> {
    fn collect(who: &Who<Written>, all: &mut Vec<Who<Written>>) {
        let mut add = |who: &Who<Written>| {
            if !all.contains(who) {
                all.push(who.clone());
            }
        };
        match who {
            Who::Antecedent => {}
            Who::OneOf(several) => several.iter().for_each(|who| collect(who, all)),
            Who::Related(_, of) if of.says_they() => {}
            Who::Related(_, of) => {
                add(who);
                collect(of, all);
            }
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Named(_) => add(who),
            Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => add(who),
        }
    }
    let mut all = Vec::new();
    people.for_each(|who| collect(who, &mut all));
    // `They` can only mean one person: a second entry marks a group as ambiguous.
    let several = all.iter().any(is_several);
    if several {
        all.push(Who::Antecedent)
    }
    all
}

/// Whether the words say `their Master`, whoever that is.
pub(super) fn says_their(who: &Who<Written>) -> bool {
    match who {
        Who::Related(_, of) => of.says_they(),
        Who::OneOf(all) => all.iter().any(says_their),
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent | Who::Named(_) => false,
        Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => false,
    }
}
/// Collects everybody whom statements name.
#[derive(Default)]
struct NamedPeople<'t>(Vec<&'t Who<Written>>);

impl<'t> Visit<'t, Written> for NamedPeople<'t> {
    fn visit_predicate(&mut self, predicate: &'t Predicate<Written>) {
        match predicate {
            // The unnamed second person is each one the sentence works on.
            Predicate::IsWith(who, Who::Antecedent) => self.visit_who(who),
            // `The user has less Health than the target`: both are named.
            Predicate::Has(who, Property::BesideUser(..)) => {
                self.visit_who(who);
                self.visit_who(&Who::User);
            }
            predicate => self.walk_predicate(predicate),
        }
    }

    fn visit_who(&mut self, who: &'t Who<Written>) {
        self.0.push(who);
    }
}

/// Everybody a condition names.
pub(super) fn people_in_condition(condition: &Condition<Written>) -> Vec<&Who<Written>> {
    let mut named = NamedPeople::default();
    named.visit_condition(condition);
    named.0
}

/// Whether a condition asks about the attacker: then it is asked of each attack, and not when the skill is used.
pub(super) fn asks_about_attacker(condition: &Condition<Written>) -> bool {
    people_in_condition(condition).into_iter().any(|who| who.mentions(&|who| *who == Who::Attacker))
}

/// Whether a condition asks about the target. In a sentence about attacks, it is asked for each attack too.
pub(super) fn asks_about_target(condition: &Condition<Written>) -> bool {
    people_in_condition(condition).into_iter().any(|who| who.mentions(&|who| *who == Who::Target))
}

pub(super) fn is_several(who: &Who<Written>) -> bool {
    match who {
        Who::Related(relation, _) => relation.is_of_several(),
        who => matches!(who, Who::OneOf(_)) || who.group().is_some(),
    }
}

pub(super) fn condition_says_they(condition: &Condition<Written>) -> bool {
    people_in_condition(condition).into_iter().any(Who::says_they)
}

/// Whether what is done, or its condition, says `they`.
pub(super) fn says_they(sentence: &Sentence) -> bool {
    sentence.operation.people().into_iter().any(Who::says_they)
        || sentence.condition.as_ref().is_some_and(condition_says_they)
}
