//! `grammar/lexicon.txt` → `grammar/lexicon.pest`: the forms of every verb as rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A row of the table.
struct Row<'t> {
    place: &'t str,
    sense: &'t str,
    verbs: Vec<Verb>,
}

/// A verb: its forms, each with what stands behind the first word.
struct Verb {
    forms: Vec<String>,
    behind: String,
}

/// The rules of a table; or what is wrong with it.
pub(super) fn rules(table: &str) -> Result<String, String> {
    let mut out = String::from(
        "// The verbs of the language, made of `lexicon.txt`: change that table, then\n\
         // `GRAIL_DOCS=renew cargo test --test integration lexicon`.\n\n",
    );
    let mut taken: BTreeMap<(String, String), String> = BTreeMap::new();
    let rows = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for row in rows.map(row) {
        let row = row?;
        let mut words: Vec<String> = Vec::new();
        for verb in &row.verbs {
            for form in &verb.forms {
                let text = if verb.behind.is_empty() { form.clone() } else { format!("{form} {}", verb.behind) };
                if let Some(other) = taken.insert((row.place.to_owned(), text.clone()), row.sense.to_owned()) {
                    let shared = other != row.sense && !may_share(row.place, &text);
                    if other == row.sense || shared {
                        return Err(format!("`{text}` stands in `{other}` and in `{}`", row.sense));
                    }
                }
                words.push(text);
            }
        }
        // The longest first: of two that begin alike a shorter one would be found in the longer.
        words.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        let words: Vec<String> = words.iter().map(|text| pest(text)).collect();
        let prefix = if row.place == "order" { "d" } else { "v" };
        let _ = writeln!(out, "{prefix}_{} = @{{ ({}) ~ word_end }}", row.sense, words.join(" | "));
    }
    Ok(out)
}

/// Words that mean one thing with one object and another with another: `drop the Splint`, `drop Rain Manipulation`.
fn may_share(place: &str, text: &str) -> bool {
    const ORDERED: [&str; 5] = ["drop", "end", "go", "take", "get"];
    const TOLD: [&str; 8] = ["fall", "fell", "fallen", "go", "goes", "going", "went", "gone"];
    let first = text.split(' ').next().unwrap_or_default();
    match place {
        "order" => ORDERED.iter().any(|word| first.starts_with(word.trim_end_matches('e'))),
        _ => TOLD.contains(&first) || first == "falls" || first == "falling",
    }
}

fn row(line: &str) -> Result<Row<'_>, String> {
    let mut columns = line.split('|').map(str::trim);
    let (Some(place), Some(sense), Some(words), None) =
        (columns.next(), columns.next(), columns.next(), columns.next())
    else {
        return Err(format!("no row of the lexicon: {line}"));
    };
    let verbs = words.split(';').map(|word| verb(place, word.trim())).collect();
    Ok(Row { place, sense, verbs })
}

fn verb(place: &str, written: &str) -> Verb {
    let (words, irregular) = match written.split_once('[') {
        Some((words, rest)) => (words.trim(), rest.trim_end_matches(']').split(',').map(str::trim).collect()),
        None => (written, Vec::new()),
    };
    let (base, behind) = words.split_once(' ').unwrap_or((words, ""));
    let mut forms = vec![base.to_owned(), third(base), progressive(base)];
    if place == "event" {
        match irregular.as_slice() {
            [] => forms.push(past(base)),
            some => forms.extend(some.iter().filter(|form| **form != "-").map(|form| (*form).to_owned())),
        }
    }
    forms.sort();
    forms.dedup();
    Verb { forms, behind: behind.to_owned() }
}

fn is_vowel(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| "aeiou".contains(letter))
}

/// `cut`: its last letter is doubled before an ending.
fn doubles(base: &str) -> bool {
    let mut letters = base.chars().rev();
    let (last, middle, before) = (letters.next(), letters.next(), letters.next());
    let groups = base.split(|c| !"aeiou".contains(c)).filter(|group| !group.is_empty()).count();
    let closed = last.is_some_and(|letter| !"aeiouwxy".contains(letter));
    groups == 1 && closed && is_vowel(middle) && before.is_some() && !is_vowel(before)
}

fn third(base: &str) -> String {
    let before_last = base.chars().rev().nth(1);
    match base {
        "have" => "has".to_owned(),
        _ if base.ends_with('y') && !is_vowel(before_last) => format!("{}ies", base.trim_end_matches('y')),
        _ if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end)) => format!("{base}es"),
        _ => format!("{base}s"),
    }
}

fn progressive(base: &str) -> String {
    match base {
        _ if base.ends_with("ie") => format!("{}ying", base.trim_end_matches("ie")),
        _ if base.ends_with("ee") => format!("{base}ing"),
        _ if base.ends_with('e') => format!("{}ing", base.trim_end_matches('e')),
        _ => format!("{}ing", stem(base)),
    }
}

fn past(base: &str) -> String {
    let before_last = base.chars().rev().nth(1);
    match base {
        _ if base.ends_with('e') => format!("{base}d"),
        _ if base.ends_with('y') && !is_vowel(before_last) => format!("{}ied", base.trim_end_matches('y')),
        _ => format!("{}ed", stem(base)),
    }
}

fn stem(base: &str) -> String {
    match base.chars().next_back() {
        Some(last) if doubles(base) => format!("{base}{last}"),
        _ => base.to_owned(),
    }
}

fn pest(text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(|word| format!("^\"{word}\"")).collect();
    words.join(" ~ WHITESPACE+ ~ ")
}
