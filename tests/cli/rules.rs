//! `grail rules` where nothing of the project lies.

use super::{Desk, repository};

#[test]
fn coverage_is_told_from_any_folder() {
    let desk = Desk::empty();
    let run = desk.grail(["rules", "--coverage"]).done();
    assert!(run.err.contains(" by no scenario: 0 rules that the referee carries out"), "{}", run.err);
    let page = desk.grail(["rules", "R419"]).done();
    page.prints(["01-rapid-cut.yaml:1 A physical attack, as the book works it out"]);
}

#[test]
fn a_folder_of_scenarios_goes_before_what_is_embedded() {
    let desk = Desk::empty();
    desk.write("tests/scenarios/one.yaml", "scenario: Mine alone\nrules: [R419]\n");
    desk.grail(["rules", "R419"]).done().prints(["one.yaml:1 Mine alone"]);
    let theirs = repository().join("tests/scenarios").display().to_string();
    desk.grail(["rules", "R419", "--scenarios", &theirs]).done().prints(["01-rapid-cut.yaml"]);
    desk.grail(["rules", "R419", "--scenarios", "tests"])
        .ends(2)
        .says(["no scenario (`*.yaml`) in the folder `tests`"]);
}
