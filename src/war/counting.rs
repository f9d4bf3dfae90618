//! What sentences count and measure: `for each familiar the user has`, `10% of the user's maximum Mana`.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Counted, DamageSpan, HitSpan, HitsOf, Measure, Operation, Stock};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Rank;

use super::War;
use super::character::{Character, DamageSum, HitsTaken};
use super::evaluate::{EvalContext, characters_meant, in_group};
use super::in_force::ActiveEffect;
use super::setup::SkillRef;

/// Where something is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountContext<'a> {
    /// Of whom its words speak.
    pub context: EvalContext<'a>,
    /// The skill whose sentence it is.
    pub skill: SkillRef,
    /// On whom the sentence works: whose a maximum is that is `their`.
    pub own: CharacterId,
    /// On how many the skill is used.
    pub targets: u32,
    /// How many hits of the use struck whoever it works on.
    pub hits: u32,
    /// The skill by which the damage at hand is done.
    pub attack: Option<SkillRef>,
    /// Of whom is measured what is said of `the target`, all together; empty where that is the context's target.
    pub of_target: &'a [CharacterId],
}

impl<'a> CountContext<'a> {
    /// Where no use is at hand of which targets or hits could be counted.
    pub const fn of(context: EvalContext<'a>, skill: SkillRef, own: CharacterId) -> Self {
        CountContext { context, skill, own, targets: 1, hits: 0, attack: None, of_target: &[] }
    }

    /// Of whom the words of what is counted speak: once for each target, where they speak of the target of a use.
    fn contexts(self, counted: &Counted) -> impl Iterator<Item = EvalContext<'a>> {
        let each = if counted.is_of_target() { self.of_target } else { &[] };
        let one = each.is_empty().then_some(self.context);
        one.into_iter().chain(each.iter().map(move |target| EvalContext { target: Some(*target), ..self.context }))
    }
}

/// By how much something changes, now.
pub fn measured_change(war: &War, measure: &Measure, tally: CountContext<'_>) -> Result<Change, LostDigits> {
    match &measure.each {
        Some(each) => measure.of(count_amount(war, each, tally)),
        None => Ok(measure.by),
    }
}

/// How much there is of what a sentence counts or measures, now: of the target, of each target of the use.
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
        let (now, maximum) = war.vital(id, *what);
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

/// How many there are of what a sentence counts, now: of the target, of each target of the use.
pub fn count(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
    let of_one = |context| count_in(war, counted, CountContext { context, ..tally });
    tally.contexts(counted).map(of_one).fold(0, u32::saturating_add)
}

fn count_in(war: &War, counted: &Counted, tally: CountContext<'_>) -> u32 {
    let CountContext { context, skill, .. } = tally;
    let many = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match counted {
        Counted::Familiars => many(war.living().filter(|id| war.character(*id).summoner == Some(context.user)).count()),
        Counted::Group(group) if group.is_of_the_dead() => {
            many(war.ids().filter(|id| in_group(war, group, context, *id)).count())
        }
        Counted::Group(group) => many(war.living().filter(|id| in_group(war, group, context, *id)).count()),
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
            // An attack begins the battle that it is the first blow of.
            let strikes = context.sentence.is_none() && war.skill(skill).is_attack();
            let begins = strikes && context.target.is_some_and(|target| war.are_opponents(context.user, target));
            let fights = of.battle.turns > 0 || of.turn.in_battle || begins;
            if fights { of.battle.turns.saturating_add(1) } else { 0 }
        }
        Counted::UsesOfThis(within) => context.bargain.earlier.since(*within),
        Counted::Statuses(who) => {
            let of = |id: CharacterId| war.character(id).statuses.len() + war.negative_afflictions_on(id).count();
            many(characters_meant(war, who, context).into_iter().map(of).sum())
        }
        Counted::Steps { who, what, step, missing } => {
            let steps = |id: CharacterId| {
                let (now, maximum) = war.vital(id, *what);
                let value = if *missing { maximum - now } else { now };
                let step = step.of(maximum).unwrap_or(maximum);
                value.at_least_zero().steps_of(step)
            };
            characters_meant(war, who, context).into_iter().map(steps).sum()
        }
        Counted::Paid { what, step, .. } => match context.bargain.paid {
            Some((amount, paid)) if paid == *what => amount.steps_of(*step),
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
            let of = |id: CharacterId| war.damage_of(id, *taken, *within).steps_of(*step);
            characters_meant(war, who, context).into_iter().map(of).sum()
        }
        // Measured, in points.
        Counted::Points { .. } | Counted::Damage { step: None, .. } | Counted::DamageOfUse => 0,
    }
}

/// How many hits somebody took, of those that are counted.
fn hits_taken(of: &Character, by: &HitsOf, within: HitSpan, tally: &CountContext<'_>) -> u32 {
    let counts = |hits: &&HitsTaken| match by {
        HitsOf::Kinds(kinds) => kinds.is_empty() || kinds.iter().any(|kind| hits.kind.is(*kind)),
        HitsOf::SameSkill => tally.attack == Some(hits.skill),
        HitsOf::ThisSkill => hits.skill == tally.skill,
    };
    let many = |hits: &HitsTaken| match within {
        HitSpan::Turn => hits.in_turn,
        HitSpan::Battle => hits.in_battle,
        HitSpan::War => hits.in_war,
    };
    of.hits.iter().filter(counts).map(many).fold(0, u32::saturating_add)
}

impl War {
    /// Where a sentence in force counts that works on somebody: `the target` is whom its skill was used on.
    pub fn count_context(&self, effect: ActiveEffect, on: CharacterId) -> CountContext<'_> {
        self.count_between(effect, on, Some(on), None)
    }

    /// Where a sentence in force counts that works on somebody in a hit, of whose target and attacker it may speak.
    pub fn count_between(
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
        let all = standing.map_or(&[][..], |standing| self.used_on(effect, standing));
        let own =
            |target: &CharacterId| standing.is_some_and(|standing| self.is_of_target(effect, standing, on, *target));
        // On the target it is counted of each for themselves; on others, of all of them together.
        let of_target = match all.iter().position(own) {
            Some(first) if !all.iter().all(own) => all.get(first..=first).unwrap_or_default(),
            Some(_) | None => all,
        };
        // What was set off still speaks of whoever set it off; a status, of whoever has it.
        let by = self.active_of(effect).map(|active| &active.set_off_by);
        let antecedent = by.and_then(|by| by.doer).or(Some(on));
        let attacker = attacker.or_else(|| by.and_then(|by| by.attacker));
        let context = EvalContext { antecedent, ..self.context_of(effect, target, attacker) };
        CountContext { of_target, ..CountContext::of(context, effect.skill, on) }
    }

    /// What somebody has of Health or Mana now, and at most.
    pub fn vital(&self, who: CharacterId, what: Resource) -> (Exact, Exact) {
        let (most, now) = (self.maximum(who, what), self.character(who));
        if what == Resource::Mana { (now.mana, most) } else { (now.health, most) }
    }

    /// The damage that somebody has received or inflicted this Turn, or in the battle that is going on.
    pub fn damage_of(&self, who: CharacterId, taken: bool, within: DamageSpan) -> Exact {
        let character = self.character(who);
        let of = |sum: DamageSum| if taken { sum.taken } else { sum.dealt };
        let now = of(character.turn.damage);
        match within {
            DamageSpan::Turn => now,
            DamageSpan::Battle if character.battle.turns == 0 && !character.turn.in_battle => Exact::ZERO,
            DamageSpan::Battle => of(character.battle.damage) + now,
        }
    }

    /// What the use of a skill in force inflicted on whom its sentence works on, all of it where that took none.
    fn damage_of_use(&self, tally: CountContext<'_>) -> Exact {
        let Some(effect) = tally.context.sentence else { return Exact::ZERO };
        let parts = self.active_of(effect).map_or(&[][..], |active| &active.parts);
        let Some(part) = parts.iter().find(|part| part.line == effect.line) else { return Exact::ZERO };
        let own = part.inflicted.iter().find(|(who, _)| *who == tally.own);
        own.map_or_else(|| part.inflicted.iter().map(|(_, damage)| *damage).sum(), |(_, damage)| *damage)
    }
}
