//! The locations of a War laid out as a drawing, once for all readers, because the map itself is public.

use std::sync::Arc;

use crate::perception::view::KnownLocation;

use super::labels::{LINE_HEIGHT, MapLabel, Obstacles, break_into_lines, position_labels, text_width};
use super::layout::{Orientation, Point, lay_out, moves_between};
use super::map_words::join_with_and;

/// The locations of a War laid out as a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapDrawing {
    /// The locations, in the order of the War's own list.
    pub(super) locations: Vec<KnownLocation>,
    /// The position of each location.
    pub(super) spots: Vec<Point>,
    /// The roads between them, each once.
    pub(super) roads: Vec<Road>,
    /// Where the roads of each location lead, in words.
    pub(super) exits: Vec<String>,
    /// The waters, as polylines.
    pub(super) water: Vec<Vec<Point>>,
    /// The orientation of the drawing, if the War gives positions.
    pub(super) frame: Option<Orientation>,
    /// What labels must not cover.
    pub(super) ground: Obstacles,
    /// The names, broken into lines.
    pub(super) names: Vec<Vec<String>>,
    /// The labels of the names, as long as no characters are listed below them.
    pub(super) labels: Vec<MapLabel>,
}

/// A road between two locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Road {
    /// The index of the location at one end.
    pub start_index: usize,
    /// The index of the location at the other end.
    pub end_index: usize,
    /// The control point of its curve, if it bends around a location that it does not lead to.
    pub bend: Option<Point>,
    /// The name of the bridge by which it crosses a water.
    pub bridge: Option<String>,
}

impl MapDrawing {
    /// Lays out the locations, with the waters of `map.yaml`.
    pub fn lay_out(locations: &[KnownLocation], water: &[Vec<Point>]) -> Arc<MapDrawing> {
        let index_of = |name: &String| locations.iter().position(|p| p.name == *name);
        let adjacent: Vec<Vec<usize>> =
            locations.iter().map(|p| p.adjacent.iter().filter_map(index_of).collect()).collect();
        let at: Vec<Option<Point>> = locations.iter().map(|p| p.at).collect();
        let laid_out = lay_out(&moves_between(&adjacent), &at, water);
        let spots = laid_out.spots;
        let pairs =
            adjacent.iter().enumerate().flat_map(|(a, all)| all.iter().filter(move |b| a < **b).map(move |b| (a, *b)));
        let bridge = |a: usize, b: usize| {
            let bridge_between = |from: usize, to: usize| {
                let to = &locations.get(to)?.name;
                locations.get(from)?.bridges.iter().find(|(way, _)| way == to).map(|(_, bridge)| bridge.clone())
            };
            bridge_between(a, b).or_else(|| bridge_between(b, a))
        };
        let road = |(from, to)| Road {
            start_index: from,
            end_index: to,
            bend: find_bend(&spots, from, to),
            bridge: bridge(from, to),
        };
        let roads: Vec<Road> = pairs.map(road).collect();
        let lines = roads.iter().flat_map(|road| road_segments(road, &spots)).collect();
        let ground = Obstacles { lines, spots: spots.clone() };
        let names: Vec<Vec<String>> = locations.iter().map(|p| break_into_lines(&p.name)).collect();
        let sizes: Vec<Point> = names.iter().map(|lines| text_size(lines.iter().map(String::as_str))).collect();
        let labels = position_labels(&ground, &sizes);
        let exits = (0..locations.len()).map(|index| describe_exits(&roads, locations, index)).collect();
        let (locations, water, frame) = (locations.to_vec(), laid_out.water, laid_out.frame);
        Arc::new(MapDrawing { locations, spots, roads, exits, water, frame, ground, names, labels })
    }

    /// The locations, in the order of the War's own list.
    pub fn locations(&self) -> &[KnownLocation] {
        &self.locations
    }

    /// The index of a location.
    pub fn location_index(&self, name: &str) -> Option<usize> {
        self.locations.iter().position(|location| location.name == name)
    }

    pub(super) fn spot(&self, index: usize) -> Point {
        self.spots.get(index).copied().unwrap_or_default()
    }

    /// The road between two locations, in either direction.
    pub(super) fn road(&self, a: usize, b: usize) -> Option<&Road> {
        self.roads.iter().find(|road| (road.start_index, road.end_index) == (a.min(b), a.max(b)))
    }
}

/// Where the roads of a location lead, in words.
fn describe_exits(roads: &[Road], locations: &[KnownLocation], index: usize) -> String {
    let describe_road = |road: &Road| {
        let ends = [(road.start_index, road.end_index), (road.end_index, road.start_index)];
        let (_, to) = ends.into_iter().find(|(from, _)| *from == index)?;
        let name = &locations.get(to)?.name;
        Some(road.bridge.as_ref().map_or_else(|| name.clone(), |bridge| format!("{name} (by {bridge})")))
    };
    let mut descriptions: Vec<String> = roads.iter().filter_map(describe_road).collect();
    descriptions.sort();
    join_with_and(&descriptions)
}

/// The width and height that lines of text take.
pub(super) fn text_size<'a>(lines: impl Iterator<Item = &'a str>) -> Point {
    let (mut width, mut count) = (0, 0);
    for line in lines {
        width = width.max(text_width(line));
        count += 1;
    }
    (width + 2, count * LINE_HEIGHT)
}

/// A road as straight segments.
fn road_segments(road: &Road, spots: &[Point]) -> Vec<(Point, Point)> {
    let point_of = |index: usize| spots.get(index).copied().unwrap_or_default();
    curve_segments(point_of(road.start_index), point_of(road.end_index), road.bend)
}

/// A line that may bend, as straight segments.
pub(super) fn curve_segments(a: Point, b: Point, bend: Option<Point>) -> Vec<(Point, Point)> {
    match bend {
        None => vec![(a, b)],
        Some(bend) => {
            let middle = ((a.0 + 2 * bend.0 + b.0) / 4, (a.1 + 2 * bend.1 + b.1) / 4);
            vec![(a, middle), (middle, b)]
        }
    }
}

/// The control point of a road that would otherwise run through a location it does not lead to; `None` if none is in
/// the way.
fn find_bend(spots: &[Point], from: usize, to: usize) -> Option<Point> {
    const NEAR: i64 = 16;
    let (a, b) = (*spots.get(from)?, *spots.get(to)?);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = (dx * dx + dy * dy).isqrt().max(1);
    let obstacle_offset = spots.iter().enumerate().find_map(|(index, at)| {
        let (px, py) = (at.0 - a.0, at.1 - a.1);
        let distance_along = (px * dx + py * dy) / length;
        let distance_aside = (dx * py - dy * px) / length;
        (index != from && index != to && (0..length).contains(&distance_along) && distance_aside.abs() < NEAR)
            .then_some(distance_aside)
    })?;
    // Bends away from the side on which the location lies.
    let by = if obstacle_offset >= 0 { -48 } else { 48 };
    Some(((a.0 + b.0) / 2 - dy * by / length, (a.1 + b.1) / 2 + dx * by / length))
}
