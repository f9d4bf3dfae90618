//! What effects have told a character about others (family 19): numbers at that time, ranks, names.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::{Acuity, Rank};

use super::War;

/// A fact learned about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Where they were, or where they went.
    Location(LocationId),
    /// Their Health at that time.
    Health(Exact),
    /// Their Mana at that time.
    Mana(Exact),
    /// Their ranks at that time: the main six in the book's order, and ACT.
    Stats(Vec<Rank>, Acuity),
    /// The class.
    Class(String),
    /// The true name.
    TrueName(String),
}

impl Fact {
    /// Whether two facts are of one kind; the later then replaces the earlier.
    pub fn is_same_kind(&self, other: &Fact) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A fact with the Night it was learned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Learned {
    pub of: CharacterId,
    pub fact: Fact,
    pub night: u32,
}

impl War {
    /// Yields what a character or its team has learned about another, the latest first.
    pub fn learned(&self, by: CharacterId, of: CharacterId) -> impl Iterator<Item = &Learned> {
        let team = self.ids().filter(move |id| self.are_partners(by, *id));
        let mut facts: Vec<&Learned> =
            team.flat_map(|id| &self.character(id).learned).filter(|learned| learned.of == of).collect();
        facts.sort_by_key(|learned| std::cmp::Reverse(learned.night));
        facts.into_iter()
    }

    /// Returns the Master of somebody else's Servant, as far as a character, its team or its seat has seen or been told
    /// (I23, I24).
    pub fn known_master_of(&self, by: CharacterId, servant: CharacterId) -> Option<CharacterId> {
        let contracts_known =
            self.team_and_seat_mates(by).filter_map(|mate| Some((mate, *self.character(mate).bonds.get(&servant)?)));
        contracts_known.max_by_key(|(mate, contract)| (contract.night, *mate == by)).and_then(|(_, bond)| bond.master)
    }

    /// Whether they know of any Servant whose Master this character is.
    pub fn is_known_master(&self, by: CharacterId, master: CharacterId) -> bool {
        self.team_and_seat_mates(by)
            .any(|mate| self.character(mate).bonds.values().any(|contract| contract.master == Some(master)))
    }

    /// Yields a character, its partners, and the other characters of its seat.
    fn team_and_seat_mates(&self, by: CharacterId) -> impl Iterator<Item = CharacterId> {
        let seat = self.seat_of(by);
        self.ids().filter(move |id| self.are_partners(by, *id) || (seat.is_some() && self.seat_of(*id) == seat))
    }

    /// Returns a number of somebody else that a character learned this Night (R200).
    pub fn learned_number(&self, by: CharacterId, of: CharacterId, what: Resource) -> Option<Exact> {
        self.learned(by, of).filter(|learned| learned.night == self.night).find_map(|learned| {
            match (&learned.fact, what) {
                (Fact::Health(number), Resource::Health) | (Fact::Mana(number), Resource::Mana) => Some(*number),
                _ => None,
            }
        })
    }

    /// Returns the ranks of somebody else that a character has learned (R199).
    pub fn learned_stats(&self, by: CharacterId, of: CharacterId) -> Option<(&[Rank], Acuity)> {
        self.learned(by, of).find_map(|learned| match &learned.fact {
            Fact::Stats(main, act) => Some((main.as_slice(), *act)),
            _ => None,
        })
    }
}
