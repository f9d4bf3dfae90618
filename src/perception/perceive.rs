//! Decides what an observer learns of an event, in one function driven by the War's
//! [`visibility_table`](crate::sheet::visibility_table).
//!
//! The higher the ACT, the more the table grants (R050, R051). The table is an allow-list: a field that the event's
//! row does not grant to the observer's vantage and ACT is not copied. Reports, conditions and learning all read the
//! result.

use crate::event::detail::Paid;
use crate::event::facts::Facts;
use crate::event::{Cause, Event, Observation, OrderRef, Vantage};
use crate::language::condition::Resource;
use crate::sheet::visibility_table::Field;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::setup::SkillRef;

use super::figure::is_own;
use super::granted_fields::find_granted_fields;
use super::observer_sight::ObserverSight;
use super::own_sheets::{
    changes_by_lasting_spells, effect_sentences, only_brings_target_to_user, printed_damage, public_sentences,
    visible_number_changes,
};
use super::own_state::describe_affliction;
use super::perceived::{Figure, Manner, Perceived, PerceivedAffliction, SeenAct, Stance, StatusSeverity, Why, Wound};
use super::skill_appearance::{Appearance, find_affliction, find_force};
use super::wound::wound_at;

/// Returns what an observer learned of an event; `None` if they noticed nothing of it.
///
/// `war` is read for identities, for sheets and for how badly somebody is hurt now. Pass the position right after the
/// event, or a later one of the same Night.
pub fn perceive(war: &War, event: &Event, observation: &Observation) -> Option<Perceived> {
    perceive_with(war, event, observation, true)
}

/// Like [`perceive`], but without the extra knowledge that observers have of their own team's deeds (for the public,
/// R381).
pub fn perceive_for_public(war: &War, event: &Event, observation: &Observation) -> Option<Perceived> {
    perceive_with(war, event, observation, false)
}

fn perceive_with(war: &War, event: &Event, observation: &Observation, knows_team: bool) -> Option<Perceived> {
    let facts = remove_unseen(event.kind.facts(war), observation);
    let row = facts.row?;
    let looks = Appearance::from_facts(war, &facts);
    let (act, granted) = find_granted_fields(war, row, &facts, &looks, observation, knows_team)?;
    let sight = ObserverSight {
        war,
        observer: observation.observer,
        acuity: observation.acuity,
        granted,
        is_passer_by: facts.are_objects_merely_present,
        is_out_of_sight: observation.vantage == Vantage::Own && observation.is_afar && looks.targets_location,
    };
    let skill = facts.skill.filter(|skill| sight.knows_skill(*skill));
    let seen = SeenEvent { war, event, observation, facts: &facts, looks: &looks, sight, skill, knows_team };
    let (ailment, affliction) = (seen.ailment(), seen.affliction());
    if act == SeenAct::StatusReceived && ailment.is_none() && affliction.is_none() {
        return None;
    }
    let is_granted = |field: Field| granted.has(field);
    let shows_number = seen.shows_number();
    let tells_changes = shows_number && knows_team;
    let health_left = seen.health_left();
    let (other_location, direction) = seen.sight.other_location(event, &facts, observation);
    let stance = facts.interceptor.and_then(|_| Stance::find_cited(&event.rules));
    let maximum_health = || war.maximum(observation.observer, Resource::Health);
    Some(Perceived {
        event: event.id,
        parent: event.parent,
        batch: event.batch,
        phase: event.phase,
        observer: observation.observer,
        vantage: observation.vantage,
        acuity: observation.acuity,
        is_afar: observation.is_afar,
        location: seen.location(),
        act,
        actor: seen.sight.actor(facts.actor),
        objects: seen.sight.objects_of(row, &facts),
        interceptor: seen.interceptor(),
        skill,
        is_upgraded: facts.is_upgraded && skill.is_some(),
        is_noble_phantasm: looks.is_noble_phantasm && is_granted(Field::NoblePhantasm),
        rank: looks.rank.filter(|_| is_granted(Field::NoblePhantasm) && is_granted(Field::RankClass)),
        is_attack: facts.is_attack,
        is_area_skill: facts.is_area && is_granted(Field::Area),
        is_target_there_already: act == SeenAct::Used && seen.is_target_there_already(),
        manner: seen.manner(),
        damage: looks.damage.filter(|_| is_granted(Field::Damage) || seen.can_judge_skill()),
        skill_type: looks.skill_type.filter(|_| is_granted(Field::SkillType) || seen.can_judge_skill()),
        amount: facts.amount.filter(|_| shows_number),
        printed: if tells_changes { printed_damage(war, &facts, observation.observer) } else { None },
        second_amount: facts.second_amount.filter(|_| shows_number),
        paid: seen.paid(),
        health_left,
        left_percent: health_left.map(|left| left.hundredths_of(maximum_health())),
        force: facts.blow.and_then(find_force).filter(|_| is_granted(Field::Force)),
        wound: seen.wound(),
        wounds: if act == SeenAct::BattleFound { seen.wounds() } else { Vec::new() },
        status: facts.status.filter(|_| is_granted(Field::Status)),
        ailment,
        severity: facts.status.map(severity).filter(|_| is_granted(Field::Severity)),
        rough_damage: facts.status.and_then(rough_damage).filter(|_| is_granted(Field::Roughly)),
        affliction,
        items: if is_granted(Field::Items) { facts.items.to_vec() } else { Vec::new() },
        known_locations: if is_granted(Field::Private) { facts.known_locations.to_vec() } else { Vec::new() },
        travel: facts.travel.filter(|_| is_granted(Field::Travel)),
        other_location,
        direction,
        reason: facts.reason.or(stance.map(Why::Stood)).filter(|_| is_granted(Field::Reason)),
        order: facts.order.filter(|_| is_granted(Field::Private)),
        outcome: facts.outcome.filter(|_| is_granted(Field::Private)),
        count: facts.count.filter(|_| is_granted(Field::Count)),
        winner: facts.winner.filter(|_| is_granted(Field::Private)),
        words: seen.words(),
        by_order: own_order(event, &facts, observation),
        effect_sentences: seen.effect_sentences(),
        changed_by: if tells_changes { visible_number_changes(war, &facts, observation) } else { Vec::new() },
        spells_of_others: if tells_changes { changes_by_lasting_spells(war, &facts) } else { Vec::new() },
        fallen: Vec::new(),
    })
}

/// An event as one observer sees it: what of its facts the granted fields show.
struct SeenEvent<'a> {
    war: &'a War,
    event: &'a Event,
    observation: &'a Observation,
    facts: &'a Facts<'a>,
    looks: &'a Appearance<'a>,
    sight: ObserverSight<'a>,
    /// The skill, if the observer may know which it is.
    skill: Option<SkillRef>,
    /// Whether the observer has the extra knowledge of its own team's deeds.
    knows_team: bool,
}

impl SeenEvent<'_> {
    fn is_granted(&self, field: Field) -> bool {
        self.sight.granted.has(field)
    }

    fn is_on_own_body(&self) -> bool {
        self.facts.affected_body == Some(self.observation.observer)
    }

    /// Where it happened. Whoever is struck from afar is not told where the doer stands.
    fn location(&self) -> Option<LocationId> {
        let is_struck_from_afar = self.observation.is_afar && self.observation.vantage == Vantage::Victim;
        self.event.location.filter(|_| !(is_struck_from_afar && self.facts.is_at_actor))
    }

    fn interceptor(&self) -> Option<Figure> {
        let may_be_named = self.is_granted(Field::ForWhom) || !self.facts.interceptor_takes_hit;
        let interceptor = self.facts.interceptor.filter(|_| self.is_granted(Field::Interceptor) && may_be_named);
        interceptor.map(|interceptor| self.sight.identify(interceptor))
    }

    /// What sort of attack it looks like: plain to those who are granted that or know the skill, and else a glimpse.
    fn manner(&self) -> Option<Manner> {
        let damage = self.looks.damage?;
        if self.is_granted(Field::Manner) || self.skill.is_some() {
            Some(manner_of(damage))
        } else {
            (self.facts.is_attack && self.is_granted(Field::Glimpse)).then(|| glimpse_of(damage))
        }
    }

    /// Whether it only brings somebody of the observer's own to the observer, and they are there already.
    fn is_target_there_already(&self) -> bool {
        let (observer, war) = (self.observation.observer, self.war);
        let ([target], Some(skill), Vantage::Own) = (&*self.facts.objects, self.facts.skill, self.observation.vantage)
        else {
            return false;
        };
        let is_beside = *target != observer && war.character(*target).at == war.character(observer).at;
        is_beside && is_own(war, observer, *target) && only_brings_target_to_user(war.skill(skill))
    }

    /// Whether the observer knows the skill and has the ACT to tell its type and its damage.
    fn can_judge_skill(&self) -> bool {
        self.skill.is_some() && self.observation.acuity >= Acuity::C
    }

    /// Whether its numbers are told. One about a body is told to its owner alone; the result of a skill also to the
    /// skill's user.
    fn shows_number(&self) -> bool {
        self.is_granted(Field::Amount) && (self.observation.vantage != Vantage::Victim || self.is_on_own_body())
    }

    fn ailment(&self) -> Option<StatusKind> {
        self.facts.ailment.filter(|kind| {
            self.is_granted(Field::Ailment)
                || self.is_granted(Field::Status)
                || (self.is_granted(Field::AilmentIfVisible) && *kind == StatusKind::Stun)
        })
    }

    fn affliction(&self) -> Option<PerceivedAffliction> {
        let shows_text = self.is_granted(Field::Status);
        let (status, turns) =
            find_affliction(self.war, self.facts).filter(|_| self.is_granted(Field::Ailment) || shows_text)?;
        let full_text = shows_text.then(|| describe_affliction(status, turns));
        Some(PerceivedAffliction { name: status.name.clone(), full_text })
    }

    fn paid(&self) -> Option<Paid> {
        let paid = self.facts.paid?;
        if self.is_granted(Field::Paid) {
            return Some(paid);
        }
        let mana_drop = Paid { mana: paid.mana, ..Paid::default() };
        (self.is_granted(Field::ManaDrop) && !mana_drop.is_nothing()).then_some(mana_drop)
    }

    /// The Health that the observer has left, where it was changed.
    fn health_left(&self) -> Option<Exact> {
        let is_told = self.is_granted(Field::Left) && self.is_on_own_body();
        is_told.then(|| self.war.character(self.observation.observer).health.at_least_zero())
    }

    fn wound(&self) -> Option<Wound> {
        let body = self.facts.affected_body.filter(|_| self.is_granted(Field::Wound) && !self.sight.is_out_of_sight);
        body.map(|body| wound_at(self.war, body, self.observation.acuity))
    }

    /// How badly hurt those look of whom it tells.
    fn wounds(&self) -> Vec<(Figure, Wound)> {
        if self.is_granted(Field::Wound) { self.sight.wounds(&self.facts.objects) } else { Vec::new() }
    }

    /// Its words, if the observer may read them. The user has the skill's sheet, and reads its description.
    fn words(&self) -> Option<String> {
        let may_read =
            |words: &str| self.is_granted(Field::Words) && self.sight.may_read(words, self.facts.skill, self.skill);
        let words = self.looks.words.as_deref().filter(|words| may_read(words));
        let is_user = self.knows_team && self.observation.vantage == Vantage::Own;
        words.or(self.looks.description.filter(|_| is_user)).map(str::to_owned)
    }

    /// The sentences of the sheet that had a part in it, as far as the observer knows the sheet.
    fn effect_sentences(&self) -> Vec<String> {
        if !self.knows_team {
            return Vec::new();
        }
        let of_team = effect_sentences(self.war, self.facts, self.observation.observer);
        if of_team.is_empty() && self.skill.is_some() && self.is_granted(Field::Words) {
            let is_end_told = self.facts.count.is_some() && self.is_granted(Field::Count);
            return public_sentences(self.war, self.facts, is_end_told);
        }
        of_team
    }
}

/// The order that made the observer do this.
fn own_order(event: &Event, facts: &Facts<'_>, observation: &Observation) -> Option<OrderRef> {
    let is_own_act =
        matches!(observation.vantage, Vantage::Own | Vantage::Scout) && facts.actor == Some(observation.observer);
    match event.cause {
        Cause::Order(order) if is_own_act => Some(order),
        Cause::Order(_) | Cause::Rule | Cause::Effect { .. } | Cause::Ruling(_) => None,
    }
}

/// Removes objects of an attack that the observer does not see. The others stay named and counted as if the unseen
/// were not there (A257).
fn remove_unseen<'a>(mut facts: Facts<'a>, observation: &Observation) -> Facts<'a> {
    let is_unseen = |who: &CharacterId| observation.unseen.contains(who);
    if facts.is_at_actor && facts.is_attack {
        facts.objects.to_mut().retain(|who| !is_unseen(who));
    }
    facts
}

/// What sort of attack a type of damage looks like.
pub const fn manner_of(damage: DamageType) -> Manner {
    match damage {
        DamageType::Physical => Manner::Blow,
        DamageType::Ranged | DamageType::LongRanged => Manner::Shot,
        DamageType::Magical => Manner::Spell,
        DamageType::Special => Manner::Strange,
    }
}

/// How heavy a status looks to observers who see its victim but no numbers.
fn severity(status: Status) -> StatusSeverity {
    let heavy = match status {
        Status::Poison { turns, damage } => damage.floor().saturating_mul(i64::from(turns)) >= 50,
        Status::Stun { turns } => turns >= 2,
    };
    if heavy { StatusSeverity::Heavy } else { StatusSeverity::Light }
}

/// The damage that a status does each Turn, to the nearest five and at least five.
fn rough_damage(status: Status) -> Option<u32> {
    match status {
        Status::Poison { damage, .. } => u32::try_from((damage.floor() + 2) / 5 * 5).ok().map(|near| near.max(5)),
        Status::Stun { .. } => None,
    }
}

/// What an attack looks like whose sort is not made out: a weapon or a light.
const fn glimpse_of(damage: DamageType) -> Manner {
    match damage {
        DamageType::Physical | DamageType::Ranged | DamageType::LongRanged => Manner::UnclearWeapon,
        DamageType::Magical | DamageType::Special => Manner::UnclearLight,
    }
}
