//! What a fourth judge found accepted and done otherwise: who does what a sentence without a subject says, whom a
//! pronoun means that two people fit, and words of sequence, waiting and time that were lost.

use super::{checked, plan, said};

/// The codes of the errors of a letter.
fn errors(text: &str) -> Vec<String> {
    said(&checked(text)).into_iter().filter(|said| said.starts_with('E')).map(|said| said[..4].to_owned()).collect()
}

/// Whether a letter is read with the warning of a sequence that the phases turn round.
fn is_warned_of_sequence(text: &str) -> bool {
    said(&checked(text)).iter().any(|said| said.starts_with("W361"))
}

#[test]
fn a_sentence_that_goes_on_about_another_is_not_the_heading_s() {
    for text in [
        "Rin: Saber attacks Lancer. Flees to the Bridge.",
        "Rin: Saber attacks Lancer. Then flees to the Bridge.",
        "Rin: Saber attacks Lancer. Must flee to the Bridge.",
        "Rin: Saber, attack Lancer. Then flee to the Bridge.",
        "Saber: Rin flees to the Bridge. Do not move unless Lancer is dead.",
        "Saber: Rin flees to the Bridge. Stay if Lancer is dead.",
    ] {
        assert!(errors(text).contains(&"E362".to_owned()), "{text}: {:?}", said(&checked(text)));
    }
    for text in [
        "Saber: Saber attacks Lancer. Flees to the Bridge.",
        "Rin: Saber attacks Lancer. Flee to the Bridge.",
        "Rin: Saber attacks Lancer. Saber flees to the Bridge.",
        "Saber: Attack Lancer. Flee to the Bridge.",
    ] {
        assert_eq!(errors(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_pronoun_that_two_people_fit_is_not_the_first_taken() {
    for text in [
        "Saber: If Rin has less than 100 Health and Illya attacks her, attack her Servant.",
        "Saber: Attack Illya unless Rin attacks her, in which case use Roar on her.",
        "Saber: If Archer is here and Lancer attacks him, attack him.",
        "Saber: If Archer is here and Lancer attacks him, attack his Master.",
        "Saber: Attack Archer. When Lancer attacks him, use Parry on him.",
        "Saber: Attack Archer unless Lancer is here, otherwise attack his Master.",
        "Saber: If Archer is gone or Lancer attacks him, attack him.",
        "Saber: Attack Lancer unless his Master is here, in which case attack him.",
        "Saber: Attack Lancer unless Archer attacks him, in which case attack him.",
        "Saber: Attack Lancer. If Archer attacks him, attack him instead.",
    ] {
        assert!(!errors(text).is_empty(), "{text}: {:?}", plan(&checked(text)));
    }
    for (text, read) in [
        ("Saber: If Lancer attacks Rin, attack him.", "If Lancer attacks Rin, attack that character."),
        (
            "Saber: If Lancer is here and he attacks Rin, attack him.",
            "If Lancer is here and that character attacks Rin, attack that character.",
        ),
        ("Saber: If Illya attacks Rin, attack her Servant.", "If Illya attacks Rin, attack that character's Servant."),
        (
            "Saber: Attack Archer unless Lancer is here, in which case attack him.",
            "If Lancer is not here, attack Archer; otherwise, attack that character.",
        ),
    ] {
        let checked = checked(text);
        assert_eq!(plan(&checked), [format!("Saber: {read}")], "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn what_is_done_either_way_is_no_alternative() {
    assert_eq!(errors("Saber: If Archer attacks Lancer, attack Lancer; otherwise, attack Lancer."), ["E362"]);
    assert_eq!(
        errors("Saber: If Archer attacks Lancer, attack Lancer twice; otherwise, attack Lancer."),
        Vec::<String>::new()
    );
}

#[test]
fn a_word_of_sequence_is_warned_of_wherever_it_stands() {
    for text in [
        "Saber: Attack Lancer. Use Roar afterwards.",
        "Saber: Attack Lancer. Use Roar after that.",
        "Saber: Attack Lancer. Follow up with Roar.",
        "Saber: Attack Lancer, and then, if I have less than 100 Health, use Roar.",
    ] {
        assert!(is_warned_of_sequence(text) || !errors(text).is_empty(), "{text}: {:?}", said(&checked(text)));
    }
    for text in ["Saber: Use Roar. Attack Lancer afterwards.", "Saber: Use Roar and then attack Lancer."] {
        assert!(!is_warned_of_sequence(text), "{text}");
    }
}

#[test]
fn an_order_that_waits_has_no_second_target_for_the_rest() {
    assert_eq!(errors("Saber: When Archer attacks Rin, attack Archer, otherwise Lancer."), ["E108"]);
    assert_eq!(errors("Saber: If Archer is here, attack Archer, otherwise Lancer."), Vec::<String>::new());
}

#[test]
fn a_spell_against_whoever_does_something_is_asked_about() {
    assert_eq!(errors("Rin: Command Saber \"You can't escape!\" on whoever attacks me."), ["E362"]);
    assert_eq!(
        errors("Rin: When Lancer attacks me, command Saber \"You can't escape!\" on him."),
        Vec::<String>::new()
    );
}

#[test]
fn a_delay_behind_several_things_is_asked_about() {
    assert_eq!(errors("Saber: Use Parry, and Roar at the end of the Attacking Phase."), ["E117"]);
    assert_eq!(errors("Saber: At the end of the Attacking Phase, use Roar."), Vec::<String>::new());
}

/// The perfect tense is asked at the order's place (A253).
#[test]
fn what_has_been_done_to_both_is_not_waited_for() {
    let checked = checked("Saber: If Lancer has attacked both of us, attack him.");
    let read = plan(&checked).join(" ");
    assert!(read.contains("Lancer has attacked me and Lancer has attacked"), "{read} {:?}", said(&checked));
}
