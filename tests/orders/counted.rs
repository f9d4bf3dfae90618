//! How often something happens, how many do it, and two whom the seat knows: each is read back in full, or refused.

use super::view::{n, view};
use super::{plan, said};
use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};
use grail_referee::perception::view::View;
use grail_referee::sheet::SheetKind;

fn read(text: &str, view: &View) -> CheckedFile {
    check(&Source::new("red.txt", text), view)
}

/// The view, in which two enemy Servants and two enemy Masters live, and a shop stands in Bridge.
fn two_of_each() -> View {
    let mut view = view();
    view.known.retain(|known| ["Archer", "Lancer", "Illya"].contains(&known.name.as_str()));
    let mut kirei = view.known.iter().find(|known| known.name == "Illya").cloned();
    kirei.iter_mut().for_each(|known| known.name = "Kirei".to_owned());
    view.known.extend(kirei);
    for place in view.locations.iter_mut().filter(|place| place.name == "Bridge") {
        place.facility = Some("super-mall".to_owned());
    }
    for item in &mut view.items {
        item.price = Some(n(10));
        item.sold_at = Some("super-mall".to_owned());
    }
    view
}

/// An order, its canonical words.
const READ: &[(&str, &str)] = &[
    ("Saber: If Lancer attacks me twice, stay.", "Saber: If Lancer attacks me at least 2 times, stay."),
    ("Saber: If Lancer attacks me 3 times, stay.", "Saber: If Lancer attacks me at least 3 times, stay."),
    (
        "Saber: If Lancer has attacked me at least twice, stay.",
        "Saber: If Lancer has attacked me at least 2 times, stay.",
    ),
    (
        "Saber: If Lancer has attacked me two or more times, stay.",
        "Saber: If Lancer has attacked me at least 2 times, stay.",
    ),
    (
        "Saber: If Lancer has attacked me more than once, stay.",
        "Saber: If Lancer has attacked me more than 1 time, stay.",
    ),
    ("Saber: If Lancer has attacked me exactly once, stay.", "Saber: If Lancer has attacked me exactly 1 time, stay."),
    (
        "Saber: If Lancer has attacked me at most twice, stay.",
        "Saber: If Lancer has attacked me at most 2 times, stay.",
    ),
    ("Saber: Unless Lancer attacks me twice, stay.", "Saber: If not (Lancer attacks me at least 2 times), stay."),
    (
        "Saber: When Lancer attacks for the second time, attack Lancer.",
        "Saber: Attack Lancer when Lancer attacks at least 2 times.",
    ),
    (
        "Saber: After the third time I am attacked, attack Lancer.",
        "Saber: Attack Lancer when I am attacked at least 3 times.",
    ),
    (
        "Saber: After Archer's second attack on Rin, attack Archer.",
        "Saber: Attack Archer when Archer attacks Rin at least 2 times.",
    ),
    ("Saber: After Archer's attack on Rin, attack Archer.", "Saber: Attack Archer when Archer attacks Rin."),
    (
        "Saber: Attack Lancer once he has attacked me twice.",
        "Saber: Attack Lancer when Lancer attacks me at least 2 times.",
    ),
    (
        "Saber: Attack Lancer 2 times if he has attacked me 2 times.",
        "Saber: If Lancer has attacked me at least 2 times, attack Lancer 2 times.",
    ),
    ("Saber: If I have been hit more than once, stay.", "Saber: If I have been hit more than 1 time, stay."),
    (
        "Saber: If three enemies enter, attack Lancer.",
        "Saber: If 3 or more opponents enter this location, attack Lancer.",
    ),
    ("Saber: If two or more enemies attack me, stay.", "Saber: If 2 or more opponents attack me, stay."),
    (
        "Saber: If at least two enemy Servants are attacking Rin, stay.",
        "Saber: If 2 or more enemy Servants attack Rin, stay.",
    ),
    ("Saber: If I am attacked by at least two enemies, stay.", "Saber: If 2 or more opponents attack me, stay."),
    (
        "Saber: If I have been attacked by more than one Servant, stay.",
        "Saber: If more than 1 Servants have attacked me, stay.",
    ),
    ("Saber: If only one enemy has attacked me, stay.", "Saber: If exactly 1 opponents have attacked me, stay."),
    // Two who are known.
    ("Saber: Stay unless both enemy Servants are here.", "Saber: If not (Archer is here and Lancer is here), stay."),
    (
        "Saber: If both enemy Servants have left, attack Illya.",
        "Saber: If Archer has left this location and Lancer has left this location, attack Illya.",
    ),
    ("Saber: If both enemy Masters are gone, stay.", "Saber: If Illya is not here and Kirei is not here, stay."),
    ("Saber: If both enemy Servants attack me, stay.", "Saber: If Archer attacks me and Lancer attacks me, stay."),
    ("Saber: If either enemy Master is dead, stay.", "Saber: If Illya is dead or Kirei is dead, stay."),
    ("Saber: If either enemy Master is gone, stay.", "Saber: If Illya is not here or Kirei is not here, stay."),
    ("Saber: If we are in the Church, stay.", "Saber: If I am in Church and Rin is in Church, stay."),
    (
        "Rin: If both of us are poisoned, stay.",
        "Rin: If I am affected by Poison and Saber is affected by Poison, stay.",
    ),
    (
        "Saber: If either of us is poisoned, stay.",
        "Saber: If I am affected by Poison or Rin is affected by Poison, stay.",
    ),
    (
        "Saber: If both of us have been attacked, stay.",
        "Saber: If I have been attacked and Rin has been attacked, stay.",
    ),
    // For somebody else, and at a price.
    ("Rin: Buy a Focus Band for Saber.", "Rin: Buy Focus Band and then give Focus Band to Saber."),
    ("Rin: Buy a Focus Band for me.", "Rin: Buy Focus Band."),
    ("Rin: Buy 2 Focus Bands for 20 CP.", "Rin: Buy 2 Focus Band."),
    ("Rin: Buy 2 Focus Bands at 10 CP each.", "Rin: Buy 2 Focus Band."),
    (
        "Rin: Move to Bridge and buy a Focus Band for Saber.",
        "Rin: Move to Bridge and then buy Focus Band in the 2nd round and then give Focus Band to Saber in the 2nd round.",
    ),
    ("Rin: Buy True Healing for Saber at 300 CP.", "Rin: Request True Healing for Saber, offering 300 CP."),
    ("Rin: Pay the IGM 150 CP for Fast Healing on Saber.", "Rin: Request Fast Healing for Saber, offering 150 CP."),
    ("Rin: Pay the IGM for Fast Healing for Saber.", "Rin: Request Fast Healing for Saber."),
    // Two orders with a condition each.
    (
        "Rin: If Saber and I are apart, use \"Summon!\" to bring her to me.",
        "Rin: If Saber is not here, command my Servant \"Summon!\".",
    ),
    ("Rin: Use \"Summon!\" to get Saber here.", "Rin: Command Saber \"Summon!\"."),
    (
        "Rin: With a Command Spell I call \"Flee this battle now!\" and take Saber to the Bridge.",
        "Rin: Command Saber \"Flee this battle now!\" to Bridge.",
    ),
    // Whom the moment before the word names, and nobody behind it.
    (
        "Rin: As soon as Lancer flees, use \"You can't escape!\" on him, unless Saber has less than 100 Health.",
        "Rin: If Saber does not have less than 100 Health, command Saber \"You can't escape!\" for Lancer when Lancer flees.",
    ),
    (
        "Saber: Hold Excalibur until Archer has acted, then use it on Archer if he is alive, otherwise on Lancer.",
        "Saber: If Archer is alive, use Excalibur on Archer when Archer acts; otherwise, use Excalibur on Lancer when Archer acts.",
    ),
    // Held back until something happens.
    ("Saber: Hold all attacks until Lancer has acted, then attack Archer.", "Saber: Attack Archer when Lancer acts."),
    (
        "Saber: Hold Excalibur until Rin has acted, then fire at Lancer.",
        "Saber: Use Excalibur on Lancer when Rin acts.",
    ),
    ("Saber: I take a breath and attack Lancer.", "Saber: Attack Lancer."),
];

#[test]
fn what_is_counted_is_read_back_in_full() {
    let view = two_of_each();
    let mut failures = Vec::new();
    for (text, words) in READ {
        let found = read(text, &view);
        if plan(&found) != [*words] {
            failures.push(format!("{text}\n    {:?} {:?}", plan(&found), said(&found)));
            continue;
        }
        // The canonical words read the same.
        let again = read(words, &view);
        let conditions =
            |of: &CheckedFile| of.plan.iter().flat_map(|order| order.body.conditions()).cloned().collect::<Vec<_>>();
        if plan(&again) != plan(&found) || conditions(&again) != conditions(&found) {
            failures.push(format!("{words}\n    read again {:?} {:?}", plan(&again), said(&again)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn two_orders_with_a_condition_each_are_two() {
    let view = two_of_each();
    let text = "Saber: If Lancer is here, attack Lancer, and if Archer is here, use Parry on Archer.";
    let found = read(text, &view);
    let kept = ["Saber: If Lancer is here, attack Lancer.", "Saber: If Archer is here, use Parry on Archer."];
    assert_eq!(plan(&found), kept, "{:?}", said(&found));
    let found = read("Saber: Attack Lancer if Rin is here, and attack Archer if Illya is here.", &view);
    assert_eq!(plan(&found).len(), 2, "{:?}", said(&found));
    for text in [
        // What is said behind `but` may be in the place of the first.
        "Saber: If Lancer is here, attack Lancer, but if Archer is here, use Parry on Archer.",
        // A word of the second could mean somebody of the first.
        "Saber: Attack Lancer if Rin is here, and attack Archer if he is here.",
        "Saber: If Lancer attacks Rin, attack Lancer, and if he attacks me, use Parry on Archer.",
        // One of them cannot be read.
        "Saber: If Lancer is here, attack Lancer, and if Archer glows, use Parry on Archer.",
    ] {
        let found = read(text, &view);
        assert!(found.plan.is_empty() && found.has_errors(), "{text}: {:?}", plan(&found));
    }
}

#[test]
fn a_spell_moves_whom_it_moves() {
    let view = two_of_each();
    for text in [
        "Rin: Use \"Survive at all costs!\" to bring Saber to me.",
        "Rin: Use \"Summon!\" to bring Lancer to me.",
        "Rin: Use \"Flee this battle now!\" and take Lancer to the Bridge.",
    ] {
        let found = read(text, &view);
        assert!(found.plan.is_empty() && found.has_errors(), "{text}: {:?}", plan(&found));
    }
}

#[test]
fn a_sheet_counts_no_deeds() {
    for condition in [
        "an opponent attacks the user at least 2 times",
        "the user is attacked twice",
        "2 or more opponents attack the user",
        "the user is attacked by two opponents",
        "the user has been hit more than once",
    ] {
        let sentence = format!("The user restores 5 Health if {condition}.");
        assert!(grail_referee::language::effects::parse(&sentence).is_err(), "{sentence}");
    }
}

#[test]
fn two_are_meant_where_two_are_known_and_no_more() {
    let refused = |text: &str, view: &View| read(text, view).plan.is_empty();
    let mut view = two_of_each();
    let both = "Saber: If both enemy Servants are here, stay.";
    assert!(!refused(both, &view));
    // A third, or one of whom nobody knows what they are.
    let third = view.known[0].clone();
    view.known.push(grail_referee::perception::view::KnownCharacter { name: "Rider".to_owned(), ..third.clone() });
    assert!(refused(both, &view));
    view.known.pop();
    let stranger =
        grail_referee::perception::view::KnownCharacter { name: "Stranger-1".to_owned(), kind: None, ..third };
    view.known.push(stranger);
    assert!(refused(both, &view));
    view.known.pop();
    // With an ally somewhere, who is an enemy is not told by name.
    view.own.iter_mut().filter(|own| own.kind == SheetKind::Master).for_each(|own| own.allies.push("Blue".to_owned()));
    assert!(refused(both, &view));
    view.own.iter_mut().for_each(|own| own.allies.clear());
    view.known.iter_mut().for_each(|known| known.is_dead = known.name == "Lancer");
    assert!(refused(both, &view));
}

#[test]
fn a_price_that_is_not_the_shops_is_refused() {
    let view = two_of_each();
    for text in [
        "Rin: Buy 2 Focus Bands at 10 CP.",
        "Rin: Buy a Focus Band for 9 CP.",
        "Rin: Buy a Focus Band for Lancer.",
        "Rin: Buy a Focus Band for Saber and me.",
        "Rin: Buy a Splint and a Focus Band for Saber.",
    ] {
        let found = read(text, &view);
        assert!(found.plan.is_empty() && found.has_errors(), "{text}: {:?}", plan(&found));
    }
}

#[test]
fn a_blow_below_a_move_at_whoever_stays_behind_is_told() {
    let mut view = two_of_each();
    let park = view.own.iter().find(|own| own.name == "Saber").map(|own| own.at.clone()).unwrap_or_default();
    for known in &mut view.known {
        known.last_seen = match known.name.as_str() {
            "Lancer" => Some((park.clone(), 2)),
            "Archer" => Some(("Bridge".to_owned(), 2)),
            _ => None,
        };
    }
    let told = |text: &str| {
        let found = read(text, &view);
        found.diagnostics.iter().filter(|d| d.code == "W375").count()
    };
    assert_eq!(told("Saber: Move to Bridge. Attack Lancer."), 1);
    for text in [
        // Above the move; at whoever is there; at nobody knows where; waiting; on a condition; a group.
        "Saber: Attack Lancer. Move to Bridge.",
        "Saber: Move to Bridge. Attack Archer.",
        "Saber: Move to Bridge. Attack Illya.",
        "Saber: Move to Bridge. When Lancer attacks Rin, attack Lancer.",
        "Saber: Move to Bridge. If Lancer is here, attack Lancer.",
        "Saber: Move to Bridge. Attack an opponent.",
        "Saber: If Rin is dead, move to Bridge. Attack Lancer.",
        "Saber: Stay. Attack Lancer.",
    ] {
        assert_eq!(told(text), 0, "{text}");
    }
    let plan = grail_referee::orders::plan::build_plan(&read("Saber: Move to Bridge. Attack Lancer.", &view), &view);
    assert_eq!(plan[1].steps[0].reach, format!("Lancer was last seen in {park}, night 2"));
    let plan = grail_referee::orders::plan::build_plan(&read("Saber: Move to Bridge. Attack Archer.", &view), &view);
    assert_eq!(plan[1].steps[0].reach, "");
}
