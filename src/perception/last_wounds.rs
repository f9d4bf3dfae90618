//! How hurt each character looked when the reader last saw it tonight.

use std::collections::BTreeMap;

use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;

use super::perceived::{Figure, Perceived, SeenAct, Wound};
use super::scene::Scene;

/// The last look of each character that the reader could point at, unless the reader has seen its Health change
/// since.
pub fn last_wounds(scenes: &[Scene]) -> BTreeMap<CharacterId, Wound> {
    looks(scenes, false)
}

/// The last look of each character that the reader has since seen recover by an unknown amount.
pub fn wounds_before_recovering(scenes: &[Scene]) -> BTreeMap<CharacterId, Wound> {
    looks(scenes, true)
}

/// The last looks of those who were seen to recover since, or of those who were not.
fn looks(scenes: &[Scene], recovered: bool) -> BTreeMap<CharacterId, Wound> {
    let looks = last_looks(scenes).into_iter().filter(|(_, (_, has_recovered))| *has_recovered == recovered);
    looks.map(|(who, (wound, _))| (who, wound)).collect()
}

/// The wounds that a page mentions in a scene. Of a character found in a battle, only the look of the keenest
/// observer counts.
pub fn shown_wounds(scene: &Scene) -> impl Iterator<Item = Wound> {
    let perceptions = || scene.event_groups.iter().flatten();
    let is_seen_better = move |seen: &Perceived, figure: Figure| {
        let mut keener = perceptions().filter(|part| part.acuity > seen.acuity).flat_map(|part| &part.wounds);
        figure.identity().is_some() && keener.any(|(other, _)| other.identity() == figure.identity())
    };
    perceptions().flat_map(move |part| {
        let visible_wounds = part.wounds.iter().filter(move |(figure, _)| !is_seen_better(part, *figure));
        part.wound.into_iter().chain(visible_wounds.map(|(_, wound)| *wound))
    })
}

/// The last look of each character, and whether it was seen to recover since. A character seen to be hurt again since
/// is left out.
fn last_looks(scenes: &[Scene]) -> BTreeMap<CharacterId, (Wound, bool)> {
    let mut looks: BTreeMap<CharacterId, (Wound, bool)> = BTreeMap::new();
    let deeds = scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten().map(move |part| (scene, part)));
    // Several of the reader's characters may find one battle at once: the keenest observer's look counts.
    let mut keenest_look: BTreeMap<CharacterId, (Phase, Acuity)> = BTreeMap::new();
    for (scene, part) in deeds {
        for (who, wound) in part.wounds.iter().filter_map(|(figure, wound)| Some((figure.identity()?, *wound))) {
            if keenest_look.get(&who).is_none_or(|(phase, acuity)| *phase != scene.phase || part.acuity > *acuity) {
                keenest_look.insert(who, (scene.phase, part.acuity));
                looks.insert(who, (wound, false));
            }
        }
        let Some(who) = affected_figure(part).and_then(Figure::identity) else { continue };
        if matches!(part.act, SeenAct::Restored | SeenAct::Lost | SeenAct::Damaged | SeenAct::Hit) {
            keenest_look.remove(&who);
        }
        if let Some(wound) = part.wound {
            looks.insert(who, (wound, false));
        } else if part.act == SeenAct::Restored {
            looks.entry(who).and_modify(|(_, recovered)| *recovered = true);
        } else if matches!(part.act, SeenAct::Lost | SeenAct::Damaged | SeenAct::Hit) {
            looks.remove(&who);
        }
    }
    looks
}

/// The characters whose Health the reader saw change tonight.
pub(super) fn characters_with_changed_health(scenes: &[Scene]) -> impl Iterator<Item = CharacterId> {
    let perceptions = scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    let shows_change =
        |part: &&Perceived| matches!(part.act, SeenAct::Restored | SeenAct::Lost | SeenAct::Damaged | SeenAct::Hit);
    perceptions.filter(shows_change).filter_map(|part| affected_figure(part)?.identity())
}

/// The character whose body an event affected: the interceptor, else the first object.
fn affected_figure(part: &Perceived) -> Option<Figure> {
    part.interceptor.or(part.objects.first().copied())
}
