//! Who of two has dealt more damage to whoever acts (R196).

use super::readings::{all_read, all_refused};

#[test]
fn who_has_dealt_more_damage_to_whoever_acts_is_asked() {
    all_read(&[
        (
            "Saber: If Archer has dealt more damage to me than Lancer, use Cut on Archer; otherwise, use Cut on Lancer.",
            "Saber: If Archer has dealt more damage to me than Lancer, use Cut on Archer; otherwise, use Cut on Lancer.",
        ),
        (
            "Saber: If Archer has dealt more damage to Saber than Lancer, use Cut on Archer 3 times at the end of the Attacking Phase; otherwise, use Cut on Lancer 3 times at the end of the Attacking Phase.",
            "Saber: If Archer has dealt more damage to Saber than Lancer, use Cut on Archer 3 times at the end of the Attacking Phase; otherwise, use Cut on Lancer 3 times at the end of the Attacking Phase.",
        ),
        (
            "Saber: If Archer has done more damage to me this Turn than Lancer has, use Final Strike on Archer.",
            "Saber: If Archer has dealt more damage to me than Lancer, use Final Strike on Archer.",
        ),
        (
            "Saber: Unless Archer inflicted more damage on me than Lancer this Turn, use Final Strike on Lancer.",
            "Saber: If Archer has not dealt more damage to me than Lancer, use Final Strike on Lancer.",
        ),
        (
            "Saber: Use Final Strike on whichever of Lancer and Archer has done more damage to me this Turn.",
            "Saber: If Lancer has dealt more damage to me than Archer, use Final Strike on Lancer; otherwise, if Archer has dealt more damage to me than Lancer, use Final Strike on Archer.",
        ),
        (
            "Saber: If Archer has dealt more damage to me than Lancer, flee to Bridge with Rin.",
            "Saber: If Archer has dealt more damage to me than Lancer, flee to Bridge. | Rin: If Archer has dealt more damage to Saber than Lancer, flee to Bridge.",
        ),
    ]);
}

#[test]
fn of_others_of_groups_and_of_what_comes_it_is_not_asked() {
    all_refused(&[
        // What is yet to happen.
        "Saber: If Archer deals more damage to me than Lancer, use Final Strike on Archer.",
        // Of somebody else it is not told.
        "Saber: If Archer has dealt more damage to Rin than Lancer, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to Lancer than Illya, use Final Strike on Archer.",
        // Than she has, or than to her?
        "Saber: If Archer has dealt more damage to me than Rin, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to me than me, use Final Strike on Archer.",
        // Another comparison.
        "Saber: If Archer has dealt more damage to me than to Rin, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to me than Lancer to Rin, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to me than 50, use Final Strike on Archer.",
        "Saber: If Archer has dealt less damage to me than Lancer, use Final Strike on Archer.",
        "Saber: If Archer has dealt as much damage to me as Lancer, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to me than Lancer in this battle, use Final Strike on Archer.",
        "Saber: If Archer has dealt twice more damage to me than Lancer, use Final Strike on Archer.",
        // Of each, or of all together?
        "Saber: If Archer has dealt more damage to me than any other enemy, use Final Strike on Archer.",
        "Saber: If Archer has dealt more damage to me than Lancer or Illya, use Final Strike on Archer.",
        "Saber: If Lancer and Illya have dealt more damage to me than Archer, use Final Strike on Lancer.",
        "Saber: If an enemy has dealt more damage to me than Lancer, use Final Strike on Lancer.",
    ]);
}
