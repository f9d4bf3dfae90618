//! Parses a thread that was saved or copied as text: a post begins at a line with its author or its time.

use super::times::{Clock, parse_moment};
use super::{Edit, ThreadPost};

/// The most words in a line about a post.
const MAX_WORDS: usize = 16;

/// Parses the posts of a text. `known` are the names of those who may order and of the GM.
///
/// A post begins with a line that gives its time, or that is only a known name. The author is in that line, or in the
/// one above or below it; otherwise the post is nobody's. The words after `… wrote:` are a quotation of unknown end,
/// and nobody's own.
pub(super) fn parse_posts(text: &str, known: &[&str], clock: &Clock) -> Vec<ThreadPost> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut posts: Vec<ThreadPost> = Vec::new();
    let (mut quoted, mut number, mut names_above) = (false, 0, false);
    while let Some(line) = lines.get(number) {
        let next = lines.get(number + 1).copied().unwrap_or_default();
        if let Some((mut head, taken)) = parse_head(line, next, known, clock) {
            names_above |= !head.head.is_empty();
            // If names are above the times, an unknown name is there too.
            if names_above && head.author.is_empty() {
                head.author = posts.last_mut().and_then(|post| pop_last_line(&mut post.text)).unwrap_or_default();
            }
            posts.push(head);
            (quoted, number) = (false, number + taken);
            continue;
        }
        number += 1;
        let Some(post) = posts.last_mut() else { continue };
        if let Some(edit) = parse_edit(line, clock) {
            post.edited = Some(edit);
            continue;
        }
        if begins_quote(line) {
            quoted = true;
            post.has_open_quote = true;
        }
        if !quoted {
            post.text.push_str(lines.get(number - 1).copied().unwrap_or_default());
            post.text.push('\n');
        }
    }
    posts.iter_mut().for_each(remove_marked_quotes);
    posts
}

/// Removes the text between `[quote=Bert]` and `[/quote]`, also if nested; the text after an unclosed mark is not the
/// poster's own.
fn remove_marked_quotes(post: &mut ThreadPost) {
    const END: &str = "[/quote]";
    let marks = |text: &str| text.to_ascii_lowercase();
    while let Some(end) = marks(&post.text).find(END) {
        let start = marks(&post.text).get(..end).and_then(|before| before.rfind("[quote")).unwrap_or(end);
        post.text.replace_range(start..end + END.len(), "");
    }
    if let Some(open) = marks(&post.text).find("[quote") {
        post.text.truncate(open);
        post.has_open_quote = true;
    }
}

/// Removes the last line from a text and returns it.
fn pop_last_line(text: &mut String) -> Option<String> {
    let words = text.trim_end();
    let start = words.rfind('\n').map_or(0, |at| at + 1);
    let line = words.get(start..)?.to_owned();
    text.truncate(start);
    Some(line).filter(|line| !line.is_empty())
}

/// Parses the head of a post; the second part is its number of lines.
fn parse_head(line: &str, next: &str, known: &[&str], clock: &Clock) -> Option<(ThreadPost, usize)> {
    if parse_edit(line, clock).is_some() || begins_quote(line) {
        return None;
    }
    let dated = |line: &str| is_short(line).then(|| parse_moment(line, clock)).flatten();
    let named_alone = |line: &str| known.iter().find(|name| is_only_name(line, name)).copied();
    let contained_name = |line: &str| known.iter().find(|name| contains_name(line, name)).copied();
    let (author, at, taken) = match (named_alone(line), dated(line)) {
        // `Alys` above the line with the time, or alone.
        (Some(name), None) if dated(next).is_some() => {
            let head =
                ThreadPost { author: name.to_owned(), at: dated(next), head: line.to_owned(), ..ThreadPost::default() };
            return Some((head, 2));
        }
        (Some(name), None) => (Some(name), None, 1),
        (_, Some(at)) => match contained_name(line) {
            Some(name) => (Some(name), Some(at), 1),
            None => match named_alone(next) {
                Some(name) => (Some(name), Some(at), 2),
                None => (None, Some(at), 1),
            },
        },
        (None, None) => return None,
    };
    let author = author.map(str::to_owned).unwrap_or_default();
    Some((ThreadPost { author, at, ..ThreadPost::default() }, taken))
}

fn is_short(line: &str) -> bool {
    line.split_whitespace().count() <= MAX_WORDS
}

/// Whether a line is a name and at most what forums add to it: `Posted by Alys`, `#12 Alys`.
fn is_only_name(line: &str, name: &str) -> bool {
    const BESIDE: [&str; 8] = ["posted", "post", "by", "author", "user", "from", "re", "reply"];
    let line = line.to_lowercase();
    let name = name.to_lowercase();
    let Some(at) = line.find(&name) else { return false };
    let (before, behind) = (line.get(..at).unwrap_or_default(), line.get(at + name.len()..).unwrap_or_default());
    let is_whole_name = !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
    let words = before.split(|c: char| !c.is_alphanumeric()).chain(behind.split(|c: char| !c.is_alphanumeric()));
    let plain = |word: &str| word.is_empty() || BESIDE.contains(&word) || word.bytes().all(|b| b.is_ascii_digit());
    is_whole_name && words.into_iter().all(plain)
}

/// Whether a line contains a name as a word of its own.
fn contains_name(line: &str, name: &str) -> bool {
    let (line, name) = (line.to_lowercase(), name.to_lowercase());
    line.match_indices(&name).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let behind = line.get(at + name.len()..).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
    })
}

/// Parses `Last edited by Alys on …`.
fn parse_edit(line: &str, clock: &Clock) -> Option<Edit> {
    let lower = line.to_lowercase();
    let is_edit_note = lower.contains("last edit") || lower.starts_with("edited by") || lower.starts_with("(edited");
    (is_edit_note && is_short(line)).then(|| Edit { edited_at: parse_moment(line, clock), note: line.to_owned() })
}

/// Whether a line begins a quotation: `Alys wrote:`, `Quote from: Alys on …`.
fn begins_quote(line: &str) -> bool {
    let lower = line.to_lowercase();
    let bare = lower.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ':');
    let ends_with_verb =
        [" wrote:", " said:", " posted:"].iter().any(|end| bare.ends_with(end)) || lower.contains(" wrote: ↑");
    (ends_with_verb || lower.starts_with("quote from") || lower.starts_with("quote:") || lower == "quote")
        && is_short(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    fn clock() -> Clock {
        Clock { zone: TimeZone::UTC, saved: "2026-11-25T09:00:00Z".parse().unwrap(), begins_with_month: false }
    }

    #[test]
    fn a_post_begins_with_who_and_when() {
        let text = "The War\n\nPost by Alys » Tue Nov 24, 2026 8:00 pm\nSaber: Stay.\n\nBert\n#2 Nov 24, 2026 8:05 PM\nLancer: Stay.\n\
                    Zed\nNov 24, 2026 8:06 PM\nSaber: Move to Market.\nNov 24, 2026 8:07 PM\nAlys\nIris: Stay.\nLast edited by Alys on Nov 24, 2026 8:30 PM\n";
        let found = parse_posts(text, &["Alys", "Bert"], &clock());
        let posts_found: Vec<(&str, &str)> =
            found.iter().map(|post| (post.author.as_str(), post.text.trim())).collect();
        let wanted = [
            ("Alys", "Saber: Stay."),
            ("Bert", "Lancer: Stay."),
            ("Zed", "Saber: Move to Market."),
            ("Alys", "Iris: Stay."),
        ];
        assert_eq!(posts_found, wanted);
        let at = "2026-11-24T20:30:00Z".parse::<jiff::Timestamp>().unwrap().as_second();
        assert_eq!(found[3].edited.as_ref().and_then(|edit| edit.edited_at), Some(at));
    }

    #[test]
    fn what_somebody_wrote_is_not_the_poster_s() {
        let text = "Alys\nNov 24, 2026 8:00 PM\nMine.\nBert wrote:\nLancer: Stay.\n\nPosted by Bert\nLancer: Move to Market.\n";
        let found = parse_posts(text, &["Alys", "Bert"], &clock());
        assert_eq!((found[0].text.as_str(), found[0].has_open_quote), ("Mine.\n", true));
        assert_eq!(found[1].text, "Lancer: Move to Market.\n");
    }

    #[test]
    fn what_stands_between_marks_of_quotation_is_not_the_poster_s() {
        let head = "Alys\nNov 24, 2026 8:00 PM\n";
        for (body, own, open) in [
            ("[quote=Bert][QUOTE]No.[/QUOTE]\nSaber: Flee.[/quote]\nSaber: Stay.\n", "Saber: Stay.", false),
            ("Saber: Stay.\n[quote=\"Bert\"]Saber: Flee.\nIris: Stay.\n", "Saber: Stay.", true),
        ] {
            let found = parse_posts(&format!("{head}{body}"), &["Alys"], &clock());
            assert_eq!((found[0].text.trim(), found[0].has_open_quote), (own, open), "{body}");
        }
    }
}
