//! The course of the War in plain words: consuming, the IGM, the Seal, the story, the endings.

use crate::event::kind::EventKind;
use crate::vocabulary::exact::Exact;

use super::{Speaker, list, numbers, or_nobody};

impl Speaker<'_> {
    /// `Saber consumes a civilian at Park: 20 Mana`; nothing for any other kind of event.
    pub(super) fn course(&self, kind: &EventKind) -> String {
        match kind {
            EventKind::CivilianConsumed { who, at, mana } => {
                format!("{} consumes a civilian at {}: {mana} Mana", self.who(*who), self.place(*at))
            }
            EventKind::MasterConsumed { who, master, health, mana } => {
                format!("{} consumes {}: {}", self.who(*who), self.who(*master), numbers(*health, *mana))
            }
            EventKind::IgmPaid { who, sold, payer, price } => match (sold, payer) {
                (Some(piece), _) => format!("{} tells the IGM: {}", self.who(*who), piece.words),
                (None, Some(payer)) => format!("{} pays the IGM {price} CP of {}", self.who(*who), self.who(*payer)),
                (None, None) => format!("{} pays the IGM {}", self.who(*who), Exact::ZERO),
            },
            EventKind::Informed { who, words, .. } => format!("the IGM tells {}: {words}", self.who(*who)),
            EventKind::Sheltered { who } => format!("{} takes shelter and is out of the War", self.who(*who)),
            EventKind::Marked { masters, marks, .. } => {
                format!("the Seal marks the teams of {}: {}", self.all(masters), or_nobody(self.all(marks)))
            }
            EventKind::HuntEnded { killed: true, .. } => "the hunt is over: a mark was killed".to_owned(),
            EventKind::HuntEnded { killed: false, .. } => "the hunt is over".to_owned(),
            EventKind::SealPrize { master, left } => {
                format!("{} gains a Command Spell for the mark; {left} now", self.who(*master))
            }
            EventKind::StoryTold { set } => format!("story updates appear, set {set}"),
            EventKind::StoryGained { who, skills } => format!("{} gains {}", self.who(*who), self.skills(skills)),
            EventKind::SpoilsTaken { who, former, homes } => {
                let homes = list(homes.iter().map(|h| self.place(*h)));
                format!("{} holds for its next Master what was {}'s: {homes}", self.who(*who), self.who(*former))
            }
            EventKind::PuzzleAnswered { who, words } => {
                format!("{} answers the closing puzzle: {words}", self.who(*who))
            }
            EventKind::EndingReached { master, ends } => format!("{}: {}", self.who(*master), list(ends)),
            _ => String::new(),
        }
    }
}
