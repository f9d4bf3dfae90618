//! Families of sentences: every way of saying a thing, and how it is read back (EFFECTS.md).

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;

/// Every sentence says the same as the first, which is how it is printed back.
fn same(sentences: &[&str]) {
    let first = sentences[0];
    for sentence in sentences {
        let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(printed, first, "for `{sentence}`");
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "`{printed}` is read back as something else");
    }
}

/// What is wrong with a sentence.
fn refused(sentence: &str) -> String {
    match parse(sentence) {
        Ok(effect) => panic!("`{sentence}` is taken for `{effect}`"),
        Err(faults) => faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect::<Vec<_>>().join(" | "),
    }
}

#[test]
fn family_8_immunity() {
    same(&[
        "The user is immune to Poison.",
        "The user cannot be poisoned.",
        "The user cannot receive Poison.",
        "The user has immunity to Poison.",
        "The user gains immunity against Poison",
        "Poison has no effect on the user.",
    ]);
    same(&["The user is immune to Stun.", "The user cannot be Stunned.", "The user can\u{2019}t be stunned."]);
    same(&[
        "The user is immune to negative status effects for 3 Turns.",
        "The user is immune to all negative status effects for three Turns.",
        "For 3 Turns, the user is immune to any negative status effect.",
        "Negative status effects have no effect on the user for 3 Turns.",
        "The user cannot suffer negative status effects for 3 Turns.",
    ]);
    same(&["The user and the user's Master are immune to Poison."]);
    same(&["The target is immune to Stun if the target is in battle until the end of the Turn."]);
    assert_eq!(refused("The user is immune to rain."), "E241 understood up to `The user is immune to`, but not `rain`");
}

#[test]
fn family_16_spirit_form_and_places() {
    same(&[
        "The target enters Spirit Form.",
        "The target takes on Spirit Form.",
        "The target is forced into Spirit Form.",
    ]);
    same(&["The target leaves Spirit Form.", "The target is forced out of Spirit Form."]);
    same(&[
        "The target is brought to the user's location.",
        "The target is summoned to the user's location.",
        "The target is relocated to the location of the user.",
        "The target appears at the user's location.",
    ]);
    same(&["The user's Master is brought to the target's location."]);
    assert!(refused("The target enters Spirit Form for 2 Turns.").contains("at once"));
}

#[test]
fn family_27_before_all_others() {
    same(&[
        "This skill occurs before all other actions of its phase.",
        "This skill resolves before anything else in its phase.",
        "This attack happens before everything else of its phase",
    ]);
}

#[test]
fn family_14_action_points() {
    same(&[
        "The target loses 1 AP at the beginning of the next Turn.",
        "The target loses 1 AP.",
        "The target loses an Action Point next Turn.",
        "The target loses one AP in the following Turn.",
    ]);
    same(&["The user gains 2 AP at the beginning of the next Turn.", "The user receives two additional AP next Turn."]);
    same(&[
        "The user gains 1 SP each Turn.",
        "The user gains an additional SP every Turn.",
        "The user gains 1 SP per Turn",
    ]);
    same(&[
        "The target loses 1 AP each Turn for 3 Turns.",
        "For 3 Turns, the target loses 1 AP at the start of each Turn.",
    ]);
    same(&[
        "The target cannot act until the end of the Turn.",
        "The target cannot act during this Turn.",
        "The target is unable to act this Turn.".replace("act this", "act during this").as_str(),
    ]);
    same(&[
        "The target obeys the order given with this skill for 2 Turns.",
        "For 2 Turns, the target obeys the order given with this skill.",
    ]);
    same(&["The target cannot act for 2 Turns.", "The target can\u{2019}t act for two Turns."]);
}

#[test]
fn family_10_drain() {
    same(&[
        "The user restores Health equal to 50% of the damage inflicted.",
        "The user restores Health equal to half of the damage inflicted.",
        "The user recovers 50% of the damage inflicted as Health.",
        "The user regains half of the damage dealt as Health",
    ]);
    same(&[
        "The target loses Mana equal to the damage inflicted.",
        "The target loses Mana equal to the damage inflicted by this skill.",
        "The target loses Mana equal to 100% of the damage.",
    ]);
}

#[test]
fn family_5_piercing() {
    same(&["This attack ignores END.", "This skill ignores the target's END.", "Damage inflicted ignores END."]);
    same(&[
        "The target's MAR is treated as 1 rank lower for this attack.",
        "The target's MAR is treated as one rank lower against this skill.",
    ]);
    same(&["The target's END is treated as 2 ranks lower for this attack if the target is in battle."]);
    same(&[
        "This damage cannot be reduced.",
        "Damage inflicted cannot be decreased.",
        "This skill's damage can't be reduced.",
    ]);
    assert_eq!(refused("This attack ignores AGI."), "E242 only END and MAR stand against damage (R089, R092)");
}

#[test]
fn family_23_limits_of_use() {
    same(&[
        "This skill can be used once per Turn.",
        "Can be used once per Turn.",
        "Can only be used once each Turn.",
        "May be used only once a Turn",
        "This skill cannot be used more than once per Turn.",
    ]);
    same(&[
        "This skill can be used 3 times during the War.",
        "Can be used three times during the War.",
        "Can be used thrice in the whole War.",
        "Cannot be used more than 3 times per War.",
    ]);
    same(&["This skill can be used once per week.", "Can only be used once a week."]);
    assert!(refused("Can be used twice per week.").contains("once"));
    same(&["This skill cannot be used on two consecutive Turns.", "Cannot be used in 2 consecutive Turns."]);
    same(&["This skill cannot be used again for 3 Turns.", "Can\u{2019}t be used again for three Turns."]);
    assert!(refused("Can be used once per Turn for 2 Turns.").contains("one use of the skill"));
    assert!(refused("Cannot be used on three consecutive Turns.").starts_with("E242"));
}

#[test]
fn family_24_interception() {
    same(&["This attack cannot be intercepted.", "This skill can't be intercepted"]);
    same(&["This skill may damage Masters.", "This attack can damage Masters.", "This attack may hit Masters."]);
}

#[test]
fn family_26_survival() {
    same(&[
        "When an attack would reduce the user's Health to between -10 and 0, the user survives with 1 Health.",
        "Whenever an attack would bring the user's Health to between \u{2212}10 and 0, they survive with 1 Health.",
    ]);
    same(&[
        "When an attack would reduce the user's Health to between -10 and 0, the user survives with 1 Health unless the user has 1 or less Health.",
    ]);
    assert!(
        refused("When an attack would reduce the user's Health to between 0 and -10, the user survives with 1 Health.")
            .starts_with("E242")
    );
    assert!(
        refused(
            "When an attack would reduce the user's Health to between -10 and 0, the target survives with 1 Health."
        )
        .contains("somebody else")
    );
}

#[test]
fn family_33_contract() {
    same(&[
        "The user can act without a Master for 2 Turns.",
        "The user can act without a Master for two Turns (Independent Action).",
        "For 2 Turns, the user may act without a Master.",
        "The user can exist without a Master for 2 Turns.",
    ]);
    same(&[
        "The user can act without a Master.",
        "The user loses no Mana for lacking a Master.",
        "The user does not lose Mana for lacking a Master.",
        "The user loses no Mana for being Masterless (Independent Action).",
    ]);
    same(&[
        "The Mana the user loses for lacking a Master decreases by 50%.",
        "Mana the user loses for lacking a Master is halved.",
        "The user loses 50% less Mana for lacking a Master.",
    ]);
    same(&["The user regenerates without a Master.", "The user can regenerate even while Masterless."]);
    assert!(refused("The target restores 50 Health (Independent Action).").contains("R145"));
    assert!(refused("The user can act without a Servant.").starts_with("E241"));
}

#[test]
fn family_34_combat_points_and_command_spells() {
    same(&["The user's Master gains 50 CP.", "The user's Master receives 50 Combat Points."]);
    same(&["The user gains 5 CP for each familiar the user has.", "The user gains five CP per familiar."]);
    same(&["The target loses 30 CP.", "The target loses 30 Combat Points."]);
    same(&[
        "The user's Master restores 1 Command Spell.",
        "The user's Master regains a Command Spell.",
        "The user's Master gains one additional Command Spell.",
    ]);
    same(&["The target loses 2 Command Spells."]);
    assert!(refused("The user restores 1.5 Command Spells.").contains("whole numbers"));
}

#[test]
fn family_35_choice_at_use() {
    same(&[
        "Damage inflicted increases by 25% if the user pays 8 additional Mana.",
        "The user may pay 8 additional Mana; if they do, damage inflicted increases by 25%.",
        "The user may pay 8 more Mana. If the user does, damage inflicted increases by 25%.",
        "The user may pay an additional 8 Mana, and if they do, damage inflicted increases by 25%",
        "If the user pays 8 additional Mana, damage inflicted increases by 25%.",
    ]);
    same(&[
        "Damage inflicted increases by 25% if the user pays 8 additional Mana and the target is in battle.",
        "The user may pay 8 additional Mana; if they do, damage inflicted increases by 25% if the target is in battle.",
    ]);
    same(&[
        "Choose one: the target loses 25 Mana; or the target receives Poison 2/15.",
        "Choose one: the target loses 25 Mana, or the target receives Poison 2/15.",
        "The user chooses one of the following: the target loses 25 Mana or the target receives Poison 2/15.",
    ]);
    same(&[
        "Choose one: the target's STR is raised by 1 rank for 2 Turns; or the target restores 25 Mana if the target is in battle; or the target enters Spirit Form.",
        "Choose one: the target's STR is raised by 1 rank for 2 Turns; the target restores 25 Mana if the target is in battle; or the target enters Spirit Form.",
    ]);
    same(&["The user's STR is raised by 1 rank for 2 Turns if the user chooses \"Tiger\"."
        .replace(" for 2 Turns if the user chooses \"Tiger\"", " if the user chooses \"Tiger\" for 2 Turns")
        .as_str()]);
    assert!(refused("Damage increases by 25% if the target pays 8 additional Mana.").contains("only the user pays"));
    assert!(
        refused("When the user is attacked, the user restores 5 Health if the user pays 8 additional Mana.")
            .contains("nothing is paid or chosen")
    );
    assert!(refused("Choose one: the target loses 25 Mana.").starts_with("E241"));
    assert!(refused("Damage increases by 25% if the user pays 1 additional Command Spell.").starts_with("E242"));
}

#[test]
fn family_21_types() {
    same(&[
        "This skill becomes Instant type if the user pays 8 additional Mana.",
        "The user may pay 8 additional Mana; if they do, this skill becomes an Instant skill.",
    ]);
}

#[test]
fn family_18_detection() {
    same(&[
        "The user cannot be detected by characters with ACT ranked B or lower while scouting.",
        "The user can\u{2019}t be noticed by characters with ACT ranked B or lower while they are scouting.",
        "The user is hidden from characters with ACT ranked B or lower while scouting.",
    ]);
    same(&[
        "The user's presence is hidden until they attack.",
        "The user's presence is concealed until the user attacks.",
        "The presence of the user is hidden until they attack.",
        "The user is hidden until they attack.",
    ]);
    same(&[
        "The target's presence is hidden from characters with ACT ranked C or lower until they attack for 3 Turns.",
        "For 3 Turns, the target's presence is hidden from opponents with ACT ranked C or lower until the target attacks."
            .replace("opponents", "characters")
            .as_str(),
    ]);
    same(&["The user cannot be detected.", "The user's presence is hidden."]);
    same(&[
        "The user's presence cannot be hidden.",
        "The presence of the user cannot be hidden.",
        "The user cannot hide.",
        "The user cannot be concealed.",
    ]);
    same(&[
        "All characters in this location's presence cannot be hidden.",
        "The presence of characters in this location cannot be hidden.",
    ]);
    assert!(refused("The user's presence is hidden until the target attacks.").contains("somebody else"));
    assert!(refused("The user cannot be detected by allies.").starts_with("E242"));
}

#[test]
fn family_19_knowledge() {
    same(&[
        "The user learns the target's location.",
        "The user learns the location of the target.",
        "The user learns where the target is.",
    ]);
    same(&[
        "All characters in this location with ACT ranked B or higher learn the target location.",
        "Anyone in the user's location with ACT ranked B or higher learns the target location.",
        "Everyone in this location with ACT ranked B or higher learns the destination.",
    ]);
    same(&[
        "Everyone in the target location learns the user's location.",
        "Anyone in the target location learns where the user is.",
        "All characters in the target location learn the location of the user.",
    ]);
    same(&["The user learns the target's Health and Mana.", "The user learns the Health and Mana of the target."]);
    same(&["The user learns the target's stats.", "The user learns the stats of the target."]);
    same(&["The user and the user's Master learn the target's class and true name."]);
    same(&["The user learns the target's true name.", "The user learns the target's identity."]);
    same(&["The user learns the target's name."]);
    assert!(refused("The user learns the target's Health and Health.").contains("twice"));
    assert!(refused("The user learns the target's favourite song.").starts_with("E241"));
}
