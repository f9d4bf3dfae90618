//! Questions that are conditions, and second halves of an order: another target behind the first, what leans on the
//! sentence before it, what follows a time that is not understood. In the words of blind writers.

use super::everyday::{Read, hold};

/// R194: a question with what is done behind it is a condition, and what is done never stands without it.
#[test]
fn a_question_is_the_condition_of_what_stands_behind_it() {
    const READ: &[Read] = &[
        (
            "Saber",
            "Under 100 health? Splint. Else skip it",
            &["Saber: If I have less than 100 Health, use item Splint."],
        ),
        (
            "Rin",
            "Is Saber below 100? Jewel Light on her. If not, Gandr on Archer.",
            &[
                "Rin: If Saber has less than 100 Health, use Jewel Light on that character; otherwise, use Gandr on Archer.",
            ],
        ),
        ("Saber", "What if Lancer attacks me? Then Parry.", &["Saber: If Lancer attacks me, use Parry."]),
        ("Saber", "Lancer isn't here? Cut Archer.", &["Saber: If Lancer is not here, use Cut on Archer."]),
        (
            "Saber",
            "Is Lancer dead? Then Cut Archer. Otherwise Cut Lancer.",
            &["Saber: If Lancer is dead, use Cut on Archer; otherwise, use Cut on Lancer."],
        ),
        (
            "Rin",
            "Lancer's here and Saber's not with me? Then call her with \"Summon!\"",
            &["Rin: If Lancer is here and Saber is not here, command Saber \"Summon!\"."],
        ),
        (
            "Saber",
            "Could you attack Lancer? Then go to the Bridge.",
            &["Saber: Attack Lancer.", "Saber: Move to Bridge."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Is Archer stronger? Surge Lancer."),
        ("Rin", "Somebody enters the Bridge while Saber is still in Spirit Form? Then I use \"Leave Spirit Form!\""),
        ("Saber", "Cut Lancer? No, Archer."),
        ("Saber", "Guard? Then Cut Lancer."),
        ("Saber", "Lancer here? Or Archer? Cut Lancer."),
        ("Saber", "Lancer attacks Archer? Surge him."),
        ("Saber", "Has Lancer attacked Archer? Surge him."),
        ("Saber", "Lancer isn't here? Cut him."),
        ("Saber", "Illya attacks Rin? Mend her."),
    ];
    hold(READ, REFUSED);
    // What the question asks is lost with it, and a message ends where it did.
    for (character, text) in [
        ("Saber", "Is Archer stronger? Surge Lancer."),
        ("Saber", "Low on Mana? Calm."),
        ("Rin", "No Turn Action until the end of the Prepared Effect Phase. Then Gandr on Archer."),
        ("Saber", "Hold your horses until the end. Afterwards, Cut Lancer."),
        ("Saber", "Once foobar happens, Guard. Then Cut Lancer."),
    ] {
        assert!(super::everyday::planned(character, text).is_empty(), "{text}");
    }
    let told = super::everyday::planned("Rin", "PM Tokiomi: truce tonight? We both hit Archer.");
    assert_eq!(told, ["Rin: Tell Tokiomi: \"truce tonight?\"."]);
}

/// R188: each target with its number, in the order in which they are named.
#[test]
fn another_target_behind_the_first() {
    const READ: &[Read] = &[
        (
            "Saber",
            "Cut Lancer twice, then once on Archer.",
            &["Saber: Use Cut on Lancer 2 times and then use Cut on Archer."],
        ),
        (
            "Saber",
            "Cut Lancer, then twice on Archer.",
            &["Saber: Use Cut on Lancer and then use Cut on Archer 2 times."],
        ),
        (
            "Saber",
            "2 Surges at Archer, one Cut at Lancer, in that order.",
            &["Saber: Use Surge on Archer 2 times and then use Cut on Lancer."],
        ),
        (
            "Saber",
            "Surge Lancer, Cut Archer, in this order.",
            &["Saber: Use Surge on Lancer and then use Cut on Archer."],
        ),
        ("Saber", "Surge on Archer plus Cut on Lancer.", &["Saber: Use Surge on Archer and then use Cut on Lancer."]),
        (
            "Saber",
            "Excalibur on all four of them - Lancer, Archer, Tokiomi, Illya.",
            &["Saber: Use Excalibur on Lancer, Archer, Tokiomi and Illya."],
        ),
        (
            "Saber",
            "Start with Guard, then Surge into whoever hit Rin.",
            &["Saber: Use Guard.", "Saber: If an opponent hits Rin, use Surge on the opponent who hits Rin."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Cut Lancer, then not on Archer."),
        ("Saber", "Surge plus Cut on Lancer."),
        ("Saber", "Excalibur on all three of them - Lancer, Archer."),
        ("Saber", "Excalibur on all four: Lancer, Archer and Tokiomi."),
        ("Saber", "Cut Lancer in that order."),
        ("Saber", "Start with Guard, then Cut Lancer if he attacked Rin."),
        ("Saber", "Start with Surge on Lancer, then Cut whoever hit Rin."),
        ("Saber", "Cut Lancer once. The third goes to Archer."),
    ];
    hold(READ, REFUSED);
}

/// R195: what another gets in the first one's place, what is not done else.
#[test]
fn a_second_half_that_leans_on_the_first() {
    const READ: &[Read] = &[
        (
            "Saber",
            "Final Strike on Lancer. In case he's already down by then, Archer gets it.",
            &["Saber: If Lancer is dead, use Final Strike on Archer; otherwise, use Final Strike on Lancer."],
        ),
        (
            "Saber",
            "Cut Lancer twice. If he's gone, Archer gets them.",
            &["Saber: If Lancer is not here, use Cut on Archer 2 times; otherwise, use Cut on Lancer 2 times."],
        ),
        (
            "Saber",
            "As soon as Lancer uses Gae Bolg on anybody, Quick Hand on Lancer; failing that, keep it",
            &["Saber: Use Quick Hand on Lancer when Lancer uses \"Gae Bolg\" on anyone."],
        ),
        (
            "Saber",
            "With rain up already, Excalibur everybody hostile; without it, put the rain up and just Cut Archer once",
            &["Saber: If \"Rain Manipulation\" is active, use Excalibur on every opponent; otherwise, use Rain \
                 Manipulation and then use Cut on Archer."],
        ),
        (
            "Saber",
            "No Excalibur unless Lancer and Archer are here; then use it on Lancer and Archer.",
            &["Saber: If Lancer is here and Archer is here, use Excalibur on Lancer and Archer."],
        ),
        ("Saber", "Drop the rain. I'm not paying for it again.", &["Saber: Stop paying for Rain Manipulation."]),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Final Strike on Lancer. In case he survives, Archer gets it."),
        ("Saber", "Cut Lancer twice. If he's hit, Archer gets them."),
        ("Saber", "No Excalibur unless Lancer is here; then hit them both."),
        ("Saber", "No Excalibur unless Lancer is here; then use it on Lancer and Cut Archer."),
        ("Saber", "No Excalibur unless Lancer is here; then use it on Lancer.\nExcalibur on Archer."),
        ("Saber", "No Excalibur unless Lancer is here; then don't use it on Archer."),
        ("Saber", "Nothing unless I'm hit, in which case one Cut back."),
        ("Saber", "With rain up already, Cut Archer; without Rin, Cut Lancer."),
    ];
    hold(READ, REFUSED);
}

/// What is worn, dropped, bought, told and called in other words; whom a word of degree leaves open.
#[test]
fn other_words_for_things_and_messages() {
    const READ: &[Read] = &[
        ("Saber", "Get rid of Veil.", &["Saber: Cancel Veil."]),
        ("Rin", "Get rid of the Splint and the Focus Band.", &["Rin: Drop Splint and then drop Focus Band."]),
        ("Rin", "Rin switches her Mana Detector on.", &["Rin: Use item Mana Detector."]),
        ("Rin", "drop the Focus Band here and walk off to Bridge", &["Rin: Drop Focus Band.", "Rin: Move to Bridge."]),
        (
            "Rin",
            "Use the Teleporter, both of us, Hospital, but just if Saber's down to 80 or less",
            &["Rin: If Saber has 80 or less Health, use item Teleporter on my team to Hospital."],
        ),
        ("Rin", "Rin hands Saber the Focus Band before the shooting starts.", &["Rin: Give Focus Band to Saber."]),
        ("Saber", "Saber teleports out with Rin to the Bridge.", &["Saber: Use Teleport on Rin to Bridge."]),
        ("Rin", "Alliance with Green's off.", &["Rin: End the alliance with Green."]),
        ("Rin", "A message to Illya, privately: \"Help us.\"", &["Rin: Tell Illya: \"Help us.\"."]),
        ("Rin", "Red text in the thread: \"Saber is here.\"", &["Rin: Red: \"Saber is here.\"."]),
        ("Rin", "Rin publishes in blue: \"Lancer is Cu Chulainn.\"", &["Rin: Blue: \"Lancer is Cu Chulainn.\"."]),
        (
            "Rin",
            "\"You can't escape!\" on Saber, with Tokiomi as the one she's after",
            &["Rin: Command Saber \"You can't escape!\" for Tokiomi."],
        ),
        (
            "Rin",
            "Rin uses the Command Spell \"Defend X!\" so that Saber defends Rin.",
            &["Rin: Command Saber \"Defend X!\" for Rin."],
        ),
        (
            "Saber",
            "Whoever attacks Rin first gets two Cuts from me!",
            &["Saber: If an opponent attacks Rin, use Cut 2 times on the opponent who attacks Rin first."],
        ),
        ("Saber", "Parry for Archer's Arrow only!", &["Saber: If Archer uses \"Arrow\" on me, use Parry."]),
        ("Saber", "Consume Tokiomi if he falls to zero.", &["Saber: If Tokiomi dies, consume Tokiomi."]),
        ("Saber", "Parry if anyone at all hits me.", &["Saber: If anyone hits me, use Parry."]),
    ];
    const REFUSED: &[(&str, &str)] = &[
        // The larger loss, or the smaller share that is left?
        ("Saber", "Mend whoever's worse off between me and Rin"),
        ("Saber", "Teleport us to the Bridge if Rin has lost any Health."),
        ("Rin", "Get rid of Lancer."),
        ("Saber", "Blink to Harbor with Rin, alone."),
        ("Rin", "\"You can't escape!\" on Saber, with Tokiomi as a friend"),
        ("Rin", "A message to Illya, privately, if she is here: \"Help us.\""),
        ("Saber", "Parry for Archer only!"),
    ];
    hold(READ, REFUSED);
}
