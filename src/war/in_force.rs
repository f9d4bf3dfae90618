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
    pub(super) line: ActiveEffect,
    /// The one character it can mean, if it can be but one.
    pub(super) only: Option<CharacterId>,
    /// The stats it changes.
    pub(super) stats: Stats,
}

/// Some of the ranked stats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stats(u8);

impl Stats {
    fn changed_by(modifier: &Modifier) -> Stats {
        match modifier {
            Modifier::RaiseRanks { stats, .. } | Modifier::RaiseSubranks { stats, .. } => {
                Stats(stats.iter().fold(0, |all, stat| all | Stats::bit(*stat)))
            }
            Modifier::Become { stat, .. } => Stats(Stats::bit(*stat)),
            _ => Stats::default(),
        }
    }

    const fn bit(stat: Stat) -> u8 {
        1 << stat as u8
    }

    pub(super) const fn has(self, stat: Stat) -> bool {
        self.0 & Stats::bit(stat) != 0
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
    // Families 7, 16, 24.
    /// What is negated.
    Negation,
    /// Who stands before whom.
    Interception,
    /// Moves further than next door.
    Movement,
    /// Who pursues whom.
    Pursuit,
}

impl ModifierKind {
    /// What a sentence that holds bears on.
    #[must_use]
    pub const fn of(modifier: &Modifier) -> ModifierKind {
        match modifier {
            Modifier::RaiseRanks { .. } | Modifier::RaiseSubranks { .. } | Modifier::Become { .. } => {
                ModifierKind::Stats
            }
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
            Modifier::MovesFar(_) => ModifierKind::Movement,
            Modifier::Pursues { .. } => ModifierKind::Pursuit,
            Modifier::Survives { .. } => ModifierKind::Survival,
            Modifier::Hidden { .. } | Modifier::Revealed => ModifierKind::Detection,
            Modifier::NoLowHealthPenalty => ModifierKind::Dealt,
            Modifier::SensesMana | Modifier::Uncovers(_) => ModifierKind::Senses,
            Modifier::NeedsNoMaster | Modifier::MasterlessLoss(_) | Modifier::RegenerateMasterless => {
                ModifierKind::Contract
            }
            Modifier::Reflects(_) => ModifierKind::Reflection,
        }
    }
}

/// The index: sentences in force by class, abilities first, then skills in the order they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    stats: Vec<IndexedEffect>,
    dealt: Vec<IndexedEffect>,
    taken: Vec<IndexedEffect>,
    attacks: Vec<IndexedEffect>,
    costs: Vec<IndexedEffect>,
    regeneration: Vec<IndexedEffect>,
    flight: Vec<IndexedEffect>,
    upgrades: Vec<IndexedEffect>,
    granted: Vec<IndexedEffect>,
    immunity: Vec<IndexedEffect>,
    points: Vec<IndexedEffect>,
    forbidden: Vec<IndexedEffect>,
    obedience: Vec<IndexedEffect>,
    survival: Vec<IndexedEffect>,
    contract: Vec<IndexedEffect>,
    detection: Vec<IndexedEffect>,
    senses: Vec<IndexedEffect>,
    reflection: Vec<IndexedEffect>,
    /// Reality Marbles: what each seals, and its place among the active skills.
    marbles: Vec<(LocationId, usize)>,
    /// What waits for a deed.
    waiting: BTreeMap<PastDeedKind, Vec<ActiveEffect>>,
    /// What waits for a phase of each Turn.
    each_turn: Vec<(Phase, ActiveEffect)>,
    negation: Vec<IndexedEffect>,
    interception: Vec<IndexedEffect>,
    movement: Vec<IndexedEffect>,
    pursuit: Vec<IndexedEffect>,
}

impl InForce {
    /// The sentences of a class.
    pub fn of(&self, class: ModifierKind) -> impl Iterator<Item = ActiveEffect> {
        self.held(class).iter().map(|held| held.line)
    }

    /// Whether nothing of a class is in force.
    #[must_use]
    pub fn has_none(&self, class: ModifierKind) -> bool {
        self.held(class).is_empty()
    }

    /// The sentences of a class that can mean a character: all but those that mean another alone.
    pub(super) fn reaching(&self, class: ModifierKind, on: CharacterId) -> impl Iterator<Item = &IndexedEffect> {
        self.held(class).iter().filter(move |held| held.only.is_none_or(|only| only == on))
    }

    fn held(&self, class: ModifierKind) -> &[IndexedEffect] {
        match class {
            ModifierKind::Stats => &self.stats,
            ModifierKind::Dealt => &self.dealt,
            ModifierKind::Taken => &self.taken,
            ModifierKind::Attacks => &self.attacks,
            ModifierKind::Costs => &self.costs,
            ModifierKind::Regeneration => &self.regeneration,
            ModifierKind::Flight => &self.flight,
            ModifierKind::Upgrades => &self.upgrades,
            ModifierKind::Granted => &self.granted,
            ModifierKind::Immunity => &self.immunity,
            ModifierKind::Points => &self.points,
            ModifierKind::Forbidden => &self.forbidden,
            ModifierKind::Obedience => &self.obedience,
            ModifierKind::Survival => &self.survival,
            ModifierKind::Contract => &self.contract,
            ModifierKind::Detection => &self.detection,
            ModifierKind::Senses => &self.senses,
            ModifierKind::Reflection => &self.reflection,
            ModifierKind::Negation => &self.negation,
            ModifierKind::Interception => &self.interception,
            ModifierKind::Movement => &self.movement,
            ModifierKind::Pursuit => &self.pursuit,
        }
    }

    fn held_mut(&mut self, class: ModifierKind) -> &mut Vec<IndexedEffect> {
        match class {
            ModifierKind::Stats => &mut self.stats,
            ModifierKind::Dealt => &mut self.dealt,
            ModifierKind::Taken => &mut self.taken,
            ModifierKind::Attacks => &mut self.attacks,
            ModifierKind::Costs => &mut self.costs,
            ModifierKind::Regeneration => &mut self.regeneration,
            ModifierKind::Flight => &mut self.flight,
            ModifierKind::Upgrades => &mut self.upgrades,
            ModifierKind::Granted => &mut self.granted,
            ModifierKind::Immunity => &mut self.immunity,
            ModifierKind::Points => &mut self.points,
            ModifierKind::Forbidden => &mut self.forbidden,
            ModifierKind::Obedience => &mut self.obedience,
            ModifierKind::Survival => &mut self.survival,
            ModifierKind::Contract => &mut self.contract,
            ModifierKind::Detection => &mut self.detection,
            ModifierKind::Senses => &mut self.senses,
            ModifierKind::Reflection => &mut self.reflection,
            ModifierKind::Negation => &mut self.negation,
            ModifierKind::Interception => &mut self.interception,
            ModifierKind::Movement => &mut self.movement,
            ModifierKind::Pursuit => &mut self.pursuit,
        }
    }

    /// The place among the active skills of the Reality Marble that seals a location.
    #[must_use]
    pub(super) fn marble(&self, at: LocationId) -> Option<usize> {
        self.marbles.iter().find(|(sealed, _)| *sealed == at).map(|(_, place)| *place)
    }

    /// Every Reality Marble's place among the active skills.
    pub(super) fn marbles(&self) -> impl Iterator<Item = usize> {
        self.marbles.iter().map(|(_, place)| *place)
    }

    /// Whether any location is sealed.
    #[must_use]
    pub const fn has_marbles(&self) -> bool {
        !self.marbles.is_empty()
    }

    /// Whether anything waits for a deed.
    #[must_use]
    pub fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What waits for deeds of a sort.
    #[must_use]
    pub fn waiting_for(&self, what: PastDeedKind) -> &[ActiveEffect] {
        self.waiting.get(&what).map_or(&[], Vec::as_slice)
    }

    /// All sentences of a class that hold.
    pub fn of_class(&self, class: ModifierKind) -> impl Iterator<Item = ActiveEffect> {
        self.held(class).iter().map(|held| held.line)
    }

    /// What is done in a phase of each Turn.
    pub fn each_turn(&self, phase: Phase) -> impl Iterator<Item = ActiveEffect> {
        self.each_turn.iter().filter(move |(of, _)| *of == phase).map(|(_, line)| *line)
    }

    fn add(&mut self, war: &War, line: ActiveEffect) {
        let Some(rule) = war.rule(line) else { return };
        // What has been set off holds; what has not waits.
        let holds = rule.trigger.is_none() || war.active_of(line).is_some_and(|active| active.set_off.is_some());
        match (&rule.trigger, &rule.operation) {
            (_, Operation::Standing(standing)) if holds => {
                let only = war.only_meant(line, &standing.who);
                let stats = Stats::changed_by(&standing.modifier);
                self.held_mut(ModifierKind::of(&standing.modifier)).push(IndexedEffect { line, only, stats });
            }
            (None, _) => {}
            (Some(Trigger::EachTurn(phase) | Trigger::Once(_, phase)), _) => self.each_turn.push((*phase, line)),
            (Some(Trigger::When(deed) | Trigger::Limited(_, deed)), _) => self.wait(deed, line),
        }
        if let Some(deed) = war.ended_by(line) {
            self.wait(deed, line);
        }
    }

    fn wait(&mut self, deed: &Deed<Written>, line: ActiveEffect) {
        for what in PastDeedKind::of(&deed.act) {
            let waiting = self.waiting.entry(*what).or_default();
            if waiting.last() != Some(&line) {
                waiting.push(line);
            }
        }
    }

    /// The index of a War as it stands.
    #[must_use]
    pub fn index(war: &War) -> InForce {
        let mut index = InForce::default();
        for user in war.living() {
            let sheet = war.character(user).sheet;
            for skill in war.character(user).items.iter().copied().filter(|i| war.skill(*i).is_passive()) {
                for line in (0u16..).take(war.skill(skill).effects.len()) {
                    index.add(war, ActiveEffect { user, skill, line, of_status: None, active: None });
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
        let sealing = war.active.iter().enumerate().filter(|(_, active)| war.is_marble(active));
        index.marbles = sealing.map(|(place, active)| (active.place, place)).collect();
        for (active, place) in war.active.iter().zip(0u16..) {
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
    /// The rule a sentence in force stands for; `None` for one that is the GM's.
    #[must_use]
    pub fn rule(&self, line: ActiveEffect) -> Option<&Sentence> {
        match &self.skill(line.skill).effects.get(usize::from(line.line))?.effect {
            Effect::Sentence(rule) => match (line.of_status, &rule.operation) {
                (None, _) => Some(rule),
                (Some(part), Operation::Immediate(Immediate { verb: Verb::InflictNamed(status), .. })) => {
                    status.effects.get(usize::from(part))
                }
                (Some(_), _) => None,
            },
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// The deed that a sentence in force waits for, if it still does: what has been set off waits no more.
    #[must_use]
    pub fn awaited_by(&self, line: ActiveEffect) -> Option<&Deed<Written>> {
        let rule = self.rule(line)?;
        let set_off = self.active_of(line).is_some_and(|active| active.set_off.is_some());
        rule.trigger.as_ref().and_then(Trigger::deed).filter(|_| !set_off)
    }

    /// The deed that ends a sentence in force: what waits to be set off ends once it holds.
    #[must_use]
    pub fn ended_by(&self, line: ActiveEffect) -> Option<&Deed<Written>> {
        let rule = self.rule(line)?;
        let active = self.active_of(line)?;
        let begins_later = rule.trigger.is_some() && matches!(rule.operation, Operation::Standing(_));
        rule.until.as_ref().filter(|_| !begins_later || active.set_off.is_some())
    }

    /// Whether a sentence does not work for now though it is in force: a status not felt, a field covered by a
    /// Reality Marble (A221).
    #[must_use]
    pub fn is_dormant(&self, line: ActiveEffect) -> bool {
        self.active_of(line)
            .is_some_and(|active| (active.status.is_some() && !self.is_felt(active)) || self.is_suspended(active))
    }

    /// The active skill a sentence belongs to; `None` for an ability's.
    #[must_use]
    pub fn active_of(&self, line: ActiveEffect) -> Option<&ActiveSkill> {
        self.active.get(usize::from(line.active?))
    }

    /// Whether a sentence gives somebody Flight that speaks of them alone, on no condition.
    #[must_use]
    pub(super) fn flies_by_itself(&self, who: CharacterId) -> bool {
        self.in_force.held(ModifierKind::Flight).iter().any(|held| {
            let plain = |rule: &Sentence| {
                let gives = matches!(rule.operation.modifier(), Some(Modifier::Flight(_)));
                gives && rule.condition.is_none()
            };
            held.only == Some(who) && self.rule(held.line).is_some_and(plain)
        })
    }
}
