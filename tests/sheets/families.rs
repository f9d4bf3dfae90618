//! Families of sentences: every way of saying a thing, and how it is read back.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;

/// Every sentence says the same as the first, which is how it is printed back.
pub(super) fn same(sentences: &[&str]) {
    let first = sentences[0];
    for sentence in sentences {
        let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(printed, first, "for `{sentence}`");
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "`{printed}` is read back as something else");
    }
}

/// What is wrong with a sentence.
pub(super) fn refused(sentence: &str) -> String {
    match parse(sentence) {
        Ok(effect) => panic!("`{sentence}` is taken for `{effect}`"),
        Err(faults) => faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect::<Vec<_>>().join(" | "),
    }
}

/// The wordings that are not read as the sentence beside them, each with what it is read as or why it is refused; the
/// sentence itself must be read as the same.
pub(super) fn not_read_so(wordings: &[(&str, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (text, told) in wordings {
        match parse(text) {
            Ok(effect) if canonical(&effect) == *told => {
                assert_eq!(parse(told).as_ref(), Ok(&effect), "`{told}` is read back as something else");
            }
            Ok(effect) => wrong.push(format!("{text}\n    {}", canonical(&effect))),
            Err(faults) => wrong.push(format!("{text}\n    {faults:?}")),
        }
    }
    wrong
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
    same(&["The target is immune to Stun until the end of the Turn if the target is in battle."]);
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
        "The target loses 1 AP each Turn for the next 3 Turns.",
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
    same(&["The user's STR is raised by 1 rank for 2 Turns if the user chooses \"Tiger\"."]);
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
        "All characters in the user's location with ACT ranked B or higher learn the target location.",
        "Anyone in the user's location with ACT ranked B or higher learns the target location.",
    ]);
    same(&[
        "All characters in this location with ACT ranked B or higher learn the target location.",
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
    same(&[
        "When an opponent enters this location, the user learns that character's class.",
        "When an opponent enters this location, the user learns their class.",
        "Whenever a foe enters this location, the user learns the class of that character.",
    ]);
    assert!(refused("The user learns their class.").contains("they"));
    assert!(refused("The user learns the target's Health and Health.").contains("twice"));
    assert!(refused("The user learns the target's favourite song.").starts_with("E241"));
}

#[test]
fn what_a_sentence_waits_for() {
    same(&[
        "When the user is attacked, the attacker receives 8 Special damage.",
        "Whenever the user is attacked, the attacker takes 8 Special damage.",
        "Every time the user is targeted, the user inflicts 8 Special damage on the attacker.",
        "When the user is attacked, 8 Special damage is inflicted on the attacker",
    ]);
    same(&[
        "When the user is damaged, the user restores 5 Health.",
        "When the user takes damage, the user restores 5 Health.",
        "Whenever the user is hurt, the user recovers 5 Health.",
    ]);
    same(&[
        "When the user is damaged for the first time each Turn, the user restores 5 Health.",
        "The first time each Turn the user is damaged, the user restores 5 Health.",
        "The first time in each Turn that the user is damaged, the user restores 5 Health.",
        "Once per Turn, when the user is damaged, the user restores 5 Health.",
    ]);
    same(&[
        "At the Instant Phase of each Turn, all characters in this location receive 10 Magical damage.",
        "Characters in this location receive 10 Magical damage at the Instant Phase of each Turn.",
        "All characters in this location take 10 magical damage at the Instant Phase.",
    ]);
    same(&[
        "Each Turn, all opponents in this location lose 5 Mana.",
        "Opponents in this location lose 5 Mana each Turn.",
        "Each Turn, opponents in this location lose 5 Mana.",
    ]);
    same(&[
        "At the beginning of each Turn, all opponents in this location lose 5 Mana.",
        "Opponents in this location lose 5 Mana at the start of every Turn.",
    ]);
    same(&["At the end of each Turn, the user loses 1 Mana.", "The user loses 1 Mana at the end of every Turn."]);
    same(&[
        "At the beginning of each Turn, the target loses 10 Mana for 3 Turns.",
        "The target loses 10 Mana at the beginning of each Turn for 3 Turns.",
    ]);
    same(&["Each Turn, the target loses 10 Mana for 3 Turns.", "For 3 Turns, the target loses 10 Mana each Turn."]);
    same(&[
        "When an opponent enters this location, that character receives 15 Special damage.",
        "When an opponent enters this location, they receive 15 Special damage.",
        "Whenever a foe enters the user's location, they take 15 Special damage.",
    ]);
    same(&[
        "When the user is attacked, the user's AGI is raised by 1 rank for 2 Turns.",
        "When the user is attacked, the user's AGI is raised by 1 rank until the end of the next Turn.",
    ]);
    same(&[
        "When an opponent enters this location, that character's AGI is lowered by 1 rank for 2 Turns.",
        "When an opponent enters this location, their AGI is lowered by 1 rank for 2 Turns.",
    ]);
    for sentence in [
        "When the user's Master dies, the user's STR is raised by 2 ranks indefinitely.",
        "When the user dies, the attacker receives Poison 3/15.",
        "When an opponent uses a Noble Phantasm, the user restores 10 Mana.",
        "When an opponent uses a Command Spell, the user restores 10 Mana.",
        "When anyone flees, that character receives 7 Special damage.",
        "When the user uses \"Rapid Cut\", the user loses 1 Mana.",
    ] {
        same(&[sentence]);
    }
    // The grammatical subject (A260).
    same(&["When the user is attacked, the user loses 5 Health.", "When the user is attacked, they lose 5 Health."]);
    assert!(refused("When Evil Servants attack an ally, they lose 5 Health.").contains("either of two"));
    assert!(refused("They lose 5 Health.").contains("nobody was spoken of before"));
    assert!(refused("When an opponent enters this location, the attacker loses 5 Health.").contains("nobody attacks"));
    assert!(refused("When the user is attacked, the user's STR is raised by 1 rank.").contains("for how long"));
    assert!(refused("When the user is attacked, this skill hits 3 times.").contains("waits for nothing"));
    assert!(refused("At the Instant Phase of each Turn, the user loses 1 Mana each Turn.").contains("one thing"));
}

#[test]
fn families_30_and_32_damage_that_is_no_attack_and_death() {
    same(&[
        "When the user dies, the attacker receives 40 Special damage.",
        "When the user dies, the attacker takes 40 Special damage.",
        "When the user dies, 40 Special damage is inflicted on the attacker.",
    ]);
    same(&[
        "The target dies if the target has 10% or less of their maximum Health.",
        "The target dies if they have 10% or less of their maximum Health.",
        "If the target has 10% or less of their maximum Health, the target dies.",
    ]);
    assert!(refused("The target inflicts 40 Special damage on the user.").contains("its user's"));
}

#[test]
fn family_13_statuses_of_a_sheets_own() {
    same(&[
        "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase of each Turn, that character receives 8 Special damage.",
        "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase they receive 8 Special damage.",
        "The target is afflicted with \"Bleeding\" for two Turns: they take 8 Special damage at the Instant Phase.",
    ]);
    same(&[
        "The target receives \"Dregs\" for 4 Turns: that character's AGI and ACT are lowered by 1 rank; each Turn, that character loses 10 Mana.",
        "The targets receive \"Dregs\" for 4 Turns: their AGI and ACT are lowered by 1 rank and they lose 10 Mana each Turn.",
    ]);
    same(&["\"Bleeding\" is removed from the target.", "The target is cured of \"Bleeding\"."]);
    same(&["The user is immune to \"Burning\".", "The user cannot receive \"Burning\"."]);
    same(&["The user restores 5 Health if the user is affected by \"Burning\"."]);
    assert!(refused("The target receives \"X\" for 2 Turns: they lose 5 Health.").contains("when?"));
    assert!(refused("The target receives \"X\" for 2 Turns: the user's STR is lowered by 1 rank.").contains("`they`"));
    assert!(refused("The target receives \"X\" for 2 Turns: this skill hits 3 times.").contains("does not do this"));
}

#[test]
fn family_25_counters_and_reflection() {
    same(&[
        "When the user is attacked, the user uses \"Counter Slash\" on the attacker.",
        "Whenever the user is attacked, the user uses \"Counter Slash\" against the attacker.",
    ]);
    same(&[
        "When the user is attacked, the user uses \"Curtain Shot\" on the attacker's location without cost.",
        "When the user is attacked, the user uses \"Curtain Shot\" on the location of the attacker at no cost.",
    ]);
    same(&[
        "50% of the damage the user receives is reflected to the attacker.",
        "50% of the damage received is reflected to the attacker.",
        "Half of the damage the user receives is reflected.",
        "The user reflects 50% of the damage received to the attacker.",
        "The user reflects half of all damage the user receives.",
    ]);
    same(&[
        "25% of the damage the user receives from physical attacks is reflected to the attacker for 2 Turns.",
        "For 2 Turns, 25% of the damage received from physical attacks is reflected.",
    ]);
    assert!(refused("The user uses \"Counter Slash\" on the target.").contains("say what"));
    assert!(refused("The target reflects half of the damage the user receives.").contains("who reflects it"));
}

#[test]
fn family_6_split_and_lasting_damage() {
    same(&[
        "Half of the damage is inflicted at once and the rest over the next 2 Turns.",
        "Half of the damage inflicted is dealt at once and the rest over the next two Turns.",
        "Half of this skill's damage is inflicted immediately and the remainder during the next 2 Turns.",
    ]);
    same(&["A third of the damage is inflicted at once and the rest over the next 1 Turn."]);
    same(&["40% of the damage is inflicted at once and the rest over the next 3 Turns."]);
    assert!(refused("100% of the damage is inflicted at once and the rest over the next 2 Turns.").contains("less"));
}

#[test]
fn what_is_counted() {
    same(&[
        "Damage inflicted increases by 10 for each familiar the user has.",
        "Damage increases by 10 for each familiar the user has.",
        "Damage increases by 10 for every one of the user's familiars."
            .replace("every one of the user's familiars", "each of the user's familiars")
            .as_str(),
        "Damage inflicted increases by 10 times the number of familiars the user has.",
    ]);
    same(&[
        "Damage inflicted increases by 5% for each opponent in this location.",
        "Damage inflicted rises by 5% per opponent in this location.",
    ]);
    same(&[
        "The user restores 2 Mana for each Command Spell the user's Master has left.",
        "The user restores 2 Mana for each remaining Command Spell the user's Master has left."
            .replace("remaining ", "")
            .as_str(),
    ]);
    same(&["The user restores 1 Health for each Turn this skill is in force."]);
    same(&["The target receives 3 Special damage for each negative status effect on the target."]);
}

#[test]
fn family_28_how_long() {
    same(&["Lasts 3 Turns if the target is in battle."]);
    same(&[
        "The target's STR is lowered by 1 rank for 2 Turns.",
        "The target's STR is lowered by 1 rank until the end of the next Turn.",
    ]);
    same(&["Lasts while the user is in battle.", "Lasts as long as the user is in battle."]);
}

#[test]
fn family_20_summoning() {
    same(&[
        "Summons 3 \"Wolf\" familiars.",
        "This skill summons three \"Wolf\" familiars.",
        "The user summons 3 \"Wolf\" familiars",
        "3 \"Wolf\" familiars are summoned.",
        "Creates 3 \"Wolf\" familiars.",
    ]);
    same(&["Summons 1 \"Wolf\" familiar.", "Summons a \"Wolf\" familiar.", "Summons one \"Wolf\" familiar."]);
    same(&[
        "Summons 2 \"Wolf\" familiars, at most 3 at a time.",
        "Summons 2 \"Wolf\" familiars, up to 3 at a time.",
        "Summons two \"Wolf\" familiars at most three at once.",
        "Summons 2 \"Wolf\" familiars, no more than 3 at a time.",
    ]);
    same(&["Lasts 2 Turns.", "The familiar disappears after 2 Turns.", "The familiars vanish after two Turns."]);
    same(&["Lasts until the end of the Turn.", "The familiars disappear at the end of the Turn."]);
    same(&["Lasts while the user is here.", "The familiars disappear when the user leaves this location."]);
    same(&["Lasts while the user is alive.", "The familiar disappears when the user dies."]);
    same(&["The user's summoner restores 10 Mana.", "10 Mana is restored to the user's summoner."]);
    assert_eq!(refused("Summons 0 \"Wolf\" familiars."), "E242 none at all: at least 1");
    assert!(refused("Summons 3 Wolf familiars.").starts_with("E241"));
    assert!(refused("Summons 3 \"Wolf\" familiars for 2 Turns.").contains("at once"));
}

#[test]
fn family_22_granting() {
    same(&[
        "The target gains the skill \"Wind Step\" for 2 Turns.",
        "The target gains \"Wind Step\" for two Turns.",
        "For 2 Turns, the target receives the skill \"Wind Step\".",
        "The target may use \"Wind Step\" for 2 Turns.",
        "The target can use the skill \"Wind Step\" for 2 Turns.",
    ]);
    same(&["The user's familiars gain the skill \"Bite\" if the user is in battle."]);
    assert!(refused("The target gains the skill Wind Step.").starts_with("E241"));
}
