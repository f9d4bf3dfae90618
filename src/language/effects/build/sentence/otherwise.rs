//! Builds what a sentence does if its condition does not hold.

use super::super::Node;
use super::super::parts::nonsense_error;
use super::{Operations, SentenceParts, TimedOperation, turn_points};
use crate::language::condition::Condition;
use crate::language::fields::ParseResult;

impl<'i> SentenceParts<'i> {
    /// Builds what is done if the condition does not hold.
    pub(super) fn build_otherwise(
        &self,
        part: &Node<'i>,
        first: &[TimedOperation],
    ) -> ParseResult<(SentenceParts<'i>, Vec<TimedOperation>)> {
        if let Some(behind) = &self.trigger_behind {
            return Err(nonsense_error(
                behind,
                "is this the time of what is done otherwise too? put it first, or write two sentences",
            ));
        }
        // It may depend only on whether the payment was made.
        let (condition, payment) = match (self.condition.clone(), self.payment_condition.clone()) {
            (Some(condition), None) => (condition, None),
            (None, Some(payment)) => (payment, None),
            (Some(_), Some(_)) => {
                return Err(nonsense_error(part, "otherwise: if it is not paid, or if the rest does not hold?"));
            }
            (None, None) => {
                return Err(nonsense_error(
                    part,
                    "otherwise than what? say first what must hold: `If …, …; otherwise, …`",
                ));
            }
        };
        let (asks_of_antecedent, while_it_holds) = (self.asks_of_antecedent, self.while_it_holds);
        let (trigger, subject) = (self.trigger.clone(), self.subject.clone());
        let mut frame = SentenceParts {
            trigger,
            subject,
            payment_condition: payment,
            asks_of_antecedent,
            while_it_holds,
            ..SentenceParts::default()
        };
        frame.condition = Some(match condition {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        });
        let otherwise = frame.read_parts(part, first)?;
        self.share_time(&mut frame, first, &otherwise, part)?;
        let Operations { operations: mut things, second_part, .. } = otherwise;
        frame.check_parts_fit(&things, second_part.as_ref())?;
        turn_points::settle_points_of_turns(part, &frame, &mut things);
        Ok((frame, things))
    }
}
