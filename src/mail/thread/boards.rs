//! The table of forum software (`boards.txt`), and what it finds in a page.

use crate::mail::letter::html_to_text;

use super::page::Element;

const TABLE: &str = include_str!("boards.txt");

/// A forum software, by its rows in the table.
#[derive(Debug, Default)]
pub(super) struct Board {
    /// Its name.
    pub(super) name: &'static str,
    /// Whether its dates begin with the month.
    pub(super) begins_with_month: bool,
    rows: Vec<(&'static str, Vec<Selector>)>,
}

/// A selector in a row: an element within others, and the attribute that is meant, if any.
#[derive(Debug)]
struct Selector {
    steps: Vec<BoardStep>,
    attribute: Option<&'static str>,
}

#[derive(Debug, Default)]
struct BoardStep {
    tag: &'static str,
    classes: Vec<&'static str>,
    id: Option<&'static str>,
    attribute: Option<(&'static str, Option<&'static str>)>,
}

/// A page with its elements.
#[derive(Debug)]
pub(super) struct Page<'p> {
    pub(super) text: &'p str,
    pub(super) elements: Vec<Element<'p>>,
}

impl Board {
    /// All forum software in the table.
    pub(super) fn all_boards() -> Vec<Board> {
        let mut boards: Vec<Board> = Vec::new();
        for line in TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                boards.push(Board { name, ..Board::default() });
            } else if let (Some(board), Some((key, value))) = (boards.last_mut(), line.split_once('=')) {
                if key.trim() == "dates" {
                    board.begins_with_month = value.trim() == "month first";
                } else {
                    board.rows.push((key.trim(), value.split(" | ").map(Selector::read).collect()));
                }
            }
        }
        boards
    }

    fn selectors(&self, key: &str) -> &[Selector] {
        self.rows.iter().find(|(name, _)| *name == key).map_or(&[], |(_, selectors)| selectors)
    }

    /// The indices of the post elements in a page; none is inside another.
    pub(super) fn find_posts(&self, page: &Page<'_>) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for (number, element) in page.elements.iter().enumerate() {
            let inside = found
                .last()
                .and_then(|last| page.elements.get(*last))
                .is_some_and(|last_element| element.start < last_element.end);
            if !inside && self.selectors("post").iter().any(|selector| selector.matches(page, number)) {
                found.push(number);
            }
        }
        found
    }

    /// The first element of a post that a row selects, with the selected attribute; it may be the post itself.
    pub(super) fn find(&self, page: &Page<'_>, post: usize, key: &str) -> Option<(usize, Option<&'static str>)> {
        self.selectors(key).iter().find_map(|selector| {
            let number = elements_of_post(page, post).find(|number| selector.matches(page, *number))?;
            Some((number, selector.attribute))
        })
    }

    /// The words of the first element of a post that a row selects.
    pub(super) fn find_words(&self, page: &Page<'_>, post: usize, key: &str) -> Option<String> {
        let (number, attribute) = self.find(page, post, key)?;
        let element = page.elements.get(number)?;
        let text = match attribute {
            Some(name) => element.attribute(name)?.to_owned(),
            None => page.text.get(element.inner..element.end)?.to_owned(),
        };
        let words = html_to_text(&text);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(words).filter(|words| !words.is_empty())
    }

    /// The words of a post's body that are its author's own.
    pub(super) fn find_own_words(&self, page: &Page<'_>, post: usize) -> Option<String> {
        let (number, _) = self.find(page, post, "body")?;
        let body = page.elements.get(number)?;
        let others = || elements_of_post(page, number).filter(|inner| *inner != number);
        let is_other = |inner: &usize| self.selectors("not").iter().any(|selector| selector.matches(page, *inner));
        let (mut own, mut from) = (String::new(), body.inner);
        for other in others().filter(is_other).filter_map(|inner| page.elements.get(inner)) {
            if other.start < from {
                continue;
            }
            own.push_str(page.text.get(from..other.start)?);
            own.push_str("<br>");
            from = other.closing_tag_end(page.text);
        }
        own.push_str(page.text.get(from..body.end).unwrap_or_default());
        Some(html_to_text(&own))
    }
}

/// The indices of a post's elements; the first is the post itself.
fn elements_of_post<'p>(page: &'p Page<'_>, post: usize) -> impl Iterator<Item = usize> + 'p {
    let end = page.elements.get(post).map_or(0, |element| element.end.max(element.inner));
    (post..page.elements.len()).take_while(move |number| page.elements.get(*number).is_some_and(|e| e.start < end))
}

impl Element<'_> {
    /// The index after its closing tag.
    fn closing_tag_end(&self, page: &str) -> usize {
        let closes = page.get(self.end..).filter(|rest| rest.starts_with("</"));
        closes.and_then(|rest| rest.find('>')).map_or(self.end, |at| self.end + at + 1)
    }
}

impl Selector {
    fn read(text: &'static str) -> Selector {
        let (path, attribute) = match text.trim().split_once('@') {
            Some((path, attribute)) => (path, Some(attribute)),
            None => (text.trim(), None),
        };
        Selector { steps: path.split_whitespace().map(BoardStep::read).collect(), attribute }
    }

    /// Whether it selects an element: the last step matches the element, and the others match elements around it, in
    /// their order.
    fn matches(&self, page: &Page<'_>, number: usize) -> bool {
        let mut steps = self.steps.iter().rev();
        let Some(element) = page.elements.get(number) else { return false };
        if !steps.next().is_some_and(|step| step.matches(element)) {
            return false;
        }
        let mut enclosing = element.parent;
        for step in steps {
            loop {
                let Some(outer) = enclosing.and_then(|outer| page.elements.get(outer)) else { return false };
                enclosing = outer.parent;
                if step.matches(outer) {
                    break;
                }
            }
        }
        true
    }
}

impl BoardStep {
    fn read(text: &'static str) -> BoardStep {
        let (path, attribute) = match text.split_once('[') {
            Some((path, inner)) => {
                let inner = inner.trim_end_matches(']');
                let (name, value) = inner.split_once('=').map_or((inner, None), |(name, value)| (name, Some(value)));
                (path, Some((name, value)))
            }
            None => (text, None),
        };
        let (path, id) = path.split_once('#').map_or((path, None), |(path, id)| (path, Some(id)));
        let mut names = path.split('.');
        BoardStep { tag: names.next().unwrap_or_default(), classes: names.collect(), id, attribute }
    }

    fn matches(&self, element: &Element<'_>) -> bool {
        let class = element.attribute("class").unwrap_or_default();
        let id = |wanted: &str| {
            let own = element.attribute("id").unwrap_or_default();
            wanted.strip_suffix('*').map_or(own == wanted, |start| own.starts_with(start))
        };
        let has_attribute = |(name, value): (&str, Option<&str>)| {
            let own = element.attribute(name);
            own.is_some() && value.is_none_or(|value| own == Some(value))
        };
        (self.tag.is_empty() || self.tag == element.name)
            && self.classes.iter().all(|wanted| class.split_whitespace().any(|own| own == *wanted))
            && self.id.is_none_or(id)
            && self.attribute.is_none_or(has_attribute)
    }
}
