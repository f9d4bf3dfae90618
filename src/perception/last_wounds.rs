//! How hurt everybody looked when a reader saw it last tonight.

use std::collections::BTreeMap;

use crate::vocabulary::ids::CharacterId;

use super::perceived::{Figure, Perceived, SeenAct, Wound};
use super::scene::Scene;

/// How badly hurt each whom the reader could point at looked last; nobody of whom it has seen more since.
pub fn last_wounds(scenes: &[Scene]) -> BTreeMap<CharacterId, Wound> {
    let mut wounds: BTreeMap<CharacterId, Wound> = BTreeMap::new();
    for part in scenes.iter().flat_map(|scene| scene.deeds.iter().flatten()) {
        for (figure, wound) in &part.wounds {
            wounds.extend(figure.pointed_at().map(|who| (who, *wound)));
        }
        let Some(who) = body(part).and_then(Figure::pointed_at) else { continue };
        if let Some(wound) = part.wound {
            wounds.insert(who, wound);
        } else if matches!(part.act, SeenAct::Restored | SeenAct::Lost | SeenAct::Damaged | SeenAct::Hit) {
            wounds.remove(&who);
        }
    }
    wounds
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
