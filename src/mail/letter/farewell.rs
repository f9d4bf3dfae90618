//! How a letter ends that has no line which begins a signature: `Kind regards` and a name.
//!
//! Only what says nothing goes: the writer's own names, and farewells of a table (`farewells.txt`). A name that is
//! somebody's whom the writer may order stays, and so does everything above it.

use crate::vocabulary::text::bare_words;

const FAREWELLS: &str = include_str!("farewells.txt");

/// A text without its farewell; its lines stay lines. `names` are the writer's, of several words or one; `orders` says
/// whether a word may be a part of orders.
pub fn without_farewell(text: &str, names: &[&str], orders: impl Fn(&str) -> bool) -> String {
    let names: Vec<String> = names.iter().flat_map(|name| bare_words(name)).filter(|word| !orders(word)).collect();
    let is_name = |line: &str| {
        let said = bare_words(line);
        let known = |word: &String| {
            let initial = word.chars().count() == 1 && names.iter().any(|name| name.starts_with(word.as_str()));
            initial || names.contains(word)
        };
        !said.is_empty() && !line.contains(':') && said.iter().all(known)
    };
    let is_farewell = |line: &str| {
        let said = bare_words(line).join(" ");
        !line.contains(':') && !orders(&said) && FAREWELLS.lines().any(|known| known == said)
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut end = lines.len();
    let mut farewells = 0;
    for (number, line) in lines.iter().enumerate().rev() {
        let blank = !line.chars().any(char::is_alphanumeric);
        let goes = (farewells == 0 && is_name(line)) || is_farewell(line);
        farewells += usize::from(!blank && is_farewell(line));
        if !blank && !goes {
            break;
        }
        if goes {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
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
        ] {
            assert_eq!(of(&format!("Saber: Stay.\n\n{end}\n")).trim_end(), "Saber: Stay.", "{end}");
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
            "Thanks: Alice",
        ] {
            let text = format!("Saber: Stay.\n\n{end}\n");
            assert_eq!(of(&text), text, "{end}");
        }
        assert_eq!(of("Alice\nSaber: Stay.\n"), "Alice\nSaber: Stay.\n");
    }
}
