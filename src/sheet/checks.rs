//! Checks between the parts of a sheet: names, upgrades, requirements, costs, targets.

use crate::language::condition::{Act, Condition, Name, Predicate, Who, Written};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::effect::{
    Cancelled, Clause, Counted, Destination, Effect, Modifier, Operation, Sentence, Trigger, Verb,
};
use crate::language::span::Span;
use crate::language::visit::Visit;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::target::TargetKind;

use super::already_conditions;
use super::conditions_after_blows;
use super::effect_sentences::reject_unsupported;
use super::everyone_else;
use super::load_skill::LoadedSkill;
use super::owner_references;
use super::reader::Diagnostics;
use super::skill::Role;
use super::upkeep_and_uses;
use super::yaml::Scalar;
use super::{Sheet, SheetKind, code};

/// Checks the skills of a sheet against each other and against their owner.
pub(super) fn check_skills(sheet: &Sheet, skills: &[LoadedSkill], strict: bool, diagnostics: &Diagnostics) {
    reject_duplicate_names(skills, diagnostics);
    for placed in skills {
        check_max_targets(placed, diagnostics);
        warn_of_costs(sheet.kind, placed, diagnostics);
        reject_misplaced_effects(sheet.kind, placed, diagnostics);
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

/// Rejects effects that do not fit their skill. The engine would skip them silently.
fn reject_misplaced_effects(kind: SheetKind, placed: &LoadedSkill, diagnostics: &Diagnostics) {
    let skill = &placed.skill;
    for scalar in &placed.spans.requirements {
        owner_references::reject_own_words(
            kind,
            skill,
            &scalar.text,
            scalar.source_span(Span::new(0, scalar.text.len())),
            diagnostics,
        );
    }
    conditions_after_blows::reject_shared_conditions(skill, &placed.spans.effects, diagnostics);
    already_conditions::reject_already(skill, &placed.spans.effects, diagnostics);
    everyone_else::reject_ambiguous_others(skill, &placed.spans.effects, diagnostics);
    for (line, scalar) in skill.effects.iter().zip(&placed.spans.effects) {
        let span = scalar.source_span(Span::new(0, scalar.text.len()));
        reject_unsupported(line, scalar, diagnostics);
        owner_references::reject_own_words(kind, skill, &line.text, span, diagnostics);
        upkeep_and_uses::reject_absent_upkeep(skill, line, span, diagnostics);
        let Effect::Sentence(sentence) = &line.effect else { continue };
        upkeep_and_uses::reject_more_uses_of_item(skill, sentence, span, diagnostics);
        if skill.is_passive() && sentence.is_at_once() {
            diagnostics.report(
                Diagnostic::error(
                    code::MISPLACED_EFFECT,
                    span,
                    format!("`{}` is always on, but this happens at one moment", skill.name.base),
                )
                .note("what is always on changes damage, stats or regeneration (R102, R108)"),
            );
        }
        let asks_about_use = sentence.condition.as_ref().is_some_and(Condition::is_about_skill_use)
            || matches!(sentence.operation.counted(), Some(Counted::Paid { .. }));
        let is_library_entry = matches!(skill.role, Role::CommandSpell | Role::Item | Role::Service);
        if asks_about_use && (skill.is_passive() || skill.role == Role::BasicAttack || is_library_entry) {
            let message = format!("nothing is paid or chosen in a use of `{}`", skill.name.base);
            diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, span, message)
                    .note("orders pay and choose in `Use SKILL …, paying …`, of skills and Noble Phantasms"),
            );
        }
        if let Some(Modifier::AtMostExist(most)) = sentence.operation.modifier()
            && kind != SheetKind::Familiar
        {
            let message = "which familiars? this stands on the familiar's own sheet";
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message).note(format!(
                "of what this skill summons write `Summons 1 \"Wolf\" familiar, at most {most} at a time.`"
            )));
        }
        if let Operation::Clause(Clause::BecomesType(kind)) = &sentence.operation
            && !decides_only_phase(*kind)
        {
            let message = format!("a skill cannot become a {kind} in one use: it would be another skill");
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        if skill.is_passive()
            && matches!(
                sentence.operation,
                Operation::Clause(
                    Clause::Limited(_) | Clause::LimitedOnTarget(_) | Clause::OccursFirst | Clause::Fails { .. }
                )
            )
        {
            let message = format!("`{}` is always on, but this speaks of its use", skill.name.base);
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        let compares_stats = [false, true].into_iter().any(|upgraded| {
            let types = [DamageType::Physical, DamageType::Magical];
            types.into_iter().any(|kind| skill.inflicts(kind, upgraded))
        });
        if selects_attack_stats(sentence) && skill.is_attack() && !compares_stats {
            let message = format!("no stats are compared for the damage of `{}` (R090, R093)", skill.name.base);
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        if skill.is_passive() && refers_to_absent_target(sentence) {
            let message = format!("`{}` is always on and has no target", skill.name.base);
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        let later = sentence.trigger.is_some() && matches!(sentence.operation, Operation::Standing(_));
        let can_end = matches!(sentence.operation.verb(), Some(Verb::Cancel(Cancelled::This)))
            || (sentence.ending_deed.is_some() && !later);
        if skill.is_passive() && (can_end || matches!(sentence.trigger, Some(Trigger::Once(..)))) {
            let message = format!("`{}` is always on: it has no Turn of its use, and no end", skill.name.base);
            let fault = Diagnostic::error(code::MISPLACED_EFFECT, span, message);
            diagnostics.report(fault.note("what is done again and again is `At the end of each Turn, …`"));
        }
        let is_used_up = matches!(&sentence.operation, Operation::Standing(standing) if standing.can_be_used_up());
        if skill.is_passive() && is_used_up && sentence.trigger.is_none() {
            let message = format!("`{}` is always on, but this counts from a use", skill.name.base);
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        if names_no_owner(sentence, &scalar.text) && skill.targets.iter().any(|kind| *kind != TargetKind::SelfTarget) {
            let words = scalar.text.trim().trim_end_matches('.');
            let message = format!("whose? `{}` is used on others too", skill.name.base);
            diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, span, message)
                    .note(format!("write `The user's {words}.` or `The target's {words}.`")),
            );
        }
        if sentence.trigger.is_some() && needs_destination_from_order(sentence) {
            let message = "when this comes, no order can say where to, so nobody would be moved";
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message).note(format!(
                "name the place, as in `to the user's location` or `to the user's Home Base`, or leave it to the game \
                 master: `GM: {}`",
                line.text
            )));
        }
        let names_second_target =
            sentence.operation.people().into_iter().any(|who| who.roots().contains(&&Who::SecondTarget));
        if names_second_target && skill.role != Role::CommandSpell {
            let message = "only a Command Spell has a second target: whom it names besides its Servant";
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
        }
        let is_about_damage = sentence.operation.is_of_damage() || sentence.asks_of_its_damage();
        if is_about_damage && !has_damage_it_modifies(skill, &sentence.operation) {
            diagnostics.report(
                Diagnostic::error(
                    code::MISPLACED_EFFECT,
                    span,
                    format!("`{}` inflicts no damage, but this speaks of its damage", skill.name.base),
                )
                .note("damage of the owner's other skills is `Damage the user inflicts …`"),
            );
        }
    }
}

/// Whether a sentence names no owner, though it is read as the user's: `LCK becomes EX for 2 Turns`.
fn names_no_owner(sentence: &Sentence, text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let stat = |word: &str| Stat::ALL.iter().any(|stat| stat.name().eq_ignore_ascii_case(word));
    let starts_with_stat = words.clone().next().is_some_and(stat)
        || Stat::ALL.iter().any(|listed_stat| text.contains(&format!(", {} ", listed_stat.name())));
    let names_owner =
        words.any(|word| matches!(word, "user" | "target" | "they" | "their" | "he" | "she" | "his" | "her"));
    sentence.operation.who() == Some(&Who::User) && starts_with_stat && !names_owner
}

/// Whether a sentence moves somebody to a location that only the order can name (R192, R349).
fn needs_destination_from_order(sentence: &Sentence) -> bool {
    matches!(sentence.operation.verb(), Some(Verb::Relocate { to: Destination::Target | Destination::Adjacent, .. }))
}

/// Whether a skill has the damage that one of its sentences modifies. Hits and interception need only an attack.
fn has_damage_it_modifies(skill: &super::skill::Skill, operation: &Operation) -> bool {
    let needs_only_attack = matches!(
        operation,
        Operation::Clause(Clause::Hits(_) | Clause::MoreHits { .. } | Clause::NotIntercepted | Clause::DamagesMasters)
    );
    let inflicts = skill.damage_types(false).chain(skill.damage_types(true)).next().is_some();
    inflicts || (needs_only_attack && skill.is_attack())
}

/// Whether a type decides nothing about a skill but its phase.
const fn decides_only_phase(kind: SkillType) -> bool {
    !matches!(
        kind,
        SkillType::SurpriseAttack
            | SkillType::Passive
            | SkillType::Summoning
            | SkillType::BoundedField
            | SkillType::RealityMarble
    )
}

/// Rejects the name of a skill where a character is expected: `Damage "X" inflicts`.
fn reject_skills_as_characters(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (line, scalar) in placed.skill.effects.iter().zip(&placed.spans.effects) {
        let Effect::Sentence(sentence) = &line.effect else { continue };
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
            Predicate::Detects(who, _) | Predicate::IsWith(who, _) => self.visit_who(who),
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
    for (line, scalar) in placed.skill.effects.iter().zip(&placed.spans.effects) {
        let Effect::Sentence(sentence) = &line.effect else { continue };
        let Some(Verb::Uses { skill: Some(name), .. }) = sentence.operation.verb() else { continue };
        let span = scalar.source_span(name.span);
        let fault = match skills.iter().find(|other| other.skill.is_called(&name.text)) {
            None => format!("no skill of this sheet is called `{}`", name.text),
            Some(other) if other.skill.is_passive() => format!("`{}` is always on: nobody uses it", name.text),
            Some(_) => continue,
        };
        diagnostics.report(
            Diagnostic::error(code::UNKNOWN_UPGRADE, span, fault).suggest(nearest(&name.text, skill_names(skills))),
        );
    }
}

/// Whether a passive sentence refers to a target that nobody has chosen. Where its trigger is an attack or a use,
/// `the target` is whom that is directed at.
fn refers_to_absent_target(sentence: &Sentence) -> bool {
    let deed = sentence.trigger.as_ref().and_then(Trigger::deed);
    let chosen = deed.is_some_and(|deed| {
        matches!(
            deed.act,
            Act::Attacks(_)
                | Act::AttacksWith(..)
                | Act::Hits(..)
                | Act::Damages(..)
                | Act::Kills(_)
                | Act::Uses(..)
                | Act::UsesKind(_)
                | Act::UsesNoblePhantasm
                | Act::UsesCommandSpell
        )
    });
    let on = if let Some(Verb::Uses { on, .. }) = sentence.operation.verb() { on.as_ref() } else { None };
    sentence.trigger.is_some()
        && !chosen
        && sentence.operation.who().into_iter().chain(on).any(|who| who.roots().contains(&&Who::Target))
}

/// Requires that `Upgrades "X"` names a skill of the sheet, and warns where that skill has no arrow (R427).
fn check_upgrades(placed: &LoadedSkill, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    for (line, scalar) in placed.skill.effects.iter().zip(&placed.spans.effects) {
        let Effect::Sentence(sentence) = &line.effect else { continue };
        let Some(Modifier::Upgrade(name)) = sentence.operation.modifier() else { continue };
        let span = find_name_span(scalar, name);
        match skills.iter().find(|other| other.skill.is_called(name)) {
            None => diagnostics.report(
                Diagnostic::error(code::UNKNOWN_UPGRADE, span, format!("no skill of this sheet is called `{name}`"))
                    .suggest(nearest(name, skill_names(skills))),
            ),
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
    for (line, scalar) in placed.skill.effects.iter().zip(&placed.spans.effects) {
        let Effect::Sentence(sentence) = &line.effect else { continue };
        let Some(Modifier::Grant(name)) = sentence.operation.modifier() else { continue };
        let span = find_name_span(scalar, name);
        match skills.iter().find(|other| other.skill.is_called(name)) {
            None => diagnostics.report(
                Diagnostic::error(code::UNKNOWN_UPGRADE, span, format!("no skill of this sheet is called `{name}`"))
                    .note("what a skill grants stands on the same sheet")
                    .suggest(nearest(name, skill_names(skills))),
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

/// Rejects a familiar that summons itself. Longer cycles are found when the War is assembled.
fn reject_self_summons(sheet: &Sheet, placed: &LoadedSkill, diagnostics: &Diagnostics) {
    for (line, scalar) in placed.skill.effects.iter().zip(&placed.spans.effects) {
        let Effect::Sentence(sentence) = &line.effect else { continue };
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

/// Whether a sentence says which stats the attack is calculated with.
const fn selects_attack_stats(sentence: &Sentence) -> bool {
    matches!(
        sentence.operation,
        Operation::Clause(Clause::IgnoresPart(..) | Clause::CalculatedWith { .. } | Clause::CalculatedAgainst(_))
    )
}
