//! Which sentences in force hold now, and for whom.

use std::borrow::Cow;

use crate::language::condition::{Condition, Who, Written};
use crate::language::effect::{Clause, Modifier, Operation, Sentence, Standing};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::stat::Stat;

use super::War;
use super::bargain::Bargain;
use super::evaluate::{EvalContext, characters_meant, condition_holds, is_asked_of_each};
use super::in_force::{ActiveEffect, ModifierKind};
use super::setup::SkillRef;

impl War {
    /// Returns the context in which the words of a sentence in force are read.
    pub fn context_of_effect(
        &self,
        effect: ActiveEffect,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> EvalContext<'_> {
        let active = self.active_of(effect);
        let this_location = Some(self.this_location_of(effect));
        let bargain = active.map_or(Bargain::NOTHING, |active| &active.bargain);
        EvalContext { this_location, bargain, sentence: Some(effect), ..EvalContext::of(effect.user, target, attacker) }
    }

    /// Yields the sentences of a kind that hold now and cover a character.
    pub fn standing_effects_on(
        &self,
        kind: ModifierKind,
        on: CharacterId,
    ) -> impl Iterator<Item = (ActiveEffect, &Standing)> {
        self.standing_effects_between(kind, on, Some(on), None)
    }

    /// Yields the sentences of a kind that hold now and cover a character, where they may also name the target and the
    /// attacker of a hit.
    pub fn standing_effects_between(
        &self,
        kind: ModifierKind,
        on: CharacterId,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> impl Iterator<Item = (ActiveEffect, &Standing)> {
        let effects = self.in_force.candidates_for(kind, on).map(|indexed| indexed.effect);
        effects.filter_map(move |effect| Some((effect, self.find_standing_if_holds(effect, on, target, attacker)?)))
    }

    /// Yields the sentences of a kind that cover a character, each with whether its condition holds. A sentence without
    /// a quota is left out if it does not hold. A quota also counts attacks for which its condition does not hold
    /// (R101).
    pub fn covering_effects_between(
        &self,
        kind: ModifierKind,
        on: CharacterId,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> impl Iterator<Item = (ActiveEffect, &Standing, bool)> {
        let effects = self.in_force.candidates_for(kind, on).map(|indexed| indexed.effect);
        effects.filter_map(move |effect| {
            let (standing, condition) = self.find_standing_if_covers(effect, on)?;
            let holds = condition.is_none_or(|c| self.condition_holds_on(effect, c, standing, on, target, attacker));
            (holds || standing.quota.is_some()).then_some((effect, standing, holds))
        })
    }

    /// Yields the sentences that now change a stat of a character.
    pub fn stat_changes_on(&self, stat: Stat, on: CharacterId) -> impl Iterator<Item = (ActiveEffect, &Standing)> {
        let held = self.in_force.candidates_for(ModifierKind::Stats, on).filter(move |changes| changes.stats.has(stat));
        held.filter_map(move |indexed| {
            Some((indexed.effect, self.find_standing_if_holds(indexed.effect, on, Some(on), None)?))
        })
    }

    /// Returns a sentence in force, if it holds now and covers a character.
    fn find_standing_if_holds(
        &self,
        effect: ActiveEffect,
        on: CharacterId,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> Option<&Standing> {
        let (standing, condition) = self.find_standing_if_covers(effect, on)?;
        condition.is_none_or(|c| self.condition_holds_on(effect, c, standing, on, target, attacker)).then_some(standing)
    }

    /// Whether the condition of a sentence in force holds for a character it covers. If it names `the target`, it must
    /// hold with any of its skill's targets.
    fn condition_holds_on(
        &self,
        effect: ActiveEffect,
        condition: &Condition<Written>,
        standing: &Standing,
        on: CharacterId,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> bool {
        let who = &standing.who;
        let asked_person = Some((who, on)).filter(|_| is_asked_of_each(who));
        let holds_for = |target| {
            let context = EvalContext {
                antecedent: Some(on),
                each: asked_person,
                ..self.context_of_effect(effect, target, attacker)
            };
            condition_holds(self, condition, context)
        };
        let targets = self.targets_used_on(effect, standing);
        if targets.is_empty() {
            return holds_for(target);
        }
        targets.iter().any(|target| self.is_due_to_target(effect, standing, on, *target) && holds_for(Some(*target)))
    }

    /// Returns whom `the target` means in the conditions and amounts of a sentence in force: those its skill was used
    /// on, whomever the sentence affects. It is empty where `the target` depends on the moment: the target of an attack
    /// that the sentence names, whoever has a status, or for an ability or a skill on its user alone.
    pub(super) fn targets_used_on(&self, effect: ActiveEffect, standing: &Standing) -> &[CharacterId] {
        let active = self.active_of(effect).filter(|_| !standing.is_about_struck_target());
        match active {
            Some(active) if active.set_off.is_some() => &active.set_off_by.targets,
            Some(active) if active.is_skill() && !active.is_self_only => &active.targets,
            Some(_) | None => &[],
        }
    }

    /// Whether a sentence affects somebody because of this target of its skill. A sentence on the target affects each
    /// target for itself; one on others affects them for any target.
    pub(super) fn is_due_to_target(
        &self,
        effect: ActiveEffect,
        standing: &Standing,
        on: CharacterId,
        target: CharacterId,
    ) -> bool {
        let names_target = standing.who.mentions(&|who| *who == Who::Target);
        let is_spared = self.active_of(effect).is_some_and(|active| active.spares(effect.line, target));
        let is_meant =
            || characters_meant(self, &standing.who, self.context_of_effect(effect, Some(target), None)).contains(&on);
        !is_spared && (!names_target || target == on && standing.who == Who::Target || is_meant())
    }

    /// Returns a sentence in force that covers a character, with the condition that is to be read now.
    fn find_standing_if_covers(
        &self,
        effect: ActiveEffect,
        on: CharacterId,
    ) -> Option<(&Standing, Option<&Condition<Written>>)> {
        let Sentence { operation: Operation::Standing(standing), condition, at_use, .. } = self.sentence(effect)?
        else {
            return None;
        };
        let is_meant = self.covers(effect, &standing.who, on) && !self.is_dormant(effect);
        let negates = matches!(standing.modifier, Modifier::Negates | Modifier::ThrowsBack);
        if !is_meant || (!negates && self.is_unaffected_by(on, effect)) {
            return None;
        }
        // The condition of a triggered sentence was read when it was triggered.
        let was_read = *at_use || self.active_of(effect).is_some_and(|active| active.set_off.is_some());
        Some((standing, condition.as_ref().filter(|_| !was_read)))
    }

    /// Yields the clauses of a skill that apply to this use of it.
    pub fn clauses<'a>(&'a self, skill: SkillRef, context: EvalContext<'a>) -> impl Iterator<Item = &'a Clause> {
        let applies =
            move |only_if: Option<&Condition<Written>>| only_if.is_none_or(|c| condition_holds(self, c, context));
        self.skill(skill).clauses().filter(move |(_, only_if)| applies(*only_if)).map(|(clause, _)| clause)
    }

    /// Yields the clauses of a skill that apply to this use of it, and the qualities of all attacks of its user.
    pub fn clauses_of_attack<'a>(
        &'a self,
        skill: SkillRef,
        upgraded: bool,
        context: EvalContext<'a>,
    ) -> impl Iterator<Item = Cow<'a, Clause>> {
        let of_all_attacks =
            self.standing_effects_between(ModifierKind::Attacks, context.user, context.target, context.attacker);
        let of_all_attacks = of_all_attacks.filter_map(move |(effect, standing)| match &standing.modifier {
            Modifier::OfAttacks(quality) if self.skill(skill).matches_skills(standing.attacks.skills(), upgraded) => {
                standing
                    .quota
                    .is_none_or(|quota| self.attacks_left_of(effect, context.user, quota) > 0)
                    .then(|| Cow::Owned(quality.to_clause()))
            }
            _ => None,
        });
        self.clauses(skill, context).map(Cow::Borrowed).chain(of_all_attacks)
    }
}
