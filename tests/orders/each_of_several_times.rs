//! `Each time …, up to 3 times`: an order for each of the first so many times (A064).

use super::readings::{all_read, all_refused};

#[test]
fn each_time_with_a_limit_is_an_order_for_each_time() {
    const RIN: &str = "Saber: Use Cut on Lancer when Lancer attacks Rin. | Saber: Use Cut on Lancer when Lancer attacks Rin at least 2 times.";
    let thrice = format!("{RIN} | Saber: Use Cut on Lancer when Lancer attacks Rin at least 3 times.");
    let or = "Saber: Use Cut on Archer when Archer uses \"Flame\" on Saber or Archer uses \"Arrow\" on Saber.";
    let both = "Saber: Use Cut on Lancer when Lancer attacks Rin or Lancer attacks me.";
    all_read(&[
        ("Saber: Each time Lancer attacks Rin, use Cut on Lancer, up to 3 times.", thrice.as_str()),
        ("Saber: Every time Lancer attacks Rin, use Cut on Lancer, at most three times.", thrice.as_str()),
        ("Saber: Whenever Lancer attacks Rin, use Cut on Lancer, up to twice.", RIN),
        ("Saber: Every time Lancer attacks Rin, I use Cut on Lancer, 2 times at most.", RIN),
        ("Saber: Each time Lancer attacks Rin, use Cut on Lancer, 2 times in all.", RIN),
        (
            "Saber: Every time Lancer attacks Rin I Cut him, up to three times.",
            "Saber: Use Cut on that character when Lancer attacks Rin. | Saber: Use Cut on that character when Lancer attacks Rin at least 2 times. | Saber: Use Cut on that character when Lancer attacks Rin at least 3 times.",
        ),
        (
            "Saber: Each time Archer uses Flame or Arrow on Saber, use Cut on Archer, at most 2 times.",
            format!("{or} | {or}").as_str(),
        ),
        (
            "Saber: Each time Lancer attacks Rin or Lancer attacks me, use Cut on Lancer, up to 2 times.",
            format!("{both} | {both}").as_str(),
        ),
    ]);
}

#[test]
fn what_could_be_so_often_at_once_stays_refused() {
    all_refused(&[
        // At each, or in all?
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer 3 times.",
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer up to 3 times.",
        "Saber: Each time Lancer attacks Rin, use up to 3 Cuts on Lancer.",
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer, 3 times.",
        "Saber: Cut Lancer, up to three times, each time he attacks Rin.",
        // At the first of them, or at each?
        "Saber: When Lancer attacks Rin, Cut him, up to three times.",
        "Saber: If Lancer attacks Rin, use Cut on Lancer, at most three times.",
        // More than a Turn holds.
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer, up to 30 times.",
        // Whose attacks are counted, and who is struck the second time?
        "Saber: Each time an enemy attacks Rin, use Cut on Lancer, up to 3 times.",
        "Saber: Each time someone attacks Rin, use Cut on them, up to 3 times.",
        "Saber: Each time Lancer or Archer attacks Rin, use Cut on him, up to 3 times.",
        // One blow would be two of these.
        "Saber: Each time Lancer attacks Rin or Lancer hits Rin, use Cut on Lancer, up to 3 times.",
        // Not what happens once each.
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer and then Guard, up to 3 times.",
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer, up to 3 times, and then use Guard.",
        "Saber: Each time Lancer is here, use Cut on Lancer, up to 3 times.",
        "Saber: Each time Lancer attacks Rin, don't use Cut on Lancer, up to 3 times.",
        "Saber: Each time Lancer attacks Rin, use Cut on Lancer, at least 3 times.",
    ]);
}
