//! Builds attacks: with the basic attack, or with a named skill.

use super::things::Thing;
use super::verb_frame::{LeadWord, VerbFrame, is_location};
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Target, Times};
use crate::language::order_text;
use crate::language::orders::codes;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::span::Span;

impl OrderBuilder<'_> {
    /// `Attack TARGETS [N times]`, `Attack TARGETS with SKILL`.
    pub(in crate::language::orders) fn build_attacks(
        &mut self,
        frame: &mut VerbFrame,
        span: Span,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        // `hit him back`.
        frame.adverbs.retain(|(word, _)| word != "back");
        // `shoot Gandr at Illya`.
        let has_aim = frame.has_lead(LeadWord::At) || frame.has_lead(LeadWord::On);
        if frame.things.len() == 1 && frame.instrument.is_none() && has_aim && !frame.has_lead(LeadWord::Bare) {
            frame.instrument = frame.things.pop();
        }
        if !frame.things.is_empty() {
            // `Attack with Rapid Cut on Caster` has its skill in `with`; a thing cannot be a target.
            let full_span = frame.things.first().map_or(span, |thing| thing.span);
            return Err(Diagnostic::error(
                codes::NOT_OF_THIS_ORDER,
                full_span,
                "a skill or thing is no target of an attack",
            )
            .into());
        }
        let is_unknown_name = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(name)) if !self.is_known_person(&name.text));
        let instrument =
            match (frame.instrument.take(), frame.take_targets_if(LeadWord::With, is_unknown_name).as_deref()) {
                (Some(with), _) => with,
                (None, Some([Target::Character(Who::Named(name))])) => {
                    Thing { name: Some(name.clone()), count: None, says_item: false, span: name.span }
                }
                _ => Thing { name: None, count: None, says_item: false, span },
            };
        // `at the Park` is where the attacker is.
        let restricted_to =
            [LeadWord::At, LeadWord::In].into_iter().find_map(|lead| frame.take_targets_if(lead, is_location));
        frame.things = vec![instrument];
        let kinds = self.build_uses(frame, span)?;
        if let Some(locations) = restricted_to {
            frame.put_back_targets(LeadWord::At, locations, span);
        }
        let lacks_target = kinds.iter().any(|kind| kind.targets().is_empty());
        match lacks_target {
            true => Err(Diagnostic::error(
                codes::NOT_UNDERSTOOD,
                Span::new(span.end, span.end),
                "the order breaks off here: a target expected",
            )
            .into()),
            false => Ok(kinds),
        }
    }

    pub(in crate::language::orders) fn build_basic_attack(
        &self,
        targets: Vec<Target<Written>>,
        destination: Option<Name>,
        times: Times,
        frame: &VerbFrame,
        span: Span,
    ) -> Result<ActionKind<Written>, OrderError> {
        if frame.paying.is_some() || frame.choosing.is_some() || frame.push_to.is_some() {
            let message = "a basic attack is paid for as it is, and nothing is chosen in it";
            return Err(Diagnostic::error(codes::NOT_OFFERED, span, message)
                .note("write `Use SKILL on TARGET, paying …` for a skill that takes more")
                .into());
        }
        let plain = ActionKind::Attack { targets, times };
        let Some(to) = destination else { return Ok(plain) };
        let words = order_text::as_sentence(&order_text::action_kind_text(&plain));
        let message = format!("`to {}` belongs to no basic attack: it strikes where one is", to.text);
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, message)
            .note(format!("to strike there go there first: `Move to {}. {words}`", to.text))
            .suggest(Some(words))
            .into())
    }
}
