//! Tests of how order sentences are read, and of the diagnostics for those that cannot be read.

use super::*;
use crate::language::name_book::NameKind;
use crate::language::order_text;

/// The names of a seat: Rin and Saber are its own.
fn book() -> NameBook {
    let mut names = NameBook::new();
    for name in ["Rin", "Saber"] {
        names.add(name, NameKind::Own);
    }
    for name in ["Archer", "Lancer", "Caster", "Rider", "Berserker", "Assassin", "Illya", "Stranger-1", "Caster's Wolf"]
    {
        names.add(name, NameKind::Character);
    }
    for name in ["Church", "Bridge", "Park", "Harbor", "Shinto", "Old Mansion"] {
        names.add(name, NameKind::Location);
    }
    for name in
        ["Rapid Cut", "Parry", "Teleport", "Gandr", "Excalibur", "Sword of and", "If", "Mist", "Rain Manipulation"]
    {
        names.add(name, NameKind::Skill);
    }
    for name in ["Teleporter", "Focus Band", "Magic Glasses", "Status-curing Pills"] {
        names.add(name, NameKind::Item);
    }
    for name in ["Survive at all costs!", "Leave Spirit Form!", "Obey me!", "Defend X!", "Flee this battle now!"] {
        names.add(name, NameKind::CommandSpell);
    }
    names.add("Instant Teleport", NameKind::Service);
    for name in ["Red", "Blue", "Green"] {
        names.add(name, NameKind::Team);
    }
    names
}

fn read_all(text: &str) -> Parsed {
    parse(&Source::new("red.txt", text), &book())
}

/// The canonical words of Saber's one order.
fn canonical(text: &str) -> String {
    let parsed = read_all(&format!("Saber:\n{text}"));
    let errors: Vec<_> = parsed.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    assert_eq!(parsed.orders.len(), 1, "{text}");
    order_text::order_sentence(&parsed.orders[0])
}

fn same_body(a: &Order<Written>, b: &Order<Written>) -> bool {
    let bare = |o: &Order<Written>| {
        let mut o = o.clone();
        o.span = Span::default();
        o.body.actions_mut().for_each(|a| a.span = Span::default());
        o
    };
    bare(a).body == bare(b).body
}

/// Sentences with their canonical words; an empty string means that the sentence is canonical itself.
const SENTENCES: &[(&str, &str)] = &[
    ("Scout the Church.", "Scout Church."),
    ("Use Rapid Cut on Caster 2 times.", ""),
    ("When Archer attacks Rin, use Parry on Archer.", "Use Parry on Archer when Archer attacks Rin."),
    (
        "At the end of the Attacking Phase, if Caster is dead, use Rapid Cut on Archer; otherwise, use Teleport on Rin to Church.",
        "",
    ),
    ("If Saber has 100 or less Health, command Saber \"Survive at all costs!\".", ""),
    ("If Caster enters this location, use Gandr on Caster.", ""),
    ("Move to Bridge.", ""),
    ("Flee to Park.", ""),
    ("Stay.", ""),
    ("Enter Spirit Form.", ""),
    ("Leave Spirit Form.", ""),
    ("uses rapid cut on CASTER twice", "Use Rapid Cut on Caster 2 times."),
    ("Attack Caster.", ""),
    ("attacks Caster 3 times", "Attack Caster 3 times."),
    ("attack Caster with Rapid Cut", "Use Rapid Cut on Caster."),
    ("Use Rapid Cut on Rider and Rin.", ""),
    ("Use Rapid Cut on Lancer, Caster and Rin.", ""),
    ("Use Rapid Cut on Lancer and use Parry on Rin.", "Use Rapid Cut on Lancer and then use Parry on Rin."),
    ("Use Rapid Cut on Lancer, then move to Park.", "Use Rapid Cut on Lancer and then move to Park."),
    ("Use Teleport on myself, my Master and Harbor.", "Use Teleport on me, my Master and Harbor."),
    ("Use Gandr on Caster, paying 8 additional Mana.", ""),
    ("Use Gandr on Caster in the 2nd Attacking Phase.", ""),
    ("Use Gandr on Caster in the 2nd round.", ""),
    ("In the 2nd round, if Rin is here, attack Caster.", ""),
    ("Use Gandr on Caster at AGI C++.", ""),
    ("Use Gandr on Caster at AGI C++ of the Attacking Phase.", ""),
    ("Attack Caster as though I had AGI C−−.", "Attack Caster at AGI C--."),
    ("Delay Teleport to the end of the Attacking Phase.", "Use Teleport at the end of the Attacking Phase."),
    (
        "Use Teleport to Harbor, delayed to the end of the Prepared Effect Phase.",
        "Use Teleport to Harbor at the end of the Prepared Effect Phase.",
    ),
    ("Use Gandr on Caster if Caster is here.", "If Caster is here, use Gandr on Caster."),
    ("Use Gandr on Caster unless Caster is dead.", "If Caster is not dead, use Gandr on Caster."),
    ("Unless Caster is here, stay.", "If Caster is not here, stay."),
    ("If Saber attacks Caster's Master first, use Gandr on Caster; otherwise on Saber.", "!"),
    ("If Saber attacks Caster's Master first, use Gandr on Caster; otherwise, use Gandr on Saber.", ""),
    (
        "If Archer is here, use Gandr on Archer and then use Parry on Rin; otherwise, if Lancer is here, use Gandr on Lancer; otherwise, stay.",
        "",
    ),
    ("If Archer is here: if Lancer is here, use Gandr on Archer; otherwise, stay.", ""),
    ("If Archer is here, if Lancer is here, use Gandr on Archer; otherwise, stay; otherwise, move to Park.", ""),
    (
        "If Archer is here, use Gandr on Archer. Otherwise, stay.",
        "If Archer is here, use Gandr on Archer; otherwise, stay.",
    ),
    ("If Archer is here and Lancer is not here, use Gandr on Archer.", ""),
    ("If Archer or Lancer attacks me, use Parry on me.", ""),
    ("If two or more opponents are here, flee to Park.", "If 2 or more opponents are here, flee to Park."),
    ("If it is Night 3 or later, scout Park.", ""),
    ("If nobody attacked us, stay.", "If nobody attacks my team, stay."),
    (
        "If anyone enters this location and attacks my team, use Excalibur on every opponent.",
        "If anyone enters this location and that character attacks my team, use Excalibur on every opponent.",
    ),
    (
        "Use Excalibur on the opponent who attacked me first.",
        "Use Excalibur on the opponent who has attacked me first.",
    ),
    ("Use Excalibur on up to 3 opponents.", ""),
    ("Use Excalibur on all enemy Servants here.", "Use Excalibur on every enemy Servant in this location."),
    ("Use Rain Manipulation on this location.", ""),
    ("Use \"Sword of and\" on Caster.", ""),
    ("use sword of and on caster", "Use \"Sword of and\" on Caster."),
    ("Use If on Caster.", "Use \"If\" on Caster."),
    ("Use “Gandr” on ‘Caster’s Wolf’.", "Use Gandr on \"Caster's Wolf\"."),
    ("Use Gandr on Caster's Wolf.", "Use Gandr on \"Caster's Wolf\"."),
    ("Use Gandr on Stranger-1.", ""),
    ("Use Gandr on Caster's Master.", ""),
    ("After an opponent makes an action, use Parry on me.", "Use Parry on me when an opponent acts."),
    (
        "As soon as Archer enters this location, use Parry on me in the Support Phase or later.",
        "Use Parry on me in the Support Phase when Archer enters this location.",
    ),
    ("Use the Teleporter on me and Saber to Harbor.", "Use item Teleporter on me and Saber to Harbor."),
    ("Use item Magic Glasses.", ""),
    (
        "Command Saber \"Obey me!\": \"Never attack the girl. Ever.\"",
        "Command Saber \"Obey me!\": \"Never attack the girl. Ever.\".",
    ),
    ("Command Saber \"Defend X!\" for Rin.", ""),
    ("Command Saber \"Flee this battle now!\" to Park.", ""),
    ("Command Saber Survive at all costs!", "Command Saber \"Survive at all costs!\"."),
    ("Use a Command Spell on Saber: \"Obey me!\": \"Stay.\"", "Command Saber \"Obey me!\": \"Stay.\"."),
    ("Release \"Defend X!\".", ""),
    ("Cancel Mist.", ""),
    ("Stop paying for Rain Manipulation.", ""),
    ("Buy a Focus Band.", "Buy Focus Band."),
    ("Buy 2 Magic Glasses.", ""),
    ("Give Focus Band to Rin.", ""),
    ("Drop Status-curing Pills.", ""),
    ("Pick up Focus Band.", ""),
    ("Ask the IGM for information, offering 150 CP.", ""),
    ("Ask the IGM for information, offering \"Lancer is fast, I think\".", ""),
    ("Request Fast Healing for Saber.", ""),
    ("Request Instant Teleport to Bridge, offering 150 CP.", ""),
    ("Take shelter.", ""),
    ("Visit.", ""),
    ("Consume a civilian.", ""),
    ("Consume Illya.", ""),
    ("Contract with Rider.", ""),
    ("Offer Rider a contract.", "Contract with Rider."),
    ("Accept a contract with Illya.", ""),
    ("Re-establish the contract with Saber.", ""),
    ("Break the contract with Caster.", ""),
    ("Accept a transfer to Illya.", ""),
    ("Refuse a transfer to Illya.", ""),
    ("Force a contract on Lancer.", ""),
    ("Protect me with Saber, then Caster.", ""),
    ("Ally with Blue.", "Ally with \"Blue\"."),
    ("Ceasefire with Green.", ""),
    ("End the alliance with Green.", ""),
    ("Tell Green: \"Truce?\"", "Tell Green: \"Truce?\"."),
    ("Say: \"Hello.\"", "Say: \"Hello.\"."),
    ("Red: \"My Servant killed nobody.\"", "Red: \"My Servant killed nobody.\"."),
    ("Blue to Green: \"Your Servant set the fire.\"", "Blue to Green: \"Your Servant set the fire.\"."),
    ("Answer 3 in red: \"No.\"", "Answer 3 in red: \"No.\"."),
    ("Counter 3 in blue: \"Or so.\"", "Counter 3 in blue: \"Or so.\"."),
    ("Correct 3: \"I was wrong\"", "Correct 3: \"I was wrong\"."),
    ("Gold: \"I win\"", "Gold: \"I win\"."),
    ("My partner posts for Saber.", ""),
    ("Puzzle answer: \"Zelretch\"", "Puzzle answer: \"Zelretch\"."),
    ("Push everybody else to Shinto.", ""),
    (
        "Use Excalibur on Caster and Rider, pushing everybody else to Shinto.",
        "Use Excalibur on Caster and Rider, pushing whoever is pushed to Shinto.",
    ),
    ("Use Excalibur, choosing \"the left door\".", ""),
    ("If (Archer is here or Lancer is here) and Rin is dead, stay.", ""),
    ("If not (Archer is here or Lancer is here), stay.", ""),
    ("If my Health is 30% or less, stay.", "If I have 30% or less of my maximum Health, stay."),
    ("If my Master has 30% or less of their maximum Mana, stay.", ""),
    ("If Rin's AGI is B+ or higher, stay.", "If Rin has AGI ranked B+ or higher, stay."),
    ("If \"Mist\" is active, stay.", ""),
    ("If Teleport fails, stay.", "If \"Teleport\" fails, stay."),
    ("If I detect Assassin, stay.", ""),
    ("If my move was cancelled, use Gandr on Caster.", "If my move is cancelled, use Gandr on Caster."),
    ("If I have a Teleporter, use it on Rin.", "!"),
    ("If Saber uses Excalibur on Rin, stay.", "If Saber uses \"Excalibur\" on Rin, stay."),
    ("If whoever attacks Rin is in Spirit Form, stay.", ""),
    ("In the Support Phase, use Teleport on Rin to Church.", "Use Teleport on Rin to Church in the Support Phase."),
    ("When Archer attacks Rin, if Lancer is here, use Parry on Rin; otherwise, stay.", ""),
    ("First, use Gandr on Caster.", "Use Gandr on Caster."),
    ("I use Gandr on Caster, and then I stay.", "Use Gandr on Caster and then stay."),
];

#[test]
fn sentences_read_as_their_canonical_words() {
    let mut failures = Vec::new();
    for (sentence, expected) in SENTENCES.iter().filter(|(_, c)| *c != "!") {
        let expected = if expected.is_empty() { sentence } else { expected };
        let parsed = read_all(&format!("Saber:\n{sentence}"));
        let said: Vec<_> = parsed.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
        match parsed.orders.as_slice() {
            [order] if said.is_empty() => {
                let words = order_text::order_sentence(order);
                if words != **expected {
                    failures.push(format!("{sentence}\n    reads {words}\n    not   {expected}"));
                }
                let again = read_all(&format!("Saber:\n{words}"));
                if again.orders.len() != 1 || !same_body(order, &again.orders[0]) {
                    failures.push(format!("{words}\n    does not read as it was meant: {:?}", again.diagnostics));
                }
            }
            _ => failures.push(format!("{sentence}\n    {said:?}")),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_file_has_headers_blocks_and_orders() {
    let parsed = read_all(
        "War: The War of the Nine Bridges\nNight: 3\nTeam: Red\nToken: copper-lantern\n\nSaber:\n  Scout the Church. # by day\n  - Use Rapid Cut on Caster\n    2 times\n  - Stay\nRin: Move to Bridge. Use Gandr on Caster.\n",
    );
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.header.war.as_ref().unwrap().text, "The War of the Nine Bridges");
    assert_eq!(parsed.header.night.unwrap().0, 3);
    let orders: Vec<_> = parsed
        .orders
        .iter()
        .map(|o| (o.number, o.actor.text.as_str(), order_text::order_sentence(o), o.after_move))
        .collect();
    assert_eq!(
        orders,
        [
            (1, "Saber", "Scout Church.".to_owned(), false),
            (2, "Saber", "Use Rapid Cut on Caster 2 times.".to_owned(), false),
            (3, "Saber", "Stay.".to_owned(), false),
            (4, "Rin", "Move to Bridge.".to_owned(), false),
            (5, "Rin", "Use Gandr on Caster.".to_owned(), true),
        ]
    );
}

#[test]
fn one_line_of_canonical_words() {
    assert_eq!(canonical("Stay"), "Stay.");
}
