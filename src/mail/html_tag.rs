//! A tag of HTML, in letters and in pages of boards.

/// Where a tag ends: the next `>` outside quotes.
pub(super) fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (None, '>') => return at,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    // A quote that nothing closes is none.
    tag.find('>').unwrap_or(tag.len())
}
