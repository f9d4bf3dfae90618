//! The example Wars of the repository: every night they have orders for resolves without a fault.

use std::fs;

use super::{Desk, copy_example, copy_unplayed, repository};

#[test]
fn every_night_of_every_example_war_resolves_without_a_fault_and_is_replayed() {
    for entry in fs::read_dir(repository().join("campaigns")).unwrap() {
        let example = entry.unwrap().path();
        if !example.is_dir() {
            continue;
        }
        let desk = Desk::empty();
        copy_unplayed(&example, &desk.path("war"));
        // Only what people wrote: the start is made anew.
        let _ = fs::remove_dir_all(desk.path("war/nights/000"));
        let count = fs::read_dir(desk.path("war/nights")).unwrap().count();
        desk.grail(["start", "war"]).done();
        for night in 1..=count {
            let run = desk.grail(["resolve", "war"]).done().says([&format!("Night {night}: ")]);
            assert!(!run.err.contains("error["), "{}, night {night}:\n{}", example.display(), run.err);
        }
        desk.grail(["replay", "war"]).done();
    }
}

#[test]
fn the_start_that_an_example_war_comes_with_is_what_the_engine_makes_now() {
    for entry in fs::read_dir(repository().join("campaigns")).unwrap() {
        let example = entry.unwrap().path();
        if !example.is_dir() {
            continue;
        }
        let desk = Desk::empty();
        copy_unplayed(&example, &desk.path("war"));
        if !desk.path("war/nights/000").exists() {
            continue;
        }
        let stands = desk.files("war/nights/000");
        fs::remove_dir_all(desk.path("war/nights/000")).unwrap();
        desk.grail(["start", "war"]).done();
        let made = desk.files("war/nights/000");
        let differ = stands.iter().zip(&made).find(|(a, b)| a != b).map(|(a, _)| &a.0);
        let hint = "remove nights/000 and run `grail start`";
        assert!(stands.len() == made.len() && differ.is_none(), "{}: {differ:?}: {hint}", example.display());
    }
}

#[test]
fn tests_take_an_example_as_the_repository_has_it_whatever_was_played_in_it() {
    for name in ["first-war", "nine-bridges"] {
        let (desk, again) = (Desk::empty(), Desk::empty());
        copy_example(name, &desk.path(name));
        let given = desk.files(name);
        if name == "first-war" {
            desk.grail(["start", name]).done();
        }
        desk.grail(["resolve", name]).done();
        assert!(desk.files(name).len() > given.len());
        copy_unplayed(&desk.path(name), &again.path(name));
        assert_eq!(again.files(name), given);
    }
}
