//! The condition of an ending as a Master's sheet writes it (R401, R406).
//!
//! An ending is read as a condition if the grammar of conditions reads it. `Oriane wins the War with a Good End.`
//! depends on another Master's ending. The GM judges endings in any other words.

use super::condition::{Condition, Predicate, Who, Written};
use super::conditions::build_condition;
use super::parser::{Rule, parse_pairs};

/// What an ending asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingCondition {
    /// Somebody wins the War.
    Wins {
        /// The winner, by handle or true name.
        who: String,
        /// The winner's ending, if one is named.
        ending: Option<String>,
    },
    /// A condition holds as the War ends; `the user` is the Master.
    Holds(Condition<Written>),
}

/// Whether a statement is about a state, and not about a deed of one Turn or one use of a skill.
const fn is_about_state(statement: &Predicate<Written>) -> bool {
    match statement {
        Predicate::Has(..)
        | Predicate::IsIn(..)
        | Predicate::Among(..)
        | Predicate::Count(..)
        | Predicate::Active(..)
        | Predicate::Holds(..)
        | Predicate::Night(..) => true,
        Predicate::IsOne(..) => true,
        // The antecedent would be whoever was named before; here nobody was.
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
        | Predicate::UseTargets(..)
        | Predicate::Ranks(_)
        | Predicate::Sheet(_)
        | Predicate::InLastTurn(..)
        | Predicate::HadDamage(..)
        | Predicate::DealtMore { .. }
        | Predicate::Would(_) => false,
    }
}

/// Reads the condition of an ending; `None` if the GM has to judge it.
pub fn parse_ending(text: &str) -> Option<EndingCondition> {
    if let Some(mut pairs) = parse_pairs(Rule::ending_won, text) {
        let who = pairs.clone().find(|pair| pair.as_rule() == Rule::ending_who)?.as_str().trim().to_owned();
        let with = pairs.find(|pair| pair.as_rule() == Rule::ending_kind).map(|pair| pair.as_str().trim().to_owned());
        return Some(EndingCondition::Wins { who, ending: with });
    }
    let pair = parse_pairs(Rule::ending_condition, text)?.find(|pair| pair.as_rule() == Rule::condition)?;
    let condition = build_condition(pair, 0);
    condition.statements().into_iter().all(is_about_state).then_some(EndingCondition::Holds(condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_a_condition_another_masters_victory_or_the_gms() {
        let wins = |who: &str, with: Option<&str>| {
            Some(EndingCondition::Wins { who: who.to_owned(), ending: with.map(str::to_owned) })
        };
        assert_eq!(parse_ending("Oriane wins the War with a Good End."), wins("Oriane", Some("Good End")));
        assert_eq!(parse_ending("Rin Tohsaka wins"), wins("Rin Tohsaka", None));
        assert!(matches!(parse_ending("The user's Servant is alive."), Some(EndingCondition::Holds(_))));
        assert!(matches!(
            parse_ending("\"Saber\" is dead and it is Night 5 or later"),
            Some(EndingCondition::Holds(_))
        ));
        assert_eq!(parse_ending("Hedda attacks Saber"), None);
        assert_eq!(parse_ending("At least three Masters have died during the War."), None);
    }
}
