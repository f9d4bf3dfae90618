//! Rejects `Everyone else in this location` in a skill with a target, because it does not say whether the target is
//! among them.

use crate::language::condition::{Filter, Group, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Sentence;
use crate::language::span::Span;
use crate::language::visit::{Visit, VisitEffect};
use crate::vocabulary::target::TargetKind;

use super::code;
use super::reader::Diagnostics;
use super::skill::{EffectLine, Skill};
use super::yaml::Scalar;

/// Rejects sentences of a skill's use that mention others without saying other than whom.
pub(super) fn reject_ambiguous_others(skill: &Skill, scalars: &[Scalar], diagnostics: &Diagnostics) {
    let is_user_or_location = |kind: &TargetKind| matches!(kind, TargetKind::SelfTarget | TargetKind::Location);
    if skill.is_passive() || skill.targets.iter().all(is_user_or_location) {
        return;
    }
    for (line, scalar) in skill.effects.iter().zip(scalars) {
        if !excludes_user(&scalar.text) && mentions_others(line) {
            let message = "else than whom? the skill's target may be one of these, or be left out";
            diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, scalar.source_span(Span::new(0, scalar.text.len())), message)
                    .note("with the target: write `all characters other than the user`, or give the skill no target but `[Location]`"),
            );
        }
    }
}

fn excludes_user(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["than the user", "but the user", "except the user", "excluding the user"]
        .iter()
        .any(|phrase| lower.contains(phrase))
}

/// Whether a line affects, or asks about, everybody other than somebody.
fn mentions_others(line: &EffectLine) -> bool {
    let Some(Sentence { trigger: None, condition, operation, .. }) = line.sentence() else { return false };
    let mut others = OthersVisitor(false);
    condition.iter().for_each(|own_condition| others.visit_condition(own_condition));
    others.visit_operation(operation);
    others.0
}

struct OthersVisitor(bool);

impl<'t> Visit<'t, Written> for OthersVisitor {
    fn visit_group(&mut self, group: &'t Group<Written>) {
        self.0 |= group.filters.contains(&Filter::Other);
        self.walk_group(group);
    }
}

impl<'t> VisitEffect<'t> for OthersVisitor {}
