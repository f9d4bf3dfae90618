//! `at the end of the Attacking Phase`, `at AGI C++`, `after C` → [`Delay`] (R202–R206).

use super::asked_times::{self, asks_what_comes_or_is, is_span};
use super::order_builder::{OrderBuilder, awaits_event};
use crate::language::condition::{Comparison, Condition, Written};
use crate::language::conditions::{named_phase, ordinal_number, rank};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Delay, Moment, Times};
use crate::language::orders::diagnose::deed_counts::ambiguous_count_error;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::people::pronouns;
use crate::language::orders::{Name, NameKind, Rule, codes};
use crate::language::pairs::Pair;
use crate::language::span::Span;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::collapse_whitespace;

impl OrderBuilder<'_> {
    /// Reads all delays that stand before an order.
    pub(in crate::language::orders) fn read_leading_delays(
        &mut self,
        pair: &Pair<'_, Rule>,
    ) -> Result<Delay<Written>, OrderError> {
        let mut delay = Delay::none();
        let mut event: Option<Pair<'_, Rule>> = None;
        for part in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::lead_delay) {
            if let Some(event) = &event {
                let from = pair.as_span().start;
                let between = pair.as_str().get(event.as_span().end - from..part.as_span().start - from);
                self.reject_ambiguous_time(&part, between.unwrap_or_default())?;
            }
            event = awaits_event(&part).then(|| part.clone());
            let next = self.read_delay(part.clone())?;
            delay = self.merge_delays(delay, next, &part)?;
        }
        Ok(delay)
    }

    /// `When Saber attacks Rin in the second round`: rejects a time that could belong to the event or to the order. A
    /// comma, or a time before the event, makes it clear.
    pub(in crate::language::orders) fn reject_ambiguous_time(
        &self,
        time: &Pair<'_, Rule>,
        between: &str,
    ) -> Result<(), OrderError> {
        let moment = time.clone().into_inner().next().is_some_and(|p| p.as_rule() == Rule::moment);
        if !moment || between.contains(',') {
            return Ok(());
        }
        let words = collapse_whitespace(time.as_str().trim_start_matches(','));
        Err(Diagnostic::error(
            codes::WHOSE_TIME,
            self.reader.original_span(time),
            format!("`{words}` could be said of the event before it or of the order"),
        )
        .note("say when the order is carried out before `when`: `in the Support Phase, when C, A`; an event itself is given no time")
        .into())
    }

    /// The error for `Use Parry if Lancer attacks me in the 2nd Attacking Phase`.
    pub(in crate::language::orders) fn unclear_last_time_error(&self, condition: &Pair<'_, Rule>) -> Diagnostic {
        let message = "it is unclear whether this time is of the condition or of the order";
        Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(condition), message)
            .note("of the condition: `If Lancer attacks me in the Attacking Phase, A.`")
            .note("of the order: `In the Support Phase, A if C.`")
    }

    /// `Use Parry and use Battle Cry when Caster attacks me`, `Use Parry and Battle Cry in the Attacking Phase`:
    /// rejects a delay behind the last action that could apply to the first as well. `Then` says that it does not.
    pub(in crate::language::orders) fn reject_unclear_last_delay(
        &self,
        last: &Pair<'_, Rule>,
        joint: &str,
        before: &[Action<Written>],
    ) -> Result<(), OrderError> {
        let says_then = joint.split_whitespace().any(|word| word.trim_matches([',', ';']).eq_ignore_ascii_case("then"));
        let without_verb = last.as_str().starts_with(|c| self.names.mark_is(c, NameKind::Skill));
        let event = last.contains_any([Rule::on_event]);
        if says_then || !(without_verb || event || before.iter().any(|action| may_wait(&action.kind))) {
            return Ok(());
        }
        let message = "does everything before it wait for this, or the last alone?";
        Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(last), message)
            .note("put it first, `When C, A and then B.`, or write two orders: `A. When C, B.`")
            .into())
    }

    /// `Cut and Surge Lancer twice`: rejects a count behind the last of two skills by name, if the first has no target
    /// of its own.
    pub(in crate::language::orders) fn reject_unclear_last_count(
        &self,
        whole: &Pair<'_, Rule>,
        joint: &str,
        first: &[Action<Written>],
        done: &[Action<Written>],
    ) -> Result<(), OrderError> {
        let says_then = joint.split_whitespace().any(|word| word.trim_matches([',', ';']).eq_ignore_ascii_case("then"));
        let is_named_alone = whole.as_str().starts_with(|c| self.names.mark_is(c, NameKind::Skill));
        let is_bare = |action: &Action<Written>| matches!(&action.kind, ActionKind::Use { targets, times: Times::ONCE, .. } if targets.is_empty());
        let is_counted = |action: &Action<Written>| action.kind.facts().times != Times::ONCE;
        let has_no_target = |action: &Action<Written>| action.kind.targets().is_empty();
        let is_counted_list = done.len() > 1 && done.iter().all(|action| is_counted(action) && has_no_target(action));
        if is_counted_list {
            return Err(self.unclear_last_count_error(whole).into());
        }
        if says_then
            || !is_named_alone
            || first.is_empty()
            || !first.iter().all(is_bare)
            || !done.iter().any(is_counted)
        {
            return Ok(());
        }
        Err(self.unclear_last_count_error(whole).into())
    }

    fn unclear_last_count_error(&self, whole: &Pair<'_, Rule>) -> Diagnostic {
        let message = "is this count of each of them, or of the last alone?";
        Diagnostic::error(codes::HOW_MANY, self.reader.original_span(whole), message)
            .note("write it of each: `Use Cut on Lancer 2 times and then use Surge on Lancer 2 times.`")
    }

    /// `Use Parry when Lancer attacks and then attack him`: rejects a second action that could wait for the attack too.
    pub(in crate::language::orders) fn reject_unclear_second_wait(
        &self,
        second: &Pair<'_, Rule>,
        first: &[Action<Written>],
        done: &[Action<Written>],
        common: &Delay<Written>,
    ) -> Result<(), OrderError> {
        let own_event = |action: &Action<Written>| action.delay.awaited.is_some() && action.delay != *common;
        if !first.iter().any(own_event) || !done.iter().all(|action| action.delay == *common) {
            return Ok(());
        }
        let message = "does this wait too, for what the action before it waits for?";
        Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(second), message)
            .note("both wait: `When C, A and then B.`")
            .note("the first alone: two orders, `A when C.` and `B.`")
            .into())
    }

    /// `Use Parry when Lancer attacks me and Quick Hand on him when he attacks Rin`: rejects a pronoun in an action
    /// with an event of its own, for somebody whom the event of another names.
    pub(in crate::language::orders) fn reject_pronoun_of_other_event(
        &self,
        second: &Pair<'_, Rule>,
        first: &[Action<Written>],
        done: &[Action<Written>],
        common: &Delay<Written>,
    ) -> Result<(), OrderError> {
        // What all wait for may be one thing.
        if first.iter().all(|one| done.iter().all(|other| one.delay == other.delay)) {
            return Ok(());
        }
        let own_event = |action: &&Action<Written>| action.delay.awaited.is_some() && action.delay != *common;
        let mut events = done.iter().filter(own_event).filter_map(|action| action.delay.awaited.as_ref()).peekable();
        let has_own_event = events.peek().is_some();
        let says_they = pronouns::targets_antecedent(done) || events.any(pronouns::mentions_antecedent);
        if !has_own_event || !first.iter().any(|action| own_event(&action)) || !says_they {
            return Ok(());
        }
        let message = "whom does the word mean, where each of these waits for something of its own?";
        Err(Diagnostic::error(codes::WHOM, self.reader.original_span(second), message)
            .note("write the name in its place, or two orders: `A when C.` and `B when D.`")
            .into())
    }

    /// `if C at the end of the Attacking Phase`, `if C by the 2nd Support Phase`: returns the delay until the condition
    /// is asked. A condition about a state is asked at that time; a condition about a deed asks what has happened by
    /// then.
    pub(in crate::language::orders) fn read_delay_of_condition(
        &self,
        pair: &Pair<'_, Rule>,
        condition: &mut Option<Condition<Written>>,
    ) -> Result<Delay<Written>, OrderError> {
        let Some(time) = pair.clone().into_inner().next() else { return Ok(Delay::none()) };
        let (is_deadline, time) = match (time.as_rule(), time.clone().into_inner().last()) {
            (Rule::by_then | Rule::before_phase, Some(inner)) => (true, inner),
            (Rule::by_turn | Rule::before_turn, _) => (true, time),
            _ => (false, time),
        };
        let is_before_phase = pair.clone().into_inner().any(|time| time.as_rule() == Rule::before_phase);
        if is_before_phase && condition.as_ref().is_some_and(asks_what_comes_or_is) {
            return Err(self.unclear_before_error(pair).into());
        }
        if let Some(condition) = condition.as_mut().filter(|_| is_deadline) {
            condition.set_to_past();
            condition.set_denied_to_present();
        }
        let can_be_asked = if is_deadline {
            !condition.as_ref().is_some_and(Condition::waits_for_event)
        } else {
            is_about_states(condition)
        };
        if !can_be_asked {
            let words = collapse_whitespace(pair.as_str());
            let message = format!("`{words}`: the time of the event, or of the order?");
            return Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(pair), message)
                .note("of what has happened up to then: `If nobody attacks us by the end of the Attacking Phase, …`")
                .note("of the order: `If C, in the Support Phase, A.`; an event itself is given no time")
                .into());
        }
        if time.as_rule() == Rule::turn_start {
            return Ok(asked_times::start_of_turn());
        }
        if is_span(&time) {
            return Err(self.unclear_span_error(pair).into());
        }
        let phase = match time.as_rule() {
            _ if has_unnamed_phase(&time) => Some(self.phase_meant(&time)?),
            Rule::at_start => first_phase_of(time.clone()),
            _ => named_phase(time.clone()),
        };
        let moment = match time.as_rule() {
            Rule::at_end => Moment::End,
            Rule::a_phase if is_before_phase && phase != Some(Phase::Movement) => Moment::Start,
            // All characters move at the same time.
            Rule::at_start if phase != Some(Phase::Movement) => Moment::Start,
            _ => Moment::Natural,
        };
        Ok(Delay { phase, moment, ..Delay::none() })
    }

    /// Reads the delay of a `lead_delay`, `tail_delay` or `moment` pair.
    pub(in crate::language::orders) fn read_delay(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<Delay<Written>, OrderError> {
        let mut delay = Delay::none();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::on_event => {
                    let nth_time = part.clone().into_inner().find(|p| p.as_rule() == Rule::nth_time);
                    for word in part.into_inner() {
                        match word.as_rule() {
                            Rule::condition if nth_time.is_some() => {
                                let span = self.reader.original_span(&word);
                                let event = self.read_event(word)?;
                                let count = nth_time.clone().and_then(|p| p.into_inner().find_map(ordinal_of));
                                let event = self.reader.build_repeated(event, Comparison::AtLeast, count.unwrap_or(2));
                                delay.awaited = Some(require_countable(event, span)?);
                            }
                            Rule::condition | Rule::unsaid_of => delay.awaited = Some(self.read_event(word)?),
                            Rule::arrival => delay.awaited = Some(self.reader.build_arrival(word)),
                            Rule::gerund => delay.awaited = self.reader.build_gerund(word),
                            Rule::event_np => {
                                let span = self.reader.original_span(&word);
                                delay.awaited = self
                                    .reader
                                    .build_named_event(word)
                                    .map(|event| require_countable(event, span))
                                    .transpose()?;
                            }
                            Rule::o_each_time => self.warnings.push(
                                Diagnostic::warning(
                                    codes::FIRES_ONCE,
                                    self.reader.original_span(&word),
                                    "an order is carried out once a Turn; this is read as `when`",
                                )
                                .note("write one line for each time (A064)"),
                            ),
                            _ => {}
                        }
                    }
                }
                Rule::moment | Rule::wait_until => return self.read_delay(part),
                Rule::phase_label => delay.phase = named_phase(part),
                Rule::awaited => delay.awaited = self.reader.build_awaited_deed(part),
                Rule::event_np => delay.awaited = self.reader.build_named_event(part),
                Rule::on_event_until => {
                    delay.awaited = part.into_inner().next().map(|condition| self.read_event(condition)).transpose()?;
                }
                Rule::at_end => {
                    let phase = named_phase(part.clone());
                    if part.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::o_after | Rule::o_is_over)) {
                        let message = "this is read as at the end of the phase, behind all that is not delayed";
                        let span = self.reader.original_span(&part);
                        let mut diagnostic = Diagnostic::warning(codes::AFTER_PHASE, span, message);
                        let later_phase = Phase::ALL.into_iter().find(|next| phase.is_some_and(|phase| *next > phase));
                        if let Some(next) = later_phase {
                            diagnostic =
                                diagnostic.note(format!("for the phase behind it, name that: `in the {next}`"));
                        }
                        self.warnings.push(diagnostic);
                    }
                    delay.moment = Moment::End;
                    delay.phase = if has_unnamed_phase(&part) { Some(self.phase_meant(&part)?) } else { phase };
                }
                Rule::at_start => {
                    delay.moment = Moment::Start;
                    delay.phase = match has_unnamed_phase(&part) {
                        true => Some(self.phase_meant(&part)?),
                        false => first_phase_of(part),
                    };
                }
                Rule::in_round => delay.is_second_round = true,
                // `when I act` is the actor's own place in the order, unless a phase is named.
                Rule::in_phase | Rule::own_turn | Rule::by_turn => delay.phase = named_phase(part),
                Rule::at_agi => {
                    let name_pair = part.clone().into_inner().find(|p| p.as_rule() == Rule::name);
                    if let Some(name) = name_pair.map(|p| self.reader.build_name(p))
                        && !self.is_actor_name(&name)
                    {
                        return Err(Diagnostic::error(
                            codes::NOT_UNDERSTOOD,
                            name.span,
                            "whose AGI? an action waits as though its own actor had less",
                        )
                        .note("write `as though I had AGI C`")
                        .into());
                    }
                    for word in part.clone().into_inner().filter(|p| p.as_rule() == Rule::written_rank) {
                        delay.moment = Moment::Agi(rank(&word));
                    }
                    delay.phase = named_phase(part);
                }
                _ => {}
            }
        }
        Ok(delay)
    }

    /// Whether the name is the actor's.
    fn is_actor_name(&self, name: &Name) -> bool {
        [&self.doer, &self.block_actor].into_iter().flatten().any(|actor| actor.text.eq_ignore_ascii_case(&name.text))
    }

    /// Reads an awaited event: `when X has attacked me` and `when X attacks me` wait for the same.
    pub(in crate::language::orders) fn read_event(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<Condition<Written>, OrderError> {
        let span = self.reader.original_span(&pair);
        let mut event = self.read_condition(pair)?;
        if let Condition::Not(denied) = &event
            && denied.statements().into_iter().all(|statement| statement.deed().is_some())
        {
            let message = "what does not happen is no moment to wait for";
            return Err(Diagnostic::error(codes::WHOSE_TIME, span, message)
                .note("ask it late: `At the end of the Attacking Phase, if Archer has not attacked, attack Lancer.`")
                .into());
        }
        event.set_to_present();
        Ok(event)
    }

    /// Checks that a delay before an `if` and a delay behind its action can both hold; fails if they cannot.
    pub(in crate::language::orders) fn check_delays_agree(
        &self,
        read_at: &Delay<Written>,
        action: &Action<Written>,
    ) -> Result<(), OrderError> {
        self.join_delays(read_at.clone(), action.delay.clone(), action.span).map(drop)
    }

    /// Merges two delays of one action; fails if they cannot both hold.
    pub(in crate::language::orders) fn merge_delays(
        &self,
        first: Delay<Written>,
        second: Delay<Written>,
        pair: &Pair<'_, Rule>,
    ) -> Result<Delay<Written>, OrderError> {
        self.join_delays(first, second, self.reader.original_span(pair))
    }

    fn join_delays(
        &self,
        first: Delay<Written>,
        second: Delay<Written>,
        span: Span,
    ) -> Result<Delay<Written>, OrderError> {
        let phases_differ = matches!((first.phase, second.phase), (Some(a), Some(b)) if a != b)
            || [(&first, &second), (&second, &first)]
                .into_iter()
                .any(|(a, b)| a.is_second_round && b.phase.is_some_and(|p| p.round().is_none()));
        let has_two_moments = first.moment != Moment::Natural && second.moment != Moment::Natural;
        if phases_differ
            || (has_two_moments && first.moment != second.moment)
            || (first.awaited.is_some() && second.awaited.is_some())
        {
            return Err(Diagnostic::error(codes::TWO_DELAYS, span, "two delays that cannot both hold for one action")
                .note("join two events by `and` or `or`: `when C and D, A`")
                .into());
        }
        Ok(first.combined_with(second))
    }
}

/// Whether a time is of `the phase`, and the phase is named elsewhere.
fn has_unnamed_phase(time: &Pair<'_, Rule>) -> bool {
    time.contains_any([Rule::same_phase])
}

/// The number of a `nth_word` pair; `None` for another pair.
fn ordinal_of(pair: Pair<'_, Rule>) -> Option<u32> {
    (pair.as_rule() == Rule::nth_word).then(|| ordinal_number(&pair))
}

/// Returns an event that is awaited a number of times; fails if it cannot be counted.
fn require_countable(event: Condition<Written>, span: Span) -> Result<Condition<Written>, OrderError> {
    match event.has_empty_part() {
        false => Ok(event),
        true => Err(ambiguous_count_error(span).into()),
    }
}

fn is_about_states(condition: &Option<Condition<Written>>) -> bool {
    condition.as_ref().is_some_and(pronouns::asks_only_states)
}

/// The phase whose start is meant: a combat round begins with its Instant Phase (R203).
fn first_phase_of(pair: Pair<'_, Rule>) -> Option<Phase> {
    let of_round = pair.contains_any([Rule::k_round]) && !pair.contains_any([Rule::phase_word]);
    match named_phase(pair)? {
        Phase::Prepared2 if of_round => Some(Phase::Instant2),
        Phase::Prepared if of_round => Some(Phase::Instant),
        phase => Some(phase),
    }
}

/// Whether a filler phrase behind an order may limit its duration: `for tonight`, `this Turn`.
pub(in crate::language::orders) fn limits_duration(words: &str) -> bool {
    let words = words.trim().to_lowercase();
    words.starts_with("for ") || ["tonight", "this turn", "this night"].contains(&words.as_str())
}

/// Whether an action can be delayed. A move, a message or a pact has one place.
pub(in crate::language::orders) const fn may_wait(kind: &ActionKind<Written>) -> bool {
    let has_one_place = matches!(
        kind,
        ActionKind::Scout(_) | ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay | ActionKind::StopPaying(_)
    );
    let is_words = matches!(
        kind,
        ActionKind::Tell { .. }
            | ActionKind::Say(_)
            | ActionKind::Logic(_)
            | ActionKind::PartnerPosts(_)
            | ActionKind::PuzzleAnswer(_)
            | ActionKind::Pact(..)
    );
    !has_one_place && !is_words
}
