//! Orders that would be carried out otherwise than they say: told, or refused with the order that says it.

use grail_referee::orders::plan;
use grail_referee::vocabulary::phase::Phase;

use super::{checked, plan as lines, said, view};

/// Deeds of Saber's, of every phase.
const DEEDS: [&str; 9] = [
    "use Roar",
    "use Rain Manipulation",
    "enter Spirit Form",
    "use item Magic Glasses",
    "attack Caster",
    "use Chain Slash on Archer",
    "use Bellerophon on Rider",
    "move to Bridge",
    "use Heal on Saber",
];

/// In which phase a deed comes by itself.
fn phase(deed: &str) -> Option<Phase> {
    let view = view::view();
    let steps = plan::build_plan(&checked(&format!("Saber: {deed}.")), &view).remove(0).steps;
    let phases = [Phase::Instant, Phase::Support, Phase::Attacking, Phase::Prepared, Phase::Movement];
    phases.into_iter().find(|phase| phase.name() == steps[0].phase)
}

#[test]
fn and_then_that_the_phases_turn_round_is_told_with_the_way_to_say_it() {
    for one in DEEDS {
        for other in DEEDS {
            for joint in [" and then ", ", then ", " and "] {
                let text = format!("Saber: {one}{joint}{other}.");
                let found = checked(&text);
                // `then` says which comes first, and so does a move: it is refused.
                let says_first = joint.contains("then") || one.starts_with("move");
                let code = if says_first { "E117" } else { "W361" };
                let turned: Vec<_> = found.diagnostics.iter().filter(|d| d.code == code).collect();
                assert_eq!(turned.len(), usize::from(phase(other) < phase(one)), "{text}: {:?}", said(&found));
                let Some(turned) = turned.first() else { continue };
                // The plan says in which order they come, and no order says that it is the other.
                let in_phases: Vec<String> = match code {
                    "W361" => lines(&checked(&format!("Saber: {other} and {one}."))),
                    _ => Vec::new(),
                };
                assert_eq!(lines(&found), in_phases, "{text}");
                let names = |of: &str| turned.message.to_lowercase().contains(&of.to_lowercase());
                assert!(
                    names(other) && names(one) && phase(one).is_some_and(|phase| names(phase.name())),
                    "{text}: {}",
                    turned.message
                );
                for cure in turned.notes.iter().filter_map(|n| Some(n.split_once('`')?.1.trim_end_matches('`'))) {
                    let cured = checked(&format!("Saber: {cure}"));
                    assert_eq!(lines(&cured), [format!("Saber: {cure}")]);
                    assert!(!cured.diagnostics.iter().any(|d| d.code == "W361"), "{cure}");
                }
            }
        }
    }
    // What waits comes before the Turn ends: that is certain. What of two that wait may come first is told, too.
    for (order, told) in [
        ("When Caster attacks me, say \"Enough.\" and then attack Caster.", true),
        ("When Caster attacks me, tell Blue \"Enough.\" and then use Roar.", true),
        ("When Caster attacks me, attack Caster and then say \"Enough.\".", false),
        ("When Caster attacks me, attack Caster and then use Roar.", true),
        ("When Caster attacks me, use Roar and then attack Caster.", false),
        ("If Caster attacks me, say \"Enough.\" and then attack Caster.", true),
    ] {
        let found = checked(&format!("Saber: {order}"));
        let turned = found.diagnostics.iter().filter(|d| ["W361", "E117"].contains(&d.code)).count();
        assert_eq!(turned, usize::from(told), "{order}: {:?}", said(&found));
    }
    // What waits comes when that comes.
    assert!(said(&checked("Saber: Attack Caster and then use Roar when Caster attacks me.")).is_empty());
}

#[test]
fn an_item_works_on_whoever_uses_it() {
    for item in ["Splint", "Status-curing Pills", "Charged Potion", "Magic Glasses", "Mana Detector"] {
        for (on, own) in [
            ("", true),
            (" on me", true),
            (" on Saber", true),
            (" on Rin", false),
            (" on my Master", false),
            (" on Caster", false),
            (" on Saber and Rin", false),
            (" to Bridge", false),
            (" on every ally", false),
        ] {
            for verb in ["Use item", "Use"] {
                let mut view = view::view();
                view.own[1].items.push(item.to_owned());
                let text = format!("Saber: {verb} {item}{on}.");
                let found = grail_referee::orders::check(
                    &grail_referee::language::span::Source::new("red.txt", text.as_str()),
                    &view,
                );
                assert_eq!(found.has_errors(), !own, "{text}: {:?}", said(&found));
                if own {
                    assert_eq!(found.plan.len(), 1, "{text}");
                } else {
                    assert_eq!(found.diagnostics[0].suggestion, Some(format!("Use item {item}.")), "{text}");
                }
            }
        }
    }
    assert!(!checked("Saber: Use item Teleporter on me and Rin to Harbor.").has_errors());
}

#[test]
fn whom_somebody_does_something_to_is_not_who_does_it() {
    for (doer, told) in [("Lancer", "Lancer"), ("Lancer or Archer", "Lancer or Archer"), ("an opponent", "an opponent")]
    {
        for (act, acts) in [("attacks", "attacks"), ("kills", "kills"), ("damages", "damages")] {
            for he in ["him", "them"] {
                for joint in ["if", "when"] {
                    let found =
                        checked(&format!("Rin: Command Saber \"Survive at all costs!\" {joint} {doer} {act} {he}."));
                    let words = lines(&found).join("");
                    assert!(
                        words.contains(&format!("{told} {acts} Saber")),
                        "{joint} {doer} {act} {he}: {words} {:?}",
                        said(&found)
                    );
                }
                // Before the order nobody is named whom the word could mean.
                let found = checked(&format!("Rin: If {doer} {act} {he}, command Saber \"Survive at all costs!\"."));
                assert!(found.has_errors(), "{doer} {act} {he}: {:?}", lines(&found));
            }
        }
    }
    let found = checked("Rin: If Saber is here and Lancer attacks him, use Gandr on Lancer.");
    assert!(!found.has_errors(), "{:?}", said(&found));
}

#[test]
fn one_civilian_a_turn() {
    for one in ["a civilian", "one civilian", "1 civilian"] {
        assert_eq!(lines(&checked(&format!("Saber: Consume {one}."))), ["Saber: Consume a civilian."]);
    }
    for many in ["two", "2", "three", "ten", "0"] {
        let found = checked(&format!("Saber: Consume {many} civilians."));
        assert!(found.plan.is_empty(), "{many}");
        assert_eq!(found.diagnostics[0].suggestion.as_deref(), Some("Consume a civilian."));
    }
}

#[test]
fn a_basic_attack_goes_nowhere() {
    for targets in ["Lancer", "Stranger-1", "an opponent"] {
        for often in ["", " 2 times"] {
            for order in [format!("Attack {targets} to Bridge{often}."), format!("Attack {targets}{often} to Bridge.")]
            {
                let found = checked(&format!("Saber: {order}"));
                assert!(found.plan.is_empty(), "{order}: {:?}", lines(&found));
                let offered = found.diagnostics[0].suggestion.clone().unwrap();
                assert_eq!(lines(&checked(&format!("Saber: {offered}"))), [format!("Saber: {offered}")]);
            }
        }
    }
}

#[test]
fn a_denial_is_warned_of_as_what_it_denies_is_not() {
    let code = |text: &str, code: &str| {
        checked(&format!("Saber: {text}"))
            .diagnostics
            .iter()
            .filter(|d| d.code == code)
            .map(|d| d.message.clone())
            .next()
    };
    // The orders are for Night 3.
    for (condition, holds) in [
        ("it is Night 1", false),
        ("it is Night 3", true),
        ("it is Night 2 or later", true),
        ("it is Night 4 or later", false),
        ("it is Night 2 or earlier", false),
        ("it is later than Night 3", false),
    ] {
        let stays = |text: &str, holds: bool| {
            let said = code(text, "W359");
            assert_eq!(said.is_none(), holds, "{text}: {said:?}");
            assert!(said.is_none_or(|why| why.starts_with("this never holds")), "{text}");
        };
        stays(&format!("If {condition}, use Roar."), holds);
        stays(&format!("Unless {condition}, use Roar."), !holds);
        stays(&format!("If not ({condition}), use Roar."), !holds);
        stays(&format!("If {}, use Roar.", condition.replace("it is", "it is not")), !holds);
        stays(&format!("If not (not ({condition})), use Roar."), holds);
    }
    // Saber has at most 300 Health.
    for (condition, denied, word) in [
        ("I have 301 or more Health", "I do not have 301 or more Health", "never"),
        ("I have 300 or less Health", "I do not have 300 or less Health", "always"),
        ("I have less than 0 Mana", "I do not have less than 0 Mana", "never"),
    ] {
        let other = if word == "never" { "always" } else { "never" };
        let said = |text: String| code(&text, "W359").unwrap_or_default();
        assert!(said(format!("If {condition}, use Roar.")).starts_with(&format!("this {word} holds")));
        assert!(said(format!("If {denied}, use Roar.")).starts_with(&format!("this {other} holds")));
        assert!(said(format!("Unless {condition}, use Roar.")).starts_with(&format!("this {other} holds")));
    }
    for (text, exact) in [
        ("If I have 100 Health, use Roar.", true),
        ("If I do not have 100 Health, use Roar.", true),
        ("Unless I have 100 Health, use Roar.", true),
    ] {
        assert_eq!(code(text, "E361").is_some(), exact, "{text}");
    }
}

#[test]
fn two_moves_of_which_both_may_come_are_told() {
    for (orders, told) in [
        ("If Caster is here, move to Bridge. If Archer is here, move to Church.", true),
        ("If Caster is here, move to Bridge. Move to Church.", true),
        ("Move to Bridge. If Caster is here, move to Church.", true),
        ("When Caster attacks me, move to Bridge. When Archer attacks me, move to Church.", true),
        ("If Caster is here, move to Bridge. If Caster is not here, move to Church.", false),
        ("If Caster is here, move to Bridge. Unless Caster is here, move to Church.", false),
        ("If Caster is here, move to Bridge; otherwise, move to Church.", false),
        ("If Caster is here, move to Bridge.", false),
    ] {
        let found = checked(&format!("Saber: {orders}"));
        let seconds = found.diagnostics.iter().filter(|d| d.code == "W312").count();
        assert_eq!(seconds, usize::from(told), "{orders}: {:?}", said(&found));
    }
}

#[test]
fn a_master_who_moves_into_a_battle_has_no_turn_action_there() {
    for (orders, told) in [
        ("Move to Bridge. Use Gandr on Caster.", true),
        ("Use Gandr on Caster. Move to Bridge.", false),
        ("If Caster is here, move to Bridge. Use Gandr on Caster.", false),
    ] {
        let mut view = view::view();
        view.own.iter_mut().for_each(|own| own.turns_in_battle = 0);
        let text = format!("Rin: {orders}");
        let source = grail_referee::language::span::Source::new("red.txt", text.as_str());
        let found = grail_referee::orders::check(&source, &view);
        let limited = found.diagnostics.iter().filter(|d| d.message.contains("R256")).count();
        assert_eq!(limited, usize::from(told), "{orders}: {:?}", said(&found));
    }
}

#[test]
fn what_the_igm_takes_is_counted() {
    for (purse, orders, told) in [
        (100, "Request Fast Healing.", true),
        (150, "Request Fast Healing.", false),
        (299, "Request True Healing for Saber.", true),
        (150, "Request Fast Healing. Ask the IGM for information, offering 150 CP.", true),
        (149, "Ask the IGM for information, offering 150 CP.", true),
        (0, "Ask the IGM for information, offering \"Saber is Arthur\".", false),
    ] {
        let mut view = view::view();
        view.own.iter_mut().for_each(|own| own.cp = purse.into());
        let text = format!("Rin: {orders}");
        let source = grail_referee::language::span::Source::new("red.txt", text.as_str());
        let found = grail_referee::orders::check(&source, &view);
        let short = found.diagnostics.iter().any(|d| d.message.contains(" CP; there are"));
        assert_eq!(short, told, "{purse} CP: {orders}: {:?}", said(&found));
    }
}

#[test]
fn whoever_stays_calls_no_move_off() {
    for letter in [
        "Saber: Move to Bridge. Don't move if Lancer is here.",
        "Saber: If Lancer is here, stay. Move to Bridge.",
        "Saber: Flee to Bridge. Unless Lancer is here, stay.",
        "Saber: Use Teleport on Rin to Church. If Lancer is here, stay.",
    ] {
        let found = checked(letter);
        assert!(found.diagnostics.iter().any(|d| d.code == "E364"), "{letter}: {:?}", said(&found));
    }
    let found = checked("Saber: If Lancer is here, stay; otherwise, move to Bridge.");
    assert!(!found.has_errors(), "{:?}", said(&found));
}

#[test]
fn what_is_for_one_and_what_answers_a_blow_is_not_taken_for_less() {
    assert!(checked("Rin: Request Fast Healing for both of us.").has_errors());
    assert!(checked("Saber: Counter Lancer with Rapid Cut.").has_errors());
    let exact = checked("Rin: If I still have two Command Spells, stay.");
    assert!(exact.diagnostics.iter().any(|d| d.code == "E361"), "{:?}", said(&exact));
    let exact = checked("Rin: If I have exactly two Command Spells, stay.");
    assert!(exact.diagnostics.iter().all(|d| d.code != "E361"), "{:?}", said(&exact));
}

/// What an order can wait for.
const EVENTS: [&str; 4] = ["Lancer attacks", "Lancer attacks Rin", "Archer dies", "an opponent enters"];

#[test]
fn what_waits_is_the_action_that_its_time_stands_beside() {
    for one in DEEDS {
        for event in EVENTS {
            for when in ["when", "after", "once", "as soon as"] {
                // `A, and when C, B`: B waits, A does not.
                let found = checked(&format!("Saber: {one}, and {when} {event}, attack Caster."));
                let plan = lines(&found);
                let waits: Vec<bool> =
                    plan.iter().map(|line| line.contains(" when ") || line.contains("When ")).collect();
                assert!(
                    found.has_errors() || waits == [false, true],
                    "{one}, and {when} {event}: {plan:?} {:?}",
                    said(&found)
                );
                // `A when C and then B`: left open.
                let found = checked(&format!("Saber: {one} {when} {event} and then attack Caster."));
                assert_eq!(lines(&found), [""; 0], "{one} {when} {event}");
            }
            // `When C, A. Then B.`: left open too; at a time within the phase it is told.
            for then in ["Then", "Next,", "Afterwards,", "Finally,"] {
                let found = checked(&format!("Saber: When {event}, {one}. {then} attack Caster."));
                let plan = lines(&found);
                assert!(plan.len() < 2, "{one} {then}: {plan:?} {:?}", said(&found));
            }
        }
    }
    for then in ["Then", "Next,", "Afterwards,", "Finally,"] {
        let found = checked(&format!("Saber: Attack Lancer at the end of the Attacking Phase. {then} attack Caster."));
        assert!(said(&found).iter().any(|line| line.starts_with("E117")), "{then}: {:?}", said(&found));
    }
    // Two times joined by `and` are two actions, or none.
    for other in ["in the second round", "at AGI D", "at the end of the Attacking Phase", "when Caster dies"] {
        let found = checked(&format!("Saber: Attack Lancer when Lancer attacks and {other}."));
        assert_eq!(lines(&found), [""; 0], "{other}");
    }
}

#[test]
fn instead_is_of_one_order_that_is_sure_to_be_done() {
    let sure = ["Attack Lancer.", "Use Chain Slash on Lancer.", "When Lancer attacks Rin, attack Lancer."];
    let open = [
        "If Lancer attacks Rin, attack Lancer.",
        "If Lancer is here, attack Lancer.",
        "Unless Archer is here, attack Lancer.",
        "If Lancer is here, attack Lancer; otherwise, attack Archer.",
        "Attack whoever attacks Rin.",
        "Use Roar and attack Lancer.",
        "Use Roar and then attack Lancer.",
    ];
    for (orders, one) in [(sure.as_slice(), true), (&open, false)] {
        for order in orders {
            for condition in ["Caster is here", "Rin is dead", "I have less than 90 Mana"] {
                let found = checked(&format!("Saber: {order} If {condition}, attack Caster instead."));
                let plan = lines(&found);
                assert_eq!(found.diagnostics.iter().all(|fault| !fault.is_error()), one, "{order} {plan:?}");
                assert!(!one || plan.len() == 1, "{order} {plan:?}");
            }
        }
    }
}

#[test]
fn an_exception_behind_several_groups_is_of_each_or_refused() {
    for but in ["except", "other than"] {
        for (one, other) in [("enemy Servant", "enemy Master"), ("enemy Master", "enemy familiar")] {
            for text in [
                format!("Use Excalibur on every {one} and every {other} {but} Caster."),
                format!("Use Excalibur on all {one}s and {other}s {but} Caster."),
                format!("Attack an {one} or an {other} {but} Caster."),
                format!("If an {one} or an {other} {but} Caster is here, use Roar."),
            ] {
                assert_eq!(lines(&checked(&format!("Saber: {text}"))), [""; 0], "{text}");
            }
            let kind = other.trim_start_matches("enemy ");
            for clear in [
                format!("Saber: Use Excalibur on every {one} or {kind} {but} Caster."),
                format!("Saber: Use Excalibur on every {one} {but} Caster and on every {other}."),
            ] {
                assert_eq!(lines(&checked(&clear)).len(), 1, "{clear} {:?}", said(&checked(&clear)));
            }
        }
    }
}

#[test]
fn a_word_for_somebody_never_means_us_of_whom_the_condition_speaks() {
    for state in ["in the same place as Archer", "at the Bridge", "here", "in battle"] {
        for word in ["him", "her", "them"] {
            let found = checked(&format!("Saber: If we are {state}, use Chain Slash on {word}."));
            // Somebody else whom it names is meant.
            match state.contains("Archer") && word != "them" {
                true => assert!(lines(&found)[0].ends_with("use Chain Slash on Archer."), "{state}: {word}"),
                false => assert_eq!(lines(&found), [""; 0], "{state}: {word}"),
            }
        }
    }
}

#[test]
fn whether_a_condition_is_of_the_order_or_of_what_is_paid_more_is_asked() {
    for condition in ["if I have 100 or more Mana", "unless I have less than 40 Mana", "if Archer is dead"] {
        let found = checked(&format!("Saber: Use Parry on Lancer, paying 8 additional Mana {condition}."));
        assert_eq!(lines(&found), [""; 0], "{condition}");
        assert!(said(&found).iter().any(|line| line.contains("`paying`")), "{:?}", said(&found));
        let found = checked(&format!("Saber: {condition}, use Parry on Lancer, paying 8 additional Mana."));
        assert!(!said(&found).iter().any(|line| line.contains("`paying`")), "{:?}", said(&found));
    }
}

#[test]
fn a_blow_at_somebody_in_another_place_is_told_to_reach_nobody() {
    for (order, told) in [
        ("If Caster is in Bridge, attack Caster.", true),
        ("If Caster is in Bridge, use Chain Slash on him.", true),
        ("If Caster is here, attack Caster.", false),
        ("If Caster is in Bridge, attack Archer.", false),
        ("If Caster is in Bridge, move to Bridge.", false),
        ("Move to Bridge. If Caster is in Bridge, attack Caster.", false),
    ] {
        let found = said(&checked(&format!("Saber: {order}")));
        assert_eq!(found.iter().any(|line| line.starts_with("W381")), told, "{order} {found:?}");
    }
}

#[test]
fn a_message_does_not_swallow_what_stands_behind_it() {
    let heads = [
        "I say in red that Caster stayed home",
        "Tell Blue that we come in peace",
        "I state in blue that Archer is Robin",
    ];
    let tails = [
        "and I attack Archer",
        "but I attack Archer",
        "but attack Archer",
        "then attack Archer",
        "and in blue that Rider is Medusa",
        "and in red that Rider is dead",
        "and to Green that we don't",
        "and Green that we don't",
    ];
    for head in heads {
        for tail in tails {
            for joint in [", ", "; "] {
                let text = format!("Saber: {head}{joint}{tail}.");
                let found = checked(&text);
                assert!(found.diagnostics.iter().any(|said| said.is_error()), "{text}: {:?}", lines(&found));
            }
        }
    }
}

#[test]
fn to_get_or_lose_points_is_not_to_fall_to_them() {
    for deed in ["get 3 AP", "drop 40 Health", "go 40 Mana", "get to 40 Health", "fall 40 Health"] {
        let found = checked(&format!("Saber: If I {deed}, attack Caster."));
        assert!(found.diagnostics.iter().any(|said| said.is_error()), "{deed}: {:?}", lines(&found));
    }
    for (said_so, read) in [
        ("drop to 40 Health", "fall to 40 or less Health"),
        ("get down to 40 Health", "fall to 40 or less Health"),
        ("go below 40 Health", "fall to less than 40 Health"),
        ("'ve got 50 or more Mana", "have 50 or more Mana"),
    ] {
        let joined = if said_so.starts_with('\'') { format!("I{said_so}") } else { format!("I {said_so}") };
        let found = checked(&format!("Saber: If {joined}, attack Caster."));
        assert_eq!(lines(&found), [format!("Saber: If I {read}, attack Caster.")], "{joined}");
    }
    let exactly = checked("Saber: If I've got exactly 2 AP, attack Caster.");
    assert_eq!(lines(&exactly), ["Saber: If I have exactly 2 AP, attack Caster."]);
}
