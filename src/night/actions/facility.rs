//! What a location offers somebody, and whose Combat Points pay for it (R281, R286, R372, R373, A181).

use crate::event::detail::Reason;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::setup::Facility;

/// Returns the facility where a character is; `None` inside a Reality Marble, which is another location (R116).
pub(crate) fn find_facility(war: &War, who: CharacterId) -> Option<Facility> {
    let at = war.character(who).at;
    war.setup.location(at).facility.filter(|_| war.marble_at(at).is_none())
}

/// Returns who pays for a character with Combat Points: its Master, wherever they are (R281, R286, A181).
pub(crate) fn find_payer(war: &War, who: CharacterId, price: Exact) -> Result<CharacterId, Reason> {
    let master = war.master_of(who).filter(|m| war.character(*m).mastery.is_some()).ok_or(Reason::NotEnoughCp)?;
    if war.character(master).cp() < price { Err(Reason::NotEnoughCp) } else { Ok(master) }
}
