//! The name and the price of an item before what it does, as the rulebook prints them: `Splint (200 CP) – The user …`.

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
    /// Its price in Combat Points (R337).
    pub price: Exact,
}

impl ItemHeading {
    /// As the rulebook writes it: `Splint (200 CP)`.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} ({} CP)", self.name, self.price)
    }
}

/// The most words that a name has here.
const MOST_WORDS: usize = 6;

/// Takes the heading of an item off an entry. Blanks take its place, so that later spans stay correct.
pub(super) fn extract_heading(text: &mut String) -> Option<(ItemHeading, Span)> {
    let (name, rest) = text.split_once('(')?;
    let (price, rest) = rest.split_once(" CP)")?;
    let behind = rest.trim_start();
    let mark = behind.chars().next().filter(|mark| is_dash(*mark) || *mark == ':')?;
    let body = behind.get(mark.len_utf8()..)?;
    let is_name = !name.trim().is_empty()
        && name.split_whitespace().count() <= MOST_WORDS
        && !name.contains(['.', ';', ':', ',', '%'])
        && body.starts_with(char::is_whitespace);
    let heading = ItemHeading { name: unquoted(name).to_owned(), price: price.trim().parse().ok()? };
    if !is_name {
        return None;
    }
    let end = text.len() - body.len();
    let start = text.len() - text.trim_start().len();
    text.replace_range(..end, &" ".repeat(end));
    Some((heading, Span::new(start, end)))
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
    } else if price.is_some_and(|price| price != heading.price) {
        fault("`price` tells another price: write it in one place".to_owned());
    }
    price.or(Some(heading.price))
}
