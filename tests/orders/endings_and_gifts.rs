//! The end of the Turn, at which everybody moves; a target and no other; what is handed over to be used; what is bought
//! where one goes; what nobody is to do: in the words of blind writers.

use super::everyday::{Read, hold};

/// R269: moves are the last of the Turn by themselves, and what else is done is not.
#[test]
fn the_end_of_the_turn_is_when_everybody_moves() {
    const READ: &[Read] = &[
        (
            "Saber",
            "At the end of the turn I flee to the Bridge with Rin.",
            &["Saber: Flee to Bridge.", "Rin: Flee to Bridge."],
        ),
        (
            "Rin",
            "Run to the Mall if Saber is at half Health or less at the end of the turn, otherwise stay.",
            &["Rin: If Saber has 50% or less of their maximum Health, move to Mall; otherwise, stay."],
        ),
        (
            "Rin",
            "At the end of the turn Rin uses the Teleporter to take herself and Saber to the Hospital.",
            &["Rin: Use item Teleporter on me and Saber to Hospital."],
        ),
        (
            "Rin",
            "At the end of the turn, if Lancer attacked me, flee to the Bridge.",
            &["Rin: If Lancer has attacked me, flee to Bridge."],
        ),
        ("Rin", "Flee to the Bridge as soon as I can.", &["Rin: Flee to Bridge."]),
        ("Rin", "Head for the Church tonight.", &["Rin: Move to Church."]),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "At the end of the turn use Guard."),
        ("Saber", "At the end of the turn, Blink to the Mall."),
        ("Saber", "Teleport me and Rin to the Hospital at the very end of the turn."),
        ("Saber", "Attack Lancer and move to the Bridge at the end of the turn."),
        ("Rin", "If Lancer attacks me at the end of the turn, flee to the Bridge."),
        ("Saber", "Use Guard as soon as I can attack Lancer."),
        ("Saber", "Use Guard as soon as possible after Lancer attacks me."),
    ];
    hold(READ, REFUSED);
}

/// R119: a skill with many targets strikes whom it is for; the same number of uses in the other case.
#[test]
fn whom_a_skill_is_for_and_how_often() {
    const READ: &[Read] = &[
        ("Saber", "Excalibur on Lancer only.", &["Saber: Use Excalibur on Lancer."]),
        (
            "Saber",
            "Cut whoever attacked me first this turn, three times. If nobody attacks me, Cut Lancer once.",
            &[
                "Saber: Use Cut 3 times on the opponent who has attacked me first.",
                "Saber: If nobody attacks me, use Cut on Lancer.",
            ],
        ),
        (
            "Saber",
            "Cut Lancer twice. If Archer does not attack me, Guard.",
            &["Saber: Use Cut on Lancer 2 times.", "Saber: If Archer does not attack me, use Guard."],
        ),
        (
            "Saber",
            "Unleash Excalibur on Lancer and Archer only, then give Lancer a Cut.",
            &["Saber: Use Excalibur on Lancer and Archer and then use Cut on Lancer."],
        ),
        (
            "Saber",
            "If Archer attacks Rin, I Cut him twice; otherwise both Cuts go to Lancer.",
            &["Saber: If Archer attacks Rin, use Cut on that character 2 times; otherwise, use Cut on Lancer 2 times."],
        ),
        (
            "Saber",
            "Cut Lancer once, Archer once and then Lancer again.",
            &["Saber: Use Cut on Lancer and then use Cut on Archer and then use Cut on Lancer."],
        ),
        (
            "Saber",
            "Cut Lancer once, Archer twice and then Lancer once.",
            &["Saber: Use Cut on Lancer and then use Cut on Archer 2 times and then use Cut on Lancer."],
        ),
        (
            "Saber",
            "Attack Lancer with whatever AP I've got left after Surge on Archer.",
            &["Saber: Use Surge on Archer and then attack Lancer as often as possible."],
        ),
        (
            "Rin",
            "If either of us falls under 75 Health, flee to the Bridge.",
            &["Rin: If I fall to less than 75 Health or Saber falls to less than 75 Health, flee to Bridge."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Excalibur on Lancer and Archer alone."),
        ("Saber", "Cut whoever attacked me first this turn, three times. If nobody attacks me, Cut Lancer."),
        ("Saber", "Cut Lancer only once."),
        ("Saber", "Attack Lancer only."),
        ("Saber", "If Archer attacks Rin, I Cut him three times; otherwise both Cuts go to Lancer."),
        ("Saber", "If Archer attacks Rin, I Cut him twice; otherwise both Cuts go to Lancer and Archer."),
        ("Saber", "Cut Lancer once, Archer twice and then Lancer again."),
        ("Rin", "If we fall below 75 Health, flee to the Bridge."),
        ("Rin", "If either of us does not fall below 75 Health, flee to the Bridge."),
    ];
    hold(READ, REFUSED);
}

/// R352: gifts that are used at once, purchases behind a scouting, civilians of a place.
#[test]
fn gifts_purchases_and_what_is_done_somewhere() {
    const READ: &[Read] = &[
        (
            "Rin",
            "Give Saber the Charged Potion and have her drink it.",
            &["Rin: Give Charged Potion to Saber.", "Saber: Use item Charged Potion when Saber holds Charged Potion."],
        ),
        (
            "Rin",
            "Rin gives the Charged Potion to Saber, and Saber should drink it right away.",
            &["Rin: Give Charged Potion to Saber.", "Saber: Use item Charged Potion when Saber holds Charged Potion."],
        ),
        (
            "Rin",
            "Scout the Mall, and if it's empty go there tonight and buy a Teleporter.",
            &[
                "Rin: Scout Mall.",
                "Rin: If I do not detect anyone in Mall, move to Mall.",
                "Rin: In the 2nd round, if I am in Mall, buy Teleporter.",
            ],
        ),
        ("Rin", "During the day I scout the Harbor.", &["Rin: Scout Harbor."]),
        ("Saber", "Consume a civilian at the Bridge.", &["Saber: If I am in Bridge, consume a civilian."]),
        ("Rin", "Turn on the Mana Detector, and tell Saber what it shows.", &["Rin: Use item Mana Detector."]),
        (
            "Rin",
            "Tell everyone in the topic that Red isn't looking for a fight tonight.",
            &["Rin: Say: \"Red isn't looking for a fight tonight\"."],
        ),
        (
            "Saber",
            "Stop paying for Rain Manipulation, I want to save the mana.",
            &["Saber: Stop paying for Rain Manipulation."],
        ),
        ("Saber", "Drop Veil now, we don't need it any more.", &["Saber: Cancel Veil."]),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Rin", "Give Saber the Charged Potion and have him drink it."),
        ("Rin", "Give Illya the Charged Potion and have her drink it."),
        ("Rin", "Give the Charged Potion to Saber, and Rin should drink it right away."),
        ("Saber", "Use the Charged Potion."),
        ("Rin", "Tell everyone that we leave and Gandr Lancer."),
        ("Rin", "Tell everyone in the topic that Red holds back if nobody attacks."),
        ("Saber", "Cut Lancer, I want to save my mana for Excalibur."),
        ("Saber", "Cut Lancer, I don't want it on Archer."),
    ];
    hold(READ, REFUSED);
}

/// R161: a Command Spell by its name before the word, and whom it takes along.
#[test]
fn command_spells_by_their_names() {
    const READ: &[Read] = &[
        (
            "Rin",
            "If Saber gets stunned or poisoned, use the \"Withstand it!\" Command Spell on her.",
            &[
                "Rin: If Saber becomes affected by Stun or Saber becomes affected by Poison, command Saber \"Withstand it!\".",
            ],
        ),
        ("Rin", "Use the \"Withstand it!\" Command Spell on Saber.", &["Rin: Command Saber \"Withstand it!\"."]),
        (
            "Rin",
            "Use \"Flee this battle now!\" to get Saber and me to the Bridge.",
            &["Rin: Command Saber \"Flee this battle now!\" to Bridge."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Rin", "Use \"Flee this battle now!\" to get Lancer and me to the Bridge."),
        ("Rin", "Use the \"Withstand it!\" Command Spell on Lancer."),
        (
            "Rin",
            "Don't use the \"Withstand it!\" Command Spell on Saber. Use the \"Withstand it!\" Command Spell on Saber.",
        ),
    ];
    hold(READ, REFUSED);
}

/// What is not ordered is not done: denials that say so are kept by themselves, unless an order does it.
#[test]
fn what_nobody_is_to_do() {
    const READ: &[Read] = &[
        ("Saber", "Don't attack Archer or Illya this turn, whatever they do.", &[]),
        ("Saber", "Surge Archer. Nobody touches Illya.", &["Saber: Use Surge on Archer."]),
        ("Rin", "Once we get to the Bridge, don't start a fight with anyone.", &[]),
        ("Rin", "No Command Spells this turn unless Saber is about to die.", &[]),
        ("Rin", "Buy nothing, just walk to the Bridge.", &["Rin: Move to Bridge."]),
        (
            "Saber",
            "If Archer left, don't follow him, just hit Lancer with two Surges.",
            &["Saber: If Archer has left this location, use Surge on Lancer 2 times."],
        ),
    ];
    const REFUSED: &[(&str, &str)] = &[
        ("Saber", "Surge Illya. Nobody touches Illya."),
        ("Saber", "Cut Lancer. Once Archer is dead, don't attack Lancer."),
        ("Rin", "Gandr Lancer. Don't attack Lancer unless provoked."),
        ("Rin", "Don't attack Lancer unless he attacks us, then Gandr him."),
        ("Saber", "Don't use Excalibur unless it really matters, Cut Lancer."),
        ("Rin", "Buy nothing. Buy a Splint at the Hospital."),
        ("Saber", "If Archer left, don't follow him and hit Lancer with two Surges."),
        ("Saber", "If Archer flees, let him go and use Guard."),
    ];
    hold(READ, REFUSED);
}
