//! Expands two short forms: a person who is named again by their role (`in the same location as their Master, that
//! Master's …`), and two deeds at one place (`enters or leaves this location`).

use super::passages::{PassageSentence, read_known_sentence};
use crate::language::effect::{Effect, Sentence, Trigger};

/// Reads a sentence with such a short form; `None` if it has none.
pub(super) fn read_expanded(text: &str) -> Option<PassageSentence> {
    if let Some(said) = expand_repeated_role(text) {
        return read_known_sentence(&said).ok().flatten();
    }
    let [Ok(Some(comes)), Ok(Some(goes))] = expand_enters_or_leaves(text)?.map(|one| read_known_sentence(&one)) else {
        return None;
    };
    let (Effect::Sentence(comes), Effect::Sentence(goes)) = (comes.effect, goes.effect) else { return None };
    if !differs_in_trigger(&comes, &goes) {
        return None;
    }
    Some(PassageSentence { text: text.trim().to_owned(), effect: Effect::Several(vec![comes, goes]) })
}

/// Whether each of two deeds sets off the same, however often. A limit or an end of both would be given to each.
fn differs_in_trigger(comes: &Sentence, goes: &Sentence) -> bool {
    let waits = |sentence: &Sentence| matches!(sentence.trigger, Some(Trigger::When(_)));
    let without_trigger = |sentence: &Sentence| Sentence { trigger: None, ..sentence.clone() };
    waits(comes) && waits(goes) && without_trigger(comes) == without_trigger(goes)
}

/// The text with the full role in place of the repeated one: `the user's Master` for `the user … their Master, that
/// Master's`, `the summoner` for `this familiar … its summoner`.
fn expand_repeated_role(text: &str) -> Option<String> {
    if text.to_lowercase().contains("this familiar") && text.contains(" its summoner") {
        return Some(text.replace(" its summoner", " the summoner"));
    }
    let (lead, rest) = text.split_once(", ")?;
    let begins = ["While ", "If ", "When ", "As long as "];
    let owners = ["the user ", "this Master ", "this Servant ", "this character "];
    let behind = begins.iter().find_map(|word| lead.strip_prefix(word))?;
    if !owners.iter().any(|owner| behind.starts_with(owner)) {
        return None;
    }
    ["Master", "Servant", "contracted partner"].into_iter().find_map(|role| {
        let head = lead.strip_suffix(role).and_then(|head| head.strip_suffix("their "))?;
        let rest_of_clause =
            ["that ", "the "].into_iter().find_map(|word| rest.strip_prefix(&format!("{word}{role}")))?;
        let is_unambiguous =
            rest_of_clause.chars().next().is_some_and(|letter| !letter.is_alphanumeric()) && !head.contains(role);
        is_unambiguous.then(|| format!("{head}the user's {role}, the user's {role}{rest_of_clause}"))
    })
}

/// The text once with `enters` and once with `leaves`: `When anyone enters or leaves this location, …`.
fn expand_enters_or_leaves(text: &str) -> Option<[String; 2]> {
    let joined = ["enters or leaves ", "enters and leaves ", "enters or exits "];
    let phrase = joined.into_iter().find(|words| text.matches(words).count() == 1)?;
    Some(["enters ", "leaves "].map(|verb| text.replace(phrase, verb)))
}
