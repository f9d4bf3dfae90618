//! Tests of each family in the ways an author would write it, and of the diagnostics for refused sentences.

use proptest::prelude::*;

use super::*;
use crate::language::effect_text::canonical;

/// Asserts that every sentence has the same canonical text: the first.
fn assert_same_meaning(sentences: &[&str]) {
    let first = sentences[0];
    for sentence in sentences {
        let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(printed, first, "for `{sentence}`");
        assert_eq!(parse(&printed).unwrap(), effect, "`{printed}` is read back as something else");
    }
}

fn describe_refusal(sentence: &str) -> String {
    let faults = match parse(sentence) {
        Ok(effect) => panic!("`{sentence}` is taken for `{effect}`"),
        Err(faults) => faults,
    };
    let shown = faults.iter().map(|f| {
        let excerpt = sentence.get(f.span.range()).unwrap_or("?");
        let suggestion = f.suggestion.as_ref().map_or(String::new(), |s| format!(" -> {s}"));
        format!("{} [{excerpt}] {}{suggestion}", f.code, f.message)
    });
    shown.collect::<Vec<_>>().join(" | ")
}

#[test]
fn every_known_form_is_understood_and_printed_back() {
    for form in FORMS {
        let effect = parse(form).unwrap_or_else(|faults| panic!("`{form}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "`{printed}`");
    }
}

#[test]
fn family_1_damage_of_this_skill() {
    assert_same_meaning(&[
        "Damage inflicted increases by 50% if the user has 30% or less of their maximum Health.",
        "Damage is increased by 50% if the user has at most 30% of their maximum Health.",
        "If the user has 30% or less of their maximum Health, damage inflicted increases by 50%.",
        "This skill's damage is raised by 50 percent while the user has 30% or less of their max Health",
        "This attack inflicts 50% more damage if the user's Health is 30% or less.",
        "The damage inflicted by this skill rises by 50% if the user has 30% or less of their maximum Health.",
    ]);
    assert_same_meaning(&[
        "Damage inflicted decreases by 15% if the target has LCK ranked A or higher.",
        "damage inflicted is reduced by 15% if the target has LCK of A or higher",
        "Damage of this skill decreases by 15% if the target's LCK is A or higher.",
    ]);
    assert_same_meaning(&["Damage inflicted increases by 10.", "Damage increases by 10."]);
    assert_same_meaning(&[
        "Damage inflicted increases by 10 for each familiar the user has.",
        "Damage increases by 10 for each of the user's familiars.",
        "Damage is increased by 10 per familiar.",
    ]);
    assert_same_meaning(&["Damage inflicted increases by 20% unless the target is in Spirit Form."]);
    assert_same_meaning(&["Damage inflicted increases by 100%.", "Damage inflicted is doubled."]);
}

#[test]
fn family_2_damage_the_user_deals() {
    assert_same_meaning(&[
        "Physical damage the user inflicts on Evil Servants, or familiars increases by 10%.",
        "Physical damage the user inflicts on Evil Servants or familiars increases by 10%.",
        "Physical damage inflicted by the user on Evil Servants or familiars is increased by 10%.",
        "The user inflicts 10% more physical damage to Evil Servants or familiars.",
        "The user's physical damage against Evil Servants or familiars increases by 10%.",
    ]);
    assert_same_meaning(&[
        "Magical damage the user inflicts increases by 20% for 2 Turns.",
        "The user's magical skills inflict 20% more damage for two Turns.",
    ]);
    // About attacks only: a field's damage and a trigger's damage belong to no attack (A263).
    assert_same_meaning(&[
        "Magical damage the user inflicts with attacks increases by 20% for 2 Turns.",
        "The user's magical attacks inflict 20% more damage for 2 Turns.",
        "For 2 Turns, the user's magical attacks deal 20% more damage.",
    ]);
    assert_same_meaning(&[
        "Physical damage the user inflicts with attacks on Evil Servants, or familiars increases by 10%.",
        "The user's physical attacks inflict 10% more damage against Evil Servants or familiars.",
    ]);
    assert_same_meaning(&["Damage the target inflicts decreases by 50% for 2 Turns."]);
    assert_same_meaning(&["Physical or magical damage the user inflicts increases by 5."]);
    assert_same_meaning(&[
        "Damage the user's familiars inflict increases by 10%.",
        "The user's familiars inflict 10% more damage.",
    ]);
    assert_same_meaning(&["Damage the user inflicts on Masters increases by 10%."]);
    assert_same_meaning(&["Damage the user inflicts on characters with Flight increases by 10%."]);
    assert_same_meaning(&["Long-ranged damage the user and the user's Servant inflict increases by 10%."]);
}

#[test]
fn family_3_damage_the_user_takes() {
    assert_same_meaning(&[
        "Damage the user receives from physical attacks decreases by 20%.",
        "The user receives 20% less damage from physical attacks.",
        "Damage taken by the user from physical attacks drops by 20%",
    ]);
    assert_same_meaning(&[
        "Physical damage the user receives decreases by 20%.",
        "Physical damage the user receives is reduced by 20%.",
        "The user takes 20% less physical damage.",
        "Physical damage inflicted on the user is decreased by 20%.",
    ]);
    assert_same_meaning(&[
        "Damage the user receives from Servants with LCK ranked B or lower decreases by 5.",
        "Damage received from Servants with LCK ranked B or lower is reduced by 5.",
        "Damage received by the user from Servants with LCK ranked B or lower decreases by 5.",
    ]);
    assert_same_meaning(&["Damage the user receives from magical attacks of Evil Servants decreases by 5."]);
    assert_same_meaning(&[
        "Damage the target receives decreases by 50% for 2 Turns.",
        "The target takes 50% less damage for 2 Turns.",
    ]);
    assert_same_meaning(&["Damage the user receives from ranged or magical attacks decreases by 5%."]);
    assert_same_meaning(&["Damage the user receives decreases by 50%.", "Damage received is halved."]);
}

#[test]
fn family_4_hits() {
    assert_same_meaning(&["This skill hits 3 times.", "This attack hits three times.", "This skill strikes thrice."]);
    assert_same_meaning(&[
        "This skill hits 2 more times if the user has 50% or less of their maximum Mana.",
        "This skill hits two more times if the user has 50% or less of their maximum Mana.",
        "This skill hits 2 additional times if the user has at most 50% of their maximum Mana.",
    ]);
    assert_same_meaning(&[
        "This skill hits 1 more time.",
        "This attack hits an additional time.",
        "This skill hits one extra time.",
    ]);
    assert_same_meaning(&["This skill hits 2 times.", "This skill hits twice."]);
}

#[test]
fn family_9_healing_and_mana() {
    assert_same_meaning(&[
        "The target restores 50 Health.",
        "The target recovers 50 Health.",
        "The targets restore 50 Health.",
        "Restores 50 Health to the target.",
        "50 Health is restored to the target.",
        "The target is healed by 50 Health.",
    ]);
    assert_same_meaning(&[
        "The user restores 10% of their maximum Mana.",
        "The user regains 10% of the user's maximum Mana.",
        "10% of their maximum Mana is restored to the user.",
    ]);
    assert_same_meaning(&[
        "The user restores 50% of their maximum Health.",
        "The user restores half of their maximum Health.",
    ]);
    assert_same_meaning(&["The target loses 20 Mana.", "20 Mana is lost by the target."]);
    assert_same_meaning(&[
        "All opponents in this location lose 12.5 Mana.",
        "Opponents in this location lose 12.5 Mana.",
    ]);
    assert_same_meaning(&["The user and the user's contracted partner restore 20 Health."]);
}

#[test]
fn family_11_regeneration() {
    assert_same_meaning(&["The user's regeneration increases by 5.", "The regeneration of the user is raised by 5."]);
    assert_same_meaning(&[
        "The user's regeneration increases by 5.",
        "The user's Health and Mana regeneration increases by 5.",
    ]);
    assert_same_meaning(&[
        "The user's Health regeneration increases by 125% for 2 Turns.",
        "The user's Health regeneration values increase by 125% for 2 Turns.",
    ]);
    assert_same_meaning(&[
        "The user regenerates while in battle.",
        "The user can regenerate in battle.",
        "The user regenerates even while in battle.",
        "The user regenerates during battle.",
    ]);
    assert_same_meaning(&[
        "The target cannot regenerate for 2 Turns.",
        "The target does not regenerate for 2 Turns.",
        "The target can't regenerate for two Turns",
        "The target is unable to regenerate for 2 Turns.",
    ]);
}

#[test]
fn family_12_stats() {
    assert_same_meaning(&[
        "The target's STR is raised by 1 rank for 3 Turns.",
        "The target's STR increases by one rank for 3 Turns.",
        "The target\u{2019}s STR is increased by 1 rank for three Turns.",
        "Raises the target's STR by 1 rank for 3 Turns.",
        "The STR of the target rises by a full rank for 3 Turns.",
        "The targets' STR is raised by 1 rank for 3 Turns.",
    ]);
    assert_same_meaning(&[
        "All stats of the target are lowered by 2 subranks.",
        "The target's stats are lowered by two subranks.",
        "All of the target's stats are reduced by 2 subranks.",
        "The target has all stats lowered by 2 subranks.".replace("has", "has their").as_str(),
        "Lowers all stats of the target by 2 subranks.",
        "The target's STR, END, MAE, MAR, AGI and LCK are lowered by 2 subranks.",
    ]);
    assert_same_meaning(&["The user's STR, END and AGI are raised by 1 subrank."]);
    assert_same_meaning(&[
        "The user's AGI becomes A+ if the user has 30% or less of their maximum Health.",
        "The user's AGI becomes A+ while the user has 30% or less of their maximum Health.",
        "While the user has 30% or less of their maximum Health, the user's AGI is treated as A+.",
    ]);
    assert_same_meaning(&[
        "The user's ACT becomes EX until the end of the Turn.",
        "The user's ACT becomes EX during this Turn.",
    ]);
    assert_same_meaning(&["All stats of the user's contracted partner are raised by 1 subrank for 3 Turns."]);
    assert_same_meaning(&["All opponents in this location' AGI is lowered by 1 rank."
        .replace("location'", "location's")
        .as_str()]);
}

#[test]
fn family_13_status_effects() {
    assert_same_meaning(&[
        "The target receives Poison 3/20.",
        "The target suffers Poison 3/20.",
        "Inflicts Poison 3/20 on the target.",
        "The target is afflicted with Poison 3/20.",
    ]);
    assert_same_meaning(&[
        "The target receives Stun 2.",
        "The target is Stunned for 2 Turns.",
        "The targets are stunned for two Turns.",
    ]);
    assert_same_meaning(&[
        "All negative status effects are removed from the target.",
        "The target is cured of all negative status effects.",
        "Removes all negative status effects from the target.",
        "Cures the target of all statuses.",
    ]);
    assert_same_meaning(&["Poison is removed from the user.", "The user is cured of Poison."]);
    assert_same_meaning(&[
        "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase of each Turn, that character receives 8 Special damage.",
        "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase they receive 8 Special damage.",
        "The target receives “Bleeding” for two Turns: at the Instant Phase of each Turn, they take 8 Special damage.",
    ]);
}

#[test]
fn families_21_22_28_upgrades_flight_and_durations() {
    assert_same_meaning(&[
        "Upgrades \"Power Blow\".",
        "\"Power Blow\" is upgraded.",
        "This skill upgrades \u{201C}Power Blow\u{201D}.",
    ]);
    assert_same_meaning(&["Upgrades \"Barrow Cut\" for 2 Turns."]);
    assert_same_meaning(&["This skill becomes Instant type if the user pays 8 additional Mana."]);
    assert_same_meaning(&["The user gains Flight ranked C.", "The user has Flight (C).", "The user gains Flight C"]);
    assert_same_meaning(&[
        "Lasts 3 Turns.",
        "Lasts for three Turns.",
        "This skill lasts 3 Turns.",
        "Its effects last 3 Turns.",
    ]);
    assert_same_meaning(&["Lasts until the end of the Turn.", "Lasts until the end of this Turn."]);
    assert_same_meaning(&["Lasts indefinitely.", "Lasts until cancelled."]);
    assert_same_meaning(&["Lasts while the user is here.", "Lasts while the user remains in this location."]);
    assert_same_meaning(&["Does not stack with itself.", "This skill does not stack with itself.", "Doesn't stack."]);
    assert_same_meaning(&[
        "GM: The target must answer one question truthfully.",
        "gm:  The target must\nanswer one question truthfully.",
    ]);
}

#[test]
fn in_the_same_location_is_as_whoever_is_worked_on() {
    assert_same_meaning(&[
        "The target's STR is lowered by 1 rank if the user is in the same location as the target.",
        "The target's STR is lowered by 1 rank while the user is in the same location.",
        "While the user remains in the same location, the target's STR is lowered by 1 rank.",
        "The target's STR is lowered by 1 rank as long as the user is in the same location as the target.",
    ]);
    assert_same_meaning(&[
        "The target's STR is lowered by 1 rank if the target is in the same location as the user.",
        "The target's STR is lowered by 1 rank while they are in the same location.",
    ]);
    assert_same_meaning(&[
        "All opponents in this location lose 10 Mana if the user is in the same location.",
        "All opponents lose 10 Mana if the user is in the same location.",
    ]);
    assert_same_meaning(&[
        "Lasts while the user is in the same location as the target.",
        "Lasts while the user is in the same location.",
    ]);
    assert_same_meaning(&[
        "Lasts while the target is in the same location as the user.",
        "Lasts while the target is in the same location.",
    ]);
}

#[test]
fn conditions_and_durations_stand_in_either_order() {
    assert_same_meaning(&[
        "The user's STR is raised by 1 rank for 2 Turns if the user is in battle.",
        "The user's STR is raised by 1 rank for 2 Turns if the user is in battle.",
        "If the user is in battle, the user's STR is raised by 1 rank for 2 Turns.",
    ]);
    assert_same_meaning(&[
        "The user's STR is raised by 1 rank indefinitely.",
        "The user's STR is raised by 1 rank until cancelled.",
    ]);
    assert_same_meaning(&[
        "The user's STR is raised by 1 rank unless \"Rain\" is active.",
        "Unless \"Rain\" is active, the user's STR is raised by 1 rank.",
    ]);
}

#[test]
fn conditions_are_printed_back() {
    for condition in [
        "the user has 100 or less Health",
        "the user does not have 30% or more of their maximum Mana",
        "the target is affected by Poison or the target is affected by a negative status effect",
        "the user is in Spirit Form and the target is not in battle",
        "(the user is in battle or the user is Masterless) and the target is damaged by the user",
        "\"Rain Manipulation\" is active on the target",
        "\"Rain Manipulation\" is not active",
        "there are at least 2 opponents in this location",
        "there are exactly 2 enemy Servants with LCK ranked A or higher in \"Park\"",
        "it is Night 3 or later",
        "it is the second combat round",
        "the user pays 8 additional Mana",
        "the target attacks the user's Master first",
        "any opponent uses a Magical attack",
        "any opponent in Spirit Form is in battle",
        "the user has \"Focus Band\"",
        "the user detects the target",
        "not (the target uses a Noble Phantasm)",
        "any enemy Saber-class Servant who are Masterless is dead",
        "any Flightless Evil character enters this location",
    ] {
        let sentence = format!("Damage inflicted increases by 10% if {condition}.");
        let effect = parse(&sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "`{printed}`");
    }
}

#[test]
fn an_unknown_sentence_is_answered_with_how_far_it_was_understood() {
    let faults = parse("The target restores 50 Helth.").unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].message, "understood up to `The target restores 50`, but not `Helth`");
    assert_eq!(faults[0].suggestion.as_deref(), Some("Health"));
    assert!(faults[0].notes.iter().any(|n| n == "write `The target restores 50 Health.`"));
    let faults = parse("The target restores 50 of what it had.").unwrap_err();
    assert!(faults[0].notes.iter().any(|n| n.contains("the nearest known form is: The target restores 50 Health.")));
}

#[test]
fn whole_or_refused() {
    for (sentence, answer) in [
        ("", "E241 [] not understood as an effect"),
        ("Makes the user stronger.", "E241 [Makes the user stronger.] not understood as an effect"),
        (
            "The target restores 50 Health and dances.",
            "E241 [dances] understood up to `The target restores 50 Health and`, but not `dances`",
        ),
        (
            "The target restores 50 Health for 3 Turns.",
            "E242 [The target restores 50 Health for 3 Turns.] this happens at once, so it cannot have a duration: what goes on is a status, `… receives \"Glow\" for 2 Turns: they restore 5 Health each Turn`",
        ),
        (
            "This skill hits 3 times for 2 Turns.",
            "E242 [This skill hits 3 times for 2 Turns.] this speaks of one use of the skill, so it cannot have a duration",
        ),
        (
            "The user's ACT is raised by 1 subrank.",
            "E242 [The user's ACT is raised by 1 subrank.] ACT can never have subranks (R062)",
        ),
        ("Lasts 3 Turns for 2 Turns.", "E242 [Lasts 3 Turns for 2 Turns.] a second duration"),
        ("This skill hits 0 times.", "E242 [0] none at all: at least 1"),
        (
            "The target loses 20 Mana if teh user is in battle.",
            "E243 [teh user] `teh user` is nobody and nothing a sheet knows -> the user",
        ),
        ("Servant restores 20 Health.", "E242 [Servant] which one? write `every …`, or whose"),
        (
            "Damage inflicted increases by 10% of their maximum Mana.",
            "E242 [Damage inflicted increases by 10% of their maximum Mana] `their` could be either of two: write `the user's` or `the target's`",
        ),
        (
            "Damage inflicted increases by 10% if the target would attack.",
            "E242 [Damage inflicted increases by 10% if the target would attack.] nobody can react to what somebody would do (R198)",
        ),
        (
            "Damage inflicted increases by 10% if they are in battle.",
            "E242 [Damage inflicted increases by 10% if they are in battle.] `they` could be anybody: write `the user` or `the target`",
        ),
        ("GM:", "E241 [] understood up to the end, but something is missing behind `GM:`"),
    ] {
        assert_eq!(describe_refusal(sentence), answer);
    }
}

#[test]
fn dropping_or_changing_a_word_is_an_error_or_another_tree() {
    // Words that may be left out without changing what is said.
    const IDLE: &[&str] = &[
        "inflicted",
        "inflicted.",
        "Phase",
        "type",
        "additional",
        "in",
        "contracted",
        "ranked",
        "while",
        "during",
        "their",
        "maximum",
        "for",
        "the",
        "The",
        "negative",
        "All",
        "a",
        "an",
        "of",
        "with",
        "itself.",
        // What can be cancelled is active, and what is reflected was received.
        "active",
        "received",
        // What has been done, has been done already.
        "already",
        // A location is the user's; choices stand behind commas.
        "user's",
        "or",
        // What is summoned is a familiar; `1 subrank for each …, up to 3` is of the same.
        "familiars.",
        "familiars",
        "subranks.",
    ];
    let mut same_without: Vec<String> = Vec::new();
    for form in FORMS.iter().filter(|f| !f.starts_with("GM")).step_by(crate::case_stride(4)) {
        let effect = parse(form).unwrap();
        let words: Vec<&str> = form.split(' ').collect();
        for index in 0..words.len() {
            let mut fewer = words.clone();
            let dropped = fewer.remove(index);
            let says_the_same = parse_known(&fewer.join(" ")).is_ok_and(|other| other.as_ref() == Some(&effect));
            // Consecutive Turns are at least two.
            let follow = dropped == "two" && form.contains("consecutive");
            // An attack inflicts damage or does not.
            let any = dropped == "any" && form.contains("inflicts any damage");
            // Support skill effects are Support skills, and Support effects.
            let of_support = ["Support skill effects", "next Support skill"].iter().any(|words| form.contains(words));
            let sort = ["skill", "effects"].contains(&dropped) && of_support;
            // Health falls to a number, and what is restored besides the Mana of the rule is restored also.
            let idle_here = dropped == "to" && form.contains("would fall to 0")
                || dropped == "also" && form.starts_with("Consuming a civilian also restores");
            if says_the_same && !follow && !any && !sort && !idle_here && !IDLE.contains(&dropped) {
                same_without.push(format!("`{form}` without `{dropped}`"));
            }
            let mut changed = words.clone();
            changed[index] = "flimsily";
            let changed = changed.join(" ");
            assert!(!matches!(parse_known(&changed), Ok(Some(_))), "`{changed}`");
            // Diagnosing takes far longer, so it is tried once for each form.
            if index == 0 {
                assert!(parse(&changed).is_err_and(|faults| !faults.is_empty()), "`{changed}`");
            }
        }
    }
    assert!(same_without.is_empty(), "{same_without:#?}");
}

#[test]
fn requirements_are_conditions_that_must_hold() {
    let shown = |text: &str| {
        let conditions = parse_requirements(text).unwrap_or_else(|faults| panic!("`{text}`: {faults:#?}"));
        conditions.iter().map(crate::language::effect_text::condition_text).collect::<Vec<_>>().join(" & ")
    };
    assert_eq!(shown("\"Rain Manipulation\" must be active."), "\"Rain Manipulation\" is active");
    assert_eq!(shown("\"A\" and \"B\" must be active."), "\"A\" is active & \"B\" is active");
    assert_eq!(shown("\"A\" or \"B\" must be active."), "\"A\" is active or \"B\" is active");
    assert_eq!(shown("\"A\" must not be active"), "\"A\" is not active");
    assert_eq!(
        shown("\"A\" must be active. The user must have 50 or more Health."),
        "\"A\" is active & the user has 50 or more Health"
    );
    assert_eq!(
        shown("\"A\" must be active and the user must not be in Spirit Form."),
        "\"A\" is active & the user is not in Spirit Form"
    );
    assert_eq!(
        shown("It is Night 3 or later. The target has LCK ranked B or lower."),
        "it is Night 3 or later & the target has LCK ranked B or lower"
    );
    assert_eq!(shown("none"), "");
    assert_eq!(parse_requirements("Must rain.").unwrap_err()[0].code, code::REQUIREMENT);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        let _ = parse(&text);
        let _ = parse_requirements(&text);
    }

    #[test]
    fn no_jumble_of_known_words_panics_and_all_that_is_read_is_read_back(words in prop::collection::vec(0usize..400, 1..14)) {
        let known: Vec<&str> = FORMS.iter().flat_map(|f| f.split_inclusive([' ', '.', ','])).collect();
        let text: String = words.iter().map(|w| known[w % known.len()]).collect();
        if let Ok(effect) = parse(&text) {
            prop_assert_eq!(parse(&canonical(&effect)), Ok(effect), "{}", text);
        }
        let _ = parse_requirements(&text);
    }
}

#[test]
fn a_sentence_that_only_begins_like_a_form_is_shown_one() {
    let nearest = |text: &str| forms::nearest_form(text);
    assert_eq!(nearest("The target restores 50 Helth."), Some("The target restores 50 Health."));
    let far = nearest("The target turns into a frog that can neither speak nor fight until somebody kisses it.");
    assert!(far.is_some_and(|form| form.starts_with("The target ")), "{far:?}");
    assert_eq!(nearest("Turns the opponent into a frog."), None);
}

/// A wording that produces a word about the sheet's owner contains one of the words that [`own_words`] looks for.
#[test]
fn no_wording_hides_whose_sheet_a_sentence_stands_on() {
    let rows = include_str!("../../../grammar/wordings/effects.txt").lines().filter_map(|row| row.split_once("=>"));
    let has = |side: &str, words: &[&str]| words.iter().any(|word| format!("{} ", side.to_lowercase()).contains(word));
    let own = ["this servant", "this master", "this familiar", "this creature", "the summoner", "holder", "wielder"];
    let hidden: Vec<_> = rows.filter(|(said, read)| has(read, &own) && !has(said, &OWN_WORDS)).collect();
    assert_eq!(hidden, Vec::new());
}
