//! The questions to the GM, and which of the GM's rulings have been used (R008).

use crate::night::resolution::{PendingQuestion, UnaskedAnswer, UnheardText};
use crate::night::rulings::{Answer, Question, Ruling, RulingKind, Rulings};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::war::War;
use crate::war::setup::SkillRef;

use super::skill_use::AppliedSkill;

/// The GM's rulings for the Night, and the questions still open.
#[derive(Clone)]
pub(in crate::night) struct Questions<'a> {
    rulings: &'a Rulings,
    pending: Vec<PendingQuestion>,
    /// The numbers of the rulings that answered a question.
    answered: Vec<u16>,
    /// Words of the GM in locations where nobody was.
    unheard: Vec<UnheardText>,
    /// The uses of skills that have asked the GM, once for each question.
    asked_uses: Vec<(Phase, CharacterId, SkillRef)>,
    /// The sentences that the GM ruled before the Turn began, to be applied as it begins; `None` once it has.
    deferred_rulings: Option<Vec<AppliedSkill>>,
}

impl<'a> Questions<'a> {
    /// Starts before anything has been asked.
    pub(super) fn new(rulings: &'a Rulings) -> Questions<'a> {
        Questions {
            rulings,
            pending: Vec::new(),
            answered: Vec::new(),
            unheard: Vec::new(),
            asked_uses: Vec::new(),
            deferred_rulings: Some(Vec::new()),
        }
    }

    /// Returns the GM's rulings for the Night.
    pub(in crate::night) fn rulings(&self) -> &'a Rulings {
        self.rulings
    }

    /// Keeps a question that nothing answers.
    pub(in crate::night) fn keep_pending(&mut self, pending: PendingQuestion) {
        self.pending.push(pending);
    }

    /// Notes words said where nobody was.
    pub(in crate::night) fn note_unheard(&mut self, ruling: u16, at: LocationId) {
        self.unheard.push(UnheardText { ruling, location: at });
    }

    /// Returns the GM's answer to a question, with its ruling and the ruling's number, and counts it as used.
    pub(in crate::night) fn take_answer(&mut self, question: Question) -> Option<(u16, &'a Ruling, &'a Answer)> {
        let rulings = self.rulings;
        let (number, ruling, answer) =
            rulings.entries.iter().zip(1u16..).find_map(|(ruling, number)| match &ruling.kind {
                RulingKind::Decide { question: asked, answer } if *asked == question => Some((number, ruling, answer)),
                RulingKind::Decide { .. }
                | RulingKind::Change { .. }
                | RulingKind::Forbid { .. }
                | RulingKind::Allow(_) => None,
            })?;
        self.answered.push(number);
        Some((number, ruling, answer))
    }

    /// Counts the answer to a question as used, if there is one: another answer has made it unnecessary.
    pub(in crate::night) fn mark_answer_used(&mut self, question: Question) {
        let answers = self.rulings.entries.iter().zip(1u16..);
        let answers =
            answers.filter(|(r, _)| matches!(r.kind, RulingKind::Decide { question: q, .. } if q == question));
        self.answered.extend(answers.map(|(_, number)| number));
    }

    /// Returns the question that the next use of a skill in this phase asks.
    pub(in crate::night) fn next_use_question(&mut self, phase: Phase, user: CharacterId, skill: SkillRef) -> Question {
        let earlier_uses = self.asked_uses.iter().filter(|asked| **asked == (phase, user, skill)).count();
        self.asked_uses.push((phase, user, skill));
        Question::Used { phase, user, skill, number: u32::try_from(earlier_uses).unwrap_or(u32::MAX).saturating_add(1) }
    }

    /// Defers sentences of the GM to the start of the Turn. Returns them if it has begun.
    pub(in crate::night) fn defer(&mut self, sentences: AppliedSkill) -> Option<AppliedSkill> {
        match &mut self.deferred_rulings {
            Some(deferred) => {
                deferred.push(sentences);
                None
            }
            None => Some(sentences),
        }
    }

    /// Begins the Turn: returns what was deferred to it.
    pub(in crate::night) fn begin_turn(&mut self) -> Vec<AppliedSkill> {
        self.deferred_rulings.take().unwrap_or_default()
    }

    /// Returns the open questions, the answers that nothing asked for, and the words that nobody heard.
    pub(in crate::night) fn into_parts(
        self,
        war: &War,
    ) -> (Vec<PendingQuestion>, Vec<UnaskedAnswer>, Vec<UnheardText>) {
        let entries = self.rulings.entries.iter().zip(1u16..);
        let unasked = entries.filter(|(_, number)| !self.answered.contains(number));
        let unasked = unasked
            .filter_map(|(ruling, number)| match ruling.kind {
                RulingKind::Decide { question, .. } => Some(UnaskedAnswer { ruling: number, key: question.key(war) }),
                RulingKind::Change { .. } | RulingKind::Forbid { .. } | RulingKind::Allow(_) => None,
            })
            .collect();
        (self.pending, unasked, self.unheard)
    }
}
