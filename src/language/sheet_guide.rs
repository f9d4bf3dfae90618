//! The help on the effect language: what `grail sheet help` prints, and the source of docs/authors-guide.md.
//!
//! The table is `sheet_guide.txt`. A test checks that every sentence in it is printed back unchanged. The grammar is
//! `grammar/effects.pest`.

use std::sync::LazyLock;

use super::order_guide::wrap_paragraph;

/// A topic of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetTopic {
    /// The name to ask for: `durations`.
    pub name: &'static str,
    /// A summary in one line.
    pub about: &'static str,
    /// The codes of the diagnostics that it explains.
    pub codes: Vec<&'static str>,
    /// The explanation, a paragraph each.
    pub text: Vec<&'static str>,
    /// Example sentences.
    pub sentences: Vec<GuideSentence>,
}

/// An example sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideSentence {
    /// The number of its family of effects (docs/sheets.md).
    pub family: u32,
    /// What its author wants to achieve, in a few words.
    pub want: &'static str,
    /// The canonical sentence.
    pub sentence: &'static str,
    /// Other wordings of it.
    pub variants: Vec<&'static str>,
}

/// Every topic, in reading order.
pub fn topics() -> &'static [SheetTopic] {
    &TOPICS
}

static TOPICS: LazyLock<Vec<SheetTopic>> = LazyLock::new(|| parse_topics(include_str!("sheet_guide.txt")));

/// Reads the table. A line of unknown form is skipped; a test checks that there is none.
fn parse_topics(table: &'static str) -> Vec<SheetTopic> {
    let mut topics: Vec<SheetTopic> = Vec::new();
    for line in table.lines() {
        if let Some((name, about)) = line.strip_prefix("topic ").and_then(|rest| rest.split_once(": ")) {
            let (codes, text, sentences) = (Vec::new(), Vec::new(), Vec::new());
            topics.push(SheetTopic { name, about, codes, text, sentences });
        }
        let Some(topic) = topics.last_mut() else { continue };
        if let Some(codes) = line.strip_prefix("codes: ") {
            topic.codes.extend(codes.split_whitespace());
        } else if let Some(paragraph) = line.strip_prefix(". ") {
            topic.text.push(paragraph);
        } else if let Some(variant) = line.strip_prefix("~ ") {
            topic.sentences.iter_mut().last().into_iter().for_each(|of| of.variants.push(variant));
        } else if let Some(sentence) = line.strip_prefix("= ").and_then(parse_sentence) {
            topic.sentences.push(sentence);
        }
    }
    topics
}

/// Reads `FAMILY | want | sentence`; `None` for any other line.
fn parse_sentence(line: &'static str) -> Option<GuideSentence> {
    let (family, rest) = line.split_once(" | ")?;
    let (want, sentence) = rest.split_once(" | ")?;
    Some(GuideSentence { family: family.parse().ok()?, want, sentence, variants: Vec::new() })
}

/// Returns the topic of a name, or the only one whose name begins with it; `None` if there is none or several do.
pub fn find_topic(name: &str) -> Option<&'static SheetTopic> {
    let name = name.trim().to_lowercase();
    let mut found = topics().iter().filter(|topic| topic.name.starts_with(&name));
    match (topics().iter().find(|topic| topic.name == name), found.next(), found.next()) {
        (Some(exact), ..) => Some(exact),
        (None, Some(only), None) if !name.is_empty() => Some(only),
        _ => None,
    }
}

/// Returns the topic that explains a code; `None` if there is none.
pub fn topic_of(code: &str) -> Option<&'static SheetTopic> {
    topics().iter().find(|topic| topic.codes.iter().any(|of| of.eq_ignore_ascii_case(code)))
}

/// Returns the topics with only the sentences of one family of effects.
pub fn topics_of_family(family: u32) -> Vec<SheetTopic> {
    topics_with_sentences(|_, sentence| sentence.family == family)
}

/// Searches the topics: returns the sentences whose `want` contains all words of `wish`, in any inflection. If there is
/// none, the sentence and its variants are searched too, and at last the name and summary of its topic.
pub fn search_topics(wish: &str) -> Vec<SheetTopic> {
    const PASSED_OVER: [&str; 12] = ["a", "an", "the", "to", "of", "and", "or", "how", "do", "i", "is", "by"];
    let wanted: Vec<String> =
        lowercase_words(wish).into_iter().filter(|word| !PASSED_OVER.contains(&word.as_str())).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let holds = |text: String| {
        let held = lowercase_words(&text);
        wanted.iter().all(|word| held.iter().any(|held| differs_only_in_ending(held, word)))
    };
    let said = |of: &GuideSentence| format!("{} {} {}", of.want, of.sentence, of.variants.join(" "));
    let tiers: [Vec<SheetTopic>; 3] = [
        topics_with_sentences(|_, of| holds(of.want.to_owned())),
        topics_with_sentences(|_, of| holds(said(of))),
        topics_with_sentences(|topic, of| holds(format!("{} {} {}", topic.name, topic.about, said(of)))),
    ];
    tiers.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

fn lowercase_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether two words differ only in their endings: `heal`, `healing`, `heals`.
fn differs_only_in_ending(one: &str, other: &str) -> bool {
    const ENDINGS: [&str; 6] = ["", "s", "es", "ing", "ed", "d"];
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    long.strip_prefix(short).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Returns the topics with only those sentences for which the closure returns `true`; topics without any are left out.
fn topics_with_sentences(holds: impl Fn(&SheetTopic, &GuideSentence) -> bool) -> Vec<SheetTopic> {
    let narrow = |topic: &SheetTopic| {
        let sentences: Vec<GuideSentence> = topic.sentences.iter().filter(|of| holds(topic, of)).cloned().collect();
        (!sentences.is_empty()).then(|| SheetTopic { sentences, text: Vec::new(), ..topic.clone() })
    };
    topics().iter().filter_map(narrow).collect()
}

/// Returns the list of topics.
pub fn list_topics() -> String {
    let width = topics().iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let mut out = String::from("The effects of a sheet are English sentences. The topics:\n\n");
    for topic in topics() {
        out.push_str(&format!("  {:width$}  {}\n", topic.name, topic.about));
    }
    out
}

impl SheetTopic {
    /// Renders the topic as a page of 80 columns.
    pub fn render_page(&self) -> String {
        let mut out = format!("{}: {}\n", self.name, self.about);
        for paragraph in &self.text {
            out.push('\n');
            out.push_str(&wrap_paragraph(paragraph));
        }
        for of in &self.sentences {
            out.push_str(&format!("\n  # {} (family {})\n  {}\n", of.want, of.family, of.sentence));
            of.variants.iter().for_each(|variant| out.push_str(&format!("    or: {variant}\n")));
        }
        out
    }
}
