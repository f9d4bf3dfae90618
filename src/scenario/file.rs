//! A scenario file: its War, its starting position, its Nights (tests/scenarios/README.md).

use crate::campaign::game::map_file;
use crate::event::changes::{self, NightIs};
use crate::event::detail::StateChange;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields;
use crate::language::span::{Source, Span};
use crate::sheet::common::common;
use crate::sheet::load_sheet::{Defaults, load, load_node};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::Node;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::SeatId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::{SwitchError, Switches};
use crate::vocabulary::text::folded;
use crate::war::War;
use crate::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};
use crate::war::setup::Facility;

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
    pub(super) nights: Vec<Night<'n>>,
}

/// One entry under `nights`.
pub(super) struct Night<'n> {
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

/// Parses a scenario and reports its faults to `faults`; `None` if there are errors or no War can be built.
pub(super) fn read<'n>(node: &'n Node, shelf: SheetSource<'_>, faults: &'n Diagnostics) -> Option<Scenario<'n>> {
    let mut map = MapReader::new(node, "the scenario", faults)?;
    let title = map.required("scenario").and_then(|n| faults.read(n, |t| Ok(folded(t)))).unwrap_or_default();
    let rules = map.items("rules").iter().filter_map(|item| rule_id(item, faults)).collect();
    // A scenario whose War is to be refused is read as strictly as a campaign.
    let strict = map.node("refused").is_some();
    let mut plan = WarPlan { title: title.clone(), shared_homes: !strict, ..WarPlan::default() };
    plan.switches = map.node("switches").map(|n| switches(n, faults)).unwrap_or_default();
    plan.seed = map.read("seed", fields::whole).map_or(1, u64::from).into();
    if let Some(mut focus) = map.map("focus") {
        plan.focus_primary = focus.text("primary");
        plan.focus_secondary = focus.text("secondary");
        focus.finish();
    }
    if let Some(mut igm) = map.map("igm") {
        plan.hints = igm.items("hints").iter().filter_map(|item| hint(item, faults)).collect();
        igm.finish();
    }
    plan.locations = map.required("map").map(|n| locations(n, faults)).unwrap_or_default();
    let sheets = map.required("sheets").map(|n| sheets(n, shelf, strict, faults)).unwrap_or_default();
    if let Some(teams) = map.required("teams") {
        cast(teams, sheets, &mut plan, faults);
    }
    let (spells, items) = common();
    (plan.spells, plan.items) = (Some(spells), Some(items));
    let start = map.node("start");
    let nights = if strict { map.node("nights") } else { map.required("nights") };
    let nights = nights.and_then(|n| faults.items(n)).unwrap_or_default();
    map.finish();
    if faults.any_error() {
        return None;
    }
    let war = build_war(plan)
        .map_err(|told| {
            for fault in told {
                let place = node.place_named(&fault).unwrap_or(node.span);
                faults.report(Diagnostic::error(code::WAR, place, fault));
            }
        })
        .ok()?;
    let start = start.map(|n| changes::load(n, &war, NightIs::Coming, faults)).unwrap_or_default();
    let nights = nights.iter().filter_map(|n| night(n, &war, faults)).collect();
    (!faults.any_error()).then_some(Scenario { title, rules, war, start, nights })
}

fn rule_id(node: &Node, faults: &Diagnostics) -> Option<RuleId> {
    faults.read(node, |text| {
        RuleId::parse(text.trim()).ok_or_else(|| {
            let message = format!("there is no rule `{}`", text.trim());
            vec![
                Diagnostic::error(code::RULE, Span::new(0, text.len()), message)
                    .note("rules are R001–R430, A001–A266 and I01–I24"),
            ]
        })
    })
}

fn switches(node: &Node, faults: &Diagnostics) -> Switches {
    let mut switches = Switches::default();
    let Some(mut map) = MapReader::new(node, "`switches`", faults) else { return switches };
    for (key, value) in map.rest() {
        let name = key.text().unwrap_or_default();
        let Some(text) = faults.read(value, |t| Ok(t.trim().to_owned())) else { continue };
        match switches.set(name, &text) {
            Ok(()) => {}
            Err(SwitchError::UnknownSwitch) => faults.report(
                Diagnostic::error(code::SWITCH, key.span, format!("there is no switch `{name}`"))
                    .suggest(nearest(name, Switches::NAMES.iter().copied())),
            ),
            Err(SwitchError::UnknownValue(values)) => faults.report(
                Diagnostic::error(code::SWITCH, value.span, format!("`{name}` cannot be `{text}`"))
                    .note(format!("its values are {}", values.join(", "))),
            ),
        }
    }
    map.finish();
    switches
}

/// Parses `{ of: Saber, hint: "…" }`: a hint that the IGM can give about a character (R326).
fn hint(node: &Node, faults: &Diagnostics) -> Option<(String, String)> {
    let mut map = MapReader::new(node, "a hint", faults)?;
    let mut text = |key| map.required(key).and_then(|n| faults.read(n, |t| Ok(folded(t))));
    let (of, words) = (text("of"), text("hint"));
    map.finish();
    Some((of?, words?))
}

/// Parses `Name: [neighbours]` or `Name: { adjacent: […], facility: … }`.
fn locations(node: &Node, faults: &Diagnostics) -> Vec<PlannedLocation> {
    let Some(mut map) = MapReader::new(node, "`map`", faults) else { return Vec::new() };
    let mut locations = Vec::new();
    for (key, value) in map.rest() {
        let mut location =
            PlannedLocation { name: folded(key.text().unwrap_or_default()), ..PlannedLocation::default() };
        if value.items().is_some() {
            location.adjacent = names(value, faults);
        } else if !value.is_null()
            && let Some(mut map) = MapReader::new(value, format!("location `{}`", location.name), faults)
        {
            for (to, bridge) in map.items("adjacent").iter().filter_map(|n| map_file::way(n, faults)) {
                location.bridges.extend(bridge.map(|bridge| (folded(&to.text), bridge)));
                location.adjacent.push(folded(&to.text));
            }
            location.spot = map.node("at").and_then(|n| map_file::spot(n, faults));
            location.facility = map.read("facility", facility);
            map.finish();
        }
        locations.push(location);
    }
    map.finish();
    locations
}

fn names(node: &Node, faults: &Diagnostics) -> Vec<String> {
    let items = faults.items(node).unwrap_or_default();
    items.iter().filter_map(|item| faults.read(item, |t| Ok(folded(t)))).collect()
}

fn facility(text: &str) -> fields::Read<Facility> {
    let slug = text.trim().to_lowercase().replace(' ', "-");
    Facility::ALL.into_iter().find(|f| f.name() == slug).ok_or_else(|| {
        let names = Facility::ALL.map(Facility::name);
        let fault =
            Diagnostic::error(code::FACILITY, Span::new(0, text.len()), format!("there is no facility `{text}`"))
                .note(format!("the facilities are {}", names.join(", ")));
        vec![fault.suggest(nearest(&slug, names))]
    })
}

/// Loads the sheets, each with the span of its name. Mere warnings about a sheet are ignored unless `strict`, because
/// a scenario leaves out what it does not need. A text is the path of a sheet's file.
fn sheets(node: &Node, shelf: SheetSource<'_>, strict: bool, faults: &Diagnostics) -> Vec<(Sheet, Span)> {
    let mut sheets = Vec::new();
    for item in faults.items(node).unwrap_or_default() {
        if let Some(path) = item.text() {
            let found = shelved(path.trim(), shelf).map_err(|why| {
                let note = "write a sheet, or the path of one, as in `sheets/servants/saber.yaml`";
                faults.report(Diagnostic::error(code::SHEET, item.span, why).note(note));
            });
            sheets.extend(found.into_iter().flatten().map(|sheet| (sheet, item.span)));
            continue;
        }
        let own = Diagnostics::default();
        let defaults = if strict { Defaults::Sheet } else { Defaults::Scenario };
        if let Some(sheet) = load_node(item, defaults, &own) {
            sheets.push((sheet, item.get("name").map_or(item.span, |n| n.span)));
        }
        own.into_sorted().into_iter().filter(|fault| strict || fault.is_error()).for_each(|fault| faults.report(fault));
    }
    sheets
}

/// The sheets of a file of the library.
fn shelved(path: &str, shelf: SheetSource<'_>) -> Result<Vec<Sheet>, String> {
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
fn cast(node: &Node, sheets: Vec<(Sheet, Span)>, plan: &mut WarPlan, faults: &Diagnostics) {
    let Some(mut map) = MapReader::new(node, "`teams`", faults) else { return };
    let mut used: Vec<String> = Vec::new();
    let mut take = |node: &Node| -> Option<Sheet> {
        let name = faults.read(node, |t| Ok(folded(t)))?;
        let found = sheets.iter().find(|(s, _)| s.kind != SheetKind::Familiar && s.name.eq_ignore_ascii_case(&name));
        if found.is_none() {
            faults.report(
                Diagnostic::error(code::SHEET, node.span, format!("there is no sheet of a `{name}` under `sheets`"))
                    .suggest(nearest(&name, sheets.iter().map(|(s, _)| s.name.as_str()))),
            );
        }
        used.push(name);
        found.map(|(sheet, _)| sheet.clone())
    };
    for (key, value) in map.rest() {
        let name = folded(key.text().unwrap_or_default());
        let Some(mut map) = MapReader::new(value, format!("team `{name}`"), faults) else { continue };
        let master = map.required("master").and_then(&mut take);
        let servants = map.items("servants").iter().filter_map(&mut take).collect();
        let seats = players(&mut map, &name, faults);
        let home = map.required("home").and_then(|n| faults.read(n, |t| Ok(folded(t)))).unwrap_or_default();
        map.finish();
        if let Some(master) = master {
            plan.teams.push(PlannedTeam { name, master, servants, home, seats });
        }
    }
    map.finish();
    for (sheet, span) in sheets {
        if sheet.kind == SheetKind::Familiar {
            plan.familiars.push(sheet);
        } else if !used.iter().any(|u| u.eq_ignore_ascii_case(&sheet.name)) {
            let message = format!("`{}` is in no team", sheet.name);
            faults.report(Diagnostic::error(code::SHEET, span, message));
        }
    }
}

/// Parses `players: { Alice: [Rin], Bob: [Saber] }`, a seat for each player; without it, the whole team has one seat.
fn players(map: &mut MapReader<'_>, team: &str, faults: &Diagnostics) -> Vec<(String, Vec<String>)> {
    let Some(mut players) = map.map("players") else { return vec![(team.to_owned(), Vec::new())] };
    let seat = |(key, value): (&Node, &Node)| (folded(key.text().unwrap_or_default()), names(value, faults));
    let seats = players.rest().into_iter().map(seat).collect();
    players.finish();
    seats
}

fn night<'n>(node: &'n Node, war: &War, faults: &'n Diagnostics) -> Option<Night<'n>> {
    let mut map = MapReader::new(node, "a Night", faults)?;
    let mut night = Night {
        start: map.node("start"),
        orders: Vec::new(),
        rulings: map.node("rulings"),
        logic: map.node("logic"),
        expect: map.node("expect"),
    };
    if let Some(orders) = map.node("orders")
        && let Some(mut orders) = MapReader::new(orders, "`orders`", faults)
    {
        for (key, value) in orders.rest() {
            if let Some(seat) = seat(key, war, faults)
                && faults.read(value, |_| Ok(())).is_some()
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
pub(super) fn seat(key: &Node, war: &War, faults: &Diagnostics) -> Option<SeatId> {
    let name = key.text().unwrap_or_default();
    let found = war.setup.seat_named(name);
    if found.is_none() {
        faults.report(
            Diagnostic::error(code::SEAT, key.span, format!("there is no team `{name}`"))
                .suggest(nearest(name, war.setup.seats.iter().map(|s| s.name.as_str()))),
        );
    }
    found
}
