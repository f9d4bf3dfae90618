//! The one integration test binary: one folder a subject.

mod cli;
mod house;
mod kept_readings;
mod mail;
mod mutants;
mod orders;
mod properties;
mod scenarios;
mod sheets;
mod updates;

/// The program's own: the tests ask for as much memory as it does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many cases a law is tried on: few by `cargo test`, many with `GRAIL_LAWS=full`.
#[expect(clippy::disallowed_methods, reason = "how much is tried is said from outside")]
fn cases<N>(few: N, many: N) -> N {
    if std::env::var("GRAIL_LAWS").is_ok_and(|laws| laws == "full") { many } else { few }
}
