//! Receipts, which record how a number came about.
//!
//! The damage function returns a receipt and `grail explain` prints it, so there is no second calculation.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::language::effect::Change;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::stat::Stat;
use crate::war::setup::SkillRef;
use crate::war::shields::Shield;

/// How an attack's damage came about: Base × stat multiplier × bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The attack type.
    pub kind: DamageType,
    /// The sheet's base damage.
    pub base: Exact,
    /// Flat changes of the base (A031).
    pub flat: Vec<Term>,
    /// The stats compared, for Physical and Magical damage.
    pub stats: Option<StatTerm>,
    /// The percentages that applied, as signed factors (A002).
    pub percents: Vec<Term>,
    /// Whether each percentage multiplies separately (switch `damage.stack`).
    #[serde(rename = "multiplicative")]
    pub is_multiplicative: bool,
    /// The damage inflicted at once.
    pub amount: Exact,
    /// The cap on the damage, if it took effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Term>,
    /// What shields absorb, in their order; the damage is the remainder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<AbsorbedTerm>,
    /// What is not inflicted because so much Health must be left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spared: Option<Exact>,
    /// The part of the damage that comes later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub later: Option<DelayedTerm>,
}

/// The damage that a shield absorbs (family 37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsorbedTerm {
    /// The amount absorbed.
    pub amount: Exact,
    /// The shield that absorbed it.
    #[serde(flatten)]
    pub shield: Shield,
}

/// Damage inflicted over the next Turns (family 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DelayedTerm {
    /// The amount in all.
    pub amount: Exact,
    /// The number of Turns.
    pub turns: u32,
}

/// The attacking stat against the defending stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatTerm {
    /// STR or MAE.
    pub attack: Stat,
    /// The attacker's rank in that stat, including bonuses.
    pub attack_rank: Rank,
    /// END or MAR.
    pub defence: Stat,
    /// The rank of whoever takes the hit (A030).
    pub defence_rank: Rank,
    /// Whether the attack ignores the defence.
    #[serde(rename = "ignored", default)]
    pub is_ignored: bool,
    /// The part of the defence's value that the attack ignores, as a factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored_part: Option<Exact>,
}

impl StatTerm {
    /// The value that the defence subtracts from the multiplier.
    pub fn defence_value(&self) -> Exact {
        // AGI and LCK, too, count by the table of END and MAR where they stand in their place (R029, R031).
        let value = self.defence_rank.value(Stat::END);
        match self.ignored_part {
            _ if self.is_ignored => Exact::ZERO,
            Some(part) => value.times(Exact::ONE - part).unwrap_or(value),
            None => value,
        }
    }
}

/// One change of a number, with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The signed amount: a number, or a percentage as a factor.
    pub amount: Exact,
    /// Where it comes from.
    pub source: TermSource,
}

/// The source of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum TermSource {
    /// A rule of the book.
    Rule(RuleId),
    /// A skill, ability, Command Spell or item.
    Skill { skill: SkillRef, user: CharacterId },
}

impl Receipt {
    /// Whether there was no damage to inflict, because only statuses were inflicted (A078).
    pub fn has_no_damage(&self) -> bool {
        self.base.is_zero() && self.amount.is_zero() && self.flat.is_empty() && self.stats.is_none()
    }

    /// The formula with its numbers: `25 × (0.68 − 0.05 + 1) = 40.75`.
    pub fn formula(&self) -> String {
        let mut out = String::new();
        if self.flat.is_empty() {
            let _ = write!(out, "{}", self.base);
        } else {
            let _ = write!(out, "({}", self.base);
            for term in &self.flat {
                let _ = write!(out, " {}", with_sign(term.amount));
            }
            out.push(')');
        }
        if let Some(stats) = self.stats {
            let (attack, defence) = (stats.attack_rank.value(stats.attack), stats.defence_value());
            let _ = match defence.is_negative() {
                true => write!(out, " × ({attack} + {} + 1)", -defence),
                false => write!(out, " × ({attack} − {defence} + 1)"),
            };
        }
        if !self.percents.is_empty() && self.is_multiplicative {
            for term in &self.percents {
                let _ = write!(out, " × (1 {})", with_sign(term.amount));
            }
        } else if !self.percents.is_empty() {
            write_bracket(&mut out, &self.percents);
        }
        if let Some(cap) = self.most {
            let _ = write!(out, ", at most {}", cap.amount);
        }
        let absorbed: Exact = self.absorbed.iter().map(|term| term.amount).sum();
        let spared = self.spared.unwrap_or_default();
        let dealt_and_absorbed = self.amount + absorbed + spared;
        match (self.later, self.product()) {
            (None, _) => {
                let _ = write!(out, " = {dealt_and_absorbed}");
            }
            // Delayed damage is received later, when Command Spells apply to it.
            (Some(DelayedTerm { amount, turns }), Ok(all)) if all != dealt_and_absorbed + amount => {
                let _ = write!(
                    out,
                    " = {all}, of which {dealt_and_absorbed} at once; {amount} over the next Turns ({turns}), before Command Spells"
                );
            }
            (Some(DelayedTerm { amount, turns }), _) => {
                let total = dealt_and_absorbed + amount;
                let _ = write!(out, " = {total}, of which {amount} over the next Turns ({turns})");
            }
        }
        for term in &self.absorbed {
            let _ = write!(out, ", {} absorbed", term.amount);
        }
        if !spared.is_zero() {
            let _ = write!(out, ", {spared} spared");
        }
        if !self.absorbed.is_empty() || !spared.is_zero() {
            let _ = write!(out, " = {}", self.amount);
        }
        out
    }

    /// Inflicts no more than this; the rest is spared.
    pub fn spare_above(&mut self, most: Exact) {
        let most = most.at_least_zero();
        if self.amount > most {
            self.spared = Some(self.amount - most);
            self.amount = most;
        }
    }

    /// The product of its terms, all inflicted at once (A002): the base with flat changes, times the stats, times the
    /// bracket, up to the cap. Errs when an exact result would lose digits.
    pub fn product(&self) -> Result<Exact, LostDigits> {
        let mut amount = (self.base + self.flat.iter().map(|t| t.amount).sum()).at_least_zero();
        if let Some(stats) = self.stats {
            let multiplier = stats.attack_rank.value(stats.attack) - stats.defence_value() + Exact::ONE;
            amount = amount.times(multiplier.at_least_zero())?;
        }
        if self.is_multiplicative {
            for term in &self.percents {
                amount = amount.times((Exact::ONE + term.amount).at_least_zero())?;
            }
        } else {
            let bracket = Exact::ONE + self.percents.iter().map(|t| t.amount).sum();
            amount = amount.times(bracket.at_least_zero())?;
        }
        Ok(self.most.map_or(amount, |cap| amount.min(cap.amount)))
    }
}

/// Writes what percentages multiply by: ` × (1 + 0.5 − 0.25)`.
fn write_bracket(out: &mut String, percents: &[Term]) {
    out.push_str(" × (1");
    for term in percents {
        let _ = write!(out, " {}", with_sign(term.amount));
    }
    out.push(')');
}

fn with_sign(amount: Exact) -> String {
    if amount.is_negative() { format!("− {}", -amount) } else { format!("+ {amount}") }
}

/// One share of a Master's Combat Points (R279).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpTerm {
    /// The damage event.
    pub event: super::EventId,
    /// The damage.
    pub damage: Exact,
    /// Whether the damage was received, so that half counts.
    #[serde(rename = "received")]
    pub is_received: bool,
    /// What effects make of it, as a factor.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub factor: Exact,
}

const fn one() -> Exact {
    Exact::ONE
}

fn is_one(factor: &Exact) -> bool {
    *factor == Exact::ONE
}

/// How the amount of a regeneration came about (A175).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegenReceipt {
    /// The sheet's value.
    pub base: Exact,
    /// Percentages, as signed factors.
    pub percents: Vec<Term>,
    /// Flat additions.
    pub flat: Vec<Term>,
    /// The amount before the maximum caps it (A023).
    pub amount: Exact,
}

impl RegenReceipt {
    /// Adds a change.
    pub fn add(&mut self, change: Change, source: TermSource) {
        match change {
            Change::Percent(amount) => self.percents.push(Term { amount, source }),
            Change::Flat(amount) => self.flat.push(Term { amount, source }),
        }
    }

    /// The formula with its numbers: `8 × (1 + 1.25 + 0.5) + 5 = 27`.
    pub fn formula(&self) -> String {
        let mut out = self.base.to_string();
        if !self.percents.is_empty() {
            write_bracket(&mut out, &self.percents);
        }
        for term in &self.flat {
            let _ = write!(out, " {}", with_sign(term.amount));
        }
        let _ = write!(out, " = {}", self.amount);
        out
    }
}

/// One part of the AP that a Turn begins with (A034).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApTerm {
    /// Signed points.
    pub amount: i32,
    /// Where they come from.
    pub source: ApSource,
}

/// The source of AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ApSource {
    /// The sheet (R077).
    Sheet,
    /// Changes caused last Turn (R080).
    Pending,
    /// Effects in force (R079).
    Effects,
    /// The AGI bonus (R039, R040).
    Agility,
    /// Stun (R128).
    Stun,
}
