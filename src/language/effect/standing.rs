//! What holds for a time: while the ability is had, or while the skill is in force.

use crate::language::condition::{Comparison, Group, Resource, Written};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, AttackFilter, Change, Clause, Counted, Forbidden, Hiding, Measure, Quota, Skills, Who};

/// Something that holds for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Of whom it holds; an upgrade is of the user's own skills.
    pub who: Who,
    /// Of which attacks it speaks, if it speaks of attacks.
    pub attacks: AttackFilter,
    /// On how many of them it works; `None` is all.
    pub quota: Option<Quota>,
    /// What holds.
    pub modifier: Modifier,
}

/// What can hold of all attacks of somebody; of one skill the [`Clause`] of its name says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackQuality {
    /// `… ignore MAR`.
    IgnoresStat(Stat),
    /// `… ignore 1 rank of the target's END`: it counts as so much lower.
    TreatedLower(Stat, i8),
    /// `… become Magical`: their damage is of that type (R089 to R093).
    BecomesKind(DamageType),
    /// `… hit 2 times`.
    Hits(u32),
    /// `… cannot be negated`.
    NotNegated,
    /// `… cannot be intercepted`.
    NotIntercepted,
}

impl AttackQuality {
    /// What it says of each such attack.
    pub const fn clause(&self) -> Clause {
        match self {
            AttackQuality::IgnoresStat(stat) => Clause::IgnoresStat(*stat),
            AttackQuality::TreatedLower(stat, ranks) => Clause::TreatedLower { stat: *stat, ranks: *ranks },
            AttackQuality::BecomesKind(kind) => Clause::BecomesKind(*kind),
            AttackQuality::Hits(hits) => Clause::Hits(*hits),
            AttackQuality::NotNegated => Clause::NotNegated,
            AttackQuality::NotIntercepted => Clause::NotIntercepted,
        }
    }
}

/// What a shield has been counting since: its size is of that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShieldSpan {
    /// `the next 40 damage`: from the use of the skill on.
    FromUse,
    /// `the first 40 damage each Turn`.
    EachTurn,
    /// `the first 40 damage during the War`.
    InWar,
}

/// What holds for a time, of somebody and of some of their attacks.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Family 2: damage someone deals. `Physical damage the user inflicts on Evil Servants increases by 10%`.
    DamageDealt(Measure),
    /// Family 3: damage someone takes. `Damage the user receives from physical attacks decreases by 20%`.
    DamageTaken(Measure),
    /// Family 3: `The user receives no damage from magical attacks`, `… at most 50 damage from each attack`: the most
    /// that comes through at once. Special damage is exact, unless it is named (R094).
    DamageAtMost(Exact),
    /// Family 37: `The next 40 damage the target receives is absorbed`: of each of several so much. Special damage is
    /// exact, unless it is named (R094).
    Absorbs {
        /// How much: a number, or a part of a maximum.
        damage: Amount,
        span: ShieldSpan,
    },
    /// `The user's physical attacks inflict Stun 1`: with every hit of such an attack.
    Inflicts(Status),
    /// Families 4, 31: `The user's magical attacks hit 2 more times`.
    MoreHits(u32),
    /// Families 4, 5, 7, 24: `The user's magical attacks ignore MAR`: what holds of each of them.
    OfAttacks(AttackQuality),
    /// Family 25: `50% of the damage received is reflected to the attacker`, as a factor (A028).
    Reflects(Exact),
    /// Family 7: `Magical attacks ranked C or lower that target the user are negated`.
    Negates,
    /// Families 7, 25: `The next attack that targets the user is negated and the damage is reflected to the attacker`:
    /// what it would have inflicted strikes the attacker as Special damage (A028).
    ThrowsBack,
    /// Family 24: `The user intercepts attacks that target the user's Master` (R073, R173).
    Intercepts {
        /// Who stands between: the user; it holds of whom they stand before.
        by: Who,
    },
    /// Family 24: `The target does not intercept attacks that target the user` (R178).
    StandsAside {
        /// Before whom: the user.
        of: Who,
    },
    /// Family 26: `When an attack would reduce the user's Health to between -10 and 0, the user
    /// survives with 1 Health` (R344).
    Survives {
        /// The lowest Health that is survived; `None` is any (`to 0 or less`).
        from: Option<Exact>,
        to: Exact,
        /// The Health survived with.
        left: Exact,
    },
    /// Family 26: `The user's Health cannot be reduced below 1`: by nothing that takes Health.
    HealthFloor,
    /// `The user's skills cost 5 less Mana`: no cost falls below nothing.
    Costs {
        of: Skills,
        what: Resource,
        change: Measure,
        /// `to a minimum of 1`: it lowers no cost further.
        least: Option<Exact>,
    },
    /// Family 11: regeneration.
    Regeneration {
        /// Health, Mana; `None` is both (R363).
        what: Option<Resource>,
        /// By how much, of the sheet's values (A175).
        change: Measure,
    },
    /// Family 41: `The user's maximum Health increases by 50`: never below 1. What is there above it is lost.
    Maximum {
        /// Health, Mana; `None` is both.
        what: Option<Resource>,
        change: Measure,
    },
    /// `The target cannot restore Health`: neither by effects nor by regeneration; `None` is both Health and Mana.
    CannotRestore(Option<Resource>),
    /// `Health the target restores decreases by 50%`, `The target cannot be healed`: what effects restore (A023), not
    /// regeneration; never less than nothing.
    Restoration {
        /// Health, Mana; `None` is both.
        what: Option<Resource>,
        change: Change,
    },
    /// Family 11: `The user regenerates while in battle`.
    RegenerateInBattle,
    /// Family 11: `The target cannot regenerate` (A168); `None` is both Health and Mana.
    CannotRegenerate(Option<Resource>),
    /// Family 12: `The target's STR is raised by 1 rank`.
    RaiseRanks {
        stats: Vec<Stat>,
        by: i8,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
        /// `up to 3 ranks`: no more in all, however many there are.
        most: Option<i8>,
    },
    /// Family 12: `All stats of the target are lowered by 2 subranks`.
    RaiseSubranks {
        stats: Vec<Stat>,
        by: i8,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
        /// `up to 3 subranks`: no more in all, however many there are.
        most: Option<i8>,
    },
    /// Family 12: `The user's AGI becomes A+`; `is raised to A` is at least that, `is lowered to C` at most.
    Become {
        stat: Stat,
        /// Whether it is that rank, at least that or at most that.
        bound: Comparison,
        rank: Rank,
    },
    /// Family 12: `The user's STR and MAE are exchanged`: each is what the sheet says of the other; what raises or
    /// lowers a stat still does so to the stat of that name.
    Exchanged(Stat, Stat),
    /// Family 12: `The user's AGI is treated as EX for the order of actions`, and for nothing else (R207).
    ActsAs(Rank),
    /// Family 42: `The user's STR and END cannot be lowered`, by whatever effect, or `… by skills of opponents`.
    NotLowered {
        stats: Vec<Stat>,
        /// By skills of opponents alone.
        by_opponents: bool,
    },
    /// Family 8: `The user is immune to Poison`; `None` is every negative status effect (A137).
    Immune(Option<StatusKind>),
    /// Family 8: `The user is immune to "Burning"`: a status of a sheet's own.
    ImmuneNamed(String),
    /// Family 14: `The user gains 1 SP each Turn`.
    EachTurn {
        what: Resource,
        by: i32,
        /// Once for each of these as the Turn begins, if it says so.
        each: Option<Counted>,
    },
    /// Family 14: `The target cannot act during this Turn`.
    CannotAct,
    /// `The target obeys the order given with this skill` (R171, A138).
    Obeys,
    /// Family 18: `The user's presence is hidden until they attack`.
    Hidden {
        /// Only from these, and never from the own team.
        from: Group<Written>,
        when: Hiding,
    },
    /// `The user suffers no penalty for low Health` (R018, R342).
    NoLowHealthPenalty,
    /// `The user detects where all Bounded Fields and activated Noble Phantasms are`, as each Turn ends (R351).
    SensesMana,
    /// `Surprise Attacks that target the user fail`: whoever makes one is detected, so that nobody is kept from acting
    /// (R111, A143).
    DetectsSurprise,
    /// Family 18: `The user detects hidden opponents`: no effect hides them from whom it is of.
    Uncovers(Group<Written>),
    /// Family 18: `The user's presence cannot be hidden`.
    Revealed,
    /// Family 33: `The user can act without a Master`: loses no Mana for lacking one (R144, R145, R151). Of an ability
    /// the Turns are those begun since the Master was lost.
    NeedsNoMaster,
    /// Family 33: `The Mana the user loses for lacking a Master decreases by 50%`.
    MasterlessLoss(Change),
    /// Family 33: `For lacking a Master the user loses only 10% of their maximum Mana each Night`, as a factor: in
    /// place of the book's 40% (R144).
    MasterlessLossIs(Exact),
    /// Family 33: `The user regenerates without a Master` (R143).
    RegenerateMasterless,
    /// Family 21: `Upgrades "Power Blow"`; any of the skill's names.
    Upgrade(String),
    /// Family 22: `The target gains the skill "Wind Step"`: one of the user's own sheet, by any of its names.
    Grant(String),
    /// Family 22: `The user gains Flight ranked C`.
    Flight(Rank),
    /// Family 22: `The target loses Flight`.
    LosesFlight,
    /// Families 15, 17: `The target cannot use magical skills`.
    Forbids(Forbidden),
    /// Family 20: `At most 3 of these familiars can exist at a time`: of a familiar, of its summoner's.
    AtMostExist(u32),
    /// Family 16: `The user may move 2 locations`, in one move.
    MovesFar(u32),
    /// `The target pursues the second target`: wherever they flee, at once (R187).
    Pursues { whom: Who },
}

impl Standing {
    /// What holds of somebody, without regard to attacks.
    pub const fn of(who: Who, modifier: Modifier) -> Standing {
        Standing { who, attacks: AttackFilter::ALL, quota: None, modifier }
    }

    /// Whether this keeps off a group wherever they are: `the user cannot be targeted by opponents`, `opponents cannot
    /// attack the user's Master` (R356).
    pub fn wards_off(&self) -> bool {
        let somewhere = self.who.group().is_none_or(Group::names_place);
        let protects = match &self.modifier {
            Modifier::Forbids(Forbidden::Target(_)) => true,
            Modifier::Forbids(Forbidden::Attack(whom)) => whom.group().is_none(),
            _ => false,
        };
        protects && !somewhere
    }

    /// Whether this is of attacks, of which each strikes a target of its own: `the attack's target`. Of attacks of
    /// somebody whom the skill's target tells, `the target` is still the skill's.
    pub fn speaks_of_struck(&self) -> bool {
        let of_attacks = matches!(
            self.modifier,
            Modifier::DamageDealt(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) | Modifier::OfAttacks(_)
        );
        of_attacks && !self.who.mentions(&|who| *who == Who::Target)
    }

    /// Whether this is counted from its use on, and over when it is used up.
    pub const fn is_used_up(&self) -> bool {
        self.next().is_some() || matches!(self.modifier, Modifier::Absorbs { span: ShieldSpan::FromUse, .. })
    }

    /// Whether this is measured by what its use inflicted.
    pub const fn measures_use(&self) -> bool {
        let Modifier::Maximum { change, .. } = &self.modifier else { return false };
        matches!(change.each, Some(Counted::DamageOfUse))
    }

    /// On how many attacks this works from its use on.
    pub const fn next(&self) -> Option<u32> {
        match self.quota {
            Some(Quota::Next(attacks)) => Some(attacks),
            Some(Quota::FirstEachTurn(_) | Quota::FirstInBattle(_) | Quota::FirstInWar(_) | Quota::OnceEvery(_))
            | None => None,
        }
    }
}

impl Modifier {
    /// Whether this keeps others from targeting or attacking somebody.
    pub const fn keeps_off(&self) -> bool {
        matches!(self, Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_)))
    }

    /// Whether this raises a stat, of somebody whose ranks are these.
    pub fn raises_stats(&self, own: impl Fn(Stat) -> Rank) -> bool {
        match self {
            Modifier::RaiseRanks { by, .. } | Modifier::RaiseSubranks { by, .. } => *by > 0,
            Modifier::Become { stat, bound, rank } => *bound != Comparison::AtMost && *rank > own(*stat),
            _ => false,
        }
    }

    /// Whether this does harm.
    pub fn does_harm(&self) -> bool {
        match self {
            Modifier::DamageDealt(change) | Modifier::Regeneration { change, .. } => change.is_less(),
            Modifier::Maximum { change, .. } => change.is_less(),
            Modifier::DamageTaken(change) | Modifier::Costs { change, .. } => !change.is_less(),
            Modifier::RaiseRanks { by, .. } | Modifier::RaiseSubranks { by, .. } => *by < 0,
            Modifier::EachTurn { by, .. } => *by < 0,
            Modifier::MasterlessLoss(change) => !change.is_less(),
            Modifier::Restoration { change, .. } => change.is_less(),
            Modifier::CannotRegenerate(_) | Modifier::CannotRestore(_) | Modifier::LosesFlight => true,
            Modifier::CannotAct | Modifier::Obeys => true,
            Modifier::Reflects(_) | Modifier::Forbids(_) | Modifier::Revealed => true,
            Modifier::Hidden { .. } | Modifier::Uncovers(_) => false,
            Modifier::SensesMana | Modifier::DetectsSurprise => false,
            Modifier::NeedsNoMaster | Modifier::RegenerateMasterless | Modifier::RegenerateInBattle => false,
            Modifier::MasterlessLossIs(_) => false,
            Modifier::DamageAtMost(_) | Modifier::OfAttacks(_) | Modifier::MoreHits(_) => false,
            Modifier::Absorbs { .. } | Modifier::NotLowered { .. } => false,
            Modifier::Inflicts(_) | Modifier::Negates | Modifier::ThrowsBack | Modifier::Survives { .. } => false,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } | Modifier::Pursues { .. } => false,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) | Modifier::NoLowHealthPenalty => false,
            Modifier::Upgrade(_) | Modifier::Grant(_) | Modifier::Become { .. } => false,
            Modifier::HealthFloor | Modifier::ActsAs(_) | Modifier::Exchanged(..) => false,
            Modifier::Flight(_) | Modifier::MovesFar(_) | Modifier::AtMostExist(_) => false,
        }
    }

    /// Whether this can but help whomever it is of: what may do either is told to do neither.
    pub fn helps(&self) -> bool {
        match self {
            Modifier::DamageDealt(change) | Modifier::Regeneration { change, .. } => !change.is_less(),
            Modifier::Maximum { change, .. } => !change.is_less(),
            Modifier::DamageTaken(change) | Modifier::Costs { change, .. } => change.is_less(),
            Modifier::RaiseRanks { by, .. } | Modifier::RaiseSubranks { by, .. } => *by > 0,
            Modifier::EachTurn { by, .. } => *by > 0,
            Modifier::MasterlessLoss(change) => change.is_less(),
            Modifier::Restoration { change, .. } => !change.is_less(),
            Modifier::DamageAtMost(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) => true,
            Modifier::Negates | Modifier::ThrowsBack => true,
            Modifier::MasterlessLossIs(_) => false,
            Modifier::Survives { .. } | Modifier::RegenerateInBattle | Modifier::Absorbs { .. } => true,
            Modifier::NotLowered { .. } => true,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) | Modifier::NoLowHealthPenalty => true,
            Modifier::Hidden { .. } | Modifier::Uncovers(_) => true,
            Modifier::SensesMana | Modifier::DetectsSurprise => true,
            Modifier::NeedsNoMaster | Modifier::RegenerateMasterless => true,
            Modifier::Upgrade(_) | Modifier::Grant(_) | Modifier::Flight(_) | Modifier::MovesFar(_) => true,
            Modifier::HealthFloor => true,
            Modifier::OfAttacks(_) | Modifier::Become { .. } | Modifier::Exchanged(..) => false,
            Modifier::ActsAs(_) | Modifier::Pursues { .. } => false,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } | Modifier::AtMostExist(_) => false,
            Modifier::CannotRegenerate(_) | Modifier::CannotRestore(_) | Modifier::LosesFlight => false,
            Modifier::CannotAct | Modifier::Obeys => false,
            Modifier::Reflects(_) | Modifier::Forbids(_) | Modifier::Revealed => false,
        }
    }
}
