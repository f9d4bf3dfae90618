//! What mail programs leave of a page: Gmail and Outlook take away what they do not know, and the rest must do.

#![expect(clippy::disallowed_methods, reason = "the pages kept are files")]

use std::fs;
use std::path::PathBuf;

use grail_referee::mail::html_letter::page_to_letter_html;
use grail_referee::updates::render::SHIPPED_TEMPLATES;
use regex::Regex;
use serde_json::Value;

use crate::cli::repository;

/// The HTML pages kept, each with its data.
fn pages() -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for night in ["001", "002", "003"] {
        let folder = repository().join("tests/golden").join(night);
        let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "html")) {
            let data = fs::read_to_string(file.with_extension("json")).unwrap();
            let name = format!("{night}/{}", file.file_stem().unwrap().display());
            found.push((name, fs::read_to_string(&file).unwrap(), serde_json::from_str(&data).unwrap()));
        }
    }
    assert_eq!(found.len(), 33);
    found
}

/// A letter without what the strictest programs cut out: styles and all classes, drawings, what is no plain markup.
fn stripped(letter: &str) -> String {
    let cut = Regex::new(
        r#"(?s)<!DOCTYPE[^>]*>|<head>.*?</head>|<svg.*?</svg>|</?(?:main|header|footer|section|nav|details|summary)\b[^>]*>| (?:class|id|role|style)="[^"]*""#,
    );
    cut.unwrap().replace_all(letter, "").into_owned()
}

/// The words that are left, in one line.
fn words(page: &str) -> String {
    let bare = Regex::new("<[^>]*>").unwrap().replace_all(page, " ").into_owned();
    let said = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#x2f;", "/"),
        ("&amp;", "&"),
    ];
    let plain = said.iter().fold(bare, |text, (written, meant)| text.replace(written, meant));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_mail_programs_leave_tells_everything() {
    for (name, page, data) in pages() {
        let letter = page_to_letter_html(&page, 0);
        assert!(letter.len() < 100_000, "{name}: Gmail cuts a letter of {} bytes off", letter.len());
        assert!(!letter.contains("<svg") && !letter.contains("<details"), "{name}");
        let left = words(&stripped(&letter));
        for own in data["own"].as_array().into_iter().flatten().filter(|own| own["alive"] == true) {
            let health =
                format!("Health {} of {}", own["health"].as_str().unwrap(), own["max_health"].as_str().unwrap());
            assert!(left.contains(&health), "{name}: {health}\n{left}");
        }
        // The ways of places of which tonight tells nothing stand in the letter of Night 1.
        let told = |place: &&Value| name.starts_with("001") || place["told"] == true;
        for place in data["map"]["places"].as_array().into_iter().flatten().filter(told) {
            let exits = format!("To {}.", place["exits"].as_str().unwrap());
            assert!(left.contains(&exits) && left.contains(place["name"].as_str().unwrap()), "{name}: {exits}");
            for sentence in place["words"].as_array().unwrap() {
                assert!(left.contains(sentence.as_str().unwrap()), "{name}: {sentence}");
            }
        }
        let phases = data["phases"].as_array().unwrap().iter();
        let scenes =
            phases.flat_map(|phase| phase["scenes"].as_array().cloned().unwrap_or_else(|| vec![phase.clone()]));
        for deed in scenes.flat_map(|scene| scene["deeds"].as_array().cloned().unwrap_or_default()) {
            let text: Vec<&str> = deed["text"].as_str().unwrap().split_whitespace().collect();
            let bare = |text: &str| text.replace(' ', "");
            assert!(bare(&left).contains(&bare(&text.join(" "))), "{name}: {}", text.join(" "));
        }
    }
}

#[test]
fn a_style_reads_without_variables_grid_and_flex() {
    let style = SHIPPED_TEMPLATES.iter().find(|(name, _)| *name == "style.html.j2").unwrap().1;
    assert!(style.len() < 8192, "Gmail drops a style of {} bytes", style.len());
    let declaration = Regex::new(r"([a-z-]+): ([^;{}]*)").unwrap();
    let layout = Regex::new(r"display: *(?:grid|flex|inline-flex)|position:").unwrap();
    for (name, style) in
        SHIPPED_TEMPLATES.iter().filter(|(name, _)| ["style.html.j2", "drawing.html.j2"].contains(name))
    {
        assert!(!layout.is_match(style), "{name}");
        for rule in style.split('}') {
            let all: Vec<(&str, &str)> = declaration
                .captures_iter(rule)
                .map(|found| (found.get(1).unwrap().as_str(), found.get(2).unwrap().as_str()))
                .collect();
            for (number, (property, value)) in all.iter().enumerate().filter(|(_, (_, value))| value.contains("var(")) {
                let before = number.checked_sub(1).map(|before| all[before]);
                let literal = before.is_some_and(|(of, value)| of == *property && value.contains('#'));
                assert!(literal, "{name}: `{property}: {value}` has no colour before it in `{rule}`");
            }
        }
    }
}

#[test]
fn the_bars_of_a_letter_are_tables() {
    let (_, page, _) = pages().into_iter().find(|(name, ..)| name == "003/red").unwrap();
    let bar = Regex::new(r##"<td class="full" height="9" width="\d+%" bgcolor="#[0-9a-f]{6}"></td>"##).unwrap();
    assert!(bar.find_iter(&page).count() > 0, "{page}");
}
