//! `grail sheet`: what a sheet says, as the engine understands it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::game::load::source_of;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Duration, Effect, Operation};
use crate::language::effect_text::canonical;
use crate::language::span::Source;
use crate::sheet::Sheet;
use crate::sheet::load::{Defaults, load};
use crate::sheet::skill::{EffectLine, Skill};

use super::failure::{Failure, Outcome};
use super::ui::{Ui, counted, located};

/// Checks sheets, and shows how they are understood.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet check campaigns/nine-bridges/sheets/*.yaml")]
pub(super) struct SheetArgs {
    #[command(subcommand)]
    command: SheetCommand,
}

#[derive(Debug, Subcommand)]
enum SheetCommand {
    Check(SheetCheckArgs),
    Explain(SheetExplainArgs),
}

/// Checks sheets: every fault with its place. Exit code 1 when one cannot be used.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet check campaigns/nine-bridges/sheets/saber.yaml")]
struct SheetCheckArgs {
    /// The sheets' files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Shows each skill of a sheet as the engine understands it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet explain campaigns/nine-bridges/sheets/saber.yaml")]
struct SheetExplainArgs {
    /// The sheets' files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A file with what it says or what is wrong with it.
struct Read {
    source: Source,
    sheets: Vec<Sheet>,
    faults: Vec<Diagnostic>,
}

pub(super) fn run(ui: &Ui, args: &SheetArgs) -> Outcome {
    match &args.command {
        SheetCommand::Check(args) => check(ui, &args.files),
        SheetCommand::Explain(args) => explain(ui, &args.files),
    }
}

/// Reads the files that can be read; the others are told of at the end.
fn read(files: &[PathBuf]) -> (Vec<Read>, Vec<CampaignError>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for file in files {
        let source = match source_of(file) {
            Ok(source) => source,
            Err(error) => {
                unread.push(error);
                continue;
            }
        };
        found.push(match load(&source, Defaults::Sheet) {
            Ok(loaded) => Read { source, sheets: loaded.sheets, faults: loaded.warnings },
            Err(faults) => Read { source, sheets: Vec::new(), faults },
        });
    }
    (found, unread)
}

/// Tells whether every file can be used.
fn judge(read: &[Read], unread: Vec<CampaignError>) -> Outcome {
    CampaignError::all(unread)?;
    if read.iter().any(|file| file.faults.iter().any(Diagnostic::is_error)) { Err(Failure::Told) } else { Ok(()) }
}

fn check(ui: &Ui, files: &[PathBuf]) -> Outcome {
    let (read, unread) = read(files);
    let mut errors = 0;
    for file in &read {
        ui.fault_result(&file.source, &file.faults)?;
        errors += file.faults.iter().filter(|f| f.is_error()).count();
    }
    let list: Vec<_> = read
        .iter()
        .map(|file| {
            json!({
                "file": file.source.name,
                "sheets": file.sheets.iter().map(|s| &s.name).collect::<Vec<_>>(),
                "diagnostics": located(&file.source, &file.faults),
            })
        })
        .collect();
    ui.json(&list)?;
    ui.status(&format!("{}: {}.", counted(read.len(), "file"), counted(errors, "error")));
    judge(&read, unread)
}

fn explain(ui: &Ui, files: &[PathBuf]) -> Outcome {
    let (read, unread) = read(files);
    for file in &read {
        ui.fault_result(&file.source, &file.faults)?;
        for sheet in &file.sheets {
            ui.text(&sheet_text(sheet))?;
        }
    }
    let sheets = read.iter().flat_map(|file| &file.sheets);
    let list: Vec<_> = sheets
        .map(|s| json!({ "name": s.name, "skills": s.skills.iter().map(skill_json).collect::<Vec<_>>() }))
        .collect();
    ui.json(&list)?;
    judge(&read, unread)
}

/// A sheet as the engine understands it, for people.
fn sheet_text(sheet: &Sheet) -> String {
    let mut out = format!("{}\n", sheet.name);
    for skill in &sheet.skills {
        let form = |upgraded: bool| {
            let mut parts = vec![skill.kind.at(upgraded).to_string()];
            parts.extend(skill.natural_phase(upgraded).map(|phase| phase.to_string()));
            parts.extend(skill.damage.as_ref().map(|damage| damage.at(upgraded).to_string()));
            if !skill.is_passive() {
                let targets: Vec<String> = skill.targets.iter().map(ToString::to_string).collect();
                parts.push(format!("{} of {}", skill.max_targets, targets.join(" ")));
                parts.push(skill.cost.at(upgraded).to_string());
            }
            format!("  {} ({}): {}\n", skill.name.at(upgraded), skill.rank.at(upgraded), parts.join("; "))
        };
        out.push_str(&form(false));
        if is_upgradable(skill) {
            out.push_str(&form(true));
        }
        for line in &skill.effects {
            out.push_str(&format!("    {}\n      {}\n", canonical(&line.effect), nature(&line.effect)));
        }
    }
    out
}

fn skill_json(skill: &Skill) -> serde_json::Value {
    json!({
        "names": skill.name.values().collect::<Vec<_>>(),
        "type": skill.kind.base.to_string(),
        "passive": skill.is_passive(),
        "attack": skill.is_attack(),
        "effects": skill.effects.iter().map(effect_json).collect::<Vec<_>>(),
    })
}

fn effect_json(line: &EffectLine) -> serde_json::Value {
    json!({ "written": line.text, "understood": canonical(&line.effect), "nature": nature(&line.effect) })
}

/// When a sentence works, in words.
fn nature(effect: &Effect) -> &'static str {
    match effect {
        Effect::Gm(_) => "decided by the GM each time",
        Effect::Choice(_) => "as the user chooses",
        Effect::Rule(rule) if rule.is_at_once() => "once, when the skill is used",
        Effect::Rule(rule) if matches!(rule.operation, Operation::Clause(_)) => "part of the skill's own use",
        Effect::Rule(rule) => match rule.duration {
            Some(Duration::Turns(_)) => "for its Turns, the one of its use the first",
            Some(Duration::ThisTurn) => "until the Turn ends",
            Some(Duration::Indefinitely) => "until it is ended",
            None => "as long as the skill is in force",
        },
    }
}

/// Whether a field of the skill has an arrow.
fn is_upgradable(skill: &Skill) -> bool {
    let damage = skill.damage.as_ref().is_some_and(|d| d.upgraded.is_some());
    damage
        || skill.name.upgraded.is_some()
        || skill.rank.upgraded.is_some()
        || skill.kind.upgraded.is_some()
        || skill.cost.upgraded.is_some()
}
