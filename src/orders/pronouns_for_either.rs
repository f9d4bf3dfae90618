//! Rejects `them`, `their` and `that person` where a condition tells of two parties, and binds a pronoun in what an
//! order waits for (A260).
//!
//! `If Lancer attacks Green, attack them` must not strike Lancer, and `If Blue attacks Rin, attack their Servant` must
//! not strike Rin's own.

use super::Checker;
use super::action_checks::{is_attack, used_card};
use super::canonical_names::same_name;
use super::phrases::{has_words, outside_quotes};
use super::pronoun_targets::has_pronoun;
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Name, Predicate, Who, Written};
use crate::language::order::{Action, Branch, Order, Target};
use crate::language::visit::VisitMut;
use crate::perception::view::OwnCharacter;

impl Checker<'_> {
    /// Rejects a word for a person of any sex that either party of a deed could be, or that a team could be.
    pub(super) fn reject_pronouns_for_either(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let deeds = order.body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
        let deeds: Vec<&Deed<Written>> = deeds.filter(|deed| tells_of_two(deed)).collect();
        let words = words.to_lowercase();
        let action = before_condition(&words);
        let Some(word) = find_word_for_anybody(action).filter(|_| !deeds.is_empty()) else { return };
        let is_harmful = order.body.actions().any(|action| is_attack(&action.kind, actor));
        let is_unclear = |deed: &&Deed<Written>| {
            let is_own_object = deed.object().is_some_and(|object| self.is_of_seat(object));
            let is_single_foe = matches!(deed.who, Who::Named(_)) && !self.is_of_seat(&deed.who);
            // Whoever attacks one's own is struck back: only one of the two is a foe.
            let is_plain_foe = is_harmful && is_own_object && is_single_foe && word != "their";
            // `If Blue attacks Rin, attack them`: whoever of Blue did.
            let is_found_foe = is_harmful && is_own_object && word != "their" && aims_at_whoever_is_found(order);
            // `If someone from Blue attacks Archer, attack that person`.
            let is_indefinite = begins_with_indefinite(&words) && aims_at_whoever_is_found(order);
            !is_plain_foe && !is_found_foe && !is_indefinite
        };
        if deeds.iter().any(is_unclear) {
            let message = format!("whom does `{word}` mean: whoever does it, or whoever it is done to?");
            let note = "write the name in its place, or `whoever attacked Rin`, `whoever Lancer attacked`";
            self.push_error(codes::WHOM, order.span, message).notes.push(note.to_owned());
        }
    }

    /// `If Lancer or Archer attacks Rin, use Excalibur on them.`: rejects `them` behind a list with a skill that could
    /// be used on all of the list.
    pub(super) fn reject_them_of_list(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let unquoted = outside_quotes(before_condition(&words.to_lowercase()));
        let lists = order.body.conditions().flat_map(Condition::statements).filter_map(Predicate::subject);
        let is_list = |who: &&Who<Written>| matches!(who, Who::OneOf(people) if people.len() > 1);
        let takes_several = |action: &Action<Written>| {
            let is_found = |target: &Target<Written>| matches!(target, Target::Character(Who::Antecedent));
            action.kind.targets().iter().any(is_found)
                && used_card(&action.kind, actor).is_some_and(|card| card.max_targets > 1)
        };
        if !has_words(&unquoted, "them") || !lists.into_iter().any(|who| is_list(&who)) {
            return;
        }
        if let Some(action) = order.body.actions().find(|action| takes_several(action)) {
            let message = "does `them` mean the one who did it, or all who are named?";
            let fault = self.push_error(codes::WHOM, action.span, message);
            fault
                .notes
                .push("of the one: give each an order of their own, `If Lancer attacks Rin, … on him`".to_owned());
            fault.notes.push("of all: write their names, `… on Lancer and Archer`".to_owned());
        }
    }

    /// `Attack Lancer, or Archer if that one is here.`: rejects `that one` as the subject of a condition, if the order
    /// names two people.
    pub(super) fn reject_that_one_of_two(&mut self, order: &Order<Written>, words: &str) {
        const SUBJECTS: [&str; 3] = ["that one", "that person", "that character"];
        const IF: [&str; 3] = ["if", "unless", "when"];
        let words = words.to_lowercase();
        let asks_of = |subject: &str| {
            has_words(&words, subject) && IF.iter().any(|word| has_words(&words, &format!("{word} {subject}")))
        };
        let has_choice = order.body.branches.len() > 1 && has_words(&words, "or");
        if let Some(subject) = SUBJECTS.into_iter().find(|subject| asks_of(subject)).filter(|_| has_choice) {
            let message = format!("which of the two is `{subject}`?");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// `If Lancer is here, use Parry when he attacks me.`: puts the name in the place of a pronoun in what the order
    /// waits for, or rejects it if several people could be meant: in `…, attack Archer when he attacks me`, Archer
    /// too. Nothing else finds whom it means there.
    pub(super) fn bind_awaited_pronouns(&mut self, order: &mut Order<Written>, words: &str) {
        if order.body.actions().all(|action| action.delay.awaited.is_none()) {
            return;
        }
        let awaits_antecedent = |condition: &Condition<Written>| {
            let mut subjects = condition.statements().into_iter().filter_map(|asked| asked.subject());
            let finds_nobody = subjects.all(|who| matches!(who, Who::Antecedent | Who::User));
            finds_nobody || condition.statements().first().is_some_and(|first| has_pronoun(first))
        };
        let guards = order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        let mut subjects: Vec<Who<Written>> = guards.filter_map(Predicate::subject).cloned().collect();
        subjects.retain(|who| !matches!(who, Who::User | Who::Antecedent));
        subjects.dedup();
        let targets_before = self.names_before_last_pronoun(order, words);
        let awaited = order.body.branches.iter_mut().flat_map(|branch| &mut branch.actions);
        let awaited = awaited.filter_map(|action| action.delay.awaited.as_mut());
        let awaited: Vec<_> = awaited
            .filter(|condition| awaits_antecedent(condition) && condition.statements().into_iter().any(has_pronoun))
            .collect();
        if awaited.is_empty() || subjects.is_empty() {
            return;
        }
        let only_named = match subjects.as_slice() {
            [Who::Named(name)] => {
                Some(name).filter(|name| !targets_before.iter().any(|target| !same_name(target, &name.text)))
            }
            _ => None,
        };
        let Some(name) = only_named else {
            let message = "whom does the word mean in what is waited for?";
            let span = order.span;
            self.push_error(codes::WHOM, span, message).notes.push("write the name in its place".to_owned());
            return;
        };
        awaited.into_iter().for_each(|condition| AntecedentNamer { name }.visit_condition(condition));
    }

    /// Whether somebody is of the reader's seat.
    pub(super) fn is_of_seat(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => self.view.own(&name.text).is_some(),
            Who::Related(_, of) => self.is_of_seat(of),
            Who::OneOf(people) => people.iter().all(|who| self.is_of_seat(who)),
            Who::Target
            | Who::SecondTarget
            | Who::Attacker
            | Who::Antecedent
            | Who::Any(_)
            | Who::Every(_)
            | Who::UpTo(..)
            | Who::WhoDid(_)
            | Who::WhomDid(_) => false,
        }
    }
}

/// Whether a deed has a doer who is named, a list or a team, and is done to somebody else than the reader. Words such
/// as `an opponent` for the doer are found by the condition, and a pronoun means them.
fn tells_of_two(deed: &Deed<Written>) -> bool {
    let is_definite = matches!(deed.who, Who::Named(_) | Who::OneOf(_) | Who::Related(..));
    let same = |one: &Who<Written>, other: &Who<Written>| match (one, other) {
        (Who::Named(one), Who::Named(other)) => same_name(&one.text, &other.text),
        (one, other) => one == other,
    };
    is_definite && deed.object().is_some_and(|object| *object != Who::User && !same(object, &deed.who))
}

/// An order in lower case without a condition behind what is done. A pronoun in that means whom the order names.
fn before_condition(words: &str) -> &str {
    const CONDITIONS: [&str; 6] = [" if ", " when ", " unless ", " once ", " as soon as ", " after "];
    let end = CONDITIONS.iter().filter_map(|condition| words.find(condition)).min();
    words.get(..end.unwrap_or(words.len())).unwrap_or(words)
}

/// The word for a person of any sex in an order in lower case: `them`, `their`, `that person`.
fn find_word_for_anybody(words: &str) -> Option<&'static str> {
    const WORDS: [&str; 8] = [
        "their",
        "them",
        "that person's",
        "that character's",
        "that one's",
        "that person",
        "that character",
        "that one",
    ];
    let unquoted = outside_quotes(words);
    let word = WORDS.into_iter().find(|word| has_words(&unquoted, word))?;
    Some(if word.ends_with("'s") { "their" } else { word })
}

/// Whether the first condition of an order in lower case is about somebody not named.
fn begins_with_indefinite(words: &str) -> bool {
    const ANYBODY: [&str; 4] = ["someone", "somebody", "anyone", "anybody"];
    ["if", "when"].iter().any(|condition| ANYBODY.iter().any(|one| has_words(words, &format!("{condition} {one}"))))
}

/// Whether all targets of an order are `that character`, whom the condition finds.
fn aims_at_whoever_is_found(order: &Order<Written>) -> bool {
    let is_found = |target: &Target<Written>| matches!(target, Target::Character(Who::Antecedent));
    let targets_of = |branch: &Branch<Written>| -> Vec<_> {
        branch.actions.iter().flat_map(|action| action.kind.targets()).map(is_found).collect()
    };
    let mut cases = order.body.branches.iter().map(targets_of).filter(|targets| targets.contains(&true)).peekable();
    let has_no_target = order.body.actions().all(|action| action.kind.targets().is_empty());
    (has_no_target || cases.peek().is_some()) && cases.all(|targets| !targets.contains(&false))
}

/// Puts a name in the place of `that character`.
struct AntecedentNamer<'n> {
    name: &'n Name,
}

impl VisitMut<'_, Written> for AntecedentNamer<'_> {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        if *who == Who::Antecedent {
            *who = Who::Named(self.name.clone());
        }
        self.walk_who(who);
    }
}
