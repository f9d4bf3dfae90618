//! Hands letters over: to a server, to the system's mail program, or into a Maildir.
//!
//! A transport announces the point from which a letter may have gone out, and reports what is certain after it. Nothing
//! is retried here.
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

/// A letter to hand over.
#[derive(Clone, Debug)]
pub struct OutgoingLetter {
    /// Its name.
    pub name: String,
    /// The sender's address.
    pub from: String,
    /// The receiver's address.
    pub to: String,
    /// The whole letter, headers and body.
    pub bytes: Vec<u8>,
}

/// The result of handing a letter over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It was accepted.
    Accepted(String),
    /// It was refused temporarily.
    TemporarilyRefused(String),
    /// It was refused permanently.
    PermanentlyRefused(String),
    /// It is not known whether it was accepted.
    Unsure(String),
    /// The transport itself is closed: the letter was not accepted, and no other would be.
    Closed {
        /// The answer of the server or the program.
        reason: String,
        /// Whether it may open without the GM's help.
        passes: bool,
    },
}

/// Records that a letter may have gone out from now on.
pub type BeforeSending<'a> = &'a mut dyn FnMut() -> Result<()>;

/// A way to send letters.
pub trait Transport {
    /// Hands a letter over. It calls `before` at the point from which the letter may have gone out.
    ///
    /// # Errors
    /// Those of `before`; the letter has not gone out then.
    fn hand_over(&mut self, outgoing: &OutgoingLetter, before_sending: BeforeSending<'_>) -> Result<Delivery>;

    /// Whether handing over a letter a second time changes nothing.
    fn repeats_safely(&self) -> bool {
        false
    }
}

/// A Maildir as a transport: each letter has its own name, so that a second delivery makes no second letter.
#[derive(Debug)]
pub struct Maildir {
    folder: PathBuf,
}

impl Maildir {
    /// The Maildir at a path; it is created with the first letter.
    pub fn at(folder: PathBuf) -> Maildir {
        Maildir { folder }
    }
}

impl Transport for Maildir {
    fn hand_over(&mut self, outgoing: &OutgoingLetter, before_sending: BeforeSending<'_>) -> Result<Delivery> {
        before_sending()?;
        for part in ["tmp", "new", "cur"] {
            let part = self.folder.join(part);
            make_folder(&part)?;
        }
        if is_there(&self.folder.join("new"), &outgoing.name)? || is_there(&self.folder.join("cur"), &outgoing.name)? {
            return Ok(Delivery::Accepted("it lay there already".to_owned()));
        }
        let path = self.folder.join("new").join(&outgoing.name);
        write_bytes(&path, &outgoing.bytes)?;
        Ok(Delivery::Accepted(path.display().to_string()))
    }

    fn repeats_safely(&self) -> bool {
        true
    }
}

/// Whether a letter is in a folder, with or without flags after its name.
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

/// The system's mail program as a transport.
#[derive(Debug)]
pub struct Sendmail {
    program: String,
}

impl Sendmail {
    /// A program that accepts letters as sendmail does.
    pub fn new(program: impl Into<String>) -> Sendmail {
        Sendmail { program: program.into() }
    }
}

impl Transport for Sendmail {
    fn hand_over(&mut self, outgoing: &OutgoingLetter, before_sending: BeforeSending<'_>) -> Result<Delivery> {
        if let Err(why) = make_envelope(outgoing) {
            return Ok(Delivery::PermanentlyRefused(why));
        }
        before_sending()?;
        let mut command = Command::new(&self.program);
        command.args(["-i", "-f", &outgoing.from, "--", &outgoing.to]);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                let why = format!(
                    "`{}` cannot be run ({error}): `mail: {{ sendmail: … }}` in war.yaml names another program",
                    self.program
                );
                return Ok(Delivery::Closed { reason: why, passes: false });
            }
        };
        // If a program ends without reading, its exit code says why.
        let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(&outgoing.bytes));
        let output = match child.wait_with_output() {
            Ok(output) => output,
            Err(error) => return Ok(Delivery::Unsure(error.to_string())),
        };
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Ok(match output.status.code() {
            Some(0) if written.is_ok() => Delivery::Accepted(format!("{} took it", self.program)),
            Some(code) if PERMANENT_EXIT_CODES.contains(&code) => {
                Delivery::PermanentlyRefused(format!("{message} (exit code {code})"))
            }
            Some(code) if code != 0 => Delivery::TemporarilyRefused(format!("{message} (exit code {code})")),
            _ => Delivery::Unsure(message),
        })
    }
}

/// The exit codes of sendmail for permanent refusals: wrong data, no such user, no such host.
const PERMANENT_EXIT_CODES: [i32; 3] = [65, 67, 68];

/// The envelope addresses of a letter.
fn make_envelope(outgoing: &OutgoingLetter) -> std::result::Result<Envelope, String> {
    let address = |text: &str| text.parse::<Address>().map_err(|e| format!("`{text}` is no address: {e}"));
    Envelope::new(Some(address(&outgoing.from)?), vec![address(&outgoing.to)?]).map_err(|e| e.to_string())
}
