//! Loads a skill of a sheet from its YAML (R102–R125).
//!
//! Abilities, basic attacks, skills, Noble Phantasms, story skills, Command Spells and items have one shape. Which keys
//! may be left out depends on where the entry stands.

use crate::language::condition::{Condition, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Sentence;
use crate::language::effects;
use crate::language::fields;
use crate::language::span::Span;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::rank::{Rank, RankLetter};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;

use super::code;
use super::effect_sentences;
use super::item_heading::merge_heading;
use super::owner_names::SheetNames;
use super::reader::{Diagnostics, MapReader};
use super::skill::{EffectLine, Role, Skill};
use super::yaml::{Node, Scalar};

/// A skill with the spans that later checks report at.
pub(super) struct LoadedSkill {
    pub(super) skill: Skill,
    pub(super) spans: SkillSpans,
}

impl LoadedSkill {
    /// Its lines that are one sentence, each with its scalar.
    pub(super) fn sentences(&self) -> impl Iterator<Item = (&Sentence, &Scalar)> {
        let lines = self.skill.effects.iter().zip(&self.spans.effects);
        lines.filter_map(|(line, scalar)| Some((line.sentence()?, scalar)))
    }
}

/// The spans of the parts of a skill.
pub(super) struct SkillSpans {
    /// Whether all of the skill was read.
    pub(super) is_fully_read: bool,
    pub(super) name: Span,
    pub(super) cost: Span,
    pub(super) max_targets: Span,
    pub(super) effects: Vec<Scalar>,
    pub(super) requirements: Vec<Scalar>,
}

/// Reads a skill; `None` where even its name cannot be read.
pub(super) fn load_skill(
    node: &Node,
    role: Role,
    names: &SheetNames,
    diagnostics: &Diagnostics,
) -> Option<LoadedSkill> {
    let errors = diagnostics.error_count();
    let mut map = MapReader::new(node, role_name(role), diagnostics)?;
    let (name_span, cost_span) = (key_span(node, "name"), key_span(node, "cost"));
    let max_targets_span = key_span(node, "max_targets");

    let name = map.read_required("name", fields::names);
    if let Some(name) = &name {
        map.set_label(format!("{} `{}`", role_name(role), name.base));
        for name in name.values() {
            check_name(name, name_span, diagnostics);
        }
    }
    // Decide which keys this role may leave out.
    let is_library_entry = matches!(role, Role::CommandSpell | Role::Item | Role::Service);
    let rank =
        read_or_default(&mut map, "rank", fields::ranks, is_library_entry, || Progression::fixed(default_rank(role)));
    for rank in rank.iter().flat_map(Progression::values) {
        warn_of_subranks(*rank, key_span(node, "rank"), diagnostics);
    }
    let kind = read_kind(&mut map, node, role);
    let kind_words = node.get("type").and_then(Node::text).and_then(|text| fields::skill_type_words(text).ok());
    let kind_words = kind_words.or_else(|| kind.as_ref().map(|kind| Progression::fixed(kind.base.to_string())));
    let passive = role == Role::Ability || kind.as_ref().is_some_and(|k| k.base == SkillType::Passive);
    let lenient = passive || is_library_entry;
    let max_targets = read_or_default(&mut map, "max_targets", fields::whole, lenient, || 1);
    let targets = read_or_default(&mut map, "targets", fields::targets, lenient, || vec![TargetKind::SelfTarget]);
    let damage = map.read("damage", fields::damages);
    let cost = read_or_default(&mut map, "cost", fields::costs, lenient, || Progression::fixed(Cost::default()));
    let (requirements, requirement_spans, limits) = read_requirements(&mut map);
    let faults = map.faults();
    let always = passive && damage.is_none();
    let mut entries =
        effect_sentences::parse_entries(map.one_or_many("effects"), (role == Role::Item, always), names, faults);
    entries.lines.extend(limits);
    let (effects, effect_spans) = entries.lines.into_iter().unzip();
    let range = map.read("range", fields::range);
    let stated = entries.stated;
    let cost = cost.map(|cost| stated.complete_cost(cost, node.get("cost").is_some(), faults));
    let damage = stated.complete_damage(damage, faults);
    let range = stated.complete_range(range, faults);
    let written_kind = kind.as_ref().map(|kind| &kind.base).filter(|_| node.get("type").is_some());
    let stated_kind = stated.complete_type(role == Role::Item, written_kind, faults);
    let kind_words = stated_kind.as_ref().map(|kind| Progression::fixed(kind.base.to_string())).or(kind_words);
    let kind = stated_kind.or(kind);
    let description = map.text("description").unwrap_or_default();
    let phase = map.read("phase", fields::phase);
    let area = map.flag("area");
    let low_health_penalty = map.flag("low_health_penalty");
    let seen = map.text("seen");
    // An entry of a library states its role.
    let written_role = node.get("role").and_then(Node::text);
    if is_library_entry || (role == Role::Ability && written_role == Some("ability")) {
        map.node("role");
    }
    let (price, sold_at) =
        if is_library_entry { (map.read("price", fields::number), map.text("sold_at")) } else { (None, None) };
    let own_name = name.as_ref().map(|name| name.base.as_str());
    let price = merge_heading(entries.heading, role, own_name, price, faults);
    let story_set = (role == Role::StorySkill).then(|| map.read("set", fields::whole).unwrap_or(1));
    map.finish();
    // What is misread is reported and has its default, so that references to the skill are not rejected because of it.
    let is_fully_read = faults.error_count() == errors;
    let name = name?;
    if !is_fully_read {
        faults.record_misread(&name.base);
    }
    let default_type = if damage.is_some() { SkillType::AntiPersonnel } else { SkillType::Support };
    let kind = kind.unwrap_or_else(|| Progression::fixed(default_type));
    let spans = SkillSpans {
        is_fully_read,
        name: name_span,
        cost: cost_span,
        max_targets: max_targets_span,
        effects: effect_spans,
        requirements: requirement_spans,
    };
    let skill = Skill {
        role,
        name,
        rank: rank.unwrap_or_else(|| Progression::fixed(default_rank(Role::Item))),
        kind_words: kind_words.unwrap_or_else(|| Progression::fixed(kind.base.to_string())),
        kind,
        max_targets: max_targets.unwrap_or(99),
        targets: targets.unwrap_or_else(|| vec![TargetKind::Any]),
        damage,
        cost: cost.unwrap_or_else(|| Progression::fixed(placeholder_cost(role))),
        requirements,
        description,
        effects,
        phase,
        area,
        range,
        low_health_penalty,
        onlooker_text: seen,
        price,
        sold_at,
        story_set,
    };
    Some(LoadedSkill { skill, spans })
}

/// A cost that causes no further warning, in place of a misread one.
fn placeholder_cost(role: Role) -> Cost {
    let ap = u32::from(role == Role::BasicAttack);
    Cost { ap, ..Cost::default() }
}

/// Reads a key. Where it may be left out (`may_lack`), a missing or misread value gives the default.
fn read_or_default<T>(
    map: &mut MapReader<'_>,
    key: &'static str,
    parse: impl FnOnce(&str) -> fields::ParseResult<T>,
    may_lack: bool,
    default: impl FnOnce() -> T,
) -> Option<T> {
    if may_lack { map.read(key, parse).or_else(|| Some(default())) } else { map.read_required(key, parse) }
}

/// Reads the type of a skill. Entries other than skills have a default type by their role.
fn read_kind(map: &mut MapReader<'_>, node: &Node, role: Role) -> Option<Progression<SkillType>> {
    let default = match role {
        Role::Ability => Some(SkillType::Passive),
        Role::CommandSpell => Some(SkillType::Instant),
        Role::Item | Role::Service => Some(SkillType::Support),
        Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill => None,
    };
    match default {
        Some(kind) if node.get("type").is_none() => {
            map.node("type");
            Some(Progression::fixed(kind))
        }
        _ => map.read_required("type", fields::skill_types),
    }
}

/// A sentence with the scalar it stands in.
type LineSpan = (EffectLine, Scalar);

/// Reads `requirements`: one text of sentences, or a list of such texts (R124). A limit of use among them becomes a
/// line, as among the effects.
fn read_requirements(map: &mut MapReader<'_>) -> (Vec<Condition<Written>>, Vec<Scalar>, Vec<LineSpan>) {
    let faults = map.faults();
    let mut all_conditions = Vec::new();
    let mut spans = Vec::new();
    let mut limits = Vec::new();
    let Some(node) = map.node("requirements") else { return (all_conditions, spans, limits) };
    let nodes = node.items().unwrap_or(std::slice::from_ref(node));
    for node in nodes {
        let is_condition = node.sentence().is_some_and(|entry| effects::parse_requirements(&entry.text).is_ok());
        if !is_condition && let Some(lines) = effect_sentences::parse_limits(node) {
            limits.extend(lines);
            continue;
        }
        let Some(mut conditions) = faults.read(node, effects::parse_requirements) else { continue };
        spans.extend(
            node.render_scalar()
                .map(|scalar| std::iter::repeat_n(scalar.clone(), conditions.len()))
                .into_iter()
                .flatten(),
        );
        all_conditions.append(&mut conditions);
    }
    (all_conditions, spans, limits)
}

/// The words for a role in messages.
const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Ability => "the ability",
        Role::BasicAttack => "the basic attack",
        Role::Skill => "the skill",
        Role::NoblePhantasm => "the Noble Phantasm",
        Role::StorySkill => "the story skill",
        Role::CommandSpell => "the Command Spell",
        Role::Item => "the item",
        Role::Service => "the service",
    }
}

/// The rank of a library entry that states none: nothing negates a Command Spell (R160); an item is average.
const fn default_rank(role: Role) -> Rank {
    match role {
        Role::CommandSpell => Rank::plain(RankLetter::EX),
        _ => Rank::plain(RankLetter::C),
    }
}

fn key_span(node: &Node, key: &str) -> Span {
    node.get(key).map_or(node.span, |value| value.span)
}

/// Warns of more than three subranks (A016).
pub(super) fn warn_of_subranks(rank: Rank, at: Span, diagnostics: &Diagnostics) {
    if rank.subranks.unsigned_abs() > 3 {
        let message = format!("`{rank}` has {} subranks: the book knows up to three", rank.subranks.unsigned_abs());
        diagnostics.report(Diagnostic::warning(code::SUBRANKS, at, message));
    }
}

/// Rejects a name that cannot be typed in orders.
pub(super) fn check_name(name: &str, span: Span, diagnostics: &Diagnostics) {
    let fault = if name.is_empty() {
        "a name is empty"
    } else if name.chars().count() > 80 {
        "a name has at most 80 characters"
    } else if name.chars().any(|c| c.is_control() || matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}')) {
        "a name has no quotation marks in it"
    } else {
        return;
    };
    diagnostics.report(Diagnostic::error(code::NAME, span, fault));
}
