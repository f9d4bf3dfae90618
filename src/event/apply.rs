//! Applying an event to a War: the only way its state changes.
//!
//! Nothing is decided here. An event says what happened, with its numbers; this says what that
//! means for the position.

use std::collections::BTreeSet;

use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::status::Status;
use crate::war::active::Active;
use crate::war::build::new_familiar;
use crate::war::character::{Battle, Death, Lingering, Pact, Sighting, StatusOn, Turn, Unpaid};
use crate::war::deeds::Done;
use crate::war::knowledge::{Fact, Learned};
use crate::war::seal::Hunt;
use crate::war::setup::{Facility, SkillRef};
use crate::war::{Ended, War};

use super::Event;
use super::bonds;
use super::by_ruling::{change_cp, rule};
use super::detail::{ContractReason, Drain, EndReason, FreedReason, Paid, Travel};
use super::kind::EventKind;
use super::payment::{count_use, give_back, pay};
use super::receipt::Later;

/// Applies an event.
pub fn apply(war: &mut War, event: &Event) {
    if war.ended.is_none() {
        let mut deeds = std::mem::take(&mut war.deeds);
        // What follows from a use belongs to it.
        let of_use = match event.kind {
            EventKind::SkillUsed { .. } => Some(event.id.0),
            _ => event.parent.map(|parent| parent.0),
        };
        super::deeds::each(war, &event.kind, |done| deeds.push(Done { of_use, ..done }));
        war.deeds = deeds;
    }
    bonds::remember(war, event);
    match &event.kind {
        EventKind::TurnBegan { night } => begin_turn(war, *night),
        EventKind::Granted { who, ap, sp, turn_action, move_action, luck, .. } => {
            let character = war.character_mut(*who);
            character.ap_change = 0;
            let turn = &mut character.turn;
            (turn.ap, turn.sp) = (*ap, *sp);
            (turn.turn_action, turn.move_action) = (*turn_action, *move_action);
            turn.luck = *luck;
        }
        EventKind::Scouted { scout, .. } => war.character_mut(*scout).turn.scouted = true,
        EventKind::Regenerated { who, health, mana, .. } => gain(war, *who, *health, *mana),
        EventKind::UpkeepPaid { who, mana, health, .. } => gain(war, *who, -*health, -*mana),
        EventKind::Restored { who, of, amount, .. } => {
            let (health, mana) = of.vitals(*amount);
            gain(war, *who, health, mana);
        }
        EventKind::Lost { who, of, amount, .. } => {
            let (health, mana) = of.vitals(*amount);
            gain(war, *who, -health, -mana);
        }
        EventKind::Drained { who, mana, why } => {
            let night = war.night;
            let character = war.character_mut(*who);
            character.mana -= *mana;
            if *why == Drain::UnpaidMaster {
                let since = character.unpaid.filter(|u| u.last + 1 >= night).map_or(night, |u| u.since);
                character.unpaid = Some(Unpaid { since, last: night });
            }
        }
        EventKind::SkillUsed { user, skill, paid, attack, counts, payer, .. } => {
            if war.skill(*skill).has_limit() || war.skill(*skill).role == Role::Service {
                count_use(war, *user, *skill);
            }
            war.character_mut(*user).turn.acted = true;
            // A service is what a player has of the IGM in a Turn (R318).
            let of_igm = Facility::IgmOffice.name();
            let (role, sold_at) = (war.skill(*skill).role, war.skill(*skill).sold_at.as_deref());
            if role == Role::Service && sold_at == Some(of_igm) {
                war.character_mut(*user).turn.dealt = true;
            }
            pay(war.character_mut(*user), paid, *counts, *attack);
            if *attack {
                war.character_mut(*user).last_attack = Some(war.night);
                war.character_mut(*user).turn.attacked = true;
            }
            if let Some(mastery) = payer.and_then(|p| war.character_mut(p).mastery.as_mut()) {
                mastery.cp -= paid.cp;
            }
        }
        EventKind::Survived { who, health, counts, .. } => {
            war.character_mut(*who).health = *health;
            counts.iter().for_each(|one| war.count_off(one.on, (one.skill, one.line, one.whose)));
        }
        EventKind::SetOff { user, skill, line } => {
            if war.answers_in_war(*skill, *line) {
                war.character_mut(*user).counted.push((*skill, *line, *user));
            }
        }
        EventKind::Hit { attacker, skill, taker, receipt, counted, .. } => {
            let since = war.night;
            let character = war.character_mut(*taker);
            character.health -= receipt.amount;
            if let Some(later) = receipt.later {
                let (by, skill, kind) = (*attacker, *skill, receipt.kind);
                let Later { amount: left, turns } = later;
                character.lingering.push(Lingering { by, skill, kind, left, turns, since });
            }
            counted.iter().for_each(|one| war.count_off(one.on, (one.skill, one.line, one.whose)));
        }
        EventKind::PoisonTicked { who, damage, .. } => war.character_mut(*who).health -= *damage,
        EventKind::Damaged { who, receipt, lingering, .. } => {
            let character = war.character_mut(*who);
            character.health -= receipt.amount;
            let still = lingering.and_then(|place| character.lingering.get_mut(usize::from(place)));
            if let Some(still) = still {
                still.left -= receipt.base;
                still.turns = still.turns.saturating_sub(1);
            }
        }
        EventKind::StatusReceived { who, status, by, .. } => {
            let since = war.night;
            war.character_mut(*who).statuses.push(StatusOn { status: *status, by: Some(*by), since });
        }
        EventKind::StatusEnded { who, kind, cured } => {
            if *cured {
                war.character_mut(*who).statuses.retain(|s| s.status.kind() != *kind);
            }
        }
        EventKind::StatusesRan { who } => run_statuses(war, *who),
        EventKind::ApBooked { who, ap, .. } => {
            let character = war.character_mut(*who);
            character.ap_change = character.ap_change.saturating_add(*ap);
        }
        EventKind::EffectBegan { active, renews } => {
            if *renews {
                // It takes the place of itself on each of its targets (A136).
                for older in war
                    .active
                    .iter_mut()
                    .filter(|a| a.skill == active.skill && a.set_off == active.set_off && a.status.is_none())
                {
                    older.targets.retain(|t| !active.targets.contains(t));
                }
                war.active.retain(|a| !a.targets.is_empty() || a.skill != active.skill || a.set_off != active.set_off);
            }
            war.active.push(Active { began: event.id.0, ..active.clone() });
            war.reindex();
        }
        EventKind::Afflicted { active } => {
            war.active.push(Active { began: event.id.0, ..active.clone() });
            war.reindex();
        }
        EventKind::AfflictionEnded { who, by, skill, line, .. } => {
            let same = |a: &Active| a.user == *by && a.skill == *skill && a.status == Some(*line);
            if let Some(place) = war.active.iter().position(|a| same(a) && a.targets.contains(who)) {
                war.active.remove(place);
            }
            war.reindex();
        }
        EventKind::EffectEnded { user, skill, targets, at, set_off, why } => {
            // To end what is one's own is an action, if a Free one; to leave an upkeep unpaid is none (A047).
            let ordered = *why == EndReason::Cancelled && event.phase != Phase::Initial;
            war.character_mut(*user).turn.acted |= ordered;
            let same = |a: &Active| is_this(a, *user, *skill, targets, *at) && a.status.is_none();
            let ended = war.active.iter().position(|a| same(a) && a.set_off == *set_off);
            if let Some(place) = ended {
                war.active.remove(place);
            } else if let Some(active) = war.active.iter_mut().find(|a| is_some_of(a, *user, *skill, targets, *at)) {
                // On some of its targets it goes on (family 29).
                active.targets.retain(|t| !targets.contains(t));
            }
            war.reindex();
        }
        EventKind::Negated { who, through, whose, counts: Some(line), .. } => {
            war.count_off(*who, (*through, *line, *whose));
        }
        EventKind::PartsEnded { user, skill, targets, at, line, whose } => {
            let night = war.night;
            for active in war.active.iter_mut().filter(|a| is_this(a, *user, *skill, targets, *at)) {
                match (line, whose) {
                    (None, _) => active.parts.retain(|part| !part.until.is_over_after(night)),
                    (Some(line), None) => active.parts.retain(|part| part.line != *line),
                    (Some(line), Some(whose)) => {
                        let ended = active.parts.iter_mut().filter(|part| part.line == *line);
                        ended.for_each(|part| part.spared.push(*whose));
                    }
                }
            }
            war.reindex();
        }
        EventKind::SpiritForm { who, entered, sp, .. } => {
            let character = war.character_mut(*who);
            character.spirit_form = *entered;
            character.turn.sp = character.turn.sp.saturating_sub(*sp);
            character.turn.acted |= *sp > 0;
        }
        EventKind::Left { who, how, .. } => {
            let turn = &mut war.character_mut(*who).turn;
            match how {
                Travel::Move | Travel::Retreat | Travel::Warp | Travel::Escape => {
                    (turn.move_action, turn.moved, turn.acted) = (false, true, true)
                }
                Travel::Skill | Travel::Pushed => {}
            }
        }
        EventKind::Entered { who, at, .. } => war.character_mut(*who).at = *at,
        EventKind::JoinedBattle { who, with, remote, .. } => {
            let round = event.phase.round();
            let character = war.character_mut(*who);
            character.turn.in_battle = true;
            character.turn.released = false;
            character.turn.pinned |= !remote;
            // Who came too late for the first round takes no part in it, whoever strikes them (R261, R262).
            character.turn.first_round |= round == Some(Round::First) && !character.turn.late;
            character.turn.fought.extend(with.iter().copied());
        }
        EventKind::BattleCounted { who, turns, with } => {
            let character = war.character_mut(*who);
            character.battle = Battle { turns: *turns, opponents: with.iter().copied().collect() };
            // Over before the Turn is: it keeps nobody from moving on (A220).
            character.turn.released = *turns == 0 && event.phase != Phase::TurnEnd;
        }
        EventKind::Died { who, killers, .. } => {
            for sight in &event.sights {
                war.character_mut(sight.observer).seen_dead.insert(*who);
            }
            die(war, *who, killers.clone());
        }
        EventKind::Summoned { who, name, sheet, at, by, .. } => {
            let familiar = new_familiar(war, name, *sheet, *at, *by);
            for partner in familiar.knows.clone() {
                let partner = war.character_mut(partner);
                partner.knows.insert(*who);
                partner.turn.partners.insert(*who);
            }
            war.characters.push(familiar);
            war.retie();
            war.reindex();
        }
        EventKind::Vanished { who, .. } => {
            die(war, *who, Vec::new());
            if let Some(death) = war.character_mut(*who).death.as_mut() {
                death.vanished = true;
            }
        }
        EventKind::Surprised { who, .. } => war.character_mut(*who).turn.surprised = true,
        EventKind::ArrivedLate { who } => war.character_mut(*who).turn.late = true,
        EventKind::Freed { servant, master, why } => {
            war.character_mut(*master).turn.acted |= *why == FreedReason::Released;
            war.character_mut(*servant).master = None;
            war.character_mut(*servant).masterless_since = Some(war.night);
            war.character_mut(*servant).bereft_of = Some(*master).filter(|_| *why == FreedReason::MasterDied);
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                mastery.servants.retain(|s| s != servant);
            }
            war.retie();
        }
        EventKind::Contracted { servant, master, how } => contract(war, *servant, *master, *how),
        EventKind::GuardsNamed { master, guards } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                mastery.guards.clone_from(guards);
            }
        }
        EventKind::PactDeclared { master, with, pact } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                mastery.pacts.retain(|p| p.with != *with);
                mastery.pacts.extend(pact.map(|kind| Pact { with: *with, kind }));
            }
        }
        EventKind::SpellSpent { master, left, .. } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                mastery.command_spells = *left;
            }
        }
        EventKind::Disqualified { master } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                mastery.qualified = false;
            }
        }
        EventKind::ItemSpent { who, item } => {
            let items = &mut war.character_mut(*who).items;
            if let Some(place) = items.iter().position(|i| i == item) {
                items.remove(place);
            }
            war.reindex();
        }
        EventKind::CombatPoints { master, amount, .. } | EventKind::CombatPointsGiven { master, amount, .. } => {
            change_cp(war, *master, *amount);
        }
        EventKind::CombatPointsLost { master, amount } => change_cp(war, *master, -*amount),
        EventKind::SpellsChanged { master, left, .. } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                // Whoever regains one is a Master again (R309).
                mastery.qualified |= *left > mastery.command_spells;
                mastery.command_spells = *left;
            }
        }
        EventKind::HomeTaken { owner, former, homes } => {
            if let Some(mastery) = war.character_mut(*former).mastery.as_mut() {
                mastery.homes.retain(|h| !homes.contains(h));
            }
            // What a Servant held for its next Master is held no more (R231).
            for id in war.ids() {
                war.character_mut(id).spoils.retain(|h| !homes.contains(h));
            }
            if let Some(mastery) = war.character_mut(*owner).mastery.as_mut() {
                mastery.homes.extend(homes.iter().copied());
            }
        }
        EventKind::Recognised { observer, who } => {
            war.character_mut(*observer).knows.insert(*who);
        }
        EventKind::Aliased { seat, who } => {
            if let Some(memory) = war.seats.get_mut(seat.index())
                && !memory.strangers.contains(who)
            {
                memory.strangers.push(*who);
            }
        }
        EventKind::SkillHeard { observer, skill } => {
            war.character_mut(*observer).heard.insert(*skill);
        }
        EventKind::Sighted { observer, seen } => {
            let night = war.night;
            let sightings = &mut war.character_mut(*observer).sightings;
            let by_day = event.phase == Phase::DailyMove;
            sightings.extend(seen.iter().map(|(who, at)| (*who, Sighting { at: *at, night, by_day })));
        }
        EventKind::Learned { observer, of, fact, .. } => {
            let night = war.night;
            let character = war.character_mut(*observer);
            if let Fact::Location(at) = fact {
                character.sightings.insert(*of, Sighting { at: *at, night, by_day: false });
            } else {
                character.learned.retain(|learned| learned.of != *of || !learned.fact.is_like(fact));
                character.learned.push(Learned { of: *of, fact: fact.clone(), night });
            }
        }
        EventKind::Bought { who, item, count, payer, price } => {
            change_cp(war, *payer, -*price);
            // Only the Hospital counts what it sells (R338, R339).
            let counted = war.setup.location(war.character(*who).at).facility == Some(Facility::AdvancedHospital);
            let character = war.character_mut(*who);
            character.items.extend(std::iter::repeat_n(*item, *count as usize));
            character.turn.acted = true;
            character.turn.bought += if counted { *count } else { 0 };
            war.reindex();
        }
        EventKind::ItemPassed { item, from, to, at } => {
            if let Some(who) = from.or(*to) {
                war.character_mut(who).turn.acted = true;
            }
            pass_item(war, *item, *from, *to, *at);
            war.reindex();
        }
        EventKind::CivilianConsumed { who, mana, .. } => {
            let character = war.character_mut(*who);
            let full_turn = Paid { full_turn: true, ..Paid::default() };
            pay(character, &full_turn, false, false);
            character.turn.acted = true;
            character.mana += *mana;
        }
        EventKind::MasterConsumed { who, master, health, mana } => {
            if let Some(death) = war.character_mut(*master).death.as_mut() {
                death.consumed = true;
            }
            let character = war.character_mut(*who);
            character.turn.acted = true;
            character.health += *health;
            character.mana += *mana;
        }
        EventKind::IgmPaid { who, sold, payer, price } => {
            let turn = &mut war.character_mut(*who).turn;
            (turn.dealt, turn.acted) = (true, true);
            if let Some(payer) = payer {
                change_cp(war, *payer, -*price);
            }
            war.igm.pieces.extend(sold.iter().cloned());
        }
        EventKind::Informed { seat, piece, .. } => {
            if let Some(piece) = war.igm.pieces.get_mut(usize::from(*piece)) {
                piece.given.extend(*seat);
            }
        }
        EventKind::Sheltered { who } => {
            if let Some(mastery) = war.character_mut(*who).mastery.as_mut() {
                mastery.sheltered = true;
            }
            war.reindex();
        }
        EventKind::Marked { marks, .. } => {
            war.hunt = Some(Hunt { marks: marks.iter().copied().collect(), since: war.night });
        }
        EventKind::HuntEnded { .. } => war.hunt = None,
        EventKind::SealPrize { master, left } => {
            if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                (mastery.command_spells, mastery.qualified) = (*left, true);
            }
        }
        EventKind::StoryTold { .. } => {
            war.story.push(war.night);
            war.reindex();
        }
        EventKind::SpoilsTaken { who, former, homes } => {
            if let Some(mastery) = war.character_mut(*former).mastery.as_mut() {
                mastery.homes.retain(|h| !homes.contains(h));
            }
            war.character_mut(*who).spoils.extend(homes.iter().copied());
        }
        EventKind::PuzzleAnswered { who, words } => {
            if let Some(mastery) = war.character_mut(*who).mastery.as_mut() {
                mastery.puzzle = Some(words.clone());
            }
        }
        EventKind::EndingReached { master, ends } => war.endings.push((*master, ends.clone())),
        EventKind::MoveCancelled { who, .. } => war.character_mut(*who).turn.move_cancelled = true,
        EventKind::SurpriseFailed { user, skill, .. } => {
            war.character_mut(*user).turn.failed.insert(*skill);
        }
        EventKind::Ruled { changes, .. } => {
            changes.iter().for_each(|c| rule(war, c));
            war.reindex();
        }
        EventKind::TurnEnded { .. } => {
            war.deeds.clear();
            for id in war.ids() {
                war.character_mut(id).lingering.retain(|still| still.turns > 0);
                let turn = &mut war.character_mut(id).turn;
                (turn.ap, turn.sp) = (0, 0);
                (turn.turn_action, turn.move_action) = (false, false);
            }
        }
        EventKind::LogicGame { step } => {
            let night = war.night;
            war.logic.take(step, night);
        }
        EventKind::WarEnded { winner } => {
            war.ended = Some(Ended { night: war.night, winner: *winner });
            war.deeds.clear();
        }
        EventKind::Refunded { user, skill, paid, .. } => {
            war.character_mut(*user).turn.failed.insert(*skill);
            if let Some(mastery) = war.master_of(*user).and_then(|m| war.character_mut(m).mastery.as_mut()) {
                mastery.cp += paid.cp;
            }
            give_back(war.character_mut(*user), paid);
        }
        EventKind::FieldSensed { at, by, .. } => {
            for who in by {
                war.character_mut(*who).turn.sensed.insert(*at);
            }
        }
        EventKind::FoundSealed { scout, .. } => war.character_mut(*scout).turn.scouted = true,
        EventKind::IdleInMarble { master, user, skill, rounds, cp } => {
            change_cp(war, *master, -*cp);
            for marble in war.active.iter_mut().filter(|a| a.user == *user && a.skill == *skill && a.is_skill()) {
                if *rounds == 0 {
                    marble.idle.remove(master);
                } else {
                    marble.idle.insert(*master, *rounds);
                }
            }
        }
        EventKind::Sealed { .. }
        | EventKind::ScoutDetected { .. }
        | EventKind::BattleFound { .. }
        | EventKind::ItemsNoticed { .. }
        | EventKind::OrderOutcome { .. }
        | EventKind::Shielded { .. }
        | EventKind::Negated { counts: None, .. }
        | EventKind::StatusIgnored { .. }
        | EventKind::AfflictionIgnored { .. }
        | EventKind::Alert { .. }
        | EventKind::Told { .. }
        | EventKind::ReportRaised { .. }
        | EventKind::ManaSensed { .. }
        | EventKind::StoryGained { .. }
        | EventKind::Fault { .. } => {}
    }
}

/// A Servant has a Master: it follows their seat if it has none of its own, and its new partners and it know each
/// other from now on.
fn contract(war: &mut War, servant: CharacterId, master: CharacterId, how: ContractReason) {
    let seat = war.seat_of(master);
    let own = war.character_mut(servant);
    own.master = Some(master);
    own.masterless_since = None;
    own.bereft_of = None;
    own.seat = seat;
    if let Some(mastery) = war.character_mut(master).mastery.as_mut() {
        mastery.servants.push(servant);
    }
    // To offer a contract is an action; to be given one by a death is not (A047).
    war.character_mut(master).turn.acted |= matches!(how, ContractReason::Agreed | ContractReason::Reestablished);
    war.retie();
    let partners: Vec<CharacterId> = war.ids().filter(|id| *id != servant && war.partners(servant, *id)).collect();
    for partner in &partners {
        war.character_mut(*partner).knows.insert(servant);
    }
    war.character_mut(servant).knows.extend(partners);
}

/// An item leaves whoever had it, or the ground, for whoever has it now, or the ground.
fn pass_item(war: &mut War, item: SkillRef, from: Option<CharacterId>, to: Option<CharacterId>, at: LocationId) {
    let items = match from {
        Some(holder) => &mut war.character_mut(holder).items,
        None => war.dropped.entry(at).or_default(),
    };
    if let Some(place) = items.iter().position(|held| *held == item) {
        items.remove(place);
    }
    match to {
        Some(taker) => war.character_mut(taker).items.push(item),
        None => war.dropped.entry(at).or_default().push(item),
    }
    war.dropped.retain(|_, items| !items.is_empty());
}

fn gain(war: &mut War, who: CharacterId, health: Exact, mana: Exact) {
    let character = war.character_mut(who);
    character.health += health;
    character.mana += mana;
}

/// A new Turn: what the last one left is forgotten, but for having been in battle (A033).
fn begin_turn(war: &mut War, night: u32) {
    war.night = night;
    war.deeds.clear();
    let partners: Vec<BTreeSet<CharacterId>> =
        war.ids().map(|a| war.ids().filter(|b| *b != a && war.partners(a, *b)).collect()).collect();
    for (id, partners) in war.ids().zip(partners) {
        let character = war.character_mut(id);
        let fought_last = character.turn.in_battle;
        character.turn = Turn { fought_last, partners, ..Turn::default() };
    }
}

/// Whether an event speaks of this skill in force.
fn is_this(active: &Active, user: CharacterId, skill: SkillRef, targets: &[CharacterId], at: LocationId) -> bool {
    active.user == user && active.skill == skill && active.targets == targets && active.place == at
}

/// Whether an event speaks of this skill in force for some of its targets.
fn is_some_of(active: &Active, user: CharacterId, skill: SkillRef, targets: &[CharacterId], at: LocationId) -> bool {
    let some = !targets.is_empty() && targets.iter().all(|t| active.targets.contains(t));
    active.user == user && active.skill == skill && active.place == at && some
}

/// Timers run in parallel, whether or not they were felt (A076, A086); not in the Turn of infliction (A075).
fn run_statuses(war: &mut War, who: CharacterId) {
    let night = war.night;
    for on in war.character_mut(who).statuses.iter_mut().filter(|s| s.since < night) {
        on.status = match on.status {
            Status::Poison { turns, damage } => Status::Poison { turns: turns.saturating_sub(1), damage },
            Status::Stun { turns } => Status::Stun { turns: turns.saturating_sub(1) },
        };
    }
    war.character_mut(who).statuses.retain(|s| s.status.turns() > 0);
}

/// A character dies: its items and Combat Points go with it (R284, R355).
fn die(war: &mut War, who: CharacterId, killers: Vec<CharacterId>) {
    let night = war.night;
    let master = war.character(who).master;
    let character = war.character_mut(who);
    character.death = Some(Death { night, killers, master, vanished: false, consumed: false });
    character.items.clear();
    character.statuses.clear();
    character.lingering.clear();
    war.active.retain(|a| a.status.is_none() || !a.targets.contains(&who));
    let character = war.character_mut(who);
    character.battle = Battle::default();
    character.master = None;
    if let Some(mastery) = character.mastery.as_mut() {
        mastery.cp = Exact::ZERO;
    }
    if let Some(mastery) = master.and_then(|m| war.character_mut(m).mastery.as_mut()) {
        mastery.servants.retain(|s| *s != who);
    }
    war.retie();
    war.reindex();
}
