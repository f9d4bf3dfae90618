//! A pronoun that may mean somebody of its own sentence or of the one before (A260).
//!
//! `If Illya attacks Rin, attack her. If she dies, flee.`: the first pronoun is Illya, and the second may be either of
//! the two. `Attack Lancer. Attack Archer if he is dead.`: nobody attacks the dead, so that Lancer may be meant.

use super::Checker;
use super::canonical_names::same_name;
use super::phrases::{has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Property, Who, Written};
use crate::language::order::{Order, Target};
use crate::language::prepare::leaning::HELPERS;
use crate::vocabulary::sex::Sex;

/// Pronouns for a man and for a woman.
const PRONOUNS: [(&str, Sex); 6] = [
    ("he", Sex::Male),
    ("him", Sex::Male),
    ("his", Sex::Male),
    ("she", Sex::Female),
    ("her", Sex::Female),
    ("hers", Sex::Female),
];

impl Checker<'_> {
    /// Rejects a pronoun that may mean one of two, of whom the sentence before names one at least.
    pub(super) fn reject_pronoun_over_sentences(
        &mut self,
        above: &Order<Written>,
        order: &Order<Written>,
        words: &str,
    ) {
        if above.span == order.span || !self.follows_at_once(above, order) {
            return;
        }
        let (words, words_above) = (outside_quotes(words), outside_quotes(self.words_of(above)));
        let Some((word, sex)) = first_pronoun(&words) else { return };
        let says_it_above = first_pronoun(&words_above).is_some_and(|(_, of)| of == sex);
        let own = self.people_named(&words, sex, order);
        let of_above = self.people_named(&words_above, sex, order);
        let is_settled_above = own.is_empty() && of_above.len() > 1 && says_it_above;
        let another = of_above.iter().any(|name| !own.contains(name));
        let is_pointless = !own.is_empty() && another && asks_what_ends_its_aim(order);
        if is_settled_above || is_pointless {
            let message = format!("whom does `{word}` mean? two whom the sentences name could be meant");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// `If Saber isn't poisoned, A. If I am, B.`: rejects a short answer about another person than the question.
    pub(super) fn reject_answer_of_another(&mut self, order: &Order<Written>, words: &str) {
        let words = outside_quotes(words).to_lowercase().replace('\u{2019}', "'");
        let mut conditions = words.split(['.', ';']).filter_map(|sentence| sentence.trim().strip_prefix("if "));
        let (Some(question), Some(answer)) = (conditions.next(), conditions.next()) else { return };
        let is_first_person =
            |clause: &str| ["i ", "i'", "we ", "we'"].iter().any(|subject| clause.starts_with(subject));
        let clause = answer.split(',').next().unwrap_or_default();
        let last = clause.split_whitespace().last().unwrap_or_default();
        let is_short = clause.split_whitespace().count() <= 3
            && (HELPERS.contains(&last) || last.ends_with("n't") || last == "not");
        if order.body.branches.len() > 1 && is_short && is_first_person(answer) != is_first_person(question) {
            let says_person =
                ["i ", "i'", "we ", "we'", "he ", "she ", "they "].iter().any(|of| answer.starts_with(of));
            if says_person {
                self.push_error(
                    codes::WHOM,
                    order.span,
                    "this answers for another than the condition before it asks of",
                )
                .notes
                .push("write the whole condition: `If I am affected by Poison, …`".to_owned());
            }
        }
    }

    /// `If one of us is hit, use Mend on her.`: rejects a pronoun behind two of one's own side, which the tree would
    /// give to the other of them.
    pub(super) fn reject_pronoun_of_us(&mut self, order: &Order<Written>, words: &str) {
        let lower = outside_quotes(words).to_lowercase();
        if !["one of us", "either of us", "any of us"].iter().any(|of_us| has_words(&lower, of_us)) {
            return;
        }
        const AIMED: [&str; 13] = [
            "that one",
            "attack him",
            "attack her",
            "attack them",
            "on her",
            "on him",
            "on them",
            "to her",
            "to him",
            "to them",
            "for her",
            "for him",
            "for them",
        ];
        let aimed = AIMED.into_iter().find(|aim| has_words(&lower, aim) && !has_words(&lower, &format!("{aim} self")));
        let names_another = self.view.known.iter().any(|known| has_words(&lower, &known.name.to_lowercase()));
        if let Some(word) = aimed.filter(|_| !names_another && order.body.is_conditional()) {
            let message = format!("which of you is meant by `{word}`?");
            self.push_error(codes::WHOM, order.span, message).notes.push(
                "an order for each: `If Saber is hit, use Mend on Saber.` `If I am hit, use Mend on me.`".to_owned(),
            );
        }
    }

    /// Whether nothing but the end of a sentence stands between two orders.
    fn follows_at_once(&self, above: &Order<Written>, order: &Order<Written>) -> bool {
        let between = self.text.get(above.span.end..order.span.start);
        between.is_some_and(|between| !between.contains(char::is_alphanumeric) && !between.contains('\n'))
    }

    /// The people of a sex whom words name, but for whoever acts.
    fn people_named(&self, words: &str, sex: Sex, order: &Order<Written>) -> Vec<String> {
        let words = words.to_lowercase();
        let is_named = |name: &&str| {
            has_words(&words.replace("\u{2019}s", "").replace("'s", ""), &name.to_lowercase())
                && !same_name(name, &order.actor.text)
                && self.find_sex(name) == Some(sex)
        };
        let mut people: Vec<String> = self.view.character_names().filter(is_named).map(str::to_lowercase).collect();
        people.sort();
        people.dedup();
        people
    }
}

/// The first pronoun of words, and the sex of whom it means.
fn first_pronoun(words: &str) -> Option<(&'static str, Sex)> {
    let find = |word: &str| PRONOUNS.into_iter().find(|(pronoun, _)| word.eq_ignore_ascii_case(pronoun));
    words.split(|c: char| !c.is_alphanumeric()).find_map(find)
}

/// `Attack Archer if he is dead`: whether an order asks of its own target what makes it pointless, or what goes without
/// saying.
fn asks_what_ends_its_aim(order: &Order<Written>) -> bool {
    let is_target = |who: &Who<Written>| {
        let mut targets = order.body.actions().flat_map(|action| action.kind.targets());
        targets.any(|target| matches!(target, Target::Character(of) if of == who))
    };
    let is_there =
        |condition: &Condition<Written>| matches!(condition, Condition::Is(Predicate::IsIn(who, _)) if is_target(who));
    order.body.conditions().any(|condition| match condition {
        Condition::Is(Predicate::Has(who, Property::Dead | Property::Alive | Property::InSpiritForm))
        | Condition::Is(Predicate::Becomes(who, Property::Dead)) => is_target(who),
        Condition::Not(inner) => is_there(inner),
        Condition::Is(_) | Condition::All(_) | Condition::AnyOf(_) => false,
    })
}
