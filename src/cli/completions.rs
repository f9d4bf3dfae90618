//! `grail completions`: prints a shell's completion script.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::failure::CommandResult;
use super::ui::Ui;

/// Prints a script that completes `grail`'s commands in a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail completions bash > ~/.local/share/bash-completion/completions/grail")]
pub(super) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(ui: &Ui, args: &CompletionsArgs) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "grail", &mut script);
    ui.raw(&String::from_utf8_lossy(&script))
}
