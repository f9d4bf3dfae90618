//! `grail man`: the manual pages, made from the help texts.

use clap::{Arg, Args, Command, CommandFactory as _};

use super::failure::{CommandResult, Failure};
use super::ui::Ui;

/// Prints the manual page of `grail`, or of one of its commands.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail man > ~/.local/share/man/man1/grail.1\n  grail man orders import | man -l -")]
pub(super) struct ManArgs {
    /// The command, `orders import`; without one the page of `grail` itself.
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(ui: &Ui, args: &ManArgs) -> CommandResult {
    let mut root = super::Cli::command();
    root.build();
    let mut command = &root;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            Failure::Usage(format!("there is no command `{}`; `grail help` lists them", args.command.join(" ")))
        })?;
    }
    ui.raw(&render_page(command))
}

/// Renders a page in the format of `man`.
fn render_page(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let title = name.replace(' ', "-");
    let mut page = format!(".TH {} 1 \"\" \"grail {version}\"\n", escape_roff(&title.to_uppercase()));
    page += &format!(".SH NAME\n{} \\- {}\n", escape_roff(&title), escape_roff(about.trim_end_matches('.')));
    let usage = command.clone().render_usage().to_string();
    page += &format!(".SH SYNOPSIS\n{}\n", escape_roff(usage.trim_start_matches("Usage: ")));
    let description = command.get_long_about().map(ToString::to_string).unwrap_or(about);
    page += &format!(".SH DESCRIPTION\n{}\n", escape_roff(&description).replace("\n\n", "\n.PP\n"));
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    if !shown.is_empty() {
        page += ".SH OPTIONS\n";
        page.extend(shown.into_iter().map(render_option));
    }
    let commands: Vec<&Command> = command.get_subcommands().filter(|command| !command.is_hide_set()).collect();
    if !commands.is_empty() {
        page += ".SH COMMANDS\n";
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            page += &format!(".TP\n\\fB{}\\fR\n{}\n", escape_roff(command.get_name()), escape_roff(&about));
        }
    }
    if let Some(after) = command.get_after_help() {
        page += &format!(".SH EXAMPLES AND REMARKS\n.nf\n{}\n.fi\n", escape_roff(&after.to_string()));
    }
    page
}

/// Renders an option or argument with its help.
fn render_option(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>")).collect();
    let takes_value = arg.get_action().takes_values();
    let name = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}"),
        (Some(short), None) => format!("-{short}"),
        (None, Some(long)) => format!("--{long}"),
        (None, None) => String::new(),
    };
    let head = if takes_value { format!("{name} {}", values.join(" ")) } else { name };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    format!(".TP\n\\fB{}\\fR\n{}\n", escape_roff(head.trim()), escape_roff(&help).replace("\n\n", "\n.sp\n"))
}

/// Escapes a text so that `man` prints it verbatim and takes nothing in it as a request.
fn escape_roff(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
