//! The effect tree: what a sentence of a sheet means (docs/architecture.md, "The way of a sentence").
//!
//! A sentence is read as a whole or refused. Every tree prints as one canonical sentence, which parses to the same
//! tree. There are three kinds of operation: what happens once ([`Immediate`]), what concerns the skill's own use
//! ([`Clause`]), and what holds for a time ([`Standing`]). `Family 24` in a comment is a chapter of docs/sheets.md.

use serde::{Deserialize, Serialize};

use crate::vocabulary::phase::Phase;

use super::condition::{Act, Condition, Deed, Predicate, Property, Side, Written};

mod clause;
mod collect_people;
mod immediate;
mod measure;
mod skills;
mod standing;

pub use clause::Clause;
pub use immediate::{Affliction, Cancelled, Destination, EffectSort, Immediate, RankLimit, RelocationKind, Verb};
pub use measure::{Amount, Change, Counted, DamageSpan, HitSource, HitSpan, Measure, Portion, Stock};
pub use skills::{AttackFilter, Costing, Forbidden, Ranked, SkillFilter, SkillSort};
pub use standing::{AttackQuality, Modifier, ShieldSpan, Standing};

/// Whom an operation works on.
pub type Who = super::condition::Who<Written>;

/// What a sentence of a sheet, or a `GM:` line, was understood as.
#[expect(clippy::large_enum_variant, reason = "nearly every effect is one sentence")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `GM: …`: the GM decides.
    Gm(String),
    /// A sentence that the engine carries out.
    Sentence(Sentence),
    /// `Choose one: …, or …`: the user of the skill chooses (family 35). Each option has one or more sentences.
    Choice(Vec<Vec<Sentence>>),
    /// `The user restores 30 Health and 20 Mana`: several operations in one sentence.
    Several(Vec<Sentence>),
}

/// `[trigger,] operation [if condition] [for N Turns]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// When it happens; `None` is when the skill resolves, or always for a skill that is always on.
    pub trigger: Option<Trigger>,
    /// What it does.
    pub operation: Operation,
    /// The condition for it to be carried out.
    pub condition: Option<Condition<Written>>,
    /// How long it holds, if the sentence says so.
    pub duration: Option<Duration>,
    /// `until the user is damaged`: the deed that ends it before its duration does.
    pub ending_deed: Option<Deed<Written>>,
    /// Whether the condition is read once, when the skill is used: `if` in a sentence with a duration of its own.
    /// Otherwise it is read again as long as the sentence is in force: `while`, and sentences that last as long as
    /// their skill.
    pub at_use: bool,
}

/// What a sentence waits for, while its skill is in force or its ability is owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// `At the Instant Phase of each Turn, …`; the start and end of the Turn are phases too.
    EachTurn(Phase),
    /// `When the user is attacked, …`: each time somebody does it.
    When(Deed<Written>),
    /// `The first time each Turn the user is attacked, …`, `Once during the War, when …`: a limited number of times.
    Limited(Often, Deed<Written>),
    /// `At the end of the next Turn, …`: once, this number of Turns after the Turn of the use.
    Once(u32, Phase),
}

impl Trigger {
    /// Whether it fires at the end of a Turn: for what it starts then, the next Turn is the first.
    pub const fn is_of_turn_end(&self) -> bool {
        matches!(self, Trigger::EachTurn(Phase::TurnEnd) | Trigger::Once(_, Phase::TurnEnd))
    }

    /// The deed that is waited for; `None` for a trigger at a time.
    pub const fn deed(&self) -> Option<&Deed<Written>> {
        match self {
            Trigger::When(deed) | Trigger::Limited(_, deed) => Some(deed),
            Trigger::EachTurn(_) | Trigger::Once(..) => None,
        }
    }
}

/// How often a trigger fires at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Often {
    /// The first N times each Turn, even if the condition does not hold then: `for the first time each Turn`.
    EachTurn(u32),
    /// N times each Turn with an effect: `once per Turn, when …, … if …`. Without a condition there is no difference to
    /// the variant above.
    WorkingEachTurn(u32),
    /// N times with an effect in the current battle; outside a battle, in a Turn (A102).
    InBattle(u32),
    /// N times with an effect in the whole War.
    InWar(u32),
    /// `Once every 5 Turns`: after it has had an effect, not again for that many Turns, counting that one (R374).
    EveryTurns(u32),
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// `for N Turns`: the casting Turn counts as the first (R374).
    Turns(u32),
    /// `until the end of the Turn`, `during this Turn`.
    ThisTurn,
    /// `until the end of the battle`: of its user's battle, when the Turn ends (A102).
    Battle,
    /// `indefinitely`, `until cancelled`.
    Indefinitely,
}

/// The number of attacks that something works on; each hit is an attack (R101).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// `the user's next 2 attacks`: counted from the use of the skill on.
    Next(u32),
    /// `the first attack each Turn`.
    FirstEachTurn(u32),
    /// `the first attack each battle`; outside a battle, each Turn (A102).
    FirstInBattle(u32),
    /// `the first attack during the War`.
    FirstInWar(u32),
    /// `once every 5 Turns`: not again for that many Turns, counting that one (R374).
    OnceEvery(u32),
}

/// When somebody's presence is hidden (family 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hiding {
    /// At all times.
    Always,
    /// `while scouting`.
    Scouting,
    /// `by scouting characters`: from every scout, wherever the hidden character is.
    FromScouts,
    /// `by scouting characters until they attack`: both limits apply.
    FromScoutsUntilAttack,
    /// `until they attack`; in a battle nobody is hidden from their opponents there.
    UntilAttack,
}

/// What is learned of somebody (family 19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Their location.
    Location,
    /// The location that the skill is used on.
    TargetLocation,
    /// Their Health.
    Health,
    /// Their Mana.
    Mana,
    /// All their ranks.
    Stats,
    /// The handle.
    Name,
    /// The class.
    Class,
    /// The true name.
    TrueName,
}

/// How often a skill can be used (family 23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many times each Turn.
    PerTurn(u32),
    /// N times in a battle of its user; outside a battle, in a Turn (A102).
    PerBattle(u32),
    /// Once in each week of seven Nights, 1–7, 8–14 and so on (A201).
    PerWeek,
    /// So many times in the whole War.
    PerWar(u32),
    /// Not in the Turn after a Turn in which it was used.
    NotConsecutive,
    /// Not again for this number of Turns, counting the Turn of its use (R374).
    Rest(u32),
}

/// What a sentence does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Something that happens once: when the skill resolves, or when the trigger fires.
    Immediate(Immediate),
    /// Something that concerns the skill's own use.
    Clause(Clause),
    /// Something that holds for a time: while the ability is owned or the skill is in force.
    Standing(Standing),
}

impl Effect {
    /// All its sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<&Sentence> {
        match self {
            Effect::Gm(_) => Vec::new(),
            Effect::Sentence(sentence) => vec![sentence],
            Effect::Choice(options) => options.iter().flatten().collect(),
            Effect::Several(sentences) => sentences.iter().collect(),
        }
    }

    /// Its sentences, to be changed; `None` for a choice and for what the GM decides.
    pub(crate) fn plain_sentences_mut(&mut self) -> Option<&mut [Sentence]> {
        match self {
            Effect::Sentence(sentence) => Some(std::slice::from_mut(sentence)),
            Effect::Several(sentences) => Some(sentences),
            Effect::Gm(_) | Effect::Choice(_) => None,
        }
    }

    /// The effect as lines of a skill, one sentence each. Every sentence of an option gets the condition that the
    /// option was chosen, by its number.
    #[must_use]
    pub fn lines(self) -> Vec<Effect> {
        match self {
            Effect::Gm(_) | Effect::Sentence(_) => vec![self],
            Effect::Several(sentences) => sentences.into_iter().map(Effect::Sentence).collect(),
            Effect::Choice(options) => {
                let chosen = |number: usize| Condition::Is(Predicate::Chooses(number.to_string()));
                let numbered = options.into_iter().zip(1..);
                let each = numbered
                    .flat_map(|(sentences, number)| sentences.into_iter().map(move |sentence| (sentence, number)));
                let lines = each.map(|(mut sentence, number)| {
                    let timed = sentence.duration.is_some() || sentence.ending_deed.is_some();
                    sentence.condition = Some(match sentence.condition.take() {
                        // The choice is known when the skill is used.
                        None => {
                            let holds = matches!(sentence.operation, Operation::Standing(_));
                            sentence.at_use = holds && timed && sentence.trigger.is_none();
                            chosen(number)
                        }
                        Some(Condition::All(mut parts)) => {
                            parts.insert(0, chosen(number));
                            Condition::All(parts)
                        }
                        Some(other) => Condition::All(vec![chosen(number), other]),
                    });
                    Effect::Sentence(sentence)
                });
                lines.collect()
            }
        }
    }
}

impl Sentence {
    /// Whether it is carried out once, when the skill resolves.
    pub const fn is_at_once(&self) -> bool {
        self.trigger.is_none() && matches!(self.operation, Operation::Immediate(_))
    }

    /// Whether it strikes somebody else when the skill is used: damage, or a status that deals it (A263). A sentence
    /// that depends on a death or on the damage of the use is decided after the blows.
    pub fn is_blow(&self) -> bool {
        self.trigger.is_none()
            && !self.asks_of_a_death()
            && !self.asks_of_its_damage()
            && matches!(&self.operation, Operation::Immediate(what)
                if what.verb.is_damaging() && !what.verb.is_measured_by_damage() && is_aimed_away(&what.who))
    }

    /// Whether its condition is about a death.
    pub fn asks_of_a_death(&self) -> bool {
        let asked = self.condition.iter().flat_map(Condition::statements);
        asked.into_iter().any(|said| match said {
            Predicate::Did(deed) => matches!(deed.act, Act::Dies | Act::Kills(_)),
            Predicate::Has(_, said) => *said == Property::Dead,
            _ => false,
        })
    }

    /// Whether its condition is about the damage that the use itself inflicts, which is known after its blows.
    pub fn asks_of_its_damage(&self) -> bool {
        let asked = self.condition.iter().flat_map(Condition::statements);
        asked.into_iter().any(|said| matches!(said, Predicate::UseInflicts(..))) || self.asks_of_its_hits()
    }

    /// Whether its condition is about the hits of the use itself: which one it is, or who takes it.
    pub fn asks_of_its_hits(&self) -> bool {
        let asked = self.condition.iter().flat_map(Condition::statements);
        asked.into_iter().any(|said| matches!(said, Predicate::Sheet(fact) if fact.is_of_hit()))
    }

    /// Whether it works in one location only, on whoever is there, enters or leaves (R357).
    pub fn is_confined(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        self.operation.is_confined()
            || deed.is_some_and(|deed| matches!(deed.act, Act::Enters(None) | Act::Leaves(None)))
    }

    /// Whether it happens once each time a deed is done; its duration then says how long it waits for the deed.
    pub fn is_awaited_once(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        deed.is_some() && matches!(self.operation, Operation::Immediate(_))
    }

    /// Whether it waits for a death that the skill's own blow may cause: the target's, or one by the user.
    pub fn waits_for_a_kill(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        deed.is_some_and(|deed| matches!((&deed.who, &deed.act), (Who::Target, Act::Dies) | (Who::User, Act::Kills(_))))
    }

    /// Whether its duration begins when its trigger fires. That is so of what lasts, which waits as long as its skill
    /// lasts. For what happens once, the duration is the time of waiting.
    pub const fn times_what_is_set_off(&self) -> bool {
        self.trigger.is_some() && matches!(self.operation, Operation::Standing(_))
    }

    /// Whether it is in force for a time: it holds, or waits for its trigger.
    pub const fn is_in_force(&self) -> bool {
        self.trigger.is_some() || matches!(self.operation, Operation::Standing(_))
    }
}

/// Whether the words mean others than the user and the user's side.
fn is_aimed_away(who: &Who) -> bool {
    let away = |root: &Who| root.group().map_or(*root != Who::User, |group| group.side != Side::Allies);
    who.roots().into_iter().any(away)
}

impl Operation {
    /// Whom it is about; `None` if it is about the skill itself.
    pub const fn who(&self) -> Option<&Who> {
        match self {
            Operation::Immediate(immediate) => Some(&immediate.who),
            Operation::Standing(standing) => Some(&standing.who),
            Operation::Clause(_) => None,
        }
    }

    /// The verb of an immediate operation; `None` for others.
    pub const fn verb(&self) -> Option<&Verb> {
        match self {
            Operation::Immediate(immediate) => Some(&immediate.verb),
            Operation::Clause(_) | Operation::Standing(_) => None,
        }
    }

    /// The modifier of a standing operation; `None` for others.
    pub const fn modifier(&self) -> Option<&Modifier> {
        match self {
            Operation::Standing(standing) => Some(&standing.modifier),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// Whether it works in one location only: on whoever is there, or on entering and leaving it.
    pub fn is_confined(&self) -> bool {
        let door =
            matches!(self.modifier(), Some(Modifier::Forbids(Forbidden::Leave | Forbidden::Enter | Forbidden::Scout)));
        let wards = matches!(self, Operation::Standing(standing) if standing.wards_off_group());
        door || (!wards && self.who().is_some_and(Who::is_local))
    }

    /// Whether it harms whoever it works on.
    pub fn does_harm(&self) -> bool {
        match self {
            Operation::Immediate(immediate) => immediate.verb.does_harm(),
            Operation::Standing(standing) => standing.modifier.does_harm(),
            Operation::Clause(_) => false,
        }
    }

    /// Whether it is about the damage of the skill, which must then inflict some.
    pub fn is_of_damage(&self) -> bool {
        match self {
            Operation::Immediate(immediate) => immediate.verb.is_measured_by_damage(),
            Operation::Clause(clause) => clause.changes_damage(),
            Operation::Standing(standing) => standing.is_measured_by_use(),
        }
    }
}
