//! Removes the markup of boards, wikis and mail programs from a line.
//!
//! BBCode, HTML, wiki markup and Markdown are all covered. What the markup means for a line is kept: a title, a bullet,
//! a quotation. No words are removed.

use crate::vocabulary::dash::is_dash;

/// A line without its markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlainLine {
    /// The words.
    pub(super) text: String,
    /// Whether all of it is bold, or a heading in a wiki or in Markdown.
    pub(super) is_title: bool,
    /// Whether it follows a bullet.
    pub(super) is_bullet: bool,
    /// Whether all of it is in italics, or it is a quotation.
    pub(super) is_quoted: bool,
}

/// Tags of boards and of HTML that only say how words look.
const TAGS: [&str; 44] = [
    "b",
    "u",
    "i",
    "s",
    "em",
    "strong",
    "p",
    "div",
    "span",
    "ul",
    "ol",
    "list",
    "center",
    "left",
    "right",
    "size",
    "color",
    "colour",
    "font",
    "small",
    "big",
    "sup",
    "sub",
    "spoiler",
    "quote",
    "code",
    "pre",
    "blockquote",
    "url",
    "details",
    "summary",
    "indent",
    "hide",
    "table",
    "tbody",
    "tr",
    "td",
    "th",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
];
const ENTITIES: [(&str, &str); 9] = [
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&ndash;", "-"),
    ("&mdash;", "-"),
    ("&rarr;", "->"),
    ("&amp;", "&"),
];

/// The lines that result from a line of the text without its markup: more than one where `<br>` breaks it.
pub(super) fn plain_lines(words: &str) -> Vec<PlainLine> {
    let mut text = normalise_characters(words);
    for (entity, letter) in ENTITIES {
        text = text.replace(entity, letter);
    }
    for break_tag in ["<br/>", "<br />", "<BR>", "[br]"] {
        text = text.replace(break_tag, "<br>");
    }
    let mut lines: Vec<PlainLine> = text.split("<br>").map(plain_line).collect();
    if lines.len() > 1 {
        lines.retain(|line| !line.text.is_empty());
    }
    if lines.is_empty() { vec![PlainLine::default()] } else { lines }
}

/// Normalises characters: straight quotes, plain spaces, no zero-width characters.
fn normalise_characters(text: &str) -> String {
    let plain = text.chars().filter(|c| !matches!(c, '\u{200B}' | '\u{FEFF}')).map(|c| match c {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}' => '"',
        '\u{2018}' | '\u{2019}' | '\u{2BC}' => '\'',
        '\u{FF1A}' => ':',
        // Tabs separate columns: they become three spaces below.
        '\t' => '\u{9}',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    plain.collect::<String>().replace('\t', "   ")
}

fn plain_line(text: &str) -> PlainLine {
    let mut line = PlainLine::default();
    let marked = without_escapes(text.trim());
    let mut text = marked.as_str();
    // `> He sees the feather first.` is a quotation in a mail or in Markdown; `>> Name: …` is an ornament.
    let unquoted = text.trim_start_matches('>').trim_start();
    line.is_quoted = text.starts_with("> ");
    text = unquoted;
    // `;Skills` and `:Rank: C` are wiki definitions; `:#` and `:*` are bullets within one.
    if let Some(term) = text.strip_prefix(';').filter(|term| term.starts_with(char::is_alphanumeric)) {
        line.is_title = true;
        text = term;
    }
    let indented = text.trim_start_matches(':').trim_start();
    let numbered = indented.strip_prefix('#').filter(|_| indented.len() < text.len());
    if let Some(rest) = numbered {
        line.is_bullet = true;
        text = rest.trim_start();
    } else if !indented.is_empty() {
        text = indented;
    }
    let hashes = text.trim_start_matches('#');
    if hashes.len() < text.len() && hashes.starts_with(' ') {
        line.is_title = true;
        text = hashes.trim();
    }
    let inner = text.trim_start_matches('=').trim_end_matches('=');
    if text.starts_with("==") && text.ends_with("==") && !inner.is_empty() {
        line.is_title = true;
        text = inner.trim();
    }
    if let Some(rest) = strip_list_tag(text) {
        line.is_bullet = true;
        text = rest;
    } else if let (true, rest) = without_bullet(text) {
        line.is_bullet = true;
        text = rest;
    }
    let whole = text.trim_end_matches(':').trim();
    line.is_title |= is_wrapped(whole, &BOLD);
    line.is_quoted |= !line.is_bullet && (is_wrapped(whole, &ITALIC) || whole.to_lowercase().starts_with("[quote"));
    line.text = without_emphasis(&without_tags(text));
    line
}

const BOLD: [(&str, &str); 7] =
    [("**", "**"), ("'''", "'''"), ("__", "__"), ("[b]", "[/b]"), ("[u]", "[/u]"), ("<b>", "</b>"), ("<u>", "</u>")];
const ITALIC: [(&str, &str); 4] = [("''", "''"), ("[i]", "[/i]"), ("<i>", "</i>"), ("<em>", "</em>")];

/// Whether one pair of marks encloses the whole text.
fn is_wrapped(text: &str, marks: &[(&str, &str)]) -> bool {
    let lower = text.to_lowercase();
    marks.iter().any(|(open, close)| {
        let inner = lower.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(close))
            // `'''x'''` is not italic.
            && !(*open == "''" && lower.starts_with("'''"))
    })
}

/// Removes backslashes before escaped marks: `\[Any\]`.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        if !escapes {
            plain.push(letter);
        }
    }
    plain
}

/// The words of `[*] …` or `<li> …`.
fn strip_list_tag(text: &str) -> Option<&str> {
    ["[*]", "<li>", "[li]"].into_iter().find_map(|mark| text.strip_prefix(mark)).map(str::trim_start)
}

/// Removes tags. A tag in square brackets could also be a rank (`[B]`) or a target. It counts as a tag only where it is
/// closed in the line, is a closing tag, or is in lower case.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '<']) {
        let (before, tail) = rest.split_at(at);
        plain.push_str(before);
        match parse_tag(tail, text) {
            Some((shown, length)) => {
                plain.push_str(shown);
                plain.push_str(if shown.is_empty() || tail.starts_with("[[") { "" } else { " " });
                rest = tail.get(length..).unwrap_or_default();
            }
            None => {
                let length = tail.chars().next().map_or(1, char::len_utf8);
                plain.push_str(tail.get(..length).unwrap_or_default());
                rest = tail.get(length..).unwrap_or_default();
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// The tag at the start of a text: the text it shows (`[spoiler=Skills]`), and its length.
fn parse_tag<'t>(text: &'t str, line: &str) -> Option<(&'t str, usize)> {
    // `[[a page|its name]]` is a wiki link.
    if let Some(link) = text.strip_prefix("[[") {
        let inner = link.split_once("]]")?.0;
        let shown = inner.rsplit_once('|').map_or(inner, |(_, link_text)| link_text);
        return Some((shown, inner.len() + 4));
    }
    let (open, close) = if text.starts_with('[') { ('[', ']') } else { ('<', '>') };
    let inner = text.strip_prefix(open)?.split_once(close)?.0;
    let closes = inner.strip_prefix('/');
    let name_end = closes.unwrap_or(inner).find(['=', ' ']).unwrap_or(closes.unwrap_or(inner).len());
    let (name, value) = closes.unwrap_or(inner).split_at_checked(name_end)?;
    let lower = name.to_lowercase();
    let li = matches!(lower.as_str(), "li" | "*" | "hr" | "br" | "img");
    if !li && !TAGS.contains(&lower.as_str()) {
        return None;
    }
    let closed = || line.to_lowercase().contains(&format!("[/{lower}]"));
    if open == '[' && closes.is_none() && name != lower && !closed() {
        return None;
    }
    let title = value.trim_start_matches('=').trim_matches(['"', '\'', ' ']);
    // A colour or a size shows nothing; the title of a spoiler and the author of a quotation are shown.
    let shows_title = closes.is_none() && matches!(lower.as_str(), "spoiler" | "hide" | "quote");
    let shown = if shows_title { title } else { "" };
    Some((shown, inner.len() + 2))
}

/// Removes the marks of bold and italics, which come in pairs.
fn without_emphasis(text: &str) -> String {
    let mut text = text.replace('`', "");
    for mark in ["'''", "''", "**", "__", "~~"] {
        while text.matches(mark).count() >= 2 {
            text = text.replacen(mark, "", 2);
        }
    }
    for mark in ['*', '_'] {
        text = without_pairs(&text, mark);
    }
    text.trim().to_owned()
}

/// Removes paired marks: `*Name:* Captain` loses its stars; `2 * 3` keeps them.
fn without_pairs(text: &str, mark: char) -> String {
    let letters: Vec<char> = text.chars().collect();
    let blank = |at: Option<&char>| at.is_none_or(|c| !c.is_alphanumeric());
    let at = |index: usize| letters.get(index);
    let mut opened: Option<usize> = None;
    let mut dropped = vec![false; letters.len()];
    for (index, _) in letters.iter().enumerate().filter(|(_, letter)| **letter == mark) {
        let before = index.checked_sub(1).and_then(at);
        let after = at(index + 1);
        match opened {
            None if blank(before) && after.is_some_and(|c| !c.is_whitespace()) => opened = Some(index),
            Some(start) if before.is_some_and(|c| !c.is_whitespace()) && blank(after) => {
                for end in [start, index] {
                    if let Some(flag) = dropped.get_mut(end) {
                        *flag = true;
                    }
                }
                opened = None;
            }
            _ => {}
        }
    }
    letters.iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(letter, _)| letter).collect()
}

/// The words after a bullet, and whether there is one: any dash, star or dot, an arrow, `1.`, `2)`, `a)`.
pub(super) fn without_bullet(words: &str) -> (bool, &str) {
    let mark = |c: char| {
        is_dash(c)
            || matches!(
                c,
                '*' | '+'
                    | '\u{2022}'
                    | '\u{B7}'
                    | '\u{25CF}'
                    | '\u{25CB}'
                    | '\u{25AA}'
                    | '\u{2023}'
                    | '\u{25E6}'
                    | '\u{25A0}'
                    | '\u{2043}'
                    | '\u{25BA}'
                    | '\u{25B6}'
                    | '\u{2192}'
                    | '\u{27A4}'
            )
    };
    let arrow = ["->", "=>", "-->"].into_iter().find_map(|arrow| words.strip_prefix(arrow));
    if let Some(rest) = arrow {
        return (true, rest.trim_start());
    }
    let rest = words.trim_start_matches(mark);
    if rest.len() < words.len() && !rest.starts_with(|c: char| c.is_ascii_digit()) {
        // `**Name:** Teleport` and `*Name:* Teleport` are not bullets.
        let bold = words.starts_with('*') && !rest.starts_with(' ') && rest.contains('*');
        return if bold { (false, words) } else { (true, rest.trim_start()) };
    }
    if rest.len() < words.len() && words.chars().nth(1) == Some(' ') {
        return (true, rest);
    }
    let digits = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let letter = words.strip_prefix(|c: char| c.is_ascii_lowercase()).filter(|rest| rest.starts_with(") "));
    let numbered = if digits.len() < words.len() { Some(digits) } else { letter };
    match numbered.and_then(|rest| rest.strip_prefix(['.', ')'])) {
        Some(rest) if rest.starts_with(' ') => (true, rest.trim_start()),
        _ => (false, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        plain_lines(text).into_iter().map(|line| line.text).collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn marks_go_and_words_stay() {
        for (marked, words) in [
            ("[b][u]Lancer[/u][/b]", "Lancer"),
            ("[b]Name:[/b] Tam / [b]Class:[/b] Lancer", "Name: Tam / Class: Lancer"),
            ("'''True Name:''' Old Mother<br>", "True Name: Old Mother"),
            ("* Description: ''Even bones.''", "Description: Even bones."),
            ("### **The Third Arrow** (*Anti-Personnel, Rank B*)", "The Third Arrow (Anti-Personnel, Rank B)"),
            ("*Name:* Captain | *Class:* Rider", "Name: Captain | Class: Rider"),
            ("\"Avenger\" [B]", "\"Avenger\" [B]"),
            ("Type of Target: \\[Any\\] [Self]", "Type of Target: [Any] [Self]"),
            ("[spoiler=Basic Attack]", "Basic Attack"),
            ("[size=150][B]Saber[/B][/size]", "Saber"),
            ("a<br/>b &amp; c", "a / b & c"),
            ("See [[Saber (Fate)|Saber]]!", "See Saber!"),
            ("2 * 3 * 4 and snake_case_words", "2 * 3 * 4 and snake_case_words"),
            (">> Name: Nine", "Name: Nine"),
            ("-> Limit: 2/battle", "Limit: 2/battle"),
            ("[*]She sleeps.", "She sleeps."),
            ("a) Neither moves.", "Neither moves."),
            (":Rank: C", "Rank: C"),
            (":# It ends.", "It ends."),
            (";Skills", "Skills"),
        ] {
            assert_eq!(plain(marked), words, "{marked}");
        }
    }

    #[test]
    fn a_title_a_bullet_and_a_quotation_are_told_apart() {
        let marks_of = |text: &str| {
            let line = plain_lines(text).remove(0);
            (line.is_title, line.is_bullet, line.is_quoted)
        };
        for title in ["**Rust**", "'''Rust'''", "== Rust ==", "# Rust", "[b]Rust[/b]", "__Stats__:"] {
            assert_eq!(marks_of(title), (true, false, false), "{title}");
        }
        assert_eq!(marks_of("** All of it rusts."), (false, true, false));
        assert_eq!(marks_of("\u{2022} Name: Whistle"), (false, true, false));
        assert_eq!(marks_of("> Out of nothing."), (false, false, true));
        assert_eq!(marks_of("[b]HP[/b] 300 | [b]AP[/b] 3"), (false, false, false));
    }
}
