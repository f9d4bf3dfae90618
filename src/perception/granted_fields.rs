//! Which fields of an event the visibility table grants to an observer.

use super::perceived::SeenAct;
use super::skill_appearance::Appearance;
use crate::event::facts::Facts;
use crate::event::{Observation, Vantage};
use crate::sheet::visibility_table::{Cell, Field, Fields, Row};
use crate::war::War;

/// Returns the act and the fields that the row, the vantage and the circumstances grant.
pub(super) fn find_granted_fields(
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
