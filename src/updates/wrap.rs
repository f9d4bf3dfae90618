//! Wraps plain text to a mail's width. Continuation lines are indented a little further.

/// The longest line, in characters.
pub const WIDTH: usize = 78;

/// Breaks every longer line between words. Continuation lines are aligned below the first word after a list mark, the
/// dash or number that begins the line.
pub fn wrap(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for line in text.split_inclusive('\n') {
        if line.trim_end_matches('\n').chars().count() <= WIDTH {
            out.push_str(line);
        } else {
            wrap_line(line, &mut out);
        }
    }
    out
}

fn wrap_line(line: &str, out: &mut String) {
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let mark = continuation_indent(words);
    let further_indent = " ".repeat(mark);
    let mut column = indent;
    out.push_str(&" ".repeat(indent));
    for (index, word) in words.trim_end().split(' ').enumerate() {
        let word_length = word.chars().count();
        if index > 0 && column + 1 + word_length > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            out.push_str(&further_indent);
            column = indent + mark;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word_length;
    }
    if line.ends_with('\n') {
        out.push('\n');
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
    }
}
