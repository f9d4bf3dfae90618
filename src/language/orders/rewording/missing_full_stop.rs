//! Sentences that cannot be read because a full stop is missing: they are two.
//!
//! A sentence is split at a line break if an order clearly begins behind it; then each half stands or falls by itself.
//! If the second half could depend on the first (`If Lancer is hre`, `… and`), or both are on one line, the parser does
//! not guess: the fault names both.

use super::redundant_times::saves_points;
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::ActionKind;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::{OrderFileReader, ReadOrder, Rule, codes, matches_rule};
use crate::language::pairs::Pairs;
use crate::language::parser::parse_pairs;
use crate::language::prepare::split::{begins_order, begins_sentence};
use crate::language::span::Span;
use crate::language::spelling::find_only_misspelling;
use crate::vocabulary::text::capitalise;

/// The result of trying to split a sentence that cannot be read.
pub(in crate::language::orders) enum SplitResult {
    /// Two sentences: the first with its result, the rest still to be read.
    TwoSentences { first: Span, read: Box<Result<ReadOrder, OrderError>>, rest: Span },
    /// Two orders that one sentence joins. `second` is set if a part of the sentence belongs to both; otherwise the
    /// rest is still to be read.
    JoinedOrders { first: Span, read: Box<ReadOrder>, rest: Span, second: Option<Box<ReadOrder>> },
    /// An order and a prohibition, in either order; both are still to be read.
    WithProhibition { first: Span, rest: Span },
    /// One sentence, with its fault.
    Unsplit(OrderError),
}

/// The maximum number of characters of an order that a message shows.
const MAX_EXCERPT: usize = 60;
/// Words that could tie one of two orders to the other, or refer to somebody in it.
const TYING_WORDS: [&str; 40] = [
    "if",
    "unless",
    "when",
    "whenever",
    "while",
    "until",
    "till",
    "once",
    "after",
    "before",
    "otherwise",
    "else",
    "instead",
    "should",
    "provided",
    "assuming",
    "as",
    "but",
    "or",
    "not",
    "only",
    "except",
    "he",
    "she",
    "it",
    "they",
    "him",
    "her",
    "them",
    "his",
    "their",
    "that",
    "this",
    "there",
    "same",
    "again",
    "also",
    "too",
    "rest",
    "both",
];
/// The most bytes of a sentence that is tried as several orders on one line: some 150 words.
const MAX_JOINED: usize = 1000;
/// How a quotation ends that ends the sentence around it too.
const QUOTED_ENDS: [&str; 3] = [".\"", "!\"", "?\""];
/// How many words before the place where the grammar stopped a second order may have begun.
const MAX_WORDS_BACK: usize = 3;

impl OrderFileReader<'_> {
    /// Tries to split a sentence that cannot be read.
    pub(in crate::language::orders) fn split_unreadable(&self, span: Span, fault: OrderError) -> SplitResult {
        let text = self.text(span);
        if let Some(split) = self.split_by_actor(span, &fault).or_else(|| self.split_second_purchase(span)) {
            return split;
        }
        if let Some((first, rest)) = self.split_order_and_prohibition(span).or_else(|| self.split_saving(span)) {
            return SplitResult::WithProhibition { first, rest };
        }
        let reach = fault.failure_offset().unwrap_or(text.len());
        let breaks =
            || text.match_indices('\n').map(|(at, _)| at).filter(|at| !self.prepared.is_quoted(span.start + at));
        let behind = breaks().find(|at| {
            *at > reach && self.begins_like_misspelt_order(text.get(*at..).unwrap_or_default().trim_start())
        });
        let mut below = None;
        for at in breaks().rfind(|at| *at <= reach).into_iter().chain(behind) {
            let line = text.get(at..).unwrap_or_default().trim_start();
            let first = Span::new(span.start, span.start + text.get(..at).unwrap_or_default().trim_end().len());
            let rest = Span::new(span.end - line.len(), span.end);
            let is_capitalised =
                line.chars().next().is_some_and(|c| c.is_uppercase() || self.prepared.name_of_mark(c).is_some());
            let parsed = self.read_order(first);
            let is_sentence = is_capitalised && (begins_sentence(line) || self.begins_with_doer(line));
            if parsed.is_ok() && (is_sentence || (begins_order(line) && self.read_order(rest).is_ok())) {
                return SplitResult::TwoSentences { first, read: Box::new(parsed), rest };
            }
            if !self.begins_like_misspelt_order(line) || is_incomplete(self.text(first)) {
                continue;
            }
            // Splitting here would separate a condition from its order on the line below.
            if parsed.is_err()
                && is_capitalised
                && (!self.is_conditional(self.text(first)) || self.is_misspelt_order(first))
            {
                return SplitResult::TwoSentences { first, read: Box::new(parsed), rest };
            }
            if self.read_order(rest).is_ok() {
                below = Some(rest);
            }
        }
        if let Some(split) = self.split_on_line(span, &fault) {
            return split;
        }
        match below {
            Some(rest) => {
                let note = format!(
                    "with it `{}` is lost, on a line below: a full stop must stand between two orders",
                    self.excerpt(rest)
                );
                SplitResult::Unsplit(fault.into_diagnostic(self.prepared, span).note(note).into())
            }
            None => SplitResult::Unsplit(fault),
        }
    }

    /// Splits a sentence into orders on one line, or says that they are two.
    fn split_on_line(&self, span: Span, fault: &OrderError) -> Option<SplitResult> {
        if self.text(span).len() > MAX_JOINED {
            return None;
        }
        let in_two = |(first, parsed, rest)| SplitResult::TwoSentences { first, read: Box::new(Ok(parsed)), rest };
        if let Some(split) = self.split_behind_speech(span).or_else(|| self.split_at_semicolon(span)) {
            return Some(in_two(split));
        }
        match self.split_joined_orders(span) {
            Some(Ok(joined)) => Some(in_two(joined)),
            Some(Err(diagnostic)) => Some(SplitResult::Unsplit(diagnostic.into())),
            None => self.find_second_order_on_line(span, fault).map(|second| SplitResult::Unsplit(second.into())),
        }
    }

    /// `I save my third AP: if Archer attacks me, Cut him.`: what is kept back, and the order.
    fn split_saving(&self, span: Span) -> Option<(Span, Span)> {
        let text = self.text(span);
        let (kept, order) = text.split_once(": ")?;
        let saves = saves_points(kept) && !self.prepared.is_quoted(span.start + kept.len());
        saves.then(|| (Span::new(span.start, span.start + kept.len()), Span::new(span.end - order.len(), span.end)))
    }

    /// Warns that a full stop is missing behind a span and has been assumed, unless what is quoted ends with one.
    pub(in crate::language::orders) fn warn_missing_full_stop(&mut self, first: Span) {
        if QUOTED_ENDS.iter().any(|end| self.text(first).ends_with(end)) {
            return;
        }
        let end = self.prepared.original_span(Span::new(first.end.saturating_sub(1), first.end));
        self.push_diagnostic(
            Diagnostic::warning(codes::MISSING_FULL_STOP, end, "a full stop is missing here")
                .note("it is read as the end of the order"),
        );
    }

    /// `Tell Tokiomi: "We leave." Saber and I stay.`: splits behind what is quoted, if it ends like a sentence, the
    /// next word begins one, and each part reads by itself.
    fn split_behind_speech(&self, span: Span) -> Option<(Span, ReadOrder, Span)> {
        let text = self.text(span);
        let ends = QUOTED_ENDS.iter().flat_map(|end| text.match_indices(end));
        ends.filter_map(|(at, end)| {
            let behind = text.get(at + end.len()..)?.strip_prefix(' ')?.trim_start();
            let begins = behind.chars().next()?;
            if !begins.is_uppercase() && self.prepared.name_of_mark(begins).is_none() {
                return None;
            }
            let first = Span::new(span.start, span.start + at + end.len());
            let rest = Span::new(span.end - behind.len(), span.end);
            let parsed = self.read_order(first).ok()?;
            self.read_order(rest).is_ok().then_some((first, parsed, rest))
        })
        .next()
    }

    /// `Guard; Cut Lancer twice; move to Bridge`: splits at a semicolon if each part reads by itself and none depends
    /// on another.
    fn split_at_semicolon(&self, span: Span) -> Option<(Span, ReadOrder, Span)> {
        let text = self.text(span);
        let at = text.char_indices().find(|(at, c)| *c == ';' && !self.prepared.is_quoted(span.start + at))?.0;
        if has_tying_word(text) || begins_with_shared_clause(text) {
            return None;
        }
        let behind = text.get(at + 1..)?;
        let rest = Span::new(span.end - behind.trim_start().len(), span.end);
        let first = Span::new(span.start, span.start + text.get(..at)?.trim_end().len());
        let parsed = self.read_order(first).ok()?;
        // A message may go on behind the semicolon.
        let is_speech =
            |kind: &ActionKind<_>| matches!(kind, ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::Logic(_));
        if parsed.0.body.actions().any(|action| is_speech(&action.kind)) {
            return None;
        }
        let is_readable = self.read_order(rest).is_ok() || self.split_at_semicolon(rest).is_some();
        is_readable.then_some((first, parsed, rest))
    }

    /// `A if C, and B if D` · `If C, A; if D, B`: splits a sentence if each half reads by itself and has its own
    /// condition.
    ///
    /// # Errors
    ///
    /// A word of the second half could mean somebody of the first.
    fn split_joined_orders(&self, span: Span) -> Option<Result<(Span, ReadOrder, Span), Diagnostic>> {
        let text = self.text(span);
        let joints = text.match_indices(", and ").chain(text.match_indices("; "));
        let joints = joints.filter(|(at, _)| !self.prepared.is_quoted(span.start + at));
        for (at, joint) in joints {
            let first = Span::new(span.start, span.start + at);
            let rest = text.get(at + joint.len()..)?;
            let behind = if rest.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("then ")) { 5 } else { 0 };
            let rest = Span::new(span.start + at + joint.len() + behind, span.end);
            let has_condition = |half: Span| {
                parse_order_line(self.text(half))
                    .is_some_and(|pairs| contains_rule(&pairs, &[Rule::if_order, Rule::tail_if]))
            };
            if !has_condition(first) || !has_condition(rest) || begins_with_shared_clause(self.text(first)) {
                continue;
            }
            let Ok(parsed) = self.read_order(first) else { continue };
            let has_pronoun = parse_order_line(self.text(rest)).is_some_and(|pairs| {
                contains_rule(
                    &pairs,
                    &[Rule::k_they, Rule::k_their, Rule::that_one, Rule::instead, Rule::there_, Rule::k_else],
                )
            });
            if has_pronoun {
                let message = "these are two orders; whom or what does a word of the second mean?";
                let full_span = self.prepared.original_span(rest);
                return Some(Err(Diagnostic::error(codes::TWO_ORDERS, full_span, message).note(
                    "neither is carried out; end the first with a full stop, and write the name in the second",
                )));
            }
            if self.read_order(rest).is_ok() {
                return Some(Ok((first, parsed, rest)));
            }
        }
        None
    }

    /// Reports two orders on one line: each reads by itself, and the second begins near the place where the grammar
    /// stopped.
    fn find_second_order_on_line(&self, span: Span, fault: &OrderError) -> Option<Diagnostic> {
        let text = self.text(span);
        let reach = fault.failure_offset()?.min(text.len());
        let starts_word = |at: usize| {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            before.is_some_and(char::is_whitespace)
                && text.get(at..).is_some_and(|t| !t.starts_with(char::is_whitespace))
        };
        let next = text.get(reach..)?.len() - text.get(reach..)?.trim_start().len() + reach;
        let back = (0..=next).rev().filter(|at| starts_word(*at)).take(MAX_WORDS_BACK + 1);
        for at in back.filter(|at| !self.prepared.is_quoted(span.start + at)) {
            let first = Span::new(span.start, span.start + text.get(..at)?.trim_end().len());
            let rest = Span::new(span.start + at, span.end);
            let orders = match self.block_orders_offset(self.text(rest)) {
                Some(head) => Span::new(rest.start + head, rest.end),
                None if self.begins_like_order(self.text(rest)) => rest,
                None => continue,
            };
            if !is_incomplete(self.text(first)) && self.read_order(first).is_ok() && self.read_order(orders).is_ok() {
                let (one, two) = (self.excerpt(first), self.excerpt(rest));
                let whole = |span: Span| self.text_with_names(span).trim_end_matches(['.', ',', ';', ' ']).to_owned();
                let in_two = format!("{}. {}.", whole(first), capitalise(&whole(rest)));
                let full_span = self.prepared.original_span(Span::new(first.end.saturating_sub(1), first.end));
                let message = format!("a full stop is missing between two orders: `{one}` and `{two}`");
                return Some(
                    Diagnostic::error(codes::TWO_ORDERS, full_span, message)
                        .note("neither is carried out")
                        .suggest(Some(in_two)),
                );
            }
        }
        None
    }

    /// The byte offset of the orders in a text that begins with an own character's name and a colon.
    fn block_orders_offset(&self, text: &str) -> Option<usize> {
        use crate::language::name_book::NameKind;
        let mark = text.chars().next().filter(|c| self.prepared.names.mark_is(*c, NameKind::Own))?;
        let rest = text.get(mark.len_utf8()..)?.trim_start();
        let orders = rest.strip_prefix(':')?.trim_start();
        Some(text.len() - orders.len())
    }

    /// The text of a span for a message, shortened if it is long.
    pub(in crate::language::orders) fn excerpt(&self, span: Span) -> String {
        let words = self.text_with_names(span);
        let words = words.trim_end_matches(['.', ',', ';', ' ']);
        match words.char_indices().nth(MAX_EXCERPT) {
            Some((at, _)) => format!("{}…", words.get(..at).unwrap_or_default().trim_end()),
            None => words.to_owned(),
        }
    }

    /// Whether a span begins like an order.
    pub(in crate::language::orders) fn begins_order(&self, span: Span) -> bool {
        self.begins_like_order(self.text(span))
    }

    fn begins_like_order(&self, text: &str) -> bool {
        matches_rule(Rule::order_verb, text) || self.is_conditional(text) || self.begins_with_doer(text)
    }

    /// Whether a line begins like an order, perhaps with a misspelt word.
    fn begins_like_misspelt_order(&self, line: &str) -> bool {
        self.begins_like_order(line) || (line.starts_with(char::is_uppercase) && begins_misspelt(line))
    }

    /// Whether a text begins with a condition or an event.
    fn is_conditional(&self, text: &str) -> bool {
        matches_rule(Rule::opens_condition, text)
    }

    /// Whether a span that cannot be read is a complete order with one misspelt word.
    fn is_misspelt_order(&self, span: Span) -> bool {
        let text = self.text(span);
        find_only_misspelling(Rule::order_line, text, text.len()).is_some()
    }

    /// Whether a line begins with a character who does something.
    fn begins_with_doer(&self, line: &str) -> bool {
        let mut letters = line.chars();
        let begins_with_name = letters.next().is_some_and(|c| self.prepared.name_of_mark(c).is_some());
        begins_with_name && begins_sentence(letters.as_str().trim_start())
    }
}

/// Whether a sentence begins with words that may apply to all of it: `In the second round, if C, A; if D, B`, `When
/// Lancer attacks, …`, `Attacking Phase: …`.
pub(in crate::language::orders) fn begins_with_shared_clause(text: &str) -> bool {
    const WORDS: [&str; 22] = [
        "in",
        "at",
        "during",
        "by",
        "for",
        "from",
        "on",
        "within",
        "before",
        "after",
        "when",
        "whenever",
        "once",
        "while",
        "as",
        "until",
        "till",
        "throughout",
        "every",
        "each",
        "unless",
        "with",
    ];
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let has_label = || {
        let (head, behind) = text.split_once(':')?;
        Some(!head.contains(['"', ',', ';']) && !behind.is_empty())
    };
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(first)) || has_label().unwrap_or(false)
}

/// Whether a text contains a word that could tie it to another order.
pub(in crate::language::orders) fn has_tying_word(text: &str) -> bool {
    let is_tying = |word: &str| TYING_WORDS.iter().any(|tying| tying.eq_ignore_ascii_case(word));
    text.split(|c: char| !c.is_alphanumeric()).any(is_tying)
}

fn parse_order_line(text: &str) -> Option<Pairs<'_, Rule>> {
    parse_pairs(Rule::order_line, text)
}

/// Whether one of these grammar rules appears anywhere in a sentence.
fn contains_rule(pairs: &Pairs<'_, Rule>, rules: &[Rule]) -> bool {
    pairs.clone().flatten().any(|p| rules.contains(&p.as_rule()))
}

/// Whether a line's first word is a misspelt word with which orders begin.
fn begins_misspelt(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let openings = [Rule::order_verb, Rule::opens_condition];
    openings.into_iter().any(|rule| find_only_misspelling(rule, word, 0).is_some())
}

/// Whether a text is incomplete at its end: `…,`, `… and`.
fn is_incomplete(text: &str) -> bool {
    const WORDS: [&str; 24] = [
        "a",
        "an",
        "and",
        "at",
        "but",
        "by",
        "for",
        "from",
        "if",
        "in",
        "my",
        "not",
        "of",
        "on",
        "or",
        "otherwise",
        "the",
        "then",
        "to",
        "unless",
        "until",
        "when",
        "while",
        "with",
    ];
    let text = text.trim_end();
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    text.ends_with([',', ';', ':', '-', '(']) || WORDS.iter().any(|word| last.eq_ignore_ascii_case(word))
}
