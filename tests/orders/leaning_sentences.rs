//! Orders whose words lean on the sentence before them: they are refused where they may hang on it, and stand where
//! they do not.

use super::readings::checked_of_writers;
use super::{plan, said};

/// Sentences that leave open on what the second part hangs, and the code that says so.
const LEANING: &[(&str, &str, &str)] = &[
    // An order for the other character, or one more condition?
    ("Rin", "I use Gandr on Lancer if he attacks Saber, and Saber uses Parry.", "E362"),
    ("Rin", "I use Jewel Light on Saber if she is hit, and Saber attacks Lancer.", "E362"),
    ("Rin", "I flee to the Bridge unless Lancer is dead, but Saber attacks him.", "E362"),
    ("Rin", "Ally with Green if Illya is here, and Saber attacks Lancer.", "E362"),
    ("Saber", "Attack Lancer if Archer is gone, and I use Guard.", "E362"),
    ("Saber", "Attack Lancer unless Archer is here, and Rin uses Gandr on Archer.", "E362"),
    // The contrary of one part of what the order above asks.
    (
        "Saber",
        "If Lancer attacks me and I have 50 or less Health, flee to the Bridge. If I have more than 50 Health, attack Lancer.",
        "E117",
    ),
    ("Saber", "If Lancer attacks Rin and Archer is gone, attack Lancer. If Archer is not gone, use Parry.", "E117"),
    ("Saber", "If Lancer attacks Rin, attack him unless Archer is here. If Archer is here, use Parry.", "E117"),
    (
        "Saber",
        "If Lancer attacks Rin and Rin has 50 or less Health, use Mend on Rin. If Rin has more than 50 Health, attack Lancer.",
        "E117",
    ),
    // The first condition, and an exception with a case of its own.
    ("Saber", "If Lancer attacks me, attack him, unless Archer is here, in which case attack Archer.", "E1"),
    ("Saber", "If Archer is gone, attack Lancer unless Illya is here. Otherwise use Guard.", "E1"),
    // A time or an event of one case alone.
    (
        "Saber",
        "Use Parry when Lancer attacks me if I have 100 or less Health, otherwise use Quick Hand on him.",
        "E117",
    ),
    (
        "Saber",
        "Attack Lancer at the end of the Attacking Phase if he has attacked me. Otherwise attack Archer.",
        "E117",
    ),
    ("Saber", "At the end of the Attacking Phase, attack Lancer if he is here. If he is gone, attack Archer.", "E117"),
    ("Saber", "In the second round, attack Lancer. If he is gone, attack Archer.", "E117"),
    ("Saber", "In the second round, if Lancer is here, attack Lancer. If Archer is here, attack Archer.", "E117"),
    ("Saber", "After Archer acts, attack Lancer. If Archer attacked me, attack Archer.", "E117"),
    // What has become of an order that hangs on a condition.
    ("Saber", "If Lancer attacks Rin, use Surge on him. If he survives, attack him.", "E117"),
    ("Saber", "If Lancer attacks Rin, use Surge on him. If he is still alive, attack him again.", "E117"),
    ("Saber", "If Lancer attacks me, use Parry. If it fails, flee to the Bridge.", "E117"),
    ("Saber", "Use Excalibur on every opponent. If Lancer survives, use Guard.", "E117"),
    // One sentence that begins with a condition and ends with another.
    ("Saber", "If Lancer attacks Rin, attack him, and use Parry if I have 100 or less Health.", "E117"),
    ("Saber", "If Lancer attacks Rin, attack him; use Parry if I have 100 or less Health.", "E117"),
    ("Saber", "If Lancer attacks Rin, attack him, and if Archer is here, attack Archer as well.", "E117"),
    // An addition to what another does on a condition or at a time.
    ("Saber", "When Lancer attacks me, use Parry. Rin also uses Gandr on Lancer.", "E117"),
    ("Rin", "If Archer is gone, Saber attacks Lancer. I also Gandr Lancer.", "E117"),
    ("Rin", "Saber attacks Lancer if Archer is gone. Saber also uses Parry.", "E117"),
    ("Saber", "Attack Lancer unless Archer is here. Then Rin uses Gandr on Archer.", "E117"),
    ("Saber", "At the end of the Attacking Phase, attack Lancer. Rin also uses Gandr on him.", "E117"),
    // A prohibition on a condition, and what leans on it.
    ("Saber", "Don't attack Lancer unless he attacks Rin. Then attack him.", "E"),
    ("Saber", "Don't attack Lancer unless he attacks Rin. Otherwise attack Archer.", "E"),
    ("Saber", "Don't use Guard if Rin has 50 or less Health. Then use Mend on Rin.", "E117"),
    ("Saber", "Don't attack Lancer if Archer is here. If he isn't, attack him.", "E362"),
    // A second use, or another target?
    ("Saber", "Use Surge on Lancer. If I still have 100 or more Mana, use it on Archer.", "E"),
    ("Saber", "Use Surge on Lancer. If Archer attacks Rin, use it on Archer.", "E"),
    ("Saber", "Use Surge on Lancer. If he is dead, do the same to Archer.", "E"),
    // Two whom a pronoun may mean.
    ("Rin", "If Illya attacks Saber, Gandr her. If she has 100 or less Health, use Jewel Light on her.", "E362"),
    ("Saber", "If Illya attacks Rin, attack her. If Lancer attacks her, attack him.", "E362"),
    ("Saber", "Attack Lancer twice. Attack Archer only if he is dead.", "E362"),
    ("Saber", "Attack Lancer. Attack Archer if he is gone.", "E362"),
    ("Saber", "If one of us is hit, use Mend on her.", "E362"),
    // Which of the two uses is of what is given?
    ("Rin", "Give the Magic Glasses to Saber. Saber uses the Magic Glasses. Saber uses the Magic Glasses.", "E117"),
    // Whom first, or whom rather?
    ("Saber", "Attack Lancer > Archer.", "E362"),
    // Events that are asked once, where the player waits for them.
    ("Saber", "If Lancer attacks us, attack Lancer; otherwise, if Archer attacks us, attack Archer.", "E117"),
    // The voice of what is asked, and whom a word means where nobody is named who did it.
    ("Saber", "If I am attacked, attack him; otherwise use Surge on Lancer.", "E362"),
    ("Saber", "Use Surge on Tokiomi unless I am attacked; in that case attack that one.", "E362"),
    ("Saber", "If Rin is hit, use Surge on him.", "E214"),
    ("Rin", "If Saber is hit, Gandr that one.", "E362"),
    ("Rin", "If Saber isn't poisoned, Gandr Lancer. If I am, use the Pills.", "E"),
    // What is kept for a condition is not used besides.
    ("Saber", "Use Parry. Keep Parry for Gae Bolg.", "E362"),
    ("Saber", "Only use Surge on Archer if he attacks Rin. Use Surge on Archer 2 times.", "E"),
    // In the place of which order?
    ("Saber", "Use Surge on Lancer. Use Cut on Archer. If Lancer is gone, use Cut on Tokiomi instead.", "E"),
    // Asked once, and not where the second comes up.
    ("Saber", "If anyone hits me, use Surge on that one. If nobody did, flee to the Bridge.", "E117"),
    // How often in the other case?
    ("Saber", "All my AP goes to Surge on Lancer if he attacks Rin; otherwise to Cut on Archer.", "E361"),
    // Otherwise than what?
    (
        "Saber",
        "If I have 50 or less Health, flee to the Bridge; if I have 100 or less Health, use Guard; otherwise attack Lancer.",
        "E108",
    ),
];

/// Sentences that stand beside one another, and the orders of the plan.
const STANDING: &[(&str, &str, &[&str])] = &[
    (
        "Saber",
        "If Lancer attacks me, use Parry. If Archer is here, attack Archer.",
        &["Saber: If Lancer attacks me, use Parry.", "Saber: If Archer is here, attack Archer."],
    ),
    (
        "Saber",
        "If Lancer is here, attack him; if Archer is here, attack him.",
        &["Saber: If Lancer is here, attack that character.", "Saber: If Archer is here, attack that character."],
    ),
    (
        "Saber",
        "Use Surge on Lancer. If he is gone, use it on Archer.",
        &["Saber: If Lancer is not here, use Surge on Archer; otherwise, use Surge on Lancer."],
    ),
    (
        "Saber",
        "Mend me, then we retreat to the Bridge.",
        &["Saber: Use Mend on me.", "Saber: Flee to Bridge.", "Rin: Flee to Bridge."],
    ),
    (
        "Rin",
        "Jewel Light on myself, then both of us move to the Church.",
        &["Rin: Use Jewel Light on me.", "Rin: Move to Church.", "Saber: Move to Church."],
    ),
    (
        "Saber",
        "Mend me, Cut Archer three times, then Rin and I go to the Bridge.",
        &[
            "Saber: Use Mend on me and then use Cut on Archer 3 times.",
            "Saber: Move to Bridge.",
            "Rin: Move to Bridge.",
        ],
    ),
    (
        "Saber",
        "Do nothing unless Archer attacks me; in that case use Surge on him.",
        &["Saber: If Archer attacks me, use Surge on that character."],
    ),
    (
        "Saber",
        "If Rin isn't attacked, use Surge on Lancer. If she is, use Cut on Archer.",
        &["Saber: If Rin is not attacked, use Surge on Lancer.", "Saber: If Rin is attacked, use Cut on Archer."],
    ),
    ("Saber", "If Rin is hit, attack the attacker.", &["Saber: If anyone hits Rin, attack that character."]),
    ("Saber", "Three Surges, all on Archer.", &["Saber: Use Surge on Archer 3 times."]),
    (
        "Saber",
        "Attack Lancer if he attacks me and Rin is here.",
        &["Saber: If Lancer attacks me and Rin is here, attack Lancer."],
    ),
    (
        "Saber",
        "Use Cut on Archer. If Archer is still alive, use Cut on Archer. If Archer is still alive, use Surge on Archer.",
        &[
            "Saber: Use Cut on Archer.",
            "Saber: If Archer is alive, use Cut on Archer.",
            "Saber: If Archer is alive, use Surge on Archer.",
        ],
    ),
    ("Saber", "Use Guard. Rin also uses Gandr on Lancer.", &["Saber: Use Guard.", "Rin: Use Gandr on Lancer."]),
    (
        "Saber",
        "If Lancer attacks Rin, attack him. If Rin has 50 or less Health, use Mend on her.",
        &[
            "Saber: If Lancer attacks Rin, attack that character.",
            "Saber: If Rin has 50 or less Health, use Mend on that character.",
        ],
    ),
];

#[test]
fn what_may_hang_on_the_sentence_before_is_asked_about() {
    let mut wrong = Vec::new();
    for (who, text, code) in LEANING {
        let checked = checked_of_writers(&format!("{who}: {text}"));
        let said = said(&checked);
        let is_refused = checked.diagnostics.iter().any(|d| d.is_error() && d.code.starts_with(code));
        if !is_refused {
            wrong.push(format!("{who}: {text}\n  {:?}\n  {said:?}", plan(&checked)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_stands_beside_another_sentence_stands_by_itself() {
    let mut wrong = Vec::new();
    for (who, text, orders) in STANDING {
        let checked = checked_of_writers(&format!("{who}: {text}"));
        if plan(&checked) != *orders {
            wrong.push(format!("{who}: {text}\n  {:?}\n  {:?}", plan(&checked), said(&checked)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_takes_the_rest_of_the_ap_behind_the_dead_needs_no_warning() {
    let warns = |text: &str| said(&checked_of_writers(text)).iter().any(|line| line.starts_with("W378"));
    assert!(!warns("Saber: Cut Lancer until he falls, then put the rest on Archer."));
    // The Mana for Surges may end before the AP do.
    assert!(warns("Saber: Surge Lancer until he falls, then Cut Archer with what's left over."));
    assert!(warns("Saber: Cut Lancer until he falls, then use Final Strike on Archer."));
    assert!(warns("Saber: Cut Lancer until he falls. Then flee to the Bridge."));
}
