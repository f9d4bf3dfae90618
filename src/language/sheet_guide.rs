//! The effect language for those who write sheets: what `grail sheet help` prints and docs/authors-guide.md is made of.
//!
//! The table is `sheet_guide.txt`. A test reads every sentence of it and holds that it is read back as it stands; the
//! grammar beside it is `grammar/effects.pest`.

use std::sync::LazyLock;

use super::guide::wrapped;

/// A part of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetTopic {
    /// What to ask for: `durations`.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// The codes of diagnostics that it helps with.
    pub codes: Vec<&'static str>,
    /// What there is to know, a paragraph each.
    pub text: Vec<&'static str>,
    /// What can be said.
    pub sentences: Vec<GuideSentence>,
}

/// Something that can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideSentence {
    /// The family of effects it is of (docs/sheets.md).
    pub family: u32,
    /// What somebody wants who says it, in a few words.
    pub want: &'static str,
    /// The sentence as it is read back.
    pub sentence: &'static str,
    /// Other ways to say it.
    pub variants: Vec<&'static str>,
}

/// Every topic, in the order to read them.
pub fn topics() -> &'static [SheetTopic] {
    &TOPICS
}

static TOPICS: LazyLock<Vec<SheetTopic>> = LazyLock::new(|| read(include_str!("sheet_guide.txt")));

/// Reads the table; a line of no known form is passed over, and a test holds that there is none.
fn read(table: &'static str) -> Vec<SheetTopic> {
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
        } else if let Some(sentence) = line.strip_prefix("= ").and_then(sentence) {
            topic.sentences.push(sentence);
        }
    }
    topics
}

/// `FAMILY | want | sentence`.
fn sentence(line: &'static str) -> Option<GuideSentence> {
    let (family, rest) = line.split_once(" | ")?;
    let (want, sentence) = rest.split_once(" | ")?;
    Some(GuideSentence { family: family.parse().ok()?, want, sentence, variants: Vec::new() })
}

/// The topic of a name, or of one that begins with it when there is one alone.
pub fn topic(name: &str) -> Option<&'static SheetTopic> {
    let name = name.trim().to_lowercase();
    let mut found = topics().iter().filter(|topic| topic.name.starts_with(&name));
    match (topics().iter().find(|topic| topic.name == name), found.next(), found.next()) {
        (Some(exact), ..) => Some(exact),
        (None, Some(only), None) if !name.is_empty() => Some(only),
        _ => None,
    }
}

/// The topic that helps with what a code says.
pub fn topic_of(code: &str) -> Option<&'static SheetTopic> {
    topics().iter().find(|topic| topic.codes.iter().any(|of| of.eq_ignore_ascii_case(code)))
}

/// The topics as far as they are of a family of effects.
pub fn of_family(family: u32) -> Vec<SheetTopic> {
    narrowed(|_, sentence| sentence.family == family)
}

/// What answers a wish: the sentences whose want holds all of its words, whatever their endings; where there is none,
/// those that hold them with their own words, and at last with those of their topic.
pub fn answering(wish: &str) -> Vec<SheetTopic> {
    const PASSED_OVER: [&str; 12] = ["a", "an", "the", "to", "of", "and", "or", "how", "do", "i", "is", "by"];
    let wanted: Vec<String> = words(wish).into_iter().filter(|word| !PASSED_OVER.contains(&word.as_str())).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let holds = |text: String| {
        let held = words(&text);
        wanted.iter().all(|word| held.iter().any(|held| is_akin(held, word)))
    };
    let said = |of: &GuideSentence| format!("{} {} {}", of.want, of.sentence, of.variants.join(" "));
    let tiers: [Vec<SheetTopic>; 3] = [
        narrowed(|_, of| holds(of.want.to_owned())),
        narrowed(|_, of| holds(said(of))),
        narrowed(|topic, of| holds(format!("{} {} {}", topic.name, topic.about, said(of)))),
    ];
    tiers.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether two words are one but for their endings: `heal`, `healing`, `heals`.
fn is_akin(one: &str, other: &str) -> bool {
    const ENDINGS: [&str; 6] = ["", "s", "es", "ing", "ed", "d"];
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    long.strip_prefix(short).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// The topics with those sentences alone of which this holds; topics without any are left out.
fn narrowed(holds: impl Fn(&SheetTopic, &GuideSentence) -> bool) -> Vec<SheetTopic> {
    let narrow = |topic: &SheetTopic| {
        let sentences: Vec<GuideSentence> = topic.sentences.iter().filter(|of| holds(topic, of)).cloned().collect();
        (!sentences.is_empty()).then(|| SheetTopic { sentences, text: Vec::new(), ..topic.clone() })
    };
    topics().iter().filter_map(narrow).collect()
}

/// The list of topics.
pub fn contents() -> String {
    let width = topics().iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let mut out = String::from("The effects of a sheet are English sentences. The topics:\n\n");
    for topic in topics() {
        out.push_str(&format!("  {:width$}  {}\n", topic.name, topic.about));
    }
    out
}

impl SheetTopic {
    /// The topic as a page of 80 columns.
    pub fn page(&self) -> String {
        let mut out = format!("{}: {}\n", self.name, self.about);
        for paragraph in &self.text {
            out.push('\n');
            out.push_str(&wrapped(paragraph));
        }
        for of in &self.sentences {
            out.push_str(&format!("\n  # {} (family {})\n  {}\n", of.want, of.family, of.sentence));
            of.variants.iter().for_each(|variant| out.push_str(&format!("    or: {variant}\n")));
        }
        out
    }
}
