//! Draws the map: SVG with integer coordinates, as wide as a phone.
//!
//! Elements have classes and no colours, so that a page can show the drawing light or dark. [`standalone_svg`] adds
//! colours for a drawing outside a page.

use std::fmt::{self, Write as _};

use super::labels::{
    Anchor, Area, LINE_HEIGHT, MapLabel, break_into_lines, find_best_label, move_covered_labels, reposition_label,
    text_width,
};
use super::layout::{Point, WIDTH};
use super::map_drawing::{MapDrawing, Road, curve_segments, text_size};
use super::map_view::{MapPlace, MapView};
use crate::vocabulary::text::shorten;

/// The style of a map outside a page, on white paper.
const STYLE: &str = include_str!("map.css");

/// The maximum number of lines of people beside a location; the words beside the map name all of them.
const MAX_PEOPLE_LINES: usize = 7;

/// A line of text beside a location, with its CSS class.
type ClassedLine = (&'static str, String);

impl MapView {
    /// The drawing for an HTML page, with names escaped and colours left to the page.
    pub fn svg(&self) -> String {
        let map_drawing = &*self.chart;
        let lines: Vec<Vec<ClassedLine>> =
            self.places.iter().enumerate().map(|(n, location)| self.location_lines(n, location)).collect();
        let mut labels = map_drawing.labels.clone();
        let arrows = self.arrows();
        let on_arrows: Vec<(Point, Point)> = arrows.iter().flat_map(Arrow::segments).collect();
        let mut ground = map_drawing.ground.clone();
        ground.lines.extend(&on_arrows);
        let has_people =
            |index: usize, lines: &[ClassedLine]| lines.len() > map_drawing.names.get(index).map_or(0, Vec::len);
        let is_crossed = |label: &MapLabel| on_arrows.iter().any(|(a, b)| label.area.is_crossed(*a, *b));
        for (index, lines) in lines.iter().enumerate() {
            if !has_people(index, lines) && !labels.get(index).is_some_and(is_crossed) {
                continue;
            }
            let size = text_size(lines.iter().map(|(_, line)| line.as_str()));
            reposition_label(&ground, index, size, &mut labels);
            move_covered_labels(&ground, index, &mut labels);
        }
        let lowest = |at: i64, label: &MapLabel| at.max(label.area.lower_right.1);
        let height = labels.iter().fold(map_drawing.spots.iter().map(|s| s.1 + 20).max().unwrap_or(0), lowest) + 12;
        let mut out = String::with_capacity(8192);
        let _ = writeln!(
            out,
            "<svg class=\"map\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
        );
        write_text_element(&mut out, "title", "", "The map");
        write_text_element(&mut out, "desc", "", &self.description());
        draw_waters(&mut out, map_drawing);
        for road in &map_drawing.roads {
            self.draw_road(&mut out, road);
        }
        arrows.iter().for_each(|arrow| arrow.draw(&mut out));
        for location in &self.places {
            draw_location(&mut out, location);
        }
        draw_north_arrow(&mut out, map_drawing, &labels, height);
        for (label, lines) in labels.iter().zip(&lines) {
            draw_label(&mut out, label, lines);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The common background of a replay's drawings: roads, waters and the names of the locations. It is hidden until
    /// a drawing refers to its id.
    pub fn board_svg(&self, id: &str) -> String {
        let map_drawing = &*self.chart;
        let mut out = format!(
            "<svg class=\"map board\" xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><g id=\"{id}\" class=\"map\">\n"
        );
        draw_waters(&mut out, map_drawing);
        for road in &map_drawing.roads {
            self.draw_road(&mut out, road);
        }
        for location in &self.places {
            draw_location(&mut out, location);
        }
        draw_north_arrow(&mut out, map_drawing, &map_drawing.labels, self.height(&map_drawing.labels));
        for (label, names) in map_drawing.labels.iter().zip(&map_drawing.names) {
            let lines: Vec<ClassedLine> = names.iter().map(|name| ("l", name.clone())).collect();
            draw_label(&mut out, label, &lines);
        }
        out.push_str("</g></defs></svg>\n");
        out
    }

    /// Draws who is where and who moves, on a board defined elsewhere on the page.
    pub fn svg_on_board(&self, id: &str) -> String {
        let map_drawing = &*self.chart;
        let mut labels = map_drawing.labels.clone();
        let mut people_at: Vec<(MapLabel, Vec<ClassedLine>)> = Vec::new();
        for (number, location) in self.places.iter().enumerate() {
            let lines = people_lines(location);
            if !lines.is_empty() {
                let size = text_size(lines.iter().map(|(_, line)| line.as_str()));
                let label = find_best_label(&map_drawing.ground, number, size, &labels);
                labels.push(label);
                people_at.push((label, lines));
            }
        }
        let height = self.height(&map_drawing.labels);
        let mut out = format!(
            "<svg class=\"map\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n"
        );
        write_text_element(&mut out, "title", "", "The map at this moment");
        let _ = writeln!(out, "<use href=\"#{id}\"/>");
        self.arrows().iter().for_each(|arrow| arrow.draw(&mut out));
        for location in self.places.iter().filter(|location| !location.seen.is_empty() || !location.died.is_empty()) {
            draw_location(&mut out, location);
        }
        for (label, lines) in &people_at {
            draw_label(&mut out, label, lines);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The height of a drawing: down to the lowest label, with room for people below the lowest location.
    fn height(&self, labels: &[MapLabel]) -> i64 {
        let map_drawing = &*self.chart;
        let lowest = labels.iter().map(|label| label.area.lower_right.1).max().unwrap_or(0);
        lowest.max(map_drawing.spots.iter().map(|s| s.1 + 20).max().unwrap_or(0)) + 48
    }

    /// A location's name and whoever is there, each line with its CSS class.
    fn location_lines(&self, number: usize, location: &MapPlace) -> Vec<ClassedLine> {
        let name = self.chart.names.get(number).into_iter().flatten().map(|line| ("l", line.clone()));
        let facility = location.facility.iter().flat_map(|facility| break_into_lines(facility)).map(|line| ("f", line));
        name.chain(facility).chain(people_lines(location)).collect()
    }

    fn draw_road(&self, out: &mut String, road: &Road) {
        let (a, b) = (self.chart.spot(road.start_index), self.chart.spot(road.end_index));
        let own = |index: usize| self.places.get(index).is_some_and(|p| !p.own.is_empty());
        let may_go_to = |index: usize| self.places.get(index).is_some_and(|p| p.may_go);
        let is_open_way = (own(road.start_index) && may_go_to(road.end_index))
            || (own(road.end_index) && may_go_to(road.start_index));
        let class = if is_open_way { "r way" } else { "r" };
        if let Some(bridge) = &road.bridge {
            let (left, right) = points_beside(a, b, 5);
            // Draws water under the bridge if the map has none of its own.
            if self.chart.water.is_empty() {
                let ((x1, y1), (x2, y2)) = points_beside(a, b, 26);
                let _ = writeln!(out, "<path class=\"w\" d=\"M{x1} {y1}L{x2} {y2}\"/>");
            }
            open_curve(out, class, (a, b), road.bend);
            out.push('>');
            write_text_element(out, "title", "", bridge);
            out.push_str("</path>\n");
            for (x, y) in [left, right] {
                let ((dx, dy), _) = vector_along(a, b, 9);
                let _ = writeln!(out, "<path class=\"b\" d=\"M{} {}L{} {}\"/>", x - dx, y - dy, x + dx, y + dy);
            }
        } else {
            open_curve(out, class, (a, b), road.bend);
            out.push_str("/>\n");
        }
    }

    /// The arrows of the moves: one for everybody who went the same way.
    fn arrows(&self) -> Vec<Arrow<'_>> {
        let mut arrows: Vec<Arrow> = Vec::new();
        for moved in &self.moves {
            let is_same = |arrow: &&mut Arrow| (arrow.from, arrow.to) == (moved.from, moved.to);
            if let Some(arrow) = arrows.iter_mut().find(is_same) {
                arrow.is_own |= moved.is_own;
                arrow.names.push(&moved.who);
                continue;
            }
            let (a, b) = (self.chart.spot(moved.from), self.chart.spot(moved.to));
            let road = self.chart.road(moved.from, moved.to);
            // An arrow stands beside the road, to the right of whoever goes along it.
            let ((ux, uy), length) = vector_along(a, b, 100);
            let beside_road =
                |(x, y): Point, ahead: i64| (x + (ux * ahead - uy * 6) / 100, y + (uy * ahead + ux * 6) / 100);
            // Between two locations that are close together there is no room for one.
            if length >= 40 {
                arrows.push(Arrow {
                    from: moved.from,
                    to: moved.to,
                    start: beside_road(a, 16),
                    end: beside_road(b, -16),
                    bend: road.and_then(|road| road.bend),
                    follows_road: road.is_some(),
                    is_own: moved.is_own,
                    names: vec![&moved.who],
                });
            }
        }
        arrows
    }
}

/// An arrow of the map: who moved from one location to another.
struct Arrow<'a> {
    /// The index of the location that it leaves.
    from: usize,
    /// The index of the location that it leads to.
    to: usize,
    start: Point,
    end: Point,
    /// The control point of its curve, if its road bends.
    bend: Option<Point>,
    follows_road: bool,
    is_own: bool,
    names: Vec<&'a str>,
}

impl Arrow<'_> {
    /// The arrow as straight segments, which labels keep clear of.
    fn segments(&self) -> Vec<(Point, Point)> {
        curve_segments(self.start, self.end, self.bend)
    }

    fn draw(&self, out: &mut String) {
        let class = match (self.is_own, self.follows_road) {
            (true, true) => "m o",
            (true, false) => "m o far",
            (false, true) => "m",
            (false, false) => "m far",
        };
        let (start, end) = (self.start, self.end);
        open_curve(out, class, (start, end), self.bend);
        out.push('>');
        write_text_element(out, "title", "", &self.names.join(", "));
        out.push_str("</path>\n");
        let ((hx, hy), _) = vector_along(self.bend.unwrap_or(start), end, 9);
        let (back, (sx, sy)) = ((end.0 - hx, end.1 - hy), (-hy / 2, hx / 2));
        let class = if self.is_own { "h o" } else { "h" };
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"M{} {}L{} {}L{} {}Z\"/>",
            end.0,
            end.1,
            back.0 + sx,
            back.1 + sy,
            back.0 - sx,
            back.1 - sy
        );
    }
}

/// A page's drawing with colours on white paper, to be used outside a page; `None` if the text is no SVG.
pub fn standalone_svg(svg: &str) -> Option<String> {
    let (head, drawn) = svg.split_at(svg.find('>')? + 1);
    let paper = "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>";
    head.starts_with("<svg").then(|| format!("{head}<style>{STYLE}</style>{paper}{drawn}"))
}

/// A vector of length `long` in the direction from one point to another, and the distance of the two points.
fn vector_along(a: Point, b: Point, wanted_length: i64) -> (Point, i64) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = (dx * dx + dy * dy).isqrt().max(1);
    ((dx * wanted_length / length, dy * wanted_length / length), length)
}

/// The points on both sides of the middle between two points, at distance `by`.
fn points_beside(a: Point, b: Point, by: i64) -> (Point, Point) {
    let ((dx, dy), _) = vector_along(a, b, by);
    let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
    ((middle.0 - dy, middle.1 + dx), (middle.0 + dy, middle.1 - dx))
}

/// Begins the element of a line that may bend; its tag is left open.
fn open_curve(out: &mut String, class: &str, (a, b): (Point, Point), bend: Option<Point>) {
    let _ = write!(out, "<path class=\"{class}\" d=\"M{} {}", a.0, a.1);
    let _ = match bend {
        None => write!(out, "L{} {}\"", b.0, b.1),
        Some(by) => write!(out, "Q{} {} {} {}\"", by.0, by.1, b.0, b.1),
    };
}

fn draw_waters(out: &mut String, map_drawing: &MapDrawing) {
    for line in &map_drawing.water {
        let mut path = String::new();
        for (x, y) in line {
            let _ = write!(path, "{}{x} {y}", if path.is_empty() { "M" } else { "L" });
        }
        let _ = writeln!(out, "<path class=\"w\" d=\"{path}\"/>");
    }
}

/// Draws a location's symbol: a house for a Home Base, else a circle, filled if the reader's own are there, with a
/// ring if they may go there.
fn draw_location(out: &mut String, location: &MapPlace) {
    let (x, y) = (location.x, location.y);
    if location.may_go {
        let _ = writeln!(out, "<circle class=\"way\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>");
    }
    let own_class = if location.own.is_empty() { "" } else { " here" };
    if location.is_home {
        let roof = format!("M{} {}V{}L{x} {}L{} {}V{}Z", x - 7, y + 6, y - 2, y - 9, x + 7, y - 2, y + 6);
        let _ = writeln!(out, "<path class=\"p home{own_class}\" d=\"{roof}\"/>");
    } else {
        let _ = writeln!(out, "<circle class=\"p{own_class}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
    }
    if !location.seen.is_empty() {
        let _ = writeln!(out, "<circle class=\"seen\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", x + 7, y - 7);
    }
    if !location.died.is_empty() {
        let _ = writeln!(out, "<path class=\"dead\" d=\"M{} {}v9m-3 -6h6\"/>", x - 8, y - 12);
    }
}

/// Draws the north arrow in the corner with the fewest names and locations.
fn draw_north_arrow(out: &mut String, map_drawing: &MapDrawing, labels: &[MapLabel], height: i64) {
    let Some(frame) = map_drawing.frame else { return };
    let corners = [(WIDTH - 22, 18), (34, 18), (WIDTH - 22, height - 32), (34, height - 32)];
    let filled = |(x, y): &(i64, i64)| {
        let corner = Area { upper_left: (x - 26, y - 14), lower_right: (x + 16, y + 30) };
        let spots = map_drawing
            .spots
            .iter()
            .map(|at| Area { upper_left: (at.0 - 12, at.1 - 12), lower_right: (at.0 + 12, at.1 + 12) });
        labels.iter().map(|label| label.area).chain(spots).map(|area| area.overlap(&corner)).sum::<i64>()
    };
    let (x, y) = corners.into_iter().min_by_key(filled).unwrap_or_default();
    let (arrow, letter) = if frame.is_turned {
        (format!("M{} {y}H{}m-5 -3l5 3l-5 3", x - 12, x + 12), (x - 18, y + 4))
    } else {
        (format!("M{x} {}V{}m-3 5l3 -5l3 5", y + 12, y - 12), (x, y + 26))
    };
    let _ = writeln!(out, "<path class=\"n\" d=\"{arrow}\"/>");
    let _ = writeln!(out, "<text class=\"e\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">N</text>", letter.0, letter.1);
}

fn draw_label(out: &mut String, label: &MapLabel, lines: &[ClassedLine]) {
    let anchor = match label.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let x = label.anchor_x();
    let mut y = label.area.upper_left.1 + 11;
    for (class, line) in lines {
        write_text_element(
            out,
            "text",
            format_args!(" class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\""),
            line,
        );
        y += LINE_HEIGHT;
    }
}

/// Appends an element that contains only text, escaped.
pub(super) fn write_text_element(out: &mut String, name: &str, attributes: impl fmt::Display, text: &str) {
    let _ = write!(out, "<{name}{attributes}>");
    let mut rest = text;
    while let Some(index) = rest.find(|c: char| matches!(c, '&' | '<' | '>' | '"' | '\'') || c.is_control()) {
        let (plain, from) = rest.split_at(index);
        let mut letters = from.chars();
        out.push_str(plain);
        out.push_str(match letters.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            Some('\'') => "&#39;",
            // XML allows no control characters.
            _ => " ",
        });
        rest = letters.as_str();
    }
    let _ = writeln!(out, "{rest}</{name}>");
}

/// Everybody at a location, several in a line as long as it stays short; each line with its CSS class.
fn people_lines(location: &MapPlace) -> Vec<ClassedLine> {
    const WIDE: i64 = 88;
    let marked = |names: &[String], mark: &str| -> Vec<String> { names.iter().map(|n| format!("{mark}{n}")).collect() };
    let earlier = location.earlier.iter().map(|(name, night)| format!("{name} (N. {night})"));
    let earlier_by_day = location.earlier_by_day.iter().map(|(name, night)| format!("{name} (N. {night}, day)"));
    let earlier: Vec<String> = earlier.chain(earlier_by_day).collect();
    let by_day: Vec<String> = location.by_day.iter().map(|name| format!("{name} (day)")).collect();
    let died = marked(&location.died, "† ");
    let mut lines: Vec<ClassedLine> = Vec::new();
    let mut left_out = 0;
    for (class, names) in [("o", &location.own), ("d", &died), ("s", &location.seen), ("e", &by_day), ("e", &earlier)] {
        for name in names {
            let name = shorten(name, 20);
            let is_full = lines.len() >= MAX_PEOPLE_LINES;
            match lines.last_mut() {
                Some((of, line)) if *of == class && text_width(line) + text_width(&name) + 8 <= WIDE => {
                    line.push_str(", ");
                    line.push_str(&name);
                }
                _ if is_full => left_out += 1,
                _ => lines.push((class, name)),
            }
        }
    }
    if left_out > 0 {
        lines.push(("e", format!("and {left_out} more, see words")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perception::view::KnownLocation;

    #[test]
    fn a_hostile_name_is_text_on_the_map() {
        let known_location = KnownLocation { name: "<script>".to_owned(), ..KnownLocation::default() };
        let mut map = MapView::new(&MapDrawing::lay_out(&[known_location], &[]));
        map.places[0].own = vec!["\"&\u{0}".to_owned()];
        let svg = map.with_words().svg();
        for svg in [standalone_svg(&svg).unwrap(), svg] {
            assert!(svg.contains("&lt;script&gt;") && svg.contains("&quot;&amp;"), "{svg}");
            assert!(!svg.contains("<script") && !svg.contains('\u{0}'), "{svg}");
        }
    }

    #[test]
    fn a_crowd_is_counted() {
        let names = (0..30).map(|n| format!("Stranger-{n}")).collect();
        let lines = people_lines(&MapPlace { seen: names, ..MapPlace::default() });
        assert_eq!(lines.len(), MAX_PEOPLE_LINES + 1);
        assert!(
            lines.last().is_some_and(|(_, line)| line.starts_with("and ") && line.ends_with(" more, see words")),
            "{lines:?}"
        );
    }
}
