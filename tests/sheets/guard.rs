//! The guard: what an author says comes back. Every number, negation, quantifier, ordinal and quoted name of a sentence
//! stands in what is read back, or a word that is known to say the same; and a negation written into a sentence makes
//! it another, or is refused.

use std::collections::BTreeSet;

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{FORMS, parse};
use regex::Regex;

use super::laws::corpus;

/// Numbers in words.
const WORDS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// The numbers of a text, digits or words.
fn numbers(text: &str) -> BTreeSet<String> {
    let digits = Regex::new(r"\d+(?:\.\d+)?").unwrap();
    let mut found: BTreeSet<String> = digits.find_iter(text).map(|n| n.as_str().to_owned()).collect();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let of = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        found.extend(of.map(|(_, digit)| (*digit).to_owned()));
    }
    found
}

/// Names in quotation marks.
fn quoted(text: &str) -> BTreeSet<String> {
    let quotes =
        Regex::new("[\"\u{201C}\u{201E}\u{AB}]([^\"\u{201C}\u{201D}\u{AB}\u{BB}]+)[\"\u{201C}\u{201D}\u{BB}]").unwrap();
    quotes.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// A word of an author and the words of what is read back, any of which says it.
struct Kept {
    /// What is looked for in the author's sentence.
    said: &'static str,
    /// What must then stand in what is read back.
    told: &'static str,
}

/// Negations, quantifiers and ordinals, and how each may come back.
const KEPT: &[Kept] = &[
    Kept {
        said: r"\b(no|not|never|nobody|none|cannot|can't|can’t|isn't|aren't|doesn't|don't|without|unless|except|but|only)\b",
        told: r"\b(no|not|never|nobody|cannot|without|unless|immune|negated|Flightless|only|other|non|once|\d+ times|at most|fewer|less|more|lower|higher|exactly|negative|Masterless|lacking|decreases by 100%|elsewhere|first|each of these|except|ignores|but keeps? at least|all of their Mana but)\b",
    },
    Kept { said: r"\bunless\b", told: r"\b(unless|not|no|nobody|cannot|if)\b" },
    Kept { said: r"\b(except|other than)\b", told: r"\b(other|another|only|except|opponents)\b" },
    Kept {
        said: r"\b(at most|up to|no more than|or less|or lower|or fewer|or below)\b",
        told: r"\b(at most|up to|may move|or less|or lower|or fewer|or earlier|less|times|once|kills|low Health|lasts \d+ Turns|the next \d+( \w+)* damage)\b",
    },
    Kept {
        said: r"\b(at least|or more|or higher|or greater|or above|or later)\b",
        told: r"\b(at least|or more|or higher|or later|no lower|no higher|more)\b",
    },
    Kept {
        said: r"\b(less than|fewer than|lower than|below)\b",
        told: r"\b(less|fewer|lower|earlier|or less|below)\b",
    },
    Kept {
        said: r"\b(more than|higher than|greater than|above|over \d)\b",
        told: r"\b(more|higher|later|above|lower|at most|once|\d+ times|half|third|quarter)\b",
    },
    Kept {
        said: r"\bfirst\b",
        told: r"\b(first|before all other|once per Turn|once per battle|once during the War)\b",
    },
    Kept { said: r"\bsecond\b", told: r"\b(second|next)\b" },
    Kept { said: r"\bnext\b", told: r"\b(next|in \d+ Turns|for 2 Turns|3 Turns|2 Turns)\b" },
    Kept { said: r"\b(half|halved)\b", told: r"\b(half|50)\b" },
    Kept { said: r"\b(doubled|double)\b", told: r"100" },
    Kept { said: r"\b(tripled|triple)\b", told: r"200" },
    Kept { said: r"\btwice\b", told: r"\b(twice|2|100%)" },
    Kept { said: r"\bthrice\b", told: r"\b3\b" },
    Kept { said: r"\bonce\b", told: r"\b(once|first|1|at once|pursues|again|without cost|at a time)\b" },
    Kept {
        said: r"\b(each|per|every)\b",
        told: r"\b(each|per|every|all|everyone|when|(cannot be used again)|the target|that character|100|from|during the War|first Turn of battle|may move|are raised)\b",
    },
    Kept { said: r"\b(other|another|else)\b", told: r"\b(other|rest|second|only|phase|opponents|except)\b" },
];

#[test]
fn what_an_author_says_comes_back() {
    let kept: Vec<(Regex, Regex)> = KEPT
        .iter()
        .map(|kept| {
            let of = |words: &str| Regex::new(&format!("(?i){words}")).unwrap();
            (of(kept.said), of(kept.told))
        })
        .collect();
    let quotation = Regex::new("\"[^\"]*\"").unwrap();
    let left = Regex::new(r"only (\d+%|half) of the damage").unwrap();
    let mut faults = Vec::new();
    for (text, effect) in corpus() {
        let told = canonical(effect);
        if text.trim_start().to_lowercase().starts_with("gm:") {
            continue;
        }
        let numbers_told = numbers(&told);
        let parts = |n: &String| match n.as_str() {
            // `A third in each of 3 Turns`; `two consecutive Turns`; `one` of what is chosen; one rank, one Turn.
            "3" => told.contains("third") || told.contains("low Health"),
            "2" => {
                told.contains("half")
                    || told.contains("two consecutive")
                    || told.contains("in a row")
                    || told.contains("end of the next Turn")
            }
            "4" => told.contains("quarter"),
            "1" => ["each", "once", "next", "week", "Choose one", " a ", "first", "low Health"]
                .iter()
                .any(|word| told.contains(word)),
            "0" => ["or less", "fatal", "cannot regenerate", "kills"].iter().any(|word| told.contains(word)),
            "100" => told.contains("no ") || told.contains("equal to the damage"),
            _ => false,
        };
        // `Only 60% of the damage` comes back as what is taken off.
        let is_part_left = |n: &str| {
            let taken = n.parse::<u32>().ok().and_then(|n| 100_u32.checked_sub(n));
            text.contains(&format!("only {n}% of the damage"))
                && taken.is_some_and(|taken| told.contains(&format!("decreases by {taken}%")))
        };
        // `One ally` is the target, of a skill that takes one alone: its sheet is refused otherwise.
        // `During the following 3 Turns` is for 4 Turns, with the Turn of the use.
        let with_turn_of_use = |n: &String| {
            let more = n.parse::<u32>().map(|n| (n + 1).to_string());
            text.contains("during the following") && more.is_ok_and(|more| numbers_told.contains(&more))
        };
        let parts = |n: &String| {
            parts(n)
                || is_part_left(n)
                || with_turn_of_use(n)
                || (n == "1" && text.starts_with("One ") && told.contains("target"))
        };
        for number in numbers(text).difference(&numbers_told).filter(|n| !parts(n)) {
            faults.push(format!("{number} of `{text}` is lost in `{told}`"));
        }
        // `"Bleeding 2"` says its Turns, as `Poison 2/10` does.
        let with_turns = |name: &&String| {
            name.rsplit_once(' ').is_some_and(|(name, turns)| told.contains(&format!("\"{name}\" for {turns} Turn")))
        };
        for name in quoted(text).difference(&quoted(&told)).filter(|name| !with_turns(name)) {
            faults.push(format!("\"{name}\" of `{text}` is lost in `{told}`"));
        }
        // Special damage is exact, whatever changes the rest (R094): that it is excepted says nothing more.
        let unquoted = quotation.replace_all(text, "\"\"").replace("other than Special damage", "");
        let unquoted = left.replace_all(&unquoted, "");
        // A flat change of damage is of each hit (A031, R101): that alone is said of `each attack` without the word.
        let of_each = unquoted.starts_with("Each attack ") && told.starts_with("Damage ");
        for ((said, words), kept) in kept.iter().zip(KEPT) {
            if of_each && kept.said.contains("each|per|every") {
                continue;
            }
            if said.is_match(&unquoted) && !words.is_match(&told) {
                faults.push(format!("{} of `{text}` is lost in `{told}`", kept.said));
            }
        }
    }
    assert!(faults.is_empty(), "{} lost\n{}", faults.len(), faults.join("\n"));
}

/// Words that turn or narrow what is said.
const NEGATIONS: &[&str] = &["no", "not", "never", "except", "unless", "without", "only", "at most"];

/// Where a word that narrows says no more than the sentence does: beside the word of a limit, and not elsewhere in its
/// sentence. `Can only be used once per Turn` is a limit either way, and so is `at most once`.
const SAYS_THE_SAME: &[&str] = &[
    r"\b(can|may|cannot|usable|used|Lasts|lasts|must) only\b",
    r"\bonly (be used|usable|if|while|once|twice|\d+ times|for \d+ Turns?|\d+ Turns?|until|use|attack)\b",
    r"\bat most (once|twice|\d+ times|\d+ Turns?|for \d+ Turns?)\b",
];

#[test]
fn a_negation_is_never_lost() {
    let sentences: BTreeSet<String> = FORMS.iter().map(|form| canonical(&parse(form).unwrap())).collect();
    let harmless: Vec<Regex> = SAYS_THE_SAME.iter().map(|words| Regex::new(words).unwrap()).collect();
    let is_harmless = |before: &str, word: &str, behind: &str| {
        let from = before.rsplit(' ').next().unwrap_or_default().to_owned();
        let to = behind.split(' ').take(3).collect::<Vec<_>>().join(" ");
        ["only", "at most"].contains(&word)
            && harmless.iter().any(|known| known.is_match(&format!("{from} {word} {to}")))
    };
    let (mut refused, mut other, mut same) = (0, 0, Vec::new());
    // At every place of a sentence two of the words, at each place others.
    // Without `GRAIL_LAWS=full`, every sixth sentence.
    let tried = sentences.iter().filter(|s| !s.contains("GM:")).enumerate().step_by(crate::cases(6, 1));
    for (at, sentence) in tried {
        let Ok(plain) = parse(sentence) else { continue };
        let words: Vec<&str> = sentence.split(' ').collect();
        for place in 0..=words.len() {
            let (before, behind) = words.split_at(place);
            let inside = before.join(" ").matches('"').count() % 2 == 1;
            for step in [0, 3] {
                let word = NEGATIONS[(at + place + step) % NEGATIONS.len()];
                let said = [before, &[word], behind].concat().join(" ");
                match parse(&said) {
                    Err(_) => refused += 1,
                    Ok(read) if read != plain => other += 1,
                    Ok(_) if inside || is_harmless(&before.join(" "), word, &behind.join(" ")) => {}
                    Ok(_) => same.push(said),
                }
            }
        }
    }
    assert!(
        refused > crate::cases(160, 1000) && other >= crate::cases(1, 10),
        "{refused} refused, {other} read as something else"
    );
    assert!(same.is_empty(), "{} read as if the word were not there\n{}", same.len(), same.join("\n"));
}
