//! Orders whose subject is a skill, its AP or its target, and other ways to say how low, how long and when.

use super::everyday::hold;

#[test]
fn a_skill_or_its_target_may_be_the_subject() {
    hold(
        &[
            ("Saber", "Veil goes up over the Park.", &["Saber: Use Veil to Park."]),
            ("Rin", "Jewel Light goes on Saber.", &["Rin: Use Jewel Light on Saber."]),
            (
                "Saber",
                "All of my AP goes into Surge against Archer.",
                &["Saber: Use Surge on Archer as often as possible."],
            ),
            (
                "Saber",
                "Just keep swinging Cut at Lancer until my AP runs dry.",
                &["Saber: Use Cut on Lancer as often as possible."],
            ),
            (
                "Saber",
                "Mend for Rin, and the rest of my turn is three Surges into Lancer.",
                &["Saber: Use Mend on Rin and then use Surge on Lancer 3 times."],
            ),
            (
                "Rin",
                "Whoever attacks Saber first tonight gets a Gandr from me.",
                &["Rin: If an opponent attacks Saber, use Gandr on the opponent who attacks Saber first."],
            ),
            (
                "Saber",
                "If Lancer attacks me, I Cut him three times; otherwise the three Cuts go to Archer.",
                &[
                    "Saber: If Lancer attacks me, use Cut on that character 3 times; otherwise, use Cut on Archer 3 times.",
                ],
            ),
            (
                "Saber",
                "Go for Archer with two Cuts, and close the turn with Final Strike on the same man.",
                &["Saber: Use Cut on Archer 2 times and then use Final Strike on Archer."],
            ),
        ],
        &[
            ("Saber", "Veil goes up over Lancer and the Park."),
            ("Saber", "Two of my AP goes into Surge against Archer."),
            ("Saber", "I attack Archer three times with Cut, but any swings left over after he drops go to Lancer."),
        ],
    );
}

#[test]
fn how_low_and_when_is_said_in_many_ways() {
    hold(
        &[
            (
                "Rin",
                "Splint for me if I'm hurt down to 50 Health or under, no matter what else is going on.",
                &["Rin: If I have 50 or less Health, use item Splint on me."],
            ),
            (
                "Saber",
                "Should Rin's Health fall below 60, I Mend her.",
                &["Saber: If Rin falls to less than 60 Health, use Mend on that character."],
            ),
            (
                "Saber",
                "When Archer looses an Arrow at Rin, I Cut Archer twice in return.",
                &["Saber: Use Cut on Archer 2 times when Archer uses \"Arrow\" on Rin."],
            ),
            (
                "Saber",
                "I wait until Lancer has made his move, and only then do I Cut him twice.",
                &["Saber: Use Cut on that character 2 times when Lancer acts."],
            ),
            (
                "Saber",
                "Move to the Bridge with Rin when the turn ends, unless Lancer is dead by then.",
                &["Saber: If Lancer is not dead, move to Bridge.", "Rin: If Lancer is not dead, move to Bridge."],
            ),
            (
                "Rin",
                "At the end of the turn Saber and I fall back to the Church.",
                &["Rin: Flee to Church.", "Saber: Flee to Church."],
            ),
            (
                "Saber",
                "Three Cuts at Lancer, and walk to the Mall afterwards.",
                &["Saber: Use Cut on Lancer 3 times.", "Saber: Move to Mall."],
            ),
            (
                "Rin",
                "Should Saber die, I use the Teleporter and get myself to the Church.",
                &["Rin: If Saber dies, use item Teleporter to Church."],
            ),
        ],
        &[
            ("Saber", "Cut Lancer when the turn ends."),
            ("Saber", "Cut Lancer the moment he surrenders."),
            ("Saber", "Should Rin's Health fall, I Mend her."),
        ],
    );
}

/// Purposes and calls beside an order are no part of it.
#[test]
fn a_purpose_or_a_call_orders_nothing() {
    hold(
        &[
            ("Saber", "Guard this turn, to get my Health back up.", &["Saber: Use Guard."]),
            (
                "Saber",
                "Guard, plus Parry when I get hit.",
                &["Saber: Use Guard.", "Saber: Use Parry when anyone hits me."],
            ),
            (
                "Rin",
                "Command Spell: Kill them no matter what! Make it count, Saber.",
                &["Rin: Command Saber \"Kill them no matter what!\"."],
            ),
        ],
        &[
            ("Saber", "Guard to get my Servant to the Church."),
            ("Saber", "Guard, to get my Health over 100 before Lancer attacks."),
        ],
    );
}
