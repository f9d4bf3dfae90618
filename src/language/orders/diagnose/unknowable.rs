//! Conditions that nobody can know or that the book does not reveal, with what can be asked instead.

/// Words of such conditions, why the answer is unknown, and what to write (R198, R199, R200, A064, A155).
const UNKNOWABLE_WORDS: [(&[&str], &str, &str); 21] = [
    (
        &["bf", "bounded"],
        "whether there is a Bounded Field somewhere cannot be asked: only of a skill by its name",
        "of a field that you know write `If {skill} is active, …`; where another stands yours is cancelled and paid back, and `If {skill} fails, …` asks that",
    ),
    (
        &["ceasefire", "cease-fire", "truce", "peace"],
        "whether there is a ceasefire cannot be asked by itself",
        "whom you have neither an alliance nor a ceasefire with is an opponent: `If {foe} is an opponent, …`; of an alliance, `If {foe} is an ally, …`",
    ),
    (
        &[
            "accepts", "accepted", "accept", "agrees", "agreed", "refuses", "refused", "rejects", "rejected",
            "declines", "declined", "willing", "turns", "offered",
        ],
        "what somebody answers is not told within the Turn, so that no order can wait for it",
        "an alliance or a ceasefire is each side's own word: `Ally with {team}.`; what they do can be asked: `If {foe} attacks me, …`, `If {foe} does not attack me, …`",
    ),
    (
        &["alone", "unprotected", "unguarded", "undefended"],
        "without their Servant, or with nobody at all?",
        "write `If {master}'s Servant is not here, …`, or count them: `If exactly 1 opponent is here, …`",
    ),
    (
        &["tries", "trying", "attempts", "about", "intending", "planning"],
        "what somebody is about to do is not yet done, and nobody knows it (R198)",
        "wait for the deed: `If {foe} flees, …`, `If {foe} leaves this location, …`, `If {foe} attacks me, …`",
    ),
    (
        &["weakest", "strongest", "weaker", "stronger", "hardest", "healthiest"],
        "how much Health others have is not known (R200)",
        "write a name, `an opponent`, or of your own `Use {skill} on whichever of {own} and me has less Health.`",
    ),
    (
        &["stays", "stayed", "staying", "remains", "remained"],
        "whether somebody stays is seen only when all have moved, at once",
        "ask who is still here behind the moves: `In the 2nd round, if {foe} is here, …`; here now: `If {foe} is here, …`",
    ),
    (
        &["spell", "spells"],
        "spells of which kind? what a Master has are Command Spells",
        "write `if I have 2 or more Command Spells`",
    ),
    (
        &["wherever"],
        "nobody is followed: a move names its place, and all move at once",
        "write `Move to {place}.`; who go together: `Move to {place} with {own}.`",
    ),
    (
        &["twice", "thrice", "times", "time"],
        "how often what happened, and by whom?",
        "of one, by name, it can: `If {foe} attacks me at least 2 times, …`, `If 2 or more opponents attack me, …`",
    ),
    (
        &["before"],
        "nothing is done before its own place in the Turn",
        "leave the time out: what comes by itself before another phase needs none; what is to wait, waits: `after Lancer attacks`",
    ),
    (
        &AUXILIARIES,
        "what does he do? the deed must be said again",
        "write `if {foe} attacks {own}`; of the other case `If C, A; otherwise, B.`",
    ),
    (
        &["lost"],
        "lost in this Turn, or less than there could be?",
        "write `If {own} received {number} or more damage this Turn, …`, `If {own} was damaged, …` or `If {own} has less than 100% of their maximum Health, …`",
    ),
    (
        &["states", "stated", "posts", "posted"],
        "what somebody says in the Logic Game is answered on the next day, and no order waits for it",
        "read the log, and answer by its number: `Counter 3 in blue: \"…\"`",
    ),
    (
        &["finished", "done"],
        "when somebody is done is not known: more may come",
        "write `Use {skill} on {foe} at the end of the Attacking Phase.`, or `Use {skill} on {foe} after {foe} attacks.`",
    ),
    (
        &["resort"],
        "when is that so? a number or an event says it",
        "write `If {own} has less than 50 Health, …`, `If an opponent attacks {own}, …`",
    ),
    (
        &["last"],
        "an order asks of this Turn alone, and not who was the last",
        "leave it out if you know it: what was before tonight stands in your update; of this Turn `whoever attacked me first` can be asked",
    ),
    (
        &["either", "both"],
        "which of them? names say it",
        "write `If {foe} is dead or {other} is dead, …`, `If {foe} is dead and {other} is dead, …`, or `an opponent`",
    ),
    (
        &[
            "losing",
            "winning",
            "trouble",
            "danger",
            "badly",
            "severely",
            "seriously",
            "quiet",
            "weak",
            "needs",
            "need",
            "rough",
            "happens",
            "risky",
            "overwhelmed",
            "outmatched",
            "desperate",
        ],
        "when is that so? a number or an event says it",
        "write `If {own} has less than 50 Health, …`, `If an opponent attacks {own}, …`",
    ),
    (
        &["stuns", "poisons"],
        "what somebody suffers from is asked, and not by which skill",
        "write `If {own} is affected by Stun, …`, or `If anyone uses {seen} on {own}, …`",
    ),
    (
        &["nearby", "protect", "protecting", "guarding", "covering"],
        "who stands beside whom is asked by who is here",
        "write `If {master}'s Servant is not here, …`",
    ),
];

/// Verbs that may stand for another: `If Archer does, …`.
const AUXILIARIES: [&str; 3] = ["does", "did", "do"];

/// The reason and the advice for the word at a place that could not be read, or for one of the two words before it.
pub(in crate::language::orders) fn find_unknowable(
    before: &str,
    word: &str,
    behind: &str,
) -> Option<(&'static str, &'static str)> {
    // `who did the most damage`: no verb that stands for another.
    let is_verb_alone = |said: &str| {
        let behind = if said == word { behind } else { word };
        !AUXILIARIES.iter().any(|verb| verb.eq_ignore_ascii_case(said))
            || !behind.trim_start().starts_with(char::is_alphabetic)
    };
    let words_before = before.rsplit(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.len() > 1).take(2);
    std::iter::once(word).chain(words_before).filter(|word| is_verb_alone(word)).find_map(|word| {
        let row = UNKNOWABLE_WORDS
            .iter()
            .find(|(words, ..)| words.iter().any(|unknowable| unknowable.eq_ignore_ascii_case(word)))?;
        Some((row.1, row.2))
    })
}
