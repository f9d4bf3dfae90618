//! The program as it is installed: a file somewhere, with nothing of the project near it.

use std::fs;
use std::process::Command;

use super::{Desk, Run, repository};

/// A copy of the program at another place than where it was built, and a folder with nothing in it.
struct Installed(Desk);

impl Installed {
    fn new() -> Installed {
        let desk = Desk::empty();
        fs::create_dir_all(desk.path("bin")).unwrap();
        fs::create_dir_all(desk.path("home")).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_grail"), desk.path("bin/grail")).unwrap();
        Installed(desk)
    }

    fn grail(&self, args: &str) -> Run {
        let mut command = Command::new(self.0.path("bin/grail"));
        let output = command.args(args.split(' ')).env_clear().current_dir(self.0.path("home")).output().unwrap();
        Run::of(&output)
    }
}

#[test]
fn an_installed_program_finds_sheets_templates_and_campaigns() {
    let program = Installed::new();
    // The library's sheets, by the paths that they have in the repository.
    program.grail("new war").done();
    program.0.edit("home/war/war.yaml", "sheets/iris.yaml", "sheets/masters/liesel.yaml");
    program.0.edit("home/war/war.yaml", "sheets/saber.yaml", "sheets/servants/summoner.yaml");
    program.0.edit("home/war/war.yaml", "primary: Iris", "primary: Liesel");
    program.grail("start war").done();
    // Its familiars came along.
    let frozen = program.0.files("home/war/nights/000/sheets/familiars");
    assert!(!frozen.is_empty());
    program.grail("resolve war").done();
    assert!(program.0.read("home/war/nights/001/updates/public.txt").contains("Night 1"));
    program.grail("sheet check sheets/servants/saber.yaml").done().says(["1 file: 0 errors"]);
    program.grail("sheet check sheets/servants/sabre.yaml").ends(1);
    program.grail("rules R419").done().prints(["31-worked-examples/rapid-cut.yaml:1"]);
    // A form that shares its macros with another.
    program.grail("updates war 1 --seat Red --form bbcode").done().prints(["[b]YOUR ORDERS[/b]"]);
}

#[test]
fn an_installed_program_brings_the_example_war() {
    let program = Installed::new();
    program.grail("new bridges --example").done();
    program.grail("start bridges").done();
    program.grail("resolve bridges --show").done().prints(["The War of the Nine Bridges"]);
    let war = |place: &str| fs::read_to_string(repository().join("campaigns/nine-bridges").join(place)).unwrap();
    assert_eq!(program.0.read("home/bridges/war.yaml"), war("war.yaml"));
    assert_eq!(program.0.files("home/bridges/sheets").len(), 29);
}

#[test]
fn a_scenario_may_name_a_sheet_of_the_library_anywhere() {
    let program = Installed::new();
    let scenario = fs::read_to_string(repository().join("tests/scenarios/08-skills/library-skills.yaml")).unwrap();
    program.0.write("home/library.yaml", &scenario);
    program.grail("scenario library.yaml").done();
}
