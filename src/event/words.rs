//! Events in plain words, every number exact and every name the true handle.
//!
//! For the GM alone: `grail explain`, the full log of a scenario, faults. What a player reads
//! goes through perception and templates instead.

mod course;
pub mod logic;
mod ruled;
mod terms;

use std::fmt::Display;

use crate::language::condition_text::resource;
use crate::sheet::skill::Skill;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;
use crate::war::character::PactKind;
use crate::war::knowledge::Fact;
use crate::war::setup::{SheetId, SkillRef};

use super::detail::{Change, ContractReason, DeathCause, FreedReason, SpiritReason, Verdict};
use super::kind::EventKind;
use super::{Cause, Event};
pub use terms::fact_words;
use terms::{
    ap_source, drain, end_reason, numbers, or_none, or_nothing, outcome_words, paid_words, reason, travel, until,
};

/// The line of an event: `Attacking Phase: Saber hits Caster with Rapid Cut: 40.75 (…) [R089]`.
#[must_use]
pub fn words(war: &War, event: &Event) -> String {
    let mut line = format!("{}: {}", event.phase, Speaker { war }.kind(&event.kind));
    match event.cause {
        Cause::Ruling(number) => line.push_str(&format!(", by ruling {number}")),
        Cause::Rule | Cause::Order(_) | Cause::Effect { .. } => {}
    }
    if !event.rules.is_empty() {
        line.push_str(&format!(" [{}]", list(&event.rules)));
    }
    line
}

/// What happened, without its phase and rules.
#[must_use]
pub fn told(war: &War, event: &Event) -> String {
    Speaker { war }.kind(&event.kind)
}

/// Every character an event speaks of, in the order it names them.
#[must_use]
pub fn about(kind: &EventKind) -> Vec<CharacterId> {
    match kind {
        EventKind::TurnBegan { .. }
        | EventKind::Aliased { .. }
        | EventKind::LogicGame { .. }
        | EventKind::HuntEnded { .. }
        | EventKind::StoryTold { .. }
        | EventKind::TurnEnded { .. }
        | EventKind::WarEnded { .. }
        | EventKind::Fault { .. } => Vec::new(),
        EventKind::MasterConsumed { who, master, .. } => vec![*who, *master],
        EventKind::IgmPaid { who, payer, .. } => std::iter::once(*who).chain(*payer).collect(),
        EventKind::Marked { marks, .. } => marks.clone(),
        EventKind::SpoilsTaken { who, former, .. } => vec![*who, *former],
        EventKind::Granted { who, .. }
        | EventKind::Regenerated { who, .. }
        | EventKind::UpkeepPaid { who, .. }
        | EventKind::Drained { who, .. }
        | EventKind::OrderOutcome { actor: who, .. }
        | EventKind::Refunded { user: who, .. }
        | EventKind::StatusEnded { who, .. }
        | EventKind::StatusesRan { who }
        | EventKind::SpiritForm { who, .. }
        | EventKind::Left { who, .. }
        | EventKind::Entered { who, .. }
        | EventKind::ArrivedLate { who }
        | EventKind::BattleFound { who, .. }
        | EventKind::Surprised { who, .. }
        | EventKind::SurpriseFailed { user: who, .. }
        | EventKind::Survived { who, .. }
        | EventKind::MoveCancelled { who, .. }
        | EventKind::Disqualified { master: who }
        | EventKind::Bought { who, .. }
        | EventKind::ReportRaised { who, .. }
        | EventKind::ManaSensed { who, .. }
        | EventKind::SpellsChanged { master: who, .. }
        | EventKind::ItemSpent { who, .. }
        | EventKind::CombatPoints { master: who, .. }
        | EventKind::CombatPointsGiven { master: who, .. }
        | EventKind::CombatPointsLost { master: who, .. }
        | EventKind::FoundSealed { scout: who, .. }
        | EventKind::CivilianConsumed { who, .. }
        | EventKind::Informed { who, .. }
        | EventKind::Sheltered { who }
        | EventKind::SealPrize { master: who, .. }
        | EventKind::StoryGained { who, .. }
        | EventKind::PuzzleAnswered { who, .. }
        | EventKind::EndingReached { master: who, .. }
        | EventKind::Alert { owner: who, .. } => vec![*who],
        EventKind::Sealed { user, taken, out, .. } => {
            std::iter::once(*user).chain(taken.iter().copied()).chain(out.iter().copied()).collect()
        }
        EventKind::IdleInMarble { master, user, .. } => vec![*master, *user],
        EventKind::ItemPassed { from, to, .. } => from.iter().chain(to).copied().collect(),
        EventKind::Scouted { scout, found, .. } => std::iter::once(*scout).chain(found.iter().copied()).collect(),
        EventKind::FieldSensed { by, .. } | EventKind::ItemsNoticed { by, .. } => by.clone(),
        EventKind::Summoned { who, by, .. } => vec![*by, *who],
        EventKind::Vanished { who, .. } => vec![*who],
        EventKind::ScoutDetected { scout, by, .. } => std::iter::once(*scout).chain(by.iter().copied()).collect(),
        EventKind::SkillUsed { user, targets, .. } => std::iter::once(*user).chain(targets.iter().copied()).collect(),
        EventKind::Hit { attacker, target, taker, .. } => vec![*attacker, *target, *taker],
        EventKind::Shielded { who, by, attacker, .. } => vec![*who, *by, *attacker],
        EventKind::Negated { who, by, .. } => vec![*who, *by],
        EventKind::StatusReceived { who, by, .. }
        | EventKind::StatusIgnored { who, by, .. }
        | EventKind::AfflictionIgnored { who, by, .. }
        | EventKind::AfflictionEnded { who, by, .. }
        | EventKind::Restored { who, by, .. }
        | EventKind::Lost { who, by, .. }
        | EventKind::Damaged { who, by, .. }
        | EventKind::ApBooked { who, by, .. } => vec![*who, *by],
        EventKind::SetOff { user, .. } => vec![*user],
        EventKind::PoisonTicked { who, by, .. } => std::iter::once(*who).chain(*by).collect(),
        EventKind::EffectBegan { active, .. } | EventKind::Afflicted { active } => {
            std::iter::once(active.user).chain(active.targets.iter().copied()).collect()
        }
        EventKind::EffectEnded { user, targets, .. } | EventKind::PartsEnded { user, targets, .. } => {
            std::iter::once(*user).chain(targets.iter().copied()).collect()
        }
        EventKind::JoinedBattle { who, with, .. } | EventKind::BattleCounted { who, with, .. } => {
            std::iter::once(*who).chain(with.iter().copied()).collect()
        }
        EventKind::Died { who, killers, .. } => std::iter::once(*who).chain(killers.iter().copied()).collect(),
        EventKind::Freed { servant, master, .. }
        | EventKind::Contracted { servant, master, .. }
        | EventKind::SpellSpent { master, servant, .. } => vec![*master, *servant],
        EventKind::GuardsNamed { master, guards } => std::iter::once(*master).chain(guards.iter().copied()).collect(),
        EventKind::PactDeclared { master, .. } => vec![*master],
        EventKind::HomeTaken { owner, former, .. } => vec![*owner, *former],
        EventKind::Recognised { observer, who } | EventKind::Learned { observer, of: who, .. } => vec![*observer, *who],
        EventKind::SkillHeard { observer, .. } | EventKind::Sighted { observer, .. } => vec![*observer],
        EventKind::Ruled { verdict, changes, .. } => {
            let whose = if let Verdict::ForbiddenSkill(who, _) = verdict { Some(*who) } else { None };
            let subject = |change: &Change| match change {
                Change::Sentences(ruled) => Some(ruled.owner),
                other => other.who(),
            };
            whose.into_iter().chain(changes.iter().filter_map(subject)).collect()
        }
        EventKind::Told { to, .. } => to.clone(),
    }
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
}

fn or_nobody(names: String) -> String {
    if names.is_empty() { "nobody".to_owned() } else { names }
}

/// Puts names to handles.
struct Speaker<'a> {
    war: &'a War,
}

impl Speaker<'_> {
    fn who(&self, id: CharacterId) -> &str {
        self.war.characters.get(id.index()).map_or("?", |c| &c.name)
    }

    fn all(&self, ids: &[CharacterId]) -> String {
        list(ids.iter().map(|id| self.who(*id)))
    }

    fn place(&self, id: LocationId) -> &str {
        self.war.setup.locations.get(id.index()).map_or("?", |l| &l.name)
    }

    fn skill(&self, skill: SkillRef) -> &str {
        self.form(skill, false)
    }

    fn form(&self, skill: SkillRef, upgraded: bool) -> &str {
        self.found(skill).map_or("?", |s| s.name.at(upgraded))
    }

    /// A skill, if there is such a one.
    fn found(&self, skill: SkillRef) -> Option<&Skill> {
        let place = usize::from(skill.place);
        match skill.sheet {
            SheetId::RULED => self.war.ruled.get(place).map(|ruled| &ruled.skill),
            sheet => self.war.setup.sheets.get(sheet.index()).and_then(|s| s.skills.get(place)),
        }
    }

    /// The name of a status of a sheet's own.
    fn affliction(&self, skill: SkillRef, line: u16) -> &str {
        let known = self.found(skill).and_then(|_| self.war.affliction(skill, line));
        known.map_or("?", |status| &status.name)
    }

    /// A sentence of a skill, in its author's words.
    fn sentence(&self, skill: SkillRef, line: u16) -> &str {
        let line = self.found(skill).and_then(|s| s.effects.get(usize::from(line)));
        line.map_or("?", |line| &line.text)
    }

    fn skills(&self, skills: &[SkillRef]) -> String {
        list(skills.iter().map(|s| self.skill(*s)))
    }

    fn kind(&self, kind: &EventKind) -> String {
        match kind {
            // The Turn itself, its phases of upkeep, orders, the GM.
            EventKind::TurnBegan { night } => format!("Night {night} begins"),
            EventKind::Granted { who, ap, sp, turn_action, move_action, luck, terms } => {
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
                format!("{} receives {}; LCK {luck}", self.who(*who), or_nothing(&parts))
            }
            EventKind::Scouted { scout, at, found, items } => {
                let mut line =
                    format!("{} scouts {}: {}", self.who(*scout), self.place(*at), or_nobody(self.all(found)));
                if !items.is_empty() {
                    line.push_str(&format!("; lying there: {}", self.skills(items)));
                }
                line
            }
            EventKind::ScoutDetected { scout, by, .. } => {
                format!("{} is detected scouting by {}", self.who(*scout), self.all(by))
            }
            EventKind::Regenerated { who, health, mana, health_receipt, mana_receipt } => format!(
                "{} regenerates {health} Health ({}) and {mana} Mana ({})",
                self.who(*who),
                health_receipt.formula(),
                mana_receipt.formula()
            ),
            EventKind::UpkeepPaid { who, skill, mana, health } => {
                format!("{} pays {} to prolong {}", self.who(*who), numbers(*health, *mana), self.skill(*skill))
            }
            EventKind::Drained { who, mana, why } => {
                format!("{} loses {mana} Mana: {}", self.who(*who), drain(*why))
            }
            EventKind::OrderOutcome { order, actor, outcome } => {
                let seat = self.war.setup.seats.get(order.seat.index()).map_or("?", |s| &s.name);
                format!("order {} of {seat} for {}: {}", order.number, self.who(*actor), outcome_words(*outcome))
            }
            EventKind::TurnEnded { night } => format!("Night {night} ends"),
            EventKind::WarEnded { winner } => match winner.and_then(|t| self.war.setup.teams.get(t.index())) {
                Some(team) => format!("the War ends; {} wins", team.name),
                None => "the War ends without a winner".to_owned(),
            },
            EventKind::Ruled { verdict, changes, reason, .. } => self.ruled(verdict, changes, reason),
            EventKind::Told { to, words, public } => {
                let to = if *public { "everybody".to_owned() } else { or_nobody(self.all(to)) };
                format!("a word for {to}: {words}")
            }
            EventKind::LogicGame { step } => self.logic(step),
            EventKind::Fault { text } => format!("FAULT: {text}"),
            // Skills and what they do.
            EventKind::SkillUsed { user, skill, targets, location, paid, upgraded, attack, area, payer, .. } => {
                let mut line = format!("{} uses {}", self.who(*user), self.form(*skill, *upgraded));
                if !targets.is_empty() {
                    line.push_str(&format!(" on {}", self.all(targets)));
                }
                if let Some(location) = location {
                    line.push_str(&format!(" at {}", self.place(*location)));
                }
                if !paid.is_nothing() {
                    line.push_str(&format!(" for {}", paid_words(*paid)));
                }
                if let Some(payer) = payer {
                    line.push_str(&format!(" of {}", self.who(*payer)));
                }
                match (*attack, *area) {
                    (true, true) => line.push_str(" (area attack)"),
                    (true, false) => line.push_str(" (attack)"),
                    (false, true) => line.push_str(" (area)"),
                    (false, false) => {}
                }
                line
            }
            EventKind::Refunded { user, skill, why, .. } => {
                format!("{} gets the costs of {} back: {}", self.who(*user), self.skill(*skill), reason(*why))
            }
            EventKind::Hit { attacker, skill, target, taker, hit, upgraded, receipt, .. } => {
                let with = self.form(*skill, *upgraded);
                let mut line = format!("{} hits {} with {with}", self.who(*attacker), self.who(*taker));
                if taker != target {
                    line.push_str(&format!(" in place of {}", self.who(*target)));
                }
                if *hit > 1 {
                    line.push_str(&format!(", hit {hit}"));
                }
                if receipt.is_nothing() {
                    return format!("{line}, without damage of its own");
                }
                format!("{line}: {} {} ({})", receipt.amount, receipt.kind, receipt.formula())
            }
            EventKind::Shielded { who, by, attacker, skill } => {
                format!(
                    "{} is shielded by {} from {}'s {}",
                    self.who(*who),
                    self.who(*by),
                    self.who(*attacker),
                    self.skill(*skill)
                )
            }
            EventKind::Negated { who, by, skill, through, .. } => format!(
                "{}'s {} has no effect on {}: {}",
                self.who(*by),
                self.skill(*skill),
                self.who(*who),
                self.skill(*through)
            ),
            EventKind::StatusReceived { who, status, by, skill } => {
                format!("{} receives {status} from {}'s {}", self.who(*who), self.who(*by), self.skill(*skill))
            }
            EventKind::StatusIgnored { who, status, by } => {
                format!("{status} from {} has no effect on {}", self.who(*by), self.who(*who))
            }
            EventKind::Afflicted { active } => {
                let name = active.status.map_or("?", |line| self.affliction(active.skill, line));
                let from = format!("{}'s {}", self.who(active.user), self.skill(active.skill));
                format!("{} receives {name} from {from}, {}", self.all(&active.targets), until(active.until))
            }
            EventKind::AfflictionIgnored { who, by, skill, line } => {
                format!("{} from {} has no effect on {}", self.affliction(*skill, *line), self.who(*by), self.who(*who))
            }
            EventKind::AfflictionEnded { who, skill, line, cured, .. } => {
                let how = if *cured { "is cured" } else { "ends" };
                format!("{} on {} {how}", self.affliction(*skill, *line), self.who(*who))
            }
            EventKind::PoisonTicked { who, damage, by, receipt } => {
                let author = by.map_or_else(String::new, |by| format!(" of {}", self.who(by)));
                format!("{} takes {damage} from Poison{author} ({})", self.who(*who), receipt.formula())
            }
            EventKind::StatusEnded { who, kind, cured } => {
                let how = if *cured { "is cured" } else { "ends" };
                format!("{} on {} {how}", kind.name(), self.who(*who))
            }
            EventKind::StatusesRan { who } => format!("{}'s statuses run one Turn down", self.who(*who)),
            EventKind::Restored { who, of, amount, skill, .. } => {
                format!("{} restores {amount} {} through {}", self.who(*who), resource(*of), self.skill(*skill))
            }
            EventKind::Lost { who, of, amount, skill, .. } => {
                format!("{} loses {amount} {} through {}", self.who(*who), resource(*of), self.skill(*skill))
            }
            EventKind::Damaged { who, by, skill, receipt, .. } => format!(
                "{} takes {} {} damage from {}'s {} ({})",
                self.who(*who),
                receipt.amount,
                receipt.kind,
                self.who(*by),
                self.skill(*skill),
                receipt.formula()
            ),
            EventKind::SetOff { user, skill, line } => {
                format!("{}'s {} is set off: {}", self.who(*user), self.skill(*skill), self.sentence(*skill, *line))
            }
            EventKind::Survived { who, health, skill, .. } => {
                format!("{} survives with {health} Health through {}", self.who(*who), self.skill(*skill))
            }
            EventKind::ApBooked { who, ap, skill, .. } => {
                format!("{} has {ap:+} AP in the next Turn through {}", self.who(*who), self.skill(*skill))
            }
            EventKind::EffectBegan { active, renews } => {
                let how = if *renews { "is renewed" } else { "comes into force" };
                format!(
                    "{}'s {} {how} on {}, {}",
                    self.who(active.user),
                    self.form(active.skill, active.upgraded),
                    or_nobody(self.all(&active.targets)),
                    until(active.until)
                )
            }
            EventKind::EffectEnded { user, skill, targets, why, .. } => format!(
                "{}'s {} ends on {}: {}",
                self.who(*user),
                self.skill(*skill),
                or_nobody(self.all(targets)),
                end_reason(*why)
            ),
            EventKind::FieldSensed { field, at, by, .. } => {
                format!("{} may notice {} at {}", self.all(by), self.skill(*field), self.place(*at))
            }
            EventKind::ItemsNoticed { by, at, items } => {
                format!("{} notices what lies at {}: {}", self.all(by), self.place(*at), self.skills(items))
            }
            EventKind::Sealed { user, skill, at, taken, out } => format!(
                "{}'s {} closes over {}, with {} inside; pushed out: {}",
                self.who(*user),
                self.skill(*skill),
                self.place(*at),
                or_nobody(self.all(taken)),
                or_nobody(self.all(out))
            ),
            EventKind::FoundSealed { scout, at } => {
                format!("{} scouts {} and finds it sealed", self.who(*scout), self.place(*at))
            }
            EventKind::IdleInMarble { master, rounds: 0, .. } => {
                format!("the team of {} does not idle inside a Reality Marble any more", self.who(*master))
            }
            EventKind::IdleInMarble { master, user, skill, rounds, cp } => format!(
                "{} loses {cp} Combat Points: no battle inside {}'s {}, {rounds} in a row (50 × {rounds})",
                self.who(*master),
                self.who(*user),
                self.skill(*skill)
            ),
            EventKind::Summoned { name, at, by, skill, .. } => {
                format!("{} summons {name} to {} through {}", self.who(*by), self.place(*at), self.skill(*skill))
            }
            EventKind::Vanished { who, .. } => format!("{} disappears", self.who(*who)),
            EventKind::PartsEnded { user, skill, targets, .. } => {
                format!("part of {}'s {} ends on {}", self.who(*user), self.skill(*skill), or_nobody(self.all(targets)))
            }
            EventKind::SpellSpent { master, servant, spell, left } => format!(
                "{} spends a Command Spell on {}: {}; {left} left",
                self.who(*master),
                self.who(*servant),
                self.skill(*spell)
            ),
            EventKind::CombatPointsGiven { master, amount, skill } => {
                format!("{} gains {amount} CP through {}", self.who(*master), self.skill(*skill))
            }
            EventKind::Learned { observer, of, fact, skill } => format!(
                "{} learns of {} through {}: {}",
                self.who(*observer),
                self.who(*of),
                self.skill(*skill),
                match fact {
                    Fact::Location(at) => format!("at {}", self.place(*at)),
                    fact => fact_words(fact),
                }
            ),
            EventKind::ReportRaised { who, act, skill } => {
                format!(
                    "{} reads the whole Night with ACT {} through {}",
                    self.who(*who),
                    act.name(),
                    self.skill(*skill)
                )
            }
            EventKind::ManaSensed { who, phantasms, at } => format!(
                "{} senses {} at {}",
                self.who(*who),
                if *phantasms { "Noble Phantasms" } else { "Bounded Fields" },
                or_none(list(at.iter().map(|place| self.place(*place))))
            ),
            EventKind::Bought { who, item, count, payer, price } => {
                format!("{} buys {count} {} for {price} CP of {}", self.who(*who), self.skill(*item), self.who(*payer))
            }
            EventKind::ItemPassed { item, from, to, at } => match (from, to) {
                (Some(from), Some(to)) => {
                    format!("{} gives {} to {}", self.who(*from), self.skill(*item), self.who(*to))
                }
                (Some(from), None) => format!("{} drops {} at {}", self.who(*from), self.skill(*item), self.place(*at)),
                (None, Some(to)) => format!("{} picks {} up at {}", self.who(*to), self.skill(*item), self.place(*at)),
                (None, None) => format!("{} lies at {}", self.skill(*item), self.place(*at)),
            },
            EventKind::SpellsChanged { master, left, before, skill, .. } => format!(
                "{} has {left} Command Spells in place of {before} through {}",
                self.who(*master),
                self.skill(*skill)
            ),
            EventKind::ItemSpent { who, item } => format!("{}'s {} is used up", self.who(*who), self.skill(*item)),
            // Where people are, whom they fight, what becomes of them, what they learn.
            EventKind::SpiritForm { who, entered, sp, why } => {
                let how = if *entered { "enters" } else { "leaves" };
                let why = match why {
                    SpiritReason::Ordered => format!("{sp} SP"),
                    SpiritReason::Commanded => "commanded".to_owned(),
                    SpiritReason::Forced => "forced".to_owned(),
                    SpiritReason::Skill => "by a skill".to_owned(),
                };
                format!("{} {how} Spirit Form ({why})", self.who(*who))
            }
            EventKind::Left { who, from, to, how } => {
                format!("{} leaves {} for {} {}", self.who(*who), self.place(*from), self.place(*to), travel(*how))
            }
            EventKind::Entered { who, at, from, how } => {
                format!("{} enters {} from {} {}", self.who(*who), self.place(*at), self.place(*from), travel(*how))
            }
            EventKind::MoveCancelled { who, to, why } => {
                format!("{}'s move to {} is cancelled: {}", self.who(*who), self.place(*to), reason(*why))
            }
            EventKind::JoinedBattle { who, with, beside, remote } => {
                let how = if *beside { " beside their Servant or familiar" } else { "" };
                let far = if *remote { " from afar" } else { "" };
                format!("{} is in battle with {}{how}{far}", self.who(*who), or_nobody(self.all(with)))
            }
            EventKind::Surprised { who, by, skill } => {
                format!("{} cannot act: surprised by {}'s {}", self.who(*who), self.who(*by), self.skill(*skill))
            }
            EventKind::SurpriseFailed { user, skill, by } => {
                format!("{}'s {} fails: noticed by {}", self.who(*user), self.skill(*skill), self.all(by))
            }
            EventKind::ArrivedLate { who } => format!("{} arrives too late for this combat round", self.who(*who)),
            EventKind::BattleFound { who, fighters } => {
                format!("{} finds a battle going on: {}", self.who(*who), or_nobody(self.all(fighters)))
            }
            EventKind::BattleCounted { who, turns: 0, .. } => format!("the battle is over for {}", self.who(*who)),
            EventKind::BattleCounted { who, turns, with } => {
                let turns = if *turns == 1 { "1 Turn".to_owned() } else { format!("{turns} Turns") };
                format!("{} has been in battle for {turns}, with {}", self.who(*who), or_nobody(self.all(with)))
            }
            EventKind::Died { who, killers, of } => {
                let of = match of {
                    DeathCause::Wounds => "of wounds",
                    DeathCause::Mana => "for want of Mana",
                    DeathCause::Skill => "of a skill",
                };
                format!("{} dies {of}; killed by {}", self.who(*who), or_nobody(self.all(killers)))
            }
            EventKind::Freed { servant, master, why } => {
                let why = match why {
                    FreedReason::MasterDied => "died",
                    FreedReason::MasterDisqualified => "is disqualified",
                    FreedReason::Released => "broke the contract",
                };
                format!("{} is Masterless: {} {why}", self.who(*servant), self.who(*master))
            }
            EventKind::Contracted { servant, master, how } => {
                let how = match how {
                    ContractReason::Agreed => "by agreement",
                    ContractReason::Reestablished => "again",
                    ContractReason::Transferred => "by transfer, of its own will",
                    ContractReason::Forced => "by transfer, forced",
                };
                format!("{} is contracted with {} {how}", self.who(*servant), self.who(*master))
            }
            EventKind::GuardsNamed { master, guards } => {
                format!("{} is to be shielded by {}", self.who(*master), or_nobody(self.all(guards)))
            }
            EventKind::PactDeclared { master, with, pact } => {
                let what = match pact {
                    Some(PactKind::Alliance) => "an alliance",
                    Some(PactKind::Ceasefire) => "a ceasefire",
                    None => "the end of what there was",
                };
                let team = self.war.setup.teams.get(with.index()).map_or("?", |team| &team.name);
                format!("{} declares {what} with {team}", self.who(*master))
            }
            EventKind::Disqualified { master } => format!("{} is disqualified", self.who(*master)),
            EventKind::CombatPoints { master, amount, terms } => {
                let terms = list(terms.iter().map(|t| format!("{}{}", if t.received { "½ × " } else { "" }, t.damage)));
                format!("{} gains {amount} Combat Points ({terms})", self.who(*master))
            }
            EventKind::CombatPointsLost { master, amount } => {
                format!("{} loses {amount} Combat Points", self.who(*master))
            }
            EventKind::Alert { owner, at } => {
                format!("{} is alerted: somebody entered {}", self.who(*owner), self.place(*at))
            }
            EventKind::HomeTaken { owner, former, homes } => {
                let homes = list(homes.iter().map(|h| self.place(*h)));
                format!("{} takes over from {}: {homes}", self.who(*owner), self.who(*former))
            }
            EventKind::Recognised { observer, who } => {
                format!("{} knows {} from now on", self.who(*observer), self.who(*who))
            }
            EventKind::Aliased { seat, who } => {
                let seat = self.war.setup.seats.get(seat.index()).map_or("?", |s| &s.name);
                format!("{seat} meets {}, whom it cannot name", self.who(*who))
            }
            EventKind::SkillHeard { observer, skill } => {
                format!("{} hears of {}", self.who(*observer), self.skill(*skill))
            }
            EventKind::Sighted { observer, seen } => {
                let seen = list(seen.iter().map(|(who, at)| format!("{} at {}", self.who(*who), self.place(*at))));
                format!("{} has seen {}", self.who(*observer), or_nobody(seen))
            }
            EventKind::CivilianConsumed { .. }
            | EventKind::MasterConsumed { .. }
            | EventKind::IgmPaid { .. }
            | EventKind::Informed { .. }
            | EventKind::Sheltered { .. }
            | EventKind::Marked { .. }
            | EventKind::HuntEnded { .. }
            | EventKind::SealPrize { .. }
            | EventKind::StoryTold { .. }
            | EventKind::StoryGained { .. }
            | EventKind::SpoilsTaken { .. }
            | EventKind::PuzzleAnswered { .. }
            | EventKind::EndingReached { .. } => self.course(kind),
        }
    }
}
