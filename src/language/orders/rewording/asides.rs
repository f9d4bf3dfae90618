//! Talk around an order in one sentence: a reason (`…, because I need the Mana`), a purpose (`… so that we know`), a
//! fact (`I don't trust him, so …`). It becomes a note for the GM; the rest is the order.
//! No order and no condition may be lost as a reason. A clause is a note only if it names no skill, item or location
//! that the order does not name, contains no number and no word that changes an order, and cannot be read as a
//! condition: `…, since Lancer attacked me` is refused, because it could be meant as one. Before the order, a note
//! contains no verb of an order.

use std::rc::Rc;

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::is_mark;
use crate::language::name_book::NameKind;
use crate::language::order::{ActionKind, Order, SpellObject};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::letter::talk::{CHANGING_WORDS, CORRECTIONS, HARMLESS_CHANGING_WORDS};
use crate::language::orders::people::answers::has_mismatched_answer;
use crate::language::orders::people::pronouns::people_in;
use crate::language::orders::people::teams::{misspells_names, names_strangers};
use crate::language::orders::rewording::open_endings::leaves_ending_open;
use crate::language::orders::rewording::questions::should_as_condition;
use crate::language::orders::sentence::order_builder::negate;
use crate::language::orders::{NameBook, OrderFileReader, ReadOrder, codes};
use crate::language::parser::{Rule, matches_rule};
use crate::language::prepare::split::begins_order;
use crate::language::span::Span;
use crate::language::wordings;

/// A sentence split into the order and the note about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::language::orders) struct WithNote {
    pub(in crate::language::orders) order: String,
    pub(in crate::language::orders) note: String,
}

/// How a clause relates to its order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClauseRelation {
    /// `because …`: a reason. What it says of its writer is no condition.
    Cause,
    /// `since …`: a reason that can be meant as a condition.
    Reason,
    /// `as …`: a reason, or a time.
    ReasonOrTime,
    /// `so that …`, `so we can …`: a purpose.
    Purpose,
    /// `…, so` before the order: a fact.
    Fact,
    /// `… even if C`: a concession, which changes nothing.
    Concession,
    /// `…; I don't trust him` behind the order: the player's own remark, never part of the order.
    Aside,
    /// `…, he's our friend tonight` behind the order: the same behind a comma.
    AsideAfterComma,
}

/// Words that lead a clause behind an order; a comma may stand before them, or must where one is written here.
const TRAILING_CLAUSES: [(&str, ClauseRelation); 53] = [
    ("to see if ", ClauseRelation::Purpose),
    ("just to see if ", ClauseRelation::Purpose),
    (", not before", ClauseRelation::Purpose),
    (", and not before", ClauseRelation::Purpose),
    ("just to see ", ClauseRelation::Purpose),
    ("to finish", ClauseRelation::Purpose),
    ("to finish him", ClauseRelation::Purpose),
    ("to finish her", ClauseRelation::Purpose),
    ("to finish him off", ClauseRelation::Purpose),
    ("to finish her off", ClauseRelation::Purpose),
    ("to rest", ClauseRelation::Purpose),
    ("for good measure", ClauseRelation::Purpose),
    ("for his trouble", ClauseRelation::Purpose),
    ("for her trouble", ClauseRelation::Purpose),
    ("I guess", ClauseRelation::Purpose),
    ("I think", ClauseRelation::Purpose),
    ("even if ", ClauseRelation::Concession),
    ("even when ", ClauseRelation::Concession),
    ("whether or not ", ClauseRelation::Concession),
    ("because ", ClauseRelation::Cause),
    ("since ", ClauseRelation::Reason),
    (", seeing as ", ClauseRelation::Reason),
    (", seeing that ", ClauseRelation::Reason),
    (", given that ", ClauseRelation::Reason),
    (", now that ", ClauseRelation::Reason),
    (", as ", ClauseRelation::ReasonOrTime),
    ("so that ", ClauseRelation::Purpose),
    ("so we can ", ClauseRelation::Purpose),
    ("so I can ", ClauseRelation::Purpose),
    ("so she can ", ClauseRelation::Purpose),
    ("so he can ", ClauseRelation::Purpose),
    ("so I have ", ClauseRelation::Purpose),
    ("so we have ", ClauseRelation::Purpose),
    ("in order to ", ClauseRelation::Purpose),
    ("so we get ", ClauseRelation::Purpose),
    ("so I get ", ClauseRelation::Purpose),
    ("to see ", ClauseRelation::Purpose),
    ("to check ", ClauseRelation::Purpose),
    ("to recover", ClauseRelation::Purpose),
    ("to recover ", ClauseRelation::Purpose),
    ("to regain ", ClauseRelation::Purpose),
    ("to get some ", ClauseRelation::Purpose),
    ("to get back some ", ClauseRelation::Purpose),
    ("to get my Health ", ClauseRelation::Purpose),
    ("to get my Mana ", ClauseRelation::Purpose),
    ("to get her Health ", ClauseRelation::Purpose),
    ("to get her Mana ", ClauseRelation::Purpose),
    ("to get his Health ", ClauseRelation::Purpose),
    ("to get his Mana ", ClauseRelation::Purpose),
    ("to find out ", ClauseRelation::Purpose),
    ("to make sure ", ClauseRelation::Purpose),
    ("to be on the safe side", ClauseRelation::Purpose),
    ("to be safe", ClauseRelation::Purpose),
];
/// Words that introduce a clause before an order; a comma ends it.
const LEADING_CLAUSES: [(&str, ClauseRelation); 6] = [
    ("because ", ClauseRelation::Cause),
    ("since ", ClauseRelation::Reason),
    ("seeing as ", ClauseRelation::Reason),
    ("given that ", ClauseRelation::Reason),
    ("now that ", ClauseRelation::Reason),
    ("as ", ClauseRelation::ReasonOrTime),
];
/// Words of change that a reason may contain, because they deny something and change nothing.
const DENIALS: [&str; 5] = ["no", "not", "never", "nothing", "any"];
/// Words that could say when, how often, with whom or on whom; no note behind an order contains them.
const LIMITS: [&str; 24] = [
    "phase",
    "phases",
    "round",
    "turn",
    "turns",
    "time",
    "times",
    "later",
    "late",
    "last",
    "first",
    "second",
    "third",
    "too",
    "also",
    "well",
    "same",
    "rest",
    "other",
    "must",
    "should",
    "provided",
    "permitting",
    "minus",
];
/// What a reason with `as`, or a sentence behind an order, is about; of anybody else it is a time.
const REMARK_SUBJECTS: [&str; 9] = ["i", "we", "it", "that", "this", "there", "i'm", "we're", "it's"];

/// What a remark behind a comma is about.
const COMMA_REMARK_SUBJECTS: [&str; 18] = [
    "it", "it's", "it'll", "that's", "there's", "we", "we've", "we're", "we'll", "i", "i've", "i'll", "he's", "he'll",
    "she's", "she'll", "they're", "they'll",
];
/// Words with which a remark behind a comma could correct the order, or say how much of it is meant.
const COMMA_REMARK_LIMITS: [&str; 17] = [
    "all",
    "always",
    "dead",
    "enough",
    "everything",
    "half",
    "less",
    "like",
    "mine",
    "more",
    "once",
    "prefer",
    "rather",
    "twice",
    "want",
    "without",
    "wish",
];

/// What a remark behind a comma wishes for, which no order does by itself: `, I want to save the Mana`.
const WISHES: [&str; 9] = [
    "i want to save the mana",
    "i want to save my mana",
    "i want to save mana",
    "i want to see ",
    "i want to know ",
    "i don't want to pay",
    "i don't want it",
    "we don't need it",
    "i don't need it",
];

/// Whether a remark says what its author wishes for, of nobody and nothing by name.
fn is_wish(note: &str) -> bool {
    let lower = note.to_lowercase();
    WISHES.iter().any(|wish| lower.starts_with(wish)) && !note.contains(is_mark)
}

/// Whether a clause is about the Turn before this one, which its author knows.
fn is_of_last_turn(words: &[String]) -> bool {
    let ends: Vec<&str> = words.iter().rev().take(2).map(String::as_str).collect();
    matches!(ends.as_slice(), ["turn" | "night", "last"] | ["yesterday", ..])
}

/// Whether words could say when, how often or on whom something is done, or change it.
pub(super) fn may_limit(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.into_iter().any(|word| {
        let word = word.as_str();
        let changes = CHANGING_WORDS.contains(&word) && !HARMLESS_CHANGING_WORDS.contains(&word);
        LIMITS.contains(&word) || changes && !DENIALS.contains(&word) || word.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// `he is in my way`: whether a remark says what somebody is.
fn says_what_somebody_is(words: &[String]) -> bool {
    matches!(words, [who, is, ..] if ["he", "she", "they"].contains(&who.as_str()) && ["is", "are"].contains(&is.as_str()))
}

/// Whether a word could correct an order, or say how much of it is meant.
fn is_correction_or_amount(word: &str) -> bool {
    COMMA_REMARK_LIMITS.contains(&word) || CORRECTIONS.contains(&word)
}

/// Whether a condition has somebody do something to themselves, which no order asks.
fn has_deed_against_oneself(order: &Order<Written>) -> bool {
    let deeds = order.body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.into_iter().any(|deed| matches!(&deed.who, Who::Named(_)) && deed.object() == Some(&deed.who))
}

/// `If Lancer does not attack, A at the end of the phase; otherwise, B`: whether the denial is checked before the delay
/// has passed.
fn checks_denial_too_early(order: &Order<Written>) -> bool {
    let [first, others @ ..] = order.body.branches.as_slice() else { return false };
    let denies_deed = |guard: &Condition<Written>| matches!(guard, Condition::Not(inner) if inner.statements().iter().any(|said| said.deed().is_some()));
    let is_delayed = first.actions.iter().any(|action| !action.delay.is_none());
    is_delayed && !others.is_empty() && first.guards.iter().any(denies_deed)
}

/// `If Lancer is here, Cut him; if he's gone, Archer`: whether one condition below another denies it, so that what it
/// is of would never be done.
fn has_contradictory_guards(order: &Order<Written>) -> bool {
    let denies_another = |guards: &[Condition<Written>]| guards.iter().any(|guard| guards.contains(&negate(guard)));
    order.body.branches.iter().any(|branch| denies_another(&branch.guards))
}

/// Whether a condition of an order says `that character` before it names anybody. The rewording then produced an order
/// in which the words refer to nobody.
pub(super) fn has_dangling_antecedent(order: &Order<Written>) -> bool {
    let names_somebody = |who: &Who<Written>| {
        matches!(
            who,
            Who::OneOf(_)
                | Who::WhoDid(_)
                | Who::WhomDid(_)
                | Who::Named(_)
                | Who::Any(_)
                | Who::Every(_)
                | Who::UpTo(..)
        )
    };
    order.body.branches.iter().any(|branch| {
        let awaited = branch.actions.iter().filter_map(|action| action.delay.awaited.as_ref());
        let asked = order.body.read_at.awaited.iter().chain(&branch.guards).chain(awaited);
        let first = asked.flat_map(people_in).find(|who| names_somebody(who) || **who == Who::Antecedent);
        first == Some(&Who::Antecedent)
    })
}

impl OrderFileReader<'_> {
    /// Reads one sentence through the table of wordings, if the wordings agree on one order.
    pub(in crate::language::orders) fn read_reworded(&self, span: Span, text: &str) -> Option<ReadOrder> {
        self.unambiguous_rewording(span, text, |parsed, names| !names_strangers(parsed, names))
    }

    /// Does the same where only names are misspelt, so that the diagnostic reports the name and not the table's words.
    pub(in crate::language::orders) fn read_reworded_with_misspelt_names(
        &self,
        span: Span,
        text: &str,
    ) -> Option<ReadOrder> {
        self.unambiguous_rewording(span, text, misspells_names)
    }

    /// The one order that the table of wordings has for a sentence, if it passes the test `fits`.
    fn unambiguous_rewording(
        &self,
        span: Span,
        text: &str,
        fits: fn(&ReadOrder, &NameBook) -> bool,
    ) -> Option<ReadOrder> {
        let mut readings: Vec<ReadOrder> = Vec::new();
        if has_mismatched_answer(text, self.prepared.names) || goes_alone_or_together(text) {
            return None;
        }
        let as_condition = should_as_condition(text);
        let should = as_condition.as_deref().map(|text| self.find_rewordings(text));
        let rewordings = self.find_rewordings(&self.strip_actor(text));
        for rewording in rewordings.iter().chain(should.iter().flat_map(|found| found.iter())) {
            if let Ok(parsed) = self.parse_order_in_words(span, rewording, Some(span))
                && fits(&parsed, self.prepared.names)
                && !self.has_doubtful_speech(text, &parsed.0)
                && !has_dangling_antecedent(&parsed.0)
                && !checks_denial_too_early(&parsed.0)
                && !has_contradictory_guards(&parsed.0)
                && !leaves_ending_open(text, &parsed.0)
                && readings.iter().all(|known| known.0 != parsed.0)
            {
                readings.push(parsed);
            }
        }
        readings.pop().filter(|_| readings.is_empty())
    }

    /// The rewordings of a text by the table of wordings.
    fn find_rewordings(&self, text: &str) -> Rc<[String]> {
        if let Some(known) = self.rewordings.borrow().get(text) {
            return Rc::clone(known);
        }
        let found: Rc<[String]> = wordings::order_wordings(text).into();
        self.rewordings.borrow_mut().insert(text.to_owned(), Rc::clone(&found));
        found
    }

    /// The orders that one sentence gives if it gives several, and there is one way to read it.
    pub(in crate::language::orders) fn read_several_orders(&self, span: Span) -> Option<Vec<ReadOrder>> {
        let text = self.text(span);
        let mut readings: Vec<Vec<ReadOrder>> = Vec::new();
        for rewording in wordings::several_order_wordings(&self.strip_actor(text)) {
            let parsed: Result<Vec<ReadOrder>, OrderError> =
                rewording.iter().map(|order| self.read_order_in_words(span, order, Some(span))).collect();
            if let Ok(parsed) = parsed
                && parsed.iter().all(|parsed| {
                    !names_strangers(parsed, self.prepared.names)
                        && !has_dangling_antecedent(&parsed.0)
                        && !has_deed_against_oneself(&parsed.0)
                })
                && !drops_condition(text, &parsed)
                && !lacks_destination(&parsed, self.prepared.names)
                && readings.iter().all(|known| known.iter().map(|reading| &reading.0).ne(parsed.iter().map(|of| &of.0)))
            {
                readings.push(parsed);
            }
        }
        readings.pop().filter(|orders| readings.is_empty() && !self.scouts_twice(orders))
    }

    /// Whether the orders begin with a scouting below another scouting, so that `there` is ambiguous.
    fn scouts_twice(&self, orders: &[ReadOrder]) -> bool {
        let scouts =
            |order: &Order<Written>| order.body.actions().any(|action| matches!(action.kind, ActionKind::Scout(_)));
        let above = self.parsed.orders.last().filter(|_| self.order_above.is_some());
        let first = orders.first().map(|parsed| &parsed.0).filter(|_| orders.len() > 1);
        above.zip(first).is_some_and(|(above, first)| scouts(above) && scouts(first))
    }

    /// Reads one sentence without what is only said about it, which is a note for the GM.
    pub(in crate::language::orders) fn read_without_aside(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let mut readings: Vec<ReadOrder> = Vec::new();
        for WithNote { order, note } in self.split_asides(text) {
            let reworded = || {
                let found = self.read_reworded(span, &order);
                let found = found.or_else(|| self.read_without_early_time(span, &order));
                found.or_else(|| self.read_without_natural_time(span, &order))
            };
            let parsed = match self.parse_order_in_words(span, &order, Some(span)) {
                Err(OrderError::Unparsed(_) | OrderError::Unsupported(_)) => reworded(),
                Err(fault) if fault.may_be_reworded(&order) => reworded(),
                parsed => parsed.ok(),
            };
            let has_known_names = |parsed: &ReadOrder| !names_strangers(parsed, self.prepared.names);
            let parsed =
                parsed.filter(|parsed| has_known_names(parsed) && readings.iter().all(|known| known.0 != parsed.0));
            let Some((order, companions, mut warnings)) = parsed else { continue };
            let note = self.prepared.in_names(&note);
            let message = format!("taken as a note, no part of the order; the GM can read it: `{note}`");
            warnings.push(Diagnostic::hint(codes::NOTE, order.span, message));
            readings.push((order, companions, warnings));
        }
        readings.pop().filter(|_| readings.is_empty())
    }

    /// `We are allied with Green from now on`: whether a fact is an order by the table of wordings.
    fn is_order_in_words(&self, fact: &str) -> bool {
        self.find_rewordings(fact).iter().any(|rewording| begins_order(rewording))
    }

    /// Each way to split a sentence into an order and a note.
    pub(in crate::language::orders) fn split_asides(&self, text: &str) -> Vec<WithNote> {
        let mut splits: Vec<WithNote> = Vec::new();
        let lower = text.to_ascii_lowercase();
        // `"Defend Rin!" Saber is to cover me.`: what the Command Spell does anyway.
        if let Some((order, note)) = text.rfind('"').and_then(|at| text.split_at_checked(at + 1)) {
            let note = note.trim_start_matches([',', ';', ' ']).trim_end_matches(['.', '!', ' ']);
            if matches_rule(Rule::whole_spell_remark, note) {
                splits.push(WithNote { order: order.to_owned(), note: note.to_owned() });
            }
        }
        let mut add = |relation: ClauseRelation, order: &str, note: &str| {
            let (order, note) = (order.trim(), note.trim().trim_end_matches(['.', '!']));
            if self.is_note(relation, note, order) {
                splits.push(WithNote { order: order.to_owned(), note: note.to_owned() });
            }
        };
        for (lead, relation) in LEADING_CLAUSES {
            if lower.starts_with(lead)
                && let Some((note, order)) = text.get(lead.len()..).and_then(|rest| rest.split_once(", "))
            {
                add(relation, order, note);
            }
        }
        for joint in [", so ", "; so "] {
            if let Some(at) = lower.find(joint)
                && let (Some(note), Some(order)) = (text.get(..at), text.get(at + joint.len()..))
            {
                add(ClauseRelation::Fact, order, note);
            }
        }
        // `…; I don't want it active any longer.`
        for separator in ["; ", " - "] {
            if let Some((order, note)) = text.split_once(separator) {
                add(ClauseRelation::Aside, order, note);
            }
        }
        if let Some((order, note)) = text.rsplit_once(", ") {
            add(ClauseRelation::AsideAfterComma, order, note);
        }
        for (lead, relation) in TRAILING_CLAUSES {
            let lead = if lead.starts_with(',') { lead.to_owned() } else { format!(" {lead}") };
            if let Some(at) = lower.find(&lead.to_ascii_lowercase())
                && let (Some(order), Some(note)) = (text.get(..at), text.get(at + lead.trim_end().len()..))
            {
                let keeps_lead = lead.ends_with(|c: char| c.is_alphabetic());
                if keeps_lead && !note.trim().trim_end_matches('.').is_empty() {
                    continue;
                }
                let whole = text.get(at..).unwrap_or_default().trim_start_matches(',').trim();
                let says_lead = keeps_lead || lead.contains(" to get ");
                add(relation, order.trim_end_matches(','), if says_lead { whole } else { note });
            }
        }
        splits
    }

    /// Whether a clause beside an order can only be a note.
    fn is_note(&self, relation: ClauseRelation, note: &str, order: &str) -> bool {
        let names = self.prepared.names;
        let things = [NameKind::Skill, NameKind::Item, NameKind::Location, NameKind::Service, NameKind::CommandSpell];
        let names_new_thing = |c: char| {
            is_mark(c)
                && !order.contains(c)
                && (relation == ClauseRelation::Purpose || things.iter().any(|kind| names.mark_is(c, *kind)))
        };
        if order.is_empty() || relation == ClauseRelation::Concession {
            return !order.is_empty() && matches_rule(Rule::whole_concession, note);
        }
        let has_mark_of_order = note.contains(['"', ':', ';', '=', '<', '>', '(', '@']);
        if !matches_rule(Rule::whole_remark, note) || note.contains(names_new_thing) || has_mark_of_order {
            return false;
        }
        let is_separator = |c: char| !(c.is_alphanumeric() || c == '\'' || is_mark(c));
        let words: Vec<String> =
            note.split(is_separator).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let is_change = |word: &String| {
            let word = word.as_str();
            CHANGING_WORDS.contains(&word) && !HARMLESS_CHANGING_WORDS.contains(&word) && !DENIALS.contains(&word)
        };
        let has_digit = |word: &String| word.contains(|c: char| c.is_ascii_digit());
        if words.len() < 2 || words.iter().any(|word| is_change(word) || has_digit(word)) {
            return false;
        }
        let may_be_condition = || {
            let parts = note.split(", ").flat_map(|part| part.split(" and ")).chain([note]);
            parts.map(str::trim).any(|part| {
                matches_rule(Rule::whole_condition, part)
                    || matches_rule(Rule::whole_condition, part.trim_start_matches("that "))
            })
        };
        let contains_order = || {
            let starts = note.char_indices().filter(|(at, c)| {
                let before = note.get(..*at).and_then(|before| before.chars().next_back());
                c.is_alphabetic() && !before.is_some_and(|c| c.is_alphanumeric() || c == '\'')
            });
            // `I'd rather not fight`: a denied verb is no order.
            let is_denied = |at: usize| {
                let before = note.get(..at).unwrap_or_default().trim_end().to_lowercase();
                ["not", "n't", "n't want to", "not want to"].iter().any(|no| before.ends_with(no))
            };
            // `We have a deal`, `our second night of fighting`: no imperative.
            let is_noun_or_has = |at: usize| {
                let before = note.get(..at).unwrap_or_default().trim_end().to_lowercase();
                let last = before.rsplit(' ').next().unwrap_or_default();
                let has = || note.get(at..).is_some_and(|rest| rest.starts_with("have ") || rest.starts_with("had "));
                ["a", "an", "the", "our", "my", "of", "in"].contains(&last) || ["i", "we"].contains(&last) && has()
            };
            let may_begin = |at: usize| !is_denied(at) && !is_noun_or_has(at);
            starts.into_iter().any(|(at, _)| may_begin(at) && note.get(at..).is_some_and(begins_order))
        };
        let starts_with_remark_subject =
            || words.first().is_some_and(|first| REMARK_SUBJECTS.contains(&first.as_str()));
        match relation {
            ClauseRelation::Purpose | ClauseRelation::Concession => true,
            ClauseRelation::Cause => starts_with_remark_subject() || !may_be_condition(),
            ClauseRelation::Reason => !may_be_condition(),
            ClauseRelation::ReasonOrTime => starts_with_remark_subject() && !may_be_condition() && !contains_order(),
            // No order asks of the last Turn.
            ClauseRelation::Fact => {
                (is_of_last_turn(&words) || !may_be_condition()) && !contains_order() && !self.is_order_in_words(note)
            }
            ClauseRelation::Aside | ClauseRelation::AsideAfterComma => {
                let is_behind_comma = relation == ClauseRelation::AsideAfterComma;
                let subjects = if is_behind_comma { COMMA_REMARK_SUBJECTS.as_slice() } else { &REMARK_SUBJECTS };
                let is_unwanted = !is_behind_comma && matches_rule(Rule::whole_unwanted, note);
                let is_limit = |word: &str| LIMITS.contains(&word) || !is_unwanted && is_correction_or_amount(word);
                let has_limit = words.iter().any(|word| is_limit(word));
                let is_remark = words.first().is_some_and(|first| subjects.contains(&first.as_str()))
                    || is_behind_comma && says_what_somebody_is(&words);
                let names_another =
                    note.contains(|c: char| names.mark_is(c, NameKind::Character) && !order.contains(c));
                let wishes =
                    is_behind_comma && is_wish(note) && !words.iter().any(|word| LIMITS.contains(&word.as_str()));
                wishes || is_remark && !has_limit && !names_another && !may_be_condition() && !contains_order()
            }
        }
    }
}

/// `I flee to the Church if C; otherwise we both flee to the Bridge`: whether one case is one's own and the other is
/// the team's. In other words the difference would be lost.
fn goes_alone_or_together(text: &str) -> bool {
    const TEAM: [&str; 5] = ["otherwise we ", "otherwise, we ", "or else we ", "if not, we ", "if not we "];
    const ALONE: [&str; 5] = ["otherwise i ", "otherwise, i ", "or else i ", "if not, i ", "if not i "];
    let lower = text.to_ascii_lowercase();
    let split = |words: &[&str]| words.iter().find_map(|word| lower.find(word));
    let is_done_by = |before: Option<&str>, who: &str| {
        before.is_some_and(|before| before.starts_with(&format!("{who} ")) || before.contains(&format!(", {who} ")))
    };
    let alone_first = split(&TEAM).and_then(|at| lower.get(..at)).filter(|before| !before.contains(" with "));
    is_done_by(alone_first, "i") || is_done_by(split(&ALONE).and_then(|at| lower.get(..at)), "we")
}

/// `If Lancer is here, attack him, then off to the Bridge with Rin`: whether an order of several is done without the
/// condition that begins the sentence, or that stands before a `then`.
fn drops_condition(text: &str, orders: &[ReadOrder]) -> bool {
    const LEADS: [&str; 7] = ["if ", "unless ", "when ", "once ", "as soon as ", "after ", "should "];
    let lower = text.to_lowercase();
    let asks = [" if ", " unless ", " when ", " once ", " after "].iter().any(|word| lower.contains(word));
    let joins = asks && [" then ", " and we ", " and both of us "].iter().any(|joint| lower.contains(joint));
    let leads = joins || LEADS.iter().any(|lead| lower.starts_with(lead));
    let covers_all = ["either way", "in any case"].iter().any(|words| lower.contains(words));
    let depends =
        |(order, ..): &ReadOrder| order.body.is_conditional() || order.body.actions().any(|of| !of.delay.is_none());
    leads && !covers_all && orders.iter().any(depends) && !orders.iter().all(depends)
}

/// `"Flee this battle now!" and we go to the Mall`: whether the place of a Command Spell may stand in the move behind
/// it.
fn lacks_destination(orders: &[ReadOrder], names: &NameBook) -> bool {
    let kinds: Vec<_> = orders.iter().flat_map(|(order, ..)| order.body.actions()).map(|action| &action.kind).collect();
    let lacks_place = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Command { spell, object: SpellObject::None, .. } if names.form_of_spell(&spell.text).contains("LOCATION"));
    let moves = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_));
    kinds.windows(2).any(|pair| matches!(pair, [spell, next] if lacks_place(spell) && moves(next)))
}
