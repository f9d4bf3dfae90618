//! Sentences that are only half of an order: a question that is a condition (`Under 100 Health? Splint.`, `Rin is hit?
//! Then Mend her.`), and a sentence that gives what stands before it to somebody else, or says where it leads.
//!
//! Read alone, the second half of such an order would lose its condition, so both halves are read as one sentence, or
//! refused as one. So is a sentence that depends on the one before it for its meaning (`If she isn't, …`).

use std::collections::BTreeSet;

use crate::language::glyphs::{BREAK, is_mark};
use crate::language::parser::{Rule, matches_rule};

/// Beginnings of a question that asks for something to be done, or of small talk.
const REQUESTS: [&str; 12] = [
    "could you",
    "can you",
    "would you",
    "will you",
    "may i",
    "could i",
    "can i",
    "can we",
    "could we",
    "may we",
    "please",
    "let",
];
/// Verbs of a message without quotes.
const SPEAKING: [&str; 10] = ["tell", "ask", "say", "pm", "dm", "message", "write", "post", "announce", "inform"];
/// Words that ask for something other than yes or no.
const ASKING: [&str; 7] = ["who", "what", "where", "how", "why", "which", "whose"];
/// Whether a question is the condition of what stands behind it on its line.
pub(super) fn asks_condition(question: &str, behind: &str) -> bool {
    let lower = question.trim_end_matches('?').trim().to_ascii_lowercase();
    let begins_with =
        |word: &str| lower.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    // Within a message, everything up to its end is said.
    if behind.is_empty() || question.contains([':', '"']) || SPEAKING.iter().any(|word| begins_with(word)) {
        return false;
    }
    if REQUESTS.iter().any(|word| begins_with(word)) {
        return false;
    }
    let answers = ["then ", "if so", "in that case"];
    if answers.iter().any(|word| behind.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))) {
        return true;
    }
    let asks_more = ASKING.iter().any(|word| begins_with(word)) && !begins_with("what if");
    !asks_more && !matches_rule(Rule::whole_talk, question)
}

/// Whether a text begins with a sentence that is no order alone: `In case he is down, Archer gets it.`; behind `Drop
/// the rain.`, `I'm not paying for it.`
pub(super) fn takes_its_place(text: &str, before: &str) -> bool {
    let sentence = text.split(['.', '!', BREAK, '\n']).next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let before = before.trim_start().to_ascii_lowercase();
    let begins = |leads: &[&str]| leads.iter().any(|lead| sentence.starts_with(lead));
    let gets_it = [" gets it", " gets it instead", " gets them", " gets them instead"];
    let ends_paying = ["i'm not paying for it", "i am not paying for it", "i'm no longer paying for it"];
    let ends_skill = ["drop ", "end ", "stop ", "cancel "].iter().any(|verb| before.trim_start().starts_with(verb));
    let leaning = [Rule::all_points_alone, Rule::rest_elsewhere, Rule::delay_alone, Rule::upkeep_alone];
    if leaning.into_iter().any(|rule| matches_rule(rule, &sentence)) {
        return true;
    }
    let pairs = [
        (Rule::kept_for_one, Rule::nothing_else_alone),
        (Rule::flight_cried, Rule::fleeing_alone),
        (Rule::obedience_cried, Rule::obeyed_alone),
    ];
    if pairs.into_iter().any(|(first, second)| matches_rule(second, &sentence) && matches_rule(first, before.trim())) {
        return true;
    }
    begins(&["if ", "in case "]) && gets_it.iter().any(|end| sentence.ends_with(end))
        || ends_skill && begins(&ends_paying)
}

/// Whether a condition denies that something has happened by a time: `if nobody has attacked by the end of …`, `if not
/// by then`. What is done then takes the place of the order before.
pub(super) fn denies_by_a_time(condition: &str) -> bool {
    const DENIALS: [&str; 9] = ["nobody", "none", "nothing", "neither", "never", "no", "not", "hasn't", "haven't"];
    let names_time = condition.contains(" by the ") || condition.ends_with(" by then");
    condition.starts_with("if ") && names_time && condition.split_whitespace().any(|word| DENIALS.contains(&word))
}

/// Whether a condition says whether all, one or none of those did it of whom the sentence before it asks: `if neither
/// did`, `if both do`, `if nobody`.
pub(super) fn answers_for_all(condition: &str, before: &str) -> bool {
    const ANYBODY: [&str; 6] = ["someone", "somebody", "anyone", "anybody", "whoever", "the one who"];
    let asked = before.split(',').next().unwrap_or_default();
    let people: BTreeSet<char> = asked.chars().filter(|c| is_mark(*c)).collect();
    let lower = asked.to_ascii_lowercase();
    let asks_of_several = people.len() > 1 || ANYBODY.iter().any(|who| lower.contains(who));
    asks_of_several && matches_rule(Rule::whole_answer, condition)
}

/// Whether a sentence takes back the order before it on a condition: `If she is still here I don't.`
pub(super) fn is_refusal(sentence: &str) -> bool {
    matches_rule(Rule::whole_refusal, sentence)
}

/// A condition without the `But` before it.
pub(super) fn without_but(clause: &str) -> &str {
    let is_but = clause.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("but "));
    if is_but { clause.get(4..).unwrap_or_default() } else { clause }
}

/// Whether a sentence says only for what a skill is kept, and the text behind it what is done with it then: `Keep Parry
/// for Gae Bolg. If Lancer uses Gae Bolg on me, I Parry it.`
pub(super) fn keeps_for(sentence: &str, text: &str) -> bool {
    let behind = text.split(['.', '!', BREAK, '\n']).next().unwrap_or_default();
    matches_rule(Rule::whole_kept, sentence.trim_end())
        && sentence.chars().filter(|c| is_mark(*c)).all(|mark| behind.contains(mark))
}

/// Whether a sentence forbids everything until something happens: `Do nothing unless Rin is attacked. Then …`
pub(super) fn holds_back(sentence: &str) -> bool {
    let lower = sentence.to_ascii_lowercase();
    ["hold ", "do nothing ", "don't "].iter().any(|held| lower.starts_with(held)) && lower.contains(" unless ")
}

/// Whether a sentence says only for what is waited, and the one behind it begins with what is done then.
pub(super) fn waits_for(sentence: &str, text: &str) -> bool {
    const THEN: [&str; 2] = ["then ", "after that"];
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    THEN.into_iter().any(begins) && matches_rule(Rule::whole_wait, sentence.trim_start())
}

/// Beginnings of a sentence that says what is done where the exception of the one before it comes true.
pub(super) const ANSWERS: [&str; 5] =
    ["then ", "if they do, ", "if somebody does, ", "if someone does, ", "if that happens, "];

/// Endings of a condition that depends on the sentence before for its meaning.
const ELLIPTIC: [&str; 13] = [
    " there",
    " is in it",
    " waiting in it",
    " empty",
    " does",
    " does so",
    " does that",
    " has less",
    " have less",
    " less than that",
    " more than that",
    " above that",
    " better off than that",
];

/// Whether the condition at the start of a sentence contains a denial.
fn denies(sentence: &str) -> bool {
    let condition = sentence.split(',').next().unwrap_or_default().to_ascii_lowercase();
    condition.split_whitespace().any(|word| word == "not" || word.ends_with("n't"))
}

/// Whether a sentence begins with a condition. What a name alone stands for could then be under it, or not.
fn opens_condition(sentence: &str) -> bool {
    let lower = sentence.trim_start().to_ascii_lowercase();
    ["if ", "unless ", "when ", "once ", "after "].iter().any(|word| lower.starts_with(word))
}

/// Whether what is done is only a name, as in `If Lancer is gone, then Archer`: the action is that of the order before.
fn is_name_alone(does: &str) -> bool {
    let name = does.strip_prefix("then ").unwrap_or(does).trim_end_matches(['!', ' ']);
    let name = name.strip_suffix(" instead").unwrap_or(name);
    let mut letters = name.chars();
    letters.next().is_some_and(is_mark) && letters.next().is_none()
}

/// Verbs that, alone after `he` or `she`, repeat the condition before.
pub(crate) const HELPERS: [&str; 10] = ["is", "are", "am", "was", "were", "has", "have", "does", "do", "did"];

/// Whether a text begins with a sentence that depends on the one before it (`before`). `If she isn't, …` and `If they
/// don't, …` deny its condition, `If she is, …` affirms a denied one. `If he is gone, use it on Illya` repeats its
/// action, `If it is empty, …` is about its location.
pub(super) fn leans(text: &str, before: &str) -> bool {
    const WHO: [&str; 6] = ["he", "she", "it", "they", "i", "we"];
    let sentence = text.split(['.', BREAK, '\n']).next().unwrap_or_default();
    if is_refusal(sentence) {
        return true;
    }
    let Some((clause, does)) = sentence.split_once(',') else { return false };
    let clause = without_but(clause);
    let does = does.trim_start().to_ascii_lowercase();
    if clause.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("if "))
        && (["use it on ", "fire it at ", "cast it on ", "use it against ", "do it to ", "do the same to "]
            .iter()
            .any(|it| does.starts_with(it))
            || is_name_alone(&does) && !opens_condition(before))
    {
        return true;
    }
    let asks = clause.to_ascii_lowercase();
    if denies_by_a_time(&asks) || answers_for_all(clause, before) {
        return true;
    }
    let says_one = ["if only one ", "if just one "].iter().any(|start| asks.starts_with(start));
    if says_one || asks.starts_with("if ") && ELLIPTIC.iter().any(|end| asks.ends_with(end)) {
        return true;
    }
    let mut words = clause.split_whitespace().map(str::to_ascii_lowercase);
    let opens = words.next().is_some_and(|word| word == "if");
    let who = words.next();
    let rest: Vec<String> = words.collect();
    let of = |who: &str| WHO.contains(&who);
    let contracted =
        |who: &str| who.split_once('\'').is_some_and(|(who, be)| of(who) && ["s", "re", "m"].contains(&be));
    let turned = match rest.as_slice() {
        [one] => {
            let affirmed = || HELPERS.contains(&one.as_str()) && denies(before);
            (one.ends_with("n't") || affirmed()) && who.as_deref().is_some_and(of)
        }
        [_, not] => not == "not" && who.as_deref().is_some_and(of),
        [] => false,
        _ => return false,
    };
    opens && (turned || (matches!(rest.as_slice(), [not] if not == "not") && who.as_deref().is_some_and(contracted)))
}
