//! Wraps plain text to a mail's width. Continuation lines are indented a little further.

/// The longest line, in characters.
pub const WIDTH: usize = 78;

/// Breaks every longer line between words. Continuation lines are aligned below the first word after a list mark, the
/// dash or number that begins the line.
pub fn wrap(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for line in text.split_inclusive('\n') {
        // No line has more characters than bytes.
        if line.len() <= WIDTH || line.trim_end_matches('\n').chars().count() <= WIDTH {
            out.push_str(line);
        } else {
            wrap_line(line, &mut out);
        }
    }
    out
}

fn wrap_line(line: &str, out: &mut String) {
    let mut rest = line.trim_start_matches(' ');
    let mut indent = line.len() - rest.len();
    let continued_indent = indent + continuation_indent(rest);
    rest = rest.trim_end();
    loop {
        out.extend(std::iter::repeat_n(' ', indent));
        let cut = end_of_line(rest, WIDTH.saturating_sub(indent));
        let (words, behind) = rest.split_at_checked(cut).unwrap_or((rest, ""));
        out.push_str(words);
        // The blank at the break is left out.
        let Some(behind) = behind.strip_prefix(' ') else { break };
        out.push('\n');
        (rest, indent) = (behind, continued_indent);
    }
    if line.ends_with('\n') {
        out.push('\n');
    }
}

/// The byte behind the last word that fits into so many characters: the end of the text, or a blank. A word that is
/// longer is kept whole.
fn end_of_line(text: &str, room: usize) -> usize {
    let bytes = text.as_bytes();
    // As a rule a letter is one byte.
    let is_plain = bytes.get(..=room).is_some_and(<[u8]>::is_ascii);
    let found = if is_plain { Some(room) } else { text.char_indices().nth(room).map(|(at, _)| at) };
    let Some((within, beyond)) = found.and_then(|limit| bytes.split_at_checked(limit)) else { return text.len() };
    let is_blank = |byte: &u8| *byte == b' ';
    let next_blank = || beyond.iter().position(is_blank).map_or(text.len(), |at| within.len() + at);
    if beyond.first().is_some_and(is_blank) {
        within.len()
    } else {
        within.iter().rposition(is_blank).unwrap_or_else(next_blank)
    }
}

/// Rejoins the lines that [`wrap`] broke.
pub fn unwrap_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The indent of a possible continuation, and the length of the last line.
    let (mut continuation_column, mut length) = (0, 0);
    for line in text.lines() {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        let first = words.split(' ').next().unwrap_or_default();
        if length > 0
            && !words.is_empty()
            && indent == continuation_column
            && length + 1 + first.chars().count() > WIDTH
        {
            out.push(' ');
            out.push_str(words);
        } else {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(line);
            continuation_column = indent + continuation_indent(words);
        }
        length = line.chars().count();
    }
    out.push_str(if text.ends_with('\n') { "\n" } else { "" });
    out
}

/// The extra indent of the continuation of a line that begins with these words.
fn continuation_indent(words: &str) -> usize {
    words.split(' ').next().filter(|word| is_list_mark(word)).map_or(2, |word| word.chars().count() + 1)
}

/// Whether a word is a list mark: `-`, `!`, `12.`.
fn is_list_mark(word: &str) -> bool {
    let number = word.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()));
    number || matches!(word, "-" | "!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_further_in() {
        let long_text = format!("  - {}\nshort\n", "word ".repeat(30).trim_end());
        let text = wrap(&long_text);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.contains("\n    word") && text.ends_with("word\nshort\n"), "{text}");
        assert_eq!(unwrap_lines(&text), long_text);
        assert_eq!(unwrap_lines("Place\n  Saber\n\n  Iris\n"), "Place\n  Saber\n\n  Iris\n");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), long_text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(wrap(&"x".repeat(100)), "x".repeat(100), "what has no blank stays whole");
        let full = format!("{} {}", "x".repeat(WIDTH), "é".repeat(WIDTH - 2));
        assert_eq!(wrap(&full), format!("{}\n  {}", "x".repeat(WIDTH), "é".repeat(WIDTH - 2)));
        assert_eq!(wrap(&format!("a {} b", "x".repeat(100))), format!("a\n  {}\n  b", "x".repeat(100)));
    }
}
