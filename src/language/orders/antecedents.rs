//! Whom `him`, `her`, `that character` mean where the night would find nobody: behind a denial, in an `otherwise`, beside
//! what is asked of oneself.

use super::codes;
use super::pronouns::{people, point_at, points_back};
use crate::language::condition::{Condition, Predicate, Relation, Side, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Body, Branch, Target};

/// Names the one person an order speaks of in the place of the word that stands for them.
///
/// # Errors
/// Where the word stands for nobody who would be found, or for one of several.
pub(super) fn name_the_only_one(body: &mut Body<Written>) -> Result<(), Diagnostic> {
    let one = person_named(body);
    for branch in &mut body.branches {
        if !points_back(&branch.actions) {
            continue;
        }
        let said: Vec<_> = branch.guards.iter().flat_map(Condition::statements).collect();
        let of_oneself = said.iter().any(|said| said.subject() == Some(&Who::User));
        let denied = branch.guards.iter().any(denies);
        let anybody = said.iter().any(|said| said.deed().is_none() && said.subject().is_some_and(is_anybody));
        match &one {
            Some(one) if denied || of_oneself => point_at(&mut branch.actions, one),
            _ if anybody => return Err(unclear_whom(branch, "anybody may be of one's own side")),
            _ if (denied || of_oneself) && !branch.guards.iter().any(finds_somebody) => {
                return Err(unclear_whom(branch, "whom does the word mean? nobody is found by this condition"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn unclear_whom(branch: &Branch<Written>, message: &str) -> Diagnostic {
    let span = branch.actions.first().map(|action| action.span).unwrap_or_default();
    Diagnostic::error(codes::WHOM, span, message).note("write the name, or `an opponent`")
}

/// The one person whom the conditions and the actions of an order name.
fn person_named(body: &Body<Written>) -> Option<Who<Written>> {
    let aimed = body.actions().flat_map(|action| action.kind.targets()).filter_map(|target| match target {
        Target::Character(who) => Some(who),
        Target::Location(_) | Target::Here => None,
    });
    let asked = body.conditions().flat_map(people);
    let mut named: Vec<&Who<Written>> = Vec::new();
    for who in asked.chain(aimed) {
        let is_known = matches!(who, Who::User) || who.mentions(&|who| *who == Who::Antecedent);
        if !is_known && !named.contains(&who) {
            named.push(who);
        }
    }
    match named.as_slice() {
        [one @ (Who::Named(_) | Who::Related(Relation::Master | Relation::Servant | Relation::Partner, _))] => {
            Some((*one).clone())
        }
        _ => None,
    }
}

/// Whether anything is denied in a condition.
fn denies(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(denies),
        Condition::Not(_) => true,
        Condition::Is(_) => false,
    }
}

/// Whether a condition that holds has found somebody else.
fn finds_somebody(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(finds_somebody),
        Condition::Not(_) => false,
        Condition::Is(Predicate::Count(..)) => true,
        Condition::Is(said) => said.subject().is_some_and(|who| !matches!(who, Who::User | Who::Antecedent)),
    }
}

/// `anyone`, of whichever side.
fn is_anybody(who: &Who<Written>) -> bool {
    matches!(who, Who::Any(group) if group.side == Side::Anyone && group.filters.is_empty())
}
