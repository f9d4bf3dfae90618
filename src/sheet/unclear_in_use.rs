//! Rejects sentences of a used skill that could be of this use, of one attack, or of its target, and would be carried
//! out otherwise: of all that comes later, of each attack, of whom each attack strikes.

use crate::language::condition::collectors::PeopleCollector;
use crate::language::condition::{Condition, Who};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Effect, Measure, Modifier, Operation, Quota, Sentence};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::span::Span;
use crate::language::visit::{Visit, VisitEffect};
use crate::vocabulary::target::TargetKind;

use super::skill::Skill;
use super::{code, missing_duration};

/// What is unclear, and the ways to write it.
type Unclear = (&'static str, Vec<String>);

/// The errors of a sentence of a skill.
pub(super) fn find_unclear(
    skill: &Skill,
    sentence: &Sentence,
    text: &str,
    span: Span,
) -> impl Iterator<Item = Diagnostic> {
    let found = [
        damage_of_later_attacks(skill, sentence, text),
        one_fatal_attack(skill, sentence, text),
        whose_target(skill, sentence, text),
    ];
    found.into_iter().flatten().map(move |(message, ways)| {
        ways.into_iter().fold(Diagnostic::error(code::MISPLACED_EFFECT, span, message), Diagnostic::note)
    })
}

/// `Masters receive half damage.` of an attack: of this attack, or of all damage from then on?
fn damage_of_later_attacks(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Unclear> {
    let of_attack = missing_duration::limit_to_this_attack(skill, sentence)?;
    let (_, [this_turn, for_ever]) = missing_duration::warn_of_missing_end(skill, sentence, text)?;
    let ways = vec![
        format!("of this attack alone: write `{of_attack}`"),
        format!("of all damage until the Turn ends: write `{this_turn}`"),
        format!("of all damage from then on: write `{for_ever}`"),
    ];
    Some(("is this of the damage of this attack, or of all damage from then on?", ways))
}

/// `The user survives a fatal attack with 1 Health.` of a used skill: the next one, or each?
fn one_fatal_attack(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Unclear> {
    let Operation::Standing(standing) = &sentence.operation else { return None };
    let survives = matches!(standing.modifier, Modifier::Survives { .. }) && standing.quota.is_none();
    let (_, [this_turn, _]) = missing_duration::warn_of_missing_end(skill, sentence, text).filter(|_| survives)?;
    let lower = text.to_lowercase();
    let says_each = ["when", "if ", "each", "every", "any ", "all "].iter().any(|word| lower.contains(word));
    if sentence.trigger.is_some() || says_each {
        return None;
    }
    let mut next = standing.clone();
    next.quota = Some(Quota::Next(1));
    let next = canonical(&Effect::Sentence(Sentence { operation: Operation::Standing(next), ..sentence.clone() }));
    let next = Some(next).filter(|next| parse(next).is_ok()).map(|next| format!("the next one: write `{next}`"));
    let each = format!("each of them, so long: write `{this_turn}`, or another time");
    Some(("the next fatal attack alone, or each from then on?", next.into_iter().chain([each]).collect()))
}

/// `The user's attacks inflict 5 more damage while the target is Evil`, on a skill that is used on somebody: whom each
/// attack strikes, or whom the skill is used on?
fn whose_target(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Unclear> {
    let Operation::Standing(standing) = &sentence.operation else { return None };
    let targets_others = skill.targets.iter().any(|kind| *kind != TargetKind::SelfTarget);
    let names_attack = text.to_lowercase().contains("attack's target");
    if skill.is_passive() || !targets_others || !standing.is_about_struck_target() || names_attack {
        return None;
    }
    let own_condition = sentence.condition.as_ref().filter(|_| !sentence.at_use && sentence.trigger.is_none());
    let mut people = own_condition.map_or_else(Vec::new, |condition: &Condition<_>| {
        PeopleCollector::of(|people| people.visit_condition(condition))
    });
    if let Modifier::DamageDealt(Measure { each: Some(each), .. }) = &standing.modifier {
        people.extend(PeopleCollector::of(|people| people.visit_counted(each)));
    }
    people.into_iter().any(|who| who.mentions(&|who| *who == Who::Target)).then(|| {
        let reading = canonical(&Effect::Sentence(sentence.clone()));
        let of_struck = format!("whom each attack strikes: write `{reading}`");
        let of_skill = "whom this skill is used on: that cannot be asked of lasting attacks on others";
        ("`the target`: whom each attack strikes, or whom this skill is used on?", vec![of_struck, of_skill.to_owned()])
    })
}
