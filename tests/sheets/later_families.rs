//! Families 37 to 46: every way of saying a thing, and how it is read back.

use super::families::{refused, same};

#[test]
fn family_37_shields() {
    same(&[
        "The next 40 damage the target receives is absorbed until the end of the Turn.",
        "The next 40 damage the target would receive is absorbed; what is left of the shield ends with the Turn.",
        "The next 40 points of damage the target receives are absorbed. The rest of the shield ends with the Turn.",
        "The target gains a shield of 40 until the end of the Turn.",
        "The target gains a shield that absorbs the next 40 damage; what is left of it is lost at the end of the Turn.",
    ]);
    same(&[
        "The next 40 damage the user receives is absorbed.",
        "The user gains a shield of 40 points.",
        "The user has a 40-point shield.",
        "The user is protected by a barrier of 40 Health.",
        "A shield absorbs the next 40 damage the user receives.",
        "Absorbs the next 40 damage.",
        "Blocks up to 40 damage dealt to the user.",
        "The user absorbs the next 40 damage they would receive.",
        "The next 40 damage that would be dealt to the user is prevented.",
        "The next 40 damage received by the user is absorbed by a shield.",
    ]);
    same(&[
        "The next 30 magical damage the user receives from Servants is absorbed for 2 Turns.",
        "The user gains a shield that absorbs 30 magical damage from Servants for 2 Turns.",
        "For 2 Turns, the user blocks the next 30 magical damage from Servants.",
    ]);
    same(&["The next 30 damage the user receives from skills ranked C or lower is absorbed."]);
    same(&[
        "The first 20 damage the user receives each Turn is absorbed.",
        "The user absorbs the first 20 damage they receive each Turn.",
    ]);
    same(&["The first 100 damage the user receives during the War is absorbed."]);
    same(&[
        "The next damage the target receives, up to 20% of their maximum Health, is absorbed.",
        "The target gains a shield equal to 20% of their maximum Health.",
        "The target gains a shield worth 20% of the target's maximum Health.",
    ]);
    same(&["The next 40 damage all allies in this location receive is absorbed for each of them."]);
    assert_eq!(
        refused("The user absorbs the next 40 damage the target receives."),
        "E242 a shield is of whoever receives the damage: write `The next 40 damage … receives is absorbed`"
    );
    assert_eq!(
        refused("The first 20 damage the user receives is absorbed."),
        "E242 the first of what? write `each Turn` behind it, or `the next`"
    );
    assert_eq!(
        refused("The next 20 damage the user receives each Turn is absorbed."),
        "E242 the next damage is so much in all: of each Turn it is `the first`"
    );
    assert_eq!(
        refused("The user gains a shield equal to 20% of their current Health."),
        "E242 a shield has one size: a number, or a part of a maximum"
    );
    assert_eq!(
        refused("The next 40 damage the user receives from the next attack is absorbed."),
        "E242 so much damage, or so many attacks? attacks are negated: `The next attack … is negated`"
    );
}

#[test]
fn family_38_what_has_happened() {
    same(&[
        "The user restores Health equal to 10% of the damage the user received this Turn.",
        "The user restores 10% of the damage received this Turn.",
        "The user restores 10% of the damage they have taken this Turn.",
        "The user restores Health equal to 10% of the damage the user has received during this Turn.",
        "The user restores 10% of the damage received by the user this Turn as Health.",
    ]);
    same(&[
        "The target restores Health equal to 10% of the damage the target received this Turn.",
        "The target restores 10% of the damage received this Turn.",
    ]);
    same(&[
        "Damage inflicted increases by 1 for each 5 damage the user received in this battle.",
        "Damage increases by 1 for every 5 damage the user received in this battle.",
        "Damage increases by 1 for every 5 points of damage the user took during the battle.",
    ]);
    same(&[
        "Damage inflicted increases by 50% of the damage the target inflicted this Turn, up to 30.",
        "Damage increases by half of the damage the target has dealt this Turn, up to 30.",
    ]);
    same(&[
        "When the user is attacked, the attacker receives Special damage equal to the damage the user received this Turn.",
    ]);
    same(&[
        "The user restores Health equal to 50% of the damage the user inflicted this Turn.",
        "The user restores half of the damage inflicted this Turn.",
    ]);
    let whose = "E242 whose damage? write `the user`, `the target` or `the attacker`";
    assert_eq!(refused("The target restores 10% of the damage inflicted this Turn."), whose);
    assert_eq!(refused("Damage increases by 10% of the damage received this Turn."), whose);
    assert_eq!(refused("Damage increases by 1 for every 5 damage received this Turn."), whose);
    assert_eq!(
        refused("Each Turn, the user restores 10% of the damage received this Turn."),
        "E242 as the Turn begins nothing has been done in it yet (R210): ask at its end"
    );
}

#[test]
fn family_41_maxima() {
    same(&[
        "The user's maximum Health increases by 50 for 2 Turns.",
        "The user's maximum Health is raised by 50 for 2 Turns.",
        "Raises the user's max HP by 50 for 2 Turns.",
        "The user gains 50 maximum Health for 2 Turns.",
        "For 2 Turns, the maximum Health of the user rises by 50.",
    ]);
    same(&[
        "The target's maximum Health and Mana decrease by 20% for 2 Turns.",
        "The maximum Health and Mana of the target are lowered by 20% for 2 Turns.",
        "The target loses 20% maximum Health and Mana for 2 Turns.",
    ]);
    same(&[
        "The target's maximum Health decreases by the damage inflicted for 3 Turns.",
        "The target's maximum Health is reduced by the damage inflicted, for 3 Turns.",
    ]);
    same(&[
        "The target's maximum Health decreases by 50% of the damage inflicted for 3 Turns.",
        "The target's maximum Health is reduced by an amount equal to half of the damage inflicted for 3 Turns.",
    ]);
    same(&["The user's maximum Mana increases by 10 for each familiar the user has, up to 30."]);
    assert_eq!(
        refused("The user's maximum Health increases by 10% of the user's maximum Mana."),
        "E242 a maximum that hangs on points would hang on itself: write a number or a percentage"
    );
    assert_eq!(
        refused("When the user is attacked, the user's maximum Health increases by the damage inflicted."),
        "E242 the damage of which use? say it of the skill's own use, waiting for nothing"
    );
}

#[test]
fn family_39_sets() {
    same(&[
        "All stats of the user except LCK are raised by 1 rank for 2 Turns.",
        "All stats except LCK of the user are raised by 1 rank for 2 Turns.",
        "The user's stats, except LCK, are raised by 1 rank for 2 Turns.",
        "The user's STR, END, MAE, MAR and AGI are raised by 1 rank for 2 Turns.",
    ]);
    same(&["All stats of the target except AGI and LCK are lowered by 1 subrank for 2 Turns."]);
    same(&[
        "The target cannot use skills that cost Mana for 2 Turns.",
        "The target cannot use spells for 2 Turns.",
        "The target cannot use skills costing Mana for 2 Turns.",
    ]);
    same(&[
        "The target cannot use skills that cost 20 or more Mana for 2 Turns.",
        "The target cannot use skills that cost 20 Mana or more for 2 Turns.",
        "The target cannot use spells costing at least 20 Mana for 2 Turns.",
    ]);
    same(&[
        "Attacks that cost 2 or more AP that target the user are negated.",
        "Attacks that cost 2 AP or more that target the user are negated.",
    ]);
    same(&[
        "Damage the user receives from skills that cost Mana decreases by 20%.",
        "The user takes 20% less damage from spells.",
    ]);
    same(&[
        "The user's first skill that costs Mana each Turn costs 5 less Mana.",
        "The first spell each Turn costs 5 less Mana.",
        "The first spell the user uses each Turn costs 5 less Mana.",
    ]);
    same(&["Damage the user inflicts on female Servants increases by 10%."]);
    same(&[
        "Damage inflicted increases by 20% if the target is a female opponent.",
        "Damage inflicted on female opponents increases by 20%.",
    ]);
    for except in [
        "All stats of the user except ACT are raised by 1 rank.",
        "All of the user's stats other than ACT gain 1 rank.",
    ] {
        assert_eq!(refused(except), "E242 ACT is none of them: all stats are the six main ones (R052, R065)");
    }
    same(&[
        "All stats of the user except END and LCK are raised by 1 rank.",
        "All stats of the user except LCK and END are raised by 1 rank.",
        "All of the user's stats other than LCK and END gain 1 rank.",
    ]);
    same(&["The user's next skill that costs Mana costs 5 less Mana.", "The user's next spell costs 5 less Mana."]);
    same(&["The target's next Noble Phantasm costs no Mana until the end of the Turn."]);
    assert_eq!(
        refused("The user's first spell each battle costs 5 less Mana."),
        "E242 uses are counted of each Turn (`first … each Turn`), or from now on (`next`)"
    );
}

#[test]
fn family_42_and_43_stats_kept_and_contracts_broken() {
    same(&[
        "The user's stats cannot be lowered for 2 Turns.",
        "The user is immune to effects that lower stats for 2 Turns.",
        "The user is immune to all effects that reduce their stats for 2 Turns.",
    ]);
    same(&[
        "The user's STR and END cannot be lowered.",
        "The user's STR and END cannot be reduced.",
        "The user is immune to effects that lower STR or END.",
    ]);
    same(&[
        "The target's contract is broken.",
        "The target's contract with their Master is broken.",
        "The contract between the target and their Master is severed.",
        "The user breaks the target's contract with their Master.",
    ]);
}

#[test]
fn family_46_ends_of_two_kinds() {
    same(&[
        "The user's STR is raised by 1 rank until the end of the battle.",
        "The user's STR is raised by 1 rank until the battle ends.",
        "For the rest of the battle, the user's STR is raised by 1 rank.",
    ]);
    same(&["Lasts until the end of the battle."]);
    same(&[
        "The user's STR is raised by 1 rank if it is Night 7 or later.",
        "From Night 7 on, the user's STR is raised by 1 rank.",
    ]);
    same(&[
        "Each of these: lasts 3 Turns; and lasts unless the user has less than 50 Health.",
        "Lasts 3 Turns or until the user's Health falls below 50.",
        "Lasts for 3 Turns, or until the user has less than 50 Health.",
    ]);
    assert_eq!(
        refused("The user's STR is raised by 1 rank for 3 Turns or until the user's Health falls below 50."),
        "E242 until something is so: it is said of the skill, `Lasts 3 Turns or until …`, or as long as it is not so, `while …`"
    );
}

#[test]
fn attacks_of_another_type_and_of_a_sort() {
    same(&[
        "This attack's damage becomes Special.",
        "This attack becomes Special damage.",
        "Damage inflicted is considered Special.",
    ]);
    same(&[
        "This attack's damage becomes Special if the target is an Evil character.",
        "This attack becomes Special damage if the target is Evil.",
    ]);
    same(&["The user's basic attacks become Magical.", "The user's basic attacks are considered Magical damage."]);
    for sentence in [
        "This attack becomes Special damage if the user was attacked this Turn.",
        "The user's basic attacks become Magical if the user has more Health than the target.",
    ] {
        assert!(refused(sentence).contains("known before it strikes"), "{sentence}: {}", refused(sentence));
    }
    assert!(refused("The user's next attack becomes Magical.").contains("so many attacks alone"));
    same(&["The user cannot be targeted by ranged or long-ranged attacks until the end of the Turn."]);
    same(&[
        "The user cannot be targeted by Surprise Attacks of opponents.",
        "The user cannot be targeted by Surprise Attacks made by opponents.",
    ]);
    same(&["All characters cannot attack the user.", "The user cannot be targeted by attacks."]);
    same(&[
        "The user cannot be targeted by physical attacks until anyone hits the user.",
        "Until the user is hit, they cannot be targeted by physical attacks.",
    ]);
}

#[test]
fn turns_of_battle_and_steps_at_most() {
    same(&[
        "Damage inflicted increases by 10 for each Turn the user has been in this battle, up to 50.",
        "Damage inflicted increases by 10 for each Turn the user has spent in the current battle, to a maximum of 50.",
    ]);
    same(&[
        "The user's STR is raised by 1 subrank for each opponent in this location, up to 3 subranks.",
        "The user's STR increases by one subrank per opponent in this location, to a maximum of three.",
        "The user's STR increases by one subrank per opponent in this location, up to +++.",
    ]);
    for (sentence, why) in [
        ("The user's STR is raised by 2 subranks for each familiar the user has, up to 6.", "at most so many of what?"),
        ("The user's STR is raised by 2 subranks for each familiar the user has, up to 1 rank.", "something else"),
        ("The user's STR is raised by 2 ranks for each familiar the user has, up to 1 rank.", "less than one step"),
    ] {
        assert!(refused(sentence).contains(why), "{sentence}: {}", refused(sentence));
    }
    same(&[
        "The user's team's regeneration increases by 10 if they are in this location.",
        "The regeneration of the user's team increases by 10 while they are in this location.",
        "The user's team's regeneration increases by 10 while inside.",
    ]);
}
