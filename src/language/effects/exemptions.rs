//! Sentences that exempt people from the sentence before them: `The user's team is not affected.`, `Does not affect
//! Masters.`

use super::passages::strip_words;
use crate::language::condition::{Condition, Filter, Group, Predicate, Relation, Side, Who, Written};
use crate::language::conditions;
use crate::language::effect::{Amount, Effect, Sentence, Verb};
use crate::language::parser::{Rule, parse_pairs};

/// The people whom a sentence exempts from the sentence before it.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Exemption {
    /// The user: `The user is not affected.`
    User,
    /// The user and their Master: `The user and the user's Master are not affected.`
    UserAndMaster,
    /// The user's team.
    Team,
    /// `Opponents with AGI ranked A or higher are not affected`: this group.
    These(Group<Written>),
    /// Nobody: `Affects everyone inside it.`
    Nobody,
}

/// The people whom `The user's team is not affected` exempts; `None` for any other sentence.
pub(super) fn parse_exemption(piece: &str) -> Option<Exemption> {
    const WHOM: [(&str, Exemption); 10] = [
        ("the user and the user's Master ", Exemption::UserAndMaster),
        ("the user and their Master ", Exemption::UserAndMaster),
        ("the caster and the caster's Master ", Exemption::UserAndMaster),
        ("the caster and their Master ", Exemption::UserAndMaster),
        ("the user's team ", Exemption::Team),
        ("the caster's team ", Exemption::Team),
        ("the user and their team ", Exemption::Team),
        ("the caster and their team ", Exemption::Team),
        ("the user ", Exemption::User),
        ("the caster ", Exemption::User),
    ];
    const SAID: [&str; 10] = [
        "is not affected",
        "are not affected",
        "is unaffected",
        "are unaffected",
        "is not affected by this",
        "is not affected by this effect",
        "are not affected by this effect",
        "is immune to this effect",
        "are immune to this effect",
        "is immune to this",
    ];
    const NOBODY: [&str; 3] =
        ["affects everyone inside it", "affects everyone inside", "affects everyone in this location"];
    let piece = piece.trim().trim_end_matches('.');
    if NOBODY.iter().any(|said| piece.eq_ignore_ascii_case(said)) {
        return Some(Exemption::Nobody);
    }
    let of_words = WHOM.iter().find_map(|(words, whom)| Some((strip_words(piece, words)?, whom.clone())));
    if let Some((rest, whom)) = of_words {
        return SAID.iter().any(|said| rest.eq_ignore_ascii_case(said)).then_some(whom);
    }
    let lower = piece.to_lowercase();
    let behind = SAID.iter().chain(&["are immune", "is immune"]).find_map(|said| {
        let end = lower.strip_suffix(said)?.trim_end().len();
        piece.get(..end)
    });
    let led = ["this ", "it "].iter().find_map(|subject| strip_words(piece, subject)).unwrap_or(piece);
    let words = behind.or_else(|| EXEMPTION_LEADS.iter().find_map(|head| strip_words(led, head)))?;
    let words = ["any ", "all "].iter().find_map(|all| strip_words(words, all)).unwrap_or(words);
    // Among targets, those who are described so.
    let targets = ["targets ", "a target "].iter().find_map(|target| strip_words(words, target));
    let words = targets.map_or_else(|| words.to_owned(), |described| format!("characters {described}"));
    parse_pairs(Rule::whole_group, &words)
        .and_then(|mut pairs| pairs.next())
        .map(|group| Exemption::These(conditions::build_group(group, 0)))
}

/// Words before the people whom a sentence exempts.
const EXEMPTION_LEADS: [&str; 7] = [
    "cannot affect ",
    "does not affect ",
    "does not work on ",
    "has no effect on ",
    "has no effect against ",
    "has no additional effect against ",
    "has no additional effect on ",
];

/// Exempts people from an effect. Returns whether they could be exempted: the effect must apply to everybody.
pub(super) fn exempt_people(effect: &mut Effect, whom: &Exemption) -> bool {
    if let Exemption::These(group) = whom {
        return exempt_group(effect, group);
    }
    let Effect::Sentence(Sentence { operation, .. }) = effect else { return false };
    let mut people = operation.people_mut();
    let [Who::Every(group)] = people.as_mut_slice() else { return false };
    let is_everybody = group.side == Side::Anyone && !group.filters.contains(&Filter::Other);
    match whom {
        Exemption::User if is_everybody => group.filters.push(Filter::Other),
        Exemption::UserAndMaster if is_everybody => {
            group.filters.push(Filter::Except(vec![Who::User, Who::related(Relation::Master, Who::User)]));
        }
        // An ally of another team is affected: a declared alliance makes no team (A155, A156).
        Exemption::Team if is_everybody => {
            group.filters.push(Filter::Except(vec![Who::related(Relation::Team, Who::User)]));
        }
        Exemption::Team => return group.side == Side::Opponents,
        Exemption::User | Exemption::UserAndMaster | Exemption::Nobody | Exemption::These(_) => {}
    }
    is_everybody
}

/// Exempts a group from what is done to the target: `Cannot affect opponents with LCK ranked A or higher`. Returns
/// whether that was possible.
fn exempt_group(effect: &mut Effect, group: &Group<Written>) -> bool {
    let sentences = match effect {
        Effect::Sentence(one) => std::slice::from_mut(one),
        Effect::Several(several) => several.as_mut_slice(),
        Effect::Gm(_) | Effect::Choice(_) => return false,
    };
    let works_on_target = |one: &Sentence| {
        let damage =
            one.operation.verb().is_some_and(|verb| matches!(verb, Verb::Restore { amount: Amount::OfDamage(_), .. }));
        one.operation.who() == Some(&Who::Target) || damage
    };
    if !group.names_location() && sentences.iter_mut().all(|one| leave_kind_out(one, group)) {
        return true;
    }
    if group.names_location() || !sentences.iter().all(works_on_target) {
        return false;
    }
    for one in sentences {
        let is_not_exempt = Condition::Not(Box::new(Condition::Is(Predicate::Among(Who::Target, group.clone()))));
        one.condition = Some(match one.condition.take() {
            Some(Condition::All(mut parts)) => {
                parts.push(is_not_exempt);
                Condition::All(parts)
            }
            Some(other) => Condition::All(vec![other, is_not_exempt]),
            None => is_not_exempt,
        });
    }
    true
}

/// `Masters are not affected`: leaves this kind of people out of the group on which a sentence works. Returns whether
/// it works on one group, and the people are a kind and nothing else.
fn leave_kind_out(sentence: &mut Sentence, left_out: &Group<Written>) -> bool {
    let [kind @ (Filter::Masters | Filter::Servants | Filter::Familiars)] = left_out.filters.as_slice() else {
        return false;
    };
    let mut people = sentence.operation.people_mut();
    let [Who::Every(group)] = people.as_mut_slice() else { return false };
    let is_kind = |filter: &Filter<Written>| matches!(filter, Filter::Masters | Filter::Servants | Filter::Familiars);
    let can_be_left_out = left_out.side == Side::Anyone
        && !group.filters.iter().any(|filter| is_kind(filter) || matches!(filter, Filter::AnyOf(_) | Filter::AllOf(_)));
    if can_be_left_out {
        group.filters.push(Filter::Not(Box::new(kind.clone())));
        group.filters.sort_by_key(conditions::filter_position);
    }
    can_be_left_out
}
