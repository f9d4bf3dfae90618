//! Words of which a tree keeps less than they say: `another` measured against somebody who is not the user, `targeted` by
//! what is no attack, `partners` of several, the first time of each of a group. Refused, with whole sentences that say it.

use super::ambiguity::{noted, with};
use super::{Node, child, has, nonsense};
use crate::language::condition::{Comparison, Predicate, Side, Who};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Effect, Operation, Rule as Sentence};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::parser::Rule;

/// What is lost in single words, whatever they mean together.
pub(super) fn words(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    for part in sentence.clone().into_inner().flatten() {
        match part.as_rule() {
            Rule::effect_one | Rule::who_one => partners(sentence, &part)?,
            Rule::attacked | Rule::by_attack => targeted(sentence, &part)?,
            _ => {}
        }
    }
    Ok(())
}

/// `The user's partners`: the Servants of one Master are partners too (A156), and the bond is the contract alone.
fn partners(sentence: &Node<'_>, person: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let of_several = |p: &Node<'_>| p.as_rule() == Rule::k_partner && lower(p) == "partners";
    let Some(word) = person.clone().into_inner().flatten().find(of_several) else { return Ok(()) };
    let all = if person.as_rule() == Rule::effect_one { "all allies" } else { "an ally" };
    let faults = nonsense(person, "all of a team are partners (A156): the contracted one, or all of them?");
    let of_user = lower(person) == "the user's partners";
    let team = of_user.then(|| with(sentence, person, all)).flatten();
    let faults = noted(faults, "of all of them", team.and_then(read_back));
    Err(noted(faults, "of the contracted one", with(sentence, &word, "contracted partner").and_then(read_back)))
}

/// `When the user is targeted by a skill`: only attacks are waited for and asked (R100).
fn targeted(sentence: &Node<'_>, said: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = child(said, Rule::k_attacked).filter(|word| lower(word).ends_with("targeted")) else {
        return Ok(());
    };
    // Whoever is called the attacker attacks.
    let attacks = sentence.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::the_attacker);
    let by_attack =
        child(said, Rule::use_kind).is_some_and(|kind| has(&kind, Rule::damage_word) && has(&kind, Rule::k_attack));
    if by_attack || attacks {
        return Ok(());
    }
    let faults = nonsense(&word, "a skill that is no attack targets too, and only attacks are seen here (R100)");
    Err(noted(faults, "of attacks", with(sentence, &word, "attacked").and_then(read_back)))
}

/// `Another`, `other`, `else`: than the user, unless somebody else was spoken of before. Opponents and allies are never
/// the user, so that `another opponent` is another than somebody else.
pub(super) fn others(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let Some((word, of_side)) = unclear_other(sentence, said.iter().any(is_of_use)) else { return Ok(()) };
    let told = read_back(canonical(&effect_of(said)));
    if of_side {
        let faults = nonsense(&word, "other than whom? opponents and allies are never the user");
        let faults = noted(faults, "if it may be any of them", told);
        return Err(noted(faults, "if there must be two, the target among them", counted(said)));
    }
    let faults = nonsense(&word, "other than whom? the user, or whoever is spoken of besides");
    Err(noted(faults, "if other than the user is meant", told))
}

/// The first word of otherness that does not say than whom, and whether it is of opponents or allies.
fn unclear_other<'i>(sentence: &Node<'i>, of_use: bool) -> Option<(Node<'i>, bool)> {
    let all: Vec<Node<'i>> = sentence.clone().into_inner().flatten().collect();
    let people: Vec<&Node<'i>> = all.iter().filter(|p| is_person(p)).collect();
    let of_target = |p: &&Node<'i>| matches!(p.as_rule(), Rule::the_target | Rule::every_target);
    all.iter().filter(|word| is_other(word)).find_map(|word| {
        let at = word.as_span();
        let around = |p: &&&Node<'i>| p.as_span().start <= at.start && at.end <= p.as_span().end;
        let own = people.iter().filter(around).map(|p| p.as_span().start).max().unwrap_or(at.start);
        let own = own.min(at.start);
        // Behind `another` stands whom it describes.
        let group = all.iter().find(|p| p.as_rule() == Rule::group && p.as_span().end > at.start);
        let side = group.map(|group| conditions::group(group.clone(), 0).side);
        let of_side = lower(word) != "else" && side.is_some_and(|side| side != Side::Anyone);
        // `When another ally is damaged`: nobody else was spoken of.
        let waited = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind);
        let begins = lower(word) == "another" && all.iter().any(|p| waited(p) && around(&&p));
        let before = people.iter().any(|p| p.as_span().end <= own && lower(p) != "the user");
        let target = all.iter().filter(of_target).any(|p| p.as_span().end <= own || p.as_span().start >= at.end);
        let asked = of_use && all.iter().any(|p| p.as_rule() == Rule::if_clause && around(&&p));
        let counted = of_use && all.iter().any(|p| p.as_rule() == Rule::per_each && around(&&p));
        ((of_side && !begins) || before || target || asked || counted).then(|| (word.clone(), of_side))
    })
}

/// Words for somebody.
fn is_person(pair: &Node<'_>) -> bool {
    matches!(pair.as_rule(), Rule::effect_one | Rule::who_one | Rule::group)
        && !["they", "them"].contains(&lower(pair).as_str())
}

/// `another`, `other`, `else`; `other than the user` says than whom.
fn is_other(pair: &Node<'_>) -> bool {
    match pair.as_rule() {
        Rule::k_other | Rule::k_else => true,
        Rule::k_an => lower(pair) == "another",
        _ => false,
    }
}

/// Whether a sentence is of a use of its skill, which has a target though it names none.
const fn is_of_use(rule: &Sentence) -> bool {
    matches!(rule.operation, Operation::Clause(_))
}

/// `If another opponent is here` as `if two or more are`, where the target is one of them.
fn counted(said: &[Sentence]) -> Option<String> {
    let mut said = said.to_vec();
    let mut turned = false;
    for rule in &mut said {
        for statement in rule.condition.iter_mut().flat_map(|condition| condition.statements_mut()) {
            if let Predicate::IsIn(Who::Any(group), place) = statement
                && group.side != Side::Anyone
            {
                *statement = Predicate::Count(Comparison::AtLeast, 2, group.clone(), place.take());
                turned = true;
            }
        }
    }
    read_back(canonical(&effect_of(&said))).filter(|_| turned)
}

/// `When an opponent attacks for the first time each Turn`: of each opponent, or of them all?
pub(super) fn first_of_each(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let of_group = |p: &Node<'_>| {
        child(p, Rule::about)
            .is_some_and(|about| about.into_inner().flatten().any(|p| matches!(p.as_rule(), Rule::some | Rule::every)))
    };
    let all = || sentence.clone().into_inner().flatten();
    let Some(first) = all().filter(of_group).find_map(|waited| child(&waited, Rule::first_time)) else { return Ok(()) };
    let faults = nonsense(&first, "the first time of each of them, or of all of them together?");
    Err(noted(faults, "if one of all is enough", read_back(canonical(&effect_of(said)))))
}

fn effect_of(said: &[Sentence]) -> Effect {
    match said {
        [one] => Effect::Rule(one.clone()),
        several => Effect::Several(several.to_vec()),
    }
}

/// A sentence as it is read back, if it is understood; one with a word that is lost in it would be refused as well.
fn read_back(said: String) -> Option<String> {
    const LOST: [&str; 6] = ["another", "other", "else", "for the first", "targeted", "partners"];
    let words = format!(" {} ", said.replace("other than", "").replace(['.', ',', ';', '\''], " "));
    if LOST.iter().any(|word| words.contains(&format!(" {word} "))) {
        return None;
    }
    parse(&said).ok().map(|effect| canonical(&effect))
}

fn lower(pair: &Node<'_>) -> String {
    pair.as_str().trim().to_lowercase().replace('\u{2019}', "'")
}
