//! The name and the price of an item before what it does, as the rulebook prints them: `Splint (200 CP) – The user …`.
//! An item that is not sold has its name alone.

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Span;
use crate::vocabulary::dash::is_dash;
use crate::vocabulary::exact::Exact;

use super::code;
use super::reader::Diagnostics;
use super::skill::Role;

/// The name and the price that stand before the sentences of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemHeading {
    /// Its name, as written.
    pub name: String,
    /// Its price in Combat Points (R337), if it is told.
    pub price: Option<Exact>,
}

impl ItemHeading {
    /// As the rulebook writes it: `Splint (200 CP)`.
    #[must_use]
    pub fn words(&self) -> String {
        self.price.map_or_else(|| self.name.clone(), |price| format!("{} ({price} CP)", self.name))
    }
}

/// The most words that a name has here.
const MOST_WORDS: usize = 6;

/// Words of a name that are written small.
const SMALL_WORDS: [&str; 6] = ["of", "the", "and", "a", "in", "to"];

/// Takes the heading off an entry of an item, or a name with a price off any other. Blanks take its place, so that
/// later spans stay correct.
pub(super) fn extract_heading(text: &mut String, is_item: bool) -> Option<(ItemHeading, Span)> {
    let (heading, body) = split_priced(text).or_else(|| is_item.then(|| split_named(text)).flatten())?;
    let end = text.len() - body.len();
    let start = text.len() - text.trim_start().len();
    text.replace_range(..end, &" ".repeat(end));
    Some((heading, Span::new(start, end)))
}

/// `Splint (200 CP) – The user …`: the heading, and what is behind it.
fn split_priced(text: &str) -> Option<(ItemHeading, &str)> {
    let (name, rest) = text.split_once('(')?;
    let (price, rest) = rest.split_once(" CP)")?;
    let behind = rest.trim_start();
    let mark = behind.chars().next().filter(|mark| is_dash(*mark) || *mark == ':')?;
    let body = behind.get(mark.len_utf8()..).filter(|body| body.starts_with(char::is_whitespace))?;
    let price = Some(price.trim().parse().ok()?);
    is_name(name).then(|| (ItemHeading { name: unquoted(name).to_owned(), price }, body))
}

/// `Protective Charm – The holder …`: a name is written in capitals.
fn split_named(text: &str) -> Option<(ItemHeading, &str)> {
    let (at, mark) = text.char_indices().find(|(at, mark)| {
        let behind = text.get(at + mark.len_utf8()..);
        is_dash(*mark)
            && text.get(..*at).is_some_and(|name| name.ends_with(' '))
            && behind.is_some_and(|body| body.starts_with(' '))
    })?;
    let (name, body) = (text.get(..at)?, text.get(at + mark.len_utf8()..)?);
    let is_capital = |word: &str| SMALL_WORDS.contains(&word) || word.starts_with(char::is_uppercase);
    let written_so = unquoted(name).split_whitespace().all(is_capital);
    (is_name(name) && written_so).then(|| (ItemHeading { name: unquoted(name).to_owned(), price: None }, body))
}

fn is_name(text: &str) -> bool {
    !text.trim().is_empty()
        && text.split_whitespace().count() <= MOST_WORDS
        && !text.contains(['.', ';', ':', ',', '%'])
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\u{201C}', '\u{201D}'])
}

/// Checks a heading among the effects against the entry's own name and price. Returns the price of the entry.
pub(super) fn merge_heading(
    stated: Option<(ItemHeading, Span)>,
    role: Role,
    name: Option<&str>,
    price: Option<Exact>,
    diagnostics: &Diagnostics,
) -> Option<Exact> {
    let Some((heading, span)) = stated else { return price };
    let fault = |message: String| diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
    if role != Role::Item {
        fault(format!("`{}` is the name and the price of an item, and this is none", heading.words()));
    } else if name.is_some_and(|name| !name.eq_ignore_ascii_case(&heading.name)) {
        fault(format!("these are the effects of another item, `{}`: each has an entry of its own", heading.name));
    } else if price.zip(heading.price).is_some_and(|(price, told)| price != told) {
        fault("`price` tells another price: write it in one place".to_owned());
    }
    price.or(heading.price)
}
