//! Orders that may hang on the condition or the time of the order above: `If Lancer attacks Rin and I have 50 or less
//! Health, A. If I have more than 50 Health, B` (A253).
//!
//! A sentence stands by itself. Where its words say that it goes on from the sentence above, and that one does
//! something only on a condition or at a time of its own, they leave open whether the second hangs on it too.

use super::Checker;
use super::canonical_names::same_name;
use super::outcomes::{find_outcome, is_same_person};
use super::own_side::own_people;
use super::phrases::has_words;
use super::reversed_sequence::{find_then_word, is_only_conditional, says_condition};
use crate::language::codes;
use crate::language::condition::{Comparison, Condition, Deed, Predicate, Property, Relation, Who, Written};
use crate::language::order::{Order, Target, UsedThing};
use crate::perception::view::OwnCharacter;

/// Words with which an order of another character's, or of one named again, adds to the order above.
const ADDITIONS: [&str; 4] = ["also", "too", "as well", "likewise"];
/// The question of an order on a condition of its own, behind another in one sentence.
const HANGING_TOO: &str = "does this hang on what stands before it too, or on its own condition alone?";
/// Words with which a condition begins.
const CONDITION_HEADS: [&str; 6] = ["if ", "unless ", "when ", "after ", "as soon as ", "once "];

impl Checker<'_> {
    /// Rejects an order whose words leave open whether it hangs on the condition or the time of the order above.
    pub(super) fn reject_leaning_order(&mut self, above: &Order<Written>, order: &Order<Written>, words: &str) {
        let words_above = self.words_of(above);
        let words = words.to_lowercase();
        let hangs = is_only_conditional(above) && says_condition(words_above);
        if above.span == order.span {
            if hangs && above.actor == order.actor && continues_by_semicolon(order, &words) {
                self.report_leaning(order, HANGING_TOO);
            }
            return;
        }
        let asks_outcome = has_time(above) && !has_time(order) && find_outcome(above, order, &words).is_some();
        if asks_outcome || leans_on_time(above, order, words_above, &words) {
            let message = "at the time of the order above, or at its own?";
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push("at that time: say the time of both".to_owned());
            diagnostic.notes.push("at its own: name it, or write this order above the other".to_owned());
            return;
        }
        self.warn_behind_until(order, words_above, &words);
        // `If C, Saber attacks and Rin flees`, or the same asked again: it hangs on it by its own words.
        if !hangs || above.body.conditions().eq(order.body.conditions()) {
            return;
        }
        let addition = find_addition_within(&words).filter(|_| !order.body.is_conditional());
        if let Some(word) = addition.or_else(|| find_outcome(above, order, &words)) {
            self.report_leaning(order, &format!("`{word}`: on the condition of the order above, or whatever is so?"));
        } else if contrasts_with_one_part(above, order) {
            self.report_leaning(order, "is this asked besides what the order above asks, or by itself?");
        } else if asks_failure_of(above, order) {
            let message = "if it was tried and came to nothing, or also where it was not tried?";
            self.push_error(codes::WHOSE_TIME, order.span, message)
                .notes
                .push("tried: `If C and SKILL fails, B.`; not tried: `If C, A; otherwise, B.`".to_owned());
        } else if self.continues_condition(above, order, &words) {
            self.report_leaning(order, HANGING_TOO);
        }
    }

    /// `Attack Lancer until he is dead. Then flee.`: warns that what follows is done too where he still lives.
    fn warn_behind_until(&mut self, order: &Order<Written>, words_above: &str, words: &str) {
        let above = words_above.to_lowercase();
        let says_until = (has_words(&above, "until") || has_words(&above, "till"))
            && ["dead", "dies", "falls", "down"].iter().any(|end| has_words(&above, end));
        if says_until && !order.body.is_conditional() && find_then_word(words).is_some() {
            let message = "what follows is done too where they still live, as the AP or the Mana for more run out";
            self.push_warning(codes::AFTER_UNTIL, order.span, message)
                .notes
                .push("only then: a line of its own, `If Lancer is dead, …`".to_owned());
        }
    }

    fn report_leaning(&mut self, order: &Order<Written>, message: &str) {
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push("on that condition: one order, `If C, A and then B.`, `If C and D, B.`".to_owned());
        diagnostic.notes.push("by itself: name what it asks in an order that stands above the other".to_owned());
    }

    /// `I use Gandr on Lancer if he attacks Saber, and Saber uses Parry.`: rejects a condition whose last part may be
    /// an order for one's own character.
    pub(super) fn reject_swallowed_order(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        const HEADS: [&str; 7] = [" if ", " unless ", " when ", " after ", " once ", " as soon as ", " while "];
        const JOINTS: [&str; 3] = [", and ", ", but ", " but "];
        const SUBJECTS: [&str; 7] = ["i", "she", "he", "we", "my servant", "my master", "my partner"];
        let lower = words.to_lowercase();
        let Some(condition) =
            HEADS.iter().filter_map(|head| lower.split_once(head)).map(|(_, rest)| rest).max_by_key(|rest| rest.len())
        else {
            return;
        };
        let own_names = self.view.own.iter().map(|own| own.name.to_lowercase());
        let subjects: Vec<String> = own_names.chain(SUBJECTS.map(str::to_owned)).collect();
        let begins_order = |rest: &str| {
            subjects.iter().any(|own| rest.strip_prefix(own.as_str()).is_some_and(|rest| rest.starts_with(' ')))
        };
        let may_order = JOINTS.iter().any(|joint| {
            condition
                .match_indices(joint)
                .any(|(at, joint)| condition.get(at + joint.len()..).is_some_and(begins_order))
        });
        let is_own_team = |who: &Who<Written>| matches!(who, Who::Related(Relation::Team, of) if **of == Who::User);
        let is_own = |who: &Who<Written>| own_people(who, actor, self.view).is_some() || is_own_team(who);
        let is_own_deed = |condition: &Condition<Written>| {
            let mut deeds = condition.statements().into_iter().filter_map(Predicate::deed);
            deeds.any(|deed| !deed.is_past && is_own(&deed.who))
        };
        let swallows = |condition: &Condition<Written>| match condition {
            Condition::All(parts) => parts.last().is_some_and(is_own_deed),
            Condition::Not(inner) => match &**inner {
                Condition::All(parts) => parts.last().is_some_and(is_own_deed),
                Condition::AnyOf(_) | Condition::Not(_) | Condition::Is(_) => false,
            },
            Condition::AnyOf(_) | Condition::Is(_) => false,
        };
        if may_order && order.body.conditions().any(swallows) {
            let message = "is the last part asked too, or is it an order of its own?";
            let diagnostic = self.push_error(codes::WHOM, order.span, message);
            diagnostic.notes.push("an order: a sentence of its own".to_owned());
            diagnostic.notes.push("asked too: put the conditions first, `If C and D, A.`".to_owned());
        }
    }

    /// `If Lancer attacks me, attack him, unless Archer is here, in which case attack Archer.`: rejects an exception
    /// with a case of its own behind a condition, which may hold for that case too.
    pub(super) fn reject_lost_first_condition(&mut self, order: &Order<Written>, words: &str) {
        const CASES: [&str; 6] = ["in which case", "in that case", "otherwise", "if not", "else", "then"];
        let lower = words.to_lowercase();
        let begins = ["if ", "when ", "after ", "once ", "as soon as "].iter().any(|head| lower.starts_with(head));
        let Some((before, behind)) = lower.split_once("unless ").filter(|_| begins && order.body.branches.len() > 1)
        else {
            return;
        };
        let has_case = |words: &str| CASES.iter().any(|case| has_words(words, case));
        if has_case(behind) && !has_words(before, "otherwise") {
            let message = "does the first condition hold for the exception too?";
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push("it does: `If C and D, B.` `If C and not D, A.`".to_owned());
            diagnostic.notes.push("it does not: `If D, B; otherwise, if C, A.`".to_owned());
        }
    }

    /// `If Lancer attacks Rin, attack him, and use Parry if I have 100 or less Health.`: whether an order on a
    /// condition of its own is the end of a sentence that begins with another condition.
    fn continues_condition(&self, above: &Order<Written>, order: &Order<Written>, words: &str) -> bool {
        let begins = |words: &str| begins_with_condition(&words.to_lowercase());
        let between = self.text.get(above.span.end..order.span.start).unwrap_or_default();
        let is_one_sentence = !between.contains(['.', '!', '?', '\n']);
        let joint = between.trim_matches(|c: char| c.is_whitespace() || c == ',');
        let is_parallel = begins(words) && (joint == ";" || asks_same_kind(above, order));
        is_one_sentence && order.body.is_conditional() && begins(self.words_of(above)) && !is_parallel
    }
}

/// `If Lancer is here, attack Lancer, and if Archer is here, attack Archer.`: whether two orders ask one thing of the
/// same kind each.
fn asks_same_kind(above: &Order<Written>, order: &Order<Written>) -> bool {
    let only = |order: &Order<Written>| -> Option<std::mem::Discriminant<Predicate<Written>>> {
        let parts: Vec<_> = order.body.conditions().flat_map(|condition| parts_of(condition, false)).collect();
        match parts.as_slice() {
            [(statement, false)] => Some(std::mem::discriminant(*statement)),
            _ => None,
        }
    };
    only(above).is_some_and(|kind| only(order) == Some(kind))
}

/// `If Lancer attacks Rin, attack him; use Parry if I have 100 or less Health.`: whether what stands behind a
/// semicolon, under a condition that begins the sentence, has a condition behind it.
fn continues_by_semicolon(order: &Order<Written>, words: &str) -> bool {
    let last = words.rsplit(';').next().unwrap_or_default().trim_start();
    let is_case = ["otherwise", "else"].iter().any(|case| last.starts_with(case));
    let is_own_statement = begins_with_condition(last) || is_case;
    words.contains(';') && order.body.is_conditional() && begins_with_condition(words) && !is_own_statement
}

fn begins_with_condition(words: &str) -> bool {
    CONDITION_HEADS.iter().any(|head| words.starts_with(head))
}

/// Whether an order without a time may be meant at that of the order above: it adds to another's order, asks just the
/// contrary, or asks something behind a time that begins the sentence.
fn leans_on_time(above: &Order<Written>, order: &Order<Written>, words_above: &str, words: &str) -> bool {
    if !has_time(above) || has_time(order) {
        return false;
    }
    if above.actor != order.actor {
        return !order.body.is_conditional() && find_addition_within(words).is_some();
    }
    // `Wait until Lancer has attacked. Then attack him. Attack Archer.`
    const WAITS: [&str; 6] = ["wait", "delay", "hold", "slow", "i wait", "i delay"];
    let opening: String = words_above.to_lowercase().chars().take(12).collect();
    let opens_with_wait = WAITS.iter().any(|word| has_words(&opening, word));
    if opens_with_wait && !order.body.is_conditional() && aims_at_others(above) && aims_at_others(order) {
        return true;
    }
    let asks = order.body.is_conditional() && !order.body.waits_for_event();
    asks && begins_with_time(words_above) && aims_at_others(above) && aims_at_others(order)
        || denies_the_same(above, order)
}

/// A word within an order that says that it adds to the order above.
fn find_addition_within(words: &str) -> Option<&str> {
    let so = words.starts_with("so ").then_some("so");
    find_then_word(words).or(so).or_else(|| ADDITIONS.into_iter().find(|word| has_words(words, word)))
}

/// Whether an order asks whether the skill of an order above came to nothing, which that one uses on a condition.
pub(super) fn asks_failure_of(above: &Order<Written>, order: &Order<Written>) -> bool {
    let failed = |statement: &Predicate<Written>| match statement {
        Predicate::OwnSkillFailed(skill) => Some(skill.text.clone()),
        _ => None,
    };
    let used = |name: &str| {
        let things = above.body.actions().filter_map(|action| action.kind.facts().uses);
        things.into_iter().any(|thing| matches!(thing, UsedThing::Skill(skill) if same_name(&skill.text, name)))
    };
    let mut guards = order.body.conditions().flat_map(Condition::statements);
    guards.any(|statement| failed(statement).is_some_and(|name| used(&name)))
}

/// The statements that must all hold, each with whether it is denied.
fn parts_of(condition: &Condition<Written>, denied: bool) -> Vec<(&Predicate<Written>, bool)> {
    match condition {
        Condition::Is(statement) => vec![(statement, denied)],
        Condition::Not(inner) => match &**inner {
            Condition::Is(_) | Condition::Not(_) => parts_of(inner, !denied),
            Condition::All(_) | Condition::AnyOf(_) => Vec::new(),
        },
        Condition::All(parts) if !denied => parts.iter().flat_map(|part| parts_of(part, false)).collect(),
        Condition::All(_) | Condition::AnyOf(_) => Vec::new(),
    }
}

/// Whether an order asks just the contrary of one part of what the order above asks. That somebody does what its target
/// is described by (`attack whoever attacks Rin`) is no part that the words ask.
fn contrasts_with_one_part(above: &Order<Written>, order: &Order<Written>) -> bool {
    let describes_target = |asked: &Predicate<Written>| {
        let targets = above.body.actions().flat_map(|action| action.kind.targets());
        asked.deed().is_some_and(|deed| targets.into_iter().any(|target| is_described_by(target, deed)))
    };
    let of_above = above.body.conditions().flat_map(|condition| parts_of(condition, false));
    let of_above: Vec<_> = of_above.filter(|(asked, _)| !describes_target(asked)).collect();
    let of_order: Vec<_> = order.body.conditions().flat_map(|condition| parts_of(condition, false)).collect();
    let is_contrary = |one: &(&Predicate<Written>, bool), other: &(&Predicate<Written>, bool)| {
        one.0 == other.0 && one.1 != other.1 || !one.1 && !other.1 && are_contrary_levels(one.0, other.0)
    };
    match of_order.as_slice() {
        // Of the first part the contrary begins anew: nothing stands before it that could be asked too.
        [only] => of_above.iter().skip(1).any(|part| is_contrary(part, only)),
        _ => false,
    }
}

/// Whether a target is whoever does a deed.
fn is_described_by(target: &Target<Written>, deed: &Deed<Written>) -> bool {
    match target {
        Target::Character(Who::WhoDid(described) | Who::WhomDid(described)) => described.act == deed.act,
        Target::Character(_) | Target::Location(_) | Target::Here => false,
    }
}

/// `Attack Lancer at the end of the Attacking Phase if he is here. If he is gone, attack Archer.`: whether an order
/// asks just the contrary of what the order above asks.
fn denies_the_same(above: &Order<Written>, order: &Order<Written>) -> bool {
    let guards = |order: &Order<Written>| -> Vec<Condition<Written>> {
        order.body.branches.iter().flat_map(|branch| branch.guards.clone()).collect()
    };
    let is_denial = |one: &Condition<Written>, other: &Condition<Written>| matches!(one, Condition::Not(inner) if **inner == *other);
    match (guards(above).as_slice(), guards(order).as_slice()) {
        ([one], [other]) => is_denial(one, other) || is_denial(other, one),
        _ => false,
    }
}

/// Whether an order is aimed at somebody else than whoever carries it out.
pub(super) fn aims_at_others(order: &Order<Written>) -> bool {
    let is_other = |target: &Target<Written>| !matches!(target, Target::Character(Who::User) | Target::Here);
    order.body.actions().flat_map(|action| action.kind.targets()).any(is_other)
}

/// `I have 50 or less Health` and `I have more than 50 Health`.
fn are_contrary_levels(one: &Predicate<Written>, other: &Predicate<Written>) -> bool {
    let level = |statement: &Predicate<Written>| match statement {
        Predicate::Has(who, Property::Has(resource, comparison, level)) => {
            Some((who.clone(), *resource, *comparison, *level))
        }
        _ => None,
    };
    let is_below = |comparison: Comparison| matches!(comparison, Comparison::AtMost | Comparison::Below);
    match (level(one), level(other)) {
        (Some((who, of, comparison, at)), Some((other_who, other_of, other_comparison, other_at))) => {
            is_same_person(&who, &other_who)
                && of == other_of
                && at == other_at
                && is_below(comparison) != is_below(other_comparison)
        }
        _ => false,
    }
}

/// Whether an order or one of its actions has a time or waits.
fn has_time(order: &Order<Written>) -> bool {
    !order.body.names_no_time() || order.body.actions().any(|action| !action.delay.is_none())
}

/// Whether the words of an order begin with a time.
fn begins_with_time(words: &str) -> bool {
    const HEADS: [&str; 6] = ["in the ", "at the ", "after ", "wait ", "later", "during "];
    let words = words.to_lowercase();
    HEADS.iter().any(|head| words.starts_with(head))
}
