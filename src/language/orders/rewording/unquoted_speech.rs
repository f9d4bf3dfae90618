//! Speech without quotes: only the end of the sentence shows where it ends.
//!
//! `Tell Tokiomi: we accept` and `Use a Command Spell to order Saber to attack Archer` take the rest of the sentence as
//! the speech. It must contain nothing that could be an order or a condition of its own, and nothing that another
//! Command Spell is for. It must not be addressed to one of the seat's own: `Tell Saber: attack Lancer` is her order.

use crate::language::condition::{Who, Written};
use crate::language::name_book::NameKind;
use crate::language::order::{ActionKind, Order, SpellObject};
use crate::language::orders::OrderFileReader;
use crate::language::prepare::split::{begins_order, order_behind};
use crate::language::wordings;

/// Words that could add a condition or a time to what a spell orders, or begin another order.
const CONDITION_WORDS: [&str; 27] = [
    "if",
    "unless",
    "when",
    "whenever",
    "until",
    "till",
    "while",
    "once",
    "after",
    "before",
    "otherwise",
    "else",
    "provided",
    "assuming",
    "i",
    "we",
    "me",
    "phase",
    "round",
    "turn",
    "first",
    "then",
    "but",
    "instead",
    "as",
    "only",
    "should",
];
/// Words for the effects of other Command Spells.
const OTHER_SPELL_WORDS: [&str; 34] = [
    "kill",
    "kills",
    "survive",
    "withstand",
    "defend",
    "protect",
    "shield",
    "guard",
    "intercept",
    "behind",
    "flee",
    "retreat",
    "escape",
    "withdraw",
    "run",
    "leave",
    "spirit",
    "summon",
    "come",
    "return",
    "pursue",
    "chase",
    "follow",
    "here",
    "back",
    "hunt",
    "block",
    "save",
    "cover",
    "go",
    "move",
    "live",
    "die",
    "no",
];

impl OrderFileReader<'_> {
    /// Whether an order that was reworded takes more words for speech than is certain.
    pub(in crate::language::orders) fn has_doubtful_speech(&self, text: &str, order: &Order<Written>) -> bool {
        let written = self.prepared.in_names(text);
        let is_unquoted = |said: &str| !written.contains(&format!("\"{said}"));
        // `Tell Illya we accept if she is here`: behind a colon the condition is part of the message.
        let contains_clause =
            |said: &str| !written.contains(&format!(": {said}")) && contains_condition(&words_of(said));
        // `… to attack Archer if Lancer leaves`: the rest could belong to the speech.
        let is_punctuation = |c: char| matches!(c, '.' | '!' | '?' | ' ');
        let has_words_behind = |said: &str| match written.rsplit_once(said) {
            Some((_, behind)) => !behind.trim_matches(is_punctuation).is_empty(),
            // In other words: `a truce if …` for `a ceasefire`.
            None => {
                let said = said.trim_end_matches([',', ' ']);
                parts_before_conditions(&written).any(|part| wordings::ending_as_written(part, said).is_some())
            }
        };
        // `Tell Tokiomi we accept, and Gandr Archer`: an order must not be lost in a message.
        let contains_clause_or_order =
            |said: &str| contains_clause(said) || goes_on_otherwise(said) || self.contains_order(said);
        order.body.actions().any(|action| match &action.kind {
            ActionKind::Tell { to, text } if is_unquoted(text) => {
                self.prepared.names.is(&to.text, NameKind::Own)
                    || text.contains([':', '"'])
                    || has_words_behind(text)
                    || contains_clause_or_order(text)
            }
            ActionKind::Say(text) => {
                is_unquoted(text)
                    && (text.contains([':', '"']) || has_words_behind(text) || contains_clause_or_order(text))
            }
            ActionKind::Command { servant, object: SpellObject::Text(text), spell } if is_unquoted(text) => {
                let is_clear =
                    spell.text.eq_ignore_ascii_case("Obey me!") && self.is_clear_command(servant, text, &written);
                !is_clear || has_words_behind(text.trim_start_matches("do not "))
            }
            _ => false,
        })
    }

    /// Whether an order could begin somewhere within speech.
    fn contains_order(&self, said: &str) -> bool {
        let things =
            || [NameKind::Skill, NameKind::Item].into_iter().flat_map(|kind| self.prepared.names.of_kind(kind));
        let begins_order_or_thing = |rest: &str| {
            let begins_with_name = |name: &str| rest.get(..name.len()).is_some_and(|of| of.eq_ignore_ascii_case(name));
            begins_order(rest) || things().any(begins_with_name)
        };
        order_behind(said, &[";", ",", " and ", " then ", ". "], begins_order_or_thing)
    }

    /// Whether words can only be what "Obey me!" orders a Servant to do.
    fn is_clear_command(&self, servant: &Who<Written>, said: &str, written: &str) -> bool {
        let is_own = match servant {
            Who::Named(name) => self.prepared.names.is(&name.text, NameKind::Own),
            _ => true,
        };
        let words = words_of(said);
        let contains_any = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
        // If the spell is not named, another one could be meant.
        let names_spell = written.to_ascii_lowercase().contains("obey me!");
        let contains_order =
            said.match_indices(" and ").any(|(at, and)| said.get(at + and.len()..).is_some_and(begins_order));
        let has_condition_word =
            contains_any(&CONDITION_WORDS) || contains_order || said.contains([';', '"', ':', ',']);
        let is_plain = !has_condition_word || (names_spell && !contains_condition(&words));
        is_own
            && words.len() > 1
            && is_plain
            && !said.starts_with("the order being")
            && (names_spell || !contains_any(&OTHER_SPELL_WORDS))
    }
}

/// Whether words contain a condition, which could belong to the spell or to what it orders.
fn contains_condition(words: &[String]) -> bool {
    words.iter().any(|word| {
        matches!(word.as_str(), "if" | "unless" | "when" | "once" | "after" | "until" | "otherwise" | "else")
    })
}

/// `Say: we attack Lancer. Else Gandr Lancer`: whether a sentence of a message could be an order for the other case.
fn goes_on_otherwise(said: &str) -> bool {
    let said = said.to_lowercase();
    [". else", ". otherwise", "; else", "; otherwise"].iter().any(|joint| said.contains(joint))
}

fn opens_condition(word: &str) -> bool {
    matches!(
        word.to_ascii_lowercase().as_str(),
        "if" | "unless" | "when" | "whenever" | "while" | "once" | "after" | "until" | "otherwise" | "else"
    )
}

/// The text before each word that opens a condition.
fn parts_before_conditions(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(' ').filter_map(|(at, space)| {
        let (part, behind) = (text.get(..at)?, text.get(at + space.len()..)?);
        let word = behind.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        opens_condition(word).then(|| part.trim_end_matches([',', ' ']))
    })
}

/// Whether a message behind `that` could go on with a condition or with another order: `Tell Illya that we won and
/// Gandr Lancer`, `… that Lancer is dead if he is dead`.
pub(in crate::language::orders) fn has_unclear_end(message: &str) -> bool {
    const JOINTS: [&str; 7] = [" and ", " but ", " then ", ",", ";", ":", ". "];
    JOINTS.iter().any(|joint| message.contains(joint)) || words_of(message).iter().any(|word| opens_condition(word))
}

fn words_of(said: &str) -> Vec<String> {
    said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
