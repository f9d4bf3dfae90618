//! The course of the War: its Turns, its story, its end.

use std::collections::BTreeSet;
use std::slice;

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, TeamId};
use crate::war::character::{DamageTotals, HitsTaken, Turn, Uses};
use crate::war::ending::EndingKind;
use crate::war::setup::SkillRef;
use crate::war::{Ended, War};

use super::Family;
use crate::event::facts::{Facts, Observers, Prominence, Words};
use crate::event::words::{HandleNames, join};
use crate::event::{Event, Vantage};

/// The course of the War.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Course {
    /// A Turn began (R077, R210).
    TurnBegan { night: u32 },
    /// The remaining AP and SP vanished and durations advanced (R081, R374).
    TurnEnded { night: u32 },
    /// Story updates appeared (R314, R316).
    StoryTold {
        /// The number of the set, from 1.
        set: u32,
    },
    /// A Master gained skills by a story update (R315).
    StoryGained { who: CharacterId, skills: Vec<SkillRef> },
    /// A Master answered the closing puzzle (R402).
    PuzzleAnswered { who: CharacterId, words: String },
    /// How the War ended for a Master (R401).
    EndingReached {
        master: CharacterId,
        /// All endings that apply, the best first.
        ends: Vec<EndingKind>,
    },
    /// The War ended (R005, A070).
    WarEnded { winner: Option<TeamId> },
}

impl Family for Course {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::TurnBegan { .. } | Self::TurnEnded { .. } => {
                Facts { prominence: Prominence::EveryTurn, ..Facts::default() }
            }
            Self::StoryTold { set } => Facts { count: Some(*set), ..Facts::default() }
                .with_row(Row::StoryTold)
                .with_observers(Observers::Everybody),
            Self::StoryGained { who, skills } => Facts { items: skills, ..Facts::of_actor(war, *who) }
                .without_location()
                .with_row(Row::StoryGained)
                .observed_by_actor(),
            Self::PuzzleAnswered { who, .. } => Facts::of_actor(war, *who).without_location().observed_by_actor(),
            // The dead are told too, because everything is over (R409).
            Self::EndingReached { master, ends } => {
                Facts { words: Words::Endings(ends), ..Facts::of_actor(war, *master) }
                    .without_location()
                    .with_row(Row::Ending)
                    .with_observers(Observers::EachEvenDead(slice::from_ref(master), Vantage::Told))
            }
            Self::WarEnded { winner } => Facts { winner: *winner, ..Facts::default() }
                .with_row(Row::WarEnded)
                .with_observers(Observers::EverybodyEvenSheltered),
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::TurnBegan { night } => begin_turn(war, *night),
            Self::TurnEnded { .. } => {
                war.past_deeds.clear();
                for id in war.ids() {
                    war.character_mut(id).lingering.retain(|damage| damage.turns > 0);
                    let turn = &mut war.character_mut(id).turn;
                    (turn.ap, turn.sp) = (0, 0);
                    (turn.has_turn_action, turn.has_move_action) = (false, false);
                }
            }
            Self::StoryTold { .. } => {
                war.story_nights.push(war.night);
                war.reindex();
            }
            Self::PuzzleAnswered { who, words } => {
                if let Some(mastery) = war.character_mut(*who).mastery.as_mut() {
                    mastery.puzzle = Some(words.clone());
                }
            }
            Self::EndingReached { master, ends } => war.endings.push((*master, ends.clone())),
            Self::WarEnded { winner } => {
                war.ended = Some(Ended { night: war.night, winner: *winner });
                war.past_deeds.clear();
            }
            Self::StoryGained { .. } => {}
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::TurnBegan { night } => format!("Night {night} begins"),
            Self::TurnEnded { night } => format!("Night {night} ends"),
            Self::StoryTold { set } => format!("story updates appear, set {set}"),
            Self::StoryGained { who, skills } => format!("{} gains {}", names.character(*who), names.skills(skills)),
            Self::PuzzleAnswered { who, words } => {
                format!("{} answers the closing puzzle: {words}", names.character(*who))
            }
            Self::EndingReached { master, ends } => format!("{}: {}", names.character(*master), join(ends)),
            Self::WarEnded { winner } => match winner.and_then(|t| names.war.setup.teams.get(t.index())) {
                Some(team) => format!("the War ends; {} wins", team.name),
                None => "the War ends without a winner".to_owned(),
            },
        }
    }
}

/// Begins a Turn: the state of the last one is reset, except for having been in battle (A033).
fn begin_turn(war: &mut War, night: u32) {
    war.night = night;
    war.past_deeds.clear();
    let partners: Vec<BTreeSet<CharacterId>> =
        war.ids().map(|a| war.ids().filter(|b| *b != a && war.are_partners(a, *b)).collect()).collect();
    for (id, partners) in war.ids().zip(partners) {
        let character = war.character_mut(id);
        let fought_last_turn = character.turn.was_in_battle;
        let (of_turn, of_battle) = (character.turn.damage, character.battle.damage);
        if character.battle.turns == 0 {
            character.uses.iter_mut().for_each(Uses::end_battle);
            character.counted_in_battle.clear();
            character.hits.iter_mut().for_each(HitsTaken::end_battle);
        }
        character.hits.iter_mut().for_each(|hits| hits.in_turn = 0);
        character.battle.damage = if character.battle.turns == 0 {
            DamageTotals::NONE
        } else {
            DamageTotals { taken: of_battle.taken + of_turn.taken, dealt: of_battle.dealt + of_turn.dealt }
        };
        let (attacked_last, moved_last) = (character.turn.has_attacked, character.turn.has_moved);
        character.turn = Turn {
            fought_last_turn,
            attacked_last_turn: attacked_last,
            damaged_last_turn: of_turn.taken > Exact::ZERO,
            moved_last_turn: moved_last,
            partners,
            ..Turn::default()
        };
    }
    war.forget_old_shields();
}
