//! Amounts and groups that an order's words name and its tree does not keep: each is asked about, and plain orders of
//! the same kind are read.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use grail_referee::campaign::game::packet::Packet;
use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

use super::said;
use crate::cli::repository;

/// Checks a text for the seat of the blind writers, which knows the sex of everybody.
fn checked(text: &str) -> CheckedFile {
    let packet = repository().join("tests/orders/blind/packet.yaml");
    check(&Source::new("red.txt", text), &Packet::read_packet(&packet).unwrap().view)
}

/// The codes of the errors of a letter.
fn errors(text: &str) -> Vec<String> {
    said(&checked(text)).into_iter().filter(|said| said.starts_with('E')).map(|said| said[..4].to_owned()).collect()
}

fn assert_each(texts: &[&str], expected: &[&str]) {
    for text in texts {
        assert_eq!(errors(text), expected, "{text}: {:?}", said(&checked(text)));
    }
}

#[test]
fn a_condition_behind_an_exception_is_asked_about() {
    assert_each(
        &[
            "Saber: Use Excalibur on everyone except Lancer if Archer is here.",
            "Saber: Use Excalibur on every opponent but Lancer unless Archer is here.",
            "Saber: Use Excalibur on everyone except Lancer and Archer if Illya is here.",
        ],
        &["E362"],
    );
    assert_each(
        &[
            "Saber: If Archer is here, use Excalibur on everyone except Lancer.",
            "Saber: Use Excalibur on everyone except Lancer.",
            "Saber: Use Excalibur on everyone except Lancer when Archer attacks.",
        ],
        &[],
    );
}

#[test]
fn a_gift_goes_to_one_character() {
    assert_each(&["Rin: Give the Splint to my team.", "Rin: Give us the Splint."], &["E362"]);
    assert_each(&["Rin: Give the Splint to Saber."], &[]);
}

#[test]
fn a_plural_of_an_item_has_a_number() {
    assert_each(
        &[
            "Rin: Buy Splints.",
            "Rin: Move to Mall. Buy Teleporters.",
            "Rin: Give my Splints to Saber.",
            "Rin: Use Splints.",
        ],
        &["E361"],
    );
    assert_each(
        &[
            "Rin: Buy two Splints.",
            "Rin: Buy 2 Splints.",
            "Rin: Buy a Splint.",
            "Rin: Buy Splint.",
            "Rin: Use the Magic Glasses.",
        ],
        &[],
    );
}

#[test]
fn nobody_helps_every_opponent_by_the_word_everyone() {
    assert_each(&["Saber: Use Mend on everyone."], &["E362"]);
    assert_each(&["Saber: Use Mend on Rin.", "Saber: Use Excalibur on everyone."], &[]);
}

#[test]
fn a_pronoun_of_one_sex_is_not_said_of_a_group_of_both() {
    assert_each(
        &[
            "Saber: If an enemy Master is here, attack her.",
            "Saber: If an enemy Master is here, attack him.",
            "Saber: If an enemy Master attacks me, attack her.",
            "Saber: If someone attacks Rin, attack her.",
        ],
        &["E362"],
    );
    assert_each(
        &[
            "Saber: If an enemy Master is here, attack them.",
            "Saber: If an enemy Master attacks me, attack him.",
            "Saber: If Illya is here, attack her.",
        ],
        &[],
    );
}

#[test]
fn the_last_action_point_is_spent_last() {
    assert_each(&["Saber: Attack Lancer with my last AP. Attack Archer twice."], &["E361"]);
    assert_each(
        &["Saber: Attack Archer twice. Attack Lancer with my last AP.", "Saber: Attack Lancer with my last AP."],
        &[],
    );
}

#[test]
fn whoever_sends_another_says_whether_they_go_along() {
    assert_each(&["Rin: Use the Teleporter to get Saber to the Harbor."], &["E362"]);
    assert_each(
        &[
            "Rin: Use the Teleporter to get Saber to the Harbor. Stay.",
            "Rin: Use the Teleporter to get me and Saber to the Harbor.",
            "Rin: Use the Teleporter to take Saber to the Harbor.",
        ],
        &[],
    );
}

/// Whoever a sentence is about that is refused, the one below it goes on about them.
#[test]
fn a_sentence_below_a_refused_one_is_not_the_heading_s() {
    for text in [
        "Rin: Saber attacks Lancer somehow. Flees to the Bridge.",
        "Rin: My Servant attacks Lancer somehow. Flees to the Bridge.",
        "Rin: Saber attacks Lancer. Uses Guard. Flees to the Bridge.",
        "Saber: Rin gives me the Splint. Stays at the Park.",
    ] {
        let checked = checked(text);
        let heading = text.split(':').next();
        assert!(checked.plan.iter().all(|order| Some(order.actor.text.as_str()) != heading), "{text}");
        assert!(errors(text).contains(&"E362".to_owned()), "{text}: {:?}", said(&checked));
    }
    assert_each(&["Saber: Attacks Lancer. Flees to the Bridge."], &[]);
}

#[test]
fn what_is_still_so_is_asked_behind_the_order_above() {
    let warns = |text: &str| said(&checked(text)).iter().any(|said| said.starts_with("W361"));
    for text in [
        "Saber: Use Guard. If my Health is still below 100, use Parry.",
        "Saber: Attack Lancer and, if he is still here, use Guard.",
        "Saber: Rin uses Gandr on Lancer. If he is still here, attack him.",
    ] {
        assert!(warns(text), "{text}: {:?}", said(&checked(text)));
    }
    for text in
        ["Saber: Use Guard. If Lancer is still here, attack him.", "Saber: If Lancer is still here, attack him."]
    {
        assert!(!warns(text), "{text}: {:?}", said(&checked(text)));
    }
}
