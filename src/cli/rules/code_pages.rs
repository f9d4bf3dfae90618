//! Explains the codes of diagnostics: `grail rules E202`, `grail rules codes`.

use serde_json::{Value, json};

use crate::campaign::game::{amend, code as war_file};
use crate::event::changes;
use crate::language::code_topics::topic_of;
use crate::language::{codes, effects, fields, sheet_guide};
use crate::night::logic::logic_file;
use crate::night::rulings::ruling_file;
use crate::rules::rules;
use crate::scenario;
use crate::sheet::{self, import, reader, visibility_table, yaml};
use crate::vocabulary::rule_id::RuleId;

/// Every list of codes, with the subject of its diagnostics.
const CATALOGUES: [(&str, &[(&str, &str)]); 14] = [
    ("orders", codes::CATALOGUE),
    ("a sheet", sheet::code::CATALOGUE),
    ("a field of a sheet", fields::code::CATALOGUE),
    ("a sentence of a sheet", effects::code::CATALOGUE),
    ("the amending of a sheet", amend::code::CATALOGUE),
    ("the import of a sheet", import::code::CATALOGUE),
    ("the keys of a file", reader::code::CATALOGUE),
    ("the form of a file", yaml::code::CATALOGUE),
    ("war.yaml or map.yaml", war_file::CATALOGUE),
    ("the table of perception", visibility_table::read::code::CATALOGUE),
    ("rulings.yaml", ruling_file::code::CATALOGUE),
    ("what a ruling sets, or a scenario starts from", changes::code::CATALOGUE),
    ("logic.yaml", logic_file::code::CATALOGUE),
    ("a scenario", scenario::code::CATALOGUE),
];

/// The code of a diagnostic.
pub(in crate::cli) struct Code {
    code: &'static str,
    about: &'static str,
    meaning: &'static str,
}

/// All codes, list by list.
pub(in crate::cli) fn all_codes() -> Vec<Code> {
    let codes_of = |&(about, list): &(&'static str, &'static [(&'static str, &'static str)])| {
        list.iter().map(move |&(code, meaning)| Code { code, about, meaning: meaning.trim_ascii() })
    };
    CATALOGUES.iter().flat_map(codes_of).collect()
}

/// Finds a code by its name.
pub(in crate::cli) fn find_code(query: &str) -> Option<Code> {
    all_codes().into_iter().find(|code| code.code.eq_ignore_ascii_case(query))
}

impl Code {
    /// Renders the code in one line.
    pub(in crate::cli) fn render_line(&self) -> String {
        format!("{}  {}\n", self.code, self.meaning)
    }

    /// Renders the code with its severity, its help topics and the rules that it names.
    pub(in crate::cli) fn render_page(&self) -> String {
        let weight = match self.code.as_bytes().first() {
            Some(b'E') => "An error",
            Some(b'W') => "A warning",
            _ => "A remark",
        };
        let mut page = format!("{}      {weight} about {}.\n", self.render_line(), self.about);
        if let Some(topic) = topic_of(self.code) {
            page.push_str(&format!("      How it is written: `grail orders help {}`.\n", topic.name));
        }
        if let Some(topic) = sheet_guide::topic_of(self.code) {
            page.push_str(&format!("      How it is written: `grail sheet help {}`.\n", topic.name));
        }
        for rule in rules().iter().filter(|rule| self.rules().contains(&rule.id)) {
            page.push_str(&format!("      {}  {}\n", rule.id, rule.text));
        }
        for ruling in crate::rules::rulings().iter().filter(|ruling| self.rules().contains(&ruling.id)) {
            page.push_str(&format!("      {}  {}\n", ruling.id, ruling.text));
        }
        page
    }

    /// The code as JSON.
    pub(in crate::cli) fn to_json(&self) -> Value {
        json!({ "code": self.code, "about": self.about, "meaning": self.meaning, "rules": self.rules() })
    }

    /// Whether its diagnostics are about sheets.
    pub(in crate::cli) fn is_of_sheets(&self) -> bool {
        const SHEETS: [&str; 6] = [
            "a sheet",
            "a field of a sheet",
            "a sentence of a sheet",
            "the import of a sheet",
            "the keys of a file",
            "the form of a file",
        ];
        SHEETS.contains(&self.about)
    }

    /// The rules and rulings that its meaning names.
    fn rules(&self) -> Vec<RuleId> {
        let words = self.meaning.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(|word| word.len() == 4).filter_map(RuleId::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_about_sheets_has_one_topic_of_the_help() {
        for code in all_codes().iter().filter(|code| code.is_of_sheets() && code.about != "the import of a sheet") {
            let topics = sheet_guide::topics().iter().filter(|topic| topic.codes.contains(&code.code)).count();
            assert_eq!(topics, 1, "{}", code.code);
        }
        let listed = sheet_guide::topics().iter().flat_map(|topic| &topic.codes);
        listed.for_each(|code| assert!(find_code(code).is_some_and(|code| code.is_of_sheets()), "{code}"));
    }
}
