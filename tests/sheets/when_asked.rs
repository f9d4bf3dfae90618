//! When a condition is asked, and of which target: as it is read back, and where a warning says it.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// The warnings of a skill on two of anybody, with its damage field if it is to have one.
fn warned(field: &str, sentence: &str) -> Vec<String> {
    warned_on("max_targets: 2\n    targets: \"[Any]\"", field, sentence)
}

/// The warnings of a skill on these targets.
fn warned_on(targets: &str, field: &str, sentence: &str) -> Vec<String> {
    let text = sheet_on(targets, field, sentence);
    let loaded = load(&Source::new("sheet.yaml", text.clone()), Defaults::Scenario);
    let loaded = loaded.unwrap_or_else(|faults| panic!("{text}: {faults:#?}"));
    loaded.warnings.into_iter().map(|fault| fault.code.to_owned()).collect()
}

fn sheet_on(targets: &str, field: &str, sentence: &str) -> String {
    format!(
        "kind: servant\nname: Saber\nskills:\n  - name: Z\n    rank: C\n    type: Support\n    {targets}\n    cost: 1 \
         SP\n{field}    effects: ['{}']\n",
        sentence.replace('\'', "''")
    )
}

/// What is refused of a used skill, though it is read: of the target of the skill or of each attack, of one attack or
/// of all that come later.
#[test]
fn what_a_use_leaves_open_is_refused_with_both_ways() {
    let (any, own) = ("max_targets: 1\n    targets: \"[Any]\"", "max_targets: 1\n    targets: \"[Self]\"");
    let attack = "    damage: 20 Physical\n";
    for (targets, field, said, notes) in [
        (
            any,
            "",
            "Damage the user inflicts increases by 5 for 2 Turns while the target is Evil.",
            "the attack's target",
        ),
        (any, "", "Damage the user inflicts increases by 5 for 2 Turns if the target is here.", "the attack's target"),
        (any, "", "Damage the user inflicts increases by 5 for 2 Turns while the attack's target is Evil.", ""),
        (own, "", "Damage the user inflicts increases by 5 for 2 Turns while the target is Evil.", ""),
        (any, "", "Damage the target inflicts decreases by 5 for 2 Turns while the target is in battle.", ""),
        (own, "", "The user survives a fatal attack with 1 Health.", "until the end of the Turn"),
        (own, "", "The user survives a fatal attack with 1 Health for 2 Turns.", ""),
        (any, attack, "Masters receive half damage.", "Damage inflicted decreases by 50% if the target is a Master."),
        (any, attack, "Evil Servants receive 20% more damage.", "if the target is an Evil Servant"),
        (any, attack, "The target receives 20% more damage.", "Damage inflicted increases by 20%."),
        (any, attack, "The target receives 20% more damage for 2 Turns.", ""),
        (any, "", "The target receives 20% more damage.", ""),
    ] {
        let loaded = load(&Source::new("sheet.yaml", sheet_on(targets, field, said)), Defaults::Scenario);
        let told: Vec<String> = loaded.err().into_iter().flatten().flat_map(|fault| fault.notes).collect();
        assert_eq!(told.is_empty(), notes.is_empty(), "{said}: {told:?}");
        assert!(notes.is_empty() || told.iter().any(|note| note.contains(notes)), "{said}: {told:?}");
    }
}

#[test]
fn it_is_read_back_when_and_of_whom_it_is_asked() {
    for (said, read) in [
        (
            "The user gains 1 AP next Turn if the target is in battle.",
            "The user gains 1 AP each Turn for the next Turn while the target is in battle.",
        ),
        (
            "At the beginning of the next Turn, the user gains 1 AP for each opponent in this location.",
            "The user gains 1 AP each Turn for each opponent in this location for the next Turn.",
        ),
        (
            "At the beginning of each Turn, the user gains 1 AP for each opponent in this location.",
            "The user gains 1 AP each Turn for each opponent in this location.",
        ),
        // What is of the use is known at the use.
        (
            "The user gains 1 AP next Turn if the target is Evil.",
            "The user gains 1 AP at the beginning of the next Turn if the target is an Evil character.",
        ),
        (
            "If the target is in battle, they lose 1 AP next Turn; otherwise, they lose 20 Mana.",
            "Each of these: the target loses 1 AP each Turn for the next Turn if the target is in battle; and the target \
             loses 20 Mana unless the target is in battle.",
        ),
        (
            "The user's attacks inflict Stun 1 if the target is a Servant, for 2 Turns.",
            "The user's attacks inflict Stun 1 for 2 Turns while the attack's target is a Servant.",
        ),
        (
            "Damage the target inflicts decreases by 5 for 2 Turns while the target is in battle.",
            "Damage the target inflicts decreases by 5 for 2 Turns while the target is in battle.",
        ),
        (
            "The user inflicts 1 more damage for every 10 Health the target is missing.",
            "Damage the user inflicts increases by 1 for each 10 Health the attack's target is missing.",
        ),
    ] {
        let effect = parse(said).unwrap_or_else(|faults| panic!("{said}: {faults:#?}"));
        assert_eq!(canonical(&effect), read, "{said}");
        assert_eq!(parse(read).as_ref(), Ok(&effect), "{read}");
    }
}

#[test]
fn what_has_no_such_moment_or_target_is_refused() {
    for said in [
        "In 2 Turns, the user gains 1 AP if the user is in battle.",
        "The user gains 1 AP and 1 SP each Turn for each opponent in this location.",
        "The target receives Stun 1 if the target is a Servant, for 2 Turns.",
        "The target receives Stun 1 for 2 Turns if the target is a Servant.",
        "When the user is attacked, the user's STR is raised by 1 rank for 2 Turns while the user has 100 or less Health.",
        "When the user is attacked, the user's next attack deals 10 more damage if the target is in battle.",
        "The user restores 20 Health if the attack's target is Evil.",
        "Damage the user receives decreases by 5 while the attack's target is Evil.",
        "The user's STR is raised by 1 rank for 2 Turns while the attack's target is Evil.",
    ] {
        assert!(parse(said).is_err(), "{said}");
    }
}

#[test]
fn what_is_asked_of_another_or_later_is_told() {
    let field = "    damage: 20 Physical\n";
    for (field, said, code, told) in [
        ("", "The user gains 1 AP next Turn if the user is in battle.", "W252", true),
        ("", "At the beginning of the next Turn, the user gains 1 AP if the user is in battle.", "W252", false),
        ("", "The user gains 1 AP each Turn for the next Turn while the user is in battle.", "W252", false),
        (field, "The user restores 20 Health unless the target dies.", "W251", true),
        (field, "The target loses 20 Mana unless they are in battle.", "W251", false),
        ("", "The user restores 20 Health if the user is in battle.", "W251", false),
    ] {
        assert_eq!(warned(field, said).iter().any(|of| of == code), told, "{said}: {:?}", warned(field, said));
    }
}

/// Harm to a group without a side leaves out all of the user's own, in whatever words it excepts some of them (R369).
#[test]
fn whoever_excepts_one_of_their_own_is_told_that_all_are_left_out() {
    let groups = [
        "All Servants except the user",
        "Everyone else",
        "Everyone but the user",
        "All other characters",
        "Other Servants",
        "Each other Servant",
        "Every Servant other than the user",
        "Servants and familiars except the user",
        "All Servants and Masters other than the user",
        "All Evil Servants other than the user",
    ];
    let plural = |group: &str| !group.starts_with("Every") && !group.starts_with("Each");
    let harms: [[&str; 2]; 8] = [
        ["lose 10 Health", "loses 10 Health"],
        ["receive 10 Magical damage", "receives 10 Magical damage"],
        ["receive Poison 2/10", "receives Poison 2/10"],
        ["are Stunned for 2 Turns", "is Stunned for 2 Turns"],
        ["cannot act for 2 Turns", "cannot act for 2 Turns"],
        ["cannot use skills for 2 Turns", "cannot use skills for 2 Turns"],
        ["lose Flight for 2 Turns", "loses Flight for 2 Turns"],
        ["cannot restore Health for 2 Turns", "cannot restore Health for 2 Turns"],
    ];
    let (mut told, mut refused) = (0, Vec::new());
    for group in groups {
        for harm in harms {
            let deed = harm[usize::from(!plural(group))];
            let lower = format!("{}{}", group[..1].to_lowercase(), &group[1..]);
            for said in [format!("{group} {deed}."), format!("When the user is attacked, {lower} {deed}.")] {
                match parse(&said) {
                    Ok(_) => {
                        // Beside a target it would be asked than whom.
                        let codes = warned_on("max_targets: 1\n    targets: \"[Self]\"", "", &said);
                        assert!(codes.iter().any(|code| code == "W253"), "{said}: {codes:?}");
                        told += 1;
                    }
                    Err(_) => refused.push(said),
                }
            }
        }
    }
    assert!(told > 120, "{told} told, refused: {refused:#?}");
}
