//! Reads letters from where mail lands: Maildirs, mboxes, files and standard input.
//!
//! Nothing there is moved or marked: the campaign's own log recognises what was imported.
#![expect(clippy::disallowed_methods, reason = "letters are files outside the campaign")]

use std::fs::{self, File};
use std::io::{self, BufRead as _, Read};
use std::path::{Path, PathBuf};

use crate::campaign::disk::make_folder;
use crate::campaign::error::{AtPath as _, CampaignError, Result};

/// The most bytes of one letter that are kept; a longer letter is truncated.
pub const MAX_RAW_BYTES: usize = 64 * 1024 * 1024;

/// A letter as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawLetter {
    /// Its bytes, with the line ends as they came.
    pub bytes: Vec<u8>,
    /// The place that it was read from, for the GM.
    pub source: String,
    /// When it was delivered there, in seconds since 1970, if the place records that.
    pub arrived: Option<i64>,
}

/// The files of a Maildir, from `new` and `cur`, in the order of delivery. Only names are read, so that a mailbox of
/// many years does not fill the memory.
pub fn list_maildir(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for part in ["new", "cur"] {
        let part = folder.join(part);
        if !part.is_dir() {
            return Err(CampaignError::Missing {
                path: part,
                hint: "a Maildir has the folders new, cur and tmp".to_owned(),
            });
        }
        for entry in fs::read_dir(&part).at("read", &part)? {
            let path = entry.at("read", &part)?.path();
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
            if !name.starts_with('.') && path.is_file() {
                found.push((delivery_time(&name, &path), name, path));
            }
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, _, path)| path).collect())
}

/// The folders of a Maildir.
const MAILDIR_FOLDERS: [&str; 3] = ["new", "cur", "tmp"];

/// Makes a Maildir if nothing is there yet and the parent folder exists. Returns whether it did.
pub fn make_maildir(folder: &Path) -> Result<bool> {
    // A Maildir that an interrupted run began is completed: the folders are made in a fixed order.
    let mut entries = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder).at("read", folder)? {
            entries.push(entry.at("read", folder)?.file_name());
        }
    }
    let made_count = MAILDIR_FOLDERS.iter().take_while(|part| entries.iter().any(|name| name == **part)).count();
    let is_begun = folder.is_dir() && made_count == entries.len() && made_count < MAILDIR_FOLDERS.len();
    if (folder.exists() && !is_begun)
        || !folder.parent().is_some_and(|above| above.as_os_str().is_empty() || above.is_dir())
    {
        return Ok(false);
    }
    for part in MAILDIR_FOLDERS {
        let part = folder.join(part);
        make_folder(&part)?;
    }
    Ok(true)
}

/// When a Maildir's file was delivered: its name begins with the second, and may continue with the microsecond
/// (`1700000000.M123P4.host`).
fn delivery_time(name: &str, path: &Path) -> (i64, u32) {
    let mut parts = name.split(['.', ',']);
    let second = parts.next().and_then(|s| s.parse::<i64>().ok()).filter(|s| *s > 100_000_000);
    let micro = parts.next().and_then(|rest| {
        let (_, rest) = rest.split_once('M')?;
        rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok()
    });
    (second.or_else(|| last_written(path)).unwrap_or(0), micro.unwrap_or(0))
}

/// When a file was last written, in seconds since 1970.
pub fn last_written(path: &Path) -> Option<i64> {
    let time = fs::metadata(path).ok()?.modified().ok()?;
    i64::try_from(time.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs()).ok()
}

/// Reads a letter or a bare text from a file.
pub fn read_file(path: &Path) -> Result<RawLetter> {
    let handle = File::open(path).at("read", path)?;
    let bytes = read_bounded(handle).at("read", path)?;
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let in_maildir = path.parent().and_then(Path::file_name).is_some_and(|p| p == "new" || p == "cur");
    let arrived_at = in_maildir.then(|| delivery_time(name, path).0).filter(|at| *at > 0);
    Ok(RawLetter { bytes, source: path.display().to_string(), arrived: arrived_at })
}

/// Reads standard input.
pub fn read_piped(input: impl Read) -> Result<RawLetter> {
    let bytes = read_bounded(input).at("read", Path::new("-"))?;
    Ok(RawLetter { bytes, source: "standard input".to_owned(), arrived: None })
}

fn read_bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MAX_RAW_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Passes the letters of an mbox to `on_letter`, in their order. A letter begins with a line `From …` after a blank
/// line; lines of its text that begin so are written `>From …`.
pub fn read_mbox(path: &Path, mut on_letter: impl FnMut(RawLetter) -> Result<()>) -> Result<()> {
    let mut reader = io::BufReader::with_capacity(1 << 16, File::open(path).at("read", path)?);
    let mut letter: Option<Vec<u8>> = None;
    let (mut number, mut blank) = (0, true);
    let mut line = Vec::new();
    loop {
        line.clear();
        let more = read_bounded_line(&mut reader, &mut line).at("read", path)?;
        let begins_letter = blank && line.starts_with(b"From ");
        if begins_letter || !more {
            if let Some(bytes) = letter.take() {
                number += 1;
                on_letter(RawLetter { bytes, source: format!("{}, letter {number}", path.display()), arrived: None })?;
            }
            if !more {
                return Ok(());
            }
            letter = Some(Vec::new());
            blank = false;
            continue;
        }
        blank = line == b"\n" || line == b"\r\n";
        // Lines before the first letter are skipped.
        let Some(bytes) = &mut letter else { continue };
        let quoted = line.iter().take_while(|b| **b == b'>').count();
        let from = quoted > 0 && line.get(quoted..).is_some_and(|rest| rest.starts_with(b"From "));
        let text = line.get(usize::from(from)..).unwrap_or_default();
        let room = MAX_RAW_BYTES.saturating_sub(bytes.len());
        bytes.extend_from_slice(text.get(..text.len().min(room)).unwrap_or_default());
    }
}

/// Reads a line, or a part of a very long one; returns false at the end.
fn read_bounded_line(reader: &mut impl io::BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let byte_count = reader.take(1 << 20).read_until(b'\n', line)?;
    Ok(byte_count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maildir_is_read_in_the_order_of_delivery() {
        let dir = tempfile::tempdir().unwrap();
        for maildir_path in
            ["cur/1700000005.M1P1.host:2,S", "new/1700000005.M9P1.host", "new/1700000001.P1.host", "new/.hidden"]
        {
            crate::campaign::night_files::write_file(&dir.path().join(maildir_path), maildir_path).unwrap();
        }
        let found: Vec<RawLetter> =
            list_maildir(dir.path()).unwrap().iter().map(|path| read_file(path).unwrap()).collect();
        let times: Vec<_> = found.iter().map(|raw| (raw.arrived.unwrap(), raw.bytes.get(..3).unwrap())).collect();
        assert_eq!(times, [(1_700_000_001, &b"new"[..]), (1_700_000_005, b"cur"), (1_700_000_005, b"new")]);
        assert!(list_maildir(&dir.path().join("new")).is_err());
    }

    #[test]
    fn an_mbox_is_split_at_its_from_lines_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("box");
        let text = "From al Mon Nov  3 21:00:00 2025\nSubject: a\n\n>From here.\nFrom there.\n\nFrom bo Mon\r\nSubject: b\r\n\r\nx\r\n";
        crate::campaign::night_files::write_file(&path, text).unwrap();
        let mut found = Vec::new();
        read_mbox(&path, |raw| {
            found.push(String::from_utf8(raw.bytes).unwrap());
            Ok(())
        })
        .unwrap();
        assert_eq!(found, ["Subject: a\n\nFrom here.\nFrom there.\n\n", "Subject: b\r\n\r\nx\r\n"]);
    }
}
