//! `grail rules` where nothing of the project lies.

use grail_referee::vocabulary::switches::Switches;

use super::{Desk, repository};

#[test]
fn coverage_is_told_from_any_folder() {
    let desk = Desk::empty();
    let run = desk.grail(["rules", "--coverage"]).done();
    assert!(run.err.contains(" by no scenario: 0 rules that the referee carries out"), "{}", run.err);
    let page = desk.grail(["rules", "R419"]).done();
    page.prints(["31-worked-examples/rapid-cut.yaml:1 A physical attack, as the book works it out"]);
}

#[test]
fn a_folder_of_scenarios_goes_before_what_is_embedded() {
    let desk = Desk::empty();
    desk.write("tests/scenarios/one.yaml", "scenario: Mine alone\nrules: [R419]\n");
    desk.grail(["rules", "R419"]).done().prints(["one.yaml:1 Mine alone"]);
    let theirs = repository().join("tests/scenarios").display().to_string();
    desk.grail(["rules", "R419", "--scenarios", &theirs]).done().prints(["31-worked-examples/rapid-cut.yaml"]);
    desk.write("notes/one.txt", "No scenario.");
    desk.grail(["rules", "R419", "--scenarios", "notes"])
        .ends(2)
        .says(["no scenario (`*.yaml`) in the folder `notes`"]);
}

#[test]
fn every_switch_is_listed_with_what_its_values_mean() {
    let list = Desk::empty().grail(["rules", "switches"]).done().out;
    for name in Switches::NAMES {
        assert!(list.contains(&format!("\n{name}  ")), "{name}");
    }
    assert!(list.contains("      additive         They add up in one bracket. (default)"), "{list}");
}

#[test]
fn a_code_is_explained_with_the_rules_it_names() {
    let desk = Desk::empty();
    let page = desk.grail(["rules", "E304"]).done();
    page.prints(["E304  The same target twice in one use (R375).", "R375  One use takes nobody twice."]);
    desk.grail(["rules", "E999"]).ends(2).says(["no rule is called `E999`"]);
}
