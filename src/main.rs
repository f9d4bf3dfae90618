//! The program `grail`: arguments in, exit code out; everything else is in the library.

use std::process::ExitCode;

use grail_referee::cli;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(cli::arguments())
}
