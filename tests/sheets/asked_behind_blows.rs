//! What its own blow would change before the rest is asked is refused: it would be asked twice (A263).

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// Whether a skill on somebody, with this sentence, is refused for that.
fn is_refused(kind: &str, sentence: &str) -> bool {
    let text = format!(
        "kind: servant\nname: Ring\nhealth: 100\nskills: [{{ name: Veil, rank: C, type: {kind}, cost: 1 AP, max_targets: 1, targets: \"[Any]\", effects: ['{sentence}'] }}]\n"
    );
    match load(&Source::new("sheet", text.as_str()), Defaults::Scenario) {
        Ok(_) => false,
        Err(faults) => {
            assert!(
                faults.iter().all(|fault| fault.message.contains("its blow falls first")),
                "{sentence}: {faults:?}"
            );
            true
        }
    }
}

/// Blows, and what is no blow.
const BLOWS: [&str; 2] = ["receive Poison 2/10", "receive 20 Special damage"];
const REST: [&str; 3] = ["lose 20 Mana", "receive Stun 1", "restore 10 Mana"];
/// What a blow may change, and what it does not.
const CHANGED: [&str; 5] =
    ["is Poisoned", "has 50 or more Health", "has a negative status effect", "is not Poisoned", "is not in battle"];
const KEPT: [&str; 3] = ["is in Spirit Form", "is a Master", "has LCK ranked B or higher"];

#[test]
fn one_condition_over_a_blow_and_something_else_is_asked_once_or_refused() {
    for kind in ["Support", "Anti-Personnel"] {
        for (blow, rest) in BLOWS.iter().flat_map(|blow| REST.map(|rest| (blow, rest))) {
            for asked in CHANGED {
                assert!(
                    is_refused(kind, &format!("If the target {asked}, they {blow}; otherwise, they {rest}.")),
                    "{asked}, {blow}, {rest}"
                );
                assert!(
                    is_refused(kind, &format!("If the target {asked}, they {rest}; otherwise, they {blow}.")),
                    "{asked}, {rest}, {blow}"
                );
                assert!(
                    is_refused(kind, &format!("If the target {asked}, they {blow} and {rest}.")),
                    "{asked}, {blow} and {rest}"
                );
            }
            for asked in KEPT {
                assert!(
                    !is_refused(kind, &format!("If the target {asked}, they {blow}; otherwise, they {rest}.")),
                    "{asked}, {blow}, {rest}"
                );
                assert!(
                    !is_refused(kind, &format!("If the target {asked}, they {blow} and {rest}.")),
                    "{asked}, {blow} and {rest}"
                );
            }
        }
        for blow in BLOWS {
            let said = blow.replacen("receive", "receives", 1);
            let sentence = format!(
                "If there are 3 or more opponents in this location, the target {said}; otherwise, the user loses 20 Mana."
            );
            assert!(is_refused(kind, &sentence), "{sentence}");
        }
        for asked in CHANGED.into_iter().chain(KEPT) {
            // Nothing of it is a blow, or all of it.
            assert!(
                !is_refused(
                    kind,
                    &format!("If the target {asked}, they lose 20 Mana; otherwise, they receive Stun 1.")
                ),
                "{asked}"
            );
            assert!(!is_refused(kind, &format!("If the target {asked}, they receive Poison 2/10.")), "{asked}");
        }
    }
}
