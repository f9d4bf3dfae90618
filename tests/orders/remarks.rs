//! What players remark beside an order, behind a comma or before it: a note, and only where it can be nothing else.

use super::everyday::{Read, hold};

/// A remark beside an order, and the order.
const REMARKS: &[Read] = &[
    ("Saber", "Cut Lancer, he's in my way.", &["Saber: Use Cut on Lancer."]),
    ("Saber", "Cut Lancer, he is in my way.", &["Saber: Use Cut on Lancer."]),
    ("Saber", "Use Mend on Archer, he's helping us.", &["Saber: Use Mend on Archer."]),
    ("Saber", "Let the rain stop, it's expensive.", &["Saber: Stop paying for Rain Manipulation."]),
    ("Saber", "Don't touch Archer this turn, we have a deal with Green.", &[]),
    (
        "Saber",
        "This is our second night of fighting them, so run to the Bridge at the end of the turn.",
        &["Saber: Move to Bridge."],
    ),
    ("Rin", "We're allied with Green from now on.", &["Rin: Ally with Green."]),
    ("Rin", "I don't want to use any Command Spells this turn.", &[]),
    ("Saber", "We weren't in battle last turn, so scout the Bridge.", &["Saber: Scout Bridge."]),
    ("Rin", "If we weren't fighting last turn, scout the Church by day and come back.", &["Rin: Scout Church."]),
    (
        "Rin",
        "Command Saber \"Obey me!\": \"never attack Illya\". That's a Command Spell.",
        &["Rin: Command Saber \"Obey me!\": \"never attack Illya\"."],
    ),
];

/// What may be a condition, an order, a correction, a limit or another target.
const NO_REMARKS: &[(&str, &str)] = &[
    ("Saber", "Cut Lancer twice, he's with Archer."),
    ("Saber", "Cut Lancer twice, I mean Archer."),
    ("Saber", "Cut Lancer twice, I'd rather have Archer."),
    ("Saber", "Cut Lancer twice, he's stunned."),
    ("Saber", "Cut Lancer twice, he is stunned."),
    ("Saber", "Cut Lancer twice, he is with Archer."),
    ("Saber", "Cut Lancer twice, we go to the Church."),
    ("Saber", "Cut Lancer, I want him dead."),
    ("Saber", "Cut Lancer, it's time."),
    ("Saber", "Cut Lancer, that's once."),
    ("Saber", "Cut Lancer twice, he's first."),
    ("Saber", "Cut Lancer twice, we've enough AP."),
    ("Saber", "Cut Lancer, he's not to be spared if he attacks."),
    ("Saber", "Lancer attacked me, so use Guard."),
    ("Saber", "Attack Lancer. That's a Command Spell."),
    // What is declared is ordered.
    ("Rin", "We're allied with Green from now on, so no attacks on Archer or Illya."),
    ("Rin", "We have a ceasefire with Blue from now on, so don't attack Lancer."),
];

#[test]
fn a_remark_is_a_note_where_it_can_be_nothing_else() {
    hold(REMARKS, NO_REMARKS);
}
