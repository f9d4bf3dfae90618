//! Laws of every War: Nights nobody wrote, in Wars nobody played.
//!
//! Each law is tried on many seeds. A seed says all there is to a try, so that one that breaks a
//! law is tried again alone: the failing test prints the command.
#![expect(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a law that is broken stops its test; the seed to try again comes from the environment"
)]

mod alerts;
mod conditions;
mod dice;
mod harm;
mod laws;
mod long;
mod nights;
mod permuted;
mod pool;
mod secrets;
mod unseen;
mod wars;
mod writer;

use std::ops::Range;

use crate::cases;

/// Tries a law on a number of seeds, few or with `GRAIL_LAWS=full` many; `GRAIL_SEED` tries one alone or, as
/// `1000..2000`, those from the first up to the second, `GRAIL_CASES` as many as it says.
fn each(law: &str, few: u64, many: u64, mut hold: impl FnMut(u64)) {
    for seed in seeds(cases(few, many)) {
        let told = Told { law, seed };
        hold(seed);
        drop(told);
    }
}

fn seeds(cases: u64) -> Range<u64> {
    // What is asked for and is no number must not pass for the few that are tried by default.
    let number = |name: &str, text: &str| {
        text.parse::<u64>().unwrap_or_else(|_| panic!("{name} is `{text}`: a whole number, as in 100000"))
    };
    let asked = |name| std::env::var(name).ok().map(|text| (name, text));
    match (asked("GRAIL_SEED"), asked("GRAIL_CASES")) {
        (Some((name, text)), _) => match text.split_once("..") {
            Some((from, to)) => number(name, from)..number(name, to),
            None => number(name, &text)..number(name, &text) + 1,
        },
        (None, Some((name, text))) => 1..number(name, &text) + 1,
        (None, None) => 1..cases + 1,
    }
}

/// Says how to try a seed again if the law breaks on it.
struct Told<'a> {
    law: &'a str,
    seed: u64,
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Told { law, seed } = self;
            eprintln!("seed {seed} breaks the law; again: GRAIL_SEED={seed} cargo test --test integration {law}");
        }
    }
}
