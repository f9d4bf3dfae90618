//! What only a sheet asks of the position: the hits of a use, the ground, who stands before a Master.

use crate::language::condition::SheetFact;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::skill_type::SkillType;

use super::War;
use super::hit_facts::HitFacts;

/// What a statement about a use is asked of.
pub(super) struct Asked {
    pub user: CharacterId,
    pub target: Option<CharacterId>,
    /// `This location`.
    pub here: LocationId,
    pub hits: HitFacts,
}

/// Whether a statement about the hits of a use or about the ground holds.
pub(super) fn fact_holds(war: &War, fact: SheetFact, asked: &Asked) -> bool {
    let is_so_of_target = |test: &dyn Fn(CharacterId) -> bool| asked.target.is_some_and(test);
    match fact {
        SheetFact::Ground(kind) => war.has_ground(kind, asked.here),
        SheetFact::GroundOfTarget(kind) => is_so_of_target(&|target| war.has_ground(kind, war.character(target).at)),
        SheetFact::TargetAdjacent => is_so_of_target(&|target| {
            let around = &war.setup.location(war.character(asked.user).at).adjacent;
            around.contains(&war.character(target).at)
        }),
        SheetFact::TargetProtected => is_so_of_target(&|target| war.is_protected(target)),
        SheetFact::NthHit(_) | SheetFact::LastHit | SheetFact::Intercepted | SheetFact::InterceptedForMaster => {
            asked.hits.satisfy(fact)
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
