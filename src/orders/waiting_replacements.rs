//! Rejects `instead` behind an order that waits, where what is done instead may have a time of its own (R205, A063).

use super::Checker;
use super::phrases::{NOW, has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::order::{Branch, Delay, Order};

/// Words with which an event begins a sentence.
const LEADS_OF_EVENT: [&str; 8] = ["when", "after", "once ", "as soon ", "wait ", "hold ", "until ", "upon "];
/// Words that begin the other case, which say by themselves what is done in whose place.
const OTHER_CASE: [&str; 5] = ["otherwise", "else", "if not", "failing that", "in which case"];

impl Checker<'_> {
    /// `Attack Lancer when he attacks Rin. If he is gone, attack Archer instead.` · `…, or Archer if he is gone.` ·
    /// `Attack Lancer at the end of the Attacking Phase. If C, attack him at once instead.`
    pub(super) fn reject_waiting_replacements(&mut self, order: &Order<Written>, words: &str) {
        let unquoted = outside_quotes(&words.to_lowercase());
        let [new, replaced] = order.body.branches.as_slice() else { return };
        let says_instead = has_words(&unquoted, "instead") || has_words(&unquoted, "rather");
        // `When C, A, or B if D.`: the event stands before both.
        let waits_for_both = LEADS_OF_EVENT.iter().any(|lead| unquoted.trim_start().starts_with(lead));
        let replaces = says_instead || unquoted.contains(", or ") && !waits_for_both;
        if !replaces || OTHER_CASE.iter().any(|word| has_words(&unquoted, word)) {
            return;
        }
        let Some(delay) = delay_of(order, replaced).filter(|delay| delay_of(order, new).as_ref() == Some(delay)) else {
            return;
        };
        if let Some(event) = &delay.awaited {
            if waits_for_both && asks_states_of_others(new, event) {
                return;
            }
            let message = "does this wait for what the order before it waits for, or is it done by itself?";
            self.push_error(codes::WHOSE_TIME, order.span, message).notes.extend([
                "at the same event: `When C, if D, B; otherwise, A.`".to_owned(),
                "by itself: `If D, B; otherwise, when C, A.`; at an event of its own, two orders: `When C, A.`, \
                 `When D, B.`"
                    .to_owned(),
            ]);
            return;
        }
        let last_sentence = unquoted.rsplit(['.', ';']).find(|sentence| has_words(sentence, "instead"));
        let now = last_sentence.and_then(|last| NOW.into_iter().find(|now| has_words(last, now)));
        if let Some(now) = now {
            let message = format!("`{now}`: in its own place, or at the time of what it stands in the place of?");
            self.push_error(codes::WHOSE_TIME, order.span, message).notes.extend([
                "in its own place: `If D, B; otherwise, at the end of the Attacking Phase, A.`".to_owned(),
                format!("at that time: `A at the end of the Attacking Phase. If D, B instead.`, without `{now}`"),
            ]);
        }
    }
}

/// Whether a branch asks for states alone, and of nobody who does what is waited for: `When Lancer attacks Rin, attack
/// him. If Caster is here, attack Caster instead.` is asked at that event.
fn asks_states_of_others(branch: &Branch<Written>, event: &Condition<Written>) -> bool {
    let doers: Vec<&Who<Written>> = event.statements().into_iter().filter_map(Predicate::subject).collect();
    let is_of_doer = |who: &Who<Written>| doers.contains(&who) || *who == Who::Antecedent;
    let mut asked = branch.guards.iter().flat_map(Condition::statements);
    asked.all(|said| {
        let is_state = said.deed().is_none() && !matches!(said, Predicate::Becomes(..));
        is_state && !said.subject().is_some_and(is_of_doer)
    })
}

/// The delay of the first action of a branch; `None` if it has none.
fn delay_of(order: &Order<Written>, branch: &Branch<Written>) -> Option<Delay<Written>> {
    let delay = branch.actions.first().map(|action| order.body.delay_of(action));
    delay.filter(|delay| !delay.is_none())
}
