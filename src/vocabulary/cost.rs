//! The Cost field of a skill (R076–R088, R122–R123).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::exact::Exact;

/// What activating a skill costs, and what keeping it up costs each Turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Cost {
    /// Action Points.
    pub ap: u32,
    /// Support Points.
    pub sp: u32,
    /// A Master's Turn Action (R084).
    #[serde(rename = "turn_action")]
    pub takes_turn_action: bool,
    /// The Move Action (R416).
    #[serde(rename = "move_action")]
    pub takes_move_action: bool,
    /// The whole Turn, with the Move Action (R087, R088).
    #[serde(rename = "full_turn")]
    pub takes_full_turn: bool,
    pub mana: Exact,
    pub health: Exact,
    /// The Master's Combat Points.
    pub cp: Exact,
    /// The cost of each further Turn, at the Initial Phase (R123).
    pub upkeep: Option<Upkeep>,
}

/// What an effect costs at the Initial Phase of each Turn (R123, R212).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Upkeep {
    pub mana: Exact,
    pub health: Exact,
}

impl fmt::Display for Upkeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [(self.mana, "Mana"), (self.health, "Health")];
        let mut first = true;
        for (amount, unit) in parts.into_iter().filter(|(a, _)| !a.is_zero()) {
            write!(f, "{}Upkeep {amount} {unit}", if first { "" } else { ", " })?;
            first = false;
        }
        Ok(())
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        let mut part = |part: fmt::Arguments<'_>| {
            let separator = if std::mem::take(&mut is_first) { "" } else { ", " };
            f.write_str(separator)?;
            f.write_fmt(part)
        };
        if self.takes_full_turn {
            part(format_args!("Full Turn"))?;
        }
        if self.ap > 0 {
            part(format_args!("{} AP", self.ap))?;
        }
        if self.sp > 0 {
            part(format_args!("{} SP", self.sp))?;
        }
        if self.takes_turn_action {
            part(format_args!("1 Turn Action"))?;
        }
        for (amount, unit) in [(self.mana, "Mana"), (self.health, "Health"), (self.cp, "CP")] {
            if !amount.is_zero() {
                part(format_args!("{amount} {unit}"))?;
            }
        }
        if self.takes_move_action {
            part(format_args!("1 Move Action"))?;
        }
        if let Some(upkeep) = self.upkeep {
            part(format_args!("{upkeep}"))?;
        }
        if is_first { f.write_str("none") } else { Ok(()) }
    }
}
