//! Resolving a Night: a pure function of the War, the orders and the GM's rulings.
//!
//! [`resolve`] lists the eleven phases in the book's order, one by day, the others by night (R210, R233). A place in
//! the order is resolved use by use; each use, and each hit of a multi-hit skill, is a batch: everybody reads
//! the position before it and pays, interceptors are chosen, damage is computed and applied, then
//! deaths and their consequences follow, then reactions, then the next place.
//!
//! | folder | holds |
//! | --- | --- |
//! | `phases` | the phases of a Turn in the book's order; in `phase_loop` the loop that drains the agenda |
//! | `actions` | carrying an order out: what must hold, what is paid, what is done |
//! | `hits` | who is struck, who stands between, what has no effect, the one damage formula |
//! | `effects` | what skills do besides damage; Bounded Fields, Reality Marbles |
//! | `consequences` | what follows of what was done: deaths, battles, homes, the Seal, how it ended |
//! | [`rulings`] | the GM's word: what it can say, its file, what the Night asks and does of it |
//! | [`logic`] | the Logic Game: what came in for it, its file, and what follows |
//! | `conditions` | what an order's conditions and descriptions mean, and when they are asked |
//! | `bind`, `schedule` | names bound to handles; who acts first: by AGI, then LCK, with ties and delays |
//! | `state` | the Night as it goes, in parts: position and log, batch, agenda, questions, credit |
//! | `resolution` | what goes into a Night, and what it came to |
//! | `exposure` | who may be struck at in the air |
//! | [`calculator`] | the damage formula, asked ahead |

pub mod calculator;
pub mod logic;
pub mod rulings;

mod actions;
mod bind;
mod conditions;
mod consequences;
mod effects;
mod exposure;
mod hits;
mod phases;
mod resolution;
mod schedule;
mod state;

use std::collections::BTreeSet;

use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::switches::FlightExposed;
use crate::war::War;

pub use phases::turn_start::{ap_next, ap_terms};
pub use resolution::{PendingQuestion, Resolution, SeatPlan, UnaskedAnswer, UnheardText};

use actions::{perform, speech};
use consequences::endings;
use phases::between_phases::apply_rulings_at;
use phases::phase_loop::draw_consequences;
use phases::{between_phases, combat, initial, movement, scouting, turn_end, turn_start};
use rulings::{RulingMoment, Rulings};
use schedule::tasks;
use state::Night;

/// Resolves a Night. The plans' order does not matter.
pub fn resolve(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Resolution {
    match war.setup.switches.flight_exposed {
        FlightExposed::AfterAttack => play(war, plans, rulings, &BTreeSet::new()),
        FlightExposed::WholeTurn => exposure::resolve_exposures(|exposed| play(war, plans, rulings, exposed)),
    }
}

/// Plays a Night through in which these are exposed from its beginning, should they fly.
fn play(war: &War, plans: &[SeatPlan], rulings: &Rulings, exposed: &BTreeSet<CharacterId>) -> Resolution {
    let mut night = Night::new(war, plans, rulings, exposed);
    if war.ended.is_none() {
        apply_rulings_at(&mut night, RulingMoment::Start);
        turn_start::begin(&mut night);
        logic::run(&mut night);
        let tasks = tasks::gather_tasks(&night.war, plans, rulings);
        night.agenda.set_tasks(tasks);
        between_phases::obey_earlier_commands(&mut night);
        for phase in Phase::ALL {
            if night.over {
                break;
            }
            between_phases::enter(&mut night, phase);
            perform::standing_orders(&mut night);
            match phase {
                Phase::TurnStart => draw_consequences(&mut night),
                Phase::DailyMove => scouting::run(&mut night),
                Phase::Initial => {
                    perform::refuse_upkeeps(&mut night);
                    initial::run(&mut night);
                }
                Phase::Instant | Phase::Instant2 => combat::run_instants(&mut night),
                Phase::Support
                | Phase::Attacking
                | Phase::Prepared
                | Phase::Support2
                | Phase::Attacking2
                | Phase::Prepared2 => combat::run(&mut night),
                Phase::Movement => movement::run(&mut night),
                Phase::TurnEnd => {}
            }
        }
        night.enter(Phase::TurnEnd);
        night.begin_round();
        endings::note_answers(&mut night);
        speech::run(&mut night);
        tasks::report_the_rest(&mut night);
        if night.over {
            turn_end::combat_points(&mut night);
        } else {
            turn_end::run(&mut night);
        }
        apply_rulings_at(&mut night, RulingMoment::End);
        if night.war.ended.is_some() {
            endings::decide_endings(&mut night);
        }
    }
    night.into_resolution()
}
