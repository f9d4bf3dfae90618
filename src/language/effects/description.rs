//! Sentences that describe a skill and do nothing: `A spear is thrust through the opponent's heart.`
//!
//! A sentence describes only if no word of it is one of the game's, nor any that counts, denies, asks or allows: what
//! could say something that is done is never passed over. Before anything is said that is done, a sentence leads in: it
//! may use more words that tell of a fight, as long as no form knows it and no word of it is of what is done.

use super::passages::{is_understood, sentences_of};
use crate::language::span::Span;

/// A sentence of an entry.
pub(super) struct Piece<'t> {
    /// Where it begins.
    pub at: usize,
    /// Its words.
    pub text: &'t str,
    /// Whether it describes and does nothing.
    pub describes: bool,
}

/// The sentences of an entry, and which of them describe beside at least one that says what is done.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut leads = true;
    for (at, said) in sentences_of(text) {
        let led = led_in(said).filter(|_| leads).map(|behind| (at, behind));
        if let Some((at, behind)) = led {
            pieces.push(Piece { at, text: said.get(..behind).unwrap_or_default(), describes: true });
        }
        let behind = led.map_or(0, |(_, behind)| behind);
        let (at, said) = (at + behind, said.get(behind..).unwrap_or_default());
        let describes = describes(said) || says_a_rule(said) || (leads && leads_in(said));
        leads &= describes;
        pieces.push(Piece { at, text: said, describes });
    }
    if pieces.iter().all(|piece| piece.describes) {
        pieces.iter_mut().for_each(|piece| piece.describes = false);
    }
    pieces
}

/// The sentences of an entry that describe, beside at least one that says what is done.
#[must_use]
pub fn described(text: &str) -> Vec<Span> {
    let spans = pieces(text).into_iter().filter(|piece| piece.describes).map(|Piece { at, text, .. }| {
        let start = at + (text.len() - text.trim_start().len());
        Span::new(start, at + text.trim_end().len())
    });
    spans.collect()
}

/// What sentences say that is so of every skill by the rules: hits are attacks each (R101).
const AS_THE_RULES_SAY: [&str; 6] = [
    "each hit is a separate attack",
    "each hit is considered a separate attack",
    "each hit counts as a separate attack",
    "each hit is treated as a separate attack",
    "each hit is calculated separately",
    "each of these is considered a separate attack",
];

fn says_a_rule(sentence: &str) -> bool {
    let said = sentence.trim().trim_end_matches(['.', ';']).to_lowercase();
    AS_THE_RULES_SAY.contains(&said.as_str())
}

/// Whether a sentence says nothing that is done. Of few words one could be a misspelt word of the game.
fn describes(sentence: &str) -> bool {
    words_of(sentence).is_some_and(|words| words.len() > 4 && !words.iter().any(|word| is_of_the_game(word)))
}

/// Whether a sentence in front of what is done tells of it in words that do nothing: no form knows it, and none of its
/// words is of what is done.
fn leads_in(sentence: &str) -> bool {
    let Some(words) = words_of(sentence) else { return false };
    let thing = words.first().is_some_and(|word| ["a", "an"].contains(&word.as_str()));
    let enough = words.len() > 4 || (thing && words.len() > 2);
    let has = |all: &[&str]| words.iter().any(|word| all.iter().any(|one| word.starts_with(one)));
    let of_all = words.iter().any(|word| OF_ALL.contains(&word.as_str())) && has(AIMED_AT);
    let tells = |word: &String| MORE_WORDS.contains(&word.as_str()) || (is_of_the_game(word) && !is_free(word));
    enough && !of_all && !words.iter().any(tells) && !is_understood(sentence)
}

/// `The blade is cursed: the target loses 20 Mana`: where what is done begins behind words that lead in.
fn led_in(sentence: &str) -> Option<usize> {
    let at = sentence.find(": ")?;
    let (head, rest) = (sentence.get(..at)?, sentence.get(at + 2..)?);
    let leads = !head.contains('"') && rest.split_whitespace().count() > 3 && (describes(head) || leads_in(head));
    (leads && !is_understood(sentence)).then_some(at + 2)
}

/// The words of a sentence, small; none where it has a sign that counts or quotes.
fn words_of(sentence: &str) -> Option<Vec<String>> {
    let lower = sentence.to_lowercase();
    if lower.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '"' | ':' | '%' | '+' | '(')) {
        return None;
    }
    let words = lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    Some(words.map(str::to_owned).collect())
}

fn is_of_the_game(word: &str) -> bool {
    WORDS.contains(&word) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
}

/// Whether a word of the game does nothing in a sentence that leads in.
fn is_free(word: &str) -> bool {
    !MORE_WORDS.contains(&word)
        && (FREE.contains(&word) || FREE_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
}

/// Words that say of how many; beside those at whom something is aimed they say whom it is done to.
const OF_ALL: &[&str] = &["all", "any", "anybody", "anyone", "both", "each", "every", "everybody", "everyone"];
/// How words begin that say at whom something is aimed.
const AIMED_AT: &[&str] = &["all", "attack", "character", "enem", "foe", "opponent", "target", "strik", "night"];

/// Words of a sentence that leads in which say what is done, though they are no words of the game's.
const MORE_WORDS: &[&str] = &[
    "asleep",
    "banish",
    "banished",
    "banishes",
    "bound",
    "defends",
    "disarm",
    "disarmed",
    "disarms",
    "freezes",
    "frozen",
    "guards",
    "imprison",
    "imprisoned",
    "imprisons",
    "known",
    "locks",
    "locked",
    "name",
    "paralyzed",
    "paralyzes",
    "protects",
    "send",
    "sends",
    "sent",
    "share",
    "shares",
    "shields",
    "sleep",
    "sleeps",
    "stat",
    "stats",
];

/// Words that count or ask, which do so of nothing in a sentence that leads in.
const FREE: &[&str] = &[
    "acts",
    "after",
    "again",
    "all",
    "also",
    "any",
    "anybody",
    "anyone",
    "anything",
    "area",
    "areas",
    "before",
    "both",
    "call",
    "calls",
    "carries",
    "class",
    "considered",
    "dead",
    "during",
    "each",
    "even",
    "every",
    "everyone",
    "few",
    "find",
    "finds",
    "flying",
    "freely",
    "guard",
    "healer",
    "healing",
    "instant",
    "killed",
    "killer",
    "killing",
    "last",
    "location",
    "locations",
    "lost",
    "might",
    "more",
    "most",
    "other",
    "others",
    "place",
    "places",
    "protection",
    "protective",
    "same",
    "see",
    "sees",
    "slowly",
    "somebody",
    "someone",
    "something",
    "survived",
    "take",
    "taken",
    "takes",
    "time",
    "turned",
    "turns",
    "use",
    "used",
    "uses",
    "using",
    "when",
    "whenever",
    "while",
    "will",
    "without",
    "would",
];

/// How words begin that tell of a fight and do nothing in a sentence that leads in.
const FREE_BEGINNINGS: &[&str] = &[
    "attack", "ban", "battle", "bound", "burn", "cast", "charg", "charm", "combat", "cover", "curs", "death", "defen",
    "evil", "field", "form", "home", "lower", "marb", "master", "name", "night", "raise", "sens", "servant", "sharp",
    "spell", "stat", "team", "view", "war",
];

/// Words that say how many, whether, when, or what of the game is meant.
const WORDS: &[&str] = &[
    "able",
    "act",
    "after",
    "again",
    "agi",
    "all",
    "also",
    "always",
    "any",
    "anybody",
    "anyone",
    "anything",
    "ap",
    "area",
    "areas",
    "aren",
    "before",
    "both",
    "bring",
    "brings",
    "call",
    "calls",
    "can",
    "cannot",
    "carries",
    "carry",
    "class",
    "considered",
    "cost",
    "costs",
    "could",
    "count",
    "counts",
    "cp",
    "dead",
    "deal",
    "deals",
    "dealt",
    "die",
    "dies",
    "doesn",
    "don",
    "double",
    "during",
    "each",
    "effect",
    "effects",
    "eight",
    "either",
    "end",
    "ended",
    "ends",
    "enter",
    "enters",
    "even",
    "every",
    "everyone",
    "ex",
    "except",
    "few",
    "find",
    "finds",
    "first",
    "five",
    "four",
    "free",
    "freely",
    "gain",
    "gains",
    "half",
    "hidden",
    "hide",
    "hides",
    "hit",
    "hits",
    "if",
    "ignore",
    "ignores",
    "instead",
    "isn",
    "item",
    "items",
    "last",
    "lasts",
    "lck",
    "least",
    "leave",
    "leaves",
    "less",
    "lose",
    "loses",
    "lost",
    "mae",
    "mar",
    "may",
    "might",
    "more",
    "most",
    "must",
    "neither",
    "never",
    "next",
    "nine",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "np",
    "once",
    "one",
    "only",
    "or",
    "order",
    "other",
    "others",
    "pay",
    "pays",
    "place",
    "places",
    "presence",
    "pull",
    "pulls",
    "push",
    "pushes",
    "same",
    "seal",
    "sealed",
    "seals",
    "second",
    "see",
    "sees",
    "seven",
    "shall",
    "should",
    "six",
    "skip",
    "somebody",
    "someone",
    "something",
    "sp",
    "str",
    "swap",
    "swaps",
    "take",
    "taken",
    "takes",
    "ten",
    "third",
    "three",
    "thrice",
    "time",
    "times",
    "treat",
    "treated",
    "twice",
    "two",
    "unable",
    "unless",
    "until",
    "use",
    "used",
    "uses",
    "using",
    "war",
    "wars",
    "week",
    "when",
    "whenever",
    "whichever",
    "while",
    "will",
    "without",
    "won",
    "would",
];

/// How words of the game begin.
const BEGINNINGS: &[&str] = &[
    "absor",
    "activ",
    "adjacen",
    "affect",
    "alert",
    "alig",
    "allow",
    "attack",
    "avoid",
    "aware",
    "awaken",
    "ban",
    "barr",
    "battle",
    "becom",
    "bind",
    "bleed",
    "block",
    "blind",
    "bound",
    "burn",
    "bypass",
    "cancel",
    "cast",
    "chang",
    "charg",
    "charm",
    "choos",
    "combat",
    "command",
    "conceal",
    "contract",
    "control",
    "copi",
    "copy",
    "counter",
    "cover",
    "creat",
    "cure",
    "curs",
    "damag",
    "death",
    "decreas",
    "defeat",
    "defen",
    "deflect",
    "destroy",
    "detect",
    "disappear",
    "discover",
    "dispel",
    "dodg",
    "drain",
    "enabl",
    "enter",
    "escap",
    "evad",
    "evil",
    "explo",
    "fail",
    "familiar",
    "field",
    "flee",
    "flies",
    "flight",
    "fly",
    "follow",
    "forc",
    "forget",
    "form",
    "grant",
    "guard",
    "heal",
    "health",
    "home",
    "immun",
    "increas",
    "inflict",
    "inform",
    "instant",
    "intercept",
    "invisib",
    "invulner",
    "kill",
    "know",
    "learn",
    "limit",
    "locat",
    "lower",
    "mana",
    "marb",
    "mark",
    "master",
    "move",
    "movement",
    "name",
    "negat",
    "night",
    "notic",
    "nullif",
    "obey",
    "parr",
    "penal",
    "perman",
    "phantasm",
    "phase",
    "pierc",
    "poison",
    "point",
    "prevent",
    "protect",
    "raise",
    "rank",
    "recover",
    "redirect",
    "reduc",
    "reflect",
    "regain",
    "regener",
    "relocat",
    "remov",
    "resist",
    "restor",
    "retreat",
    "return",
    "reveal",
    "reviv",
    "scout",
    "seen",
    "sens",
    "servant",
    "shar",
    "shield",
    "silenc",
    "skill",
    "slow",
    "spell",
    "spend",
    "spirit",
    "stat",
    "steal",
    "stop",
    "store",
    "stun",
    "suffer",
    "summon",
    "support",
    "surviv",
    "switch",
    "taunt",
    "team",
    "telep",
    "transf",
    "trap",
    "triple",
    "turn",
    "undetect",
    "untarg",
    "upgrad",
    "upkeep",
    "vanish",
    "view",
    "war",
];
