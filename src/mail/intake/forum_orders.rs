//! Orders that are posted on a forum.

use crate::campaign::error::Result;
use crate::mail::letter;
use crate::mail::requests::find_requests_in_post;
use crate::mail::sources::RawLetter;
use crate::mail::thread::ThreadPost;

use super::{Intake, IntakeResult, OrdersAskedAt, SeatProof};

/// The outcome of a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostResult {
    /// Its author is not in war.yaml; whether it has orders for somebody nevertheless.
    Stranger(bool),
    /// It is the GM's.
    Gm,
    /// It has no orders and no requests, and never had: it is left alone.
    Talk,
    /// It was written before orders for this night were asked for.
    Earlier,
    /// It was imported like a letter.
    Imported(Box<IntakeResult>),
}

impl Intake<'_> {
    /// The forum names of all who may order, and of the GM.
    pub fn forum_names(&self) -> Vec<&str> {
        let people = self.mailed_war.people.iter().chain(&self.context.gm);
        people.flat_map(|person| &person.forum).map(String::as_str).collect()
    }

    /// Imports a post. `saved` is when its thread was saved, in seconds since 1970; `when` renders a moment for people.
    pub fn import_post(
        &mut self,
        post: &ThreadPost,
        source: &str,
        saved: i64,
        when: impl Fn(i64) -> String,
    ) -> Result<PostResult> {
        let is_author = |name: &String| !post.author.is_empty() && name.trim().eq_ignore_ascii_case(post.author.trim());
        if self.context.gm.as_ref().is_some_and(|gm| gm.forum.iter().any(is_author)) {
            return Ok(PostResult::Gm);
        }
        let text = [letter::from_bare_text(source, post.text.as_bytes())].into_iter().flat_map(|letter| letter.texts);
        let texts: Vec<letter::LetterText> = text.collect();
        let Some(seat) =
            self.mailed_war.people.iter().find(|person| person.forum.iter().any(is_author)).map(|of| of.seat)
        else {
            let orders = (0..self.mailed_war.seats.len())
                .any(|seat| !self.mailed_war.parse_orders(seat, &texts).named_characters.is_empty());
            return Ok(PostResult::Stranger(orders));
        };
        let id = post.message_id();
        let known = |entry: &&crate::mail::inbox::LetterRecord| entry.message.as_ref() == Some(&id);
        let taken_before = self.earlier.iter().chain(&self.entries).any(|entry| known(&entry));
        let characters = self.mailed_war.seats.get(seat).map(|seat| seat.characters.as_slice()).unwrap_or_default();
        let parsed = find_requests_in_post(&texts, characters, self.context.today);
        let reading = self.mailed_war.parse_orders(seat, &parsed.texts);
        if reading.is_empty() && parsed.requests.is_empty() && !taken_before && !post.has_open_quote {
            return Ok(PostResult::Talk);
        }
        // A post from an earlier night belongs to that night, unless it names its night.
        let orders_asked_at = self.context.asked_for.filter(|_| reading.for_night.is_none());
        let is_before = |moment: i64| post.at.is_some_and(|at| at < moment);
        if let Some(OrdersAskedAt::At(played)) = orders_asked_at
            && is_before(played)
        {
            return Ok(PostResult::Earlier);
        }
        let precedes_last_update = orders_asked_at.is_some() && self.context.opened.is_some_and(is_before);
        let is_saved_late = self.context.deadline.as_ref().is_some_and(|due| saved > due.timestamp().as_second());
        let doubt = match (post.latest_written(), &post.edited) {
            _ if post.has_open_quote => {
                "it quotes somebody, and a text does not tell where the quotation ends: save the thread as a page"
            }
            _ if precedes_last_update => "it was posted before the last night was told, and names no night",
            _ if orders_asked_at == Some(OrdersAskedAt::Unknown) => {
                "nobody can tell whether it was posted before the last night was played, and it names no night"
            }
            (None, Some(_)) if is_saved_late => "it was changed, and nobody can tell whether before the deadline",
            (None, None) if is_saved_late => "nobody can tell whether it was written before the deadline",
            _ => "",
        };
        let written = post.latest_written().unwrap_or(saved);
        let raw = RawLetter {
            bytes: post.as_letter(when),
            source: format!("{source}, {}", post.display_name()),
            arrived: Some(post.at.unwrap_or(saved)),
        };
        // If the thread was saved before the deadline, the post was written before it.
        let written = if is_saved_late { written } else { written.min(saved) };
        Ok(PostResult::Imported(Box::new(self.import_letter(&raw, SeatProof::Posted { seat, written, doubt })?)))
    }
}
