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
        let mut parts = Vec::new();
        if self.takes_full_turn {
            parts.push("Full Turn".to_owned());
        }
        if self.ap > 0 {
            parts.push(format!("{} AP", self.ap));
        }
        if self.sp > 0 {
            parts.push(format!("{} SP", self.sp));
        }
        if self.takes_turn_action {
            parts.push("1 Turn Action".to_owned());
        }
        for (amount, unit) in [(self.mana, "Mana"), (self.health, "Health"), (self.cp, "CP")] {
            if !amount.is_zero() {
                parts.push(format!("{amount} {unit}"));
            }
        }
        if self.takes_move_action {
            parts.push("1 Move Action".to_owned());
        }
        if let Some(upkeep) = self.upkeep {
            parts.push(upkeep.to_string());
        }
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}
