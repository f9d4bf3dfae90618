//! A character's state between two Nights, complete and exact: for the author of a sheet, who sees everything.

use crate::perception::own_state::{OwnState, Prevented, build_own_state};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::stat::Stat;
use crate::war::War;
use crate::war::active_skill::{ActiveSkill, Until};

/// A character's state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PersonState {
    /// The handle.
    pub name: String,
    pub is_alive: bool,
    /// The location they are in.
    pub location: String,
    pub health: Exact,
    /// Maximum Health.
    pub max_health: Exact,
    pub mana: Exact,
    /// Maximum Mana.
    pub max_mana: Exact,
    /// The Action Points with which the next Turn begins, without an AGI bonus; 0 for a Master.
    pub ap: u32,
    /// Combat Points, for a Master.
    pub cp: Option<Exact>,
    /// Command Spells, for a Master.
    pub command_spells: Option<u32>,
    /// Further state: ranks that differ from the sheet's, statuses, effects, Spirit Form, Flight; a phrase each.
    pub further: Vec<String>,
}

impl PersonState {
    /// Extracts a character's state from a War.
    pub(super) fn from_war(war: &War, id: CharacterId) -> PersonState {
        let own = build_own_state(war, war, war.seat_of(id).unwrap_or(SeatId(0)), id);
        PersonState {
            further: further_state(war, id, &own),
            name: own.name,
            is_alive: own.is_alive,
            location: war.setup.location(own.location).name.clone(),
            health: own.health,
            max_health: own.max_health,
            mana: own.mana,
            max_mana: own.max_mana,
            ap: own.ap,
            cp: own.cp,
            command_spells: own.command_spells,
        }
    }
}

fn further_state(war: &War, id: CharacterId, own: &OwnState) -> Vec<String> {
    let mut phrases: Vec<String> =
        own.ranks.iter().map(|(stat, now, written)| format!("{stat} {now} (sheet {written})")).collect();
    let (act, written) = (war.acuity(id), war.sheet(id).stats.act);
    if act != written {
        phrases.push(format!("{} {} (sheet {})", Stat::ACT, act.name(), written.name()));
    }
    phrases.extend(war.flight_rank(id).map(|rank| format!("flies, ranked {rank}")));
    if own.is_in_spirit_form {
        phrases.push("in Spirit Form".to_owned());
    }
    if own.is_masterless {
        phrases.push("without a Master".to_owned());
    }
    phrases.extend(own.prevented.iter().map(|prevented| format!("cannot {}", prevention_words(*prevented))));
    phrases.extend(own.statuses.iter().map(ToString::to_string));
    phrases.extend(own.afflictions.iter().cloned());
    phrases.extend(own.items.iter().map(|item| format!("holds {item}")));
    let is_on_character = |active: &&ActiveSkill| {
        active.status.is_none() && (active.targets.contains(&id) || (active.targets.is_empty() && active.user == id))
    };
    for active in war.active_skills.iter().filter(is_on_character) {
        let name = war.skill(active.skill).name.value(active.is_upgraded);
        let by = if active.user == id { String::new() } else { format!(" of {}", war.character(active.user).name) };
        let until = match active.until {
            Until::Night(last) => format!("until the end of Night {last}"),
            Until::Open => "until it is ended".to_owned(),
        };
        phrases.push(format!("{name}{by} in force {until}"));
    }
    phrases
}

const fn prevention_words(prevented: Prevented) -> &'static str {
    match prevented {
        Prevented::Act => "act",
        Prevented::Regenerate => "regenerate",
        Prevented::RegenerateHealth => "regenerate Health",
        Prevented::RegenerateMana => "regenerate Mana",
        Prevented::Leave => "leave",
        Prevented::Move => "move",
        Prevented::Flee => "flee",
    }
}
