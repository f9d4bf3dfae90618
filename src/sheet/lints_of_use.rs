//! What a use of a skill does otherwise than its author may expect, by a rule or by how it is counted.

use crate::language::condition::{Condition, Predicate, Property, Who};
use crate::language::effect::{Operation, Quota, Sentence, Standing, Verb};

use super::code;
use super::skill::{Role, Skill};

/// A code, what is done, and what to write.
type Warning = (&'static str, String, &'static str);

/// What to say of a sentence of a skill.
pub(super) fn warnings(skill: &Skill, rule: &Sentence) -> impl Iterator<Item = Warning> {
    [not_in_battle(skill, rule), counted_together(skill, rule)].into_iter().flatten()
}

/// `The target is forced into Spirit Form`: a Command Spell alone does so in battle (R189, R250, A094).
fn not_in_battle(skill: &Skill, rule: &Sentence) -> Option<Warning> {
    let enters = matches!(rule.operation.verb(), Some(Verb::EnterSpiritForm)) && skill.role != Role::CommandSpell;
    let of_battle = |said: &&Predicate<_>| matches!(said, Predicate::Has(_, Property::InBattle));
    let asks = rule.condition.iter().flat_map(Condition::statements).any(|said| of_battle(&said));
    (enters && !asks).then(|| {
        (
            code::NOT_IN_BATTLE,
            "whoever is in battle does not enter Spirit Form by this (R250, A094)".to_owned(),
            "that is how it works; to have it said, write `unless the target is in battle` behind it",
        )
    })
}

/// `The next attack that targets the target is negated`, of a skill that takes several: one attack for all of them.
fn counted_together(skill: &Skill, rule: &Sentence) -> Option<Warning> {
    let Operation::Standing(Standing { who, quota: Some(Quota::Next(count)), .. }) = &rule.operation else {
        return None;
    };
    let targets = who.mentions(&|who| *who == Who::Target);
    (targets && skill.max_targets > 1 && rule.trigger.is_none()).then(|| {
        let attacks = if *count == 1 { "attack is".to_owned() } else { format!("{count} attacks are") };
        (
            code::COUNTED_TOGETHER,
            format!("of several targets the next {attacks} counted for all of them together"),
            "for each its own, give the skill one target; what ends by a deed is of each: `until they are attacked`",
        )
    })
}
