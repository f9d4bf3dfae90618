//! `Buy 2 Focus Bands and, if at least 1000 CP remain, a Splint`: two purchases, each an order of its own. The
//! condition of the second is asked when the first is made.

use super::missing_full_stop::SplitResult;
use crate::language::order::ActionKind;
use crate::language::orders::{OrderFileReader, ReadOrder};
use crate::language::span::Span;

const BUY_VERBS: [&str; 6] = ["buy", "buys", "purchase", "purchases", "get", "grab"];
/// Joints before a condition, with the thing behind it.
const JOINTS_BEFORE_CONDITION: [&str; 4] = [", and, if ", ", and if ", " and, if ", " and if "];
/// Joints before a thing, with its condition behind it.
const JOINTS_BEFORE_THING: [&str; 3] = [", plus ", " plus ", ", and a second "];

impl OrderFileReader<'_> {
    /// Splits a sentence into two purchases, of which the second has a condition of its own.
    pub(in crate::language::orders) fn split_second_purchase(&self, span: Span) -> Option<SplitResult> {
        if self.next_label.is_some() {
            return None;
        }
        let text = self.text(span).trim_end_matches(['.', ' ']);
        let (verb, start) = find_buy_verb(text)?;
        let before = text.get(..start)?;
        let (lead, doer) = before.rsplit_once(", ").map_or(("", before), |(lead, doer)| (lead, doer));
        let lead = if lead.is_empty() { String::new() } else { format!("{lead}, ") };
        for (at, joint, condition, thing) in find_second_purchases(text, start) {
            let first = Span::new(span.start, span.start + text.get(..at)?.trim_end().len());
            let rest = Span::new(span.start + at + joint, span.end);
            if self.prepared.is_quoted(rest.start) {
                continue;
            }
            let Some(parsed) = self.read_order(first).ok().filter(only_buys) else { continue };
            let thing = self.expand_second_item(&thing, &parsed);
            let rewritten = format!("{lead}if {condition}, {doer}{verb} {thing}");
            if let Some(second) = self.read_order_in_words(rest, &rewritten, Some(rest)).ok().filter(only_buys) {
                return Some(SplitResult::JoinedOrders {
                    first,
                    read: Box::new(parsed),
                    rest,
                    second: Some(Box::new(second)),
                });
            }
        }
        None
    }

    /// Replaces `a second one` by the item of the first purchase.
    fn expand_second_item(&self, thing: &str, parsed: &ReadOrder) -> String {
        let again =
            ["a second ", "another ", "second "].into_iter().find_map(|second_thing| thing.strip_prefix(second_thing));
        let bought = parsed.0.body.actions().filter_map(|action| match &action.kind {
            ActionKind::Buy { item, .. } => Some(item.text.clone()),
            _ => None,
        });
        match (again, bought.collect::<Vec<_>>().as_slice()) {
            (Some("one"), [item]) => format!("1 \"{item}\""),
            (Some(thing), _) => format!("1 {thing}"),
            (None, _) => thing.to_owned(),
        }
    }
}

/// Whether an order only buys, for one character.
fn only_buys(parsed: &ReadOrder) -> bool {
    parsed.0.body.actions().all(|action| matches!(action.kind, ActionKind::Buy { .. })) && parsed.1.is_empty()
}

fn find_buy_verb(text: &str) -> Option<(&str, usize)> {
    let mut start = 0;
    for word in text.split(' ') {
        if BUY_VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word)) {
            return Some((word, start));
        }
        start += word.len() + 1;
    }
    None
}

/// Every way to split off a second purchase: the byte offset of its joint, the joint's length, the condition and the
/// thing.
fn find_second_purchases(text: &str, from: usize) -> Vec<(usize, usize, String, String)> {
    let mut found = Vec::new();
    for joint in JOINTS_BEFORE_CONDITION {
        for (at, _) in text.match_indices(joint).filter(|(at, _)| *at >= from) {
            let rest = text.get(at + joint.len()..).unwrap_or_default();
            let ends = rest.match_indices(", ").filter_map(|(end, _)| rest.get(..end).zip(rest.get(end + 2..)));
            found.extend(ends.map(|(asked, thing)| {
                let thing = thing.strip_prefix("then ").unwrap_or(thing);
                (at, joint.len(), asked.to_owned(), thing.to_owned())
            }));
        }
    }
    for joint in JOINTS_BEFORE_THING {
        for (at, _) in text.match_indices(joint).filter(|(at, _)| *at >= from) {
            let rest = text.get(at + joint.len()..).unwrap_or_default();
            if let Some((thing, asked)) = rest.split_once(" if ") {
                let article = if joint.ends_with("second ") { "a second " } else { "" };
                found.push((at, joint.len(), asked.to_owned(), format!("{article}{thing}")));
            }
        }
    }
    found
}
