//! What players write at the first try: conditions left short, branches, several in one sentence, Command Spells, the
//! IGM, talk around an order; and what stays refused beside it, for it could mean something else.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use super::readings::checked_by;

use super::plan;
use super::view::seat_of_writers;

/// Each sentence, and the plan's words for it.
const SAID: &[(&str, &str)] = &[
    // A level of Health, said short.
    (
        "Rin: Jewel Light Saber at 180 Health or less.",
        "Rin: If Saber has 180 or less Health, use Jewel Light on Saber.",
    ),
    (
        "Saber: Mend Rin if < 75 HP, else self if < 200, else Guard.",
        "Saber: If Rin has less than 75 Health, use Mend on Rin; otherwise, if I have less than 200 Health, use Mend on me; otherwise, use Guard.",
    ),
    (
        "Rin: With Rin at 75 Health or below, Turn Action: Jewel Light on Rin.",
        "Rin: If Rin has 75 or less Health, use Jewel Light on Rin.",
    ),
    // Where only one of two is left.
    (
        "Saber: Excalibur on Lancer and Archer if both are in the Park; otherwise Surge on the one who remains.",
        "Saber: If Lancer is in Park and Archer is in Park, use Excalibur on Lancer and Archer; otherwise, if Lancer is in Park, use Surge on Lancer; otherwise, if Archer is in Park, use Surge on Archer.",
    ),
    // What is done if not.
    (
        "Saber: Mend Rin if she's hurt, me if she isn't, after the attacks are done.",
        "Saber: If Rin has less than 100% of their maximum Health, use Mend on Rin at the end of the Attacking Phase; otherwise, use Mend on me at the end of the Attacking Phase.",
    ),
    (
        "Rin: Charged Potion if we made it out of the fight, otherwise save it.",
        "Rin: If I am not in battle, use item Charged Potion.",
    ),
    (
        "Saber: If Rin is hurt, mend her; otherwise, cut Lancer.",
        "Saber: If Rin has less than 100% of their maximum Health, use Mend on that character; otherwise, use Cut on Lancer.",
    ),
    // Waiting.
    (
        "Saber: Hold the Surge till Archer's had a go, then hit Archer with it.",
        "Saber: Use Surge on Archer when Archer acts.",
    ),
    (
        "Saber: Wait for Lancer's move, then two Surges on him if he went for Rin.",
        "Saber: When Lancer acts, if that character has attacked Rin, use Surge on that character 2 times.",
    ),
    (
        "Saber: Delay Teleport (Saber and Rin, to the Bridge) to the end of the Prepared Effect Phase.",
        "Saber: Use Teleport on Saber and Rin to Bridge at the end of the Prepared Effect Phase.",
    ),
    // Both of us.
    (
        "Rin: Use the Teleporter to get me and Saber home if Saber is at 100 Health or less.",
        "Rin: If Saber has 100 or less Health, use item Teleporter on me and Saber to Bridge.",
    ),
    ("Rin: Me and Saber walk over to the Church together at the end.", "Rin: Move to Church. | Saber: Move to Church."),
    // A contract is made with whoever will have it.
    ("Rin: If Illya dies, contract Archer if he's willing.", "Rin: If Illya dies, contract with Archer."),
    // Command Spells.
    (
        "Rin: \"Summon!\" Saber if we got split up.",
        "Rin: If my contracted partner is not here, command Saber \"Summon!\".",
    ),
    (
        "Rin: CS Withstand it! on Saber if she gets any status effect.",
        "Rin: If Saber becomes affected by a negative status effect, command Saber \"Withstand it!\".",
    ),
    ("Rin: I'll burn a Command Spell on \"Defend X!\", X being me.", "Rin: Command my Servant \"Defend X!\" for me."),
    // Words to others.
    (
        "Rin: Tell both enemy Masters that Red wants a ceasefire.",
        "Rin: Tell Illya: \"Red wants a ceasefire\" and then tell Tokiomi: \"Red wants a ceasefire\".",
    ),
    ("Rin: Logic Game, red text: \"We won.\"", "Rin: Red: \"We won.\"."),
    // The IGM.
    (
        "Rin: At the IGM Office, pay 150 CP and ask for a piece of information.",
        "Rin: If I am in Church, ask the IGM for information, offering 150 CP.",
    ),
    // Names cut off, a team as a whole, whose order it is.
    ("Saber: Rain Manip on.", "Saber: Use Rain Manipulation."),
    ("Saber: Excalibur on the whole Blue team.", "Saber: Use Excalibur on Tokiomi's team."),
    (
        "Saber: Saber is to divide her attacks, using Cut twice on Lancer and once on Archer.",
        "Saber: Use Cut on Lancer 2 times and then use Cut on Archer.",
    ),
    (
        "Saber: Nothing but Cuts on Lancer, as many as I've got AP for.",
        "Saber: Use Cut on Lancer as often as possible.",
    ),
    // Whom first, and whom else.
    (
        "Saber: Surge on Archer, else on Lancer.",
        "Saber: If Archer is here and Archer is not in Spirit Form, use Surge on Archer; otherwise, use Surge on Lancer.",
    ),
    (
        "Saber: Attack either Tokiomi or Illya with Quick Hand, whoever has no Servant nearby.",
        "Saber: If Tokiomi is here and Tokiomi's Servant is not here, use Quick Hand on Tokiomi; otherwise, if Illya is here and Illya's Servant is not here, use Quick Hand on Illya.",
    ),
    // One order with a condition of its own for all of it.
    (
        "Saber: Final Strike Lancer, or Archer if Lancer's in Spirit Form, but skip it below 70 Mana.",
        "Saber: If I do not have less than 70 Mana: if Lancer is in Spirit Form, use Final Strike on Archer; otherwise, use Final Strike on Lancer.",
    ),
    // Whose consent it is.
    (
        "Rin: If Illya dies to us and Archer is up for it, contract him.",
        "Rin: If my team kills Illya, contract with Archer.",
    ),
];

/// What could mean something else.
const REFUSED: &[&str] = &[
    // Whom the rest is of.
    "Saber: Mend, Surge on Archer.",
    "Saber: Cut Lancer when he attacks me only once.",
    "Saber: Cut Lancer when he attacks Rin alone.",
    "Saber: Excalibur on the Blue team only.",
    "Rin: If Saber is about to use Excalibur, use Gandr on Lancer.",
    // Of whom the denial is.
    "Saber: Cut Lancer if he attacks Rin, Archer if I haven't.",
    // Cast, or paid for?
    "Saber: Keep Rain Manipulation going.",
    // Where nobody is healed.
    "Saber: If I am hurt, flee to the Bridge; otherwise, Guard.",
    "Saber: Unless Rin is hurt, cut Lancer.",
    // Not consent, but a condition of somebody else.
    "Rin: If Illya dies, contract Archer if Lancer is dying to.",
    "Rin: Visit the Church and offer 150 CP for information.",
    "Saber: Surge Lancer, and only then or so Archer.",
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
fn what_is_written_at_the_first_try_is_planned() {
    let found = SAID.iter().map(|(order, told)| (*order, *told, read(order)));
    let wrong: Vec<_> = found.filter(|(_, told, found)| told != found).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_could_mean_something_else_stays_refused() {
    let wrong: Vec<_> =
        REFUSED.iter().map(|order| (*order, read(order))).filter(|(_, is)| !is.starts_with("refused")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
