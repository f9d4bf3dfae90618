//! Several verbs of one subject, joined by `and` and `or`: what is ambiguous about them.

use super::{Ambiguity, Rule, values};
use crate::language::pairs::Pair;

/// How a verb phrase begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// `does not`, `has not`, `is not`, `would`: a verb after `or` may depend on it too.
    Helper { denied: bool },
    /// `attack`, `use`.
    BaseForm,
    /// `attacks`, `attacked`.
    Finite,
}

/// Returns what is ambiguous about the verbs of a `said` pair; `None` if nothing is, or a phrase is empty.
pub(super) fn ambiguity_of_verbs(said: &Pair<'_, Rule>) -> Option<Ambiguity> {
    let phrases: Vec<_> = said.descendants([Rule::verb_phrase]).collect();
    let mut leader = None;
    for (at, phrase) in phrases.iter().enumerate() {
        let start = verb_start(phrase)?;
        if let Some(leader) = leader {
            let of_past = act_phrase(phrase).is_some_and(|act| values::is_past_form(&act));
            match (leader, start) {
                // `does not attack me or flee`, `has not attacked or fled`: neither of the two, or only not the first?
                (Start::Helper { denied: true }, Start::BaseForm) => return Some(Ambiguity::ScopeOfDenial),
                (Start::Helper { denied: true }, Start::Finite)
                    if may_depend_on_helper(phrases.get(at - 1)?, of_past) =>
                {
                    return Some(Ambiguity::ScopeOfDenial);
                }
                // `if Illya is here and use Guard`: a plain verb is an order, not a deed of Illya's.
                (Start::Finite | Start::Helper { denied: false }, Start::BaseForm) => {
                    return Some(Ambiguity::ConditionOrOrder);
                }
                _ => {}
            }
        }
        if let Some(next) = phrases.get(at + 1)
            && start != (Start::Helper { denied: true })
            && shares_object(phrase, next)
        {
            return Some(Ambiguity::SharedObject);
        }
        leader = Some(start);
    }
    None
}

/// Whether the object of the second statement could belong to the verb of the first too: `Lancer attacked or Archer hit
/// Rin`.
pub(crate) fn shares_object_of_next(first: &Pair<'_, Rule>, second: &Pair<'_, Rule>) -> bool {
    let (last, next) = (first.descendants([Rule::verb_phrase]).last(), second.descendants([Rule::verb_phrase]).next());
    last.zip(next).is_some_and(|(last, next)| shares_object(&last, &next) || shares_target(&last, &next))
}

/// Whether the target of the second use could belong to the first too: `Lancer uses A and Archer uses B on me`.
fn shares_target(first: &Pair<'_, Rule>, second: &Pair<'_, Rule>) -> bool {
    let has_target = |phrase: &Pair<'_, Rule>| {
        act(phrase).filter(|act| act.as_rule() == Rule::uses).map(|act| act.first_child(Rule::object).is_some())
    };
    (has_target(first), has_target(second)) == (Some(false), Some(true))
}

fn verb_start(phrase: &Pair<'_, Rule>) -> Option<Start> {
    let mut inner = phrase.clone().into_inner().filter(|p| p.as_rule() != Rule::k_adverb);
    let first = inner.next()?;
    Some(match first.as_rule() {
        Rule::foresight | Rule::do_not | Rule::be | Rule::have => Start::Helper { denied: values::is_denied(first) },
        Rule::act_phrase if is_base_form(&first) => Start::BaseForm,
        _ => Start::Finite,
    })
}

/// Whether a verb after `has not attacked` or `never attacks` may depend on the same helper.
fn may_depend_on_helper(phrase: &Pair<'_, Rule>, of_past: bool) -> bool {
    phrase.clone().into_inner().any(|p| match p.as_rule() {
        Rule::have => of_past,
        Rule::do_not => p.into_inner().any(|word| word.as_rule() == Rule::k_never),
        _ => false,
    })
}

/// The act of a verb phrase, without the words around it.
fn act<'i>(phrase: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    act_phrase(phrase).and_then(|act| act.into_inner().next())
}

fn act_phrase<'i>(phrase: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    phrase.clone().into_inner().find(|p| p.as_rule() == Rule::act_phrase)
}

/// Whether a verb has the form of an order: `attack`, `use`.
fn is_base_form(act: &Pair<'_, Rule>) -> bool {
    let verb = act.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    !values::is_past_form(act) && !verb.ends_with('s') && !verb.ends_with("ing")
}

/// Whether the object or location of the second verb could belong to the first too, which has none: `attacks or hits
/// Rin`, `enters or leaves Park`.
fn shares_object(first: &Pair<'_, Rule>, second: &Pair<'_, Rule>) -> bool {
    let (Some(first), Some(second)) = (act(first), act(second)) else { return false };
    let alike = match first.as_rule() {
        Rule::attacks => matches!(second.as_rule(), Rule::attacks | Rule::damages | Rule::kills),
        Rule::enters | Rule::leaves => matches!(second.as_rule(), Rule::enters | Rule::leaves),
        _ => false,
    };
    let says = |act: Pair<'_, Rule>, rules: &[Rule]| act.into_inner().any(|p| rules.contains(&p.as_rule()));
    alike
        && !says(first, &[Rule::object, Rule::place, Rule::here, Rule::k_with])
        && says(second, &[Rule::object, Rule::place, Rule::here])
}
