//! What players write of their own absence is asked for or told, never an order and never lost; and a letter without
//! orders changes no number of an order.

use grail_referee::mail::letter::LetterText;
use grail_referee::mail::requests::find_requests;

use super::{by_maildir, deliver, letter_of, sent, words};
use crate::cli::repository;

/// What is written, whether days are taken from it, and whether the night is to wait.
const WRITTEN: [(&str, bool, bool); 6] = [
    ("I will be on vacation from 3 May to 9 May. Could you wait for me?", false, true),
    ("I will be on vacation from 3 May to\n9 May.", true, false),
    ("Could you please wait for me until I am back?", false, true),
    ("I'm away next week, so don't expect much from me.", false, false),
    ("We are on holiday, with my internet down.", false, false),
    ("I am away from 3 May to 9 May.", true, false),
];

#[test]
fn an_absence_is_asked_for_or_told_wherever_it_stands_and_never_an_order() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    let mut number = 0;
    for (said, days, waits) in WRITTEN {
        for around in ["SAID\n", "Saber:\n  Stay.\n  SAID\nIris: Stay.\n", "Saber: Stay. SAID\n"] {
            number += 1;
            deliver(
                &desk,
                &format!("17000{number:05}.a"),
                &letter_of("alice", 1, number, &around.replace("SAID", said)),
            );
            desk.grail(["orders", "import", "war", "--send"]).done();
            let id = format!("alice.1.{number}@example.org");
            let all = sent(&desk);
            let answer = words(&all.iter().find(|(_, letter)| letter.answers.contains(&id)).unwrap().1);
            let place = "war/nights/001/orders/red.txt";
            let file = if desk.path(place).exists() { desk.read(place) } else { String::new() };
            let orders: Vec<&str> =
                file.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
            let expected = ["Saber:", "Iris:", "Stay.", "Stay"];
            assert!(orders.iter().all(|line| expected.contains(&line.trim())), "{around} of {said}: {file}");
            assert_eq!(answer.contains("nobody waits for Red"), days, "{around} of {said}: {answer}");
            assert_eq!(
                answer.contains("will not be played before its deadline"),
                waits,
                "{around} of {said}: {answer}"
            );
            // What is not granted is for the GM, and its writer hears so.
            let kept = answer.contains("kept for the GM to read") || answer.contains("the GM reads that, and decides");
            assert!(days || kept || (waits && !said.contains("vacation")), "{around} of {said}: {answer}");
            let letters = desk.grail(["letters", "war"]).done();
            assert_eq!(
                letters.out.contains(&format!("{number} (night 1)")),
                kept,
                "{around} of {said}: {}",
                letters.out
            );
        }
        let status = desk.grail(["status", "war"]).done().out;
        assert!(!status.contains("Not accepted"), "{said}: {status}");
    }
}

#[test]
fn a_letter_without_orders_changes_no_number_of_the_plan_that_was_mailed() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    let plan = ["Saber:\n  1. Scout Market.", "  2. Stay.\n", "Iris:\n  3. Stay."];
    let letters = [
        "Saber: Scout Market.\nStay.\nIris: Stay.\n",
        "Could Saber carry Iris?\n",
        "Hold the gate!\n",
        "Saber: Use Nonsense on Lancer.\n",
        "Sabr: Stay.\n",
        "I will be on vacation from 3 May to 9 May. Could you wait for me?\n",
        "Thank you all for a fine War.\n",
    ];
    for (number, body) in letters.into_iter().enumerate() {
        let number = u32::try_from(number).unwrap();
        deliver(&desk, &format!("1700000{number:03}.a"), &letter_of("alice", 1, number, body));
        desk.grail(["orders", "import", "war", "--send"]).done();
        let id = format!("alice.1.{number}@example.org");
        let all = sent(&desk);
        let answer = words(&all.iter().find(|(_, letter)| letter.answers.contains(&id)).unwrap().1);
        for part in plan {
            assert!(answer.contains(part), "{body}: no {part:?} in\n{answer}");
        }
    }
    desk.grail(["night", "war", "--send", "--early"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    for part in ["1. Scout Market.", "2. Stay.", "3. Stay."] {
        assert!(page.contains(part), "no {part:?} in\n{page}");
    }
}

/// No order that a blind writer wrote is taken from the orders: asked for, or told to the GM.
#[test]
fn no_order_is_taken_for_words_about_its_writer() {
    let today = jiff::civil::date(2026, 4, 24);
    let characters = ["Saber".to_owned(), "Rin".to_owned()];
    let (mut read, mut taken) = (0, Vec::new());
    for entry in std::fs::read_dir(repository().join("tests/orders/blind")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|of| of != "tsv") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let [_, who, sentence, ..] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let text = format!("{who}:\n  {sentence}\n{who}: Stay.\n");
            let letter = LetterText { part: "the letter".to_owned(), text, ..LetterText::default() };
            let asked = find_requests(&[letter], &characters, today);
            read += 1;
            if !asked.gm_words.is_empty() || !asked.texts.iter().any(|text| text.text.contains(sentence)) {
                taken.push(format!("{sentence}: {:?} {:?}", asked.requests, asked.gm_words));
            }
        }
    }
    assert!(read > 1500, "{read} orders");
    assert!(taken.is_empty(), "{} of {read}\n{}", taken.len(), taken.join("\n"));
}
