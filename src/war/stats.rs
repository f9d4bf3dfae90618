//! A character's ranks and skills as they are now: the sheet's with every effect in force.

use crate::language::effect::Operation;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::{Acuity, Letter, Rank};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

use super::War;
use super::force::Class;
use super::setup::SkillRef;

impl War {
    /// A rank of the main six as it is now. "Becomes" sets it (the latest wins), then ranks and
    /// subranks are added. ACT and NP, which take no such rank, read as E.
    #[must_use]
    pub fn rank(&self, who: CharacterId, stat: Stat) -> Rank {
        let mut rank = self.sheet(who).stats.main(stat).unwrap_or(Rank::plain(Letter::E));
        if self.in_force.of(Class::Stats).is_empty() {
            return rank;
        }
        let (mut letters, mut subranks) = (0i8, 0i8);
        for (_, rule) in self.rules_on(Class::Stats, who) {
            match &rule.operation {
                Operation::Become { stat: of, rank: to, .. } if *of == stat => rank = *to,
                Operation::RaiseRanks { stats, by, .. } if stats.contains(&stat) => {
                    letters = letters.saturating_add(*by)
                }
                Operation::RaiseSubranks { stats, by, .. } if stats.contains(&stat) => {
                    subranks = subranks.saturating_add(*by);
                }
                _ => {}
            }
        }
        rank.raised_ranks(letters).raised_subranks(subranks)
    }

    /// How acute a character's senses are now.
    #[must_use]
    pub fn acuity(&self, who: CharacterId) -> Acuity {
        let sheet = self.sheet(who).stats.act;
        let mut acuity = sheet;
        for (_, rule) in self.rules_on(Class::Stats, who) {
            match &rule.operation {
                Operation::Become { stat: Stat::ACT, rank, .. } => acuity = Acuity::of(rank.letter),
                Operation::RaiseRanks { stats, by, .. } if stats.contains(&Stat::ACT) => {
                    let place = (acuity as i8).saturating_add(*by).clamp(1, 6);
                    acuity = Acuity::ALL[usize::try_from(place).unwrap_or(1)];
                }
                _ => {}
            }
        }
        acuity
    }

    /// The highest Flight rank a character has now, if any (R263–R268).
    #[must_use]
    pub fn flight(&self, who: CharacterId) -> Option<Rank> {
        self.rules_on(Class::Flight, who)
            .filter_map(|(_, rule)| match &rule.operation {
                Operation::Flight { rank, .. } => Some(*rank),
                _ => None,
            })
            .max()
    }

    /// Whether a negative status effect is not received by a character, and one it has does not
    /// work (A137).
    #[must_use]
    pub fn is_immune(&self, who: CharacterId, to: StatusKind) -> bool {
        self.rules_on(Class::Immunity, who).any(|(_, rule)| match &rule.operation {
            Operation::Immune { kind, .. } => kind.is_none_or(|only| only == to),
            _ => false,
        })
    }

    /// Whether a character has a status that works on it now.
    #[must_use]
    pub fn suffers(&self, who: CharacterId, kind: StatusKind) -> bool {
        self.character(who).statuses.iter().any(|s| s.status.kind() == kind) && !self.is_immune(who, kind)
    }

    /// Whether a skill of a character stands in its upgraded form (R427, A228).
    #[must_use]
    pub fn is_upgraded(&self, who: CharacterId, skill: SkillRef) -> bool {
        self.rules_on(Class::Upgrades, who).any(|(_, rule)| match &rule.operation {
            Operation::Upgrade(name) => self.skill(skill).is_called(name),
            _ => false,
        })
    }
}
