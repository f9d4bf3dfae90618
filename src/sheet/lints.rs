//! Warns of sentences that are understood but do nothing: unreachable, cancelled, contradictory or repeated.

mod pairs;

use crate::language::condition::collectors::PeopleCollector;
use crate::language::condition::{Act, Condition, Filter, LastTurn, Predicate, Property, Relation, Side, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Duration, Effect, Modifier, Operation, Sentence, Trigger, Verb};
use crate::language::effect_text::canonical;
use crate::language::effects::{deeds_asked_in_present, parse};
use crate::language::span::Span;
use crate::language::visit::{Visit, VisitEffect};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::status::{Status, StatusKind};
use crate::vocabulary::target::TargetKind;

use self::pairs::lint_pair;
use super::impossible_conditions::{why_asked_too_early, why_never_holds};
use super::load_skill::LoadedSkill;
use super::missing_duration;
use super::reader::Diagnostics;
use super::skill::Skill;
use super::upgrade_rings::reject_upgrade_cycles;
use super::use_lints;
use super::{Sheet, SheetKind, code};

/// Warns of sentences that do not do what they seem to do.
pub(super) fn lint(sheet: &Sheet, skills: &[LoadedSkill], diagnostics: &Diagnostics) {
    // What a partly read skill does is not known.
    for placed in skills.iter().filter(|placed| placed.spans.is_fully_read) {
        let lines = sentence_lines(placed);
        for (index, line) in lines.iter().enumerate() {
            lint_sentence(sheet, placed, line, diagnostics);
            for earlier in lines.iter().take(index) {
                lint_pair(earlier, line, diagnostics);
            }
        }
        lint_stun_on_masters(placed, diagnostics);
    }
    if !diagnostics.has_errors() {
        reject_upgrade_cycles(skills, diagnostics);
    }
}

/// A sentence with its span.
struct SentenceLine<'s> {
    sentence: &'s Sentence,
    effect: &'s Effect,
    /// The author's words.
    text: &'s str,
    span: Span,
}

fn sentence_lines(placed: &LoadedSkill) -> Vec<SentenceLine<'_>> {
    let lines = placed.skill.effects.iter().zip(&placed.spans.effects);
    lines
        .filter_map(|(line, scalar)| {
            Some(SentenceLine {
                sentence: line.sentence()?,
                effect: &line.effect,
                text: &line.text,
                span: scalar.source_span(Span::new(0, scalar.text.len())),
            })
        })
        .collect()
}

/// Checks a sentence by itself.
fn lint_sentence(sheet: &Sheet, placed: &LoadedSkill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let SentenceLine { sentence, span, .. } = line;
    let skill = &placed.skill;
    let passive = skill.is_passive();
    let is_fixed_duration = matches!(
        sentence.operation,
        Operation::Clause(Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn | Duration::Battle))
    );
    // A standing effect lasts from its trigger; what is done again each time counts from the use of its skill.
    let is_standing = matches!(sentence.operation, Operation::Standing(_));
    let awaited = sentence.trigger.is_some() && is_standing && !sentence.is_awaited_once();
    let timed =
        matches!(sentence.duration, Some(Duration::Turns(_) | Duration::ThisTurn | Duration::Battle)) && !awaited;
    // Independent Action and similar abilities count their Turns from the loss of the Master.
    let from_masterless = matches!(
        sentence.operation.modifier(),
        Some(
            Modifier::NeedsNoMaster
                | Modifier::MasterlessLoss(_)
                | Modifier::MasterlessLossIs(_)
                | Modifier::RegenerateMasterless
        )
    );
    if passive && (is_fixed_duration || timed) && !from_masterless {
        diagnostics.report(
            Diagnostic::warning(code::NEVER_BEGINS, *span, "this duration never begins, so it never ends")
                .note(format!("`{}` is always on, as long as its owner lives (R102, R108)", skill.name.base)),
        );
    }
    // A standing effect is evaluated at any time; everything else is evaluated while the user acts.
    let only_while_able = !passive && sentence.trigger.is_none() && !sentence.is_in_force();
    let reason = sentence.condition.as_ref().and_then(|condition| why_never_holds(condition, sheet, only_while_able));
    if let Some(why) = reason.or_else(|| why_asked_too_early(sentence)) {
        diagnostics.report(Diagnostic::warning(code::NEVER_HOLDS, *span, "this condition can never hold").note(why));
    }
    lint_late_trigger(skill, line, diagnostics);
    if let Some((message, readings)) = missing_duration::warn_of_missing_end(skill, sentence, line.text) {
        let [this_turn, at_any_time] = readings.map(|reading| format!("write `{reading}`"));
        diagnostics.report(
            Diagnostic::warning(code::NO_END, *span, message)
                .note(format!("if it is to end with this Turn, {this_turn}"))
                .note(format!("if it is to last, {at_any_time}")),
        );
    }
    if let Some(notes) = missing_duration::notes_on_conditional_duration(skill, sentence, line.text) {
        let fault =
            Diagnostic::error(code::MISPLACED_EFFECT, *span, "where this does not hold, how long does it last?");
        diagnostics.report(notes.into_iter().fold(fault, Diagnostic::note));
    }
    if missing_duration::is_cut_short(skill, sentence) {
        let message = "this ends with its skill, which may be over before";
        let plain = canonical(&Effect::Sentence(Sentence { duration: None, at_use: false, ..(*sentence).clone() }));
        let note = format!("to let it end with the skill in any case, leave out its time: write `{plain}`");
        let longer = "to let it last so long in any case, give `Lasts …` as many Turns, or make it a skill of its own";
        diagnostics.report(Diagnostic::warning(code::CUT_SHORT, *span, message).note(note).note(longer));
    }
    if let Some((message, notes)) = missing_duration::why_phase_is_unclear(skill, sentence, line.text) {
        let fault = Diagnostic::error(code::MISPLACED_EFFECT, *span, message);
        diagnostics.report(notes.into_iter().fold(fault, Diagnostic::note));
    }
    reject_location_without_target(skill, line, diagnostics);
    reject_place_of_user(skill, line, diagnostics);
    lint_attack_under_way(line, diagnostics);
    if !reject_single_evaluation(skill, line, diagnostics) && !lint_asked_before_hits(skill, line, diagnostics) {
        lint_asked_once(skill, line, diagnostics);
    }
    lint_absent_character(sheet, skill, line, diagnostics);
    for (code, message, note) in use_lints::warnings(skill, sentence, line.text) {
        diagnostics.report(Diagnostic::warning(code, *span, message).note(note));
    }
}

/// Warns where a sentence refers to nobody: the target of a passive skill, or a bond that its owner cannot have.
fn lint_absent_character(sheet: &Sheet, skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let SentenceLine { sentence, span, .. } = line;
    let report = |message: String| diagnostics.report(Diagnostic::warning(code::NO_TARGET, *span, message));
    let asks_about = |whom: &Who<Written>| {
        let people =
            sentence.condition.iter().flat_map(|condition| PeopleCollector::of(|p| p.visit_condition(condition)));
        people.into_iter().any(|who| who.mentions(&|who| who == whom))
    };
    let asks_about_target = asks_about(&Who::Target);
    let name = &skill.name.base;
    let targets_only_self = skill.targets.iter().all(|kind| *kind == TargetKind::SelfTarget);
    if sentence.trigger.is_none() && asks_about(&Who::Attacker) && !has_attacker(&sentence.operation) {
        report(format!("nobody attacks when `{name}` asks this: say it of damage received, or write `When …`"));
    }
    // A standing effect evaluates it for each attack.
    let works_in_each_attack = !sentence.at_use && works_in_hits(&sentence.operation);
    if !skill.is_passive()
        && sentence.trigger.is_none()
        && asks_about_target
        && targets_only_self
        && !works_in_each_attack
    {
        report(format!("`{name}` is used on its user alone: this asks it of the user"));
    }
    if skill.is_passive() && sentence.trigger.is_none() {
        if sentence.operation.who() == Some(&Who::Target) {
            report(format!("`{}` is always on and has no target: this is on nobody", skill.name.base));
        } else if asks_about_target && !works_in_hits(&sentence.operation) {
            report(format!("`{}` is always on and has no target: this asks it of its owner", skill.name.base));
        }
    }
    let mut people = PeopleCollector::of(|people| people.visit_operation(&sentence.operation));
    let deeds = sentence.trigger.iter().filter_map(Trigger::deed).chain(&sentence.ending_deed);
    people.extend(deeds.flat_map(|deed| [Some(&deed.who), deed.object()].into_iter().flatten()));
    people.extend(
        sentence.condition.iter().flat_map(|condition| PeopleCollector::of(|people| people.visit_condition(condition))),
    );
    let cannot_exist = |who: &Who<Written>| match who {
        Who::Related(relation, of) => cannot_have_bond(sheet.kind, *relation, of),
        _ => false,
    };
    if people.into_iter().any(|who| who.mentions(&cannot_exist)) {
        report("nobody is that: familiars have a summoner, Servants a Master, and Masters a Servant".to_owned());
    }
}

fn mentions_target(who: &Who<Written>) -> bool {
    who.mentions(&|who| *who == Who::Target)
}

/// Whether a standing effect works in a hit, which has a target.
const fn works_in_hits(operation: &Operation) -> bool {
    match operation {
        Operation::Standing(standing) => matches!(
            standing.modifier,
            Modifier::DamageDealt(_)
                | Modifier::DamageTaken(_)
                | Modifier::DamageAtMost(_)
                | Modifier::Absorbs { .. }
                | Modifier::Shares { .. }
                | Modifier::MoreHits(_)
                | Modifier::Inflicts(_)
                | Modifier::OfAttacks(_)
                | Modifier::Costs { .. }
        ),
        Operation::Immediate(_) | Operation::Clause(_) => false,
    }
}

/// Whether an attacker is known where the operation is evaluated.
const fn has_attacker(operation: &Operation) -> bool {
    match operation {
        Operation::Standing(standing) => matches!(
            standing.modifier,
            Modifier::DamageDealt(_)
                | Modifier::DamageTaken(_)
                | Modifier::DamageAtMost(_)
                | Modifier::Absorbs { .. }
                | Modifier::Shares { .. }
                | Modifier::Inflicts(_)
                | Modifier::OfAttacks(_)
                | Modifier::Reflects(_)
                | Modifier::Negates
                | Modifier::ThrowsBack
                | Modifier::Intercepts { .. }
                | Modifier::StandsAside { .. }
                | Modifier::Costs { .. }
        ),
        // An immediate effect or a clause has the attacker of what it responds to.
        Operation::Immediate(_) | Operation::Clause(_) => true,
    }
}

/// Whether a kind of character cannot have a bond: a Servant has no Servant.
fn cannot_have_bond(kind: SheetKind, relation: Relation, who: &Who<Written>) -> bool {
    let kind = match who {
        Who::User => kind,
        Who::Related(of, _) => match of {
            Relation::Master => SheetKind::Master,
            Relation::Servant => SheetKind::Servant,
            Relation::Partner | Relation::Summoner | Relation::Familiars | Relation::Team => return false,
        },
        _ => return false,
    };
    match relation {
        Relation::Summoner => matches!(kind, SheetKind::Master | SheetKind::Servant),
        Relation::Master => kind == SheetKind::Master,
        Relation::Servant => kind == SheetKind::Servant,
        Relation::Partner | Relation::Familiars | Relation::Team => false,
    }
}

/// Warns of `The target is Stunned if they were damaged` on an attack, which is evaluated before its own hits. Returns
/// whether it warned.
fn lint_asked_before_hits(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) -> bool {
    let sentence = line.sentence;
    let is_done_once = sentence.is_at_once() || sentence.at_use;
    if !skill.is_attack() || sentence.trigger.is_some() || !is_done_once {
        return false;
    }
    // Those whom the skill itself may strike.
    let strikes_target =
        |who: &Who<Written>| mentions_target(who) || who.group().is_some_and(|group| group.side != Side::Allies);
    let asks_about_hit = |predicate: &Predicate<Written>| match predicate {
        Predicate::Has(who, Property::DamagedByUser) => strikes_target(who),
        Predicate::Did(deed) => match &deed.act {
            Act::IsDamaged | Act::IsAttacked => strikes_target(&deed.who),
            Act::Hits(_, whom) | Act::Damages(_, whom) | Act::AttacksWith(_, whom) | Act::Attacks(whom) => {
                whom.as_ref().map_or(deed.who == Who::User, strikes_target)
            }
            _ => false,
        },
        _ => false,
    };
    let asks_early = sentence.condition.iter().flat_map(Condition::statements).any(asks_about_hit);
    let struck_before = Filter::Property(Box::new(Property::DamagedByUser));
    let is_struck_group = |who: &&Who<Written>| who.group().is_some_and(|group| group.filters.contains(&struck_before));
    if sentence.is_at_once() && sentence.operation.people().iter().any(is_struck_group) {
        let message = "this means whom the user damaged earlier this Turn, not whom this skill itself hits";
        diagnostics.report(
            Diagnostic::warning(code::BEFORE_ITS_HITS, line.span, message)
                .note("what is to follow its own hits is said of its targets: `The target loses …`"),
        );
        return true;
    }
    if asks_early {
        let plain = canonical(&Effect::Sentence(Sentence { condition: None, at_use: false, ..sentence.clone() }));
        let message = "this is asked before the skill's own hits: only what struck the target earlier this Turn counts";
        diagnostics.report(
            Diagnostic::warning(code::BEFORE_ITS_HITS, line.span, message)
                .note(format!("what is to follow its own hits needs no condition: write `{plain}`")),
        );
    }
    asks_early
}

/// Rejects `If the target attacks the user, …` in a used skill. It is evaluated once, as the skill is used, so later
/// events do not count.
fn lint_asked_once(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let sentence = line.sentence;
    let works_at_use = match &sentence.operation {
        Operation::Clause(clause) => !matches!(clause, Clause::Lasts(_)),
        Operation::Immediate(_) => true,
        Operation::Standing(_) => sentence.at_use,
    };
    if skill.is_passive() || sentence.trigger.is_some() || !works_at_use {
        return;
    }
    let Some(condition) = &sentence.condition else { return };
    // Whether an attack kills is evaluated after its hits.
    let is_about_own_hits = |act: &Act<Written>| {
        let is_kill = matches!(act, Act::Dies | Act::Kills(_));
        is_kill && skill.is_attack() && !matches!(sentence.operation, Operation::Clause(_))
    };
    let deeds = deeds_asked_in_present(line.text);
    let lower = line.text.to_lowercase();
    let is_past_move = ["moved", "did not move", "didn't move"].iter().any(|words| lower.contains(words));
    let asks_of_move = condition.statements().into_iter().any(is_about_move) && !is_past_move;
    if !asks_of_move && !deeds.iter().any(|deed| !is_about_own_hits(&deed.act)) {
        return;
    }
    let mut past_sentence = sentence.clone();
    past_sentence.condition.iter_mut().for_each(Condition::set_to_past);
    let message = "this is asked once, as the skill is used: what happens later does not count";
    let mut warning = Diagnostic::error(code::ASKED_ONCE, line.span, message)
        .note("if it is asked as the Turn ends, write `At the end of the Turn, …`");
    warning = with_reading(warning, "if it is to have happened by then", &past_sentence);
    if let (Condition::Is(Predicate::Did(deed)), false) =
        (condition, matches!(sentence.operation, Operation::Clause(_)))
    {
        let trigger = Some(Trigger::When(deed.clone()));
        let triggered = Sentence { trigger, condition: None, at_use: false, ..sentence.clone() };
        warning = with_reading(
            warning,
            "if it is to wait for it, say how long by `Lasts until the end of the Turn.`, and",
            &triggered,
        );
    }
    diagnostics.report(warning);
}

/// Whether a statement is that somebody moved this Turn.
const fn is_about_move(statement: &Predicate<Written>) -> bool {
    matches!(statement, Predicate::InLastTurn(_, LastTurn::MovedNow))
}

/// Warns of `Damage the user inflicts increases by 20% if the user attacks a Servant` as a standing effect. The attack
/// under way is not complete, and does not count.
fn lint_attack_under_way(line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let sentence = line.sentence;
    if sentence.trigger.is_some() || sentence.at_use || !matches!(sentence.operation, Operation::Standing(_)) {
        return;
    }
    // `The user's next 2 attacks inflict 10 more damage if they hit a Servant`: the blow has not fallen either.
    let is_about_blows =
        matches!(&sentence.operation, Operation::Standing(standing) if standing.is_about_struck_target());
    let uses = |act: &Act<Written>| match act {
        Act::Hits(..) | Act::Damages(..) => is_about_blows,
        other => matches!(
            other,
            Act::Attacks(_)
                | Act::AttacksWith(..)
                | Act::Uses(..)
                | Act::UsesKind(_)
                | Act::UsesNoblePhantasm
                | Act::IsAttacked
        ),
    };
    if deeds_asked_in_present(line.text).iter().any(|deed| uses(&deed.act)) {
        let message = "an attack that is being made does not count here: only what was done before it this Turn does";
        diagnostics.report(
            Diagnostic::warning(code::UNDER_WAY, line.span, message)
                .note("of the attack itself say which: `Damage the user inflicts on Servants …`, `… with Noble Phantasms …`")
                .note("of what was done before it say so: `if the user has attacked a Servant this Turn`"),
        );
    }
}

/// Adds another reading to a warning, where that reading parses.
fn with_reading(warning: Diagnostic, what: &str, sentence: &Sentence) -> Diagnostic {
    let text = canonical(&Effect::Sentence(sentence.clone()));
    if parse(&text).is_ok() { warning.note(format!("{what} write `{text}`")) } else { warning }
}

/// Warns of a trigger that passes before its sentence comes into force, such as the beginning of the Turn of its use.
/// Also warns of a duration on a skill of which nothing lasts.
fn lint_late_trigger(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let SentenceLine { sentence, span, .. } = line;
    let report = |message: &str, note: &str| {
        diagnostics.report(Diagnostic::warning(code::TOO_LATE, *span, message).note(note));
    };
    if skill.is_passive() {
        return;
    }
    let has_passed = |phase: Phase| {
        let own = skill.natural_phase(false).is_some_and(|own| own != Phase::TurnEnd && phase <= own);
        own || matches!(phase, Phase::TurnStart | Phase::Initial)
    };
    if let (Some(Trigger::EachTurn(phase)), Some(Duration::Turns(turns))) = (&sentence.trigger, sentence.duration)
        && has_passed(*phase)
    {
        let times = match turns {
            1 => "never".to_owned(),
            2 => "once".to_owned(),
            _ => format!("{} times", turns.saturating_sub(1)),
        };
        let message = format!("this happens {times}: the Turn of its use counts and has begun by then (R374)");
        report(&message, "`at the end of each Turn` happens in the Turn of its use as well");
    }
    let is_duration = matches!(sentence.operation, Operation::Clause(Clause::Lasts(Duration::Turns(_))));
    if is_duration && !skill.effects.iter().any(|line| may_last(&line.effect)) {
        report(
            "nothing of this skill lasts: all it does is done as it is used",
            "what is to happen later waits for something: `When the target leaves this location, …`",
        );
    }
}

/// Rejects `When an opponent enters the user's location` in a used skill: it waits in the place of its use, and is over
/// when its user leaves.
fn reject_place_of_user(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let deed = line.sentence.trigger.as_ref().and_then(Trigger::deed);
    let waits_here = deed.is_some_and(|deed| matches!(deed.act, Act::Enters(None) | Act::Leaves(None)));
    let lower = line.text.to_lowercase().replace('\u{2019}', "'");
    let beginnings = ["when ", "whenever ", "each time ", "every time ", "first time "];
    let behind = beginnings.iter().find_map(|word| lower.split_once(word)).map_or("", |(_, behind)| behind);
    let awaited = behind.split(", ").next().unwrap_or_default();
    let goes_with_user = ["user's location", "same location as the user"].iter().any(|words| awaited.contains(words));
    if skill.is_passive() || !waits_here || !goes_with_user {
        return;
    }
    let message = "this waits in the place where the skill was used, and does not go with the user";
    diagnostics.report(
        Diagnostic::error(code::MISPLACED_EFFECT, line.span, message)
            .note("of that place write `enters this location`, `leaves this location`")
            .note("what goes with the user is of those who are there: `Each Turn, all opponents in the user's location …`"),
    );
}

/// Rejects `Lasts while the user is in the same location` in a skill whose only target is its user or a location.
fn reject_location_without_target(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) {
    let is_with_target = |predicate: &Predicate<Written>| matches!(predicate, Predicate::IsWith(who, whom) if *who == Who::Target || *whom == Who::Target);
    let has_no_character_target =
        skill.targets.iter().all(|kind| matches!(kind, TargetKind::SelfTarget | TargetKind::Location));
    if has_no_character_target && line.sentence.condition.iter().flat_map(Condition::statements).any(is_with_target) {
        let message =
            format!("in the same location as whom? `{}` has no target but its user or a place", skill.name.base);
        diagnostics.report(
            Diagnostic::error(code::MISPLACED_EFFECT, line.span, message)
                .note("write `while the user is in this location`, or say as whom: `as the user's Master`"),
        );
    }
}

/// Rejects `If the target attacks, …` in a skill of which nothing else lasts: it is evaluated once, as the skill is
/// used. Returns whether it did.
fn reject_single_evaluation(skill: &Skill, line: &SentenceLine<'_>, diagnostics: &Diagnostics) -> bool {
    let Sentence { condition: Some(Condition::Is(Predicate::Did(deed))), .. } = line.sentence else { return false };
    let is_duration = |clause: &Clause| matches!(clause, Clause::Lasts(_));
    let meant_to_last = skill.clauses().any(|(clause, _)| is_duration(clause))
        && !skill.effects.iter().any(|line| may_last(&line.effect));
    let is_done_once = meant_to_last && line.sentence.is_at_once() && skill.damage.is_none();
    if is_done_once {
        let triggered =
            Sentence { trigger: Some(Trigger::When(deed.clone())), condition: None, ..line.sentence.clone() };
        let message = "this is asked once, as the skill is used, and the skill is to last";
        diagnostics.report(
            Diagnostic::error(code::MISPLACED_EFFECT, line.span, message)
                .note(format!("to be done whenever that happens: {}", canonical(&Effect::Sentence(triggered)))),
        );
    }
    is_done_once
}

/// Whether something may stay in force after the use.
fn may_last(effect: &Effect) -> bool {
    match effect {
        Effect::Sentence(sentence) => {
            sentence.is_in_force() || matches!(sentence.operation.verb(), Some(Verb::Summon { .. }))
        }
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => true,
    }
}

/// Warns of a Stun on targets who are all Masters: it does nothing, because they have no AP (R128).
fn lint_stun_on_masters(placed: &LoadedSkill, diagnostics: &Diagnostics) {
    let skill = &placed.skill;
    let masters = skill.targets.iter().all(|kind| *kind == TargetKind::Master);
    let stuns = |status: &Status| status.kind() == StatusKind::Stun;
    let rider = skill.damage.iter().flat_map(|field| field.values()).flat_map(|damage| &damage.riders).any(stuns);
    if masters && rider {
        let message = format!("`{}` stuns only Masters, who have no AP to lose (R128)", skill.name.base);
        diagnostics.report(Diagnostic::warning(code::IMMUNE, placed.spans.name, message));
    }
}
