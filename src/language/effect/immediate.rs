//! What happens once: when the skill resolves, or when the sentence's trigger comes.

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, Counted, Lesson, Modifier, Operation, Ranked, Sentence, Standing, Trigger, Who};
use crate::language::condition::{Name, Resource};

/// A status of a sheet's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affliction {
    /// What the author calls it.
    pub name: String,
    /// How many Turns it works, from the next on (A075).
    pub turns: u32,
    /// What it does to whoever has it, who is `that character` in it.
    pub effects: Vec<Sentence>,
}

impl Affliction {
    /// Whether it deals damage in its Turns: not where it waits for a deed, as a mark does (A263).
    pub fn is_damaging(&self) -> bool {
        self.effects.iter().any(|sentence| {
            let waits = sentence.trigger.as_ref().and_then(Trigger::deed).is_some();
            !waits && matches!(&sentence.operation, Operation::Immediate(what) if what.verb.is_damaging())
        })
    }

    /// Whether it is negative: not one of which all works on its bearer and helps them (R135, R170, R341).
    pub fn is_negative(&self) -> bool {
        let helps = |sentence: &Sentence| match &sentence.operation {
            Operation::Immediate(Immediate { who: Who::Antecedent, verb }) => verb.helps(),
            Operation::Standing(Standing { who: Who::Antecedent, modifier, .. }) => modifier.helps(),
            Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => false,
        };
        self.effects.is_empty() || !self.effects.iter().all(helps)
    }

    /// How severe this version is, among those of its name (R131, A076): by the damage and loss of a Turn, then by
    /// the subranks that stats are lowered, then by how much it does at all.
    pub fn severity(&self) -> (Exact, u32, usize) {
        let mut harm = Exact::ZERO;
        let mut lowered = 0;
        for sentence in &self.effects {
            match &sentence.operation {
                Operation::Immediate(Immediate {
                    verb:
                        Verb::Damage { amount: Amount::Number(amount), .. }
                        | Verb::Lose { amount: Amount::Number(amount), .. },
                    ..
                }) => harm += *amount,
                Operation::Standing(Standing { modifier: Modifier::RaiseRanks { by, stats, .. }, .. }) => {
                    lowered += 6 * u32::from(by.min(&0).unsigned_abs()) * u32::try_from(stats.len()).unwrap_or(0);
                }
                Operation::Standing(Standing { modifier: Modifier::RaiseSubranks { by, stats, .. }, .. }) => {
                    lowered += u32::from(by.min(&0).unsigned_abs()) * u32::try_from(stats.len()).unwrap_or(0);
                }
                Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => {}
            }
        }
        (harm, lowered, self.effects.len())
    }
}

/// Where somebody is relocated to (family 16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// `the target location`: the one the skill is used on.
    Target,
    /// `an adjacent location of the user's choice`: the order names it.
    Adjacent,
    /// `the user's location`.
    Of(Who),
    /// `the user's Home Base`.
    HomeOf(Who),
}

/// As what a relocation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// `is relocated to`, `is pushed to`: no move of one's own; it takes no Move Action (A115).
    Carried,
    /// `moves to`: a normal move, which takes the Move Action (R349).
    Moves,
    /// `flees to`: a retreat at any time, which takes the Move Action (R182–R186).
    Flees,
}

/// Which of the effects on somebody are cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectSort {
    /// `effects`: of any sort.
    Any,
    /// `positive effects`: each sentence that can but help whoever it is on.
    Positive,
    /// `stat increases`: each sentence that raises stats.
    StatIncrease,
    /// `effects with an upkeep`: of skills that are prolonged for one (R123).
    WithUpkeep,
}

/// How skills are ranked that a sentence cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankLimit {
    /// `ranked C or lower`.
    Told(Ranked),
    /// `ranked lower than this skill`.
    BelowThis,
}

/// What is cancelled (family 29).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// `all active effects on the target ranked C or lower`: only such effects, of skills ranked so.
    On(EffectSort, Option<RankLimit>),
    /// `the target's active Bounded Field`; `None` is any type of skill: `the target's active skills`.
    Of(Option<SkillType>),
    /// `the active Bounded Field in this location`, `… ranked C or lower …`.
    Here(SkillType, Option<RankLimit>),
    /// `this skill`: itself.
    This,
    /// `"X"`: the user's own, or what is in force on the target.
    Named(String),
}

/// Something that is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immediate {
    /// On whom it works; the user, where the sentence names nobody ([`Verb::names_nobody`]).
    pub who: Who,
    /// What is done.
    pub verb: Verb,
}

/// What is done once, to somebody.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Family 9: `The target restores 50 Health`.
    Restore { what: Resource, amount: Amount },
    /// Family 9: `The target loses 20 Mana`.
    Lose { what: Resource, amount: Amount },
    /// Family 10: `The user drains 20 Mana from the target`: the target loses it.
    Drain {
        /// Who restores what the other has lost: the user.
        by: Who,
        what: Resource,
        /// How much, of what is there.
        amount: Amount,
        /// What part of it they restore, as a factor: `keeping 50% of it`; the rest is lost.
        share: Exact,
    },
    /// Family 30: `The attacker receives 40 Special damage`: no attack.
    Damage { amount: Amount, kind: DamageType },
    /// Family 36: `When the user dies, GM: …`: what the GM is asked when what it waits for comes.
    AskGm(String),
    /// Family 25: `the user uses "Counter Slash" on the attacker`: when what it waits for comes.
    Uses {
        /// Any name of one of the user's skills; `None` is `their Basic Attack`.
        skill: Option<Name>,
        /// On whom; `None` for a skill that takes nobody else.
        on: Option<Who>,
        at_place: bool,
        /// `without cost`.
        free: bool,
    },
    /// Family 32: `The target dies`.
    Die,
    /// Family 13: `The target receives Poison 3/20`.
    Inflict(Status),
    /// Family 13: `The target receives "Bleeding" for 2 Turns: at the Instant Phase they receive 8 Special damage`.
    InflictNamed(Affliction),
    /// Family 13: `Poison is removed from the target`; `None` is all negative status effects.
    Cure(Option<StatusKind>),
    /// Family 13: `The target is cured of "Bleeding"`.
    CureNamed(String),
    /// `The target enters Spirit Form` (R189).
    EnterSpiritForm,
    /// `The target leaves Spirit Form` (R190).
    LeaveSpiritForm,
    /// Family 16: `The target is brought to the user's location` (R192).
    Relocate {
        to: Destination,
        /// As what it counts.
        way: RelocationKind,
    },
    /// Family 40: `The user and the target change places`: both at once, or neither; no move of their own (A115).
    ChangePlaces { with: Who },
    /// Family 19: `The user learns the target's Health`.
    Learn {
        /// Only those in the target location learn it.
        there: bool,
        what: Vec<Lesson>,
        /// Of whom; of the user, where it is the target location.
        owner: Who,
    },
    /// `When an opponent enters this location, the user is alerted`: that somebody came, or went, and no more.
    Alert,
    /// `The user perceives the whole Night with ACT EX`: its report of this Night, so acutely (R350, A215).
    WholeReport(Acuity),
    /// Family 9: `The user is refunded 50% of this skill's Mana cost`: what part, as a factor, of what its use cost.
    Refund(Exact),
    /// Family 34: `The user's Master gains 50 CP`: of whoever it is, their Master (R282).
    CombatPoints {
        by: Exact,
        /// For each of these.
        each: Option<Counted>,
    },
    /// Family 34: `The user's Master restores 1 Command Spell`: a signed number.
    CommandSpells(i32),
    /// Family 43: `The target's contract with their Master is broken`: of a Master with each Servant (R142).
    BreakContract,
    /// Family 20: `Summons 3 "Wolf" familiars` (R072, R112).
    Summon {
        count: u32,
        /// The name of their sheet.
        familiar: String,
        /// How many of them the user may have at a time.
        at_most: Option<u32>,
    },
    /// Family 29: `All active effects on the target ranked C or lower are cancelled`.
    Cancel(Cancelled),
    /// Family 14: `The target loses 1 AP at the beginning of the next Turn` (R080, A035).
    ApNextTurn {
        by: i32,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
    },
}

impl Immediate {
    /// What the user does without being named.
    pub const fn by_user(verb: Verb) -> Immediate {
        Immediate { who: Who::User, verb }
    }
}

impl Verb {
    /// Whether the sentence names nobody on whom it works: it is of the user.
    pub const fn names_nobody(&self) -> bool {
        matches!(
            self,
            Verb::Uses { .. }
                | Verb::Summon { .. }
                | Verb::Refund(_)
                | Verb::AskGm(_)
                | Verb::Cancel(Cancelled::Named(_) | Cancelled::Here(..) | Cancelled::This)
        )
    }

    /// Whether this does harm.
    pub fn does_harm(&self) -> bool {
        match self {
            Verb::Lose { .. } | Verb::Drain { .. } | Verb::Damage { .. } | Verb::Die | Verb::Inflict(_) => true,
            Verb::BreakContract => true,
            Verb::InflictNamed(status) => status.effects.iter().any(|sentence| sentence.operation.does_harm()),
            Verb::ApNextTurn { by, .. } | Verb::CommandSpells(by) => *by < 0,
            Verb::CombatPoints { by, .. } => by.is_negative(),
            Verb::Restore { .. } | Verb::Cure(_) | Verb::CureNamed(_) | Verb::Cancel(_) => false,
            Verb::EnterSpiritForm | Verb::LeaveSpiritForm => false,
            Verb::Relocate { .. } | Verb::ChangePlaces { .. } => false,
            Verb::Learn { .. } | Verb::Alert | Verb::WholeReport(_) => false,
            Verb::Uses { .. } | Verb::AskGm(_) | Verb::Summon { .. } | Verb::Refund(_) => false,
        }
    }

    /// Whether this can but help whomever it is done to.
    pub fn helps(&self) -> bool {
        match self {
            Verb::Restore { .. } | Verb::Cure(_) | Verb::Refund(_) => true,
            Verb::ApNextTurn { by, .. } | Verb::CommandSpells(by) => *by > 0,
            Verb::CombatPoints { by, .. } => !by.is_negative(),
            Verb::Lose { .. } | Verb::Drain { .. } | Verb::Damage { .. } | Verb::Die | Verb::Inflict(_) => false,
            Verb::InflictNamed(_) | Verb::CureNamed(_) | Verb::Cancel(_) | Verb::BreakContract => false,
            Verb::EnterSpiritForm | Verb::LeaveSpiritForm => false,
            Verb::Relocate { .. } | Verb::ChangePlaces { .. } => false,
            Verb::Learn { .. } | Verb::Alert | Verb::WholeReport(_) => false,
            Verb::Uses { .. } | Verb::AskGm(_) | Verb::Summon { .. } => false,
        }
    }

    /// Whether this is damage, or a status that deals damage: not Health that is lost, nor a death (A263).
    pub fn is_damaging(&self) -> bool {
        match self {
            Verb::Inflict(status) => status.kind() == StatusKind::Poison,
            Verb::InflictNamed(status) => status.is_damaging(),
            other => matches!(other, Verb::Damage { .. }),
        }
    }

    /// Whether this is measured by what the skill inflicted: its damage, or its hits.
    pub const fn is_of_damage(&self) -> bool {
        match self {
            Verb::Restore { amount, .. }
            | Verb::Lose { amount, .. }
            | Verb::Drain { amount, .. }
            | Verb::Damage { amount, .. } => {
                matches!(amount, Amount::OfDamage(_) | Amount::Each(_, Counted::Hits))
            }
            other => matches!(
                other,
                Verb::CombatPoints { each: Some(Counted::Hits), .. }
                    | Verb::ApNextTurn { each: Some(Counted::Hits), .. }
            ),
        }
    }
}
