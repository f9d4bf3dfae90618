//! What fresh writers were refused for, class by class, and what stays refused beside it.

use super::everyday::hold;

/// `he's attacked me` is what he has done; `he's attacked by Lancer` what is done to him.
#[test]
fn what_somebody_has_done_may_be_shortened() {
    hold(
        &[
            (
                "Saber",
                "Final Strike on Lancer, but only if he's attacked me or Rin earlier in the Turn.",
                &["Saber: If Lancer has attacked me or Rin, use Final Strike on Lancer."],
            ),
            ("Saber", "Cut Archer if he's hit me.", &["Saber: If Archer has hit me, use Cut on Archer."]),
            (
                "Saber",
                "If Lancer's used Gae Bolg on me, Cut Lancer.",
                &["Saber: If Lancer has used \"Gae Bolg\" on me, use Cut on Lancer."],
            ),
            (
                "Saber",
                "Cut Archer if he's attacked by Lancer.",
                &["Saber: If Lancer attacks Archer, use Cut on Archer."],
            ),
            (
                "Saber",
                "Mend Rin if she's taken any damage by the end of the Attacking Phase; if she hasn't, I Mend myself.",
                &[
                    "Saber: If Rin has been damaged, use Mend on Rin at the end of the Attacking Phase; otherwise, use Mend on me at the end of the Attacking Phase.",
                ],
            ),
            (
                "Saber",
                "If Archer fires an Arrow at Rin, Cut him twice.",
                &["Saber: If Archer uses \"Arrow\" on Rin, use Cut on that character 2 times."],
            ),
        ],
        &[
            ("Saber", "Cut Lancer if he's not attacked me."),
            ("Saber", "Cut Lancer if he's never attacked me."),
            // Only what comes after the Cut counts.
            ("Saber", "Cut Archer once, and if he fires an Arrow back at me after that, Cut him twice more."),
        ],
    );
}

/// Whoever of two is the first, both of them, and one each.
#[test]
fn one_of_two_both_and_one_each() {
    hold(
        &[
            (
                "Saber",
                "Cut whichever of Lancer and Archer attacks me first, three times.",
                &["Saber: Use Cut on that character 3 times when Lancer or Archer attacks me."],
            ),
            (
                "Saber",
                "Two Surges on whichever of Lancer and Archer attacks me first; if neither does, two Surges on Lancer at the end of the Attacking Phase.",
                &[
                    "Saber: Use Surge on that character 2 times when Lancer or Archer attacks me.",
                    "Saber: If Lancer does not attack me and Archer does not attack me, use Surge on Lancer 2 times at the end of the Attacking Phase.",
                ],
            ),
            (
                "Saber",
                "If Archer and Lancer both attack me, I use Excalibur on the two of them at the end of the Attacking Phase.",
                &[
                    "Saber: If Archer attacks me and Lancer attacks me, use Excalibur on Archer and Lancer at the end of the Attacking Phase.",
                ],
            ),
            (
                "Saber",
                "Three Cuts, one each for Lancer, Archer and Tokiomi, in that order.",
                &["Saber: Use Cut on Lancer and then use Cut on Archer and then use Cut on Tokiomi."],
            ),
            (
                "Saber",
                "Lancer gets two Cuts, Archer gets one.",
                &["Saber: Use Cut on Lancer 2 times and then use Cut on Archer."],
            ),
            (
                "Saber",
                "Excalibur on everyone here who isn't on our team.",
                &["Saber: Use Excalibur on every opponent."],
            ),
        ],
        &[
            ("Saber", "Cut whichever of Lancer and Archer attacks Rin."),
            ("Saber", "Three Cuts, one each for Lancer and Archer."),
            ("Saber", "Two Cuts, one each for Lancer, Archer and Tokiomi."),
            ("Saber", "All my Cuts go to Lancer, and none to Archer."),
            ("Saber", "All but one of my Cuts go to Lancer."),
        ],
    );
}

/// An order that waits is done at the first time; `then` behind a time says that time once more.
#[test]
fn times_said_in_other_words() {
    hold(
        &[
            (
                "Saber",
                "I use Calm only after Lancer has hit me for the first time.",
                &["Saber: Use Calm when Lancer hits me."],
            ),
            ("Saber", "Parry after the first hit I take.", &["Saber: Use Parry when anyone hits me."]),
            (
                "Saber",
                "If my Health is below 200 at the end of the Attacking Phase, I use Guard then.",
                &["Saber: If I have less than 200 Health, use Guard at the end of the Attacking Phase."],
            ),
            ("Saber", "Delay my three Cuts on Lancer to AGI E.", &["Saber: Use Cut on Lancer 3 times at AGI E."]),
            (
                "Saber",
                "Delay Excalibur to the very end of the Attacking Phase and aim it at all enemies still at the Park.",
                &["Saber: Use Excalibur on every opponent in Park at the end of the Attacking Phase."],
            ),
            (
                "Saber",
                "As soon as Lancer attacks me, I Cut him three times. If he hasn't done so by the end of the Attacking Phase, I Cut Archer three times instead.",
                &[
                    "Saber: Use Cut on that character 3 times when Lancer attacks me.",
                    "Saber: If Lancer does not attack me, use Cut on Archer 3 times at the end of the Attacking Phase.",
                ],
            ),
        ],
        &[
            ("Saber", "Surge Lancer for the first time."),
            ("Saber", "If Lancer attacks me for the first time, Cut him."),
            ("Saber", "Each time Lancer attacks me for the first time, Cut him."),
            ("Saber", "If my Health is below 200, I use Guard then."),
        ],
    );
}

/// The Movement Phase behind a condition, where all that is ordered is done then.
#[test]
fn asked_as_all_move() {
    hold(
        &[
            (
                "Saber",
                "If Rin is no longer at the Park by the Movement Phase, I go to the Church; otherwise I stay.",
                &["Saber: If Rin is not in Park, move to Church; otherwise, stay."],
            ),
            (
                "Rin",
                "If Saber's Health is below 100 in the Movement Phase, use the Teleporter for both of us to the Harbor; otherwise, stay.",
                &["Rin: If Saber has less than 100 Health, use item Teleporter on my team to Harbor; otherwise, stay."],
            ),
            (
                "Saber",
                "If Lancer is here before the Movement Phase, flee to the Bridge.",
                &["Saber: If Lancer is here, flee to Bridge."],
            ),
            (
                "Saber",
                "Blink over to the Bridge in the Support Phase and stay there.",
                &["Saber: Use Blink to Bridge in the Support Phase and then stay."],
            ),
            (
                "Saber",
                "I stay at the Park and do nothing but Parry.",
                &["Saber: If I am in Park, use Parry and then stay."],
            ),
            (
                "Saber",
                "Two Cuts on Lancer and one on Archer, then retreat to the Bridge with Rin.",
                &[
                    "Saber: Use Cut on Lancer 2 times and then use Cut on Archer.",
                    "Saber: Flee to Bridge.",
                    "Rin: Flee to Bridge.",
                ],
            ),
            (
                "Saber",
                "If nobody attacks us before the Movement Phase, I go to the Mall with Rin and buy a Focus Band for myself there.",
                &[
                    "Saber: If nobody attacks my team, move to Mall.",
                    "Rin: If nobody attacks my team, move to Mall.",
                    "Saber: In the 2nd round, if I am in Mall, buy Focus Band.",
                ],
            ),
        ],
        &[
            // It is when he attacks, not when it is asked.
            ("Saber", "If Lancer is here in the Movement Phase, Cut him; otherwise, stay."),
            ("Saber", "If Lancer leaves the Park before the Attacking Phase, I use Guard."),
            ("Saber", "Blink to the Bridge, and wait there for Rin."),
            ("Saber", "If Lancer is here, two Cuts on Lancer and one on Archer, then retreat to the Bridge with Rin."),
        ],
    );
}

/// What is not done, said beside an order or alone: no other order may do it.
#[test]
fn what_is_kept_back_or_not_done() {
    hold(
        &[
            (
                "Saber",
                "Surge on Lancer twice. I save my third AP: if Archer attacks Rin, I answer with a Cut on Archer.",
                &["Saber: Use Surge on Lancer 2 times.", "Saber: If Archer attacks Rin, use Cut on Archer."],
            ),
            (
                "Saber",
                "After Lancer uses Gae Bolg, hit him with Excalibur. If he doesn't use it this Turn, I keep Excalibur to myself.",
                &["Saber: Use Excalibur on that character when Lancer uses \"Gae Bolg\"."],
            ),
            (
                "Rin",
                "I hand Saber my Charged Potion, and I keep everything else.",
                &["Rin: Give Charged Potion to Saber."],
            ),
            (
                "Rin",
                "Use \"Survive at all costs!\" on Saber if she drops below 50, and keep the other two Command Spells.",
                &["Rin: If Saber falls to less than 50 Health, command Saber \"Survive at all costs!\"."],
            ),
            (
                "Saber",
                "Retreat to the Bridge together with Rin; no fighting on the way out.",
                &["Saber: Flee to Bridge.", "Rin: Flee to Bridge."],
            ),
            (
                "Saber",
                "Move to the Mall with Rin, and don't start a battle there.",
                &["Saber: Move to Mall.", "Rin: Move to Mall."],
            ),
            ("Saber", "I don't attack Illya this Turn, no matter what she does.", &[]),
            ("Saber", "Never consume civilians.", &[]),
            ("Saber", "Attack nobody unless Rin or I am attacked.", &[]),
            ("Rin", "I stay out of the Logic Game this Turn: no red and no blue from me.", &[]),
            (
                "Rin",
                "Gandr on Illya if she attacks either of us, and nothing if she doesn't.",
                &["Rin: If Illya attacks my team, use Gandr on Illya."],
            ),
        ],
        &[
            ("Rin", "Give the Focus Band to Saber, and keep everything else. Give Splint to Saber."),
            (
                "Rin",
                "Command Saber \"Withstand it!\" and keep the other two Command Spells. Command Saber \"Survive at all costs!\".",
            ),
            ("Saber", "I save my third AP: if Archer attacks Rin, Cut him as often as possible."),
            (
                "Saber",
                "When Lancer attacks me, use Excalibur on him. If he doesn't use it, I keep Excalibur to myself.",
            ),
            ("Saber", "Move to the Mall with Rin, and don't start a battle there. Cut Lancer."),
            ("Saber", "Never consume civilians. Consume a civilian."),
            ("Saber", "Attack nobody but Lancer."),
            ("Rin", "I stay out of the Logic Game this Turn. Red: \"Saber is a woman.\""),
            ("Saber", "Cut Illya if she attacks either of us, and nothing if she does."),
        ],
    );
}

/// Contracts, Command Spells, upkeep and the Logic Game, as players say them.
#[test]
fn spells_contracts_and_upkeep() {
    hold(
        &[
            (
                "Saber",
                "If Rin dies this Turn, I'll accept a contract with Illya if she offers me one.",
                &["Saber: If Rin dies, accept a contract with Illya."],
            ),
            (
                "Rin",
                "\"You can't escape!\" on Tokiomi, Saber is to go after him if he runs.",
                &["Rin: Command Saber \"You can't escape!\" for Tokiomi."],
            ),
            (
                "Rin",
                "If Saber falls below 60 Health, I step in front of her with \"Get behind me!\"",
                &["Rin: If Saber falls to less than 60 Health, command Saber \"Get behind me!\"."],
            ),
            (
                "Saber",
                "No upkeep for Rain Manipulation this Turn if it's still running, let it drop.",
                &["Saber: Stop paying for Rain Manipulation."],
            ),
            (
                "Saber",
                "If Veil is up, cancel it in the Support Phase.",
                &["Saber: If \"Veil\" is active, cancel Veil in the Support Phase."],
            ),
            ("Rin", "Logic Game, in blue: \"Lancer is a man.\"", &["Rin: Blue: \"Lancer is a man.\"."]),
            (
                "Rin",
                "PM Illya to offer her a ceasefire for this Turn.",
                &["Rin: Tell Illya: \"I offer a ceasefire for this Turn\"."],
            ),
        ],
        &[
            ("Rin", "If Rin dies, accept a contract with Illya if she offers none."),
            ("Rin", "\"You can't escape!\" on Tokiomi, Saber is to go after him if Lancer runs."),
            ("Saber", "If I am at the Hospital and not in battle next Turn, buy a Splint."),
        ],
    );
}

/// What waits for an attack is done at the first; which of several attacks, nothing else can say.
#[test]
fn the_first_attack_and_whoever_made_it() {
    hold(
        &[
            ("Saber", "Parry the first attack made on me.", &["Saber: Use Parry when I am attacked."]),
            ("Saber", "Parry the first attack that Lancer makes on me.", &["Saber: Use Parry when Lancer attacks me."]),
            (
                "Saber",
                "Surge Archer but wait for Lancer's attack before doing so.",
                &["Saber: Use Surge on Archer when Lancer attacks."],
            ),
            (
                "Saber",
                "When Lancer attacks me, Parry, and when Archer attacks me, Quick Hand him back.",
                &[
                    "Saber: Use Parry when Lancer attacks me.",
                    "Saber: Use Quick Hand on that character when Archer attacks me.",
                ],
            ),
            (
                "Saber",
                "If Lancer or Archer attacks Rin, I answer with two Surges on whoever it was.",
                &["Saber: If Lancer or Archer attacks Rin, use Surge on that character 2 times."],
            ),
            (
                "Saber",
                "If Lancer goes for Rin with Gae Bolg, Mend Rin.",
                &["Saber: If Lancer uses \"Gae Bolg\" on Rin, use Mend on Rin."],
            ),
            (
                "Saber",
                "As soon as Archer attacks Rin, Cut him twice. If that hasn't happened by the end of the Attacking Phase, Cut Lancer then.",
                &[
                    "Saber: Use Cut on that character 2 times when Archer attacks Rin.",
                    "Saber: If Archer does not attack Rin, use Cut on Lancer at the end of the Attacking Phase.",
                ],
            ),
            (
                "Saber",
                "Cut whoever attacks Rin first. If nobody has by the end of the Attacking Phase, Cut Lancer.",
                &[
                    "Saber: If an opponent attacks Rin, use Cut on the opponent who attacks Rin first.",
                    "Saber: If no opponent attacks Rin, use Cut on Lancer at the end of the Attacking Phase.",
                ],
            ),
        ],
        &[
            ("Saber", "Parry every first attack on me."),
            ("Saber", "Parry the first two attacks on me."),
            ("Saber", "Parry the second attack on me."),
            ("Saber", "If Lancer attacks me right after Archer, Guard."),
            ("Saber", "If Lancer uses Gae Bolg on me, Guard right after. Otherwise I'll Mend Rin."),
            ("Saber", "Cut Lancer twice. If not by then, Cut Archer."),
        ],
    );
}

/// `If he is gone, Archer`: the same order for another target. Whoever is gone is the one who was to be struck.
#[test]
fn the_same_order_for_another_target() {
    hold(
        &[
            (
                "Saber",
                "Surge Archer twice; if he's gone by then, do it to Lancer instead.",
                &["Saber: If Archer is not here, use Surge on Lancer 2 times; otherwise, use Surge on Archer 2 times."],
            ),
            (
                "Rin",
                "Gandr Lancer. If Lancer is dead or gone, then Archer.",
                &["Rin: If Lancer is dead or Lancer is not here, use Gandr on Archer; otherwise, use Gandr on Lancer."],
            ),
            (
                "Saber",
                "Surge Lancer. If he's gone, then Archer.",
                &["Saber: If Lancer is not here, use Surge on Archer; otherwise, use Surge on Lancer."],
            ),
            (
                "Rin",
                "Gandr on Archer. If Archer isn't there, use it on Lancer.",
                &["Rin: If Archer is not here, use Gandr on Lancer; otherwise, use Gandr on Archer."],
            ),
            (
                "Saber",
                "Surge on Tokiomi if Lancer isn't there to protect him. If Lancer is there, Surge Lancer.",
                &[
                    "Saber: If Lancer is not here or Lancer is in Spirit Form, use Surge on Tokiomi; otherwise, if Lancer is here, use Surge on Lancer.",
                ],
            ),
            (
                "Saber",
                "If Archer is here, Cut Archer; if he has left, Cut Lancer.",
                &["Saber: If Archer is here, use Cut on Archer; otherwise, use Cut on Lancer."],
            ),
            (
                "Saber",
                "If no Servant is protecting Tokiomi, Cut Tokiomi.",
                &["Saber: If Tokiomi's Servant is not here, use Cut on Tokiomi."],
            ),
        ],
        &[
            ("Saber", "Surge Lancer. If Archer isn't here, use it on Illya."),
            ("Saber", "Surge Lancer; if Archer is gone, do it to Illya."),
            ("Rin", "Gandr Lancer. If Archer is dead or gone, then Illya."),
            ("Saber", "Surge Lancer twice. If he's gone, then Archer."),
            ("Saber", "Surge Lancer. If he isn't here, use it on Archer twice."),
            ("Saber", "If Lancer is gone, then Archer."),
            // Under the first condition the second never holds.
            ("Saber", "If Lancer is here, Cut him. If he's gone, then Archer."),
            ("Saber", "If Lancer is here, Cut him; if he's gone, then Archer."),
        ],
    );
}

/// What is not done, beside an order or alone, and the last point that is kept for what comes last.
#[test]
fn what_is_left_undone_beside_an_order() {
    hold(
        &[
            ("Saber", "Put up the Veil and don't attack anybody tonight.", &["Saber: Use Veil on this location."]),
            ("Rin", "Rin stays in the Park tonight and doesn't cast anything.", &["Rin: If I am in Park, stay."]),
            ("Saber", "No attacks from me tonight.", &[]),
            (
                "Saber",
                "No Excalibur tonight, save the mana. Just Cut Lancer, 2 times.",
                &["Saber: Use Cut on Lancer 2 times."],
            ),
            (
                "Saber",
                "Excalibur on Lancer, Archer and Illya; keep the last AP for a Final Strike on Archer.",
                &["Saber: Use Excalibur on Lancer, Archer and Illya and then use Final Strike on Archer."],
            ),
            (
                "Saber",
                "Hold back unless somebody attacks us. If they do, Excalibur on that one.",
                &["Saber: If anyone attacks my team, use Excalibur on that character."],
            ),
        ],
        &[
            ("Saber", "Put up the Veil and don't attack anybody tonight. Cut Lancer."),
            ("Saber", "Use Guard and don't attack anybody except Lancer."),
            ("Saber", "Use Guard and don't attack anybody until Lancer attacks me."),
            ("Rin", "Rin stays in the Park and doesn't cast anything. Gandr on Lancer."),
            ("Saber", "No attacks from me tonight. Cut Lancer."),
            ("Saber", "No Excalibur tonight, save the mana. Excalibur on Lancer."),
            ("Saber", "Cut Lancer as often as possible, and keep the last AP for a Final Strike on Archer."),
            ("Saber", "Hold back unless somebody attacks us. If they do, Excalibur on that one. Cut Lancer."),
            ("Saber", "Blink."),
        ],
    );
}

/// Command Spells without quotes, journeys together, counts and shortened labels.
#[test]
fn spells_journeys_and_counts_in_passing() {
    hold(
        &[
            ("Rin", "Use Survive at all costs on Saber.", &["Rin: Command Saber \"Survive at all costs!\"."]),
            (
                "Rin",
                "Flee to the Church by Command Spell together with Saber.",
                &["Rin: Command Saber \"Flee this battle now!\" to Church."],
            ),
            (
                "Rin",
                "Flee to the Church by Command Spell with Saber, and pay the IGM 150 CP for some information.",
                &[
                    "Rin: Command Saber \"Flee this battle now!\" to Church.",
                    "Rin: If I am in Church, ask the IGM for information, offering 150 CP.",
                ],
            ),
            (
                "Rin",
                "I burn a Command Spell to flee this battle, Saber and I go to the Bridge.",
                &["Rin: Command Saber \"Flee this battle now!\" to Bridge."],
            ),
            (
                "Saber",
                "Rin and I leave for the Bridge together at the end of the Turn.",
                &["Saber: Move to Bridge.", "Rin: Move to Bridge."],
            ),
            (
                "Saber",
                "Teleport me and Rin to the Mall and buy a Focus Band for me there.",
                &["Saber: Use Teleport on me and Rin to Mall.", "Saber: If I am in Mall, buy Focus Band."],
            ),
            ("Saber", "Give my Splint to Rin before anything else happens.", &["Saber: Give Splint to Rin."]),
            (
                "Rin",
                "Please to give the Focus Band to Saber at begin of the Turn. After, Gandr at Lancer.",
                &["Rin: Give Focus Band to Saber.", "Rin: Use Gandr on Lancer."],
            ),
            (
                "Saber",
                "2x Surge and 1x Cut on Lancer, please.",
                &["Saber: Use Surge on Lancer 2 times and then use Cut on Lancer."],
            ),
            ("Saber", "All three Cuts go on Archer.", &["Saber: Use Cut on Archer 3 times."]),
            ("Saber", "MA: Bridge.", &["Saber: Move to Bridge."]),
            ("Saber", "Excalibur on everybody who isn't ours.", &["Saber: Use Excalibur on every opponent."]),
        ],
        &[
            ("Rin", "Use Obey me on Saber."),
            ("Rin", "Flee without a Command Spell to the Mall."),
            ("Rin", "Flee to the Mall with two Command Spells."),
            ("Saber", "Cut Lancer before anything else happens."),
            ("Saber", "2x Surge and 1x Guard on Lancer."),
            ("Saber", "3 times three Cuts on Lancer."),
            ("Saber", "Blink over to the Bridge after my attacks."),
        ],
    );
}

/// What goes on by itself, what is left over and what is paid may be said.
#[test]
fn what_goes_on_may_be_said() {
    hold(
        &[
            ("Saber", "All my AP go into basic attacks on Archer.", &["Saber: Attack Archer as often as possible."]),
            ("Saber", "I use Rain Manipulation and keep paying for it.", &["Saber: Use Rain Manipulation."]),
            (
                "Saber",
                "Cut Lancer until he's dead, then continue with Archer.",
                &["Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible."],
            ),
        ],
        &[
            ("Saber", "Half my AP go into basic attacks on Archer."),
            ("Saber", "I use Rain Manipulation and keep paying for Veil."),
            ("Saber", "I use Rain Manipulation and keep paying for it until Rin is attacked."),
            ("Saber", "Cut Lancer until he's dead, then go on."),
        ],
    );
}

/// Words that stood between an order and its reader.
#[test]
fn everyday_words_of_orders_are_read() {
    hold(
        &[
            (
                "Rin",
                "\"Flee this battle now!\", and we go to the Mall.",
                &["Rin: Command my Servant \"Flee this battle now!\" to Mall."],
            ),
            (
                "Rin",
                "Should Saber fall below 50 Health, I call out \"Flee this battle now!\" and we go to the Mall.",
                &["Rin: If Saber falls to less than 50 Health, command my Servant \"Flee this battle now!\" to Mall."],
            ),
            (
                "Rin",
                "Should Saber fall below 50 Health at any time, use Splint.",
                &["Rin: Use item Splint when Saber falls to less than 50 Health."],
            ),
            (
                "Saber",
                "Enter Spirit Form if nobody attacked us this Turn, at the end of the Prepared Effect Phase.",
                &["Saber: If nobody attacks my team, enter Spirit Form at the end of the Prepared Effect Phase."],
            ),
            (
                "Saber",
                "If they leave us alone all night, Guard at the end of the Attacking Phase.",
                &["Saber: If nobody attacks my team, use Guard at the end of the Attacking Phase."],
            ),
            (
                "Saber",
                "If Archer and Lancer fight each other, Guard.",
                &["Saber: If Archer attacks Lancer and Lancer attacks Archer, use Guard."],
            ),
            ("Saber", "Two Cuts for Lancer.", &["Saber: Use Cut on Lancer 2 times."]),
            ("Saber", "Cut Lancer with what I have.", &["Saber: Use Cut on Lancer as often as possible."]),
            ("Saber", "Mend Rin after she gets hurt.", &["Saber: Use Mend on Rin when Rin is damaged."]),
            (
                "Saber",
                "Excalibur on all the enemies that are left standing.",
                &["Saber: Use Excalibur on every opponent."],
            ),
            (
                "Saber",
                "If Lancer uses Gae Bolg on me, Guard after that. If he doesn't, Guard at the end of the Attacking Phase.",
                &[
                    "Saber: If Lancer uses \"Gae Bolg\" on me, use Guard; otherwise, use Guard at the end of the Attacking Phase.",
                ],
            ),
            ("Saber", "Cut Illya. I know Archer takes it for her.", &["Saber: Use Cut on Illya."]),
            (
                "Rin",
                "\"Defend Rin!\" so that nothing gets past Saber.",
                &["Rin: Command my Servant \"Defend X!\" for Rin."],
            ),
            ("Rin", "\"Defend Rin!\", Saber is to cover me.", &["Rin: Command my Servant \"Defend X!\" for Rin."]),
            ("Saber", "Parry first, Guard next.", &["Saber: Use Parry and then use Guard."]),
            (
                "Saber",
                "Hold my attacks until AGI D, then two on Lancer and one on Archer.",
                &["Saber: Attack Lancer 2 times at AGI D and then attack Archer at AGI D."],
            ),
            ("Saber", "Final Strike on Lancer to finish.", &["Saber: Use Final Strike on Lancer."]),
        ],
        &[
            // At her side, or against her?
            ("Saber", "Cut for Rin."),
            ("Saber", "Attack for Lancer."),
            // What is more than the spell does.
            ("Rin", "\"Defend Rin!\" Saber is to cover me and attack Lancer."),
            // With every skill, or with all points?
            ("Saber", "Attack Lancer with everything I have."),
            // What is left of whom?
            ("Saber", "Not in the Support Phase but in the Attacking Phase, Guard."),
        ],
    );
}

/// A condition that its writer explains: the explanation is the condition. Reasons, and what goes without saying.
#[test]
fn what_is_explained_is_only_said() {
    hold(
        &[
            (
                "Rin",
                "If things go bad, meaning Saber has 60 Health or less, move to the Bridge.",
                &["Rin: If Saber has 60 or less Health, move to Bridge."],
            ),
            (
                "Rin",
                "Move to the Bridge if Saber can't go on, meaning dead or in Spirit Form.",
                &["Rin: If Saber is dead or Saber is in Spirit Form, move to Bridge."],
            ),
            (
                "Saber",
                "Final Strike on Lancer, but if Illya is alone, meaning Archer is dead or gone, then on Illya.",
                &[
                    "Saber: If Archer is dead or Archer is not here, use Final Strike on Illya; otherwise, use Final Strike on Lancer.",
                ],
            ),
            ("Rin", "I put on my Splint because I'm hurt.", &["Rin: Use item Splint."]),
            ("Saber", "Final Strike on Archer with one AP.", &["Saber: Use Final Strike on Archer."]),
            (
                "Saber",
                "If Archer and Lancer fight each other, stay out of it. If not, attack Archer.",
                &["Saber: If not (Archer attacks Lancer and Lancer attacks Archer), attack Archer."],
            ),
            (
                "Saber",
                "I'll use Surge on Lancer and follow it up with a Cut on him.",
                &["Saber: Use Surge on Lancer and then use Cut on Lancer."],
            ),
            ("Saber", "Excalibur on the two Servants.", &["Saber: Use Excalibur on every enemy Servant."]),
            (
                "Saber",
                "After Archer's attack, Guard, or at the end of the Attacking Phase if he doesn't attack.",
                &["Saber: If Archer attacks, use Guard; otherwise, use Guard at the end of the Attacking Phase."],
            ),
        ],
        &[
            // What it means is asked of nobody, or is no condition; the time would be lost.
            ("Saber", "If we're losing at the end of the Attacking Phase, meaning I'm under half Health, Guard."),
            ("Rin", "If things go bad, meaning trouble, move to the Bridge."),
            ("Rin", "Gandr Lancer, meaning no harm."),
            ("Rin", "If Lancer is here and things go bad, meaning Saber has 60 Health or less, move to the Bridge."),
            // Whether he did is asked, or only told.
            ("Saber", "Attack Lancer because he attacked Rin."),
            // Two Cuts, or one that costs so much?
            ("Saber", "Cut Archer with 2 AP."),
            ("Saber", "If Archer and Lancer fight each other, stay out of it."),
            ("Saber", "Cut the two Servants."),
        ],
    );
}
