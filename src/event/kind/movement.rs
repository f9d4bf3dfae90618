//! Coming and going, and Spirit Form.

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;

use super::Family;
use crate::event::Event;
use crate::event::detail::{Reason, SpiritReason, Travel, Why};
use crate::event::facts::{Facts, Learners, RecordedAs, RevealedPresence};
use crate::event::words::HandleNames;
use crate::event::words::terms::{reason_words, travel_words};

/// Coming and going, and Spirit Form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Movement {
    /// A Servant entered or left Spirit Form (R246–R253).
    SpiritForm { who: CharacterId, entered: bool, sp: u32, why: SpiritReason },
    /// A character left a location.
    Left { who: CharacterId, from: LocationId, to: LocationId, how: Travel },
    /// A character arrived at a location.
    Entered { who: CharacterId, at: LocationId, from: LocationId, how: Travel },
    /// A move was cancelled (R272, A100).
    MoveCancelled { who: CharacterId, to: LocationId, why: Reason },
}

impl Family for Movement {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::SpiritForm { who, entered, why, .. } => {
                let (row, recorded_as) = match entered {
                    true => (Row::SpiritFormEntered, RecordedAs::SpiritFormEntered),
                    false => (Row::SpiritFormLeft, RecordedAs::SpiritFormLeft),
                };
                Facts {
                    reason: Some(Why::Spirit(*why)),
                    recorded_as,
                    ..seen_by_bystanders(Facts::of_actor(war, *who)).with_row(row)
                }
            }
            Self::Left { who, from, to, how } => Facts {
                travel: Some(*how),
                other_location: Some(*to),
                are_objects_merely_present: true,
                recorded_as: RecordedAs::Departure { is_retreat: *how == Travel::Retreat },
                ..seen_by_bystanders(Facts::of_actor(war, *who)).at_location(*from).with_row(Row::Left)
            },
            Self::Entered { who, at, from, how } => Facts {
                travel: Some(*how),
                other_location: Some(*from),
                are_objects_merely_present: true,
                is_observed_at_location: true,
                recorded_as: RecordedAs::Arrival,
                ..seen_by_bystanders(Facts::of_actor(war, *who)).at_location(*at).with_row(Row::Entered)
            },
            Self::MoveCancelled { who, to, why } => Facts {
                other_location: Some(*to),
                reason: Some(Why::NotDone(*why)),
                ..Facts::of_actor(war, *who).with_row(Row::MoveCancelled).observed_by_actor()
            },
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::SpiritForm { who, entered, sp, .. } => {
                let character = war.character_mut(*who);
                character.is_in_spirit_form = *entered;
                character.turn.sp = character.turn.sp.saturating_sub(*sp);
                character.turn.has_acted |= *sp > 0;
            }
            Self::Left { who, how, .. } => {
                let turn = &mut war.character_mut(*who).turn;
                match how {
                    Travel::Move | Travel::Retreat | Travel::Warp | Travel::Escape => {
                        (turn.has_move_action, turn.has_moved, turn.has_acted) = (false, true, true)
                    }
                    Travel::Skill | Travel::Pushed => {}
                }
            }
            Self::Entered { who, at, .. } => war.character_mut(*who).at = *at,
            Self::MoveCancelled { who, .. } => war.character_mut(*who).turn.had_move_cancelled = true,
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::SpiritForm { who, entered, sp, why } => {
                let verb = if *entered { "enters" } else { "leaves" };
                let why = match why {
                    SpiritReason::Ordered => format!("{sp} SP"),
                    SpiritReason::Commanded => "commanded".to_owned(),
                    SpiritReason::Forced => "forced".to_owned(),
                    SpiritReason::Skill => "by a skill".to_owned(),
                };
                format!("{} {verb} Spirit Form ({why})", names.character(*who))
            }
            Self::Left { who, from, to, how } => {
                format!(
                    "{} leaves {} for {} {}",
                    names.character(*who),
                    names.location_name(*from),
                    names.location_name(*to),
                    travel_words(*how)
                )
            }
            Self::Entered { who, at, from, how } => {
                format!(
                    "{} enters {} from {} {}",
                    names.character(*who),
                    names.location_name(*at),
                    names.location_name(*from),
                    travel_words(*how)
                )
            }
            Self::MoveCancelled { who, to, why } => {
                format!(
                    "{}'s move to {} is cancelled: {}",
                    names.character(*who),
                    names.location_name(*to),
                    reason_words(*why)
                )
            }
        }
    }
}

/// Makes the actor and bystanders the observers, and tells it with a use that it follows from.
fn seen_by_bystanders(facts: Facts<'_>) -> Facts<'_> {
    Facts {
        reveals: RevealedPresence::All,
        learners: Learners::Others,
        is_told_with_use: true,
        ..facts.observed_by_actor_and_bystanders()
    }
}
