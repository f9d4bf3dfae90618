//! A sentence that is refused, what its answer offers, and how the writer says it then: the offer works, in the
//! sentence's own names, and means what was meant.

use super::readings::checked_by;
use super::{plan, said};
use crate::cli::repository;
use grail_referee::campaign::game::packet::Packet;
use grail_referee::orders::CheckedFile;
use grail_referee::perception::view::View;

/// A sentence, words of its answer, the second try made of them, its canonical reading.
const TRIES: &[(&str, &str, &str, &[&str])] = &[
    (
        "Rin: Accept an alliance with Blue against team Green.",
        "Ally with Blue.",
        "Rin: Ally with Blue.",
        &["Rin: Ally with \"Blue\"."],
    ),
    (
        "Rin: If Lancer tries to run, use \"You can't escape!\" on him.",
        "If Lancer flees, …",
        "Rin: If Lancer flees, use \"You can't escape!\" on Lancer.",
        &["Rin: If Lancer flees, command Saber \"You can't escape!\" for Lancer."],
    ),
    (
        "Rin: If Saber is about to use Excalibur, use Gandr on Lancer.",
        "wait for the deed",
        "Rin: If Saber uses Excalibur, use Gandr on Lancer.",
        &["Rin: If Saber uses \"Excalibur\", use Gandr on Lancer."],
    ),
    (
        "Saber: Keep Rain Manipulation going by paying, as long as I have more than 60 Mana.",
        "If I have less than 60 Mana, stop paying for Rain Manipulation.",
        "Saber: If I have less than 60 Mana, stop paying for Rain Manipulation.",
        &["Saber: If I have less than 60 Mana, stop paying for Rain Manipulation."],
    ),
    (
        "Saber: Keep 1 AP for a Cut on Lancer.",
        "nothing is saved by an order",
        "Saber: Cut Lancer.",
        &["Saber: Use Cut on Lancer."],
    ),
    (
        "Saber: Put up Parry in the 2nd Instant Phase instead of the first one.",
        "leave out what stands behind `instead of`",
        "Saber: Put up Parry in the 2nd Instant Phase.",
        &["Saber: Use Parry in the 2nd Instant Phase."],
    ),
    (
        "Rin: If Illya turns down the alliance, use Gandr on Archer.",
        "If Illya attacks me, …",
        "Rin: If Illya attacks me, use Gandr on Archer.",
        &["Rin: If Illya attacks me, use Gandr on Archer."],
    ),
    (
        "Rin: If Illya accepts the alliance, use Gandr on Tokiomi.",
        "If Illya does not attack me, …",
        "Rin: If Illya does not attack me, use Gandr on Tokiomi.",
        &["Rin: If Illya does not attack me, use Gandr on Tokiomi."],
    ),
    (
        "Saber: Cut Archer three times if Illya has not offered us peace.",
        "If Illya is an opponent, …",
        "Saber: If Illya is an opponent, cut Archer three times.",
        &["Saber: If Illya is an opponent, use Cut on Archer 3 times."],
    ),
    (
        "Saber: If Tokiomi is alone in the Park, cut Tokiomi.",
        "If Tokiomi's Servant is not here, …",
        "Saber: If Tokiomi's Servant is not here, cut Tokiomi.",
        &["Saber: If Tokiomi's Servant is not here, use Cut on Tokiomi."],
    ),
    (
        "Rin: After Lancer has attacked, fire Gandr at Tokiomi if Tokiomi is unprotected.",
        "If Tokiomi's Servant is not here, …",
        "Rin: After Lancer has attacked, if Tokiomi's Servant is not here, fire Gandr at Tokiomi.",
        &["Rin: When Lancer attacks, if Tokiomi's Servant is not here, use Gandr on Tokiomi."],
    ),
    (
        "Saber: If both Lancer and Archer attack me, Guard; if only one of them does, Parry.",
        "If Lancer attacks me and Archer does not attack me, …",
        "Saber: If Lancer attacks me and Archer does not attack me, use Parry.",
        &["Saber: If Lancer attacks me and Archer does not attack me, use Parry."],
    ),
    (
        "Rin: Hold Gandr until Saber has attacked, then shoot whoever she attacked.",
        "Use Gandr on whoever Saber attacks.",
        "Rin: Use Gandr on whoever Saber attacks.",
        &["Rin: If Saber attacks an opponent, use Gandr on the opponent whom Saber attacks."],
    ),
    (
        "Saber: I spend two AP on Surge against Lancer, one use at a time.",
        "Use Surge on Lancer 2 times.",
        "Saber: Use Surge on Lancer 2 times.",
        &["Saber: Use Surge on Lancer 2 times."],
    ),
    (
        "Rin: After Saber teleports us to the Mall, buy a Charged Potion.",
        "When Saber uses Teleport, …",
        "Rin: When Saber uses Teleport, buy a Charged Potion.",
        &["Rin: Buy Charged Potion when Saber uses \"Teleport\"."],
    ),
    (
        "Saber: Withdraw to the Bridge at the end of the Attacking Phase if my Health is 100 or less.",
        "leave the time out: it is asked and done in the Movement Phase",
        "Saber: Withdraw to the Bridge if my Health is 100 or less.",
        &["Saber: If I have 100 or less Health, flee to Bridge."],
    ),
    (
        "Rin: Cast \"Summon!\" on Saber if Saber is not with me after the Movement Phase.",
        "in the 2nd round",
        "Rin: In the 2nd round, cast \"Summon!\" on Saber if Saber is not with me.",
        &["Rin: If Saber is not here, command Saber \"Summon!\" in the 2nd round."],
    ),
    (
        "Saber: Attack any enemy Master whose Servant has fled with two Cuts.",
        "Servant is not here, attack ",
        "Saber: If Tokiomi's Servant is not here, use Cut on Tokiomi 2 times.",
        &["Saber: If Tokiomi's Servant is not here, use Cut on Tokiomi 2 times."],
    ),
    (
        "Rin: Move to the Mall and buy 2 Charged Potions, provided no enemy is there when I arrive.",
        "Move to Mall.`, and below it `If no opponent is here, …",
        "Rin: Move to Mall. If no opponent is here, buy 2 Charged Potions.",
        &["Rin: Move to Mall.", "Rin: If no opponent is here, buy 2 Charged Potion."],
    ),
    (
        "Saber: If Lancer flees and Archer stays, Cut Archer 3 times.",
        "In the 2nd round, if ",
        "Saber: In the 2nd round, if Archer is here, Cut Archer 3 times.",
        &["Saber: In the 2nd round, if Archer is here, use Cut on Archer 3 times."],
    ),
    (
        "Rin: Drop the Mana Detector in the Park before leaving for the Mall.",
        "leave the time out",
        "Rin: Drop the Mana Detector in the Park.",
        &["Rin: If I am in Park, drop Mana Detector."],
    ),
    (
        "Saber: When Tokiomi uses any skill on Lancer, Quick Hand Tokiomi.",
        "When Tokiomi uses a skill, …",
        "Saber: When Tokiomi uses a skill, Quick Hand Tokiomi.",
        &["Saber: Use Quick Hand on Tokiomi when Tokiomi uses a skill."],
    ),
    (
        "Saber: Apply the Splint once I am at 100 Health or less, assuming Rin has passed it to me.",
        "If I hold Splint, …",
        "Saber: If I hold Splint and I have 100 or less Health, use the Splint.",
        &["Saber: If I hold Splint and I have 100 or less Health, use item Splint."],
    ),
    ("Saber: Follow Rin wherever she moves.", "Move to ", "Saber: Move to Bridge.", &["Saber: Move to Bridge."]),
    (
        "Saber: Ignore Illya and Archer for as long as they leave us alone.",
        "leave it out",
        "Saber: Use Excalibur on every opponent except Illya and Archer.",
        &["Saber: Use Excalibur on every opponent except Illya and Archer."],
    ),
    (
        "Saber: Blink to the Harbor if Rin is dead or has fled there.",
        "If Rin has fled, …",
        "Saber: Blink to the Harbor if Rin has fled.",
        &["Saber: If Rin has fled, use Blink to Harbor."],
    ),
    (
        "Rin: Use the Teleporter to take us both to the Mall if the Bridge has been entered by anyone.",
        "If anyone has entered ",
        "Rin: If anyone has entered the Bridge, use the Teleporter to take us both to the Mall.",
        &["Rin: If anyone has entered Bridge, use item Teleporter on my team to Mall."],
    ),
    (
        "Saber: If Rin flees to the Church, then go with her.",
        "Flee to Church.",
        "Saber: Flee to Church.",
        &["Saber: Flee to Church."],
    ),
    (
        "Saber: Cut Lancer when he attacks me twice.",
        "When Lancer attacks me at least 2 times, …",
        "Saber: When Lancer attacks me at least 2 times, cut Lancer.",
        &["Saber: Use Cut on Lancer when Lancer attacks me at least 2 times."],
    ),
];

fn read(text: &str, view: &View) -> CheckedFile {
    let (who, order) = text.split_once(": ").unwrap_or(("Saber", text));
    checked_by(who, order, view)
}

#[test]
fn what_an_answer_offers_works() {
    let packet = Packet::read_packet(&repository().join("tests/orders/blind/packet.yaml"));
    let Ok(Packet { view, .. }) = packet else { panic!("no packet") };
    let mut failures = Vec::new();
    for (sentence, offered, second, kept) in TRIES {
        let refused = read(sentence, &view);
        let answer: Vec<String> = refused
            .diagnostics
            .iter()
            .filter(|d| d.is_error())
            .flat_map(|d| std::iter::once(d.message.clone()).chain(d.notes.clone()).chain(d.suggestion.clone()))
            .collect();
        if !answer.iter().any(|words| words.contains(offered)) {
            failures.push(format!("{sentence}\n    offers {answer:?}"));
        }
        let tried = read(second, &view);
        if plan(&tried) != *kept || tried.has_errors() {
            failures.push(format!("{second}\n    {:?} {:?}", plan(&tried), said(&tried)));
        }
    }
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), TRIES.len(), failures.join("\n"));
}
