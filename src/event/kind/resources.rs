//! What a Turn gives and takes: points, Health and Mana, Combat Points.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::language::condition_text::resource_name;
use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Rank;
use crate::war::War;
use crate::war::character::UnpaidContract;
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::Event;
use crate::event::apply_ruling::change_cp;
use crate::event::detail::{Drain, Paid};
use crate::event::facts::{Facts, Learners, Prominence, RevealedPresence};
use crate::event::number_receipts::{ApTerm, CpTerm, RegenReceipt};
use crate::event::payment::pay;
use crate::event::words::terms::{ap_source_words, drain_words, health_and_mana_words, or_nothing};
use crate::event::words::{HandleNames, join};

fn is_zero(amount: &Exact) -> bool {
    amount.is_zero()
}

/// Points, Health and Mana gained and lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Resources {
    /// A character received the points and actions of a Turn (R077, R078, R084, R085, A033).
    Granted {
        who: CharacterId,
        ap: u32,
        sp: u32,
        turn_action: bool,
        move_action: bool,
        /// LCK at the start of the Turn (A008).
        luck: Rank,
        terms: Vec<ApTerm>,
    },
    /// Regeneration (R242, R243).
    Regenerated {
        who: CharacterId,
        /// The Health restored, after the cap.
        health: Exact,
        /// The Mana restored, after the cap.
        mana: Exact,
        health_receipt: RegenReceipt,
        mana_receipt: RegenReceipt,
    },
    /// An upkeep was paid (R123, R212).
    UpkeepPaid { who: CharacterId, skill: SkillRef, mana: Exact, health: Exact },
    /// Mana was lost because of contracts (R144, R149).
    Drained { who: CharacterId, mana: Exact, why: Drain },
    /// Health or Mana was restored by an effect.
    Restored {
        who: CharacterId,
        of: Resource,
        /// The amount after the cap (A023).
        amount: Exact,
        skill: SkillRef,
        by: CharacterId,
    },
    /// An effect that is no attack took Health or Mana.
    Lost { who: CharacterId, of: Resource, amount: Exact, skill: SkillRef, by: CharacterId },
    /// A character's maximum of Health or Mana changed; any excess above it is lost (A023).
    MaximumChanged {
        who: CharacterId,
        of: Resource,
        /// The Health or Mana lost.
        lost: Exact,
        receipt: RegenReceipt,
    },
    /// AP were added to or taken from the next Turn (R080, A035).
    ApBooked {
        who: CharacterId,
        /// Signed points.
        ap: i32,
        skill: SkillRef,
        by: CharacterId,
    },
    /// A Servant consumed a civilian for a Full Turn (R298, R299).
    CivilianConsumed {
        who: CharacterId,
        at: LocationId,
        /// The Mana restored, after the cap.
        mana: Exact,
        /// The Health restored by an effect, after the cap.
        #[serde(default, skip_serializing_if = "is_zero")]
        health: Exact,
    },
    /// A Servant consumed a dying Master (R303).
    MasterConsumed {
        who: CharacterId,
        master: CharacterId,
        /// The Health restored, after the cap.
        health: Exact,
        /// The Mana restored, after the cap.
        mana: Exact,
    },
    /// A Master earned the Combat Points of the Turn (R279).
    CombatPoints { master: CharacterId, amount: Exact, terms: Vec<CpTerm> },
    /// An effect gave Combat Points.
    CombatPointsGiven { master: CharacterId, amount: Exact, skill: SkillRef },
    /// Combat Points disappeared (R284, R287).
    CombatPointsLost { master: CharacterId, amount: Exact },
    /// A team inside a Reality Marble was in no battle at the end of the Turn, or is in one again (R297).
    IdleInMarble {
        master: CharacterId,
        user: CharacterId,
        skill: SkillRef,
        /// The number of such rounds in a row; 0 when the count restarts.
        rounds: u32,
        cp: Exact,
    },
}

impl Family for Resources {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::Granted { who, ap, .. } => {
                let prominence = Prominence::Bookkeeping;
                Facts {
                    count: Some(*ap),
                    prominence,
                    ..Facts::of_actor(war, *who).with_row(Row::TurnBegan).observed_by_actor()
                }
            }
            Self::Regenerated { who, health, mana, .. } => {
                Facts { affected_body: Some(*who), ..Facts::of_actor(war, *who) }
                    .with_amounts(*health, *mana)
                    .with_row(Row::Regenerated)
                    .observed_by_actor()
            }
            Self::UpkeepPaid { who, skill, mana, health } => Facts::of_actor(war, *who)
                .with_skill(*skill)
                .with_amounts(*health, *mana)
                .with_row(Row::Upkeep)
                .observed_by_actor(),
            Self::Drained { who, mana, .. } => {
                Facts::of_actor(war, *who).with_amounts(Exact::ZERO, *mana).with_row(Row::Drained).observed_by_actor()
            }
            Self::Restored { who, of, amount, skill, by } | Self::Lost { who, of, amount, skill, by } => {
                let (health, mana) = of.as_health_and_mana(*amount);
                let row = if let Self::Restored { .. } = self { Row::Restored } else { Row::Lost };
                let facts = Facts::of_actor(war, *by)
                    .with_body(war, who)
                    .with_skill(*skill)
                    .with_amounts(health, mana)
                    .with_row(row);
                Facts { is_seen_only_where_it_strikes: true, ..facts.consequence_of_use() }
            }
            Self::MaximumChanged { who, .. } => Facts::of_actor(war, *who).observed_by_actor(),
            Self::ApBooked { who, by, .. } => Facts::of_actor(war, *who).mentioning(by).observed_by_actor(),
            Self::CivilianConsumed { who, at, mana, health } => Facts {
                reveals: RevealedPresence::All,
                learners: Learners::Everybody,
                ..Facts::of_actor(war, *who)
                    .at_location(*at)
                    .with_amounts(*health, *mana)
                    .with_row(Row::CivilianConsumed)
                    .observed_by_actor_and_bystanders()
            },
            Self::MasterConsumed { who, master, health, mana } => Facts {
                reveals: RevealedPresence::Actor,
                learners: Learners::Everybody,
                ..Facts::of_actor(war, *who)
                    .with_object(master)
                    .with_amounts(*health, *mana)
                    .with_row(Row::MasterConsumed)
                    .observed_by_actor_and_bystanders()
            },
            Self::CombatPoints { master, amount, .. } | Self::CombatPointsGiven { master, amount, .. } => {
                Facts { amount: Some(*amount), ..Facts::of_actor(war, *master) }
                    .without_location()
                    .with_row(Row::CombatPoints)
                    .observed_by_actor()
            }
            Self::CombatPointsLost { master, amount } => {
                Facts { amount: Some(*amount), ..Facts::of_actor(war, *master) }
                    .without_location()
                    .with_row(Row::CombatPointsLost)
                    .observed_by_actor()
            }
            Self::IdleInMarble { master, user, rounds, cp, .. } => {
                let amount = Some(*cp).filter(|cp| !cp.is_zero());
                let row = (*rounds > 0).then_some(Row::Idled);
                Facts { amount, count: Some(*rounds), row, ..Facts::of_actor(war, *master) }
                    .mentioning(user)
                    .without_location()
                    .observed_by_actor()
            }
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::Granted { who, ap, sp, turn_action, move_action, luck, .. } => {
                let character = war.character_mut(*who);
                character.ap_change = 0;
                let turn = &mut character.turn;
                (turn.ap, turn.sp) = (*ap, *sp);
                (turn.has_turn_action, turn.has_move_action) = (*turn_action, *move_action);
                turn.luck = *luck;
            }
            Self::Regenerated { who, health, mana, .. } => add_health_and_mana(war, *who, *health, *mana),
            Self::UpkeepPaid { who, mana, health, .. } => add_health_and_mana(war, *who, -*health, -*mana),
            Self::Drained { who, mana, why } => {
                let night = war.night;
                let character = war.character_mut(*who);
                character.mana -= *mana;
                if *why == Drain::UnpaidMaster {
                    let since = character.unpaid.filter(|u| u.last + 1 >= night).map_or(night, |u| u.since);
                    character.unpaid = Some(UnpaidContract { since, last: night });
                }
            }
            Self::Restored { who, of, amount, .. } => {
                let (health, mana) = of.as_health_and_mana(*amount);
                add_health_and_mana(war, *who, health, mana);
            }
            Self::Lost { who, of, amount, .. } => {
                let (health, mana) = of.as_health_and_mana(*amount);
                add_health_and_mana(war, *who, -health, -mana);
            }
            Self::MaximumChanged { who, of, lost, receipt } => {
                war.set_maximum(*who, *of, receipt.amount);
                let (health, mana) = of.as_health_and_mana(*lost);
                let character = war.character_mut(*who);
                character.health -= health;
                character.mana -= mana;
            }
            Self::ApBooked { who, ap, .. } => {
                let character = war.character_mut(*who);
                character.ap_change = character.ap_change.saturating_add(*ap);
            }
            Self::CivilianConsumed { who, mana, health, .. } => {
                let character = war.character_mut(*who);
                let full_turn = Paid { takes_full_turn: true, ..Paid::default() };
                pay(character, &full_turn, false, false);
                character.turn.has_acted = true;
                character.mana += *mana;
                character.health += *health;
            }
            Self::MasterConsumed { who, master, health, mana } => {
                if let Some(death) = war.character_mut(*master).death.as_mut() {
                    death.is_consumed = true;
                }
                let character = war.character_mut(*who);
                character.turn.has_acted = true;
                character.health += *health;
                character.mana += *mana;
            }
            Self::CombatPoints { master, amount, .. } | Self::CombatPointsGiven { master, amount, .. } => {
                change_cp(war, *master, *amount);
            }
            Self::CombatPointsLost { master, amount } => change_cp(war, *master, -*amount),
            Self::IdleInMarble { master, user, skill, rounds, cp } => {
                change_cp(war, *master, -*cp);
                for marble in
                    war.active_skills.iter_mut().filter(|a| a.user == *user && a.skill == *skill && a.is_skill())
                {
                    if *rounds == 0 {
                        marble.idle.remove(master);
                    } else {
                        marble.idle.insert(*master, *rounds);
                    }
                }
            }
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::Granted { who, ap, sp, turn_action, move_action, luck, terms } => {
                let terms = join(terms.iter().map(|t| format!("{} {:+}", ap_source_words(t.source), t.amount)));
                let mut parts = Vec::new();
                if *ap > 0 || !terms.is_empty() {
                    parts.push(if terms.is_empty() { format!("{ap} AP") } else { format!("{ap} AP ({terms})") });
                }
                if *sp > 0 {
                    parts.push(format!("{sp} SP"));
                }
                if *turn_action {
                    parts.push("a Turn Action".to_owned());
                }
                if *move_action {
                    parts.push("a Move Action".to_owned());
                }
                format!("{} receives {}; LCK {luck}", names.character(*who), or_nothing(&parts))
            }
            Self::Regenerated { who, health, mana, health_receipt, mana_receipt } => format!(
                "{} regenerates {health} Health ({}) and {mana} Mana ({})",
                names.character(*who),
                health_receipt.formula(),
                mana_receipt.formula()
            ),
            Self::UpkeepPaid { who, skill, mana, health } => {
                format!(
                    "{} pays {} to prolong {}",
                    names.character(*who),
                    health_and_mana_words(*health, *mana),
                    names.skill(*skill)
                )
            }
            Self::Drained { who, mana, why: reason } => {
                format!("{} loses {mana} Mana: {}", names.character(*who), drain_words(*reason))
            }
            Self::Restored { who, of: resource, amount, skill, .. } => {
                format!(
                    "{} restores {amount} {} through {}",
                    names.character(*who),
                    resource_name(*resource),
                    names.skill(*skill)
                )
            }
            Self::Lost { who, of: resource, amount, skill, .. } => {
                format!(
                    "{} loses {amount} {} through {}",
                    names.character(*who),
                    resource_name(*resource),
                    names.skill(*skill)
                )
            }
            Self::MaximumChanged { who, of: resource, lost, receipt } => {
                let excess = if lost.is_zero() { String::new() } else { format!("; {lost} above it are lost") };
                let name = resource_name(*resource);
                format!(
                    "{}'s maximum {name} is {} ({}){excess}",
                    names.character(*who),
                    receipt.amount,
                    receipt.formula()
                )
            }
            Self::ApBooked { who, ap, skill, .. } => {
                format!("{} has {ap:+} AP in the next Turn through {}", names.character(*who), names.skill(*skill))
            }
            Self::CivilianConsumed { who, at: location, mana, health } => {
                let restored = match health.is_zero() {
                    true => format!("{mana} Mana"),
                    false => health_and_mana_words(*health, *mana),
                };
                let (who, at) = (names.character(*who), names.location_name(*location));
                format!("{who} consumes a civilian at {at}: {restored}")
            }
            Self::MasterConsumed { who, master, health, mana } => {
                format!(
                    "{} consumes {}: {}",
                    names.character(*who),
                    names.character(*master),
                    health_and_mana_words(*health, *mana)
                )
            }
            Self::CombatPoints { master, amount, terms } => {
                let terms = join(terms.iter().map(|term| match term {
                    CpTerm { is_received: true, damage, .. } => format!("½ × {damage}"),
                    CpTerm { factor, damage, .. } if *factor != Exact::ONE => format!("{factor} × {damage}"),
                    CpTerm { damage, .. } => damage.to_string(),
                }));
                format!("{} gains {amount} Combat Points ({terms})", names.character(*master))
            }
            Self::CombatPointsGiven { master, amount, skill } => {
                format!("{} gains {amount} CP through {}", names.character(*master), names.skill(*skill))
            }
            Self::CombatPointsLost { master, amount } => {
                format!("{} loses {amount} Combat Points", names.character(*master))
            }
            Self::IdleInMarble { master, rounds: 0, .. } => {
                format!("the team of {} does not idle inside a Reality Marble any more", names.character(*master))
            }
            Self::IdleInMarble { master, user, skill, rounds, cp } => format!(
                "{} loses {cp} Combat Points: no battle inside {}'s {}, {rounds} in a row (50 × {rounds})",
                names.character(*master),
                names.character(*user),
                names.skill(*skill)
            ),
        }
    }
}

fn add_health_and_mana(war: &mut War, who: CharacterId, health: Exact, mana: Exact) {
    let character = war.character_mut(who);
    character.health += health;
    character.mana += mana;
}
