//! Coloured text in the notation of the GameFAQs forum, turned into statements of the Logic Game (R387, R391).
//!
//! `<em><b><i>…</i></b></em>` is red, `<em><b><b>…</b></b></em>` blue; the tags may be in any order, with spaces
//! between them. If the order names the kind of statement (`Blue to Caster: `, `Answer 3 in red: `), the coloured words
//! become its quotation. Otherwise they become a statement of their own, whatever stands beside them.

use super::Glyph;
use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::BREAK;
use crate::language::span::Span;

/// The most characters of a tag, with its spaces.
const MAX_TAG_LENGTH: usize = 12;
/// How many characters before a coloured text are searched for the kind of statement.
const MAX_HEAD_LENGTH: usize = 80;

/// Tags in a row.
struct Tags {
    /// Their length in characters.
    length: usize,
    /// Their number, by name: `em`, `b`, `i`.
    counts: [u8; 3],
}

/// Turns coloured stretches into quotations, with the words that make each a statement. The places of these stretches
/// in the original are added to `stretches`.
pub(super) fn coloured(plain: Vec<Glyph>, stretches: &mut Vec<Span>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Glyph> {
    if !plain.iter().any(|glyph| glyph.c == '<') {
        return plain;
    }
    let mut out: Vec<Glyph> = Vec::with_capacity(plain.len());
    let mut i = 0;
    while let Some(glyph) = plain.get(i).copied() {
        let Some((word, tags)) = opening(&plain, i) else {
            out.push(glyph);
            i += 1;
            continue;
        };
        let from = i + tags.length;
        let Some((to, end)) = closing(&plain, from) else {
            diagnostics.push(codes::unclosed_quote(Span::new(glyph.start as usize, last_of(&plain, from) as usize)));
            out.extend(plain.get(i..).unwrap_or_default());
            return out;
        };
        let (open, close) = (last_of(&plain, from), plain.get(to).map_or(0, |g| g.start));
        let glyph_at = |c: char| Glyph { c, start: glyph.start, end: open, is_quoted: false };
        if !has_head(&out) {
            out.push(glyph_at(BREAK));
            out.extend(word.chars().map(glyph_at));
        }
        out.push(glyph_at('"'));
        out.extend(plain.get(from..to).unwrap_or_default().iter().map(|g| Glyph { c: harmless(g.c), ..*g }));
        let last = last_of(&plain, end);
        out.push(Glyph { c: '"', start: close, end: last, is_quoted: false });
        out.push(Glyph { c: BREAK, start: last, end: last, is_quoted: false });
        stretches.push(Span::new(glyph.start as usize, last as usize));
        i = end;
    }
    out
}

/// Returns a coloured quotation without the tags around it; `None` if the text has no tags.
pub(super) fn without_tags(text: &str) -> Option<&str> {
    if !text.starts_with('<') {
        return None;
    }
    let mut inner = text;
    while let Some((tag, rest)) = inner.trim_start().strip_prefix('<').and_then(|t| t.split_once('>')) {
        if name_of(tag).is_none() {
            break;
        }
        inner = rest;
    }
    while let Some((rest, tag)) = inner.trim_end().strip_suffix('>').and_then(|t| t.rsplit_once('<')) {
        if tag.trim().strip_prefix('/').and_then(name_of).is_none() {
            break;
        }
        inner = rest;
    }
    Some(inner)
}

/// Where the character before a place ends in the original.
fn last_of(plain: &[Glyph], before: usize) -> u32 {
    before.checked_sub(1).and_then(|i| plain.get(i)).map_or(0, |g| g.end)
}

/// Replaces a character that would end a quotation.
const fn harmless(c: char) -> char {
    match c {
        '"' => '\'',
        '\n' | BREAK => ' ',
        c => c,
    }
}

/// Returns the words for a coloured stretch and the tags that open it; `None` if no stretch begins here.
fn opening(plain: &[Glyph], at: usize) -> Option<(&'static str, Tags)> {
    let tags = three_tags(plain, at, false)?;
    match tags.counts {
        [1, 1, 1] => Some(("Red: ", tags)),
        [1, 2, 0] => Some(("Blue: ", tags)),
        _ => None,
    }
}

/// Returns where the tags that close a stretch begin and end; `None` if there are none.
fn closing(plain: &[Glyph], from: usize) -> Option<(usize, usize)> {
    let open = (from..plain.len()).filter(|i| plain.get(*i).is_some_and(|g| g.c == '<'));
    open.into_iter().find_map(|i| three_tags(plain, i, true).map(|tags| (i, i + tags.length)))
}

/// Reads three tags in a row; `None` if there are fewer.
fn three_tags(plain: &[Glyph], at: usize, closing: bool) -> Option<Tags> {
    let mut tags = Tags { length: 0, counts: [0; 3] };
    for number in 0..3 {
        if number > 0 {
            while plain.get(at + tags.length).is_some_and(|g| g.c == ' ') {
                tags.length += 1;
            }
        }
        let (name, length) = tag(plain.get(at + tags.length..)?, closing)?;
        tags.counts[name] += 1;
        tags.length += length;
    }
    Some(tags)
}

/// Reads one tag: the index of its name in [`Tags::counts`], and its length in characters. `None` if there is none.
fn tag(plain: &[Glyph], closing: bool) -> Option<(usize, usize)> {
    if plain.first()?.c != '<' {
        return None;
    }
    let length = plain.iter().take(MAX_TAG_LENGTH).position(|g| g.c == '>')? + 1;
    let text: String = plain.get(1..length - 1)?.iter().map(|g| g.c).collect();
    let name = match (text.trim().strip_prefix('/'), closing) {
        (Some(name), true) => name,
        (None, false) => &text,
        _ => return None,
    };
    name_of(name).map(|name| (name, length))
}

fn name_of(tag: &str) -> Option<usize> {
    ["em", "b", "i"].iter().position(|name| tag.trim().eq_ignore_ascii_case(name))
}

/// Whether the words before a coloured stretch name the kind of statement: `Blue to Caster:`, `Answer 3 in red:`.
fn has_head(before: &[Glyph]) -> bool {
    let ends = |c: char| matches!(c, '\n' | '.' | '!' | '?' | '"' | BREAK);
    let back = before.iter().rev().take(MAX_HEAD_LENGTH).take_while(|g| !ends(g.c));
    let mut line: Vec<char> = back.map(|g| g.c.to_ascii_lowercase()).collect();
    line.reverse();
    let line: String = line.into_iter().collect();
    let starts = line.char_indices().filter(|(at, c)| {
        c.is_alphanumeric() && !line.get(..*at).is_some_and(|before| before.ends_with(char::is_alphanumeric))
    });
    starts.into_iter().any(|(at, _)| line.get(at..).is_some_and(|rest| is_head(rest.trim_end())))
}

fn is_head(words: &str) -> bool {
    let words = words.strip_suffix(':').map(str::trim_end);
    let numbered = |rest: &str, end: &str| {
        let number = rest.trim().strip_suffix(end).map(str::trim);
        number.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
    };
    words.is_some_and(|words| {
        matches!(words, "red" | "blue")
            || words.starts_with("blue to ")
            || words.strip_prefix("answer ").is_some_and(|rest| numbered(rest, "in red"))
            || words.strip_prefix("counter ").is_some_and(|rest| numbered(rest, "in blue"))
            || words.strip_prefix("correct ").is_some_and(|rest| numbered(rest, ""))
    })
}
