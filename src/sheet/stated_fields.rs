//! What the sentences of a skill say of its fields: an upkeep (R123), what the use of an item takes (R340), the damage
//! of each hit (R101), how far it reaches (R356). A sentence that does is taken out of the entry. A field that is
//! written too must say the same.

use std::fmt;

use crate::language::diagnostic::Diagnostic;
use crate::language::effects;
use crate::language::fields;
use crate::language::number_words::number_of_word_or_digits;
use crate::language::span::Span;
use crate::vocabulary::cost::{Cost, Upkeep};
use crate::vocabulary::damage::Damage;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::switches::MaxDistance;

use super::code;
use super::reader::Diagnostics;

/// What the use of an item takes: `Using this item is considered an Instant action that consumes 1 SP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseOfItem {
    /// The kind of action, if it is told.
    pub kind: Option<SkillType>,
    /// Its cost.
    pub cost: Cost,
}

impl fmt::Display for UseOfItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.as_ref().map_or(String::new(), |kind| format!("Type {kind}, "));
        write!(f, "{kind}Cost {}", self.cost)
    }
}

/// The fields that the sentences of an entry state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedFields {
    /// The upkeep (R123).
    pub upkeep: Option<Upkeep>,
    /// What the use of an item takes.
    pub use_of_item: Option<UseOfItem>,
    /// The damage of each hit.
    pub damage: Option<Damage>,
    /// How far it reaches.
    pub range: Option<MaxDistance>,
}

impl StatedFields {
    /// What is stated, in words.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let upkeep = self.upkeep.map(|upkeep| upkeep.to_string());
        let use_of_item = self.use_of_item.as_ref().map(ToString::to_string);
        let damage = self.damage.as_ref().map(|damage| format!("Damage {damage}"));
        let range = self.range.map(|range| format!("Range {range}"));
        [upkeep, use_of_item, damage, range].into_iter().flatten()
    }

    /// Whether nothing is stated.
    pub(super) fn is_empty(&self) -> bool {
        *self == StatedFields::default()
    }
}

/// The fields that the entries of a skill state, each with its place.
#[derive(Default)]
pub(super) struct PlacedFields {
    upkeep: Option<(Upkeep, Span)>,
    use_of_item: Option<(UseOfItem, Span)>,
    damage: Option<(Damage, Span)>,
    range: Option<(MaxDistance, Span)>,
}

impl PlacedFields {
    /// Adds what an entry states at a place; each field is stated once.
    pub(super) fn add(&mut self, stated: StatedFields, place: Span, diagnostics: &Diagnostics) {
        let StatedFields { upkeep, use_of_item, damage, range } = stated;
        let again = [
            upkeep.is_some_and(|upkeep| self.upkeep.replace((upkeep, place)).is_some()).then_some("a second upkeep"),
            use_of_item
                .is_some_and(|of| self.use_of_item.replace((of, place)).is_some())
                .then_some("what its use takes is told a second time"),
            damage
                .is_some_and(|damage| self.damage.replace((damage, place)).is_some())
                .then_some("the damage of each hit is told a second time"),
            range
                .is_some_and(|range| self.range.replace((range, place)).is_some())
                .then_some("how far it reaches is told a second time"),
        ];
        for message in again.into_iter().flatten() {
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, place, message));
        }
    }

    /// The cost of a skill with what is stated of it.
    pub(super) fn complete_cost(
        &self,
        cost: Progression<Cost>,
        is_written: bool,
        diagnostics: &Diagnostics,
    ) -> Progression<Cost> {
        let fault = |span: Span, message: &str| {
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        };
        let mut cost = cost;
        if let Some((stated, span)) = &self.use_of_item {
            if is_written && cost.values().any(|cost| *cost != stated.cost) {
                fault(*span, "`cost` tells another cost: write it in one place");
            }
            cost = Progression::fixed(stated.cost.clone());
        }
        let Some((upkeep, span)) = self.upkeep else { return cost };
        if cost.values().any(|cost| cost.upkeep.is_some_and(|other| other != upkeep)) {
            fault(span, "the cost tells another upkeep: write it in one place, `cost: …, Upkeep 10 Mana`");
        }
        let with_upkeep = |cost| Cost { upkeep: Some(upkeep), ..cost };
        Progression { base: with_upkeep(cost.base), upgraded: cost.upgraded.map(with_upkeep) }
    }

    /// The type of an item with what is stated of it; `None` where nothing is. Only an item is used so.
    pub(super) fn complete_type(
        &self,
        is_item: bool,
        written: Option<&SkillType>,
        diagnostics: &Diagnostics,
    ) -> Option<Progression<SkillType>> {
        let (stated, span) = self.use_of_item.as_ref()?;
        let fault = |message: &str| diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, *span, message));
        if !is_item {
            fault("this tells how an item is used, and this is none: write `type` and `cost`");
        }
        let kind = stated.kind?;
        if written.is_some_and(|written| *written != kind) {
            fault("`type` tells another type: write it in one place");
        }
        Some(Progression::fixed(kind))
    }

    /// The damage of a skill with what is stated of each of its hits.
    pub(super) fn complete_damage(
        &self,
        written: Option<Progression<Damage>>,
        diagnostics: &Diagnostics,
    ) -> Option<Progression<Damage>> {
        let Some((stated, span)) = &self.damage else { return written };
        let is_other = |damage: &Damage| (damage.base, &damage.kind) != (stated.base, &stated.kind);
        if written.iter().flat_map(Progression::values).any(is_other) {
            let message = "`damage` tells another damage of each hit: write it in one place";
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, *span, message));
        }
        written.or_else(|| Some(Progression::fixed(stated.clone())))
    }

    /// The range of a skill with what is stated of it.
    pub(super) fn complete_range(
        &self,
        written: Option<MaxDistance>,
        diagnostics: &Diagnostics,
    ) -> Option<MaxDistance> {
        let Some((stated, span)) = self.range else { return written };
        if written.is_some_and(|written| written != stated) {
            let message = "`range` tells another range: write it in one place";
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        Some(stated)
    }
}

/// Takes out of an entry what it states of fields. Blanks take its place, so that later spans stay correct. The span is
/// that of the last of the words that were taken out.
pub(super) fn extract_fields(text: &mut String) -> (StatedFields, Span) {
    let mut stated = StatedFields::default();
    let mut place = Span::new(0, 0);
    let mut take = |text: &mut String, span: Span| {
        text.replace_range(span.start..span.end, &" ".repeat(span.end - span.start));
        place = span;
    };
    if let Some((upkeep, span)) = find_sentence(text, parse_upkeep) {
        stated.upkeep = Some(upkeep);
        take(text, span);
    }
    if let Some((upkeep, span, left)) = find_upkeep_in_words(text).filter(|_| stated.upkeep.is_none()) {
        stated.upkeep = Some(upkeep);
        text.replace_range(span.start..span.end, &format!("{left:width$}", width = span.end - span.start));
    }
    if let Some((use_of_item, span)) = find_sentence(text, parse_use_of_item) {
        stated.use_of_item = Some(use_of_item);
        take(text, span);
    }
    if let Some((damage, span)) =
        find_sentence(text, parse_hit_damage).or_else(|| find_added_damage(text)).or_else(|| find_damage_each(text))
    {
        stated.damage = Some(damage);
        take(text, span);
    }
    if let Some((range, span)) = find_sentence(text, parse_range) {
        stated.range = Some(range);
        take(text, span);
    }
    (stated, place)
}

/// The upkeep of `as long as an upkeep of 10 Mana is paid each Turn`, `… the user pays an upkeep of 10 Mana per Turn`:
/// with its span, and the words that are left of it.
fn find_upkeep_in_words(text: &str) -> Option<(Upkeep, Span, &'static str)> {
    const HEADS: [&str; 4] = ["an upkeep of ", "an upkeep cost of ", "the upkeep of ", "the upkeep cost of "];
    const EACH_TURN: [&str; 4] = ["", " per turn", " each turn", " every turn"];
    let lower = text.to_ascii_lowercase();
    let (start, head) = HEADS.iter().find_map(|head| Some((lower.find(head)?, *head)))?;
    let (before, rest) = (lower.get(..start)?, lower.get(start + head.len()..)?);
    let unit =
        ["mana", "health"].into_iter().find_map(|unit| Some(rest.find(unit)? + unit.len())).filter(|at| *at < 12)?;
    let upkeep = parse_upkeep(&format!("upkeep {}", rest.get(..unit)?))?;
    let behind = rest.get(unit..)?;
    let each_turn =
        |behind: &str| EACH_TURN.iter().rev().find(|each| behind.starts_with(**each)).map_or(0, |each| each.len());
    let told = each_turn(behind);
    let (left, length) = match behind.get(told..)?.strip_prefix(" is paid") {
        Some(after) => ("the upkeep is paid", told + " is paid".len() + each_turn(after)),
        None if ["pays ", "paying "].iter().any(|verb| before.ends_with(verb)) => ("the upkeep", told),
        None => return None,
    };
    Some((upkeep, Span::new(start, start + head.len() + unit + length), left))
}

/// The first sentence of an entry that states a field, with its span.
fn find_sentence<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<(T, Span)> {
    effects::split_sentences(text).into_iter().find_map(|(at, sentence)| {
        let start = at + (sentence.len() - sentence.trim_start().len());
        Some((parse(sentence)?, Span::new(start, at + sentence.len())))
    })
}

/// The damage that a sentence adds behind its comma: `…, and each hit inflicts 15 Physical damage`.
fn find_added_damage(text: &str) -> Option<(Damage, Span)> {
    effects::split_sentences(text).into_iter().find_map(|(at, sentence)| {
        let (head, added) = sentence.rsplit_once(", and each ")?;
        let damage = parse_hit_damage(&format!("each {added}"))?;
        let end = sentence.trim_end_matches(['.', ';']).len();
        Some((damage, Span::new(at + head.len(), at + end)))
    })
}

/// The damage of each hit within a sentence: `This attack hits three times for 12 Physical damage each`.
fn find_damage_each(text: &str) -> Option<(Damage, Span)> {
    const ENDS: [&str; 6] =
        [" damage each", " each", " damage per hit", " per hit", " damage with each hit", " damage for each hit"];
    text.match_indices(" for ").find_map(|(at, joint)| {
        let said = text.get(at + joint.len()..)?;
        let (number, rest) = said.split_once(' ')?;
        let kind = rest.split([' ', ',', '.', ';']).next().filter(|kind| !kind.is_empty())?;
        let behind = rest.get(kind.len()..)?;
        let end = ENDS.into_iter().find(|end| {
            let next = behind.strip_prefix(end).map(|rest| rest.chars().next());
            next.is_some_and(|next| next.is_none_or(|next| [',', '.', ';'].contains(&next)))
        })?;
        number.parse::<u32>().ok()?;
        let damage = fields::damages(&format!("{number} {kind}")).ok()?.base;
        damage.kind?;
        let length = joint.len() + number.len() + 1 + kind.len() + end.len();
        Some((damage, Span::new(at, at + length)))
    })
}

/// `This skill can target any location up to two areas away`, `… characters in an adjacent location`.
fn parse_range(sentence: &str) -> Option<MaxDistance> {
    const SUBJECTS: [&str; 5] = ["this skill ", "this attack ", "this spell ", "this noble phantasm ", ""];
    const VERBS: [&str; 4] = ["can target ", "can be used on ", "may target ", "may be used on "];
    const ADJACENT: [&str; 6] = [
        "an adjacent location",
        "any adjacent location",
        "adjacent locations",
        "any location adjacent to the user's",
        "a location adjacent to the user's",
        "locations adjacent to the user's",
    ];
    let text = plain_words(sentence);
    let said = SUBJECTS.iter().find_map(|subject| text.strip_prefix(subject))?;
    let said = VERBS.iter().find_map(|verb| said.strip_prefix(verb))?;
    let said = ["characters in ", "a character in ", "targets in "]
        .iter()
        .find_map(|who| said.strip_prefix(who))
        .unwrap_or(said);
    if ADJACENT.contains(&said) {
        return Some(MaxDistance::Moves(1));
    }
    let far = ["a location ", "any location ", "locations "].iter().find_map(|what| said.strip_prefix(what))?;
    let far = ["up to ", "at most ", "within "].iter().find_map(|most| far.strip_prefix(most))?;
    let (number, unit) = far.split_once(' ')?;
    let units =
        ["areas away", "locations away", "moves away", "areas of the user", "locations of the user", "area away"];
    units.contains(&unit).then(|| number_of_word_or_digits(number).map(MaxDistance::Moves)).flatten()
}

/// The words of a sentence in lower case, without its stop.
fn plain_words(sentence: &str) -> String {
    sentence.trim().trim_end_matches(['.', ';']).to_lowercase()
}

/// `Each hit inflicts 12 Physical damage and is considered a separate attack`: R101 says the rest anyway.
fn parse_hit_damage(sentence: &str) -> Option<Damage> {
    const HEADS: [&str; 4] =
        ["each hit inflicts ", "each hit deals ", "each of these hits inflicts ", "each strike inflicts "];
    const TAILS: [&str; 5] = [
        " and is considered a separate attack",
        " and is treated as a separate attack",
        " and counts as a separate attack",
        " and is a separate attack",
        " and is calculated separately",
    ];
    let text = plain_words(sentence);
    let said = HEADS.iter().find_map(|head| text.strip_prefix(head))?;
    let said = TAILS.iter().find_map(|tail| said.strip_suffix(tail)).unwrap_or(said);
    let (number, kind) = said.strip_suffix(" damage")?.split_once(' ')?;
    let is_plain = number.parse::<u32>().is_ok() && !kind.contains([' ', ',']);
    let damage = fields::damages(said.strip_suffix(" damage").filter(|_| is_plain)?).ok()?.base;
    damage.kind.is_some().then_some(damage)
}

/// `Using this item is considered an Instant action that consumes no SP`, `Using this item consumes 1 AP`. Of so many
/// AP a Master pays the Turn Action anyway (A044).
fn parse_use_of_item(sentence: &str) -> Option<UseOfItem> {
    const SUBJECTS: [&str; 2] = ["using this item ", "using it "];
    const FREE: [&str; 5] =
        ["consumes no sp", "costs no sp", "does not consume sp", "does not cost sp", "consumes no ap or sp"];
    const KINDS: [(&str, SkillType); 3] = [
        ("a support action", SkillType::Support),
        ("an instant action", SkillType::Instant),
        ("a prepared action", SkillType::Prepared),
    ];
    const MASTERS: [&str; 5] = [
        " or 1 turn action",
        " or a turn action",
        ", or 1 turn action",
        ", or a turn action if the user is a master",
        " or a turn action if the user is a master",
    ];
    let text = plain_words(sentence);
    let said = SUBJECTS.iter().find_map(|subject| text.strip_prefix(subject))?;
    let action = ["is considered ", "counts as ", "is "].iter().find_map(|verb| said.strip_prefix(verb));
    let kind = action.and_then(|said| KINDS.iter().find_map(|(words, kind)| Some((said.strip_prefix(words)?, kind))));
    let (said, kind) = match (action, kind) {
        (Some(_), Some((rest, kind))) => (rest.trim_start_matches(" that").trim_start_matches(" which"), Some(kind)),
        (Some(_), None) => return None,
        (None, _) => (said, None),
    };
    let kind = kind.copied();
    let said = said.trim_start();
    if said.is_empty() || FREE.contains(&said) {
        return Some(UseOfItem { kind, cost: Cost::default() });
    }
    let cost = ["consumes ", "costs "].iter().find_map(|verb| said.strip_prefix(verb))?;
    let cost = MASTERS.iter().find_map(|tail| cost.strip_suffix(tail)).unwrap_or(cost);
    let cost = fields::costs(&cost.replace(" and ", ", ")).ok()?.base;
    let points = Cost { ap: cost.ap, sp: cost.sp, ..Cost::default() };
    (cost == points && (cost.ap > 0) != (cost.sp > 0)).then_some(UseOfItem { kind, cost })
}

/// The upkeep that a sentence states; `None` if it states anything else.
fn parse_upkeep(sentence: &str) -> Option<Upkeep> {
    const HEADS: [&str; 8] = [
        "the upkeep is ",
        "upkeep is ",
        "upkeep of ",
        "upkeep: ",
        "upkeep ",
        "this skill has an upkeep cost of ",
        "this skill has an upkeep of ",
        "the upkeep cost is ",
    ];
    const TAILS: [&str; 6] = [
        " at the initial phase of each turn",
        " in the initial phase of each turn",
        " during the initial phase of each turn",
        " per turn",
        " each turn",
        " every turn",
    ];
    const PAYERS: [&str; 5] =
        ["costs ", "the caster must pay ", "the user must pay ", "the caster pays ", "the user pays "];
    const PURPOSES: [&str; 8] = [
        " in upkeep",
        " to maintain",
        " as upkeep",
        " to keep this bounded field active",
        " to keep this field active",
        " to keep this skill active",
        " to keep it active",
        " to maintain it",
    ];
    let text = plain_words(sentence);
    let spelt_out = PAYERS.into_iter().find_map(|payer| text.strip_prefix(payer)).and_then(|cost| {
        let cost = PURPOSES.into_iter().find_map(|purpose| cost.strip_suffix(purpose))?;
        TAILS.into_iter().find_map(|tail| cost.strip_suffix(tail))
    });
    let amount = spelt_out.or_else(|| {
        let amount = HEADS.into_iter().find_map(|head| text.strip_prefix(head))?;
        Some(TAILS.into_iter().find_map(|tail| amount.strip_suffix(tail)).unwrap_or(amount))
    })?;
    let cost = fields::costs(&format!("Upkeep {amount}")).ok()?.base;
    let upkeep = cost.upkeep?;
    (cost == Cost { upkeep: Some(upkeep), ..Cost::default() }).then_some(upkeep)
}
