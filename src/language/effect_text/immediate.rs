//! Prints operations that happen once.

use super::{
    affliction_text, conjugated, each_text, happened_text, hundredfold, is_plural, points_text, possessive,
    restrictions, subject, turns,
};
use crate::language::condition::{Resource, Who};
use crate::language::condition_text::{Voice, quoted, resource_name};
use crate::language::effect::{Amount, Counted, Immediate, Lesson, Verb};
use crate::vocabulary::exact::Exact;

pub(super) fn immediate_text(immediate: &Immediate) -> String {
    let Immediate { who, verb } = immediate;
    match verb {
        Verb::Restore { resource, amount } => conjugated(who, "restores", "restore", &amount_text(amount, *resource)),
        Verb::Lose { resource, amount, keeps } => {
            let verb = if is_plural(who) { "keep" } else { "keeps" };
            let kept = keeps.map_or(String::new(), |least| format!(" but {verb} at least {least}"));
            conjugated(who, "loses", "lose", &format!("{}{kept}", amount_text(amount, *resource)))
        }
        Verb::Drain { drainer, resource, amount, share } => {
            let share_text =
                if *share == Exact::ONE { String::new() } else { format!(", keeping {}% of it", hundredfold(*share)) };
            let amount = amount_text(amount, *resource).replacen("their", &possessive(&subject(who)), 1);
            conjugated(drainer, "drains", "drain", &format!("{amount} from {}{share_text}", subject(who)))
        }
        Verb::Damage { amount, kind, keeps } => {
            let damage = match amount {
                Amount::Number(number) => format!("{number} {kind} damage"),
                amount => counted_text(amount, &format!("{kind} damage")),
            };
            let verb = if is_plural(who) { "keep" } else { "keeps" };
            let kept = keeps.map_or(String::new(), |least| format!(" but {verb} at least {least} Health"));
            conjugated(who, "receives", "receive", &(damage + &kept))
        }
        Verb::Uses { skill, targets, at_location, is_free } => {
            let skill_name =
                skill.as_ref().map_or_else(|| "their Basic Attack".to_owned(), |skill| quoted(&skill.text));
            let mut text = format!("the user uses {skill_name}");
            match targets {
                Some(whom) if *at_location => text.push_str(&format!(" on {} location", possessive(&subject(whom)))),
                Some(whom) => text.push_str(&format!(" on {}", subject(whom))),
                None => {}
            }
            text + if *is_free { " without cost" } else { "" }
        }
        Verb::Refund(part) => format!("the user is refunded {}% of this skill's Mana cost", hundredfold(*part)),
        Verb::AskGm(text) => format!("GM: {text}"),
        Verb::BreakContract => format!("{} contract is broken", possessive(&subject(who))),
        Verb::Die => format!("{} {}", subject(who), if is_plural(who) { "die" } else { "dies" }),
        Verb::Inflict(status) => conjugated(who, "receives", "receive", &status.to_string()),
        Verb::InflictNamed(status) => {
            let status_text =
                format!("{} for {}: {}", quoted(&status.name), turns(status.turns), affliction_text(status));
            conjugated(who, "receives", "receive", &status_text)
        }
        Verb::Cure(None) => {
            format!("all negative status effects are removed from {}", subject(who))
        }
        Verb::Cure(Some(kind)) => format!("{} is removed from {}", kind.name(), subject(who)),
        Verb::CureNamed(name) => format!("{} is removed from {}", quoted(name), subject(who)),
        Verb::EnterSpiritForm { even_in_battle: false } => conjugated(who, "enters", "enter", "Spirit Form"),
        Verb::EnterSpiritForm { even_in_battle: true } => {
            conjugated(who, "enters", "enter", "Spirit Form even while in battle")
        }
        Verb::LeaveSpiritForm => conjugated(who, "leaves", "leave", "Spirit Form"),
        Verb::Learn { there, lessons, owner: of } => {
            let learners = match who {
                Who::Every(group) if *there => {
                    format!("everyone in the target location{}", Voice::Sheet.filters_text(group))
                }
                who => subject(who),
            };
            let verb = if is_plural(who) && !there { "learn" } else { "learns" };
            let lesson_words: Vec<&str> = lessons.iter().map(|lesson| lesson_word(*lesson)).collect();
            match (lessons.as_slice(), lesson_words.split_last()) {
                ([Lesson::TargetLocation], _) | (_, None) => format!("{learners} {verb} the target location"),
                (_, Some((last, []))) => format!("{learners} {verb} {} {last}", possessive(&subject(of))),
                (_, Some((last, rest))) => {
                    format!("{learners} {verb} {} {} and {last}", possessive(&subject(of)), rest.join(", "))
                }
            }
        }
        Verb::Alert => conjugated(who, "is", "are", "alerted"),
        Verb::WholeReport(act) => {
            conjugated(who, "perceives", "perceive", &format!("the whole Night with ACT {}", act.name()))
        }
        Verb::CombatPoints { amount, each } => {
            let (verb, verbs) = if amount.is_negative() { ("loses", "lose") } else { ("gains", "gain") };
            let by = if amount.is_negative() { -*amount } else { *amount };
            let each = each.as_ref().map_or(String::new(), |each| each_text(each, Voice::Sheet));
            conjugated(who, verb, verbs, &format!("{by} CP{each}"))
        }
        Verb::CommandSpells(by) => {
            let (verb, verbs) = if *by < 0 { ("loses", "lose") } else { ("restores", "restore") };
            let s = if by.unsigned_abs() == 1 { "" } else { "s" };
            conjugated(who, verb, verbs, &format!("{} Command Spell{s}", by.unsigned_abs()))
        }
        Verb::Summon { count, familiar, at_most } => {
            let plural = if *count == 1 { "" } else { "s" };
            let most = at_most.map_or(String::new(), |most| format!(", at most {most} at a time"));
            format!("summons {count} {} familiar{plural}{most}", quoted(familiar))
        }
        Verb::ChangePlaces { with: partner } => format!("{} and {} change places", subject(who), subject(partner)),
        Verb::Relocate { destination, way } => restrictions::relocation_text(who, destination, *way),
        Verb::Cancel(cancelled) => restrictions::cancellation_text(who, cancelled),
        Verb::ApNextTurn { amount, each } => {
            let (verb, verbs) = if *amount < 0 { ("loses", "lose") } else { ("gains", "gain") };
            let each = each.as_ref().map_or(String::new(), |each| each_text(each, Voice::Sheet));
            conjugated(
                who,
                verb,
                verbs,
                &format!("{} AP{each} at the beginning of the next Turn", amount.unsigned_abs()),
            )
        }
    }
}

fn amount_text(amount: &Amount, what: Resource) -> String {
    match amount {
        Amount::Number(number) => format!("{number} {}", resource_name(what)),
        Amount::OfCurrent(factor) => format!("{}% of their current {}", hundredfold(*factor), resource_name(what)),
        Amount::OfMaximum(factor) => format!("{}% of their maximum {}", hundredfold(*factor), resource_name(what)),
        Amount::AtMost(amount, most) => format!("{}, up to {most}", amount_text(amount, what)),
        amount => counted_text(amount, resource_name(what)),
    }
}

/// An amount that is counted or measured: `5 Mana for each …`, `Mana equal to 20% of the user's maximum Mana`.
fn counted_text(amount: &Amount, what: &str) -> String {
    match amount {
        Amount::Each(part, Counted::Points { owner, resource: points, stock }) => {
            format!(
                "{what} equal to {}",
                points_text(*part, owner.as_ref().map(|whose| (whose, Voice::Sheet)), *points, *stock)
            )
        }
        Amount::Each(part, Counted::Damage { who, taken, within, step: None }) => {
            format!("{what} equal to {}", happened_text(*part, (who, Voice::Sheet), *taken, *within))
        }
        Amount::Each(number, each) => format!("{number} {what}{}", each_text(each, Voice::Sheet)),
        Amount::OfDamage(all) if *all == Exact::ONE => format!("{what} equal to the damage inflicted"),
        Amount::OfDamage(factor) if *factor == Exact::whole(2) => format!("{what} equal to twice the damage inflicted"),
        Amount::OfDamage(factor) => format!("{what} equal to {}% of the damage inflicted", hundredfold(*factor)),
        Amount::AtMost(amount, most) => format!("{}, up to {most}", counted_text(amount, what)),
        // These are printed by `amount_text`.
        Amount::Number(_) | Amount::OfCurrent(_) | Amount::OfMaximum(_) => what.to_owned(),
    }
}

const fn lesson_word(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::Location => "location",
        Lesson::TargetLocation => "target location",
        Lesson::Health => "Health",
        Lesson::Mana => "Mana",
        Lesson::Stats => "stats",
        Lesson::Name => "name",
        Lesson::Class => "class",
        Lesson::TrueName => "true name",
    }
}
