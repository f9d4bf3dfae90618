//! Evaluates what sentences count and measure: `for each familiar the user has`, `10% of the user's maximum Mana`.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Counted, DamageSpan, HitSource, HitSpan, Measure, Operation, Stock};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Rank;

use super::War;
use super::active_skill::ActiveSkill;
use super::character::{Character, DamageTotals, HitsTaken, TurnRun};
use super::evaluate::{EvalContext, characters_meant, in_group};
use super::in_force::ActiveEffect;
use super::setup::SkillRef;

/// The context in which a sentence counts.
#[derive(Clone, Copy, Debug)]
pub struct CountContext<'a> {
    /// The characters that its words refer to.
    pub context: EvalContext<'a>,
    /// The skill whose sentence it is.
    pub skill: SkillRef,
    /// The character that the sentence affects, whose maximum `their` maximum is.
    pub affected: CharacterId,
    /// How many characters the skill is used on.
    pub targets: u32,
    /// How many hits of the use struck the character it affects.
    pub hits: u32,
    /// The skill that inflicts the damage being computed.
    pub attack: Option<SkillRef>,
    /// The characters that `the target` means, all together; empty where it means the target of `context`.
    pub of_target: &'a [CharacterId],
}

impl<'a> CountContext<'a> {
    /// Returns a context without a use whose targets or hits could be counted.
    pub const fn of(context: EvalContext<'a>, skill: SkillRef, own: CharacterId) -> Self {
        CountContext { context, skill, affected: own, targets: 1, hits: 0, attack: None, of_target: &[] }
    }

    /// Yields the contexts in which something is counted: one for each target, if it is about the target of a use.
    fn contexts(self, counted: &Counted) -> impl Iterator<Item = EvalContext<'a>> {
        let targets = if counted.is_of_target() { self.of_target } else { &[] };
        let single = targets.is_empty().then_some(self.context);
        single
            .into_iter()
            .chain(targets.iter().map(move |target| EvalContext { target: Some(*target), ..self.context }))
    }
}

/// Returns by how much something changes now.
pub fn measure_change(war: &War, measure: &Measure, tally: CountContext<'_>) -> Result<Change, LostDigits> {
    match &measure.each {
        Some(each) => measure.for_count(count_amount(war, each, tally)),
        None => Ok(measure.amount),
    }
}

/// Returns the amount of what a sentence counts or measures now. If it is about the target, it is the sum over the
/// targets of the use.
pub fn count_amount(war: &War, counted: &Counted, tally: CountContext<'_>) -> Exact {
    let (whose, what, scope) = match counted {
        Counted::Points { owner, resource, stock } => (owner, resource, stock),
        Counted::Damage { who, taken, within, step: None } => {
            let sum_in_context = |context| -> Exact {
                let damage_of_character = |id| war.damage_of(id, *taken, *within);
                characters_meant(war, who, context).into_iter().map(damage_of_character).sum()
            };
            return tally.contexts(counted).map(sum_in_context).sum();
        }
        Counted::DamageOfUse => return war.damage_of_use(tally),
        counted => return Exact::from(count(war, counted, tally)),
    };
    let amount_of_character = |id: CharacterId| {
        let (now, maximum) = war.current_and_maximum(id, *what);
        match scope {
            Stock::Maximum => maximum,
            Stock::Current => now.at_least_zero(),
            Stock::Missing => (maximum - now).at_least_zero(),
            Stock::Beyond => (-now).at_least_zero(),
        }
    };
    match whose {
        None => amount_of_character(tally.affected),
        Some(whose) => {
            let sum_in_context =
                |context| -> Exact { characters_meant(war, whose, context).into_iter().map(amount_of_character).sum() };
            tally.contexts(counted).map(sum_in_context).sum()
        }
    }
}

/// Returns the number of what a sentence counts now. If it is about the target, it is the sum over the targets of the
/// use.
pub fn count(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
    let count_for = |context| count_in_context(war, counted, CountContext { context, ..tally });
    tally.contexts(counted).map(count_for).fold(0, u32::saturating_add)
}

fn count_in_context(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
    let CountContext { context, skill, .. } = tally;
    let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match counted {
        Counted::Familiars => {
            to_u32(war.living().filter(|id| war.character(*id).summoner == Some(context.user)).count())
        }
        Counted::Group(group) if group.is_of_the_dead() => {
            to_u32(war.ids().filter(|id| in_group(war, group, context, *id)).count())
        }
        Counted::Group(group) => to_u32(war.living().filter(|id| in_group(war, group, context, *id)).count()),
        Counted::GroupBeyondFirst(group) => {
            count_in_context(war, &Counted::Group(group.clone()), tally).saturating_sub(1)
        }
        Counted::HitsTaken { who, by, within } => {
            let hits_of_character = |id: CharacterId| hits_taken(war.character(id), by, *within, &tally);
            characters_meant(war, who, context).into_iter().map(hits_of_character).sum()
        }
        Counted::CommandSpells => {
            let master = war.master_of(context.user).and_then(|m| war.character(m).mastery.as_ref());
            master.map_or(0, |m| m.command_spells)
        }
        Counted::TurnsInForce => {
            let mut own_effects =
                war.active_skills.iter().filter(|a| a.user == context.user && a.skill == skill && a.is_skill());
            own_effects.next().map_or(0, |active| war.night.saturating_sub(active.since) + 1)
        }
        Counted::TurnsOfBattle => {
            let user_state = war.character(context.user);
            // An attack in progress may begin the battle.
            let is_attack_use = context.sentence.is_none() && war.skill(skill).is_attack();
            let may_begin_battle =
                is_attack_use && context.target.is_some_and(|target| war.are_opponents(context.user, target));
            let is_in_battle = user_state.battle.turns > 0 || user_state.turn.was_in_battle || may_begin_battle;
            if is_in_battle { user_state.battle.turns.saturating_add(1) } else { 0 }
        }
        Counted::EarlierTurnsOfBattle => count_in_context(war, &Counted::TurnsOfBattle, tally).saturating_sub(1),
        Counted::EarlierTurns { hit, in_a_row, within } => {
            let runs = earlier_turns(war, *hit, &tally);
            runs.map_or(0, |runs| runs.earlier(war.night, *in_a_row, *within))
        }
        Counted::SkillsInForce(kind) => {
            let is_own = |active: &&ActiveSkill| {
                active.user == context.user
                    && active.is_skill()
                    && kind.is_none_or(|kind| *war.skill(active.skill).kind.value(active.is_upgraded) == kind)
            };
            to_u32(war.active_skills.iter().filter(is_own).count())
        }
        Counted::UsesOfThis { within, on_target: false } => context.bargain.earlier.within(*within),
        Counted::UsesOfThis { within, on_target: true } => {
            let earlier = context.target.and_then(|target| context.bargain.earlier_on.get(&target));
            earlier.map_or(0, |earlier| earlier.within(*within))
        }
        Counted::Statuses(who) => {
            let statuses_of =
                |id: CharacterId| war.character(id).statuses.len() + war.negative_afflictions_on(id).count();
            to_u32(characters_meant(war, who, context).into_iter().map(statuses_of).sum())
        }
        Counted::Steps { who, resource, step, missing } => {
            let steps_of = |id: CharacterId| {
                let (now, maximum) = war.current_and_maximum(id, *resource);
                let value = if *missing { maximum - now } else { now };
                let step = step.of(maximum).unwrap_or(maximum);
                value.at_least_zero().whole_steps(step)
            };
            characters_meant(war, who, context).into_iter().map(steps_of).sum()
        }
        Counted::Paid { resource, step, .. } => match context.bargain.paid {
            Some((amount, paid)) if paid == *resource => amount.whole_steps(*step),
            Some(_) | None => 0,
        },
        Counted::OtherTargets => tally.targets.saturating_sub(1),
        Counted::Hits => tally.hits,
        Counted::RanksAbove { stat, who, over } => {
            let gap = war.setup.switches.rank_gap;
            let threshold =
                characters_meant(war, over, context).into_iter().map(|id| context.rank(war, id, *stat)).max();
            let ranks_above = |own: Rank| threshold.map_or(0, |least| own.whole_ranks_above(least, gap));
            characters_meant(war, who, context)
                .into_iter()
                .map(|id| ranks_above(context.rank(war, id, *stat)))
                .max()
                .unwrap_or(0)
        }
        Counted::Damage { who, taken, within, step: Some(step) } => {
            let damage_steps_of = |id: CharacterId| war.damage_of(id, *taken, *within).whole_steps(*step);
            characters_meant(war, who, context).into_iter().map(damage_steps_of).sum()
        }
        // These are measured in points, by `count_amount`.
        Counted::Points { .. } | Counted::Damage { step: None, .. } | Counted::DamageOfUse => 0,
    }
}

/// Returns the Turns in which the skill of a sentence hit its target or was used on them.
fn earlier_turns(war: &War, hit: bool, tally: &CountContext<'_>) -> Option<TurnRun> {
    let target = tally.context.target?;
    if hit {
        let hits = war.character(target).hits.iter().filter(|hits| hits.skill == tally.skill);
        return hits.filter_map(|hits| hits.turns).max_by_key(|turns| turns.last);
    }
    let uses = &war.character(tally.context.user).uses;
    uses.iter().find(|uses| uses.skill == tally.skill && uses.on == Some(target))?.turns
}

/// Returns how many of the counted hits somebody took.
fn hits_taken(character: &Character, by: &HitSource, within: HitSpan, tally: &CountContext<'_>) -> u32 {
    let is_counted = |hits: &&HitsTaken| match by {
        HitSource::Kinds(kinds) => kinds.is_empty() || kinds.iter().any(|kind| hits.kind.matches_filter(*kind)),
        HitSource::SameSkill => tally.attack == Some(hits.skill),
        HitSource::ThisSkill => hits.skill == tally.skill,
    };
    let count_of = |hits: &HitsTaken| match within {
        HitSpan::Turn => hits.in_turn,
        HitSpan::Battle => hits.in_battle,
        HitSpan::War => hits.in_war,
    };
    character.hits.iter().filter(is_counted).map(count_of).fold(0, u32::saturating_add)
}

impl War {
    /// Returns the context in which a sentence in force counts for somebody it affects; `the target` is whom its skill
    /// was used on.
    pub fn count_context(&self, effect: ActiveEffect, on: CharacterId) -> CountContext<'_> {
        self.count_context_between(effect, on, Some(on), None)
    }

    /// Returns the context in which a sentence in force counts for somebody it affects in a hit, whose target and
    /// attacker it may name.
    pub fn count_context_between(
        &self,
        effect: ActiveEffect,
        on: CharacterId,
        target: Option<CharacterId>,
        attacker: Option<CharacterId>,
    ) -> CountContext<'_> {
        let standing = self.sentence(effect).and_then(|sentence| match &sentence.operation {
            Operation::Standing(standing) => Some(standing),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        });
        let targets = standing.map_or(&[][..], |standing| self.targets_used_on(effect, standing));
        let is_due_on = |target: &CharacterId| {
            standing.is_some_and(|standing| self.is_due_to_target(effect, standing, on, *target))
        };
        // If it affects a target, it counts for that target alone. If it affects others, it counts for all targets
        // together.
        let of_target = match targets.iter().position(is_due_on) {
            Some(first) if !targets.iter().all(is_due_on) => targets.get(first..=first).unwrap_or_default(),
            Some(_) | None => targets,
        };
        // A triggered sentence still names the character of its trigger; a status names whoever has it.
        let trigger_people = self.active_of(effect).map(|active| &active.set_off_by);
        let antecedent = trigger_people.and_then(|by| by.doer).or(Some(on));
        let attacker = attacker.or_else(|| trigger_people.and_then(|by| by.attacker));
        let context = EvalContext { antecedent, ..self.context_of_effect(effect, target, attacker) };
        CountContext { of_target, ..CountContext::of(context, effect.skill, on) }
    }

    /// Returns somebody's current Health or Mana, and the maximum.
    pub fn current_and_maximum(&self, who: CharacterId, what: Resource) -> (Exact, Exact) {
        let (maxima, current) = (self.maximum(who, what), self.character(who));
        if what == Resource::Mana { (current.mana, maxima) } else { (current.health, maxima) }
    }

    /// Returns the damage that somebody has received or inflicted this Turn, or in the current battle.
    pub fn damage_of(&self, who: CharacterId, taken: bool, within: DamageSpan) -> Exact {
        let character = self.character(who);
        let pick_total = |sum: DamageTotals| if taken { sum.taken } else { sum.dealt };
        let turn_damage = pick_total(character.turn.damage);
        match within {
            DamageSpan::Turn => turn_damage,
            DamageSpan::Battle if character.battle.turns == 0 && !character.turn.was_in_battle => Exact::ZERO,
            DamageSpan::Battle => pick_total(character.battle.damage) + turn_damage,
        }
    }

    /// Returns the damage that the use of a skill in force inflicted on the character its sentence affects; if that
    /// took none, the damage to all.
    fn damage_of_use(&self, tally: CountContext<'_>) -> Exact {
        let Some(effect) = tally.context.sentence else { return Exact::ZERO };
        let parts = self.active_of(effect).map_or(&[][..], |active| &active.parts);
        let Some(part) = parts.iter().find(|part| part.line == effect.line) else { return Exact::ZERO };
        let own_damage = part.inflicted.iter().find(|(who, _)| *who == tally.affected);
        own_damage.map_or_else(|| part.inflicted.iter().map(|(_, damage)| *damage).sum(), |(_, damage)| *damage)
    }
}
