//! What is meant of the attack that a sentence speaks of, and could be read of its target, of all others, or of other
//! attacks of the Turn.

use super::ambiguity::{add_rewrite_note, replace_if_understood, replace_part};
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::{Node, child, conditions, has_child, nonsense_error};
use crate::language::condition::{Act, Condition, Deed, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Modifier, Operation, Sentence, Standing, Trigger};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::parser::{Rule, parse_pairs};

/// Rejects words that leave open whether they are of this attack.
pub(super) fn check_words(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    reject_bare_group(sentence)?;
    reject_it(sentence)
}

/// `This attack inflicts Poison 2/10 on Servants`: on the target if it is one, or on all of them there?
fn reject_bare_group(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    for done in sentence.descendants([Rule::inflict, Rule::effect_damage, Rule::drain]) {
        let holders = done.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::effect_who | Rule::drained));
        let Some(whom) = holders.last().filter(|_| is_done_by_skill(&done) && is_bare_group(&done)) else { continue };
        let message = "on the target if it is one of these, or on all of them in this location?";
        let group = whom.descendants([Rule::group]).next().map(|group| conditions::build_group(group, 0));
        let of_target = group.map(|group| Condition::Is(Predicate::Among(Who::Target, group)));
        let faults = nonsense_error(&whom, message);
        let faults = add_rewrite_note(
            faults,
            "on the target",
            of_target.and_then(|asked| ask_of_target(sentence, &whom, asked)),
        );
        let all = replace_if_understood(sentence, &whom, &format!("all {} in this location", whom.as_str().trim()));
        return Err(add_rewrite_note(faults, "on all of them", all));
    }
    Ok(())
}

/// Whether people are named by their kind alone: `Servants`, without `all` and without a place.
fn is_bare_group(done: &Node<'_>) -> bool {
    let Some(all) = done.descendants([Rule::effect_all]).last() else { return false };
    let begins_with_group = all.clone().into_inner().next().is_some_and(|p| p.as_rule() == Rule::group);
    let names_place = all.contains_any([Rule::here, Rule::k_inside, Rule::sure_place, Rule::place]);
    begins_with_group && !names_place
}

/// The sentence of the target alone, on a condition; `None` if it has a condition already.
fn ask_of_target(sentence: &Node<'_>, whom: &Node<'_>, asked: Condition<Written>) -> Option<String> {
    let of_target = replace_if_understood(sentence, whom, "the target")?;
    let effect = parse(&of_target).ok()?;
    let sentences = effect.sentences();
    let [one] = sentences.as_slice() else { return None };
    let free = one.condition.is_none();
    let text = canonical(&effect_from_sentences(&[Sentence { condition: Some(asked), ..(*one).clone() }]));
    canonical_if_lossless(text).filter(|_| free)
}

/// `This attack inflicts Stun 1 if it hits a Servant`: `it` is the attack, and not its target.
fn reject_it(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(AboutIt { about, it, of_skill }) = find_it(sentence) else { return Ok(()) };
    let faults = nonsense_error(&it, "what is `it`: this attack, or its target?");
    let object = about.descendants([Rule::object]).next();
    let is_denied = about.contains_any([Rule::k_not, Rule::do_not, Rule::k_be_not, Rule::k_have_not]);
    let single = !is_denied
        && about.descendants([Rule::verb_phrase]).count() == 1
        && about.contains_any([Rule::hurt, Rule::damages]);
    let of_target = object.filter(|_| single).and_then(|object| {
        replace_if_understood(sentence, &about, &format!("the target is {}", object.as_str().trim()))
    });
    let faults = add_rewrite_note(faults, "of whom this attack strikes", of_target);
    let of_attack = replace_if_understood(sentence, &it, "this attack");
    let faults = add_rewrite_note(faults, "of this attack", of_attack);
    let is_state = about.contains_any([Rule::be, Rule::have]) || !of_skill;
    let target = replace_if_understood(sentence, &it, "the target").filter(|_| is_state);
    Err(add_rewrite_note(faults, "of the target", target))
}

/// A statement whose subject is `it`.
struct AboutIt<'i> {
    /// The statement.
    about: Node<'i>,
    /// Its first word.
    it: Node<'i>,
    /// Whether the sentence says what this attack does.
    of_skill: bool,
}

/// The statement whose subject is `it`, in a sentence of what this attack does, or of hits and damage: an attack's.
fn find_it<'i>(sentence: &Node<'i>) -> Option<AboutIt<'i>> {
    let doing = sentence.descendants([Rule::inflict, Rule::effect_damage, Rule::drain]).find(is_done_by_skill);
    let stands_behind =
        |word: &Node<'i>| doing.as_ref().is_none_or(|doing| word.as_span().start > doing.as_span().start);
    let is_it = |word: &Node<'i>| word.as_str().trim().eq_ignore_ascii_case("it");
    let it = sentence.descendants([Rule::k_they]).find(|word| is_it(word) && stands_behind(word))?;
    let about = sentence.descendants([Rule::about]).find(|about| about.as_span().start == it.as_span().start)?;
    let of_skill = doing.is_some();
    (of_skill || about.contains_any([Rule::damages, Rule::had_damage])).then_some(AboutIt { about, it, of_skill })
}

/// Whether nobody is said to do it: `This attack inflicts …`, `Drains …`.
fn is_done_by_skill(done: &Node<'_>) -> bool {
    done.clone().into_inner().next().is_some_and(|first| first.as_rule() != Rule::effect_who)
}

/// The sentence with `this attack` in place of `it`, where only that can be meant: `if it inflicts 30 or more damage`.
pub(super) fn name_attack(text: &str) -> Option<String> {
    let sentence = parse_pairs(Rule::effect_sentence, text)?.find(|pair| pair.as_rule() == Rule::effect)?;
    let AboutIt { about, it, of_skill } = find_it(&sentence)?;
    let is_damage = of_skill && about.contains_any([Rule::had_damage]);
    replace_part(&sentence, &it, "this attack").filter(|_| is_damage)
}

/// `Damage the user inflicts increases by 50% if they attack a Servant`, `… when they attack a Servant`: the attack
/// itself is meant, and other attacks of the Turn would have it.
pub(super) fn reject_deed_of_attack(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let waits_behind = sentence.clone().into_inner().any(|p| p.as_rule() == Rule::when_behind);
    for one in sentences {
        let Operation::Standing(standing) = &one.operation else { continue };
        let trigger = one.trigger.as_ref().filter(|_| waits_behind).and_then(Trigger::deed);
        let asked = one.condition.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
        let asked = asked.filter(|deed| asks_in_present(sentence, deed));
        let Some(deed) = trigger.into_iter().chain(asked).find(|deed| is_attack_of(standing, deed)) else { continue };
        let message = "this would be so of other attacks of the Turn, not of that one: say it of attacks on, or from, whomever you mean";
        let of_that = limit_to_those(one, standing, deed).and_then(canonical_if_lossless);
        let faults = add_rewrite_note(nonsense_error(sentence, message), "of those attacks", of_that);
        let after = "of all attacks after such a one: write `When …, … for 2 Turns.`, or `if … this Turn`";
        return Err(faults.into_iter().map(|fault| fault.note(after)).collect());
    }
    Ok(())
}

/// Whether a sentence asks for a deed like this in the present tense, and names no Turn: `if they attack a Servant`.
fn asks_in_present(sentence: &Node<'_>, deed: &Deed<Written>) -> bool {
    let names_no_turn = |asked: &Node<'_>| !has_child(asked, Rule::w_this_turn) && !has_child(asked, Rule::w_that_turn);
    let clauses =
        sentence.descendants([Rule::effect_if]).filter(names_no_turn).filter_map(|p| child(&p, Rule::if_clause));
    let conditions: Vec<Condition<Written>> = clauses.map(conditions::build_tensed_condition).collect();
    let same_act = |asked: &Deed<Written>| std::mem::discriminant(&asked.act) == std::mem::discriminant(&deed.act);
    let statements = conditions.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
    statements.into_iter().any(|asked| !asked.is_past && same_act(asked))
}

/// Whether a deed is an attack whose damage, hits or effects a lasting change is about.
fn is_attack_of(standing: &Standing, deed: &Deed<Written>) -> bool {
    let is_attack = matches!(deed.act, Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..));
    match standing.modifier {
        Modifier::DamageDealt(_) | Modifier::Inflicts(_) | Modifier::MoreHits(_) | Modifier::OfAttacks(_) => {
            is_attack && deed.who == standing.who
        }
        Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) => {
            let is_attacked = matches!(deed.act, Act::IsAttacked | Act::IsDamaged) && deed.who == standing.who;
            is_attacked || is_attack && deed.object() == Some(&standing.who)
        }
        _ => false,
    }
}

/// The change of the attacks on those whom the deed names, or by them; `None` if the sentence asks for more.
fn limit_to_those(sentence: &Sentence, standing: &Standing, deed: &Deed<Written>) -> Option<String> {
    let is_damage = matches!(standing.modifier, Modifier::DamageDealt(_) | Modifier::DamageTaken(_));
    let is_alone =
        is_damage && standing.quota.is_none() && matches!(&sentence.condition, None | Some(Condition::Is(_)));
    let is_dealt = deed.who == standing.who;
    let others = if is_dealt { deed.object()? } else { &deed.who };
    let others = others.group().filter(|_| is_alone && standing.attacks.others.is_anybody())?.clone();
    let mut limited = standing.clone();
    limited.attacks.others = others;
    let operation = Operation::Standing(limited);
    let sentence = Sentence { trigger: None, condition: None, at_use: false, operation, ..sentence.clone() };
    Some(canonical(&effect_from_sentences(&[sentence])))
}
