//! `whichever of Rin and me has lost more Health`: expresses a choice between two targets as a condition for each.

use super::delays::limits_duration;
use super::order_builder::OrderBuilder;
use crate::language::condition::{Comparison, Condition, Measured, Name, Predicate, Property, Resource, Who, Written};
use crate::language::conditions::resource;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, Body, Branch, Target};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::{NameKind, Rule, codes};
use crate::language::pairs::{Pair, Pairs};
use crate::language::span::Span;

impl OrderBuilder<'_> {
    /// The two candidates of a `whichever_of` pair.
    pub(in crate::language::orders) fn choice_candidates(&self, pair: &Pair<'_, Rule>) -> Vec<Who<Written>> {
        let named =
            pair.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).map(|p| self.reader.build_who(p));
        let mut candidates: Vec<_> = named.map(|who| if self.is_actor(&who) { Who::User } else { who }).collect();
        if candidates.is_empty() {
            let span = self.reader.original_span(pair);
            let own = self.names.of_kind(NameKind::Own).map(|text| Who::Named(Name { text: text.to_owned(), span }));
            candidates = own.map(|who| if self.is_actor(&who) { Who::User } else { who }).collect();
        }
        candidates
    }

    fn is_actor(&self, who: &Who<Written>) -> bool {
        let actor = self.doer.as_ref().or(self.block_actor.as_ref());
        matches!((who, actor), (Who::Named(name), Some(actor)) if name.text.eq_ignore_ascii_case(&actor.text))
    }

    /// Splits an order for whichever of two into a branch for each, with the comparison as its guard. If the two are
    /// equal, nothing is done.
    pub(in crate::language::orders) fn split_choice(
        &self,
        sentence: &Pairs<'_, Rule>,
        body: &mut Body<Written>,
    ) -> Result<(), OrderError> {
        let Some(pair) = sentence.clone().flatten().find(|p| p.as_rule() == Rule::whichever_of) else { return Ok(()) };
        let candidates = self.choice_candidates(&pair);
        let other = match candidates.as_slice() {
            [Who::User, other] | [other, Who::User] if *other != Who::User => other.clone(),
            _ => {
                return Err(unclear_choice_error(
                    self.reader.original_span(&pair),
                    "which two? one of them must be who acts",
                )
                .into());
            }
        };
        let (what, bound) = compared_measure(&pair);
        // What is missing now is not what was lost this Turn.
        let names_turn = |p: &Pair<'_, Rule>| {
            p.as_rule() == Rule::o_noise && p.as_span().start >= pair.as_span().end && limits_duration(p.as_str())
        };
        if let (Measured::Missing(_), Some(turn)) = (what, sentence.clone().flatten().find(names_turn)) {
            let message = "lost in this Turn, or less than there could be?";
            return Err(Diagnostic::error(codes::HOW_MANY, self.reader.original_span(&turn), message)
                .note("less than there could be: leave the time out")
                .note("of this Turn: `If Rin received 50 or more damage this Turn, use Mend on Rin; otherwise, use Mend on me.`")
                .into());
        }
        let waits = body.waits_for_event();
        let [only_branch] = body.branches.as_slice() else {
            return Err(unclear_choice_error(
                self.reader.original_span(&pair),
                "of several branches only one can choose between two",
            )
            .into());
        };
        let chosen = Target::Character(Who::OneOf(candidates));
        let [Action { kind, .. }] = only_branch.actions.as_slice() else {
            return Err(unclear_choice_error(
                self.reader.original_span(&pair),
                "what else is done, for whichever of the two?",
            )
            .into());
        };
        if waits || kind.targets() != [chosen] {
            return Err(unclear_choice_error(
                self.reader.original_span(&pair),
                "is it asked when this happens, or at the order's place?",
            )
            .into());
        }
        let compare = |bound| Condition::Is(Predicate::Has(other.clone(), Property::BesideUser(what, bound)));
        let actions_aimed_at = |who: Who<Written>| {
            let aim = |action: &Action<Written>| {
                let kind = action.kind.aimed_at(&[Target::Character(who.clone())])?;
                Some(Action { kind, ..action.clone() })
            };
            only_branch.actions.iter().filter_map(aim).collect::<Vec<_>>()
        };
        let guarded =
            |more: Vec<Condition<Written>>| only_branch.guards.iter().cloned().chain(more).collect::<Vec<_>>();
        let first = Branch { guards: guarded(vec![compare(bound)]), actions: actions_aimed_at(other.clone()) };
        let less = Condition::Not(Box::new(compare(bound)));
        let second =
            Branch { guards: guarded(vec![less, compare(bound.reversed())]), actions: actions_aimed_at(Who::User) };
        body.branches = vec![first, second];
        Ok(())
    }
}

/// What is compared, and whether the chosen one must have more or less of it.
fn compared_measure(pair: &Pair<'_, Rule>) -> (Measured, Comparison) {
    let within = || pair.clone().into_inner().flatten();
    let has = |rule: Rule| within().any(|p| p.as_rule() == rule);
    let bound = if has(Rule::k_greater) { Comparison::Above } else { Comparison::Below };
    let what = within().find(|p| p.as_rule() == Rule::resource).and_then(resource).unwrap_or(Resource::Health);
    if has(Rule::o_lost) { (Measured::Missing(what), bound) } else { (Measured::Number(what), bound) }
}

fn unclear_choice_error(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, message)
        .note("write `If Rin has Health lower than mine, use Mend on Rin; otherwise, use Mend on me.`")
}
