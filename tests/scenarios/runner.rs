//! What the runner says of scenarios that are wrong, or that do not hold.

use grail_referee::language::span::Source;
use grail_referee::scenario::run;

/// A War of two, with what is to be tried in place of `{start}` and `{expect}`.
fn scenario(start: &str, orders: &str, expect: &str) -> Source {
    let text = format!(
        r#"scenario: A try
rules: [R089]
map: {{ Park: [Bridge], Bridge: [Park] }}
teams:
  Red: {{ master: Rin, servants: [Saber], home: Bridge }}
  Blue: {{ master: Tokiomi, servants: [Caster], home: Bridge }}
sheets:
  - {{ kind: master, name: Rin }}
  - {{ kind: master, name: Tokiomi }}
  - kind: servant
    name: Saber
    basic_attack: {{ name: Cut, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 25 Ranged, cost: 1 AP }}
  - {{ kind: servant, name: Caster }}
start: {start}
nights:
  - orders: {orders}
    expect: {expect}
"#
    );
    Source::new("try.yaml", text)
}

/// The codes and messages of the faults, the paths of the failures.
fn told(start: &str, expect: &str) -> Vec<String> {
    let source = scenario(start, "{}", expect);
    let report = run(&source);
    let mut told = Vec::new();
    for scenario in &report.scenarios {
        told.extend(scenario.diagnostics.iter().map(|f| {
            let (line, column) = source.line_column(f.span.start);
            format!("{line}:{column} {} {} {}", f.code, f.message, f.suggestion.as_deref().unwrap_or("-"))
        }));
        told.extend(scenario.failures.iter().map(|f| format!("{}: {} / {}", f.path, f.expected, f.found)));
    }
    told
}

#[test]
fn what_nobody_knows_is_a_fault_with_its_place_and_the_nearest() {
    assert_eq!(
        told("{}", "{ Sabre: { health: 300 }, Saber: { helth: 300, at: Prak }, war: { ovr: true }, updtes: {} }"),
        [
            "17:15 E501 `Sabre` is no character, location or team of this War Saber",
            "17:48 E608 nothing is known of `helth` of a character health",
            "17:64 E502 there is no location `Prak` Park",
            "17:79 E608 nothing is known of `ovr` of the War over",
            "17:92 E501 `updtes` is no character, location or team of this War updates",
        ]
    );
}

#[test]
fn what_is_not_supported_yet_is_said_and_never_passed_over() {
    assert_eq!(
        told("{ Saber: { stats: { STR: A }, cp: 3 }, war: { over: true } }", "{}"),
        [
            "14:26 E504 `stats` cannot be set: not supported yet -",
            "14:42 E503 only a Master has `cp` -",
            "14:60 E504 `over` cannot be set: not supported yet -",
        ]
    );
}

#[test]
fn a_failure_shows_path_expected_found_and_the_events_that_led_there() {
    let start = "{ Saber: { at: Park }, Caster: { at: Park } }";
    let source = scenario(start, r#"{ Red: "Saber: Attack Caster." }"#, "{ Caster: { health: 300, alive: true } }");
    let report = run(&source);
    assert!(!report.passes());
    let text = report.render(&source);
    for line in [
        "try.yaml:1: A try [R089]",
        "  line 17: nights[0].expect.Caster.health",
        "    expected 300",
        "    found    275",
        "      | Attacking Phase: Saber hits Caster with Cut: 25 Ranged (25 = 25) [R090]",
        "try.yaml: 0 scenarios hold, 1 failed",
    ] {
        assert!(text.lines().any(|l| l == line), "`{line}` is missing in\n{text}");
    }
    assert!(!text.contains("alive"), "what holds is not told:\n{text}");
}

#[test]
fn what_a_start_sets_is_what_is_read() {
    let position = "{ Saber: { at: Park, health: 12.5, mana: 3, statuses: [Poison 3/30, Stun 2], items: [Charged Potion], \
                    spirit_form: true, known: [Tokiomi], in_battle_with: [Caster], turns_in_battle: 2, ap_next: 7, \
                    in_battle: true }, Caster: { at: Park, master: null }, \
                    Rin: { cp: 30.25, command_spells: 5, qualified: true, servants: [Saber] }, \
                    Tokiomi: { servants: [], alive: true }, Park: { items: [Splint] } }";
    // A ruling at the end of the Night sets the same keys, and nothing happens between it and the reading.
    let orders = format!("{{}}\n    rulings: [{{ at: end, set: {position} }}]");
    let source = scenario("{}", &orders, position);
    let report = run(&source);
    let text = report.render(&source);
    // `ap_next` of a ruling is the sheet's and the change; Stun comes on top.
    let failures: Vec<&str> = report.scenarios[0].failures.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(failures, ["nights[0].expect.Saber.ap_next"], "{text}");
    assert!(report.scenarios[0].diagnostics.is_empty(), "{text}");
}

#[test]
fn a_file_without_a_scenario_or_with_broken_yaml_does_not_hold() {
    for text in ["", "scenario: [", "scenario: A try\n"] {
        let source = Source::new("try.yaml", text);
        assert!(!run(&source).passes(), "{text}");
    }
}

#[test]
fn rules_switches_sheets_and_teams_must_exist() {
    let source = Source::new(
        "try.yaml",
        "scenario: A try\nrules: [R999, R089]\nswitches: { rank_gap: floored, rankgap: numeric }\n\
         map: { Park: [Brigde], Bridge: [] }\nteams: { Red: { master: Rni, servants: [], home: Park } }\n\
         sheets: [{ kind: master, name: Rin }]\nnights: []\n",
    );
    let report = run(&source);
    let codes: Vec<&str> = report.scenarios[0].diagnostics.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["E602", "E603", "E603", "E604", "E604"]);
    let text = report.render(&source);
    assert!(text.contains("did you mean `rank_gap`?") && text.contains("did you mean `Rin`?"), "{text}");
}

#[test]
fn a_sheet_is_named_by_its_path() {
    let told = |path: &str| {
        let text = scenario("{}", "{}", "{ Saber: { health: 300 } }").text;
        let text = text.replace("  - { kind: servant, name: Caster }\n", &format!("  - {path}\n"));
        let source = Source::new("try.yaml", text);
        let shelf = |path: &str| match path {
            "caster.yaml" => Some("{ kind: servant, name: Caster }".to_owned()),
            "whole.yaml" => std::fs::read_to_string("sheets/servants/assassin.yaml")
                .ok()
                .map(|t| t.replacen("name: Assassin", "name: Caster", 1)),
            _ => None,
        };
        let report = grail_referee::scenario::run_with_library(&source, &shelf);
        let faults =
            report.scenarios.iter().flat_map(|s| &s.diagnostics).map(|f| f.message.clone()).collect::<Vec<_>>();
        (report.passes(), faults)
    };
    assert_eq!(told("whole.yaml"), (true, vec![]));
    let (holds, faults) = told("elsewhere.yaml");
    assert!(!holds && faults.contains(&"there is no sheet `elsewhere.yaml`".to_owned()), "{faults:?}");
    let (holds, faults) = told("caster.yaml");
    assert!(!holds && faults.iter().any(|f| f.starts_with("`caster.yaml` cannot be used: ")), "{faults:?}");
}

#[test]
fn a_war_that_is_to_be_refused_holds_by_its_faults_alone() {
    let told = |refused: &str, rules: &str| {
        let text = format!(
            "scenario: A try\nrules: [{rules}]\nrefused: {refused}\nmap: {{ Park: [Bridge], Bridge: [Park] }}\n\
             teams: {{ Red: {{ master: Rin, servants: [], home: Park }} }}\n\
             sheets: [{{ kind: master, name: Rin, stats: {{ STR: N/A, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: N/A }} }}]\n"
        );
        let report = run(&Source::new("try.yaml", text));
        let scenario = &report.scenarios[0];
        let failures: Vec<String> =
            scenario.failures.iter().map(|f| format!("{}: {} / {}", f.path, f.expected, f.found)).collect();
        (report.passes(), failures)
    };
    assert_eq!(told("[E232]", "A018"), (true, Vec::new()));
    assert_eq!(told("[]", "A018"), (false, vec!["refused: [] / [E232]".to_owned()]));
    // A fault of the scenario itself is none of the War's.
    assert_eq!(told("[E232, E602]", "A999"), (false, Vec::new()));
}

#[test]
fn a_map_is_written_as_in_map_yaml_or_in_short() {
    let with = |map: &str| {
        let text = format!(
            "scenario: A map\nrules: [R273]\nmap: {map}\nteams:\n  Red: {{ master: Rin, servants: [Saber], home: Park }}\n  \
             Blue: {{ master: Tokiomi, servants: [Caster], home: Park }}\nsheets: [{{ kind: master, name: Rin }}, {{ kind: \
             master, name: Tokiomi }}, {{ kind: servant, name: Saber }}, {{ kind: servant, name: Caster }}]\nnights:\n  - orders: {{ Red: \"Rin: Buy a Splint. Move to Bridge.\" }}\n    \
             start: {{ Rin: {{ cp: 200 }} }}\n    expect: {{ Rin: {{ at: Bridge, items: [ITEMS] }} }}\n"
        );
        let report = |items: &str| run(&Source::new("map.yaml", text.replace("[ITEMS]", items)));
        (report("[Splint]").passes(), report("[]").passes())
    };
    // In short there is no facility.
    assert_eq!(with("{ Park: [Bridge], Bridge: [Park] }"), (false, true));
    let facility = "facility: advanced-hospital";
    for map in [
        format!("{{ Park: {{ adjacent: [Bridge], {facility} }}, Bridge: {{ adjacent: [Park] }} }}"),
        format!("{{ Park: {{ {facility}, adjacent: [Bridge] }}, Bridge: [Park], Tower: {{}} }}"),
        format!("\n  Park:\n    adjacent: [Bridge]\n    {facility}\n  Bridge: [Park]"),
        "{ Park: { adjacent: [Bridge], facility: Advanced Hospital }, Bridge: [Park] }".to_owned(),
    ] {
        assert_eq!(with(&map), (true, false), "{map}");
    }
    let wrong = "{ Park: { adjacent: [Bridge], facility: igm-ofice, exit: no }, Bridge: [Park] }";
    let text = format!("scenario: A map\nrules: [R273]\nmap: {wrong}\nteams: {{}}\nsheets: []\nnights: [{{}}]\n");
    let report = run(&Source::new("map.yaml", text.clone()));
    let told = report.render(&Source::new("map.yaml", text));
    assert!(told.contains("there is no facility `igm-ofice`") && told.contains("exit"), "{told}");
}
