//! Sheets: those that must load, and those that must fail with the right words.
//!
//! | file | holds |
//! | --- | --- |
//! | `families`, `later_families` | every way of saying a thing, family by family, and how it is read back |
//! | `authors`, `attack_counts`, `joined`, `passages`, `lists`, `measures`, `bans_and_negation`, `tenses`, `use_outcomes`, `wordings`, `other_wordings`, `later_wordings`, `attacks_and_losses`, `plain_wordings`, `in_words_of_the_book`, `as_authors_write`, `later_classes`, `as_legends_are_told`, `ordinary_sheets`, `ordinary_wordings`, `items_and_statuses` | wordings of authors: in general, of so many attacks, of several things, of several sentences, of several people, of amounts, of restrictions, of times, of a use, class by class, of the table of wordings, of later authors, of single attacks and least amounts, by plain classes, sentence by sentence, class by class with what stays refused, of whole legends, of ordinary sheets, of their uses, of their items, statuses and fields |
//! | `misread`, `lost_words`, `done_as_written` | sentences that could mean somebody else; words a tree could lose; what is done as its words say |
//! | `upkeep_and_uses` | what would rest on an upkeep that is none, or on more uses of an item |
//! | `called_by_name` | the owner of a sheet, called by class or name |
//! | `blind` | effects by people who had seen nothing but the rulebook |
//! | `refusals_that_lead` | what a refusal tells its author, and wordings whose refusals led nowhere |
//! | `gm_lines` | what only the GM decides: the line that the error offers |
//! | `posted` | whole sheets as people post them, and what the import makes of them |
//! | `when_asked` | when a condition is asked and of which target, read back and told |
//! | `asked_of_skills` | what a sheet refuses by the skill that a sentence stands in |
//! | `asked_behind_blows` | a law: what its own blow would change is not asked behind it |
//! | `whose_target` | a law: what lasts asks of the target of its skill, what is said of attacks of the target of each |
//! | `variations` | a law: words that mean the same may be exchanged in every sentence |
//! | `guard`, `mutated`, `trees`, `laws` | laws: every number and name comes back; no word is there for nothing; generated trees; all sentences |
//! | `broken`, `every_key`, `circles` | sheets that fail with exact words; a sheet with every key; familiars in a ring |
//! | `schema`, `library`, `shipped` | the schema for editors; the library plays; every shipped sheet loads |
//! | `carried_out` | every node of the effect tree decides a scenario |
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests touch files and stop where something is wrong"
)]

mod as_authors_write;
mod as_legends_are_told;
mod asked_behind_blows;
mod asked_for;
mod asked_of_skills;
mod attack_counts;
mod attacks_and_losses;
mod authors;
mod bans_and_negation;
mod blind;
mod broken;
mod called_by_name;
mod carried_out;
mod circles;
mod done_as_written;
mod every_key;
mod false_synonyms;
mod families;
mod gm_lines;
mod guard;
mod guide;
mod in_words_of_the_book;
mod items_and_statuses;
mod joined;
mod later_classes;
mod later_families;
mod later_wordings;
mod laws;
mod library;
mod lists;
mod lost_words;
mod measures;
mod misread;
mod mutated;
mod ordinary_sheets;
mod ordinary_wordings;
mod other_wordings;
mod own_damage;
mod passages;
mod plain_wordings;
mod posted;
mod refusals_that_lead;
mod rules_and_exemptions;
mod schema;
mod shipped;
mod status_headings;
mod taken_over_and_foiled;
mod tenses;
mod trees;
mod two_readings;
mod upkeep_and_uses;
mod use_outcomes;
mod variations;
mod what_attacks_say;
mod when_asked;
mod whose_target;
mod wordings;
mod wordings_of_fields;
mod words_of_some_sheets;

use grail_referee::language::effects::parse;

/// What is offered in the place of a sentence that is refused: `write …`, each a sentence that is understood.
fn offered(sentence: &str) -> Vec<String> {
    let faults = match parse(sentence) {
        Ok(effect) => panic!("`{sentence}` is taken for `{effect}`"),
        Err(faults) => faults,
    };
    assert!(!faults.is_empty(), "`{sentence}` is refused without a word");
    let notes = faults.into_iter().flat_map(|fault| fault.notes);
    let offers = notes.filter_map(|note| Some(note.split_once("write `")?.1.trim_end_matches('`').to_owned()));
    let offers: Vec<String> = offers.filter(|offer| offer.ends_with('.')).collect();
    for offer in &offers {
        assert!(parse(offer).is_ok(), "`{sentence}` is answered with `{offer}`, which is not understood");
    }
    offers
}
