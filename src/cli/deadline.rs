//! `grail deadline`: shows the next deadline, or moves it for everybody.

use std::path::PathBuf;

use clap::Args;
use jiff::Zoned;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::mail_file::TransportSettings;
use crate::campaign::transaction::Transaction;
use crate::mail::clock::{self, render_moved_notice, render_paused_notice, render_resumed_notice};

use super::failure::{CommandResult, Failure};
use super::mail_session::{MailSession, RetryPolicy, lock};
use super::ui::Ui;

/// Shows when the orders of the next night are due, or moves that for everybody.
///
/// A deadline that moves is told to every player: at once with --send, else with the next letters. While a night is
/// put off, orders are taken and a clock's command plays nothing.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grail deadline campaigns/nine-bridges\n  grail deadline campaigns/nine-bridges --extend \"24 hours\" --send
  grail deadline campaigns/nine-bridges --to \"2026-12-03 23:00\"\n  grail deadline campaigns/nine-bridges --pause"
)]
pub(super) struct DeadlineArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// How much more time there is.
    #[arg(long, value_name = "LENGTH", conflicts_with_all = ["to", "pause"])]
    extend: Option<String>,
    /// The day and time, in the zone of the War's deadline; a day alone means the War's time of day.
    #[arg(long, value_name = "MOMENT", conflicts_with = "pause")]
    to: Option<String>,
    /// Puts the night off until --resume, or --to sets a day.
    #[arg(long)]
    pause: bool,
    /// A night that was put off goes on: orders are due on the next day of the War's calendar, in twelve hours at the
    /// earliest.
    #[arg(long, conflicts_with_all = ["extend", "to", "pause"])]
    resume: bool,
    /// Tells everybody at once.
    #[arg(long)]
    send: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &DeadlineArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let moves_deadline = args.extend.is_some() || args.to.is_some() || args.pause || args.resume;
    let _lock = if moves_deadline || args.send { Some(lock(&folder)?) } else { None };
    let session = MailSession::open(folder)?;
    let night = session.mailed_war.night;
    if let Some(ended) = session.mailed_war.end_night {
        return Err(Failure::Usage(format!("the War ended on night {ended}: no orders are due")));
    }
    let due = session.due(false)?;
    let new_due = new_deadline(args, &session, due.as_ref())?;
    let past_deadline = new_due.as_ref().filter(|due| moves_deadline && due.timestamp().as_second() <= session.now);
    if let Some(past_deadline) = past_deadline {
        return Err(Failure::Usage(format!(
            "{} has gone by, and everybody would be told of it: `grail night {} --early` plays at once",
            clock::render_deadline(past_deadline),
            session.game.folder.root().display()
        )));
    }
    if moves_deadline {
        let notice = match &new_due {
            Some(due) if args.resume => render_resumed_notice(night, due),
            Some(due) => render_moved_notice(night, due),
            None => render_paused_notice(night),
        };
        let mut change = Transaction::new(&session.game.folder);
        session.move_deadline(&mut change, new_due.as_ref(), &notice)?;
        change.commit()?;
    }
    if args.send && session.file.mail.transport != TransportSettings::None {
        session.send_waiting(ui, &args.patience)?;
    }
    let due = if moves_deadline { new_due } else { due };
    let paused = clock::is_paused(&session.game.folder.night(night))?;
    ui.text(&match &due {
        Some(due) => format!("Orders for night {night} are due {}.\n", clock::render_deadline(due)),
        None if paused => format!("Night {night} is put off.\n"),
        None => format!("No deadline is set for night {night}.\n"),
    })?;
    ui.json(&json!({ "night": night, "due": due.map(|due| due.to_string()), "paused": paused }))
}

/// The deadline that the arguments set; `None` if they pause the night or set none.
fn new_deadline(args: &DeadlineArgs, session: &MailSession, due: Option<&Zoned>) -> Result<Option<Zoned>, Failure> {
    if let Some(text) = &args.extend {
        let by = clock::parse_duration(text).ok_or_else(|| {
            Failure::Usage(format!("`{text}` is no length of time: write `24 hours` or `90 minutes`"))
        })?;
        let due = due.ok_or_else(|| {
            Failure::Usage("there is no deadline to be extended: --to \"2026-12-03 23:00\" sets one".to_owned())
        })?;
        return Ok(Some(clock::postpone(due, by)?));
    }
    if args.resume {
        return Ok(Some(session.deadline_after_resume()?));
    }
    Ok(args.to.as_deref().map(|text| session.parse_moment(text)).transpose()?)
}
