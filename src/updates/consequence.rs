//! What a deed did to somebody, as templates and sentences read it.

use serde::Serialize;

use crate::perception::perceived::Perceived;

use super::value_words;

/// How much of a character's Health is left, as far as the reader can tell; drawn as a bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// Whose Health it is.
    pub who: String,
    /// The Health left, in hundredths of the maximum, from 0 to 100.
    pub percent: u8,
    /// The same in a word or two: `about 25%`.
    pub words: String,
}

/// What a deed did to one character.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Consequence {
    /// The character it was done to.
    pub who: String,
    /// The character whose hit this one took instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_whom: Option<String>,
    /// Why they stood between: of their own will, by a Command Spell, by a skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<&'static str>,
    /// Another character they also stood before, so that they took the hits meant for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<String>,
    /// The number of hits, if more than one and if it could be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<u32>,
    /// Damage, hit by hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// The type of damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The sum of the damage, if there was more than one hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// The damage of one hit on the reader's own sheet: `25 before STR, END and all else`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// What of the reader's own side changed the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The reader's own Health afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// What the ranks did to the hit: `END took some of it`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<&'static str>,
    /// How badly hurt they looked afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wound: Option<String>,
    /// The Health left after it: hundredths, and the words for them.
    #[serde(skip)]
    pub gauge: Option<(u8, String)>,
    /// Statuses received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statuses: Option<String>,
    /// Statuses that had no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmoved: Option<String>,
    /// Statuses cured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cured: Option<String>,
    /// Health and Mana restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restored: Option<String>,
    /// Whether something was restored, even if the amount is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_restored: bool,
    /// Health and Mana lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// Whether something was lost, even if the amount is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_drained: bool,
    /// Who stood between and so spared them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spared_by: Option<String>,
    /// Whether they were hurt by something other than an attack.
    #[serde(rename = "hurt", skip_serializing_if = "std::ops::Not::not")]
    pub is_hurt: bool,
    /// Whether the deed had no effect on them.
    #[serde(rename = "negated", skip_serializing_if = "std::ops::Not::not")]
    pub is_negated: bool,
    /// Whether they were struck, with or without a known number.
    #[serde(rename = "struck", skip_serializing_if = "std::ops::Not::not")]
    pub is_struck: bool,
    /// Whether this is the first consequence told of its deed.
    #[serde(skip)]
    pub is_first: bool,
    /// Whether there is more to tell than the hit.
    #[serde(rename = "more", skip_serializing_if = "std::ops::Not::not")]
    pub has_more: bool,
}

/// The Health left after a hit, if the reader can tell.
pub(super) fn health_left(part: &Perceived) -> Option<(u8, String)> {
    let own = part.left_percent.map(|percent| (percent, format!("{percent}%")));
    own.or_else(|| part.wound.and_then(value_words::health_left_after_wound))
}
