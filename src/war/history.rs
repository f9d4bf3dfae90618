//! What was done this Turn, as sheets speak of it: in conditions (`if the user was attacked this
//! Turn`) and in what their sentences wait for (`When the user is attacked, …`).

use crate::language::condition::{Act, Written};
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::setup::SkillRef;

/// One deed of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PastDeed {
    /// Who did it, or whom it befell.
    pub who: CharacterId,
    pub what: PastDeedKind,
    /// To whom, or by whom it befell.
    pub other: Option<CharacterId>,
    pub skill: Option<SkillRef>,
    /// In its upgraded form.
    pub upgraded: bool,
    pub place: Option<LocationId>,
    /// The number of the event by which the skill was used, of what belongs to its use.
    pub of_use: Option<u32>,
    /// The number of its own event.
    pub event: Option<u32>,
}

/// What sort of deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastDeedKind {
    /// Used an attack on somebody (R100).
    Attacked,
    /// Hit somebody with an attack, were it for 0 (A004).
    Hit,
    /// Hit somebody with an attack for more than 0.
    Damaged,
    /// Took Health from somebody: by a hit, or by an effect's damage that is theirs (A080).
    Hurt,
    /// Killed somebody (A082).
    Killed,
    /// Was the target of an attack.
    WasAttacked,
    /// Took more than 0 from a hit, Poison or an effect's damage.
    WasDamaged,
    /// Used a skill or an item.
    Used,
    /// Used a Command Spell.
    Commanded,
    /// Came to a location.
    Entered,
    /// Went from a location.
    Left,
    /// Retreated from a battle (R270).
    Fled,
    /// Died.
    Died,
    /// Entered Spirit Form.
    EnteredSpiritForm,
    /// Left Spirit Form.
    LeftSpiritForm,
    /// Took an attack in somebody's place (R258).
    Intercepted,
}

impl PastDeedKind {
    /// The deeds that words of a sheet may mean.
    pub const fn of(act: &Act<Written>) -> &'static [PastDeedKind] {
        match act {
            Act::Attacks(_) | Act::AttacksWith(..) => &[PastDeedKind::Attacked],
            Act::Hits(..) => &[PastDeedKind::Hit],
            Act::Damages(..) => &[PastDeedKind::Damaged],
            Act::Kills(_) => &[PastDeedKind::Killed],
            Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm => &[PastDeedKind::Used],
            Act::UsesCommandSpell => &[PastDeedKind::Commanded],
            Act::Enters(_) => &[PastDeedKind::Entered],
            Act::Leaves(_) => &[PastDeedKind::Left],
            // A Command Spell is used too.
            Act::Acts => &[PastDeedKind::Used, PastDeedKind::EnteredSpiritForm, PastDeedKind::LeftSpiritForm],
            Act::Dies => &[PastDeedKind::Died],
            Act::IsAttacked => &[PastDeedKind::WasAttacked],
            Act::IsDamaged => &[PastDeedKind::WasDamaged],
            Act::EntersSpiritForm => &[PastDeedKind::EnteredSpiritForm],
            Act::LeavesSpiritForm => &[PastDeedKind::LeftSpiritForm],
            Act::Flees => &[PastDeedKind::Fled],
            Act::Intercepts => &[PastDeedKind::Intercepted],
        }
    }
}

/// Whether a deed came before any other such deed of whoever did it, of those before it this Turn (A237).
pub fn is_first(done: &PastDeed, before: &[PastDeed]) -> bool {
    !before.iter().any(|earlier| earlier.who == done.who && earlier.what == done.what)
}

/// Whether the deed of this Turn at `place` was the first of its kind by whoever did it; what one use of a skill does
/// to several is one deed.
pub fn was_first(deeds: &[PastDeed], place: usize) -> bool {
    let Some(done) = deeds.get(place) else { return false };
    // The deeds of a use stand behind the last that says it was used, one for each of its targets.
    let of_use = deeds.iter().take(place + 1).rposition(|d| d.what == PastDeedKind::Used && d.who == done.who);
    let start =
        of_use.filter(|_| matches!(done.what, PastDeedKind::Used | PastDeedKind::Attacked)).map_or(place, |last| {
            let same = deeds.iter().take(last).rev().take_while(|d| d.what == PastDeedKind::Used && d.who == done.who);
            last - same.count()
        });
    is_first(done, deeds.get(..start).unwrap_or_default())
}
