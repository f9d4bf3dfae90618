//! Several verbs said of one subject, joined by `and` and `or`: what the words leave open between them.

use super::{Ambiguity, Rule, words};
use crate::language::pairs::Pair;

/// How a verb phrase begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// `does not`, `has not`, `is not`, `would`: what stands behind `or` may hang on it too.
    Helper { denied: bool },
    /// `attack`, `use`.
    Plain,
    /// `attacks`, `attacked`.
    Finite,
}

/// What the verbs of a `said` pair leave open.
pub(super) fn doubt(said: &Pair<'_, Rule>) -> Option<Ambiguity> {
    let phrases: Vec<_> = said.within([Rule::verb_phrase]).collect();
    let mut leader = None;
    for (at, phrase) in phrases.iter().enumerate() {
        let start = start_of(phrase)?;
        if let Some(leader) = leader {
            let of_past = act_phrase_of(phrase).is_some_and(|act| words::is_past_form(&act));
            match (leader, start) {
                // `does not attack me or flee`, `has not attacked or fled`: neither, or not the one, or the other?
                (Start::Helper { denied: true }, Start::Plain) => return Some(Ambiguity::OneNot),
                (Start::Helper { denied: true }, Start::Finite) if hangs_on(phrases.get(at - 1)?, of_past) => {
                    return Some(Ambiguity::OneNot);
                }
                // `if Illya is here and use Guard`: Illya uses nothing.
                (Start::Finite | Start::Helper { denied: false }, Start::Plain) => return Some(Ambiguity::AnOrder),
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

fn start_of(phrase: &Pair<'_, Rule>) -> Option<Start> {
    let mut inner = phrase.clone().into_inner().filter(|p| p.as_rule() != Rule::k_adverb);
    let first = inner.next()?;
    Some(match first.as_rule() {
        Rule::foresight | Rule::do_not | Rule::be | Rule::have => Start::Helper { denied: words::is_denied(first) },
        Rule::act_phrase if is_plain(&first) => Start::Plain,
        _ => Start::Finite,
    })
}

/// Whether a verb behind `has not attacked`, `never attacks` may hang on the same helper.
fn hangs_on(phrase: &Pair<'_, Rule>, of_past: bool) -> bool {
    phrase.clone().into_inner().any(|p| match p.as_rule() {
        Rule::have => of_past,
        Rule::do_not => p.into_inner().any(|word| word.as_rule() == Rule::k_never),
        _ => false,
    })
}

/// What is done in a phrase, whatever stands before it.
fn act_of<'i>(phrase: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    act_phrase_of(phrase).and_then(|act| act.into_inner().next())
}

fn act_phrase_of<'i>(phrase: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    phrase.clone().into_inner().find(|p| p.as_rule() == Rule::act_phrase)
}

/// Whether a verb stands in the form of an order: `attack`, `use`.
fn is_plain(act: &Pair<'_, Rule>) -> bool {
    let verb = act.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    !words::is_past_form(act) && !verb.ends_with('s') && !verb.ends_with("ing")
}

/// `attacks or hits Rin`, `enters or leaves Park`: whether what stands behind the second verb could be said of the
/// first as well, which has nothing of its own.
fn shares_object(first: &Pair<'_, Rule>, second: &Pair<'_, Rule>) -> bool {
    let (Some(first), Some(second)) = (act_of(first), act_of(second)) else { return false };
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
