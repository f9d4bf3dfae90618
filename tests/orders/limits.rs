//! No text panics, none takes long, and every limit says which it is.
#![expect(clippy::disallowed_methods, reason = "how long a text takes is what is tested")]

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{checked, said};
use grail_referee::language::order_text;

/// A guard against what never ends, not a measure: no text comes near it.
const HANG: Duration = Duration::from_secs(600);

const WORDS: &[&str] = &[
    "Saber",
    "Rin",
    "Caster",
    "Archer",
    "Church",
    "Rapid Cut",
    "Gandr",
    "Sword of and",
    "If",
    "if",
    "unless",
    "otherwise",
    "when",
    "after",
    "at the end of the",
    "Attacking Phase",
    "in the",
    "2nd",
    "Use",
    "attack",
    "attacks",
    "on",
    "to",
    "and",
    "or",
    "not",
    "then",
    "(",
    ")",
    ",",
    ";",
    ".",
    ":",
    "\"",
    "'",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "# ",
    "-- ",
    "is",
    "has",
    "dead",
    "here",
    "100 or less",
    "Health",
    "of their maximum",
    "an opponent",
    "every enemy Servant",
    "who",
    "whoever",
    "the",
    "my Master",
    "'s",
    "twice",
    "3 times",
    "paying 8 additional Mana",
    "Command",
    "\"Obey me!\"",
    "Night: 3",
    "Saber:",
    "AGI C++",
    "@",
    "->",
    "would",
    "é",
    "\u{F0000}",
    "\u{E000}",
    "\u{FEFF}",
    "\r\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = checked(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_words_of_the_language_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let text = words.join(" ");
        let begin = Instant::now();
        let found = checked(&text);
        prop_assert!(begin.elapsed() < HANG, "{text}");
        for diagnostic in &found.diagnostics {
            prop_assert!(text.get(diagnostic.span.range()).is_some(), "{text}: {diagnostic:?}");
        }
        // What could be read is said back in words that read the same.
        for order in &found.plan {
            let words = order_text::order_sentence(order);
            let again = checked(&format!("{}:\n{words}", order.actor.text));
            prop_assert!(again.plan.iter().any(|o| order_text::order_sentence(o) == words), "{text}\n{words}\n{:?}", said(&again));
        }
    }
}

#[test]
fn hostile_texts_end_soon_and_say_why() {
    let nested = format!("Saber:\nIf {}Caster is dead{}, stay.", "(".repeat(900), ")".repeat(900));
    let ifs = format!("Saber:\n{} stay.", "if Caster is dead, ".repeat(90));
    let nots = format!("Saber:\nIf {} (Caster is dead), stay.", "not (".repeat(60));
    let long = format!("Saber:\nUse Rapid Cut on {}.", "Caster and ".repeat(900));
    let quotes = "'a ".repeat(20_000);
    let many = "Saber:\nStay.\n".repeat(400);
    let huge = "Saber: Stay. ".repeat(6000);
    let commas = format!("Saber:\nIf {}, stay.", "Caster is dead and ".repeat(100));
    for (text, code) in [
        (nested, "E103"),
        (ifs, "E103"),
        (nots, "E103"),
        (long, "E102"),
        (quotes, "E102"),
        (many, "E114"),
        (huge, "E101"),
        (commas, "E105"),
    ] {
        let begin = Instant::now();
        let found = checked(&text);
        assert!(begin.elapsed() < HANG);
        assert!(said(&found).iter().any(|s| s.starts_with(code)), "{code}: {:?}", said(&found).first());
    }
}

#[test]
fn a_long_order_file_is_read_at_once() {
    let order = "If Lancer attacks Caster's Master first and two or more opponents are here, use Rapid Cut on Lancer at the end of the Attacking Phase; otherwise, attack Caster.\n";
    let text = format!("Saber:\n{}", order.repeat(40));
    let begin = Instant::now();
    let found = checked(&text);
    println!("40 orders: {:?}", begin.elapsed());
    assert_eq!(found.plan.len(), 40, "{:?}", said(&found));
    assert!(begin.elapsed() < HANG);
}
