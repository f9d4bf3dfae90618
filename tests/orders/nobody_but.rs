//! `Nobody but Lancer is here`: Lancer is here, and nobody else.

use super::{checked, plan, said};

const READ: &[(&str, &str)] = &[
    (
        "If no opponent but Archer is here, attack Archer.",
        "If Archer is here and no opponent except Archer is here, attack Archer.",
    ),
    (
        "If there is no opponent here but Archer, attack Archer.",
        "If Archer is here and exactly 0 opponents in this location except Archer are here, attack Archer.",
    ),
    (
        "If no opponent except Archer is at the Bridge, move to the Bridge.",
        "If Archer is in Bridge and no opponent except Archer is in Bridge, move to Bridge.",
    ),
    (
        "If no opponent except Archer attacks me, attack Archer.",
        "If Archer attacks me and no opponent except Archer attacks me, attack Archer.",
    ),
    (
        "Unless no opponent except Archer is here, use Roar.",
        "If not (Archer is here and no opponent except Archer is here), use Roar.",
    ),
    (
        "If no opponent but Archer is here or I have 100 or less Health, use Roar.",
        "If (Archer is here and no opponent except Archer is here) or I have 100 or less Health, use Roar.",
    ),
    // Whether Archer is here is another question.
    (
        "Unless an opponent other than Archer is here, use Roar.",
        "If not (an opponent except Archer is here), use Roar.",
    ),
    ("If an opponent except Archer is here, use Roar.", "If an opponent except Archer is here, use Roar."),
    ("If no opponent is here, use Roar.", "If no opponent is here, use Roar."),
];

#[test]
fn nobody_but_somebody_is_somebody_alone() {
    for (letter, order) in READ {
        for text in [letter, order] {
            let found = checked(&format!("Saber: {text}"));
            assert_eq!(plan(&found), [format!("Saber: {order}")], "{text} {:?}", said(&found));
        }
    }
}
