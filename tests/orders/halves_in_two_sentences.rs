//! Two sentences that are one order: a Command Spell and whither it takes both, what is waited for and what is done
//! then, a skill that ends and its upkeep, what a skill is kept for and for nothing else.

use super::readings::{all_read, all_refused};

#[test]
fn a_command_spell_and_whither_it_takes_both() {
    all_read(&[
        (
            "Rin: \"Flee this battle now!\" on Saber. We go to the Bridge.",
            "Rin: Command Saber \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: Command Spell: \"Flee this battle now!\" Take us to the Bridge.",
            "Rin: Command my Servant \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: Command Spell \"Flee this battle now!\" on Saber if her Health is under 80. Take us to the Bridge.",
            "Rin: If Saber has less than 80 Health, command Saber \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: If Saber has 80 Health or less, Command Spell \"Flee this battle now!\", and we warp to the Bridge.",
            "Rin: If Saber has 80 or less Health, command my Servant \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: Command Spell \"Flee this battle now!\" with the Bridge as destination, if Saber has 60 Health or less.",
            "Rin: If Saber has 60 or less Health, command my Servant \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: \"Survive at all costs!\" on Saber. We go to the Bridge.",
            "Rin: Command Saber \"Survive at all costs!\". | Rin: Move to Bridge. | Saber: Move to Bridge.",
        ),
    ]);
    all_refused(&[
        "Rin: \"Flee this battle now!\" to the Mall. We go to the Bridge.",
        // On foot in any case, or by the spell?
        "Rin: Command Spell \"Flee this battle now!\" on Saber if her Health is under 80. We go to the Bridge.",
        "Rin: \"Flee this battle now!\" on Saber. We don't go to the Bridge.",
        "Rin: \"Flee this battle now!\" on Saber. We go to the Bridge later.",
        "Rin: \"Flee this battle now!\" on Saber. I go to the Bridge.",
        "Rin: \"Flee this battle now!\" on Saber. We go to the Bridge if Lancer is dead.",
        "Rin: \"Flee this battle now!\" on Saber. We go to the Bridge or the Mall.",
        "Rin: If Saber has 80 Health or less, Command Spell \"Flee this battle now!\", and we warp to the Bridge or the Mall.",
    ]);
}

#[test]
fn what_is_waited_for_and_what_is_done_then() {
    all_read(&[
        (
            "Saber: I wait until Lancer has attacked. Then all three Cuts on Archer.",
            "Saber: Use Cut on Archer 3 times when Lancer attacks.",
        ),
        (
            "Saber: Wait until Lancer and Archer have both acted. Then use Excalibur on both of them.",
            "Saber: Use Excalibur on Lancer and Archer when Lancer acts and Archer acts.",
        ),
        (
            "Saber: Wait until the end of the Attacking Phase. Then Surge Lancer.",
            "Saber: Use Surge on Lancer at the end of the Attacking Phase.",
        ),
        (
            "Saber: Wait until Lancer has attacked. Then if Archer has attacked me, three Cuts on Archer.",
            "Saber: When Lancer attacks, if Archer has attacked me, use Cut on Archer 3 times.",
        ),
        ("Saber: Let Lancer go first, then Cut Lancer.", "Saber: Use Cut on Lancer when Lancer acts."),
        (
            "Saber: Wait with my Cut until after Lancer has acted, then Cut him.",
            "Saber: Use Cut on that character when Lancer acts.",
        ),
        (
            "Saber: Wait until somebody attacks Rin, then Cut the first one who did so.",
            "Saber: If an opponent attacks Rin, use Cut on the opponent who attacks Rin first.",
        ),
    ]);
    all_refused(&[
        "Saber: Wait until Lancer has attacked. Then nothing.",
        "Saber: Don't wait until Lancer has attacked. Then three Cuts on Archer.",
        "Saber: Wait until nobody has attacked. Then three Cuts on Archer.",
        "Saber: Wait until Lancer has attacked. Three Cuts on Archer.",
        "Saber: Let Lancer not go first, then Cut him.",
        "Saber: Wait until somebody attacks Rin, then Cut the second one who did so.",
        "Saber: Wait until somebody attacks Rin, then Cut the last one who did so.",
        "Saber: Wait until nobody attacks Rin, then Cut the first one who did so.",
    ]);
}

#[test]
fn as_slow_as_is_said_and_then_what_is_done() {
    all_read(&[
        (
            "Saber: Delay my attack to AGI D. Then use Cut on Lancer twice.",
            "Saber: Use Cut on Lancer 2 times at AGI D.",
        ),
        (
            "Saber: Slow my attacks down to AGI C in the Attacking Phase, then Cut Archer three times.",
            "Saber: Use Cut on Archer 3 times at AGI C of the Attacking Phase.",
        ),
        ("Saber: Act at AGI D: Cut Archer three times.", "Saber: Use Cut on Archer 3 times at AGI D."),
    ]);
    all_refused(&[
        "Saber: Slow my attacks down to AGI D or lower, then Cut Archer three times.",
        "Saber: Slow my attacks down, then Cut Archer three times.",
        "Saber: Don't slow my attacks down to AGI D, then Cut Archer three times.",
        "Saber: Slow Lancer's attacks down to AGI D, then Cut Archer three times.",
        "Saber: Act at AGI D.",
    ]);
}

#[test]
fn a_skill_that_ends_and_its_upkeep() {
    all_read(&[
        (
            "Saber: If Rain Manipulation is running, drop it. I don't want to pay the upkeep.",
            "Saber: Stop paying for Rain Manipulation.",
        ),
        (
            "Saber: If Rain Manipulation is active, do not pay its upkeep. Let it end.",
            "Saber: Stop paying for Rain Manipulation.",
        ),
        (
            "Saber: If Rain Manipulation is up, I don't pay the upkeep. Let it drop.",
            "Saber: Stop paying for Rain Manipulation.",
        ),
        ("Saber: Stop the rain. I don't want to pay for it any more.", "Saber: Stop paying for Rain Manipulation."),
        ("Saber: Stop the rain - I'm not paying for it any more.", "Saber: Stop paying for Rain Manipulation."),
        (
            "Saber: If Veil is up here, cancel it in the Support Phase.",
            "Saber: If \"Veil\" is active, cancel Veil in the Support Phase.",
        ),
    ]);
    all_refused(&[
        "Saber: Stop the rain. I pay the upkeep.",
        "Saber: Stop the rain. Don't let it drop.",
        "Saber: If Rain Manipulation is active, I pay its upkeep. Let it end.",
        "Saber: If Rain Manipulation is not active, I don't pay its upkeep. Let it end.",
        "Saber: Surge Lancer. Let it end.",
        "Saber: Use Guard. I don't pay for it.",
        "Saber: If Veil is up, cancel it.",
    ]);
}

#[test]
fn what_a_skill_is_kept_for_and_for_nothing_else() {
    all_read(&[
        (
            "Saber: Parry against Gae Bolg only. Don't waste it on anything else.",
            "Saber: If anyone uses \"Gae Bolg\" on me, use Parry.",
        ),
        (
            "Saber: Parry only against Gae Bolg. Don't use it on anything else.",
            "Saber: If anyone uses \"Gae Bolg\" on me, use Parry.",
        ),
        ("Saber: Parry against Gae Bolg only.", "Saber: If anyone uses \"Gae Bolg\" on me, use Parry."),
        ("Saber: Reserve Parry for the first attack directed at me.", "Saber: Use Parry when I am attacked."),
    ]);
    all_refused(&[
        "Saber: Parry against Gae Bolg and Arrow only. Don't waste it on anything else.",
        "Saber: Parry not only against Gae Bolg.",
        "Saber: Parry against everything but Gae Bolg only.",
        "Saber: Reserve Parry for the second attack directed at me.",
        "Saber: Reserve Parry for the first attack directed at me, if it is Gae Bolg.",
    ]);
}

#[test]
fn the_order_s_own_place_a_head_and_the_rest() {
    all_read(&[
        (
            "Saber: If Lancer is in the Park when it is my turn to attack, three Cuts on Lancer.",
            "Saber: If Lancer is in Park, use Cut on Lancer 3 times.",
        ),
        (
            "Saber: If Lancer is here when I get to attack, three Cuts on Lancer.",
            "Saber: If Lancer is here, use Cut on Lancer 3 times.",
        ),
        ("Saber: Everything goes to Lancer: three Cuts.", "Saber: Use Cut on Lancer 3 times."),
        (
            "Saber: Cut Lancer three times. If he dies before I am done, the rest goes to Tokiomi.",
            "Saber: Use Cut on Lancer 3 times. | Saber: If Lancer is dead, use Cut on Tokiomi as often as possible.",
        ),
    ]);
    all_refused(&[
        "Saber: If Lancer is in the Park when it is his turn to attack, three Cuts on Lancer.",
        "Saber: Not everything goes to Lancer: three Cuts.",
        "Saber: Cut Lancer three times. If he dies after I am done, the rest goes to Tokiomi.",
        "Saber: Cut Lancer three times. If he does not die before I am done, the rest goes to Tokiomi.",
        "Saber: Cut Lancer three times. If Rin dies before I am done, the rest goes to Tokiomi.",
    ]);
}
