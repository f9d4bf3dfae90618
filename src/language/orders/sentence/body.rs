//! Builds the branches and guards of one sentence (R194–R195, A240).

use super::delays::limits_duration;
use super::order_builder::{
    ClauseContext, OrderBuilder, awaits_event, first_child, has_no_alternative, join_conditions, to_guard,
};
use super::{alternatives, places, reactions};
use crate::language::condition::{Condition, Name, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, Delay, PactStep};
use crate::language::orders::clause::order_actions::ClauseActions;
use crate::language::orders::diagnose::deed_counts::{ambiguous_count_error, find_exceedable_count};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::people::{antecedents, attackers, pronouns};
use crate::language::orders::{Rule, codes};
use crate::language::pairs::{Pair, Pairs};
use crate::language::span::Span;

/// The order whose trailing condition is being read.
struct TailContext<'o, 'i> {
    order: &'o Pair<'i, Rule>,
    /// The number of actions before the condition.
    clause_count: usize,
    context: &'o ClauseContext,
    /// Whether no other case of the order stands before it.
    is_first: bool,
}

impl OrderBuilder<'_> {
    /// Builds the body of an `order_line`.
    pub(in crate::language::orders) fn build_body(
        &mut self,
        pairs: &mut Pairs<'_, Rule>,
    ) -> Result<Body<Written>, OrderError> {
        let whole = pairs.clone();
        self.places = places::named_locations(pairs, &self.reader, self.names);
        let subjectless = self.reject_unclear_words(&whole)?;
        self.warn_of_narrow_words(&whole);
        let mut body = self.build_branches(pairs)?;
        self.note_time_of_asking(&whole, &mut body)?;
        self.resolve_alternatives(&whole, &mut body)?;
        self.warn_of_order_behind_until(&whole, &body);
        self.resolve_people(whole.clone(), &mut body)?;
        self.note_answers(&whole, &mut body)?;
        reactions::wait_for_doers(&mut body)?;
        match subjectless.filter(|_| self.may_be_about_others(&body)) {
            Some(words) => Err(self.ambiguity_error(&words).into()),
            None => Ok(body),
        }
    }

    /// Builds the branches of an `order_line`.
    fn build_branches(&mut self, pairs: &mut Pairs<'_, Rule>) -> Result<Body<Written>, OrderError> {
        let mut body =
            Body { read_at: Delay::none(), asked: None, asked_at_end: None, answers: None, branches: Vec::new() };
        for pair in pairs {
            match pair.as_rule() {
                Rule::order_body => self.build_body_with_moment(pair, &mut body)?,
                Rule::otherwise => {
                    let place = pair.clone().into_inner().find(|p| p.as_rule() == Rule::o_otherwise).unwrap_or(pair);
                    return Err(Diagnostic::error(
                        codes::OTHERWISE_WITHOUT_IF,
                        self.reader.original_span(&place),
                        "there is no `if` that this `otherwise` could belong to",
                    )
                    .note("write `If C, A; otherwise, B.`")
                    .into());
                }
                _ => {}
            }
        }
        Ok(body)
    }

    /// Resolves what depends on all branches of an order: where one of them is done, who acts together, which of two
    /// targets is chosen.
    fn resolve_alternatives(&mut self, whole: &Pairs<'_, Rule>, body: &mut Body<Written>) -> Result<(), OrderError> {
        self.resolve_location_of_alternatives(body)?;
        if let Some(doubt) = self.find_unclear_together(whole) {
            return Err(doubt.into());
        }
        self.split_choice(whole, body)?;
        match whole.clone().find_map(|part| self.find_seen_deed_or_order(&part)) {
            Some(doubt) => Err(doubt.into()),
            None => Ok(()),
        }
    }

    /// Resolves pronouns, possessives and descriptions to the people whom they mean.
    fn resolve_people(&mut self, whole: Pairs<'_, Rule>, body: &mut Body<Written>) -> Result<(), OrderError> {
        attackers::resolve_attackers(body);
        antecedents::resolve_possessives(body)?;
        pronouns::resolve_whoever_attacked(&whole, body);
        antecedents::resolve_to_previous_target(body, pronouns::has_pronoun_as_target(&whole))?;
        let about_us = pronouns::is_about_us(&self.reader, &whole);
        self.resolve_pronouns_of_passives(whole, body)?;
        if let Some(span) = find_exceedable_count(body) {
            let message = "more of it may still come: when is this asked?";
            return Err(Diagnostic::error(codes::HOW_MANY, span, message)
                .note("of what lies behind: `If Lancer has attacked me exactly 1 time, …`; it waits for `at least 2 times`")
                .into());
        }
        antecedents::resolve_to_only_person(body, about_us)?;
        antecedents::reject_unclear_beneficiary(body)?;
        Ok(())
    }

    /// Whether a condition without a subject may be about somebody else than the actor.
    fn may_be_about_others(&self, body: &Body<Written>) -> bool {
        let names_others =
            |branch: &Branch<Written>| pronouns::names_others(&branch.actions) && !is_request_at_location(branch);
        self.says_we || self.has_several_subjects || body.branches.iter().any(names_others)
    }

    /// Builds the branches of a body. A delay before the first `if` is the moment at which the whole order is read.
    fn build_body_with_moment(&mut self, mut pair: Pair<'_, Rule>, body: &mut Body<Written>) -> Result<(), OrderError> {
        let start = ClauseContext { guards: Vec::new(), delay: Delay::none(), may_join: true, has_time: false };
        if let Some(late) = first_child(&pair, Rule::late_order) {
            let delay = self.read_leading_delays(&late)?;
            let lead = late.clone();
            if let Some(inner) = late.into_inner().find(|p| p.as_rule() == Rule::order_body) {
                pair = inner;
            }
            if first_child(&pair, Rule::if_order).is_some() {
                self.build_order_read_at(pair, (start, delay), &lead, body)?;
            } else {
                self.build_order_body(pair, ClauseContext { delay, ..start }, &mut body.branches)?;
            }
        } else {
            self.build_order_body(pair, start, &mut body.branches)?;
        }
        Ok(())
    }

    /// Reads a condition of an order and records its warnings.
    pub(in crate::language::orders) fn read_condition(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<Condition<Written>, OrderError> {
        let span = self.reader.original_span(&pair);
        let counted = pair.contains_any([Rule::tallied, Rule::count_did]);
        if mixes_and_with_or(&pair) {
            let message = "`and` and `or` stand beside each other without brackets: `and` binds closer (A240)";
            self.warnings.push(
                Diagnostic::warning(codes::UNBRACKETED, span, message)
                    .note("the plan shows the brackets: put them where they belong, `(C or D) and E`"),
            );
        }
        let mut found = self.reader.build_condition(pair);
        antecedents::resolve_possessives_in_lists(&mut found, span)?;
        places::resolve_there(&mut found, &self.places).map_err(places::unknown_location_error)?;
        self.names_in_conditions.extend(pronouns::people_in(&found).into_iter().filter_map(|who| match who {
            Who::Named(name) => Some(name.clone()),
            _ => None,
        }));
        if found.has_empty_part() && counted {
            return Err(ambiguous_count_error(span).into());
        }
        if found.has_empty_part() {
            let message = "this cannot be asked: what is said does not fit whom or what it is said of";
            return Err(Diagnostic::error(codes::NO_CONDITION, span, message)
                .note("`nobody` takes one denial: `if nobody attacks me`; of a skill it is said that it fails, is used, is active")
                .into());
        }
        Ok(found)
    }

    pub(in crate::language::orders) fn build_order_body(
        &mut self,
        pair: Pair<'_, Rule>,
        context: ClauseContext,
        branches: &mut Vec<Branch<Written>>,
    ) -> Result<(), OrderError> {
        let Some(inner) = pair.into_inner().next() else { return Ok(()) };
        match inner.as_rule() {
            Rule::if_order => self.build_if_order(inner, &context, branches),
            Rule::late_order => {
                let delay = self.read_leading_delays(&inner)?;
                let delay = self.merge_delays(delay, context.delay, &inner)?;
                match inner.into_inner().find(|p| p.as_rule() == Rule::order_body) {
                    Some(body) => self.build_order_body(body, ClauseContext { delay, ..context }, branches),
                    None => Ok(()),
                }
            }
            _ => self.build_plain_order(inner, context, branches),
        }
    }

    /// `A and then B [if C [; otherwise, D]]`.
    fn build_plain_order(
        &mut self,
        pair: Pair<'_, Rule>,
        mut context: ClauseContext,
        branches: &mut Vec<Branch<Written>>,
    ) -> Result<(), OrderError> {
        self.doer_takes_infinitive = false;
        let mut before = context.clone();
        let whole = pair.clone();
        let mut actions: Vec<Action<Written>> = Vec::new();
        let mut locations: Vec<Name> = Vec::new();
        let mut clauses = 0;
        let mut end_of_clause = pair.as_span().start;
        let mut condition = None;
        let mut otherwise = None;
        let mut other_branch = None;
        let mut unless = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::order_action => {
                    self.reject_idle_wait(&part, &whole)?;
                    let from = whole.as_span().start;
                    let joint = whole.as_str().get(end_of_clause - from..part.as_span().start - from);
                    end_of_clause = part.as_span().end;
                    let (mut done, restricted_to) = self.build_clause_actions(part.clone(), &context.delay)?;
                    let has_own_delay =
                        |actions: &[Action<Written>]| actions.iter().any(|action| action.delay != context.delay);
                    if clauses > 0 && !has_own_delay(&actions) && has_own_delay(&done) {
                        self.reject_unclear_last_delay(&part, joint.unwrap_or_default(), &actions)?;
                    }
                    self.reject_unclear_last_count(&whole, joint.unwrap_or_default(), &actions, &done)?;
                    self.reject_unclear_second_wait(&part, &actions, &done, &context.delay)?;
                    self.reject_pronoun_of_other_event(&part, &actions, &done, &context.delay)?;
                    clauses += 1;
                    locations.extend(restricted_to);
                    actions.append(&mut done);
                }
                Rule::next_target => {
                    end_of_clause = part.as_span().end;
                    clauses += 1;
                    actions.push(self.retargeted_repetition(&part, &actions)?);
                }
                Rule::tail_if | Rule::also_unless => {
                    let is_first = branches.is_empty() && before.is_plain();
                    let tail = TailContext { order: &whole, clause_count: clauses, context: &context, is_first };
                    unless = self.read_tail_condition(part, tail, &mut actions, &mut before, &mut condition)?;
                    context.guards = join_conditions(context.guards, condition.clone());
                }
                Rule::instead | Rule::other_np => {
                    if let Some(location) = locations.first() {
                        return Err(self.ambiguous_location_error(location.span).into());
                    }
                    return self.build_instead(&part, actions, context, branches);
                }
                Rule::else_np => {
                    if let Some(location) = locations.first() {
                        return Err(self.ambiguous_location_error(location.span).into());
                    }
                    other_branch = Some(self.build_else_branch(&part, &actions, &before, condition.as_ref())?);
                }
                Rule::otherwise | Rule::in_which_case => otherwise = Some(part),
                _ => {}
            }
        }
        add_location_guard(&locations, clauses, &mut context.guards)?;
        let has_delay_behind = actions.iter().any(|action| action.delay != context.delay);
        branches.push(Branch { guards: context.guards, actions });
        branches.extend(other_branch);
        match (otherwise, &condition) {
            // `A unless C, in which case B`: B is done where C prevents A.
            (Some(part), _) if part.as_rule() == Rule::in_which_case && !unless => {
                let message = "in which case? this is said behind `unless`";
                Err(Diagnostic::error(codes::OTHERWISE_WITHOUT_IF, self.reader.original_span(&whole), message).into())
            }
            (Some(part), _) => {
                // The condition stands behind what is done and its time.
                let is_contrast = part.as_rule() == Rule::in_which_case || condition.is_some();
                self.build_otherwise(part, &before, condition.as_ref(), branches)?;
                let has_no_delay =
                    |branch: &Branch<Written>| branch.actions.iter().all(|action| action.delay.is_none());
                match is_contrast && has_delay_behind && branches.last().is_some_and(has_no_delay) {
                    true => Err(self.unclear_time_of_contrast_error(&whole).into()),
                    false => Ok(()),
                }
            }
            (None, _) => Ok(()),
        }
    }

    /// The error for `Attack Lancer at the end of the Attacking Phase unless C, in which case attack Archer.`, `Use
    /// Parry when Lancer attacks me if C, otherwise use Guard.`
    fn unclear_time_of_contrast_error(&self, order: &Pair<'_, Rule>) -> Diagnostic {
        let message = "does what is done in that case wait as well?";
        Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(order), message)
            .note("both at that time: put it first: `At the end of the Attacking Phase, if C, A; otherwise, B.`")
            .note("each at its own: two orders, `If C, A at the end of the Attacking Phase.` `If not C, B.`")
    }

    /// Reads a condition behind the actions into `condition`, as a guard. Returns whether it begins with `unless`.
    fn read_tail_condition(
        &mut self,
        pair: Pair<'_, Rule>,
        tail: TailContext<'_, '_>,
        actions: &mut [Action<Written>],
        before: &mut ClauseContext,
        condition: &mut Option<Condition<Written>>,
    ) -> Result<bool, OrderError> {
        let span = self.reader.original_span(&pair);
        let is_of_list = is_list_of_things(actions) && !pair.as_str().starts_with(',');
        let is_shopping = actions.iter().all(|action| matches!(action.kind, ActionKind::Buy { .. }));
        if tail.clause_count > 1 || (is_of_list && !is_shopping) || sets_off_last_thing(tail.order, &pair) {
            return Err(unclear_condition_of_list_error(span).into());
        }
        let is_unconditional = tail.context.guards.is_empty();
        if !(is_unconditional || (tail.context.may_join && has_no_alternative(tail.order))) {
            let message = "an `if` stands both before and behind this order";
            return Err(Diagnostic::error(codes::TWO_IFS, span, message)
                .note("join the conditions: `If C and D, A.`; or write `otherwise, if D, B`")
                .into());
        }
        let mut unless = false;
        let behind_comma = pair.as_str().starts_with(',');
        for word in pair.into_inner() {
            match word.as_rule() {
                Rule::k_unless | Rule::not_if => unless = true,
                Rule::asked_at => {
                    let delay = self.read_delay_of_condition(&word, condition)?;
                    if self.asks_whole_order_at(&delay, tail.is_first, &word)? {
                        continue;
                    }
                    before.delay = self.merge_delays(before.delay.clone(), delay.clone(), &word)?;
                    for action in &mut *actions {
                        action.delay = self.merge_delays(action.delay.clone(), delay.clone(), &word)?;
                    }
                }
                Rule::condition | Rule::unsaid_of => {
                    let words = word.clone();
                    let found = self.read_condition(word)?;
                    let found = self.resolve_tail_condition(found, actions, (is_unconditional, span))?;
                    if !behind_comma && alternatives::asks_only_about_last_target(&found, actions, self.names) {
                        return Err(alternatives::unclear_last_target_error(span).into());
                    }
                    // `Buy a Splint and a Teleporter if we are in the Mall`: where both are had.
                    let is_of_place = found.statements().iter().all(|asked| matches!(asked, Predicate::IsIn(..)));
                    if is_of_list && !is_of_place {
                        return Err(unclear_condition_of_list_error(span).into());
                    }
                    self.reject_denied_we(&words, &found, unless)?;
                    if found.names_phase_of_deed() {
                        return Err(self.unclear_last_time_error(&words).into());
                    }
                    *condition = Some(to_guard(found, unless));
                }
                _ => {}
            }
        }
        Ok(unless)
    }

    /// `unless we are in battle`: rejects a denial about `we`, which could mean any of us or all of us.
    pub(in crate::language::orders) fn reject_denied_we(
        &self,
        said: &Pair<'_, Rule>,
        found: &Condition<Written>,
        is_unless: bool,
    ) -> Result<(), OrderError> {
        let words = said.as_str().to_ascii_lowercase();
        let about_us = ["we ", "we'", "we\u{2019}"].iter().any(|we| words.starts_with(we)) && !words.contains(" both ");
        let has_several = pronouns::asks_only_states(found) && found.statements().len() > 1;
        if !(is_unless && about_us && has_several) {
            return Ok(());
        }
        let message = "not where one of you is, or not where all are?";
        Err(Diagnostic::error(codes::HOW_MANY, self.reader.original_span(said), message)
            .note("name them: `unless Saber is in battle or Rin is in battle`, `unless Saber is in battle and Rin is in battle`")
            .into())
    }

    /// Resolves the pronouns of a condition behind the actions. `is_unconditional` is `true` if no condition stands
    /// before the order.
    fn resolve_tail_condition(
        &mut self,
        mut found: Condition<Written>,
        actions: &[Action<Written>],
        (is_unconditional, span): (bool, Span),
    ) -> Result<Condition<Written>, OrderError> {
        let unclear = |message| -> Result<Condition<Written>, OrderError> {
            Err(Diagnostic::error(codes::WHOM, span, message).note("write the name in its place").into())
        };
        if !is_unconditional && pronouns::mentions_antecedent(&found) {
            return unclear("whom does the word mean, behind two conditions?");
        }
        // If a sentence names two people, the word could mean either.
        match (&self.doer, self.only_character_named(actions)) {
            (None, Some(person)) => pronouns::resolve_antecedent(&mut found, &person),
            // `Rin uses the Splint if her Health …`: the pronoun means the subject of the sentence.
            (Some(_), None)
                if !pronouns::names_others(actions) && !self.has_several_subjects && self.companions.is_empty() =>
            {
                pronouns::resolve_antecedent(&mut found, &Who::User);
            }
            _ => {}
        }
        if self.only_character_named(actions).is_some() && pronouns::mentions_antecedent_and_others(&found) {
            return unclear("whom does the word mean here? the order names somebody, and so does the condition");
        }
        if alternatives::asks_about_one_choice(&found, actions) {
            return Err(alternatives::unclear_alternative_error(span).into());
        }
        Ok(found)
    }

    /// `Wait, attack Archer.`: rejects a `wait` before another action, which could mean a second thought or staying.
    fn reject_idle_wait(&self, action: &Pair<'_, Rule>, whole: &Pair<'_, Rule>) -> Result<(), OrderError> {
        let alone = whole.clone().into_inner().filter(|p| p.as_rule() == Rule::order_action).count() == 1;
        if alone || !action.as_str().trim().eq_ignore_ascii_case("wait") {
            return Ok(());
        }
        let message = "wait for what? an order follows at once";
        Err(Diagnostic::error(codes::WHOM, self.reader.original_span(action), message)
            .note("write `Stay and then …` to go nowhere, `Wait until …, then …` for a moment, or leave `wait` out")
            .into())
    }

    /// Builds the actions of one clause, and returns the location to which they are restricted, if it names one.
    pub(in crate::language::orders) fn build_clause_actions(
        &mut self,
        pair: Pair<'_, Rule>,
        lead: &Delay<Written>,
    ) -> Result<(Vec<Action<Written>>, Option<Name>), OrderError> {
        let span = self.reader.original_span(&pair);
        let whole = pair.clone();
        self.reject_imperative_beside_doer(&pair)?;
        let mut delay = Delay::none();
        let mut clause: Option<ClauseActions> = None;
        let mut has_event = false;
        let mut span_of_time = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::doer => self.read_doer(part)?,
                Rule::using_np => self.instrument = part.into_inner().flat_map(|p| self.read_things(p)).next(),
                Rule::tail_delay => {
                    if has_event {
                        self.reject_ambiguous_time(&part, if part.as_str().starts_with(',') { "," } else { "" })?;
                    }
                    has_event = awaits_event(&part);
                    let next = self.read_delay(part.clone())?;
                    delay = self.merge_delays(delay, next, &part)?;
                }
                Rule::o_request => {
                    let words = part.as_str().trim().to_ascii_lowercase();
                    self.says_lets |= words.starts_with("let") && !words.ends_with("me");
                }
                Rule::o_noise => span_of_time = span_of_time.or(limits_duration(part.as_str()).then_some(part)),
                Rule::o_have | Rule::o_will => {}
                _ => {
                    let found = self.build_clause(part)?;
                    if let Some(unused) = self.instrument.take() {
                        let message = "this is done by no skill or thing of its own";
                        return Err(Diagnostic::error(codes::NOT_OF_THIS_ORDER, unused.span, message)
                            .note("write `Use SKILL on TARGET.`")
                            .into());
                    }
                    delay = found.delay.clone();
                    clause = Some(found);
                }
            }
        }
        if lead.awaited.as_ref().is_some_and(pronouns::has_only_pronouns) {
            let message = "whom does the word mean? nobody is named before it in this sentence";
            return Err(Diagnostic::error(codes::WHOM, span, message).note("write the name in its place").into());
        }
        self.has_unnamed_clause |= self.doer.is_none() && !self.first_person;
        let delay = self.merge_delays(lead.clone(), delay, &whole)?;
        let Some(ClauseActions { kinds, restricted_to: only_at, .. }) = clause else {
            return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "this is no order").into());
        };
        if let Some(words) = span_of_time
            && kinds.iter().any(|kind| matches!(kind, ActionKind::Pact(PactStep::Ally | PactStep::Ceasefire, _)))
        {
            let message = "an alliance or a ceasefire holds until it is ended, not for a time (R364)";
            return Err(Diagnostic::error(codes::NOT_OF_THIS_ORDER, self.reader.original_span(&words), message)
                .note("write `Ceasefire with TEAM.` now, and later `End the ceasefire with TEAM.`")
                .into());
        }
        if delay != *lead && joins_things_without_target(&kinds) {
            let message = "does everything before it wait for this, or the last alone?";
            return Err(Diagnostic::error(codes::WHOSE_TIME, span, message)
                .note("put it first, `When C, A and then B.`, or write two orders: `A. When C, B.`")
                .into());
        }
        let mut actions: Vec<_> = kinds.into_iter().map(|kind| Action { kind, delay: delay.clone(), span }).collect();
        for action in &mut actions {
            if self.doer.is_none()
                && let Some(one) = self.only_character_named(std::slice::from_ref(action))
            {
                self.reject_second_awaited_person(action, &one)?;
                action.delay.awaited.iter_mut().for_each(|event| pronouns::resolve_antecedent(event, &one));
            }
        }
        Ok((actions, only_at))
    }
}

/// `Use Parry, and Guard …`: whether a clause is about several skills or items that name no target.
fn joins_things_without_target(kinds: &[ActionKind<Written>]) -> bool {
    let is_thing = |kind: &ActionKind<Written>| {
        matches!(kind, ActionKind::Use { .. } | ActionKind::UseItem { .. }) && kind.targets().is_empty()
    };
    kinds.len() > 1 && kinds.iter().all(is_thing)
}

/// Whether `and` and `or` are mixed anywhere within a condition without brackets.
fn mixes_and_with_or(pair: &Pair<'_, Rule>) -> bool {
    let count_of = |pair: &Pair<'_, Rule>, rule| pair.clone().into_inner().filter(|p| p.as_rule() == rule).count();
    let all = std::iter::once(pair.clone()).chain(pair.clone().into_inner().flatten());
    all.into_iter().any(|part| {
        let parts = || part.clone().into_inner();
        match part.as_rule() {
            Rule::condition => count_of(&part, Rule::all_of) > 1 && parts().any(|p| count_of(&p, Rule::not_c) > 1),
            Rule::all_of => {
                let said = parts().filter(|p| p.as_rule() == Rule::not_c).flat_map(Pair::into_inner);
                count_of(&part, Rule::not_c) > 1 && said.into_iter().any(|p| has_choice(&p))
            }
            Rule::said => count_of(&part, Rule::said_all) > 1 && parts().any(|p| count_of(&p, Rule::verb_phrase) > 1),
            _ => false,
        }
    })
}

/// Whether a statement offers two alternatives about its subject: `Lancer attacks me or leaves`.
fn has_choice(statement: &Pair<'_, Rule>) -> bool {
    statement.as_rule() == Rule::about
        && statement.clone().into_inner().any(|said| {
            said.as_rule() == Rule::said && said.into_inner().filter(|p| p.as_rule() == Rule::said_all).count() > 1
        })
}

/// `Buy a Splint at the Mall`: adds a guard that the actor is at that location.
fn add_location_guard(
    locations: &[Name],
    clauses: usize,
    guards: &mut Vec<Condition<Written>>,
) -> Result<(), OrderError> {
    match locations {
        [] => {}
        [location] if clauses == 1 => {
            let names_place = |guard: &Condition<Written>| matches!(guard, Condition::Is(Predicate::IsIn(Who::User, Some(of))) if of.text == location.text);
            if !guards.iter().any(names_place) {
                guards.push(Condition::Is(Predicate::IsIn(Who::User, Some(location.clone()))));
            }
        }
        [location, ..] => {
            let message = "a place is said of one of several actions: it could be meant of all of them";
            return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, location.span, message)
                .note("write each as an order of its own")
                .into());
        }
    }
    Ok(())
}

fn unclear_condition_of_list_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, "is this asked of everything before it, or of the last alone?")
        .note("put the condition first, `If C, A and then B.`, or write two orders: `A. If C, B.`")
}

/// `Use Guard and Parry`, `Use the Magic Glasses, the Pills`: whether several things are used that have no target in
/// common.
fn is_list_of_things(actions: &[Action<Written>]) -> bool {
    let [first, more @ ..] = actions else { return false };
    let targets = first.kind.targets();
    !more.is_empty() && (targets.is_empty() || more.iter().any(|action| action.kind.targets() != targets))
}

/// `Give Saber the Splint, and the Pills if C`: whether a comma sets off the last of two things, so that the condition
/// may be about that one alone. A comma before the condition separates it from both.
fn sets_off_last_thing(whole: &Pair<'_, Rule>, condition: &Pair<'_, Rule>) -> bool {
    let from = whole.as_span().start;
    let before = condition.as_span().start.checked_sub(from).and_then(|end| whole.as_str().get(..end));
    let parts: Vec<&str> = before.unwrap_or_default().split(',').collect();
    let has_joint = |last: &str| ["and ", "or "].iter().any(|word| last.trim_start().starts_with(word));
    matches!(parts.as_slice(), [_, last] if has_joint(last)) && !condition.as_str().starts_with(',')
}

/// `At the Church, request True Healing for Saber`: whoever makes the request is the one who has to be there.
fn is_request_at_location(branch: &Branch<Written>) -> bool {
    let asks_place = |said: &Predicate<Written>| matches!(said, Predicate::IsIn(..));
    branch.actions.iter().all(|action| matches!(action.kind, ActionKind::Request { .. }))
        && branch.guards.iter().flat_map(Condition::statements).all(asks_place)
}
