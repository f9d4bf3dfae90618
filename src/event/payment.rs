//! What a use takes, gives back and counts against its limit.

use crate::language::effect::{Clause, Limit};
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::character::{Character, Uses};
use crate::war::setup::SkillRef;

use super::detail::Paid;

/// A use of a skill that has a limit.
pub(super) fn count_use(war: &mut War, user: CharacterId, skill: SkillRef) {
    let night = war.night;
    let per_battle = |clause: &Clause| matches!(clause, Clause::Limited(Limit::PerBattle(_)));
    let limited = war.skill(skill).clauses().any(|(clause, _)| per_battle(clause));
    let uses = &mut war.character_mut(user).uses;
    match uses.iter_mut().find(|u| u.skill == skill) {
        Some(known) => {
            if known.last != night {
                (known.before, known.last, known.then) = (known.last, night, 0);
            }
            known.then += 1;
            known.in_all += 1;
            known.in_battle = limited.then(|| known.in_battle.unwrap_or(0) + 1);
        }
        None => uses.push(Uses { skill, last: night, then: 1, in_all: 1, before: 0, in_battle: limited.then_some(1) }),
    }
}

/// What was paid is there again (R115, A052).
pub(super) fn give_back(character: &mut Character, paid: &Paid) {
    let turn = &mut character.turn;
    turn.ap += paid.ap;
    turn.sp += paid.sp;
    turn.points_spent = turn.points_spent.saturating_sub(paid.ap + paid.sp);
    turn.points_since_contact = turn.points_since_contact.saturating_sub(paid.ap + paid.sp);
    turn.turn_action |= paid.turn_action;
    turn.move_action |= paid.move_action || paid.full_turn;
    turn.full_turn &= !paid.full_turn;
    character.mana += paid.mana;
    character.health += paid.health;
}

/// What a use takes (R097, R115); `counts` where the points count against those of a battle's first Turn (R254).
pub(super) fn pay(character: &mut Character, paid: &Paid, counts: bool, attack: bool) {
    let turn = &mut character.turn;
    turn.ap = turn.ap.saturating_sub(paid.ap);
    turn.sp = turn.sp.saturating_sub(paid.sp);
    if counts {
        turn.points_spent += paid.ap + paid.sp;
        if turn.in_battle || attack {
            turn.points_since_contact += paid.ap + paid.sp;
        }
    }
    turn.turn_action &= !paid.turn_action;
    turn.move_action &= !(paid.move_action || paid.full_turn);
    turn.full_turn |= paid.full_turn;
    character.mana -= paid.mana;
    character.health -= paid.health;
}
