//! An index of the sentences in force, by what they change.
//!
//! An ability's sentences are in force while its owner is alive (R102, R108), those of a Passive item while it is held
//! (R343, R346). The lasting sentences of a skill in force hold until their own end. The index is rebuilt whenever an
//! effect begins or ends or somebody dies. A hit therefore reads only the sentences that could matter to it.

use std::collections::BTreeMap;

use crate::language::condition::{Deed, Written};
use crate::language::effect::{Effect, Immediate, Modifier, Operation, Sentence, Trigger, Verb};
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
    /// The character that has the ability or used the skill.
    pub user: CharacterId,
    /// The ability or skill.
    pub skill: SkillRef,
    /// The index of the sentence among its effects.
    pub line: u16,
    /// For a status defined on a sheet: the index of the part of it.
    pub of_status: Option<u16>,
    /// The index among the skills in force; `None` for an ability.
    pub active: Option<u16>,
}

/// A sentence in force, with facts that can rule it out without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexedEffect {
    pub(super) effect: ActiveEffect,
    /// The only character it can mean, if there is only one.
    pub(super) only_target: Option<CharacterId>,
    /// The stats it changes.
    pub(super) stats: StatSet,
}

/// A set of ranked stats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StatSet(u8);

impl StatSet {
    fn stats_changed_by(modifier: &Modifier) -> StatSet {
        match modifier {
            Modifier::RaiseRanks { stats, .. }
            | Modifier::RaiseSubranks { stats, .. }
            | Modifier::NotLowered { stats, .. } => {
                StatSet(stats.iter().fold(0, |bits, stat| bits | StatSet::bit(*stat)))
            }
            Modifier::SetRank { stat, .. } => StatSet(StatSet::bit(*stat)),
            Modifier::ExchangedStats(one, other) => StatSet(StatSet::bit(*one) | StatSet::bit(*other)),
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

/// The kind of thing that a sentence in force changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModifierKind {
    /// Ranked stats.
    Stats,
    /// Damage dealt.
    Dealt,
    /// Damage taken.
    Taken,
    /// Qualities of attacks.
    Attacks,
    /// Costs of uses.
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
    /// Obedience to a command.
    Obedience,
    /// Surviving a fatal blow.
    Survival,
    /// Effects for Masterless Servants.
    Masterless,
    /// Hidden presences.
    Detection,
    /// Senses beyond the ordinary ones.
    Senses,
    /// Reflected damage.
    Reflection,
    /// Shields.
    Absorption,
    /// Maximum Health and Mana.
    Maxima,
    /// Negation.
    Negation,
    /// Interception.
    Interception,
    /// The order of turns, apart from AGI.
    TurnOrder,
    /// Moves farther than an adjacent location.
    Movement,
    /// Pursuit.
    Pursuit,
}

impl ModifierKind {
    /// The number of kinds; `Pursuit` is the last.
    const COUNT: usize = ModifierKind::Pursuit as usize + 1;

    /// Returns the kind of a modifier.
    pub const fn of(modifier: &Modifier) -> ModifierKind {
        match modifier {
            Modifier::RaiseRanks { .. } | Modifier::RaiseSubranks { .. } => ModifierKind::Stats,
            Modifier::SetRank { .. } | Modifier::NotLowered { .. } | Modifier::ExchangedStats(..) => {
                ModifierKind::Stats
            }
            Modifier::DamageDealt(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) => ModifierKind::Dealt,
            Modifier::OfAttacks(_) => ModifierKind::Attacks,
            Modifier::Costs { .. } | Modifier::Foils(_) => ModifierKind::Costs,
            Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) => ModifierKind::Taken,
            Modifier::Regeneration { .. } | Modifier::RegenerateInBattle | Modifier::CannotRegenerate(_) => {
                ModifierKind::Regeneration
            }
            Modifier::Restoration { .. } | Modifier::CannotRestore(_) => ModifierKind::Regeneration,
            Modifier::RegenerateWithTwoServants => ModifierKind::Regeneration,
            Modifier::Flight(_) | Modifier::LosesFlight => ModifierKind::Flight,
            Modifier::Upgrade(_) => ModifierKind::Upgrades,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) | Modifier::StatusLength { .. } => ModifierKind::Immunity,
            Modifier::Grant(_) => ModifierKind::Granted,
            Modifier::EachTurn { .. } | Modifier::GainsNone(_) | Modifier::NoAgilityBonus => ModifierKind::Points,
            Modifier::FirstTurnPoints(_) | Modifier::CombatPointsFor(_) => ModifierKind::Points,
            Modifier::OfCivilian { .. } => ModifierKind::Points,
            Modifier::CannotAct | Modifier::Forbids(_) => ModifierKind::Forbidden,
            Modifier::Obeys => ModifierKind::Obedience,
            Modifier::Negates | Modifier::ThrowsBack => ModifierKind::Negation,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } => ModifierKind::Interception,
            Modifier::ActsAs(_) => ModifierKind::TurnOrder,
            Modifier::MovesFar(_) | Modifier::AtMostExist(_) => ModifierKind::Movement,
            Modifier::Pursues { .. } => ModifierKind::Pursuit,
            Modifier::Survives { .. } | Modifier::HealthFloor => ModifierKind::Survival,
            Modifier::Hidden { .. } | Modifier::Revealed => ModifierKind::Detection,
            Modifier::NoLowHealthPenalty => ModifierKind::Dealt,
            Modifier::SensesMana | Modifier::DetectsHidden(_) | Modifier::DetectsSurprise => ModifierKind::Senses,
            Modifier::NeedsNoMaster
            | Modifier::MasterlessLoss(_)
            | Modifier::MasterlessLossIs(_)
            | Modifier::RegenerateMasterless => ModifierKind::Masterless,
            Modifier::Reflects(_) => ModifierKind::Reflection,
            Modifier::Absorbs { .. } | Modifier::Shares { .. } => ModifierKind::Absorption,
            Modifier::Maximum { .. } => ModifierKind::Maxima,
        }
    }
}

/// The index: sentences in force by what they change, abilities first, then skills in the order they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Sentences that change something, by [`ModifierKind`].
    modifiers: [Vec<IndexedEffect>; ModifierKind::COUNT],
    /// Reality Marbles: the location that each seals, and its index among the skills in force.
    marbles: Vec<(LocationId, usize)>,
    /// Sentences that wait for a deed.
    waiting: BTreeMap<PastDeedKind, Vec<ActiveEffect>>,
    /// Sentences carried out in a phase of each Turn.
    each_turn: Vec<(Phase, ActiveEffect)>,
}

impl InForce {
    /// Yields the sentences of a kind.
    pub fn of_kind(&self, kind: ModifierKind) -> impl Iterator<Item = ActiveEffect> {
        self.indexed(kind).iter().map(|indexed| indexed.effect)
    }

    /// Whether no sentence of a kind is in force.
    pub fn has_none(&self, kind: ModifierKind) -> bool {
        self.indexed(kind).is_empty()
    }

    /// Yields the sentences of a kind that can mean a character: all but those that mean only somebody else.
    pub(super) fn candidates_for(&self, kind: ModifierKind, on: CharacterId) -> impl Iterator<Item = &IndexedEffect> {
        self.indexed(kind).iter().filter(move |indexed| indexed.only_target.is_none_or(|only| only == on))
    }

    fn indexed(&self, kind: ModifierKind) -> &[IndexedEffect] {
        &self.modifiers[kind as usize]
    }

    /// Returns the index, among the skills in force, of the Reality Marble that seals a location.
    pub(super) fn marble_index(&self, at: LocationId) -> Option<usize> {
        self.marbles.iter().find(|(sealed, _)| *sealed == at).map(|(_, index)| *index)
    }

    /// Yields the index of every Reality Marble among the skills in force.
    pub(super) fn marble_indices(&self) -> impl Iterator<Item = usize> {
        self.marbles.iter().map(|(_, index)| *index)
    }

    /// Whether any location is sealed.
    pub const fn has_marbles(&self) -> bool {
        !self.marbles.is_empty()
    }

    /// Whether any sentence waits for a deed.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns the sentences that wait for deeds of a kind.
    pub fn waiting_for(&self, what: PastDeedKind) -> &[ActiveEffect] {
        self.waiting.get(&what).map_or(&[], Vec::as_slice)
    }

    /// Yields the sentences carried out in a phase of each Turn.
    pub fn each_turn_effects(&self, phase: Phase) -> impl Iterator<Item = ActiveEffect> {
        self.each_turn.iter().filter(move |(effect_phase, _)| *effect_phase == phase).map(|(_, effect)| *effect)
    }

    fn add(&mut self, war: &War, effect: ActiveEffect) {
        let Some(sentence) = war.sentence(effect) else { return };
        // A triggered sentence is in force; one not yet triggered waits.
        let is_working =
            sentence.trigger.is_none() || war.active_of(effect).is_some_and(|active| active.set_off.is_some());
        match (&sentence.trigger, &sentence.operation) {
            (_, Operation::Standing(standing)) if is_working => {
                let only_target = war.only_possible_character(effect, &standing.who);
                let stats = StatSet::stats_changed_by(&standing.modifier);
                self.modifiers[ModifierKind::of(&standing.modifier) as usize].push(IndexedEffect {
                    effect,
                    only_target,
                    stats,
                });
            }
            (None, _) => {}
            (Some(Trigger::EachTurn(phase) | Trigger::Once(_, phase)), _) => self.each_turn.push((*phase, effect)),
            (Some(Trigger::When(deed) | Trigger::Limited(_, deed)), _) => self.add_waiting(deed, effect),
        }
        if let Some(deed) = war.ending_deed(effect) {
            self.add_waiting(deed, effect);
        }
    }

    fn add_waiting(&mut self, deed: &Deed<Written>, effect: ActiveEffect) {
        for what in PastDeedKind::of(&deed.act) {
            let waiting = self.waiting.entry(*what).or_default();
            if waiting.last() != Some(&effect) {
                waiting.push(effect);
            }
        }
    }

    /// Adds the sentences of an ability or of an item.
    fn add_skill(&mut self, war: &War, user: CharacterId, skill: SkillRef) {
        for line in (0u16..).take(war.skill(skill).effects.len()) {
            self.add(war, ActiveEffect { user, skill, line, of_status: None, active: None });
        }
    }

    /// Builds the index of a War as it stands.
    pub fn build(war: &War) -> InForce {
        let mut index = InForce::default();
        for user in war.living() {
            let items = war.character(user).items.iter().copied();
            items.filter(|item| war.skill(*item).is_passive()).for_each(|item| index.add_skill(war, user, item));
            let sheet = war.character(user).sheet;
            for (ability, skill_index) in war.sheet(user).skills.iter().zip(0u16..) {
                if ability.is_passive() && war.is_unlocked(ability) {
                    index.add_skill(war, user, SkillRef { sheet, skill_index });
                }
            }
        }
        let marbles = war.active_skills.iter().enumerate().filter(|(_, active)| war.is_marble(active));
        index.marbles = marbles.map(|(position, active)| (active.location, position)).collect();
        for (active, position) in war.active_skills.iter().zip(0u16..) {
            for part in &active.parts {
                let ActiveSkill { user, skill, .. } = *active;
                let ActivePart { line, of_status, .. } = *part;
                index.add(war, ActiveEffect { user, skill, line, of_status, active: Some(position) });
            }
        }
        index
    }
}

impl War {
    /// Returns the parsed sentence that is in force; `None` for one that the GM carries out.
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

    /// Returns the deed that a sentence in force waits for; `None` once it has been triggered.
    pub fn awaited_deed(&self, effect: ActiveEffect) -> Option<&Deed<Written>> {
        let sentence = self.sentence(effect)?;
        let is_triggered = self.active_of(effect).is_some_and(|active| active.set_off.is_some());
        sentence.trigger.as_ref().and_then(Trigger::deed).filter(|_| !is_triggered)
    }

    /// Returns the deed that ends a sentence in force. A sentence with a trigger can end only once it has been
    /// triggered.
    pub fn ending_deed(&self, effect: ActiveEffect) -> Option<&Deed<Written>> {
        let sentence = self.sentence(effect)?;
        let active = self.active_of(effect)?;
        let has_own_trigger = sentence.trigger.is_some() && matches!(sentence.operation, Operation::Standing(_));
        sentence.ending_deed.as_ref().filter(|_| !has_own_trigger || active.set_off.is_some())
    }

    /// Whether a sentence in force has no effect for now: it belongs to a status not felt, or to a field covered by a
    /// Reality Marble (A221).
    pub fn is_dormant(&self, effect: ActiveEffect) -> bool {
        self.active_of(effect)
            .is_some_and(|active| (active.status.is_some() && !self.is_in_effect(active)) || self.is_suspended(active))
    }

    /// Returns the skill in force that a sentence belongs to; `None` for an ability's.
    pub fn active_of(&self, effect: ActiveEffect) -> Option<&ActiveSkill> {
        self.active_skills.get(usize::from(effect.active?))
    }

    /// Whether an unconditional sentence that means only this character gives it Flight.
    pub(super) fn has_unconditional_flight(&self, who: CharacterId) -> bool {
        self.in_force.indexed(ModifierKind::Flight).iter().any(|indexed| {
            let is_plain = |sentence: &Sentence| {
                let gives_flight = matches!(sentence.operation.modifier(), Some(Modifier::Flight(_)));
                gives_flight && sentence.condition.is_none()
            };
            indexed.only_target == Some(who) && self.sentence(indexed.effect).is_some_and(is_plain)
        })
    }
}
