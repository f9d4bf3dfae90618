//! What a used skill does besides damage: what happens once ([`immediate`]), and what begins to
//! hold ([`lasting`]).

mod immediate;
mod lasting;
mod learning;

use std::collections::BTreeMap;

use crate::event::{Cause, EventId};
use crate::language::effect::{Effect, Operation, Rule};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::bargain::Bargain;
use crate::war::setup::SkillRef;

use super::Night;

pub(super) use immediate::inflict;
pub(super) use lasting::{end, end_by_death, end_by_spirit_form, end_unheld, run_durations};

/// A skill whose effects now happen.
#[derive(Clone, Debug)]
pub(super) struct Working {
    /// Who used it.
    pub user: CharacterId,
    /// What.
    pub skill: SkillRef,
    /// On whom its sentences about "the target" work: for an attack, whoever took the hits (A030).
    pub targets: Vec<CharacterId>,
    /// What damage each of them took from it.
    pub inflicted: BTreeMap<CharacterId, Exact>,
    /// The location it is used on, or that the order names.
    pub aimed: Option<LocationId>,
    /// In its upgraded form.
    pub upgraded: bool,
    /// Where it works: the location it was used on, else where its user is.
    pub place: LocationId,
    /// The words it was given: an order, what was chosen.
    pub words: Option<String>,
    /// What was paid and chosen in this use.
    pub bargain: Bargain,
    /// The event of its use.
    pub used: EventId,
    /// The order behind it.
    pub cause: Cause,
}

/// Does everything the skill's sentences say but damage.
pub(super) fn work(night: &mut Night<'_>, working: &Working) {
    learning::of_places(night, working);
    for line in 0..night.war.skill(working.skill).effects.len() {
        let Some(sentence) = night.war.skill(working.skill).effects.get(line) else { continue };
        if let Effect::Rule(Rule { trigger: None, operation: Operation::Immediate(what), condition, .. }) =
            sentence.effect.clone()
            && !learning::is_of_place(&what)
        {
            immediate::carry_out(night, working, &what, condition.as_ref());
        }
    }
    night.ask_of_use(working);
    lasting::begin(night, working);
}
