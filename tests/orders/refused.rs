//! Orders that are refused, each with its exact diagnostic and the words it marks.

use super::{checked, marked, plan, said};

/// Saber's order (or a whole text with `:` behind the first word), the stretch marked, what is said.
const REFUSED: &[(&str, &str, &str)] = &[];

#[test]
fn refusals_say_what_is_wrong_and_where() {
    let mut failures = Vec::new();
    for (order, mark, message) in REFUSED {
        let text = if order.contains(":\n") || order.starts_with("Rin:") {
            (*order).to_owned()
        } else {
            format!("Saber:\n{order}")
        };
        let checked = checked(&text);
        if said(&checked) != [*message] || marked(&checked, &text) != [*mark] || !plan(&checked).is_empty() {
            let found: Vec<_> = said(&checked).into_iter().zip(marked(&checked, &text)).collect();
            failures.push(format!("{order}\n    {found:?}\n    {:?}", plan(&checked)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn show() {
    for order in [
        "Use Rapd Cut on Caster.",
        "Use Rapid Cut on Castr.",
        "Scout the Chruch.",
        "Move to Harbor.",
        "Move to Park.",
        "Move to Caster.",
        "Rapid Cut Caster.",
        "Gae Bolg Caster.",
        "Saber Rapid Cut on Caster.",
        "Hit Caster.",
        "Fire Excalibur at Caster.",
        "Kill Caster with Rapid Cut.",
        "Scuot Church.",
        "Use Rapid Cut on.",
        "Use on Caster.",
        "Use Rapid Cut Caster.",
        "Attack.",
        "Attack Lancer and Lancer.",
        "Use Rapid Cut on Lancer and Caster.",
        "Use Rapid Cut.",
        "Use Teleport to Church.",
        "Use Teleport on Rin.",
        "Use Riding.",
        "Use Gandr on Caster.",
        "Use Survive at all costs on Rin.",
        "Use Heal on Illya.",
        "Use Excalibur on me.",
        "Use Rapid Cut on Church.",
        "If Lancer would use Gae Bolg, attack Lancer.",
        "If Lancer will attack me, attack Lancer.",
        "If Lancer and Caster are here, stay.",
        "If the target is dead, stay.",
        "If they attack me, stay.",
        "If Lancer uses Excalibar, stay.",
        "If Caster is dead use.",
        "If Caster, stay.",
        "If Caster is dead, attack Archer if Lancer is here.",
        "Attack Archer; otherwise, stay.",
        "Attack Archer; stay put now.",
        "Attack Caster in the Support Phase.",
        "Attack Caster in the Movement Phase.",
        "Attack Caster at the start of the Attacking Phase.",
        "Scout Church at the end of the Support Phase.",
        "Move to Bridge in the Support Phase.",
        "At the end of the Attacking Phase, attack Caster in the Prepared Effect Phase.",
        "Scout Church. Scout Bridge.",
        "Use Great Ritual. Attack Caster.",
        "Use Great Ritual and then move to Bridge.",
        "Gold: \"I win\".",
        "Buy Focus Band.",
        "Use item Splint.",
        "Command Saber \"Summon!\".",
        "Say: \"hello",
        "Consume a civilian.",
        "Rin:\nAttack Caster.",
        "Rin:\nCommand Lancer \"Summon!\".",
        "Rin:\nCommand Saber \"Jump!\".",
        "Rin:\nCommand Saber \"Obey me!\".",
        "Rin:\nCommand Saber \"Survive at all costs!\" for Rin.",
        "Rin:\nCommand Saber \"Leave Spirit Form!\" at the end of the Support Phase.",
        "Rin:\nCommand Saber \"Flee this battle now!\" to Harbor.",
        "Rin:\nEnter Spirit Form.",
        "Sabre:\nStay.",
        "Lancer:\nStay.",
        "Night: 4\nSaber:\nStay.",
        "Night: soon\nSaber:\nStay.",
        "War: Other\nSaber:\nStay.",
        "Team: Blue\nSaber:\nStay.",
        "Token: tin\nSaber:\nStay.",
        "Saber ->\nStay.",
        "Saber\nStay.",
        "Saber uses Rapid Cut on Caster and Rin uses Gandr on Caster.",
        "Attack Caster 50 times.",
        "Attack Caster twice 3 times.",
        "Use Rapid Cut on Caster if",
        "Saber uses",
        "",
        "xyzzy",
        "Ally with Purple.",
        "Rest with a Full Turn skill and use Pills.",
        "I offer Rider a contract.",
    ] {
        let text =
            if order.contains(":\n") || order.contains("\nS") { order.to_owned() } else { format!("Saber:\n{order}") };
        let checked = checked(&text);
        println!("{order}");
        for (s, m) in said(&checked).into_iter().zip(marked(&checked, &text)) {
            println!("    <{m}> {s}");
        }
        println!("      plan {:?}", plan(&checked));
    }
}
