//! What stands behind an order and could be of more than its last part, what a remark could hide, and pronouns that
//! two people fit: each is asked. Beside each class stands what is near it and plain.

use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

use super::view::seat_of_writers;
use super::{assert_refused, plan, said};

/// Orders that would lose a part, or do something else than they say, and the code that refuses each.
const REFUSED: &[(&str, &str)] = &[
    // A reason is one clause: what stands behind it could be a part of the order.
    ("Saber: Attack Lancer since he is weak, and Archer too.", "E105"),
    ("Saber: Attack Lancer because he is weak, or Archer.", "E105"),
    ("Saber: Attack Lancer because he is weak, at the end.", "E105"),
    ("Saber: Attack Lancer because he is weak last.", "E105"),
    ("Saber: Attack Lancer because he is weak and Archer because he is strong.", "E105"),
    ("Saber: Attack Lancer because he is weak - Archer too.", "E105"),
    ("Saber: Use Mend on Rin since she is weak, me too.", "E105"),
    ("Saber: Flee to the Bridge since I am weak, with Rin.", "E105"),
    ("Saber: Flee to the Bridge since it is dangerous here with Rin.", "E105"),
    ("Saber: Flee to the Bridge since we are weak, Rin as well.", "E105"),
    ("Saber: Attack Lancer; I want Archer dead.", "E105"),
    // No talk: these could be orders.
    ("Saber: I want Lancer attacked.", "E105"),
    ("Saber: Attack Archer. I do not want him dead.", "E105"),
    ("Saber: Attack Archer. We have peace with Tokiomi's team.", "E105"),
    ("Saber: Attack Archer. This has priority.", "E105"),
    // Brackets: a remark has a subject.
    ("Saber: Attack Lancer (NP).", "E105"),
    ("Saber: Flee to the Bridge (together).", "E105"),
    ("Saber: Use Guard (tomorrow).", "E105"),
    ("Saber: Use Excalibur on every opponent (Masters excepted).", "E105"),
    ("Saber: Use Guard (scratch that).", "E105"),
    // A time or a count behind the last of several acts.
    ("Saber: Attack Lancer and attack Archer at the end of the Attacking Phase.", "E117"),
    ("Saber: Use Guard and attack Lancer in the second round.", "E117"),
    ("Saber: Use Guard, use Mend on Rin in the Attacking Phase.", "E117"),
    ("Rin: Use the Glasses and give the Splint to Saber in the Attacking Phase.", "E117"),
    ("Saber: Attack Lancer with Surge and Archer with Cut at the end of the Attacking Phase.", "E"),
    ("Saber: Cut and Surge Lancer twice.", "E"),
    // Again is behind the first time.
    ("Saber: Attack Lancer at AGI D. Attack him again.", "E117"),
    ("Saber: Use Final Strike on Lancer. Attack him again.", "E117"),
    // Who goes along in the other case?
    ("Saber: Move to the Church with Rin if she is here, otherwise to the Bridge.", "E110"),
    ("Saber: If Lancer is here, flee to the Church; otherwise, flee with Rin to the Mall.", "E110"),
    ("Saber: If Lancer is here, I flee to the Church; otherwise, we flee to the Mall.", "E110"),
    ("Saber: Flee to the Bridge together.", "E362"),
    ("Saber: Flee to the Bridge. We stay together.", "E110"),
    // An imperative beside what another does.
    ("Rin: Saber attacks Lancer and flee to the Bridge.", "E110"),
    ("Rin: If Lancer is here, Saber flees to the Church; otherwise, flee to the Bridge.", "E110"),
    ("Rin: If Archer is dead, Saber flees to the Church; otherwise, flee with her to the Bridge.", "E110"),
    ("Rin: Saber stays and flee to the Bridge.", "E110"),
    // Two women, or whoever is commanded.
    ("Saber: Rin flees with Saber to the Church if she has less than 100 Health.", "E362"),
    ("Rin: Command Saber \"Defend X!\" for Illya and use Jewel Light on her.", "E362"),
    ("Rin: If Lancer attacks me, command Saber \"You can't escape!\" on Archer and Gandr him.", "E362"),
    // A pronoun that stands for the name beside it, for the dead, or for its own opposite.
    ("Saber: Attack Lancer. If Archer and he attack me, use Parry.", "E362"),
    ("Saber: Attack Lancer. Attack Archer, then him.", "E362"),
    ("Saber: Attack Archer or him.", "E362"),
    ("Saber: Attack Lancer. If Archer is dead and he is here, attack him again.", "E362"),
    ("Saber: Attack Lancer. If Archer attacks me and he doesn't, use Parry.", "E362"),
    ("Saber: If Illya attacks Rin, use Quick Hand on her and Mend on her.", "E362"),
    ("Saber: If Archer is in the same place as Lancer, attack him.", "E362"),
    // Whose Servant?
    ("Saber: If Lancer is here and Archer is gone, attack his Master.", "E362"),
    ("Saber: Use Surge on Illya after Rin uses Gandr on her Servant.", "E362"),
    // Which of them?
    ("Saber: Attack the enemy Servant.", "E362"),
    // Always so.
    ("Rin: Use the Glasses if I am still here.", "E353"),
    ("Rin: Unless I am here, use the Glasses.", "E353"),
    // Exactly so many, or at least?
    ("Saber: If I have 50 Mana left, use Surge on Lancer.", "E361"),
    ("Saber: Unless two enemies are here, use Parry.", "E361"),
    ("Saber: If not one opponent is here, use Guard.", "E361"),
    // Below a move, `here` and the first Phase are gone.
    ("Saber: Move to the Mall. In the first Support Phase, use Guard.", "E117"),
    ("Saber: Move to the Mall. Use Mend on Rin here.", "E117"),
    ("Saber: Move to the Mall. If Lancer is still here, use Guard.", "E117"),
    // A prohibition of two things.
    ("Saber: Don't use Guard and Parry.", "E"),
    ("Saber: Don't use Surge and attack Archer.", "E"),
    ("Saber: Don't attack Archer and flee to the Bridge.", "E"),
    ("Saber: No Excalibur and Surge on Lancer.", "E"),
    ("Saber: Do not use Guard, Calm and Parry.", "E"),
    ("Saber: Don't use Guard and Parry if Lancer is here.", "E"),
    ("Saber: Don't use Guard if Lancer is here and attack him.", "E"),
    ("Saber: Don't flee unless Rin is dead and use Guard.", "E"),
    // Left, away, or acted?
    ("Saber: Use Guard once Archer has gone.", "E"),
    // All one has: of AP, or of skills?
    ("Saber: Attack Lancer with everything I have.", "E"),
    // A precaution, or a condition?
    ("Saber: Use Guard, in case I get attacked.", "E"),
    // What is begun stays.
    ("Saber: Use Veil while Lancer is here.", "E117"),
    // What is skipped is not called off.
    ("Saber: Attack Archer. If I have less than 100 Health, skip this Turn.", "E364"),
];

/// What is near these and done as it is written, with its plan.
const PLANNED: &[(&str, &[&str])] = &[
    ("Saber: Attack Lancer because he is weak and dangerous.", &["Saber: Attack Lancer."]),
    ("Saber: Attack Lancer since he is weak, and he is in my way.", &["Saber: Attack Lancer."]),
    ("Saber: Use Guard (just in case).", &["Saber: Use Guard."]),
    ("Saber: Attack Lancer (he is the weaker one).", &["Saber: Attack Lancer."]),
    ("Saber: Attack Lancer (twice).", &["Saber: Attack Lancer 2 times."]),
    (
        "Saber: Attack Lancer and then attack Archer at the end of the Attacking Phase.",
        &["Saber: Attack Lancer and then attack Archer at the end of the Attacking Phase."],
    ),
    (
        "Saber: At the end of the Attacking Phase, attack Lancer and attack Archer.",
        &[
            "Saber: Attack Lancer at the end of the Attacking Phase and then attack Archer at the end of the Attacking Phase.",
        ],
    ),
    ("Saber: Attack Lancer. Attack him again.", &["Saber: Attack Lancer.", "Saber: Attack Lancer."]),
    (
        "Rin: If Saber is dead and Archer is here, Gandr Archer; otherwise, Gandr Lancer.",
        &["Rin: If Saber is dead and Archer is here, use Gandr on Archer; otherwise, use Gandr on Lancer."],
    ),
    ("Rin: Saber attacks Lancer and flees to the Bridge.", &["Saber: Attack Lancer and then flee to Bridge."]),
    ("Rin: Have Saber attack Lancer and flee to the Bridge.", &["Saber: Attack Lancer and then flee to Bridge."]),
    ("Saber: We flee to the Bridge together.", &["Saber: Flee to Bridge.", "Rin: Flee to Bridge."]),
    (
        "Saber: If Lancer is here and Illya is not, attack her Servant.",
        &["Saber: If Lancer is here and Illya is not here, attack Illya's Servant."],
    ),
    (
        "Saber: If Lancer attacks me, use Excalibur on Illya and his Master.",
        &["Saber: If Lancer attacks me, use Excalibur on Illya and Lancer's Master."],
    ),
    ("Saber: Use Excalibur on Archer and his Master.", &["Saber: Use Excalibur on Archer and Archer's Master."]),
    ("Saber: Attack an enemy Servant.", &["Saber: Attack an enemy Servant."]),
    (
        "Saber: If I have exactly 50 Mana, use Surge on Lancer.",
        &["Saber: If I have exactly 50 Mana, use Surge on Lancer."],
    ),
    (
        "Saber: If Rin has less than 100 Health, use Mend on her; otherwise, use Guard.",
        &["Saber: If Rin has less than 100 Health, use Mend on that character; otherwise, use Guard."],
    ),
    (
        "Saber: If Rin falls below 100 Health, use Mend on her.",
        &["Saber: If Rin falls to less than 100 Health, use Mend on that character."],
    ),
    (
        "Rin: Move to the Mall with Saber. Buy a Focus Band and give it to her.",
        &["Rin: Move to Mall.", "Saber: Move to Mall.", "Rin: Buy Focus Band and then give Focus Band to Saber."],
    ),
    ("Saber: Don't use Guard; use Parry.", &["Saber: Use Parry."]),
    ("Saber: Don't use Guard, use Parry.", &["Saber: Use Parry."]),
    ("Saber: Don't use Guard or Parry.", &[]),
    ("Saber: Use Guard once Archer has left.", &["Saber: Use Guard when Archer leaves this location."]),
    (
        "Saber: Use Parry when Lancer attacks me, then attack him when he attacks Rin.",
        &["Saber: Use Parry when Lancer attacks me and then attack Lancer when Lancer attacks Rin."],
    ),
];

fn checked(text: &str) -> CheckedFile {
    check(&Source::new("letter", text), &seat_of_writers())
}

#[test]
fn what_could_be_of_more_than_its_last_part_is_asked() {
    assert_refused(REFUSED, checked);
}

#[test]
fn what_is_near_it_and_plain_is_done() {
    let other: Vec<_> = PLANNED
        .iter()
        .filter(|(text, orders)| plan(&checked(text)) != **orders || checked(text).has_errors())
        .map(|(text, _)| (text, plan(&checked(text)), said(&checked(text))))
        .collect();
    assert!(other.is_empty(), "{other:#?}");
}
