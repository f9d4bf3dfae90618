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
pub(super) fn check(skill: &Skill, places: &[Scalar], faults: &Diagnostics) {
    let alone = |kind: &TargetKind| matches!(kind, TargetKind::SelfTarget | TargetKind::Location);
    if skill.is_passive() || skill.targets.iter().all(alone) {
        return;
    }
    for (line, at) in skill.effects.iter().zip(places) {
        if !says_than_whom(&at.text) && speaks_of_others(line) {
            let message = "else than whom? the skill's target may be one of these, or be left out";
            faults.report(
                Diagnostic::error(code::MISPLACED_EFFECT, at.place(Span::new(0, at.text.len())), message)
                    .note("with the target: write `all characters other than the user`, or give the skill no target but `[Location]`"),
            );
        }
    }
}

fn says_than_whom(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["than the user", "but the user", "except the user", "excluding the user"].iter().any(|said| lower.contains(said))
}

/// Whether a line affects, or asks about, everybody other than somebody.
fn speaks_of_others(line: &EffectLine) -> bool {
    let Some(Sentence { trigger: None, condition, operation, .. }) = line.sentence() else { return false };
    let mut others = Others(false);
    condition.iter().for_each(|asked| others.visit_condition(asked));
    others.visit_operation(operation);
    others.0
}

struct Others(bool);

impl<'t> Visit<'t, Written> for Others {
    fn visit_group(&mut self, group: &'t Group<Written>) {
        self.0 |= group.filters.contains(&Filter::Other);
        self.walk_group(group);
    }
}

impl<'t> VisitEffect<'t> for Others {}
