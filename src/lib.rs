//! A referee for the text *Holy Grail War*, played by mail.
//!
//! Players mail orders in plain English. The GM's program checks them against sheets whose effects are sentences, and
//! resolves the Night through the eleven phases. It writes one public update and one update a seat, each showing only
//! what its characters could perceive.
//!
//! # Five ideas
//!
//! 1. **A Night is a pure function**: [`night::resolve`] takes a War, checked orders and the GM's rulings, and
//!    returns the War after, the events, and the questions that need a ruling. Files, mail, terminals and clocks stay
//!    outside and call it.
//! 2. **The event log is the only truth about a Night.** State changes only by applying an [`event::Event`]; every
//!    page, explanation and statistic is rendered from events. Each event cites its rules, its cause and the event it
//!    followed from; each number carries its receipt.
//! 3. **Perception is one function**: [`perception::perceive::perceive`] reduces an event to what an observer learned
//!    of it. Updates and the conditions of orders read the same record.
//! 4. **Sheets are programs in the rulebook's English.** The engine knows operations and
//!    conditions ([`language::effect`], [`language::condition`]), not skills. Command Spells and
//!    items are sheets too.
//! 5. **One language, three readers**: sheets, orders and scenarios share their grammars
//!    (`grammar/*.pest`).
//!
//! # The modules, from the ground up
//!
//! Modules import only modules above them in this list; a test checks it.
//!
//! | module | what it is for |
//! | --- | --- |
//! | [`vocabulary`] | values with no state: ranks, exact decimals, damage, costs, phases, switches |
//! | [`rules`] | the rule table: every rule, who is responsible for it, the rulings |
//! | [`language`] | text → trees with spans; diagnostics as data |
//! | [`sheet`] | YAML → checked sheets with compiled effects |
//! | [`logic`] | the Logic Game's ledger |
//! | [`war`] | the position: characters, teams, seats, locations, effects in force, knowledge |
//! | [`event`] | what can happen, and applying it to a War |
//! | [`perception`] | what an observer learns of an event, what a seat may know |
//! | [`orders`] | a seat's orders bound to what it may know: the plan and its diagnostics |
//! | [`night`] | resolution: phases, order, batches, hits, conditions, the end of the Turn |
//! | [`pictures`] | the map, drawn and in words, of what a reader knows |
//! | [`updates`] | what was perceived → pages, by templates |
//! | [`campaign`] | the folder: loading, committing a Night, locks, replay |
//! | [`mail`] | orders out of letters, updates into letters, each sent once |
//! | [`scenario`] | small Wars in one file with their expected results |
//! | [`cli`] | the commands of `grail` |
//!
//! Rule ids (`R089`, `A094`, `I10`) are explained in `docs/rules.md` and by `grail rules R089`; `grail explain` cites
//! them beside every event. How an order and a sentence go through these modules is in `docs/architecture.md`.

pub mod campaign;
pub mod cli;
pub mod event;
pub mod language;
pub mod logic;
pub mod mail;
pub mod night;
pub mod orders;
pub mod perception;
pub mod pictures;
pub mod rules;
pub mod scenario;
pub mod sheet;
pub mod updates;
pub mod vocabulary;
pub mod war;

/// A test tries one of this many cases: one of `few` under a plain `cargo test`, every case with `GRAIL_LAWS=full`.
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "how much is tried is said from outside")]
fn case_stride(few: usize) -> usize {
    if std::env::var("GRAIL_LAWS").is_ok_and(|laws| laws == "full") { 1 } else { few }
}
