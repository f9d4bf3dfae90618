//! Prepares a letter's text for the grammar, and keeps every character's place in the original.
//!
//! Quoted mail, signatures and comments are removed. Quotes, dashes, spaces and full-width letters become plain ones,
//! known names become marks, blank lines and bullets become breaks. [`split`] divides the result into header lines,
//! blocks and sentences. Every step takes linear time.

pub(crate) mod block_labels;
mod coloured_text;
mod headings;
pub(crate) mod label_meaning;
pub(crate) mod leaning;
mod spells;
pub(crate) mod split;

use super::accents::compose;
use super::codes;
use super::conditions::SourceContext;
use super::diagnostic::Diagnostic;
use super::glyphs::{BREAK, UNCLOSED, is_mark, normalize};
use super::name_book::NameBook;
use super::span::Span;
use crate::vocabulary::text::collapse_whitespace;

/// One character with its place in the original text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) c: char,
    start: u32,
    end: u32,
    /// Whether it stands within quotes; the quotes count too.
    pub(crate) is_quoted: bool,
}

impl From<Glyph> for char {
    fn from(glyph: Glyph) -> char {
        glyph.c
    }
}

/// A text prepared for the grammar.
#[derive(Debug)]
pub(crate) struct Prepared<'n> {
    /// The text with marks and breaks.
    pub(crate) text: String,
    /// The place of each byte of `text` in the original: where its character starts and ends.
    byte_spans: Vec<(u32, u32)>,
    /// Which bytes of `text` stand within quotes.
    quoted: Vec<bool>,
    pub(crate) names: &'n NameBook,
    /// The original text.
    original: &'n str,
    /// The places of coloured text of the Logic Game in the original.
    coloured: Vec<Span>,
    /// Where the signature begins in the original, after the line that introduces it.
    pub(crate) signature: Option<usize>,
    /// The faults found while preparing.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl SourceContext for Prepared<'_> {
    fn original_span(&self, parsed: Span) -> Span {
        let start = self.byte_spans.get(parsed.start).or(self.byte_spans.last()).map_or(0, |p| p.0 as usize);
        let end = match parsed.end.checked_sub(1).and_then(|last| self.byte_spans.get(last)) {
            Some(original_byte) if parsed.end > parsed.start => original_byte.1 as usize,
            _ => start,
        };
        Span::new(start, end.max(start))
    }

    fn name_of_mark(&self, mark: char) -> Option<&str> {
        self.names.marked(mark)
    }
}

impl<'n> Prepared<'n> {
    /// Prepares a text.
    pub(crate) fn new(source: &'n str, names: &'n NameBook) -> Prepared<'n> {
        let mut diagnostics = Vec::new();
        let mut coloured = Vec::new();
        let (plain, signature) = plain_glyphs(source, names);
        let plain = coloured_text::coloured(plain, &mut coloured, &mut diagnostics);
        let glyphs = quoted_and_uncommented(&plain, &mut diagnostics);
        let glyphs = spells::quoted(glyphs, names);
        let glyphs = marked(&glyphs, names, &mut diagnostics);
        let mut text = String::with_capacity(source.len());
        let mut byte_spans = Vec::with_capacity(source.len());
        let mut quoted = Vec::with_capacity(source.len());
        for glyph in glyphs {
            text.push(glyph.c);
            byte_spans.resize(text.len(), (glyph.start, glyph.end));
            quoted.resize(text.len(), glyph.is_quoted);
        }
        Prepared { text, byte_spans, quoted, names, original: source, coloured, signature, diagnostics }
    }

    /// Returns prepared words with their marks replaced by names.
    pub(crate) fn in_names(&self, words: &str) -> String {
        collapse_whitespace(&self.names.in_names(words))
    }

    /// Returns the words of a span as they were written.
    pub(crate) fn words(&self, parsed: Span) -> String {
        let original = self.original.get(self.original_span(parsed).range()).unwrap_or_default();
        collapse_whitespace(original)
    }

    /// Returns the words of a quotation as they were written, without its quotes; `None` if the span has no place in
    /// the original.
    pub(crate) fn quotation(&self, parsed: Span) -> Option<String> {
        let original = self.original.get(self.original_span(parsed).range())?;
        if let Some(inner) = coloured_text::without_tags(original) {
            return Some(collapse_whitespace(inner));
        }
        let mut letters = original.chars();
        // A spell's cry may have no quotes in the original: they were added here.
        if letters.clone().next().and_then(normalize).is_some_and(|c| matches!(c, '"' | '\'')) {
            letters.next();
            letters.next_back();
        }
        Some(collapse_whitespace(letters.as_str()))
    }

    /// Whether a span of the prepared text shares a line with coloured text of the Logic Game.
    pub(crate) fn is_beside_colour(&self, parsed: Span) -> bool {
        if self.coloured.is_empty() {
            return false;
        }
        let span = self.original_span(parsed);
        let begin = self.original.get(..span.start).and_then(|before| before.rfind('\n')).unwrap_or(0);
        let end = self.original.get(span.end..).and_then(|behind| behind.find('\n'));
        let end = end.map_or(self.original.len(), |length| span.end + length);
        self.coloured.iter().any(|c| c.start < end && c.end > begin)
    }

    /// Returns the place in the original of each byte of a span of the prepared text.
    pub(crate) fn letters(&self, parsed: Span) -> impl Iterator<Item = Span> {
        let byte_spans = self.byte_spans.get(parsed.range()).unwrap_or_default();
        byte_spans.iter().map(|(start, end)| Span::new(*start as usize, *end as usize))
    }

    /// Whether a blank line stands between two spans of the prepared text in the original.
    pub(crate) fn has_blank_line_between(&self, before: Span, behind: Span) -> bool {
        let between =
            self.original.get(self.original_span(before).end..self.original_span(behind).start).unwrap_or_default();
        let mut lines = between.split('\n').skip(1).peekable();
        std::iter::from_fn(|| lines.next().filter(|_| lines.peek().is_some())).any(|line| line.trim().is_empty())
    }

    /// Whether a byte stands within quotes.
    pub(crate) fn is_quoted(&self, byte: usize) -> bool {
        self.quoted.get(byte).copied().unwrap_or(false)
    }
}

/// Returns the author's own lines in plain characters, and where the text below a signature line begins.
fn plain_glyphs(source: &str, names: &NameBook) -> (Vec<Glyph>, Option<usize>) {
    let mut glyphs: Vec<Glyph> = Vec::with_capacity(source.len());
    let mut offset = 0;
    let mut lines = source.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let bare = line.trim_matches(|c: char| normalize(c).is_none_or(char::is_whitespace));
        let next_quoted = lines.peek().is_some_and(|l| l.trim_start().starts_with('>'));
        if is_signature(line, bare) {
            return (glyphs, Some(offset + line.len()));
        }
        let dropped =
            bare.starts_with('>') || (next_quoted && introduces(bare)) || is_footer(bare) || is_separator(bare);
        if let Some(heading) = headings::words(line, names) {
            let position_of = |n: usize| u32::try_from(offset + n).unwrap_or(u32::MAX);
            let glyph = |c: char, at: usize| Glyph {
                c,
                start: position_of(at),
                end: position_of(at + c.len_utf8()),
                is_quoted: false,
            };
            glyphs.extend(heading.iter().filter_map(|(at, c)| Some(glyph(normalize(*c)?, *at))));
            // A colon is added, with the place of the heading's last letter.
            glyphs.extend(heading.last().map(|(at, c)| Glyph { c: ':', ..glyph(*c, *at) }));
            glyphs.push(glyph('\n', line.len().saturating_sub(1)));
            offset += line.len();
            continue;
        }
        let mut tag = 0;
        for (at, c) in line.char_indices() {
            let start = offset + at;
            if c == '[' {
                tag = line.get(at..).and_then(headings::tag).map_or(tag, |length| at + length);
            }
            if at < tag {
                continue;
            }
            let end = start + c.len_utf8();
            let c = match c {
                '\r' if line.get(at + 1..).is_some_and(|rest| rest.starts_with('\n')) => continue,
                '\r' => Some('\n'),
                c => normalize(c),
            };
            let Some(c) = c else { continue };
            // An accent that a mail program wrote after its letter.
            if let Some(last) = glyphs.last_mut()
                && let Some(one) = compose(last.c, c)
            {
                last.c = one;
                last.end = u32::try_from(end).unwrap_or(u32::MAX);
                continue;
            }
            if !dropped || c == '\n' {
                let position_of = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                glyphs.push(Glyph { c, start: position_of(start), end: position_of(end), is_quoted: false });
            }
        }
        offset += line.len();
    }
    (glyphs, None)
}

/// Whether a line above a quotation says whose mail it is: `GM <gm@example.org> wrote:`. A bare name with a colon heads
/// orders instead.
pub(crate) fn introduces(bare: &str) -> bool {
    let speaks = |word: &str| ["wrote", "schrieb", "écrit", "escribió", "scritto", "schreef", "skrev"].contains(&word);
    let words = bare.trim_end_matches(':').split_whitespace();
    let mut words = words.map(str::to_lowercase);
    bare.ends_with(':') && (bare.contains('@') || words.any(|word| speaks(&word)))
}

/// Whether a line is only a separator: `-----`, `* * *`.
fn is_separator(bare: &str) -> bool {
    let marks = bare.chars().filter(|c| !c.is_whitespace());
    marks.clone().count() >= 3 && marks.clone().all(|c| matches!(c, '-' | '_' | '=' | '*' | '~' | '+' | '\u{2014}'))
}

fn is_signature(line: &str, bare: &str) -> bool {
    bare == "--" || line.starts_with("-- \n") || starts_with_ignoring_case(bare, "-----original message")
}

fn is_footer(bare: &str) -> bool {
    starts_with_ignoring_case(bare, "sent from my ") || starts_with_ignoring_case(bare, "get outlook for ")
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start))
}

/// Makes all quotes alike, removes comments, and turns blank lines and bullets into breaks.
fn quoted_and_uncommented(plain: &[Glyph], diagnostics: &mut Vec<Diagnostic>) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::with_capacity(plain.len());
    let at = |i: usize| plain.get(i).map(|g| g.c);
    let mut i = 0;
    let mut line_start = true;
    let mut boxes = Boxes::default();
    // Before this place no apostrophe opens a quotation: what was searched once is not searched again.
    let mut unquoted_until = 0;
    while let Some(glyph) = plain.get(i).copied() {
        if line_start && let Some(length) = bullet(plain.get(i..).unwrap_or_default()) {
            boxes.note(plain.get(i..i + length).unwrap_or_default());
            out.push(Glyph { c: BREAK, ..glyph });
            i += length;
            line_start = false;
            continue;
        }
        let spaced = i == 0 || at(i - 1).is_some_and(char::is_whitespace);
        match glyph.c {
            '\n' => {
                let blank = line_start;
                out.push(if blank { Glyph { c: BREAK, ..glyph } } else { glyph });
                line_start = true;
                i += 1;
                continue;
            }
            // `## Next Night` is a heading, not a comment, and names nobody.
            '#' if line_start && at(i + 1) == Some('#') => {
                let words: String = plain.iter().skip(i).map(|g| g.c).take_while(|c| *c != '\n').collect();
                diagnostics.push(codes::heading_without_name(span_of(&glyph), words.trim()));
                while at(i).is_some_and(|c| c != '\n') {
                    i += 1;
                }
                continue;
            }
            '#' if spaced => {
                while at(i).is_some_and(|c| c != '\n') {
                    i += 1;
                }
                // A line with only a comment is no blank line.
                if line_start && at(i) == Some('\n') {
                    i += 1;
                }
                continue;
            }
            '"' => match closing(plain, i, |_, c| c == '"') {
                Ok(end) => {
                    i = quote(plain, i, end, &mut out);
                    line_start = false;
                    continue;
                }
                Err(_) => {
                    diagnostics.push(codes::unclosed_quote(span_of(&glyph)));
                    out.push(Glyph { c: UNCLOSED, ..glyph });
                }
            },
            '\'' if i >= unquoted_until && opens(at(i.wrapping_sub(1)), at(i + 1)) => {
                match closing_apostrophe(plain, i) {
                    Ok(end) => {
                        i = quote(plain, i, end, &mut out);
                        line_start = false;
                        continue;
                    }
                    Err(until) => {
                        unquoted_until = until;
                        out.push(glyph);
                    }
                }
            }
            // Emphasis of mail programs: `*Saber:*`.
            '*' => {}
            _ => out.push(glyph),
        }
        line_start &= glyph.c.is_whitespace();
        i += 1;
    }
    boxes.say(diagnostics);
    out
}

fn span_of(glyph: &Glyph) -> Span {
    Span::new(glyph.start as usize, glyph.end as usize)
}

/// Whether a `'` opens a quotation, judged by the characters on either side.
fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ':' | ',' | '-'))
        && after.is_some_and(|c| !c.is_whitespace() && c != '\'')
}

/// Returns where the quotation that opens at `from` closes. If a blank line or the end of the text comes first, the
/// error is the place up to which nothing closes.
fn closing(plain: &[Glyph], from: usize, is_close: impl Fn(usize, char) -> bool) -> Result<usize, usize> {
    let mut blank = false;
    for (i, glyph) in plain.iter().enumerate().skip(from + 1) {
        if is_close(i, glyph.c) {
            return if i > from + 1 { Ok(i) } else { Err(i) };
        }
        match glyph.c {
            '\n' if blank => return Err(i),
            '\n' => blank = true,
            c => blank &= c.is_whitespace(),
        }
    }
    Err(plain.len())
}

/// Returns where the quotation closes that an apostrophe opens at `from` and no double quote interrupts. The error is
/// the place up to which no apostrophe opens one.
fn closing_apostrophe(plain: &[Glyph], from: usize) -> Result<usize, usize> {
    let follows_letter = |j: usize| plain.get(j + 1).is_some_and(|g| g.c.is_alphanumeric());
    let end = closing(plain, from, |j, c| c == '\'' && !follows_letter(j))?;
    let interruption = plain.get(from..end).and_then(|all| all.iter().rposition(|g| g.c == '"'));
    interruption.map_or(Ok(end), |at| Err(from + at))
}

/// Copies the quotation from `from` to `end`, with plain double quotes and without line breaks. Returns the place
/// behind it.
fn quote(plain: &[Glyph], from: usize, end: usize, out: &mut Vec<Glyph>) -> usize {
    for (i, glyph) in plain.iter().enumerate().take(end + 1).skip(from) {
        let c = match glyph.c {
            _ if i == from || i == end => '"',
            '\n' => ' ',
            c => c,
        };
        out.push(Glyph { c, is_quoted: true, ..*glyph });
    }
    end + 1
}

/// The checkboxes before lines.
#[derive(Default)]
struct Boxes {
    empty: Option<Span>,
    is_ticked: bool,
}

impl Boxes {
    /// Records the checkbox before a line, if there is one.
    fn note(&mut self, before: &[Glyph]) {
        let signs = |signs: &[char]| before.iter().any(|glyph| signs.contains(&glyph.c));
        self.is_ticked |= signs(&['x', 'X', '\u{2611}', '\u{2612}']) && signs(&[']', '\u{2611}', '\u{2612}']);
        if self.empty.is_none() && signs(&['\u{2610}', ']']) && !signs(&['x', 'X']) {
            self.empty = before.first().map(span_of);
        }
    }

    /// Warns that an empty box does not cancel its order, if other boxes are ticked.
    fn say(self, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(empty) = self.empty.filter(|_| self.is_ticked) {
            diagnostics.push(codes::empty_box(empty));
        }
    }
}

/// Returns the length in characters of the bullet or number at the start of a line; `None` if there is none.
fn bullet(line: &[Glyph]) -> Option<usize> {
    let spaces = line.iter().take_while(|g| g.c == ' ').count();
    let at = |i: usize| line.get(spaces + i).map(|g| g.c);
    let space = |i: usize| at(i).is_none_or(char::is_whitespace);
    // A checkbox: `- [ ] …`, `[x] …`.
    let ticked = |i: usize| match (at(i), at(i + 1), at(i + 2)) {
        (Some('['), Some(' ' | 'x' | 'X'), Some(']')) if space(i + 3) => 4,
        (Some('\u{2610}' | '\u{2611}' | '\u{2612}'), Some(' '), _) => 2,
        _ => 0,
    };
    match at(0)? {
        _ if ticked(0) > 0 => Some(spaces + ticked(0)),
        '-' | '*' | '+' | '\u{2022}' | '\u{2023}' | '\u{25E6}' | '\u{25AA}' | '\u{25CF}' | '\u{B7}' if space(1) => {
            Some(spaces + 1 + if ticked(2) > 0 { 1 + ticked(2) } else { 0 })
        }
        c if c.is_alphabetic() && at(1) == Some(')') && space(2) && at(2).is_some() => Some(spaces + 2),
        c if c.is_ascii_digit() => {
            let digits = (0..3).take_while(|i| at(*i).is_some_and(|c| c.is_ascii_digit())).count();
            (matches!(at(digits), Some('.' | ')')) && space(digits + 1)).then_some(spaces + digits + 1)
        }
        _ => None,
    }
}

/// Returns the last word before a place; empty if it is no plain word.
fn last_word(before: &[Glyph]) -> String {
    let behind = before.iter().rev().map(|glyph| glyph.c).skip_while(|c| *c == ' ');
    let word: Vec<char> = behind.take_while(|c| c.is_alphabetic() && !is_mark(*c)).collect();
    word.into_iter().rev().collect()
}

/// Replaces known names by marks.
fn marked(glyphs: &[Glyph], names: &NameBook, diagnostics: &mut Vec<Diagnostic>) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    let mut i = 0;
    let mut in_word = false;
    // Whether a sentence or clause begins here; whether the word `command` stands in this sentence.
    let (mut fresh, mut command) = (true, false);
    while let Some(glyph) = glyphs.get(i).copied() {
        let word = glyph.c.is_alphanumeric() || glyph.c == '_';
        if !glyph.is_quoted && word && !in_word {
            let rest = glyphs.get(i..).unwrap_or_default();
            if let Some((mark, length)) = names.longest(rest, fresh, command, || last_word(&out))
                && let Some(last) = rest.get(length - 1)
            {
                if let Some(at) = out.pop_if(|g| g.c == '@') {
                    diagnostics.push(codes::name_with_at_sign(span_of(&at)));
                }
                out.push(Glyph { c: mark, start: glyph.start, end: last.end, is_quoted: false });
                i += length;
                fresh = false;
                continue;
            }
            command |= rest.iter().map(|g| g.c.to_ascii_lowercase()).take(7).eq("command".chars());
        }
        let hyphen = in_word && glyph.c == '-' && glyphs.get(i + 1).is_some_and(|g| g.c.is_alphanumeric());
        in_word = word || hyphen;
        match glyph.c {
            '.' | BREAK | '!' | '?' => (fresh, command) = (true, false),
            ',' | ';' | ':' => fresh = true,
            // A sentence may begin after `"Truce?"`.
            '"' => {}
            c if c.is_whitespace() => {}
            _ => fresh = false,
        }
        out.push(glyph);
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::name_book::NameKind;

    fn book() -> NameBook {
        let mut names = NameBook::new();
        for name in ["Saber", "Rin", "Caster", "Caster's Wolf", "Sword of and", "If", "Park"] {
            names.add(name, NameKind::Character);
        }
        names
    }

    /// The prepared text with names in brackets and `|` for breaks.
    fn shown(source: &str) -> String {
        let book = book();
        let prepared = Prepared::new(source, &book);
        let mut out = String::new();
        for c in prepared.text.chars() {
            match book.marked(c) {
                Some(name) => out.push_str(&format!("[{name}]")),
                None if c == BREAK => out.push('|'),
                None if c == UNCLOSED => out.push('~'),
                None => out.push(c),
            }
        }
        out
    }

    #[test]
    fn mail_is_cleaned() {
        assert_eq!(shown("\u{FEFF}Saber\u{200B}:\r\n\tStay\u{A0}here.\r\n"), "[Saber]:\n Stay here.\n");
        assert_eq!(shown("On Monday the GM wrote:\n> Saber: Stay.\nStay.\n-- \nSaber"), "||Stay.\n");
        assert_eq!(shown("Stay. # not\nStay.\n# nothing\nStay #1\n"), "Stay. \nStay.\nStay \n");
        assert_eq!(shown("- Stay\n* Go\n1. Scout\n2) See\n"), "| Stay\n| Go\n| Scout\n| See\n");
        assert_eq!(shown("Use\u{3000}\u{FF38} on \u{201C}A\nB\u{201D}."), "Use X on \"A B\".");
        assert_eq!(shown("*Saber:*\nStay"), "[Saber]:\nStay");
        assert_eq!(shown("A\n \nB"), "A\n |B");
        assert_eq!(shown("Cafe\u{301}."), "Café.");
    }

    #[test]
    fn quotes_of_all_kinds_become_plain_ones_and_apostrophes_stay() {
        assert_eq!(shown("'Sword of X' on Caster's Master"), "\"Sword of X\" on [Caster]'s Master");
        assert_eq!(shown("«A» „B“ ‘C’"), "\"A\" \"B\" \"C\"");
        assert_eq!(shown("Caster’s wolf"), "[Caster's Wolf]");
        assert_eq!(shown("say \"no"), "say ~no");
        assert_eq!(shown("\"Saber # no\""), "\"Saber # no\"");
    }

    #[test]
    fn names_with_keywords_in_them_become_marks() {
        assert_eq!(shown("use sword of and on RIN"), "use [Sword of and] on [Rin]");
        assert_eq!(shown("If If is here"), "If [If] is here");
        assert_eq!(shown("if Rin, If"), "if [Rin], If");
    }

    #[test]
    fn places_lead_back_to_the_original() {
        let source = "\u{FEFF}use\u{200B}  “A” on caster’s  wolf.";
        let book = book();
        let prepared = Prepared::new(source, &book);
        let at = prepared.text.find(is_mark).unwrap();
        let span = prepared.original_span(Span::new(at, at + 4));
        assert_eq!(&source[span.range()], "caster’s  wolf");
        let quote = prepared.text.find('"').unwrap();
        assert_eq!(&source[prepared.original_span(Span::new(quote, quote + 3)).range()], "“A”");
    }
}
