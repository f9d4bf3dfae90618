//! A second half that leans on what the first asks: `If neither does, B`, `If that doesn't happen, B`, `If she is still
//! here I don't`; and skills that are kept for an occasion. In the words of blind writers.

use super::everyday::{Read, hold};

/// R194: what a short answer denies must have been asked, of the same person.
#[test]
fn a_short_answer_is_the_other_case_of_what_was_asked() {
    const READ: &[Read] = &[
        (
            "Saber",
            "If Archer attacks Rin or me this Turn, I Cut him three times. If he doesn't, I Cut Lancer three times.",
            &[
                "Saber: If Archer attacks Rin or me, use Cut on that character 3 times; otherwise, use Cut on Lancer 3 times.",
            ],
        ),
        (
            "Saber",
            "If Archer attacks me this Turn, Cut him twice; if he doesn't, both Cuts go to Lancer.",
            &["Saber: If Archer attacks me, use Cut on that character 2 times; otherwise, use Cut on Lancer 2 times."],
        ),
        (
            "Saber",
            "If Archer attacks me, Cut him. But if he doesn't, Cut Lancer.",
            &["Saber: If Archer attacks me, use Cut on that character; otherwise, use Cut on Lancer."],
        ),
        (
            "Saber",
            "Calm on me if my Mana is under 100. If it's not, Guard.",
            &["Saber: If I have less than 100 Mana, use Calm on me; otherwise, use Guard."],
        ),
        (
            "Saber",
            "If Lancer attacks Rin, Cut him. If that doesn't happen, Cut Archer.",
            &["Saber: If Lancer attacks Rin, use Cut on that character; otherwise, use Cut on Archer."],
        ),
        (
            "Saber",
            "Cut Lancer twice. If Lancer used Needle on me, the third AP is a Surge on him, if not it's a Cut on Archer.",
            &[
                "Saber: Use Cut on Lancer 2 times.",
                "Saber: If Lancer has used \"Needle\" on me, use Surge on that character; otherwise, use Cut on Archer.",
            ],
        ),
        (
            "Saber",
            "Mend on myself if I have 200 Health or less, Guard if I have more.",
            &["Saber: If I have 200 or less Health, use Mend on me; otherwise, use Guard."],
        ),
        (
            "Saber",
            "Mend on myself if I have at least 200 Health, Guard if I have less.",
            &["Saber: If I have 200 or more Health, use Mend on me; otherwise, use Guard."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "If Archer attacks Rin, Cut him. If she doesn't, Guard."),
        ("Saber", "Cut Archer if he attacks Rin. If she doesn't, Cut Lancer."),
        ("Saber", "If Archer attacks me, Cut him. If I don't, Cut Lancer."),
        ("Saber", "If Archer doesn't attack me, Cut Lancer. If he doesn't, Cut Archer."),
        ("Saber", "If Lancer attacks me and Archer is here, Cut Lancer. If he doesn't, Guard."),
        ("Saber", "If Lancer attacks me or Archer is dead, Cut Lancer; if he doesn't, Cut Illya."),
        ("Saber", "When Lancer attacks Rin, Cut him. If he doesn't, Cut Archer."),
        ("Saber", "When Lancer attacks Rin, Cut him. If that doesn't happen, Cut Archer."),
        ("Saber", "Mend on myself if I have 200 Health or less, Guard if I have less."),
        ("Saber", "Mend on Rin if I have 200 Health or less, Guard if she has more."),
    ];
    hold(READ, REFUSED);
}

/// R194: both of two, one of them, or neither. Nobody is more than neither.
#[test]
fn both_one_or_neither() {
    const READ: &[Read] = &[
        (
            "Saber",
            "If Lancer and Archer both attack me this Turn, Excalibur on both of them. If only one of them does, Cut that one three times. If neither does, Surge Lancer three times.",
            &[
                "Saber: If Lancer attacks me and Archer attacks me, use Excalibur on Lancer and Archer; otherwise, if Lancer attacks me, use Cut on Lancer 3 times; otherwise, if Archer attacks me, use Cut on Archer 3 times; otherwise, use Surge on Lancer 3 times.",
            ],
        ),
        (
            "Saber",
            "If Lancer and Archer both attack me, Excalibur on both of them. If neither does, Surge Lancer three times.",
            &[
                "Saber: If Lancer attacks me and Archer attacks me, use Excalibur on Lancer and Archer; otherwise, if Lancer does not attack me and Archer does not attack me, use Surge on Lancer 3 times.",
            ],
        ),
        (
            "Saber",
            "If both Lancer and Archer are here, Excalibur on both. If only one is here, three Surges on that one. If neither, walk to the Church.",
            &[
                "Saber: If Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, if Lancer is here, use Surge on Lancer 3 times; otherwise, if Archer is here, use Surge on Archer 3 times; otherwise, move to Church.",
            ],
        ),
        (
            "Saber",
            "If Lancer or Archer attacks me, Cut him. If neither did, Cut Tokiomi.",
            &["Saber: If Lancer or Archer attacks me, use Cut on that character; otherwise, use Cut on Tokiomi."],
        ),
        (
            "Saber",
            "If someone attacks Rin this Turn, Cut them three times. If nobody does, Cut Lancer three times.",
            &["Saber: If anyone attacks Rin, use Cut on that character 3 times; otherwise, use Cut on Lancer 3 times."],
        ),
        (
            "Saber",
            "Cut the one who hurt Rin. If nobody did, Cut Lancer.",
            &[
                "Saber: If an opponent has damaged Rin, use Cut on the opponent who has damaged Rin; otherwise, use Cut on Lancer.",
            ],
        ),
        (
            "Saber",
            "Quick Hand on Illya if Archer takes on Spirit Form or leaves the Park; if neither happens, don't use it.",
            &["Saber: If Archer enters Spirit Form or Archer leaves Park, use Quick Hand on Illya."],
        ),
        (
            "Saber",
            "Attack Archer with three Cuts as soon as he has used Arrow this Turn; if he hasn't used Arrow by the end of the Attacking Phase, Cut Lancer three times then.",
            &[
                "Saber: Use Cut on Archer 3 times when Archer uses \"Arrow\".",
                "Saber: If Archer does not use \"Arrow\", use Cut on Lancer 3 times at the end of the Attacking Phase.",
            ],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "If Lancer or Archer attacks me, Cut him. If nobody did, Cut Tokiomi."),
        ("Saber", "If Lancer attacks me, Cut him. If neither does, Cut Archer."),
        ("Saber", "If Lancer and Archer both attack me, Excalibur on both of them. If nobody does, Surge Lancer."),
        ("Saber", "When Lancer attacks Rin, Cut him. If neither does, Guard."),
        ("Saber", "Attack Archer with three Cuts as soon as he has used Arrow; if he hasn't, Cut Lancer three times."),
    ];
    hold(READ, REFUSED);
}

/// R194: `I don't` takes the order before it back, where what is asked holds.
#[test]
fn an_order_taken_back_on_a_condition() {
    const READ: &[Read] = &[
        (
            "Rin",
            "If Saber is dead or gone from the Park, I use my Teleporter on myself to get to the Church. If she is still beside me I don't.",
            &[
                "Rin: If (Saber is dead or Saber is not in Park) and that character is not here, use item Teleporter on me to Church.",
            ],
        ),
        (
            "Rin",
            "Use the Teleporter on me to the Church. If Saber is still here, I don't.",
            &["Rin: If Saber is not here, use item Teleporter on me to Church."],
        ),
        (
            "Rin",
            "If Lancer is here or Archer is here, use Jewel Light on me. If Saber is dead, I don't.",
            &["Rin: If (Lancer is here or Archer is here) and Saber is not dead, use Jewel Light on me."],
        ),
        (
            "Saber",
            "If Lancer flees, Cut Archer twice; I don't follow Lancer.",
            &["Saber: If Lancer flees, use Cut on Archer 2 times."],
        ),
        (
            "Saber",
            "If Lancer flees, leave him alone and Cut Archer three times.",
            &["Saber: If Lancer flees, use Cut on Archer 3 times."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Rin", "If Lancer is here, use Jewel Light on me. If Saber is dead, I don't want to."),
        ("Saber", "If Lancer is here, leave him alone and Excalibur on every opponent."),
        ("Saber", "If Lancer is here, leave him alone and attack everybody."),
    ];
    hold(READ, REFUSED);
}

/// R166: an Instant that is kept for an occasion is used then, and at no other time.
#[test]
fn a_skill_kept_for_an_occasion() {
    const READ: &[Read] = &[
        ("Saber", "Keep Parry for Gae Bolg.", &["Saber: If anyone uses \"Gae Bolg\" on me, use Parry."]),
        ("Saber", "Parry only against Gae Bolg.", &["Saber: If anyone uses \"Gae Bolg\" on me, use Parry."]),
        (
            "Saber",
            "Keep Parry for Gae Bolg. If Lancer uses Gae Bolg on me, I Parry it; otherwise I don't use Parry at all this Turn.",
            &["Saber: If Lancer uses \"Gae Bolg\" on me, use Parry."],
        ),
        (
            "Saber",
            "Keep Parry for Gae Bolg. If Lancer uses Gae Bolg on Rin, use Parry.",
            &["Saber: If Lancer uses \"Gae Bolg\" on Rin, use Parry."],
        ),
        (
            "Saber",
            "Quick Hand stays in reserve: use it on Lancer the moment he uses Gae Bolg.",
            &["Saber: Use Quick Hand on Lancer when Lancer uses \"Gae Bolg\"."],
        ),
        (
            "Saber",
            "Parry the first attack made on me this Turn, whoever makes it.",
            &["Saber: Use Parry when I am attacked."],
        ),
        (
            "Saber",
            "Teleport Rin and me to the Harbor after the first attack that hits me this Turn.",
            &["Saber: Use Teleport on Rin and me to Harbor when anyone hits me."],
        ),
        (
            "Rin",
            "If Saber's Health falls to 60 or below, I use \"Survive at all costs!\" on her at the next Instant Phase.",
            &["Rin: If Saber falls to 60 or less Health, command Saber \"Survive at all costs!\"."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Keep Parry for Lancer."),
        ("Saber", "Keep Parry for the second attack."),
        ("Saber", "Keep Parry."),
        ("Saber", "Don't Parry against Gae Bolg."),
        ("Saber", "Parry only against Lancer."),
        ("Saber", "Parry the second attack made on me this Turn, whoever makes it."),
        ("Saber", "Quick Hand stays in reserve."),
        ("Saber", "Keep Parry for Gae Bolg. If Lancer uses Gae Bolg on me, use Guard and Parry."),
        ("Rin", "If Lancer is here, I use \"Survive at all costs!\" on Saber at the next Instant Phase."),
    ];
    hold(READ, REFUSED);
}

/// R194: what is asked in other words, with its denial and its neighbours.
#[test]
fn where_somebody_is_and_how_they_fare() {
    const READ: &[Read] = &[
        (
            "Rin",
            "Gandr at Tokiomi if Lancer is out of the Park when my turn comes. Otherwise Gandr at Lancer.",
            &["Rin: If Lancer is not in Park, use Gandr on Tokiomi; otherwise, use Gandr on Lancer."],
        ),
        ("Saber", "If Lancer isn't out of the Park, Cut Lancer.", &["Saber: If Lancer is in Park, use Cut on Lancer."]),
        (
            "Saber",
            "If Lancer is out of the Park or dead, Cut Archer.",
            &["Saber: If Lancer is not in Park or Lancer is dead, use Cut on Archer."],
        ),
        (
            "Saber",
            "If Archer takes on Spirit Form or leaves, Cut Illya twice.",
            &["Saber: If Archer enters Spirit Form or Archer leaves this location, use Cut on Illya 2 times."],
        ),
        (
            "Rin",
            "If my Health is below 100 after their attacks, retreat to the Bridge. Otherwise I stay.",
            &["Rin: If I have less than 100 Health, flee to Bridge; otherwise, stay."],
        ),
        (
            "Saber",
            "Go to the Bridge with Rin, and if Lancer's waiting there, Cut him once.",
            &[
                "Saber: Move to Bridge.",
                "Rin: Move to Bridge.",
                "Saber: If Lancer is in Bridge, use Cut on that character.",
            ],
        ),
        (
            "Rin",
            "Retreat to the Mall with Saber, unless Lancer dies; in that case we stay.",
            &[
                "Rin: If Lancer does not die, flee to Mall; otherwise, stay.",
                "Saber: If Lancer does not die, flee to Mall; otherwise, stay.",
            ],
        ),
        (
            "Saber",
            "Saber uses Final Strike on Archer if he's still around by then, or else on Lancer.",
            &["Saber: If Archer is here, use Final Strike on Archer; otherwise, use Final Strike on Lancer."],
        ),
        (
            "Saber",
            "Start Rain Manipulation and keep paying for it every Turn until I say to stop.",
            &["Saber: Use Rain Manipulation."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "If my Health is below 150 after the attacks, Guard."),
        ("Saber", "If Needle stuns me, Cut Lancer."),
        ("Saber", "If Lancer is covering him, Cut Tokiomi."),
        ("Saber", "Cut Archer. If Flame was used on me, Surge him instead."),
        ("Saber", "Start Rain Manipulation and keep paying for it until Lancer is dead."),
        ("Saber", "Start Rain Manipulation and keep paying for it for two Turns."),
        // On the condition of the spell, or whatever is so?
        ("Rin", "\"Flee this battle now!\" on Saber to the Bridge if her Health is under 80. We go to the Bridge."),
    ];
    hold(READ, REFUSED);
}
