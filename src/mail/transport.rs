//! Handing a letter over: to a server, to the system's mail program, into a Maildir.
//!
//! A way says when the point comes from which a letter may have gone out, and what is certain after
//! it. Nothing is retried here. Imports nothing of the game.
#![expect(clippy::disallowed_methods, reason = "letters leave by files, programs and servers")]

pub mod smtp;

use std::fs;
use std::path::{Path, PathBuf};

use lettre::address::Envelope;
use lettre::transport::sendmail::SendmailTransport;
use lettre::{Address, Transport as _};

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
        let envelope = match envelope(parcel) {
            Ok(envelope) => envelope,
            Err(why) => return Ok(Delivery::Never(why)),
        };
        before()?;
        let transport = SendmailTransport::new_with_command(&self.program);
        Ok(match transport.send_raw(&envelope, &parcel.bytes) {
            Ok(()) => Delivery::Taken(format!("{} took it", self.program)),
            // A program that says no has not taken it; one that cannot be run neither.
            Err(error) if error.is_response() => Delivery::NotNow(error.to_string()),
            Err(error) => {
                let missing =
                    std::error::Error::source(&error).and_then(|e| e.downcast_ref::<std::io::Error>()).is_some_and(
                        |e| matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::PermissionDenied),
                    );
                if missing {
                    let why = format!(
                        "`{}` cannot be run: `mail: {{ sendmail: … }}` in war.yaml names another program",
                        self.program
                    );
                    Delivery::Closed { why, passes: false }
                } else {
                    Delivery::Unsure(error.to_string())
                }
            }
        })
    }
}

/// The addresses on the outside of a letter.
fn envelope(parcel: &OutgoingLetter) -> std::result::Result<Envelope, String> {
    let address = |text: &str| text.parse::<Address>().map_err(|e| format!("`{text}` is no address: {e}"));
    Envelope::new(Some(address(&parcel.from)?), vec![address(&parcel.to)?]).map_err(|e| e.to_string())
}
