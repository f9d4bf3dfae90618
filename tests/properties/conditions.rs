//! What an order hangs on binds it, of whatever kind it is (R194, R202, R205, A063, A253, A254).
//!
//! A table has a War for every kind of order in which it does something when it is written alone; each is then written
//! under conditions that never come, that come early and that come late, put off, and with an `otherwise`.

mod cases;

use std::collections::BTreeSet;

use super::nights::{read, seats};
use grail_referee::event::detail::Outcome;
use grail_referee::event::kind::{Effects, EventKind, Referee};
use grail_referee::event::{Cause, Event, OrderRef};
use grail_referee::language::condition::Written;
use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::order::{ActionKind, ContractStep, LogicStatement, PactStep};
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, resolve};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;

use cases::{Case, Place, cases, stage};

macro_rules! kinds {
    ($($pattern:pat => $name:literal,)+) => {
        /// Every kind of order there is.
        const KINDS: &[&str] = &[$($name),+];

        /// A new kind of order must be named here, and then have a case in the table.
        fn kind(deed: &ActionKind<Written>) -> &'static str {
            match deed { $($pattern => $name),+ }
        }
    };
}

kinds! {
    ActionKind::Scout(_) => "scout",
    ActionKind::Use { .. } => "use",
    ActionKind::Attack { .. } => "attack",
    ActionKind::UseItem { .. } => "use item",
    ActionKind::Move(_) => "move",
    ActionKind::Flee(_) => "flee",
    ActionKind::Stay => "stay",
    ActionKind::EnterSpiritForm => "enter form",
    ActionKind::LeaveSpiritForm => "leave form",
    ActionKind::Command { .. } => "command",
    ActionKind::Release(_) => "release",
    ActionKind::Cancel(_) => "cancel",
    ActionKind::StopPaying(_) => "stop paying",
    ActionKind::Buy { .. } => "buy",
    ActionKind::Give { .. } => "give",
    ActionKind::Drop(_) => "drop",
    ActionKind::PickUp(_) => "pick up",
    ActionKind::AskIgm(_) => "ask",
    ActionKind::Request { .. } => "request",
    ActionKind::TakeShelter => "shelter",
    ActionKind::Visit => "visit",
    ActionKind::ConsumeCivilian => "consume a civilian",
    ActionKind::Consume(_) => "consume",
    ActionKind::Contract(ContractStep::Make, _) => "contract",
    ActionKind::Contract(ContractStep::Accept, _) => "accept",
    ActionKind::Contract(ContractStep::Reestablish, _) => "re-establish",
    ActionKind::Contract(ContractStep::Break, _) => "break",
    ActionKind::Contract(ContractStep::AcceptTransfer, _) => "accept transfer",
    ActionKind::Contract(ContractStep::RefuseTransfer, _) => "refuse transfer",
    ActionKind::Contract(ContractStep::Force, _) => "force",
    ActionKind::Protect(_) => "protect",
    ActionKind::Pact(PactStep::Ally, _) => "ally",
    ActionKind::Pact(PactStep::Ceasefire, _) => "ceasefire",
    ActionKind::Pact(PactStep::End, _) => "end alliance",
    ActionKind::Tell { .. } => "tell",
    ActionKind::Say(_) => "say",
    ActionKind::Logic(LogicStatement::Red(_)) => "red",
    ActionKind::Logic(LogicStatement::Blue { .. }) => "blue",
    ActionKind::Logic(LogicStatement::AnswerInRed { .. }) => "answer",
    ActionKind::Logic(LogicStatement::CounterInBlue { .. }) => "counter",
    ActionKind::Logic(LogicStatement::Correct { .. }) => "correct",
    ActionKind::Logic(LogicStatement::Gold(_)) => "gold",
    ActionKind::PartnerPosts(_) => "partner",
    ActionKind::PuzzleAnswer(_) => "puzzle",
    ActionKind::Push(_) => "push",
}

/// Kinds of which no condition may be said: by day nothing has happened yet, and statements stand in no Turn. The check
/// refuses `when` with every one of them.
const UNCONDITIONAL: [&str; 8] = ["scout", "red", "blue", "answer", "counter", "correct", "gold", "partner"];

/// A Night as it came out.
struct Played {
    night: Resolution,
    /// What is said of the last order of its seat.
    said: Vec<Diagnostic>,
    last: OrderRef,
}

impl Played {
    fn outcome(&self) -> Option<Outcome> {
        self.night.events.iter().find_map(|event| match &event.kind {
            EventKind::Referee(Referee::OrderOutcome { order, outcome, .. }) if *order == self.last => Some(*outcome),
            _ => None,
        })
    }

    /// What happened, but for what became of the order itself.
    fn happened(&self) -> Vec<&EventKind> {
        let own = |event: &&Event| matches!(&event.kind, EventKind::Referee(Referee::OrderOutcome { order, .. }) if *order == self.last);
        self.night.events.iter().filter(|event| !own(event)).map(|event| &event.kind).collect()
    }

    /// The first thing that happened here and not there, for whoever reads why a law is broken.
    fn differs(&self, other: &Played) -> String {
        let (here, there) = (self.happened(), other.happened());
        let at = here.iter().zip(&there).position(|(a, b)| a != b).unwrap_or(here.len().min(there.len()));
        format!("{:?} | {:?}", here.get(at), there.get(at))
    }

    fn is_as(&self, other: &Played) -> bool {
        self.night.war == other.night.war && self.happened() == other.happened()
    }

    /// Where in the log what an order did begins.
    fn first_deed(&self) -> Option<&Event> {
        let outcome = |event: &Event| matches!(event.kind, EventKind::Referee(Referee::OrderOutcome { .. }));
        self.night.events.iter().find(|event| event.cause == Cause::Order(self.last) && !outcome(event))
    }

    fn has(&self, code: &str) -> bool {
        self.said.iter().any(|said| said.code == code)
    }

    fn is_refused(&self) -> bool {
        self.said.iter().any(Diagnostic::is_error)
    }
}

/// Plays a case with these sentences of its own, and Caster's.
fn played(case: &Case, own: &str, caster: &str) -> Played {
    let mut stage = stage();
    let night = |war: &War, orders: &[(String, String)]| {
        let mut plans = Vec::new();
        let mut said = Vec::new();
        for seat in seats(war) {
            let name = &war.setup.seats[seat.index()].name;
            let text: String =
                orders.iter().filter(|(of, _)| of == name).map(|(_, text)| format!("{text}\n")).collect();
            let (plan, faults) = read(war, seat, &text);
            said.push((seat, text, faults));
            plans.push(plan);
        }
        (resolve(war, &plans, &Rulings::default()), plans, said)
    };
    let owned = |orders: &[(&str, &str)]| -> Vec<(String, String)> {
        orders.iter().map(|(seat, text)| ((*seat).to_owned(), (*text).to_owned())).collect()
    };
    if !case.before.is_empty() {
        let (earlier, _, said) = night(&stage.war, &owned(case.before));
        assert!(!said.iter().any(|(_, _, faults)| faults.iter().any(Diagnostic::is_error)), "{}: {said:?}", case.kind);
        stage.war = earlier.war;
    }
    (case.stage)(&mut stage);
    let seat = stage.war.seat_of(stage.who(case.who)).expect("a seat");
    let name = stage.war.setup.seats[seat.index()].name.clone();
    let mut orders = owned(case.others);
    if !caster.is_empty() {
        orders.push(("Blue".to_owned(), format!("Caster: {caster}")));
    }
    let written = if own.is_empty() { String::new() } else { format!("{}: {own}", case.who) };
    orders.push((name, written.clone()));
    let (night, plans, said) = night(&stage.war, &orders);
    let (_, text, faults) = said.into_iter().find(|(of, ..)| *of == seat).expect("the seat's orders");
    let begins = text.len() - written.len() - 1;
    let own_faults = faults.into_iter().filter(|fault| fault.span.start >= begins).collect();
    let count = plans.iter().find(|plan| plan.seat == seat).map_or(0, |plan| plan.count);
    // Not written, it is none of the Night's.
    let number = if own.is_empty() { count + 1 } else { count };
    let last = OrderRef { seat, number: u16::try_from(number).expect("few orders") };
    Played { night, said: own_faults, last }
}

fn capital(text: &str) -> String {
    format!("{}{}", text[..1].to_uppercase(), &text[1..])
}

/// The War without the order: its outcome aside there must be no difference.
fn without(case: &Case, caster: &str) -> Played {
    played(case, "", caster)
}

/// What a law does not hold of.
#[derive(Default)]
struct Broken(Vec<String>);

impl Broken {
    fn none(self) {
        assert!(self.0.is_empty(), "{} do not hold:\n{}", self.0.len(), self.0.join("\n"));
    }
}

macro_rules! hold {
    ($broken:ident, $holds:expr, $($words:tt)+) => {
        if !$holds {
            $broken.0.push(format!($($words)+));
        }
    };
}

mod together;

#[test]
fn every_kind_of_order_is_tried_under_conditions() {
    let mut tried: BTreeSet<&str> = UNCONDITIONAL.into_iter().collect();
    let mut broken = Broken::default();
    for case in cases() {
        let (plan, faults) = {
            let mut stage = stage();
            (case.stage)(&mut stage);
            let seat = stage.war.seat_of(stage.who(case.who)).expect("a seat");
            read(&stage.war, seat, &format!("{}: {}.", case.who, capital(case.says)))
        };
        let deed = plan.orders.first().map(|order| &order.body.branches[0].actions[0].kind);
        hold!(broken, deed.map(kind) == Some(case.kind), "`{}`: {faults:?}", case.says);
        tried.insert(case.kind);
        // What is tried does something.
        let (with, base) = (played(&case, &format!("{}.", capital(case.says)), ""), without(&case, ""));
        hold!(broken, !with.is_as(&base), "`{}` does nothing: {:?} {:?}", case.says, with.outcome(), with.said);
    }
    broken.none();
    assert_eq!(tried, KINDS.iter().copied().collect(), "a kind of order that no case tries");
}

#[test]
fn what_takes_no_condition_is_refused_with_one() {
    let stage = stage();
    let seat = stage.war.seat_of(stage.who("Rin")).expect("a seat");
    for says in [
        "scout Bridge",
        "red: \"So it is.\"",
        "blue: \"So it is.\"",
        "gold: \"So it is.\"",
        "my partner posts for Saber",
    ] {
        for form in ["When Caster dies, {}.", "After Caster acts, {}."] {
            let (plan, faults) = read(&stage.war, seat, &format!("Rin: {}", form.replace("{}", says)));
            assert!(plan.orders.is_empty() && faults.iter().any(Diagnostic::is_error), "`{form}` `{says}`: {faults:?}");
        }
    }
}

#[test]
fn what_never_comes_leaves_the_war_as_if_the_order_were_not_written() {
    const NEVER: [&str; 6] = [
        "When Kirei dies, {}.",
        "{} after Kirei dies.",
        "If Kirei dies, {}.",
        "If Kirei has died, {}.",
        "If Kirei is dead, {}.",
        "When Kirei dies, if Caster is here, {}.",
    ];
    let mut broken = Broken::default();
    for case in cases() {
        let base = without(&case, "Use Bell.");
        for form in NEVER {
            let order = capital(&form.replace("{}", case.says));
            let with = played(&case, &order, "Use Bell.");
            hold!(broken, with.is_as(&base), "`{order}` did something: {}", with.differs(&base));
            hold!(
                broken,
                with.is_refused() || matches!(with.outcome(), Some(Outcome::NotDone { .. })),
                "`{order}`: {:?}",
                with.outcome()
            );
        }
    }
    broken.none();
}

#[test]
fn what_comes_true_is_followed_and_never_preceded() {
    const LATE: &str = "Use Bell at the end of the Prepared Effect Phase.";
    let mut broken = Broken::default();
    for case in cases() {
        // Of what is done when something else calls for it, that must come behind what is waited for.
        let when: &[&str] = match case.kind {
            "accept transfer" | "refuse transfer" | "force" => &["Use Bell."],
            // The Marble opens in the Support Phase.
            "push" => &["Use Bell."],
            _ => &["Use Bell.", LATE],
        };
        for caster in when {
            let base = without(&case, caster);
            for form in ["{} after Caster acts.", "If Caster acts, {}."] {
                // Caster is elsewhere as its Master dies: Saber acts before its eyes.
                let form =
                    if case.who == "Caster" { form.replace("Caster acts", "Tokiomi dies") } else { form.to_owned() };
                let form = if case.kind == "refuse transfer" || case.kind == "force" {
                    form.replace("Caster acts", "Saber acts")
                } else {
                    form
                };
                let order = capital(&form.replace("{}", case.says));
                let with = played(&case, &order, caster);
                if case.place() == Place::Early {
                    hold!(
                        broken,
                        with.is_as(&base) && (with.is_refused() || with.has("W342")),
                        "`{order}`: {:?}",
                        with.said
                    );
                    continue;
                }
                hold!(broken, !with.is_refused(), "`{order}`: {:?}", with.said);
                hold!(broken, !with.is_as(&base), "`{order}` with `{caster}` does nothing: {:?}", with.outcome());
                let rung = with.night.events.iter().find(|event| {
                    matches!(&event.kind, EventKind::Effects(Effects::SkillUsed { user, .. }) if Some(*user) == base.night.war.character_named("Caster"))
                });
                if let (Some(rung), Some(first)) = (rung, with.first_deed())
                    && form.contains("Caster acts")
                {
                    hold!(broken, rung.id < first.id, "`{order}` came before its event");
                }
            }
        }
    }
    broken.none();
}

#[test]
fn a_state_is_asked_at_the_place_and_otherwise_is_the_one_or_the_other() {
    let mut broken = Broken::default();
    for case in cases() {
        let (plain, base) = (played(&case, &format!("{}.", capital(case.says)), ""), without(&case, ""));
        let yes = played(&case, &format!("If it is not Night 9, {}.", case.says), "");
        hold!(broken, yes.is_as(&plain) && yes.outcome() == plain.outcome(), "`{}`: {:?}", case.says, yes.outcome());
        let no = played(&case, &format!("If it is Night 9, {}.", case.says), "");
        hold!(broken, no.is_as(&base), "`{}`: {:?}", case.says, no.outcome());
        let other = "say: \"Otherwise.\"";
        let said = |played: &Played| {
            let is_said = |kind: &&EventKind| matches!(kind, EventKind::Referee(Referee::Told { words, .. }) if words.contains("Otherwise."));
            played.happened().iter().filter(|kind| is_said(kind)).count()
        };
        let first = played(&case, &format!("If it is not Night 9, {}; otherwise, {other}.", case.says), "");
        hold!(broken, first.is_as(&plain) && said(&first) == 0, "`{}`: {:?}", case.says, first.outcome());
        let second = played(&case, &format!("If it is Night 9, {}; otherwise, {other}.", case.says), "");
        hold!(
            broken,
            second.night.war == base.night.war && said(&second) == 1,
            "`{}`: {:?}",
            case.says,
            second.outcome()
        );
        hold!(broken, second.outcome() == Some(Outcome::Done { branch: 2 }), "`{}`", case.says);
    }
    broken.none();
}

#[test]
fn nothing_is_done_before_the_place_it_was_put_off_to() {
    let late = |at: Phase| move |event: &Event| event.phase >= at;
    let mut broken = Broken::default();
    for case in cases() {
        for (words, at) in [("in the Prepared Effect Phase", Phase::Prepared), ("in the second round", Phase::Instant2)]
        {
            let order = capital(&format!("{} {words}.", case.says));
            let (with, base) = (played(&case, &order, ""), without(&case, ""));
            if case.kind == "stay" {
                // To stay is to go nowhere, at any time.
                continue;
            }
            if with.is_refused() {
                hold!(broken, with.is_as(&base), "`{order}` is refused and did something");
                let stands = ["protect", "ally", "ceasefire", "end alliance"].contains(&case.kind);
                hold!(broken, stands || case.place() != Place::Rounds, "`{order}`: {:?}", with.said);
                continue;
            }
            hold!(broken, case.place() == Place::Rounds, "`{order}` is accepted");
            hold!(broken, with.first_deed().is_none_or(late(at)), "`{order}` came too early");
        }
    }
    broken.none();
}

#[test]
fn what_lies_behind_the_only_place_is_not_done_and_warned_of() {
    let mut broken = Broken::default();
    for case in cases().into_iter().filter(|case| case.place() == Place::Movement) {
        let caster = "Move to Office.";
        let base = without(&case, caster);
        for form in
            ["When Caster leaves this location, {}.", "If Caster leaves this location, {}.", "When Caster flees, {}."]
        {
            let order = capital(&form.replace("{}", case.says));
            let with = played(&case, &order, caster);
            hold!(broken, with.is_as(&base), "`{order}` did something: {}", with.differs(&base));
            hold!(broken, with.has("W342"), "`{order}`: {:?}", with.said);
        }
    }
    broken.none();
}
