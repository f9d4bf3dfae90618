//! `grail orders`: imports orders and explains their language.

use std::fmt::Display;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use jiff::tz::TimeZone;
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::folder::Folder;
use crate::language::code_topics::topic_of;
use crate::language::diagnostic::nearest;
use crate::language::order_guide::{GuideTopic, TOPICS, find_topic, list_topics};
use crate::mail::filed_letters;
use crate::mail::inbox::{LetterRecord, OrderFileUpdate};
use crate::mail::thread::POST_ID_SUFFIX;

use super::failure::{CommandResult, Failure};
use super::mail_session::{ImportedLetters, MailSession, RetryPolicy, Sources, lock, render_entry_line};
use super::rules::code_pages;
use super::ui::{Ui, counted};
use super::unread_files;

/// The orders that players write, and the language they are written in.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "Example:\n  grail orders help conditions")]
pub(super) struct OrdersArgs {
    #[command(subcommand)]
    command: OrdersCommand,
}

#[derive(Debug, Subcommand)]
enum OrdersCommand {
    Help(HelpArgs),
    Import(ImportArgs),
}

/// Takes orders out of letters, and answers each with the plan as understood.
///
/// Letters lie in a Maildir, an mbox or files, or are piped in (`-`, for .forward, procmail and sieve);
/// without any, the Maildir that `mail: inbox` of war.yaml names is read. A letter must hold its seat's
/// token; with --as, the GM says whose orders a text holds. Nothing is taken twice, nothing is lost: what
/// is not accepted is refused with reasons or set aside for the GM. Answers go out with --send, or with
/// the next `grail mail --send`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail orders import campaigns/nine-bridges --maildir mail/inbox
  grail orders import campaigns/nine-bridges letter.eml other.eml\n  grail orders import campaigns/nine-bridges -
  grail orders import campaigns/nine-bridges --as Red posted.txt\n  grail orders import campaigns/nine-bridges --thread thread.html\n  grail orders import campaigns/nine-bridges --accept 1f3a90cc27be")]
struct ImportArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// Letters or plain texts; `-` is what is piped in.
    files: Vec<PathBuf>,
    /// An mbox.
    #[arg(long, value_name = "FILE")]
    mbox: Vec<PathBuf>,
    /// A Maildir.
    #[arg(long, value_name = "DIR")]
    maildir: Vec<PathBuf>,
    /// Whose orders the files hold: no token is asked for.
    #[arg(long = "as", value_name = "SEAT")]
    seat: Option<String>,
    /// A thread of a board, saved as a page (HTML) or as text. Its posts are orders where their poster's name stands in
    /// war.yaml (`forum: Alys42` beside a player's name); the last one before the deadline holds.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "mbox", "maildir", "seat"])]
    thread: Vec<PathBuf>,
    /// The time zone in which the board shows its times, where it is not that of the War's deadline.
    #[arg(long, requires = "thread")]
    zone: Option<String>,
    /// A letter that was set aside is to be taken in all the same.
    #[arg(long, value_name = "LETTER", conflicts_with_all = ["files", "mbox", "maildir", "thread"])]
    accept: Option<String>,
    /// Sends the answers.
    #[arg(long)]
    send: bool,
    /// Writes nothing.
    #[arg(long, conflicts_with_all = ["send", "accept"])]
    dry_run: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

/// Explains the order language with examples, topic by topic.
///
/// Every example can be copied into a letter of orders.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grail orders help\n  grail orders help delays\n  grail orders help E361\n  grail orders help all"
)]
struct HelpArgs {
    /// The topic, or `all`, or the code of what was said of an order (`E361`); without it the list of topics is
    /// printed.
    topic: Option<String>,
}

pub(super) fn run(ui: &Ui, args: &OrdersArgs) -> CommandResult {
    match &args.command {
        OrdersCommand::Help(args) => show_help(ui, args),
        OrdersCommand::Import(args) => import_orders(ui, args),
    }
}

fn show_help(ui: &Ui, args: &HelpArgs) -> CommandResult {
    let shown: Vec<&GuideTopic> = match args.topic.as_deref() {
        None => {
            ui.text(&list_topics())?;
            ui.text("\n`grail orders help TOPIC` explains one, `grail orders help E361` what was said of an order, `grail orders help all` all.\n")?;
            return ui.json(&TOPICS.iter().map(|t| json!({ "topic": t.name, "about": t.about })).collect::<Vec<_>>());
        }
        Some("all") => TOPICS.iter().collect(),
        Some(name) => match topic_of(name) {
            // The name is a code: its meaning and its topic are shown.
            Some(topic) => {
                if let Some(code) = code_pages::find_code(name) {
                    ui.text(&code.render_page())?;
                    ui.text("\n")?;
                }
                vec![topic]
            }
            None => vec![find_topic(name).ok_or_else(|| unknown_topic_failure(name))?],
        },
    };
    ui.text(&shown.iter().map(|topic| topic.render_page()).collect::<Vec<_>>().join("\n\n"))?;
    let topic_json =
        |t: &&GuideTopic| json!({ "topic": t.name, "about": t.about, "text": t.text, "examples": t.examples });
    ui.json(&shown.iter().map(topic_json).collect::<Vec<_>>())
}

fn import_orders(ui: &Ui, args: &ImportArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = if args.dry_run { None } else { Some(lock(&folder)?) };
    let session = MailSession::open(folder)?;
    unread_files::warn_of_unread_files(ui, &session.game, session.mailed_war.night)?;
    let seat = match &args.seat {
        Some(name) => Some(session.game.find_seat(name)?.index()),
        None => None,
    };
    let imported = match &args.accept {
        Some(id) => {
            let all = filed_letters::load_letters_up_to(&session.game.folder, session.mailed_war.night)?;
            let letter = all.iter().rev().find(|letter| letter.id.starts_with(id.as_str()));
            let letter = letter.ok_or_else(|| CampaignError::Missing {
                path: session.game.folder.root().join("letters").join(id),
                hint: "`grail letters --all` lists the letters of the War".to_owned(),
            })?;
            let imported = session.import_on_gm_word(letter, seat, false)?;
            session.render_reopen_steps(letter).iter().for_each(|words| ui.status(words));
            imported
        }
        None => {
            let mut sources = Sources {
                mboxes: args.mbox.clone(),
                maildirs: args.maildir.clone(),
                files: args.files.clone(),
                threads: args.thread.clone(),
                zone: args.zone.as_deref().map(parse_zone).transpose()?,
                seat_index: seat,
            };
            if args.thread.is_empty() && args.files.is_empty() && args.mbox.is_empty() && args.maildir.is_empty() {
                let inbox = session.inbox(ui, args.dry_run)?.ok_or_else(|| {
                    Failure::Usage("where are the letters? name files, --mbox FILE or --maildir DIR, or `mail: { inbox: DIR }` in war.yaml".to_owned())
                })?;
                sources.maildirs = inbox.maildirs;
            }
            session.import(&sources, args.dry_run)?
        }
    };
    print_outcomes(ui, &imported)?;
    if session.file.mail.sender.is_none()
        && imported.new_letters.iter().any(|entry| entry.answer.is_some() && !is_post(entry))
    {
        ui.warning("answers wait until `mail: from` in war.yaml says whom they are from");
    }
    if args.send {
        session.retry_deferred(ui, &args.patience)?;
        session.send_waiting(ui, &args.patience)?;
    }
    ui.json(&json!({ "night": session.mailed_war.night, "letters": imported.new_letters, "remarks": imported.remarks, "known": imported.known_count, "silent": session.silent_seats()? }))
}

/// Whether it came from a forum, where nobody expects an answer by mail.
fn is_post(entry: &LetterRecord) -> bool {
    entry.message.as_ref().is_some_and(|id| id.ends_with(POST_ID_SUFFIX))
}

fn parse_zone(name: &str) -> Result<TimeZone, Failure> {
    let unknown_zone = |_| Failure::Usage(format!("`{name}` is no time zone: write one as `Europe/London`"));
    TimeZone::get(name).map_err(unknown_zone)
}

/// Prints the outcomes of letters.
pub(super) fn print_outcomes(ui: &Ui, imported: &ImportedLetters) -> CommandResult {
    for (entry, remarks) in imported.new_letters.iter().zip(&imported.remarks) {
        ui.text(&(render_entry_line(entry) + "\n"))?;
        remarks.iter().try_for_each(|remark| ui.text(&format!("\n{}\n", remark.trim_end())))?;
        if !entry.notes.is_empty() {
            ui.text(&format!("\nNo orders, for you to read:\n{}", indent_lines(&entry.notes)))?;
        }
    }
    imported.posts.iter().for_each(|line| ui.status(line));
    if !imported.guesses.is_empty() {
        ui.warning(&format!("wrong tokens within a day:\n  {}", imported.guesses.join("\n  ")));
    }
    for (seat, filed) in &imported.filed {
        match filed {
            OrderFileUpdate::AsLettersSay => {}
            OrderFileUpdate::ByHand => ui.warning(&format!("the orders of {seat} were written by hand; they stay until a newer letter comes")),
            OrderFileUpdate::PutAside(name) => ui.warning(&format!("the orders of {seat} were written by hand; a newer letter stands in their place, and they are in {name}")),
        }
    }
    let known =
        if imported.known_count > 0 { format!(", {} taken in before", imported.known_count) } else { String::new() };
    ui.status(&format!("{}{known}.", counted(imported.new_letters.len(), "new letter")));
    Ok(())
}

/// Indents lines by two spaces.
pub(super) fn indent_lines(lines: impl IntoIterator<Item = impl Display>) -> String {
    lines.into_iter().map(|line| format!("  {line}\n")).collect()
}

fn unknown_topic_failure(name: &str) -> Failure {
    let guess = nearest(name, TOPICS.iter().map(|topic| topic.name));
    let hint = guess
        .map_or_else(|| "`grail orders help` lists the topics".to_owned(), |guess| format!("did you mean `{guess}`?"));
    Failure::Usage(format!("there is no topic `{name}`; {hint}"))
}
