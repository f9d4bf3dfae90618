//! Tables of pronouns, and of the words beside them that show whom they can mean.

use super::sentence_words::{Token, is_one_of};
use crate::vocabulary::sex::Sex;

/// Words that begin an order behind a condition without a comma.
pub(in crate::language::orders) const ORDER_STARTS: &[&str] =
    &["i", "i'd", "i'll", "i'm", "please", "we", "we'll", "we'd"];
/// Words for those who are no longer here.
pub(in crate::language::orders) const GONE: &[&str] = &["gone", "dead", "away"];
/// Verbs for leaving: their subjects will not be here, though a Command Spell may follow them.
pub(in crate::language::orders) const LEAVING: &[&str] = &["left", "leaves", "fled", "flees"];

/// Which of `he`, `she` and `they` a pronoun is, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language::orders) enum Gender {
    He,
    She,
    They,
}

impl Gender {
    /// The gender of a word that is a pronoun and the subject of its clause; `None` for any other word.
    pub(in crate::language::orders) fn from_subject(word: Token<'_>) -> Option<Gender> {
        let Token::Word(word) = word else { return None };
        parse_pronoun(word, "").filter(|(_, role, _)| *role == PronounRole::Subject).map(|(gender, ..)| gender)
    }

    /// Whether the pronoun can mean somebody of this sex. If the sex is unknown, it can.
    pub(in crate::language::orders) const fn fits_sex(self, sex: Option<Sex>) -> bool {
        match (self, sex) {
            (Gender::They, _) | (_, None) => true,
            (Gender::He, Some(sex)) => matches!(sex, Sex::Male),
            (Gender::She, Some(sex)) => matches!(sex, Sex::Female),
        }
    }
}

/// The grammatical role of a pronoun in its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language::orders) enum PronounRole {
    Subject,
    Object,
    Possessor,
}

/// The gender and role of a pronoun, and the verb it contains: `he's` contains ` is`. `None` for any other word.
pub(in crate::language::orders) fn parse_pronoun(
    word_as_written: &str,
    next: &str,
) -> Option<(Gender, PronounRole, &'static str)> {
    let said = word_as_written.to_ascii_lowercase();
    let (word, contained_verb) = match said.strip_suffix("'s") {
        Some(word) if ["he", "she"].contains(&word) && is_one_of(next, STATES_AFTER_IS) => (word, " is"),
        _ => (said.as_str(), ""),
    };
    let (gender, role) = match word {
        "he" => (Gender::He, PronounRole::Subject),
        "him" => (Gender::He, PronounRole::Object),
        "his" => (Gender::He, PronounRole::Possessor),
        "she" => (Gender::She, PronounRole::Subject),
        "her" if is_one_of(next, POSSESSIONS) => (Gender::She, PronounRole::Possessor),
        "her" => (Gender::She, PronounRole::Object),
        "they" => (Gender::They, PronounRole::Subject),
        "them" => (Gender::They, PronounRole::Object),
        "their" => (Gender::They, PronounRole::Possessor),
        _ => return None,
    };
    Some((gender, role, contained_verb))
}

/// Whether a word is a pronoun of this gender.
pub(in crate::language::orders) fn is_pronoun(token: Token<'_>, gender: Gender) -> bool {
    matches!(token, Token::Word(word) if parse_pronoun(word, "").is_some_and(|(pronoun_gender, ..)| pronoun_gender == gender))
}

/// Words behind `he's` that show that it means `he is`: `he's here`.
const STATES_AFTER_IS: &[&str] = &[
    "here", "there", "dead", "alive", "gone", "in", "at", "below", "under", "above", "over", "poisoned", "dying",
    "still", "stunned", "around", "away",
];

/// Words for what somebody has: `her Master`.
const POSSESSIONS: &[&str] = &[
    "master", "servant", "partner", "health", "mana", "attack", "attacks", "attacker", "target", "side", "location",
    "place", "own", "team", "familiar", "hp", "mp", "ally", "allies", "skill", "skills", "spell", "spells", "home",
];

/// The words that may follow `both` or `both of them`, if these are complete.
pub(in crate::language::orders) const BEHIND_BOTH: &[&str] = &[
    "are",
    "have",
    "attack",
    "if",
    "when",
    "unless",
    "at",
    "in",
    "twice",
    "once",
    "and",
    "otherwise",
    "is",
    "with",
    "do",
    "did",
    "does",
    "has",
];

/// Words that show that `her` before them is an object: `attack her twice`.
pub(in crate::language::orders) const BEHIND_HER: &[&str] = &[
    "and",
    "or",
    "but",
    "if",
    "when",
    "unless",
    "until",
    "with",
    "once",
    "twice",
    "thrice",
    "again",
    "then",
    "at",
    "in",
    "too",
    "instead",
    "as",
    "otherwise",
    "first",
];

/// Words for people without a name.
pub(in crate::language::orders) const UNNAMED_PEOPLE: &[&str] = &[
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "everyone",
    "everybody",
    "opponent",
    "opponents",
    "enemy",
    "enemies",
    "foe",
    "foes",
    "attacker",
    "attackers",
    "servants",
    "masters",
    "character",
    "characters",
    "ally",
    "allies",
    "other",
    "others",
    "stranger",
    "strangers",
    "one",
    "person",
    "people",
    "team",
    "each",
    "either",
    "neither",
    "target",
];

/// Words that say that somebody was struck.
pub(in crate::language::orders) const STRUCK: &[&str] =
    &["attacked", "hit", "struck", "hurt", "damaged", "wounded", "injured", "targeted", "shot"];

/// Prepositions that aim at somebody.
pub(in crate::language::orders) const AIMS: &[&str] = &["on", "at", "to", "for", "with", "against"];

/// Words that may stand before the noun with which a clause begins.
pub(in crate::language::orders) const BEFORE_NOUNS: &[&str] =
    &["both", "either", "neither", "all", "not", "only", "the", "a", "an", "any", "some", "no", "another"];

/// Verbs that order an attack.
pub(in crate::language::orders) const ATTACK_VERBS: &[&str] =
    &["attack", "hit", "strike", "fight", "shoot", "kill", "engage", "stab", "slash", "punch", "target", "finish"];

/// Verbs that order a move.
pub(in crate::language::orders) const MOVE_VERBS: &[&str] =
    &["move", "flee", "go", "retreat", "run", "walk", "head", "return", "escape", "withdraw"];

/// Whether `her` owns what the next token names.
pub(in crate::language::orders) fn is_possessive_her(word: &str, next: Option<Token<'_>>) -> bool {
    is_one_of(word, &["her"])
        && match next {
            Some(Token::Word(word)) => !is_one_of(word, BEHIND_HER),
            Some(Token::Mark(_) | Token::Quote(_)) => true,
            Some(Token::Stop(_)) | None => false,
        }
}

/// `Lancer, Archer and Illya`: the marks as a list in words.
pub(in crate::language::orders) fn join_with_and(marks: &[char]) -> String {
    match marks {
        [] => String::new(),
        [one] => one.to_string(),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(char::to_string).collect();
            format!("{} and {last}", before.join(", "))
        }
    }
}
