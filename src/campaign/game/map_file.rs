//! `map.yaml`: locations, their ways, facilities (docs/gm-guide.md).
//!
//! May import [`crate::war`]'s plan, [`crate::sheet`]'s YAML reader and what those may.

use crate::campaign::folder::file_name;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::war::new_war::PlannedLocation;
use crate::war::setup::Facility;

use super::code;
use super::war_file::{self, Placed};

/// What a `map.yaml` says.
#[derive(Clone, Debug, Default)]
pub struct MapFile {
    /// The locations in the order written.
    pub locations: Vec<LocationEntry>,
}

/// A location of the file.
#[derive(Clone, Debug, Default)]
pub struct LocationEntry {
    /// Its name.
    pub name: Placed,
    /// Its neighbours.
    pub adjacent: Vec<Placed>,
    /// What can be had there.
    pub facility: Option<Facility>,
}

impl MapFile {
    /// Whether there is a location of a name, in any letter case.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The location of the nearest name.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.locations.iter().map(|l| l.name.text.as_str()))
    }

    fn find(&self, name: &str) -> Option<&LocationEntry> {
        self.locations.iter().find(|l| l.name.text.eq_ignore_ascii_case(name))
    }

    /// The locations as a War is built from them.
    pub fn planned(&self) -> Vec<PlannedLocation> {
        let planned = |location: &LocationEntry| PlannedLocation {
            name: location.name.text.clone(),
            adjacent: location.adjacent.iter().map(|a| a.text.clone()).collect(),
            facility: location.facility,
        };
        self.locations.iter().map(planned).collect()
    }
}

/// Reads a `map.yaml`; its faults go to `faults`.
pub fn read(source: &Source, faults: &Diagnostics) -> MapFile {
    let mut found = MapFile::default();
    let Some(node) = war_file::document(source, faults) else { return found };
    let Some(mut map) = MapReader::new(&node, "map.yaml", faults) else { return found };
    war_file::format(&mut map);
    if let Some(locations) = map.required("locations")
        && let Some(mut locations) = MapReader::new(locations, "`locations`", faults)
    {
        for (key, value) in locations.rest() {
            let Some(name) = war_file::placed(key, faults) else { continue };
            let mut location = LocationEntry { name, ..LocationEntry::default() };
            if let Some(mut map) = MapReader::new(value, format!("location `{}`", location.name.text), faults) {
                location.adjacent = map.items("adjacent").iter().filter_map(|n| war_file::placed(n, faults)).collect();
                location.facility = map.read("facility", facility);
                map.finish();
            }
            found.locations.push(location);
        }
        if found.locations.is_empty() {
            faults.report(Diagnostic::error(code::EMPTY, locations.span(), "the map has no locations"));
        }
        locations.finish();
    }
    map.finish();
    check(&found, faults);
    found
}

fn facility(text: &str) -> crate::language::fields::Read<Facility> {
    let slug = file_name(text.trim());
    Facility::ALL.into_iter().find(|f| f.name() == slug).ok_or_else(|| {
        let names: Vec<&str> = Facility::ALL.iter().map(|f| f.name()).collect();
        let fault =
            Diagnostic::error(code::FACILITY, Span::new(0, text.len()), format!("there is no facility `{text}`"))
                .note(format!("the facilities are {}", names.join(", ")));
        vec![fault.suggest(nearest(&slug, names))]
    })
}

/// Every way leads somewhere and back.
fn check(map: &MapFile, faults: &Diagnostics) {
    for (number, location) in map.locations.iter().enumerate() {
        let name = &location.name.text;
        if map.locations.iter().take(number).any(|l| l.name.text.eq_ignore_ascii_case(name)) {
            let message = format!("two locations are called `{name}`");
            faults.report(Diagnostic::error(code::TWICE, location.name.span, message));
        }
        for way in &location.adjacent {
            if way.text.eq_ignore_ascii_case(name) {
                let message = format!("`{name}` is its own neighbour");
                faults.report(Diagnostic::error(code::ONE_WAY, way.span, message));
                continue;
            }
            match map.find(&way.text) {
                None => faults.report(
                    Diagnostic::error(code::LOCATION, way.span, format!("there is no location `{}`", way.text))
                        .suggest(map.nearest(&way.text)),
                ),
                Some(other) if !other.adjacent.iter().any(|a| a.text.eq_ignore_ascii_case(name)) => {
                    let message = format!("`{name}` leads to `{0}`, but `{0}` does not lead back", other.name.text);
                    let note = format!("write `{name}` under `{}` too, or take it out here", other.name.text);
                    faults.report(Diagnostic::error(code::ONE_WAY, way.span, message).note(note));
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_ways_unknown_places_and_facilities_are_told_at_once() {
        let text = "locations:\n  Park: { adjacent: [Bridge, Chruch], facility: igm-ofice }\n  Bridge: { adjacent: [] }\n  Church: {}\n";
        let source = Source::new("map.yaml", text);
        let faults = Diagnostics::default();
        read(&source, &faults);
        let found: Vec<String> = faults
            .into_sorted()
            .iter()
            .map(|d| {
                format!("{:?} {} {}", source.line_column(d.span.start), d.code, d.suggestion.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(found, ["(2, 22) E407 -", "(2, 30) E406 Church", "(2, 49) E408 igm-office"]);
    }
}
