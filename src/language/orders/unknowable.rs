//! What people ask an order to know, and nobody knows or the book does not tell: answered with what can be asked.

/// Words that ask for it, why it is not known, and what to write (R198, R199, R200, A064, A155).
const ASKED: [(&[&str], &str, &str); 15] = [
    (
        &["ceasefire", "cease-fire", "truce", "peace"],
        "whether there is a ceasefire cannot be asked by itself",
        "whom you have neither an alliance nor a ceasefire with is an opponent: `If Lancer is an opponent, …`; of an alliance, `If Lancer is an ally, …`",
    ),
    (
        &[
            "accepts", "accepted", "accept", "agrees", "agreed", "refuses", "refused", "rejects", "rejected",
            "declines", "declined", "willing", "turns", "offered",
        ],
        "what somebody answers is not told within the Turn, so that no order can wait for it",
        "an alliance or a ceasefire is each side's own word: `Ally with TEAM.`; what they do can be asked: `If Illya attacks me, …`",
    ),
    (
        &["alone", "unprotected", "unguarded", "undefended"],
        "without their Servant, or with nobody at all?",
        "write `If Tokiomi's Servant is not here, …`, or count them: `If exactly 1 opponent is here, …`",
    ),
    (
        &["tries", "trying", "attempts", "about", "intending", "planning"],
        "what somebody is about to do is not yet done, and nobody knows it (R198)",
        "wait for the deed: `If Lancer leaves this location, …`, `If Saber uses Excalibur, …`",
    ),
    (
        &["weakest", "strongest", "weaker", "stronger", "hardest", "healthiest"],
        "how much Health others have is not known (R200)",
        "write a name, `an opponent`, or of your own `whichever of Rin and me has less Health`",
    ),
    (
        &["stays", "stayed", "staying", "remains", "remained"],
        "whether somebody stays is seen only when all have moved, at once",
        "ask who is here: `If Lancer is here, …`, and who is still here by `In the 2nd round, if Lancer is here, …`",
    ),
    (
        &["wherever"],
        "nobody is followed: a move names its place, and all move at once",
        "write `Move to LOCATION.`; who go together: `Move to Bridge with Rin.`",
    ),
    (
        &["twice", "thrice", "times", "time"],
        "how often something happened cannot be asked",
        "an order waits for the first time; the same order once more waits for the second",
    ),
    (
        &["before"],
        "nothing is done before its own place in the Turn",
        "leave the time out: what comes by itself before another phase needs none; what is to wait, waits: `after Lancer attacks`",
    ),
    (&["does", "did", "do"], "what does he do? the deed must be said again", "write `if Archer attacks Rin`"),
    (
        &["lost"],
        "lost in this Turn, or less than there could be?",
        "write `If Rin was damaged, …` or `If Rin has less than 100% of her maximum Health, …`",
    ),
    (
        &["states", "stated", "posts", "posted"],
        "what somebody says in the Logic Game is answered on the next day, and no order waits for it",
        "read the log, and answer by its number: `Counter 3 in blue: \"…\"`",
    ),
    (
        &["last"],
        "an order asks of this Turn alone",
        "leave it out if you know it: what was before tonight stands in your update",
    ),
    (
        &["either", "both", "all"],
        "which of them? names say it",
        "write `If Lancer is dead or Archer is dead, …`, `If Lancer is dead and Archer is dead, …`, or `an opponent`",
    ),
    (
        &["nearby", "protect", "protecting", "guarding"],
        "who stands beside whom is asked by who is here",
        "write `If Tokiomi's Servant is not here, …`",
    ),
];

/// Why what the words about a place ask for is not known, and what to write: the word there, else one just before it.
pub(super) fn unknowable(before: &str, word: &str) -> Option<(&'static str, &'static str)> {
    let back = before.rsplit(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).take(2);
    std::iter::once(word).chain(back).find_map(|word| {
        let row = ASKED.iter().find(|(words, ..)| words.iter().any(|of| of.eq_ignore_ascii_case(word)))?;
        Some((row.1, row.2))
    })
}
