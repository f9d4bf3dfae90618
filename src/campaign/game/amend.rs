//! Sheets amended during a War (R008): they are put into the folder of the Night from which they hold.
//!
//! The frozen files of `grail start` stay unchanged. `nights/003/sheets/saber.yaml` replaces Saber's sheet from Night 3
//! on, for all that reads that Night and later ones: the check, the packet, the Night, its replay. It is an event of
//! that Night, like a ruling, and only the character's player is told of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::event::detail::StateChange;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::span::{Source, Span};
use crate::night::rulings::{Audience, GmText, Ruling, RulingKind, RulingMoment, StateEdits};
use crate::sheet::Sheet;
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::naming;
use crate::war::setup::Setup;

use super::play::Game;
use super::sheets::SheetFile;

/// The codes of what an amended sheet may not say.
pub mod code {
    crate::language::codes::codes! {
        /// The sheet is nobody's in this War.
        NOBODY = "E613";
        /// A sheet is amended to another kind or name of character, which never changes.
        KIND = "E614";
        /// A skill that the War remembers by its name is missing from the amended sheet.
        SKILL = "E615";
        /// A skill that is in force has another number of sentences on the amended sheet.
        IN_FORCE = "E616";
        /// The amended sheet names a familiar that the War has no sheet of.
        FAMILIAR = "E617";
        /// The amended sheet says what the sheet says already.
        SAME = "E618";
        /// The amended sheet gives a lower maximum than the Health or Mana that the character has now.
        LESS = "W613";
    }
}

/// A sheet that holds from a Night on.
#[derive(Debug)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct AmendedSheet {
    pub night: u32,
    pub file: SheetFile,
    /// The changed lines, each with its skill.
    pub changes: Vec<String>,
    /// Warnings for the GM.
    pub warnings: Vec<Diagnostic>,
}

impl Game {
    /// The setup of a Night: the frozen one, with the sheets that were amended up to then.
    pub fn setup_in_night(&self, night: u32) -> Arc<Setup> {
        let mut setup = self.loaded.war.setup.clone();
        for file in self.amendments.range(..=night).flat_map(|(_, files)| files) {
            if let Some(index) = setup.sheets.iter().position(|sheet| sheet.name == file.sheet.name) {
                Arc::make_mut(&mut setup).sheets[index] = file.sheet.clone();
            }
        }
        setup
    }

    /// The text of a sheet as it holds in a Night.
    pub fn sheet_text(&self, night: u32, name: &str) -> Option<&str> {
        let is_of_character = |file: &&SheetFile| file.sheet.name == name;
        let amended = self.amendments.range(..=night).rev().find_map(|(_, files)| files.iter().find(is_of_character));
        let frozen = || self.loaded.teams.iter().flatten().chain(&self.loaded.familiars).find(is_of_character);
        amended.or_else(frozen).map(|file| file.source.text.as_str())
    }

    /// The position before a Night, with the sheets that hold from it on.
    pub fn war_before(&self, night: u32) -> Result<War> {
        let after = self.war_after(night.saturating_sub(1))?;
        Ok(self.apply_amendments(after, night)?.0)
    }

    /// Applies the sheets that are amended for the next Night to a position; the second part is the rulings that say
    /// so.
    ///
    /// # Errors
    /// An amended sheet that is not allowed.
    pub(super) fn apply_amendments(&self, before: War, night: u32) -> Result<(War, Vec<Ruling>)> {
        let Some(files) = self.amendments.get(&night) else { return Ok((before, Vec::new())) };
        let mut rulings = Vec::new();
        for file in files {
            let amended = self.check_amendment(&before, night, file.clone())?;
            rulings.push(amendment_ruling(&before, &amended));
        }
        Ok((replace_setup(&before, self.setup_in_night(night))?, rulings))
    }

    /// Checks an amended sheet that holds from a Night on against the position before it.
    ///
    /// # Errors
    /// [`CampaignError::Faults`] with all that is not allowed.
    pub fn check_amendment(&self, before: &War, night: u32, file: SheetFile) -> Result<AmendedSheet> {
        let setup = self.setup_in_night(night.saturating_sub(1));
        let (mut diagnostics, mut warnings) = (Vec::new(), Vec::new());
        let name = &file.sheet.name;
        let at = |text: &str| find_span(&file.source, text);
        let mut changes = Vec::new();
        match setup.sheets.iter().find(|sheet| sheet.name == *name && self.sheet_text(night, name).is_some()) {
            None => {
                let known =
                    setup.sheets.iter().map(|s| s.name.as_str()).filter(|n| self.sheet_text(night, n).is_some());
                let message = format!("no character of this War has the sheet `{name}`");
                let fault = Diagnostic::error(code::NOBODY, at(name), message);
                let fault = fault.note("a sheet's name cannot change: the War remembers the character by it");
                diagnostics.push(fault.suggest(nearest(name, known)));
            }
            Some(old) => {
                let old_text = self.sheet_text(night.saturating_sub(1), name).unwrap_or_default();
                changes = describe_differences(old_text, &file.source.text);
                check_amended_sheet(before, &setup, old, &file, &mut diagnostics);
                if *old == file.sheet {
                    diagnostics.push(Diagnostic::error(
                        code::SAME,
                        at(name),
                        format!("the sheet of {name} says all this already"),
                    ));
                }
                for (id, change) in lowered_to_maximum(before, &file.sheet) {
                    let who = &before.character(id).name;
                    let what = match change {
                        StateChange::Health(_, most) => format!("Health to {most}"),
                        _ => format!("Mana to {}", file.sheet.mana),
                    };
                    let message =
                        format!("{who} has more than this sheet allows: the Night begins by bringing their {what}");
                    warnings.push(Diagnostic::warning(code::LESS, at(name), message));
                }
            }
        }
        if !diagnostics.is_empty() {
            return Err(CampaignError::Faults(vec![FaultyFile { source: file.source, diagnostics }]));
        }
        warnings.extend(file.warnings.iter().cloned());
        Ok(AmendedSheet { night, file, changes, warnings })
    }
}

/// Reports what is not allowed in an amended sheet, compared with the sheet that it replaces.
fn check_amended_sheet(before: &War, setup: &Setup, old: &Sheet, file: &SheetFile, diagnostics: &mut Vec<Diagnostic>) {
    let (new, source) = (&file.sheet, &file.source);
    let mut fault = |code, text: &str, message: String, note: &str| {
        diagnostics.push(Diagnostic::error(code, find_span(source, text), message).note(note));
    };
    if new.kind != old.kind {
        fault(
            code::KIND,
            "kind",
            format!("`{}` is no {:?}", new.name, new.kind).to_lowercase(),
            "what a character is cannot change",
        );
    }
    let in_force = skills_in_force(before);
    for skill in &old.skills {
        let name = &skill.name.base;
        let Some(now) = new.skills.iter().find(|now| now.name.base == *name && now.role == skill.role) else {
            let message = format!("`{name}` is gone from the sheet, or stands elsewhere in it");
            fault(
                code::SKILL,
                &new.name,
                message,
                "the War remembers skills by their names: change what it says, or `forbid` it in rulings.yaml",
            );
            continue;
        };
        if now.effects.len() != skill.effects.len() && in_force.contains(&format!("~{}/{name}", old.name)) {
            let message = format!("`{name}` is in force, and has another number of sentences here");
            fault(code::IN_FORCE, name, message, "change its sentences one for one, or end it with a ruling first");
        }
    }
    for name in new.familiars.iter().filter(|name| setup.familiar_named(name).is_none()) {
        fault(
            code::FAMILIAR,
            name,
            format!("the War has no sheet of a familiar `{name}`"),
            "only familiars that `grail start` saw can be summoned",
        );
    }
}

/// The skills that are active, counted or still to take effect, by the names that files use.
fn skills_in_force(war: &War) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let tree = naming::to_tree(war).unwrap_or_default();
    let character_values = |key: &str| -> Vec<Value> {
        let list = tree.get("characters").and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|c| c.get(key).cloned()).collect()
    };
    let mut values_left: Vec<Value> = tree.get("active").cloned().into_iter().collect();
    for key in ["counted", "counted_in_battle", "worked", "hits", "lingering", "battle"] {
        values_left.extend(character_values(key));
    }
    while let Some(value) = values_left.pop() {
        match value {
            Value::String(text) if text.starts_with('~') => _ = found.insert(text),
            Value::Array(list) => values_left.extend(list),
            Value::Object(map) => values_left.extend(map.into_iter().map(|(_, value)| value)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}

/// Replaces the setup of a position; what the position refers to by name is bound again by name.
fn replace_setup(war: &War, setup: Arc<Setup>) -> Result<War> {
    let fault = |detail: String| CampaignError::internal(format!("an amended sheet does not fit its War: {detail}"));
    let tree = naming::to_tree(war).map_err(|e| fault(e.to_string()))?;
    naming::from_tree(tree, setup).map_err(fault)
}

/// The characters that use a sheet.
fn owners<'w>(war: &'w War, sheet: &'w str) -> impl Iterator<Item = CharacterId> + 'w {
    (0..war.characters.len()).map(CharacterId::at).filter(move |id| war.sheet(*id).name == sheet)
}

/// The characters with more Health or Mana than a sheet allows, with the lowered values. If an effect has changed a
/// character's maxima, the Night settles them again from the sheet (A023).
fn lowered_to_maximum(war: &War, sheet: &Sheet) -> Vec<(CharacterId, StateChange)> {
    let mut changes = Vec::new();
    for id in owners(war, &sheet.name).filter(|id| war.character(*id).maxima.is_none()) {
        let character = war.character(id);
        if character.health > sheet.health {
            changes.push((id, StateChange::Health(id, sheet.health)));
        }
        if character.mana > sheet.mana {
            changes.push((id, StateChange::Mana(id, sheet.mana)));
        }
    }
    changes
}

/// The ruling that a sheet is amended; it is told to whoever plays the character, or can summon it.
fn amendment_ruling(war: &War, amended: &AmendedSheet) -> Ruling {
    let name = &amended.file.sheet.name;
    let summons =
        |id: &CharacterId| war.sheet(*id).familiars.iter().any(|familiar| familiar.eq_ignore_ascii_case(name));
    let own: Vec<CharacterId> = owners(war, name).filter(|id| war.character(*id).summoner.is_none()).collect();
    let recipients =
        if own.is_empty() { (0..war.characters.len()).map(CharacterId::at).filter(summons).collect() } else { own };
    let words = format!("The sheet of {name} is amended from this Night on. {}", amended.changes.join(" "));
    let texts =
        recipients.into_iter().map(|id| GmText { audience: Audience::Character(id), text: words.clone() }).collect();
    let changes = lowered_to_maximum(war, &amended.file.sheet).into_iter().map(|(_, change)| change).collect();
    Ruling {
        kind: RulingKind::Change {
            moment: RulingMoment::Start,
            edits: StateEdits { changes, sentences: Vec::new(), texts },
        },
        reason: format!("the sheet of {name} is amended"),
        tell: Vec::new(),
    }
}

/// The span of a word in a sheet.
fn find_span(source: &Source, text: &str) -> Span {
    source.text.find(text).map_or(Span::new(0, 0), |at| Span::new(at, at + text.len()))
}

/// Describes the differences between two sheets, line by line, each under its skill.
fn describe_differences(old: &str, new: &str) -> Vec<String> {
    let (removed, added) = (lines_by_skill(old), lines_by_skill(new));
    let lines_only_in = |these: &[(String, String)], those: &[(String, String)]| -> Vec<(String, String)> {
        these.iter().filter(|line| !those.contains(line)).cloned().collect()
    };
    let (removed, added) = (lines_only_in(&removed, &added), lines_only_in(&added, &removed));
    let mut names: Vec<&String> = removed.iter().chain(&added).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let listed = |lines: &[(String, String)], name: &str| -> String {
        lines
            .iter()
            .filter(|(under, _)| under == name)
            .map(|(_, line)| format!("`{line}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let describe = |name: &String| {
        let (old_lines, new_lines) = (listed(&removed, name), listed(&added, name));
        let head = if name.is_empty() { String::new() } else { format!("{name}: ") };
        match (old_lines.is_empty(), new_lines.is_empty()) {
            (false, false) => format!("{head}not {old_lines} any more but {new_lines}."),
            (false, true) => format!("{head}{old_lines} no longer stands there."),
            _ => format!("{head}{new_lines} is new."),
        }
    };
    names.into_iter().map(describe).collect()
}

/// The lines of a sheet without indentation and comments, each with the name of its skill.
fn lines_by_skill(text: &str) -> Vec<(String, String)> {
    let mut name = String::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let bare_line = line.trim().trim_start_matches("- ").trim();
        let is_top_level = !line.starts_with([' ', '-']);
        if is_top_level {
            name.clear();
        }
        if bare_line.is_empty() || bare_line.starts_with('#') {
            continue;
        }
        if let (false, Some(found)) = (is_top_level, bare_line.strip_prefix("name:")) {
            name = found.trim().trim_matches(['"', '\'']).to_owned();
        }
        lines.push((name.clone(), bare_line.to_owned()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_told_under_the_name_of_its_skill() {
        let old = "kind: servant\nhealth: 300\nskills:\n  - name: Cut\n    damage: 25 Physical\n  - name: Guard\n    rank: B\n";
        let new = old.replace("25 Physical", "30 Physical").replace("300", "290") + "  - name: Leap\n";
        assert_eq!(
            describe_differences(old, &new),
            [
                "not `health: 300` any more but `health: 290`.",
                "Cut: not `damage: 25 Physical` any more but `damage: 30 Physical`.",
                "Leap: `name: Leap` is new.",
            ]
        );
    }
}
