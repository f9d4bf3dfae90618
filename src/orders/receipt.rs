//! The receipt: what a player is answered, and what `grail check` prints of a file.

use super::{Checked, plan};
use crate::language::span::Source;
use crate::perception::view::View;

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
///   2. Scout Market.
///      Daily Move Phase, with everybody's
/// ```
#[must_use]
pub fn receipt(source: &Source, view: &View, checked: &Checked) -> String {
    let faults = checked.diagnostics.iter().map(|fault| fault.render(source) + "\n");
    faults.chain([plan::text(&plan::plan(checked, view))]).collect()
}
