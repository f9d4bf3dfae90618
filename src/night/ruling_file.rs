//! `rulings.yaml`, and the `rulings:` of a scenario, as [`Rulings`] (INTERFACES 2).
//!
//! So far the GM's word can set things (`set`) and decide who has won (`decide: end/N`); what
//! decides anything else, adds, forbids, allows or undoes is refused as not understood yet.

use crate::event::changes::{self, NightIs};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, Read};
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Faults, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::vocabulary::ids::TeamId;
use crate::war::War;

use super::ruling::{Moment, Question, Ruling, Rulings, Word};

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
    /// No key of a question.
    pub const QUESTION: &str = "E515";
    /// A winner that is no team.
    pub const WINNER: &str = "E516";
    /// Keys that do not go together in one entry.
    pub const TOGETHER: &str = "E517";
    /// A second answer to one question.
    pub const TWICE: &str = "E518";
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
    let mut entries: Vec<Ruling> = Vec::new();
    for (item, ruling) in items.iter().filter_map(|item| Some((item, entry(item, war, faults)?))) {
        if let Word::Decide { question, .. } = ruling.word
            && entries.iter().any(|e| matches!(e.word, Word::Decide { question: earlier, .. } if earlier == question))
        {
            let message = format!("`{question}` is decided a second time");
            faults.report(Diagnostic::error(code::TWICE, item.span, message).note("keep one of the answers"));
        }
        entries.push(ruling);
    }
    Rulings { entries }
}

fn entry(node: &Node, war: &War, faults: &Faults) -> Option<Ruling> {
    let mut map = MapReader::new(node, "a ruling", faults)?;
    let (at, winner) = (map.node("at"), map.node("winner"));
    let reason = map.text("reason").unwrap_or_default();
    let (set, decide) = (map.node("set"), map.node("decide"));
    let mut others = false;
    for key in ["effects", "add", "forbid", "allow", "undo"] {
        if let Some(node) = map.node(key) {
            others = true;
            faults.report(Diagnostic::error(code::NOT_YET, node.span, format!("`{key}` is not understood yet")));
        }
    }
    map.finish();
    let apart = |node: Option<&Node>, key: &str, beside: &str| {
        if let Some(node) = node {
            let message = format!("`{key}` does not belong to `{beside}`");
            faults.report(Diagnostic::error(code::TOGETHER, node.span, message));
        }
    };
    let word = match (decide, set) {
        (Some(decide), set) => {
            apart(set, "set", "decide");
            apart(at, "at", "decide");
            let question = faults.read(decide, question);
            let winner = match winner {
                Some(node) => faults.read(node, |text| winner_of(text, war)),
                None => {
                    let message = "the answer is missing: `winner` and a team, or `winner: none`";
                    faults.report(Diagnostic::error(code::NOTHING, decide.span, message));
                    None
                }
            };
            Word::Decide { question: question?, winner: winner? }
        }
        (None, Some(set)) => {
            apart(winner, "winner", "set");
            let at = at.and_then(|node| faults.read(node, moment)).unwrap_or(Moment::Start);
            let means = if at == Moment::Start { NightIs::Coming } else { NightIs::Begun };
            Word::Set { at, changes: changes::load(set, war, means, faults) }
        }
        (None, None) => {
            if !others {
                faults.report(
                    Diagnostic::error(code::NOTHING, node.span, "a ruling that rules nothing")
                        .note("write what is set, as in `set: { Rin: { cp: 120 } }`, or what is decided"),
                );
            }
            return None;
        }
    };
    Some(Ruling { word, reason })
}

/// Reads `end/3`.
fn question(text: &str) -> Read<Question> {
    let key = text.trim();
    let whole = Span::new(0, text.len());
    match key.split_once('/') {
        Some(("end", night)) => match night.parse() {
            Ok(night) => Ok(Question::End { night }),
            Err(_) => Err(vec![
                Diagnostic::error(code::QUESTION, whole, format!("`{night}` is no number of a night"))
                    .note("write the key as the question gives it, as in `end/3`"),
            ]),
        },
        Some(("instant", _)) => {
            Err(vec![Diagnostic::error(code::NOT_YET, whole, "an answer for a skill is not understood yet")])
        }
        _ => Err(vec![
            Diagnostic::error(code::QUESTION, whole, format!("`{key}` is no key of a question"))
                .note("`grail rulings` lists what is asked, with the key to answer it by"),
        ]),
    }
}

/// Reads a team's name, or `none`.
fn winner_of(text: &str, war: &War) -> Read<Option<TeamId>> {
    let name = text.trim();
    if let Some(team) = war.setup.team_named(name) {
        return Ok(Some(team));
    }
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let teams = || war.setup.teams.iter().map(|team| team.name.as_str()).chain(["none"]);
    let known = teams().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let fault = Diagnostic::error(code::WINNER, Span::new(0, text.len()), format!("there is no team `{name}`"));
    let nearest = nearest(name, teams());
    Err(vec![if nearest.is_some() { fault.suggest(nearest) } else { fault.note(format!("who can win: {known}")) }])
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
