//! What can go wrong with a campaign: each with the path and what to do.
//!
//! Prose stands in `Display` alone.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;

/// A result of working with a campaign.
pub type Result<T> = std::result::Result<T, CampaignError>;

/// Why something in a campaign could not be done.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Debug)]
pub enum CampaignError {
    /// The system refused.
    Io {
        /// What was tried: `read`, `write`, …
        doing: &'static str,
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that must be there is not.
    Missing { path: PathBuf, hint: String },
    /// The file is not UTF-8 text.
    NotText {
        path: PathBuf,
        /// The first byte that is none.
        byte: usize,
    },
    /// Faults in files that people write, each at its place.
    Faults(Vec<FaultyFile>),
    /// Another run works on the campaign.
    Busy { path: PathBuf },
    /// The folder that a campaign is to be made in holds something.
    NotEmpty { path: PathBuf },
    /// The War has not been started.
    NotStarted { path: PathBuf },
    /// What is to be written stands already.
    Committed {
        /// The file that says so.
        path: PathBuf,
    },
    /// A night has no position, and one behind it was begun.
    Gap {
        /// The position that is missing.
        path: PathBuf,
        /// What stands behind it.
        later: PathBuf,
    },
    /// The War is over.
    Over {
        /// The Night it ended.
        night: u32,
    },
    /// The War is not over.
    NotOver {
        /// The last Night that was resolved.
        night: u32,
    },
    /// There is no such Night yet.
    NoNight {
        /// Which was asked for.
        night: u32,
        /// The last night that was committed.
        last: u32,
    },
    /// Nobody has such a seat.
    UnknownSeat {
        /// Where the name stands.
        path: PathBuf,
        name: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// Two files for one seat.
    TwoFiles { seat: String, first: PathBuf, second: PathBuf },
    /// A file of the engine's own cannot be used.
    Unreadable { path: PathBuf, why: Unreadable },
    /// A template cannot be used.
    Template {
        /// Which, where and why.
        text: String,
    },
    /// The GM's own passages cannot be read.
    Story { path: PathBuf, text: String },
    /// No letter can go to such an address.
    Address { text: String },
    /// The post is not set up, or cannot be used as it is.
    Post {
        /// What is missing or wrong, and what to do.
        text: String,
    },
    /// What was decided is written down, and could not all be done.
    Unfinished { error: Box<CampaignError> },
    /// Several faults at once.
    Several(Vec<CampaignError>),
    /// A fault of ours.
    Internal { text: String },
}

/// Why a file that the engine wrote cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is of a format this engine does not know.
    Format {
        /// As written.
        found: String,
        /// The format this engine writes.
        known: u32,
    },
    /// It is cut off, or not what the engine writes.
    Broken {
        /// Where and what, as far as it can be told.
        detail: String,
    },
    /// It was cut off at a line's end, or differs from what the engine wrote.
    Edited {
        /// What does not fit, where that can be told.
        detail: Option<String>,
    },
    /// It is whole, and not of the shape that this engine writes.
    OtherShape {
        /// What does not fit.
        detail: String,
    },
    /// It is no packet, or a damaged one.
    NoPacket {
        /// Where and what, as far as it can be told.
        detail: Option<String>,
    },
    /// It belongs to another start of the War.
    OtherStart,
    /// It is of another Night.
    WrongNight {
        /// As written.
        found: u32,
    },
}

/// A file that people write, with its faults.
#[derive(Clone, Debug)]
pub struct FaultyFile {
    /// The file.
    pub source: Source,
    /// What is wrong with it, in its order; warnings among them.
    pub faults: Vec<Diagnostic>,
}

impl FaultyFile {
    /// Whether an error (not a warning alone) is among the faults.
    pub fn any_error(&self) -> bool {
        self.faults.iter().any(Diagnostic::is_error)
    }
}

/// Gives an error of the system its path.
pub trait AtPath<T> {
    /// Says what was tried with which path.
    fn at(self, doing: &'static str, path: &Path) -> Result<T>;
}

impl<T> AtPath<T> for io::Result<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| CampaignError::Io { doing, path: path.to_owned(), source })
    }
}

impl CampaignError {
    /// Names a fault of ours.
    pub fn internal(text: impl Into<String>) -> CampaignError {
        CampaignError::Internal { text: text.into() }
    }

    /// One error of several, or the only one.
    pub fn combine(mut errors: Vec<CampaignError>) -> Result<()> {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(CampaignError::Several(errors)),
        }
    }
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Io { doing: "read", path, source } if source.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no `{}`", path.display())
            }
            CampaignError::Io { doing: "read", path, source } if source.kind() == io::ErrorKind::IsADirectory => {
                write!(f, "`{}` is a folder: name a file in it", path.display())
            }
            CampaignError::Io { doing, path, source } => write!(f, "cannot {doing} `{}`: {source}", path.display()),
            CampaignError::Missing { path, hint } => write!(f, "there is no `{}`: {hint}", path.display()),
            CampaignError::NotText { path, byte } => {
                write!(f, "`{}` is not UTF-8 text (byte {byte}): save it again as UTF-8", path.display())
            }
            CampaignError::Faults(files) => {
                let shown = |file: &FaultyFile| -> Vec<String> {
                    file.faults.iter().map(|fault| fault.render(&file.source).trim_end().to_owned()).collect()
                };
                f.write_str(&files.iter().flat_map(shown).collect::<Vec<_>>().join("\n"))
            }
            CampaignError::Busy { path } => {
                write!(f, "another run of grail works on `{}`: wait for it to end", path.display())
            }
            CampaignError::NotEmpty { path } => {
                write!(f, "`{}` is not empty: name a folder that does not exist yet", path.display())
            }
            CampaignError::NotStarted { path } => {
                write!(f, "the war in `{0}` has not begun: run `grail start {0}`", path.display())
            }
            CampaignError::Committed { path } => {
                write!(
                    f,
                    "`{}` is there already: what changes now is a ruling in a night's rulings.yaml",
                    path.display()
                )
            }
            CampaignError::Gap { path, later } => write!(
                f,
                "there is no `{}`, and `{}` was written after it: restore it from a copy of the folder; to play that \
                 night again, take away what was written behind it",
                path.display(),
                later.display()
            ),
            CampaignError::Over { night } => write!(f, "the war ended on night {night}: there is nothing to resolve"),
            CampaignError::NoNight { night, last } => {
                write!(f, "night {night} has not been resolved: the last one is night {last}")
            }
            CampaignError::NotOver { night } => {
                write!(f, "the war is not over after night {night}: sheets and secrets are for its players until it is")
            }
            CampaignError::UnknownSeat { path, name, nearest } => {
                write!(f, "`{}`: there is no seat `{name}`", path.display())?;
                match nearest {
                    Some(nearest) => write!(f, ", did you mean `{nearest}`?"),
                    None => f.write_str(": see `grail status` for the seats"),
                }
            }
            CampaignError::TwoFiles { seat, first, second } => {
                write!(f, "seat `{seat}` has two files, `{}` and `{}`: keep one", first.display(), second.display())
            }
            CampaignError::Unreadable { path, why } => write!(f, "`{}` {why}", path.display()),
            CampaignError::Template { text } => {
                write!(f, "{text}: mend it in the campaign's templates/, or delete it there to use the engine's own")
            }
            CampaignError::Story { path, text } => write!(f, "`{}`: {text}", path.display()),
            CampaignError::Address { text } => {
                write!(f, "`{text}` is no address: write `al@example.org`, or `Al Ox <al@example.org>`")
            }
            CampaignError::Post { text } => f.write_str(text),
            CampaignError::Unfinished { error } => {
                write!(f, "{error}\nwhat this command does is decided all the same: the next one does the rest")
            }
            CampaignError::Several(errors) => {
                f.write_str(&errors.iter().map(CampaignError::to_string).collect::<Vec<_>>().join("\n"))
            }
            CampaignError::Internal { text } => write!(f, "a fault of grail's own: {text}; please report it"),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Format { found, known } => {
                write!(f, "is of format `{found}`, and this engine reads format {known}: use the engine that wrote it")
            }
            Unreadable::Broken { detail } => {
                write!(f, "is cut off or broken ({detail}): restore it, or delete it and resolve its night again")
            }
            Unreadable::Edited { detail } => {
                f.write_str("was cut off or changed by hand")?;
                if let Some(detail) = detail {
                    write!(f, " ({detail})")?;
                }
                f.write_str(
                    ": restore it, or delete it and resolve its night again; \
                     what you want to set goes into the next night's rulings.yaml",
                )
            }
            Unreadable::OtherShape { detail } => {
                write!(
                    f,
                    "was written by another version of grail ({detail}): \
                     use that one, or delete it and start or resolve its night again"
                )
            }
            Unreadable::NoPacket { detail } => {
                f.write_str("is no packet, or a damaged one")?;
                if let Some(detail) = detail {
                    write!(f, " ({detail})")?;
                }
                f.write_str(": the GM makes one with `grail packet`")
            }
            Unreadable::OtherStart => {
                f.write_str("belongs to another start of the war than nights/000: it was copied from another folder")
            }
            Unreadable::WrongNight { found } => write!(f, "is of night {found}: it was copied from another folder"),
        }
    }
}

impl std::error::Error for CampaignError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CampaignError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
