//! Parses the fields of a sheet: ranks, numbers, names, types, damage, costs, targets, phases, statuses.
//!
//! Each parser takes the text of one field and returns its value, or everything that is wrong with it. Spans count from
//! the start of the text. A field that an upgrade may change can have an arrow (R427). The grammar is
//! `grammar/fields.pest`.

use crate::vocabulary::cost::Cost;
use crate::vocabulary::damage::{Damage, DamageType};
use crate::vocabulary::dash::{is_dash, plain_dash};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::Status;
use crate::vocabulary::switches::MaxDistance;
use crate::vocabulary::target::TargetKind;
use crate::vocabulary::text::collapse_whitespace;

use super::diagnostic::{Diagnostic, nearest};
use super::number_words;
use super::pairs::{Pair, Pairs};
use super::parse_error::ParseError;
use super::parser::{Rule, matches_rule, read};
use super::span::Span;

mod cost;
mod damage;

use cost::cost_of;
use damage::damage_of;

/// A value, or everything that is wrong with its text.
pub type ParseResult<T> = Result<T, Vec<Diagnostic>>;

/// The longest field that is read, in bytes.
pub const MAX_FIELD_LENGTH: usize = 400;

/// The codes of faults in fields.
pub mod code {
    crate::language::codes::codes! {
        /// The text is too long for a field.
        TOO_LONG = "E250";
        /// What stands there is no rank: E to EX, with up to three + or - (R028–R033).
        RANK = "E251";
        /// What stands there is no exact decimal (A021).
        NUMBER = "E252";
        /// What stands there is no name.
        NAME = "E253";
        /// What stands there is no type of skill (R106–R118).
        SKILL_TYPE = "E254";
        /// What stands there is no damage: `25 Physical`, `3 Physical, 2 hits`, `30 Magical, Stun 1` (R121).
        DAMAGE = "E255";
        /// What stands there is no cost: `1 AP, 20 Mana` (R122).
        COST = "E256";
        /// What stands there is no list of targets: `[Any]`, `[Self] [Location]` (R120).
        TARGETS = "E257";
        /// What stands there is no phase (R210).
        PHASE = "E258";
        /// What stands there is no status: `Stun 1`, `Poison 3/20` (R127, R128).
        STATUS = "E259";
        /// What stands there is no ACT: N/A, or E to EX without + and - (R052–R062).
        ACUITY = "E260";
    }
}

/// A kind of field, for messages.
struct FieldForm {
    code: &'static str,
    /// Its name without an article: `rank`.
    name: &'static str,
    /// An example of one.
    example: &'static str,
}

const RANK: FieldForm = FieldForm { code: code::RANK, name: "rank", example: "`B`, `A++`, `C-` or `EX`" };
const NUMBER: FieldForm = FieldForm { code: code::NUMBER, name: "number", example: "`25` or `0.5`" };
const NAME: FieldForm =
    FieldForm { code: code::NAME, name: "name", example: "`Rapid Cut` or `Chain Slash -> Dancing Slashes`" };
const SKILL_TYPE: FieldForm =
    FieldForm { code: code::SKILL_TYPE, name: "skill type", example: "`Anti-Personnel` or `Support`" };
const DAMAGE: FieldForm = FieldForm {
    code: code::DAMAGE,
    name: "damage",
    example: "`25 Physical`, `3 Physical, 2 hits` or `30 Magical, Stun 1`",
};
const COST: FieldForm =
    FieldForm { code: code::COST, name: "cost", example: "`1 AP, 20 Mana`, `Full Turn`, `Upkeep 10 Mana` or `none`" };
const TARGETS: FieldForm =
    FieldForm { code: code::TARGETS, name: "list of targets", example: "`[Self] [Contracted Partner] [Location]`" };
const PHASE: FieldForm = FieldForm { code: code::PHASE, name: "phase", example: "`Support Phase`" };
const STATUS: FieldForm = FieldForm { code: code::STATUS, name: "status", example: "`Poison 3/20` or `Stun 1`" };
const ACUITY: FieldForm = FieldForm { code: code::ACUITY, name: "ACT", example: "`A`, `EX` or `N/A`" };

/// Parses a rank: `B+` (R028–R033).
pub fn rank(text: &str) -> ParseResult<Rank> {
    let pairs = field(Rule::rank_field, &RANK, text)?;
    one(pairs, Rule::rank, &RANK, text, |pair| rank_of(&pair))
}

/// Parses a rank that may have an arrow: `B+ -> B+++`.
pub fn ranks(text: &str) -> ParseResult<Progression<Rank>> {
    let pairs = field(Rule::ranks_field, &RANK, text)?;
    progression(pairs, Rule::rank, &RANK, text, |pair| rank_of(&pair))
}

/// Parses ACT: a letter without subranks (R062), or `N/A`.
pub fn acuity(text: &str) -> ParseResult<Acuity> {
    let mut pairs = field(Rule::acuity_field, &ACUITY, text)?;
    match pairs.next() {
        Some(pair) if pair.as_rule() == Rule::rank => {
            let rank = rank_of(&pair)?;
            if rank.subranks != 0 {
                let fault = Diagnostic::error(code::ACUITY, span(&pair), "ACT can never have subranks")
                    .suggest(Some(rank.letter.name()));
                return Err(vec![fault]);
            }
            Ok(Acuity::from_letter(rank.letter))
        }
        Some(_) => Ok(Acuity::None),
        None => Err(vec![misread(&ACUITY, text)]),
    }
}

/// Parses a rank or `N/A` (`None`), as NP may be (A018).
pub fn rank_or_none(text: &str) -> ParseResult<Option<Rank>> {
    let trimmed = text.trim();
    if trimmed.eq_ignore_ascii_case("N/A") || trimmed.eq_ignore_ascii_case("NA") {
        return Ok(None);
    }
    rank(text).map(Some)
}

/// Parses an exact decimal: `25`, `-3`, `2.50`.
pub fn number(text: &str) -> ParseResult<Exact> {
    let pairs = field(Rule::number_field, &NUMBER, text)?;
    one(pairs, Rule::signed, &NUMBER, text, |pair| exact_of(&pair))
}

/// Parses a whole number from 0 to 4,294,967,295.
pub fn whole(text: &str) -> ParseResult<u32> {
    let value = number(text)?;
    value.as_whole().and_then(|n| u32::try_from(n).ok()).ok_or_else(|| {
        let at = Span::new(0, text.len());
        vec![Diagnostic::error(code::NUMBER, at, format!("`{}` is no whole number from 0 on", text.trim()))]
    })
}

/// Parses the range of a skill: a number of moves, or `anywhere`.
pub fn range(text: &str) -> ParseResult<MaxDistance> {
    if text.trim().eq_ignore_ascii_case("anywhere") {
        return Ok(MaxDistance::Unlimited);
    }
    whole(text).map(MaxDistance::Moves)
}

/// Parses a name that may have an arrow: `Chain Slash -> Dancing Slashes`.
pub fn names(text: &str) -> ParseResult<Progression<String>> {
    let pairs = field(Rule::names_field, &NAME, text)?;
    progression(pairs, Rule::plain_name, &NAME, text, |pair| {
        let name = collapse_whitespace(pair.as_str());
        if name.is_empty() {
            Err(vec![Diagnostic::error(code::NAME, span(&pair), "a name is empty")])
        } else {
            Ok(name)
        }
    })
}

/// Parses a skill type that may have an arrow; any other `Anti-…` is an attack type too (R216).
pub fn skill_types(text: &str) -> ParseResult<Progression<SkillType>> {
    let pairs = field(Rule::types_field, &SKILL_TYPE, text)?;
    progression(pairs, Rule::type_words, &SKILL_TYPE, text, |pair| skill_type_of(&pair))
}

/// Parses a skill type that may have an arrow, and returns its words as written.
pub fn skill_type_words(text: &str) -> ParseResult<Progression<String>> {
    let pairs = field(Rule::types_field, &SKILL_TYPE, text)?;
    progression(pairs, Rule::type_words, &SKILL_TYPE, text, |pair| {
        skill_type_of(&pair).map(|_| collapse_whitespace(pair.as_str()))
    })
}

/// Parses damage that may have an arrow: `25 Physical -> 50 Physical, Stun 1` (R121, R413).
pub fn damages(text: &str) -> ParseResult<Progression<Damage>> {
    let pairs = field(Rule::damage_field, &DAMAGE, text).map_err(|faults| meant(faults, number_first(text)))?;
    progression(pairs, Rule::damage_value, &DAMAGE, text, damage_of)
}

/// Parses a cost that may have an arrow: `1 AP, 20 Mana -> 2 AP, 35 Mana` (R122, R123).
pub fn costs(text: &str) -> ParseResult<Progression<Cost>> {
    let pairs = field(Rule::cost_field, &COST, text)?;
    progression(pairs, Rule::cost_value, &COST, text, cost_of)
}

/// Parses Type of Target: `[Self] [Contracted Partner] [Location]` (R120).
pub fn targets(text: &str) -> ParseResult<Vec<TargetKind>> {
    let mut kinds = Vec::new();
    let mut faults = Vec::new();
    let parsed = field(Rule::targets_field, &TARGETS, text).map_err(|faults| meant(faults, in_brackets(text)))?;
    for pair in parsed.filter(|p| p.as_rule() == Rule::target_kind) {
        let word = collapse_whitespace(pair.as_str().trim_matches(['[', ']']));
        let names = TargetKind::ALL.map(TargetKind::name);
        match TargetKind::ALL.into_iter().find(|k| k.name().eq_ignore_ascii_case(&word)) {
            Some(kind) if kinds.contains(&kind) => {
                faults.push(Diagnostic::error(code::TARGETS, span(&pair), format!("`{kind}` is listed twice")));
            }
            Some(kind) => kinds.push(kind),
            None => faults.push(
                Diagnostic::error(code::TARGETS, span(&pair), format!("`[{word}]` is no target"))
                    .note(format!("targets are [{}]", names.join("] [")))
                    .suggest(nearest(&word, names).map(|n| format!("[{n}]"))),
            ),
        }
    }
    if faults.is_empty() { Ok(kinds) } else { Err(faults) }
}

/// Returns a list of targets as it should be written: for `Self, Ally` `"[Self] [Ally]"`. `None` if a word is no
/// target.
fn in_brackets(text: &str) -> Option<String> {
    let known = |word: &str| {
        let word = collapse_whitespace(word.trim_matches(|c: char| !c.is_alphanumeric()));
        TargetKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(&word))
    };
    let words = text.split([',', '/', '&']).flat_map(|part| part.split(" and "));
    let kinds = words.map(known).collect::<Option<Vec<TargetKind>>>()?;
    Some(format!("\"{}\"", kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
}

/// Returns damage as it should be written: for `Physical 30` `30 Physical`. `None` if turning it round does not help.
fn number_first(text: &str) -> Option<String> {
    let turned = |part: &str| match part.split_whitespace().collect::<Vec<_>>().as_slice() {
        [kind, amount] if number(amount).is_ok() => format!("{amount} {kind}"),
        _ => part.trim().to_owned(),
    };
    let side = |text: &str| text.split(',').map(turned).collect::<Vec<_>>().join(", ");
    let whole = text.split("->").map(side).collect::<Vec<_>>().join(" -> ");
    (whole != text.trim() && matches_rule(Rule::damage_field, &whole)).then_some(whole)
}

/// Adds a suggestion to the faults of a field, if there is one.
fn meant(diagnostics: Vec<Diagnostic>, whole: Option<String>) -> Vec<Diagnostic> {
    let Some(whole) = whole else { return diagnostics };
    diagnostics.into_iter().map(|fault| fault.suggest(Some(whole.clone()))).collect()
}

/// Parses a phase: `Support Phase`, `2nd Instant Phase`, `Attacking` (R210).
pub fn phase(text: &str) -> ParseResult<Phase> {
    let pairs = field(Rule::phase_field, &PHASE, text)?;
    one(pairs, Rule::phase_words, &PHASE, text, |pair| {
        phase_named(pair.as_str()).ok_or_else(|| {
            let words = collapse_whitespace(pair.as_str());
            vec![
                Diagnostic::error(code::PHASE, span(&pair), format!("`{words}` is no phase"))
                    .suggest(nearest(&words, Phase::ALL.map(Phase::name))),
            ]
        })
    })
}

/// Returns the phase of a name, with or without `Phase`; `second` is `2nd`, `Prepared` is enough. `None` if there is no
/// such phase.
pub fn phase_named(text: &str) -> Option<Phase> {
    let words = collapse_whitespace(text).to_lowercase();
    let words = words.strip_prefix("the ").unwrap_or(&words);
    let words = words.strip_suffix(" phase").unwrap_or(words);
    let words = words.replace("second ", "2nd ").replace("prepared effects", "prepared effect");
    Phase::ALL.into_iter().find(|phase| {
        let name = phase.name().to_lowercase();
        let name = name.strip_suffix(" phase").unwrap_or(&name);
        name == words || name.strip_suffix(" effect") == Some(words.as_str())
    })
}

/// Parses a status: `Poison 3/20`, `Stun 2` (R127, R128).
pub fn status(text: &str) -> ParseResult<Status> {
    let pairs = field(Rule::status_field, &STATUS, text)?;
    one(pairs, Rule::status, &STATUS, text, |pair| status_of(&pair))
}

// ------------------------------------------------------------------------------------------
// Values of single pairs; the effect language uses them too.

/// The rank a pair holds.
pub(crate) fn rank_of(pair: &Pair<'_, Rule>) -> ParseResult<Rank> {
    Rank::parse(pair.as_str().trim()).ok_or_else(|| {
        vec![Diagnostic::error(code::RANK, span(pair), "a rank with so many subranks cannot be counted")]
    })
}

/// The decimal a pair holds.
pub(crate) fn exact_of(pair: &Pair<'_, Rule>) -> ParseResult<Exact> {
    let text: String = pair.as_str().trim().chars().map(plain_dash).collect();
    text.parse()
        .map_err(|fault| vec![Diagnostic::error(code::NUMBER, span(pair), format!("`{}`: {fault}", pair.as_str()))])
}

/// The whole number a pair holds, in digits or as a number word.
pub(crate) fn count_of(pair: &Pair<'_, Rule>) -> ParseResult<u32> {
    let text = pair.as_str().trim();
    number_words::number_of_word_or_digits(text).filter(|n| *n < 1_000_000_000).ok_or_else(|| {
        vec![Diagnostic::error(code::NUMBER, span(pair), format!("`{text}` is no whole number below 1,000,000,000"))]
    })
}

/// The status a `status` pair holds.
pub(crate) fn status_of(pair: &Pair<'_, Rule>) -> ParseResult<Status> {
    let fault = |message: &str| Err(vec![Diagnostic::error(code::STATUS, span(pair), message)]);
    let Some(kind) = pair.clone().into_inner().next() else { return fault("no status") };
    let mut numbers = kind.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::integer | Rule::number));
    let Some(turns) = numbers.next() else { return fault("a status needs its number of Turns") };
    let turns = count_of(&turns)?;
    if turns == 0 {
        return fault("a status of 0 Turns does nothing");
    }
    match (kind.as_rule(), numbers.next()) {
        (Rule::poison, Some(damage)) => Ok(Status::Poison { turns, damage: exact_of(&damage)? }),
        (Rule::stun, None) => Ok(Status::Stun { turns }),
        _ => fault("a Poison is `Poison Turns/damage`, a Stun is `Stun Turns`"),
    }
}

/// The damage type of a word; `Long-ranged` may have any dash, or a space. `None` for other words.
pub(crate) fn damage_type_named(text: &str) -> Option<DamageType> {
    let plain: String = text.chars().map(|c| if is_dash(c) || c.is_whitespace() { '-' } else { c }).collect();
    DamageType::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(&plain))
}

/// The skill type of words, any `Anti-…` included; `None` for other words.
pub(crate) fn skill_type_named(text: &str) -> Option<SkillType> {
    let plain: String = collapse_whitespace(text).chars().map(plain_dash).collect();
    SkillType::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(&plain)).or_else(|| {
        let head = plain.get(..5)?;
        let rest = plain.get(5..)?;
        (head.eq_ignore_ascii_case("anti-") && rest.chars().any(char::is_alphabetic)).then_some(SkillType::AntiOther)
    })
}

fn skill_type_of(pair: &Pair<'_, Rule>) -> ParseResult<SkillType> {
    let words = collapse_whitespace(pair.as_str());
    skill_type_named(&words).ok_or_else(|| {
        let names: Vec<&str> =
            SkillType::ALL.into_iter().filter(|kind| *kind != SkillType::AntiOther).map(SkillType::name).collect();
        vec![
            Diagnostic::error(code::SKILL_TYPE, span(pair), format!("`{words}` is no skill type"))
                .note(format!("types are {} and any other `Anti-…`", names.join(", ")))
                .suggest(nearest(&words, names)),
        ]
    })
}

// ------------------------------------------------------------------------------------------
// Helpers.

/// The place of a pair, without the white space at its end.
pub(crate) fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start, span.start + pair.as_str().trim_end().len().max(usize::from(!pair.as_str().is_empty())))
}

/// Keeps a value, or adds its faults to the others.
fn collect<T>(diagnostics: &mut Vec<Diagnostic>, result: ParseResult<T>, keep: impl FnOnce(T)) {
    match result {
        Ok(value) => keep(value),
        Err(more) => diagnostics.extend(more),
    }
}

fn field<'i>(rule: Rule, form: &FieldForm, text: &'i str) -> ParseResult<Pairs<'i, Rule>> {
    if text.len() > MAX_FIELD_LENGTH {
        let message = format!("a {} of {} bytes: at most {MAX_FIELD_LENGTH} are read", form.name, text.len());
        return Err(vec![Diagnostic::error(code::TOO_LONG, Span::new(0, text.len()), message)]);
    }
    read(rule, text).map_err(|error| {
        let refusal = ParseError::of(&error, text);
        let at =
            if refusal.span.start == 0 || text.trim().is_empty() { Span::new(0, text.len()) } else { refusal.span };
        let mut fault =
            Diagnostic::error(form.code, at, format!("`{}` is no {}", collapse_whitespace(text), form.name));
        fault.notes.extend(refusal.expectation());
        vec![fault.note(format!("write {}", form.example)).suggest(refusal.suggestion(text))]
    })
}

fn misread(form: &FieldForm, text: &str) -> Diagnostic {
    Diagnostic::error(
        form.code,
        Span::new(0, text.len()),
        format!("`{}` is no {}", collapse_whitespace(text), form.name),
    )
    .note(format!("write {}", form.example))
}

fn one<'i, T>(
    pairs: Pairs<'i, Rule>,
    rule: Rule,
    form: &FieldForm,
    text: &str,
    value: impl FnOnce(Pair<'i, Rule>) -> ParseResult<T>,
) -> ParseResult<T> {
    pairs.into_iter().find(|p| p.as_rule() == rule).map_or_else(|| Err(vec![misread(form, text)]), value)
}

fn progression<'i, T>(
    pairs: Pairs<'i, Rule>,
    rule: Rule,
    form: &FieldForm,
    text: &str,
    value: impl Fn(Pair<'i, Rule>) -> ParseResult<T>,
) -> ParseResult<Progression<T>> {
    let mut values = Vec::new();
    let mut faults = Vec::new();
    for pair in pairs.filter(|p| p.as_rule() == rule) {
        collect(&mut faults, value(pair), |v| values.push(v));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut values = values.into_iter();
    match values.next() {
        Some(base) => Ok(Progression { base, upgraded: values.next() }),
        None => Err(vec![misread(form, text)]),
    }
}

#[cfg(test)]
#[path = "fields_tests.rs"]
mod tests;
