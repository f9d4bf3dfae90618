//! The language as it is explained: every example stands.

use std::collections::BTreeSet;

use super::{checked, plan, said};
use grail_referee::language::order_guide::{TOPICS, find_topic, list_topics};

#[test]
fn every_example_of_the_guide_is_an_order_that_stands() {
    let mut failures = Vec::new();
    for topic in TOPICS {
        for (order, _) in topic.examples {
            let found = checked(order);
            // Kinds that no Night carries out yet are read, and said to be so.
            let faults = found.diagnostics.iter().filter(|d| d.is_error() && d.code != "E390").count();
            let later = found.diagnostics.iter().any(|d| d.code == "E390");
            if faults > 0 || (plan(&found).is_empty() && !later) {
                failures.push(format!("{}: {order}\n    {:?}", topic.name, said(&found)));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_topic_is_listed_once_has_examples_and_fits_a_terminal() {
    let names: BTreeSet<_> = TOPICS.iter().map(|t| t.name).collect();
    assert_eq!(names.len(), TOPICS.len());
    for topic in TOPICS {
        assert!(!topic.examples.is_empty(), "{}", topic.name);
        let text = topic.text.concat();
        assert!(!text.contains("  "), "{}", topic.name);
        assert!(list_topics().contains(topic.name));
    }
}

#[test]
fn a_topic_is_found_by_its_beginning() {
    assert_eq!(find_topic("Command Spells").unwrap().name, "command-spells");
    assert_eq!(find_topic("cond").unwrap().name, "conditions");
    assert_eq!(find_topic("con"), None);
    assert_eq!(find_topic("xyzzy"), None);
}

#[test]
fn a_page_reads_so() {
    insta::assert_snapshot!(find_topic("scouting").unwrap().render_page(), @r"
    scouting: looking at another place by day

    Once a day each character that was not in battle the Night before may look at
    one location, near or far. Scouting costs nothing, needs no Move Action, and
    cannot be put off.

      # by day, before everything else
      Saber: Scout the Church.
    ");
}

#[test]
fn the_players_guide_is_two_pages_and_every_order_in_it_stands() {
    let text = include_str!("../../docs/players-guide.md");
    assert!(text.split_whitespace().count() <= 800, "two printed pages");
    let letters: Vec<&str> = text.split("```text\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    assert_eq!(letters.len(), 3);
    for letter in letters {
        let found = checked(letter);
        assert!(!found.has_errors(), "{letter}\n{:?}", said(&found));
        assert!(plan(&found).len() >= 5, "{letter}\n{:?}", plan(&found));
    }
    // What is sent back is.
    let refused = text.split("## What is sent back").nth(1).unwrap_or_default();
    for order in refused.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()) {
        let order = order.replace('…', "stay.");
        assert!(checked(&format!("Saber:\n{order}")).has_errors(), "{order}");
    }
}
