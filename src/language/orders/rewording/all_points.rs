//! A sentence that says with how many AP the order before it is done: `Cut Lancer. All three AP.`, `Cut Lancer if he is
//! here, otherwise Archer. Do that with all my AP.`

use crate::language::condition::{Condition, Predicate, Property, Who, Written};
use crate::language::order::{ActionKind, Times};
use crate::language::orders::{OrderFileReader, ReadOrder, Rule, matches_rule};
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// Reads an order together with the sentence behind it that has it done with all AP.
    pub(in crate::language::orders) fn read_with_all_points(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let (order, points) = text.trim_end_matches(['.', '!', ' ']).rsplit_once('.')?;
        if !matches_rule(Rule::all_points_alone, points.trim()) {
            return None;
        }
        let mut parsed = self.read_order_in_words(span, order.trim_end(), Some(span)).ok()?;
        let body = &mut parsed.0.body;
        // An order for each AP is asked anew each time: what its own cost changes is not asked once.
        let asks_own_points = body.conditions().flat_map(Condition::statements).any(asks_of_own_points);
        let asks_anew = body.is_conditional() && says_each(points);
        let each_is_one = body.branches.iter().all(|branch| branch.actions.len() == 1);
        if asks_own_points || asks_anew || !each_is_one || says_number(order) {
            return None;
        }
        for action in body.actions_mut() {
            let is_single = matches!(
                &action.kind,
                ActionKind::Use { targets, times: Times::ONCE, .. } | ActionKind::Attack { targets, times: Times::ONCE }
                    if !targets.is_empty()
            );
            action.kind = action.kind.with_times(Times::AsOftenAsPossible).filter(|_| is_single)?;
        }
        Some(parsed)
    }
}

/// Whether a condition asks how much Health, Mana or AP the doer has.
fn asks_of_own_points(asked: &Predicate<Written>) -> bool {
    matches!(
        asked,
        Predicate::Has(Who::User, Property::Has(..) | Property::BesideUser(..))
            | Predicate::Becomes(Who::User, Property::Has(..))
    )
}

/// `Do that for each of my AP`: a condition would be asked anew for each.
fn says_each(points: &str) -> bool {
    points.split_whitespace().any(|word| ["each", "every"].iter().any(|each| each.eq_ignore_ascii_case(word)))
}

/// Whether an order says itself how often it is done.
fn says_number(order: &str) -> bool {
    const NUMBERS: [&str; 6] = ["once", "one", "twice", "two", "three", "thrice"];
    let mut words = order.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.any(|word| NUMBERS.contains(&word.as_str()))
}
