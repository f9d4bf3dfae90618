//! Answers what the mail modules ask of the game: who has which seat, what a text orders, which orders are missing.
//!
//! This is the only mail module that knows the game. It parses a letter as the night will, through the seat's own View,
//! so that an answer tells nobody what they do not know.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::campaign::error::Result;
use crate::campaign::game::packet::make_packet;
use crate::campaign::game::play::Game;
use crate::campaign::game::war_file::{Contact, WarFile};
use crate::campaign::random;
use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::order_text;
use crate::language::orders::split_text;
use crate::language::span::Source;
use crate::orders::order_receipt::{byte_budget, render_plan_within};
use crate::orders::plan::{Planned, build_plan, list_not_accepted};
use crate::orders::{check, name_book};
use crate::perception::view::View;
use crate::perception::view_of::build_view;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::SeatId;
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;

use super::inbox::{CharacterWords, WordsStanding};
use super::letter::LetterText;
use super::sender::{Correspondent, looks_like_token};
use super::talk_to_gm::{Talk, add_talk, find_talk};

/// A War before a night, as the mail modules see it.
#[derive(Debug)]
pub struct MailedWar {
    /// The War's title.
    pub title: String,
    /// The night that accepts orders.
    pub night: u32,
    /// The night on which the War ended, if it has.
    pub end_night: Option<u32>,
    /// The deadline as `war.yaml` has it.
    pub deadline: Option<String>,
    /// The seats in order.
    pub seats: Vec<MailedSeat>,
    /// Everybody who may order.
    pub people: Vec<Correspondent>,
    views: Vec<View>,
}

/// A seat, as the mail modules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailedSeat {
    /// Its name.
    pub name: String,
    /// Its team's name.
    pub team: String,
    /// The player's name; the seat's name if it is not known.
    pub player: String,
    /// Its living characters that are not familiars: orders are expected for them.
    pub characters: Vec<String>,
    /// The seats of the same team.
    pub mates: Vec<usize>,
    /// Whether nobody waits for it this night.
    pub is_absent: bool,
}

impl MailedSeat {
    /// Whether orders are expected from the seat.
    pub fn is_awaited(&self) -> bool {
        !self.is_absent && !self.characters.is_empty()
    }
}

/// What a letter orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LetterOrders {
    /// The reasons why it is not for this War, Night or team.
    pub misdirected: Vec<String>,
    /// The night that it says it is for.
    pub for_night: Option<u32>,
    /// The orders for the seat's own characters and for unknown ones, in the order of the text.
    pub character_orders: Vec<CharacterOrders>,
    /// Characters of the seat with at least one order without an error.
    pub sound: BTreeSet<String>,
    /// Characters of the seat that it has orders for.
    pub named_characters: BTreeSet<String>,
    /// The orders for other players' characters of the same team, by seat (A233).
    pub mates: BTreeMap<usize, Vec<CharacterOrders>>,
    /// Its other words: comments, greetings.
    pub notes: Vec<String>,
    /// Sentences that try to withdraw orders but do not say which, as a request must.
    pub unwithdrawn: Vec<String>,
    /// Remarks on it, each with its line.
    pub remarks: Vec<String>,
    /// The number of remarks that are errors.
    pub errors: usize,
}

/// Removed orders: the character and the words of each, and the remaining words of each character who lost one.
pub type RemovedOrders = (Vec<(String, String)>, Vec<CharacterWords>);

/// A character's orders in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharacterOrders {
    /// The character: by the name that the seat knows, else as written; empty if none is named.
    pub character: String,
    /// The orders as written.
    pub text: String,
    /// Whether the orders are below the line that begins a signature.
    pub below: bool,
}

impl LetterOrders {
    /// Whether it orders nobody whom the seat may order.
    pub fn is_empty(&self) -> bool {
        self.named_characters.is_empty() && self.mates.is_empty()
    }

    /// Characters of the seat that it has orders for, none of which was accepted.
    pub fn characters_without_orders(&self) -> Vec<String> {
        self.named_characters.difference(&self.sound).cloned().collect()
    }

    /// Merges the readings of a letter's texts.
    fn merge(mut self, other: LetterOrders) -> LetterOrders {
        self.misdirected.extend(other.misdirected);
        self.for_night = self.for_night.or(other.for_night);
        self.character_orders.extend(other.character_orders);
        self.sound.extend(other.sound);
        self.named_characters.extend(other.named_characters);
        other.mates.into_iter().for_each(|(seat, blocks)| self.mates.entry(seat).or_default().extend(blocks));
        self.notes.extend(other.notes);
        self.unwithdrawn.extend(other.unwithdrawn);
        self.remarks.extend(other.remarks);
        self.errors += other.errors;
        self
    }
}

impl MailedWar {
    /// The War before its next night.
    pub fn new(war: &War, file: &WarFile) -> MailedWar {
        let night = war.night + 1;
        let views: Vec<View> = (0..war.setup.seats.len()).map(|seat| build_view(war, SeatId::at(seat))).collect();
        let contact = |name: &str| file.contact_of(name).cloned().unwrap_or_default();
        let seats = views.iter().enumerate().map(|(number, view)| {
            let contact = contact(&view.seat);
            let team = |other: &View| other.team == view.team;
            let characters = view.own.iter().filter(|own| own.is_alive && own.kind != SheetKind::Familiar);
            MailedSeat {
                name: view.seat.clone(),
                team: view.team.clone(),
                player: contact.player.clone().unwrap_or_else(|| view.seat.clone()),
                characters: characters.map(|own| own.name.clone()).collect(),
                mates: (0..views.len()).filter(|n| *n != number && views.get(*n).is_some_and(team)).collect(),
                is_absent: contact.is_absent(night),
            }
        });
        let seats: Vec<MailedSeat> = seats.collect();
        let people = seats
            .iter()
            .enumerate()
            .flat_map(|(seat, mailed_seat)| people_of_contact(seat, &contact(&mailed_seat.name)))
            .collect();
        MailedWar {
            title: war.setup.title.clone(),
            night,
            end_night: war.ended.as_ref().map(|ended| ended.night),
            deadline: file.deadline.clone(),
            seats,
            people,
            views,
        }
    }

    /// Loads the War before the next night of a campaign.
    pub fn load(game: &Game) -> Result<MailedWar> {
        let last = game.folder.last_resolved_night()?.number;
        Ok(MailedWar::new(&game.known_after(last)?, &game.read_contacts()?))
    }

    /// The people of a seat: its player, then the substitute.
    pub fn people_of(&self, seat: &str) -> Vec<&Correspondent> {
        let number = self.seats.iter().position(|mailed_seat| mailed_seat.name == seat);
        self.people.iter().filter(|person| Some(person.seat) == number).collect()
    }

    /// Whether a seat knows a word as a name: of a character, a place or a skill.
    pub fn is_name(&self, seat: usize, word: &str) -> bool {
        self.name_predicate(seat)(word)
    }

    /// A predicate that answers [`MailedWar::is_name`] for many words.
    pub fn name_predicate(&self, seat: usize) -> impl Fn(&str) -> bool {
        let names = self.views.get(seat).map(name_book);
        move |word| names.as_ref().is_some_and(|names| names.knows(word))
    }

    /// A person's token, which is hidden from letters to them. It is empty if the token is not known, or is a word or
    /// name that orders need.
    pub fn token_of(&self, person: Option<usize>) -> &str {
        let person = person.and_then(|person| self.people.get(person));
        let token = person.and_then(|of| of.token.as_deref().map(|token| (of.seat, token)));
        token
            .filter(|(seat, token)| looks_like_token(token) && !self.is_name(*seat, token))
            .map_or("", |(_, token)| token)
    }

    /// Parses a letter's texts as a seat's orders. Each text is parsed by itself, so that no text continues the last
    /// heading of another.
    pub fn parse_orders(&self, seat: usize, texts: &[LetterText]) -> LetterOrders {
        let read = texts.iter().enumerate().map(|(number, text)| {
            let title = if number == 0 { "your letter" } else { text.part.as_str() };
            self.parse_text(seat, title, text)
        });
        read.reduce(LetterOrders::merge).unwrap_or_default()
    }

    fn parse_text(&self, seat: usize, title: &str, text: &LetterText) -> LetterOrders {
        let Some(view) = self.views.get(seat) else { return LetterOrders::default() };
        let below = text.signature.trim();
        let full_text = if below.is_empty() { text.text.clone() } else { format!("{}\n-- \n{below}\n", text.text) };
        let source = Source::new(title, full_text);
        let checked = check(&source, view);
        const HEADER: [&str; 3] = [codes::OTHER_WAR, codes::OTHER_NIGHT, codes::OTHER_TEAM];
        let misdirected =
            checked.diagnostics.iter().filter(|d| HEADER.contains(&d.code)).map(|d| d.message.clone()).collect();
        let parts = split_text(&source, &name_book(view));
        let mut reading = LetterOrders {
            misdirected,
            for_night: checked.header.night.map(|(night, _)| night),
            notes: parts.notes,
            ..LetterOrders::default()
        };
        let knows = self.name_predicate(seat);
        let head = find_first_heading(&source.text, &view.own.iter().map(|own| own.name.as_str()).collect::<Vec<_>>());
        let mut talk: Vec<Talk> =
            checked.diagnostics.iter().filter_map(|fault| find_talk(fault, &source, head, &knows)).collect();
        keep_talk_that_changes_orders(view, &source, &mut talk);
        reading.unwithdrawn.extend(talk.iter().filter(|talk| talk.withdraws).map(|talk| talk.lines.clone()));
        let spoken: Vec<Range<usize>> = talk.iter().filter_map(|talk| talk.gm_range.clone()).collect();
        for block in parts.blocks {
            // A question to the GM is not a failed order, and is not put into the order file.
            let text = remove_ranges(&source.text, block.span.range(), &spoken).trim_end().to_owned();
            if !text.chars().any(char::is_alphanumeric) {
                continue;
            }
            let name = block.name.unwrap_or_default();
            let own = view.own.iter().find(|own| own.name.eq_ignore_ascii_case(&name));
            reading.named_characters.extend(own.map(|own| own.name.clone()));
            let mate = self.mates(seat).find(|(_, mate_name)| own.is_none() && mate_name.eq_ignore_ascii_case(&name));
            match mate {
                Some((of, mate)) => {
                    let blocks = reading.mates.entry(of).or_default();
                    // Two blocks of one name become one; a blank line ends what the first left open.
                    match blocks.iter_mut().find(|block| block.character == mate) {
                        Some(block) => block.text = format!("{}\n\n{text}", block.text),
                        None => blocks.push(CharacterOrders { character: mate.to_owned(), text, below: false }),
                    }
                }
                None => {
                    let character = own.map_or(name, |own| own.name.clone());
                    match reading.character_orders.last_mut().filter(|block| block.character == character) {
                        Some(block) => block.text = format!("{}\n\n{text}", block.text),
                        None => reading.character_orders.push(CharacterOrders { character, text, below: false }),
                    }
                }
            }
        }
        if checked.diagnostics.iter().any(|d| d.code == codes::BELOW_SIGNATURE) {
            reading.character_orders.push(CharacterOrders {
                character: String::new(),
                text: below.to_owned(),
                below: true,
            });
        } else {
            let lines = below.lines().map(str::trim).filter(|line| line.chars().any(char::is_alphabetic));
            reading.notes.extend(lines.map(str::to_owned));
        }
        reading.sound = checked.plan.iter().map(|order| order.actor.text.clone()).collect();
        let is_of_partner = |fault: &Diagnostic| {
            let name = source.text.get(fault.span.range()).unwrap_or_default();
            fault.code == codes::UNKNOWN_ACTOR && self.mates(seat).any(|(_, mate)| mate.eq_ignore_ascii_case(name))
        };
        let is_said_to_gm = |fault: &Diagnostic| spoken.iter().any(|range| range.contains(&fault.span.start));
        let faults: Vec<&Diagnostic> =
            checked.diagnostics.iter().filter(|fault| !is_of_partner(fault) && !is_said_to_gm(fault)).collect();
        talk.into_iter().for_each(|talk| add_talk(&mut reading.notes, talk.lines));
        reading.errors = faults.iter().filter(|fault| fault.is_error()).count();
        reading.remarks = faults.iter().map(|fault| fault.render(&source)).collect();
        reading
    }

    /// The characters of the other seats of a team.
    fn mates(&self, seat: usize) -> impl Iterator<Item = (usize, &str)> {
        let mates = self.seats.get(seat).map_or(&[][..], |s| &s.mates[..]);
        mates.iter().flat_map(|mate| {
            let own = self.views.get(*mate).map_or(&[][..], |view| &view.own[..]);
            own.iter().map(|own| (*mate, own.name.as_str()))
        })
    }

    /// The most bytes that the remarks on a text of `written` bytes may take, and its plan likewise.
    pub const fn max_reply_bytes(written: usize) -> usize {
        byte_budget(written)
    }

    /// Maps the numbers of orders in an order file to those in a later one, which lacks some of these orders and has no
    /// new ones. The error says why a number has no counterpart.
    pub fn map_order_numbers(
        &self,
        seat: usize,
        (old_file, new_file): (&str, &str),
        numbers: &[usize],
    ) -> std::result::Result<Vec<usize>, String> {
        let Some(view) = self.views.get(seat) else { return Err("there are no orders.".to_owned()) };
        let (before, after) = (collect_numbered_orders(old_file, view), collect_numbered_orders(new_file, view));
        let map_number = |number: &usize| {
            let earlier_order = before.iter().find(|order| order.number == *number);
            let earlier_order = earlier_order.ok_or_else(|| format!("there is no order {number} in your plan."))?;
            let numbers_of_same = |all: &[NumberedOrder]| -> Vec<usize> {
                let is_same =
                    |order: &&NumberedOrder| order.actor == earlier_order.actor && order.text == earlier_order.text;
                all.iter().filter(is_same).map(|order| order.number).collect()
            };
            let (before_numbers, after_numbers) = (numbers_of_same(&before), numbers_of_same(&after));
            let index = before_numbers
                .iter()
                .position(|one| one == number)
                .filter(|_| before_numbers.len() == after_numbers.len());
            match index.and_then(|index| after_numbers.get(index)) {
                Some(new_file) => Ok(*new_file),
                None if after_numbers.is_empty() => {
                    Err(format!("order {number} of the plan that you had is withdrawn already."))
                }
                None => {
                    Err("orders that say the same were withdrawn since. Write again by the numbers below.".to_owned())
                }
            }
        };
        numbers.iter().map(map_number).collect()
    }

    /// Removes orders by number from a seat's order file. Returns the character and the words of each, and the
    /// remaining words of each character who lost one. The error says which number does not exist, or that the other
    /// orders would change their meaning.
    pub fn remove_orders(
        &self,
        seat: usize,
        file: &str,
        held: &[CharacterWords],
        numbers: &[usize],
    ) -> std::result::Result<RemovedOrders, String> {
        let Some(view) = self.views.get(seat) else { return Err("there are no orders.".to_owned()) };
        let parse = |text: &str| {
            let checked = check(&Source::new("orders", text), view);
            let planned = build_plan(&checked, view);
            (checked, planned)
        };
        let (checked, before) = parse(file);
        let (mut removed, mut cut, mut remaining) = (Vec::new(), file.to_owned(), held.to_vec());
        let mut spans = Vec::new();
        let all = collect_numbered_orders(file, view);
        for number in numbers {
            let order = all.iter().find(|order| order.number == *number);
            let order = order.ok_or_else(|| format!("there is no order {number} in your plan."))?;
            removed.push((order.actor.clone(), order.text.clone()));
            spans.push((order.actor.clone(), expand_to_whole_order(file, order.range.clone())));
        }
        spans.sort_by_key(|(_, span)| std::cmp::Reverse(span.start));
        let change_error = || "what is left would not say the same without it. Write anew what is to hold.".to_owned();
        let mut changed_names: Vec<String> = Vec::new();
        for (name, span) in spans {
            let words = remaining.iter_mut().find(|words| words.character == name).ok_or_else(change_error)?;
            let original = held.iter().find(|words| words.character == name).ok_or_else(change_error)?;
            let block = format!("\n{name}:\n{}\n", original.text);
            let start = file.find(&block).ok_or_else(change_error)? + name.len() + 3;
            let range = span.start.checked_sub(start).ok_or_else(change_error)?..span.end.saturating_sub(start);
            if words.text.get(range.clone()).is_none() || cut.get(span.clone()).is_none() {
                return Err(change_error());
            }
            words.text.replace_range(range, "");
            cut.replace_range(span, "");
            changed_names.push(name);
        }
        let (after, rest) = parse(&cut);
        let without_number = |numbered: &Planned| Planned { number: 0, ..numbered.clone() };
        let expected = before.iter().filter(|planned| !numbers.contains(&planned.number)).map(without_number);
        if !expected.eq(rest.iter().map(without_number)) || after.count + numbers.len() != checked.count {
            return Err(change_error());
        }
        remaining.retain(|words| changed_names.contains(&words.character));
        // If only faulty orders are left, no order holds, but they are still shown.
        let unread = |words: &CharacterWords| {
            !words.text.trim().is_empty() && after.faulty.iter().any(|order| order.actor == words.character)
        };
        let words_by_standing = remaining.into_iter().flat_map(|words| {
            let words_with = |standing| CharacterWords { standing, ..words.clone() };
            match rest.iter().any(|planned| planned.actor == words.character) {
                true => vec![words_with(WordsStanding::Cut)],
                false if unread(&words) => {
                    vec![words_with(WordsStanding::Withdrawn), words_with(WordsStanding::Unread)]
                }
                false => vec![words_with(WordsStanding::Withdrawn)],
            }
        });
        Ok((removed, words_by_standing.collect()))
    }

    /// A character's words without those that became no order. `None` if all are orders, or if the others would change
    /// their meaning.
    pub(super) fn keep_orders_only(&self, words: &CharacterWords) -> Option<String> {
        let view = self.views.iter().find(|view| view.seat == words.seat)?;
        let head = format!("{}:\n", words.character);
        let parse = |text: &str| {
            let checked = check(&Source::new("orders", format!("{head}{text}\n")), view);
            let planned = build_plan(&checked, view);
            (checked, planned)
        };
        let (checked, before) = parse(&words.text);
        if checked.faulty.is_empty() {
            return None;
        }
        let mut cut = words.text.clone();
        let mut spans: Vec<_> = checked.faulty.iter().map(|order| order.span.range()).collect();
        spans.sort_by_key(|span| std::cmp::Reverse(span.start));
        for span in spans {
            let range = span.start.checked_sub(head.len())?..span.end.checked_sub(head.len())?;
            cut.get(range.clone())?;
            cut.replace_range(range, "");
        }
        let written: Vec<String> = checked.plan.iter().map(order_text::order_sentence).collect();
        let without_numbers = |planned: &[Planned]| {
            planned.iter().map(|planned_order| Planned { number: 0, ..planned_order.clone() }).collect::<Vec<_>>()
        };
        [cut, written.join("\n")].into_iter().find(|text| {
            let (checked, planned) = parse(text);
            checked.faulty.is_empty() && without_numbers(&planned) == without_numbers(&before)
        })
    }

    /// Renders the plan of a seat's orders; the second part is its characters without orders.
    pub fn render_plan(&self, seat: usize, text: &str) -> (String, Vec<String>) {
        self.render_plan_within(seat, text, usize::MAX)
    }

    /// Renders the plan of a seat's orders in at most `room` bytes; the second part is its characters without orders.
    pub fn render_plan_within(&self, seat: usize, text: &str, room: usize) -> (String, Vec<String>) {
        let (Some(view), Some(seat_record)) = (self.views.get(seat), self.seats.get(seat)) else {
            return Default::default();
        };
        let source = Source::new("orders", text);
        let checked = check(&source, view);
        let planned = build_plan(&checked, view);
        let without_orders = seat_record.characters.iter().filter(|name| !planned.iter().any(|p| p.actor == **name));
        let left_out = list_not_accepted(&checked, &source);
        (render_plan_within(&planned, &left_out, room), without_orders.cloned().collect())
    }

    /// Renders only those of a seat's orders that will be carried out, in at most `room` bytes.
    pub fn render_orders_within(&self, seat: usize, text: &str, room: usize) -> String {
        let Some(view) = self.views.get(seat) else { return String::new() };
        render_plan_within(&build_plan(&check(&Source::new("orders", text), view), view), &[], room)
    }
}

/// The index of the first line that begins somebody's orders; 0 if none does.
fn find_first_heading(text: &str, names: &[&str]) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let head = line.trim().trim_matches('*').split_once(':').map_or("", |(head, _)| head).trim_matches('*');
        if names.iter().any(|name| name.eq_ignore_ascii_case(head.trim())) {
            return start;
        }
        start += line.len();
    }
    0
}

/// An order of a file with its number, with or without an error.
struct NumberedOrder {
    number: usize,
    actor: String,
    text: String,
    range: Range<usize>,
}

fn collect_numbered_orders(file: &str, view: &View) -> Vec<NumberedOrder> {
    let checked = check(&Source::new("orders", file), view);
    let without_errors = checked.plan.iter().map(|order| NumberedOrder {
        number: order.number,
        actor: order.actor.text.clone(),
        text: order_text::order_sentence(order),
        range: order.span.range(),
    });
    let faulty = checked.faulty.iter().map(|order| NumberedOrder {
        number: order.number,
        actor: order.actor.clone(),
        text: collapse_whitespace(file.get(order.span.range()).unwrap_or_default()),
        range: order.span.range(),
    });
    without_errors.chain(faulty).collect()
}

/// The range of an order with the punctuation after it; its whole lines if they say nothing else.
fn expand_to_whole_order(text: &str, span: Range<usize>) -> Range<usize> {
    let behind = text.get(span.end..).unwrap_or_default();
    let marks = behind.len() - behind.trim_start_matches(['.', ';', '!']).len();
    let (start, end) = (span.start, span.end + marks);
    let line = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let next = text.get(end..).and_then(|behind| behind.find('\n')).map_or(text.len(), |at| end + at);
    let has_no_letters = |range: Range<usize>| !text.get(range).unwrap_or_default().contains(char::is_alphabetic);
    if has_no_letters(line..start) && has_no_letters(end..next) { line..next } else { start..end }
}

fn people_of_contact(seat: usize, contact: &Contact) -> Vec<Correspondent> {
    let person = |own_contact: &Contact| Correspondent {
        seat,
        name: own_contact.player.clone(),
        email: own_contact.email.clone(),
        other_addresses: own_contact.other_addresses.clone(),
        token: own_contact.token.clone(),
        has_weak_token: own_contact.token.as_deref().is_some_and(random::is_weak),
        forum: own_contact.forum.clone(),
    };
    contact.people().map(person).collect()
}

/// Writes a player's packet for the next night, without the token, so that it can be mailed.
pub fn render_packet(game: &Game, war: &War, seat: usize) -> Result<String> {
    make_packet(war, SeatId::at(seat), None, game).render()
}

/// Keeps words to the GM as faults if the other orders would change without them.
fn keep_talk_that_changes_orders(view: &View, source: &Source, talk: &mut [Talk]) {
    let removed: Vec<Range<usize>> =
        talk.iter().filter(|talk| !talk.asks).filter_map(|talk| talk.gm_range.clone()).collect();
    if removed.is_empty() {
        return;
    }
    let planned = |text: &str| -> Vec<Planned> {
        let planned = build_plan(&check(&Source::new("orders", text), view), view);
        planned.into_iter().map(|order| Planned { number: 0, ..order }).collect()
    };
    if planned(&source.text) != planned(&remove_ranges(&source.text, 0..source.text.len(), &removed)) {
        for talk in talk.iter_mut().filter(|talk| !talk.asks) {
            (talk.gm_range, talk.withdraws) = (None, false);
        }
    }
}

/// Part of a text without some ranges; line breaks stay.
fn remove_ranges(text: &str, part: Range<usize>, removed: &[Range<usize>]) -> String {
    let kept_char = |(at, c): (usize, char)| {
        let is_removed = removed.iter().any(|range| range.contains(&(part.start + at)));
        (!is_removed || c == '\n').then_some(c)
    };
    text.get(part.clone()).unwrap_or_default().char_indices().filter_map(kept_char).collect()
}
