//! `rulings.yaml`, and the `rulings:` of a scenario, as [`Rulings`] (INTERFACES 2).
//!
//! So far the GM's word can set things (`set`); what decides, adds, forbids, allows or undoes is
//! refused as not understood yet.

use crate::event::changes::{self, NightIs};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, Read};
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Faults, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::war::War;

use super::ruling::{Moment, Ruling, Rulings};

/// The codes of faults in rulings.
pub mod code {
    /// A kind of ruling that cannot be carried out yet.
    pub const NOT_YET: &str = "E511";
    /// No moment of the Turn.
    pub const MOMENT: &str = "E512";
    /// An entry that rules nothing.
    pub const NOTHING: &str = "E513";
    /// Several YAML documents.
    pub const DOCUMENTS: &str = "E514";
}

/// Reads a `rulings.yaml`; an empty one rules nothing.
///
/// # Errors
/// Every fault of the file, warnings among them, in the order of the file.
pub fn load(source: &Source, war: &War) -> Result<Rulings, Vec<Diagnostic>> {
    let documents = yaml::parse(source)?;
    let faults = Faults::default();
    if let Some(second) = documents.get(1) {
        faults.report(Diagnostic::error(code::DOCUMENTS, second.span, "a second YAML document: write one list"));
    }
    let rulings = documents.first().map_or_else(Rulings::default, |node| load_node(node, war, &faults));
    if faults.any_error() { Err(faults.into_sorted()) } else { Ok(rulings) }
}

/// Reads a list of rulings; its faults go to `faults`.
pub fn load_node(node: &Node, war: &War, faults: &Faults) -> Rulings {
    if node.is_null() {
        return Rulings::default();
    }
    let items = faults.items(node).unwrap_or_default();
    Rulings { entries: items.iter().filter_map(|item| entry(item, war, faults)).collect() }
}

fn entry(node: &Node, war: &War, faults: &Faults) -> Option<Ruling> {
    let mut map = MapReader::new(node, "a ruling", faults)?;
    let at = map.read("at", moment).unwrap_or(Moment::Start);
    let reason = map.text("reason").unwrap_or_default();
    let set = map.node("set");
    let mut others = false;
    for key in ["decide", "effects", "add", "forbid", "allow", "undo"] {
        if let Some(node) = map.node(key) {
            others = true;
            if key != "effects" {
                faults.report(Diagnostic::error(code::NOT_YET, node.span, format!("`{key}` is not understood yet")));
            }
        }
    }
    map.finish();
    if set.is_none() && !others {
        faults.report(
            Diagnostic::error(code::NOTHING, node.span, "a ruling that rules nothing")
                .note("write what is set, as in `set: { Rin: { cp: 120 } }`"),
        );
    }
    let means = if at == Moment::Start { NightIs::Coming } else { NightIs::Begun };
    Some(Ruling { at, changes: changes::load(set?, war, means, faults), reason })
}

/// Reads `start`, `end`, `before Attacking Phase`.
fn moment(text: &str) -> Read<Moment> {
    let words = text.trim().to_lowercase();
    match words.as_str() {
        "start" => return Ok(Moment::Start),
        "end" => return Ok(Moment::End),
        _ => {}
    }
    match words.strip_prefix("before ") {
        Some(phase) => fields::phase(phase).map(Moment::Before).map_err(|found| {
            let offset = text.len() - text.trim_start().len() + "before ".len();
            found.into_iter().map(|d| Diagnostic { span: d.span.shifted(offset), ..d }).collect()
        }),
        None => Err(vec![
            Diagnostic::error(
                code::MOMENT,
                Span::new(0, text.len()),
                format!("`{}` is no moment of a Turn", text.trim()),
            )
            .note("write `start`, `end` or `before` and a phase, as in `before Attacking Phase`")
            .suggest(nearest(&words, ["start", "end", "before"])),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::phase::Phase;

    #[test]
    fn a_moment_is_the_start_the_end_or_before_a_phase() {
        assert_eq!(moment("start"), Ok(Moment::Start));
        assert_eq!(moment("End"), Ok(Moment::End));
        assert_eq!(moment("before Attacking"), Ok(Moment::Before(Phase::Attacking)));
        assert_eq!(
            moment("before the Movement Phase").map_err(|f| f.len()),
            moment("before Movement Phase").map_err(|f| f.len())
        );
        assert_eq!(moment("soon").unwrap_err()[0].code, code::MOMENT);
    }
}
