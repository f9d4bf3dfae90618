//! `grail man` and `grail completions`: both in the help, both of every command.

use super::Desk;

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::empty();
    let root = desk.grail(["man"]).done().out;
    assert!(root.starts_with(".TH GRAIL 1"), "{root}");
    let commands: Vec<&str> = root.lines().filter_map(|line| line.strip_prefix("\\fB")?.strip_suffix("\\fR")).collect();
    for command in ["resolve", "rules", "completions", "man"] {
        assert!(commands.contains(&command), "{commands:?}");
    }
    for command in commands.iter().filter(|name| !name.starts_with("\\-") && !name.starts_with('<')) {
        let page = desk.grail(["man", command]).done().out;
        assert!(page.contains(".SH SYNOPSIS\ngrail "), "{command}: {page}");
    }
    desk.grail(["man", "orders", "import"]).done().prints([".TH GRAIL\\-ORDERS\\-IMPORT 1", "grail orders import"]);
    desk.grail(["man", "orders", "improt"]).ends(2).says(["there is no command `orders improt`"]);
}

#[test]
fn completions_know_the_commands() {
    let script = Desk::empty().grail(["completions", "bash"]).done().out;
    assert!(script.contains("rulings") && script.contains("completions"), "{script}");
}
