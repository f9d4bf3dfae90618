//! The receipt: what a player is answered, and what `grail check` prints of a file.

use super::{Checked, plan};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::perception::view::View;

/// What an answer may take whatever it answers, in bytes; each of the faults and the plan.
const ROOM: usize = 16 * 1024;

/// How many bytes the faults of a text, and its plan, may each take: a few times what was written, so that nobody
/// makes the program write more than they do themselves.
pub const fn room(written: usize) -> usize {
    ROOM + 3 * written
}

/// How many of a text's faults are shown: as many as there is room for, and one at the least.
pub fn faults_shown(source: &Source, faults: &[Diagnostic]) -> usize {
    let mut left = room(source.text.len());
    let fits = |fault: &&Diagnostic| {
        let size = fault.render(source).len() + 1;
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    faults.iter().take_while(fits).count().max(1).min(faults.len())
}

/// What is said of faults that are not shown; empty where all are.
pub fn faults_left(left: usize) -> String {
    if left == 0 { String::new() } else { format!("And {left} more: mend these first.\n\n") }
}

/// As much of a plan as fits into so many bytes, and how many orders more there are; nothing where no order stands.
pub fn plan_within(planned: &[plan::Planned], left_out: &[plan::NotAccepted], most: usize) -> String {
    if planned.is_empty() {
        return String::new();
    }
    let all = plan::by_number(planned, left_out);
    let mut left = most;
    let fits = |one: &&plan::NumberedText<'_>| {
        let size = plan::in_blocks(std::slice::from_ref(*one)).len();
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    let (shown, more) = all.split_at(all.iter().take_while(fits).count());
    let mut out = plan::in_blocks(shown);
    let more = more.iter().filter(|one| one.stands).count();
    if more > 0 {
        out.push_str(&format!("And {more} more orders, too long to be shown; they stand as well.\n"));
    }
    out
}

/// Every fault with its place, a blank line behind each, then the plan as understood.
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
pub fn receipt(source: &Source, view: &View, checked: &Checked) -> String {
    let shown = faults_shown(source, &checked.diagnostics);
    let faults = checked.diagnostics.iter().take(shown).map(|fault| fault.render(source) + "\n");
    let left = faults_left(checked.diagnostics.len() - shown);
    let left_out = plan::not_accepted(checked, source);
    let plan = plan_within(&plan::plan(checked, view), &left_out, room(source.text.len()));
    faults.chain([left, plan]).collect()
}
