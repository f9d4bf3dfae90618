//! The other case of a condition in a sentence of its own, what the rest of the AP is for, and Command Spells without
//! quotes: in the words of blind writers.

use super::everyday::{Read, hold};

/// The other case of what was asked, of the same figure or the same people.
const OTHER_CASES: &[Read] = &[
    (
        "Saber",
        "If I have at least 100 Mana, use Excalibur on Lancer. If I have less, Cut Lancer three times.",
        &["Saber: If I have 100 or more Mana, use Excalibur on Lancer; otherwise, use Cut on Lancer 3 times."],
    ),
    (
        "Rin",
        "If I drop under 100 Health, use Jewel Light on myself; as long as I'm above that, use Gandr on Lancer.",
        &["Rin: If I fall to less than 100 Health, use Jewel Light on me; otherwise, use Gandr on Lancer."],
    ),
    (
        "Saber",
        "If both Lancer and Archer are still here, Excalibur on the pair of them; if only one of them is, \
         three Cuts on that one.",
        &["Saber: If Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, if \
             Lancer is here, use Cut on Lancer 3 times; otherwise, if Archer is here, use Cut on Archer 3 \
             times."],
    ),
    (
        "Saber",
        "Saber uses Mend on Rin if Rin has less than 100 Health, and otherwise uses Guard.",
        &["Saber: If Rin has less than 100 Health, use Mend on Rin; otherwise, use Guard."],
    ),
    (
        "Saber",
        "Three Final Strikes on Lancer, unless he goes into Spirit Form; then put them into Archer.",
        &["Saber: If Lancer does not enter Spirit Form, use Final Strike on Lancer 3 times; otherwise, use Final \
             Strike on Archer 3 times."],
    ),
    ("Saber", "If Archer runs, let him go and do not follow.", &[]),
];

/// Another figure, other people, or a move that the letter orders.
const NOT_THE_OTHER_CASE: &[(&str, &str)] = &[
    ("Saber", "If I have at least 100 Mana, use Excalibur on Lancer. If he has less, Cut Lancer three times."),
    ("Saber", "If Lancer attacks Rin, Cut Lancer. If I have less, Cut Archer."),
    ("Saber", "If Saber has at least 100 Mana, use Excalibur on Lancer; if he has less, Cut Lancer three times."),
    ("Saber", "If Lancer has at least 100 Health, use Excalibur on Lancer; if I have less, Cut Lancer three times."),
    (
        "Rin",
        "If Saber drops under 100 Health, use Jewel Light on her; as long as I'm above that, use Gandr \
     on Lancer.",
    ),
    ("Saber", "If I have more than 100 Mana, use Excalibur on Lancer. If I have less, Cut Lancer three times."),
    ("Saber", "Cut Lancer if he attacks Rin, Archer if I haven't."),
    ("Saber", "If Lancer attacks Rin, then hits Archer, use Guard."),
    ("Saber", "If things get ugly, Cut Lancer."),
    ("Saber", "If Archer runs, let him go and use Guard."),
];

/// What the rest is for, and what is bought where one arrives.
const REMAINDERS: &[Read] = &[
    (
        "Saber",
        "Saber uses Excalibur on Archer alone and keeps the third AP for a Final Strike on him.",
        &["Saber: Use Excalibur on Archer and then use Final Strike on Archer."],
    ),
    ("Saber", "All my Cuts (three of them) are for Lancer.", &["Saber: Use Cut on Lancer 3 times."]),
    (
        "Saber",
        "Hit Lancer with Surge, and if he is still standing after that, give him two Cuts as well.",
        &["Saber: Use Surge on Lancer and then use Cut on Lancer 2 times."],
    ),
    (
        "Rin",
        "Go to the Mall and buy two Focus Bands and a Charged Potion once we're there.",
        &["Rin: Move to Mall and then buy 2 Focus Band in the 2nd round and then buy Charged Potion in the \
         2nd round."],
    ),
    (
        "Rin",
        "Buy a Mana Detector at the Mall and use it on the spot.",
        &["Rin: If I am in Mall, buy Mana Detector and then use item Mana Detector."],
    ),
    (
        "Rin",
        "Drop the Mana Detector here in the Park and go to the Bridge with Saber.",
        &["Rin: If I am in Park, drop Mana Detector.", "Rin: Move to Bridge.", "Saber: Move to Bridge."],
    ),
];

/// What could be meant of more than one.
const NO_REMAINDERS: &[(&str, &str)] = &[
    ("Saber", "Surge on Lancer and save one AP for a Cut on her."),
    ("Saber", "Hit Lancer with Surge, and if she is still standing after that, give her two Cuts as well."),
    ("Rin", "Give the Charged Potion to Saber, and Rin should drink it right away."),
    ("Rin", "Buy two Focus Bands once we're there."),
    ("Saber", "Keep the third AP for a Surge if he uses Gae Bolg."),
    ("Saber", "Use Guard and Parry once Lancer is there."),
];

/// Command Spells without quotes, or with what comes of them beside them.
const SPELLS: &[Read] = &[
    ("Rin", "Get behind me, Saber! I'll take the blows this turn.", &["Rin: Command Saber \"Get behind me!\"."]),
    ("Rin", "obey me, Saber: never attack Illya.", &["Rin: Command Saber \"Obey me!\": \"never attack Illya\"."]),
    (
        "Rin",
        "Command Spell: \"Kill them no matter what!\" on Saber, right at the start of the turn.",
        &["Rin: Command Saber \"Kill them no matter what!\"."],
    ),
    (
        "Rin",
        "If Saber drops below 100 Health, I use the Command Spell \"Flee this battle now!\" and we go to the Bridge.",
        &["Rin: If Saber falls to less than 100 Health, command my Servant \"Flee this battle now!\" to Bridge."],
    ),
    (
        "Rin",
        "\"Get behind me!\" only if Saber is under 30 Health and I still have more than 100.",
        &["Rin: If Saber has less than 30 Health and I have more than 100 Health, command my Servant \
             \"Get behind me!\"."],
    ),
];

/// What a Command Spell may not be read as.
const NO_SPELLS: &[(&str, &str)] = &[
    ("Rin", "Get behind me, Lancer!"),
    ("Rin", "Don't get behind me, Saber!"),
    (
        "Rin",
        "If Saber drops below 100 Health, I use the Command Spell \"Flee this battle now!\" and we go to \
         the Hallway.",
    ),
];

/// Times said of all the attacks that somebody makes: after the first of them, or after all?
const ALL_THEIR_ATTACKS: &[(&str, &str)] = &[
    ("Rin", "Use Gandr on Lancer after Saber has made her attacks."),
    (
        "Rin",
        "Use \"Take on Spirit Form!\" on Saber after she has made her attacks, but only if she is under 50 Health.",
    ),
];

#[test]
fn the_other_case_is_otherwise() {
    hold(OTHER_CASES, NOT_THE_OTHER_CASE);
}

#[test]
fn what_is_left_is_for_what_is_named() {
    hold(REMAINDERS, NO_REMAINDERS);
}

#[test]
fn a_command_spell_is_given_in_its_words() {
    hold(SPELLS, NO_SPELLS);
}

#[test]
fn of_several_attacks_which_is_awaited_is_asked() {
    let one = (
        "Rin",
        "Use Gandr on Lancer after Saber made her attack.",
        &["Rin: Use Gandr on Lancer when Saber \
         attacks."],
    );
    hold(&[(one.0, one.1, one.2)], ALL_THEIR_ATTACKS);
}
