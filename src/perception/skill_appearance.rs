//! What a sheet adds to the facts of an event: what there is to be seen of its skill, before anything is kept back.
//!
//! For [`super::perceive`] alone: nothing of it goes further than the visibility table grants.

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

use super::effect_summary::effect_summary;
use super::perceived::Force;

/// What there is to be seen of an event's skill.
#[derive(Default)]
pub(super) struct Appearance<'a> {
    /// A Noble Phantasm.
    pub(super) noble: bool,
    pub(super) rank: Option<RankLetter>,
    /// A Surprise Attack.
    pub(super) surprise: bool,
    /// It is aimed at a place, not at somebody (R412).
    pub(super) on_place: bool,
    pub(super) skill_type: Option<SkillType>,
    pub(super) damage: Option<DamageType>,
    /// What its sheet says of it, where nothing is said for onlookers.
    pub(super) on_sheet: Option<&'a str>,
    /// What is seen or said.
    pub(super) words: Option<Cow<'a, str>>,
}

impl<'a> Appearance<'a> {
    pub(super) fn of(war: &'a War, facts: &Facts<'a>) -> Self {
        let words = render_words(war, facts.words);
        let bare = Appearance { noble: facts.noble, damage: facts.damage, words, ..Appearance::default() };
        let Some(skill) = facts.skill.map(|skill| war.skill(skill)) else { return bare };
        // What comes of a use tells no more of its form than its name does.
        let form = facts.is_use && facts.upgraded;
        let noble = skill.role == Role::NoblePhantasm;
        let looks = Appearance {
            noble,
            rank: noble.then(|| skill.rank.at(form).letter),
            surprise: skill.kind.values().any(|kind| *kind == SkillType::SurpriseAttack),
            on_place: skill.targets.contains(&TargetKind::Location),
            skill_type: Some(*skill.kind.at(form)),
            ..bare
        };
        if !facts.is_use {
            return looks;
        }
        Appearance {
            damage: skill.attack_type(form).filter(|_| facts.is_attack),
            words: skill.seen.as_deref().map(Cow::Borrowed),
            on_sheet: Some(skill.description.as_str()).filter(|words| !words.is_empty()),
            ..looks
        }
    }
}

fn render_words<'a>(war: &War, words: Words<'a>) -> Option<Cow<'a, str>> {
    match words {
        Words::None => None,
        Words::Text(text) => Some(Cow::Borrowed(text)),
        Words::Bearing(active) => effect_summary(war, active).map(Cow::Owned),
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

/// The status of a sheet's own that an event tells of, with its Turns.
pub(super) fn affliction<'a>(war: &'a War, facts: &Facts<'_>) -> Option<(&'a Affliction, u32)> {
    let (skill, line, over) = facts.affliction?;
    war.affliction(skill, line).map(|status| (status, if over { 0 } else { status.turns }))
}

/// What the ranks made of a blow (R034–R037, R100); nothing where the defence is passed by, where they are alike, or
/// where something else turned what they made of it.
pub(super) fn force(receipt: &Receipt) -> Option<Force> {
    let ranks = receipt.stats.filter(|ranks| !ranks.ignored)?;
    match (ranks.attack_rank.cmp(&ranks.defence_rank), receipt.amount.cmp(&receipt.base)) {
        (Ordering::Greater, Ordering::Greater) => Some(Force::Greater),
        (Ordering::Less, Ordering::Less) => Some(Force::Lesser),
        (Ordering::Greater | Ordering::Less | Ordering::Equal, _) => None,
    }
}
