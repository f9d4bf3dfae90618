//! The GM's rulings during the Night: carrying them out, asking questions and reading their answers (R008).
//!
//! A ruling is an event that cites R008; the effects of its sentences follow from it. A question without an answer is
//! kept, and the Night goes on as though nothing came of it, so that all questions are asked at once. The Night is then
//! provisional.

use crate::event::detail::{RulingVerdict, StateChange};
use crate::event::kind::Referee;
use crate::event::{Cause, EventId, OrderRef};
use crate::language::effect::Effect;
use crate::night::resolution::PendingQuestion;
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::Skill;
use crate::sheet::yaml::as_scalar;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::ruled_skills::RuledSkill;
use crate::war::setup::SkillRef;

use super::{Answer, Audience, ForbiddenThing, GmText, Question, Ruling, RulingKind, RulingMoment, StateEdits};

/// What asks a question: a skill in use, an ability, a Command Spell in force.
pub(crate) struct QuestionSource<'a> {
    pub question: Question,
    /// The character whose skill asks.
    pub owner: CharacterId,
    pub skill: SkillRef,
    /// The characters that the skill affects.
    pub targets: &'a [CharacterId],
    /// The location the skill covers, if it covers one: what an answer adds to it works there (A261).
    pub ground: Option<LocationId>,
    /// The words that the use was given.
    pub order_text: Option<&'a str>,
    /// The orders that an answer may forbid, in words.
    pub orders: Vec<(OrderRef, String)>,
    /// The event that the question follows from.
    pub use_event: Option<EventId>,
    /// The sentence for the GM, if it waited for something that has happened.
    pub sentence: Option<&'a str>,
}

impl<'q> QuestionSource<'q> {
    /// A question of a skill that affects these targets.
    pub(crate) fn new(
        question: Question,
        owner: CharacterId,
        skill: SkillRef,
        targets: &'q [CharacterId],
    ) -> QuestionSource<'q> {
        let (ground, order_text, use_event, sentence) = (None, None, None, None);
        QuestionSource { question, owner, skill, targets, ground, order_text, orders: Vec::new(), use_event, sentence }
    }
}

/// A ruling that has been carried out: its event, and the sentences still to be applied.
pub(crate) struct AppliedRuling {
    /// The ruling's event.
    pub event: EventId,
    /// The sentences, grouped by character.
    pub sentences: Vec<RuledSentences>,
}

/// Sentences of the GM for one character.
pub(crate) struct RuledSentences {
    user: CharacterId,
    targets: Vec<CharacterId>,
    skill: SkillRef,
    /// The location where they work, if not the character's.
    ground: Option<LocationId>,
    use_event: EventId,
    cause: Cause,
}

impl RuledSentences {
    /// Returns the sentences as a skill applied now.
    pub(crate) fn applied_skill(&self, war: &War) -> AppliedSkill {
        let location = self.ground.unwrap_or(war.character(self.user).at);
        AppliedSkill {
            targets: self.targets.clone(),
            ..AppliedSkill::new(self.user, self.skill, location, self.use_event, self.cause)
        }
    }
}

/// The GM's answer to a question.
pub(crate) struct GmAnswer<'a> {
    pub applied: AppliedRuling,
    number: u16,
    ruling: &'a Ruling,
    forbids: &'a [OrderRef],
}

impl<'a> Night<'a> {
    /// Carries out what a ruling says for a moment. Returns what is still to be applied, if the ruling changes
    /// anything.
    pub(crate) fn apply_ruling(&mut self, number: u16, ruling: &Ruling, moment: RulingMoment) -> Option<AppliedRuling> {
        match &ruling.kind {
            RulingKind::Change { moment: at, edits } if *at == moment => {
                return Some(self.emit_ruling_with_edits(number, ruling, RulingVerdict::Set, edits, None, None));
            }
            RulingKind::Forbid { thing: what, undoes } if moment == RulingMoment::Start => {
                let verdict = match (*what, *undoes) {
                    (ForbiddenThing::Order(order), Some(event)) => RulingVerdict::Undone { event, order },
                    (ForbiddenThing::Order(order), None) => RulingVerdict::Forbidden(order),
                    (ForbiddenThing::Skill(who, skill), _) => RulingVerdict::ForbiddenSkill(who, skill),
                };
                self.emit_ruling(number, ruling, verdict, Vec::new(), None);
            }
            RulingKind::Allow(order) if moment == RulingMoment::Start => {
                self.emit_ruling(number, ruling, RulingVerdict::Allowed(*order), Vec::new(), None);
            }
            RulingKind::Change { .. }
            | RulingKind::Decide { .. }
            | RulingKind::Forbid { .. }
            | RulingKind::Allow(_) => {}
        }
        None
    }

    /// Emits a ruling.
    fn emit_ruling(
        &mut self,
        number: u16,
        ruling: &Ruling,
        verdict: RulingVerdict,
        changes: Vec<StateChange>,
        parent: Option<EventId>,
    ) -> EventId {
        let (reason, told) = (ruling.reason.clone(), ruling.tell.clone());
        let ruled = Referee::Ruled { verdict, changes, reason, told };
        self.emit(ruled, parent, Cause::Ruling(number), None, &[RuleId::R(8)])
    }

    /// Emits a ruling with all that it sets, adds, says and tells.
    fn emit_ruling_with_edits(
        &mut self,
        number: u16,
        ruling: &Ruling,
        verdict: RulingVerdict,
        edits: &StateEdits,
        answer: Option<(RuledSkill, &QuestionSource<'_>)>,
        parent: Option<EventId>,
    ) -> AppliedRuling {
        let cause = Cause::Ruling(number);
        let ground = answer.as_ref().and_then(|(_, source)| source.ground);
        let mut changes = edits.changes.clone();
        let mut affected: Vec<(CharacterId, Vec<CharacterId>)> = Vec::new();
        for (who, lines) in &edits.sentences {
            changes.push(StateChange::Sentences(Box::new(RuledSkill::new(*who, None, lines.clone()))));
            affected.push((*who, vec![*who]));
        }
        if let Some((ruled, source)) = answer {
            changes.push(StateChange::Sentences(Box::new(ruled)));
            affected.push((source.owner, source.targets.to_vec()));
        }
        let mut skill = self.war.next_ruled();
        let use_event = self.emit_ruling(number, ruling, verdict, changes, parent);
        self.show_rulings();
        for GmText { audience: to, text } in &edits.texts {
            let readers = self.find_readers(*to);
            if let (Audience::Location(at), true) = (to, readers.is_empty()) {
                self.questions.note_unheard(number, *at);
            }
            let message = Referee::Told { to: readers, words: text.clone(), is_public: *to == Audience::Everybody };
            self.emit(message, Some(use_event), cause, None, &[RuleId::R(8)]);
        }
        let mut sentences = Vec::new();
        for (user, targets) in affected {
            sentences.push(RuledSentences { user, targets, skill, ground, use_event, cause });
            skill.skill_index = skill.skill_index.saturating_add(1);
        }
        AppliedRuling { event: use_event, sentences }
    }

    /// Returns the characters that read a text.
    fn find_readers(&self, to: Audience) -> Vec<CharacterId> {
        match to {
            Audience::Character(who) => vec![who],
            Audience::Location(at) => self.war.present(at).collect(),
            Audience::Everybody => self.war.ids().collect(),
        }
    }

    /// Returns the GM's answer to who has won: the team, the ruling's number, the event of the ruling.
    pub(crate) fn find_decided_winner(&mut self, question: Question) -> Option<(Option<TeamId>, u16, EventId)> {
        let (number, ruling, answer) = self.questions.take_answer(question)?;
        let Answer::Winner(winner) = answer else { return None };
        let verdict = RulingVerdict::Decided(question.key(&self.war));
        let ruled_event = self.emit_ruling(number, ruling, verdict, Vec::new(), None);
        Some((*winner, number, ruled_event))
    }

    /// Whether the GM grants what is asked (`fulfilled`). Without an answer, the question is kept, and it is not
    /// granted.
    pub(crate) fn is_granted(&mut self, question: Question, pending: PendingQuestion) -> bool {
        match self.questions.take_answer(question) {
            Some((number, ruling, Answer::Fulfilled(granted))) => {
                let verdict = RulingVerdict::Decided(question.key(&self.war));
                self.emit_ruling(number, ruling, verdict, Vec::new(), None);
                *granted
            }
            Some(_) => false,
            None => {
                self.questions.keep_pending(pending);
                false
            }
        }
    }

    /// Asks the GM what comes of a use, if the skill has sentences for the GM.
    pub(crate) fn ask_of_use(&mut self, applied: &AppliedSkill) -> Option<GmAnswer<'a>> {
        gm_sentences(self.war.skill(applied.skill)).next()?;
        let question = self.next_use_question(applied.user, applied.skill);
        let source = QuestionSource::new(question, applied.user, applied.skill, &applied.targets);
        let (order_text, ground) = (applied.order_text.as_deref(), self.ground_covered(applied));
        self.ask(&QuestionSource { ground, order_text, use_event: Some(applied.use_event), ..source })
    }

    /// Returns the location of an applied skill, if the skill covers it.
    fn ground_covered(&self, applied: &AppliedSkill) -> Option<LocationId> {
        self.war.skill(applied.skill).covers_ground(applied.is_upgraded).then_some(applied.location)
    }

    /// Asks the GM what comes of a sentence for the GM that waited for something that has happened.
    pub(crate) fn ask_of_triggered(&mut self, applied: &AppliedSkill, sentence: &str) -> Option<GmAnswer<'a>> {
        let question = self.next_use_question(applied.user, applied.skill);
        let others = applied.targets.iter().copied().chain(applied.attacker).chain(applied.antecedent);
        let mut targets: Vec<CharacterId> = Vec::new();
        others.filter(|id| *id != applied.user).for_each(|id| {
            if !targets.contains(&id) {
                targets.push(id);
            }
        });
        let source = QuestionSource::new(question, applied.user, applied.skill, &targets);
        let ground = self.ground_covered(applied);
        self.ask(&QuestionSource { ground, use_event: Some(applied.use_event), sentence: Some(sentence), ..source })
    }

    /// Returns the question that the next use of a skill in this phase asks.
    pub(crate) fn next_use_question(&mut self, user: CharacterId, skill: SkillRef) -> Question {
        let phase = self.phase;
        self.questions.next_use_question(phase, user, skill)
    }

    /// Returns the abilities with a sentence for the GM whose meaning is not decided yet, with their owners.
    pub(crate) fn find_unexplained_abilities(&self) -> Vec<(CharacterId, SkillRef)> {
        let war = &self.war;
        let mut unexplained: Vec<(CharacterId, SkillRef)> = Vec::new();
        for owner in war.living() {
            let sheet = war.character(owner).sheet;
            for (skill, skill_index) in war.sheet(owner).skills.iter().zip(0u16..) {
                let reference = SkillRef { sheet, skill_index };
                let is_answered = || war.ruled.iter().any(|r| r.owner == owner && r.of == Some(reference));
                let is_owned = skill.is_passive() && war.is_unlocked(skill);
                if is_owned && gm_sentences(skill).next().is_some() && !is_answered() {
                    unexplained.push((owner, reference));
                }
            }
        }
        unexplained
    }

    /// Asks what an ability means. It is asked once in the War, and the answer holds.
    pub(crate) fn ask_of_ability(&mut self, owner: CharacterId, skill: SkillRef) -> Option<GmAnswer<'a>> {
        self.ask(&QuestionSource::new(Question::Always { owner, skill }, owner, skill, &[owner]))
    }

    /// Asks a question. Returns the answer; `None` where there is none, and the question is kept.
    pub(crate) fn ask(&mut self, source: &QuestionSource<'_>) -> Option<GmAnswer<'a>> {
        let name = self.war.skill(source.skill).name.base.clone();
        let key = source.question.key(&self.war);
        let Some((number, ruling, answer)) = self.questions.take_answer(source.question) else {
            let pending = self.build_pending_question(source, key);
            self.questions.keep_pending(pending);
            return None;
        };
        let Answer::Effects { effects, edits, forbids } = answer else { return None };
        let ruled = RuledSkill::new(source.owner, Some((source.skill, &name)), effects.clone());
        // The meaning of an ability is remembered even if it has no effect, so that it is not asked again.
        let is_remembered = !ruled.skill.effects.is_empty() || matches!(source.question, Question::Always { .. });
        let answer = is_remembered.then_some((ruled, source));
        let applied =
            self.emit_ruling_with_edits(number, ruling, RulingVerdict::Decided(key), edits, answer, source.use_event);
        Some(GmAnswer { applied, number, ruling, forbids })
    }

    /// Forbids the orders that an answer forbids, after its sentences have been carried out.
    pub(crate) fn forbid(&mut self, answer: &GmAnswer<'a>) {
        for order in answer.forbids {
            let parent = Some(answer.applied.event);
            self.emit_ruling(answer.number, answer.ruling, RulingVerdict::Forbidden(*order), Vec::new(), parent);
            self.agenda.close_forbidden(*order);
        }
    }

    /// Returns a question in words for the GM.
    fn build_pending_question(&self, source: &QuestionSource<'_>, key: String) -> PendingQuestion {
        let war = &self.war;
        let (owner, skill) = (&war.character(source.owner).name, war.skill(source.skill));
        let skill_name = &skill.name.base;
        let others: Vec<CharacterId> = source.targets.iter().copied().filter(|t| *t != source.owner).collect();
        let target_words = if others.is_empty() { String::new() } else { format!(" on {}", join_names(war, &others)) };
        let at = &war.setup.location(war.character(source.owner).at).name;
        let given_words = source.order_text.map(|words| format!(", with the words \"{words}\"")).unwrap_or_default();
        let question = match source.question {
            Question::Always { .. } => {
                format!("{owner} has {skill_name}. What does it mean in this War, as long as it is had?")
            }
            Question::Obeyed { .. } => {
                format!("{owner}'s {skill_name} is in force{target_words}{given_words}. What comes of it tonight?")
            }
            Question::Used { .. } if source.sentence.is_some() => {
                format!(
                    "what {owner}'s {skill_name} waits for has happened{target_words}, in the {}. What comes of it?",
                    self.phase
                )
            }
            Question::Used { .. } | Question::End { .. } | Question::Ending { .. } | Question::Puzzle { .. } => {
                format!(
                    "{owner} used {skill_name}{target_words}{given_words} at {at}, in the {}. What comes of it?",
                    self.phase
                )
            }
        };
        let seat_name = |order: OrderRef| war.setup.seats.get(order.seat.index()).map_or("", |s| s.name.as_str());
        let orders = source
            .orders
            .iter()
            .map(|(order, words)| format!("order {} of {}: {words}", order.number, seat_name(*order)));
        let forbid_words = match source.orders.first() {
            Some((order, _)) => {
                format!("\n  # or: forbid: {{ seat: {}, order: {} }}", as_scalar(seat_name(*order)), order.number)
            }
            None => String::new(),
        };
        let mut involved = vec![describe_standing(war, source.owner, "the user")];
        involved.extend(others.iter().map(|who| describe_standing(war, *who, "the target")));
        PendingQuestion {
            key,
            question,
            sentences: match source.sentence {
                Some(sentence) => vec![format!("\"{sentence}\"")],
                None => gm_sentences(skill).map(|sentence| format!("\"{sentence}\"")).chain(orders).collect(),
            },
            involved,
            answer: format!(
                "effects:  # `no effect`, or sentences as on a sheet\n  \
                 # as in: effects: [The target loses 20 Health.]\n  \
                 # beside it, `set` and `add`{forbid_words}"
            ),
        }
    }
}

/// Yields the sentences of a skill that the GM carries out.
pub(crate) fn gm_sentences(skill: &Skill) -> impl Iterator<Item = &str> {
    skill.effects.iter().filter_map(|line| match &line.effect {
        Effect::Gm(sentence) => Some(sentence.as_str()),
        Effect::Sentence(_) | Effect::Choice(_) | Effect::Several(_) => None,
    })
}

fn join_names(war: &War, who: &[CharacterId]) -> String {
    who.iter().map(|id| war.character(*id).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Describes how a character stands: `Saber (the user): at Park, 300 of 300 Health, 120 of 200 Mana`.
fn describe_standing(war: &War, who: CharacterId, role: &str) -> String {
    let (character, maxima) = (war.character(who), war.maxima(who));
    let at = &war.setup.location(character.at).name;
    let (health, mana) = (character.health, character.mana);
    format!(
        "{} ({role}): at {at}, {health} of {} Health, {mana} of {} Mana",
        character.name, maxima.health, maxima.mana
    )
}
