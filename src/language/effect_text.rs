//! Effects printed back as one canonical sentence (EFFECTS promise 2).
//!
//! The sentence parses to the same tree: `parse(canonical(t)) == t` for every tree that a sheet
//! can yield. `grail sheet explain` shows it beside the author's words.

use std::fmt;

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

use super::condition::{Condition, Filter, Group, Resource, Side, Who, Written};
use super::condition_text::{Voice, quoted, resource as resource_name};
use super::effect::{Amount, Change, Duration, Effect, Operation, Rule};

/// The canonical sentence of an effect.
#[must_use]
pub fn canonical(effect: &Effect) -> String {
    match effect {
        Effect::Gm(text) => format!("GM: {text}"),
        Effect::Rule(rule) => rule_text(rule),
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&canonical(self))
    }
}

fn rule_text(rule: &Rule) -> String {
    let mut text = match (&rule.operation, &rule.condition) {
        // `Lasts while …` has no end but its condition's.
        (Operation::Lasts(Duration::Indefinitely), Some(Condition::Not(_))) => "lasts".to_owned(),
        (Operation::Lasts(Duration::Indefinitely), Some(condition)) => {
            return capitalised(&format!("lasts while {}.", condition_text(condition)));
        }
        (operation, _) => operation_text(operation),
    };
    match &rule.condition {
        Some(Condition::Not(condition)) => text.push_str(&format!(" unless {}", condition_text(condition))),
        Some(condition) => text.push_str(&format!(" if {}", condition_text(condition))),
        None => {}
    }
    if let Some(duration) = rule.duration {
        text.push_str(&match duration {
            Duration::Turns(n) => format!(" for {}", turns(n)),
            Duration::ThisTurn => " until the end of the Turn".to_owned(),
            Duration::Indefinitely => " indefinitely".to_owned(),
        });
    }
    text.push('.');
    capitalised(&text)
}

fn operation_text(operation: &Operation) -> String {
    match operation {
        Operation::SkillDamage(change) => format!("damage inflicted {}", change_text(*change)),
        Operation::SkillDamagePerFamiliar(by) => {
            format!("damage inflicted {} for each familiar the user has", change_text(Change::Flat(*by)))
        }
        Operation::DamageDealt { who, kinds, against, change } => {
            let on = among(against).map_or(String::new(), |group| format!(" on {group}"));
            let verb = if is_plural(who) { "inflict" } else { "inflicts" };
            let of_kind = kind_words(kinds).map_or(String::new(), |kinds| format!("{kinds} "));
            format!("{of_kind}damage {} {verb}{on} {}", subject(who), change_text(*change))
        }
        Operation::DamageTaken { who, kinds, from, change } => {
            let from = match (kind_words(kinds), among(from)) {
                (None, None) => String::new(),
                (None, Some(group)) => format!(" from {group}"),
                (Some(kinds), None) => format!(" from {kinds} attacks"),
                (Some(kinds), Some(group)) => format!(" from {kinds} attacks of {group}"),
            };
            let verb = if is_plural(who) { "receive" } else { "receives" };
            format!("damage {} {verb}{from} {}", subject(who), change_text(*change))
        }
        Operation::Hits(n) => format!("this skill hits {}", times(*n, "")),
        Operation::MoreHits(n) => format!("this skill hits {}", times(*n, "more ")),
        Operation::Restore { who, what, amount } => said(who, "restores", "restore", &amount_text(*amount, *what)),
        Operation::Lose { who, what, amount } => said(who, "loses", "lose", &amount_text(*amount, *what)),
        Operation::Regeneration { who, what, change } => {
            let what = what.map_or(String::new(), |what| format!("{} ", resource_name(what)));
            format!("{} {what}regeneration {}", possessive(&subject(who)), change_text(*change))
        }
        Operation::RegenerateInBattle(who) => said(who, "regenerates", "regenerate", "while in battle"),
        Operation::CannotRegenerate(who) => said(who, "cannot", "cannot", "regenerate"),
        Operation::RaiseRanks { who, stats, by } => raised(who, stats, *by, "rank"),
        Operation::RaiseSubranks { who, stats, by } => raised(who, stats, *by, "subrank"),
        Operation::Become { who, stat, rank } => format!("{} {stat} becomes {rank}", possessive(&subject(who))),
        Operation::Inflict { who, status } => said(who, "receives", "receive", &status.to_string()),
        Operation::InflictNamed { who, name, turns: long, phase, damage, kind } => {
            let what =
                format!("{} for {}: at the {phase} they receive {damage} {kind} damage", quoted(name), turns(*long));
            said(who, "receives", "receive", &what)
        }
        Operation::Cure { who, kind: None } => {
            format!("all negative status effects are removed from {}", subject(who))
        }
        Operation::Cure { who, kind: Some(kind) } => format!("{} is removed from {}", kind.name(), subject(who)),
        Operation::Immune { who, kind } => {
            format!(
                "{} {} immune to {}",
                subject(who),
                be(who),
                kind.map_or("negative status effects", StatusKind::name)
            )
        }
        Operation::EnterSpiritForm(who) => said(who, "enters", "enter", "Spirit Form"),
        Operation::LeaveSpiritForm(who) => said(who, "leaves", "leave", "Spirit Form"),
        Operation::Bring { who, to } => {
            format!("{} {} brought to {} location", subject(who), be(who), possessive(&subject(to)))
        }
        Operation::First => "this skill occurs before all other actions of its phase".to_owned(),
        Operation::Upgrade(name) => format!("upgrades {}", quoted(name)),
        Operation::BecomesType(kind) => format!("this skill becomes {kind} type"),
        Operation::Flight { who, rank } => said(who, "gains", "gain", &format!("Flight ranked {rank}")),
        Operation::Lasts(Duration::Turns(n)) => format!("lasts {}", turns(*n)),
        Operation::Lasts(Duration::ThisTurn) => "lasts until the end of the Turn".to_owned(),
        Operation::Lasts(Duration::Indefinitely) => "lasts indefinitely".to_owned(),
        Operation::DoesNotStack => "does not stack with itself".to_owned(),
    }
}

/// Who an operation works on; several are each of them.
fn subject(who: &Who<Written>) -> String {
    match who {
        Who::OneOf(all) => all.iter().map(subject).collect::<Vec<_>>().join(" and "),
        Who::Every(group) => format!("all {}", Voice::Sheet.group(group, true)),
        other => Voice::Sheet.who(other),
    }
}

/// A condition in the manner of a sheet: `the user has 100 or less Health`.
#[must_use]
pub fn condition_text(condition: &Condition<Written>) -> String {
    Voice::Sheet.condition(condition)
}

/// `the user's`, `opponents'`.
fn possessive(who: &str) -> String {
    format!("{who}{}", if who.ends_with(['s', 'S']) { "'" } else { "'s" })
}

fn said(who: &Who<Written>, verb: &str, plural_verb: &str, rest: &str) -> String {
    format!("{} {} {rest}", subject(who), if is_plural(who) { plural_verb } else { verb })
}

const fn be(who: &Who<Written>) -> &'static str {
    if is_plural(who) { "are" } else { "is" }
}

const fn is_plural(who: &Who<Written>) -> bool {
    match who {
        Who::FamiliarsOf(_) | Who::OneOf(_) | Who::Every(_) | Who::UpTo(..) => true,
        Who::User
        | Who::Target
        | Who::Attacker
        | Who::That
        | Who::Named(_)
        | Who::MasterOf(_)
        | Who::ServantOf(_)
        | Who::PartnerOf(_)
        | Who::TeamOf(_)
        | Who::Any(_)
        | Who::WhoDid(_) => false,
    }
}

/// Filters of damage as a group: `Evil Servants or familiars`.
fn among(filters: &[Filter<Written>]) -> Option<String> {
    let group = Group { side: Side::Anyone, filters: filters.to_vec() };
    (!filters.is_empty()).then(|| Voice::Sheet.group(&group, true))
}

fn kind_words(kinds: &[DamageType]) -> Option<String> {
    let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
    (!words.is_empty()).then(|| words.join(" or "))
}

fn change_text(change: Change) -> String {
    let (amount, unit) = match change {
        Change::Percent(factor) => (hundredfold(factor), "%"),
        Change::Flat(number) => (number, ""),
    };
    if amount.is_negative() {
        format!("decreases by {}{unit}", -amount)
    } else {
        format!("increases by {amount}{unit}")
    }
}

fn amount_text(amount: Amount, what: Resource) -> String {
    match amount {
        Amount::Number(number) => format!("{number} {}", resource_name(what)),
        Amount::OfMaximum(factor) => format!("{}% of their maximum {}", hundredfold(factor), resource_name(what)),
    }
}

/// A factor as a percentage; one with too many digits was never read from a sheet.
fn hundredfold(factor: Exact) -> Exact {
    factor.times(Exact::whole(100)).unwrap_or(factor)
}

fn raised(who: &Who<Written>, stats: &[Stat], by: i8, unit: &str) -> String {
    let step = by.unsigned_abs();
    let verb = if by < 0 { "lowered" } else { "raised" };
    let by = format!("{verb} by {step} {unit}{}", if step == 1 { "" } else { "s" });
    if stats == Stat::MAIN {
        return format!("all stats of {} are {by}", subject(who));
    }
    let names: Vec<&str> = stats.iter().map(|stat| stat.name()).collect();
    let (list, be) = match names.split_last() {
        Some((last, [])) => ((*last).to_owned(), "is"),
        Some((last, rest)) => (format!("{} and {last}", rest.join(", ")), "are"),
        None => (String::new(), "is"),
    };
    format!("{} {list} {be} {by}", possessive(&subject(who)))
}

fn turns(n: u32) -> String {
    format!("{n} Turn{}", if n == 1 { "" } else { "s" })
}

fn times(n: u32, more: &str) -> String {
    format!("{n} {more}time{}", if n == 1 { "" } else { "s" })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
