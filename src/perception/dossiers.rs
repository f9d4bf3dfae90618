//! Dossiers: what a seat knows of everybody else, built up from its own reports alone.

use std::collections::BTreeMap;

use crate::event::detail::{DeathCause, FreedReason};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
pub use crate::war::character::Sighting;
pub use crate::war::dossier::{BlowReduction, BlowSeen, Dossier, KnownDeath, ReducedBlow, SkillSeen};
use crate::war::setup::SheetId;

use super::last_wounds::{characters_with_changed_health, last_wounds};
use super::perceived::{ChangeKind, Figure, NumberChange, Perceived, SeenAct, Why};
use super::scene::Scene;

/// Adds what a seat saw during a Night to its dossiers.
pub(super) fn update_dossiers(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    scenes: &[Scene],
    sightings: &[(CharacterId, Sighting)],
    is_own: impl Fn(CharacterId) -> bool,
) {
    for (who, sighting) in sightings.iter().filter(|(_, sighting)| sighting.night == night) {
        let sightings_of = &mut dossiers.entry(*who).or_default().seen;
        sightings_of.retain(|earlier| earlier.night != night);
        sightings_of.push(*sighting);
    }
    for deed in scenes.iter().flat_map(|scene| &scene.event_groups) {
        note_skill(dossiers, night, deed, &is_own);
        note_skill_owner(dossiers, night, deed);
        note_anonymous_hits(dossiers, deed, &is_own);
        deed.iter().for_each(|part| note_death(dossiers, night, part, &is_own));
    }
    // Any later change of Health outdates the wound noted before.
    for who in characters_with_changed_health(scenes) {
        if let Some(dossier) = dossiers.get_mut(&who) {
            dossier.wound = None;
        }
    }
    for (who, wound) in last_wounds(scenes) {
        if !is_own(who) {
            dossiers.entry(who).or_default().wound = Some((night, wound));
        }
    }
}

/// Notes the best ACT with which the seat has seen each character that it could point at.
pub(super) fn note_best_acuity<'p>(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    perceived: impl Iterator<Item = &'p Perceived>,
    is_own: impl Fn(CharacterId) -> bool,
) {
    for part in perceived.filter(|perception| !perception.is_afar && perception.act != SeenAct::Recognised) {
        let figures = part.actor.iter().chain(&part.objects).chain(&part.interceptor);
        for who in figures.filter_map(|figure| figure.identity()).filter(|who| !is_own(*who)) {
            let acuity = &mut dossiers.entry(who).or_default().acuity;
            *acuity = (*acuity).max(Some(part.acuity));
        }
    }
}

/// The reason given for a death in a fight.
const DIED_OF_WOUNDS: Why = Why::Died(DeathCause::Wounds);

/// Notes who was seen to die. A Servant that loses its Master because the Master died counts as seeing that death.
fn note_death(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    part: &Perceived,
    is_own: &impl Fn(CharacterId) -> bool,
) {
    let is_bereavement = part.act == SeenAct::Freed && part.reason == Some(Why::Freed(FreedReason::MasterDied));
    let identify_other = |figure: &Figure| figure.identity().filter(|who| !is_own(*who));
    let (dead, killer): (Vec<CharacterId>, _) = match part.act {
        SeenAct::Died => {
            (part.objects.iter().filter_map(identify_other).collect(), part.actor.and_then(Figure::identity))
        }
        _ if is_bereavement => (part.actor.iter().filter_map(identify_other).collect(), None),
        _ => return,
    };
    let at = part.location.filter(|_| !is_bereavement);
    let is_killer_unknown =
        !is_bereavement && part.actor.is_none() && part.reason.is_none_or(|why| why == DIED_OF_WOUNDS);
    let death =
        KnownDeath { night, at, by: killer, phase: Some(part.phase), was_unseen: is_bereavement, is_killer_unknown };
    for who in dead {
        dossiers.entry(who).or_default().fell.get_or_insert(death);
    }
}

/// Notes hits of a known amount by an unknown skill, where the seat can identify the attacker.
fn note_anonymous_hits(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    deed: &[Perceived],
    is_own: &impl Fn(CharacterId) -> bool,
) {
    if deed.iter().any(|part| part.act == SeenAct::Used && part.skill.is_some()) {
        return;
    }
    for hit in deed.iter().filter(|part| part.act == SeenAct::Hit && part.skill.is_none()) {
        let (Some(who), Some(amount)) = (hit.actor.and_then(Figure::identity), hit.amount) else { continue };
        if is_own(who) {
            continue;
        }
        let blows = &mut dossiers.entry(who).or_default().blows;
        let blow_index = blows.iter().position(|blow| blow.damage == hit.damage).unwrap_or_else(|| {
            blows.push(BlowSeen { damage: hit.damage, most: None, lessened: None });
            blows.len() - 1
        });
        if let Some(blow) = blows.get_mut(blow_index) {
            note_strongest_hit(&mut blow.most, &mut blow.lessened, amount, &hit.changed_by);
        }
    }
}

/// Keeps the largest number among unreduced hits, and the largest among hits that the seat's own side reduced. What a
/// reduced hit would have been without the reduction is not the seat's to know (I24).
fn note_strongest_hit(
    strongest: &mut Option<Exact>,
    strongest_reduced: &mut Option<ReducedBlow>,
    amount: Exact,
    changes: &[NumberChange],
) {
    let reductions: Vec<BlowReduction> = changes.iter().filter_map(reduction_from).collect();
    if reductions.is_empty() {
        *strongest = (*strongest).max(Some(amount));
    } else if strongest_reduced.as_ref().is_none_or(|known| known.damage < amount) {
        *strongest_reduced = Some(ReducedBlow { damage: amount, by: reductions });
    }
}

fn reduction_from(change: &NumberChange) -> Option<BlowReduction> {
    let part = match change.change {
        ChangeKind::Percent(by) if by.is_negative() => Some(-by),
        ChangeKind::Flat(by) if by.is_negative() => None,
        ChangeKind::AtMost(_) | ChangeKind::Absorbed(_) => None,
        ChangeKind::Percent(_) | ChangeKind::Flat(_) => return None,
    };
    Some(BlowReduction { skill: change.skill?, part })
}

/// Notes a use whose skill was heard by name, with the damage of its hits as far as the seat was told it.
fn note_skill(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    deed: &[Perceived],
    is_own: &impl Fn(CharacterId) -> bool,
) {
    let Some(use_part) = deed.iter().find(|part| part.act == SeenAct::Used) else { return };
    let (Some(skill), Some(who)) = (use_part.skill, use_part.actor.and_then(Figure::identity)) else { return };
    if is_own(who) {
        return;
    }
    let hits = deed.iter().filter(|part| part.act == SeenAct::Hit && part.actor == use_part.actor);
    let skills = &mut dossiers.entry(who).or_default().skills;
    let skill_index = skills
        .iter()
        .position(|known| (known.skill, known.is_upgraded) == (skill, use_part.is_upgraded))
        .unwrap_or_else(|| {
            skills.push(SkillSeen::new(skill, use_part.is_upgraded, night));
            skills.len() - 1
        });
    let Some(dossier_skill) = skills.get_mut(skill_index) else { return };
    dossier_skill.night = night;
    dossier_skill.damage = dossier_skill.damage.or(use_part.damage);
    dossier_skill.kind = dossier_skill.kind.or(use_part.skill_type);
    dossier_skill.is_noble_phantasm |= use_part.is_noble_phantasm;
    dossier_skill.rank = dossier_skill.rank.or(use_part.rank);
    for (hit, amount) in hits.filter_map(|hit| Some((hit, hit.amount?))) {
        note_strongest_hit(&mut dossier_skill.most, &mut dossier_skill.lessened, amount, &hit.changed_by);
    }
}

/// Notes the owner of a skill that was named other than by its use, for example when its effect ends. Skills of the
/// seat's own characters count too, because a character may go over to another seat. A skill of a library sheet
/// belongs to nobody.
fn note_skill_owner(dossiers: &mut BTreeMap<CharacterId, Dossier>, night: u32, deed: &[Perceived]) {
    for (skill, upgraded, who) in
        deed.iter().filter_map(|part| Some((part.skill?, part.is_upgraded, part.actor?.identity()?)))
    {
        if skill.sheet.index() < SheetId::FIRST_CHARACTER {
            continue;
        }
        let skills = &mut dossiers.entry(who).or_default().skills;
        if skills.iter().all(|known| known.skill != skill) {
            skills.push(SkillSeen::new(skill, upgraded, night));
        }
    }
}
