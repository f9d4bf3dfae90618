//! The names that need no quotes, and what each of them names.
//!
//! Names are matched as whole words, in any letter case, the longest first. White space in a name matches any white
//! space, a dash any dash. A name that is a word of the language (`If`, `Stay`) is a name only in the spelling of the
//! book, and not where a sentence or clause begins.

use std::collections::{BTreeMap, BTreeSet};

use super::accents::compose_all;
use super::conditions::OpponentKind;
use super::glyphs::{FIRST_MARK, MARKS_PER_KIND, normalize};
use super::parser::{Rule, matches_rule};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::sex::Sex;

/// What a name can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// A character of the seat: the name can begin a block.
    Own,
    /// Any other character.
    Character,
    /// A location.
    Location,
    /// A skill.
    Skill,
    /// An item.
    Item,
    /// A Command Spell: without quotes it is known only after the word `command`.
    CommandSpell,
    /// A team or a player.
    Team,
    /// A service of a location.
    Service,
}

impl NameKind {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The kinds of names of people, places and things, as bits. The grammar tells these apart by their marks.
const PEOPLE: u8 = NameKind::Own.bit() | NameKind::Character.bit();
const PLACES: u8 = NameKind::Location.bit();
const THINGS: u8 =
    NameKind::Skill.bit() | NameKind::Item.bit() | NameKind::CommandSpell.bit() | NameKind::Service.bit();

/// Returns which range of marks stands for a name of these kinds.
const fn mark_kind(kinds: u8) -> u32 {
    (kinds & PEOPLE != 0) as u32 + 2 * ((kinds & PLACES != 0) as u32) + 4 * ((kinds & THINGS != 0) as u32)
}

#[derive(Clone, Debug)]
struct NameEntry {
    text: String,
    kinds: u8,
    /// The name in normalized characters, for comparing.
    key: Vec<char>,
    /// Whether it is a word of the language.
    is_reserved: bool,
    /// Whether it is another word for the thing, not its name.
    is_alias: bool,
}

/// The names that a seat knows, indexed for finding them in a text.
#[derive(Clone, Debug, Default)]
pub struct NameBook {
    entries: Vec<NameEntry>,
    /// The location called `home`.
    home: Option<String>,
    /// Each own character with the names of its items.
    items_by_character: Vec<(String, Vec<String>)>,
    /// What an item costs, in CP.
    prices: Vec<(String, Exact)>,
    /// The seat's own living characters.
    own_characters: Vec<String>,
    /// The known living opponents: Masters, then Servants.
    opponents: [Vec<String>; 2],
    /// The sex of characters, as far as it is known.
    sexes: Vec<(String, Sex)>,
    /// Teams whose one Master is known, with that Master.
    masters_of_teams: Vec<(String, String)>,
    /// The seat's own skills that deal no damage.
    harmless: Vec<String>,
    /// The seat's own basic attacks.
    basic_attacks: Vec<String>,
    /// The cost of the seat's own skills in Action and Support Points.
    points: Vec<(String, [u32; 2])>,
    /// The phase of the first combat round in which an item or one of the seat's own skills is used if it is not
    /// delayed.
    phases: Vec<(String, Phase)>,
    /// What is written behind a Command Spell, such as ` to LOCATION`.
    spell_forms: Vec<(String, &'static str)>,
    /// The entries by the first character of their key, the longest key first.
    by_letter: BTreeMap<char, Vec<usize>>,
}

const MAX_NAMES: usize = MARKS_PER_KIND as usize - 3;

impl NameBook {
    /// Makes an empty book.
    pub fn new() -> NameBook {
        NameBook::default()
    }

    /// Sets the location called `home`.
    pub fn set_home(&mut self, location: &str) {
        self.home = Some(location.to_owned());
    }

    /// The location called `home`, if there is one.
    pub fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    /// Sets the items that somebody holds.
    pub fn set_items(&mut self, holder: &str, items: &[String]) {
        self.items_by_character.push((holder.to_owned(), items.to_vec()));
    }

    /// The items that somebody holds, each as often as they hold it.
    pub fn items_of(&self, holder: &str) -> &[String] {
        let of = self.items_by_character.iter().find(|(name, _)| name.eq_ignore_ascii_case(holder));
        of.map_or(&[], |(_, items)| items)
    }

    /// Sets the price of an item, in CP.
    pub fn set_price(&mut self, item: &str, price: Exact) {
        self.prices.push((item.to_owned(), price));
    }

    /// The price of an item, in CP; `None` if it is not known.
    #[must_use]
    pub fn price_of(&self, item: &str) -> Option<Exact> {
        self.prices.iter().find(|(name, _)| self.same(name, item)).map(|(_, price)| *price)
    }

    /// Records that one of the seat's own skills deals no damage.
    pub fn set_harmless(&mut self, skill: &str) {
        self.harmless.push(skill.to_owned());
    }

    /// Whether a skill is the seat's own and deals no damage.
    pub(crate) fn does_no_harm(&self, skill: &str) -> bool {
        self.harmless.iter().any(|name| self.same(name, skill))
    }

    /// Records that one of the seat's own skills is a basic attack.
    pub fn set_basic_attack(&mut self, skill: &str) {
        self.basic_attacks.push(skill.to_owned());
    }

    /// Whether a skill is a basic attack of the seat's own.
    pub(crate) fn is_basic_attack(&self, skill: &str) -> bool {
        self.basic_attacks.iter().any(|name| self.same(name, skill))
    }

    /// Sets the cost of one of the seat's own skills in Action and Support Points.
    pub fn set_points(&mut self, skill: &str, action_points: u32, support_points: u32) {
        self.points.push((skill.to_owned(), [action_points, support_points]));
    }

    /// The cost of one of the seat's own skills in Action and Support Points; `None` if it has none or several skills
    /// of that name differ.
    pub(crate) fn points_of(&self, skill: &str) -> Option<[u32; 2]> {
        let mut known = self.points.iter().filter(|(name, _)| self.same(name, skill)).map(|(_, points)| *points);
        let first = known.next()?;
        known.all(|other| other == first).then_some(first)
    }

    /// Sets the phase in which an item or one of the seat's own skills is used if it is not delayed.
    pub fn set_phase(&mut self, thing: &str, phase: Phase) {
        self.phases.push((thing.to_owned(), phase));
    }

    /// The phase in which an item or one of the seat's own skills is used if it is not delayed; `None` if there is none
    /// or several things of that name differ.
    pub(crate) fn phase_of(&self, thing: &str) -> Option<Phase> {
        let mut known = self.phases.iter().filter(|(name, _)| self.same(name, thing)).map(|(_, phase)| *phase);
        let first = known.next()?;
        known.all(|other| other == first).then_some(first)
    }

    /// Sets what is written behind a Command Spell.
    pub fn set_spell_form(&mut self, spell: &str, form: &'static str) {
        self.spell_forms.push((spell.to_owned(), form));
    }

    /// What is written behind a Command Spell, such as ` to LOCATION`; empty if nothing is.
    pub(crate) fn form_of_spell(&self, spell: &str) -> &'static str {
        let known = self.spell_forms.iter().find(|(name, _)| self.same(name, spell));
        known.map_or("", |(_, form)| form)
    }

    /// Sets the seat's own living characters.
    pub fn set_living(&mut self, own: Vec<String>) {
        self.own_characters = own;
    }

    /// The only other living character of the seat; `None` if there are none or several.
    pub(crate) fn fellow(&self, actor: &str) -> Option<&str> {
        match self.own_characters.as_slice() {
            [one, other] if one.eq_ignore_ascii_case(actor) => Some(other),
            [other, one] if one.eq_ignore_ascii_case(actor) => Some(other),
            _ => None,
        }
    }

    /// Sets the sex of somebody: whether they are `he` or `she`.
    pub fn set_sex(&mut self, name: &str, sex: Sex) {
        self.sexes.push((name.to_owned(), sex));
    }

    /// The sex of somebody; `None` if it is not known.
    pub(crate) fn sex(&self, name: &str) -> Option<Sex> {
        self.sexes.iter().find(|(of, _)| self.same(of, name)).map(|(_, sex)| *sex)
    }

    /// Sets the known living opponents.
    pub fn set_opponents(&mut self, masters: Vec<String>, servants: Vec<String>) {
        self.opponents = [masters, servants];
    }

    /// The known living enemy Masters.
    pub(crate) fn masters(&self) -> &[String] {
        &self.opponents[0]
    }

    /// The known living enemy Servants.
    pub(crate) fn servants(&self) -> &[String] {
        &self.opponents[1]
    }

    /// The two living opponents of a kind; `None` if the number known is not two.
    pub(crate) fn opponents(&self, kind: OpponentKind) -> Option<[&str; 2]> {
        let [masters, servants] = &self.opponents;
        match if kind == OpponentKind::Masters { masters.as_slice() } else { servants.as_slice() } {
            [one, other] => Some([one, other]),
            _ => None,
        }
    }

    /// Sets the team of a Master.
    pub fn set_team_of(&mut self, master: &str, team: &str) {
        self.masters_of_teams.push((team.to_owned(), master.to_owned()));
    }

    /// The mark of a team's Master; `None` if not exactly one is known.
    pub(crate) fn master_of_team(&self, team: &str) -> Option<char> {
        let mut of = self.masters_of_teams.iter().filter(|(name, _)| self.same(name, team));
        let (_, master) = of.next().filter(|_| of.next().is_none())?;
        self.mark_of(master)
    }

    /// The mark of a name in the spelling of the book; `None` if it is not in the book.
    pub(crate) fn mark_of(&self, name: &str) -> Option<char> {
        let index = self.entries.iter().position(|entry| !entry.is_alias && entry.text == name)?;
        self.mark(index)
    }

    /// Whether two names name the same thing.
    pub(crate) fn same(&self, one: &str, other: &str) -> bool {
        one.eq_ignore_ascii_case(other) || self.canonical(one).is_some_and(|one| self.canonical(other) == Some(one))
    }

    /// Adds a name of a kind. A name may have several kinds.
    pub fn add(&mut self, text: &str, kind: NameKind) {
        self.enter(text, text, kind);
    }

    /// Adds another word for a name: `the Super Mall` for its location. An alias that is already a name is left out.
    pub fn add_alias(&mut self, alias: &str, text: &str, kind: NameKind) {
        if !self.knows(alias) {
            self.enter(alias, text, kind);
        }
    }

    /// Adds the usual short forms of things: `the pills` for Status-curing Pills, `JL` for Jewel Light. A short form
    /// that is a word of the language, or fits two names, is left out.
    pub fn add_shortenings(&mut self) {
        const OF_THINGS: [NameKind; 3] = [NameKind::Skill, NameKind::Item, NameKind::Service];
        let names: Vec<WordsOfName> = self.entries.iter().map(|entry| WordsOfName::of(&entry.text)).collect();
        let mut names_with_word: BTreeMap<&str, usize> = BTreeMap::new();
        for word in names.iter().flat_map(WordsOfName::distinct_words) {
            *names_with_word.entry(word).or_default() += 1;
        }
        // A short form of several words is the beginning of a name.
        let fits_one = |short: &String| match short.contains(' ') {
            true => names.iter().filter(|name| name.joined.starts_with(short)).count() == 1,
            false => names_with_word.get(short.as_str()) == Some(&1),
        };
        let mut found = Vec::new();
        for (entry, name) in self.entries.iter().zip(&names) {
            let kinds: Vec<NameKind> = OF_THINGS.into_iter().filter(|kind| entry.kinds & kind.bit() != 0).collect();
            if kinds.is_empty() || name.words.len() < 2 {
                continue;
            }
            for short in name.short_forms() {
                if fits_one(&short) && !self.knows(&short) && !is_word_of_the_language(&short) {
                    found.extend(kinds.iter().map(|kind| (short.clone(), entry.text.clone(), *kind)));
                }
            }
        }
        for (short, text, kind) in found {
            self.enter(&short, &text, kind);
        }
    }

    fn enter(&mut self, written: &str, text: &str, kind: NameKind) {
        let key: Vec<char> = comparable(written);
        let Some(letter) = key.first().copied() else { return };
        let all = self.by_letter.entry(letter).or_default();
        let place = all.iter().copied().find(|i| self.entries[*i].key == key);
        if let Some(entry) = place.and_then(|i| self.entries.get_mut(i)) {
            entry.kinds |= kind.bit();
            return;
        }
        if self.entries.len() >= MAX_NAMES {
            return;
        }
        let is_reserved = is_reserved(written);
        let index = self.entries.len();
        let length = key.len();
        self.entries.push(NameEntry {
            text: text.to_owned(),
            kinds: kind.bit(),
            key,
            is_reserved,
            is_alias: written != text,
        });
        let at = all.partition_point(|i| self.entries[*i].key.len() >= length);
        all.insert(at, index);
    }

    /// Whether a name is known as one of a kind, in any letter case.
    pub fn is(&self, name: &str, kind: NameKind) -> bool {
        self.find(name).is_some_and(|entry| entry.kinds & kind.bit() != 0)
    }

    /// Whether a name is known.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The name in the spelling of the book; `None` if it is not known.
    pub fn canonical(&self, name: &str) -> Option<&str> {
        self.find(name).map(|entry| entry.text.as_str())
    }

    /// All names of a kind, without aliases.
    pub fn of_kind(&self, kind: NameKind) -> impl Iterator<Item = &str> {
        self.entries.iter().filter(move |e| !e.is_alias && e.kinds & kind.bit() != 0).map(|e| e.text.as_str())
    }

    fn find(&self, name: &str) -> Option<&NameEntry> {
        // Nearly always the name is spelt as in the book.
        let first = lower(name.chars().next()?);
        let entries = |letter| self.by_letter.get(&letter).into_iter().flatten().filter_map(|i| self.entries.get(*i));
        entries(first).find(|e| e.text == name).or_else(|| {
            let key = comparable(name);
            entries(*key.first()?).find(|e| e.key == key)
        })
    }

    /// The name that a mark stands for; `None` if the book has no such mark.
    pub(crate) fn marked(&self, mark: char) -> Option<&str> {
        let index = (mark as u32).checked_sub(FIRST_MARK)? % MARKS_PER_KIND;
        self.entries.get(usize::try_from(index).ok()?).map(|e| e.text.as_str())
    }

    /// Prepared words with their marks replaced by names.
    pub(crate) fn in_names(&self, words: &str) -> String {
        let mut out = String::new();
        for letter in words.chars() {
            match self.marked(letter) {
                Some(name) => out.push_str(name),
                None => out.push(letter),
            }
        }
        out
    }

    /// Whether the name of a mark is of a kind.
    pub(crate) fn mark_is(&self, mark: char, kind: NameKind) -> bool {
        self.marked(mark).is_some_and(|name| self.is(name, kind))
    }

    /// Finds the longest name at the start of `text`. Returns its mark and its length in characters; `None` if there is
    /// no name.
    ///
    /// The first flag says whether a sentence or clause begins here, the second whether the word `command` stands
    /// before. The closure returns the word before the text. A short form does not count beside an unknown word: in
    /// `Rapidd Cut` the end is no name, in `Rapid Cutt` the beginning.
    pub(crate) fn longest<T: Copy + Into<char>>(
        &self,
        text: &[T],
        fresh: bool,
        command: bool,
        behind: impl Fn() -> String,
    ) -> Option<(char, usize)> {
        let first = lower((*text.first()?).into());
        for index in self.by_letter.get(&first)? {
            let entry = self.entries.get(*index)?;
            let plain = entry.kinds & !NameKind::CommandSpell.bit() != 0;
            if !(plain || command) {
                continue;
            }
            let of_things = mark_kind(entry.kinds) == mark_kind(THINGS);
            if let Some(length) = matched(&entry.key, text, of_things)
                && (!entry.is_alias || self.stands_alone(&behind(), text.get(length..).unwrap_or_default(), fresh))
                && (!entry.is_reserved || (!fresh && is_exact(&entry.text, text)))
            {
                return Some((self.mark(*index)?, length));
            }
        }
        None
    }
}

impl NameBook {
    /// The mark of an entry.
    fn mark(&self, index: usize) -> Option<char> {
        let first = FIRST_MARK + MARKS_PER_KIND * mark_kind(self.entries.get(index)?.kinds);
        u32::try_from(index).ok().and_then(|i| char::from_u32(first + i))
    }

    /// Whether a short form stands by itself: the words beside it are not parts of a longer name, and it is not the
    /// subject of a verb. The `Outlaws` of `Outlaws attack Rider` are not the skill `Outlaw Volley`.
    fn stands_alone<T: Copy + Into<char>>(&self, before: &str, behind: &[T], fresh: bool) -> bool {
        const DEEDS: [&str; 12] = [
            "attack", "attacks", "strike", "strikes", "hit", "hits", "shoot", "shoots", "fight", "fights", "guard",
            "guards",
        ];
        let letters = behind.iter().map(|c| (*c).into()).skip_while(|c: &char| *c == ' ');
        let next: String = letters.take_while(|c| c.is_alphabetic()).collect();
        let doer = fresh && DEEDS.iter().any(|verb| verb.eq_ignore_ascii_case(&next));
        !doer && is_said(before) && (is_said(&next) || self.knows(&next))
    }
}

/// The words of a name, from which its short forms are made.
struct WordsOfName {
    /// The words, in lower case; a hyphen divides words too.
    words: Vec<String>,
    /// The words with spaces between them.
    joined: String,
    /// The first letter of each word.
    initials: String,
}

impl WordsOfName {
    fn of(name: &str) -> WordsOfName {
        let words: Vec<String> =
            name.split([' ', '-']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let initials = words.iter().filter_map(|word| word.chars().next()).collect();
        WordsOfName { joined: words.join(" "), initials, words }
    }

    /// Its first and last word, its initials, and the name with the last word cut off.
    fn short_forms(&self) -> Vec<String> {
        let is_long = |word: &&String| word.chars().count() >= 4 && word.chars().all(char::is_alphabetic);
        let ends = [self.words.first(), self.words.last()].into_iter().flatten().filter(is_long).cloned();
        ends.chain([self.initials.clone()]).chain(self.cut_off()).collect()
    }

    /// The name with fewer letters of its last word: `Mana Det`.
    fn cut_off(&self) -> Vec<String> {
        const SHORTEST: usize = 4;
        const LONGEST: usize = 6;
        let [before @ .., last] = self.words.as_slice() else { return Vec::new() };
        let letters = last.chars().count();
        let is_plain = !before.is_empty() && last.chars().all(char::is_alphabetic);
        let cuts = (SHORTEST..=LONGEST).filter(|length| is_plain && length + 3 <= letters);
        cuts.map(|length| format!("{} {}", before.join(" "), last.chars().take(length).collect::<String>())).collect()
    }

    /// Its words and its initials, each once.
    fn distinct_words(&self) -> BTreeSet<&str> {
        self.words.iter().chain([&self.initials]).map(String::as_str).collect()
    }
}

fn lower(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

/// The characters by which names are compared: lower case, composed accents, single spaces, plain dashes and quotes.
fn comparable(text: &str) -> Vec<char> {
    let mut key = Vec::with_capacity(text.len());
    let mut add = |c: char| {
        let c = if c.is_whitespace() { ' ' } else { lower(c) };
        if c != ' ' || key.last() != Some(&' ') {
            key.push(c);
        }
    };
    match text.is_ascii() {
        // Without accents there is nothing to compose.
        true => text.trim().chars().filter_map(normalize).for_each(add),
        false => compose_all(text.trim().chars().filter_map(normalize)).for_each(&mut add),
    }
    key
}

/// How many characters of `text` the key matches as whole words; `None` if it does not. With `plural`, an added `s`
/// matches too (`Focus Bands`).
fn matched<T: Copy + Into<char>>(key: &[char], text: &[T], plural: bool) -> Option<usize> {
    let at = |i: usize| text.get(i).map(|g| (*g).into());
    let mut i = 0;
    for k in key {
        if *k == ' ' {
            if !at(i).is_some_and(|c: char| c.is_whitespace()) {
                return None;
            }
            while at(i).is_some_and(|c: char| c.is_whitespace()) {
                i += 1;
            }
        } else {
            if lower(at(i)?) != *k {
                return None;
            }
            i += 1;
        }
    }
    let joined = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let ends_in_word = key.last().is_some_and(|c| c.is_alphanumeric());
    if plural && ends_in_word && key.last() != Some(&'s') && at(i).map(lower) == Some('s') {
        i += 1;
    }
    let goes_on = ends_in_word && (joined(at(i)) || (at(i) == Some('-') && joined(at(i + 1))));
    (!goes_on).then_some(i)
}

fn is_exact<T: Copy + Into<char>>(name: &str, text: &[T]) -> bool {
    name.chars().zip(text).all(|(a, b)| a == (*b).into())
}

/// Whether a name is a word of the language.
fn is_reserved(name: &str) -> bool {
    !name.contains(char::is_whitespace) && matches_rule(Rule::reserved_name, name)
}

/// Whether a word belongs to the language, or is too short for a part of a name.
fn is_said(word: &str) -> bool {
    word.chars().count() < 4 || is_word_of_the_language(&word.to_lowercase())
}

/// Whether a word of the language, in lower case.
pub(crate) fn is_word_of_the_language(word: &str) -> bool {
    // These are in no word list.
    const ABBREVIATIONS: [&str; 8] = ["ap", "cp", "cs", "hp", "mp", "np", "sf", "sp"];
    ABBREVIATIONS.contains(&word) || is_reserved(word) || grail_grammar::has_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_grammars_is_found() {
        for word in grail_grammar::WORDS {
            assert!(grail_grammar::has_word(&word.to_ascii_lowercase()), "{word}");
        }
    }

    fn found(names: &[&str], text: &str, fresh: bool) -> Option<(String, usize)> {
        let mut book = NameBook::new();
        names.iter().for_each(|n| book.add(n, NameKind::Character));
        let letters: Vec<char> = text.chars().collect();
        book.longest(&letters, fresh, false, String::new)
            .map(|(mark, length)| (book.marked(mark).unwrap().to_owned(), length))
    }

    #[test]
    fn the_longest_whole_name_is_found_in_any_case() {
        let names = ["Park", "Park Bridge", "Stranger-1", "Caster's Wolf"];
        assert_eq!(found(&names, "park  bridge.", true), Some(("Park Bridge".into(), 12)));
        assert_eq!(found(&names, "PARK.", true), Some(("Park".into(), 4)));
        assert_eq!(found(&names, "Parks", true), None);
        assert_eq!(found(&names, "Stranger-1's", true), Some(("Stranger-1".into(), 10)));
        assert_eq!(found(&names, "Stranger-12", true), None);
        assert_eq!(found(&["Saber"], "Saber-class", true), None);
    }

    #[test]
    fn a_word_of_the_language_is_a_name_only_as_written_and_within_a_sentence() {
        assert_eq!(found(&["If"], "If Saber", true), None);
        assert_eq!(found(&["If"], "if Saber", false), None);
        assert_eq!(found(&["If"], "If on", false), Some(("If".into(), 2)));
    }
}
