//! `grail end`: ends a War by the GM's decision.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::book::book;
use crate::campaign::game::ended_file::{EndedFile, FILE, WarVerdict};
use crate::campaign::game::mail_file::TransportSettings;
use crate::campaign::transaction::Transaction;

use super::failure::{CommandResult, Failure};
use super::mail_session::{MailSession, RetryPolicy, lock, render_ending};
use super::ui::Ui;

/// Ends a War before its rules do: as a draw, for want of players, or for a winner.
///
/// The last night that was played is the last of the War. The book of the War is written, and a last letter with it to
/// every player, sent at once with --send. To take it back before that, delete the campaign's ended.yaml: the letters
/// do not leave then.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("how").required(true).args(["draw", "abandoned", "winner"])))]
#[command(
    after_help = "Example:\n  grail end campaigns/nine-bridges --draw\n  grail end campaigns/nine-bridges --winner Red --send"
)]
pub(super) struct EndArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// Nobody wins.
    #[arg(long)]
    draw: bool,
    /// It is played no further.
    #[arg(long)]
    abandoned: bool,
    /// This team wins.
    #[arg(long, value_name = "TEAM")]
    winner: Option<String>,
    /// Sends the last letters.
    #[arg(long)]
    send: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &EndArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = lock(&folder)?;
    let session = MailSession::open(folder.clone())?;
    let night = session.mailed_war.night - 1;
    if night == 0 {
        return Err(Failure::Usage("no night has been played: there is no War to end".to_owned()));
    }
    let setup = &session.game.loaded.war.setup;
    let winner = match &args.winner {
        Some(name) => {
            Some(setup.team_named(name).map(|team| setup.teams[team.index()].name.clone()).ok_or_else(|| {
                let teams: Vec<&str> = setup.teams.iter().map(|team| team.name.as_str()).collect();
                Failure::Usage(format!("there is no team `{name}`: the teams are {}", teams.join(", ")))
            })?)
        }
        None => None,
    };
    let how = if args.draw {
        WarVerdict::Draw
    } else if args.abandoned {
        WarVerdict::Abandoned
    } else {
        WarVerdict::Winner
    };
    if let Some(ended) = session.mailed_war.end_night {
        let file = EndedFile::new(night, how, winner);
        let same = session
            .game
            .end_file
            .as_ref()
            .is_some_and(|ended_file| (ended_file.how, &ended_file.winner) == (file.how, &file.winner));
        if same && args.send && session.has_waiting_last_letters()? {
            send_last_letters(ui, args, &session)?;
            return ui.json(&json!({ "night": night, "how": how, "winner": file.winner }));
        }
        return Err(Failure::Usage(format!("the War ended on night {ended} already")));
    }
    let file = EndedFile::new(night, how, winner);
    let mut game = session.game.reread()?;
    game.end_file = Some(file.clone());
    let contacts = game.read_contacts()?;
    let session = MailSession::from_game(game, contacts)?;
    let book_html = book(&session.game)?;
    let mut change = Transaction::new(&folder);
    change.write(&folder.root().join(FILE), file.render()?)?;
    change.write(&folder.root().join("book.html"), book_html.clone())?;
    session.draft_last_letters(&mut change, &book_html)?;
    change.commit()?;
    ui.status(&format!("{} The book is {}.", render_ending(&file), folder.root().join("book.html").display()));
    if args.send {
        send_last_letters(ui, args, &session)?;
    } else if session.has_waiting_last_letters()? {
        let root = folder.root().display();
        ui.status(&format!("The last letters wait, with the book in them: `grail night {root} --send` sends them."));
    }
    ui.json(&json!({ "night": night, "how": how, "winner": file.winner, "book": folder.root().join("book.html") }))
}

/// Sends the last letters, and the other letters that go out at once.
fn send_last_letters(ui: &Ui, args: &EndArgs, session: &MailSession) -> CommandResult {
    if session.file.mail.transport == TransportSettings::None {
        return Ok(());
    }
    session.send_waiting(ui, &args.patience)?;
    Ok(())
}
