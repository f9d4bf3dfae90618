//! `grail night`: the whole evening, step by step, from incoming letters to outgoing ones.

use std::path::PathBuf;

use clap::Args;
use jiff::{Timestamp, Zoned};
use serde_json::json;

use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::game::mail_file;
use crate::campaign::night_files::EarlierRun;
use crate::mail::clock;
use crate::mail::outbox::{LetterKind, Outbox};

use super::digest::Evening;
use super::failure::{CommandResult, Failure};
use super::mail_session::{MailSession, RetryPolicy, lock};
use super::ui::{Ui, counted};
use super::{mail, orders, resolve, unread_files};

/// Runs a night: takes the letters in, shows who is silent, resolves, and mails what everybody may read.
///
/// Each step can be interrupted and is gone on with by the same command. It stops where the GM is asked:
/// before the deadline while a seat is silent, or while players who were mailed that deadline have not written that
/// they are ready (exit code 1; --early plays all the same), when too many teams
/// are silent (exit code 1), when rulings are awaited (exit code 3), and before the letters go out, so that the pages
/// in the night's `updates` folder can be read and edited; with --send they go out at once.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail night campaigns/nine-bridges\n  grail night campaigns/nine-bridges --send")]
pub(super) struct NightArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// Sends the letters: those of a night that was resolved before, or of the one resolved now.
    #[arg(long)]
    send: bool,
    /// Plays the night however many teams are silent.
    #[arg(long)]
    despite_silence: bool,
    /// Plays the night before its deadline although seats are silent, or were told that there is time until then.
    #[arg(long)]
    early: bool,
    /// For a clock's command: before the deadline and the time of grace have passed it takes letters in, reminds the
    /// silent when `mail: remind` says so, and plays only once nobody is waited for and `when_ready` is set.
    #[arg(long)]
    when_due: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &NightArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = lock(&folder)?;
    let mut evening = Evening::default();
    let session = MailSession::open(folder)?;
    let result = run_evening(ui, args, &session, &mut evening);
    if args.send {
        // The GM is told whatever happened; an error that prevents even that is printed here.
        let digest_result = session.reopen().map_err(Failure::from);
        let digest_result =
            digest_result.and_then(|post| post.send_digest(ui, &args.patience, &evening, result.as_ref().err()));
        if let (Err(failure), true) = (&digest_result, result.is_ok()) {
            ui.failure(failure);
        }
    }
    result
}

fn run_evening(ui: &Ui, args: &NightArgs, session: &MailSession, evening: &mut Evening) -> CommandResult {
    let last = session.mailed_war.night - 1;
    let mails = has_transport(session);
    if mails && last > 0 && has_unsent_letters(session, last)? {
        let send_result = send_updates(ui, args, session, last);
        // One full mailbox does not block the other players' letters: they are imported and answered nevertheless.
        if args.send && matches!(send_result, Ok(()) | Err(Failure::Reported)) {
            take_letters_in(ui, args, session)?;
        }
        return send_result;
    }
    if mails && last > 0 {
        name_unsure_letters(ui, session, last)?;
    }
    if let Some(night) = session.mailed_war.end_night {
        take_letters_in(ui, args, session)?;
        return send_letters_of_ended_war(ui, args, session, night);
    }
    run_next_night(ui, args, session, evening)
}

/// Takes the letters in, and plays and mails the next night if nothing speaks against it.
fn run_next_night(ui: &Ui, args: &NightArgs, session: &MailSession, evening: &mut Evening) -> CommandResult {
    let number = session.mailed_war.night;
    let mails = has_transport(session);
    unread_files::reject_unread_files(ui, &session.game, number)?;
    take_letters_in(ui, args, session)?;
    // The new letters may ask for more time, or not to be waited for, or to send a letter again.
    let session = session.reopen()?;
    if args.send && mails && number > 1 && has_unsent_letters(&session, number - 1)? {
        send_updates(ui, args, &session, number - 1)?;
    }
    if args.when_due && clock::is_paused(&session.game.folder.night(number))? {
        let root = session.game.folder.root().display();
        ui.status(&format!("Night {number} is put off: `grail deadline {root} --resume` goes on, `--to` sets a day."));
        return ui.json(&json!({ "night": number, "played": false }));
    }
    let due = session.due(true)?;
    let end_of_grace =
        due.as_ref().map(|due| due.timestamp().as_second()).map(|due| Ok::<_, Failure>(due + session.grace()?));
    let end_of_grace = end_of_grace.transpose()?;
    let now = Timestamp::now().as_second();
    let seconds_left = end_of_grace.map(|end_of_grace| end_of_grace - now).filter(|left| *left > 0);
    let (silent, waiting) = (session.silent_seats()?, session.seats_asking_to_wait()?);
    let is_moved = seconds_left.is_some() && session.is_held_by_moved_deadline()?;
    let is_ready = session.file.mail.plays_when_ready && silent.is_empty() && waiting.is_empty() && !is_moved;
    let timing = Timing { seconds_left, deadline: due.as_ref(), is_moved };
    if let (true, Some(left), false) = (args.when_due, seconds_left, is_ready) {
        if args.send && mails && session.file.mail.remind.is_some() {
            remind(ui, args, &session)?;
        }
        ui.status(&describe_not_due(number, &timing, left, !silent.is_empty()));
        return ui.json(&json!({ "night": number, "played": false }));
    }
    let reasons = reasons_to_wait(args, &session, &timing, (&silent, &waiting))?;
    if !reasons.is_empty() {
        name_the_silent(ui, &session, &silent)?;
        reasons.iter().for_each(|reason| ui.warning(&format!("night {number} is not played: {reason}")));
        let (teams, most) = session.silent_teams()?;
        if teams > most {
            evening.report.push(format!(
                "Night {number} is not played: {}, and at most {most} may be silent.",
                counted(teams, "silent team")
            ));
        }
        evening.silent = silent;
        let silent = &evening.silent;
        ui.json(&json!({ "night": number, "played": false, "silent": silent }))?;
        return Err(Failure::Reported);
    }
    session.warn_of_unconfirmed(ui)?;
    let Some(night) = play(ui, &session, number)? else { return Err(Failure::RulingsAwaited) };
    if let (Some(left), Some(due)) = (seconds_left, &due) {
        let left = clock::time_left_in_words(left);
        ui.status(&format!(
            "Night {number} was played {left} before its orders were due, {}.",
            clock::render_deadline(due)
        ));
    }
    if !mails {
        ui.status(&format!("The updates are in {}; no way is set for letters to go out.", night.updates().display()));
        return ui.json(&json!({ "night": number, "played": true, "silent": silent, "mailed": false }));
    }
    // The updates are about the position after the night.
    send_updates(ui, args, &session.reopen()?, number)
}

/// Whether the campaign has a way for letters to go out.
fn has_transport(session: &MailSession) -> bool {
    session.file.mail.transport != mail_file::TransportSettings::None
}

/// Says until when orders of a night are waited for. `seconds_left` includes the time of grace; `has_silent_seats` is
/// `true` if somebody has sent none.
fn describe_not_due(number: u32, timing: &Timing<'_>, seconds_left: i64, has_silent_seats: bool) -> String {
    let deadline_text = timing.deadline.map(clock::render_deadline).unwrap_or_default();
    let moved_note = match timing.is_moved && !has_silent_seats {
        true => " The deadline was moved: it is waited for, unless everybody writes that they are ready.",
        false => "",
    };
    let now = Timestamp::now().as_second();
    if timing.deadline.is_some_and(|due| due.timestamp().as_second() <= now) {
        let left = clock::render_time_left(seconds_left);
        format!("Orders for night {number} were due {deadline_text}: the time of grace runs, and {left}.{moved_note}")
    } else {
        format!("Orders for night {number} are due {deadline_text}: nothing is played before.{moved_note}")
    }
}

/// Sends the waiting letters of a War that is over, or says that they wait.
fn send_letters_of_ended_war(ui: &Ui, args: &NightArgs, session: &MailSession, night: u32) -> CommandResult {
    let mut outbox = Outbox::open(&session.game.folder.night(session.mailed_war.night))?;
    let waiting =
        outbox.letters().iter().filter(|letter| session.is_due(letter) && letter.about.kind.is_sent_at_once()).count();
    let mut left = waiting;
    if waiting > 0 && args.send {
        session.send(ui, &mut outbox, &args.patience, |letter| letter.about.kind.is_sent_at_once())?;
        left = mail::report_states(ui, &outbox, session.mailed_war.night)?;
    }
    let what = match left {
        0 => "and no letter of it waits".to_owned(),
        _ if args.send => format!("and {} of it did not go out", counted(left, "letter")),
        _ => {
            format!("and {} of it wait{}: --send sends them", counted(left, "letter"), if left == 1 { "s" } else { "" })
        }
    };
    ui.status(&format!("The War ended on night {night}, {what}."));
    ui.json(&json!({ "night": night, "over": true, "left": left }))?;
    if left > 0 && args.send { Err(Failure::Reported) } else { Ok(()) }
}

/// Imports the letters of the inbox and answers them.
fn take_letters_in(ui: &Ui, args: &NightArgs, session: &MailSession) -> Result<(), Failure> {
    session.due(true)?;
    if let Some(sources) = session.inbox(ui, false)? {
        orders::print_outcomes(ui, &session.import(&sources, false)?)?;
    }
    if session.file.mail.transport == mail_file::TransportSettings::None {
        return Ok(());
    }
    if args.send {
        return send_answers(ui, args, session);
    }
    let outbox = Outbox::open(&session.game.folder.night(session.mailed_war.night))?;
    let count_due = |kind: LetterKind| {
        outbox.letters().iter().filter(|letter| session.is_due(letter) && letter.about.kind == kind).count()
    };
    let kinds = [LetterKind::Answer, LetterKind::Word, LetterKind::Press, LetterKind::Notice, LetterKind::HandOver];
    let held: Vec<String> = kinds
        .into_iter()
        .filter(|kind| count_due(*kind) > 0)
        .map(|kind| format!("{} ({})", kind.word(), count_due(kind)))
        .collect();
    if !held.is_empty() {
        ui.status(&format!(
            "Held until --send: {}. What they say of the night and its deadline is written as it is then.",
            held.join(", ")
        ));
    }
    Ok(())
}

/// A night's relation to its deadline.
struct Timing<'a> {
    /// The remaining seconds, the time of grace included; `None` if it has passed, or no deadline is set.
    seconds_left: Option<i64>,
    deadline: Option<&'a Zoned>,
    /// Whether the deadline was moved and somebody relies on that.
    is_moved: bool,
}

/// The reasons not to play the night yet: its time has not come, or too many teams are silent.
fn reasons_to_wait(
    args: &NightArgs,
    session: &MailSession,
    timing: &Timing<'_>,
    (silent, waiting): (&[String], &[String]),
) -> Result<Vec<String>, Failure> {
    let mut reasons: Vec<String> = Vec::new();
    let send = if args.send { " --send" } else { "" };
    let early_command = format!("`grail night {} --early{send}`", session.game.folder.root().display());
    if !waiting.is_empty() && timing.seconds_left.is_some() && !args.early {
        reasons.push(format!(
            "{} asked to be waited for. Wait, or play with --early: {early_command}",
            waiting.join(", ")
        ));
    }
    if let (Some(left), Some(due), false) = (timing.seconds_left, timing.deadline, args.early) {
        let left = clock::render_time_left(left);
        let grace = if session.grace()? > 0 { ", the time of grace counted" } else { "" };
        let due = clock::render_deadline(due);
        if timing.is_moved && silent.is_empty() {
            reasons.push(format!(
                "its deadline was moved, and not everybody has written since that they are ready: its orders are due {due}, \
                 and {left}{grace}. Wait, or play with --early: {early_command}"
            ));
        } else if !silent.is_empty() {
            reasons.push(format!(
                "its orders are due {due}, and {left}{grace}. Wait, or play with --early: {early_command}"
            ));
        } else if !session.file.mail.plays_when_ready {
            // A player who was told a day may still write, whatever they have ordered.
            let relying = session.seats_relying_on_deadline()?;
            if !relying.is_empty() {
                reasons.push(format!(
                    "everybody who is awaited has ordered, but {} {} mailed that orders are due {due}, and {} not written `I am ready`: {left}{grace}. \
                     Wait, or play with --early: {early_command}; `when_ready: true` under `mail:` in war.yaml plays as soon as all have ordered",
                    relying.join(", "),
                    if relying.len() == 1 { "was" } else { "were" },
                    if relying.len() == 1 { "has" } else { "have" }
                ));
            }
        }
    }
    let (teams, most) = session.silent_teams()?;
    if teams > most && !args.despite_silence {
        reasons.push(format!(
            "{} without orders, and at most {most} may be. Remind them with `grail mail {} --remind --send`, or play with --despite-silence",
            counted(teams, "team"),
            session.game.folder.root().display()
        ));
    }
    Ok(reasons)
}

/// Names the silent seats: those that sent nothing, those whose orders could not be accepted, and those that withdrew
/// all.
fn name_the_silent(ui: &Ui, session: &MailSession, silent: &[String]) -> Result<(), Failure> {
    let (came, withdrawn) = session.seats_heard_from()?;
    let report = |is_meant: &dyn Fn(&String) -> bool, before: &str, behind: &str| {
        let names: Vec<&str> = silent.iter().filter(|seat| is_meant(seat)).map(String::as_str).collect();
        if !names.is_empty() {
            ui.status(&format!("{before}{}{behind}", names.join(", ")));
        }
    };
    report(&|seat| !came.contains(seat) && !withdrawn.contains(seat), "No orders have come from ", ".");
    report(&|seat| came.contains(seat), "Nothing that came from ", " could be accepted: see `grail status`.");
    report(&|seat| withdrawn.contains(seat), "All orders are withdrawn again of ", ".");
    Ok(())
}

/// Plays the night and writes its folder; `None` if it awaits a ruling.
fn play(ui: &Ui, session: &MailSession, number: u32) -> Result<Option<NightFolder>, Failure> {
    let played = resolve::play_next(ui, &session.game)?;
    if !played.resolution.pending.is_empty() {
        ui.json(&json!({ "night": number, "played": false, "pending": played.resolution.pending.iter().map(|p| &p.key).collect::<Vec<_>>() }))?;
        ui.status(&format!(
            "Answer in {}: `grail rulings {}` prints what to paste.",
            played.night.rulings_file().display(),
            session.game.folder.root().display()
        ));
        return Ok(None);
    }
    if resolve::commit_now(&played)? == EarlierRun::Remains {
        ui.warning("an interrupted run had left files of this night: they were written anew");
    }
    ui.status(&format!("Night {number} is resolved: {}.", counted(played.resolution.events.len(), "event")));
    Ok(Some(played.night))
}

/// Names the letters of a night that may or may not have gone out, because a run was killed while sending them.
fn name_unsure_letters(ui: &Ui, session: &MailSession, night: u32) -> Result<(), Failure> {
    let outbox = Outbox::open(&session.game.folder.night(night))?;
    if outbox.letters().iter().any(|letter| letter.state.is_unsure()) {
        mail::report_states(ui, &outbox, night)?;
    }
    Ok(())
}

/// Whether a letter that tells a night is still to be sent.
fn has_unsent_letters(session: &MailSession, night: u32) -> Result<bool, Failure> {
    let outbox = Outbox::open(&session.game.folder.night(night))?;
    if session.has_pending_errata()? {
        return Ok(true);
    }
    Ok(session.has_untold_letters(&outbox)?)
}

fn send_answers(ui: &Ui, args: &NightArgs, session: &MailSession) -> Result<(), Failure> {
    session.retry_deferred(ui, &args.patience)?;
    let mut outbox = Outbox::open(&session.game.folder.night(session.mailed_war.night))?;
    if outbox.letters().iter().any(|letter| session.is_due(letter)) {
        session.send(ui, &mut outbox, &args.patience, |letter| letter.about.kind.is_sent_at_once())?;
    }
    Ok(())
}

/// Reminds the silent seats, each once a night.
fn remind(ui: &Ui, args: &NightArgs, session: &MailSession) -> Result<(), Failure> {
    let letters = session.make_reminders()?;
    if letters.is_empty() {
        return Ok(());
    }
    let mut outbox = Outbox::open(&session.game.folder.night(session.mailed_war.night))?;
    session.draft_letters(&mut outbox, letters)?;
    session.send(ui, &mut outbox, &args.patience, |letter| letter.about.kind == LetterKind::Reminder)?;
    Ok(())
}

/// Mails a night, or says where its drafts are.
fn send_updates(ui: &Ui, args: &NightArgs, session: &MailSession, night: u32) -> CommandResult {
    let root = session.game.folder.root().display();
    let letters = session.letters_telling_night(Some(ui), night)?;
    let errata = session.pending_errata_except(night)?;
    if !args.send {
        let outbox = Outbox::open(&session.game.folder.night(night))?;
        let is_sent = |name: &str| outbox.letter(name).is_some_and(|letter| !letter.state.is_due());
        let (sent, undelivered): (Vec<_>, Vec<_>) = letters.iter().partition(|(name, ..)| is_sent(name));
        if !sent.is_empty() {
            let undelivered: Vec<String> =
                undelivered.iter().map(|(name, .., draft)| format!("{name} to {}", draft.to)).collect();
            ui.status(&format!(
                "Night {night} is told, but for {}: {}. They go out with `grail night {root} --send`; until then night {} is not played.",
                counted(undelivered.len(), "letter"),
                undelivered.join(", "),
                night + 1
            ));
            return ui.json(&json!({ "night": night, "played": true, "mailed": false, "letters": undelivered.len() }));
        }
        ui.status(&format!(
            "Night {night} awaits its telling: {}. Read the pages in {}, put your own words into story.yaml beside them (`grail updates --draft`, `--write`), \
             then `grail night {root} --send`.",
            counted(letters.len() + errata.iter().map(|(_, letters)| letters.len()).sum::<usize>(), "letter"),
            session.game.folder.night(night).updates().display()
        ));
        return ui.json(&json!({ "night": night, "played": true, "mailed": false, "letters": letters.len() }));
    }
    session.due(true)?;
    let (before, behind) = errata.into_iter().partition(|(told_night, _)| *told_night < night);
    let mut undelivered = session.send_errata(ui, &args.patience, before)?;
    let mut outbox = Outbox::open(&session.game.folder.night(night))?;
    session.draft_letters(&mut outbox, letters)?;
    session.send(ui, &mut outbox, &args.patience, |_| true)?;
    undelivered += mail::report_states(ui, &outbox, night)? + session.send_errata(ui, &args.patience, behind)?;
    let due = session.due(false)?.as_ref().map(clock::render_deadline);
    if let Some(due) = due {
        ui.status(&format!("Orders for night {} are due {due}.", night + 1));
    }
    ui.json(&json!({ "night": night, "played": true, "mailed": undelivered == 0, "letters": outbox.letters().len(), "left": undelivered }))?;
    if undelivered > 0 { Err(Failure::Reported) } else { Ok(()) }
}
