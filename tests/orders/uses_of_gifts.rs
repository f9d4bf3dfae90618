//! What is given to somebody who has none of it, and used by whoever got it (R202, R205, R352).

use super::readings::{all_read, all_refused, checked_of_writers};
use super::view::seat_of_writers;
use grail_referee::orders::plan::build_plan;

const POISONED: &str = "Rin: Give Status-curing Pills to Saber. | Saber: If I am affected by Poison, use item Status-curing Pills when I hold Status-curing Pills.";

#[test]
fn the_use_comes_when_it_has_been_received() {
    all_read(&[
        (
            "Rin: Give Status-curing Pills to Saber. If Saber is affected by Stun, Saber uses Status-curing Pills.",
            "Rin: Give Status-curing Pills to Saber. | Saber: If Saber is affected by Stun, use item Status-curing Pills when I hold Status-curing Pills.",
        ),
        (
            "Rin: Give Status-curing Pills to Saber. If Saber is affected by Stun or Saber is affected by Poison, Saber uses Status-curing Pills.",
            "Rin: Give Status-curing Pills to Saber. | Saber: If Saber is affected by Stun or Saber is affected by Poison, use item Status-curing Pills when I hold Status-curing Pills.",
        ),
        (
            "Rin: Give Status-curing Pills to Saber. Saber uses Status-curing Pills.",
            "Rin: Give Status-curing Pills to Saber. | Saber: Use item Status-curing Pills when I hold Status-curing Pills.",
        ),
        ("Rin: Give Status-curing Pills to Saber, and she takes them if she is poisoned.", POISONED),
        ("Rin: Give Saber the Status-curing Pills and Saber uses them if she is poisoned.", POISONED),
        ("Rin: Give the Status-curing Pills to Saber, and if she is poisoned, she takes them.", POISONED),
    ]);
}

#[test]
fn the_plan_shows_for_what_it_waits() {
    let checked = checked_of_writers(
        "Rin: Give Status-curing Pills to Saber. If Saber is stunned, Saber uses Status-curing Pills.",
    );
    let plan = build_plan(&checked, &seat_of_writers());
    let used = plan.iter().flat_map(|planned| &planned.steps).last().unwrap();
    assert_eq!((used.phase.as_str(), used.asked.as_str()), ("Support Phase", "asked then"));
    assert!(used.place.ends_with("not before I hold Status-curing Pills"), "{}", used.place);
}

#[test]
fn what_may_be_another_use_stays_refused() {
    all_refused(&[
        // Two cases are asked at one place, before the gift.
        "Rin: Give Status-curing Pills to Saber. If Saber is stunned, Saber uses Status-curing Pills; otherwise, Saber uses Guard.",
        // Which of the uses is of the gift?
        "Rin: Give Charged Potion to Saber. Saber uses Charged Potion. If Rin is dead, Saber uses Charged Potion.",
        // She buys one, too.
        "Rin: Give Charged Potion to Saber. Saber buys a Charged Potion. Saber uses Charged Potion.",
        // Who is not the one who got it.
        "Rin: Give Status-curing Pills to Saber, and he takes them if he is poisoned.",
        "Rin: Give Status-curing Pills to Illya, and she takes them if she is poisoned.",
        "Rin: Give Status-curing Pills to Saber, and Illya takes them if she is poisoned.",
        // Not at all.
        "Rin: Give Status-curing Pills to Saber, and she does not take them if she is poisoned.",
        // What waits for something else.
        "Rin: Give Charged Potion to Saber. If Lancer attacks Saber, Saber uses Charged Potion.",
    ]);
}
