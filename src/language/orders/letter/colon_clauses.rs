//! A condition or a phase with a colon, under which several orders may stand.

use crate::language::orders::{OrderFileReader, Rule, matches_rule};
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// The condition with a colon that was not understood and under which a sentence stands, up to a blank line.
    pub(in crate::language::orders) fn refused_head_above(&mut self, span: Span) -> Option<Span> {
        let (head, last) = self.refused_head?;
        let is_apart = last.is_some_and(|last| self.prepared.has_blank_line_between(last, span));
        self.refused_head = (!is_apart).then_some((head, Some(span)));
        self.refused_head.map(|(head, _)| head)
    }

    /// Whether an order begins with a condition or a phase and a colon, as if several orders depended on it.
    pub(in crate::language::orders) fn opens_with_colon_clause(&self, span: Span) -> bool {
        let text = self.text(span);
        let colon = text.char_indices().find(|(at, c)| *c == ':' && !self.prepared.is_quoted(span.start + at));
        let before = colon.and_then(|(at, _)| text.get(..=at)).unwrap_or_default();
        let opens = [
            "if ",
            "unless ",
            "when ",
            "at ",
            "below ",
            "only if ",
            "while ",
            "as long as ",
            "so long as ",
            "in case ",
            "provided ",
            "assuming ",
            "should ",
            "once ",
            "after ",
        ]
        .iter()
        .any(|word| before.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        opens || matches_rule(Rule::phase_label, before)
    }
}
