//! Leads the author of a sentence that is not understood on: what it seems to be about, a sentence of that kind which
//! is understood, the topic of `grail sheet help` that holds it, and which of its clauses are understood alone. What no
//! effect does is left to the GM, with the line to copy.
//!
//! The table is `leads/leads.txt`. It is asked only when a sentence is refused. An example is no correction: it has the
//! author's own numbers and names only where they are of the same unit (`fill`).

mod clauses;
mod fill;

use std::sync::LazyLock;

use super::forms;
use crate::language::diagnostic::Diagnostic;

/// A row of the table.
struct Lead {
    /// The topic of the help.
    topic: &'static str,
    /// Words that the sentence must have: one of each group.
    groups: Vec<Vec<&'static str>>,
    /// What it is about, or how it is written.
    about: &'static str,
    /// Sentences of that kind; none for what only the GM can do.
    examples: Vec<&'static str>,
}

/// What is said to an author.
#[derive(Default)]
pub(super) struct Guidance {
    /// Notes, in the order in which they are shown.
    pub(super) notes: Vec<String>,
    /// What no effect does; the GM may.
    pub(super) left_to_gm: Option<&'static str>,
    /// Whether it is known what the sentence is about.
    pub(super) has_leads: bool,
}

/// The most rows that are shown for a sentence.
const MOST_LEADS: usize = 2;

/// The stats, as they are written.
const STATS: [&str; 8] = ["STR", "END", "MAE", "MAR", "AGI", "LCK", "ACT", "NP"];

static LEADS: LazyLock<Vec<Lead>> = LazyLock::new(|| parse_leads(include_str!("leads/leads.txt")));

/// Reads the table. A line of unknown form is skipped; a test checks that there is none.
fn parse_leads(table: &'static str) -> Vec<Lead> {
    let mut topic = "";
    let mut leads = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("topic ") {
            topic = name;
        } else if let Some((words, rest)) = line.split_once(" | ")
            && let Some((about, examples)) = rest.split_once(" | ")
        {
            let groups = words.split(" & ").map(|group| group.split('/').collect()).collect();
            let examples = if examples == "GM" { Vec::new() } else { examples.split(" ; ").collect() };
            leads.push(Lead { topic, groups, about, examples });
        }
    }
    leads
}

/// What leads the author of a refused sentence on.
pub(super) fn lead_on(text: &str) -> Guidance {
    if text.trim_start().starts_with("GM:") {
        return Guidance::default();
    }
    let mut guidance = Guidance { notes: clauses::report_clauses(text), ..Guidance::default() };
    for lead in best_leads(text) {
        guidance.has_leads = true;
        if lead.examples.is_empty() {
            guidance.left_to_gm = guidance.left_to_gm.or(Some(lead.about));
            continue;
        }
        let examples: Vec<String> =
            lead.examples.iter().map(|example| format!("`{}`", fill::fill_example(example, text))).collect();
        let (about, topic) = (lead.about, lead.topic);
        guidance
            .notes
            .push(format!("{about}: for example {} (more: `grail sheet help {topic}`)", examples.join(" or ")));
    }
    if !guidance.has_leads {
        let nearest = nearest_form(text).notes;
        if nearest.is_empty() {
            guidance.notes.push(format!(
                "`grail sheet help` tells what effects there are; what none of them does, the GM does: `GM: {}`",
                text.trim()
            ));
        }
        guidance.notes.extend(nearest);
    }
    guidance
}

/// Puts the whole sentence into the line for the GM, of which a piece could not be read: a part alone would say
/// something else.
pub(super) fn leave_whole_to_gm(mut fault: Diagnostic, piece: &str, whole: &str) -> Diagnostic {
    let piece = piece.trim().trim_end_matches(';');
    let (of_piece, of_whole) = (format!("`GM: {piece}`"), format!("`GM: {}`", whole.trim()));
    for note in &mut fault.notes {
        *note = note.replace(&of_piece, &of_whole);
    }
    fault
}

/// The form that is most like a sentence, and nothing besides.
pub(super) fn nearest_form(text: &str) -> Guidance {
    let nearest = forms::nearest_form(text).map(|form| format!("the nearest known form is: {form}"));
    Guidance { notes: nearest.into_iter().collect(), ..Guidance::default() }
}

/// The rows that fit a sentence best: those that ask for the most words.
fn best_leads(text: &str) -> impl Iterator<Item = &'static Lead> {
    let lower = text.to_lowercase();
    let mut fitting: Vec<(usize, &Lead)> =
        LEADS.iter().filter_map(|lead| Some((lead.count_words(text, &lower)?, lead))).collect();
    // A stable sort: among equals the upper row comes first.
    fitting.sort_by_key(|(words, _)| std::cmp::Reverse(*words));
    fitting.into_iter().take(MOST_LEADS).map(|(_, lead)| lead)
}

impl Lead {
    /// How many words of a sentence the row asks for; `None` if it does not fit.
    fn count_words(&self, text: &str, lower: &str) -> Option<usize> {
        let longest = |group: &Vec<&str>| {
            let found = group.iter().filter(|words| is_said(words, text, lower));
            found.map(|words| words.split(' ').count()).max()
        };
        self.groups.iter().map(|group| Some(1 + longest(group)?)).sum()
    }
}

/// Whether a sentence says words, in any inflection; words in capitals as they are written.
fn is_said(words: &str, text: &str, lower: &str) -> bool {
    if words == "STAT" {
        return STATS.iter().any(|stat| is_said(stat, text, lower));
    }
    let is_capital = words.chars().all(|letter| letter.is_ascii_uppercase());
    let said = if is_capital { text } else { lower };
    said.match_indices(words).any(|(at, _)| {
        let before = said.get(..at).and_then(|before| before.chars().next_back());
        let behind = said.get(at + words.len()..).unwrap_or_default();
        let ending = behind.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        !before.is_some_and(char::is_alphanumeric) && is_ending(words, ending)
    })
}

/// Whether a word may go on so: `transfer` as `transferred`, `hit` as `hits`.
fn is_ending(words: &str, ending: &str) -> bool {
    const OF_SHORT_WORDS: [&str; 6] = ["", "s", "es", "d", "ed", "ing"];
    let length = words.rsplit(' ').next().map_or(0, str::len);
    OF_SHORT_WORDS.contains(&ending) || (length > 4 && ending.len() < 4)
}

#[cfg(test)]
mod tests;
