//! The IGM: what it is paid and tells, whom it shelters, whom its Seal marks.

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::war::War;
use crate::war::igm::Information;
use crate::war::seal::Hunt;

use super::Family;
use crate::event::apply_ruling::change_cp;
use crate::event::facts::{Facts, Observers, RevealedPresence, Words};
use crate::event::words::{HandleNames, or_nobody};
use crate::event::{Event, Vantage};

/// Dealings with the IGM, and the hunt of its Seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Igm {
    /// The IGM was paid, in Combat Points or with a piece of information (R318).
    IgmPaid { who: CharacterId, sold: Option<Information>, payer: Option<CharacterId>, price: Exact },
    /// The IGM told a piece of information (R325).
    Informed {
        who: CharacterId,
        seat: Option<SeatId>,
        /// Its index in the IGM's store.
        piece: u16,
        words: String,
    },
    /// A Master took shelter with the IGM and is out of the War (R334–R336).
    Sheltered { who: CharacterId },
    /// The Seal of the IGM marked the teams to be hunted (R305–R307).
    Marked {
        /// The Masters of the teams in last place.
        masters: Vec<CharacterId>,
        marks: Vec<CharacterId>,
        /// Whether everybody is told whose teams they are (I10).
        #[serde(rename = "public")]
        is_public: bool,
    },
    /// The hunt is over (R311).
    HuntEnded {
        /// Whether a mark was killed; otherwise its Nights have passed, or no mark is left.
        killed: bool,
        #[serde(rename = "public")]
        is_public: bool,
    },
    /// A Master gained a Command Spell for the first mark killed, and is qualified again if they were not (R308,
    /// R309).
    SealPrize {
        master: CharacterId,
        /// The number they have now.
        left: u32,
    },
}

impl Family for Igm {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::IgmPaid { who, sold, payer, price } => Facts {
                amount: Some(*price).filter(|price| !price.is_zero()),
                words: sold.as_ref().map_or(Words::None, |piece| Words::Text(&piece.words)),
                ..Facts::of_actor(war, *who)
                    .mentioning_each(payer.as_slice())
                    .with_row(Row::IgmPaid)
                    .observed_by_actor()
            },
            Self::Informed { who, words, .. } => Facts {
                words: Words::Text(words),
                ..Facts::of_actor(war, *who).with_row(Row::Informed).observed_by_actor()
            },
            Self::Sheltered { who } => Facts {
                reveals: RevealedPresence::All,
                ..Facts::of_actor(war, *who).with_row(Row::Sheltered).observed_by_actor_and_bystanders()
            },
            // If the marks are public, everybody reads the Masters' names (I10).
            Self::Marked { masters, marks, is_public } => {
                let observers = if *is_public { Observers::Everybody } else { Observers::Each(marks, Vantage::Told) };
                let words = if *is_public { Words::Names(masters) } else { Words::None };
                let facts = Facts::default().mentioning_each(marks).with_row(Row::Marked).with_observers(observers);
                Facts { words, has_words_for_addressees_only: true, ..facts }
            }
            Self::HuntEnded { is_public, .. } => {
                let observers = if *is_public { Observers::Everybody } else { Observers::Marked };
                Facts::default().with_row(Row::HuntEnded).with_observers(observers)
            }
            Self::SealPrize { master, left } => Facts { count: Some(*left), ..Facts::of_actor(war, *master) }
                .without_location()
                .with_row(Row::SpellsChanged)
                .observed_by_actor(),
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::IgmPaid { who, sold, payer, price } => {
                let turn = &mut war.character_mut(*who).turn;
                (turn.has_dealt_with_igm, turn.has_acted) = (true, true);
                if let Some(payer) = payer {
                    change_cp(war, *payer, -*price);
                }
                war.igm.pieces.extend(sold.iter().cloned());
            }
            Self::Informed { seat, piece, .. } => {
                if let Some(piece) = war.igm.pieces.get_mut(usize::from(*piece)) {
                    piece.given.extend(*seat);
                }
            }
            Self::Sheltered { who } => {
                if let Some(mastery) = war.character_mut(*who).mastery.as_mut() {
                    mastery.is_sheltered = true;
                }
                war.reindex();
            }
            Self::Marked { marks, .. } => {
                war.hunt = Some(Hunt { marks: marks.iter().copied().collect(), since: war.night });
            }
            Self::HuntEnded { .. } => war.hunt = None,
            Self::SealPrize { master, left } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    (mastery.command_spells, mastery.is_qualified) = (*left, true);
                }
            }
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::IgmPaid { who, sold, payer, price } => match (sold, payer) {
                (Some(piece), _) => format!("{} tells the IGM: {}", names.character(*who), piece.words),
                (None, Some(payer)) => {
                    format!("{} pays the IGM {price} CP of {}", names.character(*who), names.character(*payer))
                }
                (None, None) => format!("{} pays the IGM {}", names.character(*who), Exact::ZERO),
            },
            Self::Informed { who, words, .. } => format!("the IGM tells {}: {words}", names.character(*who)),
            Self::Sheltered { who } => format!("{} takes shelter and is out of the War", names.character(*who)),
            Self::Marked { masters, marks, .. } => {
                format!(
                    "the Seal marks the teams of {}: {}",
                    names.characters(masters),
                    or_nobody(names.characters(marks))
                )
            }
            Self::HuntEnded { killed: true, .. } => "the hunt is over: a mark was killed".to_owned(),
            Self::HuntEnded { killed: false, .. } => "the hunt is over".to_owned(),
            Self::SealPrize { master, left } => {
                format!("{} gains a Command Spell for the mark; {left} now", names.character(*master))
            }
        }
    }
}
