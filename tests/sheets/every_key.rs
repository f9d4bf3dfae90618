//! A sheet with every key, and sheets that chance has spoilt.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::skill::Role;
use grail_referee::sheet::{Sheet, SheetKind};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::rank::Acuity;
use grail_referee::vocabulary::switches::MaxDistance;
use proptest::prelude::*;

const SERVANT: &str = r#"
kind: servant
name: Saber
true_name: Aoife of the Ford
class: Saber
sex: Female
alignment: Neutral Good
origin: invented
appearance: A tall woman in a grey mail coat.
personality: Slow to anger.
weapon: a long grey sword
clues: [She will not cross a ford first., She speaks to rivers.]
concealment: B+
familiars: [Heron]
health: 300
health_regen: 25
mana: 200
mana_regen: 17.5
stats: { STR: B-, END: B−, MAE: D, MAR: A+++, AGI: B-, LCK: D-, ACT: A, NP: A }
ap: 4
abilities:
  - name: Exorcist
    rank: B
    description: Trained against the restless dead.
    effects:
      - Physical damage the user inflicts on Evil Servants or familiars increases by 10%.
basic_attack:
  name: Rapid Cut
  rank: C-
  type: Anti-Personnel
  max_targets: 1
  targets: "[Any]"
  damage: 25 Physical
  cost: 1 AP
  description: A quick pair of cuts.
skills:
  - name: Chain Slash -> Dancing Slashes
    rank: B+ -> B+++
    type: Anti-Personnel -> Instant
    max_targets: 1
    targets: "[Any]"
    damage: 25 Physical -> 50 Physical, Stun 1
    cost: 1 AP, 0 Mana -> 2 AP, 35 Mana
    requirements: '"Swift Water" must be active.'
    low_health_penalty: false
    seen: The sword goes round like a wheel.
  - name: Swift Water
    rank: B
    type: Support
    max_targets: 3
    targets: "[Self] [Contracted Partner] [Location]"
    cost: 1 SP, 25 Mana, 1 Move Action, Upkeep 10 Mana
    phase: Prepared Effect Phase
    area: true
    range: 2
    effects:
      - Upgrades "Chain Slash".
      - Lasts 3 Turns.
noble_phantasms:
  - { name: Ford, rank: A, type: Anti-Fortress, max_targets: 99, targets: "[Any]", damage: 70 Special, cost: Full Turn }
"#;

const MASTER: &str = r#"
kind: master
name: Rin
stats: { STR: D, END: D, MAE: B, MAR: C, AGI: D, LCK: C, ACT: N/A, NP: N/A }
story_skills:
  - { name: Gift, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 1 Turn Action }
  - { name: Second Gift, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 50 CP, set: 2 }
endings:
  - { type: Good End, condition: "Rin: wins." }
"#;

fn one(text: &str) -> Sheet {
    let source = Source::new("sheet.yaml", text);
    match load(&source, Defaults::Sheet) {
        Ok(mut loaded) => {
            assert_eq!(loaded.warnings, []);
            loaded.sheets.remove(0)
        }
        Err(faults) => panic!("{}", faults.iter().map(|f| f.render(&source)).collect::<String>()),
    }
}

#[test]
fn every_key_of_a_servant_is_read() {
    let sheet = one(SERVANT);
    assert_eq!((sheet.kind, sheet.name.as_str(), sheet.ap), (SheetKind::Servant, "Saber", 4));
    assert_eq!(sheet.true_name.as_deref(), Some("Aoife of the Ford"));
    assert_eq!(sheet.clues.len(), 2);
    assert_eq!(sheet.familiars, ["Heron"]);
    assert_eq!(sheet.concealment.map(|r| r.to_string()).as_deref(), Some("B+"));
    assert_eq!(sheet.mana_regen.to_string(), "17.5");
    assert_eq!(sheet.stats.main_ranks.map(|r| r.to_string()), ["B-", "B-", "D", "A+++", "B-", "D-"]);
    let roles: Vec<Role> = sheet.skills.iter().map(|s| s.role).collect();
    assert_eq!(roles, [Role::Ability, Role::BasicAttack, Role::Skill, Role::Skill, Role::NoblePhantasm]);

    let slash = &sheet.skills[sheet.skill_index("dancing slashes").unwrap()];
    assert_eq!(slash.rank.value(true).to_string(), "B+++");
    assert_eq!(slash.natural_phase(false), Some(Phase::Attacking));
    assert_eq!(slash.natural_phase(true), Some(Phase::Instant));
    assert_eq!(slash.damage.as_ref().unwrap().value(true).to_string(), "50 Physical, Stun 1");
    assert_eq!(slash.cost.value(true).to_string(), "2 AP, 35 Mana");
    assert_eq!(slash.low_health_penalty, Some(false));
    assert_eq!(slash.requirements.len(), 1);

    let water = &sheet.skills[sheet.skill_index("Swift Water").unwrap()];
    assert_eq!(
        (water.phase, water.area, water.range),
        (Some(Phase::Prepared), Some(true), Some(MaxDistance::Moves(2)))
    );
    assert_eq!(water.cost.base.to_string(), "1 SP, 25 Mana, 1 Move Action, Upkeep 10 Mana");
    let sentences: Vec<String> = water.effects.iter().map(|line| line.effect.to_string()).collect();
    assert_eq!(sentences, ["Upgrades \"Chain Slash\".", "Lasts 3 Turns."]);
}

#[test]
fn every_key_of_a_master_is_read() {
    let sheet = one(MASTER);
    assert_eq!((sheet.health.to_string(), sheet.mana.to_string()), ("150".to_owned(), "75".to_owned()));
    assert_eq!((sheet.stats.act, sheet.stats.np, sheet.ap), (Acuity::None, None, 0));
    assert_eq!(sheet.endings[0].condition, "Rin: wins.");
    let sets: Vec<Option<u32>> = sheet.skills.iter().map(|s| s.story_set).collect();
    assert_eq!(sets, [Some(1), Some(2)]);
}

#[test]
fn a_scenario_needs_only_kind_and_name() {
    let source =
        Source::new("s.yaml", "{ kind: servant, name: Saber, stats: { STR: A } }\n---\n{ kind: master, name: Rin }\n");
    let loaded = load(&source, Defaults::Scenario).unwrap();
    assert_eq!(loaded.warnings, []);
    let [saber, rin] = loaded.sheets.as_slice() else { panic!() };
    assert_eq!(saber.stats.main_ranks.map(|r| r.to_string()), ["A", "C", "C", "C", "C", "C"]);
    assert_eq!((saber.ap, saber.stats.act, rin.stats.np), (3, Acuity::C, None));
    assert!(saber.health_regen.is_zero() && saber.mana_regen.is_zero());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(20, 100)))]

    #[test]
    fn no_spoilt_sheet_panics(
        spoils in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..8)
    ) {
        let mut bytes = format!("{SERVANT}---{MASTER}").into_bytes();
        for (place, byte, remove) in spoils {
            let place = place.index(bytes.len());
            if remove {
                bytes.drain(place..(place + usize::from(byte % 16)).min(bytes.len()));
            } else {
                bytes[place] = byte;
            }
        }
        let source = Source::new("spoilt.yaml", String::from_utf8_lossy(&bytes));
        for defaults in [Defaults::Sheet, Defaults::Scenario] {
            if let Err(faults) = load(&source, defaults) {
                for fault in faults {
                    prop_assert!(!fault.render(&source).is_empty());
                    prop_assert!(fault.span.start <= source.text.len() && fault.span.start <= fault.span.end);
                }
            }
        }
    }
}
