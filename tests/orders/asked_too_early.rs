//! What is asked once where its words wait: whoever does something in one of several cases, a denial of the whole Turn,
//! a partner's deed by the same letter, a state beside an event (R194, R205, A253).

use super::readings::checked_of_writers;
use super::{assert_refused, plan, said};

/// Orders of which a careful reader would ask when they are asked, and the code that asks.
const REFUSED: &[(&str, &str)] = &[
    // By itself it waits for whoever does it; in one of several cases it would not.
    ("Saber: If Lancer is here, attack whoever attacks Rin; otherwise attack Archer.", "E117"),
    ("Saber: Attack whoever attacks Rin, or Archer if Lancer is dead.", "E117"),
    ("Saber: Attack Archer. If Lancer is here, attack whoever attacks Rin instead.", "E117"),
    ("Saber: Attack whoever attacks Rin unless Lancer is dead, in which case attack Archer.", "E117"),
    ("Saber: Use Quick Hand on whoever attacks Rin if Lancer is here, otherwise Parry.", "E117"),
    ("Saber: If I have less than 100 Health, flee to the Bridge; otherwise attack whoever attacks me.", "E117"),
    ("Saber: If I have less than 100 Health, use Guard; otherwise attack Rin's attacker.", "E117"),
    ("Saber: If Lancer is here, attack whoever enters this location; otherwise, attack Archer.", "E117"),
    ("Saber: If Lancer attacks me, attack the first enemy who attacks Rin; otherwise attack Archer.", "E117"),
    // The slower attack behind the place where it is asked.
    ("Saber: If nobody ever attacks us, attack Lancer.", "E117"),
    ("Saber: If Lancer never attacks me, attack Archer.", "E117"),
    ("Saber: If nobody attacks us tonight, attack Lancer.", "E117"),
    ("Saber: If nobody attacks us this Turn, attack Lancer.", "E117"),
    ("Saber: Attack Archer if he never attacks.", "E117"),
    // The partner's own order comes later.
    ("Saber: If Rin attacks Lancer, attack him; otherwise attack Archer.\nRin: Gandr Lancer.", "E117"),
    ("Saber: Unless Rin attacks Lancer, attack him.\nRin: Gandr Lancer.", "E117"),
    ("Saber: If Rin uses Jewel Light, use Guard, otherwise Mend her.\nRin: Use Jewel Light on me.", "E117"),
    // The time of one case, before which both are asked.
    ("Saber: Use Guard at the end of the Attacking Phase if I have less than 270 Health; Mend Rin otherwise.", "E117"),
    (
        "Rin: Use Jewel Light on Saber at the end of the Attacking Phase if she has less than 100 Health, Gandr Lancer \
         if not.",
        "E117",
    ),
    (
        "Rin: Gandr Lancer. If Saber has less than 100 Health, use Jewel Light on her at the end of the Attacking \
         Phase instead.",
        "E117",
    ),
    // On both, or on the last alone?
    ("Saber: Use Guard and Parry if I am hit.", "E362"),
    ("Saber: Use Guard, Parry if I am hit.", "E362"),
    ("Saber: Use Calm, Guard if I have less than 100 Health.", "E362"),
    ("Rin: Use Magic Glasses, pills if poisoned.", "E362"),
    ("Rin: Give Saber the Focus Band, the Splint if she is below 100 Health.", "E362"),
    ("Saber: Use Guard and Parry twice.", "E361"),
    // What lasts until it is ended is not for a time.
    ("Rin: Command Saber \"Get behind me!\" for this Turn.", "E120"),
    ("Saber: Use Rain Manipulation just for tonight.", "E120"),
    ("Rin: Tonight, ally with Green.", "E120"),
    ("Rin: Ally with Green for now.", "E120"),
    ("Saber: Enter Spirit Form for tonight.", "E120"),
    ("Rin: Use a Command Spell to have Saber attack Lancer tonight.", "E120"),
    ("Rin: Command Saber \"Obey me!\": \"Attack Lancer this Turn.\"", "E120"),
    // The Spirit Form, or nothing?
    ("Saber: If I am not in Spirit Form, attack Lancer, otherwise leave it.", "E362"),
    ("Saber: Attack Lancer if I am not in Spirit Form; otherwise leave it.", "E362"),
    // Three at the first attack, or one at each?
    ("Saber: Every time Lancer attacks Rin I Cut him up to three times.", "E361"),
    ("Saber: Each time Lancer attacks Rin, attack him twice.", "E361"),
    // The spell takes Rin along.
    ("Rin: \"Flee this battle now!\" on Saber to the Bridge, and I flee to the Church.", "E319"),
    // Two AP are one Excalibur.
    ("Saber: Keep one AP for Cut on Archer, spend the other two on Excalibur on Lancer.", "E361"),
    // Said too, or done?
    ("Rin: Tell Illya: Attack Lancer. Flee to the Bridge.", "E119"),
    ("Rin: Tell Illya: We will not attack you. Flee to the Bridge.", "E119"),
    // Only the delay, or what is done?
    ("Saber: Attack Lancer twice. Delay this to AGI D if Archer is here.", "E117"),
    ("Saber: Wait until Lancer has attacked. Then attack him. Attack Archer.", "E117"),
    ("Saber: Delay my attack to AGI D. Then attack Lancer. Attack Archer.", "E117"),
    ("Saber: Delay my attack to AGI D. Then use Guard.", "E117"),
    // Only the manner, or what is done?
    ("Saber: Attack Lancer, with Surge if I have 100 Mana or more.", "E362"),
    ("Saber: Attack Lancer, with Surge if Archer is here.", "E362"),
    // Said before the move, or where it leads?
    ("Rin: Tell Illya: \"Truce?\" if Archer is here. Flee to the Bridge.", "E363"),
    ("Rin: Ally with Green if Archer is here. Move to the Bridge.", "E363"),
    // Whose number is it?
    ("Saber: Attack whoever Lancer attacks twice.", "E361"),
    ("Saber: Use Surge on whoever Lancer attacks twice.", "E361"),
    // Where, and is Lancer one of them?
    ("Saber: If no opponent is with Lancer, attack him.", "E362"),
    ("Saber: If nobody is with Lancer, attack him.", "E362"),
    ("Saber: If Rin is without me, move to the Bridge.", "E362"),
    // Does it say that Lancer is hit?
    ("Saber: If nobody except Lancer is hit, attack Archer at the end of the Attacking Phase.", "E362"),
    ("Saber: If Lancer attacks nobody except Rin, attack him at the end of the Attacking Phase.", "E362"),
    ("Saber: If Rin is attacked by nobody except Lancer, attack Lancer.", "E362"),
    // One of them, or all?
    ("Saber: At the end of the Attacking Phase, attack anyone who attacked Rin.", "E361"),
    // Before the flight or after it?
    ("Saber: Flee to the Bridge. If Lancer is here, attack him.", "E363"),
    ("Saber: Flee to the Bridge. If an enemy is here, use Excalibur on every enemy; otherwise use Guard.", "E363"),
    // Whoever asks has not scouted.
    (
        "Saber: Scout the Bridge.\nRin: If someone is in the Bridge, stay; otherwise move to the Bridge with Saber.",
        "E110",
    ),
];

/// What is near these and stands, with its plan.
const READ: &[(&str, &[&str])] = &[
    (
        "Saber: If Lancer is here, attack whoever attacks Rin.",
        &["Saber: If Lancer is here and an opponent attacks Rin, attack the opponent who attacks Rin."],
    ),
    (
        "Saber: If Lancer is here, attack whoever has attacked Rin; otherwise, attack Archer.",
        &["Saber: If Lancer is here, attack the opponent who has attacked Rin; otherwise, attack Archer."],
    ),
    (
        "Saber: If Rin is attacked, attack whoever attacked her; otherwise attack Archer.",
        &["Saber: If Rin is attacked, attack the opponent who has attacked Rin; otherwise, attack Archer."],
    ),
    // The two that the refusal offers stand together.
    (
        "Saber: If Lancer is here, attack the opponent who attacks Rin. If Lancer is not here, attack Archer.",
        &[
            "Saber: If Lancer is here and an opponent attacks Rin, attack the opponent who attacks Rin.",
            "Saber: If Lancer is not here, attack Archer.",
        ],
    ),
    ("Saber: If nobody attacks us, attack Lancer.", &["Saber: If nobody attacks my team, attack Lancer."]),
    ("Saber: If nobody attacks us, attack Lancer this Turn.", &["Saber: If nobody attacks my team, attack Lancer."]),
    (
        "Saber: If nobody has attacked us this Turn, attack Lancer.",
        &["Saber: If nobody attacks my team, attack Lancer."],
    ),
    (
        "Saber: If nobody attacks us this Turn, use Final Strike on Lancer.",
        &["Saber: If nobody attacks my team, use Final Strike on Lancer."],
    ),
    (
        "Saber: If Rin attacks Lancer, attack him.\nRin: Gandr Lancer.",
        &["Saber: If Rin attacks Lancer, attack Lancer.", "Rin: Use Gandr on Lancer."],
    ),
    (
        "Rin: If Saber attacks Lancer, Gandr Lancer; otherwise Gandr Archer.\nSaber: Cut Lancer.",
        &[
            "Rin: If Saber attacks Lancer, use Gandr on Lancer; otherwise, use Gandr on Archer.",
            "Saber: Use Cut on Lancer.",
        ],
    ),
    (
        "Saber: At the end of the Attacking Phase, if Rin attacks Lancer, attack him; otherwise attack Archer.\nRin: \
         Gandr Lancer.",
        &[
            "Saber: At the end of the Attacking Phase, if Rin attacks Lancer, attack Lancer; otherwise, attack Archer.",
            "Rin: Use Gandr on Lancer.",
        ],
    ),
    (
        "Saber: If Lancer is here, attack him, otherwise leave it.",
        &["Saber: If Lancer is here, attack that character."],
    ),
    (
        "Saber: If Lancer is here, attack Lancer at the end of the Attacking Phase; otherwise, attack Archer.",
        &["Saber: If Lancer is here, attack Lancer at the end of the Attacking Phase; otherwise, attack Archer."],
    ),
    ("Saber: If I am hit, use Guard and Parry.", &["Saber: If anyone hits me, use Parry and then use Guard."]),
    ("Saber: Use Guard and Parry, if I am hit.", &["Saber: If anyone hits me, use Parry and then use Guard."]),
    ("Saber: Use Guard for this Turn.", &["Saber: Use Guard."]),
    (
        "Saber: Attack twice whoever Lancer attacks.",
        &["Saber: If Lancer attacks an opponent, attack 2 times the opponent whom Lancer attacks."],
    ),
    (
        "Saber: If an opponent is with Rin, attack Lancer.",
        &["Saber: If an opponent is here and Rin is here, attack Lancer."],
    ),
    (
        "Saber: If nobody except Lancer attacks me, attack Archer.",
        &["Saber: If Lancer attacks me and no character except Lancer attacks me, attack Archer."],
    ),
    ("Saber: Wait until Lancer has attacked. Then attack him.", &["Saber: Attack that character when Lancer attacks."]),
    ("Saber: Delay my attack to AGI D. Then attack Lancer.", &["Saber: Attack Lancer at AGI D."]),
    ("Saber: Attack Lancer with Surge if Archer is here.", &["Saber: If Archer is here, use Surge on Lancer."]),
    ("Rin: Tell Illya: \"Truce?\" Flee to the Bridge.", &["Rin: Tell Illya: \"Truce?\".", "Rin: Flee to Bridge."]),
    ("Rin: Tell Illya: peace. Move to the Bridge.", &["Rin: Tell Illya: \"peace\".", "Rin: Move to Bridge."]),
    (
        "Rin: Tell Illya: We will not attack you. Gandr on Archer.",
        &["Rin: Tell Illya: \"We will not attack you\".", "Rin: Use Gandr on Archer."],
    ),
    (
        "Saber: If Lancer is here, attack him. Flee to the Bridge.",
        &["Saber: If Lancer is here, attack that character.", "Saber: Flee to Bridge."],
    ),
    // Whoever goes along needs not have scouted.
    (
        "Saber: Scout the Bridge. If Lancer is there, we stay; otherwise we move to the Bridge.",
        &[
            "Saber: Scout Bridge.",
            "Saber: If Lancer is in Bridge, stay; otherwise, move to Bridge.",
            "Rin: If Lancer is in Bridge, stay; otherwise, move to Bridge.",
        ],
    ),
    ("Saber: Use Rain Manipulation this Turn.", &["Saber: Use Rain Manipulation."]),
];

/// Orders that stand, and the warning that goes with them.
const WARNED: &[(&str, &str)] = &[
    // The event is waited for, and the state is not.
    ("Saber: If Archer attacks Rin or I have less than 255 Health, use Parry.", "W342"),
    // Both may be done.
    ("Saber: Attack whoever attacks me. If no one attacks me, attack Lancer.", "W385"),
    ("Saber: If anyone attacks Rin, attack that one. If no enemy attacks Rin, attack Lancer.", "W385"),
];

#[test]
fn what_is_asked_too_early_is_asked_about() {
    assert_refused(REFUSED, checked_of_writers);
}

#[test]
fn what_is_near_it_stands() {
    for (text, words) in READ {
        let found = checked_of_writers(text);
        assert_eq!(plan(&found), *words, "{text}: {:?}", said(&found));
    }
}

#[test]
fn what_is_not_waited_for_is_said() {
    for (text, code) in WARNED {
        let found = checked_of_writers(text);
        assert!(said(&found).iter().any(|line| line.starts_with(code)), "{text}: {:?}", said(&found));
        assert!(!plan(&found).is_empty(), "{text}: {:?}", said(&found));
    }
}

/// A move with a companion behind an order of one sentence: what stands before it is of the place that is left.
#[test]
fn what_stands_before_a_move_together_is_not_done_behind_it() {
    for (text, is_left) in [
        ("Saber: Attack an enemy Servant, then move to the Bridge with Rin.", true),
        ("Saber: Use Excalibur on every enemy, then flee to the Bridge with Rin.", true),
        ("Saber: Attack an enemy Servant. Move to the Bridge with Rin.", false),
    ] {
        let found = checked_of_writers(text);
        assert_eq!(found.plan.len(), 3, "{text}: {:?}", said(&found));
        assert_eq!(found.plan.first().map(|order| order.before_move), Some(is_left), "{text}");
    }
}
