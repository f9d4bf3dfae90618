//! What comes of a letter: accepted, refused with reasons, or set aside for the GM.
//!
//! Nothing is lost and nothing is taken twice: each letter is kept as it came; then the entries of all of them
//! in the night's book, the order files and the answers that follow are one change, done whole or not at all.
//! It knows no Servants.
//!
//! | module | holds |
//! | --- | --- |
//! | `decisions`, `doubtful`, `token_guesses` | what is decided of a letter; whose it cannot prove to be; its tokens |
//! | `standing`, `by_number`, `posted` | the orders of a seat as a letter leaves them; orders withdrawn by number; posted to a board |
//! | `requested`, `over` | what a player asks for; a player's letter once the War is over |
//! | `gm`, `bounces` | the GM's own letters; letters that a server returns |
//! | `answers` | to whom the answer goes, and whether any may |

mod answers;
pub mod bounces;
mod by_number;
mod decisions;
mod doubtful;
mod gm;
mod over;
pub mod posted;
mod requested;
mod standing;
mod token_guesses;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Zoned, civil::Date};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::game::mail_file::{ExtensionRule, PressRules};
use crate::campaign::transaction::Transaction;

use super::append_log::AppendLog;
use super::clock;
use super::gm_letters::GmWord;
use super::inbox::{self, CharacterWords, Enclosure, Filed, LetterOutcome, LetterRecord, WordsStanding};
use super::letter::farewell::without_farewell;
use super::letter::greeting::without_greeting;
use super::letter::{self, Letter, LetterText, Unanswerable};
use super::letter_templates::{LetterTemplates, OrderReceipt};
use super::referee::{CharacterOrders, MailedWar};
use super::reply::Reply;
use super::requests::{Asked, Request};
use super::sender::{Correspondent, Proof, SenderClaim, SenderDoubt, hide_token, proof, without_tokens};
use super::sources::{LARGEST, Raw};

pub use answers::answer_to;
use decisions::{
    accepted_words, also, fitting_notes, fitting_remarks, in_order, kept_twice, kept_words, refused, sentence,
    set_aside, set_aside_because, verdict_words, words, words_of_seat,
};
use over::decide_over;
use token_guesses::too_many;

/// Why orders are set aside that came when their night was due.
pub const TOO_LATE: &str = "it came after the deadline";

/// The most remarks in an answer.
const MOST_REMARKS: usize = 30;

/// Whose orders a letter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The letter must prove it.
    Post,
    /// The GM says so.
    As(usize),
    /// A board says so, of a post.
    Posted {
        /// Of which seat the orders are.
        seat: usize,
        /// The latest moment at which it may have been written, in seconds since 1970.
        written: i64,
        /// Why the GM must look, whatever it says; empty where nothing speaks against it.
        doubt: &'static str,
    },
}

impl Mode {
    /// Whether orders must have come in time.
    const fn is_timed(self) -> bool {
        match self {
            Mode::Post | Mode::Posted { .. } => true,
            Mode::As(_) => false,
        }
    }
}

/// What an import did with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntakeResult {
    /// It was taken in before.
    Known,
    /// It stands in the book now; what is to be said of it, each with its line.
    New(Box<LetterRecord>, Vec<String>),
}

/// An import under way.
#[derive(Debug)]
pub struct Intake<'a> {
    referee: &'a MailedWar,
    templates: &'a LetterTemplates,
    night: NightFolder,
    book: AppendLog<LetterRecord>,
    /// The letters of the nights before.
    earlier: Vec<LetterRecord>,
    /// The letters of this night.
    pub entries: Vec<LetterRecord>,
    /// What the import writes, when it ends.
    pub change: Transaction,
    /// Seats for which a letter of this run holds.
    news: BTreeSet<String>,
    /// What the import must know beside the letters.
    pub context: IntakeContext,
}

/// What an import must know beside the letters.
#[derive(Clone, Debug, Default)]
pub struct IntakeContext {
    /// What time it is, in seconds since 1970.
    pub now: i64,
    /// When orders are due.
    pub due: Option<Zoned>,
    /// How long after that they are still taken, in seconds.
    pub grace: i64,
    /// When the last night's updates went out.
    pub opened: Option<i64>,
    /// When the night before was played, and orders for the next were asked for.
    pub asked_for: Option<i64>,
    /// Addresses of the referee's own.
    pub own: Vec<String>,
    /// The most answers that one address gets within a day to letters that are certainly its own.
    pub answers: Option<u32>,
    /// The day that it is where orders are due.
    pub today: Date,
    /// How an extension is granted.
    pub extension: ExtensionRule,
    /// What press there is.
    pub press: PressRules,
    /// The codes that confirm a change of address, and whether they were mailed to the new one: each with the seat.
    pub codes: BTreeMap<String, (String, Option<String>)>,
    /// The GM, as a sender.
    pub gm: Option<Correspondent>,
    /// The GM's own letters that wait for their `confirm`: id and subject.
    pub unconfirmed: Vec<(String, String)>,
    /// The letters that say what would come of one of the GM's, by their ids: which it is.
    pub echoes: BTreeMap<String, String>,
    /// What the letters are called that went out, by their ids; and in words, which night's, and to whom.
    pub names: BTreeMap<String, (String, String)>,
    /// The answers that went out in the night: id, the letter that each answers, and when it went out.
    pub answered: BTreeMap<String, (String, i64)>,
    /// The letters that went out to players: id and address. Nobody else knows such an id.
    pub sent: BTreeMap<String, String>,
    /// When each seat came into the hands of the player it has.
    pub handed: BTreeMap<String, i64>,
    /// Whether the night is played, and a letter taken into it on the GM's word: its writer is told by what follows.
    pub past: bool,
    /// The night in whose book it stands, where that is a later one.
    pub came: Option<u32>,
    /// Whether a letter is taken in on the GM's word whose writer has left the seat: what stands there is another's.
    pub left: bool,
    /// Whether nothing is written.
    pub dry: bool,
}

/// What is decided about a letter.
#[derive(Debug, Default)]
struct Decision {
    outcome: Option<LetterOutcome>,
    why: String,
    person: Option<usize>,
    seat: Option<usize>,
    faults: usize,
    orders: Vec<CharacterWords>,
    /// How many words were offered as a token and are nobody's.
    guesses: usize,
    /// Whether something speaks against the sender, though the token is right.
    doubted: bool,
    /// The line that is the token alone and proves it.
    line: Option<String>,
    /// What else the GM is told of its tokens.
    note: String,
    /// What it says beside orders.
    notes: Vec<String>,
    /// What it says otherwise, where it is set aside.
    kept: Vec<String>,
    /// What it asks for, as far as that is granted or under way.
    asked: Vec<Request>,
    /// What goes with the answer.
    enclosed: Vec<Enclosure>,
    /// What it says to the program, where the GM wrote it.
    gm: Vec<GmWord>,
    /// Which letter of ours a server returns.
    returned: Option<String>,
    /// The night that is played, and that it says it is for.
    for_night: Option<u32>,
    /// What is to be said of it, for the GM.
    remarks: Vec<String>,
    /// What is answered; nothing where nothing may be.
    receipt: Option<OrderReceipt>,
}

impl<'a> Intake<'a> {
    /// Begins an import for the night that orders are taken for.
    pub fn begin(
        folder: &Folder,
        referee: &'a MailedWar,
        templates: &'a LetterTemplates,
        context: IntakeContext,
    ) -> Result<Intake<'a>> {
        let night = folder.night(referee.night);
        let book = inbox::book(&night);
        let earlier = inbox::up_to(folder, referee.night.saturating_sub(1))?;
        let entries = book.read()?;
        Ok(Intake {
            referee,
            templates,
            night,
            book,
            earlier,
            entries,
            change: Transaction::of(folder),
            news: BTreeSet::new(),
            context,
        })
    }

    /// Takes a letter in.
    pub fn take(&mut self, raw: &Raw, mode: Mode) -> Result<IntakeResult> {
        self.file_letter(raw, mode, letter::is_letter(&raw.bytes), true)
    }

    fn file_letter(&mut self, raw: &Raw, mode: Mode, is_letter: bool, once: bool) -> Result<IntakeResult> {
        let hash = inbox::hash(&raw.bytes);
        let all = || self.earlier.iter().chain(&self.entries);
        if once && is_letter && all().any(|entry| entry.hash == hash) {
            return Ok(IntakeResult::Known);
        }
        let (mut letter, untouched) = read_letter(raw, is_letter);
        let says = inbox::content_hash(&letter);
        let same = |entry: &LetterRecord| {
            letter.message_id.is_some() && entry.message == letter.message_id && entry.says == says
        };
        if once && is_letter && all().any(same) {
            return Ok(IntakeResult::Known);
        }
        let arrived =
            raw.arrived.or(letter.received.filter(|_| is_letter)).unwrap_or(self.context.now).min(self.context.now);
        let decision = match untouched {
            Some(why) => {
                Decision { outcome: Some(LetterOutcome::SetAside), why: why.words().to_owned(), ..Decision::default() }
            }
            None => self.decide(&mut letter, mode, arrived, &raw.bytes)?,
        };
        let untold = self.context.past || self.context.left;
        let mut decision = Decision { receipt: decision.receipt.filter(|_| !untold), ..decision };
        if self.context.left {
            also(&mut decision.why, "its writer has left the seat, and is not told");
        }
        let seat = decision.seat.and_then(|seat| self.referee.seats.get(seat)).map(|seat| seat.name.clone());
        // A text without an id may say what an earlier one said, with another in between.
        if once && !is_letter {
            let last = self.entries.iter().rev().find(|entry| entry.seat == seat);
            if last.is_some_and(|last| last.hash == hash) {
                return Ok(IntakeResult::Known);
            }
        }
        let own = self.own_token(decision.person);
        let remarks = decision.remarks.iter().map(|remark| hide_token(remark, own)).collect();
        let tells = decision.receipt.is_some() && mode == Mode::Post;
        let mut entry = self.record(raw, &letter, decision, (hash, says), seat, arrived)?;
        // What its writer was not told of is the GM's: nothing is refused, or answered, in silence.
        if tells && entry.answer.is_none() && entry.outcome != LetterOutcome::Accepted {
            entry.outcome = LetterOutcome::SetAside;
        }
        if !self.context.dry {
            inbox::keep_letter(&self.night, &entry.id, &raw.bytes)?;
            self.book.add_with(&mut self.change, &entry)?;
        }
        let changes = [WordsStanding::Holds, WordsStanding::Withdrawn, WordsStanding::Cut];
        let holding = entry.orders.iter().filter(|words| changes.contains(&words.standing));
        self.news.extend(holding.map(|words| words.seat.clone()));
        self.entries.push(entry.clone());
        Ok(IntakeResult::New(Box::new(entry), remarks))
    }

    /// What the book says of a letter, with the answer to it.
    fn record(
        &self,
        raw: &Raw,
        letter: &Letter,
        decision: Decision,
        (hash, says): (String, String),
        seat: Option<String>,
        arrived: i64,
    ) -> Result<LetterRecord> {
        let mut id: String = hash.chars().take(12).collect();
        let times = self.earlier.iter().chain(&self.entries).filter(|entry| entry.hash == hash).count();
        let times = times + usize::from(self.context.came.is_some());
        if times > 0 {
            id = format!("{id}-{}", times + 1);
        }
        let words: Vec<&str> =
            [decision.why.as_str(), &decision.note].into_iter().filter(|words| !words.is_empty()).collect();
        let mut why = words.join("; ");
        let own = self.own_token(decision.person);
        if raw.bytes.len() >= LARGEST {
            also(&mut why, "only its beginning was kept");
        }
        let mut answer = self.answer(letter, decision.person, decision.receipt, decision.doubted, &mut why)?;
        if let Some(answer) = &mut answer {
            answer.enclosed = decision.enclosed;
        }
        Ok(LetterRecord {
            id,
            outcome: decision.outcome.unwrap_or(LetterOutcome::SetAside),
            why,
            seat,
            from: letter.from.clone(),
            subject: hide_token(&letter.subject, own).chars().take(200).collect(),
            verdict: verdict_words(&letter.verdict),
            place: raw.place.clone(),
            arrived,
            taken: self.context.now,
            message: letter.message_id.clone(),
            hash,
            says,
            faults: decision.faults,
            orders: decision.orders,
            guesses: decision.guesses,
            doubted: decision.doubted,
            person: self.place_among_people(decision.person),
            asked: decision.asked,
            gm: decision.gm,
            returned: decision.returned,
            for_night: decision.for_night,
            came: self.context.came,
            notes: fitting_notes(&in_order(decision.notes.iter(), &letter.texts), own),
            kept: kept_words(letter, decision.outcome, &decision.notes, decision.kept, own),
            answer,
        })
    }

    /// Whose of a seat's people somebody is: 0 the player, then the substitute.
    fn place_among_people(&self, person: Option<usize>) -> usize {
        let seat = person.and_then(|person| self.referee.people.get(person)).map(|person| person.seat);
        let before = self.referee.people.iter().take(person.unwrap_or(0));
        before.filter(|other| Some(other.seat) == seat).count()
    }

    /// Takes in a letter that was taken in before, on the GM's word.
    pub fn accept(&mut self, raw: &Raw, seat: usize) -> Result<IntakeResult> {
        self.file_letter(raw, Mode::As(seat), letter::is_letter(&raw.bytes), false)
    }

    /// Brings all order files up to the book, when [`Intake::change`] is done. Seats whose file the GM wrote are named.
    pub fn finish(&mut self) -> Result<Vec<(String, Filed)>> {
        let mut told = Vec::new();
        if self.context.dry {
            return Ok(told);
        }
        for seat in &self.referee.seats {
            let filed = inbox::file_orders(
                &mut self.change,
                &self.night,
                &self.entries,
                &seat.name,
                &seat.characters,
                self.news.contains(&seat.name),
            )?;
            if filed != Filed::AsLettersSay {
                told.push((seat.name.clone(), filed));
            }
        }
        Ok(told)
    }

    /// The letters of all nights up to this one.
    pub fn all(&self) -> Vec<LetterRecord> {
        self.earlier.iter().chain(&self.entries).cloned().collect()
    }

    fn decide(&self, letter: &mut Letter, mode: Mode, arrived: i64, raw: &[u8]) -> Result<Decision> {
        if letter.unanswerable == Some(Unanswerable::Bounce) {
            return Ok(self.bounced(letter, raw));
        }
        if let Some(decision) = self.decide_gm(letter, mode, arrived) {
            return Ok(decision);
        }
        if letter.from.as_ref().is_some_and(|from| self.context.own.iter().any(|own| own.eq_ignore_ascii_case(from))) {
            letter.unanswerable = Some(Unanswerable::Automatic);
            return Ok(set_aside_because("it is from the referee's own address"));
        }
        if let Mode::As(seat) | Mode::Posted { seat, .. } = mode {
            let person = self.referee.people.iter().position(|person| person.seat == seat);
            return self.decide_proven(
                Decision { person, seat: Some(seat), ..Decision::default() },
                letter,
                mode,
                arrived,
            );
        }
        let Proof { claim, wrong, further, line } = proof(letter, &self.referee.people);
        let guessed = |decision: Decision| Decision { guesses: wrong, note: too_many(further), ..decision };
        match claim {
            SenderClaim::Proven { person, doubt, others } => {
                let Some(seat) = self.referee.people.get(person).map(|person| person.seat) else {
                    return Ok(set_aside_because("its seat is not known"));
                };
                let note = self.token_remarks(&others, wrong);
                let decision = Decision {
                    person: Some(person),
                    seat: Some(seat),
                    guesses: wrong,
                    line,
                    note,
                    ..Decision::default()
                };
                let confirms = doubt == Some(SenderDoubt::OtherAddress) && self.confirms_address(letter, seat);
                let guessed = || self.is_too_soon(letter, person, seat, arrived).then_some(SenderDoubt::Guessed);
                match doubt.filter(|_| !confirms).or_else(guessed) {
                    Some(doubt) => Ok(self.decide_doubtful(decision, doubt, letter)),
                    None => self.decide_proven(decision, letter, mode, arrived),
                }
            }
            // What no player wrote needs no reason to be refused.
            SenderClaim::WrongToken | SenderClaim::NoToken | SenderClaim::Stranger if letter.unanswerable.is_some() => {
                Ok(guessed(set_aside_because(letter.unanswerable.map_or("", Unanswerable::words))))
            }
            SenderClaim::WrongToken => {
                Ok(guessed(self.told_as_gm(letter, self.refused_token("its token is nobody's"))))
            }
            SenderClaim::NoToken => Ok(guessed(self.told_as_gm(letter, self.without_token(letter, further)))),
            SenderClaim::Stranger => {
                let decision = set_aside_because("it has no token, and its sender is no player");
                // Where somebody has no address, a stranger's word may be a guess at theirs.
                let open = self.referee.people.iter().any(Correspondent::has_no_address);
                Ok(if open { guessed(decision) } else { decision })
            }
        }
    }

    /// What comes of a letter that is certainly a seat's.
    fn decide_proven(&self, mut decision: Decision, letter: &Letter, mode: Mode, arrived: i64) -> Result<Decision> {
        let Some((seat, seat_record)) = decision.seat.and_then(|seat| Some((seat, self.referee.seats.get(seat)?)))
        else {
            return Ok(decision);
        };
        let mut receipt = self.receipt(Some(seat), decision.person, "refused", letter);
        let player =
            decision.person.and_then(|person| self.referee.people.get(person)).and_then(|of| of.name.as_deref());
        let names: Vec<&str> = player.into_iter().chain([letter.from_name.as_str()]).collect();
        let known = self.referee.names_of(seat);
        let gm = self.gm_names();
        let bare = |text: &str| {
            let text = without_tokens(text, decision.line.as_deref());
            without_farewell(&without_greeting(&text, &gm, &known), &names, &known)
        };
        let texts = letter.texts.iter();
        let texts: Vec<LetterText> =
            texts.map(|t| LetterText { text: bare(&t.text), signature: bare(&t.signature), ..t.clone() }).collect();
        let Asked { requests, told: said, texts } = self.asked(letter, &texts, mode, seat);
        if let Some(night) = self.referee.ended {
            let reading = self.referee.read(seat, &texts);
            return Ok(decide_over(decision, receipt, night, (&requests, &said), (&reading, &texts)));
        }
        let reading = self.referee.read(seat, &texts);
        if !reading.misdirected.is_empty() {
            let why: BTreeSet<&String> = reading.misdirected.iter().collect();
            let played = reading.for_night.filter(|night| (1..self.referee.night).contains(night));
            if let (Mode::Post, 1, Some(night)) = (mode, why.len(), played) {
                let next = self.referee.night;
                receipt.why.push(format!(
                    "It is for night {night}, which is played. If it is meant for night {next}, send it again with `Night: {next}`."
                ));
                (decision.kept, receipt.kept) = kept_twice(&letter.texts);
                decision.for_night = played;
                return Ok(set_aside(decision, receipt, &format!("it is for night {night}, which is played")));
            }
            let why: Vec<String> = why.into_iter().map(|why| sentence(why)).collect();
            return Ok(refused(decision, receipt, why.join(" "), why));
        }
        (decision.faults, receipt.faults) = (reading.errors, reading.errors);
        decision.remarks.clone_from(&reading.remarks);
        decision.notes = in_order(said.iter().chain(&reading.notes), &letter.texts);
        receipt.says.extend(reading.unwithdrawn.iter().map(|said| {
            Reply::Said(format!(
                "Nothing was withdrawn by `{}`. Name an order by its number in the plan (`withdraw 3`), a character \
                 (`withdraw Saber's orders`), or all (`withdraw all my orders`).",
                said.trim_end_matches('.')
            ))
        }));
        receipt.notes = decision.notes.iter().take(MOST_REMARKS).cloned().collect();
        let room = MailedWar::room(letter.texts.iter().map(|text| text.text.len()).sum());
        receipt.remarks = fitting_remarks(reading.remarks.clone(), room);
        receipt.further = reading.remarks.len() - receipt.remarks.len();
        let limit = self.context.due.as_ref().filter(|_| mode.is_timed());
        let written = if let Mode::Posted { written, .. } = mode { written } else { arrived };
        let missed = limit.filter(|due| written > due.timestamp().as_second() + self.context.grace);
        if let (false, Some(due)) = (reading.is_empty(), missed) {
            receipt.why.push(format!("It came after the deadline, {}.", clock::words(due)));
            receipt.due = None;
            (decision.kept, receipt.kept) = kept_twice(&texts);
            return Ok(set_aside(decision, receipt, TOO_LATE));
        }
        if let (false, Mode::Posted { doubt, .. }) = (reading.is_empty(), mode)
            && !doubt.is_empty()
        {
            (decision.kept, receipt.kept) = kept_twice(&texts);
            return Ok(set_aside(decision, receipt, doubt));
        }
        let opened = self.context.opened.is_some_and(|opened| arrived < opened);
        let of_any_night = mode == Mode::Post && opened && reading.for_night.is_none();
        if of_any_night && !reading.is_empty() {
            let last = self.referee.night.saturating_sub(1);
            receipt.why.push(format!("It came before night {last} was told, and does not say for which night it is."));
            (decision.kept, receipt.kept) = kept_twice(&texts);
            return Ok(set_aside(decision, receipt, "it came before the last night was told, and names no night"));
        }
        if missed.is_none() {
            decision.orders = words(&reading, &seat_record.name);
        }
        for (mate, orders) in &reading.mates {
            let Some(mate) = self.referee.seats.get(*mate) else { continue };
            receipt.partners.extend(orders.iter().map(|block| block.character.clone()));
            let partner = |block: &CharacterOrders| CharacterWords {
                partner: true,
                ..words_of_seat(&mate.name, block, WordsStanding::Holds)
            };
            decision.orders.extend(orders.iter().map(partner));
        }
        self.hide_own_token(&mut decision, seat);
        let holds = decision.orders.iter().any(|words| words.standing == WordsStanding::Holds);
        let requests = if of_any_night { self.of_told_night(requests, &mut receipt) } else { requests };
        let requests = self.withdraw(requests, missed, (seat, letter, arrived), &mut decision, &mut receipt)?;
        let taken_back = [WordsStanding::Withdrawn, WordsStanding::Cut];
        let changes = holds || decision.orders.iter().any(|words| taken_back.contains(&words.standing));
        let (text, overtaken) =
            self.standing_orders(&decision.orders, changes, (arrived, letter.message_id.clone()), seat)?;
        (receipt.plan, receipt.missing) = self.referee.plan_within(seat, &text, room);
        receipt.plan = receipt.plan.trim_end().to_owned();
        let idle = |name: &String| receipt.missing.contains(name);
        (receipt.vain, receipt.unchanged) = reading.characters_without_orders().into_iter().partition(idle);
        let answered = self.grant(requests, &mut decision, &mut receipt);
        let unreached =
            decision.person.and_then(|n| self.referee.people.get(n)).is_none_or(Correspondent::has_no_address);
        let untold = matches!(mode, Mode::Posted { .. }) && unreached && !receipt.says.is_empty();
        let told = receipt.at(&self.moment()).replies;
        if untold {
            decision.notes.push(format!("it asks: {}", answered.join(", ")));
            decision.remarks.extend(told.iter().map(|reply| format!("for you to tell them: {reply}")));
        }
        if reading.is_empty() && !answered.is_empty() {
            receipt.outcome = "answered".to_owned();
            if reading.errors == 0 {
                // That it holds no orders needs no saying.
                decision.remarks.retain(|remark| untold && told.iter().any(|reply| remark.ends_with(reply)));
                (receipt.remarks, receipt.further) = (Vec::new(), 0);
            }
            decision.outcome = Some(if untold { LetterOutcome::SetAside } else { LetterOutcome::Answered });
            decision.why = format!("it asks: {}", answered.join(", "));
            decision.receipt = Some(receipt);
            return Ok(decision);
        }
        if reading.is_empty() {
            receipt.why.push("There are no orders in it: orders begin with a character's name and a colon.".to_owned());
            return Ok(set_aside(decision, receipt, "it has no orders"));
        }
        if !holds {
            let told = vec!["None of its orders could be accepted.".to_owned()];
            return Ok(refused(decision, receipt, "none of its orders is without an error".to_owned(), told));
        }
        receipt.outcome = "accepted".to_owned();
        decision.outcome = Some(LetterOutcome::Accepted);
        decision.why = accepted_words(letter);
        if !overtaken.is_empty() {
            let names = overtaken.join(" and ");
            also(&mut decision.why, &format!("newer orders hold for {names} in place of its own"));
            receipt.says.push(Reply::Said(format!("For {names} newer orders hold, in place of those in this letter.")));
        }
        decision.receipt = Some(receipt);
        Ok(decision)
    }
}

/// A letter or a bare text as it was read; why not, where it could not be.
fn read_letter(raw: &Raw, is_letter: bool) -> (Letter, Option<letter::Untouched>) {
    let read = if is_letter || raw.bytes.len() > letter::LONGEST_LETTER {
        letter::read(&raw.bytes)
    } else {
        Ok(letter::bare(&raw.place, &raw.bytes))
    };
    match read {
        Ok(letter) => (letter, None),
        Err(why) => (Letter { unanswerable: Some(Unanswerable::NoSender), ..Letter::default() }, Some(why)),
    }
}
