//! Statuses: Poison, Stun, and those defined by sheets.

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::character::ReceivedStatus;
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::detail::CountedUse;
use crate::event::facts::{Facts, Observers, Prominence, RecordedAs, RevealedPresence};
use crate::event::number_receipts::Receipt;
use crate::event::words::HandleNames;
use crate::event::words::terms::until_words;
use crate::event::{Event, Vantage};

/// Statuses received, in effect and ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Statuses {
    /// A status was received (R130).
    StatusReceived { who: CharacterId, status: Status, by: CharacterId, skill: SkillRef },
    /// A status had no effect (R129).
    StatusIgnored {
        who: CharacterId,
        status: Status,
        by: CharacterId,
        /// The sentence that kept it off, if it does so only a limited number of times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<CountedUse>,
    },
    /// A status ended.
    StatusEnded {
        who: CharacterId,
        kind: StatusKind,
        /// Whether a cure ended it (R135), rather than time.
        #[serde(rename = "cured")]
        is_cured: bool,
    },
    /// A character's statuses advanced by one Turn (R127, R128).
    StatusesRan { who: CharacterId },
    /// Poison inflicted its damage (R127).
    PoisonTicked {
        who: CharacterId,
        damage: Exact,
        /// The character that inflicted the Poison (A080).
        by: Option<CharacterId>,
        receipt: Receipt,
    },
    /// A status defined by a sheet was received (R130).
    Afflicted {
        /// The status in force, on one target.
        active: ActiveSkill,
    },
    /// A status defined by a sheet had no effect (A137).
    AfflictionIgnored {
        who: CharacterId,
        by: CharacterId,
        skill: SkillRef,
        line: u16,
        /// As of [`Statuses::StatusIgnored`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<CountedUse>,
    },
    /// A status defined by a sheet ended.
    AfflictionEnded {
        who: CharacterId,
        by: CharacterId,
        skill: SkillRef,
        line: u16,
        /// Whether a cure ended it (R135), rather than time.
        #[serde(rename = "cured")]
        is_cured: bool,
    },
}

impl Family for Statuses {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::StatusReceived { who, status, by, skill } => Facts {
                status: Some(*status),
                ailment: Some(status.kind()),
                count: Some(status.turns()),
                is_attack: war.is_attack(*skill),
                is_seen_only_where_it_strikes: true,
                ..Facts::of_actor(war, *by)
                    .with_body(war, who)
                    .with_skill(*skill)
                    .with_row(Row::StatusReceived)
                    .consequence_of_use()
            },
            Self::StatusIgnored { who, status, by, .. } => {
                Facts { ailment: Some(status.kind()), ..facts_of_ignored(war, who, *by) }
            }
            Self::StatusEnded { who, kind, is_cured } => Facts {
                ailment: Some(*kind),
                is_told_with_use: *is_cured,
                ..Facts::of_actor(war, *who).with_row(Row::StatusEnded).observed_by_actor()
            },
            Self::StatusesRan { who } => {
                Facts { prominence: Prominence::EveryTurn, ..Facts::of_actor(war, *who).observed_by_actor() }
            }
            Self::PoisonTicked { who, damage, by, .. } => Facts {
                amount: Some(*damage),
                ailment: Some(StatusKind::Poison),
                observers: [Observers::Single(*who, Vantage::Victim), Observers::Present, Observers::Nobody],
                reveals: RevealedPresence::All,
                recorded_as: RecordedAs::Harm,
                ..Facts::default().with_body(war, who).mentioning_each(by.as_slice()).with_row(Row::Poison)
            },
            Self::Afflicted { active } => {
                let Some((line, who)) = active.status.zip(active.targets.first()) else { return Facts::default() };
                Facts {
                    affliction: Some((active.skill, line, false)),
                    count: war.find_affliction(active.skill, line).map(|status| status.turns),
                    is_attack: war.is_attack(active.skill),
                    is_seen_only_where_it_strikes: true,
                    ..Facts::of_actor(war, active.user)
                        .with_body(war, who)
                        .with_skill(active.skill)
                        .with_row(Row::StatusReceived)
                        .consequence_of_use()
                }
            }
            Self::AfflictionIgnored { who, by, skill, line, .. } => {
                Facts { affliction: Some((*skill, *line, false)), ..facts_of_ignored(war, who, *by) }
            }
            Self::AfflictionEnded { who, by, skill, line, is_cured } => Facts {
                affliction: Some((*skill, *line, true)),
                is_told_with_use: *is_cured,
                ..Facts::of_actor(war, *who).mentioning(by).with_row(Row::StatusEnded).observed_by_actor()
            },
        }
    }

    fn apply(&self, war: &mut War, event: &Event) {
        match self {
            Self::StatusReceived { who, status, by, .. } => {
                let since = war.night;
                war.character_mut(*who).statuses.push(ReceivedStatus { status: *status, by: Some(*by), since });
            }
            Self::StatusEnded { who, kind, is_cured } => {
                if *is_cured {
                    war.character_mut(*who).statuses.retain(|s| s.status.kind() != *kind);
                }
            }
            Self::StatusesRan { who } => advance_statuses(war, *who),
            Self::PoisonTicked { who, damage, by, receipt } => {
                let character = war.character_mut(*who);
                character.health -= *damage;
                character.turn.damage.taken += *damage;
                if let Some(by) = by {
                    war.character_mut(*by).turn.damage.dealt += *damage;
                }
                receipt.absorbed.iter().for_each(|term| war.note_absorbed(*who, term.shield, term.amount));
            }
            Self::Afflicted { active } => {
                war.active_skills.push(ActiveSkill { began: event.id.0, ..active.clone() });
                war.reindex();
            }
            Self::AfflictionEnded { who, by, skill, line, .. } => {
                let is_status_of_line = |a: &ActiveSkill| a.user == *by && a.skill == *skill && a.status == Some(*line);
                if let Some(index) =
                    war.active_skills.iter().position(|a| is_status_of_line(a) && a.targets.contains(who))
                {
                    war.active_skills.remove(index);
                }
                war.reindex();
            }
            Self::StatusIgnored { counts, .. } | Self::AfflictionIgnored { counts, .. } => {
                counts
                    .iter()
                    .for_each(|counted| war.count_attack(counted.on, counted.skill, counted.line, counted.whose));
            }
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::StatusReceived { who, status, by, skill } => {
                format!(
                    "{} receives {status} from {}'s {}",
                    names.character(*who),
                    names.character(*by),
                    names.skill(*skill)
                )
            }
            Self::StatusIgnored { who, status, by, .. } => {
                format!("{status} from {} has no effect on {}", names.character(*by), names.character(*who))
            }
            Self::StatusEnded { who, kind, is_cured } => {
                let how = if *is_cured { "is cured" } else { "ends" };
                format!("{} on {} {how}", kind.name(), names.character(*who))
            }
            Self::StatusesRan { who } => format!("{}'s statuses run one Turn down", names.character(*who)),
            Self::PoisonTicked { who, damage, by, receipt } => {
                let author = by.map_or_else(String::new, |by| format!(" of {}", names.character(by)));
                format!("{} takes {damage} from Poison{author} ({})", names.character(*who), receipt.formula())
            }
            Self::Afflicted { active } => {
                let name = active.status.map_or("?", |line| names.affliction(active.skill, line));
                let source = format!("{}'s {}", names.character(active.user), names.skill(active.skill));
                format!(
                    "{} receives {name} from {source}, {}",
                    names.characters(&active.targets),
                    until_words(active.until)
                )
            }
            Self::AfflictionIgnored { who, by, skill, line, .. } => {
                format!(
                    "{} from {} has no effect on {}",
                    names.affliction(*skill, *line),
                    names.character(*by),
                    names.character(*who)
                )
            }
            Self::AfflictionEnded { who, skill, line, is_cured, .. } => {
                let how = if *is_cured { "is cured" } else { "ends" };
                format!("{} on {} {how}", names.affliction(*skill, *line), names.character(*who))
            }
        }
    }
}

/// Advances a character's statuses. They advance in parallel, whether or not they had an effect (A076, A086), but not
/// in the Turn they were inflicted (A075).
fn advance_statuses(war: &mut War, who: CharacterId) {
    let night = war.night;
    for received in war.character_mut(who).statuses.iter_mut().filter(|s| s.since < night) {
        received.status = match received.status {
            Status::Poison { turns, damage } => Status::Poison { turns: turns.saturating_sub(1), damage },
            Status::Stun { turns } => Status::Stun { turns: turns.saturating_sub(1) },
        };
    }
    war.character_mut(who).statuses.retain(|s| s.status.turns() > 0);
}

/// The facts of a status that had no effect: its target and its author know.
fn facts_of_ignored<'a>(war: &War, who: &'a CharacterId, by: CharacterId) -> Facts<'a> {
    let observers = [Observers::Single(*who, Vantage::Victim), Observers::Single(by, Vantage::Own), Observers::Nobody];
    let facts = Facts::of_actor(war, by).with_body(war, who).with_row(Row::StatusIgnored);
    Facts { observers, is_seen_only_where_it_strikes: true, is_told_with_use: true, ..facts }
}
