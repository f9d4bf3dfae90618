//! Assembles a sentence's parts to trees, one for each operation.

use super::{SentenceParts, SentenceTraits, TimedOperation, endings, turn_points};
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::effect::{Cancelled, Clause, Duration, Immediate, Modifier, Operation, Sentence, Trigger, Verb};
use crate::language::effects::build::{
    Node, ambiguity, antecedents, how_often, parts::nonsense_error, replace_they, resolve_they,
};
use crate::language::fields::ParseResult;

const UNCLEAR_SUBJECT: &str = "of whom is this said? write `while the user is …`";

impl<'i> SentenceParts<'i> {
    /// Builds one tree for each operation, and one for each event that ends the skill besides. `open_question` becomes
    /// the question that a pronoun leaves open.
    pub(super) fn build_sentences(
        mut self,
        pair: &Node<'i>,
        things: Vec<TimedOperation>,
        traits: SentenceTraits,
        open_question: &mut Option<&'static str>,
    ) -> ParseResult<Vec<Sentence>> {
        self.condition = join_conditions(self.payment_condition.take(), self.condition.take());
        let is_duration = |thing: &TimedOperation| matches!(thing.operation, Operation::Clause(Clause::Lasts(_)));
        if let Some((part, _)) = self.until_state.as_ref().filter(|_| !things.iter().all(is_duration)) {
            let advice = "until something is so: it is said of the skill, `Lasts 3 Turns or until …`, or as long as it is not so, `while …`";
            return Err(nonsense_error(part, advice));
        }
        let mut sentences = Vec::new();
        for thing in things {
            let mut sentence = self.build_sentence(pair, thing, traits)?;
            // `Lasts 3 Turns or until …`: that deed ends the skill.
            let ends_skill = matches!(sentence.operation, Operation::Clause(Clause::Lasts(_)));
            let ending_deed = if ends_skill { sentence.ending_deed.take() } else { None };
            self.bind_pronouns(&mut sentence, pair, open_question)?;
            turn_points::settle_ap_condition(&mut sentence, traits.has_other_immediate)
                .map_err(|reason| nonsense_error(pair, reason))?;
            for other_end in &self.other_ends {
                let mut end = Sentence { trigger: Some(other_end.clone()), ..sentence.clone() };
                resolve_they::resolve_pronouns(&mut end).map_err(|reason| nonsense_error(pair, reason))?;
                sentences.push(end);
            }
            sentences.push(sentence);
            if let Some((_, state)) = &self.until_state {
                sentences.push(endings::build_lasts_until(state, pair)?);
            }
            if let Some(deed) = ending_deed {
                let mut end = Sentence {
                    trigger: Some(Trigger::When(deed)),
                    operation: Operation::Immediate(Immediate::by_user(Verb::Cancel(Cancelled::This))),
                    condition: None,
                    duration: None,
                    ending_deed: None,
                    at_use: false,
                };
                resolve_they::resolve_pronouns(&mut end).map_err(|reason| nonsense_error(pair, reason))?;
                sentences.push(end);
            }
        }
        Ok(sentences)
    }

    /// Builds the tree of one operation. Its pronouns are not bound yet.
    fn build_sentence(&self, pair: &Node<'i>, thing: TimedOperation, traits: SentenceTraits) -> ParseResult<Sentence> {
        let asks_of_use = self.asks_of_antecedent && matches!(thing.operation, Operation::Clause(_));
        let (operation, trigger) = turn_points::book_ap_one_turn_early(
            thing.operation,
            self.trigger.clone(),
            thing.duration.or(self.duration),
        );
        let is_each_turn = self.trigger.is_some() && trigger.is_none();
        self.reject_misplaced_operation(pair, &operation, trigger.as_ref(), traits)?;
        // `Opponents lose 1 rank of AGI while inside`: a group is in this location anyway (R356).
        let is_local = operation.who().is_some_and(|who| who.is_local());
        let condition = self.condition.clone().filter(|_| !(self.asks_location_only() && is_local));
        let is_standing = matches!(operation, Operation::Standing(_));
        // `At the beginning of each Turn, the user gains 1 AP during that Turn`: the AP are there in each Turn.
        // Beside a standing operation, the duration is that one's, and no immediate operation's.
        let has_shared_duration = ((is_standing || !self.has_joined_things) && !is_each_turn) || trigger.is_some();
        let duration = thing.duration.or(self.duration.filter(|_| has_shared_duration));
        let ending_deed = self.ending_deed.clone();
        let ends = is_standing && (duration.is_some() || ending_deed.is_some());
        let has_while_behind = self.while_it_holds && self.condition_behind.is_some();
        endings::check_condition_of_trigger(
            pair,
            &operation,
            trigger.as_ref(),
            (condition.as_ref(), has_while_behind),
        )?;
        if is_standing && !ends && traits.has_immediate && trigger.is_none() && condition.is_some() {
            return Err(nonsense_error(
                pair,
                "for how long this? say `for 2 Turns` behind it, or make it two sentences",
            ));
        }
        let is_asked_on_use = condition.as_ref().is_some_and(|condition| is_asked_on_use(condition, &operation));
        let at_use = ends && trigger.is_none() && is_asked_on_use && !self.while_it_holds;
        let mut sentence = Sentence { trigger, operation, condition, duration, ending_deed, at_use };
        let counting = (self.waits_for_first_time, self.duration_stands_first);
        how_often::settle_trigger_count(pair, &mut sentence, counting)?;
        if let Some(condition) = sentence.condition.as_mut().filter(|_| asks_of_use) {
            replace_they::replace_in_condition(condition, &Who::User);
        }
        Ok(sentence)
    }

    /// Whether the only condition is that the person on whom the sentence works is in this location.
    fn asks_location_only(&self) -> bool {
        self.asks_of_antecedent && self.condition == Some(Condition::Is(Predicate::IsIn(Who::Antecedent, None)))
    }

    /// Rejects an operation that does not fit an aside, or a `while`.
    fn reject_misplaced_operation(
        &self,
        pair: &Node<'i>,
        operation: &Operation,
        trigger: Option<&Trigger>,
        traits: SentenceTraits,
    ) -> ParseResult<()> {
        let is_length = matches!(
            operation,
            Operation::Clause(Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn | Duration::Battle))
        );
        let is_done_once =
            matches!(operation, Operation::Immediate(_)) && !self.asks_of_antecedent && trigger.is_none();
        // `When the target has Flight, the target loses 20 Mana`: a target is there at a use, and is asked then.
        let is_asked_at_use = self.when_state.is_some() && operation.who() == Some(&Who::Target);
        let reason = if traits.has_aside && !matches!(operation.modifier(), Some(Modifier::NeedsNoMaster)) {
            "Independent Action is acting without a Master (R145)"
        } else if self.while_it_holds && is_length {
            "how long, and until when? write `Lasts 3 Turns or until the user leaves this location`"
        } else if self.asks_location_only() && operation.modifier().is_some_and(Modifier::prevents_targeting) {
            UNCLEAR_SUBJECT
        } else if self.while_it_holds && is_done_once && !is_asked_at_use {
            "this is done once, and not as long as something is so: write `if`"
        } else {
            return Ok(());
        };
        Err(nonsense_error(pair, reason))
    }

    /// Binds the pronouns of a sentence. The passes build on one another: those of the trigger and of the condition
    /// first, then those behind a passive trigger, then all that are left.
    fn bind_pronouns(
        &self,
        sentence: &mut Sentence,
        pair: &Node<'i>,
        open_question: &mut Option<&'static str>,
    ) -> ParseResult<()> {
        let is_condition_behind = self.condition_behind.is_some();
        if self.trigger_behind.is_some() {
            antecedents::bind_trigger_pronoun(sentence);
        }
        if self.asks_of_antecedent && sentence.trigger.is_some() {
            antecedents::bind_condition_to_object(sentence).map_err(|()| nonsense_error(pair, UNCLEAR_SUBJECT))?;
        }
        ambiguity::reject_they_among_targeters(sentence, pair)?;
        if self.while_it_holds {
            antecedents::move_condition_to_filters(sentence);
        }
        ambiguity::reject_they_among_observers(sentence, pair)?;
        if !is_condition_behind && !self.asks_of_antecedent {
            antecedents::reject_they_of_two_subjects(sentence, self.subject.as_ref())
                .map_err(|reason| nonsense_error(pair, reason))?;
        }
        *open_question = open_question
            .or_else(|| antecedents::explain_open_pronoun(sentence, self.subject.as_ref(), is_condition_behind));
        if let Some(subject) = &self.subject {
            ambiguity::reject_unclear_summoner(sentence, pair)?;
            antecedents::bind_after_passive(sentence, pair, subject).map_err(|reason| nonsense_error(pair, reason))?;
        }
        endings::resolve_pronouns(sentence, pair)
            .map_err(|reason| nonsense_error(pair, if self.asks_of_antecedent { UNCLEAR_SUBJECT } else { reason }))?;
        *open_question = open_question.or_else(|| antecedents::explain_doer_or_target(sentence, pair));
        Ok(())
    }
}

/// Joins a condition on a payment with the sentence's own.
fn join_conditions(payment: Option<Condition<Written>>, own: Option<Condition<Written>>) -> Option<Condition<Written>> {
    match (payment, own) {
        (Some(payment), Some(Condition::All(mut parts))) => {
            parts.insert(0, payment);
            Some(Condition::All(parts))
        }
        (Some(payment), Some(own)) => Some(Condition::All(vec![payment, own])),
        (payment, own) => payment.or(own),
    }
}

/// Whether a condition is asked as the skill is used. That on attacks is asked of whoever is struck, by each attack.
fn is_asked_on_use(condition: &Condition<Written>, operation: &Operation) -> bool {
    let asks_of_struck = matches!(operation, Operation::Standing(standing) if standing.is_about_struck_target());
    !(antecedents::asks_about_attacker(condition) || asks_of_struck && antecedents::asks_about_target(condition))
}
