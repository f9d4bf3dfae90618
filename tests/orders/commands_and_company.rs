//! The words of "Obey me!", who is taken along beside what they are ordered, and orders that take what others need.

use grail_referee::orders::plan as planned;

use super::{checked, plan, said};

/// Asserts that each text is refused with its code.
fn refused(cases: &[(&str, &str)]) {
    super::assert_refused(cases, checked);
}

/// Asserts that each text gets its warning and stands.
fn warned(cases: &[(&str, &str)]) {
    for (text, code) in cases {
        let checked = checked(text);
        let is_warned = said(&checked).iter().any(|line| line.starts_with(code));
        assert!(is_warned && !checked.has_errors(), "{text}\n{:?}\n{:?}", plan(&checked), said(&checked));
    }
}

/// Asserts that each text stands without a word.
fn silent(cases: &[&str]) {
    for text in cases {
        let checked = checked(text);
        assert!(!plan(&checked).is_empty() && said(&checked).is_empty(), "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn the_master_speaks_the_words_of_a_command() {
    for (text, words) in [
        ("Command Saber \"Obey me!\": \"Attack whoever attacks me!\"", "Attack whoever attacks Rin!"),
        (
            "Command Saber \"Obey me!\": \"If Lancer attacks me, attack Lancer.\"",
            "If Lancer attacks Rin, attack Lancer.",
        ),
        (
            "Command Saber \"Obey me!\": \"If I have less than 100 Health, attack Lancer.\"",
            "If Rin has less than 100 Health, attack Lancer.",
        ),
        ("Command Saber \"Obey me!\": \"Attack Lancer if he attacks me.\"", "Attack Lancer if he attacks Rin."),
        ("Command Saber \"Obey me!\": \"Attack Lancer.\"", "Attack Lancer."),
        ("Command Spell: \"Obey me!\" on Saber: attack whoever attacks me.", "attack whoever attacks Rin"),
    ] {
        let checked = checked(&format!("Rin: {text}"));
        let expected = format!("Rin: Command Saber \"Obey me!\": \"{words}\".").replace(".\".", "\".");
        let read: Vec<_> = plan(&checked).iter().map(|line| line.replace(".\".", "\".")).collect();
        assert_eq!(read, [expected], "{text}\n{:?}", said(&checked));
        assert!(!said(&checked).iter().any(|line| line.starts_with("W384")), "{text}\n{:?}", said(&checked));
    }
    refused(&[
        ("Rin: Command Saber \"Obey me!\": \"Attack Lancer! I flee to Bridge.\"", "E362"),
        ("Rin: Command Saber \"Obey me!\": \"Attack Lancer when I attack Lancer.\"", "E362"),
        ("Rin: Command Saber \"Obey me!\": \"Attack him!\"", "E214"),
        ("Rin: Use a Command Spell to make Saber attack her.", "E214"),
    ]);
}

#[test]
fn what_the_master_does_is_not_lost_in_a_command() {
    refused(&[
        ("Rin: Use a Command Spell to make Saber attack Lancer and Gandr Caster.", "E362"),
        ("Rin: Command Spell: \"Obey me!\" on Saber: attack Lancer; Gandr Caster.", "E362"),
        ("Rin: Command Spell: \"Obey me!\" on Saber: attack Lancer and flee to Bridge.", "E362"),
        ("Rin: Command Spell: \"Obey me!\" on Saber: attack Lancer, use Gandr on Caster.", "E362"),
        ("Rin: Command Spell: \"Obey me!\" on Saber: attack Lancer and I flee to Bridge.", "E362"),
    ]);
    // In quotes all of it is the Servant's.
    let quoted = checked("Rin: Command Saber \"Obey me!\": \"Attack Lancer and flee to Bridge.\"");
    assert_eq!(plan(&quoted).len(), 1, "{:?}", said(&quoted));
    silent(&[
        "Rin: Use a Command Spell to make Saber attack Lancer.",
        "Rin: Command Saber \"Obey me!\": \"Attack Lancer. Use Parry on Caster.\"",
    ]);
    let bound = checked("Rin: If Lancer attacks me, use a Command Spell to make Saber attack him.");
    assert_eq!(
        plan(&bound),
        ["Rin: If Lancer attacks me, command Saber \"Obey me!\": \"attack Lancer\"."],
        "{:?}",
        said(&bound)
    );
    // A pronoun before the verb.
    let made = checked("Rin: If Saber has more than 100 Health, use a Command Spell to make her attack Lancer.");
    assert_eq!(
        plan(&made),
        ["Rin: If Saber has more than 100 Health, command Saber \"Obey me!\": \"attack Lancer\"."],
        "{:?}",
        said(&made)
    );
}

#[test]
fn words_that_are_no_order_are_left_to_the_gm_and_said_so() {
    warned(&[
        ("Rin: Command Saber \"Obey me!\": \"Drink the cup!\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Attack Lancer and protect me!\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Attack Lancer for three Nights!\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Attack Lancer and never Caster!\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Give me your Splint!\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Never attack Illya.\"", "W384"),
        ("Rin: Command Saber \"Obey me!\": \"Stay!\"", "W384"),
    ]);
    refused(&[
        ("Rin: Command Saber \"Obey me!\": \"Do not attack Lancer.\"\nSaber: Attack Lancer.", "E365"),
        ("Rin: Use a Command Spell to order Saber not to attack Lancer. Saber attacks Lancer.", "E365"),
        ("Rin: Command Saber \"Obey me!\": \"Do not flee!\"\nSaber: Flee to Bridge.", "E365"),
        ("Rin: Command Saber \"Obey me!\": \"Stay!\"\nSaber: Flee to Bridge.", "E365"),
        ("Rin: Command Saber \"Obey me!\": \"Never attack Lancer.\"\nSaber: Use Excalibur on Lancer.", "E365"),
    ]);
    warned(&[(
        "Rin: Command Saber \"Obey me!\": \"Never attack Lancer.\"\nSaber: If Lancer attacks me, attack Lancer.",
        "W384",
    )]);
    let beside = checked("Rin: Command Saber \"Obey me!\": \"Never attack Lancer.\"\nSaber: Attack Caster.");
    assert_eq!(plan(&beside).len(), 2, "{:?}", said(&beside));
}

#[test]
fn who_is_taken_along_does_not_stay() {
    refused(&[
        ("Rin: Command Saber \"Flee this battle now!\" to Bridge. Stay.", "E319"),
        ("Rin: Command Saber \"Flee this battle now!\" to Bridge.\nSaber: Stay.", "E319"),
    ]);
    warned(&[("Rin: Command Saber \"Flee this battle now!\" to Bridge. Move to Church.", "W312")]);
    let mut view = super::view::view();
    let at = view.own("Saber").map(|own| own.at.clone()).unwrap();
    view.known
        .iter_mut()
        .filter(|known| known.name == "Lancer")
        .for_each(|known| known.last_seen = Some((at.clone(), 1)));
    for (text, is_warned) in [
        ("Rin: Use Gandr on Lancer. Command Saber \"Flee this battle now!\" to Bridge.", true),
        ("Rin: Command Saber \"Flee this battle now!\" to Bridge.\nSaber: Attack Lancer.", true),
        ("Rin: Command Saber \"Flee this battle now!\" to Bridge.\nSaber: If Lancer attacks me, attack Lancer.", false),
        ("Rin: If Lancer attacks me, command Saber \"Flee this battle now!\" to Bridge.\nSaber: Attack Lancer.", false),
        ("Rin: Command Saber \"Survive at all costs!\".\nSaber: Attack Lancer.", false),
    ] {
        let said =
            said(&grail_referee::orders::check(&grail_referee::language::span::Source::new("letter", text), &view));
        assert_eq!(said.iter().any(|line| line.starts_with("W375")), is_warned, "{text}\n{said:?}");
    }
    silent(&[
        "Rin: Command Saber \"Flee this battle now!\" to Bridge.\nSaber: If Lancer is here, stay; otherwise, move to Church.",
        "Rin: Stay.",
    ]);
}

#[test]
fn the_rest_of_the_points_is_what_the_others_leave() {
    refused(&[
        ("Saber: Attack Lancer at the end of the Attacking Phase. Attack Caster with the rest of my AP.", "E361"),
        ("Saber: Attack Lancer at the end of the Attacking Phase. Attack Caster as often as possible.", "E361"),
        ("Saber: Attack Lancer at the end of the Attacking Phase. Attack Caster until she is dead.", "E361"),
        ("Saber: Attack Lancer at the end of the Attacking Phase. Attack Caster with my remaining AP.", "E361"),
        ("Saber: Attack Lancer in the second round. Attack Caster with the rest of my AP.", "E361"),
    ]);
    warned(&[
        ("Saber: When Lancer attacks me, attack Lancer. Attack Caster with the rest of my AP.", "W303"),
        ("Saber: Attack Caster as often as possible. Attack Lancer at the end of the Attacking Phase.", "W303"),
    ]);
    silent(&[
        "Saber: Attack Caster. Attack Lancer with the rest of my AP.",
        "Saber: Attack Lancer at the end of the Attacking Phase. Attack Caster.",
    ]);
}

#[test]
fn all_who_do_something_are_not_met_by_one_reaction() {
    refused(&[
        ("Saber: Use Excalibur on everyone who attacks Rin or me.", "E361"),
        ("Saber: Use Excalibur on everybody who attacks me.", "E361"),
    ]);
    let first = checked("Saber: Use Excalibur on whoever attacks Rin.");
    assert_eq!(plan(&first).len(), 1, "{:?}", said(&first));
}

#[test]
fn two_orders_for_two_cases_may_both_be_done() {
    warned(&[
        ("Saber: If no one attacks me, attack Lancer; if someone does, attack them.", "W385"),
        ("Saber: When Lancer attacks me, attack Lancer. If he doesn't, attack Caster.", "W385"),
        ("Saber: Attack Caster unless Lancer attacks me. If Lancer attacks me, attack Lancer twice.", "W385"),
        ("Saber: If Lancer does not attack me, attack Caster. If Lancer attacks me, attack Lancer.", "W385"),
        ("Saber: If Lancer attacks me, attack Lancer. If Lancer does not attack me, attack Caster.", "W385"),
    ]);
    silent(&[
        "Saber: When Lancer attacks me, attack Lancer. If Lancer does not attack me, attack Caster at the end of the Attacking Phase.",
        "Saber: If Lancer is here, attack Lancer. If Lancer is not here, attack Caster.",
        "Saber: If Lancer has attacked me, attack Lancer. If Lancer has not attacked me, attack Caster.",
    ]);
}

/// The plan as text, where everybody known was last seen beside Saber.
fn planned_beside_all(text: &str) -> String {
    let mut view = super::view::view();
    let at = view.own("Saber").map(|own| own.at.clone()).unwrap_or_default();
    view.known.iter_mut().for_each(|known| known.last_seen = Some((at.clone(), 1)));
    let source = grail_referee::language::span::Source::new("letter", text);
    let checked = grail_referee::orders::check(&source, &view);
    planned::render_plan(&planned::build_plan(&checked, &view))
}

#[test]
fn the_plan_names_those_whom_an_order_can_reach() {
    let named = planned_beside_all("Saber: Use Excalibur on all enemies except Lancer.");
    assert!(named.contains("last seen in") && named.contains("Archer") && !named.contains(": Lancer"), "{named}");
    // Who Archer's Master is, the seat does not know.
    let open = planned_beside_all("Saber: Use Excalibur on all enemies except Archer's Master and Lancer.");
    assert!(!open.contains("last seen in"), "{open}");
}

/// Below a flight `here` may be either place; above it, it is the place that the flight leaves.
#[test]
fn here_is_one_place_beside_a_move() {
    for (text, is_refused) in [
        ("Saber: Flee to Church. If Lancer is not here, attack Caster.", true),
        ("Saber: Flee to Church. If no opponent is here, use Parry on Lancer.", true),
        ("Saber: If Lancer is not here, attack Caster. Move to Church.", false),
        ("Saber: If Lancer is not here, attack Caster. Flee to Church.", false),
        ("Saber: If no opponent is here, use Parry on Lancer. Move to Church.", false),
        ("Saber: Move to Church. If Lancer is not here, attack Caster.", false),
    ] {
        let found = checked(text);
        assert_eq!(said(&found).iter().any(|line| line.starts_with("E363")), is_refused, "{text}: {:?}", said(&found));
    }
}

/// What is not done before a move is asked and tried again where the move leads, and the plan says so.
#[test]
fn the_plan_says_what_comes_up_again_behind_a_move() {
    let again = "if not done, once more in Church after the move";
    for (text, is_said) in [
        ("Saber: Attack Caster. Move to Church.", true),
        ("Saber: If Lancer is dead, attack Caster; otherwise, attack Lancer. Move to Church.", true),
        ("Saber: If I have less than 50 Health, attack Caster. Move to Church.", true),
        ("Saber: If Lancer is not here, attack Caster. Move to Church.", false),
        ("Saber: If Caster attacks me, attack Caster. Move to Church.", false),
        ("Saber: Attack Caster, then move to Church.", false),
        ("Saber: Attack Caster. Stay.", false),
    ] {
        let planned = planned_beside_all(text);
        assert_eq!(planned.contains(again), is_said, "{text}\n{planned}");
    }
}

#[test]
fn the_plan_says_how_long_a_command_is_obeyed() {
    let command = planned_beside_all("Rin: Command Saber \"Obey me!\": \"attack Lancer\".");
    assert!(command.contains("obeyed every Night until released"), "{command}");
    let other = planned_beside_all("Rin: Command Saber \"Survive at all costs!\".");
    assert!(!other.contains("obeyed"), "{other}");
}
