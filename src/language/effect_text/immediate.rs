//! What happens once, in words.

use super::*;

pub(super) fn immediate_text(immediate: &Immediate) -> String {
    match immediate {
        Immediate::Restore { who, what, amount } => said(who, "restores", "restore", &amount_text(*amount, *what)),
        Immediate::Lose { who, what, amount } => said(who, "loses", "lose", &amount_text(*amount, *what)),
        Immediate::Inflict { who, status } => said(who, "receives", "receive", &status.to_string()),
        Immediate::InflictNamed { who, name, turns: long, phase, damage, kind } => {
            let what =
                format!("{} for {}: at the {phase} they receive {damage} {kind} damage", quoted(name), turns(*long));
            said(who, "receives", "receive", &what)
        }
        Immediate::Cure { who, kind: None } => {
            format!("all negative status effects are removed from {}", subject(who))
        }
        Immediate::Cure { who, kind: Some(kind) } => format!("{} is removed from {}", kind.name(), subject(who)),
        Immediate::EnterSpiritForm(who) => said(who, "enters", "enter", "Spirit Form"),
        Immediate::LeaveSpiritForm(who) => said(who, "leaves", "leave", "Spirit Form"),
        Immediate::Relocate { who, to, way } => keeping::relocated(who, to, *way),
        Immediate::Cancel(what) => keeping::cancelled(what),
        Immediate::ApNextTurn { who, by } => {
            let (verb, verbs) = if *by < 0 { ("loses", "lose") } else { ("gains", "gain") };
            said(who, verb, verbs, &format!("{} AP at the beginning of the next Turn", by.unsigned_abs()))
        }
    }
}

fn amount_text(amount: Amount, what: Resource) -> String {
    match amount {
        Amount::Number(number) => format!("{number} {}", resource_name(what)),
        Amount::OfDamage(all) if all == Exact::ONE => format!("{} equal to the damage inflicted", resource_name(what)),
        Amount::OfDamage(factor) => {
            format!("{} equal to {}% of the damage inflicted", resource_name(what), hundredfold(factor))
        }
        Amount::OfMaximum(factor) => format!("{}% of their maximum {}", hundredfold(factor), resource_name(what)),
    }
}
