//! What is kept off, forbidden, brought elsewhere, cancelled, in words.

use super::{is_single, possessive, quota_turn, quota_words, said, subject};
use crate::language::condition::{Comparison, Who, Written};
use crate::language::condition_text::{Voice, bounded_rank, number, quoted, resource};
use crate::language::effect::{
    Cancelled, Costing, Destination, EffectSort, Forbidden, Quota, RankLimit, Ranked, RelocationKind, Skills, Sort,
};
use crate::vocabulary::skill_type::SkillType;

/// `magical attacks ranked C or lower`; `one` is `magical attack`.
pub(super) fn skills(skills: &Skills, one: bool) -> String {
    let plural = if one { "" } else { "s" };
    let sort = match &skills.sort {
        Sort::Any => format!("skill{plural}"),
        Sort::Attacks => format!("attack{plural}"),
        Sort::Inflicting(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
            format!("{} attack{plural}", words.join(" or "))
        }
        Sort::SkillsInflicting(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
            format!("skill{plural} that inflict{} {} damage", if one { "s" } else { "" }, words.join(" or "))
        }
        Sort::Typed(SkillType::SurpriseAttack) => format!("{}{plural}", SkillType::SurpriseAttack),
        Sort::Typed(kind) => format!("{kind} skill{plural}"),
        Sort::BasicAttacks => format!("basic attack{plural}"),
        Sort::NoblePhantasms => format!("Noble Phantasm{plural}"),
        Sort::Items => format!("item{plural}"),
        Sort::Named(name) => quoted(name),
    };
    format!("{sort}{}{}", ranked(skills.ranked), costing(skills.costing, one))
}

/// ` that cost 20 or more Mana`.
fn costing(costing: Option<Costing>, one: bool) -> String {
    let Some(Costing { what, bound, amount }) = costing else { return String::new() };
    let (verb, what) = (if one { "costs" } else { "cost" }, resource(what));
    if bound == Comparison::Above && amount.is_zero() {
        return format!(" that {verb} {what}");
    }
    format!(" that {verb} {} {what}", number(bound, &amount.to_string()))
}

fn ranked(ranked: Option<Ranked>) -> String {
    ranked.map_or(String::new(), |Ranked(bound, rank)| format!(" ranked {}", bounded_rank(bound, rank)))
}

fn rank_limit(bound: Option<RankLimit>) -> String {
    match bound {
        Some(RankLimit::Told(bound)) => ranked(Some(bound)),
        Some(RankLimit::BelowThis) => " ranked lower than this skill".to_owned(),
        None => String::new(),
    }
}

pub(super) fn negates(what: &Skills, who: &Who<Written>, next: Option<Quota>) -> String {
    let whom = subject(who);
    match next {
        Some(quota) => {
            let one = is_single(quota);
            let (targets, be) = if one { ("targets", "is") } else { ("target", "are") };
            let (which, turn) = (quota_words(quota), quota_turn(quota));
            format!("the {which} {} that {targets} {whom}{turn} {be} negated", skills(what, one))
        }
        None => {
            let sort = skills(&Skills { ranked: None, ..what.clone() }, false) + of_others(what) + &ranked(what.ranked);
            match what.sort {
                Sort::Any => format!("{sort} have no effect on {whom}"),
                _ => format!("{sort} that target {whom} are negated"),
            }
        }
    }
}

pub(super) fn throws_back(what: &Skills, who: &Who<Written>, next: Option<Quota>) -> String {
    negates(what, who, next) + " and the damage is reflected to the attacker"
}

/// Nobody's own skill is negated for themselves: said of what one uses on oneself.
const fn of_others(what: &Skills) -> &'static str {
    match what.sort {
        Sort::Any | Sort::Typed(SkillType::Support | SkillType::Instant) => " of others",
        Sort::Attacks | Sort::Inflicting(_) | Sort::SkillsInflicting(_) | Sort::BasicAttacks => "",
        Sort::Typed(_) | Sort::NoblePhantasms | Sort::Items | Sort::Named(_) => "",
    }
}

pub(super) fn intercepts(by: &Who<Written>, what: &Skills, who: &Who<Written>, quota: Option<Quota>) -> String {
    if let Some(quota) = quota {
        let one = is_single(quota);
        let (which, turn) = (quota_words(quota), quota_turn(quota));
        let aimed = if one { "targets" } else { "target" };
        return said(
            by,
            "intercepts",
            "intercept",
            &format!("the {which} {} that {aimed} {}{turn}", skills(what, one), subject(who)),
        );
    }
    said(by, "intercepts", "intercept", &format!("{} that target {}", skills(what, false), subject(who)))
}

pub(super) fn stands_aside(who: &Who<Written>, what: &Skills, of: &Who<Written>) -> String {
    let rest = format!("intercept {} that target {}", skills(what, false), subject(of));
    said(who, "does not", "do not", &rest)
}

/// `The user cannot be targeted by ranged attacks`, `… of opponents`: by these alone.
fn barred(who: &Who<Written>, whom: &Who<Written>, with: &Skills) -> String {
    let of = match who {
        Who::Every(group) if group.is_anybody() => String::new(),
        Who::Every(group) => format!(" of {}", Voice::Sheet.group(group, true)),
        one => format!(" of {}", subject(one)),
    };
    said(whom, "cannot", "cannot", &format!("be targeted by {}{of}", skills(with, false)))
}

pub(super) fn forbids(who: &Who<Written>, with: Option<&Skills>, what: &Forbidden) -> String {
    if let (Forbidden::Attack(whom) | Forbidden::Target(whom), Some(with)) = (what, with) {
        return barred(who, whom, with);
    }
    let what = match what {
        Forbidden::Use(what) => format!("use {}", skills(what, false)),
        Forbidden::Attack(whom) => format!("attack {}", named(whom)),
        Forbidden::UseOthers => "use other skills".to_owned(),
        Forbidden::Target(whom) => match who {
            Who::Every(group) if !group.names_place() => {
                return said(whom, "cannot", "cannot", &format!("be targeted by {}", Voice::Sheet.group(group, true)));
            }
            _ => format!("target {}", named(whom)),
        },
        Forbidden::AttackOthers(whom) => return format!("{} can only attack {}", subject(who), named(whom)),
        Forbidden::EnterSpiritForm => "enter Spirit Form".to_owned(),
        Forbidden::LeaveSpiritForm => "leave Spirit Form".to_owned(),
        Forbidden::Move => "move".to_owned(),
        Forbidden::Flee => "flee".to_owned(),
        Forbidden::Leave => "leave this location".to_owned(),
        Forbidden::Scout => "scout this location".to_owned(),
        Forbidden::Enter => "enter this location".to_owned(),
        Forbidden::BeRelocated => "be relocated by skills".to_owned(),
    };
    said(who, "cannot", "cannot", &what)
}

/// Whom a ban names: `Masters`.
fn named(whom: &Who<Written>) -> String {
    match whom {
        Who::Every(group) => Voice::Sheet.group(group, true),
        Who::OneOf(all) => all.iter().map(named).collect::<Vec<_>>().join(" or "),
        one => Voice::Sheet.who(one),
    }
}

pub(super) fn relocated(who: &Who<Written>, to: &Destination, way: RelocationKind) -> String {
    let place = match to {
        Destination::Target => "the target location".to_owned(),
        Destination::Adjacent => "an adjacent location of the user's choice".to_owned(),
        Destination::Of(whom) => format!("{} location", possessive(&subject(whom))),
        Destination::HomeOf(whom) => format!("{} Home Base", possessive(&subject(whom))),
    };
    match (way, to) {
        (RelocationKind::Moves, _) => said(who, "moves to", "move to", &place),
        (RelocationKind::Flees, _) => said(who, "flees to", "flee to", &place),
        (RelocationKind::Carried, Destination::Adjacent) => said(who, "is pushed to", "are pushed to", &place),
        (RelocationKind::Carried, Destination::Of(_)) => said(who, "is brought to", "are brought to", &place),
        (RelocationKind::Carried, _) => said(who, "is relocated to", "are relocated to", &place),
    }
}

pub(super) fn cancelled(who: &Who<Written>, what: &Cancelled) -> String {
    match what {
        Cancelled::On(sort, bound) => {
            let sort = match sort {
                EffectSort::Any => "effects",
                EffectSort::Positive => "positive effects",
                EffectSort::StatIncrease => "stat increases",
                EffectSort::WithUpkeep => "effects with an upkeep",
            };
            format!("all active {sort} on {}{} are cancelled", subject(who), rank_limit(*bound))
        }
        Cancelled::Of(Some(kind)) => format!("{} active {kind} is cancelled", possessive(&subject(who))),
        Cancelled::Of(None) => format!("{} active skills are cancelled", possessive(&subject(who))),
        Cancelled::Here(kind, bound) => {
            format!("the active {kind}{} in this location is cancelled", rank_limit(*bound))
        }
        Cancelled::This => "this skill ends".to_owned(),
        Cancelled::Named(name) => format!("{} is cancelled", quoted(name)),
    }
}
