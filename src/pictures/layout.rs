//! Lays out locations: as `map.yaml` gives them, else so that those few moves apart are close together.
//!
//! Stress majorisation in integers, followed by a rotation, a fit to the drawing's width, and a pass that pushes
//! locations apart. The drawing is as wide as a phone and as long as necessary, so names can be read without
//! scrolling sideways.

/// A point of the drawing, from its left and upper edges.
pub type Point = (i64, i64);

/// The width of the drawing: what a phone of 390 pixels shows at about its real size.
pub const WIDTH: i64 = 380;
/// The minimum distance of a location from the sides, so that its name has room.
const SIDE_MARGIN: i64 = 50;
/// The distance of the first location from the upper edge.
pub const TOP_MARGIN: i64 = 44;
/// The length of a road in the layout, before it is fitted to the drawing's width.
const ROAD_LENGTH: i64 = 84;
/// The minimum distance of two locations, horizontally or vertically, for their names to be readable.
const MIN_DISTANCE: Point = (90, 66);

/// How the coordinates of `map.yaml` become points of the drawing, for what is drawn between the locations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// Whether the map is turned by a quarter, so that west to east runs from top to bottom.
    pub is_turned: bool,
}

/// The result of a layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The position of each location.
    pub spots: Vec<Point>,
    /// The positions of the points of the waters.
    pub water: Vec<Vec<Point>>,
    /// The orientation of the drawing, if `map.yaml` gives positions.
    pub frame: Option<Orientation>,
}

/// Lays out locations from the number of moves between each two, the positions in `map.yaml` and the waters.
pub fn lay_out(moves: &[Vec<i64>], at: &[Option<Point>], water: &[Vec<Point>]) -> Layout {
    if moves.is_empty() {
        return Layout::default();
    }
    let any_given = at.iter().any(Option::is_some);
    let all_given = at.iter().all(Option::is_some);
    // Scales to the average road length, so that integers are fine enough.
    let scale = if any_given { find_scale(moves, at) } else { (1, 1) };
    let scaled = |(x, y): Point| (x * scale.0 / scale.1, y * scale.0 / scale.1);
    let pinned: Vec<Option<Point>> = at.iter().map(|spot| spot.map(scaled)).collect();
    let mut spots: Vec<Point> =
        if all_given { pinned.iter().flatten().copied().collect() } else { majorise_stress(moves, &pinned) };
    let location_count = spots.len();
    // The points of the waters follow the locations through every turn and stretch.
    let rivers: &[Vec<Point>] = if any_given { water } else { &[] };
    spots.extend(rivers.iter().flatten().map(|spot| scaled(*spot)));
    let is_turned = if any_given {
        let turned = extent(&spots, location_count, |s| s.0) > extent(&spots, location_count, |s| s.1);
        if turned {
            spots.iter_mut().for_each(|(x, y)| (*x, *y) = (-*y, *x));
        }
        turned
    } else {
        turn_upright(&mut spots);
        false
    };
    fit_to_width(&mut spots, location_count);
    push_apart(&mut spots, location_count);
    let highest = spots.iter().take(location_count).map(|s| s.1).min().unwrap_or(0);
    spots.iter_mut().for_each(|spot| spot.1 += TOP_MARGIN - highest);
    let mut rest = spots.split_off(location_count).into_iter();
    let water = rivers.iter().map(|line| rest.by_ref().take(line.len()).collect()).collect();
    Layout { spots, water, frame: any_given.then_some(Orientation { is_turned }) }
}

/// The number of moves between each two locations. A location that cannot be reached counts as as many moves away as
/// there are locations.
pub fn moves_between(adjacent: &[Vec<usize>]) -> Vec<Vec<i64>> {
    let unreachable = i64::try_from(adjacent.len()).unwrap_or(i64::MAX);
    let from = |from: usize| {
        let mut moves = vec![unreachable; adjacent.len()];
        let mut waiting = std::collections::VecDeque::from([(from, 0)]);
        while let Some((index, count)) = waiting.pop_front() {
            let Some(known) = moves.get_mut(index).filter(|known| **known == unreachable) else { continue };
            *known = count;
            waiting.extend(adjacent.get(index).into_iter().flatten().map(|next| (*next, count + 1)));
        }
        moves
    };
    (0..adjacent.len()).map(from).collect()
}

fn distance(moves: &[Vec<i64>], a: usize, b: usize) -> i64 {
    moves.get(a).and_then(|row| row.get(b)).copied().unwrap_or(0)
}

/// The factor, as a fraction, that scales coordinates of `map.yaml` so that a move is [`ROAD_LENGTH`] long.
fn find_scale(moves: &[Vec<i64>], at: &[Option<Point>]) -> (i64, i64) {
    let given: Vec<(usize, Point)> = at.iter().enumerate().filter_map(|(n, spot)| Some((n, (*spot)?))).collect();
    let (mut wanted_length, mut drawn_length) = (0, 0);
    for (number, (a, first)) in given.iter().enumerate() {
        for (b, other) in given.iter().skip(number + 1) {
            let (dx, dy) = (first.0 - other.0, first.1 - other.1);
            wanted_length += distance(moves, *a, *b) * ROAD_LENGTH * 16;
            drawn_length += (256 * (dx * dx + dy * dy)).isqrt();
        }
    }
    if drawn_length == 0 { (1, 1) } else { (wanted_length, drawn_length) }
}

fn extent(spots: &[Point], location_count: usize, coordinate: fn(&Point) -> i64) -> i64 {
    let all = || spots.iter().take(location_count).map(coordinate);
    all().max().unwrap_or(0) - all().min().unwrap_or(0)
}

/// Moves all locations without a given position, at once, to the mean of the points where the others would have them,
/// until nothing moves.
fn majorise_stress(moves: &[Vec<i64>], pinned: &[Option<Point>]) -> Vec<Point> {
    let count = moves.len();
    let moves_apart = |a: usize, b: usize| distance(moves, a, b);
    let farthest_from = |from: usize| (0..count).max_by_key(|to| moves_apart(from, *to)).unwrap_or(0);
    // Two pairs of locations that are far apart start as the edges.
    let (west, east) = (farthest_from(0), farthest_from(farthest_from(0)));
    let north = (0..count).max_by_key(|p| moves_apart(west, *p).min(moves_apart(east, *p))).unwrap_or(0);
    let south = farthest_from(north);
    let jitter = |index: usize| i64::try_from(index * 37 % 23).unwrap_or(0) - 11;
    // Starts around the mean of the given positions, else around the origin.
    let given: Vec<Point> = pinned.iter().flatten().copied().collect();
    let given_count = i64::try_from(given.len().max(1)).unwrap_or(1);
    let middle =
        (given.iter().map(|s| s.0).sum::<i64>() / given_count, given.iter().map(|s| s.1).sum::<i64>() / given_count);
    let start = |p: usize| {
        let x = (moves_apart(west, p) - moves_apart(east, p)) * ROAD_LENGTH / 2;
        let y = (moves_apart(north, p) - moves_apart(south, p)) * ROAD_LENGTH / 2;
        (middle.0 + x + jitter(p), middle.1 + y - jitter(p))
    };
    let fixed = |p: usize| pinned.get(p).copied().flatten();
    let mut spots: Vec<Point> = (0..count).map(|p| fixed(p).unwrap_or_else(|| start(p))).collect();
    // Each pair of locations, with their ideal distance and its weight.
    let pairs: Vec<(usize, usize, i64, i64)> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .map(|(a, b)| {
            let wanted = moves_apart(a, b).max(1);
            (a, b, wanted * ROAD_LENGTH, 10_000 / (wanted * wanted))
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
            let (Some(first), Some(other)) = (spots.get(*a), spots.get(*b)) else { continue };
            let (dx, dy) = (first.0 - other.0, first.1 - other.1);
            let length = (dx * dx + dy * dy).isqrt().max(1);
            // Pulls each of the two to the ideal distance from the other, in its present direction.
            let (wx, wy) = (dx * wanted / length, dy * wanted / length);
            change_at(&mut sums, *a, |sum| *sum = (sum.0 + weight * (other.0 + wx), sum.1 + weight * (other.1 + wy)));
            change_at(&mut sums, *b, |sum| *sum = (sum.0 + weight * (first.0 - wx), sum.1 + weight * (first.1 - wy)));
        }
        let mean = |((x, y), weight): (Point, i64)| (x / weight.max(1), y / weight.max(1));
        let means: Vec<Point> = sums.into_iter().zip(weights.iter().copied()).map(mean).collect();
        let moved: Vec<Point> = means.into_iter().enumerate().map(|(p, spot)| fixed(p).unwrap_or(spot)).collect();
        // If nothing moved, nothing will.
        if moved == spots {
            break;
        }
        spots = moved;
    }
    spots
}

/// Changes one element of a list, if it exists.
fn change_at<T>(list: &mut [T], index: usize, change: impl FnOnce(&mut T)) {
    if let Some(element) = list.get_mut(index) {
        change(element);
    }
}

/// Turns the layout so that it is as narrow as possible: a phone is held upright.
fn turn_upright(spots: &mut [Point]) {
    // Cosines and sines of rational angles, times 100,000.
    const TURNS: [Point; 8] = [
        (100_000, 0),
        (96_000, 28_000),
        (80_000, 60_000),
        (60_000, 80_000),
        (28_000, 96_000),
        (0, 100_000),
        (80_000, -60_000),
        (60_000, -80_000),
    ];
    let rotate = |(x, y): Point, (cos, sin): Point| ((x * cos - y * sin) / 100_000, (x * sin + y * cos) / 100_000);
    let width = |by: &Point| {
        let xs = || spots.iter().map(|spot| rotate(*spot, *by).0);
        xs().max().unwrap_or(0) - xs().min().unwrap_or(0)
    };
    let narrowest_turn = TURNS.into_iter().min_by_key(width).unwrap_or((100_000, 0));
    spots.iter_mut().for_each(|spot| *spot = rotate(*spot, narrowest_turn));
}

/// Shrinks a layout that is too wide and widens a narrow one, centred on the drawing.
fn fit_to_width(spots: &mut [Point], location_count: usize) {
    let room = WIDTH - 2 * SIDE_MARGIN;
    let width = extent(spots, location_count, |s| s.0);
    let leftmost = spots.iter().take(location_count).map(|s| s.0).min().unwrap_or(0);
    // A layout that is too wide is shrunk vertically too. A narrow one is only widened, by half at most.
    let new_width = room.min(width * 3 / 2);
    let (x_by, y_by) = ((new_width, width), if width > room { (room, width) } else { (1, 1) });
    let indent = (room - new_width) / 2 + SIDE_MARGIN;
    for spot in spots {
        *spot = ((spot.0 - leftmost) * x_by.0 / x_by.1.max(1) + indent, spot.1 * y_by.0 / y_by.1.max(1));
    }
}

/// Pushes apart locations whose names would overlap, sideways only within the drawing. The points of the waters,
/// behind the first `places`, follow the locations around them.
fn push_apart(spots: &mut [Point], location_count: usize) {
    let old_positions: Vec<Point> = spots.iter().take(location_count).copied().collect();
    for _ in 0..60 {
        let mut has_moved = false;
        for a in 0..location_count {
            for b in a + 1..location_count {
                let (Some(first), Some(other)) = (spots.get(a).copied(), spots.get(b).copied()) else { continue };
                let (dx, dy) = (other.0 - first.0, other.1 - first.1);
                let (missing_x, missing_y) = (MIN_DISTANCE.0 - dx.abs(), MIN_DISTANCE.1 - dy.abs());
                if missing_x <= 0 || missing_y <= 0 {
                    continue;
                }
                has_moved = true;
                // Pushes along the axis that lacks less room. The drawing has a limit at its sides but none below.
                let sign = |d: i64| if d < 0 { -1 } else { 1 };
                let push = if missing_x < missing_y {
                    (sign(dx) * (missing_x / 2 + 1), 0)
                } else {
                    (0, sign(dy) * (missing_y / 2 + 1))
                };
                let inside = |x: i64| x.clamp(SIDE_MARGIN, WIDTH - SIDE_MARGIN);
                change_at(spots, a, |spot| *spot = (inside(first.0 - push.0), first.1 - push.1));
                change_at(spots, b, |spot| *spot = (inside(other.0 + push.0), other.1 + push.1));
            }
        }
        if !has_moved {
            break;
        }
    }
    let new_positions: Vec<Point> = spots.iter().take(location_count).copied().collect();
    for point in spots.iter_mut().skip(location_count) {
        *point = follow_pushed_locations(*point, &old_positions, &new_positions);
    }
}

/// The new position of a point after the locations around it were pushed: it follows each of them, more so the closer
/// it is.
fn follow_pushed_locations(point: Point, old_positions: &[Point], new_positions: &[Point]) -> Point {
    let (mut sum, mut total) = ((0, 0), 0);
    for (before, new) in old_positions.iter().zip(new_positions) {
        let (dx, dy) = (point.0 - before.0, point.1 - before.1);
        let weight = 1_000_000 / ((dx * dx + dy * dy) / 16 + 1);
        sum = (sum.0 + weight * (new.0 - before.0), sum.1 + weight * (new.1 - before.1));
        total += weight;
    }
    let total = total.max(1);
    (point.0 + sum.0 / total, point.1 + sum.1 / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: usize) -> Vec<Vec<i64>> {
        let near: Vec<Vec<usize>> = (0..count).map(|n| vec![(n + 1) % count, (n + count - 1) % count]).collect();
        moves_between(&near)
    }

    #[test]
    fn places_stand_apart_and_on_the_paper() {
        for count in [1, 2, 3, 8, 23, 40] {
            let spots = lay_out(&ring(count), &vec![None; count], &[]).spots;
            for (number, a) in spots.iter().enumerate() {
                assert!((SIDE_MARGIN..=WIDTH - SIDE_MARGIN).contains(&a.0) && a.1 >= TOP_MARGIN, "{count}: {a:?}");
                for b in &spots[number + 1..] {
                    assert!((a.0 - b.0).abs() >= 60 || (a.1 - b.1).abs() >= 40, "{count}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn what_map_yaml_says_stays_in_its_order() {
        let at: Vec<Option<Point>> = (0..8).map(|n| Some((n * 3, n % 2))).collect();
        let Layout { spots, frame, water } = lay_out(&ring(8), &at, &[vec![(0, 0), (21, 1)]]);
        assert_eq!(frame, Some(Orientation { is_turned: true }), "wider than high, and so turned");
        // West is above then.
        assert!(spots.windows(2).all(|pair| pair[0].1 < pair[1].1), "{spots:?}");
        assert_eq!((water.len(), water[0].len()), (1, 2));
        assert!(water[0][0].1 < water[0][1].1, "{water:?}");
    }

    #[test]
    fn what_is_not_placed_stands_near_its_neighbours() {
        let mut at = vec![None; 6];
        (at[0], at[3]) = (Some((0, 0)), Some((0, 9)));
        let spots = lay_out(&ring(6), &at, &[]).spots;
        assert!(spots[0].1 < spots[1].1 && spots[1].1 < spots[3].1, "{spots:?}");
    }
}
