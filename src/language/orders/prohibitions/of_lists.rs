//! Prohibitions of several things, and of what is spent: `No attacks, no moving.`, `No Command Spells.`, `Do not spend
//! any AP.`, `Don't waste the Teleporter on it.`, and of what is left alone: `Leave Archer alone.`

use super::prohibition::Prohibition;
use super::words::strip_any_prefix;
use super::words::{EMPHASIS, plain_use, strip_emphasis};
use crate::language::condition::{Name, Who, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, SpellObject, Times};
use crate::language::orders::{NameKind, OrderFileReader};
use crate::language::span::Span;

/// Joints between two denials.
const DENIAL_JOINTS: [&str; 6] = [", and ", ", or ", " and ", " or ", "; ", ", "];
/// Words with which each denial of a list begins.
const DENIAL_LEADS: [&str; 6] = ["no ", "not a single ", "don't ", "do not ", "never ", "please no "];
/// Verbs for spending a thing.
const SPENDING_VERBS: [&str; 8] = ["use ", "spend ", "cast ", "burn ", "waste ", "using ", "spending ", "use up "];
/// Words before a thing of which none is spent.
const ARTICLES: [&str; 7] = ["any of my ", "any ", "a ", "my ", "our ", "the ", "one "];
/// Words before the number of which no more are used.
const LIMIT_LEADS: [&str; 8] = [
    "use no more than ",
    "use at most ",
    "spend no more than ",
    "spend at most ",
    "do not use more than ",
    "don't use more than ",
    "never use more than ",
    "must not use more than ",
];
/// Words for what something is spent on, behind a denial of spending it.
const SPENT_ON: [&str; 6] = [" on it", " on this", " on that", " on them", " on him", " on her"];

/// Denials of an attack by anybody of the team, before whom it would be aimed at.
const DENIED_OF_ALL: [&str; 9] = [
    "nobody touches ",
    "nobody attacks ",
    "nobody hits ",
    "nobody is to attack ",
    "nobody lays a hand on ",
    "none of us touches ",
    "none of us attacks ",
    "neither of us touches ",
    "neither of us attacks ",
];

impl OrderFileReader<'_> {
    /// `No attacks, no moving`: one prohibition of all that a list of denials forbids.
    pub(super) fn parse_list_of_prohibitions(&self, span: Span, text: &str, fault: &Diagnostic) -> Option<Prohibition> {
        let denials = split_denials(text);
        if denials.len() < 2 {
            return None;
        }
        let mut whole: Option<Prohibition> = None;
        for denial in denials {
            // Which of the denials is a condition of?
            let one = self.parse_prohibition(span, denial, fault).filter(|one| one.condition.is_none())?;
            match &mut whole {
                Some(whole) => whole.kinds.extend(one.kinds),
                None => whole = Some(one),
            }
        }
        whole
    }

    /// `Use no more than one Command Spell`: so many are allowed, and it forbids the next.
    pub(super) fn parse_limit_of_spells(&self, span: Span, text: &str, fault: &Diagnostic) -> Option<Prohibition> {
        let text = strip_any_prefix(text, &["I ", "we "]).unwrap_or(text);
        let limit = strip_any_prefix(strip_emphasis(text), &LIMIT_LEADS)?;
        let (number, spells) = limit.split_once(' ')?;
        let allowed = match number.to_ascii_lowercase().as_str() {
            "one" | "1" | "a" => 1,
            "two" | "2" => 2,
            "three" | "3" => 3,
            _ => return None,
        };
        let kinds = self.parse_forbidden_spending(span, spells)?;
        let is_spell = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Command { .. });
        let actor = self.actor.as_ref().map(|actor| actor.text.clone()).unwrap_or_default();
        let fault = fault.clone();
        kinds.iter().all(is_spell).then_some(Prohibition {
            span,
            actor,
            kinds,
            allowed,
            condition: None,
            order_number: None,
            fault,
        })
    }

    /// The actions that spend what is named: `use Command Spells`, `spend any AP`, `waste the Teleporter on it`.
    pub(super) fn parse_forbidden_spending(&self, span: Span, rest: &str) -> Option<Vec<ActionKind<Written>>> {
        let unnamed = || Name { text: String::new(), span: self.prepared.original_span(span) };
        let verb = SPENDING_VERBS.iter().find(|verb| strip_any_prefix(rest, &[verb]).is_some());
        let spent = strip_any_prefix(rest, &SPENDING_VERBS).unwrap_or(rest);
        let thing = strip_any_prefix(spent, &ARTICLES).unwrap_or(spent).to_ascii_lowercase();
        match thing.as_str() {
            "command spell" | "command spells" => {
                Some(vec![ActionKind::Command { servant: Who::User, spell: unnamed(), object: SpellObject::None }])
            }
            // What costs AP is not known here: no attack and no skill.
            "ap" if verb.is_some() => {
                Some(vec![ActionKind::Attack { targets: Vec::new(), times: Times::ONCE }, plain_use(unnamed())])
            }
            _ => {
                let wasted = strip_any_prefix(rest, &["waste "])?;
                let thing = SPENT_ON.iter().find_map(|end| wasted.strip_suffix(end))?;
                self.parse_forbidden_actions(span, "don't ", &format!("use {thing}"))
            }
        }
    }

    /// The prohibition of what leaves somebody or something alone: `leave Archer alone`, `leave Excalibur alone`.
    pub(super) fn forbid_spared(&self, text: &str) -> Option<String> {
        let spared = find_spared(text)?;
        let names = self.prepared.names;
        let mut parts = spared.split(" and ").flat_map(|part| part.split(", "));
        let is_skill = |part: &str| {
            let mut letters = part.trim_start_matches("the ").chars();
            let mark = letters.next().filter(|_| letters.next().is_none());
            mark.is_some_and(|mark| names.mark_is(mark, NameKind::Skill) || names.mark_is(mark, NameKind::Item))
        };
        let verb = if parts.all(is_skill) { "use" } else { "attack" };
        Some(format!("don't {verb} {}", spared.replace(" and ", " or ")))
    }
}

/// The denials of a list, if a text is one from its beginning.
fn split_denials(text: &str) -> Vec<&str> {
    let begins_denial = |text: &str| strip_any_prefix(text, &DENIAL_LEADS).is_some();
    let mut denials = Vec::new();
    let mut rest = text;
    while begins_denial(rest) {
        let ends = DENIAL_JOINTS.iter().flat_map(|joint| rest.match_indices(joint));
        let next = ends.filter(|(at, joint)| rest.get(at + joint.len()..).is_some_and(begins_denial)).min();
        let Some((at, joint)) = next else {
            denials.push(rest);
            break;
        };
        denials.extend(rest.get(..at));
        rest = rest.get(at + joint.len()..).unwrap_or_default();
    }
    denials
}

/// Whom or what a sentence spares: `leave Archer alone`, `don't touch Archer`, `leave Excalibur alone`.
fn find_spared(text: &str) -> Option<&str> {
    let text = EMPHASIS.iter().fold(text, |text, words| text.strip_suffix(words).unwrap_or(text));
    let alone = strip_any_prefix(text, &["leave ", "leaves ", "leaving "]);
    let alone = alone
        .and_then(|whom| [" alone", " be", " in peace", " at peace"].iter().find_map(|end| whom.strip_suffix(end)));
    alone
        .or_else(|| strip_any_prefix(text, &["don't touch ", "do not touch ", "not touching ", "don't lay a hand on "]))
        .or_else(|| strip_any_prefix(text, &DENIED_OF_ALL))
}
