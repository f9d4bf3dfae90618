//! The GM's word as the Night goes: rulings carried out, questions asked and answered (R008).
//!
//! A ruling is an event that cites R008; what its sentences do follows from it. A question without an
//! answer is kept and the Night goes on as though nothing came of it, so that all of them are asked at
//! once; the Night is then provisional.

use std::collections::BTreeMap;

use crate::event::detail::{Change, Reason, Verdict};
use crate::event::kind::Referee;
use crate::event::{Cause, EventId, OrderRef};
use crate::language::effect::Effect;
use crate::night::effects;
use crate::night::effects::Working;
use crate::night::{Night, Pending, Unasked, Unheard};
use crate::sheet::skill::Skill;
use crate::sheet::yaml::scalar;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::rules::RuleId;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::ruled::RuledSkill;
use crate::war::setup::SkillRef;

use super::{Answer, Audience, Barred, Doings, Moment, Question, Ruling, Text, Word};

/// What asks a question: a skill at work, an ability that is had, a command in force.
pub(crate) struct Asking<'a> {
    /// The question.
    pub question: Question,
    /// Whose skill asks.
    pub owner: CharacterId,
    /// The skill.
    pub skill: SkillRef,
    /// On whom it works.
    pub targets: &'a [CharacterId],
    /// Where it lies, if it covers the ground: what is put into it works there (A261).
    pub ground: Option<LocationId>,
    /// The words it was given.
    pub words: Option<&'a str>,
    /// The orders it may keep from being carried out, in words.
    pub orders: Vec<(OrderRef, String)>,
    /// The event it follows from.
    pub used: Option<EventId>,
    /// Of what waited for something: the sentence for the GM that has come to be answered.
    pub sentence: Option<&'a str>,
}

impl<'a> Night<'a> {
    /// Carries out the GM's rulings of a moment.
    pub(crate) fn rule(&mut self, moment: Moment) {
        let rulings = self.rulings;
        let mut spoken = false;
        for (ruling, number) in rulings.entries.iter().zip(1u16..) {
            match &ruling.word {
                Word::Change { at, doings } if *at == moment => {
                    self.carry_out(number, ruling, Verdict::Set, doings, None, None);
                    spoken = true;
                }
                Word::Forbid { what, undoes } if moment == Moment::Start => {
                    let verdict = match (*what, *undoes) {
                        (Barred::Order(order), Some(event)) => Verdict::Undone { event, order },
                        (Barred::Order(order), None) => Verdict::Forbidden(order),
                        (Barred::Skill(who, skill), _) => Verdict::ForbiddenSkill(who, skill),
                    };
                    self.say(number, ruling, verdict, Vec::new(), None);
                }
                Word::Allow(order) if moment == Moment::Start => {
                    self.say(number, ruling, Verdict::Allowed(*order), Vec::new(), None);
                }
                Word::Change { .. } | Word::Decide { .. } | Word::Forbid { .. } | Word::Allow(_) => {}
            }
        }
        // Before the Turn begins nobody dies: that is settled as it begins.
        if spoken && moment != Moment::Start {
            self.settle();
        }
    }

    /// Lets a ruling happen.
    fn say(
        &mut self,
        number: u16,
        ruling: &Ruling,
        verdict: Verdict,
        changes: Vec<Change>,
        parent: Option<EventId>,
    ) -> EventId {
        let (reason, told) = (ruling.reason.clone(), ruling.tell.clone());
        let word = Referee::Ruled { verdict, changes, reason, told };
        self.emit(word, parent, Cause::Ruling(number), None, &[RuleId::R(8)])
    }

    /// Lets a ruling happen with all that it sets, adds, says and tells.
    fn carry_out(
        &mut self,
        number: u16,
        ruling: &Ruling,
        verdict: Verdict,
        doings: &Doings,
        answer: Option<(RuledSkill, &Asking<'_>)>,
        parent: Option<EventId>,
    ) -> EventId {
        let cause = Cause::Ruling(number);
        let ground = answer.as_ref().and_then(|(_, asking)| asking.ground);
        let mut changes = doings.changes.clone();
        let mut working: Vec<(CharacterId, Vec<CharacterId>)> = Vec::new();
        for (who, lines) in &doings.sentences {
            changes.push(Change::Sentences(Box::new(RuledSkill::new(*who, None, lines.clone()))));
            working.push((*who, vec![*who]));
        }
        if let Some((ruled, asking)) = answer {
            changes.push(Change::Sentences(Box::new(ruled)));
            working.push((asking.owner, asking.targets.to_vec()));
        }
        let mut skill = self.war.next_ruled();
        let used = self.say(number, ruling, verdict, changes, parent);
        // What the GM says in the midst of a batch is said for all of it.
        if let Some(before) = &mut self.before {
            before.ruled.clone_from(&self.war.ruled);
        }
        for Text { to, words } in &doings.texts {
            let hear = self.audience(*to);
            if let (Audience::Location(at), true) = (to, hear.is_empty()) {
                self.unheard.push(Unheard { ruling: number, at: *at });
            }
            let told = Referee::Told { to: hear, words: words.clone(), public: *to == Audience::Everybody };
            self.emit(told, Some(used), cause, None, &[RuleId::R(8)]);
        }
        for (user, targets) in working {
            let at = self.war.character(user).at;
            let (inflicted, place) = (BTreeMap::new(), ground.unwrap_or(at));
            let sentences = Working {
                user,
                skill,
                targets,
                second: None,
                chosen: None,
                push: None,
                inflicted,
                struck: false,
                upgraded: false,
                bargain: Bargain::NONE,
                place,
                words: None,
                used,
                cause,
                attacker: Some(user),
                that: None,
            };
            skill.place = skill.place.saturating_add(1);
            if self.begun {
                effects::work(self, &sentences);
            } else {
                self.unspoken.push(sentences);
            }
        }
        used
    }

    /// Lets the sentences said before the Turn began happen, as its first thing, and asks what
    /// abilities with a sentence for the GM mean.
    pub(crate) fn begin_speaking(&mut self) {
        self.begun = true;
        for sentences in std::mem::take(&mut self.unspoken) {
            effects::work(self, &sentences);
        }
        self.ask_of_abilities();
    }

    /// Who reads a text.
    fn audience(&self, to: Audience) -> Vec<CharacterId> {
        match to {
            Audience::Character(who) => vec![who],
            Audience::Location(at) => self.war.present(at).collect(),
            Audience::Everybody => self.war.ids().collect(),
        }
    }

    /// The GM's answer to a question: the ruling's number and the ruling.
    fn decision(&mut self, asked: Question) -> Option<(u16, &'a Ruling, &'a Answer)> {
        let rulings = self.rulings;
        let (number, ruling, answer) =
            rulings.entries.iter().zip(1u16..).find_map(|(ruling, number)| match &ruling.word {
                Word::Decide { question, answer } if *question == asked => Some((number, ruling, answer)),
                Word::Decide { .. } | Word::Change { .. } | Word::Forbid { .. } | Word::Allow(_) => None,
            })?;
        self.answered.push(number);
        Some((number, ruling, answer))
    }

    /// The GM's answer to who has won: the team, the ruling's number, the event of the word.
    pub(crate) fn winner_decided(&mut self, asked: Question) -> Option<(Option<TeamId>, u16, EventId)> {
        let (number, ruling, answer) = self.decision(asked)?;
        let Answer::Winner(winner) = answer else { return None };
        let verdict = Verdict::Decided(asked.key(&self.war));
        let word = self.say(number, ruling, verdict, Vec::new(), None);
        Some((*winner, number, word))
    }

    /// Whether the GM grants what is asked (`fulfilled`); until then it is asked, and not granted.
    pub(crate) fn is_granted(&mut self, asked: Question, pending: Pending) -> bool {
        match self.decision(asked) {
            Some((number, ruling, Answer::Fulfilled(granted))) => {
                let verdict = Verdict::Decided(asked.key(&self.war));
                self.say(number, ruling, verdict, Vec::new(), None);
                *granted
            }
            Some(_) => false,
            None => {
                self.pending.push(pending);
                false
            }
        }
    }

    /// Counts an answer, if there is one, as asked for: what else was answered has made it needless.
    pub(crate) fn settled(&mut self, question: Question) {
        let answers = self.rulings.entries.iter().zip(1u16..);
        let answers = answers.filter(|(r, _)| matches!(r.word, Word::Decide { question: q, .. } if q == question));
        self.answered.extend(answers.map(|(_, number)| number));
    }

    /// The answers that nothing asked for.
    pub(crate) fn unasked(&self) -> Vec<Unasked> {
        let entries = self.rulings.entries.iter().zip(1u16..);
        let unasked = entries.filter(|(_, number)| !self.answered.contains(number));
        unasked
            .filter_map(|(ruling, number)| match ruling.word {
                Word::Decide { question, .. } => Some(Unasked { ruling: number, key: question.key(&self.war) }),
                Word::Change { .. } | Word::Forbid { .. } | Word::Allow(_) => None,
            })
            .collect()
    }

    /// A skill with sentences for the GM has worked: what comes of them is the GM's to say.
    pub(crate) fn ask_of_use(&mut self, working: &Working) {
        if gm_sentences(self.war.skill(working.skill)).next().is_none() {
            return;
        }
        let question = self.next_use(working.user, working.skill);
        let lies = self.war.skill(working.skill).lies_on_ground(working.upgraded);
        let ground = lies.then_some(working.place);
        self.ask(&Asking {
            question,
            ground,
            owner: working.user,
            skill: working.skill,
            targets: &working.targets,
            words: working.words.as_deref(),
            orders: Vec::new(),
            used: Some(working.used),
            sentence: None,
        });
    }

    /// What a sentence for the GM waited for has come: what comes of it is the GM's to say.
    pub(crate) fn ask_of_answer(&mut self, working: &Working, sentence: &str) {
        let question = self.next_use(working.user, working.skill);
        let lies = self.war.skill(working.skill).lies_on_ground(working.upgraded);
        let ground = lies.then_some(working.place);
        let others = working.targets.iter().copied().chain(working.attacker).chain(working.that);
        let mut targets: Vec<CharacterId> = Vec::new();
        others.filter(|id| *id != working.user).for_each(|id| {
            if !targets.contains(&id) {
                targets.push(id);
            }
        });
        self.ask(&Asking {
            question,
            ground,
            owner: working.user,
            skill: working.skill,
            targets: &targets,
            words: None,
            orders: Vec::new(),
            used: Some(working.used),
            sentence: Some(sentence),
        });
    }

    /// The question that the next use of a skill in this phase asks.
    pub(crate) fn next_use(&mut self, user: CharacterId, skill: SkillRef) -> Question {
        let phase = self.phase;
        let earlier = self.asked.iter().filter(|asked| **asked == (phase, user, skill)).count();
        self.asked.push((phase, user, skill));
        Question::Used { phase, user, skill, number: u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(1) }
    }

    /// What an ability with a sentence for the GM means is asked once in the War; the answer stands.
    fn ask_of_abilities(&mut self) {
        let war = &self.war;
        let mut asking: Vec<(CharacterId, SkillRef)> = Vec::new();
        for owner in war.living() {
            let sheet = war.character(owner).sheet;
            for (skill, place) in war.sheet(owner).skills.iter().zip(0u16..) {
                let reference = SkillRef { sheet, place };
                let answered = || war.ruled.iter().any(|r| r.owner == owner && r.of == Some(reference));
                let had = skill.is_passive() && war.has_gained(skill);
                if had && gm_sentences(skill).next().is_some() && !answered() {
                    asking.push((owner, reference));
                }
            }
        }
        for (owner, skill) in asking {
            let question = Question::Always { owner, skill };
            let targets = &[owner];
            self.ask(&Asking {
                question,
                ground: None,
                owner,
                skill,
                targets,
                words: None,
                orders: Vec::new(),
                used: None,
                sentence: None,
            });
        }
    }

    /// Asks a question: its answer is carried out at once, or it is kept.
    pub(crate) fn ask(&mut self, asking: &Asking<'_>) {
        let name = self.war.skill(asking.skill).name.base.clone();
        let key = asking.question.key(&self.war);
        let Some((number, ruling, answer)) = self.decision(asking.question) else {
            let pending = self.question(asking, key);
            self.pending.push(pending);
            return;
        };
        let Answer::Outcome { effects, doings, forbids } = answer else { return };
        let ruled = RuledSkill::new(asking.owner, Some((asking.skill, &name)), effects.clone());
        // What an ability means is remembered even if it means nothing, so that it is not asked again.
        let remembered = !ruled.skill.effects.is_empty() || matches!(asking.question, Question::Always { .. });
        let answer = remembered.then_some((ruled, asking));
        let said = self.carry_out(number, ruling, Verdict::Decided(key), doings, answer, asking.used);
        for order in forbids {
            self.say(number, ruling, Verdict::Forbidden(*order), Vec::new(), Some(said));
            let forbidden = self.tasks.iter_mut().filter(|t| t.obeys.is_none() && t.reference == *order && !t.closed);
            forbidden.for_each(|task| (task.closed, task.last) = (true, Some(Reason::Forbidden)));
        }
    }

    /// A question in words for the GM.
    fn question(&self, asking: &Asking<'_>, key: String) -> Pending {
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
                format!("\n  # or: forbid: {{ seat: {}, order: {} }}", scalar(seat(*order)), order.number)
            }
            None => String::new(),
        };
        let mut involved = vec![standing(war, asking.owner, "the user")];
        involved.extend(others.iter().map(|who| standing(war, *who, "the target")));
        Pending {
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

/// The sentences of a skill that are the GM's to carry out.
pub(crate) fn gm_sentences(skill: &Skill) -> impl Iterator<Item = &str> {
    skill.effects.iter().filter_map(|line| match &line.effect {
        Effect::Gm(sentence) => Some(sentence.as_str()),
        Effect::Rule(_) | Effect::Choice(_) | Effect::Several(_) => None,
    })
}

fn names(war: &War, who: &[CharacterId]) -> String {
    who.iter().map(|id| war.character(*id).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// `Saber (the user): at Park, 300 of 300 Health, 120 of 200 Mana`.
fn standing(war: &War, who: CharacterId, role: &str) -> String {
    let (character, sheet) = (war.character(who), war.sheet(who));
    let at = &war.setup.location(character.at).name;
    let (health, mana) = (character.health, character.mana);
    format!("{} ({role}): at {at}, {health} of {} Health, {mana} of {} Mana", character.name, sheet.health, sheet.mana)
}
