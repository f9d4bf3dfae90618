//! Sentences that only say what the rules say anyway about the sentence before them: `The cost of the negated skill is
//! still paid.`

use super::continuations::single_sentence;
use super::passages::PassageSentence;
use crate::language::condition::{Filter, Resource, Side, Who};
use crate::language::effect::{
    AttackFilter, Cancelled, Clause, Counted, Forbidden, HitSpan, Immediate, Modifier, Operation, Quota,
    RelocationKind, Sentence, SkillFilter, SkillSort, Standing, Trigger, Verb,
};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::skill_type::SkillType;

/// Whether a sentence only says what the rules say anyway about the sentence before: `The cost of the negated skill is
/// still paid`.
pub(super) fn restates_rule(before: &PassageSentence, piece: &str) -> bool {
    let text = piece.trim().trim_end_matches('.').to_lowercase();
    let restatements: &[&str] = match single_sentence(&before.effect).and_then(|(_, operation)| operation.modifier()) {
        Some(Modifier::Negates) => &[
            "the cost of the negated skill is still paid",
            "the costs of the negated skill are still paid",
            "all costs of the negated skill are still paid",
            "the caster of that skill still pays its costs",
            "the user of that skill still pays its cost",
            "its cost is still paid",
        ],
        Some(Modifier::Reflects(_)) => &[
            "this skill does not reduce the damage received",
            "this does not reduce the damage received",
            "the damage received is not reduced",
            "the user still receives the full damage",
            "the user still receives all of the damage",
        ],
        // Command Spells are no skills (R160).
        Some(Modifier::Forbids(Forbidden::Use(_))) => &[
            "command spells are not affected",
            "command spells are not affected by this",
            "this does not affect command spells",
        ],
        // What lessens damage in general leaves Special damage as it is (R094).
        Some(Modifier::DamageDealt(change)) if change.is_less() && is_of_all_kinds(before) => SPECIAL_IS_SPARED,
        Some(Modifier::DamageTaken(change)) if change.is_less() && is_of_all_kinds(before) => SPECIAL_IS_SPARED,
        // Late entrants are in their first Turn of battle (R255).
        Some(Modifier::FirstTurnPoints(_)) => &[
            "this also applies if the user is a late entrant",
            "this also applies to late entrants",
            "this also applies when the user enters a battle late",
        ],
        Some(Modifier::GainsNone(Resource::ActionPoints)) => &["their sp is not affected", "sp is gained as usual"],
        Some(Modifier::ActsAs(_)) => {
            &["no ap is gained from this effect", "no ap is gained from this", "this grants no ap"]
        }
        _ => &[],
    };
    restatements.contains(&text.as_str())
        || restates_each_turn(before, &text)
        || restates_counting(before, &text)
        || restates_use(before, &text)
        || restates_other_kinds(before, &text)
        || restates_everybody(before, &text)
        || restates_item_is_gone(before, &text)
}

/// Whether a sentence says `This item disappears afterward` after one that works so often: it is gone then (R346).
fn restates_item_is_gone(before: &PassageSentence, said: &str) -> bool {
    const GONE: [&str; 10] = [
        "this item disappears",
        "this item disappears afterward",
        "this item disappears afterwards",
        "this item then disappears",
        "this item breaks",
        "this item then breaks",
        "this item breaks afterward",
        "this item is destroyed",
        "this item is then destroyed",
        "this item is destroyed afterward",
    ];
    let is_counted = single_sentence(&before.effect).is_some_and(|(_, operation)| match operation {
        Operation::Standing(standing) => {
            matches!(standing.quota, Some(Quota::Next(_))) || matches!(standing.modifier, Modifier::Survives { .. })
        }
        Operation::Immediate(_) | Operation::Clause(_) => false,
    });
    is_counted && GONE.contains(&said)
}

/// Whether a sentence says of what comes each Turn that it comes in battle too: only regeneration does not (R212).
fn restates_each_turn(before: &PassageSentence, said: &str) -> bool {
    const SUBJECTS: [&str; 4] =
        ["this effect applies even ", "this applies even ", "this effect occurs even ", "this occurs even "];
    const IN_BATTLE: [&str; 8] = [
        "to those in battle",
        "to characters in battle",
        "to anyone in battle",
        "to those who are in battle",
        "in battle",
        "during battle",
        "while in battle",
        "while they are in battle",
    ];
    let Some((sentence, operation)) = single_sentence(&before.effect) else { return false };
    let comes_each_turn = matches!(sentence.trigger, Some(Trigger::EachTurn(_)))
        && matches!(operation, Operation::Immediate(_))
        && sentence.condition.is_none();
    comes_each_turn && SUBJECTS.iter().any(|head| said.strip_prefix(head).is_some_and(|rest| IN_BATTLE.contains(&rest)))
}

/// `This effect does not apply to Special damage`.
const SPECIAL_IS_SPARED: &[&str] = &[
    "this effect does not apply to special damage",
    "this does not apply to special damage",
    "this effect does not affect special damage",
    "this does not affect special damage",
    "special damage is not affected",
    "special damage is unaffected",
    "special damage is not affected by this skill",
    "special damage is not affected by this effect",
    "special damage is not affected by this",
];

/// Whether a sentence is about damage of any type.
fn is_of_all_kinds(before: &PassageSentence) -> bool {
    let modified = single_sentence(&before.effect).map(|(_, operation)| operation);
    matches!(modified, Some(Operation::Standing(standing)) if standing.attacks.kinds.is_empty())
}

/// Whether a sentence says `This bonus is lost when they leave battle` after one that counts within a battle.
fn restates_counting(before: &PassageSentence, said: &str) -> bool {
    const GAIN_LOSSES: [&str; 6] = [
        "this bonus is lost",
        "the bonus is lost",
        "all subranks gained this way are lost",
        "these subranks are lost",
        "this is lost",
        "this resets",
    ];
    const BATTLE_ENDINGS: [&str; 8] = [
        " when they leave battle",
        " when the battle ends",
        " when the user leaves battle",
        " at the end of the battle",
        " at the end of battle",
        " the moment the user is no longer in battle",
        " when the user is no longer in battle",
        " once the battle is over",
    ];
    let in_battle = matches!(
        single_sentence(&before.effect).and_then(|(_, operation)| operation.counted()),
        Some(
            Counted::TurnsOfBattle
                | Counted::EarlierTurnsOfBattle
                | Counted::EarlierTurns { within: HitSpan::Battle, .. }
                | Counted::HitsTaken { within: HitSpan::Battle, .. }
                | Counted::UsesOfThis { within: HitSpan::Battle, .. }
        )
    );
    // Familiars are opponents and allies too.
    if said == "familiars count" || said == "familiars are counted too" {
        return match single_sentence(&before.effect).and_then(|(_, operation)| operation.counted()) {
            Some(Counted::Group(group) | Counted::GroupBeyondFirst(group)) => {
                group.filters.iter().all(|filter| *filter == Filter::Here)
            }
            _ => false,
        };
    }
    in_battle
        && GAIN_LOSSES.iter().any(|head| said.strip_prefix(head).is_some_and(|rest| BATTLE_ENDINGS.contains(&rest)))
}

/// Whether a sentence says what applies to every such use: `The Mana is not refunded` after a use that fails, `Neither
/// of their Move Actions is consumed` after a relocation.
fn restates_use(before: &PassageSentence, said: &str) -> bool {
    let restatements: &[&str] = match single_sentence(&before.effect).map(|(_, operation)| operation) {
        Some(Operation::Clause(Clause::Fails { refunded: None })) => &[
            "the mana is not refunded",
            "its mana is not refunded",
            "its mana cost is not refunded",
            "its cost is not refunded",
            "its costs are not refunded",
            "the costs are not refunded",
            "this skill's cost is not refunded",
            "this skill's costs are not refunded",
        ],
        Some(Operation::Standing(Standing { modifier: Modifier::Foils(_), .. })) => &[
            "its costs are not refunded",
            "its mana cost is not refunded",
            "the mana spent on the negated skill is not refunded",
            "costs paid for the cancelled skill are not refunded",
            "all costs of the negated skill are still paid",
            "they still have to pay its costs",
        ],
        // What a shield does not take, its bearer receives (family 37).
        Some(Operation::Standing(Standing { modifier: Modifier::Absorbs { .. }, .. })) => &[
            "any damage beyond this amount is received by the user",
            "any damage beyond this amount is received by the target",
            "any damage beyond this is received as normal",
            "it receives all damage directed at them until its health reaches 0",
            "it disappears once its health is depleted",
            "it disappears when its health reaches 0",
            "damage is subtracted from the barrier before the user's own health",
        ],
        Some(Operation::Immediate(Immediate {
            verb: Verb::ChangePlaces { .. } | Verb::Relocate { way: RelocationKind::Carried, .. },
            ..
        })) => &[
            "neither of their move actions is consumed",
            "this does not consume a move action",
            "this does not consume their move actions",
            "this does not consume the user's move action",
            "this consumes no move action",
            "this is not considered moving and does not consume the user's move action",
        ],
        // The field of a Home Base is no skill in force (R224).
        Some(Operation::Immediate(Immediate {
            verb:
                Verb::Cancel(Cancelled::Here(SkillType::BoundedField, _) | Cancelled::Around(SkillType::BoundedField, _)),
            ..
        })) => &[
            "home bases are not affected",
            "home bases are unaffected",
            "home base fields are not affected",
            "this does not affect home bases",
        ],
        // A skill on its user alone is ended by a Free Action (R367, R368).
        Some(Operation::Standing(Standing { who: Who::User, modifier: Modifier::ExchangedStats(..), .. })) => {
            &["switching back costs nothing"]
        }
        _ => &[],
    };
    restatements.contains(&said)
}

/// Whether a sentence says `The caster's own team is also affected` after one about all characters there.
fn restates_everybody(before: &PassageSentence, said: &str) -> bool {
    const EVERYBODY_INCLUDED: [&str; 5] = [
        "the caster's own team is also affected",
        "the user's team is also affected",
        "this includes the user's team",
        "this goes for everyone",
        "this applies to everyone",
    ];
    let is_about_everybody = |sentence: &&Sentence| {
        let group = sentence.operation.who().and_then(Who::group);
        group.is_some_and(|group| {
            group.side == Side::Anyone && group.filters.iter().all(|filter| *filter == Filter::Here)
        })
    };
    // Allies are never the user.
    let is_about_allies = |sentence: &&Sentence| {
        sentence.operation.who().and_then(Who::group).is_some_and(|group| group.side == Side::Allies)
    };
    if ["the user is not affected", "the caster is not affected"].contains(&said) {
        return before.effect.sentences().iter().all(is_about_allies);
    }
    EVERYBODY_INCLUDED.contains(&said) && before.effect.sentences().iter().all(is_about_everybody)
}

/// Whether a sentence says `This effect does not apply to long-ranged attacks` after one about ranged attacks only.
fn restates_other_kinds(before: &PassageSentence, said: &str) -> bool {
    let Some((_, Operation::Standing(standing))) = single_sentence(&before.effect) else { return false };
    let kinds = match &standing.attacks {
        AttackFilter { skill_filter: Some(SkillFilter { sort: SkillSort::Inflicting(kinds), .. }), .. } => kinds,
        AttackFilter { kinds, .. } => kinds,
    };
    let named = said
        .strip_prefix("this effect does not apply to ")
        .or_else(|| said.strip_prefix("this does not apply to "))
        .and_then(|rest| rest.strip_suffix(" attacks").or_else(|| rest.strip_suffix(" damage")));
    let spared = named.and_then(|word| match word {
        "physical" => Some(DamageType::Physical),
        "ranged" => Some(DamageType::Ranged),
        "long-ranged" => Some(DamageType::LongRanged),
        "magical" => Some(DamageType::Magical),
        "special" => Some(DamageType::Special),
        _ => None,
    });
    spared.is_some_and(|spared| !kinds.is_empty() && !kinds.iter().any(|kind| spared.matches_filter(*kind)))
}
