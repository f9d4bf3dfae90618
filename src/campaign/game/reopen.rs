//! A past night resolved anew: a ruling came late, an order was lost (R008).
//!
//! The night and all behind it are played again from what lies in their folders now. What stood there is kept
//! beside (`kept/1`, `kept/2`, …), what reads otherwise now is told per reader, and a draft of errata is made for
//! each. Nothing is written before all of it is known. May import what [`super::play`] may.
#![expect(clippy::disallowed_methods, reason = "a night's files are kept and written anew")]

use std::collections::BTreeSet;
use std::fs;

use crate::campaign::error::{AtPath, CampaignError, Result};
use crate::campaign::folder::{COMMIT_FILE, NightFolder, read_text_if_there};
use crate::campaign::write::write_file;

use super::play::{Game, OWNED, Played, commit};

/// A night that was played again, not yet written.
#[derive(Debug)]
pub struct Again {
    /// As it comes out now.
    pub played: Played,
    /// What reads otherwise, by reader; who reads the same is not named.
    pub changes: Vec<Change>,
    /// Anything at all is otherwise, be it hidden from all readers.
    pub differs: bool,
}

/// What reads otherwise for one reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
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
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.nights.iter().any(|night| !night.played.resolution.pending.is_empty())
    }

    /// Whether anything comes out otherwise.
    #[must_use]
    pub fn differs(&self) -> bool {
        !self.void.is_empty() || self.nights.iter().any(|night| night.differs)
    }
}

/// Plays a past night again, and all behind it; nothing is written. It stops where a question awaits the GM.
///
/// # Errors
/// [`CampaignError::NoNight`], also for the start; else as [`Game::play`].
pub fn reopen(game: &Game, number: u32) -> Result<Reopened> {
    let last = game.folder.last()?.number;
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

fn compare(played: Played) -> Result<Again> {
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
            changes.push(Change { reader: reader.to_owned(), gone, new });
        }
    }
    Ok(Again { played, changes, differs })
}

/// Writes what came out anew: the old is kept, errata are drafted for every reader who reads otherwise.
///
/// # Errors
/// An internal fault while questions are open; with the path, when the system refuses.
pub fn write(reopened: &Reopened) -> Result<()> {
    if reopened.is_pending() {
        return Err(CampaignError::internal("a night with open questions was to be written"));
    }
    // From the last back: an interrupted run leaves nights that are to be resolved, never two histories in one.
    reopened.void.iter().rev().try_for_each(keep)?;
    reopened.nights.iter().rev().try_for_each(|again| keep(&again.played.night))?;
    for again in &reopened.nights {
        commit(&again.played)?;
        for change in &again.changes {
            let path = again.played.night.updates().join(format!("{}.errata.txt", change.reader));
            write_file(&path, &errata(&again.played, change))?;
        }
    }
    Ok(())
}

/// Puts what a run wrote for a night aside, its commit first.
fn keep(night: &NightFolder) -> Result<()> {
    let mut number = 1;
    let shelf = loop {
        let shelf = night.path.join("kept").join(format!("{number}"));
        if !shelf.exists() {
            break shelf;
        }
        number += 1;
    };
    fs::create_dir_all(&shelf).at("make", &shelf)?;
    for name in std::iter::once(COMMIT_FILE).chain(OWNED) {
        let (from, to) = (night.path.join(name), shelf.join(name));
        if from.exists() {
            fs::rename(&from, &to).at("move", &from)?;
        }
    }
    Ok(())
}

/// A draft for a reader: what they were told that is not so, and what is.
fn errata(played: &Played, change: &Change) -> String {
    let war = &played.resolution.war.setup.title;
    let mut text = format!("{war}\nErrata to Night {}\n", played.night.number);
    for (heading, lines) in [("Not so any more", &change.gone), ("So now", &change.new)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n{heading}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
        }
    }
    text
}

/// The lines of one text that the other lacks, and the other way round, by their longest common part.
fn lines_changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
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

    #[test]
    fn only_lines_that_changed_are_told() {
        let (gone, new) = lines_changed("a\nb\nc\nd\n", "a\nc\n  x\nd\ny\n");
        assert_eq!((gone, new), (vec!["b".to_owned()], vec!["x".to_owned(), "y".to_owned()]));
    }
}
