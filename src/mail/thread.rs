//! Parses a forum thread, saved as a page or as text: its posts, each with its author, time and words.
//!
//! Forums are told apart by a table (`thread/boards.txt`). Words that a poster quotes are not the poster's. The
//! author's name of a post is trusted, because the forum has asked for a password; war.yaml says whose name it is.

mod boards;
mod page;
mod plain;
mod times;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};

use self::boards::{Board, Page};
use self::page::parse_elements;
use self::times::{Clock, parse_moment};
use super::letter::MAX_LETTER_LENGTH;
use crate::vocabulary::text::hex_digits;

/// The suffix of the message ids of posts; an edited post has the id of the original.
pub const POST_ID_SUFFIX: &str = "@posted.invalid";

/// A post of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadPost {
    /// Its id on the forum: `p123`; empty if there is none.
    pub id: String,
    /// Its author's name; empty if it is not known.
    pub author: String,
    /// When it was written, in seconds since 1970.
    pub at: Option<i64>,
    /// Its last edit, if it was edited.
    pub edited: Option<Edit>,
    /// The poster's own words, without quotations.
    pub text: String,
    /// Whether words after a quotation of unknown end were left out.
    pub has_open_quote: bool,
    /// The line with its author's name, if that is above the line with its time.
    head: String,
}

/// An edit of a post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// When, in seconds since 1970.
    pub edited_at: Option<i64>,
    /// The forum's own note.
    pub note: String,
}

/// A parsed thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// The forum software's name; `text` for a thread saved as text.
    pub board: &'static str,
    /// Its posts in their order.
    pub posts: Vec<ThreadPost>,
}

/// Parses a thread. `known` are the names of those who may order and of the GM; `zone` applies to times without one;
/// `saved` is when the thread was saved, in seconds since 1970.
pub fn parse_thread(bytes: &[u8], known: &[&str], zone: &TimeZone, saved: i64) -> Thread {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(MAX_LETTER_LENGTH)).unwrap_or_default());
    let text = text.trim_start_matches('\u{FEFF}');
    let saved = Timestamp::from_second(saved).unwrap_or_default();
    let clock = Clock { zone: zone.clone(), saved, begins_with_month: false };
    let lower = text.get(..text.len().min(4096)).unwrap_or(text).to_lowercase();
    if !["<html", "<!doctype", "<body", "<div", "<article", "<table"].iter().any(|tag| lower.contains(tag)) {
        return Thread { board: "text", posts: plain::parse_posts(text, known, &clock) };
    }
    let page = Page { text, elements: parse_elements(text) };
    let mut best = Thread::default();
    for board in Board::all_boards() {
        let clock = Clock { begins_with_month: board.begins_with_month, ..clock.clone() };
        let posts = board.find_posts(&page).into_iter().filter_map(|post| parse_post(&board, &page, post, &clock));
        let posts: Vec<ThreadPost> = posts.collect();
        if posts.len() > best.posts.len() {
            best = Thread { board: board.name, posts };
        }
    }
    best
}

/// Parses a post of a page; `None` if it has no author or no body.
fn parse_post(board: &Board, page: &Page<'_>, post: usize, clock: &Clock) -> Option<ThreadPost> {
    let element = page.elements.get(post)?;
    let author = board.find_words(page, post, "author")?;
    let text = board.find_own_words(page, post)?;
    let edited = board.find_words(page, post, "edited").filter(|note| note.to_lowercase().contains("edit"));
    let id = ["id", "data-post-id", "name"].iter().find_map(|name| element.attribute(name)).unwrap_or_default();
    let body_id = || {
        let (body, _) = board.find(page, post, "body")?;
        let body = page.elements.get(body)?;
        body.attribute("id").or(body.attribute("name")).map(str::to_owned)
    };
    let id = if id.is_empty() { body_id().unwrap_or_default() } else { id.to_owned() };
    let at = board.find_words(page, post, "time").and_then(|text| parse_moment(&text, clock));
    let edited = edited.map(|note| Edit { edited_at: edit_moment(board, page, post, &note, clock), note });
    Some(ThreadPost { id, author, at, edited, text, ..ThreadPost::default() })
}

/// When a post was edited: by a machine-readable time in the note, else by its words.
fn edit_moment(board: &Board, page: &Page<'_>, post: usize, note: &str, clock: &Clock) -> Option<i64> {
    let (number, _) = board.find(page, post, "edited")?;
    let element = page.elements.get(number)?;
    let inner = page.elements.iter().filter(|one| one.start >= element.inner && one.start < element.end);
    let exact = inner.filter_map(|one| {
        ["datetime", "data-time", "data-timestamp", "title"].iter().find_map(|name| one.attribute(name))
    });
    exact.filter_map(|value| parse_moment(value, clock)).next().or_else(|| parse_moment(note, clock))
}

impl ThreadPost {
    /// Its message id, which stays the same across edits if the forum gives the post an id or a time.
    pub fn message_id(&self) -> String {
        let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).take(60).collect::<String>();
        let own = plain(&self.id);
        let name = match (own.is_empty(), self.at) {
            (false, _) => own,
            (true, Some(at)) => format!("at{at}"),
            (true, None) => hex_digits(&Sha256::digest(self.text.as_bytes())[..6]),
        };
        let author = hex_digits(&Sha256::digest(self.author.to_lowercase())[..4]);
        format!("{name}.{author}{POST_ID_SUFFIX}")
    }

    /// Its name for people: `post p12 by Alys`.
    pub fn display_name(&self) -> String {
        let id = if self.id.is_empty() { String::new() } else { format!(" {}", self.id) };
        let by = if self.author.is_empty() { "somebody" } else { &self.author };
        format!("post{id} by {by}").chars().filter(|c| !c.is_control()).take(120).collect()
    }

    /// The latest moment at which its words may have been written; `None` if it is not known.
    pub fn latest_written(&self) -> Option<i64> {
        match &self.edited {
            Some(edit) => edit.edited_at,
            None => self.at,
        }
    }

    /// The post in the form of a letter, as it is kept. `when` renders a moment for people.
    pub fn as_letter(&self, when: impl Fn(i64) -> String) -> Vec<u8> {
        let edited = self.edited.as_ref().map(|edit| match edit.edited_at {
            Some(at) => format!(", edited {}", when(at)),
            None => format!(", {}", edit.note),
        });
        let subject = format!("{}{}", self.display_name(), edited.unwrap_or_default());
        let subject: String = subject.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
        let date = self.at.map(|at| format!("X-Posted: {}\n", when(at))).unwrap_or_default();
        format!(
            "Subject: {subject}\nMessage-ID: <{}>\n{date}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
             Content-Transfer-Encoding: 8bit\n\n{}",
            self.message_id(),
            self.text
        )
        .into_bytes()
    }
}
