//! The deeds of this Turn, as sheets mean them: in conditions (`if the user was attacked this Turn`) and in triggers
//! (`When the user is attacked, …`).

use crate::language::condition::{Act, Written};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;

use super::setup::SkillRef;

/// One deed of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PastDeed {
    /// Who did it, or to whom it happened.
    pub who: CharacterId,
    pub kind: PastDeedKind,
    /// To whom it was done, or who did it.
    pub other: Option<CharacterId>,
    pub skill: Option<SkillRef>,
    /// Whether the skill was in its upgraded form.
    pub is_upgraded: bool,
    pub location: Option<LocationId>,
    /// The part of the Turn.
    pub phase: Phase,
    /// The number of the event of the skill's use, for deeds that belong to a use.
    pub use_event: Option<u32>,
    /// The number of the deed's own event.
    pub event: Option<u32>,
}

/// The kind of a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastDeedKind {
    /// Used an attack on somebody (R100).
    Attacked,
    /// Hit somebody with an attack, even for 0 (A004).
    Hit,
    /// Hit somebody with an attack for more than 0.
    Damaged,
    /// Took Health from somebody, by a hit or by the damage of their own effect (A080).
    Hurt,
    /// Killed somebody (A082).
    Killed,
    /// Was the target of an attack.
    WasAttacked,
    /// Took more than 0 damage from a hit, Poison or an effect.
    WasDamaged,
    /// Used a skill or an item.
    Used,
    /// Used a Command Spell.
    Commanded,
    /// Came to a location.
    Entered,
    /// Left a location.
    Left,
    /// Retreated from a battle (R270).
    Fled,
    /// Died.
    Died,
    /// Entered Spirit Form.
    EnteredSpiritForm,
    /// Left Spirit Form.
    LeftSpiritForm,
    /// Took an attack in somebody else's place (R258).
    Intercepted,
}

impl PastDeedKind {
    /// Returns the kinds of deeds that words of a sheet may mean.
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
            // A Command Spell also counts as used.
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

/// Whether a deed is the first of its kind by its doer this Turn, given the deeds before it (A237).
pub fn is_first(past_deed: &PastDeed, before: &[PastDeed]) -> bool {
    !before.iter().any(|earlier| earlier.who == past_deed.who && earlier.kind == past_deed.kind)
}

/// Whether the deed at `index` is the first of its kind by its doer this Turn. What one use of a skill does to several
/// characters is one deed.
pub fn was_first(deeds: &[PastDeed], index: usize) -> bool {
    let Some(past_deed) = deeds.get(index) else { return false };
    // The deeds of a use follow its `Used` entries, of which there is one for each target.
    let last_use = deeds.iter().take(index + 1).rposition(|d| d.kind == PastDeedKind::Used && d.who == past_deed.who);
    let use_start = last_use.filter(|_| matches!(past_deed.kind, PastDeedKind::Used | PastDeedKind::Attacked)).map_or(
        index,
        |last| {
            let same_use =
                deeds.iter().take(last).rev().take_while(|d| d.kind == PastDeedKind::Used && d.who == past_deed.who);
            last - same_use.count()
        },
    );
    is_first(past_deed, deeds.get(..use_start).unwrap_or_default())
}
