//! What players write every day beside an order, and asks for nothing more: times that are so by themselves, points
//! kept back, what is not done otherwise; and how they say so many uses of a skill.

use std::fmt::Write as _;

use super::readings::checked_by;
use super::view::seat_of_writers;
use super::{plan, said};

/// Whose order it is, the order, and the plan.
pub(super) type Read = (&'static str, &'static str, &'static [&'static str]);

/// The orders that are planned of a sentence, whether or not there is an error in it.
pub(super) fn planned(character: &str, sentence: &str) -> Vec<String> {
    plan(&checked_by(character, sentence, &seat_of_writers()))
}

/// Each is read as it says, and each of the others is refused.
#[track_caller]
pub(super) fn hold(read_as: &[Read], refused: &[(&str, &str)]) {
    let view = seat_of_writers();
    let mut wrong = String::new();
    for (character, sentence, orders) in read_as {
        let found = checked_by(character, sentence, &view);
        if found.has_errors() || plan(&found) != *orders {
            let _ = writeln!(wrong, "{character}: {sentence}\n    {:?}\n    {:?}", plan(&found), said(&found));
        }
    }
    for (character, sentence) in refused {
        let found = checked_by(character, sentence, &view);
        if !found.has_errors() {
            let _ = writeln!(wrong, "{character}: {sentence}\n    not refused: {:?}", plan(&found));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// R202: what comes before the attacks by itself needs no time, and nothing else is sooner than its own place.
#[test]
fn a_time_that_is_later_than_all_that_is_done_asks_for_nothing() {
    hold(
        &[
            ("Saber", "Use Calm before the fighting starts.", &["Saber: Use Calm."]),
            ("Saber", "Before the fighting starts, use Calm.", &["Saber: Use Calm."]),
            ("Saber", "Put up Veil here in the Park before the fighting starts.", &["Saber: Use Veil on Park."]),
            ("Saber", "Parry first thing.", &["Saber: Use Parry."]),
            ("Saber", "Use Calm at the start of the Support Phase.", &["Saber: Use Calm."]),
            ("Rin", "Give my Focus Band to Saber before any fighting.", &["Rin: Give Focus Band to Saber."]),
        ],
        &[
            ("Saber", "Attack Lancer before the fighting starts."),
            ("Saber", "Attack Lancer first thing."),
            ("Saber", "Use Final Strike on Lancer before anyone attacks."),
            ("Saber", "Attack Lancer at the start of the Attacking Phase."),
            ("Saber", "Use Calm at the start of the Instant Phase."),
            ("Saber", "Use Calm before the fighting starts if Lancer attacks me."),
        ],
    );
}

#[test]
fn points_kept_back_are_a_note_where_no_order_spends_all() {
    hold(
        &[
            (
                "Saber",
                "One Cut on Lancer, one Cut on Archer, and save the last AP.",
                &["Saber: Use Cut on Lancer and then use Cut on Archer."],
            ),
            ("Saber", "Use Surge on Archer twice. Keep the last AP.", &["Saber: Use Surge on Archer 2 times."]),
        ],
        &[
            ("Saber", "Attack Lancer as often as possible and save the last AP."),
            ("Saber", "Cut Lancer as often as possible. Save the last AP."),
            ("Saber", "Save the last AP. Cut Lancer as often as possible."),
            ("Saber", "Use Surge on Lancer twice and keep one AP for Parry."),
            ("Saber", "Keep the last AP for a Cut on Archer."),
        ],
    );
}

/// Whoever keeps a point and spends it all the same is told.
#[test]
fn points_kept_back_and_spent_are_told() {
    let view = seat_of_writers();
    let told =
        |sentence: &str| said(&checked_by("Saber", sentence, &view)).iter().any(|said| said.contains("none is kept"));
    for spent in ["Cut Lancer three times and save the last AP.", "Save the last AP. Use Surge on Archer 3 times."] {
        assert!(told(spent), "{spent}");
    }
    for kept in ["Cut Lancer twice and save the last AP.", "Cut Lancer three times."] {
        assert!(!told(kept), "{kept}");
    }
}

#[test]
fn what_is_held_back_until_something_is_so_is_done_then_and_nothing_beside_it() {
    hold(
        &[
            (
                "Rin",
                "Hold your fire unless Tokiomi attacks us; in that case Gandr him.",
                &["Rin: If Tokiomi attacks my team, use Gandr on that character."],
            ),
            (
                "Saber",
                "Do nothing at all unless Rin is attacked. Then Surge the attacker.",
                &["Saber: If Rin is attacked, use Surge on the opponent who has attacked Rin."],
            ),
            (
                "Saber",
                "Final Strike on Lancer unless he is gone. In that case Final Strike on Archer.",
                &["Saber: If Lancer is here, use Final Strike on Lancer; otherwise, use Final Strike on Archer."],
            ),
        ],
        &[
            ("Saber", "Attack Lancer. Do nothing at all unless Rin is attacked. Then Surge the attacker."),
            ("Saber", "Use Calm. Do nothing unless Rin is attacked. Then Surge the attacker."),
            ("Saber", "Attack Lancer. Hold your fire unless Rin is attacked. Then Surge the attacker."),
        ],
    );
}

#[test]
fn what_says_nothing_new_behind_an_order_is_a_note() {
    hold(
        &[
            (
                "Saber",
                "If Lancer attacks Rin, use Surge on him. If nobody attacks her, do nothing.",
                &["Saber: If Lancer attacks Rin, use Surge on that character."],
            ),
            (
                "Saber",
                "If Lancer attacks us, use Surge on him. If he doesn't, leave him alone.",
                &["Saber: If Lancer attacks my team, use Surge on that character."],
            ),
            (
                "Rin",
                "Gandr on Tokiomi, but only once Lancer has died. Until then, don't shoot at all.",
                &["Rin: Use Gandr on Tokiomi when Lancer dies."],
            ),
            (
                "Rin",
                "If Saber's Health falls below 120, use the Command Spell \"Survive at all costs!\" on Saber. Use it only once.",
                &["Rin: If Saber falls to less than 120 Health, command Saber \"Survive at all costs!\"."],
            ),
            (
                "Rin",
                "Use the Command Spell \"Get behind me!\" on Saber if her Health is below 60. Otherwise keep all Command Spells.",
                &["Rin: If Saber has less than 60 Health, command Saber \"Get behind me!\"."],
            ),
            ("Saber", "Consume one civilian. Do nothing else this Turn.", &["Saber: Consume a civilian."]),
            ("Saber", "Use Calm. Attack nobody.", &["Saber: Use Calm."]),
            ("Rin", "Scout the Church. Tell me who is there.", &["Rin: Scout Church."]),
        ],
        &[
            ("Saber", "If Lancer attacks Rin, use Surge on him. If Archer attacks me, do nothing."),
            ("Saber", "Use Surge on Archer 3 times. Use it only once."),
            ("Saber", "Attack Lancer. Attack nobody."),
            ("Rin", "Use Gandr on Archer. Tell me who is there."),
            (
                "Rin",
                "Use Gandr on Lancer. Gandr on Tokiomi, but only once Lancer has died. Until then, don't shoot at all.",
            ),
        ],
    );
}

#[test]
fn so_many_uses_of_a_skill_are_said_as_its_name() {
    hold(
        &[
            ("Saber", "Give Lancer two Cuts.", &["Saber: Use Cut on Lancer 2 times."]),
            (
                "Saber",
                "Lancer gets two Cuts and a Surge.",
                &["Saber: Use Cut on Lancer 2 times and then use Surge on Lancer."],
            ),
            (
                "Saber",
                "If Archer attacks us, give him two Cuts.",
                &["Saber: If Archer attacks my team, use Cut on that character 2 times."],
            ),
            (
                "Saber",
                "One Cut on Lancer, one on Archer, and the last one on Illya.",
                &["Saber: Use Cut on Lancer and then use Cut on Archer and then use Cut on Illya."],
            ),
            (
                "Saber",
                "Attack Lancer and nobody else: Surge, Surge, Cut.",
                &["Saber: Use Surge on Lancer and then use Surge on Lancer and then use Cut on Lancer."],
            ),
            (
                "Rin",
                "Whoever attacks Saber first gets my Gandr.",
                &["Rin: If an opponent attacks Saber, use Gandr on the opponent who attacks Saber first."],
            ),
            (
                "Saber",
                "Excalibur on everyone from Blue and Green who is here.",
                &["Saber: Use Excalibur on Tokiomi's team and Illya's team."],
            ),
            (
                "Saber",
                "If I'm stunned or poisoned use Calm, and either way Cut Archer twice.",
                &[
                    "Saber: If I am affected by Stun or I am affected by Poison, use Calm.",
                    "Saber: Use Cut on Archer 2 times.",
                ],
            ),
        ],
        &[
            // An item is given, and what an opponent does is no order.
            ("Saber", "Give Lancer two Splints and a Cut."),
            ("Saber", "Lancer attacks Archer."),
            ("Saber", "Lancer gets no Cuts."),
            ("Saber", "Excalibur on everyone from Blue and Green who is hurt."),
        ],
    );
}

#[test]
fn there_is_where_the_order_above_goes() {
    hold(
        &[
            (
                "Rin",
                "Move to the Mall. Buy two Teleporters there.",
                &["Rin: Move to Mall.", "Rin: If I am in Mall, buy 2 Teleporter."],
            ),
            (
                "Rin",
                "Scout the Mall. If Archer is there, move to the Church tonight. If he is not there, move to the Mall.",
                &["Rin: Scout Mall.", "Rin: If Archer is in Mall, move to Church; otherwise, move to Mall."],
            ),
            (
                "Rin",
                "Go to the Mall and buy two Charged Potions there.",
                &["Rin: Move to Mall and then buy 2 Charged Potion in the 2nd round."],
            ),
            (
                "Saber",
                "Move to the Bridge and enter Spirit Form there.",
                &["Saber: Move to Bridge and then enter Spirit Form in the 2nd round."],
            ),
            (
                "Rin",
                "At the Church, buy True Healing for Saber if Saber has less than 150 Health; otherwise buy Fast Healing for Saber.",
                &[
                    "Rin: If I am in Church and Saber has less than 150 Health, request True Healing for Saber; otherwise, if I am in Church, request Fast Healing for Saber.",
                ],
            ),
        ],
        &[
            ("Rin", "Buy two Teleporters there."),
            ("Rin", "Use Gandr on Lancer. Buy two Teleporters there."),
            ("Rin", "Scout the Mall. If Archer is there, move to the Church. If she is not there, move to the Mall."),
        ],
    );
}
