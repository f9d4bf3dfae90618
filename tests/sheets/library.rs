//! The library under `sheets/`: the twenty of the example War, their familiars, the rulebook's own
//! examples.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use grail_referee::language::effect::Effect;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::skill::Role;
use grail_referee::sheet::{Sheet, SheetKind};
use grail_referee::vocabulary::damage::DamageType;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::stat::Stat;

/// The folders of the library that hold characters.
const FOLDERS: [&str; 4] = ["servants", "masters", "familiars", "examples"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The YAML files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "yaml")).collect();
    found.sort();
    found
}

fn sheet(path: &Path) -> Sheet {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    match load(&source, Defaults::Sheet) {
        Ok(mut loaded) if loaded.warnings.is_empty() && loaded.sheets.len() == 1 => loaded.sheets.remove(0),
        Ok(loaded) => panic!("{}: {:?}", path.display(), loaded.warnings),
        Err(faults) => panic!("{}", faults.iter().map(|fault| fault.render(&source)).collect::<String>()),
    }
}

fn sheets(folder: &str) -> Vec<Sheet> {
    files(&repository().join("sheets").join(folder)).iter().map(|path| sheet(path)).collect()
}

fn count(sheet: &Sheet, role: Role) -> usize {
    sheet.skills.iter().filter(|skill| skill.role == role).count()
}

#[test]
fn ten_servants_of_ten_classes_and_ten_masters() {
    let (servants, masters) = (sheets("servants"), sheets("masters"));
    assert!(
        servants.iter().all(|s| s.kind == SheetKind::Servant) && masters.iter().all(|m| m.kind == SheetKind::Master)
    );
    assert!(sheets("familiars").iter().all(|f| f.kind == SheetKind::Familiar));
    assert_eq!(masters.len(), 10);
    let classes: BTreeSet<_> = servants.iter().filter_map(|s| s.class.clone()).collect();
    let all =
        ["Archer", "Artillery", "Assassin", "Avenger", "Berserker", "Caster", "Lancer", "Rider", "Saber", "Summoner"];
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), all);
    for servant in &servants {
        assert!(count(servant, Role::Ability) > 0 && count(servant, Role::Skill) >= 5, "{}", servant.name);
        assert!((1..=2).contains(&count(servant, Role::NoblePhantasm)), "{}", servant.name);
    }
    for master in &masters {
        assert!(count(master, Role::Ability) > 0 && !master.endings.is_empty(), "{}", master.name);
        assert!(count(master, Role::Skill) >= 5, "{}", master.name);
        let sets: Vec<_> = master.skills.iter().filter_map(|skill| skill.story_set).collect();
        assert_eq!(sets, [1, 2], "{}", master.name);
    }
}

#[test]
fn the_example_war_plays_the_library() {
    let campaign = repository().join("campaigns/nine-bridges/sheets");
    let library = repository().join("sheets");
    let mut played = 0;
    for (of_war, of_library) in [("", vec!["servants", "masters"]), ("familiars", vec!["familiars"])] {
        let mut here: BTreeMap<_, _> = of_library
            .iter()
            .flat_map(|folder| files(&library.join(folder)))
            .map(|path| (path.file_name().unwrap().to_owned(), path))
            .collect();
        for copy in files(&campaign.join(of_war)) {
            let own = here.remove(copy.file_name().unwrap());
            let own = own.unwrap_or_else(|| panic!("{}: not in the library", copy.display()));
            let (a, b) = (std::fs::read_to_string(&own).unwrap(), std::fs::read_to_string(&copy).unwrap());
            assert!(a == b, "copy {} to {}, and make the start anew", own.display(), copy.display());
            played += 1;
        }
        assert!(here.is_empty(), "not in the example War: {here:?}");
    }
    assert!(played >= 20);
}

#[test]
fn familiars_are_there_and_are_summoned_by_somebody() {
    let there: BTreeSet<String> = sheets("familiars").into_iter().map(|f| f.name).collect();
    let named: BTreeSet<String> =
        FOLDERS.iter().flat_map(|folder| sheets(folder)).flat_map(|sheet| sheet.familiars).collect();
    assert_eq!(there, named);
}

/// What an AP of a Servant is worth on the median defender of BALANCE: END C, MAR C+.
fn worth_of_an_ap(servant: &Sheet) -> Exact {
    let attack = &servant.skills[servant.basic_attack_index().unwrap()];
    let damage = &attack.damage.as_ref().unwrap().base;
    let value = |stat| servant.stats.main_rank(stat).unwrap().value(stat);
    let (multiplier, word) = match damage.kind.unwrap() {
        DamageType::Physical => (value(Stat::STR) - Exact::new(45, 2) + Exact::whole(1), "physical"),
        DamageType::Magical => (value(Stat::MAE) - Exact::new(48, 2) + Exact::whole(1), "magical"),
        DamageType::Ranged | DamageType::LongRanged | DamageType::Special => (Exact::whole(1), "ranged"),
    };
    let more = format!("The user's {word} attacks inflict 10% more damage.");
    let trained = servant.skills.iter().any(|s| s.role == Role::Ability && s.effects.iter().any(|e| e.text == more));
    let bracket = if trained { Exact::new(110, 2) } else { Exact::whole(1) };
    damage.base.times(multiplier).unwrap().times(bracket).unwrap()
}

#[test]
fn the_balance_is_of_these_sheets() {
    let balance = std::fs::read_to_string(repository().join("sheets/BALANCE.md")).unwrap();
    let cells = |name: &str| -> Vec<String> {
        let start = format!("| {name} |");
        let row = balance.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no row of {name}"));
        row.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    for servant in sheets("servants") {
        let cells = cells(&servant.name);
        assert_eq!(
            (cells[2].clone(), cells[3].clone()),
            (servant.ap.to_string(), worth_of_an_ap(&servant).to_string())
        );
    }
    for master in sheets("masters") {
        assert_eq!(cells(&master.name).len(), 11, "{}", master.name);
    }
}

/// Each family of effects by words of its canonical sentences, of which one must stand there; words that must stand
/// together are joined by `…`.
const FAMILIES: [(u8, &[&str]); 36] = [
    (1, &["Damage inflicted increases by", "Damage inflicted decreases by"]),
    (2, &["the user inflicts", "attacks inflict"]),
    (3, &["Damage the user receives", "Damage the target receives"]),
    (4, &["This skill hits"]),
    (5, &["ignores END", "ignores MAR", "is treated as…lower", "cannot be reduced"]),
    (6, &["of the damage is inflicted at once"]),
    (7, &["negated"]),
    (8, &["immune to"]),
    (9, &["restores…Health", "restores…Mana", "loses…Mana", "loses…Health"]),
    (10, &["equal to…damage inflicted"]),
    (11, &["regenerat"]),
    (12, &["is raised by", "is lowered by", "are raised by", "are lowered by"]),
    (13, &["receives Poison", "receives Stun", "receives \"", "negative status effects are removed", "is cured of"]),
    (14, &["AP…next Turn", "SP each Turn", "AP each Turn", "cannot act"]),
    (15, &["cannot use", "cannot enter", "cannot attack", "cannot move"]),
    (16, &["relocated to", "pushed to", "may move", "brought to"]),
    (17, &["cannot leave"]),
    (18, &["detected by", "hidden"]),
    (19, &["learns", "learn "]),
    (20, &["Summons"]),
    (21, &["Upgrades", "becomes…type"]),
    (22, &["gains the skill", "gains Flight"]),
    (23, &["can be used", "cannot be used"]),
    (24, &["intercept", "may damage Masters"]),
    (25, &["reflected", "uses \"", "is attacked, "]),
    (26, &["survives with"]),
    (27, &["before all other actions", "Charges for"]),
    (28, &["Lasts"]),
    (29, &["cancelled"]),
    (30, &["inside", "each Turn…in this location"]),
    (31, &["Inside, ", "Opponents inside cannot leave"]),
    (32, &["When the user dies", "The target dies", "dies, "]),
    (33, &["act without a Master", "lacking a Master"]),
    (34, &["CP", "Command Spell"]),
    (35, &["if the user pays", "Choose one"]),
    (36, &["GM:"]),
];

/// Families of which the engine cannot carry out enough yet to stand on two sheets.
const AWAITED: &[u8] = &[31];

/// How many different sentences the library says, at least.
const DISTINCT: usize = 200;

/// The words of a pattern stand in the sentence, in this order.
fn stands_in(pattern: &str, sentence: &str) -> bool {
    let mut rest = sentence;
    pattern.split('…').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn every_family_stands_on_two_sheets_and_few_sentences_are_left_to_the_gm() {
    let mut by_sentence: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut lines, mut left_to_gm) = (0_usize, 0_usize);
    for sheet in FOLDERS.iter().flat_map(|folder| sheets(folder)) {
        for line in sheet.skills.iter().flat_map(|skill| &skill.effects) {
            lines += 1;
            left_to_gm += usize::from(matches!(line.effect, Effect::Gm(_)));
            by_sentence.entry(line.effect.to_string()).or_default().insert(sheet.name.clone());
        }
    }
    assert!(by_sentence.len() >= DISTINCT, "{} distinct sentences", by_sentence.len());
    assert!(left_to_gm * 30 <= lines, "{left_to_gm} of {lines} sentences are left to the GM");
    let mut short = Vec::new();
    for (family, patterns) in FAMILIES {
        let on: BTreeSet<&String> = by_sentence
            .iter()
            .filter(|(sentence, _)| patterns.iter().any(|pattern| stands_in(pattern, sentence)))
            .flat_map(|(_, sheets)| sheets)
            .collect();
        if on.len() < 2 {
            short.push(family);
        }
    }
    short.retain(|family| !AWAITED.contains(family));
    assert!(short.is_empty(), "families on fewer than two sheets: {short:?}");
}
