//! Every kind of order, in a War where it does something when it is written alone.

use super::super::wars::{set, sheet, war};
use grail_referee::event::detail::StateChange;
use grail_referee::sheet::common;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId};
use grail_referee::war::War;
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan};
use grail_referee::war::setup::{Facility, SheetId, SkillRef};

/// A kind of order where it does something.
pub(super) struct Case {
    pub(super) kind: &'static str,
    /// Whose order, in small letters.
    pub(super) who: &'static str,
    pub(super) says: &'static str,
    /// What else is ordered: by seat.
    pub(super) others: &'static [(&'static str, &'static str)],
    /// What was ordered the Night before.
    pub(super) before: &'static [(&'static str, &'static str)],
    pub(super) stage: fn(&mut Stage),
}

/// When a kind of order can be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
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
    pub(super) fn place(&self) -> Place {
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
pub(super) struct Stage {
    pub(super) war: War,
}

impl Stage {
    pub(super) fn who(&self, name: &str) -> CharacterId {
        self.war.character_named(name).expect("somebody of the cast")
    }

    pub(super) fn at(&self, place: &str) -> LocationId {
        self.war.setup.location_named(place).expect("a place of the map")
    }

    pub(super) fn item(&self, name: &str) -> SkillRef {
        self.war.setup.find_skill(SheetId::ITEMS, name).expect("an item")
    }

    pub(super) fn go(&mut self, who: &str, place: &str) {
        let change = StateChange::At(self.who(who), self.at(place));
        set(&mut self.war, vec![change]);
    }

    pub(super) fn health(&mut self, who: &str, health: i64) {
        let change = StateChange::Health(self.who(who), Exact::whole(health));
        set(&mut self.war, vec![change]);
    }

    pub(super) fn set(&mut self, change: impl Fn(&Stage) -> StateChange) {
        let change = change(self);
        set(&mut self.war, vec![change]);
    }
}

pub(super) const SPARK: &str =
    r#"{ name: Bell, rank: E, type: Instant, max_targets: 1, targets: "[Self]", cost: 0 AP }"#;

/// Rin with Saber and Ruler, Tokiomi with Caster, Kirei with Rider, Kayneth alone; all in the Park.
pub(super) fn stage() -> Stage {
    static SET: std::sync::OnceLock<War> = std::sync::OnceLock::new();
    Stage { war: SET.get_or_init(|| built().war).clone() }
}

pub(super) fn built() -> Stage {
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
        ..PlannedLocation::default()
    };
    let plan = WarPlan {
        title: "The War of the Conditions".to_owned(),
        seed: grail_referee::vocabulary::seed::Seed::Number(7),
        spells: Some(sheet(common::COMMAND_SPELLS)),
        items: Some(sheet(common::ITEMS).extended_with(&sheet(common::SERVICES))),
        allows_shared_homes: true,
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

pub(super) fn as_it_is(_: &mut Stage) {}

pub(super) const fn case(kind: &'static str, who: &'static str, says: &'static str) -> Case {
    Case { kind, who, says, others: &[], before: &[], stage: as_it_is }
}

pub(super) fn cases() -> Vec<Case> {
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
        case("use item", "Rin", "use item Teleporter on me and Saber to Bridge"),
        case("move", "Saber", "move to Bridge"),
        case("flee", "Saber", "flee to Bridge"),
        Case {
            others: &[("Red", "Rin: If Saber is here, use item Teleporter on me and Saber to Bridge.")],
            ..case("stay", "Saber", "stay")
        },
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
