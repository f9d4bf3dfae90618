//! Generated trees: what is printed of one is read as the same one and printed the same again, or it is refused. What
//! is accepted and is another tree is a misreading.

use grail_referee::language::condition::{
    Act, Comparison, Condition, Deed, Filter, Group, LastTurn, Level, Name, Predicate, Property, Relation, Resource,
    Side, Who, Written,
};
use grail_referee::language::effect::{Cancelled, Clause, Effect, Modifier, Often, Operation, Sentence, Trigger, Verb};
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;
use grail_referee::language::span::Span;
use grail_referee::language::visit::{VisitEffectMut, VisitMut};
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::rank::{Rank, RankLetter};
use grail_referee::vocabulary::stat::Stat;
use grail_referee::vocabulary::status::StatusKind;

use super::laws::corpus;

/// A stream of choices, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn chance(&mut self, in_hundred: usize) -> bool {
        self.below(100) < in_hundred
    }
}

/// How many are tried: as many as `GRAIL_CASES` says, or so many.
fn cases(usual: u64) -> u64 {
    std::env::var("GRAIL_CASES").map_or(usual, |text| text.parse().unwrap())
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::new(0, 0) }
}

fn group(dice: &mut Dice) -> Group<Written> {
    let mut filters = Vec::new();
    match dice.below(6) {
        0 => filters.push(Filter::Alignment("Evil".to_owned())),
        1 => filters.push(Filter::Class("Saber".to_owned())),
        2 => filters.push(Filter::Detected),
        _ => {}
    }
    match dice.below(5) {
        0 => filters.push(Filter::Servants),
        1 => filters.push(Filter::Masters),
        2 => filters.push(Filter::Familiars),
        3 => filters.push(Filter::AnyOf(vec![Filter::Servants, Filter::Familiars])),
        _ => {}
    }
    match dice.below(8) {
        0 => filters.push(Filter::Here),
        1 => filters.push(Filter::In(name("Park"))),
        2 => filters.push(Filter::Property(Box::new(statement(dice)))),
        3 => filters.push(Filter::Not(Box::new(Filter::Property(Box::new(Property::InBattle))))),
        4 => filters.push(Filter::Not(Box::new(Filter::Property(Box::new(Property::InSpiritForm))))),
        _ => {}
    }
    Group { side: dice.one(&[Side::Opponents, Side::Allies, Side::Anyone]), filters }
}

fn bound(dice: &mut Dice) -> Comparison {
    dice.one(&[Comparison::Below, Comparison::AtMost, Comparison::Exactly, Comparison::AtLeast, Comparison::Above])
}

fn statement(dice: &mut Dice) -> Property {
    let level = [Level::Number(Exact::from(50_u32)), Level::OfMaximum("0.3".parse().unwrap()), Level::Share(3)];
    match dice.below(11) {
        0 => {
            let stat = dice.one(&[Stat::STR, Stat::LCK, Stat::ACT]);
            Property::Ranked(stat, bound(dice), Rank::plain(dice.one(&[RankLetter::A, RankLetter::C])))
        }
        1 | 2 => Property::Has(dice.one(&[Resource::Health, Resource::Mana]), bound(dice), dice.one(&level)),
        3 => Property::InSpiritForm,
        4 => Property::AffectedBy(dice.one(&[StatusKind::Poison, StatusKind::Stun])),
        5 => Property::AffectedByNamed("Bleeding".to_owned()),
        6 => Property::AffectedByAnyStatus,
        7 => Property::InBattle,
        8 => Property::HasFlight,
        9 => Property::AtHome,
        _ => Property::InFirstTurnOfBattle,
    }
}

fn who(dice: &mut Dice) -> Who<Written> {
    match dice.below(8) {
        0 | 1 => Who::User,
        2 | 3 => Who::Target,
        4 => Who::related(Relation::Master, dice.one(&[Who::User, Who::Target])),
        5 => Who::OneOf(vec![Who::User, Who::related(Relation::Master, Who::User)]),
        _ => Who::Any(group(dice)),
    }
}

fn deed(dice: &mut Dice) -> Deed<Written> {
    let object = dice.chance(60).then(|| who(dice));
    let act = match dice.below(9) {
        0 | 1 => Act::Attacks(object),
        2 => Act::Kills(Some(who(dice))),
        3 => Act::Damages(None, Some(who(dice))),
        4 => Act::Uses(name("Rapid Cut"), object),
        5 => Act::Enters(dice.one(&[None, Some(name("Park"))])),
        6 => Act::Dies,
        7 => Act::IsAttacked,
        _ => Act::UsesNoblePhantasm,
    };
    Deed::new(who(dice), act)
}

fn condition(dice: &mut Dice, deep: usize) -> Condition<Written> {
    match dice.below(if deep == 0 { 6 } else { 9 }) {
        0 | 1 => Condition::Is(Predicate::Has(who(dice), statement(dice))),
        2 => Condition::Is(Predicate::Did(deed(dice))),
        3 => Condition::Is(Predicate::IsIn(who(dice), dice.one(&[None, Some(name("Park"))]))),
        4 => {
            let count = u32::try_from(1 + dice.below(3)).unwrap();
            // Where they are is said of the count.
            let mut of = group(dice);
            of.filters.retain(|filter| !matches!(filter, Filter::Here | Filter::In(_)));
            Condition::Is(Predicate::Count(bound(dice), count, of, dice.one(&[None, Some(name("Park"))])))
        }
        5 => match dice.below(2) {
            0 => Condition::Is(Predicate::InLastTurn(
                who(dice),
                dice.one(&[
                    LastTurn::Attacked,
                    LastTurn::Moved,
                    LastTurn::MovedNow,
                    LastTurn::Fought,
                    LastTurn::Damaged,
                ]),
            )),
            _ => Condition::Is(Predicate::Night(bound(dice), 3)),
        },
        6 => match condition(dice, 0) {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        },
        7 => Condition::All(vec![condition(dice, 0), condition(dice, deep - 1)]),
        _ => Condition::AnyOf(vec![condition(dice, 0), condition(dice, deep - 1)]),
    }
}

/// Puts the filters of every group in one order: which comes first says nothing. Lists within lists of one kind are
/// one.
struct Sorted;

impl VisitMut<'_, Written> for Sorted {
    fn visit_group(&mut self, group: &mut Group<Written>) {
        self.walk_group(group);
        group.filters.sort_by_key(|filter| format!("{filter:?}"));
    }
}

impl VisitEffectMut<'_> for Sorted {}

fn flat(condition: &Condition<Written>) -> Condition<Written> {
    match condition {
        Condition::All(parts) => {
            let parts = parts.iter().map(flat).flat_map(|part| match part {
                Condition::All(inner) => inner,
                other => vec![other],
            });
            Condition::All(parts.collect())
        }
        Condition::AnyOf(parts) => {
            let parts = parts.iter().map(flat).flat_map(|part| match part {
                Condition::AnyOf(inner) => inner,
                other => vec![other],
            });
            Condition::AnyOf(parts.collect())
        }
        Condition::Not(part) => Condition::Not(Box::new(flat(part))),
        Condition::Is(said) => Condition::Is(said.clone()),
    }
}

fn plain(rule: &Sentence) -> Sentence {
    let mut rule = rule.clone();
    rule.condition = rule.condition.as_ref().map(flat);
    Sorted.visit_sentence(&mut rule);
    rule
}

/// What is wrong with what is read of a tree's words; `None` too where they are refused.
fn misread(rule: &Sentence, read: &mut usize) -> Option<String> {
    let words = canonical(&Effect::Sentence(rule.clone()));
    let Ok(again) = parse(&words) else { return None };
    *read += 1;
    let printed = canonical(&again);
    let same = matches!(&again, Effect::Sentence(again) if plain(again) == plain(rule));
    if printed != words {
        Some(format!("`{words}` is read as `{printed}`"))
    } else if !same {
        Some(format!("`{words}` is read as another tree:\n  {rule:?}\n  {again:?}"))
    } else {
        None
    }
}

/// Whether a condition speaks of somebody by the sentence it stands in: as whom somebody is in the same location.
fn tells_by_sentence(condition: &Condition<Written>) -> bool {
    condition.statements().into_iter().any(|said| matches!(said, Predicate::IsWith(_, Who::Antecedent)))
}

/// Whether a condition asks what had been done before what its sentence waits for: without such a deed nothing had.
fn asks_of_past(condition: &Condition<Written>) -> bool {
    condition.statements().into_iter().filter_map(Predicate::deed).any(|deed| deed.is_past)
}

/// Whether a condition says `that character`: of whoever the sentence it is taken from tells.
fn says_they(condition: &Condition<Written>) -> bool {
    condition.statements().into_iter().filter_map(Predicate::subject).any(Who::says_they)
}

/// A rule that is done at once and hangs on nothing.
fn restores() -> Sentence {
    match parse("The user restores 5 Health.") {
        Ok(Effect::Sentence(rule)) => rule,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_generated_condition_is_read_as_itself_or_refused() {
    let (mut read, mut faults, all) = (0, Vec::new(), cases(1000));
    for seed in 0..all {
        let mut dice = Dice(seed);
        let rule = Sentence { condition: Some(flat(&condition(&mut dice, 2))), ..restores() };
        faults.extend(misread(&rule, &mut read));
    }
    assert!(faults.is_empty(), "{} of {all}:\n{}", faults.len(), faults[..faults.len().min(12)].join("\n"));
    assert!(read * 100 >= usize::try_from(all).unwrap() * 55, "{read} of {all} are understood");
}

#[test]
fn every_sentence_put_together_of_others_is_read_as_itself_or_refused() {
    let rules: Vec<&Sentence> = corpus()
        .values()
        .filter_map(|effect| match effect {
            Effect::Sentence(rule) => Some(rule),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
        .collect();
    let (mut read, mut faults, all) = (0, Vec::new(), cases(2000));
    for seed in 0..all {
        let mut dice = Dice(seed + 100_000);
        let mut rule = dice.one(&rules).clone();
        let waits_for_deed = rule.trigger.as_ref().and_then(Trigger::deed).is_some();
        if dice.chance(60) {
            rule.condition = match dice.below(3) {
                0 => None,
                1 => Some(flat(&condition(&mut dice, 1))),
                _ => dice
                    .one(&rules)
                    .condition
                    .clone()
                    .filter(|condition| !tells_by_sentence(condition) && !says_they(condition))
                    .filter(|condition| waits_for_deed || !asks_of_past(condition)),
            };
        }
        // Whoever is told by what a sentence waits for is told by nothing else.
        let told = |who: &Who<Written>| who.mentions(&|who| matches!(who, Who::Antecedent | Who::Attacker));
        let by_trigger = rule.ending_deed.is_some()
            || rule.operation.people().into_iter().any(told)
            || rule.condition.iter().flat_map(Condition::statements).filter_map(Predicate::subject).any(told);
        // These say by themselves when, and for how long.
        // `Cannot be detected until the user attacks` is of the hiding itself, where no time stands beside it.
        let hides = rule.ending_deed.is_some()
            && matches!(&rule.operation, Operation::Standing(of) if matches!(of.modifier, Modifier::Hidden { .. }));
        let when = hides
            || matches!(rule.operation, Operation::Clause(Clause::Lasts(_)))
            || matches!(rule.operation.verb(), Some(Verb::AskGm(_) | Verb::ApNextTurn { .. }));
        if dice.chance(50) && !by_trigger && !when {
            rule.trigger = dice.one(&rules).trigger.clone();
        }
        // Without a condition something comes of it each time.
        if let (Some(Trigger::Limited(often, _)), None) = (&mut rule.trigger, &rule.condition)
            && let Often::WorkingEachTurn(most) = *often
        {
            *often = Often::EachTurn(most);
        }
        if dice.chance(40) && !when {
            rule.duration = dice.one(&rules).duration;
        }
        // AP of the next Turn that hang on something are what holds in that Turn: it is asked as it begins.
        let booked = matches!(rule.operation.verb(), Some(Verb::ApNextTurn { .. }));
        if booked && rule.trigger.is_none() && rule.condition.is_some() {
            continue;
        }
        // What ends the skill without waiting for anything is told as its time: `Lasts unless …`.
        if rule.trigger.is_none() && matches!(rule.operation.verb(), Some(Verb::Cancel(Cancelled::This))) {
            continue;
        }
        let timed = rule.duration.is_some() || rule.ending_deed.is_some();
        let standing = matches!(rule.operation, Operation::Standing(_));
        rule.at_use = standing && timed && rule.trigger.is_none() && rule.condition.is_some() && rule.at_use;
        faults.extend(misread(&rule, &mut read));
    }
    assert!(faults.is_empty(), "{} of {all}:\n{}", faults.len(), faults[..faults.len().min(12)].join("\n"));
    assert!(read * 100 >= usize::try_from(all).unwrap() * 20, "{read} of {all} are understood");
}
