//! What authors write of so many attacks, of what comes later, of all attacks of somebody: how it is read back.

use super::families::{refused, same};

#[test]
fn so_many_attacks() {
    same(&["The user's next attack inflicts 50% more damage.", "The user's next attack deals 50% additional damage."]);
    same(&[
        "The user's next 2 physical attacks against Evil Servants inflict 10 more damage.",
        "The user's next two physical attacks against Evil Servants deal 10 more damage.",
    ]);
    assert!(
        refused("The user's next 2 physical attacks inflict 10 more damage against Evil Servants.")
            .contains("one against these")
    );
    same(&["The user's first attack each Turn inflicts 50% more damage."]);
    same(&[
        "Damage the user receives from the next magical attack decreases by 50%.",
        "The next magical attack against the user inflicts 50% less damage.",
        "The next magical attack that targets the user inflicts half damage.",
    ]);
    same(&[
        "Damage the user receives from the first attack each Turn decreases by 50%.",
        "The first attack the user receives each Turn inflicts 50% less damage.",
        "The first attack against the user each Turn inflicts 50% less damage.",
    ]);
    same(&["Damage the user receives from the next 2 Noble Phantasms of Servants decreases by 30%."]);
    same(&[
        "Damage the user receives from attacks decreases by 5.",
        "Each attack against the user inflicts 5 less damage.",
    ]);
    same(&["The first 2 attacks that target the user each Turn are negated."]);
    same(&[
        "The first attack that targets the user each Turn is negated.",
        "The user negates the first attack each Turn.",
    ]);
    assert!(refused("The first attack that targets the user is negated.").contains("each Turn"));
    assert!(refused("The user's first attack inflicts 50% more damage.").contains("each Turn"));
    assert!(refused("The next attack that targets the user each Turn is negated.").contains("the first"));
    assert!(
        refused("The target receives \"Doom\" for 2 Turns: their next attack inflicts 50% less damage.")
            .contains("status")
    );
}

#[test]
fn no_more_than_so_much() {
    same(&[
        "The user receives no damage from attacks ranked D or lower.",
        "The user takes no damage from attacks ranked D or lower.",
    ]);
    same(&["The user receives no damage for 1 Turn.", "The user is immune to damage for 1 Turn."]);
    same(&["The user receives no physical damage.", "The user is immune to physical damage."]);
    same(&[
        "The user receives at most 50 damage from each attack.",
        "Damage the user takes cannot exceed 50 per attack.",
        "The user takes up to 50 damage from each attack.",
    ]);
    same(&[
        "The user receives at most 50 magical damage from each attack of Servants.",
        "The user takes at most 50 damage from magical attacks of Servants.",
    ]);
    assert!(refused("The user receives at most 50 damage.").contains("each attack"));
}

#[test]
fn all_attacks_of_somebody() {
    same(&["The user's physical attacks ignore END.", "Physical attacks by the user ignore the target's END."]);
    same(&["The user's basic attacks hit 2 times.", "The user's basic attacks hit twice."]);
    same(&["The user's attacks cannot be intercepted.", "Attacks by the user cannot be intercepted."]);
    same(&[
        "Each of these: the user's Noble Phantasms cannot be intercepted; and the user's Noble Phantasms cannot be negated.",
        "The user's Noble Phantasms cannot be intercepted or negated.",
    ]);
    same(&["This attack cannot be negated.", "This skill cannot be nullified."]);
    same(&[
        "Each of these: this damage cannot be reduced; and this attack cannot be negated.",
        "This damage cannot be reduced or negated.",
    ]);
    assert!(refused("The user's attacks ignore STR.").contains("END and MAR"));
    assert!(refused("The user's items cannot be negated.").contains("no attacks"));
}

#[test]
fn when_and_how_often() {
    same(&[
        "When the user is attacked for the first 2 times each Turn, the user restores 5 Health.",
        "Twice per Turn, when the user is attacked, the user restores 5 Health.",
        "2 times each Turn, whenever the user is attacked, the user restores 5 Health.",
    ]);
    same(&[
        "When anyone attacks the user with a Physical attack, the user restores 5 Health.",
        "When the user is attacked by a physical attack, the user restores 5 Health.",
    ]);
    same(&[
        "When an opponent attacks the user with a Magical attack, that character loses 5 Mana.",
        "When an opponent attacks the user with a magical attack, they lose 5 Mana.",
    ]);
    same(&[
        "When the user damages an opponent, the target loses 5 Mana.",
        "When an opponent is damaged by the user, the target loses 5 Mana.",
    ]);
    same(&[
        "When an opponent damages the user, the user loses 5 Mana.",
        "When the user is damaged by an opponent, they lose 5 Mana.",
    ]);
    same(&[
        "When an opponent damages the user, that character loses 5 Mana.",
        "When the user is damaged by an opponent, that opponent loses 5 Mana.",
    ]);
    same(&[
        "When an opponent kills an ally, the user restores 5 Mana.",
        "When an ally is killed by an opponent, the user restores 5 Mana.",
    ]);
    same(&[
        "When anyone attacks the user, that character receives 5 Special damage.",
        "Attackers receive 5 Special damage.",
    ]);
    assert!(
        refused("Twice per Turn, when the user is attacked for the first time each Turn, the user restores 5 Mana.")
            .contains("twice")
    );
    assert!(refused("When the user would damage an opponent, the user restores 5 Mana.").starts_with("E242"));
    assert!(refused("When the user damages an opponent, they lose 5 Mana.").contains("they"));
}

#[test]
fn later_and_until() {
    same(&[
        "At the end of this Turn, the user loses 10 Health.",
        "At the end of the Turn, the user loses 10 Health.",
        "The user loses 10 Health at the end of this Turn.",
    ]);
    same(&[
        "At the end of the next Turn, the user loses 10 Health.",
        "The user loses 10 Health at the end of the following Turn.",
    ]);
    same(&[
        "At the beginning of the next Turn, the target receives 10 Special damage.",
        "The target receives 10 Special damage at the start of the next Turn.",
    ]);
    same(&[
        "At the beginning of the next Turn, the target cannot act until the end of the Turn.",
        "The target cannot act next Turn.",
        "The target cannot act during the next Turn.",
    ]);
    same(&[
        "When the user is damaged, this skill ends.",
        "Lasts until the user is damaged.",
        "This skill ends when the user is damaged.",
    ]);
    same(&["Lasts while the user is here.", "This skill ends when the user leaves this location."]);
    same(&["Upgrades \"Power Blow\".", "\"Power Blow\" is upgraded while this skill is active."]);
    assert!(refused("The user restores 5 Health next Turn.").contains("at the beginning of the next Turn"));
    assert!(refused("This skill ends.").contains("when"));
    assert!(refused("The user restores 5 Health while this skill is active.").contains("happens once"));
    assert!(refused("At the end of the next Turn, the target cannot act.").contains("how long"));
}

#[test]
fn whom_and_what() {
    same(&[
        "The target can only attack the user for 1 Turn.",
        "The target may only attack the user for 1 Turn.",
        "The target cannot attack anyone but the user for 1 Turn.",
    ]);
    same(&["The user cannot regenerate Mana.", "The user's Mana regeneration is reduced to 0."]);
    same(&[
        "The user's STR is raised by 1 rank for each familiar the user has.",
        "The user's STR increases by 1 rank for each of the user's familiars.",
    ]);
    same(&["The user's STR and END are raised by 1 subrank.", "The user gains + to STR and END."]);
    same(&["Damage inflicted increases by 5% for each rank of STR the user has above the target."]);
    same(&["The target loses Flight for 2 Turns."]);
    same(&[
        "The user detects all hidden characters in this location.",
        "The user detects all characters in this location.",
        "The user detects hidden characters in this location.",
    ]);
    same(&["The target's active skills are cancelled.", "All of the target's active skills are cancelled."]);
    same(&[
        "The active Bounded Field in this location is cancelled.",
        "Cancels the active Bounded Field in this location.",
        "Any Bounded Field in this location is cancelled.",
    ]);
    same(&["The user's Master drains 20 Mana from the user.", "The user gives 20 Mana to their Master."]);
    same(&["The target receives Poison 3/10.", "The target is poisoned for 3 Turns, receiving 10 damage each Turn."]);
    same(&["The user is relocated to the user's Home Base.", "The user returns to their Home Base."]);
    same(&["This skill may damage Masters.", "This skill may damage Masters even if their Servant is present."]);
    same(&["This skill occurs before all other actions of its phase.", "This skill always goes first."]);
    same(&[
        "Half of the damage is inflicted at once and the rest over the next 1 Turn.",
        "Half of the damage is inflicted immediately, and the other half at the Instant Phase of the next Turn.",
    ]);
    same(&[
        "A third of the damage is inflicted at once and the rest over the next 2 Turns.",
        "The damage is inflicted over 3 Turns.",
    ]);
    same(&[
        "Choose one: each of these: the user restores 30 Health; and the user restores 20 Mana; or the target receives Stun 1.",
        "Choose one: the user restores 30 Health and 20 Mana; or the target receives Stun 1.",
    ]);
    assert!(
        refused("The user's STR is raised by 1 rank for each rank of STR the user has above the target.")
            .contains("itself")
    );
    assert!(refused("The active Support in this location is cancelled.").contains("whose"));
    assert!(refused("The user gives 20 Mana to opponents in this location.").contains("one gives"));
    assert!(refused("The damage is inflicted over 9 Turns.").contains("equal parts"));
}

#[test]
fn the_next_attack_does_more() {
    same(&["The user's next attack inflicts Stun 1.", "The user's next attack deals Stun 1 to the target."][..1]);
    same(&[
        "The user's next 2 physical attacks inflict Poison 2/5.",
        "The user's next two physical attacks also inflict Poison 2/5.",
    ]);
    same(&["The user's next attack hits 1 more time.", "The user's next attack hits one more time."]);
    same(&[
        "The user's next physical attack ignores END.",
        "The user's next physical attack ignores the target's END.",
    ]);
    same(&["The user's first attack each Turn cannot be intercepted."]);
    same(&[
        "Damage the user inflicts with attacks increases by 20% if the user is in battle.",
        "While the user is in battle, their attacks inflict 20% more damage.",
    ]);
    same(&[
        "When anyone damages the user with a Magical attack, the user restores 5 Health.",
        "When the user is damaged by a magical attack, the user restores 5 Health.",
    ]);
    same(&[
        "When anyone hits the user with a Magical attack, the user restores 5 Health.",
        "When the user is hit by a magical attack, the user restores 5 Health.",
    ]);
    same(&[
        "When anyone attacks the user with a Noble Phantasm, the user restores 5 Health.",
        "When the user is attacked by a Noble Phantasm, the user restores 5 Health.",
    ]);
    same(&["When the user damages an opponent with a Physical attack, the target loses 5 Mana."]);
}

/// `Other` is never passed over: it leaves the user out, or it is refused.
#[test]
fn others_are_not_the_user() {
    same(&[
        "All characters other than the user in this location receive 20 Magical damage.",
        "All other characters in this location receive 20 Magical damage.",
        "Everyone else in this location receives 20 Magical damage.",
    ]);
    same(&[
        "When a character other than the user enters this location, that character loses 5 Health.",
        "When another character enters this location, that character loses 5 Health.",
        "When another character enters this location, they lose 5 Health.",
    ]);
    same(&["Damage inflicted increases by 10 for each Servant other than the user in this location."]);
    assert!(refused("Damage inflicted increases by 10 for each other Servant.").contains("other than whom"));
    assert!(refused("All other opponents in this location receive 20 Magical damage.").contains("other than whom"));
    assert!(refused("Other allies restore 5 Health.").contains("other than whom"));
}

#[test]
fn beyond_the_first_and_nobody_else() {
    same(&[
        "Damage inflicted decreases by 20% for each target beyond the first.",
        "Damage decreases by 20% for each target beyond the first.",
    ]);
    same(&["This attack ignores Flight.", "This attack ignores the bonuses of Flight."]);
    same(&[
        "This skill cannot be used if the user is in the first Turn of battle.",
        "Cannot be used during the first Turn of battle.",
    ]);
    same(&[
        "The user intercepts the next attack that targets the user's Master.",
        "The user intercepts the next attack that targets their Master.",
    ]);
    same(&["The user intercepts the first 2 attacks that target the user's Master each Turn."]);
    same(&["The user's Master cannot be targeted by opponents.", "Opponents cannot target the user's Master."]);
    same(&["The user cannot be targeted by opponents.", "Opponents cannot target the user."]);
    same(&["All opponents in this location cannot target the user."]);
    same(&["The user cannot use other skills.", "The user cannot use other skills while this skill is active."]);
    assert!(refused("The target cannot use other skills.").contains("other than which"));
    assert!(refused("The user restores 5 Health for each target beyond the first.").contains("damage"));
}

/// What a sheet says in vain is answered with what to write instead.
#[test]
fn what_is_often_tried_is_answered() {
    let notes = |sentence: &str| {
        let faults = grail_referee::language::effects::parse(sentence).unwrap_err();
        faults.into_iter().flat_map(|fault| fault.notes).collect::<Vec<_>>().join(" | ")
    };
    for (sentence, hint) in [
        ("Up to 3 opponents in this location receive Stun 1.", "max_targets"),
        ("This skill hits up to 3 times.", "hits 3 times"),
        ("Summons up to 3 \"Wolf\" familiars.", "at most 3 at a time"),
        ("The target loses half of their Mana.", "current Mana"),
        ("This skill may target Masters.", "R009"),
        ("No Command Spells can be used on the target.", "R160"),
        ("After being used, this skill cannot be used for 2 Turns.", "R374"),
        ("The user regenerates 10 Health each Turn.", "R021"),
        ("This attack hits once more for every 20 additional Mana paid.", "fixed amount"),
        ("The user learns the target's skills.", "R010"),
    ] {
        assert!(notes(sentence).contains(hint), "{sentence}: {}", notes(sentence));
    }
}

/// The skills' names of a sheet are nobody's: what speaks of somebody called so is refused, another name is not.
#[test]
fn a_skills_name_is_taken_for_no_person() {
    use grail_referee::language::span::Source;
    use grail_referee::sheet::load_sheet::{Defaults, load};
    let faults = |sentence: &str| {
        let sheet = format!(
            "kind: servant\nname: Saber\nskills:\n  - {{ name: Rapid Cut, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 10 Physical, cost: 1 AP }}\nabilities:\n  - {{ name: Grace, rank: C, effects: ['{sentence}'] }}\n"
        );
        let read = load(&Source::new("sheet", sheet), Defaults::Scenario);
        read.err().unwrap_or_default().iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
    };
    let taken = ["`Rapid Cut` is a skill of this sheet, and this speaks of somebody"];
    for sentence in [
        "Damage \"Rapid Cut\" inflicts increases by 20%.",
        "\"Rapid Cut\" inflicts 10 more damage.",
        "\"rapid cut\" is immune to Stun.",
        "When the user is attacked, \"Rapid Cut\"''s Master restores 5 Health.",
        "The user restores 5 Health each Turn if \"Rapid Cut\" is in battle.",
        "When \"Rapid Cut\" dies, the user restores 5 Health.",
    ] {
        let found = faults(sentence);
        assert_eq!(found.len(), 1, "{sentence}: {found:?}");
        assert_eq!(found[0].to_lowercase(), taken[0].to_lowercase(), "{sentence}");
    }
    for sentence in [
        "\"Archer\" is immune to Stun.",
        "When \"Archer\" dies, the user restores 5 Health.",
        "Damage the user inflicts with \"Rapid Cut\" increases by 20%.",
    ] {
        assert_eq!(faults(sentence), Vec::<String>::new(), "{sentence}");
    }
}
