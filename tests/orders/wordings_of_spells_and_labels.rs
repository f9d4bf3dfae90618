//! Command Spells, words to others, labels, branches and what is forbidden, as players write them who know the book
//! alone.

use super::plan;
use super::readings::{all_read, all_refused, checked_by};
use super::view::seat_of_writers;

#[test]
fn a_command_spell_is_one_in_any_words() {
    let survive = "Rin: Command Saber \"Survive at all costs!\".";
    all_read(&[
        ("Rin: CS: Survive at all costs! on Saber", survive),
        ("Rin: CS1: Survive at all costs! on Saber", survive),
        ("Rin: Command Spell 1: \"Survive at all costs!\" on Saber", survive),
        ("Rin: Use a Command Seal on Saber: \"Survive at all costs!\"", survive),
        ("Rin: By Command Spell, Saber is to survive at all costs.", survive),
        ("Rin: Use my first Command Spell to order Saber to survive at all costs.", survive),
        ("Rin: Saber, survive at all costs!", survive),
        ("Rin: Survive at all costs!", "Rin: Command my Servant \"Survive at all costs!\"."),
        ("Rin: I use a Command Spell, ordering Saber to withstand it.", "Rin: Command Saber \"Withstand it!\"."),
        ("Rin: Use a Command Spell to have Saber protect Illya.", "Rin: Command Saber \"Defend X!\" for Illya."),
        ("Rin: Command Spell \"Defend X!\" on Saber, X being me.", "Rin: Command Saber \"Defend X!\" for me."),
        ("Rin: Command Spell: Defend Rin!", "Rin: Command my Servant \"Defend X!\" for Rin."),
        (
            "Rin: Use a Command Spell to flee to the Bridge with Saber.",
            "Rin: Command Saber \"Flee this battle now!\" to Bridge.",
        ),
        ("Rin: \"Flee this battle now!\" To the Bridge.", "Rin: Command Saber \"Flee this battle now!\" to Bridge."),
        ("Rin: Command Spell: Withstand it! (Saber)", "Rin: Command Saber \"Withstand it!\"."),
        ("Rin: Summon Saber with a Command Spell.", "Rin: Command Saber \"Summon!\"."),
        (
            "Rin: If Saber is not here, use a Command Spell to summon her.",
            "Rin: If Saber is not here, command Saber \"Summon!\".",
        ),
        ("Rin: Use a Command Spell to have Saber enter Spirit Form.", "Rin: Command Saber \"Take on Spirit Form!\"."),
        (
            "Rin: I use a Command Spell to order Saber to attack Lancer.",
            "Rin: Command Saber \"Obey me!\": \"attack Lancer\".",
        ),
        (
            "Rin: Use a Command Spell to order Saber never to harm Illya.",
            "Rin: Command Saber \"Obey me!\": \"never harm Illya\".",
        ),
        (
            "Rin: Command Spell \"Obey me!\": Saber must not attack Illya.",
            "Rin: Command my Servant \"Obey me!\": \"Saber must not attack Illya\".",
        ),
        (
            "Rin: Use \"Survive at all costs!\" and \"Withstand it!\" on Saber.",
            "Rin: Command Saber \"Survive at all costs!\" and then command Saber \"Withstand it!\".",
        ),
        ("Rin: Stop using \"Defend X!\"", "Rin: Release \"Defend X!\"."),
    ]);
    all_refused(&[
        // Of the spell, or of what it orders?
        "Rin: Use a Command Spell to order Saber to attack Archer if Lancer leaves.",
        "Rin: Use a Command Spell to order Saber to attack Lancer and flee to the Bridge.",
        "Rin: Use a Command Spell to order Saber to attack Lancer in the 2nd Attacking Phase.",
        // A spell of its own could be meant.
        "Rin: Use a Command Spell to order Saber to kill Lancer.",
        "Rin: Use a Command Spell to order Saber to protect herself.",
        "Rin: Use a Command Spell to order Lancer to attack Archer.",
        "Rin: Use two Command Spells to order Saber to survive at all costs.",
        "Rin: Command Spell 4: \"Survive at all costs!\" on Saber",
        "Rin: Withstand it! on Saber or on me",
    ]);
}

#[test]
fn words_to_others_need_no_quotes() {
    all_read(&[
        ("Rin: Tell Tokiomi: meet us at the Church", "Rin: Tell Tokiomi: \"meet us at the Church\"."),
        ("Rin: Tell Blue: meet us at the Church", "Rin: Tell \"Blue\": \"meet us at the Church\"."),
        ("Rin: Tell Illya we won't attack her.", "Rin: Tell Illya: \"we won't attack her\"."),
        ("Rin: PM to Illya: truce?", "Rin: Tell Illya: \"truce?\"."),
        ("Rin: Say to Lancer, stand down", "Rin: Tell Lancer: \"stand down\"."),
        ("Rin: Say publicly: we want peace.", "Rin: Say: \"we want peace\"."),
        ("Rin: Tell everyone we want peace.", "Rin: Say: \"we want peace\"."),
        (
            "Rin: If Lancer is dead, tell Tokiomi: come with us",
            "Rin: If Lancer is dead, tell Tokiomi: \"come with us\".",
        ),
    ]);
    all_refused(&[
        // An order of hers, or a letter to her?
        "Rin: Tell Saber: attack Lancer",
        "Rin: Say to Saber, stand down",
        "Rin: Tell Saber I stay.",
        "Rin: Tell Illya we accept if she is here.",
        "Rin: Tell Illya about Lancer.",
        "Rin: Tell Tokiomi, Illya: we accept",
        // An order would be lost in what is said.
        "Rin: Tell Tokiomi we accept, and Gandr Archer.",
        "Rin: Tell Lancer: attack Archer; Gandr Archer.",
        "Rin: Tell Tokiomi: we accept, then flee to the Bridge",
        "Rin: Tell Blue that we accept, and Gandr Archer.",
    ]);
}

#[test]
fn what_is_quoted_ends_its_sentence() {
    all_read(&[
        (
            "Rin: Tell Tokiomi: \"We leave.\" Saber and I stay.",
            "Rin: Tell Tokiomi: \"We leave.\". | Rin: Stay. | Saber: Stay.",
        ),
        (
            "Rin: Tell Tokiomi: \"We leave.\" Gandr on Archer.",
            "Rin: Tell Tokiomi: \"We leave.\". | Rin: Use Gandr on Archer.",
        ),
        (
            "Rin: Command Saber \"Survive at all costs!\" Saber and I stay.",
            "Rin: Command Saber \"Survive at all costs!\". | Rin: Stay. | Saber: Stay.",
        ),
        ("Rin: \"Survive at all costs!\" Saber", "Rin: Command Saber \"Survive at all costs!\"."),
    ]);
    all_refused(&[
        // No stop, no order behind it.
        "Rin: Tell Tokiomi: \"We leave\" Gandr on Archer.",
        "Rin: Tell Tokiomi: \"We leave.\" Archer and Illya.",
        // Whom does the word mean?
        "Rin: Tell Tokiomi: \"We leave.\" If he attacks me, Gandr on him.",
    ]);
}

#[test]
fn a_label_says_when_its_order_comes_or_nothing() {
    all_read(&[
        ("Saber: SP: Guard", "Saber: Use Guard in the Support Phase."),
        ("Saber: AP) Cut Lancer", "Saber: Use Cut on Lancer in the Attacking Phase."),
        ("Saber: Support Phase - Guard.", "Saber: Use Guard in the Support Phase."),
        ("Saber: Turn 2 - Attacking Phase: Cut Lancer.", "Saber: Use Cut on Lancer in the Attacking Phase."),
        ("Saber: Combat: Cut Lancer three times.", "Saber: Use Cut on Lancer 3 times."),
        ("Saber: Round 2: Cut Archer", "Saber: Use Cut on Archer in the 2nd round."),
        ("Saber: Movement: Bridge", "Saber: Move to Bridge."),
        ("Saber: Daily Move: Church", "Saber: Scout Church."),
        (
            "Saber: Action 1: Cut on Lancer. Action 2: Surge on Archer.",
            "Saber: Use Cut on Lancer. | Saber: Use Surge on Archer.",
        ),
        // Alone on its line it is over all that follows.
        (
            "Saber: Guard.\nSecond round:\nCut Lancer.\nSurge Archer.",
            "Saber: Use Guard. | Saber: Use Cut on Lancer in the 2nd round. | Saber: Use Surge on Archer in the 2nd round.",
        ),
        ("Rin: Jewel Light: Saber.", "Rin: Use Jewel Light on Saber."),
        ("Rin: IGM: True Healing for Saber, 300 CP.", "Rin: Request True Healing for Saber, offering 300 CP."),
    ]);
    all_refused(&[
        "Saber: Night 3: Cut Lancer",
        "Saber: Turn 1: Cut Lancer",
        "Saber: 2nd AP: Cut Lancer",
        "Saber: 2 AP: Cut Lancer",
        "Saber: Day: Cut Lancer",
        "Saber: Night: Scout Church",
        "Saber: Plan B: Cut Lancer",
        "Saber: Next Turn: Cut Lancer",
        "Saber: Support: Cut Lancer",
        "Saber: Movement: Cut Lancer",
        "Saber: Attacking: in the Prepared Effect Phase, Cut Lancer",
    ]);
}

#[test]
fn an_attack_goes_to_another_where_the_first_is_gone() {
    let cut = "Saber: If Lancer is not here, use Cut on Archer; otherwise, use Cut on Lancer.";
    all_read(&[
        ("Saber: Cut Lancer; if he's gone, Archer.", cut),
        ("Saber: Cut on Lancer or, if he is gone, on Archer.", cut),
        ("Saber: Cut Lancer, or Archer if he's not here.", cut),
        (
            "Saber: Cut Lancer unless he's gone, then Archer.",
            "Saber: If Lancer is here, use Cut on Lancer; otherwise, use Cut on Archer.",
        ),
        (
            "Saber: Use Surge on Lancer, or if he's fled, on Archer.",
            "Saber: If Lancer has fled, use Surge on Archer; otherwise, use Surge on Lancer.",
        ),
        (
            "Saber: Cut Lancer, else Archer.",
            "Saber: If Lancer is here and Lancer is not in Spirit Form, use Cut on Lancer; otherwise, use Cut on Archer.",
        ),
    ]);
    all_refused(&[
        // Whom is asked of?
        "Saber: Cut Lancer, or Archer if he attacks me.",
    ]);
}

#[test]
fn what_is_forbidden_in_any_words_is_kept_to_by_itself() {
    let view = seat_of_writers();
    for order in [
        "Saber: No Noble Phantasm.",
        "Saber: No Noble Phantasm unless Lancer uses a Noble Phantasm.",
        "Saber: Save Excalibur.",
        "Rin: Save my last Command Spell.",
        "Saber: Stay out of Spirit Form this Turn.",
        "Saber: Do not use Excalibur unless both Lancer and Archer are here.",
        "Saber: No attacks on Illya or Archer this turn unless they hit us first.",
        "Saber: If my Mana is below 60, don't use Excalibur.",
        "Saber: Saber is not to attack Archer.",
        "Saber: Do not attack anyone from Green.",
        "Saber: Avoid fighting. Use Guard.",
        "Saber: Don't attack. Use Guard.",
        "Saber: Don't scout.",
        "Rin: No scouting.",
        "Rin: Use no Command Spells tonight.",
        "Rin: No Command Spells.",
    ] {
        let (who, sentence) = order.split_once(": ").unwrap();
        let checked = checked_by(who, sentence, &view);
        let errors: Vec<_> = checked.diagnostics.iter().filter(|said| said.is_error()).collect();
        let kept = checked.diagnostics.iter().filter(|said| said.message.starts_with("kept to by itself")).count();
        assert!(errors.is_empty() && kept == 1, "{order}: {:?}", checked.diagnostics);
        let expected = if order.ends_with("Guard.") { vec!["Saber: Use Guard.".to_owned()] } else { Vec::new() };
        assert_eq!(plan(&checked), expected, "{order}");
    }
    all_refused(&[
        "Saber: Avoid fighting. Cut Lancer.",
        "Saber: No Noble Phantasm unless Lancer uses a Noble Phantasm. Use Excalibur on Lancer.",
        "Saber: Don't attack Archer unless he attacks us. Surge Archer.",
        "Rin: Don't use more than one Command Spell. Summon Saber. Command Saber \"Survive at all costs!\".",
        "Saber: Don't attack anyone but Lancer.",
        "Saber: No attacking Illya, only Servants.",
        "Saber: Save Excalibur for Archer.",
        "Saber: Save Excalibur. Use Excalibur on Archer.",
    ]);
}

#[test]
fn an_order_may_stand_beside_what_it_forbids() {
    let view = seat_of_writers();
    for (order, told) in [
        ("Saber: Cut Lancer and leave Archer alone.", "Saber: Use Cut on Lancer."),
        ("Saber: Cut Lancer twice, but don't touch Archer.", "Saber: Use Cut on Lancer 2 times."),
        ("Saber: Don't attack Archer, just Cut Lancer.", "Saber: Use Cut on Lancer."),
        ("Saber: Don't use Excalibur tonight no matter what, just attack Lancer.", "Saber: Attack Lancer."),
        ("Saber: Move to Bridge and don't attack anyone.", "Saber: Move to Bridge."),
        ("Saber: Enter Spirit Form; don't use Guard.", "Saber: Enter Spirit Form."),
    ] {
        let (who, sentence) = order.split_once(": ").unwrap();
        let checked = checked_by(who, sentence, &view);
        let kept = checked.diagnostics.iter().filter(|said| said.message.starts_with("kept to by itself")).count();
        assert!(!checked.has_errors() && kept == 1, "{order}: {:?}", checked.diagnostics);
        assert_eq!(plan(&checked), [told], "{order}");
    }
    // Where the order could do what is forbidden, or a condition could be of both, neither is carried out.
    all_refused(&[
        "Saber: Attack an opponent, but don't attack Archer.",
        "Saber: Cut Lancer, but don't use Cut.",
        "Saber: Attack Lancer, but don't use Cut.",
        "Saber: Cut Lancer and don't attack his Master.",
        "Saber: If Lancer is here, don't attack Archer, just Cut Lancer.",
        "Saber: Cut Lancer, don't attack Archer unless Rin is attacked.",
        "Saber: Cut Lancer, but don't attack more than once.",
        "Rin: Command Saber \"Leave Spirit Form!\" and don't leave Spirit Form.",
    ]);
}

#[test]
fn a_remark_in_brackets_says_nothing_of_when_or_whom() {
    all_read(&[
        ("Saber: Cut Lancer (delayed to AGI C).", "Saber: Use Cut on Lancer at AGI C."),
        (
            "Saber: Cut Lancer (delay: end of the Attacking Phase)",
            "Saber: Use Cut on Lancer at the end of the Attacking Phase.",
        ),
        ("Saber: Teleport (Rin, Church)", "Saber: Use Teleport on Rin to Church."),
        ("Saber: Cut Lancer (he is my favourite enemy).", "Saber: Use Cut on Lancer."),
    ]);
    all_refused(&[
        "Saber: Cut Lancer (hopefully only while he is weak).",
        "Saber: Cut Lancer (say, at the end).",
        "Saber: Cut Lancer (my favourite enemy).",
        "Saber: Cut Lancer (best skill).",
        "Saber: Cut Lancer (I think in the second round).",
    ]);
}

#[test]
fn a_cost_told_beside_an_action_says_nothing_where_it_is_the_cost() {
    all_read(&[
        ("Saber: Surge, 1 AP, on Lancer", "Saber: Use Surge on Lancer."),
        ("Saber: Support Phase, 1 SP: Guard.", "Saber: Use Guard in the Support Phase."),
        ("Saber: Excalibur, 2 AP, targets: Lancer, Archer.", "Saber: Use Excalibur on Lancer and Archer."),
        (
            "Saber: 1 AP for Surge on Lancer, 1 AP for Surge on Archer.",
            "Saber: Use Surge on Lancer and then use Surge on Archer.",
        ),
        (
            "Saber: Enter Spirit Form during the Support Phase at a cost of 1 SP.",
            "Saber: Enter Spirit Form in the Support Phase.",
        ),
        ("Saber: Spend 1 AP on Cut with Archer as the target.", "Saber: Use Cut on Archer."),
    ]);
    all_refused(&[
        "Saber: Surge, 2 AP, on Lancer",
        "Saber: Spend 3 AP on Cut on Lancer.",
        "Saber: Guard, 1 AP",
        "Saber: Save 2 AP for Excalibur.",
        "Saber: Cut Lancer, 2 AP left",
    ]);
}

#[test]
fn a_semicolon_parts_orders_of_which_none_hangs_on_another() {
    all_read(&[(
        "Saber: Guard; Cut Lancer x2; move to Bridge.",
        "Saber: Use Guard. | Saber: Use Cut on Lancer 2 times. | Saber: Move to Bridge.",
    )]);
    all_refused(&[
        "Saber: If Lancer is here, Cut him; Guard.",
        "Saber: Cut Lancer; Archer",
        "Saber: Cut Lancer; Mend her.",
    ]);
}
