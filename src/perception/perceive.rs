//! Decides what an observer learns of an event, in one function driven by the War's
//! [`visibility_table`](crate::sheet::visibility_table).
//!
//! The higher the ACT, the more the table grants (R050, R051). The table is an allow-list: a field that the event's
//! row does not grant to the observer's vantage and ACT is not copied. Reports, conditions and learning all read the
//! result.

use std::borrow::Cow;

use crate::event::detail::{Paid, Travel};
use crate::event::facts::Facts;
use crate::event::{Cause, Event, Observation, OrderRef, Vantage};
use crate::language::condition::Resource;
use crate::sheet::SheetKind;
use crate::sheet::skill::Skill;
use crate::sheet::visibility_table::{Cell, Field, Fields, Row};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::setup::SkillRef;

use super::figure::{identify, identify_bystander, is_own, sight_key, sort_by_sight};
use super::own_sheets::{
    changes_by_lasting_spells, effect_sentences, printed_damage, public_sentences, visible_number_changes,
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
    let stance = facts.interceptor.and_then(|_| Stance::find_cited(&event.rules));
    let (act, granted) = find_granted_fields(war, row, &facts, &looks, observation, knows_team)?;
    let is_out_of_sight = observation.vantage == Vantage::Own && observation.is_afar && looks.targets_location;
    let sight = ObserverSight {
        war,
        observer: observation.observer,
        acuity: observation.acuity,
        granted,
        is_passer_by: facts.are_objects_merely_present,
        is_out_of_sight,
    };
    let skill = facts.skill.filter(|s| sight.knows_skill(*s));
    let on_own_body = facts.affected_body == Some(observation.observer);
    let is_granted = |field: Field| granted.has(field);
    // A number about a body is told to its owner alone; the result of a skill also to the skill's user.
    let shows_number = is_granted(Field::Amount) && (observation.vantage != Vantage::Victim || on_own_body);
    let manner = looks.damage.filter(|_| is_granted(Field::Manner) || skill.is_some()).map(manner_of);
    let manner =
        manner.or_else(|| looks.damage.filter(|_| facts.is_attack && is_granted(Field::Glimpse)).map(glimpse_of));
    let (other_location, direction) = sight.other_location(event, &facts, observation);
    let ailment = facts.ailment.filter(|kind| {
        is_granted(Field::Ailment)
            || is_granted(Field::Status)
            || (is_granted(Field::AilmentIfVisible) && *kind == StatusKind::Stun)
    });
    let affliction = find_affliction(war, &facts)
        .filter(|_| is_granted(Field::Ailment) || is_granted(Field::Status))
        .map(|(status, turns)| PerceivedAffliction {
            name: status.name.clone(),
            full_text: is_granted(Field::Status).then(|| describe_affliction(status, turns)),
        });
    let own_health_left =
        (is_granted(Field::Left) && on_own_body).then(|| war.character(observation.observer).health.at_least_zero());
    if act == SeenAct::StatusReceived && ailment.is_none() && affliction.is_none() {
        return None;
    }
    Some(Perceived {
        event: event.id,
        parent: event.parent,
        batch: event.batch,
        phase: event.phase,
        observer: observation.observer,
        vantage: observation.vantage,
        acuity: observation.acuity,
        is_afar: observation.is_afar,
        location: if observation.is_afar && observation.vantage == Vantage::Victim && facts.is_at_actor {
            None
        } else {
            event.location
        },
        act,
        actor: sight.actor(facts.actor),
        objects: sight.objects_of(row, &facts),
        interceptor: facts
            .interceptor
            .filter(|_| is_granted(Field::Interceptor) && (is_granted(Field::ForWhom) || !facts.interceptor_takes_hit))
            .map(|id| sight.identify(id)),
        skill,
        is_upgraded: facts.is_upgraded && skill.is_some(),
        is_noble_phantasm: looks.is_noble_phantasm && is_granted(Field::NoblePhantasm),
        rank: looks.rank.filter(|_| is_granted(Field::NoblePhantasm) && is_granted(Field::RankClass)),
        is_attack: facts.is_attack,
        is_area_skill: facts.is_area && is_granted(Field::Area),
        manner,
        damage: looks
            .damage
            .filter(|_| is_granted(Field::Damage) || (skill.is_some() && observation.acuity >= Acuity::C)),
        skill_type: looks
            .skill_type
            .filter(|_| is_granted(Field::SkillType) || (skill.is_some() && observation.acuity >= Acuity::C)),
        amount: facts.amount.filter(|_| shows_number),
        printed: if shows_number && knows_team { printed_damage(war, &facts, observation.observer) } else { None },
        second_amount: facts.second_amount.filter(|_| shows_number),
        paid: facts.paid.and_then(|paid| match (is_granted(Field::Paid), is_granted(Field::ManaDrop)) {
            (true, _) => Some(paid),
            (false, true) => Some(Paid { mana: paid.mana, ..Paid::default() }).filter(|paid| !paid.is_nothing()),
            (false, false) => None,
        }),
        health_left: own_health_left,
        left_percent: own_health_left
            .map(|left| left.hundredths_of(war.maximum(observation.observer, Resource::Health))),
        force: facts.blow.and_then(find_force).filter(|_| is_granted(Field::Force)),
        wound: facts
            .affected_body
            .filter(|_| is_granted(Field::Wound) && !is_out_of_sight)
            .map(|id| wound_at(war, id, observation.acuity)),
        wounds: if act == SeenAct::BattleFound && is_granted(Field::Wound) {
            sight.wounds(&facts.objects)
        } else {
            Vec::new()
        },
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
        words: looks
            .words
            .filter(|words| is_granted(Field::Words) && sight.may_read(words, facts.skill, skill))
            .map(Cow::into_owned)
            // The user has the skill's sheet.
            .or_else(|| {
                looks.description.filter(|_| knows_team && observation.vantage == Vantage::Own).map(str::to_owned)
            }),
        by_order: own_order(event, &facts, observation),
        effect_sentences: match effect_sentences(war, &facts, observation.observer) {
            seen_team if knows_team && !seen_team.is_empty() => seen_team,
            _ if knows_team && skill.is_some() && is_granted(Field::Words) => public_sentences(war, &facts),
            _ => Vec::new(),
        },
        changed_by: if shows_number && knows_team {
            visible_number_changes(war, &facts, observation)
        } else {
            Vec::new()
        },
        spells_of_others: if shows_number && knows_team { changes_by_lasting_spells(war, &facts) } else { Vec::new() },
    })
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

/// Returns the act and the fields that the row, the vantage and the circumstances grant.
fn find_granted_fields(
    war: &War,
    row: Row,
    facts: &Facts<'_>,
    looks: &Appearance<'_>,
    observation: &Observation,
    knows_team: bool,
) -> Option<(SeenAct, Fields)> {
    let visibility_table = &war.setup.visibility_table;
    let row = visibility_table.row(row);
    let base_row = row.seen_at(observation.acuity);
    let mut row_seen = base_row;
    if looks.is_noble_phantasm && facts.is_use {
        let noble_row = visibility_table.row(Row::NoblePhantasm).seen_at(observation.acuity);
        row_seen.act = base_row.act.or(noble_row.act);
        row_seen.fields = base_row.fields.union(noble_row.fields);
    }
    if observation.is_afar && observation.vantage == Vantage::Present && facts.is_at_actor {
        // The doer stands here; whoever it strikes does not.
        row_seen.fields = row_seen.fields.difference(OBJECTS);
    } else if observation.is_afar && observation.vantage != Vantage::Own {
        row_seen.fields = row_seen
            .fields
            .difference(visibility_table.row(Row::LongRange).hides)
            .difference(if observation.vantage == Vantage::Victim { Fields::NONE } else { DAMAGE });
        if facts.is_attack {
            row_seen.fields =
                row_seen.fields.union(visibility_table.row(Row::LongRange).seen_at(observation.acuity).fields);
        }
    }
    if observation.vantage == Vantage::Victim && looks.is_surprise_attack {
        let surprise = visibility_table.row(Row::SurpriseAttack);
        row_seen.fields = row_seen.fields.difference(surprise.hides).union(surprise.seen_at(observation.acuity).fields);
    }
    let is_own_body = facts.affected_body == Some(observation.observer);
    let cell = match observation.vantage {
        Vantage::Own | Vantage::Told => {
            // The doer sees like any bystander why somebody stood between.
            let eyes = if observation.is_afar || facts.interceptor.is_none() {
                Fields::NONE
            } else {
                row_seen.fields.intersection(REASON)
            };
            let body_fields = if is_own_body { row.victim.fields } else { Fields::NONE };
            Cell { act: row.own_cell.act, fields: row.own_cell.fields.union(body_fields).union(eyes) }
        }
        Vantage::Victim => {
            Cell { act: row.victim.act.or(row_seen.act), fields: row.victim.fields.union(row_seen.fields) }
        }
        Vantage::Present | Vantage::Scout => row_seen,
    };
    // What a team-mate does beside an observer, the observer knows as well as the doer does (I15).
    let is_by_teammate = knows_team
        && facts.is_action
        && observation.vantage != Vantage::Own
        && !observation.is_afar
        && facts.actor.is_some_and(|a| war.are_partners(observation.observer, a));
    let cell = if is_by_teammate {
        let doer_cell = row.own_cell.fields.union(if observation.vantage == Vantage::Victim {
            row.victim.fields
        } else {
            Fields::NONE
        });
        Cell { act: row.own_cell.act, fields: cell.fields.union(doer_cell) }
    } else {
        cell
    };
    let cell = Cell { fields: remove_hidden_fields(cell.fields, facts, observation), ..cell };
    let fields = if facts.has_words_for_addressees_only && observation.vantage != Vantage::Told {
        cell.fields.difference(Fields::from_fields(&[Field::Words]))
    } else {
        cell.fields
    };
    cell.act.map(|act| (act, fields))
}

/// Removes the fields that would reveal an actor or an object whom the observer does not detect.
fn remove_hidden_fields(fields: Fields, facts: &Facts<'_>, observation: &Observation) -> Fields {
    let mut kept_fields = fields;
    if observation.is_actor_hidden && observation.vantage != Vantage::Own {
        kept_fields = kept_fields
            .difference(Fields::AUTHOR)
            .difference(Fields::from_fields(&[Field::FarPlace, Field::Direction]));
    }
    let taker = facts.interceptor.filter(|_| facts.interceptor_takes_hit);
    if !observation.unseen.is_empty() && facts.is_at_actor && facts.is_attack {
        // `remove_unseen` has already dropped the unseen targets.
    } else if taker.is_some_and(|taker| !observation.unseen.is_empty() && !observation.unseen.contains(&taker)) {
        // Whoever was struck is seen, but not whom they shielded.
        kept_fields = kept_fields.difference(Fields::from_fields(&[Field::Interceptor, Field::ForWhom, Field::Reason]));
    } else if observation.is_object_hidden {
        let presence_fields =
            if fields.has(Field::Objects) { Fields::from_fields(&[Field::ObjectsThere]) } else { Fields::NONE };
        let body_fields = Fields::from_fields(&[Field::Interceptor, Field::ForWhom, Field::Wound]);
        kept_fields = kept_fields.difference(OBJECTS).difference(body_fields).union(presence_fields);
    }
    kept_fields
}

const OBJECTS: Fields = Fields::from_fields(&[Field::Objects, Field::ObjectsKind, Field::ObjectsThere]);
const DAMAGE: Fields = Fields::from_fields(&[Field::Damage, Field::Amount]);
const REASON: Fields = Fields::from_fields(&[Field::Reason]);

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

/// One observer's eyes on one event.
struct ObserverSight<'a> {
    war: &'a War,
    observer: CharacterId,
    acuity: Acuity,
    granted: Fields,
    is_passer_by: bool,
    /// The deed struck a location out of sight: the user learns only that it hit, and which kind of character (I14).
    is_out_of_sight: bool,
}

impl ObserverSight<'_> {
    fn identify(&self, who: CharacterId) -> Figure {
        if self.is_out_of_sight && !is_own(self.war, self.observer, who) {
            Figure::OfKind(self.war.character(who).kind)
        } else if self.is_passer_by {
            identify_bystander(self.war, self.observer, self.acuity, who)
        } else {
            identify(self.war, self.observer, self.acuity, who)
        }
    }

    fn actor(&self, who: Option<CharacterId>) -> Option<Figure> {
        let who = who?;
        let kind = self.war.character(who).kind;
        if who == self.observer {
            Some(Figure::Known(who))
        } else if self.granted.has(Field::Actor)
            || (self.is_told_of_actor() && self.war.are_partners(self.observer, who))
        {
            Some(self.identify(who))
        } else if self.granted.has(Field::ActorByClass) {
            Some(if kind == SheetKind::Servant { Figure::Known(who) } else { Figure::OfKind(kind) })
        } else if self.granted.has(Field::ActorKind) {
            Some(Figure::OfKind(kind))
        } else {
            self.granted.has(Field::ActorThere).then_some(Figure::Someone)
        }
    }

    /// Whether anything at all is told about the actor. If so, a member of the observer's own team is recognised.
    fn is_told_of_actor(&self) -> bool {
        [Field::ActorThere, Field::ActorKind, Field::ActorByClass].into_iter().any(|f| self.granted.has(f))
    }

    fn is_told_of_objects(&self) -> bool {
        [Field::ObjectsThere, Field::ObjectsKind].into_iter().any(|f| self.granted.has(f))
    }

    /// The characters it was done to, as far as the observer is told of them.
    fn objects_of(&self, row: Row, facts: &Facts<'_>) -> Vec<Figure> {
        let is_own = |id: &CharacterId| is_own(self.war, self.observer, *id);
        if row == Row::ScoutDetected {
            // A watched character is named only if the reader sees it there as well.
            let is_seen = |id: &CharacterId| is_own(id) || !self.war.is_hidden_from(*id, self.observer, false);
            let watched_objects =
                facts.objects.iter().copied().filter(|id| self.granted.has(Field::Objects) && is_seen(id));
            self.objects(&watched_objects.collect::<Vec<_>>())
        } else if self.is_out_of_sight && facts.is_at_actor && !facts.is_attack {
            // A deed that is no attack reports nothing back from out of sight, not even that somebody was there
            // (I23).
            self.objects(&facts.objects.iter().copied().filter(is_own).collect::<Vec<_>>())
        } else if facts.interceptor.is_some() && !self.granted.has(Field::ForWhom) && facts.interceptor_takes_hit {
            self.objects(facts.interceptor.as_slice())
        } else {
            self.objects(&facts.objects)
        }
    }

    /// Returns the other location of an event, and else the direction it came from. For those struck from afar, and
    /// for bystanders beside them, the other location is where the deed was done.
    fn other_location(
        &self,
        event: &Event,
        facts: &Facts<'_>,
        observation: &Observation,
    ) -> (Option<LocationId>, Option<LocationId>) {
        let origin = match observation.vantage {
            Vantage::Victim if observation.is_afar && facts.is_at_actor => event.location,
            Vantage::Victim | Vantage::Present if observation.is_afar && !facts.is_at_actor && facts.is_attack => {
                facts.actor.map(|who| self.war.character(who).at)
            }
            Vantage::Own | Vantage::Told | Vantage::Victim | Vantage::Present | Vantage::Scout => None,
        };
        let is_by_skill = matches!(facts.travel, Some(Travel::Skill | Travel::Warp | Travel::Escape | Travel::Pushed));
        let is_shown = self.granted.has(Field::FarPlace) || (self.granted.has(Field::FarPlaceBySkill) && is_by_skill);
        let shown_location = origin.or(facts.other_location).filter(|_| is_shown);
        let here = self.war.character(self.observer).at;
        let direction_origin = origin.filter(|_| shown_location.is_none() && self.granted.has(Field::Direction));
        (shown_location, direction_origin.and_then(|origin| self.war.setup.next_step(here, origin)))
    }

    fn objects(&self, list: &[CharacterId]) -> Vec<Figure> {
        let mut figures = Vec::with_capacity(list.len());
        for who in list {
            let figures_seen = if *who == self.observer {
                Some(Figure::Known(*who))
            } else if self.granted.has(Field::Objects)
                || (self.is_told_of_objects() && self.war.are_partners(self.observer, *who))
            {
                Some(self.identify(*who))
            } else if self.granted.has(Field::ObjectsKind) {
                Some(Figure::OfKind(self.war.character(*who).kind))
            } else {
                self.granted.has(Field::ObjectsThere).then_some(Figure::Someone)
            };
            // The number of unidentified figures is not told.
            figures.extend(figures_seen.filter(|figure| *figure != Figure::Someone || !figures.contains(figure)));
        }
        sort_by_sight(self.war, self.observer, &mut figures);
        figures
    }

    /// How badly hurt each of these characters looks, in an order that reveals nothing else.
    fn wounds(&self, list: &[CharacterId]) -> Vec<(Figure, Wound)> {
        let look_at_wound = |who: &CharacterId| {
            let figure = self.objects(std::slice::from_ref(who)).pop()?;
            Some((figure, wound_at(self.war, *who, self.acuity)))
        };
        let mut wounds: Vec<(Figure, Wound)> = list.iter().filter_map(look_at_wound).collect();
        wounds.sort_by_key(|(figure, wound)| (sight_key(self.war, self.observer, *figure), *wound));
        wounds
    }

    /// Whether the observer is told the skill's name.
    fn knows_skill(&self, skill: SkillRef) -> bool {
        let can_name = || {
            let sheet = self.war.skill(skill);
            self.has_heard(skill)
                || sheet.onlooker_text.as_deref().is_some_and(|words| contains_skill_name(words, sheet))
        };
        self.granted.has(Field::Skill) || (self.granted.has(Field::SkillIfCalled) && can_name())
    }

    /// Whether the observer has heard the skill named before.
    fn has_heard(&self, skill: SkillRef) -> bool {
        self.war.skill_known_as(skill).is_some_and(|known| self.war.character(self.observer).heard.contains(&known))
    }

    /// Whether the observer may read these words. Words that name a skill are kept from whoever may not know the
    /// skill.
    fn may_read(&self, words: &str, skill: Option<SkillRef>, known: Option<SkillRef>) -> bool {
        known.is_some() || skill.is_none_or(|s| !contains_skill_name(words, self.war.skill(s)))
    }
}

/// Whether a text contains one of a skill's names.
fn contains_skill_name(text: &str, skill: &Skill) -> bool {
    let text = text.to_lowercase();
    skill.name.values().any(|name| text.contains(&name.to_lowercase()))
}
