//! Reads one sentence of an order file, in its own words or in other words with the same meaning.

use super::sentence_context::SentenceContext;
use super::text_parts;
use crate::language::condition::{Who, Written};
use crate::language::conditions::{PeopleBetweenVerbs, SourceContext as _, find_people_between_verbs};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, LogicStatement, Times};
use crate::language::orders::diagnose::order_error::{self, UnparsedWords};
use crate::language::orders::people::replace_pronouns::{self, ResolvedSentence};
use crate::language::orders::people::{companions, pronouns, sentence_words, teams};
use crate::language::orders::rewording::missing_full_stop::begins_with_shared_clause;
use crate::language::orders::rewording::questions::question_as_condition;
use crate::language::orders::rewording::redundant_times;
use crate::language::orders::sentence::order_builder;
use crate::language::orders::{
    ConditionReader, Name, NameKind, NamedReading, Order, OrderFileReader, Pair, ReadOrder, Rule, codes,
};
use crate::language::parser::parse_pairs;
use crate::language::prepare::leaning::HELPERS;
use crate::language::span::Span;
use crate::language::wordings;

/// Joints between an order without a condition and one with its own condition.
const JOINTS: [&str; 8] = [
    ", and then, if ",
    " and then, if ",
    ", then, if ",
    "; then, if ",
    ", and, if ",
    " and, if ",
    ", and if ",
    "; if ",
];

impl OrderFileReader<'_> {
    /// Reads one sentence: in its own words, with teams named by their Masters, through the table of wordings, or
    /// without its asides.
    pub(in crate::language::orders) fn read_order(&self, span: Span) -> Result<ReadOrder, order_error::OrderError> {
        match self.next_label {
            Some(label) => self.read_below_label(span, label),
            None => self.read_order_in_words(span, self.text(span), None),
        }
    }

    /// Reads one sentence as one or more orders. If its own words cannot be read, pronouns are replaced by names. If
    /// they can, the reading with names is kept as well, for the check of whom the order means.
    pub(in crate::language::orders) fn read_orders(
        &mut self,
        span: Span,
    ) -> Result<Vec<ReadOrder>, order_error::OrderError> {
        let order_span = self.strip_after_that(span);
        let parsed = self.read_orders_of_span(order_span);
        self.said_before = self.text(span).to_owned();
        let mut parsed = parsed?;
        // The order keeps the span with `After that`, because the check of the sequence looks for these words.
        if let Some((order, ..)) = parsed.first_mut().filter(|_| order_span != span) {
            order.span = self.prepared.original_span(span);
            let of_order = |named: &&mut NamedReading| named.order.number == order.number;
            if let Some(named) = self.parsed.named_readings.last_mut().filter(of_order) {
                named.order.span = order.span;
            }
        }
        Ok(parsed)
    }

    fn read_orders_of_span(&mut self, span: Span) -> Result<Vec<ReadOrder>, order_error::OrderError> {
        let parsed = self.read_order(span);
        let actor = self.actor.as_ref().map(|actor| actor.text.as_str());
        let by_name = self.replace_subject_pronoun(self.text(span));
        let by_name = question_as_condition(&by_name);
        let by_name = self.own_turn_by_name(&by_name);
        let mut out = replace_pronouns::replace_pronouns(&by_name, self.prepared.names, actor, &self.mentions);
        self.mentions = std::mem::take(&mut out.context);
        let names_are_written_out = out.changed && self.next_label.is_none();
        let in_names = match names_are_written_out && !(out.fits_nobody && parsed.is_ok()) {
            true => self.read_order_in_words(span, &out.text, Some(span)).ok(),
            false => None,
        };
        if let Some((code, question)) = open_pronoun(&out, parsed.as_ref().ok(), in_names.is_some()) {
            let fault = Diagnostic::error(code, self.prepared.original_span(span), question);
            return Err(fault.note("write the name in its place").into());
        }
        if out.is_doubtful {
            return parsed.map(|parsed| vec![parsed]);
        }
        if let Some(question) =
            self.find_ambiguity_with_order_above(span).filter(|_| parsed.is_ok() || in_names.is_some())
        {
            let fault = Diagnostic::error(codes::WHOSE_TIME, self.prepared.original_span(span), question);
            return Err(fault.note("write both as one order: `If C, A; otherwise, B.`, `If C and D, B.`").into());
        }
        match (parsed, in_names) {
            (Ok(parsed), in_names) => {
                if let Some((order, ..)) = in_names {
                    let text = self.prepared.in_names(&out.text);
                    self.parsed.named_readings.push(NamedReading { order, text });
                }
                Ok(vec![parsed])
            }
            (Err(fault), in_names) => {
                let with_prohibition =
                    self.read_prohibition_with_otherwise(span).or_else(|| self.split_otherwise_prohibition(span));
                let with_prohibition = with_prohibition.or_else(|| self.read_hold_unless(span));
                let with_prohibition = with_prohibition.or_else(|| self.read_with_rest_kept(span));
                if let Some((parsed, forbidden)) = with_prohibition {
                    self.forbidden.push(forbidden);
                    return Ok(vec![parsed]);
                }
                let orders = self.read_several_orders(span).filter(|_| !out.fits_nobody);
                let orders = orders.or_else(|| in_names.map(|parsed| vec![parsed]));
                let orders = orders.or_else(|| self.read_if_it_fails(span).map(|parsed| vec![parsed]));
                let orders = orders.or_else(|| self.read_with_idle_instead(span, &out.text).map(|parsed| vec![parsed]));
                let orders = orders.or_else(|| self.read_purchase_at_destination(span).map(|parsed| vec![parsed]));
                orders
                    .or_else(|| self.split_into_orders(span, &out.text).filter(|_| self.next_label.is_none()))
                    .ok_or(fault)
            }
        }
    }

    /// The question that a sentence leaves open if its condition refers to the order above: `Attack Archer. If he is
    /// already dead, attack Lancer.`, `If Lancer is here, A. If Archer is here as well, B.`
    fn find_ambiguity_with_order_above(&self, span: Span) -> Option<&'static str> {
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let text = self.text(span).to_ascii_lowercase();
        let condition = match text.starts_with("if ") || text.starts_with("when ") {
            true => text.split(',').next(),
            false => [" if ", " when "].iter().find_map(|word| Some(text.split_once(word)?.1)),
        }?;
        if self.leaves_count_open(&text, condition, above) {
            return Some("so often as the order above does it, or once? write `once`, or how many times");
        }
        let mut words = condition.split(|c: char| !c.is_alphanumeric());
        let is_additional = condition.contains(" as well") || words.clone().any(|word| ["too", "also"].contains(&word));
        let is_additional = is_additional || condition.trim_end_matches(['.', ' ']).ends_with(" either");
        if is_additional && above.body.is_conditional() {
            return Some("is this asked besides what the order above asks, or by itself?");
        }
        // `At the end of the Attacking Phase, if C, A. If Lancer did, B.`
        let is_elided =
            condition.trim_end_matches(['.', ' ']).rsplit(' ').next().is_some_and(|word| HELPERS.contains(&word));
        if is_elided && !above.body.names_no_time() {
            return Some("is this asked when the order above is, or at its own time?");
        }
        words.any(|word| word == "already").then_some("already before the order above is carried out, or behind it?")
    }

    /// `Cut whoever attacked me, three times. If nobody attacks me, Cut Lancer.`: whether the skill of the order above
    /// is named alone in the other case, and nothing says how often.
    fn leaves_count_open(&self, text: &str, condition: &str, above: &Order<Written>) -> bool {
        const COUNTS: [&str; 7] = ["once", "one", "twice", "thrice", "times", "often", "again"];
        let denies = condition
            .split(' ')
            .any(|word| ["nobody", "no", "not", "none", "neither"].contains(&word) || word.ends_with("n't"));
        let Some((_, does)) = text.split_once(", ").filter(|_| denies) else { return false };
        let does = ["then ", "i "].iter().find_map(|lead| does.strip_prefix(lead)).unwrap_or(does);
        let skill = does.chars().next().and_then(|mark| self.prepared.names.marked(mark));
        let counts = does
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| COUNTS.contains(&word) || word.parse::<u32>().is_ok());
        let repeats = |kind: &ActionKind<Written>| match kind {
            ActionKind::Use { skill: used, times, .. } => {
                *times != Times::ONCE && skill.is_some_and(|skill| skill.eq_ignore_ascii_case(&used.text))
            }
            _ => false,
        };
        !counts && above.body.actions().any(|action| repeats(&action.kind))
    }

    /// The span without `After that, ` before or ` after that` behind the order. Orders are carried out one after the
    /// other anyway, if neither has a condition or a delay.
    fn strip_after_that(&self, span: Span) -> Span {
        const LEADS: [&str; 6] =
            ["after that, ", "after that: ", "afterwards, ", "afterwards: ", "after this, ", "after, "];
        const ENDS: [&str; 4] = [" after that", " afterwards", " after this", " afterward"];
        let text = self.text(span);
        let is_lead = |lead: &&&str| text.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead));
        let strip_ending = || ENDS.iter().find_map(|end| text.strip_suffix(end));
        let rest = match LEADS.iter().find(is_lead) {
            Some(lead) => Span::new(span.start + lead.len(), span.end),
            None => match strip_ending() {
                Some(order) => Span::new(span.start, span.start + order.len()),
                None => return span,
            },
        };
        let above = self.parsed.orders.last().filter(|_| self.order_above.is_some());
        let depends = |order: &Order<Written>| {
            order.body.is_conditional() || order.body.actions().any(|action| !action.delay.is_none())
        };
        let has_condition =
            sentence_words::tokenize(self.text(rest)).iter().any(|(_, _, token)| token.opens_condition());
        // Behind an order that was refused, it is read without these words: one error is enough.
        let follows_refused = self.parsed.unread.last().is_some_and(|above| above.number == self.count);
        if above.map_or(!follows_refused, depends) || has_condition { span } else { rest }
    }

    /// `Buy a Splint there.` behind an order that goes somewhere.
    fn read_purchase_at_destination(&self, span: Span) -> Option<ReadOrder> {
        let order = self.text(span).strip_suffix(" there")?;
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let mut locations = above.body.actions().filter_map(|action| action.kind.facts().destination);
        let (Some(location), None) = (locations.next(), locations.next()) else { return None };
        let location = self.prepared.names.mark_of(&location.text)?;
        let parsed = self.read_order_in_words(span, &format!("if I am in {location}, {order}"), Some(span)).ok()?;
        let buys = parsed.0.body.actions().all(|action| matches!(action.kind, ActionKind::Buy { .. }));
        buys.then_some(parsed)
    }

    /// `If it fails, …` behind an order that uses a skill.
    fn read_if_it_fails(&self, span: Span) -> Option<ReadOrder> {
        const FAILED: [&str; 6] = [
            "if it fails or is cancelled, ",
            "if it fails, ",
            "if that fails, ",
            "if it is cancelled, ",
            "if it's cancelled, ",
            "should it fail, ",
        ];
        let text = self.text(span);
        let lead = FAILED.iter().find(|lead| text.get(..lead.len()).is_some_and(|of| of.eq_ignore_ascii_case(lead)))?;
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let mut actions = above.body.actions();
        let (Some(ActionKind::Use { skill, .. }), None) = (actions.next().map(|action| &action.kind), actions.next())
        else {
            return None;
        };
        let rest = text.get(lead.len()..)?;
        let rest = rest.strip_suffix(" instead").unwrap_or(rest);
        let skill = self.prepared.names.mark_of(&skill.text)?;
        self.read_order_in_words(span, &format!("if {skill} fails, {rest}"), Some(span)).ok()
    }

    /// `Cut whoever attacks Rin. If nobody has attacked her by then, Cut Lancer instead.`: the order above is not done
    /// in that case anyway, so `instead` adds nothing.
    fn read_with_idle_instead(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let order = text.strip_suffix(" instead")?;
        let (condition, _) =
            order.get(..3).filter(|lead| lead.eq_ignore_ascii_case("if ")).and(order.get(3..))?.split_once(", ")?;
        let condition = condition.split(" by the end of ").next().unwrap_or(condition);
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        if !self.covers_other_cases(span, condition, above) {
            return None;
        }
        self.read_order_in_words(span, order, Some(span)).ok()
    }

    /// Splits a sentence into orders that are each complete. In `If Illya is here, attack Illya; if Lancer is here,
    /// attack Lancer` each has its own condition; in `Attack Archer and, if Lancer is here, use Guard` the first has
    /// none.
    fn split_into_orders(&self, span: Span, said: &str) -> Option<Vec<ReadOrder>> {
        let parsed = |part: &str| self.read_order_in_words(span, part, Some(span)).ok();
        let depends = |(order, ..): &ReadOrder| order.body.is_conditional();
        let halves: Vec<&str> = if said.contains('"') { vec![said] } else { said.split("; ").collect() };
        let headed_count = halves.iter().filter(|half| begins_with_shared_clause(half)).count();
        // `At the end of the Attacking Phase, if C, A; if D, B`: the words before the first `if` apply to both.
        let head = match headed_count {
            0 => "",
            _ if headed_count == halves.len() && headed_count > 1 => "",
            _ => said.split_at_checked([", if ", ": if "].iter().find_map(|to| said.find(to))? + 2)?.0,
        };
        // `if Lancer is here as well`: in addition to what the first asks.
        let is_additional = |half: &&&str| {
            let condition = half.split(',').next().unwrap_or_default();
            [" too", " also", " as well"].iter().any(|word| condition.contains(word))
        };
        if halves.len() > 1 && !halves.iter().skip(1).any(|half| is_additional(&half)) {
            let read_half = |(at, half): (usize, &&str)| match head {
                "" => parsed(half),
                _ if at == 0 => parsed(half),
                _ if half.get(..3)?.eq_ignore_ascii_case("if ") => parsed(&format!("{head}{half}")),
                _ => None,
            };
            let orders: Option<Vec<ReadOrder>> = halves.iter().enumerate().map(read_half).collect();
            if let Some(orders) = orders.filter(|orders| orders.iter().all(depends)) {
                return Some(orders);
            }
        }
        let (at, joint) = JOINTS.iter().find_map(|joint| Some((said.find(joint)?, joint)))?;
        let (first, rest) = (said.get(..at)?, said.get(at + joint.len()..)?);
        if !head.is_empty() || first.matches('"').count() % 2 == 1 {
            return None;
        }
        let orders = vec![parsed(first).filter(|first| !depends(first))?, parsed(&format!("if {rest}"))?];
        Some(orders)
    }

    /// Reads one sentence in the words of `text`, trying every rewording that applies.
    pub(in crate::language::orders) fn read_order_in_words(
        &self,
        span: Span,
        text: &str,
        reworded: Option<Span>,
    ) -> Result<ReadOrder, order_error::OrderError> {
        order_error::check_size(text)?;
        if let Some(found) = self.read_own_turn(span, text) {
            return found;
        }
        if let Some(found) = self.read_glossed(span, text) {
            return Ok(found);
        }
        let parsed = self.parse_order_in_words(span, text, reworded);
        let names = self.prepared.names;
        match &parsed {
            Ok(order) if !teams::names_strangers(order, names) => return parsed,
            Ok(_) | Err(order_error::OrderError::Unparsed(_) | order_error::OrderError::Unsupported(_)) => {}
            Err(fault) if fault.may_be_reworded(text) => {}
            Err(_) => {
                let found = self.read_healing_of_hurt(span, text).or_else(|| self.read_without_cost(span, text));
                let found = found.or_else(|| self.read_without_early_time(span, text));
                let found = found.or_else(|| self.read_without_natural_time(span, text));
                let found = found.or_else(|| self.asked_as_all_move(span, text));
                let found = found.or_else(|| self.read_without_end_of_turn(span, text));
                return found.or_else(|| self.read_without_saved_points(span, text)).map_or(parsed, Ok);
            }
        }
        let with_masters = teams::name_teams_by_masters(text, names);
        if let Some(with_masters) = &with_masters {
            // A message keeps its original words.
            let is_speech = |kind: &ActionKind<Written>| {
                matches!(kind, ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::Logic(_))
            };
            if let Some(speech_order) = self
                .read_reworded(span, text)
                .filter(|parsed| parsed.0.body.actions().any(|action| is_speech(&action.kind)))
            {
                return Ok(self.restore_messages(span, speech_order));
            }
            match self.parse_order_in_words(span, with_masters, Some(span)) {
                Ok(order) if teams::names_strangers(&order, names) => {}
                Err(order_error::OrderError::Unparsed(_) | order_error::OrderError::Unsupported(_)) => {}
                found => return found,
            }
        }
        let words = with_masters.as_deref().unwrap_or(text);
        let own_words = || with_masters.is_some().then(|| self.read_reworded(span, text)).flatten();
        let found = self.read_reworded(span, words).or_else(own_words).or_else(|| self.read_without_aside(span, words));
        let found = found.or_else(|| self.read_healing_of_hurt(span, words));
        let misspelt = || parsed.is_err().then(|| self.read_reworded_with_misspelt_names(span, words)).flatten();
        let found = found.or_else(misspelt);
        let found = found.or_else(|| self.read_without_cost(span, text));
        let found = found
            .or_else(|| self.read_without_early_time(span, text))
            .or_else(|| self.read_without_saved_points(span, text));
        let found = found.or_else(|| self.read_without_natural_time(span, text));
        let found = found.or_else(|| self.asked_as_all_move(span, text));
        let found = found.or_else(|| self.read_without_end_of_turn(span, text));
        let found = found.or_else(|| self.read_with_all_points(span, text));
        found.map_or(parsed, |order| Ok(self.restore_messages(span, order)))
    }

    /// Whether a heading names none of the seat's characters and is no title such as `Orders for tonight`, `Team Red`.
    fn is_foreign_heading(&self, head: &Name) -> bool {
        let names = self.prepared.names;
        let words = || head.text.split_whitespace();
        let is_team_title = words().any(|word| word.eq_ignore_ascii_case("team"))
            && words().all(|word| text_parts::is_title(word) || names.is(word, NameKind::Team));
        !names.is(&head.text, NameKind::Own) && !text_parts::is_title(&head.text) && !is_team_title
    }

    /// Restores the original words of messages in an order that was reworded.
    fn restore_messages(&self, span: Span, mut parsed: ReadOrder) -> ReadOrder {
        let sentence = self.prepared.words(span);
        for action in parsed.0.body.actions_mut() {
            let message = match &mut action.kind {
                ActionKind::Tell { text, .. } | ActionKind::Say(text) => text,
                ActionKind::Logic(
                    LogicStatement::Red(text)
                    | LogicStatement::Gold(text)
                    | LogicStatement::Blue { text, .. }
                    | LogicStatement::AnswerInRed { text, .. }
                    | LogicStatement::CounterInBlue { text, .. }
                    | LogicStatement::Correct { text, .. },
                ) => text,
                _ => continue,
            };
            if let Some(written) = wordings::ending_as_written(&sentence, message) {
                *message = written.trim_end_matches(['.', ' ']).to_owned();
            }
        }
        parsed
    }

    /// Parses one sentence in the words of `text`, its own or words with the same meaning, without further rewording.
    pub(in crate::language::orders) fn parse_order_in_words(
        &self,
        span: Span,
        text: &str,
        reworded: Option<Span>,
    ) -> Result<ReadOrder, order_error::OrderError> {
        let mut pairs = parse_pairs(Rule::order_line, text)
            .ok_or_else(|| order_error::OrderError::Unparsed(UnparsedWords::new(text)))?;
        let has_name =
            |p: &Pair<'_, Rule>| p.as_rule() == Rule::doer && p.clone().into_inner().any(|p| p.as_rule() == Rule::name);
        let has_no_subject = !pairs.clone().flatten().any(|p| has_name(&p));
        let actor = self.actor.as_ref().map(|actor| actor.text.as_str()).filter(|_| has_no_subject);
        let source_context =
            SentenceContext { prepared: self.prepared, offset: span.start, sentence: text, actor, reworded };
        if let Some(found) = find_people_between_verbs(&pairs, text) {
            return self.read_with_brackets(span, found, |row| source_context.original_span(row));
        }
        let reader = ConditionReader { context: &source_context };
        let mut builder = order_builder::OrderBuilder {
            reader,
            names: self.prepared.names,
            sentence: text,
            sentence_before: &self.said_before,
            doer: None,
            has_unnamed_clause: false,
            block_actor: self.actor.clone(),
            names_in_conditions: Vec::new(),
            instrument: None,
            companions: Vec::new(),
            says_we: false,
            doer_takes_infinitive: false,
            says_lets: false,
            places: Vec::new(),
            has_several_subjects: false,
            first_person: false,
            asked: None,
            ended: None,
            warnings: Vec::new(),
        };
        let mut body = builder.build_body(&mut pairs)?;
        let actor = match (&builder.doer, &self.actor) {
            // `Last resort: Saber flees to the Bridge.`: the words before the colon would be lost otherwise.
            (Some(_), Some(head)) if self.is_foreign_heading(head) => head.clone(),
            (Some(doer), _) => doer.clone(),
            (None, Some(actor)) => actor.clone(),
            // A message belongs to the player, whichever own character's block it is in.
            (None, None) => match self.only_own().or_else(|| self.first_own().filter(|_| body.is_logic_game_only())) {
                Some(text) => Name { text, span: self.prepared.original_span(Span::new(span.start, span.start)) },
                None => return Err(order_error::no_actor_error(self.prepared.original_span(span)).into()),
            },
        };
        let companions = match self.is_foreign_heading(&actor) {
            true => Vec::new(),
            false => self.companions_of(&builder, &actor, &body, self.prepared.original_span(span))?,
        };
        // `Rin uses Jewel Light on me` in Saber's block: who is `me`?
        let acts_for_another = self.actor.as_ref().is_some_and(|head| !head.text.eq_ignore_ascii_case(&actor.text));
        let writer = self.actor.as_ref().filter(|_| acts_for_another);
        let is_for_writer = writer.is_some_and(|writer| give_to_writer(&mut body, writer));
        if let Some(word) = self.find_first_person(span).filter(|_| acts_for_another && !is_for_writer) {
            let message = format!("who is `{word}` in an order of `{}`?", actor.text);
            return Err(Diagnostic::error(codes::WHOM, self.prepared.original_span(span), message)
                .note("name the character, or write the order below its own head")
                .into());
        }
        let mut order = Order {
            actor,
            number: self.next_number(),
            span: self.prepared.original_span(span),
            body,
            after_move: false,
            before_move: false,
            asker: None,
        };
        // `If Saber is here, have her attack Archer` in Rin's block: `here` is Rin's location.
        if let Some(head) = self.actor.as_ref().filter(|head| acts_for_another && !self.is_foreign_heading(head)) {
            let actor = order.actor.clone();
            companions::resolve_here_for_writer(&mut order, &actor, head);
        }
        let ended = builder.ended;
        let mut warnings = builder.warnings;
        redundant_times::drop_natural_start(&mut order, self.prepared.names, &mut warnings);
        redundant_times::drop_time_of_moves(&mut order, self.prepared.names, &mut warnings);
        redundant_times::ask_as_phase_ends(&mut order, ended, self.prepared.names);
        Ok((order, companions, warnings))
    }

    /// Reads a sentence in which brackets show with which verb each person belongs, or refuses it.
    fn read_with_brackets(
        &self,
        span: Span,
        found: PeopleBetweenVerbs,
        original_span: impl Fn(Span) -> Span,
    ) -> Result<ReadOrder, order_error::OrderError> {
        match found {
            PeopleBetweenVerbs::Bracketed(text) => self.parse_order_in_words(span, &text, Some(span)),
            PeopleBetweenVerbs::Ambiguous(row, ways) => {
                let message = "which of these belong to the verb before them, and which to the one behind?";
                let fault = Diagnostic::error(codes::WHOM, original_span(row), message);
                let ways: Vec<String> = ways.iter().map(|way| format!("`{}`", self.prepared.in_names(way))).collect();
                let note = match ways.is_empty() {
                    true => "give each verb its people: `If Lancer attacks me or Archer attacks me, …`".to_owned(),
                    false => format!("write {}", ways.join(", or ")),
                };
                Err(fault.note(note).into())
            }
        }
    }

    /// The first `I`, `me` or `my` of a sentence, except in quotations and in requests such as `I would like`.
    fn find_first_person(&self, span: Span) -> Option<String> {
        const WORDS: [&str; 6] = ["i", "me", "my", "mine", "myself", "our"];
        let mut start = None;
        let text = self.text(span);
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            if c.is_alphabetic() {
                start.get_or_insert(at);
                continue;
            }
            let Some(from) = start.take() else { continue };
            let word = text.get(from..at).unwrap_or_default();
            let is_quoted = self.prepared.is_quoted(span.start + from);
            let is_request = text.get(at..).is_some_and(|rest| {
                let rest = rest.trim_start_matches(['\'', ' ']).to_ascii_lowercase();
                ["d like", "d love", "would like", "would love", "want", "wish", "intend", "plan", "need"]
                    .iter()
                    .any(|of| rest.starts_with(of))
            });
            if !is_quoted && !is_request && WORDS.iter().any(|of| of.eq_ignore_ascii_case(word)) {
                return Some(word.to_owned());
            }
        }
        None
    }
}

/// The question whom a pronoun of a sentence means, and its code; `None` if the sentence is not read, or if none stays
/// open.
fn open_pronoun(
    out: &ResolvedSentence,
    parsed: Option<&ReadOrder>,
    is_read_in_names: bool,
) -> Option<(&'static str, &'static str)> {
    let is_read = parsed.is_some() || is_read_in_names;
    // Whom a pronoun means is decided where names are known. A tree knows only whoever its condition finds.
    // What is taken as a note may speak of anybody.
    let binds_in_tree = |(order, _, said): &ReadOrder| {
        !pronouns::finds_people_by_night(&order.body) && !said.iter().any(|of| of.code == codes::NOTE)
    };
    let questions = [
        (
            out.fits_nobody && parsed.is_some(),
            codes::NOBODY_MEANT,
            "`he` or `she` fits nobody whom this sentence names",
        ),
        (
            out.is_doubtful && is_read,
            codes::WHOM,
            "whom does the word mean, whom this sentence names or whom the one before it names?",
        ),
        (
            out.leaves_open && !is_read_in_names && parsed.is_some_and(binds_in_tree),
            codes::NOBODY_MEANT,
            "nobody stands before the word whom it could mean",
        ),
        (
            out.fits_two_before && is_read,
            codes::WHOM,
            "whom does the word mean? two whom the sentences before name could be meant",
        ),
    ];
    questions.into_iter().find_map(|(is_open, code, question)| is_open.then_some((code, question)))
}

/// `Rin gives me the Splint` in Saber's block: nobody gives anything to themselves, so `me` is Saber. Tells whether
/// that is all that the order does.
fn give_to_writer(body: &mut Body<Written>, writer: &Name) -> bool {
    let [Branch { guards, actions }] = body.branches.as_mut_slice() else { return false };
    let [Action { kind: ActionKind::Give { to, .. }, delay, .. }] = actions.as_mut_slice() else { return false };
    let is_for_writer = *to == Who::User && guards.is_empty() && delay.is_none() && body.read_at.is_none();
    if is_for_writer {
        *to = Who::Named(writer.clone());
    }
    is_for_writer
}
