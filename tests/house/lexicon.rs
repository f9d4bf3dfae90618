//! `grammar/lexicon.pest` is what `grammar/lexicon.txt` makes it.
//!
//! After a change of the table `GRAIL_DOCS=renew cargo test --test integration lexicon` writes it anew.

use std::fs;

use super::lexicon_rules::rules;
use crate::cli::repository;

#[test]
fn the_lexicon_is_what_its_table_says() {
    let folder = repository().join("grammar");
    let made = rules(&fs::read_to_string(folder.join("lexicon.txt")).unwrap()).unwrap();
    let path = folder.join("lexicon.pest");
    if std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew") {
        fs::write(path, made).unwrap();
        return;
    }
    assert!(fs::read_to_string(path).unwrap() == made, "grammar/lexicon.pest is stale");
}

#[test]
fn a_verb_bends_by_rule() {
    let made = rules("event | go | carry; stab; head [led]\norder | run | run away").unwrap();
    for form in ["carries", "carried", "carrying", "stabbed", "stabbing", "led"] {
        assert!(made.contains(&format!("^\"{form}\"")), "{form}: {made}");
    }
    assert!(made.contains("^\"running\" ~ WHITESPACE+ ~ ^\"away\"") && !made.contains("headed"), "{made}");
}

#[test]
fn two_senses_do_not_claim_one_word() {
    let clash = rules("order | attack | hit; strike\norder | scout | strike");
    assert_eq!(clash, Err("`strike` stands in `attack` and in `scout`".to_owned()));
    assert!(rules("order | attack | strike\nevent | attack | strike").is_ok());
}
