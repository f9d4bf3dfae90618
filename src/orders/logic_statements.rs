//! Statements of the Logic Game in an order file: who may make which statement (R386–R400).
//!
//! A statement appears in the updates and is no part of the Turn: it waits for nothing and costs nothing. The check
//! calls [`find_refusal`] before the Night, and the Night calls it again.

use crate::language::codes;
use crate::language::condition::{Name, Written};
use crate::language::order::{Action, LogicStatement, Order};
use crate::logic::{Colour, MAX_STATEMENT_LENGTH};
use crate::perception::logic_view::LogicView;
use crate::perception::view::OwnCharacter;

use super::{Checker, canonical_names};

/// Words about what is not decided yet (A248).
const UNDECIDED: [&str; 8] = ["will", "won't", "shall", "would", "going to", "next night", "next turn", "tomorrow"];

/// Why a statement is refused, as far as its author knows the log: a code and a message. `None` if it may be made.
pub fn find_refusal(log: &LogicView, statement: &LogicStatement<Written>) -> Option<(&'static str, String)> {
    if let Some(standing) = log.standing {
        if standing.is_banned {
            return Some((codes::BANNED, "this seat is banned from the Logic Game (R397)".to_owned()));
        }
        if standing.takes_no_part {
            let message = "this seat takes no part in the Logic Game (R386): ask the GM to take part again";
            return Some((codes::BANNED, message.to_owned()));
        }
    }
    let (number, text) = match statement {
        LogicStatement::Red(text) | LogicStatement::Blue { text, .. } => (None, text),
        LogicStatement::AnswerInRed { statement, text }
        | LogicStatement::CounterInBlue { statement, text }
        | LogicStatement::Correct { statement, text } => (Some(*statement), text),
        LogicStatement::Gold(_) => return None,
    };
    if text.trim().is_empty() {
        return Some((codes::STATEMENT, "a statement without words".to_owned()));
    }
    let letters = text.chars().count();
    if letters > MAX_STATEMENT_LENGTH {
        let message = format!("a statement has {letters} letters; at most {MAX_STATEMENT_LENGTH} stand in an update");
        return Some((codes::STATEMENT, message));
    }
    let number = number?;
    let Some(target) = log.build_statement_view(number) else {
        return Some((codes::NO_STATEMENT, format!("there is no statement {number} in the Logic Game's log")));
    };
    let wrong = match statement {
        LogicStatement::AnswerInRed { .. } | LogicStatement::CounterInBlue { .. } => {
            if target.colour != Colour::Blue {
                format!("statement {number} is {}; only blue is answered or countered (R394)", target.colour.name())
            } else if target.set_aside.is_some() {
                format!("the GM has set statement {number} aside: nobody need answer it (R391)")
            } else if target.is_own && matches!(statement, LogicStatement::CounterInBlue { .. }) {
                format!("statement {number} is this seat's own (R393)")
            } else {
                return None;
            }
        }
        LogicStatement::Correct { .. } if !target.is_own => {
            format!("statement {number} is not this seat's to correct (R390)")
        }
        LogicStatement::Correct { .. } if target.correction.is_some() => {
            format!("statement {number} is corrected already")
        }
        LogicStatement::Correct { .. } => return None,
        LogicStatement::Red(_) | LogicStatement::Blue { .. } | LogicStatement::Gold(_) => return None,
    };
    Some((codes::NOT_THAT_STATEMENT, wrong))
}

/// The first sentence of a red text whose words are about the future (A248).
pub fn find_undecided_sentence(text: &str) -> Option<&str> {
    sentences(text).find(|sentence| {
        let lower = format!(" {} ", sentence.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != '\'', " "));
        UNDECIDED.iter().any(|word| lower.contains(&format!(" {word} ")))
    })
}

/// The sentences of a text, without their full stops.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    const ENDS: [char; 4] = ['.', '!', '?', ';'];
    text.split_inclusive(|c: char| ENDS.contains(&c) || c == '\n')
        .map(|s| s.trim().trim_end_matches(ENDS).trim())
        .filter(|s| !s.is_empty())
}

impl Checker<'_> {
    /// Checks a statement.
    pub(super) fn check_statement(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        statement: &LogicStatement<Written>,
        actor: &OwnCharacter,
    ) {
        let span = action.span;
        let is_conditional = order.body.branches.len() > 1 || order.body.branches.iter().any(|b| !b.guards.is_empty());
        if is_conditional || !action.delay.is_none() || !order.body.names_no_time() {
            let message = "what is stated stands in the update and waits for nothing: leave condition and time out";
            self.push_error(codes::STATEMENT, span, message);
            return;
        }
        if !order.body.is_logic_game_only() {
            self.push_error(codes::STATEMENT, span, "a statement is an order of its own: end the order before it");
            return;
        }
        if let Some((code, message)) = find_refusal(&self.view.logic, statement) {
            self.push_error(code, span, message);
            return;
        }
        match statement {
            LogicStatement::Blue { addressee: Some(to), .. } => self.check_addressee(to, actor),
            LogicStatement::Red(text) | LogicStatement::AnswerInRed { text, .. } => {
                if let Some(sentence) = find_undecided_sentence(text) {
                    let message = format!("`{sentence}` is not decided yet: the GM may set such red aside (A248)");
                    self.push_warning(codes::UNDECIDED, span, message);
                }
            }
            LogicStatement::Blue { addressee: None, .. }
            | LogicStatement::CounterInBlue { .. }
            | LogicStatement::Correct { .. }
            | LogicStatement::Gold(_) => {}
        }
    }

    /// Checks that the addressee is somebody else, whom everybody can identify (A247).
    fn check_addressee(&mut self, to: &Name, actor: &OwnCharacter) {
        let view = self.view;
        let own = view.own.iter().any(|c| canonical_names::same_name(&c.name, &to.text))
            || canonical_names::same_name(&view.seat, &to.text)
            || (canonical_names::same_name(&view.team, &to.text) && actor.master.is_none());
        if own {
            self.push_error(codes::STATEMENT, to.span, "a blue is addressed to somebody else (R394)");
        } else if to.text.to_lowercase().starts_with("stranger-") {
            self.push_error(codes::STATEMENT, to.span, format!("only this seat knows who `{}` is", to.text))
                .notes
                .push("address a team, or a character by name; or nobody".to_owned());
        }
    }
}
