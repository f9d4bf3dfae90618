//! Places labels on a drawing: beside what they name, and off all roads and other labels as far as there is room.

use super::layout::{Point, WIDTH};
use crate::vocabulary::text::shorten;

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Its upper left corner.
    pub upper_left: Point,
    /// Its lower right corner.
    pub lower_right: Point,
}

impl Area {
    /// The area that it shares with another rectangle.
    pub fn overlap(&self, other: &Area) -> i64 {
        let width = self.lower_right.0.min(other.lower_right.0) - self.upper_left.0.max(other.upper_left.0);
        let high = self.lower_right.1.min(other.lower_right.1) - self.upper_left.1.max(other.upper_left.1);
        if width > 0 && high > 0 { width * high } else { 0 }
    }

    fn contains(&self, (x, y): Point) -> bool {
        (self.upper_left.0..=self.lower_right.0).contains(&x) && (self.upper_left.1..=self.lower_right.1).contains(&y)
    }

    /// The smallest rectangle around it and another.
    fn around(self, other: Area) -> Area {
        let ((left, top), (right, bottom)) = (other.upper_left, other.lower_right);
        Area {
            upper_left: (self.upper_left.0.min(left), self.upper_left.1.min(top)),
            lower_right: (self.lower_right.0.max(right), self.lower_right.1.max(bottom)),
        }
    }

    /// Whether the segment from one point to another crosses it.
    pub fn is_crossed(&self, a: Point, b: Point) -> bool {
        let is_apart = |a: i64, b: i64, from: i64, to: i64| a.max(b) < from || a.min(b) > to;
        if is_apart(a.0, b.0, self.upper_left.0, self.lower_right.0)
            || is_apart(a.1, b.1, self.upper_left.1, self.lower_right.1)
        {
            return false;
        }
        if self.contains(a) || self.contains(b) {
            return true;
        }
        // The corners lie on both sides of the segment.
        let side_of = |(x, y): Point| ((b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0)).signum();
        let corners = [
            self.upper_left,
            self.lower_right,
            (self.upper_left.0, self.lower_right.1),
            (self.lower_right.0, self.upper_left.1),
        ]
        .map(side_of);
        corners.iter().any(|corner| *corner != corners[0]) || corners[0] == 0
    }
}

/// The direction in which a text runs from its anchor point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// To the right.
    Start,
    /// To both sides.
    #[default]
    Middle,
    /// To the left.
    End,
}

/// The position of a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapLabel {
    /// The rectangle it covers.
    pub area: Area,
    /// The alignment of its lines.
    pub anchor: Anchor,
}

impl MapLabel {
    /// The x coordinate of its lines' anchor.
    pub const fn anchor_x(&self) -> i64 {
        match self.anchor {
            Anchor::Start => self.area.upper_left.0,
            Anchor::Middle => (self.area.upper_left.0 + self.area.lower_right.0) / 2,
            Anchor::End => self.area.lower_right.0,
        }
    }
}

/// The height of a line of text.
pub const LINE_HEIGHT: i64 = 14;
/// The distance between a label and what it names.
const LABEL_GAP: i64 = 10;

/// The approximate width of a text, in the widest of the fonts that may be used.
pub fn text_width(text: &str) -> i64 {
    let char_width = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '\'' | '.' | ',' | ':' | ' ' | '|' => 4,
        'f' | 'r' | 't' | '(' | ')' | '-' | 'J' => 5,
        'm' | 'w' | 'M' | 'W' | '@' => 11,
        c if c.is_uppercase() || !c.is_ascii() => 9,
        _ => 7,
    };
    text.chars().map(char_width).sum()
}

/// What labels must keep clear of: roads as segments, locations as points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles {
    /// The segments of the roads.
    pub lines: Vec<(Point, Point)>,
    /// The points of the locations.
    pub spots: Vec<Point>,
}

/// The best position for a label of this size beside one of the ground's spots, given the other labels.
pub fn find_best_label(ground: &Obstacles, index: usize, size: Point, others: &[MapLabel]) -> MapLabel {
    let spot = ground.spots.get(index).copied().unwrap_or_default();
    let candidates = candidate_labels(spot, size);
    // Only what lies within reach of a candidate can be in its way.
    let reach = candidates.iter().map(|label| label.area).reduce(Area::around).unwrap_or_default();
    let is_within_reach = |area: &Area| area.overlap(&reach) > 0;
    let lines: Vec<(Point, Point)> = ground.lines.iter().copied().filter(|(a, b)| reach.is_crossed(*a, *b)).collect();
    let area_around = |at: &Point| Area { upper_left: (at.0 - 8, at.1 - 8), lower_right: (at.0 + 8, at.1 + 8) };
    let spots: Vec<Area> = ground.spots.iter().map(area_around).filter(is_within_reach).collect();
    let others: Vec<Area> = others.iter().map(|label| label.area).filter(is_within_reach).collect();
    let cost = |(number, label): &(i64, MapLabel)| {
        let area = &label.area;
        let outside =
            (-area.upper_left.0).max(0) + (area.lower_right.0 - WIDTH).max(0) + (2 - area.upper_left.1).max(0);
        let crossing_count = lines.iter().filter(|(a, b)| area.is_crossed(*a, *b)).count();
        let overlap_sum: i64 = spots.iter().map(|spot| spot.overlap(area)).sum();
        let covered: i64 = others.iter().map(|other| area.overlap(other)).sum();
        1000 * outside + 90 * i64::try_from(crossing_count).unwrap_or(0) + 4 * overlap_sum + covered + 3 * number
    };
    candidates.into_iter().zip(0..).map(|(label, number)| (number, label)).min_by_key(cost).unwrap_or_default().1
}

/// The candidate positions of a label: below, right, left, above, then between these.
fn candidate_labels((x, y): Point, (wide, high): Point) -> [MapLabel; 12] {
    let at = |left: i64, top: i64, anchor| MapLabel {
        area: Area { upper_left: (left, top), lower_right: (left + wide, top + high) },
        anchor,
    };
    // Below and above, a label may shift sideways as long as it stays under or over its location.
    let middle = (x - wide / 2).clamp(2, (WIDTH - 2 - wide).max(2));
    let (right, left) = (x + LABEL_GAP, x - LABEL_GAP - wide);
    let (below, beside, above) = (y + LABEL_GAP, y - high / 2, y - LABEL_GAP - high);
    [
        at(middle, below, Anchor::Middle),
        at(right, beside, Anchor::Start),
        at(left, beside, Anchor::End),
        at(middle, above, Anchor::Middle),
        at(right - 4, y + 3, Anchor::Start),
        at(left + 4, y + 3, Anchor::End),
        at(right - 4, y - high - 3, Anchor::Start),
        at(left + 4, y - high - 3, Anchor::End),
        // Further away, with a road in between.
        at(right + 8, y - 6, Anchor::Start),
        at(left - 8, y - 6, Anchor::End),
        at(middle, below + 10, Anchor::Middle),
        at(middle, above - 10, Anchor::Middle),
    ]
}

/// Places a label for every spot of the ground, by their sizes, each where it covers least given the others.
pub fn position_labels(ground: &Obstacles, sizes: &[Point]) -> Vec<MapLabel> {
    let mut labels: Vec<MapLabel> = Vec::with_capacity(sizes.len());
    for (index, size) in sizes.iter().enumerate() {
        let label = find_best_label(ground, index, *size, &labels);
        labels.push(label);
    }
    for _ in 0..3 {
        let old_labels = labels.clone();
        for (index, size) in sizes.iter().enumerate() {
            reposition_label(ground, index, *size, &mut labels);
        }
        if labels == old_labels {
            break;
        }
    }
    labels
}

/// Places one label again, given the others.
pub fn reposition_label(ground: &Obstacles, index: usize, size: Point, labels: &mut [MapLabel]) {
    let own = labels.get(index).copied().unwrap_or_default();
    let others: Vec<MapLabel> = labels.iter().copied().filter(|label| *label != own).collect();
    if let Some(label) = labels.get_mut(index) {
        *label = find_best_label(ground, index, size, &others);
    }
}

/// Places again the labels that another one, just placed, covers.
pub fn move_covered_labels(ground: &Obstacles, index: usize, labels: &mut [MapLabel]) {
    let moved_label = labels.get(index).copied().unwrap_or_default();
    let covered = |(number, label): (usize, &MapLabel)| {
        let size =
            (label.area.lower_right.0 - label.area.upper_left.0, label.area.lower_right.1 - label.area.upper_left.1);
        (number != index && label.area.overlap(&moved_label.area) > 0).then_some((number, size))
    };
    let covered: Vec<(usize, Point)> = labels.iter().enumerate().filter_map(covered).collect();
    for (number, size) in covered {
        reposition_label(ground, number, size, labels);
    }
}

/// Breaks a name into lines short enough for a map.
pub fn break_into_lines(name: &str) -> Vec<String> {
    const LONGEST: usize = 13;
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        let word = shorten(word, LONGEST + 4);
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < LONGEST) {
            Some(line) => {
                line.push(' ');
                line.push_str(&word);
            }
            None => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_crosses_an_area_or_passes_it() {
        let area = Area { upper_left: (10, 10), lower_right: (20, 20) };
        assert!(area.is_crossed((0, 0), (30, 30)) && area.is_crossed((15, 0), (15, 40)));
        assert!(area.is_crossed((12, 12), (13, 13)), "a line inside");
        assert!(!area.is_crossed((0, 25), (30, 25)) && !area.is_crossed((0, 16), (16, 0)));
    }

    #[test]
    fn a_label_keeps_off_the_roads() {
        // Roads below, right and left of the middle.
        let ground = Obstacles {
            lines: vec![((100, 100), (100, 200)), ((100, 100), (200, 100)), ((100, 100), (0, 100))],
            spots: vec![(100, 100)],
        };
        let label = find_best_label(&ground, 0, (60, 14), &[]);
        assert!(ground.lines.iter().all(|(a, b)| !label.area.is_crossed(*a, *b)), "{label:?}");
    }

    #[test]
    fn names_are_broken_at_words() {
        assert_eq!(break_into_lines("Brannoc Hospital"), ["Brannoc", "Hospital"]);
        assert_eq!(break_into_lines("King Bridge"), ["King Bridge"]);
        assert_eq!(break_into_lines("Unbreakablenessestown"), ["Unbreakablenesse…"]);
    }
}
