//! Doubts that depend on the names the seat knows: its own people and its team.

use crate::language::codes;
use crate::language::condition::{Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::name_book::NameKind;
use crate::language::order::Target;
use crate::language::orders::clause::things::Thing;
use crate::language::orders::clause::verb_frame::{LeadWord, VerbFrame};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::pairs::{Pair, Pairs};
use crate::language::parser::Rule;

impl OrderBuilder<'_> {
    /// `Red: Saber attacks Lancer.`, where a team has that name: the team's orders, or a statement in that colour?
    pub(in crate::language::orders) fn find_team_colour(&self, sentence: &Pairs<'_, Rule>) -> Option<Diagnostic> {
        let statement = sentence.clone().flatten().find(|p| {
            matches!(p.as_rule(), Rule::do_red | Rule::do_blue)
                && p.clone().into_inner().any(|p| p.as_rule() == Rule::bare_text)
        })?;
        let (word, text) = statement.as_str().trim().split_once(':')?;
        self.names.is(word.trim(), NameKind::Team).then(|| {
            let message = format!("the orders of the team, or a statement in {}?", word.trim().to_lowercase());
            Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(&statement), message)
                .note("orders stand below their character's name; a statement stands in quotes")
                .suggest(Some(format!(
                    "{}: \"{}\"",
                    word.trim(),
                    self.names.in_names(text.trim().trim_end_matches('.'))
                )))
        })
    }

    /// `Move to Bridge together.`: with whom?
    pub(in crate::language::orders) fn find_unclear_together(&self, sentence: &Pairs<'_, Rule>) -> Option<Diagnostic> {
        let says_together = |p: &Pair<'_, Rule>| {
            p.as_rule() == Rule::o_noise && p.as_str().trim_start().to_ascii_lowercase().starts_with("together")
        };
        let word = sentence.clone().flatten().find(says_together)?;
        (!self.has_several_subjects && !self.says_we && !self.says_lets && self.companions.is_empty()).then(|| {
            Diagnostic::error(codes::WHOM, self.reader.original_span(&word), "together with whom?")
                .note("write `Move to Bridge with Rin.`; each fights by an order of their own")
        })
    }

    /// `the enemy Master Illya`: two names side by side could mean one person.
    pub(in crate::language::orders) fn find_adjacent_names(
        &self,
        before: &Pair<'_, Rule>,
        phrase: &Pair<'_, Rule>,
    ) -> Option<Diagnostic> {
        let is_named_target = matches!(before.as_rule(), Rule::on_np | Rule::bare_np | Rule::known_np);
        (is_named_target && phrase.as_rule() == Rule::known_np).then(|| {
            Diagnostic::error(codes::WHOM, self.reader.original_span(phrase), "one more, or whoever stands before it?")
                .note("a name needs no describer: `on Illya`; several are joined: `on Lancer and Archer`")
        })
    }

    /// `Fight for Lancer`, `Attack with Lancer`, `Cut for Rin`: rejects `for` and `with` before somebody at whose side
    /// it may be done; a target takes `on`.
    pub(in crate::language::orders) fn reject_opponent_after_for(&self, frame: &VerbFrame) -> Result<(), OrderError> {
        let is_opponent = |target: &Target<Written>| match target {
            Target::Character(Who::Named(name)) => {
                self.names.is(&name.text, NameKind::Character) && !self.names.is(&name.text, NameKind::Own)
            }
            _ => false,
        };
        // `two Cuts for Lancer`: what does harm is done to them.
        let is_own_strike = |thing: &Thing| {
            let name = thing.name.as_ref().map(|name| name.text.as_str());
            name.is_some_and(|name| self.names.points_of(name).is_some() && !self.names.does_no_harm(name))
        };
        let strikes = !frame.things.is_empty() && frame.things.iter().all(is_own_strike);
        let is_own = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(name)) if self.names.is(&name.text, NameKind::Own));
        let opponent = frame.named_targets().find(|(lead, targets, _)| match lead {
            LeadWord::With => targets.iter().any(is_opponent),
            LeadWord::For if strikes => targets.iter().any(is_own),
            LeadWord::For => targets.iter().any(is_opponent),
            _ => false,
        });
        match opponent {
            None => Ok(()),
            Some((_, _, span)) => Err(Diagnostic::error(codes::WHOM, *span, "at their side, or is it done to them?")
                .note("write `on`: `Use Surge on Lancer.`, `Attack Lancer.`")
                .into()),
        }
    }
}
