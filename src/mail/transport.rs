//! Handing a letter over: to a server, to the system's mail program, into a Maildir.
//!
//! A way says when the point comes from which a letter may have gone out, and what is certain after
//! it. Nothing is retried here.
#![expect(clippy::disallowed_methods, reason = "letters leave by files, programs and servers")]

pub mod smtp;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lettre::Address;
use lettre::address::Envelope;

use crate::campaign::disk::make_folder;
use crate::campaign::error::{AtPath as _, Result};
use crate::campaign::night_files::write_bytes;

/// A letter on its way.
#[derive(Clone, Debug)]
pub struct OutgoingLetter {
    /// What it is called here.
    pub name: String,
    /// From which address.
    pub from: String,
    /// To which address.
    pub to: String,
    /// The whole letter, headers and body.
    pub bytes: Vec<u8>,
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It was taken.
    Taken(String),
    /// It was not, for the time being.
    NotNow(String),
    /// It was not, and will not be.
    Never(String),
    /// Nobody can tell.
    Unsure(String),
    /// The way itself is closed: it was not taken, and no other would be.
    Closed {
        /// What the server or the program answered.
        why: String,
        /// Whether it may open by itself.
        passes: bool,
    },
}

/// Notes that a letter may have gone out from here on.
pub type Before<'a> = &'a mut dyn FnMut() -> Result<()>;

/// A way for letters to go out.
pub trait Transport {
    /// Hands a letter over. `before` is called where it may have gone out from there on.
    ///
    /// # Errors
    /// Those of `before`: the letter has then not gone out.
    fn hand_over(&mut self, parcel: &OutgoingLetter, before: Before<'_>) -> Result<Delivery>;

    /// Whether handing over a letter once more that was handed over already changes nothing.
    fn repeats_safely(&self) -> bool {
        false
    }
}

/// Into a Maildir: each letter under its own name, so that a second time is no second letter.
#[derive(Debug)]
pub struct Maildir {
    folder: PathBuf,
}

impl Maildir {
    /// The Maildir at a path; it is made with the first letter.
    pub fn at(folder: PathBuf) -> Maildir {
        Maildir { folder }
    }
}

impl Transport for Maildir {
    fn hand_over(&mut self, parcel: &OutgoingLetter, before: Before<'_>) -> Result<Delivery> {
        before()?;
        for part in ["tmp", "new", "cur"] {
            let part = self.folder.join(part);
            make_folder(&part)?;
        }
        if is_there(&self.folder.join("new"), &parcel.name)? || is_there(&self.folder.join("cur"), &parcel.name)? {
            return Ok(Delivery::Taken("it lay there already".to_owned()));
        }
        let path = self.folder.join("new").join(&parcel.name);
        write_bytes(&path, &parcel.bytes)?;
        Ok(Delivery::Taken(path.display().to_string()))
    }

    fn repeats_safely(&self) -> bool {
        true
    }
}

/// Whether a letter lies in a folder, flags behind its name or none.
fn is_there(folder: &Path, name: &str) -> Result<bool> {
    for entry in fs::read_dir(folder).at("read", folder)? {
        let found = entry.at("read", folder)?.file_name();
        let found = found.to_string_lossy();
        if found == name || found.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// To the system's mail program.
#[derive(Debug)]
pub struct Sendmail {
    program: String,
}

impl Sendmail {
    /// By a program that takes letters as sendmail does.
    pub fn by(program: impl Into<String>) -> Sendmail {
        Sendmail { program: program.into() }
    }
}

impl Transport for Sendmail {
    fn hand_over(&mut self, parcel: &OutgoingLetter, before: Before<'_>) -> Result<Delivery> {
        if let Err(why) = envelope(parcel) {
            return Ok(Delivery::Never(why));
        }
        before()?;
        let mut command = Command::new(&self.program);
        command.args(["-i", "-f", &parcel.from, "--", &parcel.to]);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                let why = format!(
                    "`{}` cannot be run ({error}): `mail: {{ sendmail: … }}` in war.yaml names another program",
                    self.program
                );
                return Ok(Delivery::Closed { why, passes: false });
            }
        };
        // A program that ends without reading says why by its exit code.
        let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(&parcel.bytes));
        let output = match child.wait_with_output() {
            Ok(output) => output,
            Err(error) => return Ok(Delivery::Unsure(error.to_string())),
        };
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Ok(match output.status.code() {
            Some(0) if written.is_ok() => Delivery::Taken(format!("{} took it", self.program)),
            Some(code) if NEVER.contains(&code) => Delivery::Never(format!("{said} (exit code {code})")),
            Some(code) if code != 0 => Delivery::NotNow(format!("{said} (exit code {code})")),
            _ => Delivery::Unsure(said),
        })
    }
}

/// The exit codes of sendmail for what will not be taken: wrong data, no such user, no such host.
const NEVER: [i32; 3] = [65, 67, 68];

/// The addresses on the outside of a letter.
fn envelope(parcel: &OutgoingLetter) -> std::result::Result<Envelope, String> {
    let address = |text: &str| text.parse::<Address>().map_err(|e| format!("`{text}` is no address: {e}"));
    Envelope::new(Some(address(&parcel.from)?), vec![address(&parcel.to)?]).map_err(|e| e.to_string())
}
