//! How a command fails, and with which exit code.

use std::process::ExitCode;

use crate::campaign::error::CampaignError;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// An error in the campaign or its files.
    Campaign(CampaignError),
    /// The command ran, and its result is a failure that was printed already.
    Reported,
    /// The arguments contradict each other or the campaign.
    Usage(String),
    /// Rulings of the GM's are awaited.
    RulingsAwaited,
    /// The results could not be printed.
    Output(std::io::Error),
}

/// A command's result.
pub type CommandResult = Result<(), Failure>;

impl Failure {
    /// The exit code: 1 faults, 2 usage, 3 rulings awaited. A closed pipe is no failure.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Campaign(_) | Failure::Reported => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
            Failure::RulingsAwaited => ExitCode::from(3),
            Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(_) => ExitCode::from(1),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Failure {
        Failure::Campaign(error)
    }
}
