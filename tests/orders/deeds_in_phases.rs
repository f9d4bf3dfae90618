//! Deeds of a phase that the player names (R194, A253), and one's own place in the Turn (R202).

use super::readings::{all_read, all_refused};

#[test]
fn a_phase_behind_a_deed_is_when_it_is_done() {
    all_read(&[
        (
            "Saber: If I am attacked in the Attacking Phase, use Mend on me.",
            "Saber: If I am attacked in the Attacking Phase, use Mend on me.",
        ),
        (
            "Saber: Wait until Lancer has acted in the Attacking Phase, then Cut him.",
            "Saber: Use Cut on that character when Lancer acts in the Attacking Phase.",
        ),
        (
            "Saber: If Lancer has acted in the Support Phase, use Cut on Lancer.",
            "Saber: If Lancer has acted in the Support Phase, use Cut on Lancer.",
        ),
        (
            "Saber: When Archer attacks Rin in the 2nd Attacking Phase, use Quick Hand on Archer.",
            "Saber: Use Quick Hand on Archer when Archer attacks Rin in the 2nd Attacking Phase.",
        ),
        (
            "Saber: Use Guard after the first attack on me in the Attacking Phase.",
            "Saber: Use Guard when I am attacked in the Attacking Phase.",
        ),
        // Of whom an order is for, and behind a comma, the phase is the order's own.
        (
            "Saber: If Lancer attacks me, in the Prepared Effect Phase use Final Strike on Lancer.",
            "Saber: If Lancer attacks me, use Final Strike on Lancer in the Prepared Effect Phase.",
        ),
    ]);
    all_refused(&[
        "Saber: Use Guard if Lancer attacks me in the Attacking Phase.",
        "Saber: If Lancer stays in the Attacking Phase, use Cut on Lancer.",
    ]);
}

#[test]
fn ones_own_place_is_where_a_condition_is_asked() {
    all_read(&[
        (
            "Saber: If Archer attacks me before I attack, use Cut on Archer.",
            "Saber: If Archer has attacked me, use Cut on Archer.",
        ),
        (
            "Saber: If Archer attacks Rin before it's Saber's turn to attack, Saber uses Cut on Archer.",
            "Saber: If Archer has attacked Rin, use Cut on Archer.",
        ),
        (
            "Saber: If Lancer is not here when Saber gets to attack, she uses Cut on Archer.",
            "Saber: If Lancer is not here, use Cut on Archer.",
        ),
        (
            "Saber: If Lancer has attacked Archer by the time she gets to attack, Cut Archer.",
            "Saber: If Lancer has attacked Archer, use Cut on Archer.",
        ),
        ("Saber: At my normal place, Cut Lancer.", "Saber: Use Cut on Lancer."),
    ]);
    all_refused(&[
        // What she does then is no attack, or nothing that comes by turns.
        "Saber: If Lancer attacks me before I attack, use Parry.",
        "Saber: If Rin is attacked before I act, flee to the Bridge.",
        "Saber: If Archer attacks me when it is my turn, use Cut on Archer.",
        "Saber: Cut Lancer before my turn.",
        "Rin: Gandr on Lancer when it is Saber's turn.",
    ]);
}
