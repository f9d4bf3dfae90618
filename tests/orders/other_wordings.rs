//! The table `grammar/wordings/orders.txt`: what is said in other words than the grammar's, and what stays refused.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use super::readings::checked_by;

use super::plan;
use super::view::seat_of_writers;

/// Each wording, and the plan's words for it.
const SAID: &[(&str, &str)] = &[
    (
        "Saber: Guard, unless I'm already below 100, in which case Mend myself.",
        "Saber: If I have less than 100 Health, use Mend on me; otherwise, use Guard.",
    ),
    ("Saber: Guard if I'm at 50 or lower.", "Saber: If I have 50 or less Health, use Guard."),
    (
        "Saber: Teleport to the Bridge w/ Rin the moment I'm under 80 hp.",
        "Saber: Use Teleport on Rin to Bridge when I have less than 80 Health.",
    ),
    (
        "Rin: CS \"Withstand it!\" on Saber if she's below 40.",
        "Rin: If Saber has less than 40 Health, command Saber \"Withstand it!\".",
    ),
    ("Saber: Attack Lancer till he goes down.", "Saber: Attack Lancer as often as possible."),
    ("Saber: Blast Lancer with Surge twice.", "Saber: Use Surge on Lancer 2 times."),
    ("Saber: Cut Lancer first, then Surge on Archer.", "Saber: Use Cut on Lancer and then use Surge on Archer."),
    (
        "Saber: Start with Cut on Lancer, then Surge on Archer.",
        "Saber: Use Cut on Lancer and then use Surge on Archer.",
    ),
    ("Saber: Cut on Lancer followed by Surge on Archer.", "Saber: Use Cut on Lancer and then use Surge on Archer."),
    (
        "Saber: Cut Lancer if Rin is attacked, Guard otherwise.",
        "Saber: If Rin is attacked, use Cut on Lancer; otherwise, use Guard.",
    ),
    (
        "Saber: If Lancer is here, Cut Lancer, if not Guard.",
        "Saber: If Lancer is here, use Cut on Lancer; otherwise, use Guard.",
    ),
    ("Saber: Lancer is here -> Cut Lancer.", "Saber: If Lancer is here, use Cut on Lancer."),
    ("Saber: If Rin has less than 50 hp left, Mend Rin.", "Saber: If Rin has less than 50 Health, use Mend on Rin."),
    ("Rin: Splint if I'm below 50.", "Rin: If I have less than 50 Health, use item Splint."),
    ("Saber: Guard once I drop below 90.", "Saber: Use Guard when I fall to less than 90 Health."),
    ("Rin: Hand Saber the Splint now.", "Rin: Give Splint to Saber."),
    ("Rin: PM Tokiomi: truce.", "Rin: Tell Tokiomi: \"truce\"."),
    (
        "Saber: Surge Lancer if I still have over 60 mana left.",
        "Saber: If I have more than 60 Mana, use Surge on Lancer.",
    ),
    ("Saber: Excalibur on Lancer, but only if Archer's around.", "Saber: If Archer is here, use Excalibur on Lancer."),
    ("Saber: Only Guard if Lancer attacks me.", "Saber: If Lancer attacks me, use Guard."),
    ("Saber: Cut Lancer unless he's gone.", "Saber: If Lancer is here, use Cut on Lancer."),
    ("Saber: Mend Rin if she gets poisoned.", "Saber: If Rin becomes affected by Poison, use Mend on Rin."),
    ("Saber: Cut Lancer right after Rin attacks him.", "Saber: Use Cut on Lancer when Rin attacks Lancer."),
    ("Saber: Guard if Archer fires his NP.", "Saber: If Archer uses a Noble Phantasm, use Guard."),
    ("Saber: Cut Lancer three times if nobody's left here.", "Saber: If nobody is here, use Cut on Lancer 3 times."),
    (
        "Saber: If Lancer runs, bash Archer; if not, bash Lancer.",
        "Saber: If Lancer flees, attack Archer; otherwise, attack Lancer.",
    ),
    (
        "Saber: Cut Lancer if Archer is here, if not Cut Archer.",
        "Saber: If Archer is here, use Cut on Lancer; otherwise, use Cut on Archer.",
    ),
    (
        "Saber: Attack Lancer, but Guard instead if Archer is here.",
        "Saber: If Archer is here, use Guard; otherwise, attack Lancer.",
    ),
    (
        "Saber: Attack Lancer but if Archer is here, Guard instead.",
        "Saber: If Archer is here, use Guard; otherwise, attack Lancer.",
    ),
    (
        "Saber: Drop into Spirit Form at the end of the Prepared Effect Phase.",
        "Saber: Enter Spirit Form at the end of the Prepared Effect Phase.",
    ),
    ("Saber: Guard up.", "Saber: Use Guard."),
    ("Saber: Zap Archer with Surge.", "Saber: Use Surge on Archer."),
    ("Saber: Guard if I'm down to 80 or less.", "Saber: If I have 80 or less Health, use Guard."),
    (
        "Saber: Cut Archer in the 2nd Attacking Phase if he's under 100.",
        "Saber: If Archer has less than 100 Health, use Cut on Archer in the 2nd Attacking Phase.",
    ),
    (
        "Saber: Use Mend on Rin if her Health is below 100; otherwise use it on me.",
        "Saber: If Rin has less than 100 Health, use Mend on Rin; otherwise, use Mend on me.",
    ),
    (
        "Saber: Keep using Cut on Lancer until he's dead, then switch to Archer.",
        "Saber: Use Cut on Lancer as often as possible and then use Cut on Archer as often as possible.",
    ),
    ("Saber: Use all my AP for Cut on Archer.", "Saber: Use Cut on Archer as often as possible."),
    ("Saber: Cut Archer twice and Lancer once.", "Saber: Use Cut on Archer 2 times and then use Cut on Lancer."),
    ("Saber: Act as if my AGI were only C and use Cut on Lancer.", "Saber: Use Cut on Lancer at AGI C."),
    (
        "Saber: If my Health drops below 100, flee to the Bridge at the end of the turn.",
        "Saber: If I fall to less than 100 Health, flee to Bridge.",
    ),
    (
        "Saber: Whenever Lancer attacks me, counter with Cut.",
        "Saber: Use Cut on that character when Lancer attacks me.",
    ),
    (
        "Rin: Use Jewel Light on Saber after everyone has attacked.",
        "Rin: Use Jewel Light on Saber at the end of the Attacking Phase.",
    ),
    (
        "Saber: Keep Rain Manipulation up as long as I have more than 60 Mana.",
        "Saber: If I do not have more than 60 Mana, stop paying for Rain Manipulation.",
    ),
    ("Rin: Spend a Command Spell to make Saber defend me.", "Rin: Command Saber \"Defend X!\" for me."),
    (
        "Rin: Use a Command Spell and order Saber to \"Survive at all costs!\"",
        "Rin: Command Saber \"Survive at all costs!\".",
    ),
    (
        "Rin: If Lancer flees, use the Command Spell \"You can't escape!\" to send Saber after him.",
        "Rin: If Lancer flees, command Saber \"You can't escape!\" for that character.",
    ),
    ("Rin: Send a message to Tokiomi saying \"Truce?\"", "Rin: Tell Tokiomi: \"Truce?\"."),
    ("Rin: I accept Green's offer of an alliance.", "Rin: Ally with Green."),
    ("Rin: Ask the IGM to heal Saber with True Healing.", "Rin: Request True Healing for Saber."),
    (
        "Rin: Pay the IGM 150 CP for an Instant Teleport to the Mall.",
        "Rin: Request Instant Teleport to Mall, offering 150 CP.",
    ),
    ("Saber: Scout the Mall by day and come back.", "Saber: Scout Mall."),
];

/// The plan of one order, or the code of its error.
fn read(order: &str) -> String {
    let view = seat_of_writers();
    let (who, sentence) = order.split_once(": ").unwrap();
    let checked = checked_by(who, sentence, &view);
    match checked.diagnostics.iter().find(|said| said.is_error()) {
        Some(error) => format!("refused {}", error.code),
        None => plan(&checked).join(" | "),
    }
}

#[test]
fn what_is_said_in_other_words_is_planned() {
    let wrong: Vec<_> = SAID.iter().filter(|(order, told)| read(order) != *told).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_word_is_passed_over_to_read_an_order() {
    for order in [
        "Saber: Guard almost always if I'm at 50 or lower.",
        "Saber: Zap Archer with Surge unless it rains.",
        "Saber: Cut Lancer unless he has fled, then Surge Archer or so.",
        "Saber: Blast Lancer with Surge maybe twice.",
        "Saber: Put everything into nobody.",
        "Saber: Put everything but Surge into Archer.",
        "Saber: Attack Lancer but if Archer is here, Guard.",
        "Saber: Excalibur with my Instant action.",
        "Saber: Guard if Archer fired his NP twice.",
        "Saber: Keep the Splint for Rin.",
        "Saber: Hit Lancer with everything.",
        "Saber: Use Guard if Lancer attacks me, in which case use Calm.",
        "Saber: Guard after everyone has fled.",
        "Saber: Use Cut on Lancer at the end of the turn.",
        "Saber: Use Cut on Lancer until he is dead, then Archer maybe.",
        "Rin: Offer the IGM a deal.",
        "Rin: Send a message to Tokiomi.",
    ] {
        assert!(read(order).starts_with("refused"), "{order}: {}", read(order));
    }
}
