//! Prohibitions that restrict the order beside them. `Attack Lancer. Don't attack him if Archer is here.` attacks
//! unless Archer is here, `Use Excalibur on all enemies. Don't hit Illya.` means all but her, and `If C, don't use
//! Gandr; otherwise, use Gandr on Archer` uses it unless `C`.
//!
//! The two are read as one order if nothing else could be meant: the order stands directly above, the prohibition is
//! about that order, and the order has no condition yet. No other order of the letter may do what is forbidden.

use super::prohibition::{Prohibition, may_break_prohibition};
use crate::language::condition::{Condition, Name, Predicate, Property, Who, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Order, Target, Times};
use crate::language::orders::diagnose::order_error;
use crate::language::orders::{OrderFileReader, ReadOrder, codes};
use crate::language::span::Span;

/// Joints between a prohibition and what is done otherwise.
const OTHERWISE_JOINTS: [&str; 8] = [
    ". Otherwise, ",
    ". Otherwise ",
    "; otherwise, ",
    "; otherwise ",
    ", otherwise, ",
    ", otherwise ",
    ". otherwise, ",
    ". otherwise ",
];

impl OrderFileReader<'_> {
    /// `If C, don't use Gandr. Otherwise use Gandr on Archer`: returns the order with the guard `unless C`, and the
    /// prohibition.
    pub(in crate::language::orders) fn read_prohibition_with_otherwise(
        &self,
        span: Span,
    ) -> Option<(ReadOrder, Prohibition)> {
        let text = self.text(span);
        order_error::check_size(text).ok()?;
        let (at, joint) = OTHERWISE_JOINTS.iter().find_map(|joint| Some((text.find(joint)?, joint)))?;
        if self.prepared.is_quoted(span.start + at) {
            return None;
        }
        let (prohibition, order) = (text.get(..at)?, text.get(at + joint.len()..)?);
        let placeholder = Diagnostic::hint(codes::NOTE, span, "");
        let mut forbidden = self.parse_prohibition(span, prohibition, &placeholder)?;
        let (_, when) = forbidden.condition.as_ref().filter(|(word, _)| *word == "if")?;
        let parsed = self.read_order_in_words(span, &format!("unless {when}, {order}"), Some(span)).ok()?;
        forbidden.fault = Diagnostic::error(
            codes::NOT_UNDERSTOOD,
            self.prepared.original_span(span),
            "this forbids something, and another order of the letter does it",
        )
        .note("put the condition at what is done: `If C, A.`, `Unless C, A.`");
        forbidden.order_number = Some(parsed.0.number);
        Some((parsed, forbidden))
    }

    /// Merges a prohibition into the order above it. Returns `false` if that is not certain.
    pub(in crate::language::orders) fn merge_into_order_above(
        &mut self,
        span: Span,
        forbidden: &mut Prohibition,
    ) -> bool {
        let Some(order) = self.restrict_order_above(span, forbidden) else { return false };
        let number = order.number;
        let Some(last) = self.parsed.orders.last_mut() else { return false };
        *last = order;
        self.parsed.named_readings.retain(|other| other.order.number != number);
        forbidden.order_number = Some(number);
        let message = format!("put into the order above: `{}`", self.excerpt(span));
        self.push_diagnostic(Diagnostic::hint(codes::NOTE, self.prepared.original_span(span), message));
        true
    }

    /// The order above, restricted by the prohibition.
    fn restrict_order_above(&self, span: Span, forbidden: &Prohibition) -> Option<Order<Written>> {
        let (at, _) = self.sentences.last()?;
        let above = self.parsed.orders.last().filter(|_| self.order_above == Some(self.prepared.original_span(*at)))?;
        let is_only_order = self.parsed.orders.iter().filter(|order| order.span == above.span).count() == 1;
        let [branch] = above.body.branches.as_slice() else { return None };
        let is_unconditional = above.body.names_no_time()
            && branch.guards.is_empty()
            && branch.actions.iter().all(|action| action.delay.is_none());
        let [action] = branch.actions.as_slice() else { return None };
        let [forbidden_kind] = forbidden.kinds.as_slice() else { return None };
        if !is_only_order
            || !is_unconditional
            || !may_break_prohibition(&action.kind, forbidden_kind, self.prepared.names)
        {
            return None;
        }
        // `Once C, don't …`: until then it is done.
        if forbidden.condition.as_ref().is_some_and(|(word, _)| *word == "when") {
            return None;
        }
        let text = self.text(*at);
        // `Don't … if C` becomes `unless C`, and `Don't … unless C` becomes `if C`.
        let when =
            forbidden.condition.as_ref().map(|(word, when)| (if *word == "unless" { "if" } else { "unless" }, when));
        let rewritten = match (when, only_target(&action.kind), only_target(forbidden_kind)) {
            // `If Archer attacks Lancer, don't attack him`: whom does the pronoun mean?
            (Some(_), _, Some(Who::Antecedent)) if opens_with_if(self.text(span)) => return None,
            (Some((word, when)), Some(done), Some(no)) if is_same_target(done, no) => format!("{text} {word} {when}"),
            (Some((word, when)), _, None) if is_same_deed(&action.kind, forbidden_kind) => {
                format!("{text} {word} {when}")
            }
            (None, Some(Who::Any(_) | Who::Every(_)), Some(Who::Named(name))) => {
                format!("{text} except {}", self.prepared.names.mark_of(&name.text)?)
            }
            _ => return None,
        };
        let (mut order, companions, warnings) = self.read_order_in_words(*at, &rewritten, Some(*at)).ok()?;
        order.number = above.number;
        // Whether it is asked once, or before each of several uses, is open.
        if action.kind.facts().times != Times::ONCE && order.body.conditions().any(asks_about_own_amount) {
            return None;
        }
        (companions.is_empty() && warnings.is_empty()).then_some(order)
    }
}

/// Whether a condition asks how much Health or Mana the actor has, which each use may change.
fn asks_about_own_amount(condition: &Condition<Written>) -> bool {
    let is_amount = |said: &Predicate<Written>| matches!(said, Predicate::Has(Who::User, Property::Has(..)));
    condition.statements().into_iter().any(is_amount)
}

/// Whether a sentence begins with its condition.
fn opens_with_if(text: &str) -> bool {
    text.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("if "))
}

/// The only character at whom an action is aimed.
fn only_target(kind: &ActionKind<Written>) -> Option<&Who<Written>> {
    match kind.targets() {
        [Target::Character(who)] => Some(who),
        _ => None,
    }
}

/// Whether the forbidden target is the struck one: by name, or by a pronoun.
fn is_same_target(done: &Who<Written>, forbidden: &Who<Written>) -> bool {
    let lowercase_name = |who: &Who<Written>| match who {
        Who::Named(Name { text, .. }) => Some(text.to_lowercase()),
        _ => None,
    };
    lowercase_name(done).is_some_and(|done| *forbidden == Who::Antecedent || lowercase_name(forbidden) == Some(done))
}

/// Whether a prohibition without a target forbids this action: `Don't flee`, `Don't use Guard`.
fn is_same_deed(done: &ActionKind<Written>, forbidden: &ActionKind<Written>) -> bool {
    match (done, forbidden) {
        (ActionKind::Use { skill, .. }, ActionKind::Use { skill: other, .. }) => {
            skill.text.eq_ignore_ascii_case(&other.text)
        }
        (ActionKind::Flee(_) | ActionKind::Move(_), ActionKind::Flee(_) | ActionKind::Move(_)) => true,
        (ActionKind::EnterSpiritForm, ActionKind::EnterSpiritForm)
        | (ActionKind::LeaveSpiritForm, ActionKind::LeaveSpiritForm) => true,
        _ => false,
    }
}
