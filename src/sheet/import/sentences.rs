//! Converts sentences of posted sheets. The owner's class, name or pronoun becomes the user; what does not parse is
//! left to the GM.
//!
//! The language itself judges every wording. Words are replaced only where they can mean one thing, and each such
//! sentence is reported with its new wording.

use super::owner::Owner;
use crate::language::effect::Effect;
use crate::language::effects::{self, split_sentences};
use crate::vocabulary::text::capitalise;

/// The outcome of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SentenceOutcome {
    /// It parses unchanged.
    Understood(String),
    /// It parses in these words.
    Reworded(String),
    /// The author leaves it to the GM.
    Gm(String),
    /// It does not parse, for the reason in `why`.
    NotUnderstood { text: String, why: String, notes: Vec<String> },
}

/// The outcome of a bullet: as a whole, or for each of its sentences.
pub(super) fn convert_sentences(text: &str, owner: &Owner, passive: bool) -> Vec<SentenceOutcome> {
    let whole = convert_sentence(text, owner, passive, false);
    let pieces = split_sentences(text);
    if pieces.len() < 2 || !matches!(whole, SentenceOutcome::NotUnderstood { .. }) {
        return vec![whole];
    }
    let mut others_mentioned = false;
    let each = pieces.into_iter().map(|(_, piece)| {
        let outcome = convert_sentence(piece, owner, passive, others_mentioned);
        others_mentioned |= owner.mentions_others(piece);
        outcome
    });
    each.collect()
}

/// The outcome of one sentence. `others`: somebody else was mentioned before it.
fn convert_sentence(text: &str, owner: &Owner, passive: bool, others: bool) -> SentenceOutcome {
    let text = capitalise(&end_with_full_stop(text));
    // `Once per War` after a passive effect limits that effect, because nobody uses it.
    let limited = attach_limit(&owner.replace_names_with_user(&text))
        .filter(|text| passive && effects::read_if_understood(text).is_some());
    if let Some(limited) = limited {
        return SentenceOutcome::Reworded(limited);
    }
    let faults = match effects::read_passage(&text) {
        Ok(said) if said.iter().any(|one| matches!(one.effect, Effect::Gm(_))) => return SentenceOutcome::Gm(text),
        Ok(_) => return SentenceOutcome::Understood(text),
        Err(faults) => faults,
    };
    let reads = |text: &String| effects::read_if_understood(text).is_some();
    let named = owner.replace_names_with_user(&text);
    let mut wordings = vec![named.clone()];
    wordings.extend(owner.replace_pronouns_with_user(&named, others));
    wordings.extend(owner.rewrite_summons(&text));
    let reworded: Vec<String> = wordings.iter().flat_map(|text| alternative_wordings(text, owner, passive)).collect();
    if let Some(read) = wordings.into_iter().chain(reworded).find(reads) {
        return SentenceOutcome::Reworded(read);
    }
    // With the owner known, the fault says more than that a name is unknown.
    let faults = effects::read_passage(&named).err().unwrap_or(faults);
    let fault = faults.into_iter().next();
    let (why, notes) = fault.map_or((String::new(), Vec::new()), |fault| (fault.message, fault.notes));
    SentenceOutcome::NotUnderstood { text, why, notes }
}

/// Converts the requirements of a skill to the language's words. Returns the first fault where they do not parse.
pub(super) fn convert_requirements(text: &str, owner: &Owner) -> Result<String, String> {
    let text = end_with_full_stop(text);
    let named = owner.replace_names_with_user(&text);
    let mut wordings = vec![text.clone(), capitalise(&text), named.clone()];
    wordings.extend(owner.replace_pronouns_with_user(&named, false));
    if let Some(read) = wordings.iter().find(|text| effects::parse_requirements(text).is_ok()) {
        return Ok(read.clone());
    }
    let faults = effects::parse_requirements(&named).err().unwrap_or_default();
    Err(faults.into_iter().next().map_or(String::new(), |fault| fault.message))
}

/// Ends a text with exactly one full stop.
fn end_with_full_stop(text: &str) -> String {
    let bare = text.trim().trim_end_matches(['!', '.', ';', ',']).trim_end();
    // A name in quotes may end a sentence; so may a bracket.
    format!("{bare}.")
}

/// Other wordings with the same meaning that may parse.
fn alternative_wordings(text: &str, owner: &Owner, passive: bool) -> Vec<String> {
    let mut wordings = Vec::new();
    // A passive effect without a subject is about its owner.
    let verb = text.split(' ').next().is_some_and(|word| word.ends_with('s') && !word.ends_with("'s"));
    let lower = text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect::<String>();
    wordings.extend((passive && verb).then(|| format!("The user {lower}")));
    // `While active` is about this skill.
    let active = text.strip_prefix("While active, ").or_else(|| text.strip_prefix("While this skill is active, "));
    if let (Some(rest), Some(skill)) = (active, &owner.skill) {
        wordings.push(format!("While \"{skill}\" is active, {rest}"));
    }
    for head in ["All negative statuses of ", "All negative status effects of "] {
        let bearer = text.strip_prefix(head).and_then(|rest| rest.strip_suffix(" are removed."));
        wordings.extend(bearer.map(|whose| format!("All negative status effects are removed from {whose}.")));
    }
    if let Some(limit) = convert_limit(text) {
        wordings.push(limit);
    }
    // `Lowered by -1` could mean raised: only a plus sign adds nothing.
    let mut other = text.replace("raised by +", "raised by ").replace("increased by +", "increased by ");
    other = other.replace("gain +", "gain ").replace("gains +", "gains ");
    for (head, replacement) in [("Usable ", "Can be used "), ("If this kills ", "If this skill kills ")] {
        if let Some(rest) = other.strip_prefix(head) {
            other = format!("{replacement}{rest}");
        }
    }
    if other.starts_with("Can be used ") {
        other = other.replace(" at most.", ".").replace(" max.", ".");
    }
    if other.starts_with("If ") && !other.contains(',') {
        wordings.push(other.replacen(" the damage ", ", the damage ", 1));
    }
    wordings.push(other);
    wordings
}

/// Converts `Limit: 2/battle` to a sentence about how often the skill can be used.
pub(super) fn convert_limit(text: &str) -> Option<String> {
    let lower = text.trim().trim_end_matches('.').to_lowercase();
    let limit = ["limit:", "limits:", "limited to", "limit"].into_iter().find_map(|head| lower.strip_prefix(head));
    let limit = limit?.trim();
    parse_frequency(limit).map(|frequency| format!("Can be used {frequency}."))
}

/// How often a text such as `Once per War` allows a use; `None` for other texts.
pub(super) fn parse_frequency(text: &str) -> Option<String> {
    let lower = text.trim().trim_end_matches('.').trim_end_matches(" only").to_lowercase();
    let lower = lower.trim_start_matches("only ");
    let (count, per) = lower.split_once('/').or_else(|| lower.split_once(" per "))?;
    let times = match count.trim().trim_end_matches('x').trim_end_matches(" times").trim_end_matches(" uses") {
        "1" | "once" | "one" | "1 use" => "once".to_owned(),
        "2" | "twice" => "twice".to_owned(),
        number if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => format!("{number} times"),
        _ => return None,
    };
    let span = match per.trim() {
        "turn" => "Turn",
        "battle" => "battle",
        "war" | "game" => "War",
        _ => return None,
    };
    Some(format!("{times} per {span}"))
}

/// Moves the limit into a passive sentence: `The user survives a fatal blow with 1 Health. Once per War.`
fn attach_limit(text: &str) -> Option<String> {
    let (sentence, last) = text.trim().trim_end_matches('.').rsplit_once(". ")?;
    let frequency = parse_frequency(last)?;
    (!sentence.contains(". ")).then(|| format!("{sentence} {frequency}."))
}
