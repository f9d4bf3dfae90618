//! Skills used, and their effects in force.

use serde::{Deserialize, Serialize};

use crate::sheet::skill::{Role as SkillRole, Skill};
use crate::sheet::visibility_table::Row;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::skill_type::SkillType;
use crate::war::War;
use crate::war::active_skill::{ActiveSkill, Until};
use crate::war::new_war::build_familiar;
use crate::war::setup::{Facility, SheetId, SkillRef};

use super::Family;
use super::combat::kill;
use crate::event::detail::{CountedUse, EndReason, Paid, Reason, Why};
use crate::event::facts::{Facts, Learners, LocationEnd, Observers, RecordedAs, RevealedPresence, Words};
use crate::event::payment::{count_use, pay, refund};
use crate::event::words::terms::{end_reason_words, paid_words, reason_words, until_words};
use crate::event::words::{HandleNames, or_nobody};
use crate::event::{Event, Vantage};

/// Skills, Command Spells and items used, and their effects in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Effects {
    /// A skill, Command Spell or item was used; its results follow as events of their own.
    SkillUsed {
        user: CharacterId,
        skill: SkillRef,
        /// The targets; for an attack on a location, everyone it reaches.
        targets: Vec<CharacterId>,
        /// The location, for a skill that targets one.
        location: Option<LocationId>,
        paid: Paid,
        #[serde(rename = "upgraded")]
        is_upgraded: bool,
        /// Whether it can inflict damage (R100).
        #[serde(rename = "attack")]
        is_attack: bool,
        /// Whether it counts as an area skill (A149).
        #[serde(rename = "area")]
        is_area: bool,
        /// Whether it counts against the limit of a battle's first Turn (R254).
        counts: bool,
        /// The Master whose CP were spent, if any.
        payer: Option<CharacterId>,
        /// The sentences that change what a number of uses cost, and count this use.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counted: Vec<CountedUse>,
    },
    /// A use's requirements failed, or a Bounded Field was already there: what had been paid is returned (R115,
    /// R124).
    Refunded {
        user: CharacterId,
        skill: SkillRef,
        why: Reason,
        /// What is returned; nothing if nothing had been paid yet.
        #[serde(default)]
        paid: Paid,
    },
    /// The event that a sentence waits for has happened, so the sentence is carried out.
    SetOff {
        /// The character that has the ability or used the skill.
        user: CharacterId,
        skill: SkillRef,
        /// The sentence's index among the skill's effects.
        line: u16,
    },
    /// A skill's effects came into force.
    EffectBegan {
        active: ActiveSkill,
        /// Whether it replaces the same skill in force (R165, A136).
        renews: bool,
    },
    /// A skill's effects, or some of them, ended.
    EffectEnded {
        user: CharacterId,
        skill: SkillRef,
        targets: Vec<CharacterId>,
        /// The location where it was used; for a Bounded Field, the one it covered.
        at: LocationId,
        /// The sentence that was set off, if what ends is the effect of one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set_off: Option<u16>,
        why: EndReason,
    },
    /// Some sentences of a skill ended while others go on.
    PartsEnded {
        user: CharacterId,
        skill: SkillRef,
        targets: Vec<CharacterId>,
        at: LocationId,
        /// The sentence that a deed has ended; `None` if it is all those whose time is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u16>,
        /// The only target for which it has ended; `None` for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<CharacterId>,
    },
    /// A familiar was summoned (R072, R083).
    Summoned { who: CharacterId, name: String, sheet: SheetId, at: LocationId, by: CharacterId, skill: SkillRef },
    /// A familiar disappeared because its summoning ended (R359).
    Vanished { who: CharacterId, skill: SkillRef },
    /// A Reality Marble closed over a location (R116, R292–R294).
    Sealed { user: CharacterId, skill: SkillRef, at: LocationId, taken: Vec<CharacterId>, out: Vec<CharacterId> },
}

impl Family for Effects {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::SkillUsed { user, skill, targets, location, paid, is_upgraded, is_attack, is_area, .. } => Facts {
                row: Some(use_row(war.skill(*skill).role, *is_attack)),
                reveals: RevealedPresence::All,
                is_noticed_if_actor_hidden: *is_attack,
                is_noticed_if_object_hidden: true,
                learners: Learners::Everybody,
                recorded_as: RecordedAs::Use,
                is_use: true,
                is_at_actor: true,
                is_attack: *is_attack,
                is_area: *is_area,
                is_upgraded: *is_upgraded,
                paid: Some(*paid).filter(|paid| !paid.is_nothing()),
                other_location: *location,
                ..Facts::of_actor(war, *user)
                    .with_objects(targets)
                    .with_skill(*skill)
                    .with_observers(Observers::Deed(LocationEnd::Actor))
            },
            Self::Refunded { user, skill, why: reason, .. } => Facts {
                reason: Some(Why::NotDone(*reason)),
                ..Facts::of_actor(war, *user).with_skill(*skill).with_row(Row::Refunded).observed_by_actor()
            },
            Self::SetOff { user, .. } => Facts::of_actor(war, *user),
            Self::EffectBegan { active, .. } => Facts {
                reveals: RevealedPresence::All,
                is_seen_only_where_it_strikes: true,
                learners: Learners::Everybody,
                is_told_with_use: true,
                is_at_actor: true,
                is_upgraded: active.is_upgraded,
                count: match active.until {
                    Until::Night(last) => Some(last),
                    Until::Open => None,
                },
                words: Words::EffectSummary(active),
                ..Facts::of_actor(war, active.user)
                    .with_objects(&active.targets)
                    .at_location(active.location)
                    .with_skill(active.skill)
                    .with_row(Row::EffectBegan)
                    .with_observers(Observers::Deed(LocationEnd::Actor))
            },
            Self::EffectEnded { user, skill, targets, set_off, why: reason, .. } => {
                let row = if is_marble(war.skill(*skill)) { Row::MarbleEnded } else { Row::EffectEnded };
                // An effect that was set off is known where it works: nobody follows it from afar (I23).
                let observers = match set_off {
                    Some(_) => Observers::Each(targets, Vantage::Victim),
                    None => Observers::Deed(LocationEnd::Actor),
                };
                Facts {
                    reveals: RevealedPresence::All,
                    learners: Learners::Everybody,
                    is_at_actor: true,
                    reason: Some(Why::Ended(*reason)),
                    ..Facts::of_actor(war, *user)
                        .with_objects(targets)
                        .with_skill(*skill)
                        .with_row(row)
                        .with_observers(observers)
                }
            }
            Self::PartsEnded { user, targets, .. } => {
                Facts::of_actor(war, *user).with_objects(targets).observed_by_actor()
            }
            // The familiar is seen, even if its summoner is not.
            Self::Summoned { who, at, by, skill, .. } => Facts {
                reveals: RevealedPresence::Actor,
                is_noticed_if_actor_hidden: true,
                learners: Learners::Everybody,
                is_told_with_use: true,
                ..Facts::of_actor(war, *by)
                    .with_object(who)
                    .at_location(*at)
                    .with_skill(*skill)
                    .with_row(Row::Summoned)
                    .observed_by_actor_and_bystanders()
            },
            Self::Vanished { who, .. } => {
                let summoner =
                    war.character(*who).summoner.map_or(Observers::Nobody, |by| Observers::Single(by, Vantage::Own));
                let observers = [Observers::Single(*who, Vantage::Own), summoner, Observers::Present];
                let reveals = RevealedPresence::Actor;
                Facts {
                    observers,
                    reveals,
                    learners: Learners::Others,
                    ..Facts::of_actor(war, *who).with_row(Row::Vanished)
                }
            }
            Self::Sealed { user, skill, at, taken, out } => Facts {
                reveals: RevealedPresence::All,
                is_noticed_if_actor_hidden: true,
                is_noticed_if_object_hidden: true,
                learners: Learners::Everybody,
                is_told_with_use: true,
                ..Facts::of_actor(war, *user)
                    .with_objects(taken)
                    .mentioning_each(out)
                    .at_location(*at)
                    .with_skill(*skill)
                    .with_row(Row::MarbleOpened)
                    .with_observers(Observers::Deed(LocationEnd::Actor))
            },
        }
    }

    fn apply(&self, war: &mut War, event: &Event) {
        match self {
            Self::SkillUsed { user, skill, targets, paid, is_attack, counts, payer, counted, .. } => {
                if war.skill(*skill).counts_uses() || war.skill(*skill).role == SkillRole::Service {
                    count_use(war, *user, *skill, targets);
                }
                apply_use(war, *user, *skill, paid, *payer, *counts, *is_attack);
                counted.iter().for_each(|sentence| {
                    war.count_attack(sentence.on, sentence.skill, sentence.line, sentence.whose);
                });
            }
            Self::Refunded { user, skill, paid, .. } => {
                war.character_mut(*user).turn.failed.insert(*skill);
                if let Some(mastery) = war.master_of(*user).and_then(|m| war.character_mut(m).mastery.as_mut()) {
                    mastery.cp += paid.cp;
                }
                refund(war.character_mut(*user), paid);
            }
            Self::SetOff { user, skill, line } => {
                war.note_triggered(*user, *skill, *line);
            }
            Self::EffectBegan { active, renews } => {
                if *renews {
                    remove_older_instances(war, active);
                }
                war.active_skills.push(ActiveSkill { began: event.id.0, ..active.clone() });
                war.reindex();
            }
            Self::EffectEnded { user, skill, targets, at, set_off, why } => {
                // To end one's own effect is an action, though a Free one; to leave an upkeep unpaid is none (A047).
                let is_ordered_end = *why == EndReason::Cancelled && event.phase != Phase::Initial;
                war.character_mut(*user).turn.has_acted |= is_ordered_end;
                let is_of_use = |a: &ActiveSkill| a.status.is_none() && a.set_off == *set_off;
                let is_same = |a: &ActiveSkill| is_of_use(a) && is_same_effect(a, *user, *skill, targets, *at);
                let covers = |a: &ActiveSkill| is_of_use(a) && is_effect_on_targets(a, *user, *skill, targets, *at);
                let oldest = war.active_skills.iter().position(covers);
                // Of what stacks the oldest ends, though a later one may be on the same targets alone (A136).
                let same = war.active_skills.iter().position(is_same).filter(|_| *why != EndReason::UsedAgain);
                if let Some(index) = same {
                    war.active_skills.remove(index);
                } else if let Some(active) = oldest.and_then(|index| war.active_skills.get_mut(index)) {
                    // It goes on for its other targets (family 29), with any statuses it left.
                    active.targets.retain(|t| !targets.contains(t));
                    let is_over = active.targets.is_empty();
                    if let Some(index) = oldest.filter(|_| is_over) {
                        war.active_skills.remove(index);
                    }
                }
                war.reindex();
            }
            Self::PartsEnded { user, skill, targets, at, line, whose } => {
                let night = war.night;
                for active in war.active_skills.iter_mut().filter(|a| is_same_effect(a, *user, *skill, targets, *at)) {
                    match (line, whose) {
                        (None, _) => active.parts.retain(|part| !part.until.is_over_after(night)),
                        (Some(line), None) => active.parts.retain(|part| part.line != *line),
                        (Some(line), Some(whose)) => {
                            let ended_parts = active.parts.iter_mut().filter(|part| part.line == *line);
                            ended_parts.for_each(|part| part.spared.push(*whose));
                        }
                    }
                }
                war.reindex();
            }
            Self::Summoned { who, name, sheet, at, by, .. } => {
                let familiar = build_familiar(war, name, *sheet, *at, *by);
                for partner in familiar.knows.clone() {
                    let partner = war.character_mut(partner);
                    partner.knows.insert(*who);
                    partner.turn.partners.insert(*who);
                }
                war.characters.push(familiar);
                war.rebuild_bonds();
                war.reindex();
            }
            Self::Vanished { who, .. } => {
                kill(war, *who, Vec::new());
                if let Some(death) = war.character_mut(*who).death.as_mut() {
                    death.has_vanished = true;
                }
            }
            Self::Sealed { .. } => {}
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::SkillUsed {
                user, skill, targets, location, paid, is_upgraded, is_attack, is_area, payer, ..
            } => {
                let mut line = format!("{} uses {}", names.character(*user), names.skill_form(*skill, *is_upgraded));
                if !targets.is_empty() {
                    line.push_str(&format!(" on {}", names.characters(targets)));
                }
                if let Some(location) = location {
                    line.push_str(&format!(" at {}", names.location_name(*location)));
                }
                if !paid.is_nothing() {
                    line.push_str(&format!(" for {}", paid_words(*paid)));
                }
                if let Some(payer) = payer {
                    line.push_str(&format!(" of {}", names.character(*payer)));
                }
                match (*is_attack, *is_area) {
                    (true, true) => line.push_str(" (area attack)"),
                    (true, false) => line.push_str(" (attack)"),
                    (false, true) => line.push_str(" (area)"),
                    (false, false) => {}
                }
                line
            }
            Self::Refunded { user, skill, why, .. } => {
                format!(
                    "{} gets the costs of {} back: {}",
                    names.character(*user),
                    names.skill(*skill),
                    reason_words(*why)
                )
            }
            Self::SetOff { user, skill, line } => {
                format!(
                    "{}'s {} is set off: {}",
                    names.character(*user),
                    names.skill(*skill),
                    names.sentence(*skill, *line)
                )
            }
            Self::EffectBegan { active, renews } => {
                let change = if *renews { "is renewed" } else { "comes into force" };
                format!(
                    "{}'s {} {change} on {}, {}",
                    names.character(active.user),
                    names.skill_form(active.skill, active.is_upgraded),
                    or_nobody(names.characters(&active.targets)),
                    until_words(active.until)
                )
            }
            Self::EffectEnded { user, skill, targets, why, .. } => format!(
                "{}'s {} ends on {}: {}",
                names.character(*user),
                names.skill(*skill),
                or_nobody(names.characters(targets)),
                end_reason_words(*why)
            ),
            Self::PartsEnded { user, skill, targets, .. } => {
                format!(
                    "part of {}'s {} ends on {}",
                    names.character(*user),
                    names.skill(*skill),
                    or_nobody(names.characters(targets))
                )
            }
            Self::Summoned { name, at, by, skill, .. } => {
                format!(
                    "{} summons {name} to {} through {}",
                    names.character(*by),
                    names.location_name(*at),
                    names.skill(*skill)
                )
            }
            Self::Vanished { who, .. } => format!("{} disappears", names.character(*who)),
            Self::Sealed { user, skill, at, taken, out } => format!(
                "{}'s {} closes over {}, with {} inside; pushed out: {}",
                names.character(*user),
                names.skill(*skill),
                names.location_name(*at),
                or_nobody(names.characters(taken)),
                or_nobody(names.characters(out))
            ),
        }
    }
}

/// Whether an event refers to this skill in force.
fn is_same_effect(
    active: &ActiveSkill,
    user: CharacterId,
    skill: SkillRef,
    targets: &[CharacterId],
    at: LocationId,
) -> bool {
    active.user == user && active.skill == skill && active.targets == targets && active.location == at
}

/// Whether an event refers to this skill in force for some of its targets.
fn is_effect_on_targets(
    active: &ActiveSkill,
    user: CharacterId,
    skill: SkillRef,
    targets: &[CharacterId],
    at: LocationId,
) -> bool {
    let has_targets = !targets.is_empty() && targets.iter().all(|t| active.targets.contains(t));
    active.user == user && active.skill == skill && active.location == at && has_targets
}

/// The row of the visibility table for the use of a skill.
const fn use_row(role: SkillRole, attack: bool) -> Row {
    match role {
        SkillRole::CommandSpell => Row::SpellInUse,
        SkillRole::Item => Row::Item,
        SkillRole::Service => Row::Service,
        SkillRole::Ability
        | SkillRole::BasicAttack
        | SkillRole::Skill
        | SkillRole::NoblePhantasm
        | SkillRole::StorySkill => {
            if attack {
                Row::Attack
            } else {
                Row::Support
            }
        }
    }
}

/// Whether a skill is a Reality Marble in any form.
fn is_marble(skill: &Skill) -> bool {
    skill.kind.values().any(|kind| *kind == SkillType::RealityMarble)
}

/// Applies what a use costs and what it counts toward.
fn apply_use(
    war: &mut War,
    user: CharacterId,
    skill: SkillRef,
    paid: &Paid,
    payer: Option<CharacterId>,
    counts: bool,
    attack: bool,
) {
    war.character_mut(user).turn.has_acted = true;
    // A service uses up the one dealing that a player has with the IGM each Turn (R318).
    let of_igm = Facility::IgmOffice.name();
    let (role, sold_at) = (war.skill(skill).role, war.skill(skill).sold_at.as_deref());
    if role == SkillRole::Service && sold_at == Some(of_igm) {
        war.character_mut(user).turn.has_dealt_with_igm = true;
    }
    pay(war.character_mut(user), paid, counts, attack);
    if attack {
        war.character_mut(user).last_attack = Some(war.night);
        war.character_mut(user).turn.has_attacked = true;
    }
    if let Some(mastery) = payer.and_then(|p| war.character_mut(p).mastery.as_mut()) {
        mastery.cp -= paid.cp;
    }
}

/// Removes older instances of an effect that begins again, on each of its targets (A136).
fn remove_older_instances(war: &mut War, active: &ActiveSkill) {
    let is_same_effect = |a: &ActiveSkill| a.skill == active.skill && a.set_off == active.set_off;
    for older in war.active_skills.iter_mut().filter(|a| is_same_effect(a) && a.status.is_none()) {
        older.targets.retain(|t| !active.targets.contains(t));
    }
    war.active_skills.retain(|a| !a.targets.is_empty() || !is_same_effect(a));
}
