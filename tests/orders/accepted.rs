//! Orders that stand, as the plan says them back.

use super::view::view;
use super::{checked, plan, said};
use grail_referee::orders::plan as planned;

/// An order of Saber's (or, with a name before it, of Rin's), its canonical words, its warnings.
const ORDERS: &[(&str, &str, &[&str])] = &[
    ("scout the church", "Scout Church.", &[]),
    ("Use Rapid Cut on Caster 2 times.", "Use Rapid Cut on Caster 2 times.", &[]),
    ("attack caster", "Attack Caster.", &[]),
    ("Use Dancing Slashes on Caster and Archer", "Use Dancing Slashes on Caster and Archer.", &[]),
    ("Use Parry on Archer when Archer attacks Rin", "Use Parry on Archer when Archer attacks Rin.", &[]),
    ("Use Teleport on Rin to Church", "Use Teleport on Rin to Church.", &[]),
    ("Use Teleport on myself, my Master and Harbor", "Use Teleport on me, my Master and Harbor.", &[]),
    ("Use Mist on Park", "Use Mist on Park.", &[]),
    ("Use Mist on this location", "Use Mist on this location.", &[]),
    ("Use Mist to Church", "Use Mist to Church.", &[]),
    ("Use Rain Manipulation", "Use Rain Manipulation.", &[]),
    ("Use Heal on Saber", "Use Heal on Saber.", &[]),
    ("Use Excalibur on every opponent here", "Use Excalibur on every opponent in this location.", &[]),
    ("Use Excalibur on up to 3 opponents", "Use Excalibur on up to 3 opponents.", &[]),
    (
        "Use Excalibur on the opponent who attacked me first",
        "Use Excalibur on the opponent who has attacked me first.",
        &[],
    ),
    ("use sword of and on stranger-1", "Use \"Sword of and\" on Stranger-1.", &[]),
    ("Use the Magic Glasses", "Use item Magic Glasses.", &[]),
    ("Use item Teleporter on me and Rin to Harbor", "Use item Teleporter on me and Rin to Harbor.", &[]),
    ("Move to Bridge", "Move to Bridge.", &[]),
    ("Retreat to Bridge", "Flee to Bridge.", &[]),
    ("Stay", "Stay.", &[]),
    ("Enter Spirit Form", "Enter Spirit Form.", &[]),
    ("Cancel Rain Manipulation", "Stop paying for Rain Manipulation.", &[]),
    ("Stop paying for Rain Manipulation", "Stop paying for Rain Manipulation.", &[]),
    ("Refuse the upkeep of Rain Manipulation", "Stop paying for Rain Manipulation.", &[]),
    ("Rin: Command Saber \"Survive at all costs\"", "Command Saber \"Survive at all costs!\".", &[]),
    ("Rin: Command Saber 'kill them, no matter what!'", "Command Saber \"Kill them no matter what!\".", &[]),
    ("Rin: Command my Servant \"Withstand it!\"", "Command my Servant \"Withstand it!\".", &[]),
    ("Rin: Command Saber \"Defend Rin!\"", "Command Saber \"Defend X!\" for Rin.", &[]),
    (
        "Rin: Command Saber \"Obey me!\": \"Never attack Illya. Never.\"",
        "Command Saber \"Obey me!\": \"Never attack Illya. Never.\".",
        &["W384"],
    ),
    (
        "Rin: Command Saber \"Flee this battle now!\" to Bridge",
        "Command Saber \"Flee this battle now!\" to Bridge.",
        &[],
    ),
    ("Rin: Command Saber \"You can’t escape!\" on Rider", "Command Saber \"You can't escape!\" for Rider.", &[]),
    ("Rin: Use Gandr on Caster's Wolf", "Use Gandr on \"Caster's Wolf\".", &[]),
    (
        "Rin: Use Jewel Light on Saber at the end of the Prepared Effect Phase",
        "Use Jewel Light on Saber at the end of the Prepared Effect Phase.",
        &[],
    ),
    ("If Saber has 100 or less Health, stay", "If Saber has 100 or less Health, stay.", &[]),
    (
        "If my Master has 30% or less of her maximum Mana, stay",
        "If my Master has 30% or less of their maximum Mana, stay.",
        &[],
    ),
    (
        "If Lancer uses Gae Bolg on Rin, use Parry on Lancer",
        "If Lancer uses \"Gae Bolg\" on Rin, use Parry on Lancer.",
        &[],
    ),
    (
        "If Saber attacks Caster's Master first, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer",
        "If Saber attacks Caster's Master first, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer.",
        &["W382"],
    ),
    (
        "If a character enters this location and attacks my team, use Excalibur on that character",
        "If anyone enters this location and that character attacks my team, use Excalibur on that character.",
        &[],
    ),
    ("Attack Caster, but only if she is still here", "If Caster is here, attack Caster.", &[]),
    ("Use Heal on Saber unless she is dead", "If Saber is not dead, use Heal on Saber.", &[]),
    (
        "Rin: Command Saber \"Survive at all costs!\" if she has 100 or less Health",
        "If Saber has 100 or less Health, command Saber \"Survive at all costs!\".",
        &[],
    ),
    ("Attack Caster as though I had AGI C++", "Attack Caster at AGI C++.", &[]),
    ("Attack Caster in the 2nd Attacking Phase", "Attack Caster in the 2nd Attacking Phase.", &[]),
    ("Attack Caster in the second round", "Attack Caster in the 2nd round.", &[]),
    ("Attack Caster in the 2nd combat round if Rin is here", "If Rin is here, attack Caster in the 2nd round.", &[]),
    ("In the second round, if Rin is here, attack Caster", "In the 2nd round, if Rin is here, attack Caster.", &[]),
    ("Delay Teleport on Rin to Church to the second round", "Use Teleport on Rin to Church in the 2nd round.", &[]),
    ("Attack Caster at AGI C in the second round", "Attack Caster at AGI C in the 2nd round.", &[]),
    (
        "In the second round, when Caster attacks Rin, attack Caster",
        "Attack Caster in the 2nd round when Caster attacks Rin.",
        &[],
    ),
    ("Attack Caster in the Attacking Phase of the second round", "Attack Caster in the 2nd Attacking Phase.", &[]),
    ("Stay in the second round", "Stay in the 2nd round.", &["W308"]),
    ("Attack Caster at the end of the second round", "Attack Caster at the end of the 2nd Prepared Effect Phase.", &[]),
    (
        "Delay Teleport on Rin to Church to the end of the Attacking Phase",
        "Use Teleport on Rin to Church at the end of the Attacking Phase.",
        &[],
    ),
    ("Attack Caster in the Attacking Phase", "Attack Caster in the Attacking Phase.", &["W308"]),
    ("Attack Caster at AGI A", "Attack Caster at AGI A.", &["W314"]),
    (
        "If Caster has less than 50 Health, attack Caster",
        "If Caster has less than 50 Health, attack Caster.",
        &["W301"],
    ),
    (
        "If Caster's AGI is B or higher, attack Caster",
        "If Caster has AGI ranked B or higher, attack Caster.",
        &["W302"],
    ),
    ("If Caster uses a Magical attack, attack Caster", "If Caster uses a Magical attack, attack Caster.", &["W302"]),
    ("Attack Berserker", "Attack Berserker.", &["W309"]),
    ("Attack Caster 4 times", "Attack Caster 4 times.", &["W303"]),
    ("Use Excalibur on Caster 3 times", "Use Excalibur on Caster 3 times.", &["W303", "W304"]),
    ("Use Bellerophon on Caster", "Use Bellerophon on Caster.", &["W307"]),
    ("Use Mist on Park 2 times", "Use Mist on Park 2 times.", &["W303"]),
    ("Leave Spirit Form", "Leave Spirit Form.", &["W310"]),
    ("Cancel Mist", "Cancel Mist.", &["W311"]),
    ("Rin: Use Gandr on Caster twice", "Use Gandr on Caster 2 times.", &["W312"]),
    ("Whenever Archer attacks Rin, use Parry on Archer", "Use Parry on Archer when Archer attacks Rin.", &["W104"]),
    ("@Saber uses Rapid Cut on @Caster", "Use Rapid Cut on Caster.", &["W102", "W102"]),
];

#[test]
fn orders_stand_as_the_plan_says_them_back() {
    stand(ORDERS);
}

/// Each order must be planned in these words, with these warnings.
pub(super) fn stand(orders: &[(&str, &str, &[&str])]) {
    let mut failures = Vec::new();
    for (order, words, warnings) in orders {
        let whose = order.starts_with("Rin") && !order.starts_with("Rin's");
        let text = if order.starts_with("Rin:") { (*order).to_owned() } else { format!("Saber:\n{order}") };
        let checked = checked(&text);
        let codes: Vec<_> = checked.diagnostics.iter().map(|d| d.code).collect();
        let actor = if whose { "Rin" } else { "Saber" };
        if plan(&checked) != [format!("{actor}: {words}")] || codes != *warnings {
            failures.push(format!("{order}\n    {:?}\n    {:?}", plan(&checked), said(&checked)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_letter_is_read_whole() {
    let text = "War: the war of the nine bridges\r\nNight: 3\r\nTeam: Red\r\nToken: copper-lantern\r\n\r\n\
        On Tue, the GM wrote:\r\n> Saber: attack Rin.\r\n\r\n\
        *Saber:*\r\n- Scout the Church # by day\r\n- Use Rapid Cut\r\n  on Caster 2 times\r\n- If Caster is dead,\r\n  use Parry on Archer. Otherwise, stay.\r\n\r\n\
        Rin: Move to Bridge. Use Gandr on Caster.\r\n-- \r\nAlice\r\nSaber: attack Rin.\r\n";
    let checked = checked(text);
    // What stands below a signature is not read, and said where it is an order.
    assert_eq!(
        said(&checked),
        [
            "W361 this is asked in the Instant Phase, before `use Rapid Cut on Caster 2 times` in the Attacking Phase",
            "E620 an order stands below the line `--`, where a signature begins and nothing is read"
        ]
    );
    assert_eq!(
        plan(&checked),
        [
            "Saber: Scout Church.",
            "Saber: Use Rapid Cut on Caster 2 times.",
            "Saber: If Caster is dead, use Parry on Archer; otherwise, stay.",
            "Rin: Move to Bridge.",
            "Rin: Use Gandr on Caster.",
        ]
    );
    assert!(checked.plan[4].after_move);
    insta::assert_snapshot!(planned::render_plan(&planned::build_plan(&checked, &view())), @r"
    Saber:
      1. Scout Church. [Daily Move Phase, all at once]
      2. Use Rapid Cut on Caster 2 times.
         Attacking Phase, at AGI B: 1 AP each of 2 (Caster has not been seen)
      3. If Caster is dead, use Parry on Archer; otherwise, stay.
         use Parry on Archer: Instant Phase, all at once, asked then: 1 AP (Archer has not been seen)
         stay: asked in the Instant Phase
    Rin:
      4. Move to Bridge. [Movement Phase, all at once: 1 Move Action]
      5. Use Gandr on Caster.
         2nd Attacking Phase, at AGI B: 1 Turn Action, 10 Mana (Caster has not been seen)
    ");
}

#[test]
fn a_missing_full_stop_costs_no_order() {
    let text = "Saber:\nUse Rapid Cut on Caster\nMove to Bridge\nRin:\nKick Caster\nMove to Bridge.";
    let checked = checked(text);
    assert_eq!(plan(&checked), ["Saber: Use Rapid Cut on Caster.", "Saber: Move to Bridge.", "Rin: Move to Bridge."]);
    let full_stop = "W101 a full stop is missing here";
    assert_eq!(said(&checked), [full_stop, "E112 `Kick` is no verb of an order", full_stop]);
}
