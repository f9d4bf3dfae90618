//! Headings in the styles of letters and forums: `## Saber`, `== SABER ==`, `[b]Saber[/b]`, `[Saber]`.
//!
//! A line with signs around the name of an own character heads a block, as `Saber:` does.

use crate::language::name_book::{NameBook, NameKind};

/// Signs that mark a heading.
const SIGNS: &[char] =
    &['#', '=', '-', '~', '_', '*', '+', '|', ':', ' ', '\t', '[', ']', '<', '>', '\u{2014}', '\u{2013}'];
/// The most words that a heading may have.
const MAX_WORDS: usize = 6;
/// Forum tags that only change how words look.
const TAGS: [&str; 8] = ["b", "i", "u", "size", "center", "list", "indent", "font"];

/// Returns the characters of a heading's words, each with its place in the line; `None` for any other line.
pub(super) fn words(line: &str, names: &NameBook) -> Option<Vec<(usize, char)>> {
    if !line.trim_start().starts_with(SIGNS) {
        return None;
    }
    let mut behind_tag = 0;
    let mut letters = Vec::new();
    for (at, c) in line.char_indices() {
        behind_tag = line.get(at..).and_then(tag).map_or(behind_tag, |length| at + length);
        if at >= behind_tag {
            letters.push((at, c));
        }
    }
    let untagged: String = letters.iter().map(|(_, c)| c).collect();
    let words = heading(&untagged, behind_tag > 0, names)?;
    let from = untagged.get(..untagged.find(words)?)?.chars().count();
    Some(letters.into_iter().skip(from).take(words.chars().count()).collect())
}

/// Returns the words of a heading within its line; `None` for any other line. `#` before anything but a name begins a
/// comment.
fn heading<'l>(line: &'l str, tagged: bool, names: &NameBook) -> Option<&'l str> {
    let bare = line.trim();
    let set_off = tagged || (bare.starts_with(SIGNS) && !bare.starts_with(['<', ':']));
    let words = bare.trim_matches(SIGNS);
    let begins_item =
        bare.starts_with(['-', '*', '+']) && bare.get(1..2) == Some(" ") && !bare.ends_with(['-', '*', '+', ':']);
    if !set_off || begins_item || words.is_empty() || words.split_whitespace().count() > MAX_WORDS {
        return None;
    }
    // `# Saber attacks Lancer` is a comment: a heading has only words such as `orders for` beside the name.
    let name = names.of_kind(NameKind::Own).find(|name| begins_or_ends(words, name))?;
    let (before, behind) = parts(words, name)?;
    (before.is_empty() && behind.is_empty() || super::block_labels::is_name_with_words(before, behind)).then_some(words)
}

fn begins_or_ends(words: &str, name: &str) -> bool {
    parts(words, name).is_some()
}

/// Returns what stands before a name and after it; `None` if the name is not there as a whole word.
fn parts<'w>(words: &'w str, name: &str) -> Option<(&'w str, &'w str)> {
    let at = words.to_lowercase().find(&name.to_lowercase())?;
    let (before, rest) = words.split_at_checked(at)?;
    let behind = rest.get(name.len()..)?;
    let joined = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let whole = !joined(before.chars().next_back()) && !joined(behind.chars().next());
    whole.then(|| (before.trim(), behind.trim()))
}

/// Returns the length of a forum tag that only changes how words look: `[b]`, `[/size]`. `None` for other texts.
pub(super) fn tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let end = inner.find(']').filter(|end| *end <= 16)?;
    let word = inner.get(..end)?.trim_start_matches('/');
    let word = word.split('=').next().unwrap_or_default();
    TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(word)).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_signs_about_it_heads_a_block() {
        let mut names = NameBook::new();
        names.add("Saber", NameKind::Own);
        names.add("Lancer", NameKind::Character);
        for line in [
            "## Saber",
            "== SABER ==",
            "--- Saber ---",
            "[Saber]",
            "=== Saber:",
            "# Orders for Saber",
            "**Saber**",
            "-Saber-",
            "[b]Saber[/b]",
        ] {
            assert!(words(line, &names).is_some(), "{line}");
        }
        for line in
            ["# Saber attacks Lancer", "Saber", "- Saber", "## Lancer", "# hit him", "=====", "- Saber, attack Lancer"]
        {
            assert_eq!(words(line, &names), None, "{line}");
        }
        assert_eq!(tag("[b]Saber"), Some(3));
        assert_eq!(tag("[/size] x"), Some(7));
        assert_eq!(tag("[ ] x"), None);
    }
}
