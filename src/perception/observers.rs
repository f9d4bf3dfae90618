//! Who perceives an event as it happens, and from where.
//!
//! Observers are decided on the position before the event. Moves are made at once, so they are observed on the
//! position after all arrivals (R274). What is restored at the end of a batch is observed as it happens. Conditions
//! and reports read the observations stored here. The dead perceive their own death and what is told to them
//! ([`Observers::EachEvenDead`]). What each observer learns is decided in [`super::perceive`].

use crate::event::facts::{Facts, LocationEnd, Observers, RevealedPresence};
use crate::event::kind::EventKind;
use crate::event::{Observation, Vantage};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;

use super::figure::sight_acuity;

/// Returns who perceives an event, in order of observer.
///
/// `war` is the position before the event is applied. `location` is where the event happens: for a deed done to
/// somebody, where it strikes; for a use and for what is in force of it, where its user is; for a departure, the
/// location left.
pub fn find_observers(war: &War, kind: &EventKind, location: Option<LocationId>) -> Vec<Observation> {
    let facts = kind.facts(war);
    let mut collector = ObserverCollector { war, location, observations: Vec::new() };
    for observers in facts.observers {
        collector.add_observers(observers, &facts);
    }
    collector.hide_undetected(&facts);
    collector.observations.sort_unstable_by_key(|observation| observation.observer);
    collector.observations
}

/// Drops observers who are not where an effect's reaction strikes. The reaction is perceived there and by those it
/// strikes; the effect's owner learns nothing of it from elsewhere (I23).
pub fn drop_remote_observers(war: &War, kind: &EventKind, observations: &mut Vec<Observation>) {
    let facts = kind.facts(war);
    let is_there = |id: CharacterId| facts.objects.iter().any(|who| war.character(*who).at == war.character(id).at);
    observations.retain(|observation| !facts.is_seen_only_where_it_strikes || is_there(observation.observer));
}

struct ObserverCollector<'a> {
    war: &'a War,
    location: Option<LocationId>,
    observations: Vec<Observation>,
}

impl ObserverCollector<'_> {
    /// Adds the observers that one entry of the event's facts names.
    fn add_observers(&mut self, observers: Observers<'_>, facts: &Facts<'_>) {
        let war = self.war;
        let place_of = |who: CharacterId| Some(war.character(who).at);
        match observers {
            Observers::Nobody => {}
            Observers::Single(who, vantage) => self.add(who, vantage, false),
            Observers::Each(observers, vantage) => observers.iter().for_each(|who| self.add(*who, vantage, false)),
            Observers::EachEvenDead(observers, vantage) => {
                observers.iter().for_each(|who| self.add_even_dead(*who, vantage, false))
            }
            Observers::AllObjects(vantage) => facts.objects.iter().for_each(|who| self.add(*who, vantage, false)),
            Observers::Present => self.add_everybody_present(false),
            Observers::Everybody => war.living().for_each(|who| self.add(who, Vantage::Told, false)),
            Observers::EverybodyEvenSheltered => war.ids().for_each(|who| self.add(who, Vantage::Told, false)),
            Observers::Marked => {
                war.living().filter(|who| war.is_marked(*who)).for_each(|who| self.add(who, Vantage::Told, false));
            }
            Observers::Deed(end) => self.add_deed_observers(facts, end),
            Observers::Harm => {
                let (Some(by), Some(who)) = (facts.actor, facts.affected_body) else { return };
                let is_at_location = place_of(by) == self.location;
                if is_at_location && by != who {
                    self.add(by, Vantage::Own, false);
                }
                self.add(who, Vantage::Victim, !is_at_location);
                self.add_everybody_present(!is_at_location);
            }
            Observers::Noticing(observers) => observers.iter().for_each(|who| {
                let vantage = if place_of(*who) == self.location { Vantage::Present } else { Vantage::Scout };
                self.add(*who, vantage, false);
            }),
            Observers::FromAfar(observers) => {
                let location = self.location;
                observers
                    .iter()
                    .filter(|who| place_of(**who) != location)
                    .for_each(|who| self.add(*who, Vantage::Present, true));
            }
        }
    }

    /// Adds a living observer; the first vantage given is kept.
    fn add(&mut self, observer: CharacterId, vantage: Vantage, afar: bool) {
        if self.war.character(observer).is_alive() {
            self.add_even_dead(observer, vantage, afar);
        }
    }

    fn add_even_dead(&mut self, observer: CharacterId, vantage: Vantage, is_afar: bool) {
        if !self.observations.iter().any(|observation| observation.observer == observer) {
            let acuity = sight_acuity(self.war, observer);
            self.observations.push(Observation {
                observer,
                vantage,
                acuity,
                is_afar,
                is_actor_hidden: false,
                is_object_hidden: false,
                unseen: Vec::new(),
            });
        }
    }

    /// Keeps hidden characters (family 18) out of what an onlooker sees. An onlooker does not notice what a hidden
    /// character merely does, and of its hit not whose it was. Of a hit on a hidden character bystanders learn
    /// nothing, and the attacker only that it met somebody (A257).
    fn hide_undetected(&mut self, facts: &Facts<'_>) {
        let war = self.war;
        let author = facts.actor.filter(|_| facts.reveals != RevealedPresence::Nobody);
        let objects = facts.objects.iter().chain(&facts.interceptor).filter(|_| facts.reveals == RevealedPresence::All);
        self.observations.retain_mut(|observation| {
            let is_hidden = |who: &CharacterId| {
                *who != observation.observer && war.is_hidden_from(*who, observation.observer, false)
            };
            let is_by_hidden = author.iter().any(is_hidden);
            let unseen: Vec<CharacterId> = objects.clone().filter(|who| is_hidden(who)).copied().collect();
            let is_on_hidden = match facts.affected_body.filter(|_| facts.interceptor_takes_hit) {
                // Whoever was struck is seen to be struck, whoever the hit was meant for.
                Some(taker) => unseen.contains(&taker),
                None => !facts.is_noticed_if_object_hidden && !unseen.is_empty(),
            };
            observation.is_actor_hidden = is_by_hidden;
            observation.is_object_hidden = !unseen.is_empty();
            observation.unseen = unseen;
            let is_unnoticed = (is_by_hidden && !facts.is_noticed_if_actor_hidden) || is_on_hidden;
            observation.vantage != Vantage::Present || !is_unnoticed
        });
    }

    /// Adds everybody living at the place.
    fn add_everybody_present(&mut self, afar: bool) {
        let Some(location) = self.location else { return };
        let war = self.war;
        war.present(location).for_each(|who| self.add(who, Vantage::Present, afar));
    }

    /// Adds the observers of a deed done to others: the doer, its objects, the bystanders.
    fn add_deed_observers(&mut self, facts: &Facts<'_>, end: LocationEnd) {
        let war = self.war;
        let Some(actor) = facts.actor else { return };
        let location = self.location;
        let is_elsewhere = |id: CharacterId| location.is_some_and(|location| war.character(id).at != location);
        let is_actor_elsewhere = is_elsewhere(actor);
        let objects = facts.objects.iter().chain(&facts.interceptor).copied();
        let afar = match end {
            LocationEnd::Actor => objects.clone().any(is_elsewhere),
            LocationEnd::Target => is_actor_elsewhere,
        };
        self.add(actor, Vantage::Own, afar);
        for object in objects {
            let afar = match end {
                LocationEnd::Actor => is_elsewhere(object),
                LocationEnd::Target => is_actor_elsewhere,
            };
            self.add(object, Vantage::Victim, afar);
        }
        self.add_everybody_present(afar);
    }
}
