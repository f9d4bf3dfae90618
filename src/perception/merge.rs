//! Merges what several characters of a seat perceived of one event.

use crate::event::Vantage;

use super::perceived::{Figure, Perceived, SeenAct};

/// Merges another observer's perception into `merged`. Returns whether the other one ranked better and so became the
/// base of the result.
pub(crate) fn merge_perceived(merged: &mut Perceived, mut other: Perceived) -> bool {
    let is_better = perception_rank(&other) < perception_rank(merged);
    if is_better {
        std::mem::swap(merged, &mut other);
    }
    fill_gaps(merged, other);
    is_better
}

/// The rank of a perception, best first: the doer's, the victim's, then the keenest observer's.
const fn perception_rank(perceived: &Perceived) -> (u8, u8) {
    let vantage = match perceived.vantage {
        Vantage::Own => 0,
        Vantage::Victim => 1,
        Vantage::Told => 2,
        Vantage::Scout => 3,
        Vantage::Present => 4,
    };
    (vantage, 9 - perceived.acuity as u8)
}

fn fill_gaps(merged: &mut Perceived, other: Perceived) {
    if is_vague(merged.act) && !is_vague(other.act) {
        merged.act = other.act;
    }
    merged.actor = clearer_figure(merged.actor, other.actor);
    merged.interceptor = clearer_figure(merged.interceptor, other.interceptor);
    let count_identified = |list: &[Figure]| (list.iter().filter(|f| f.identity().is_some()).count(), list.len());
    if count_identified(&other.objects) > count_identified(&merged.objects) {
        merged.objects = other.objects;
    }
    let is_wound_finer = other.acuity > merged.acuity && other.wound.is_some();
    if is_wound_finer || merged.wound.is_none() {
        merged.wound = other.wound;
    }
    merged.is_afar &= other.is_afar;
    merged.location = merged.location.or(other.location);
    merged.skill = merged.skill.or(other.skill);
    merged.is_upgraded |= other.is_upgraded;
    merged.is_noble_phantasm |= other.is_noble_phantasm;
    merged.rank = merged.rank.or(other.rank);
    merged.is_area_skill |= other.is_area_skill;
    merged.is_target_there_already |= other.is_target_there_already;
    merged.manner = merged.manner.or(other.manner);
    merged.damage = merged.damage.or(other.damage);
    merged.skill_type = merged.skill_type.or(other.skill_type);
    merged.amount = merged.amount.or(other.amount);
    merged.printed = merged.printed.or(other.printed);
    merged.second_amount = merged.second_amount.or(other.second_amount);
    merged.paid = merged.paid.or(other.paid);
    merged.health_left = merged.health_left.or(other.health_left);
    merged.left_percent = merged.left_percent.or(other.left_percent);
    merged.force = merged.force.or(other.force);
    merged.status = merged.status.or(other.status);
    merged.ailment = merged.ailment.or(other.ailment);
    merged.severity = merged.severity.or(other.severity);
    merged.rough_damage = merged.rough_damage.or(other.rough_damage);
    merged.affliction = merged.affliction.take().or(other.affliction);
    merged.travel = merged.travel.or(other.travel);
    merged.other_location = merged.other_location.or(other.other_location);
    merged.direction = merged.direction.or(other.direction).filter(|_| merged.other_location.is_none());
    merged.reason = merged.reason.or(other.reason);
    merged.order = merged.order.or(other.order);
    merged.outcome = merged.outcome.or(other.outcome);
    merged.count = merged.count.or(other.count);
    merged.winner = merged.winner.or(other.winner);
    merged.words = merged.words.take().or(other.words);
    merged.by_order = merged.by_order.or(other.by_order);
    if merged.effect_sentences.is_empty() {
        merged.effect_sentences = other.effect_sentences;
    }
    if merged.changed_by.is_empty() {
        merged.changed_by = other.changed_by;
    }
    if merged.spells_of_others.is_empty() {
        merged.spells_of_others = other.spells_of_others;
    }
    if merged.wounds.is_empty() {
        merged.wounds = other.wounds;
    }
    if merged.items.is_empty() {
        merged.items = other.items;
    }
    if merged.known_locations.is_empty() {
        merged.known_locations = other.known_locations;
    }
    // The keenest observer decides in which order things are told, and how.
    merged.acuity = merged.acuity.max(other.acuity);
}

/// Whether an act only says that something happened.
const fn is_vague(act: SeenAct) -> bool {
    matches!(act, SeenAct::Fighting | SeenAct::Uproar | SeenAct::Flash)
}

fn clearer_figure(a: Option<Figure>, b: Option<Figure>) -> Option<Figure> {
    let clarity = |figure: &Option<Figure>| match figure {
        Some(Figure::Known(_)) => 4,
        Some(Figure::Stranger(_)) => 3,
        Some(Figure::OfKind(_)) => 2,
        Some(Figure::Someone) => 1,
        None => 0,
    };
    if clarity(&b) > clarity(&a) { b } else { a }
}
