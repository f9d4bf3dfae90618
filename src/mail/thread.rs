//! A thread of a board, saved as a page or as text: its posts, each with who wrote it, when, and in whose words.
//!
//! Boards are told apart by a table (`thread/boards.txt`). What a poster quotes is not theirs. A name that a post bears
//! is believed, for the board has asked for its password; whose name it is, war.yaml says.

mod boards;
mod page;
mod plain;
mod times;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};

use self::boards::{Board, Page};
use self::page::elements;
use self::times::{Clock, moment};
use super::letter::LONGEST_LETTER;

/// What the ids of posts end in: an edited post has the id of the one before.
pub const POSTED: &str = "@posted.invalid";

/// A post of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// What the board calls it: `p123`; empty where it says nothing.
    pub id: String,
    /// The name that it bears; empty where nobody can tell.
    pub author: String,
    /// When it was written, in seconds since 1970.
    pub at: Option<i64>,
    /// That it was changed since.
    pub edited: Option<Edit>,
    /// What its poster says: quotations taken out.
    pub text: String,
    /// Whether something behind a quotation of unknown end was left out.
    pub quotes: bool,
    /// The line with its poster's name, where that stands in a text above the one that says when.
    head: String,
}

/// That a post was changed after it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// When, in seconds since 1970.
    pub at: Option<i64>,
    /// As the board says it.
    pub note: String,
}

/// A thread as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// The board's name; `text` where it is none.
    pub board: &'static str,
    /// Its posts in their order.
    pub posts: Vec<Post>,
}

/// Reads a thread. `known` are those who may post orders, and the GM; `zone` is that of times without one, `saved` when
/// it was saved.
pub fn read(bytes: &[u8], known: &[&str], zone: &TimeZone, saved: i64) -> Thread {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(LONGEST_LETTER)).unwrap_or_default());
    let text = text.trim_start_matches('\u{FEFF}');
    let saved = Timestamp::from_second(saved).unwrap_or_default();
    let clock = Clock { zone: zone.clone(), saved, month_first: false };
    let lower = text.get(..text.len().min(4096)).unwrap_or(text).to_lowercase();
    if !["<html", "<!doctype", "<body", "<div", "<article", "<table"].iter().any(|tag| lower.contains(tag)) {
        return Thread { board: "text", posts: plain::posts(text, known, &clock) };
    }
    let page = Page { text, elements: elements(text) };
    let mut best = Thread::default();
    for board in Board::all() {
        let clock = Clock { month_first: board.month_first, ..clock.clone() };
        let posts = board.posts(&page).into_iter().filter_map(|post| read_post(&board, &page, post, &clock));
        let posts: Vec<Post> = posts.collect();
        if posts.len() > best.posts.len() {
            best = Thread { board: board.name, posts };
        }
    }
    best
}

/// A post of a page; nothing where it has no author or no body.
fn read_post(board: &Board, page: &Page<'_>, post: usize, clock: &Clock) -> Option<Post> {
    let element = page.elements.get(post)?;
    let author = board.words(page, post, "author")?;
    let text = board.body(page, post)?;
    let edited = board.words(page, post, "edited").filter(|note| note.to_lowercase().contains("edit"));
    let id = ["id", "data-post-id", "name"].iter().find_map(|name| element.attribute(name)).unwrap_or_default();
    let body_id = || {
        let (body, _) = board.find(page, post, "body")?;
        let body = page.elements.get(body)?;
        body.attribute("id").or(body.attribute("name")).map(str::to_owned)
    };
    let id = if id.is_empty() { body_id().unwrap_or_default() } else { id.to_owned() };
    let at = board.words(page, post, "time").and_then(|text| moment(&text, clock));
    let edited = edited.map(|note| Edit { at: edit_moment(board, page, post, &note, clock), note });
    Some(Post { id, author, at, edited, text, ..Post::default() })
}

/// When a post was changed: in a form for programs within the note, else as the note says.
fn edit_moment(board: &Board, page: &Page<'_>, post: usize, note: &str, clock: &Clock) -> Option<i64> {
    let (number, _) = board.find(page, post, "edited")?;
    let element = page.elements.get(number)?;
    let inner = page.elements.iter().filter(|one| one.start >= element.inner && one.start < element.end);
    let exact = inner.filter_map(|one| {
        ["datetime", "data-time", "data-timestamp", "title"].iter().find_map(|name| one.attribute(name))
    });
    exact.filter_map(|value| moment(value, clock)).next().or_else(|| moment(note, clock))
}

impl Post {
    /// What it is called among the letters: the same however often it was changed, where the board tells that.
    pub fn message_id(&self) -> String {
        let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).take(60).collect::<String>();
        let own = plain(&self.id);
        let name = match (own.is_empty(), self.at) {
            (false, _) => own,
            (true, Some(at)) => format!("at{at}"),
            (true, None) => Sha256::digest(self.text.as_bytes()).iter().take(6).map(|b| format!("{b:02x}")).collect(),
        };
        let author: String =
            Sha256::digest(self.author.to_lowercase()).iter().take(4).map(|b| format!("{b:02x}")).collect();
        format!("{name}.{author}{POSTED}")
    }

    /// What it is called for people: `post p12 by Alys`.
    pub fn name(&self) -> String {
        let id = if self.id.is_empty() { String::new() } else { format!(" {}", self.id) };
        let by = if self.author.is_empty() { "somebody" } else { &self.author };
        format!("post{id} by {by}").chars().filter(|c| !c.is_control()).take(120).collect()
    }

    /// The latest moment at which its words may have been written; nothing where nobody can tell.
    pub fn written(&self) -> Option<i64> {
        match &self.edited {
            Some(edit) => edit.at,
            None => self.at,
        }
    }

    /// The post in the form of a letter, to be kept as it came. `when` says its times for people.
    pub fn as_letter(&self, when: impl Fn(i64) -> String) -> Vec<u8> {
        let edited = self.edited.as_ref().map(|edit| match edit.at {
            Some(at) => format!(", edited {}", when(at)),
            None => format!(", {}", edit.note),
        });
        let subject = format!("{}{}", self.name(), edited.unwrap_or_default());
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
