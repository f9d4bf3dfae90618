//! Messages from the referee: about orders, by the GM's ruling, in the Logic Game.

use std::borrow::Cow;
use std::slice;

use serde::{Deserialize, Serialize};

use crate::logic::step::LedgerStep;
use crate::sheet::visibility_table::Row;
use crate::vocabulary::ids::CharacterId;
use crate::war::War;

use super::Family;
use crate::event::apply_ruling::apply_change;
use crate::event::detail::{Outcome, RulingVerdict, StateChange};
use crate::event::facts::{Facts, Observers, Prominence, Words};
use crate::event::words::terms::outcome_words;
use crate::event::words::{HandleNames, or_nobody};
use crate::event::{Event, OrderRef, Vantage};

/// Messages from the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Referee {
    /// The outcome of an order.
    OrderOutcome { order: OrderRef, actor: CharacterId, outcome: Outcome },
    /// A ruling of the GM (R008), from `rulings.yaml`.
    Ruled {
        verdict: RulingVerdict,
        changes: Vec<StateChange>,
        /// The GM's reason, which only those in `told` read.
        reason: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<CharacterId>,
    },
    /// Somebody is told something in the words of the GM or of a player (R377, R378).
    Told {
        to: Vec<CharacterId>,
        words: String,
        /// Whether everybody is told, on the public page too.
        #[serde(rename = "public")]
        is_public: bool,
    },
    /// A step of the Logic Game (R386–R400). Its log is public, except for what is the GM's alone.
    LogicGame { step: LedgerStep },
    /// The program met an unexpected state, which is reported to the GM.
    Fault { text: String },
}

impl Family for Referee {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            // The outcome of an order is for its player, even if the character is dead (I22).
            Self::OrderOutcome { order, actor, outcome } => Facts {
                order: Some(*order),
                outcome: Some(*outcome),
                prominence: Prominence::Bookkeeping,
                ..Facts::of_actor(war, *actor)
                    .with_row(Row::OrderOutcome)
                    .with_observers(Observers::EachEvenDead(slice::from_ref(actor), Vantage::Own))
            },
            // Only those told read the reason; the owners of what was set notice that it was set.
            Self::Ruled { verdict, changes, reason, told } => Facts {
                objects: changes.iter().filter_map(StateChange::character).collect(),
                mentioned: characters_concerned(verdict, changes),
                observers: [
                    Observers::EachEvenDead(told, Vantage::Told),
                    Observers::AllObjects(Vantage::Own),
                    Observers::Nobody,
                ],
                words: if reason.is_empty() { Words::None } else { Words::Text(reason) },
                has_words_for_addressees_only: true,
                ..Facts::default().with_row(Row::Ruled)
            },
            Self::Told { to, words, is_public } => Facts {
                words: Words::Text(words),
                has_words_for_addressees_only: true,
                ..Facts::default()
                    .mentioning_each(to)
                    .with_row(if *is_public { Row::Announced } else { Row::Told })
                    .with_observers(Observers::EachEvenDead(to, Vantage::Told))
            },
            Self::LogicGame { .. } | Self::Fault { .. } => Facts::default(),
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::Ruled { changes, .. } => {
                changes.iter().for_each(|c| apply_change(war, c));
                war.reindex();
            }
            Self::LogicGame { step } => {
                let night = war.night;
                war.logic.apply(step, night);
            }
            Self::OrderOutcome { .. } | Self::Told { .. } | Self::Fault { .. } => {}
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::OrderOutcome { order, actor, outcome } => {
                let seat = names.war.setup.seats.get(order.seat.index()).map_or("?", |s| &s.name);
                format!("order {} of {seat} for {}: {}", order.number, names.character(*actor), outcome_words(*outcome))
            }
            Self::Ruled { verdict, changes, reason, .. } => names.describe_ruling(verdict, changes, reason),
            Self::Told { to, words, is_public } => {
                let to = if *is_public { "everybody".to_owned() } else { or_nobody(names.characters(to)) };
                format!("a word for {to}: {words}")
            }
            Self::LogicGame { step } => names.describe_step(step),
            Self::Fault { text } => format!("FAULT: {text}"),
        }
    }
}

/// The characters that a ruling concerns besides those whose state it sets: the one it forbids a skill, and the
/// owners of its sentences.
fn characters_concerned(verdict: &RulingVerdict, changes: &[StateChange]) -> Cow<'static, [CharacterId]> {
    let forbidden = if let RulingVerdict::ForbiddenSkill(who, _) = verdict { Some(*who) } else { None };
    let owner =
        |change: &StateChange| if let StateChange::Sentences(ruled) = change { Some(ruled.owner) } else { None };
    forbidden.into_iter().chain(changes.iter().filter_map(owner)).collect()
}
