//! An answer takes no more than a few times what it answers, whatever that is.

use crate::updates::stage::{CAST, war_with};
use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::orders::order_receipt::render_receipt;
use grail_referee::perception::view_of::build_view;

/// What an answer may take however little it answers, in bytes.
const FLOOR: usize = 40 * 1024;
/// How many times its question it may take beyond that.
const TIMES: usize = 7;

/// Texts that cost little to write and much to answer, each of about so many bytes.
fn hostile(bytes: usize) -> Vec<(&'static str, String)> {
    let of = |head: &str, piece: &str| format!("{head}{}", piece.repeat(bytes / piece.len()));
    vec![
        ("faults a line", of("Saber:\n", "X.\n")),
        ("faults in one line", of("Saber: ", "X. ")),
        ("names that nearly are some", of("Saber:\n", "Attack Castre.\n")),
        ("one enormous name", of("Saber: Attack ", "x")),
        ("one enormous list", of("Saber: Attack Caster", ", Castre")),
        ("heads without orders", of("", "Xaber:\n")),
        ("characters of nobody", of("", "Xaber: Stay.\n")),
        ("short orders", of("Saber:\n", "Stay.\n")),
        ("warnings", of("Saber:\n", "Attack Rin.\n")),
        ("conditions", of("Saber:\n  If ", "Caster is here and ") + "Rin is here, stay.\n"),
        ("one condition, many actions", of("Saber:\n  When Caster attacks me, stay", " and then stay") + ".\n"),
        ("brackets", of("Saber: If ", "(") + "Caster is here, stay.\n"),
        ("headers", of("", "War: x\n")),
        ("quotes", of("Saber: Say: ", "\"x ")),
    ]
}

#[test]
fn an_answer_takes_a_few_times_what_it_answers_and_no_more() {
    let war = war_with(CAST, "Rin", "Kirei");
    let view = build_view(&war, war.setup.seat_named("Red").expect("a seat"));
    for bytes in [200, 6_000] {
        for (what, text) in hostile(bytes) {
            let source = Source::new("red.txt", text);
            let answer = render_receipt(&source, &view, &check(&source, &view));
            let (answered, asked) = (answer.len(), source.text.len());
            println!("{what}, {asked} bytes: {answered}");
            assert!(answered <= FLOOR + TIMES * asked, "{what}: {answered} bytes for {asked}");
        }
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let war = war_with(CAST, "Rin", "Kirei");
    let view = build_view(&war, war.setup.seat_named("Red").expect("a seat"));
    let text = format!("Saber:\n{}", "Stay.\n".repeat(40) + &"X.\n".repeat(1000));
    let source = Source::new("red.txt", text);
    let checked = check(&source, &view);
    let answer = render_receipt(&source, &view, &checked);
    let shown = answer.matches("red.txt:").count();
    assert!(answer.contains(&format!("And {} more: mend these first.", checked.diagnostics.len() - shown)), "{shown}");
}
