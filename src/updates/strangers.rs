//! Introduces strangers by their look: where a page first mentions one, the look stands before the alias.

use super::markup::MarkedText;
use super::page::{PersonalPage, StrangerLine};

/// Puts the look of strangers before their aliases where first the Night's summary and then the story mention them.
pub fn introduce_strangers(page: &mut PersonalPage) {
    if page.strangers.is_empty() {
        return;
    }
    let mut short = Introductions::new(&page.strangers);
    for text in &mut page.short.happened {
        *text = short.introduce_strangers(text);
    }
    let mut story = Introductions::new(&page.strangers);
    for scene in page.phases.iter_mut().flat_map(|phase| &mut phase.scenes) {
        scene.present.iter().for_each(|present| story.mark_introduced(present));
        for line in &mut scene.deeds {
            line.text = story.introduce_strangers(&line.text);
        }
    }
}

/// The strangers still to be introduced.
struct Introductions<'p> {
    remaining: Vec<&'p StrangerLine>,
}

impl<'p> Introductions<'p> {
    fn new(strangers: &'p [StrangerLine]) -> Introductions<'p> {
        Introductions { remaining: strangers.iter().collect() }
    }

    /// Marks as introduced the strangers that these words name.
    fn mark_introduced(&mut self, words: &str) {
        self.remaining.retain(|stranger| split_around_name(words, &stranger.name).is_none());
    }

    fn introduce_strangers(&mut self, text: &MarkedText) -> MarkedText {
        if self.remaining.iter().all(|stranger| split_around_name(text.text(), &stranger.name).is_none()) {
            return text.clone();
        }
        text.replace_names(|names| self.insert_looks(names))
    }

    /// The names with the look before each new alias; `None` if there is none.
    fn insert_looks(&mut self, names: &str) -> Option<String> {
        let mut out: Option<String> = None;
        self.remaining.retain(|stranger| {
            let words = out.as_deref().unwrap_or(names);
            let Some((before, behind)) = split_around_name(words, &stranger.name) else { return true };
            // A list of fighters already comes with their looks.
            if !before.ends_with('(') {
                out = Some(format!("{before}{} ({}){behind}", stranger.look, stranger.name));
            }
            false
        });
        out
    }
}

/// What stands before and after a name in some words. `Stranger-1` is not found in `Stranger-12`.
fn split_around_name<'w>(words: &'w str, name: &str) -> Option<(&'w str, &'w str)> {
    words
        .match_indices(name)
        .map(|(at, _)| (words.split_at(at).0, words.split_at(at + name.len()).1))
        .find(|(_, behind)| !behind.starts_with(|c: char| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::updates::markup::{Mark, TextBuilder};

    #[test]
    fn a_stranger_is_introduced_once() {
        let stranger = |name: &str, look: &str| StrangerLine { name: name.to_owned(), look: look.to_owned() };
        let strangers = [stranger("Stranger-1", "the man"), stranger("Stranger-12", "the woman with a halberd")];
        let mut introductions = Introductions::new(&strangers);
        let line = |names: &str, verb: &str| {
            let mut builder = TextBuilder::default();
            builder.push_marked(Mark::Name, names);
            builder.push_text(verb);
            builder.finish()
        };
        let mut text =
            |names: &str, verb: &str| introductions.introduce_strangers(&line(names, verb)).text().to_owned();
        assert_eq!(text("Stranger-12's", " blow fell."), "The woman with a halberd (Stranger-12)'s blow fell.");
        assert_eq!(text("Stranger-1", "'s blow fell."), "Stranger-1's blow fell.");
        assert_eq!(text("Stranger-1 and Stranger-12", " fell."), "The man (Stranger-1) and Stranger-12 fell.");
        assert_eq!(text("Stranger-1", " fell."), "Stranger-1 fell.");
    }
}
