//! Expectations about the Logic Game.
//!
//! The keys under `logic:` are `statements` (how many there are), `owed` (`Rin 2` for each duty: the addressee in the
//! author's words, the number of the blue), `doubted` (the statements that the GM was told to look at tonight),
//! `moot` (how many entries of `logic:` had no effect), a seat's name with `strikes`, `warned`, `banned`, `out`, and
//! a statement's number with the keys of [`STATEMENT_KEYS`].

use crate::event::kind::{EventKind, Referee};
use crate::language::fields;
use crate::logic::step::LedgerStep;
use crate::perception::logic_view::{DutyView, LogicView, StatementView, build_logic_view};
use crate::sheet::yaml::Node;
use crate::vocabulary::text::collapse_whitespace;

use super::super::file::find_seat;
use super::{Comparator, FailureEvents};

/// The keys of a statement.
const STATEMENT_KEYS: [&str; 13] = [
    "colour",
    "by",
    "to",
    "text",
    "answers",
    "counters",
    "with",
    "night",
    "corrected",
    "set_aside",
    "guaranteed",
    "duty",
    "due",
];

impl Comparator<'_> {
    /// Compares everything listed under `logic`.
    pub(super) fn check_logic(&mut self, node: &Node, path: &str) {
        let public = build_logic_view(&self.played.war, None);
        for (key, value) in self.entries(node, "a map of the Logic Game's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "statements" => {
                    self.check_scalar(value, &path, FailureEvents::War, fields::whole, public.statements.len())
                }
                "owed" => {
                    let found = public.owed.iter().map(|owed| format!("{} {}", owed.who, owed.statement));
                    self.check_short_texts(value, &path, found);
                }
                "doubted" => {
                    let doubted = |step: &LedgerStep| {
                        if let LedgerStep::Doubted { statement, .. } = step { Some(*statement) } else { None }
                    };
                    let found: Vec<String> =
                        self.steps().filter_map(doubted).map(|number| number.to_string()).collect();
                    self.check_short_texts(value, &path, found.into_iter());
                }
                "moot" => {
                    let found = self.steps().filter(|step| matches!(step, LedgerStep::Moot { .. })).count();
                    self.check_scalar(value, &path, FailureEvents::War, fields::whole, found);
                }
                _ => match text.parse() {
                    Ok(number) => self.check_statement(number, &public, value, &path),
                    Err(_) => self.check_player(key, value, &path),
                },
            }
        }
    }

    fn steps(&self) -> impl Iterator<Item = &LedgerStep> {
        self.played.events.iter().filter_map(|event| {
            let EventKind::Referee(Referee::LogicGame { step }) = &event.kind else { return None };
            Some(step)
        })
    }

    /// Compares a list of short texts.
    fn check_short_texts(&mut self, node: &Node, path: &str, found: impl Iterator<Item = String>) {
        let faults = self.diagnostics;
        self.check_list(node, path, FailureEvents::War, |n| faults.read(n, |t| Ok(collapse_whitespace(t))), found);
    }

    fn check_player(&mut self, key: &Node, node: &Node, path: &str) {
        let war = &self.played.war;
        let Some(who) = find_seat(key, war, self.diagnostics) else { return };
        let player = war.logic.standing(who);
        for (key, value) in self.entries(node, "a map of a person's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "strikes" => self.check_scalar(value, &path, FailureEvents::War, fields::whole, player.strikes),
                "warned" => self.check_flag(value, &path, FailureEvents::War, player.warned_on.is_some()),
                "banned" => self.check_flag(value, &path, FailureEvents::War, player.banned_since.is_some()),
                "out" => self.check_flag(value, &path, FailureEvents::War, player.takes_no_part),
                _ => self.reject_unknown_key(key, "a person", &["strikes", "warned", "banned", "out"]),
            }
        }
    }

    fn check_statement(&mut self, number: u32, public: &LogicView, node: &Node, path: &str) {
        let Some(found) = public.build_statement_view(number) else {
            self.compare_expectations(
                node,
                path,
                FailureEvents::War,
                format!("statement {number}"),
                "no such statement".to_owned(),
            );
            return;
        };
        for (key, value) in self.entries(node, "a map of a statement's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            let Some(found) = statement_value(found, text) else {
                self.reject_unknown_key(key, "a statement", &STATEMENT_KEYS);
                continue;
            };
            if text == "with" {
                self.check_short_texts(value, &path, found.split(' ').filter(|n| !n.is_empty()).map(str::to_owned));
            } else {
                self.check_scalar(value, &path, FailureEvents::War, |t| Ok(collapse_whitespace(t)), found);
            }
        }
    }
}

/// The value of a statement's key; `none` if the statement has no such value. `None` for an unknown key.
fn statement_value(statement: &StatementView, key: &str) -> Option<String> {
    let number = |n: Option<u32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    let text = |t: Option<&String>| t.cloned().unwrap_or_else(|| "none".to_owned());
    Some(match key {
        "colour" => statement.colour.name().to_owned(),
        "by" => statement.by.clone(),
        "to" => text(statement.to.as_ref()),
        "text" => statement.text.clone(),
        "answers" => number(statement.answers),
        "counters" => number(statement.counters),
        "with" => statement.with.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        "night" => statement.night.to_string(),
        "corrected" => text(statement.correction.as_ref().map(|c| &c.text)),
        "set_aside" => statement.set_aside.is_some().to_string(),
        "guaranteed" => statement.is_guaranteed.to_string(),
        "duty" => match &statement.duty {
            None => "none",
            Some(DutyView::Open(_)) => "open",
            Some(DutyView::Met(_)) => "met",
            Some(DutyView::Excused(_)) => "excused",
            Some(DutyView::Lifted) => "lifted",
            Some(DutyView::Failed(_)) => "failed",
        }
        .to_owned(),
        "due" => number(if let Some(DutyView::Open(night)) = statement.duty { Some(night) } else { None }),
        _ => return None,
    })
}
