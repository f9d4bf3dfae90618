//! Tells what happened in words: fills the sentence patterns of a War ([`super::sentences`]) for one page's deeds in
//! turn.

use crate::vocabulary::text::capitalise;

use super::event_line::EventLine;
use super::markup::{MarkedText, TextBuilder};
use super::sentences::{
    BRIEF_PREFIX, Filling, PatternPart, PatternSubject, RESULT_HEADINGS, RESULT_PREFIX, SHORT_PREFIX, Sentences,
    deed_heading,
};

/// Tells one page. Which pattern it picks depends only on what it has already told on that page.
#[derive(Debug)]
pub struct Narrator<'s> {
    sentences: &'s Sentences,
    next_pattern: Vec<usize>,
    /// The skills, with their users, whose words the page has already quoted.
    quoted: Vec<(Option<String>, String)>,
}

impl<'s> Narrator<'s> {
    /// A narrator for one page of a Night, to be used in the page's order.
    pub fn new(sentences: &'s Sentences, night: u32) -> Narrator<'s> {
        let offset = usize::try_from(night.saturating_sub(1)).unwrap_or(0);
        Narrator { sentences, next_pattern: vec![offset; sentences.count], quoted: Vec::new() }
    }

    /// Returns a deed in words, with its consequences.
    pub fn describe(&mut self, line: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        // What a sheet says of somebody's skill is quoted once on a page.
        let quote = line.skill.clone().filter(|_| line.words.is_some()).map(|skill| (line.actor.clone(), skill));
        let quoted = quote.as_ref().is_some_and(|quote| self.quoted.contains(quote));
        self.quoted.extend(quote.filter(|_| !quoted));
        let subject = PatternSubject::Deed { deed: line, quoted };
        self.add_sentence(deed_heading(line), subject, &mut builder);
        self.add_results(RESULT_PREFIX, line, &mut builder);
        self.add_duration(line, subject, &mut builder);
        builder.finish()
    }

    /// Returns the consequences of one of the reader's own deeds, as the answer to its order; empty when there is
    /// nothing to add to a bare `done`.
    pub fn describe_order_result(&mut self, line: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        let subject = PatternSubject::Deed { deed: line, quoted: true };
        let brief = format!("{BRIEF_PREFIX}{}", deed_heading(line));
        if self.sentences.blocks.contains_key(&brief) {
            self.add_sentence(&brief, subject, &mut builder);
        } else if !matches!(line.act, "used" | "came_of_it") {
            self.add_sentence(deed_heading(line), subject, &mut builder);
        }
        self.add_results(BRIEF_PREFIX, line, &mut builder);
        if line.does.is_some() {
            self.add_duration(line, subject, &mut builder);
        }
        builder.finish()
    }

    /// Returns a deed in the words of the Night's summary; empty when the summary leaves it out.
    pub fn summarize(&mut self, line: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        let subject = PatternSubject::Deed { deed: line, quoted: true };
        self.add_sentence(&format!("{SHORT_PREFIX}{}", deed_heading(line)), subject, &mut builder);
        builder.finish()
    }

    fn add_results(&mut self, kind: &str, line: &EventLine, builder: &mut TextBuilder) {
        for result in &line.results {
            let applies = [
                result.is_struck,
                result.spared_by.is_some(),
                result.is_negated,
                result.statuses.is_some(),
                result.unmoved.is_some(),
                result.cured.is_some(),
                result.was_restored,
                result.was_drained,
            ];
            for (name, _) in RESULT_HEADINGS.iter().zip(applies).filter(|(_, applies)| *applies) {
                builder.push_text(" ");
                self.add_sentence(&format!("{kind}{name}"), PatternSubject::Result(result), builder);
            }
        }
    }

    /// Adds how long an effect of the deed goes on, and what it does.
    fn add_duration(&mut self, line: &EventLine, subject: PatternSubject<'_>, builder: &mut TextBuilder) {
        if line.until.is_some() || line.works.is_some() || line.does.is_some() || line.lasts {
            builder.push_text(" ");
            self.add_sentence("until", subject, builder);
        }
    }

    fn add_sentence(&mut self, name: &str, subject: PatternSubject<'_>, builder: &mut TextBuilder) {
        let Some(blocks) = self.sentences.blocks.get(name) else { return };
        let Some(block) = blocks.iter().find(|b| b.tests.iter().all(|t| t.holds(subject))) else { return };
        let Some(next) = self.next_pattern.get_mut(block.number) else { return };
        let pattern = block.patterns.get(next.checked_rem(block.patterns.len()).unwrap_or(0));
        *next = next.wrapping_add(1);
        fill_parts(pattern.map_or(&[], Vec::as_slice), subject, builder);
    }
}

fn fill_parts(parts: &[PatternPart], subject: PatternSubject<'_>, builder: &mut TextBuilder) {
    for part in parts {
        match part {
            PatternPart::Text(text) => builder.push_text(text),
            PatternPart::Hole { hole, capital, otherwise } => {
                let number;
                let (text, mark) = match subject.fill(*hole) {
                    Filling::Words(words) => (words, hole.mark()),
                    Filling::Number(n) => {
                        number = n.to_string();
                        (number.as_str(), hole.mark())
                    }
                    Filling::Yes | Filling::Nothing => (otherwise.as_deref().unwrap_or(""), None),
                };
                let capitalised_text;
                let text = if *capital {
                    capitalised_text = capitalise(text);
                    &capitalised_text
                } else {
                    text
                };
                match mark {
                    Some(mark) => builder.push_marked(mark, text),
                    None => builder.push_text(text),
                }
            }
            PatternPart::Bracket { tests, parts } => {
                if tests.iter().all(|t| t.holds(subject)) {
                    fill_parts(parts, subject, builder);
                }
            }
        }
    }
}
