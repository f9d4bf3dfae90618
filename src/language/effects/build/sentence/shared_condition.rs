//! The person of whom a condition is asked that several clauses share: `If they are a Master, the target loses 20 Mana
//! and the user restores 10 Mana` asks one thing of one person.

use super::TimedOperation;
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Operation, Trigger};
use crate::language::effects::build::{antecedents, replace_they, resolve_they};

/// Why the condition is unclear if the first clause is about several.
const OF_WHICH: &str = "of whom is this asked in each half? `they` could be each of several, or somebody else: say who";

/// Binds `they` in a condition to the person on whom the first clause works, for all clauses alike. If a deed is waited
/// for, `they` is somebody of that deed.
pub(super) fn bind_condition(
    condition: &mut Option<Condition<Written>>,
    trigger: Option<&Trigger>,
    things: &[TimedOperation],
) -> Result<(), &'static str> {
    let Some(asked) = condition.as_mut().filter(|asked| antecedents::condition_says_they(asked)) else { return Ok(()) };
    let Some(first) = things.first().filter(|_| trigger.and_then(Trigger::deed).is_none()) else { return Ok(()) };
    if !asks_only_they(asked) {
        // `If the user is in the same location as their Master`: the subject of the condition.
        let subject = resolve_they::single_subject(Some(asked));
        subject.into_iter().for_each(|who| replace_they::replace_in_condition(asked, &who));
        return Ok(());
    }
    match first.operation.who() {
        Some(who) if !who.says_they() && !antecedents::is_several(who) => {
            if antecedents::count_named(&first.operation) > 1 {
                return Err(antecedents::THEY_IS_EITHER);
            }
            replace_they::replace_in_condition(asked, who);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Rejects a condition on `they` whose clauses would each ask it of somebody else.
pub(super) fn reject_several_subjects<'o>(
    condition: Option<&Condition<Written>>,
    trigger: Option<&Trigger>,
    mut operations: impl Iterator<Item = &'o Operation>,
) -> Result<(), &'static str> {
    let is_asked = condition.is_some_and(asks_only_they);
    let waits = trigger.and_then(Trigger::deed).is_some();
    let Some(first) = operations.next().filter(|_| is_asked && !waits) else { return Ok(()) };
    if operations.all(|other| other.who() == first.who()) { Ok(()) } else { Err(OF_WHICH) }
}

/// Whether every statement of a condition is about `they`. Behind somebody else, `they` may mean that one.
fn asks_only_they(condition: &Condition<Written>) -> bool {
    let subjects: Vec<&Who<Written>> = condition.statements().into_iter().filter_map(Predicate::subject).collect();
    antecedents::condition_says_they(condition) && subjects.iter().all(|who| who.says_they())
}
