//! Sentences that correct the one before them: `Special damage is not affected.`

use super::continuations::{read_canonical, single_sentence};
use super::parse_known;
use super::passages::{PassageSentence, lowercase_first, read_known_sentence};
use crate::language::condition::{Resource, Who};
use crate::language::effect::{Clause, Effect, Modifier, Operation, RelocationKind, Sentence, Standing, Verb};
use crate::language::effect_text::canonical;
use crate::vocabulary::damage::DamageType;

/// `Special damage is not affected`: the sentence before is then of all other damage.
pub(super) fn spare_special_damage(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    const SPARED: [&str; 6] = [
        "special damage is not affected",
        "special damage is unaffected",
        "this does not apply to special damage",
        "this doesn't apply to special damage",
        "this does not affect special damage",
        "this doesn't affect special damage",
    ];
    const OTHER_KINDS: [DamageType; 4] =
        [DamageType::Physical, DamageType::Ranged, DamageType::LongRanged, DamageType::Magical];
    if !SPARED.contains(&piece.trim().trim_end_matches('.').to_lowercase().as_str()) {
        return None;
    }
    let (sentence, operation) = single_sentence(&before.effect)?;
    let Operation::Standing(mut standing) = operation.clone() else { return None };
    match &standing.modifier {
        Modifier::Reflects(_) if standing.attacks.kinds.is_empty() => standing.attacks.kinds = OTHER_KINDS.to_vec(),
        _ => return None,
    }
    let operation = Operation::Standing(standing);
    Some(vec![read_canonical(&Effect::Sentence(Sentence { operation, ..sentence.clone() }))?])
}

/// `This does not consume their Move Actions`, after a sentence by which they move: they are relocated. `This is
/// considered fleeing` after one by which they move or are relocated: they flee, which takes the Move Action (R182).
pub(super) fn relocate_without_move_action(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    const FLEEING: [&str; 9] = [
        "this is considered fleeing",
        "this counts as fleeing",
        "it counts as fleeing",
        "this effect is considered fleeing",
        "this is considered a retreat",
        "this is considered fleeing and consumes the move actions of both",
        "this is considered fleeing and consumes their move actions",
        "this is considered fleeing and consumes the user's move action",
        "this counts as fleeing and consumes their move actions",
    ];
    const NOT_CONSUMED: [&str; 8] = [
        "their move actions are not consumed",
        "no move action is consumed",
        "this does not consume their move actions",
        "this does not consume their move action",
        "this does not consume the user's move action",
        "this does not consume anyone's move action",
        "this doesn't consume their move actions",
        "this does not use their move actions",
    ];
    let said = piece.trim().trim_end_matches('.').to_lowercase();
    let are_fleeing = FLEEING.contains(&said.as_str());
    if !are_fleeing && !NOT_CONSUMED.contains(&said.as_str()) {
        return None;
    }
    let (sentence, operation) = single_sentence(&before.effect)?;
    let Operation::Immediate(mut immediate) = operation.clone() else { return None };
    let Verb::Relocate { way, .. } = &mut immediate.verb else { return None };
    *way = match (are_fleeing, *way) {
        (true, RelocationKind::Moves | RelocationKind::Carried) => RelocationKind::Flees,
        (false, RelocationKind::Moves | RelocationKind::Carried) => RelocationKind::Carried,
        (_, RelocationKind::Flees) => return None,
    };
    let operation = Operation::Immediate(immediate);
    Some(vec![read_canonical(&Effect::Sentence(Sentence { operation, ..sentence.clone() }))?])
}

/// `Otherwise, the target receives 60 Special damage`, after a sentence with a condition. After a use that fails on a
/// condition, it is a sentence of its own: nothing comes of a use that failed.
pub(super) fn merge_otherwise(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let said = ["Otherwise, ", "otherwise, "].iter().find_map(|word| piece.trim().strip_prefix(word))?;
    let (sentence, operation) = single_sentence(&before.effect)?;
    sentence.condition.as_ref()?;
    if matches!(operation, Operation::Clause(Clause::Fails { .. })) {
        let said = said.strip_prefix("it ").map_or_else(|| said.to_owned(), |rest| format!("This attack {rest}"));
        let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
        return Some(vec![first, read_known_sentence(&said).ok()??]);
    }
    let head = canonical(&before.effect);
    let head = head.trim_end_matches('.');
    // `this skill inflicts 30 Special damage`: on the target, of whom the sentence before speaks.
    let on_target = ["this skill inflicts ", "this attack inflicts "]
        .iter()
        .find_map(|head| said.strip_prefix(head))
        .filter(|_| operation.who() == Some(&Who::Target))
        .map(|damage| format!("the target receives {damage}"));
    let said = on_target.as_deref().unwrap_or(said);
    let own_words = read_known_sentence(said).ok().flatten().map(|one| canonical(&one.effect));
    let ways = [Some(said.to_owned()), own_words].into_iter().flatten();
    ways.map(|rest| format!("{head}; otherwise, {}", lowercase_first(&rest)))
        .find_map(|text| Some(vec![PassageSentence { effect: parse_known(&text).ok()??, text }]))
}

/// `During this time, they regenerate as normal`, after a sentence by which the user needs no Master for some Turns.
pub(super) fn regenerate_meanwhile(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    const SAID: [&str; 4] = [
        "during this time, they regenerate as normal",
        "during this time, they regenerate normally",
        "during this time, the user regenerates as normal",
        "during this time, the user regenerates normally",
    ];
    let (sentence, operation) = single_sentence(&before.effect)?;
    if !SAID.contains(&piece.trim().trim_end_matches('.').to_lowercase().as_str())
        || !matches!(operation.modifier(), Some(Modifier::NeedsNoMaster))
    {
        return None;
    }
    let operation = Operation::Standing(Standing::of(operation.who()?.clone(), Modifier::RegenerateMasterless));
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, read_canonical(&Effect::Sentence(Sentence { operation, ..sentence.clone() }))?])
}

/// `No Health is restored if the target is a familiar`: adds the exception to the sentence before.
pub(super) fn apply_exception(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let text = piece.trim().trim_end_matches('.');
    let (sentence, operation) = single_sentence(&before.effect)?;
    const NOTHING: [&str; 4] =
        ["Has no effect if ", "This has no effect if ", "This effect does not apply if ", "This does not apply if "];
    if let Some(state) = NOTHING.iter().find_map(|words| text.strip_prefix(words)) {
        return add_unless(sentence, state).filter(|_| !matches!(operation, Operation::Clause(_)));
    }
    let (what, state) = text.strip_prefix("No ")?.split_once(" is restored if ")?;
    let restored = match operation.verb()? {
        Verb::Restore { resource: Resource::Health, .. } => "Health",
        Verb::Restore { resource: Resource::Mana, .. } => "Mana",
        _ => return None,
    };
    add_unless(sentence, state).filter(|_| restored == what)
}

/// The sentence with `unless STATE`; `None` if it has a condition or a trigger already.
fn add_unless(sentence: &Sentence, state: &str) -> Option<Vec<PassageSentence>> {
    if sentence.condition.is_some() || sentence.trigger.is_some() {
        return None;
    }
    let asked = parse_known(&format!("The user restores 5 Health unless {state}.")).ok()??;
    let condition = single_sentence(&asked)?.0.condition.clone();
    Some(vec![read_canonical(&Effect::Sentence(Sentence { condition, ..sentence.clone() }))?])
}
