//! A scenario file: its War, its starting position, its Nights (tests/scenarios/README.md).

use crate::campaign::game::map_file::{self, parse_facility};
use crate::event::changes::{self, NightMeaning};
use crate::event::detail::StateChange;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields;
use crate::language::span::{Source, Span};
use crate::sheet::common::command_spells_and_items;
use crate::sheet::load_sheet::{Defaults, load, load_node};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::Node;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::SeatId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::{SwitchError, Switches};
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;
use crate::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};

use super::{SheetSource, code};

/// A scenario, ready to be played.
pub(super) struct Scenario<'n> {
    pub(super) title: String,
    /// The rules it is about.
    pub(super) rules: Vec<RuleId>,
    /// The position before `start`.
    pub(super) war: War,
    /// Changes of the opening position.
    pub(super) start: Vec<StateChange>,
    /// The Nights in order.
    pub(super) nights: Vec<NightEntry<'n>>,
}

/// One entry under `nights`.
pub(super) struct NightEntry<'n> {
    /// What is changed before it begins.
    pub(super) start: Option<&'n Node>,
    /// The orders of each seat, as written.
    pub(super) orders: Vec<(SeatId, &'n Node)>,
    /// Rulings of the GM, as in `rulings.yaml`.
    pub(super) rulings: Option<&'n Node>,
    /// The GM's entries for the Logic Game, as in `logic.yaml`.
    pub(super) logic: Option<&'n Node>,
    /// The expected results.
    pub(super) expect: Option<&'n Node>,
}

/// Parses a scenario and reports its faults to `diagnostics`; `None` if there are errors or no War can be built.
pub(super) fn parse_scenario<'n>(
    node: &'n Node,
    library: SheetSource<'_>,
    diagnostics: &'n Diagnostics,
) -> Option<Scenario<'n>> {
    let mut map = MapReader::new(node, "the scenario", diagnostics)?;
    let title =
        map.required("scenario").and_then(|n| diagnostics.read(n, |t| Ok(collapse_whitespace(t)))).unwrap_or_default();
    let rules = map.items("rules").iter().filter_map(|item| parse_rule_id(item, diagnostics)).collect();
    // A scenario whose War is to be refused is read as strictly as a campaign.
    let strict = map.node("refused").is_some();
    let mut plan = WarPlan { title: title.clone(), allows_shared_homes: !strict, ..WarPlan::default() };
    plan.switches = map.node("switches").map(|n| parse_switches(n, diagnostics)).unwrap_or_default();
    plan.seed = map.read("seed", fields::whole).map_or(1, u64::from).into();
    if let Some(mut focus) = map.map("focus") {
        plan.focus_primary = focus.text("primary");
        plan.focus_secondary = focus.text("secondary");
        focus.finish();
    }
    if let Some(mut igm) = map.map("igm") {
        plan.hints = igm.items("hints").iter().filter_map(|item| parse_hint(item, diagnostics)).collect();
        igm.finish();
    }
    plan.locations = map.required("map").map(|n| parse_locations(n, diagnostics)).unwrap_or_default();
    let sheets = map.required("sheets").map(|n| load_sheets(n, library, strict, diagnostics)).unwrap_or_default();
    let (own_items, sheets): (Vec<_>, Vec<_>) =
        sheets.into_iter().partition(|(sheet, _)| sheet.kind == SheetKind::Library);
    if let Some(teams) = map.required("teams") {
        assign_teams(teams, sheets, &mut plan, diagnostics);
    }
    let (spells, items) = command_spells_and_items();
    let items = own_items.iter().fold(items, |items, (own, _)| items.extended_with(own));
    (plan.spells, plan.items) = (Some(spells), Some(items));
    let start = map.node("start");
    let nights = if strict { map.node("nights") } else { map.required("nights") };
    let nights = nights.and_then(|n| diagnostics.items(n)).unwrap_or_default();
    map.finish();
    if diagnostics.has_errors() {
        return None;
    }
    let war = build_war(plan)
        .map_err(|faults_found| {
            for fault in faults_found {
                let span = node.span_of_named(&fault).unwrap_or(node.span);
                diagnostics.report(Diagnostic::error(code::WAR, span, fault));
            }
        })
        .ok()?;
    let start = start.map(|n| changes::read_changes(n, &war, NightMeaning::Coming, diagnostics)).unwrap_or_default();
    let nights = nights.iter().filter_map(|n| parse_night(n, &war, diagnostics)).collect();
    (!diagnostics.has_errors()).then_some(Scenario { title, rules, war, start, nights })
}

fn parse_rule_id(node: &Node, diagnostics: &Diagnostics) -> Option<RuleId> {
    diagnostics.read(node, |text| {
        RuleId::parse(text.trim()).ok_or_else(|| {
            let message = format!("there is no rule `{}`", text.trim());
            vec![
                Diagnostic::error(code::RULE, Span::new(0, text.len()), message)
                    .note("rules are R001–R430, A001–A266 and I01–I24"),
            ]
        })
    })
}

fn parse_switches(node: &Node, diagnostics: &Diagnostics) -> Switches {
    let mut switches = Switches::default();
    let Some(mut map) = MapReader::new(node, "`switches`", diagnostics) else { return switches };
    for (key, value) in map.remaining_entries() {
        let name = key.text().unwrap_or_default();
        let Some(text) = diagnostics.read(value, |t| Ok(t.trim().to_owned())) else { continue };
        match switches.set(name, &text) {
            Ok(()) => {}
            Err(SwitchError::UnknownSwitch) => diagnostics.report(
                Diagnostic::error(code::SWITCH, key.span, format!("there is no switch `{name}`"))
                    .suggest(nearest(name, Switches::NAMES.iter().copied())),
            ),
            Err(SwitchError::UnknownValue(values)) => diagnostics.report(
                Diagnostic::error(code::SWITCH, value.span, format!("`{name}` cannot be `{text}`"))
                    .note(format!("its values are {}", values.join(", "))),
            ),
        }
    }
    map.finish();
    switches
}

/// Parses `{ of: Saber, hint: "…" }`: a hint that the IGM can give about a character (R326).
fn parse_hint(node: &Node, diagnostics: &Diagnostics) -> Option<(String, String)> {
    let mut map = MapReader::new(node, "a hint", diagnostics)?;
    let mut text = |key| map.required(key).and_then(|n| diagnostics.read(n, |t| Ok(collapse_whitespace(t))));
    let (character, words) = (text("of"), text("hint"));
    map.finish();
    Some((character?, words?))
}

/// Parses `Name: [neighbours]` or `Name: { adjacent: […], facility: … }`.
fn parse_locations(node: &Node, diagnostics: &Diagnostics) -> Vec<PlannedLocation> {
    let Some(mut map) = MapReader::new(node, "`map`", diagnostics) else { return Vec::new() };
    let mut locations = Vec::new();
    for (key, value) in map.remaining_entries() {
        let mut location =
            PlannedLocation { name: collapse_whitespace(key.text().unwrap_or_default()), ..PlannedLocation::default() };
        if value.items().is_some() {
            location.adjacent = parse_names(value, diagnostics);
        } else if !value.is_null()
            && let Some(mut map) = MapReader::new(value, format!("location `{}`", location.name), diagnostics)
        {
            for (to, bridge) in map.items("adjacent").iter().filter_map(|n| map_file::parse_neighbour(n, diagnostics)) {
                location.bridges.extend(bridge.map(|bridge| (collapse_whitespace(&to.text), bridge)));
                location.adjacent.push(collapse_whitespace(&to.text));
            }
            location.spot = map.node("at").and_then(|n| map_file::parse_point(n, diagnostics));
            location.facility = map.read("facility", |text| parse_facility(text, code::FACILITY));
            map.finish();
        }
        locations.push(location);
    }
    map.finish();
    locations
}

fn parse_names(node: &Node, diagnostics: &Diagnostics) -> Vec<String> {
    let items = diagnostics.items(node).unwrap_or_default();
    items.iter().filter_map(|item| diagnostics.read(item, |t| Ok(collapse_whitespace(t)))).collect()
}

/// Loads the sheets, each with the span of its name. Mere warnings about a sheet are ignored unless `strict`, because
/// a scenario leaves out what it does not need. A text is the path of a sheet's file.
fn load_sheets(node: &Node, shelf: SheetSource<'_>, strict: bool, diagnostics: &Diagnostics) -> Vec<(Sheet, Span)> {
    let mut sheets = Vec::new();
    for item in diagnostics.items(node).unwrap_or_default() {
        if let Some(path) = item.text() {
            let found = load_library_sheets(path.trim(), shelf).map_err(|why| {
                let note = "write a sheet, or the path of one, as in `sheets/servants/saber.yaml`";
                diagnostics.report(Diagnostic::error(code::SHEET, item.span, why).note(note));
            });
            sheets.extend(found.into_iter().flatten().map(|sheet| (sheet, item.span)));
            continue;
        }
        let own = Diagnostics::default();
        let defaults = if strict { Defaults::Sheet } else { Defaults::Scenario };
        if let Some(sheet) = load_node(item, defaults, &own) {
            sheets.push((sheet, item.get("name").map_or(item.span, |n| n.span)));
        }
        own.into_sorted()
            .into_iter()
            .filter(|fault| strict || fault.is_error())
            .for_each(|fault| diagnostics.report(fault));
    }
    sheets
}

/// The sheets of a file of the library.
fn load_library_sheets(path: &str, shelf: SheetSource<'_>) -> Result<Vec<Sheet>, String> {
    let text = shelf(path).ok_or_else(|| format!("there is no sheet `{path}`"))?;
    match load(&Source::new(path, text), Defaults::Sheet) {
        Ok(loaded) => Ok(loaded.sheets),
        Err(found) => {
            let first = found.iter().find(|fault| fault.is_error());
            Err(format!("`{path}` cannot be used: {}", first.map_or("it has faults", |fault| fault.message.as_str())))
        }
    }
}

/// Assigns the sheets to their teams; a familiar's sheet belongs to no team.
fn assign_teams(node: &Node, sheets: Vec<(Sheet, Span)>, plan: &mut WarPlan, diagnostics: &Diagnostics) {
    let Some(mut map) = MapReader::new(node, "`teams`", diagnostics) else { return };
    let mut taken_names: Vec<String> = Vec::new();
    let mut find_sheet = |node: &Node| -> Option<Sheet> {
        let name = diagnostics.read(node, |t| Ok(collapse_whitespace(t)))?;
        let found = sheets.iter().find(|(s, _)| s.kind != SheetKind::Familiar && s.name.eq_ignore_ascii_case(&name));
        if found.is_none() {
            diagnostics.report(
                Diagnostic::error(code::SHEET, node.span, format!("there is no sheet of a `{name}` under `sheets`"))
                    .suggest(nearest(&name, sheets.iter().map(|(s, _)| s.name.as_str()))),
            );
        }
        taken_names.push(name);
        found.map(|(sheet, _)| sheet.clone())
    };
    for (key, value) in map.remaining_entries() {
        let name = collapse_whitespace(key.text().unwrap_or_default());
        let Some(mut map) = MapReader::new(value, format!("team `{name}`"), diagnostics) else { continue };
        let master = map.required("master").and_then(&mut find_sheet);
        let servants = map.items("servants").iter().filter_map(&mut find_sheet).collect();
        let seats = parse_players(&mut map, &name, diagnostics);
        let home =
            map.required("home").and_then(|n| diagnostics.read(n, |t| Ok(collapse_whitespace(t)))).unwrap_or_default();
        map.finish();
        if let Some(master) = master {
            plan.teams.push(PlannedTeam { name, master, servants, home, seats });
        }
    }
    map.finish();
    for (sheet, span) in sheets {
        if sheet.kind == SheetKind::Familiar {
            plan.familiars.push(sheet);
        } else if !taken_names.iter().any(|u| u.eq_ignore_ascii_case(&sheet.name)) {
            let message = format!("`{}` is in no team", sheet.name);
            diagnostics.report(Diagnostic::error(code::SHEET, span, message));
        }
    }
}

/// Parses `players: { Alice: [Rin], Bob: [Saber] }`, a seat for each player; without it, the whole team has one seat.
fn parse_players(map: &mut MapReader<'_>, team: &str, diagnostics: &Diagnostics) -> Vec<(String, Vec<String>)> {
    let Some(mut players) = map.map("players") else { return vec![(team.to_owned(), Vec::new())] };
    let seat = |(key, value): (&Node, &Node)| {
        (collapse_whitespace(key.text().unwrap_or_default()), parse_names(value, diagnostics))
    };
    let seats = players.remaining_entries().into_iter().map(seat).collect();
    players.finish();
    seats
}

fn parse_night<'n>(node: &'n Node, war: &War, diagnostics: &'n Diagnostics) -> Option<NightEntry<'n>> {
    let mut map = MapReader::new(node, "a Night", diagnostics)?;
    let mut night = NightEntry {
        start: map.node("start"),
        orders: Vec::new(),
        rulings: map.node("rulings"),
        logic: map.node("logic"),
        expect: map.node("expect"),
    };
    if let Some(orders) = map.node("orders")
        && let Some(mut orders) = MapReader::new(orders, "`orders`", diagnostics)
    {
        for (key, value) in orders.remaining_entries() {
            if let Some(seat) = find_seat(key, war, diagnostics)
                && diagnostics.read(value, |_| Ok(())).is_some()
            {
                night.orders.push((seat, value));
            }
        }
        orders.finish();
    }
    map.finish();
    Some(night)
}

/// The seat that a key names; reports a fault if there is none.
pub(super) fn find_seat(key: &Node, war: &War, diagnostics: &Diagnostics) -> Option<SeatId> {
    let name = key.text().unwrap_or_default();
    let found = war.setup.seat_named(name);
    if found.is_none() {
        diagnostics.report(
            Diagnostic::error(code::SEAT, key.span, format!("there is no team `{name}`"))
                .suggest(nearest(name, war.setup.seats.iter().map(|s| s.name.as_str()))),
        );
    }
    found
}
