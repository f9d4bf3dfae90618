//! The rule table: every rule of the book, who is responsible for it, and the rulings where it is silent.
//!
//! Two files hold it: `rules.txt`, one rule a line, and `rulings.txt`, one ruling a line. `grail rules` prints them;
//! which scenarios test a rule is read from the scenarios themselves.

use crate::vocabulary::rule_id::RuleId;

const RULES: &str = include_str!("rules/rules.txt");
const RULINGS: &str = include_str!("rules/rulings.txt");

/// Who is responsible for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// The referee carries it out.
    Engine,
    /// A sheet, or a file of `sheets/common/`, states it.
    Data,
    /// The GM applies it outside the program.
    Gm,
    /// It has no consequences.
    Flavour,
}

impl RuleKind {
    /// All kinds, each with its word in the table.
    pub const ALL: [(RuleKind, &str); 4] =
        [(RuleKind::Engine, "engine"), (RuleKind::Data, "data"), (RuleKind::Gm, "gm"), (RuleKind::Flavour, "flavour")];

    /// The word in the table.
    pub const fn word(self) -> &'static str {
        match self {
            RuleKind::Engine => "engine",
            RuleKind::Data => "data",
            RuleKind::Gm => "gm",
            RuleKind::Flavour => "flavour",
        }
    }
}

/// A rule of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEntry {
    /// R001–R430.
    pub id: RuleId,
    /// Who is responsible for it.
    pub kind: RuleKind,
    /// The module or folder that implements it; empty if nobody does.
    pub implemented_in: &'static str,
    /// The rule in short.
    pub text: &'static str,
    /// The rulings on it.
    pub rulings: Vec<RuleId>,
}

/// A ruling on a point of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookRuling {
    /// A001–A266, or I01–I24 for who may know what.
    pub id: RuleId,
    /// The ruling.
    pub text: &'static str,
    /// The switch that changes it, if any.
    pub switch: Option<&'static str>,
}

/// Every rule, in the book's order.
pub fn rules() -> Vec<RuleEntry> {
    content_lines(RULES).filter_map(parse_rule).collect()
}

/// Every ruling, in the order of their ids.
pub fn rulings() -> Vec<BookRuling> {
    content_lines(RULINGS).filter_map(parse_ruling).collect()
}

/// The lines that are neither empty nor comments.
fn content_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Parses `R018 engine night/hits/damage_formula | Attacks by … inflict 25% less. (A001 A002)`.
fn parse_rule(line: &'static str) -> Option<RuleEntry> {
    let (head, text) = line.split_once('|')?;
    let mut words = head.split_whitespace();
    let id = RuleId::parse(words.next()?)?;
    let kind = words.next()?;
    let (kind, _) = RuleKind::ALL.into_iter().find(|(_, word)| *word == kind)?;
    let (text, rulings) = match text.trim().strip_suffix(')').and_then(|t| t.rsplit_once(" (")) {
        Some((text, ids)) if ids.starts_with('A') => (text, ids.split(' ').filter_map(RuleId::parse).collect()),
        _ => (text.trim(), Vec::new()),
    };
    Some(RuleEntry { id, kind, implemented_in: words.next().unwrap_or(""), text, rulings })
}

/// Parses `A012 | More than two full ranks is … [rank_gap]`.
fn parse_ruling(line: &'static str) -> Option<BookRuling> {
    let (id, text) = line.split_once(" | ")?;
    let (text, switch) = match text.strip_suffix(']').and_then(|t| t.rsplit_once(" [")) {
        Some((text, switch)) => (text, Some(switch)),
        None => (text, None),
    };
    Some(BookRuling { id: RuleId::parse(id)?, text, switch })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::switches::Switches;

    #[test]
    fn every_rule_and_every_ruling_stands_there_once_and_in_order() {
        let ids: Vec<RuleId> = rules().iter().map(|r| r.id).collect();
        assert_eq!(ids, (1..=430).map(RuleId::R).collect::<Vec<_>>());
        let ids: Vec<RuleId> = rulings().iter().map(|r| r.id).collect();
        let wanted = (1..=266).map(RuleId::A).chain((1..=24).map(RuleId::I));
        assert_eq!(ids, wanted.collect::<Vec<_>>());
        assert_eq!(content_lines(RULES).count() + content_lines(RULINGS).count(), 430 + 266 + 24);
    }

    #[test]
    fn every_switch_turns_one_ruling() {
        let mut turned: Vec<&str> = rulings().iter().filter_map(|r| r.switch).collect();
        let mut switches = Switches::NAMES.to_vec();
        turned.sort_unstable();
        switches.sort_unstable();
        assert_eq!(turned, switches);
    }

    #[test]
    fn what_is_carried_out_says_where() {
        for rule in rules() {
            assert_eq!(
                rule.implemented_in.is_empty(),
                matches!(rule.kind, RuleKind::Gm | RuleKind::Flavour),
                "{}",
                rule.id
            );
            assert!(rule.text.ends_with(['.', '…']), "{}: {}", rule.id, rule.text);
        }
    }
}
