//! The receipt: the answer to the player, and what `grail check` prints for a file.

use super::{CheckedFile, plan};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::perception::view::View;

/// The bytes that an answer may always take, for the faults and for the plan each.
const BASE_BYTE_BUDGET: usize = 16 * 1024;

/// The maximum number of bytes for the faults of a text, and for its plan. It is proportional to the text, so that
/// nobody can make the program write much more than they write themselves.
pub const fn byte_budget(written: usize) -> usize {
    BASE_BYTE_BUDGET + 3 * written
}

/// The number of a text's faults to show: as many as fit, and at least one.
pub fn count_shown_faults(source: &Source, diagnostics: &[Diagnostic]) -> usize {
    let mut bytes_left = byte_budget(source.text.len());
    let fits_budget = |fault: &&Diagnostic| {
        let size = fault.render(source).len() + 1;
        let is_within_budget = size <= bytes_left;
        bytes_left = bytes_left.saturating_sub(size);
        is_within_budget
    };
    diagnostics.iter().take_while(fits_budget).count().max(1).min(diagnostics.len())
}

/// The line about faults that are not shown; empty if all are.
pub fn describe_hidden_faults(hidden: usize) -> String {
    if hidden == 0 { String::new() } else { format!("And {hidden} more: mend these first.\n\n") }
}

/// As much of a plan as fits into `most` bytes, and the number of further orders. Empty if no order stands.
pub fn render_plan_within(planned: &[plan::Planned], left_out: &[plan::NotAccepted], most: usize) -> String {
    if planned.is_empty() {
        return String::new();
    }
    let texts = plan::texts_by_number(planned, left_out);
    let mut bytes_left = most;
    let fits_budget = |block: &&plan::NumberedText<'_>| {
        let size = plan::render_blocks(std::slice::from_ref(*block)).len();
        let is_within_budget = size <= bytes_left;
        bytes_left = bytes_left.saturating_sub(size);
        is_within_budget
    };
    let (shown, hidden) = texts.split_at(texts.iter().take_while(fits_budget).count());
    let mut out = plan::render_blocks(shown);
    let hidden_count = hidden.iter().filter(|block| block.stands).count();
    if hidden_count > 0 {
        out.push_str(&format!("And {hidden_count} more orders, too long to be shown; they stand as well.\n"));
    }
    out
}

/// Every fault with its position, each followed by a blank line, then the plan as understood.
///
/// ```text
/// error[E204]: `Saber` has no skill `Rapd Cut`
///   red.txt:2:7
///   |   Use Rapd Cut on Caster.
///   |       ^^^^^^^^
///   = did you mean `Rapid Cut`?
///
/// Saber:
///   1. not accepted: Use Rapd Cut on Caster
///   2. Scout Market. [Daily Move Phase, all at once]
/// ```
pub fn render_receipt(source: &Source, view: &View, checked: &CheckedFile) -> String {
    let shown = count_shown_faults(source, &checked.diagnostics);
    let faults = checked.diagnostics.iter().take(shown).map(|fault| fault.render(source) + "\n");
    let hidden_line = describe_hidden_faults(checked.diagnostics.len() - shown);
    let left_out = plan::list_not_accepted(checked, source);
    let plan = render_plan_within(&plan::build_plan(checked, view), &left_out, byte_budget(source.text.len()));
    faults.chain([hidden_line, plan]).collect()
}
