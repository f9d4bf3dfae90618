//! Resolves a Night: a pure function of the War, the orders and the GM's rulings.
//!
//! [`resolve`] goes through the eleven phases in the book's order, one by day, the others by night (R210, R233). When a
//! character's turn comes, its uses are resolved one by one. Each use, and each hit of a multi-hit skill, is a batch:
//! everybody reads the position before it and pays, interceptors are chosen, and damage is computed and applied. Then
//! deaths and their consequences follow, then reactions, then the next character's turn.
//!
//! | folder | holds |
//! | --- | --- |
//! | `phases` | the phases of a Turn in the book's order; in `phase_loop` the loop that drains the agenda |
//! | `actions` | carrying out an order: its requirements, its price, what is done |
//! | `hits` | who is struck, who intercepts, what has no effect, the one damage formula |
//! | `effects` | what skills do besides the damage of hits; Bounded Fields, Reality Marbles |
//! | `consequences` | consequences of what was done: deaths, battles, homes, the Seal, how the War ended |
//! | [`rulings`] | the GM's rulings: what they can say, their file, what the Night asks and applies |
//! | [`logic`] | the Logic Game: its statements, its file, and their consequences |
//! | `conditions` | what an order's conditions and descriptions mean, and when they are asked |
//! | `bind`, `schedule` | names bound to ids; who acts first: by AGI, then LCK, with ties and delays |
//! | `state` | the Night in progress, in parts: position and log, batch, agenda, questions, credit |
//! | `resolution` | the input and the result of a Night |
//! | `exposure` | which flyers can be struck |
//! | [`calculator`] | the damage formula, for questions in advance |

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

pub use phases::turn_start::{list_ap_terms, next_turn_ap};
pub use resolution::{PendingQuestion, Resolution, SeatPlan, UnaskedAnswer, UnheardText};

use actions::{perform, speech};
use consequences::endings;
use phases::between_phases::apply_rulings_at;
use phases::phase_loop::settle_consequences;
use phases::{between_phases, combat, initial, movement, scouting, turn_end, turn_start};
use rulings::{RulingMoment, Rulings};
use schedule::tasks;
use state::Night;

/// Resolves a Night. The order of the plans does not matter.
pub fn resolve(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Resolution {
    match war.setup.switches.flight_exposed {
        FlightExposed::AfterAttack => play(war, plans, rulings, &BTreeSet::new()),
        FlightExposed::WholeTurn => exposure::resolve_exposures(|exposed| play(war, plans, rulings, exposed)),
    }
}

/// Plays through a Night in which these flyers are exposed from its start.
fn play(war: &War, plans: &[SeatPlan], rulings: &Rulings, exposed: &BTreeSet<CharacterId>) -> Resolution {
    let mut night = Night::new(war, plans, rulings, exposed);
    if war.ended.is_none() {
        apply_rulings_at(&mut night, RulingMoment::Start);
        turn_start::begin_turn(&mut night);
        logic::emit_logic_game(&mut night);
        let tasks = tasks::bind_tasks(&night.war, plans, rulings);
        night.agenda.set_tasks(tasks);
        between_phases::obey_earlier_commands(&mut night);
        for phase in Phase::ALL {
            if night.is_over {
                break;
            }
            between_phases::begin_phase(&mut night, phase);
            night.ask_as_phase_begins();
            perform::carry_out_standing_orders(&mut night);
            match phase {
                Phase::TurnStart => settle_consequences(&mut night),
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
            if !night.is_over {
                night.ask_as_phase_ends();
            }
        }
        night.enter_phase(Phase::TurnEnd);
        night.begin_round();
        endings::note_answers(&mut night);
        speech::deliver_words(&mut night);
        tasks::report_remaining_orders(&mut night);
        if night.is_over {
            turn_end::award_combat_points(&mut night);
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
