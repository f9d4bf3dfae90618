//! One's own people by name, as `my Servant` and among several: the same is said of the same order.

use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::perception::view::View;

use super::readings::checked_by;
use super::view::seat_of_writers;

/// The codes of an order's diagnostics, and whether it is planned.
fn found(character: &str, order: &str, view: &View) -> (Vec<String>, usize) {
    let checked = checked_by(character, order, view);
    let code = |said: &Diagnostic| said.code.to_owned();
    (checked.diagnostics.iter().map(code).collect(), checked.plan.len())
}

#[test]
fn the_same_is_said_of_one_s_own_whatever_they_are_called() {
    let beside = seat_of_writers();
    let mut apart = seat_of_writers();
    let mut in_spirit_form = seat_of_writers();
    for own in &mut apart.own {
        if own.name == "Rin" {
            own.at = "Bridge".to_owned();
        }
    }
    for own in &mut in_spirit_form.own {
        own.is_in_spirit_form = own.name == "Saber";
    }
    let cases: [(&View, &str, &[&str], &[&str]); 5] = [
        (
            &beside,
            "Rin",
            &[
                "Command Saber \"Defend X!\" on Saber.",
                "Command Saber \"Defend X!\" on my Servant.",
                "Command my Servant \"Defend X!\" on Saber.",
            ],
            &["E316"],
        ),
        (
            &in_spirit_form,
            "Rin",
            &[
                "Command Saber \"Leave Spirit Form!\". Saber: Attack Lancer.",
                "Command my Servant \"Leave Spirit Form!\". Saber: Attack Lancer.",
            ],
            &[],
        ),
        (
            &apart,
            "Rin",
            &[
                "Move to Mall with Saber if Saber has 100 or more Health.",
                "Move to Mall with Saber if my Servant has 100 or more Health.",
            ],
            &[],
        ),
        (
            &beside,
            "Saber",
            &["When Lancer attacks me, use Guard.", "When Lancer attacks me or Rin, use Guard."],
            &["W380"],
        ),
        (
            &beside,
            "Rin",
            &[
                "If Saber has 400 or less Health, use Jewel Light on Saber.",
                "If my Servant has 400 or less Health, use Jewel Light on Saber.",
            ],
            &["W359"],
        ),
    ];
    for (view, character, orders, codes) in cases {
        let first = found(character, orders[0], view);
        for code in codes {
            assert!(first.0.iter().any(|said| said == code), "{}: {first:?}", orders[0]);
        }
        for other in &orders[1..] {
            assert_eq!(found(character, other, view), first, "{other}");
        }
    }
}

/// R219, R220, A235: what stands below a move that is not accepted stays an order of the second round, and says so
/// once.
#[test]
fn what_stands_below_a_refused_move_says_so() {
    let view = seat_of_writers();
    let cases = [
        ("Movee to the Bridge. Attack Lancer. Use Guard.", 1),
        ("Move to the Mooon. Attack Lancer.", 1),
        ("Move to the Bridge or the Church. Attack Lancer.", 1),
        // Above it, behind another move, and below what is no move.
        ("Attack Lancer. Movee to the Bridge.", 0),
        ("Move to the Bridge or the Church. Move to the Mall. Attack Lancer.", 0),
        ("Movee. Attack Lancer.", 0),
        ("Go all out on Lancer at the Bridge somehow. Attack Lancer.", 0),
        // Of a move on a condition nobody knows whether it is made (A253).
        ("Move to the Bridge quickly and quietly if Archer glows. Attack Lancer.", 0),
    ];
    for (orders, warned) in cases {
        let checked = checked_by("Saber", orders, &view);
        let below: Vec<_> = checked.diagnostics.iter().filter(|said| said.code == "W388").collect();
        assert_eq!(below.len(), warned, "{orders}: {below:?}");
        let is_attack = |order: &&grail_referee::language::order::Order<_>| {
            grail_referee::language::order_text::order_sentence(order).contains("attack Lancer")
                || grail_referee::language::order_text::order_sentence(order).contains("Attack Lancer")
        };
        let attack = checked.plan.iter().find(is_attack).expect("the attack is planned");
        let is_below_move = warned == 1 || orders.contains("Mall");
        assert_eq!(attack.after_move, is_below_move, "{orders}");
    }
}

/// Interception is asked for or forbidden by no order: the answer is the rulebook's, R258 and R178.
#[test]
fn interception_is_answered_by_the_rulebook() {
    let view = seat_of_writers();
    let told = |character: &str, order: &str| {
        let checked = checked_by(character, order, &view);
        let words = checked.diagnostics.iter().flat_map(|said| [&said.message].into_iter().chain(&said.notes));
        words.cloned().collect::<Vec<_>>().join("\n")
    };
    for order in ["Don't shield me.", "Saber must not shield me.", "Never block attacks on Rin."] {
        let told = told("Rin", order);
        assert!(told.contains("Get behind me!") && !told.contains("leave this out"), "{order}: {told}");
    }
    for order in ["Stand in front of Rin.", "Shield Rin from Lancer.", "Take the hits for Rin."] {
        assert!(told("Saber", order).contains("by itself"), "{order}");
    }
}

/// One cause, one error: of a skill whose name is misspelt nothing is said of its targets.
#[test]
fn a_misspelt_skill_is_one_error() {
    let checked = checked_by("Saber", "Use Excalibr on everyone but Archer if Rin is here.", &seat_of_writers());
    let codes: Vec<_> = checked.diagnostics.iter().map(|said| said.code).collect();
    assert_eq!(codes, ["E204"]);
}
