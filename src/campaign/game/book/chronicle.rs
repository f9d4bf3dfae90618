//! What the chronicle tells of a Night beside its weighty deeds: who fought whom and what it cost them, and which teams
//! were in one place for the first time.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::campaign::game::play::PlayedNight;
use crate::event::Event;
use crate::event::apply::apply;
use crate::event::kind::{Combat, EventKind};
use crate::updates::value_words::{append_note, join_with_and};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::war::War;

/// The fighting at a location in a Night.
#[derive(Debug, Serialize)]
pub(super) struct FightLine {
    #[serde(rename = "place")]
    location: String,
    /// The fighters of each team, as one phrase.
    sides: Vec<String>,
    /// Who was hurt: the name, the Health before and the Health after.
    harmed: Vec<(String, String, String)>,
}

/// Two teams that were in one location for the first time, and did not fight there.
#[derive(Debug, Serialize)]
pub(super) struct MeetingLine {
    #[serde(rename = "place")]
    location: String,
    /// Those of each team, as one phrase.
    sides: [String; 2],
}

/// The pairs of teams that have been in one location, each in the order of the teams.
pub(super) type Acquaintances = BTreeSet<(TeamId, TeamId)>;

/// Characters by their teams; those without one are together.
type Sides = BTreeMap<Option<TeamId>, BTreeSet<CharacterId>>;

#[derive(Default)]
struct Fight {
    sides: Sides,
    /// Where those were who struck from another location.
    from_afar: BTreeMap<CharacterId, LocationId>,
    /// The Health of those who were hurt, before and after.
    harmed: Vec<(CharacterId, Exact, Exact)>,
}

impl Fight {
    /// The sides, without those who struck from another location.
    fn sides_there(&self) -> Sides {
        let mut sides = self.sides.clone();
        sides.values_mut().for_each(|side| side.retain(|who| !self.from_afar.contains_key(who)));
        sides.retain(|_, side| !side.is_empty());
        sides
    }
}

/// The fights of a Night, and the meetings without one; both become acquaintances.
pub(super) fn chronicle_night(
    played: &PlayedNight,
    acquaintances: &mut Acquaintances,
) -> (Vec<FightLine>, Vec<MeetingLine>) {
    let after = &played.resolution.war;
    let fights = collect_fights(&played.war_before, &played.resolution.events);
    acquaintances.extend(fights.values().flat_map(|fight| pairs_of_teams(&fight.sides_there())));
    let meetings = list_meetings(after, acquaintances);
    (fights.into_iter().map(|(at, fight)| fight_line(after, at, fight)).collect(), meetings)
}

/// The fights by the location of those who were hurt.
fn collect_fights(before: &War, events: &[Event]) -> BTreeMap<LocationId, Fight> {
    let mut war = before.clone();
    let mut fights: BTreeMap<LocationId, Fight> = BTreeMap::new();
    for event in events {
        let Some((attacker, target, taker)) = find_blow(&event.kind) else {
            apply(&mut war, event);
            continue;
        };
        let (at, health) = (war.character(taker).at, war.character(taker).health);
        apply(&mut war, event);
        let fight = fights.entry(at).or_default();
        for who in [attacker, target, taker] {
            fight.sides.entry(team_of(&war, who)).or_default().insert(who);
        }
        let attacker_at = war.character(attacker).at;
        fight.from_afar.extend((attacker_at != at).then_some((attacker, attacker_at)));
        let left = war.character(taker).health.at_least_zero();
        match fight.harmed.iter_mut().find(|(who, ..)| *who == taker) {
            Some((.., after)) => *after = left,
            None => fight.harmed.push((taker, health, left)),
        }
    }
    fights
}

/// Who hurt whom: the attacker, the character it was meant for and the one that took it.
fn find_blow(kind: &EventKind) -> Option<(CharacterId, CharacterId, CharacterId)> {
    if let EventKind::Combat(Combat::Hit { attacker, target, taker, .. }) = kind {
        Some((*attacker, *target, *taker))
    } else if let EventKind::Combat(Combat::Damaged { who, by, .. }) = kind {
        (who != by).then_some((*by, *who, *who))
    } else {
        None
    }
}

fn team_of(war: &War, who: CharacterId) -> Option<TeamId> {
    let seat = war.seat_of(who)?;
    war.setup.seats.get(seat.index()).map(|seat| seat.team)
}

fn fight_line(war: &War, at: LocationId, fight: Fight) -> FightLine {
    let name = |who: &CharacterId| {
        let name = war.character(*who).name.clone();
        match fight.from_afar.get(who) {
            Some(from) => append_note(name, &format!("from {}", war.setup.location(*from).name)),
            None => name,
        }
    };
    let side = |side: &BTreeSet<CharacterId>| join_with_and(&side.iter().map(name).collect::<Vec<_>>());
    let harm = |(who, before, after): &(CharacterId, Exact, Exact)| {
        (war.character(*who).name.clone(), before.to_string(), after.to_string())
    };
    FightLine {
        location: war.setup.location(at).name.clone(),
        sides: fight.sides.values().filter_map(side).collect(),
        harmed: fight.harmed.iter().map(harm).collect(),
    }
}

/// The teams that are in one location and are not acquainted yet.
fn list_meetings(war: &War, acquaintances: &mut Acquaintances) -> Vec<MeetingLine> {
    let mut people: BTreeMap<LocationId, Sides> = BTreeMap::new();
    for who in war.ids().filter(|who| war.character(*who).is_alive()) {
        people.entry(war.character(who).at).or_default().entry(team_of(war, who)).or_default().insert(who);
    }
    let mut lines = Vec::new();
    for (at, sides) in people {
        for (one, other) in pairs_of_teams(&sides).into_iter().filter(|pair| acquaintances.insert(*pair)) {
            let phrase = |team: TeamId| {
                let names = sides.get(&Some(team)).into_iter().flatten().map(|who| war.character(*who).name.as_str());
                join_with_and(&names.collect::<Vec<_>>()).unwrap_or_default()
            };
            let location = war.setup.location(at).name.clone();
            lines.push(MeetingLine { location, sides: [phrase(one), phrase(other)] });
        }
    }
    lines
}

fn pairs_of_teams(sides: &Sides) -> Vec<(TeamId, TeamId)> {
    let teams = || sides.keys().copied().flatten();
    teams().flat_map(|one| teams().filter(move |other| one < *other).map(move |other| (one, other))).collect()
}
