//! Credit for damage: kills and Combat Points (R279, R285, R286, A024, A082, A177–A180).

use crate::event::EventId;
use crate::event::number_receipts::CpTerm;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::switches::{CpFamiliars, KillCredit, Overkill};
use crate::war::War;

use super::position::Position;

/// The damage of the Turn, with who inflicted it.
#[derive(Clone, Default)]
pub(in crate::night) struct Credit {
    blows: Vec<BookedDamage>,
    /// Damage that counts for Combat Points, booked to the Master entitled to it at that moment (A178).
    shares: Vec<Share>,
}

/// Damage somebody took.
#[derive(Clone, Copy, Debug)]
struct BookedDamage {
    batch: u32,
    /// Who inflicted it; `None` for damage without an attacker, as Poison can be.
    inflicter: Option<CharacterId>,
    taker: CharacterId,
    amount: Exact,
    /// The Health before the damage.
    health_before: Exact,
    /// Whether an attack inflicted it, not a status or an effect.
    is_attack: bool,
}

/// A Master's share in the damage of a blow.
#[derive(Clone, Copy, Debug)]
struct Share {
    master: CharacterId,
    blow: usize,
    term: CpTerm,
}

/// Damage that an event inflicted.
#[derive(Clone, Copy, Debug)]
pub(in crate::night) struct InflictedDamage {
    pub event: EventId,
    /// Who inflicted it; `None` for damage without an attacker, as Poison can be.
    pub inflicter: Option<CharacterId>,
    /// Who took it.
    pub taker: CharacterId,
    /// The amount of damage.
    pub amount: Exact,
    /// Whether an attack inflicted it, not a status or an effect.
    pub is_attack: bool,
}

impl Credit {
    /// Books damage, and its shares for Combat Points to those who are Masters at this moment (R279, R285, R286,
    /// A177–A180).
    pub(super) fn book_damage(&mut self, position: &Position, damage: InflictedDamage) {
        let InflictedDamage { event, inflicter, taker, amount, is_attack } = damage;
        let war = &position.war;
        let health = if position.is_in_batch() {
            position.basis().character(taker).health
        } else {
            war.character(taker).health + amount
        };
        let blow = self.blows.len();
        self.blows.push(BookedDamage {
            batch: position.batch_number,
            inflicter,
            taker,
            amount,
            health_before: health,
            is_attack,
        });
        let are_partners =
            inflicter.is_some_and(|by| war.are_partners(by, taker) || war.character(by).turn.partners.contains(&taker));
        if are_partners {
            return;
        }
        let earners =
            [(inflicter.and_then(|by| find_earner(war, by, true)), false), (find_earner(war, taker, false), true)];
        for (master, is_received) in earners {
            let by = inflicter.filter(|_| !is_received);
            let factor = by.map_or(Exact::ONE, |by| war.combat_point_factor(by));
            let term = CpTerm { event, damage: amount, is_received, factor };
            self.shares.extend(master.map(|master| Share { master, blow, term }));
        }
    }

    /// Returns what a Master's team dealt and took this Turn, as it counts for Combat Points.
    pub(in crate::night) fn list_cp_terms(&self, war: &War, master: CharacterId) -> Vec<CpTerm> {
        let own_shares = self.shares.iter().filter(|share| share.master == master);
        let build_counted_term = |share: &Share| {
            let blow = self.blows.get(share.blow);
            let damage = blow.map_or(Exact::ZERO, |blow| self.counted_damage(war, blow));
            // Points are gained as the Turn ends; of who is dead by then, as the blow fell.
            let by = blow.and_then(|blow| blow.inflicter).filter(|by| war.character(*by).is_alive());
            let now = by.filter(|_| !share.term.is_received).map(|by| war.combat_point_factor(by));
            CpTerm { damage, factor: now.unwrap_or(share.term.factor), ..share.term }
        };
        own_shares.map(build_counted_term).collect()
    }

    /// Returns how much of a blow counts for Combat Points: all of it, or its share of the Health that its batch took
    /// (A024).
    fn counted_damage(&self, war: &War, blow: &BookedDamage) -> Exact {
        if war.setup.switches.overkill == Overkill::Full {
            return blow.amount;
        }
        let blows_of_batch = || self.blows.iter().filter(|b| (b.batch, b.taker) == (blow.batch, blow.taker));
        let batch_damage: Exact = blows_of_batch().map(|b| b.amount).sum();
        let health_before = blows_of_batch().next().map_or(Exact::ZERO, |first| first.health_before.at_least_zero());
        if batch_damage > health_before {
            health_before.truncated_share(blow.amount, batch_damage)
        } else {
            blow.amount
        }
    }

    /// Returns the damage somebody took in a batch: all of it, and the part from attacks.
    pub(in crate::night) fn damage_in_batch(&self, batch: u32, on: CharacterId) -> (Exact, Exact) {
        let blows = || self.blows.iter().filter(|b| b.taker == on && b.batch == batch);
        (blows().map(|b| b.amount).sum(), blows().filter(|b| b.is_attack).map(|b| b.amount).sum())
    }

    /// Whether somebody hit another by an attack in a batch.
    pub(in crate::night) fn has_struck(&self, batch: u32, by: CharacterId, on: CharacterId) -> bool {
        self.blows.iter().any(|b| b.taker == on && b.inflicter == Some(by) && b.is_attack && b.batch == batch)
    }

    /// Yields whose damage killed somebody, and how much it was: in the batch, or in the Turn (switch `kill_credit`,
    /// A082).
    pub(in crate::night) fn damage_dealers(
        &self,
        position: &Position,
        victim: CharacterId,
    ) -> impl Iterator<Item = (CharacterId, Exact)> {
        let counts_whole_turn = position.war.setup.switches.kill_credit == KillCredit::MostDamageTurn;
        let batch = position.batch_number;
        let blows = self.blows.iter().filter(move |b| b.taker == victim && (counts_whole_turn || b.batch == batch));
        blows.filter_map(|blow| Some((blow.inflicter?, blow.amount)))
    }
}

/// Returns the Master whose Combat Points a character's damage counts for.
fn find_earner(war: &War, who: CharacterId, is_inflicting: bool) -> Option<CharacterId> {
    let is_familiar = war.character(who).kind == SheetKind::Familiar;
    let is_counted = !is_familiar || (is_inflicting && war.setup.switches.cp_familiars == CpFamiliars::Summoner);
    if is_counted { war.master_of(who) } else { None }
}
