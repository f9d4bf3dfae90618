//! Wordings of what one attack does to stats, of parts thrown back and of least amounts, each with its canonical
//! sentences, and their neighbours that stay refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;
use grail_referee::sheet::load_sheet::{Defaults, load};

use super::other_wordings::assert_read_back;

/// Each wording, and how it is read back.
const SAID: &[(&str, &str)] = &[
    ("For this attack, the target's END is treated as E.", "The target's END is treated as E for this attack."),
    (
        "The target's END is treated as though it were rank E when calculating the damage of this attack.",
        "The target's END is treated as E for this attack.",
    ),
    (
        "Damage inflicted by this attack cannot be decreased by skill effects.",
        "This damage cannot be reduced by skills.",
    ),
    (
        "Damage is calculated with the target's END instead of their MAR.",
        "This attack's damage is calculated against the target's END.",
    ),
    (
        "During this Turn, half of any physical damage received by the user is also inflicted on the attacker as Special \
         damage. This skill does not reduce the damage received.",
        "50% of the damage the user receives from physical attacks is reflected to the attacker until the end of the \
         Turn.",
    ),
    (
        "50% of the damage the user receives from the next attack this Turn is also inflicted on the attacker as Special \
         damage.",
        "50% of the damage the user receives from the next attack is reflected to the attacker until the end of the \
         Turn.",
    ),
    (
        "Damage the user receives from ranged attacks made from outside the location decreases by 50%.",
        "Damage the user receives from ranged attacks from other locations decreases by 50%.",
    ),
    (
        "The target loses Mana equal to the damage inflicted by this attack. This effect cannot reduce the target's Mana \
         below 1.",
        "The target loses Mana equal to the damage inflicted but keeps at least 1.",
    ),
    (
        "The user loses 40 Health and gains 20 Mana. This skill cannot reduce the user's Health below 1.",
        "Each of these: the user loses 40 Health but keeps at least 1; and the user restores 20 Mana.",
    ),
    (
        "The target loses 20 Mana, and the user restores the same amount of Mana.",
        "The user drains 20 Mana from the target.",
    ),
    (
        "If this is the user's first attack of the Turn, its AP cost is reduced by 1.",
        "This skill costs 1 less AP unless the user attacks this Turn.",
    ),
    (
        "The user cannot be detected while scouting except by characters with ACT ranked EX.",
        "The user cannot be detected by characters with ACT ranked lower than EX while scouting.",
    ),
    (
        "While the user is not in battle, only characters with ACT ranked A or higher can notice their presence.",
        "The user cannot be detected by characters with ACT ranked lower than A unless the user is in battle.",
    ),
    (
        "This Noble Phantasm can only be used on or after the third Turn of battle.",
        "This skill cannot be used if the user is in the first Turn of battle or the user is in the second Turn of \
         battle.",
    ),
    (
        "The target's Move Action for this Turn is consumed.",
        "The target cannot use their Move Action until the end of the Turn.",
    ),
    (
        "Any Bounded Field active in the user's location is destroyed after this attack resolves.",
        "The active Bounded Field in this location is cancelled.",
    ),
];

#[test]
fn attacks_and_losses_in_words_of_authors_are_read_back() {
    assert_read_back(SAID);
}

#[test]
fn what_says_more_than_one_attack_or_loss_stays_refused() {
    for text in [
        // AGI is no part of the damage.
        "The user's AGI is treated as A for this attack.",
        // By whose skills?
        "This damage cannot be reduced by skills of Servants.",
        // The loss is of Mana, and the attack may take Health.
        "The target loses 20 Mana. This effect cannot reduce the target's Health below 1.",
        "The target loses 20 Mana. This effect cannot reduce the user's Mana below 1.",
        // Skills are no attacks.
        "Damage the user receives from magical skills from other locations decreases by 50%.",
        // The cost of which attack?
        "The user's next Noble Phantasm inflicts 20% more damage. Its Mana cost is reduced by 10.",
        // Exactly A, or A and higher?
        "The user cannot be detected while scouting except by characters with ACT ranked A.",
        // The first of what?
        "50% of the damage the user receives from the first attack is reflected to the attacker.",
    ] {
        assert!(read_passage(text).is_err(), "{text}: {:?}", read_passage(text).map(|read| canonical(&read[0].effect)));
    }
}

#[test]
fn the_familiar_of_a_familiars_sheet_is_asked_about() {
    let check = |sentence: &str| {
        let sheet =
            format!("kind: familiar\nname: Hound\nabilities: [{{ name: Burst, rank: C, effects: ['{sentence}'] }}]\n");
        let source = grail_referee::language::span::Source::new("hound.yaml", sheet);
        let told = load(&source, Defaults::Scenario).err().unwrap_or_default();
        told.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; ")
    };
    let told = check("When the familiar dies, all opponents in the area receive 20 Magical damage.");
    assert!(told.contains("one that this familiar summons"), "{told}");
    assert_eq!(check("When this familiar dies, all opponents in the area receive 20 Magical damage."), "");
}
