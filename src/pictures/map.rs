//! The map as one reader knows it: who is where, who moved how, who died, where one may go.

use std::sync::Arc;

use serde::Serialize;

use super::chart::Chart;

/// The map on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// Every place.
    pub places: Vec<MapPlace>,
    /// Pairs of places one move apart, by their number.
    pub roads: Vec<(usize, usize)>,
    /// Who was seen moving this Night, one's own among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MapMove>,
    /// The paper it is drawn on.
    #[serde(skip)]
    pub chart: Arc<Chart>,
}

/// A place on a page's map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapPlace {
    /// Its name.
    pub name: String,
    /// Where it stands on the drawing.
    pub x: i64,
    /// Where it stands on the drawing, from the top.
    pub y: i64,
    /// What is to be had there.
    pub facility: Option<String>,
    /// A Home Base of the reader's.
    pub home: bool,
    /// The reader's own characters there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<String>,
    /// Whom they saw there this Night.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// Whom they saw there by day, before whoever moves had moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_day: Vec<String>,
    /// Whom they saw there last, on an earlier Night, with the Night.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<(String, u32)>,
    /// The same by day.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier_by_day: Vec<(String, u32)>,
    /// Who died there this Night, as far as they know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub died: Vec<String>,
    /// Somebody came into a Home Base of theirs there this Night.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub alarm: bool,
    /// One of the reader's may go there next Turn.
    pub may_go: bool,
    /// There is something to say of it tonight: somebody is or was there, it is a Home Base, one may go there.
    pub told: bool,
    /// Where ways lead from there, in words.
    pub exits: String,
    /// Who is, was seen, came or died there, in sentences.
    pub words: Vec<String>,
}

/// A move that was seen from somewhere to somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapMove {
    /// Who moved, as the reader knows them.
    pub who: String,
    /// From where, by its number.
    pub from: usize,
    /// To where.
    pub to: usize,
    /// One of the reader's own.
    pub own: bool,
    /// How, where it was no plain move: `in retreat`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<&'static str>,
}

impl MapView {
    /// The map with nobody on it.
    pub fn of(chart: &Arc<Chart>) -> MapView {
        let place = |(place, (x, y)): (&crate::perception::view::KnownLocation, &(i64, i64))| MapPlace {
            name: place.name.clone(),
            x: *x,
            y: *y,
            ..MapPlace::default()
        };
        MapView {
            places: chart.places.iter().zip(&chart.spots).map(place).collect(),
            roads: chart.roads.iter().map(|road| (road.from, road.to)).collect(),
            moves: Vec::new(),
            chart: chart.clone(),
        }
    }

    /// Remembers a move, once.
    pub fn moved(&mut self, moved: MapMove) {
        if moved.from != moved.to && !self.moves.contains(&moved) {
            self.moves.push(moved);
        }
    }
}
