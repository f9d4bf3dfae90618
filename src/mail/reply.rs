//! The replies to requests, worded for the moment when the answer is sent.
//!
//! An answer may wait until the GM sends it, or until a server takes it. What it says about a deadline and a night must
//! be true when it is read.

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use super::clock;

/// The state of the War when a letter is sent.
#[derive(Clone, Debug, Default)]
pub struct ReplyContext {
    /// The current time, in seconds since 1970.
    pub now: i64,
    /// The night that accepts orders.
    pub night: u32,
    /// When they are due.
    pub deadline: Option<Zoned>,
    /// How long after that orders are still accepted, in seconds.
    pub grace: i64,
    /// Whether the night is paused.
    pub is_paused: bool,
    /// Whether the War is over.
    pub is_over: bool,
}

impl ReplyContext {
    /// Whether more than `seconds` have passed since the deadline.
    pub fn is_past_deadline_by(&self, seconds: i64) -> bool {
        self.deadline.as_ref().is_some_and(|due| due.timestamp().as_second() + seconds < self.now)
    }
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestReply {
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

impl RequestReply {
    /// Renders the reply to a letter of a night; `original_due` is the deadline of its orders when it came.
    pub fn render(&self, night: u32, original_due: Option<&str>, moment: &ReplyContext) -> String {
        let since = format!("night {night} has been played since.");
        match (self, moment.night > night) {
            (RequestReply::Said(text), _) => text.clone(),
            (RequestReply::Status { war, more }, false) => render_status(war, more, moment),
            (RequestReply::Status { war, .. }, true) if moment.is_over => format!("{war} is over; {since}"),
            (RequestReply::Status { war, .. }, true) => {
                format!("{}\nYour letter came before it: {since}", render_status(war, &[], moment))
            }
            (RequestReply::Orders(true), false) => "What you ordered stands below, as it holds.".to_owned(),
            (RequestReply::Orders(true), true) => format!("What you had ordered stands below; {since}"),
            (RequestReply::Orders(false), false) => format!("You have no orders for night {night} so far."),
            (RequestReply::Orders(false), true) => {
                format!("You had no orders for night {night} when you asked; {since}")
            }
            (RequestReply::Wait, false) => format!("Night {night} will not be played before its deadline."),
            (RequestReply::Wait, true) => format!("You asked to be waited for; {since}"),
            (RequestReply::Ready, false) => format!("As far as you are concerned, night {night} may be played."),
            (RequestReply::Ready, true) => format!("You wrote that you are ready; {since}"),
            (RequestReply::Extension(_), true) => format!("You asked for more time; {since}"),
            (RequestReply::Extension(_), false)
                if original_due.is_some()
                    && original_due != moment.deadline.as_ref().map(clock::render_deadline).as_deref() =>
            {
                "You asked for more time; the deadline has been moved since.".to_owned()
            }
            (RequestReply::Extension(text), false) => text.clone(),
        }
    }
}

/// Renders the night, its deadline and further lines.
fn render_status(war: &str, more: &[String], moment: &ReplyContext) -> String {
    let mut lines = vec![format!("It is night {} of {war}.", moment.night)];
    if let Some(due) = &moment.deadline {
        let seconds_left = due.timestamp().as_second() - moment.now;
        lines.push(match seconds_left > 0 {
            true => {
                format!("Orders are due {}; {}.", clock::render_deadline(due), clock::render_time_left(seconds_left))
            }
            false => format!("Orders were due {}.", clock::render_deadline(due)),
        });
    }
    if moment.is_paused {
        lines.push(clock::render_paused_notice(moment.night));
    }
    lines.extend(more.iter().cloned());
    lines.join("\n")
}
