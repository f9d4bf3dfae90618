//! The example Wars of the repository: every night they have orders for resolves without a fault.

use std::fs;

use super::{Desk, copy, repository};

#[test]
fn every_night_of_every_example_war_resolves_without_a_fault_and_is_replayed() {
    for entry in fs::read_dir(repository().join("campaigns")).unwrap() {
        let example = entry.unwrap().path();
        if !example.is_dir() {
            continue;
        }
        let desk = Desk::empty();
        copy(&example, &desk.path("war"));
        // Only what people wrote: the engine's own files are made anew.
        let nights: Vec<_> = fs::read_dir(desk.path("war/nights")).unwrap().map(|e| e.unwrap().path()).collect();
        let mut count = 0;
        for night in nights {
            let _ = fs::remove_file(night.join("state.yaml"));
            if night.ends_with("000") {
                fs::remove_dir_all(&night).unwrap();
            }
            count += u32::from(night.join("orders").is_dir());
        }
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
        if !example.join("nights/000").exists() {
            continue;
        }
        let desk = Desk::empty();
        copy(&example, &desk.path("war"));
        let stands = desk.files("war/nights/000");
        fs::remove_dir_all(desk.path("war/nights/000")).unwrap();
        desk.grail(["start", "war"]).done();
        let made = desk.files("war/nights/000");
        let differ = stands.iter().zip(&made).find(|(a, b)| a != b).map(|(a, _)| &a.0);
        let hint = "remove nights/000 and run `grail start`";
        assert!(stands.len() == made.len() && differ.is_none(), "{}: {differ:?}: {hint}", example.display());
    }
}
