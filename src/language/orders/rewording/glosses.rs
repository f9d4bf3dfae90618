//! A condition that its writer explains: `If things go bad, meaning Saber has 60 or less Health, …`. What is explained
//! is only said; the explanation is the condition. What is explained may hold no time and no limit of its own.

use crate::language::diagnostic::Diagnostic;
use crate::language::orders::rewording::asides::{has_dangling_antecedent, may_limit};
use crate::language::orders::{OrderFileReader, ReadOrder, codes};
use crate::language::parser::{Rule, matches_rule};
use crate::language::span::Span;

/// Words that lead an explanation.
const LEADS: [&str; 8] = [
    ", meaning that ",
    ", meaning ",
    ", by which I mean ",
    ", which means ",
    ", that means ",
    ", that is, ",
    ", that is ",
    ", i.e. ",
];
/// Words that lead the condition before it.
const CONDITIONS: [&str; 6] = ["if ", "when ", "once ", "as soon as ", "unless ", "in case "];

/// A sentence whose condition is its explanation, and what was explained.
struct Glossed {
    order: String,
    explained: String,
}

/// The ways to read a sentence with the explanation of its condition in the condition's place.
fn replace_explained(text: &str) -> Vec<Glossed> {
    let lead = LEADS.iter().find_map(|lead| Some((text.find(lead)?, lead)));
    let Some((before, after)) = lead.and_then(|(at, lead)| Some((text.get(..at)?, text.get(at + lead.len()..)?)))
    else {
        return Vec::new();
    };
    let lower = before.to_ascii_lowercase();
    let starts_word = |at: usize| lower.get(..at).is_some_and(|front| front.is_empty() || front.ends_with(' '));
    let of_condition = |word: &&str| lower.rfind(*word).filter(|at| starts_word(*at)).map(|at| at + word.len());
    let Some((head, explained)) = CONDITIONS.iter().filter_map(of_condition).max().map(|at| before.split_at(at)) else {
        return Vec::new();
    };
    // `If Lancer is here and things go bad, meaning …`: what stands beside it is a condition too.
    let says_more = [" and ", " or ", ","].iter().any(|joint| explained.contains(joint));
    if says_more || may_limit(explained) {
        return Vec::new();
    }
    let subject = explained.split(' ').next().unwrap_or_default();
    let ends = after.match_indices(", ").map(|(at, _)| at).chain([after.len()]);
    let mut found = Vec::new();
    for end in ends {
        let Some((gloss, rest)) = after.split_at_checked(end) else { continue };
        let whole = [gloss.to_owned(), format!("{subject} is {gloss}")];
        if let Some(condition) = whole.iter().find(|words| matches_rule(Rule::whole_condition, words)) {
            found.push(Glossed { order: format!("{head}{condition}{rest}"), explained: explained.to_owned() });
        }
    }
    found
}

impl OrderFileReader<'_> {
    /// Reads one sentence whose condition is explained, if there is one way to do so.
    pub(in crate::language::orders) fn read_glossed(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let mut readings: Vec<ReadOrder> = Vec::new();
        for Glossed { order, explained } in replace_explained(text) {
            let Ok((order, companions, mut warnings)) = self.read_order_in_words(span, &order, Some(span)) else {
                continue;
            };
            if has_dangling_antecedent(&order) || readings.iter().any(|known| known.0 == order) {
                continue;
            }
            let explained = self.prepared.in_names(&explained);
            let message = format!("taken as a note: what it means is the condition; the GM can read it: `{explained}`");
            warnings.push(Diagnostic::hint(codes::NOTE, order.span, message));
            readings.push((order, companions, warnings));
        }
        readings.pop().filter(|_| readings.is_empty())
    }
}
