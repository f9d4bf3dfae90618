//! Where an event happens: where its subject is.

use crate::event::kind::EventKind;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::position::Position;

impl Position {
    /// Where an event happens: where its subject is.
    pub(in crate::night) fn place_of(&self, kind: &EventKind) -> Option<LocationId> {
        let at = |who: &CharacterId| Some(self.war.character(*who).at);
        match kind {
            EventKind::SkillUsed { user: who, .. }
            | EventKind::Hit { taker: who, .. }
            | EventKind::Shielded { who, .. }
            | EventKind::StatusReceived { who, .. }
            | EventKind::Negated { who, .. }
            | EventKind::StatusIgnored { who, .. }
            | EventKind::AfflictionIgnored { who, .. }
            | EventKind::AfflictionEnded { who, .. }
            | EventKind::PoisonTicked { who, .. }
            | EventKind::StatusEnded { who, .. }
            | EventKind::Restored { who, .. }
            | EventKind::Lost { who, .. }
            | EventKind::ApBooked { who, .. }
            | EventKind::Damaged { who, .. }
            | EventKind::SetOff { user: who, .. }
            | EventKind::Survived { who, .. }
            | EventKind::SpiritForm { who, .. }
            | EventKind::JoinedBattle { who, .. }
            | EventKind::ArrivedLate { who }
            | EventKind::BattleFound { who, .. }
            | EventKind::Surprised { who, .. }
            | EventKind::SurpriseFailed { user: who, .. }
            | EventKind::Died { who, .. }
            | EventKind::Freed { servant: who, .. }
            | EventKind::Contracted { servant: who, .. }
            | EventKind::GuardsNamed { master: who, .. }
            | EventKind::PactDeclared { master: who, .. }
            | EventKind::SpellSpent { master: who, .. }
            | EventKind::Disqualified { master: who }
            | EventKind::SpellsChanged { master: who, .. }
            | EventKind::Bought { who, .. }
            | EventKind::ReportRaised { who, .. }
            | EventKind::ManaSensed { who, .. }
            | EventKind::ItemSpent { who, .. }
            | EventKind::MoveCancelled { who, .. }
            | EventKind::Granted { who, .. }
            | EventKind::Regenerated { who, .. }
            | EventKind::UpkeepPaid { who, .. }
            | EventKind::Drained { who, .. }
            | EventKind::Refunded { user: who, .. }
            | EventKind::StatusesRan { who }
            | EventKind::BattleCounted { who, .. }
            | EventKind::OrderOutcome { actor: who, .. }
            | EventKind::EffectEnded { user: who, .. }
            | EventKind::MasterConsumed { who, .. }
            | EventKind::Sheltered { who }
            | EventKind::IgmPaid { who, .. }
            | EventKind::Informed { who, .. }
            | EventKind::PartsEnded { user: who, .. } => at(who),
            EventKind::EffectBegan { active, .. } => Some(active.place),
            EventKind::Afflicted { active } => active.targets.first().and_then(at),
            EventKind::Vanished { who, .. } => at(who),
            EventKind::Summoned { at, .. }
            | EventKind::FieldSensed { at, .. }
            | EventKind::ItemsNoticed { at, .. }
            | EventKind::Sealed { at, .. }
            | EventKind::FoundSealed { at, .. }
            | EventKind::Scouted { at, .. }
            | EventKind::Entered { at, .. }
            | EventKind::CivilianConsumed { at, .. }
            | EventKind::Alert { at, .. } => Some(*at),
            EventKind::ScoutDetected { by, .. } => by.first().and_then(at),
            EventKind::ItemPassed { at, .. } => Some(*at),
            EventKind::Left { from, .. } => Some(*from),
            EventKind::TurnBegan { .. }
            | EventKind::IdleInMarble { .. }
            | EventKind::CombatPoints { .. }
            | EventKind::CombatPointsGiven { .. }
            | EventKind::CombatPointsLost { .. }
            | EventKind::HomeTaken { .. }
            | EventKind::Recognised { .. }
            | EventKind::Learned { .. }
            | EventKind::Aliased { .. }
            | EventKind::SkillHeard { .. }
            | EventKind::Sighted { .. }
            | EventKind::Ruled { .. }
            | EventKind::Told { .. }
            | EventKind::LogicGame { .. }
            | EventKind::Marked { .. }
            | EventKind::HuntEnded { .. }
            | EventKind::SealPrize { .. }
            | EventKind::StoryTold { .. }
            | EventKind::StoryGained { .. }
            | EventKind::SpoilsTaken { .. }
            | EventKind::PuzzleAnswered { .. }
            | EventKind::EndingReached { .. }
            | EventKind::TurnEnded { .. }
            | EventKind::WarEnded { .. }
            | EventKind::Fault { .. } => None,
        }
    }
}
