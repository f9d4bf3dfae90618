//! The effect language as it is explained: every sentence is read, and read back as it is shown.

use std::collections::BTreeSet;

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;
use grail_referee::language::sheet_guide::{
    find_topic, list_topics, search_topics, topic_of, topics, topics_of_family,
};

fn reading(text: &str) -> String {
    match read_passage(text) {
        Ok(read) => read.iter().map(|one| canonical(&one.effect)).collect::<Vec<_>>().join(" | "),
        Err(faults) => format!("refused: {}", faults[0].message),
    }
}

#[test]
fn every_sentence_of_the_guide_is_read_back_as_it_is_shown() {
    let mut wrong = Vec::new();
    for topic in topics() {
        for of in &topic.sentences {
            for text in std::iter::once(&of.sentence).chain(&of.variants) {
                let found = reading(text);
                if found != of.sentence {
                    wrong.push(format!("{}: {text}\n    shown {}\n    found {found}", topic.name, of.sentence));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_is_read_whole() {
    let table = include_str!("../../src/language/sheet_guide.txt");
    let of_kind = |mark: &str| table.lines().filter(|line| line.starts_with(mark)).count();
    let sentences = || topics().iter().flat_map(|topic| &topic.sentences);
    assert_eq!(topics().len(), of_kind("topic "));
    assert_eq!(sentences().count(), of_kind("= "));
    assert_eq!(sentences().map(|of| of.variants.len()).sum::<usize>(), of_kind("~ "));
    let forms = ["topic ", "codes: ", ". ", "= ", "~ ", "#"];
    let unread: Vec<_> =
        table.lines().filter(|line| !line.is_empty() && !forms.iter().any(|f| line.starts_with(f))).collect();
    assert!(unread.is_empty(), "{unread:?}");
    let names: BTreeSet<_> = topics().iter().map(|topic| topic.name).collect();
    assert_eq!(names.len(), topics().len());
    assert!(topics().iter().all(|topic| list_topics().contains(topic.name) && !topic.text.is_empty()));
}

#[test]
fn every_family_has_a_sentence() {
    // Those that the language cannot say yet have no row in docs/sheets.md either.
    let without = [40];
    for family in (1..=46).filter(|family| !without.contains(family)) {
        assert!(!topics_of_family(family).is_empty(), "family {family}");
    }
}

#[test]
fn what_one_wants_is_found_by_its_words() {
    let first = |wish: &str| search_topics(wish).first().and_then(|t| Some((t.name, t.sentences.first()?.sentence)));
    assert_eq!(first("once per battle").map(|(_, s)| s), Some("This skill can be used once per battle."));
    assert_eq!(first("stop a skill").map(|(name, _)| name), Some("protecting"));
    assert_eq!(first("hurt more").map(|(name, _)| name), Some("damage"));
    assert_eq!(search_topics("less damage").len(), 1);
    assert!(search_topics("heal").iter().any(|topic| topic.name == "healing"));
    assert!(search_topics("shield").iter().any(|t| t.sentences.iter().any(|of| of.family == 37)));
    assert!(search_topics("xyzzy").is_empty() && search_topics("the").is_empty());
    assert_eq!(find_topic("dur").map(|t| t.name), Some("durations"));
    assert_eq!(find_topic("xyzzy"), None);
    assert_eq!(topic_of("e241").map(|t| t.name), Some("writing"));
}
