//! Every node of the effect tree is carried out: for each kind of operation, trigger, condition and
//! duration a scenario stands or falls with it.
//!
//! In each scenario, each sentence is once left out, once freed of its condition, of its duration,
//! of its trigger. If the scenario does not hold any more, that part did something, and the
//! scenario holds it in place.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grail_referee::language::effect::{Effect, Operation, Sentence};
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;
use grail_referee::language::span::{Source, Span};
use grail_referee::sheet::yaml::{self, Node, NodeKind};

use crate::scenarios::{files, run};

/// What stands in a sentence's place when it is left out: it does nothing but in a skill used twice.
const IDLE: &str = "Does not stack with itself.";
/// What stands in that sentence's own place.
const IDLE_TOO: &str = "Can be used 999 times during the War.";

/// The scenarios' texts, each alone.
pub(super) fn scenarios() -> Vec<String> {
    let split = |source: Source| source.text.split("\n---\n").map(|one| format!("{one}\n")).collect::<Vec<_>>();
    files().into_iter().flat_map(split).collect()
}

/// The sentences of the sheets in a tree, with their places.
pub(super) fn sentences(node: &Node, found: &mut Vec<(Span, String)>) {
    match &node.kind {
        NodeKind::Scalar(_) => {}
        NodeKind::List(items) => items.iter().for_each(|item| sentences(item, found)),
        NodeKind::Map(entries) => {
            for (key, value) in entries {
                match (key.text(), value.items()) {
                    (Some("effects"), Some(lines)) => {
                        found.extend(lines.iter().filter_map(|l| Some((l.span, l.text()?.to_owned()))));
                    }
                    _ => sentences(value, found),
                }
            }
        }
    }
}

fn holds(text: &str) -> bool {
    run(&Source::new("scenario.yaml", text)).passes()
}

/// The names of a tree's kinds as `Debug` writes them: `Standing(DamageDealt { … kinds: [Physical] …`.
fn names(shown: &str) -> BTreeSet<String> {
    let words = shown.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|w| w.starts_with(|c: char| c.is_ascii_uppercase())).map(str::to_owned).collect()
}

/// The variants of an enum, read from its source.
fn variants(file: &str, name: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/language").join(file);
    let text = fs::read_to_string(path).unwrap();
    let start = text.find(&format!("pub enum {name}")).unwrap();
    let body = text[start..].split("\n}\n").next().unwrap();
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let named = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    named.map(|line| line.split(['(', '{', ',', ' ']).next().unwrap().to_owned()).collect()
}

/// What scenarios stand and fall with.
#[derive(Default)]
struct Held {
    operations: BTreeSet<String>,
    triggers: BTreeSet<String>,
    conditions: BTreeSet<String>,
    durations: BTreeSet<String>,
}

fn operation_name(operation: &Operation) -> String {
    let shown = match operation {
        Operation::Immediate(immediate) => format!("{:?}", immediate.verb),
        Operation::Clause(clause) => format!("{clause:?}"),
        Operation::Standing(standing) => format!("{:?}", standing.modifier),
    };
    shown.split(['(', '{', ' ']).next().unwrap().to_owned()
}

fn held() -> Held {
    let mut held = Held::default();
    for text in scenarios() {
        let Ok(documents) = yaml::parse(&Source::new("scenario.yaml", text.as_str())) else { continue };
        let mut lines = Vec::new();
        documents.iter().for_each(|document| sentences(document, &mut lines));
        let falls = |place: Span, sentence: &str| {
            let quoted = format!("'{}'", sentence.replace('\'', "''"));
            !holds(&format!("{}{quoted}{}", &text[..place.start], &text[place.end..]))
        };
        for (place, line) in lines {
            let Ok(Effect::Sentence(rule)) = parse(&line) else { continue };
            let freed = |rule: Sentence| falls(place, &canonical(&Effect::Sentence(rule)));
            let name = operation_name(&rule.operation);
            let idle = if name == "DoesNotStack" { IDLE_TOO } else { IDLE };
            if !held.operations.contains(&name) && falls(place, idle) {
                held.operations.insert(name);
            }
            if let Some(condition) = &rule.condition {
                let new: BTreeSet<String> = names(&format!("{condition:?}"));
                if !new.is_subset(&held.conditions) && freed(Sentence { condition: None, ..rule.clone() }) {
                    held.conditions.extend(new);
                }
            }
            if let Some(duration) = &rule.duration {
                let new = names(&format!("{duration:?}"));
                if !new.is_subset(&held.durations) && freed(Sentence { duration: None, ..rule.clone() }) {
                    held.durations.extend(new);
                }
            }
            let untils = || names("Until");
            if rule.ending_deed.is_some()
                && !untils().is_subset(&held.durations)
                && freed(Sentence { ending_deed: None, ..rule.clone() })
            {
                held.durations.extend(untils());
            }
            if let Some(trigger) = &rule.trigger {
                let new = names(&format!("{trigger:?}"));
                if !new.is_subset(&held.triggers) && falls(place, IDLE) {
                    held.triggers.extend(new);
                }
            }
        }
    }
    held
}

/// What no scenario stands or falls with yet; whoever teaches the engine one of these strikes it out.
const AWAITED: &[&str] = &[
    // Foresight is refused (R198).
    "condition Would",
    // Orders alone wait for what comes to be (A253); a sheet asks for the state.
    "condition Becomes",
    // Orders alone ask who of two has done more.
    "condition DealtMore",
    // Orders alone count what happens; a sheet has its limits.
    "condition DidOften",
];

#[test]
fn every_kind_of_sentence_decides_a_scenario() {
    let held = held();
    let kinds = [
        ("operation", "effect/immediate.rs", "Verb", &held.operations),
        ("operation", "effect/clause.rs", "Clause", &held.operations),
        ("operation", "effect/standing.rs", "Modifier", &held.operations),
        ("trigger", "effect.rs", "Trigger", &held.triggers),
        ("act", "condition.rs", "Act", &held.triggers),
        ("duration", "effect.rs", "Duration", &held.durations),
        ("condition", "condition.rs", "Predicate", &held.conditions),
        ("condition", "condition.rs", "Property", &held.conditions),
        ("condition", "condition/who.rs", "Filter", &held.conditions),
    ];
    let missing: BTreeSet<String> = kinds
        .into_iter()
        .flat_map(|(what, file, name, held)| {
            let missing = variants(file, name).into_iter().filter(|name| !held.contains(name)).collect::<Vec<_>>();
            missing.into_iter().map(move |name| format!("{what} {name}"))
        })
        .collect();
    let awaited: BTreeSet<String> = AWAITED.iter().map(|name| (*name).to_owned()).collect();
    let unheld: Vec<_> = missing.difference(&awaited).collect();
    let done: Vec<_> = awaited.difference(&missing).collect();
    assert!(unheld.is_empty(), "no scenario fails without these: {unheld:?}");
    assert!(done.is_empty(), "scenarios hold these now, strike them out of AWAITED: {done:?}");
}
