//! Hits: who takes them, what they do, who is in battle through them (R100, R101, R244, R258, R259).

use std::collections::BTreeSet;

use crate::event::detail::Counted;
use crate::event::kind::EventKind;
use crate::event::receipt::CpTerm;
use crate::event::{Cause, EventId};
use crate::language::effect::Standing;
use crate::sheet::Kind;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Round;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::status::Status;
use crate::vocabulary::switches::{CpFamiliars, Overkill, ProtectArea};
use crate::war::War;
use crate::war::force::{Class, Line};

use super::damage::{Counting, Strike, damage_with, is_one_of};
use super::effects::Working;
use super::interception;
use super::joining::join_battle;
use super::landing::{Guard, Landing};
use super::negation;
use super::skill_use::{Inflicted, Struck, Use};
use super::{Blow, Credit, Night, effects, reactions, surprise};

/// One use, alone: each of its hits is a batch of its own (R101, A073).
pub(super) fn strike_hit_by_hit(night: &mut Night<'_>, used: &Use) {
    let mut takers = Inflicted::new();
    for hit in 1..=used.most_hits() {
        if night.over || !night.war.character(used.user).is_alive() {
            break;
        }
        if hit > 1 {
            night.next_batch();
        }
        let (landed, shields, struck) = night.unless_fatal(|night| {
            let landings = land(night, std::slice::from_ref(used), &[(0, hit)]);
            let (landed, shields) = (!landings.is_empty(), shields(&landings, 0));
            (landed, shields, apply_landings(night, std::slice::from_ref(used), landings))
        });
        if !landed && hit > 1 {
            break;
        }
        for (taker, struck) in struck {
            takers.entry(taker).or_default().add(struck);
        }
        reactions::has_struck(night, used, takers.keys().copied());
        join_battle(night, used, &shields);
        night.settle();
    }
    if !night.over {
        work(night, used, &takers);
        night.settle();
    }
}

/// Several uses at once: all hits are computed on the position before, then applied (A054, A069).
pub(super) fn strike_at_once(night: &mut Night<'_>, uses: &[Use]) {
    let hits: Vec<(usize, u32)> = uses
        .iter()
        .enumerate()
        .flat_map(|(number, used)| (1..=used.most_hits()).map(move |hit| (number, hit)))
        .collect();
    let landings = land(night, uses, &hits);
    let mut taken: Vec<Inflicted> = vec![Inflicted::new(); uses.len()];
    for landing in landings.iter().filter(|l| l.negated.is_none()) {
        if let (Some(takers), Some(receipt)) = (taken.get_mut(landing.number), &landing.receipt) {
            takers.entry(landing.taker).or_default().add(Struck::once(receipt.amount));
        }
    }
    let shields: Vec<BTreeSet<CharacterId>> = (0..uses.len()).map(|number| shields(&landings, number)).collect();
    apply_landings(night, uses, landings);
    for ((used, takers), shields) in uses.iter().zip(taken).zip(shields) {
        reactions::has_struck(night, used, takers.keys().copied());
        join_battle(night, used, &shields);
        work(night, used, &takers);
    }
}

/// Who stood between in the hits of one use.
fn shields(landings: &[Landing], number: usize) -> BTreeSet<CharacterId> {
    landings.iter().filter(|l| l.number == number && l.taker != l.target).map(|l| l.taker).collect()
}

/// What the skill does besides damage: on whoever took its hits, or on its targets (A030).
fn work(night: &mut Night<'_>, used: &Use, takers: &Inflicted) {
    surprise::disable(night, used);
    let targets = if used.most_hits() > 0 { takers.keys().copied().collect() } else { negation::keep_off(night, used) };
    effects::work(night, &used.working(targets, takers.clone()));
}

/// Computes hits of a batch on each of their targets: who takes them, what they do, which are negated.
fn land(night: &mut Night<'_>, uses: &[Use], hits: &[(usize, u32)]) -> Vec<Landing> {
    let war = night.basis();
    let (mut landings, faults) = compute(war, uses, hits, &night.void);
    landings.sort_by_key(|l| (l.attacker, l.number, l.hit, l.target));
    negation::strike_out(war, uses, &mut landings);
    for _ in 0..faults {
        night.fault("a product needs more digits than an exact decimal holds");
    }
    interception::give_up(night);
    interception::note(night, &landings);
    landings
}

/// The hits as they would fall, and how many could not be computed.
fn compute(war: &War, uses: &[Use], hits: &[(usize, u32)], void: &[Line]) -> (Vec<Landing>, u32) {
    let mut landings = Vec::new();
    let mut faults = 0;
    // What works on so many attacks and has worked on earlier ones of this batch.
    let mut spent: Vec<Counting> = Vec::new();
    let mut gone: Vec<Line> = void.to_vec();
    for (number, hit) in hits {
        let mut of_this: Vec<Counting> = Vec::new();
        let Some(used) = uses.get(*number) else { continue };
        let shields = interception::shields(war, used, &gone);
        let struck = |target: CharacterId| used.hits_on(target) >= *hit;
        for target in used.targets.iter().copied().filter(|t| struck(*t) && war.character(*t).is_alive()) {
            let shield = shields.get(&target);
            let taker = shield.map_or(target, |s| s.by);
            // Struck itself, the shield takes one hit for both (A117); if its own is taken by somebody else, this one.
            let absorbed = shield.is_some_and(|s| struck(s.by) && !shields.contains_key(&s.by))
                && war.setup.switches.protect_area == ProtectArea::Absorb;
            let mut landing = Landing {
                attacker: used.user,
                target,
                taker,
                hit: *hit,
                number: *number,
                guard: shield.map(|s| s.guard),
                receipt: None,
                counted: Vec::new(),
                negated: None,
            };
            if !absorbed {
                let targets = u32::try_from(used.targets.len()).unwrap_or(u32::MAX);
                let (attacker, skill, upgraded) = (used.user, used.skill, used.upgraded);
                let strike = Strike { attacker, skill, upgraded, taker, targets, used: Some(used.used.0) };
                match damage_with(war, strike, &used.bargain, &spent) {
                    Ok((receipt, counted)) => {
                        of_this
                            .extend(counted.iter().filter(|one| !of_this.contains(one)).copied().collect::<Vec<_>>());
                        (landing.receipt, landing.counted) = (Some(receipt), counted);
                    }
                    Err(_) => {
                        faults += 1;
                        continue;
                    }
                }
            }
            if let (Some(_), Some(counting)) =
                (&landing.receipt, shield.and_then(|s| interception::counts(war, s, target)))
            {
                of_this.extend(Some(counting).filter(|one| !of_this.contains(one)));
                landing.counted.push(counting);
            }
            landings.push(landing);
        }
        spent.extend(of_this);
        gone.extend(interception::used_up(war, &spent));
    }
    (landings, faults)
}

/// Lets computed hits happen: damage, riders, Combat Points. Returns who took hits.
fn apply_landings(night: &mut Night<'_>, uses: &[Use], landings: Vec<Landing>) -> Inflicted {
    let mut takers = Inflicted::new();
    // One attack on several is counted once.
    let mut counted_before: Vec<(usize, u32, Counting)> = Vec::new();
    for landing in landings {
        let Some(used) = uses.get(landing.number) else { continue };
        let Landing { attacker, target, taker, hit, .. } = landing;
        let Some(receipt) = landing.receipt else {
            let spared = EventKind::Shielded { who: target, by: taker, attacker, skill: used.skill };
            let rule = landing.guard.map_or(RuleId::R(258), Guard::rule);
            night.emit(spared, Some(used.used), used.cause, None, &[rule, RuleId::A(117)]);
            continue;
        };
        if let Some(negation) = landing.negated {
            negation::happen(night, &negation, used);
            continue;
        }
        takers.entry(taker).or_default().add(Struck::once(receipt.amount));
        let (amount, kind) = (receipt.amount, receipt.kind);
        let mut rules = vec![formula_rule(kind)];
        if let Some(guard) = landing.guard {
            rules.extend([guard.rule(), RuleId::A(30), RuleId::A(122)]);
        }
        if night.phase.round() == Some(Round::Second) {
            night.attacked_again.extend([target, taker]);
        }
        let with_it = by_attacks(night.basis(), attacker, taker, kind, &landing.counted);
        let new: Vec<Counting> =
            landing.counted.into_iter().filter(|one| !counted_before.contains(&(landing.number, hit, *one))).collect();
        counted_before.extend(new.iter().map(|one| (landing.number, hit, *one)));
        let count = |(line, on): &Counting| Counted { on: *on, skill: line.skill, line: line.line, whose: line.user };
        let counted: Vec<Counted> = new.iter().map(count).collect();
        let (skill, upgraded) = (used.skill, used.upgraded);
        let struck =
            EventKind::Hit { attacker, skill, target, taker, hit, upgraded, receipt, counted: counted.clone() };
        let id = night.emit(struck, Some(used.used), used.cause, None, &rules);
        for Counted { skill, whose, .. } in counted {
            negation::end_used_up(night, whose, skill);
        }
        night.book(id, Some(attacker), taker, amount, true);
        reflect(night, id, (attacker, taker), kind, amount);
        for (line, status) in with_it {
            let working = Working { skill: line.skill, ..used.working(vec![taker], Inflicted::new()) };
            effects::inflict(night, &working, taker, status, id);
        }
        for status in riders(&night.war, used) {
            effects::inflict(night, &used.working(vec![taker], Inflicted::new()), taker, status, id);
        }
    }
    takers
}

/// What of a hit an effect throws back: Special damage by whoever was struck, which is no attack and not
/// thrown back again (A028).
fn reflect(
    night: &mut Night<'_>,
    hit: EventId,
    (attacker, taker): (CharacterId, CharacterId),
    kind: DamageType,
    amount: Exact,
) {
    let war = night.basis();
    let parts: Vec<(Line, Exact)> = war
        .standing_between(Class::Reflection, taker, Some(taker), Some(attacker))
        .filter_map(|(line, standing)| match standing {
            Standing::Reflects { part, kinds, from, .. } => {
                let told =
                    (kinds.is_empty() || kinds.iter().any(|k| kind.is(*k))) && is_one_of(war, from, line, attacker);
                told.then_some((line, *part))
            }
            _ => None,
        })
        .collect();
    for (line, part) in parts {
        let Some(base) = night.exact(amount.times(part)) else { continue };
        let cause = Cause::Effect { skill: line.skill, user: line.user };
        let source = effects::Source { by: taker, skill: line.skill, parent: Some(hit), cause, lingering: None };
        effects::hurt(night, source, attacker, base, DamageType::Special);
    }
}

pub(super) const fn formula_rule(kind: DamageType) -> RuleId {
    match kind {
        DamageType::Physical => RuleId::R(89),
        DamageType::Ranged => RuleId::R(90),
        DamageType::LongRanged => RuleId::R(91),
        DamageType::Magical => RuleId::R(92),
        DamageType::Special => RuleId::R(93),
    }
}

/// What lies on the attacker gives their hits of a type with it: `the user's physical attacks inflict Stun 1`.
fn by_attacks(
    war: &War,
    attacker: CharacterId,
    taker: CharacterId,
    kind: DamageType,
    counted: &[Counting],
) -> Vec<(Line, Status)> {
    war.standing_between(Class::Dealt, attacker, Some(taker), Some(attacker))
        .filter_map(|(line, standing)| match standing {
            Standing::Inflicts { kinds, status, quota, .. }
                if kinds.is_empty() || kinds.iter().any(|k| kind.is(*k)) =>
            {
                let counts = quota.is_none() || counted.contains(&(line, attacker));
                counts.then_some((line, *status))
            }
            _ => None,
        })
        .collect()
}

fn riders(war: &War, used: &Use) -> Vec<Status> {
    war.skill(used.skill).damage.as_ref().map(|d| d.at(used.upgraded).riders.clone()).unwrap_or_default()
}

impl Night<'_> {
    /// Books a blow, and its damage for Combat Points to the Masters of this moment (R279, R285, R286, A177–A180).
    pub(super) fn book(
        &mut self,
        event: EventId,
        by: Option<CharacterId>,
        on: CharacterId,
        damage: Exact,
        attack: bool,
    ) {
        let health = match &self.before {
            Some(before) => before.character(on).health,
            None => self.war.character(on).health + damage,
        };
        let blow = self.blows.len();
        self.blows.push(Blow { batch: self.batch, by, on, amount: damage, health, attack });
        let partnered =
            by.is_some_and(|by| self.war.partners(by, on) || self.war.character(by).turn.partners.contains(&on));
        if partnered {
            return;
        }
        let earners = [(by.and_then(|by| self.earner(by, true)), false), (self.earner(on, false), true)];
        for (master, received) in earners {
            let term = CpTerm { event, damage, received };
            self.ledger.extend(master.map(|master| Credit { master, blow, term }));
        }
    }

    /// What of a blow counts for Combat Points: all of it, or its share in the Health that its batch took (A024).
    pub(super) fn counted(&self, blow: &Blow) -> Exact {
        if self.war.setup.switches.overkill == Overkill::Full {
            return blow.amount;
        }
        let of_batch = || self.blows.iter().filter(|b| (b.batch, b.on) == (blow.batch, blow.on));
        let all: Exact = of_batch().map(|b| b.amount).sum();
        let had = of_batch().next().map_or(Exact::ZERO, |first| first.health.at_least_zero());
        if all > had { had.proportion(blow.amount, all) } else { blow.amount }
    }

    /// Whose Combat Points a character's damage counts for.
    fn earner(&self, who: CharacterId, inflicting: bool) -> Option<CharacterId> {
        let familiar = self.war.character(who).kind == Kind::Familiar;
        let counts = !familiar || (inflicting && self.war.setup.switches.cp_familiars == CpFamiliars::Summoner);
        if counts { self.war.master_of(who) } else { None }
    }
}
