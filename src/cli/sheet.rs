//! `grail sheet`: checks and explains sheets, imports them from texts, and prints their schema.

mod amend;
mod help;
mod import;
mod schema;
mod tried_page;
mod try_skill;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::game::sheets::read_sheet_source;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Duration, Effect, Modifier, Operation, Sentence, Trigger};
use crate::language::effect_text::{canonical, condition_text, deed_text, outline_sentence};
use crate::language::span::Source;
use crate::sheet::attack_kind::AttackSource;
use crate::sheet::load_sheet::{Defaults, PartlyLoaded, load_partly};
use crate::sheet::skill::{EffectLine, Role, Skill};
use crate::sheet::{Sheet, visibility_table};

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted, locate_faults};

/// Checks sheets, and shows how they are understood.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
#[command(
    after_help = "Example:\n  grail sheet check campaigns/nine-bridges/sheets/*.yaml\n  grail sheet help durations"
)]
pub(super) struct SheetArgs {
    #[command(subcommand)]
    command: SheetCommand,
}

#[derive(Debug, Subcommand)]
enum SheetCommand {
    Help(help::SheetHelpArgs),
    Check(SheetCheckArgs),
    Explain(SheetExplainArgs),
    Try(Box<try_skill::SheetTryArgs>),
    Import(import::SheetImportArgs),
    Amend(amend::SheetAmendArgs),
    Schema(schema::SheetSchemaArgs),
}

/// Checks sheets: every fault with its place. Exit code 1 when one cannot be used.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet check campaigns/nine-bridges/sheets/saber.yaml")]
struct SheetCheckArgs {
    /// The sheets' files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Shows each skill of a sheet as the engine understands it; of one with faults, what could be read.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet explain campaigns/nine-bridges/sheets/saber.yaml")]
struct SheetExplainArgs {
    /// The sheets' files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A sheet file with its sheets and its faults.
struct LoadedFile {
    source: Source,
    sheets: Vec<Sheet>,
    /// The skills of which a part could not be parsed.
    misread: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

pub(super) fn run(ui: &Ui, args: &SheetArgs) -> CommandResult {
    match &args.command {
        SheetCommand::Help(args) => help::run(ui, args),
        SheetCommand::Check(args) => check(ui, &args.files),
        SheetCommand::Explain(args) => explain(ui, &args.files),
        SheetCommand::Try(args) => try_skill::run(ui, args),
        SheetCommand::Import(args) => import::run(ui, args),
        SheetCommand::Amend(args) => amend::run(ui, args),
        SheetCommand::Schema(args) => schema::run(ui, args),
    }
}

/// Loads the files that can be read; the errors of the others are returned second.
fn load_files(files: &[PathBuf]) -> (Vec<LoadedFile>, Vec<CampaignError>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for file in files {
        let source = match read_sheet_source(file) {
            Ok(source) => source,
            Err(error) => {
                unread.push(error);
                continue;
            }
        };
        if source.name.ends_with("common/perception.yaml") {
            // This file is not a sheet: it is the table of who learns what.
            let diagnostics = visibility_table::read::parse_table(&source).err().unwrap_or_default();
            found.push(LoadedFile { source, sheets: Vec::new(), misread: Vec::new(), diagnostics });
            continue;
        }
        let PartlyLoaded { sheets, misread, diagnostics } = load_partly(&source, Defaults::Sheet);
        found.push(LoadedFile { source, sheets, misread, diagnostics });
    }
    (found, unread)
}

/// Fails if a file cannot be used.
fn fail_on_errors(loaded: &[LoadedFile], unread: Vec<CampaignError>) -> CommandResult {
    CampaignError::combine(unread)?;
    if loaded.iter().any(|file| file.diagnostics.iter().any(Diagnostic::is_error)) {
        Err(Failure::Reported)
    } else {
        Ok(())
    }
}

fn check(ui: &Ui, files: &[PathBuf]) -> CommandResult {
    let (loaded, unread) = load_files(files);
    let mut errors = 0;
    for file in &loaded {
        ui.print_faults(&file.source, &file.diagnostics)?;
        errors += file.diagnostics.iter().filter(|f| f.is_error()).count();
    }
    let list: Vec<_> = loaded
        .iter()
        .map(|file| {
            json!({
                "file": file.source.name,
                "sheets": file.sheets.iter().map(|s| &s.name).collect::<Vec<_>>(),
                "diagnostics": locate_faults(&file.source, &file.diagnostics),
            })
        })
        .collect();
    ui.json(&list)?;
    ui.status(&format!("{}: {}.", counted(loaded.len(), "file"), counted(errors, "error")));
    fail_on_errors(&loaded, unread)
}

fn explain(ui: &Ui, files: &[PathBuf]) -> CommandResult {
    let (loaded, unread) = load_files(files);
    for file in &loaded {
        ui.print_faults(&file.source, &file.diagnostics)?;
        for sheet in &file.sheets {
            ui.text(&render_sheet(sheet, &file.misread))?;
        }
    }
    let sheets = loaded.iter().flat_map(|file| &file.sheets);
    let list: Vec<_> = sheets
        .map(|s| json!({ "name": s.name, "skills": s.skills.iter().map(skill_json).collect::<Vec<_>>() }))
        .collect();
    ui.json(&list)?;
    fail_on_errors(&loaded, unread)
}

/// Renders a sheet as the engine understands it.
fn render_sheet(sheet: &Sheet, misread: &[String]) -> String {
    let mut out = format!("{}\n", sheet.name);
    for skill in &sheet.skills {
        let form = |upgraded: bool| {
            let mut parts = vec![skill.kind_words.value(upgraded).clone()];
            parts.extend(skill.natural_phase(upgraded).map(|phase| phase.to_string()));
            parts.extend(skill.damage.as_ref().map(|damage| damage.value(upgraded).to_string()));
            if !skill.is_passive() {
                let targets: Vec<String> = skill.targets.iter().map(ToString::to_string).collect();
                parts.push(format!("{} of {}", skill.max_targets, targets.join(" ")));
                parts.push(skill.cost.value(upgraded).to_string());
            }
            format!("  {} ({}): {}\n", skill.name.value(upgraded), skill.rank.value(upgraded), parts.join("; "))
        };
        // Misread fields have a default value, which nobody wrote.
        if misread.contains(&skill.name.base) {
            out.push_str(&format!(
                "  {}: not all of it could be read, see its faults; what is shown is the rest\n",
                skill.name.base
            ));
        } else {
            out.push_str(&form(false));
            if is_upgradable(skill) {
                out.push_str(&form(true));
            }
        }
        for required in &skill.requirements {
            out.push_str(&format!("    requires: {}\n", condition_text(required)));
        }
        out.push_str(&format!("    {}\n", explain_attack(skill)));
        if let Some(words) = explain_interception(skill) {
            out.push_str(&format!("    {words}\n"));
        }
        for line in &skill.effects {
            out.push_str(&format!("    {}\n", line.text));
            for (what, words) in explain_sentence(skill, &line.effect) {
                out.push_str(&format!("      {:<12}{words}\n", format!("{what}:")));
            }
        }
    }
    out
}

fn skill_json(skill: &Skill) -> serde_json::Value {
    json!({
        "names": skill.name.values().collect::<Vec<_>>(),
        "type": skill.kind_words.base,
        "requirements": skill.requirements.iter().map(condition_text).collect::<Vec<_>>(),
        "passive": skill.is_passive(),
        "attack": skill.is_attack(),
        "attack_why": explain_attack(skill),
        "interception": explain_interception(skill),
        "effects": skill.effects.iter().map(|line| effect_json(skill, line)).collect::<Vec<_>>(),
    })
}

/// Renders whether a skill is an attack, and why (R100, A078, A263).
fn explain_attack(skill: &Skill) -> String {
    let harms = skill.attack_sources(false).into_iter().chain(skill.attack_sources(true));
    let mut by: Vec<String> = Vec::new();
    for source in harms {
        let words = match source {
            AttackSource::Field(damage) => format!("it inflicts {damage}"),
            AttackSource::Sentence(line) => {
                let text = skill.effects.get(usize::from(line)).map_or("", |line| line.text.as_str());
                format!("`{}` strikes as it is used", text.trim())
            }
        };
        if !by.contains(&words) {
            by.push(words);
        }
    }
    if !by.is_empty() {
        let what = if skill.strikes_a_group() { "an area attack" } else { "an attack" };
        return format!("{what}: {}", by.join("; "));
    }
    format!("no attack: {}", explain_no_attack(skill))
}

/// Renders whether somebody can intercept an attack, by the attack's own sentences (R009, R173); `None` if the skill is
/// no attack.
fn explain_interception(skill: &Skill) -> Option<String> {
    let barring_clauses =
        skill.clauses().filter(|(clause, _)| matches!(clause, Clause::NotIntercepted | Clause::DamagesMasters));
    let when: Vec<Option<String>> = barring_clauses.map(|(_, only_if)| only_if.map(condition_text)).collect();
    let explanation = match when.iter().cloned().collect::<Option<Vec<String>>>() {
        None => "nobody can intercept it".to_owned(),
        Some(when) if when.is_empty() => "it can be intercepted".to_owned(),
        Some(when) => format!("it can be intercepted, but not if {}", when.join(", nor if ")),
    };
    skill.is_attack().then_some(explanation)
}

fn explain_no_attack(skill: &Skill) -> &'static str {
    let damaging = |line: &EffectLine| {
        matches!(&line.effect,
        Effect::Sentence(Sentence { operation: Operation::Immediate(what), .. }) if what.verb.is_damaging())
    };
    if !skill.effects.iter().any(damaging) {
        return "it inflicts no damage, and no status that deals any";
    }
    match skill.role {
        Role::CommandSpell | Role::Item | Role::Service => "what it inflicts is of no skill",
        Role::Ability | Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill => {
            if skill.is_passive() {
                "it is always on, and never used"
            } else if skill.covers_ground(false) {
                "what it inflicts is of the ground it covers"
            } else {
                "what it inflicts comes later, waits for something, or falls on its own side"
            }
        }
    }
}

fn effect_json(skill: &Skill, line: &EffectLine) -> serde_json::Value {
    let mut tree = serde_json::Map::from_iter([("written".to_owned(), json!(line.text))]);
    tree.extend(explain_sentence(skill, &line.effect).into_iter().map(|(what, words)| (what.to_owned(), json!(words))));
    serde_json::Value::Object(tree)
}

/// Explains the meaning of a sentence, part by part.
fn explain_sentence(skill: &Skill, effect: &Effect) -> Vec<(&'static str, String)> {
    let sentence = match effect {
        Effect::Gm(_) => return vec![("trigger", "decided by the GM each time".to_owned())],
        Effect::Choice(_) => return vec![("trigger", "as the user chooses".to_owned())],
        // It is explained as its parts, each of which is a rule.
        Effect::Several(_) => return vec![("understood", canonical(effect))],
        Effect::Sentence(sentence) => sentence,
    };
    let parts = outline_sentence(sentence);
    let trigger = parts.trigger.unwrap_or_else(|| explain_moment(skill, sentence).to_owned());
    let mut meaning = vec![("understood", canonical(effect)), ("trigger", trigger)];
    meaning.extend(parts.condition.map(|condition| ("condition", condition)));
    meaning.push(("operation", parts.operation));
    meaning.extend(sentence.is_in_force().then(|| ("duration", explain_duration(skill, sentence))));
    meaning
}

/// Renders when a sentence without a trigger is carried out.
fn explain_moment(skill: &Skill, sentence: &Sentence) -> &'static str {
    match sentence.operation {
        Operation::Clause(_) => "part of the skill's own use",
        Operation::Immediate(_) => "once, when the skill is used",
        Operation::Standing(_) if skill.is_passive() => "always on",
        Operation::Standing(_) => "from when the skill is used",
    }
}

/// Renders how long a sentence holds: by its own words, by the skill's, or while the skill is active.
fn explain_duration(skill: &Skill, sentence: &Sentence) -> String {
    match &sentence.ending_deed {
        Some(deed) if sentence.duration.is_some() => {
            format!("{}, or until {}", timing_in_words(skill, sentence), deed_text(deed))
        }
        Some(deed) => format!("until {}", deed_text(deed)),
        None => timing_in_words(skill, sentence),
    }
}

fn timing_in_words(skill: &Skill, sentence: &Sentence) -> String {
    if skill.is_passive() {
        return "as long as its owner lives".to_owned();
    }
    let skill_duration = skill.clauses().find_map(|(clause, condition)| match clause {
        Clause::Lasts(duration) => Some((*duration, condition)),
        _ => None,
    });
    if matches!((&sentence.trigger, &sentence.operation), (Some(Trigger::Once(..)), Operation::Immediate(_))) {
        return "done once, then".to_owned();
    }
    if matches!(&sentence.operation, Operation::Standing(standing) if standing.next_attack_count().is_some())
        && sentence.duration.is_none()
    {
        return "until it is used up".to_owned();
    }
    if let (true, Some(Duration::Turns(turns))) =
        (sentence.operation.modifier().is_some_and(Modifier::is_of_turn_points), sentence.duration)
    {
        return if turns == 1 { "the next Turn".to_owned() } else { format!("the next {turns} Turns") };
    }
    let is_at_turn_end = sentence.trigger.as_ref().is_some_and(Trigger::is_of_turn_end);
    if let (true, Operation::Standing(_), Some(Duration::Turns(turns))) =
        (is_at_turn_end, &sentence.operation, sentence.duration)
    {
        return if turns == 1 { "the Turn behind that".to_owned() } else { format!("the {turns} Turns behind that") };
    }
    let upkeep = skill.cost.base.upkeep.is_some();
    match (
        sentence.duration.or(skill_duration.map(|(duration, _)| duration)),
        skill_duration.and_then(|(_, condition)| condition),
    ) {
        (Some(Duration::Indefinitely), Some(_)) => "while the condition of the skill's duration holds".to_owned(),
        (Some(Duration::Turns(1)), _) => "1 Turn, that of its use".to_owned(),
        (Some(Duration::Turns(turns)), _) => format!("{turns} Turns, that of its use the first"),
        (Some(Duration::Battle), _) => "until its user's battle ends".to_owned(),
        (Some(Duration::ThisTurn), _) => "until the Turn ends".to_owned(),
        (Some(Duration::Indefinitely), _) => "until it is ended".to_owned(),
        (None, _) if upkeep => "while its upkeep is paid".to_owned(),
        (None, _) if matches!(sentence.operation.modifier(), Some(Modifier::Upgrade(_))) => {
            "until the Turn ends".to_owned()
        }
        (None, _) => "until it is ended".to_owned(),
    }
}

/// Whether any field of the skill has an upgraded form.
fn is_upgradable(skill: &Skill) -> bool {
    let damage = skill.damage.as_ref().is_some_and(|d| d.upgraded.is_some());
    damage
        || skill.name.upgraded.is_some()
        || skill.rank.upgraded.is_some()
        || skill.kind.upgraded.is_some()
        || skill.cost.upgraded.is_some()
}
