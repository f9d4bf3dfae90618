//! Applies what the GM sets by a ruling: part of [`super::apply`].

use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::character::{Battle, Death, MasterState, ReceivedStatus, SeenContract};
use crate::war::seal::Hunt;
use crate::war::setup::SkillRef;

use super::detail::StateChange;

/// Applies one change that the GM set.
pub(super) fn apply_change(war: &mut War, change: &StateChange) {
    let night = war.night;
    match change {
        StateChange::Health(who, to) => war.character_mut(*who).health = *to,
        StateChange::Mana(who, to) => war.character_mut(*who).mana = *to,
        StateChange::At(who, to) => war.character_mut(*who).at = *to,
        StateChange::Cp(who, to) => edit_mastery(war, *who, |mastery| mastery.cp = *to),
        StateChange::CommandSpells(who, to) => edit_mastery(war, *who, |mastery| mastery.command_spells = *to),
        StateChange::Qualified(who, to) => edit_mastery(war, *who, |mastery| mastery.is_qualified = *to),
        StateChange::SpiritForm(who, to) => war.character_mut(*who).is_in_spirit_form = *to,
        StateChange::Statuses(who, to) => {
            // Statuses set before a Turn begins take effect in it, so they count as received on the Night before.
            war.character_mut(*who).statuses =
                to.iter().map(|status| ReceivedStatus { status: *status, by: None, since: night }).collect();
        }
        StateChange::Items(who, to) => war.character_mut(*who).items.clone_from(to),
        StateChange::Active(who, skills) => {
            war.active_skills.retain(|a| !(a.user == *who && a.is_self_only));
            for skill in skills {
                let active = active_skill_by_ruling(war, *who, *skill);
                war.active_skills.push(active);
            }
        }
        StateChange::Battle(who, turns, with) => {
            let character = war.character_mut(*who);
            character.battle = Battle { turns: *turns, opponents: with.iter().copied().collect(), ..Battle::default() };
            character.turn.was_in_battle = *turns > 0;
        }
        StateChange::InBattle(who, to) => war.character_mut(*who).turn.was_in_battle = *to,
        StateChange::Known(who, known) => set_known(war, *who, known),
        StateChange::Alive(who, alive) => {
            war.character_mut(*who).death = (!alive).then(|| Death {
                night,
                killers: Vec::new(),
                master: None,
                has_vanished: false,
                is_consumed: false,
            });
        }
        StateChange::ApChange(who, to) => war.character_mut(*who).ap_change = *to,
        StateChange::Master(servant, to) => set_master(war, *servant, *to),
        StateChange::Dropped(location, items) => {
            war.dropped.insert(*location, items.clone());
            war.dropped.retain(|_, items| !items.is_empty());
        }
        StateChange::Field(location, to) => {
            war.active_skills
                .retain(|a| !(a.location == *location && war.setup.skill(a.skill).is_field(a.is_upgraded)));
            if let Some((user, skill)) = to {
                war.active_skills
                    .push(ActiveSkill { location: *location, ..active_skill_by_ruling(war, *user, *skill) });
            }
        }
        StateChange::Night(to) => war.night = *to,
        StateChange::Marks(marks) => {
            // The marks count as set by the Seal at the end of the last week, or on the Night before if there was
            // none.
            let since = if night >= 7 { night / 7 * 7 } else { night };
            let hunt = Hunt { marks: marks.iter().copied().collect(), since };
            war.hunt = (!marks.is_empty()).then_some(hunt);
        }
        StateChange::Red(red) => war.igm.red.clone_from(red),
        StateChange::HealthBy(who, by) => {
            let maximum = war.maximum(*who, Resource::Health);
            let character = war.character_mut(*who);
            character.health = (character.health + *by).min(maximum.max(character.health));
        }
        StateChange::ManaBy(who, by) => {
            let maximum = war.maximum(*who, Resource::Mana);
            let character = war.character_mut(*who);
            character.mana = (character.mana + *by).min(maximum.max(character.mana));
        }
        StateChange::CpBy(who, by) => change_cp(war, *who, *by),
        StateChange::CommandSpellsBy(who, by) => edit_mastery(war, *who, |mastery| {
            mastery.command_spells = mastery.command_spells.saturating_add_signed(*by)
        }),
        StateChange::StatusAdded(who, status) => {
            war.character_mut(*who).statuses.push(ReceivedStatus { status: *status, by: None, since: night });
        }
        StateChange::ItemAdded(who, item) => war.character_mut(*who).items.push(*item),
        StateChange::DroppedAdded(location, item) => war.dropped.entry(*location).or_default().push(*item),
        StateChange::Sentences(ruled) => war.ruled.push((**ruled).clone()),
    }
}

/// Edits a Master's own state; does nothing for a character that is no Master.
fn edit_mastery(war: &mut War, who: CharacterId, edit: impl FnOnce(&mut MasterState)) {
    if let Some(mastery) = war.character_mut(who).mastery.as_mut() {
        edit(mastery);
    }
}

/// Sets which characters somebody knows, and with them the contracts between those.
fn set_known(war: &mut War, who: CharacterId, known: &[CharacterId]) {
    let night = war.night;
    let contract_of =
        |servant: &CharacterId| Some((*servant, war.character(*servant).master.filter(|m| known.contains(m))?));
    let seen_contract = |(servant, master)| (servant, SeenContract { master: Some(master), night });
    let bonds = known.iter().filter_map(contract_of).map(seen_contract).collect();
    let character = war.character_mut(who);
    (character.knows, character.bonds) = (known.iter().copied().collect(), bonds);
}

/// Gives a Servant another Master, or none. Whoever knew of a contract of the Servant knows the new one.
fn set_master(war: &mut War, servant: CharacterId, master: Option<CharacterId>) {
    let night = war.night;
    if let Some(former) = war.character(servant).master {
        edit_mastery(war, former, |mastery| mastery.servants.retain(|s| *s != servant));
    }
    let character = war.character_mut(servant);
    character.master = master;
    character.masterless_since = master.is_none().then_some(night);
    character.bereft_of = None;
    for other in war.ids() {
        if let Some(contract) = war.character_mut(other).bonds.get_mut(&servant) {
            *contract = SeenContract { master, night };
        }
    }
    let seat = master.and_then(|m| war.seat_of(m));
    if let Some(mastery) = master.and_then(|m| war.character_mut(m).mastery.as_mut()) {
        mastery.servants.push(servant);
        war.character_mut(servant).seat = seat;
    }
    war.rebuild_bonds();
}

/// A skill set active by the GM, as though used on the Night before, with its upkeep still to be paid and no fixed
/// end. It works on its user alone; a field works on whoever comes.
fn active_skill_by_ruling(war: &War, user: CharacterId, skill: SkillRef) -> ActiveSkill {
    let sheet_skill = war.skill(skill);
    let covers_ground = sheet_skill.covers_ground(false);
    let opponents = || war.present(war.character(user).at).filter(|id| war.are_foes(user, *id)).collect();
    let targets = if sheet_skill.is_marble(false) {
        opponents()
    } else if sheet_skill.is_field(false) {
        Vec::new()
    } else {
        vec![user]
    };
    ActiveSkill {
        targets,
        upkeep: sheet_skill.cost.value(false).upkeep,
        is_self_only: !covers_ground,
        parts: war.all_parts(skill),
        ..war.new_active(user, skill)
    }
}

pub(super) fn change_cp(war: &mut War, master: CharacterId, by: Exact) {
    if let Some(mastery) = war.character_mut(master).mastery.as_mut() {
        mastery.cp = (mastery.cp + by).at_least_zero();
    }
}
