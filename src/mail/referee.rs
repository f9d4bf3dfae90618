//! What the post asks the game: who sits where, what a text orders, what is still missing.
//!
//! The one file of the post that knows this game; it reads a letter as the night will, through the
//! seat's own View, so that an answer can tell nobody what they do not know.
//! May import [`crate::campaign::game`], [`crate::orders`] and what those may.

use std::collections::BTreeMap;

use crate::campaign::error::Result;
use crate::campaign::game::packet::packet;
use crate::campaign::game::play::Game;
use crate::campaign::game::war_file::{Contact, WarFile};
use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::blocks;
use crate::language::span::Source;
use crate::orders::plan::plan;
use crate::orders::receipt::{plan_within, room};
use crate::orders::{check, name_book};
use crate::perception::view::View;
use crate::perception::view_of::view;
use crate::sheet::Kind;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::sender::Person;

/// A War before a night, as the post sees it.
#[derive(Debug)]
pub struct Referee {
    /// The War's title.
    pub title: String,
    /// The night that orders are taken for.
    pub night: u32,
    /// The night on which the War ended, if it has.
    pub ended: Option<u32>,
    /// When orders are due, as `war.yaml` has it.
    pub deadline: Option<String>,
    /// The seats in order.
    pub seats: Vec<Seat>,
    /// Everybody who may order.
    pub people: Vec<Person>,
    views: Vec<View>,
}

/// A seat as the post sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name.
    pub name: String,
    /// Its team's name.
    pub team: String,
    /// What its player is called; the seat's name where that is not known.
    pub player: String,
    /// Those of its characters that live and are waited for.
    pub characters: Vec<String>,
    /// The seats of the same team.
    pub mates: Vec<usize>,
    /// Whether nobody waits for it this night.
    pub absent: bool,
}

impl Seat {
    /// Whether orders are waited for.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        !self.absent && !self.characters.is_empty()
    }
}

/// What a text orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Why it is not for this War, Night or team.
    pub misdirected: Vec<String>,
    /// Whether it says which night it is for.
    pub names_night: bool,
    /// The orders of the seat's own characters, in the order of the text.
    pub own: Vec<Block>,
    /// Those of them that hold at least one order without an error.
    pub sound: Vec<String>,
    /// The orders of other players' characters of the same team, by seat (A233).
    pub mates: BTreeMap<usize, Vec<Block>>,
    /// What is to be said of it, each with its line.
    pub remarks: Vec<String>,
    /// How many of the remarks are errors.
    pub errors: usize,
}

/// A character's orders in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Whose.
    pub character: String,
    /// As written.
    pub text: String,
}

impl Reading {
    /// Whether it orders anything at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.mates.is_empty()
    }
}

impl Referee {
    /// The War before a night.
    #[must_use]
    pub fn new(war: &War, file: &WarFile) -> Referee {
        let night = war.night + 1;
        let views: Vec<View> = (0..war.setup.seats.len()).map(|seat| view(war, SeatId::at(seat))).collect();
        let contact = |name: &str| file.contact(name).cloned().unwrap_or_default();
        let seats = views.iter().enumerate().map(|(number, view)| {
            let contact = contact(&view.seat);
            let team = |other: &View| other.team == view.team;
            let characters = view.own.iter().filter(|own| own.alive && own.kind != Kind::Familiar);
            Seat {
                name: view.seat.clone(),
                team: view.team.clone(),
                player: contact.player.clone().unwrap_or_else(|| view.seat.clone()),
                characters: characters.map(|own| own.name.clone()).collect(),
                mates: (0..views.len()).filter(|n| *n != number && views.get(*n).is_some_and(team)).collect(),
                absent: contact.is_absent(night),
            }
        });
        let seats: Vec<Seat> = seats.collect();
        let people = seats.iter().enumerate().flat_map(|(seat, of)| people(seat, &contact(&of.name))).collect();
        Referee {
            title: war.setup.title.clone(),
            night,
            ended: war.ended.as_ref().map(|ended| ended.night),
            deadline: file.deadline.clone(),
            seats,
            people,
            views,
        }
    }

    /// The War before the next night of a campaign.
    ///
    /// # Errors
    /// When its last state or its `war.yaml` cannot be read.
    pub fn of(game: &Game) -> Result<Referee> {
        let last = game.folder.last()?.number;
        Ok(Referee::new(&game.known_after(last)?, &game.contacts()?))
    }

    /// Whether a seat knows a word as a name: of somebody, a place, a skill.
    #[must_use]
    pub fn is_name(&self, seat: usize, word: &str) -> bool {
        self.views.get(seat).is_some_and(|view| name_book(view).knows(word))
    }

    /// Reads a text as a seat's orders.
    #[must_use]
    pub fn read(&self, seat: usize, text: &str) -> Reading {
        let Some(view) = self.views.get(seat) else { return Reading::default() };
        let source = Source::new("your letter", text);
        let checked = check(&source, view);
        let mut reading = Reading::default();
        const HEADER: [&str; 3] = [codes::OTHER_WAR, codes::OTHER_NIGHT, codes::OTHER_TEAM];
        reading.misdirected =
            checked.diagnostics.iter().filter(|d| HEADER.contains(&d.code)).map(|d| d.message.clone()).collect();
        reading.names_night = checked.header.night.is_some();
        for block in blocks(&source, &name_book(view)) {
            let words = source.text.get(block.span.range()).unwrap_or_default().trim_end();
            let own = view.own.iter().find(|own| own.name.eq_ignore_ascii_case(&block.name));
            let mate = || self.mates(seat).find(|(_, name)| name.eq_ignore_ascii_case(&block.name));
            let (place, character) = match own {
                Some(own) => (&mut reading.own, own.name.clone()),
                None => match mate() {
                    Some((of, name)) => (reading.mates.entry(of).or_default(), name.to_owned()),
                    None => continue,
                },
            };
            // Two blocks of one name are one; a blank line ends what the first left open.
            match place.iter_mut().find(|block| block.character == character) {
                Some(block) => block.text = format!("{}\n\n{words}", block.text),
                None => place.push(Block { character, text: words.to_owned() }),
            }
        }
        let names = reading.own.iter().map(|block| &block.character);
        reading.sound = names.filter(|name| checked.plan.iter().any(|o| o.actor.text == **name)).cloned().collect();
        let of_a_mate = |fault: &Diagnostic| {
            let name = source.text.get(fault.span.range()).unwrap_or_default();
            fault.code == codes::UNKNOWN_ACTOR && self.mates(seat).any(|(_, mate)| mate.eq_ignore_ascii_case(name))
        };
        let faults: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|fault| !of_a_mate(fault)).collect();
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

    /// How many bytes the remarks on a text, and its plan, may each take.
    #[must_use]
    pub const fn room(written: usize) -> usize {
        room(written)
    }

    /// The plan of a seat's orders, and who of its characters has none.
    #[must_use]
    pub fn plan(&self, seat: usize, text: &str) -> (String, Vec<String>) {
        self.plan_within(seat, text, usize::MAX)
    }

    /// The same in no more than so many bytes.
    #[must_use]
    pub fn plan_within(&self, seat: usize, text: &str, room: usize) -> (String, Vec<String>) {
        let (Some(view), Some(chair)) = (self.views.get(seat), self.seats.get(seat)) else { return Default::default() };
        let checked = check(&Source::new("orders", text), view);
        let planned = plan(&checked, view);
        let silent = chair.characters.iter().filter(|name| !planned.iter().any(|p| p.actor == **name));
        (plan_within(&planned, room), silent.cloned().collect())
    }
}

fn people(seat: usize, contact: &Contact) -> Vec<Person> {
    let person = |of: &Contact| Person {
        seat,
        name: of.player.clone(),
        email: of.email.clone(),
        also: of.also.clone(),
        token: of.token.clone(),
    };
    contact.people().map(person).collect()
}

/// A player's packet for the night behind a position, fit to be mailed: without the token.
///
/// # Errors
/// An internal fault when it cannot be written.
pub fn packet_text(game: &Game, war: &War, seat: usize) -> Result<String> {
    packet(war, SeatId::at(seat), None, &game.loaded).write()
}
