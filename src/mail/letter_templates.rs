//! The texts of letters other than the updates, by templates that a campaign may replace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::error::{CampaignError, Result};
use crate::updates::render::Templates;

use super::clock;
use super::reply::{ReplyContext, RequestReply};

/// The answer to a letter of orders.
pub const RECEIPT: &str = "receipt.txt.j2";
/// The text above an update.
pub const COVER: &str = "cover.txt.j2";
/// The reminder to players without orders.
pub const REMINDER: &str = "reminder.txt.j2";
/// The text above errata.
pub const ERRATA: &str = "errata.txt.j2";
/// The GM's answer to a letter.
pub const GM_ANSWER: &str = "gm-word.txt.j2";
/// A notice from the referee.
pub const NOTICE: &str = "notice.txt.j2";
/// The first letter to a player.
pub const WELCOME: &str = "welcome.txt.j2";

/// The first letter to a player who takes over a seat.
pub const HANDOVER: &str = "handover.txt.j2";

const SHIPPED_TEMPLATES: [(&str, &str); 8] = [
    (RECEIPT, include_str!("../../templates/receipt.txt.j2")),
    (COVER, include_str!("../../templates/cover.txt.j2")),
    (REMINDER, include_str!("../../templates/reminder.txt.j2")),
    (ERRATA, include_str!("../../templates/errata.txt.j2")),
    (GM_ANSWER, include_str!("../../templates/gm-word.txt.j2")),
    (NOTICE, include_str!("../../templates/notice.txt.j2")),
    (WELCOME, include_str!("../../templates/welcome.txt.j2")),
    (HANDOVER, include_str!("../../templates/handover.txt.j2")),
];

/// The data of the answer to a letter: its outcome, and the wording at the moment when the answer is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderReceipt {
    /// The War's title.
    pub war: String,
    /// The night that accepts orders.
    pub night: u32,
    /// The seat of the orders; empty if it is not proven.
    pub seat: String,
    /// The player's name.
    pub player: String,
    /// `accepted`, `refused`, `set-aside`, `answered`.
    pub outcome: String,
    /// The reasons why it was not accepted, in sentences.
    pub why: Vec<String>,
    /// How many orders have an error.
    pub faults: usize,
    /// Remarks on the letter, each with its line.
    pub remarks: Vec<String>,
    /// How many more remarks there are.
    pub further: usize,
    /// Characters whose new orders are all faulty, and who keep earlier ones.
    pub unchanged: Vec<String>,
    /// Characters whose new orders are all faulty, and who have no others.
    pub vain: Vec<String>,
    /// The writer's own words that wait for the GM, if the letter is set aside.
    pub kept: Vec<String>,
    /// The words of the letter that are not orders.
    pub notes: Vec<String>,
    /// The answers to the requests in it.
    pub says: Vec<RequestReply>,
    /// These answers in words, as of the moment.
    pub replies: Vec<String>,
    /// A partner's characters that the letter has orders for.
    pub partners: Vec<String>,
    /// The current plan.
    pub plan: String,
    /// Characters that have no orders yet.
    pub missing: Vec<String>,
    /// The attachments that were not parsed.
    pub unread: Vec<String>,
    /// When orders are due, in the players' words; `None` without a deadline, or if the letter came after it.
    pub due: Option<String>,
    /// Whether that moment has passed.
    pub late: bool,
    /// Whether the time of grace is running, in which orders still count.
    pub grace: bool,
    /// Whether the night is paused.
    pub paused: bool,
    /// Whether the night has been played since the letter came: nothing is due for it any more.
    pub played: bool,
    /// The night that accepts orders when the answer is sent.
    pub next: u32,
    /// When the orders for that night are due.
    pub next_due: Option<String>,
}

impl OrderReceipt {
    /// Returns the answer in words, as of a moment.
    #[must_use]
    pub fn as_of(&self, moment: &ReplyContext) -> OrderReceipt {
        let played = moment.night > self.night;
        let due = moment.deadline.as_ref().map(clock::render_deadline);
        OrderReceipt {
            replies: self.says.iter().map(|reply| reply.render(self.night, self.due.as_deref(), moment)).collect(),
            due: self.due.as_ref().and(due.clone()).filter(|_| !played),
            late: moment.is_past_deadline_by(0),
            grace: moment.is_past_deadline_by(0) && !moment.is_past_deadline_by(moment.grace),
            paused: moment.is_paused && !moment.is_over && !played,
            played,
            next: moment.night,
            next_due: due.filter(|_| played && !moment.is_over),
            ..self.clone()
        }
    }
}

/// The text above an update, or of a reminder.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cover {
    /// The War's title.
    pub war: String,
    /// The night of the update; for a reminder, the night that accepts orders.
    pub night: u32,
    /// The seat.
    pub seat: String,
    /// The player's name.
    pub player: String,
    /// When the next orders are due.
    pub due: Option<String>,
    /// When the orders of the told night were due, if it was played before that.
    pub early: Option<String>,
    /// The name of the attached packet.
    pub packet: Option<String>,
    /// The program's version.
    pub engine: &'static str,
    /// Whether the War is over.
    pub over: bool,
    /// Whether the public update follows.
    pub public: bool,
    /// For a reminder: orders came, and none of them could be accepted.
    pub unread: bool,
    /// For a reminder: the orders that came were withdrawn again.
    pub withdrawn: bool,
    /// For a reminder: the deadline has passed.
    pub late: bool,
    /// Whether the time of grace is running, in which orders still count.
    pub grace: bool,
}

/// The text above a page that corrects an earlier one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Errata {
    /// The night of the page.
    pub night: u32,
    /// The reader's name; empty if it is not known.
    pub player: String,
    /// The corrections: what no longer holds, and what holds now; empty if the page is unchanged.
    pub changes: String,
    /// The name of the attached packet.
    pub packet: Option<String>,
    /// The program's version.
    pub engine: &'static str,
    /// When the next orders are due.
    pub due: Option<String>,
    /// Whether that moment has passed.
    pub late: bool,
    /// The night on which the War ended, if the told night is no longer played.
    pub ended: Option<u32>,
}

/// The GM's answer to a letter.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GmAnswerLetter {
    /// The name of its writer; empty if it is not known.
    pub player: String,
    /// The GM's words.
    pub text: String,
    /// The lines that are answered.
    pub quoted: Vec<String>,
}

/// A notice from the referee.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Notice {
    /// The name of its reader; empty if it is not known.
    pub player: String,
    /// The words.
    pub paragraphs: Vec<String>,
}

/// The first letter to a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Welcome {
    /// The War's title.
    pub war: String,
    /// The player's name; empty if it is not known.
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
    /// Examples of how to write press; empty if there is none.
    pub press: String,
}

/// The first letter to a player who takes over a seat during a War.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HandOver {
    /// The War's title.
    pub war: String,
    /// The night that accepts orders.
    pub night: u32,
    /// The reader's name; empty if it is not known.
    pub player: String,
    /// The seat.
    pub seat: String,
    /// Its team.
    pub team: String,
    /// The living characters that it orders for.
    pub characters: Vec<String>,
    /// The player whom the reader stands in for; `None` if the seat is now the reader's.
    pub stands_in_for: Option<String>,
    /// The names of the attached files.
    pub attached: Vec<String>,
    /// The last night whose update the seat received; 0 if none.
    pub told: u32,
    /// The orders that hold for the night, as a plan; empty if there are none.
    pub plan: String,
    /// The program's version.
    pub engine: &'static str,
    /// When orders are due.
    pub due: Option<String>,
    /// Examples of how to write press; empty if there is none.
    pub press: String,
}

/// The templates of letters.
#[derive(Debug)]
pub struct LetterTemplates {
    templates: Templates,
}

impl LetterTemplates {
    /// The shipped templates, replaced by the campaign's own where it has them.
    ///
    /// # Errors
    /// [`CampaignError::Template`] for one that is not a valid template.
    pub fn new(mut own: BTreeMap<String, String>) -> Result<LetterTemplates> {
        for (name, text) in SHIPPED_TEMPLATES {
            own.entry(name.to_owned()).or_insert_with(|| text.to_owned());
        }
        let templates = Templates::new(own).map_err(|e| CampaignError::Template { text: e.to_string() })?;
        Ok(LetterTemplates { templates })
    }

    /// The templates of pages, which share the same set.
    pub fn page_templates(&self) -> &Templates {
        &self.templates
    }

    /// Renders a letter.
    ///
    /// # Errors
    /// [`CampaignError::Template`] if the template asks for something that does not exist.
    pub fn render(&self, name: &str, data: &impl Serialize) -> Result<String> {
        self.templates.render(name, data).map_err(|e| CampaignError::Template { text: e.to_string() })
    }
}
