//! Who stands on a stage: somebody of the library, a partner, and opponents who can do whatever a sentence may wait
//! for.
//!
//! Everybody has the same props: free skills of every type of damage and every sort that sentences speak of, so weak
//! that nobody dies of them.

use std::collections::BTreeSet;
use std::path::Path;

use grail_referee::language::effect::{Effect, Immediate, Modifier, Operation, Sentence, Standing, Verb};
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::skill::{Role, Skill};
use grail_referee::sheet::{Sheet, SheetKind, common};
use grail_referee::vocabulary::ids::CharacterId;
use grail_referee::war::War;
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan};
use grail_referee::war::setup::{Facility, SheetId};

use super::super::wars;
use crate::cli::repository;

/// Attacks of every sort; each strikes whom it names, once.
pub(super) const ATTACKS: [&str; 7] =
    ["Prop Blow", "Prop Spark", "Prop Stone", "Prop Arrow", "Prop Curse", "Prop Rush", "Prop Legend"];

const PROPS: &str = r#"
kind: servant
name: Props
stats: {}
skills:
  - { name: Prop Blow, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Physical, cost: 0 AP }
  - { name: Prop Spark, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Magical, cost: 0 AP }
  - { name: Prop Stone, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Ranged, cost: 0 AP }
  - { name: Prop Arrow, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Long-ranged, cost: 0 AP }
  - { name: Prop Curse, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Special, cost: 0 AP }
  - { name: Prop Rush, rank: A, type: Instant, max_targets: 99, targets: "[Any]", damage: 1 Physical, cost: 0 AP }
  - { name: Prop Ambush, rank: A, type: Surprise Attack, max_targets: 99, targets: "[Any]", damage: 1 Ranged, cost: 0 AP }
  - { name: Prop Anvil, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 25 Special, cost: 0 AP, effects: [This skill may damage Masters.] }
  - { name: Prop Venom, rank: A, type: Support, max_targets: 99, targets: "[Any]", cost: 0 SP, effects: [The target receives Poison 2/3.] }
  - { name: Prop Daze, rank: A, type: Support, max_targets: 99, targets: "[Any]", cost: 0 SP, effects: [The target is Stunned for 2 Turns.] }
  - { name: Prop Leech, rank: A, type: Support, max_targets: 99, targets: "[Any]", cost: 0 SP, effects: [The target loses 1 Mana.] }
  - { name: Prop Dull, rank: A, type: Support, max_targets: 99, targets: "[Any]", cost: 0 SP, effects: [The target's ACT becomes E for 9 Turns.] }
  - { name: Prop Shove, rank: A, type: Support, max_targets: 99, targets: "[Any]", cost: 0 SP, effects: [The target is pushed to an adjacent location of the user's choice.] }
  - { name: Prop Guard, rank: A, type: Support, max_targets: 1, targets: "[Any]", cost: 0 SP, effects: [The user intercepts attacks that target the target for 9 Turns.] }
  - { name: Prop Ward, rank: A, type: Instant, max_targets: 1, targets: "[Self]", cost: 0 SP, effects: [The user's LCK is raised by 1 subrank for 9 Turns.] }
  - { name: Prop Veil, rank: A, type: Support, max_targets: 1, targets: "[Self]", cost: 0 SP, effects: [The user's presence is hidden until they attack.] }
  - { name: Prop Ground, rank: A, type: Bounded Field, max_targets: 1, targets: "[Location]", range: 1, cost: 0 SP, effects: [Characters in this location have their LCK lowered by 1 subrank.] }
noble_phantasms:
  - { name: Prop Legend, rank: A, type: Anti-Personnel, max_targets: 99, targets: "[Any]", damage: 1 Special, cost: 0 AP }
"#;

/// What only Servants have besides: Action and Support Points enough for whatever is ordered.
const POINTS: &str = r#"
kind: servant
name: Points
stats: {}
abilities:
  - { name: Prop Haste, rank: A, type: Passive, effects: [The user gains 6 AP each Turn., The user gains 6 SP each Turn.] }
"#;

/// What the chief opponent has besides: something that reduces damage, and Flight for who asks for it.
const ARMOUR: &str = r#"
kind: servant
name: Armour
stats: {}
abilities:
  - { name: Prop Armour, rank: A, type: Passive, effects: [Damage the user receives decreases by 10%.] }
"#;

const WINGS: &str = r#"
kind: servant
name: Wings
stats: {}
abilities:
  - { name: Prop Wings, rank: A, type: Passive, effects: [The user gains Flight ranked D.] }
"#;

const SERVANT: &str = r#"
kind: servant
name: NAME
alignment: Lawful Good
true_name: NAME the Elder
appearance: Somebody.
health: 300
health_regen: 10
mana: 200
mana_regen: 10
ap: 4
stats: { STR: C, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: C }
basic_attack: { name: Strike of NAME, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 2 Physical, cost: 1 AP }
"#;

const MASTER: &str = r#"
kind: master
name: NAME
alignment: Lawful Good
true_name: NAME the Elder
appearance: Somebody.
health: 150
health_regen: 5
mana: 75
mana_regen: 5
stats: { STR: C, END: C, MAE: C, MAR: C, AGI: D, LCK: C, ACT: C }
"#;

/// The skills of a text of props.
fn props(text: &str) -> Vec<Skill> {
    wars::sheet(text).skills
}

/// The ability of those that fly.
pub(super) fn wings() -> Vec<Skill> {
    props(WINGS)
}

/// All of the library: the folders of sheets and the common shelves.
pub(super) fn library() -> Vec<Sheet> {
    let mut all = Vec::new();
    for folder in ["servants", "masters", "familiars", "examples"] {
        let entries = std::fs::read_dir(repository().join("sheets").join(folder)).expect("the folder is there");
        let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
        files.sort();
        all.extend(files.iter().map(|path| read(path)));
    }
    for text in [common::COMMAND_SPELLS, common::ITEMS, common::SERVICES, common::ABILITIES] {
        all.push(wars::sheet(text));
    }
    all
}

fn read(path: &Path) -> Sheet {
    let text = std::fs::read_to_string(path).expect("the sheet can be read");
    let loaded = load(&Source::new(path.display().to_string(), text), Defaults::Sheet);
    loaded.unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display())).sheets.remove(0)
}

/// The statuses of authors' own that sentences of the library speak of, each as a prop that inflicts it.
pub(super) fn ailments(library: &[Sheet]) -> Vec<(String, Skill)> {
    let lines = library.iter().flat_map(|sheet| &sheet.skills).flat_map(|skill| &skill.effects);
    let named: BTreeSet<&String> = lines
        .filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Standing(Standing { modifier: Modifier::ImmuneNamed(name), .. }),
                ..
            })
            | Effect::Sentence(Sentence {
                operation: Operation::Immediate(Immediate { verb: Verb::CureNamed(name), .. }),
                ..
            }) => Some(name),
            _ => None,
        })
        .collect();
    let prop = |(number, name): (usize, &String)| {
        let text = format!(
            "kind: servant\nname: Ailment\nstats: {{}}\nskills:\n  - {{ name: Prop Ailment {number}, rank: A, type: Support, \
             max_targets: 99, targets: \"[Any]\", cost: 0 SP, effects: ['The target receives \"{name}\" for 2 Turns: at \
             the Instant Phase they receive 1 Special damage.'] }}\n"
        );
        (name.clone(), props(&text).remove(0))
    };
    named.into_iter().enumerate().map(prop).collect()
}

/// Those on the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct People {
    /// Whose skill is staged.
    pub(super) owner: CharacterId,
    /// The owner's partner: their Servant, Master or summoner.
    pub(super) friend: CharacterId,
    /// The Master of the owner's team.
    pub(super) lord: CharacterId,
    /// The Servant of the owner's team.
    pub(super) champion: CharacterId,
    /// The chief opponent, a Servant.
    pub(super) foe: CharacterId,
    /// The foe's Master.
    pub(super) rival: CharacterId,
    /// The foe's fellow, for whom it stands.
    pub(super) squire: CharacterId,
    /// An opponent who comes from next door.
    pub(super) comer: CharacterId,
    /// Their Master, whom nobody guards.
    pub(super) stranger: CharacterId,
}

impl People {
    /// The opponents at the place of the staging as a Night begins.
    pub(super) fn foes(&self, alone: bool) -> Vec<CharacterId> {
        if alone { vec![self.foe, self.stranger] } else { vec![self.foe, self.rival, self.squire] }
    }

    /// The owner's team, familiars apart.
    pub(super) fn team(&self) -> Vec<CharacterId> {
        let mut team = vec![self.owner, self.lord, self.champion];
        team.sort_unstable();
        team.dedup();
        team
    }
}

/// The stage before anybody acts.
pub(super) struct Cast {
    /// The position.
    pub(super) war: War,
    /// Where the sheet's skills stand in it.
    pub(super) sheet: SheetId,
    /// What has to be used before the owner is there: the summoning skill of its summoner.
    pub(super) summoning: Option<String>,
}

fn neutral(text: &str, name: &str) -> Sheet {
    wars::sheet(&text.replace("NAME", name))
}

/// The stage of a sheet of the library.
pub(super) fn cast(sheet: &Sheet, library: &[Sheet], ailments: &[(String, Skill)]) -> Cast {
    let more = props(PROPS);
    let points = props(POINTS);
    let equipped = |mut sheet: Sheet| {
        if sheet.kind == SheetKind::Servant {
            sheet.skills.extend(points.iter().cloned());
        }
        sheet.skills.extend(more.iter().chain(ailments.iter().map(|(_, prop)| prop)).cloned());
        sheet
    };
    let summons = |by: &&Sheet| by.familiars.iter().any(|name| name.eq_ignore_ascii_case(&sheet.name));
    let (abilities, shelf) = match sheet.kind {
        SheetKind::Library if sheet.skills.iter().all(|skill| skill.role == Role::Ability) => (true, false),
        SheetKind::Library => (false, true),
        SheetKind::Master | SheetKind::Servant | SheetKind::Familiar => (false, false),
    };
    let someone = if sheet.kind == SheetKind::Familiar { library.iter().find(summons) } else { Some(sheet) };
    let mut champion = neutral(SERVANT, "Champion");
    if abilities {
        let own = std::mem::take(&mut champion.skills);
        champion.skills = sheet.skills.iter().cloned().chain(own).collect();
    }
    let (mut master, mut servant) = (neutral(MASTER, "Patron"), champion);
    match someone {
        Some(someone) if someone.kind == SheetKind::Master => master = someone.clone(),
        Some(someone) if someone.kind == SheetKind::Servant => servant = someone.clone(),
        _ => {}
    }
    let summoning = someone.filter(|_| sheet.kind == SheetKind::Familiar).and_then(|by| {
        let calls = |skill: &&Skill| skill.summoned_familiars().any(|(name, _)| name.eq_ignore_ascii_case(&sheet.name));
        by.skills.iter().find(calls).map(|skill| skill.name.base.clone())
    });
    let mut foe = neutral(SERVANT, "Foe");
    foe.skills.extend(props(ARMOUR));
    let team = |name: &str, master: Sheet, servants: Vec<Sheet>, home: &str| PlannedTeam {
        name: name.to_owned(),
        master: equipped(master),
        servants: servants.into_iter().map(&equipped).collect(),
        home: home.to_owned(),
        seats: vec![(name.to_owned(), Vec::new())],
    };
    let (owner, lord, servant_name) = (someone.map(|s| s.name.clone()), master.name.clone(), servant.name.clone());
    let (spells, items) = common::command_spells_and_items();
    let sold_at = sheet.skills.iter().find(|skill| skill.role == Role::Service).and_then(|s| s.sold_at.clone());
    let facility = Facility::ALL.into_iter().find(|f| Some(f.name()) == sold_at.as_deref());
    let place = |name: &str, adjacent: &[&str], facility| PlannedLocation {
        name: name.to_owned(),
        adjacent: adjacent.iter().map(|name| (*name).to_owned()).collect(),
        facility,
        ..PlannedLocation::default()
    };
    let plan = WarPlan {
        title: "The Stage".to_owned(),
        seed: 7.into(),
        spells: Some(spells),
        items: Some(items),
        familiars: library.iter().filter(|s| s.kind == SheetKind::Familiar).cloned().map(&equipped).collect(),
        teams: vec![
            team("Home", master, vec![servant], "Yard"),
            team("Away", neutral(MASTER, "Rival"), vec![foe, neutral(SERVANT, "Squire")], "Lane"),
            team("Third", neutral(MASTER, "Stranger"), vec![neutral(SERVANT, "Comer")], "Far"),
        ],
        locations: vec![
            place("Square", &["Lane", "Yard"], facility),
            place("Lane", &["Square", "Far", "Yard"], None),
            place("Yard", &["Square", "Lane"], Some(Facility::FancyMansion)),
            place("Far", &["Lane"], None),
        ],
        ..WarPlan::default()
    };
    let mut war = wars::war(&plan);
    // Every story has been told.
    war.story_nights = vec![10, 20];
    war.night = 21;
    let named = |name: &str| war.character_named(name).expect("everybody is there");
    let found = match sheet.kind {
        SheetKind::Library if shelf && sheet.skills.iter().any(|s| s.role == Role::CommandSpell) => SheetId::SPELLS,
        SheetKind::Library if shelf => SheetId::ITEMS,
        SheetKind::Familiar => war.setup.familiar_named(&sheet.name).expect("its sheet is there"),
        SheetKind::Library => war.character(named(&servant_name)).sheet,
        SheetKind::Master | SheetKind::Servant => war.character(named(&owner.unwrap_or(lord))).sheet,
    };
    Cast { war, sheet: found, summoning }
}

/// Those on a stage, once they are there.
pub(super) fn people(war: &War, sheet: SheetId) -> Option<People> {
    let named = |name: &str| war.character_named(name);
    let team = war.setup.teams.iter().find(|team| team.name == "Home")?;
    let (lord, champion) = (team.master, *team.servants.first()?);
    let owner = match sheet {
        SheetId::SPELLS | SheetId::ITEMS => lord,
        _ => war.living().find(|id| war.character(*id).sheet == sheet)?,
    };
    let friend = match war.character(owner).kind {
        SheetKind::Master => champion,
        SheetKind::Servant | SheetKind::Library => lord,
        SheetKind::Familiar => war.character(owner).summoner?,
    };
    Some(People {
        owner,
        friend,
        lord,
        champion,
        foe: named("Foe")?,
        rival: named("Rival")?,
        squire: named("Squire")?,
        comer: named("Comer")?,
        stranger: named("Stranger")?,
    })
}
