//! Records what a sentence turned out to be: an order, a prohibition, talk, a remark, or words that are not understood.
//! Only orders and unreadable sentences of a known actor take a number.

use crate::language::condition::Written;
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Branch, Order};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::letter::labels::ActiveLabel;
use crate::language::orders::letter::parsed::{FaultyOrder, NamedReading};
use crate::language::orders::people::companions::order_for_companion;
use crate::language::orders::people::sentence_words;
use crate::language::orders::prohibitions::of_other_cases;
use crate::language::orders::sentence::each_time::order_for_nth;
use crate::language::orders::{NameKind, OrderFileReader, ReadOrder, SentenceKind, codes};
use crate::language::prepare::block_labels::BlockLabel;
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// The number that the next order takes.
    pub(in crate::language::orders) const fn next_number(&self) -> usize {
        self.count + 1
    }

    /// Records the orders that one sentence gives; the label above it belongs to the first.
    pub(in crate::language::orders) fn record_orders(
        &mut self,
        span: Span,
        label: Option<(Span, BlockLabel)>,
        orders: Vec<ReadOrder>,
    ) {
        let mut label = label;
        for (mut order, companions, warnings) in orders {
            order.number = self.next_number();
            self.record_sentence(span, label.take(), Ok((order, companions, warnings)));
        }
    }

    /// Records one sentence with the label above it.
    pub(in crate::language::orders) fn record_sentence(
        &mut self,
        span: Span,
        label: Option<(Span, BlockLabel)>,
        parsed: Result<ReadOrder, OrderError>,
    ) {
        if let Some((name, label)) = label {
            self.report_misread_label(name, label, span, parsed.is_ok());
            if label == BlockLabel::Remark && parsed.is_err() {
                return self.note_owner(span, None);
            }
        }
        if let Some(fault) = self.find_continued_message(span, parsed.is_ok()) {
            self.record_unread(span);
            return self.push_diagnostic(fault);
        }
        let parsed = match self.find_lost_time(span) {
            Some(fault) if parsed.is_ok() => Err(fault.into()),
            _ => parsed,
        };
        let parsed = parsed.and_then(|parsed| match self.find_order_in_message(&parsed, span) {
            Some(fault) => Err(fault.into()),
            None => self.check_against_orders_above(parsed, span),
        });
        let label_above = self.next_label.take();
        match parsed {
            Ok(parsed) => self.record_order(span, label_above, parsed),
            // Words around a coloured statement are no order, unless they begin like one.
            Err(_) if self.prepared.is_beside_colour(span) && !self.begins_order(span) => {
                self.record_words_beside_colour(span);
            }
            Err(OrderError::Unparsed(_)) if self.is_talk(span) => {
                self.sentences.push((span, SentenceKind::Prose));
                self.talk.push(span);
            }
            Err(OrderError::Unparsed(_)) if self.is_prose(span) => self.record_prose(span),
            Err(error) => self.record_prohibition_or_error(span, error),
        }
    }

    /// Records an order, and a copy of it for each companion.
    fn record_order(&mut self, span: Span, label: Option<ActiveLabel>, parsed: ReadOrder) {
        let (order, companions, mut warnings) = parsed;
        if label.is_none()
            && companions.is_empty()
            && order.body.answers.is_none()
            && self.merge_opposite_order(&order, span)
        {
            return;
        }
        if let Some(label) = label.filter(|label| !Self::fits_label(*label, &order)) {
            self.report_unfit_label(label, span);
        }
        warnings.extend(self.find_lost_colon_clause(span, label, &order));
        warnings.extend(self.find_sequence_warning(span, &order));
        self.note_owner(span, Some(order.actor.text.clone()));
        self.note_last_order(span, &order.actor);
        companions.iter().for_each(|companion| self.note_last_order(span, companion));
        self.order_above = Some(order.span);
        let number = order.number;
        let answers = order.body.answers.unwrap_or(1);
        self.keep_order(order, warnings);
        self.repeat_last_order(number, answers);
        // The copies are of the order as it is kept.
        let named_reading = self.parsed.named_readings.last().filter(|last| last.order.number == number).cloned();
        let kept = self.parsed.orders.last().cloned();
        let copies = kept.iter().flat_map(|kept| companions.iter().map(|one| order_for_companion(kept, one.clone())));
        for copy in copies {
            self.keep_copy_for_companion(copy, named_reading.as_ref());
        }
    }

    /// Makes an order of each time that the last order answers (A064).
    fn repeat_last_order(&mut self, number: usize, times: u32) {
        if times < 2 {
            return;
        }
        let Some(first) = self.parsed.orders.last_mut() else { return };
        let said = first.clone();
        *first = order_for_nth(&said, 1);
        let is_of_order = |reading: &&mut NamedReading| reading.order.number == number;
        let named = self.parsed.named_readings.last_mut().filter(is_of_order);
        let named_said = named.map(|named| {
            let said = named.clone();
            named.order = order_for_nth(&said.order, 1);
            said
        });
        for nth in 2..=times {
            let mut next = order_for_nth(&said, nth);
            next.number = self.next_number();
            if let Some(NamedReading { order, text }) = &named_said {
                let order = Order { number: next.number, ..order_for_nth(order, nth) };
                self.parsed.named_readings.push(NamedReading { order, text: text.clone() });
            }
            self.keep_order(next, Vec::new());
        }
    }

    /// A warning about an order without condition or delay below one that began with a condition or phase and a colon.
    /// Remembers whether this order begins so.
    fn find_lost_colon_clause(
        &mut self,
        span: Span,
        label: Option<ActiveLabel>,
        order: &Order<Written>,
    ) -> Option<Diagnostic> {
        let depends = |branch: &Branch<Written>| {
            !branch.guards.is_empty() || branch.actions.iter().any(|action| !action.delay.is_none())
        };
        let is_independent = order.body.names_no_time() && !order.body.branches.iter().any(depends);
        // `Turn Action: Gandr on Archer.` says no time and asks nothing.
        let has_colon_clause = self.opens_with_colon_clause(span) && !is_independent
            || (label.is_some_and(Self::names_time) && self.section_label.is_none());
        let above_had_colon_clause = std::mem::replace(&mut self.above_has_colon_clause, has_colon_clause);
        (above_had_colon_clause && is_independent && label.is_none()).then(|| {
            let message = "what stands above with a colon is of one order alone: this one hangs on nothing";
            Diagnostic::warning(codes::ONE_ORDER_ALONE, order.span, message)
                .note("say it of each: `If C, A.`, `In the Support Phase, A.`")
        })
    }

    /// Keeps a companion's copy of an order, with a copy of the order's reading with names.
    fn keep_copy_for_companion(&mut self, mut copy: Order<Written>, named_reading: Option<&NamedReading>) {
        copy.number = self.next_number();
        if let Some(NamedReading { order, text }) = named_reading {
            let order = Order { number: copy.number, ..order_for_companion(order, copy.actor.clone()) };
            self.parsed.named_readings.push(NamedReading { order, text: text.clone() });
        }
        self.keep_order(copy, Vec::new());
    }

    /// Keeps an order, which has the next number.
    fn keep_order(&mut self, mut order: Order<Written>, warnings: Vec<Diagnostic>) {
        self.count += 1;
        self.parsed.diagnostics.extend(warnings);
        let is_move = order.body.branches.iter().any(Branch::moves);
        let stands_below_refused_move = !is_move && self.refused_movers.contains(&order.actor);
        order.after_move = self.moved_actors.contains(&order.actor) || stands_below_refused_move;
        of_other_cases::drop_final_stay(&mut order);
        let is_of_order = |reading: &&mut NamedReading| reading.order.number == order.number;
        if let Some(reading) = self.parsed.named_readings.last_mut().filter(is_of_order) {
            reading.order.after_move = order.after_move;
            of_other_cases::drop_final_stay(&mut reading.order);
        }
        // A move that may not be made delays nothing (A253): every branch must move, and one of them must apply.
        let branches = &order.body.branches;
        let waits = order.body.read_at.awaited.is_some()
            || branches.iter().flat_map(|branch| &branch.actions).any(|action| action.delay.awaited.is_some());
        // The last `otherwise` has no guard of its own.
        let complete = branches.last().is_some_and(|last| last.guards.len() + 1 == branches.len());
        let moves = branches.iter().all(Branch::moves) && complete && !waits;
        if moves && !order.after_move {
            self.moved_actors.push(order.actor.clone());
        }
        self.parsed.orders.push(order);
    }

    fn record_words_beside_colour(&mut self, span: Span) {
        self.sentences.push((span, SentenceKind::Prose));
        let message = "these words are no order and are passed over";
        self.push_diagnostic(
            Diagnostic::warning(codes::BESIDE_COLOUR, self.prepared.original_span(span), message)
                .note("the coloured text beside them is a statement of the Logic Game"),
        );
    }

    fn record_prose(&mut self, span: Span) {
        self.sentences.push((span, SentenceKind::Prose));
        let message = "these words stand above all orders and are none";
        self.push_diagnostic(
            Diagnostic::warning(codes::PROSE, self.prepared.original_span(span), message)
                .note("the GM can read them; an order stands below its character's name and a colon"),
        );
    }

    /// Records a sentence that is no order: a prohibition, or else an error.
    fn record_prohibition_or_error(&mut self, span: Span, error: OrderError) {
        let fault = error.into_diagnostic(self.prepared, span);
        if let Some(mut forbidden) =
            self.read_prohibition_of_other_cases(span).or_else(|| self.read_prohibition(span, &fault))
        {
            let restricts_order = forbidden.order_number.is_some() || self.merge_into_order_above(span, &mut forbidden);
            self.note_owner(span, None);
            self.order_above = self.order_above.filter(|_| !restricts_order);
            return self.forbidden.push(forbidden);
        }
        self.record_unread(span);
        let fault = self.find_joined_denial(span).unwrap_or(fault);
        let fault = self.with_guidance(fault, span);
        self.push_diagnostic(self.note_all_lines(fault, span));
        self.warn_order_unchanged(span);
        self.above_has_colon_clause = self.opens_with_colon_clause(span);
        let is_head = self.above_has_colon_clause && self.text(span).trim_end().ends_with(':');
        self.refused_head = is_head.then_some((span, None));
    }

    /// Records a sentence that could not be read as an order. Below a heading it keeps its number; above all headings
    /// it belongs to nobody and takes no number.
    pub(in crate::language::orders) fn record_unread(&mut self, span: Span) {
        self.note_owner(span, None);
        let is_move = self.begins_as_move(span);
        let span = self.prepared.original_span(span);
        match &self.actor {
            Some(actor) => {
                self.count += 1;
                self.parsed.unread.push(FaultyOrder { number: self.count, actor: actor.text.clone(), span, is_move });
                if is_move {
                    self.refused_movers.push(actor.clone());
                }
            }
            None => self.unowned_count += 1,
        }
    }

    /// `Movee to the Bridge`, `Move to the Bridge or the Church`: whether a sentence that is not read begins as a move
    /// without a condition. What stands below it is meant for where it leads.
    fn begins_as_move(&self, span: Span) -> bool {
        const VERBS: [&str; 14] = [
            "move", "moves", "go", "goes", "walk", "walks", "head", "heads", "run", "runs", "travel", "travels",
            "return", "returns",
        ];
        let text = self.strip_actor(self.text(span));
        if sentence_words::tokenize(&text).iter().any(|(_, _, token)| token.opens_condition()) {
            return false;
        }
        let words: Vec<String> = text.split_whitespace().filter(|word| *word != "the").map(str::to_lowercase).collect();
        let is_verb = |word: &str| VERBS.contains(&word) || strsim::osa_distance(word, "move") == 1;
        let is_place = |word: &str| word.contains(|c: char| self.prepared.names.mark_is(c, NameKind::Location));
        let leads_to_place = |pair: &[String]| {
            is_place(&pair[1]) && (is_verb(&pair[0]) || ["to", "into", "for"].contains(&pair[0].as_str()))
        };
        words.first().is_some_and(|verb| is_verb(verb)) && words.windows(2).any(leads_to_place)
    }

    /// Adds all lines of a sentence to its fault, because the fault itself shows only one of them.
    pub(in crate::language::orders) fn note_all_lines(&self, fault: Diagnostic, span: Span) -> Diagnostic {
        match self.text(span).contains('\n') {
            true => fault.note(format!(
                "these lines are read as one order, for no full stop parts them: `{}`",
                self.text_with_names(span)
            )),
            false => fault,
        }
    }

    /// Records whose order a sentence is: the actor if known, else the character of the block.
    pub(in crate::language::orders) fn note_owner(&mut self, span: Span, actor: Option<String>) {
        let head = || self.actor.as_ref().map(|actor| actor.text.clone());
        let whose = actor.or_else(head).or_else(|| self.only_own());
        self.sentences.push((span, SentenceKind::Order(whose)));
    }
}
