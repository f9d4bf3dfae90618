//! The author's guide: its blocks are made of the sheet it builds, of the program's tables and of what it prints.
//!
//! `GRAIL_DOCS=renew cargo test --test integration generated` writes them anew.

#![expect(clippy::panic, reason = "tests stop where something is wrong")]

use std::fmt::Write as _;
use std::fs;

use grail_referee::language::effects::read_passage;
use grail_referee::language::sheet_guide::find_topic;
use grail_referee::sheet::SheetKind;
use grail_referee::sheet::sheet_keys::{EntryShape, Field, sheet_fields};
use grail_referee::vocabulary::skill_type::SkillType;
use grail_referee::vocabulary::target::TargetKind;

use crate::cli::{Desk, repository};

const SHEET: &str = "sheets/examples/ferryman.yaml";

/// Sentences that authors write and that are refused.
const REFUSED: [&str; 5] = [
    "The user has a 20% chance to negate an attack.",
    "The target is weakened.",
    "The user restores some Health.",
    "When an opponent attacks the user's Master, they lose 10 Health.",
    "The target is Poisoned.",
];

/// How many sentences of a topic the overview shows.
const FIRST: usize = 4;

/// The keys of a Servant that the guide passes over: what only tells of somebody, or is another's.
const PASSED_OVER: [&str; 11] = [
    "sex",
    "origin",
    "personality",
    "weapon",
    "clues",
    "concealment",
    "class",
    "story_skills",
    "endings",
    "transmits",
    "low_health_penalty",
];

fn sheet() -> String {
    fs::read_to_string(repository().join(SHEET)).unwrap()
}

/// What stands in a block, by what it is made of.
fn made(of: &str) -> String {
    if let Some(part) = of.strip_prefix("sheets/examples/ferryman.yaml: ") {
        let text = if part == "its head" { head() } else { skill(part) };
        return format!("```yaml\n{}\n```\n", text.trim_end());
    }
    if let Some(name) = of.strip_prefix("`grail sheet explain`: ") {
        return explained(name);
    }
    if let Some(name) = of.strip_prefix("`grail sheet try`: ") {
        return tried(name);
    }
    if let Some(names) = of.strip_prefix("the topics: ") {
        return names.split(' ').map(table).collect::<Vec<_>>().join("\n");
    }
    if let Some(names) = of.strip_prefix("the first of the topics: ") {
        return overview(names.split(' '));
    }
    match of {
        "the keys of a Servant" => keys(&sheet_fields(SheetKind::Servant)),
        "the keys of a skill" => keys(&EntryShape::Skill.fields()),
        "the types of skills" => types(),
        "the kinds of targets" => format!("{}\n", TargetKind::ALL.map(|kind| format!("`{kind}`")).join(", ")),
        "refusals" => refusals(),
        _ => panic!("nothing is made of {of}"),
    }
}

/// The sheet up to its first skill.
fn head() -> String {
    let text = sheet();
    let lines = text.lines().filter(|line| !line.starts_with('#')).take_while(|line| *line != "abilities:");
    lines.collect::<Vec<_>>().join("\n")
}

/// A skill as it stands on the sheet, with the key above it where it is the first.
fn skill(name: &str) -> String {
    let text = sheet();
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.trim_start_matches([' ', '-']) == format!("name: {name}")).unwrap();
    let from = if lines[at - 1].ends_with(':') { at - 1 } else { at };
    let next = |line: &str| line.starts_with("  - ") || (!line.starts_with(' ') && !line.is_empty());
    let rest = lines[at + 1..].iter().position(|line| next(line)).map_or(lines.len(), |end| at + 1 + end);
    lines[from..rest].join("\n")
}

fn at_desk() -> Desk {
    let desk = Desk::empty();
    desk.write("ferryman.yaml", &sheet());
    desk
}

/// A skill as `grail sheet explain` shows it.
fn explained(name: &str) -> String {
    let out = at_desk().grail(["sheet", "explain", "ferryman.yaml"]).done().out;
    let lines: Vec<&str> = out.lines().skip_while(|line| !line.starts_with(&format!("  {name} ("))).collect();
    let end = lines.iter().skip(1).position(|line| !line.starts_with("    ")).map_or(lines.len(), |end| end + 1);
    format!("```text\n{}\n```\n", lines[..end].join("\n"))
}

/// What `grail sheet try` prints of one Night.
fn tried(name: &str) -> String {
    let command = ["sheet", "try", "ferryman.yaml", name, "--nights", "1"];
    let out = at_desk().grail(command).done().out;
    format!("```console\n$ grail {}\n{}\n```\n", command.join(" "), out.trim_end())
}

/// A topic as a table: what one wants, how it is read back, another way to say it.
fn table(name: &str) -> String {
    let topic = find_topic(name).unwrap();
    let mut out = format!("### {}\n\n", capital(topic.about));
    topic.text.iter().for_each(|paragraph| writeln!(out, "{paragraph}\n").unwrap());
    out.push_str("| to say | write | or |\n| --- | --- | --- |\n");
    for of in &topic.sentences {
        let other = of.variants.first().map(|variant| format!("`{variant}`")).unwrap_or_default();
        writeln!(out, "| {} | `{}` | {other} |", of.want, of.sentence).unwrap();
    }
    out
}

/// What is said first of each topic, in one table.
fn overview<'t>(names: impl Iterator<Item = &'t str>) -> String {
    let mut out = String::from("| topic | to say | write |\n| --- | --- | --- |\n");
    for name in names {
        let topic = find_topic(name).unwrap();
        let mut label = format!("`{name}`: {}", topic.about);
        for of in topic.sentences.iter().take(FIRST) {
            let sentence = of.variants.first().unwrap_or(&of.sentence);
            writeln!(out, "| {label} | {} | `{sentence}` |", of.want).unwrap();
            label.clear();
        }
    }
    out
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn keys(fields: &[Field]) -> String {
    let mut out = String::from("| key | what it is for |\n| --- | --- |\n");
    let told = fields.iter().filter(|field| !PASSED_OVER.contains(&field.key));
    told.for_each(|field| writeln!(out, "| `{}` | {} |", field.key, field.about).unwrap());
    out
}

/// The types of skills, each with its phase.
fn types() -> String {
    let mut out = String::from("| type | when it is used |\n| --- | --- |\n");
    for kind in SkillType::ALL {
        let phases = [kind.phase(true), kind.phase(false)].map(|phase| phase.map(|phase| phase.to_string()));
        let when = match phases {
            [None, None] => "never: it is always on".to_owned(),
            [Some(one), Some(other)] if one == other => one,
            [one, other] => format!("{} with damage, {} without", one.unwrap_or_default(), other.unwrap_or_default()),
        };
        writeln!(out, "| `{kind}` | {when} |").unwrap();
    }
    out
}

/// What is answered to sentences that are refused.
fn refusals() -> String {
    let mut out = String::from("| written | answered |\n| --- | --- |\n");
    for text in REFUSED {
        let Err(faults) = read_passage(text) else { panic!("{text} is read") };
        let note = faults[0].notes.last().map(|note| format!("; {note}")).unwrap_or_default();
        writeln!(out, "| `{text}` | {} ({}){note} |", faults[0].message, faults[0].code).unwrap();
    }
    out
}

#[test]
fn the_authors_guide_is_made_of_the_sheet_the_tables_and_the_program() {
    let path = repository().join("docs/authors-guide.md");
    let kept = fs::read_to_string(&path).unwrap();
    let mut page = String::new();
    let mut inside = false;
    for line in kept.lines() {
        if line == "<!-- end -->" {
            inside = false;
        }
        if !inside {
            page.push_str(line);
            page.push('\n');
        }
        if let Some(of) = line.strip_prefix("<!-- made of ").and_then(|line| line.strip_suffix(" -->")) {
            inside = true;
            page.push_str(&made(of));
        }
    }
    if std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew") {
        fs::write(&path, page).unwrap();
        return;
    }
    let differs = kept.lines().zip(page.lines()).find(|(kept, made)| kept != made);
    assert!(kept == page, "docs/authors-guide.md is stale (GRAIL_DOCS=renew). It first differs in\n{differs:#?}");
}

#[test]
fn the_servant_of_the_guide_has_six_skills_and_no_warning() {
    let desk = at_desk();
    let run = desk.grail(["sheet", "check", "ferryman.yaml"]).done();
    assert_eq!((run.out.trim(), run.err.trim()), ("", "1 file: 0 errors."));
    let json = desk.grail(["sheet", "explain", "ferryman.yaml", "--format", "json"]).done().out;
    let tree: serde_json::Value = serde_json::from_str(&json).unwrap();
    let skills = tree[0]["skills"].as_array().unwrap();
    assert_eq!(skills.len(), 6);
    // Each of its skills is told of in the guide, and tried without a fault.
    for skill in skills {
        let name = skill["names"][0].as_str().unwrap();
        desk.grail(["sheet", "try", "ferryman.yaml", name]).done();
    }
}
