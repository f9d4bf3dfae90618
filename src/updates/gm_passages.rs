//! The GM's own passages, which replace the program's or stand beside them.
//!
//! The GM names a slot of a page (`opening`, `closing`, `Attacking Phase, Park`, or one passage, `Attacking Phase,
//! Park, 2`) and the text for it. A Night that is rendered again keeps them. If the program's passage has changed
//! since the GM replaced it, the program's passage is printed and the GM is asked to look again.

use serde::{Deserialize, Serialize};

use crate::vocabulary::text::collapse_whitespace;

use super::event_line::EventLine;
use super::markup::MarkedText;
use super::page::{GmWords, PersonalPage, PublicPage};

/// One of the GM's passages for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoryEntry {
    /// The slot.
    pub at: String,
    /// The program's passage when the GM replaced it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The replacement text; for `opening` and `closing`, the whole passage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The text after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// An entry that does not fit its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The page has no such slot.
    NoSlot {
        /// The slot, as written.
        at: String,
    },
    /// The passage has changed since the GM replaced it.
    Changed {
        /// The slot.
        at: String,
        /// The passage as it reads now.
        now: String,
    },
}

/// The slot at the beginning of a page.
pub const OPENING: &str = "opening";
/// The slot at the end of a page.
pub const CLOSING: &str = "closing";

/// Puts the GM's passages on a seat's page and returns those that do not fit.
pub fn insert_personal_passages(page: &mut PersonalPage, entries: &[StoryEntry]) -> Vec<Misfit> {
    insert_passages(page, entries, find_personal_slot)
}

/// Puts the GM's passages on the public page and returns those that do not fit.
pub fn insert_public_passages(page: &mut PublicPage, entries: &[StoryEntry]) -> Vec<Misfit> {
    insert_passages(page, entries, find_public_slot)
}

/// The part of a page that an entry addresses.
enum StorySlot<'p> {
    /// The words around something; whether `text` goes after it.
    Words(&'p mut GmWords, bool),
    /// A passage, with the words around its scene.
    Deed(&'p mut GmWords, &'p mut EventLine),
}

fn find_personal_slot<'p>(page: &'p mut PersonalPage, at: &str) -> Option<StorySlot<'p>> {
    if at == OPENING || at == CLOSING {
        return Some(StorySlot::Words(&mut page.gm, at == CLOSING));
    }
    for phase in &mut page.phases {
        for scene in &mut phase.scenes {
            if is_slot(at, &format!("{}, {}", phase.name, scene.location)) {
                return Some(StorySlot::Words(&mut scene.gm, false));
            }
            if let Some(line) = scene.deeds.iter_mut().find(|line| is_slot(at, &line.slot)) {
                return Some(StorySlot::Deed(&mut scene.gm, line));
            }
        }
    }
    None
}

fn find_public_slot<'p>(page: &'p mut PublicPage, at: &str) -> Option<StorySlot<'p>> {
    if at == OPENING || at == CLOSING {
        return Some(StorySlot::Words(&mut page.gm, at == CLOSING));
    }
    for phase in &mut page.phases {
        if is_slot(at, phase.name) {
            return Some(StorySlot::Words(&mut phase.gm, false));
        }
        if let Some(line) = phase.deeds.iter_mut().find(|line| is_slot(at, &line.slot)) {
            return Some(StorySlot::Deed(&mut phase.gm, line));
        }
    }
    None
}

fn insert_passages<P>(
    page: &mut P,
    entries: &[StoryEntry],
    slot: for<'p> fn(&'p mut P, &str) -> Option<StorySlot<'p>>,
) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    for entry in entries {
        match slot(page, entry.at.trim()) {
            None => misfits.push(Misfit::NoSlot { at: entry.at.clone() }),
            Some(StorySlot::Words(words, goes_after)) => {
                words.before.extend(paragraphs(entry.before.as_deref()));
                let paragraphs_there = if goes_after { &mut words.after } else { &mut words.before };
                paragraphs_there.extend(paragraphs(entry.text.as_deref()));
                words.after.extend(paragraphs(entry.after.as_deref()));
            }
            Some(StorySlot::Deed(words, deed)) => {
                words.before.extend(paragraphs(entry.before.as_deref()));
                words.after.extend(paragraphs(entry.after.as_deref()));
                let Some(text) = &entry.text else { continue };
                let current_text = deed.text.text();
                if entry
                    .was
                    .as_deref()
                    .is_some_and(|old_text| collapse_whitespace(old_text) != collapse_whitespace(current_text))
                {
                    misfits.push(Misfit::Changed { at: entry.at.clone(), now: current_text.to_owned() });
                } else {
                    deed.text = MarkedText::plain(collapse_whitespace(text));
                }
            }
        }
    }
    misfits
}

fn is_slot(written: &str, slot: &str) -> bool {
    written.eq_ignore_ascii_case(slot)
}

/// The paragraphs of a text, each joined into one line.
fn paragraphs(text: Option<&str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.unwrap_or_default().lines() {
        let line = collapse_whitespace(line);
        match found.last_mut() {
            _ if line.is_empty() => open = false,
            Some(last) if open => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => {
                found.push(line);
                open = true;
            }
        }
    }
    found
}
