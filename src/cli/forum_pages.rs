//! Splits pages into forum posts: sections under spoiler tags, cut where a post would be too long.

use crate::updates::markup::Form;

/// The markup of a forum's spoiler tag.
struct Spoiler {
    opening: &'static str,
    closing: &'static str,
    close: &'static str,
}

/// The default maximum of characters of a post.
pub(super) const fn default_max_characters(form: Form) -> usize {
    match form {
        Form::Gamefaqs => 10_000,
        Form::Text | Form::Html | Form::Bbcode | Form::Json => 50_000,
    }
}

/// Splits a page into posts. The text above the second section is shown; each other section is put under a spoiler tag.
pub(super) fn split_into_posts(page: &str, form: Form, spoilers: bool, longest: usize) -> Vec<String> {
    let tag = spoiler_tag(form).filter(|_| spoilers);
    let sections = split_into_sections(page, form);
    let shown_count = if sections.len() > 2 { 2 } else { 1 };
    let mut posts: Vec<String> = vec![String::new()];
    for (number, (title, text)) in sections.iter().enumerate() {
        let spoiler = tag.as_ref().filter(|_| number >= shown_count && !title.is_empty());
        let (open, close) = match spoiler {
            Some(tag) => (format!("{}{title}{}\n", tag.opening, tag.closing), format!("\n{}\n\n", tag.close)),
            None => (String::new(), "\n\n".to_owned()),
        };
        // The tag has the title.
        let text = match spoiler {
            Some(_) => text.split_once('\n').map_or("", |(_, rest)| rest),
            None => text,
        };
        let around = open.chars().count() + close.chars().count();
        for (index, part) in split_text(text, longest.saturating_sub(around).max(1)).into_iter().enumerate() {
            let length = posts.last().map_or(0, |post| post.chars().count()) + around + part.chars().count();
            if (index > 0 || length > longest) && posts.last().is_some_and(|post| !post.is_empty()) {
                posts.push(String::new());
            }
            if let Some(post) = posts.last_mut() {
                post.extend([open.as_str(), part.trim_end(), &close]);
            }
        }
    }
    posts.into_iter().map(|post| post.trim_end().to_owned() + "\n").collect()
}

const fn spoiler_tag(form: Form) -> Option<Spoiler> {
    match form {
        Form::Bbcode => Some(Spoiler { opening: "[spoiler=", closing: "]", close: "[/spoiler]" }),
        // The tag takes no title there, so the section begins with it.
        Form::Gamefaqs => Some(Spoiler { opening: "<b>", closing: "</b>\n<spoiler>", close: "</spoiler>" }),
        Form::Text | Form::Html | Form::Json => None,
    }
}

/// Splits a page into sections with their titles; only titles in capitals count, if there are any.
fn split_into_sections(page: &str, form: Form) -> Vec<(String, String)> {
    let (open, close) = if form == Form::Gamefaqs { ("<b>", "</b>") } else { ("[b]", "[/b]") };
    let lines: Vec<&str> = page.lines().collect();
    let title_at = |number: usize| {
        let is_below_blank_line =
            number.checked_sub(1).and_then(|above| lines.get(above)).is_some_and(|line| line.trim().is_empty());
        let title = lines.get(number)?.trim().strip_prefix(open)?.strip_suffix(close)?;
        (is_below_blank_line && !title.contains(open)).then(|| title.to_owned())
    };
    let capital = |title: &String| title.chars().any(char::is_alphabetic) && !title.chars().any(char::is_lowercase);
    let has_capitals = (0..lines.len()).filter_map(title_at).any(|title| capital(&title));
    let mut found = vec![(String::new(), String::new())];
    for (number, line) in lines.iter().enumerate() {
        if let Some(title) = title_at(number).filter(|title| !has_capitals || capital(title)) {
            found.push((title, String::new()));
        }
        if let Some((_, text)) = found.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    found.retain(|(_, text)| !text.trim().is_empty());
    found
}

/// Splits a text into pieces of at most `longest` characters: at blank lines, else at lines, else anywhere.
fn split_text(text: &str, longest: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for paragraph in text.split_inclusive("\n\n") {
        let pieces: Vec<String> = if paragraph.chars().count() <= longest {
            vec![paragraph.to_owned()]
        } else {
            let lines = paragraph.split_inclusive('\n');
            lines
                .flat_map(|line| {
                    let letters: Vec<char> = line.chars().collect();
                    letters.chunks(longest).map(|piece| piece.iter().collect::<String>()).collect::<Vec<_>>()
                })
                .collect()
        };
        for piece in pieces {
            match found.last_mut().filter(|last| last.chars().count() + piece.chars().count() <= longest) {
                Some(last) => last.push_str(&piece),
                None => found.push(piece),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "[b]The War[/b]\nNight 1, for Red\n\n[b]IN SHORT[/b]\nAlive.\n\n[b]YOUR ORDERS[/b]\n1. [b]Saber[/b]: Stay.\n\n\
                        [b]WHAT HAPPENED[/b]\n\n[b]Turn start[/b]\n\nNothing.\n";

    #[test]
    fn sections_go_under_spoilers_and_the_summary_is_shown() {
        let [post] = split_into_posts(PAGE, Form::Bbcode, true, 1000).try_into().unwrap();
        assert!(
            post.starts_with("[b]The War[/b]\nNight 1, for Red\n\n[b]IN SHORT[/b]\nAlive.\n\n[spoiler=YOUR ORDERS]")
        );
        assert_eq!((post.matches("[spoiler=").count(), post.matches("[/spoiler]").count()), (2, 2), "{post}");
        let [plain] = split_into_posts(PAGE, Form::Bbcode, false, 1000).try_into().unwrap();
        assert_eq!(plain.split_whitespace().collect::<Vec<_>>(), PAGE.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn long_pages_are_cut_and_no_tag_stays_open() {
        let long = format!("{PAGE}{}", (0..200).map(|n| format!("Line {n} of the Night.\n")).collect::<String>());
        let all = split_into_posts(&long, Form::Bbcode, true, 500);
        assert!(all.len() > 8, "{}", all.len());
        for post in &all {
            assert!(post.chars().count() <= 501, "{post}");
            assert_eq!(post.matches("[spoiler=").count(), post.matches("[/spoiler]").count(), "{post}");
        }
        let lines = (0..200).filter(|n| all.iter().filter(|post| post.contains(&format!("Line {n} of"))).count() == 1);
        assert_eq!(lines.count(), 200);
    }
}
