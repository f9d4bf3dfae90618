//! By whose Health or Mana a part is measured: by everybody's own maximum. `Less than 50% of the user's Health`, said
//! of somebody else, would be another measure.

use super::ambiguity::{add_rewrite_note, replace_if_understood};
use super::parts::read_person;
use super::{Node, child, nonsense_error};
use crate::language::condition::{Who, Written};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::parser::Rule;

/// Rejects `if the target has less than 50% of the user's Health`: only a part of one's own maximum is compared.
pub(super) fn reject_measure_by_other(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    for whose in sentence.descendants([Rule::whose]) {
        let Some(measured_by) = find_person(&whose) else { continue };
        if find_subject(sentence, &whose).is_some_and(|subject| subject == measured_by) {
            continue;
        }
        let words = whose.as_str().trim();
        let message = format!("a part of {words} Health or Mana is compared with nobody else's");
        let behind = sentence.as_str().get(whose.as_span().end - sentence.as_span().start..).unwrap_or_default();
        let says_maximum = behind.trim_start().to_ascii_lowercase().starts_with("max");
        let own = replace_if_understood(sentence, &whose, if says_maximum { "their" } else { "their maximum" });
        let faults = add_rewrite_note(nonsense_error(&whose, &message), "of their own", own);
        let with_whole = "with all that the user has: write `… has Health lower than the user's`";
        return Err(faults.into_iter().map(|fault| fault.note(with_whole)).collect());
    }
    Ok(())
}

/// The person whom a `whose` pair names: the user or the target; `None` for `their`.
fn find_person(whose: &Node<'_>) -> Option<Who<Written>> {
    match whose {
        of_user if of_user.contains_any([Rule::the_user]) => Some(Who::User),
        of_target if of_target.contains_any([Rule::the_target]) => Some(Who::Target),
        _ => None,
    }
}

/// The person of whom the measure is said; `None` where that is a group, or nobody who is named.
fn find_subject(sentence: &Node<'_>, whose: &Node<'_>) -> Option<Who<Written>> {
    let (at, holders) = (whose.as_span(), [Rule::about, Rule::must_have, Rule::group]);
    let holds = |p: &Node<'_>| p.as_span().start <= at.start && at.end <= p.as_span().end;
    let innermost = sentence.descendants(holders).filter(holds).last()?;
    match innermost.as_rule() {
        Rule::about => conditions::grammatical_subject(&innermost),
        Rule::must_have => child(&innermost, Rule::effect_one).and_then(|who| read_person(&who).ok()),
        _ => None,
    }
}
