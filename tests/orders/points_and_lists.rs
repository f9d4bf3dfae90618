//! What is spent, until when and in which order: AP that are left or numbered, blows until somebody dies, lists with a
//! head, what is put off, and what is not to be done.

use super::readings::{all_read, all_refused};

#[test]
fn what_is_left_goes_into_the_skill_that_is_named() {
    let rest = "Saber: Use Surge on Archer and then use Cut on Archer as often as possible.";
    all_read(&[
        ("Saber: Surge on Archer, then use whatever AP is left on Cut, also Archer.", rest),
        ("Saber: Surge on Archer; what is left goes into Cuts on Archer.", rest),
        ("Saber: Surge Archer, then Cut Archer with any AP I still have.", rest),
        (
            "Saber: If Lancer dies and Tokiomi is still here, whatever AP I have left goes into Cuts on Tokiomi.",
            "Saber: If Lancer dies and Tokiomi is here, use Cut on Tokiomi as often as possible.",
        ),
        (
            "Saber: Surge Lancer once. The remaining AP goes into Cut on Archer.",
            "Saber: Use Surge on Lancer. | Saber: Use Cut on Archer as often as possible.",
        ),
        // An article says one.
        (
            "Saber: Excalibur on Lancer. Use the remaining AP for a Surge on Lancer as well.",
            "Saber: Use Excalibur on Lancer. | Saber: Use Surge on Lancer.",
        ),
        ("Saber: Cut Lancer with everything I have.", "Saber: Use Cut on Lancer as often as possible."),
    ]);
    // Which skill?
    all_refused(&[
        "Saber: Surge on Archer, Surge on Lancer, last AP on Archer.",
        "Saber: The last AP on Lancer.",
        "Saber: All three AP on Lancer.",
        "Saber: Put the rest on Lancer.",
        "Saber: Surge Archer. The rest goes to Lancer.",
        "Saber: Attack Lancer with everything.",
        "Saber: Attack Lancer with everything I have.",
    ]);
}

#[test]
fn ap_that_are_numbered_are_those_that_the_letter_spends() {
    all_read(&[
        (
            "Saber: Cut Lancer twice. The third AP is a Surge on Archer.",
            "Saber: Use Cut on Lancer 2 times. | Saber: Use Surge on Archer.",
        ),
        (
            "Saber: Surge on Archer. The other two AP are Cuts on Illya.",
            "Saber: Use Surge on Archer. | Saber: Use Cut on Illya 2 times.",
        ),
        (
            "Saber: Surge on Archer, the last two AP are Cuts on Lancer.",
            "Saber: Use Surge on Archer and then use Cut on Lancer 2 times.",
        ),
        (
            "Saber: Cut Lancer twice. If Lancer is here, the third AP is a Surge on Lancer, otherwise it's a Cut on Archer.",
            "Saber: Use Cut on Lancer 2 times. | Saber: If Lancer is here, use Surge on Lancer; otherwise, use Cut on Archer.",
        ),
        ("Saber: The last AP: Cut on Archer.", "Saber: Use Cut on Archer."),
    ]);
    all_refused(&[
        "Saber: Cut Lancer. The third AP is a Surge on Archer.",
        "Saber: Cut Lancer three times. The third AP is a Surge on Archer.",
        "Saber: Surge on Archer twice. The other two AP are Cuts on Illya.",
        "Saber: Two Surges on Archer, the last two AP are Cuts on Lancer.",
        "Saber: The other two AP are Cuts on Illya.",
        "Saber: Cut Archer with the third AP.",
        "Saber: Cut Archer. All four AP.",
        "Saber: Surge Lancer. Cut Archer. All three AP.",
        "Saber: All three AP on Lancer: Surge, Cut.",
    ]);
}

#[test]
fn a_sentence_has_the_one_before_it_done_with_all_ap() {
    let all = "Saber: Use Cut on Archer as often as possible.";
    all_read(&[
        ("Saber: Cut Archer. Do that with all three AP.", all),
        ("Saber: Cut Archer. All three AP.", all),
        ("Saber: Cut Archer. With all my AP.", all),
        (
            "Saber: Cut Tokiomi if Lancer is dead; otherwise Cut Lancer. All three AP.",
            "Saber: If Lancer is dead, use Cut on Tokiomi as often as possible; otherwise, use Cut on Lancer as often as possible.",
        ),
        (
            "Saber: Cut Archer. If Lancer is dead, Surge instead. Do that with all three AP.",
            "Saber: If Lancer is dead, use Surge on Archer as often as possible; otherwise, use Cut on Archer as often as possible.",
        ),
    ]);
    all_refused(&[
        // So many, or all?
        "Saber: Cut Archer twice. Do that with all three AP.",
        "Saber: Cut Archer once. All three AP.",
        // What of it?
        "Saber: Cut Lancer and Surge Archer. All three AP.",
        "Saber: Guard. Do that with all three AP.",
        // Asked once, or anew each time?
        "Saber: Surge Lancer if my Mana is above 60, otherwise Cut him. Do that with all three AP.",
        "Saber: Surge Lancer if he is here, otherwise Surge Archer. Do that for each of my AP.",
    ]);
}

#[test]
fn a_skill_that_is_done_instead_strikes_whom_the_other_does() {
    all_read(&[(
        "Saber: Cut Archer. If Lancer is dead, Surge instead.",
        "Saber: If Lancer is dead, use Surge on Archer; otherwise, use Cut on Archer.",
    )]);
    all_refused(&[
        // How often?
        "Saber: Cut Archer twice. If Lancer is dead, Surge instead.",
        // Whom?
        "Saber: Guard. If Lancer is dead, Surge instead.",
        "Saber: Surge this Turn.",
    ]);
}

#[test]
fn until_somebody_dies_and_what_is_left_then() {
    let rest = "Saber: Use Surge on Lancer as often as possible and then use Cut on Archer as often as possible.";
    all_read(&[
        ("Saber: Surge Lancer until he falls, then Cut Archer with what's left over.", rest),
        ("Saber: Surge Lancer until he falls, then put the rest into Cuts on Archer.", rest),
        (
            "Saber: Cut Lancer until he falls; any AP left after that goes on Archer.",
            "Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible.",
        ),
        ("Saber: Cut Archer until he's dead or I'm out of AP.", "Saber: Use Cut on Archer as often as possible."),
        (
            "Saber: Cut Archer three times; if he dies, the rest goes to Lancer.",
            "Saber: Use Cut on Archer 3 times. | Saber: If Archer is dead, use Cut on Lancer as often as possible.",
        ),
        (
            "Saber: Three Cuts on Lancer. Should he die, the leftover Cuts go to Archer, and if he isn't here either, to nobody.",
            "Saber: Use Cut on Lancer 3 times. | Saber: If Lancer is dead, use Cut on Archer as often as possible.",
        ),
    ]);
    all_read(&[
        (
            "Saber: Cut Lancer. If he dies, use the rest of my AP on Archer.",
            "Saber: Use Cut on Lancer. | Saber: If Lancer is dead, use Cut on Archer as often as possible.",
        ),
        (
            "Saber: Surge on Archer, and if he's dead after that, Cut on Lancer.",
            "Saber: Use Surge on Archer. | Saber: If Archer is dead, use Cut on Lancer.",
        ),
        (
            "Saber: Cut Archer until he drops, then put the rest on Lancer.",
            "Saber: Use Cut on Archer as often as possible and then use Cut on Lancer as often as possible.",
        ),
        (
            "Saber: Excalibur on Lancer and Archer, and the last AP goes into a Cut on Lancer.",
            "Saber: Use Excalibur on Lancer and Archer and then use Cut on Lancer.",
        ),
    ]);
    all_refused(&[
        "Saber: If he dies, the rest goes to Lancer.",
        "Saber: Guard. If he dies, the rest goes to Lancer.",
        "Saber: Cut Archer or Illya. If he dies, the rest goes to Lancer.",
    ]);
}

#[test]
fn a_list_stands_behind_its_head() {
    let three = "Saber: Use Surge on Archer and then use Cut on Archer and then use Cut on Archer.";
    all_read(&[
        (
            "Saber: Everything on Lancer: Surge, Surge, Final Strike.",
            "Saber: Use Surge on Lancer and then use Surge on Lancer and then use Final Strike on Lancer.",
        ),
        ("Saber: Everything I have goes on Archer: Surge, Cut, Cut.", three),
        ("Saber: Surge, Cut, then Cut, all on Archer.", three),
        ("Saber: First Surge, then Cut, then Cut, all on Archer.", three),
        (
            "Saber: Attack Lancer with everything: Excalibur on him alone, then Surge.",
            "Saber: Use Excalibur on Lancer and then use Surge on Lancer.",
        ),
        (
            "Saber: If Lancer is gone from the Park, hit Archer instead: Surge, Surge, Cut. Otherwise the same three on Lancer.",
            "Saber: If Lancer is not in Park, use Surge on Archer and then use Surge on Archer and then use Cut on Archer; otherwise, use Surge on Lancer and then use Surge on Lancer and then use Cut on Lancer.",
        ),
        ("Saber: Kill Lancer: three Cuts.", "Saber: Use Cut on Lancer 3 times."),
        (
            "Saber: Excalibur on everybody hostile in the area, Masters included.",
            "Saber: Use Excalibur on every opponent.",
        ),
        ("Saber: Use item Splint.", "Saber: Use item Splint."),
        ("Rin: Mana Detector this Turn.", "Rin: Use item Mana Detector."),
    ]);
    all_refused(&[
        // Whose Masters? An attack strikes whom it names.
        "Saber: Excalibur on Lancer and Archer, Masters included.",
        "Saber: Kill Lancer.",
        "Saber: Everything on Lancer.",
        // Once, or as often as can be?
        "Saber: Everything on Lancer: Cut.",
        "Rin: Mana Detector.",
        "Saber: Surge, Cut, then Cut, all on Archer or Lancer.",
    ]);
}

#[test]
fn nothing_else_binds_what_stands_below_it() {
    all_read(&[
        ("Saber: Final Strike on Lancer, and nothing else with my AP.", "Saber: Use Final Strike on Lancer."),
        (
            "Saber: Guard. Final Strike on Lancer, and nothing else with my AP.",
            "Saber: Use Guard. | Saber: Use Final Strike on Lancer.",
        ),
        (
            "Saber: Surge on Lancer, then Cut on Archer, then nothing.",
            "Saber: Use Surge on Lancer and then use Cut on Archer.",
        ),
        (
            "Saber: Surge Lancer and nothing else. Move to the Bridge.",
            "Saber: Use Surge on Lancer. | Saber: Move to Bridge.",
        ),
        ("Saber: Surge Archer. Nothing else.", "Saber: Use Surge on Archer."),
    ]);
    all_refused(&[
        "Saber: Final Strike on Lancer, and nothing else with my AP. Cut Archer.",
        "Saber: Cut Archer. Final Strike on Lancer, and nothing else with my AP.",
        "Saber: Final Strike on Lancer, and nothing else. Cut Archer.",
        "Saber: Surge on Lancer, then nothing. Cut Archer.",
        "Saber: Surge Lancer. Nothing else. Guard.",
    ]);
}

#[test]
fn what_is_forbidden_in_any_case_is_kept_or_refused() {
    all_read(&[
        ("Saber: Never attack Illya, even if she is alone. Cut Archer.", "Saber: Use Cut on Archer."),
        ("Saber: Nothing on Archer this Turn. Cut Lancer.", "Saber: Use Cut on Lancer."),
        ("Saber: Nothing on Archer or Illya. Cut Lancer.", "Saber: Use Cut on Lancer."),
        ("Saber: Don't attack Archer or Illya. Cut Lancer.", "Saber: Use Cut on Lancer."),
        ("Saber: Leave Lancer at peace unless he attacks Rin. Cut Archer.", "Saber: Use Cut on Archer."),
        (
            "Rin: No Gandr unless an opponent attacks me; then at that one.",
            "Rin: If an opponent attacks me, use Gandr on that character.",
        ),
        (
            "Saber: Only use Excalibur on Lancer and Archer if both are here. Otherwise Cut Archer.",
            "Saber: If Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, use Cut on Archer.",
        ),
    ]);
    all_refused(&[
        "Saber: Never attack Illya, even if she is alone. Cut Illya.",
        "Saber: Nothing on Archer this Turn. Cut Archer.",
        "Saber: Nothing on Archer or Illya. Cut Illya.",
        "Saber: Nothing on Rin. Mend Rin.",
        "Saber: Leave Lancer at peace unless he attacks Rin. Cut Lancer.",
        "Rin: No Gandr unless an opponent attacks me; then at that one. Gandr on Lancer.",
        "Rin: No Gandr unless someone attacks us; then flee to the Bridge.",
    ]);
}

#[test]
fn what_is_first_or_put_off() {
    all_read(&[
        (
            "Saber: Surge Archer twice and Cut him once, but Mend Rin first.",
            "Saber: Use Mend on Rin and then use Surge on Archer 2 times and then use Cut on Archer.",
        ),
        (
            "Saber: Teleport with Rin to the Hospital after all the attacks have been made.",
            "Saber: Use Teleport on Rin to Hospital at the end of the Attacking Phase.",
        ),
        (
            "Saber: Teleport with Rin to the Hospital at the very end of the Prepared Effect Phase, after three Cuts on Archer.",
            "Saber: Use Cut on Archer 3 times and then use Teleport on Rin to Hospital at the end of the Prepared Effect Phase.",
        ),
        (
            "Saber: Cut Lancer. Delay it to the end of the Attacking Phase.",
            "Saber: Use Cut on Lancer at the end of the Attacking Phase.",
        ),
        (
            "Saber: First Surge, then Cut, then Cut, all on Archer, and delay all of it until Lancer has acted.",
            "Saber: Use Surge on Archer when Lancer acts and then use Cut on Archer when Lancer acts and then use Cut on Archer when Lancer acts.",
        ),
        ("Saber: Cut Lancer twice. Hold them until Archer acts.", "Saber: Use Cut on Lancer 2 times when Archer acts."),
        (
            "Saber: Use Final Strike on Lancer after two Cuts on him.",
            "Saber: Use Cut on Lancer 2 times and then use Final Strike on Lancer.",
        ),
        ("Saber: Retreat to the Church at the end of the Turn whatever happens.", "Saber: Flee to Church."),
    ]);
    all_refused(&[
        "Saber: Hold it until the end of the Attacking Phase.",
        "Saber: Cut Lancer and Surge Archer. Delay it until Archer has acted.",
        "Saber: Guard. Cut Lancer. Delay all of it to the end of the Attacking Phase.",
        "Rin: Gandr on Lancer when Saber is done.",
        "Rin: Gandr on Lancer, after Saber's attacks.",
        "Saber: Surge Archer, but wait for Lancer first.",
        // One condition, or none?
        "Saber: If Lancer is here, Cut him, then off to the Bridge with Rin.",
        "Saber: If Lancer is here, Cut him, and go to the Bridge with Rin afterwards.",
    ]);
    all_read(&[(
        "Saber: Cut Lancer, then off to the Bridge with Rin.",
        "Saber: Use Cut on Lancer. | Saber: Move to Bridge. | Rin: Move to Bridge.",
    )]);
}

#[test]
fn so_much_or_the_other() {
    all_read(&[
        (
            "Saber: Mend on myself if I have 200 Health or less, Guard if I have more.",
            "Saber: If I have 200 or less Health, use Mend on me; otherwise, use Guard.",
        ),
        (
            "Saber: Keep paying for Rain Manipulation while I have 60 Mana or more; drop it when I'm below that.",
            "Saber: If I do not have 60 or more Mana, stop paying for Rain Manipulation.",
        ),
        (
            "Rin: At the Mall: one Teleporter, one Charged Potion, and a Focus Band each for Saber and me.",
            "Rin: If I am in Mall, buy Teleporter and then buy Charged Potion and then buy 2 Focus Band and then give Focus Band to Saber.",
        ),
    ]);
    // At 200 neither is said.
    all_refused(&["Saber: Mend on myself if I have less than 200 Health, Guard if I have more."]);
}
