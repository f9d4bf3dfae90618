//! `grail start`: validates everything and writes night 000.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::folder::Folder;
use crate::campaign::game::load_war::load;
use crate::campaign::game::play;
use crate::campaign::lock::Lock;
use crate::campaign::night_files::EarlierRun;

use super::failure::CommandResult;
use super::mail_session::MailSession;
use super::ui::{Ui, counted};

/// Begins a War: checks everything, places the characters and writes night 000.
///
/// Night 000 keeps copies of the sheets, the map and the game's part of war.yaml. What is edited
/// later changes nothing any more; what must change is a ruling.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail start campaigns/nine-bridges")]
pub(super) struct StartArgs {
    /// The campaign's folder.
    campaign: PathBuf,
}

pub(super) fn run(ui: &Ui, args: &StartArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = Lock::take(&folder)?;
    if folder.night(0).is_resolved() {
        return Err(CampaignError::Committed { path: folder.night(0).state_file() }.into());
    }
    let loaded = load(folder.root(), &[PathBuf::from(".")])?;
    ui.faults(&loaded.warnings);
    if play::start(&folder, &loaded)? == EarlierRun::Remains {
        ui.warning("an interrupted start had left files in nights/000: they were written anew");
    }
    if let Some(missing) = loaded.war.hints_missing().filter(|missing| *missing > 0) {
        ui.warning(&format!(
            "the IGM begins with ten hints (R326), and {} of them {} missing: write them in war.yaml under `igm: hints:`, \
             or on the sheets under `clues:`, and start anew",
            missing,
            if missing == 1 { "is" } else { "are" }
        ));
    }
    let setup = &loaded.war.setup;
    let (characters, teams) = (loaded.war.characters.len(), setup.teams.len());
    ui.status(&format!(
        "{}: {} of {} stand in {}; night 1 awaits orders in {}.",
        setup.title,
        counted(characters, "character"),
        counted(teams, "team"),
        counted(setup.locations.len(), "location"),
        folder.night(1).orders().display()
    ));
    let session = MailSession::open(folder)?;
    if session.inbox(ui, false)?.is_some() {
        let silent = session.silent_seats()?;
        let count = session.mailed_war.seats.iter().filter(|seat| seat.is_awaited() && !silent.contains(&seat.name));
        let names: Vec<&str> = count.map(|seat| seat.name.as_str()).collect();
        if !names.is_empty() {
            ui.warning(&format!(
                "orders for night 1 are there already, of {}: they are carried out for whoever sends no letter",
                names.join(" and ")
            ));
        }
    }
    session.warn_of_missing_tokens(ui);
    if session.file.mail.sender.is_some() && session.file.gm.as_ref().is_none_or(|gm| gm.email.is_none()) {
        ui.warning(
            "`mail:` is set, and war.yaml has no `gm: { name: …, email: …, token: … }`: no digest of what awaits you can be \
             mailed, and nothing can be ruled by letter; `grail status` and `grail letters` show all of it",
        );
    }
    ui.json(&json!({ "title": setup.title, "teams": teams, "characters": characters, "next_night": 1 }))
}
