//! Lines that continue the text before them: wrapped sentences, and values on a line of their own.

use super::DraftGatherer;
use crate::sheet::import::draft::DraftText;
use crate::sheet::import::lines::{ImportLine, ImportLineKind};

/// What the next line of a wrapped text continues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Continuation {
    Nothing,
    /// The last field of the character.
    Character,
    /// The last field of the last skill.
    Skill,
    /// The name of the last skill.
    SkillName,
    /// The last effect of the last skill.
    Effect,
    Ending,
}

impl DraftGatherer<'_> {
    /// The text that a continuation line is added to.
    pub(super) fn continued_text_mut(&mut self) -> Option<&mut DraftText> {
        match self.continuation {
            Continuation::Nothing => None,
            Continuation::Character => self.current_draft_mut().fields.last_mut().map(|(_, draft_text)| draft_text),
            Continuation::Skill => {
                self.current_draft_mut().skills.last_mut()?.fields.last_mut().map(|(_, draft_text)| draft_text)
            }
            Continuation::SkillName => self.current_draft_mut().skills.last_mut().map(|skill| &mut skill.name),
            Continuation::Effect => self.current_draft_mut().skills.last_mut()?.effects.last_mut(),
            Continuation::Ending => self.current_draft_mut().endings.last_mut().map(|(_, draft_text)| draft_text),
        }
    }

    /// Whether a line continues what precedes it: wrapped text without a blank line between, or the value of a field
    /// that is empty so far. A line that looks like a field starts one.
    pub(super) fn is_continuation(&mut self, line: &ImportLine) -> bool {
        let (after_blank, is_unknown_field) =
            (self.is_after_blank, matches!(line.kind, ImportLineKind::UnknownField(_)));
        let last = match self.continuation {
            Continuation::Skill => {
                self.current_draft().skills.last().and_then(|skill| skill.fields.last()).map(|(key, _)| *key)
            }
            Continuation::Character => self.current_draft().fields.last().map(|(key, _)| *key),
            Continuation::Nothing | Continuation::SkillName => None,
            Continuation::Effect | Continuation::Ending => None,
        };
        let prose = match self.continuation {
            Continuation::Skill | Continuation::Character => {
                last.is_some_and(|key| matches!(key, "description" | "appearance" | "personality" | "clues"))
            }
            Continuation::Effect | Continuation::Ending => true,
            Continuation::Nothing | Continuation::SkillName => false,
        };
        // A value of one of these fields never takes a second line.
        const SHORT: &str = "name true_name rank type max_targets hits phase upkeep health health_regen mana mana_regen ap kind class sex";
        let short = last.is_some_and(|key| SHORT.split(' ').any(|short| short == key));
        match self.continued_text_mut() {
            // The value of a field that is empty so far; a half-filled form has many of them.
            Some(said) if said.text.is_empty() => !is_unknown_field,
            Some(_) => !after_blank && !short && (!is_unknown_field || prose),
            None => false,
        }
    }

    pub(super) fn append_continuation(&mut self, line: &ImportLine) {
        let (ImportLineKind::Text(text) | ImportLineKind::UnknownField(text) | ImportLineKind::Quoted(text)) =
            &line.kind
        else {
            return;
        };
        let text = text.clone();
        if let Some(draft_text) = self.continued_text_mut() {
            if !draft_text.text.is_empty() {
                draft_text.text.push(' ');
            }
            draft_text.text.push_str(&text);
            draft_text.span.end = line.span.end;
        }
    }
}
