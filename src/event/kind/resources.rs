//! What a Turn gives and takes: points, Health and Mana, Combat Points.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::language::condition_text::resource;
use crate::sheet::ladder::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Rank;
use crate::war::War;
use crate::war::character::Unpaid;
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::Event;
use crate::event::by_ruling::change_cp;
use crate::event::detail::{Drain, Paid};
use crate::event::facts::{Facts, Reveals, Teaches, Weight};
use crate::event::payment::pay;
use crate::event::receipt::{ApTerm, CpTerm, RegenReceipt};
use crate::event::words::terms::{ap_source, drain, numbers, or_nothing};
use crate::event::words::{Names, list};

/// Points, Health and Mana gained and lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Resources {
    /// A character received what a Turn gives (R077, R078, R084, R085, A033).
    Granted {
        /// Who.
        who: CharacterId,
        /// AP in all.
        ap: u32,
        /// SP.
        sp: u32,
        /// A Turn Action.
        turn_action: bool,
        /// A Move Action.
        move_action: bool,
        /// LCK as the Turn begins (A008).
        luck: Rank,
        /// How the AP came about.
        terms: Vec<ApTerm>,
    },
    /// Regeneration (R242, R243).
    Regenerated {
        /// Who.
        who: CharacterId,
        /// Health restored after the cap.
        health: Exact,
        /// Mana restored after the cap.
        mana: Exact,
        /// How the Health came about.
        health_receipt: RegenReceipt,
        /// How the Mana came about.
        mana_receipt: RegenReceipt,
    },
    /// An upkeep was paid (R123, R212).
    UpkeepPaid {
        /// Who.
        who: CharacterId,
        /// For what.
        skill: SkillRef,
        /// Mana.
        mana: Exact,
        /// Health.
        health: Exact,
    },
    /// Mana lost for a contract's sake (R144, R149).
    Drained {
        /// Who.
        who: CharacterId,
        /// How much.
        mana: Exact,
        /// Why.
        why: Drain,
    },
    /// Health or Mana was restored by an effect.
    Restored {
        /// Who.
        who: CharacterId,
        /// Of which.
        of: Resource,
        /// How much, after the cap (A023).
        amount: Exact,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// Health or Mana was lost by an effect that is no attack.
    Lost {
        /// Who.
        who: CharacterId,
        /// Of which.
        of: Resource,
        /// How much.
        amount: Exact,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// AP were taken from or given to the next Turn (R080, A035).
    ApBooked {
        /// Who.
        who: CharacterId,
        /// Signed points.
        ap: i32,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// A Servant consumed a civilian for a Full Turn (R298, R299).
    CivilianConsumed {
        /// Who.
        who: CharacterId,
        /// Where.
        at: LocationId,
        /// Mana restored after the cap.
        mana: Exact,
    },
    /// A Servant consumed a dying Master (R303).
    MasterConsumed {
        /// Who.
        who: CharacterId,
        /// Whom.
        master: CharacterId,
        /// Health restored after the cap.
        health: Exact,
        /// Mana restored after the cap.
        mana: Exact,
    },
    /// Combat Points of the Turn (R279).
    CombatPoints {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
        /// How they came about.
        terms: Vec<CpTerm>,
    },
    /// Combat Points given by an effect.
    CombatPointsGiven {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
        /// Through what.
        skill: SkillRef,
    },
    /// Combat Points disappeared (R284, R287).
    CombatPointsLost {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
    },
    /// A team inside a Reality Marble was in no battle as the Turn ended, or is again (R297).
    IdleInMarble {
        /// Its Master.
        master: CharacterId,
        /// Whose Marble.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// How many rounds in a row now; 0 where the count begins anew.
        rounds: u32,
        /// The Combat Points lost.
        cp: Exact,
    },
}

impl Family for Resources {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Resources::Granted { who, ap, .. } => {
                let weight = Weight::Bookkeeping;
                Facts { count: Some(*ap), weight, ..Facts::by(war, *who).row(Row::TurnBegan).own() }
            }
            Resources::Regenerated { who, health, mana, .. } => {
                Facts { body: Some(*who), ..Facts::by(war, *who) }.numbers(*health, *mana).row(Row::Regenerated).own()
            }
            Resources::UpkeepPaid { who, skill, mana, health } => {
                Facts::by(war, *who).with(*skill).numbers(*health, *mana).row(Row::Upkeep).own()
            }
            Resources::Drained { who, mana, .. } => {
                Facts::by(war, *who).numbers(Exact::ZERO, *mana).row(Row::Drained).own()
            }
            Resources::Restored { who, of, amount, skill, by } => {
                let (health, mana) = of.vitals(*amount);
                let facts = Facts::by(war, *by).on_body(war, who).with(*skill).numbers(health, mana);
                Facts { stays: true, ..facts.row(Row::Restored).strikes() }
            }
            Resources::Lost { who, of, amount, skill, by } => {
                let (health, mana) = of.vitals(*amount);
                let facts = Facts::by(war, *by).on_body(war, who).with(*skill).numbers(health, mana);
                Facts { stays: true, ..facts.row(Row::Lost).strikes() }
            }
            Resources::ApBooked { who, by, .. } => Facts::by(war, *who).and(by).own(),
            Resources::CivilianConsumed { who, at, mana } => Facts {
                reveals: Reveals::Both,
                teaches: Teaches::Everybody,
                ..Facts::by(war, *who).at(*at).numbers(Exact::ZERO, *mana).row(Row::CivilianConsumed).open()
            },
            Resources::MasterConsumed { who, master, health, mana } => Facts {
                reveals: Reveals::Actor,
                teaches: Teaches::Everybody,
                ..Facts::by(war, *who).on(master).numbers(*health, *mana).row(Row::MasterConsumed).open()
            },
            Resources::CombatPoints { master, amount, .. } | Resources::CombatPointsGiven { master, amount, .. } => {
                Facts { amount: Some(*amount), ..Facts::by(war, *master) }.nowhere().row(Row::CombatPoints).own()
            }
            Resources::CombatPointsLost { master, amount } => {
                Facts { amount: Some(*amount), ..Facts::by(war, *master) }.nowhere().row(Row::CombatPointsLost).own()
            }
            Resources::IdleInMarble { master, user, rounds, cp, .. } => {
                let amount = Some(*cp).filter(|cp| !cp.is_zero());
                let row = (*rounds > 0).then_some(Row::Idled);
                Facts { amount, count: Some(*rounds), row, ..Facts::by(war, *master) }.and(user).nowhere().own()
            }
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Resources::Granted { who, ap, sp, turn_action, move_action, luck, .. } => {
                let character = war.character_mut(*who);
                character.ap_change = 0;
                let turn = &mut character.turn;
                (turn.ap, turn.sp) = (*ap, *sp);
                (turn.turn_action, turn.move_action) = (*turn_action, *move_action);
                turn.luck = *luck;
            }
            Resources::Regenerated { who, health, mana, .. } => gain(war, *who, *health, *mana),
            Resources::UpkeepPaid { who, mana, health, .. } => gain(war, *who, -*health, -*mana),
            Resources::Drained { who, mana, why } => {
                let night = war.night;
                let character = war.character_mut(*who);
                character.mana -= *mana;
                if *why == Drain::UnpaidMaster {
                    let since = character.unpaid.filter(|u| u.last + 1 >= night).map_or(night, |u| u.since);
                    character.unpaid = Some(Unpaid { since, last: night });
                }
            }
            Resources::Restored { who, of, amount, .. } => {
                let (health, mana) = of.vitals(*amount);
                gain(war, *who, health, mana);
            }
            Resources::Lost { who, of, amount, .. } => {
                let (health, mana) = of.vitals(*amount);
                gain(war, *who, -health, -mana);
            }
            Resources::ApBooked { who, ap, .. } => {
                let character = war.character_mut(*who);
                character.ap_change = character.ap_change.saturating_add(*ap);
            }
            Resources::CivilianConsumed { who, mana, .. } => {
                let character = war.character_mut(*who);
                let full_turn = Paid { full_turn: true, ..Paid::default() };
                pay(character, &full_turn, false, false);
                character.turn.acted = true;
                character.mana += *mana;
            }
            Resources::MasterConsumed { who, master, health, mana } => {
                if let Some(death) = war.character_mut(*master).death.as_mut() {
                    death.consumed = true;
                }
                let character = war.character_mut(*who);
                character.turn.acted = true;
                character.health += *health;
                character.mana += *mana;
            }
            Resources::CombatPoints { master, amount, .. } | Resources::CombatPointsGiven { master, amount, .. } => {
                change_cp(war, *master, *amount);
            }
            Resources::CombatPointsLost { master, amount } => change_cp(war, *master, -*amount),
            Resources::IdleInMarble { master, user, skill, rounds, cp } => {
                change_cp(war, *master, -*cp);
                for marble in war.active.iter_mut().filter(|a| a.user == *user && a.skill == *skill && a.is_skill()) {
                    if *rounds == 0 {
                        marble.idle.remove(master);
                    } else {
                        marble.idle.insert(*master, *rounds);
                    }
                }
            }
        }
    }

    fn words(&self, names: &Names<'_>) -> String {
        match self {
            Resources::Granted { who, ap, sp, turn_action, move_action, luck, terms } => {
                let terms = list(terms.iter().map(|t| format!("{} {:+}", ap_source(t.source), t.amount)));
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
                format!("{} receives {}; LCK {luck}", names.who(*who), or_nothing(&parts))
            }
            Resources::Regenerated { who, health, mana, health_receipt, mana_receipt } => format!(
                "{} regenerates {health} Health ({}) and {mana} Mana ({})",
                names.who(*who),
                health_receipt.formula(),
                mana_receipt.formula()
            ),
            Resources::UpkeepPaid { who, skill, mana, health } => {
                format!("{} pays {} to prolong {}", names.who(*who), numbers(*health, *mana), names.skill(*skill))
            }
            Resources::Drained { who, mana, why } => {
                format!("{} loses {mana} Mana: {}", names.who(*who), drain(*why))
            }
            Resources::Restored { who, of, amount, skill, .. } => {
                format!("{} restores {amount} {} through {}", names.who(*who), resource(*of), names.skill(*skill))
            }
            Resources::Lost { who, of, amount, skill, .. } => {
                format!("{} loses {amount} {} through {}", names.who(*who), resource(*of), names.skill(*skill))
            }
            Resources::ApBooked { who, ap, skill, .. } => {
                format!("{} has {ap:+} AP in the next Turn through {}", names.who(*who), names.skill(*skill))
            }
            Resources::CivilianConsumed { who, at, mana } => {
                format!("{} consumes a civilian at {}: {mana} Mana", names.who(*who), names.place(*at))
            }
            Resources::MasterConsumed { who, master, health, mana } => {
                format!("{} consumes {}: {}", names.who(*who), names.who(*master), numbers(*health, *mana))
            }
            Resources::CombatPoints { master, amount, terms } => {
                let terms = list(terms.iter().map(|t| format!("{}{}", if t.received { "½ × " } else { "" }, t.damage)));
                format!("{} gains {amount} Combat Points ({terms})", names.who(*master))
            }
            Resources::CombatPointsGiven { master, amount, skill } => {
                format!("{} gains {amount} CP through {}", names.who(*master), names.skill(*skill))
            }
            Resources::CombatPointsLost { master, amount } => {
                format!("{} loses {amount} Combat Points", names.who(*master))
            }
            Resources::IdleInMarble { master, rounds: 0, .. } => {
                format!("the team of {} does not idle inside a Reality Marble any more", names.who(*master))
            }
            Resources::IdleInMarble { master, user, skill, rounds, cp } => format!(
                "{} loses {cp} Combat Points: no battle inside {}'s {}, {rounds} in a row (50 × {rounds})",
                names.who(*master),
                names.who(*user),
                names.skill(*skill)
            ),
        }
    }
}

fn gain(war: &mut War, who: CharacterId, health: Exact, mana: Exact) {
    let character = war.character_mut(who);
    character.health += health;
    character.mana += mana;
}
