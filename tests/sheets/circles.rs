//! Familiars that lead back to themselves are refused, in time that their number bounds.

use grail_referee::language::span::Source;
use grail_referee::sheet::Sheet;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};

/// The sheets of a text.
fn sheets(text: &str) -> Vec<Sheet> {
    load(&Source::new("sheets", text), Defaults::Scenario).unwrap().sheets
}

/// What is wrong with a War of one team and these familiars.
fn faults(summons: &str, familiars: Vec<Sheet>) -> Vec<String> {
    let skill = format!(
        "skills: [{{ name: Call, rank: C, type: Summoning, max_targets: 1, targets: \"[Self]\", cost: 1 SP, effects: ['{summons}'] }}]"
    );
    let mut people = sheets(&format!("{{ kind: master, name: Rin }}\n---\nkind: servant\nname: Caster\n{skill}\n"));
    let caster = people.pop().unwrap();
    let plan = WarPlan {
        locations: vec![PlannedLocation { name: "Park".to_owned(), ..PlannedLocation::default() }],
        teams: vec![PlannedTeam {
            name: "Red".to_owned(),
            master: people.pop().unwrap(),
            servants: vec![caster],
            home: "Park".to_owned(),
            seats: vec![("Red".to_owned(), Vec::new())],
        }],
        familiars,
        ..WarPlan::default()
    };
    build_war(plan).err().unwrap_or_default()
}

fn familiar(name: &str, summons: &str) -> String {
    format!(
        "kind: familiar\nname: {name}\nhealth: 10\nskills: [{{ name: Call, rank: C, type: Summoning, max_targets: 1, targets: \"[Self]\", cost: 1 AP, effects: ['Summons 1 \"{summons}\" familiar.'] }}]\n"
    )
}

#[test]
fn a_circle_of_familiars_is_refused_and_a_chain_is_not() {
    let last = "kind: familiar\nname: Cub\nhealth: 5\n";
    let chain = [familiar("Bear", "Wolf"), familiar("Wolf", "Cub"), last.to_owned()].join("---\n");
    assert_eq!(faults("Summons 1 \"Bear\" familiar.", sheets(&chain)), Vec::<String>::new());
    let circle = [familiar("Bear", "Wolf"), familiar("Wolf", "Bear"), last.to_owned()].join("---\n");
    assert_eq!(
        faults("Summons 1 \"Bear\" familiar.", sheets(&circle)),
        [
            "`Bear` summons what in the end summons `Bear`: there would be no end",
            "`Wolf` summons what in the end summons `Wolf`: there would be no end",
        ]
    );
}

#[test]
fn a_familiar_nobody_has_written_is_missed() {
    assert_eq!(
        faults("Summons 2 \"Bear\" familiars.", Vec::new()),
        ["`Caster` summons `Bear`, but there is no sheet of such a familiar"]
    );
}

#[test]
fn a_long_circle_is_found_soon() {
    let names: Vec<String> = (0..200).map(|n| format!("Beast{n:03}")).collect();
    let texts: Vec<String> = (0..200).map(|n| familiar(&names[n], &names[(n + 1) % 200])).collect();
    let found = faults("Summons 1 \"Beast000\" familiar.", sheets(&texts.join("---\n")));
    assert_eq!(found.len(), 200);
}
