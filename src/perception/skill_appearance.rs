//! What a sheet adds to the facts of an event: what of its skill is visible, before the visibility table hides
//! anything.
//!
//! Only [`super::perceive`] uses it, and nothing of it gets past the visibility table.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::event::facts::{Facts, Words};
use crate::event::number_receipts::Receipt;
use crate::event::words::fact_words;
use crate::language::effect::Affliction;
use crate::sheet::skill::Role;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::rank::RankLetter;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;
use crate::war::War;

use super::effect_summary::summarize_effect;
use super::perceived::Force;

/// The visible side of an event's skill.
#[derive(Default)]
pub(super) struct Appearance<'a> {
    /// Whether it is a Noble Phantasm.
    pub(super) is_noble_phantasm: bool,
    pub(super) rank: Option<RankLetter>,
    /// Whether it is a Surprise Attack.
    pub(super) is_surprise_attack: bool,
    /// Whether it is aimed at a location rather than at somebody (R412).
    pub(super) targets_location: bool,
    pub(super) skill_type: Option<SkillType>,
    pub(super) damage: Option<DamageType>,
    /// The description on its sheet, used when the sheet has no text for onlookers.
    pub(super) description: Option<&'a str>,
    /// The text for onlookers, or what was said.
    pub(super) words: Option<Cow<'a, str>>,
}

impl<'a> Appearance<'a> {
    pub(super) fn from_facts(war: &'a War, facts: &Facts<'a>) -> Self {
        let words = render_words(war, facts.words);
        let without_skill = Appearance {
            is_noble_phantasm: facts.is_about_noble_phantasms,
            damage: facts.damage,
            words,
            ..Appearance::default()
        };
        let Some(skill) = facts.skill.map(|skill| war.skill(skill)) else { return without_skill };
        // Events that follow from a use reveal no more of the skill's form than its name does.
        let form = facts.is_use && facts.is_upgraded;
        let is_noble_phantasm = skill.role == Role::NoblePhantasm;
        let looks = Appearance {
            is_noble_phantasm,
            rank: is_noble_phantasm.then(|| skill.rank.value(form).letter),
            is_surprise_attack: skill.kind.values().any(|kind| *kind == SkillType::SurpriseAttack),
            targets_location: skill.targets.contains(&TargetKind::Location),
            skill_type: Some(*skill.kind.value(form)),
            ..without_skill
        };
        if !facts.is_use {
            return looks;
        }
        Appearance {
            damage: skill.attack_type(form).filter(|_| facts.is_attack),
            words: skill.onlooker_text.as_deref().map(Cow::Borrowed),
            description: Some(skill.description.as_str()).filter(|words| !words.is_empty()),
            ..looks
        }
    }
}

fn render_words<'a>(war: &War, words: Words<'a>) -> Option<Cow<'a, str>> {
    match words {
        Words::None => None,
        Words::Text(text) => Some(Cow::Borrowed(text)),
        Words::EffectSummary(active) => summarize_effect(war, active).map(Cow::Owned),
        Words::Names(who) => {
            let names: Vec<&str> = who.iter().map(|id| war.character(*id).name.as_str()).collect();
            Some(Cow::Owned(names.join(", ")))
        }
        Words::Endings(ends) => {
            let ends: Vec<&str> = ends.iter().map(|end| end.name()).collect();
            Some(Cow::Owned(ends.join(" and a ")))
        }
        Words::Fact(fact) => Some(Cow::Owned(fact_words(fact))),
    }
}

/// The sheet-defined status that an event tells of, with its Turns; 0 Turns if the status is over.
pub(super) fn find_affliction<'a>(war: &'a War, facts: &Facts<'_>) -> Option<(&'a Affliction, u32)> {
    let (skill, line, is_over) = facts.affliction?;
    war.find_affliction(skill, line).map(|status| (status, if is_over { 0 } else { status.turns }))
}

/// How the ranks changed a hit (R034–R037, R100); `None` when the defence is ignored, when the ranks are equal, or
/// when another modifier reversed their effect.
pub(super) fn find_force(receipt: &Receipt) -> Option<Force> {
    let ranks = receipt.stats.filter(|ranks| !ranks.is_ignored)?;
    match (ranks.attack_rank.cmp(&ranks.defence_rank), receipt.amount.cmp(&receipt.base)) {
        (Ordering::Greater, Ordering::Greater) => Some(Force::Greater),
        (Ordering::Less, Ordering::Less) => Some(Force::Lesser),
        (Ordering::Greater | Ordering::Less | Ordering::Equal, _) => None,
    }
}
