//! A move together hangs on one condition: in the order of whoever goes along it means the same (R194, R273).

use super::super::nights::{read, seats};
use super::Broken;
use super::cases::{Stage, stage};
use grail_referee::event::detail::{Outcome, Reason};
use grail_referee::event::kind::{EventKind, Referee};
use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::night::resolve;
use grail_referee::night::rulings::Rulings;

/// Conditions of every kind, `{other}` for whoever goes along: whatever is true for one is true for both.
const BOUND: [&str; 36] = [
    "I have less than 70 Health",
    "{other} has less than 70 Health",
    "{other} has less Health than me",
    "{other}'s Health is below mine",
    "I have less Health than {other}",
    "I have more Health than {other}",
    "{other} has more Health than me",
    "I have less Mana than {other}",
    "{other} does not have less Health than me",
    "I have less than 70 Health and {other}'s Health is not below mine",
    "I have less than 70 Health or {other}'s Health is below mine",
    "I am attacked",
    "{other} is attacked",
    "I have been attacked",
    "I am damaged",
    "Caster attacks me",
    "Caster attacks {other}",
    "Caster has not attacked me",
    "anyone attacks me",
    "an opponent attacks {other}",
    "Caster attacks me and I have less than 70 Health",
    "Caster is here",
    "Caster is not here",
    "an opponent is here",
    "nobody is here",
    "two or more opponents are here",
    "Caster is in the same location as me",
    "{other} is here",
    "{other} is in the Park",
    "I am in battle",
    "{other} is in battle",
    "Caster uses Bell",
    "my team is attacked",
    "I received 20 or more damage this Turn",
    "I detect Caster",
    "I have a Splint",
];

/// Conditions that no name can bind: refused.
const UNBOUND: [&str; 5] = [
    "an ally is attacked",
    "an ally has less than 70 Health",
    "Ruler has less Health than me",
    "I have less Health than Ruler",
    "an opponent who has less Health than me is here",
];

/// What is so, and what Caster does.
type Worlds = [(&'static str, fn(&mut Stage)); 7];

const WORLDS: Worlds = [
    ("", |_| {}),
    ("Caster: Use Bell.", |stage| stage.health("Saber", 60)),
    ("Caster: Attack Rin.", |_| {}),
    ("Caster: Attack Saber.", |stage| stage.health("Rin", 60)),
    ("", |stage| stage.go("Caster", "Bridge")),
    ("Caster: Attack Saber.", |stage| {
        stage.health("Rin", 30);
        stage.health("Saber", 60);
    }),
    ("Caster: Attack Rin.", |stage| {
        stage.health("Rin", 65);
        stage.health("Saber", 65);
    }),
];

/// Plays a Night with an order of Red's and one of Blue's. Returns whether the condition of each order of the plan
/// held, of those whose actors live, or what the order is refused for.
fn held(world: (&str, fn(&mut Stage)), order: &str) -> Result<Vec<bool>, Vec<Diagnostic>> {
    let mut stage = stage();
    (world.1)(&mut stage);
    let war = &stage.war;
    let mut plans = Vec::new();
    for seat in seats(war) {
        let text = match war.setup.seats[seat.index()].name.as_str() {
            "Red" => order,
            "Blue" => world.0,
            _ => "",
        };
        let (plan, said) = read(war, seat, text);
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        plans.push(plan);
    }
    let night = resolve(war, &plans, &Rulings::default());
    let red = war.seat_of(stage.who("Rin"));
    let outcomes = night.events.iter().filter_map(|event| match &event.kind {
        EventKind::Referee(Referee::OrderOutcome { order, actor, outcome }) if Some(order.seat) == red => {
            night.war.character(*actor).is_alive().then_some(*outcome)
        }
        _ => None,
    });
    let has_held = |outcome: Outcome| {
        !matches!(
            outcome,
            Outcome::NotDone { why: Reason::ConditionNotMet | Reason::NeverTriggered | Reason::IllegalCondition }
        )
    };
    Ok(outcomes.map(has_held).collect())
}

/// The forms of a move together on a condition, for each of the two as its writer.
fn orders_on(condition: &str) -> Vec<String> {
    let forms = ["Move to the Bridge with {other} if {}.", "If {}, move to the Bridge with {other}."];
    [("Rin", "Saber"), ("Saber", "Rin")]
        .into_iter()
        .flat_map(|(writer, other)| {
            forms.map(|form| format!("{writer}: {}", form.replace("{}", condition).replace("{other}", other)))
        })
        .collect()
}

#[test]
fn a_move_together_is_made_by_both_or_by_none() {
    let mut broken = Broken::default();
    for condition in BOUND {
        for (index, order) in orders_on(condition).into_iter().enumerate() {
            // The two forms differ in nothing that a world could tell.
            for world in WORLDS.into_iter().skip(index % 2).step_by(2) {
                match held(world, &order) {
                    Ok(held) => hold!(broken, held.windows(2).all(|two| two[0] == two[1]), "`{order}`: {held:?}"),
                    Err(said) => hold!(broken, false, "`{order}`: {said:?}"),
                }
            }
        }
    }
    broken.none();
}

#[test]
fn what_no_name_binds_is_refused_for_a_move_together() {
    let mut broken = Broken::default();
    for condition in UNBOUND {
        for order in orders_on(condition) {
            let read = held(WORLDS[0], &order);
            hold!(broken, read.is_err(), "`{order}` is accepted");
        }
    }
    broken.none();
}

#[test]
fn where_the_two_stand_apart_here_is_of_neither() {
    let apart: fn(&mut Stage) = |stage| stage.go("Saber", "Mall");
    for (order, is_read) in [
        ("Rin: If Caster is here, move to the Bridge with Saber.", false),
        ("Rin: Move to the Bridge with Saber unless an opponent is here.", false),
        ("Rin: If I have less than 70 Health, move to the Bridge with Saber.", true),
        // What one of the two sees, the other does not.
        ("Saber: Move to the Bridge with Rin if Caster attacks me.", false),
        ("Rin: Move to the Bridge with Saber when Caster attacks Ruler.", false),
        ("Rin: Move to the Bridge with Saber if Caster is in Spirit Form.", false),
        ("Rin: If Saber is here, move to the Bridge with her.", true),
    ] {
        assert_eq!(held(("", apart), order).is_ok(), is_read, "{order}: {:?}", held(("", apart), order));
    }
}

#[test]
fn what_the_writer_of_a_move_together_scouts_is_known() {
    for (order, is_read) in [
        ("Saber: Scout the Mall.\nRin: If Caster is in the Mall, move to the Bridge with Saber.", false),
        ("Saber: Scout the Mall. If Caster is in the Mall, move to the Bridge with Rin.", true),
        ("Saber: Scout the Mall. If Caster is in the Mall, move to the Bridge.", true),
        ("Saber: Scout the Mall.\nRin: Scout the Mall. If Caster is in the Mall, move to the Bridge with Saber.", true),
        ("Rin: If Caster is in the Park, move to the Bridge with Saber.", true),
    ] {
        let read = held(WORLDS[0], order);
        assert_eq!(read.is_ok(), is_read, "{order}: {read:?}");
    }
}
