//! What players write by habit and a reader could lose an order by: each is told, and the others stand.

use super::{checked, marked, plan, said};

const FULL_STOP: &str = "W101 a full stop is missing here";

#[test]
fn a_label_is_named_and_the_block_goes_on() {
    for (label, note) in [
        ("Daytime", "scouting is by day"),
        ("Scouting", "scouting is by day"),
        ("Plan 2", "says when it comes"),
        ("Backup", "says when it comes"),
    ] {
        let text = format!("Saber:\nScout Church.\n{label}: attack Caster.\nMove to Bridge.\nRin: Stay.");
        let found = checked(&text);
        assert_eq!(
            said(&found),
            [format!("E118 `{label}` is no character: what follows is read as an order of `Saber` [Attack Caster.]")]
        );
        assert_eq!(marked(&found, &text), [label]);
        assert!(found.diagnostics[0].notes[0].contains(note), "{:?}", found.diagnostics);
        assert_eq!(
            plan(&found),
            ["Saber: Scout Church.", "Saber: Attack Caster.", "Saber: Move to Bridge.", "Rin: Stay."]
        );
    }
    // A phase says when the order behind it comes.
    let found =
        checked("Saber:\nScout Church\nAttacking Phase: attack Caster\n2nd Instant Phase: use Parry on Archer.");
    assert_eq!(
        plan(&found),
        [
            "Saber: Scout Church.",
            "Saber: Attack Caster in the Attacking Phase.",
            "Saber: Use Parry on Archer in the 2nd Instant Phase."
        ]
    );
    // Alone on its line, and behind an order without its full stop.
    let found = checked("Saber:\nScout Church\nSecond round:\n  Attack Caster.\n  Attack Lancer.");
    assert_eq!(
        plan(&found),
        ["Saber: Scout Church.", "Saber: Attack Caster in the 2nd round.", "Saber: Attack Lancer in the 2nd round."]
    );
    // What says nothing of when.
    for label in ["Battle", "Night", "Action 1", "Main"] {
        let found = checked(&format!("Saber:\nScout Church.\n{label}: attack Caster."));
        assert_eq!((said(&found).len(), plan(&found).len()), (0, 2), "{label}: {:?}", found.diagnostics);
    }
    // Above the first block and above nothing it heads nothing that could be lost.
    assert!(said(&checked("My orders:\n\nSaber:\nStay.\n\nNight 4:\n")).is_empty());
}

#[test]
fn a_remark_is_passed_over_aloud_and_costs_no_order() {
    let text = "Saber:\nNote: Caster is probably at the Church.\nAttack Caster.\nPS: attack Lancer.\nStay.";
    let found = checked(text);
    assert_eq!(
        said(&found),
        [
            "E118 `Note:` begins no block and no order follows it: these words are passed over [# Note: …]",
            "E118 `PS` is no character: what follows is read as an order of `Saber` [Attack Lancer.]",
        ]
    );
    assert_eq!(marked(&found, text), ["Note: Caster is probably at the Church", "PS"]);
    let numbers: Vec<_> = found.plan.iter().map(|order| order.number).collect();
    assert_eq!((plan(&found).len(), numbers), (3, vec![1, 2, 3]), "a remark is no order and has no number");
    let found = checked("Saber:\nNote: be careful\nUse Rapid Cut on Caster.");
    assert_eq!(plan(&found), ["Saber: Use Rapid Cut on Caster."], "the next line is not part of the remark");
}

#[test]
fn orders_under_a_name_that_is_nobody_s_are_counted_and_nobody_else_carries_them_out() {
    for (head, suggestion) in [("Sabre", " [Saber]"), ("Lancer", ""), ("Shadow of the Day", ""), ("Master", " [Rin]")] {
        let found = checked(&format!("Rin: Stay.\n{head}:\nAttack Caster.\nMove to Bridge.\nSaber: Stay."));
        assert_eq!(said(&found), [format!("E201 `{head}` is no character of this seat{suggestion}")]);
        let notes = found.diagnostics[0].notes.join("; ");
        assert!(notes.contains("none of the 2 orders below it is carried out"), "{notes}");
        assert_eq!(plan(&found), ["Rin: Stay.", "Saber: Stay."]);
    }
    let found = checked("Rin: Stay\nSabre: Attack Caster.");
    assert_eq!(said(&found), [FULL_STOP, "E201 `Sabre` is no character of this seat [Saber]"][1..], "{found:?}");
    assert_eq!(plan(&found), ["Rin: Stay."]);
}

#[test]
fn a_name_with_words_about_it_begins_its_block_with_a_warning() {
    for head in ["Orders for Saber:", "Servant Saber:", "Saber's orders:", "Saber (Lena):", "Night 3 - Saber:"] {
        let found = checked(&format!("Rin: Stay.\n{head}\nAttack Caster."));
        assert_eq!(said(&found), ["W103 a block begins with a name and a colon [Saber:]"], "{head}");
        assert_eq!(plan(&found), ["Rin: Stay.", "Saber: Attack Caster."]);
    }
    let found = checked("Rin: Stay.\nSaber's Master: Attack Caster.");
    assert_eq!(plan(&found), ["Rin: Stay."], "that is not Saber: {:?}", said(&found));
    assert_eq!(said(&found).len(), 1);
}

#[test]
fn an_accent_behind_its_letter_is_the_letter_and_a_missing_one_is_suggested() {
    let mut view = super::view::view();
    view.own[0].name = "Éléa".to_owned();
    let check = |text: &str| {
        let source = grail_referee::language::span::Source::new("red.txt", text);
        grail_referee::orders::check(&source, &view)
    };
    // As some mail programs write it, an accent by itself.
    let found = check("E\u{301}le\u{301}a:\nStay.");
    assert_eq!((said(&found), plan(&found)), (vec![], vec!["Éléa: Stay.".to_owned()]));
    let found = check("Elea:\nStay.");
    assert_eq!(said(&found), ["E201 `Elea` is no character of this seat [Éléa]"]);
}

#[test]
fn a_missing_full_stop_behind_a_faulty_order_costs_that_order_alone() {
    let text = "Saber:\nKick Caster\nUse Rapd Cut on Lancer\nMove to Bridge.";
    let found = checked(text);
    assert_eq!(
        said(&found),
        [
            "E112 `Kick` is no verb of an order",
            FULL_STOP,
            "E204 `Saber` has no skill `Rapd Cut` [Rapid Cut]",
            FULL_STOP,
        ]
    );
    assert_eq!(plan(&found), ["Saber: Move to Bridge."]);
    assert_eq!(
        plan(&checked("Saber:\nattack caster\nmove to bridge.")),
        ["Saber: Attack Caster.", "Saber: Move to Bridge."]
    );
}

#[test]
fn two_orders_on_one_line_are_both_named_and_neither_is_guessed() {
    for (text, one, two) in [
        ("Attack Caster move to Bridge.", "Attack Caster", "move to Bridge"),
        ("Scout Church use Rapid Cut on Caster.", "Scout Church", "use Rapid Cut on Caster"),
        (
            "Use Rapid Cut on Caster if Caster is here move to Bridge.",
            "Use Rapid Cut on Caster if Caster is here",
            "move to Bridge",
        ),
        ("Attack Caster Rin: Stay.", "Attack Caster", "Rin: Stay"),
    ] {
        let found = checked(&format!("Saber:\n{text}\nSaber: Stay."));
        let capital = two[..1].to_uppercase() + &two[1..];
        assert_eq!(
            said(&found),
            [format!("E119 a full stop is missing between two orders: `{one}` and `{two}` [{one}. {capital}.]")]
        );
        assert_eq!(plan(&found), ["Saber: Stay."]);
    }
}

#[test]
fn what_could_hang_on_a_condition_is_not_cut_off_from_it_but_named() {
    // Without the condition the move could be what nobody meant.
    let text = "Saber:\nIf Caster glows\nMove to Bridge.\nStay.";
    let found = checked(text);
    assert_eq!(plan(&found), ["Saber: Stay."]);
    let notes: Vec<_> = found.diagnostics.iter().flat_map(|d| d.notes.clone()).collect();
    assert!(notes.iter().any(|n| n.contains("`Move to Bridge` is lost, on a line below")), "{notes:?}");
    for text in ["Kick Caster and\nMove to Bridge.", "Bribe Rin to\nMove to Bridge."] {
        assert!(plan(&checked(&format!("Saber:\n{text}"))).is_empty(), "{text}");
    }
}
