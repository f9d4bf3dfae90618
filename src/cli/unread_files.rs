//! Warns of files in a campaign's folder that no command reads; every command that would have read them warns.

use crate::campaign::error::CampaignError;
use crate::campaign::folder::read_text_if_there;
use crate::campaign::game::ENGINE;
use crate::campaign::game::play::Game;
use crate::campaign::stray_files::find_stray_files;

use super::failure::Failure;
use super::ui::{Ui, counted};

/// Warns of files that were meant for a night and are not read; returns how many there are.
pub(super) fn warn_of_unread_files(ui: &Ui, game: &Game, night: u32) -> Result<usize, Failure> {
    let found = find_stray_files(&game.folder, night, &game.seats())?;
    found.iter().for_each(|stranger| ui.warning(&stranger.render_warning()));
    let strangers = find_unknown_seats(game)?;
    strangers.iter().for_each(|words| ui.warning(words));
    if let Some(words) = find_late_rulings(game, night.saturating_sub(1))? {
        ui.warning(&words);
    }
    Ok(found.len() + strangers.len())
}

/// Seats in war.yaml that the War does not have: renamed there, or added after it began.
fn find_unknown_seats(game: &Game) -> Result<Vec<String>, Failure> {
    let seats = game.seats();
    let file = game.read_contacts()?;
    let unknown = file.seats().filter(|seat| !seats.iter().any(|known| known.eq_ignore_ascii_case(&seat.name.text)));
    let words = |name: &str| {
        format!(
            "`{name}` in {} is no seat of this War, which began with {}: whoever stands there plays nobody. Seats keep their \
             names, and none is added; `grail seat` puts another player in one",
            game.folder.war_file().display(),
            seats.join(", ")
        )
    };
    Ok(unknown.map(|seat| words(&seat.name.text)).collect())
}

/// Refuses to play a night for which there are unread files: it would be played without them.
///
/// # Errors
/// Already printed.
pub(super) fn reject_unread_files(ui: &Ui, game: &Game, night: u32) -> Result<(), Failure> {
    match warn_of_unread_files(ui, game, night)? {
        0 => Ok(()),
        count => {
            let what = counted(count, "thing");
            ui.error(&format!("night {night} is not played without it: move it or take it away ({what} above)"));
            Err(Failure::Reported)
        }
    }
}

/// Renders a warning if the rulings of a played night no longer match what it was played by.
fn find_late_rulings(game: &Game, night: u32) -> Result<Option<String>, Failure> {
    let folder = game.folder.night(night);
    if night == 0 || !folder.is_resolved() || read_text_if_there(&folder.rulings_file())?.is_none() {
        return Ok(None);
    }
    let (stamp, _) = crate::campaign::game::state_file::read_state(&folder, game.loaded.war.setup.clone())?;
    if stamp.engine != ENGINE {
        return Ok(None);
    }
    let warning = |what: &str| {
        format!(
            "`{}` {what}: night {night} is played. What is to hold from now on goes into `{}`; `grail reopen` plays a past night again",
            folder.rulings_file().display(),
            game.folder.night(night + 1).rulings_file().display()
        )
    };
    match game.replay_night(night) {
        Err(CampaignError::Faults(_)) => Ok(Some(warning("has faults, and was not read so"))),
        Err(_) => Ok(None),
        Ok(played) => {
            let written = read_text_if_there(&folder.events_file())?;
            let is_same = played.files.files.get("events.jsonl") == written.as_ref();
            Ok((!is_same).then(|| warning("or the night's orders say something else than what was played")))
        }
    }
}
