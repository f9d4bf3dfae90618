//! The deeds an event consists of, as sheets speak of them (`crate::war::history`).

use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::history::{Done, What};

use super::facts::{Deeds, Facts};
use super::kind::EventKind;

/// Tells each deed of an event, on the position before it.
pub fn each(war: &War, kind: &EventKind, mut tell: impl FnMut(Done)) {
    let facts = kind.facts(war);
    let Facts { skill, upgraded, .. } = facts;
    let at = |who: CharacterId| Some(war.character(who).at);
    let plain = |who, what| Done { who, what, other: None, skill: None, upgraded: false, place: at(who), of_use: None };
    let (actor, object) = (facts.actor, facts.objects.first().copied());
    match facts.deeds {
        Deeds::None => {}
        Deeds::Use => {
            let Some(user) = actor else { return };
            let used = Done { skill, upgraded, ..plain(user, What::Used) };
            if facts.objects.is_empty() {
                tell(used);
            }
            for target in &*facts.objects {
                tell(Done { other: Some(*target), ..used });
            }
            for target in facts.objects.iter().filter(|t| facts.attack && **t != user) {
                attacked(used, *target, at(*target), &mut tell);
            }
        }
        Deeds::Blow { again, upgraded } => {
            let (Some(attacker), Some(target), Some(taker)) = (actor, object, facts.body) else { return };
            // Each hit is an attack of its own (R101); the first was told with the use.
            if again && attacker != target {
                let again = Done { skill, upgraded, ..plain(attacker, What::Attacked) };
                attacked(again, target, at(target), &mut tell);
            }
            let hit = Done { other: Some(attacker), skill, upgraded, ..plain(taker, What::WasDamaged) };
            tell(hit);
            if attacker != taker {
                tell(Done { what: What::Damaged, who: attacker, other: Some(taker), place: at(attacker), ..hit });
            }
            if taker != target {
                tell(Done { what: What::Intercepted, ..hit });
            }
        }
        Deeds::Interception => {
            let Some(by) = facts.interceptor else { return };
            tell(Done { other: actor, skill, ..plain(by, What::Intercepted) });
        }
        Deeds::Harm => facts.body.into_iter().for_each(|who| tell(plain(who, What::WasDamaged))),
        Deeds::Command => {
            let Some(master) = actor else { return };
            tell(Done { other: object, skill, ..plain(master, What::Commanded) });
        }
        Deeds::Arrival => {
            actor.into_iter().for_each(|who| tell(Done { place: facts.place, ..plain(who, What::Entered) }));
        }
        Deeds::Departure { fled } => {
            let Some(who) = actor else { return };
            let left = Done { place: facts.place, ..plain(who, What::Left) };
            tell(left);
            if fled {
                tell(Done { what: What::Fled, ..left });
            }
        }
        Deeds::Death => {
            let Some(who) = object else { return };
            if facts.also.is_empty() {
                tell(plain(who, What::Died));
            }
            for killer in &*facts.also {
                tell(Done { other: Some(*killer), ..plain(who, What::Died) });
            }
            for killer in &*facts.also {
                tell(Done { other: Some(who), ..plain(*killer, What::Killed) });
            }
        }
        Deeds::SpiritFormEntered => actor.into_iter().for_each(|who| tell(plain(who, What::EnteredSpiritForm))),
        Deeds::SpiritFormLeft => actor.into_iter().for_each(|who| tell(plain(who, What::LeftSpiritForm))),
    }
}

/// An attack on somebody, as a deed of both.
fn attacked(
    by: Done,
    target: CharacterId,
    place: Option<crate::vocabulary::ids::LocationId>,
    tell: &mut impl FnMut(Done),
) {
    tell(Done { what: What::Attacked, other: Some(target), ..by });
    tell(Done { what: What::WasAttacked, who: target, other: Some(by.who), place, ..by });
}
