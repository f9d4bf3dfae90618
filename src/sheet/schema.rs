//! `grail sheet schema`: the JSON Schema (draft 2020-12) of a sheet, for editors.
//!
//! Keys and descriptions come from [`super::sheet_keys`]. Words come from the types in which the reader looks them up.
//! The value of a field is described by a pattern that accepts everything the reader accepts. What only the reader can
//! judge (sentences, names that must exist) is left to `grail sheet check`.

use serde_json::{Map, Value, json};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::StatusKind;
use crate::vocabulary::target::TargetKind;

use super::load_sheet::{KINDS, ROLES};
use super::sheet_keys::{
    EntryShape, Field, STATS, ValueForm, empty_only_sheet_keys, required_sheet_keys, sheet_fields,
};

const RANK: &str = "(?:EX|ex|[A-Ea-e])(?:\\++|[-\\u2010-\\u2015\\u2212\\uFE58\\uFE63\\uFF0D]+)?";
const DASH: &str = "[-\\u2010-\\u2015\\u2212\\uFE58\\uFE63\\uFF0D]";
const NUMBER: &str = "\\d+(?:\\.\\d+)?";
/// The separator between two parts of a list: `, `, ` and `, `, and `.
const COMMA: &str = "(?:\\s*,\\s*(?:[Aa][Nn][Dd]\\s+)?|\\s+[Aa][Nn][Dd]\\s+)";

/// Builds the schema.
pub fn schema() -> Value {
    let mut definitions = Map::new();
    for shape in EntryShape::ALL {
        definitions.insert(shape.name().to_owned(), entry_schema(shape));
    }
    definitions.insert("stats".to_owned(), stats_schema());
    let keys: Vec<Field> = sheet_fields(super::SheetKind::Master);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A sheet of Grail Referee",
        "description": "One character of a text Holy Grail War: a Master, a Servant or a familiar; or a shelf.",
        "type": "object",
        "properties": properties(&keys),
        "additionalProperties": false,
        "required": ["kind", "name"],
        "allOf": KINDS.map(|(name, kind)| json!({
            "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] },
            "then": kind_schema(kind),
        })),
        "$defs": definitions,
    })
}

/// The rules for one kind of sheet: its required keys, and those it cannot have.
fn kind_schema(kind: super::SheetKind) -> Value {
    let mut own = Map::new();
    for key in empty_only_sheet_keys(kind) {
        let empty = match *key {
            "ap" => json!({ "enum": [0, "0", null, []] }),
            _ => json!({ "enum": [[], "0", 0, null] }),
        };
        own.insert((*key).to_owned(), empty);
    }
    let own_fields = sheet_fields(kind);
    for field in sheet_fields(super::SheetKind::Master) {
        if !own_fields.iter().any(|own| own.key == field.key) {
            own.insert(field.key.to_owned(), Value::Bool(false));
        }
    }
    if kind == super::SheetKind::Library {
        own.insert("skills".to_owned(), list_schema(EntryShape::Library));
    } else {
        own.insert("skills".to_owned(), list_schema(EntryShape::Skill));
    }
    if kind == super::SheetKind::Servant {
        let stats = json!({ "properties": { "NP": pattern_schema(&format!("^\\s*{RANK}\\s*$")) } });
        own.insert("stats".to_owned(), stats);
    }
    json!({ "required": required_sheet_keys(kind), "properties": own })
}

fn stats_schema() -> Value {
    json!({
        "type": "object",
        "properties": properties(&STATS),
        "additionalProperties": false,
        "required": STATS.map(|field| field.key),
    })
}

fn entry_schema(shape: EntryShape) -> Value {
    let mut schema = json!({
        "type": "object",
        "properties": properties(&shape.fields()),
        "additionalProperties": false,
    });
    let Some(map) = schema.as_object_mut() else { return schema };
    if matches!(shape, EntryShape::Skill | EntryShape::StorySkill) {
        let passive = pattern_schema(&format!("^\\s*{}(?:\\s|{DASH}>|\\u2192|$)", any_case(SkillType::Passive.name())));
        map.insert("if".to_owned(), json!({ "properties": { "type": passive }, "required": ["type"] }));
        map.insert("then".to_owned(), json!({ "required": ["name", "rank", "type"] }));
        map.insert("else".to_owned(), json!({ "required": shape.required_keys() }));
    } else {
        map.insert("required".to_owned(), json!(shape.required_keys()));
    }
    schema
}

fn properties(fields: &[Field]) -> Map<String, Value> {
    let described = fields.iter().map(|field| {
        let mut value = value_schema(field.form);
        if let Some(map) = value.as_object_mut() {
            map.insert("description".to_owned(), Value::String(field.about.to_owned()));
        }
        (field.key.to_owned(), value)
    });
    described.collect()
}

fn value_schema(form: ValueForm) -> Value {
    let arrow = format!("\\s*(?:{DASH}>|\\u2192)\\s*");
    let with_arrow = |value: &str| pattern_schema(&format!("^\\s*(?:{value})(?:{arrow}(?:{value}))?\\s*$"));
    match form {
        ValueForm::Kind => json!({ "enum": KINDS.map(|(name, _)| name) }),
        ValueForm::Role => json!({ "enum": ROLES.map(|(name, _)| name) }),
        ValueForm::Text => any_text(),
        ValueForm::Texts => json!({ "anyOf": [any_text(), { "type": "array", "items": any_text() }] }),
        ValueForm::Name => {
            json!({ "type": ["string", "number"], "pattern": "^[^\"\\u201C\\u201D\\u201E]*\\S[^\"\\u201C\\u201D\\u201E]*$" })
        }
        ValueForm::Names => {
            json!({ "type": ["string", "number"], "pattern": "^[^\"\\u201C\\u201D\\u201E]*\\S[^\"\\u201C\\u201D\\u201E]*$" })
        }
        ValueForm::Rank => pattern_schema(&format!("^\\s*{RANK}\\s*$")),
        ValueForm::Ranks => with_arrow(RANK),
        ValueForm::RankOrNone => pattern_schema(&format!("^\\s*(?:{RANK}|[Nn]/?[Aa])\\s*$")),
        ValueForm::Acuity => pattern_schema("^\\s*(?:EX|ex|[A-Ea-e]|[Nn]/?[Aa])\\s*$"),
        ValueForm::Number => {
            json!({ "type": ["number", "string", "null"], "minimum": 0, "pattern": format!("^\\s*\\+?{NUMBER}\\s*$") })
        }
        ValueForm::Whole => {
            json!({ "type": ["integer", "string", "null"], "minimum": 0, "pattern": "^\\s*\\+?\\d+(?:\\.0+)?\\s*$" })
        }
        ValueForm::Flag => json!({ "enum": [true, false, "true", "false", null] }),
        ValueForm::Types => {
            let words: Vec<&str> =
                SkillType::ALL.iter().map(|kind| kind.name()).filter(|w| !w.ends_with('…')).collect();
            let alternatives = words.iter().map(|word| any_case(word)).collect::<Vec<_>>().join("|");
            let types = format!("{alternatives}|[Aa][Nn][Tt][Ii]{DASH}[\\p{{L}}\\d_]+(?:{DASH}\\p{{L}}+)*");
            suggested_words_or(&words, &with_arrow(&types))
        }
        ValueForm::Targets => {
            let kinds = any_of_words(TargetKind::ALL.map(TargetKind::name));
            let one = format!("\\[\\s*(?:{kinds})\\s*\\]");
            let single: Vec<String> = TargetKind::ALL.iter().map(ToString::to_string).collect();
            let single: Vec<&str> = single.iter().map(String::as_str).collect();
            suggested_words_or(&single, &pattern_schema(&format!("^\\s*{one}(?:\\s*,?\\s*{one})*\\s*$")))
        }
        ValueForm::Damage => {
            let kinds = DamageType::ALL.map(DamageType::name).map(|name| any_case(name).replace('-', DASH)).join("|");
            let [poison, stun] = StatusKind::ALL.map(|kind| any_case(kind.name()));
            let status = format!("{poison}\\s*\\d+\\s*/\\s*{NUMBER}|{stun}\\s*\\d+");
            let extra = format!("{status}|\\d+\\s*[Hh][Ii][Tt][Ss]?");
            with_arrow(&format!("(?:{NUMBER}\\s+(?:{kinds})|{status})(?:{COMMA}(?:{extra}))*"))
        }
        ValueForm::Cost => {
            let points = any_of_words(["AP", "SP", "Action Points", "Action Point", "Support Points", "Support Point"]);
            let pools = any_of_words(["Mana", "Health", "CP", "Combat Points", "Combat Point"]);
            let single = any_of_words(["Turn Action", "Move Action", "Full Turn"]);
            let (kept, upkeep) = (any_of_words(["Mana", "Health"]), any_case("Upkeep"));
            let part = format!(
                "{NUMBER}\\s+(?:{points}|{pools}|{single})|(?:{single})|{upkeep}\\s*:?\\s*{NUMBER}\\s+(?:{kept})|{NUMBER}\\s+(?:{kept})\\s+{upkeep}"
            );
            let no_cost = any_of_words(["None", "Free"]);
            with_arrow(&format!("{no_cost}|(?:{part})(?:{COMMA}(?:{part}))*"))
        }
        ValueForm::Phase => {
            let phases: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
            suggested_words_or(&phases, &json!({ "type": "string" }))
        }
        ValueForm::Range => {
            suggested_words_or(&["anywhere"], &json!({ "type": ["integer", "string", "null"], "minimum": 0 }))
        }
        ValueForm::Requirements => json!({
            "anyOf": [{ "type": ["string", "null"] }, { "type": "array", "items": { "type": "string" } }]
        }),
        ValueForm::Effects => json!({
            "type": ["array", "string", "null"],
            // A sentence with a colon in it is parsed as a map of one key.
            "items": { "type": ["string", "object"], "maxLength": 1000, "minProperties": 1, "maxProperties": 1 },
        }),
        ValueForm::Stats => json!({ "$ref": "#/$defs/stats" }),
        ValueForm::One(shape) => json!({ "$ref": format!("#/$defs/{}", shape.name()) }),
        // Each kind of sheet defines its own entries.
        ValueForm::Skills => json!({ "type": ["array", "null"] }),
        ValueForm::Many(shape) => list_schema(shape),
    }
}

fn list_schema(shape: EntryShape) -> Value {
    json!({ "type": ["array", "null"], "items": { "$ref": format!("#/$defs/{}", shape.name()) } })
}

/// Any scalar: a name may be a number, and an empty value counts as missing.
fn any_text() -> Value {
    json!({ "type": ["string", "number", "boolean", "null"] })
}

/// A text that matches a pattern, or null.
fn pattern_schema(pattern: &str) -> Value {
    json!({ "type": ["string", "null"], "pattern": pattern })
}

/// Words that an editor suggests, or any other accepted value.
fn suggested_words_or(words: &[&str], other: &Value) -> Value {
    json!({ "anyOf": [{ "enum": words }, other] })
}

fn any_of_words<const N: usize>(words: [&str; N]) -> String {
    words.map(any_case).join("|")
}

/// A pattern for words in any letter case, separated by any white space.
fn any_case(words: &str) -> String {
    let letter = |c: char| match c {
        ' ' => "\\s+".to_owned(),
        c if c.is_alphabetic() => format!("[{}{}]", c.to_uppercase(), c.to_lowercase()),
        c => c.to_string(),
    };
    words.chars().map(letter).collect()
}
