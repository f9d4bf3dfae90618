//! Night 000: the files that `grail start` saw, so that every night can be replayed whatever is edited later.
//!
//! It is itself a campaign: `war.yaml` (without players, addresses and tokens), `map.yaml` and `sheets/`, in an order
//! that does not depend on how the originals were written.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{NightFolder, file_name};
use crate::campaign::night_files::{NightFiles, to_yaml};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::setup::Setup;

use super::load_war::{LoadedWar, load};
use super::sheets::SheetFile;
use super::state_file::Stamp;
use super::{FORMAT, common_sheets, state_file};

/// The files that only a start writes in night 000; an interrupted start may have left some.
pub const START_FILES: [&str; 3] = ["war.yaml", "map.yaml", "sheets"];

/// Makes the files of night 000, signed by a version of the engine.
pub fn make_files(loaded: &LoadedWar, engine: &str) -> Result<NightFiles> {
    let setup = &loaded.war.setup;
    let mut files = texts(loaded, war_yaml(loaded, engine)?, map_yaml(setup, engine)?);
    files.insert(common_sheets::common_sheet_path(common_sheets::PERCEPTION), loaded.visibility_table.text.clone());
    let stamp = Stamp { engine: engine.to_owned(), start: hash_files(&files) };
    Ok(NightFiles { state: state_file::render_state(&loaded.war, 0, &stamp)?, files })
}

/// Loads the War of night 000 as it was before the first Night, and its stamp.
pub fn load_night_zero(night: &NightFolder) -> Result<(LoadedWar, Stamp)> {
    let loaded = load(&night.path, &[])?;
    let (stamp, _) = state_file::read_state(night, loaded.war.setup.clone())?;
    let mut texts = texts(&loaded, loaded.war_source.text.clone(), loaded.map_source.text.clone());
    // A War that was started before the visibility table was a file has none, and uses the engine's.
    if loaded.has_own_table {
        texts.insert(common_sheets::common_sheet_path(common_sheets::PERCEPTION), loaded.visibility_table.text.clone());
    }
    if stamp.start != hash_files(&texts) {
        let detail = Some("`war.yaml`, `map.yaml` or a file under `sheets/` in it".to_owned());
        return Err(CampaignError::Unreadable { path: night.path.clone(), why: Unreadable::Edited { detail } });
    }
    Ok((loaded, stamp))
}

/// The texts of night 000 by their path.
fn texts(loaded: &LoadedWar, war: String, map: String) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([("war.yaml".to_owned(), war), ("map.yaml".to_owned(), map)]);
    let mut add = |path, file: &SheetFile| files.insert(path, file.source.text.clone());
    loaded.teams.iter().flatten().for_each(|sheet| _ = add(sheet_path(sheet), sheet));
    loaded.familiars.iter().for_each(|sheet| _ = add(familiar_path(sheet), sheet));
    loaded.shelves.iter().for_each(|(name, sheet)| _ = add(common_sheets::common_sheet_path(name), sheet));
    files
}

/// One hash of all texts.
fn hash_files(files: &BTreeMap<String, String>) -> String {
    let all: String = files.iter().map(|(path, text)| format!("{path}\0{text}\0")).collect();
    state_file::hash(&all)
}

fn sheet_path(file: &SheetFile) -> String {
    format!("sheets/{}.yaml", file_name(&file.sheet.name))
}

fn familiar_path(file: &SheetFile) -> String {
    format!("sheets/familiars/{}.yaml", file_name(&file.sheet.name))
}

/// Renders the game's part of `war.yaml`: teams and seats by name, switches, seed.
fn war_yaml(loaded: &LoadedWar, engine: &str) -> Result<String> {
    let setup = &loaded.war.setup;
    let name = |id: CharacterId| loaded.war.character(id).name.clone();
    let name_of = |id: CharacterId| {
        let found = loaded.teams.iter().flatten().find(|file| file.sheet.name == loaded.war.character(id).name);
        found.map(sheet_path)
    };
    let teams: Vec<Value> = setup
        .teams
        .iter()
        .enumerate()
        .map(|(number, team)| {
            let seats = setup.seats.iter().filter(|seat| seat.team.index() == number);
            let seats: Vec<Value> = seats
                .map(|seat| json!({ "seat": seat.name, "characters": seat.own_characters.iter().map(|c| name(*c)).collect::<Vec<_>>() }))
                .collect();
            json!({
                "name": team.name,
                "master": name_of(team.master),
                "servants": team.servants.iter().map(|s| name_of(*s)).collect::<Vec<_>>(),
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
    let mut tree = json!({
        "format": FORMAT,
        "engine": engine,
        "title": setup.title,
        "seed": setup.seed,
        "deadline": loaded.file.deadline,
        "focus": focus,
        "teams": teams,
        "switches": setup.switches,
    });
    if !loaded.file.hints.is_empty() {
        let hints = loaded.file.hints.iter().map(|hint| json!({ "of": hint.servant.text, "hint": hint.text }));
        tree["igm"] = json!({ "hints": hints.collect::<Vec<_>>() });
    }
    to_yaml(&tree)
}

fn map_yaml(setup: &Setup, engine: &str) -> Result<String> {
    let mut locations = serde_json::Map::new();
    for location in &setup.locations {
        let neighbour = |to: &LocationId| {
            let name = &setup.location(*to).name;
            match location.bridges.iter().find(|(over, _)| over == to) {
                Some((_, bridge)) => json!({ "to": name, "bridge": bridge }),
                None => json!(name),
            }
        };
        let mut entry = json!({ "adjacent": location.adjacent.iter().map(neighbour).collect::<Vec<_>>() });
        if let Some(facility) = location.facility {
            entry["facility"] = Value::String(facility.name().to_owned());
        }
        if let Some((x, y)) = location.spot {
            entry["at"] = json!([x, y]);
        }
        locations.insert(location.name.clone(), entry);
    }
    let mut tree = json!({ "format": FORMAT, "engine": engine, "locations": locations });
    if !setup.water.is_empty() {
        tree["water"] = json!(setup.water);
    }
    to_yaml(&tree)
}
