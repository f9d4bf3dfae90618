//! A law: what may be said in other words in one sentence may be said so in every sentence.
//!
//! `variations/table.tsv` has a phrase of canonical sentences, other words for it, and in a third column words beside
//! which those mean something else. `{n}` is a number, `{n:word}` the same in words, `{b}` any words. Each variation is
//! made of every canonical sentence that holds its phrase, and must be read as that sentence, or be refused as
//! `variations/refused.tsv` has it: never as another one. `GRAIL_DOCS=renew` with `GRAIL_LAWS=full` keeps what is
//! refused, `GRAIL_TELL=1` prints for each variation how often it is read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::FORMS;
use grail_referee::language::sheet_guide::topics;
use grail_referee::sheet::effect_sentences::parse_entry;
use regex::{Captures, Regex};

use crate::cases;
use crate::cli::repository;

/// What the slots of the table stand for.
const SLOTS: [(&str, &str); 14] = [
    ("n", r"\d+"),
    ("stat", "STR|END|MAE|MAR|AGI|LCK|ACT"),
    ("rank", r"(?:EX|[A-E])[+-]*"),
    ("vital", "Health|Mana"),
    ("kind", "Physical|Magical|Ranged|Long-ranged|Special"),
    ("status", r"Stun \d+|Poison \d+/\d+"),
    ("ill", "Stun|Poison"),
    ("who", "the user's Master|the user|the target|the attacker|that character|all opponents in this location"),
    ("whom", "user|target"),
    ("sort", "Master|Servant|familiar|Saber|Caster"),
    ("per", "battle|Turn|day"),
    ("x", "[^,]+?"),
    ("a", ".+"),
    ("b", ".+"),
];

/// Other words for a phrase.
struct Variation {
    row: String,
    /// Words of the phrase; most sentences do not have them.
    words: String,
    phrase: Regex,
    said: String,
    means_else_beside: Option<Regex>,
}

impl Variation {
    fn parse(row: &str) -> Variation {
        let mut fields = row.split('\t');
        let (phrase, said) = (fields.next().unwrap(), fields.next().unwrap());
        let slot = Regex::new(r"\{([a-z]+)(\d?)\}").unwrap();
        let group = |found: &Captures<'_>| {
            let (_, stands_for) = SLOTS.iter().find(|(name, _)| *name == &found[1]).unwrap();
            format!("(?P<{}{}>{stands_for})", &found[1], &found[2])
        };
        let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let [start, end] =
            [phrase.chars().next(), phrase.chars().last()].map(|it| if is_word(it) { r"\b" } else { "" });
        let between = Regex::new(r"\{[a-z]+\d?\}|\(.*?\)|\\.|[\^$+]").unwrap();
        Variation {
            row: format!("{phrase} => {said}"),
            words: between.split(phrase).max_by_key(|words| words.len()).unwrap_or_default().to_owned(),
            phrase: Regex::new(&format!("{start}{}{end}", slot.replace_all(phrase, group))).unwrap(),
            said: said.to_owned(),
            means_else_beside: fields.next().map(|words| Regex::new(words).unwrap()),
        }
    }

    /// The sentence in other words; `None` where it does not hold the phrase.
    fn vary(&self, sentence: &str) -> Option<String> {
        let plain = lowercase_first(sentence.strip_suffix('.')?);
        if !plain.contains(&self.words) {
            return None;
        }
        if self.means_else_beside.as_ref().is_some_and(|words| words.is_match(&plain)) {
            return None;
        }
        let found = self.phrase.captures(&plain)?;
        let all = found.get(0).unwrap();
        static SLOT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{([a-z]+\d?)(:word)?\}|\$(\d)").unwrap());
        let fill = |slot: &Captures<'_>| {
            let name = slot.get(1).or_else(|| slot.get(3)).unwrap().as_str();
            let filling = name.parse().map_or_else(|_| found.name(name), |number: usize| found.get(number)).unwrap();
            if slot.get(2).is_some() { in_words(filling.as_str()) } else { filling.as_str().to_owned() }
        };
        let said = SLOT.replace_all(&self.said, fill);
        let varied = format!("{}{said}{}.", &plain[..all.start()], &plain[all.end()..]);
        Some(varied[..1].to_uppercase() + &varied[1..]).filter(|varied| varied != sentence)
    }
}

fn in_words(number: &str) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    number.parse().ok().and_then(|at: usize| WORDS.get(at)).map_or_else(|| number.to_owned(), |word| (*word).to_owned())
}

/// The sentence as it stands within another: `The user's …` begins small, `LCK …` does not.
fn lowercase_first(sentence: &str) -> String {
    let is_name = sentence.chars().nth(1).is_some_and(char::is_uppercase);
    if is_name { sentence.to_owned() } else { sentence[..1].to_lowercase() + &sentence[1..] }
}

/// How a skill's entry is read; a duration of its own is put where a canonical sentence has it.
fn reading(text: &str) -> Option<String> {
    let (stated, read) = parse_entry(text, false);
    let lines = read.ok()?.into_iter().map(|one| canonical(&one.effect)).chain(stated.words()).collect::<Vec<_>>();
    Some(lines.join(" | ").replace(". | Lasts ", " for "))
}

/// The sentences of the help, and those that blind authors' entries are read as.
fn canonical_sentences() -> Vec<String> {
    let mut sentences: BTreeSet<String> = FORMS.iter().map(|form| (*form).to_owned()).collect();
    sentences.extend(topics().iter().flat_map(|topic| &topic.sentences).map(|of| of.sentence.to_owned()));
    for file in fs::read_dir(repository().join("tests/sheets/blind")).unwrap() {
        let path = file.unwrap().path();
        let table = if path.extension().is_some_and(|of| of == "tsv") {
            fs::read_to_string(path).unwrap()
        } else {
            String::new()
        };
        let readings = table.lines().filter_map(|row| row.rsplit('\t').next());
        sentences.extend(readings.flat_map(|reading| reading.split(" | ")).map(str::to_owned));
    }
    sentences.retain(|sentence| {
        sentence.ends_with('.')
            && !sentence.starts_with("Lasts")
            && !sentence.starts_with("Each of")
            && !sentence.contains("GM:")
            && !sentence.starts_with('"')
    });
    let mut sentences: Vec<String> = sentences.into_iter().collect();
    // From everywhere, and the same ones whatever is added to the tables.
    let scatter = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    sentences.sort_by_cached_key(|sentence| sentence.bytes().fold(1_469_598_103, scatter));
    sentences
}

#[test]
fn what_one_sentence_may_say_otherwise_every_sentence_may() {
    let folder = repository().join("tests/sheets/variations");
    let table = fs::read_to_string(folder.join("table.tsv")).unwrap();
    let told = fs::read_to_string(folder.join("refused.tsv")).unwrap_or_default();
    let kept: BTreeSet<&str> = told.lines().collect();
    let sentences = canonical_sentences();
    let (mut refused, mut faults, mut matrix) = (BTreeSet::new(), Vec::new(), Vec::new());
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let variation = Variation::parse(row);
        let varied = sentences.iter().filter_map(|one| Some((one.clone(), variation.vary(one)?)));
        let varied: Vec<_> = varied.take(cases(6, 60)).collect();
        if varied.is_empty() {
            faults.push(format!("no sentence has the phrase of `{}`", variation.row));
        }
        let (mut read, mut unread, mut other) = (0, Vec::new(), 0);
        for (sentence, varied) in varied {
            let is_canonical = known.entry(sentence.clone()).or_insert_with_key(|it| reading(it).as_ref() == Some(it));
            if !*is_canonical {
                continue;
            }
            match reading(&varied) {
                Some(found) if found == sentence => read += 1,
                Some(found) => {
                    other += 1;
                    faults.push(format!("{}: {varied}\n    meant {sentence}\n    found {found}", variation.row));
                }
                None => {
                    if !kept.contains(varied.as_str()) {
                        faults.push(format!("{}: refused {varied}", variation.row));
                    }
                    unread.push(varied.clone());
                    refused.insert(varied);
                }
            }
        }
        matrix.push((read, unread, other, variation.row));
    }
    if std::env::var("GRAIL_TELL").is_ok() {
        matrix.sort_by_key(|(read, unread, other, _)| (read * 100 / (read + unread.len() + other).max(1), 0));
        for (read, unread, other, row) in matrix {
            println!(
                "{read:3} read {:3} refused {other:3} other  {row}\n      {}",
                unread.len(),
                unread.join("\n      ")
            );
        }
    }
    if std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew") {
        faults.retain(|fault| !fault.contains(": refused "));
        fs::write(folder.join("refused.tsv"), refused.into_iter().map(|row| row + "\n").collect::<String>()).unwrap();
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
