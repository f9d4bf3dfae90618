//! The table of wordings as it is read from its file.

use std::collections::{BTreeMap, BTreeSet};

use super::super::parser::Rule;

/// Rows by what they are wordings of.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// What slots stand for; the first is the whole text.
    pub symbols: Vec<Symbol>,
    /// The symbol whose rows say several sentences, if there is one.
    pub several: Option<usize>,
    /// Every word of a row, by its letters.
    pub words: BTreeMap<String, WordId>,
    /// The rows by the rarest of their words, by its id.
    pub by_word: Vec<Vec<RowAt>>,
    /// The rows without a word: slots alone.
    pub wordless: Vec<RowAt>,
    /// Words that are written in another way, and in which, by the first of them.
    pub spellings: BTreeMap<String, Vec<(Vec<String>, String)>>,
    /// Lines that are no row, for the test of the table.
    pub broken: Vec<String>,
}

/// A word of the rows: its number in the table.
pub(super) type WordId = usize;

/// Where a row stands: its symbol, and its number among the symbol's.
pub(super) type RowAt = (usize, usize);

/// What a slot stands for.
#[derive(Debug, Default)]
pub(super) struct Symbol {
    /// Rules of the grammar that read it as it stands.
    pub rules: Vec<Rule>,
    /// Whether any words do.
    pub any: bool,
    /// Whether its rows are words that mean the same: what says them need not repeat them.
    pub synonyms: bool,
    /// Its wordings.
    pub rows: Vec<Row>,
}

/// A wording.
#[derive(Debug)]
pub(super) struct Row {
    /// What is written.
    pub parts: Vec<Part>,
    /// What it says.
    pub says: Vec<Said>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A word.
    Word(WordId),
    /// Anything a symbol stands for.
    Slot(usize),
    /// The words of the n-th slot once more.
    Same(usize),
}

/// A part of what a wording says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// These words.
    Text(String),
    /// What the n-th slot of the pattern says.
    Slot(usize),
}

impl Table {
    /// Reads a table: `[symbol: rules]` above its rows, `pattern => what it says`, `(a|b)` for either, `〔 〕` for
    /// brackets in the text, `#` for remarks.
    pub(super) fn of(text: &str) -> Table {
        let mut table = Table::default();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let heads = text.lines().filter_map(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
        for head in heads {
            let (name, rules) = head.split_once(':').unwrap_or((head, ""));
            let symbol = Symbol {
                rules: rules.split_whitespace().filter_map(Rule::named).collect(),
                any: rules.split_whitespace().any(|rule| rule == ANY),
                synonyms: rules.split_whitespace().any(|rule| rule == SYNONYMS),
                rows: Vec::new(),
            };
            let unknown = |rule: &&str| ![ANY, SYNONYMS].contains(rule) && Rule::named(rule).is_none();
            table.broken.extend(rules.split_whitespace().filter(unknown).map(str::to_owned));
            if name.trim() != SPELLING {
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
        table
    }

    /// Lists each row under the one of its words that stands in the fewest rows: a text without that word is not
    /// compared with it.
    fn index_rows(&mut self) {
        let words_of = |row: &Row| -> BTreeSet<WordId> {
            row.parts.iter().filter_map(|part| if let Part::Word(word) = part { Some(*word) } else { None }).collect()
        };
        let mut rows_with: BTreeMap<WordId, usize> = BTreeMap::new();
        for word in self.symbols.iter().flat_map(|symbol| &symbol.rows).flat_map(words_of) {
            *rows_with.entry(word).or_default() += 1;
        }
        self.by_word = vec![Vec::new(); self.words.len()];
        for (symbol, of) in self.symbols.iter().enumerate() {
            for (index, row) in of.rows.iter().enumerate() {
                let rarest = words_of(row).into_iter().min_by_key(|word| rows_with.get(word).copied());
                match rarest.and_then(|word| self.by_word.get_mut(word)) {
                    Some(rows) => rows.push((symbol, index)),
                    None => self.wordless.push((symbol, index)),
                }
            }
        }
    }

    /// The id of a word of a row; a new one, if no row had it yet.
    fn word_id(&mut self, word: String) -> WordId {
        let next = self.words.len();
        *self.words.entry(word).or_insert(next)
    }

    /// Adds a row, once for each way its alternatives can be written.
    fn add(&mut self, under: &str, line: &str, names: &BTreeMap<String, usize>) -> Option<()> {
        let (pattern, says) = line.split_once("=>").map_or((line, line), |(pattern, says)| (pattern, says));
        for written in alternatives(pattern) {
            let words: Vec<&str> = written.split_whitespace().collect();
            if under == SPELLING {
                let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
                let first = words.first()?.clone();
                self.spellings.entry(first).or_default().push((words, says.trim().to_owned()));
                continue;
            }
            let (mut parts, mut slots) = (Vec::new(), Vec::new());
            for word in words {
                match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                    Some(slot) => {
                        let symbol = *names.get(slot.split('.').next().unwrap_or_default())?;
                        let known = slots.iter().position(|of| of == slot);
                        let means = self.symbols.get(symbol).is_some_and(|symbol| symbol.synonyms);
                        match known.filter(|_| !means) {
                            Some(at) => parts.push(Part::Same(at)),
                            None => {
                                parts.push(Part::Slot(symbol));
                                slots.push(slot.to_owned());
                            }
                        }
                    }
                    None => {
                        let word = word.to_lowercase().replace('\u{3014}', "(").replace('\u{3015}', ")");
                        parts.push(Part::Word(self.word_id(word)));
                    }
                }
            }
            let says = said(says.trim(), &slots)?;
            let means = |at: usize| match parts.iter().filter(|part| matches!(part, Part::Slot(_))).nth(at) {
                Some(Part::Slot(symbol)) => self.symbols.get(*symbol).is_some_and(|symbol| symbol.synonyms),
                _ => false,
            };
            let all_said = (0..slots.len()).all(|slot| means(slot) || says.contains(&Said::Slot(slot)));
            if parts.is_empty() || !all_said {
                return None;
            }
            self.symbols.get_mut(*names.get(under)?)?.rows.push(Row { parts, says });
        }
        Some(())
    }
}

/// The head of words that are written in another way.
const SPELLING: &str = "spelling";
/// The head of wordings that say several sentences.
const SEVERAL: &str = "several";
/// Behind a symbol's name: any words stand for it.
const ANY: &str = "any";
/// Behind a symbol's name: its rows mean the same.
const SYNONYMS: &str = "synonyms";

/// What a wording says, its slots by their number in the pattern.
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

/// Each way to write a pattern with `(a|b)` in it; `(a|)` is a word that may be left out.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('(') else { return vec![pattern.to_owned()] };
    let Some((either, after)) = rest.split_once(')') else { return vec![pattern.to_owned()] };
    let behind = alternatives(after);
    either.split('|').flat_map(|word| behind.iter().map(move |rest| format!("{before}{word}{rest}"))).collect()
}
