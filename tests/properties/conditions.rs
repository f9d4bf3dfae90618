//! What an order hangs on binds it, of whatever kind it is (R194, R202, R205, A063, A253, A254).
//!
//! A table has a War for every kind of order in which it does something when it is written alone; each is then written
//! under conditions that never come, that come early and that come late, put off, and with an `otherwise`.

use std::collections::BTreeSet;

use grail_referee::event::detail::{Outcome, StateChange};
use grail_referee::event::kind::{Effects, EventKind, Referee};
use grail_referee::event::{Cause, Event, OrderRef};
use grail_referee::language::condition::Written;
use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::order::ActionKind;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, resolve};
use grail_referee::sheet::common;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan};
use grail_referee::war::setup::{Facility, SheetId, SkillRef};

use super::nights::{read, seats};
use super::wars::{set, sheet, war};

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
    ActionKind::Contract(_) => "contract",
    ActionKind::AcceptContract(_) => "accept",
    ActionKind::Reestablish(_) => "re-establish",
    ActionKind::BreakContract(_) => "break",
    ActionKind::AcceptTransfer(_) => "accept transfer",
    ActionKind::RefuseTransfer(_) => "refuse transfer",
    ActionKind::ForceContract(_) => "force",
    ActionKind::Protect(_) => "protect",
    ActionKind::Ally(_) => "ally",
    ActionKind::Ceasefire(_) => "ceasefire",
    ActionKind::EndAlliance(_) => "end alliance",
    ActionKind::Tell { .. } => "tell",
    ActionKind::Say(_) => "say",
    ActionKind::Red(_) => "red",
    ActionKind::Blue { .. } => "blue",
    ActionKind::AnswerInRed { .. } => "answer",
    ActionKind::CounterInBlue { .. } => "counter",
    ActionKind::Correct { .. } => "correct",
    ActionKind::Gold(_) => "gold",
    ActionKind::PartnerPosts(_) => "partner",
    ActionKind::PuzzleAnswer(_) => "puzzle",
    ActionKind::Push(_) => "push",
}

/// Kinds of which no condition may be said: by day nothing has happened yet, and statements stand in no Turn. The check
/// refuses `when` with every one of them.
const UNCONDITIONAL: [&str; 8] = ["scout", "red", "blue", "answer", "counter", "correct", "gold", "partner"];

/// A kind of order where it does something.
struct Case {
    kind: &'static str,
    /// Whose order, in small letters.
    who: &'static str,
    says: &'static str,
    /// What else is ordered: by seat.
    others: &'static [(&'static str, &'static str)],
    /// What was ordered the Night before.
    before: &'static [(&'static str, &'static str)],
    stage: fn(&mut Stage),
}

/// When a kind of order can be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the combat rounds, or from then on.
    Rounds,
    /// In the Movement Phase, or with what is done in it.
    Movement,
    /// As the Turn ends, or when something else calls for it.
    Called,
    /// Before anything can have happened.
    Early,
}

impl Case {
    fn place(&self) -> Place {
        match self.kind {
            "stop paying" => Place::Early,
            "move" | "flee" | "stay" => Place::Movement,
            "use item" if self.says.contains("Teleporter") => Place::Movement,
            "tell" | "say" | "puzzle" | "push" | "accept transfer" | "refuse transfer" | "force" => Place::Called,
            _ => Place::Rounds,
        }
    }
}

/// A War about to be ordered.
struct Stage {
    war: War,
}

impl Stage {
    fn who(&self, name: &str) -> CharacterId {
        self.war.character_named(name).expect("somebody of the cast")
    }

    fn at(&self, place: &str) -> LocationId {
        self.war.setup.location_named(place).expect("a place of the map")
    }

    fn item(&self, name: &str) -> SkillRef {
        self.war.setup.find_skill(SheetId::ITEMS, name).expect("an item")
    }

    fn go(&mut self, who: &str, place: &str) {
        let change = StateChange::At(self.who(who), self.at(place));
        set(&mut self.war, vec![change]);
    }

    fn health(&mut self, who: &str, health: i64) {
        let change = StateChange::Health(self.who(who), Exact::whole(health));
        set(&mut self.war, vec![change]);
    }

    fn set(&mut self, change: impl Fn(&Stage) -> StateChange) {
        let change = change(self);
        set(&mut self.war, vec![change]);
    }
}

const SPARK: &str = r#"{ name: Bell, rank: E, type: Instant, max_targets: 1, targets: "[Self]", cost: 0 AP }"#;

/// Rin with Saber and Ruler, Tokiomi with Caster, Kirei with Rider, Kayneth alone; all in the Park.
fn stage() -> Stage {
    static SET: std::sync::OnceLock<War> = std::sync::OnceLock::new();
    Stage { war: SET.get_or_init(|| built().war).clone() }
}

fn built() -> Stage {
    let stats = "stats: { ACT: A, AGI: B }";
    let master = |name: &str| {
        sheet(&format!(
            "kind: master\nname: {name}\nhealth: 100\nmana: 200\n{stats}\nclues: [{name} hums., {name} limps., {name} limps again.]"
        ))
    };
    let servant = |name: &str| {
        sheet(&format!(
            "kind: servant\nname: {name}\nhealth: 200\nmana: 200\nap: 3\n{stats}\nclues: [{name} sings., {name} coughs.]\n\
             basic_attack: {{ name: Cut of {name}, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Special, cost: 1 AP }}\n\
             skills:\n  - {SPARK}\n  - {{ name: Mend, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, effects: [\"The target restores 10 Health.\"] }}\n\
             \x20 - {{ name: Mist, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: \"1 SP, Upkeep 15 Mana\", effects: [\"The user's STR is raised by 1 rank.\"] }}\n\
             \x20 - {{ name: Aura, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: 1 SP, effects: [\"The user's END is raised by 1 rank.\"] }}\n\
             \x20 - {{ name: Endless Moor, rank: A, type: Reality Marble, max_targets: 1, targets: \"[Enemy]\", cost: 1 SP, effects: [\"The target's END is lowered by 1 rank.\"] }}"
        ))
    };
    let team = |name: &str, lord: &str, servants: &[&str], home: &str| PlannedTeam {
        name: name.to_owned(),
        master: master(lord),
        servants: servants.iter().map(|s| servant(s)).collect(),
        home: home.to_owned(),
        seats: vec![(name.to_owned(), Vec::new())],
    };
    let place = |name: &str, facility: Option<Facility>| PlannedLocation {
        name: name.to_owned(),
        adjacent: if name == "Park" {
            ["Bridge", "Office", "Mall", "Mansion"].map(str::to_owned).to_vec()
        } else {
            vec!["Park".to_owned()]
        },
        facility,
    };
    let plan = WarPlan {
        title: "The War of the Conditions".to_owned(),
        seed: grail_referee::vocabulary::seed::Seed::Number(7),
        spells: Some(sheet(common::COMMAND_SPELLS)),
        items: Some(sheet(common::ITEMS).with(&sheet(common::SERVICES))),
        shared_homes: true,
        locations: vec![
            place("Park", None),
            place("Bridge", None),
            place("Office", Some(Facility::IgmOffice)),
            place("Mall", Some(Facility::SuperMall)),
            place("Mansion", Some(Facility::FancyMansion)),
        ],
        teams: vec![
            team("Red", "Rin", &["Saber", "Ruler"], "Bridge"),
            team("Blue", "Tokiomi", &["Caster"], "Bridge"),
            team("Green", "Kirei", &["Rider"], "Bridge"),
            team("Grey", "Kayneth", &[], "Bridge"),
        ],
        focus_primary: Some("Rin".to_owned()),
        focus_secondary: Some("Tokiomi".to_owned()),
        ..WarPlan::default()
    };
    let mut stage = Stage { war: war(&plan) };
    let everybody: Vec<CharacterId> = stage.war.ids().collect();
    for who in &everybody {
        let known = everybody.iter().copied().filter(|other| other != who).collect();
        let changes = vec![StateChange::Known(*who, known), StateChange::At(*who, stage.at("Park"))];
        set(&mut stage.war, changes);
    }
    stage.set(|s| StateChange::Items(s.who("Rin"), vec![s.item("Teleporter"), s.item("Status-curing Pills")]));
    stage.set(|s| StateChange::Cp(s.who("Rin"), Exact::whole(900)));
    stage
}

fn as_it_is(_: &mut Stage) {}

const fn case(kind: &'static str, who: &'static str, says: &'static str) -> Case {
    Case { kind, who, says, others: &[], before: &[], stage: as_it_is }
}

fn cases() -> Vec<Case> {
    let dies: &[(&str, &str)] = &[("Red", "Saber: Attack Tokiomi.")];
    let killed = |stage: &mut Stage| {
        stage.health("Tokiomi", 5);
        stage.go("Caster", "Bridge");
    };
    let offers: &[(&str, &str)] = &[("Green", "Rider: Accept a contract with Rin.")];
    let free = |stage: &mut Stage| stage.set(|s| StateChange::Master(s.who("Rider"), None));
    let office = |stage: &mut Stage| {
        for who in ["Rin", "Saber", "Caster"] {
            stage.go(who, "Office");
        }
        stage.health("Saber", 50);
    };
    vec![
        Case { stage: |s| s.health("Rin", 40), ..case("use", "Saber", "use Mend on Rin") },
        case("attack", "Saber", "attack Caster"),
        case("use item", "Rin", "use item Status-curing Pills"),
        case("use item", "Rin", "use item Teleporter on Saber to Bridge"),
        case("move", "Saber", "move to Bridge"),
        case("flee", "Saber", "flee to Bridge"),
        Case { others: &[("Red", "Rin: Use item Teleporter on Saber to Bridge.")], ..case("stay", "Saber", "stay") },
        case("enter form", "Saber", "enter Spirit Form"),
        Case {
            stage: |s| s.set(|s| StateChange::SpiritForm(s.who("Saber"), true)),
            ..case("leave form", "Saber", "leave Spirit Form")
        },
        case("command", "Rin", "command Saber \"Survive at all costs!\""),
        Case {
            before: &[("Red", "Rin: Command Saber \"Get behind me!\".")],
            ..case("release", "Rin", "release \"Get behind me!\"")
        },
        Case { before: &[("Red", "Saber: Use Aura.")], ..case("cancel", "Saber", "cancel Aura") },
        Case { before: &[("Red", "Saber: Use Mist.")], ..case("stop paying", "Saber", "stop paying for Mist") },
        Case {
            stage: |s| ["Rin", "Caster"].into_iter().for_each(|who| s.go(who, "Mall")),
            ..case("buy", "Rin", "buy \"Magic Glasses\"")
        },
        case("give", "Rin", "give Teleporter to Saber"),
        case("drop", "Rin", "drop Teleporter"),
        Case {
            stage: |s| s.set(|s| StateChange::Dropped(s.at("Park"), vec![s.item("Splint")])),
            ..case("pick up", "Saber", "pick up Splint")
        },
        Case { stage: office, ..case("ask", "Rin", "ask the IGM for information, offering 150 CP") },
        Case { stage: office, ..case("request", "Rin", "request Fast Healing for Saber") },
        Case {
            stage: |s| ["Kayneth", "Caster"].into_iter().for_each(|who| s.go(who, "Office")),
            ..case("shelter", "Kayneth", "take shelter")
        },
        Case {
            stage: |s| ["Rin", "Caster"].into_iter().for_each(|who| s.go(who, "Mansion")),
            ..case("visit", "Rin", "visit")
        },
        case("consume a civilian", "Saber", "consume a civilian"),
        Case {
            stage: |s| s.health("Kayneth", 5),
            others: &[("Red", "Ruler: Attack Kayneth.")],
            ..case("consume", "Saber", "consume Kayneth")
        },
        Case { stage: free, others: offers, ..case("contract", "Rin", "contract with Rider") },
        Case {
            stage: free,
            others: &[("Red", "Rin: Contract with Rider.")],
            ..case("accept", "Rider", "accept a contract with Rin")
        },
        Case {
            stage: |s| {
                s.set(|s| StateChange::Master(s.who("Saber"), None));
                s.set(|s| StateChange::CommandSpells(s.who("Rin"), 0));
                s.set(|s| StateChange::Qualified(s.who("Rin"), false));
            },
            others: &[("Red", "Saber: Re-establish the contract with Rin.")],
            ..case("re-establish", "Rin", "re-establish the contract with Saber")
        },
        case("break", "Rin", "break the contract with Ruler"),
        Case { stage: killed, others: dies, ..case("accept transfer", "Caster", "accept a transfer to Rin") },
        Case {
            stage: killed,
            others: &[("Red", "Saber: Attack Tokiomi."), ("Blue", "Caster: Accept a transfer to Rin.")],
            ..case("refuse transfer", "Rin", "refuse a transfer to me")
        },
        Case { stage: killed, others: dies, ..case("force", "Rin", "force a contract on Caster") },
        case("protect", "Rin", "protect me with Ruler, then Saber"),
        case("ally", "Rin", "ally with Blue"),
        case("ceasefire", "Rin", "ceasefire with Blue"),
        Case {
            before: &[("Red", "Rin: Ally with Green.")],
            ..case("end alliance", "Rin", "end the alliance with Green")
        },
        case("tell", "Rin", "tell Blue: \"Truce?\""),
        case("say", "Rin", "say: \"Here we are.\""),
        case("puzzle", "Rin", "puzzle answer: \"the clock\""),
        Case {
            others: &[("Red", "Saber: Use \"Endless Moor\" on Rider.")],
            ..case("push", "Saber", "push everybody else to Bridge")
        },
    ]
}

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
