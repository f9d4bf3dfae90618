//! The effect tree: what a sentence of a sheet means (docs/architecture.md, "The way of a sentence").
//!
//! A sentence is consumed whole or refused; every tree prints as one canonical sentence that
//! parses to the same tree. What is done is one of three: something that happens once
//! ([`Immediate`]), something about the skill's own use ([`Clause`]), something that holds for a
//! time ([`Standing`]). `Family 24` in a comment is a chapter of sentences in docs/sheets.md.

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
pub use measure::{Amount, Change, Counted, DamageSpan, HitSpan, HitsOf, Measure, Portion, Stock};
pub use skills::{AttackFilter, Costing, Forbidden, Ranked, Skills, Sort};
pub use standing::{AttackQuality, Modifier, ShieldSpan, Standing};

/// Who an operation works on.
pub type Who = super::condition::Who<Written>;

/// What a sentence of a sheet, or a `GM:` line, was understood as.
#[expect(clippy::large_enum_variant, reason = "nearly every effect is one sentence")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `GM: …`: adjudicated by the GM.
    Gm(String),
    /// Anything the engine runs itself.
    Sentence(Sentence),
    /// `Choose one: …, or …`: the user of the skill says which (family 35); one choice may be several things.
    Choice(Vec<Vec<Sentence>>),
    /// `The user restores 30 Health and 20 Mana`: several things said in one sentence.
    Several(Vec<Sentence>),
}

/// `[trigger,] operation [if condition] [for N Turns]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// When it is done; `None` is when the skill resolves, or always for what is always on.
    pub trigger: Option<Trigger>,
    /// What it does once, what holds for a time, or what it says of the skill's own use.
    pub operation: Operation,
    /// What must hold for it to be carried out.
    pub condition: Option<Condition<Written>>,
    /// How long it holds, where the sentence says so.
    pub duration: Option<Duration>,
    /// `until the user is damaged`: the deed with which it ends, however long else.
    pub until: Option<Deed<Written>>,
    /// The condition is read once, as the skill is used: `if`, of what has a time of its own. Else it is read anew as
    /// long as this is in force: `while`, and of what lasts as its skill does.
    pub at_use: bool,
}

/// What a sentence waits for, while its skill is in force or its ability is had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// `At the Instant Phase of each Turn, …`; the Turn's own start and end are phases too.
    EachTurn(Phase),
    /// `When the user is attacked, …`: each time somebody does it.
    When(Deed<Written>),
    /// `The first time each Turn the user is attacked, …`, `Once during the War, when …`: so often and no more.
    Limited(Often, Deed<Written>),
    /// `At the end of the next Turn, …`: once, so many Turns after that in which the skill was used.
    Once(u32, Phase),
}

impl Trigger {
    /// Whether it comes as a Turn ends: what it then sets has the next Turn as its first.
    pub const fn is_of_turn_end(&self) -> bool {
        matches!(self, Trigger::EachTurn(Phase::TurnEnd) | Trigger::Once(_, Phase::TurnEnd))
    }

    /// The deed that is waited for; `None` for a time.
    pub const fn deed(&self) -> Option<&Deed<Written>> {
        match self {
            Trigger::When(deed) | Trigger::Limited(_, deed) => Some(deed),
            Trigger::EachTurn(_) | Trigger::Once(..) => None,
        }
    }
}

/// How often at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Often {
    /// The first so many times each Turn, whatever comes of them: `for the first time each Turn`.
    EachTurn(u32),
    /// So many times each Turn that something comes of it: `once per Turn, when …, … if …`. Without a condition the two
    /// are one.
    WorkingEachTurn(u32),
    /// So many times in the battle that is going on that something comes of it; out of battle in a Turn (A102).
    InBattle(u32),
    /// So many times in the whole War that something comes of it.
    InWar(u32),
    /// `Once every 5 Turns`: something comes of it, and not again for so many Turns, of which that is the first (R374).
    EveryTurns(u32),
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// `for N Turns`: the casting Turn counts as the first (R374).
    Turns(u32),
    /// `until the end of the Turn`, `during this Turn`.
    ThisTurn,
    /// `until the end of the battle`: of its user's, as the Turn ends (A102).
    Battle,
    /// `indefinitely`, `until cancelled`.
    Indefinitely,
}

/// On how many attacks something works, of those it speaks of; each hit is an attack (R101).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// `the user's next 2 attacks`: from the use of the skill on.
    Next(u32),
    /// `the first attack each Turn`.
    FirstEachTurn(u32),
    /// `the first attack each battle`; out of battle of a Turn (A102).
    FirstInBattle(u32),
    /// `the first attack during the War`.
    FirstInWar(u32),
    /// `once every 5 Turns`: not again for so many Turns, of which that is the first (R374).
    OnceEvery(u32),
}

/// When a presence is hidden (family 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hiding {
    /// At all times.
    Always,
    /// `while scouting`.
    Scouting,
    /// `by scouting characters`: from whoever scouts, wherever the hidden one is.
    FromScouts,
    /// `by scouting characters until they attack`: both.
    FromScoutsUntilAttack,
    /// `until they attack`; in a battle nobody is hidden from whom they fight.
    UntilAttack,
}

/// What is learned of somebody (family 19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Where they are.
    Location,
    /// The location the skill is used on.
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
    /// So many times in a battle of its user's; out of battle in a Turn (A102).
    PerBattle(u32),
    /// Once in each week of seven Nights, 1–7, 8–14 and so on (A201).
    PerWeek,
    /// So many times in the whole War.
    PerWar(u32),
    /// Not in the Turn after one in which it was used.
    NotConsecutive,
    /// Not again for so many Turns, of which that of its use is the first (R374).
    Rest(u32),
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Once: when the skill resolves, or when the trigger comes.
    Immediate(Immediate),
    /// In the skill's own use.
    Clause(Clause),
    /// For a time: while the ability is had or the skill is in force.
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

    /// What it comes to on a skill: of a choice, each option on the condition that it was chosen, called by its
    /// number.
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
                    let timed = sentence.duration.is_some() || sentence.until.is_some();
                    sentence.condition = Some(match sentence.condition.take() {
                        // What was chosen is known at the use.
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
    /// Whether this is carried out once when the skill resolves.
    pub const fn is_at_once(&self) -> bool {
        self.trigger.is_none() && matches!(self.operation, Operation::Immediate(_))
    }

    /// Whether this strikes somebody else as the skill is used: damage, or a status that deals it (A263). What hangs on
    /// a death is told when the blows have fallen.
    pub fn is_blow(&self) -> bool {
        self.trigger.is_none()
            && !self.asks_of_a_death()
            && !self.asks_of_its_damage()
            && matches!(&self.operation, Operation::Immediate(what)
                if what.verb.is_damaging() && !what.verb.is_of_damage() && is_aimed_away(&what.who))
    }

    /// Whether what must hold for it asks of a death.
    pub fn asks_of_a_death(&self) -> bool {
        let asked = self.condition.iter().flat_map(Condition::statements);
        asked.into_iter().any(|said| match said {
            Predicate::Did(deed) => matches!(deed.act, Act::Dies | Act::Kills(_)),
            Predicate::Has(_, said) => *said == Property::Dead,
            _ => false,
        })
    }

    /// Whether what must hold for it asks what the use itself inflicted, which is known when its blows have fallen.
    pub fn asks_of_its_damage(&self) -> bool {
        let asked = self.condition.iter().flat_map(Condition::statements);
        asked.into_iter().any(|said| matches!(said, Predicate::UseInflicts(..)))
    }

    /// Whether this works in one location alone, on whoever is there, comes or goes: what R357 speaks of.
    pub fn is_confined(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        self.operation.is_confined()
            || deed.is_some_and(|deed| matches!(deed.act, Act::Enters(None) | Act::Leaves(None)))
    }

    /// Whether this is done once each time somebody does something: a time of its own says how long it waits for that.
    pub fn is_awaited_once(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        deed.is_some() && matches!(self.operation, Operation::Immediate(_))
    }

    /// Whether this waits for a death that the skill's own blow may bring: the target's, or one by the user's hand.
    pub fn waits_for_a_kill(&self) -> bool {
        let deed = self.trigger.as_ref().and_then(Trigger::deed);
        deed.is_some_and(|deed| matches!((&deed.who, &deed.act), (Who::Target, Act::Dies) | (Who::User, Act::Kills(_))))
    }

    /// Whether the time it names begins once it is set off: what lasts does so, and waits as long as its skill lasts.
    /// Of what is done at once the time is that of waiting.
    pub const fn times_what_is_set_off(&self) -> bool {
        self.trigger.is_some() && matches!(self.operation, Operation::Standing(_))
    }

    /// Whether this is in force for a time: something that holds, or something that waits for its trigger.
    pub const fn is_in_force(&self) -> bool {
        self.trigger.is_some() || matches!(self.operation, Operation::Standing(_))
    }
}

/// Whether words mean others than the user and their own side.
fn is_aimed_away(who: &Who) -> bool {
    let away = |root: &Who| root.group().map_or(*root != Who::User, |group| group.side != Side::Allies);
    who.roots().into_iter().any(away)
}

impl Operation {
    /// Of whom this speaks; `None` where it speaks of the skill itself.
    pub const fn who(&self) -> Option<&Who> {
        match self {
            Operation::Immediate(immediate) => Some(&immediate.who),
            Operation::Standing(standing) => Some(&standing.who),
            Operation::Clause(_) => None,
        }
    }

    /// What is done, of what is done once.
    pub const fn verb(&self) -> Option<&Verb> {
        match self {
            Operation::Immediate(immediate) => Some(&immediate.verb),
            Operation::Clause(_) | Operation::Standing(_) => None,
        }
    }

    /// What holds, of what holds for a time.
    pub const fn modifier(&self) -> Option<&Modifier> {
        match self {
            Operation::Standing(standing) => Some(&standing.modifier),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// Whether this works in one location alone: on whoever is there, or on its entrances and exits.
    pub fn is_confined(&self) -> bool {
        let door =
            matches!(self.modifier(), Some(Modifier::Forbids(Forbidden::Leave | Forbidden::Enter | Forbidden::Scout)));
        let wards = matches!(self, Operation::Standing(standing) if standing.wards_off());
        door || (!wards && self.who().is_some_and(Who::is_local))
    }

    /// Whether this does harm to whoever it works on.
    pub fn does_harm(&self) -> bool {
        match self {
            Operation::Immediate(immediate) => immediate.verb.does_harm(),
            Operation::Standing(standing) => standing.modifier.does_harm(),
            Operation::Clause(_) => false,
        }
    }

    /// Whether this is about the damage of the skill; it takes a skill that inflicts some.
    pub const fn is_of_damage(&self) -> bool {
        match self {
            Operation::Immediate(immediate) => immediate.verb.is_of_damage(),
            Operation::Clause(clause) => clause.is_of_damage(),
            Operation::Standing(standing) => standing.measures_use(),
        }
    }
}
