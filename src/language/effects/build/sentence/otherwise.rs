//! Builds what a sentence does if its condition does not hold.

use super::super::Node;
use super::super::parts::nonsense;
use super::{DoneThing, DoneThings, SentenceParts, turns};
use crate::language::condition::Condition;
use crate::language::fields::Read;

impl<'i> SentenceParts<'i> {
    /// Builds what is done if the condition does not hold.
    pub(super) fn build_otherwise(
        &self,
        part: &Node<'i>,
        first: &[DoneThing],
    ) -> Read<(SentenceParts<'i>, Vec<DoneThing>)> {
        if let Some(behind) = &self.trigger_behind {
            return Err(nonsense(
                behind,
                "is this the time of what is done otherwise too? put it first, or write two sentences",
            ));
        }
        // It may depend only on whether the payment was made.
        let (condition, payment) = match (self.condition.clone(), self.payment_condition.clone()) {
            (Some(condition), None) => (condition, None),
            (None, Some(payment)) => (payment, None),
            (Some(_), Some(_)) => {
                return Err(nonsense(part, "otherwise: if it is not paid, or if the rest does not hold?"));
            }
            (None, None) => {
                return Err(nonsense(part, "otherwise than what? say first what must hold: `If …, …; otherwise, …`"));
            }
        };
        let (of_whoever, while_it_holds) = (self.asks_of_antecedent, self.while_it_holds);
        let (trigger, subject) = (self.trigger.clone(), self.subject.clone());
        let mut frame = SentenceParts {
            trigger,
            subject,
            payment_condition: payment,
            asks_of_antecedent: of_whoever,
            while_it_holds,
            ..SentenceParts::default()
        };
        frame.condition = Some(match condition {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        });
        let DoneThings { mut things, second_thing: joint, .. } = frame.read_parts(part, first)?;
        frame.check_parts_fit(&things, joint.as_ref())?;
        turns::settle_points_of_turns(part, &frame, &mut things);
        Ok((frame, things))
    }
}
