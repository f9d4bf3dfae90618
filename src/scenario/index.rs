//! Lists which scenarios are about which rules, without playing any.

use crate::language::span::Source;
use crate::sheet::yaml;
use crate::vocabulary::rule_id::RuleId;

/// A scenario with the rules it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioCitation {
    /// Its title.
    pub title: String,
    /// The line where it begins.
    pub line: usize,
    /// The rules it names.
    pub rules: Vec<RuleId>,
}

/// The scenario files that the program was built with: for each its path below `tests/scenarios`, and a text with
/// only its titles and rules, in their original lines.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// The scenario files that the program was built with, for [`cited_rules`].
pub fn embedded_scenario_files() -> Vec<Source> {
    EMBEDDED.iter().map(|(name, text)| Source::new(*name, *text)).collect()
}

/// The scenarios of a file; none if it cannot be parsed, which running it reports.
pub fn cited_rules(source: &Source) -> Vec<ScenarioCitation> {
    let documents = yaml::parse(source).unwrap_or_default();
    documents
        .iter()
        .map(|document| {
            let text = |key: &str| document.get(key).and_then(|node| node.text());
            let rules = document.get("rules").and_then(|node| node.items()).unwrap_or_default();
            ScenarioCitation {
                title: text("scenario").unwrap_or_default().to_owned(),
                line: source.line_column(document.span.start).0,
                rules: rules.iter().filter_map(|node| RuleId::parse(node.text()?)).collect(),
            }
        })
        .collect()
}
