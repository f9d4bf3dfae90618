//! The pattern of a wording: words, slots, and words of which one is written.
//!
//! A pattern is a list of steps. They are followed from the first to the end; at [`Step::Either`] any of several ways
//! is taken. A pattern is thus kept once, however many texts it fits.

use std::collections::BTreeSet;

use crate::parse_chart::Present;

/// The id of a word: its number in the table.
pub(crate) type WordId = usize;

/// A pattern.
#[derive(Debug, Default)]
pub(crate) struct Pattern {
    /// The steps. A step leads to the next one if it does not say otherwise; the last leads to the end.
    pub steps: Vec<Step>,
    /// For each step, and for the end, the fewest words that are still to come.
    fewest_words: Vec<usize>,
    /// For each step, and for the end, the most words that are still to come; `None` for any number.
    most_words: Vec<Option<usize>>,
    /// The words that every text has that fits.
    required: Vec<WordId>,
}

/// What patterns begin with; something may be named twice.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// Words.
    pub words: Vec<WordId>,
    /// Symbols of slots.
    pub symbols: Vec<usize>,
}

/// A step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A word.
    Word(WordId),
    /// Any reading of a symbol.
    Slot {
        /// The symbol.
        symbol: usize,
        /// The number of the slot in its row. A slot that is named twice has the same words both times, unless its
        /// rows are synonyms.
        slot: usize,
    },
    /// One of several ways: each begins at a step.
    Either {
        /// Where the ways begin, in the order written.
        starts: Vec<usize>,
        /// The step behind all of them.
        end: usize,
    },
    /// The end of a way: the pattern goes on at this step.
    GoTo(usize),
}

impl Pattern {
    /// The pattern of these steps.
    pub(crate) fn of(steps: Vec<Step>) -> Pattern {
        let most_words = vec![None; steps.len() + 1];
        let mut pattern = Pattern { steps, fewest_words: Vec::new(), most_words, required: Vec::new() };
        pattern.required = pattern.words_of_every_way();
        pattern.fewest_words =
            pattern.count_words_to_come(|_| true).into_iter().map(Option::unwrap_or_default).collect();
        pattern
    }

    /// The fewest words that the pattern needs from a step on.
    pub(crate) fn fewest_words_from(&self, step: usize) -> usize {
        self.fewest_words.get(step).copied().unwrap_or_default()
    }

    /// The most words that the pattern can have from a step on; `None` for any number.
    pub(crate) fn most_words_from(&self, step: usize) -> Option<usize> {
        self.most_words.get(step).copied().flatten()
    }

    /// Notes the most words that can come from each step on, by the most words of each symbol.
    pub(crate) fn set_most_words(&mut self, of_symbol: impl Fn(usize) -> Option<usize>) {
        self.most_words.fill(Some(0));
        for (at, step) in self.steps.iter().enumerate().rev() {
            let most = match step {
                Step::Word(_) => self.most_words_from(at + 1).map(|most| most + 1),
                Step::Slot { symbol, .. } => {
                    of_symbol(*symbol).zip(self.most_words_from(at + 1)).map(|(within, behind)| within + behind)
                }
                Step::Either { starts, .. } => {
                    starts.iter().try_fold(0, |most, start| Some(self.most_words_from(*start)?.max(most)))
                }
                Step::GoTo(next) => self.most_words_from(*next),
            };
            if let Some(known) = self.most_words.get_mut(at) {
                *known = most;
            }
        }
    }

    /// The symbols of its slots.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = usize> {
        self.steps.iter().filter_map(|step| match step {
            Step::Slot { symbol, .. } => Some(*symbol),
            Step::Word(_) | Step::Either { .. } | Step::GoTo(_) => None,
        })
    }

    /// Adds the words and symbols with which the pattern can begin at a step.
    pub(crate) fn add_starts(&self, step: usize, to: &mut Starts) {
        match self.steps.get(step) {
            None => {}
            Some(Step::Word(word)) => to.words.push(*word),
            Some(Step::Slot { symbol, .. }) => to.symbols.push(*symbol),
            Some(Step::Either { starts, .. }) => starts.iter().for_each(|start| self.add_starts(*start, to)),
            Some(Step::GoTo(next)) => self.add_starts(*next, to),
        }
    }

    /// Whether a text of `length` words with the words `present` may fit the pattern.
    pub(crate) fn may_fit(&self, length: usize, present: &Present) -> bool {
        if self.fewest_words_from(0) > length || !self.required.iter().all(|word| present.has(*word)) {
            return false;
        }
        // Without words of which one is written nothing else is to be known.
        let has_ways = self.steps.iter().any(|step| matches!(step, Step::Either { .. }));
        let fewest = || self.count_words_to_come(|word| present.has(word)).first().copied().flatten();
        !has_ways || fewest().is_some_and(|fewest| fewest <= length)
    }

    /// For each step, and for the end, the fewest words to come if only these words can be written; `None` if no way
    /// leads to the end.
    fn count_words_to_come(&self, can_be_written: impl Fn(WordId) -> bool) -> Vec<Option<usize>> {
        let mut to_come = vec![Some(0); self.steps.len() + 1];
        for (at, step) in self.steps.iter().enumerate().rev() {
            let from = |step: usize| to_come.get(step).copied().flatten();
            let fewest = match step {
                Step::Word(word) if !can_be_written(*word) => None,
                Step::Word(_) | Step::Slot { .. } => from(at + 1).map(|fewest| fewest + 1),
                Step::Either { starts, .. } => starts.iter().filter_map(|start| from(*start)).min(),
                Step::GoTo(next) => from(*next),
            };
            if let Some(known) = to_come.get_mut(at) {
                *known = fewest;
            }
        }
        to_come
    }

    /// Whether every way through the pattern has this slot.
    pub(crate) fn always_has(&self, slot: usize) -> bool {
        let mut has = vec![false; self.steps.len() + 1];
        for (at, step) in self.steps.iter().enumerate().rev() {
            let from = |step: usize| has.get(step).copied().unwrap_or_default();
            let here = match step {
                Step::Slot { slot: this, .. } if *this == slot => true,
                Step::Word(_) | Step::Slot { .. } => from(at + 1),
                Step::Either { starts, .. } => starts.iter().all(|start| from(*start)),
                Step::GoTo(next) => from(*next),
            };
            if let Some(known) = has.get_mut(at) {
                *known = here;
            }
        }
        has.first().copied().unwrap_or_default()
    }

    /// The words outside the parts of which one of several ways is written.
    fn words_of_every_way(&self) -> Vec<WordId> {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(step) = self.steps.get(at) {
            found.extend(step.word());
            at = if let Step::Either { end, .. } = step { *end } else { at + 1 };
        }
        found
    }

    /// Words of which every text that fits has one, so that together they occur in the fewest rows; empty if there are
    /// none.
    pub(crate) fn rarest_words(&self, rows_with: impl Fn(WordId) -> usize) -> Vec<WordId> {
        let mut choices: Vec<Vec<WordId>> = Vec::new();
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Word(word) => choices.push(vec![*word]),
                Step::Slot { .. } | Step::GoTo(_) => {}
                Step::Either { starts, end } => {
                    let rarest = |start: &usize| self.words_of_way(*start).min_by_key(|word| rows_with(*word));
                    choices.extend(starts.iter().map(rarest).collect::<Option<Vec<WordId>>>());
                    at = *end;
                }
            }
        }
        choices
            .into_iter()
            .min_by_key(|words| words.iter().map(|word| rows_with(*word)).sum::<usize>())
            .unwrap_or_default()
    }

    /// The words of a way that begins at this step.
    fn words_of_way(&self, start: usize) -> impl Iterator<Item = WordId> {
        let rest = self.steps.get(start..).unwrap_or_default();
        rest.iter().take_while(|step| !matches!(step, Step::GoTo(_))).filter_map(Step::word)
    }

    /// All words of the pattern, each once.
    pub(crate) fn words(&self) -> BTreeSet<WordId> {
        self.steps.iter().filter_map(Step::word).collect()
    }
}

/// Adds a part of which one of several ways is written; each way is a list of words and slots.
pub(crate) fn push_ways(steps: &mut Vec<Step>, ways: Vec<Vec<Step>>) {
    let mut next = steps.len() + 1;
    let mut starts = Vec::with_capacity(ways.len());
    for way in &ways {
        starts.push(next);
        next += way.len() + 1;
    }
    steps.push(Step::Either { starts, end: next });
    for mut way in ways {
        steps.append(&mut way);
        steps.push(Step::GoTo(next));
    }
}

impl Step {
    /// The word of the step.
    fn word(&self) -> Option<WordId> {
        match self {
            Step::Word(word) => Some(*word),
            Step::Slot { .. } | Step::Either { .. } | Step::GoTo(_) => None,
        }
    }
}
