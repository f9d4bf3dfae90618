//! Whom `they` and `that character` mean: whoever did what the sentence waits for; without a trigger, in
//! the condition, whoever the sentence speaks of. There is exactly one such person, or it is refused.

use crate::language::condition::{Act, Condition, Deed, Filter, Predicate, Property, Relation, Who, Written};
use crate::language::effect::{
    Counted, Destination, Immediate, Modifier, Operation, Sentence, Standing, Trigger, Verb,
};

use super::sentence::Around;
use super::{Node, child, conditions, has};
use crate::language::parser::Rule as Grammar;
use crate::language::visit::{Visit, VisitMut};

/// `The user restores 10 Health whenever they are attacked`: of whom the sentence works on.
pub(super) fn doer_behind(sentence: &mut Sentence) {
    let Some(on) = sentence.operation.who().filter(|on| !is_several(on)).cloned() else { return };
    if let Some(Trigger::When(deed) | Trigger::Limited(_, deed)) = &mut sentence.trigger {
        replace_deed(deed, &on);
    }
}

/// Of what a sentence waits for: whom `they` means in the rest of it, where that is not whoever did it (A260).
#[derive(Clone)]
pub(super) struct TriggerSubject<'i> {
    /// The grammatical subject: in `when the user is attacked by an opponent` the user.
    who: Who<Written>,
    /// What is waited for.
    said: Node<'i>,
}

/// The grammatical subject of what a pair waits for, where somebody else does the deed.
pub(super) fn subject<'i>(part: &Node<'i>, trigger: &Trigger) -> Option<TriggerSubject<'i>> {
    let deed = trigger.deed()?;
    let about = child(part, Grammar::about)?;
    let who = conditions::grammatical_subject(&about)?;
    (who != deed.who).then_some(TriggerSubject { who, said: about })
}

/// `When the user is hit by an opponent, they …`: `they` is the user, whom the clause speaks of, and not whoever did it
/// (A260); `that opponent` is.
pub(super) fn behind_passive(
    sentence: &mut Sentence,
    pair: &Node<'_>,
    subject: &TriggerSubject<'_>,
) -> Result<(), &'static str> {
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
    if !says || !says_they(sentence) {
        return Ok(());
    }
    // A skill is nobody: `when "X" is used on the target by an opponent`.
    let used = subject.said.holds([Grammar::used]);
    let deed = sentence.trigger.as_ref().and_then(Trigger::deed);
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
    if leaves_open(sentence, &subject.who) {
        return Err(EITHER);
    }
    replace_they(sentence, &subject.who);
    Ok(())
}

const EITHER: &str = "`they` could be either of two: say who";
const NOBODY: &str = "`they` could be anybody: nobody was spoken of before";

/// `When the user is attacked, the attacker loses 5 Mana if they are Evil`: the user, whom the trigger speaks of, or
/// the attacker, on whom it works? Nothing but the condition says `they`.
fn leaves_open(sentence: &Sentence, by: &Who<Written>) -> bool {
    let asked = sentence.condition.as_ref().is_some_and(condition_says);
    let done = sentence.operation.people().into_iter().any(Who::says_they);
    let several = spoken_in(&sentence.operation) > 1;
    asked && !done && sentence.operation.who().is_some_and(|on| on != by || several)
}

/// `When the user is attacked, if the attacker is Evil, they lose 5 Mana`: what it waits for has a subject, and so has
/// what must hold; where the two differ, `they` behind both could be either.
pub(super) fn asked_of_another(sentence: &Sentence, subject: Option<&TriggerSubject<'_>>) -> Result<(), &'static str> {
    let Some(deed) = sentence.trigger.as_ref().and_then(Trigger::deed) else { return Ok(()) };
    if !sentence.operation.people().into_iter().any(Who::says_they) {
        return Ok(());
    }
    let waited = subject.map_or(&deed.who, |subject| &subject.who);
    let attacker = *waited == deed.who && matches!(deed.act, Act::Attacks(_));
    let of_them = |who: &Who<Written>| who == waited || who.says_they() || (attacker && *who == Who::Attacker);
    let mut asked = sentence.condition.iter().flat_map(Condition::statements).filter_map(Predicate::subject);
    if asked.all(of_them) { Ok(()) } else { Err(EITHER) }
}

/// Why a condition leaves open whom it means by `they`, before the sentence is bound. Told only where no other cause is
/// found: those offer what to write.
pub(super) fn left_open(
    sentence: &Sentence,
    subject: Option<&TriggerSubject<'_>>,
    behind: bool,
) -> Option<&'static str> {
    let behind = behind && spoken_of_behind(sentence);
    asked_behind_another(sentence, subject).then_some(EITHER).or_else(|| behind.then_some(NOBODY))
}

/// `… if the target is Evil and they are Stunned`: what stands behind somebody else within the condition could be of
/// them, or of whoever the rest of the sentence is about.
fn asked_behind_another(sentence: &Sentence, subject: Option<&TriggerSubject<'_>>) -> bool {
    let meant = match sentence.trigger.as_ref().and_then(Trigger::deed) {
        Some(deed) => Some(subject.map_or(&deed.who, |subject| &subject.who)),
        None => sentence.operation.who(),
    };
    let mut before: Option<&Who<Written>> = None;
    let asked = sentence.condition.iter().flat_map(Condition::statements).filter_map(Predicate::subject);
    for asked in asked {
        if !asked.says_they() {
            before = Some(asked);
        } else if before.is_some() && before != meant {
            return true;
        }
    }
    false
}

/// `When an opponent attacks, the user restores 5 Mana if they have 50 or less Health`: whoever did it, or on whom this
/// works? Told as `left_open` is; the sentence is bound.
pub(super) fn asked_apart(sentence: &Sentence, words: &Node<'_>) -> Option<&'static str> {
    let deed = sentence.trigger.as_ref().and_then(Trigger::deed)?;
    let done = sentence.operation.people().into_iter().any(Who::says_they);
    let asked = sentence.condition.as_ref().is_some_and(condition_says);
    let apart = |on: &Who<Written>| *on != deed.who && *on != Who::Attacker;
    let either = asked
        && !done
        && deed.who != Who::User
        && others(deed).len() == 1
        && sentence.operation.who().is_some_and(apart);
    // `That opponent` is whoever did it.
    (either && words.holds([Grammar::k_they, Grammar::k_their])).then_some(EITHER)
}

/// `They restore 10 Mana if the target is Evil`: of whom it is said stands before it, and not in the condition behind.
fn spoken_of_behind(sentence: &Sentence) -> bool {
    let done = sentence.operation.people().into_iter().any(Who::says_they);
    let asked = sentence.condition.as_ref().is_some_and(condition_says);
    sentence.trigger.is_none() && done && !asked
}

/// Puts somebody in the place of `they`, in what is done and in what must hold for it.
pub(super) fn replace_they(sentence: &mut Sentence, by: &Who<Written>) {
    sentence.operation.people_mut().into_iter().for_each(|who| replace_who(who, by));
    sentence.condition.iter_mut().for_each(|condition| replace(condition, by));
}

/// `When …, the user restores 10 Health while in battle`: of whom the sentence works on, whoever did what it waits for.
pub(super) fn of_worked_on(sentence: &mut Sentence) -> Result<(), ()> {
    let Some(on) = sentence.operation.who().filter(|on| !on.says_they()).cloned() else { return Ok(()) };
    if is_several(&on) {
        return Err(());
    }
    sentence.condition.iter_mut().for_each(|condition| replace(condition, &on));
    Ok(())
}

/// `Opponents' AGI is lowered by 1 rank while they are in battle`: of those opponents who are.
pub(super) fn of_each_of_group(sentence: &mut Sentence) {
    let Operation::Standing(Standing { who: Who::Every(group), .. }) = &mut sentence.operation else { return };
    if sentence.trigger.is_some() || sentence.at_use {
        return;
    }
    let Some(condition) = &sentence.condition else { return };
    let parts = if let Condition::All(parts) = condition { parts.as_slice() } else { std::slice::from_ref(condition) };
    let filter = |part: &Condition<Written>| match part {
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
    let Some(filters) = parts.iter().map(filter).collect::<Option<Vec<_>>>() else { return };
    for filter in filters {
        let said = matches!(filter, Filter::Here) && group.filters.iter().any(Filter::names_place);
        if !said && !group.filters.contains(&filter) {
            group.filters.push(filter);
        }
    }
    group.filters.sort_by_key(conditions::filter_position);
    sentence.condition = None;
}

/// Puts the person in the place of `they`, where it is somebody the sentence names itself.
pub(super) fn resolve(sentence: &mut Sentence) -> Result<(), &'static str> {
    resolve_end(sentence)?;
    if let Some(condition) = &mut sentence.condition {
        bind_same_location(condition, sentence.operation.who())?;
    }
    let deed = sentence.trigger.as_ref().and_then(|t| t.deed());
    if deed.is_some_and(|deed| deed.who.says_they() || deed.object().is_some_and(Who::says_they)) {
        return Err("`they` could be anybody: say who does it");
    }
    // `The user and their Master`: whoever alone is named in what is done.
    let home =
        matches!(sentence.operation.verb(), Some(Verb::Relocate { to: Destination::HomeOf(Who::Antecedent), .. }));
    let owns = home || sentence.operation.people().into_iter().any(says_their);
    let named = named(sentence.operation.people().into_iter());
    if owns && !named.is_empty() {
        let others = deed.is_some_and(|deed| !others(deed).is_empty());
        let [one] = named.as_slice() else { return Err("`their` could be either of two: say whose") };
        // `When the user is attacked, their Master learns the attacker's location`: the user's, or the attacker's?
        let apart = sentence.operation.who().is_some_and(|on| says_their(on) && !on.mentions(&|who| who == one));
        if others || (apart && deed.is_some()) {
            return Err("`their` could be either of two: say whose");
        }
        sentence
            .operation
            .people_mut()
            .into_iter()
            .filter(|who| home || says_their(who))
            .for_each(|who| replace_who(who, one));
    }
    let operation = sentence.operation.people().into_iter().any(Who::says_they);
    let condition = sentence.condition.as_ref().is_some_and(condition_says);
    if !operation && !condition {
        return Ok(());
    }
    // Whoever was killed does and gains nothing more: `they` is who kills.
    if let Some(Deed { who: Who::User, act: Act::Kills(Some(_)), .. }) =
        sentence.trigger.as_ref().and_then(Trigger::deed)
        && !condition
        && sentence.operation.people().into_iter().filter(|who| who.says_they()).all(|who| *who == Who::Antecedent)
    {
        replace_they(sentence, &Who::User);
        return Ok(());
    }
    if let Some(deed) = sentence.trigger.as_ref().and_then(|t| t.deed()) {
        let others = others(deed).len();
        return match others {
            1 if deed.who != Who::User => {
                let of_each = !operation && sentence.operation.who().is_some_and(is_several);
                let befalls = matches!(deed.act, Act::IsAttacked | Act::IsDamaged);
                if befalls && !operation && sentence.operation.who() == Some(&Who::Attacker) {
                    return Err(EITHER);
                }
                if of_each { Err("`they` could be each of these or whoever did it: say who") } else { Ok(()) }
            }
            // Only the user is spoken of; in what befalls the user somebody stands behind it, unsaid.
            0 if !operation && sentence.operation.who() == Some(&Who::User) && spoken_in(&sentence.operation) == 1 => {
                sentence.condition.iter_mut().for_each(|c| replace(c, &Who::User));
                Ok(())
            }
            // `When the user is attacked, they …`: the user is whom the clause speaks of (A260).
            // `When the user uses "X", they …`: nobody else is named, and the user is no object of it.
            0 if deed.who == Who::User && leaves_open(sentence, &Who::User) => Err(EITHER),
            0 if deed.who == Who::User => {
                replace_they(sentence, &Who::User);
                Ok(())
            }
            0 => Err("`they` could be anybody: write `the user` or `the attacker`"),
            _ => Err("`they` could be either of two: say who"),
        };
    }
    if operation
        && condition
        && let Some(one) = asked_of_one(sentence.condition.as_ref())
    {
        replace_they(sentence, &one);
        return Ok(());
    }
    if operation {
        // `While the user is in Spirit Form, their regeneration …`: whoever alone is spoken of there.
        let spoken = sentence.condition.as_ref().map(|c| self::named(spoken_of(c).into_iter())).unwrap_or_default();
        let alone = sentence.operation.people().into_iter().all(Who::says_they);
        return match spoken.as_slice() {
            [one] if alone && !condition => {
                sentence.operation.people_mut().into_iter().for_each(|who| replace_who(who, one));
                Ok(())
            }
            _ => Err(NOBODY),
        };
    }
    match sentence.operation.who().cloned() {
        Some(_) if spoken_in(&sentence.operation) > 1 => return Err("`they` could be either of two: say who"),
        Some(who) if !is_several(&who) => sentence.condition.iter_mut().for_each(|c| replace(c, &who)),
        // Each of those it works on.
        Some(Who::Every(_)) if sentence.is_at_once() || sentence.trigger.is_some() => {}
        // `The user's team's regeneration increases by 5 while they are in this location`: each of them who is.
        Some(Who::Related(Relation::Team, _)) if of_each_there(sentence) => {}
        _ => return Err("`they` could be anybody: write `the user` or `the target`"),
    }
    Ok(())
}

/// Whether what holds of a team is asked anew of each of its members: whether they are in this location.
fn of_each_there(sentence: &Sentence) -> bool {
    let there = Condition::Is(Predicate::IsIn(Who::Antecedent, None));
    let holds = matches!(sentence.operation, Operation::Standing(_)) && sentence.trigger.is_none();
    holds && !sentence.at_use && sentence.condition.as_ref() == Some(&there)
}

/// `While the user is in the same location as their Master`: the one that all of it is said of, where nobody else is
/// named but whoever is told by them.
fn asked_of_one(condition: Option<&Condition<Written>>) -> Option<Who<Written>> {
    let condition = condition?;
    let mut subjects: Vec<&Who<Written>> = condition.statements().into_iter().filter_map(Predicate::subject).collect();
    subjects.dedup();
    let [one] = subjects.as_slice() else { return None };
    let told_by_them =
        |who: &&Who<Written>| who == one || matches!(who, Who::Related(_, of) if of.says_they() || **of == **one);
    let alone = matches!(one, Who::User | Who::Target) && spoken_of(condition).iter().all(told_by_them);
    alone.then(|| (*one).clone())
}

/// `… and their END is lowered by 1 rank`: in the second thing said, whoever alone was named in the first.
pub(super) fn of_the_same(
    second: &mut Operation,
    first: &[Operation],
    (trigger, condition): Around<'_>,
) -> Result<(), &'static str> {
    if !second.people().into_iter().any(Who::says_they) {
        return Ok(());
    }
    // `They` of before may still be found: it is the same one here.
    if first.iter().flat_map(Operation::people).any(Who::says_they) {
        return Ok(());
    }
    let spoken = named(first.iter().flat_map(Operation::people));
    let [one] = spoken.as_slice() else { return Err("`they` could be anybody: say who") };
    // Those whom it strikes, sees or counts are spoken of too.
    if first.iter().any(|operation| spoken_in(operation) > 1) {
        return Err("`they` could be either of two: say who");
    }
    // Whoever has to do with what it waits for, and whoever must be so, could be meant too.
    let doers = trigger.and_then(Trigger::deed).map(|deed| [Some(&deed.who), deed.object()]);
    let doers: Vec<_> = doers.into_iter().flatten().flatten().collect();
    let asked = condition.map(|condition| named(spoken_of(condition).into_iter())).unwrap_or_default();
    if doers.into_iter().chain(&asked).any(|other| other != one) {
        return Err("`they` could be either of two: say who");
    }
    second.people_mut().into_iter().for_each(|who| replace_who(who, one));
    Ok(())
}

/// `In the same location`, and as whom is not said: as whoever the sentence works on, each of several; if that is the
/// one it is said of, as the user; what is said of a use alone is on its target.
pub(super) fn bind_same_location(
    condition: &mut Condition<Written>,
    on: Option<&Who<Written>>,
) -> Result<(), &'static str> {
    let whom = |who: &Who<Written>| match (on, who) {
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
            *unsaid = whom(who)?;
        }
        Ok(())
    })
}

/// Of `until they are damaged`: whom the sentence works on. Once something has set it off nobody else is at hand.
fn resolve_end(sentence: &mut Sentence) -> Result<(), &'static str> {
    let Some(until) = &mut sentence.until else { return Ok(()) };
    let on = sentence.operation.who().cloned().unwrap_or(Who::User);
    let set_off = sentence.trigger.as_ref().filter(|_| matches!(sentence.operation, Operation::Standing(_)));
    let done = set_off.and_then(|trigger| trigger.deed());
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(Who::says_they) {
        if is_several(&on) {
            return Err("until which of them? say who");
        }
        if spoken_in(&sentence.operation) > 1 {
            return Err("until who does it? `they` could be either of two: say who");
        }
        // Whoever set it off is named before whom it works on.
        let doers = done.map(others).unwrap_or_default();
        let of_doer = matches!(on, Who::Antecedent | Who::Attacker) || doers.contains(&&on);
        if !doers.is_empty() && !of_doer {
            return Err("until who does it? `they` could be either of two: say who");
        }
    }
    if set_off.is_none() || on == Who::User {
        replace_deed(until, &on);
    } else {
        PutThat(&on).visit_deed(until);
    }
    let people = || [Some(&until.who), until.object()].into_iter().flatten();
    if people().any(|who| *who == Who::Attacker || (set_off.is_some() && *who == Who::Target)) {
        return Err("who is that then? write `until they …`, of whom this works on");
    }
    Ok(())
}

/// Whom the sentence works on is `that character` in what ends it.
struct PutThat<'w>(&'w Who<Written>);

impl VisitMut<'_, Written> for PutThat<'_> {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        if who == self.0 {
            *who = Who::Antecedent;
        }
    }
}

/// How many an operation speaks of, each once: people and groups, `the user's Master` as one.
fn spoken_in(operation: &Operation) -> usize {
    let group = match operation {
        Operation::Standing(Standing { attacks, modifier, .. }) => {
            let limited = !attacks.others.is_anybody();
            let of_group = matches!(modifier, Modifier::Uncovers(_));
            let hidden = matches!(modifier, Modifier::Hidden { from, .. } if !from.is_anybody());
            let thrown_back = matches!(modifier, Modifier::Reflects(_));
            usize::from(limited || of_group || hidden) + usize::from(thrown_back)
        }
        // Its user uses it on somebody.
        Operation::Immediate(Immediate { verb: Verb::Uses { on: Some(_), .. }, .. }) => 1,
        Operation::Immediate(_) | Operation::Clause(_) => 0,
    };
    let mut people: Vec<&Who<Written>> = Vec::new();
    for who in operation.people() {
        if !people.contains(&who) {
            people.push(who);
        }
    }
    let counted =
        matches!(operation.counted(), Some(Counted::Familiars | Counted::Group(_) | Counted::GroupBeyondFirst(_)));
    people.len() + group + usize::from(counted)
}

/// `… and loses 20 Mana`: whoever was named before does it too.
pub(super) fn of_subject(operation: &mut Operation, subject: &Who<Written>) {
    let several = is_several(subject);
    let people = operation.people_mut().into_iter().take(if several { 1 } else { usize::MAX });
    people.for_each(|who| replace_who(who, subject));
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

/// Everybody who is named by themselves, each once; of a chain (`the user's Master`) both ends could be meant.
fn named<'w>(people: impl Iterator<Item = &'w Who<Written>>) -> Vec<Who<Written>> {
    fn tell(who: &Who<Written>, all: &mut Vec<Who<Written>>) {
        let mut add = |who: &Who<Written>| {
            if !all.contains(who) {
                all.push(who.clone());
            }
        };
        match who {
            Who::Antecedent => {}
            Who::OneOf(several) => several.iter().for_each(|who| tell(who, all)),
            Who::Related(_, of) if of.says_they() => {}
            Who::Related(_, of) => {
                add(who);
                tell(of, all);
            }
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Named(_) => add(who),
            Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => add(who),
        }
    }
    let mut all = Vec::new();
    people.for_each(|who| tell(who, &mut all));
    // Nobody is `they` but one person.
    let several = all.iter().any(is_several);
    if several {
        all.push(Who::Antecedent)
    }
    all
}

/// Whether words say `their Master`, of whomever.
fn says_their(who: &Who<Written>) -> bool {
    match who {
        Who::Related(_, of) => of.says_they(),
        Who::OneOf(all) => all.iter().any(says_their),
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent | Who::Named(_) => false,
        Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => false,
    }
}
/// Everybody statements speak of by themselves.
#[derive(Default)]
struct Spoken<'t>(Vec<&'t Who<Written>>);

impl<'t> Visit<'t, Written> for Spoken<'t> {
    fn visit_predicate(&mut self, predicate: &'t Predicate<Written>) {
        match predicate {
            // As whom, where it is not said, is each that the sentence works on.
            Predicate::IsWith(who, Who::Antecedent) => self.visit_who(who),
            // `The user has less Health than the target`: both are spoken of.
            Predicate::Has(who, Property::BesideUser(..)) => {
                self.visit_who(who);
                self.visit_who(&Who::User);
            }
            said => self.walk_predicate(said),
        }
    }

    fn visit_who(&mut self, who: &'t Who<Written>) {
        self.0.push(who);
    }
}

/// Everybody a condition speaks of.
pub(super) fn spoken_of(condition: &Condition<Written>) -> Vec<&Who<Written>> {
    let mut spoken = Spoken::default();
    spoken.visit_condition(condition);
    spoken.0
}

/// Who attacks is asked of each attack, and not as the skill is used.
pub(super) fn asks_of_attacker(condition: &Condition<Written>) -> bool {
    spoken_of(condition).into_iter().any(|who| who.mentions(&|who| *who == Who::Attacker))
}

/// So is whom an attack strikes, where attacks are spoken of.
pub(super) fn asks_of_target(condition: &Condition<Written>) -> bool {
    spoken_of(condition).into_iter().any(|who| who.mentions(&|who| *who == Who::Target))
}

pub(super) fn is_several(who: &Who<Written>) -> bool {
    match who {
        Who::Related(relation, _) => relation.is_of_several(),
        who => matches!(who, Who::OneOf(_)) || who.group().is_some(),
    }
}

pub(super) fn condition_says(condition: &Condition<Written>) -> bool {
    spoken_of(condition).into_iter().any(Who::says_they)
}

/// Whether what is done, or what must hold for it, says `they`.
pub(super) fn says_they(sentence: &Sentence) -> bool {
    sentence.operation.people().into_iter().any(Who::says_they)
        || sentence.condition.as_ref().is_some_and(condition_says)
}

/// Puts somebody in the place of `they`, wherever it stands.
struct Replace<'w>(&'w Who<Written>);

impl VisitMut<'_, Written> for Replace<'_> {
    fn visit_predicate(&mut self, predicate: &mut Predicate<Written>) {
        match predicate {
            Predicate::IsWith(who, Who::Antecedent) => self.visit_who(who),
            said => self.walk_predicate(said),
        }
    }

    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Antecedent => *who = self.0.clone(),
            told => self.walk_who(told),
        }
    }
}

pub(super) fn replace(condition: &mut Condition<Written>, by: &Who<Written>) {
    Replace(by).visit_condition(condition);
}

fn replace_deed(deed: &mut Deed<Written>, by: &Who<Written>) {
    Replace(by).visit_deed(deed);
}

fn replace_who(who: &mut Who<Written>, by: &Who<Written>) {
    Replace(by).visit_who(who);
}
