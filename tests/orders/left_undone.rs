//! What a sentence behind an order says is not done: a note where it is so by itself, else refused.

use super::{checked, plan, said};

/// An order with words behind it that change nothing, and the order.
const SAYS_NOTHING_MORE: &[(&str, &str)] = &[
    ("If Lancer attacks Rin, attack Lancer. Otherwise I don't.", "If Lancer attacks Rin, attack Lancer."),
    ("If Lancer attacks Rin, attack Lancer. If he doesn't, I don't attack.", "If Lancer attacks Rin, attack Lancer."),
    (
        "If Lancer attacks Rin, attack Lancer. If nobody attacks, I don't attack.",
        "If Lancer attacks Rin, attack Lancer.",
    ),
    ("Use Roar when Lancer attacks me. If he doesn't attack me, don't use it.", "Use Roar when Lancer attacks me."),
    (
        "If Lancer is dead, use Excalibur on Archer. Otherwise no Excalibur.",
        "If Lancer is dead, use Excalibur on Archer.",
    ),
    ("If Archer is here, use Excalibur on Archer; otherwise I keep it.", "If Archer is here, use Excalibur on Archer."),
    ("Use Roar when Lancer attacks me. Once only.", "Use Roar when Lancer attacks me."),
];

/// What would change the order, or speaks of something else.
const REFUSED: &[&str] = &[
    "If Lancer attacks Rin, attack Lancer. If Archer doesn't attack, I don't attack.",
    "If Lancer attacks Rin, attack Lancer. If he doesn't attack me, I don't attack.",
    "If Lancer is here, attack Lancer. If Archer is here, I don't attack.",
    "If Lancer attacks Rin, attack Lancer. If no ally attacks, I don't attack.",
    "If Lancer attacks Rin, attack Lancer. If she never attacks, I don't attack.",
    "Attack Lancer 2 times. Once only.",
    "Attack Lancer. Otherwise I keep it.",
    // Another order does it.
    "If Lancer attacks Rin, attack Lancer. If he doesn't, I don't attack. Attack Archer.",
];

#[test]
fn what_is_not_done_by_itself_is_a_note() {
    for (letter, order) in SAYS_NOTHING_MORE {
        let found = checked(&format!("Saber: {letter}"));
        assert_eq!(plan(&found), [format!("Saber: {order}")], "{letter} {:?}", said(&found));
        assert!(!found.has_errors(), "{letter} {:?}", said(&found));
    }
}

#[test]
fn what_would_change_an_order_is_refused() {
    for letter in REFUSED {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors(), "{letter} {:?}", plan(&found));
    }
}

/// A judge's class: whoever leaves is not struck, and a word for somebody means another or nobody.
#[test]
fn whoever_leaves_is_no_target() {
    let found = checked("Saber: Attack Lancer. Once Archer has left, attack him.");
    assert_eq!(plan(&found), ["Saber: Attack Lancer.", "Saber: Attack Lancer when Archer leaves this location."]);
    for letter in ["Attack him once Archer has left.", "If Lancer flees, attack him."] {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors(), "{letter} {:?}", plan(&found));
    }
}
