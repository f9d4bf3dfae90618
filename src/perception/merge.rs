//! Merges what several characters of a seat perceived of one event.

use crate::event::Vantage;

use super::perceived::{Figure, Perceived, SeenAct};

/// Merges another observer's perception into `telling`. Returns whether the other one ranked better and so became the
/// base of the result.
pub(crate) fn merge_perceived(telling: &mut Perceived, mut other: Perceived) -> bool {
    let better = telling_rank(&other) < telling_rank(telling);
    if better {
        std::mem::swap(telling, &mut other);
    }
    fill_gaps(telling, other);
    better
}

/// The rank of a perception, best first: the doer's, the victim's, then the keenest observer's.
const fn telling_rank(perceived: &Perceived) -> (u8, u8) {
    let vantage = match perceived.vantage {
        Vantage::Own => 0,
        Vantage::Victim => 1,
        Vantage::Told => 2,
        Vantage::Scout => 3,
        Vantage::Present => 4,
    };
    (vantage, 9 - perceived.acuity as u8)
}

fn fill_gaps(telling: &mut Perceived, other: Perceived) {
    if is_vague(telling.act) && !is_vague(other.act) {
        telling.act = other.act;
    }
    telling.actor = clearer_figure(telling.actor, other.actor);
    telling.interceptor = clearer_figure(telling.interceptor, other.interceptor);
    let pointed = |list: &[Figure]| (list.iter().filter(|f| f.identity().is_some()).count(), list.len());
    if pointed(&other.objects) > pointed(&telling.objects) {
        telling.objects = other.objects;
    }
    let wound_is_finer = other.acuity > telling.acuity && other.wound.is_some();
    if wound_is_finer || telling.wound.is_none() {
        telling.wound = other.wound;
    }
    telling.afar &= other.afar;
    telling.place = telling.place.or(other.place);
    telling.skill = telling.skill.or(other.skill);
    telling.upgraded |= other.upgraded;
    telling.noble_phantasm |= other.noble_phantasm;
    telling.rank = telling.rank.or(other.rank);
    telling.area |= other.area;
    telling.manner = telling.manner.or(other.manner);
    telling.damage = telling.damage.or(other.damage);
    telling.skill_type = telling.skill_type.or(other.skill_type);
    telling.amount = telling.amount.or(other.amount);
    telling.printed = telling.printed.or(other.printed);
    telling.second_amount = telling.second_amount.or(other.second_amount);
    telling.paid = telling.paid.or(other.paid);
    telling.health_left = telling.health_left.or(other.health_left);
    telling.left_percent = telling.left_percent.or(other.left_percent);
    telling.force = telling.force.or(other.force);
    telling.status = telling.status.or(other.status);
    telling.ailment = telling.ailment.or(other.ailment);
    telling.severity = telling.severity.or(other.severity);
    telling.rough_damage = telling.rough_damage.or(other.rough_damage);
    telling.affliction = telling.affliction.take().or(other.affliction);
    telling.travel = telling.travel.or(other.travel);
    telling.other_place = telling.other_place.or(other.other_place);
    telling.direction = telling.direction.or(other.direction).filter(|_| telling.other_place.is_none());
    telling.reason = telling.reason.or(other.reason);
    telling.order = telling.order.or(other.order);
    telling.outcome = telling.outcome.or(other.outcome);
    telling.count = telling.count.or(other.count);
    telling.winner = telling.winner.or(other.winner);
    telling.words = telling.words.take().or(other.words);
    telling.by_order = telling.by_order.or(other.by_order);
    if telling.effect_sentences.is_empty() {
        telling.effect_sentences = other.effect_sentences;
    }
    if telling.changed_by.is_empty() {
        telling.changed_by = other.changed_by;
    }
    if telling.wounds.is_empty() {
        telling.wounds = other.wounds;
    }
    if telling.items.is_empty() {
        telling.items = other.items;
    }
    if telling.places.is_empty() {
        telling.places = other.places;
    }
    // The keenest observer decides in which order things are told, and how.
    telling.acuity = telling.acuity.max(other.acuity);
}

/// Whether an act only says that something happened.
const fn is_vague(act: SeenAct) -> bool {
    matches!(act, SeenAct::Fighting | SeenAct::Uproar | SeenAct::Flash)
}

fn clearer_figure(a: Option<Figure>, b: Option<Figure>) -> Option<Figure> {
    let rank = |f: &Option<Figure>| match f {
        Some(Figure::Known(_)) => 4,
        Some(Figure::Stranger(_)) => 3,
        Some(Figure::OfKind(_)) => 2,
        Some(Figure::Someone) => 1,
        None => 0,
    };
    if rank(&b) > rank(&a) { b } else { a }
}
