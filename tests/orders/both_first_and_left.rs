//! Two of whom both, one or the first is meant; what both take along; purchases, services and words to others that say
//! how, where and of what; counts with everybody they are for.

use super::readings::{all_read, all_refused};

#[test]
fn both_of_two_or_the_one_who_is_here() {
    all_read(&[
        (
            "Saber: Use Excalibur on Lancer and Archer if both are in the Park. If only one of them is here, three Cuts on that one.",
            "Saber: If Lancer is in Park and Archer is in Park, use Excalibur on Lancer and Archer; otherwise, if Lancer is in Park, use Cut on Lancer 3 times; otherwise, if Archer is in Park, use Cut on Archer 3 times.",
        ),
        (
            "Saber: Use Excalibur only if both Lancer and Archer are in the Park; otherwise use Cut on the one who is here.",
            "Saber: If Lancer is in Park and Archer is in Park, use Excalibur on Lancer and Archer; otherwise, if Lancer is in Park, use Cut on Lancer; otherwise, if Archer is in Park, use Cut on Archer.",
        ),
        (
            "Saber: Excalibur, but only if both Lancer and Archer are still here; otherwise three Cuts on whichever one stayed.",
            "Saber: If Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, if Lancer is here, use Cut on Lancer 3 times; otherwise, if Archer is here, use Cut on Archer 3 times.",
        ),
        (
            "Saber: Final Strike on whoever is left standing, Lancer before Archer.",
            "Saber: If Lancer is here and Lancer is not in Spirit Form, use Final Strike on Lancer; otherwise, use Final Strike on Archer.",
        ),
    ]);
    all_refused(&[
        "Saber: Use Excalibur on Lancer and Archer if both are in the Park. If only one of them is here, three Cuts on the other.",
        "Saber: Use Excalibur on Lancer and Archer if both are in the Park. If only one of them is dead, three Cuts on that one.",
        "Saber: Use Excalibur on Lancer and Archer if both are in the Park. If only one of us is here, three Cuts on that one.",
        "Saber: Use Excalibur on Lancer, Archer and Illya if all are in the Park. If only one of them is here, three Cuts on that one.",
        "Saber: Final Strike on whoever is left standing, Lancer not before Archer.",
        "Saber: Final Strike on whoever is left standing, Lancer and Archer.",
    ]);
}

#[test]
fn whoever_of_two_is_the_first() {
    all_read(&[
        (
            "Saber: Use Surge on Lancer or Archer, whichever hits me first.",
            "Saber: Use Surge on that character when Lancer or Archer hits me.",
        ),
        (
            "Saber: Quick Hand on whichever of Lancer and Archer is the first to attack Rin.",
            "Saber: Use Quick Hand on that character when Lancer or Archer attacks Rin.",
        ),
        (
            "Rin: Gandr on whoever Saber attacks first.",
            "Rin: If Saber attacks an opponent, use Gandr on the opponent whom Saber attacks.",
        ),
        (
            "Rin: I'd like to use Gandr on whoever attacks Saber first this Turn. If nobody has by the end of the Attacking Phase, use it on Archer then.",
            "Rin: If an opponent attacks Saber, use Gandr on the opponent who attacks Saber first. | Rin: If no opponent attacks Saber, use Gandr on Archer at the end of the Attacking Phase.",
        ),
    ]);
    all_refused(&[
        "Saber: Use Surge on Lancer or Archer, whichever hits me last.",
        "Saber: Use Surge on Lancer or Archer, whichever does not hit me first.",
        "Saber: Quick Hand on whichever of Lancer and Archer is the second to attack Rin.",
        "Saber: Quick Hand on whichever of Lancer and Archer is not the first to attack Rin.",
        "Rin: Gandr on whoever Saber attacks last.",
        "Rin: Gandr on whoever Saber attacks second.",
        "Rin: Use Gandr on whoever attacks Saber first. If somebody has by the end of the Attacking Phase, use it on Archer then.",
        "Rin: Use Gandr on whoever attacks Saber first. If nobody has by the end of the Attacking Phase, use it on Archer or Lancer then.",
        "Rin: Gandr on whoever Saber does not attack first.",
    ]);
}

#[test]
fn everybody_of_a_team_who_is_here() {
    all_read(&[
        (
            "Saber: Excalibur on everybody from Blue and Green who is still here.",
            "Saber: Use Excalibur on Tokiomi's team and Illya's team.",
        ),
        ("Saber: Excalibur on everyone from Blue who's here.", "Saber: Use Excalibur on Tokiomi's team."),
        (
            "Saber: Excalibur on everyone on the Blue and Green teams.",
            "Saber: Use Excalibur on Tokiomi's team and Illya's team.",
        ),
        ("Saber: Excalibur vs Blue team only.", "Saber: Use Excalibur on Tokiomi's team."),
        ("Saber: Excalibur on both enemy Servants and neither Master.", "Saber: Use Excalibur on every enemy Servant."),
    ]);
    all_refused(&[
        "Saber: Excalibur on everybody from Blue and Green who is not here.",
        "Saber: Excalibur on everybody from Blue and Green who is hurt.",
        "Saber: Excalibur on everybody from Blue and Green who is in the Mall.",
        "Saber: Excalibur on everybody from Blue who is still here except Tokiomi.",
        "Saber: Excalibur on both enemy Servants and one Master.",
        "Saber: Excalibur on both enemy Servants and not Lancer.",
    ]);
}

#[test]
fn so_many_for_one_and_a_point_for_the_last() {
    all_read(&[
        ("Saber: Three Cuts, all of them on Lancer.", "Saber: Use Cut on Lancer 3 times."),
        ("Saber: 3 Cuts, every one on Lancer.", "Saber: Use Cut on Lancer 3 times."),
        (
            "Saber: Guard, then two Cuts on Archer and one on Lancer, in that order.",
            "Saber: Use Guard and then use Cut on Archer 2 times and then use Cut on Lancer.",
        ),
        (
            "Saber: Two Cuts on Archer, and then Final Strike on him at the end.",
            "Saber: Use Cut on Archer 2 times and then use Final Strike on Archer.",
        ),
        (
            "Saber: Final Strike on Lancer, plus two Cuts on him before it.",
            "Saber: Use Cut on Lancer 2 times and then use Final Strike on Lancer.",
        ),
        (
            "Saber: Keep one AP for Final Strike on Lancer and spend the other two on Cuts on him.",
            "Saber: Use Cut on Lancer 2 times and then use Final Strike on Lancer.",
        ),
        (
            "Saber: Saber holds back one AP for Final Strike on Lancer and uses the other two for Cut on him.",
            "Saber: Use Cut on Lancer 2 times and then use Final Strike on Lancer.",
        ),
        ("Saber: Two Surges, both on Archer.", "Saber: Use Surge on Archer 2 times."),
        (
            "Saber: Guard this turn, and use all my AP on Cuts against Archer.",
            "Saber: Use Guard. | Saber: Use Cut on Archer as often as possible.",
        ),
        ("Saber: Two Surges, both on Archer.", "Saber: Use Surge on Archer 2 times."),
        (
            "Saber: Guard this turn, and use all my AP on Cuts against Archer.",
            "Saber: Use Guard. | Saber: Use Cut on Archer as often as possible.",
        ),
        (
            "Saber: Quick Hand on Lancer right at the start, and then Cut him.",
            "Saber: Use Quick Hand on Lancer and then use Cut on Lancer.",
        ),
    ]);
    all_refused(&[
        "Saber: Three Surges, both on Archer.",
        "Saber: Two Surges, not both on Archer.",
        "Saber: Two Surges, both on Archer and Lancer.",
        "Saber: Guard, and use all my AP but one on Cuts against Archer.",
        "Saber: Guard, and use all my AP on Cuts against Archer if he is here.",
        "Saber: Three Cuts, not all of them on Lancer.",
        "Saber: Three Cuts, two of them on Lancer.",
        "Saber: Three Cuts, all of them on Lancer and Archer.",
        "Saber: Two Cuts on Archer and one on Lancer, in no order.",
        "Saber: Two Cuts on Archer and one on Lancer, in that order if he is here.",
        "Saber: Keep one AP for Final Strike on Lancer and spend the rest on Cuts on him.",
        "Saber: Keep two AP for Final Strike on Lancer and spend the other two on Cuts on him.",
        "Saber: Keep one AP for Final Strike on Lancer and spend the other two on Archer.",
        "Saber: Keep one AP for Final Strike on Lancer if he is alive and spend the other two on Cuts on him.",
        "Saber: Do not keep one AP for Final Strike on Lancer and use Cut on him twice.",
    ]);
}

#[test]
fn until_somebody_is_dead_and_what_is_left() {
    all_read(&[
        (
            "Saber: Cut Lancer until he dies, and put any Cuts I have left into Archer.",
            "Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible.",
        ),
        (
            "Saber: Cut Lancer until he is dead, and use any AP left over on Archer, also with Cut.",
            "Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible.",
        ),
    ]);
    all_refused(&[
        "Saber: Cut Lancer until he dies, and put no Cuts I have left into Archer.",
        "Saber: Cut Lancer until he dies, and put any Surges I have left into Archer.",
        "Saber: Cut Lancer until he dies, and put one Cut I have left into Archer.",
    ]);
}

#[test]
fn who_goes_and_who_stays_behind() {
    all_read(&[
        ("Saber: Blink to the Harbor, without Rin.", "Saber: Use Blink on me to Harbor."),
        ("Rin: Teleporter, just me, to the Hospital.", "Rin: Use item Teleporter on me to Hospital."),
        ("Rin: Teleporter to the Hospital for both of us.", "Rin: Use item Teleporter on my team to Hospital."),
    ]);
    all_refused(&[
        "Saber: Blink to the Harbor, not without Rin.",
        "Saber: Blink to the Harbor without Rin if she is hurt.",
        "Rin: Teleporter to the Hospital for both of them.",
        "Rin: Teleporter to the Hospital not for both of us.",
        "Rin: Teleporter, not just me, to the Hospital.",
        "Rin: Teleporter, just Saber, to the Hospital.",
    ]);
}

#[test]
fn what_is_bought_and_asked_of_the_igm() {
    all_read(&[
        (
            "Rin: At the Church I ask the IGM for True Healing on Saber, 300 CP.",
            "Rin: If I am in Church, request True Healing for Saber, offering 300 CP.",
        ),
        ("Rin: I ask the IGM for True Healing on Saber and pay with CP.", "Rin: Request True Healing for Saber."),
        (
            "Rin: We go to the Church, and there I pay the IGM 150 CP for a piece of information.",
            "Rin: Move to Church. | Saber: Move to Church. | Rin: If I am in Church, ask the IGM for information, offering 150 CP.",
        ),
        (
            "Rin: I tell the IGM about Saber's Surge, the name and what it does, in return for information.",
            "Rin: Ask the IGM for information, offering \"Saber's Surge, the name and what it does\".",
        ),
        (
            "Rin: At the Mall I buy a second Teleporter and a Focus Band.",
            "Rin: If I am in Mall, buy Teleporter and then buy Focus Band.",
        ),
        (
            "Rin: At the Mall I buy a Charged Potion and another Teleporter.",
            "Rin: If I am in Mall, buy Charged Potion and then buy Teleporter.",
        ),
    ]);
    all_refused(&[
        "Rin: I ask the IGM for True Healing on Saber and pay with Surge.",
        "Rin: I ask the IGM for True Healing on Saber and don't pay with CP.",
        "Rin: We go to the Church, and there we pay the IGM 150 CP for a piece of information.",
        "Rin: We don't go to the Church, and there I pay the IGM 150 CP for a piece of information.",
        "Rin: At the Mall I buy a third Teleporter and a Focus Band.",
        "Rin: At the Mall I don't buy a second Teleporter.",
        "Rin: At the Mall I buy a second Teleporter or a Focus Band.",
    ]);
}

#[test]
fn words_to_others_and_when() {
    all_read(&[
        ("Rin: Message to Illya, if she is here: \"Truce?\"", "Rin: If Illya is here, tell Illya: \"Truce?\"."),
        ("Rin: Public post, in red: \"We won.\"", "Rin: Red: \"We won.\"."),
        ("Rin: Blue, public topic: \"Archer can fly.\"", "Rin: Blue: \"Archer can fly.\"."),
        ("Rin: I offer Illya a ceasefire for tonight.", "Rin: Tell Illya: \"I offer a ceasefire for tonight\"."),
        ("Rin: Ask Illya for a ceasefire.", "Rin: Tell Illya: \"I ask for a ceasefire\"."),
        ("Rin: Saber and I stay exactly where we are.", "Rin: Stay. | Saber: Stay."),
        ("Rin: Command Spell \"Defend X!\", X being me, on Saber.", "Rin: Command Saber \"Defend X!\" for me."),
        (
            "Rin: If Saber is not with me, Command Spell \"Summon!\" to bring her here.",
            "Rin: If Saber is not here, command Saber \"Summon!\".",
        ),
    ]);
    all_refused(&[
        "Rin: Message to Illya, unless she is here: \"Truce?\"",
        "Rin: Message to Illya, if she agrees: \"Truce?\"",
        "Rin: Public post, not in red: \"We won.\"",
        "Rin: Public post, in red and in blue: \"We won.\"",
        "Rin: Public post, in gold: \"We won.\"",
        "Rin: I don't offer Illya a ceasefire for tonight.",
        "Rin: I offer Illya a ceasefire but not for tonight.",
    ]);
}
