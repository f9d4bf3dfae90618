//! Resolves a past night again: a ruling came late, an order was lost (R008).
//!
//! The night and all later ones are played again from the current inputs in their folders. Their former files are kept
//! (`kept/1`, `kept/2`, …), the changes are listed for each reader, and a draft of errata is made for each. Nothing is
//! written before all of it is known; then all of it or nothing is written.
#![expect(clippy::disallowed_methods, reason = "a night's files are kept and written anew")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::error::{AtPath, CampaignError, Result};
use crate::campaign::folder::{COMMIT_FILE, Folder, NightFolder, read_text_if_there};
use crate::campaign::transaction::Transaction;
use crate::updates::wrap::unwrap_lines;

use super::play::{Game, PlayedNight, RUN_FILES};

/// A night that was played again, but is not yet written.
#[derive(Debug)]
pub struct ReplayedNight {
    /// The new result.
    pub played: PlayedNight,
    /// The changed pages, by reader.
    pub changes: Vec<PageChange>,
    /// Whether anything has changed, even if hidden from all readers.
    pub differs: bool,
}

/// The changes of one reader's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageChange {
    /// A seat's file name, or `public`.
    pub reader: String,
    /// The removed lines.
    pub gone: Vec<String>,
    /// The new lines.
    pub new_lines: Vec<String>,
}

/// The new results of a past night and all later ones.
#[derive(Debug, Default)]
pub struct Reopened {
    /// In order.
    pub nights: Vec<ReplayedNight>,
    /// Nights that were resolved and no longer exist, because the War now ends before them.
    pub void: Vec<NightFolder>,
}

impl Reopened {
    /// Whether a question awaits the GM in one of the nights.
    pub fn is_pending(&self) -> bool {
        self.nights.iter().any(|night| !night.played.resolution.pending.is_empty())
    }

    /// Whether anything has changed.
    pub fn differs(&self) -> bool {
        !self.void.is_empty() || self.nights.iter().any(|night| night.differs)
    }
}

/// Plays a past night and all later ones again; nothing is written. It stops at a night in which a question awaits the
/// GM.
///
/// # Errors
/// [`CampaignError::NoNight`], also for the start; otherwise the errors of [`Game::play`].
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
        let is_awaited = !played.resolution.pending.is_empty();
        reopened.nights.push(compare_with_written(played)?);
        if is_awaited {
            break;
        }
    }
    Ok(reopened)
}

fn compare_with_written(played: PlayedNight) -> Result<ReplayedNight> {
    let mut changes = Vec::new();
    let mut has_changed = false;
    for (path, text) in played.files.all() {
        let old_text = read_text_if_there(&played.night.path.join(path))?.unwrap_or_default();
        if old_text == text {
            continue;
        }
        has_changed = true;
        if let Some(reader) = path.strip_prefix("updates/").and_then(|name| name.strip_suffix(".txt")) {
            let (gone, new_lines) = lines_changed(&old_text, text);
            changes.push(PageChange { reader: reader.to_owned(), gone, new_lines });
        }
    }
    Ok(ReplayedNight { played, changes, differs: has_changed })
}

/// Writes the new results, all of them or nothing: the old files are kept, and errata are drafted for every reader with
/// changes. The campaign's lock must be held.
pub fn write_reopened(folder: &Folder, reopened: &Reopened) -> Result<()> {
    if reopened.is_pending() {
        return Err(CampaignError::internal("a night with open questions was to be written"));
    }
    let mut change = Transaction::new(folder);
    reopened.void.iter().try_for_each(|night| shelve_former_files(&mut change, night))?;
    for ReplayedNight { played, changes, .. } in &reopened.nights {
        let night = &played.night;
        shelve_former_files(&mut change, night)?;
        for (path, text) in played.files.all() {
            change.write(&night.path.join(path), text)?;
        }
        for page_change in changes {
            change.write(&errata_file(night, &page_change.reader), render_errata(played, page_change))?;
        }
    }
    change.commit()
}

/// The path of a reader's errata draft; `reader` is a page's file name.
pub fn errata_file(night: &NightFolder, reader: &str) -> PathBuf {
    night.updates().join(format!("{reader}.errata.txt"))
}

/// Moves the night's former files into its next folder (`kept/1`, `kept/2`, …).
fn shelve_former_files(change: &mut Transaction, night: &NightFolder) -> Result<()> {
    let kept = night.kept_revision(night.revision() + 1);
    for name in std::iter::once(COMMIT_FILE).chain(RUN_FILES) {
        for path in files_below(&night.path.join(name))? {
            let relative = path.strip_prefix(&night.path).unwrap_or(&path);
            change.write(&kept.join(relative), fs::read(&path).at("read", &path)?)?;
            change.remove(&path)?;
        }
    }
    Ok(())
}

/// A file, or every file below a folder; empty if the path does not exist.
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

/// Renders the errata draft for a reader: what no longer holds, and what holds now.
fn render_errata(played: &PlayedNight, change: &PageChange) -> String {
    render_errata_text(&played.resolution.war.setup.title, played.night.number, &change.gone, &change.new_lines)
}

fn render_errata_text(war: &str, night: u32, gone: &[String], new: &[String]) -> String {
    let mut text = format!("{war}\nErrata to Night {night}\n");
    for (heading, lines) in [("Not so any more", gone), ("So now", new)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n{heading}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
        }
    }
    text
}

/// Renders the errata from one version of a page to another; `None` if they say the same.
pub fn render_errata_between(war: &str, night: u32, old_page: &str, new_page: &str) -> Option<String> {
    let (gone, new) = lines_changed(old_page, new_page);
    (!gone.is_empty() || !new.is_empty()).then(|| render_errata_text(war, night, &gone, &new))
}

/// The lines that only the old text has, and those that only the new one has, by their longest common subsequence.
fn lines_changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let lines = |text: &str| -> Vec<String> {
        unwrap_lines(text).lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (old, new) = (lines(old), lines(new));
    // The length of the longest common subsequence from each pair of lines on.
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
    let (mut removed, mut added) = (BTreeSet::new(), BTreeSet::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[at(i + 1, j)] >= common[at(i, j + 1)]) {
            removed.insert(i);
            i += 1;
        } else {
            added.insert(j);
            j += 1;
        }
    }
    (removed.into_iter().map(|i| old[i].clone()).collect(), added.into_iter().map(|j| new[j].clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::updates::wrap::wrap;

    #[test]
    fn only_lines_that_changed_are_told() {
        let (gone, new) = lines_changed("a\nb\nc\nd\n", "a\nc\n  x\nd\ny\n");
        assert_eq!((gone, new), (vec!["b".to_owned()], vec!["x".to_owned(), "y".to_owned()]));
        // A line that a page wrapped counts as one line.
        let page = |path: &str| {
            wrap(&format!(
                "  At {path}: Saber. With them: the man with a long spear (Stranger-1, hardly hurt) and Caster."
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
