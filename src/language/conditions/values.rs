//! Numbers, ranks, bounds and the rulebook's own words.

use super::{Rule, ordinal_number};
use crate::language::condition::{
    Comparison, Condition, Costing, DamageSpan, DamageSum, Level, Measured, Predicate, Property, Resource, SkillKind,
    Written,
};
use crate::language::number_words::number_of_word;
use crate::language::pairs::{Pair, Pairs};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::dash::is_dash;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::{Rank, RankLetter};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

/// Replaces white space by single spaces.
pub(super) fn collapse_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

pub(super) fn is_name(rule: Rule) -> bool {
    matches!(rule, Rule::name | Rule::mark | Rule::quoted_name | Rule::bare_name)
}

/// Whether a `be`, `have` or `do_not` pair denies what follows.
pub(super) fn is_denied(pair: Pair<'_, Rule>) -> bool {
    pair.as_rule() == Rule::do_not
        || pair.into_inner().any(|p| matches!(p.as_rule(), Rule::k_not | Rule::k_be_not | Rule::k_have_not))
}

/// Whether a `be`, `have` or `do_not` pair puts the statement in the past: `was`, `has`, `did not`, `'s been`.
pub(super) fn says_past(pair: &Pair<'_, Rule>) -> bool {
    let text = pair.as_str().to_ascii_lowercase();
    let past = ["was", "were", "got", "did"].iter().any(|word| text.starts_with(word));
    past || text.trim_end().ends_with("been") || pair.as_rule() == Rule::have
}

/// Whether the verb is `gets`: what follows is a change into a state.
pub(super) fn says_gets(pair: &Pair<'_, Rule>) -> bool {
    matches!(pair.as_str().trim().to_ascii_lowercase().as_str(), "gets" | "get")
}

/// Whether the verb is `fell` or `dropped`: the change is over.
pub(super) fn has_sunk(pair: &Pair<'_, Rule>) -> bool {
    const FORMS: [&str; 8] = ["fell", "fallen", "sank", "sunk", "went", "gone", "got", "gotten"];
    let verb = pair.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    verb.ends_with("ed") || FORMS.contains(&verb.as_str())
}

/// Whether the first verb of a phrase is in the past: `attacked`, `left`.
pub(super) fn is_past_form(pair: &Pair<'_, Rule>) -> bool {
    const FORMS: [&str; 24] = [
        "left",
        "came",
        "made",
        "took",
        "taken",
        "fell",
        "fallen",
        "fled",
        "saw",
        "paid",
        "chose",
        "held",
        "struck",
        "shot",
        "swung",
        "went",
        "gone",
        "fought",
        "slew",
        "slain",
        "ran",
        "withdrew",
        "withdrawn",
        "shown",
    ];
    let verb = pair.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    matches!(pair.as_rule(), Rule::act_phrase | Rule::act_plain | Rule::v_attack)
        && (verb.ends_with("ed") || FORMS.contains(&verb.as_str()))
}

/// The number in digits or as a number word; 0 for other words.
pub(crate) fn exact_number(text: &str) -> Exact {
    text.parse().unwrap_or_else(|_| Exact::from(number_of_word(text).unwrap_or(0)))
}

/// The whole number of a `written_number` or `count` pair. A number that does not fit becomes the largest one.
pub(crate) fn whole_number(pair: &Pair<'_, Rule>) -> u32 {
    let text = pair.as_str();
    let digits = text.split('.').next().unwrap_or(text);
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        digits.parse().unwrap_or(u32::MAX)
    } else {
        number_of_word(text).unwrap_or(0)
    }
}

/// The first whole number within a pair; 0 if there is none.
pub(super) fn first_whole_number(pair: Pair<'_, Rule>) -> u32 {
    pair.into_inner()
        .find(|p| matches!(p.as_rule(), Rule::written_number | Rule::count))
        .map_or(0, |p| whole_number(&p))
}

/// The number of an `amount`, `written_number` or `count` pair.
pub(crate) fn amount(pair: &Pair<'_, Rule>) -> Exact {
    exact_number(pair.as_str().trim())
}

/// The comparison of a pair that may contain a `lead_bound` and a `tail_bound`; `exactly` if there is none.
pub(crate) fn comparison(pair: &Pair<'_, Rule>) -> Comparison {
    let words = pair.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound));
    let word = words.filter_map(|p| p.into_inner().next()).last();
    match word.map(|p| p.as_rule()) {
        Some(Rule::k_below) => Comparison::Below,
        Some(Rule::k_at_most | Rule::k_or_less) => Comparison::AtMost,
        Some(Rule::k_at_least | Rule::k_or_more) => Comparison::AtLeast,
        Some(Rule::k_above) => Comparison::Above,
        _ => Comparison::Exactly,
    }
}

/// The sum of damage that a `had_damage` pair asks about; `None` if a part is missing.
pub(super) fn damage_sum(pair: &Pair<'_, Rule>) -> Option<DamageSum> {
    let inner = pair.clone().into_inner();
    let told = inner.clone().find(|p| p.as_rule() == Rule::told_damage)?;
    let number = told.clone().into_inner().find(|p| p.as_rule() == Rule::written_number)?;
    let of_battle = inner
        .clone()
        .find(|p| p.as_rule() == Rule::damage_span)
        .is_some_and(|span| span.into_inner().any(|p| matches!(p.as_rule(), Rule::k_battle | Rule::k_combat)));
    Some(DamageSum {
        is_received: inner.clone().any(|p| p.as_rule() == Rule::v_take),
        within: if of_battle { DamageSpan::Battle } else { DamageSpan::Turn },
        bound: comparison(&told),
        amount: exact_number(number.as_str()),
    })
}

/// The damage of the use itself that a `use_inflicts` pair asks about: a number, any, or none.
pub(super) fn damage_of_use(inner: &Pairs<'_, Rule>) -> Condition<Written> {
    let (bound, damage) = match inner.clone().find(|p| p.as_rule() == Rule::so_much_damage) {
        Some(told) => {
            let number = told.clone().into_inner().find(|p| p.as_rule() == Rule::written_number);
            (comparison(&told), number.map_or(Exact::ZERO, |p| exact_number(p.as_str())))
        }
        None if inner.clone().any(|p| p.as_rule() == Rule::k_no) => (Comparison::Exactly, Exact::ZERO),
        None => (Comparison::Above, Exact::ZERO),
    };
    Condition::Is(Predicate::UseInflicts(bound, damage))
}

/// The stat of a `stat_word` pair.
pub(crate) fn stat(pair: &Pair<'_, Rule>) -> Option<Stat> {
    Stat::parse(pair.as_str())
}

/// The rank of a `written_rank` pair.
pub(crate) fn rank(pair: &Pair<'_, Rule>) -> Rank {
    Rank::parse(&pair.as_str().to_uppercase()).unwrap_or(Rank::plain(RankLetter::E))
}

/// The resource of a `resource` pair.
pub(crate) fn resource(pair: Pair<'_, Rule>) -> Option<Resource> {
    Some(match pair.into_inner().next()?.as_rule() {
        Rule::k_health => Resource::Health,
        Rule::k_mana => Resource::Mana,
        Rule::k_cp => Resource::CombatPoints,
        Rule::k_command_spell => Resource::CommandSpells,
        Rule::k_ap => Resource::ActionPoints,
        Rule::k_sp => Resource::SupportPoints,
        _ => return None,
    })
}

/// The resource of a pair; `None` if the pair is none.
fn resource_in(pair: Pair<'_, Rule>) -> Option<Resource> {
    if pair.as_rule() == Rule::resource { resource(pair) } else { None }
}

/// The kind of a `status_word` pair.
pub(crate) fn status_kind(pair: &Pair<'_, Rule>) -> StatusKind {
    StatusKind::ALL
        .into_iter()
        .find(|k| k.name().eq_ignore_ascii_case(pair.as_str().trim()))
        .unwrap_or(StatusKind::Poison)
}

/// A word in lower case without dashes and spaces.
fn normalized(text: &str) -> String {
    text.chars().filter(|c| !is_dash(*c) && !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// The type of a `damage_word` pair.
pub(crate) fn damage_type(pair: &Pair<'_, Rule>) -> DamageType {
    let written = normalized(pair.as_str());
    DamageType::ALL.into_iter().find(|t| normalized(t.name()) == written).unwrap_or(DamageType::Special)
}

/// The type of a `skill_type_word` pair.
pub(crate) fn skill_type(pair: &Pair<'_, Rule>) -> SkillType {
    let written = normalized(pair.as_str());
    let written = written.trim_end_matches('s');
    SkillType::ALL
        .into_iter()
        .find(|t| {
            normalized(t.name()).trim_end_matches('s') == written
                || (written == "surprise" && *t == SkillType::SurpriseAttack)
        })
        .unwrap_or(SkillType::AntiOther)
}

/// `ranked A or higher`, of a `rank_bound` pair.
pub(super) fn rank_property(pair: Pair<'_, Rule>, stat: Stat) -> Property {
    let bound = comparison(&pair);
    let written = pair.into_inner().find(|p| p.as_rule() == Rule::written_rank);
    Property::Ranked(stat, bound, written.map_or(Rank::plain(RankLetter::E), |p| rank(&p)))
}

/// The property of a pair with a `level_of` in it; `None` if that names no resource.
pub(super) fn find_level_property(pair: Pair<'_, Rule>) -> Option<Property> {
    let Some(of) = pair.clone().into_inner().find(|p| p.as_rule() == Rule::level_of) else {
        // `below 50%` without a resource means Health.
        return Some(level_property(pair, Resource::Health));
    };
    let what = of.clone().into_inner().find(|p| p.as_rule() == Rule::resource).and_then(resource)?;
    Some(level_property(of, what))
}

/// `falls to 80`: the number is then 80 or less. `None` for `above` and `at least`, because nothing falls above a
/// number.
pub(super) fn after_fall(said: Property) -> Option<Property> {
    let Property::Has(what, bound, level) = said else { return None };
    let bound = match bound {
        Comparison::Exactly => Comparison::AtMost,
        Comparison::Below | Comparison::AtMost => bound,
        Comparison::Above | Comparison::AtLeast => return None,
    };
    Some(Property::Has(what, bound, level))
}

/// The share that a fraction names: `1/3`, `a quarter`.
fn share_of_fraction(pair: &Pair<'_, Rule>) -> Level {
    let text = pair.as_str().to_ascii_lowercase();
    let parts = if text.contains("third") || text.ends_with("/3") {
        3
    } else if text.contains("quarter") || text.ends_with("/4") {
        4
    } else {
        2
    };
    Level::Share(parts)
}

/// The property `30% or less of their maximum`, of a `level` or `level_of` pair.
pub(super) fn level_property(pair: Pair<'_, Rule>, resource: Resource) -> Property {
    let bound = match super::has_pair(&pair.clone().into_inner(), Rule::k_only) {
        true => Comparison::AtMost,
        false => comparison(&pair),
    };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::percent => {
                let number = part.into_inner().next().map_or(Exact::ZERO, |p| exact_number(p.as_str()));
                let factor = number.times(Exact::percent(1)).unwrap_or(Exact::ONE);
                return Property::Has(resource, bound, Level::OfMaximum(factor));
            }
            Rule::k_half => return Property::Has(resource, bound, Level::OfMaximum(Exact::percent(50))),
            Rule::fraction => return Property::Has(resource, bound, share_of_fraction(&part)),
            Rule::amount => return Property::Has(resource, bound, Level::Number(amount(&part))),
            Rule::level => return level_property(part, resource),
            Rule::k_full => return Property::Has(resource, Comparison::AtLeast, Level::OfMaximum(Exact::ONE)),
            Rule::k_no => return Property::Has(resource, Comparison::AtMost, Level::Number(Exact::ZERO)),
            _ => {}
        }
    }
    Property::Has(resource, bound, Level::Number(Exact::ZERO))
}

/// The text of a quotation, without its quotes.
fn text_in_quotes(pair: &Pair<'_, Rule>) -> String {
    let mut letters = pair.as_str().chars();
    letters.next();
    letters.next_back();
    collapse_spaces(letters.as_str())
}

pub(super) fn status_property(pair: &Pair<'_, Rule>) -> Property {
    match pair.as_rule() {
        Rule::status_word => Property::AffectedBy(status_kind(pair)),
        Rule::quoted_name => Property::AffectedByNamed(text_in_quotes(pair)),
        _ => pair.clone().into_inner().next().map_or(Property::AffectedByAnyStatus, |status| status_property(&status)),
    }
}

/// The property of the Turn of a battle that a pair names; the first Turn if it names none.
pub(crate) fn turn_of_battle(pair: &Pair<'_, Rule>) -> Property {
    let told = pair.descendants([Rule::nth_of_battle]).next();
    told.map_or(Property::InFirstTurnOfBattle, |told| {
        let word = told.descendants([Rule::nth_word]).next();
        let every = told.into_inner().flatten().any(|p| p.as_rule() == Rule::k_every);
        Property::InTurnOfBattle { nth: word.map_or(2, |word| ordinal_number(&word)), every }
    })
}

/// The property of a `trait_`, `be_trait` or `has_trait` pair, and whether it is affirmed.
pub(super) fn property_of(pair: Pair<'_, Rule>) -> (Property, bool) {
    let Some(inner) = pair.into_inner().next() else { return (Property::Alive, false) };
    let said = match inner.as_rule() {
        Rule::be_trait | Rule::has_trait | Rule::whose_trait => return property_of(inner),
        Rule::in_spirit => Property::InSpiritForm,
        Rule::in_battle => Property::InBattle,
        Rule::in_first => turn_of_battle(&inner),
        Rule::affected => {
            let said = inner.into_inner().find(|p| matches!(p.as_rule(), Rule::status_word | Rule::quoted_name));
            said.map_or(Property::AffectedByAnyStatus, |status| status_property(&status))
        }
        Rule::some_status => Property::AffectedByAnyStatus,
        Rule::k_poisoned => Property::AffectedBy(StatusKind::Poison),
        Rule::k_stunned => Property::AffectedBy(StatusKind::Stun),
        Rule::k_dead => Property::Dead,
        Rule::k_masterless | Rule::no_master => Property::Masterless,
        Rule::by_user => Property::DamagedByUser,
        Rule::ability_called => {
            let name = inner.into_inner().find(|p| p.as_rule() == Rule::quoted_name);
            Property::HasAbility(name.map_or_else(String::new, |name| text_in_quotes(&name)))
        }
        Rule::at_home => Property::AtHome,
        Rule::flight => Property::HasFlight,
        Rule::no_flight => return (Property::HasFlight, false),
        Rule::ranked | Rule::whose_ranked => {
            let mut words = inner.into_inner();
            let found = words.find(|p| p.as_rule() == Rule::stat_word).and_then(|p| stat(&p)).unwrap_or(Stat::STR);
            return match words.find(|p| p.as_rule() == Rule::rank_bound) {
                Some(bound) => (rank_property(bound, found), true),
                None => (Property::Alive, false),
            };
        }
        Rule::compared | Rule::whose_compared => {
            let said = comparison_of_measure(inner).map(|(what, bound)| Property::BesideUser(what, bound));
            return said.map_or((Property::Alive, false), |said| (said, true));
        }
        Rule::level_of | Rule::whose_level => {
            let found = inner.clone().into_inner().find(|p| p.as_rule() == Rule::resource).and_then(resource);
            level_property(inner, found.unwrap_or(Resource::Health))
        }
        _ => Property::Alive,
    };
    (said, true)
}

/// `lower LCK than the user`, of a `compared` or `outdone` pair: what is compared, and how. `None` if nothing is named.
pub(super) fn comparison_of_measure(pair: Pair<'_, Rule>) -> Option<(Measured, Comparison)> {
    let inner = pair.clone().into_inner();
    let what = find_measure(inner.clone())?;
    let word = inner.into_iter().find(|p| matches!(p.as_rule(), Rule::k_greater | Rule::k_smaller));
    let bound = match word.map(|p| p.as_rule()) {
        Some(Rule::k_greater) => Comparison::Above,
        Some(_) => Comparison::Below,
        None => comparison(&pair),
    };
    Some((what, bound))
}

/// What a comparison is about: the first stat or number named.
pub(super) fn find_measure<'i>(mut pairs: impl Iterator<Item = Pair<'i, Rule>>) -> Option<Measured> {
    let told = pairs.find(|p| matches!(p.as_rule(), Rule::stat_word | Rule::resource | Rule::lost_of))?;
    match told.as_rule() {
        Rule::lost_of => told.into_inner().find_map(resource_in).map(Measured::Missing),
        Rule::stat_word => stat(&told).map(Measured::Stat),
        _ => resource(told).map(Measured::Number),
    }
}

/// Whether everything named is what the comparison is about.
pub(super) fn are_all_measure<'i>(pairs: impl Iterator<Item = Pair<'i, Rule>>, what: Measured) -> bool {
    pairs.into_iter().all(|told| find_measure(std::iter::once(told)) == Some(what))
}

/// The kind of skill in a `use_costly` pair; `None` if a part is missing.
pub(super) fn costly_kind(pair: Pair<'_, Rule>) -> Option<SkillKind> {
    let told = pair.into_inner().find(|p| p.as_rule() == Rule::skills_costing)?;
    let resource = resource(told.clone().into_inner().find(|p| p.as_rule() == Rule::cost_word)?)?;
    let amount = told.clone().into_inner().find(|p| p.as_rule() == Rule::written_number);
    Some(SkillKind::Costing(match amount {
        Some(amount) => Costing { resource, bound: comparison(&told), amount: exact_number(amount.as_str()) },
        None => Costing { resource, ..Costing::MANA },
    }))
}

/// The kind of skill in a `use_kind` pair; `None` if a part is missing.
pub(super) fn used_kind(pair: Pair<'_, Rule>) -> Option<SkillKind> {
    let told = [Rule::damage_word, Rule::skill_type_word, Rule::k_noble_phantasm, Rule::k_basic_one, Rule::k_skill];
    let kind = pair.into_inner().find(|p| told.contains(&p.as_rule()))?;
    Some(match kind.as_rule() {
        Rule::damage_word => SkillKind::Damage(damage_type(&kind)),
        Rule::k_noble_phantasm => SkillKind::NoblePhantasm,
        Rule::k_basic_one => SkillKind::BasicAttack,
        Rule::k_skill => SkillKind::Any,
        _ => SkillKind::Type(skill_type(&kind)),
    })
}

/// The phase that is named anywhere within a pair.
pub(crate) fn named_phase(pair: Pair<'_, Rule>) -> Option<Phase> {
    let parts = pair.into_inner();
    let second = parts.clone().flatten().any(|part| part.as_rule() == Rule::k_second);
    for part in parts.flatten() {
        match part.as_rule() {
            Rule::phase_word => {
                let phase = phase_from_word(part.as_str());
                return Some(if second { phase.in_second_round() } else { phase });
            }
            // The end of a combat round is the end of its Prepared Effect Phase (R203).
            Rule::k_round => return Some(if second { Phase::Prepared2 } else { Phase::Prepared }),
            _ => {}
        }
    }
    None
}

/// The phase of the first combat round that the word of a `phase_word` pair names.
fn phase_from_word(word: &str) -> Phase {
    match word.bytes().next().map(|b| b.to_ascii_lowercase()) {
        Some(b'd') => Phase::DailyMove,
        Some(b'a') => Phase::Attacking,
        Some(b's') => Phase::Support,
        Some(b'p') => Phase::Prepared,
        Some(b'm') => Phase::Movement,
        _ if word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("ins")) => Phase::Instant,
        _ => Phase::Initial,
    }
}
