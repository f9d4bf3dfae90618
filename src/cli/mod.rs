//! The commands, one file each: every command turns its flags into a call of the code that does the work.
//!
//! | module | holds |
//! | --- | --- |
//! | `new`, `start`, `check`, `orders`, `packet`, `resolve`, `rulings` | a War made and begun; orders checked and imported; a night resolved with the GM's rulings |
//! | `mail`, `letters`, `deadline`, `night`, `seat` | letters sent and received, the deadline, a whole evening, the people of a seat |
//! | `updates`, `forum_pages`, `explain`, `status`, `book` | the pages of a night, as forum posts too; its events explained; the War at a glance, and as one page |
//! | `logic`, `calc`, `rules` | the Logic Game; damage in advance; rules, rulings and codes |
//! | `reopen`, `replay`, `end` | past nights resolved again; a War ended by the GM |
//! | `sheet`, `scenario` | sheets and scenarios |
//! | `completions`, `man` | shell completions; manual pages |
//! | `mail_session` with `digest`, `errata`, `gm_mail`, `transport` | what the mail commands share; the GM's digest; errata; the GM's own letters; the transport that `war.yaml` sets |
//! | `unread_files` | warnings of files that nothing reads |
//! | [`ui`], [`failure`] | output; how a command fails |
//! | `interrupted`, `war_by_letters` | tests of commands that are interrupted |
//!
//! Arguments are read, and output is printed, only in this module, through [`ui::Ui`].

pub mod failure;
pub mod ui;

mod book;
mod calc;
mod check;
mod completions;
mod deadline;
mod digest;
mod end;
mod errata;
mod explain;
mod forum_pages;
mod gm_mail;
#[cfg(test)]
mod interrupted;
mod letters;
mod logic;
mod mail;
mod mail_session;
mod man;
mod new;
mod night;
mod orders;
mod packet;
mod reopen;
mod replay;
mod resolve;
mod rules;
mod rulings;
mod scenario;
mod seat;
mod sheet;
mod start;
mod status;
mod transport;
mod unread_files;
mod updates;
#[cfg(test)]
mod war_by_letters;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::CommandResult;
use ui::{Format, Ui};

/// A play-by-email referee for the text Holy Grail War.
///
/// A War is a folder: `grail new` makes one, `grail start` begins it, `grail resolve` plays a
/// night from the orders in it and writes what everybody may read.
#[derive(Debug, Parser)]
#[command(name = "grail", version, max_term_width = 100, after_help = EXAMPLE)]
pub struct Cli {
    /// How results are printed.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "Example:
  grail new my-war
  grail start my-war
  grail resolve my-war --show

Ids and codes are explained by `grail rules`: R089 is a rule, A030 a ruling where the book is
silent, I10 says who may know what, E202 is a diagnostic. `grail orders help` explains how orders
are written, `grail sheet help` how characters are. The documents are in the folder docs/ of the source:
gm-guide.md, players-guide.md, authors-guide.md, mail.md, orders.md, sheets.md, rules.md, who-learns-what.md, glossary.md, architecture.md.

Exit codes: 0 done; 1 something is wrong, and it is said what; 2 the command was not understood;
3 a ruling of the GM's is awaited.";

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArgs),
    Start(start::StartArgs),
    Check(check::CheckArgs),
    Orders(orders::OrdersArgs),
    Packet(packet::PacketArgs),
    Resolve(resolve::ResolveArgs),
    Rulings(rulings::RulingsArgs),
    Mail(mail::MailArgs),
    Letters(letters::LettersArgs),
    Deadline(deadline::DeadlineArgs),
    Night(night::NightArgs),
    Seat(seat::SeatArgs),
    Explain(explain::ExplainArgs),
    Updates(updates::UpdatesArgs),
    Logic(logic::LogicArgs),
    Calc(Box<calc::CalcArgs>),
    Status(status::StatusArgs),
    Rules(rules::RulesArgs),
    Reopen(reopen::ReopenArgs),
    Replay(replay::ReplayArgs),
    End(end::EndArgs),
    Book(book::BookArgs),
    Sheet(sheet::SheetArgs),
    Scenario(scenario::ScenarioArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the program: 0 done, 1 faults, 2 a usage error, 3 rulings awaited.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be reported if the error itself cannot be printed.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let ui = Ui::new(cli.format);
    match carry_out(&ui, cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            ui.failure(&failure);
            failure.exit_code()
        }
    }
}

fn carry_out(ui: &Ui, command: Command) -> CommandResult {
    match command {
        Command::New(args) => new::run(ui, &args),
        Command::Start(args) => start::run(ui, &args),
        Command::Check(args) => check::run(ui, &args),
        Command::Orders(args) => orders::run(ui, &args),
        Command::Packet(args) => packet::run(ui, &args),
        Command::Resolve(args) => resolve::run(ui, &args),
        Command::Rulings(args) => rulings::run(ui, &args),
        Command::Mail(args) => mail::run(ui, &args),
        Command::Letters(args) => letters::run(ui, &args),
        Command::Deadline(args) => deadline::run(ui, &args),
        Command::Night(args) => night::run(ui, &args),
        Command::Seat(args) => seat::run(ui, &args),
        Command::Explain(args) => explain::run(ui, &args),
        Command::Updates(args) => updates::run(ui, &args),
        Command::Logic(args) => logic::run(ui, &args),
        Command::Rules(args) => rules::run(ui, &args),
        Command::Calc(args) => calc::run(ui, &args),
        Command::Status(args) => status::run(ui, &args),
        Command::Reopen(args) => reopen::run(ui, &args),
        Command::End(args) => end::run(ui, &args),
        Command::Book(args) => book::run(ui, &args),
        Command::Replay(args) => replay::run(ui, &args),
        Command::Sheet(args) => sheet::run(ui, &args),
        Command::Scenario(args) => scenario::run(ui, &args),
        Command::Completions(args) => completions::run(ui, &args),
        Command::Man(args) => man::run(ui, &args),
    }
}

/// The arguments of this process.
pub fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
