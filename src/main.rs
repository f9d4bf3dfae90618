//! The program `grail`: passes the arguments to the library and returns its exit code.

use std::process::ExitCode;

use grail_referee::cli;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(cli::arguments())
}
