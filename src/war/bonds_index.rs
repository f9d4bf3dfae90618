//! An index of each character's Master, team and seat.
//!
//! All of it follows from the characters. It is needed for each event and each observer, and changes a few times in a
//! Night. It is therefore computed when a bond changes, and looked up otherwise.

use std::sync::Arc;

use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, SeatId};

use super::War;

/// The bonds of all characters, and the characters of all seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BondsIndex {
    by_character: Vec<Bonds>,
    by_seat: Vec<Vec<CharacterId>>,
}

/// One character's bonds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bonds {
    master: Option<CharacterId>,
    /// The character that identifies its team: its Master, or its first summoner.
    head: CharacterId,
    /// The character that identified its team when a death parted them. It is set for the dead, and for Servants whose
    /// Master died.
    head_before_death: CharacterId,
    seat: Option<SeatId>,
}

impl BondsIndex {
    fn build(war: &War) -> BondsIndex {
        let mut by_character: Vec<Bonds> = Vec::with_capacity(war.characters.len());
        let mut by_seat = vec![Vec::new(); war.setup.seats.len()];
        for id in war.ids() {
            let character = war.character(id);
            // A summoner always precedes its familiars.
            let summoner = character.summoner.and_then(|summoner| by_character.get(summoner.index())).copied();
            let master = match character.kind {
                SheetKind::Master => Some(id),
                SheetKind::Servant => character.master,
                SheetKind::Familiar => summoner.and_then(|bonds| bonds.master),
                SheetKind::Library => None,
            };
            let head = master.or(summoner.map(|bonds| bonds.head)).unwrap_or(id);
            let former_master = character.death.as_ref().and_then(|death| death.master).or(character.bereft_of);
            let head_before_death =
                master.or(former_master).or(summoner.map(|bonds| bonds.head_before_death)).unwrap_or(id);
            let seat = match (war.setup.own_seat(id), character.kind) {
                (Some(seat), _) => Some(seat),
                (None, SheetKind::Familiar) => summoner.and_then(|bonds| bonds.seat),
                (None, _) => character.seat,
            };
            by_character.push(Bonds { master, head, head_before_death, seat });
            if let Some(seat_members) = seat.and_then(|seat| by_seat.get_mut(seat.index())) {
                seat_members.push(id);
            }
        }
        BondsIndex { by_character, by_seat }
    }
}

impl War {
    /// Rebuilds the index after a bond has changed.
    pub(crate) fn rebuild_bonds(&mut self) {
        self.bonds = Arc::new(BondsIndex::build(self));
    }

    fn find_bonds(&self, id: CharacterId) -> Option<&Bonds> {
        self.bonds.by_character.get(id.index())
    }

    /// Returns the Master of a Servant, a familiar's summoner's Master, or a Master itself; `None` if Masterless.
    pub fn master_of(&self, id: CharacterId) -> Option<CharacterId> {
        self.find_bonds(id)?.master
    }

    /// Returns the living Servants in contract with a Master, in contract order.
    pub fn servants_of(&self, master: CharacterId) -> &[CharacterId] {
        self.character(master).mastery.as_ref().map_or(&[], |m| &m.servants)
    }

    /// Whether two characters belong to one team now: they have one Master, or the same first summoner (A156).
    pub fn are_partners(&self, a: CharacterId, b: CharacterId) -> bool {
        a == b || self.find_bonds(a).zip(self.find_bonds(b)).is_some_and(|(a, b)| a.head == b.head)
    }

    /// Whether two characters belong to one team in the words of a sheet. The dead keep the team they had when they
    /// died.
    pub fn were_on_one_side(&self, a: CharacterId, b: CharacterId) -> bool {
        let are_both_alive = [a, b].into_iter().all(|id| self.character(id).is_alive());
        let had_one_head = || {
            self.find_bonds(a).zip(self.find_bonds(b)).is_some_and(|(a, b)| a.head_before_death == b.head_before_death)
        };
        self.are_partners(a, b) || (!are_both_alive && had_one_head())
    }

    /// Whether `master` is somebody's Master in the words of a sheet. The dead keep the Master they had when they died.
    pub fn is_master_of(&self, master: CharacterId, id: CharacterId) -> bool {
        id != master && self.master_or_last(id) == Some(master)
    }

    /// Returns somebody's Master; for the dead, the one they had when they died.
    pub fn master_or_last(&self, id: CharacterId) -> Option<CharacterId> {
        let last_master = || self.character(id).death.as_ref().and_then(|death| death.master);
        self.master_of(id).filter(|master| *master != id).or_else(last_master)
    }

    /// Returns somebody's Master; where a death has parted the two, the one they had before.
    pub fn master_before_death(&self, id: CharacterId) -> Option<CharacterId> {
        self.master_or_last(id).or(self.character(id).bereft_of)
    }

    /// Whether somebody is a living Servant of a Master; if the Master is dead, whether that death left the Servant
    /// Masterless.
    pub fn is_servant_of(&self, id: CharacterId, master: CharacterId) -> bool {
        let is_bereft = || self.character(id).bereft_of == Some(master) && self.character(id).is_alive();
        self.servants_of(master).contains(&id) || (!self.character(master).is_alive() && is_bereft())
    }

    /// Returns the living Servants of a Master, in contract order; for a dead Master, those that the death left
    /// Masterless.
    pub fn servants_or_last(&self, master: CharacterId) -> Vec<CharacterId> {
        if self.character(master).is_alive() {
            return self.servants_of(master).to_vec();
        }
        self.living().filter(|id| self.is_servant_of(*id, master)).collect()
    }

    /// Yields the Servants that a Master has lost to death this Night; if none is left, those lost on any Night.
    pub fn servants_lost(&self, master: CharacterId) -> impl Iterator<Item = CharacterId> + '_ {
        let has_none_left = self.servants_of(master).is_empty();
        self.ids().filter(move |id| {
            let death = self.character(*id).death.as_ref().filter(|death| has_none_left || death.night == self.night);
            death.is_some_and(|death| death.master == Some(master)) && self.character(*id).kind == SheetKind::Servant
        })
    }

    /// Whether `b` is an opponent of `a` by the rules: anyone but its partners. Luck, Flight and Combat Points ignore
    /// alliances (R376, A155).
    pub fn are_opponents(&self, a: CharacterId, b: CharacterId) -> bool {
        !self.are_partners(a, b)
    }

    /// Whether `b` is an opponent of `a` in the texts of skills: `a`'s Master has declared no alliance or ceasefire
    /// with `b`'s team (R364, A155). The dead keep the team they had.
    pub fn are_foes(&self, a: CharacterId, b: CharacterId) -> bool {
        !self.were_on_one_side(a, b) && !self.has_pact(a, b)
    }

    /// Returns the seat whose orders a character follows: its own, its current Master's, or its last one.
    pub fn seat_of(&self, id: CharacterId) -> Option<SeatId> {
        self.find_bonds(id)?.seat
    }

    /// Yields the characters that a seat writes orders for, in order, including the dead.
    pub fn seat_characters(&self, seat: SeatId) -> impl Iterator<Item = CharacterId> + '_ {
        self.bonds.by_seat.get(seat.index()).into_iter().flatten().copied()
    }
}
