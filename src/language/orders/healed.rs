//! Reads `hurt` in `Mend Rin if she is hurt`. It could mean damaged this Turn or below full Health. If the order only
//! does good to one's own characters, it means missing Health, because healing restores that. Anywhere else it stays
//! ambiguous.

use super::diagnose::OrderError;
use super::pronouns::people_in;
use super::{File, NameKind, ReadOrder};
use crate::language::condition::{Comparison, Condition, Level, Predicate, Property, Resource, Who, Written};
use crate::language::order::{Action, ActionKind, Body, Branch, Target};
use crate::language::span::Span;
use crate::vocabulary::exact::Exact;

/// Verb forms before the word, and whether they assert it; longest first.
const BE: [(&str, bool); 13] = [
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
const HURT: [(&str, bool); 5] =
    [("hurt", true), ("wounded", true), ("injured", true), ("unhurt", false), ("uninjured", false)];
/// Phrases for missing Health.
const LOST: [&str; 9] = [
    "'s lost any Health at all",
    " has lost any Health at all",
    " has lost any Health",
    " has lost some Health",
    " has lost Health",
    "'s lost any Health",
    " have lost any Health",
    "'ve lost any Health",
    " is missing any Health",
];

impl File<'_> {
    /// Reads an order that heals those who are hurt, with `hurt` as missing Health.
    pub(super) fn read_healing_of_hurt(&self, span: Span, text: &str) -> Option<ReadOrder> {
        // `If she has lost any Health this Turn` asks about the Turn, not about missing Health.
        if LOST.iter().any(|lost| text.contains(lost.trim_start())) && mentions_this_turn(text) {
            return None;
        }
        let said = spell_out_hurt(text)?;
        let read = match self.parse_order_in_words(span, &said, Some(span)) {
            Err(OrderError::Unparsed(_) | OrderError::Unsupported(_)) => self.read_reworded(span, &said),
            read => read.ok(),
        };
        read.filter(|(order, ..)| {
            let good = |action: &Action<Written>| self.only_does_good(action, false);
            order.body.actions().all(good) || self.heals_the_hurt(&order.body)
        })
    }

    /// Whether all actions for a hurt character do good to one's own people. The branches for the unhurt may do
    /// anything, because the order as a whole shows that `hurt` means missing Health.
    fn heals_the_hurt(&self, body: &Body<Written>) -> bool {
        let hurt = |guard: &Condition<Written>| asserts(guard, &is_hurt);
        let asked = body.conditions().filter(|asked| asked.statements().into_iter().any(is_hurt)).count();
        let healing = body.branches.iter().filter(|branch| branch.guards.iter().any(hurt));
        let own = |who: &&Who<Written>| self.is_own(who);
        let told = body.conditions().flat_map(people_in).all(|who| *who == Who::Antecedent || own(&who));
        let mut healing = healing.peekable();
        let any = healing.peek().is_some();
        let free = |branch: &Branch<Written>| branch.guards.iter().any(hurt) || body.branches.len() > 1;
        asked > 0
            && any
            && body.branches.iter().all(free)
            && healing.flat_map(|branch| &branch.actions).all(|action| self.only_does_good(action, told))
    }

    fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => self.prepared.names.is(&name.text, NameKind::Own),
            _ => false,
        }
    }

    /// Whether an action can only do good, to one's own people. `told` is `true` if a pronoun can mean nobody else.
    fn only_does_good(&self, action: &Action<Written>, told: bool) -> bool {
        let names = self.prepared.names;
        let own = |target: &Target<Written>| match target {
            Target::Character(Who::Antecedent) => told,
            Target::Character(who) => self.is_own(who),
            Target::Location(_) | Target::Here => false,
        };
        match &action.kind {
            ActionKind::Use { skill, targets, to: None, .. } => {
                names.does_no_harm(&skill.text) && targets.iter().all(own)
            }
            ActionKind::UseItem { targets, to: None, .. } => targets.iter().all(own),
            ActionKind::Give { .. } => true,
            ActionKind::Request { .. } => true,
            _ => false,
        }
    }
}

/// Whether a sentence mentions this Turn.
fn mentions_this_turn(text: &str) -> bool {
    let said = text.to_ascii_lowercase();
    ["this turn", "tonight", "this night"].iter().any(|time| said.contains(time))
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
        Condition::Is(said) => test(said),
    }
}

/// Replaces words for `hurt` by words for missing Health; `None` if nobody is called hurt or the words go on.
fn spell_out_hurt(text: &str) -> Option<String> {
    let mut out = text.to_owned();
    for words in LOST {
        if let Some(at) = find_ignoring_case(&out, words) {
            out.replace_range(at..at + words.len(), " has less than 100% Health");
        }
    }
    for (be, so) in BE {
        for (word, missing) in HURT {
            let words = format!("{be}{word}");
            while let Some(at) = find_ignoring_case(&out, &words) {
                let end = at + words.len();
                let behind = out.get(end..).unwrap_or_default();
                let by_itself = behind.trim_start().is_empty()
                    || behind.trim_start().starts_with([',', ';', '.', ':'])
                    || [" and ", " or ", " otherwise", " else", " then "].iter().any(|next| behind.starts_with(next));
                if !by_itself {
                    return None;
                }
                let said = if so == missing { " has less than 100% Health" } else { " has full Health" };
                out.replace_range(at..end, said);
            }
        }
    }
    (out != text).then_some(out)
}

/// The byte offset of these words, in any letter case.
fn find_ignoring_case(text: &str, words: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&words.to_ascii_lowercase())
}
