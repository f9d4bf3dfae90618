//! Talk between orders: greetings, sign-offs, remarks to the GM. It is kept for the GM to read.
//!
//! No order may be lost as talk. An unreadable sentence is talk only if it is made of greetings, thanks and the like
//! (`grammar/remarks.pest`) and nothing in it could belong to an order: nobody's name, no verb of an order, no known
//! skill, item or location, no word that changes another order, and nothing that could be one of them misspelt.

use crate::language::condition::Written;
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::glyphs::is_mark;
use crate::language::name_book::{NameKind, is_word_of_the_language};
use crate::language::order::{ActionKind, Order};
use crate::language::orders::{OrderFileReader, codes};
use crate::language::parser::{Rule, matches_rule};
use crate::language::prepare::split::begins_order;
use crate::language::span::Span;

/// Words that withdraw or correct what was just written: `Sorry, I meant Lancer.`
pub(in crate::language::orders) const CORRECTIONS: [&str; 16] = [
    "actually",
    "changed",
    "correction",
    "disregard",
    "forget",
    "ignore",
    "mean",
    "meant",
    "mistake",
    "mistaken",
    "oops",
    "rather",
    "scratch",
    "typo",
    "undo",
    "wrong",
];
/// Words that can change what another order does, or when.
pub(in crate::language::orders) const CHANGING_WORDS: [&str; 31] = [
    "after",
    "all",
    "any",
    "before",
    "both",
    "but",
    "each",
    "either",
    "else",
    "every",
    "except",
    "if",
    "instead",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "not",
    "nothing",
    "nowhere",
    "once",
    "only",
    "or",
    "otherwise",
    "then",
    "twice",
    "unless",
    "until",
    "when",
    "while",
];
/// Words for the subjects of orders; talk contains none of them.
const ORDER_SUBJECTS: [&str; 32] = [
    "action",
    "actions",
    "alliance",
    "ap",
    "attack",
    "attacks",
    "ceasefire",
    "civilian",
    "civilians",
    "contract",
    "cp",
    "cs",
    "enemies",
    "enemy",
    "familiar",
    "health",
    "hp",
    "igm",
    "item",
    "items",
    "mana",
    "mp",
    "myself",
    "np",
    "opponent",
    "opponents",
    "phantasm",
    "self",
    "sp",
    "spell",
    "spells",
    "spirit",
];
/// Words of change that talk may contain.
pub(in crate::language::orders) const HARMLESS_CHANGING_WORDS: [&str; 5] = ["all", "but", "not", "or", "once"];

impl OrderFileReader<'_> {
    /// Reports all talk in one note.
    pub(in crate::language::orders) fn report_talk(&mut self) {
        let Some(first) = self.talk.first().copied() else { return };
        let excerpts: Vec<String> = self.talk.iter().map(|span| format!("`{}`", self.excerpt(*span))).collect();
        let max_shown = 6;
        let more = if excerpts.len() > max_shown {
            format!(" and {} more", excerpts.len() - max_shown)
        } else {
            String::new()
        };
        let words = excerpts.iter().take(max_shown).cloned().collect::<Vec<_>>().join(", ");
        let message = format!("taken as talk, no order; the GM can read it: {words}{more}");
        self.push_diagnostic(Diagnostic::hint(codes::NOTE, self.prepared.original_span(first), message));
    }

    /// Warns that words below an order seem to change it (`… instead`, `Otherwise, …`, `No wait, Lancer.`) but are not
    /// understood. The order stands.
    pub(in crate::language::orders) fn warn_order_unchanged(&mut self, span: Span) {
        let Some(above) = self.order_above.take() else { return };
        let text = self.text(span);
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_lowercase).collect();
        let begins_with_change = words.iter().find(|word| !word.is_empty()).is_some_and(|word| {
            matches!(
                word.as_str(),
                "but" | "else" | "except" | "never" | "no" | "not" | "only" | "otherwise" | "twice" | "until" | "with"
            )
        });
        let has_correction = words.iter().any(|word| {
            ["instead", "don", "dont", "not", "unless", "except", "exclude", "stop"].contains(&word.as_str())
                || CORRECTIONS.contains(&word.as_str())
        });
        // `Do it after Rin's Gandr.` · `Do this only if C.` · `Leave out Archer.`
        let refers_to_order = words.windows(2).any(|pair| match pair {
            [verb, object] => {
                verb == "do" && ["it", "so", "this", "that"].contains(&object.as_str())
                    || verb == "leave" && object == "out"
            }
            _ => false,
        });
        if begins_with_change || has_correction || refers_to_order {
            let shown = self.excerpt(span);
            self.push_diagnostic(
                Diagnostic::warning(
                    codes::UNCHANGED,
                    above,
                    format!("THIS IS CARRIED OUT AS IT STANDS: `{shown}` below may be meant to change it, and is not understood (A235)"),
                )
                .note("say both in one order: `If C, A; otherwise, B.`"),
            );
        }
    }

    /// Whether a sentence that cannot be read is talk.
    pub(in crate::language::orders) fn is_talk(&self, span: Span) -> bool {
        let text = self.text(span);
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span));
        let is_scouting =
            |order: &Order<Written>| order.body.actions().any(|action| matches!(action.kind, ActionKind::Scout(_)));
        let is_command = |order: &Order<Written>| {
            order.body.actions().all(|action| matches!(action.kind, ActionKind::Command { .. }))
        };
        if above.is_some_and(is_scouting) && matches_rule(Rule::whole_report_request, text)
            || above.is_some_and(is_command) && matches_rule(Rule::whole_spell_remark, text)
        {
            return true;
        }
        let names = self.prepared.names;
        // A statement of the Logic Game is an order, in any words.
        let is_colour = |word: &str| ["red", "blue", "gold"].iter().any(|colour| word.eq_ignore_ascii_case(colour));
        if text.split_whitespace().any(|word| is_colour(word.trim_matches(|c: char| !c.is_alphabetic()))) {
            return false;
        }
        let things = [NameKind::Skill, NameKind::Item, NameKind::Location, NameKind::Service, NameKind::CommandSpell];
        let names_thing = |c: char| is_mark(c) && things.iter().any(|kind| names.mark_is(c, *kind));
        // `Sorry, Lancer.` corrects the order above, and `Good luck, Lancer` may not; they cannot be told apart.
        let ends_in_other = text.trim_end().ends_with(|c: char| is_mark(c) && names.mark_is(c, NameKind::Character));
        if ends_in_other || text.contains(names_thing) || text.contains(['"', ':', '=', '<', '>', '\u{2192}', '@']) {
            return false;
        }
        let words: Vec<&str> = text
            .split(|c: char| !(c.is_alphanumeric() || c == '\'' || is_mark(c)))
            .filter(|word| !word.is_empty())
            .collect();
        let has_no_name = |word: &&&str| !word.contains(is_mark);
        let lower: Vec<String> = words.iter().filter(has_no_name).map(|word| word.to_lowercase()).collect();
        let is_change = |word: &String| {
            let word = word.as_str();
            CORRECTIONS.contains(&word) || CHANGING_WORDS.contains(&word) && !HARMLESS_CHANGING_WORDS.contains(&word)
        };
        let is_about_orders =
            |word: &String| ORDER_SUBJECTS.contains(&word.as_str()) || word.contains(|c: char| c.is_ascii_digit());
        if !matches_rule(Rule::whole_talk, text) || lower.iter().any(|word| is_change(word) || is_about_orders(word)) {
            return false;
        }
        let begins_order_at = |at: usize| text.get(at..).is_some_and(begins_order);
        let starts = text.char_indices().filter(|(at, c)| {
            c.is_alphabetic()
                && !text
                    .get(..*at)
                    .and_then(|before| before.chars().next_back())
                    .is_some_and(|c| c.is_alphanumeric() || c == '\'')
        });
        if starts.into_iter().any(|(at, _)| begins_order_at(at)) {
            return false;
        }
        let known_words = || {
            [NameKind::Skill, NameKind::Item, NameKind::Location]
                .into_iter()
                .flat_map(|kind| names.of_kind(kind))
                .flat_map(|name| name.split(' '))
        };
        let is_misspelt_name = |word: &String| {
            word.chars().count() >= 4 && !is_word_of_the_language(word) && nearest(word, known_words()).is_some()
        };
        // `I'm guarding`: a known skill's name with an ending.
        let is_inflected_name =
            |word: &String| known_words().any(|name| name.len() >= 3 && word.starts_with(&name.to_lowercase()));
        !lower.iter().any(|word| is_misspelt_name(word) || is_inflected_name(word))
    }
}
