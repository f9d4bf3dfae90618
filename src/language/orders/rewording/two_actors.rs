//! Sentences with two actors: `Move to the Church, and Saber moves to the Bridge`. Each clause keeps its own actor: the
//! sentence is split where the second clause begins, and a condition before both applies to both. If a word could
//! belong to either clause, the sentence is refused.

use super::missing_full_stop::{SplitResult, has_tying_word};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::{OrderFileReader, Rule, codes};
use crate::language::pairs::Pairs;
use crate::language::parser::parse_pairs;
use crate::language::span::Span;
use crate::vocabulary::text::capitalise;

/// Joints between two clauses, the longest first.
const JOINTS: [&str; 11] =
    [", and then ", " and then ", ", then ", ", and ", ", but ", ", while ", " and ", " but ", " while ", "; ", ", "];
/// Grammar rules that tie a clause to something else; beside two clauses they could belong to either.
const TYING_RULES: [Rule; 6] =
    [Rule::late_order, Rule::if_order, Rule::tail_if, Rule::otherwise, Rule::instead, Rule::else_np];
/// Grammar rules for times; behind two clauses they could apply to both, if the first has none.
const TIME_RULES: [Rule; 3] = [Rule::moment, Rule::on_event, Rule::tail_delay];

impl OrderFileReader<'_> {
    /// Splits a sentence with a second actor into an order for each.
    pub(in crate::language::orders) fn split_by_actor(&self, span: Span, fault: &OrderError) -> Option<SplitResult> {
        if !fault.has_code(codes::TWO_ACTORS) || self.next_label.is_some() {
            return None;
        }
        let text = self.text(span);
        let (start, condition) = self.split_leading_condition(text);
        for (joint, at) in self.find_joints(span, start) {
            let first = Span::new(span.start, span.start + text.get(..at)?.trim_end().len());
            let rest = Span::new(span.start + at + joint.len(), span.end);
            let Ok(parsed) = self.read_order(first) else { continue };
            let Some(second) = self.other_actor(rest, &parsed.0.actor.text) else { continue };
            let halves = [text.get(start..at)?, self.text(rest)];
            let have_times = halves.map(|half| contains_rule(half, &TIME_RULES));
            let is_ambiguous = halves.iter().any(|half| has_tying_word(half) || contains_rule(half, &TYING_RULES))
                || have_times == [false, true];
            if joint.contains("then") {
                let note = "`then` does not wait for somebody else: say for what it waits, `… after NAME has attacked`";
                return Some(SplitResult::Unsplit(self.two_actors_error(rest, &second).note(note).into()));
            }
            let [one, two] = [self.text_without_stop(first), self.text_without_stop(rest)];
            let separate_orders = format!("{one}. {}.", capitalise(&two));
            let Some(condition) = condition else {
                // A third actor is found when the rest is read.
                if !is_ambiguous {
                    return Some(SplitResult::JoinedOrders { first, read: Box::new(parsed), rest, second: None });
                }
                let fault = self.two_actors_error(rest, &second);
                let fault = match has_pronoun(self.text(rest)) {
                    true => fault.note("end the first with a full stop, and write the name in the second"),
                    false => fault.suggest(Some(separate_orders)),
                };
                return Some(SplitResult::Unsplit(fault.into()));
            };
            let second_with_condition = format!("{condition}{}", self.text(rest));
            let second_order = self.read_order_in_words(rest, &second_with_condition, Some(rest));
            match second_order {
                Ok(said) if !is_ambiguous && joint == " and " && !has_pronoun(condition) => {
                    return Some(SplitResult::JoinedOrders {
                        first,
                        read: Box::new(parsed),
                        rest,
                        second: Some(Box::new(said)),
                    });
                }
                Ok(_) => {
                    let asked = self.prepared.in_names(condition);
                    let asked = asked.trim_end();
                    let fault = self
                        .two_actors_error(rest, &second)
                        .note(format!("asked of both: `{one}. {asked} {two}.`"))
                        .note(format!("of the first alone: `{separate_orders}`"));
                    return Some(SplitResult::Unsplit(fault.into()));
                }
                Err(_) => {}
            }
        }
        None
    }

    /// The byte offset of the first action, and the condition before it: `If Lancer is here, …`.
    fn split_leading_condition<'t>(&self, text: &'t str) -> (usize, Option<&'t str>) {
        let pairs = parse_order_line(text);
        let has_condition = pairs.clone().is_some_and(|pairs| pairs.flatten().any(|p| p.as_rule() == Rule::if_order));
        let start = pairs
            .filter(|_| has_condition)
            .and_then(|pairs| pairs.flatten().find(|p| p.as_rule() == Rule::order_action).map(|p| p.as_span().start));
        match start.and_then(|start| Some((start, text.get(..start)?))) {
            Some((start, asked)) => (start, Some(asked)),
            None => (0, None),
        }
    }

    /// Each joint at or behind an offset, with its own offset.
    fn find_joints(&self, span: Span, from: usize) -> Vec<(&'static str, usize)> {
        let text = self.text(span);
        let mut joints: Vec<(&'static str, usize)> = Vec::new();
        for joint in JOINTS {
            for (at, _) in text.match_indices(joint) {
                let is_inside_other = joints.iter().any(|(other, start)| (*start..start + other.len()).contains(&at));
                if at >= from && !is_inside_other && !self.prepared.is_quoted(span.start + at) {
                    joints.push((joint, at));
                }
            }
        }
        joints.sort_by_key(|(_, at)| *at);
        joints
    }

    /// The actor of a clause that names its own, if it is somebody else.
    fn other_actor(&self, rest: Span, first: &str) -> Option<String> {
        let has_named_doer = |pairs: Pairs<'_, Rule>| {
            let mut doers = pairs.flatten().filter(|p| p.as_rule() == Rule::doer);
            doers.next().is_some_and(|p| p.into_inner().any(|p| p.as_rule() == Rule::name))
        };
        if !parse_order_line(self.text(rest)).is_some_and(has_named_doer) {
            return None;
        }
        match self.read_order(rest) {
            Ok((order, ..)) => Some(order.actor.text).filter(|actor| !actor.eq_ignore_ascii_case(first)),
            Err(fault) => match self.split_by_actor(rest, &fault)? {
                SplitResult::JoinedOrders { read: parsed, .. } => {
                    Some(parsed.0.actor.text).filter(|actor| !actor.eq_ignore_ascii_case(first))
                }
                SplitResult::TwoSentences { .. } | SplitResult::WithProhibition { .. } | SplitResult::Unsplit(_) => {
                    None
                }
            },
        }
    }

    fn two_actors_error(&self, rest: Span, second: &str) -> Diagnostic {
        let message = format!("what `{second}` does is an order of its own, and a word here could be of both");
        Diagnostic::error(codes::TWO_ACTORS, self.prepared.original_span(rest), message)
    }

    /// The text of a span with names, without the punctuation at its end.
    fn text_without_stop(&self, span: Span) -> String {
        self.text_with_names(span).trim_end_matches(['.', ',', ';', ' ']).to_owned()
    }
}

fn parse_order_line(text: &str) -> Option<Pairs<'_, Rule>> {
    parse_pairs(Rule::order_line, text)
}

/// Whether a text contains a word that could mean either actor.
fn has_pronoun(asked: &str) -> bool {
    const WORDS: [&str; 13] =
        ["he", "she", "it", "they", "him", "her", "them", "his", "their", "that", "this", "there", "same"];
    asked.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.iter().any(|of| of.eq_ignore_ascii_case(word)))
}

/// Whether a clause contains one of these grammar rules; `true` if it cannot be parsed by itself.
fn contains_rule(text: &str, rules: &[Rule]) -> bool {
    parse_order_line(text).is_none_or(|pairs| pairs.flatten().any(|p| rules.contains(&p.as_rule())))
}
