//! Wars to try laws on: the example, and small ones cast at random.

use std::fmt::Write as _;
use std::sync::LazyLock;

use grail_referee::campaign::game::load_war::{LoadedWar, load};
use grail_referee::event::apply::apply;
use grail_referee::event::detail::{RulingVerdict, StateChange};
use grail_referee::event::kind::{EventKind, Referee};
use grail_referee::event::{Cause, Event, EventId};
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load as load_sheets};
use grail_referee::sheet::{Sheet, SheetKind, common};
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::switches::{SwitchError, Switches};
use grail_referee::war::War;
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};
use grail_referee::war::setup::{SheetId, SkillRef};

use super::dice::Dice;
use crate::cli::repository;

/// The example War before its first Night.
pub(crate) fn example() -> LoadedWar {
    load(&repository().join("campaigns/nine-bridges"), &[]).expect("the example is sound")
}

const LETTERS: [&str; 8] = ["E", "D", "C", "C", "B", "B", "A", "EX"];
const SUBRANKS: [&str; 5] = ["", "", "+", "-", "++"];
const ACUITIES: [&str; 7] = ["N/A", "E", "D", "C", "B", "A", "EX"];

/// What Servants may be able to do; a name comes on several sheets.
const SKILLS: [&str; 29] = [
    r#"{ name: Spark, rank: C, type: Instant, max_targets: 1, targets: "[Any]", damage: 20 Special, cost: 1 AP }"#,
    r#"{ name: Storm, rank: B, type: Anti-Army, max_targets: 99, targets: "[Any]", damage: 12 Magical, cost: "2 AP, 30 Mana", effects: ["This skill hits 2 times."] }"#,
    r#"{ name: Quake, rank: C, type: Anti-Location, max_targets: 1, targets: "[Location]", damage: 18 Physical, cost: 2 AP }"#,
    r#"{ name: Longshot, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 15 Long-ranged, cost: 1 AP }"#,
    r#"{ name: Ambush, rank: C, type: Surprise Attack, max_targets: 1, targets: "[Any]", damage: 30 Ranged, cost: "1 AP, 20 Mana" }"#,
    r#"{ name: Doom, rank: A, type: Prepared, max_targets: 3, targets: "[Any]", damage: 45 Magical, cost: "3 AP, 50 Mana" }"#,
    r#"{ name: War Cry, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 1 SP, seen: There is a cry., effects: ["The user's STR is raised by 1 rank for 2 Turns."] }"#,
    r#"{ name: Mist, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: "1 SP, 10 Mana, Upkeep 15 Mana", effects: ["Damage the user receives from ranged attacks decreases by 15%."] }"#,
    r#"{ name: Hex, rank: B, type: Support, max_targets: 2, targets: "[Any]", cost: "1 SP, 15 Mana", effects: ["All stats of the target are lowered by 2 subranks.", "Lasts 2 Turns."] }"#,
    r#"{ name: Venom, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: "8 Physical, Poison 3/20", cost: 1 AP }"#,
    r#"{ name: Daze, rank: C, type: Anti-Personnel, max_targets: 2, targets: "[Any]", damage: "10 Physical, Stun 2", cost: 1 AP }"#,
    r#"{ name: Mend, rank: C, type: Support, max_targets: 1, targets: "[Any]", cost: "1 SP, 20 Mana", effects: ["The target restores 40 Health."] }"#,
    r#"{ name: Leech, rank: C, type: Support, max_targets: 1, targets: "[Any]", cost: 1 SP, effects: ["The target loses 20 Mana."] }"#,
    r#"{ name: Purge, rank: C, type: Support, max_targets: 1, targets: "[Any]", cost: 1 SP, effects: ["All negative status effects are removed from the target."] }"#,
    r#"{ name: Last Stand, rank: B, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 30 Physical, cost: 1 AP, effects: ["Damage inflicted increases by 50% if the user has 30% or less of their maximum Health."] }"#,
    r#"{ name: Great Ritual, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: Full Turn, effects: ["The user restores 100 Health."] }"#,
    r#"{ name: Power Boost, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 1 SP, effects: ['Upgrades "Power Blow".'] }
  - { name: Power Blow -> Crushing Punch, rank: D -> D+, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: "25 Ranged -> 50 Ranged, Stun 1", cost: "1 AP, 0 Mana -> 2 AP, 35 Mana" }"#,
    r#"{ name: Wings, rank: C, type: Passive, effects: ["The user gains Flight ranked B."] }"#,
    r#"{ name: Scales, rank: C, type: Passive, effects: ["Damage received from Servants with LCK ranked B or lower is reduced by 5.", "The user's regeneration increases by 5."] }"#,
    r#"{ name: Rage, rank: C, type: Passive, effects: ["The user's AGI becomes A+ while the user has 30% or less of their maximum Health.", "Physical damage the user inflicts on Evil Servants or familiars increases by 10%."] }"#,
    r#"{ name: Call the Pack, rank: C, type: Summoning, max_targets: 1, targets: "[Self]", cost: "1 SP, 10 Mana", effects: ['Summons 2 "Wolf" familiars, at most 3 at a time.', "The familiars disappear after 3 Turns."] }"#,
    r#"{ name: Send an Owl, rank: C, type: Summoning, max_targets: 1, targets: "[Location]", range: 1, cost: "0 SP, 5 Mana, Upkeep 5 Mana", effects: ['Summons 1 "Owl" familiar.'] }"#,
    r#"{ name: Slow Ground, rank: C, type: Bounded Field, max_targets: 1, targets: "[Location]", range: 1, cost: "1 SP, 20 Mana, Upkeep 5 Mana", effects: ["Opponents inside have their AGI lowered by 1 rank.", "Characters in this location have their STR lowered by 1 rank."] }"#,
    r#"{ name: Still Ground, rank: C, type: Bounded Field, max_targets: 1, targets: "[Location]", cost: 1 SP, effects: ["The regeneration of characters inside increases by 5.", "Lasts 3 Turns."] }"#,
    r#"{ name: Miasma, rank: C, type: Support, max_targets: 2, targets: "[Any]", cost: 1 SP, effects: ["The target receives Poison 2/9."] }"#,
    r#"{ name: Cinders, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 1 SP, effects: ["Opponents in this location receive 9 Magical damage."] }"#,
    r#"{ name: Barb, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: "9 Ranged, 2 hits", cost: 1 AP, effects: ["The target receives 7 Physical damage.", 'The target receives "Bleeding" for 2 Turns: at the Instant Phase they receive 4 Special damage.'] }"#,
    r#"{ name: Venin, rank: C, type: Instant, max_targets: 1, targets: "[Any]", damage: Poison 2/12, cost: 1 AP, effects: ["The target's Master receives 5 Special damage."] }"#,
    r#"{ name: Teach, rank: C, type: Support, max_targets: 1, targets: "[Any]", cost: 0 SP, effects: ['The target gains the skill "Borrowed Blade" for 2 Turns.'] }
  - { name: Borrowed Blade, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 12 Ranged, cost: 0 AP }"#,
];

/// What Servants may summon.
const FAMILIARS: [&str; 2] = [
    r#"{ kind: familiar, name: Wolf, appearance: A grey beast., health: 30, mana: 0, ap: 2, stats: { AGI: B, ACT: D }, basic_attack: { name: Bite, rank: D, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 9 Physical, cost: 1 AP } }"#,
    r#"{ kind: familiar, name: Owl, appearance: A brown bird., health: 10, mana: 10, ap: 1, transmits: the number and kind of characters, stats: { ACT: B } }"#,
];

const BASIC: [&str; 5] = ["25 Physical", "20 Magical", "20 Ranged", "15 Long-ranged", "9 Physical, 2 hits"];

fn rank(dice: &mut Dice) -> String {
    format!("{}{}", dice.pick(&LETTERS), dice.pick(&SUBRANKS))
        .replace("EX+", "EX")
        .replace("EX-", "EX")
        .replace("EX+", "EX")
}

fn stats(dice: &mut Dice) -> String {
    let main = ["STR", "END", "MAE", "MAR", "AGI", "LCK"].map(|stat| format!("{stat}: {}", rank(dice)));
    format!("{{ {}, ACT: {} }}", main.join(", "), dice.pick(&ACUITIES))
}

/// What is told of a person; `mark` makes it their own.
fn person(dice: &mut Dice, name: &str) -> String {
    format!(
        "name: {name}\ntrue_name: {name} the True\nsex: {}\nalignment: {}\norigin: somewhere\nappearance: Somebody like {name}.\n\
         personality: Moody as {name}.\nweapon: a thing of {name}\nclues: [{name} hums., {name} limps.]\n",
        dice.pick(&["Male", "Female"]),
        dice.pick(&["Lawful Good", "Neutral Evil", "Chaotic Neutral"]),
    )
}

fn servant(dice: &mut Dice, class: &str) -> Sheet {
    let mut text = format!("kind: servant\nclass: {class}\n{}", person(dice, class));
    let _ = writeln!(
        text,
        "health: {}\nhealth_regen: {}\nmana: {}\nmana_regen: {}\nap: {}",
        dice.between(8, 25) * 10,
        dice.below(15),
        dice.between(6, 20) * 10,
        dice.below(20),
        dice.between(2, 4)
    );
    let _ = writeln!(text, "stats: {}", stats(dice));
    let basic = dice.pick(&BASIC);
    let _ = writeln!(
        text,
        "basic_attack: {{ name: Strike of {class}, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: \"{basic}\", cost: 1 AP }}"
    );
    let mut skills = SKILLS.to_vec();
    dice.shuffle(&mut skills);
    skills.truncate(dice.between(2, 6));
    let _ = writeln!(text, "skills:\n{}", skills.iter().map(|s| format!("  - {s}\n")).collect::<String>());
    let _ = writeln!(
        text,
        "noble_phantasms:\n  - {{ name: Legend of {class}, rank: A, type: Anti-Army, max_targets: 9, targets: \"[Any]\", damage: 40 Magical, cost: \"3 AP, 60 Mana\", seen: \"She cries: Legend of {class}!\" }}"
    );
    sheet(&text)
}

fn master(dice: &mut Dice, name: &str) -> Sheet {
    let mut text = format!("kind: master\n{}", person(dice, name));
    let _ = writeln!(
        text,
        "health: {}\nhealth_regen: {}\nmana: 60\nmana_regen: 5",
        dice.between(5, 12) * 10,
        dice.below(9)
    );
    let _ = writeln!(text, "stats: {}", stats(dice));
    let _ = writeln!(
        text,
        "skills:\n  - {{ name: Gandr, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 10 Magical, cost: \"1 Turn Action, 5 Mana\" }}"
    );
    if dice.chance(50) {
        let _ = writeln!(
            text,
            "  - {{ name: Bless, rank: C, type: Support, max_targets: 1, targets: \"[Contracted Partner]\", cost: 1 Turn Action, effects: [\"The target's END is raised by 1 rank for 2 Turns.\"] }}"
        );
    }
    sheet(&text)
}

/// The sheet of a text.
pub(crate) fn sheet(text: &str) -> Sheet {
    let loaded = load_sheets(&Source::new("cast", text), Defaults::Scenario);
    let mut sheets = loaded.unwrap_or_else(|faults| panic!("{faults:?}\n{text}")).sheets;
    sheets.remove(0)
}

/// Teams: name, Master, Servants.
pub(crate) const TEAMS: [(&str, &str, [&str; 2]); 8] = [
    ("Red", "Rin", ["Saber", "Ruler"]),
    ("Blue", "Tokiomi", ["Caster", "Foreigner"]),
    ("Green", "Kirei", ["Rider", "Pretender"]),
    ("Gold", "Illya", ["Archer", "Gunner"]),
    ("White", "Waver", ["Lancer", "Shielder"]),
    ("Black", "Zouken", ["Assassin", "Monster"]),
    ("Grey", "Kayneth", ["Berserker", "Beast"]),
    ("Violet", "Sola", ["Avenger", "Watcher"]),
];

/// A team of the list, with one Servant or two, in one seat or two.
pub(crate) fn team(dice: &mut Dice, number: usize, home: &str) -> PlannedTeam {
    let (name, lord, classes) = TEAMS[number];
    let second = dice.chance(20);
    let mut servants = vec![servant(dice, classes[0])];
    if second {
        servants.push(servant(dice, classes[1]));
    }
    let seats = if dice.chance(15) {
        vec![(name.to_owned(), Vec::new()), (format!("{name} Partner"), vec![classes[0].to_owned()])]
    } else {
        vec![(name.to_owned(), Vec::new())]
    };
    PlannedTeam { name: name.to_owned(), master: master(dice, lord), servants, home: home.to_owned(), seats }
}

/// A map of named places, connected.
pub(crate) fn map(dice: &mut Dice, names: &[&str]) -> Vec<PlannedLocation> {
    let mut ways: Vec<(usize, usize)> = (1..names.len()).map(|n| (dice.below(n), n)).collect();
    for _ in 0..names.len() / 2 {
        let (a, b) = (dice.below(names.len()), dice.below(names.len()));
        if a != b && !ways.contains(&(a, b)) && !ways.contains(&(b, a)) {
            ways.push((a, b));
        }
    }
    let beside =
        |n: usize| ways.iter().filter_map(move |(a, b)| if *a == n { Some(*b) } else { (*b == n).then_some(*a) });
    names
        .iter()
        .enumerate()
        .map(|(n, name)| PlannedLocation {
            name: (*name).to_owned(),
            adjacent: beside(n).map(|other| names[other].to_owned()).collect(),
            ..PlannedLocation::default()
        })
        .collect()
}

/// Some switches off their defaults.
fn switches(dice: &mut Dice) -> Switches {
    let mut switches = Switches::default();
    for name in Switches::NAMES {
        if dice.chance(15)
            && let Err(SwitchError::UnknownValue(values)) = switches.set(name, "?")
        {
            // What is a pattern (`N`) and no value is refused, and the default stays.
            let _ = switches.set(name, dice.pick(values));
        }
    }
    switches
}

/// What every War has.
static CAST_OF_ALL: LazyLock<WarPlan> = LazyLock::new(|| WarPlan {
    title: "The War of the Dice".to_owned(),
    seed: 7.into(),
    spells: Some(sheet(common::COMMAND_SPELLS)),
    items: Some(sheet(common::ITEMS)),
    familiars: FAMILIARS.iter().map(|text| sheet(text)).collect(),
    allows_shared_homes: true,
    ..WarPlan::default()
});

/// A War of nobody but its cast.
pub(crate) fn empty(dice: &mut Dice) -> WarPlan {
    WarPlan { switches: switches(dice), ..CAST_OF_ALL.clone() }
}

/// A small War: two to four teams on three to five places.
pub(crate) fn small(dice: &mut Dice) -> WarPlan {
    const PLACES: [&str; 5] = ["Park", "Bridge", "School", "Church", "Harbor"];
    let mut plan = empty(dice);
    let names = &PLACES[..dice.between(3, 5)];
    plan.locations = map(dice, names);
    for number in 0..dice.between(2, 4) {
        let home = dice.pick(names);
        let team = team(dice, number, home);
        plan.teams.push(team);
    }
    plan.focus_primary = Some("Rin".to_owned());
    plan.focus_secondary = Some("Tokiomi".to_owned());
    plan
}

/// The War of a plan.
pub(crate) fn war(plan: &WarPlan) -> War {
    build_war(plan.clone()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Gives everybody of a War something to lose: items, Combat Points, acquaintances.
pub(crate) fn equip(war: &mut War, dice: &mut Dice) {
    let shelf = u16::try_from(war.setup.sheets[SheetId::ITEMS.index()].skills.len()).unwrap_or(0);
    let everybody: Vec<CharacterId> = war.ids().collect();
    // Most stand where others stand, or little would happen.
    let crowds: Vec<LocationId> = (0..2).map(|_| LocationId::at(dice.below(war.setup.locations.len()))).collect();
    let mut changes = Vec::new();
    for who in &everybody {
        let items: Vec<SkillRef> = (0..shelf)
            .filter(|_| dice.chance(15))
            .map(|place| SkillRef { sheet: SheetId::ITEMS, skill_index: place })
            .collect();
        changes.push(StateChange::Items(*who, items));
        if dice.chance(40) {
            let mut known: Vec<CharacterId> = war.character(*who).knows.iter().copied().collect();
            known.extend(everybody.iter().copied().filter(|other| other != who && dice.chance(60)));
            changes.push(StateChange::Known(*who, known));
        }
        if let Some(at) = dice.one(&crowds)
            && dice.chance(70)
        {
            changes.push(StateChange::At(*who, at));
        }
        match war.character(*who).kind {
            SheetKind::Servant if dice.chance(15) => changes.push(StateChange::SpiritForm(*who, true)),
            SheetKind::Master => changes.push(StateChange::Cp(*who, hundreds(dice))),
            _ => {}
        }
    }
    set(war, changes);
}

fn hundreds(dice: &mut Dice) -> Exact {
    Exact::whole(i64::try_from(dice.below(5) * 100).unwrap_or(0))
}

/// Changes a War as the GM's word does.
pub(crate) fn set(war: &mut War, changes: Vec<StateChange>) {
    happens(
        war,
        EventKind::Referee(Referee::Ruled {
            verdict: RulingVerdict::Set,
            changes,
            reason: String::new(),
            told: Vec::new(),
        }),
    );
}

/// Lets something happen that nobody perceives.
pub(crate) fn happens(war: &mut War, kind: impl Into<EventKind>) {
    let event = Event {
        id: EventId(0),
        phase: Phase::TurnStart,
        batch: 0,
        parent: None,
        cause: Cause::Rule,
        rules: Vec::new(),
        location: None,
        kind: kind.into(),
        observations: Vec::new(),
    };
    apply(war, &event);
}
