//! Conditions and persons in the manner of a sheet: `the user has 30% or less of their maximum Health`.

use crate::language::condition::{
    Act, Bound, Condition, Deed, Filter, Group, Level, Name, Predicate, Resource, Side, SkillKind, Trait, Who, Written,
};
use crate::vocabulary::exact::Exact;

/// Whether one or several are spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    One,
    Many,
}

/// A condition in the manner of a sheet.
#[must_use]
pub fn condition_text(condition: &Condition<Written>) -> String {
    match condition {
        Condition::All(parts) => {
            let loose = |part: &Condition<Written>| matches!(part, Condition::All(_) | Condition::AnyOf(_));
            joined(parts, " and ", loose)
        }
        Condition::AnyOf(parts) => joined(parts, " or ", |part| matches!(part, Condition::AnyOf(_))),
        Condition::Not(part) => denied(part),
        Condition::Is(predicate) => predicate_text(predicate),
    }
}

fn joined(parts: &[Condition<Written>], by: &str, loose: impl Fn(&Condition<Written>) -> bool) -> String {
    let text = |part| if loose(part) { format!("({})", condition_text(part)) } else { condition_text(part) };
    parts.iter().map(text).collect::<Vec<_>>().join(by)
}

fn denied(condition: &Condition<Written>) -> String {
    match condition {
        Condition::Is(Predicate::Has(who, said)) => match trait_text(said) {
            Said::Be(text) => format!("{} is not {text}", who_text(who)),
            Said::Have(text) => format!("{} does not have {text}", who_text(who)),
        },
        Condition::Is(Predicate::Active(skill, None)) => format!("{} is not active", quoted(&skill.text)),
        Condition::Is(Predicate::IsIn(who, place)) => {
            format!("{} is not {}", who_text(who), place_text(place.as_ref()))
        }
        other => format!("not ({})", condition_text(other)),
    }
}

fn predicate_text(predicate: &Predicate<Written>) -> String {
    match predicate {
        Predicate::Has(who, said) => match trait_text(said) {
            Said::Be(text) => format!("{} is {text}", who_text(who)),
            Said::Have(text) => format!("{} has {text}", who_text(who)),
        },
        Predicate::Did(deed) => format!("{} {}", who_text(&deed.who), deed_text(deed)),
        Predicate::IsIn(who, place) => format!("{} is {}", who_text(who), place_text(place.as_ref())),
        Predicate::Count(bound, count, group, place) => {
            let many = bounded(*bound, &count.to_string(), BOUNDS_OF_NUMBERS);
            format!("there are {many} {} {}", group_text(group, Number::Many), place_text(place.as_ref()))
        }
        Predicate::Active(skill, None) => format!("{} is active", quoted(&skill.text)),
        Predicate::Active(skill, Some(on)) => format!("{} is active on {}", quoted(&skill.text), who_text(on)),
        Predicate::Holds(who, item) => format!("{} has {}", who_text(who), quoted(&item.text)),
        Predicate::Detects(who, whom) => format!("{} detects {}", who_text(who), who_text(whom)),
        Predicate::Night(bound, night) => match bound {
            Bound::Below => format!("it is before Night {night}"),
            Bound::AtMost => format!("it is Night {night} or earlier"),
            Bound::Exactly => format!("it is Night {night}"),
            Bound::AtLeast => format!("it is Night {night} or later"),
            Bound::Above => format!("it is after Night {night}"),
        },
        Predicate::SecondRound => "it is the second combat round".to_owned(),
        Predicate::MoveCancelled(who) => format!("{} move was cancelled", possessive(&who_text(who))),
        Predicate::OwnSkillFailed(skill) => format!("{} fails", quoted(&skill.text)),
        Predicate::Pays(amount, what) => format!("the user pays {amount} additional {}", resource_name(*what)),
        Predicate::Would(who) => format!("{} would act", who_text(who)),
    }
}

fn deed_text(deed: &Deed<Written>) -> String {
    let act = match &deed.act {
        Act::Attacks(None) => "attacks".to_owned(),
        Act::Attacks(Some(whom)) => format!("attacks {}", who_text(whom)),
        Act::Uses(skill, None) => format!("uses {}", quoted(&skill.text)),
        Act::Uses(skill, Some(whom)) => format!("uses {} on {}", quoted(&skill.text), who_text(whom)),
        Act::UsesKind(SkillKind::Damage(kind)) => format!("uses a {kind} attack"),
        Act::UsesKind(SkillKind::Type(kind)) => format!("uses a {kind} skill"),
        Act::UsesNoblePhantasm => "uses a Noble Phantasm".to_owned(),
        Act::UsesCommandSpell => "uses a Command Spell".to_owned(),
        Act::Enters(None) => "enters this location".to_owned(),
        Act::Enters(Some(place)) => format!("enters {}", quoted(&place.text)),
        Act::Leaves(None) => "leaves this location".to_owned(),
        Act::Leaves(Some(place)) => format!("leaves {}", quoted(&place.text)),
        Act::Acts => "acts".to_owned(),
        Act::Dies => "dies".to_owned(),
        Act::IsAttacked => "is attacked".to_owned(),
        Act::IsDamaged => "is damaged".to_owned(),
        Act::EntersSpiritForm => "enters Spirit Form".to_owned(),
        Act::LeavesSpiritForm => "leaves Spirit Form".to_owned(),
        Act::Flees => "flees".to_owned(),
        Act::Intercepts => "intercepts an attack".to_owned(),
    };
    if deed.first { format!("{act} first") } else { act }
}

/// Somebody in a condition; several are any of them.
fn who_text(who: &Who<Written>) -> String {
    joined_who(who, " or ")
}

/// Somebody; several are joined by a word.
pub(super) fn joined_who(who: &Who<Written>, by: &str) -> String {
    let of = |of: &Who<Written>, role: &str| format!("{} {role}", possessive(&joined_who(of, by)));
    match who {
        Who::User => "the user".to_owned(),
        Who::Target => "the target".to_owned(),
        Who::Attacker => "the attacker".to_owned(),
        Who::That => "that character".to_owned(),
        Who::Named(name) => quoted(&name.text),
        Who::MasterOf(whose) => of(whose, "Master"),
        Who::ServantOf(whose) => of(whose, "Servant"),
        Who::PartnerOf(whose) => of(whose, "contracted partner"),
        Who::FamiliarsOf(whose) => of(whose, "familiars"),
        Who::TeamOf(whose) => of(whose, "team"),
        Who::OneOf(all) => all.iter().map(|one| joined_who(one, by)).collect::<Vec<_>>().join(by),
        Who::Any(group) => format!("any {}", group_text(group, Number::One)),
        Who::Every(group) => format!("all {}", group_text(group, Number::Many)),
        Who::UpTo(count, group) => format!("up to {count} {}", group_text(group, Number::Many)),
        Who::WhoDid(deed) => match &deed.who {
            Who::Any(group) if group.filters.is_empty() && group.side == Side::Anyone => {
                format!("whoever {}", deed_text(deed))
            }
            Who::Any(group) => format!("the {} who {}", group_text(group, Number::One), deed_text(deed)),
            other => format!("{} who {}", joined_who(other, by), deed_text(deed)),
        },
    }
}

/// `Evil Servants or familiars in this location`, `enemy Servant with Flight`.
pub(super) fn group_text(group: &Group<Written>, number: Number) -> String {
    let before = group.filters.iter().take_while(|filter| before_noun(filter).is_some()).count();
    let (leading, rest) = group.filters.split_at(before);
    let mut words: Vec<String> = leading.iter().filter_map(before_noun).collect();
    let (kinds, rest) = match rest.split_first() {
        Some((filter, rest)) if kind_text(filter, number).is_some() => (kind_text(filter, number), rest),
        _ => (None, rest),
    };
    let side = match (group.side, &kinds) {
        (Side::Anyone, Some(_)) => None,
        (Side::Opponents, Some(_)) => Some("enemy"),
        (Side::Allies, Some(_)) => Some("allied"),
        (Side::Anyone, None) => Some(noun(number, "character", "characters")),
        (Side::Opponents, None) => Some(noun(number, "opponent", "opponents")),
        (Side::Allies, None) => Some(noun(number, "ally", "allies")),
    };
    words.extend(side.map(str::to_owned));
    words.extend(kinds);
    words.extend(rest.iter().map(behind_noun));
    words.join(" ")
}

const fn noun(number: Number, one: &'static str, many: &'static str) -> &'static str {
    match number {
        Number::One => one,
        Number::Many => many,
    }
}

fn before_noun(filter: &Filter<Written>) -> Option<String> {
    match filter {
        Filter::Alignment(word) => Some(word.clone()),
        Filter::Class(class) => Some(format!("{class}-class")),
        Filter::Flightless => Some("Flightless".to_owned()),
        Filter::That(said) if **said == Trait::Masterless => Some("Masterless".to_owned()),
        Filter::Servants
        | Filter::Masters
        | Filter::Familiars
        | Filter::AnyOf(_)
        | Filter::Here
        | Filter::In(_)
        | Filter::That(_) => None,
    }
}

fn kind_text(filter: &Filter<Written>, number: Number) -> Option<String> {
    match filter {
        Filter::Servants => Some(noun(number, "Servant", "Servants").to_owned()),
        Filter::Masters => Some(noun(number, "Master", "Masters").to_owned()),
        Filter::Familiars => Some(noun(number, "familiar", "familiars").to_owned()),
        Filter::AnyOf(kinds) => {
            let words: Option<Vec<String>> = kinds.iter().map(|kind| kind_text(kind, number)).collect();
            words.map(|words| words.join(" or "))
        }
        Filter::Alignment(_)
        | Filter::Class(_)
        | Filter::Flightless
        | Filter::Here
        | Filter::In(_)
        | Filter::That(_) => None,
    }
}

fn behind_noun(filter: &Filter<Written>) -> String {
    match filter {
        Filter::Flightless => "without Flight".to_owned(),
        Filter::Here => "in this location".to_owned(),
        Filter::In(place) => format!("in {}", quoted(&place.text)),
        Filter::That(said) => match (&**said, trait_text(said)) {
            (_, Said::Have(text)) => format!("with {text}"),
            (Trait::DamagedByUser, Said::Be(text)) => format!("who were {text}"),
            (Trait::Dead | Trait::Alive | Trait::Masterless, Said::Be(text)) => format!("who are {text}"),
            (_, Said::Be(text)) => text,
        },
        Filter::Servants | Filter::Masters | Filter::Familiars | Filter::AnyOf(_) => {
            kind_text(filter, Number::Many).unwrap_or_default()
        }
        Filter::Alignment(_) | Filter::Class(_) => before_noun(filter).unwrap_or_default(),
    }
}

/// What is said of somebody: that they are or that they have something.
enum Said {
    Be(String),
    Have(String),
}

const BOUNDS_OF_NUMBERS: (&str, &str) = ("less than", "more than");

fn trait_text(said: &Trait) -> Said {
    let be = |text: &str| Said::Be(text.to_owned());
    match said {
        Trait::Ranked(stat, bound, rank) => {
            let rank = match bound {
                Bound::Below => format!("lower than {rank}"),
                Bound::AtMost => format!("{rank} or lower"),
                Bound::Exactly => rank.to_string(),
                Bound::AtLeast => format!("{rank} or higher"),
                Bound::Above => format!("higher than {rank}"),
            };
            Said::Have(format!("{stat} ranked {rank}"))
        }
        Trait::Has(what, bound, Level::Number(number)) => {
            let amount = behind_bounded(*bound, &number.to_string());
            Said::Have(format!("{amount} {}", resource_name(*what)))
        }
        Trait::Has(what, bound, Level::OfMaximum(factor)) => {
            let percent = factor.times(Exact::whole(100)).unwrap_or(*factor);
            let amount = behind_bounded(*bound, &format!("{percent}%"));
            Said::Have(format!("{amount} of their maximum {}", resource_name(*what)))
        }
        Trait::InSpiritForm => be("in Spirit Form"),
        Trait::AffectedBy(kind) => Said::Be(format!("affected by {}", kind.name())),
        Trait::AffectedByAnyStatus => be("affected by a negative status effect"),
        Trait::InBattle => be("in battle"),
        Trait::Dead => be("dead"),
        Trait::Alive => be("alive"),
        Trait::DamagedByUser => be("damaged by the user"),
        Trait::Masterless => be("Masterless"),
        Trait::HasFlight => Said::Have("Flight".to_owned()),
    }
}

/// `at least 2`, `exactly 2`.
fn bounded(bound: Bound, number: &str, (below, above): (&str, &str)) -> String {
    match bound {
        Bound::Below => format!("{below} {number}"),
        Bound::AtMost => format!("at most {number}"),
        Bound::Exactly => format!("exactly {number}"),
        Bound::AtLeast => format!("at least {number}"),
        Bound::Above => format!("{above} {number}"),
    }
}

/// `2 or more`, `less than 2`, `2`.
fn behind_bounded(bound: Bound, number: &str) -> String {
    match bound {
        Bound::AtMost => format!("{number} or less"),
        Bound::AtLeast => format!("{number} or more"),
        Bound::Exactly => number.to_owned(),
        Bound::Below | Bound::Above => bounded(bound, number, BOUNDS_OF_NUMBERS),
    }
}

fn place_text(place: Option<&Name>) -> String {
    place.map_or("in this location".to_owned(), |name| format!("in {}", quoted(&name.text)))
}

/// The rulebook's word for a resource.
pub(super) const fn resource_name(what: Resource) -> &'static str {
    match what {
        Resource::Health => "Health",
        Resource::Mana => "Mana",
        Resource::CombatPoints => "CP",
        Resource::CommandSpells => "Command Spells",
        Resource::ActionPoints => "AP",
        Resource::SupportPoints => "SP",
    }
}

/// `the user's`, `opponents'`.
pub(super) fn possessive(who: &str) -> String {
    format!("{who}{}", if who.ends_with(['s', 'S']) { "'" } else { "'s" })
}

/// A name in quotes that it does not hold itself.
pub(super) fn quoted(name: &str) -> String {
    if name.contains('"') { format!("\u{AB}{name}\u{BB}") } else { format!("\"{name}\"") }
}
