//! Items and Home Bases changing hands.

use std::borrow::Cow;
use std::slice;

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;
use crate::war::setup::{Facility, SkillRef};

use super::Family;
use crate::event::apply_ruling::change_cp;
use crate::event::facts::{Facts, Observers, RevealedPresence};
use crate::event::words::{HandleNames, join};
use crate::event::{Event, Vantage};

/// Items and Home Bases changing hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Possessions {
    /// An item was used and disappeared (R340).
    ItemSpent { who: CharacterId, item: SkillRef },
    /// Items were bought (R337).
    Bought {
        who: CharacterId,
        item: SkillRef,
        count: u32,
        /// Whose Combat Points paid (R281).
        payer: CharacterId,
        /// Combat Points paid for all of them.
        price: Exact,
    },
    /// An item was given, dropped or picked up (R352–R354).
    ItemPassed {
        item: SkillRef,
        /// Who had it; `None` if it lay on the ground.
        from: Option<CharacterId>,
        /// Who has it now; `None` if it lies on the ground.
        to: Option<CharacterId>,
        at: LocationId,
    },
    /// Home Bases changed hands (R229).
    HomeTaken { owner: CharacterId, former: CharacterId, homes: Vec<LocationId> },
    /// A Servant without a Master took Home Bases, for the first Master who makes a contract with it (R230, R231).
    SpoilsTaken { who: CharacterId, former: CharacterId, homes: Vec<LocationId> },
}

impl Family for Possessions {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::ItemSpent { who, .. } => {
                Facts { is_told_with_use: true, ..Facts::of_actor(war, *who).observed_by_actor() }
            }
            Self::Bought { who, item, count, price, .. } => Facts {
                items: slice::from_ref(item),
                count: Some(*count),
                amount: Some(*price),
                reveals: RevealedPresence::All,
                ..Facts::of_actor(war, *who).with_row(Row::Bought).observed_by_actor_and_bystanders()
            },
            Self::ItemPassed { item, from, to, at } => Facts {
                actor: from.or(*to),
                is_action: true,
                objects: Cow::Borrowed(if from.is_some() { to.as_slice() } else { &[] }),
                items: slice::from_ref(item),
                row: match (from, to) {
                    (Some(_), Some(_)) => Some(Row::ItemGiven),
                    (_, None) => Some(Row::ItemDropped),
                    (None, Some(_)) => Some(Row::ItemTaken),
                },
                observers: [
                    Observers::Each(from.as_slice(), Vantage::Own),
                    Observers::Each(to.as_slice(), Vantage::Own),
                    Observers::Present,
                ],
                reveals: RevealedPresence::All,
                ..Facts::default().at_location(*at)
            },
            Self::HomeTaken { owner, former, homes } => {
                Facts { known_locations: homes, ..Facts::of_actor(war, *owner) }
                    .mentioning(former)
                    .without_location()
                    .with_row(Row::HomeTaken)
                    .observed_by_actor()
            }
            Self::SpoilsTaken { who, former, .. } => {
                Facts::of_actor(war, *who).mentioning(former).without_location().observed_by_actor()
            }
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::ItemSpent { who, item } => {
                let character = war.character_mut(*who);
                if let Some(index) = character.items.iter().position(|i| i == item) {
                    character.items.remove(index);
                }
                // Another of its kind works anew.
                character.counted.retain(|(skill, ..)| skill != item);
                war.reindex();
            }
            Self::Bought { who, item, count, payer, price } => {
                change_cp(war, *payer, -*price);
                // Only the Hospital limits how much it sells (R338, R339).
                let counted = war.setup.location(war.character(*who).at).facility == Some(Facility::AdvancedHospital);
                let character = war.character_mut(*who);
                character.items.extend(std::iter::repeat_n(*item, *count as usize));
                character.turn.has_acted = true;
                character.turn.bought += if counted { *count } else { 0 };
                war.reindex();
            }
            Self::ItemPassed { item, from, to, at } => {
                if let Some(who) = from.or(*to) {
                    war.character_mut(who).turn.has_acted = true;
                }
                move_item(war, *item, *from, *to, *at);
                war.reindex();
            }
            Self::HomeTaken { owner, former, homes } => {
                if let Some(mastery) = war.character_mut(*former).mastery.as_mut() {
                    mastery.homes.retain(|h| !homes.contains(h));
                }
                // A Servant that held them for its next Master holds them no longer (R231).
                for id in war.ids() {
                    war.character_mut(id).spoils.retain(|h| !homes.contains(h));
                }
                if let Some(mastery) = war.character_mut(*owner).mastery.as_mut() {
                    mastery.homes.extend(homes.iter().copied());
                }
            }
            Self::SpoilsTaken { who, former, homes } => {
                if let Some(mastery) = war.character_mut(*former).mastery.as_mut() {
                    mastery.homes.retain(|h| !homes.contains(h));
                }
                war.character_mut(*who).spoils.extend(homes.iter().copied());
            }
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::ItemSpent { who, item } => format!("{}'s {} is used up", names.character(*who), names.skill(*item)),
            Self::Bought { who, item, count, payer, price } => {
                format!(
                    "{} buys {count} {} for {price} CP of {}",
                    names.character(*who),
                    names.skill(*item),
                    names.character(*payer)
                )
            }
            Self::ItemPassed { item, from, to, at } => match (from, to) {
                (Some(from), Some(to)) => {
                    format!("{} gives {} to {}", names.character(*from), names.skill(*item), names.character(*to))
                }
                (Some(from), None) => {
                    format!("{} drops {} at {}", names.character(*from), names.skill(*item), names.location_name(*at))
                }
                (None, Some(to)) => {
                    format!("{} picks {} up at {}", names.character(*to), names.skill(*item), names.location_name(*at))
                }
                (None, None) => format!("{} lies at {}", names.skill(*item), names.location_name(*at)),
            },
            Self::HomeTaken { owner, former, homes } => {
                let homes = join(homes.iter().map(|h| names.location_name(*h)));
                format!("{} takes over from {}: {homes}", names.character(*owner), names.character(*former))
            }
            Self::SpoilsTaken { who, former, homes } => {
                let homes = join(homes.iter().map(|h| names.location_name(*h)));
                format!(
                    "{} holds for its next Master what was {}'s: {homes}",
                    names.character(*who),
                    names.character(*former)
                )
            }
        }
    }
}

/// Moves an item from its holder or the ground to its new holder or the ground.
fn move_item(war: &mut War, item: SkillRef, from: Option<CharacterId>, to: Option<CharacterId>, at: LocationId) {
    let items = match from {
        Some(holder) => &mut war.character_mut(holder).items,
        None => war.dropped.entry(at).or_default(),
    };
    if let Some(index) = items.iter().position(|held| *held == item) {
        items.remove(index);
    }
    match to {
        Some(taker) => war.character_mut(taker).items.push(item),
        None => war.dropped.entry(at).or_default().push(item),
    }
    war.dropped.retain(|_, items| !items.is_empty());
}
