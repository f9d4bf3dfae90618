//! `map.yaml`: locations, their neighbours, facilities and positions (docs/gm-guide.md).

use crate::campaign::folder::file_name;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::ParseResult;
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::Node;
use crate::war::new_war::PlannedLocation;
use crate::war::setup::Facility;

use super::code;
use super::war_file::{self, SpannedText};

/// A parsed `map.yaml`.
#[derive(Clone, Debug, Default)]
pub struct MapFile {
    /// The locations in the order written.
    pub locations: Vec<LocationEntry>,
    /// Waters, from point to point.
    pub water: Vec<Vec<(i64, i64)>>,
}

/// A location of the file.
#[derive(Clone, Debug, Default)]
pub struct LocationEntry {
    /// Its name.
    pub name: SpannedText,
    /// Its neighbours.
    pub adjacent: Vec<SpannedText>,
    /// The neighbours that are reached by a bridge, with its name.
    pub bridges: Vec<(String, String)>,
    /// Its facility.
    pub facility: Option<Facility>,
    /// Its position on the map: to the east, to the south.
    pub map_position: Option<(i64, i64)>,
}

impl MapFile {
    /// Whether there is a location of a name, in any letter case.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The nearest name of a location.
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        nearest(name, self.locations.iter().map(|l| l.name.text.as_str()))
    }

    fn find(&self, name: &str) -> Option<&LocationEntry> {
        self.locations.iter().find(|l| l.name.text.eq_ignore_ascii_case(name))
    }

    /// The locations in the form from which a War is built.
    pub fn planned_locations(&self) -> Vec<PlannedLocation> {
        let planned = |location: &LocationEntry| PlannedLocation {
            name: location.name.text.clone(),
            adjacent: location.adjacent.iter().map(|a| a.text.clone()).collect(),
            facility: location.facility,
            spot: location.map_position,
            bridges: location.bridges.clone(),
        };
        self.locations.iter().map(planned).collect()
    }
}

/// Parses a `map.yaml`; faults are reported to `diagnostics`.
pub fn parse_map(source: &Source, diagnostics: &Diagnostics) -> MapFile {
    let mut found = MapFile::default();
    let Some(node) = war_file::parse_single_document(source, diagnostics) else { return found };
    let Some(mut map) = MapReader::new(&node, "map.yaml", diagnostics) else { return found };
    war_file::read_engine_keys(&mut map);
    if let Some(locations) = map.required("locations")
        && let Some(mut locations) = MapReader::new(locations, "`locations`", diagnostics)
    {
        for (key, value) in locations.remaining_entries() {
            let Some(name) = war_file::parse_spanned_name(key, diagnostics) else { continue };
            let mut location = LocationEntry { name, ..LocationEntry::default() };
            if let Some(mut map) = MapReader::new(value, format!("location `{}`", location.name.text), diagnostics) {
                for (to, bridge) in map.items("adjacent").iter().filter_map(|n| parse_neighbour(n, diagnostics)) {
                    location.bridges.extend(bridge.map(|bridge| (to.text.clone(), bridge)));
                    location.adjacent.push(to);
                }
                location.facility = map.read("facility", |text| parse_facility(text, code::FACILITY));
                location.map_position = map.node("at").and_then(|node| parse_unique_point(node, &found, diagnostics));
                map.finish();
            }
            found.locations.push(location);
        }
        if found.locations.is_empty() {
            diagnostics.report(Diagnostic::error(code::EMPTY, locations.span(), "the map has no locations"));
        }
        locations.finish();
    }
    found.water = parse_waters(map.items("water"), &found, diagnostics);
    map.finish();
    check_connections(&found, diagnostics);
    found
}

/// Parses the name of a facility; one that does not exist is reported with this code.
pub fn parse_facility(text: &str, code: &'static str) -> ParseResult<Facility> {
    let slug = file_name(text.trim());
    Facility::ALL.into_iter().find(|f| f.name() == slug).ok_or_else(|| {
        let names: Vec<&str> = Facility::ALL.iter().map(|f| f.name()).collect();
        let fault = Diagnostic::error(code, Span::new(0, text.len()), format!("there is no facility `{text}`"))
            .note(format!("the facilities are {}", names.join(", ")));
        vec![fault.suggest(nearest(&slug, names))]
    })
}

/// Parses a neighbour: `Park`, or with the bridge to it `{ to: Park, bridge: Willow Bridge }`.
pub fn parse_neighbour(node: &Node, diagnostics: &Diagnostics) -> Option<(SpannedText, Option<String>)> {
    if node.entries().is_none() {
        return Some((war_file::parse_spanned_name(node, diagnostics)?, None));
    }
    let mut map = MapReader::new(node, "a way", diagnostics)?;
    let to = map.required("to").and_then(|node| war_file::parse_spanned_name(node, diagnostics));
    let bridge = map.text("bridge");
    map.finish();
    Some((to?, bridge))
}

/// The greatest distance of a point from the middle of the map.
const MAX_COORDINATE: i64 = 10_000;

/// Parses a point of the map, `[3, 1]`: the distances to the east and to the south.
pub fn parse_point(node: &Node, diagnostics: &Diagnostics) -> Option<(i64, i64)> {
    let number = |node: &Node| node.text().and_then(|text| text.trim().parse::<i64>().ok());
    let is_in_range = |number: &i64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(number);
    let numbers: Option<Vec<i64>> = node.items().and_then(|items| items.iter().map(number).collect());
    match numbers.as_deref() {
        Some(&[x, y]) if is_in_range(&x) && is_in_range(&y) => Some((x, y)),
        _ => {
            let message =
                format!("a point of the map is two whole numbers between -{MAX_COORDINATE} and {MAX_COORDINATE}");
            let note = "write how far to the east and how far to the south: `at: [3, 1]`";
            diagnostics.report(Diagnostic::error(code::SPOT, node.span, message).note(note));
            None
        }
    }
}

/// Parses the position of a location, and reports one that another location has.
fn parse_unique_point(node: &Node, map: &MapFile, diagnostics: &Diagnostics) -> Option<(i64, i64)> {
    let at = parse_point(node, diagnostics)?;
    if let Some(other) = map.locations.iter().find(|location| location.map_position == Some(at)) {
        let message = format!("`{}` stands at this point already", other.name.text);
        diagnostics.report(Diagnostic::error(code::SPOT, node.span, message));
    }
    Some(at)
}

/// Parses the waters of a map, each a list of points; they require locations with positions.
fn parse_waters(nodes: &[Node], map: &MapFile, diagnostics: &Diagnostics) -> Vec<Vec<(i64, i64)>> {
    let placed = map.locations.iter().any(|location| location.map_position.is_some());
    if let Some(node) = nodes.first().filter(|_| !placed) {
        let message = "a water is drawn between locations that have `at`, and none has it";
        diagnostics.report(Diagnostic::error(code::SPOT, node.span, message));
    }
    let line =
        |node| Some(diagnostics.items(node)?.iter().filter_map(|point| parse_point(point, diagnostics)).collect());
    nodes.iter().filter_map(line).collect()
}

/// Checks that every connection leads to a location and back.
fn check_connections(map: &MapFile, diagnostics: &Diagnostics) {
    for (number, location) in map.locations.iter().enumerate() {
        let name = &location.name.text;
        if map.locations.iter().take(number).any(|l| l.name.text.eq_ignore_ascii_case(name)) {
            let message = format!("two locations are called `{name}`");
            diagnostics.report(Diagnostic::error(code::TWICE, location.name.span, message));
        }
        for way in &location.adjacent {
            if way.text.eq_ignore_ascii_case(name) {
                let message = format!("`{name}` is its own neighbour");
                diagnostics.report(Diagnostic::error(code::ONE_WAY, way.span, message));
                continue;
            }
            match map.find(&way.text) {
                None => diagnostics.report(
                    Diagnostic::error(code::LOCATION, way.span, format!("there is no location `{}`", way.text))
                        .suggest(map.nearest_name(&way.text)),
                ),
                Some(other) if !other.adjacent.iter().any(|a| a.text.eq_ignore_ascii_case(name)) => {
                    let message = format!("`{name}` leads to `{0}`, but `{0}` does not lead back", other.name.text);
                    let note = format!("write `{name}` under `{}` too, or take it out here", other.name.text);
                    diagnostics.report(Diagnostic::error(code::ONE_WAY, way.span, message).note(note));
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render_faults(text: &str) -> (MapFile, Vec<String>) {
        let source = Source::new("map.yaml", text);
        let diagnostics = Diagnostics::default();
        let map = parse_map(&source, &diagnostics);
        let render_fault = |d: &Diagnostic| format!("{:?} {} {}", source.line_column(d.span.start), d.code, d.message);
        (map, diagnostics.into_sorted().iter().map(render_fault).collect())
    }

    #[test]
    fn points_and_bridges_are_read() {
        let (map, faults) = render_faults(
            "water: [[[0, 1], [9, 1]]]\nlocations:\n  Park: { adjacent: [{ to: Church, bridge: Old Bridge }], at: [3, -1] }\n  Church: { adjacent: [Park], at: [3, 4] }\n",
        );
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((map.locations[0].map_position, map.locations[1].map_position), (Some((3, -1)), Some((3, 4))));
        assert_eq!(map.locations[0].bridges, [("Church".to_owned(), "Old Bridge".to_owned())]);
        assert_eq!(map.water, [[(0, 1), (9, 1)]]);
    }

    #[test]
    fn a_point_that_is_none_is_told_with_what_to_write() {
        for at in ["[1]", "[1, 2.5]", "here", "[1, 99999]", "{ x: 1 }"] {
            let (map, faults) = render_faults(&format!("locations:\n  Park: {{ adjacent: [], at: {at} }}\n"));
            assert!(matches!(&faults[..], [one] if one.contains(" E420 ")), "{at}: {faults:?}");
            assert_eq!(map.locations[0].map_position, None, "{at}");
        }
        let (_, faults) = render_faults("locations:\n  Park: { at: [1, 2] }\n  Mill: { at: [1, 2] }\n");
        assert_eq!(faults, ["(3, 15) E420 `Park` stands at this point already"]);
        let (_, faults) = render_faults("water: [[[1, 2], [2, 2]]]\nlocations:\n  Park: {}\n");
        assert!(matches!(&faults[..], [one] if one.contains(" E420 a water")), "{faults:?}");
    }

    #[test]
    fn one_way_ways_unknown_places_and_facilities_are_told_at_once() {
        let text = "locations:\n  Park: { adjacent: [Bridge, Chruch], facility: igm-ofice }\n  Bridge: { adjacent: [] }\n  Church: {}\n";
        let source = Source::new("map.yaml", text);
        let diagnostics = Diagnostics::default();
        parse_map(&source, &diagnostics);
        let found: Vec<String> = diagnostics
            .into_sorted()
            .iter()
            .map(|d| {
                format!("{:?} {} {}", source.line_column(d.span.start), d.code, d.suggestion.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(found, ["(2, 22) E407 -", "(2, 30) E406 Church", "(2, 49) E408 igm-office"]);
    }
}
