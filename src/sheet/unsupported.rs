//! What the language can say and no Night can carry out.
//!
//! Nothing is skipped: a sentence whose clause the engine would pass over in
//! silence is refused at load, with the reason. There is one thing left that nobody could carry out,
//! what somebody *would* do (R200, A237), and one that means nobody: a lasting effect on `the attacker`
//! or on `they` without anything that happens to have an attacker or a doer.
//!
//! Poison and Stun are no data beside these sentences: they are words of the rulebook that a damage
//! field carries (`30 Magical, Stun 1`, R121), that are compared by their numbers alone (R131–R133),
//! and one of which works before anybody acts (R128, A034). A status of a sheet's own says the same as
//! either: `"Venom" for 3 Turns: at the Instant Phase they receive 20 Special damage`, `"Daze" for 2
//! Turns: they lose 1 AP each Turn`; what it cannot say is that a Master is immune to it (R129).

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Effect, Operation, Sentence};

/// Why no Night can carry an effect out; `None` when it can.
pub(super) fn cannot_run(effect: &Effect) -> Option<&'static str> {
    match effect {
        // Whenever the skill works, the Night asks the GM.
        Effect::Gm(_) => None,
        Effect::Sentence(sentence) => why_not_run(sentence),
        Effect::Choice(options) => options.iter().flatten().find_map(why_not_run),
        Effect::Several(sentences) => sentences.iter().find_map(why_not_run),
    }
}

fn why_not_run(sentence: &Sentence) -> Option<&'static str> {
    let lasts = matches!(sentence.operation, Operation::Standing(_)) && sentence.trigger.is_none();
    if lasts && !sentence.operation.involved().into_iter().all(can_be_lasting) {
        return Some(
            "nobody is meant here as long as this holds: say what happens first, as in `When the user is attacked, …`",
        );
    }
    let mut asked = sentence.condition.iter().flat_map(Condition::statements);
    let would = asked.any(|said| matches!(said, Predicate::Would(_)));
    would.then_some("no effect rests on what somebody would do (R200): say what they have done, or wait for it")
}

/// Whether a lasting effect reaches these: whom it is of and on, groups, and those bound to any of them.
fn can_be_lasting(who: &Who<Written>) -> bool {
    who.roots()
        .into_iter()
        .all(|root| !matches!(root, Who::Attacker | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_)))
}
