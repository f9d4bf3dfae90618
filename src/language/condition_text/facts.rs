//! Prints what only a sheet asks: two stats against each other, the hits of its attack, the ground.

use super::Voice;
use crate::language::condition::{Comparison, Gap, RankComparison, SheetFact, Written};

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

impl Voice {
    /// `the user's MAE is higher than the user's STR`.
    pub(super) fn ranks_text(self, compared: &RankComparison<Written>, deny: bool) -> String {
        let RankComparison { who, stat, by, other, other_stat } = compared;
        let than = match by {
            Gap::Plain(Comparison::Below) => "lower than".to_owned(),
            Gap::Plain(Comparison::AtMost) => "equal to or lower than".to_owned(),
            Gap::Plain(Comparison::Exactly) => "equal to".to_owned(),
            Gap::Plain(Comparison::AtLeast) => "equal to or higher than".to_owned(),
            Gap::Plain(Comparison::Above) => "higher than".to_owned(),
            Gap::Ranks { is_above, strictly, ranks } => {
                let least = if *strictly { "more than" } else { "at least" };
                let ranks = if *ranks == 1 { "1 rank".to_owned() } else { format!("{ranks} ranks") };
                format!("{least} {ranks} {}", if *is_above { "higher than" } else { "lower than" })
            }
        };
        let not = if deny { " not" } else { "" };
        format!("{} {stat} is{not} {than} {} {other_stat}", self.possessive(who), self.possessive(other))
    }
}

/// `this is the second hit`, `a Bounded Field is active in this location`.
pub(super) fn fact_text(fact: SheetFact, deny: bool) -> String {
    let is = if deny { "is not" } else { "is" };
    match fact {
        SheetFact::NthHit(number) => {
            let number = usize::try_from(number).unwrap_or(1).clamp(1, ORDINALS.len());
            format!("this {is} the {} hit", ORDINALS[number - 1])
        }
        SheetFact::LastHit => format!("this {is} the last hit"),
        SheetFact::Intercepted => format!("this attack {is} intercepted"),
        SheetFact::InterceptedForMaster => format!("this attack {is} intercepted for a Master"),
        SheetFact::TargetAdjacent => format!("the target {is} in an adjacent location"),
        SheetFact::TargetProtected if deny => "a Servant does not protect the target".to_owned(),
        SheetFact::TargetProtected => "a Servant protects the target".to_owned(),
        SheetFact::Ground(kind) => format!("a {kind} {is} active in this location"),
        SheetFact::GroundOfTarget(kind) => format!("a {kind} {is} active in the target's location"),
    }
}
