//! Hints for sentences that are often tried and refused: they could mean two things, a rule forbids them, or a field of
//! the sheet exists for them. They are looked up only for a refused sentence.

/// Words that appear in a sentence in this order, and the hint.
const HINTS: &[(&[&str], &str)] = &[
    (&["% chance"], "chance is not in the language: nothing is drawn by lot where the rulebook does not say so"),
    (&["up to", "in this location", "receive"], "which of them? give the skill `max_targets`, and write `the targets`"),
    (
        &["damaged by the user's"],
        "only those damaged by the user are told apart: write `When the user's Master damages an opponent, …`",
    ),
    (&["hits up to"], "who decides how often? write `hits 3 times`, or what the hits depend on"),
    (&["summons up to"], "how many? write `Summons 3 \"Wolf\" familiars, at most 3 at a time`"),
    (&["may have at most"], "write `, at most 3 at a time` behind what is summoned"),
    (
        &["half of their"],
        "of the maximum or of what is there? write `half of their maximum Mana` or `half of their current Mana`",
    ),
    (
        &["may target masters"],
        "anybody may be targeted; past their Servants it is `This skill may damage Masters` (R009)",
    ),
    (
        &["can target masters"],
        "anybody may be targeted; past their Servants it is `This skill may damage Masters` (R009)",
    ),
    (&["no command spell"], "no skill keeps a Command Spell off (R160)"),
    (&["command spells", "cannot be used on"], "no skill keeps a Command Spell off (R160)"),
    (
        &["after being used"],
        "write `This skill cannot be used again for 3 Turns`: the Turn of its use is the first (R374)",
    ),
    (
        &["takes effect at the"],
        "a skill that is prepared `charges for 1 Turn`; else say of each sentence `At the beginning of the next Turn, …`",
    ),
    (
        &["regenerates", "each turn"],
        "regeneration is out of battle (R021): write `regeneration increases by 10`, or `restores 10 Health each Turn`",
    ),
    (
        &["additional mana paid"],
        "what is paid more is a fixed amount: `The user may pay 20 additional Mana; if they do, …`",
    ),
    (
        &["may pay", " ap ", " to hit"],
        "write `The user may pay 1 additional AP; if they do, this skill hits one more time`",
    ),
    (&["this skill ends after"], "write `Lasts 3 Turns`: the Turn of its use is the first (R374)"),
    (&["otherwise, it "], "say it again: `…; otherwise, damage inflicted increases by 10%`"),
    (
        &["one negative status effect"],
        "which one? write `All negative status effects are removed …`, or a status by its name",
    ),
    (&["one status effect"], "which one? write `All negative status effects are removed …`, or a status by its name"),
    (&["choose str"], "write `Choose one: the user's STR is raised by 1 rank, or the user's END is raised by 1 rank.`"),
    (&["would die"], "write `The user survives a fatal attack with 1 Health`, and `Can be used …` for how often"),
    (&["loses all ap"], "write `The target cannot act next Turn`, or how many AP they lose"),
    (
        &["equal to the target's"],
        "a rank is raised or becomes a rank that is written: ranks that follow each other have no end",
    ),
    (
        &["learns the target's skills"],
        "no sheet is released during the War (R010, R027): what is learned is Health, Mana, stats, names",
    ),
    (&["cp from damage"], "Combat Points follow from the damage (R279): write `The user's Master gains 20 CP`"),
    (
        &["combat points", "doubled"],
        "Combat Points follow from the damage (R279): write `The user's Master gains 20 CP`",
    ),
];

/// Words for matters that the engine does not handle and a GM can: chance, stories, looks, copies.
const FOR_THE_GM: [&str; 34] = [
    "% chance",
    "at random",
    "random",
    "coin",
    "disguise",
    "disguised",
    "appearance",
    "identify",
    "takes the form",
    "transforms",
    "illusion",
    "memory",
    "memories",
    "dream",
    "emotions",
    "mood",
    "question",
    "truthfully",
    "lie",
    "persuade",
    "convince",
    "promise",
    "oath",
    "geas",
    "vehicle",
    "mount",
    "riding",
    "copies",
    "copy",
    "swaps",
    "divinity",
    "dragon",
    "weather",
    "learns one of",
];

/// Whether a refused sentence is about something that only a GM can decide.
pub(super) fn is_for_the_gm(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_word_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    FOR_THE_GM.iter().any(|word| {
        lower.match_indices(word).any(|(at, _)| {
            let (before, behind) = (lower.get(..at), lower.get(at + word.len()..));
            is_word_end(before.and_then(|before| before.chars().next_back()))
                && is_word_end(behind.and_then(|behind| behind.chars().next()))
        })
    })
}

/// The hint for a refused sentence; `None` if it is not among those often tried.
pub(super) fn find_hint(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let stand_in_order = |words: &[&str]| {
        let mut rest = text.as_str();
        words.iter().all(|word| {
            let found = rest.split_once(word);
            rest = found.map_or(rest, |(_, behind)| behind);
            found.is_some()
        })
    };
    HINTS.iter().find(|(words, _)| stand_in_order(words)).map(|(_, hint)| *hint)
}
