//! What somebody did this Turn, as sheets speak of it: in conditions (`if the user was attacked this
//! Turn`) and in what their sentences wait for (`When the user is attacked, …`).

use crate::language::condition::{Act, Deed, SkillKind, Who, Written};
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::groups::in_group;
use super::setup::SkillRef;
use super::truth::{Speech, meant, meant_in_death};

/// One deed of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Who did it, or whom it befell.
    pub who: CharacterId,
    /// What.
    pub what: What,
    /// To whom, or by whom it befell.
    pub other: Option<CharacterId>,
    /// With what.
    pub skill: Option<SkillRef>,
    /// In its upgraded form.
    pub upgraded: bool,
    /// Where.
    pub place: Option<LocationId>,
    /// The number of the event by which the skill was used, of what belongs to its use.
    pub of_use: Option<u32>,
}

/// What sort of deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Used an attack on somebody (R100).
    Attacked,
    /// Hit somebody with an attack.
    Damaged,
    /// Killed somebody (A082).
    Killed,
    /// Was the target of an attack.
    WasAttacked,
    /// Took a hit, Poison or an effect's damage.
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

impl What {
    /// The deeds that words of a sheet may mean.
    #[must_use]
    pub const fn of(act: &Act<Written>) -> &'static [What] {
        match act {
            Act::Attacks(_) | Act::AttacksWith(..) => &[What::Attacked],
            Act::Damages(..) => &[What::Damaged],
            Act::Kills(_) => &[What::Killed],
            Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm => &[What::Used],
            Act::UsesCommandSpell => &[What::Commanded],
            Act::Enters(_) => &[What::Entered],
            Act::Leaves(_) => &[What::Left],
            // A Command Spell is used too.
            Act::Acts => &[What::Used, What::EnteredSpiritForm, What::LeftSpiritForm],
            Act::Dies => &[What::Died],
            Act::IsAttacked => &[What::WasAttacked],
            Act::IsDamaged => &[What::WasDamaged],
            Act::EntersSpiritForm => &[What::EnteredSpiritForm],
            Act::LeavesSpiritForm => &[What::LeftSpiritForm],
            Act::Flees => &[What::Fled],
            Act::Intercepts => &[What::Intercepted],
        }
    }
}

/// Whether a deed is what words of a sheet speak of.
#[must_use]
pub fn is(war: &War, done: &Done, deed: &Deed<Written>, speech: Speech) -> bool {
    if !What::of(&deed.act).contains(&done.what) || !means(war, &deed.who, speech, done.who, done.what == What::Died) {
        return false;
    }
    let on = |whom: &Option<Who<Written>>| {
        whom.as_ref().is_none_or(|whom| {
            done.other.is_some_and(|other| means(war, whom, speech, other, done.what == What::Killed))
        })
    };
    let at = |place: &Option<crate::language::condition::Name>| {
        done.place
            == match place {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(speech.here(war)),
            }
    };
    let skill = done.skill.map(|skill| war.skill(skill));
    match &deed.act {
        Act::Attacks(whom) | Act::Damages(None, whom) | Act::Kills(whom) => on(whom),
        Act::Damages(Some(kind), whom) => is_of_kind(war, done, *kind) && on(whom),
        Act::AttacksWith(kind, whom) => is_of_kind(war, done, *kind) && on(whom),
        Act::Uses(name, whom) => skill.is_some_and(|s| s.is_called(&name.text)) && on(whom),
        Act::UsesKind(kind) => is_of_kind(war, done, *kind),
        Act::UsesNoblePhantasm => skill.is_some_and(|s| s.role == crate::sheet::skill::Role::NoblePhantasm),
        Act::Enters(place) | Act::Leaves(place) => at(place),
        Act::UsesCommandSpell
        | Act::Acts
        | Act::Dies
        | Act::IsAttacked
        | Act::IsDamaged
        | Act::EntersSpiritForm
        | Act::LeavesSpiritForm
        | Act::Flees
        | Act::Intercepts => true,
    }
}

/// Whether a deed was done with a skill of a kind.
fn is_of_kind(war: &War, done: &Done, kind: SkillKind) -> bool {
    let Some(skill) = done.skill.map(|skill| war.skill(skill)) else { return false };
    match kind {
        SkillKind::Damage(kind) => skill.inflicts(kind, done.upgraded),
        SkillKind::Type(kind) => *skill.kind.at(done.upgraded) == kind,
        SkillKind::NoblePhantasm => skill.role == crate::sheet::skill::Role::NoblePhantasm,
        SkillKind::Any => true,
    }
}

/// Whether a deed came before any other such deed of whoever did it, of those before it this Turn (A237).
#[must_use]
pub fn is_first(done: &Done, before: &[Done]) -> bool {
    !before.iter().any(|earlier| earlier.who == done.who && earlier.what == done.what)
}

/// The same of a deed of this Turn, by its place: what one use of a skill does to several is one deed.
#[must_use]
pub fn was_first(deeds: &[Done], place: usize) -> bool {
    let Some(done) = deeds.get(place) else { return false };
    // The deeds of a use stand behind the last that says it was used, one for each of its targets.
    let of_use = deeds.iter().take(place + 1).rposition(|d| d.what == What::Used && d.who == done.who);
    let start = of_use.filter(|_| matches!(done.what, What::Used | What::Attacked)).map_or(place, |last| {
        let same = deeds.iter().take(last).rev().take_while(|d| d.what == What::Used && d.who == done.who);
        last - same.count()
    });
    is_first(done, deeds.get(..start).unwrap_or_default())
}

/// Whether words mean a certain character, dead or alive: of whoever fell by a deed it is the bond they had then.
fn means(war: &War, who: &Who<Written>, speech: Speech, id: CharacterId, fell: bool) -> bool {
    if fell {
        return meant_in_death(war, who, speech).contains(&id);
    }
    match who {
        Who::User => speech.user == id,
        Who::OneOf(list) => list.iter().any(|who| means(war, who, speech, id, false)),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => in_group(war, group, speech, id),
        others => meant(war, others, speech).contains(&id),
    }
}
