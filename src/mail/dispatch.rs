//! Handing over what waits in an outbox: each letter once, with patience for what passes.
//!
//! Before a letter may go out its entry says so; behind the server's answer its entry says that.
//! What a run that was killed left in between "may have gone out" and is left to the GM, but where
//! the way itself knows a letter again.

use std::time::Duration;

use crate::campaign::error::Result;

use super::outbox::{Outbox, QueuedLetter, State};
use super::transport::{Delivery, OutgoingLetter, Transport};

/// How a run goes about it.
pub struct DispatchOptions<'a> {
    /// The address that letters go out from.
    pub from: String,
    /// How often a letter is tried that is refused for the time being.
    pub tries: u32,
    /// How long the first wait is; each further one is twice as long.
    pub wait: Duration,
    /// What time it is, in seconds since 1970.
    pub now: &'a dyn Fn() -> i64,
    /// Waits between two tries.
    pub pause: &'a dyn Fn(Duration),
    /// Is told of each letter once it is done with.
    pub on_outcome: &'a mut dyn FnMut(&QueuedLetter),
}

impl std::fmt::Debug for DispatchOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DispatchOptions(from {}, {} tries)", self.from, self.tries)
    }
}

/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// Hands over every letter of an outbox that is due and wanted.
pub fn run(
    outbox: &mut Outbox,
    transport: &mut dyn Transport,
    options: &mut DispatchOptions<'_>,
    wanted: impl Fn(&QueuedLetter) -> bool,
) -> Result<()> {
    let repeat = transport.repeats_safely();
    let due = |letter: &&QueuedLetter| letter.state.is_due() || (repeat && letter.state == State::Sending);
    let mut waiting: Vec<QueuedLetter> = outbox.letters().iter().filter(due).filter(|l| wanted(l)).cloned().collect();
    let mut wait = options.wait;
    // What is refused for the time being comes again behind the others.
    for trial in 1..=options.tries.max(1) {
        let mut again = Vec::new();
        let mut hopeless = false;
        let mut round = waiting.into_iter();
        while let Some(letter) = round.next() {
            match send_letter(outbox, transport, options, &letter)? {
                Delivery::NotNow(_) => again.push(letter),
                Delivery::Closed { why, passes } => {
                    // What is closed to one is closed to all: a wrong password refuses nobody's letter.
                    hopeless = !passes;
                    again.push(letter);
                    for letter in round.by_ref() {
                        outbox.note(&letter.name, State::Deferred, &why, (options.now)())?;
                        again.push(letter);
                    }
                }
                Delivery::Taken(_) | Delivery::Never(_) | Delivery::Unsure(_) => {
                    report_outcome(outbox, options, &letter)
                }
            }
        }
        if again.is_empty() || hopeless || trial == options.tries.max(1) {
            again.iter().for_each(|letter| report_outcome(outbox, options, letter));
            return Ok(());
        }
        (options.pause)(wait);
        wait = (wait * 2).min(LONGEST_WAIT);
        waiting = again;
    }
    Ok(())
}

fn report_outcome(outbox: &Outbox, options: &mut DispatchOptions<'_>, letter: &QueuedLetter) {
    if let Some(letter) = outbox.letter(&letter.name) {
        (options.on_outcome)(letter);
    }
}

fn send_letter(
    outbox: &mut Outbox,
    transport: &mut dyn Transport,
    options: &DispatchOptions<'_>,
    letter: &QueuedLetter,
) -> Result<Delivery> {
    let parcel = OutgoingLetter {
        name: letter.name.clone(),
        from: options.from.clone(),
        to: letter.about.to.clone(),
        bytes: outbox.bytes(&letter.name)?,
    };
    // Names are told apart within a night alone, and one Maildir takes the letters of all.
    let parcel = OutgoingLetter {
        name: format!("{}.{}", letter.about.id.split('@').next().unwrap_or_default(), letter.name),
        ..parcel
    };
    let mut noted = || outbox.note(&letter.name, State::Sending, "", (options.now)());
    let delivery = transport.hand_over(&parcel, &mut noted)?;
    let (state, reply) = match &delivery {
        Delivery::Taken(reply) => (State::Sent, reply),
        Delivery::NotNow(reply) | Delivery::Closed { why: reply, .. } => (State::Deferred, reply),
        Delivery::Never(reply) => (State::Failed, reply),
        Delivery::Unsure(reply) => (State::Unsure, reply),
    };
    outbox.note(&letter.name, state, reply, (options.now)())?;
    Ok(delivery)
}
