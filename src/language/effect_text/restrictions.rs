//! Prints what is negated, forbidden, relocated or cancelled.

use super::{conjugated, is_single, possessive, quota_turn, quota_words, subject};
use crate::language::condition::{Comparison, Who, Written};
use crate::language::condition_text::{Voice, bounded_number, bounded_rank, quoted, resource_name};
use crate::language::effect::{
    Cancelled, Costing, Destination, EffectSort, Forbidden, Quota, RankLimit, Ranked, RelocationKind, SkillFilter,
    SkillSort,
};
use crate::vocabulary::skill_type::SkillType;

/// `magical attacks ranked C or lower`; the singular `magical attack` if `is_single`.
pub(super) fn skills_text(skills: &SkillFilter, is_single: bool) -> String {
    let plural = if is_single { "" } else { "s" };
    let sort = match &skills.sort {
        SkillSort::Any => format!("skill{plural}"),
        SkillSort::Attacks => format!("attack{plural}"),
        SkillSort::Inflicting(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
            format!("{} attack{plural}", words.join(" or "))
        }
        SkillSort::SkillsInflicting(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
            format!("skill{plural} that inflict{} {} damage", if is_single { "s" } else { "" }, words.join(" or "))
        }
        SkillSort::Typed(SkillType::SurpriseAttack) => format!("{}{plural}", SkillType::SurpriseAttack),
        SkillSort::Typed(kind) => format!("{kind} skill{plural}"),
        SkillSort::BasicAttacks => format!("basic attack{plural}"),
        SkillSort::ButBasicAttacks => format!("skill{plural} other than basic attacks"),
        SkillSort::AttacksButBasic => format!("attack{plural} other than basic attacks"),
        SkillSort::NoblePhantasms => format!("Noble Phantasm{plural}"),
        SkillSort::Items => format!("item{plural}"),
        SkillSort::Named(name) => quoted(name),
    };
    format!("{sort}{}{}", rank_text(skills.ranked), costing_text(skills.costing, is_single))
}

/// ` that cost 20 or more Mana`.
fn costing_text(costing: Option<Costing>, is_single: bool) -> String {
    let Some(Costing { resource, bound, amount }) = costing else { return String::new() };
    let (verb, what) = (if is_single { "costs" } else { "cost" }, resource_name(resource));
    if bound == Comparison::Above && amount.is_zero() {
        return format!(" that {verb} {what}");
    }
    format!(" that {verb} {} {what}", bounded_number(bound, &amount.to_string()))
}

fn rank_text(ranked: Option<Ranked>) -> String {
    ranked.map_or(String::new(), |Ranked(bound, rank)| format!(" ranked {}", bounded_rank(bound, rank)))
}

fn rank_limit_text(limit: Option<RankLimit>) -> String {
    match limit {
        Some(RankLimit::Ranked(bound)) => rank_text(Some(bound)),
        Some(RankLimit::BelowThis) => " ranked lower than this skill".to_owned(),
        None => String::new(),
    }
}

pub(super) fn negation_text(what: &SkillFilter, who: &Who<Written>, next: Option<Quota>) -> String {
    let whom = subject(who);
    match next {
        Some(quota) => {
            let is_one = is_single(quota);
            let (targets, be) = if is_one { ("targets", "is") } else { ("target", "are") };
            let (which, turn) = (quota_words(quota), quota_turn(quota));
            format!("the {which} {} that {targets} {whom}{turn} {be} negated", skills_text(what, is_one))
        }
        None => {
            let sort = skills_text(&SkillFilter { ranked: None, ..what.clone() }, false)
                + of_others_text(what)
                + &rank_text(what.ranked);
            match what.sort {
                SkillSort::Any => format!("{sort} have no effect on {whom}"),
                _ => format!("{sort} that target {whom} are negated"),
            }
        }
    }
}

/// `The next attack that targets X is negated and the damage is reflected to the attacker`.
pub(super) fn throw_back_text(what: &SkillFilter, who: &Who<Written>, next: Option<Quota>) -> String {
    negation_text(what, who, next) + " and the damage is reflected to the attacker"
}

/// ` of others`, for skills that characters also use on themselves: these are not negated.
const fn of_others_text(what: &SkillFilter) -> &'static str {
    match what.sort {
        SkillSort::Any | SkillSort::ButBasicAttacks | SkillSort::Typed(SkillType::Support | SkillType::Instant) => {
            " of others"
        }
        SkillSort::Attacks | SkillSort::Inflicting(_) | SkillSort::SkillsInflicting(_) | SkillSort::BasicAttacks => "",
        SkillSort::Typed(_) | SkillSort::NoblePhantasms | SkillSort::Items | SkillSort::Named(_) => "",
        SkillSort::AttacksButBasic => "",
    }
}

pub(super) fn interception_text(
    by: &Who<Written>,
    what: &SkillFilter,
    who: &Who<Written>,
    quota: Option<Quota>,
) -> String {
    if let Some(quota) = quota {
        let is_one = is_single(quota);
        let (which, turn) = (quota_words(quota), quota_turn(quota));
        let aimed = if is_one { "targets" } else { "target" };
        return conjugated(
            by,
            "intercepts",
            "intercept",
            &format!("the {which} {} that {aimed} {}{turn}", skills_text(what, is_one), subject(who)),
        );
    }
    conjugated(by, "intercepts", "intercept", &format!("{} that target {}", skills_text(what, false), subject(who)))
}

pub(super) fn standing_aside_text(who: &Who<Written>, what: &SkillFilter, of: &Who<Written>) -> String {
    let rest = format!("intercept {} that target {}", skills_text(what, false), subject(of));
    conjugated(who, "does not", "do not", &rest)
}

/// `The user cannot be targeted by ranged attacks`, `… of opponents`: a ban that is limited to some skills.
fn targeting_ban_text(who: &Who<Written>, whom: &Who<Written>, with: &SkillFilter) -> String {
    let of = match who {
        Who::Every(group) if group.is_anybody() => String::new(),
        Who::Every(group) => format!(" of {}", Voice::Sheet.group(group, true)),
        one => format!(" of {}", subject(one)),
    };
    conjugated(whom, "cannot", "cannot", &format!("be targeted by {}{of}", skills_text(with, false)))
}

pub(super) fn ban_text(who: &Who<Written>, with: Option<&SkillFilter>, what: &Forbidden) -> String {
    if let (Forbidden::Attack(whom) | Forbidden::Target(whom), Some(with)) = (what, with) {
        return targeting_ban_text(who, whom, with);
    }
    let what = match what {
        Forbidden::Use(what) => format!("use {}", skills_text(what, false)),
        Forbidden::Attack(whom) => format!("attack {}", banned_people_text(whom)),
        Forbidden::UseOthers => "use other skills".to_owned(),
        Forbidden::Target(whom) => match who {
            Who::Every(group) if !group.names_location() => {
                return conjugated(
                    whom,
                    "cannot",
                    "cannot",
                    &format!("be targeted by {}", Voice::Sheet.group(group, true)),
                );
            }
            _ => format!("target {}", banned_people_text(whom)),
        },
        Forbidden::AttackOthers(whom) => {
            return format!("{} can only attack {}", subject(who), banned_people_text(whom));
        }
        Forbidden::EnterSpiritForm => "enter Spirit Form".to_owned(),
        Forbidden::LeaveSpiritForm => "leave Spirit Form".to_owned(),
        Forbidden::Move => "move".to_owned(),
        Forbidden::Flee => "flee".to_owned(),
        Forbidden::MoveAction => "use their Move Action".to_owned(),
        Forbidden::Leave => "leave this location".to_owned(),
        Forbidden::Scout => "scout this location".to_owned(),
        Forbidden::Enter => "enter this location".to_owned(),
        Forbidden::BeRelocated => "be relocated by skills".to_owned(),
    };
    conjugated(who, "cannot", "cannot", &what)
}

/// The people whom a ban names: `Masters`.
fn banned_people_text(whom: &Who<Written>) -> String {
    match whom {
        Who::Every(group) => Voice::Sheet.group(group, true),
        Who::OneOf(all) => all.iter().map(banned_people_text).collect::<Vec<_>>().join(" or "),
        one => Voice::Sheet.who(one),
    }
}

pub(super) fn relocation_text(who: &Who<Written>, to: &Destination, way: RelocationKind) -> String {
    let phrase = match to {
        Destination::Target => "the target location".to_owned(),
        Destination::Adjacent => "an adjacent location of the user's choice".to_owned(),
        Destination::Of(whom) => format!("{} location", possessive(&subject(whom))),
        Destination::HomeOf(whom) => format!("{} Home Base", possessive(&subject(whom))),
    };
    match (way, to) {
        (RelocationKind::Moves, _) => conjugated(who, "moves to", "move to", &phrase),
        (RelocationKind::Flees, _) => conjugated(who, "flees to", "flee to", &phrase),
        (RelocationKind::Carried, Destination::Adjacent) => conjugated(who, "is pushed to", "are pushed to", &phrase),
        (RelocationKind::Carried, Destination::Of(_)) => conjugated(who, "is brought to", "are brought to", &phrase),
        (RelocationKind::Carried, _) => conjugated(who, "is relocated to", "are relocated to", &phrase),
    }
}

pub(super) fn cancellation_text(who: &Who<Written>, what: &Cancelled) -> String {
    match what {
        Cancelled::On(sort, bound) => {
            let sort = match sort {
                EffectSort::Any => "effects".to_owned(),
                EffectSort::Positive => "positive effects".to_owned(),
                EffectSort::StatIncrease => "stat increases".to_owned(),
                EffectSort::OfType(kind) => format!("{kind} skill effects"),
                EffectSort::WithUpkeep => "effects with an upkeep".to_owned(),
            };
            format!("all active {sort} on {}{} are cancelled", subject(who), rank_limit_text(*bound))
        }
        Cancelled::Of(Some(kind)) => format!("{} active {kind} is cancelled", possessive(&subject(who))),
        Cancelled::Of(None) => format!("{} active skills are cancelled", possessive(&subject(who))),
        Cancelled::Here(kind, bound) => {
            format!("the active {kind}{} in this location is cancelled", rank_limit_text(*bound))
        }
        Cancelled::Around(kind, bound) => {
            format!(
                "the active {kind}{} in {} location is cancelled",
                rank_limit_text(*bound),
                possessive(&subject(who))
            )
        }
        Cancelled::This => "this skill ends".to_owned(),
        Cancelled::Named(name) => format!("{} is cancelled", quoted(name)),
    }
}
