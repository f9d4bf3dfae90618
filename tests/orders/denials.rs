//! Denials beside an order: what is not ordered is not done, so that they are a note, unless an order does it.

use super::everyday::{Read, hold};

/// Letters in which no order does what is denied.
const KEPT_BY_DEFAULT: &[Read] = &[
    ("Saber", "Guard. No attacks, no moving.", &["Saber: Use Guard."]),
    ("Saber", "Guard, no attacks, no moving.", &["Saber: Use Guard."]),
    ("Saber", "Guard. No attacks and no Excalibur.", &["Saber: Use Guard."]),
    ("Saber", "Guard. Don't attack, don't move anywhere.", &["Saber: Use Guard."]),
    ("Rin", "Stay. No Command Spells.", &["Rin: Stay."]),
    ("Rin", "Stay. Not a single Command Spell this turn, please, whatever happens.", &["Rin: Stay."]),
    ("Rin", "Gandr on Archer. Don't use Command Spells.", &["Rin: Use Gandr on Archer."]),
    ("Rin", "Head home to the Bridge on foot. Don't waste the Teleporter on it.", &["Rin: Move to Bridge."]),
    ("Rin", "I'm staying put in the Park; no moving for me this turn.", &["Rin: If I am in Park, stay."]),
    ("Saber", "Stay. Do not spend any AP.", &["Saber: Stay."]),
    ("Saber", "Spend nothing on offense this round: just Guard.", &["Saber: Use Guard."]),
    ("Saber", "Cut Archer three times. Leave Excalibur alone.", &["Saber: Use Cut on Archer 3 times."]),
    (
        "Saber",
        "Cut Archer three times, but if my Mana is under 60, leave Excalibur and Surge alone.",
        &["Saber: Use Cut on Archer 3 times."],
    ),
];

/// Letters in which an order does what is denied, or in which the denial could mean more.
const REFUSED: &[(&str, &str)] = &[
    ("Saber", "Cut Lancer. No attacks, no moving."),
    ("Saber", "Cut Lancer, no attacks, no moving."),
    ("Saber", "Move to the Church. No attacks, no moving."),
    ("Saber", "Guard. Do not spend any AP."),
    ("Saber", "Cut Lancer. Do not spend any AP."),
    ("Saber", "Spend nothing on attacks: just Cut Lancer."),
    ("Saber", "Use Excalibur on Archer. Leave Excalibur alone."),
    ("Saber", "Surge Archer, but if my Mana is under 60, leave Excalibur and Surge alone."),
    ("Saber", "Cut Archer, but if Lancer is here, don't attack."),
    // The condition may be of both.
    ("Saber", "If Lancer is here, don't attack Archer, just Cut Lancer."),
    ("Saber", "No attacks unless Lancer is here, no moving."),
    ("Rin", "Command Saber \"Summon!\". No Command Spells."),
    ("Rin", "Command Saber \"Summon!\". Don't use any Command Spell."),
    ("Rin", "Use the Teleporter to go to the Bridge. Don't waste the Teleporter on it."),
    ("Rin", "I move to the Bridge; no moving for me this turn."),
];

#[test]
fn a_denial_is_a_note_unless_an_order_breaks_it() {
    hold(KEPT_BY_DEFAULT, REFUSED);
}

/// The second half of a condition, where it does nothing.
#[test]
fn another_case_in_which_nothing_is_done_is_a_note() {
    hold(
        &[
            (
                "Saber",
                "Should my Health go to 100 or lower, I use my Splint; if it never gets that bad, I keep it.",
                &["Saber: If I fall to 100 or less Health, use item Splint."],
            ),
            (
                "Saber",
                "If Lancer attacks Rin, Cut him; if he doesn't, I don't attack.",
                &["Saber: If Lancer attacks Rin, use Cut on that character."],
            ),
            (
                "Saber",
                "If Archer attacks Rin, Cut him. If he doesn't, let him go.",
                &["Saber: If Archer attacks Rin, use Cut on that character."],
            ),
            (
                "Rin",
                "I swallow the Status-curing Pills if I'm poisoned, otherwise they stay in my pocket.",
                &["Rin: If I am affected by Poison, use item Status-curing Pills."],
            ),
            (
                "Rin",
                "If Tokiomi leaves the Park, let him go; otherwise Gandr him at the end of the Attacking Phase.",
                &["Rin: If Tokiomi does not leave Park, use Gandr on Tokiomi at the end of the Attacking Phase."],
            ),
            ("Rin", "Let Saber go to the Church.", &["Saber: Move to Church."]),
        ],
        &[
            ("Saber", "If Lancer attacks Rin, Cut him; if he never attacks me, I don't attack."),
            ("Saber", "If Lancer is here, Cut him; if it never gets that bad, Cut Archer."),
            ("Rin", "Let her go to the Church."),
        ],
    );
}
