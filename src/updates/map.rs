//! The map as a reader knows it: every place, the roads, who of theirs is where and whom they saw where last.
//!
//! The map itself is public and drawn once for all; who stands on it is the reader's own knowledge.
//! Whole numbers throughout, so that a drawing is the same on every machine.

use std::fmt::Write as _;

use serde::Serialize;

use crate::perception::report::Report;
use crate::perception::view::KnownLocation;

use super::markup::Form;
use super::value_words;

/// The places of a War laid out on paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// In the order of the War's own list.
    places: Vec<KnownLocation>,
    /// Where each stands.
    spots: Vec<(i64, i64)>,
    /// Pairs of places one move apart, each once.
    roads: Vec<(usize, usize)>,
}

/// The map on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// Every place.
    pub places: Vec<MapPlace>,
    /// Pairs of places one move apart, by their number.
    pub roads: Vec<(usize, usize)>,
    /// The reader's own stand on its right half: a screen too narrow for it shows that side first.
    pub east: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facility: Option<String>,
    /// A Home Base of the reader's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
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
}

/// The length of a road on paper.
const STEP: i64 = 105;
/// The room a place needs beside and above another for its names to be read.
const ROOM: (i64, i64) = (118, 74);

impl Chart {
    /// Lays the places out so that what is few moves apart stands near.
    pub fn of(places: &[KnownLocation]) -> Chart {
        let place_of = |name: &String| places.iter().position(|p| p.name == *name);
        let near: Vec<Vec<usize>> = places.iter().map(|p| p.adjacent.iter().filter_map(place_of).collect()).collect();
        let roads =
            near.iter().enumerate().flat_map(|(a, all)| all.iter().filter(move |b| a < **b).map(move |b| (a, *b)));
        let moves: Vec<Vec<i64>> = (0..places.len()).map(|from| moves_from(&near, from)).collect();
        Chart { places: places.to_vec(), spots: lay_out(&moves), roads: roads.collect() }
    }

    /// The map with what a report knows.
    pub fn view(&self, report: &Report) -> MapView {
        let homes: Vec<&str> =
            report.own.iter().flat_map(|own| &own.homes).map(|at| report.lexicon.place(*at)).collect();
        let places = self.places.iter().zip(&self.spots).map(|(place, (x, y))| {
            let own = report.own.iter().filter(|own| own.alive && report.lexicon.place(own.at) == place.name);
            let last_seen = report.known.iter().filter(|known| !known.dead).filter_map(|known| {
                let (at, night) = known.last_seen.as_ref()?;
                (*at == place.name).then(|| (known.name.clone(), *night, known.by_day))
            });
            let (now, earlier): (Vec<_>, Vec<_>) = last_seen.partition(|(_, night, _)| *night == report.night);
            let (by_day, seen): (Vec<_>, Vec<_>) = now.into_iter().partition(|(.., by_day)| *by_day);
            let names = |list: Vec<(String, u32, bool)>| list.into_iter().map(|(name, ..)| name).collect();
            MapPlace {
                name: place.name.clone(),
                x: *x,
                y: *y,
                facility: place.facility.as_deref().map(value_words::facility),
                home: homes.contains(&place.name.as_str()),
                own: own.map(|own| own.name.clone()).collect(),
                seen: names(seen),
                by_day: names(by_day),
                earlier: earlier.into_iter().map(|(name, night, _)| (name, night)).collect(),
            }
        });
        let places: Vec<MapPlace> = places.collect();
        let width = places.iter().map(|p| p.x).max().unwrap_or(0);
        let peopled = || places.iter().filter(|p| !p.own.is_empty());
        let east = peopled().map(|p| 2 * p.x - width).sum::<i64>() > 0;
        MapView { places, roads: self.roads.clone(), east }
    }
}

/// How many moves every place is from one; a place no road leads to is as far as there are places.
fn moves_from(near: &[Vec<usize>], from: usize) -> Vec<i64> {
    let far = i64::try_from(near.len()).unwrap_or(i64::MAX);
    let mut moves = vec![far; near.len()];
    let mut waiting = std::collections::VecDeque::from([(from, 0)]);
    while let Some((place, count)) = waiting.pop_front() {
        let Some(known) = moves.get_mut(place).filter(|known| **known == far) else { continue };
        *known = count;
        waiting.extend(near.get(place).into_iter().flatten().map(|next| (*next, count + 1)));
    }
    moves
}

/// Stress majorisation in whole numbers: all places go at once to the mean of where every other would have them.
fn lay_out(moves: &[Vec<i64>]) -> Vec<(i64, i64)> {
    let count = moves.len();
    let distance = |a: usize, b: usize| moves.get(a).and_then(|row| row.get(b)).copied().unwrap_or(0);
    let farthest = |from: usize| (0..count).max_by_key(|to| distance(from, *to)).unwrap_or(0);
    // Two pairs of places far apart are the paper's edges to begin with.
    let (west, east) = (farthest(0), farthest(farthest(0)));
    let north = (0..count).max_by_key(|p| distance(west, *p).min(distance(east, *p))).unwrap_or(0);
    let south = farthest(north);
    let jitter = |place: usize| i64::try_from(place * 37 % 23).unwrap_or(0) - 11;
    let mut spots: Vec<(i64, i64)> = (0..count)
        .map(|p| {
            let x = (distance(west, p) - distance(east, p)) * STEP / 2;
            let y = (distance(north, p) - distance(south, p)) * STEP / 2;
            (x + jitter(p), y - jitter(p))
        })
        .collect();
    // Each pair of places, how far apart on paper they should be, and how much that matters.
    let pairs: Vec<(usize, usize, i64, i64)> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .map(|(a, b)| {
            let wanted = distance(a, b).max(1);
            (a, b, wanted * STEP, 10_000 / (wanted * wanted))
        })
        .collect();
    let mut weights = vec![0; count];
    for (a, b, _, weight) in &pairs {
        change_at(&mut weights, *a, |sum| *sum += weight);
        change_at(&mut weights, *b, |sum| *sum += weight);
    }
    for _ in 0..40 {
        let mut sums = vec![(0, 0); count];
        for (a, b, wanted, weight) in &pairs {
            let (Some(one), Some(other)) = (spots.get(*a), spots.get(*b)) else { continue };
            let (dx, dy) = (one.0 - other.0, one.1 - other.1);
            let length = (dx * dx + dy * dy).isqrt().max(1);
            // From the one to where the other would have it: as far as is wanted, in the direction in which it is.
            let (wx, wy) = (dx * wanted / length, dy * wanted / length);
            change_at(&mut sums, *a, |sum| *sum = (sum.0 + weight * (other.0 + wx), sum.1 + weight * (other.1 + wy)));
            change_at(&mut sums, *b, |sum| *sum = (sum.0 + weight * (one.0 - wx), sum.1 + weight * (one.1 - wy)));
        }
        let mean = |((x, y), weight): ((i64, i64), i64)| (x / weight.max(1), y / weight.max(1));
        let moved: Vec<(i64, i64)> = sums.into_iter().zip(weights.iter().copied()).map(mean).collect();
        // Where nothing moved, nothing will.
        if moved == spots {
            break;
        }
        spots = moved;
    }
    turn_flat(&mut spots);
    make_room(&mut spots);
    let (left, top) = (spots.iter().map(|s| s.0).min().unwrap_or(0), spots.iter().map(|s| s.1).min().unwrap_or(0));
    spots.into_iter().map(|(x, y)| (x - left + ROOM.0 / 2 + 10, y - top + 40)).collect()
}

/// Changes one of a list.
fn change_at<T>(list: &mut [T], place: usize, change: impl FnOnce(&mut T)) {
    if let Some(one) = list.get_mut(place) {
        change(one);
    }
}

/// Turns the paper so that it lies as flat as may be: screens are wide, and names stand below one another.
fn turn_flat(spots: &mut [(i64, i64)]) {
    // Sines and cosines that are fractions, in hundredths of a thousandth.
    const TURNS: [(i64, i64); 8] = [
        (100_000, 0),
        (96_000, 28_000),
        (80_000, 60_000),
        (60_000, 80_000),
        (28_000, 96_000),
        (0, 100_000),
        (80_000, -60_000),
        (60_000, -80_000),
    ];
    let turned =
        |(x, y): (i64, i64), (cos, sin): (i64, i64)| ((x * cos - y * sin) / 100_000, (x * sin + y * cos) / 100_000);
    let height = |by: &(i64, i64)| {
        let ys = || spots.iter().map(|spot| turned(*spot, *by).1);
        ys().max().unwrap_or(0) - ys().min().unwrap_or(0)
    };
    let flattest = TURNS.into_iter().min_by_key(height).unwrap_or((100_000, 0));
    spots.iter_mut().for_each(|spot| *spot = turned(*spot, flattest));
}

/// Pushes places apart whose names would lie on each other.
fn make_room(spots: &mut [(i64, i64)]) {
    for _ in 0..30 {
        for a in 0..spots.len() {
            for b in a + 1..spots.len() {
                let (Some(one), Some(other)) = (spots.get(a).copied(), spots.get(b).copied()) else { continue };
                let (dx, dy) = (other.0 - one.0, other.1 - one.1);
                let (lack_x, lack_y) = (ROOM.0 - dx.abs(), ROOM.1 - dy.abs());
                if lack_x <= 0 || lack_y <= 0 {
                    continue;
                }
                // Along the axis where less is lacking.
                let side = |d: i64| if d < 0 { -1 } else { 1 };
                let push = if lack_x < lack_y * 2 {
                    (side(dx) * (lack_x / 2 + 1), 0)
                } else {
                    (0, side(dy) * (lack_y / 2 + 1))
                };
                if let Some(spot) = spots.get_mut(a) {
                    *spot = (one.0 - push.0, one.1 - push.1);
                }
                if let Some(spot) = spots.get_mut(b) {
                    *spot = (other.0 + push.0, other.1 + push.1);
                }
            }
        }
    }
}

impl MapView {
    /// The drawing, for an HTML page: names escaped, colours left to the page.
    pub fn svg(&self) -> String {
        let width = self.places.iter().map(|p| p.x).max().unwrap_or(0) + ROOM.0 / 2 + 10;
        let height = self.places.iter().map(|p| p.y + 14 * lines_below(p)).max().unwrap_or(0) + 36;
        let mut out = format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Map\" xmlns=\"http://www.w3.org/2000/svg\">\n"
        );
        for (a, b) in &self.roads {
            let (Some(a), Some(b)) = (self.places.get(*a), self.places.get(*b)) else { continue };
            let _ = writeln!(out, "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", a.x, a.y, b.x, b.y);
        }
        for place in &self.places {
            let class = match (place.own.is_empty(), place.home) {
                (false, true) => "here home",
                (false, false) => "here",
                (true, true) => "home",
                (true, false) => "place",
            };
            let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"7\"/>", place.x, place.y);
            let mut y = place.y + 21;
            let mut line = |class: &str, text: &str| {
                let _ = write!(out, "<text class=\"{class}\" x=\"{}\" y=\"{y}\">", place.x);
                let _ = Form::Html.escape(text, &mut out);
                out.push_str("</text>\n");
                y += 14;
            };
            line("l", &place.name);
            if let Some(facility) = &place.facility {
                line("f", facility);
            }
            for (class, names) in people(place) {
                line(class, &names);
            }
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Everybody at a place, several in a line as long as it stays short; each line with its class.
fn people(place: &MapPlace) -> Vec<(&'static str, String)> {
    const WIDE: usize = 20;
    let earlier: Vec<String> = place.earlier.iter().map(|(name, night)| format!("{name} (Night {night})")).collect();
    let by_day: Vec<String> = place.by_day.iter().map(|name| format!("{name} (by day)")).collect();
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    for (class, names) in [("o", &place.own), ("s", &place.seen), ("e", &by_day), ("e", &earlier)] {
        for name in names {
            match lines.last_mut() {
                Some((of, line)) if *of == class && line.chars().count() + name.chars().count() + 2 <= WIDE => {
                    line.push_str(", ");
                    line.push_str(name);
                }
                _ => lines.push((class, name.clone())),
            }
        }
    }
    lines
}

fn lines_below(place: &MapPlace) -> i64 {
    let lines = usize::from(place.facility.is_some()) + people(place).len();
    i64::try_from(lines).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: usize) -> Vec<KnownLocation> {
        let name = |n: usize| format!("P{}", n % count);
        (0..count)
            .map(|n| KnownLocation { name: name(n), adjacent: vec![name(n + 1), name(n + count - 1)], facility: None })
            .collect()
    }

    #[test]
    fn places_stand_apart() {
        for count in [1, 2, 3, 8, 23] {
            let spots = Chart::of(&ring(count)).spots;
            for (number, a) in spots.iter().enumerate() {
                for b in &spots[number + 1..] {
                    assert!((a.0 - b.0).abs() > 60 || (a.1 - b.1).abs() > 40, "{count}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_hostile_name_is_text_on_the_map() {
        let mut places = ring(2);
        places[0].name = "<script>".to_owned();
        let map = MapView {
            places: vec![MapPlace { name: "<script>".to_owned(), own: vec!["\"&".to_owned()], ..MapPlace::default() }],
            roads: Vec::new(),
            east: false,
        };
        let svg = map.svg();
        assert!(svg.contains("&lt;script&gt;") && svg.contains("&quot;&amp;") && !svg.contains("<script"), "{svg}");
    }
}
