//! Names bound to handles: a seat's plan becomes something the Night can carry out.
//!
//! Orders bind to handles, aliases and places; skills and items keep their names, for only their
//! holder at that moment knows which is meant.

use crate::language::condition::{Name, Naming, Written};
use crate::language::order::Order;
use crate::language::rename::{self, Rename, SkillRole};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::war::War;

/// Handles of a War.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resolved;

/// A character as an order names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub id: CharacterId,
    /// Named by the seat's alias: then the seat need not know the handle.
    pub by_alias: bool,
}

impl Naming for Resolved {
    type Character = Person;
    type Location = LocationId;
    type Skill = Name;
    type Team = Name;
}

/// Binds an order of a seat; `None` when a name in it is nobody's and no place's.
pub(crate) fn bind(war: &War, seat: SeatId, order: &Order<Written>) -> Option<Order<Resolved>> {
    rename::order(order, &mut Binder { war, seat }).ok()
}

struct Binder<'a> {
    war: &'a War,
    seat: SeatId,
}

/// A name is nobody's and no place's.
struct Nameless;

impl Rename<Written, Resolved> for Binder<'_> {
    type Fault = Nameless;

    fn character(&mut self, name: &Name) -> Result<Person, Nameless> {
        let alias = name.text.to_lowercase().strip_prefix("stranger-").and_then(|n| n.parse::<usize>().ok());
        let found = match alias {
            Some(number) => self.war.seats.get(self.seat.index()).and_then(|seat| {
                let id = seat.strangers.get(number.checked_sub(1)?).copied()?;
                Some(Person { id, by_alias: true })
            }),
            None => self.war.character_named(&name.text).map(|id| Person { id, by_alias: false }),
        };
        found.ok_or(Nameless)
    }

    fn location(&mut self, name: &Name) -> Result<LocationId, Nameless> {
        self.war.setup.location_named(&name.text).ok_or(Nameless)
    }

    fn skill(&mut self, name: &Name, _: SkillRole) -> Result<Name, Nameless> {
        Ok(name.clone())
    }

    fn team(&mut self, name: &Name) -> Result<Name, Nameless> {
        Ok(name.clone())
    }
}
