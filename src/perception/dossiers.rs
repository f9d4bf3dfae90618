//! Dossiers: what a seat keeps in mind of everybody else, made of its own reports alone.

use std::collections::BTreeMap;

use crate::event::detail::FreedReason;
use crate::vocabulary::ids::CharacterId;
pub use crate::war::character::Sighting;
pub use crate::war::dossier::{BlowSeen, Dossier, Fell, SkillSeen};

use super::last_wounds::{last_wounds, touched};
use super::perceived::{Figure, Perceived, SeenAct, Why};
use super::scene::Scene;

/// Adds what a seat saw of a Night to what it kept in mind before it.
pub(super) fn extend(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    scenes: &[Scene],
    sightings: &[(CharacterId, Sighting)],
    is_own: impl Fn(CharacterId) -> bool,
) {
    for (who, sighting) in sightings.iter().filter(|(_, sighting)| sighting.night == night) {
        let seen = &mut dossiers.entry(*who).or_default().seen;
        seen.retain(|earlier| earlier.night != night);
        seen.push(*sighting);
    }
    for deed in scenes.iter().flat_map(|scene| &scene.deeds) {
        note_skill(dossiers, night, deed, &is_own);
        note_blows(dossiers, deed, &is_own);
        deed.iter().for_each(|part| note_death(dossiers, night, part, &is_own));
    }
    // What was seen of their wounds before that holds no more.
    for who in touched(scenes) {
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

/// Notes with how good eyes everybody was seen whom the seat could point at.
pub(super) fn note_eyes<'p>(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    perceived: impl Iterator<Item = &'p Perceived>,
    is_own: impl Fn(CharacterId) -> bool,
) {
    for part in perceived.filter(|part| !part.afar && part.act != SeenAct::Recognised) {
        let figures = part.actor.iter().chain(&part.objects).chain(&part.interceptor);
        for who in figures.filter_map(|figure| figure.pointed_at()).filter(|who| !is_own(*who)) {
            let acuity = &mut dossiers.entry(who).or_default().acuity;
            *acuity = (*acuity).max(Some(part.acuity));
        }
    }
}

/// Who was seen to die; and whose Servant was seen to lose them because they were dead.
fn note_death(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    part: &Perceived,
    is_own: &impl Fn(CharacterId) -> bool,
) {
    let bereaved = part.act == SeenAct::Freed && part.reason == Some(Why::Freed(FreedReason::MasterDied));
    let pointed = |figure: &Figure| figure.pointed_at().filter(|who| !is_own(*who));
    let (dead, fell) = match part.act {
        SeenAct::Died => {
            let by = part.actor.and_then(Figure::pointed_at);
            (part.objects.iter().filter_map(pointed).collect(), Fell { night, at: part.place, by })
        }
        _ if bereaved => (part.actor.iter().filter_map(pointed).collect(), Fell { night, at: None, by: None }),
        _ => (Vec::new(), Fell { night, at: None, by: None }),
    };
    for who in dead {
        dossiers.entry(who).or_default().fell.get_or_insert(fell);
    }
}

/// Blows with the number told and the skill not, by whom the seat could point at.
fn note_blows(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    deed: &[Perceived],
    is_own: &impl Fn(CharacterId) -> bool,
) {
    if deed.iter().any(|part| part.act == SeenAct::Used && part.skill.is_some()) {
        return;
    }
    for hit in deed.iter().filter(|part| part.act == SeenAct::Hit && part.skill.is_none()) {
        let (Some(who), Some(amount)) = (hit.actor.and_then(Figure::pointed_at), hit.amount) else { continue };
        if is_own(who) {
            continue;
        }
        let blows = &mut dossiers.entry(who).or_default().blows;
        match blows.iter_mut().find(|known| known.damage == hit.damage) {
            Some(known) => known.most = known.most.max(amount),
            None => blows.push(BlowSeen { damage: hit.damage, most: amount }),
        }
    }
}

/// A use whose skill was heard named, with the damage of its hits as far as the seat was told it.
fn note_skill(
    dossiers: &mut BTreeMap<CharacterId, Dossier>,
    night: u32,
    deed: &[Perceived],
    is_own: &impl Fn(CharacterId) -> bool,
) {
    let Some(used) = deed.iter().find(|part| part.act == SeenAct::Used) else { return };
    let (Some(skill), Some(who)) = (used.skill, used.actor.and_then(Figure::pointed_at)) else { return };
    if is_own(who) {
        return;
    }
    let hits = deed.iter().filter(|part| part.act == SeenAct::Hit && part.actor == used.actor);
    let most = hits.filter_map(|hit| hit.amount).max();
    let skills = &mut dossiers.entry(who).or_default().skills;
    match skills.iter_mut().find(|known| (known.skill, known.upgraded) == (skill, used.upgraded)) {
        Some(known) => {
            known.damage = known.damage.or(used.damage);
            known.most = known.most.max(most);
            known.night = night;
        }
        None => skills.push(SkillSeen { skill, upgraded: used.upgraded, damage: used.damage, most, night }),
    }
}
