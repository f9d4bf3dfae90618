//! The deeds an event consists of, as sheets speak of them (`crate::war::deeds`).

use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::deeds::{Done, What};

use super::detail::Travel;
use super::kind::EventKind;

/// Tells each deed of an event, on the position before it.
pub fn each(war: &War, kind: &EventKind, mut tell: impl FnMut(Done)) {
    let at = |who: CharacterId| Some(war.character(who).at);
    let plain = |who, what| Done { who, what, other: None, skill: None, upgraded: false, place: at(who), of_use: None };
    match kind {
        EventKind::SkillUsed { user, skill, targets, upgraded, attack, .. } => {
            let used = Done { skill: Some(*skill), upgraded: *upgraded, ..plain(*user, What::Used) };
            if targets.is_empty() {
                tell(used);
            }
            for target in targets {
                tell(Done { other: Some(*target), ..used });
            }
            if *attack {
                for target in targets.iter().filter(|t| *t != user) {
                    tell(Done { what: What::Attacked, other: Some(*target), ..used });
                    tell(Done {
                        what: What::WasAttacked,
                        who: *target,
                        other: Some(*user),
                        place: at(*target),
                        ..used
                    });
                }
            }
        }
        EventKind::Hit { attacker, skill, target, taker, hit, upgraded, .. } => {
            // Each hit is an attack of its own (R101); the first was told with the use.
            if *hit > 1 && attacker != target {
                let again = Done { skill: Some(*skill), upgraded: *upgraded, ..plain(*attacker, What::Attacked) };
                tell(Done { other: Some(*target), ..again });
                let place = at(*target);
                tell(Done { what: What::WasAttacked, who: *target, other: Some(*attacker), place, ..again });
            }
            let hit = Done {
                other: Some(*attacker),
                skill: Some(*skill),
                upgraded: *upgraded,
                ..plain(*taker, What::WasDamaged)
            };
            tell(hit);
            if attacker != taker {
                tell(Done { what: What::Damaged, who: *attacker, other: Some(*taker), place: at(*attacker), ..hit });
            }
            if taker != target {
                tell(Done { what: What::Intercepted, ..hit });
            }
        }
        EventKind::Shielded { by, attacker, skill, .. } => {
            tell(Done { other: Some(*attacker), skill: Some(*skill), ..plain(*by, What::Intercepted) });
        }
        // Nobody attacks in it: there is nobody to answer.
        EventKind::PoisonTicked { who, .. } | EventKind::Damaged { who, .. } => tell(plain(*who, What::WasDamaged)),
        EventKind::SpellSpent { master, servant, spell, .. } => {
            tell(Done { other: Some(*servant), skill: Some(*spell), ..plain(*master, What::Commanded) });
        }
        EventKind::Entered { who, at, .. } => tell(Done { place: Some(*at), ..plain(*who, What::Entered) }),
        EventKind::Left { who, from, how, .. } => {
            let left = Done { place: Some(*from), ..plain(*who, What::Left) };
            tell(left);
            if *how == Travel::Retreat {
                tell(Done { what: What::Fled, ..left });
            }
        }
        EventKind::Died { who, killers, .. } => {
            if killers.is_empty() {
                tell(plain(*who, What::Died));
            }
            for killer in killers {
                tell(Done { other: Some(*killer), ..plain(*who, What::Died) });
            }
            for killer in killers {
                tell(Done { other: Some(*who), ..plain(*killer, What::Killed) });
            }
        }
        EventKind::SpiritForm { who, entered, .. } => {
            tell(plain(*who, if *entered { What::EnteredSpiritForm } else { What::LeftSpiritForm }));
        }
        EventKind::TurnBegan { .. }
        | EventKind::Granted { .. }
        | EventKind::Scouted { .. }
        | EventKind::ScoutDetected { .. }
        | EventKind::Regenerated { .. }
        | EventKind::UpkeepPaid { .. }
        | EventKind::Drained { .. }
        | EventKind::OrderOutcome { .. }
        | EventKind::Refunded { .. }
        | EventKind::StatusReceived { .. }
        | EventKind::StatusIgnored { .. }
        | EventKind::Afflicted { .. }
        | EventKind::AfflictionIgnored { .. }
        | EventKind::AfflictionEnded { .. }
        | EventKind::StatusEnded { .. }
        | EventKind::StatusesRan { .. }
        | EventKind::Restored { .. }
        | EventKind::Lost { .. }
        | EventKind::Survived { .. }
        | EventKind::ApBooked { .. }
        | EventKind::SetOff { .. }
        | EventKind::EffectBegan { .. }
        | EventKind::EffectEnded { .. }
        | EventKind::PartsEnded { .. }
        | EventKind::FieldSensed { .. }
        | EventKind::ItemsNoticed { .. }
        | EventKind::Sealed { .. }
        | EventKind::FoundSealed { .. }
        | EventKind::IdleInMarble { .. }
        | EventKind::MoveCancelled { .. }
        | EventKind::JoinedBattle { .. }
        | EventKind::ArrivedLate { .. }
        | EventKind::BattleFound { .. }
        | EventKind::Surprised { .. }
        | EventKind::SurpriseFailed { .. }
        | EventKind::BattleCounted { .. }
        | EventKind::Freed { .. }
        | EventKind::Contracted { .. }
        | EventKind::GuardsNamed { .. }
        | EventKind::PactDeclared { .. }
        | EventKind::Disqualified { .. }
        | EventKind::ItemSpent { .. }
        | EventKind::CombatPoints { .. }
        | EventKind::CombatPointsLost { .. }
        | EventKind::CombatPointsGiven { .. }
        | EventKind::SpellsChanged { .. }
        | EventKind::Bought { .. }
        | EventKind::ItemPassed { .. }
        | EventKind::Learned { .. }
        | EventKind::ReportRaised { .. }
        | EventKind::ManaSensed { .. }
        | EventKind::Alert { .. }
        | EventKind::HomeTaken { .. }
        | EventKind::Recognised { .. }
        | EventKind::Aliased { .. }
        | EventKind::SkillHeard { .. }
        | EventKind::Sighted { .. }
        | EventKind::Ruled { .. }
        | EventKind::Told { .. }
        | EventKind::Negated { .. }
        | EventKind::Summoned { .. }
        | EventKind::Vanished { .. }
        | EventKind::LogicGame { .. }
        | EventKind::CivilianConsumed { .. }
        | EventKind::MasterConsumed { .. }
        | EventKind::IgmPaid { .. }
        | EventKind::Informed { .. }
        | EventKind::Sheltered { .. }
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
        | EventKind::Fault { .. } => {}
    }
}
