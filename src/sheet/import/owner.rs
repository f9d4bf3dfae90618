//! Replaces the owner of a sheet in its sentences: class, name, true name and pronoun become the user.

use super::labels::parse_class;
use super::values::is_placeholder;
use crate::language::name_book::is_word_of_the_language;
use crate::vocabulary::text::capitalise;

/// The owner of the sheet that a sentence stands on.
#[derive(Clone, Debug, Default)]
pub(in crate::sheet) struct Owner {
    /// Its names, the longest first.
    names: Vec<String>,
    /// Its pronouns; both where its sex is unknown.
    is_female: bool,
    is_male: bool,
    /// The names of the familiars whose sheets are in the same text.
    familiars: Vec<String>,
    /// The names of a familiar's summoner.
    summoner: Vec<String>,
    /// The skill that a sentence belongs to, if it is not an ability.
    pub(super) skill: Option<String>,
}

/// Words for somebody else: near one of them, a pronoun could mean that character.
const WORDS_FOR_OTHERS: [&str; 24] = [
    "target",
    "targets",
    "opponent",
    "opponents",
    "enemy",
    "enemies",
    "foe",
    "foes",
    "attacker",
    "attackers",
    "master",
    "masters",
    "servant",
    "servants",
    "familiar",
    "familiars",
    "ally",
    "partner",
    "character",
    "anyone",
    "everyone",
    "somebody",
    "someone",
    "victim",
];

/// Titles at the start of a name, which are not names themselves.
const TITLES: [&str; 22] = [
    "the", "old", "young", "captain", "lady", "lord", "sir", "king", "queen", "prince", "princess", "saint", "mother",
    "father", "great", "black", "white", "red", "blue", "doctor", "brother", "sister",
];

impl Owner {
    /// Creates the owner from its names (class, name, true name) and its sex.
    pub(in crate::sheet) fn new(called: &[String], sex: &str, familiars: Vec<String>, summoner: &[String]) -> Owner {
        let sex = sex.trim().to_lowercase();
        let (female, male) = (sex.starts_with('f') || sex.starts_with('w'), sex.starts_with('m'));
        let unknown = !female && !male;
        let (is_female, is_male) = (female || unknown, male || unknown);
        Owner {
            names: names_in_sentences(called),
            is_female,
            is_male,
            familiars,
            summoner: names_in_sentences(summoner),
            skill: None,
        }
    }

    /// Replaces the owner's names with `the user`, and those of its summoner with `the summoner`. `Saber-class`, `an
    /// enemy Saber` and quoted text are not names.
    pub(in crate::sheet) fn replace_names_with_user(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut quoted = false;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            quoted ^= letter == '"';
            let begins_word = !out.ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '\'');
            let may_be_name = begins_word && !quoted;
            let name_here = |names: &'_ [String]| {
                names.iter().filter(|_| may_be_name).find(|name| is_name_of_bearer(&out, rest, name)).cloned()
            };
            let (user, summoner) = (name_here(&self.names), name_here(&self.summoner));
            let replacement = if user.is_some() { "the user" } else { "the summoner" };
            let Some(name) = user.or(summoner) else {
                out.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
                continue;
            };
            for article in ["the ", "The "] {
                if out.ends_with(article) {
                    out.truncate(out.len() - article.len());
                }
            }
            let replacement = if is_sentence_start(&out) { capitalise(replacement) } else { replacement.to_owned() };
            out.push_str(&replacement);
            rest = rest.get(name.len()..).unwrap_or_default();
            // `Odalys' Servant`
            if name.ends_with('s') && rest.starts_with("' ") {
                out.push_str("'s");
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        out
    }

    /// Whether a sentence mentions somebody who is not the owner.
    pub(super) fn mentions_others(&self, text: &str) -> bool {
        lower_case_words(&self.replace_names_with_user(text)).any(|word| WORDS_FOR_OTHERS.contains(&word.as_str()))
    }

    /// The possible sentences with the owner for `she` or `he`, where nobody else can be meant: nobody else is
    /// mentioned, or the sentence starts with the pronoun.
    pub(super) fn replace_pronouns_with_user(&self, text: &str, others: bool) -> Vec<String> {
        let is_alone = !lower_case_words(text).any(|word| WORDS_FOR_OTHERS.contains(&word.as_str()));
        let mut wordings = Vec::new();
        if others {
            return wordings;
        }
        // `her` is possessive or an object: the language accepts the form that fits.
        for (who, whose, her) in [
            ("the user", "the user's", "the user's"),
            ("the user", "the user's", "the user"),
            ("they", "their", "their"),
            ("they", "their", "them"),
        ] {
            let exchanged = |word: &str| match word.to_lowercase().as_str() {
                "she" if self.is_female => Some(who),
                "her" if self.is_female => Some(her),
                "he" if self.is_male => Some(who),
                "his" if self.is_male => Some(whose),
                "him" if self.is_male => Some(if who == "they" { "them" } else { who }),
                _ => None,
            };
            let mut first = true;
            let reworded = replace_words(text, |word| {
                let may_replace = is_alone || std::mem::take(&mut first);
                first = false;
                exchanged(word)
                    .filter(|_| may_replace)
                    .map(|new| if word.starts_with(char::is_uppercase) { capitalise(new) } else { new.to_owned() })
            });
            if reworded != text && !wordings.contains(&reworded) {
                wordings.push(reworded);
            }
        }
        wordings
    }

    /// Rewrites `Summons the Heron.` or `The Heron is summoned.` for a familiar whose sheet is in the text.
    pub(super) fn rewrite_summons(&self, text: &str) -> Option<String> {
        let bare = text.trim().trim_end_matches('.');
        let passive = [" is summoned", " are summoned"].into_iter().find_map(|mark| bare.split_once(mark));
        let whom = match passive {
            Some((whom, place)) => {
                let place = self.replace_names_with_user(place);
                let here = ["", " in the user's location", " in this location", " at the user's location"];
                here.contains(&place.as_str()).then_some(whom)?
            }
            None => ["Summons ", "Summon ", "summons ", "The user summons "]
                .into_iter()
                .find_map(|verb| bare.strip_prefix(verb))?,
        };
        let (count, whom) = match whom.split_once(' ') {
            Some((article, whom)) if ["the", "a", "an", "one"].contains(&article.to_lowercase().as_str()) => {
                ("a", whom)
            }
            Some((number, whom)) if number.chars().all(|c| c.is_ascii_digit()) => (number, whom),
            Some(("two", whom)) => ("2", whom),
            Some(("three", whom)) => ("3", whom),
            _ => ("a", whom),
        };
        let whom = whom.trim_end_matches(" familiars").trim_end_matches(" familiar").trim_matches('"');
        let is_same_name = |name: &&String| {
            let bare = name.strip_prefix("The ").unwrap_or(name);
            [name.as_str(), bare].iter().any(|name| {
                name.eq_ignore_ascii_case(whom) || (count != "a" && format!("{name}s").eq_ignore_ascii_case(whom))
            })
        };
        let name = self.familiars.iter().find(is_same_name)?;
        Some(format!("Summons {count} \"{name}\"."))
    }
}

/// Whether a text starts with a name that means its bearer. `preceding` is the text before it.
fn is_name_of_bearer(preceding: &str, rest: &str, name: &str) -> bool {
    let Some(behind) = rest.strip_prefix(name) else { return false };
    let is_longer_word = behind.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let is_kind = [" class", " Servant", " servant", "-class"].iter().any(|ending| behind.starts_with(ending));
    let determiners = ["a", "an", "another", "any", "enemy", "opposing", "other", "no", "every", "each", "that"];
    let before = preceding.split_whitespace().last().unwrap_or_default().to_lowercase();
    !is_longer_word && !is_kind && !determiners.contains(&before.as_str())
}

/// The names of somebody in sentences, the longest first: each full name, and the given name it starts with.
fn names_in_sentences(called: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in called.iter().map(|name| name.trim()).filter(|name| !name.is_empty() && !is_placeholder(name)) {
        // `Ysolde of the Marsh` is Ysolde; `The Ninth Daughter` is not The.
        let first = name.split_whitespace().next().unwrap_or_default();
        let title = TITLES.contains(&first.to_lowercase().as_str());
        let given = name.contains(' ') && first.chars().count() > 2 && !title;
        if given && first.starts_with(char::is_uppercase) && !is_word_of_the_language(&first.to_lowercase()) {
            names.push(first.trim_end_matches(',').to_owned());
        }
        names.extend(name.split_once(',').map(|(head, _)| head.to_owned()));
        names.extend(parse_class(name).map(str::to_owned));
        names.push(name.to_owned());
    }
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    names
}

/// Whether a sentence starts after this text.
fn is_sentence_start(preceding: &str) -> bool {
    let before = preceding.trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

/// The words of a text in lower case.
fn lower_case_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Replaces words of a text, except in quotes.
fn replace_words(text: &str, mut replacement: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let mut quoted = false;
    for letter in text.chars().chain(['\n']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            let new = if quoted { None } else { replacement(&word) };
            out.push_str(new.as_ref().unwrap_or(&word));
            word.clear();
        }
        quoted ^= letter == '"';
        out.push(letter);
    }
    out.pop();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ysolde() -> Owner {
        Owner::new(
            &["Saber".to_owned(), "Ysolde of the Marsh".to_owned()],
            "Female",
            vec!["The Heron".to_owned(), "Badger".to_owned()],
            &[],
        )
    }

    #[test]
    fn the_owner_s_names_are_the_user() {
        for (sentence, user) in [
            ("Saber is immune to Stun.", "The user is immune to Stun."),
            ("Damage Saber receives decreases.", "Damage the user receives decreases."),
            ("Ysolde's AGI rises.", "The user's AGI rises."),
            ("The Saber sleeps.", "The user sleeps."),
            ("Saber-class Servants sleep.", "Saber-class Servants sleep."),
            ("An enemy Saber sleeps.", "An enemy Saber sleeps."),
            ("Sabers sleep while \"Saber\" is active.", "Sabers sleep while \"Saber\" is active."),
        ] {
            assert_eq!(ysolde().replace_names_with_user(sentence), user);
        }
        let odalys = Owner::new(&["Odalys".to_owned()], "f", Vec::new(), &["Ysolde".to_owned()]);
        assert_eq!(
            odalys.replace_names_with_user("Odalys' Servant guards Ysolde."),
            "The user's Servant guards the summoner."
        );
    }

    #[test]
    fn a_pronoun_is_the_owner_where_nobody_else_is_spoken_of() {
        let first = |text: &str, others| ysolde().replace_pronouns_with_user(text, others).first().cloned();
        assert_eq!(first("Her AGI rises.", false).as_deref(), Some("The user's AGI rises."));
        assert_eq!(
            first("Her AGI rises while she rests.", false).as_deref(),
            Some("The user's AGI rises while the user rests.")
        );
        assert_eq!(
            first("She hits the target and her Master.", false).as_deref(),
            Some("The user hits the target and her Master.")
        );
        assert_eq!(first("The target loses her shield.", false), None);
        assert_eq!(first("Her AGI rises.", true), None);
        assert_eq!(first("His AGI rises.", false), None);
    }

    #[test]
    fn what_is_summoned_has_its_sheet_s_name() {
        let rewritten = |text: &str| ysolde().rewrite_summons(text);
        assert_eq!(rewritten("Summons the Heron.").as_deref(), Some("Summons a \"The Heron\"."));
        assert_eq!(rewritten("Summons two Badgers.").as_deref(), Some("Summons 2 \"Badger\"."));
        assert_eq!(
            rewritten("The Heron is summoned in Saber's location.").as_deref(),
            Some("Summons a \"The Heron\".")
        );
        assert_eq!(rewritten("The Heron is summoned in the Park."), None);
        assert_eq!(rewritten("Summons the Wolf."), None);
    }
}
