//! What a use costs, returns and counts against its limit.

use crate::language::effect::{Clause, HitSpan, Limit};
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::character::{Character, TurnRun, Uses};
use crate::war::setup::SkillRef;

use super::detail::Paid;

/// Counts a use of a skill: in all, and on each target if a sentence counts that.
pub(super) fn count_use(war: &mut War, user: CharacterId, skill: SkillRef, targets: &[CharacterId]) {
    let has_clause = |is_kind: fn(&Clause) -> bool| war.skill(skill).clauses().any(|(clause, _)| is_kind(clause));
    let in_battle = has_clause(|clause| {
        matches!(clause, Clause::Limited(Limit::PerBattle(_))) || clause.counted_use_span() == Some(HitSpan::Battle)
    });
    let counts_on_each =
        has_clause(|clause| matches!(clause, Clause::LimitedOnTarget(_)) || clause.counts_uses_on_target());
    let counts_on_each_in_battle = has_clause(|clause| {
        matches!(clause, Clause::LimitedOnTarget(Limit::PerBattle(_)))
            || (clause.counts_uses_on_target() && clause.counted_use_span() == Some(HitSpan::Battle))
    });
    let counts_turns = war.skill(skill).counts_earlier_turns(false);
    add_use(war, user, skill, None, in_battle);
    for target in targets.iter().filter(|_| counts_on_each || counts_turns) {
        add_use(war, user, skill, Some(*target), counts_on_each_in_battle);
        if counts_turns {
            let night = war.night;
            let mut uses = war.character_mut(user).uses.iter_mut();
            uses.find(|u| u.skill == skill && u.on == Some(*target))
                .into_iter()
                .for_each(|uses| uses.turns = Some(TurnRun::with(uses.turns, night)));
        }
    }
}

/// Counts one more use of a skill, on one target or in all.
fn add_use(war: &mut War, user: CharacterId, skill: SkillRef, target: Option<CharacterId>, limited: bool) {
    let night = war.night;
    let uses = &mut war.character_mut(user).uses;
    match uses.iter_mut().find(|u| u.skill == skill && u.on == target) {
        Some(recorded) => {
            if recorded.last != night {
                (recorded.before, recorded.last, recorded.then) = (recorded.last, night, 0);
            }
            recorded.then += 1;
            recorded.in_all += 1;
            recorded.in_battle = limited.then(|| recorded.in_battle.unwrap_or(0) + 1);
        }
        None => {
            let in_battle = limited.then_some(1);
            uses.push(Uses { skill, on: target, last: night, then: 1, in_all: 1, before: 0, in_battle, turns: None });
        }
    }
}

/// Returns what was paid (R115, A052).
pub(super) fn refund(character: &mut Character, paid: &Paid) {
    let turn = &mut character.turn;
    turn.ap += paid.ap;
    turn.sp += paid.sp;
    turn.points_spent = turn.points_spent.saturating_sub(paid.ap + paid.sp);
    turn.points_since_contact = turn.points_since_contact.saturating_sub(paid.ap + paid.sp);
    turn.sp_spent = turn.sp_spent.saturating_sub(paid.sp);
    turn.sp_since_contact = turn.sp_since_contact.saturating_sub(paid.sp);
    turn.has_turn_action |= paid.takes_turn_action;
    turn.has_move_action |= paid.takes_move_action || paid.takes_full_turn;
    turn.uses_full_turn &= !paid.takes_full_turn;
    character.mana += paid.mana;
    character.health += paid.health;
}

/// Deducts what a use costs (R097, R115). `counts` says whether the points count against the limit of a battle's
/// first Turn (R254).
pub(super) fn pay(character: &mut Character, paid: &Paid, counts: bool, attack: bool) {
    let turn = &mut character.turn;
    turn.ap = turn.ap.saturating_sub(paid.ap);
    turn.sp = turn.sp.saturating_sub(paid.sp);
    if counts {
        turn.points_spent += paid.ap + paid.sp;
        turn.sp_spent += paid.sp;
        if turn.was_in_battle || attack {
            turn.points_since_contact += paid.ap + paid.sp;
            turn.sp_since_contact += paid.sp;
        }
    }
    turn.has_turn_action &= !paid.takes_turn_action;
    turn.has_move_action &= !(paid.takes_move_action || paid.takes_full_turn);
    turn.uses_full_turn |= paid.takes_full_turn;
    character.mana -= paid.mana;
    character.health -= paid.health;
}
