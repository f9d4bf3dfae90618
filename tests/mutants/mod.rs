//! The table of mutants fits the tree: each original is there once, each scenario that is to notice is there and cites
//! the rule, and no rule is without a mutant that has to have one. `run.py` breaks the rules; this keeps the table
//! whole.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their files and stop where something is wrong"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use grail_referee::rules::{RuleKind, rules};
use grail_referee::scenario::headings::extract_headings;
use grail_referee::scenario::{ScenarioCitation, cited_rules};
use grail_referee::vocabulary::rule_id::RuleId;

use crate::cli::repository;
use crate::scenarios::files;

/// Rules that the engine or a sheet sees to and that no change of the engine can break: nothing of it carries them out.
const NOTHING_TO_BREAK: [(u16, &str); 2] = [
    (227, "there is no order that exchanges a Home Base: `Give` takes items alone"),
    (382, "how strong the focus Master is is the author's business"),
];

/// One entry of the table.
#[derive(Debug, Default)]
struct Mutant {
    id: String,
    rules: Vec<RuleId>,
    seen: String,
    /// File, original, changed text.
    edits: Vec<[String; 3]>,
}

/// Reads the table as `run.py` does.
fn table() -> Vec<Mutant> {
    let text = fs::read_to_string(repository().join("tests/mutants/table.txt")).unwrap();
    let (mut mutants, mut file, mut part) = (Vec::<Mutant>::new(), String::new(), 0);
    for line in text.lines() {
        if let Some(words) = line.strip_prefix('|') {
            let edit = mutants.last_mut().and_then(|m| m.edits.last_mut()).unwrap();
            edit[part] += words.strip_prefix(' ').unwrap_or(words);
            edit[part].push('\n');
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "mutant" => {
                let mut words = rest.split(' ');
                let id = words.next().unwrap().to_owned();
                let named: Vec<RuleId> = words.map(|rule| RuleId::parse(rule).unwrap()).collect();
                let own = || vec![RuleId::parse(id.split('.').next().unwrap()).unwrap()];
                let rules = if named.is_empty() { own() } else { named };
                mutants.push(Mutant { id, rules, ..Mutant::default() });
            }
            "seen" => mutants.last_mut().unwrap().seen = rest.to_owned(),
            "file" => file = rest.to_owned(),
            "was" => {
                part = 1;
                mutants.last_mut().unwrap().edits.push([file.clone(), String::new(), String::new()]);
            }
            "is" => part = 2,
            "why" | "" => {}
            _ => assert!(line.starts_with('#'), "the table cannot be read: {line}"),
        }
    }
    for edit in mutants.iter_mut().flat_map(|m| &mut m.edits) {
        edit[1..].iter_mut().for_each(|text| text.truncate(text.trim_end_matches('\n').len()));
    }
    mutants
}

/// Every scenario of the repository.
fn scenarios() -> Vec<ScenarioCitation> {
    files().iter().flat_map(cited_rules).collect()
}

#[test]
fn every_original_of_the_table_is_there_once() {
    let mut wrong = Vec::new();
    let (table, mut ids) = (table(), BTreeSet::new());
    assert!(table.len() > 200, "only {} mutants", table.len());
    for mutant in &table {
        assert!(ids.insert(&mutant.id), "two mutants are called {}", mutant.id);
        let switch = format!("mutant(\"{}\")", mutant.id);
        let elsewhere = || table.iter().flat_map(|m| &m.edits).any(|edit| edit[2].contains(&switch));
        if mutant.edits.is_empty() && !elsewhere() {
            wrong.push(format!("{}: it changes nothing", mutant.id));
        }
        for [file, original, _] in &mutant.edits {
            let found = fs::read_to_string(repository().join(file)).unwrap().matches(original.as_str()).count();
            if found != 1 {
                wrong.push(format!("{}: its original stands {found} times in {file}", mutant.id));
            }
        }
    }
    assert!(wrong.is_empty(), "mend tests/mutants/table.txt:\n{}", wrong.join("\n"));
}

#[test]
fn every_scenario_that_is_to_notice_cites_the_rule() {
    let scenarios = scenarios();
    let wrong: Vec<String> = table()
        .iter()
        .filter(|mutant| {
            let fits =
                |s: &ScenarioCitation| s.title == mutant.seen && mutant.rules.iter().any(|rule| s.rules.contains(rule));
            !scenarios.iter().any(fits)
        })
        .map(|mutant| format!("{}: no scenario `{}` cites it", mutant.id, mutant.seen))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_late_rule_and_every_rule_of_one_scenario_has_a_mutant() {
    let broken: BTreeSet<RuleId> = table().into_iter().flat_map(|m| m.rules).collect();
    let mut claims: BTreeMap<RuleId, usize> = BTreeMap::new();
    scenarios().iter().flat_map(|s| &s.rules).for_each(|rule| *claims.entry(*rule).or_default() += 1);
    let excused: Vec<RuleId> = NOTHING_TO_BREAK.iter().map(|(rule, _)| RuleId::R(*rule)).collect();
    let missing: Vec<String> = rules()
        .into_iter()
        .filter(|rule| matches!(rule.kind, RuleKind::Engine | RuleKind::Data))
        .filter(|rule| rule.id >= RuleId::R(300) || claims.get(&rule.id) == Some(&1))
        .filter(|rule| !broken.contains(&rule.id) && !excused.contains(&rule.id))
        .map(|rule| format!("{} {}", rule.id, rule.text))
        .collect();
    assert!(missing.is_empty(), "write a mutant of\n{}", missing.join("\n"));
}

#[test]
fn no_scenario_claims_what_the_engine_does_not_see_to() {
    let not_ours: BTreeSet<RuleId> = rules()
        .into_iter()
        .filter(|rule| matches!(rule.kind, RuleKind::Gm | RuleKind::Flavour))
        .map(|rule| rule.id)
        .collect();
    let wrong: Vec<String> = scenarios()
        .into_iter()
        .filter_map(|s| Some((s.rules.into_iter().find(|rule| not_ours.contains(rule))?, s.title)))
        .map(|(rule, title)| format!("{rule}: {title}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_headings_of_a_file_say_what_the_file_says() {
    for source in files() {
        let short = grail_referee::language::span::Source::new(&source.name, extract_headings(&source.text));
        assert_eq!(cited_rules(&short), cited_rules(&source), "{}", source.name);
    }
}
