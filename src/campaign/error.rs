//! The errors of a campaign, each with the path and what to do.
//!
//! Only `Display` contains prose.

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
    /// The system refused an operation.
    Io {
        /// The operation: `read`, `write`, …
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
        /// The first invalid byte.
        byte: usize,
    },
    /// Faults in files that people write, with their spans.
    Faults(Vec<FaultyFile>),
    /// Another run works on the campaign.
    Busy { path: PathBuf },
    /// The folder for a new campaign is not empty.
    NotEmpty { path: PathBuf },
    /// The War has not been started.
    NotStarted { path: PathBuf },
    /// What should be written exists already.
    Committed {
        /// The file that says so.
        path: PathBuf,
    },
    /// A night has no position, but a later night was begun.
    Gap {
        /// The position that is missing.
        path: PathBuf,
        /// The file of the later night.
        later: PathBuf,
    },
    /// The War is over.
    Over {
        /// The Night on which it ended.
        night: u32,
    },
    /// The War is not over.
    NotOver {
        /// The last Night that was resolved.
        night: u32,
    },
    /// There is no such Night yet.
    NoNight {
        /// The requested night.
        night: u32,
        /// The last committed night.
        last: u32,
    },
    /// There is no such seat.
    UnknownSeat {
        /// The file that has the name.
        path: PathBuf,
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// Two files for one seat.
    TwoFiles { seat: String, first: PathBuf, second: PathBuf },
    /// A file that the engine wrote cannot be used.
    Unreadable { path: PathBuf, why: Unreadable },
    /// A template cannot be used.
    Template {
        /// Which template, where and why.
        text: String,
    },
    /// The GM's own passages cannot be read.
    Story { path: PathBuf, text: String },
    /// The address is invalid.
    Address { text: String },
    /// Mail is not set up, or cannot be used in this way.
    Mail {
        /// What is missing or wrong, and what to do.
        text: String,
    },
    /// The change is committed, but could not be carried out completely.
    Unfinished { error: Box<CampaignError> },
    /// Several faults at once.
    Several(Vec<CampaignError>),
    /// A bug of the program.
    Internal { text: String },
}

/// Why a file that the engine wrote cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Its format is unknown to this engine.
    Format {
        /// As written.
        found: String,
        /// The format this engine writes.
        known: u32,
    },
    /// It is truncated, or not what the engine writes.
    Broken {
        /// The position and the problem, as far as known.
        detail: String,
    },
    /// It was truncated at a line's end, or differs from what the engine wrote.
    Edited {
        /// What does not fit, if known.
        detail: Option<String>,
    },
    /// It is complete, but not of the shape that this engine writes.
    OtherShape {
        /// What does not fit.
        detail: String,
    },
    /// It is not a packet, or a damaged one.
    NoPacket {
        /// The position and the problem, as far as known.
        detail: Option<String>,
    },
    /// It belongs to another start of the War.
    OtherStart,
    /// It belongs to another Night.
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
    /// Its faults in order, including warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl FaultyFile {
    /// Whether the faults include an error, not only warnings.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Adds the path to an error of the system.
pub trait AtPath<T> {
    /// Adds the operation and its path.
    fn at(self, verb: &'static str, path: &Path) -> Result<T>;
}

impl<T> AtPath<T> for io::Result<T> {
    fn at(self, verb: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| CampaignError::Io { doing: verb, path: path.to_owned(), source })
    }
}

impl CampaignError {
    /// Makes an error for a bug of the program.
    pub fn internal(text: impl Into<String>) -> CampaignError {
        CampaignError::Internal { text: text.into() }
    }

    /// Combines errors: `Ok` for none, the only one, or [`CampaignError::Several`].
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
                let render_lines = |file: &FaultyFile| -> Vec<String> {
                    file.diagnostics.iter().map(|fault| fault.render(&file.source).trim_end().to_owned()).collect()
                };
                f.write_str(&files.iter().flat_map(render_lines).collect::<Vec<_>>().join("\n"))
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
            CampaignError::Mail { text } => f.write_str(text),
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
