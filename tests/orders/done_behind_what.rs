//! Orders whose words leave open behind what they are done: behind the order above, a move, a use that leads elsewhere,
//! an event; and who of the seat does them. What a judge found done otherwise than written, and what is near it.

use super::readings::{all_read, all_refused};

#[test]
fn what_asks_for_the_outcome_of_the_order_above_hangs_on_it() {
    all_refused(&[
        "Saber: If Lancer attacks Rin, attack him. If that does not kill him, use Surge on him.",
        "Saber: Attack Lancer if he attacks Rin. Unless he dies, attack Archer.",
        "Saber: If Lancer attacks Rin, attack him. If I do not kill him, attack Archer.",
        "Saber: If Rin is attacked, attack Lancer. If that does not kill him, flee to Bridge.",
        "Saber: Attack Lancer at the end of the Attacking Phase. If I do not kill him, use Surge on him.",
        "Saber: Use Mend on Rin if she survives.",
        "Saber: Attack Archer if Lancer survives.",
        "Saber: Attack Lancer. If Archer dies, Surge him.",
        "Saber: Attack Lancer. Attack Archer if he dies.",
        "Saber: Attack Lancer. Attack Archer when he dies.",
    ]);
}

#[test]
fn an_answer_to_an_attack_below_a_move_may_be_meant_before_it() {
    all_refused(&[
        "Saber: Move to Bridge. If attacked, use Parry.",
        "Saber: Move to Bridge. If Lancer attacks me, use Quick Hand on him.",
        "Saber: Move to Bridge. Attack anyone who attacks us.",
        "Rin: Move to Bridge with Saber. If Saber is attacked, use \"Survive at all costs!\" on her.",
        "Saber: Move to Bridge. Use Parry in the Instant Phase.",
        "Rin: Use Teleporter to Bridge. Drop Splint.",
        "Rin: Move to Bridge with Teleporter. Use Gandr on any enemy.",
        "Rin: Use Teleporter to Bridge. If Lancer is here, use Gandr on him.",
    ]);
    all_read(&[(
        "Rin: Drop Splint. Use Teleporter to Bridge.",
        "Rin: Drop Splint. | Rin: Use item Teleporter to Bridge.",
    )]);
}

#[test]
fn a_sentence_without_a_subject_behind_anothers_is_asked_about() {
    all_refused(&[
        "Rin: Order Saber to attack Lancer. Then flee to Bridge.",
        "Rin: Order Saber to use Guard. If attacked, use Splint.",
        "Rin: Have Saber attack Lancer. If Lancer dies, flee to Bridge.",
    ]);
    all_read(&[
        ("Rin: Saber attacks Lancer. Use Gandr on Archer.", "Saber: Attack Lancer. | Rin: Use Gandr on Archer."),
        ("Rin: Saber attacks Lancer. I flee to Bridge.", "Saber: Attack Lancer. | Rin: Flee to Bridge."),
    ]);
}

#[test]
fn what_is_awaited_is_not_asked_once() {
    all_refused(&[
        "Saber: Attack whoever attacks Rin. If nobody does, attack Lancer.",
        "Saber: Flee to Bridge after attacking Lancer.",
        "Saber: Attack Archer after attacking Lancer.",
        "Saber: Attack Lancer back.",
        "Rin: Use \"Obey me!\" on Saber: \"Attack Lancer once.\"",
        "Rin: Use \"Obey me!\" on Saber: \"Attack Lancer now.\"",
        "Rin: When Lancer acts, drop the Splint before the Attacking Phase.",
        "Rin: If Lancer acts, drop the Splint before the Attacking Phase.",
    ]);
    all_read(&[
        ("Saber: If Lancer attacks me, attack him back.", "Saber: If Lancer attacks me, attack that character."),
        (
            "Rin: Use \"Obey me!\" on Saber: \"Attack Lancer once he attacks Rin.\"",
            "Rin: Command Saber \"Obey me!\": \"Attack Lancer once he attacks Rin.\".",
        ),
        ("Rin: Drop the Splint before we leave.", "Rin: Drop Splint."),
        (
            "Saber: If Lancer uses Gae Bolg, use Excalibur on Lancer; otherwise, use Cut on Archer at the end of the \
             Attacking Phase.",
            "Saber: If Lancer uses \"Gae Bolg\", use Excalibur on Lancer; otherwise, use Cut on Archer at the end of the \
             Attacking Phase.",
        ),
    ]);
}

#[test]
fn nobody_gives_anything_to_themselves() {
    all_read(&[("Saber: Rin gives me the Splint.", "Rin: Give Splint to Saber.")]);
    all_refused(&["Saber: Rin uses Jewel Light on me.", "Saber: Rin gives me the Splint if I am hurt."]);
}
