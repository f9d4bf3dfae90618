//! Coloured text as GameFAQs' boards write it, made into statements of the Logic Game (R387, R391).
//!
//! `<em><b><i>…</i></b></em>` is red, `<em><b><b>…</b></b></em>` blue, in any order of the tags and with spaces in
//! them. Where an order says already what the words are (`Blue to Caster: `, `Answer 3 in red: `) they are its
//! quotation; elsewhere they are a statement of their own, whatever stands beside them.

use super::Glyph;
use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::BREAK;
use crate::language::span::Span;

/// The most characters of a tag with spaces in it.
const LONGEST_TAG: usize = 12;
/// How far back the words are looked at that may say what a coloured text is.
const LONGEST_HEAD: usize = 80;

/// Tags that stand together.
struct Tags {
    /// How many characters they take.
    length: usize,
    /// How many there are, by name: `em`, `b`, `i`.
    counts: [u8; 3],
}

/// The text with coloured stretches as quotations, each with the words that make it a statement; `lines` are the
/// places of coloured stretches in the original.
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
        let place = |c: char| Glyph { c, start: glyph.start, end: open, quoted: false };
        if !has_head(&out) {
            out.push(place(BREAK));
            out.extend(word.chars().map(place));
        }
        out.push(place('"'));
        out.extend(plain.get(from..to).unwrap_or_default().iter().map(|g| Glyph { c: harmless(g.c), ..*g }));
        let last = last_of(&plain, end);
        out.push(Glyph { c: '"', start: close, end: last, quoted: false });
        out.push(Glyph { c: BREAK, start: last, end: last, quoted: false });
        stretches.push(Span::new(glyph.start as usize, last as usize));
        i = end;
    }
    out
}

/// A quotation without the tags around it, if it has any.
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

/// Where the glyph before a place ends in the original.
fn last_of(plain: &[Glyph], before: usize) -> u32 {
    before.checked_sub(1).and_then(|i| plain.get(i)).map_or(0, |g| g.end)
}

/// What within a quotation would end it.
const fn harmless(c: char) -> char {
    match c {
        '"' => '\'',
        '\n' | BREAK => ' ',
        c => c,
    }
}

/// The tags that open a coloured stretch, and the words that make it a statement.
fn opening(plain: &[Glyph], at: usize) -> Option<(&'static str, Tags)> {
    let tags = three_tags(plain, at, false)?;
    match tags.counts {
        [1, 1, 1] => Some(("Red: ", tags)),
        [1, 2, 0] => Some(("Blue: ", tags)),
        _ => None,
    }
}

/// Where the tags stand that close a stretch, and where they end.
fn closing(plain: &[Glyph], from: usize) -> Option<(usize, usize)> {
    let open = (from..plain.len()).filter(|i| plain.get(*i).is_some_and(|g| g.c == '<'));
    open.into_iter().find_map(|i| three_tags(plain, i, true).map(|tags| (i, i + tags.length)))
}

/// Three tags in a row.
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

/// One tag: its name's place in [`Tags::counts`], and how many characters it takes.
fn tag(plain: &[Glyph], closing: bool) -> Option<(usize, usize)> {
    if plain.first()?.c != '<' {
        return None;
    }
    let length = plain.iter().take(LONGEST_TAG).position(|g| g.c == '>')? + 1;
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

/// Whether the words before a coloured stretch say already what it is: `Blue to Caster:`, `Answer 3 in red:`.
fn has_head(before: &[Glyph]) -> bool {
    let ends = |c: char| matches!(c, '\n' | '.' | '!' | '?' | '"' | BREAK);
    let back = before.iter().rev().take(LONGEST_HEAD).take_while(|g| !ends(g.c));
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
