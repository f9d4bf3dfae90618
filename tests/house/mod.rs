//! The shape of the house: layers, reachable tests, commands with examples.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests touch files and stop where something is wrong"
)]

mod circles;
mod documents;
mod generated;
mod generated_guide;
mod lexicon;
mod lexicon_rules;
mod readme;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use regex::Regex;

use crate::cli::repository;

/// The modules of the layout (docs/architecture.md), from the bottom up; a module may import those before it.
const LAYERS: [&str; 16] = [
    "vocabulary",
    "rules",
    "language",
    "sheet",
    "logic",
    "war",
    "event",
    "perception",
    "orders",
    "night",
    "pictures",
    "updates",
    "campaign",
    "mail",
    "scenario",
    "cli",
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The modules that a file's code names as `crate::NAME`; comments and grouped imports
/// (`use crate::{…}`) are dealt with.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => top_level_names(group),
            None => vec![rest],
        };
        let word =
            |name: &str| name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        found.extend(names.into_iter().map(word).filter(|name| !name.is_empty()));
    }
    found
}

/// The parts of a group of imports up to its own closing brace.
fn top_level_names(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (place, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(&group[start..place]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(&group[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    names
}

/// The module of the layout that a source file belongs to; none for `lib.rs` and `main.rs`.
fn module_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(repository().join("src")).unwrap();
    let first = inside.components().next()?.as_os_str().to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(name, "lib" | "main")).then(|| name.to_owned())
}

#[test]
fn imports_point_up_the_layout_only() {
    let mut wrong = Vec::new();
    for file in rust_files(&repository().join("src")) {
        let Some(module) = module_of(&file) else { continue };
        let layer = LAYERS.iter().position(|l| *l == module);
        let Some(layer) = layer else {
            wrong.push(format!("{}: `{module}` is no module of the layout", file.display()));
            continue;
        };
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            if LAYERS.iter().position(|l| *l == import).is_some_and(|other| other > layer) {
                wrong.push(format!("{}: `{module}` imports `{import}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_folder_and_the_post_know_nothing_of_the_game() {
    let folder = [
        "disk.rs",
        "error.rs",
        "folder.rs",
        "lock.rs",
        "night_files.rs",
        "open_folder.rs",
        "order_files.rs",
        "stray_files.rs",
        "templates.rs",
        "transaction.rs",
    ];
    let post = [
        "append_log.rs",
        "backoff.rs",
        "clock.rs",
        "compose.rs",
        "dispatch.rs",
        "filed_letters.rs",
        "gm_letters.rs",
        "html_letter.rs",
        "inbox.rs",
        "letter.rs",
        "outbox.rs",
        "reply.rs",
        "requests.rs",
        "sender.rs",
        "sources.rs",
        "thread.rs",
        "transport.rs",
        "lasting_requests.rs",
    ];
    let game = ["sheet", "logic", "war", "event", "perception", "night", "orders", "pictures", "updates", "rules"];
    for (room, files) in [("campaign", &folder[..]), ("mail", &post[..])] {
        for name in files {
            let file = repository().join("src").join(room).join(name);
            let known = imports(&fs::read_to_string(&file).unwrap());
            let of_game = game.iter().find(|module| known.contains(**module));
            assert_eq!(of_game, None, "{}: it imports a part of the game", file.display());
        }
    }
}

#[test]
fn updates_see_neither_an_event_nor_a_war() {
    let seen = Regex::new(r"crate::war::|crate::event::(?:kind|Event\b|\{[^}]*\bEvent\b)").unwrap();
    for file in rust_files(&repository().join("src/updates")) {
        for line in fs::read_to_string(&file).unwrap().lines().filter(|line| !line.trim_start().starts_with("//")) {
            assert!(!seen.is_match(line), "{}: {line}", file.display());
        }
    }
}

#[test]
fn pictures_see_nothing_but_names_and_places() {
    let seen = Regex::new(r"crate::(\w+)(?:::(\w+))?").unwrap();
    for file in rust_files(&repository().join("src/pictures")) {
        for line in fs::read_to_string(&file).unwrap().lines().filter(|line| !line.trim_start().starts_with("//")) {
            for found in seen.captures_iter(line) {
                let of = (&found[1], found.get(2).map_or("", |part| part.as_str()));
                let allowed = matches!(of, ("vocabulary" | "pictures", _) | ("perception", "view"));
                assert!(allowed, "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn every_room_has_a_map_of_its_modules() {
    let module = Regex::new(r"(?m)^(?:pub |pub\([a-z:() ]+\) )?mod (\w+);").unwrap();
    let row = Regex::new(r"(?m)^//! \| ([^|]*) \|").unwrap();
    let name = Regex::new(r"`(?:mod@)?([a-z_]+)`").unwrap();
    let mut wrong = Vec::new();
    for file in rust_files(&repository().join("src")) {
        let text = fs::read_to_string(&file).unwrap();
        let head: String =
            text.lines().take_while(|line| line.starts_with("//!")).map(|line| format!("{line}\n")).collect();
        let modules: BTreeSet<&str> = module.captures_iter(&text).map(|m| m.get(1).unwrap().as_str()).collect();
        if !file.ends_with("mod.rs") && modules.len() < 8 {
            continue;
        }
        // A command of `cli` is a module each, and a family of events is listed in its `enum`.
        if !file.ends_with("cli/mod.rs") && !file.ends_with("event/kind.rs") {
            let missing = modules.iter().filter(|module| !head.contains(&format!("`{module}`")) && **module != "tests");
            wrong.extend(missing.map(|module| format!("{}: its head does not speak of `{module}`", file.display())));
        }
        for cell in row.captures_iter(&head) {
            let gone = name.captures_iter(&cell[1]).map(|n| n[1].to_owned()).filter(|n| !modules.contains(n.as_str()));
            wrong.extend(gone.map(|gone| format!("{}: there is no module `{gone}`", file.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `cargo fmt` leaves comments as they are.
#[test]
fn no_line_of_a_comment_is_longer_than_a_line_of_code() {
    let files = ["src", "tests", "grammar"].into_iter().flat_map(|folder| rust_files(&repository().join(folder)));
    let mut long = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let comments = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"));
        // A table's row is one line.
        let wide = comments
            .filter(|(_, line)| line.chars().count() > 120 && !line.contains("// |") && !line.contains("//! |"));
        long.extend(wide.map(|(number, _)| format!("{}:{}", file.display(), number + 1)));
    }
    assert!(long.is_empty(), "longer than 120 characters:\n{}", long.join("\n"));
}

#[test]
fn every_file_under_tests_is_reached() {
    let root = repository().join("tests");
    let mut reached: BTreeSet<PathBuf> = BTreeSet::new();
    let mut waiting = vec![root.join("main.rs")];
    waiting.extend(rust_files(&root.join("bench")));
    while let Some(file) = waiting.pop() {
        let folder = match file.file_stem().and_then(|s| s.to_str()) {
            Some("main" | "mod") => file.parent().unwrap().to_owned(),
            Some(stem) => file.parent().unwrap().join(stem),
            None => continue,
        };
        for line in fs::read_to_string(&file).unwrap().lines() {
            let line = line.trim().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            if let Some(name) = line.strip_prefix("mod ").and_then(|l| l.strip_suffix(';')) {
                let places = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
                waiting.extend(places.into_iter().filter(|p| p.is_file()));
            }
        }
        reached.insert(file);
    }
    let fuzz = root.join("fuzz");
    let forgotten: Vec<_> =
        rust_files(&root).into_iter().filter(|f| !reached.contains(f) && !f.starts_with(&fuzz)).collect();
    assert!(forgotten.is_empty(), "no `mod` leads to {forgotten:?}");
}

#[test]
fn every_command_shows_an_example() {
    let mut waiting = vec![(String::from("grail"), grail_referee::cli::Cli::command())];
    let mut without = Vec::new();
    while let Some((name, command)) = waiting.pop() {
        let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        if !example.starts_with("Example:\n  grail") {
            without.push(name.clone());
        }
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        if about.is_empty() {
            without.push(format!("{name} (and no help)"));
        }
        waiting.extend(command.get_subcommands().map(|c| (format!("{name} {}", c.get_name()), c.clone())));
    }
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn the_parser_of_imports_sees_every_form() {
    let text = "use crate::war::War;\n// use crate::cli::x;\nuse crate::{event::Event, night::{ruling, x}, sheet};\nfn f(a: crate::orders::A) {}\n";
    let found: Vec<String> = imports(text).into_iter().collect();
    assert_eq!(found, ["event", "night", "orders", "sheet", "war"]);
}

#[test]
fn no_code_of_a_diagnostic_has_two_meanings() {
    let mut seen = BTreeSet::new();
    let mut twice = Vec::new();
    for file in rust_files(&repository().join("src")) {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Some((_, value)) = line.split_once(" = \"") else { continue };
            let Some((code, "")) = value.split_once("\";") else { continue };
            let (letter, number) = code.split_at(code.len().min(1));
            if matches!(letter, "E" | "W" | "H") && number.len() == 3 && number.chars().all(|c| c.is_ascii_digit()) {
                let new = seen.insert(code.to_owned());
                twice.extend((!new).then(|| format!("{}: {code}", file.display())));
            }
        }
    }
    assert!(seen.len() > 100, "only {} codes were found: has their form changed?", seen.len());
    assert!(twice.is_empty(), "{twice:?}");
}

/// The arms of the `match` that the arm at `place` belongs to, by their indentation (rustfmt's).
fn arms<'t>(lines: &[&'t str], place: usize) -> Vec<&'t str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(lines[place]);
    let inside = |line: &&&str| line.trim().is_empty() || indent(line) >= own;
    let before = lines[..place].iter().rev().take_while(inside);
    before.filter(|line| indent(line) == own).map(|line| line.trim_start()).collect()
}

/// The enums of four kinds and more in `src`, each with how many it has; those of one name are left out.
fn enums() -> BTreeMap<String, usize> {
    let declared = Regex::new(r"(?ms)^(?:pub(?:\([^)]*\))? )?enum (\w+)[^{\n]*\{\n(.*?)^\}$").unwrap();
    let kind = |line: &&str| line.strip_prefix("    ").is_some_and(|line| line.starts_with(char::is_uppercase));
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for file in rust_files(&repository().join("src")) {
        let text = fs::read_to_string(file).unwrap();
        for one in declared.captures_iter(&text) {
            found.entry(one[1].to_owned()).or_default().push(one[2].lines().filter(kind).count());
        }
    }
    let one_of_its_name = |(name, kinds): (String, Vec<usize>)| match kinds.as_slice() {
        [kinds] if *kinds > 3 => Some((name, *kinds)),
        _ => None,
    };
    found.into_iter().filter_map(one_of_its_name).collect()
}

#[test]
fn no_match_over_a_third_of_the_kinds_of_an_enum_has_a_catch_all() {
    let enums = enums();
    for tree in ["Predicate", "Property", "Act", "Who", "Filter", "Verb", "Clause", "Modifier", "ActionKind"] {
        assert!(enums.get(tree).is_some_and(|kinds| *kinds > 10), "{tree}: has its form changed?");
    }
    let named = Regex::new(r"(?:^|\|) *&?(\w+)::(\w+)").unwrap();
    let inner = Regex::new(r"[({\[][^(){}\[\]]*[)}\]]").unwrap();
    let mut wrong = Vec::new();
    for file in rust_files(&repository().join("src")) {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("_ =>")) {
            let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for arm in arms(&lines, place) {
                let mut pattern = arm.split("=>").next().unwrap().to_owned();
                while inner.is_match(&pattern) {
                    pattern = inner.replace_all(&pattern, "").into_owned();
                }
                for found in named.captures_iter(&pattern) {
                    kinds.entry(found[1].to_owned()).or_default().insert(found[2].to_owned());
                }
            }
            let third = kinds.iter().any(|(of, named)| enums.get(of).is_some_and(|all| named.len() * 3 >= *all));
            if third {
                wrong.push(format!("{}:{}: {line}", file.display(), place + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "a new kind would be passed over here: {wrong:#?}");
}

#[test]
fn no_match_over_an_event_has_a_catch_all() {
    let families: Vec<String> = rust_files(&repository().join("src/event/kind"))
        .iter()
        .filter_map(|file| {
            let text = fs::read_to_string(file).unwrap();
            let (_, rest) = text.split_once("\npub enum ")?;
            Some(format!("{}::", rest.split_once(' ')?.0))
        })
        .chain(["EventKind::".to_owned()])
        .collect();
    assert!(families.len() > 10, "only {families:?} were found: has their form changed?");
    let of_event = |arm: &&str| {
        let pattern = arm.trim_start_matches(['(', '|', ' ', '&']);
        families.iter().any(|family| pattern.starts_with(family.as_str())) && arm.contains(['{', '('])
    };
    let mut wrong = Vec::new();
    for file in rust_files(&repository().join("src")) {
        let own = if file.starts_with(repository().join("src/event/kind")) { "EventKind::" } else { "Self::" };
        let text = fs::read_to_string(&file).unwrap().replace("Self::", own);
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let catches_all = line.trim_start().starts_with("_ =>") || line.trim_start().starts_with("_ if ");
            if catches_all && arms(&lines, place).iter().any(of_event) {
                wrong.push(format!("{}:{}", file.display(), place + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "a new kind of event would be passed over here: {wrong:?}");
}

/// A closure's parameter named like a predicate is no predicate: a rename exchanged it with the name of the closure.
#[test]
fn no_parameter_of_a_closure_bears_the_name_of_its_result() {
    let calls = ["any", "all", "is_some_and", "is_none_or", "and_then", "filter", "find", "position", "map"];
    let mut exchanged = Vec::new();
    for file in rust_files(&repository().join("src")) {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let is_exchanged = calls
                .iter()
                .any(|call| ["is_", "has_"].iter().any(|prefix| line.contains(&format!(".{call}(|{prefix}"))));
            if is_exchanged {
                exchanged.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(exchanged.is_empty(), "{}", exchanged.join("\n"));
}
