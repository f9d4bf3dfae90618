//! What a deed did to somebody, as templates and sentences read it.

use serde::Serialize;

use crate::perception::perceived::Perceived;

use super::value_words;

/// How much of somebody's Health is left, as far as the reader can tell, for a bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// Whose Health it is.
    pub who: String,
    /// Hundredths of their maximum, from 0 to 100.
    pub percent: u8,
    /// The same in a word or two: `about 25%`.
    pub words: String,
}

/// What a deed did to somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Consequence {
    /// To whom.
    pub who: String,
    /// In whose place they took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_whom: Option<String>,
    /// What made them stand there: nobody's word, a Command Spell, a skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<&'static str>,
    /// Before whom they stood besides, taking what was meant for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<String>,
    /// How many hits, if more than one and if that could be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<u32>,
    /// Damage, hit by hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// The type of damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// All of it, if there was more than one hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// What one hit was before that, as the reader's own sheet has it: `25 before STR, END and all else`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// What of the reader's own made the number another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The reader's own Health afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// What the ranks made of the blow: `END took some of it`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<&'static str>,
    /// How badly hurt they looked afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wound: Option<String>,
    /// How much Health that leaves: hundredths, and the words for it.
    #[serde(skip)]
    pub gauge: Option<(u8, String)>,
    /// Statuses received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statuses: Option<String>,
    /// Statuses that did nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmoved: Option<String>,
    /// Statuses cured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cured: Option<String>,
    /// Health and Mana restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restored: Option<String>,
    /// It was restored something, how much is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_restored: bool,
    /// Health and Mana lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// It lost something, how much is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_drained: bool,
    /// Was spared, somebody else standing between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spared_by: Option<String>,
    /// Was hurt by what is no attack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hurt: bool,
    /// What was done had no effect.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
    /// Was struck, with or without a number.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
    /// It is the first thing told of its deed.
    #[serde(skip)]
    pub first: bool,
    /// There is more to tell than the blow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// How much Health a blow left, where the reader can tell.
pub(super) fn gauge(part: &Perceived) -> Option<(u8, String)> {
    let own = part.left_percent.map(|percent| (percent, format!("{percent}%")));
    own.or_else(|| part.wound.and_then(value_words::wound_share))
}
