//! Checks between the parts of a sheet: names, upgrades, requirements, costs, targets.

use crate::language::condition::{Act, Name, Predicate, Who, Written};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::effect::{Effect, Modifier, Trigger, Verb};
use crate::language::span::Span;
use crate::language::visit::Visit;
use crate::vocabulary::cost::Cost;

use super::load_skill::LoadedSkill;
use super::misplaced_effects;
use super::reader::Diagnostics;
use super::skill::Role;
use super::yaml::Scalar;
use super::{Sheet, SheetKind, code};

/// Checks the skills of a sheet against each other and against their owner.
pub(super) fn check_skills(sheet: &Sheet, skills: &[LoadedSkill], strict: bool, diagnostics: &Diagnostics) {
    reject_duplicate_names(skills, diagnostics);
    for placed in skills {
        check_max_targets(placed, diagnostics);
        warn_of_costs(sheet.kind, placed, diagnostics);
        misplaced_effects::reject_misplaced_effects(sheet.kind, placed, diagnostics);
        check_upgrades(placed, skills, diagnostics);
        check_used_skills(placed, skills, diagnostics);
        reject_skills_as_characters(placed, skills, diagnostics);
        check_granted_skills(placed, skills, diagnostics);
        reject_self_summons(sheet, placed, diagnostics);
        check_requirements(placed, skills, diagnostics);
    }
    // Whether an arrow has an upgrade is known only once every sentence is read.
    if strict && !diagnostics.has_errors() {
        warn_of_idle_arrows(skills, diagnostics);
    }
}

/// Rejects two skills with the same name, in any letter case.
fn reject_duplicate_names(skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (index, later) in skills.iter().enumerate() {
        for name in later.skill.name.values() {
            if skills[..index].iter().any(|earlier| earlier.skill.is_called(name)) {
                let message = format!("two skills are called `{name}`");
                diagnostics.report(
                    Diagnostic::error(code::DUPLICATE_SKILL, later.spans.name, message)
                        .note("orders call a skill by its name"),
                );
            }
        }
    }
}

/// Checks Max Number of Targets: every kind of target counts toward it (R415).
fn check_max_targets(placed: &LoadedSkill, diagnostics: &Diagnostics) {
    let skill = &placed.skill;
    let kinds = skill.targets.len();
    if skill.max_targets == 0 {
        let message = "a skill has at least 1 target";
        diagnostics.report(Diagnostic::error(code::RANGE, placed.spans.max_targets, message));
    } else if (skill.max_targets as usize) < kinds {
        let message = format!("at most {}, but {kinds} kinds of target to choose from", skill.max_targets);
        diagnostics.report(
            Diagnostic::warning(code::MAX_TARGETS, placed.spans.max_targets, message)
                .note("one of every kind must be chosen, and each counts (R120, R415)"),
        );
    }
}

/// Warns of costs that make no sense for the skill or its owner.
fn warn_of_costs(kind: SheetKind, placed: &LoadedSkill, diagnostics: &Diagnostics) {
    let skill = &placed.skill;
    let at = placed.spans.cost;
    let warn = |code, message: &str| diagnostics.report(Diagnostic::warning(code, at, message));
    if skill.is_passive() && skill.cost.values().any(|cost| *cost != Cost::default()) {
        warn(code::PASSIVE_COST, "a Passive is always on: its cost is never paid (R108)");
    }
    let one_ap = Cost { ap: 1, ..Cost::default() };
    let basic = skill.role == Role::BasicAttack;
    if basic && kind == SheetKind::Servant && skill.cost.base != one_ap {
        warn(code::BASIC_COST, "a basic attack costs 1 AP and nothing else (R097)");
    }
    match kind {
        SheetKind::Master if skill.cost.values().any(|cost| cost.ap > 0 || cost.sp > 0) => {
            warn(code::UNPAYABLE, "a Master has no AP and no SP: this can never be paid (R084)");
        }
        SheetKind::Servant | SheetKind::Familiar if skill.cost.values().any(|cost| cost.takes_turn_action) => {
            warn(code::UNPAYABLE, "only a Master has a Turn Action: this can never be paid (R084)");
        }
        SheetKind::Master | SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => {}
    }
}

/// Rejects the name of a skill where a character is expected: `Damage "X" inflicts`.
fn reject_skills_as_characters(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (sentence, scalar) in placed.sentences() {
        let mut names = NamedCharacters(Vec::new());
        sentence.operation.people().into_iter().for_each(|who| names.visit_who(who));
        let deed = sentence.trigger.as_ref().and_then(Trigger::deed);
        deed.into_iter().chain(&sentence.ending_deed).for_each(|deed| names.visit_deed(deed));
        sentence.condition.iter().for_each(|condition| names.visit_condition(condition));
        for name in names.0 {
            if skills.iter().any(|other| other.skill.is_called(&name.text)) {
                let message = format!("`{}` is a skill of this sheet, and this speaks of somebody", name.text);
                diagnostics.report(
                    Diagnostic::error(code::MISPLACED_EFFECT, scalar.source_span(name.span), message)
                        .note(format!("write `Damage the user inflicts with \"{}\" …`", name.text)),
                );
            }
        }
    }
}

/// Collects the characters that a sentence names. It skips those to whom, or beside whom, something is done.
struct NamedCharacters<'t>(Vec<&'t Name>);

impl<'t> Visit<'t, Written> for NamedCharacters<'t> {
    fn visit_predicate(&mut self, predicate: &'t Predicate<Written>) {
        match predicate {
            Predicate::Detects(who, _) | Predicate::IsWith(who, _) | Predicate::IsOne(who, _) => self.visit_who(who),
            Predicate::MoveCancelled(_) | Predicate::Would(_) => {}
            said => self.walk_predicate(said),
        }
    }

    fn visit_act(&mut self, _: &'t Act<Written>) {}

    fn visit_character(&mut self, name: &'t Name) {
        self.0.push(name);
    }
}

/// Requires that `the user uses "X"` names a skill of the sheet that is not passive.
fn check_used_skills(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (sentence, scalar) in placed.sentences() {
        let Some(Verb::Uses { skill: Some(name), .. }) = sentence.operation.verb() else { continue };
        let span = scalar.source_span(name.span);
        let fault = match skills.iter().find(|other| other.skill.is_called(&name.text)) {
            None => unknown_skill(&name.text, span, skills),
            Some(other) if other.skill.is_passive() => {
                let fault = format!("`{}` is always on: nobody uses it", name.text);
                Diagnostic::error(code::UNKNOWN_UPGRADE, span, fault).suggest(nearest(&name.text, skill_names(skills)))
            }
            Some(_) => continue,
        };
        diagnostics.report(fault);
    }
}

/// Requires that `Upgrades "X"` names a skill of the sheet, and warns where that skill has no arrow (R427).
fn check_upgrades(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (sentence, scalar) in placed.sentences() {
        let Some(Modifier::Upgrade(name)) = sentence.operation.modifier() else { continue };
        let span = find_name_span(scalar, name);
        match skills.iter().find(|other| other.skill.is_called(name)) {
            None => diagnostics.report(unknown_skill(name, span, skills)),
            Some(other) if !has_arrow(other) => diagnostics.report(
                Diagnostic::warning(code::IDLE_ARROW, span, format!("`{name}` has no field with an arrow to change"))
                    .note("write what it becomes, as in `damage: 25 Physical -> 50 Physical`"),
            ),
            Some(_) => {}
        }
    }
}

/// Requires that `The target gains the skill "X"` names a skill of the sheet that can be used.
fn check_granted_skills(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (sentence, scalar) in placed.sentences() {
        let Some(Modifier::Grant(name)) = sentence.operation.modifier() else { continue };
        let span = find_name_span(scalar, name);
        match skills.iter().find(|other| other.skill.is_called(name)) {
            None => diagnostics.report(
                unknown_skill(name, span, skills).note("what a skill grants stands on the same sheet"),
            ),
            Some(other) if other.skill.is_passive() => diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, span, format!("`{name}` is always on, and cannot be used"))
                    .note("say what it does in the sentences of the skill that grants it"),
            ),
            Some(_) if sentence.operation.who().into_iter().any(|who| *who == Who::User) => diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, span, format!("the user can use `{name}` anyhow: it is on this sheet"))
                    .note(format!(
                        "to keep it for as long as this is in force, write as what `{name}` needs `requirements: \"\\\"{}\\\" must be active.\"`",
                        placed.skill.name.base
                    )),
            ),
            Some(_) => {}
        }
    }
}

/// The fault of a sentence that names a skill which is not on the sheet.
fn unknown_skill(name: &str, span: Span, skills: &[LoadedSkill]) -> Diagnostic {
    Diagnostic::error(code::UNKNOWN_UPGRADE, span, format!("no skill of this sheet is called `{name}`"))
        .suggest(nearest(name, skill_names(skills)))
}

/// Rejects a familiar that summons itself. Longer cycles are found when the War is assembled.
fn reject_self_summons(sheet: &Sheet, placed: &LoadedSkill, diagnostics: &Diagnostics) {
    for (sentence, scalar) in placed.sentences() {
        let Some(Verb::Summon { familiar, .. }) = sentence.operation.verb() else { continue };
        if sheet.kind == SheetKind::Familiar && familiar.eq_ignore_ascii_case(&sheet.name) {
            let message = format!("`{familiar}` summons itself: there would be no end of them");
            diagnostics.report(Diagnostic::error(code::SUMMONS_ITSELF, find_name_span(scalar, familiar), message));
        }
    }
}

/// The span of a name in a sentence; the whole sentence where the name is not found.
fn find_name_span(scalar: &Scalar, name: &str) -> Span {
    let found = scalar.text.find(name);
    let at = found.map_or(0..scalar.text.len(), |start| start..start + name.len());
    scalar.source_span(Span::new(at.start, at.end))
}

/// Requires that requirements name skills of the sheet.
fn check_requirements(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (condition, scalar) in placed.skill.requirements.iter().zip(&placed.spans.requirements) {
        // The skills that must be active, without a stated holder.
        let active = condition.statements().into_iter().filter_map(|predicate| match predicate {
            Predicate::Active(name, None) => Some(name),
            _ => None,
        });
        for name in active.filter(|name| !skills.iter().any(|s| s.skill.is_called(&name.text))) {
            diagnostics.report(
                Diagnostic::error(
                    code::UNKNOWN_REQUIREMENT,
                    scalar.source_span(name.span),
                    format!("no skill of this sheet is called `{}`", name.text),
                )
                .suggest(nearest(&name.text, skill_names(skills))),
            );
        }
    }
}

/// Warns of arrows that no skill of the sheet upgrades.
fn warn_of_idle_arrows(skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for placed in skills.iter().filter(|placed| has_arrow(placed)) {
        let is_upgraded = skills.iter().flat_map(|other| &other.skill.effects).any(|line| match &line.effect {
            Effect::Sentence(sentence) => {
                matches!(sentence.operation.modifier(), Some(Modifier::Upgrade(name)) if placed.skill.is_called(name))
            }
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => true,
        });
        if !is_upgraded {
            let message = format!("nothing on this sheet upgrades `{}`", placed.skill.name.base);
            diagnostics.report(Diagnostic::warning(code::IDLE_ARROW, placed.spans.name, message));
        }
    }
}

/// Warns of a Servant without a basic attack or a Noble Phantasm (R063, R099). One that is written but faulty counts as
/// present.
pub(super) fn check_completeness(
    kind: SheetKind,
    span: Span,
    has_basic_attack: bool,
    has_noble_phantasm: bool,
    diagnostics: &Diagnostics,
) {
    if kind != SheetKind::Servant {
        return;
    }
    let wanted = [(has_basic_attack, "basic attack (R099)"), (has_noble_phantasm, "Noble Phantasm (R063)")];
    for (_, what) in wanted.into_iter().filter(|(written, _)| !written) {
        let message = format!("this Servant has no {what}");
        diagnostics.report(Diagnostic::warning(code::INCOMPLETE, span, message));
    }
}

fn has_arrow(placed: &LoadedSkill) -> bool {
    let skill = &placed.skill;
    skill.name.upgraded.is_some()
        || skill.rank.upgraded.is_some()
        || skill.kind.upgraded.is_some()
        || skill.cost.upgraded.is_some()
        || skill.damage.as_ref().is_some_and(|damage| damage.upgraded.is_some())
}

fn skill_names(skills: &[LoadedSkill]) -> impl Iterator<Item = &str> {
    skills.iter().flat_map(|placed| placed.skill.name.values()).map(String::as_str)
}
