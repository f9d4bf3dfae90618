//! `If C, A; otherwise, B`: the branches of an order whose condition stands in front.

use super::order_builder::{ClauseContext, OrderBuilder, first_child, has_no_alternative, negate, to_guard};
use crate::language::condition::{Condition, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Branch;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::people::pronouns;
use crate::language::orders::{Rule, codes};
use crate::language::pairs::Pair;

impl OrderBuilder<'_> {
    /// Builds the branches of `If C, A; otherwise, B`.
    pub(in crate::language::orders) fn build_if_order(
        &mut self,
        pair: Pair<'_, Rule>,
        context: &ClauseContext,
        branches: &mut Vec<Branch<Written>>,
    ) -> Result<(), OrderError> {
        let mut condition = None;
        let mut context = context.clone();
        let mut is_unless = false;
        let before = branches.len();
        let whole = pair.clone();
        let is_only_clause = has_no_alternative(&whole);
        let is_first = branches.is_empty() && context.is_plain();
        // What stands in another branch, or behind a condition, is no sentence of its own.
        if branches.is_empty() && context.guards.is_empty() && !self.sentence_before.is_empty() {
            self.reject_exception_to_order_above(&whole)?;
        }
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_unless => is_unless = true,
                Rule::turn_start => self.ask_at_start_of_turn(is_first, &part)?,
                Rule::condition | Rule::unsaid_of => {
                    let found = self.read_condition(part.clone())?;
                    self.reject_denied_we(&part, &found, is_unless)?;
                    condition = Some(to_guard(found, is_unless));
                }
                Rule::asked_at => {
                    let delay = self.read_delay_of_condition(&part, &mut condition)?;
                    if self.asks_whole_order_at(&delay, is_first, &part)? {
                        continue;
                    }
                    context.delay = self.merge_delays(context.delay, delay, &part)?;
                }
                Rule::order_body => {
                    self.reject_ambiguous_location(&whole, &part)?;
                    self.reject_otherwise_of_either(&whole, &part)?;
                    let is_about_state = condition.as_ref().is_some_and(pronouns::asks_only_states);
                    self.reject_time_of_event_or_order(&whole, &part, is_about_state)?;
                    let mut inner = context.clone();
                    inner.guards.extend(condition.clone());
                    inner.may_join &= is_only_clause;
                    self.build_order_body(part, inner, branches)?;
                }
                Rule::otherwise => self.build_otherwise(part, &context, condition.as_ref(), branches)?,
                Rule::else_np => {
                    // There must be one branch, without a place of its own.
                    let guard_count = context.guards.len() + 1;
                    let actions = match branches.get(before..) {
                        Some([only]) if only.guards.len() == guard_count => only.actions.clone(),
                        _ => Vec::new(),
                    };
                    branches.push(self.build_else_branch(&part, &actions, &context, condition.as_ref())?);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `Attack Lancer. Except if Archer is here, then attack Archer.`: rejects a sentence of its own that may be an
    /// exception to the one before it, and may deny its own condition.
    fn reject_exception_to_order_above(&self, whole: &Pair<'_, Rule>) -> Result<(), OrderError> {
        let mut parts = whole.clone().into_inner();
        let Some(word) = parts.next().filter(|part| part.as_rule() == Rule::k_unless) else { return Ok(()) };
        let body = parts.find(|part| part.as_rule() == Rule::order_body);
        let says_then = body.is_some_and(|body| {
            let before = whole.as_str().get(..body.as_span().start - whole.as_span().start).unwrap_or_default();
            before.trim_end().trim_end_matches(',').to_lowercase().ends_with("then")
        });
        // `Unless C, A.` stands alone; what `except` leaves out has been said before it.
        if word.as_str().eq_ignore_ascii_case("unless") && !says_then {
            return Ok(());
        }
        let message = "is this an exception to what stands above, or is it done where the condition fails?";
        Err(Diagnostic::error(codes::OTHERWISE_WITHOUT_IF, self.reader.original_span(&word), message)
            .note("in the place of what stands above, one sentence: `If C, B; otherwise, A.`")
            .note("beside it, where the condition fails: `Unless C, B.`")
            .into())
    }

    /// `If A, then if B, X; otherwise, Y.`: rejects an `otherwise` that may be of the inner `if` or of both. Behind a
    /// colon it is of the inner.
    fn reject_otherwise_of_either(&self, whole: &Pair<'_, Rule>, body: &Pair<'_, Rule>) -> Result<(), OrderError> {
        let Some(inner) = first_child(body, Rule::if_order) else { return Ok(()) };
        let asks = |order: &Pair<'_, Rule>| order.clone().into_inner().any(|part| part.as_rule() == Rule::condition);
        let before = whole.as_str().get(..inner.as_span().start - whole.as_span().start).unwrap_or_default();
        let has_colon = before.trim_end().ends_with(':');
        if has_colon || !asks(whole) || !asks(&inner) || !has_no_alternative(whole) || has_no_alternative(&inner) {
            return Ok(());
        }
        let message = "otherwise than what: where the second condition fails, or where either does?";
        Err(Diagnostic::error(codes::OTHERWISE_WITHOUT_IF, self.reader.original_span(&inner), message)
            .note("where either fails: `If C and D, A; otherwise, B.`")
            .note("where the second alone fails, and the first holds: `If C: if D, A; otherwise, B.`")
            .into())
    }

    /// `If Lancer attacks me in the 2nd Attacking Phase, Parry.`: rejects a time that could belong to the event or to
    /// the order.
    fn reject_time_of_event_or_order(
        &self,
        whole: &Pair<'_, Rule>,
        body: &Pair<'_, Rule>,
        is_about_state: bool,
    ) -> Result<(), OrderError> {
        let Some(late) = first_child(body, Rule::late_order) else { return Ok(()) };
        let from = whole.as_span().start;
        let before = whole.as_str().get(..late.as_span().start - from).unwrap_or_default().trim_end().to_lowercase();
        // A state is asked where the order stands, so the time belongs to both. An `otherwise` would be asked at
        // another time.
        let alone = has_no_alternative(whole);
        match before.ends_with([',', ';', ':']) || before.ends_with("then") || (is_about_state && alone) {
            true => Ok(()),
            false => {
                let message = "it is unclear whether this time is of the condition or of the order";
                Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(&late), message)
                    .note("of the order: `If C, in the Support Phase, A.`; an event itself is given no time")
                    .into())
            }
        }
    }

    /// `If I saw Archer at the Bridge, move to Church.`: rejects a place that could belong to the condition or to the
    /// actor.
    fn reject_ambiguous_location(&self, whole: &Pair<'_, Rule>, body: &Pair<'_, Rule>) -> Result<(), OrderError> {
        let Some(inner) = first_child(body, Rule::if_order) else { return Ok(()) };
        let ambiguous_of = inner.clone().into_inner().next().filter(|p| p.as_rule() == Rule::unsaid_of);
        let from = whole.as_span().start;
        let before = whole.as_str().get(..inner.as_span().start - from).unwrap_or_default().trim_end();
        match ambiguous_of {
            Some(ambiguous_of) if !before.ends_with([',', ';', ':']) => {
                let message = "is this the place of what is asked, or of whoever acts?";
                Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(&ambiguous_of), message)
                    .note("write `If Archer is in Bridge, …`, or `If C and I am in Bridge, …`")
                    .into())
            }
            _ => Ok(()),
        }
    }

    pub(in crate::language::orders) fn build_otherwise(
        &mut self,
        pair: Pair<'_, Rule>,
        context: &ClauseContext,
        condition: Option<&Condition<Written>>,
        branches: &mut Vec<Branch<Written>>,
    ) -> Result<(), OrderError> {
        let mut inner = ClauseContext { may_join: false, ..context.clone() };
        inner.guards.extend(condition.map(negate));
        match pair.into_inner().find(|p| p.as_rule() == Rule::order_body) {
            Some(body) => self.build_order_body(body, inner, branches),
            None => Ok(()),
        }
    }
}
