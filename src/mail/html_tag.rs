//! HTML tags, in letters and in the pages of forums.

/// The index at which a tag ends: the next `>` outside quotes.
pub(super) fn find_tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (None, '>') => return at,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    // An unclosed quote does not count as one.
    tag.find('>').unwrap_or(tag.len())
}
