//! Operations that are carried out once: when the skill resolves, or when the sentence's trigger fires.

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, Counted, Lesson, Modifier, Operation, Ranked, Sentence, Standing, Trigger, Who};
use crate::language::condition::{Name, Resource};

/// A status that a sheet defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affliction {
    /// Its name, as the author wrote it.
    pub name: String,
    /// The number of Turns for which it lasts, beginning with the next (A075).
    pub turns: u32,
    /// What it does to its bearer, who is `that character` in these sentences.
    pub effects: Vec<Sentence>,
}

impl Affliction {
    /// Whether it deals damage in its Turns. Damage that waits for a deed does not count, as in a mark (A263).
    pub fn is_damaging(&self) -> bool {
        self.effects.iter().any(|sentence| {
            let waits = sentence.trigger.as_ref().and_then(Trigger::deed).is_some();
            !waits && matches!(&sentence.operation, Operation::Immediate(immediate) if immediate.verb.is_damaging())
        })
    }

    /// Whether it is negative. It is not if all its sentences work on its bearer and help them (R135, R170, R341).
    pub fn is_negative(&self) -> bool {
        let is_only_helpful = |sentence: &Sentence| match &sentence.operation {
            Operation::Immediate(Immediate { who: Who::Antecedent, verb }) => verb.only_helps(),
            Operation::Standing(Standing { who: Who::Antecedent, modifier, .. }) => modifier.only_helps(),
            Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => false,
        };
        self.effects.is_empty() || !self.effects.iter().all(is_only_helpful)
    }

    /// The severity of this version among statuses of the same name (R131, A076): the damage and loss of a Turn, then
    /// the subranks by which stats are lowered, then the number of sentences.
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
                Operation::Standing(Standing { modifier: Modifier::RaiseRanks { amount, stats, .. }, .. }) => {
                    lowered += 6 * u32::from(amount.min(&0).unsigned_abs()) * u32::try_from(stats.len()).unwrap_or(0);
                }
                Operation::Standing(Standing { modifier: Modifier::RaiseSubranks { amount, stats, .. }, .. }) => {
                    lowered += u32::from(amount.min(&0).unsigned_abs()) * u32::try_from(stats.len()).unwrap_or(0);
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
    /// `the target location`: the location on which the skill is used.
    Target,
    /// `an adjacent location of the user's choice`: the order names it.
    Adjacent,
    /// `the user's location`.
    Of(Who),
    /// `the user's Home Base`.
    HomeOf(Who),
}

/// The kind of a relocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// `is relocated to`, `is pushed to`: not the character's own move; it takes no Move Action (A115).
    Carried,
    /// `moves to`: a normal move, which takes the Move Action (R349).
    Moves,
    /// `flees to`: a retreat at any time, which takes the Move Action (R182–R186).
    Flees,
}

/// Which effects on somebody are cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectSort {
    /// `effects`: all of them.
    Any,
    /// `positive effects`: sentences that can only help the character they are on.
    Positive,
    /// `stat increases`: sentences that raise stats.
    StatIncrease,
    /// `Support skill effects`: of skills of a type.
    OfType(SkillType),
    /// `effects with an upkeep`: of skills that are prolonged for one (R123).
    WithUpkeep,
}

/// The ranks of the skills that a sentence cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankLimit {
    /// `ranked C or lower`.
    Ranked(Ranked),
    /// `ranked lower than this skill`.
    BelowThis,
}

/// What is cancelled (family 29).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// `all active effects on the target ranked C or lower`: effects of this sort, of skills with such a rank.
    On(EffectSort, Option<RankLimit>),
    /// `the target's active Bounded Field`; `None` means any type: `the target's active skills`.
    Of(Option<SkillType>),
    /// `the active Bounded Field in this location`, `… ranked C or lower …`.
    Here(SkillType, Option<RankLimit>),
    /// `the active Bounded Field in the target's location`.
    Around(SkillType, Option<RankLimit>),
    /// `this skill`.
    This,
    /// `"X"`: a skill of the user, or one in force on the target.
    Named(String),
}

/// Something that is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immediate {
    /// The character it works on; the user if the sentence names nobody ([`Verb::names_nobody`]).
    pub who: Who,
    /// What is done.
    pub verb: Verb,
}

/// What is done once, to somebody.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Family 9: `The target restores 50 Health`.
    Restore { resource: Resource, amount: Amount },
    /// Family 9: `The target loses 20 Mana`.
    Lose {
        resource: Resource,
        amount: Amount,
        /// `but keeps at least 1`: no more is lost than leaves this.
        keeps: Option<Exact>,
    },
    /// Family 10: `The user drains 20 Mana from the target`: the target loses it.
    Drain {
        /// The character who restores what the target loses: the user.
        drainer: Who,
        resource: Resource,
        /// How much the target loses, at most what they have.
        amount: Amount,
        /// The part that is restored, as a factor: `keeping 50% of it`. The rest is lost.
        share: Exact,
    },
    /// Family 30: `The attacker receives 40 Special damage`. This is no attack.
    Damage {
        amount: Amount,
        kind: DamageType,
        /// `but keeps at least 1 Health`: no more is inflicted than leaves this.
        keeps: Option<Exact>,
    },
    /// Family 36: `When the user dies, GM: …`: the question for the GM when the trigger fires.
    AskGm(String),
    /// Family 25: `the user uses "Counter Slash" on the attacker`, when the trigger fires.
    Uses {
        /// Any name of one of the user's skills; `None` means `their Basic Attack`.
        skill: Option<Name>,
        /// The target; `None` for a skill that takes nobody else.
        targets: Option<Who>,
        at_location: bool,
        /// `without cost`.
        is_free: bool,
    },
    /// Family 32: `The target dies`.
    Die,
    /// Family 13: `The target receives Poison 3/20`.
    Inflict(Status),
    /// Family 13: `The target receives "Bleeding" for 2 Turns: at the Instant Phase they receive 8 Special damage`.
    InflictNamed(Affliction),
    /// Family 13: `Poison is removed from the target`; `None` means all negative status effects.
    Cure(Option<StatusKind>),
    /// Family 13: `The target is cured of "Bleeding"`.
    CureNamed(String),
    /// `The target enters Spirit Form` (R189).
    EnterSpiritForm {
        /// `even while in battle`: the restriction of R250 is circumvented.
        even_in_battle: bool,
    },
    /// `The target leaves Spirit Form` (R190).
    LeaveSpiritForm,
    /// Family 16: `The target is brought to the user's location` (R192).
    Relocate {
        destination: Destination,
        /// The kind of the relocation.
        way: RelocationKind,
    },
    /// Family 40: `The user and the target change places`: both at once, or neither. This is not their own move (A115).
    ChangePlaces { with: Who },
    /// Family 19: `The user learns the target's Health`.
    Learn {
        /// Only those in the target location learn it.
        there: bool,
        lessons: Vec<Lesson>,
        /// The character about whom it is learned; the user if the target location is learned.
        owner: Who,
    },
    /// `When an opponent enters this location, the user is alerted`: the user learns that somebody came or went, and no
    /// more.
    Alert,
    /// `The user perceives the whole Night with ACT EX`: a report of this Night, perceived with this ACT (R350, A215).
    WholeReport(Acuity),
    /// Family 9: `The user is refunded 50% of this skill's Mana cost`: the part of the cost of this use, as a factor.
    Refund(Exact),
    /// Family 34: `The user's Master gains 50 CP`. The points go to the Master of the named character (R282).
    CombatPoints {
        amount: Exact,
        /// What the points are counted for, if the sentence says `for each`.
        each: Option<Counted>,
    },
    /// Family 34: `The user's Master restores 1 Command Spell`. The number is negative if spells are lost.
    CommandSpells(i32),
    /// Family 43: `The target's contract with their Master is broken`. For a Master, the contract with each Servant is
    /// (R142).
    BreakContract,
    /// Family 20: `Summons 3 "Wolf" familiars` (R072, R112).
    Summon {
        count: u32,
        /// The name of the familiars' sheet.
        familiar: String,
        /// The maximum number that the user may have at a time.
        at_most: Option<u32>,
    },
    /// Family 29: `All active effects on the target ranked C or lower are cancelled`.
    Cancel(Cancelled),
    /// Family 14: `The target loses 1 AP at the beginning of the next Turn` (R080, A035).
    ApNextTurn {
        amount: i32,
        /// What it is counted for, if the sentence says `for each`.
        each: Option<Counted>,
    },
}

impl Immediate {
    /// An operation of a user who is not named.
    pub const fn by_user(verb: Verb) -> Immediate {
        Immediate { who: Who::User, verb }
    }
}

impl Verb {
    /// Whether the sentence names nobody on whom it works, so that the user is meant.
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
            Verb::ApNextTurn { amount, .. } | Verb::CommandSpells(amount) => *amount < 0,
            Verb::CombatPoints { amount, .. } => amount.is_negative(),
            Verb::Restore { .. } | Verb::Cure(_) | Verb::CureNamed(_) | Verb::Cancel(_) => false,
            Verb::EnterSpiritForm { .. } | Verb::LeaveSpiritForm => false,
            Verb::Relocate { .. } | Verb::ChangePlaces { .. } => false,
            Verb::Learn { .. } | Verb::Alert | Verb::WholeReport(_) => false,
            Verb::Uses { .. } | Verb::AskGm(_) | Verb::Summon { .. } | Verb::Refund(_) => false,
        }
    }

    /// Whether this can only help the character it is done to.
    pub fn only_helps(&self) -> bool {
        match self {
            Verb::Restore { .. } | Verb::Cure(_) | Verb::Refund(_) => true,
            Verb::ApNextTurn { amount, .. } | Verb::CommandSpells(amount) => *amount > 0,
            Verb::CombatPoints { amount, .. } => !amount.is_negative(),
            Verb::Lose { .. } | Verb::Drain { .. } | Verb::Damage { .. } | Verb::Die | Verb::Inflict(_) => false,
            Verb::InflictNamed(_) | Verb::CureNamed(_) | Verb::Cancel(_) | Verb::BreakContract => false,
            Verb::EnterSpiritForm { .. } | Verb::LeaveSpiritForm => false,
            Verb::Relocate { .. } | Verb::ChangePlaces { .. } => false,
            Verb::Learn { .. } | Verb::Alert | Verb::WholeReport(_) => false,
            Verb::Uses { .. } | Verb::AskGm(_) | Verb::Summon { .. } => false,
        }
    }

    /// Whether this is damage, or a status that deals damage. A loss of Health and a death are not (A263).
    pub fn is_damaging(&self) -> bool {
        match self {
            Verb::Inflict(status) => status.kind() == StatusKind::Poison,
            Verb::InflictNamed(status) => status.is_damaging(),
            other => matches!(other, Verb::Damage { .. }),
        }
    }

    /// Whether this is measured by the damage that the skill inflicted, or by its hits.
    pub fn is_measured_by_damage(&self) -> bool {
        match self {
            Verb::Restore { amount, .. }
            | Verb::Lose { amount, .. }
            | Verb::Drain { amount, .. }
            | Verb::Damage { amount, .. } => {
                matches!(amount.unlimited(), Amount::OfDamage(_) | Amount::Each(_, Counted::Hits))
            }
            other => matches!(
                other,
                Verb::CombatPoints { each: Some(Counted::Hits), .. }
                    | Verb::ApNextTurn { each: Some(Counted::Hits), .. }
            ),
        }
    }
}
