//! `Saber attacks Lancer. Flees to the Bridge.` in Rin's block: a sentence that goes on about the character of the one
//! above it, though it stands in another's block.

use crate::language::condition::Written;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Order};
use crate::language::orders::{NameKind, OrderFileReader, SentenceKind, codes};
use crate::language::prepare::split::begins_order;
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// The character of whom the sentence above speaks, if an order without a subject may be theirs as well as that of
    /// the block's character.
    pub(in crate::language::orders) fn find_actor_continued(
        &self,
        order: &Order<Written>,
        span: Span,
    ) -> Option<String> {
        let (above_span, SentenceKind::Order(Some(other))) = self.sentences.last()? else { return None };
        let is_of_block = self.actor.as_ref().is_some_and(|head| head.text.eq_ignore_ascii_case(&order.actor.text));
        if !is_of_block || other.eq_ignore_ascii_case(&order.actor.text) {
            return None;
        }
        let text = without_leading_adverbs(self.text(span));
        let is_spoken_to_other = self.calls_somebody(*above_span) && begins_order(text);
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span));
        let stays_where_other_moves =
            above.is_some_and(|above| above.body.actions().any(is_movement)) && order.body.actions().all(is_stay);
        (is_third_person(text) || is_spoken_to_other || stays_where_other_moves).then(|| other.clone())
    }

    /// `Saber, attack Lancer`: whether a sentence is spoken to one of the seat's own characters.
    fn calls_somebody(&self, span: Span) -> bool {
        let mut letters = self.text(span).trim_start().chars();
        let is_own = letters.next().is_some_and(|c| self.prepared.names.mark_is(c, NameKind::Own));
        is_own && letters.next() == Some(',')
    }
}

/// `Then also flees …`: the text behind words that only join it to the sentence above.
fn without_leading_adverbs(text: &str) -> &str {
    const ADVERBS: [&str; 11] =
        ["and", "then", "also", "next", "finally", "afterwards", "after that", "after this", "otherwise", "but", "now"];
    let mut rest = text.trim_start();
    while let Some(adverb) = ADVERBS.iter().find(|adverb| {
        let (first, behind) = rest.split_at_checked(adverb.len()).unwrap_or((rest, ""));
        first.eq_ignore_ascii_case(adverb) && behind.starts_with([' ', ','])
    }) {
        rest = rest.get(adverb.len()..).unwrap_or_default().trim_start_matches([',', ' ']);
    }
    rest
}

/// `Flees to the Bridge`, `Must flee`: whether a sentence without a subject speaks of somebody, and is no imperative.
fn is_third_person(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let rest = text.get(first.len()..).unwrap_or_default();
    let lower = first.to_lowercase();
    if ["must", "will", "should", "shall", "may", "does"].contains(&lower.as_str()) {
        return true;
    }
    // `Press`, `Focus`: no third person.
    let is_imperative = |base: &str| base.ends_with(['s', 'u']);
    let bases = [lower.strip_suffix("es"), lower.strip_suffix('s').filter(|base| !is_imperative(base))];
    bases.into_iter().flatten().any(|base| begins_order(&format!("{base}{rest}")))
}

fn is_movement(action: &Action<Written>) -> bool {
    matches!(action.kind, ActionKind::Move(_) | ActionKind::Flee(_))
}

fn is_stay(action: &Action<Written>) -> bool {
    matches!(action.kind, ActionKind::Stay)
}

/// The error for an order that may be that of the block's character or of the one whom the sentence above is about.
pub(in crate::language::orders) fn unclear_actor_error(order: &Order<Written>, other: &str) -> Diagnostic {
    let head = &order.actor.text;
    let message =
        format!("who does this, {other}, of whom the sentence above speaks, or {head}, whose orders these are?");
    Diagnostic::error(codes::WHOM, order.span, message).note(format!("begin it with the name: `{other} …`, `{head} …`"))
}
