//! The table of wordings, as it is read from its file.

use std::collections::{BTreeMap, BTreeSet};

use super::super::parser::Rule;

/// Rows, by the symbol that they are wordings of.
#[derive(Debug, Default)]
pub(super) struct WordingTable {
    /// What slots can contain; the first symbol is the whole text.
    pub symbols: Vec<Symbol>,
    /// The symbol whose rows give several sentences, if there is one.
    pub several: Option<usize>,
    /// The id of every word of a row.
    pub word_ids: BTreeMap<String, WordId>,
    /// The rows under the rarest of their words, by its id.
    pub by_word: Vec<Vec<RowAt>>,
    /// The rows without words, which have slots only.
    pub wordless: Vec<RowAt>,
    /// Alternative spellings by their first word: the words that are replaced, and the text that replaces them.
    pub spellings: BTreeMap<String, Vec<(Vec<String>, String)>>,
    /// Lines that are no row; a test checks that there are none.
    pub broken: Vec<String>,
}

/// The id of a word: its number in the table.
pub(super) type WordId = usize;

/// The position of a row: the number of its symbol, and its own number under it.
pub(super) type RowAt = (usize, usize);

/// What a slot can contain.
#[derive(Debug, Default)]
pub(super) struct Symbol {
    /// Rules of the grammar that read it as it is.
    pub rules: Vec<Rule>,
    /// Whether it can be any words.
    pub is_any: bool,
    /// Whether its rows are synonyms: their replacement need not repeat them.
    pub has_synonym_rows: bool,
    /// Its wordings.
    pub rows: Vec<Wording>,
}

/// A wording: a pattern and its replacement.
#[derive(Debug)]
pub(super) struct Wording {
    /// The pattern.
    pub parts: Vec<WordingPart>,
    /// The replacement.
    pub replacement: Vec<Said>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WordingPart {
    /// A word.
    Word(WordId),
    /// Any reading of a symbol.
    Slot(usize),
    /// The words of the n-th slot once more.
    Same(usize),
}

/// A part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Text.
    Text(String),
    /// The reading of the n-th slot.
    Slot(usize),
}

impl WordingTable {
    /// Reads a table: `[symbol: rules]` above its rows, `pattern => replacement`, `(a|b)` for either, `〔 〕` for
    /// brackets in the text, `#` for comments.
    pub(super) fn of(text: &str) -> WordingTable {
        let mut table = WordingTable::default();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let heads = text.lines().filter_map(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
        for head in heads {
            let (name, rules) = head.split_once(':').unwrap_or((head, ""));
            let symbol = Symbol {
                rules: rules.split_whitespace().filter_map(Rule::named).collect(),
                is_any: rules.split_whitespace().any(|rule| rule == ANY),
                has_synonym_rows: rules.split_whitespace().any(|rule| rule == SYNONYMS),
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

    /// Indexes each row under the word of it that occurs in the fewest rows. A text without that word is not compared
    /// with the row.
    fn index_rows(&mut self) {
        let words_of = |row: &Wording| -> BTreeSet<WordId> {
            row.parts
                .iter()
                .filter_map(|part| if let WordingPart::Word(word) = part { Some(*word) } else { None })
                .collect()
        };
        let mut rows_with: BTreeMap<WordId, usize> = BTreeMap::new();
        for word in self.symbols.iter().flat_map(|symbol| &symbol.rows).flat_map(words_of) {
            *rows_with.entry(word).or_default() += 1;
        }
        self.by_word = vec![Vec::new(); self.word_ids.len()];
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

    /// The id of a word; a new one if no row had it yet.
    fn word_id(&mut self, word: String) -> WordId {
        let next = self.word_ids.len();
        *self.word_ids.entry(word).or_insert(next)
    }

    /// Adds a row, once for each way to write its alternatives. `None` if the line is no row.
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
                        let means = self.symbols.get(symbol).is_some_and(|symbol| symbol.has_synonym_rows);
                        match known.filter(|_| !means) {
                            Some(at) => parts.push(WordingPart::Same(at)),
                            None => {
                                parts.push(WordingPart::Slot(symbol));
                                slots.push(slot.to_owned());
                            }
                        }
                    }
                    None => {
                        let word = word.to_lowercase().replace('\u{3014}', "(").replace('\u{3015}', ")");
                        parts.push(WordingPart::Word(self.word_id(word)));
                    }
                }
            }
            let says = said(says.trim(), &slots)?;
            let means = |at: usize| match parts.iter().filter(|part| matches!(part, WordingPart::Slot(_))).nth(at) {
                Some(WordingPart::Slot(symbol)) => {
                    self.symbols.get(*symbol).is_some_and(|symbol| symbol.has_synonym_rows)
                }
                _ => false,
            };
            let all_said = (0..slots.len()).all(|slot| means(slot) || says.contains(&Said::Slot(slot)));
            if parts.is_empty() || !all_said {
                return None;
            }
            self.symbols.get_mut(*names.get(under)?)?.rows.push(Wording { parts, replacement: says });
        }
        Some(())
    }
}

/// The head above alternative spellings.
const SPELLING: &str = "spelling";
/// The head above wordings that give several sentences.
const SEVERAL: &str = "several";
/// A rule name after a symbol: it can be any words.
const ANY: &str = "any";
/// A rule name after a symbol: its rows are synonyms.
const SYNONYMS: &str = "synonyms";

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
