//! Splits a text into each character's orders and everything else.

use crate::language::conditions::SourceContext as _;
use crate::language::name_book::NameBook;
use crate::language::orders::{MAX_TEXT_BYTES, OrderFileReader, Parsed, SentenceKind};
use crate::language::prepare::Prepared;
use crate::language::prepare::split::{OrderPiece, split};
use crate::language::span::{Source, Span};
use crate::vocabulary::text::collapse_whitespace;

/// The parts of a text, including its order lines: nothing is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextParts {
    /// The blocks of orders, in the order of the text.
    pub blocks: Vec<OrderBlock>,
    /// Text outside orders, headings and headers, such as comments and greetings: the rest of each line as written.
    pub notes: Vec<String>,
}

/// A stretch of text with orders for one character, or for nobody that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderBlock {
    /// The character, as written or as the name book has it; `None` if nobody is named above or in it.
    pub name: Option<String>,
    /// The span from the start of the first order to the end of the last.
    pub span: Span,
}

/// Splits a text into the orders of each character and the rest. An order that names its actor (`Saber attacks
/// Lancer.`) belongs to them, whatever heading is above it.
pub fn split_text(source: &Source, names: &NameBook) -> TextParts {
    if source.text.len() > MAX_TEXT_BYTES {
        return TextParts::default();
    }
    let prepared = Prepared::new(&source.text, names);
    let mut parsed = Parsed::default();
    let pieces = split(&prepared, &mut Vec::new());
    let mut file = OrderFileReader::new(&prepared, &mut parsed);
    let mut covered: Vec<Span> = Vec::new();
    let mut blocks: Vec<OrderBlock> = Vec::new();
    // Headings without an order so far.
    let mut headings: Vec<Span> = Vec::new();
    // Whether the next sentence continues the last block.
    let mut continues_block = false;
    for piece in pieces {
        match piece {
            OrderPiece::Header { key, value } => {
                continues_block = false;
                covered.push(prepared.original_span(Span::new(key.start, value.end.max(key.end))));
            }
            OrderPiece::Block(name) => {
                file.begin_block(name);
                continues_block &= file.unread_label.is_some();
                headings.clear();
                let full_span = prepared.original_span(name);
                let head = heading_span(&source.text, full_span);
                // A line that ends in a colon and has no orders below it is a note, unless it names somebody.
                let names_somebody = source.text.get(full_span.range()).is_some_and(|name| names.knows(name));
                match names_somebody || source.text.get(head.range()).is_some_and(is_title) {
                    true => covered.push(head),
                    false => headings.push(head),
                }
            }
            OrderPiece::Sentence(span) => {
                let label = file.unread_label.map(|(name, _)| name.start);
                file.sentences.clear();
                file.read_sentence(span);
                for (number, (span, read)) in std::mem::take(&mut file.sentences).into_iter().enumerate() {
                    let start = label.filter(|_| number == 0).unwrap_or(span.start);
                    let full_span = prepared.original_span(Span::new(start, span.end));
                    let SentenceKind::Order(name) = read else { continue };
                    covered.append(&mut headings);
                    // Comments within an order are not part of it.
                    covered.extend(prepared.letters(Span::new(start, span.end)));
                    match blocks.last_mut().filter(|block| continues_block && block.name == name) {
                        Some(block) => block.span.end = full_span.end,
                        None => blocks.push(OrderBlock { name, span: full_span }),
                    }
                    continues_block = true;
                }
            }
        }
    }
    covered.extend(prepared.signature.map(|at| Span::new(at, source.text.len())));
    TextParts { blocks, notes: collect_notes(&source.text, &covered) }
}

/// The span of the heading around a name: `Orders for Saber (Lena):`.
fn heading_span(text: &str, name: Span) -> Span {
    let start = text.get(..name.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(name.end..).and_then(|behind| behind.split('\n').next()).unwrap_or_default();
    Span::new(start, name.end + line.find(':').unwrap_or(0))
}

/// Whether a line only says that orders follow: `Orders for tonight`.
pub(in crate::language::orders) fn is_title(line: &str) -> bool {
    const WORDS: [&str; 16] = [
        "orders", "order", "for", "tonight", "night", "turn", "my", "our", "the", "here", "are", "of", "team", "below",
        "actions", "plan",
    ];
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic));
    words.into_iter().all(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// The text outside the covered spans, line by line; lines without a letter are dropped.
fn collect_notes(text: &str, covered: &[Span]) -> Vec<String> {
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
            found.push(collapse_whitespace(&rest));
        }
        rest.clear();
    }
    found
}
