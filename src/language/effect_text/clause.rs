//! Prints clauses about the skill itself.

use super::{dear_text, each_of_text, each_text, hundredfold, least_text, measure_text, times, turns};
use crate::language::condition_text::{Voice, resource_name};
use crate::language::effect::{Change, Clause, Duration, Limit, Portion};
use crate::vocabulary::stat::Stat;

pub(super) fn clause_text(clause: &Clause) -> String {
    match clause {
        Clause::SkillDamage(change) => format!("damage inflicted {}", measure_text(change, Voice::Sheet)),
        Clause::OnlyUsable => "this skill can only be used".to_owned(),
        Clause::Charges(n) => format!("this skill charges for {}", turns(*n)),
        Clause::Cost { resource, change, least } => {
            let (dear, each) = (dear_text(change.amount), each_of_text(change, Voice::Sheet));
            format!("this skill costs {dear} {}{each}{}", resource_name(*resource), least_text(*least))
        }
        Clause::Splits { part, turns: over } => {
            let part = match part {
                Portion::OneOf(2) => "half".to_owned(),
                Portion::OneOf(3) => "a third".to_owned(),
                Portion::OneOf(_) => "a quarter".to_owned(),
                Portion::Percent(factor) => format!("{}%", hundredfold(*factor)),
            };
            format!("{part} of the damage is inflicted at once and the rest over the next {}", turns(*over))
        }
        Clause::HalfAndHalf(one, other) => format!("half of the damage is {one} and half is {other}"),
        Clause::SpendsAll { keeps, part } => {
            let kept = if keeps.is_zero() { String::new() } else { format!(" but {keeps}") };
            format!("the user pays all of their Mana{kept}, and base damage becomes {}% of it", hundredfold(*part))
        }
        Clause::FallsPerHit(by) => {
            format!("each hit after the first inflicts {} less damage than the one before", less_text(*by))
        }
        Clause::FallsPerTarget(by) => {
            format!("each target after the first receives {} less damage than the one before", less_text(*by))
        }
        Clause::BaseBecomes { base, instead_of } => {
            let usual = instead_of.map_or(String::new(), |usual| format!(" instead of {usual}"));
            format!("this attack's base damage becomes {base}{usual}")
        }
        Clause::DividesDamage => "damage is divided equally among the targets".to_owned(),
        Clause::Hits(n) => format!("this skill hits {}", times(*n, "")),
        Clause::MoreHits { hits, each } => {
            format!(
                "this skill hits {}{}",
                times(*hits, "more "),
                each.as_ref().map_or(String::new(), |each| each_text(each, Voice::Sheet))
            )
        }
        Clause::IgnoresStat(stat) => format!("this attack ignores {stat}"),
        Clause::IgnoresPart(stat, part) => {
            format!("this attack ignores {}% of the target's {stat}", hundredfold(*part))
        }
        Clause::CalculatedWith { stats, in_place_of } => {
            let phrase = in_place_of.map_or(String::new(), |stat| format!(" in place of {stat}"));
            format!("this attack's damage is calculated with {}{phrase}", best_of_text("higher", "the user's", stats))
        }
        Clause::CalculatedAgainst(stats) => {
            format!("this attack's damage is calculated against {}", best_of_text("lower", "the target's", stats))
        }
        Clause::Fails { refunded: None } => "this skill fails".to_owned(),
        Clause::Fails { refunded: Some(part) } => {
            format!("this skill fails and {}% of its Mana cost is refunded", hundredfold(*part))
        }
        Clause::TreatedLower { stat, ranks } => format!(
            "the target's {stat} is treated as {ranks} rank{} lower for this attack",
            if *ranks == 1 { "" } else { "s" }
        ),
        Clause::TreatedAs { of_attacker, stat, rank } => {
            let whose = if *of_attacker { "the user's" } else { "the target's" };
            format!("{whose} {stat} is treated as {rank} for this attack")
        }
        Clause::BecomesKind(kind) => format!("this attack's damage becomes {kind}"),
        Clause::CannotBeReduced => "this damage cannot be reduced".to_owned(),
        Clause::NotReducedBySkills => "this damage cannot be reduced by skills".to_owned(),
        Clause::NotReducedByFlight => "this damage cannot be reduced by Flight".to_owned(),
        Clause::NotReducedByTarget => "this damage cannot be reduced by skills of the target".to_owned(),
        Clause::NotReducedByPercentages => "skills cannot reduce this damage by a percentage".to_owned(),
        Clause::NoLowHealthPenalty => "this attack suffers no penalty for low Health".to_owned(),
        Clause::SparesTarget(least) => format!("this attack cannot reduce the target's Health below {least}"),
        Clause::Limited(limit) => limit_text(*limit, false),
        Clause::LimitedOnTarget(limit) => limit_text(*limit, true),
        Clause::NotIntercepted => "this attack cannot be intercepted".to_owned(),
        Clause::NotInterceptedBy(group) => {
            format!("this attack cannot be intercepted by {}", Voice::Sheet.group(group, true))
        }
        Clause::IgnoresFlight => "this attack ignores Flight".to_owned(),
        Clause::NotNegated => "this attack cannot be negated".to_owned(),
        Clause::DamagesMasters => "this skill may damage Masters".to_owned(),
        Clause::OccursFirst => "this skill occurs before all other actions of its phase".to_owned(),
        Clause::OccursLast => "this skill occurs after all other actions of its phase".to_owned(),
        Clause::EndsBeforeFatal => "this effect ends if an intercepted attack would kill the user".to_owned(),
        Clause::BecomesType(kind) => format!("this skill becomes {kind} type"),
        Clause::Lasts(Duration::Turns(n)) => format!("lasts {}", turns(*n)),
        Clause::Lasts(Duration::Battle) => "lasts until the end of the battle".to_owned(),
        Clause::Lasts(Duration::ThisTurn) => "lasts until the end of the Turn".to_owned(),
        Clause::Lasts(Duration::Indefinitely) => "lasts indefinitely".to_owned(),
        Clause::OneAtATime => "this skill works on only one target at a time".to_owned(),
        Clause::DoesNotStack => "does not stack with itself".to_owned(),
        Clause::StacksUpTo(most) => format!("stacks with itself up to {most} times"),
    }
}

/// `20%`, of a change that lessens.
fn less_text(by: Change) -> String {
    match by {
        Change::Percent(by) => format!("{}%", hundredfold(-by)),
        Change::Flat(by) => (-by).to_string(),
    }
}

/// `the higher of the user's STR and MAE`.
fn best_of_text(which: &str, whose: &str, stats: &[Stat]) -> String {
    let names: Vec<&str> = stats.iter().map(|stat| stat.name()).collect();
    let best = if names.len() > 1 { format!("the {which} of ") } else { String::new() };
    format!("{best}{whose} {}", names.join(" and "))
}

/// The limit of a skill's uses, in all or on each target.
fn limit_text(limit: Limit, on_target: bool) -> String {
    let times_text = |n: u32| if n == 1 { "once".to_owned() } else { times(n, "") };
    let (each, same) = if on_target { (" on each target", " on the same target") } else { ("", "") };
    match limit {
        Limit::PerTurn(n) => format!("this skill can be used {} per Turn{each}", times_text(n)),
        Limit::PerBattle(n) => format!("this skill can be used {} per battle{each}", times_text(n)),
        Limit::PerWeek => format!("this skill can be used once per week{each}"),
        Limit::PerWar(n) => format!("this skill can be used {} during the War{each}", times_text(n)),
        Limit::NotConsecutive => format!("this skill cannot be used{same} on two consecutive Turns"),
        Limit::Rest(n) => format!("this skill cannot be used again{same} for {}", turns(n)),
    }
}
