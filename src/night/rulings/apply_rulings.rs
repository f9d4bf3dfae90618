//! The GM's rulings during the Night: carrying them out, asking questions and reading their answers (R008).
//!
//! A ruling is an event that cites R008; the effects of its sentences follow from it. A question without an answer is
//! kept, and the Night goes on as though nothing came of it, so that all questions are asked at once. The Night is then
//! provisional.

use crate::event::detail::{StateChange, Verdict};
use crate::event::kind::Referee;
use crate::event::{Cause, EventId, OrderRef};
use crate::language::effect::Effect;
use crate::night::resolution::PendingQuestion;
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::Skill;
use crate::sheet::yaml::render_scalar;
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
    pub words: Option<&'a str>,
    /// The orders that an answer may forbid, in words.
    pub orders: Vec<(OrderRef, String)>,
    /// The event that the question follows from.
    pub used: Option<EventId>,
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
        let (ground, words, used, sentence) = (None, None, None, None);
        QuestionSource { question, owner, skill, targets, ground, words, orders: Vec::new(), used, sentence }
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
    used: EventId,
    cause: Cause,
}

impl RuledSentences {
    /// Returns the sentences as a skill applied now.
    pub(crate) fn applied_skill(&self, war: &War) -> AppliedSkill {
        let place = self.ground.unwrap_or(war.character(self.user).at);
        AppliedSkill {
            targets: self.targets.clone(),
            ..AppliedSkill::new(self.user, self.skill, place, self.used, self.cause)
        }
    }
}

/// The GM's answer to a question.
pub(crate) struct Answered<'a> {
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
            RulingKind::Change { at, edits } if *at == moment => {
                return Some(self.emit_ruling_with_edits(number, ruling, Verdict::Set, edits, None, None));
            }
            RulingKind::Forbid { what, undoes } if moment == RulingMoment::Start => {
                let verdict = match (*what, *undoes) {
                    (ForbiddenThing::Order(order), Some(event)) => Verdict::Undone { event, order },
                    (ForbiddenThing::Order(order), None) => Verdict::Forbidden(order),
                    (ForbiddenThing::Skill(who, skill), _) => Verdict::ForbiddenSkill(who, skill),
                };
                self.emit_ruling(number, ruling, verdict, Vec::new(), None);
            }
            RulingKind::Allow(order) if moment == RulingMoment::Start => {
                self.emit_ruling(number, ruling, Verdict::Allowed(*order), Vec::new(), None);
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
        verdict: Verdict,
        changes: Vec<StateChange>,
        parent: Option<EventId>,
    ) -> EventId {
        let (reason, told) = (ruling.reason.clone(), ruling.tell.clone());
        let word = Referee::Ruled { verdict, changes, reason, told };
        self.emit(word, parent, Cause::Ruling(number), None, &[RuleId::R(8)])
    }

    /// Emits a ruling with all that it sets, adds, says and tells.
    fn emit_ruling_with_edits(
        &mut self,
        number: u16,
        ruling: &Ruling,
        verdict: Verdict,
        edits: &StateEdits,
        answer: Option<(RuledSkill, &QuestionSource<'_>)>,
        parent: Option<EventId>,
    ) -> AppliedRuling {
        let cause = Cause::Ruling(number);
        let ground = answer.as_ref().and_then(|(_, asking)| asking.ground);
        let mut changes = edits.changes.clone();
        let mut working: Vec<(CharacterId, Vec<CharacterId>)> = Vec::new();
        for (who, lines) in &edits.sentences {
            changes.push(StateChange::Sentences(Box::new(RuledSkill::new(*who, None, lines.clone()))));
            working.push((*who, vec![*who]));
        }
        if let Some((ruled, asking)) = answer {
            changes.push(StateChange::Sentences(Box::new(ruled)));
            working.push((asking.owner, asking.targets.to_vec()));
        }
        let mut skill = self.war.next_ruled();
        let used = self.emit_ruling(number, ruling, verdict, changes, parent);
        self.show_rulings();
        for GmText { to, words } in &edits.texts {
            let readers = self.find_readers(*to);
            if let (Audience::Location(at), true) = (to, readers.is_empty()) {
                self.questions.note_unheard(number, *at);
            }
            let message = Referee::Told { to: readers, words: words.clone(), public: *to == Audience::Everybody };
            self.emit(message, Some(used), cause, None, &[RuleId::R(8)]);
        }
        let mut sentences = Vec::new();
        for (user, targets) in working {
            sentences.push(RuledSentences { user, targets, skill, ground, used, cause });
            skill.place = skill.place.saturating_add(1);
        }
        AppliedRuling { event: used, sentences }
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
        let (number, ruling, answer) = self.questions.answer(question)?;
        let Answer::Winner(winner) = answer else { return None };
        let verdict = Verdict::Decided(question.key(&self.war));
        let word = self.emit_ruling(number, ruling, verdict, Vec::new(), None);
        Some((*winner, number, word))
    }

    /// Whether the GM grants what is asked (`fulfilled`). Without an answer, the question is kept, and it is not
    /// granted.
    pub(crate) fn is_granted(&mut self, question: Question, pending: PendingQuestion) -> bool {
        match self.questions.answer(question) {
            Some((number, ruling, Answer::Fulfilled(granted))) => {
                let verdict = Verdict::Decided(question.key(&self.war));
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
    pub(crate) fn ask_of_use(&mut self, working: &AppliedSkill) -> Option<Answered<'a>> {
        gm_sentences(self.war.skill(working.skill)).next()?;
        let question = self.question_of_next_use(working.user, working.skill);
        let asking = QuestionSource::new(question, working.user, working.skill, &working.targets);
        let (words, ground) = (working.words.as_deref(), self.ground_covered(working));
        self.ask(&QuestionSource { ground, words, used: Some(working.used), ..asking })
    }

    /// Returns the location of an applied skill, if the skill covers it.
    fn ground_covered(&self, working: &AppliedSkill) -> Option<LocationId> {
        self.war.skill(working.skill).covers_ground(working.upgraded).then_some(working.place)
    }

    /// Asks the GM what comes of a sentence for the GM that waited for something that has happened.
    pub(crate) fn ask_of_triggered(&mut self, working: &AppliedSkill, sentence: &str) -> Option<Answered<'a>> {
        let question = self.question_of_next_use(working.user, working.skill);
        let others = working.targets.iter().copied().chain(working.attacker).chain(working.antecedent);
        let mut targets: Vec<CharacterId> = Vec::new();
        others.filter(|id| *id != working.user).for_each(|id| {
            if !targets.contains(&id) {
                targets.push(id);
            }
        });
        let asking = QuestionSource::new(question, working.user, working.skill, &targets);
        let ground = self.ground_covered(working);
        self.ask(&QuestionSource { ground, used: Some(working.used), sentence: Some(sentence), ..asking })
    }

    /// Returns the question that the next use of a skill in this phase asks.
    pub(crate) fn question_of_next_use(&mut self, user: CharacterId, skill: SkillRef) -> Question {
        let phase = self.phase;
        self.questions.question_of_next_use(phase, user, skill)
    }

    /// Returns the abilities with a sentence for the GM whose meaning is not decided yet, with their owners.
    pub(crate) fn unexplained_abilities(&self) -> Vec<(CharacterId, SkillRef)> {
        let war = &self.war;
        let mut asking: Vec<(CharacterId, SkillRef)> = Vec::new();
        for owner in war.living() {
            let sheet = war.character(owner).sheet;
            for (skill, place) in war.sheet(owner).skills.iter().zip(0u16..) {
                let reference = SkillRef { sheet, place };
                let answered = || war.ruled.iter().any(|r| r.owner == owner && r.of == Some(reference));
                let is_owned = skill.is_passive() && war.is_unlocked(skill);
                if is_owned && gm_sentences(skill).next().is_some() && !answered() {
                    asking.push((owner, reference));
                }
            }
        }
        asking
    }

    /// Asks what an ability means. It is asked once in the War, and the answer holds.
    pub(crate) fn ask_of_ability(&mut self, owner: CharacterId, skill: SkillRef) -> Option<Answered<'a>> {
        self.ask(&QuestionSource::new(Question::Always { owner, skill }, owner, skill, &[owner]))
    }

    /// Asks a question. Returns the answer; `None` where there is none, and the question is kept.
    pub(crate) fn ask(&mut self, asking: &QuestionSource<'_>) -> Option<Answered<'a>> {
        let name = self.war.skill(asking.skill).name.base.clone();
        let key = asking.question.key(&self.war);
        let Some((number, ruling, answer)) = self.questions.answer(asking.question) else {
            let pending = self.pending_question(asking, key);
            self.questions.keep_pending(pending);
            return None;
        };
        let Answer::Effects { effects, edits, forbids } = answer else { return None };
        let ruled = RuledSkill::new(asking.owner, Some((asking.skill, &name)), effects.clone());
        // The meaning of an ability is remembered even if it has no effect, so that it is not asked again.
        let remembered = !ruled.skill.effects.is_empty() || matches!(asking.question, Question::Always { .. });
        let answer = remembered.then_some((ruled, asking));
        let applied = self.emit_ruling_with_edits(number, ruling, Verdict::Decided(key), edits, answer, asking.used);
        Some(Answered { applied, number, ruling, forbids })
    }

    /// Forbids the orders that an answer forbids, after its sentences have been carried out.
    pub(crate) fn forbid(&mut self, answered: &Answered<'a>) {
        for order in answered.forbids {
            let parent = Some(answered.applied.event);
            self.emit_ruling(answered.number, answered.ruling, Verdict::Forbidden(*order), Vec::new(), parent);
            self.agenda.close_forbidden(*order);
        }
    }

    /// Returns a question in words for the GM.
    fn pending_question(&self, asking: &QuestionSource<'_>, key: String) -> PendingQuestion {
        let war = &self.war;
        let (owner, skill) = (&war.character(asking.owner).name, war.skill(asking.skill));
        let used = &skill.name.base;
        let others: Vec<CharacterId> = asking.targets.iter().copied().filter(|t| *t != asking.owner).collect();
        let on = if others.is_empty() { String::new() } else { format!(" on {}", names(war, &others)) };
        let at = &war.setup.location(war.character(asking.owner).at).name;
        let given = asking.words.map(|words| format!(", with the words \"{words}\"")).unwrap_or_default();
        let question = match asking.question {
            Question::Always { .. } => {
                format!("{owner} has {used}. What does it mean in this War, as long as it is had?")
            }
            Question::Obeyed { .. } => format!("{owner}'s {used} is in force{on}{given}. What comes of it tonight?"),
            Question::Used { .. } if asking.sentence.is_some() => {
                format!("what {owner}'s {used} waits for has happened{on}, in the {}. What comes of it?", self.phase)
            }
            Question::Used { .. } | Question::End { .. } | Question::Ending { .. } | Question::Puzzle { .. } => {
                format!("{owner} used {used}{on}{given} at {at}, in the {}. What comes of it?", self.phase)
            }
        };
        let seat = |order: OrderRef| war.setup.seats.get(order.seat.index()).map_or("", |s| s.name.as_str());
        let ordered =
            asking.orders.iter().map(|(order, words)| format!("order {} of {}: {words}", order.number, seat(*order)));
        let forbid = match asking.orders.first() {
            Some((order, _)) => {
                format!("\n  # or: forbid: {{ seat: {}, order: {} }}", render_scalar(seat(*order)), order.number)
            }
            None => String::new(),
        };
        let mut involved = vec![describe_standing(war, asking.owner, "the user")];
        involved.extend(others.iter().map(|who| describe_standing(war, *who, "the target")));
        PendingQuestion {
            key,
            question,
            sentences: match asking.sentence {
                Some(sentence) => vec![format!("\"{sentence}\"")],
                None => gm_sentences(skill).map(|sentence| format!("\"{sentence}\"")).chain(ordered).collect(),
            },
            involved,
            answer: format!(
                "effects:  # `no effect`, or sentences as on a sheet\n  \
                 # as in: effects: [The target loses 20 Health.]\n  \
                 # beside it, `set` and `add`{forbid}"
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

fn names(war: &War, who: &[CharacterId]) -> String {
    who.iter().map(|id| war.character(*id).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Describes how a character stands: `Saber (the user): at Park, 300 of 300 Health, 120 of 200 Mana`.
fn describe_standing(war: &War, who: CharacterId, role: &str) -> String {
    let (character, most) = (war.character(who), war.maxima(who));
    let at = &war.setup.location(character.at).name;
    let (health, mana) = (character.health, character.mana);
    format!("{} ({role}): at {at}, {health} of {} Health, {mana} of {} Mana", character.name, most.health, most.mana)
}
