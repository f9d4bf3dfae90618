//! Using a skill: its requirements and its price (R076–R100, R119–R124, R247, R254–R257, R416, A044–A052).

use crate::event::detail::{CountedUse, EndReason, Outcome, Paid, Reason};
use crate::event::kind::{Combat, Effects};
use crate::event::{Cause, EventId};
use crate::language::condition::Resource;
use crate::language::effect::{Clause, Destination, Effect, Immediate, Modifier, Operation, Sentence, Verb};
use crate::language::order::ActionKind;
use crate::night::conditions::targeting::{self, Aim};
use crate::night::effects::relocation::{RelocationPlan, check_can_relocate};
use crate::night::effects::{bounded_fields, end_effects, marble};
use crate::night::hits::negation::end_used_up_quotas;
use crate::night::hits::{land_hits, surprise};
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::questions::Questions;
use crate::night::state::skill_use::SkillUse;
use crate::night::state::task::Step;
use crate::sheet::SheetKind;
use crate::sheet::skill::{EffectLine, Role, Skill};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::skill_type::SkillType;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::bargain::{Bargain, EarlierUses};
use crate::war::counts_and_measures::{CountContext, count};
use crate::war::evaluate::{EvalContext, condition_holds};
use crate::war::in_force::ModifierKind;
use crate::war::setup::{SheetId, SkillRef, UsedSkill};

use super::find_skill::{FoundSkill, basic_attack, find_by_name, read_bargain};
use super::price::{check_first_turn, check_requirements, price, retain_usable_targets};
use super::reach::{ReachableTargets, choose_targets, targets_location};

/// Returns an item that somebody holds and can use now (R340, A092).
pub(crate) fn find_usable_item(
    night: &Night<'_>,
    step: Step,
    who: CharacterId,
    name: &str,
) -> Result<SkillRef, Reason> {
    let item = night.war.setup.find_skill(SheetId::ITEMS, name).ok_or(Reason::ItemNotHeld)?;
    reject_forbidden_skill(&night.questions, who, item)?;
    let item_check = if night.war.character(who).items.contains(&item) { Ok(()) } else { Err(Reason::ItemNotHeld) };
    night.pass_if_allowed(step, item_check)?;
    if night.war.skill(item).is_passive() {
        // A passive item works while it is held; it cannot be used.
        return Err(Reason::RequirementNotMet);
    }
    let use_check = if night.basis().may_not_use(UsedSkill { user: who, skill: item, is_upgraded: false, target: None })
    {
        Err(Reason::Barred)
    } else {
        Ok(())
    };
    night.pass_if_allowed(step, use_check)?;
    Ok(item)
}

/// Checks one use of a skill and pays for it.
///
/// # Errors
/// Why the skill is not used; nothing was paid then.
pub(crate) fn begin_use(night: &mut Night<'_>, step: Step) -> Result<SkillUse, Reason> {
    let user = night.actor(step).ok_or(Reason::TargetNotAvailable)?;
    let kind = night.action(step).map(|a| a.kind.clone()).ok_or(Reason::TargetNotAvailable)?;
    let (found_skill, written, to, push) = match &kind {
        ActionKind::Use { skill, targets, destination, push_to, .. } => {
            (find_by_name(&night.war, user, &skill.text), targets.as_slice(), *destination, *push_to)
        }
        ActionKind::Attack { targets, .. } => (basic_attack(&night.war, user), targets.as_slice(), None, None),
        _ => (None, &[] as &[_], None, None),
    };
    let found = found_skill.ok_or(Reason::WrongTargets)?;
    let skill = night.war.skill(found.skill);
    let is_allowed = night.is_allowed(step);
    if skill.is_passive() {
        return Err(Reason::NotCarriedOutHere);
    }
    // Nobody has a skill that the story has not given yet (R315).
    if !night.war.is_unlocked(skill) && !is_allowed {
        return Err(Reason::NothingInForce);
    }
    // During the hunt of the Seal nobody casts a Reality Marble (R313).
    if *skill.kind.value(found.is_upgraded) == SkillType::RealityMarble && night.war.hunt.is_some() && !is_allowed {
        return Err(Reason::Barred);
    }
    reject_forbidden_skill(&night.questions, user, found.skill)?;
    if night.war.character(user).is_in_spirit_form && !is_allowed {
        return Err(Reason::InSpiritForm);
    }
    if night.basis().may_not_use(found.used_by(user)) && !is_allowed {
        return Err(Reason::Barred);
    }
    let bargain = read_bargain(skill, &kind).ok_or(Reason::NotOffered)?;
    let aim = targeting::resolve_aim(night, step, user, written, to);
    let cause = night.cause(step);
    let order_text = if let ActionKind::Use { choosing, .. } = kind { choosing } else { None };
    // The place where others are pushed stands in the use, or in an order of its own (R294).
    let separate_push = if push.is_none() && has_chosen_push(night.war.skill(found.skill), found.is_upgraded) {
        marble::find_ordered_push(night, user)
    } else {
        None
    };
    let push = push.or(separate_push.map(|(destination, _)| destination));
    let skill_use = use_skill_on(
        night,
        user,
        found,
        &aim,
        UseTerms { cause, parent: None, is_free: false, is_allowed, push, order_text, bargain },
    )?;
    if let Some((_, step)) = separate_push {
        night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
    }
    Ok(skill_use)
}

/// Whether a skill pushes somebody to a place of its user's choice.
fn has_chosen_push(skill: &Skill, upgraded: bool) -> bool {
    let is_chosen_push = |line: &EffectLine| {
        matches!(
            &line.effect,
            Effect::Sentence(Sentence {
                operation: Operation::Immediate(Immediate {
                    verb: Verb::Relocate { destination: Destination::Adjacent, .. },
                    ..
                }),
                ..
            })
        )
    };
    skill.is_marble(upgraded) || skill.effects.iter().any(is_chosen_push)
}

/// The terms on which a skill is used.
#[derive(Clone, Debug)]
pub(crate) struct UseTerms {
    /// The order or the effect behind the use.
    pub cause: Cause,
    /// The event that it answers.
    pub parent: Option<EventId>,
    /// Whether nothing is paid for it.
    pub is_free: bool,
    /// Whether the GM allows it in spite of the rules (R008).
    pub is_allowed: bool,
    pub push: Option<LocationId>,
    /// The words that the order gives it.
    pub order_text: Option<String>,
    /// What is paid additionally and what is chosen.
    pub bargain: Bargain,
}

/// Checks one use of a skill on the characters aimed at and pays for it.
///
/// # Errors
/// Why the skill is not used; nothing was paid then.
pub(crate) fn use_skill_on(
    night: &mut Night<'_>,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
    terms: UseTerms,
) -> Result<SkillUse, Reason> {
    let UseTerms { cause, parent, is_free, is_allowed, push, order_text, bargain } = terms;
    let charge = begin_charge(night, user, found, cause, parent)?;
    let chosen = match choose_targets(night, user, found, aim) {
        Err(why) if is_allowed => targets_as_named(night, user, found, aim).ok_or(why)?,
        chosen => chosen?,
    };
    let chosen =
        ReachableTargets { targets: retain_usable_targets(&night.war, user, found.skill, chosen.targets)?, ..chosen };
    // Of what type an attack is may depend on its target.
    if !is_allowed && chosen.targets.iter().any(|target| night.basis().may_not_use(found.used_by(user).on(*target))) {
        return Err(Reason::Barred);
    }
    let bargain = with_earlier_uses(&night.war, user, found.skill, &chosen.targets, bargain);
    let target = chosen.targets.first().copied();
    let bargain = if is_free {
        bargain
    } else {
        with_all_spent(
            &night.war,
            found,
            EvalContext { bargain: &bargain, ..EvalContext::of(user, target, Some(user)) },
        )
    };
    let context = EvalContext { bargain: &bargain, ..EvalContext::of(user, target, Some(user)) };
    if !is_allowed {
        check_requirements(night, cause, found.skill, context)?;
    }
    let named = aim.location;
    let relocation = RelocationPlan { user, skill: found.skill, targets: &chosen.targets, chosen: named, push };
    check_can_relocate(night.basis(), relocation)?;
    let paid = match price(&night.war, found, context) {
        _ if is_free => Paid::default(),
        (paid, Some(_)) if is_allowed => cap_price_at_means(&night.war, user, paid),
        (_, Some(why)) => return Err(why),
        (paid, None) => paid,
    };
    let location = chosen.location.unwrap_or(night.war.character(user).at);
    if !is_allowed {
        check_first_turn(&night.war, user, found, &paid)?;
        bounded_fields::check_room_for_field(night, cause, user, found, location)?;
    }
    let strikes = night.war.skill(found.skill).strikes_targets();
    let count_hits_on = |target: &CharacterId| {
        let context = EvalContext { bargain: &bargain, ..EvalContext::of(user, Some(*target), Some(user)) };
        if strikes { count_hits(&night.war, found.used_by(user), context) } else { 0 }
    };
    let hits: Vec<u32> = chosen.targets.iter().map(count_hits_on).collect();
    let (skill, is_upgraded, targets) = (found.skill, found.is_upgraded, chosen.targets);
    let mut skill_use = SkillUse {
        user,
        skill,
        is_upgraded,
        targets,
        blows_on_others: None,
        chosen: named,
        push,
        bargain,
        hits,
        location,
        order_text,
        paid,
        use_event: EventId(0),
        cause,
    };
    // The use is directed also at those whom its blows strike besides its targets.
    let mut directed_at = skill_use.targets.clone();
    directed_at.extend(
        land_hits::blows_on_others(night, &skill_use).targets.iter().filter(|who| !skill_use.targets.contains(who)),
    );
    let counted = night.war.costs_that_count_use(found.used_by(user), target);
    let is_foiled = night.war.is_use_foiled(found.used_by(user), target);
    let counted: Vec<CountedUse> = counted.into_iter().map(|effect| CountedUse::of(effect, user)).collect();
    let use_event = emit_used(night, &skill_use, directed_at.clone(), chosen.location, counted.clone(), parent);
    for sentence in counted {
        end_used_up_quotas(night, sentence.whose, sentence.skill);
    }
    if let Some(charge) = charge {
        end_effects::end_skill(night, &charge, EndReason::Released, cause, &[RuleId::R(217), RuleId::A(65)]);
    }
    if surprise::is_surprise_attack(night.war.skill(found.skill), found.is_upgraded) {
        surprise::fail_if_noticed(night, user, found.skill, &directed_at, use_event)?;
    }
    if !is_allowed {
        fail_if_clause_holds(night, &skill_use, &directed_at, use_event)?;
    }
    if is_foiled && !is_allowed {
        join_battle_by_attack(night, user, skill, use_event);
        return Err(Reason::Foiled);
    }
    marble::collapse_inside_another(night, user, found, use_event, cause)?;
    skill_use.use_event = use_event;
    Ok(skill_use)
}

/// Fails the use if its clause `This skill fails if …` holds for anybody it is directed at. Nothing comes of the use,
/// and its cost is spent (A143). The user of an attack is in battle all the same (A087).
///
/// # Errors
/// [`Reason::FailedByItself`].
fn fail_if_clause_holds(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    directed_at: &[CharacterId],
    use_event: EventId,
) -> Result<(), Reason> {
    let SkillUse { user, skill, bargain, location, .. } = skill_use;
    let war = night.basis();
    let refunded_share = |target: Option<CharacterId>| {
        let this_location = Some(*location);
        let context =
            EvalContext { bargain, this_location, antecedent: target, ..EvalContext::of(*user, target, Some(*user)) };
        war.clauses(*skill, context)
            .filter_map(|clause| match clause {
                Clause::Fails { refunded } => Some(refunded.unwrap_or(Exact::ZERO)),
                _ => None,
            })
            .max()
    };
    let refunded_share = if directed_at.is_empty() {
        refunded_share(None)
    } else {
        directed_at.iter().filter_map(|who| refunded_share(Some(*who))).max()
    };
    let Some(refunded) = refunded_share else { return Ok(()) };
    if let Some(mana) = night.report_on_error(skill_use.paid.mana.times(refunded)).filter(|mana| !mana.is_zero()) {
        let (user, skill, why) = (*user, *skill, Reason::FailedByItself);
        let refund = Effects::Refunded { user, skill, why, paid: Paid { mana, ..Paid::default() } };
        night.emit(refund, Some(use_event), Cause::Rule, None, &[RuleId::A(143)]);
    }
    join_battle_by_attack(night, *user, *skill, use_event);
    Err(Reason::FailedByItself)
}

/// Brings the user of an attack that failed into battle (A087).
fn join_battle_by_attack(night: &mut Night<'_>, user: CharacterId, skill: SkillRef, use_event: EventId) {
    if night.war.skill(skill).is_attack() {
        let joined_battle = Combat::JoinedBattle { who: user, with: Vec::new(), beside: false, remote: false };
        night.emit(joined_battle, Some(use_event), Cause::Rule, None, &[RuleId::R(244), RuleId::A(87)]);
    }
}

/// Emits the use of a skill, directed at the given characters.
fn emit_used(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    directed_at: Vec<CharacterId>,
    location: Option<LocationId>,
    counted: Vec<CountedUse>,
    parent: Option<EventId>,
) -> EventId {
    let SkillUse { user, skill, is_upgraded, paid, .. } = *skill_use;
    let used_skill = night.war.skill(skill);
    let has_several_targets =
        targets_location(used_skill) || (used_skill.max_targets > 1 && skill_use.targets.len() > 1);
    let rules: &[RuleId] = match used_skill.role {
        Role::BasicAttack => &[RuleId::R(97), RuleId::R(122)],
        Role::NoblePhantasm => &[RuleId::R(63), RuleId::R(122)],
        _ => &[RuleId::R(76), RuleId::R(122)],
    };
    let used_event = Effects::SkillUsed {
        user,
        skill,
        targets: directed_at,
        location,
        paid,
        is_upgraded,
        is_attack: used_skill.is_attack(),
        is_area: used_skill.area.unwrap_or(has_several_targets || used_skill.strikes_a_group()),
        counts: night.war.character(user).kind == SheetKind::Servant
            && !surprise::is_surprise_attack(used_skill, is_upgraded),
        payer: if paid.cp.is_zero() { None } else { night.war.master_of(user) },
        counted,
    };
    night.emit(used_event, parent, skill_use.cause, None, rules)
}

/// Begins or releases the charge of a skill that charges for a number of Turns. The first order begins it; nothing is
/// paid until its release (R217, A065). Returns the charge to release.
///
/// # Errors
/// [`Reason::Charging`] where the charge begins now or is not complete.
fn begin_charge(
    night: &mut Night<'_>,
    user: CharacterId,
    found: FoundSkill,
    cause: Cause,
    parent: Option<EventId>,
) -> Result<Option<ActiveSkill>, Reason> {
    let FoundSkill { skill, is_upgraded, .. } = found;
    let lines = night.war.skill(skill).effects.iter().zip(0u16..);
    let charges = lines.filter_map(|(line, index)| match &line.effect {
        Effect::Sentence(Sentence { operation: Operation::Clause(Clause::Charges(turns)), condition, .. }) => {
            let context = EvalContext::of(user, None, Some(user));
            let holds = condition.as_ref().is_none_or(|c| condition_holds(&night.war, c, context));
            holds.then_some((index, *turns))
        }
        _ => None,
    });
    let Some((line, turns)) = charges.max_by_key(|(_, turns)| *turns) else { return Ok(None) };
    let charge = night.war.active_skills.iter().find(|a| a.user == user && a.skill == skill && a.set_off == Some(line));
    if let Some(charge) = charge {
        let is_ready = charge.since + turns <= night.war.night;
        return if is_ready { Ok(Some(charge.clone())) } else { Err(Reason::Charging) };
    }
    let active = ActiveSkill { is_upgraded, set_off: Some(line), ..night.war.new_active(user, skill) };
    let charge_began = Effects::EffectBegan { active, renews: false };
    night.emit(charge_began, parent, cause, None, &[RuleId::R(217), RuleId::A(65)]);
    Err(Reason::Charging)
}

/// Rejects a skill that the GM forbids this Night.
pub(crate) fn reject_forbidden_skill(
    questions: &Questions<'_>,
    user: CharacterId,
    skill: SkillRef,
) -> Result<(), Reason> {
    if questions.rulings().forbids_skill(user, skill) { Err(Reason::Forbidden) } else { Ok(()) }
}

/// Returns all living characters that the order names, whatever the rules say of them: the GM allows it (R008).
fn targets_as_named(position: &Position, user: CharacterId, found: FoundSkill, aim: &Aim) -> Option<ReachableTargets> {
    let war = position.basis();
    let is_alive = |id: &CharacterId| war.character(*id).is_alive();
    if war.skill(found.skill).is_marble(found.is_upgraded) {
        return Some(ReachableTargets { targets: Vec::new(), location: None });
    }
    if targets_location(war.skill(found.skill)) {
        let at = aim.location.unwrap_or(war.character(user).at);
        let is_raised_on_ground =
            war.skill(found.skill).is_field(found.is_upgraded) && !war.skill(found.skill).is_attack();
        let targets = war.present(at).filter(|id| !is_raised_on_ground && !war.are_partners(user, *id)).collect();
        return Some(ReachableTargets { targets, location: Some(at) });
    }
    let targets: Vec<CharacterId> = aim.named_characters.iter().copied().filter(is_alive).collect();
    (!targets.is_empty()).then_some(ReachableTargets { targets, location: None })
}

/// Caps a price at what the payer has; the GM waives the rest (R008).
fn cap_price_at_means(war: &War, user: CharacterId, price: Paid) -> Paid {
    let character = war.character(user);
    let turn = &character.turn;
    let cp = war.master_of(user).map_or(Exact::ZERO, |m| war.character(m).cp());
    Paid {
        ap: price.ap.min(turn.ap),
        sp: price.sp.min(turn.sp),
        takes_turn_action: price.takes_turn_action && turn.has_turn_action,
        takes_move_action: price.takes_move_action && turn.has_move_action,
        takes_full_turn: price.takes_full_turn,
        mana: price.mana.min(character.mana),
        health: price.health.min(character.health),
        cp: price.cp.min(cp),
    }
}

/// Adds how often the skill was used before, in all and on each target, where its sentences count that.
fn with_earlier_uses(
    war: &War,
    user: CharacterId,
    skill: SkillRef,
    targets: &[CharacterId],
    bargain: Bargain,
) -> Bargain {
    let has_clause = |is_kind: fn(&Clause) -> bool| war.skill(skill).clauses().any(|(clause, _)| is_kind(clause));
    let counts_in_all = has_clause(|clause| clause.counted_use_span().is_some());
    let counts_on_each = has_clause(Clause::counts_uses_on_target);
    let earlier = if counts_in_all { earlier_uses(war, user, skill, None) } else { EarlierUses::NONE };
    let on_each = targets.iter().filter(|_| counts_on_each);
    let earlier_on = on_each.map(|target| (*target, earlier_uses(war, user, skill, Some(*target)))).collect();
    let asks_of_targets = war.skill(skill).asks_how_many_targets();
    let targets = if asks_of_targets { u32::try_from(targets.len()).unwrap_or(u32::MAX) } else { 0 };
    Bargain { earlier, earlier_on, targets, ..bargain }
}

/// Adds the payment of all Mana, if the skill takes it: what is left when its cost is paid and some is kept.
fn with_all_spent(war: &War, found: FoundSkill, context: EvalContext<'_>) -> Bargain {
    let keeps = |clause| if let &Clause::SpendsAll { keeps, .. } = clause { Some(keeps) } else { None };
    let Some(kept) = war.clauses(found.skill, context).find_map(keeps) else { return context.bargain.clone() };
    let cost = war.cost_of(found.skill, found.is_upgraded, context).mana;
    let spent = (war.character(context.user).mana - cost - kept).at_least_zero();
    Bargain { paid: Some((spent, Resource::Mana)), ..context.bargain.clone() }
}

/// Returns how often a skill was used before, in all or on one target.
fn earlier_uses(war: &War, user: CharacterId, skill: SkillRef, on: Option<CharacterId>) -> EarlierUses {
    let mut uses = war.character(user).uses.iter().filter(|uses| uses.skill == skill && uses.on == on);
    uses.next().map_or(EarlierUses::NONE, |uses| EarlierUses {
        in_turn: if uses.last == war.night { uses.then } else { 0 },
        in_battle: uses.in_battle.unwrap_or(0),
        in_war: uses.in_all,
    })
}

/// Returns how often the skill hits each target (R101).
pub(crate) fn count_hits(war: &War, skill_form: UsedSkill, context: EvalContext<'_>) -> u32 {
    let UsedSkill { skill, is_upgraded, .. } = skill_form;
    let mut hits = war.skill(skill).damage.as_ref().map_or(1, |field| field.value(is_upgraded).hits);
    let mut extra_hits = 0;
    for clause in war.clauses_of_attack(skill, is_upgraded, context) {
        match &*clause {
            Clause::Hits(n) => hits = *n,
            Clause::MoreHits { hits, each } => {
                let times =
                    each.as_ref().map_or(1, |each| count(war, each, CountContext::of(context, skill, context.user)));
                extra_hits = hits.saturating_mul(times).saturating_add(extra_hits);
            }
            _ => {}
        }
    }
    // Effects on the user can give their attacks more hits, depending on the target (families 4, 31).
    for (line, standing) in
        war.standing_effects_between(ModifierKind::Dealt, context.user, context.target, context.attacker)
    {
        if let Modifier::MoreHits(n) = &standing.modifier
            && standing.quota.is_none_or(|quota| war.attacks_left_of(line, context.user, quota) > 0)
            && standing.attacks.has_kind(war.skill(skill).attack_type(is_upgraded))
        {
            extra_hits = extra_hits.saturating_add(*n);
        }
    }
    hits.saturating_add(extra_hits).min(1000)
}
