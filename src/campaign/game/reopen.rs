//! A past night resolved anew: a ruling came late, an order was lost (R008).
//!
//! The night and all behind it are played again from what lies in their folders now. What stood there is kept
//! beside (`kept/1`, `kept/2`, …), what reads otherwise now is told per reader, and a draft of errata is made for
//! each. Nothing is written before all of it is known, and then all of it or nothing.
#![expect(clippy::disallowed_methods, reason = "a night's files are kept and written anew")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::error::{AtPath, CampaignError, Result};
use crate::campaign::folder::{COMMIT_FILE, Folder, NightFolder, read_text_if_there};
use crate::campaign::transaction::Transaction;
use crate::updates::wrap::unwrapped;

use super::play::{Game, OWNED, PlayedNight};

/// A night that was played again, not yet written.
#[derive(Debug)]
pub struct Again {
    /// As it comes out now.
    pub played: PlayedNight,
    /// What reads otherwise, by reader; who reads the same is not named.
    pub changes: Vec<PageChange>,
    /// Anything at all is otherwise, be it hidden from all readers.
    pub differs: bool,
}

/// What reads otherwise for one reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageChange {
    /// A seat's file name, or `public`.
    pub reader: String,
    /// Lines that stand no longer.
    pub gone: Vec<String>,
    /// Lines that stand there now.
    pub new: Vec<String>,
}

/// A past night, and all behind it, as they come out now.
#[derive(Debug, Default)]
pub struct Reopened {
    /// In order.
    pub nights: Vec<Again>,
    /// Nights that were resolved and are no more, for the War ends before them now.
    pub void: Vec<NightFolder>,
}

impl Reopened {
    /// Whether a question awaits the GM in one of them.
    pub fn is_pending(&self) -> bool {
        self.nights.iter().any(|night| !night.played.resolution.pending.is_empty())
    }

    /// Whether anything comes out otherwise.
    pub fn differs(&self) -> bool {
        !self.void.is_empty() || self.nights.iter().any(|night| night.differs)
    }
}

/// Plays a past night again, and all behind it; nothing is written. It stops where a question awaits the GM.
///
/// # Errors
/// [`CampaignError::NoNight`], also for the start; else as [`Game::play`].
pub fn reopen(game: &Game, number: u32) -> Result<Reopened> {
    let last = game.folder.last_resolved_night()?.number;
    let before = number.checked_sub(1).ok_or(CampaignError::NoNight { night: number, last })?;
    game.folder.resolved_night(number)?;
    let mut war = game.war_after(before)?;
    let mut reopened = Reopened::default();
    for night in number..=last {
        if war.ended.is_some() {
            reopened.void.push(game.folder.night(night));
            continue;
        }
        let played = game.play(war, night)?;
        war = played.resolution.war.clone();
        let awaited = !played.resolution.pending.is_empty();
        reopened.nights.push(compare(played)?);
        if awaited {
            break;
        }
    }
    Ok(reopened)
}

fn compare(played: PlayedNight) -> Result<Again> {
    let mut changes = Vec::new();
    let mut differs = false;
    for (place, text) in played.files.all() {
        let stood = read_text_if_there(&played.night.path.join(place))?.unwrap_or_default();
        if stood == text {
            continue;
        }
        differs = true;
        if let Some(reader) = place.strip_prefix("updates/").and_then(|name| name.strip_suffix(".txt")) {
            let (gone, new) = lines_changed(&stood, text);
            changes.push(PageChange { reader: reader.to_owned(), gone, new });
        }
    }
    Ok(Again { played, changes, differs })
}

/// Writes what came out anew, all of it or nothing: the old is kept, errata are drafted for every reader who
/// reads otherwise. The campaign's lock must be held.
pub fn write(folder: &Folder, reopened: &Reopened) -> Result<()> {
    if reopened.is_pending() {
        return Err(CampaignError::internal("a night with open questions was to be written"));
    }
    let mut change = Transaction::of(folder);
    reopened.void.iter().try_for_each(|night| shelve_former_files(&mut change, night))?;
    for Again { played, changes, .. } in &reopened.nights {
        let night = &played.night;
        shelve_former_files(&mut change, night)?;
        for (place, text) in played.files.all() {
            change.write(&night.path.join(place), text)?;
        }
        for told in changes {
            change.write(&errata_file(night, &told.reader), errata(played, told))?;
        }
    }
    change.commit()
}

/// Where the draft of a reader's errata lies; `reader` is a page's file name.
pub fn errata_file(night: &NightFolder, reader: &str) -> PathBuf {
    night.updates().join(format!("{reader}.errata.txt"))
}

/// Puts what a run wrote for a night into its next folder (`kept/1`, `kept/2`, …).
fn shelve_former_files(change: &mut Transaction, night: &NightFolder) -> Result<()> {
    let kept = night.kept_revision(night.revision() + 1);
    for name in std::iter::once(COMMIT_FILE).chain(OWNED) {
        for path in files_below(&night.path.join(name))? {
            let place = path.strip_prefix(&night.path).unwrap_or(&path);
            change.write(&kept.join(place), fs::read(&path).at("read", &path)?)?;
            change.remove(&path)?;
        }
    }
    Ok(())
}

/// A file, or every file below a folder; none where nothing is there.
fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(path.exists().then(|| path.to_owned()).into_iter().collect());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).at("read", path)? {
        found.extend(files_below(&entry.at("read", path)?.path())?);
    }
    Ok(found)
}

/// A draft for a reader: what they were told that is not so, and what is.
fn errata(played: &PlayedNight, told: &PageChange) -> String {
    errata_text(&played.resolution.war.setup.title, played.night.number, &told.gone, &told.new)
}

fn errata_text(war: &str, night: u32, gone: &[String], new: &[String]) -> String {
    let mut text = format!("{war}\nErrata to Night {night}\n");
    for (heading, lines) in [("Not so any more", gone), ("So now", new)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n{heading}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
        }
    }
    text
}

/// What a reader is told who was told one page of a night and is to read another; nothing where they say the same.
pub fn errata_between(war: &str, night: u32, told: &str, now: &str) -> Option<String> {
    let (gone, new) = lines_changed(told, now);
    (!gone.is_empty() || !new.is_empty()).then(|| errata_text(war, night, &gone, &new))
}

/// The lines of one text that the other lacks, and the other way round, by their longest common part.
fn lines_changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let lines = |text: &str| -> Vec<String> {
        unwrapped(text).lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (old, new) = (lines(old), lines(new));
    // How long the longest common part of the rests is, from every pair of lines on.
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[at(i, j)] = if old[i] == new[j] {
                common[at(i + 1, j + 1)] + 1
            } else {
                common[at(i + 1, j)].max(common[at(i, j + 1)])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut gone, mut came) = (BTreeSet::new(), BTreeSet::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[at(i + 1, j)] >= common[at(i, j + 1)]) {
            gone.insert(i);
            i += 1;
        } else {
            came.insert(j);
            j += 1;
        }
    }
    (gone.into_iter().map(|i| old[i].clone()).collect(), came.into_iter().map(|j| new[j].clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::updates::wrap::wrapped;

    #[test]
    fn only_lines_that_changed_are_told() {
        let (gone, new) = lines_changed("a\nb\nc\nd\n", "a\nc\n  x\nd\ny\n");
        assert_eq!((gone, new), (vec!["b".to_owned()], vec!["x".to_owned(), "y".to_owned()]));
        // A line that a page broke is one line, told whole.
        let page = |place: &str| {
            wrapped(&format!(
                "  At {place}: Saber. With them: the man with a long spear (Stranger-1, hardly hurt) and Caster."
            ))
        };
        let (gone, new) = lines_changed(&page("Lantern Bridge"), &page("Market"));
        assert_eq!(
            gone,
            ["At Lantern Bridge: Saber. With them: the man with a long spear (Stranger-1, hardly hurt) and Caster."]
        );
        assert!(new.len() == 1 && new[0].starts_with("At Market") && new[0].ends_with("and Caster."), "{new:?}");
    }
}
