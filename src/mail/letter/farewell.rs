//! Removes the farewell of a letter that has no signature line: `Kind regards` and a name.
//!
//! Only lines without content are removed: the writer's own names, and the farewells in a table (`farewells.txt`). A
//! name of somebody whom the writer may order stays, and so does everything above it.

use crate::mail::talk_to_gm::could_order;
use crate::vocabulary::text::bare_words;

const FAREWELLS: &str = include_str!("farewells.txt");

/// Returns a text without its farewell, with the same number of lines. `names` are the writer's, of one word or
/// several; `may_order` says whether a word may be part of orders.
pub fn without_farewell(text: &str, names: &[&str], may_order: impl Fn(&str) -> bool) -> String {
    let names: Vec<String> = names.iter().flat_map(|name| bare_words(name)).filter(|word| !may_order(word)).collect();
    let is_name = |line: &str| {
        let line_words = bare_words(line);
        let known = |word: &String| {
            let initial = word.chars().count() == 1 && names.iter().any(|name| name.starts_with(word.as_str()));
            initial || names.contains(word)
        };
        !line_words.is_empty() && !line.contains(':') && line_words.iter().all(known)
    };
    let is_farewell = |line: &str| {
        let line_words = bare_words(line).join(" ");
        !line.contains(':') && !may_order(&line_words) && FAREWELLS.lines().any(|known| known == line_words)
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut end = find_signature(&lines, |line| is_name(line) || is_farewell(line), &may_order).unwrap_or(lines.len());
    let last = end;
    let mut farewells = 0;
    for (number, line) in lines.iter().enumerate().take(last).rev() {
        let blank = !line.chars().any(char::is_alphanumeric);
        let is_removed = (farewells == 0 && is_name(line)) || is_farewell(line);
        farewells += usize::from(!blank && is_farewell(line));
        if !blank && !is_removed {
            break;
        }
        if is_removed {
            end = number;
        }
    }
    let mut out = lines.get(..end).unwrap_or_default().join("\n");
    out.extend(std::iter::repeat_n('\n', lines.len() - end));
    if text.ends_with('\n') || end < lines.len() {
        out.push('\n');
    }
    out
}

/// The most lines of a signature below its farewell.
const MAX_SIGNATURE_LENGTH: usize = 6;
/// Words that address somebody or state something.
const SPEECH_WORDS: [&str; 28] = [
    "i", "i'm", "i'll", "i'd", "i've", "we", "me", "my", "us", "our", "you", "your", "please", "ps", "p.s", "can",
    "could", "may", "will", "would", "not", "sorry", "is", "are", "was", "if", "but", "who",
];

/// The line at which an automatic signature begins: a farewell followed by a comma, and below it only a few short lines
/// of names, titles and the like, which state nothing and order nothing.
fn find_signature(lines: &[&str], known: impl Fn(&str) -> bool, orders: &impl Fn(&str) -> bool) -> Option<usize> {
    let is_without_content = |line: &&&str| {
        let words = bare_words(line);
        let may_be_order_word = |word: &String| orders(word) || could_order(word, &[]);
        let plain = !line.contains(':') && !line.contains('?') && !line.contains('!');
        known(line)
            || (plain
                && words.len() <= 8
                && !words.iter().any(|word| SPEECH_WORDS.contains(&word.as_str()) || may_be_order_word(word)))
    };
    let is_signed_farewell = |line: &str| line.trim_end().ends_with(',') && known(line);
    let at = lines.iter().rposition(|line| is_signed_farewell(line))?;
    let lines_below: Vec<&&str> =
        lines.get(at + 1..)?.iter().filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let first_names = lines_below.first().is_some_and(|line| known(line));
    (first_names && lines_below.len() <= MAX_SIGNATURE_LENGTH && lines_below.iter().all(is_without_content))
        .then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_farewell(text: &str) -> String {
        without_farewell(text, &["Alice", "Alice Smith"], |word| word.eq_ignore_ascii_case("iris"))
    }

    #[test]
    fn names_and_farewells_at_the_end_go() {
        for end in [
            "Alice",
            "- Alice",
            "Kind regards,\n\nAlice Smith",
            "Mit freundlichen Grüßen\nA.",
            "Thanks!",
            "Cheers",
            "Thanks\nBest,\nAlice",
            "Kind regards,\n\nAlice Smith\n\nSenior Actuary | Lee & Partners\n\nInsuring tomorrow, today.",
        ] {
            assert_eq!(cut_farewell(&format!("Saber: Stay.\n\n{end}\n")).trim_end(), "Saber: Stay.", "{end}");
        }
    }

    #[test]
    fn what_could_be_said_or_ordered_stays() {
        for end in [
            "Stay",
            "Thanks\nStay.",
            "Best, Bob",
            "Iris",
            "Best\nIris: Stay.",
            "Alice: Stay.",
            "Regards to the GM",
            "Alice\nBob",
            "Kind regards,\nAlice\nPlease ask Bob.",
            "Kind regards,\nAlice\nIris stays",
            "Kind regards,\nBob\nThe dog died",
            "Kind regards,\nAlice\nAttack the knight",
            "Thanks: Alice",
        ] {
            let text = format!("Saber: Stay.\n\n{end}\n");
            assert_eq!(cut_farewell(&text), text, "{end}");
        }
        assert_eq!(cut_farewell("Alice\nSaber: Stay.\n"), "Alice\nSaber: Stay.\n");
    }
}
