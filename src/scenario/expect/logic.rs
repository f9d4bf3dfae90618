//! Expectations about the Logic Game.
//!
//! The keys under `logic:` are `statements` (how many there are), `owed` (`Rin 2` for each duty: the addressee in the
//! author's words, the number of the blue), `doubted` (the statements that the GM was told to look at tonight),
//! `moot` (how many entries of `logic:` had no effect), a seat's name with `strikes`, `warned`, `banned`, `out`, and
//! a statement's number with the keys of [`OF_STATEMENT`].

use crate::event::kind::{EventKind, Referee};
use crate::logic::step::LedgerStep;
use crate::perception::logic_view::{DutyView, LogicView, StatementView, log};
use crate::sheet::yaml::Node;
use crate::vocabulary::text::folded;

use super::super::file::seat;
use super::{Focus, Judge, whole_number};

/// The keys of a statement.
const OF_STATEMENT: [&str; 13] = [
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

impl Judge<'_> {
    /// Compares everything listed under `logic`.
    pub(super) fn logic(&mut self, node: &Node, path: &str) {
        let public = log(&self.played.war, None);
        for (key, value) in self.entries(node, "a map of the Logic Game's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "statements" => self.scalar(value, &path, Focus::War, whole_number, public.statements.len()),
                "owed" => {
                    let found = public.owed.iter().map(|owed| format!("{} {}", owed.who, owed.statement));
                    self.short_texts(value, &path, found);
                }
                "doubted" => {
                    let doubted = |step: &LedgerStep| {
                        if let LedgerStep::Doubted { statement, .. } = step { Some(*statement) } else { None }
                    };
                    let found: Vec<String> =
                        self.steps().filter_map(doubted).map(|number| number.to_string()).collect();
                    self.short_texts(value, &path, found.into_iter());
                }
                "moot" => {
                    let found = self.steps().filter(|step| matches!(step, LedgerStep::Moot { .. })).count();
                    self.scalar(value, &path, Focus::War, whole_number, found);
                }
                _ => match text.parse() {
                    Ok(number) => self.statement(number, &public, value, &path),
                    Err(_) => self.person(key, value, &path),
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
    fn short_texts(&mut self, node: &Node, path: &str, found: impl Iterator<Item = String>) {
        let faults = self.faults;
        self.list(node, path, Focus::War, |n| faults.read(n, |t| Ok(folded(t))), found);
    }

    fn person(&mut self, key: &Node, node: &Node, path: &str) {
        let war = &self.played.war;
        let Some(who) = seat(key, war, self.faults) else { return };
        let standing = war.logic.standing(who);
        for (key, value) in self.entries(node, "a map of a person's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            match text {
                "strikes" => self.scalar(value, &path, Focus::War, whole_number, standing.strikes),
                "warned" => self.flag(value, &path, Focus::War, standing.warned.is_some()),
                "banned" => self.flag(value, &path, Focus::War, standing.banned.is_some()),
                "out" => self.flag(value, &path, Focus::War, standing.out),
                _ => self.unknown(key, "a person", &["strikes", "warned", "banned", "out"]),
            }
        }
    }

    fn statement(&mut self, number: u32, public: &LogicView, node: &Node, path: &str) {
        let Some(found) = public.statement(number) else {
            self.compare(node, path, Focus::War, format!("statement {number}"), "no such statement".to_owned());
            return;
        };
        for (key, value) in self.entries(node, "a map of a statement's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            let Some(found) = statement_value(found, text) else {
                self.unknown(key, "a statement", &OF_STATEMENT);
                continue;
            };
            if text == "with" {
                self.short_texts(value, &path, found.split(' ').filter(|n| !n.is_empty()).map(str::to_owned));
            } else {
                self.scalar(value, &path, Focus::War, |t| Ok(folded(t)), found);
            }
        }
    }
}

/// The value of a statement's key; `none` if the statement has no such value. `None` for an unknown key.
fn statement_value(of: &StatementView, key: &str) -> Option<String> {
    let number = |n: Option<u32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    let text = |t: Option<&String>| t.cloned().unwrap_or_else(|| "none".to_owned());
    Some(match key {
        "colour" => of.colour.name().to_owned(),
        "by" => of.by.clone(),
        "to" => text(of.to.as_ref()),
        "text" => of.text.clone(),
        "answers" => number(of.answers),
        "counters" => number(of.counters),
        "with" => of.with.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        "night" => of.night.to_string(),
        "corrected" => text(of.correction.as_ref().map(|c| &c.text)),
        "set_aside" => of.set_aside.is_some().to_string(),
        "guaranteed" => of.guaranteed.to_string(),
        "duty" => match &of.duty {
            None => "none",
            Some(DutyView::Open(_)) => "open",
            Some(DutyView::Met(_)) => "met",
            Some(DutyView::Excused(_)) => "excused",
            Some(DutyView::Lifted) => "lifted",
            Some(DutyView::Failed(_)) => "failed",
        }
        .to_owned(),
        "due" => number(if let Some(DutyView::Open(night)) = of.duty { Some(night) } else { None }),
        _ => return None,
    })
}
