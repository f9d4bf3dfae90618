//! Describes events in plain words, with exact numbers and true handles.
//!
//! For the GM alone: `grail explain`, the full log of a scenario, faults. What a player reads goes through perception
//! and templates instead.

pub mod logic_words;
mod ruling_words;
pub(super) mod terms;

use std::fmt::Display;

use crate::sheet::skill::Skill;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;
use crate::war::setup::{SheetId, SkillRef};

use super::{Cause, Event};
pub use terms::fact_words;

/// Returns the full line of an event: `Attacking Phase: Saber hits Caster with Rapid Cut: 40.75 (…) [R089]`.
pub fn describe_with_phase_and_rules(war: &War, event: &Event) -> String {
    let mut line = format!("{}: {}", event.phase, event.kind.describe(&HandleNames { war }));
    match event.cause {
        Cause::Ruling(number) => line.push_str(&format!(", by ruling {number}")),
        Cause::Rule | Cause::Order(_) | Cause::Effect { .. } => {}
    }
    if !event.rules.is_empty() {
        line.push_str(&format!(" [{}]", join(&event.rules)));
    }
    line
}

/// Returns what happened, without its phase and rules.
pub fn describe(war: &War, event: &Event) -> String {
    event.kind.describe(&HandleNames { war })
}

pub(super) fn join<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
}

pub(super) fn or_nobody(names: String) -> String {
    if names.is_empty() { "nobody".to_owned() } else { names }
}

/// Looks up the names of ids; `?` for an unknown one.
pub(super) struct HandleNames<'a> {
    pub(super) war: &'a War,
}

impl HandleNames<'_> {
    pub(super) fn character(&self, id: CharacterId) -> &str {
        self.war.characters.get(id.index()).map_or("?", |c| &c.name)
    }

    pub(super) fn characters(&self, ids: &[CharacterId]) -> String {
        join(ids.iter().map(|id| self.character(*id)))
    }

    pub(super) fn location_name(&self, id: LocationId) -> &str {
        self.war.setup.locations.get(id.index()).map_or("?", |l| &l.name)
    }

    pub(super) fn skill(&self, skill: SkillRef) -> &str {
        self.skill_form(skill, false)
    }

    pub(super) fn skill_form(&self, skill: SkillRef, upgraded: bool) -> &str {
        self.find_skill(skill).map_or("?", |s| s.name.value(upgraded))
    }

    /// The skill, if it exists.
    pub(super) fn find_skill(&self, skill: SkillRef) -> Option<&Skill> {
        let index = usize::from(skill.skill_index);
        match skill.sheet {
            SheetId::RULED => self.war.ruled.get(index).map(|ruled| &ruled.skill),
            sheet => self.war.setup.sheets.get(sheet.index()).and_then(|s| s.skills.get(index)),
        }
    }

    /// The name of a status defined by a sheet.
    pub(super) fn affliction(&self, skill: SkillRef, line: u16) -> &str {
        let status = self.find_skill(skill).and_then(|_| self.war.find_affliction(skill, line));
        status.map_or("?", |status| &status.name)
    }

    /// A sentence of a skill, in its author's words.
    pub(super) fn sentence(&self, skill: SkillRef, line: u16) -> &str {
        let line = self.find_skill(skill).and_then(|s| s.effects.get(usize::from(line)));
        line.map_or("?", |line| &line.text)
    }

    pub(super) fn skills(&self, skills: &[SkillRef]) -> String {
        join(skills.iter().map(|s| self.skill(*s)))
    }
}
