//! Sentences about the one before them, merged into it: `This effect occurs only once per Turn`, `If the target is a
//! Master, restores 30 Health instead`.

use super::mentioned_people::{MentionedPeople, leads_with_pronoun};
use super::passages::{lowercase_first, strip_words};

/// Merges two sentences in each way they may be meant; `None` if the second is not about the first.
pub(super) fn merge_sentences(before: &str, piece: &str) -> Option<Vec<String>> {
    let before = before.trim().trim_end_matches('.');
    let piece = piece.trim().trim_end_matches('.');
    if let Some(condition) = parse_undoing_condition(piece).filter(|_| !is_about_whole_skill(piece)) {
        return Some(vec![format!("{before} unless {condition}.")]);
    }
    if let Some(condition) = parse_applying_condition(piece) {
        return Some(vec![format!("{before} {condition}.")]);
    }
    if let Some(ways) = keep_one_point(before, piece) {
        return Some(ways);
    }
    if let Some(often) = parse_frequency(before, piece) {
        return Some(vec![format!("{often}, {}.", lowercase_first(before))]);
    }
    if let Some(most) = parse_most(piece).filter(|_| before.contains(" for each ") || before.contains(" for every ")) {
        return Some(vec![format!("{before}, up to {most}.")]);
    }
    merge_instead(before, piece)
}

/// Subjects that mean the sentence before.
const SUBJECTS: [&str; 10] = [
    "this effect ",
    "this ability ",
    "this skill ",
    "this passive ",
    "this bonus ",
    "this increase ",
    "this reduction ",
    "this penalty ",
    "the effect ",
    "this ",
];

/// Whether a sentence is about the whole skill and not the sentence before: `This skill fails if …`.
fn is_about_whole_skill(piece: &str) -> bool {
    strip_words(piece, "this skill ").is_some()
}

/// The condition that undoes the sentence before: `This effect is negated if the attack is ranked A or higher`.
fn parse_undoing_condition(piece: &str) -> Option<&str> {
    const VERBS: [&str; 11] = [
        "is negated ",
        "does not apply ",
        "does not occur ",
        "does not work ",
        "does not activate ",
        "has no effect ",
        "is ignored ",
        "is suppressed ",
        "is lost ",
        "fails ",
        "does nothing ",
    ];
    const WHEN: [&str; 7] =
        ["if ", "while ", "when ", "as long as ", "so long as ", "during any turn in which ", "in any turn in which "];
    let rest = SUBJECTS.iter().find_map(|word| strip_words(piece, word))?;
    let rest = VERBS.iter().find_map(|word| strip_words(rest, word))?;
    WHEN.iter().find_map(|word| strip_words(rest, word))
}

/// Merges `If this would reduce a Servant's Mana to 0 or below, it is reduced to 1 instead` with the loss before it.
fn keep_one_point(before: &str, piece: &str) -> Option<Vec<String>> {
    let who = strip_words(before, "the target loses ").map(|_| "the target")?;
    let rest = strip_words(piece, "if this would reduce ")?;
    let (whose, rest) = rest.split_once("'s ").or_else(|| strip_words(rest, "their ").map(|rest| ("their", rest)))?;
    let (what, rest) = rest.split_once(" to 0 or ")?;
    let rest = ["below, it ", "less, it "].iter().find_map(|words| strip_words(rest, words))?;
    let is_one =
        ["is reduced to 1 instead", "becomes 1 instead", "remains at 1 instead", "is 1 instead"].contains(&rest);
    if !is_one || !before.ends_with(what) {
        return None;
    }
    let before = lowercase_first(before);
    match whose.to_lowercase().as_str() {
        "their" | "the target" => Some(vec![format!("{before} but keeps at least 1.")]),
        kind @ ("a servant" | "a master") => {
            Some(vec![format!("if {who} is {kind}, {before} but keeps at least 1; otherwise, {before}.")])
        }
        _ => None,
    }
}

/// The condition on which alone the sentence before works: `This effect applies only while the caster is in this
/// location`, `Only a Master can benefit from this item`.
fn parse_applying_condition(piece: &str) -> Option<String> {
    const APPLIES: [&str; 4] = ["applies only ", "only applies ", "works only ", "only works "];
    const BENEFITS: [&str; 3] = [" can benefit from this item", " can benefit from it", " may benefit from this item"];
    if let Some(who) = BENEFITS.iter().find_map(|tail| piece.strip_suffix(tail)) {
        return Some(format!(
            "if the user is {}",
            strip_words(who, "only ").filter(|who| who.starts_with(['a', 'A']))?
        ));
    }
    let rest = SUBJECTS.iter().filter(|word| **word != "this skill ").find_map(|word| strip_words(piece, word))?;
    let condition = APPLIES.iter().find_map(|verb| strip_words(rest, verb))?;
    let is_condition = ["if ", "while "].iter().any(|word| strip_words(condition, word).is_some());
    is_condition.then(|| condition.to_owned())
}

/// The most that the sentence before can come to: `This bonus cannot exceed four subranks`.
fn parse_most(piece: &str) -> Option<&str> {
    const VERBS: [&str; 4] = ["cannot exceed ", "cannot be higher than ", "cannot be more than ", "is limited to "];
    let rest = SUBJECTS.iter().filter(|word| **word != "this skill ").find_map(|word| strip_words(piece, word))?;
    let most = VERBS.iter().find_map(|word| strip_words(rest, word))?;
    most.starts_with(|first: char| first.is_alphanumeric() || first == '+').then(|| most.trim_start_matches('+'))
}

/// How often the sentence before works: `This effect can only occur once per Turn`.
fn parse_frequency<'p>(before: &str, piece: &'p str) -> Option<&'p str> {
    const VERBS: [&str; 12] = [
        "occur ",
        "occurs ",
        "happen ",
        "happens ",
        "activate ",
        "activates ",
        "trigger ",
        "triggers ",
        "be triggered ",
        "be activated ",
        "take effect ",
        "takes effect ",
    ];
    // What is activated once, and nothing says what, is the skill; what is survived once is survived so often.
    let subject = SUBJECTS.iter().find_map(|word| strip_words(piece, word));
    let is_survived = before.contains(" survives ");
    let rest =
        subject.or_else(|| Some(piece).filter(|piece| is_survived || !piece.to_lowercase().contains("activate")))?;
    let rest = ["can ", "may "].iter().find_map(|word| strip_words(rest, word)).unwrap_or(rest);
    let (rest, only) = strip_words(rest, "only ").map_or((rest, false), |rest| (rest, true));
    let rest = VERBS.iter().find_map(|word| strip_words(rest, word))?;
    let (rest, only_behind) = strip_words(rest, "only ").map_or((rest, false), |rest| (rest, true));
    // What comes only once, in no span, comes once during the War.
    match rest {
        "once" if only || only_behind => Some("once during the War"),
        rest => {
            let most = ["up to ", "at most "].iter().find_map(|word| strip_words(rest, word));
            most.or_else(|| (only || only_behind || rest.contains("once")).then_some(rest))
        }
    }
}

/// Merges `If the target is a Master, restores 30 Health instead` with the sentence before, which becomes the
/// `otherwise`.
fn merge_instead(before: &str, piece: &str) -> Option<Vec<String>> {
    let of_kind = say_of_kind(before, piece);
    let piece = of_kind.as_deref().unwrap_or(piece);
    let has_condition = ["if ", "unless "].iter().any(|word| strip_words(piece, word).is_some());
    if !has_condition {
        return None;
    }
    let (head, tail) = split_at_word(piece, "instead")?;
    // `If the target is a Master, this lasts 4 Turns instead`: the rest is as before.
    if head.contains(" lasts ") {
        return Some(Vec::new());
    }
    let Some(head) = name_whom_before(before, head) else { return Some(Vec::new()) };
    let rest = format!("{} {}", head.trim_end().trim_end_matches(','), tail.trim_start().trim_start_matches(','));
    let mut ways = Vec::new();
    for (condition, action) in split_at_commas(rest.trim()) {
        for action in [Some(action.to_owned()), with_other_number(before, action)].into_iter().flatten() {
            let condition = lowercase_first(condition);
            ways.push(format!("{condition}, {action}; otherwise, {}.", lowercase_first(before)));
            let after_trigger = |(trigger, done)| format!("{trigger}, {condition}, {action}; otherwise, {done}.");
            ways.extend(split_at_commas(before).map(after_trigger));
        }
    }
    Some(ways)
}

/// The condition about whom the sentence before speaks of, in place of `they`: `If they are a Master, …`. `None` if
/// that sentence speaks of several.
fn name_whom_before(before: &str, piece: &str) -> Option<String> {
    if !leads_with_pronoun(piece) {
        return Some(piece.to_owned());
    }
    let mut spoken = MentionedPeople::default();
    spoken.record(before);
    let (condition, rest) = piece.split_once(", ")?;
    spoken.replace_pronouns(condition).map(|condition| format!("{condition}, {rest}"))
}

/// `Masters restore 25 Mana instead` about the subject of the sentence before: `If the user is a Master, restores …`.
fn say_of_kind(before: &str, piece: &str) -> Option<String> {
    const KINDS: [(&str, &str); 3] =
        [("Masters ", "a Master"), ("Servants ", "a Servant"), ("Familiars ", "a familiar")];
    let subject = ["the user ", "the target "].into_iter().find(|subject| strip_words(before, subject).is_some())?;
    let (rest, kind) = KINDS.iter().find_map(|(kinds, kind)| Some((piece.strip_prefix(kinds)?, kind)))?;
    let (verb, rest) = rest.split_once(' ')?;
    Some(format!("If {subject}is {kind}, {verb}s {rest}"))
}

/// The sentence before with another number: `restores 30 Health` after `Restores 50 Health to the target`.
fn with_other_number(before: &str, action: &str) -> Option<String> {
    let is_number = |word: &str| word.trim_end_matches('%').parse::<u32>().is_ok();
    // `50 Health is restored`
    let active = action.strip_suffix(" is restored").map(|what| format!("restores {what}"));
    let action = active.as_deref().unwrap_or(action);
    let action: Vec<&str> = action.split_whitespace().filter(|word| !["they", "it"].contains(word)).collect();
    let (verb, number) = (action.first()?, action.get(1).filter(|word| is_number(word))?);
    let words: Vec<&str> = before.split_whitespace().collect();
    let at = words.windows(2).position(|pair| pair[0].eq_ignore_ascii_case(verb) && is_number(pair[1]))?;
    let same = action.iter().skip(2).zip(words.iter().skip(at + 2)).all(|(one, other)| one.eq_ignore_ascii_case(other));
    let is_percentage = |word: &str| word.ends_with('%');
    let fits =
        same && action.len() - 2 <= words.len() - at - 2 && is_percentage(number) == is_percentage(words[at + 1]);
    fits.then(|| {
        let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        words[at + 1] = (*number).to_owned();
        words[0] = lowercase_first(&words[0]);
        words.join(" ")
    })
}

/// A text split at each of its commas outside quotes.
fn split_at_commas(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let commas = text.match_indices(", ").filter(|(at, _)| text[..*at].matches('"').count().is_multiple_of(2));
    commas.map(|(at, comma)| (&text[..at], &text[at + comma.len()..]))
}

/// The text before a word, and the text behind it.
fn split_at_word<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let at = text.to_ascii_lowercase().find(word)?;
    Some((text.get(..at)?, text.get(at + word.len()..)?))
}
