//! Imports forum threads: finds the posts that are orders, and reports the others.

use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::campaign::error::{CampaignError, Result};
use crate::cli::ui::counted;
use crate::mail::intake::Intake;
use crate::mail::intake::forum_orders::PostResult;
use crate::mail::sources;
use crate::mail::thread::{self, ThreadPost};

use super::{ImportedLetters, MailSession};

/// The most posts that are listed one by one.
const MAX_LISTED: usize = 20;

impl MailSession {
    /// Imports the posts of a thread.
    pub(super) fn import_thread(
        &self,
        intake: &mut Intake<'_>,
        path: &Path,
        zone: Option<&TimeZone>,
        done: &mut ImportedLetters,
    ) -> Result<()> {
        let zone = zone.cloned().unwrap_or_else(|| self.zone());
        let refusal = |text: String| CampaignError::Mail { text };
        let names: Vec<String> = intake.forum_names().into_iter().map(str::to_owned).collect();
        if names.is_empty() {
            return Err(refusal(
                "nobody's name on the board is known: write each player's into war.yaml, `player: { name: Alice, forum: Alys42 }`"
                    .to_owned(),
            ));
        }
        for (number, name) in names.iter().enumerate() {
            if names.iter().skip(number + 1).any(|other| other.trim().eq_ignore_ascii_case(name.trim())) {
                return Err(refusal(format!("two people of war.yaml post as `{name}`: whose orders are theirs?")));
            }
        }
        let raw = sources::read_file(path)?;
        let saved = sources::last_written(path).unwrap_or(self.now).min(self.now);
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let thread = thread::parse_thread(&raw.bytes, &known, &zone, saved);
        let file = path.display();
        if thread.posts.is_empty() {
            return Err(refusal(format!(
                "{file} has no posts that can be told apart: save the thread's page as HTML (or its print view), or as text with a \
                 line above each post that says who posted it and when"
            )));
        }
        let render_moment = |at: i64| {
            let at = Timestamp::from_second(at).unwrap_or_default().to_zoned(zone.clone());
            at.strftime("%Y-%m-%d %H:%M:%S").to_string()
        };
        done.posts.push(format!("{file}, {}: {}.", thread.board, counted(thread.posts.len(), "post")));
        let (mut talk, mut earlier, mut strangers) = (Vec::new(), 0, Vec::new());
        for post in &thread.posts {
            match intake.import_post(post, &file.to_string(), saved, render_moment)? {
                PostResult::Gm => {}
                PostResult::Earlier => earlier += 1,
                PostResult::Talk => talk.push(render_beginning(post)),
                PostResult::Stranger(true) if post.author.is_empty() => done.posts.push(format!(
                    "It is not told who wrote this, and it may be orders: {}",
                    render_beginning(post)
                )),
                PostResult::Stranger(true) => done.posts.push(format!(
                    "`{0}` posts what may be orders, and is nobody in war.yaml (`forum: {0}` beside a player's name): {1}",
                    post.author,
                    render_beginning(post)
                )),
                PostResult::Stranger(false) => strangers.push(post.author.clone()),
                PostResult::Imported(result) => done.record(*result),
            }
        }
        if earlier > 0 {
            let night = self.mailed_war.night - 1;
            done.posts.push(format!(
                "{} of players are older than the end of night {night}, and not taken.",
                counted(earlier, "post")
            ));
        }
        if !talk.is_empty() {
            let more = talk.len().saturating_sub(MAX_LISTED);
            talk.truncate(MAX_LISTED);
            let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
            done.posts.push(format!(
                "Posts of players without orders, left where they stand:\n  {}{more}",
                talk.join("\n  ")
            ));
        }
        strangers.sort();
        strangers.dedup();
        strangers.retain(|name| !name.is_empty());
        if !strangers.is_empty() {
            done.posts.push(format!("Others, who are nobody in war.yaml: {}.", strangers.join(", ")));
        }
        Ok(())
    }
}

/// Renders a post by its name and its first words.
fn render_beginning(post: &ThreadPost) -> String {
    let words: String = post.text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect();
    format!("{}: {words}", post.display_name())
}
