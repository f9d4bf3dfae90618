//! The table of wordings, as it is read from its file.

use std::collections::{BTreeMap, HashMap};

use crate::pattern::{Pattern, Starts, Step, WordId, push_ways};

/// Rows, by the symbol that they are wordings of.
#[derive(Debug, Default)]
pub struct WordingTable {
    /// What slots can contain; the first symbol is the whole text.
    pub(crate) symbols: Vec<Symbol>,
    /// The symbol whose rows give several sentences, if there is one.
    pub(crate) several: Option<usize>,
    /// The id of every word of a row.
    pub(crate) word_ids: HashMap<String, WordId>,
    /// The rows under their rarest words, by the ids of these.
    pub(crate) by_word: Vec<Vec<RowAt>>,
    /// The rows without words, which have slots only.
    pub(crate) wordless: Vec<RowAt>,
    /// Alternative spellings by their first word.
    pub(crate) spellings: BTreeMap<String, Vec<Spelling>>,
    /// Lines that are no row.
    broken: Vec<String>,
}

/// The position of a row: the number of its symbol, and its own number under it.
pub(crate) type RowAt = (usize, usize);

/// What a slot can contain.
#[derive(Debug, Default)]
pub(crate) struct Symbol {
    /// Names of the grammar's rules that read it as it is.
    pub rules: Vec<String>,
    /// Whether it can be any words.
    pub is_any: bool,
    /// Whether its rows are synonyms: their replacement need not repeat them.
    pub has_synonym_rows: bool,
    /// Its wordings.
    pub rows: Vec<Wording>,
    /// The most words that it can have; `None` for any number.
    pub most_words: Option<usize>,
    /// For each word of the table, whether it can begin with it; `None` if it can begin with any word.
    first_words: Option<Vec<bool>>,
}

impl Symbol {
    /// Whether only its rows say what it can be.
    fn has_rows_only(&self) -> bool {
        !self.is_any && self.rules.is_empty()
    }

    /// The words and symbols with which its rows begin; `None` if it can begin with any word.
    fn starts(&self) -> Option<Starts> {
        let mut starts = Starts::default();
        for row in self.rows.iter().filter(|_| self.has_rows_only()) {
            row.pattern.add_starts(0, &mut starts);
        }
        self.has_rows_only().then_some(starts)
    }

    /// Whether it can begin with a word; `None` is a word that no row has.
    pub(crate) fn can_begin_with(&self, word: Option<WordId>) -> bool {
        let Some(first_words) = &self.first_words else { return true };
        word.is_some_and(|word| first_words.get(word).copied().unwrap_or_default())
    }
}

/// A wording: a pattern and its replacement.
#[derive(Debug)]
pub(crate) struct Wording {
    /// The pattern.
    pub pattern: Pattern,
    /// The replacement.
    pub replacement: Vec<Said>,
}

/// Words that are replaced wherever they stand, before the rows are tried.
#[derive(Debug)]
pub(crate) struct Spelling {
    /// What is replaced; the first part is a word.
    pub written: Vec<Spelt>,
    /// What replaces it.
    pub replacement: Vec<Said>,
    /// Whether it is one of the words that only [`WordingTable::respell`] replaces.
    pub is_word: bool,
}

/// A part of what a spelling replaces.
#[derive(Debug)]
pub(crate) enum Spelt {
    /// A word, in lower case.
    Word(String),
    /// Words that the grammar reads as this symbol.
    Slot(usize),
}

/// A part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Text.
    Text(String),
    /// The reading of the n-th slot.
    Slot(usize),
}

/// A row of a table, to look at.
#[derive(Clone, Copy)]
pub struct Row<'t> {
    table: &'t WordingTable,
    wording: &'t Wording,
}

impl Row<'_> {
    /// Whether a word stands in its pattern.
    pub fn has_word(&self, word: &str) -> bool {
        self.table.word_ids.get(word).is_some_and(|id| self.wording.pattern.words().contains(id))
    }

    /// Whether its pattern has a slot.
    pub fn has_slot(&self) -> bool {
        self.wording.pattern.steps.iter().any(|step| matches!(step, Step::Slot { .. }))
    }

    /// Its replacement, with `{` for each slot.
    pub fn replacement(&self) -> String {
        let shown = |part: &Said| match part {
            Said::Text(text) => text.clone(),
            Said::Slot(_) => "{".to_owned(),
        };
        self.wording.replacement.iter().map(shown).collect()
    }
}

impl WordingTable {
    /// Reads a table: `[symbol: rules]` above its rows, `pattern => replacement`, `(a|b)` for either, `〔 〕` for
    /// brackets in the text, `#` for comments. `has_rule` says whether the grammar has a rule of a name.
    pub fn parse(text: &str, has_rule: &dyn Fn(&str) -> bool) -> WordingTable {
        let mut table = WordingTable::default();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let heads = text.lines().filter_map(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
        for head in heads {
            let (name, rules) = head.split_once(':').unwrap_or((head, ""));
            let symbol = Symbol {
                rules: rules.split_whitespace().filter(|rule| has_rule(rule)).map(str::to_owned).collect(),
                is_any: rules.split_whitespace().any(|rule| rule == ANY),
                has_synonym_rows: rules.split_whitespace().any(|rule| rule == SYNONYMS),
                rows: Vec::new(),
                most_words: None,
                first_words: None,
            };
            let unknown = |rule: &&str| ![ANY, SYNONYMS].contains(rule) && !has_rule(rule);
            table.broken.extend(rules.split_whitespace().filter(unknown).map(str::to_owned));
            if ![SPELLING, WORDS].contains(&name.trim()) {
                names.insert(name.trim().to_owned(), table.symbols.len());
                table.symbols.push(symbol);
            }
        }
        table.several = names.get(SEVERAL).copied();
        let mut under = None;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[').and_then(|head| head.strip_suffix(']')) {
                under = Some(head.split(':').next().unwrap_or_default().trim().to_owned());
                continue;
            }
            if table.add(under.as_deref().unwrap_or_default(), line, &names).is_none() {
                table.broken.push(line.to_owned());
            }
        }
        table.index_rows();
        table.find_most_words();
        table.find_first_words();
        table
    }

    /// Lines that are no row, and names of rules that the grammar does not have. A table that is shipped has none.
    pub fn broken_lines(&self) -> &[String] {
        &self.broken
    }

    /// All rows, by symbol.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.symbols.iter().flat_map(|symbol| &symbol.rows).map(|wording| Row { table: self, wording })
    }

    /// Indexes each row under words of which it needs one, those that occur in the fewest rows. A text without any of
    /// them is not compared with the row.
    fn index_rows(&mut self) {
        let mut rows_with = vec![0; self.word_ids.len()];
        for word in self.symbols.iter().flat_map(|symbol| &symbol.rows).flat_map(|row| row.pattern.words()) {
            if let Some(count) = rows_with.get_mut(word) {
                *count += 1;
            }
        }
        self.by_word = vec![Vec::new(); self.word_ids.len()];
        for (symbol, of) in self.symbols.iter().enumerate() {
            for (index, row) in of.rows.iter().enumerate() {
                let rarest = row.pattern.rarest_words(|word| rows_with.get(word).copied().unwrap_or_default());
                if rarest.is_empty() {
                    self.wordless.push((symbol, index));
                }
                for word in rarest {
                    if let Some(rows) = self.by_word.get_mut(word) {
                        rows.push((symbol, index));
                    }
                }
            }
        }
    }

    /// Finds the most words of each symbol and row. A symbol that the grammar reads, or that contains itself, has any
    /// number.
    fn find_most_words(&mut self) {
        let mut found = vec![None; self.symbols.len()];
        for symbol in 0..self.symbols.len() {
            self.find_most_words_of(symbol, &mut found);
        }
    }

    /// Finds the most words of a symbol, of its rows, and of what its rows contain. `found` has those of the symbols
    /// that were begun: any number until it is known better, so that a symbol that contains itself keeps that.
    fn find_most_words_of(&mut self, symbol: usize, found: &mut Vec<Option<Option<usize>>>) {
        match found.get_mut(symbol) {
            Some(known @ None) => *known = Some(None),
            _ => return,
        }
        let Some(mut rows) = self.symbols.get_mut(symbol).map(|of| std::mem::take(&mut of.rows)) else { return };
        for row in &mut rows {
            for contained in row.pattern.symbols() {
                self.find_most_words_of(contained, found);
            }
            row.pattern.set_most_words(|symbol| found.get(symbol).copied().flatten().flatten());
        }
        let Some(of) = self.symbols.get_mut(symbol) else { return };
        if of.has_rows_only() {
            of.most_words = rows.iter().try_fold(0, |most, row| Some(row.pattern.most_words_from(0)?.max(most)));
        }
        of.rows = rows;
        if let Some(known) = found.get_mut(symbol) {
            *known = Some(of.most_words);
        }
    }

    /// Finds the words with which each symbol can begin: those of its own rows, and of the symbols with which these
    /// begin.
    fn find_first_words(&mut self) {
        let starts: Vec<Option<Starts>> = self.symbols.iter().map(Symbol::starts).collect();
        let words = self.word_ids.len();
        for (symbol, of) in self.symbols.iter_mut().enumerate() {
            of.first_words = first_words(symbol, &starts, words);
        }
    }

    /// The id of a word; a new one if no row had it yet.
    fn word_id(&mut self, word: &str) -> WordId {
        if let Some(known) = self.word_ids.get(word) {
            return *known;
        }
        let next = self.word_ids.len();
        self.word_ids.insert(word.to_owned(), next);
        next
    }

    /// Adds a row. `None` if the line is no row.
    fn add(&mut self, under: &str, line: &str, names: &BTreeMap<String, usize>) -> Option<()> {
        let (pattern, says) = line.split_once("=>").map_or((line, line), |(pattern, says)| (pattern, says));
        if [SPELLING, WORDS].contains(&under) {
            let mut rows = alternatives(pattern).into_iter();
            return rows.try_for_each(|written| self.add_spelling(&written, says.trim(), (under == WORDS, names)));
        }
        let (mut slots, mut steps) = (Vec::new(), Vec::new());
        for part in split_parts(pattern) {
            if part.contains('(') {
                let ways: Option<Vec<Vec<Step>>> =
                    alternatives(part).iter().map(|way| self.read_way(way, names, &mut slots)).collect();
                push_ways(&mut steps, ways?);
            } else {
                steps.push(self.read_step(part, names, &mut slots)?);
            }
        }
        let pattern = Pattern::of(steps);
        let replacement = said(says.trim(), &slots)?;
        let is_lost = |slot: usize| {
            let is_said = replacement.contains(&Said::Slot(slot));
            if is_said { !pattern.always_has(slot) } else { !self.has_synonym_slot(&pattern, slot) }
        };
        if pattern.fewest_words_from(0) == 0 || (0..slots.len()).any(is_lost) {
            return None;
        }
        self.symbols.get_mut(*names.get(under)?)?.rows.push(Wording { pattern, replacement });
        Some(())
    }

    /// Adds a spelling. `None` if it does not begin with a word, or has a slot that it does not say again.
    fn add_spelling(
        &mut self,
        written: &str,
        says: &str,
        (is_word, names): (bool, &BTreeMap<String, usize>),
    ) -> Option<()> {
        let mut slots = Vec::new();
        let mut parts = Vec::new();
        for part in written.split_whitespace() {
            parts.push(match part.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some(name) => {
                    slots.push(name.to_owned());
                    Spelt::Slot(*names.get(name.split('.').next().unwrap_or_default())?)
                }
                None => Spelt::Word(part.to_lowercase().replace('\u{3014}', "(").replace('\u{3015}', ")")),
            });
        }
        let Some(Spelt::Word(first)) = parts.first() else { return None };
        let replacement = said(says, &slots)?;
        let is_said = |slot: usize| replacement.contains(&Said::Slot(slot));
        if !(0..slots.len()).all(is_said) {
            return None;
        }
        self.spellings.entry(first.clone()).or_default().push(Spelling { written: parts, replacement, is_word });
        Some(())
    }

    /// Reads words and slots; `slots` has the names of the slots of the row. `None` if there is no such symbol.
    fn read_way(&mut self, way: &str, names: &BTreeMap<String, usize>, slots: &mut Vec<String>) -> Option<Vec<Step>> {
        way.split_whitespace().map(|written| self.read_step(written, names, slots)).collect()
    }

    /// Reads a word or a slot.
    fn read_step(&mut self, written: &str, names: &BTreeMap<String, usize>, slots: &mut Vec<String>) -> Option<Step> {
        let Some(name) = written.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
            // Most words are plain and in lower case: no copy is made of them.
            if written.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
                return Some(Step::Word(self.word_id(written)));
            }
            let word = written.to_lowercase().replace('\u{3014}', "(").replace('\u{3015}', ")");
            return Some(Step::Word(self.word_id(&word)));
        };
        let symbol = *names.get(name.split('.').next().unwrap_or_default())?;
        let slot = slots.iter().position(|known| known == name).unwrap_or_else(|| {
            slots.push(name.to_owned());
            slots.len() - 1
        });
        Some(Step::Slot { symbol, slot })
    }

    /// Whether the words in a slot are synonyms, which the replacement need not repeat.
    fn has_synonym_slot(&self, pattern: &Pattern, slot: usize) -> bool {
        pattern.steps.iter().any(|step| {
            matches!(step, Step::Slot { symbol, slot: this }
                if *this == slot && self.symbols.get(*symbol).is_some_and(|symbol| symbol.has_synonym_rows))
        })
    }
}

/// The head above alternative spellings.
const SPELLING: &str = "spelling";
/// The head above words that mean the same in every sentence.
const WORDS: &str = "words";
/// The head above wordings that give several sentences.
const SEVERAL: &str = "several";
/// A rule name after a symbol: it can be any words.
const ANY: &str = "any";
/// A rule name after a symbol: its rows are synonyms.
const SYNONYMS: &str = "synonyms";

/// For each of `words`, whether a symbol can begin with it, by what each symbol begins with; `None` if it can begin
/// with any.
fn first_words(symbol: usize, starts: &[Option<Starts>], words: usize) -> Option<Vec<bool>> {
    let mut first_words = vec![false; words];
    let (mut is_reached, mut next) = (vec![false; starts.len()], vec![symbol]);
    while let Some(symbol) = next.pop() {
        if std::mem::replace(is_reached.get_mut(symbol)?, true) {
            continue;
        }
        let starts = starts.get(symbol)?.as_ref()?;
        for word in &starts.words {
            if let Some(is_first) = first_words.get_mut(*word) {
                *is_first = true;
            }
        }
        next.extend(&starts.symbols);
    }
    Some(first_words)
}

/// Reads a replacement, with its slots by their number in the pattern. `None` if it has an unknown slot or an open
/// brace.
fn said(says: &str, slots: &[String]) -> Option<Vec<Said>> {
    let mut out = Vec::new();
    let mut rest = says;
    while let Some((before, after)) = rest.split_once('{') {
        let (slot, behind) = after.split_once('}')?;
        if !before.is_empty() {
            out.push(Said::Text(before.to_owned()));
        }
        out.push(Said::Slot(slots.iter().position(|known| known == slot)?));
        rest = behind;
    }
    if !rest.is_empty() {
        out.push(Said::Text(rest.to_owned()));
    }
    Some(out)
}

/// Returns each way to write a pattern with `(a|b)` in it; `(a|)` is a word that may be left out.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('(') else { return vec![pattern.to_owned()] };
    let Some((either, after)) = rest.split_once(')') else { return vec![pattern.to_owned()] };
    let behind = alternatives(after);
    either.split('|').flat_map(|word| behind.iter().map(move |rest| format!("{before}{word}{rest}"))).collect()
}

/// Splits a pattern at the spaces outside `( )`.
fn split_parts(pattern: &str) -> Vec<&str> {
    let mut is_within = false;
    let is_border = |letter: char| {
        is_within = letter == '(' || is_within && letter != ')';
        letter.is_whitespace() && !is_within
    };
    pattern.split(is_border).filter(|part| !part.is_empty()).collect()
}
