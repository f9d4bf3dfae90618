//! What is answered to each request, in the words of the moment at which the answer goes out.
//!
//! An answer may wait: until the GM sends, until a server takes it. What it says of a deadline and a night must be so
//! when it is read.

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use super::clock;

/// How things stand as a letter goes out.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// What time it is, in seconds since 1970.
    pub now: i64,
    /// The night that orders are taken for.
    pub night: u32,
    /// When they are due.
    pub due: Option<Zoned>,
    /// How long after that they are still taken, in seconds.
    pub grace: i64,
    /// Whether the night is put off without a day.
    pub paused: bool,
    /// Whether the War is over.
    pub over: bool,
}

impl Moment {
    /// Whether the deadline, and so many seconds behind it, have gone by.
    pub fn has_gone_by(&self, seconds: i64) -> bool {
        self.due.as_ref().is_some_and(|due| due.timestamp().as_second() + seconds < self.now)
    }
}

/// What is answered to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// Words that hold whenever they are read.
    Said(String),
    /// How things stood when the letter came in, beside the night and its deadline.
    Status {
        /// The War's title.
        war: String,
        /// What else there was to say.
        more: Vec<String>,
    },
    /// The orders stand below; whether there were any.
    Orders(bool),
    /// The night is not played before its deadline.
    Wait,
    /// The night may be played.
    Ready,
    /// More time is asked for: what comes of it.
    Extension(String),
}

impl Reply {
    /// The reply to a letter that was taken in for a night, whose orders were due `then`, in words.
    pub fn words(&self, night: u32, then: Option<&str>, moment: &Moment) -> String {
        let since = format!("night {night} has been played since.");
        match (self, moment.night > night) {
            (Reply::Said(text), _) => text.clone(),
            (Reply::Status { war, more }, false) => status(war, more, moment),
            (Reply::Status { war, .. }, true) if moment.over => format!("{war} is over; {since}"),
            (Reply::Status { war, .. }, true) => {
                format!("{}\nYour letter came before it: {since}", status(war, &[], moment))
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
                if then.is_some() && then != moment.due.as_ref().map(clock::words).as_deref() =>
            {
                "You asked for more time; the deadline has been moved since.".to_owned()
            }
            (Reply::Extension(text), false) => text.clone(),
        }
    }
}

/// The night and its deadline, and what else there is to say.
fn status(war: &str, more: &[String], moment: &Moment) -> String {
    let mut lines = vec![format!("It is night {} of {war}.", moment.night)];
    if let Some(due) = &moment.due {
        let left = due.timestamp().as_second() - moment.now;
        lines.push(match left > 0 {
            true => format!("Orders are due {}; {}.", clock::words(due), clock::is_left(left)),
            false => format!("Orders were due {}.", clock::words(due)),
        });
    }
    if moment.paused {
        lines.push(format!("Night {} is put off until further word. Orders are taken all the same.", moment.night));
    }
    lines.extend(more.iter().cloned());
    lines.join("\n")
}
