//! Whose deeds and whose people an order speaks of: one's own, an opponent's, anybody's; refused or told where it is
//! open.

use grail_referee::orders::plan;

use super::{checked, plan as lines, said, view};

#[test]
fn what_takes_an_order_back_is_no_talk_and_the_order_is_told_to_stand() {
    let taken_back = [
        ("Sorry, I meant Caster.", true),
        ("I mean Caster.", true),
        ("Actually, Caster.", true),
        ("No wait, Caster.", true),
        ("Sorry, wrong name.", true),
        ("Not Archer.", true),
        ("Twice.", true),
        ("It should be Caster.", false),
        ("Well, Caster.", false),
        ("I'd prefer Caster.", false),
    ];
    for (behind, told) in taken_back {
        let found = checked(&format!("Saber: Attack Archer. {behind}"));
        assert!(found.diagnostics.iter().any(|said| said.is_error()), "{behind} {:?}", found.diagnostics);
        assert_eq!(found.diagnostics.iter().any(|said| said.code == "W360"), told, "{behind}");
    }
    for talk in ["Sorry I'm late!", "I hope Caster falls for it."] {
        let found = checked(&format!("Saber: Attack Archer. {talk}"));
        assert!(!found.diagnostics.iter().any(|said| said.is_error()), "{talk} {:?}", found.diagnostics);
    }
}

#[test]
fn in_what_manner_somebody_attacks_is_not_asked_as_an_attack_of_any_kind() {
    for deed in ["shoots Rin", "shoots at Rin", "fires at Rin", "fights Rin", "engages Rin", "gangs up on Rin"] {
        let found = checked(&format!("Saber: If an opponent {deed}, attack Caster."));
        assert!(found.diagnostics.iter().any(|said| said.is_error()), "{deed}: {:?}", lines(&found));
    }
    for whoever in ["whoever shot Rin", "whoever fought Rin"] {
        let found = checked(&format!("Saber: Attack {whoever}."));
        assert!(found.diagnostics.iter().any(|said| said.is_error()), "{whoever}: {:?}", lines(&found));
    }
}

#[test]
fn there_behind_a_move_is_the_place_and_not_where_one_is_stopped() {
    for (asked, read) in [
        ("If Lancer is there", "If Lancer is in Bridge"),
        ("If Lancer isn't there", "If Lancer is not in Bridge"),
        ("If an enemy is there", "If an opponent is in Bridge"),
    ] {
        let found = checked(&format!("Saber: Move to Bridge. {asked}, attack Archer."));
        let meant = ["Saber: Move to Bridge.", &format!("Saber: {read}, attack Archer.")];
        assert_eq!(lines(&found), meant, "{asked} {:?}", found.diagnostics);
        assert!(!said(&found).iter().any(|line| line.starts_with("W373")), "{asked}");
    }
    let elsewhere = checked("Saber: Move to Bridge. If Caster is in Church, attack Archer.");
    assert!(said(&elsewhere).iter().any(|line| line.starts_with("W373")));
}

#[test]
fn a_group_that_holds_ones_own_is_told_or_refused() {
    // Rin, Saber's Master, is beside Saber.
    for (asked, other) in [("a Master is here", "an opponent"), ("there is a Master here", "an opponent")] {
        let found = said(&checked(&format!("Saber: If {asked}, attack Archer.")));
        assert!(found.iter().any(|line| line.starts_with("W359") && line.contains(other)), "{asked}: {found:?}");
        // Whom a blow is to find is an opponent.
        let struck = said(&checked(&format!("Saber: If {asked}, attack that Master; otherwise, attack Archer.")));
        assert!(!struck.iter().any(|line| line.starts_with("W359")), "{asked}: {struck:?}");
    }
    for (asked, told) in [("no Master is here", true), ("a Servant is here", false), ("an enemy Master is here", false)]
    {
        let found = said(&checked(&format!("Saber: If {asked}, attack Archer.")));
        assert_eq!(found.iter().any(|line| line.starts_with("W359")), told, "{asked}: {found:?}");
    }
    for (asked, read) in [
        ("a Master is here", "an enemy Master is here"),
        ("a Servant is in battle", "an enemy Servant is in battle"),
        ("a Servant attacks Archer", "an enemy Servant attacks Archer"),
        ("anyone attacks Archer", "an opponent attacks Archer"),
    ] {
        let struck = checked(&format!("Saber: If {asked}, attack that character."));
        assert_eq!(lines(&struck), [format!("Saber: If {read}, attack that character.")], "{asked}");
        let denied = checked(&format!("Saber: If {asked} and no Master is here, attack that character."));
        assert!(lines(&denied).iter().all(|line| line.contains("no Master is here")), "{asked} {:?}", lines(&denied));
    }
    let foe = checked("Saber: If a Servant attacks Rin, attack that Servant.");
    assert_eq!(lines(&foe), ["Saber: If a Servant attacks Rin, attack that character."]);
}

#[test]
fn what_one_does_oneself_is_not_waited_for_as_anybodys() {
    for (does, asked) in [
        ("Attack Archer", "If anyone attacks Archer, attack Caster"),
        ("Attack Archer", "If nobody attacks Archer, use Parry"),
        ("Attack Archer", "If a Servant has attacked Archer, attack Caster"),
        ("Move to Bridge", "If anyone enters, attack Caster"),
        ("Move to Bridge", "If somebody leaves, attack Caster"),
        ("Attack Archer", "When anyone acts, attack Caster"),
    ] {
        for letter in [format!("Saber: {does}. {asked}."), format!("Saber: {asked}. {does}.")] {
            let found = checked(&letter);
            let fault = found.diagnostics.iter().any(|said| said.code == "E362" && said.message.contains("does so by"));
            assert!(fault, "{letter} {:?}", found.diagnostics);
            assert_eq!(lines(&found), [format!("Saber: {does}.")], "{letter}");
        }
    }
    for clear in [
        "Attack Archer. If an opponent attacks Archer, attack Caster.",
        "Attack Archer. If anyone attacks Rin, attack Caster.",
        "Attack Archer. If anyone attacks Lancer, attack Caster.",
        "If anyone attacks Archer, attack Archer.",
    ] {
        let found = checked(&format!("Saber: {clear}"));
        assert!(!found.has_errors(), "{clear} {:?}", found.diagnostics);
    }
}

#[test]
fn a_name_behind_those_who_did_something_is_asked_after() {
    for targets in
        ["whoever attacked Rin and Archer", "whoever attacked me and Rin", "an opponent who attacked Rin and me"]
    {
        let found = checked(&format!("Saber: Use Whirlwind on {targets}."));
        assert!(found.has_errors(), "{targets} {:?}", lines(&found));
    }
}

#[test]
fn a_state_of_a_team_or_of_whoever_does_something_is_asked_after() {
    for asked in
        ["Green is here", "the Green team is in battle", "Green is not here", "whoever attacks Rin is a Master"]
    {
        let found = checked(&format!("Saber: If {asked}, attack Archer."));
        assert!(found.has_errors(), "{asked} {:?}", lines(&found));
    }
    for asked in ["Green attacks Rin", "an opponent is here"] {
        let found = checked(&format!("Saber: If {asked}, attack Archer."));
        assert!(!found.has_errors(), "{asked} {:?}", found.diagnostics);
    }
}

#[test]
fn a_state_that_was_not_is_told_as_one_that_was() {
    for asked in ["hasn't been here", "has not been in battle", "hasn't been in Spirit Form", "was not here"] {
        let found = said(&checked(&format!("Saber: If Archer {asked}, attack Caster.")));
        assert!(found.iter().any(|line| line.starts_with("W371")), "{asked} {found:?}");
    }
}

#[test]
fn first_is_by_then() {
    for whom in ["me", "Rin", "Caster"] {
        let found = said(&checked(&format!("Saber: If Archer attacks {whom} first, attack Archer.")));
        assert!(found.iter().any(|line| line.starts_with("W382")), "{whom} {found:?}");
    }
}

#[test]
fn of_two_times_in_a_phase_the_plan_says_at_which_is_asked() {
    let view = view::view();
    let checked = checked(
        "Saber: If Archer has attacked me, attack Archer at the end of the Attacking Phase; otherwise, attack Caster.",
    );
    let steps = plan::build_plan(&checked, &view).remove(0).steps;
    let asked: Vec<_> = steps.iter().map(|step| step.asked.as_str()).collect();
    assert_eq!(asked, ["asked at AGI B", "asked in the Attacking Phase"]);
}

#[test]
fn what_works_on_its_user_alone_is_used_on_nobody_else_however_they_are_named() {
    for whom in ["Rin", "my Master", "an ally", "Archer's Master", "every ally", "whoever attacked me"] {
        let found = checked(&format!("Saber: Use Roar on {whom}."));
        assert!(found.has_errors(), "{whom} {:?}", lines(&found));
    }
    let found = checked("Saber: If Rin is attacked, use Roar on her.");
    assert!(found.has_errors(), "{:?}", lines(&found));
}

#[test]
fn what_is_done_there_is_done_behind_the_move() {
    for (deed, read) in [("attack whoever is there", "attack an opponent"), ("attack Archer there", "attack Archer")] {
        let found = checked(&format!("Saber: Move to Bridge and {deed}."));
        assert_eq!(lines(&found), ["Saber: Move to Bridge.", &format!("Saber: If I am in Bridge, {read}.")], "{deed}");
    }
}

#[test]
fn a_place_is_not_lost_behind_a_skill_that_takes_nobody_anywhere() {
    for order in ["Use Roar to Bridge", "Move to Bridge and use Roar there", "Attack Archer to Bridge"] {
        let found = checked(&format!("Saber: {order}."));
        assert!(found.has_errors(), "{order} {:?}", lines(&found));
    }
}

#[test]
fn what_is_told_to_others_stands_as_it_was_written() {
    for (order, told) in [
        ("Tell Illya: we want a truce.", "we want a truce"),
        ("Tell Illya: a truce & peace, w/o tricks.", "a truce & peace, w/o tricks"),
        ("Say: pls keep your HP.", "pls keep your HP"),
        ("Tell Illya: \"a truce!\"", "a truce!"),
    ] {
        let found = checked(&format!("Rin: {order}"));
        assert!(lines(&found)[0].contains(&format!("\"{told}\"")), "{order} {:?}", lines(&found));
    }
}

#[test]
fn whom_an_exception_or_a_count_takes_in_is_asked_or_told() {
    for order in [
        "Attack everyone except Archer, and Caster twice",
        "Use Excalibur on everyone except Archer and Caster 2 times",
        "If no one but Archer attacks me, attack Archer",
        "If I was attacked by nobody but Archer, attack Archer",
    ] {
        let found = checked(&format!("Saber: {order}."));
        assert!(found.has_errors(), "{order} {:?}", lines(&found));
    }
    for order in
        ["Use Excalibur on everyone except Archer and Caster", "If no opponent except Archer attacks me, attack Archer"]
    {
        let found = checked(&format!("Saber: {order}."));
        assert!(!found.has_errors(), "{order} {:?}", found.diagnostics);
    }
    for (asked, told) in [
        ("3 or more characters are here", true),
        ("two or more Servants are here", true),
        // Rin is one.
        ("2 or more Masters are here", true),
        ("2 or more opponents are here", false),
    ] {
        let found = said(&checked(&format!("Saber: If {asked}, attack Archer.")));
        assert_eq!(found.iter().any(|line| line.starts_with("W383")), told, "{asked} {found:?}");
    }
}

#[test]
fn of_whose_master_or_servant_of_several_is_asked() {
    for order in [
        "Flee to Bridge if an enemy Master is here without a Servant",
        "If an enemy Master has no Servant here, attack Archer",
        "If an enemy Servant is here and that Servant's Master is not here, attack Archer",
        "If an enemy Master's Servant attacks me, attack Archer",
        "Attack an enemy Master's Servant",
        "Use Excalibur on every enemy Servant's Master",
    ] {
        let found = checked(&format!("Saber: {order}."));
        assert!(found.has_errors(), "{order} {:?}", lines(&found));
    }
    for order in ["Attack Archer's Master", "If Archer is here without his Master, attack Archer"] {
        let found = checked(&format!("Saber: {order}."));
        assert!(!found.has_errors(), "{order} {:?}", found.diagnostics);
    }
}

#[test]
fn a_word_for_somebody_is_not_ones_own_where_the_condition_may_hold_of_either() {
    for order in [
        "If Rin or Archer is attacked, use Rapid Cut on them",
        "If Rin or Archer attacks Lancer, attack that character",
        "If I am attacked or Rin is attacked, use Parry on that character",
        "If Rin or I am attacked, use Parry on them",
        "Use Heal on whoever Archer attacks",
        "If one of us is attacked, use Heal on them",
    ] {
        let found = checked(&format!("Saber: {order}."));
        assert!(found.has_errors(), "{order} {:?}", lines(&found));
    }
    let found = checked("Rin: Give the Splint to anyone.");
    assert!(found.has_errors(), "{:?}", lines(&found));
    let either = checked("Saber: If Lancer or Archer attacks Rin, attack him.");
    assert!(!either.has_errors(), "{:?}", either.diagnostics);
}

#[test]
fn what_is_waited_for_as_well_is_not_done() {
    for wait in ["Archer to attack Rin or Lancer to flee", "Lancer to attack Archer or Archer to attack Lancer"] {
        let found = checked(&format!("Saber: Wait for {wait}, then attack Caster."));
        assert!(found.has_errors(), "{wait} {:?}", lines(&found));
    }
    let one = checked("Saber: Wait for Archer to attack Rin or me, then attack Archer.");
    assert!(!one.has_errors(), "{:?}", one.diagnostics);
}

#[test]
fn a_time_or_an_amount_is_not_lost_beside_what_it_is_of() {
    for order in [
        "Use Heal on Saber if she has lost any Health this turn",
        "If Saber has lost any Health tonight, use Heal on her",
        "If Archer is dead by then, attack Caster at the end of the Attacking Phase; otherwise, attack Archer",
        "Attack Archer. If Rin is below 100 Health by then, use Heal on Saber instead",
        "Use Excalibur on Archer, unless Caster is here, in which case attack him too",
        "Use Roar once the fighting is over",
        "Use Roar when the battle is over",
        "Use Roar after the fight has ended",
    ] {
        let found = checked(&format!("Saber: {order}."));
        assert!(found.has_errors(), "{order} {:?}", lines(&found));
    }
    let over = checked("Saber: Use Roar if the fight is over.");
    assert_eq!(lines(&over), ["Saber: If I am not in battle, use Roar."]);
    let neither = said(&checked("Saber: If neither Rin nor I have 100 Health, use Roar."));
    assert!(neither.iter().any(|line| line.starts_with("E361")), "{neither:?}");
}

#[test]
fn a_head_that_orders_something_is_not_lost_above_an_order_that_names_its_actor() {
    for head in
        ["One Command Spell", "Last resort", "Rejected", "Emergency", "Plan B", "Obey me", "Dear Illya", "Tomorrow"]
    {
        for order in ["Saber attacks Caster", "If Caster is here, Saber attacks Caster", "we flee to Bridge"] {
            for joint in [" ", "\n"] {
                let found = checked(&format!("Rin:\n{head}:{joint}{order}."));
                assert!(found.has_errors(), "{head}:{joint}{order} {:?}", lines(&found));
                assert_eq!(lines(&found), [""; 0], "{head}:{joint}{order}");
            }
        }
    }
    for title in ["Orders for tonight", "Orders", "Night 3", "My orders"] {
        let found = checked(&format!("{title}:\nSaber attacks Caster."));
        assert!(!found.has_errors(), "{title} {:?}", found.diagnostics);
    }
    let master = checked("Rin: Consume a civilian.");
    assert!(master.has_errors(), "{:?}", lines(&master));
}

#[test]
fn who_kills_is_asked_of_one_by_name() {
    for asked in ["If somebody kills Archer", "If nobody kills Archer", "Unless an opponent has killed Archer"] {
        let found = checked(&format!("Saber: {asked}, attack Caster."));
        assert!(found.has_errors(), "{asked} {:?}", lines(&found));
    }
    for asked in ["If Archer dies", "If Archer is dead", "If Lancer kills Archer"] {
        let found = checked(&format!("Saber: {asked}, attack Caster."));
        assert!(!found.has_errors(), "{asked} {:?}", found.diagnostics);
    }
}
