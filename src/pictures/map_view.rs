//! The map as one reader knows it: who is where, who moved how, who died, where the reader's own may go.

use std::sync::Arc;

use serde::Serialize;

use super::map_drawing::MapDrawing;

/// The map on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// Every location.
    pub places: Vec<MapPlace>,
    /// Pairs of locations one move apart, by index.
    pub roads: Vec<(usize, usize)>,
    /// The moves seen this Night, including the reader's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MapMove>,
    /// The chart it is drawn on.
    #[serde(skip)]
    pub chart: Arc<MapDrawing>,
}

/// A location on a page's map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapPlace {
    /// Its name.
    pub name: String,
    /// Its x coordinate on the drawing.
    pub x: i64,
    /// Its y coordinate on the drawing, from the top.
    pub y: i64,
    /// The name of its facility.
    pub facility: Option<String>,
    /// Whether it is a Home Base of the reader's.
    #[serde(rename = "home")]
    pub is_home: bool,
    /// The reader's own characters there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<String>,
    /// Characters that the reader's own saw there this Night.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// Characters that they saw there by day, before the Night's moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_day: Vec<String>,
    /// Characters last seen there on an earlier Night, with the Night.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<(String, u32)>,
    /// Characters last seen there on an earlier day, with the Night.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier_by_day: Vec<(String, u32)>,
    /// Characters that died there this Night, as far as the reader knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub died: Vec<String>,
    /// Whether somebody entered a Home Base of theirs there by night.
    #[serde(rename = "alarm", skip_serializing_if = "std::ops::Not::not")]
    pub has_alarm: bool,
    /// Whether somebody entered a Home Base of theirs there by day.
    #[serde(rename = "alarm_by_day", skip_serializing_if = "std::ops::Not::not")]
    pub has_alarm_by_day: bool,
    /// Whether one of the reader's own may go there next Turn.
    pub may_go: bool,
    /// Whether there is something to say of it tonight: somebody is or was there, it is a Home Base, or the reader's
    /// own may go there.
    #[serde(rename = "told")]
    pub is_told: bool,
    /// The locations that its roads lead to, in words.
    pub exits: String,
    /// Who is, was seen, arrived or died there, in sentences.
    pub words: Vec<String>,
}

/// A move that was seen, with both ends known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapMove {
    /// The name of whoever moved, as the reader knows them.
    pub who: String,
    /// The index of the location left.
    pub from: usize,
    /// The index of the location entered.
    pub to: usize,
    /// Whether it was one of the reader's own.
    #[serde(rename = "own")]
    pub is_own: bool,
    /// How they moved, unless it was a plain move: `in retreat`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<&'static str>,
}

impl MapView {
    /// The map without any characters.
    pub fn new(map_drawing: &Arc<MapDrawing>) -> MapView {
        let locations = map_drawing.locations.iter().zip(&map_drawing.spots).zip(&map_drawing.exits);
        let places = locations.map(|((location, (x, y)), exits)| MapPlace {
            name: location.name.clone(),
            x: *x,
            y: *y,
            exits: exits.clone(),
            ..MapPlace::default()
        });
        MapView {
            places: places.collect(),
            roads: map_drawing.roads.iter().map(|road| (road.start_index, road.end_index)).collect(),
            moves: Vec::new(),
            chart: map_drawing.clone(),
        }
    }

    /// Adds a move, once.
    pub fn add_move(&mut self, moved: MapMove) {
        if moved.from != moved.to && !self.moves.contains(&moved) {
            self.moves.push(moved);
        }
    }
}
