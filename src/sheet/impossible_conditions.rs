//! Finds conditions that can never hold, such as `50% or more` and `30% or less` of the same Health.

use crate::language::condition::{Comparison, Condition, Level, Predicate, Property, Relation, Resource, Who, Written};
use crate::language::condition_text::resource_name as name_of;
use crate::language::effect::{Modifier, Sentence, Trigger};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;

use super::Sheet;

/// At most so many alternatives of a condition are examined.
const MAX_WAYS: usize = 64;

/// Why a condition can never hold; `None` when it can, or when that is not known.
///
/// `only_while_able`: the sentence is evaluated only while the user can act.
pub(super) fn why_never_holds(condition: &Condition<Written>, sheet: &Sheet, only_while_able: bool) -> Option<String> {
    let ways = ways_to_hold(condition, true)?;
    let mut why = None;
    for way in &ways {
        why = Some(find_clash(way, sheet, only_while_able)?);
    }
    why
}

/// A predicate that must hold or (`false`) must not hold.
type Claim<'c> = (&'c Predicate<Written>, bool);

/// The alternatives that make a condition `wanted`, each a list of claims; `None` when there are too many.
fn ways_to_hold(condition: &Condition<Written>, wanted: bool) -> Option<Vec<Vec<Claim<'_>>>> {
    match (condition, wanted) {
        (Condition::Is(predicate), _) => Some(vec![vec![(predicate, wanted)]]),
        (Condition::Not(inner), _) => ways_to_hold(inner, !wanted),
        (Condition::All(parts), true) | (Condition::AnyOf(parts), false) => {
            let mut alternatives = vec![Vec::new()];
            for part in parts {
                let more = ways_to_hold(part, wanted)?;
                if alternatives.len() * more.len() > MAX_WAYS {
                    return None;
                }
                alternatives = alternatives
                    .iter()
                    .flat_map(|way| more.iter().map(|m| [way.as_slice(), m.as_slice()].concat()))
                    .collect();
            }
            Some(alternatives)
        }
        (Condition::AnyOf(parts), true) | (Condition::All(parts), false) => {
            let alternatives: Option<Vec<_>> = parts.iter().map(|part| ways_to_hold(part, wanted)).collect();
            alternatives.map(|all| all.concat()).filter(|all| all.len() <= MAX_WAYS)
        }
    }
}

/// Why the claims cannot all hold; `None` where no clash is found.
fn find_clash(claims: &[Claim<'_>], sheet: &Sheet, only_while_able: bool) -> Option<String> {
    let mut numbers: Vec<(NumberSubject<'_>, Range<Exact>)> = Vec::new();
    let mut ranks: Vec<(RankSubject<'_>, Range<Rank>)> = Vec::new();
    for (index, (predicate, wanted)) in claims.iter().enumerate() {
        let opposite = claims
            .iter()
            .take(index)
            .any(|(other, other_wanted)| contradicts((predicate, *wanted), (other, *other_wanted)));
        if opposite {
            return Some("it asks for a thing and for its contrary".to_owned());
        }
        let must_be_able = only_while_able && *wanted;
        match predicate {
            Predicate::Has(Who::User, Property::InSpiritForm) if must_be_able => {
                return Some("nobody uses a skill in Spirit Form (R247)".to_owned());
            }
            Predicate::Has(Who::User, Property::Dead) if must_be_able => {
                return Some("the dead use no skills".to_owned());
            }
            Predicate::Has(who, Property::Has(resource, bound, level)) if is_single_character(who) => {
                let (subject, limit) = measure(who, *resource, *level, sheet);
                let top = subject.maximum;
                let range = narrow_range(&mut numbers, subject, *bound, limit, *wanted);
                if range.is_empty() || top.is_some_and(|top| range.is_above(&top)) {
                    return Some(format!("no amount of {} is like that", name_of(*resource)));
                }
            }
            Predicate::Has(who, Property::Ranked(stat, bound, rank))
                if is_single_character(who)
                    && narrow_range(&mut ranks, (who, *stat), *bound, *rank, *wanted).is_empty() =>
            {
                return Some(format!("no rank of {stat} is like that"));
            }
            Predicate::Night(bound, night) => {
                let subject = NumberSubject { who: None, resource: None, is_fraction: false, maximum: None };
                if narrow_range(&mut numbers, subject, *bound, Exact::from(*night), *wanted).is_empty() {
                    return Some("no Night is like that".to_owned());
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether one claim is the negation of the other.
fn contradicts(a: (&Predicate<Written>, bool), b: (&Predicate<Written>, bool)) -> bool {
    // `is alive` means `is not dead`.
    let normalise = |(predicate, wanted): (&Predicate<Written>, bool)| match predicate {
        Predicate::Has(who, Property::Alive) => (Predicate::Has(who.clone(), Property::Dead), !wanted),
        other => (other.clone(), wanted),
    };
    let ((one, wanted), (other, other_wanted)) = (normalise(a), normalise(b));
    let of_one = match &one {
        Predicate::Has(who, _) | Predicate::IsIn(who, _) | Predicate::Among(who, _) | Predicate::Holds(who, _) => {
            is_single_character(who)
        }
        Predicate::IsWith(who, whom) | Predicate::IsOne(who, whom) => {
            is_single_character(who) && is_single_character(whom)
        }
        Predicate::Active(_, None) | Predicate::SecondRound | Predicate::Count(..) => true,
        Predicate::Active(_, Some(who)) => is_single_character(who),
        Predicate::Did(_)
        | Predicate::DidOften(..)
        | Predicate::Becomes(..)
        | Predicate::Detects(..)
        | Predicate::Night(..)
        | Predicate::MoveCancelled(_)
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..)
        | Predicate::Chooses(_)
        | Predicate::UseInflicts(..)
        | Predicate::UseTargets(..)
        | Predicate::Ranks(_)
        | Predicate::Sheet(_)
        | Predicate::InLastTurn(..)
        | Predicate::HadDamage(..)
        | Predicate::DealtMore { .. }
        | Predicate::Would(_) => false,
    };
    of_one && one == other && wanted != other_wanted
}

/// Whether the words mean exactly one character, so that two predicates are about the same one.
fn is_single_character(who: &Who<Written>) -> bool {
    match who {
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Named(_) => true,
        Who::Related(relation, of) => *relation == Relation::Master && is_single_character(of),
        Who::Any(_)
        | Who::Every(_)
        | Who::UpTo(..)
        | Who::OneOf(_)
        | Who::Antecedent
        | Who::WhoDid(_)
        | Who::WhomDid(_) => false,
    }
}

/// Whose rank, and of which stat.
type RankSubject<'c> = (&'c Who<Written>, Stat);

/// The quantity that a number measures.
#[derive(Clone, Copy, PartialEq)]
struct NumberSubject<'c> {
    who: Option<&'c Who<Written>>,
    resource: Option<Resource>,
    /// Measured as a fraction of the maximum.
    is_fraction: bool,
    /// The most it can be.
    maximum: Option<Exact>,
}

/// A level as a quantity and a number: in points where the maximum is known, otherwise as a fraction of it.
fn measure<'c>(who: &'c Who<Written>, resource: Resource, level: Level, sheet: &Sheet) -> (NumberSubject<'c>, Exact) {
    let maximum = match (who, resource) {
        (Who::User, Resource::Health) => Some(sheet.health),
        (Who::User, Resource::Mana) => Some(sheet.mana),
        _ => None,
    };
    let maximum = maximum.filter(|most| !most.is_zero());
    let points = |top| NumberSubject { who: Some(who), resource: Some(resource), is_fraction: false, maximum: top };
    match (level, maximum) {
        (Level::Number(n), top) => (points(top), n),
        (Level::OfMaximum(part), Some(most)) => match most.times(part) {
            Ok(n) => (points(Some(most)), n),
            Err(_) => (NumberSubject { is_fraction: true, ..points(Some(Exact::ONE)) }, part),
        },
        (Level::Share(parts), Some(most)) => (points(Some(most)), most.truncated_quotient(parts)),
        (Level::Share(parts), None) => {
            (NumberSubject { is_fraction: true, ..points(Some(Exact::ONE)) }, Exact::ONE.truncated_quotient(parts))
        }
        (Level::OfMaximum(part), None) => (NumberSubject { is_fraction: true, ..points(Some(Exact::ONE)) }, part),
    }
}

/// An interval. The `bool` beside a limit is `true` where the limit itself is included.
#[derive(Clone, Copy)]
struct Range<T> {
    least: Option<(T, bool)>,
    most: Option<(T, bool)>,
}

impl<T: Ord + Copy> Range<T> {
    fn is_empty(&self) -> bool {
        match (self.least, self.most) {
            (Some((least, own)), Some((most, other))) => least > most || (least == most && !(own && other)),
            _ => false,
        }
    }

    /// Whether every value in the interval is above `top`.
    fn is_above(&self, top: &T) -> bool {
        self.least.is_some_and(|(least, own)| least > *top || (least == *top && !own))
    }

    fn raise_lower_bound(&mut self, least: T, included: bool) {
        if self.least.is_none_or(|(old, old_own)| least > old || (least == old && old_own)) {
            self.least = Some((least, included));
        }
    }

    fn lower_upper_bound(&mut self, most: T, included: bool) {
        if self.most.is_none_or(|(old, old_own)| most < old || (most == old && old_own)) {
            self.most = Some((most, included));
        }
    }
}

/// Narrows the interval of a subject by one more bound, stores it, and returns it.
fn narrow_range<S: PartialEq + Copy, T: Ord + Copy>(
    known: &mut Vec<(S, Range<T>)>,
    subject: S,
    bound: Comparison,
    limit: T,
    wanted: bool,
) -> Range<T> {
    let mut range = match known.iter().find(|(own, _)| *own == subject) {
        Some((_, range)) => *range,
        None => Range { least: None, most: None },
    };
    match (bound, wanted) {
        (Comparison::Below, true) | (Comparison::AtLeast, false) => range.lower_upper_bound(limit, false),
        (Comparison::AtMost, true) | (Comparison::Above, false) => range.lower_upper_bound(limit, true),
        (Comparison::AtLeast, true) | (Comparison::Below, false) => range.raise_lower_bound(limit, true),
        (Comparison::Above, true) | (Comparison::AtMost, false) => range.raise_lower_bound(limit, false),
        (Comparison::Exactly, true) => {
            range.raise_lower_bound(limit, true);
            range.lower_upper_bound(limit, true);
        }
        (Comparison::Exactly, false) => {}
    }
    known.retain(|(own, _)| *own != subject);
    known.push((subject, range));
    range
}

/// Why a condition on the first Turn of a battle fails in a sentence that acts as each Turn begins; `None` for other
/// sentences.
pub(super) fn why_asked_too_early(sentence: &Sentence) -> Option<String> {
    let as_the_turn_begins = sentence.operation.modifier().is_some_and(Modifier::is_of_turn_points)
        || matches!(sentence.trigger, Some(Trigger::EachTurn(Phase::TurnStart)));
    let too_early = as_the_turn_begins && sentence.condition.as_ref().is_some_and(requires_first_battle_turn);
    too_early.then(|| "as a Turn begins nobody is in the first Turn of a battle yet (R080, A102)".to_owned())
}

/// Whether a condition holds only in the first Turn of a battle.
fn requires_first_battle_turn(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().any(requires_first_battle_turn),
        Condition::AnyOf(parts) => parts.iter().all(requires_first_battle_turn),
        Condition::Is(Predicate::Has(_, Property::InFirstTurnOfBattle)) => true,
        Condition::Is(_) | Condition::Not(_) => false,
    }
}
