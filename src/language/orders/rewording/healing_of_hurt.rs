//! Reads `hurt` in `Mend Rin if she is hurt`. It could mean damaged this Turn or below full Health. If the order only
//! does good to one's own characters, it means missing Health, because healing restores that. Anywhere else it stays
//! ambiguous.

use crate::language::condition::{Comparison, Condition, Level, Name, Predicate, Property, Resource, Who, Written};
use crate::language::order::{Action, ActionKind, Body, Branch, Target};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::people::pronouns::people_in;
use crate::language::orders::{NameKind, OrderFileReader, ReadOrder};
use crate::language::span::Span;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;

/// Verb forms before the word, and whether they assert it; longest first.
const VERB_FORMS: [(&str, bool); 13] = [
    (" got ", true),
    (" is not ", false),
    (" isn't ", false),
    (" 's not ", false),
    (" am not ", false),
    ("'m not ", false),
    ("'s not ", false),
    (" is still ", true),
    (" is ", true),
    (" am ", true),
    ("'m ", true),
    ("'s ", true),
    (" are ", true),
];
/// Words for Health, and whether they say that some is missing.
const HEALTH_WORDS: [(&str, bool); 5] =
    [("hurt", true), ("wounded", true), ("injured", true), ("unhurt", false), ("uninjured", false)];
/// Phrases for missing Health.
const MISSING_HEALTH_PHRASES: [&str; 8] = [
    "'s lost any Health at all",
    " has lost any Health at all",
    " has lost any Health",
    " has lost some Health",
    "'s lost any Health",
    " have lost any Health",
    "'ve lost any Health",
    " is missing any Health",
];

impl OrderFileReader<'_> {
    /// Reads an order that heals those who are hurt, with `hurt` as missing Health.
    pub(in crate::language::orders) fn read_healing_of_hurt(&self, span: Span, text: &str) -> Option<ReadOrder> {
        // `If she has lost any Health this Turn` asks about the Turn, not about missing Health.
        if MISSING_HEALTH_PHRASES.iter().any(|lost| text.contains(lost.trim_start())) && mentions_this_turn(text) {
            return None;
        }
        let rewritten = spell_out_hurt(text)?;
        let parsed = match self.parse_order_in_words(span, &rewritten, Some(span)) {
            Err(OrderError::Unparsed(_) | OrderError::Unsupported(_)) => self.read_reworded(span, &rewritten),
            parsed => parsed.ok(),
        };
        parsed.filter(|(order, ..)| {
            let does_good = |action: &Action<Written>| self.only_does_good(action, false);
            !self.awaits_hurt(&order.body) && (order.body.actions().all(does_good) || self.only_heals_hurt(&order.body))
        })
    }

    /// Whether all actions for a hurt character do good to one's own people. The branches for the unhurt may do
    /// anything, because the order as a whole shows that `hurt` means missing Health.
    fn only_heals_hurt(&self, body: &Body<Written>) -> bool {
        let asserts_hurt = |guard: &Condition<Written>| asserts(guard, &is_hurt);
        let asked = body.conditions().filter(|hurt_count| hurt_count.statements().into_iter().any(is_hurt)).count();
        let healing = body.branches.iter().filter(|branch| branch.guards.iter().any(asserts_hurt));
        let is_own = |who: &&Who<Written>| self.is_own(who);
        let is_clear = body.conditions().flat_map(people_in).all(|who| *who == Who::Antecedent || is_own(&who));
        let mut healing = healing.peekable();
        let has_healing = healing.peek().is_some();
        let is_allowed = |branch: &Branch<Written>| branch.guards.iter().any(asserts_hurt) || body.branches.len() > 1;
        asked > 0
            && has_healing
            && body.branches.iter().all(is_allowed)
            && healing.flat_map(|branch| &branch.actions).all(|action| self.only_does_good(action, is_clear))
    }

    /// `When I am hurt, …`, or an Instant, which answers: whether `hurt` may be something that happens.
    fn awaits_hurt(&self, body: &Body<Written>) -> bool {
        let delays = body.actions().map(|action| &action.delay).chain([&body.read_at]);
        let awaits =
            delays.filter_map(|delay| delay.awaited.as_ref()).any(|event| event.statements().into_iter().any(is_hurt));
        let is_instant = |action: &Action<Written>| {
            let phase = |skill: &Name| self.prepared.names.phase_of(&skill.text);
            matches!(&action.kind, ActionKind::Use { skill, .. } if phase(skill) == Some(Phase::Instant))
        };
        awaits || body.actions().any(is_instant)
    }

    fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => self.prepared.names.is(&name.text, NameKind::Own),
            _ => false,
        }
    }

    /// Whether an action can only do good, to one's own people. `is_clear` says that a pronoun can mean nobody else.
    fn only_does_good(&self, action: &Action<Written>, is_clear: bool) -> bool {
        let names = self.prepared.names;
        let is_own_target = |target: &Target<Written>| match target {
            Target::Character(Who::Antecedent) => is_clear,
            Target::Character(who) => self.is_own(who),
            Target::Location(_) | Target::Here => false,
        };
        match &action.kind {
            ActionKind::Use { skill, targets, destination: None, .. } => {
                names.does_no_harm(&skill.text) && targets.iter().all(is_own_target)
            }
            ActionKind::UseItem { targets, destination: None, .. } => targets.iter().all(is_own_target),
            ActionKind::Give { .. } => true,
            ActionKind::Request { .. } => true,
            _ => false,
        }
    }
}

/// Whether a sentence mentions this Turn or a phase of it.
fn mentions_this_turn(text: &str) -> bool {
    let words = text.to_ascii_lowercase();
    ["this turn", "tonight", "this night", "phase"].iter().any(|time| words.contains(time))
}

/// Whether a statement is `has less than 100% Health`.
fn is_hurt(statement: &Predicate<Written>) -> bool {
    let whole = Level::OfMaximum(Exact::ONE);
    matches!(statement, Predicate::Has(_, Property::Has(Resource::Health, Comparison::Below, level)) if *level == whole)
}

/// Whether a condition asserts a statement that passes the test.
fn asserts(condition: &Condition<Written>, test: &impl Fn(&Predicate<Written>) -> bool) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(|part| asserts(part, test)),
        Condition::Not(_) => false,
        Condition::Is(statement) => test(statement),
    }
}

/// Replaces words for `hurt` by words for missing Health; `None` if nobody is called hurt or the words go on.
fn spell_out_hurt(text: &str) -> Option<String> {
    let mut out = text.to_owned();
    for words in MISSING_HEALTH_PHRASES {
        if let Some(at) = find_ignoring_case(&out, words) {
            out.replace_range(at..at + words.len(), " has less than 100% Health");
        }
    }
    for (verb, asserts) in VERB_FORMS {
        for (word, missing) in HEALTH_WORDS {
            let words = format!("{verb}{word}");
            while let Some(at) = find_ignoring_case(&out, &words) {
                let end = at + words.len();
                let behind = out.get(end..).unwrap_or_default();
                let stands_alone = behind.trim_start().is_empty()
                    || behind.trim_start().starts_with([',', ';', '.', ':'])
                    || [" and ", " or ", " otherwise", " else", " then "].iter().any(|next| behind.starts_with(next));
                if !stands_alone {
                    return None;
                }
                let replacement = if asserts == missing { " has less than 100% Health" } else { " has full Health" };
                out.replace_range(at..end, replacement);
            }
        }
    }
    (out != text).then_some(out)
}

/// The byte offset of these words, in any letter case.
fn find_ignoring_case(text: &str, words: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&words.to_ascii_lowercase())
}
