//! Words of prohibitions, and words beside them that add nothing.

use crate::language::condition::{Name, Written};
use crate::language::glyphs::is_mark;
use crate::language::order::{ActionKind, Times};
use crate::language::prepare::split::begins_order;

/// Words that only add emphasis.
pub(super) const EMPHASIS: [&str; 35] = [
    ", save the mana",
    ", save my mana",
    ", I want to save my mana",
    ", to save mana",
    " tonight",
    " this turn",
    " this round",
    " this night",
    " for now",
    " today",
    ", please",
    " please",
    " under any circumstances",
    ", whatever happens",
    " whatever happens",
    ", no matter what",
    " no matter what",
    " at all",
    ", ever",
    " either",
    ", whatever else my orders say",
    " whatever else my orders say",
    ", whatever my other orders say",
    " in any case",
    ", no matter what happens",
    ", no matter what she does",
    ", no matter what he does",
    ", no matter what they do",
    ", whatever they do",
    ", whatever he does",
    ", whatever she does",
    ", not even if they attack us",
    ", not even if they attack me",
    ", not even if it looks bad",
    ": no red and no blue from me",
];
/// Words for a prohibition to follow, alone or before one that says the same.
pub(super) const LETTING_RUN: [&str; 6] =
    ["let him go", "let her go", "let them go", "let him run", "let her run", "let them run"];
/// Words before a prohibition to follow that say the same.
pub(super) const LETTING_GO: [&str; 3] = ["let him go and ", "let her go and ", "let them go and "];

/// Whether the words behind `don't` mean following somebody: `follow him`, `chase Lancer`, `go after anyone who flees`.
/// What is forbidden is a move.
pub(super) fn forbids_following(text: &str) -> bool {
    const VERBS: [&str; 5] = ["follow", "chase", "go after", "pursue", "run after"];
    const WHOM: [&str; 5] = ["him", "her", "them", "anyone", "anybody"];
    const RUNNERS: [&str; 4] = ["anyone who ", "anybody who ", "whoever ", "those who "];
    const RUN: [&str; 12] = [
        "flee",
        "flees",
        "run",
        "runs",
        "run away",
        "runs away",
        "leave",
        "leaves",
        "run off",
        "runs off",
        "go",
        "goes",
    ];
    let Some(whom) = strip_any_prefix(text, &VERBS).map(str::trim_start) else { return false };
    let mut letters = whom.chars();
    let is_name = letters.next().is_some_and(is_mark) && letters.next().is_none();
    let is_runner = strip_any_prefix(whom, &RUNNERS).is_some_and(|flight| RUN.contains(&flight));
    whom.is_empty() || is_name || is_runner || WHOM.iter().any(|word| whom.eq_ignore_ascii_case(word))
}

/// A text without trailing words that only add emphasis.
pub(super) fn strip_emphasis(text: &str) -> &str {
    let shorter = EMPHASIS.iter().find_map(|words| {
        let at = text.len().checked_sub(words.len())?;
        text.get(at..).filter(|end| end.eq_ignore_ascii_case(words)).and(text.get(..at))
    });
    shorter.map_or(text, strip_emphasis)
}

/// A use of a skill that says nothing more: once, on nobody in particular.
pub(super) fn plain_use(skill: Name) -> ActionKind<Written> {
    ActionKind::Use {
        skill,
        targets: Vec::new(),
        destination: None,
        times: Times::ONCE,
        paying: None,
        choosing: None,
        push_to: None,
    }
}

/// `without attacking anybody first` as `don't attack anybody`: where nothing of the kind is ordered at all, nothing of
/// it is done before either.
pub(super) fn without_gerund(text: &str) -> Option<String> {
    let rest = strip_any_prefix(text, &["without "])?;
    let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
    let stem = verb.strip_suffix("ing")?;
    let bases = [stem.to_owned(), format!("{stem}e")];
    let base = bases.into_iter().find(|base| begins_order(base))?;
    let object = object.trim_end_matches(['.', '!']);
    let object = object.strip_suffix("first").unwrap_or(object).trim_end();
    Some(format!("don't {base} {object}").trim_end().to_owned())
}

/// The rest of a text behind one of these beginnings, in any letter case.
pub(in crate::language::orders) fn strip_any_prefix<'t>(text: &'t str, leads: &[&str]) -> Option<&'t str> {
    let rest_behind =
        |lead: &&str| text.get(..lead.len()).filter(|of| of.eq_ignore_ascii_case(lead)).and(text.get(lead.len()..));
    leads.iter().find_map(rest_behind)
}
