//! What letters say beside the updates, by templates that a campaign may replace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::error::{CampaignError, Result};
use crate::updates::render::Templates;

use super::clock;
use super::reply::{Moment, Reply};

/// The answer to a letter of orders.
pub const RECEIPT: &str = "receipt.txt.j2";
/// The words above an update.
pub const COVER: &str = "cover.txt.j2";
/// The reminder to the silent.
pub const REMINDER: &str = "reminder.txt.j2";
/// The words above errata.
pub const ERRATA: &str = "errata.txt.j2";
/// The GM's answer to a letter.
pub const GM_WORD: &str = "gm-word.txt.j2";
/// A word of the referee's by itself.
pub const NOTICE: &str = "notice.txt.j2";
/// The first letter to a player.
pub const WELCOME: &str = "welcome.txt.j2";

/// The first letter to whoever takes a seat over.
pub const HANDOVER: &str = "handover.txt.j2";

const SHIPPED: [(&str, &str); 8] = [
    (RECEIPT, include_str!("../../templates/receipt.txt.j2")),
    (COVER, include_str!("../../templates/cover.txt.j2")),
    (REMINDER, include_str!("../../templates/reminder.txt.j2")),
    (ERRATA, include_str!("../../templates/errata.txt.j2")),
    (GM_WORD, include_str!("../../templates/gm-word.txt.j2")),
    (NOTICE, include_str!("../../templates/notice.txt.j2")),
    (WELCOME, include_str!("../../templates/welcome.txt.j2")),
    (HANDOVER, include_str!("../../templates/handover.txt.j2")),
];

/// The answer to a letter: what it came to, and what it says at the moment at which it goes out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderReceipt {
    /// The War's title.
    pub war: String,
    /// The night that orders are taken for.
    pub night: u32,
    /// Whose orders; empty where that is not proven.
    pub seat: String,
    /// What the player is called.
    pub player: String,
    /// `accepted`, `refused`, `set-aside`, `answered`.
    pub outcome: String,
    /// Why it was not accepted, in sentences.
    pub why: Vec<String>,
    /// How many orders have an error.
    pub faults: usize,
    /// What is to be said of the letter, each with its line.
    pub remarks: Vec<String>,
    /// How many more there are.
    pub further: usize,
    /// Characters whose new orders are all faulty, and who have others that came before.
    pub unchanged: Vec<String>,
    /// Characters whose new orders are all faulty, and who have no others.
    pub vain: Vec<String>,
    /// What it says, where it is set aside: the writer's own words, as they wait for the GM.
    pub kept: Vec<String>,
    /// What the letter says that is no order.
    pub notes: Vec<String>,
    /// What is answered to each request in it.
    pub says: Vec<Reply>,
    /// The same, in the words of the moment.
    pub replies: Vec<String>,
    /// Characters of a partner's that the letter has orders for.
    pub partners: Vec<String>,
    /// The plan as it now stands.
    pub plan: String,
    /// Characters that have no orders yet.
    pub missing: Vec<String>,
    /// What was attached and not read.
    pub unread: Vec<String>,
    /// When orders are due, in the players' words; `None` without a deadline, or where the letter came behind it.
    pub due: Option<String>,
    /// Whether that has gone by.
    pub late: bool,
    /// Whether the time of grace is running, in which orders still count.
    pub grace: bool,
    /// Whether the night is put off without a day.
    pub paused: bool,
    /// Whether the night has been played since the letter came in: nothing is due for it any more.
    pub played: bool,
    /// The night that orders are taken for as the answer goes out.
    pub next: u32,
    /// When these are due.
    pub next_due: Option<String>,
}

impl OrderReceipt {
    /// The answer in the words of a moment.
    #[must_use]
    pub fn at(&self, moment: &Moment) -> OrderReceipt {
        let played = moment.night > self.night;
        let due = moment.due.as_ref().map(clock::words);
        OrderReceipt {
            replies: self.says.iter().map(|reply| reply.words(self.night, self.due.as_deref(), moment)).collect(),
            due: self.due.as_ref().and(due.clone()).filter(|_| !played),
            late: moment.has_gone_by(0),
            grace: moment.has_gone_by(0) && !moment.has_gone_by(moment.grace),
            paused: moment.paused && !moment.over && !played,
            played,
            next: moment.night,
            next_due: due.filter(|_| played && !moment.over),
            ..self.clone()
        }
    }
}

/// The words above an update, or of a reminder.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cover {
    /// The War's title.
    pub war: String,
    /// The night told of; for a reminder the one that orders are taken for.
    pub night: u32,
    /// The seat.
    pub seat: String,
    /// What the player is called.
    pub player: String,
    /// When the next orders are due.
    pub due: Option<String>,
    /// When the orders of the night told of were due, where it was played before that.
    pub early: Option<String>,
    /// The name of the attached packet.
    pub packet: Option<String>,
    /// The program's version.
    pub engine: &'static str,
    /// Whether the War is over.
    pub over: bool,
    /// The public update is what follows.
    pub public: bool,
    /// For a reminder: something came, and none of it could be accepted.
    pub unread: bool,
    /// For a reminder: what came was withdrawn again.
    pub withdrawn: bool,
    /// For a reminder: the deadline has gone by.
    pub late: bool,
    /// Whether the time of grace is running, in which orders still count.
    pub grace: bool,
}

/// The words above a page that was told otherwise before.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Errata {
    /// The night told of.
    pub night: u32,
    /// What the reader is called; empty where that is not known.
    pub player: String,
    /// What is not so any more, and what is so now; empty where the page says what it said.
    pub changes: String,
    /// The name of the attached packet.
    pub packet: Option<String>,
    /// The program's version.
    pub engine: &'static str,
    /// When the next orders are due.
    pub due: Option<String>,
    /// Whether that has gone by.
    pub late: bool,
    /// The night on which the War ended, where the night told of is not played any more.
    pub ended: Option<u32>,
}

/// The GM's answer to a letter.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GmAnswer {
    /// What its writer is called; empty where that is not known.
    pub player: String,
    /// The GM's words.
    pub text: String,
    /// The lines that are answered.
    pub quoted: Vec<String>,
}

/// A word of the referee's by itself.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Notice {
    /// What its reader is called; empty where that is not known.
    pub player: String,
    /// The words.
    pub paragraphs: Vec<String>,
}

/// The first letter to a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Welcome {
    /// The War's title.
    pub war: String,
    /// What the player is called; empty where that is not known.
    pub player: String,
    /// The seat.
    pub seat: String,
    /// Its team.
    pub team: String,
    /// The characters that it orders for.
    pub characters: Vec<String>,
    /// The seat's page before the first night: its characters, the map, the form for orders.
    pub page: String,
    /// The names of the attached files.
    pub attached: Vec<String>,
    /// The program's version.
    pub engine: &'static str,
    /// When the first orders are due.
    pub due: Option<String>,
    /// How words are passed on to others, in examples; empty where none are.
    pub press: String,
}

/// The first letter to whoever takes a seat over in the middle of a War.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HandOver {
    /// The War's title.
    pub war: String,
    /// The night that orders are taken for.
    pub night: u32,
    /// What the reader is called; empty where that is not known.
    pub player: String,
    /// The seat.
    pub seat: String,
    /// Its team.
    pub team: String,
    /// The characters that it orders for: those that live.
    pub characters: Vec<String>,
    /// Whom the reader stands in for; none where the seat is theirs now.
    pub stands_in_for: Option<String>,
    /// The names of the attached files.
    pub attached: Vec<String>,
    /// The last night that the seat was told of; 0 where none was.
    pub told: u32,
    /// The orders that hold for the night, as a plan; empty where there are none.
    pub plan: String,
    /// The program's version.
    pub engine: &'static str,
    /// When orders are due.
    pub due: Option<String>,
    /// How words are passed on to others, in examples; empty where none are.
    pub press: String,
}

/// The templates of letters.
#[derive(Debug)]
pub struct LetterTemplates {
    templates: Templates,
}

impl LetterTemplates {
    /// The shipped ones, with a campaign's own in their place.
    ///
    /// # Errors
    /// [`CampaignError::Template`] for one that is no template.
    pub fn new(mut own: BTreeMap<String, String>) -> Result<LetterTemplates> {
        for (name, text) in SHIPPED {
            own.entry(name.to_owned()).or_insert_with(|| text.to_owned());
        }
        let templates = Templates::new(own).map_err(|e| CampaignError::Template { text: e.to_string() })?;
        Ok(LetterTemplates { templates })
    }

    /// Those of pages, which stand beside them.
    pub fn of_pages(&self) -> &Templates {
        &self.templates
    }

    /// A letter's words.
    ///
    /// # Errors
    /// [`CampaignError::Template`] when the template asks for what there is not.
    pub fn render(&self, name: &str, data: &impl Serialize) -> Result<String> {
        self.templates.render(name, data).map_err(|e| CampaignError::Template { text: e.to_string() })
    }
}
