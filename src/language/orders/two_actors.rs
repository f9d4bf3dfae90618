//! `Move to the Church, and Saber moves to the Bridge`: sentences with two actors. Each clause keeps its own actor: the
//! sentence is split where the second clause begins, and a condition before both applies to both. If a word could
//! belong to either clause, the parser does not guess.

use super::diagnose::OrderError;
use super::missing_stop::{Parted, hangs};
use super::{File, Rule, codes};
use crate::language::conditions::Places as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::pairs::Pairs;
use crate::language::parser::tree;
use crate::language::span::Span;
use crate::vocabulary::text::capitalised;

/// Joints between two clauses, the longest first.
const JOINTS: [&str; 11] =
    [", and then ", " and then ", ", then ", ", and ", ", but ", ", while ", " and ", " but ", " while ", "; ", ", "];
/// Grammar rules that tie a clause to something else; beside two clauses they could belong to either.
const TIES: [Rule; 6] =
    [Rule::late_order, Rule::if_order, Rule::tail_if, Rule::otherwise, Rule::instead, Rule::else_np];
/// Grammar rules for times; behind two clauses they could apply to both, if the first has none.
const TIMES: [Rule; 3] = [Rule::moment, Rule::on_event, Rule::tail_delay];

impl File<'_> {
    /// Splits a sentence with a second actor into an order for each.
    pub(super) fn of_two(&self, span: Span, fault: &OrderError) -> Option<Parted> {
        if !fault.is(codes::TWO_ACTORS) || self.lead.is_some() {
            return None;
        }
        let text = self.text(span);
        let (start, asked) = self.asked_before(text);
        for (joint, at) in self.joints(span, start) {
            let first = Span::new(span.start, span.start + text.get(..at)?.trim_end().len());
            let rest = Span::new(span.start + at + joint.len(), span.end);
            let Ok(read) = self.order(first) else { continue };
            let Some(second) = self.of_another(rest, &read.0.actor.text) else { continue };
            let halves = [text.get(start..at)?, self.text(rest)];
            let late = halves.map(|half| holds(half, &TIMES));
            let loose = halves.iter().any(|half| hangs(half) || holds(half, &TIES)) || late == [false, true];
            if joint.contains("then") {
                let note = "`then` does not wait for somebody else: say for what it waits, `… after NAME has attacked`";
                return Some(Parted::Whole(self.two_who_act(rest, &second).note(note).into()));
            }
            let [one, two] = [self.words(first), self.words(rest)];
            let apart = format!("{one}. {}.", capitalised(&two));
            let Some(asked) = asked else {
                // A third actor is found when the rest is read.
                if !loose {
                    return Some(Parted::OfTwo { first, read: Box::new(read), rest, second: None });
                }
                let fault = self.two_who_act(rest, &second);
                let fault = match points(self.text(rest)) {
                    true => fault.note("end the first with a full stop, and write the name in the second"),
                    false => fault.suggest(Some(apart)),
                };
                return Some(Parted::Whole(fault.into()));
            };
            let both = format!("{asked}{}", self.text(rest));
            let said = self.order_said(rest, &both, Some(rest));
            match said {
                Ok(said) if !loose && joint == " and " && !points(asked) => {
                    return Some(Parted::OfTwo { first, read: Box::new(read), rest, second: Some(Box::new(said)) });
                }
                Ok(_) => {
                    let asked = self.prepared.in_names(asked);
                    let asked = asked.trim_end();
                    let fault = self
                        .two_who_act(rest, &second)
                        .note(format!("asked of both: `{one}. {asked} {two}.`"))
                        .note(format!("of the first alone: `{apart}`"));
                    return Some(Parted::Whole(fault.into()));
                }
                Err(_) => {}
            }
        }
        None
    }

    /// The byte offset of the first action, and the condition before it: `If Lancer is here, …`.
    fn asked_before<'t>(&self, text: &'t str) -> (usize, Option<&'t str>) {
        let pairs = pairs_of(text);
        let asks = pairs.clone().is_some_and(|pairs| pairs.flatten().any(|p| p.as_rule() == Rule::if_order));
        let start = pairs
            .filter(|_| asks)
            .and_then(|pairs| pairs.flatten().find(|p| p.as_rule() == Rule::order_action).map(|p| p.as_span().start));
        match start.and_then(|start| Some((start, text.get(..start)?))) {
            Some((start, asked)) => (start, Some(asked)),
            None => (0, None),
        }
    }

    /// Each joint at or behind an offset, with its own offset.
    fn joints(&self, span: Span, from: usize) -> Vec<(&'static str, usize)> {
        let text = self.text(span);
        let mut all: Vec<(&'static str, usize)> = Vec::new();
        for joint in JOINTS {
            for (at, _) in text.match_indices(joint) {
                let inside = all.iter().any(|(other, start)| (*start..start + other.len()).contains(&at));
                if at >= from && !inside && !self.prepared.is_quoted(span.start + at) {
                    all.push((joint, at));
                }
            }
        }
        all.sort_by_key(|(_, at)| *at);
        all
    }

    /// The actor of a clause that names its own, if it is somebody else.
    fn of_another(&self, rest: Span, first: &str) -> Option<String> {
        let names = |pairs: Pairs<'_, Rule>| {
            let mut doers = pairs.flatten().filter(|p| p.as_rule() == Rule::doer);
            doers.next().is_some_and(|p| p.into_inner().any(|p| p.as_rule() == Rule::name))
        };
        if !pairs_of(self.text(rest)).is_some_and(names) {
            return None;
        }
        match self.order(rest) {
            Ok((order, ..)) => Some(order.actor.text).filter(|actor| !actor.eq_ignore_ascii_case(first)),
            Err(fault) => match self.of_two(rest, &fault)? {
                Parted::OfTwo { read, .. } => {
                    Some(read.0.actor.text).filter(|actor| !actor.eq_ignore_ascii_case(first))
                }
                Parted::InTwo { .. } | Parted::AndForbidden { .. } | Parted::Whole(_) => None,
            },
        }
    }

    fn two_who_act(&self, rest: Span, second: &str) -> Diagnostic {
        let message = format!("what `{second}` does is an order of its own, and a word here could be of both");
        Diagnostic::error(codes::TWO_ACTORS, self.prepared.place(rest), message)
    }

    /// The text of a span with names, without the punctuation at its end.
    fn words(&self, span: Span) -> String {
        self.named(span).trim_end_matches(['.', ',', ';', ' ']).to_owned()
    }
}

fn pairs_of(text: &str) -> Option<Pairs<'_, Rule>> {
    tree(Rule::order_line, text)
}

/// Whether a text contains a word that could mean either actor.
fn points(asked: &str) -> bool {
    const WORDS: [&str; 13] =
        ["he", "she", "it", "they", "him", "her", "them", "his", "their", "that", "this", "there", "same"];
    asked.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.iter().any(|of| of.eq_ignore_ascii_case(word)))
}

/// Whether a clause contains one of these grammar rules; `true` if it cannot be parsed by itself.
fn holds(text: &str, rules: &[Rule]) -> bool {
    pairs_of(text).is_none_or(|pairs| pairs.flatten().any(|p| rules.contains(&p.as_rule())))
}
