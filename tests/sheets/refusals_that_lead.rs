//! What a refusal tells: the clauses that are understood alone, a sentence of the kind that is meant, the topic of the
//! help, and what only the GM can do. Beside it wordings whose refusals led nowhere, and what stays refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

use super::other_wordings::assert_read_back;

/// All that is noted of an entry that is refused.
fn noted(entry: &str) -> String {
    let faults = read_passage(entry).err().unwrap_or_default();
    assert!(!faults.is_empty(), "{entry} is read");
    faults.into_iter().flat_map(|fault| fault.notes).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_refusal_shows_a_sentence_of_its_kind_with_the_authors_numbers() {
    for (entry, example, topic) in [
        (
            "A veil with 70 Health of its own shields the target from whatever comes.",
            "The next 60 physical or ranged damage the target receives is absorbed.",
            "protecting",
        ),
        (
            "Their LCK sinks mightily by two ranks for three Turns.",
            "The target's LCK is lowered by 2 ranks for 3 Turns.",
            "stats",
        ),
        ("Once in each week, the user may use this skill.", "This skill cannot be used again for 7 Turns.", "limits"),
    ] {
        let notes = noted(entry);
        assert!(notes.contains(&format!("`{example}`")), "{entry}\n{notes}");
        assert!(notes.contains(&format!("`grail sheet help {topic}`")), "{entry}\n{notes}");
        assert!(read_passage(example).is_ok());
    }
}

#[test]
fn what_no_effect_does_is_left_to_the_gm_as_it_stands() {
    for entry in [
        "The victim's status spreads to every other character.",
        "The user revives with eleven additional lives.",
        "One skill has its Requirements waived.",
        "No matter how much it is boosted, this attack can never inflict more than 50 damage.",
        "On heads of a coin, the target dances.",
    ] {
        let notes = noted(entry);
        assert!(notes.contains(&format!("write `GM: {entry}`")), "{entry}\n{notes}");
        assert!(read_passage(&format!("GM: {entry}")).is_ok());
    }
}

#[test]
fn a_line_for_the_gm_holds_the_whole_sentence() {
    let said =
        noted("Leaves one Thorn counter on the target; upon receiving their third, 45 Special damage is inflicted.");
    let whole =
        "`GM: Leaves one Thorn counter on the target; upon receiving their third, 45 Special damage is inflicted.`";
    assert!(said.contains(whole), "{said}");
    // Another sentence is not of it.
    let said = noted("This skill can be used three times during the War. It fascinates. Lasts 3 Turns.");
    assert!(said.contains("`GM: It fascinates.`"), "{said}");
}

#[test]
fn clauses_that_are_understood_alone_are_told_with_their_reading() {
    let notes = noted("The target's contract is severed, after which the moon weeps.");
    assert!(
        notes.contains("understood alone: `The target's contract is severed` as `The target's contract is broken.`")
    );
    assert!(notes.contains("not understood: `the moon weeps`"), "{notes}");
    // A clause that begins with a pronoun would mean somebody else alone, and a bare one anybody.
    for entry in ["The moon weeps, and they restore 10 Health.", "The moon weeps while inside."] {
        assert!(!noted(entry).contains("understood alone"), "{entry}\n{}", noted(entry));
    }
}

/// Wordings, and how each is read back.
const SAID: &[(&str, &str)] = &[
    (
        "Inflicts Stun 1 on male targets and Stun 2 on female ones.",
        "Each of these: the target receives Stun 1 if the target is a male character; and the target receives Stun 2 if the target is a female character.",
    ),
    (
        "Any opponent with AGI ranked lower than B is hit by this skill twice instead of once.",
        "This skill hits 2 times if the target is an opponent with AGI ranked lower than B.",
    ),
    (
        "Should the target die as a result of this attack, the Mana spent on it is refunded in full.",
        "When the user kills the target, the user is refunded 100% of this skill's Mana cost.",
    ),
    (
        "For the purpose of this skill alone, the target's END is considered to be two full ranks lower than it actually is.",
        "The target's END is treated as 2 ranks lower for this attack.",
    ),
    (
        "The user receives only 60% of the damage from magical attacks.",
        "Damage the user receives from magical attacks decreases by 40%.",
    ),
    (
        "The user takes only half of the damage of physical attacks.",
        "Damage the user receives from physical attacks decreases by 50%.",
    ),
    (
        "Servants receive only 60% of the damage this skill would otherwise inflict.",
        "Damage inflicted decreases by 40% if the target is a Servant.",
    ),
    (
        "The AP cost of the next attack skill used by the user is reduced by 1, though it cannot go below 1.",
        "The user's next attack costs 1 less AP, to a minimum of 1.",
    ),
    (
        "The AP cost of the user's next attack skill this Turn is reduced by 1.",
        "The user's next attack costs 1 less AP until the end of the Turn.",
    ),
    (
        "The target cannot use skills with a Mana cost higher than 20 for 2 Turns.",
        "The target cannot use skills that cost more than 20 Mana for 2 Turns.",
    ),
    (
        "Ranged and Long-ranged attacks cannot be made in this area.",
        "All characters in this location cannot use ranged or long-ranged attacks.",
    ),
    (
        "Each character within this area loses 8 Mana at the Initial Phase, the caster alone excepted.",
        "Each Turn, all characters other than the user in this location lose 8 Mana.",
    ),
    (
        "Damage inflicted by Good characters decreases by 20% within this area.",
        "Damage all Good characters in this location inflict decreases by 20%.",
    ),
    (
        "Nobody's Health can fall below 1 within this area. Lasts two Turns.",
        "All characters in this location's Health cannot be reduced below 1. | Lasts 2 Turns.",
    ),
    ("No effect can lower the user's LCK.", "The user's LCK cannot be lowered."),
    ("Only usable when the user's Master is dead.", "This skill can only be used if the user's Master is dead."),
    (
        "Opponents must pay 15 additional Mana for any Support skill they cast in this area during this Turn.",
        "All opponents in this location's Support skills cost 15 more Mana until the end of the Turn.",
    ),
    (
        "Any character that hits the user with a physical attack receives 5 Special damage.",
        "When anyone hits the user with a Physical attack, the attacker receives 5 Special damage.",
    ),
    (
        "The one responsible for the user's death is inflicted with Poison 4/20.",
        "When anyone kills the user, that character receives Poison 4/20.",
    ),
    (
        "When one of the user's familiars is killed, the user restores 10 Mana.",
        "When the user's familiars die, the user restores 10 Mana.",
    ),
    (
        "While in the same location as their Master, the user's END increases by 2 positive subranks.",
        "The user's END is raised by 2 subranks if the user is in the same location as the user's Master.",
    ),
    (
        "While without a Master, the user loses only 10% of their maximum Mana each Night.",
        "The user loses only 10% of their maximum Mana each Night for lacking a Master if the user is Masterless.",
    ),
    (
        "Contracting with a second Servant does not prevent the user from regenerating.",
        "The user regenerates with two Servants.",
    ),
];

#[test]
fn wordings_that_were_refused_are_read() {
    assert_read_back(SAID);
}

#[test]
fn what_could_mean_two_things_stays_refused() {
    for text in [
        // Of this attack, or of all that they receive?
        "The target receives only 60% of the damage.",
        "Servants take only half of the damage.",
        "The user receives only 150% of the damage from magical attacks.",
        "The user receives only 100% of the damage from magical attacks.",
        // How many hits beside those of the skill; a number that is none of the rows'.
        "Any opponent with AGI ranked lower than B is hit by this skill instead of the target.",
        "Inflicts Stun 1 on male targets and Stun 2 on other ones.",
        // A part of what it cost, or when somebody else dies.
        "Should the target die as a result of this attack, the Mana spent on it is refunded.",
        "Should the user die as a result of this attack, the Mana spent on it is refunded in full.",
        // Who alone is spared is not the user.
        "Each character within this area loses 8 Mana at the Initial Phase, the target alone excepted.",
        "Nobody's Health can rise above 100 within this area.",
        "Only not usable when the user's Master is dead.",
        "Nothing can raise the user's LCK.",
        // By those who are inside, or on them?
        "Damage inflicted by ranged and long-ranged attacks in this Bounded Field decreases by 40%.",
        "Long-ranged damage inflicted in this location increases by 20%.",
    ] {
        let read = read_passage(text).map(|read| read.iter().map(|one| canonical(&one.effect)).collect::<Vec<_>>());
        assert!(read.is_err(), "{text}: {read:?}");
    }
}
