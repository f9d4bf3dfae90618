//! Command Spells as people write them: `CS`, `Command Seal`, or a spell's cry without quotes.
//!
//! `Survive at all costs!` with its exclamation mark is the spell anywhere in a text. It is put in quotes, because the
//! grammar reads it there. Without the mark it is a spell only after the words `Command Spell`, and in `use … on
//! Saber`.

use super::Glyph;
use crate::language::glyphs::is_mark;
use crate::language::name_book::{NameBook, NameKind};

/// Names that people use for a Command Spell.
const CALLED: [(&str, &str); 8] = [
    ("command spell", "Command Spell"),
    ("command seals", "Command Spells"),
    ("command seal", "Command Spell"),
    ("command mantra", "Command Spell"),
    ("com spell", "Command Spell"),
    ("com. spell", "Command Spell"),
    ("cmd spell", "Command Spell"),
    ("cs", "Command Spell"),
];

/// Replaces the names that people use for Command Spells, and puts cries in quotes.
pub(super) fn quoted(glyphs: Vec<Glyph>, names: &NameBook) -> Vec<Glyph> {
    if names.of_kind(NameKind::CommandSpell).next().is_none() {
        return glyphs;
    }
    let has_cries = glyphs.iter().any(|glyph| glyph.c == '!');
    let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    let mut in_word = false;
    while let Some(glyph) = glyphs.get(at).copied() {
        let word = glyph.c.is_alphanumeric() || glyph.c == '_';
        if word && !in_word && !glyph.is_quoted {
            let rest = glyphs.get(at..).unwrap_or_default();
            if let Some(length) = has_cries.then(|| cry(rest, names)).flatten() {
                quote(rest.get(..length).unwrap_or_default(), &mut out);
                at += length;
                continue;
            }
            if let Some(length) = used_cry(&out, rest, names) {
                let mut whole = rest.get(..length).unwrap_or_default().to_vec();
                whole.extend(whole.last().map(|last| Glyph { c: '!', ..*last }));
                quote(&whole, &mut out);
                at += length;
                continue;
            }
            if let Some((name, length)) = called(rest, names) {
                let (first, last) = (glyph, rest.get(length - 1).copied().unwrap_or(glyph));
                out.extend(name.chars().map(|c| Glyph { c, start: first.start, end: last.end, is_quoted: false }));
                at += length;
                at += numbering(glyphs.get(at..).unwrap_or_default());
                continue;
            }
        }
        in_word = word;
        out.push(glyph);
        at += 1;
    }
    out
}

/// Returns the length of the cry with which a text begins: `Survive at all costs!`, `Defend Rin!`. `None` if there is
/// none.
fn cry(text: &[Glyph], names: &NameBook) -> Option<usize> {
    let ends = |length: usize| text.get(length.checked_sub(1)?).filter(|glyph| glyph.c == '!').map(|_| length);
    let (mark, length) = names.longest(text, false, true, String::new).or_else(|| defended(text, names))?;
    let spell = names.mark_is(mark, NameKind::CommandSpell) || begins_with(text, "defend");
    ends(length).filter(|_| spell)
}

/// Returns the length of a cry without its exclamation mark, as in `use Survive at all costs on Saber`; `None` if the
/// text before does not end with `use`, or `on` and `for` do not follow.
fn used_cry(before: &[Glyph], text: &[Glyph], names: &NameBook) -> Option<usize> {
    const VERB: &str = " use ";
    let mut letters = before.iter().rev().map(|glyph| glyph.c.to_ascii_lowercase()).chain([' ']);
    let is_used = VERB.chars().rev().all(|c| letters.next().is_some_and(|letter| letter == c || letter == '\n'));
    let (mark, length) = is_used.then(|| names.longest(text, false, true, String::new)).flatten()?;
    let is_only_spell = names.mark_is(mark, NameKind::CommandSpell)
        && names.marked(mark).is_some_and(|name| name.ends_with('!'))
        && ![NameKind::Skill, NameKind::Item].into_iter().any(|kind| names.mark_is(mark, kind));
    let behind: String = text.iter().skip(length).take(4).map(|glyph| glyph.c.to_ascii_lowercase()).collect();
    let has_target = behind == " on " || behind == " for";
    (is_only_spell && has_target).then_some(length)
}

/// Finds `Defend Rin!` at the start of a text: the mark of the person, and the length up to the next character.
fn defended(text: &[Glyph], names: &NameBook) -> Option<(char, usize)> {
    let behind = begins_with(text, "defend").then(|| text.get(6..)).flatten()?;
    let spaces = behind.iter().take_while(|glyph| glyph.c == ' ').count();
    let (mark, length) = names.longest(behind.get(spaces..)?, false, false, String::new)?;
    let somebody = names.mark_is(mark, NameKind::Own) || names.mark_is(mark, NameKind::Character);
    (spaces > 0 && somebody).then_some((mark, 6 + spaces + length + 1))
}

/// Whether a text begins with a word, which is given in lower case, in any letter case.
fn begins_with(text: &[Glyph], word: &str) -> bool {
    let mut letters = text.iter().map(|glyph| glyph.c);
    word.chars().all(|c| letters.next().is_some_and(|letter| letter.to_ascii_lowercase() == c))
        && !letters.next().is_some_and(|c| c.is_alphabetic() || is_mark(c))
}

fn called(text: &[Glyph], names: &NameBook) -> Option<(&'static str, usize)> {
    text.first().filter(|glyph| matches!(glyph.c, 'c' | 'C'))?;
    let (written, name) = CALLED.iter().find(|(written, _)| begins_with(text, written))?;
    let behind = text.get(written.len()..).unwrap_or_default();
    let numbered = behind.first().is_none_or(|glyph| !glyph.c.is_numeric()) || numbering(behind) > 0;
    // A name that is known in this War stays that name.
    let free = names.longest(text, false, true, String::new).is_none();
    (numbered && free).then_some((*name, written.len()))
}

/// Returns the length of the number between the name of a Command Spell and its cry: `CS1: …`, `Command Spell #2 - …`.
/// 0 if there is none.
fn numbering(text: &[Glyph]) -> usize {
    let spaces = text.iter().take_while(|glyph| glyph.c == ' ').count();
    let at = |i: usize| text.get(spaces + i).map(|glyph| glyph.c);
    let sign = usize::from(at(0) == Some('#'));
    let digit = at(sign).is_some_and(|c| matches!(c, '1'..='3'));
    let behind = text.iter().skip(spaces + sign + 1).map(|glyph| glyph.c).find(|c| *c != ' ');
    if digit && behind.is_some_and(|c| matches!(c, ':' | '"' | '-')) { spaces + sign + 1 } else { 0 }
}

/// Copies a cry and adds quotes around it.
fn quote(cry: &[Glyph], out: &mut Vec<Glyph>) {
    let mark = |at: Option<&Glyph>| at.map(|glyph| Glyph { c: '"', is_quoted: true, ..*glyph });
    out.extend(mark(cry.first()));
    out.extend(cry.iter().map(|glyph| Glyph {
        c: if glyph.c == '\n' { ' ' } else { glyph.c },
        is_quoted: true,
        ..*glyph
    }));
    out.extend(mark(cry.last()));
}
