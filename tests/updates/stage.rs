//! A small War, and a hand that lets events happen in it as the night does.

use grail_referee::event::apply::apply;
use grail_referee::event::detail::Paid;
use grail_referee::event::kind::{Combat, Course, Effects, EventKind};
use grail_referee::event::number_receipts::Receipt;
use grail_referee::event::{Cause, Event, EventId};
use grail_referee::language::span::Source;
use grail_referee::perception::{learning, observers};
use grail_referee::sheet::Sheet;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::skill::Role;
use grail_referee::vocabulary::damage::DamageType;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};
use grail_referee::war::setup::SkillRef;

/// Three teams on three places in a row: Park - Bridge - School. Everybody is at the Park.
pub(crate) const CAST: &str = r#"
kind: master
name: Rin
true_name: Rin of Nowhere
sex: Female
appearance: A girl in a red coat.
weapon: a handful of gems
personality: Proud.
clues: [She counts her gems.]
basic_attack: { name: Gandr, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 10 Magical, cost: 1 Turn Action }
---
kind: servant
name: Saber
true_name: Aoife of the Ford
class: Saber
sex: Female
appearance: A tall woman in a grey mail coat.
weapon: a long sword
personality: Silent.
clues: [She salutes rivers., She drinks no wine.]
alignment: Lawful Good
stats: { STR: B+, AGI: A, ACT: C }
basic_attack: { name: Heron Stroke, rank: C-, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 25 Physical, cost: 1 AP }
skills:
  - { name: Far Arrow, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 25 Long-ranged, cost: 1 AP }
  - { name: Backstab, rank: C, type: Surprise Attack, max_targets: 1, targets: "[Any]", damage: 25 Physical, cost: 1 AP }
  - { name: River Oath, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 1 SP, seen: Her coat turns to water., effects: ["The user's STR is raised by 1 rank for 3 Turns."] }
noble_phantasms:
  - { name: Ford of Kings, rank: A, type: Anti-Army, max_targets: 9, targets: "[Any]", damage: 60 Magical, cost: 3 AP, seen: The street is a river. }
  - { name: Spear Song, rank: A, type: Anti-Army, max_targets: 9, targets: "[Any]", damage: 60 Magical, cost: 3 AP, seen: "She cries: Spear Song!" }
---
{ kind: master, name: Tokiomi, stats: { ACT: D } }
---
{ kind: servant, name: Caster, class: Caster, true_name: Morcant the Grey, sex: Male, appearance: A man of smoke., stats: { END: E, ACT: D } }
---
{ kind: master, name: Kirei, basic_attack: { name: Black Keys, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 10 Ranged, cost: 1 Turn Action } }
---
{ kind: servant, name: Rider, class: Rider, stats: { ACT: EX }, basic_attack: { name: Strike, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 10 Long-ranged, cost: 1 AP } }
"#;

/// A War with the cast's ACT as given, everybody at the Park, nobody known to strangers.
pub(crate) fn war_of(cast: &str) -> War {
    war_with(cast, "Rin", "Kirei")
}

/// The same where two of the Masters have other handles.
pub(crate) fn war_with(cast: &str, rin: &str, kirei: &str) -> War {
    let sheets = load(&Source::new("cast", cast), Defaults::Scenario).expect("the cast is fit to play").sheets;
    let find = |name: &str| -> Sheet { sheets.iter().find(|s| s.name == name).expect("in the cast").clone() };
    let team = |name: &str, master: &str, servant: &str, home: &str| PlannedTeam {
        name: name.to_owned(),
        master: find(master),
        servants: vec![find(servant)],
        home: home.to_owned(),
        seats: vec![(name.to_owned(), Vec::new())],
    };
    let place = |name: &str, adjacent: &[&str]| PlannedLocation {
        name: name.to_owned(),
        adjacent: adjacent.iter().map(|a| (*a).to_owned()).collect(),
        ..PlannedLocation::default()
    };
    let plan = WarPlan {
        title: "The War of the Test".to_owned(),
        seed: 7.into(),
        focus_primary: Some(kirei.to_owned()),
        focus_secondary: Some(rin.to_owned()),
        locations: vec![place("Park", &["Bridge"]), place("Bridge", &["Park", "School"]), place("School", &["Bridge"])],
        teams: vec![
            team("Red", rin, "Saber", "Park"),
            team("Blue", "Tokiomi", "Caster", "Park"),
            team("Green", kirei, "Rider", "Park"),
        ],
        allows_shared_homes: true,
        spells: Some(shelf_of_spells(&find("Saber"))),
        ..WarPlan::default()
    };
    build_war(plan).expect("the plan is sound")
}

/// One Command Spell, cut from a skill.
fn shelf_of_spells(saber: &Sheet) -> Sheet {
    let place = saber.skill_index("River Oath").expect("a skill of Saber's");
    let mut spell = saber.skills[place].clone();
    (spell.role, spell.name.base, spell.onlooker_text) = (Role::CommandSpell, "Withstand it!".to_owned(), None);
    let mut shelf = Sheet::empty_library("Command Spells");
    shelf.skills.push(spell);
    shelf
}

/// The cast at the Park.
pub(crate) fn war() -> War {
    war_of(CAST)
}

/// A character by name.
pub(crate) fn who(war: &War, name: &str) -> CharacterId {
    war.character_named(name).expect("somebody of the cast")
}

/// A place by name.
pub(crate) fn place(war: &War, name: &str) -> LocationId {
    war.setup.location_named(name).expect("a place of the map")
}

/// A skill of a character by name.
pub(crate) fn skill(war: &War, of: &str, name: &str) -> SkillRef {
    war.setup.find_skill(war.character(who(war, of)).sheet, name).expect("a skill of the sheet")
}

/// Puts somebody somewhere.
pub(crate) fn put(war: &mut War, name: &str, at: &str) {
    let (id, at) = (who(war, name), place(war, at));
    war.characters[id.index()].at = at;
}

/// Lets everybody know everybody's handle, as in scenarios.
pub(crate) fn introduce_all(war: &mut War) {
    let all: Vec<CharacterId> = war.ids().collect();
    for id in &all {
        war.characters[id.index()].knows.extend(all.iter().filter(|o| *o != id));
    }
}

/// A Night told by hand.
pub(crate) struct Night {
    pub(crate) before: War,
    pub(crate) war: War,
    pub(crate) events: Vec<Event>,
    pub(crate) phase: Phase,
    pub(crate) batch: u32,
    /// What all that is emitted comes of.
    pub(crate) cause: Cause,
}

/// Damage as it is on the sheet.
pub(crate) fn receipt(kind: DamageType, amount: Exact) -> Receipt {
    Receipt {
        kind,
        base: amount,
        flat: Vec::new(),
        stats: None,
        percents: Vec::new(),
        is_multiplicative: false,
        amount,
        most: None,
        absorbed: Vec::new(),
        spared: None,
        later: None,
    }
}

impl Night {
    pub(crate) fn of(war: War) -> Night {
        let mut night = Night {
            before: war.clone(),
            war,
            events: Vec::new(),
            phase: Phase::TurnStart,
            batch: 1,
            cause: Cause::Rule,
        };
        night.emit(Course::TurnBegan { night: night.war.night + 1 }, None, None);
        night.phase = Phase::Attacking;
        night
    }

    /// Lets an event happen, as the night does.
    pub(crate) fn emit(
        &mut self,
        kind: impl Into<EventKind>,
        parent: Option<EventId>,
        place: Option<LocationId>,
    ) -> EventId {
        let kind = kind.into();
        let observations = observers::find_observers(&self.war, &kind, place);
        let id = EventId(u32::try_from(self.events.len()).unwrap() + 1);
        let event = Event {
            id,
            phase: self.phase,
            batch: self.batch,
            parent,
            cause: self.cause,
            rules: Vec::new(),
            location: place,
            kind,
            observations,
        };
        apply(&mut self.war, &event);
        let learned = learning::learn_from_event(&self.war, &event);
        self.events.push(event);
        for kind in learned {
            self.emit(kind, Some(id), None);
        }
        id
    }

    /// Everybody looks about them.
    pub(crate) fn look_around(&mut self) {
        for kind in learning::learn_from_looking(&self.war) {
            self.emit(kind, None, None);
        }
    }

    pub(crate) fn id(&self, name: &str) -> CharacterId {
        who(&self.war, name)
    }

    fn at(&self, name: &str) -> Option<LocationId> {
        Some(self.war.character(self.id(name)).at)
    }

    /// Somebody uses a skill.
    pub(crate) fn used(&mut self, user: &str, name: &str, targets: &[&str]) -> EventId {
        self.batch += 1;
        let skill = skill(&self.war, user, name);
        let kind = Effects::SkillUsed {
            user: self.id(user),
            skill,
            targets: targets.iter().map(|t| self.id(t)).collect(),
            location: None,
            paid: Paid::default(),
            is_upgraded: false,
            is_attack: self.war.skill(skill).is_attack(),
            is_area: targets.len() > 1,
            counts: true,
            payer: None,
            counted: Vec::new(),
        };
        let place = self.at(user);
        self.emit(kind, None, place)
    }

    /// A hit of a use.
    pub(crate) fn hit(
        &mut self,
        used: EventId,
        user: &str,
        name: &str,
        target: &str,
        taker: &str,
        amount: Exact,
    ) -> EventId {
        let skill = skill(&self.war, user, name);
        let kind = self.war.skill(skill).damage.as_ref().and_then(|d| d.base.kind).unwrap_or(DamageType::Special);
        let receipt = receipt(kind, amount);
        let hit = Combat::Hit {
            attacker: self.id(user),
            skill,
            target: self.id(target),
            taker: self.id(taker),
            hit: 1,
            is_upgraded: false,
            receipt,
            counted: Vec::new(),
        };
        let place = self.at(taker);
        self.emit(hit, Some(used), place)
    }

    /// Somebody attacks somebody, and it lands.
    pub(crate) fn attack(&mut self, user: &str, name: &str, target: &str, amount: Exact) -> (EventId, EventId) {
        let used = self.used(user, name, &[target]);
        (used, self.hit(used, user, name, target, target, amount))
    }

    /// The event of an id.
    pub(crate) fn event(&self, id: EventId) -> &Event {
        &self.events[id.0 as usize - 1]
    }
}
