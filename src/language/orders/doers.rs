//! Determines who acts in an order: `Saber uses …`, `I …`, `Saber and I …`.

use super::diagnose::OrderError;
use super::order_builder::OrderBuilder;
use super::{NameKind, Rule, codes};
use crate::language::condition::Name;
use crate::language::diagnostic::Diagnostic;
use crate::language::pairs::Pair;

impl OrderBuilder<'_> {
    /// Reads the subject of a clause: `Saber uses …`. One sentence orders for one character, except for those who move
    /// together.
    pub(super) fn doer(&mut self, pair: Pair<'_, Rule>) -> Result<(), OrderError> {
        let place = self.reader.span(&pair);
        let holds = |rules: &[Rule]| pair.clone().into_inner().any(|p| rules.contains(&p.as_rule()));
        let first_person = holds(&[Rule::k_i, Rule::k_me, Rule::k_us, Rule::both_of_us]);
        self.we |= holds(&[Rule::k_us, Rule::both_of_us]);
        let mut names = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::name).map(|p| self.reader.name(p));
        let named = names.next();
        let others: Vec<Name> = names.collect();
        // `Saber attacks Lancer, but I flee` has two actors.
        if (first_person && self.doer.is_some()) || (!first_person && named.is_some() && self.first_person) {
            let message = "this sentence orders for more than one character";
            return Err(Diagnostic::error(codes::TWO_ACTORS, place, message)
                .note("one order is one character's: end it with a full stop")
                .into());
        }
        self.first_person |= first_person;
        let Some(first) = named else {
            // `If Rin reaches the Church, she …` in Rin's block: nobody else was mentioned.
            let own = |head: &Name| {
                !self.asked.is_empty() && self.asked.iter().all(|one| one.text.eq_ignore_ascii_case(&head.text))
            };
            let spoken_of = self.head.as_ref().is_some_and(own);
            // `He moves to Bridge.`: the pronoun of an actor is not resolved across sentences.
            if holds(&[Rule::k_they]) && self.doer.is_none() && !spoken_of {
                return Err(Diagnostic::error(codes::WHOM, place, "who is to do this?")
                    .note("name the character, or leave the word out")
                    .into());
            }
            return Ok(());
        };
        if first_person {
            self.together = true;
            self.along.push(first);
            return Ok(());
        }
        self.together |= !others.is_empty();
        self.along.extend(others);
        match &self.doer {
            Some(doer) if !doer.text.eq_ignore_ascii_case(&first.text) => Err(Diagnostic::error(
                codes::TWO_ACTORS,
                first.span,
                format!("this order is `{}`'s; `{}` needs one of its own", doer.text, first.text),
            )
            .note("one order is one character's: end it with a full stop")
            .into()),
            Some(_) => Ok(()),
            // `Move to the Church, and Saber moves to the Bridge`: the first action is not Saber's.
            None if self.is_of_another(&first) => {
                let whose = self.head.as_ref().map_or_else(String::new, |head| format!(" is `{}`'s", head.text));
                let message = format!("what stands before{whose}; `{}` needs an order of its own", first.text);
                Err(Diagnostic::error(codes::TWO_ACTORS, first.span, message)
                    .note("one order is one character's: end it with a full stop")
                    .into())
            }
            None => {
                self.doer = Some(first);
                Ok(())
            }
        }
    }

    /// Whether the named character is one of the seat's own and the clause before them belongs to somebody else.
    fn is_of_another(&self, named: &Name) -> bool {
        let of_head = self.head.as_ref().is_some_and(|head| head.text.eq_ignore_ascii_case(&named.text));
        self.unnamed && !of_head && self.names.is(&named.text, NameKind::Own)
    }
}
