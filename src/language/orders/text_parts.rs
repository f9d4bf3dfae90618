//! What a text is made of: whose each order is, and what is none.

use super::{File, LONGEST_TEXT, Parsed, Told};
use crate::language::conditions::Places as _;
use crate::language::name_book::NameBook;
use crate::language::prepare::Prepared;
use crate::language::prepare::split::{Piece, split};
use crate::language::span::{Source, Span};
use crate::vocabulary::text::folded;

/// What a text is made of, order lines and all: nothing of it is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextParts {
    /// The stretches that give orders, in the order of the text.
    pub blocks: Vec<OrderBlock>,
    /// What stands in no order, head or header: comments, greetings, each line's rest as written.
    pub notes: Vec<String>,
}

/// A stretch of a text that orders for one character, or for nobody that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderBlock {
    /// Who is ordered, as written or as the book has it; none where nobody is named above or in it.
    pub name: Option<String>,
    /// The orders, from the first one's first letter to the last one's end.
    pub span: Span,
}

/// Says of a text what is whose order, and what is none. An order that names who acts (`Saber attacks Lancer.`)
/// is theirs, whatever head stands above it.
pub fn text_parts(source: &Source, names: &NameBook) -> TextParts {
    if source.text.len() > LONGEST_TEXT {
        return TextParts::default();
    }
    let prepared = Prepared::new(&source.text, names);
    let mut parsed = Parsed::default();
    let pieces = split(&prepared, &mut Vec::new());
    let mut file = File::new(&prepared, &mut parsed);
    let mut covered: Vec<Span> = Vec::new();
    let mut blocks: Vec<OrderBlock> = Vec::new();
    // Heads of which nothing is ordered yet.
    let mut heads: Vec<Span> = Vec::new();
    // Whether a sentence goes on with the last block.
    let mut open = false;
    for piece in pieces {
        match piece {
            Piece::Header { key, value } => {
                open = false;
                covered.push(prepared.place(Span::new(key.start, value.end.max(key.end))));
            }
            Piece::Block(name) => {
                file.block(name);
                open &= file.label.is_some();
                heads.clear();
                let place = prepared.place(name);
                let head = head_of(&source.text, place);
                // A line that ends in a colon and orders nothing is said, unless it names somebody.
                let named = source.text.get(place.range()).is_some_and(|name| names.knows(name));
                match named || source.text.get(head.range()).is_some_and(is_title) {
                    true => covered.push(head),
                    false => heads.push(head),
                }
            }
            Piece::Sentence(span) => {
                let label = file.label.map(|(name, _)| name.start);
                file.read.clear();
                file.sentence(span);
                for (number, (span, read)) in std::mem::take(&mut file.read).into_iter().enumerate() {
                    let start = label.filter(|_| number == 0).unwrap_or(span.start);
                    let place = prepared.place(Span::new(start, span.end));
                    let Told::Ordered(name) = read else { continue };
                    covered.append(&mut heads);
                    // Comments and what else was taken out of an order are none of it.
                    covered.extend(prepared.letters(Span::new(start, span.end)));
                    match blocks.last_mut().filter(|block| open && block.name == name) {
                        Some(block) => block.span.end = place.end,
                        None => blocks.push(OrderBlock { name, span: place }),
                    }
                    open = true;
                }
            }
        }
    }
    covered.extend(prepared.signature.map(|at| Span::new(at, source.text.len())));
    TextParts { blocks, notes: notes(&source.text, &covered) }
}

/// The head that a name stands in: `Orders for Saber (Lena):`.
fn head_of(text: &str, name: Span) -> Span {
    let start = text.get(..name.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(name.end..).and_then(|behind| behind.split('\n').next()).unwrap_or_default();
    Span::new(start, name.end + line.find(':').unwrap_or(0))
}

/// Whether a line says of what stands below that it is orders, and nothing else: `Orders for tonight`.
pub(super) fn is_title(line: &str) -> bool {
    const WORDS: [&str; 16] = [
        "orders", "order", "for", "tonight", "night", "turn", "my", "our", "the", "here", "are", "of", "team", "below",
        "actions", "plan",
    ];
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic));
    words.into_iter().all(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// What stands in none of these stretches, line by line; marks and numbers alone are nothing.
fn notes(text: &str, covered: &[Span]) -> Vec<String> {
    let mut free = vec![true; text.len()];
    for span in covered {
        free.get_mut(span.range()).into_iter().flatten().for_each(|byte| *byte = false);
    }
    let mut found = Vec::new();
    let mut rest = String::new();
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        if c != '\n' {
            rest.extend(free.get(at).is_some_and(|free| *free).then_some(c));
            continue;
        }
        if rest.chars().any(char::is_alphabetic) && !rest.trim_start().starts_with('>') {
            found.push(folded(&rest));
        }
        rest.clear();
    }
    found
}
