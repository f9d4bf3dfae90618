//! Replays a War: every night again from night 000, byte by byte.

use crate::campaign::error::Result;
use crate::campaign::folder::{NightFolder, read_text_if_there};
use crate::campaign::night_files::NightFiles;

use super::pages::without_due;
use super::play::Game;
use super::{ENGINE, night_zero, state_file};

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The last night whose replay is identical; `None` if the start's is not.
    pub same_up_to: Option<u32>,
    /// The differences in the first night that differs.
    pub differences: Vec<Difference>,
    /// Nights that another version of the engine wrote.
    pub other_versions: Vec<OtherVersion>,
}

/// A file that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The night.
    pub night: u32,
    /// The path of the file in the night's folder.
    pub file: String,
    /// How it differs.
    pub kind: DifferenceKind,
}

/// How a file differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// It is not there.
    Missing,
    /// From this line on, counted from 1.
    From {
        /// The first line that differs.
        line: usize,
        /// The line in the folder; empty after the end of the file.
        stands: String,
        /// The line of the replay.
        replayed: String,
    },
    /// The replay of the night has open questions.
    Pending,
}

/// A night that another version of the engine wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherVersion {
    /// The night.
    pub night: u32,
    /// The version.
    pub engine: String,
}

/// Replays a War.
pub fn replay(game: &Game) -> Result<Replay> {
    let mut found = Replay::default();
    let mut war = game.loaded.war.clone();
    for night in game.folder.resolved_nights()? {
        let (mut stamp, _) = state_file::read_state(&night, game.setup_in_night(night.number))?;
        stamp.start.clone_from(&game.start.start);
        let files = if night.number == 0 {
            night_zero::make_files(&game.loaded, &stamp.engine)?
        } else {
            let played = game.play_with_stamp(war, night.number, &stamp)?;
            if !played.resolution.pending.is_empty() {
                let file = "rulings.yaml".to_owned();
                found.differences.push(Difference { night: night.number, file, kind: DifferenceKind::Pending });
            }
            war = played.resolution.war;
            played.files
        };
        if stamp.engine != ENGINE {
            found.other_versions.push(OtherVersion { night: night.number, engine: stamp.engine });
        }
        found.differences.extend(compare_files(&night, &files)?);
        if !found.differences.is_empty() {
            break;
        }
        found.same_up_to = Some(night.number);
    }
    Ok(found)
}

/// Compares a night's folder with its replayed files.
pub fn compare_files(night: &NightFolder, files: &NightFiles) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    let without_deadline = |page: &str| without_due(page, night.number + 1);
    for (path, replayed) in files.all() {
        let how = match read_text_if_there(&night.path.join(path))? {
            None => Some(DifferenceKind::Missing),
            Some(stands) if stands == replayed => None,
            // `grail updates --write` writes the deadline to which the GM has moved the next orders.
            Some(stands) if path.starts_with("updates/") && without_deadline(&stands) == without_deadline(replayed) => {
                None
            }
            Some(stands) => Some(first_difference(&stands, replayed)),
        };
        found.extend(how.map(|how| Difference { night: night.number, file: path.to_owned(), kind: how }));
    }
    Ok(found)
}

fn first_difference(old_text: &str, replayed: &str) -> DifferenceKind {
    let (mut a, mut b) = (old_text.split('\n'), replayed.split('\n'));
    let mut line = 1;
    loop {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => line += 1,
            (x, y) => {
                let text = |line: Option<&str>| line.unwrap_or("").to_owned();
                return DifferenceKind::From { line, stands: text(x), replayed: text(y) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        let how = first_difference("a\nb\nc\n", "a\nB\nc\n");
        assert_eq!(how, DifferenceKind::From { line: 2, stands: "b".to_owned(), replayed: "B".to_owned() });
        let how = first_difference("a\n", "a\nb\n");
        assert_eq!(how, DifferenceKind::From { line: 2, stands: String::new(), replayed: "b".to_owned() });
    }
}
