//! Shields in force (family 37), and what each has absorbed of whose damage.

use serde::{Deserialize, Serialize};

use crate::language::effect::{Modifier, ShieldSpan};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::in_force::ActiveEffect;
use super::setup::SkillRef;

/// A shield in force: a sentence, and the use of its skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Shield {
    pub skill: SkillRef,
    pub user: CharacterId,
    /// The index of the sentence among its effects.
    pub line: u16,
    /// The Night in which it began and the number of that event; `None` for an ability or a held item, which is always
    /// on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<(u32, u32)>,
}

/// The damage to a character that a shield has absorbed in a Night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Absorbed {
    pub shield: Shield,
    pub night: u32,
    /// The damage absorbed.
    pub amount: Exact,
}

impl War {
    /// Returns the shield for a sentence in force.
    pub fn shield_of(&self, effect: ActiveEffect) -> Shield {
        let began = self.active_of(effect).map(|active| (active.since, active.began));
        Shield { skill: effect.skill, user: effect.user, line: effect.line, began }
    }

    /// Returns how much a shield has absorbed for somebody that counts against its size.
    pub fn absorbed_by(&self, shield: Shield, who: CharacterId, span: ShieldSpan) -> Exact {
        let is_counted =
            |entry: &&Absorbed| entry.shield == shield && (span != ShieldSpan::EachTurn || entry.night == self.night);
        self.character(who).absorbed.iter().filter(is_counted).map(|entry| entry.amount).sum()
    }

    /// Notes that a shield absorbs an amount for somebody.
    pub fn note_absorbed(&mut self, who: CharacterId, shield: Shield, amount: Exact) {
        let night = self.night;
        let absorbed = &mut self.character_mut(who).absorbed;
        match absorbed.iter_mut().find(|entry| entry.shield == shield && entry.night == night) {
            Some(entry) => entry.amount += amount,
            None => absorbed.push(Absorbed { shield, night, amount }),
        }
    }

    /// Forgets what ended shields have absorbed, and what counted for a Turn that is over.
    pub fn forget_old_shields(&mut self) {
        let ids: Vec<CharacterId> = self.ids().collect();
        for who in ids {
            let absorbed = std::mem::take(&mut self.character_mut(who).absorbed);
            let kept = absorbed.into_iter().filter(|absorbed| self.still_counts(absorbed)).collect();
            self.character_mut(who).absorbed = kept;
        }
    }

    /// Whether an absorbed amount still counts against the size of its shield.
    fn still_counts(&self, absorbed: &Absorbed) -> bool {
        let Shield { skill, user, line, began } = absorbed.shield;
        let is_in_force = |began| {
            let is_same_skill = |a: &super::active_skill::ActiveSkill| {
                (a.user, a.skill) == (user, skill) && (a.since, a.began) == began
            };
            self.active_skills.iter().any(is_same_skill)
        };
        let sentence = self.sentence_at(skill, line);
        let renews_each_turn = sentence
            .and_then(|rule| rule.operation.modifier())
            .is_some_and(|modifier| matches!(modifier, Modifier::Absorbs { span: ShieldSpan::EachTurn, .. }));
        began.is_none_or(is_in_force) && (!renews_each_turn || absorbed.night == self.night)
    }
}
