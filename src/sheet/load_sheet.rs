//! Loads a sheet from its YAML (docs/sheets.md): every key, every default, and all faults at once.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, ParseResult};
use crate::language::span::{Source, Span};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::{Acuity, Rank, RankLetter};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::collapse_whitespace;

use super::checks::{check_completeness, check_skills};
use super::lints::lint;
use super::load_skill::{LoadedSkill, check_name, load_skill, warn_of_subranks};
use super::owner_names::{OwnerNames, SheetNames};
use super::reader::{Diagnostics, MapReader};
use super::skill::Role;
use super::statuses::SheetStatuses;
use super::yaml::{self, Node};
use super::yaml_repair::{Mended, repair_yaml};
use super::{MasterEnding, Sheet, SheetKind, Stats, code};

/// How much of a sheet may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defaults {
    /// A sheet of a War: its stats and AP must be written.
    Sheet,
    /// A sheet of a scenario: only `kind` and `name` must; a stat is C, AP 3, regeneration 0.
    Scenario,
}

/// The sheets of a file, and the warnings about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedSheets {
    /// One for each YAML document.
    pub sheets: Vec<Sheet>,
    /// Warnings and hints, in the order of the file.
    pub warnings: Vec<Diagnostic>,
}

/// Reads the sheets of a file.
///
/// # Errors
/// Returns all faults and warnings when at least one of them is an error.
pub fn load(source: &Source, defaults: Defaults) -> Result<LoadedSheets, Vec<Diagnostic>> {
    let PartlyLoaded { sheets, diagnostics, .. } = load_partly(source, defaults);
    if diagnostics.iter().any(Diagnostic::is_error) {
        Err(diagnostics)
    } else {
        Ok(LoadedSheets { sheets, warnings: diagnostics })
    }
}

/// The sheets of a file as far as they could be read. They may be shown, but never played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartlyLoaded {
    /// One for each YAML document whose structure is recognised. What is misread is left out or has its default.
    pub sheets: Vec<Sheet>,
    /// The names of the skills that were not fully read.
    pub misread: Vec<String>,
    /// All errors and warnings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads as much of a file's sheets as possible.
pub fn load_partly(source: &Source, defaults: Defaults) -> PartlyLoaded {
    let nothing_loaded = |diagnostics| PartlyLoaded { sheets: Vec::new(), misread: Vec::new(), diagnostics };
    let documents = match yaml::parse(source) {
        Ok(documents) => documents,
        Err(faults) if faults.iter().any(|fault| fault.code != yaml::code::SYNTAX) => return nothing_loaded(faults),
        Err(faults) => {
            // Other faults are reported too, once known slips are repaired in memory.
            let Some(mended) = repair_yaml(source) else { return nothing_loaded(faults) };
            let mut all_faults = mended.diagnostics.clone();
            let reparsed = if mended.is_valid { yaml::parse(&mended.source) } else { Err(Vec::new()) };
            let Ok(documents) = reparsed else {
                all_faults.extend(if mended.is_valid { Vec::new() } else { remaining_syntax_faults(&mended, source) });
                return nothing_loaded(all_faults);
            };
            let loaded = read_documents(&documents, defaults);
            let moved = loaded.diagnostics.into_iter().map(|mut fault| {
                fault.span = mended.original_span(source, fault.span);
                fault
            });
            all_faults.extend(moved);
            all_faults.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
            return PartlyLoaded { diagnostics: all_faults, ..loaded };
        }
    };
    read_documents(&documents, defaults)
}

/// The syntax faults that remain in a file once its known slips are repaired, with spans in the original file.
fn remaining_syntax_faults(mended: &Mended, source: &Source) -> Vec<Diagnostic> {
    let faults = yaml::parse(&mended.source).err().unwrap_or_default();
    let moved = |mut fault: Diagnostic| {
        fault.span = mended.original_span(source, fault.span);
        fault
    };
    faults.into_iter().map(moved).collect()
}

fn read_documents(documents: &[Node], defaults: Defaults) -> PartlyLoaded {
    let diagnostics = Diagnostics::default();
    let sheets: Vec<Sheet> = documents.iter().filter_map(|node| load_node(node, defaults, &diagnostics)).collect();
    if documents.is_empty() {
        diagnostics.report(Diagnostic::error(code::EMPTY, Span::new(0, 0), "the file holds no sheet"));
    }
    PartlyLoaded { sheets, misread: diagnostics.misread_names(), diagnostics: diagnostics.into_sorted() }
}

/// Reads a sheet from a YAML node, as scenarios contain them. Its errors and warnings go to `diagnostics`. What is
/// misread has its default, so a sheet is valid only while `diagnostics` holds no error. `None` when the node is not a
/// map.
pub fn load_node(node: &Node, defaults: Defaults, diagnostics: &Diagnostics) -> Option<Sheet> {
    let mut map = MapReader::new(node, "the sheet", diagnostics)?;
    let kind = map.read_required("kind", parse_kind);
    let name = map.read_required("name", |text| Ok(collapse_whitespace(text)));
    if let Some(name) = &name {
        map.set_label(format!("the sheet of `{name}`"));
        check_name(name, node.get("name").map_or(node.span, |n| n.span), diagnostics);
    }
    let kind = kind.unwrap_or_else(|| guess_kind(node));
    let strict = defaults == Defaults::Sheet;
    let mut sheet = Sheet {
        kind,
        name: name.unwrap_or_default(),
        true_name: map.text("true_name"),
        class: map.text("class"),
        sex: map.text("sex"),
        alignment: map.text("alignment"),
        origin: map.text("origin"),
        appearance: map.text("appearance"),
        personality: map.text("personality"),
        weapon: map.text("weapon"),
        clues: map.texts("clues"),
        concealment: map.read("concealment", fields::rank),
        health: Exact::ZERO,
        health_regen: read_amount(&mut map, "health_regen", Some(Exact::ZERO), false),
        mana: Exact::ZERO,
        mana_regen: read_amount(&mut map, "mana_regen", Some(Exact::ZERO), false),
        stats: Stats {
            main_ranks: [Rank::plain(RankLetter::C); 6],
            act: Acuity::C,
            np: Some(Rank::plain(RankLetter::C)),
        },
        ap: 0,
        skills: Vec::new(),
        endings: Vec::new(),
        familiars: map.texts("familiars"),
        transmits: None,
    };
    let statuses = SheetStatuses::read_statuses(map.one_or_many("statuses"), diagnostics);
    let names = SheetNames { statuses, owner: OwnerNames::of_sheet(&sheet) };
    let skill = |node: &Node, role: Role| load_skill(node, role, &names, diagnostics);
    let mut skills: Vec<LoadedSkill> = Vec::new();
    if kind == SheetKind::Library {
        skills.extend(map.items("skills").iter().filter_map(|node| skill(node, read_library_role(node, diagnostics)?)));
    } else {
        read_vitals(&mut map, &mut sheet, strict);
        read_stats(&mut map, &mut sheet, strict);
        skills.extend(map.items("abilities").iter().filter_map(|node| skill(node, Role::Ability)));
        let attack = map.node("basic_attack");
        skills.extend(attack.and_then(|node| skill(node, Role::BasicAttack)));
        skills.extend(map.items("skills").iter().filter_map(|node| skill(node, Role::Skill)));
        let phantasms = map.items("noble_phantasms");
        skills.extend(phantasms.iter().filter_map(|node| skill(node, Role::NoblePhantasm)));
        if check_key_allowed(&mut map, kind == SheetKind::Master, "story_skills") {
            skills.extend(map.items("story_skills").iter().filter_map(|node| skill(node, Role::StorySkill)));
        }
        if check_key_allowed(&mut map, kind == SheetKind::Master, "endings") {
            sheet.endings = map.items("endings").iter().filter_map(|node| read_ending(node, diagnostics)).collect();
        }
        if check_key_allowed(&mut map, kind == SheetKind::Familiar, "transmits") {
            sheet.transmits = map.text("transmits");
        }
    }
    let written = (node.get("basic_attack").is_some(), node.get("noble_phantasms").is_some_and(|n| !n.is_null()));
    map.finish();
    // What seems to be missing may only be misread.
    if strict && kind != SheetKind::Library && !diagnostics.has_errors() {
        let at = node.get("name").map_or(node.span, |n| n.span);
        check_completeness(kind, at, written.0, written.1, diagnostics);
    }
    for name in skills.iter().flat_map(|placed| placed.skill.summoned_familiars()).map(|(name, _)| name) {
        if !sheet.familiars.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            sheet.familiars.push(name.to_owned());
        }
    }
    check_skills(&sheet, &skills, strict, diagnostics);
    lint(&sheet, &skills, diagnostics);
    sheet.skills = skills.into_iter().map(|placed| placed.skill).collect();
    Some(sheet)
}

/// Guesses the kind of a sheet whose `kind` cannot be read, so that the rest of it can be checked.
fn guess_kind(node: &Node) -> SheetKind {
    let written = node.get("kind").and_then(Node::text).map(|text| text.trim().to_lowercase());
    let guessed = written.and_then(|word| KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind));
    // Only a Master has no AP (R084).
    guessed.unwrap_or(if node.get("ap").is_some() { SheetKind::Servant } else { SheetKind::Master })
}

/// The values of the key `kind`.
pub(super) const KINDS: [(&str, SheetKind); 4] = [
    ("master", SheetKind::Master),
    ("servant", SheetKind::Servant),
    ("familiar", SheetKind::Familiar),
    ("library", SheetKind::Library),
];

/// The values of the key `role` in a library.
pub(super) const ROLES: [(&str, Role); 4] = [
    ("ability", Role::Ability),
    ("command-spell", Role::CommandSpell),
    ("item", Role::Item),
    ("service", Role::Service),
];

fn parse_kind(text: &str) -> ParseResult<SheetKind> {
    let word = text.trim();
    KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind).ok_or_else(|| {
        let at = Span::new(0, text.len());
        vec![
            Diagnostic::error(code::KIND, at, format!("`{word}` is no kind of sheet"))
                .note("a sheet is of a master, a servant or a familiar")
                .suggest(nearest(word, KINDS.map(|(name, _)| name))),
        ]
    })
}

/// Reads Health, Mana and AP, with the defaults of the kind (R015–R017, R024–R026).
fn read_vitals(map: &mut MapReader<'_>, sheet: &mut Sheet, strict: bool) {
    let (health, mana) = match sheet.kind {
        SheetKind::Servant => (Some(300), Some(200)),
        SheetKind::Master => (Some(150), Some(75)),
        SheetKind::Familiar | SheetKind::Library if strict => (None, None),
        SheetKind::Familiar | SheetKind::Library => (Some(100), Some(100)),
    };
    sheet.health = read_amount(map, "health", health.map(Exact::whole), true);
    sheet.mana = read_amount(map, "mana", mana.map(Exact::whole), sheet.kind == SheetKind::Servant);
    if check_key_allowed(map, sheet.kind != SheetKind::Master, "ap") {
        sheet.ap = match strict {
            true => map.read_required("ap", fields::whole).unwrap_or(0),
            false => map.read("ap", fields::whole).unwrap_or(3),
        };
    }
}

/// Reads a number that is not negative (`positive`: above 0). The key is required where `default` is `None`.
fn read_amount(map: &mut MapReader<'_>, key: &'static str, default: Option<Exact>, positive: bool) -> Exact {
    let checked = |text: &str| {
        let value = fields::number(text)?;
        let message = match positive {
            true if value <= Exact::ZERO => format!("`{key}` must be above 0"),
            false if value.is_negative() => format!("`{key}` cannot be negative"),
            _ => return Ok(value),
        };
        Err(vec![Diagnostic::error(code::RANGE, Span::new(0, text.len()), message)])
    };
    match default {
        Some(default) => map.read(key, checked).unwrap_or(default),
        None => map.read_required(key, checked).unwrap_or_default(),
    }
}

/// Reads the ranked stats (R028–R067).
fn read_stats(map: &mut MapReader<'_>, sheet: &mut Sheet, strict: bool) {
    let faults = map.faults();
    if sheet.kind != SheetKind::Servant {
        sheet.stats.np = None;
    }
    let node = if strict { map.required("stats") } else { map.node("stats") };
    let Some(node) = node else { return };
    let Some(mut map) = MapReader::new(node, "`stats`", faults) else { return };
    let value = |map: &mut MapReader<'_>, key| if strict { map.required(key).is_some() } else { true };
    for (stat, rank) in Stat::MAIN.into_iter().zip(&mut sheet.stats.main_ranks) {
        if value(&mut map, stat.name()) {
            *rank = map.read(stat.name(), |text| parse_required_rank(stat, text)).unwrap_or(*rank);
            warn_of_subranks(*rank, node.get(stat.name()).map_or(node.span, |n| n.span), faults);
        }
    }
    if value(&mut map, "ACT") {
        sheet.stats.act = map.read("ACT", fields::acuity).unwrap_or(Acuity::C);
    }
    if value(&mut map, "NP") {
        sheet.stats.np = match sheet.kind {
            SheetKind::Servant => map.read("NP", |text| parse_required_rank(Stat::NP, text)).or(sheet.stats.np),
            SheetKind::Master | SheetKind::Familiar | SheetKind::Library => {
                map.read("NP", fields::rank_or_none).unwrap_or(sheet.stats.np)
            }
        };
        if let Some(rank) = sheet.stats.np {
            warn_of_subranks(rank, node.get("NP").map_or(node.span, |n| n.span), faults);
        }
    }
    map.finish();
}

/// Parses the rank of a stat that cannot be N/A (A018).
fn parse_required_rank(stat: Stat, text: &str) -> ParseResult<Rank> {
    match fields::rank_or_none(text)? {
        Some(rank) => Ok(rank),
        None => {
            let message = format!("{stat} cannot be N/A");
            let note = "ACT may be N/A, and NP that of a Master or familiar";
            Err(vec![Diagnostic::error(code::NOT_AVAILABLE, Span::new(0, text.len()), message).note(note)])
        }
    }
}

/// Whether a key may be read for this kind of character (`fits`). Rejects the key where it may not and has a value.
fn check_key_allowed(map: &mut MapReader<'_>, fits: bool, key: &'static str) -> bool {
    if fits {
        return true;
    }
    let empty = |node: &Node| node.items().is_some_and(<[Node]>::is_empty) || node.text() == Some("0");
    if let Some(node) = map.node(key)
        && !empty(node)
    {
        let owners = match key {
            "ap" => "Servants and familiars have AP: a Master has one Turn Action (R084)",
            "transmits" => "only familiars transmit what they see (R075)",
            "endings" => "only Masters have endings (R401)",
            _ => "only Masters gain story skills (R315)",
        };
        map.faults().report(Diagnostic::error(code::NOT_FOR_KIND, node.span, owners));
    }
    false
}

/// Reads an ending of a Master.
fn read_ending(node: &Node, diagnostics: &Diagnostics) -> Option<MasterEnding> {
    let mut map = MapReader::new(node, "the ending", diagnostics)?;
    let kind = map.read_required("type", |text| Ok(collapse_whitespace(text)));
    let condition = map.read_required("condition", |text| Ok(collapse_whitespace(text)));
    map.finish();
    Some(MasterEnding { kind: kind?, condition: condition? })
}

/// Reads the role of an entry of the common library.
fn read_library_role(node: &Node, diagnostics: &Diagnostics) -> Option<Role> {
    let mut map = MapReader::new(node, "the entry", diagnostics)?;
    map.read_required("role", |text| {
        ROLES.iter().find(|(name, _)| *name == text).map(|(_, role)| *role).ok_or_else(|| {
            let at = Span::new(0, text.len());
            vec![
                Diagnostic::error(code::KIND, at, format!("`{text}` is no role on the shelf"))
                    .suggest(nearest(text, ROLES.map(|(name, _)| name))),
            ]
        })
    })
}
