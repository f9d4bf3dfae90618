//! What each team has spent so far, by the logs of the resolved nights.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, read_text_if_there};
use crate::cli::ui::counted;
use crate::vocabulary::exact::Exact;
use crate::war::War;

/// What a Master has paid in Combat Points for items and services, and the Command Spells used.
#[derive(Default)]
struct Spent {
    cp: Exact,
    command_spells: usize,
}

/// The expenses of the teams.
pub(super) struct Spending(BTreeMap<String, Spent>);

/// The line of a log, as far as it tells of an expense; a name is marked with `@`.
#[derive(Deserialize)]
struct LogLine {
    kind: Expense,
}

#[derive(Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum Expense {
    Bought { payer: String, price: Exact },
    SpellSpent { master: String },
}

impl Spending {
    /// Reads the expenses from the logs.
    pub(super) fn read(folder: &Folder, war: &War) -> Result<Spending> {
        let team = |marked: &str| {
            let master = war.character_named(marked.trim_start_matches('@'));
            war.setup.teams.iter().find(|team| Some(team.master) == master).map(|team| team.name.clone())
        };
        let mut spending = Spending(BTreeMap::new());
        for night in folder.resolved_nights()? {
            let log = read_text_if_there(&night.events_file())?.unwrap_or_default();
            // Only this sum is read from a log: for anything else the Night is played again. Other lines are of other
            // kinds.
            for line in log.lines().filter_map(|line| serde_json::from_str::<LogLine>(line).ok()) {
                let (Expense::Bought { payer: who, .. } | Expense::SpellSpent { master: who }) = &line.kind;
                let Some(team) = team(who) else { continue };
                let spent = spending.0.entry(team).or_default();
                match line.kind {
                    Expense::Bought { price, .. } => spent.cp += price,
                    Expense::SpellSpent { .. } => spent.command_spells += 1,
                }
            }
        }
        Ok(spending)
    }

    /// Renders a line with all teams that have spent something; empty if none has.
    pub(super) fn render(&self) -> String {
        let mut out = String::new();
        for (team, spent) in &self.0 {
            let cp = (!spent.cp.is_zero()).then(|| format!("{} CP", spent.cp));
            let spells = (spent.command_spells > 0).then(|| counted(spent.command_spells, "Command Spell"));
            let parts: Vec<String> = cp.into_iter().chain(spells).collect();
            let before = if out.is_empty() { "\nSpent so far: " } else { "; " };
            let _ = write!(out, "{before}{team} {}", parts.join(" and "));
        }
        if out.is_empty() { out } else { out + ".\n" }
    }

    /// The same for programs.
    pub(super) fn to_json(&self) -> Value {
        let team = |(team, spent): (&String, &Spent)| json!({ "team": team, "cp": spent.cp, "command_spells": spent.command_spells });
        json!(self.0.iter().map(team).collect::<Vec<_>>())
    }
}
