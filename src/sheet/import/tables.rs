//! Converts tables of wikis and of Markdown to lines of `label: value`.

use super::labels::parse_label;
use super::markup::plain_lines;
use crate::language::fields;
use crate::language::span::Span;

/// The rows of the table that is being read.
#[derive(Default)]
pub(super) struct ImportTable {
    rows: Vec<ImportRow>,
    /// Between `{|` and `|}`, where a row continues until `|-`.
    is_wiki: bool,
    row_is_open: bool,
}

struct ImportRow {
    span: Span,
    cells: Vec<String>,
}

impl ImportTable {
    /// Takes a line that belongs to a table, until the table ends. Returns whether it did.
    pub(super) fn take_line(&mut self, span: Span, line: &str) -> bool {
        if line.starts_with("{|") {
            // The lines before the table come first.
            self.is_wiki = true;
            self.row_is_open = false;
            return self.rows.is_empty();
        }
        if self.is_wiki && line.starts_with("|}") {
            self.is_wiki = false;
            self.row_is_open = false;
            return true;
        }
        let is_rule_mark = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '+');
        if line.starts_with('|') && line.chars().all(is_rule_mark) && line.contains('-') {
            self.row_is_open = false;
            return true;
        }
        if !(line.starts_with('|') || (self.is_wiki && line.starts_with('!'))) {
            return false;
        }
        self.add_row(span, line);
        true
    }

    fn add_row(&mut self, span: Span, line: &str) {
        let bare = line.trim_start_matches(['|', '!']).trim_end_matches('|');
        let line_cells = bare.replace("||", "|").replace("!!", "|");
        let plain =
            |cell: &str| plain_lines(cell.trim()).into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ");
        let cells = line_cells.split('|').map(plain);
        match self.rows.last_mut().filter(|_| self.is_wiki && self.row_is_open) {
            Some(open) => {
                open.cells.extend(cells);
                open.span.end = span.end;
            }
            None => self.rows.push(ImportRow { span, cells: cells.collect() }),
        }
        self.row_is_open = self.is_wiki;
    }

    /// The lines of the table, each with its span; empty where there is no table.
    pub(super) fn finish(&mut self) -> Vec<(Span, String)> {
        self.row_is_open = false;
        let rows = std::mem::take(&mut self.rows);
        let is_label = |cell: &String| parse_label(cell).is_some();
        let header = rows.first().filter(|first| {
            first.cells.len() > 1
                && rows.len() > 1
                && first.cells.iter().all(is_label)
                && rows.iter().all(|row| row.cells.len() == first.cells.len())
                && rows.iter().skip(1).all(|row| !row.cells.first().is_some_and(is_label) || row.cells.len() > 2)
        });
        if let Some(header) = header {
            let labelled_lines = rows.iter().skip(1).flat_map(|row| {
                let cells = header.cells.iter().zip(&row.cells);
                cells.map(|(label, value)| (row.span, format!("{label}: {value}"))).collect::<Vec<_>>()
            });
            return labelled_lines.collect();
        }
        rows.iter().flat_map(self_labelled_lines).collect()
    }
}

/// The lines of a row with its own labels: `| STR | B+ |`, `| STR | B | END | C |`, `| class = Saber`.
fn self_labelled_lines(row: &ImportRow) -> Vec<(Span, String)> {
    let cells: Vec<&String> = row.cells.iter().filter(|cell| !cell.is_empty()).collect();
    let pairs: Vec<&[&String]> = cells.chunks(2).collect();
    let labelled = |pair: &&[&String]| matches!(pair, [name, _] if parse_label(name).is_some());
    if !pairs.is_empty() && pairs.iter().all(labelled) {
        return pairs.iter().map(|pair| (row.span, format!("{}: {}", pair[0], pair[1]))).collect();
    }
    // A header of two columns holds no values.
    const HEADS: [&str; 9] = ["field", "stat", "stats", "parameter", "rank", "value", "attribute", "name", ""];
    if cells.len() == 2 && cells.iter().all(|cell| HEADS.contains(&cell.to_lowercase().as_str())) {
        return Vec::new();
    }
    match cells.as_slice() {
        [] => Vec::new(),
        [alone] => vec![(row.span, (*alone).clone())],
        // `! Excalibur !! A++`
        [name, rank] if fields::rank_or_none(rank).is_ok() && parse_label(name).is_none() => {
            vec![(row.span, format!("{name} ({rank})"))]
        }
        _ => vec![(row.span, cells.iter().map(|cell| cell.as_str()).collect::<Vec<_>>().join(" | "))],
    }
}
