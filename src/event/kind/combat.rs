//! Battle: hits, interceptions, who is in battle, who dies.

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};
use crate::war::War;
use crate::war::character::{Battle, DamageTotals, Death, DelayedDamage};
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::detail::{CountedUse, DeathCause, Why};
use crate::event::facts::{Facts, Learners, Observers, Prominence, RecordedAs, RevealedPresence};
use crate::event::number_receipts::{DelayedTerm, Receipt};
use crate::event::words::{HandleNames, or_nobody};
use crate::event::{Event, Vantage};

/// Hits, and the battles they belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Combat {
    /// One hit of an attack (R089–R101).
    Hit {
        attacker: CharacterId,
        skill: SkillRef,
        /// The character at whom the attack was directed.
        target: CharacterId,
        /// The character that takes it: the target, or an interceptor (R258).
        taker: CharacterId,
        /// The number of the hit within the skill, from 1.
        hit: u32,
        #[serde(rename = "upgraded")]
        is_upgraded: bool,
        receipt: Receipt,
        /// Sentences that count attacks and have counted this one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counted: Vec<CountedUse>,
    },
    /// A Master was spared because a Servant of theirs shielded them (A117).
    Shielded { who: CharacterId, by: CharacterId, attacker: CharacterId, skill: SkillRef },
    /// Something that somebody else used had no effect on a character, because an effect in force negates it (A026).
    Negated {
        who: CharacterId,
        by: CharacterId,
        skill: SkillRef,
        through: SkillRef,
        /// The owner of that effect.
        whose: CharacterId,
        /// The index of the effect's sentence, if the sentence negates only a limited number.
        counts: Option<u16>,
    },
    /// Damage by an effect, which is no attack (R125). It is credited to the effect's user.
    Damaged {
        who: CharacterId,
        by: CharacterId,
        skill: SkillRef,
        /// The index among the victim's delayed damages, if it is one of those.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lingering: Option<u16>,
        receipt: Receipt,
    },
    /// A character survived a fatal hit (R344).
    Survived {
        who: CharacterId,
        health: Exact,
        skill: SkillRef,
        /// The sentence that saved it, if it does so only a limited number of times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<CountedUse>,
    },
    /// A character died (R014, R022).
    Died {
        who: CharacterId,
        /// Those who get the credit; empty for nobody (A082).
        killers: Vec<CharacterId>,
        of: DeathCause,
    },
    /// A Surprise Attack keeps an opponent from acting for the rest of the Turn (R110, A140, A142).
    Surprised { who: CharacterId, by: CharacterId, skill: SkillRef },
    /// A Surprise Attack was noticed in time: its cost is spent for nothing (R111, A143).
    SurpriseFailed { user: CharacterId, skill: SkillRef, by: Vec<CharacterId> },
    /// A character is in battle (R244, R245).
    JoinedBattle {
        who: CharacterId,
        with: Vec<CharacterId>,
        /// Whether it is only because their Servant or familiar is (R245).
        beside: bool,
        /// Whether it is only because of a hit from another location (A099).
        remote: bool,
    },
    /// A skill brought a character to where a battle was already going on (R261, A109).
    ArrivedLate { who: CharacterId },
    /// A newcomer finds a battle: learns who fights in it, but nothing of how it went (R261, I12, I20).
    BattleFound { who: CharacterId, fighters: Vec<CharacterId> },
    /// At the end of the Turn a battle goes on for a character, or is over (A102).
    BattleCounted {
        who: CharacterId,
        /// Its own Turns in the battle; 0 when it is over.
        turns: u32,
        with: Vec<CharacterId>,
    },
}

impl Family for Combat {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::Hit { attacker, skill, target, taker, hit, is_upgraded, receipt, .. } => Facts {
                interceptor: (target != taker).then_some(*taker),
                affected_body: Some(*taker),
                interceptor_takes_hit: true,
                is_attack: true,
                damage: Some(receipt.kind).filter(|_| !receipt.has_no_damage()),
                amount: Some(receipt.amount).filter(|_| !receipt.has_no_damage()),
                blow: Some(receipt),
                recorded_as: RecordedAs::Hit { is_further_hit: *hit > 1, is_upgraded: *is_upgraded },
                ..Facts::of_actor(war, *attacker)
                    .with_object(target)
                    .at_location_of(war, *taker)
                    .with_skill(*skill)
                    .with_row(Row::Hit)
                    .consequence_of_use()
            },
            Self::Shielded { who, by, attacker, skill } => Facts {
                interceptor: Some(*by),
                is_attack: true,
                recorded_as: RecordedAs::Interception,
                ..Facts::of_actor(war, *attacker)
                    .with_object(who)
                    .at_location_of(war, *who)
                    .with_skill(*skill)
                    .with_row(Row::Shielded)
                    .consequence_of_use()
            },
            Self::Negated { who, by, skill, .. } => Facts {
                is_attack: war.is_attack(*skill),
                ..Facts::of_actor(war, *by)
                    .with_object(who)
                    .at_location_of(war, *who)
                    .with_skill(*skill)
                    .with_row(Row::Negated)
                    .consequence_of_use()
            },
            Self::Damaged { who, by, skill, receipt, .. } => Facts {
                damage: Some(receipt.kind),
                amount: Some(receipt.amount),
                recorded_as: RecordedAs::Harm,
                observers: [Observers::Harm, Observers::Nobody, Observers::Nobody],
                ..Facts::of_actor(war, *by)
                    .with_body(war, who)
                    .with_skill(*skill)
                    .with_row(Row::Damaged)
                    .consequence_of_use()
            },
            Self::Survived { who, .. } | Self::ArrivedLate { who } | Self::Surprised { who, .. } => {
                Facts::of_actor(war, *who).observed_by_actor()
            }
            Self::SurpriseFailed { user, .. } => Facts::of_actor(war, *user).observed_by_actor(),
            Self::Died { who, killers, of } => Facts {
                actor: if let [killer] = killers.as_slice() { Some(*killer) } else { None },
                reason: Some(Why::Died(*of)),
                observers: [Observers::Single(*who, Vantage::Own), Observers::FromAfar(killers), Observers::Present],
                reveals: RevealedPresence::All,
                is_noticed_if_actor_hidden: true,
                learners: Learners::Others,
                recorded_as: RecordedAs::Death,
                ..Facts::default()
                    .with_object(who)
                    .mentioning_each(killers)
                    .at_location_of(war, *who)
                    .with_row(Row::Died)
            },
            Self::JoinedBattle { who, with, .. } | Self::BattleCounted { who, with, .. } => Facts {
                prominence: Prominence::Bookkeeping,
                ..Facts::of_actor(war, *who).with_objects(with).observed_by_actor()
            },
            Self::BattleFound { who, fighters } => Facts {
                are_objects_merely_present: true,
                ..Facts::default()
                    .with_objects(fighters)
                    .mentioning(who)
                    .at_location_of(war, *who)
                    .with_row(Row::BattleFound)
                    .with_observers(Observers::Single(*who, Vantage::Present))
            },
        }
    }

    fn apply(&self, war: &mut War, event: &Event) {
        match self {
            Self::Hit { attacker, skill, taker, receipt, counted, .. } => {
                let since = war.night;
                let counted_in = war.skill(*skill).counts_earlier_turns(true).then_some(since);
                let character = war.character_mut(*taker);
                character.health -= receipt.amount;
                character.turn.damage.taken += receipt.amount;
                character.note_hit(*skill, receipt.kind, counted_in);
                if let Some(later) = receipt.later {
                    let (by, skill, kind) = (*attacker, *skill, receipt.kind);
                    let DelayedTerm { amount: left, turns } = later;
                    character.lingering.push(DelayedDamage { by, skill, kind, left, turns, since });
                }
                counted.iter().for_each(|counted_use| {
                    war.count_attack(counted_use.on, counted_use.skill, counted_use.line, counted_use.whose)
                });
                war.character_mut(*attacker).turn.damage.dealt += receipt.amount;
                receipt.absorbed.iter().for_each(|term| war.note_absorbed(*taker, term.shield, term.amount));
            }
            Self::Negated { who, through, whose, counts: Some(line), .. } => {
                war.count_attack(*who, *through, *line, *whose);
            }
            Self::Damaged { who, by, receipt, lingering, .. } => {
                war.character_mut(*by).turn.damage.dealt += receipt.amount;
                let character = war.character_mut(*who);
                character.health -= receipt.amount;
                character.turn.damage.taken += receipt.amount;
                let delayed = lingering.and_then(|index| character.lingering.get_mut(usize::from(index)));
                if let Some(delayed) = delayed {
                    delayed.left -= receipt.base;
                    delayed.turns = delayed.turns.saturating_sub(1);
                }
                receipt.absorbed.iter().for_each(|term| war.note_absorbed(*who, term.shield, term.amount));
            }
            Self::Survived { who, health, counts, .. } => {
                war.character_mut(*who).health = *health;
                counts.iter().for_each(|counted_use| {
                    war.count_attack(counted_use.on, counted_use.skill, counted_use.line, counted_use.whose)
                });
            }
            Self::Died { who, killers, .. } => {
                for observation in &event.observations {
                    war.character_mut(observation.observer).seen_dead.insert(*who);
                }
                kill(war, *who, killers.clone());
            }
            Self::Surprised { who, .. } => war.character_mut(*who).turn.is_surprised = true,
            Self::SurpriseFailed { user, skill, .. } => {
                war.character_mut(*user).turn.failed.insert(*skill);
            }
            Self::JoinedBattle { who, with, remote, .. } => {
                let round = event.phase.round();
                let character = war.character_mut(*who);
                character.turn.was_in_battle = true;
                character.turn.has_left_battle = false;
                character.turn.is_pinned |= !remote;
                // Whoever came too late for the first round takes no part in it, even if struck (R261, R262).
                character.turn.was_in_first_round |= round == Some(Round::First) && !character.turn.came_late;
                character.turn.fought.extend(with.iter().copied());
            }
            Self::ArrivedLate { who } => war.character_mut(*who).turn.came_late = true,
            Self::BattleCounted { who, turns, with } => {
                let character = war.character_mut(*who);
                let damage = if *turns == 0 { DamageTotals::NONE } else { character.battle.damage };
                character.battle = Battle { damage, turns: *turns, opponents: with.iter().copied().collect() };
                // A battle that ends before the Turn does keeps nobody from moving on (A220).
                character.turn.has_left_battle = *turns == 0 && event.phase != Phase::TurnEnd;
            }
            Self::Shielded { .. } | Self::Negated { counts: None, .. } | Self::BattleFound { .. } => {}
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::Hit { attacker, skill, target, taker, hit, is_upgraded, receipt, .. } => {
                let skill_name = names.skill_form(*skill, *is_upgraded);
                let mut line =
                    format!("{} hits {} with {skill_name}", names.character(*attacker), names.character(*taker));
                if taker != target {
                    line.push_str(&format!(" in place of {}", names.character(*target)));
                }
                if *hit > 1 {
                    line.push_str(&format!(", hit {hit}"));
                }
                if receipt.has_no_damage() {
                    return format!("{line}, without damage of its own");
                }
                format!("{line}: {} {} ({})", receipt.amount, receipt.kind, receipt.formula())
            }
            Self::Shielded { who, by: shielder, attacker, skill } => {
                format!(
                    "{} is shielded by {} from {}'s {}",
                    names.character(*who),
                    names.character(*shielder),
                    names.character(*attacker),
                    names.skill(*skill)
                )
            }
            Self::Negated { who, by, skill, through, .. } => format!(
                "{}'s {} has no effect on {}: {}",
                names.character(*by),
                names.skill(*skill),
                names.character(*who),
                names.skill(*through)
            ),
            Self::Damaged { who, by, skill, receipt, .. } => format!(
                "{} takes {} {} damage from {}'s {} ({})",
                names.character(*who),
                receipt.amount,
                receipt.kind,
                names.character(*by),
                names.skill(*skill),
                receipt.formula()
            ),
            Self::Survived { who, health, skill, .. } => {
                format!("{} survives with {health} Health through {}", names.character(*who), names.skill(*skill))
            }
            Self::Died { who, killers, of } => {
                let cause = match of {
                    DeathCause::Wounds => "of wounds",
                    DeathCause::Mana => "for want of Mana",
                    DeathCause::Skill => "of a skill",
                };
                format!("{} dies {cause}; killed by {}", names.character(*who), or_nobody(names.characters(killers)))
            }
            Self::Surprised { who, by, skill } => {
                format!(
                    "{} cannot act: surprised by {}'s {}",
                    names.character(*who),
                    names.character(*by),
                    names.skill(*skill)
                )
            }
            Self::SurpriseFailed { user, skill, by: detectors } => {
                format!(
                    "{}'s {} fails: noticed by {}",
                    names.character(*user),
                    names.skill(*skill),
                    names.characters(detectors)
                )
            }
            Self::JoinedBattle { who, with: opponents, beside, remote } => {
                let reason = if *beside { " beside their Servant or familiar" } else { "" };
                let distance = if *remote { " from afar" } else { "" };
                format!(
                    "{} is in battle with {}{reason}{distance}",
                    names.character(*who),
                    or_nobody(names.characters(opponents))
                )
            }
            Self::ArrivedLate { who } => format!("{} arrives too late for this combat round", names.character(*who)),
            Self::BattleFound { who, fighters } => {
                format!("{} finds a battle going on: {}", names.character(*who), or_nobody(names.characters(fighters)))
            }
            Self::BattleCounted { who, turns: 0, .. } => format!("the battle is over for {}", names.character(*who)),
            Self::BattleCounted { who, turns, with: opponents } => {
                let turns = if *turns == 1 { "1 Turn".to_owned() } else { format!("{turns} Turns") };
                format!(
                    "{} has been in battle for {turns}, with {}",
                    names.character(*who),
                    or_nobody(names.characters(opponents))
                )
            }
        }
    }
}

/// Kills a character: its items and Combat Points are lost (R284, R355).
pub(super) fn kill(war: &mut War, who: CharacterId, killers: Vec<CharacterId>) {
    let night = war.night;
    let master = war.character(who).master;
    let character = war.character_mut(who);
    character.death = Some(Death { night, killers, master, has_vanished: false, is_consumed: false });
    character.items.clear();
    character.statuses.clear();
    character.lingering.clear();
    war.active_skills.retain(|active| active.status.is_none() || !active.targets.contains(&who));
    let character = war.character_mut(who);
    character.battle = Battle::default();
    character.master = None;
    if let Some(mastery) = character.mastery.as_mut() {
        mastery.cp = Exact::ZERO;
    }
    if let Some(mastery) = master.and_then(|m| war.character_mut(m).mastery.as_mut()) {
        mastery.servants.retain(|s| *s != who);
    }
    war.rebuild_bonds();
    war.reindex();
}
