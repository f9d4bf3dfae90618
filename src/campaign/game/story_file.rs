//! `story.yaml`: the GM's own passages for a night's updates, by page.
//!
//! Only the GM writes it; no run touches it, so that the passages are kept when a night is rendered again.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{NightFolder, file_name, read_text_if_there};
use crate::campaign::night_files::to_yaml;
use crate::updates::gm_passages::{CLOSING, Misfit, OPENING, StoryEntry};
use crate::updates::page::{PersonalPage, PublicPage};

use super::PUBLIC;

/// The GM's passages by page: a seat's, or [`PUBLIC`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pages: BTreeMap<String, Vec<StoryEntry>>,
}

impl Story {
    /// Reads a night's passages; empty without a file. `seats` are the valid page names besides [`PUBLIC`].
    ///
    /// # Errors
    /// [`CampaignError::Story`] with the position, for an invalid file or an unknown page.
    pub fn read(night: &NightFolder, seats: &[String]) -> Result<Story> {
        let path = night.story_file();
        let Some(text) = read_text_if_there(&path)? else { return Ok(Story::default()) };
        let story_error = |text: String| CampaignError::Story { path: path.clone(), text };
        if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
            return Ok(Story::default());
        }
        let written: BTreeMap<String, Vec<StoryEntry>> =
            serde_yaml::from_str(&text).map_err(|e| story_error(e.to_string()))?;
        let mut pages = BTreeMap::new();
        for (name, entries) in written {
            let page = file_name(&name);
            if page != PUBLIC && !seats.iter().any(|seat| file_name(seat) == page) {
                let known = seats.iter().map(String::as_str).chain([PUBLIC]).collect::<Vec<_>>().join(", ");
                return Err(story_error(format!("there is no page `{name}`: the pages are {known}")));
            }
            if let Some(empty) = entries.iter().find(|e| e.text.is_none() && e.before.is_none() && e.after.is_none()) {
                let at = &empty.at;
                return Err(story_error(format!("`{at}` of `{name}` has none of `text`, `before` and `after`")));
            }
            pages.insert(page, entries);
        }
        Ok(Story { pages })
    }

    /// The passages for a page, by its file name.
    pub fn entries_of_page(&self, name: &str) -> &[StoryEntry] {
        self.pages.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Renders a passage that does not fit, in a sentence for the GM.
pub fn render_misfit(page: &str, misfit: &Misfit) -> String {
    match misfit {
        Misfit::NoSlot { at } => {
            format!("story.yaml: the page `{page}` has no `{at}`; what you wrote for it is left out")
        }
        Misfit::Changed { at, now } => format!(
            "story.yaml: `{at}` of `{page}` reads otherwise than what you wrote over (it reads now: {now}); \
             it is told as it reads now until its `was` is set right"
        ),
    }
}

/// A draft for the GM to edit: every slot of some pages with the program's text.
#[derive(Debug, Default)]
pub struct StoryDraft {
    text: String,
}

/// A slot of a draft.
#[derive(Serialize)]
struct SlotLine<'a> {
    at: &'a str,
    was: &'a str,
    text: &'a str,
}

impl StoryDraft {
    /// Begins a draft.
    pub fn new(night: u32) -> StoryDraft {
        let text = format!(
            "# Your own passages for the updates of night {night}. Copy what you want to tell otherwise into\n\
             # `story.yaml` in the night's folder, and change `text`; beside or in place of it there may be `before`\n\
             # and `after`. `opening` and `closing` are yours on every page. Then: grail updates CAMPAIGN {night} --write\n"
        );
        StoryDraft { text }
    }

    /// Adds a seat's page.
    pub fn add_personal_page(&mut self, name: &str, page: &PersonalPage) -> Result<()> {
        let deeds = page.phases.iter().flat_map(|p| &p.scenes).flat_map(|s| &s.deeds);
        self.add_slots(name, deeds.map(|d| (d.slot.as_str(), d.text.text())).collect())
    }

    /// Adds the public page.
    pub fn add_public_page(&mut self, page: &PublicPage) -> Result<()> {
        let deeds = page.phases.iter().flat_map(|p| &p.deeds);
        self.add_slots(PUBLIC, deeds.map(|d| (d.slot.as_str(), d.text.text())).collect())
    }

    fn add_slots(&mut self, name: &str, slots: Vec<(&str, &str)>) -> Result<()> {
        let around = |at| SlotLine { at, was: "", text: "" };
        let mut lines = vec![around(OPENING)];
        lines.extend(slots.into_iter().map(|(at, text)| SlotLine { at, was: text, text }));
        lines.push(around(CLOSING));
        let yaml = to_yaml(&BTreeMap::from([(name, lines)]))?;
        self.text.push('\n');
        self.text.push_str(&yaml.replace("  was: ''\n", ""));
        Ok(())
    }

    /// The text of the draft.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}
