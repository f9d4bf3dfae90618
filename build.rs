//! The build script: lists which scenarios are about which rules, for `grail rules`, and embeds the library of sheets
//! and the example War.
#![expect(clippy::expect_used, reason = "what cannot be embedded ends the build")]
#![expect(clippy::disallowed_methods, reason = "a build reads the tree and writes what it made of it")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[path = "src/scenario/headings.rs"]
pub mod headings;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo says where");
    embed_scenarios(Path::new(&out));
    embed_library(Path::new(&out));
    embed_example(Path::new(&out));
}

/// Writes `scenarios.rs`: the path of each scenario file, with its titles and rules. A debug build is not rebuilt
/// when a scenario changes; a release build, which is what gets installed, always has the current ones.
fn embed_scenarios(out: &Path) {
    println!("cargo::rerun-if-changed=src/scenario/headings.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=tests/scenarios");
    }
    let mut list = String::from("&[");
    for path in list_files_below("tests/scenarios", ".yaml") {
        let text = headings::extract_headings(&fs::read_to_string(&path).expect("a file of scenarios"));
        let name = path.strip_prefix("tests/scenarios/").expect("a path below it");
        let _ = write!(list, "({name:?}, {text:?}),");
    }
    fs::write(out.join("scenarios.rs"), list + "]").expect("cargo's folder can be written");
}

/// Writes `library.rs`: each sheet of the library with its path.
fn embed_library(out: &Path) {
    println!("cargo::rerun-if-changed=sheets");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where");
    let mut list = String::from("&[");
    for path in ["examples", "familiars", "masters", "servants"]
        .iter()
        .flat_map(|of| list_files_below(&format!("sheets/{of}"), ".yaml"))
    {
        let _ = write!(list, "({path:?}, include_str!({:?})),", format!("{root}/{path}"));
    }
    fs::write(out.join("library.rs"), list + "]").expect("cargo's folder can be written");
}

/// Writes `example.rs`: the files of the example War, with the orders of its first three Nights, each with its path
/// in the campaign.
fn embed_example(out: &Path) {
    const FOLDER: &str = "campaigns/nine-bridges";
    println!("cargo::rerun-if-changed={FOLDER}/sheets");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where");
    let mut files = vec![format!("{FOLDER}/war.yaml"), format!("{FOLDER}/map.yaml")];
    files.extend(list_files_below(&format!("{FOLDER}/sheets"), ".yaml"));
    files.extend((1..=3).flat_map(|night| list_files_below(&format!("{FOLDER}/nights/00{night}/orders"), ".txt")));
    let mut list = String::from("&[");
    for path in files {
        let path_in_campaign = path.strip_prefix("campaigns/nine-bridges/").expect("a path below it");
        let _ = write!(list, "({path_in_campaign:?}, include_str!({:?})),", format!("{root}/{path}"));
    }
    fs::write(out.join("example.rs"), list + "]").expect("cargo's folder can be written");
}

/// The files below a folder with this ending, sorted by path, with `/` as the separator on every system.
fn list_files_below(folder: &str, ending: &str) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
