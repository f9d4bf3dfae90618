//! Forms of the rulebook's text, in examples of our own.

use super::*;
use crate::sheet::load_sheet::{Defaults, LoadedSheets, load};

fn read(text: &str) -> ImportedSheets {
    import(&Source::new("saber.txt", text))
}

fn loaded(imported: &ImportedSheets) -> LoadedSheets {
    let source = Source::new("saber.yaml", imported.yaml.clone());
    load(&source, Defaults::Sheet).unwrap_or_else(|faults| {
        let rendered: String = faults.iter().map(|fault| fault.render(&source)).collect();
        panic!("{rendered}\n{}", imported.yaml)
    })
}

/// The line, code and message of each remark.
fn remarks(text: &str) -> Vec<String> {
    let source = Source::new("saber.txt", text);
    let remarks = import(&source).remarks;
    remarks.iter().map(|r| format!("{} {} {}", source.line_column(r.span.start).0, r.code, r.message)).collect()
}

const WHOLE: &str = "\u{FEFF}Servant: Saber
True Name: Aoife of the Ford
Class: Saber
Sex: Female
Alignment: Neutral Good
Appearance: A tall woman in a grey mail coat,
a plain sword in her hand.
Clues:
- She never steps over running water first.
\u{2022} She counts her opponents aloud.
Health: 300/300
Health Regen: +15
Mana: 200
Mana Regeneration: 12
STR: B+ | END: B- | MAE: D | MAR: A
Agility: B
Luck - D
ACT: B, NP: A
AP: 4

== AbilitiesEdit ==

River Mail (B) \u{2013} Spells run off the grey rings like water.
  - Damage the user receives from magical attacks decreases by 15%.

**Basic Attack**

Name: Rapid Cut

Rank: C-

Type: Anti-Personnel

Max Number of Targets: 1

Type of Target: [Any]

Damage: 25 Physical

Cost: 1 AP

Description: A quick pair of cuts.

SkillsEdit

**Name:** \u{201C}Power Blow\u{201D} - Heavy Cut -> Heavy Cut at Once
**Rank:** D -> D+
**Type:** Anti-Personnel -> Instant
**Max Number of Targets:** 1
**Type of Target:** Any
**Damage:** 25 Physical damage -> 50 Physical, Stun 1
**Cost:** 1 AP & 0 Mana -> 2 AP & 35 Mana

Name: Power Boost
Rank: C
Type: Support
Max Number of Targets: 1
Type of Target: Self
Damage: None
Cost: 1 SP, 10 Mana
Requirements: None
Description: She breathes in,
and the air listens.

It always has.
\u{2014}Upgrades \u{201C}Power Blow\u{201D}.
*The caster restores 10 Health. The user's STR is raised by +1 rank for
2 Turns

Noble Phantasms

Noble Phantasm: Nine Waves
Rank: A
Type: Anti-Army
Max Targets: 9
Targets: [Enemy]
Damage: 60 Physical
Cost: 3 AP, 90 Mana
Description: The ninth is the sea.
";

#[test]
fn a_whole_character_becomes_a_sheet_that_loads() {
    let imported = read(WHOLE);
    assert_eq!(
        imported.yaml,
        r#"kind: servant
name: Saber
true_name: Aoife of the Ford
class: Saber
sex: Female
alignment: Neutral Good
appearance: A tall woman in a grey mail coat, a plain sword in her hand.
clues:
  - She never steps over running water first.
  - She counts her opponents aloud.
health: 300
health_regen: 15
mana: 200
mana_regen: 12
stats: { STR: B+, END: B-, MAE: D, MAR: A, AGI: B, LCK: D, ACT: B, NP: A }
ap: 4
abilities:
  - name: River Mail
    rank: B
    description: Spells run off the grey rings like water.
    effects:
      - Damage the user receives from magical attacks decreases by 15%.
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
  - name: Power Blow -> Heavy Cut at Once
    # line 46: called Heavy Cut before it is upgraded
    rank: D -> D+
    type: Anti-Personnel -> Instant
    max_targets: 1
    targets: "[Any]"
    damage: 25 Physical -> 50 Physical, Stun 1
    cost: 1 AP, 0 Mana -> 2 AP, 35 Mana
  - name: Power Boost
    rank: C
    type: Support
    max_targets: 1
    targets: "[Self]"
    cost: 1 SP, 10 Mana
    description: She breathes in, and the air listens. It always has.
    effects:
      - Upgrades "Power Blow".
      - The caster restores 10 Health. The user's STR is raised by 1 rank for 2 Turns.
noble_phantasms:
  - name: Nine Waves
    rank: A
    type: Anti-Army
    max_targets: 9
    targets: "[Enemy]"
    damage: 60 Physical
    cost: 3 AP, 90 Mana
    description: The ninth is the sea.
"#
    );
    assert!(imported.is_fully_understood(), "{:?}", imported.remarks);
    assert_eq!((imported.characters, imported.skills, imported.understood, imported.sentences), (1, 5, 4, 4));
    assert_eq!(loaded(&imported).warnings, []);
}

#[test]
fn line_ends_and_blanks_of_any_kind_read_the_same() {
    let plain = read(WHOLE);
    for other in [WHOLE.replace('\n', "\r\n"), WHOLE.replace(": ", ":\u{A0}"), WHOLE.replace('\n', "  \n")] {
        assert_eq!(read(&other).yaml, plain.yaml);
    }
}

#[test]
fn what_is_not_understood_is_kept_and_marked() {
    let text = "Name: Rin
Class: none of the seven
Blood Type: O
AP: four

Name: Gandr
Rank: Z
Type: Anti-Personnel
Range: 2 locations
Type of Target: [Foe]
Cost: 1 Turn Action
Description: A finger points. The target restores 50 Health.
- The target catches a cold.
- GM: The target sneezes.

Name: Cold Blood
Rank: C
Type: Passive
- Nothing moves her.
";
    let imported = read(text);
    assert_eq!(
        imported.yaml,
        r#"kind: servant
name: Rin
class: none of the seven
stats: {  }
# line 4, not understood: `four` is no number
ap: four
# line 3, not understood: Blood Type: O
abilities:
  - name: Cold Blood
    rank: C
    type: Passive
    effects:
      # line 19, not understood: not understood as an effect
      - 'GM: Nothing moves her.'
skills:
  - name: Gandr
    # line 7, not understood: `Z` is no rank
    rank: Z
    type: Anti-Personnel
    # max_targets: not given
    # line 10, not understood: `[Foe]` is no target
    targets: '[Foe]'
    cost: 1 Turn Action
    description: A finger points. The target restores 50 Health.
    effects:
      # line 13, not understood: understood up to `The target`, but not `catches`
      - 'GM: The target catches a cold.'
      - 'GM: The target sneezes.'
    # line 9, not understood: Range: 2 locations
"#
    );
    assert!(!imported.is_fully_understood());
    assert_eq!((imported.understood, imported.sentences), (1, 3));
    let remarks_found = remarks(text);
    let has_remark = |line: usize, code: &str| remarks_found.iter().any(|r| r.starts_with(&format!("{line} {code} ")));
    for (line, code) in [(1, "W284"), (1, "W285"), (3, "W281"), (4, "W282"), (6, "W284"), (7, "W282"), (9, "W281")] {
        assert!(has_remark(line, code), "line {line} {code}: {remarks_found:#?}");
    }
    for (line, code) in [(10, "W282"), (12, "H286"), (13, "W283"), (19, "W283")] {
        assert!(has_remark(line, code), "line {line} {code}: {remarks_found:#?}");
    }
}

#[test]
fn every_word_of_a_text_is_somewhere_in_the_sheet() {
    for text in [WHOLE, "Some words.\n\nName: X\nOdd: y\n- z z z\nlast words\n\nmore of them", "no field at all", ""] {
        let imported = read(text);
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3) {
            let label = |line: &str| line.split([':', '-']).next().is_some_and(|head| head.contains(word));
            let heading = text.lines().any(|line| label(line) || line.ends_with("Edit") || line.contains("Edit ="));
            assert!(heading || imported.yaml.contains(word), "`{word}` of {text:?} is lost:\n{}", imported.yaml);
        }
    }
}

#[test]
fn several_characters_are_several_documents() {
    let text = "Master: Rin\nSTR: D END: D MAE: B MAR: C AGI: D LCK: C ACT: C NP: N/A\n\nName: Gandr\nRank: C\nType: Anti-Personnel\n\
                Max Number of Targets: 1\nType of Target: [Any]\nDamage: 10 Magical x2\nCost: 1 Turn Action\n\nGood End: She keeps the Grail.\n\n\
                Familiar: Raven\nHealth: 20\nMana: 10\nAP: 1\nSTR: E END: E MAE: E MAR: E AGI: B LCK: C ACT: C NP: N/A\n";
    let imported = read(text);
    assert_eq!(imported.characters, 2);
    let loaded = loaded(&imported);
    let kinds: Vec<crate::sheet::SheetKind> = loaded.sheets.iter().map(|sheet| sheet.kind).collect();
    assert_eq!(kinds, [crate::sheet::SheetKind::Master, crate::sheet::SheetKind::Familiar]);
    assert_eq!(loaded.sheets[0].endings.len(), 1);
    assert!(imported.yaml.contains("damage: 10 Magical, 2 hits"));
}

#[test]
fn skills_alone_make_the_rest_of_the_sheet_a_list_of_what_is_missing() {
    let text = "Name: Double Shot\nRank: C-\nType: Anti-Personnel\nMax Number of Targets: 1\nType of Target: [Any]\nDamage: 25 Ranged\nCost: 1 AP\n";
    let remarks_found = remarks(text);
    assert!(remarks_found.iter().any(|r| r.ends_with("the character has no `Name`")), "{remarks_found:#?}");
    assert!(read(text).yaml.contains("  - name: Double Shot\n    rank: C-\n"));
}

#[test]
fn the_name_beside_a_class_is_the_true_name_which_nobody_is_to_read() {
    for text in [
        "Name: Ysolde / Class: Saber",
        "# Saber: Ysolde",
        "Saber\nTrue Name: Ysolde",
        "**Class:** saber\n**Name:** Ysolde",
    ] {
        let yaml = read(text).yaml;
        assert!(yaml.starts_with("kind: servant\nname: Saber\ntrue_name: Ysolde\nclass: Saber\n"), "{text}\n{yaml}");
    }
    // Both names are given besides the class.
    let yaml = read("Name: The Captain\nTrue Name: Marisol\nClass: Rider").yaml;
    assert!(yaml.contains("name: The Captain\ntrue_name: Marisol\nclass: Rider\n"), "{yaml}");
}

#[test]
fn a_value_with_two_readings_stands_as_it_is_written() {
    let text = "Saber\nSTR: B/A\nHP: 250/300\nAP: 2 or 3\n";
    let yaml = read(text).yaml;
    assert!(yaml.contains("health: 250/300\n") && yaml.contains("ap: 2 or 3\n"), "{yaml}");
    assert!(yaml.contains("STR: B/A }"), "{yaml}");
    let remarks_found = remarks(text);
    for line in [2, 3, 4] {
        assert!(
            remarks_found.iter().any(|r| r.starts_with(&format!("{line} W282 "))),
            "line {line}: {remarks_found:#?}"
        );
    }
}

#[test]
fn tables_of_either_direction_are_read() {
    let markdown =
        "Saber\n| STR | END |\n|---|---|\n| B+ | C |\n\n| Stat | Rank |\n|:--|--:|\n| MAE | D |\n| MAR | A |\n";
    let wiki = "Saber\n{| class=\"w\"\n! STR !! END\n|-\n| B+ || C\n|}\n{|\n|-\n| MAE\n| D\n|-\n| MAR || A\n|}\n";
    for text in [markdown, wiki] {
        let yaml = read(text).yaml;
        assert!(yaml.contains("stats: { STR: B+, END: C, MAE: D, MAR: A }"), "{text}\n{yaml}");
    }
}

#[test]
fn a_table_s_head_may_be_a_skill_with_its_rank() {
    let text = "Saber\nSkills\n{| class=\"w\"\n! Sword of Light !! A++\n|-\n| Type || Anti-Fortress\n|-\n| Damage || 100 Magical\n|}\n";
    let yaml = read(text).yaml;
    assert!(yaml.contains("- name: Sword of Light\n    rank: A++\n    type: Anti-Fortress\n"), "{yaml}");
}

#[test]
fn hits_told_beside_the_damage_are_put_into_it() {
    let skill = |lines: &str| format!("Saber\nSkills\nName: Flurry\nRank: C\nType: Anti-Personnel\n{lines}\n");
    for (lines, damage) in [
        ("Damage: 3 Physical per Hit\nHits: 4", "damage: 3 Physical, 4 hits\n"),
        ("Damage: 3 Physical per Hit\n- Hits twice.", "damage: 3 Physical, 2 hits\n"),
        (
            "Damage: 3 Physical -> 4 Physical\n- Hits twice -> hits 3 times.",
            "damage: 3 Physical, 2 hits -> 4 Physical, 3 hits\n",
        ),
        ("Damage: 3 Physical\n- Hits twice -> three times", "damage: 3 Physical, 2 hits -> 3 Physical, 3 hits\n"),
        // The number of hits is not given, and cannot be known.
        ("Damage: 3 Physical per Hit", "damage: 3 Physical per Hit\n"),
    ] {
        let yaml = read(&skill(lines)).yaml;
        assert!(yaml.contains(damage), "{lines}\n{yaml}");
    }
}

#[test]
fn damage_and_hits_stand_in_lines_of_their_own() {
    let text = "Saber\n\nBasic Attack: Sword\n3 Physical per Hit\nRank: C\nType: Anti-Personnel\nCost: 1 AP\nhits twice -> hits three times\n";
    let yaml = read(text).yaml;
    assert!(yaml.contains("  name: Sword\n") && yaml.contains("  cost: 1 AP\n"), "{yaml}");
    assert!(yaml.contains("  damage: 3 Physical, 2 hits -> 3 Physical, 3 hits\n"), "{yaml}");
    // Text that describes a skill, or follows a description, is not a value.
    let text = "Saber\nSkills\nName: Flurry\nRank: C\nType: Anti-Personnel\nDamage: 4 Physical\nDescription: Cuts for\n3 Physical\n";
    let yaml = read(text).yaml;
    assert!(yaml.contains("damage: 4 Physical\n") && yaml.contains("description: Cuts for 3 Physical\n"), "{yaml}");
}

#[test]
fn abilities_are_told_in_one_line_or_without_a_rank() {
    let text = "Saber\nClass skills:\nRiding:\n- The user may move 2 locations.\nMad Enhancement (B)\n- The user's STR is raised by 1 rank.\nPresence: She is there.\n\n\
                Personal skill:\nCharisma (B): All follow her.\n\nName: Flurry\nRank: C\nType: Anti-Personnel\n";
    let yaml = read(text).yaml;
    let (abilities, skills) = yaml.split_once("skills:\n").unwrap();
    for ability in [
        "  - name: Riding\n    # rank: not given\n    effects:\n      - The user may move 2 locations.\n",
        "  - name: Mad Enhancement\n    rank: B\n    effects:\n",
        "  - name: Presence\n    # rank: not given\n    description: She is there.\n",
        "  - name: Charisma\n    rank: B\n    description: All follow her.\n",
    ] {
        assert!(abilities.contains(ability), "{ability}\n{yaml}");
    }
    assert!(skills.contains("  - name: Flurry\n"), "{yaml}");
}

#[test]
fn what_the_check_refuses_is_left_to_the_gm() {
    let text = "Saber\nSkills\nName: Lull\nRank: C\nType: Support\nTarget: Any (1)\nCost: 1 SP\n- Damage inflicted increases by 50% if the target is a Master.\n- Upgrades \"Nothing of this sheet\".\n";
    let imported = read(text);
    assert_eq!((imported.understood, imported.left_to_gm), (0, 2), "{}", imported.yaml);
    assert!(imported.yaml.contains("- 'GM: Upgrades \"Nothing of this sheet\".'"), "{}", imported.yaml);
}

#[test]
fn a_familiar_below_its_summoner_has_a_sheet_and_the_summoner_goes_on() {
    let text = "Summoner\nSkills\nName: Call\nRank: C\nType: Summoning\nTarget: Self\nCost: 1 SP\n- Summons a Wolf.\n\nFamiliars\n\
                Name: Wolf\nHealth: 30\nMana: 0\nAP: 1\nSTR: C\nBasic Attack: Bite (C), Anti-Personnel, 1, [Any], 9 Physical, 1 AP\n\n\
                Noble Phantasm\nName: The Pack\nRank: B\n";
    let yaml = read(text).yaml;
    let (summoner, wolf) = yaml.split_once("---\n").unwrap();
    assert!(summoner.contains("familiars:\n  - Wolf\n") && summoner.contains("- Summons a \"Wolf\"."), "{yaml}");
    assert!(summoner.contains("noble_phantasms:\n  - name: The Pack\n"), "{yaml}");
    assert!(wolf.starts_with("kind: familiar\nname: Wolf\n") && wolf.contains("  name: Bite\n"), "{yaml}");
}

proptest::proptest! {
    #[test]
    fn no_text_panics_and_what_is_written_is_yaml(text in "(Name: |Rank: |- |\"|'|: |#|\\[|\\{|Skills\n|STR: B|[a-zA-Z .é>|%&*!]|\r?\n){0,60}") {
        let imported = read(&text);
        let source = Source::new("any.yaml", imported.yaml.clone());
        let parsed = crate::sheet::yaml::parse(&source);
        proptest::prop_assert!(parsed.is_ok(), "{parsed:?}\n{}", imported.yaml);
    }
}
