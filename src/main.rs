//! The program `grail`: arguments in, exit code out; everything else is in the library.

use std::process::ExitCode;

use grail_referee::cli;

fn main() -> ExitCode {
    cli::run(cli::arguments())
}
