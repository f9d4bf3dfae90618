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
        let is_of_block = self.actor.as_ref().is_some_and(|head| head.text.eq_ignore_ascii_case(&order.actor.text));
        if !is_of_block {
            return None;
        }
        let text = without_leading_adverbs(self.text(span));
        if is_third_person(text) {
            return self.find_person_spoken_of(&order.actor.text);
        }
        let (above_span, SentenceKind::Order(Some(other))) = self.sentences.last()? else { return None };
        if other.eq_ignore_ascii_case(&order.actor.text) {
            return None;
        }
        let is_spoken_to_other = self.calls_somebody(*above_span) && begins_order(text);
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span));
        let stays_where_other_moves =
            above.is_some_and(|above| above.body.actions().any(is_movement)) && order.body.actions().all(is_stay);
        (is_spoken_to_other || stays_where_other_moves).then(|| other.clone())
    }

    /// Whom the last sentence that has a subject is about, read or not, if that is not the actor.
    fn find_person_spoken_of(&self, actor: &str) -> Option<String> {
        let has_subject = |span: Span| !is_third_person(without_leading_adverbs(self.text(span)));
        let (span, kind) = self.sentences.iter().rev().find(|(span, _)| has_subject(*span))?;
        let text = without_leading_adverbs(self.text(*span));
        let names = self.prepared.names;
        let subject = text
            .chars()
            .next()
            .filter(|c| [NameKind::Own, NameKind::Character].iter().any(|kind| names.mark_is(*c, *kind)));
        let partner = || {
            let is_partner =
                |words: &str| text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
            ["my servant ", "my master ", "my partner "]
                .into_iter()
                .any(is_partner)
                .then(|| names.fellow(actor))
                .flatten()
        };
        let named = subject.and_then(|mark| names.marked(mark)).or_else(partner);
        let doer = match kind {
            SentenceKind::Order(Some(doer)) if !doer.eq_ignore_ascii_case(actor) => Some(doer.as_str()),
            SentenceKind::Order(_) | SentenceKind::Prose => named,
        };
        doer.filter(|doer| !doer.eq_ignore_ascii_case(actor)).map(str::to_owned)
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
