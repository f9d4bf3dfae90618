//! Writes ids as names in files (`state.yaml`, `events.jsonl`), and reads them back.
//!
//! Inside a serialised tree, an id is a private mark (`\u{1}c3`). Before the tree is written, each mark becomes the
//! name after a sign: `@Saber` for a character, `#Park` for a location, `&Red` for a seat, `%Red` for a team,
//! `~Saber/Rapid Cut` for a skill, `~/2: Oath of Silence` for the third of the GM's rulings. A text that begins with
//! one of the signs is written with a `\` before it. Reading turns the names back into marks.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};

use super::War;
use super::setup::{Setup, SheetId, SkillRef};

const MARK: char = '\u{1}';
/// The sheet of rulings within a mark; see [`SheetId::RULED`].
const RULED: &str = "65535";
const SIGNS: [char; 6] = ['@', '#', '&', '%', '~', '\\'];

/// A name in a file that means nothing in the War.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names nothing in this War", self.0)
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Debug for SkillRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "k{}.{}", self.sheet.0, self.skill_index)
    }
}

impl Serialize for SkillRef {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{MARK}k{}.{}", self.sheet.0, self.skill_index))
    }
}

impl<'de> Deserialize<'de> for SkillRef {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.strip_prefix(MARK)
            .and_then(|t| t.strip_prefix('k'))
            .and_then(|t| t.split_once('.'))
            .and_then(|(sheet, index)| {
                Some(SkillRef { sheet: SheetId(sheet.parse().ok()?), skill_index: index.parse().ok()? })
            })
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no known skill")))
    }
}

/// Turns every mark in a tree into its name.
pub fn with_names(tree: Value, war: &War) -> Value {
    try_map_strings(tree, &|text| Ok::<_, UnknownName>(name_of_mark(&text, war))).unwrap_or(Value::Null)
}

/// Turns every name in a tree back into its mark. `characters` are the names in order, which may include familiars that
/// the Setup does not know.
///
/// # Errors
/// [`UnknownName`] for a name that the War does not have.
pub fn with_marks(tree: Value, setup: &Setup, characters: &[String]) -> Result<Value, UnknownName> {
    try_map_strings(tree, &|text| mark_of_name(text, setup, characters))
}

fn try_map_strings<E>(tree: Value, change: &impl Fn(String) -> Result<String, E>) -> Result<Value, E> {
    Ok(match tree {
        Value::String(text) => Value::String(change(text)?),
        Value::Array(list) => {
            Value::Array(list.into_iter().map(|value| try_map_strings(value, change)).collect::<Result<_, E>>()?)
        }
        Value::Object(map) => Value::Object(
            map.into_iter().map(|(k, v)| Ok((change(k)?, try_map_strings(v, change)?))).collect::<Result<_, E>>()?,
        ),
        other => other,
    })
}

fn name_of_mark(text: &str, war: &War) -> String {
    let Some(mark) = text.strip_prefix(MARK) else {
        return if text.starts_with(SIGNS) { format!("\\{text}") } else { text.to_owned() };
    };
    let parse_index = |rest: &str| rest.parse::<usize>().ok();
    let name = match mark.split_at_checked(1) {
        Some(("c", n)) => parse_index(n).and_then(|n| war.characters.get(n)).map(|c| format!("@{}", c.name)),
        Some(("l", n)) => parse_index(n).and_then(|n| war.setup.locations.get(n)).map(|l| format!("#{}", l.name)),
        Some(("s", n)) => parse_index(n).and_then(|n| war.setup.seats.get(n)).map(|s| format!("&{}", s.name)),
        Some(("t", n)) => parse_index(n).and_then(|n| war.setup.teams.get(n)).map(|t| format!("%{}", t.name)),
        Some(("k", pair)) => pair.split_once('.').and_then(|(sheet, index)| {
            if sheet == RULED {
                return Some(format!("~/{index}: {}", war.ruled.get(parse_index(index)?)?.skill.name.base));
            }
            let sheet = war.setup.sheets.get(parse_index(sheet)?)?;
            Some(format!("~{}/{}", sheet.name, sheet.skills.get(parse_index(index)?)?.name.base))
        }),
        _ => None,
    };
    name.unwrap_or_default()
}

fn mark_of_name(text: String, setup: &Setup, characters: &[String]) -> Result<String, UnknownName> {
    let Some(sign) = text.chars().next().filter(|c| SIGNS.contains(c)) else { return Ok(text) };
    let name = &text[1..];
    let mark = match sign {
        '\\' => return Ok(name.to_owned()),
        '@' => characters.iter().position(|c| c == name).map(|n| format!("{MARK}{}{n}", CharacterId::MARK)),
        '#' => setup.location_named(name).map(|id| format!("{MARK}{}{}", LocationId::MARK, id.0)),
        '&' => setup.seat_named(name).map(|id| format!("{MARK}{}{}", SeatId::MARK, id.0)),
        '%' => setup.team_named(name).map(|id| format!("{MARK}{}{}", TeamId::MARK, id.0)),
        _ => name.split_once('/').and_then(|(sheet, skill)| {
            if sheet.is_empty() {
                let skill_index: u16 = skill.split_once(':')?.0.parse().ok()?;
                return Some(format!("{MARK}k{RULED}.{skill_index}"));
            }
            let sheet = setup.sheets.iter().position(|s| s.name == sheet)?;
            let found = setup.find_skill(SheetId(u16::try_from(sheet).ok()?), skill)?;
            Some(format!("{MARK}k{}.{}", found.sheet.0, found.skill_index))
        }),
    };
    mark.ok_or(UnknownName(text))
}

/// Returns the War as a tree with names, ready to be written.
pub fn to_tree(war: &War) -> Result<Value, serde_json::Error> {
    serde_json::to_value(war).map(|tree| with_names(tree, war))
}

/// Builds a War from a tree with names.
///
/// # Errors
/// A text that says which name or value does not fit.
pub fn from_tree(tree: Value, setup: std::sync::Arc<Setup>) -> Result<War, String> {
    let characters: Vec<String> = tree
        .get("characters")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(|c| Some(c.get("name")?.as_str()?.to_owned())).collect())
        .unwrap_or_default();
    let marked = with_marks(tree, &setup, &characters).map_err(|e| e.to_string())?;
    let mut war: War = serde_json::from_value(marked).map_err(|e| e.to_string())?;
    war.setup = setup;
    war.rebuild_bonds();
    war.reindex();
    Ok(war)
}
