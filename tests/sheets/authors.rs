//! Wordings that authors of sheets were seen to use, beside those that the tests of families have: each is read as its
//! canonical sentence.

use super::families::{refused, same};

#[test]
fn the_verb_may_stand_before_what_it_changes() {
    same(&["Damage inflicted increases by 50%.", "Increases damage inflicted by 50%.", "Inflicts 50% more damage."]);
    same(&[
        "Damage the user receives decreases by 10.",
        "Reduces damage the user receives by 10.",
        "Decreases the damage received by the user by 10.",
    ]);
    same(&[
        "Physical damage the user inflicts increases by 20% for 2 Turns.",
        "Increases physical damage the user inflicts by 20% for 2 Turns.",
        "Raises the physical damage inflicted by the user by 20% for 2 Turns.",
    ]);
    same(&["The user's Health regeneration increases by 5.", "Increases the user's Health regeneration by 5."]);
}

#[test]
fn what_goes_without_saying_is_left_out() {
    same(&["This skill hits 2 times.", "Hits twice."]);
    same(&["This attack ignores END.", "Ignores the target's END."]);
    same(&[
        "50% of the damage the user receives is reflected to the attacker.",
        "Reflects half of the damage received to the attacker.",
    ]);
    same(&["Summons 1 \"Wolf\" familiar.", "Summons one \"Wolf\"."]);
}

#[test]
fn healing_and_gains() {
    same(&["The target restores 50 Health.", "The target heals 50 Health.", "Heals the target for 50 Health."]);
    same(&["The user restores 20 Mana.", "The user gains 20 Mana."]);
    same(&[
        "The user restores Health equal to 50% of the damage inflicted.",
        "The user restores Health equal to half the damage inflicted.",
    ]);
    same(&["The target gains the skill \"Wind Step\" for 2 Turns.", "Grants the target \"Wind Step\" for 2 Turns."]);
}

#[test]
fn limits_and_timing() {
    same(&["This skill can be used once per Turn.", "Can be used once a Night."]);
    same(&["This skill cannot be used on two consecutive Turns.", "Cannot be used two Turns in a row."]);
    same(&["This skill cannot be used again for 2 Turns.", "Has a cooldown of 2 Turns."]);
    same(&["This skill occurs before all other actions of its phase.", "This skill always occurs first in its phase."]);
    same(&["The target cannot move for 2 Turns.", "The target may not move for 2 Turns."]);
}

#[test]
fn contracts_and_protection() {
    same(&["The user can act without a Master for 2 Turns.", "The user can remain without a Master for 2 Turns."]);
    same(&[
        "The Mana the user loses for lacking a Master decreases by 50%.",
        "The user's Mana loss for lacking a Master is halved.",
    ]);
    same(&[
        "The user intercepts attacks that target the user's Master.",
        "The user intercepts attacks on the user's Master.",
    ]);
    same(&["The next attack that targets the user is negated.", "The next attack on the user is negated."]);
}

#[test]
fn damage_by_what_the_target_is() {
    same(&[
        "Damage inflicted increases by 20% if the target is a Master.",
        "Damage inflicted on Masters is increased by 20%.",
        "Damage against Masters increases by 20%.",
        "Damage inflicted is increased by 20% against Masters.",
        "Inflicts 20% more damage to Masters.",
        "If the target is a Master, damage inflicted increases by 20%.",
    ]);
    same(&[
        "Damage inflicted increases by 100% if the target is an Evil character.",
        "Damage inflicted on Evil targets is doubled.",
        "Inflicts double damage if the target is Evil.",
        "This skill deals twice as much damage to Evil targets.",
    ]);
    same(&[
        "Damage inflicted decreases by 50% unless the target is a Saber-class Servant.",
        "Damage inflicted is halved if the target is not a Saber-class Servant.",
    ]);
    same(&["Damage inflicted increases by 10.", "Inflicts an additional 10 damage."]);
    same(&["Damage inflicted increases by 200%.", "Damage inflicted is tripled."]);
    // Whose damage? This skill's is `Damage inflicted`, everybody's `Damage the target receives`.
    assert!(refused("Damage inflicted on the target increases by 20%.").starts_with("E241"));
    assert!(refused("Damage inflicted on all Masters increases by 20%.").starts_with("E241"));
}

#[test]
fn damage_counted() {
    same(&[
        "Damage inflicted increases by 5 for each familiar the user has, up to 25.",
        "This skill deals 5 more damage for every familiar the user has, up to 25.",
        "Damage increases by 5 per familiar, at most 25.",
    ]);
    same(&[
        "Damage inflicted increases by 5% for each 10 Health the user is missing.",
        "Damage inflicted increases by 5% for every 10 Health the user has lost.",
        "Damage inflicted rises by 5% per 10 Health the user lacks.",
    ]);
    same(&[
        "Damage inflicted increases by 1 for each 1 Mana the user has.",
        "Damage inflicted increases by 1 for every point of Mana the user has.",
    ]);
    same(&["Damage inflicted increases by 5% for each 10% of their maximum Health the user is missing, up to 50%."]);
    same(&[
        "This skill hits 1 more time for each familiar the user has.",
        "Hits an additional time for each familiar the user has.",
        "Hits once more for every familiar the user has.",
    ]);
    assert!(refused("Damage increases by 10 per familiar, up to 50%.").contains("both"));
    assert!(refused("Damage increases by 10 for each 10% of the target's maximum Mana the user has.").contains("own"));
}

#[test]
fn damage_of_a_sort_and_against_a_side() {
    same(&[
        "Damage the user inflicts with basic attacks increases by 10.",
        "The user's basic attacks inflict 10 more damage.",
        "The user's basic attack deals 10 additional damage.",
    ]);
    same(&[
        "Damage the user inflicts with Noble Phantasms on Evil Servants increases by 10%.",
        "The user's Noble Phantasms inflict 10% more damage against Evil Servants.",
    ]);
    same(&[
        "Damage the user inflicts with \"Rapid Cut\" increases by 20%.",
        "The user's \"Rapid Cut\" deals 20% more damage.",
    ]);
    same(&[
        "Damage the user receives from attacks ranked C or lower decreases by 50%.",
        "Damage received from attacks ranked C or lower is halved.",
        "The user takes half damage from attacks ranked C or lower.",
    ]);
    same(&["Damage the user receives from Noble Phantasms of Evil Servants decreases by 30%."]);
    same(&[
        "Damage the user receives from opponents decreases by 10%.",
        "All damage the user receives from opponents is decreased by 10%.",
    ]);
    same(&["Damage the user inflicts on opponents with END ranked C or lower increases by 15%."]);
    same(&[
        "The user's physical attacks inflict Stun 1.",
        "The user's physical skills also inflict Stun 1 on the target.",
    ]);
    assert!(refused("Damage received from \"Archer\" decreases by 20%.").starts_with("E241"));
}

#[test]
fn several_things_at_once() {
    same(&[
        "Each of these: the user restores 30 Health; and the user restores 20 Mana.",
        "The user restores 30 Health and 20 Mana.",
        "The user restores 30 Health and the user restores 20 Mana.",
    ]);
    same(&[
        "Each of these: the user restores 10% of their maximum Health; and the user restores 10% of their maximum Mana.",
        "The user restores 10% of their maximum Health and Mana.",
    ]);
    same(&[
        "Each of these: the user is immune to Poison; and the user is immune to Stun.",
        "The user is immune to Poison and Stun.",
        "The user cannot be poisoned or Stunned.",
        "Poison and Stun have no effect on the user.",
    ]);
    same(&[
        "Each of these: the target receives Poison 2/5; and the target receives Stun 1.",
        "Inflicts Poison 2/5 and Stun 1 on the target.",
    ]);
    same(&[
        "Each of these: Poison is removed from the target; and Stun is removed from the target.",
        "The target is cured of Poison and Stun.",
    ]);
    same(&[
        "Each of these: the user gains 1 AP each Turn; and the user gains 1 SP each Turn.",
        "The user gains 1 AP and 1 SP each Turn.",
    ]);
    same(&["Each of these: this attack ignores END; and this attack ignores MAR.", "This attack ignores END and MAR."]);
    same(&[
        "Each of these: the user's STR is raised by 2 ranks; and the user's END is lowered by 1 rank.",
        "The user's STR increases by 2 ranks, but their END decreases by 1 rank.",
    ]);
    same(&[
        "Each of these: at the Instant Phase of each Turn, the user restores 5 Health; and at the Instant Phase of each Turn, the user restores 5 Mana.",
        "At the Instant Phase, the user restores 5 Health and 5 Mana.",
    ]);
    // What is said behind two things could be said of one.
    assert!(
        refused("The target loses 20 Mana and the user restores 20 Mana if the user is in battle.").contains("both")
    );
    assert!(
        refused("The target's STR is lowered by 1 rank, and their END is lowered by 1 rank for 2 Turns.")
            .contains("both")
    );
    assert!(refused("The user restores 10 Health and 5 Mana for each opponent in this location.").contains("which"));
    assert!(refused("The user restores 30 Health and 20 Health.").contains("once"));
}

#[test]
fn their_is_whoever_alone_is_spoken_of() {
    same(&["The user and the user's Master are immune to Poison.", "The user and their Master are immune to Poison."]);
    same(&[
        "The user and the user's contracted partner are relocated to the target location.",
        "The user and their contracted partner are relocated to the target location.",
    ]);
    same(&["The user is relocated to the user's Home Base.", "The user is relocated to their Home Base."]);
    same(&[
        "The user intercepts attacks that target the user's Master.",
        "The user intercepts all attacks against their Master.",
    ]);
    same(&[
        "The user's regeneration increases by 5 if the user is in Spirit Form.",
        "While the user is in Spirit Form, their regeneration increases by 5.",
        "While in Spirit Form, the user's regeneration increases by 5.",
    ]);
    same(&[
        "When the user is attacked, the user restores 5 Health if the user has 30% or less of their maximum Health.",
        "When the user is attacked, the user restores 5 Health if they have 30% or less of their maximum Health.",
    ]);
    // In a list it is of whoever stands before it.
    same(&[
        "When an opponent attacks the user, the user and the user's Master restore 5 Health.",
        "When an opponent attacks the user, the user and their Master restore 5 Health.",
    ]);
    assert!(refused("The user's Master and their Servant restore 10 Health.").contains("either"));
    assert!(refused("The user drains 10% of their maximum Mana from the target.").contains("whose"));
    assert!(refused("The user intercepts attacks that target them.").contains("they"));
}

#[test]
fn who_does_something_each_time() {
    same(&[
        "When an opponent enters this location, that character receives 10 Special damage.",
        "Opponents who enter this location receive 10 Special damage.",
        "Every opponent who enters this location receives 10 Special damage.",
    ]);
    same(&["When anyone attacks the user, that character loses 5 Mana.", "Anyone who attacks the user loses 5 Mana."]);
    same(&[
        "When the user is attacked for the first time each Turn, the user uses \"Counter Slash\" on the attacker.",
        "The first time the user is attacked each Turn, the user counterattacks with \"Counter Slash\".",
    ]);
    assert!(refused("Opponents who attacked the user lose 5 Mana.").starts_with("E241"));
    // Nobody attacks in what is done at once.
    assert!(
        refused("If the user is attacked, the attacker receives 5 Special damage.")
            .contains("When the user is attacked")
    );
}

#[test]
fn drains_and_parts() {
    same(&[
        "The user drains 20 Mana from the target.",
        "Drains 20 Mana from the target.",
        "The user steals 20 Mana from the target.",
    ]);
    same(&["The target loses 10% of their current Health.", "The target loses 10% of their remaining Health."]);
    same(&[
        "The target restores 20% of their maximum Health.",
        "The target restores Health equal to 20% of their maximum Health.",
    ]);
    same(&[
        "The target restores 100% of their maximum Health.",
        "The target's Health is fully restored.",
        "The target restores all of their Health.",
    ]);
    same(&["The target loses Mana equal to twice the damage inflicted."]);
    same(&[
        "The user restores Mana equal to 25% of the damage inflicted.",
        "The user absorbs 25% of the damage inflicted as Mana.",
    ]);
    assert!(refused("The target loses half of their Mana.").starts_with("E241"));
}

#[test]
fn what_a_use_costs() {
    same(&["This skill costs 10 less Mana.", "The Mana cost of this skill is reduced by 10.", "Costs 10 less Mana."]);
    same(&[
        "This skill costs no Mana if the target is affected by Stun.",
        "This skill costs no Mana if the target is Stunned.",
    ]);
    same(&["The user's skills cost 5 less Mana.", "The Mana cost of the user's skills decreases by 5."]);
    same(&["The user's \"Power Blow\" costs 10 less Mana.", "\"Power Blow\" costs 10 less Mana."]);
    same(&[
        "The target's magical attacks cost 20% more Mana for 2 Turns.",
        "The Mana cost of the target's magical attacks is increased by 20% for 2 Turns.",
    ]);
    same(&["The user's Noble Phantasms cost 1 less AP."]);
    assert!(refused("The user's skills cost 50% less AP.").contains("whole"));
}

#[test]
fn what_must_hold_beforehand_and_how_often() {
    same(&[
        "This skill can only be used if the user is in battle.",
        "Can only be used while the user is in battle.",
        "Can be used only when the user is in battle.",
        "Cannot be used unless the user is in battle.",
    ]);
    same(&["This skill cannot be used if the target is a Master.", "Cannot be used while the target is a Master."]);
    same(&["This skill can be used once during the War.", "Can only be used once.", "Usable only once."]);
    same(&["This skill can be used 2 times per Turn.", "Can be used at most twice per Turn."]);
    same(&["This skill cannot be used again for 3 Turns.", "Can be used once every 3 Turns."]);
    same(&["This skill charges for 1 Turn.", "Charges for 1 Turn.", "This skill must be charged for one Turn."]);
    assert!(refused("Can be used once per Turn if the user is in battle.").contains("only be used"));
}

#[test]
fn ranks_points_and_survival() {
    same(&["The user's STR is raised by 1 rank.", "The user gains 1 rank in STR.", "The user gains one rank of STR."]);
    same(&[
        "All stats of the user are raised by 1 subrank.",
        "The user gains 1 positive subrank to all their stats.",
        "All of the user's stats gain a positive subrank.",
    ]);
    same(&[
        "All opponents in this location's AGI is lowered by 1 rank.",
        "Opponents in this location lose 1 rank of AGI.",
    ]);
    same(&[
        "The user's AGI is raised to EX until the end of the Turn.",
        "The user's AGI increases to EX during this Turn.",
    ]);
    same(&["The target loses 1 AP each Turn for the next 2 Turns.", "The target's AP is reduced by 1 for 2 Turns."]);
    same(&["The target cannot act for 1 Turn.", "The target cannot take any actions for 1 Turn."]);
    same(&[
        "When an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        "The user survives a fatal attack with 1 Health.",
        "If an attack would kill the user, they survive with 1 Health.",
    ]);
    assert!(refused("The user gains 1 negative rank in STR.").contains("lowered"));
}

#[test]
fn kept_off_and_ended() {
    same(&[
        "Magical attacks ranked D or lower that target the user are negated.",
        "All magical attacks against the user ranked D or lower are negated.",
        "The user is immune to magical attacks ranked D or lower.",
        "The user is not affected by magical attacks ranked D or lower.",
    ]);
    same(&[
        "Skills of others ranked D or lower have no effect on the user.",
        "Skills ranked D or lower have no effect on the user.",
        "Skills ranked D or lower do not affect the user.",
    ]);
    same(&["The next attack that targets the user is negated.", "Negates the next attack against the user."]);
    same(&[
        "Lasts while the user is here.",
        "Lasts until the user leaves this location.",
        "This skill ends if the user leaves this location.",
    ]);
    same(&["Lasts while the user is alive.", "Lasts until the user dies."]);
    same(&["The user is relocated to the target location.", "The user teleports to the target location."]);
    same(&[
        "The user cannot be detected by opponents while scouting.",
        "Opponents cannot detect the user while scouting.",
    ]);
    same(&["The target cannot flee.", "The target cannot escape from battle."]);
    same(&["The user gains Flight ranked C.", "The user gains Flight at rank C."]);
    same(&["When the user dies, GM: whoever killed them is haunted."]);
}
