//! The condition of an ending as a Master's sheet writes it (R401, R406).
//!
//! What the grammar of conditions can say is a condition; `Oriane wins the War with a Good End.` is another
//! Master's ending. Any other words are for the GM to weigh.

use super::condition::{Condition, Predicate, Who, Written};
use super::conditions::condition;
use super::parser::{Rule, tree};

/// What an ending asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingCondition {
    /// Somebody wins the War.
    Wins {
        /// Who, by handle or true name.
        who: String,
        /// With which ending, if it says.
        with: Option<String>,
    },
    /// A condition holds as the War ends; `the user` is the Master.
    Holds(Condition<Written>),
}

/// Whether a statement is about how things stand, not about a deed of one Turn or one use of a skill.
const fn lasts(statement: &Predicate<Written>) -> bool {
    match statement {
        Predicate::Has(..)
        | Predicate::IsIn(..)
        | Predicate::Among(..)
        | Predicate::Count(..)
        | Predicate::Active(..)
        | Predicate::Holds(..)
        | Predicate::Night(..) => true,
        // Beside whom?
        Predicate::IsWith(_, whom) => !matches!(whom, Who::Antecedent),
        Predicate::Did(_)
        | Predicate::DidOften(..)
        | Predicate::Becomes(..)
        | Predicate::Detects(..)
        | Predicate::SecondRound
        | Predicate::MoveCancelled(_)
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..)
        | Predicate::Chooses(_)
        | Predicate::UseInflicts(..)
        | Predicate::InLastTurn(..)
        | Predicate::HadDamage(..)
        | Predicate::Would(_) => false,
    }
}

/// Reads the condition of an ending; `None` where it is the GM's to weigh.
pub fn read(text: &str) -> Option<EndingCondition> {
    if let Some(mut pairs) = tree(Rule::ending_won, text) {
        let who = pairs.clone().find(|pair| pair.as_rule() == Rule::ending_who)?.as_str().trim().to_owned();
        let with = pairs.find(|pair| pair.as_rule() == Rule::ending_kind).map(|pair| pair.as_str().trim().to_owned());
        return Some(EndingCondition::Wins { who, with });
    }
    let pair = tree(Rule::ending_condition, text)?.find(|pair| pair.as_rule() == Rule::condition)?;
    let read = condition(pair, 0);
    read.statements().into_iter().all(lasts).then_some(EndingCondition::Holds(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_a_condition_another_masters_victory_or_the_gms() {
        let wins = |who: &str, with: Option<&str>| {
            Some(EndingCondition::Wins { who: who.to_owned(), with: with.map(str::to_owned) })
        };
        assert_eq!(read("Oriane wins the War with a Good End."), wins("Oriane", Some("Good End")));
        assert_eq!(read("Rin Tohsaka wins"), wins("Rin Tohsaka", None));
        assert!(matches!(read("The user's Servant is alive."), Some(EndingCondition::Holds(_))));
        assert!(matches!(read("\"Saber\" is dead and it is Night 5 or later"), Some(EndingCondition::Holds(_))));
        assert_eq!(read("Hedda attacks Saber"), None);
        assert_eq!(read("At least three Masters have died during the War."), None);
    }
}
