//! Two sentences of one skill against each other: what is said twice, and what cancels the other.

use super::SentenceLine;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{
    Change, Clause, Immediate, Limit, Measure, Modifier, Operation, Sentence, Standing, Verb,
};
use crate::language::effect_text::canonical;
use crate::sheet::code;
use crate::sheet::reader::Diagnostics;

/// Checks two sentences of a skill against each other.
pub(super) fn lint_pair(earlier: &SentenceLine<'_>, later: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let report = |code, message: &str| {
        let note = format!("the other is: {}", canonical(earlier.effect));
        diagnostics.report(Diagnostic::warning(code, later.span, message).note(note));
    };
    let (one, other) = (earlier.sentence, later.sentence);
    if let (Operation::Clause(a), Operation::Clause(b)) = (&one.operation, &other.operation)
        && one.condition.is_none()
        && other.condition.is_none()
    {
        match (a, b) {
            (Clause::Lasts(a), Clause::Lasts(b)) if a != b => {
                let note = format!("the other is: {}", canonical(earlier.effect));
                let fault = Diagnostic::error(code::TWO_DURATIONS, later.span, "the skill has two durations");
                return diagnostics.report(fault.note(note));
            }
            (Clause::Limited(a), Clause::Limited(b)) if is_same_limit(*a, *b) => {
                return report(code::SAID_TWICE, "a limit of this kind is given twice: only the stricter counts");
            }
            (Clause::Hits(a), Clause::Hits(b)) if a != b => {
                return report(code::SAID_TWICE, "the hits are given twice: only the last counts");
            }
            _ => {}
        }
    }
    let (Operation::Standing(a), Operation::Standing(b)) = (&one.operation, &other.operation) else {
        if one.trigger == other.trigger && one.condition == other.condition {
            lint_opposite_actions(&one.operation, &other.operation, &report);
        }
        return lint_status_on_immune(one, other, &report);
    };
    if one.trigger == other.trigger && one.condition == other.condition && one.duration == other.duration {
        if cancel_each_other(a, b) {
            report(code::CANCELLED, "this cancels another sentence of the skill");
        } else if a == b && !is_cumulative(&a.modifier) {
            report(code::SAID_TWICE, "this is said twice, and holds once");
        }
    }
}

/// Warns of two immediate effects of one skill that undo each other.
fn lint_opposite_actions(one: &Operation, other: &Operation, report: &impl Fn(&'static str, &str)) {
    let (Operation::Immediate(a), Operation::Immediate(b)) = (one, other) else { return };
    let cancels = match (&a.verb, &b.verb) {
        (Verb::Restore { resource, amount }, Verb::Lose { resource: r, amount: n, .. })
        | (Verb::Lose { resource, amount, .. }, Verb::Restore { resource: r, amount: n }) => {
            (resource, amount) == (r, n)
        }
        (Verb::EnterSpiritForm { .. }, Verb::LeaveSpiritForm)
        | (Verb::LeaveSpiritForm, Verb::EnterSpiritForm { .. }) => true,
        (Verb::Inflict(status), Verb::Cure(kind)) => kind.is_none_or(|kind| kind == status.kind()),
        (Verb::ApNextTurn { amount, each }, Verb::ApNextTurn { amount: n, each: e }) => each == e && *amount == -*n,
        _ => false,
    };
    if cancels && a.who == b.who {
        report(code::CANCELLED, "this cancels another sentence of the skill");
    }
}

/// Warns of a status on somebody whom the same skill makes immune to it.
fn lint_status_on_immune(one: &Sentence, other: &Sentence, report: &impl Fn(&'static str, &str)) {
    for (a, b) in [(one, other), (other, one)] {
        if let Operation::Immediate(Immediate { who, verb: Verb::Inflict(status) }) = &a.operation
            && let Operation::Standing(Standing { who: immune, modifier: Modifier::Immune(kind), .. }) = &b.operation
            && a.trigger == b.trigger
            && who == immune
            && kind.is_none_or(|kind| kind == status.kind())
            && b.condition.is_none()
        {
            report(code::IMMUNE, "a status is received by somebody whom the same skill makes immune to it");
        }
    }
}

fn is_same_limit(one: Limit, other: Limit) -> bool {
    match (one, other) {
        (Limit::PerTurn(_), Limit::PerTurn(_))
        | (Limit::PerWeek, Limit::PerWeek)
        | (Limit::PerBattle(_), Limit::PerBattle(_))
        | (Limit::PerWar(_), Limit::PerWar(_))
        | (Limit::NotConsecutive, Limit::NotConsecutive)
        | (Limit::Rest(_), Limit::Rest(_)) => true,
        (
            Limit::PerTurn(_)
            | Limit::PerBattle(_)
            | Limit::PerWeek
            | Limit::PerWar(_)
            | Limit::NotConsecutive
            | Limit::Rest(_),
            _,
        ) => false,
    }
}

/// Whether two standing effects cancel each other.
fn cancel_each_other(one: &Standing, other: &Standing) -> bool {
    let unlimited = |standing: &Standing| standing.attacks.skill_filter.is_none() && standing.quota.is_none();
    let is_same_scope = (&one.who, &one.attacks) == (&other.who, &other.attacks) && unlimited(one) && unlimited(other);
    is_same_scope
        && match (&one.modifier, &other.modifier) {
            (Modifier::DamageDealt(change), Modifier::DamageDealt(c))
            | (Modifier::DamageTaken(change), Modifier::DamageTaken(c)) => is_opposite_change(change, c),
            (Modifier::Regeneration { resource, change }, Modifier::Regeneration { resource: r, change: c }) => {
                resource == r && is_opposite_change(change, c)
            }
            (Modifier::RegenerateInBattle, Modifier::CannotRegenerate(None))
            | (Modifier::CannotRegenerate(None), Modifier::RegenerateInBattle)
            | (Modifier::Flight(_), Modifier::LosesFlight)
            | (Modifier::LosesFlight, Modifier::Flight(_)) => true,
            (
                Modifier::RaiseRanks { stats, amount, each, most },
                Modifier::RaiseRanks { stats: s, amount: n, each: e, most: m },
            )
            | (
                Modifier::RaiseSubranks { stats, amount, each, most },
                Modifier::RaiseSubranks { stats: s, amount: n, each: e, most: m },
            ) => (stats, each, most) == (s, e, m) && *amount == n.saturating_neg(),
            (Modifier::SetRank { stat, rank, bound }, Modifier::SetRank { stat: s, rank: r, bound: b }) => {
                stat == s && rank != r && bound == b
            }
            (Modifier::EachTurn { resource, amount, each }, Modifier::EachTurn { resource: r, amount: n, each: e }) => {
                resource == r && each == e && *amount == -*n
            }
            _ => false,
        }
}

fn is_opposite_change(one: &Measure, other: &Measure) -> bool {
    (&one.each, one.at_most) == (&other.each, other.at_most)
        && match (one.amount, other.amount) {
            (Change::Percent(a), Change::Percent(b)) | (Change::Flat(a), Change::Flat(b)) => (a + b).is_zero(),
            (Change::Percent(_), Change::Flat(_)) | (Change::Flat(_), Change::Percent(_)) => false,
        }
}

/// Whether a sentence does more when it is said twice.
fn is_cumulative(modifier: &Modifier) -> bool {
    matches!(
        modifier,
        Modifier::DamageDealt(_)
            | Modifier::DamageTaken(_)
            | Modifier::Regeneration { .. }
            | Modifier::RaiseRanks { .. }
            | Modifier::RaiseSubranks { .. }
            | Modifier::EachTurn { .. }
            | Modifier::Absorbs { .. }
            | Modifier::Maximum { .. }
    )
}
