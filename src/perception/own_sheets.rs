//! What a reader's own sheets say about what happens: the sentences of a lasting effect, and which of them changed a
//! number.
//!
//! A seat has its own characters' sheets, and the sheets of Command Spells and items are public. Of anybody else's
//! skill, even of a partner's in another seat, none of this is told.

use crate::event::Observation;
use crate::event::facts::{Facts, RecordedAs, Words};
use crate::event::number_receipts::TermSource;
use crate::language::condition::{Group, Who};
use crate::language::effect::{
    Destination, Effect, Immediate, Modifier, Operation, Sentence, SkillFilter, Standing, Verb,
};
use crate::language::effect_text::canonical;
use crate::sheet::skill::Skill;
use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::setup::{SheetId, SkillRef};

use super::figure::is_own;
use super::perceived::{ChangeKind, NumberChange};

/// Whether a character's player can read the sheet of this user's skill.
pub fn can_read_sheet(war: &War, reader: CharacterId, user: CharacterId, skill: SkillRef) -> bool {
    let seat = war.seat_of(reader);
    let is_common = is_public_skill(skill) && is_own(war, reader, user);
    is_common || (seat.is_some() && war.seat_of(user) == seat && skill.sheet == war.character(user).sheet)
}

/// The lasting sentences of a skill in force, without their durations and with the name of the location where it works.
/// In them `the user` and `the target` stand for those characters. A sentence with a trigger keeps its duration, which
/// applies to what it triggers; what a trigger left in force is told without it.
pub fn lasting_sentences(war: &War, active: &ActiveSkill) -> Vec<String> {
    let effects = &war.skill(active.skill).effects;
    let mut sentences: Vec<String> = Vec::new();
    for part in active.parts.iter().filter(|part| part.of_status.is_none()) {
        let Some(Effect::Sentence(sentence)) = effects.get(usize::from(part.line)).map(|line| &line.effect) else {
            continue;
        };
        if matches!(sentence.operation, Operation::Clause(_)) {
            continue;
        }
        let duration = sentence.duration.filter(|_| sentence.trigger.is_some());
        let mut timeless = Sentence { duration, ..sentence.clone() };
        if let (Some(_), Operation::Standing(standing)) = (active.set_off, &mut timeless.operation) {
            (timeless.trigger, timeless.condition, timeless.duration) = (None, None, None);
            if standing.who == Who::Antecedent {
                standing.who = Who::Target;
            }
        }
        let text = canonical(&Effect::Sentence(timeless));
        let text = text.trim_end_matches('.').replace("this location", &war.setup.location(active.location).name);
        if !sentences.contains(&text) {
            sentences.push(text);
        }
    }
    sentences
}

/// The sentences of the effect that an event begins or ends, if the observer's player has its sheet.
pub(super) fn effect_sentences(war: &War, facts: &Facts<'_>, observer: CharacterId) -> Vec<String> {
    match facts.words {
        Words::EffectSummary(active) if can_read_sheet(war, observer, active.user, active.skill) => {
            lasting_sentences(war, active)
        }
        _ if facts.row == Some(Row::EffectEnded) => ended_sentences(war, facts, observer),
        _ => Vec::new(),
    }
}

/// The lasting sentences of an effect that ends, as its sheet has them, if the observer's player has the sheet.
fn ended_sentences(war: &War, facts: &Facts<'_>, observer: CharacterId) -> Vec<String> {
    let (Some(user), Some(skill)) = (facts.actor, facts.skill) else { return Vec::new() };
    if !can_read_sheet(war, observer, user, skill) {
        return Vec::new();
    }
    let standing_sentence = |effect: &Effect| match effect {
        Effect::Sentence(sentence) if matches!(sentence.operation, Operation::Standing(_)) => {
            let timeless = Effect::Sentence(Sentence { duration: None, ..sentence.clone() });
            Some(canonical(&timeless).trim_end_matches('.').to_owned())
        }
        Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
    };
    war.skill(skill).effects.iter().filter_map(|line| standing_sentence(&line.effect)).collect()
}

/// The public sentences of the effect that an event begins, for a Command Spell or an item: all its lasting sentences,
/// whichever of them came into force. Their durations are left out if the end is told and all have the same one.
pub(super) fn public_sentences(war: &War, facts: &Facts<'_>, is_end_told: bool) -> Vec<String> {
    let Words::EffectSummary(active) = facts.words else { return Vec::new() };
    if !is_public_skill(active.skill) || active.set_off.is_some() || active.status.is_some() {
        return Vec::new();
    }
    let lasting_sentences = war.skill(active.skill).effects.iter().filter_map(|line| match &line.effect {
        Effect::Sentence(sentence) if matches!(sentence.operation, Operation::Standing(_)) => Some(sentence.clone()),
        Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
    });
    let mut sentences: Vec<Sentence> = lasting_sentences.collect();
    if is_end_told && sentences.windows(2).all(|pair| pair[0].duration == pair[1].duration) {
        sentences
            .iter_mut()
            .filter(|sentence| sentence.trigger.is_none())
            .for_each(|sentence| sentence.duration = None);
    }
    let text = |sentence: Sentence| canonical(&Effect::Sentence(sentence)).trim_end_matches('.').to_owned();
    sentences.into_iter().map(text).collect()
}

/// Whether a skill does nothing but bring its target to its user.
pub(super) fn only_brings_target_to_user(skill: &Skill) -> bool {
    let is_clause =
        |effect: &Effect| matches!(effect, Effect::Sentence(Sentence { operation: Operation::Clause(_), .. }));
    let mut effects = skill.effects.iter().map(|line| &line.effect).filter(|effect| !is_clause(effect)).peekable();
    let brings_target = |effect: &Effect| {
        matches!(
            effect,
            Effect::Sentence(Sentence {
                trigger: None,
                condition: None,
                operation: Operation::Immediate(Immediate {
                    who: Who::Target,
                    verb: Verb::Relocate { destination: Destination::Of(Who::User), .. },
                }),
                ..
            })
        )
    };
    effects.peek().is_some() && effects.all(brings_target)
}

/// Whether a skill stands on a public sheet: the Command Spells' or the items'.
const fn is_public_skill(skill: SkillRef) -> bool {
    matches!(skill.sheet, SheetId::SPELLS | SheetId::ITEMS)
}

/// The damage of one hit on the sheet of the observer's own character, in the form used (R089–R096).
pub(super) fn printed_damage(war: &War, facts: &Facts<'_>, observer: CharacterId) -> Option<Exact> {
    let (RecordedAs::Hit { is_upgraded, .. }, Some(skill), Some(user)) = (&facts.recorded_as, facts.skill, facts.actor)
    else {
        return None;
    };
    if !can_read_sheet(war, observer, user, skill) {
        return None;
    }
    let damage = war.skill(skill).damage.as_ref()?.value(*is_upgraded);
    damage.kind.map(|_| damage.base)
}

/// What the reader's own side changed in a hit's number. Only what its own body or its own hits always have is named.
/// A sentence with a condition, one about certain attacks, or one that works on somebody else would reveal that its
/// case applied (I24).
///
/// That low Health weakened a hit is told only of the seat's own attacks, and only at ACT C and better: it reveals
/// that the attacker had been hurt by then (I04).
pub(super) fn visible_number_changes(war: &War, facts: &Facts<'_>, observation: &Observation) -> Vec<NumberChange> {
    let (observer, can_see_condition) = (observation.observer, observation.acuity >= Acuity::C);
    let Some(receipt) = facts.blow else { return Vec::new() };
    let flat = receipt.flat.iter().map(|term| (term.source, ChangeKind::Flat(term.amount)));
    let percents = receipt.percents.iter().map(|term| (term.source, ChangeKind::Percent(term.amount)));
    let cap = receipt.most.iter().map(|term| (term.source, ChangeKind::AtMost(term.amount)));
    let absorbed = receipt.absorbed.iter().map(|term| {
        let source = TermSource::Skill { skill: term.shield.skill, user: term.shield.user };
        (source, ChangeKind::Absorbed(term.amount))
    });
    let is_told = |(source, change): (TermSource, ChangeKind)| match source {
        TermSource::Skill { skill, user } => {
            let is_known = can_read_sheet(war, observer, user, skill) && changes_all_damage(war, observer, user, skill);
            is_known.then_some(NumberChange { skill: Some(skill), change })
        }
        TermSource::Rule(rule) => {
            let is_own_attack =
                facts.actor.is_some_and(|user| war.seat_of(user).is_some_and(|s| war.seat_of(observer) == Some(s)));
            (rule == RuleId::R(18) && can_see_condition && is_own_attack)
                .then_some(NumberChange { skill: None, change })
        }
    };
    flat.chain(percents).chain(cap).chain(absorbed).filter_map(is_told).collect()
}

/// What Command Spells in force since an earlier Night changed in a hit's number by a percentage, each with its user.
pub(super) fn changes_by_lasting_spells(war: &War, facts: &Facts<'_>) -> Vec<(CharacterId, NumberChange)> {
    let percents = facts.blow.into_iter().flat_map(|receipt| &receipt.percents);
    let is_lasting = |user: CharacterId, skill: SkillRef| {
        let mut active = war.active_skills.iter().filter(|active| (active.user, active.skill) == (user, skill));
        skill.sheet == SheetId::SPELLS && active.any(|active| active.since < war.night)
    };
    percents
        .filter_map(|term| match term.source {
            TermSource::Skill { skill, user } if is_lasting(user, skill) => {
                let change = NumberChange { skill: Some(skill), change: ChangeKind::Percent(term.amount) };
                Some((user, change))
            }
            TermSource::Skill { .. } | TermSource::Rule(_) => None,
        })
        .collect()
}

/// Whether everything that a skill does to damage, it does to all damage of its user or of characters of the reader's
/// own side.
fn changes_all_damage(war: &War, observer: CharacterId, user: CharacterId, skill: SkillRef) -> bool {
    let is_only_on_own_side = || {
        let mut in_force = war.active_skills.iter().filter(|a| (a.user, a.skill) == (user, skill)).peekable();
        in_force.peek().is_some() && in_force.all(|a| a.targets.iter().all(|who| is_own(war, observer, *who)))
    };
    war.skill(skill).effects.iter().all(|line| match &line.effect {
        Effect::Sentence(sentence) => match &sentence.operation {
            Operation::Standing(standing) => {
                leaves_damage_alone(&standing.modifier) || is_unconditional(sentence, standing, is_only_on_own_side)
            }
            Operation::Immediate(_) | Operation::Clause(_) => true,
        },
        Effect::Gm(_) => true,
        Effect::Choice(_) | Effect::Several(_) => false,
    })
}

/// Whether a modifier does not change the number of a hit.
const fn leaves_damage_alone(modifier: &Modifier) -> bool {
    let concerns_damage = matches!(
        modifier,
        Modifier::DamageDealt(_) | Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) | Modifier::Absorbs { .. }
    );
    !concerns_damage
}

fn is_unconditional(sentence: &Sentence, standing: &Standing, is_on_own_side: impl Fn() -> bool) -> bool {
    let is_counted =
        matches!(&standing.modifier, Modifier::DamageDealt(by) | Modifier::DamageTaken(by) if by.each.is_some());
    let is_conditional = sentence.condition.is_some() || sentence.trigger.is_some() || standing.quota.is_some();
    // The reader knows with what its own side attacks, and that an attack was one. It may not know more of the
    // attack.
    let is_about_own_attacks = matches!(standing.modifier, Modifier::DamageDealt(_));
    let is_about_any_attack =
        standing.attacks.skill_filter.as_ref().is_none_or(|skills| *skills == SkillFilter::ATTACKS);
    let is_about_some_attacks =
        !(is_about_own_attacks || is_about_any_attack) || standing.attacks.others != Group::ANYBODY;
    let is_about_own_side = standing.who == Who::User || (standing.who == Who::Target && is_on_own_side());
    is_about_own_side && !is_counted && !is_conditional && !is_about_some_attacks
}
