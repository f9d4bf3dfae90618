//! The people whom the sentences of an entry have mentioned. They give `They` and `their` in the next sentence a
//! meaning, if only one person was mentioned.
//!
//! `The user hides in the dark. They restore 5 Health each Turn.` mentions only the user. If a second person was
//! mentioned, or the sentence names somebody before its pronoun, the words are left as they are.

use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::capitalise;

/// The people who have been mentioned so far.
#[derive(Default)]
pub(super) struct MentionedPeople {
    has_user: bool,
    has_target: bool,
    has_others: bool,
    has_sentence: bool,
}

/// Words beside which `the opponent` may be somebody else than the target: others who oppose, and deeds that are waited
/// for.
const OTHER_OPPONENTS: [&str; 18] = [
    "opponents",
    "enemy",
    "enemies",
    "foe",
    "foes",
    "attacker",
    "attackers",
    "killer",
    "ally",
    "allies",
    "when",
    "whenever",
    "time",
    "moment",
    "intercepts",
    "character",
    "characters",
    "anyone",
];

/// The entry with the target in place of `the opponent`, as the rulebook calls whomever a skill is used on; the same
/// bytes long. `None` where the entry has no such words, or speaks of other opponents.
pub fn name_opponent(entry: &str) -> Option<String> {
    if words(entry).any(|(_, word)| word == "target") {
        return None;
    }
    let named = entry.replace("The opponent's", "The target's  ").replace("the opponent's", "the target's  ");
    let named = named.replace("The opponent", "The target  ").replace("the opponent", "the target  ");
    let speaks_of_others =
        words(&named).any(|(_, word)| word == "opponent" || OTHER_OPPONENTS.contains(&word.as_str()));
    (named != entry && !speaks_of_others).then_some(named)
}

/// A person that words can mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MentionedPerson {
    User,
    Target,
    Other,
}

impl MentionedPeople {
    /// Records the people whom a sentence names.
    pub(super) fn record(&mut self, sentence: &str) {
        self.has_sentence = true;
        for (at, word) in words(sentence) {
            match person_of_word(&word).filter(|_| !is_in_relative_clause(sentence, at)) {
                Some(MentionedPerson::User) => self.has_user = true,
                Some(MentionedPerson::Target) => self.has_target = true,
                Some(MentionedPerson::Other) => self.has_others = true,
                None => {}
            }
        }
    }

    /// Whether anybody but the user was mentioned, so that `they` could mean them.
    pub(super) fn may_mean_others(&self) -> bool {
        self.has_sentence && !(self.has_user && !self.has_target && !self.has_others)
    }

    /// The sentence with the only mentioned person in place of `they` and `their`, up to the first person it names
    /// itself; `None` if nothing is replaced.
    pub(super) fn replace_pronouns(&self, sentence: &str) -> Option<String> {
        let who = match (self.has_user, self.has_target, self.has_others) {
            (true, false, false) => "the user",
            (false, true, false) => "the target",
            _ => return None,
        };
        // `STR and END increase by 1 rank`: the stats of the only mentioned person.
        if let Some(owned) = add_owner(sentence, who) {
            return Some(owned);
        }
        let (mut bound, mut from, mut plural) = (String::new(), 0, false);
        for (at, word) in words(sentence) {
            if person_of_word(&word).is_some() && !is_in_relative_clause(sentence, at) {
                break;
            }
            let replacement = match word.as_str() {
                "they" | "them" => who.to_owned(),
                "it" if is_it_a_person(sentence, at) => who.to_owned(),
                "their" => format!("{who}'s"),
                "are" if plural => "is".to_owned(),
                "have" if plural => "has".to_owned(),
                "do" if plural => "does".to_owned(),
                _ => {
                    plural = false;
                    continue;
                }
            };
            plural = word == "they";
            let is_capitalised = sentence.get(at..).is_some_and(|rest| rest.starts_with(char::is_uppercase));
            bound.push_str(sentence.get(from..at)?);
            bound.push_str(&if is_capitalised { replacement.replacen('t', "T", 1) } else { replacement });
            from = at + word.len();
        }
        let rest = sentence.get(from..).unwrap_or_default();
        // `They cannot be detected by … unless they attacked`: the second `they` is the same person.
        let begins_with_they = words(sentence).next().is_some_and(|(_, word)| word == "they");
        let rest = if begins_with_they { replace_subject(rest, who) } else { rest.to_owned() };
        (from > 0).then(|| format!("{bound}{rest}"))
    }
}

/// The text with the person in place of `they` in a dependent clause.
fn replace_subject(rest: &str, who: &str) -> String {
    let joints = [" unless they ", " if they ", " while they ", " until they "];
    // The Turn in which the condition is asked.
    let rest = rest.replace(" they attacked during that Turn", " they attacked this Turn");
    joints.iter().fold(rest, |rest, joint| {
        rest.replace(&format!("{joint}are "), &format!("{}is ", joint.replace("they", who)))
            .replace(&format!("{joint}have "), &format!("{}has ", joint.replace("they", who)))
            .replace(joint, &joint.replace("they", who))
    })
}

/// Whether a sentence says `they` or `their` before it names anybody: `If they are Evil, the user restores 20 Mana.`
pub(super) fn leads_with_pronoun(sentence: &str) -> bool {
    let stands_for = |at: usize, word: &str| is_pronoun(word) || (word == "it" && is_it_a_person(sentence, at));
    let speaks_of_somebody = |(at, word): &(usize, String)| {
        stands_for(*at, word) || (person_of_word(word).is_some() && !is_in_relative_clause(sentence, *at))
    };
    words(sentence).find(speaks_of_somebody).is_some_and(|(at, word)| stands_for(at, &word))
}

/// Whether the `it` at an offset is a person: `If it is Evil`.
fn is_it_a_person(sentence: &str, at: usize) -> bool {
    const STATES: [&str; 12] =
        ["evil", "good", "lawful", "chaotic", "poisoned", "stunned", "dead", "alive", "male", "female", "a ", "an "];
    let rest = sentence.get(at..).unwrap_or_default().to_lowercase();
    let said = rest.strip_prefix("it is ").map(|predicate| predicate.strip_prefix("not ").unwrap_or(predicate));
    said.is_some_and(|said| STATES.iter().any(|state| said.starts_with(state)))
}

fn is_pronoun(word: &str) -> bool {
    ["they", "their", "them"].contains(&word)
}

/// Whether the word at an offset is a verb, as in `attacks that target them`.
fn is_in_relative_clause(sentence: &str, at: usize) -> bool {
    let before = sentence.get(..at).unwrap_or_default().trim_end().to_lowercase();
    before.ends_with(" that") || before.ends_with(" which")
}

/// The sentence with the owner before its stat: `LCK becomes EX for 2 Turns`, `For 2 Turns, LCK becomes EX`. `None` if
/// it names anybody else, or has no such stat.
pub(super) fn add_owner(sentence: &str, who: &str) -> Option<String> {
    let names_other = |word: &str| {
        matches!(person_of_word(word), Some(MentionedPerson::Target | MentionedPerson::Other))
            || ["they", "their"].contains(&word)
    };
    if words(sentence).any(|(_, word)| names_other(&word)) {
        return None;
    }
    let is_stat = |at: &usize| {
        let first =
            sentence.get(*at..).map(str::trim_start).and_then(|rest| rest.split([' ', ',']).next()).unwrap_or_default();
        Stat::ALL.iter().any(|stat| stat.name() == first)
    };
    let at =
        std::iter::once(0).chain(sentence.match_indices(", ").map(|(at, comma)| at + comma.len())).find(is_stat)?;
    let (before, behind) = sentence.split_at_checked(at)?;
    Some(if at == 0 { format!("{}'s {behind}", capitalise(who)) } else { format!("{before}{who}'s {behind}") })
}

/// The words of a sentence in lower case, each with the byte offset of its start.
fn words(sentence: &str) -> impl Iterator<Item = (usize, String)> {
    let mut at = 0;
    sentence.split(|letter: char| !letter.is_alphabetic()).filter_map(move |word| {
        let start = at;
        at += word.len()
            + sentence.get(start + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        (!word.is_empty()).then(|| (start, word.to_lowercase()))
    })
}

fn person_of_word(word: &str) -> Option<MentionedPerson> {
    const USER: [&str; 5] = ["user", "caster", "holder", "wielder", "wearer"];
    const BEGINNINGS: [&str; 17] = [
        "opponent",
        "enem",
        "foe",
        "ally",
        "allies",
        "partner",
        "master",
        "servant",
        "familiar",
        "summoner",
        "attacker",
        "victim",
        "character",
        "member",
        "people",
        "target",
        "other",
    ];
    const OTHERS: [&str; 10] =
        ["anyone", "anybody", "everyone", "everybody", "someone", "somebody", "whoever", "team", "who", "whose"];
    // In `the user is targeted by` the word is a verb.
    if ["targeted", "targeting"].contains(&word) {
        return None;
    }
    if USER.contains(&word) {
        Some(MentionedPerson::User)
    } else if word == "target" {
        Some(MentionedPerson::Target)
    } else if OTHERS.contains(&word) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)) {
        Some(MentionedPerson::Other)
    } else {
        None
    }
}

/// Whether a sentence speaks of the use of `it`: `It cannot be used two Turns in a row`.
pub(super) fn uses_it(piece: &str) -> bool {
    let lower = piece.trim_start().to_lowercase();
    lower.starts_with("it ") && lower.contains(" be used")
}

/// Whether a text names a skill that is not its own: `the next attack`, a name in quotes.
pub(super) fn names_another_skill(text: &str) -> bool {
    let lower = text.to_lowercase().replace("noble phantasm", "skill");
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
    let is_skill = |word: &str| ["skill", "attack", "spell"].contains(&word);
    let names_other = |pair: &[&str]| is_skill(pair[1]) && pair[0] != "this";
    lower.contains(['"', '\u{201C}']) || words.windows(2).any(names_other)
}
