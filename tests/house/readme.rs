//! What the README and the guides show: the README's two commands are the gate's, command lines parse, examples hold.

use std::fs;

use clap::Parser as _;
use grail_referee::cli::Cli;
use grail_referee::language::effects;

use crate::cli::{Desk, copy, repository};

fn readme() -> String {
    document("README.md")
}

fn document(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

/// The fenced blocks: what stands behind the fence, and the lines.
fn blocks(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(_), true) => inside = false,
            (Some(kind), false) => {
                inside = true;
                found.push((kind.to_owned(), Vec::new()));
            }
            (None, true) => found.last_mut().unwrap().1.push(line.to_owned()),
            (None, false) => {}
        }
    }
    assert!(!inside, "a fence is left open");
    found
}

/// The command that the gate takes from a line marked `# (N)`: `s/^\(cargo .*[^ ]\)  *# (N).*/\1/p`.
fn marked(text: &str, mark: &str) -> Vec<String> {
    let commands = text.lines().filter(|line| line.starts_with("cargo "));
    commands.filter_map(|line| line.split_once(mark)).map(|(command, _)| command.trim_end().to_owned()).collect()
}

/// Every `grail …` that a document shows: in blocks behind a prompt or alone, and in code between words.
fn command_lines(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, lines) in blocks(text) {
        let shown = lines.iter().map(|line| line.strip_prefix("$ ").unwrap_or(line));
        found.extend(shown.filter(|line| line.starts_with("grail ")).map(str::to_owned));
    }
    let prose = text.split("```").step_by(2);
    let spans = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
    found.extend(spans.filter(|span| span.starts_with("grail ")).map(str::to_owned));
    found
}

#[test]
fn the_two_commands_are_those_the_gate_runs() {
    let gate = fs::read_to_string(repository().join(".ci/run")).unwrap();
    for number in [1, 2] {
        let pattern = format!(r"s/^\(cargo .*[^ ]\)  *# ({number}).*/\1/p' README.md");
        assert!(gate.contains(&pattern), "the gate no longer takes command {number} by {pattern}");
    }
    let text = readme();
    assert_eq!(marked(&text, "# (1)"), ["cargo run -- resolve campaigns/nine-bridges --show"]);
    assert_eq!(marked(&text, "# (2)"), ["cargo test"]);
    let both = |lines: &[String]| ["# (1)", "# (2)"].iter().all(|mark| lines.iter().any(|line| line.contains(mark)));
    assert!(blocks(&text).iter().any(|(kind, lines)| kind == "console" && both(lines)), "they stand in one block");
}

#[test]
fn the_readme_is_read_in_one_go() {
    assert!(readme().lines().count() <= 130, "what is about one subject belongs under docs/");
}

#[test]
fn every_command_line_parses() {
    let guides = [
        "gm-guide",
        "mail",
        "orders",
        "sheets",
        "authors-guide",
        "rules",
        "who-learns-what",
        "glossary",
        "architecture",
    ];
    let guides = guides.map(|name| document(&format!("docs/{name}.md")));
    let others = ["CONTRIBUTING.md", "tests/scenarios/README.md"].map(document);
    let mut lines = command_lines(&readme());
    lines.extend(guides.iter().chain(&others).flat_map(|text| command_lines(text)));
    // What stands for any is written in capitals.
    lines.retain(|line| !line.contains("COMMAND") && !line.ends_with("TOPIC") && !line.ends_with("FILE"));
    lines.extend(marked(&readme(), "# (1)").iter().map(|c| c.replace("cargo run --", "grail")));
    assert!(lines.len() > 60, "only {lines:?} were found: has their form changed?");
    // The name of a command alone is no command line.
    let names = |line: &str| line.split_whitespace().count() <= 3;
    for line in &lines {
        let parsed = Cli::try_parse_from(line.split_whitespace());
        let ok = match &parsed {
            Ok(_) => true,
            Err(error) if error.kind() == clap::error::ErrorKind::DisplayHelp => true,
            Err(error) => names(line) && error.kind() == clap::error::ErrorKind::MissingRequiredArgument,
        };
        assert!(ok, "`{line}`: {}", parsed.unwrap_err());
    }
}

/// The tour shows the example War's first Night: lines of Red's page as they stand there, and an event explained.
#[test]
fn the_tour_shows_what_the_first_night_comes_to() {
    let page = document("tests/golden/001/red.txt");
    let mut page = page.lines();
    let shown = blocks(&readme()).into_iter().find(|(_, lines)| lines[0] == "YOUR ORDERS").unwrap().1;
    for line in shown.iter().filter(|line| *line != "…") {
        assert!(page.any(|of| of == line), "Red's page has no `{line}` there");
    }
    assert!(document("tests/golden/001/public.txt").contains("Berserker attacked Saber."));
    let prompt = "$ grail explain campaigns/nine-bridges ";
    let shown = blocks(&readme()).into_iter().find(|(_, lines)| lines[0].starts_with(prompt)).unwrap().1;
    let event = shown[0].strip_prefix(prompt).unwrap().split(' ').collect::<Vec<_>>();
    let desk = Desk::empty();
    copy(&repository().join("campaigns/nine-bridges"), &desk.path("war"));
    desk.grail(["resolve", "war"]).done();
    let told = desk.grail(["explain", "war", event[0], event[1]]).done();
    assert_eq!(told.out.lines().collect::<Vec<_>>(), shown[1..]);
    let architecture = document("docs/architecture.md");
    assert!(architecture.matches(&shown[0][2..]).count() >= 2, "docs/architecture.md explains another event");
}

#[test]
fn the_sheet_and_the_orders_shown_have_no_fault() {
    let desk = Desk::started();
    let block = |path: &str, kind: &str, first: &str| {
        let found = blocks(&document(path)).into_iter().find(|(k, lines)| k == kind && lines[0].starts_with(first));
        found.map(|(_, lines)| lines.join("\n") + "\n").unwrap()
    };
    desk.write("saber.yaml", &block("docs/sheets.md", "yaml", "kind: servant"));
    desk.grail(["sheet", "check", "saber.yaml"]).done().says(["1 file: 0 errors."]);
    desk.write("tonight.txt", &block("docs/orders.md", "text", "War: "));
    let run = desk.grail(["check", "tonight.txt", "--campaign", "war", "--team", "Red"]).done();
    assert!(run.err.contains("0 errors"), "{}{}", run.out, run.err);
}

#[test]
fn the_war_and_the_map_shown_can_be_started() {
    let desk = Desk::with_war();
    let blocks = blocks(&document("docs/gm-guide.md"));
    let holding = |words: &str| {
        let found = blocks.iter().find(|(kind, lines)| kind == "yaml" && lines.iter().any(|line| line == words));
        found.map(|(_, lines)| lines.join("\n") + "\n").unwrap()
    };
    desk.write("war/war.yaml", &holding("teams:"));
    desk.write("war/map.yaml", &holding("locations:"));
    desk.grail(["start", "war"]).done();
}

#[test]
fn the_families_shown_are_understood_and_are_all_that_are_spoken_of() {
    let text = document("docs/sheets.md");
    let (_, table) = text.split_once("## The families of sentences").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let rows: Vec<(u32, &str)> = rows.filter_map(|(number, row)| Some((number.parse().ok()?, row))).collect();
    let numbers: Vec<u32> = rows.iter().map(|(number, _)| *number).collect();
    assert!(numbers.starts_with(&(1..=36).collect::<Vec<_>>()) && numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    for (number, row) in rows {
        let example = row.split('`').nth(1).unwrap();
        assert!(effects::parse(example).is_ok(), "family {number}: {example}");
    }
}

#[test]
fn the_faulty_orders_shown_are_told_as_shown() {
    let desk = Desk::started();
    let text = readme();
    let orders = blocks(&text).into_iter().find(|(kind, lines)| kind == "text" && lines[0] == "Saber:").unwrap().1;
    desk.write("tonight.txt", &(orders.join("\n") + "\n"));
    desk.grail(["packet", "war", "Red", "--output", "red-packet.yaml"]).done();
    let command = "$ grail check tonight.txt --packet red-packet.yaml";
    let shown = blocks(&text).into_iter().find(|(_, lines)| lines[0] == command).unwrap().1;
    let run = desk.grail(["check", "tonight.txt", "--packet", "red-packet.yaml"]).ends(1);
    assert_eq!(shown[1..].join("\n").trim(), format!("{}{}", run.out, run.err).trim());
}

#[test]
fn the_calculation_shown_is_what_is_calculated() {
    let text = readme();
    let shown = blocks(&text).into_iter().find(|(_, lines)| lines[0].starts_with("$ grail calc ")).unwrap().1;
    let words = "calc;Gilded Edge;--sheet;campaigns/nine-bridges/sheets/saber.yaml;--end;C..A";
    assert_eq!(shown[0].replace('"', ""), format!("$ grail {}", words.replace(';', " ")));
    let run = crate::cli::calc::calc(&words.split(';').skip(1).collect::<Vec<_>>()).done();
    assert_eq!(shown[1..].join("\n"), format!("{}{}", run.out, run.err).trim_end());
}
