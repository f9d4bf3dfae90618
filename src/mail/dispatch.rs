//! Hands over the letters of an outbox: each letter once, and temporary refusals are tried again.
//!
//! A letter's entry says so before the letter may go out, and records the server's answer after it. If a run is killed
//! in between, the letter "may have gone out" and is left to the GM, unless the transport itself recognises a letter
//! that it has already taken.

use std::time::Duration;

use crate::campaign::error::Result;

use super::outbox::{Outbox, QueuedLetter, State};
use super::transport::{Delivery, OutgoingLetter, Transport};

/// The settings of one run.
pub struct DispatchOptions<'a> {
    /// The address that letters go out from.
    pub from: String,
    /// How often a letter is tried that is refused temporarily.
    pub tries: u32,
    /// The first wait between two tries; each further wait is twice as long.
    pub wait: Duration,
    /// Returns the current time, in seconds since 1970.
    pub now: &'a dyn Fn() -> i64,
    /// Waits between two tries.
    pub pause: &'a dyn Fn(Duration),
    /// Called with each letter when the run is done with it.
    pub on_outcome: &'a mut dyn FnMut(&QueuedLetter),
}

impl std::fmt::Debug for DispatchOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DispatchOptions(from {}, {} tries)", self.from, self.tries)
    }
}

/// The longest wait between two tries.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// Hands over every letter of an outbox that is due and satisfies `is_wanted`.
pub fn run(
    outbox: &mut Outbox,
    transport: &mut dyn Transport,
    options: &mut DispatchOptions<'_>,
    is_wanted: impl Fn(&QueuedLetter) -> bool,
) -> Result<()> {
    let repeat = transport.repeats_safely();
    let is_due = |letter: &&QueuedLetter| letter.state.is_due() || (repeat && letter.state == State::Sending);
    let mut waiting: Vec<QueuedLetter> =
        outbox.letters().iter().filter(is_due).filter(|l| is_wanted(l)).cloned().collect();
    let mut wait = options.wait;
    // Letters that are refused temporarily are tried again after the others.
    for trial in 1..=options.tries.max(1) {
        let mut deferred = Vec::new();
        let mut is_hopeless = false;
        let mut round = waiting.into_iter();
        while let Some(letter) = round.next() {
            match send_letter(outbox, transport, options, &letter)? {
                Delivery::TemporarilyRefused(_) => deferred.push(letter),
                Delivery::Closed { reason: why, passes } => {
                    // A transport that is closed to one letter is closed to all: a wrong password is not one letter's
                    // fault.
                    is_hopeless = !passes;
                    deferred.push(letter);
                    for letter in round.by_ref() {
                        outbox.record_state(&letter.name, State::Deferred, &why, (options.now)())?;
                        deferred.push(letter);
                    }
                }
                Delivery::Accepted(_) | Delivery::PermanentlyRefused(_) | Delivery::Unsure(_) => {
                    report_outcome(outbox, options, &letter)
                }
            }
        }
        if deferred.is_empty() || is_hopeless || trial == options.tries.max(1) {
            deferred.iter().for_each(|letter| report_outcome(outbox, options, letter));
            return Ok(());
        }
        (options.pause)(wait);
        wait = (wait * 2).min(MAX_WAIT);
        waiting = deferred;
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
    let outgoing = OutgoingLetter {
        name: letter.name.clone(),
        from: options.from.clone(),
        to: letter.about.to.clone(),
        bytes: outbox.bytes(&letter.name)?,
    };
    // Names are unique within one night only, and one Maildir takes the letters of all nights.
    let outgoing = OutgoingLetter {
        name: format!("{}.{}", letter.about.id.split('@').next().unwrap_or_default(), letter.name),
        ..outgoing
    };
    let mut note_sending = || outbox.record_state(&letter.name, State::Sending, "", (options.now)());
    let delivery = transport.hand_over(&outgoing, &mut note_sending)?;
    let (state, reply) = match &delivery {
        Delivery::Accepted(reply) => (State::Sent, reply),
        Delivery::TemporarilyRefused(reply) | Delivery::Closed { reason: reply, .. } => (State::Deferred, reply),
        Delivery::PermanentlyRefused(reply) => (State::Failed, reply),
        Delivery::Unsure(reply) => (State::Unsure, reply),
    };
    outbox.record_state(&letter.name, state, reply, (options.now)())?;
    Ok(delivery)
}
