//! The end of the Turn, in the order of A182: Combat Points, the Seal's marks, the weekly wipe, durations, the hunt and
//! battles, the story, the remaining AP and SP.

use std::collections::BTreeSet;

use crate::event::Cause;
use crate::event::kind::{Combat, Course, Effects, EventKind, Knowledge, Resources, Statuses};
use crate::event::number_receipts::CpTerm;
use crate::language::effect::Modifier;
use crate::night::consequences::maxima;
use crate::night::consequences::seal;
use crate::night::effects::end_effects::end_expired;
use crate::night::effects::expired_effects::end_with_battle;
use crate::night::effects::marble;
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::StatusKind;
use crate::war::War;
use crate::war::in_force::ModifierKind;

/// Ends the Turn.
pub(crate) fn run(night: &mut Night<'_>) {
    award_combat_points(night);
    marble::charge_idle_teams(night);
    seal::mark_team(night);
    wipe_weekly_stores(night);
    sense_mana(night);
    end_expired(night);
    advance_statuses(night);
    maxima::settle_maxima(night);
    seal::end_expired_hunt(night);
    count_battles(night);
    end_with_battle(night);
    maxima::settle_maxima(night);
    seal::tell_story(night);
    let number = night.war.night;
    night.emit(Course::TurnEnded { night: number }, None, Cause::Rule, None, &[RuleId::R(81), RuleId::A(182)]);
}

/// Books the Combat Points of the Turn. After the end of the War, nothing else is done (A157).
pub(crate) fn award_combat_points(night: &mut Night<'_>) {
    let masters: Vec<CharacterId> =
        night.war.living().filter(|id| night.war.character(*id).kind == SheetKind::Master).collect();
    for master in masters {
        let terms: Vec<CpTerm> = night.credit.list_cp_terms(&night.war, master);
        let mut amount = Exact::ZERO;
        for term in &terms {
            let factor = if term.is_received { Exact::new(5, 1) } else { term.factor };
            if let Some(share) = night.report_on_error(term.damage.times(factor)) {
                amount += share;
            }
        }
        if !amount.is_zero() {
            let points_gained = Resources::CombatPoints { master, amount, terms };
            night.emit(points_gained, None, Cause::Rule, None, &[RuleId::R(279), RuleId::A(178), RuleId::A(179)]);
        }
    }
}

/// Removes all stores of Combat Points at the end of every seventh Night (R287).
fn wipe_weekly_stores(night: &mut Night<'_>) {
    if !night.war.night.is_multiple_of(7) {
        return;
    }
    let stores: Vec<(CharacterId, Exact)> =
        night.war.living().map(|id| (id, night.war.character(id).cp())).filter(|(_, cp)| !cp.is_zero()).collect();
    for (master, amount) in stores {
        night.emit(Resources::CombatPointsLost { master, amount }, None, Cause::Rule, None, &[RuleId::R(287)]);
    }
}

/// Tells characters that sense Mana, as the Turn ends, where Bounded Fields are, Home Bases among them, and where Noble
/// Phantasms were activated this Turn or are still active (A216). It never tells whose they are (R351).
fn sense_mana(night: &mut Night<'_>) {
    let war = &night.war;
    let senses_mana = |id: &CharacterId| {
        war.standing_effects_on(ModifierKind::Senses, *id)
            .any(|(_, standing)| matches!(standing.modifier, Modifier::SensesMana))
    };
    let sensing_characters: Vec<CharacterId> = war.living().filter(senses_mana).collect();
    if sensing_characters.is_empty() {
        return;
    }
    let homes = war.ids().filter_map(|id| war.character(id).mastery.as_ref()).flat_map(|m| m.homes.iter().copied());
    let fields = war.active_skills.iter().filter(|active| war.is_field(active)).map(|active| active.location);
    let fields: BTreeSet<LocationId> = homes.chain(fields).collect();
    // A Noble Phantasm counts as activated if it was used this Turn or is still active (A216).
    let lasting = war.active_skills.iter().filter(|a| war.skill(a.skill).role == Role::NoblePhantasm);
    let lasting = lasting.map(|a| war.ground_covered(a).unwrap_or(war.character(a.user).at));
    let phantasms: BTreeSet<LocationId> = night
        .events
        .iter()
        .filter_map(|event| {
            let EventKind::Effects(Effects::SkillUsed { skill, .. }) = event.kind else { return None };
            event.location.filter(|_| war.skill(skill).role == Role::NoblePhantasm)
        })
        .chain(lasting)
        .collect();
    for who in sensing_characters {
        for (is_of_noble_phantasms, at) in [(false, &fields), (true, &phantasms)] {
            let mana_sensed = Knowledge::ManaSensed { who, is_of_noble_phantasms, at: at.iter().copied().collect() };
            night.emit(mana_sensed, None, Cause::Rule, None, &[RuleId::R(351), RuleId::I(8)]);
        }
    }
}

fn advance_statuses(night: &mut Night<'_>) {
    let bearers: Vec<CharacterId> =
        night.war.living().filter(|id| !night.war.character(*id).statuses.is_empty()).collect();
    for who in bearers {
        let kinds_of_statuses = |war: &War| -> BTreeSet<StatusKind> {
            war.character(who).statuses.iter().map(|s| s.status.kind()).collect()
        };
        let before = kinds_of_statuses(&night.war);
        night.emit(Statuses::StatusesRan { who }, None, Cause::Rule, None, &[RuleId::A(75), RuleId::A(76)]);
        for kind in before.difference(&kinds_of_statuses(&night.war)) {
            let status_ended = Statuses::StatusEnded { who, kind: *kind, is_cured: false };
            night.emit(status_ended, None, Cause::Rule, None, &[RuleId::A(75)]);
        }
    }
}

/// Counts the battles of the Turn. A battle continues for a character that was in it this Turn and still shares a
/// location with an opponent of it, a Master beside their Servant included, present partners not. Otherwise it is over
/// (A102). Somebody who left the fight for Spirit Form this Turn keeps the count for one Turn (A041).
fn count_battles(night: &mut Night<'_>) {
    let before = night.war.clone();
    let has_fought = |who: CharacterId, foe: CharacterId| {
        let own_state = before.character(who);
        own_state.battle.opponents.contains(&foe) || own_state.turn.fought.contains(&foe)
    };
    for who in before.living() {
        let character = night.war.character(who);
        let opponents: Vec<CharacterId> = before
            .present(character.at)
            .filter(|foe| has_fought(who, *foe) || has_fought(*foe, who))
            .filter(|foe| {
                let other = before.character(*foe);
                !before.are_partners(who, *foe) && other.turn.was_in_battle && !other.is_in_spirit_form
            })
            .collect();
        let (turns, with) = if character.is_in_spirit_form {
            let keeps_count = character.turn.was_in_battle && !opponents.is_empty();
            if keeps_count { (character.battle.turns, opponents) } else { (0, Vec::new()) }
        } else if character.turn.was_in_battle && !opponents.is_empty() {
            (character.battle.turns + 1, opponents)
        } else {
            (0, Vec::new())
        };
        let has_changed = turns != character.battle.turns || !with.iter().eq(character.battle.opponents.iter());
        if has_changed {
            night.emit(Combat::BattleCounted { who, turns, with }, None, Cause::Rule, None, &[RuleId::A(102)]);
        }
    }
}
