//! The start of a Turn: AP, SP, Turn and Move Actions, Stun, and everybody's LCK, noted for this Turn's damage (R044,
//! A008, A033, A034).

use crate::event::Cause;
use crate::event::kind::{Course, Resources};
use crate::event::number_receipts::{ApSource, ApTerm};
use crate::language::condition::Resource;
use crate::night::phases::between_phases::apply_deferred_rulings;
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;
use crate::war::War;

/// Begins the Turn for everybody.
pub(crate) fn begin_turn(night: &mut Night<'_>) {
    let number = night.war.night + 1;
    night.emit(Course::TurnBegan { night: number }, None, Cause::Rule, None, &[RuleId::R(210), RuleId::A(33)]);
    apply_deferred_rulings(night);
    let living: Vec<CharacterId> = night.war.living().collect();
    for who in living {
        let terms = list_ap_terms(&night.war, who);
        let kind = night.war.character(who).kind;
        let is_person = matches!(kind, SheetKind::Master | SheetKind::Servant);
        let granted_event = Resources::Granted {
            who,
            ap: sum_of_terms(&terms),
            sp: support_points(&night.war, who),
            turn_action: kind == SheetKind::Master,
            move_action: is_person,
            luck: night.war.rank(who, Stat::LCK),
            terms,
        };
        let rules: &[RuleId] = match kind {
            SheetKind::Master => &[RuleId::R(84), RuleId::R(85)],
            SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => {
                &[RuleId::R(77), RuleId::R(78), RuleId::A(34)]
            }
        };
        night.emit(granted_event, None, Cause::Rule, None, rules);
    }
}

/// Returns the AP that a Turn would begin with now; 0 for Masters (R084).
pub fn next_turn_ap(war: &War, who: CharacterId) -> u32 {
    sum_of_terms(&list_ap_terms(war, who))
}

/// Returns the SP that a Turn begins with: one (R078), plus what effects in force add; 0 for Masters (R084).
fn support_points(war: &War, who: CharacterId) -> u32 {
    match war.character(who).kind {
        SheetKind::Servant | SheetKind::Familiar => match war.gains_no_points(who, Resource::SupportPoints) {
            true => 0,
            false => 1u32.saturating_add_signed(war.points_each_turn(who, Resource::SupportPoints)),
        },
        SheetKind::Master | SheetKind::Library => 0,
    }
}

/// Returns the sum, at least 0: no debt carries over (A034).
fn sum_of_terms(terms: &[ApTerm]) -> u32 {
    u32::try_from(terms.iter().map(|t| t.amount).sum::<i32>().max(0)).unwrap_or(0)
}

/// Returns the parts of the AP that a Turn begins with: sheet + pending + effects + AGI bonus − Stun. Any number of
/// Stuns counts once (R039–R043, R079, R128, R132, A034).
pub fn list_ap_terms(war: &War, who: CharacterId) -> Vec<ApTerm> {
    let character = war.character(who);
    if !matches!(character.kind, SheetKind::Servant | SheetKind::Familiar) {
        return Vec::new();
    }
    let sheet = i32::try_from(war.sheet(who).ap).unwrap_or(i32::MAX);
    let mut terms = vec![ApTerm { amount: sheet, source: ApSource::Sheet }];
    if character.ap_change != 0 {
        terms.push(ApTerm { amount: character.ap_change, source: ApSource::Pending });
    }
    let points_by_effects = war.points_each_turn(who, Resource::ActionPoints);
    if points_by_effects != 0 {
        terms.push(ApTerm { amount: points_by_effects, source: ApSource::Effects });
    }
    if has_agility_bonus(war, who) {
        terms.push(ApTerm { amount: 1, source: ApSource::Agility });
    }
    if war.has_working_status(who, StatusKind::Stun) {
        terms.push(ApTerm { amount: -1, source: ApSource::Stun });
    }
    let sum = sum_of_terms(&terms);
    if sum > 0 && war.gains_no_points(who, Resource::ActionPoints) {
        terms.push(ApTerm { amount: -i32::try_from(sum).unwrap_or(i32::MAX), source: ApSource::Effects });
    }
    terms
}

/// Whether somebody has the AGI bonus: more than two full ranks above the fastest opponent of its battle, or EX against
/// none (R039–R042, A009, A010, A014, A015). A location has one battle (A103), so opponents include those it has not
/// struck. Members of teams with a pact do not count, unless they have struck each other (R364).
fn has_agility_bonus(war: &War, who: CharacterId) -> bool {
    let character = war.character(who);
    if character.battle.turns == 0 || war.gains_nothing_for_agility(who) {
        return false;
    }
    let fastest = war
        .present(character.at)
        .filter(|id| {
            let foe = war.character(*id);
            let is_recorded_opponent = character.battle.opponents.contains(id);
            !foe.is_in_spirit_form && (is_recorded_opponent || (foe.battle.turns > 0 && war.are_foes(who, *id)))
        })
        .map(|foe| war.rank(foe, Stat::AGI))
        .max();
    let own = war.rank(who, Stat::AGI);
    fastest
        .is_some_and(|foe| own.is_ex_over(foe) || own.exceeds_by_more_than_two_ranks(foe, war.setup.switches.rank_gap))
}
