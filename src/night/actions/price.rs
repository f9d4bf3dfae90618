//! What a use requires beforehand and what it costs (R084, R122, R124, R254–R257, A044–A050).

use crate::event::Cause;
use crate::event::detail::{Paid, Reason, Shortage};
use crate::event::kind::Effects;
use crate::language::condition::Resource;
use crate::language::effect::{Clause, Limit};
use crate::night::hits::surprise;
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::points::Points;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::FirstTurnCount;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::evaluate::{EvalContext, condition_holds};
use crate::war::setup::SkillRef;

use super::find_skill::FoundSkill;

/// Checks that all requirements hold beforehand, such as another skill being active (R414). If they do not, nothing is
/// paid (R124).
pub(crate) fn check_requirements(
    night: &mut Night<'_>,
    cause: Cause,
    skill: SkillRef,
    context: EvalContext<'_>,
) -> Result<(), Reason> {
    let user = context.user;
    let war = &night.war;
    let has_no_room = |(familiar, at_most)| war.room_for(user, familiar, at_most) == Some(0);
    let summons_nothing = {
        let mut summons = war.skill(skill).summoned_familiars().peekable();
        summons.peek().is_some() && summons.all(has_no_room)
    };
    if summons_nothing || is_used_up(war, skill, context) {
        return Err(Reason::UsedUp);
    }
    let all_hold = {
        // `Can only be used if …` is checked like the Requirements.
        let conditions = war.skill(skill).clauses().filter(|(clause, _)| matches!(clause, Clause::OnlyUsable));
        let mut conditions = conditions.filter_map(|(_, only_if)| only_if).chain(&war.skill(skill).requirements);
        // The position before the batch counts: what happens in the batch itself is too late (R214).
        let beforehand = night.basis();
        // Only an attack may begin a battle: for any other use, the first Turn of a battle is not assumed to come.
        let context = EvalContext { is_peaceful: !war.skill(skill).is_attack(), ..context };
        conditions.all(|c| condition_holds(beforehand, c, context))
    };
    if all_hold {
        return Ok(());
    }
    let why = Reason::RequirementNotMet;
    let refunded = Effects::Refunded { user, skill, why, paid: Paid::default() };
    night.emit(refunded, None, cause, None, &[RuleId::R(124)]);
    Err(why)
}

/// Returns the week of a Night, from 0 (R329, A201).
const fn week_of(night: u32) -> u32 {
    night.saturating_sub(1) / 7
}

/// Whether a limit of uses is reached (family 23).
fn is_used_up(war: &War, skill: SkillRef, context: EvalContext<'_>) -> bool {
    let limits = war.clauses(skill, context).filter_map(|clause| match clause {
        Clause::Limited(limit) => Some(*limit),
        _ => None,
    });
    is_reached(war, skill, context.user, None, limits)
}

/// Returns the targets on whom the skill's limits still allow its use (family 23).
///
/// # Errors
/// [`Reason::UsedUp`] where no target is left.
pub(crate) fn retain_usable_targets(
    war: &War,
    user: CharacterId,
    skill: SkillRef,
    targets: Vec<CharacterId>,
) -> Result<Vec<CharacterId>, Reason> {
    let is_used_up_on = |target: &CharacterId| {
        let limits =
            war.clauses(skill, EvalContext::of(user, Some(*target), Some(user))).filter_map(|clause| match clause {
                Clause::LimitedOnTarget(limit) => Some(*limit),
                _ => None,
            });
        is_reached(war, skill, user, Some(*target), limits)
    };
    let usable: Vec<CharacterId> = targets.iter().copied().filter(|target| !is_used_up_on(target)).collect();
    if usable.is_empty() && !targets.is_empty() { Err(Reason::UsedUp) } else { Ok(usable) }
}

/// Whether one of these limits is reached, over all uses or on one target.
fn is_reached(
    war: &War,
    skill: SkillRef,
    user: CharacterId,
    on: Option<CharacterId>,
    mut limits: impl Iterator<Item = Limit>,
) -> bool {
    let Some(uses) = war.character(user).uses.iter().find(|uses| uses.skill == skill && uses.on == on) else {
        return false;
    };
    let now = war.night;
    let uses_this_turn = if uses.last == now { uses.then } else { 0 };
    let previous = if uses.last == now { uses.before } else { uses.last };
    limits.any(|limit| match limit {
        Limit::PerTurn(most) => uses_this_turn >= most,
        Limit::PerWeek => uses.last > 0 && week_of(uses.last) == week_of(now),
        Limit::PerWar(most) => uses.in_all >= most,
        Limit::PerBattle(most) => uses.in_battle.is_some_and(|uses| uses >= most),
        Limit::NotConsecutive => previous > 0 && previous + 1 == now,
        Limit::Rest(turns) => now < uses.last + turns,
    })
}

/// Returns what the use costs this user, and the first thing they lack (R023, R084, R122, A044, A049, A050).
pub(crate) fn price(war: &War, found: FoundSkill, context: EvalContext<'_>) -> (Paid, Option<Reason>) {
    let EvalContext { user, bargain, .. } = context;
    let cost = war.cost_of(found.skill, found.is_upgraded, context);
    let character = war.character(user);
    let turn = &character.turn;
    let is_master = character.kind == SheetKind::Master;
    // A Servant or familiar that was lent a Master's skill pays for its Turn Action with 1 AP, or with 1 SP where the
    // skill is no attack.
    let is_lent = cost.takes_turn_action && cost.ap == 0 && cost.sp == 0;
    let is_attack = war.skill(found.skill).is_attack();
    let mut paid = Paid {
        ap: if is_master { 0 } else { cost.ap.saturating_add(u32::from(is_lent && is_attack)) },
        sp: if is_master { 0 } else { cost.sp.saturating_add(u32::from(is_lent && !is_attack)) },
        takes_turn_action: is_master && (cost.takes_turn_action || cost.ap > 0 || cost.sp > 0),
        takes_move_action: cost.takes_move_action,
        takes_full_turn: cost.takes_full_turn,
        mana: cost.mana,
        health: cost.health,
        cp: cost.cp,
    };
    add_payment(&mut paid, bargain);
    let mana = Shortage { needed: paid.mana, left: character.mana };
    let health = Shortage { needed: paid.health, left: character.health };
    let cp = war.master_of(user).map_or(Exact::ZERO, |m| war.character(m).cp());
    let requirements = [
        (paid.takes_full_turn && (turn.has_acted || !war.has_move_action(user)), Reason::FullTurn),
        (turn.uses_full_turn, Reason::FullTurn),
        (paid.ap > turn.ap, Reason::NotEnoughAp),
        (paid.sp > turn.sp, Reason::NotEnoughSp),
        (paid.takes_turn_action && !turn.has_turn_action, Reason::NoTurnAction),
        (paid.takes_move_action && !war.has_move_action(user), Reason::NoMoveAction),
        (!paid.mana.is_zero() && paid.mana > character.mana, Reason::NotEnoughMana(mana)),
        (!paid.health.is_zero() && paid.health > character.health, Reason::NotEnoughHealth(health)),
        (!paid.cp.is_zero() && paid.cp > cp, Reason::NotEnoughCp),
    ];
    (paid, requirements.into_iter().find(|(lacking, _)| *lacking).map(|(_, why)| why))
}

/// Adds what is paid additionally. A Master has no points to pay with (R084).
fn add_payment(paid: &mut Paid, bargain: &Bargain) {
    let Some((amount, resource)) = bargain.paid else { return };
    let points = u32::try_from(amount.floor()).unwrap_or(u32::MAX);
    match resource {
        Resource::Health => paid.health += amount,
        Resource::Mana => paid.mana += amount,
        Resource::CombatPoints => paid.cp += amount,
        Resource::ActionPoints => paid.ap = paid.ap.saturating_add(points),
        Resource::SupportPoints => paid.sp = paid.sp.saturating_add(points),
        // No sheet asks for Command Spells.
        Resource::CommandSpells => {}
    }
}

/// Rejects a use beyond the limit of the first Turn of battle. A Servant spends 1 AP or 1 SP in skills; a Master spends
/// the Turn Action only while the Move Action is left. Surprise Attacks are exempt (R254–R257, A036–A043). An effect
/// may allow a Servant more points.
pub(crate) fn check_first_turn(war: &War, user: CharacterId, found: FoundSkill, paid: &Paid) -> Result<(), Reason> {
    let character = war.character(user);
    let skill = war.skill(found.skill);
    let is_surprise = surprise::is_surprise_attack(skill, found.is_upgraded);
    let in_battle = character.turn.was_in_battle || skill.is_attack();
    if !character.is_in_first_turn_or_none() || !in_battle || is_surprise {
        return Ok(());
    }
    let turn = &character.turn;
    let (spent, sp) = match war.setup.switches.first_turn_count {
        FirstTurnCount::WholeTurn => (turn.points_spent, turn.sp_spent),
        FirstTurnCount::FromContact => (turn.points_since_contact, turn.sp_since_contact),
    };
    let spent = Points { ap: spent.saturating_sub(sp), sp };
    let points = Points { ap: paid.ap, sp: paid.sp };
    let exceeds_limit = match character.kind {
        SheetKind::Servant => points != Points::default() && !war.first_turn_points(user).allows(spent.plus(points)),
        SheetKind::Master => paid.takes_turn_action && !character.turn.has_move_action,
        SheetKind::Familiar | SheetKind::Library => false,
    };
    if exceeds_limit { Err(Reason::FirstTurnLimit) } else { Ok(()) }
}
