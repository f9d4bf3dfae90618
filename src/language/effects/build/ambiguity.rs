//! Rejects sentences whose words may mean somebody else than the tree would say, with a full sentence for each meaning.

use super::antecedents::{condition_says_they, says_they};
use super::{Node, Sentence, has_child, nonsense_error};
use crate::language::condition::{
    Comparison, Condition, Filter, Group, Predicate, Property, Relation, Side, Who, Written,
};
use crate::language::condition_text::Voice;
use crate::language::conditions::{self, Ambiguity};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Effect, Forbidden, Modifier, Operation, Standing};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::parser::Rule;
use crate::vocabulary::text::capitalise;

/// A check of one part of a sentence: it gets the sentence and the part.
pub(super) type PartCheck = fn(&Node<'_>, &Node<'_>) -> Result<(), Vec<Diagnostic>>;

/// The checks by the rule of the part, in this order.
const CHECKS: [(Rule, PartCheck); 12] = [
    (Rule::effect_who, reject_second_exception),
    (Rule::subject, reject_second_exception),
    (Rule::subject, reject_unowned_group),
    (Rule::object, reject_second_exception),
    (Rule::object, reject_unowned_group),
    (Rule::no_target, reject_unowned_group),
    (Rule::no_attack, reject_unowned_group),
    (Rule::forbids, check_shared_object),
    (Rule::k_their, reject_its_of_skill),
    (Rule::which_statuses, reject_all_statuses),
    (Rule::statuses_on, reject_all_statuses),
    (Rule::any_status, reject_all_statuses),
];

/// Rejects words of a sentence that are unclear whatever the whole means.
pub(super) fn check_words(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    check_parts(sentence, &CHECKS)
}

/// Runs the checks of a table on each part of a sentence, in the order of the text.
pub(super) fn check_parts<const N: usize>(
    sentence: &Node<'_>,
    checks: &[(Rule, PartCheck); N],
) -> Result<(), Vec<Diagnostic>> {
    for part in sentence.descendants(checks.map(|(rule, _)| rule)) {
        for (rule, check) in checks {
            if *rule == part.as_rule() {
                check(sentence, &part)?;
            }
        }
    }
    Ok(())
}

/// `When an opponent uses a skill, its damage …`: the skill's damage, or theirs?
fn reject_its_of_skill(sentence: &Node<'_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    if word.as_str().trim().eq_ignore_ascii_case("its") && sentence.contains_any([Rule::uses]) {
        return Err(nonsense_error(word, "whose, the skill's or theirs? write `that character's …`"));
    }
    Ok(())
}

/// `The user's Master or familiars`: the user's familiars, or any?
fn reject_unowned_group(_: &Node<'_>, list: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    const ANYBODYS: [&str; 3] = ["masters", "servants", "familiars"];
    let people = list.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::who_one | Rule::effect_one));
    let mut owned = false;
    for person in people {
        let words = person.as_str().trim();
        if owned && ANYBODYS.contains(&words.to_lowercase().as_str()) {
            let why = format!("whose {words}, or any? write whose: `the user's Master or the user's familiars`");
            return Err(nonsense_error(&person, &why));
        }
        owned |= person.contains_any([Rule::poss, Rule::k_their]);
    }
    Ok(())
}

/// `The target cannot attack or target the user`, `cannot leave or enter Spirit Form`: is the object of the second
/// verb that of the first too? `Cannot leave it`: what is it?
fn check_shared_object(_: &Node<'_>, forbids: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let all: Vec<Node<'_>> = forbids.clone().into_inner().collect();
    let has_with_object =
        |rules: &[Rule]| all.iter().any(|p| rules.contains(&p.as_rule()) && p.clone().into_inner().count() > 1);
    for verb in &all {
        let mut words = verb.clone().into_inner().skip(1);
        let first = words.next().map(|p| p.as_rule());
        match (verb.as_rule(), first) {
            (Rule::no_attack, None) if has_with_object(&[Rule::no_attack, Rule::no_target]) => {
                let why = "attack whom? write both: `cannot attack the user and cannot target the user`";
                return Err(nonsense_error(verb, why));
            }
            (Rule::no_leaving, None) if has_with_object(&[Rule::no_form_in, Rule::no_form_out, Rule::no_form_both]) => {
                let why = "leave what? write `cannot leave this location` or `cannot leave Spirit Form`";
                return Err(nonsense_error(verb, why));
            }
            (Rule::no_leaving, Some(Rule::w_it)) => {
                let before = forbids.clone().into_inner().flatten().take_while(|p| p.as_rule() != Rule::no_leaving);
                let grounds = [Rule::w_location, Rule::here, Rule::k_here, Rule::k_inside, Rule::k_location];
                if !before.into_iter().any(|p| grounds.contains(&p.as_rule())) {
                    let why = "leave what? write `cannot leave this location` or `cannot leave Spirit Form`";
                    return Err(nonsense_error(verb, why));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Rejects `If every opponent is here`, for a condition asks about one; and `if Lancer or Archer is not here`: which
/// of them?
pub(super) fn check_ambiguities(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    if let Some(there) = sentence.descendants([Rule::there_]).next() {
        return Err(nonsense_error(&there, "where? write `in this location`"));
    }
    if let Some(mixed) = sentence.descendants([Rule::each_being]).find(|p| p.contains_any([Rule::k_or])) {
        let why = "`and` and `or` stand beside each other: which go together? say of whom each is asked: `the target is female and (the target is an Evil character or the target is a Master)`";
        return Err(nonsense_error(&mixed, why));
    }
    reject_shared_or(sentence)?;
    for about in sentence.descendants([Rule::about]) {
        if let Some(several) = conditions::find_state_of_several(&about) {
            return Err(diagnose_question_about_several(sentence, &about, &several));
        }
    }
    if let Some(level) = sentence.descendants([Rule::at_level]).find(|p| !has_child(p, Rule::level_of)) {
        return Err(nonsense_error(&level, "of what? write `has less than 50% of their maximum Health`"));
    }
    for ambiguity in conditions::find_ambiguities(sentence.clone().into_inner().flatten()) {
        match ambiguity.ambiguity {
            Ambiguity::OneOrAll => return Err(diagnose_question_about_all(sentence, &ambiguity.words)),
            Ambiguity::ScopeOfDenial => {
                let faults =
                    nonsense_error(&ambiguity.words, "is this not so of any of them, or not so of one of them?");
                let counted = "count them: `if there are exactly 0 opponents with Flight in this location`, `if there are 1 or more opponents without Flight in this location`";
                let is_of_flight = ambiguity.words.contains_any([Rule::no_flight]);
                return Err(if is_of_flight {
                    faults.into_iter().map(|fault| fault.note(counted)).collect()
                } else {
                    faults
                });
            }
            Ambiguity::SharedObject => {
                return Err(nonsense_error(
                    &ambiguity.words,
                    "whom, or where? of the first verb nothing is said: say it of both",
                ));
            }
            Ambiguity::First => {
                let why = "the first of what? write `for the first time each Turn` of one, or `Once per Turn, when …`";
                return Err(nonsense_error(&ambiguity.words, why));
            }
            // In a sheet these words mean whoever is at hand.
            Ambiguity::WholeTeam
            | Ambiguity::OtherThanWhom
            | Ambiguity::Hurt
            | Ambiguity::Fighting
            | Ambiguity::ConditionOrOrder
            | Ambiguity::HowOften
            | Ambiguity::OrAnd
            | Ambiguity::DeadOfAKind
            | Ambiguity::AnyOfSeveral
            | Ambiguity::Reflexive
            | Ambiguity::NoSubject => {}
        }
    }
    Ok(())
}

/// Rejects `if the user is in battle and the target is a Master or is stunned`: the second verb shares its subject with
/// the one before it, and `and` binds closer than `or` (A240).
fn reject_shared_or(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let shares_subject = |part: &Node<'_>| {
        let about = part.clone().into_inner().find(|p| p.as_rule() == Rule::about);
        let said = about.and_then(|about| about.into_inner().find(|p| p.as_rule() == Rule::said));
        said.is_some_and(|said| has_child(&said, Rule::k_or))
    };
    for all in sentence.descendants([Rule::all_of]) {
        let parts = all.clone().into_inner().filter(|p| p.as_rule() == Rule::not_c);
        if let Some(mixed) = parts.skip(1).find(shares_subject) {
            let why = "`and` and `or` stand beside each other: which go together? write brackets, and say of whom each is asked: `the user is in battle and (the target is a Master or the target is stunned)`";
            return Err(nonsense_error(&mixed, why));
        }
    }
    Ok(())
}

/// Diagnoses a question about all of a group, and offers two sentences: one that asks it of one, and one that counts
/// those of whom it is not so.
fn diagnose_question_about_all(sentence: &Node<'_>, words: &Node<'_>) -> Vec<Diagnostic> {
    let for_one = match conditions::find_words_for_all(words) {
        Some(every) => rewrite_for_one(sentence, &every),
        None => {
            let both = words.descendants([Rule::k_either]).next();
            both.and_then(|both| replace_if_understood(sentence, &both, ""))
        }
    };
    diagnose_all_or_one(words, for_one)
}

/// `If opponents in this location are Evil`: one of them, or all?
fn diagnose_question_about_several(sentence: &Node<'_>, about: &Node<'_>, several: &Node<'_>) -> Vec<Diagnostic> {
    diagnose_all_or_one(about, rewrite_for_one(sentence, several))
}

/// The sentence that asks it of one of a group in place of several, if it is understood.
fn rewrite_for_one(sentence: &Node<'_>, several: &Node<'_>) -> Option<String> {
    let group = several.descendants([Rule::group]).next();
    let group = group.map_or(Group::ANYBODY, |group| conditions::build_group(group, 0));
    let words = Voice::Sheet.who(&Who::Any(group));
    // `Both enemy Servants are here`: `both` goes, too.
    let rewritten = replace_if_understood(sentence, several, &words).or_else(|| {
        let both = sentence.descendants([Rule::k_either]).next()?;
        let for_one = replace_part(sentence, several, &words)?;
        let rest = for_one.get(both.as_span().end - sentence.as_span().start..)?;
        let start = for_one.get(..both.as_span().start - sentence.as_span().start)?;
        Some(format!("{start}{}", rest.trim_start()))
    });
    rewritten.filter(|rewritten| parse(rewritten).is_ok())
}

fn diagnose_all_or_one(words: &Node<'_>, for_one: Option<String>) -> Vec<Diagnostic> {
    let for_one = for_one.and_then(|said| parse(&said).ok());
    let for_none = for_one.as_ref().and_then(count_exceptions);
    let message = "whether something is so of all of them cannot be asked: it would be asked of one";
    let faults =
        add_rewrite_note(nonsense_error(words, message), "if one is enough", for_one.map(|effect| canonical(&effect)));
    add_rewrite_note(faults, "if it must be so of all", for_none)
}

/// The sentence that counts those for whom its one statement about a group is false, and asks that there are none.
fn count_exceptions(effect: &Effect) -> Option<String> {
    let Effect::Sentence(sentence) = effect else { return None };
    let mut sentence = sentence.clone();
    let mut statements = sentence.condition.as_mut()?.statements_mut();
    statements.retain(|said| said.subject().is_some_and(|who| matches!(who, Who::Any(_))));
    let [statement] = statements.as_mut_slice() else { return None };
    let (group, other) = match &**statement {
        Predicate::Has(Who::Any(group), said) => (group, opposite_filter(said)?),
        Predicate::Among(Who::Any(group), Group { side: Side::Anyone, filters }) => match filters.as_slice() {
            [one] => (group, Filter::Not(Box::new(one.clone()))),
            _ => return None,
        },
        _ => return None,
    };
    let mut group = group.clone();
    group.filters.push(other);
    **statement = Predicate::Count(Comparison::Exactly, 0, group, None);
    let said = canonical(&Effect::Sentence(sentence));
    parse(&said).is_ok().then_some(said)
}

/// The filter for those who do not have a property; `None` for `exactly`, which has no single opposite.
fn opposite_filter(property: &Property) -> Option<Filter<Written>> {
    let opposite_bound = |bound: Comparison| match bound {
        Comparison::Below => Some(Comparison::AtLeast),
        Comparison::AtMost => Some(Comparison::Above),
        Comparison::AtLeast => Some(Comparison::Below),
        Comparison::Above => Some(Comparison::AtMost),
        Comparison::Exactly => None,
    };
    let property_filter = |said: Property| Filter::Property(Box::new(said));
    match property {
        Property::Ranked(stat, bound, rank) => {
            Some(property_filter(Property::Ranked(*stat, opposite_bound(*bound)?, *rank)))
        }
        Property::Has(what, bound, level) => {
            Some(property_filter(Property::Has(*what, opposite_bound(*bound)?, *level)))
        }
        Property::BesideUser(what, bound) => {
            Some(property_filter(Property::BesideUser(*what, opposite_bound(*bound)?)))
        }
        said => Some(Filter::Not(Box::new(property_filter(said.clone())))),
    }
}

/// The sentence with other words in place of one part, if it is understood.
pub(super) fn replace_if_understood(sentence: &Node<'_>, part: &Node<'_>, words: &str) -> Option<String> {
    replace_part(sentence, part, words).filter(|said| parse(said).is_ok())
}

/// The sentence with other words in place of one part.
pub(super) fn replace_part(sentence: &Node<'_>, part: &Node<'_>, words: &str) -> Option<String> {
    let (text, at) = (sentence.as_str(), sentence.as_span().start);
    let (start, end) = (part.as_span().start.checked_sub(at)?, part.as_span().end.checked_sub(at)?);
    let behind = text.get(end..)?.trim_start();
    let separator = if behind.starts_with([',', '.', ';']) { "" } else { " " };
    let rewritten = format!("{}{}{separator}{behind}", text.get(..start)?, words.trim_end());
    let said = rewritten.trim();
    (!said.is_empty()).then(|| format!("{}.", capitalise(said).trim_end_matches(['.', ' '])))
}

pub(super) fn add_rewrite_note(
    mut diagnostics: Vec<Diagnostic>,
    what: &str,
    rewritten: Option<String>,
) -> Vec<Diagnostic> {
    if let (Some(fault), Some(said)) = (diagnostics.last_mut(), rewritten) {
        fault.notes.push(format!("{what}: write `{said}`"));
    }
    diagnostics
}

/// `Everyone except the user and the user's Master`: only the user is excluded, and whoever stands behind `and` would
/// be included.
fn reject_second_exception(sentence: &Node<'_>, list: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let is_person = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_one | Rule::who_one);
    let all: Vec<Node<'_>> = list.clone().into_inner().filter(is_person).collect();
    let ends_with_exception = |one: &Node<'_>| {
        let end = |of: &Node<'_>| of.as_span().start + of.as_str().trim_end().len();
        one.descendants([Rule::but_user]).any(|p| end(&p) == end(one))
    };
    let Some(index) = all.iter().rev().skip(1).rev().position(ends_with_exception) else { return Ok(()) };
    let Some(next) = all.get(index + 1) else { return Ok(()) };
    let start = list.as_span().start;
    let cut = |from: usize, to: usize| list.as_str().get(from - start..to - start).unwrap_or("").trim();
    let first = all.get(index).map_or("", |one| cut(start, one.as_span().end));
    let rest = cut(next.as_span().start, list.as_span().end);
    let joint = if list.as_rule() == Rule::effect_who { "and" } else { "or" };
    let mut letters = first.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    let message = format!("`{rest}` too, or nobody of them? only the user can be excepted");
    let faults = nonsense_error(list, &message);
    Err(add_rewrite_note(
        faults,
        "if they are meant too",
        replace_if_understood(sentence, list, &format!("{rest} {joint} {first}")),
    ))
}

/// `All status effects`: sentences only speak of negative ones.
fn reject_all_statuses(sentence: &Node<'_>, part: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let is_bare_word = |p: &Node<'_>| matches!(p.as_rule(), Rule::w_statuses | Rule::k_status_effect);
    let Some(word) = part.clone().into_inner().find(is_bare_word) else { return Ok(()) };
    // Nobody is cured of what is good.
    let is_cure = sentence.as_str().to_ascii_lowercase().contains("cure");
    if is_cure || has_child(part, Rule::k_negative) {
        return Ok(());
    }
    let negative = replace_if_understood(sentence, &word, &format!("negative {}", word.as_str()));
    Err(add_rewrite_note(
        nonsense_error(part, "good ones too? sentences speak of negative status effects alone"),
        "of those",
        negative,
    ))
}

/// `Opponents cannot detect the user unless their ACT is A or higher`: rejects it. The people from whom somebody is
/// hidden, and those who are uncovered, are described in what is done; a condition would be about the user.
pub(super) fn reject_they_among_observers(sentence: &Sentence, pair: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let names_observers = || pair.descendants([Rule::hidden, Rule::uncovers]).any(|p| has_child(&p, Rule::group));
    let Some(condition) = sentence.condition.as_ref().filter(|c| condition_says_they(c) && names_observers()) else {
        return Ok(());
    };
    let mut described = Sentence { condition: None, ..sentence.clone() };
    let rewritten = condition_as_filter(condition).filter(|_| !says_they(&described)).and_then(|filter| {
        let Operation::Standing(standing) = &mut described.operation else { return None };
        match &mut standing.modifier {
            Modifier::Hidden { from, .. } => from.filters.push(filter),
            Modifier::DetectsHidden(whom) => whom.filters.push(filter),
            _ => return None,
        }
        let canonical_text = canonical(&Effect::Sentence(described));
        parse(&canonical_text).is_ok().then_some(canonical_text)
    });
    let faults = nonsense_error(pair, "`they` could be the user or those who detect or are detected: say who");
    Err(add_rewrite_note(faults, "of the others", rewritten))
}

/// `The user cannot be targeted by attacks of Servants while they are in Spirit Form`: the user, who cannot be
/// targeted, or those who attack?
pub(super) fn reject_they_among_targeters(sentence: &Sentence, pair: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(condition) = sentence.condition.as_ref().filter(|c| condition_says_they(c)) else { return Ok(()) };
    let whom = match sentence.operation.modifier() {
        Some(Modifier::Forbids(Forbidden::Target(whom) | Forbidden::Attack(whom) | Forbidden::AttackOthers(whom))) => {
            whom
        }
        _ => return Ok(()),
    };
    // `The target cannot attack them`: nobody else is named.
    if whom.says_they() || sentence.trigger.is_some() {
        return Ok(());
    }
    let canonical_if_understood = |sentence: Sentence| {
        let said = canonical(&Effect::Sentence(sentence));
        parse(&said).is_ok().then_some(said)
    };
    let mut of_target = sentence.clone();
    of_target.condition.iter_mut().for_each(|condition| super::replace_they::replace_in_condition(condition, whom));
    let mut of_others = Sentence { condition: None, ..sentence.clone() };
    let filter = condition_as_filter(condition).filter(|_| !says_they(&of_others));
    let of_others = match (filter, &mut of_others.operation) {
        (Some(filter), Operation::Standing(Standing { who: Who::Every(group), .. })) => {
            group.filters.push(filter);
            canonical_if_understood(of_others)
        }
        _ => None,
    };
    let faults = nonsense_error(pair, "`they` could be who cannot be targeted, or who targets: say who");
    let faults = add_rewrite_note(faults, "of who cannot be targeted", canonical_if_understood(of_target));
    Err(add_rewrite_note(faults, "of who targets", of_others))
}

/// `When the user dies, their killer loses 10 Mana and their Master loses 5 Mana`: the first `their` is that of
/// whoever died, and the second could be of either.
pub(super) fn check_their_after_killer(sentence: &Node<'_>, second: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(first) = sentence.descendants([Rule::their_killer]).next() else { return Ok(()) };
    let words = || sentence.clone().into_inner().flatten();
    let is_later = |p: &Node<'_>| {
        p.as_span().start >= first.as_span().end
            && p.as_span().start >= second.as_span().start
            && p.as_span().end <= second.as_span().end
    };
    let is_killer =
        |p: &Node<'_>| words().any(|k| k.as_rule() == Rule::their_killer && k.as_span().start == p.as_span().start);
    let word = words().find(|p| matches!(p.as_rule(), Rule::k_their | Rule::k_they) && is_later(p) && !is_killer(p));
    let Some(word) = word else { return Ok(()) };
    let is_possessive = word.as_rule() == Rule::k_their;
    let rewrite_for = |who: &str| {
        let said = replace_part(sentence, &word, &if is_possessive { format!("{who}'s") } else { who.to_owned() })?;
        let said = said
            .replace(&format!("{who} are "), &format!("{who} is "))
            .replace(&format!("{who} have "), &format!("{who} has "));
        parse(&said).is_ok().then_some(said)
    };
    let is_about_user =
        words().any(|p| p.as_rule() == Rule::subject && p.as_str().trim().eq_ignore_ascii_case("the user"));
    let why = format!("`{}` could be of whoever died or of whoever killed them: say who", word.as_str().trim());
    let faults = add_rewrite_note(nonsense_error(&word, &why), "of the killer", rewrite_for("the attacker"));
    Err(add_rewrite_note(faults, "of the user", rewrite_for("the user").filter(|_| is_about_user)))
}

/// A condition on somebody, as a filter that describes them.
fn condition_as_filter(condition: &Condition<Written>) -> Option<Filter<Written>> {
    let (statement, is_denied) = match condition {
        Condition::Is(said) => (said, false),
        Condition::Not(inner) => match &**inner {
            Condition::Is(said) => (said, true),
            Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) => return None,
        },
        Condition::All(_) | Condition::AnyOf(_) => return None,
    };
    match statement {
        Predicate::Has(Who::Antecedent, said) if is_denied => opposite_filter(said),
        Predicate::Has(Who::Antecedent, said) => Some(Filter::Property(Box::new(said.clone()))),
        _ => None,
    }
}

/// `When the user is attacked by a familiar, its summoner …`: the subject is the user (A260), who has no summoner.
pub(super) fn reject_unclear_summoner(sentence: &Sentence, pair: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let is_their_summoner =
        |who: &Who<Written>| matches!(who, Who::Related(Relation::Summoner, of) if **of == Who::Antecedent);
    let people = sentence.operation.people().into_iter();
    let people_asked = sentence.condition.iter().flat_map(super::antecedents::people_in_condition);
    let is_foreign_familiars =
        |group: &Group<Written>| group.side != Side::Allies && group.filters.contains(&Filter::Familiars);
    let doer = sentence.trigger.as_ref().and_then(|trigger| trigger.deed()).and_then(|deed| deed.who.group());
    if !doer.is_some_and(is_foreign_familiars)
        || !people.chain(people_asked).any(|who| who.mentions(&is_their_summoner))
    {
        return Ok(());
    }
    let rewritten = [Who::Attacker, Who::Antecedent].into_iter().find_map(|who| {
        let mut active = sentence.clone();
        super::antecedents::replace_they(&mut active, &who);
        let said = canonical(&Effect::Sentence(active));
        parse(&said).is_ok().then_some(said)
    });
    Err(add_rewrite_note(
        nonsense_error(pair, "whose summoner? only familiars have one"),
        "of the familiar's",
        rewritten,
    ))
}
