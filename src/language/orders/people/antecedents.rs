//! Resolves `him`, `her` and `that character` where the Night itself would find nobody: behind a denial, in an
//! `otherwise`, or beside a condition about the actor.

use super::pronouns::{
    mentions_antecedent, only_character_named, people_in, replace_antecedent, replace_antecedent_in,
    retarget_antecedent, targets_antecedent,
};
use crate::language::condition::{Act, Condition, Predicate, Property, Relation, Side, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, SpellObject, Target};
use crate::language::orders::codes;
use crate::language::span::Span;
use crate::language::visit::VisitMut;

/// Replaces a pronoun by the one person whom an order names.
///
/// # Errors
///
/// Fails if the pronoun could mean nobody or several people, or if the condition is about `us` (`about_us`), whom `him`
/// and `them` do not mean.
pub(in crate::language::orders) fn resolve_to_only_person(
    body: &mut Body<Written>,
    about_us: bool,
) -> Result<(), Diagnostic> {
    resolve_to_awaited_person(body);
    let person = person_named(body);
    let span = body.actions().next().map(|action| action.span).unwrap_or_default();
    for condition in body.conditions_mut() {
        let named = only_certain_person(people_in(condition).into_iter().cloned());
        resolve_in_alternatives(condition, false, named.as_ref()).map_err(|()| {
            Diagnostic::error(codes::WHOM, span, "whom does the word mean, where only what stands beside it holds?")
                .note("write the name in its place")
        })?;
    }
    let read_at = body.read_at.awaited.clone();
    let asked: Vec<Who<Written>> = body.conditions().flat_map(people_in).cloned().collect();
    let mut named_before: Vec<Who<Written>> = Vec::new();
    for branch in &mut body.branches {
        let named_above = named_before.clone();
        named_before.extend(branch.actions.iter().flat_map(|action| action.kind.people()).cloned());
        // A contract is made or broken with somebody by name.
        for action in &mut branch.actions {
            let span = action.span;
            if let ActionKind::Contract(_, with @ Who::Antecedent) | ActionKind::Consume(with @ Who::Antecedent) =
                &mut action.kind
            {
                *with = person.clone().ok_or_else(|| unclear_person_error(span, "with whom?"))?;
            }
        }
        if !targets_antecedent(&branch.actions) {
            continue;
        }
        if about_us {
            return Err(unclear_person_error(
                first_action_span(branch),
                "whom does the word mean? the condition speaks of both of you",
            ));
        }
        if branch.guards.iter().chain(awaited_events(branch)).chain(&read_at).any(is_of_either_of_us) {
            return Err(unclear_person_error(
                first_action_span(branch),
                "whom does the word mean? it may be so of either of you",
            ));
        }
        if branch.guards.iter().chain(awaited_events(branch)).chain(&read_at).any(asks_only_about_departure) {
            return Err(unclear_person_error(
                first_action_span(branch),
                "whom does the word mean? whoever has left is no target",
            ));
        }
        if let Some(one) = only_person_here(&branch.guards) {
            retarget_antecedent(&mut branch.actions, &one);
            continue;
        }
        if person.as_ref().is_some_and(|one| branch.guards.iter().any(|guard| says_is_gone(guard, one))) {
            return Err(unclear_person_error(
                first_action_span(branch),
                "whom does the word mean? whoever is gone is no target",
            ));
        }
        let statements: Vec<_> = branch.guards.iter().flat_map(Condition::statements).collect();
        let asks_about_actor = statements.iter().any(|statement| statement.subject() == Some(&Who::User));
        let has_denial = branch.guards.iter().any(contains_denial);
        // `If I am attacked, attack him; otherwise, use Surge on Lancer.`
        let mut acts = statements.iter().filter_map(|statement| statement.deed()).map(|deed| &deed.act);
        let has_striker = acts.any(|act| matches!(act, Act::IsAttacked | Act::IsDamaged));
        let is_named_here = |one: &Who<Written>| asked.contains(one) || named_above.contains(one) && !has_striker;
        if person.as_ref().is_some_and(|one| !is_named_here(one)) {
            return Err(unclear_person_error(
                first_action_span(branch),
                "whom does the word mean? whoever does it is not named, and who is named may not be meant",
            ));
        }
        let asks_about_anybody = statements
            .iter()
            .any(|statement| statement.deed().is_none() && statement.subject().is_some_and(is_anybody));
        match &person {
            Some(one) if has_denial || asks_about_actor => retarget_antecedent(&mut branch.actions, one),
            _ if asks_about_anybody => {
                return Err(unclear_person_error(first_action_span(branch), "anybody may be of one's own side"));
            }
            _ if (has_denial || asks_about_actor) && !branch.guards.iter().any(finds_somebody) => {
                return Err(unclear_person_error(
                    first_action_span(branch),
                    "whom does the word mean? nobody is found by this condition",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// `Use Surge on Archer and then use Cut on him`: resolves `him` to the target of the action before it. If a condition
/// names somebody else, the pronoun is ambiguous.
pub(in crate::language::orders) fn resolve_to_previous_target(
    body: &mut Body<Written>,
    pronoun: bool,
) -> Result<(), Diagnostic> {
    let awaited = body.actions().filter_map(|action| action.delay.awaited.as_ref()).chain(&body.read_at.awaited);
    let asked_about: Vec<Who<Written>> =
        body.conditions().chain(awaited).flat_map(people_in).filter(|who| **who != Who::User).cloned().collect();
    for branch in &mut body.branches {
        for index in 1..branch.actions.len() {
            let (before, behind) = branch.actions.split_at_mut(index);
            let Some(action) = behind.first_mut().filter(|action| targets_antecedent(std::slice::from_ref(action)))
            else {
                continue;
            };
            let has_spell_target = |action: &Action<Written>| {
                matches!(&action.kind, ActionKind::Command { object: SpellObject::Character(_), .. })
            };
            if pronoun && before.iter().any(has_spell_target) {
                let message = "whom does the word mean, the Servant who is commanded or whom the spell names?";
                return Err(unclear_person_error(action.span, message));
            }
            match only_character_named(before) {
                Some(one) if asked_about.is_empty() => retarget_antecedent(std::slice::from_mut(action), &one),
                Some(one) if pronoun && !asked_about.contains(&one) => {
                    let message =
                        "whom does the word mean, whom the condition names or whom the order before it names?";
                    return Err(unclear_person_error(action.span, message));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// `As soon as Lancer flees, use "You can't escape!" on him, unless Saber is dead`: resolves the pronoun to the one
/// person whom the moment names. A name behind the pronoun cannot be its antecedent.
fn resolve_to_awaited_person(body: &mut Body<Written>) {
    let read_at = body.read_at.awaited.clone();
    for branch in &mut body.branches {
        let Branch { guards, actions } = branch;
        for action in actions.iter_mut() {
            let Some(event) = action.delay.awaited.as_ref().or(read_at.as_ref()) else { continue };
            let named = people_in(event).into_iter().filter(|who| **who != Who::User).cloned().collect::<Vec<_>>();
            let [one @ Who::Named(name)] = named.as_slice() else { continue };
            let stands_behind = |who: &&Who<Written>| match who {
                Who::Named(other) => other.span.start >= action.span.end,
                who => **who == Who::User,
            };
            let is_named_before = name.span.end <= action.span.start;
            if is_named_before && !guards.is_empty() && guards.iter().flat_map(people_in).all(|who| stands_behind(&who))
            {
                let one = one.clone();
                retarget_antecedent(std::slice::from_mut(action), &one);
            }
        }
    }
}

/// `Request True Healing for Saber if C, otherwise Fast Healing`: rejects services of which only some name a
/// beneficiary.
pub(in crate::language::orders) fn reject_unclear_beneficiary(body: &Body<Written>) -> Result<(), Diagnostic> {
    let services = body.actions().filter_map(|action| match &action.kind {
        ActionKind::Request { beneficiary, .. } => Some((action.span, beneficiary.is_some())),
        _ => None,
    });
    let (named, unnamed): (Vec<_>, Vec<_>) = services.partition(|(_, named)| *named);
    match (named.first(), unnamed.first()) {
        (Some(_), Some((span, _))) => {
            Err(Diagnostic::error(codes::WHOM, *span, "for whom? the other service names somebody")
                .note("write it of each: `request Fast Healing for Saber`, `… for me`"))
        }
        _ => Ok(()),
    }
}

/// `If Archer is in Spirit Form or he is dead`: names the person, because neither half of an `or` finds one by itself.
fn resolve_in_alternatives(
    condition: &mut Condition<Written>,
    known: bool,
    one: Option<&Who<Written>>,
) -> Result<(), ()> {
    match condition {
        Condition::Is(_) => Ok(()),
        Condition::Not(inner) => resolve_in_alternatives(inner, known, one),
        Condition::All(parts) => {
            let mut known = known;
            for part in parts {
                resolve_in_alternatives(part, known, one)?;
                known |= finds_somebody(part);
            }
            Ok(())
        }
        Condition::AnyOf(parts) if !known && parts.iter().any(mentions_antecedent) => {
            let one = one.ok_or(())?;
            parts.iter_mut().for_each(|part| replace_antecedent(part, one));
            Ok(())
        }
        Condition::AnyOf(parts) => parts.iter_mut().try_for_each(|part| resolve_in_alternatives(part, known, one)),
    }
}

/// `If Kirei or his Servant attacks Rin`: resolves a possessive in a list to the name just before it.
pub(in crate::language::orders) fn resolve_possessives_in_lists(
    condition: &mut Condition<Written>,
    span: Span,
) -> Result<(), Diagnostic> {
    let mut resolver = ListResolver { is_ambiguous: false };
    resolver.visit_condition(condition);
    match resolver.is_ambiguous {
        false => Ok(()),
        true => Err(Diagnostic::error(codes::WHOM, span, "whose? the word stands in a list, and could be of several")
            .note("write the name: `Lancer or Lancer's Master`")),
    }
}

/// `Use Sweep on Lancer and his Master`, `if Lancer attacks his Master`: resolves a possessive to the name just before
/// it.
pub(in crate::language::orders) fn resolve_possessives(body: &mut Body<Written>) -> Result<(), Diagnostic> {
    let is_possessive = |who: &Who<Written>| matches!(who, Who::Related(_, of) if **of == Who::Antecedent);
    for action in body.actions_mut() {
        let span = action.span;
        let (ActionKind::Use { targets, .. }
        | ActionKind::Attack { targets, .. }
        | ActionKind::UseItem { targets, .. }) = &mut action.kind
        else {
            continue;
        };
        let mut resolver = ListResolver { is_ambiguous: false };
        let mut people: Vec<&mut Who<Written>> = Vec::new();
        for target in targets {
            if let Target::Character(who) = target {
                resolver.visit_who(who);
                people.push(who);
            }
        }
        for index in 1..people.len() {
            let (before, behind) = people.split_at_mut(index);
            let Some(own) = behind.first_mut().filter(|possessive| is_possessive(possessive)) else { continue };
            let before: Vec<&Who<Written>> = before.iter().map(|who| &**who).collect();
            resolver.is_ambiguous |= resolve_possessive_or_flag(&before, own);
        }
        if resolver.is_ambiguous {
            let message = "whose? several are named before it";
            return Err(Diagnostic::error(codes::WHOM, span, message).note("write the name in its place"));
        }
    }
    for statement in body.conditions_mut().flat_map(Condition::statements_mut) {
        if let Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) = statement
            && let Some(whom) = deed.act.object_mut().filter(|whom| is_possessive(whom))
            && matches!(deed.who, Who::Named(_))
        {
            replace_antecedent_in(whom, &deed.who);
        }
    }
    Ok(())
}

/// Resolves a possessive to the one name before it; returns `true` if several candidates leave it open.
fn resolve_possessive_or_flag(before: &[&Who<Written>], possessive: &mut Who<Written>) -> bool {
    match before {
        [one @ Who::Named(_)] => {
            replace_antecedent_in(possessive, one);
            false
        }
        // A leading pronoun refers to somebody before the list.
        [one, ..] => !one.says_they(),
        [] => false,
    }
}

/// A visitor that resolves pronouns behind the first entry of each list.
struct ListResolver {
    /// Whether one of the pronouns is ambiguous.
    is_ambiguous: bool,
}

impl VisitMut<'_, Written> for ListResolver {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        if let Who::OneOf(list) = who {
            for index in 1..list.len() {
                let (before, behind) = list.split_at_mut(index);
                let Some(own) = behind.first_mut().filter(|possessive| possessive.says_they()) else { continue };
                self.is_ambiguous |= resolve_possessive_or_flag(&before.iter().collect::<Vec<_>>(), own);
            }
        }
        self.walk_who(who);
    }
}

/// The span of the first action of a branch.
fn first_action_span(branch: &Branch<Written>) -> Span {
    branch.actions.first().map(|action| action.span).unwrap_or_default()
}

fn unclear_person_error(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, message).note("write the name, or `an opponent`")
}

/// The one person whom the conditions and the actions of an order name.
fn person_named(body: &Body<Written>) -> Option<Who<Written>> {
    let aimed = body.actions().flat_map(|action| action.kind.targets()).filter_map(|target| match target {
        Target::Character(who) => Some(who),
        Target::Location(_) | Target::Here => None,
    });
    let asked = body.conditions().flat_map(people_in);
    only_certain_person(asked.chain(aimed).cloned())
}

/// The one certain character among those mentioned; `None` if there are several, or if only a deed describes them.
fn only_certain_person(mentioned: impl Iterator<Item = Who<Written>>) -> Option<Who<Written>> {
    let mut named: Vec<Who<Written>> = Vec::new();
    for who in mentioned {
        let is_actor_or_pronoun = matches!(who, Who::User) || who.mentions(&|who| *who == Who::Antecedent);
        if !is_actor_or_pronoun && !named.contains(&who) {
            named.push(who);
        }
    }
    match named.as_slice() {
        [one @ (Who::Named(_) | Who::Related(Relation::Master | Relation::Servant | Relation::Partner, _))] => {
            Some(one.clone())
        }
        _ => None,
    }
}

/// Whether a condition contains a denial.
fn contains_denial(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(contains_denial),
        Condition::Not(_) => true,
        Condition::Is(said) => may_count_nothing(said),
    }
}

/// `Lancer attacks me at most once`: whether a counted deed need not be done at all.
fn may_count_nothing(said: &Predicate<Written>) -> bool {
    matches!(said, Predicate::DidOften(_, bound, count, _) if bound.holds(&0, count))
}

/// Whether a condition identifies somebody other than the actor when it holds.
fn finds_somebody(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(finds_somebody),
        Condition::Not(_) => false,
        Condition::Is(Predicate::Count(..)) => true,
        Condition::Is(said) if may_count_nothing(said) => false,
        Condition::Is(said) => said.subject().is_some_and(|who| !matches!(who, Who::User | Who::Antecedent)),
    }
}

/// `If one of us is attacked`: whether a condition holds of the actor or of somebody else.
fn is_of_either_of_us(condition: &Condition<Written>) -> bool {
    let is_about_user = |part: &Condition<Written>| {
        part.statements().into_iter().filter_map(Predicate::subject).any(|who| *who == Who::User)
    };
    match condition {
        Condition::AnyOf(parts) => parts.iter().any(is_about_user) && !parts.iter().all(is_about_user),
        Condition::All(parts) => parts.iter().any(is_of_either_of_us),
        Condition::Is(said) => matches!(said.subject(), Some(Who::OneOf(all)) if all.contains(&Who::User)),
        Condition::Not(_) => false,
    }
}

/// The events that the actions of a branch wait for.
fn awaited_events(branch: &Branch<Written>) -> impl Iterator<Item = &Condition<Written>> {
    branch.actions.iter().filter_map(|action| action.delay.awaited.as_ref())
}

/// `Once Archer has left, use Surge on him`: whether a condition asks only whether somebody leaves.
fn asks_only_about_departure(condition: &Condition<Written>) -> bool {
    matches!(condition, Condition::Is(Predicate::Did(deed)) if matches!(deed.act, Act::Leaves(_) | Act::Flees) && deed.who != Who::Antecedent)
}

/// Whether a condition says that a person is dead or absent.
fn says_is_gone(condition: &Condition<Written>, one: &Who<Written>) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().any(|part| says_is_gone(part, one)),
        Condition::Not(inner) => matches!(&**inner, Condition::Is(Predicate::IsIn(who, _)) if who == one),
        Condition::Is(Predicate::Has(who, Property::Dead)) => who == one,
        Condition::Is(_) | Condition::AnyOf(_) => false,
    }
}

/// `If Lancer is here and Archer is not, attack him`: the one person who is here, if the guards ask only who is here.
fn only_person_here(guards: &[Condition<Written>]) -> Option<Who<Written>> {
    fn collect_present(condition: &Condition<Written>, here: &mut Vec<Who<Written>>) -> Option<bool> {
        match condition {
            Condition::All(parts) => {
                parts.iter().try_fold(false, |found_so_far, part| Some(found_so_far | collect_present(part, here)?))
            }
            Condition::Is(Predicate::IsIn(who @ Who::Named(_), None)) => {
                here.push(who.clone());
                Some(false)
            }
            Condition::Not(inner) => matches!(&**inner, Condition::Is(Predicate::IsIn(..))).then_some(true),
            Condition::Is(said) => matches!(said, Predicate::Has(Who::Named(_), Property::Dead)).then_some(true),
            Condition::AnyOf(_) => None,
        }
    }
    let mut here = Vec::new();
    let has_absentee =
        guards.iter().try_fold(false, |found_so_far, guard| Some(found_so_far | collect_present(guard, &mut here)?))?;
    match here.as_slice() {
        [one] if has_absentee => Some(one.clone()),
        _ => None,
    }
}

/// `anyone`, of any side.
fn is_anybody(who: &Who<Written>) -> bool {
    matches!(who, Who::Any(group) if group.side == Side::Anyone && group.filters.is_empty())
}
