//! Removes the greeting of a letter: `Hi Kat,`, `Good evening, dear referee!`
//!
//! Only lines that greet and say nothing else are removed: words of a table (`greetings.txt`), followed by those who
//! may be greeted. A name that the writer may order stays, and so does everything below it.

use crate::vocabulary::text::bare_words;

const GREETINGS: &str = include_str!("greetings.txt");
/// The words that may follow a greeting, besides the GM's names.
const GREETED_WORDS: [&str; 22] = [
    "again",
    "all",
    "and",
    "dear",
    "everybody",
    "everyone",
    "folks",
    "friend",
    "friends",
    "game",
    "gm",
    "gms",
    "host",
    "hi",
    "master",
    "moderator",
    "mr",
    "ms",
    "ref",
    "referee",
    "there",
    "the",
];

/// Whether a line says what the orders are for, and so may precede a greeting.
fn is_order_heading(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, _)| key.trim().to_lowercase());
    key.is_some_and(|key| ["night", "war", "team", "token"].contains(&key.as_str()))
}

/// Returns a text without the greeting lines at its top, with the same number of lines. `names` are the GM's;
/// `may_order` says whether a word may be part of orders.
pub fn without_greeting(text: &str, names: &[&str], may_order: impl Fn(&str) -> bool) -> String {
    let names: Vec<String> = names.iter().flat_map(|name| bare_words(name)).collect();
    let is_greeting = |line: &str| {
        let line_words = bare_words(line);
        let is_greeting_prefix = |count: &usize| {
            let opening = line_words.get(..*count).map(|words| words.join(" ")).unwrap_or_default();
            GREETINGS.lines().any(|known| known == opening)
        };
        let known = |word: &String| GREETED_WORDS.contains(&word.as_str()) || names.contains(word);
        let rest = (1..=2).rev().find(is_greeting_prefix).and_then(|count| line_words.get(count..));
        !line.contains(':')
            && rest.is_some_and(|rest| rest.iter().all(known))
            && !line_words.iter().any(|word| !names.contains(word) && may_order(word))
    };
    let blank = |line: &&str| !line.chars().any(char::is_alphanumeric);
    let lines: Vec<&str> = text.split('\n').collect();
    let first_own_line = lines
        .iter()
        .position(|line| !blank(line) && !is_greeting(line) && !is_order_heading(line))
        .unwrap_or(lines.len());
    let is_removed = |number: usize, line: &str| number < first_own_line && is_greeting(line);
    let out = lines.iter().enumerate().map(|(number, line)| if is_removed(number, line) { "" } else { line });
    out.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_greeting(text: &str) -> String {
        without_greeting(text, &["Kat Lund"], |word| ["iris", "hi"].contains(&word))
    }

    #[test]
    fn greetings_above_go_and_lines_stay_lines() {
        for greeting in
            ["Hello,", "Dear Kat,", "Good evening, dear referee!", "Hello again GM", "Hello\n\nDear all,", "HEY THERE"]
        {
            let gone = cut_greeting(&format!("\n{greeting}\n\nSaber: Stay.\n"));
            assert_eq!(gone.trim_start(), "Saber: Stay.\n", "{greeting}");
            assert_eq!(gone.lines().count(), greeting.lines().count() + 3, "{greeting}");
        }
    }

    #[test]
    fn what_could_be_said_or_ordered_stays() {
        for line in [
            "Hello Iris,",
            "Hello: all",
            "Hello, may she walk alone?",
            "Hey, stay.",
            "Hello Bob,",
            "Hello GM, this is Alice.",
            "Hi",
            "Stay.\nHello,",
        ] {
            let text = format!("{line}\nSaber: Stay.\n");
            assert_eq!(cut_greeting(&text), text, "{line}");
        }
    }
}
