//! How hurt everybody looked when a reader saw it last tonight.

use std::collections::BTreeMap;

use crate::vocabulary::ids::CharacterId;

use super::perceived::{Figure, Perceived, SeenAct, Wound};
use super::scene::Scene;

/// How badly hurt each whom the reader could point at looked last; nobody of whom it has seen more since.
pub fn last_wounds(scenes: &[Scene]) -> BTreeMap<CharacterId, Wound> {
    looks(scenes).into_iter().filter(|(_, (_, recovered))| !recovered).map(|(who, (wound, _))| (who, wound)).collect()
}

/// How badly hurt those looked whom the reader has seen recover since, by nobody can tell how much.
pub fn wounds_before_recovering(scenes: &[Scene]) -> BTreeMap<CharacterId, Wound> {
    looks(scenes).into_iter().filter(|(_, (_, recovered))| *recovered).map(|(who, (wound, _))| (who, wound)).collect()
}

/// The last look of each, and whether they were seen to recover since; nobody of whom more was seen since.
fn looks(scenes: &[Scene]) -> BTreeMap<CharacterId, (Wound, bool)> {
    let mut looks: BTreeMap<CharacterId, (Wound, bool)> = BTreeMap::new();
    for part in scenes.iter().flat_map(|scene| scene.deeds.iter().flatten()) {
        for (figure, wound) in &part.wounds {
            looks.extend(figure.pointed_at().map(|who| (who, (*wound, false))));
        }
        let Some(who) = body(part).and_then(Figure::pointed_at) else { continue };
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

/// Whose Health a reader saw change tonight.
pub(super) fn touched(scenes: &[Scene]) -> impl Iterator<Item = CharacterId> {
    let parts = scenes.iter().flat_map(|scene| scene.deeds.iter().flatten());
    let changed =
        |part: &&Perceived| matches!(part.act, SeenAct::Restored | SeenAct::Lost | SeenAct::Damaged | SeenAct::Hit);
    parts.filter(changed).filter_map(|part| body(part)?.pointed_at())
}

/// Whose body something was done to.
fn body(part: &Perceived) -> Option<Figure> {
    part.interceptor.or(part.objects.first().copied())
}
