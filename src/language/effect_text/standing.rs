//! Prints operations that last for a time.

use super::{
    be, change_text, conjugated, dear_text, each_of_text, each_text, hundredfold, is_plural, is_single, least_text,
    measure_text, often_text, points_text, possessive, quota_turn, quota_words, restrictions, subject, times, turns,
    voice_of,
};
use crate::language::condition::{Comparison, Group, Level, Resource, Who, Written};
use crate::language::condition_text::{Voice, quoted, resource_name};
use crate::language::effect::{
    Amount, AttackFilter, AttackQuality, Change, Counted, Hiding, Measure, Modifier, Quota, ShieldSpan, SkillFilter,
    SkillSort, Standing, Stock,
};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::points::FirstTurnPoints;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

/// ` for each familiar the user has, up to 3 subranks`.
fn each_with_limit_text(each: Option<&Counted>, most: Option<i8>, unit: &str) -> String {
    let each = each.map_or(String::new(), |each| each_text(each, Voice::Sheet));
    let most = most.map(|most| format!(", up to {most} {unit}{}", if most == 1 { "" } else { "s" }));
    each + &most.unwrap_or_default()
}

/// `Consuming a civilian restores 20% of the user's maximum Mana instead of 10%`.
fn civilian_text(who: &Who<Written>, resource: Resource, amount: Change, instead: bool) -> String {
    let name = resource_name(resource);
    let so_much = match amount {
        Change::Percent(part) => format!("{}% of {} maximum {name}", hundredfold(part), possessive(&subject(who))),
        Change::Flat(number) => format!("{number} {name} to {}", subject(who)),
    };
    match instead {
        true => format!("Consuming a civilian restores {so_much} instead of 10%"),
        false => format!("Consuming a civilian also restores {so_much}"),
    }
}

pub(super) fn standing_text(standing: &Standing) -> String {
    let Standing { who, attacks: AttackFilter { kinds, skill_filter, others, .. }, quota, modifier } = standing;
    let what = standing.attacks.skills();
    let quota = *quota;
    let is_one = quota.is_some_and(is_single);
    let attacks_inflicting = || counted_attacks_text(who, &attacks_text(kinds, skill_filter.as_ref(), is_one), quota);
    let owner_text = || possessive(&subject(who));
    match modifier {
        Modifier::DamageDealt(change) => damage_dealt_text(standing, change),
        Modifier::DamageTaken(change) => damage_taken_text(standing, change),
        Modifier::Survives { of_anything, from, to, left } => {
            survival_text(standing, *of_anything, (*from, *to), &health_left_text(*left))
        }
        Modifier::Inflicts(status) => {
            let (attacks, verb_ending) = attacks_inflicting();
            format!("{attacks} inflict{verb_ending} {status}")
        }
        Modifier::Costs { skills, resource, change, least } => {
            format!("{}{}", costs_text(who, skills, *resource, change, quota), least_text(*least))
        }
        Modifier::Foils(skills) => {
            let words = restrictions::skills_text(skills, quota.is_some_and(is_single));
            let (skills, verb_ending) = counted_attacks_text(who, &words, quota);
            format!("{skills} fail{verb_ending}")
        }
        Modifier::MoreHits(hits) => {
            let (attacks, verb_ending) = attacks_inflicting();
            format!("{attacks} hit{verb_ending} {hits} more {}", if *hits == 1 { "time" } else { "times" })
        }
        Modifier::Absorbs { damage, span } => absorption_text(standing, damage, *span),
        Modifier::DamageAtMost(most) => damage_at_most_text(standing, *most),
        Modifier::OfAttacks(quality) => attack_quality_text(who, what, quota, quality),
        Modifier::Reflects(part) => {
            let verb = if is_plural(who) { "receive" } else { "receives" };
            let from = quota.map_or_else(|| from_text(kinds, others), |quota| counted_from_text(kinds, quota));
            format!("{}% of the damage {} {verb}{from} is reflected to the attacker", hundredfold(*part), subject(who))
        }
        Modifier::Shares { part, with } => {
            let verb = if is_plural(who) { "receive" } else { "receives" };
            let (part, from) = (hundredfold(*part), from_text(kinds, others));
            format!("{part}% of the damage {} {verb}{from} is received by {} instead", subject(who), subject(with))
        }
        Modifier::Regeneration { resource, change } => {
            let resource_text =
                resource.map_or(String::new(), |resource_text| format!("{} ", resource_name(resource_text)));
            format!("{} {resource_text}regeneration {}", owner_text(), measure_text(change, Voice::Sheet))
        }
        Modifier::Maximum { resource, change } => {
            let is_both = resource.is_none();
            let resource_text = resource.map_or("Health and Mana", resource_name);
            let changes = measure_text(change, Voice::Sheet);
            let changes = if is_both { changes.replacen("creases", "crease", 1) } else { changes };
            format!("{} maximum {resource_text} {changes}", owner_text())
        }
        Modifier::Restoration { resource, change } => restoration_text(who, *resource, *change),
        Modifier::RegenerateInBattle => conjugated(who, "regenerates", "regenerate", "while in battle"),
        Modifier::RegenerateWithTwoServants => conjugated(who, "regenerates", "regenerate", "with two Servants"),
        Modifier::CannotRestore(what) => {
            conjugated(who, "cannot", "cannot", &format!("restore {}", vitals_name(*what)))
        }
        Modifier::CannotRegenerate(what) => {
            let resource_text =
                what.map_or(String::new(), |resource_text| format!(" {}", resource_name(resource_text)));
            conjugated(who, "cannot", "cannot", &format!("regenerate{resource_text}"))
        }
        Modifier::RaiseRanks { stats, amount, each, most } => {
            raised_stats_text(who, stats, *amount, "rank") + &each_with_limit_text(each.as_ref(), *most, "rank")
        }
        Modifier::RaiseSubranks { stats, amount, each, most } => {
            raised_stats_text(who, stats, *amount, "subrank") + &each_with_limit_text(each.as_ref(), *most, "subrank")
        }
        Modifier::SetRank { stat, bound, rank } => {
            format!("{} {stat} {} {rank}", owner_text(), comparison_words(*bound))
        }
        Modifier::AtMostExist(most) => format!("at most {most} of these familiars can exist at a time"),
        Modifier::ExchangedStats(first_stat, second_stat) => {
            format!("{} {first_stat} and {second_stat} are exchanged", owner_text())
        }
        Modifier::ActsAs(rank) => format!("{} AGI is treated as {rank} for the order of actions", owner_text()),
        Modifier::HealthFloor => format!("{} Health cannot be reduced below 1", owner_text()),
        Modifier::Immune(kind) if standing.quota.is_some() => {
            next_status_text(who, kind.map_or("negative status effect", StatusKind::name))
        }
        Modifier::ImmuneNamed(name) if standing.quota.is_some() => next_status_text(who, &quoted(name)),
        Modifier::Immune(kind) => immunity_text(who, kind.map_or("negative status effects", StatusKind::name)),
        Modifier::ImmuneNamed(name) => immunity_text(who, &quoted(name)),
        Modifier::StatusLength { .. } => status_length_text(standing),
        Modifier::NotLowered { stats, by_opponents } => {
            let names: Vec<&str> = stats.iter().map(|stat| stat.name()).collect();
            let list = match names.split_last() {
                _ if *stats == Stat::MAIN => "stats".to_owned(),
                Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
                Some((last, _)) => (*last).to_owned(),
                None => String::new(),
            };
            let source_text = if *by_opponents { " by skills of opponents" } else { "" };
            format!("{} {list} cannot be lowered{source_text}", owner_text())
        }
        Modifier::EachTurn { resource, amount, each } => {
            let (verb, verbs) = if *amount < 0 { ("loses", "lose") } else { ("gains", "gain") };
            let each = each.as_ref().map_or(String::new(), |each| each_text(each, Voice::Sheet));
            conjugated(
                who,
                verb,
                verbs,
                &format!("{} {} each Turn{each}", amount.unsigned_abs(), resource_name(*resource)),
            )
        }
        Modifier::GainsNone(points) => conjugated(who, "gains", "gain", &format!("no {}", resource_name(*points))),
        Modifier::NoAgilityBonus => conjugated(who, "gains", "gain", "no AP for higher AGI"),
        Modifier::FirstTurnPoints(points) => {
            let how_many = if *points == FirstTurnPoints::All { "all AP and SP" } else { "1 AP and 1 SP" };
            conjugated(who, "can", "can", &format!("use {how_many} in the first Turn of battle"))
        }
        Modifier::CombatPointsFor(by) => {
            let verb = if is_plural(who) { "inflict" } else { "inflicts" };
            let changes = change_text(Change::Percent(*by)).replacen("creases", "crease", 1);
            format!("Combat Points for damage {} {verb} {changes}", subject(who))
        }
        Modifier::OfCivilian { resource, amount, instead } => civilian_text(who, *resource, *amount, *instead),
        Modifier::Hidden { from, when } => hiding_text(who, from, *when),
        Modifier::NoLowHealthPenalty => conjugated(who, "suffers", "suffer", "no penalty for low Health"),
        Modifier::SensesMana => {
            conjugated(who, "detects", "detect", "where all Bounded Fields and activated Noble Phantasms are")
        }
        Modifier::DetectsSurprise => format!("Surprise Attacks that target {} fail", subject(who)),
        Modifier::DetectsHidden(whom) => {
            conjugated(who, "detects", "detect", &format!("all hidden {}", Voice::Sheet.group(whom, true)))
        }
        Modifier::LosesFlight => conjugated(who, "loses", "lose", "Flight"),
        Modifier::Revealed => format!("{} presence cannot be hidden", owner_text()),
        Modifier::NeedsNoMaster => conjugated(who, "can", "can", "act without a Master"),
        Modifier::MasterlessLoss(change) => {
            let verb = if is_plural(who) { "lose" } else { "loses" };
            format!("the Mana {} {verb} for lacking a Master {}", subject(who), change_text(*change))
        }
        Modifier::MasterlessLossIs(part) => {
            let lost = format!(
                "only {} of their maximum Mana each Night for lacking a Master",
                format_args!("{}%", hundredfold(*part))
            );
            conjugated(who, "loses", "lose", &lost)
        }
        Modifier::RegenerateMasterless => conjugated(who, "regenerates", "regenerate", "without a Master"),
        Modifier::CannotAct => conjugated(who, "cannot", "cannot", "act"),
        Modifier::Obeys => conjugated(who, "obeys", "obey", "the order given with this skill"),
        Modifier::Upgrade(name) => format!("upgrades {}", quoted(name)),
        Modifier::Grant(skill) => conjugated(who, "gains", "gain", &format!("the skill {}", quoted(skill))),
        Modifier::Flight(rank) => conjugated(who, "gains", "gain", &format!("Flight ranked {rank}")),
        Modifier::Negates => restrictions::negation_text(what, who, quota),
        Modifier::ThrowsBack => restrictions::throw_back_text(what, who, quota),
        Modifier::Forbids(ban) => restrictions::ban_text(who, skill_filter.as_ref(), ban),
        Modifier::MovesFar(locations) => {
            format!("{} may move {locations} location{}", subject(who), if *locations == 1 { "" } else { "s" })
        }
        Modifier::Intercepts { interceptor } => restrictions::interception_text(interceptor, what, who, quota),
        Modifier::StandsAside { sheltered } => restrictions::standing_aside_text(who, what, sheltered),
        Modifier::Pursues { whom } => conjugated(who, "pursues", "pursue", &subject(whom)),
    }
}

/// `The user's Magical attacks cost 10 less Mana`.
fn costs_text(who: &Who<Written>, of: &SkillFilter, what: Resource, change: &Measure, quota: Option<Quota>) -> String {
    let (dear, what) =
        (dear_text(change.amount), format!("{}{}", resource_name(what), each_of_text(change, Voice::Sheet)));
    let (skills, verb_ending) =
        counted_attacks_text(who, &restrictions::skills_text(of, quota.is_some_and(is_single)), quota);
    let verb = if !verb_ending.is_empty() || matches!(of.sort, SkillSort::Named(_)) { "costs" } else { "cost" };
    format!("{skills} {verb} {dear} {what}")
}

/// `Health the target restores decreases by 50%`.
fn restoration_text(who: &Who<Written>, what: Option<Resource>, change: Change) -> String {
    if what == Some(Resource::Health) && change == Change::Percent(Exact::percent(-100)) {
        return conjugated(who, "cannot", "cannot", "be healed");
    }
    let verb = if is_plural(who) { "restore" } else { "restores" };
    format!("{} {} {verb} {}", vitals_name(what), subject(who), change_text(change))
}

const fn comparison_words(bound: Comparison) -> &'static str {
    match bound {
        Comparison::AtLeast | Comparison::Above => "is raised to",
        Comparison::AtMost | Comparison::Below => "is lowered to",
        Comparison::Exactly => "becomes",
    }
}

fn vitals_name(what: Option<Resource>) -> &'static str {
    what.map_or("Health and Mana", resource_name)
}

/// `The next Poison the user would receive is negated`.
fn next_status_text(who: &Who<Written>, status: &str) -> String {
    format!("the next {status} {} would receive is negated", subject(who))
}

fn immunity_text(who: &Who<Written>, to: &str) -> String {
    format!("{} {} immune to {to}", subject(who), be(who))
}

/// `Negative status effects the user receives last 1 Turn less, to a minimum of 1 Turn`.
fn status_length_text(standing: &Standing) -> String {
    let Modifier::StatusLength { kind, inflicted, turns: by, least } = &standing.modifier else {
        return String::new();
    };
    let (statuses, last) = kind.map_or(("negative status effects", "last"), |kind| (kind.name(), "lasts"));
    let (verb, verbs) = if *inflicted { ("inflicts", "inflict") } else { ("receives", "receive") };
    let received = conjugated(&standing.who, verb, verbs, "");
    let from = group_text(&standing.attacks.others).map_or(String::new(), |group| format!(" from {group}"));
    let direction = if *by < 0 { "less" } else { "longer" };
    let least = if *least == 0 { String::new() } else { format!(", to a minimum of {}", turns(*least)) };
    format!("{statuses} {}{from} {last} {} {direction}{least}", received.trim_end(), turns(by.unsigned_abs()))
}

/// `The user cannot be detected by Servants while scouting`.
fn hiding_text(who: &Who<Written>, from: &Group<Written>, when: Hiding) -> String {
    if when == Hiding::UntilAttack {
        let from = group_text(from).map_or(String::new(), |group| format!(" from {group}"));
        return format!("{} presence is hidden{from} until they attack", possessive(&subject(who)));
    }
    if matches!(when, Hiding::FromScouts | Hiding::FromScoutsUntilAttack) {
        let by = group_text(from).unwrap_or_else(|| "characters".to_owned());
        let until = if when == Hiding::FromScouts { "" } else { " until they attack" };
        return conjugated(who, "cannot", "cannot", &format!("be detected by scouting {by}{until}"));
    }
    let by = group_text(from).map_or(String::new(), |group| format!(" by {group}"));
    let scouting = if when == Hiding::Scouting { " while scouting" } else { "" };
    conjugated(who, "cannot", "cannot", &format!("be detected{by}{scouting}"))
}

/// `The user receives at most 20 Physical damage from each attack of Servants`.
fn damage_at_most_text(standing: &Standing, most: Exact) -> String {
    let Standing { who, attacks: AttackFilter { kinds, skill_filter, others, .. }, .. } = standing;
    let verb = if is_plural(who) { "receive" } else { "receives" };
    let much = if most.is_zero() { "no".to_owned() } else { format!("at most {most}") };
    if let Some(quota) = standing.quota {
        let which = attacks_text(kinds, skill_filter.as_ref(), is_single(quota));
        let of = group_text(others).map_or(String::new(), |group| format!(" of {group}"));
        let (words, turn) = (quota_words(quota), quota_turn(quota));
        return format!("{} {verb} {much} damage from the {words} {which}{of}{turn}", subject(who));
    }
    let kind = kinds_text(kinds).map_or(String::new(), |kinds| format!("{kinds} "));
    let from = match (skill_filter, group_text(others)) {
        (None, None) => String::new(),
        (None, Some(group)) => format!(" from {group}"),
        (Some(with), group) => {
            let of = group.map_or(String::new(), |group| format!(" of {group}"));
            let each = if most.is_zero() { "" } else { "each " };
            format!(" from {each}{}{of}", restrictions::skills_text(with, !most.is_zero()))
        }
    };
    format!("{} {verb} {much} {kind}damage{from}", subject(who))
}

/// `The user's Magical attacks ignore MAR`.
fn attack_quality_text(
    who: &Who<Written>,
    what: &SkillFilter,
    quota: Option<Quota>,
    quality: &AttackQuality,
) -> String {
    let of_sort = restrictions::skills_text(what, quota.is_some_and(is_single));
    let (attacks, verb_ending) = counted_attacks_text(who, &of_sort, quota);
    match quality {
        AttackQuality::IgnoresStat(stat) => format!("{attacks} ignore{verb_ending} {stat}"),
        AttackQuality::TreatedLower(stat, ranks) => {
            let ranks = if *ranks == 1 { "1 rank".to_owned() } else { format!("{ranks} ranks") };
            format!("{attacks} ignore{verb_ending} {ranks} of the target's {stat}")
        }
        AttackQuality::BecomesKind(kind) => format!("{attacks} become{verb_ending} {kind}"),
        AttackQuality::Hits(n) => format!("{attacks} hit{verb_ending} {}", times(*n, "")),
        AttackQuality::NotNegated => format!("{attacks} cannot be negated"),
        AttackQuality::NotIntercepted => format!("{attacks} cannot be intercepted"),
    }
}

/// `Physical damage the user inflicts on Evil Servants increases by 10%`, `The user's next attack inflicts 5 more
/// damage`.
fn damage_dealt_text(standing: &Standing, change: &Measure) -> String {
    let Standing { who, attacks: AttackFilter { kinds, skill_filter, others, .. }, quota, .. } = standing;
    if let Some(quota) = *quota {
        let is_one = is_single(quota);
        let which = attacks_text(kinds, skill_filter.as_ref(), is_one);
        let verb = if is_one { "inflicts" } else { "inflict" };
        let on = group_text(others).map_or(String::new(), |group| format!(" against {group}"));
        return format!(
            "{} {} {which}{on}{} {verb} {} damage{}",
            possessive(&subject(who)),
            quota_words(quota),
            quota_turn(quota),
            more_text(change.amount),
            each_of_text(change, voice_of(standing))
        );
    }
    let on = group_text(others).map_or(String::new(), |group| format!(" on {group}"));
    let verb = if is_plural(who) { "inflict" } else { "inflicts" };
    let of_kind = kinds_text(kinds).map_or(String::new(), |kinds| format!("{kinds} "));
    let with =
        skill_filter.as_ref().map_or(String::new(), |with| format!(" with {}", restrictions::skills_text(with, false)));
    format!("{of_kind}damage {} {verb}{with}{on} {}", subject(who), measure_text(change, voice_of(standing)))
}

/// `Damage the user receives from physical attacks decreases by 20%`.
fn damage_taken_text(standing: &Standing, change: &Measure) -> String {
    let Standing { who, attacks, quota, .. } = standing;
    let AttackFilter { kinds, skill_filter, others, is_intercepted, is_from_elsewhere } = attacks;
    if let Some(quota) = *quota {
        let verb = if is_plural(who) { "receive" } else { "receives" };
        let intercepted_word = if *is_intercepted { "intercepted " } else { "" };
        let filter = skill_filter.as_ref().filter(|_| !is_intercepted);
        let which = format!("{intercepted_word}{}", attacks_text(kinds, filter, is_single(quota)));
        let of = group_text(others).map_or(String::new(), |group| format!(" of {group}"));
        return format!(
            "damage {} {verb} from the {} {which}{of}{} {}",
            subject(who),
            quota_words(quota),
            quota_turn(quota),
            measure_text(change, Voice::Sheet)
        );
    }
    let verb = if is_plural(who) { "receive" } else { "receives" };
    let of_kind = || kinds_text(kinds).map_or(String::new(), |kinds| format!("{kinds} "));
    let place = if *is_from_elsewhere { " from other locations" } else { "" };
    let of = || group_text(others).map_or_else(|| place.to_owned(), |group| format!(" of {group}{place}"));
    let (kind, from) = match skill_filter {
        Some(_) if *is_intercepted => (of_kind(), " from intercepted attacks".to_owned()),
        None => (of_kind(), from_text(&[], others)),
        Some(with) if *with == SkillFilter::ATTACKS => (String::new(), format!(" from {}attacks{}", of_kind(), of())),
        Some(with) => (of_kind(), format!(" from {}{}", restrictions::skills_text(with, false), of())),
    };
    format!("{kind}damage {} {verb}{from} {}", subject(who), measure_text(change, Voice::Sheet))
}

/// `The next 40 physical damage the user receives from Servants is absorbed`.
fn absorption_text(standing: &Standing, damage: &Amount, span: ShieldSpan) -> String {
    let Standing { who, attacks: AttackFilter { kinds, skill_filter, others, .. }, .. } = standing;
    let verb = if is_plural(who) { "receive" } else { "receives" };
    let (which, each) = match span {
        ShieldSpan::FromUse => ("next", ""),
        ShieldSpan::EachTurn => ("first", " each Turn"),
        ShieldSpan::InWar => ("first", " during the War"),
    };
    let each_of = if is_plural(who) { " for each of them" } else { "" };
    let (number, size) = match damage {
        Amount::Number(number) => (format!("{number} "), String::new()),
        Amount::Each(part, Counted::Points { owner, resource, stock }) => (
            String::new(),
            format!(
                ", up to {},",
                points_text(*part, owner.as_ref().map(|whose| (whose, Voice::Sheet)), *resource, *stock)
            ),
        ),
        Amount::OfMaximum(part) => {
            (String::new(), format!(", up to {},", points_text(*part, None, Resource::Health, Stock::Maximum)))
        }
        // No sheet produces these.
        Amount::Each(number, _) | Amount::OfCurrent(number) | Amount::OfDamage(number) | Amount::AtMost(_, number) => {
            (format!("{number} "), String::new())
        }
    };
    let kind = kinds_text(kinds).map_or(String::new(), |kinds| format!("{kinds} "));
    let group = group_text(others);
    let from = match skill_filter {
        None => group.map_or(String::new(), |group| format!(" from {group}")),
        Some(with) => {
            let of = group.map_or(String::new(), |group| format!(" of {group}"));
            format!(" from {}{of}", restrictions::skills_text(with, false))
        }
    };
    format!("the {which} {number}{kind}damage {} {verb}{from}{each}{size} is absorbed{each_of}", subject(who))
}

/// `The user survives the next fatal attack with 1 Health`.
fn health_left_text(left: Level) -> String {
    match left {
        Level::Number(health) => format!("{health} Health"),
        Level::OfMaximum(part) => format!("{}% of their maximum Health", hundredfold(part)),
        Level::Share(parts) => format!("1/{parts} of their maximum Health"),
    }
}

fn survival_text(standing: &Standing, of_anything: bool, ends: (Option<Exact>, Exact), left: &str) -> String {
    let Standing { who, quota, .. } = standing;
    let (from, to) = ends;
    if let (false, None, true, Some(Quota::Next(n))) = (of_anything, from, to.is_zero(), *quota) {
        let attacks = if n == 1 { "the next fatal attack".to_owned() } else { format!("the next {n} fatal attacks") };
        return conjugated(who, "survives", "survive", &format!("{attacks} with {left}"));
    }
    let of = possessive(&subject(who));
    let survives = conjugated(who, "survives", "survive", &format!("with {left}"));
    let to = match from {
        Some(from) => format!("between {from} and {to}"),
        None => format!("{to} or less"),
    };
    let often = match *quota {
        Some(Quota::FirstEachTurn(n)) => format!("{} per Turn, ", often_text(n)),
        Some(Quota::FirstInBattle(n)) => format!("{} per battle, ", often_text(n)),
        Some(Quota::FirstInWar(n)) => format!("{} during the War, ", often_text(n)),
        Some(Quota::OnceEvery(n)) => format!("once every {}, ", turns(n)),
        Some(Quota::Next(_)) | None => String::new(),
    };
    match *quota {
        _ if !of_anything => format!("{often}when an attack would reduce {of} Health to {to}, {survives}"),
        Some(Quota::Next(1)) => format!("the next time {of} Health would fall to {to}, {survives}"),
        Some(Quota::Next(n)) => format!("the next {n} times {of} Health would fall to {to}, {survives}"),
        _ => format!("{often}when {of} Health would fall to {to}, {survives}"),
    }
}

/// `20% more`, `5 less`.
fn more_text(change: Change) -> String {
    let (amount, unit) = match change {
        Change::Percent(factor) => (hundredfold(factor), "%"),
        Change::Flat(number) => (number, ""),
    };
    if amount.is_negative() { format!("{}{unit} less", -amount) } else { format!("{amount}{unit} more") }
}

/// `the user's next 2 attacks`, and the ending of its verb: `s` if it is a single attack.
fn counted_attacks_text(who: &Who<Written>, attacks: &str, quota: Option<Quota>) -> (String, &'static str) {
    let whose = possessive(&subject(who));
    match quota {
        None => (format!("{whose} {attacks}"), ""),
        Some(quota) => {
            let counted = format!("{whose} {} {attacks}{}", quota_words(quota), quota_turn(quota));
            (counted, if is_single(quota) { "s" } else { "" })
        }
    }
}

/// `physical attacks`, `Noble Phantasm`: the attacks that are counted.
fn attacks_text(kinds: &[DamageType], with: Option<&SkillFilter>, one: bool) -> String {
    match (with, kinds_text(kinds)) {
        (Some(with), _) => restrictions::skills_text(with, one),
        (None, Some(kinds)) => format!("{kinds} attack{}", if one { "" } else { "s" }),
        (None, None) => format!("attack{}", if one { "" } else { "s" }),
    }
}

/// The source of damage: ` from physical attacks of Evil Servants`.
fn from_text(kinds: &[DamageType], from: &Group<Written>) -> String {
    match (kinds_text(kinds), group_text(from)) {
        (None, None) => String::new(),
        (None, Some(group)) => format!(" from {group}"),
        (Some(kinds), None) => format!(" from {kinds} attacks"),
        (Some(kinds), Some(group)) => format!(" from {kinds} attacks of {group}"),
    }
}

/// The counted source of damage: ` from the next physical attack`.
fn counted_from_text(kinds: &[DamageType], quota: Quota) -> String {
    let attacks = attacks_text(kinds, None, is_single(quota));
    format!(" from the {} {attacks}{}", quota_words(quota), quota_turn(quota))
}

/// A group in words: `Evil Servants, or familiars`; `None` if it is anybody.
fn group_text(group: &Group<Written>) -> Option<String> {
    (!group.is_anybody()).then(|| Voice::Sheet.group(group, true))
}

fn kinds_text(kinds: &[DamageType]) -> Option<String> {
    let words: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
    (!words.is_empty()).then(|| words.join(" or "))
}

fn raised_stats_text(who: &Who<Written>, stats: &[Stat], by: i8, unit: &str) -> String {
    let step = by.unsigned_abs();
    let verb = if by < 0 { "lowered" } else { "raised" };
    let by = format!("{verb} by {step} {unit}{}", if step == 1 { "" } else { "s" });
    if stats == Stat::MAIN {
        return format!("all stats of {} are {by}", subject(who));
    }
    let exceptions: Vec<&str> =
        Stat::MAIN.iter().filter(|stat| !stats.contains(stat)).map(|stat| stat.name()).collect();
    let main = Stat::MAIN.iter().filter(|stat| stats.contains(stat));
    if stats.len() >= 4 && main.eq(stats) {
        return format!("all stats of {} except {} are {by}", subject(who), exceptions.join(" and "));
    }
    let names: Vec<&str> = stats.iter().map(|stat| stat.name()).collect();
    let (list, be) = match names.split_last() {
        Some((last, [])) => ((*last).to_owned(), "is"),
        Some((last, rest)) => (format!("{} and {last}", rest.join(", ")), "are"),
        None => (String::new(), "is"),
    };
    format!("{} {list} {be} {by}", possessive(&subject(who)))
}
