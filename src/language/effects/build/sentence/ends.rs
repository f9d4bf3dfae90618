//! What ends a skill besides its time.

use crate::language::condition::{Condition, Written};
use crate::language::effect::{Clause, Duration, Operation, Sentence};
use crate::language::effects::build::parts::nonsense;
use crate::language::effects::build::{Node, antecedents};
use crate::language::fields::Read;

/// `Lasts … or until the user's Health falls below 50`: it lasts while that is not so.
pub(super) fn lasts_until(state: &Condition<Written>, pair: &Node<'_>) -> Read<Sentence> {
    let condition = Condition::Not(Box::new(state.clone()));
    let operation = Operation::Clause(Clause::Lasts(Duration::Indefinitely));
    let (trigger, condition) = (None, Some(condition));
    let mut sentence = Sentence { trigger, operation, condition, duration: None, until: None, at_use: false };
    antecedents::resolve(&mut sentence).map_err(|why| nonsense(pair, why))?;
    Ok(sentence)
}
