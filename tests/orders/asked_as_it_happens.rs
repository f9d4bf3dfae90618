//! Times within conditions, damage of this Turn, limits and restrictions, and second halves, as players write them who
//! know the book alone.

use super::readings::{all_read, all_refused};

#[test]
fn a_time_within_the_condition_is_when_it_is_asked() {
    let summon = "Rin: When I am attacked, if Saber is not here, command Saber \"Summon!\".";
    all_read(&[
        (
            "Rin: If Saber is not with me when I am attacked, I use the Command Spell \"Summon!\" on her.",
            "Rin: If Saber is not here, command Saber \"Summon!\" when I am attacked.",
        ),
        (
            "Rin: If Saber is not with me when I am attacked, I use the Command Spell \"Summon!\" to bring her to me.",
            summon,
        ),
        ("Rin: I use the Command Spell \"Summon!\" on Saber if she is not with me when I am attacked.", summon),
        (
            "Saber: If Rin is here when Lancer attacks Rin, use Quick Hand on Lancer.",
            "Saber: If Rin is here, use Quick Hand on Lancer when Lancer attacks Rin.",
        ),
        (
            "Rin: Summon Saber to my side by Command Spell if I'm attacked while she's away.",
            "Rin: If I am attacked and Saber is not here, command Saber \"Summon!\".",
        ),
        (
            "Rin: Use \"Summon!\" on Saber if she is not with me when an enemy attacks me.",
            "Rin: When an opponent attacks me, if Saber is not here, command Saber \"Summon!\".",
        ),
    ]);
    all_refused(&[
        "Saber: If Lancer attacks me when I am in Spirit Form, use Parry.",
        "Saber: If Lancer attacks Rin when Archer attacks Rin, use Parry.",
        "Rin: If Saber is not with me when I am not attacked, command Saber \"Summon!\".",
        "Rin: If Saber is not with me when I am attacked, command Saber \"Summon!\"; otherwise, use Gandr on Lancer.",
    ]);
}

#[test]
fn what_was_lost_this_turn_is_not_what_is_missing() {
    all_read(&[
        (
            "Saber: Use Mend on whichever of Rin and me has lost more Health.",
            "Saber: If Rin has missing Health higher than mine, use Mend on Rin; otherwise, if Rin has missing Health lower than mine, use Mend on me.",
        ),
        (
            "Rin: At the end of the Attacking Phase, if Saber received 50 or more damage this Turn, use Jewel Light on Saber; otherwise, use Jewel Light on me.",
            "Rin: At the end of the Attacking Phase, if Saber received 50 or more damage this Turn, use Jewel Light on Saber; otherwise, use Jewel Light on me.",
        ),
        (
            "Saber: If I did not receive more than 30 damage this Turn, use Mend on me at the end of the Attacking Phase.",
            "Saber: If I did not receive more than 30 damage this Turn, use Mend on me at the end of the Attacking Phase.",
        ),
    ]);
    all_refused(&[
        "Saber: Use Mend on whichever of Rin and me has lost more Health this Turn.",
        "Saber: Use Mend on whichever of us has lost less Health tonight.",
        "Saber: Use Mend on whichever of us has lost more Health this Turn at the end of the Attacking Phase.",
        "Rin: Use Jewel Light on Saber if she has lost 50 Health or more this Turn.",
        "Rin: If Lancer received 50 or more damage this Turn, use Gandr on Lancer.",
        "Rin: If any opponent received 50 or more damage this Turn, use Gandr on Lancer.",
        "Rin: If Saber inflicted 50 or more damage this Turn, use Gandr on Lancer.",
        "Rin: If Saber received 50 or more damage in this battle, use Jewel Light on Saber.",
        "Rin: If we received 50 or more damage this Turn, use Jewel Light on Saber.",
    ]);
}

#[test]
fn what_is_never_done_is_kept_to_unless_another_order_may_do_it() {
    all_read(&[
        ("Saber: I never attack Tokiomi or Illya, whatever else my orders say.", ""),
        ("Saber: I never attack Illya. Use Cut on Lancer 3 times.", "Saber: Use Cut on Lancer 3 times."),
        ("Rin: I must never use my last Command Spell.", ""),
        ("Saber: If Archer does not attack us this Turn, do not attack him either.", ""),
        ("Saber: I don't use Teleport or Blink this Turn as long as Rin is alive and in the Park.", ""),
        ("Rin: Use no more than one Command Spell this Turn.", ""),
        (
            "Rin: Use at most one Command Spell. Command Saber \"Survive at all costs!\".",
            "Rin: Command Saber \"Survive at all costs!\".",
        ),
    ]);
    all_refused(&[
        "Saber: I never attack Illya. Use Excalibur on every opponent.",
        "Saber: I never attack Illya. Attack whoever attacks Rin.",
        "Saber: Never attack Illya. Attack an enemy Master.",
        "Saber: I never attack Illya. If Illya attacks me, use Cut on that character.",
        "Rin: I must never use my last Command Spell. Command Saber \"Survive at all costs!\".",
        "Rin: Use no more than one Command Spell. Command Saber \"Survive at all costs!\". Command Saber \"Withstand it!\".",
        "Rin: Use no more than one Command Spell and one Splint.",
        "Rin: Use no more than 50 Mana.",
        "Saber: I only use Excalibur if both Lancer and Archer are in the Park.",
        "Saber: Only use Parry against Gae Bolg.",
    ]);
}

#[test]
fn moves_are_asked_as_the_prepared_effect_phase_ends() {
    all_read(&[
        (
            "Saber: If my Health is below 100 at the end of the Prepared Effect Phase, flee to the Church; otherwise, stay.",
            "Saber: If I have less than 100 Health, flee to Church; otherwise, stay.",
        ),
        (
            "Rin: If Saber's Health is below 100 at the end of the Prepared Effect Phase, use the Teleporter to take us both to the Harbor.",
            "Rin: If Saber has less than 100 Health, use item Teleporter on my team to Harbor.",
        ),
    ]);
    all_refused(&[
        "Saber: If Lancer is here, flee to the Church at the end of the Attacking Phase.",
        "Saber: If my Health is below 100 at the end of the 2nd Prepared Effect Phase, flee to the Church.",
        "Saber: Flee to the Church at the end of the Prepared Effect Phase.",
    ]);
}

#[test]
fn second_halves_are_read_with_what_they_leave_out() {
    let defend = "Rin: Command Saber \"Defend X!\" for me.";
    all_read(&[
        ("Saber: I react with Parry if Lancer attacks me.", "Saber: If Lancer attacks me, use Parry."),
        (
            "Saber: Attack Lancer with Surge, then with Cut until your AP runs out.",
            "Saber: Use Surge on Lancer and then use Cut on Lancer as often as possible.",
        ),
        (
            "Saber: Use Surge on Archer once if he used Arrow on us earlier this Turn, and Cut on Lancer twice in any case.",
            "Saber: If Archer has used \"Arrow\" on my team, use Surge on Archer. | Saber: Use Cut on Lancer 2 times.",
        ),
        (
            "Rin: Shoot Gandr at Archer if he is still here; otherwise, shoot it at Lancer.",
            "Rin: If Archer is here, use Gandr on Archer; otherwise, use Gandr on Lancer.",
        ),
        ("Rin: I use the Command Spell \"Defend X!\" with Saber, where X is me.", defend),
        ("Rin: Order Saber with \"Defend X!\" to defend me.", defend),
        (
            "Rin: I use the Command Spell \"Flee this battle now!\" on Saber, and we both go to the Bridge.",
            "Rin: Command Saber \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: If Lancer flees from the Park, use the Command Spell \"You can't escape!\" on Saber with Lancer as the target.",
            "Rin: If Lancer flees and Lancer leaves Park, command Saber \"You can't escape!\" for Lancer.",
        ),
        (
            "Saber: Move to the Church with Rin, then ask the IGM for Fast Healing for yourself and pay with 150 CP.",
            "Saber: Move to Church. | Rin: Move to Church. | Saber: If I am in Church, request Fast Healing for me, offering 150 CP.",
        ),
        (
            "Rin: If Saber dies, flee to the Church alone and ask the IGM for shelter.",
            "Rin: If Saber dies, flee to Church and then take shelter in the 2nd round.",
        ),
        ("Rin: Flee to the Church and take shelter.", "Rin: Flee to Church and then take shelter in the 2nd round."),
        ("Rin: Move to the Church alone; Saber stays where she is.", "Rin: Move to Church. | Saber: Stay."),
        (
            "Saber: Attack the enemy Servant who has attacked Rin this Turn with Cut three times; if neither has, attack Lancer.",
            "Saber: If an enemy Servant has attacked Rin, use Cut 3 times on the enemy Servant who has attacked Rin; otherwise, attack Lancer.",
        ),
        ("Rin: Neither of us moves.", "Rin: Stay. | Saber: Stay."),
        ("Saber: Stay in the Park this Turn and do not move at all.", "Saber: If I am in Park, stay."),
        (
            "Rin: I buy one Splint at the Hospital and hand it to Saber right afterwards.",
            "Rin: If I am in Hospital, buy Splint and then give Splint to Saber.",
        ),
    ]);
    all_refused(&[
        "Saber: I react to Lancer.",
        "Saber: I flee to the Church if the Park is free of enemies; otherwise we both flee to the Bridge.",
        "Saber: I go to the Mall if Lancer is not in the Park any longer; otherwise we both stay.",
        "Rin: Order Saber with \"Survive at all costs!\" to defend me.",
        "Rin: Order Saber with \"Defend X!\" to defend us.",
        "Rin: Order Saber with \"Defend X!\" not to defend me.",
        "Rin: Use the Command Spell \"Summon!\" on Saber, and we both go to the Bridge.",
        "Saber: If Lancer does not flee from the Park, use Cut on Lancer.",
        "Rin: Saber and I both scout the Mall if Lancer is here.",
        "Saber: Use Cut once on each enemy Servant here.",
        "Saber: Use Surge on Archer if he is here, and on Lancer in any case, twice.",
    ]);
}
