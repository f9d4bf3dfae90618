//! What a third judge found accepted and done otherwise: whoever strikes is not whoever is struck, an order that may
//! replace another is not one more, and what stands under a line that is refused is refused.

use super::{checked, plan, said};

/// Whom a noun behind a passive means: whoever does it.
#[test]
fn the_attacker_is_not_the_one_attacked() {
    for (text, read) in [
        (
            "Saber: If Archer is attacked by someone, attack the attacker.",
            "If an opponent attacks Archer, attack that character.",
        ),
        ("Saber: If Rin is attacked by someone, attack the attacker.", "If anyone attacks Rin, attack that character."),
        ("Saber: If Archer is attacked by Lancer, attack the attacker.", "If Lancer attacks Archer, attack Lancer."),
    ] {
        let checked = checked(text);
        assert_eq!(plan(&checked), [format!("Saber: {read}")], "{text}\n{:?}", said(&checked));
    }
    for text in [
        "Saber: If Archer is attacked by an opponent, attack him.",
        "Saber: If Archer is hit by an opponent, attack that opponent.",
        "Saber: If Lancer is attacked by an opponent, use Excalibur on that opponent.",
    ] {
        assert!(said(&checked(text)).iter().any(|said| said.starts_with("E362")), "{text}");
    }
}

/// The codes of the errors of a letter.
fn errors(text: &str) -> Vec<String> {
    said(&checked(text)).into_iter().filter(|said| said.starts_with('E')).map(|said| said[..4].to_owned()).collect()
}

#[test]
fn an_order_that_may_replace_the_one_above_is_refused() {
    for text in [
        "Saber: Attack Lancer twice. If I have less than 100 Health, attack Lancer just once.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, attack Lancer once.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, just use Roar.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, simply use Roar.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, use Roar and nothing else.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, rest.",
        "Saber: Attack Lancer twice. If I have less than 100 Health, wait.",
        "Saber: Attack Lancer twice. If Lancer attacks Rin, attack Lancer once.",
        "Saber: Attack Lancer twice. If Archer attacks Rin, attack Lancer once.",
        "Saber: Attack Lancer. If he attacks Rin, attack him twice.",
        "Saber: Attack Lancer. If Lancer attacks Rin, attack him twice.",
        "Saber: Attack Lancer once. If Rin is dead, attack him 3 times.",
        "Saber: Attack Lancer with Rapid Cut. If he attacks Rin, attack him with Chain Slash.",
        "Saber: Attack Lancer. If he attacks Rin, attack him with Rapid Cut.",
    ] {
        assert_eq!(errors(text), ["E364"], "{text}");
    }
    for text in [
        "Saber: Attack Lancer twice. If I have less than 100 Health, use Roar.",
        "Saber: Attack Lancer once. If I have less than 100 Health, attack Lancer again.",
        "Saber: Attack Lancer. If he attacks Rin, attack him again.",
        "Saber: Attack Lancer. If he attacks Rin, attack him twice as well.",
        "Saber: Attack Lancer. When he attacks Rin, attack him twice.",
        "Saber: Attack Lancer. If he attacks Rin, attack Archer twice.",
        "Saber: Attack Lancer with Rapid Cut. If he is still here, attack him with Chain Slash as well.",
        "Saber: Use Rapid Cut on Lancer. If I have 100 or more Mana, use Chain Slash on Lancer.",
        "Saber: If I have less than 100 Health, just use Roar; otherwise, attack Lancer.",
        "Saber: Just attack Lancer.",
    ] {
        assert_eq!(errors(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_delay_behind_the_last_target_is_asked_about() {
    for text in [
        "Saber: Use Parry on Lancer twice, and Archer once at the end of the Attacking Phase.",
        "Saber: Attack Lancer, and Archer in the second round.",
        "Saber: Attack Lancer, Archer at the end of the Attacking Phase.",
    ] {
        assert_eq!(errors(text), ["E117"], "{text}");
    }
    for text in [
        "Saber: Attack Lancer and Archer at the end of the Attacking Phase.",
        "Saber: Attack Lancer, Archer and Caster at the end of the Attacking Phase.",
        "Saber: At the end of the Attacking Phase, attack Lancer, and Archer.",
    ] {
        assert_eq!(errors(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn of_two_behind_except_a_comma_leaves_the_second_open() {
    assert_eq!(errors("Saber: Use Excalibur on every enemy Servant except Lancer, and Archer."), ["E362"]);
    assert_eq!(
        errors("Saber: Use Excalibur on every opponent except Lancer, Archer and Caster."),
        Vec::<String>::new()
    );
}

#[test]
fn a_plural_with_no_number_is_asked_about() {
    for text in ["Saber: Roars on Lancer.", "Saber: My Roars go to Lancer."] {
        assert!(!errors(text).is_empty(), "{text}");
    }
}

#[test]
fn lost_health_is_of_this_turn_or_of_before() {
    assert!(!errors("Rin: Use Gandr on Lancer if Saber has lost Health.").is_empty());
}

#[test]
fn what_stands_under_a_condition_that_is_refused_is_refused() {
    let letter = "Saber:\nIf Lancer is no longer about:\n- attack Archer\n- use Roar\n\nStay.\n";
    let checked = checked(letter);
    assert_eq!(plan(&checked), ["Saber: Stay."], "{:?}", said(&checked));
    let of_one = "Saber:\nIf Lancer is no longer about: attack Archer. Use Roar.\n";
    assert!(said(&self::checked(of_one)).iter().any(|said| said.starts_with("W107")));
}

#[test]
fn everyone_else_below_what_is_not_understood_is_refused() {
    for text in [
        "Saber: Never attack Archer. Use Excalibur on everyone else.",
        "Saber: Spare Archer. Use Excalibur on everyone else.",
    ] {
        assert!(plan(&checked(text)).is_empty(), "{text}");
    }
}

#[test]
fn words_below_an_order_that_may_change_it_are_warned_of() {
    for below in ["Exclude Archer.", "Leave out Archer.", "If Rin is gone, don't.", "Do it after Rin's Gandr."] {
        let text = format!("Saber: Use Excalibur on every opponent. {below}");
        let checked = checked(&text);
        let is_open = plan(&checked).is_empty() || said(&checked).iter().any(|said| said.starts_with("W360"));
        assert!(is_open, "{text}: {:?}", said(&checked));
    }
}
