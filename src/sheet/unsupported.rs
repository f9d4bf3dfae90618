//! Effects that the language can express but no Night can carry out.
//!
//! Nothing is skipped: a sentence that the engine would silently ignore is rejected at load, with the reason. Two such
//! kinds are left. Nobody can carry out what depends on what somebody *would* do (R200, A237). A lasting effect on
//! `the attacker` or on `they` means nobody, unless its trigger has an attacker or a doer.
//!
//! Poison and Stun are not defined by sentences. They are words of the rulebook that a Damage field carries
//! (`30 Magical, Stun 1`, R121). They are compared only by their numbers (R131–R133), and one of them works before
//! anybody acts (R128, A034). A status of a sheet's own can express either: `"Venom" for 3 Turns: at the Instant Phase
//! they receive 20 Special damage`, `"Daze" for 2 Turns: they lose 1 AP each Turn`. It cannot express that a Master is
//! immune to it (R129).

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Effect, Operation, Sentence};

/// Why no Night can carry an effect out; `None` when it can.
pub(super) fn why_unsupported(effect: &Effect) -> Option<&'static str> {
    match effect {
        // The Night asks the GM whenever the skill works.
        Effect::Gm(_) => None,
        Effect::Sentence(sentence) => why_sentence_unsupported(sentence),
        Effect::Choice(options) => options.iter().flatten().find_map(why_sentence_unsupported),
        Effect::Several(sentences) => sentences.iter().find_map(why_sentence_unsupported),
    }
}

fn why_sentence_unsupported(sentence: &Sentence) -> Option<&'static str> {
    let lasts = matches!(sentence.operation, Operation::Standing(_)) && sentence.trigger.is_none();
    if lasts && !sentence.operation.involved_people().into_iter().all(can_have_lasting_effect) {
        return Some(
            "nobody is meant here as long as this holds: say what happens first, as in `When the user is attacked, …`",
        );
    }
    let mut predicates = sentence.condition.iter().flat_map(Condition::statements);
    let asks_would = predicates.any(|predicate| matches!(predicate, Predicate::Would(_)));
    asks_would.then_some("no effect rests on what somebody would do (R200): say what they have done, or wait for it")
}

/// Whether a lasting effect can apply to these characters. It cannot apply to an attacker or a doer, or to anybody
/// related to one.
fn can_have_lasting_effect(who: &Who<Written>) -> bool {
    who.roots()
        .into_iter()
        .all(|root| !matches!(root, Who::Attacker | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_)))
}
