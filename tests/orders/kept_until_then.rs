//! What is kept until something happens, what comes first, what the Action Points that are left go to, and a condition
//! that is asked as the Instant Phase begins (R194, R205, R214).

use super::readings::{all_read, all_refused};

#[test]
fn the_start_of_a_phase_is_when_it_is_asked() {
    all_read(&[
        (
            "Rin: Command Spell \"Survive at all costs!\" on Saber if her Health is 120 or lower at the start of the \
             Instant Phase.",
            "Rin: At the start of the Instant Phase, if Saber has 120 or less Health, command Saber \"Survive at all \
             costs!\".",
        ),
        (
            "Rin: If Saber is not with me at the start of the Instant Phase, Command Spell \"Summon!\" to bring her \
             here.",
            "Rin: At the start of the Instant Phase, if Saber is not here, command Saber \"Summon!\".",
        ),
        (
            "Saber: If I have less than 100 Health at the start of the Instant Phase, use Guard.",
            "Saber: At the start of the Instant Phase, if I have less than 100 Health, use Guard.",
        ),
        (
            "Saber: If I have less than 100 Health at the start of the Support Phase, use my Splint.",
            "Saber: At the start of the Support Phase, if I have less than 100 Health, use item Splint.",
        ),
        (
            "Saber: If my Health is below 100 at the start of the Prepared Effect Phase, flee to the Church.",
            "Saber: At the start of the Prepared Effect Phase, if I have less than 100 Health, flee to Church.",
        ),
        (
            "Rin: If Saber has less than 100 Health at the start of the Instant Phase, Command Spell \"Survive at all \
             costs!\" on Saber; otherwise, use Gandr on Lancer.",
            "Rin: At the start of the Instant Phase, if Saber has less than 100 Health, command Saber \"Survive at all \
             costs!\"; otherwise, use Gandr on Lancer.",
        ),
    ]);
    all_refused(&[
        "Rin: If Saber has been attacked at the start of the Instant Phase, Command Spell \"Survive at all costs!\".",
    ]);
}

#[test]
fn what_is_kept_until_something_happens() {
    all_read(&[
        (
            "Saber: Save Parry until Lancer uses Gae Bolg on me, and use it then.",
            "Saber: Use Parry when Lancer uses \"Gae Bolg\" on me.",
        ),
        (
            "Saber: Keep Surge until Lancer attacks Rin, then use it on Archer.",
            "Saber: Use Surge on Archer when Lancer attacks Rin.",
        ),
        (
            "Saber: Hold Mend until the attacks are over and use it on Rin.",
            "Saber: Use Mend on Rin at the end of the Attacking Phase.",
        ),
        (
            "Saber: Wait with Teleport until the end of the Attacking Phase, and if I'm below 120 Health by then, take \
             Rin and me to the Hospital.",
            "Saber: At the end of the Attacking Phase, if I have less than 120 Health, use Teleport on Rin and me to \
             Hospital.",
        ),
        (
            "Saber: Blink to the Mall once the attacks are over.",
            "Saber: Use Blink to Mall at the end of the Attacking Phase.",
        ),
        (
            "Saber: Blink to the Harbor, but only after everyone has finished attacking.",
            "Saber: Use Blink to Harbor at the end of the Attacking Phase.",
        ),
        ("Saber: Parry in the Instant Phase, no need to wait for anything.", "Saber: Use Parry in the Instant Phase."),
    ]);
    all_refused(&[
        "Saber: Save Parry until nobody attacks me, and use it then.",
        "Saber: Save Parry until Lancer uses Gae Bolg on me, and don't use it then.",
        "Saber: Save Parry until Lancer uses Gae Bolg on me, and use it if I am hurt.",
        "Saber: Keep Guard until Lancer or Archer attacks me and use it.",
        "Saber: Save Final Strike until the end of the Attacking Phase, then use it on Lancer.",
        "Saber: Parry when Lancer attacks me, no need to wait for anything.",
    ]);
}

#[test]
fn in_that_order_and_before_anything_else() {
    all_read(&[
        (
            "Saber: Cut Archer once and Surge him twice, in that order.",
            "Saber: Use Cut on Archer and then use Surge on Archer 2 times.",
        ),
        ("Saber: Attack Lancer and Archer, in that order.", "Saber: Attack Lancer and then attack Archer."),
        (
            "Saber: Guard before anything else, then Surge on Archer three times.",
            "Saber: Use Guard and then use Surge on Archer 3 times.",
        ),
        (
            "Saber: Start with Archer, two Surges, then turn on Lancer with a Cut.",
            "Saber: Use Surge on Archer 2 times and then use Cut on Lancer.",
        ),
        (
            "Saber: Three Surges, split two on Lancer and one on Archer.",
            "Saber: Use Surge on Lancer 2 times and then use Surge on Archer.",
        ),
        (
            "Saber: Retreat to the Church with Rin, but attack Lancer with three Cuts before we go.",
            "Saber: Use Cut on Lancer 3 times. | Saber: Flee to Church. | Rin: Flee to Church.",
        ),
        (
            "Rin: Use the Glasses, and Gandr on Archer on top of that.",
            "Rin: Use item Magic Glasses. | Rin: Use Gandr on Archer.",
        ),
    ]);
    all_refused(&[
        // The phases of the Turn have another order.
        "Saber: Cut Lancer and Guard, in that order.",
        "Saber: Use Cut on Lancer and use Guard, in that order.",
        "Saber: Guard before anything else, then Quick Hand on Lancer.",
        "Saber: Surge on Lancer before anything else, then Guard.",
        "Saber: Three Surges, split two on Lancer and two on Archer.",
        "Saber: Retreat to the Church, but attack Lancer before Rin goes.",
        "Rin: If Lancer is here, use the Glasses, and Gandr on Archer on top of that.",
    ]);
}

#[test]
fn what_the_points_that_are_left_go_to() {
    all_read(&[
        (
            "Saber: Excalibur on Lancer and Archer, and the AP I have left goes into a Cut on Archer.",
            "Saber: Use Excalibur on Lancer and Archer and then use Cut on Archer.",
        ),
        (
            "Saber: Attack Lancer with Cut until he falls, any AP left over goes to Archer.",
            "Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible.",
        ),
        (
            "Saber: Cut Archer till he drops, then turn on Lancer with whatever AP you have left.",
            "Saber: Use Cut on Archer as often as possible and then use Cut on Lancer as often as possible.",
        ),
        (
            "Saber: Cut Archer with everything, but stop attacking as soon as he's down.",
            "Saber: Use Cut on Archer as often as possible.",
        ),
    ]);
    all_refused(&[
        "Saber: Excalibur on Lancer and Archer, and the AP I have left goes into two Cuts on Archer.",
        "Saber: Excalibur on Lancer and Archer if both are here, and the AP I have left goes into a Cut on Archer.",
        "Saber: Cut Archer with everything, but stop attacking as soon as Lancer's down.",
        "Saber: Cut Archer twice, but stop attacking as soon as he's down.",
    ]);
}

#[test]
fn who_is_treated_and_who_is_spoken_to() {
    all_read(&[
        (
            "Saber: Mend Rin if she's below 75 Health, Mend me if she isn't but I'm below 200, and if we're both fine \
             Guard.",
            "Saber: If Rin has less than 75 Health, use Mend on Rin; otherwise, if I have less than 200 Health, use \
             Mend on me; otherwise, use Guard.",
        ),
        (
            "Rin: Take the pills if I've caught any bad status.",
            "Rin: If I am affected by a negative status effect, use item Status-curing Pills.",
        ),
        (
            "Rin: Command Spell \"You can't escape!\" on Saber in the Instant Phase, specified target Lancer.",
            "Rin: Command Saber \"You can't escape!\" for Lancer.",
        ),
        (
            "Rin: Use the Command Spell \"Obey me!\" on Saber. The order is: use Excalibur on Lancer and Archer.",
            "Rin: Command Saber \"Obey me!\": \"use Excalibur on Lancer and Archer\".",
        ),
        // A pact that begins now has no end.
        ("Rin: Declare a ceasefire between Red and Green, effective this Night.", "Rin: Ceasefire with Green."),
    ]);
    all_refused(&[
        "Rin: Take the pills if I have not caught any bad status.",
        "Rin: Ceasefire with Green, only this Night.",
        "Rin: Ceasefire with Green, effective this Night only.",
        "Rin: Ally with Green tonight.",
        "Rin: Use the Command Spell \"Obey me!\" on Saber. The order is clear.",
        "Rin: Use the Command Spell \"Obey me!\" on Saber if she is hurt. The order is: use Guard.",
    ]);
}
