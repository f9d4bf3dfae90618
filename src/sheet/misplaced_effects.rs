//! Rejects effects that do not fit their skill. The engine would skip them silently.

use crate::language::condition::{Act, Condition, Predicate, Who};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{
    Cancelled, Clause, Counted, Destination, Effect, Modifier, Operation, Sentence, Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::language::effects;
use crate::language::span::Span;
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
use super::skill::{EffectLine, Role, Skill};
use super::unclear_in_use;
use super::upkeep_and_uses;
use super::{SheetKind, code};

/// A sentence with what it stands in.
struct PlacedSentence<'a> {
    /// What the sheet describes.
    kind: SheetKind,
    skill: &'a Skill,
    line: &'a EffectLine,
    sentence: &'a Sentence,
    /// The sentence as its author wrote it.
    text: &'a str,
}

/// Why a sentence does not fit its skill: the message, and what could be written.
type Misplaced = (String, Option<String>);

/// A reason why sentences do not fit.
type MisplacementCheck = fn(&PlacedSentence<'_>) -> Option<Misplaced>;

/// Every reason, in the order in which they are reported.
const CHECKS: [MisplacementCheck; 18] = [
    happens_once_in_passive,
    is_held_though_used,
    asks_about_payment,
    limits_other_familiars,
    becomes_other_skill,
    speaks_of_use_in_passive,
    selects_stats_of_no_damage,
    speaks_of_another_familiar,
    targets_in_passive,
    ends_passive,
    counts_from_use_in_passive,
    names_no_owner,
    relocates_without_order,
    has_second_target,
    changes_no_damage,
    has_other_base,
    is_of_neither_type,
    has_another_type,
];

/// Rejects effects that do not fit their skill.
pub(super) fn reject_misplaced_effects(kind: SheetKind, placed: &LoadedSkill, diagnostics: &Diagnostics) {
    let skill = &placed.skill;
    for scalar in &placed.spans.requirements {
        let span = scalar.source_span(Span::new(0, scalar.text.len()));
        owner_references::reject_own_words(kind, skill, &scalar.text, span, diagnostics);
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
        unclear_in_use::find_unclear(skill, sentence, &scalar.text, span).for_each(|fault| diagnostics.report(fault));
        let placed_sentence = PlacedSentence { kind, skill, line, sentence, text: &scalar.text };
        for (message, note) in CHECKS.iter().filter_map(|check| check(&placed_sentence)) {
            let fault = Diagnostic::error(code::MISPLACED_EFFECT, span, message);
            diagnostics.report(match note {
                Some(note) => fault.note(note),
                None => fault,
            });
        }
    }
}

/// `The user restores 5 Health.` in what is always on.
fn happens_once_in_passive(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let message = format!("`{}` is always on, but this happens at one moment", placed.skill.name.base);
    // `If the user dies, …`: an ability is not used at a moment at which this could be asked.
    let waiting = match &placed.sentence.condition {
        Some(Condition::Is(Predicate::Did(deed))) => {
            let trigger = Some(Trigger::When(deed.clone()));
            Some(canonical(&Effect::Sentence(Sentence { trigger, condition: None, ..placed.sentence.clone() })))
        }
        _ => None,
    };
    let note = waiting.filter(|text| effects::parse(text).is_ok()).map_or_else(
        || "what is always on changes damage, stats or regeneration (R102, R108)".to_owned(),
        |text| format!("what is waited for stands behind `When`: write `{text}`"),
    );
    (placed.skill.is_passive() && placed.sentence.is_at_once()).then_some((message, Some(note)))
}

/// `While holding this item, …` of an item that is used, and then gone (R340).
fn is_held_though_used(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    const HELD: [&str; 10] =
        ["holding", "held", "hold", "holds", "carrying", "carried", "carry", "carries", "worn", "wearing"];
    let is_used = placed.skill.role == Role::Item && !placed.skill.is_passive();
    if !is_used {
        return None;
    }
    let lower = placed.text.to_lowercase();
    let says_held = lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| HELD.contains(&word));
    const GONE: [&str; 5] = ["disappears", "breaks", "destroyed", "shatters", "crumbles"];
    let said = placed.line.text.to_lowercase();
    let says_gone = GONE.iter().any(|word| said.contains(word)) && said.contains("this item");
    let message = format!(
        "`{}` is an item that is used, and gone then (R340): nobody goes on holding it",
        placed.skill.name.base
    );
    let note = "what works while it is held is `type: Passive`".to_owned();
    (says_gone || says_held && lower.contains(" item")).then_some((message, Some(note)))
}

/// `if the user pays 8 additional Mana` where no order pays.
fn asks_about_payment(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let PlacedSentence { skill, sentence, .. } = placed;
    let asks_about_use = sentence.condition.as_ref().is_some_and(Condition::is_about_skill_use)
        || matches!(sentence.operation.counted(), Some(Counted::Paid { .. }));
    let is_library_entry = matches!(skill.role, Role::CommandSpell | Role::Item | Role::Service);
    let message = format!("nothing is paid or chosen in a use of `{}`", skill.name.base);
    let note = "orders pay and choose in `Use SKILL …, paying …`, of skills and Noble Phantasms".to_owned();
    (asks_about_use && (skill.is_passive() || skill.role == Role::BasicAttack || is_library_entry))
        .then_some((message, Some(note)))
}

/// `At most 3 can exist at a time.` on the sheet of somebody who is no familiar.
fn limits_other_familiars(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let Some(Modifier::AtMostExist(most)) = placed.sentence.operation.modifier() else { return None };
    let message = "which familiars? this stands on the familiar's own sheet".to_owned();
    let note = format!("of what this skill summons write `Summons 1 \"Wolf\" familiar, at most {most} at a time.`");
    (placed.kind != SheetKind::Familiar).then_some((message, Some(note)))
}

/// `When the familiar dies, …` on a familiar's own sheet, where it would be one that this familiar summons.
fn speaks_of_another_familiar(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let is_other = placed.kind == SheetKind::Familiar && means_summoned_familiar(placed.text, &placed.line.effect);
    let message = "`the familiar` would be one that this familiar summons".to_owned();
    is_other.then(|| (message, Some("write `this familiar`".to_owned())))
}

/// Whether the words `the familiar` were read as a familiar of the user's.
pub fn means_summoned_familiar(text: &str, effect: &Effect) -> bool {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    words.windows(2).any(|pair| pair == ["the", "familiar"]) && canonical(effect).contains("user's familiars")
}

/// `This skill becomes Passive type.`
fn becomes_other_skill(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let Operation::Clause(Clause::BecomesType(kind)) = &placed.sentence.operation else { return None };
    let message = format!("a skill cannot become a {kind} in one use: it would be another skill");
    (!decides_only_phase(*kind)).then_some((message, None))
}

/// `Can be used once per Night.` of what is always on.
fn speaks_of_use_in_passive(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let is_about_use = matches!(
        placed.sentence.operation,
        Operation::Clause(Clause::Limited(_) | Clause::LimitedOnTarget(_) | Clause::OccursFirst | Clause::Fails { .. })
    );
    let message = format!("`{}` is always on, but this speaks of its use", placed.skill.name.base);
    (placed.skill.is_passive() && is_about_use).then_some((message, None))
}

/// `Uses LCK instead of STR.` of damage for which no stats are compared (R090, R093).
fn selects_stats_of_no_damage(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let PlacedSentence { skill, sentence, .. } = placed;
    let compares_stats = || {
        [false, true].into_iter().any(|upgraded| {
            let types = [DamageType::Physical, DamageType::Magical];
            types.into_iter().any(|kind| skill.inflicts(kind, upgraded))
        })
    };
    let message = format!("no stats are compared for the damage of `{}` (R090, R093)", skill.name.base);
    (selects_attack_stats(sentence) && skill.is_attack() && !compares_stats()).then_some((message, None))
}

/// `The target restores 5 Health.` of what is always on, and has no target.
fn targets_in_passive(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let message = format!("`{}` is always on and has no target", placed.skill.name.base);
    (placed.skill.is_passive() && refers_to_absent_target(placed.sentence)).then_some((message, None))
}

/// `… until the user is hit.` of what is always on.
fn ends_passive(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let PlacedSentence { skill, sentence, .. } = placed;
    let holds_later = sentence.trigger.is_some() && matches!(sentence.operation, Operation::Standing(_));
    // An item that is held is gone when something ends it (R346).
    let is_gone = skill.role == Role::Item && matches!(sentence.trigger, Some(Trigger::When(_)));
    let can_end = (matches!(sentence.operation.verb(), Some(Verb::Cancel(Cancelled::This))) && !is_gone)
        || (sentence.ending_deed.is_some() && !holds_later);
    let message = format!("`{}` is always on: it has no Turn of its use, and no end", skill.name.base);
    let note = "what is done again and again is `At the end of each Turn, …`".to_owned();
    (skill.is_passive() && (can_end || matches!(sentence.trigger, Some(Trigger::Once(..)))))
        .then_some((message, Some(note)))
}

/// `The next attack the user takes is negated.` of what is always on.
fn counts_from_use_in_passive(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let PlacedSentence { skill, sentence, .. } = placed;
    let is_used_up = matches!(&sentence.operation, Operation::Standing(standing) if standing.can_be_used_up());
    let message = format!("`{}` is always on, but this counts from a use", skill.name.base);
    // An item that is held works on so many attacks or statuses of its holder (R346), but has no shield.
    let is_counted = matches!(
        sentence.operation.modifier(),
        Some(
            Modifier::Negates
                | Modifier::DamageTaken(_)
                | Modifier::DamageDealt(_)
                | Modifier::Immune(_)
                | Modifier::ImmuneNamed(_)
        )
    );
    let is_held = skill.role == Role::Item && is_counted && sentence.operation.who() == Some(&Who::User);
    (skill.is_passive() && is_used_up && !is_held && sentence.trigger.is_none()).then_some((message, None))
}

/// `LCK becomes EX for 2 Turns.` of what is used on others too: whose?
fn names_no_owner(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let words = placed.text.trim().trim_end_matches('.');
    let message = format!("whose? `{}` is used on others too", placed.skill.name.base);
    let note = format!("write `The user's {words}.` or `The target's {words}.`");
    let is_for_others = placed.skill.targets.iter().any(|kind| *kind != TargetKind::SelfTarget);
    (lacks_owner(placed.sentence, placed.text) && is_for_others).then_some((message, Some(note)))
}

/// `When …, the target is relocated to a location.`: nobody names it then.
fn relocates_without_order(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let message = "when this comes, no order can say where to, so nobody would be moved".to_owned();
    let note = format!(
        "name the place, as in `to the user's location` or `to the user's Home Base`, or leave it to the game master: \
         `GM: {}`",
        placed.line.text
    );
    (placed.sentence.trigger.is_some() && needs_destination_from_order(placed.sentence))
        .then_some((message, Some(note)))
}

/// `the second target` of what is no Command Spell.
fn has_second_target(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let people = placed.sentence.operation.people();
    let names_second_target = people.into_iter().any(|who| who.roots().contains(&&Who::SecondTarget));
    let message = "only a Command Spell has a second target: whom it names besides its Servant".to_owned();
    (names_second_target && placed.skill.role != Role::CommandSpell).then_some((message, None))
}

/// `Damage inflicted increases by 50%.` of what inflicts none.
fn changes_no_damage(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let PlacedSentence { skill, sentence, .. } = placed;
    let is_about_damage = sentence.operation.is_of_damage() || sentence.asks_of_its_damage();
    let message = format!("`{}` inflicts no damage, but this speaks of its damage", skill.name.base);
    let note = "damage of the owner's other skills is `Damage the user inflicts …`".to_owned();
    (is_about_damage && !has_damage_it_modifies(skill, &sentence.operation)).then_some((message, Some(note)))
}

/// `Base damage becomes 35 instead of 20` of what has other base damage.
fn has_other_base(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let Operation::Clause(Clause::BaseBecomes { instead_of: Some(usual), .. }) = placed.sentence.operation else {
        return None;
    };
    let base = placed.skill.damage.as_ref()?.value(false).base;
    let message = format!("the base damage of `{}` is {base}, and not {usual}", placed.skill.name.base);
    (base != usual).then_some((message, None))
}

/// `Half of the damage is Physical and half is Magical` of what is neither.
fn is_of_neither_type(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let Operation::Clause(Clause::HalfAndHalf(one, other)) = placed.sentence.operation else { return None };
    let kind = placed.skill.damage.as_ref()?.value(false).kind?;
    let message = format!("the damage of `{}` is {kind}, which is neither half", placed.skill.name.base);
    (kind != one && kind != other).then_some((message, None))
}

/// `This attack becomes Magical instead of Physical` of what is Ranged.
fn has_another_type(placed: &PlacedSentence<'_>) -> Option<Misplaced> {
    let Operation::Clause(Clause::BecomesKind(_)) = placed.sentence.operation else { return None };
    let text = placed.text.to_lowercase();
    let (_, said) = text.split_once("instead of ").or_else(|| text.split_once("rather than "))?;
    let word = said.split([' ', ',', '.']).next()?;
    let told = DamageType::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word))?;
    let kind = placed.skill.damage.as_ref()?.value(false).kind?;
    let message = format!("the damage of `{}` is {kind}, and not {told}", placed.skill.name.base);
    (kind != told).then_some((message, None))
}

/// Whether a sentence names no owner, though it is read as the user's: `LCK becomes EX for 2 Turns`.
fn lacks_owner(sentence: &Sentence, text: &str) -> bool {
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
    matches!(
        sentence.operation.verb(),
        Some(Verb::Relocate { destination: Destination::Target | Destination::Adjacent, .. })
    )
}

/// Whether a skill has the damage that one of its sentences modifies. Hits and interception need only an attack.
fn has_damage_it_modifies(skill: &Skill, operation: &Operation) -> bool {
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
    let targets =
        if let Some(Verb::Uses { targets, .. }) = sentence.operation.verb() { targets.as_ref() } else { None };
    sentence.trigger.is_some()
        && !chosen
        && sentence.operation.who().into_iter().chain(targets).any(|who| who.roots().contains(&&Who::Target))
}

/// Whether a sentence says which stats the attack is calculated with.
const fn selects_attack_stats(sentence: &Sentence) -> bool {
    matches!(
        sentence.operation,
        Operation::Clause(Clause::IgnoresPart(..) | Clause::CalculatedWith { .. } | Clause::CalculatedAgainst(_))
    )
}
