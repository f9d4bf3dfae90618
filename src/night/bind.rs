//! Binds names in orders to the War's ids: a seat's plan becomes something the Night can carry out.
//!
//! Characters and locations bind to ids, also through a seat's aliases. Skills and items keep their names, because
//! which one is meant depends on who holds it at that moment.

use crate::language::condition::{Name, Naming, Written};
use crate::language::order::Order;
use crate::language::rename::{self, Rename, SkillRole};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::war::War;

/// The naming with the ids of a War.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WarIds;

/// A character that an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedCharacter {
    pub id: CharacterId,
    /// Whether the order uses the seat's alias. The seat then need not know the character's name.
    pub is_by_alias: bool,
}

impl Naming for WarIds {
    type Character = NamedCharacter;
    type Location = LocationId;
    type Skill = Name;
    type Team = Name;
}

/// Binds an order of a seat; `None` when it contains an unknown name.
pub(crate) fn bind_order(war: &War, seat: SeatId, order: &Order<Written>) -> Option<Order<WarIds>> {
    rename::order(order, &mut Binder { war, seat }).ok()
}

struct Binder<'a> {
    war: &'a War,
    seat: SeatId,
}

/// The fault of a name that no character or location has.
struct UnknownOrderName;

impl Rename<Written, WarIds> for Binder<'_> {
    type Fault = UnknownOrderName;

    fn character(&mut self, name: &Name) -> Result<NamedCharacter, UnknownOrderName> {
        let alias = name.text.to_lowercase().strip_prefix("stranger-").and_then(|n| n.parse::<usize>().ok());
        let found = match alias {
            Some(number) => self.war.seats.get(self.seat.index()).and_then(|seat| {
                let id = seat.strangers.get(number.checked_sub(1)?).copied()?;
                Some(NamedCharacter { id, is_by_alias: true })
            }),
            None => self.war.character_named(&name.text).map(|id| NamedCharacter { id, is_by_alias: false }),
        };
        found.ok_or(UnknownOrderName)
    }

    fn location(&mut self, name: &Name) -> Result<LocationId, UnknownOrderName> {
        self.war.setup.location_named(&name.text).ok_or(UnknownOrderName)
    }

    fn skill(&mut self, name: &Name, _: SkillRole) -> Result<Name, UnknownOrderName> {
        Ok(name.clone())
    }

    fn team(&mut self, name: &Name) -> Result<Name, UnknownOrderName> {
        Ok(name.clone())
    }
}
