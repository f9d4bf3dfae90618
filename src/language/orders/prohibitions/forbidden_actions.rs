//! The actions that a prohibition forbids, in the words behind `don't` or `no`.

use super::prohibition::needs_an_order;
use super::words::{forbids_following, plain_use};
use crate::language::condition::{Name, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::order::{Action, ActionKind, LogicStatement};
use crate::language::orders::people::teams;
use crate::language::orders::{NameKind, OrderFileReader};
use crate::language::span::Span;
use crate::vocabulary::phase::Phase;

/// Words that forbid every attack.
const ANY_ATTACK: [&str; 33] = [
    "attack",
    "offense",
    "offence",
    "fight",
    "attacks",
    "attacking",
    "fighting",
    "fighting on the way",
    "fighting on the way out",
    "fighting there",
    "fights",
    "attack anyone",
    "attack anybody",
    "fight anyone",
    "start a fight",
    "start any fights",
    "start fights",
    "start anything",
    "start a battle",
    "start any battle",
    "start a battle there",
    "start a fight there",
    "start a fight with anyone",
    "start a fight with anybody",
    "start any fight",
    "start any fight with anyone",
    "start a battle with anyone",
    "pick a fight",
    "start any fight there",
    "attack anyone there",
    "attack anybody there",
    "engage anyone",
    "battle",
];
/// Words that forbid the use of every skill.
const ANY_USE: [&str; 10] = [
    "cast anything",
    "use anything",
    "cast any spell",
    "cast any spells",
    "cast any skill",
    "use any skill",
    "use any skills",
    "skill",
    "skills",
    "use skills",
];
/// Nouns behind `no`, and the verb of the order that each stands for.
const NOUNS: [(&str, &str); 6] = [
    ("attacks on ", "attack "),
    ("attack on ", "attack "),
    ("attacks against ", "attack "),
    ("attacking ", "attack "),
    ("using ", "use "),
    ("", "use "),
];
/// Verbs behind `don't`, and the verb of the order that each stands for.
const VERBS: [(&str, &str); 2] = [("waste ", "use "), ("", "")];

impl OrderFileReader<'_> {
    /// The forbidden actions: `use Excalibur`, `Noble Phantasm`, `attacks on Illya`, `scouting`. `lead` is what stands
    /// before them: `don't `, `no `, `stay out of `.
    pub(super) fn parse_forbidden_actions(
        &self,
        span: Span,
        lead: &str,
        rest: &str,
    ) -> Option<Vec<ActionKind<Written>>> {
        if let Some(kinds) = self.parse_forbidden_spending(span, rest) {
            return Some(kinds);
        }
        if let Some(kind) = self.parse_forbidden_activity(span, lead, rest) {
            return Some(vec![kind]);
        }
        if let Some(kinds) = self.parse_forbidden_skills_of_phase(span, rest) {
            return Some(kinds);
        }
        // `Save Excalibur for Archer` orders something; `Save Excalibur` does not.
        let saves = matches!(lead, "save " | "hold on to ");
        if lead.ends_with("out of ") || saves && rest.split(' ').any(|word| word.eq_ignore_ascii_case("for")) {
            return None;
        }
        let candidates = forbidden_orders(rest, saves || takes_noun(lead))?;
        let with_masters: Vec<String> =
            candidates.iter().filter_map(|text| teams::name_teams_by_masters(text, self.prepared.names)).collect();
        candidates.iter().chain(&with_masters).find_map(|text| self.read_forbidden_order(span, text))
    }

    /// `no Support skills`, `don't use any Instant skill`: every skill that the seat knows of that phase.
    fn parse_forbidden_skills_of_phase(&self, span: Span, rest: &str) -> Option<Vec<ActionKind<Written>>> {
        const PHASES: [(&str, Phase); 3] =
            [("instant", Phase::Instant), ("support", Phase::Support), ("prepared", Phase::Prepared)];
        let lower = rest.to_ascii_lowercase();
        let words = ["use any ", "use a ", "use "].iter().find_map(|verb| lower.strip_prefix(verb)).unwrap_or(&lower);
        let (phase, _) = words.split_once(' ').filter(|(_, noun)| matches!(*noun, "skill" | "skills"))?;
        let phase = PHASES.iter().find(|(word, _)| *word == phase)?.1;
        let names = self.prepared.names;
        let skills = names.of_kind(NameKind::Skill).filter(|skill| names.phase_of(skill) == Some(phase));
        let place = self.prepared.original_span(span);
        Some(skills.map(|skill| plain_use(Name { text: skill.to_owned(), span: place })).collect())
    }

    /// An activity without an object: `scouting`, `moving`, `the Logic Game`.
    fn parse_forbidden_activity(&self, span: Span, lead: &str, rest: &str) -> Option<ActionKind<Written>> {
        let unnamed = || Name { text: String::new(), span: self.prepared.original_span(span) };
        let is_place = lead.ends_with("out of ");
        let lower = rest.to_ascii_lowercase();
        match lower.as_str() {
            following if forbids_following(following) => Some(ActionKind::Move(unnamed())),
            "scout" | "scouting" | "scout anything" | "scout anywhere" => Some(ActionKind::Scout(unnamed())),
            "buy anything" | "buying" | "buying anything" | "purchases" | "purchase" | "shopping" => {
                Some(ActionKind::Buy { item: unnamed(), count: 1 })
            }
            "consume civilians"
            | "consume a civilian"
            | "consume any civilians"
            | "consume anyone"
            | "consume anybody" => Some(ActionKind::ConsumeCivilian),
            "the logic game" if is_place => Some(ActionKind::Logic(LogicStatement::Red(String::new()))),
            "spirit form" if is_place => Some(ActionKind::EnterSpiritForm),
            "moving" | "movement" | "move anywhere" | "go anywhere" | "going anywhere" | "leave" | "fleeing"
            | "flee" | "retreat" | "retreating"
                if !is_place =>
            {
                Some(ActionKind::Move(unnamed()))
            }
            _ => None,
        }
    }

    /// Reads the order that is forbidden. It must be plain, and about what the seat knows.
    fn read_forbidden_order(&self, span: Span, text: &str) -> Option<Vec<ActionKind<Written>>> {
        const KINDS_OF_THINGS: [&str; 5] = ["spell", "item", "phantasm", "action", "skill"];
        let parsed = self.parse_order_in_words(span, text, Some(span)).ok()?;
        let has_known_names = !teams::names_strangers(&parsed, self.prepared.names)
            || KINDS_OF_THINGS.iter().any(|kind| text.to_ascii_lowercase().contains(kind));
        let (order, companions, _) = parsed;
        let is_plain = |action: &Action<Written>| action.delay.is_none() && needs_an_order(&action.kind);
        let [branch] = order.body.branches.as_slice() else { return None };
        let is_unconditional = companions.is_empty() && order.body.names_no_time() && branch.guards.is_empty();
        (has_known_names && is_unconditional && branch.actions.iter().all(is_plain))
            .then(|| branch.actions.iter().map(|action| action.kind.clone()).collect())
    }
}

/// Whether what is forbidden stands as a noun or gerund behind these words: `no attacks`, `avoid attacking`.
fn takes_noun(lead: &str) -> bool {
    ["no ", "avoid ", "refrain from ", "no further ", "single ", "nothing on "]
        .iter()
        .any(|ending| lead.ends_with(ending))
}

/// The orders that may be forbidden, in the words of an order; `None` if there are none.
fn forbidden_orders(rest: &str, is_noun: bool) -> Option<Vec<String>> {
    let is_one_of = |phrases: &[&str]| phrases.iter().any(|phrase| phrase.eq_ignore_ascii_case(rest));
    if is_one_of(&ANY_USE) {
        return Some(vec!["use any skill".to_owned()]);
    }
    if is_one_of(&ANY_ATTACK) {
        return Some(vec!["attack every opponent".to_owned()]);
    }
    let verbs: &[(&str, &str)] = if is_noun { &NOUNS } else { &VERBS };
    let (noun, verb) =
        verbs.iter().find(|(noun, _)| rest.get(..noun.len()).is_some_and(|of| of.eq_ignore_ascii_case(noun)))?;
    let plain = format!("{verb}{}", rest.get(noun.len()..)?);
    // `A or B` forbids each of them.
    let with_and = plain.replace(" or ", " and ");
    Some(vec![with_and, plain])
}
