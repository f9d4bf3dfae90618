//! Receipts: how a number came about.
//!
//! The damage function returns one; `grail explain` prints it. There is no second calculation.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

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
    /// Percentages that applied, as signed factors (A002).
    pub percents: Vec<Term>,
    /// Whether each percentage is a factor of its own (switch `damage.stack`).
    pub multiplicative: bool,
    /// The damage, as far as it is inflicted at once.
    pub amount: Exact,
    /// The most that comes through, where it would have been more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Term>,
    /// What shields absorb of it, in their order; the damage is what is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<AbsorbedTerm>,
    /// The rest of it, that comes later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub later: Option<DelayedTerm>,
}

/// What a shield absorbs of some damage (family 37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsorbedTerm {
    /// How much.
    pub amount: Exact,
    /// The shield that took it.
    #[serde(flatten)]
    pub shield: Shield,
}

/// Damage that comes over the next Turns (family 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DelayedTerm {
    /// How much in all.
    pub amount: Exact,
    /// Over how many Turns.
    pub turns: u32,
}

/// Attacking stat against defending stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatTerm {
    /// STR or MAE.
    pub attack: Stat,
    /// The attacker's rank in that stat, with what raises it.
    pub attack_rank: Rank,
    /// END or MAR.
    pub defence: Stat,
    /// The rank of whoever takes the hit (A030).
    pub defence_rank: Rank,
    /// The attack ignores the defence.
    #[serde(default)]
    pub ignored: bool,
    /// The part of the defence's value that the attack ignores, as a factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored_part: Option<Exact>,
}

impl StatTerm {
    /// What the defence takes off the multiplier.
    pub fn defence_value(&self) -> Exact {
        let value = self.defence_rank.value(self.defence);
        match self.ignored_part {
            _ if self.ignored => Exact::ZERO,
            Some(part) => value.times(Exact::ONE - part).unwrap_or(value),
            None => value,
        }
    }
}

/// One change of a number with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The signed amount: a number, or a percentage as a factor.
    pub amount: Exact,
    /// Where it comes from.
    pub source: TermSource,
}

/// Where a change comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum TermSource {
    /// A rule of the book.
    Rule(RuleId),
    /// A skill, ability, Command Spell or item.
    Skill { skill: SkillRef, user: CharacterId },
}

impl Receipt {
    /// Whether nothing was to be inflicted: statuses struck alone (A078).
    pub fn is_nothing(&self) -> bool {
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
                let _ = write!(out, " {}", signed(term.amount));
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
        if !self.percents.is_empty() && self.multiplicative {
            for term in &self.percents {
                let _ = write!(out, " × (1 {})", signed(term.amount));
            }
        } else if !self.percents.is_empty() {
            out.push_str(" × (1");
            for term in &self.percents {
                let _ = write!(out, " {}", signed(term.amount));
            }
            out.push(')');
        }
        if let Some(most) = self.most {
            let _ = write!(out, ", at most {}", most.amount);
        }
        let absorbed: Exact = self.absorbed.iter().map(|term| term.amount).sum();
        let now = self.amount + absorbed;
        match (self.later, self.product()) {
            (None, _) => {
                let _ = write!(out, " = {now}");
            }
            // What comes later is received then, and what Command Spells do to it they do then.
            (Some(DelayedTerm { amount, turns }), Ok(all)) if all != now + amount => {
                let _ = write!(
                    out,
                    " = {all}, of which {now} at once; {amount} over the next Turns ({turns}), before Command Spells"
                );
            }
            (Some(DelayedTerm { amount, turns }), _) => {
                let all = now + amount;
                let _ = write!(out, " = {all}, of which {amount} over the next Turns ({turns})");
            }
        }
        for term in &self.absorbed {
            let _ = write!(out, ", {} absorbed", term.amount);
        }
        if !self.absorbed.is_empty() {
            let _ = write!(out, " = {}", self.amount);
        }
        out
    }

    /// What its terms come to, all of it at once (A002): base and flat changes, times the stats, times the bracket,
    /// and no more than the most that comes through.
    pub fn product(&self) -> Result<Exact, LostDigits> {
        let mut amount = (self.base + self.flat.iter().map(|t| t.amount).sum()).at_least_zero();
        if let Some(stats) = self.stats {
            let multiplier = stats.attack_rank.value(stats.attack) - stats.defence_value() + Exact::ONE;
            amount = amount.times(multiplier.at_least_zero())?;
        }
        if self.multiplicative {
            for term in &self.percents {
                amount = amount.times((Exact::ONE + term.amount).at_least_zero())?;
            }
        } else {
            let bracket = Exact::ONE + self.percents.iter().map(|t| t.amount).sum();
            amount = amount.times(bracket.at_least_zero())?;
        }
        Ok(self.most.map_or(amount, |most| amount.min(most.amount)))
    }
}

fn signed(amount: Exact) -> String {
    if amount.is_negative() { format!("− {}", -amount) } else { format!("+ {amount}") }
}

/// One share of a Master's Combat Points (R279).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpTerm {
    /// The damage event.
    pub event: super::EventId,
    /// The damage.
    pub damage: Exact,
    /// Received, so half counts.
    pub received: bool,
}

/// One part of what a regeneration restores (A175).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegenReceipt {
    /// The sheet's value.
    pub base: Exact,
    /// Percentages, as signed factors.
    pub percents: Vec<Term>,
    /// Flat additions.
    pub flat: Vec<Term>,
    /// What it comes to before the maximum caps it (A023).
    pub amount: Exact,
}

impl RegenReceipt {
    /// `8 × (1 + 1.25 + 0.5) + 5 = 27`.
    pub fn formula(&self) -> String {
        let mut out = self.base.to_string();
        if !self.percents.is_empty() {
            out.push_str(" × (1");
            for term in &self.percents {
                let _ = write!(out, " {}", signed(term.amount));
            }
            out.push(')');
        }
        for term in &self.flat {
            let _ = write!(out, " {}", signed(term.amount));
        }
        let _ = write!(out, " = {}", self.amount);
        out
    }
}

/// One part of the AP a Turn begins with (A034).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApTerm {
    /// Signed points.
    pub amount: i32,
    /// Where they come from.
    pub source: ApSource,
}

/// Where AP come from.
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
