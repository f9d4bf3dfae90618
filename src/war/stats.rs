//! A character's current ranks and skills: those of the sheet, with every effect in force.

use crate::language::condition::{Comparison, Resource};
use crate::language::effect::{Change, Counted, Modifier, Standing};
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::points::FirstTurnPoints;
use crate::vocabulary::rank::{Acuity, Rank, RankLetter};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

use super::War;
use super::counts_and_measures::count;
use super::in_force::{ActiveEffect, ModifierKind};
use super::setup::{SheetId, SkillRef};

impl War {
    /// Returns the current rank of a main stat. An exchange reads the other stat of the sheet (the latest wins).
    /// "Becomes" sets the rank (the latest wins); "is raised to" and "is lowered to" only raise or lower it. Then ranks
    /// and subranks are added. NP is read from the sheet. ACT, which has no such rank, and an NP of N/A count as E.
    pub fn rank(&self, who: CharacterId, stat: Stat) -> Rank {
        let mut stat_read = stat;
        for (_, standing) in self.stat_changes_on(stat, who) {
            if let Modifier::ExchangedStats(one, other) = &standing.modifier {
                stat_read = if stat == *one { *other } else { *one };
            }
        }
        let mut rank = self.sheet(who).stats.rank_of(stat_read).unwrap_or(Rank::plain(RankLetter::E));
        let (mut letters, mut subranks) = (0i8, 0i8);
        let effective_steps = |effect, by: i8| if by < 0 && self.cannot_be_lowered(who, stat, effect) { 0 } else { by };
        for (effect, standing) in self.stat_changes_on(stat, who) {
            match &standing.modifier {
                Modifier::SetRank { rank: to, bound, .. } => {
                    let changed = apply_bound(*bound, rank, *to);
                    let cannot_lower = changed < rank && self.cannot_be_lowered(who, stat, effect);
                    rank = if cannot_lower { rank } else { changed };
                }
                Modifier::RaiseRanks { amount, each, most, .. } => {
                    let by = self.count_steps(effect, who, *amount, each.as_ref(), *most);
                    letters = letters.saturating_add(effective_steps(effect, by));
                }
                Modifier::RaiseSubranks { amount, each, most, .. } => {
                    let by = self.count_steps(effect, who, *amount, each.as_ref(), *most);
                    subranks = subranks.saturating_add(effective_steps(effect, by));
                }
                _ => {}
            }
        }
        rank.raised_ranks(letters).raised_subranks(subranks)
    }

    /// Returns a character's current ACT.
    pub fn acuity(&self, who: CharacterId) -> Acuity {
        let sheet_acuity = self.sheet(who).stats.act;
        let mut acuity = sheet_acuity;
        for (effect, standing) in self.stat_changes_on(Stat::ACT, who) {
            match &standing.modifier {
                Modifier::SetRank { rank, bound, .. } => {
                    let changed = apply_bound(*bound, acuity, Acuity::from_letter(rank.letter));
                    let cannot_lower = changed < acuity && self.cannot_be_lowered(who, Stat::ACT, effect);
                    acuity = if cannot_lower { acuity } else { changed };
                }
                Modifier::RaiseRanks { amount, each, most, .. } => {
                    let by = self.count_steps(effect, who, *amount, each.as_ref(), *most);
                    let by = if by < 0 && self.cannot_be_lowered(who, Stat::ACT, effect) { 0 } else { by };
                    let step = (acuity as i8).saturating_add(by).clamp(1, 6);
                    acuity = Acuity::ALL[usize::try_from(step).unwrap_or(1)];
                }
                _ => {}
            }
        }
        acuity
    }

    /// Whether this effect lowers no stat of a character now (family 42); an item is no skill.
    fn cannot_be_lowered(&self, who: CharacterId, stat: Stat, by: ActiveEffect) -> bool {
        let is_of_foe = || self.are_foes(who, by.user) && self.skill(by.skill).role != Role::Item;
        let is_kept = |standing: &Standing| match &standing.modifier {
            Modifier::NotLowered { by_opponents, .. } => !by_opponents || is_of_foe(),
            _ => false,
        };
        self.stat_changes_on(stat, who).any(|(_, standing)| is_kept(standing))
    }

    /// Returns the steps by which a stat changes: once for each of what is counted, at most `most` in all.
    fn count_steps(
        &self,
        effect: ActiveEffect,
        who: CharacterId,
        by: i8,
        each: Option<&Counted>,
        most: Option<i8>,
    ) -> i8 {
        let Some(each) = each else { return by };
        let times = i8::try_from(count(self, each, self.count_context(effect, who))).unwrap_or(i8::MAX);
        let steps = by.saturating_mul(times);
        most.map_or(steps, |limit| steps.clamp(limit.saturating_neg(), limit))
    }

    /// Returns the highest Flight rank a character has now (R263–R268); `None` if it has none, or an effect has removed
    /// it.
    pub fn flight_rank(&self, who: CharacterId) -> Option<Rank> {
        let loses_flight =
            |(_, standing): (ActiveEffect, &Standing)| matches!(standing.modifier, Modifier::LosesFlight);
        if self.standing_effects_on(ModifierKind::Flight, who).any(loses_flight) {
            return None;
        }
        self.standing_effects_on(ModifierKind::Flight, who)
            .filter_map(|(_, standing)| match &standing.modifier {
                Modifier::Flight(rank) => Some(*rank),
                _ => None,
            })
            .max()
    }

    /// Whether a character is immune to a negative status: it does not receive the status, and one it already has does
    /// not work (A137).
    pub fn is_immune(&self, who: CharacterId, to: StatusKind) -> bool {
        self.standing_effects_on(ModifierKind::Immunity, who)
            .any(|(_, standing)| standing.quota.is_none() && standing.modifier.stops_status(to))
    }

    /// What keeps the next status off a character, which is being inflicted.
    pub fn next_status_guard(&self, who: CharacterId, stops: impl Fn(&Modifier) -> bool) -> Option<ActiveEffect> {
        let guards = |effect: ActiveEffect, standing: &Standing| {
            let left = standing.quota.map_or(0, |quota| self.attacks_left_of(effect, who, quota));
            left > 0 && stops(&standing.modifier)
        };
        let mut in_force = self.standing_effects_on(ModifierKind::Immunity, who);
        in_force.find(|(effect, standing)| guards(*effect, standing)).map(|(effect, _)| effect)
    }

    /// Returns what effects in force add to the AP or SP of every Turn.
    pub fn points_each_turn(&self, who: CharacterId, resource: Resource) -> i32 {
        self.standing_effects_on(ModifierKind::Points, who)
            .filter_map(|(effect, standing)| match &standing.modifier {
                Modifier::EachTurn { resource: changed, amount, each } if *changed == resource => {
                    let count_each = |each| count(self, each, self.count_context(effect, who));
                    let often = each.as_ref().map_or(1, |each| i32::try_from(count_each(each)).unwrap_or(i32::MAX));
                    Some(amount.saturating_mul(often))
                }
                _ => None,
            })
            .fold(0, i32::saturating_add)
    }

    /// Whether an effect in force keeps a character from gaining AP or SP as a Turn begins.
    pub fn gains_no_points(&self, who: CharacterId, resource: Resource) -> bool {
        self.standing_effects_on(ModifierKind::Points, who)
            .any(|(_, standing)| standing.modifier == Modifier::GainsNone(resource))
    }

    /// Whether an effect in force keeps a character from gaining AP for its AGI (R039).
    pub fn gains_nothing_for_agility(&self, who: CharacterId) -> bool {
        self.standing_effects_on(ModifierKind::Points, who)
            .any(|(_, standing)| standing.modifier == Modifier::NoAgilityBonus)
    }

    /// Returns the points that a character may spend on skills in the first Turn of a battle (R254).
    pub fn first_turn_points(&self, who: CharacterId) -> FirstTurnPoints {
        let allowed = self.standing_effects_on(ModifierKind::Points, who).filter_map(|(_, standing)| {
            if let Modifier::FirstTurnPoints(points) = standing.modifier { Some(points) } else { None }
        });
        allowed.max().unwrap_or_default()
    }

    /// Returns what effects in force add to the Combat Points for damage that a character inflicts, as a factor (R279).
    pub fn combat_point_factor(&self, who: CharacterId) -> Exact {
        let factors = self.standing_effects_on(ModifierKind::Points, who).filter_map(|(_, standing)| {
            if let Modifier::CombatPointsFor(by) = standing.modifier { Some(by) } else { None }
        });
        (factors.sum::<Exact>() + Exact::ONE).at_least_zero()
    }

    /// Returns the AGI that orders a character's actions: the one that the latest effect sets, else its own (R207).
    #[must_use]
    pub fn order_agility(&self, who: CharacterId) -> Rank {
        let agilities = self.standing_effects_on(ModifierKind::TurnOrder, who).filter_map(|(_, standing)| {
            match &standing.modifier {
                Modifier::ActsAs(rank) => Some(*rank),
                _ => None,
            }
        });
        agilities.last().unwrap_or_else(|| self.rank(who, Stat::AGI))
    }

    /// Whether an effect forbids a character to act.
    pub fn cannot_act(&self, who: CharacterId) -> bool {
        self.standing_effects_on(ModifierKind::Forbidden, who)
            .any(|(_, standing)| matches!(standing.modifier, Modifier::CannotAct))
    }

    /// Whether an effect keeps a character from regenerating Health or Mana.
    pub fn cannot_regenerate(&self, who: CharacterId, vital: Resource) -> bool {
        self.standing_effects_on(ModifierKind::Regeneration, who).any(|(_, standing)| match &standing.modifier {
            Modifier::CannotRegenerate(what) | Modifier::CannotRestore(what) => what.is_none_or(|only| only == vital),
            _ => false,
        })
    }

    /// Returns the factor on what effects restore to a character, of Health or Mana. It is never below 0, and it is 0
    /// if the character cannot restore it.
    pub fn restoration_factor(&self, who: CharacterId, vital: Resource) -> Exact {
        let changes = self.standing_effects_on(ModifierKind::Regeneration, who).filter_map(|(_, standing)| {
            match &standing.modifier {
                Modifier::Restoration { resource, change: Change::Percent(by) }
                    if resource.is_none_or(|resource| resource == vital) =>
                {
                    Some(*by)
                }
                Modifier::CannotRestore(what) if what.is_none_or(|resource| resource == vital) => Some(-Exact::ONE),
                _ => None,
            }
        });
        let changes: Vec<Exact> = changes.collect();
        if changes.contains(&-Exact::ONE) {
            return Exact::ZERO;
        }
        (Exact::ONE + changes.into_iter().sum()).at_least_zero()
    }

    /// Whether a character has a status that works on it now.
    pub fn has_working_status(&self, who: CharacterId, kind: StatusKind) -> bool {
        self.character(who).statuses.iter().any(|s| s.status.kind() == kind) && !self.is_immune(who, kind)
    }

    /// Returns the skills of other sheets that a character is granted now (family 22).
    pub fn granted_skills(&self, who: CharacterId) -> Vec<SkillRef> {
        let granted = self.standing_effects_on(ModifierKind::Granted, who).filter_map(|(effect, standing)| {
            match &standing.modifier {
                Modifier::Grant(skill) if effect.skill.sheet == SheetId::RULED => {
                    self.find_granted_by_ruling(effect.user, skill)
                }
                Modifier::Grant(skill) => self.setup.find_skill(effect.skill.sheet, skill),
                _ => None,
            }
        });
        granted.collect()
    }

    /// Returns the skill that a ruling grants by name: one on the sheet of the character it is ruled for, else the
    /// first with that name in the order of the sheets.
    pub fn find_granted_by_ruling(&self, owner: CharacterId, name: &str) -> Option<SkillRef> {
        let sheets = (0..self.setup.sheets.len()).skip(SheetId::FIRST_CHARACTER).filter_map(|n| u16::try_from(n).ok());
        let sheets_in_order = std::iter::once(self.character(owner).sheet).chain(sheets.map(SheetId));
        sheets_in_order.into_iter().find_map(|sheet| self.setup.find_skill(sheet, name))
    }

    /// Whether a skill of a character is in its upgraded form (R427, A228).
    pub fn is_upgraded(&self, who: CharacterId, skill: SkillRef) -> bool {
        self.standing_effects_on(ModifierKind::Upgrades, who).any(|(_, standing)| match &standing.modifier {
            Modifier::Upgrade(name) => self.skill(skill).is_called(name),
            _ => false,
        })
    }
}

/// Returns the value, raised or lowered to the given bound, or replaced by it.
fn apply_bound<T: Ord>(bound: Comparison, current: T, limit: T) -> T {
    match bound {
        Comparison::AtLeast | Comparison::Above => current.max(limit),
        Comparison::AtMost | Comparison::Below => current.min(limit),
        Comparison::Exactly => limit,
    }
}
