//! Contracts, Command Spells and pacts.

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::ids::{CharacterId, TeamId};
use crate::war::War;
use crate::war::character::{Pact, PactKind};
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::detail::{ContractReason, FreedReason, Why};
use crate::event::facts::{ContractShown, Facts, Learners, Observers, RecordedAs, RevealedPresence};
use crate::event::words::{HandleNames, or_nobody};
use crate::event::{Event, Vantage};

/// Contracts, Command Spells and pacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Contracts {
    /// A Servant lost its Master (R142).
    Freed { servant: CharacterId, master: CharacterId, why: FreedReason },
    /// A Servant without a Master got one again (R138, R146, R152).
    Contracted { servant: CharacterId, master: CharacterId, how: ContractReason },
    /// A Master named the Servants that shield them before others do (A116).
    GuardsNamed { master: CharacterId, guards: Vec<CharacterId> },
    /// A Master declared an alliance or a ceasefire with a team, or the end of one (R364, A155).
    PactDeclared {
        master: CharacterId,
        with: TeamId,
        /// The pact from now on; `None` for none.
        pact: Option<PactKind>,
    },
    /// A Command Spell was spent (R156).
    SpellSpent { master: CharacterId, servant: CharacterId, spell: SkillRef, left: u32 },
    /// A Master regained or lost Command Spells by an effect.
    SpellsChanged {
        master: CharacterId,
        /// The number they have now.
        left: u32,
        before: u32,
        skill: SkillRef,
        by: CharacterId,
    },
    /// A Master has no Command Spells left (R137).
    Disqualified { master: CharacterId },
}

impl Family for Contracts {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::Freed { servant, master, why } => Facts {
                reason: Some(Why::Freed(*why)),
                reveals: RevealedPresence::All,
                contract_shown: Some(ContractShown::Broken),
                ..facts_of_contract(war, servant, *master).with_row(Row::Freed)
            },
            Self::Contracted { servant, master, how } => {
                let row = match how {
                    ContractReason::Agreed | ContractReason::Reestablished => Row::ContractMade,
                    ContractReason::Transferred | ContractReason::Forced => Row::ContractTransferred,
                };
                Facts {
                    reason: Some(Why::Contracted(*how)),
                    reveals: RevealedPresence::All,
                    contract_shown: Some(ContractShown::Shown),
                    ..facts_of_contract(war, servant, *master).with_row(row)
                }
            }
            Self::GuardsNamed { master, guards } => Facts::of_actor(war, *master).with_objects(guards),
            Self::PactDeclared { master, .. } => Facts::of_actor(war, *master),
            Self::SpellSpent { master, servant, spell, left } => Facts {
                count: Some(*left),
                observers: [
                    Observers::Single(*master, Vantage::Own),
                    Observers::Single(*servant, Vantage::Victim),
                    Observers::Present,
                ],
                reveals: RevealedPresence::All,
                learners: Learners::Everybody,
                is_told_with_use: true,
                contract_shown: Some(ContractShown::Shown),
                recorded_as: RecordedAs::Command,
                ..Facts::of_actor(war, *master).with_object(servant).with_skill(*spell).with_row(Row::Spell)
            },
            Self::SpellsChanged { master, left, .. } => Facts { count: Some(*left), ..Facts::of_actor(war, *master) }
                .with_row(Row::SpellsChanged)
                .observed_by_actor(),
            Self::Disqualified { master } => {
                let reveals = RevealedPresence::Actor;
                Facts {
                    reveals,
                    learners: Learners::Others,
                    ..Facts::of_actor(war, *master).with_row(Row::Disqualified).observed_by_actor_and_bystanders()
                }
            }
        }
    }

    fn apply(&self, war: &mut War, _: &Event) {
        match self {
            Self::Freed { servant, master, why } => {
                war.character_mut(*master).turn.has_acted |= *why == FreedReason::Released;
                war.character_mut(*servant).master = None;
                war.character_mut(*servant).masterless_since = Some(war.night);
                war.character_mut(*servant).bereft_of = Some(*master).filter(|_| *why == FreedReason::MasterDied);
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    mastery.servants.retain(|s| s != servant);
                }
                war.rebuild_bonds();
            }
            Self::Contracted { servant, master, how } => make_contract(war, *servant, *master, *how),
            Self::GuardsNamed { master, guards } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    mastery.guards.clone_from(guards);
                }
            }
            Self::PactDeclared { master, with, pact } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    mastery.pacts.retain(|p| p.with != *with);
                    mastery.pacts.extend(pact.map(|kind| Pact { with: *with, kind }));
                }
            }
            Self::SpellSpent { master, left, .. } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    mastery.command_spells = *left;
                }
            }
            Self::SpellsChanged { master, left, .. } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    // A Master who regains a Command Spell is qualified again (R309).
                    mastery.is_qualified |= *left > mastery.command_spells;
                    mastery.command_spells = *left;
                }
            }
            Self::Disqualified { master } => {
                if let Some(mastery) = war.character_mut(*master).mastery.as_mut() {
                    mastery.is_qualified = false;
                }
            }
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::Freed { servant, master, why } => {
                let why = match why {
                    FreedReason::MasterDied => "died",
                    FreedReason::MasterDisqualified => "is disqualified",
                    FreedReason::Released => "broke the contract",
                    FreedReason::Severed => "lost the contract to a skill",
                };
                format!("{} is Masterless: {} {why}", names.character(*servant), names.character(*master))
            }
            Self::Contracted { servant, master, how } => {
                let how = match how {
                    ContractReason::Agreed => "by agreement",
                    ContractReason::Reestablished => "again",
                    ContractReason::Transferred => "by transfer, of its own will",
                    ContractReason::Forced => "by transfer, forced",
                };
                format!("{} is contracted with {} {how}", names.character(*servant), names.character(*master))
            }
            Self::GuardsNamed { master, guards } => {
                format!("{} is to be shielded by {}", names.character(*master), or_nobody(names.characters(guards)))
            }
            Self::PactDeclared { master, with, pact } => {
                let what = match pact {
                    Some(PactKind::Alliance) => "an alliance",
                    Some(PactKind::Ceasefire) => "a ceasefire",
                    None => "the end of what there was",
                };
                let team = names.war.setup.teams.get(with.index()).map_or("?", |team| &team.name);
                format!("{} declares {what} with {team}", names.character(*master))
            }
            Self::SpellSpent { master, servant, spell, left } => format!(
                "{} spends a Command Spell on {}: {}; {left} left",
                names.character(*master),
                names.character(*servant),
                names.skill(*spell)
            ),
            Self::SpellsChanged { master, left, before, skill, .. } => format!(
                "{} has {left} Command Spells in place of {before} through {}",
                names.character(*master),
                names.skill(*skill)
            ),
            Self::Disqualified { master } => format!("{} is disqualified", names.character(*master)),
        }
    }
}

/// Gives a Servant a Master. The Servant follows the Master's seat if it has none of its own; it and its new partners
/// know each other from now on.
fn make_contract(war: &mut War, servant: CharacterId, master: CharacterId, how: ContractReason) {
    let seat = war.seat_of(master);
    let servant_state = war.character_mut(servant);
    servant_state.master = Some(master);
    servant_state.masterless_since = None;
    servant_state.bereft_of = None;
    servant_state.seat = seat;
    if let Some(mastery) = war.character_mut(master).mastery.as_mut() {
        mastery.servants.push(servant);
    }
    // Offering a contract is an action; getting one through a death is not (A047).
    war.character_mut(master).turn.has_acted |= matches!(how, ContractReason::Agreed | ContractReason::Reestablished);
    war.rebuild_bonds();
    let partners: Vec<CharacterId> = war.ids().filter(|id| *id != servant && war.are_partners(servant, *id)).collect();
    for partner in &partners {
        war.character_mut(*partner).knows.insert(servant);
    }
    war.character_mut(servant).knows.extend(partners);
}

/// The facts of a contract made or ended, at the Servant's location.
fn facts_of_contract<'a>(war: &War, servant: &'a CharacterId, master: CharacterId) -> Facts<'a> {
    let observers =
        [Observers::Single(*servant, Vantage::Own), Observers::Single(master, Vantage::Own), Observers::Present];
    let facts = Facts::of_actor(war, master).with_object(servant).at_location_of(war, *servant);
    Facts { observers, learners: Learners::Others, ..facts }
}
