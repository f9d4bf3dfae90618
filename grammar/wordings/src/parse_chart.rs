//! Finds every way in which the rows of a table cover a text.

use std::num::NonZeroU32;
use std::rc::Rc;

use crate::ReadsText;
use crate::pattern::{Pattern, Step, WordId};
use crate::table::{RowAt, Said, Spelling, Spelt, Symbol, Wording, WordingTable};

/// The most ways that are followed.
pub(crate) const MAX_WAYS: usize = 64;
/// The most words that a text may have, and the most steps that are taken for it.
const MAX_WORDS: usize = 80;
const MAX_STEPS: usize = 100_000;

/// Returns the text in words of the grammar, once for each way.
pub(crate) fn ways(table: &WordingTable, text: &str, reads: &ReadsText<'_>) -> Vec<String> {
    let spelt = spelt(table, text, reads, false);
    let mut ways: Vec<String> = spelt.iter().cloned().collect();
    let text = spelt.as_deref().unwrap_or(text);
    let words = words(text);
    if words.is_empty() || words.len() > MAX_WORDS {
        return ways;
    }
    let mut parse_chart = ParseChart::new(table, reads, text, &words);
    let found = parse_chart.readings(0, 0, words.len());
    if parse_chart.steps < MAX_STEPS {
        ways.extend(found.iter().filter(|way| way.as_str() != text.trim()).cloned());
    }
    ways
}

/// Returns the sentences of a text that has several, once for each way; the table's separator stands between them.
/// Empty if the table has no such rows.
pub(crate) fn several(table: &WordingTable, text: &str, reads: &ReadsText<'_>) -> Vec<String> {
    let Some(symbol) = table.several else { return Vec::new() };
    let spelt = spelt(table, text, reads, false);
    let text = spelt.as_deref().unwrap_or(text);
    let words = words(text);
    if words.is_empty() || words.len() > MAX_WORDS {
        return Vec::new();
    }
    let mut parse_chart = ParseChart::new(table, reads, text, &words);
    let found = parse_chart.readings(symbol, 0, words.len());
    if parse_chart.steps < MAX_STEPS { found.to_vec() } else { Vec::new() }
}

/// A word of a text: its letters in lower case, and its place in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub lower: String,
    pub start: usize,
    pub end: usize,
}

/// Splits a text into words: a run of letters and digits, a quotation, `'s` or `'re`, or a single sign. A full stop at
/// the end is left out.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let length = match letter {
            '"' | '\u{201C}' => {
                let quoted = rest.get(letter.len_utf8()..).unwrap_or_default();
                let closing = quoted.char_indices().find(|(_, c)| matches!(c, '"' | '\u{201D}'));
                letter.len_utf8() + closing.map_or(0, |(at, c)| at + c.len_utf8())
            }
            '\'' | '\u{2019}' => letter.len_utf8() + contracted(rest.get(letter.len_utf8()..).unwrap_or_default()),
            _ if letter.is_alphanumeric() => word_length(rest),
            _ => letter.len_utf8(),
        };
        if !letter.is_whitespace() {
            let word = rest.get(..length).unwrap_or_default();
            words.push(Word { lower: word.to_lowercase().replace('\u{2019}', "'"), start: at, end: at + length });
        }
        at += length;
    }
    if words.last().is_some_and(|word| word.lower == ".") {
        words.pop();
    }
    words
}

/// How many bytes after an apostrophe belong to it: `'s`, `'re`. 0 for the first word of a quotation.
fn contracted(behind: &str) -> usize {
    let letters = behind.chars().take_while(|letter| letter.is_alphabetic()).count();
    if letters <= 2 { behind.chars().take(letters).map(char::len_utf8).sum() } else { 0 }
}

/// The length of the word at the start of a text. `long-ranged`, `1/3` and `2.5` are one word.
fn word_length(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let within = letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !(letter.is_alphanumeric() || matches!(letter, '-' | '/' | '.') && within) {
            return at;
        }
    }
    text.len()
}

/// The most times that words are replaced in a text: other words may be made of them.
const MAX_ROUNDS: usize = 3;

/// Replaces spellings and words by those of the grammar until there are none left; `None` if nothing is replaced.
pub(crate) fn respelt(table: &WordingTable, text: &str, reads: &ReadsText<'_>) -> Option<String> {
    let mut last = None;
    for _ in 0..MAX_ROUNDS {
        let Some(next) = spelt(table, last.as_deref().unwrap_or(text), reads, true) else { break };
        last = Some(next);
    }
    last
}

/// Replaces spellings by those of the grammar, and the table's words if asked to; `None` if nothing is replaced.
fn spelt(table: &WordingTable, text: &str, reads: &ReadsText<'_>, has_words: bool) -> Option<String> {
    let words = words(text);
    let (mut out, mut at, mut from) = (String::new(), 0, 0);
    while let Some(word) = words.get(at) {
        let here = words.get(at..).unwrap_or_default();
        let spellings = table.spellings.get(&word.lower).into_iter().flatten();
        let spellings = spellings.filter(|one| has_words || !one.is_word);
        let fitting = spellings.filter_map(|one| fit_spelling(table, one, text, here, reads));
        match fitting.max_by_key(|(length, _)| *length) {
            Some((length, replacement)) => {
                out.push_str(text.get(from..word.start)?);
                out.push_str(&replacement);
                at += length;
                from = words.get(at - 1)?.end;
            }
            None => at += 1,
        }
    }
    if from == 0 {
        return None;
    }
    out.push_str(text.get(from..)?);
    Some(out)
}

/// The most words in a slot of a spelling.
const MAX_SPELT: usize = 4;

/// How many of the words a spelling replaces, and by what; `None` if they do not begin so.
fn fit_spelling(
    table: &WordingTable,
    spelling: &Spelling,
    text: &str,
    words: &[Word],
    reads: &ReadsText<'_>,
) -> Option<(usize, String)> {
    let (mut at, mut filled) = (0, Vec::new());
    for (index, part) in spelling.written.iter().enumerate() {
        match part {
            Spelt::Word(word) => {
                words.get(at).filter(|here| here.lower == *word)?;
                at += 1;
            }
            Spelt::Slot(symbol) => {
                let rules = &table.symbols.get(*symbol)?.rules;
                let start = words.get(at)?.start;
                let slot = |length: usize| text.get(start..words.get(at + length - 1)?.end);
                let has_percent = matches!(spelling.written.get(index + 1), Some(Spelt::Word(next)) if next == "%");
                let is_read = |length: &usize| {
                    // `30` is not cut out of `30%`.
                    words.get(at + length).is_some_and(|next| next.lower == "%") == has_percent
                        && slot(*length).is_some_and(|slot| rules.iter().any(|rule| reads(rule, slot)))
                };
                let length = (1..=MAX_SPELT).rev().find(is_read)?;
                filled.push(slot(length).map(str::to_owned));
                at += length;
            }
        }
    }
    Some((at, said(&spelling.replacement, &filled)))
}

/// Returns the end of a text that equals another text once its spelling is replaced; `None` if there is none.
pub(crate) fn as_written<'t>(table: &WordingTable, text: &'t str, told: &str) -> Option<&'t str> {
    let plain = |text: &str| words(text).into_iter().map(|word| word.lower).collect::<Vec<_>>();
    let told = plain(told);
    words(text).into_iter().find_map(|word| {
        let end = text.get(word.start..)?;
        let spelt = spelt(table, end, &|_, _| false, false);
        (plain(spelt.as_deref().unwrap_or(end)) == told).then_some(end)
    })
}

struct ParseChart<'a> {
    table: &'a WordingTable,
    reads: &'a ReadsText<'a>,
    /// For each symbol, the rows whose words all occur in the text.
    rows: Vec<Vec<&'a Wording>>,
    /// For each symbol, the places of the text where it can begin; `None` until it is asked.
    places: Vec<Option<Places>>,
    /// For each symbol and each word of the text, those of its rows that can begin there.
    rows_at: Vec<Vec<Option<Rc<[&'a Wording]>>>>,
    text: &'a str,
    words: &'a [Word],
    /// The id of each word; `None` if no row has the word.
    ids: Vec<Option<WordId>>,
    /// The readings of the words in a span as a symbol, by their number among all that were found.
    readings: Spans<NonZeroU32>,
    found: Vec<Rc<Vec<String>>>,
    /// Whether a rule of the grammar reads the words in a span as they are.
    native: Spans<bool>,
    steps: usize,
}

/// Places of a text, one bit each: its words, of which there are at most [`MAX_WORDS`], and its end.
type Places = u128;

/// The places of the words that pass a test.
fn places_with(ids: &[Option<WordId>], test: impl Fn(Option<WordId>) -> bool) -> Places {
    ids.iter().enumerate().filter(|(_, id)| test(**id)).fold(0, |places, (at, _)| places | 1 << at)
}

/// Which words of a table a text has, one bit each.
pub(crate) struct Present(Vec<u64>);

impl Present {
    fn of(words: &[WordId], count: usize) -> Present {
        let mut bits = vec![0; count / 64 + 1];
        for word in words {
            if let Some(bit) = bits.get_mut(word / 64) {
                *bit |= 1 << (word % 64);
            }
        }
        Present(bits)
    }

    pub(crate) fn has(&self, word: WordId) -> bool {
        self.0.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 == 1)
    }
}

/// Results for each symbol and each span of words.
struct Spans<T> {
    /// How many ends a span can have.
    ends: usize,
    /// For each symbol, a cell for each start and end; empty until one is set.
    cells: Vec<Vec<Option<T>>>,
}

impl<T: Clone> Spans<T> {
    fn new(symbols: usize, words: usize) -> Spans<T> {
        Spans { ends: words + 1, cells: vec![Vec::new(); symbols] }
    }

    fn get(&self, symbol: usize, from: usize, to: usize) -> Option<&T> {
        self.cells.get(symbol)?.get(from * self.ends + to)?.as_ref()
    }

    fn set(&mut self, symbol: usize, from: usize, to: usize, known: T) {
        let Some(cells) = self.cells.get_mut(symbol) else { return };
        if cells.is_empty() {
            cells.resize(self.ends * self.ends, None);
        }
        if let Some(cell) = cells.get_mut(from * self.ends + to) {
            *cell = Some(known);
        }
    }
}

impl<'a> ParseChart<'a> {
    fn new(table: &'a WordingTable, reads: &'a ReadsText<'a>, text: &'a str, words: &'a [Word]) -> ParseChart<'a> {
        let ids: Vec<Option<WordId>> = words.iter().map(|word| table.word_ids.get(&word.lower).copied()).collect();
        let mut written: Vec<WordId> = ids.iter().flatten().copied().collect();
        written.sort_unstable();
        written.dedup();
        let present = Present::of(&written, table.word_ids.len());
        let by_word = written.iter().filter_map(|word| table.by_word.get(*word)).flatten();
        let row_at = |(symbol, index): RowAt| table.symbols.get(symbol)?.rows.get(index);
        let may_fit = |at: &RowAt| row_at(*at).is_some_and(|row| row.pattern.may_fit(words.len(), &present));
        let mut candidates: Vec<RowAt> = by_word.chain(&table.wordless).copied().filter(may_fit).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let mut rows: Vec<Vec<&Wording>> = vec![Vec::new(); table.symbols.len()];
        for at in candidates {
            if let Some((row, fitting)) = row_at(at).zip(rows.get_mut(at.0)) {
                fitting.push(row);
            }
        }
        let (places, rows_at) = (vec![None; table.symbols.len()], vec![Vec::new(); table.symbols.len()]);
        let readings = Spans::new(table.symbols.len(), words.len());
        let native = Spans::new(table.symbols.len(), words.len());
        let found = vec![Rc::default()];
        ParseChart { table, reads, rows, places, rows_at, text, words, ids, readings, found, native, steps: 0 }
    }

    /// The rows of a symbol that can begin with the word at a place of the text.
    fn rows_from(&mut self, symbol: usize, from: usize) -> Rc<[&'a Wording]> {
        if let Some(known) = self.rows_at.get(symbol).and_then(|at| at.get(from)).cloned().flatten() {
            return known;
        }
        let rows = self.rows.get(symbol).into_iter().flatten().copied();
        let rows: Vec<&Wording> = rows.collect();
        let end = self.words.len();
        let can_begin = |row: &&Wording| self.places_of(&row.pattern, 0, end) >> from & 1 == 1;
        let fitting: Rc<[&Wording]> = rows.into_iter().filter(can_begin).collect();
        if let Some(at) = self.rows_at.get_mut(symbol) {
            if at.is_empty() {
                at.resize(self.words.len() + 1, None);
            }
            if let Some(cell) = at.get_mut(from) {
                *cell = Some(Rc::clone(&fitting));
            }
        }
        fitting
    }

    /// Whether the word at a place of the text is this word of a row.
    fn is_at(&self, word: WordId, at: usize) -> bool {
        self.ids.get(at).is_some_and(|here| *here == Some(word))
    }

    /// Returns the readings of the words `from..to` as a symbol.
    fn readings(&mut self, symbol: usize, from: usize, to: usize) -> Rc<Vec<String>> {
        if let Some(found) = self.readings.get(symbol, from, to) {
            return self.found.get(found.get() as usize - 1).map(Rc::clone).unwrap_or_default();
        }
        // Set first: a row that leads back to the same span yields nothing new.
        self.readings.set(symbol, from, to, NonZeroU32::MIN);
        let mut ways = Vec::new();
        let table = self.table;
        if let Some(of) = table.symbols.get(symbol) {
            if self.stands(symbol, of, from, to) {
                ways.push(self.span(from, to).to_owned());
            }
            for row in self.rows_from(symbol, from).iter() {
                self.cover(row, 0, (from, to), &mut Vec::new(), &mut ways);
            }
        }
        self.note(symbol, (from, to), ways)
    }

    /// Notes the readings of a span. Most have none, and share one list.
    fn note(&mut self, symbol: usize, (from, to): (usize, usize), ways: Vec<String>) -> Rc<Vec<String>> {
        if ways.is_empty() {
            return self.found.first().map(Rc::clone).unwrap_or_default();
        }
        let ways = Rc::new(ways);
        self.found.push(Rc::clone(&ways));
        if let Some(number) = u32::try_from(self.found.len()).ok().and_then(NonZeroU32::new) {
            self.readings.set(symbol, from, to, number);
        }
        ways
    }

    /// Whether the grammar reads the words as they are, as this symbol.
    fn stands(&mut self, symbol: usize, of: &Symbol, from: usize, to: usize) -> bool {
        if of.is_any {
            return true;
        }
        if of.rules.is_empty() {
            return false;
        }
        if let Some(known) = self.native.get(symbol, from, to) {
            return *known;
        }
        self.steps += 1;
        let text = self.span(from, to);
        let is_read = of.rules.iter().any(|rule| (self.reads)(rule, text));
        self.native.set(symbol, from, to, is_read);
        is_read
    }

    /// Adds every way in which a row, from this step on, covers the words `from..to` to `ways`. `filled` has the
    /// readings of the slots before the step.
    fn cover(
        &mut self,
        row: &Wording,
        step: usize,
        (from, to): (usize, usize),
        filled: &mut Vec<Option<String>>,
        ways: &mut Vec<String>,
    ) {
        if ways.len() >= MAX_WAYS || !self.can_begin(&row.pattern, step, from, to) {
            return;
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return;
        }
        match row.pattern.steps.get(step) {
            None => {
                let way = said(&row.replacement, filled);
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            Some(Step::Word(_)) => self.cover(row, step + 1, (from + 1, to), filled, ways),
            Some(Step::GoTo(next)) => self.cover(row, *next, (from, to), filled, ways),
            Some(Step::Either { starts, .. }) => {
                for start in starts {
                    self.cover(row, *start, (from, to), filled, ways);
                }
            }
            Some(Step::Slot { symbol, slot }) => self.cover_slot(row, step, (*symbol, *slot), (from, to), filled, ways),
        }
    }

    /// Adds every way to cover the words `from..to` with a row from a step on that is a slot.
    fn cover_slot(
        &mut self,
        row: &Wording,
        step: usize,
        (symbol, slot): (usize, usize),
        (from, to): (usize, usize),
        filled: &mut Vec<Option<String>>,
        ways: &mut Vec<String>,
    ) {
        let Some(of) = self.table.symbols.get(symbol) else { return };
        let has_synonyms = of.has_synonym_rows;
        let before = filled.get(slot).cloned().flatten();
        let most_behind = row.pattern.most_words_from(step + 1);
        let first_end = most_behind.map_or(from + 1, |most| to.saturating_sub(most).max(from + 1));
        let last_end = to - row.pattern.fewest_words_from(step + 1).min(to);
        let last_end = of.most_words.map_or(last_end, |most| last_end.min(from + most));
        let places = self.places_of(&row.pattern, step + 1, to);
        for end in (first_end..=last_end).filter(|end| places >> end & 1 == 1) {
            if !self.can_begin(&row.pattern, step + 1, end, to) {
                continue;
            }
            match &before {
                // The same words once more; of synonyms, any.
                Some(again) if !has_synonyms => {
                    if self.span(from, end) == again {
                        self.cover(row, step + 1, (end, to), filled, ways);
                    }
                }
                Some(_) => {
                    for _ in self.readings(symbol, from, end).iter() {
                        self.cover(row, step + 1, (end, to), filled, ways);
                    }
                }
                None => {
                    for way in self.readings(symbol, from, end).iter() {
                        if filled.len() <= slot {
                            filled.resize(slot + 1, None);
                        }
                        if let Some(filling) = filled.get_mut(slot) {
                            *filling = Some(way.clone());
                        }
                        self.cover(row, step + 1, (end, to), filled, ways);
                    }
                    if let Some(filling) = filled.get_mut(slot) {
                        *filling = None;
                    }
                }
            }
        }
    }

    /// Whether a symbol can begin with the word at a place of the text.
    fn may_begin(&self, symbol: usize, at: usize) -> bool {
        let word = self.ids.get(at).copied().flatten();
        self.table.symbols.get(symbol).is_some_and(|symbol| symbol.can_begin_with(word))
    }

    /// The places of the text where the pattern can go on at this step, however many words follow up to `to`.
    fn places_of(&mut self, pattern: &Pattern, step: usize, to: usize) -> Places {
        match pattern.steps.get(step) {
            None => 1 << to,
            Some(Step::Word(word)) => places_with(&self.ids, |id| id == Some(*word)),
            Some(Step::Slot { symbol, .. }) => self.places_of_symbol(*symbol),
            Some(Step::Either { starts, .. }) => {
                starts.iter().fold(0, |places, start| places | self.places_of(pattern, *start, to))
            }
            Some(Step::GoTo(next)) => self.places_of(pattern, *next, to),
        }
    }

    fn places_of_symbol(&mut self, symbol: usize) -> Places {
        if let Some(known) = self.places.get(symbol).copied().flatten() {
            return known;
        }
        let table = self.table;
        let places =
            table.symbols.get(symbol).map_or(0, |symbol| places_with(&self.ids, |word| symbol.can_begin_with(word)));
        if let Some(cell) = self.places.get_mut(symbol) {
            *cell = Some(places);
        }
        places
    }

    /// Whether the words `from..to` can begin as the pattern goes on at this step.
    fn can_begin(&self, pattern: &Pattern, step: usize, from: usize, to: usize) -> bool {
        let length = to - from;
        let is_too_long = pattern.most_words_from(step).is_some_and(|most| length > most);
        if is_too_long || length < pattern.fewest_words_from(step) {
            return false;
        }
        match pattern.steps.get(step) {
            None => from == to,
            Some(Step::Word(word)) => self.is_at(*word, from),
            Some(Step::Slot { symbol, .. }) => self.may_begin(*symbol, from),
            Some(Step::Either { starts, .. }) => starts.iter().any(|start| self.can_begin(pattern, *start, from, to)),
            Some(Step::GoTo(next)) => self.can_begin(pattern, *next, from, to),
        }
    }

    fn span(&self, from: usize, to: usize) -> &str {
        let start = self.words.get(from).map_or(0, |word| word.start);
        let end = to.checked_sub(1).and_then(|last| self.words.get(last)).map_or(start, |word| word.end);
        self.text.get(start..end).unwrap_or_default()
    }
}

/// The words of a row, with its slots filled.
fn said(says: &[Said], filled: &[Option<String>]) -> String {
    let mut out = String::new();
    for part in says {
        match part {
            Said::Text(text) => out.push_str(text),
            Said::Slot(slot) => out.push_str(filled.get(*slot).and_then(Option::as_deref).unwrap_or_default()),
        }
    }
    out
}
