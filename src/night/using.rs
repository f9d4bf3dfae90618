//! Using a skill: what must hold, what is paid (R076–R100, R119–R124, R254–R257, A044–A052).

use std::collections::BTreeMap;

use crate::event::detail::{EndReason, Outcome, Paid, Reason};
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::effect::{Clause, Destination, Effect, Immediate, Operation, Rule, Standing};
use crate::language::order::{Deed, Moment};
use crate::sheet::Kind;
use crate::sheet::skill::{EffectLine, Role, Skill, is_choice};
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::skill_type::SkillType;
use crate::war::War;
use crate::war::active::{Active, Until};
use crate::war::bargain::Bargain;
use crate::war::force::Class;
use crate::war::setup::{SheetId, SkillRef};
use crate::war::truth::{Speech, count, holds};

use super::bind::Bound;
use super::effects::{self, Course, Working};
use super::finding::Aim;
use super::price::{first_turn, price, requirements};
use super::reach::{Chosen, choose, takes_a_place};
use super::tasks::Step;
use super::{Night, finding, ground, marble, surprise};

/// A skill or item of somebody, in its present form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub skill: SkillRef,
    pub upgraded: bool,
    pub item: bool,
}

impl Found {
    /// The phase it is used in.
    pub(super) fn phase(self, war: &War) -> Option<Phase> {
        war.skill(self.skill).natural_phase(self.upgraded)
    }

    /// The phase it is used in with a bargain, which may give it another type (family 21); the phase of its own type
    /// where the other's is over.
    pub(super) fn phase_with(self, war: &War, user: CharacterId, bargain: &Bargain, now: Phase) -> Option<Phase> {
        let skill = war.skill(self.skill);
        let own = self.phase(war);
        let speech = Speech { bargain, ..Speech::of(user, None, Some(user)) };
        let Some(kind) = skill.type_by(|only_if| holds(war, only_if, speech)).filter(|_| skill.phase.is_none()) else {
            return own;
        };
        let second = now.round() == Some(Round::Second);
        let other = kind.phase(skill.is_attack());
        other.filter(|p| if second { p.in_second_round() >= now } else { *p >= now }).or(own)
    }
}

/// What is chosen where nobody says: the first of several.
pub(super) fn unspoken(skill: &Skill) -> Bargain {
    let choices = skill.choices();
    let first = choices.first().filter(|_| choices.len() > 1);
    Bargain { paid: None, chosen: first.map(|(name, _)| name.clone()) }
}

/// What a deed pays additionally and chooses; `None` where the skill offers no such thing (family 35).
pub(super) fn bargain(skill: &Skill, deed: &Deed<Bound>) -> Option<Bargain> {
    let Deed::Use { paying, choosing, .. } = deed else { return Some(Bargain::NONE) };
    if paying.is_some_and(|paid| !skill.payments().contains(&paid)) {
        return None;
    }
    let choices = skill.choices();
    let chosen = match choosing {
        Some(words) => match choices.iter().position(|(name, means)| is_choice(words, name, means)) {
            None if skill.takes_any_words() => None,
            place => Some(place?),
        },
        None => return Some(Bargain { paid: *paying, ..unspoken(skill) }),
    };
    let chosen = chosen.and_then(|place| choices.get(place)).map(|(name, _)| name.clone());
    Some(Bargain { paid: *paying, chosen })
}

/// The skill of a character that goes by a name, else an item of that name.
pub(super) fn find(war: &War, actor: CharacterId, name: &str) -> Option<Found> {
    let own = war.setup.find_skill(war.character(actor).sheet, name);
    let granted = || war.granted(actor).into_iter().find(|skill| war.skill(*skill).is_called(name));
    if let Some(skill) = own.or_else(granted) {
        return Some(Found { skill, upgraded: war.is_upgraded(actor, skill), item: false });
    }
    let skill = war.setup.find_skill(SheetId::ITEMS, name)?;
    Some(Found { skill, upgraded: false, item: true })
}

/// An item somebody holds that can be used now (R340, A092).
///
/// # Errors
/// Why it cannot.
pub(super) fn usable_item(night: &Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<SkillRef, Reason> {
    let item = night.war.setup.find_skill(SheetId::ITEMS, name).ok_or(Reason::ItemNotHeld)?;
    not_forbidden(night, who, item)?;
    let held = if night.war.character(who).items.contains(&item) { Ok(()) } else { Err(Reason::ItemNotHeld) };
    night.unless_allowed(step, held)?;
    if night.war.skill(item).not_yet {
        return Err(Reason::NotYet);
    }
    if night.war.skill(item).is_passive() {
        // It works while it is held; there is nothing to use.
        return Err(Reason::RequirementNotMet);
    }
    let free = if night.basis().may_not_use(who, item, false) { Err(Reason::Barred) } else { Ok(()) };
    night.unless_allowed(step, free)?;
    Ok(item)
}

/// The basic attack of a character.
pub(super) fn basic_attack(war: &War, actor: CharacterId) -> Option<Found> {
    let place = u16::try_from(war.sheet(actor).basic_attack()?).ok()?;
    let skill = SkillRef { sheet: war.character(actor).sheet, place };
    Some(Found { skill, upgraded: war.is_upgraded(actor, skill), item: false })
}

/// A skill in use: paid for, not yet struck.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub user: CharacterId,
    pub skill: SkillRef,
    pub upgraded: bool,
    /// Whom it is directed at.
    pub targets: Vec<CharacterId>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    /// Where to somebody is pushed.
    pub push: Option<LocationId>,
    /// What was paid and chosen.
    pub bargain: Bargain,
    /// How often it hits each; 0 for a skill without damage.
    pub hits: u32,
    /// Where it works: the location it was used on, else where its user is.
    pub place: LocationId,
    pub paid: Paid,
    /// What was chosen with it.
    pub words: Option<String>,
    pub used: EventId,
    pub cause: Cause,
}

impl Use {
    /// The skill at work on whoever takes it.
    pub(super) fn working(&self, targets: Vec<CharacterId>, inflicted: BTreeMap<CharacterId, Exact>) -> Working {
        Working {
            user: self.user,
            skill: self.skill,
            targets,
            second: None,
            chosen: self.chosen,
            push: self.push,
            inflicted,
            upgraded: self.upgraded,
            bargain: self.bargain.clone(),
            place: self.place,
            words: self.words.clone(),
            used: self.used,
            cause: self.cause,
            attacker: Some(self.user),
            that: None,
        }
    }
}

/// How often a step uses a skill; 0 when it is another deed.
pub(super) fn times(night: &Night<'_>, step: Step) -> u32 {
    match night.action(step).map(|a| &a.deed) {
        Some(Deed::Use { skill, times, .. }) => {
            let item = night.actor(step).and_then(|a| find(&night.war, a, &skill.text)).is_some_and(|f| f.item);
            if item { 0 } else { *times }
        }
        Some(Deed::Attack { times, .. }) => *times,
        _ => 0,
    }
}

/// The skill, item or Command Spell that a step uses.
pub(super) fn used_in(night: &Night<'_>, step: Step) -> Option<SkillRef> {
    let actor = night.actor(step)?;
    match night.action(step).map(|a| &a.deed)? {
        Deed::Use { skill, .. } => find(&night.war, actor, &skill.text).map(|f| f.skill),
        Deed::UseItem { item, .. } => night.war.setup.find_skill(SheetId::ITEMS, &item.text),
        Deed::Command { spell, .. } => night.war.setup.find_skill(SheetId::SPELLS, &spell.text),
        Deed::Attack { .. } => basic_attack(&night.war, actor).map(|f| f.skill),
        _ => None,
    }
}

/// Whether a step is an attack.
pub(super) fn is_attack(night: &Night<'_>, step: Step) -> bool {
    used_in(night, step).is_some_and(|skill| night.war.skill(skill).is_attack())
}

/// Whether what a step uses occurs after all other actions of its phase (R182), and is not put off.
pub(super) fn occurs_last(night: &Night<'_>, step: Step) -> bool {
    night.moment_of(step) == Moment::Natural
        && used_in(night, step).is_some_and(|skill| night.war.skill(skill).says(&Clause::Last))
}

/// Whether what a step uses occurs before all other actions of its phase (R191), and is not put off.
pub(super) fn occurs_first(night: &Night<'_>, step: Step) -> bool {
    night.moment_of(step) == Moment::Natural
        && used_in(night, step).is_some_and(|skill| night.war.skill(skill).says(&Clause::First))
}

/// Checks one use of a skill and pays for it.
///
/// # Errors
/// Why it is not made; then nothing was paid.
pub(super) fn begin(night: &mut Night<'_>, step: Step) -> Result<Use, Reason> {
    let user = night.actor(step).ok_or(Reason::TargetNotAvailable)?;
    let deed = night.action(step).map(|a| a.deed.clone()).ok_or(Reason::TargetNotAvailable)?;
    let (found, written, to, push) = match &deed {
        Deed::Use { skill, targets, to, push_to, .. } => {
            (find(&night.war, user, &skill.text), targets.as_slice(), *to, *push_to)
        }
        Deed::Attack { targets, .. } => (basic_attack(&night.war, user), targets.as_slice(), None, None),
        _ => (None, &[] as &[_], None, None),
    };
    let found = found.ok_or(Reason::WrongTargets)?;
    let skill = night.war.skill(found.skill);
    let allowed = night.is_allowed(step);
    if skill.is_passive() {
        return Err(Reason::NotYet);
    }
    // What the story has not given yet nobody has (R315).
    if !night.war.has_gained(skill) && !allowed {
        return Err(Reason::NothingInForce);
    }
    // During the hunt of the Seal no Reality Marble is cast (R313).
    if *skill.kind.at(found.upgraded) == SkillType::RealityMarble && night.war.hunt.is_some() && !allowed {
        return Err(Reason::Barred);
    }
    not_forbidden(night, user, found.skill)?;
    if night.war.character(user).spirit_form && !allowed {
        return Err(Reason::InSpiritForm);
    }
    if night.basis().may_not_use(user, found.skill, found.upgraded) && !allowed {
        return Err(Reason::Barred);
    }
    let bargain = bargain(skill, &deed).ok_or(Reason::NotOffered)?;
    let aim = finding::aim(night, step, user, written, to);
    let cause = night.cause(step);
    let words = if let Deed::Use { choosing, .. } = deed { choosing } else { None };
    // Where to others are pushed stands with the use, or in an order of its own (O55).
    let apart = if push.is_none() && pushes(night.war.skill(found.skill), found.upgraded) {
        marble::ordered_push(night, user)
    } else {
        None
    };
    let push = push.or(apart.map(|(place, _)| place));
    let used =
        use_on(night, user, found, &aim, Terms { cause, parent: None, free: false, allowed, push, words, bargain })?;
    if let Some((_, step)) = apart {
        night.carried_out(step, Outcome::Done { branch: step.branch_number() });
    }
    Ok(used)
}

/// Whether a skill pushes somebody somewhere of its user's choice.
fn pushes(skill: &Skill, upgraded: bool) -> bool {
    let relocates = |line: &EffectLine| {
        matches!(
            &line.effect,
            Effect::Rule(Rule {
                operation: Operation::Immediate(Immediate::Relocate { to: Destination::Adjacent, .. }),
                ..
            })
        )
    };
    skill.is_marble(upgraded) || skill.effects.iter().any(relocates)
}

/// On what terms a skill is used.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The order or the effect behind it.
    pub cause: Cause,
    /// The event it answers.
    pub parent: Option<EventId>,
    /// Nothing is paid for it.
    pub free: bool,
    /// The GM lets it happen whatever stands against it (R008).
    pub allowed: bool,
    /// Where to somebody is pushed.
    pub push: Option<LocationId>,
    /// The words it is given.
    pub words: Option<String>,
    /// What is paid additionally and chosen.
    pub bargain: Bargain,
}

/// Checks one use of a skill on those aimed at and pays for it.
///
/// # Errors
/// Why it is not made; then nothing was paid.
pub(super) fn use_on(
    night: &mut Night<'_>,
    user: CharacterId,
    found: Found,
    aim: &Aim,
    terms: Terms,
) -> Result<Use, Reason> {
    let Terms { cause, parent, free, allowed, push, words, bargain } = terms;
    let role = night.war.skill(found.skill).role;
    let charge = charge(night, user, found, cause, parent)?;
    let chosen = match choose(night, user, found, aim) {
        Err(why) if allowed => whoever(night, user, found, aim).ok_or(why)?,
        chosen => chosen?,
    };
    if !allowed {
        let target = chosen.targets.first().copied();
        requirements(night, cause, found.skill, Speech { bargain: &bargain, ..Speech::of(user, target, Some(user)) })?;
    }
    let named = aim.location;
    let course = Course { user, skill: found.skill, targets: &chosen.targets, chosen: named, push };
    effects::feasible(night.basis(), course)?;
    let target = chosen.targets.first().copied();
    let paid = match price(&night.war, found, Speech { bargain: &bargain, ..Speech::of(user, target, Some(user)) }) {
        _ if free => Paid::default(),
        (paid, Some(_)) if allowed => what_there_is(&night.war, user, paid),
        (_, Some(why)) => return Err(why),
        (paid, None) => paid,
    };
    let place = chosen.location.unwrap_or(night.war.character(user).at);
    if !allowed {
        first_turn(&night.war, user, found, &paid)?;
        ground::free(night, cause, user, found, place)?;
    }
    let skill = night.war.skill(found.skill);
    let surprise = surprise::is_one(skill, found.upgraded);
    let attack = skill.is_attack();
    let area = skill.area.unwrap_or(takes_a_place(skill) || (skill.max_targets > 1 && chosen.targets.len() > 1));
    let speech = Speech { bargain: &bargain, ..Speech::of(user, target, Some(user)) };
    let count = |damage| count_hits(&night.war, (found.skill, found.upgraded), damage, speech);
    let hits = skill.damage.as_ref().map_or(0, |field| count(field.at(found.upgraded)));
    let used = EventKind::SkillUsed {
        user,
        skill: found.skill,
        targets: chosen.targets.clone(),
        location: chosen.location,
        paid,
        upgraded: found.upgraded,
        attack,
        area,
        counts: night.war.character(user).kind == Kind::Servant && !surprise,
        payer: if paid.cp.is_zero() { None } else { night.war.master_of(user) },
    };
    let rules: &[RuleId] = match role {
        Role::BasicAttack => &[RuleId::R(97), RuleId::R(122)],
        Role::NoblePhantasm => &[RuleId::R(63), RuleId::R(122)],
        _ => &[RuleId::R(76), RuleId::R(122)],
    };
    let used = night.emit(used, parent, cause, None, rules);
    if let Some(charge) = charge {
        effects::end(night, &charge, EndReason::Released, cause, &[RuleId::R(217), RuleId::A(65)]);
    }
    if surprise {
        surprise::notice(night, user, found.skill, &chosen.targets, used)?;
    }
    marble::inside_another(night, user, found, used, cause)?;
    let (skill, upgraded, targets) = (found.skill, found.upgraded, chosen.targets);
    Ok(Use { user, skill, upgraded, targets, chosen: named, push, bargain, hits, place, words, paid, used, cause })
}

/// What charges must have been begun so many Turns before; a first order begins it, and nothing is paid until it is
/// released (R217, A065).
///
/// # Errors
/// [`Reason::Charging`] where it is begun now or not yet done.
fn charge(
    night: &mut Night<'_>,
    user: CharacterId,
    found: Found,
    cause: Cause,
    parent: Option<EventId>,
) -> Result<Option<Active>, Reason> {
    let Found { skill, upgraded, .. } = found;
    let lines = night.war.skill(skill).effects.iter().zip(0u16..);
    let charges = lines.filter_map(|(line, place)| match &line.effect {
        Effect::Rule(Rule { operation: Operation::Clause(Clause::Charges(turns)), condition, .. }) => {
            let speech = Speech::of(user, None, Some(user));
            let told = condition.as_ref().is_none_or(|c| holds(&night.war, c, speech));
            told.then_some((place, *turns))
        }
        _ => None,
    });
    let Some((line, turns)) = charges.max_by_key(|(_, turns)| *turns) else { return Ok(None) };
    let begun = night.war.active.iter().find(|a| a.user == user && a.skill == skill && a.set_off == Some(line));
    if let Some(begun) = begun {
        let ready = begun.since + turns <= night.war.night;
        return if ready { Ok(Some(begun.clone())) } else { Err(Reason::Charging) };
    }
    let active = Active {
        skill,
        second: None,
        user,
        place: night.war.character(user).at,
        since: night.war.night,
        upkeep: None,
        self_only: false,
        upgraded,
        parts: Vec::new(),
        until: Until::Open,
        bargain: Bargain::NONE,
        idle: BTreeMap::new(),
        targets: vec![user],
        words: None,
        set_off: Some(line),
        status: None,
    };
    let began = EventKind::EffectBegan { active, renews: false };
    night.emit(began, parent, cause, None, &[RuleId::R(217), RuleId::A(65)]);
    Err(Reason::Charging)
}

/// Whether the GM lets a skill be used this Night.
pub(super) fn not_forbidden(night: &Night<'_>, user: CharacterId, skill: SkillRef) -> Result<(), Reason> {
    if night.rulings.forbids_skill(user, skill) { Err(Reason::Forbidden) } else { Ok(()) }
}

/// All who were meant and live, whatever the rules say of them: the GM allows it (R008).
fn whoever(night: &Night<'_>, user: CharacterId, found: Found, aim: &Aim) -> Option<Chosen> {
    let war = night.basis();
    let alive = |id: &CharacterId| war.character(*id).is_alive();
    if war.skill(found.skill).is_marble(found.upgraded) {
        return Some(Chosen { targets: Vec::new(), location: None });
    }
    if takes_a_place(war.skill(found.skill)) {
        let at = aim.location.unwrap_or(war.character(user).at);
        let raised = war.skill(found.skill).is_field(found.upgraded) && !war.skill(found.skill).is_attack();
        let targets = war.present(at).filter(|id| !raised && !war.partners(user, *id)).collect();
        return Some(Chosen { targets, location: Some(at) });
    }
    let targets: Vec<CharacterId> = aim.named.iter().copied().filter(alive).collect();
    (!targets.is_empty()).then_some(Chosen { targets, location: None })
}

/// Of a price what its payer has: the rest is let off by the GM.
fn what_there_is(war: &War, user: CharacterId, price: Paid) -> Paid {
    let character = war.character(user);
    let turn = &character.turn;
    let cp = war.master_of(user).map_or(Exact::ZERO, |m| war.character(m).cp());
    Paid {
        ap: price.ap.min(turn.ap),
        sp: price.sp.min(turn.sp),
        turn_action: price.turn_action && turn.turn_action,
        move_action: price.move_action && turn.move_action,
        full_turn: price.full_turn,
        mana: price.mana.min(character.mana),
        health: price.health.min(character.health),
        cp: price.cp.min(cp),
    }
}

/// How often the skill hits each target (R101, EFFECTS family 4).
pub(super) fn count_hits(war: &War, (skill, upgraded): (SkillRef, bool), damage: &Damage, speech: Speech<'_>) -> u32 {
    let mut hits = damage.hits;
    let mut more = 0;
    for clause in war.clauses_of_attack(skill, upgraded, speech) {
        match clause {
            Clause::Hits(n) => hits = *n,
            Clause::MoreHits { hits, each } => {
                let often = each.as_ref().map_or(1, |each| count(war, each, speech, skill));
                more = hits.saturating_mul(often).saturating_add(more);
            }
            _ => {}
        }
    }
    // What lies on the user gives their attacks more hits too (families 4, 31).
    for (_, standing) in war.standing_on(Class::Dealt, speech.user) {
        if let Standing::MoreHits { kinds, hits: n, .. } = standing
            && (kinds.is_empty() || kinds.iter().any(|kind| damage.kind.is(*kind)))
        {
            more = more.saturating_add(*n);
        }
    }
    hits.saturating_add(more).min(1000)
}
