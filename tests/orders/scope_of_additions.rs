//! What adds to something, stands behind an `otherwise`, replaces an order that waits, or names a time beside a
//! condition: refused with both ways to write it where it could mean two things.

use std::collections::BTreeMap;

use super::view::seat_of_writers;
use super::{plan, said};
use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::perception::view::View;

/// Checks that each order is refused with its code alone.
#[track_caller]
fn refused(view: &View, code: &str, orders: &[&str]) {
    for text in orders {
        let checked = check(&Source::new("letter", *text), view);
        let said = said(&checked);
        let last = text.rsplit(". ").next().unwrap_or_default();
        assert!(said.iter().any(|line| line.starts_with(code)), "{text}\n{said:?}\n{:?}", plan(&checked));
        assert!(plan(&checked).len() < text.matches(". ").count() + 1, "{last}\n{:?}", plan(&checked));
    }
}

/// Checks that each order is read as its canonical sentence.
#[track_caller]
fn read(view: &View, orders: &BTreeMap<&str, &[&str]>) {
    for (text, planned) in orders {
        let checked = check(&Source::new("letter", *text), view);
        assert_eq!(plan(&checked), *planned, "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn also_if_is_not_only_if() {
    let view = seat_of_writers();
    refused(
        &view,
        "E362",
        &[
            "Saber: Attack Lancer, also if he is in Spirit Form.",
            "Saber: Attack Lancer also when he is in Spirit Form.",
            "Saber: Flee to the Bridge, also if Lancer is dead.",
            "Saber: Use Guard also if Lancer is gone.",
            "Rin: Command Saber \"Survive at all costs!\", also if Lancer is gone.",
            "Rin: Tell Illya \"Truce\", also if Archer attacks us.",
            "Saber: Attack Archer if Lancer also attacks Rin.",
            "Saber: Attack Archer if Lancer attacks Rin as well.",
            "Saber: Use Parry if Archer attacks me too.",
        ],
    );
    read(
        &view,
        &BTreeMap::from([
            ("Saber: Attack Lancer even if he is in Spirit Form.", ["Saber: Attack Lancer."].as_slice()),
            ("Saber: Also, use Parry if Archer attacks me.", &["Saber: If Archer attacks me, use Parry."]),
            (
                "Saber: Attack Lancer. Attack Archer too if he is here.",
                &["Saber: Attack Lancer.", "Saber: If Archer is here, attack Archer."],
            ),
            (
                "Saber: If Lancer attacks me and he also attacks Rin, use Parry.",
                &["Saber: If Lancer attacks me and that character attacks Rin, use Parry."],
            ),
            (
                "Saber: Retreat to the Church only if Rin goes there too.",
                &["Saber: If Rin enters Church, flee to Church."],
            ),
        ]),
    );
}

#[test]
fn a_second_time_needs_a_first() {
    let view = seat_of_writers();
    refused(
        &view,
        "E117",
        &[
            "Saber: Use Guard in the second round too.",
            "Saber: Attack Lancer in the second round as well.",
            "Saber: Attack Lancer again in the second round.",
            "Saber: Attack Lancer also in the second round.",
            "Saber: Use Parry in the 2nd Instant Phase too.",
            "Saber: Use Mend on Rin at the end of the Attacking Phase too.",
            "Saber: Attack Lancer. Attack Archer in the second round too.",
        ],
    );
    read(
        &view,
        &BTreeMap::from([
            (
                "Saber: Attack Lancer. Attack Lancer again in the second round.",
                ["Saber: Attack Lancer.", "Saber: Attack Lancer in the 2nd round."].as_slice(),
            ),
            (
                "Saber: Attack Lancer. In the second round, attack him too.",
                &["Saber: Attack Lancer.", "Saber: Attack Lancer in the 2nd round."],
            ),
            ("Saber: Attack Lancer in the second round.", &["Saber: Attack Lancer in the 2nd round."]),
        ]),
    );
}

#[test]
fn what_stands_behind_an_otherwise_says_of_what_it_is() {
    let view = seat_of_writers();
    for exception in ["unless Rin is dead", "unless I have less than 100 Health", "but only if Rin is here"] {
        for of in ["attack Archer", "flee to the Bridge", "use Mend on Rin"] {
            refused(&view, "E", &[&format!("Saber: If Lancer is here, attack him, otherwise {of}, {exception}.")]);
            refused(&view, "E", &[&format!("Saber: If Lancer is here, attack him. Otherwise, {of}, {exception}.")]);
        }
    }
    refused(
        &view,
        "E117",
        &[
            "Saber: If Lancer attacked Rin, attack him, otherwise attack Archer, at the end of the Attacking Phase.",
            "Saber: Attack Lancer if he attacked Rin, otherwise attack Archer at the end of the Attacking Phase.",
            "Saber: If Lancer attacked Rin, attack him, otherwise attack Archer, in the second round.",
            "Saber: If Lancer is here, use Guard, otherwise use Mend on Rin, at the end of the Attacking Phase.",
            "Saber: If Lancer is here, attack him; if not, attack Archer, at the end of the Attacking Phase.",
            "Saber: If Archer attacked Rin, attack him, otherwise attack Lancer, after Archer acts.",
        ],
    );
    refused(&view, "E361", &["Saber: If Lancer is here, attack him, otherwise attack Archer, twice."]);
    refused(
        &view,
        "E362",
        &[
            "Saber: If Lancer is here, attack him, otherwise attack Archer, and flee to the Bridge.",
            "Saber: If Lancer is here, attack him; otherwise attack Archer, and flee to the Bridge.",
        ],
    );
    let late =
        "Saber: If Lancer is here, attack that character; otherwise, attack Archer at the end of the Attacking Phase.";
    read(
        &view,
        &BTreeMap::from([
            (
                "Saber: If Lancer is here, attack him; otherwise, attack Archer at the end of the Attacking Phase.",
                [late].as_slice(),
            ),
            (
                "Saber: If Lancer is here, attack him. Otherwise, attack Archer at the end of the Attacking Phase.",
                &[late],
            ),
            (
                "Saber: If Lancer is here, attack him; otherwise, at the end of the Attacking Phase, attack Archer.",
                &[late],
            ),
            (
                "Saber: If Lancer is here, flee to the Bridge, otherwise attack Archer at the end of the Attacking Phase.",
                &[
                    "Saber: If Lancer is here, flee to Bridge; otherwise, attack Archer at the end of the Attacking Phase.",
                ],
            ),
            (
                "Saber: At the end of the Attacking Phase, if Lancer is here, attack him, otherwise attack Archer.",
                &[
                    "Saber: At the end of the Attacking Phase, if Lancer is here, attack that character; otherwise, attack Archer.",
                ],
            ),
            (
                "Saber: If Lancer is here, attack him, otherwise attack Archer twice.",
                &["Saber: If Lancer is here, attack that character; otherwise, attack Archer 2 times."],
            ),
            (
                "Saber: If Lancer is here, attack him, otherwise attack Archer and then flee to the Bridge.",
                &["Saber: If Lancer is here, attack that character; otherwise, attack Archer and then flee to Bridge."],
            ),
            (
                "Saber: If Lancer is here, attack him; otherwise, unless Rin is dead, attack Archer.",
                &["Saber: If Lancer is here, attack Lancer; otherwise, if Rin is not dead, attack Archer."],
            ),
        ]),
    );
}

#[test]
fn what_replaces_an_order_that_waits_says_when() {
    let view = seat_of_writers();
    refused(
        &view,
        "E117",
        &[
            "Saber: Attack Lancer when he attacks Rin. If he is gone, attack Archer instead.",
            "Saber: Attack Lancer when he attacks Rin. If Archer attacks her, attack Archer instead.",
            "Saber: After Lancer acts, attack him. If he is gone, attack Archer instead.",
            "Rin: When Lancer attacks me, Gandr him. If Archer attacks me, Gandr Archer instead.",
            "Saber: Attack Lancer when he attacks Rin, or Archer if Lancer is gone.",
            "Rin: Gandr Lancer after Saber attacks him. If Saber is dead, Gandr Archer instead.",
            "Saber: Flee to the Bridge when Lancer attacks Rin. If Archer attacks Rin, flee to the Church instead.",
            "Saber: Attack Lancer at the end of the Attacking Phase. If he attacks Rin, attack him at once instead.",
            "Saber: Attack Lancer in the second round. If Archer is gone, attack Tokiomi now instead.",
            "Saber: Attack Lancer at the end of the Attacking Phase. If Archer is gone, attack Tokiomi immediately instead.",
        ],
    );
    read(&view, &BTreeMap::from([
        (
            "Saber: When Lancer attacks Rin, attack Lancer. If Archer is here, attack Archer instead.",
            ["Saber: If Archer is here, attack Archer when Lancer attacks Rin; otherwise, attack Lancer when Lancer attacks Rin."].as_slice(),
        ),
        (
            "Saber: Attack Lancer at the end of the Attacking Phase. If Archer is here, attack Archer at AGI C instead.",
            &["Saber: If Archer is here, attack Archer at AGI C; otherwise, attack Lancer at the end of the Attacking Phase."],
        ),
        (
            "Saber: If Lancer is gone, attack Archer; otherwise, when Lancer attacks Rin, attack Lancer.",
            &["Saber: If Lancer is not here, attack Archer; otherwise, attack Lancer when Lancer attacks Rin."],
        ),
        (
            "Saber: Attack Lancer. If Archer is here, attack Archer instead.",
            &["Saber: If Archer is here, attack Archer; otherwise, attack Lancer."],
        ),
    ]));
}

#[test]
fn a_written_time_is_kept_or_asked_about() {
    let view = seat_of_writers();
    refused(
        &view,
        "E117",
        &[
            "Saber: Use Guard at the end of the Support Phase if Lancer attacks me.",
            "Saber: In the Attacking Phase, if Lancer leaves, attack Archer.",
            "Saber: In the Instant Phase, if Lancer attacks me, use Quick Hand on him.",
            "Saber: Support Phase: use Mend on Rin if Lancer attacks me.",
            "Saber: If Lancer attacks me or Lancer is gone, use Guard at the end of the Support Phase.",
            "Rin: In the Instant Phase, command Saber \"Survive at all costs!\" if she falls below 270 Health.",
            "Rin: Gandr Lancer in the first round if he attacks me.",
            "Saber: Attack Archer in the first round if Lancer is gone.",
            "Saber: Attack Archer at once if Lancer is gone.",
            "Saber: Attack Archer now if Lancer attacks me.",
        ],
    );
    read(
        &view,
        &BTreeMap::from([
            (
                "Saber: At the end of the Attacking Phase, if Lancer attacks me, attack him.",
                ["Saber: At the end of the Attacking Phase, if Lancer attacks me, attack that character."].as_slice(),
            ),
            (
                "Saber: Attack Archer at the end of the Attacking Phase if Lancer is gone.",
                &["Saber: If Lancer is not here, attack Archer at the end of the Attacking Phase."],
            ),
            (
                "Saber: If Lancer is gone and it is not the second round, attack Archer.",
                &["Saber: If Lancer is not here and it is not the second combat round, attack Archer."],
            ),
            (
                "Saber: If Lancer attacks Rin, attack him at once.",
                &["Saber: If Lancer attacks Rin, attack that character."],
            ),
            ("Saber: Attack Archer in the first round.", &["Saber: Attack Archer."]),
        ]),
    );
}

#[test]
fn anybody_for_a_skill_of_several_targets_is_one_or_all() {
    let view = seat_of_writers();
    for whom in
        ["anyone here", "anybody who is here", "any opponent here", "any enemy in the Park", "any enemy Servant"]
    {
        refused(&view, "E362", &[&format!("Saber: Use Excalibur on {whom}.")]);
    }
    read(
        &view,
        &BTreeMap::from([
            (
                "Saber: Use Excalibur on an opponent here.",
                ["Saber: Use Excalibur on an opponent in this location."].as_slice(),
            ),
            ("Saber: Use Excalibur on everyone here.", &["Saber: Use Excalibur on every opponent in this location."]),
            ("Saber: Use Cut on anyone here.", &["Saber: Use Cut on an opponent in this location."]),
        ]),
    );
}
