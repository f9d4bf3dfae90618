//! The letters of a night and the outcome of each: `inbox.yaml`.
//!
//! A letter is recognised by its bytes, or by its message id and content, so that no import takes it twice. A seat's
//! order file is always made from the whole log. For each character, the accepted letter with orders that arrived last
//! holds; a partner's letter only fills silence (A233). The file begins with the latest letter that has orders, with
//! the characters in that letter's order. So the numbers of orders are those that players count in their own letter,
//! and a letter without orders changes none. Words that were not understood are in the file too, so that every reader
//! of the file learns of them, until newer orders replace them.
#![expect(clippy::disallowed_methods, reason = "letters are files of the campaign")]

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder, file_name, read_text_if_there};
use crate::campaign::transaction::Transaction;

use super::append_log::AppendLog;
use super::clock::render_stamp;
use super::gm_letters::GmCommand;
use super::letter_templates::OrderReceipt;
use super::requests::Request;
use super::thread::POST_ID_SUFFIX;

/// The outcome of a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LetterOutcome {
    /// Its orders hold.
    Accepted,
    /// Its orders do not hold, and its writer was told why.
    #[default]
    Refused,
    /// It waits for the GM.
    SetAside,
    /// It asks for something that the program grants, and was answered.
    Answered,
}

/// A letter's entry in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct LetterRecord {
    /// Its id in the log; its file is `letters/<id>.eml`.
    pub id: String,
    /// Its outcome.
    pub outcome: LetterOutcome,
    /// The reason for the outcome, for the GM.
    pub why: String,
    /// The seat whose orders it has.
    pub seat: Option<String>,
    /// The address it claims to be from.
    pub from: Option<String>,
    /// Its subject, without the sender's token.
    pub subject: String,
    /// The receiving server's verdict on its sender.
    pub verdict: String,
    /// The place that it was imported from.
    #[serde(rename = "place")]
    pub source: String,
    /// When it arrived, in seconds since 1970.
    pub arrived: i64,
    pub taken: i64,
    /// Its `Message-ID`.
    pub message: Option<String>,
    /// The hash of its bytes.
    pub hash: String,
    /// The hash of its content.
    pub says: String,
    /// The number of errors in its orders.
    pub faults: usize,
    /// The orders in it: those that hold, and those that were not understood.
    pub orders: Vec<CharacterWords>,
    /// The number of its words that were offered as a token and are nobody's.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub guesses: usize,
    /// Whether there is a doubt about its sender, though the token is right.
    #[serde(rename = "doubted", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_doubted: bool,
    /// Which of the seat's people wrote it: 0 is the player, then the substitute.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub person: usize,
    /// The requests in it that are granted or under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Request>,
    /// Its commands, if the GM wrote it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gm: Vec<GmCommand>,
    /// The name of the letter that a server returns with this bounce.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<String>,
    /// The night that it says it is for, if that night was already played when it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_night: Option<u32>,
    /// The night whose log has its first entry, if the GM accepted it into an earlier night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<u32>,
    /// The words in it that are not orders, for the GM.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The rest of its text, if it was set aside: orders that wait for the GM, or a stranger's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
    pub answer: Option<LetterAnswer>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl LetterRecord {
    /// Whether it changed the orders of a seat.
    pub fn changes_orders_of(&self, seat: &str) -> bool {
        let changes = |words: &CharacterWords| match words.standing {
            WordsStanding::Withdrawn | WordsStanding::Cut => true,
            WordsStanding::Holds => self.outcome == LetterOutcome::Accepted,
            WordsStanding::Unread | WordsStanding::BelowSignature => false,
        };
        self.orders.iter().any(|words| words.seat == seat && changes(words))
    }
}

/// The standing of a character's words in a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordsStanding {
    /// At least one of them holds.
    #[default]
    Holds,
    /// None of them was understood, or they are for none of the seat's characters.
    Unread,
    /// They are below the line that begins a signature.
    BelowSignature,
    /// Withdrawn: the character's orders, or all orders if no character is named.
    Withdrawn,
    /// The rest of the earlier orders after one of them was withdrawn.
    Cut,
}

impl WordsStanding {
    /// Whether orders hold.
    pub const fn holds(self) -> bool {
        matches!(self, WordsStanding::Holds | WordsStanding::Cut)
    }
}

/// A character's words in a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterWords {
    /// The seat whose character it is.
    pub seat: String,
    /// The character; as written if it is none of the seat's, empty if none is named.
    pub character: String,
    /// The words as written.
    pub text: String,
    /// Whether another player of the team wrote them.
    #[serde(rename = "partner")]
    pub is_by_partner: bool,
    /// Their standing.
    #[serde(default)]
    pub standing: WordsStanding,
}

/// An answer to a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct LetterAnswer {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The letter it answers.
    pub answers: Option<String>,
    /// The message ids of its thread.
    pub references: Vec<String>,
    /// What is enclosed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enclosed: Vec<Enclosure>,
    /// The data that the text is rendered from, if it is rendered anew when it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Box<OrderReceipt>>,
}

/// An enclosure of an answer; it is rendered when the answer is composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enclosure {
    /// The players' guide.
    Guide,
    /// The last update that the reader received.
    Update,
    /// The packet for the next orders.
    Packet,
    /// The sheets of the seat's own characters.
    Sheets,
}

/// The inbox log of a night.
pub fn inbox_log(night: &NightFolder) -> AppendLog<LetterRecord> {
    AppendLog::at(night.path.join("inbox.yaml"))
}

/// Reads the entries of all nights up to `night`, in their order.
pub fn read_entries_up_to(folder: &Folder, night: u32) -> Result<Vec<LetterRecord>> {
    let mut all = Vec::new();
    for number in 0..=night {
        all.extend(inbox_log(&folder.night(number)).read()?);
    }
    Ok(all)
}

/// Words that are in a seat's order file.
struct HeldWords<'a> {
    words: &'a CharacterWords,
    entry: &'a LetterRecord,
    /// The letter's index by arrival.
    letter: usize,
    /// The letter's index in the log.
    number: usize,
}

impl HeldWords<'_> {
    fn holds(&self) -> bool {
        self.words.standing.holds()
    }

    /// Whether newer words replace these.
    fn is_replaced_by(&self, newer: &CharacterWords) -> bool {
        let is_same_character = newer.character == self.words.character && !newer.character.is_empty();
        if newer.standing == WordsStanding::Withdrawn {
            return is_same_character || newer.character.is_empty();
        }
        is_same_character
            && newer.standing != WordsStanding::Cut
            && (newer.standing == WordsStanding::Holds || self.words.standing == newer.standing)
    }

    /// Whether the words are for none of the seat's characters.
    fn is_for_no_character(&self, characters: &[String]) -> bool {
        !characters.contains(&self.words.character)
    }
}

/// Renders a seat's order file from the log of its night; `None` if no letter has orders for the seat. `characters` are
/// those that the seat orders for. Words for none of them stay until newer orders hold for all of them.
pub fn render_order_file(entries: &[LetterRecord], seat: &str, characters: &[String], night: u32) -> Option<String> {
    let held = collect_held_words(entries, seat, characters);
    let Some(first) = held.first().map(|held| held.letter) else {
        let is_withdrawn = |words: &CharacterWords| words.seat == seat && words.standing == WordsStanding::Withdrawn;
        let has_withdrawn = entries.iter().flat_map(|entry| &entry.orders).any(is_withdrawn);
        return has_withdrawn.then(|| format!("# Orders of {seat} for night {night}: all were withdrawn.\n"));
    };
    let mut out = format!("# Orders of {seat} for night {night}. Made from letters; made anew with the next one.\n");
    // Words above all headings come first and have no number. The words of a letter without orders, and an older
    // letter's words for no character, come after the orders that hold, which keep the numbers that were mailed.
    let section = |held: &HeldWords<'_>| match held.words.standing {
        WordsStanding::BelowSignature => 3,
        _ if held.words.character.is_empty() => 0,
        WordsStanding::Unread if held.is_for_no_character(characters) && held.letter != first => 2,
        WordsStanding::Unread | WordsStanding::Holds | WordsStanding::Cut | WordsStanding::Withdrawn => 1,
    };
    for part in 0..4 {
        for held in held.iter().filter(|held| section(held) == part) {
            let HeldWords { words, entry, .. } = held;
            let by = match words.standing {
                _ if words.is_by_partner => ", by a partner",
                WordsStanding::Holds | WordsStanding::Cut | WordsStanding::Withdrawn => "",
                WordsStanding::Unread | WordsStanding::BelowSignature => ", not accepted",
            };
            let head = match part {
                0 => String::new(),
                // Nothing below the first such line is parsed.
                3 => "-- \n".to_owned(),
                // A quoted heading is a name whatever it says: an unquoted `Daytime:` would continue the block above.
                _ if held.is_for_no_character(characters) && !words.is_by_partner => {
                    format!("\"{}\":\n", words.character)
                }
                _ => format!("{}:\n", words.character),
            };
            let _ =
                write!(out, "\n# Letter {} of {}{by}.\n{head}{}\n", entry.id, render_stamp(entry.arrived), words.text);
        }
    }
    Some(out)
}

/// Whether the letters give words for a seat: for `character`, or for anybody if that is `None`.
pub fn has_words(entries: &[LetterRecord], seat: &str, characters: &[String], character: Option<&str>) -> bool {
    collect_held_words(entries, seat, characters)
        .iter()
        .any(|held| character.is_none_or(|character| held.words.character == character))
}

/// The orders that hold for a seat, in the order of its order file.
pub fn collect_holding_orders(entries: &[LetterRecord], seat: &str, characters: &[String]) -> Vec<CharacterWords> {
    let held = collect_held_words(entries, seat, characters);
    held.into_iter().filter(HeldWords::holds).map(|held| held.words.clone()).collect()
}

/// The words for a seat that were not understood, and that are shown beside what holds.
pub fn collect_unread_words(entries: &[LetterRecord], seat: &str, characters: &[String]) -> Vec<CharacterWords> {
    let held = collect_held_words(entries, seat, characters);
    let unread = held.into_iter().filter(|held| held.words.standing == WordsStanding::Unread);
    unread.map(|held| held.words.clone()).collect()
}

/// The characters whose current orders are from the letter at `index` in the log.
pub fn characters_held_from(entries: &[LetterRecord], index: usize, seat: &str, characters: &[String]) -> Vec<String> {
    let held = collect_held_words(entries, seat, characters);
    held.iter().filter(|held| held.number == index && held.holds()).map(|held| held.words.character.clone()).collect()
}

/// Collects the words in the letters that count for a seat: the latest letter first, a partner's words last.
fn collect_held_words<'a>(entries: &'a [LetterRecord], seat: &str, characters: &[String]) -> Vec<HeldWords<'a>> {
    let mut held: Vec<HeldWords<'a>> = Vec::new();
    let mut order: Vec<(usize, &LetterRecord)> = entries
        .iter()
        .enumerate()
        .filter(|(number, entry)| !is_superseded_post(entry, entries.get(number + 1..)))
        .collect();
    order.sort_by_key(|(number, entry)| (entry.arrived, *number));
    for (letter, (number, entry)) in order.into_iter().enumerate() {
        let is_relevant = |words: &&CharacterWords| {
            words.seat == seat && (entry.outcome == LetterOutcome::Accepted || words.standing != WordsStanding::Holds)
        };
        // A partner's words fill silence and never replace the player's own.
        let is_own_order = |held: &HeldWords<'_>, other: &CharacterWords| {
            held.words.character == other.character && !held.words.is_by_partner && held.holds()
        };
        let is_already_ordered =
            |words: &CharacterWords| words.is_by_partner && held.iter().any(|held| is_own_order(held, words));
        let new_words: Vec<&CharacterWords> =
            entry.orders.iter().filter(is_relevant).filter(|words| !is_already_ordered(words)).collect();
        held.retain(|held| !new_words.iter().any(|words| held.is_replaced_by(words)));
        // The rest after a cut stays where the orders were; words later in the log than the cut are untouched.
        for cut in new_words.iter().filter(|words| words.standing == WordsStanding::Cut) {
            let is_affected = |held: &&mut HeldWords<'_>| {
                held.holds() && held.number < number && held.words.character == cut.character
            };
            held.iter_mut().filter(is_affected).for_each(|held| held.words = cut);
        }
        let holding_words = new_words
            .into_iter()
            .filter(|words| !matches!(words.standing, WordsStanding::Withdrawn | WordsStanding::Cut));
        held.extend(holding_words.map(|words| HeldWords { words, entry, letter, number }));
    }
    let newer = |since: usize| {
        let is_ordered =
            |name: &String| held.iter().any(|h| h.holds() && h.letter > since && h.words.character == *name);
        !characters.is_empty() && characters.iter().all(is_ordered)
    };
    let is_gone: Vec<bool> =
        held.iter().map(|h| h.is_for_no_character(characters) && !h.words.is_by_partner && newer(h.letter)).collect();
    let mut is_kept = is_gone.into_iter().map(|gone| !gone);
    held.retain(|_| is_kept.next().unwrap_or(true));
    let partner = |one: &HeldWords<'_>, held: &[HeldWords<'_>]| {
        held.iter().any(|h| h.letter == one.letter && h.words.is_by_partner)
    };
    let orders = |one: &HeldWords<'_>, held: &[HeldWords<'_>]| held.iter().any(|h| h.letter == one.letter && h.holds());
    let key = |one: &HeldWords<'a>| (partner(one, &held), !orders(one, &held), usize::MAX - one.letter);
    let keys: Vec<(bool, bool, usize)> = held.iter().map(key).collect();
    let mut keyed: Vec<((bool, bool, usize), HeldWords<'a>)> = keys.into_iter().zip(held).collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, held)| held).collect()
}

/// Whether a forum post was imported once more after an edit; only its new text counts then.
fn is_superseded_post(entry: &LetterRecord, later: Option<&[LetterRecord]>) -> bool {
    let is_post = entry.message.as_ref().is_some_and(|id| id.ends_with(POST_ID_SUFFIX));
    let is_same_post = |one: &&LetterRecord| one.message == entry.message && one.outcome != LetterOutcome::SetAside;
    is_post && later.unwrap_or_default().iter().any(|one| is_same_post(&one))
}

/// Rewrites the order file of a seat when another player takes it over. `remaining` are the letters as they pass to
/// that player. A file that the GM wrote by hand stays.
pub fn rewrite_file_for_new_player(
    change: &mut Transaction,
    night: &NightFolder,
    (seat, characters): (&str, &[String]),
    (entries, remaining): (&[LetterRecord], &[LetterRecord]),
) -> Result<()> {
    let path = night.orders().join(format!("{}.txt", file_name(seat)));
    let Some(current) = read_text_if_there(&path)? else { return Ok(()) };
    if is_by_hand(&current, entries, seat, characters, night.number) {
        return Ok(());
    }
    match render_order_file(remaining, seat, characters, night.number) {
        Some(text) => change.write(&path, text),
        None => change.remove(&path),
    }
}

/// The result of updating a seat's order file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderFileUpdate {
    /// It matches the letters.
    AsLettersSay,
    /// It was written by hand, and stays.
    ByHand,
    /// It was written by hand, and a newer letter replaces it; the file was moved to this name.
    PutAside(String),
}

/// Reads a seat's order file if it was written by hand; `None` if there is no file, or it was made from letters.
pub fn read_handwritten_file(
    night: &NightFolder,
    entries: &[LetterRecord],
    seat: &str,
    characters: &[String],
) -> Result<Option<String>> {
    let text = read_text_if_there(&night.orders().join(format!("{}.txt", file_name(seat))))?;
    Ok(text.filter(|text| is_by_hand(text, entries, seat, characters, night.number)))
}

/// Whether a text is an order file written by hand: no prefix of these entries renders to it.
fn is_by_hand(text: &str, entries: &[LetterRecord], seat: &str, characters: &[String], night: u32) -> bool {
    let is_rendered_from = |n: usize| {
        entries.get(..n).and_then(|known| render_order_file(known, seat, characters, night)).as_deref() == Some(text)
    };
    !text.trim().is_empty() && !(0..=entries.len()).any(is_rendered_from)
}

/// Updates a seat's order file from the log. If `has_new_orders` is true, a letter of this run holds for the seat, and
/// a file written by hand is put aside.
pub fn update_order_file(
    change: &mut Transaction,
    night: &NightFolder,
    entries: &[LetterRecord],
    seat: &str,
    characters: &[String],
    has_new_orders: bool,
) -> Result<OrderFileUpdate> {
    let Some(rendered) = render_order_file(entries, seat, characters, night.number) else {
        return Ok(OrderFileUpdate::AsLettersSay);
    };
    let path = night.orders().join(format!("{}.txt", file_name(seat)));
    let current = read_text_if_there(&path)?;
    if current.as_deref() == Some(rendered.as_str()) {
        return Ok(OrderFileUpdate::AsLettersSay);
    }
    let mut filed = OrderFileUpdate::AsLettersSay;
    if let Some(text) = current.filter(|text| is_by_hand(text, entries, seat, characters, night.number)) {
        if !has_new_orders {
            return Ok(OrderFileUpdate::ByHand);
        }
        let free_name = (1..)
            .map(|n| format!("{}-by-hand-{n}.txt", file_name(seat)))
            .find(|name| !night.orders().join("aside").join(name).exists());
        let name = free_name.unwrap_or_default();
        change.write(&night.orders().join("aside").join(&name), text)?;
        filed = OrderFileUpdate::PutAside(format!("orders/aside/{name}"));
    }
    change.write(&path, rendered)?;
    Ok(filed)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn entry(id: &str, arrived: i64, orders: &[(&str, &str, bool)]) -> LetterRecord {
        let words = |(character, text, is_by_partner): &(&str, &str, bool)| CharacterWords {
            seat: "Red".to_owned(),
            character: (*character).to_owned(),
            text: (*text).to_owned(),
            is_by_partner: *is_by_partner,
            standing: WordsStanding::Holds,
        };
        LetterRecord {
            id: id.to_owned(),
            outcome: LetterOutcome::Accepted,
            arrived,
            orders: orders.iter().map(words).collect(),
            ..LetterRecord::default()
        }
    }

    fn seated() -> Vec<String> {
        ["Saber", "Iris"].map(str::to_owned).to_vec()
    }

    fn blocks(entries: &[LetterRecord]) -> Vec<String> {
        let text = render_order_file(entries, "Red", &seated(), 1).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
        lines.chunks(2).map(|pair| pair.join(" ")).collect()
    }

    #[test]
    fn the_latest_arrival_holds_for_each_character() {
        let first = entry("a", 10, &[("Saber", "Stay.", false), ("Iris", "Stay.", false)]);
        let second = entry("b", 30, &[("Saber", "Scout Market.", false)]);
        let late = entry("c", 20, &[("Saber", "Move to Market.", false)]);
        assert_eq!(blocks(&[first, second, late]), ["Saber: Scout Market.", "Iris: Stay."]);
        let of_two = entry("a", 10, &[("Saber", "Stay.", false), ("Iris", "Stay.", false)]);
        let news = entry("b", 20, &[("Iris", "Scout Market.", false)]);
        assert_eq!(blocks(std::slice::from_ref(&of_two)), ["Saber: Stay.", "Iris: Stay."], "as the letter has them");
        assert_eq!(blocks(&[of_two, news]), ["Iris: Scout Market.", "Saber: Stay."], "the latest letter first");
    }

    #[test]
    fn a_partner_fills_silence_and_never_replaces() {
        let partner = |at| entry("p", at, &[("Saber", "Stay.", true)]);
        let own = entry("o", 20, &[("Saber", "Scout Market.", false)]);
        assert_eq!(blocks(&[partner(10)]), ["Saber: Stay."]);
        assert_eq!(blocks(&[partner(10), own.clone()]), ["Saber: Scout Market."]);
        assert_eq!(blocks(&[own, partner(30)]), ["Saber: Scout Market."]);
    }

    /// A letter none of whose orders was understood.
    fn unread(id: &str, arrived: i64, orders: &[(&str, &str, bool)]) -> LetterRecord {
        let mut entry = entry(id, arrived, orders);
        entry.outcome = LetterOutcome::Refused;
        entry.orders.iter_mut().for_each(|words| words.standing = WordsStanding::Unread);
        entry
    }

    #[test]
    fn what_was_not_understood_stands_until_newer_orders_hold() {
        let first =
            unread("a", 10, &[("", "Hold the gate.", false), ("Sabr", "Stay.", false), ("Saber", "Go.", false)]);
        let iris = entry("b", 20, &[("Iris", "Stay.", false)]);
        let saber = entry("c", 30, &[("Saber", "Stay.", false)]);
        let file_of = |entries: &[LetterRecord]| render_order_file(entries, "Red", &seated(), 1).unwrap_or_default();
        let alone = file_of(std::slice::from_ref(&first));
        for words in ["Hold the gate.", "\"Sabr\":\nStay.", "Saber:\nGo."] {
            assert!(alone.contains(words), "{alone}");
        }
        let both = file_of(&[first.clone(), iris.clone()]);
        let at = |words: &str| both.find(words).unwrap_or_else(|| panic!("no {words:?} in {both}"));
        assert!(at("Hold the gate.") < at("Iris:") && at("Iris:") < at("Saber:\nGo.") && at("Iris:") < at("Sabr\":"));
        let all = file_of(&[first, iris, saber.clone()]);
        assert!(!all.contains("Hold") && !all.contains("Sabr") && !all.contains("Go."), "{all}");
        // Words that are not understood replace no orders that hold.
        let later = unread("d", 40, &[("Saber", "Go.", false)]);
        let kept = file_of(&[saber, later]);
        assert!(kept.contains("Saber:\nStay.") && kept.contains("Saber:\nGo."), "{kept}");
    }

    #[test]
    fn orders_by_hand_stay_until_a_letter_comes_and_are_never_lost() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("war.yaml"), "").unwrap();
        let folder = Folder::open(dir.path()).unwrap();
        let night = folder.night(1);
        let file_orders = |entries: &[LetterRecord], seat: &str, characters: &[String], news| {
            let mut change = Transaction::new(&folder);
            let filed = update_order_file(&mut change, &night, entries, seat, characters, news);
            change.commit().map(|()| filed.unwrap())
        };
        let path = night.orders().join("red.txt");
        let entries =
            [entry("a", 10, &[("Saber", "Stay.", false)]), entry("b", 20, &[("Saber", "Scout Market.", false)])];
        assert_eq!(file_orders(&entries[..1], "Red", &seated(), true).unwrap(), OrderFileUpdate::AsLettersSay);
        assert_eq!(
            file_orders(&entries, "Red", &seated(), false).unwrap(),
            OrderFileUpdate::AsLettersSay,
            "an interrupted run's file is ours"
        );
        assert!(fs::read_to_string(&path).unwrap().contains("Scout Market."));
        fs::write(&path, "Saber: Move to Market.\n").unwrap();
        assert_eq!(file_orders(&entries, "Red", &seated(), false).unwrap(), OrderFileUpdate::ByHand);
        let aside = OrderFileUpdate::PutAside("orders/aside/red-by-hand-1.txt".to_owned());
        assert_eq!(file_orders(&entries, "Red", &seated(), true).unwrap(), aside);
        assert_eq!(
            fs::read_to_string(night.path.join("orders/aside/red-by-hand-1.txt")).unwrap(),
            "Saber: Move to Market.\n"
        );
    }
}
