//! Parses the visibility table from its file, and reports every fault at its span.
//!
//! One unknown word rejects the whole file. A slip of the pen can thus neither reveal a secret nor withhold what a
//! player is entitled to.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::ParseResult;
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::seen_act::SeenAct;

use super::{Cell, Field, Fields, Row, VisibilityRow, VisibilityTable};

/// The codes of faults in the visibility table.
pub mod code {
    crate::language::codes::codes! {
        /// The file holds no table of perception, or more than one.
        NOT_ONE = "E270";
        /// There is no such look for `as`.
        ACT = "E271";
        /// There is nothing of this name to be learned.
        FIELD = "E272";
        /// Something is learned of an event that is not noticed.
        UNNOTICED = "E273";
        /// An onlooker is granted what is its owner's alone.
        PRIVATE = "E274";
        /// There is no such rule.
        RULE = "E275";
    }
}

/// Parses a visibility table. Every row is required.
pub fn parse_table(source: &Source) -> Result<VisibilityTable, Vec<Diagnostic>> {
    let documents = yaml::parse(source)?;
    let [node] = documents.as_slice() else {
        let message = format!("the file holds {} documents: one table of perception is expected", documents.len());
        return Err(vec![Diagnostic::error(code::NOT_ONE, Span::new(0, 0), message)]);
    };
    let diagnostics = Diagnostics::default();
    let mut rows = Vec::with_capacity(Row::ALL.len());
    if let Some(mut map) = MapReader::new(node, "the table of perception", &diagnostics) {
        for row in Row::ALL {
            let parsed_row = map.required(row.name()).and_then(|node| parse_row(node, *row, &diagnostics));
            rows.push(parsed_row.unwrap_or_default());
        }
        map.finish();
    }
    if diagnostics.has_errors() { Err(diagnostics.into_sorted()) } else { Ok(VisibilityTable { rows }) }
}

fn parse_row(node: &Node, row: Row, diagnostics: &Diagnostics) -> Option<VisibilityRow> {
    let what = |part: &str| format!("{part} of `{}`", row.name());
    let mut map = MapReader::new(node, format!("`{}`", row.name()), diagnostics)?;
    if let Some(rules) = map.required("rules") {
        for item in diagnostics.items(rules).unwrap_or_default() {
            diagnostics.read(item, check_rule_id);
        }
    }
    let mut parsed_row = VisibilityRow::default();
    if row.hides_author() {
        parsed_row.hides = map
            .node("hides")
            .map_or(Fields::AUTHOR, |node| read_fields(diagnostics.items(node).unwrap_or_default(), diagnostics));
    }
    if !row.only_adds() {
        if let Some(node) = map.node("own") {
            parsed_row.own_cell = read_cell(node, what("`own`"), diagnostics).unwrap_or_default();
            if parsed_row.own_cell.act.is_none() {
                reject_unnoticed(node, "its owner", diagnostics);
            }
        }
        parsed_row.victim = match map.node("victim") {
            Some(node) if node.text() == Some("own") => parsed_row.own_cell,
            Some(node) => read_cell(node, what("`victim`"), diagnostics).unwrap_or_default(),
            None => Cell::default(),
        };
    }
    if let Some(mut seen) = map.node("seen").and_then(|node| MapReader::new(node, what("`seen`"), diagnostics)) {
        let mut sum = Cell::default();
        for (acuity, seen_at) in Acuity::ALL.into_iter().zip(&mut parsed_row.onlooker_cells) {
            if let Some(node) = seen.node(acuity.name()) {
                let more = read_cell(node, what(&format!("`{}`", acuity.name())), diagnostics).unwrap_or_default();
                if more.fields.has(Field::Private) {
                    let message = "`private` is for its owner alone";
                    diagnostics.report(Diagnostic::error(code::PRIVATE, node.span, message));
                }
                sum = Cell { act: more.act.or(sum.act), fields: sum.fields.union(more.fields) };
                if sum.act.is_none() && sum.fields != Fields::NONE && !row.only_adds() {
                    reject_unnoticed(node, &format!("ACT {}", acuity.name()), diagnostics);
                }
            }
            *seen_at = sum;
        }
        seen.finish();
    }
    map.finish();
    Some(parsed_row)
}

/// Parses one cell: `{ as: used, learns: [actor, objects] }`.
fn read_cell(node: &Node, what: String, diagnostics: &Diagnostics) -> Option<Cell> {
    let mut map = MapReader::new(node, what, diagnostics)?;
    let act = map.read("as", parse_act);
    let fields = read_fields(map.items("learns"), diagnostics);
    map.finish();
    Some(Cell { act, fields })
}

fn read_fields(items: &[Node], diagnostics: &Diagnostics) -> Fields {
    let fields: Vec<Field> = items.iter().filter_map(|item| diagnostics.read(item, parse_field)).collect();
    Fields::from_fields(&fields)
}

fn reject_unnoticed(node: &Node, who: &str, diagnostics: &Diagnostics) {
    let message = format!("{who} learns of what is not noticed");
    let note = "say what the event looks like to them, as in `as: used`, here or at a rank below";
    diagnostics.report(Diagnostic::error(code::UNNOTICED, node.span, message).note(note));
}

fn parse_act(text: &str) -> ParseResult<SeenAct> {
    let name = text.trim();
    SeenAct::from_name(name).ok_or_else(|| {
        let message = format!("nothing that happens looks like `{name}`");
        vec![unknown_word_fault(
            code::ACT,
            text,
            message,
            SeenAct::ALL.iter().map(|act| act.name()),
            "what something looks like is",
        )]
    })
}

fn parse_field(text: &str) -> ParseResult<Field> {
    let name = text.trim();
    Field::named(name).ok_or_else(|| {
        let message = format!("there is no `{name}` to be learned");
        vec![unknown_word_fault(
            code::FIELD,
            text,
            message,
            Field::ALL.iter().map(|field| field.name()),
            "what can be learned is",
        )]
    })
}

/// The fault for an unknown word, which suggests the nearest known word, or else lists all of them.
fn unknown_word_fault<'a>(
    code: &'static str,
    text: &str,
    message: String,
    known: impl Iterator<Item = &'a str> + Clone,
    all: &str,
) -> Diagnostic {
    let fault = Diagnostic::error(code, Span::new(0, text.len()), message);
    match nearest(text.trim(), known.clone()) {
        Some(near) => fault.suggest(Some(near)),
        None => fault.note(format!("{all} one of {}", known.collect::<Vec<_>>().join(", "))),
    }
}

fn check_rule_id(text: &str) -> ParseResult<()> {
    let fault = || {
        let message = format!("there is no rule `{}`", text.trim());
        vec![Diagnostic::error(code::RULE, Span::new(0, text.len()), message).note("write one as in `I04` or `R354`")]
    };
    RuleId::parse(text.trim()).map(|_| ()).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::common::PERCEPTION;

    /// The faults of the shipped file with one line replaced by another.
    fn faults(line: &str, other: &str) -> Vec<String> {
        assert!(PERCEPTION.contains(line), "{line}");
        let source = Source::new("perception.yaml", PERCEPTION.replacen(line, other, 1));
        let faults = parse_table(&source).map(|_| ()).unwrap_err();
        faults.iter().map(|fault| fault.render(&source)).collect()
    }

    #[test]
    fn the_ranks_add_up() {
        let visibility_table = parse_table(&Source::new("perception.yaml", PERCEPTION)).unwrap();
        let row = visibility_table.row(Row::Attack);
        assert_eq!(row.seen_at(Acuity::None), Cell { act: Some(SeenAct::Fighting), fields: Fields::NONE });
        let at_ex = row.seen_at(Acuity::EX);
        assert_eq!(at_ex.act, Some(SeenAct::Used));
        assert!(
            at_ex.fields.has(Field::ActorThere) && at_ex.fields.has(Field::Skill) && !at_ex.fields.has(Field::Amount)
        );
        let regenerated = visibility_table.row(Row::Regenerated);
        assert_eq!((regenerated.own_cell, regenerated.seen_at(Acuity::EX)), (regenerated.victim, Cell::default()));
    }

    #[test]
    fn what_hides_the_author_is_data_and_all_of_it_where_nothing_is_said() {
        let shipped = parse_table(&Source::new("perception.yaml", PERCEPTION)).unwrap();
        let (start, rest) = PERCEPTION.split_once("  hides: [").unwrap();
        let without = format!("{start}{}", rest.split_once("]\n").unwrap().1);
        let old = parse_table(&Source::new("perception.yaml", without)).unwrap();
        assert_eq!((&old, shipped.row(Row::LongRange).hides), (&shipped, Fields::AUTHOR));
        let edited = PERCEPTION.replacen("  hides: [actor_there, ", "  hides: [", 1);
        let edited = parse_table(&Source::new("perception.yaml", edited)).unwrap();
        assert!(!edited.row(Row::LongRange).hides.has(Field::ActorThere));
    }

    #[test]
    fn an_unknown_word_is_shown_with_its_place_and_the_nearest() {
        let found = faults("    D: { learns: [actor, objects] }", "    D: { learns: [actr, objects] }");
        assert_eq!(found.len(), 1, "{found:?}");
        for part in ["error[E272]: there is no `actr` to be learned", "perception.yaml:", "[actr, objects]", "`actor`?"]
        {
            assert!(found[0].contains(part), "{part}: {}", found[0]);
        }
        let found = faults("as: fighting", "as: brawling");
        assert!(found[0].contains("E271") && found[0].contains("fighting, uproar"), "{}", found[0]);
    }

    #[test]
    fn rows_ranks_and_keys_are_those_there_are() {
        assert!(
            faults("\nattack:", "\natack:").iter().any(|f| f.contains("has no key `atack`") && f.contains("`attack`?"))
        );
        // A misspelt key is not also missing.
        assert!(!faults("\nattack:", "\natack:").iter().any(|f| f.contains("the table of perception has no `attack`")));
        assert!(faults("    N/A: {", "    F: {")[0].contains("`seen` of `attack` has no key `F`"));
        assert!(faults("learns: [actor", "lerns: [actor")[0].contains("did you mean `learns`?"));
        assert!(faults("rules: [I02", "rules: [I99")[0].contains("there is no rule `I99`"));
    }

    #[test]
    fn what_nobody_notices_is_not_learned_of_and_private_is_no_onlooker_s() {
        let found = faults("    E: { as: flash }", "    E: { learns: [actor] }");
        assert!(found[0].contains("ACT E learns of what is not noticed"), "{}", found[0]);
        let found = faults("    E: { as: flash }", "    E: { as: flash, learns: [private] }");
        assert!(found[0].contains("E274"), "{}", found[0]);
    }

    #[test]
    fn an_empty_file_is_no_table() {
        assert_eq!(parse_table(&Source::new("p", "")).unwrap_err()[0].code, code::NOT_ONE);
    }
}
