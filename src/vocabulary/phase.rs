//! The eleven phases of a Turn (R210), its beginning (A033) and its end (A182).

use std::fmt;

use serde::{Deserialize, Serialize};

/// A part of the Turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Step 0: AP, SP, Turn and Move Actions, Stun; LCK is noted for the Turn (A033).
    TurnStart,
    /// Scouting (R211).
    DailyMove,
    /// Regeneration, upkeeps, per-Turn effects (R212).
    Initial,
    /// Instants, Surprise Attacks, Command Spells (R213).
    Instant,
    /// Non-damaging skills (R215).
    Support,
    /// Offensive skills (R216).
    Attacking,
    /// Skills that require charging (R217).
    Prepared,
    /// Moves and retreats (R218).
    Movement,
    /// The second combat round (R219).
    Instant2,
    /// The second combat round.
    Support2,
    /// The second combat round.
    Attacking2,
    /// The second combat round.
    Prepared2,
    /// Combat Points, the Seal, durations (A182).
    TurnEnd,
}

/// One of the two combat rounds (R219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Round {
    /// Phases 3 to 6.
    First,
    /// Phases 8 to 11.
    Second,
}

impl Phase {
    /// All parts of a Turn in order.
    pub const ALL: [Phase; 13] = [
        Phase::TurnStart,
        Phase::DailyMove,
        Phase::Initial,
        Phase::Instant,
        Phase::Support,
        Phase::Attacking,
        Phase::Prepared,
        Phase::Movement,
        Phase::Instant2,
        Phase::Support2,
        Phase::Attacking2,
        Phase::Prepared2,
        Phase::TurnEnd,
    ];

    /// The rulebook's name for it.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::TurnStart => "Turn start",
            Phase::DailyMove => "Daily Move Phase",
            Phase::Initial => "Initial Phase",
            Phase::Instant => "Instant Phase",
            Phase::Support => "Support Phase",
            Phase::Attacking => "Attacking Phase",
            Phase::Prepared => "Prepared Effect Phase",
            Phase::Movement => "Movement Phase",
            Phase::Instant2 => "2nd Instant Phase",
            Phase::Support2 => "2nd Support Phase",
            Phase::Attacking2 => "2nd Attacking Phase",
            Phase::Prepared2 => "2nd Prepared Effect Phase",
            Phase::TurnEnd => "Turn end",
        }
    }

    /// The combat round to which this phase belongs, if any.
    #[must_use]
    pub const fn round(self) -> Option<Round> {
        match self {
            Phase::Instant | Phase::Support | Phase::Attacking | Phase::Prepared => Some(Round::First),
            Phase::Instant2 | Phase::Support2 | Phase::Attacking2 | Phase::Prepared2 => Some(Round::Second),
            Phase::TurnStart | Phase::DailyMove | Phase::Initial | Phase::Movement | Phase::TurnEnd => None,
        }
    }

    /// The same phase of the second combat round; itself if it is not in the first.
    #[must_use]
    pub const fn in_second_round(self) -> Phase {
        match self {
            Phase::Instant => Phase::Instant2,
            Phase::Support => Phase::Support2,
            Phase::Attacking => Phase::Attacking2,
            Phase::Prepared => Phase::Prepared2,
            other => other,
        }
    }

    /// The same phase of the first combat round; itself if it is not in the second.
    #[must_use]
    pub const fn in_first_round(self) -> Phase {
        match self {
            Phase::Instant2 => Phase::Instant,
            Phase::Support2 => Phase::Support,
            Phase::Attacking2 => Phase::Attacking,
            Phase::Prepared2 => Phase::Prepared,
            other => other,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
