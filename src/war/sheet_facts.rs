//! Evaluates what only a sheet asks: two stats against each other, the hits of a use, the ground.

use crate::language::condition::{RankComparison, SheetFact, Who, Written};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;

use super::War;
use super::evaluate::{EvalContext, characters_meant};

/// Whether a stat stands to another as a sentence says. A stat of N/A has no rank to compare.
pub(super) fn ranks_compare(war: &War, compared: &RankComparison<Written>, context: EvalContext<'_>) -> bool {
    let RankComparison { who, stat, by, other, other_stat } = compared;
    let ranks_of = |who: &Who<Written>, stat: Stat| -> Vec<Rank> {
        let is_ranked = |id: &CharacterId| war.sheet(*id).stats.rank_of(stat).is_some();
        let people = characters_meant(war, who, context).into_iter().filter(is_ranked);
        people.map(|id| context.rank(war, id, stat)).collect()
    };
    let others = ranks_of(other, *other_stat);
    let gap = war.setup.switches.rank_gap;
    ranks_of(who, *stat).into_iter().any(|rank| others.iter().any(|other| by.holds(rank, *other, gap)))
}

/// Whether a statement about the hits of a use or about the ground holds.
pub(super) fn fact_holds(war: &War, fact: SheetFact, context: EvalContext<'_>) -> bool {
    match fact {
        SheetFact::Ground(kind) => war.has_ground(kind, context.here(war)),
        SheetFact::GroundOfTarget(kind) => {
            context.target.is_some_and(|target| war.has_ground(kind, war.character(target).at))
        }
        SheetFact::TargetAdjacent => context.target.is_some_and(|target| {
            let there = war.character(target).at;
            war.setup.location(war.character(context.user).at).adjacent.contains(&there)
        }),
        SheetFact::TargetProtected => context.target.is_some_and(|target| war.is_protected(target)),
        SheetFact::NthHit(_) | SheetFact::LastHit | SheetFact::Intercepted | SheetFact::InterceptedForMaster => {
            context.hits.satisfy(fact)
        }
    }
}

impl War {
    /// Whether a Servant of this Master could intercept for them now (R249, R258, R259).
    fn is_protected(&self, master: CharacterId) -> bool {
        let is_ready = |servant: &CharacterId| {
            let character = self.character(*servant);
            character.is_alive()
                && character.at == self.character(master).at
                && !character.is_in_spirit_form
                && !self.cannot_act(*servant)
        };
        self.character(master).kind == SheetKind::Master && self.servants_of(master).iter().any(is_ready)
    }

    /// Whether a Bounded Field or a Reality Marble is in force on a location.
    fn has_ground(&self, kind: SkillType, location: LocationId) -> bool {
        self.active_skills.iter().any(|active| {
            self.ground_covered(active) == Some(location)
                && *self.skill(active.skill).kind.value(active.is_upgraded) == kind
        })
    }
}
