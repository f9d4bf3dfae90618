//! Plans that cannot or should not run: each is said, once (A255, A262, R372, R247, R085).

use super::view::{n, view};
use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check, plan as planned};
use grail_referee::perception::view::View;

fn told(text: &str, view: &View) -> (Vec<String>, CheckedFile) {
    let checked = check(&Source::new("red.txt", text), view);
    let said = checked.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    (said, checked)
}

/// The codes of what is said of a text.
fn codes(text: &str, view: &View) -> Vec<&'static str> {
    check(&Source::new("red.txt", text), view).diagnostics.iter().map(|d| d.code).collect()
}

fn shops() -> View {
    let mut view = view();
    let facilities = [("Bridge", "super-mall"), ("Church", "igm-office")];
    for (place, facility) in facilities {
        let found = view.locations.iter_mut().filter(|l| l.name == place);
        found.for_each(|l| l.facility = Some(facility.to_owned()));
    }
    for item in &mut view.items {
        item.price = Some(n(100));
        item.sold_at = Some("super-mall".to_owned());
    }
    view
}

/// Texts with all that is said of them; what should pass without a word stands among them.
const TEXTS: &[(&str, &[&str])] = &[
    // Two moves, a move and a skill that takes the Move Action, a move and a stay.
    ("Saber: Move to Bridge. Move to Church.", &["W312"]),
    ("Saber: Use Teleport on Rin to Church. Move to Bridge.", &["W312"]),
    ("Saber: Use Teleport on Rin to Church 2 times.", &["W303", "W312"]),
    ("Saber: Move to Bridge. Stay.", &["W357"]),
    ("Saber: Stay. Flee to Bridge.", &["W357"]),
    ("Saber: If Lancer is here, stay; otherwise, move to Bridge.", &[]),
    // A Turn that is full.
    ("Saber: Attack Lancer 4 times.", &["W303"]),
    ("Saber: Use Great Ritual. Attack Lancer.", &["E309"]),
    ("Rin: Use Gandr on Lancer. Use Jewel Light on Saber.", &["W312"]),
    // Spirit Form.
    ("Saber: Enter Spirit Form. Attack Lancer.", &["W310"]),
    ("Saber: Attack Lancer. Enter Spirit Form.", &["W310"]),
    ("Saber: Enter Spirit Form. Use Parry on Lancer.", &[]),
    ("Saber: Enter Spirit Form. Attack Lancer in the second round.", &["W310"]),
    ("Rin: Command Saber \"Take on Spirit Form!\". Saber: Attack Lancer.", &["W310"]),
    ("Saber: Attack Lancer if Caster is here. Enter Spirit Form.", &[]),
    // Numbers that are always or never so.
    ("Saber: If I have less than 0 Health, stay.", &["W359"]),
    ("Saber: If I have 0 or more Mana, stay.", &["W359"]),
    ("Saber: If I have more than 300 Health, stay.", &["W359"]),
    ("Saber: If I have 300 or less Health, stay.", &["W359"]),
    ("Saber: If I have 299 or less Health, stay.", &[]),
    ("Saber: If Rin has more than 100% of her maximum Mana, stay.", &["W359"]),
    ("Saber: If fewer than 0 opponents are here, stay.", &["W359"]),
    ("Saber: If it is Night 2, stay.", &["W359"]),
    ("Saber: If it is Night 3 or later, stay.", &[]),
    ("Saber: If it is Night 4 or later, stay.", &["W359"]),
    // An `otherwise` says its `if` once more, and is no fault of its own.
    ("Saber: If it is Night 3, attack Lancer; otherwise, attack Caster.", &[]),
    ("Saber: If it is Night 4, attack Lancer; otherwise, attack Caster.", &["W359"]),
    ("Saber: Unless it is Night 3, attack Lancer; otherwise, attack Caster.", &["W359"]),
    ("Saber: Attack Lancer if I have more than 300 Health, otherwise Caster.", &["W359"]),
    // What befalls somebody nobody orders.
    ("Saber: Use Parry on Lancer when I am attacked.", &[]),
    ("Saber: Use Parry on Lancer when I am damaged.", &[]),
    ("Saber: Use Parry on Lancer whenever I am attacked.", &["W104"]),
    ("Saber: Attack Caster after I attack Lancer.", &["W374"]),
    // A move is cancelled behind all of the first round.
    ("Saber: If my move is cancelled, attack Lancer.", &["W342"]),
    ("Saber: If my move is not cancelled, attack Lancer.", &["W341"]),
    ("Saber: If my move is cancelled, attack Lancer; otherwise, use Parry on Lancer.", &["W342"]),
    // One's own side.
    ("Saber: Attack Rin.", &["W353"]),
    ("Saber: Attack my Master.", &["W353"]),
    ("Saber: Attack me.", &["W353"]),
    ("Saber: Use Chain Slash on Lancer and my Master.", &["W353"]),
    ("Saber: Attack Rin or Lancer.", &["W353"]),
    ("Saber: Use Heal on Saber.", &[]),
    ("Saber: Use Teleport on Rin to Church.", &[]),
    ("Rin: Use Gandr on Saber.", &["W353"]),
    // What would have changed the order above it.
    ("Saber: Attack Lancer. If Caster is here, attack Caster instead.", &[]),
    ("Saber: Attack Lancer. If Caster glows, attack Caster instead.", &["W360", "E105"]),
    // Instead of the move, or of the attack?
    ("Saber: Attack Lancer. Move to Bridge. If Caster is here, attack Caster instead.", &["W360", "E105"]),
    ("Saber: Attack Lancer.\nRin: If Caster is here, stay instead.", &["E105"]),
];

#[test]
fn what_cannot_or_should_not_run_is_said_once() {
    let view = view();
    let mut failures = Vec::new();
    for (text, expected) in TEXTS {
        let mut found = codes(text, &view);
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        if found != expected {
            failures.push(format!("{text}\n    {:?}", told(text, &view).0));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn command_spells_are_counted() {
    let of = |left: u32, text: &str| {
        let mut view = view();
        view.own[0].command_spells = left;
        let (said, checked) = told(text, &view);
        (said.iter().map(|s| s[..4].to_owned()).collect::<Vec<_>>(), checked.plan.len())
    };
    let spell = "Command Saber \"Withstand it!\".";
    let asked = "If Lancer is here, command Saber \"Withstand it!\".";
    let rin = |orders: &[&str]| format!("Rin:\n{}", orders.join("\n"));
    // The last is loud; what is above the count, without a condition, is refused and alone so.
    assert_eq!(of(3, &rin(&[spell, spell])), (vec![], 2));
    assert_eq!(of(3, &rin(&[spell, spell, spell])), (vec!["W355".to_owned()], 3));
    assert_eq!(of(3, &rin(&[spell, spell, spell, spell])), (vec!["W355".to_owned(), "E354".to_owned()], 3));
    assert_eq!(of(1, &rin(&[spell])), (vec!["W355".to_owned()], 1));
    assert_eq!(of(0, &rin(&[spell])), (vec!["E318".to_owned()], 0));
    // On conditions a warning: one of them may never come.
    assert_eq!(of(1, &rin(&[asked, asked])), (vec!["W355".to_owned(), "W356".to_owned()], 2));
    assert_eq!(of(2, &rin(&[asked, asked])), (vec!["W355".to_owned()], 2));
    assert_eq!(of(2, &rin(&[asked])), (vec![], 1));
    // Of two branches one runs.
    let either = "If Lancer is here, command Saber \"Withstand it!\"; otherwise, command Saber \"Summon!\".";
    assert_eq!(of(2, &rin(&[either])), (vec![], 1));
}

#[test]
fn purchases_need_their_place_and_their_price() {
    let view = shops();
    assert_eq!(codes("Saber: Buy Focus Band.", &view), ["W358"]);
    assert_eq!(codes("Saber: Move to Bridge. Buy Focus Band.", &view), Vec::<&str>::new(), "there by then");
    assert_eq!(codes("Rin: Request True Healing for Saber.", &view), ["W304", "W358"]);
    assert_eq!(codes("Rin: Ask the IGM for information, offering 150 CP.", &view), ["W358"]);
    // In one sentence with the move that leads there it is done there, and the plan says so.
    let line = "Saber: Move to Bridge and then buy Focus Band.";
    assert_eq!(codes(line, &view), Vec::<&str>::new());
    let said = planned::build_plan(&check(&Source::new("red.txt", line), &view), &view);
    assert_eq!(said[0].words, "Move to Bridge and then buy Focus Band in the 2nd round.");
    assert_eq!(codes("Saber: Move to Church and then buy Focus Band.", &view), ["E117"], "nothing is sold there");
    let mut there = view;
    for own in &mut there.own {
        own.at = "Bridge".to_owned();
    }
    assert_eq!(codes("Saber: Buy Focus Band.", &there), Vec::<&str>::new());
    assert_eq!(
        codes("Saber: Move to Park and then buy Focus Band.", &there),
        ["E117"],
        "it is had here, before the move"
    );
    // 160 CP for two at 100 each.
    assert_eq!(codes("Saber: Buy 2 Focus Band.", &there), ["W304"]);
    assert_eq!(codes("Saber: Buy Focus Band. Buy Splint.", &there), ["W304"]);
}

#[test]
fn a_target_without_a_name_is_an_opponent() {
    let cases = [
        ("Attack anyone.", "Attack an opponent.", &[][..]),
        ("Attack someone here.", "Attack an opponent in this location.", &[]),
        ("Use Excalibur on everyone.", "Use Excalibur on every opponent.", &[]),
        ("Use Excalibur on everybody else here.", "Use Excalibur on every opponent in this location.", &[]),
        ("Use Excalibur on up to 3 characters.", "Use Excalibur on up to 3 opponents.", &[]),
        ("Attack a Servant.", "Attack an enemy Servant.", &[]),
        ("Attack whoever attacks Rin.", "If an opponent attacks Rin, attack the opponent who attacks Rin.", &[]),
        (
            "If anyone attacks me, use Parry on that character.",
            "If anyone attacks me, use Parry on that character.",
            &[],
        ),
        ("Use Heal on a Servant.", "Use Heal on an enemy Servant.", &["W352"]),
    ];
    for (order, words, expected) in cases {
        let (said, checked) = told(&format!("Saber: {order}"), &view());
        let plan: Vec<String> = checked.plan.iter().map(order_text::order_sentence).collect();
        assert_eq!(plan, [words], "{order}: {said:?}");
        assert_eq!(checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), expected, "{order}: {said:?}");
    }
}

#[test]
fn at_peace_every_name_is_said_to_be_struck_whoevers_it_is() {
    let mut view = view();
    view.own[0].allies = vec!["Blue".to_owned()];
    // The same words of everybody: whose team they are of is not to be had by asking.
    assert_eq!(
        told("Saber: Attack Lancer. Attack Illya.", &view).0,
        ["W354 you are at peace with `Blue`: whoever is named is struck, of that team too (A255)"]
    );
    assert_eq!(told("Saber: Attack Illya.", &view).0, told("Saber: Attack Lancer.", &view).0);
    assert!(told("Saber: Attack an opponent.", &view).0.is_empty());
}

/// Whose second move it is, and what comes of it, is said though one of the two stands in another's order.
#[test]
fn a_second_move_is_told_with_whose_it_is_and_which_is_made() {
    let view = view();
    for (text, number) in [
        ("Rin: Move to Bridge with Saber. Saber: Move to Church.", 2),
        ("Saber: Move to Bridge. Rin: Move to Church with Saber.", 1),
    ] {
        let found = check(&Source::new("red.txt", text), &view).diagnostics;
        let said: Vec<&str> = found.iter().filter(|d| d.code == "W312").map(|d| d.message.as_str()).collect();
        let whose = format!("a second move of `Saber`, beside `move to Bridge` of order {number}: the first");
        assert!(said.len() == 1 && said[0].starts_with(&whose), "{text}: {said:?}");
    }
}

#[test]
fn the_plan_says_what_may_change_a_cost() {
    let mut view = view();
    view.own[1].skills[1].cost_changed_by = vec!["Frenzy".to_owned()];
    let checked = check(&Source::new("red.txt", "Saber: Use Chain Slash on Lancer."), &view);
    let text = planned::render_plan(&planned::build_plan(&checked, &view));
    assert!(text.contains("1 AP, 20 Mana (as things stand; `Frenzy` may change it)"), "{text}");
}

#[test]
fn the_plan_says_who_was_last_seen_where() {
    let mut view = view();
    let at = view.own("Saber").map(|own| own.at.clone()).unwrap_or_default();
    for known in &mut view.known {
        known.is_dead = false;
        known.last_seen = match known.name.as_str() {
            "Lancer" => Some((at.clone(), 1)),
            "Archer" => Some(("Church".to_owned(), 1)),
            _ => None,
        };
    }
    let said = |order: &str| {
        let found = check(&Source::new("red.txt", order), &view);
        let plan = planned::build_plan(&found, &view);
        plan.into_iter().flat_map(|planned| planned.steps).map(|step| step.reach).collect::<Vec<_>>()
    };
    assert_eq!(said("Saber: Attack Lancer."), [""]);
    assert_eq!(said("Saber: Attack Archer."), ["Archer was last seen in Church, night 1"]);
    assert_eq!(said("Saber: Attack Caster."), ["Caster has not been seen"]);
    assert_eq!(said("Saber: Use Excalibur on every opponent."), [format!("last seen in {at}: Lancer")]);
    assert_eq!(said("Saber: Use Excalibur on every enemy Master."), [format!("nobody of them was last seen in {at}")]);
    assert_eq!(said("Saber: Move to Bridge."), [""]);
}

#[test]
fn what_carries_people_needs_a_place_and_carries_so_many() {
    let packet = crate::cli::repository().join("tests/orders/blind/packet.yaml");
    let view = grail_referee::campaign::game::packet::Packet::read_packet(&packet).unwrap().view;
    let told = |order: &str| super::said(&check(&Source::new("red.txt", format!("Rin: {order}")), &view));
    for (order, code) in [
        ("Use the Teleporter.", "E305"),
        ("Use the Teleporter on Saber.", "E305"),
        ("Use the Teleporter on Saber and Lancer to Bridge.", "E303"),
        ("Use the Teleporter on Saber to Bridge.", "E362"),
        ("Request Instant Teleport.", "E305"),
        ("Request Instant Teleport for Saber to Bridge.", "E319"),
    ] {
        let said = told(order);
        assert!(said.iter().any(|line| line.starts_with(code)), "{order}\n{said:#?}");
    }
    for order in [
        "Use the Teleporter to Bridge.",
        "Use the Teleporter on me and Saber to Bridge.",
        "Use the Teleporter to take Saber to Bridge.",
        "Use the Teleporter on Saber to Bridge. Stay.",
        "Request Instant Teleport to Bridge.",
    ] {
        let said = told(order);
        assert!(!said.iter().any(|line| line.starts_with("E3")), "{order}\n{said:#?}");
    }
}
