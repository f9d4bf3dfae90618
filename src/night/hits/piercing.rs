//! What a skill says of the stats that its damage is calculated with, and of what reduces the damage (family 5).

use crate::event::number_receipts::StatTerm;
use crate::language::effect::{AttackQuality, Clause};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::war::War;

/// How a skill's own sentences pierce a defence (family 5).
#[derive(Default)]
pub(super) struct Piercing {
    /// Stats that are ignored.
    ignored: Vec<Stat>,
    /// Stats that count as a number of ranks lower.
    lower: Vec<(Stat, i8)>,
    /// Stats of the target that count as a rank.
    defence_ranks: Vec<(Stat, Rank)>,
    /// Stats of the attacker that count as a rank.
    attack_ranks: Vec<(Stat, Rank)>,
    /// Stats of which a part is ignored.
    partly: Vec<(Stat, Exact)>,
    /// The stats the damage is calculated with, and the one stat they replace; `None` replaces either.
    attack_stats: Option<(Vec<Stat>, Option<Stat>)>,
    /// The stats the damage is calculated against.
    defence_stats: Option<Vec<Stat>>,
    /// Whether nothing reduces the damage.
    pub(super) cannot_be_reduced: bool,
    /// Whether no skill reduces the damage.
    pub(super) not_reduced_by_skills: bool,
    /// Whether no skill of the target reduces the damage.
    pub(super) not_reduced_by_target: bool,
    /// Whether no skill reduces the damage by a percentage.
    pub(super) not_reduced_by_percentages: bool,
    /// Whether the attacker's low Health does not weaken it.
    pub(super) ignores_low_health: bool,
    /// Whether height does not protect the target.
    pub(super) ignores_flight: bool,
}

impl Piercing {
    /// Collects the clauses of the skill and the qualities of all attacks of its user.
    pub(super) fn of<'w>(clauses: impl Iterator<Item = &'w Clause>, qualities: Vec<&AttackQuality>) -> Piercing {
        let mut piercing = Piercing::default();
        clauses.for_each(|clause| piercing.add(clause));
        qualities.into_iter().for_each(|quality| piercing.add(&quality.to_clause()));
        piercing
    }

    /// Whether nothing that skills subtract counts.
    pub(super) const fn drops_skills(&self) -> bool {
        self.cannot_be_reduced || self.not_reduced_by_skills
    }

    fn add(&mut self, clause: &Clause) {
        match clause {
            Clause::IgnoresStat(stat) => self.ignored.push(*stat),
            Clause::TreatedLower { stat, ranks } => self.lower.push((*stat, *ranks)),
            Clause::TreatedAs { of_attacker: true, stat, rank } => self.attack_ranks.push((*stat, *rank)),
            Clause::TreatedAs { of_attacker: false, stat, rank } => self.defence_ranks.push((*stat, *rank)),
            Clause::IgnoresPart(stat, part) => self.partly.push((*stat, *part)),
            Clause::CalculatedWith { stats, in_place_of } => self.attack_stats = Some((stats.clone(), *in_place_of)),
            Clause::CalculatedAgainst(stats) => self.defence_stats = Some(stats.clone()),
            Clause::CannotBeReduced => self.cannot_be_reduced = true,
            Clause::NotReducedBySkills => self.not_reduced_by_skills = true,
            Clause::NotReducedByTarget => self.not_reduced_by_target = true,
            Clause::NotReducedByPercentages => self.not_reduced_by_percentages = true,
            Clause::NoLowHealthPenalty => self.ignores_low_health = true,
            Clause::IgnoresFlight | Clause::NotReducedByFlight => self.ignores_flight = true,
            _ => {}
        }
    }
}

/// The stats that the damage is calculated with, and against; `None` where none count.
pub(super) fn compare_stats(
    war: &War,
    attacker: CharacterId,
    taker: CharacterId,
    kind: DamageType,
    piercing: &Piercing,
) -> Option<StatTerm> {
    let (attack, defence) = match kind {
        DamageType::Physical => (Stat::STR, Stat::END),
        DamageType::Magical => (Stat::MAE, Stat::MAR),
        DamageType::Ranged | DamageType::LongRanged | DamageType::Special => return None,
    };
    let own = [attack];
    let attacking_stats = match &piercing.attack_stats {
        Some((stats, replaced)) if replaced.is_none_or(|replaced| replaced == attack) => stats.as_slice(),
        Some(_) | None => own.as_slice(),
    };
    let attack_rank = |stat| treated_rank(&piercing.attack_ranks, stat).unwrap_or_else(|| war.rank(attacker, stat));
    let attack = attacking_stats.iter().copied().max_by_key(|stat| attack_rank(*stat).value(*stat))?;
    let build_term = |defence: Stat| {
        let lower: i8 = piercing.lower.iter().filter(|(stat, _)| *stat == defence).map(|(_, ranks)| *ranks).sum();
        let rank = treated_rank(&piercing.defence_ranks, defence).unwrap_or_else(|| war.rank(taker, defence));
        StatTerm {
            attack,
            attack_rank: attack_rank(attack),
            defence,
            defence_rank: rank.raised_ranks(lower.saturating_neg()),
            is_ignored: piercing.ignored.contains(&defence),
            ignored_part: piercing.partly.iter().filter(|(stat, _)| *stat == defence).map(|(_, part)| *part).max(),
        }
    };
    match &piercing.defence_stats {
        Some(stats) => stats.iter().map(|stat| build_term(*stat)).min_by_key(StatTerm::defence_value),
        None => Some(build_term(defence)),
    }
}

/// The rank as which a stat counts, if a sentence says so; of several, the latest.
fn treated_rank(treated: &[(Stat, Rank)], stat: Stat) -> Option<Rank> {
    treated.iter().rev().find(|(named, _)| *named == stat).map(|(_, rank)| *rank)
}
