//! Wordings of ordinary sheets about a use and what comes of it, class by class, with neighbours that stay refused.

use grail_referee::language::effects::read_passage;
use grail_referee::sheet::effect_sentences::parse_entry;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<&&str> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

#[test]
fn who_is_hit_or_damaged_is_the_target() {
    assert_read_back(&[
        (
            "Any opponent damaged by this skill is inflicted with Poison 3/10.",
            "The target receives Poison 3/10 if this attack inflicts more than 0 damage and the target is an opponent.",
        ),
        (
            "When this attack damages a character, that character receives Poison 3/10.",
            "The target receives Poison 3/10 if this attack inflicts more than 0 damage.",
        ),
        (
            "If this attack damages the target, they receive Stun 1.",
            "The target receives Stun 1 if this attack inflicts more than 0 damage.",
        ),
        ("Every character hit learns the user's current location.", "The target learns the user's location."),
    ]);
    assert_refused(&[
        "Any opponent not damaged by this skill is inflicted with Poison 3/10.",
        "Any opponent damaged by this skill twice is inflicted with Poison 3/10.",
        "Any opponent damaged by another skill is inflicted with Poison 3/10.",
        "The first opponent damaged by this skill is inflicted with Poison 3/10.",
        "If this attack damages the user, they receive Stun 1.",
        "If this attack does not damage the target, they receive Stun 1.",
        "Every other character hit learns the user's current location.",
    ]);
}

#[test]
fn what_the_second_sentence_spares_or_asks_is_of_the_first() {
    assert_read_back(&[
        (
            "The next non-Special attack that would hit the user during this Turn is negated.",
            "The next physical or ranged or long-ranged or magical attack that targets the user is negated until the end of the Turn.",
        ),
        (
            "Opponents' STR is lowered by 1 rank. This effect applies only while the caster is inside the location.",
            "All opponents in this location's STR is lowered by 1 rank if the user is here.",
        ),
        (
            "The holder's spells cost 5 less Mana. Only a Master can benefit from this item.",
            "The user's skills that cost Mana cost 5 less Mana if the user is a Master.",
        ),
        (
            "The target loses 20 Mana. If this would reduce a Servant's Mana to 0 or below, it is reduced to 1 instead.",
            "Each of these: the target loses 20 Mana but keeps at least 1 if the target is a Servant; and the target loses 20 Mana unless the target is a Servant.",
        ),
        (
            "The user restores 75 Mana. Masters restore 25 Mana instead.",
            "Each of these: the user restores 25 Mana if the user is a Master; and the user restores 75 Mana unless the user is a Master.",
        ),
        (
            "If the user receives a fatal blow, they survive with 1 Health; this effect can activate only once.",
            "Once during the War, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        ),
    ]);
    assert_refused(&[
        // Does a Special attack that passes count as the next one?
        "The next attack that would hit the user during this Turn is negated. Special damage is not affected by this skill.",
        "The next attack that would hit the user during this Turn is negated. Magical damage is not affected by this skill.",
        "Opponents' STR is lowered by 1 rank. This effect does not apply only while the caster is inside the location.",
        "The holder's spells cost 5 less Mana. Only a Master and a Servant together can benefit from this item.",
        "The holder's spells cost 5 less Mana. No Master can benefit from this item.",
        "The target loses 20 Mana. If this would reduce a Servant's Health to 0 or below, it is reduced to 1 instead.",
        "The target loses 20 Mana. If this would reduce a Servant's Mana to 0 or below, it is reduced to 5 instead.",
        "The user restores 75 Mana. Masters restore 25 Health instead.",
        "The user restores 75 Mana. Two Masters restore 25 Mana instead.",
    ]);
}

#[test]
fn parts_of_damage_ranks_and_costs_in_other_words() {
    assert_read_back(&[
        (
            "The target's END is considered two ranks lower when calculating this attack's damage.",
            "The target's END is treated as 2 ranks lower for this attack.",
        ),
        (
            "The target's Mana is reduced by an amount equal to half of the damage inflicted by this attack.",
            "The target loses Mana equal to 50% of the damage inflicted.",
        ),
        (
            "When the user receives physical damage, the attacker receives 10% of that damage as Special damage.",
            "10% of the damage the user receives from physical attacks is reflected to the attacker.",
        ),
        (
            "The user's damage increases by 20% against characters with a higher NP rank.",
            "Damage the user inflicts on characters with NP higher than the user's increases by 20%.",
        ),
        (
            "The user receives 10% less damage for each opponent beyond the first that they are battling, up to a maximum of 30%.",
            "Damage the user receives decreases by 10% for each opponent in battle in this location beyond the first, up to 30%.",
        ),
        (
            "The cost of the user's Noble Phantasm decreases by 20 Mana if their Master has at least one Command Spell remaining.",
            "The user's Noble Phantasms cost 20 less Mana if the user's Master has 1 or more Command Spells.",
        ),
        (
            "The user may pay up to 40 additional Mana when using this skill. Damage inflicted increases by 5% for every 4 additional Mana paid.",
            "Damage inflicted increases by 5% for each 4 of up to 40 additional Mana the user pays.",
        ),
        ("The user's next attack cannot be evaded or negated.", "The user's next attack cannot be negated."),
        (
            "All attacks made by the user during this Turn cannot be negated.",
            "The user's attacks cannot be negated until the end of the Turn.",
        ),
        (
            "If the target used an attack earlier in this Turn, damage inflicted increases by 35%.",
            "Damage inflicted increases by 35% if the target attacks this Turn.",
        ),
        (
            "Attacks made by the user ignore the penalty regarding low Health.",
            "The user suffers no penalty for low Health.",
        ),
    ]);
    assert_refused(&[
        "The target's END is considered two ranks lower when calculating the next attack's damage.",
        "The target's Mana is reduced by an amount equal to half of the damage inflicted by the next attack.",
        "When the user receives physical damage, an opponent receives 10% of that damage as Special damage.",
        "The user's damage increases by 20% against characters with the higher of two NP ranks.",
        "The cost of the user's Noble Phantasm decreases by 20 Mana if their Master has no Command Spell remaining.",
        "The user may not pay up to 40 additional Mana when using this skill. Damage inflicted increases by 5% for every 4 additional Mana paid.",
        "The user's next attack can be evaded or negated.",
        "All attacks made by the user during the previous Turn cannot be negated.",
        "If the target used no attack earlier in this Turn, damage inflicted increases by 35%.",
        "Some attacks made by the user ignore the penalty regarding low Health.",
    ]);
}

#[test]
fn other_wordings_of_bans_items_and_fields() {
    assert_read_back(&[
        (
            "One opponent in the same location is forced to leave Spirit Form.",
            "The target leaves Spirit Form if the target is an opponent in this location.",
        ),
        (
            "The target is cured of all negative status effects and cannot receive any more until the end of this Turn.",
            "Each of these: all negative status effects are removed from the target; and the target is immune to negative status effects until the end of the Turn.",
        ),
        (
            "If an opponent attacks the user before this skill's effect occurs, it is canceled and its costs are not refunded.",
            "This skill fails if an opponent attacks the user this Turn.",
        ),
        (
            "This skill can be used to attack Masters even if their Servant is present.",
            "This skill may damage Masters.",
        ),
        (
            "The Bounded Field active in the target location is destroyed. Home Bases are not affected.",
            "The active Bounded Field in this location is cancelled.",
        ),
        (
            "The duration of negative status effects on the user is reduced by 1 Turn.",
            "Negative status effects the user receives last 1 Turn less.",
        ),
        ("This item can be used only by a Master.", "This skill can only be used if the user is a Master."),
        (
            "The user inflicts 15 Ranged damage on one target in the same location.",
            "The target receives 15 Ranged damage if the target is a character in the user's location.",
        ),
    ]);
    assert_refused(&[
        "One opponent in the same location is not forced to leave Spirit Form.",
        "The target is cured of all negative status effects and cannot receive two more until the end of this Turn.",
        "If an opponent attacks the user after this skill's effect occurs, it is canceled and its costs are not refunded.",
        "If an opponent attacks the user before this skill's effect occurs, it is canceled and its costs are refunded.",
        "This skill can be used to attack Masters only if their Servant is present.",
        "Any Bounded Field not active in the target location is destroyed.",
        "The duration of negative status effects on the user is reduced by 1 rank.",
        "This item cannot be used only by a Master.",
        "The user inflicts 15 Ranged damage on two targets in the same location.",
    ]);
}

/// What an ability waits for has no time but the one that its second sentence tells.
#[test]
fn the_time_of_what_an_ability_waits_for_may_stand_behind_it() {
    let text =
        "Each time the user defeats a Servant, all of their main six stats increase by 1 subrank. Lasts indefinitely.";
    let said = |passive| parse_entry(text, passive).1.map(|said| said[0].effect.to_string());
    assert_eq!(
        said(true).ok().as_deref(),
        Some("When the user kills a Servant, all stats of the user are raised by 1 subrank indefinitely.")
    );
    // Of a skill it could be how long one waits.
    assert!(said(false).is_err());
}

/// `But not` is an exception elsewhere; before what is kept it denies.
#[test]
fn what_is_kept_is_not_denied() {
    assert_read_back(&[
        ("The target loses 20 Mana but keeps at least 1.", "The target loses 20 Mana but keeps at least 1."),
        ("This skill costs 10 less Mana, but never below 1.", "This skill costs 10 less Mana, to a minimum of 1."),
    ]);
    assert_refused(&[
        "The target loses 20 Mana but not keeps at least 1.",
        "The target loses 20 Mana except keeps at least 1.",
        "This skill costs 10 less Mana, but not never below 1.",
    ]);
}
