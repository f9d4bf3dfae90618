//! Evaluates what sentences count and measure: `for each familiar the user has`, `10% of the user's maximum Mana`.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Counted, DamageSpan, HitSpan, HitsOf, Measure, Operation, Stock};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Rank;

use super::War;
use super::character::{Character, DamageTotals, HitsTaken};
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
    pub own: CharacterId,
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
        CountContext { context, skill, own, targets: 1, hits: 0, attack: None, of_target: &[] }
    }

    /// Yields the contexts in which something is counted: one for each target, if it is about the target of a use.
    fn contexts(self, counted: &Counted) -> impl Iterator<Item = EvalContext<'a>> {
        let each = if counted.is_of_target() { self.of_target } else { &[] };
        let one = each.is_empty().then_some(self.context);
        one.into_iter().chain(each.iter().map(move |target| EvalContext { target: Some(*target), ..self.context }))
    }
}

/// Returns by how much something changes now.
pub fn measured_change(war: &War, measure: &Measure, tally: CountContext<'_>) -> Result<Change, LostDigits> {
    match &measure.each {
        Some(each) => measure.of(count_amount(war, each, tally)),
        None => Ok(measure.by),
    }
}

/// Returns the amount of what a sentence counts or measures now. If it is about the target, it is the sum over the
/// targets of the use.
pub fn count_amount(war: &War, counted: &Counted, tally: CountContext<'_>) -> Exact {
    let (whose, what, of) = match counted {
        Counted::Points { whose, what, of } => (whose, what, of),
        Counted::Damage { who, taken, within, step: None } => {
            let of_one = |context| -> Exact {
                let of = |id| war.damage_of(id, *taken, *within);
                characters_meant(war, who, context).into_iter().map(of).sum()
            };
            return tally.contexts(counted).map(of_one).sum();
        }
        Counted::DamageOfUse => return war.damage_of_use(tally),
        counted => return Exact::from(count(war, counted, tally)),
    };
    let points = |id: CharacterId| {
        let (now, maximum) = war.current_and_maximum(id, *what);
        match of {
            Stock::Maximum => maximum,
            Stock::Current => now.at_least_zero(),
            Stock::Missing => (maximum - now).at_least_zero(),
        }
    };
    match whose {
        None => points(tally.own),
        Some(whose) => {
            let of_one = |context| -> Exact { characters_meant(war, whose, context).into_iter().map(points).sum() };
            tally.contexts(counted).map(of_one).sum()
        }
    }
}

/// Returns the number of what a sentence counts now. If it is about the target, it is the sum over the targets of the
/// use.
pub fn count(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
    let count_for = |context| count_in(war, counted, CountContext { context, ..tally });
    tally.contexts(counted).map(count_for).fold(0, u32::saturating_add)
}

fn count_in(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
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
        Counted::GroupBeyondFirst(group) => count_in(war, &Counted::Group(group.clone()), tally).saturating_sub(1),
        Counted::HitsTaken { who, by, within } => {
            let of = |id: CharacterId| hits_taken(war.character(id), by, *within, &tally);
            characters_meant(war, who, context).into_iter().map(of).sum()
        }
        Counted::CommandSpells => {
            let master = war.master_of(context.user).and_then(|m| war.character(m).mastery.as_ref());
            master.map_or(0, |m| m.command_spells)
        }
        Counted::TurnsInForce => {
            let mut own =
                war.active_skills.iter().filter(|a| a.user == context.user && a.skill == skill && a.is_skill());
            own.next().map_or(0, |active| war.night.saturating_sub(active.since) + 1)
        }
        Counted::TurnsOfBattle => {
            let of = war.character(context.user);
            // An attack in progress may begin the battle.
            let strikes = context.sentence.is_none() && war.skill(skill).is_attack();
            let begins = strikes && context.target.is_some_and(|target| war.are_opponents(context.user, target));
            let fights = of.battle.turns > 0 || of.turn.in_battle || begins;
            if fights { of.battle.turns.saturating_add(1) } else { 0 }
        }
        Counted::UsesOfThis(within) => context.bargain.earlier.within(*within),
        Counted::Statuses(who) => {
            let of = |id: CharacterId| war.character(id).statuses.len() + war.negative_afflictions_on(id).count();
            to_u32(characters_meant(war, who, context).into_iter().map(of).sum())
        }
        Counted::Steps { who, what, step, missing } => {
            let steps = |id: CharacterId| {
                let (now, maximum) = war.current_and_maximum(id, *what);
                let value = if *missing { maximum - now } else { now };
                let step = step.of(maximum).unwrap_or(maximum);
                value.at_least_zero().whole_steps(step)
            };
            characters_meant(war, who, context).into_iter().map(steps).sum()
        }
        Counted::Paid { what, step, .. } => match context.bargain.paid {
            Some((amount, paid)) if paid == *what => amount.whole_steps(*step),
            Some(_) | None => 0,
        },
        Counted::OtherTargets => tally.targets.saturating_sub(1),
        Counted::Hits => tally.hits,
        Counted::RanksAbove { stat, who, over } => {
            let gap = war.setup.switches.rank_gap;
            let least = characters_meant(war, over, context).into_iter().map(|id| context.rank(war, id, *stat)).max();
            let ranks = |own: Rank| least.map_or(0, |least| own.whole_ranks_above(least, gap));
            characters_meant(war, who, context)
                .into_iter()
                .map(|id| ranks(context.rank(war, id, *stat)))
                .max()
                .unwrap_or(0)
        }
        Counted::Damage { who, taken, within, step: Some(step) } => {
            let of = |id: CharacterId| war.damage_of(id, *taken, *within).whole_steps(*step);
            characters_meant(war, who, context).into_iter().map(of).sum()
        }
        // These are measured in points, by `count_amount`.
        Counted::Points { .. } | Counted::Damage { step: None, .. } | Counted::DamageOfUse => 0,
    }
}

/// Returns how many of the counted hits somebody took.
fn hits_taken(of: &Character, by: &HitsOf, within: HitSpan, tally: &CountContext<'_>) -> u32 {
    let counts = |hits: &&HitsTaken| match by {
        HitsOf::Kinds(kinds) => kinds.is_empty() || kinds.iter().any(|kind| hits.kind.matches_filter(*kind)),
        HitsOf::SameSkill => tally.attack == Some(hits.skill),
        HitsOf::ThisSkill => hits.skill == tally.skill,
    };
    let count_of = |hits: &HitsTaken| match within {
        HitSpan::Turn => hits.in_turn,
        HitSpan::Battle => hits.in_battle,
        HitSpan::War => hits.in_war,
    };
    of.hits.iter().filter(counts).map(count_of).fold(0, u32::saturating_add)
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
        let all = standing.map_or(&[][..], |standing| self.targets_used_on(effect, standing));
        let own = |target: &CharacterId| {
            standing.is_some_and(|standing| self.is_due_to_target(effect, standing, on, *target))
        };
        // If it affects a target, it counts for that target alone. If it affects others, it counts for all targets
        // together.
        let of_target = match all.iter().position(own) {
            Some(first) if !all.iter().all(own) => all.get(first..=first).unwrap_or_default(),
            Some(_) | None => all,
        };
        // A triggered sentence still names the character of its trigger; a status names whoever has it.
        let by = self.active_of(effect).map(|active| &active.set_off_by);
        let antecedent = by.and_then(|by| by.doer).or(Some(on));
        let attacker = attacker.or_else(|| by.and_then(|by| by.attacker));
        let context = EvalContext { antecedent, ..self.context_of_effect(effect, target, attacker) };
        CountContext { of_target, ..CountContext::of(context, effect.skill, on) }
    }

    /// Returns somebody's current Health or Mana, and the maximum.
    pub fn current_and_maximum(&self, who: CharacterId, what: Resource) -> (Exact, Exact) {
        let (most, now) = (self.maximum(who, what), self.character(who));
        if what == Resource::Mana { (now.mana, most) } else { (now.health, most) }
    }

    /// Returns the damage that somebody has received or inflicted this Turn, or in the current battle.
    pub fn damage_of(&self, who: CharacterId, taken: bool, within: DamageSpan) -> Exact {
        let character = self.character(who);
        let of = |sum: DamageTotals| if taken { sum.taken } else { sum.dealt };
        let now = of(character.turn.damage);
        match within {
            DamageSpan::Turn => now,
            DamageSpan::Battle if character.battle.turns == 0 && !character.turn.in_battle => Exact::ZERO,
            DamageSpan::Battle => of(character.battle.damage) + now,
        }
    }

    /// Returns the damage that the use of a skill in force inflicted on the character its sentence affects; if that
    /// took none, the damage to all.
    fn damage_of_use(&self, tally: CountContext<'_>) -> Exact {
        let Some(effect) = tally.context.sentence else { return Exact::ZERO };
        let parts = self.active_of(effect).map_or(&[][..], |active| &active.parts);
        let Some(part) = parts.iter().find(|part| part.line == effect.line) else { return Exact::ZERO };
        let own = part.inflicted.iter().find(|(who, _)| *who == tally.own);
        own.map_or_else(|| part.inflicted.iter().map(|(_, damage)| *damage).sum(), |(_, damage)| *damage)
    }
}
