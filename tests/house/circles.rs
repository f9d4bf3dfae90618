//! No files of a room import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use regex::Regex;

use super::rust_files;
use crate::cli::repository;

/// The rooms, from the ground up.
const ROOMS: [&str; 14] = [
    "vocabulary",
    "language",
    "sheet",
    "logic",
    "war",
    "event",
    "perception",
    "orders",
    "night",
    "updates",
    "campaign",
    "mail",
    "scenario",
    "cli",
];

/// Where parts of a sheet's sentence are read by each other, as the rules of its grammar stand within each other.
const READ_BY_EACH_OTHER: &str = "language::effects::";

type Module = Vec<String>;

/// The paths of an import, groups taken apart: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(import: &str) -> Vec<Module> {
    let import = import.trim();
    let Some((head, group)) = import.split_once('{') else {
        return vec![import.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let head: Module = head.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    let inner = group.strip_suffix('}').unwrap_or(group);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(paths).map(|path| [head.clone(), path].concat()).collect()
}

/// The modules of a room that a file of it names, in imports and in its code.
fn named(text: &str, own: &Module) -> Vec<Module> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let imports = Regex::new(r"(?s)\buse ([^;]*);").unwrap();
    let inline = Regex::new(r"\b(?:crate|super)(?:::\w+)+").unwrap();
    let mut all: Vec<Module> = imports.captures_iter(&code).flat_map(|found| paths(&found[1])).collect();
    all.extend(inline.find_iter(&code).flat_map(|found| paths(found.as_str())));
    let whole = |path: Module| -> Option<Module> {
        let mut from = own.clone();
        let mut rest = path.iter().peekable();
        if rest.next_if(|part| *part == "crate").is_some() {
            from.clear();
        } else if rest.peek().is_some_and(|part| *part == "super") {
            while rest.next_if(|part| *part == "super").is_some() {
                from.pop();
            }
        } else {
            return None;
        }
        from.extend(rest.filter(|part| *part != "self").cloned());
        Some(from)
    };
    all.into_iter().filter_map(whole).collect()
}

/// What each file of a room imports of the others; the room's own `mod.rs`, which all may name, apart.
fn imports_of(room: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let root = repository().join("src");
    let mut files: BTreeMap<Module, String> = BTreeMap::new();
    for file in rust_files(&root.join(room)) {
        let inside = file.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Module = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        module.pop_if(|last| last == "mod");
        if module.len() > 1 {
            files.insert(module, fs::read_to_string(file).unwrap());
        }
    }
    let file_of = |path: &Module| (2..=path.len()).rev().map(|n| path[..n].to_vec()).find(|p| files.contains_key(p));
    let others = |own: &Module, text: &str| {
        named(text, own).iter().filter_map(file_of).filter(|other| other != own).collect::<BTreeSet<Module>>()
    };
    files.iter().map(|(own, text)| (own.clone(), others(own, text))).collect()
}

/// The files from which one comes back to where one was, by what they import.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reaches = |from: &Module, to: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            let new = imports[next].iter().filter(|other| seen.insert(*other)).collect::<Vec<_>>();
            open.extend(new);
        }
        seen.contains(to)
    };
    imports.keys().filter(|file| reaches(file, file)).map(|file| file.join("::")).collect()
}

#[test]
fn no_files_of_a_room_import_each_other_in_a_circle() {
    for room in ROOMS {
        let imports = imports_of(room);
        assert!(imports.len() > 1, "the files of {room} are not found");
        let mut found = circles(&imports);
        found.retain(|file| !file.starts_with(READ_BY_EACH_OTHER));
        assert!(found.is_empty(), "{room}: these import each other in a circle:\n{}", found.join("\n"));
    }
}

#[test]
fn a_circle_is_found() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
    let imports = |own: &str, text: &str| {
        named(text, &module(own)).into_iter().filter(|path| path.len() == 2).collect::<BTreeSet<_>>()
    };
    let rooms = BTreeMap::from([
        (module("a::b"), imports("a::b", "use crate::a::{c};\n// use super::d;\n")),
        (module("a::c"), imports("a::c", "fn f() { super::d; }")),
        (module("a::d"), imports("a::d", "#[cfg(test)]\nuse super::b;\n")),
    ]);
    assert_eq!(circles(&rooms), Vec::<String>::new());
    let back = rooms.into_iter().chain([(module("a::d"), imports("a::d", "use super::{b};\n"))]).collect();
    assert_eq!(circles(&back), ["a::b", "a::c", "a::d"]);
}
