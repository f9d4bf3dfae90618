//! What the rules found at the places of a text: each is read once at each place, however many alternatives ask for it
//! there.

use super::rule::COUNT;
use super::{Rule, Token};

/// A set of rules, one bit each.
type RuleSet = [u64; COUNT.div_ceil(64)];

#[derive(Default)]
pub(crate) struct Memo {
    /// For each place of the text, the number of what is known of it. The first is of all places of which nothing is.
    numbers: Vec<u32>,
    places: Vec<Place>,
    matches: Vec<Match>,
    /// The tokens of all matches, each counted from the first of its match.
    tokens: Vec<Token<Rule>>,
}

/// What is known of one place.
struct Place {
    failed: RuleSet,
    matched: RuleSet,
    /// The number of its last match, counted from 1.
    last_match: usize,
}

impl Place {
    const NOTHING_KNOWN: Place =
        Place { failed: [0; COUNT.div_ceil(64)], matched: [0; COUNT.div_ceil(64)], last_match: 0 };
}

/// What a rule matched.
#[derive(Clone, Copy)]
pub(crate) struct Match {
    rule: Rule,
    /// The byte behind it.
    pub(crate) end: usize,
    from: usize,
    to: usize,
    /// The number of the match before it at the same place.
    before: usize,
}

impl Memo {
    pub(crate) fn new() -> Memo {
        Memo { places: vec![Place::NOTHING_KNOWN], ..Memo::default() }
    }

    /// Whether a rule was read at a place and did not match.
    #[inline(always)]
    pub(crate) fn has_failed(&self, rule: Rule, at: usize) -> bool {
        let place = self.numbers.get(at).and_then(|number| self.places.get(*number as usize));
        place.is_some_and(|place| place.failed[rule as usize / 64] >> (rule as usize % 64) & 1 == 1)
    }

    /// What a rule matched at a place; `None` if it was not read there, or did not match.
    pub(crate) fn find(&self, rule: Rule, at: usize) -> Option<Match> {
        let place = self.places.get(*self.numbers.get(at)? as usize)?;
        if place.matched[rule as usize / 64] >> (rule as usize % 64) & 1 == 0 {
            return None;
        }
        let mut number = place.last_match;
        loop {
            let found = *self.matches.get(number.checked_sub(1)?)?;
            if found.rule == rule {
                return Some(found);
            }
            number = found.before;
        }
    }

    /// Adds the tokens of a match to others.
    pub(crate) fn copy_tokens(&self, of: Match, to: &mut Vec<Token<Rule>>) {
        let index = to.len();
        let tokens = self.tokens.get(of.from..of.to).unwrap_or_default();
        to.extend(tokens.iter().map(|token| Token { next: token.next + index, ..*token }));
    }

    pub(crate) fn note_failure(&mut self, rule: Rule, at: usize) {
        if let Some(place) = self.place(at) {
            place.failed[rule as usize / 64] |= 1 << (rule as usize % 64);
        }
    }

    /// Notes that a rule matched up to `end`, with tokens of which the first is the one with the number `index`.
    pub(crate) fn note_match(&mut self, rule: Rule, (at, end): (usize, usize), tokens: &[Token<Rule>], index: usize) {
        let from = self.tokens.len();
        self.tokens.extend(tokens.iter().map(|token| Token { next: token.next - index, ..*token }));
        let (to, number) = (self.tokens.len(), self.matches.len() + 1);
        let Some(place) = self.place(at) else { return };
        place.matched[rule as usize / 64] |= 1 << (rule as usize % 64);
        let before = std::mem::replace(&mut place.last_match, number);
        self.matches.push(Match { rule, end, from, to, before });
    }

    /// What is known of a place.
    fn place(&mut self, at: usize) -> Option<&mut Place> {
        // As far as the text was read: most rules read the beginning of a long text alone.
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, 0);
        }
        let number = self.numbers.get_mut(at)?;
        if *number == 0 {
            *number = u32::try_from(self.places.len()).ok()?;
            self.places.push(Place::NOTHING_KNOWN);
        }
        self.places.get_mut(*number as usize)
    }
}
