//! Words of a sentence that order nothing, or may mean two things, found before its branches are built.

use super::order_builder::OrderBuilder;
use crate::language::condition::Written;
use crate::language::conditions::{
    Ambiguity, AmbiguousWords, find_ambiguities, find_lost_denial, find_past_state, find_unclear_that_kind,
};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, Times};
use crate::language::orders::diagnose::doubts;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::rewording::unquoted_speech::has_unclear_end;
use crate::language::orders::{NameBook, NameKind, Rule, codes};
use crate::language::pairs::{Pair, Pairs};
use crate::language::prepare::split::{begins_order, order_behind};
use crate::language::span::Span;

impl OrderBuilder<'_> {
    /// Rejects a sentence with words that order nothing or may mean two things. Returns a condition without a subject,
    /// which may still be about somebody else than the actor.
    pub(super) fn reject_unclear_words<'i>(
        &mut self,
        sentence: &Pairs<'i, Rule>,
    ) -> Result<Option<AmbiguousWords<'i>>, OrderError> {
        self.reject_other_sentences(sentence)?;
        let subjectless = self.reject_ambiguities(sentence)?;
        if let Some(doubt) = self.find_team_colour(sentence) {
            return Err(doubt.into());
        }
        match doubts::first_doubt(sentence) {
            Some((words, doubt)) => {
                Err(Diagnostic::error(doubt.code, self.reader.original_span(&words), doubt.message)
                    .note(doubt.note)
                    .into())
            }
            None => Ok(subjectless),
        }
    }

    /// Rejects a question, words that refer to nothing, and speech that may contain an order.
    fn reject_other_sentences(&self, sentence: &Pairs<'_, Rule>) -> Result<(), OrderError> {
        let error = |words: &Pair<'_, Rule>, message: String| {
            Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(words), message)
        };
        if let Some(question) = find_question_mark(sentence) {
            return Err(error(&question, "a question orders nothing".to_owned())
                .note("write it as an order and end it with a full stop; what you want to ask the GM stands in brackets or behind #")
                .into());
        }
        if let Some(word) = find_unclear_that_kind(sentence.clone().flatten()) {
            let message = format!("which {}? nobody was spoken of so before", word.as_str().trim());
            return Err(error(&word, message).into());
        }
        if let Some(lost) = find_lost_denial(sentence.clone()) {
            return Err(self.lost_denial_error(&lost).into());
        }
        if let Some(said) = find_endless_speech(sentence, self.names) {
            let message = "is all of this said, or is a part of it a condition or another order?";
            return Err(error(&said, message.to_owned())
                .note("put what is said in quotes, and end the order with a full stop")
                .into());
        }
        Ok(())
    }

    /// Rejects ambiguous words in conditions, except two opponents whom the seat knows and a condition without a
    /// subject, which is returned.
    fn reject_ambiguities<'i>(&mut self, sentence: &Pairs<'i, Rule>) -> Result<Option<AmbiguousWords<'i>>, OrderError> {
        let mut subjectless = None;
        for words in find_ambiguities(sentence.clone().flatten()) {
            let allows_two = matches!(
                words.ambiguity,
                Ambiguity::OneOrAll | Ambiguity::WholeTeam | Ambiguity::DeadOfAKind | Ambiguity::ScopeOfDenial
            );
            if words.ambiguity == Ambiguity::NoSubject {
                subjectless = Some(words);
            } else if allows_two && self.reader.find_known_two(words.words.clone().into_inner()).is_some() {
                // The two opponents whom the seat knows are meant.
            } else if matches!(words.ambiguity, Ambiguity::OneOrAll | Ambiguity::WholeTeam) {
                // The table of wordings may know what can be asked instead: `after everyone has attacked`.
                return Err(OrderError::Unsupported(Box::new(self.ambiguity_error(&words))));
            } else {
                return Err(self.ambiguity_error(&words).into());
            }
        }
        Ok(subjectless)
    }

    /// Warns of words that ask or strike less than they may seem to.
    pub(super) fn warn_of_narrow_words(&mut self, sentence: &Pairs<'_, Rule>) {
        let is_of_start = |part: &Pair<'_, Rule>| {
            part.as_rule() == Rule::asked_at && part.contains_any([Rule::at_start, Rule::turn_start])
        };
        // `If Lancer was here when the Attacking Phase began` is asked then.
        let past_statement = find_past_state(sentence.clone().flatten());
        if let Some(past_statement) = past_statement.filter(|_| !sentence.clone().flatten().any(|p| is_of_start(&p))) {
            self.warnings.push(past_state_warning(self.reader.original_span(&past_statement)));
        }
        if let Some(all_who_did) = sentence.clone().flatten().find(|p| p.as_rule() == Rule::all_who_did) {
            let message = "of those who did it as many are meant as the skill has targets";
            self.warnings.push(
                Diagnostic::warning(codes::STRIKES_ONE, self.reader.original_span(&all_who_did), message)
                    .note("for more write an order for each by name"),
            );
        }
    }

    /// Warns of what follows `until Lancer is dead`: it is done too where he still lives.
    pub(super) fn warn_of_order_behind_until(&mut self, sentence: &Pairs<'_, Rule>, body: &Body<Written>) {
        let until = sentence.clone().flatten().find(|part| part.as_rule() == Rule::until_dead);
        // A basic attack takes AP alone: what takes the rest of them finds none where they still live.
        let is_basic = |kind: &ActionKind<Written>| match kind {
            ActionKind::Attack { .. } => true,
            ActionKind::Use { skill, .. } => self.names.is_basic_attack(&skill.text),
            _ => false,
        };
        let takes_rest = |branch: &Branch<Written>| {
            let takes_all = |action: &Action<Written>| action.kind.facts().times == Times::AsOftenAsPossible;
            branch.actions.first().is_some_and(|action| is_basic(&action.kind)) && branch.actions.iter().all(takes_all)
        };
        let follows_until = body.branches.iter().any(|branch| branch.actions.len() > 1 && !takes_rest(branch));
        if let Some(until) = until.filter(|_| follows_until) {
            let message = "what follows is done too where they still live, as the AP or the Mana for more run out";
            self.warnings.push(
                Diagnostic::warning(codes::AFTER_UNTIL, self.reader.original_span(&until), message)
                    .note("only then: a line of its own, `If Lancer is dead, …`"),
            );
        }
    }
}

/// The question mark of a sentence that is no request: `Can I attack Lancer?`
fn find_question_mark<'i>(sentence: &Pairs<'i, Rule>) -> Option<Pair<'i, Rule>> {
    let is_request = |p: &Pair<'_, Rule>| {
        p.as_rule() == Rule::o_request && p.as_str().trim_end().to_ascii_lowercase().ends_with("you")
    };
    let has_request = sentence.clone().flatten().any(|p| is_request(&p));
    sentence.clone().flatten().find(|p| p.as_rule() == Rule::question).filter(|_| !has_request)
}

/// The first unquoted speech of a sentence that may end before the sentence does.
fn find_endless_speech<'i>(sentence: &Pairs<'i, Rule>, names: &NameBook) -> Option<Pair<'i, Rule>> {
    let is_message = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::do_tell | Rule::do_say);
    // `In red: …` has what is behind the colon; `in red that …` could end before the sentence does.
    let is_statement_behind_that = |p: &Pair<'_, Rule>, speech: &Pair<'_, Rule>| {
        let before = p.as_str().strip_suffix(speech.as_str()).unwrap_or_default();
        matches!(p.as_rule(), Rule::do_red | Rule::do_blue) && before.trim_end().to_lowercase().ends_with("that")
    };
    let is_unclear = |speech: &Pair<'_, Rule>| has_unclear_end(speech.as_str());
    let mut parts = sentence.clone().flatten();
    parts.find_map(|part| match part.as_rule() {
        Rule::bare_text => Some(part).filter(|speech| contains_order(speech, names)),
        _ => {
            let speech = part.first_child(Rule::bare_text)?;
            (is_message(&part) || is_statement_behind_that(&part, &speech)).then_some(speech).filter(is_unclear)
        }
    })
}

/// Whether an order could begin within unquoted speech: `Tell Blue that we accept, and Gandr Archer`.
fn contains_order(speech: &Pair<'_, Rule>, names: &NameBook) -> bool {
    let is_thing = |c: char| [NameKind::Skill, NameKind::Item].iter().any(|kind| names.mark_is(c, *kind));
    let begins_order_or_thing = |rest: &str| begins_order(rest) || rest.starts_with(is_thing);
    order_behind(speech.as_str(), &[", and ", "; ", ", then "], begins_order_or_thing)
}

/// The warning for a condition about a past state: `If Lancer was poisoned`.
fn past_state_warning(span: Span) -> Diagnostic {
    let message = "what was so is not asked: this is asked as if it said `is`, at the order's place (A253)";
    Diagnostic::warning(codes::PAST_STATE, span, message)
        .note("of what happened it can be asked: `If Lancer has left this location, …`")
}
