//! Compares the result of a Night with what a scenario expects.
//!
//! Every value is converted to the notation of the file and compared as text: numbers without trailing zeros, lists
//! of names sorted. What is not listed is not checked.

mod character;
mod log;
mod logic;

use std::fmt::Display;

use crate::event::changes::{KeySubject, NameLookup};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, ParseResult};
use crate::sheet::reader::Diagnostics;
use crate::sheet::yaml::Node;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::code;
use super::file::find_seat;
use super::run_report::{Mismatch, ScenarioReport};
use super::scenario_night::ScenarioNight;

/// The keys of `expect` besides characters, locations and `war`.
const KEYS: [&str; 6] = ["damage", "updates", "diagnostics", "pending", "log", "logic"];

/// The events shown with a failed expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FailureEvents {
    /// Those that mention this character.
    Character(CharacterId),
    /// Those about damage.
    Damage,
    /// All that are news or bookkeeping.
    War,
    /// The page itself, instead of events.
    Page,
    /// None.
    Nothing,
}

/// Compares everything under `expect`.
pub(super) fn compare_values(
    node: &Node,
    played: &ScenarioNight,
    path: &str,
    diagnostics: &Diagnostics,
    report: &mut ScenarioReport,
) {
    let names = NameLookup { war: &played.war, diagnostics };
    let mut judge = Comparator { played, names, diagnostics, report };
    for (key, value) in judge.entries(node, "a map of expectations") {
        let text = key.text().unwrap_or_default();
        let path = format!("{path}.{text}");
        match text {
            "damage" => judge.check_damage(value, &path),
            "updates" => judge.check_updates(value, &path),
            "diagnostics" => judge.check_diagnostics(value, &path),
            "pending" => judge.check_scalar(value, &path, FailureEvents::Nothing, fields::whole, played.pending.len()),
            "log" => judge.check_log(value, &path),
            "logic" => judge.check_logic(value, &path),
            _ => match judge.names.find_subject(key, &KEYS) {
                Some(KeySubject::Character(who)) => judge.check_character(who, value, &path),
                Some(KeySubject::Location(at)) => judge.check_location(at, value, &path),
                Some(KeySubject::War) => judge.check_war(value, &path),
                None => {}
            },
        }
    }
}

struct Comparator<'a> {
    played: &'a ScenarioNight,
    names: NameLookup<'a>,
    diagnostics: &'a Diagnostics,
    report: &'a mut ScenarioReport,
}

impl Comparator<'_> {
    /// The pairs of a map; none, after a fault, if it is no map.
    fn entries<'n>(&self, node: &'n Node, what: &str) -> &'n [(Node, Node)] {
        if node.is_null() {
            return &[];
        }
        node.entries().unwrap_or_else(|| {
            let message = format!("{} where {what} is expected", node.kind_name());
            self.report_fault(code::FORM, node, message);
            &[]
        })
    }

    fn report_fault(&self, code: &'static str, node: &Node, message: String) {
        self.diagnostics.report(Diagnostic::error(code, node.span, message));
    }

    fn reject_unknown_key(&self, key: &Node, owner: &str, known: &[&str]) {
        let text = key.text().unwrap_or_default();
        let mut fault = Diagnostic::error(code::UNKNOWN, key.span, format!("nothing is known of `{text}` of {owner}"))
            .suggest(nearest(text, known.iter().copied()));
        if fault.suggestion.is_none() {
            fault = fault.note(format!("what can be expected is {}", known.join(", ")));
        }
        self.diagnostics.report(fault);
    }

    /// Compares the expected value with the actual one.
    fn compare_expectations(&mut self, node: &Node, path: &str, focus: FailureEvents, expected: String, found: String) {
        self.report.compared += 1;
        if expected != found {
            let events = self.events_for_failure(focus);
            self.report.failures.push(Mismatch {
                line: 0,
                span: node.span,
                path: path.to_owned(),
                expected,
                found,
                events,
            });
        }
    }

    /// Compares a single value, parsed by `read`.
    fn check_scalar<T: Display>(
        &mut self,
        node: &Node,
        path: &str,
        focus: FailureEvents,
        parse: impl FnOnce(&str) -> ParseResult<T>,
        found: impl Display,
    ) {
        if let Some(expected) = self.diagnostics.read(node, parse) {
            self.compare_expectations(node, path, focus, expected.to_string(), found.to_string());
        }
    }

    fn check_flag(&mut self, node: &Node, path: &str, focus: FailureEvents, found: bool) {
        if let Some(expected) = self.diagnostics.flag(node) {
            self.compare_expectations(node, path, focus, expected.to_string(), found.to_string());
        }
    }

    /// Compares two lists without regard to order.
    fn check_list(
        &mut self,
        node: &Node,
        path: &str,
        focus: FailureEvents,
        parse: impl Fn(&Node) -> Option<String>,
        found: impl IntoIterator<Item = String>,
    ) {
        let Some(items) = self.diagnostics.items(node) else { return };
        let expected: Option<Vec<String>> = items.iter().map(parse).collect();
        if let Some(expected) = expected {
            self.compare_expectations(
                node,
                path,
                focus,
                sorted_list_text(expected),
                sorted_list_text(found.into_iter().collect()),
            );
        }
    }

    /// Compares two lists of characters.
    fn check_characters(
        &mut self,
        node: &Node,
        path: &str,
        focus: FailureEvents,
        found: impl IntoIterator<Item = CharacterId>,
    ) {
        let names = self.names;
        let name = |id: CharacterId| names.war.character(id).name.clone();
        self.check_list(node, path, focus, |item| names.read_character(item).map(name), found.into_iter().map(name));
    }

    fn check_location(&mut self, at: LocationId, node: &Node, path: &str) {
        let war = &self.played.war;
        for (key, value) in self.entries(node, "a map of a location's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "items" => {
                    let names = self.names;
                    let item = |i| war.skill(i).name.base.clone();
                    let found: Vec<String> = war.dropped.get(&at).into_iter().flatten().map(|i| item(*i)).collect();
                    self.check_list(value, &path, FailureEvents::War, |n| names.read_item(n).map(item), found);
                }
                "fields" => {
                    let names = self.names;
                    let field = |skill| war.skill(skill).name.base.clone();
                    let found: Vec<String> = war.field_at(at).into_iter().map(|f| field(f.skill)).collect();
                    self.check_list(
                        value,
                        &path,
                        FailureEvents::War,
                        |n| names.read_field(n).map(|(_, skill)| field(skill)),
                        found,
                    );
                }
                _ => self.reject_unknown_key(key, "a location", &["fields", "items"]),
            }
        }
    }

    fn check_war(&mut self, node: &Node, path: &str) {
        let war = &self.played.war;
        for (key, value) in self.entries(node, "a map of the War's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "over" => self.check_flag(value, &path, FailureEvents::War, war.ended.is_some()),
                "winner" => {
                    let found = war.winner().map_or_else(|| "null".to_owned(), |t| t.name.clone());
                    if value.is_null() {
                        self.compare_expectations(value, &path, FailureEvents::War, "null".to_owned(), found);
                    } else {
                        self.check_scalar(value, &path, FailureEvents::War, |t| Ok(t.trim().to_owned()), found);
                    }
                }
                "night" => self.check_scalar(value, &path, FailureEvents::War, fields::whole, war.night),
                "marks" => {
                    let marks: Vec<CharacterId> = war.hunt.iter().flat_map(|h| h.marks.iter().copied()).collect();
                    self.check_characters(value, &path, FailureEvents::War, marks);
                }
                "hunt" => self.check_flag(value, &path, FailureEvents::War, war.hunt.is_some()),
                "story" => self.check_scalar(value, &path, FailureEvents::War, fields::whole, war.story_nights.len()),
                _ => self.reject_unknown_key(key, "the War", &["over", "winner", "night", "marks", "hunt", "story"]),
            }
        }
    }

    /// Compares the codes of the errors in a team's orders, without warnings.
    fn check_diagnostics(&mut self, node: &Node, path: &str) {
        for (key, value) in self.entries(node, "a map of teams") {
            let Some(team) = find_seat(key, &self.played.war, self.diagnostics) else { continue };
            let path = format!("{path}.{}", key.text().unwrap_or_default());
            let found = self.played.diagnostics.iter().filter(|(s, _)| *s == team).flat_map(|(_, d)| d);
            let found: Vec<String> = found.filter(|d| d.is_error()).map(|d| d.code.to_owned()).collect();
            let faults = self.diagnostics;
            self.check_list(
                value,
                &path,
                FailureEvents::Nothing,
                |n| faults.read(n, |t| Ok(t.trim().to_owned())),
                found,
            );
        }
    }

    /// Compares passages with the pages of teams and of the public.
    fn check_updates(&mut self, node: &Node, path: &str) {
        for (key, value) in self.entries(node, "a map of teams and `public`") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            let page = if text == "public" {
                self.played.render_public_page()
            } else {
                let Some(team) = find_seat(key, &self.played.war, self.diagnostics) else { continue };
                self.played.render_page(team)
            };
            match page {
                Ok(page) => self.check_passages(value, &path, FailureEvents::Page, &page),
                Err(error) => self.report_fault(code::PAGE, key, format!("the page cannot be made: {error}")),
            }
        }
    }

    /// Checks what a text must and must not contain.
    fn check_passages(&mut self, node: &Node, path: &str, focus: FailureEvents, text: &str) {
        for (key, value) in self.entries(node, "`contains` and `lacks`") {
            let word = key.text().unwrap_or_default();
            let is_wanted = match word {
                "contains" => true,
                "lacks" => false,
                _ => {
                    self.reject_unknown_key(key, "a text", &["contains", "lacks"]);
                    continue;
                }
            };
            for item in self.diagnostics.items(value).unwrap_or_default() {
                let Some(passage) = self.diagnostics.read(item, |t| Ok(t.to_owned())) else { continue };
                let present = text.contains(&passage);
                let expectation = |present| if present { format!("`{passage}`") } else { format!("no `{passage}`") };
                self.compare_expectations(
                    item,
                    &format!("{path}.{word}"),
                    focus,
                    expectation(is_wanted),
                    expectation(present),
                );
                if let (FailureEvents::Page, true, Some(failure)) =
                    (focus, present != is_wanted, self.report.failures.last_mut())
                {
                    failure.events = text.lines().map(str::to_owned).collect();
                }
            }
        }
    }
}

fn sorted_list_text(mut list: Vec<String>) -> String {
    list.sort_unstable();
    format!("[{}]", list.join(", "))
}
