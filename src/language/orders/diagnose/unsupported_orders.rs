//! Requests for which the book has no order, with what to write instead.

use crate::language::diagnostic::Diagnostic;
use crate::language::name_book::NameKind;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{Rule, codes};
use crate::language::pairs::Pair;

impl OrderBuilder<'_> {
    /// The error for words that are no order, with what to write instead.
    pub(in crate::language::orders) fn unsupported_order_error(&self, pair: &Pair<'_, Rule>) -> Diagnostic {
        let span = self.reader.original_span(pair);
        if let Some((message, note)) = find_shield_advice(self.sentence) {
            return Diagnostic::error(codes::NOT_UNDERSTOOD, span, message).note(note);
        }
        if matches!(pair.as_rule(), Rule::forbidding | Rule::forbids_all) {
            let message = "an order says what is to be done: what is not ordered is not done";
            return Diagnostic::error(codes::NOT_UNDERSTOOD, span, message)
                .note("leave this out; or put the condition at what is done: `If C, A.`, `Unless C, A.`");
        }
        let mut words = pair.as_str().split_whitespace();
        let word = words.next().unwrap_or_default().to_lowercase();
        // `keep cutting Lancer`
        if word.starts_with("keep") && words.next().is_some_and(|next| next.ends_with("ing") && next != "paying") {
            let message = "what goes on is said by how often it is done";
            let note = self.reader.context.fill_placeholders("write `Attack {foe} as often as possible.`, or a skill");
            return Diagnostic::error(codes::NOT_UNDERSTOOD, span, message).note(note);
        }
        // `keep 1 AP for …` is not about an upkeep.
        let names_points =
            pair.as_str().to_lowercase().split_whitespace().any(|word| ["ap", "sp", "cp"].contains(&word));
        let word = if word.starts_with("keep") && names_points { "save".to_owned() } else { word };
        // `keep an eye out`, `keeps the first`
        if word.starts_with("keep") && !self.names_skill(pair.as_str()) {
            let message = "nothing is kept by an order: what is not ordered is not done";
            let note = "leave it out; say what is to be done, and when: `If C, A.`";
            return Diagnostic::error(codes::NOT_UNDERSTOOD, span, message).note(note);
        }
        let found = UNSUPPORTED_VERBS.iter().find(|(verbs, ..)| verbs.iter().any(|verb| word.starts_with(verb)));
        let (_, message, note) = found.unwrap_or(&UNSUPPORTED_VERBS[0]);
        let note = self.reader.context.fill_placeholders(note);
        Diagnostic::error(codes::NOT_UNDERSTOOD, span, *message).note(note)
    }

    /// Whether words name a skill, or speak of an upkeep.
    fn names_skill(&self, words: &str) -> bool {
        words.to_lowercase().contains("pay") || words.chars().any(|c| self.names.mark_is(c, NameKind::Skill))
    }
}

/// The reason and the advice for a sentence that asks a Servant to stand before somebody, or forbids it.
pub(in crate::language::orders) fn find_shield_advice(sentence: &str) -> Option<(&'static str, &'static str)> {
    const VERBS: [&str; 5] = ["shield", "protect", "intercept", "bodyguard", "block"];
    const PHRASES: [&str; 4] = ["in front of", "take the hits for", "take hits for", "take the blows for"];
    const DENIALS: [&str; 7] = ["don't", "doesn't", "not", "never", "nobody", "cannot", "can't"];
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !(c.is_alphabetic() || c == '\'')).collect();
    let asks = words.first().is_some_and(|first| ["if", "unless", "when", "once", "should", "after"].contains(first));
    let shields = words.iter().any(|word| VERBS.contains(word)) || PHRASES.iter().any(|phrase| lower.contains(phrase));
    if asks || !shields || lower.contains('"') {
        return None;
    }
    Some(match words.iter().any(|word| DENIALS.contains(word)) {
        true => (
            "a Servant stands before its own Master by itself, whether or not it is ordered (R258)",
            "the Command Spell \"Get behind me!\" keeps it from that (R178)",
        ),
        false => (
            "a Servant stands before its own Master by itself; nobody else is shielded by an order (R258)",
            "a skill may do it (`Use SKILL on CHARACTER.`), and the Command Spell \"Defend X!\"; of several Servants: `Protect me with SERVANT.`",
        ),
    })
}

/// Verbs that are no orders, the reason, and what to write instead (R174, R178, R187, A064).
const UNSUPPORTED_VERBS: [(&[&str], &str, &str); 7] = [
    (
        &["follow", "chas", "pursu", "escort"],
        "nobody is followed: a move names its place, and all move at once",
        "write `Move to {place}.`, `If {own} leaves this location, move to {place}.`",
    ),
    (
        &["intercept", "shield", "guard", "defend"],
        "a Servant stands before its own Master by itself; nobody else is shielded by an order",
        "a skill may do it (`Use SKILL on CHARACTER.`), and the Command Spell \"Defend X!\"; whom several Servants' Master is protected by: `Protect me with SERVANT.`",
    ),
    (
        &["repeat"],
        "an order is written out: nothing is repeated by a word",
        "write how often: `Attack {foe} 3 times.`; the orders of last Turn are sent anew",
    ),
    (
        &["keep", "maintain"],
        "an upkeep is paid by itself, as long as it can be",
        "leave it out; what ends it is an order: `If I have less than {number} Mana, stop paying for {skill}.`",
    ),
    (
        &["treat", "regard", "consider", "ignor", "spar"],
        "who is friend or foe is no order: an attack strikes whom it names",
        "leave it out; or write whom an order leaves out: `Use SKILL on every opponent except {foe}.`",
    ),
    (
        &["agree"],
        "an alliance stands when both sides have written it",
        "write `Ally with {team}.` or `Ceasefire with {team}.`",
    ),
    (
        &["sav", "limit"],
        "nothing is saved by an order: what is not ordered is not spent",
        "order so much and no more; a condition says when: `If C, use {skill} on {foe}.`",
    ),
];
