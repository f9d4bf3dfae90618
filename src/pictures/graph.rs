//! A graph of a character's numbers, Night by Night: Health, Combat Points.

use std::fmt::Write as _;

use super::map_svg::write_text_element;

/// A graph of several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// What it shows.
    pub title: String,
    /// The unit after each number, for example `%`.
    pub unit: &'static str,
    /// The number at its upper edge, unless a value is higher.
    pub top: i64,
    /// Its lines.
    pub lines: Vec<GraphLine>,
}

/// A line of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphLine {
    /// The character's name.
    pub name: String,
    /// A number for each Night from the start; `None` from a death on.
    pub values: Vec<Option<i64>>,
}

const WIDTH: i64 = 380;
const LEFT_MARGIN: i64 = 34;
const RIGHT_MARGIN: i64 = 96;
const HEIGHT: i64 = 150;
const TOP_MARGIN: i64 = 12;
/// The number of line styles, which are used in turn.
const LINE_STYLES: usize = 6;

impl Graph {
    /// The drawing as SVG for an HTML page, with names escaped and colours left to the page.
    pub fn svg(&self) -> String {
        let nights = self.lines.iter().map(|line| line.values.len()).max().unwrap_or(0).max(2);
        let last = i64::try_from(nights - 1).unwrap_or(1);
        let values = || self.lines.iter().flat_map(|line| line.values.iter().flatten());
        let top = values().copied().fold(self.top.max(1), i64::max);
        let x = |night: usize| {
            LEFT_MARGIN + i64::try_from(night).unwrap_or(0) * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / last
        };
        let y = |value: i64| TOP_MARGIN + HEIGHT - value.clamp(0, top) * HEIGHT / top;
        let names = self.line_label_positions(y);
        let bottom = names.iter().map(|(y, ..)| *y).max().unwrap_or(0).max(TOP_MARGIN + HEIGHT + 16);
        let height = bottom + 8;
        let mut out = format!(
            "<svg class=\"graph\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n"
        );
        write_text_element(&mut out, "title", "", &self.title);
        write_text_element(&mut out, "desc", "", &self.in_words());
        for part in 0..=2 {
            let value = top * part / 2;
            let (at, to) = (y(value), WIDTH - RIGHT_MARGIN);
            let _ = writeln!(out, "<path class=\"axis\" d=\"M{LEFT_MARGIN} {at}H{to}\"/>");
            let attributes = format!(" class=\"e\" text-anchor=\"end\" x=\"{}\" y=\"{}\"", LEFT_MARGIN - 4, at + 4);
            write_text_element(&mut out, "text", &attributes, &format!("{value}{}", self.unit));
        }
        let label_interval = nights.div_ceil(10).max(1);
        for night in (0..nights).step_by(label_interval) {
            let attributes =
                format!(" class=\"e\" text-anchor=\"middle\" x=\"{}\" y=\"{}\"", x(night), TOP_MARGIN + HEIGHT + 14);
            write_text_element(&mut out, "text", &attributes, &night.to_string());
        }
        for (number, line) in self.lines.iter().enumerate() {
            let mut path = String::new();
            for (night, value) in line.values.iter().enumerate().filter_map(|(night, value)| Some((night, (*value)?))) {
                let _ = write!(path, "{}{} {}", if path.is_empty() { "M" } else { "L" }, x(night), y(value));
            }
            let style = number % LINE_STYLES;
            let _ = writeln!(out, "<path class=\"g{style}\" d=\"{path}\"/>");
            // A line that ends before the last Night ends with a death.
            let end = line.values.iter().rposition(Option::is_some).filter(|end| end + 1 < nights);
            if let Some((end, value)) = end.and_then(|end| Some((end, (*line.values.get(end)?)?))) {
                let _ = writeln!(out, "<path class=\"dead\" d=\"M{} {}v9m-3 -6h6\"/>", x(end) + 5, y(value) - 5);
            }
        }
        for (y, number, name) in names {
            let attributes =
                format!(" class=\"t{}\" x=\"{}\" y=\"{}\"", number % LINE_STYLES, WIDTH - RIGHT_MARGIN + 8, y + 4);
            write_text_element(&mut out, "text", &attributes, &name);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The positions of the lines' names, beside their ends and without overlap.
    fn line_label_positions(&self, y: impl Fn(i64) -> i64) -> Vec<(i64, usize, String)> {
        let end = |line: &GraphLine| line.values.iter().rev().find_map(|value| *value).unwrap_or(0);
        let mut names: Vec<(i64, usize, String)> =
            self.lines.iter().enumerate().map(|(n, line)| (y(end(line)), n, line.name.clone())).collect();
        names.sort();
        let mut next_free = TOP_MARGIN;
        for (y, ..) in &mut names {
            *y = (*y).max(next_free);
            next_free = *y + 13;
        }
        names
    }

    /// The same in words: the numbers of each line.
    pub fn in_words(&self) -> String {
        let line = |line: &GraphLine| {
            let numbers: Vec<String> = line
                .values
                .iter()
                .map(|value| value.map_or("dead".to_owned(), |value| format!("{value}{}", self.unit)))
                .collect();
            format!("{}: {}.", line.name, numbers.join(", "))
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_somebody_died_and_names_stand_apart() {
        let line = |name: &str, values: &[Option<i64>]| GraphLine { name: name.to_owned(), values: values.to_vec() };
        let lines = vec![line("<Rin>", &[Some(100), Some(50), None]), line("Saber", &[Some(100), Some(50), Some(50)])];
        let graph = Graph { title: "Health".to_owned(), unit: "%", top: 100, lines };
        let svg = graph.svg();
        assert!(svg.contains("&lt;Rin&gt;: 100%, 50%, dead.") && !svg.contains("<Rin>"), "{svg}");
        assert_eq!(svg.matches("class=\"dead\"").count(), 1, "{svg}");
        let ys: Vec<i64> = graph.line_label_positions(|value| value).into_iter().map(|(y, ..)| y).collect();
        assert!(ys[1] - ys[0] >= 13, "{ys:?}");
    }
}
