//! Words that stand for somebody, or for what was asked before, written out: names for `he` and `both`, the deed for
//! `does`; and what is not written out, since another could be meant.

use grail_referee::language::codes;
use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::vocabulary::sex::Sex;

use super::{checked, plan, said};

/// An order with a pronoun, and the same with the name in its place.
const MEANT: &[(&str, &str)] = &[
    // In its own sentence: nobody does it to themselves, strikes their own side, or is both `he` and `she`.
    ("If Rin has less than 75 Health and Lancer attacks her, flee to the Bridge with her.", "Rin"),
    ("If Rin attacks Lancer, attack him.", "Lancer"),
    ("After Rin attacks Archer, attack him unless Lancer is here.", "Archer"),
    ("If Lancer is here, attack him, unless Archer is here too.", "Lancer"),
    ("Attack Lancer unless he or Archer has attacked Rin.", "Lancer"),
    ("Attack Caster if Archer attacks him or me.", "Caster"),
    ("If Lancer and Rin are here, attack him.", "Lancer"),
    ("Attack Lancer if his Master is not here.", "Lancer"),
    ("Attack Archer after his second attack.", "Archer"),
    ("Flee to the Bridge with Rin unless she is dead.", "Rin"),
    ("If Rin is attacked, flee to the Bridge with her.", "Rin"),
    ("Because Lancer is dangerous, attack him twice.", "Lancer"),
    // In the sentence before.
    ("Attack Lancer twice. If he survives, flee to the Bridge.", "Lancer"),
    ("Attack Lancer. If he is dead, attack Archer.", "Lancer"),
    ("Attack Lancer.\n\nIf he is gone, attack Archer.", "Lancer"),
    ("Attack Lancer. When he attacks Rin, attack him again.", "Lancer"),
    ("Attack Archer once. If Lancer is gone, attack him again.", "Archer"),
    ("Attack Archer. Use Rapid Cut on him unless Lancer is here.", "Archer"),
    ("Attack Lancer. If Rin is here, attack him again.", "Lancer"),
    ("Flee to the Bridge with Rin. If she is attacked by Archer, attack Archer.", "Rin"),
    // What the word meant before it means again.
    ("If Lancer attacks Rin, attack him. If he attacks me, use Roar.", "Lancer"),
    ("Attack Archer. If he attacks me, use Roar. If he attacks Rin, attack him twice as well.", "Archer"),
];

/// Pronouns that could mean two, or nobody for certain.
const OPEN: &[&str] = &[
    "If Lancer attacks Archer, attack him.",
    "If Lancer attacks Archer and he dies, attack Caster.",
    "If Lancer is not here, attack Archer. If he is here, attack him.",
    "If Lancer dies, attack Caster. If she dies too, attack Archer.",
    "Flee to the Bridge with Rin. Then attack Lancer if she has been attacked by him.",
    "Attack Lancer. If Rin is attacked, attack him.",
    "If Rin or I am attacked, use Heal on them.",
    "If an opponent attacks Rin, attack him. If he attacks me, use Roar.",
    // Whether the second hangs on what the first asks is not said.
    "If Lancer attacks me, use Roar. Attack him.",
    "When Lancer attacks Rin, use Roar. Attack him too.",
    // Is attacked, or has attacked?
    "Attack Caster if he's already attacked.",
    "Attack Archer and Lancer if he is here.",
    // Whoever is gone is not struck, and who is struck again was struck before.
    "If Lancer is gone, attack him.",
    "Attack Lancer. If Caster is here, attack him again.",
    "Attack Archer. Use Rapid Cut on him if Lancer attacks me.",
];

#[test]
fn a_pronoun_that_can_mean_one_alone_says_what_the_name_says() {
    for (order, name) in MEANT {
        let found = checked(&format!("Saber:\n{order}"));
        assert!(!found.has_errors(), "{order}\n{:?}", said(&found));
        // A letter with names in the place of all such words.
        let words: Vec<String> = order.split(' ').map(|word| in_its_place(word, name)).collect();
        let named = checked(&format!("Saber:\n{}", words.join(" ")));
        assert!(!named.has_errors(), "{}\n{:?}", words.join(" "), said(&named));
        let meant = |lines: Vec<String>| -> Vec<String> {
            lines.into_iter().map(|line| line.replace("that character", name)).collect()
        };
        assert_eq!(meant(plan(&found)), meant(plan(&named)), "{order}");
    }
}

/// A word of an order, a name in the place of a pronoun.
fn in_its_place(word: &str, name: &str) -> String {
    let bare = word.trim_end_matches(['.', ',']);
    let stop = word.get(bare.len()..).unwrap_or_default();
    match bare {
        // `him` is the one, `her` the other: only one of them stands in these orders for this name.
        "he" | "him" if name != "Rin" => format!("{name}{stop}"),
        "she" | "her" if name == "Rin" => format!("{name}{stop}"),
        "his" => format!("{name}'s{stop}"),
        _ => word.to_owned(),
    }
}

#[test]
fn a_pronoun_that_can_mean_another_is_refused() {
    for order in OPEN {
        let found = checked(&format!("Saber:\n{order}"));
        assert!(found.has_errors(), "{order}\n{:?}", plan(&found));
    }
}

/// Orders of a seat that knows Rin and Caster to be women and the others to be men; `None` where the word is left open.
const BY_SEX: &[(&str, Option<&str>)] = &[
    (
        "If Lancer attacks Archer and Caster is here, attack her.",
        Some("If Lancer attacks Archer and Caster is here, attack Caster."),
    ),
    ("If Lancer is here with Caster, attack him.", Some("If Lancer is here and Caster is here, attack Lancer.")),
    ("If Lancer and Caster are here, attack her.", Some("If Lancer is here and Caster is here, attack Caster.")),
    ("If Lancer hits Rin, Gandr her.", None),
    ("If Caster attacks Archer, attack him.", Some("If Caster attacks Archer, attack Archer.")),
    // Two women, two men, whom nobody has seen, and a word for nobody named.
    ("If Caster attacks Rin, give her the Splint.", None),
    ("If Lancer attacks Archer, attack him.", None),
    ("If Rider attacks Archer, attack him.", None),
    ("If Lancer attacks Archer, attack her.", None),
    ("Attack Lancer. If Archer attacks Rin, attack her.", None),
];

#[test]
fn he_is_a_man_and_she_a_woman_where_the_seat_has_seen_it() {
    let mut view = super::view::view();
    let sex = |name: &str| match name {
        "Rin" | "Caster" => Some(Sex::Female),
        "Lancer" | "Archer" => Some(Sex::Male),
        _ => None,
    };
    view.own.iter_mut().for_each(|own| own.sex = sex(&own.name));
    view.known.iter_mut().for_each(|known| known.sex = sex(&known.name));
    for (order, read) in BY_SEX {
        let found = check(&Source::new("red.txt", format!("Saber: {order}")), &view);
        match read {
            Some(read) => assert_eq!(plan(&found), [format!("Saber: {read}")], "{order} {:?}", said(&found)),
            None => assert!(found.has_errors(), "{order} {:?}", plan(&found)),
        }
    }
}

#[test]
fn a_fault_beside_a_word_that_is_clear_is_told_alone() {
    let found = checked("Saber:\nAttack Lancer. If he is dead, flee to the Brigde.");
    let codes: Vec<&str> = found.diagnostics.iter().map(|said| said.code).collect();
    assert_eq!(codes, [codes::UNKNOWN_LOCATION], "{:?}", said(&found));
}

#[test]
fn both_are_those_two_who_were_named_in_one_list() {
    for (order, read) in [
        (
            "If Lancer and Archer are here, use Excalibur on both.",
            "If Lancer is here and Archer is here, use Excalibur on Lancer and Archer.",
        ),
        (
            "If Lancer and Archer are here, use Excalibur on them.",
            "If Lancer is here and Archer is here, use Excalibur on Lancer and Archer.",
        ),
        (
            "If Lancer, Archer and Caster are here, use Excalibur on all three.",
            "If Lancer is here and Archer is here and Caster is here, use Excalibur on Lancer, Archer and Caster.",
        ),
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert_eq!(plan(&found), [format!("Saber: {read}")], "{order} {:?}", said(&found));
    }
    for open in ["If Lancer, Archer and Caster are here, use Excalibur on both.", "If Lancer is here, attack both."] {
        assert!(checked(&format!("Saber: {open}")).has_errors(), "{open}");
    }
}

#[test]
fn a_verb_that_stands_for_another_says_what_was_asked_before() {
    for (orders, read) in [
        (
            "When Lancer attacks Rin, use Roar. When Archer does, attack Archer.",
            "Attack Archer when Archer attacks Rin.",
        ),
        (
            "If Rin has less than 100 Health or I do, flee to the Bridge.",
            "I have less than 100 Health, flee to Bridge.",
        ),
        ("If Caster is here, attack her; if Lancer is, attack him.", "If Lancer is here, attack Lancer."),
        (
            "If Lancer is here, attack him. If he is not, and Archer is, attack Archer. If neither is, use Roar.",
            "If neither Lancer nor Archer is here, use Roar.",
        ),
        (
            "If Lancer has attacked me, use Roar; if Archer has, attack Archer.",
            "If Archer has attacked me, attack Archer.",
        ),
        (
            "If Lancer did not attack Rin but Archer did, attack Archer.",
            "If Lancer does not attack Rin and Archer has attacked Rin, attack Archer.",
        ),
    ] {
        let found = checked(&format!("Saber: {orders}"));
        let plan = plan(&found);
        assert!(
            !found.has_errors() && plan.last().is_some_and(|last| last.ends_with(read)),
            "{orders}\n{plan:?} {:?}",
            said(&found)
        );
    }
    // What was asked is two things, or of whom it would be said again.
    for open in [
        "If Lancer is here and attacks Rin, use Roar. If Archer does, attack Archer.",
        "If Lancer attacks Archer, use Roar. If Archer does, attack Archer.",
        "Attack Lancer. If Rin does, use Roar.",
        "If I'm poisoned, use Roar. If Lancer is, attack Lancer.",
        // He may be whom the sentence before asks of.
        "Attack Archer if he is here. Attack Lancer if he isn't.",
        "Use Roar if Lancer attacks me. Attack Archer if he does.",
    ] {
        assert!(checked(&format!("Saber: {open}")).has_errors(), "{open}");
    }
}

#[test]
fn an_order_and_one_with_a_condition_of_its_own_are_two() {
    for (order, read) in [
        ("Attack Archer twice, then, if he is dead, attack Lancer.", "If Archer is dead, attack Lancer."),
        ("Use Roar and, if Lancer is here, attack Lancer.", "If Lancer is here, attack Lancer."),
        (
            "Attack Lancer; if I fall below 100 Health, flee to the Bridge.",
            "If I fall to less than 100 Health, flee to Bridge.",
        ),
    ] {
        let plan = plan(&checked(&format!("Saber: {order}")));
        assert!(plan.len() == 2 && plan[1].ends_with(read) && !plan[0].contains("If"), "{order} {plan:?}");
    }
    // Does the second hang on the first condition too?
    let nested = checked("Saber: If Lancer is here, attack him and, if Archer is here, use Roar.");
    assert!(nested.has_errors(), "{:?}", plan(&nested));
}

#[test]
fn what_takes_one_target_is_used_on_each_of_several() {
    for (order, read) in [
        ("Attack Lancer and Archer.", "Attack Lancer and then attack Archer."),
        ("If Rin is attacked, attack Lancer and Archer.", "If Rin is attacked, attack Lancer and then attack Archer."),
        ("Attack Lancer twice, then Archer.", "Attack Lancer 2 times and then attack Archer."),
        ("Attack Lancer and then Archer.", "Attack Lancer and then attack Archer."),
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert_eq!(plan(&found), [format!("Saber: {read}")], "{order} {:?}", said(&found));
    }
    // Each so often, or all together? Both, or the last alone, if so?
    for open in ["Attack Lancer and Archer twice.", "Attack Lancer and Archer if Rin is attacked."] {
        assert!(checked(&format!("Saber: {open}")).has_errors(), "{open}");
    }
}

#[test]
fn what_stands_in_place_of_a_gift_is_no_use_of_it() {
    for order in [
        "Give Saber the Splint if she has 100 or less Health, and the Potion otherwise.",
        "Give Saber the Splint if she is here, the Potion if she isn't.",
        "Drop the Splint if Lancer is here, the Potion if he isn't.",
    ] {
        let found = checked(&format!("Rin: {order}"));
        assert!(found.has_errors(), "{order} {:?}", plan(&found));
    }
}

#[test]
fn an_order_that_would_wait_for_two_things_or_find_nobody_is_refused() {
    for order in [
        "When Archer is here, attack whoever attacks Rin.",
        "After Lancer has acted, attack whoever attacks Rin.",
        "If Archer attacks me, attack whoever attacks Rin.",
        "When I attack an opponent, attack that opponent.",
        "When an opponent attacks Rin or I have less than 100 Health, attack that opponent.",
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert!(found.has_errors(), "{order} {:?}", plan(&found));
    }
    // With a name nothing is left open.
    for (order, read) in [
        ("When I attack Archer, attack him again. Attack Archer.", "Saber: Attack Archer when I attack Archer."),
        (
            "When Lancer attacks Rin or I have less than 100 Health, attack him.",
            "Saber: Attack Lancer when Lancer attacks Rin or I have less than 100 Health.",
        ),
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert_eq!(plan(&found).first().map(String::as_str), Some(read), "{order} {:?}", said(&found));
    }
}

#[test]
fn a_skill_is_not_used_there_before_its_user_is() {
    for order in [
        "Move to the Church and use Excalibur on everyone there.",
        "Move to the Church and use Rapid Cut on Caster there.",
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert!(found.has_errors(), "{order} {:?}", plan(&found));
    }
}

#[test]
fn a_verb_that_denies_one_of_two_things_is_refused() {
    for order in [
        "If Archer has attacked Rin and is here, attack him; if he isn't, use Roar.",
        "If Archer is here and Lancer is here, use Roar. If he is not, attack Caster.",
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert!(found.has_errors(), "{order} {:?}", plan(&found));
    }
    for order in [
        "If Archer is here, attack him; if he isn't, use Roar.",
        "If Archer is here and Lancer is here, use Roar; if not, attack Caster.",
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert!(!found.has_errors(), "{order} {:?}", said(&found));
    }
    assert!(checked("Saber: Give Archer everything you've got.").has_errors());
}

/// What a fresh judge found read otherwise than it was written: refused, or read right.
#[test]
fn a_word_is_not_taken_for_whoever_is_named_behind_it() {
    for open in [
        "Attack Archer. When he attacks Rin, use Rapid Cut on Lancer.",
        "Attack Archer. When Rin attacks him, use Rapid Cut on Lancer.",
        "Use Rapid Cut on Archer. When Lancer is attacked by him, use Rapid Cut on Lancer.",
        "Attack Archer. When Rin is attacked by him, attack Caster.",
        "Attack Archer and Lancer. When Rin is attacked by him, attack Caster.",
        "If Lancer is dead, attack Archer; otherwise, attack him.",
        "If Lancer is dead, attack Archer. Otherwise, attack him twice.",
    ] {
        let found = checked(&format!("Saber: {open}"));
        assert!(found.has_errors(), "{open} {:?}", plan(&found));
    }
    let found = checked("Rin: Use Gandr on Caster. Saber attacks her, too.");
    assert_eq!(plan(&found).last().map(String::as_str), Some("Saber: Attack Caster."), "{:?}", said(&found));
}

#[test]
fn who_has_died_is_dead_whichever_night_it_was() {
    for (order, read) in [
        ("If Archer has died, attack Lancer.", "If Archer is dead, attack Lancer."),
        ("If Archer has been killed, attack Lancer.", "If Archer is dead, attack Lancer."),
        ("If neither Archer nor Lancer has died, use Roar.", "If neither Archer nor Lancer is dead, use Roar."),
        ("If Archer dies, attack Lancer.", "If Archer dies, attack Lancer."),
        ("If Archer has been killed by Lancer, attack Lancer.", "If Lancer has killed Archer, attack Lancer."),
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert_eq!(plan(&found), [format!("Saber: {read}")], "{order} {:?}", said(&found));
    }
}
