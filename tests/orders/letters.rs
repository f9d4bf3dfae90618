//! Letters as people write them: headings, check boxes, talk between the orders. No order is lost as talk.
#![expect(clippy::disallowed_methods, reason = "tests touch files and stop where something is wrong")]

use super::readings::checked_by;
use std::fs;

use super::view::seat_of_writers;
use super::{checked, plan, said};
use crate::cli::repository;

const LETTER: &str = "Hi Kat,

hope work wasn't too bad today! I know it's a bit long, sorry.

HEAD-RIN
1) Rin: Use Gandr on Lancer. I hope you like it.
- [ ] Stay.

I think they are bluffing, but who knows.

HEAD-SABER
* Attack Archer x2
[x] Use Parry on Lancer (just in case)

Good luck with everything!

Cheers,
Sam
";

#[test]
fn headings_are_headings_and_talk_is_a_note() {
    let forms: [fn(&str) -> String; 12] = [
        |name| format!("{name}:"),
        |name| format!("## {name}"),
        |name| format!("# {name}:"),
        |name| format!("== {} ==", name.to_uppercase()),
        |name| format!("--- {name} ---"),
        |name| format!("**{name}**"),
        |name| format!("__{name}__"),
        |name| format!("[b]{name}[/b]"),
        |name| format!("[b]{name}:[/b]"),
        |name| format!("[{name}]"),
        |name| format!("=== Orders for {name} ==="),
        |name| format!("~ {name} ~"),
    ];
    for form in forms {
        let text = LETTER.replace("HEAD-RIN", &form("Rin")).replace("HEAD-SABER", &form("Saber"));
        let found = checked(&text.replace("1) Rin: ", "1) "));
        let planned =
            ["Rin: Use Gandr on Lancer.", "Rin: Stay.", "Saber: Attack Archer 2 times.", "Saber: Use Parry on Lancer."];
        assert_eq!(plan(&found), planned, "{text}\n{:?}", said(&found));
        assert!(!found.has_errors(), "{text}\n{:?}", said(&found));
        let hints = found.diagnostics.iter().filter(|d| d.code == "H102").count();
        assert_eq!(hints, 2, "{:?}", said(&found));
    }
    // What stands with a colon is of one order, and it is said.
    let found = checked("Saber:\nIf Lancer is here: attack Lancer.\nAttack Caster.");
    assert!(found.diagnostics.iter().any(|d| d.code == "W107"), "{:?}", said(&found));
    // A heading that is nobody's is an error; a signature with orders below it too.
    assert!(checked("Saber:\n## Next Night\nAttack Caster.").has_errors());
    assert!(checked("Saber:\nStay.\n--\nAttack Caster.").has_errors());
    // A remark is a remark, whatever stands in it.
    assert_eq!(plan(&checked("Saber:\n# Saber attacks Lancer\nStay.")), ["Saber: Stay."]);
}

/// A word with two of its letters turned round, or one left out.
fn misspelt(word: &str, way: usize) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() < 4 || !letters.iter().all(|c| c.is_alphabetic()) {
        return None;
    }
    match way {
        0 => letters.swap(middle - 1, middle),
        _ => drop(letters.remove(middle)),
    }
    Some(letters.into_iter().collect())
}

#[test]
fn no_order_is_lost_as_talk() {
    let view = seat_of_writers();
    let mut tried = 0;
    let mut lost = Vec::new();
    for entry in fs::read_dir(repository().join("tests/orders/blind")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|of| of != "tsv") {
            continue;
        }
        // All of them with `GRAIL_LAWS=full`: it takes ten minutes.
        for (at, line) in fs::read_to_string(&path).unwrap().lines().enumerate().step_by(crate::cases(72, 1)) {
            let [_, character, sentence, _, _] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let words: Vec<&str> = sentence.split(' ').collect();
            let slip = (0..words.len()).filter_map(|i| {
                let mut slipped: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
                slipped[i] = misspelt(words[i], (at + i) % 2)?;
                Some(slipped.join(" "))
            });
            // As it stands, with a word misspelt, with talk before it.
            let every = std::iter::once(sentence.to_owned())
                .chain(slip.skip(at / 3 % 3).step_by(crate::cases(12, 3)))
                .chain(["I think I'd rather ", "Sorry, ", "We should "].map(|talk| format!("{talk}{sentence}")));
            for text in every {
                tried += 1;
                let found = checked_by(character, &text, &view);
                let talk = found.diagnostics.iter().any(|d| d.message.starts_with("taken as talk"));
                if talk && plan(&found).is_empty() && !found.has_errors() {
                    lost.push(format!("{character}: {text}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{} of {tried}:\n{}", lost.len(), lost.join("\n"));
    assert!(tried > crate::cases(150, 3000), "{tried}");
}
