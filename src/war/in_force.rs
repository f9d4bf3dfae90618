//! The sentences in force, indexed by what they change.
//!
//! An ability's sentences hold while its owner lives (R102, R108), a Passive item's while it is held
//! (R343, R346); an active skill's lasting
//! sentences hold until their own end. The index is rebuilt whenever an effect begins or ends
//! or somebody dies, so that a hit asks only the sentences that could matter to it.

use std::collections::BTreeMap;

use crate::language::condition::{Deed, Written};
use crate::language::effect::{Effect, Immediate, Modifier, Operation, Sentence, Trigger, Verb};
use crate::sheet::skill::Skill;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::stat::Stat;

use super::War;
use super::active_skill::{ActivePart, ActiveSkill};
use super::history::PastDeedKind;
use super::setup::SkillRef;

/// One sentence in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveEffect {
    /// Who has the ability or used the skill.
    pub user: CharacterId,
    /// The ability or skill.
    pub skill: SkillRef,
    /// The sentence's place among its effects.
    pub line: u16,
    /// Of a status of a sheet's own: which of the things it does.
    pub of_status: Option<u16>,
    /// Its place among the active skills; `None` for an ability.
    pub active: Option<u16>,
}

/// A sentence in force, with what decides without reading it that it cannot matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexedEffect {
    pub(super) effect: ActiveEffect,
    /// The one character it can mean, if it can be but one.
    pub(super) only: Option<CharacterId>,
    /// The stats it changes.
    pub(super) stats: StatSet,
}

/// Some of the ranked stats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StatSet(u8);

impl StatSet {
    fn changed_by(modifier: &Modifier) -> StatSet {
        match modifier {
            Modifier::RaiseRanks { stats, .. } | Modifier::RaiseSubranks { stats, .. } => {
                StatSet(stats.iter().fold(0, |all, stat| all | StatSet::bit(*stat)))
            }
            Modifier::NotLowered { stats, .. } => StatSet(stats.iter().fold(0, |all, stat| all | StatSet::bit(*stat))),
            Modifier::Become { stat, .. } => StatSet(StatSet::bit(*stat)),
            Modifier::Exchanged(one, other) => StatSet(StatSet::bit(*one) | StatSet::bit(*other)),
            _ => StatSet::default(),
        }
    }

    const fn bit(stat: Stat) -> u8 {
        1 << stat as u8
    }

    pub(super) const fn has(self, stat: Stat) -> bool {
        self.0 & StatSet::bit(stat) != 0
    }
}

/// What a sentence in force changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModifierKind {
    /// Ranked stats.
    Stats,
    /// Damage dealt.
    Dealt,
    /// Damage taken.
    Taken,
    /// What holds of attacks.
    Attacks,
    /// What uses cost.
    Costs,
    /// Regeneration.
    Regeneration,
    /// Flight.
    Flight,
    /// Upgrades of skills.
    Upgrades,
    /// Skills granted.
    Granted,
    /// Immunity to statuses.
    Immunity,
    /// Action and Support Points of a Turn.
    Points,
    /// What is forbidden.
    Forbidden,
    /// Whose order is obeyed.
    Obedience,
    /// Surviving a fatal blow.
    Survival,
    /// Lacking a Master.
    Contract,
    /// Hidden presences.
    Detection,
    /// Senses beyond the common ones.
    Senses,
    /// Damage thrown back.
    Reflection,
    /// Shields.
    Absorption,
    /// The most Health and Mana.
    Maxima,
    // Families 7, 16, 24.
    /// What is negated.
    Negation,
    /// Who stands before whom.
    Interception,
    /// How quick somebody acts, apart from their AGI.
    Order,
    /// Moves further than next door.
    Movement,
    /// Who pursues whom.
    Pursuit,
}

impl ModifierKind {
    /// How many there are: `Pursuit` is the last.
    const COUNT: usize = ModifierKind::Pursuit as usize + 1;

    /// What a sentence that holds bears on.
    pub const fn of(modifier: &Modifier) -> ModifierKind {
        match modifier {
            Modifier::RaiseRanks { .. } | Modifier::RaiseSubranks { .. } => ModifierKind::Stats,
            Modifier::Become { .. } | Modifier::NotLowered { .. } | Modifier::Exchanged(..) => ModifierKind::Stats,
            Modifier::DamageDealt(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) => ModifierKind::Dealt,
            Modifier::OfAttacks(_) => ModifierKind::Attacks,
            Modifier::Costs { .. } => ModifierKind::Costs,
            Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) => ModifierKind::Taken,
            Modifier::Regeneration { .. } | Modifier::RegenerateInBattle | Modifier::CannotRegenerate(_) => {
                ModifierKind::Regeneration
            }
            Modifier::Restoration { .. } | Modifier::CannotRestore(_) => ModifierKind::Regeneration,
            Modifier::Flight(_) | Modifier::LosesFlight => ModifierKind::Flight,
            Modifier::Upgrade(_) => ModifierKind::Upgrades,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) => ModifierKind::Immunity,
            Modifier::Grant(_) => ModifierKind::Granted,
            Modifier::EachTurn { .. } => ModifierKind::Points,
            Modifier::CannotAct | Modifier::Forbids(_) => ModifierKind::Forbidden,
            Modifier::Obeys => ModifierKind::Obedience,
            Modifier::Negates => ModifierKind::Negation,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } => ModifierKind::Interception,
            Modifier::ActsAs(_) => ModifierKind::Order,
            Modifier::MovesFar(_) | Modifier::AtMostExist(_) => ModifierKind::Movement,
            Modifier::Pursues { .. } => ModifierKind::Pursuit,
            Modifier::Survives { .. } | Modifier::HealthFloor => ModifierKind::Survival,
            Modifier::Hidden { .. } | Modifier::Revealed => ModifierKind::Detection,
            Modifier::NoLowHealthPenalty => ModifierKind::Dealt,
            Modifier::SensesMana | Modifier::Uncovers(_) | Modifier::DetectsSurprise => ModifierKind::Senses,
            Modifier::NeedsNoMaster
            | Modifier::MasterlessLoss(_)
            | Modifier::MasterlessLossIs(_)
            | Modifier::RegenerateMasterless => ModifierKind::Contract,
            Modifier::Reflects(_) => ModifierKind::Reflection,
            Modifier::Absorbs { .. } => ModifierKind::Absorption,
            Modifier::Maximum { .. } => ModifierKind::Maxima,
        }
    }
}

/// The index: sentences in force by what they change, abilities first, then skills in the order they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// What changes something, by [`ModifierKind`].
    modifiers: [Vec<IndexedEffect>; ModifierKind::COUNT],
    /// Reality Marbles: what each seals, and its place among the active skills.
    marbles: Vec<(LocationId, usize)>,
    /// What waits for a deed.
    waiting: BTreeMap<PastDeedKind, Vec<ActiveEffect>>,
    /// What waits for a phase of each Turn.
    each_turn: Vec<(Phase, ActiveEffect)>,
}

impl InForce {
    /// The sentences of a kind.
    pub fn of_kind(&self, kind: ModifierKind) -> impl Iterator<Item = ActiveEffect> {
        self.held(kind).iter().map(|held| held.effect)
    }

    /// Whether nothing of a kind is in force.
    pub fn has_none(&self, kind: ModifierKind) -> bool {
        self.held(kind).is_empty()
    }

    /// The sentences of a kind that can mean a character: all but those that mean another alone.
    pub(super) fn reaching(&self, kind: ModifierKind, on: CharacterId) -> impl Iterator<Item = &IndexedEffect> {
        self.held(kind).iter().filter(move |held| held.only.is_none_or(|only| only == on))
    }

    fn held(&self, kind: ModifierKind) -> &[IndexedEffect] {
        &self.modifiers[kind as usize]
    }

    /// The place among the active skills of the Reality Marble that seals a location.
    pub(super) fn marble(&self, at: LocationId) -> Option<usize> {
        self.marbles.iter().find(|(sealed, _)| *sealed == at).map(|(_, place)| *place)
    }

    /// Every Reality Marble's place among the active skills.
    pub(super) fn marbles(&self) -> impl Iterator<Item = usize> {
        self.marbles.iter().map(|(_, place)| *place)
    }

    /// Whether any location is sealed.
    pub const fn has_marbles(&self) -> bool {
        !self.marbles.is_empty()
    }

    /// Whether anything waits for a deed.
    pub fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What waits for deeds of a sort.
    pub fn waiting_for(&self, what: PastDeedKind) -> &[ActiveEffect] {
        self.waiting.get(&what).map_or(&[], Vec::as_slice)
    }

    /// What is done in a phase of each Turn.
    pub fn each_turn_effects(&self, phase: Phase) -> impl Iterator<Item = ActiveEffect> {
        self.each_turn.iter().filter(move |(of, _)| *of == phase).map(|(_, effect)| *effect)
    }

    fn add(&mut self, war: &War, effect: ActiveEffect) {
        let Some(sentence) = war.sentence(effect) else { return };
        // What has been set off holds; what has not waits.
        let holds = sentence.trigger.is_none() || war.active_of(effect).is_some_and(|active| active.set_off.is_some());
        match (&sentence.trigger, &sentence.operation) {
            (_, Operation::Standing(standing)) if holds => {
                let only = war.only_meant(effect, &standing.who);
                let stats = StatSet::changed_by(&standing.modifier);
                self.modifiers[ModifierKind::of(&standing.modifier) as usize].push(IndexedEffect {
                    effect,
                    only,
                    stats,
                });
            }
            (None, _) => {}
            (Some(Trigger::EachTurn(phase) | Trigger::Once(_, phase)), _) => self.each_turn.push((*phase, effect)),
            (Some(Trigger::When(deed) | Trigger::Limited(_, deed)), _) => self.wait(deed, effect),
        }
        if let Some(deed) = war.ended_by(effect) {
            self.wait(deed, effect);
        }
    }

    fn wait(&mut self, deed: &Deed<Written>, effect: ActiveEffect) {
        for what in PastDeedKind::of(&deed.act) {
            let waiting = self.waiting.entry(*what).or_default();
            if waiting.last() != Some(&effect) {
                waiting.push(effect);
            }
        }
    }

    /// The index of a War as it stands.
    pub fn index(war: &War) -> InForce {
        let mut index = InForce::default();
        for user in war.living() {
            let sheet = war.character(user).sheet;
            for skill in war.character(user).items.iter().copied().filter(|i| war.skill(*i).is_passive()) {
                for effect in (0u16..).take(war.skill(skill).effects.len()) {
                    index.add(war, ActiveEffect { user, skill, line: effect, of_status: None, active: None });
                }
            }
            let had = |s: &Skill| s.is_passive() && war.has_gained(s);
            for (place, ability) in war.sheet(user).skills.iter().enumerate().filter(|(_, s)| had(s)) {
                let Ok(place) = u16::try_from(place) else { continue };
                for line in (0u16..).take(ability.effects.len()) {
                    index.add(
                        war,
                        ActiveEffect { user, skill: SkillRef { sheet, place }, line, of_status: None, active: None },
                    );
                }
            }
        }
        let sealing = war.active_skills.iter().enumerate().filter(|(_, active)| war.is_marble(active));
        index.marbles = sealing.map(|(place, active)| (active.place, place)).collect();
        for (active, place) in war.active_skills.iter().zip(0u16..) {
            for part in &active.parts {
                let ActiveSkill { user, skill, .. } = *active;
                let ActivePart { line, of_status, .. } = *part;
                index.add(war, ActiveEffect { user, skill, line, of_status, active: Some(place) });
            }
        }
        index
    }
}

impl War {
    /// A sentence in force as it was understood; `None` for one that is the GM's.
    pub fn sentence(&self, effect: ActiveEffect) -> Option<&Sentence> {
        match &self.skill(effect.skill).effects.get(usize::from(effect.line))?.effect {
            Effect::Sentence(sentence) => match (effect.of_status, &sentence.operation) {
                (None, _) => Some(sentence),
                (Some(part), Operation::Immediate(Immediate { verb: Verb::InflictNamed(status), .. })) => {
                    status.effects.get(usize::from(part))
                }
                (Some(_), _) => None,
            },
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// The deed that a sentence in force waits for, if it still does: what has been set off waits no more.
    pub fn awaited_by(&self, effect: ActiveEffect) -> Option<&Deed<Written>> {
        let sentence = self.sentence(effect)?;
        let set_off = self.active_of(effect).is_some_and(|active| active.set_off.is_some());
        sentence.trigger.as_ref().and_then(Trigger::deed).filter(|_| !set_off)
    }

    /// The deed that ends a sentence in force: what waits to be set off ends once it holds.
    pub fn ended_by(&self, effect: ActiveEffect) -> Option<&Deed<Written>> {
        let sentence = self.sentence(effect)?;
        let active = self.active_of(effect)?;
        let begins_later = sentence.trigger.is_some() && matches!(sentence.operation, Operation::Standing(_));
        sentence.until.as_ref().filter(|_| !begins_later || active.set_off.is_some())
    }

    /// Whether a sentence does not work for now though it is in force: a status not felt, a field covered by a
    /// Reality Marble (A221).
    pub fn is_dormant(&self, effect: ActiveEffect) -> bool {
        self.active_of(effect)
            .is_some_and(|active| (active.status.is_some() && !self.is_felt(active)) || self.is_suspended(active))
    }

    /// The active skill a sentence belongs to; `None` for an ability's.
    pub fn active_of(&self, effect: ActiveEffect) -> Option<&ActiveSkill> {
        self.active_skills.get(usize::from(effect.active?))
    }

    /// Whether a sentence gives somebody Flight that speaks of them alone, on no condition.
    pub(super) fn flies_by_itself(&self, who: CharacterId) -> bool {
        self.in_force.held(ModifierKind::Flight).iter().any(|held| {
            let plain = |sentence: &Sentence| {
                let gives = matches!(sentence.operation.modifier(), Some(Modifier::Flight(_)));
                gives && sentence.condition.is_none()
            };
            held.only == Some(who) && self.sentence(held.effect).is_some_and(plain)
        })
    }
}
