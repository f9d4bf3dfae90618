//! The schema for editors says what the reader takes: the same keys, the same words, no less.

use std::collections::BTreeSet;

use grail_referee::language::fields;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::schema::schema;
use grail_referee::sheet::yaml::{self, Node, NodeKind};
use grail_referee::vocabulary::damage::DamageType;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::skill_type::SkillType;
use grail_referee::vocabulary::target::TargetKind;
use serde_json::{Map, Value, json};

use super::shipped::sheets;

/// A scalar as an editor reads it: YAML's own numbers, truths and nothing.
fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.text().unwrap().to_owned(), self::value(value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        NodeKind::List(items) => items.iter().map(value).collect(),
        NodeKind::Scalar(scalar) if !scalar.is_unquoted => json!(scalar.text),
        NodeKind::Scalar(scalar) => match scalar.text.as_str() {
            "" | "null" | "~" => Value::Null,
            "true" => json!(true),
            "false" => json!(false),
            text => match text.parse::<serde_json::Number>() {
                Ok(number) => Value::Number(number),
                Err(_) => json!(text),
            },
        },
    }
}

fn document(text: &str) -> Value {
    value(&yaml::parse(&Source::new("sheet.yaml", text)).unwrap()[0])
}

/// Where a value differs from a schema, by the keywords that ours uses; any other keyword stops the test.
fn faults(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let keywords = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return found.push(format!("{at}: must not be there")),
        other => other.as_object().unwrap(),
    };
    let holds = |schema: &Value| {
        let mut inner = Vec::new();
        faults(root, schema, value, at, &mut inner);
        inner.is_empty()
    };
    for (keyword, says) in keywords {
        let good = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" | "then" | "else" => true,
            "$ref" => {
                let place = says.as_str().unwrap().strip_prefix('#').unwrap();
                faults(root, root.pointer(place).unwrap(), value, at, found);
                true
            }
            "type" => match says {
                Value::String(one) => is(value, one),
                several => several.as_array().unwrap().iter().any(|one| is(value, one.as_str().unwrap())),
            },
            "enum" => says.as_array().unwrap().contains(value),
            "const" => says == value,
            "pattern" => value.as_str().is_none_or(|text| matches(says.as_str().unwrap(), text)),
            "minimum" => value.as_f64().is_none_or(|n| n >= says.as_f64().unwrap()),
            "maxLength" => value.as_str().is_none_or(|t| t.chars().count() as u64 <= says.as_u64().unwrap()),
            "minProperties" => value.as_object().is_none_or(|map| map.len() as u64 >= says.as_u64().unwrap()),
            "maxProperties" => value.as_object().is_none_or(|map| map.len() as u64 <= says.as_u64().unwrap()),
            "anyOf" => says.as_array().unwrap().iter().any(holds),
            "allOf" => {
                says.as_array().unwrap().iter().for_each(|one| faults(root, one, value, at, found));
                true
            }
            "if" => {
                let branch = if holds(says) { "then" } else { "else" };
                if let Some(branch) = keywords.get(branch) {
                    faults(root, branch, value, at, found);
                }
                true
            }
            "required" => value
                .as_object()
                .is_none_or(|map| says.as_array().unwrap().iter().all(|key| map.contains_key(key.as_str().unwrap()))),
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(own) = says.get(key) {
                        faults(root, own, inner, &format!("{at}/{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(says, &json!(false));
                let known = keywords["properties"].as_object().unwrap();
                value.as_object().is_none_or(|map| map.keys().all(|key| known.contains_key(key)))
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    faults(root, says, item, &format!("{at}/{place}"), found);
                }
                true
            }
            other => panic!("{other} is not looked at here"),
        };
        if !good {
            found.push(format!("{at}: {value} is against {keyword} {says}"));
        }
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        other => panic!("no type {other}"),
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    regex::Regex::new(pattern).unwrap().is_match(text)
}

fn differs(text: &str) -> Vec<String> {
    let schema = schema();
    let mut found = Vec::new();
    for node in yaml::parse(&Source::new("sheet.yaml", text)).unwrap() {
        faults(&schema, &schema, &value(&node), "", &mut found);
    }
    found
}

#[test]
fn every_shipped_sheet_is_as_the_schema_says() {
    let sheets = sheets();
    assert!(sheets.len() > 20);
    for source in sheets {
        assert_eq!(differs(&source.text), [""; 0], "{}", source.name);
    }
}

/// The keys the reader knows, as it names them to whoever writes one it does not know.
fn known_keys(sheet: &str, what: &str) -> BTreeSet<String> {
    let source = Source::new("sheet.yaml", sheet);
    let found = load(&source, Defaults::Sheet).unwrap_err();
    let fault = found.iter().find(|f| f.code == "E221" && f.message.starts_with(what));
    let fault = fault.unwrap_or_else(|| panic!("no E221 for {what}: {found:#?}"));
    let keys = fault.notes[0].strip_prefix("its keys are ").unwrap();
    keys.split(", ").map(str::to_owned).collect()
}

fn keys(schema: &Value) -> BTreeSet<String> {
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

const STATS: &str = "stats: { STR: C, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: C }";
const QQQ: &str = "qqqqqqqqqqqq: 1";

#[test]
fn the_schema_has_every_key_the_reader_asks_for_and_no_other() {
    let schema = schema();
    let definition = |name: &str| keys(&schema["$defs"][name]);
    for kind in ["master", "servant", "familiar"] {
        let sheet = format!("kind: {kind}\nname: X\nap: 1\nhealth: 1\nmana: 1\n{STATS}\n{QQQ}\n");
        assert_eq!(known_keys(&sheet, "the sheet"), keys(&schema), "{kind}");
    }
    let library = known_keys(&format!("kind: library\nname: X\n{QQQ}\n"), "the sheet");
    let barred =
        schema["allOf"].as_array().unwrap().iter().find(|k| k["if"]["properties"]["kind"]["const"] == "library");
    let barred = barred.unwrap()["then"]["properties"].as_object().unwrap();
    let open = keys(&schema).into_iter().filter(|key| barred.get(key) != Some(&json!(false)));
    assert_eq!(library, open.collect());
    let stats = format!("kind: master\nname: X\n{}\n", STATS.replace(" }", &format!(", {QQQ} }}")));
    assert_eq!(known_keys(&stats, "`stats`"), definition("stats"));
    let places = [
        ("abilities: [{ Q }]", "the ability", "ability"),
        ("basic_attack: { Q }", "the basic attack", "skill"),
        ("skills: [{ Q }]", "the skill", "skill"),
        ("noble_phantasms: [{ Q }]", "the Noble Phantasm", "skill"),
        ("story_skills: [{ Q }]", "the story skill", "story_skill"),
        ("endings: [{ Q }]", "the ending", "ending"),
    ];
    for (place, what, name) in places {
        let sheet = format!("kind: master\nname: X\n{STATS}\n{}\n", place.replace('Q', QQQ));
        assert_eq!(known_keys(&sheet, what), definition(name), "{what}");
    }
    for role in ["item", "command-spell"] {
        let sheet = format!("kind: library\nname: X\nskills: [{{ role: {role}, {QQQ} }}]\n");
        assert_eq!(known_keys(&sheet, "the "), definition("shelf_entry"), "{role}");
    }
}

#[test]
fn the_schema_asks_for_what_the_reader_asks_for() {
    let skill = "{ name: S, rank: C, type: Support, max_targets: 1, targets: '[Self]', cost: none, damage: 1 Special, effects: [] }";
    let passive = "{ name: P, rank: C, type: Passive, max_targets: 1 }";
    let whole = [
        format!(
            "kind: master\nname: X\n{STATS}\nskills: [{skill}, {passive}]\nendings: [{{ type: Good End, condition: c }}]\n"
        ),
        format!("kind: servant\nname: X\nap: 3\n{STATS}\nabilities: [{{ name: A, rank: C }}]\nbasic_attack: {skill}\n"),
        format!("kind: familiar\nname: X\nap: 3\nhealth: 1\nmana: 1\n{STATS}\n"),
        "kind: library\nname: X\nskills: [{ name: I, role: item, price: 3 }]\n".to_owned(),
    ];
    let mut dropped = 0;
    for sheet in &whole {
        assert_eq!(differs(sheet), [""; 0], "{sheet}");
        assert!(load(&Source::new("sheet.yaml", sheet.clone()), Defaults::Sheet).is_ok(), "{sheet}");
        let tree = document(sheet);
        for path in paths(&tree) {
            let mut less = tree.clone();
            remove(&mut less, &path);
            let text = serde_json::to_string(&less).unwrap();
            let missed = match load(&Source::new("sheet.yaml", text.clone()), Defaults::Sheet) {
                Ok(_) => false,
                Err(found) => found.iter().any(|f| f.code == "E222"),
            };
            assert_eq!(!differs(&text).is_empty(), missed, "without {path:?}: {sheet}");
            dropped += 1;
        }
    }
    assert!(dropped > 40);
}

/// The way to every key of a tree.
fn paths(tree: &Value) -> Vec<Vec<String>> {
    let entries: Vec<(String, &Value)> = match tree {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect(),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (key, value) in entries {
        if tree.is_object() {
            found.push(vec![key.clone()]);
        }
        found.extend(paths(value).into_iter().map(|rest| std::iter::once(key.clone()).chain(rest).collect()));
    }
    found
}

fn remove(tree: &mut Value, path: &[String]) {
    let (last, way) = path.split_last().unwrap();
    let mut at = tree;
    for step in way {
        at = match at {
            Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
            other => other.get_mut(step).unwrap(),
        };
    }
    at.as_object_mut().unwrap().shift_remove(last);
}

/// Whether the schema takes a value for a key of a skill.
fn takes(key: &str, value: &Value) -> bool {
    let schema = schema();
    let mut found = Vec::new();
    faults(&schema, &schema["$defs"]["skill"]["properties"][key], value, key, &mut found);
    found.is_empty()
}

#[test]
fn every_word_the_reader_takes_the_schema_takes() {
    let arrow = |words: Vec<String>| {
        let doubled: Vec<String> = words.iter().map(|word| format!("{word} -> {word}")).collect();
        words.into_iter().chain(doubled).collect::<Vec<_>>()
    };
    let mut values: Vec<(&str, Vec<String>)> = vec![
        ("type", arrow(SkillType::ALL.map(|kind| kind.name().to_owned()).to_vec())),
        ("type", vec!["anti-World".into(), "bounded field".into(), "Anti\u{2013}Army \u{2192} Instant".into()]),
        ("targets", TargetKind::ALL.map(|kind| kind.to_string()).to_vec()),
        ("targets", vec!["[Self] [Location]".into(), "[any], [ contracted partner ]".into()]),
        ("phase", Phase::ALL.map(|phase| phase.name().to_owned()).to_vec()),
        ("phase", vec!["second support phase".into(), "Prepared".into()]),
        ("damage", arrow(DamageType::ALL.map(|kind| format!("2.5 {kind}, 2 hits, Poison 3/20 and Stun 1")).to_vec())),
        ("damage", vec!["10 long ranged".into(), " 30 magical,stun 1 ".into(), "3 Physical , 1 hit".into()]),
        ("cost", arrow(vec!["none".into(), "Free".into(), "1 AP, 20 Mana".into(), "Full Turn".into()])),
        ("cost", vec!["1 SP, 25 mana, 1 Move Action".into(), "2 AP, Upkeep 10 Mana".into(), "Upkeep: 5 Health".into()]),
        ("cost", vec!["10 Mana Upkeep".into(), "20 Health, 50 CP, 1 Turn Action".into(), "1 Combat Point".into()]),
        ("range", vec!["anywhere".into(), "2".into()]),
    ];
    let letters = ["E", "D", "C", "B", "A", "EX", "ex", "b"];
    let ranks = letters.iter().flat_map(|l| ["", "+", "++", "---", "\u{2212}"].map(|sub| format!("{l}{sub}")));
    values.push(("rank", arrow(ranks.collect())));
    let reads = |key: &str, text: &str| match key {
        "type" => fields::skill_types(text).is_ok(),
        "targets" => fields::targets(text).is_ok(),
        "phase" => fields::phase(text).is_ok(),
        "damage" => fields::damages(text).is_ok(),
        "cost" => fields::costs(text).is_ok(),
        "range" => fields::range(text).is_ok(),
        "rank" => fields::ranks(text).is_ok(),
        other => panic!("no reader of {other}"),
    };
    for (key, texts) in values {
        for text in texts {
            if reads(key, &text) {
                assert!(takes(key, &json!(text)), "the reader takes `{key}: {text}`, the schema does not");
            } else {
                assert!(key == "phase" || key == "damage" || key == "type", "`{key}: {text}` is not read at all");
            }
        }
    }
    let bad = [
        ("type", "Suport"),
        ("targets", "[Everyone]"),
        ("targets", "Any"),
        ("damage", "25 Phsyical"),
        ("damage", "25 Physical, Stun"),
        ("cost", "1 APs"),
        ("cost", "Full Turns"),
        ("rank", "F"),
        ("rank", "B+-"),
        ("rank", "B -> Z"),
    ];
    for (key, text) in bad {
        assert!(!reads(key, text) && !takes(key, &json!(text)), "`{key}: {text}`");
    }
}

#[test]
fn every_key_is_described() {
    let schema = schema();
    let maps = std::iter::once(&schema).chain(schema["$defs"].as_object().unwrap().values());
    let mut count = 0;
    for (key, field) in maps.flat_map(|map| map["properties"].as_object().unwrap()) {
        let about = field["description"].as_str().unwrap_or_else(|| panic!("`{key}` is not described"));
        assert!(about.ends_with('.') && about.len() > 10, "{key}: {about}");
        count += 1;
    }
    assert!(count > 80);
}
