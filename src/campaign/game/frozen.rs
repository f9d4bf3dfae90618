//! Night 000: what `grail start` saw, so that every night can be replayed whatever is edited later.
//!
//! It is a campaign of its own: `war.yaml` (without players, addresses and tokens), `map.yaml`
//! and `sheets/`, in an order that does not depend on how the originals were written.
//! May import [`crate::war`] and what that may.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{NightFolder, file_name};
use crate::campaign::write::NightFiles;
use crate::vocabulary::ids::CharacterId;
use crate::war::setup::Setup;

use super::load::{Loaded, load};
use super::sheets::SheetFile;
use super::{ENGINE, FORMAT, shelf, state_file};

/// What only a start writes in night 000; an interrupted one may have left some.
pub const OWNED: [&str; 3] = ["war.yaml", "map.yaml", "sheets"];

/// The files of night 000.
///
/// # Errors
/// An internal fault when a tree cannot be written.
pub fn files(loaded: &Loaded) -> Result<NightFiles> {
    let setup = &loaded.war.setup;
    let mut files = BTreeMap::new();
    files.insert("war.yaml".to_owned(), war_yaml(loaded)?);
    files.insert("map.yaml".to_owned(), map_yaml(setup)?);
    for sheet in loaded.teams.iter().flatten() {
        files.insert(sheet_place(sheet), sheet.source.text.clone());
    }
    for sheet in &loaded.familiars {
        files.insert(familiar_place(sheet), sheet.source.text.clone());
    }
    for (name, sheet) in &loaded.shelves {
        files.insert(shelf::place(name), sheet.source.text.clone());
    }
    Ok(NightFiles { files, state: state_file::write(&loaded.war, 0)? })
}

/// Loads the War of night 000 as it stood before the first Night.
///
/// # Errors
/// When a frozen file is missing or was changed.
pub fn read(night: &NightFolder) -> Result<Loaded> {
    load(&night.path, &[])
}

fn sheet_place(file: &SheetFile) -> String {
    format!("sheets/{}.yaml", file_name(&file.sheet.name))
}

fn familiar_place(file: &SheetFile) -> String {
    format!("sheets/familiars/{}.yaml", file_name(&file.sheet.name))
}

/// The game's part of `war.yaml`: teams and seats by name, switches, seed.
fn war_yaml(loaded: &Loaded) -> Result<String> {
    let setup = &loaded.war.setup;
    let name = |id: CharacterId| loaded.war.character(id).name.clone();
    let place = |id: CharacterId| {
        let found = loaded.teams.iter().flatten().find(|file| file.sheet.name == loaded.war.character(id).name);
        found.map(sheet_place)
    };
    let teams: Vec<Value> = setup
        .teams
        .iter()
        .enumerate()
        .map(|(number, team)| {
            let seats = setup.seats.iter().filter(|seat| seat.team.index() == number);
            let seats: Vec<Value> = seats
                .map(|seat| json!({ "seat": seat.name, "characters": seat.own.iter().map(|c| name(*c)).collect::<Vec<_>>() }))
                .collect();
            json!({
                "name": team.name,
                "master": place(team.master),
                "servants": team.servants.iter().map(|s| place(*s)).collect::<Vec<_>>(),
                "home": setup.location(team.home).name,
                "players": seats,
            })
        })
        .collect();
    let mut focus = serde_json::Map::new();
    for (key, who) in [("primary", setup.focus_primary), ("secondary", setup.focus_secondary)] {
        if let Some(who) = who {
            focus.insert(key.to_owned(), Value::String(name(who)));
        }
    }
    to_yaml(&json!({
        "format": FORMAT,
        "engine": ENGINE,
        "title": setup.title,
        "seed": setup.seed,
        "deadline": loaded.file.deadline,
        "focus": focus,
        "teams": teams,
        "switches": setup.switches,
    }))
}

fn map_yaml(setup: &Setup) -> Result<String> {
    let mut locations = serde_json::Map::new();
    for location in &setup.locations {
        let adjacent: Vec<&str> = location.adjacent.iter().map(|a| setup.location(*a).name.as_str()).collect();
        let mut entry = json!({ "adjacent": adjacent });
        if let Some(facility) = location.facility {
            entry["facility"] = Value::String(facility.name().to_owned());
        }
        locations.insert(location.name.clone(), entry);
    }
    to_yaml(&json!({ "format": FORMAT, "engine": ENGINE, "locations": locations }))
}

/// Writes a tree as YAML.
///
/// # Errors
/// An internal fault: no tree of ours is unwritable.
pub(super) fn to_yaml(tree: &impl Serialize) -> Result<String> {
    serde_yaml::to_string(tree).map_err(|e| CampaignError::internal(format!("a tree could not be written: {e}")))
}
