//! Labels within a block (`Daytime: scout the Market.`): what they say of the orders below. The block goes on.

use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::BREAK;
use crate::language::order::ActionKind;
use crate::language::orders::diagnose::order_error;
use crate::language::orders::{NameKind, Order, OrderFileReader, ReadOrder, Written, codes};
use crate::language::prepare::block_labels::{BlockLabel, is_of_the_day};
use crate::language::prepare::label_meaning::{LabelSays, LabelVerb, PhaseEdge, TimeOfDay, says};
use crate::language::prepare::split::says_more;
use crate::language::span::Span;
use crate::vocabulary::text::capitalise;

/// A label that is understood: it applies to one order, or to all that follow it.
#[derive(Clone, Copy, Debug)]
pub(in crate::language::orders) struct ActiveLabel {
    name: Span,
    says: LabelSays,
}

impl LabelSays {
    /// The words to put before an order to express the label; `None` if it names no time.
    fn order_prefix(self) -> Option<String> {
        match (self.phase, self.edge, self.is_second_round) {
            (Some(phase), None, _) => Some(format!("{phase}: ")),
            (Some(phase), Some(PhaseEdge::Start), _) => Some(format!("At the start of the {phase}, ")),
            (Some(phase), Some(PhaseEdge::End), _) => Some(format!("At the end of the {phase}, ")),
            (None, _, true) => Some("In the second round, ".to_owned()),
            (None, _, false) => None,
        }
    }
}

impl OrderFileReader<'_> {
    /// Reads a label within a block. On a line of its own it applies to all following orders, otherwise to the next
    /// one.
    pub(in crate::language::orders) fn read_label(&mut self, name: Span, label: BlockLabel) {
        let behind = self.prepared.text.get(name.end..).unwrap_or_default().trim_start_matches([' ', ':']);
        let stands_alone = behind.is_empty() || behind.starts_with(['\n', BREAK]);
        let lead = says(self.text(name)).filter(|_| label == BlockLabel::Part).map(|says| ActiveLabel { name, says });
        self.section_label = lead.filter(|_| stands_alone);
        self.next_label = lead;
        self.unread_label = Some((name, label)).filter(|_| lead.is_none());
    }

    /// Takes the Night that a label names as the letter's Night, or reports that the letter has another.
    pub(in crate::language::orders) fn check_label_night(&mut self, label: ActiveLabel) {
        let Some(night) = label.says.night else { return };
        let span = self.prepared.original_span(label.name);
        match self.parsed.header.night {
            Some((known, _)) if known != night => {
                let message = format!("orders of Night {night} in a letter of Night {known}");
                self.push_diagnostic(
                    Diagnostic::error(codes::BAD_HEADER, span, message).note("one letter has the orders of one Night"),
                );
            }
            Some(_) => {}
            None => self.parsed.header.night = Some((night, span)),
        }
    }

    /// Reads a sentence below a label that is understood, with the label's verb and phase.
    pub(in crate::language::orders) fn read_below_label(
        &self,
        span: Span,
        label: ActiveLabel,
    ) -> Result<ReadOrder, order_error::OrderError> {
        let text = self.text(span);
        let begins_with_name = |kinds: &[NameKind]| {
            let bare = text.strip_prefix("the ").or_else(|| text.strip_prefix("The ")).unwrap_or(text);
            bare.chars().next().is_some_and(|c| kinds.iter().any(|kind| self.prepared.names.mark_is(c, *kind)))
        };
        let verb = match label.says.verb {
            Some(LabelVerb::Move) if begins_with_name(&[NameKind::Location]) => Some("move to "),
            Some(LabelVerb::Scout) if begins_with_name(&[NameKind::Location]) => Some("scout "),
            Some(LabelVerb::Attack) if begins_with_name(&[NameKind::Character]) => Some("attack "),
            _ => None,
        };
        let whole = match verb {
            Some(verb) => match self.read_order_in_words(span, &format!("{verb}{text}"), Some(span)) {
                Ok(_) => format!("{verb}{text}"),
                Err(_) => text.to_owned(),
            },
            None => text.to_owned(),
        };
        let reworded = Some(span).filter(|_| verb.is_some());
        let plain = self.read_order_in_words(span, &whole, reworded)?;
        match label.says.order_prefix() {
            // `Support Phase: In the Support Phase, Calm.`
            Some(words) => self.read_order_in_words(span, &format!("{words}{whole}"), Some(span)),
            None => Ok(plain),
        }
    }

    /// Whether a label fits an order: by day characters only scout, and an attack is no movement.
    pub(in crate::language::orders) fn fits_label(label: ActiveLabel, order: &Order<Written>) -> bool {
        let is_scouting = |kind: &ActionKind<_>| matches!(kind, ActionKind::Scout(_));
        let is_move = |kind: &ActionKind<_>| match kind {
            ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay => true,
            ActionKind::Use { destination, .. } | ActionKind::UseItem { destination, .. } => destination.is_some(),
            _ => false,
        };
        let mut kinds = order.body.actions().map(|action| &action.kind);
        if label.says.verb == Some(LabelVerb::Move) && !kinds.clone().all(is_move) {
            return false;
        }
        match label.says.time {
            Some(TimeOfDay::Day) => kinds.all(is_scouting),
            Some(TimeOfDay::Night) => !kinds.any(is_scouting),
            None => true,
        }
    }

    /// Reports a label that does not fit the order below it.
    pub(in crate::language::orders) fn report_unfit_label(&mut self, label: ActiveLabel, span: Span) {
        self.section_label = None;
        self.report_misread_label(label.name, BlockLabel::Part, span, true);
    }

    /// Whether a label says when an order is carried out.
    pub(in crate::language::orders) fn names_time(label: ActiveLabel) -> bool {
        label.says.order_prefix().is_some()
    }
    /// Handles a heading that names nobody and has nothing below it: it gives the Night, or is reported because no
    /// order uses it.
    pub(in crate::language::orders) fn finish_unowned_heading(&mut self) {
        let Some((title, sentence_count)) = self.unowned_heading.take() else { return };
        let words = self.text(title);
        let night =
            words.to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().windows(2).find_map(|pair| match pair {
                ["night", number] => number.parse().ok(),
                _ => None,
            });
        if self.sentences.len() != sentence_count {
            return;
        }
        match night {
            Some(night)
                if self.parsed.header.night.is_none()
                    && !says_more(&words.replace(|c: char| c.is_ascii_digit(), "")) =>
            {
                self.parsed.header.night = Some((night, self.prepared.original_span(title)));
            }
            _ if says_more(words) => {
                self.push_diagnostic(codes::heading_without_name(
                    self.prepared.original_span(title),
                    &self.excerpt(title),
                ));
            }
            _ => {}
        }
    }

    /// Reports that a label is no name, and suggests what it may have meant. `has_order` is `true` if a readable order
    /// follows.
    pub(in crate::language::orders) fn report_misread_label(
        &mut self,
        name: Span,
        label: BlockLabel,
        sentence: Span,
        has_order: bool,
    ) {
        let (word, actor) = (self.text_with_names(name), self.actor.as_ref().map_or("", |actor| actor.text.as_str()));
        if label == BlockLabel::Remark && !has_order {
            let span = self.prepared.original_span(Span::new(name.start, sentence.end));
            let message = format!("`{word}:` begins no block and no order follows it: these words are passed over");
            let fault = Diagnostic::error(codes::LABEL, span, message)
                .note("an order stands without a word before it; `#` before a remark keeps it out of the orders")
                .suggest(Some(format!("# {word}: …")));
            return self.push_diagnostic(self.note_all_lines(fault, sentence));
        }
        let message = format!("`{word}` is no character: what follows is read as an order of `{actor}`");
        let note = if label == BlockLabel::Remark {
            format!("leave `{word}:` out; `#` before a remark keeps it out of the orders")
        } else if is_of_the_day(&word) {
            format!("leave `{word}:` out: scouting is by day wherever it stands, everything else by night")
        } else {
            format!(
                "leave `{word}:` out: the order itself says when it comes, as `… in the 2nd Attacking Phase.`, `When C, …`"
            )
        };
        // An order on another line is not replaced by one without the label.
        let between = self.text(Span::new(name.end.min(sentence.start), sentence.start));
        let has_order = has_order && !between.contains(['\n', BREAK]);
        let order = capitalise(&self.excerpt(sentence));
        let diagnostic = Diagnostic::error(codes::LABEL, self.prepared.original_span(name), message).note(note);
        self.push_diagnostic(diagnostic.suggest(has_order.then(|| format!("{order}."))));
    }
}
