//! Sentences that the GM has ruled (R008), as skills; their number grows during the War.
//!
//! A sentence that the GM rules in the effect language works as a sheet's sentence does: it begins, lasts and ends as a
//! skill in force. It is therefore stored as a skill of the character it is ruled for, on a sheet of its own.

use serde::{Deserialize, Serialize};

use crate::language::effects;
use crate::sheet::skill::{EffectLine, Skill};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::RankLetter;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;

use super::War;
use super::setup::{SheetId, SkillRef};

/// The name of effects of a ruling that answers no skill.
pub const UNASKED_RULING_NAME: &str = "the GM's word";

/// The sentences of one ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RuledSkillFile", try_from = "RuledSkillFile")]
pub struct RuledSkill {
    /// The character it is ruled for: `the user` in its sentences.
    pub owner: CharacterId,
    /// The skill that asked for it, which gives it its name; `None` where the GM ruled unasked.
    pub of: Option<SkillRef>,
    /// The sentences, as a skill.
    pub skill: Skill,
}

impl RuledSkill {
    /// Builds the sentences ruled for a character, as the answer to a skill with its name, or unasked.
    pub fn new(owner: CharacterId, of: Option<(SkillRef, &str)>, effects: Vec<EffectLine>) -> RuledSkill {
        let name = of.map_or(UNASKED_RULING_NAME, |(_, name)| name);
        let target = if of.is_some() { TargetKind::Any } else { TargetKind::SelfTarget };
        RuledSkill { owner, of: of.map(|(skill, _)| skill), skill: bare_skill(name, target, effects) }
    }
}

/// A ruling as it is stored in files, with its sentences as text.
#[derive(Serialize, Deserialize)]
struct RuledSkillFile {
    owner: CharacterId,
    of: Option<SkillRef>,
    name: String,
    sentences: Vec<String>,
}

impl From<RuledSkill> for RuledSkillFile {
    fn from(ruled: RuledSkill) -> RuledSkillFile {
        RuledSkillFile {
            owner: ruled.owner,
            of: ruled.of,
            name: ruled.skill.name.base,
            sentences: ruled
                .skill
                .effects
                .into_iter()
                .filter(|line| !line.continues_sentence)
                .map(|line| line.text)
                .collect(),
        }
    }
}

impl TryFrom<RuledSkillFile> for RuledSkill {
    type Error = String;

    fn try_from(written: RuledSkillFile) -> Result<RuledSkill, String> {
        let mut lines = Vec::new();
        for text in written.sentences {
            match effects::read_passage(&text) {
                Ok(passages) => lines.extend(passages.into_iter().flat_map(|sentence| {
                    EffectLine::split_effect(&sentence.text, sentence.effect).collect::<Vec<_>>()
                })),
                Err(_) => return Err(format!("the ruled sentence `{text}` is not understood")),
            }
        }
        let of = written.of.map(|skill| (skill, written.name.as_str()));
        Ok(RuledSkill::new(written.owner, of, lines))
    }
}

/// Returns a skill that nobody orders: it consists of its sentences only.
fn bare_skill(name: &str, target: TargetKind, effects: Vec<EffectLine>) -> Skill {
    let plain_skill = Skill::new_plain(name, RankLetter::EX, SkillType::Support, target);
    Skill { max_targets: u32::MAX, effects, ..plain_skill }
}

impl War {
    /// Returns the skill under whose name an effect is known. For a ruling, it is the skill that asked for it; `None`
    /// where the GM ruled unasked.
    pub fn skill_known_as(&self, skill: SkillRef) -> Option<SkillRef> {
        if skill.sheet == SheetId::RULED { self.ruled.get(usize::from(skill.skill_index))?.of } else { Some(skill) }
    }

    /// Whether using a skill is an attack. A ruling is never an attack (R100, A263).
    pub fn is_attack(&self, skill: SkillRef) -> bool {
        skill.sheet != SheetId::RULED && self.skill(skill).is_attack()
    }

    /// Returns the reference of the next ruled skill.
    pub fn next_ruled(&self) -> SkillRef {
        SkillRef { sheet: SheetId::RULED, skill_index: u16::try_from(self.ruled.len()).unwrap_or(u16::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_things_said_at_once_are_the_same_when_read_again() {
        let effect = effects::parse("The user is immune to Poison and Stun.").unwrap();
        let lines: Vec<EffectLine> =
            EffectLine::split_effect("The user is immune to Poison and Stun.", effect).collect();
        assert_eq!(lines.len(), 2);
        let ruled = RuledSkill::new(CharacterId::at(0), None, lines);
        let read_again = RuledSkill::try_from(RuledSkillFile::from(ruled.clone())).unwrap();
        assert_eq!(read_again, ruled);
    }
}
