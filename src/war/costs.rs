//! The cost of using a skill: the Cost field, changed by the skill's own sentences and by effects in force.
//!
//! Flat changes add before percentages, and percentages add to each other, as with damage (A002). No cost falls below
//! zero. Upkeep is not part of the cost of a use.

use std::collections::BTreeSet;

use crate::language::condition::{Condition, LastTurn, Predicate, Property, Resource, Who, Written};
use crate::language::effect::{
    Change, Clause, Counted, Effect, Measure, Modifier, Operation, Quota, Sentence, SkillFilter, Standing,
};
use crate::sheet::skill::{EffectLine, Skill};
use crate::vocabulary::cost::Cost;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::counts_and_measures::{CountContext, measure_change};
use super::evaluate::{self, EvalContext};
use super::history::{PastDeed, PastDeedKind};
use super::in_force::{ActiveEffect, ModifierKind};
use super::setup::{SkillRef, UsedSkill};

impl War {
    /// Returns the cost of using a skill on the current position.
    pub fn cost_of(&self, skill: SkillRef, upgraded: bool, context: EvalContext<'_>) -> Cost {
        self.cost_with_changes(skill, upgraded, context, |_| true)
    }

    /// Returns the cost of a use as its owner knows it. Changes that depend on others are left out: they would reveal
    /// who is hidden there, or what others have.
    pub fn cost_known(&self, skill: SkillRef, upgraded: bool, context: EvalContext<'_>) -> Cost {
        self.cost_with_changes(skill, upgraded, context, |change| change.is_known_to(context.user))
    }

    /// Returns the names of skills on a character's own team that may change the cost of its skill tonight, beyond the
    /// known cost: by sentences with a condition, by not being in force yet, or by an upgrade.
    pub fn cost_changers(&self, user: CharacterId, skill: SkillRef) -> Vec<String> {
        let upgraded = self.is_upgraded(user, skill);
        let used_skill = self.skill(skill);
        let mut names: Vec<String> = Vec::new();
        let is_conditional_change = |(clause, only_if): (&Clause, Option<&Condition<Written>>)| {
            matches!(clause, Clause::Cost { .. }) && (only_if.is_some() || clause.counted_use_span().is_some())
        };
        if used_skill.clauses().any(is_conditional_change) {
            names.push(used_skill.name.value(upgraded).clone());
        }
        for mate in self.living().filter(|mate| *mate == user || self.are_partners(user, *mate)) {
            for giver in &self.sheet(mate).skills {
                let may_change_cost =
                    giver.effects.iter().flat_map(all_sentences).any(|sentence| match &sentence.operation {
                        Operation::Standing(Standing {
                            who,
                            quota,
                            modifier: Modifier::Costs { skills: which, .. },
                            ..
                        }) => {
                            let affects_user = mate == user || !matches!(who, Who::User);
                            let is_in_play = giver.is_passive()
                                && quota.is_none()
                                && sentence.condition.is_none()
                                && sentence.trigger.is_none();
                            affects_user && used_skill.matches_skills(which, upgraded) && !is_in_play
                        }
                        _ => false,
                    });
                let may_upgrade = !upgraded
                    && used_skill.cost.value(true) != used_skill.cost.value(false)
                    && is_upgraded_by(giver, used_skill);
                let name = giver.name.value(false);
                if (may_change_cost || may_upgrade) && !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        names
    }

    /// Whether a sentence that changes costs works on somebody's next use of such skills, by its quota.
    fn covers_next_use(&self, effect: ActiveEffect, user: CharacterId, of: &SkillFilter, quota: Option<Quota>) -> bool {
        match quota {
            None => true,
            Some(Quota::FirstEachTurn(most)) => self.is_among_first_uses(user, of, most),
            Some(quota) => self.attacks_left_of(effect, user, quota) > 0,
        }
    }

    /// Whether an effect in force makes this use fail.
    pub fn is_use_foiled(&self, used: UsedSkill, target: Option<CharacterId>) -> bool {
        let used = UsedSkill { target, ..used };
        let mut in_force = self.standing_effects_between(ModifierKind::Costs, used.user, target, None);
        in_force.any(|(effect, standing)| match &standing.modifier {
            Modifier::Foils(skills) => {
                self.is_currently_among(used, skills) && self.covers_next_use(effect, used.user, skills, standing.quota)
            }
            _ => false,
        })
    }

    /// Returns the sentences that change what a number of uses cost, or make them fail, and have this use among them.
    pub fn costs_that_count_use(&self, used: UsedSkill, target: Option<CharacterId>) -> Vec<ActiveEffect> {
        let used = UsedSkill { target, ..used };
        let in_force = self.standing_effects_between(ModifierKind::Costs, used.user, target, None);
        let counting = in_force.filter(|(effect, standing)| match &standing.modifier {
            Modifier::Costs { skills, .. } | Modifier::Foils(skills) => {
                let is_counted = !matches!(standing.quota, None | Some(Quota::FirstEachTurn(_)));
                is_counted
                    && self.is_currently_among(used, skills)
                    && self.covers_next_use(*effect, used.user, skills, standing.quota)
            }
            _ => false,
        });
        counting.map(|(effect, _)| effect).collect()
    }

    /// Whether somebody's next use of such skills is among the first of this Turn, up to a number.
    fn is_among_first_uses(&self, user: CharacterId, of: &SkillFilter, most: u32) -> bool {
        let is_counted_use = |deed: &&PastDeed| {
            let is_named_skill = deed.skill.is_some_and(|skill| self.skill(skill).matches_skills(of, deed.is_upgraded));
            deed.kind == PastDeedKind::Used && deed.who == user && is_named_skill
        };
        // A use on several targets counts once.
        let uses: BTreeSet<Option<u32>> =
            self.past_deeds.iter().filter(is_counted_use).map(|deed| deed.use_event).collect();
        u32::try_from(uses.len()).is_ok_and(|uses| uses < most)
    }

    fn cost_with_changes(
        &self,
        skill: SkillRef,
        is_upgraded: bool,
        context: EvalContext<'_>,
        is_counted: impl Fn(&CostChange<'_>) -> bool,
    ) -> Cost {
        let mut cost = self.skill(skill).cost.value(is_upgraded).clone();
        let own_changes = self.skill(skill).clauses().filter_map(|(clause, only_if)| match clause {
            Clause::Cost { resource, change, least } => Some((
                CostChange { resource: *resource, change, only_if, owner: context.user, covers_some_uses_only: false },
                *least,
            )),
            _ => None,
        });
        let own_changes = own_changes.filter(|(cost_change, _)| {
            is_counted(cost_change) && cost_change.only_if.is_none_or(|c| evaluate::condition_holds(self, c, context))
        });
        let own_changes = own_changes.map(|(cost_change, least)| {
            let tally = CountContext::of(context, skill, context.user);
            (
                cost_change.resource,
                measure_change(self, cost_change.change, tally).unwrap_or(cost_change.change.amount),
                least,
            )
        });
        let in_force = self.standing_effects_between(ModifierKind::Costs, context.user, context.target, None);
        let in_force = in_force.filter_map(|(effect, standing)| match &standing.modifier {
            Modifier::Costs { skills, resource, change, least }
                if self.is_currently_among(
                    UsedSkill { user: context.user, skill, is_upgraded, target: context.target },
                    skills,
                ) && self.covers_next_use(effect, context.user, skills, standing.quota) =>
            {
                let only_if = self.sentence(effect).and_then(|sentence| sentence.condition.as_ref());
                let counted = standing.quota.is_some();
                let cost_change = CostChange {
                    resource: *resource,
                    change,
                    only_if,
                    owner: effect.user,
                    covers_some_uses_only: counted,
                };
                let tally = self.count_context_between(effect, context.user, context.target, None);
                is_counted(&cost_change)
                    .then(|| (*resource, measure_change(self, change, tally).unwrap_or(change.amount), *least))
            }
            _ => None,
        });
        let changes: Vec<(Resource, Change, Option<Exact>)> = own_changes.chain(in_force).collect();
        if changes.is_empty() {
            return cost;
        }
        let changed_points = |of: u32, what| {
            let points = apply_changes(Exact::from(of), &changes, what);
            u32::try_from(points.floor()).unwrap_or(of)
        };
        cost.ap = changed_points(cost.ap, Resource::ActionPoints);
        cost.sp = changed_points(cost.sp, Resource::SupportPoints);
        cost.mana = apply_changes(cost.mana, &changes, Resource::Mana);
        cost.health = apply_changes(cost.health, &changes, Resource::Health);
        cost.cp = apply_changes(cost.cp, &changes, Resource::CombatPoints);
        cost
    }
}

/// Returns the sentences of a line, including those of every choice.
fn all_sentences(line: &EffectLine) -> Vec<&Sentence> {
    match &line.effect {
        Effect::Sentence(sentence) => vec![sentence],
        Effect::Several(sentences) => sentences.iter().collect(),
        Effect::Choice(choices) => choices.iter().flatten().collect(),
        Effect::Gm(_) => Vec::new(),
    }
}

/// Whether a sentence of one skill upgrades another.
fn is_upgraded_by(giver: &Skill, upgraded: &Skill) -> bool {
    giver.effects.iter().flat_map(all_sentences).any(|sentence| match &sentence.operation {
        Operation::Standing(Standing { modifier: Modifier::Upgrade(name), .. }) => upgraded.is_called(name),
        _ => false,
    })
}

/// A change that a sentence makes to a cost.
struct CostChange<'a> {
    resource: Resource,
    change: &'a Measure,
    only_if: Option<&'a Condition<Written>>,
    /// The character whose sentence it is.
    owner: CharacterId,
    /// Whether it covers a number of uses only; which those are is not known in advance.
    covers_some_uses_only: bool,
}

impl CostChange<'_> {
    /// Whether it depends only on what a character knows of itself.
    fn is_known_to(&self, who: CharacterId) -> bool {
        let is_own = self.owner == who;
        let has_known_condition = self.only_if.is_none_or(|c| is_own && c.statements().into_iter().all(is_about_user));
        has_known_condition
            && !self.covers_some_uses_only
            && self.change.each.as_ref().is_none_or(|each| is_payers_own(each, is_own))
    }
}

/// Whether a statement is about the user alone, or about what everybody knows.
const fn is_about_user(predicate: &Predicate<Written>) -> bool {
    match predicate {
        Predicate::Has(Who::User, said) => !matches!(said, Property::BesideUser(..)),
        Predicate::Among(Who::User, _)
        | Predicate::Holds(Who::User, _)
        | Predicate::Active(_, None)
        | Predicate::Night(..)
        | Predicate::SecondRound
        | Predicate::Pays(..)
        | Predicate::Chooses(_) => true,
        Predicate::InLastTurn(who, done) => matches!(who, Who::User) && !matches!(done, LastTurn::MovedNow),
        Predicate::HadDamage(who, _) => matches!(who, Who::User),
        Predicate::Has(..)
        | Predicate::UseInflicts(..)
        | Predicate::UseTargets(..)
        | Predicate::Ranks(_)
        | Predicate::Sheet(_)
        | Predicate::Among(..)
        | Predicate::Becomes(..)
        | Predicate::Did(..)
        | Predicate::DidOften(..)
        | Predicate::IsIn(..)
        | Predicate::IsWith(..)
        | Predicate::IsOne(..)
        | Predicate::Count(..)
        | Predicate::Active(..)
        | Predicate::Holds(..)
        | Predicate::DealtMore { .. }
        | Predicate::Detects(..)
        | Predicate::MoveCancelled(..)
        | Predicate::OwnSkillFailed(..)
        | Predicate::Would(..) => false,
    }
}

/// Whether what is counted belongs to the payer. An amount counted for the character that a sentence affects
/// belongs to that character, even if the sentence is somebody else's.
const fn is_payers_own(each: &Counted, own: bool) -> bool {
    match each {
        Counted::Points { owner: None, .. } => true,
        Counted::Familiars
        | Counted::CommandSpells
        | Counted::TurnsInForce
        | Counted::TurnsOfBattle
        | Counted::EarlierTurnsOfBattle
        | Counted::SkillsInForce(_)
        | Counted::Statuses(Who::User)
        | Counted::Steps { who: Who::User, .. }
        | Counted::Points { owner: Some(Who::User), .. } => own,
        Counted::Group(_)
        | Counted::GroupBeyondFirst(_)
        | Counted::HitsTaken { .. }
        | Counted::UsesOfThis { .. }
        | Counted::EarlierTurns { .. }
        | Counted::Statuses(_)
        | Counted::Steps { .. }
        | Counted::OtherTargets
        | Counted::Paid { .. }
        | Counted::Hits
        | Counted::Points { .. }
        | Counted::Damage { .. }
        | Counted::DamageOfUse
        | Counted::RanksAbove { .. } => false,
    }
}

/// Returns a cost after the changes of its kind. If the result has too many digits, the cost stays as it was.
///
/// A change that lowers a cost to a minimum does not change a cost that is already there.
fn apply_changes(base: Exact, changes: &[(Resource, Change, Option<Exact>)], resource: Resource) -> Exact {
    let (mut flat, mut percent, mut minimum_cost) = (base, Exact::ONE, Exact::ZERO);
    for (_, change, minimum) in changes.iter().filter(|(kind, ..)| *kind == resource) {
        minimum_cost = minimum_cost.max(minimum.unwrap_or(Exact::ZERO).min(base));
        match change {
            Change::Flat(by) => flat += *by,
            Change::Percent(by) => percent += *by,
        }
    }
    flat.at_least_zero().times(percent.at_least_zero()).map_or(base, |cost| cost.max(minimum_cost))
}
