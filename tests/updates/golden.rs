//! The example War's three Nights as every reader reads them: kept in `tests/golden`, to be read by eye.
//!
//! Each Night is kept in every form. A page that differs from the one kept is shown as a diff;
//! if it is the better one, `GRAIL_GOLDEN=renew cargo test --test integration golden` keeps it in the other's place,
//! and `git diff tests/golden` is what to read before it is committed.

#![expect(clippy::disallowed_methods, reason = "the pages kept are files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::pages::PageMaker;
use grail_referee::campaign::game::play::Game;
use grail_referee::campaign::game::story_file::Story;
use grail_referee::updates::markup::Form;
use regex::Regex;
use serde_json::Value;
use similar::TextDiff;

use crate::cli::{Desk, copy_example, repository};

/// The pages of the Nights by their place under `tests/golden`.
fn pages() -> BTreeMap<String, String> {
    let desk = Desk::empty();
    copy_example("nine-bridges", &desk.path("war"));
    let folder = Folder::open(desk.path("war")).expect("the example War is there");
    let game = Game::open(folder).expect("it was started");
    let mut war = game.loaded.war.clone();
    let mut pages = BTreeMap::new();
    for night in 1..=3 {
        let played = game.play(war, night).expect("its Nights resolve");
        let story = Story::default();
        let page_maker = PageMaker {
            war_before: &played.war_before,
            resolution: &played.resolution,
            orders: &played.orders,
            deadline: game.loaded.file.deadline.as_deref(),
            templates: BTreeMap::new(),
            story: &story,
        };
        for page in page_maker.make_pages().expect("they are told").render_all(&Form::ALL).expect("they are printed") {
            pages.insert(format!("{night:03}/{}.{}", page.name, page.form.extension()), page.text);
        }
        war = played.resolution.war;
    }
    pages
}

/// The files under `tests/golden`, by the same places.
fn kept(root: &PathBuf) -> BTreeMap<String, String> {
    let mut kept = BTreeMap::new();
    for night in fs::read_dir(root).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        for page in fs::read_dir(&night).unwrap().map(|entry| entry.unwrap().path()) {
            let place = page.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            kept.insert(place, fs::read_to_string(&page).unwrap().replace("\r\n", "\n"));
        }
    }
    kept
}

#[test]
fn the_example_war_reads_as_it_was_read_through() {
    let root = repository().join("tests/golden");
    let (pages, kept) = (pages(), kept(&root));
    if std::env::var("GRAIL_GOLDEN").is_ok_and(|word| word == "renew") {
        for place in kept.keys().filter(|place| !pages.contains_key(*place)) {
            fs::remove_file(root.join(place)).unwrap();
        }
        for (place, text) in &pages {
            let file = root.join(place);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        return;
    }
    let places: BTreeSet<&String> = pages.keys().chain(kept.keys()).collect();
    let text = |of: &BTreeMap<String, String>, place: &String| of.get(place).cloned().unwrap_or_default();
    let differences: Vec<String> = places
        .into_iter()
        .map(|place| (place, text(&kept, place), text(&pages, place)))
        .filter(|(_, old, new)| old != new)
        .map(|(place, old, new)| {
            let diff = TextDiff::from_lines(&old, &new);
            diff.unified_diff().context_radius(2).header(&format!("kept {place}"), &format!("now {place}")).to_string()
        })
        .collect();
    let again = "if they are right: GRAIL_GOLDEN=renew cargo test --test integration golden";
    assert!(differences.is_empty(), "{} pages differ; {again}\n{}", differences.len(), differences.join("\n"));
}

/// Whoever stands on a public page by name was told of as named for the first time, on that one or one before: once.
#[test]
fn the_public_page_says_of_everybody_once_that_they_are_named_for_the_first_time() {
    let pages = pages();
    let mut first: Vec<String> = Vec::new();
    for night in 1..=3 {
        let page: Value = serde_json::from_str(&pages[&format!("{night:03}/public.json")]).unwrap();
        let said = page["first_seen"].as_str().unwrap_or_default().replace(" and ", ", ");
        first.extend(said.split(", ").filter_map(|name| Some(name.split_once(" (")?.0.to_owned())));
        for name in page["named"].as_array().unwrap() {
            let told = first.iter().filter(|known| *known == name.as_str().unwrap()).count();
            assert_eq!(told, 1, "{name} on Night {night}: {first:?}");
        }
    }
    assert!(first.len() > 4, "{first:?}");
}

/// What a page shows, without its markup, in one line and in small letters.
fn shown(form: &str, page: &str) -> String {
    let markup = match form {
        "html" => r"(?s)<style>.*?</style>|<svg.*?</svg>|<[^>]*>",
        "bbcode" => r"\[/?[a-z]+\]",
        _ => r"</?[a-z]+>",
    };
    let bare = Regex::new(markup).unwrap().replace_all(page, "");
    let said = ["&lt; <", "&gt; >", "&quot; \"", "&#39; '", "&#x27; '", "&#x2f; /", "\u{2060} ", "&amp; &"];
    let plain = said.iter().fold(bare.into_owned(), |text, pair| {
        let (written, meant) = pair.split_once(' ').unwrap();
        text.replace(written, meant)
    });
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Every text of a page's data that stands under one of these names, wherever.
fn told<'a>(page: &'a Value, names: &[&str], found: &mut Vec<&'a str>) {
    match page {
        Value::Object(fields) => {
            for (name, field) in fields {
                let texts = field.as_array().map_or(std::slice::from_ref(field), Vec::as_slice);
                if names.contains(&name.as_str()) {
                    found.extend(texts.iter().filter_map(Value::as_str));
                }
                told(field, names, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|one| told(one, names, found)),
        _ => {}
    }
}

#[test]
fn every_form_tells_the_same() {
    let (pages, mut compared) = (pages(), 0);
    let names = [
        "text",
        "result",
        "notes",
        "may",
        "may_not",
        "facts",
        "happened",
        "threats",
        "fought",
        "others",
        "refused",
        "standing",
        "appearance",
        "present",
        "found",
        "statuses",
        "items",
        "skills",
        "civilians",
    ];
    for (place, json) in pages.iter().filter(|(place, _)| place.ends_with(".json")) {
        let data: Value = serde_json::from_str(json).unwrap();
        let mut texts = Vec::new();
        told(&data, &names, &mut texts);
        let seat = place.strip_suffix("json").unwrap();
        for form in ["txt", "html", "bbcode", "gamefaqs"] {
            let shown = shown(form, &pages[&format!("{seat}{form}")]);
            for text in &texts {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                assert!(shown.contains(text.trim_end_matches('.')), "{seat}{form} lacks: {text}\n{shown}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared} texts compared");
}
