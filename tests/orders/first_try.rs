//! What two fresh writers were refused for, class by class, and what stays refused beside it.

use super::everyday::hold;

/// `she` is whose order it is, where nobody else is named who could be meant.
#[test]
fn whose_order_it_is_may_be_told_by_a_pronoun() {
    hold(
        &[
            ("Saber", "If Lancer is here, she uses Cut on Lancer.", &["Saber: If Lancer is here, use Cut on Lancer."]),
            ("Saber", "If Lancer is here, she Cuts Lancer.", &["Saber: If Lancer is here, use Cut on Lancer."]),
            (
                "Saber",
                "If Archer uses Flame, Saber Surges him twice. If he doesn't, she Cuts him twice.",
                &[
                    "Saber: If Archer uses \"Flame\", use Surge on that character 2 times; otherwise, use Cut on Archer 2 times.",
                ],
            ),
            (
                "Saber",
                "Saber moves to the Mall. If Lancer is there, she uses Cut on him.",
                &["Saber: Move to Mall.", "Saber: If Lancer is in Mall, use Cut on that character."],
            ),
        ],
        &[
            // He is no woman, she may be Illya or Rin, or whoever else comes.
            ("Saber", "If Lancer is here, he uses Cut on Archer."),
            ("Saber", "If Lancer attacks Illya, she uses Cut on him."),
            ("Saber", "If Lancer attacks my Master, she uses Cut on him."),
            ("Saber", "If anyone attacks Rin, she uses Cut on Lancer."),
            ("Saber", "If Lancer attacks and she uses Guard, use Cut on Lancer."),
            ("Rin", "If Lancer is dead, use Jewel Light on Saber and she moves to the Bridge."),
        ],
    );
}

/// A sentence that names whose order it is has the words of one that does not.
#[test]
fn deeds_told_of_somebody_are_orders() {
    hold(
        &[
            (
                "Rin",
                "Rin flees to the Church with Saber at the end of the turn.",
                &["Rin: Flee to Church.", "Saber: Flee to Church."],
            ),
            (
                "Saber",
                "Saber attacks Archer with Cut twice and saves her last AP.",
                &["Saber: Use Cut on Archer 2 times."],
            ),
            ("Rin", "Rin goes back to the Bridge on her own.", &["Rin: Move to Bridge."]),
            (
                "Rin",
                "Rin takes the Status-curing Pills if she's poisoned. If not, she keeps them.",
                &["Rin: If I am affected by Poison, use item Status-curing Pills."],
            ),
        ],
        &[
            // What is asked of somebody else is no order.
            ("Saber", "Saber attacks Lancer if he moves and attacks Rin."),
            ("Saber", "Saber attacks whoever stays and attacks Rin."),
            ("Saber", "Saber attacks Lancer as often as possible and keeps her last AP."),
            ("Rin", "Rin uses Gandr on Lancer if he is here. If not, she keeps it and uses Gandr on Archer."),
        ],
    );
}

/// An upkeep is paid by itself.
#[test]
fn an_upkeep_that_is_paid_is_a_note() {
    hold(
        &[
            ("Saber", "Keep paying for Rain Manipulation.", &[]),
            (
                "Saber",
                "Pay the upkeep of Rain Manipulation this turn. Use Cut on Lancer.",
                &["Saber: Use Cut on Lancer."],
            ),
            ("Saber", "Keep Rain Manipulation going this turn, we'll pay the upkeep.", &[]),
        ],
        &[
            ("Saber", "Keep paying for Rain Manipulation unless Lancer is here."),
            ("Saber", "Keep paying for Rain Manipulation. Stop paying for Rain Manipulation."),
            ("Saber", "Don't keep paying for Rain Manipulation."),
            // It could ask for the use.
            ("Saber", "Keep Guard up."),
        ],
    );
}

/// What is done against a blow, and with what is left.
#[test]
fn blows_met_and_points_left() {
    hold(
        &[
            ("Saber", "Parry Lancer's Gae Bolg.", &["Saber: If Lancer uses \"Gae Bolg\" on me, use Parry."]),
            (
                "Saber",
                "If Lancer attacks Rin or me with Gae Bolg, use Parry.",
                &["Saber: If Lancer uses \"Gae Bolg\" on Rin or Lancer uses \"Gae Bolg\" on me, use Parry."],
            ),
            (
                "Rin",
                "If Saber is attacked by both Lancer and Archer, use Jewel Light on Saber.",
                &["Rin: If Lancer attacks Saber and Archer attacks Saber, use Jewel Light on Saber."],
            ),
            (
                "Saber",
                "Use Excalibur on Lancer, then Cut Archer with the remaining AP.",
                &["Saber: Use Excalibur on Lancer and then use Cut on Archer as often as possible."],
            ),
            (
                "Saber",
                "Use Excalibur on Lancer, then spend the last AP on a Cut against Archer.",
                &["Saber: Use Excalibur on Lancer and then use Cut on Archer."],
            ),
            (
                "Saber",
                "Attack Lancer with Cut once and Archer with Surge twice.",
                &["Saber: Use Cut on Lancer and then use Surge on Archer 2 times."],
            ),
            ("Saber", "Keep fighting Lancer with Cut.", &["Saber: Use Cut on Lancer as often as possible."]),
        ],
        &[
            // What comes behind would hang on the blow as well.
            ("Saber", "Parry Lancer's Gae Bolg, then Surge him once."),
        ],
    );
}

/// A place beside what is done there, and those who go along.
#[test]
fn places_and_companions() {
    hold(
        &[
            (
                "Rin",
                "Stay in the Park and cast Jewel Light on Saber.",
                &["Rin: If I am in Park, stay.", "Rin: Use Jewel Light on Saber."],
            ),
            (
                "Rin",
                "Move to the Mall with Saber, buy two Focus Bands and give one to Saber.",
                &[
                    "Rin: Move to Mall.",
                    "Saber: Move to Mall.",
                    "Rin: If I am in Mall, buy 2 Focus Band and then give Focus Band to Saber.",
                ],
            ),
            (
                "Saber",
                "Use Cut on Lancer, then move to the Bridge with Rin.",
                &["Saber: Use Cut on Lancer.", "Saber: Move to Bridge.", "Rin: Move to Bridge."],
            ),
            (
                "Rin",
                "Scout the Bridge, and move there if it is empty.",
                &["Rin: Scout Bridge.", "Rin: If I do not detect anyone in Bridge, move to Bridge."],
            ),
            ("Rin", "Scout the Mall to check that the way is safe.", &["Rin: Scout Mall."]),
        ],
        &[
            // The condition could be of the move alone.
            ("Saber", "If Lancer is here, use Cut on Lancer, then move to the Bridge with Rin."),
            ("Rin", "Move to the Mall with Saber and attack Lancer."),
            ("Rin", "Scout the Bridge, and do not move there if it is empty."),
            // A purpose that names somebody could be an order.
            ("Rin", "Scout the Mall to check whether Archer is there."),
        ],
    );
}

/// A time of the condition that is the own place of what is done says nothing more.
#[test]
fn a_condition_asked_in_the_own_place_of_what_is_done() {
    hold(
        &[
            (
                "Saber",
                "Use Final Strike on Archer if he is still alive in the Prepared Effect Phase.",
                &["Saber: If Archer is alive, use Final Strike on Archer."],
            ),
            (
                "Saber",
                "Use my Splint if my Health is 100 or lower at the Support Phase.",
                &["Saber: If I have 100 or less Health, use item Splint."],
            ),
        ],
        &[
            ("Saber", "Use Guard if Lancer is here in the Attacking Phase."),
            ("Saber", "Use Guard if Lancer has attacked me in the Instant Phase."),
            ("Saber", "Use Guard if I am not attacked in the Support Phase."),
            ("Saber", "Use Cut on Lancer and Final Strike on Archer if he is alive in the Prepared Effect Phase."),
        ],
    );
}

/// What is told to others, what follows an event, and what is as it may be.
#[test]
fn words_to_others_and_what_follows() {
    hold(
        &[
            (
                "Rin",
                "Tell everyone in the public updates: \"Red is looking for a ceasefire.\"",
                &["Rin: Say: \"Red is looking for a ceasefire.\"."],
            ),
            (
                "Rin",
                "Ask Illya by PM which skill Lancer used on her last night.",
                &["Rin: Tell Illya: \"which skill Lancer used on her last night\"."],
            ),
            (
                "Saber",
                "If Archer uses Flame, use Surge on him right after it.",
                &["Saber: Use Surge on that character when Archer uses \"Flame\"."],
            ),
            ("Saber", "Attack Archer. After that: attack Lancer.", &["Saber: Attack Archer.", "Saber: Attack Lancer."]),
            ("Rin", "Use Gandr on Lancer if I may.", &["Rin: Use Gandr on Lancer."]),
            (
                "Saber",
                "If Tokiomi is in the Park without Lancer, attack Tokiomi.",
                &["Saber: If Tokiomi is in Park and Lancer is not in Park, attack Tokiomi."],
            ),
        ],
        &[
            ("Rin", "Ask Illya by PM which skill Lancer used, then use Gandr on Lancer."),
            ("Saber", "If Archer doesn't use Flame, use Surge on him right after it."),
            ("Saber", "If Tokiomi is not in the Park without Lancer, attack Tokiomi."),
        ],
    );
}
