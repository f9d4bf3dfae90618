//! What happened in words: the sentences of a War ([`super::sentences`]) told of one page's deeds, one after the other.

use crate::vocabulary::text::capitalised;

use super::event_line::EventLine;
use super::markup::{MarkedText, TextBuilder};
use super::sentences::{BRIEF, Filling, PatternPart, PatternSubject, RESULT, RESULTS, SHORT, Sentences, heading};

/// Tells one page; what it said before on that page decides how it says it now, and nothing else does.
#[derive(Debug)]
pub struct Narrator<'s> {
    sentences: &'s Sentences,
    next_pattern: Vec<usize>,
    /// Whose skill's words stand on the page already.
    quoted: Vec<(Option<String>, String)>,
}

impl<'s> Narrator<'s> {
    /// Someone who tells one page of a Night, in its order.
    pub fn new(sentences: &'s Sentences, night: u32) -> Narrator<'s> {
        let begin = usize::try_from(night.saturating_sub(1)).unwrap_or(0);
        Narrator { sentences, next_pattern: vec![begin; sentences.count], quoted: Vec::new() }
    }

    /// A deed in words, with what came of it.
    pub fn describe(&mut self, deed: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        // What a sheet says of somebody's skill is quoted once a page.
        let quote = deed.skill.clone().filter(|_| deed.words.is_some()).map(|skill| (deed.actor.clone(), skill));
        let quoted = quote.as_ref().is_some_and(|quote| self.quoted.contains(quote));
        self.quoted.extend(quote.filter(|_| !quoted));
        let subject = PatternSubject::Deed { deed, quoted };
        self.add_sentence(heading(deed), subject, &mut builder);
        self.add_results(RESULT, deed, &mut builder);
        self.add_time(deed, subject, &mut builder);
        builder.finish()
    }

    /// What came of an own deed, as the answer to the order of which it is: empty where there is nothing to add to that
    /// it was done.
    pub fn answer(&mut self, deed: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        let subject = PatternSubject::Deed { deed, quoted: true };
        let brief = format!("{BRIEF}{}", heading(deed));
        if self.sentences.blocks.contains_key(&brief) {
            self.add_sentence(&brief, subject, &mut builder);
        } else if !matches!(deed.act, "used" | "came_of_it") {
            self.add_sentence(heading(deed), subject, &mut builder);
        }
        self.add_results(BRIEF, deed, &mut builder);
        if deed.does.is_some() {
            self.add_time(deed, subject, &mut builder);
        }
        builder.finish()
    }

    /// A deed as a Night in short tells it; empty where it is passed over there.
    pub fn in_short(&mut self, deed: &EventLine) -> MarkedText {
        let mut builder = TextBuilder::default();
        let subject = PatternSubject::Deed { deed, quoted: true };
        self.add_sentence(&format!("{SHORT}{}", heading(deed)), subject, &mut builder);
        builder.finish()
    }

    fn add_results(&mut self, kind: &str, deed: &EventLine, builder: &mut TextBuilder) {
        for result in &deed.results {
            let came = [
                result.struck,
                result.spared_by.is_some(),
                result.negated,
                result.statuses.is_some(),
                result.unmoved.is_some(),
                result.cured.is_some(),
                result.was_restored,
                result.was_drained,
            ];
            for (name, _) in RESULTS.iter().zip(came).filter(|(_, came)| *came) {
                builder.say(" ");
                self.add_sentence(&format!("{kind}{name}"), PatternSubject::Result(result), builder);
            }
        }
    }

    /// For how long an effect of it goes on, and what it does.
    fn add_time(&mut self, deed: &EventLine, subject: PatternSubject<'_>, builder: &mut TextBuilder) {
        if deed.until.is_some() || deed.works.is_some() || deed.does.is_some() || deed.lasts {
            builder.say(" ");
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
            PatternPart::Text(text) => builder.say(text),
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
                let raised;
                let text = if *capital {
                    raised = capitalised(text);
                    &raised
                } else {
                    text
                };
                match mark {
                    Some(mark) => builder.mark(mark, text),
                    None => builder.say(text),
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
