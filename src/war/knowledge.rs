//! What a character has been told of others by effects (family 19): numbers as they were, ranks, names.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::{Acuity, Rank};

use super::War;

/// Something learned of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Where they were, or went.
    Location(LocationId),
    /// Their Health then.
    Health(Exact),
    /// Their Mana then.
    Mana(Exact),
    /// Their ranks then: the main six in the book's order, and ACT.
    Stats(Vec<Rank>, Acuity),
    /// The class.
    Class(String),
    /// The true name.
    TrueName(String),
}

impl Fact {
    /// Whether two facts are of one kind: the later takes the earlier's place.
    pub fn is_like(&self, other: &Fact) -> bool {
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
    /// What a character or somebody of its team has learned of another, the latest first.
    pub fn learned(&self, by: CharacterId, of: CharacterId) -> impl Iterator<Item = &Learned> {
        let team = self.ids().filter(move |id| self.are_partners(by, *id));
        let mut facts: Vec<&Learned> =
            team.flat_map(|id| &self.character(id).learned).filter(|learned| learned.of == of).collect();
        facts.sort_by_key(|learned| std::cmp::Reverse(learned.night));
        facts.into_iter()
    }

    /// The Master of somebody else's Servant, as far as a character or somebody of its team or seat has seen or been
    /// told (I23, I24).
    pub fn told_master(&self, by: CharacterId, servant: CharacterId) -> Option<CharacterId> {
        let told = self.mates(by).filter_map(|mate| Some((mate, *self.character(mate).bonds.get(&servant)?)));
        told.max_by_key(|(mate, bond)| (bond.night, *mate == by)).and_then(|(_, bond)| bond.master)
    }

    /// Whether they have been told so of any Servant.
    pub fn told_a_master(&self, by: CharacterId, master: CharacterId) -> bool {
        self.mates(by).any(|mate| self.character(mate).bonds.values().any(|of| of.master == Some(master)))
    }

    /// A character, its partners and whoever its player orders for besides.
    fn mates(&self, by: CharacterId) -> impl Iterator<Item = CharacterId> {
        let seat = self.seat_of(by);
        self.ids().filter(move |id| self.are_partners(by, *id) || (seat.is_some() && self.seat_of(*id) == seat))
    }

    /// A number of somebody else that a character learned in this Night (R200).
    pub fn learned_number(&self, by: CharacterId, of: CharacterId, what: Resource) -> Option<Exact> {
        self.learned(by, of).filter(|learned| learned.night == self.night).find_map(|learned| {
            match (&learned.fact, what) {
                (Fact::Health(number), Resource::Health) | (Fact::Mana(number), Resource::Mana) => Some(*number),
                _ => None,
            }
        })
    }

    /// The ranks of somebody else that a character has learned (R199).
    pub fn learned_stats(&self, by: CharacterId, of: CharacterId) -> Option<(&[Rank], Acuity)> {
        self.learned(by, of).find_map(|learned| match &learned.fact {
            Fact::Stats(main, act) => Some((main.as_slice(), *act)),
            _ => None,
        })
    }
}
