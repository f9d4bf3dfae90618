//! Parses an HTML page into elements with their positions: as much as is needed to find posts, their authors, times and
//! words. The page is scanned once from start to end; nothing of it is shown or run.

use crate::mail::html_tag::find_tag_end;

/// Elements without content.
const EMPTY: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Elements whose content is not HTML.
const RAW: [&str; 5] = ["script", "style", "textarea", "title", "noscript"];
/// The number of open elements that a closing tag is compared with.
const MAX_OPEN_ELEMENTS: usize = 400;

/// An element of a page.
#[derive(Clone, Debug)]
pub(super) struct Element<'p> {
    /// Its name in lower case.
    pub(super) name: String,
    /// The text of its tag after the name.
    attributes: &'p str,
    /// The indices at which its tag begins, its content begins and its content ends.
    pub(super) start: usize,
    pub(super) inner: usize,
    pub(super) end: usize,
    /// The index of the element that contains it.
    pub(super) parent: Option<usize>,
}

impl Element<'_> {
    /// The value of an attribute, with entities not decoded.
    pub(super) fn attribute(&self, wanted: &str) -> Option<&str> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            let name_end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '/')).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(name_end);
            if name.is_empty() && behind.is_empty() {
                return None;
            }
            let behind = behind.trim_start();
            let (value, after) = match behind.strip_prefix('=').map(str::trim_start) {
                None => ("", behind),
                Some(value) => match value.chars().next() {
                    Some(quote @ ('"' | '\'')) => value.get(1..)?.split_once(quote).unwrap_or((value, "")),
                    _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
                },
            };
            if name.eq_ignore_ascii_case(wanted) {
                return Some(value);
            }
            // A stray character is skipped.
            rest = if after.len() < rest.len() { after } else { rest.get(1..)? };
        }
    }
}

/// Parses the elements of a page, in the order of their starts.
pub(super) fn parse_elements(page: &str) -> Vec<Element<'_>> {
    let mut found: Vec<Element<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(start) = page.get(at..).and_then(|rest| rest.find('<')).map(|found| at + found) {
        let body = page.get(start + 1..).unwrap_or_default();
        if let Some(comment) = body.strip_prefix("!--") {
            at = comment.find("-->").map_or(page.len(), |end| start + 4 + end + 3);
            continue;
        }
        let end = start + 1 + find_tag_end(body);
        let tag = page.get(start + 1..end).unwrap_or_default();
        let content_start = (end + 1).min(page.len());
        at = content_start;
        let closing = tag.strip_prefix('/');
        let tag = closing.unwrap_or(tag);
        let length = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(length);
        let name = name.to_ascii_lowercase();
        if name.is_empty() {
            // `a < b`, a declaration.
            at = if body.starts_with(['!', '?']) { content_start } else { start + 1 };
            continue;
        }
        if closing.is_some() {
            let first_compared = open.len().saturating_sub(MAX_OPEN_ELEMENTS);
            let is_same_element = |number: &usize| found.get(*number).is_some_and(|element| element.name == name);
            if let Some(open_index) = open
                .iter()
                .skip(first_compared)
                .rposition(is_same_element)
                .map(|open_index| open_index + first_compared)
            {
                for number in open.drain(open_index..) {
                    if let Some(element) = found.get_mut(number) {
                        element.end = start;
                    }
                }
            }
            continue;
        }
        let number = found.len();
        let parent = open.last().copied();
        let has_content = !EMPTY.contains(&name.as_str()) && !tag.ends_with('/');
        found.push(Element { attributes, start, inner: content_start, end: content_start, parent, name: name.clone() });
        if !has_content {
            continue;
        }
        if RAW.contains(&name.as_str()) {
            at = find_raw_end(page, content_start, &name);
            continue;
        }
        open.push(number);
    }
    for number in open {
        if let Some(element) = found.get_mut(number) {
            element.end = page.len();
        }
    }
    found
}

/// The index at which raw content ends.
fn find_raw_end(page: &str, from: usize, name: &str) -> usize {
    let bytes = page.as_bytes();
    let closes = |at: &usize| {
        bytes.get(*at) == Some(&b'<')
            && bytes.get(at + 1) == Some(&b'/')
            && bytes.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    (from..page.len()).find(closes).unwrap_or(page.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_their_places_and_attributes() {
        let page = "<!doctype html><div id=a class='x y'><p>one<br>two<p>three</div><!-- <b> --><script>a<b</script><i data-x=\"1>2\">z</i> 3 < 4";
        let all = parse_elements(page);
        let names: Vec<&str> = all.iter().map(|element| element.name.as_str()).collect();
        assert_eq!(names, ["div", "p", "br", "p", "script", "i"]);
        let div = &all[0];
        assert_eq!(
            (div.attribute("id"), div.attribute("class"), div.attribute("title")),
            (Some("a"), Some("x y"), None)
        );
        assert_eq!(&page[div.inner..div.end], "<p>one<br>two<p>three");
        assert_eq!((all[5].attribute("data-x"), &page[all[5].inner..all[5].end]), (Some("1>2"), "z"));
        assert_eq!(all[2].parent, Some(1));
    }

    #[test]
    fn pages_that_never_end_end() {
        for page in ["<", "<a", "<a href=\"", "</div>", "<script>", "<!--", "<div a==b =c '", "<p></q></p>"] {
            assert!(parse_elements(page).iter().all(|element| element.attribute("z").is_none()), "{page}");
        }
        assert_eq!(parse_elements(&"<div>".repeat(5000)).len(), 5000);
    }
}
