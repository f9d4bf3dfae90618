//! `grail logic`: shows and edits the Logic Game: red, blue and gold.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::coming_logic::ComingLogic;
use crate::campaign::game::play::Game;
use crate::campaign::lock::Lock;
use crate::campaign::night_files::write_file;
use crate::event::words::logic_words::describe_ledger_step;
use crate::logic::Author;
use crate::logic::step::LedgerStep;
use crate::perception::logic_view::{LogicView, author_name, build_logic_view};
use crate::updates::logic_block::statement_line;
use crate::war::War;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted};

/// The Logic Game: who stated what in red, blue and gold, who owes an answer, who was warned.
///
/// Without a further word the log is shown: what stands, what came in for the coming night, and what will
/// follow. It shows everything: it is for the GM alone. Players state things in their orders; what reaches
/// you otherwise you add here. It is written to the `logic.yaml` of the coming night, which you may edit,
/// and everybody reads it in that night's update.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true, after_help = HELP)]
pub(super) struct LogicArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    #[command(subcommand)]
    command: Option<LogicCommand>,
}

const HELP: &str = "\
Example:
  grail logic campaigns/nine-bridges
  grail logic campaigns/nine-bridges owed
  grail logic campaigns/nine-bridges red \"My Servant killed nobody.\" --by Red
  grail logic campaigns/nine-bridges blue \"Caster set the fire.\" --by Red --to Blue --with 1 --posted
  grail logic campaigns/nine-bridges answer 2 \"Caster set no fire.\" --by Blue
  grail logic campaigns/nine-bridges correct 1 \"Saber killed one civilian.\" --intended
  grail logic campaigns/nine-bridges strike Red --times 1 --reason \"Gold is the GM's.\"

Players write in their orders:
  Red: \"…\"    Blue to Blue: \"…\"    Answer 2 in red: \"…\"    Counter 2 in blue: \"…\"    Correct 1: \"…\"
or, as on GameFAQs, <em><b><i>red</i></b></em> and <em><b><b>blue</b></b></em>.";

#[derive(Debug, Subcommand)]
enum LogicCommand {
    /// Shows the whole log, as without a further word.
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges log")]
    Log,
    /// Shows who owes whom an answer by when, and what will happen where none comes (R394-R396).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges owed")]
    Owed,
    /// Adds a red statement: its author guarantees it (R387).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges red \"Saber killed nobody.\" --by Red")]
    Red(StatementArgs),
    /// Adds a blue statement: a guess with good grounds (R391).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges blue \"Caster lies.\" --by Red --to Blue")]
    Blue(BlueArgs),
    /// Adds your own statement, which is always true (R400).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges gold \"No civilian died.\"")]
    Gold {
        /// The words.
        text: String,
        /// Everybody has read it already.
        #[arg(long)]
        posted: bool,
    },
    /// Adds an answer in red to a blue (R394).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges answer 2 \"No.\" --by Blue")]
    Answer(ReplyArgs),
    /// Adds a blue that counters another (R393).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges counter 2 \"It was Rider.\" --by Blue")]
    Counter(ReplyArgs),
    /// Corrects a statement: by its author without penalty (R390), by you with a strike for red (R388, R389).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges correct 1 \"Saber killed one.\" --by Red")]
    Correct {
        /// The statement.
        statement: u32,
        /// What it should have said.
        text: String,
        /// Its author's seat; without it you correct it.
        #[arg(long, value_name = "SEAT")]
        by: Option<String>,
        /// Its author knew better: three strikes (R389).
        #[arg(long, conflicts_with = "by")]
        intended: bool,
        /// Everybody has read it already.
        #[arg(long)]
        posted: bool,
    },
    /// Does not let a statement count: blue without a basis, a lesser counter, red about the future.
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges set-aside 2 --reason \"It has no basis.\"")]
    SetAside(JudgedArgs),
    /// Excuses whoever must answer a blue.
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges excuse 2 --reason \"Away this week.\"")]
    Excuse(JudgedArgs),
    /// Warns a person: once a War (R395, A249).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges warn Red --reason \"No answer to 2.\"")]
    Warn(LogicSeatArgs),
    /// Gives a person strikes; three ban (R397).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges strike Red --reason \"A false red.\"")]
    Strike {
        /// How many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
        times: u32,
        #[command(flatten)]
        person: LogicSeatArgs,
    },
    /// Bans a person from the Logic Game (R397-R399).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges ban Red")]
    Ban {
        /// The seat.
        seat: String,
    },
    /// Takes a person's warning, strikes and ban back.
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges clear Red --reason \"A slip of the pen.\"")]
    Clear(LogicSeatArgs),
    /// A person takes no part: owes nothing and says nothing (R386).
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges out Red")]
    Out {
        /// The seat.
        seat: String,
    },
    /// A person takes part again.
    #[command(after_help = "Example:\n  grail logic campaigns/nine-bridges in Red")]
    In {
        /// The seat.
        seat: String,
    },
}

#[derive(Debug, Args)]
struct StatementArgs {
    /// The words.
    text: String,
    /// Whose statement it is: a seat.
    #[arg(long, value_name = "SEAT")]
    by: String,
    /// Everybody has read it already: it may be answered at once, and is due with the coming update.
    #[arg(long)]
    posted: bool,
}

#[derive(Debug, Args)]
struct BlueArgs {
    #[command(flatten)]
    said: StatementArgs,
    /// Who must answer: a seat, a team or a character (A247).
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
    /// The red it rests on (R392).
    #[arg(long, value_name = "STATEMENT")]
    with: Vec<u32>,
}

#[derive(Debug, Args)]
struct ReplyArgs {
    /// The blue.
    statement: u32,
    #[command(flatten)]
    said: StatementArgs,
}

#[derive(Debug, Args)]
struct JudgedArgs {
    /// The statement.
    statement: u32,
    /// Why; everybody reads it.
    #[arg(long)]
    reason: String,
    /// Everybody has read it already.
    #[arg(long)]
    posted: bool,
}

#[derive(Debug, Args)]
struct LogicSeatArgs {
    /// The seat.
    seat: String,
    /// Why.
    #[arg(long)]
    reason: String,
}

pub(super) fn run(ui: &Ui, args: &LogicArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let entry = args.command.as_ref().and_then(render_entry);
    if let Some(entry) = &entry {
        let _lock = Lock::take(&folder)?;
        let game = Game::open(folder)?;
        let coming_logic = game.coming_logic(entry)?;
        if let Some(why) = coming_logic.reason_without_effect(coming_logic.entries) {
            return Err(Failure::Usage(format!("this would come to nothing: {why}")));
        }
        let path = coming_logic.night.logic_file();
        write_file(&path, &coming_logic.text)?;
        ui.status(&format!("Entry {} is in {}.", coming_logic.entries, path.display()));
        return show_log(ui, &coming_logic, false);
    }
    let game = Game::open(folder)?;
    let last = game.war_after(game.folder.last_resolved_night()?.number)?;
    if last.ended.is_some() {
        ui.text(&render_log(ui, &build_logic_view(&last, None), 0))?;
        return ui.json(
            &json!({ "night": last.night, "log": build_logic_view(&last, None), "persons": persons_to_json(&last) }),
        );
    }
    show_log(ui, &game.coming_logic("")?, matches!(args.command, Some(LogicCommand::Owed)))
}

/// The entry that a command adds to `logic.yaml`; `None` for commands that only show.
fn render_entry(command: &LogicCommand) -> Option<String> {
    let said = |colour: &str, statement_entry: &StatementArgs, more: &[(&str, String)]| {
        let mut keys =
            vec![(colour, render_yaml_string(&statement_entry.text)), ("by", render_yaml_string(&statement_entry.by))];
        keys.extend_from_slice(more);
        render_entry_with_posted(keys, statement_entry.posted)
    };
    Some(match command {
        LogicCommand::Log | LogicCommand::Owed => return None,
        LogicCommand::Red(red) => said("red", red, &[]),
        LogicCommand::Blue(BlueArgs { said: blue, to, with }) => {
            let mut more: Vec<(&str, String)> = to.iter().map(|to| ("to", render_yaml_string(to))).collect();
            if !with.is_empty() {
                let list: Vec<String> = with.iter().map(u32::to_string).collect();
                more.push(("with", format!("[{}]", list.join(", "))));
            }
            said("blue", blue, &more)
        }
        LogicCommand::Gold { text, posted } => {
            render_entry_with_posted(vec![("gold", render_yaml_string(text))], *posted)
        }
        LogicCommand::Answer(reply) => said("red", &reply.said, &[("answers", reply.statement.to_string())]),
        LogicCommand::Counter(reply) => said("blue", &reply.said, &[("counters", reply.statement.to_string())]),
        LogicCommand::Correct { statement, text, by, intended, posted } => {
            let mut keys = vec![("correct", statement.to_string()), ("text", render_yaml_string(text))];
            keys.extend(by.iter().map(|by| ("by", render_yaml_string(by))));
            if *intended {
                keys.push(("intended", "true".to_owned()));
            }
            render_entry_with_posted(keys, *posted)
        }
        LogicCommand::SetAside(judged) => render_judgement("set_aside", judged),
        LogicCommand::Excuse(judged) => render_judgement("excuse", judged),
        LogicCommand::Warn(person) => render_entry_yaml(&penalty_keys("warn", person)),
        LogicCommand::Strike { times, person } => {
            let mut keys = penalty_keys("strike", person);
            keys.push(("times", times.to_string()));
            render_entry_yaml(&keys)
        }
        LogicCommand::Ban { seat } => render_entry_yaml(&[("ban", render_yaml_string(seat))]),
        LogicCommand::Clear(person) => render_entry_yaml(&penalty_keys("clear", person)),
        LogicCommand::Out { seat } => render_entry_yaml(&[("out", render_yaml_string(seat))]),
        LogicCommand::In { seat } => render_entry_yaml(&[("in", render_yaml_string(seat))]),
    })
}

fn render_judgement(key: &'static str, judged: &JudgedArgs) -> String {
    let keys = vec![(key, judged.statement.to_string()), ("reason", render_yaml_string(&judged.reason))];
    render_entry_with_posted(keys, judged.posted)
}

fn penalty_keys(key: &'static str, person: &LogicSeatArgs) -> Vec<(&'static str, String)> {
    vec![(key, render_yaml_string(&person.seat)), ("reason", render_yaml_string(&person.reason))]
}

fn render_entry_with_posted(mut keys: Vec<(&str, String)>, posted: bool) -> String {
    if posted {
        keys.push(("posted", "true".to_owned()));
    }
    render_entry_yaml(&keys)
}

/// Renders an entry as YAML.
fn render_entry_yaml(keys: &[(&str, String)]) -> String {
    let lines = keys.iter().enumerate();
    lines.map(|(index, (key, value))| format!("{}{key}: {value}\n", if index == 0 { "- " } else { "  " })).collect()
}

/// Renders a text as a YAML scalar in double quotes, in the form of a JSON string.
fn render_yaml_string(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

fn show_log(ui: &Ui, coming: &ComingLogic, only_duties: bool) -> CommandResult {
    let war = &coming.war;
    let view = build_logic_view(war, None);
    let noteworthy = coming.steps.iter().filter(|s| is_news(s));
    let remarks: Vec<String> = noteworthy.map(|s| describe_ledger_step(&coming.war_after, s)).collect();
    let mut out = String::new();
    if only_duties {
        out.push_str(&render_duties(war, &view));
        if view.owed.is_empty() {
            out.push_str("Nobody owes an answer.\n");
        }
    } else {
        out.push_str(&render_log(ui, &view, war.night));
        out.push_str(&render_duties(war, &view));
        out.push_str(&render_standings(war));
    }
    if !remarks.is_empty() {
        let _ = writeln!(out, "\nAs it stands, what night {} will bring, and what you should know:", war.night);
        remarks.iter().for_each(|remark| out.push_str(&format!("  {remark}\n")));
    }
    ui.text(out.trim_start_matches('\n'))?;
    ui.json(&json!({
        "night": war.night,
        "file": coming.night.logic_file().display().to_string(),
        "entries": coming.entries,
        "log": view,
        "persons": persons_to_json(war),
        "remarks": remarks,
    }))?;
    let statements = war.logic.statements.len();
    ui.status(&format!("The Logic Game before night {}: {}.", war.night, counted(statements, "statement")));
    Ok(())
}

/// Whether a step is more than a statement in the log.
const fn is_news(step: &LedgerStep) -> bool {
    !matches!(
        step,
        LedgerStep::Stated(_) | LedgerStep::Corrected { .. } | LedgerStep::SetAside { .. } | LedgerStep::Excused { .. }
    )
}

/// Renders the log, each statement in its colour.
fn render_log(ui: &Ui, view: &LogicView, coming: u32) -> String {
    let mut out = String::new();
    if view.statements.is_empty() {
        out.push_str("Nothing has been stated.\n");
    }
    let mut is_announced = false;
    for statement in &view.statements {
        if statement.night == coming && !is_announced {
            is_announced = true;
            let _ = writeln!(out, "\nFor the update of night {coming}:");
        }
        let line = statement_line(statement);
        let mark = format!("{:<4}", line.colour.to_uppercase());
        let words = ui.in_colour(statement.colour, &format!("{mark} \"{}\"", line.text));
        let _ = writeln!(out, "{:>4} {words}  {}", line.number, line.head);
        line.remarks.iter().for_each(|remark| out.push_str(&format!("          {remark}\n")));
    }
    out
}

/// Renders who owes whom an answer, with the seat of each addressee.
fn render_duties(war: &War, view: &LogicView) -> String {
    let mut out = String::new();
    for (owed, duty_view) in war.logic.open_duties().zip(&view.owed) {
        if out.is_empty() {
            out.push_str("\nOwed:\n");
        }
        let seat = author_name(war, Author::Person(owed.debtor));
        let who = if seat == duty_view.who { seat } else { format!("{} ({seat})", duty_view.who) };
        let _ = writeln!(
            out,
            "  {who} owes {} an answer to {}, by the update of Night {}.",
            duty_view.to, duty_view.statement, duty_view.due
        );
    }
    out
}

fn render_standings(war: &War) -> String {
    let mut out = String::new();
    for (who, standing) in &war.logic.persons {
        if out.is_empty() {
            out.push_str("\nStanding:\n");
        }
        let mut words = Vec::new();
        if standing.warned_on.is_some() {
            words.push("warned".to_owned());
        }
        if standing.strikes > 0 {
            words.push(counted(standing.strikes as usize, "strike"));
        }
        if standing.banned_since.is_some() {
            words.push("banned".to_owned());
        }
        if standing.takes_no_part {
            words.push("takes no part".to_owned());
        }
        let _ = writeln!(out, "  {}: {}", author_name(war, Author::Person(*who)), words.join(", "));
    }
    out
}

fn persons_to_json(war: &War) -> serde_json::Value {
    let person = |(who, standing): (&crate::vocabulary::ids::SeatId, &crate::logic::PlayerStanding)| {
        json!({
            "seat": author_name(war, Author::Person(*who)),
            "warned": standing.warned_on,
            "strikes": standing.strikes,
            "banned": standing.banned_since,
            "out": standing.takes_no_part,
        })
    };
    json!(war.logic.persons.iter().map(person).collect::<Vec<_>>())
}
