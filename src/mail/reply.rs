//! The replies to requests, worded for the moment when the answer is sent.
//!
//! An answer may wait until the GM sends it, or until a server takes it. What it says about a deadline and a night must
//! be true when it is read.

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use super::clock;

/// The state of the War when a letter is sent.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The current time, in seconds since 1970.
    pub now: i64,
    /// The night that accepts orders.
    pub night: u32,
    /// When they are due.
    pub due: Option<Zoned>,
    /// How long after that orders are still accepted, in seconds.
    pub grace: i64,
    /// Whether the night is paused.
    pub paused: bool,
    /// Whether the War is over.
    pub over: bool,
}

impl Moment {
    /// Whether more than `seconds` have passed since the deadline.
    pub fn is_past_deadline_by(&self, seconds: i64) -> bool {
        self.due.as_ref().is_some_and(|due| due.timestamp().as_second() + seconds < self.now)
    }
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// Words that hold whenever they are read.
    Said(String),
    /// The status when the letter came, without the night and its deadline.
    Status {
        /// The War's title.
        war: String,
        /// Further lines.
        more: Vec<String>,
    },
    /// The orders are below; whether there were any.
    Orders(bool),
    /// The night will not be played before its deadline.
    Wait,
    /// The seat does not hold up the night.
    Ready,
    /// More time is asked for; the text is the reply.
    Extension(String),
}

impl Reply {
    /// Renders the reply to a letter of a night; `original_due` is the deadline of its orders when it came.
    pub fn render(&self, night: u32, original_due: Option<&str>, moment: &Moment) -> String {
        let since = format!("night {night} has been played since.");
        match (self, moment.night > night) {
            (Reply::Said(text), _) => text.clone(),
            (Reply::Status { war, more }, false) => render_status(war, more, moment),
            (Reply::Status { war, .. }, true) if moment.over => format!("{war} is over; {since}"),
            (Reply::Status { war, .. }, true) => {
                format!("{}\nYour letter came before it: {since}", render_status(war, &[], moment))
            }
            (Reply::Orders(true), false) => "What you ordered stands below, as it holds.".to_owned(),
            (Reply::Orders(true), true) => format!("What you had ordered stands below; {since}"),
            (Reply::Orders(false), false) => format!("You have no orders for night {night} so far."),
            (Reply::Orders(false), true) => format!("You had no orders for night {night} when you asked; {since}"),
            (Reply::Wait, false) => format!("Night {night} will not be played before its deadline."),
            (Reply::Wait, true) => format!("You asked to be waited for; {since}"),
            (Reply::Ready, false) => format!("As far as you are concerned, night {night} may be played."),
            (Reply::Ready, true) => format!("You wrote that you are ready; {since}"),
            (Reply::Extension(_), true) => format!("You asked for more time; {since}"),
            (Reply::Extension(_), false)
                if original_due.is_some()
                    && original_due != moment.due.as_ref().map(clock::render_deadline).as_deref() =>
            {
                "You asked for more time; the deadline has been moved since.".to_owned()
            }
            (Reply::Extension(text), false) => text.clone(),
        }
    }
}

/// Renders the night, its deadline and further lines.
fn render_status(war: &str, more: &[String], moment: &Moment) -> String {
    let mut lines = vec![format!("It is night {} of {war}.", moment.night)];
    if let Some(due) = &moment.due {
        let seconds_left = due.timestamp().as_second() - moment.now;
        lines.push(match seconds_left > 0 {
            true => {
                format!("Orders are due {}; {}.", clock::render_deadline(due), clock::render_time_left(seconds_left))
            }
            false => format!("Orders were due {}.", clock::render_deadline(due)),
        });
    }
    if moment.paused {
        lines.push(format!("Night {} is put off until further word. Orders are taken all the same.", moment.night));
    }
    lines.extend(more.iter().cloned());
    lines.join("\n")
}
