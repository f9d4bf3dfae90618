//! The top and bottom of the public page: a headline, and how the War stands as far as everybody was told.
//!
//! Both are made only from what the page tells and from deaths that a public page has told, so they reveal nothing
//! else.

use crate::perception::perceived::SeenAct;
use crate::perception::public::PublicReport;

use super::event_line::EventLine;
use super::value_words;

/// The Night in one line: the most important thing the page tells.
pub(super) fn build_headline(report: &PublicReport, lines: &[&EventLine]) -> String {
    if let Some(end) = &report.war_end {
        return end.winner.as_ref().map_or("The War is over".to_owned(), |team| format!("Team {team} has won the War"));
    }
    let deeds = || lines.iter().copied();
    let mut dead: Vec<String> = Vec::new();
    for line in deeds().filter(|line| line.tells(SeenAct::Died)) {
        let killer = line.actor.as_ref().map(|killer| format!(", killed by {killer}")).unwrap_or_default();
        let death = line.objects.as_ref().map(|name| format!("{name}{killer}"));
        dead.extend(death.filter(|fell| !dead.contains(fell)));
    }
    if let Some(dead) = value_words::join_with_and(&dead) {
        return format!("The death of {dead}");
    }
    let mut noble: Vec<&str> = Vec::new();
    for name in deeds().filter(|line| line.is_noble_phantasm).filter_map(|line| line.actor.as_deref()) {
        noble.extend(Some(name).filter(|name| !noble.contains(name)));
    }
    if let Some(noble) = value_words::join_with_and(&noble) {
        return format!("A Noble Phantasm of {noble}");
    }
    let was_fighting = deeds().any(|line| line.is_attack) || report.battles > 0;
    match value_words::join_with_and(&report.focus).filter(|_| was_fighting) {
        Some(focus) => format!("A battle before the eyes of {focus}"),
        None if was_fighting => "A Night of battle".to_owned(),
        None => match value_words::join_with_and(&report.civilians) {
            Some(location_names) => format!("Civilians killed: {location_names}"),
            None if report.is_hunt_over || !report.marks.is_empty() => "The Seal's hunt".to_owned(),
            None => "A quiet Night".to_owned(),
        },
    }
}

/// The deaths seen so far and how many may be left; empty when no focus Master is left to tell of it (R384).
pub(super) fn build_standings(report: &PublicReport) -> Vec<String> {
    if report.focus.is_empty() {
        return Vec::new();
    }
    let mut deaths: Vec<String> = report.fallen.iter().map(|(name, night)| format!("{name} (Night {night})")).collect();
    match report.unidentified_deaths {
        0 => {}
        1 => deaths.push("somebody whose name is not known".to_owned()),
        count => deaths.push(format!("{count} whose names are not known")),
    }
    let death_count = report.fallen.len() + report.unidentified_deaths;
    let survivor_count = report.starting_characters.saturating_sub(death_count);
    let mut sentences = Vec::new();
    if let Some(fallen) = value_words::join_with_and(&deaths) {
        sentences.push(format!("Seen to fall so far: {fallen}."));
    }
    if death_count > 0 {
        sentences.push(format!(
            "Of {} Masters and Servants at most {survivor_count} are alive.",
            report.starting_characters
        ));
    }
    sentences
}
