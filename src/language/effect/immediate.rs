//! What happens once: when the skill resolves, or when the sentence's trigger comes.

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, Counted, Lesson, Modifier, Operation, Ranked, Rule, Standing, Trigger, Who};
use crate::language::condition::{Name, Resource};

/// A status of a sheet's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affliction {
    /// What the author calls it.
    pub name: String,
    /// How many Turns it works, from the next on (A075).
    pub turns: u32,
    /// What it does to whoever has it, who is `that character` in it.
    pub effects: Vec<Rule>,
}

impl Affliction {
    /// Whether it deals damage in its Turns: not where it waits for a deed, as a mark does (A263).
    #[must_use]
    pub fn is_damaging(&self) -> bool {
        self.effects.iter().any(|rule| {
            let waits = rule.trigger.as_ref().and_then(Trigger::deed).is_some();
            !waits && matches!(&rule.operation, Operation::Immediate(what) if what.is_damaging())
        })
    }

    /// How severe this version is, among those of its name (R131, A076): by the damage and loss of a Turn, then by
    /// the subranks that stats are lowered, then by how much it does at all.
    #[must_use]
    pub fn severity(&self) -> (Exact, u32, usize) {
        let mut harm = Exact::ZERO;
        let mut lowered = 0;
        for rule in &self.effects {
            match &rule.operation {
                Operation::Immediate(
                    Immediate::Damage { amount: Amount::Number(amount), .. }
                    | Immediate::Lose { amount: Amount::Number(amount), .. },
                ) => harm += *amount,
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
pub enum Way {
    /// `is relocated to`, `is pushed to`: no move of one's own; it takes no Move Action (A115).
    Carried,
    /// `moves to`: a normal move, which takes the Move Action (R349).
    Moves,
    /// `flees to`: a retreat at any time, which takes the Move Action (R182–R186).
    Flees,
}

/// What is cancelled (family 29).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// `all active effects on the target ranked C or lower`.
    On {
        /// On whom.
        who: Who,
        /// Only those of skills ranked so.
        ranked: Option<Ranked>,
    },
    /// `the target's active Bounded Field`.
    Of {
        /// Whose.
        who: Who,
        /// The type of skill; `None` is any: `the target's active skills`.
        kind: Option<SkillType>,
    },
    /// `the active Bounded Field in this location`.
    Here(SkillType),
    /// `this skill`: itself.
    This,
    /// `"X"`: the user's own, or what is in force on the target.
    Named(String),
}

/// What is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// Family 9: `The target restores 50 Health`.
    Restore {
        /// Who.
        who: Who,
        /// Health or Mana.
        what: Resource,
        /// How much.
        amount: Amount,
    },
    /// Family 9: `The target loses 20 Mana`.
    Lose {
        /// Who.
        who: Who,
        /// Health or Mana.
        what: Resource,
        /// How much.
        amount: Amount,
    },
    /// Family 10: `The user drains 20 Mana from the target`: who drains restores what the other has lost.
    Drain {
        /// Who restores it.
        by: Who,
        /// Who loses it.
        who: Who,
        /// Health or Mana.
        what: Resource,
        /// How much, of what is there.
        amount: Amount,
    },
    /// Family 36: `When the user dies, GM: …`: what the GM is asked when what it waits for comes.
    AskGm(String),
    /// Family 30: `The attacker receives 40 Special damage`: no attack.
    Damage {
        /// Who.
        who: Who,
        /// The base.
        amount: Amount,
        /// Its type.
        kind: DamageType,
    },
    /// Family 25: `the user uses "Counter Slash" on the attacker`: when what it waits for comes.
    Uses {
        /// Any name of one of the user's skills.
        skill: Name,
        /// On whom; `None` for a skill that takes nobody else.
        on: Option<Who>,
        /// On their location.
        at_place: bool,
        /// `without cost`.
        free: bool,
    },
    /// Family 32: `The target dies`.
    Die(Who),
    /// Family 13: `The target receives Poison 3/20`.
    Inflict {
        /// Who.
        who: Who,
        /// What.
        status: Status,
    },
    /// Family 13: `The target receives "Bleeding" for 2 Turns: at the Instant Phase they receive 8 Special damage`.
    InflictNamed {
        /// Who.
        who: Who,
        /// The status.
        status: Affliction,
    },
    /// Family 13: `All negative status effects are removed from the target`; `None` is all.
    Cure {
        /// Who.
        who: Who,
        /// One kind, or all.
        kind: Option<StatusKind>,
    },
    /// Family 13: `The target is cured of "Bleeding"`.
    CureNamed {
        /// Who.
        who: Who,
        /// What the author calls it.
        name: String,
    },
    /// `The target enters Spirit Form` (R189).
    EnterSpiritForm(Who),
    /// `The target leaves Spirit Form` (R190).
    LeaveSpiritForm(Who),
    /// Family 16: `The target is brought to the user's location` (R192).
    Relocate {
        /// Who.
        who: Who,
        /// Where to.
        to: Destination,
        /// As what it counts.
        way: Way,
    },
    /// Family 19: `The user learns the target's Health`.
    Learn {
        /// Who.
        who: Who,
        /// Of these only those in the target location.
        there: bool,
        /// What.
        what: Vec<Lesson>,
        /// Of whom; of the user, where it is the target location.
        of: Who,
    },
    /// `The user perceives the whole Night with ACT EX`: its report of this Night (R350, A215).
    WholeReport {
        /// Who.
        who: Who,
        /// How acutely.
        act: Acuity,
    },
    /// Family 34: `The user's Master gains 50 CP`: of whoever it is, their Master (R282).
    CombatPoints {
        /// Whose.
        who: Who,
        /// Signed points.
        by: Exact,
        /// For each of these.
        each: Option<Counted>,
    },
    /// Family 34: `The user's Master restores 1 Command Spell`.
    CommandSpells {
        /// Whose.
        who: Who,
        /// Signed.
        by: i32,
    },
    /// Family 20: `Summons 3 "Wolf" familiars` (R072, R112).
    Summon {
        /// How many.
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
        /// Who.
        who: Who,
        /// Signed points.
        by: i32,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
    },
}

impl Immediate {
    /// On whom this works.
    #[must_use]
    pub const fn who(&self) -> &Who {
        match self {
            Immediate::Restore { who, .. }
            | Immediate::Lose { who, .. }
            | Immediate::Drain { who, .. }
            | Immediate::Damage { who, .. }
            | Immediate::Die(who)
            | Immediate::Inflict { who, .. }
            | Immediate::InflictNamed { who, .. }
            | Immediate::Cure { who, .. }
            | Immediate::CureNamed { who, .. }
            | Immediate::EnterSpiritForm(who)
            | Immediate::LeaveSpiritForm(who)
            | Immediate::Relocate { who, .. }
            | Immediate::Cancel(Cancelled::On { who, .. } | Cancelled::Of { who, .. })
            | Immediate::Learn { who, .. }
            | Immediate::WholeReport { who, .. }
            | Immediate::CombatPoints { who, .. }
            | Immediate::CommandSpells { who, .. }
            | Immediate::ApNextTurn { who, .. } => who,
            Immediate::Uses { .. } | Immediate::Summon { .. } | Immediate::AskGm(_) => &Who::User,
            Immediate::Cancel(Cancelled::Named(_) | Cancelled::Here(_) | Cancelled::This) => &Who::User,
        }
    }

    /// Whether this does harm.
    #[must_use]
    pub fn does_harm(&self) -> bool {
        match self {
            Immediate::Lose { .. }
            | Immediate::Drain { .. }
            | Immediate::Damage { .. }
            | Immediate::Die(_)
            | Immediate::Inflict { .. } => true,
            Immediate::InflictNamed { status, .. } => status.effects.iter().any(|rule| rule.operation.does_harm()),
            Immediate::ApNextTurn { by, .. } => *by < 0,
            Immediate::CombatPoints { by, .. } => by.is_negative(),
            Immediate::CommandSpells { by, .. } => *by < 0,
            Immediate::Learn { .. } | Immediate::WholeReport { .. } => false,
            Immediate::Restore { .. }
            | Immediate::Cure { .. }
            | Immediate::EnterSpiritForm(_)
            | Immediate::LeaveSpiritForm(_)
            | Immediate::CureNamed { .. }
            | Immediate::Uses { .. }
            | Immediate::AskGm(_)
            | Immediate::Summon { .. }
            | Immediate::Relocate { .. }
            | Immediate::Cancel(_) => false,
        }
    }

    /// Whether this is damage, or a status that deals damage: not Health that is lost, nor a death (A263).
    #[must_use]
    pub fn is_damaging(&self) -> bool {
        match self {
            Immediate::Damage { .. } => true,
            Immediate::Inflict { status, .. } => status.kind() == StatusKind::Poison,
            Immediate::InflictNamed { status, .. } => status.is_damaging(),
            Immediate::Lose { .. }
            | Immediate::Drain { .. }
            | Immediate::Die(_)
            | Immediate::ApNextTurn { .. }
            | Immediate::CombatPoints { .. }
            | Immediate::CommandSpells { .. }
            | Immediate::Learn { .. }
            | Immediate::WholeReport { .. }
            | Immediate::Restore { .. }
            | Immediate::Cure { .. }
            | Immediate::EnterSpiritForm(_)
            | Immediate::LeaveSpiritForm(_)
            | Immediate::CureNamed { .. }
            | Immediate::Uses { .. }
            | Immediate::AskGm(_)
            | Immediate::Summon { .. }
            | Immediate::Relocate { .. }
            | Immediate::Cancel(_) => false,
        }
    }

    /// Whether this is measured by what the skill inflicted: its damage, or its hits.
    #[must_use]
    pub const fn is_of_damage(&self) -> bool {
        match self {
            Immediate::Restore { amount, .. }
            | Immediate::Lose { amount, .. }
            | Immediate::Drain { amount, .. }
            | Immediate::Damage { amount, .. } => {
                matches!(amount, Amount::OfDamage(_) | Amount::Each(_, Counted::Hits))
            }
            Immediate::CombatPoints { each, .. } | Immediate::ApNextTurn { each, .. } => {
                matches!(each, Some(Counted::Hits))
            }
            _ => false,
        }
    }
}
