//! Operations that last: while the character has the ability, or while the skill is in force.

use crate::language::condition::{Comparison, Group, Level, Resource, Written};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::points::FirstTurnPoints;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::{Status, StatusKind};

use super::{
    Affliction, Amount, AttackFilter, Change, Clause, Counted, Forbidden, Hiding, Measure, Quota, SkillFilter, Who,
};

/// Something that lasts for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The character to whom it applies; an upgrade applies to the user's own skills.
    pub who: Who,
    /// The attacks to which it applies, if it is about attacks.
    pub attacks: AttackFilter,
    /// The number of attacks to which it applies; `None` means all.
    pub quota: Option<Quota>,
    /// What applies to them.
    pub modifier: Modifier,
}

/// A quality of all attacks of somebody. For a single skill, the [`Clause`] of the same name is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackQuality {
    /// `… ignore MAR`.
    IgnoresStat(Stat),
    /// `… ignore 1 rank of the target's END`: the stat counts as this many ranks lower.
    TreatedLower(Stat, i8),
    /// `… become Magical`: their damage has that type (R089 to R093).
    BecomesKind(DamageType),
    /// `… hit 2 times`.
    Hits(u32),
    /// `… cannot be negated`.
    NotNegated,
    /// `… cannot be intercepted`.
    NotIntercepted,
}

impl AttackQuality {
    /// The clause that says the same about one attack.
    pub const fn to_clause(&self) -> Clause {
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

/// The span in which a shield absorbs its amount of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShieldSpan {
    /// `the next 40 damage`: from the use of the skill.
    FromUse,
    /// `the first 40 damage each Turn`.
    EachTurn,
    /// `the first 40 damage during the War`.
    InWar,
}

/// A lasting change of somebody, or of some of their attacks.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Family 2: damage that somebody inflicts. `Physical damage the user inflicts on Evil Servants increases by 10%`.
    DamageDealt(Measure),
    /// Family 3: damage that somebody receives. `Damage the user receives from physical attacks decreases by 20%`.
    DamageTaken(Measure),
    /// Family 3: `The user receives no damage from magical attacks`, `… at most 50 damage from each attack`: the
    /// maximum damage of one strike. Special damage is exempt unless it is named (R094).
    DamageAtMost(Exact),
    /// Family 37: `The next 40 damage the target receives is absorbed`: this much for each of several targets. Special
    /// damage is exempt unless it is named (R094).
    Absorbs {
        /// The amount: a number, or a part of a maximum.
        damage: Amount,
        span: ShieldSpan,
    },
    /// `The user's physical attacks inflict Stun 1`, with every hit.
    Inflicts(Status),
    /// Families 4, 31: `The user's magical attacks hit 2 more times`.
    MoreHits(u32),
    /// Families 4, 5, 7, 24: `The user's magical attacks ignore MAR`: a quality of each of them.
    OfAttacks(AttackQuality),
    /// Family 25: `50% of the damage received is reflected to the attacker`, as a factor (A028).
    Reflects(Exact),
    /// Family 24: `50% of the damage the target receives is received by the user instead`: as Special damage, after
    /// everything that changes it. Special damage is exempt (R094).
    Shares {
        /// The part that somebody else receives, as a factor.
        part: Exact,
        /// The one who receives it: the user.
        with: Who,
    },
    /// Family 7: `Magical attacks ranked C or lower that target the user are negated`.
    Negates,
    /// Families 7, 25: `The next attack that targets the user is negated and the damage is reflected to the attacker`:
    /// what it would have inflicted strikes the attacker as Special damage (A028).
    ThrowsBack,
    /// Family 24: `The user intercepts attacks that target the user's Master` (R073, R173).
    Intercepts {
        /// The interceptor: the user. The standing applies to the protected character.
        interceptor: Who,
    },
    /// Family 24: `The target does not intercept attacks that target the user` (R178).
    StandsAside {
        /// The character who is not protected: the user.
        sheltered: Who,
    },
    /// Family 26: `When an attack would reduce the user's Health to between -10 and 0, the user
    /// survives with 1 Health` (R344).
    Survives {
        /// `When the user's Health would fall to 0 or less`: whatever takes it, and not only attacks.
        of_anything: bool,
        /// The lowest Health that is survived; `None` means any (`to 0 or less`).
        from: Option<Exact>,
        to: Exact,
        /// The Health that is left.
        left: Level,
    },
    /// Family 26: `The user's Health cannot be reduced below 1` by anything that takes Health.
    HealthFloor,
    /// `The user's skills cost 5 less Mana`. A cost never falls below zero.
    Costs {
        skills: SkillFilter,
        resource: Resource,
        change: Measure,
        /// `to a minimum of 1`: the cost is not lowered below this.
        least: Option<Exact>,
    },
    /// Family 7: `The target's next Support skill fails`: it is paid for, and nothing comes of it (A143).
    Foils(SkillFilter),
    /// Family 11: regeneration.
    Regeneration {
        /// Health or Mana; `None` means both (R363).
        resource: Option<Resource>,
        /// The change of the sheet's values (A175).
        change: Measure,
    },
    /// Family 41: `The user's maximum Health increases by 50`. It is never below 1, and points above it are lost.
    Maximum {
        /// Health or Mana; `None` means both.
        resource: Option<Resource>,
        change: Measure,
    },
    /// `The target cannot restore Health`, neither by effects nor by regeneration; `None` means both Health and Mana.
    CannotRestore(Option<Resource>),
    /// `Health the target restores decreases by 50%`, `The target cannot be healed`: what effects restore (A023), not
    /// regeneration. It is never negative.
    Restoration {
        /// Health or Mana; `None` means both.
        resource: Option<Resource>,
        change: Change,
    },
    /// Family 11: `The user regenerates while in battle`.
    RegenerateInBattle,
    /// Family 11: `The user regenerates with two Servants`: a Master with three does not (R147).
    RegenerateWithTwoServants,
    /// Family 11: `The target cannot regenerate` (A168); `None` means both Health and Mana.
    CannotRegenerate(Option<Resource>),
    /// Family 12: `The target's STR is raised by 1 rank`.
    RaiseRanks {
        stats: Vec<Stat>,
        amount: i8,
        /// What it is counted for, if the sentence says `for each`.
        each: Option<Counted>,
        /// `up to 3 ranks`: the maximum of the whole change.
        most: Option<i8>,
    },
    /// Family 12: `All stats of the target are lowered by 2 subranks`.
    RaiseSubranks {
        stats: Vec<Stat>,
        amount: i8,
        /// What it is counted for, if the sentence says `for each`.
        each: Option<Counted>,
        /// `up to 3 subranks`: the maximum of the whole change.
        most: Option<i8>,
    },
    /// Family 12: `The user's AGI becomes A+`. `Is raised to A` means at least A, `is lowered to C` at most C.
    SetRank {
        stat: Stat,
        /// Whether the stat is exactly, at least or at most that rank.
        bound: Comparison,
        rank: Rank,
    },
    /// Family 12: `The user's STR and MAE are exchanged`: each takes the other's value on the sheet. What raises or
    /// lowers a stat still applies to the stat of that name.
    ExchangedStats(Stat, Stat),
    /// Family 12: `The user's AGI is treated as EX for the order of actions`, and for nothing else (R207).
    ActsAs(Rank),
    /// Family 42: `The user's STR and END cannot be lowered` by any effect, or `… by skills of opponents`.
    NotLowered {
        stats: Vec<Stat>,
        /// Whether only skills of opponents are meant.
        by_opponents: bool,
    },
    /// Family 8: `The user is immune to Poison`; `None` means every negative status effect (A137).
    Immune(Option<StatusKind>),
    /// Family 8: `The user is immune to "Burning"`: a status that a sheet defines.
    ImmuneNamed(String),
    /// Family 8: `Negative status effects the user receives last 1 Turn less`; `None` means all of them (A137). Only
    /// those of `others`, if the sentence names some.
    StatusLength {
        kind: Option<StatusKind>,
        /// `the user inflicts`: whether those they inflict are meant, and not those they receive.
        inflicted: bool,
        /// The Turns by which each is longer; negative if it is shorter.
        turns: i32,
        /// `to a minimum of 1 Turn`: none is made shorter than this. A status of no Turn is not received.
        least: u32,
    },
    /// Family 14: `The user gains 1 SP each Turn`.
    EachTurn {
        resource: Resource,
        amount: i32,
        /// What it is counted for when the Turn begins, if the sentence says `for each`.
        each: Option<Counted>,
    },
    /// Family 14: `The user gains no AP for the next Turn`: none at all, whatever they come from (R077 to R079).
    GainsNone(Resource),
    /// Family 14: `Opponents gain no AP for higher AGI` (R039, R040).
    NoAgilityBonus,
    /// Family 14: `The user can use all AP and SP in the first Turn of battle` (R254), or `… 1 AP and 1 SP …`.
    FirstTurnPoints(FirstTurnPoints),
    /// Family 34: `Combat Points for damage the user inflicts increase by 50%`, as a factor (R279).
    CombatPointsFor(Exact),
    /// Family 9: `Consuming a civilian restores 20% of the user's maximum Mana instead of 10%` (R298).
    OfCivilian {
        resource: Resource,
        /// A number, or a part of the maximum.
        amount: Change,
        /// Whether it stands in the place of the Mana that the rules give, and is not given beside it.
        instead: bool,
    },
    /// Family 14: `The target cannot act during this Turn`.
    CannotAct,
    /// `The target obeys the order given with this skill` (R171, A138).
    Obeys,
    /// Family 18: `The user's presence is hidden until they attack`.
    Hidden {
        /// Only from these characters, and never from one's own team.
        from: Group<Written>,
        when: Hiding,
    },
    /// `The user suffers no penalty for low Health` (R018, R342).
    NoLowHealthPenalty,
    /// `The user detects where all Bounded Fields and activated Noble Phantasms are`, at the end of each Turn (R351).
    SensesMana,
    /// `Surprise Attacks that target the user fail`: the attacker is detected, so nobody is kept from acting (R111,
    /// A143).
    DetectsSurprise,
    /// Family 18: `The user detects hidden opponents`: no effect hides them from this character.
    DetectsHidden(Group<Written>),
    /// Family 18: `The user's presence cannot be hidden`.
    Revealed,
    /// Family 33: `The user can act without a Master`: no Mana is lost for lacking one (R144, R145, R151). For an
    /// ability, the duration is counted from the loss of the Master.
    NeedsNoMaster,
    /// Family 33: `The Mana the user loses for lacking a Master decreases by 50%`.
    MasterlessLoss(Change),
    /// Family 33: `For lacking a Master the user loses only 10% of their maximum Mana each Night`, as a factor, instead
    /// of the book's 40% (R144).
    MasterlessLossIs(Exact),
    /// Family 33: `The user regenerates without a Master` (R143).
    RegenerateMasterless,
    /// Family 21: `Upgrades "Power Blow"`, by any of the skill's names.
    Upgrade(String),
    /// Family 22: `The target gains the skill "Wind Step"`: a skill of the user's own sheet, by any of its names.
    Grant(String),
    /// Family 22: `The user gains Flight ranked C`.
    Flight(Rank),
    /// Family 22: `The target loses Flight`.
    LosesFlight,
    /// Families 15, 17: `The target cannot use magical skills`.
    Forbids(Forbidden),
    /// Family 20: `At most 3 of these familiars can exist at a time`, on a familiar's sheet: of its summoner's
    /// familiars.
    AtMostExist(u32),
    /// Family 16: `The user may move 2 locations` in one move.
    MovesFar(u32),
    /// `The target pursues the second target` wherever they flee, at once (R187).
    Pursues { whom: Who },
}

impl Standing {
    /// A modifier of somebody that is not about attacks.
    pub const fn of(who: Who, modifier: Modifier) -> Standing {
        Standing { who, attacks: AttackFilter::ALL, quota: None, modifier }
    }

    /// Whether this keeps a group away wherever they are: `the user cannot be targeted by opponents`, `opponents cannot
    /// attack the user's Master` (R356).
    pub fn wards_off_group(&self) -> bool {
        let is_local = self.who.group().is_none_or(Group::names_location);
        let protects = match &self.modifier {
            Modifier::Forbids(Forbidden::Target(_)) => true,
            Modifier::Forbids(Forbidden::Attack(whom)) => whom.group().is_none(),
            _ => false,
        };
        protects && !is_local
    }

    /// Whether this is about attacks that each strike a target of their own: `the attack's target`. If the attackers
    /// are described by the skill's target, `the target` is still the skill's target.
    pub fn is_about_struck_target(&self) -> bool {
        let of_attacks = matches!(
            self.modifier,
            Modifier::DamageDealt(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) | Modifier::OfAttacks(_)
        );
        of_attacks && !self.who.mentions(&|who| *who == Who::Target)
    }

    /// Whether this is counted from its use, and ends when it is used up.
    pub const fn can_be_used_up(&self) -> bool {
        self.next_attack_count().is_some()
            || matches!(self.modifier, Modifier::Absorbs { span: ShieldSpan::FromUse, .. })
    }

    /// Whether this is measured by the damage that its use inflicted.
    pub const fn is_measured_by_use(&self) -> bool {
        let Modifier::Maximum { change, .. } = &self.modifier else { return false };
        matches!(change.each, Some(Counted::DamageOfUse))
    }

    /// The number of attacks from its use to which this applies; `None` if it is not counted from the use.
    pub const fn next_attack_count(&self) -> Option<u32> {
        match self.quota {
            Some(Quota::Next(attacks)) => Some(attacks),
            Some(Quota::FirstEachTurn(_) | Quota::FirstInBattle(_) | Quota::FirstInWar(_) | Quota::OnceEvery(_))
            | None => None,
        }
    }
}

impl Modifier {
    /// Whether this is about the points that are given as a Turn begins: those of this Turn have been given (R080).
    pub const fn is_of_turn_points(&self) -> bool {
        matches!(self, Modifier::EachTurn { .. } | Modifier::GainsNone(_) | Modifier::NoAgilityBonus)
    }

    /// Whether this prevents others from targeting or attacking somebody.
    pub const fn prevents_targeting(&self) -> bool {
        matches!(self, Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_)))
    }

    /// Whether this makes somebody immune to a negative status of the rulebook.
    pub fn stops_status(&self, status: StatusKind) -> bool {
        matches!(self, Modifier::Immune(kind) if kind.is_none_or(|only| only == status))
    }

    /// Whether this makes somebody immune to a status that a sheet defines.
    pub fn stops_affliction(&self, status: &Affliction) -> bool {
        match self {
            Modifier::Immune(None) => status.is_negative(),
            Modifier::ImmuneNamed(to) => to.eq_ignore_ascii_case(&status.name),
            _ => false,
        }
    }

    /// Whether this raises a stat of somebody with the ranks `own`.
    pub fn raises_stats(&self, rank_of: impl Fn(Stat) -> Rank) -> bool {
        match self {
            Modifier::RaiseRanks { amount, .. } | Modifier::RaiseSubranks { amount, .. } => *amount > 0,
            Modifier::SetRank { stat, bound, rank } => *bound != Comparison::AtMost && *rank > rank_of(*stat),
            _ => false,
        }
    }

    /// Whether this does harm.
    pub fn does_harm(&self) -> bool {
        match self {
            Modifier::DamageDealt(change) | Modifier::Regeneration { change, .. } => change.is_less(),
            Modifier::Maximum { change, .. } => change.is_less(),
            Modifier::DamageTaken(change) | Modifier::Costs { change, .. } => !change.is_less(),
            Modifier::RaiseRanks { amount, .. } | Modifier::RaiseSubranks { amount, .. } => *amount < 0,
            Modifier::EachTurn { amount, .. } => *amount < 0,
            Modifier::GainsNone(_) | Modifier::NoAgilityBonus => true,
            Modifier::FirstTurnPoints(_) | Modifier::OfCivilian { .. } => false,
            Modifier::CombatPointsFor(by) => by.is_negative(),
            Modifier::StatusLength { turns, inflicted, .. } => (*turns > 0) != *inflicted,
            Modifier::MasterlessLoss(change) => !change.is_less(),
            Modifier::Restoration { change, .. } => change.is_less(),
            Modifier::CannotRegenerate(_) | Modifier::CannotRestore(_) | Modifier::LosesFlight => true,
            Modifier::CannotAct | Modifier::Obeys | Modifier::Foils(_) => true,
            Modifier::Reflects(_) | Modifier::Forbids(_) | Modifier::Revealed => true,
            Modifier::Hidden { .. } | Modifier::DetectsHidden(_) => false,
            Modifier::SensesMana | Modifier::DetectsSurprise => false,
            Modifier::NeedsNoMaster | Modifier::RegenerateMasterless | Modifier::RegenerateInBattle => false,
            Modifier::RegenerateWithTwoServants => false,
            Modifier::MasterlessLossIs(_) => false,
            Modifier::DamageAtMost(_) | Modifier::OfAttacks(_) | Modifier::MoreHits(_) => false,
            Modifier::Absorbs { .. } | Modifier::NotLowered { .. } | Modifier::Shares { .. } => false,
            Modifier::Inflicts(_) | Modifier::Negates | Modifier::ThrowsBack | Modifier::Survives { .. } => false,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } | Modifier::Pursues { .. } => false,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) | Modifier::NoLowHealthPenalty => false,
            Modifier::Upgrade(_) | Modifier::Grant(_) | Modifier::SetRank { .. } => false,
            Modifier::HealthFloor | Modifier::ActsAs(_) | Modifier::ExchangedStats(..) => false,
            Modifier::Flight(_) | Modifier::MovesFar(_) | Modifier::AtMostExist(_) => false,
        }
    }

    /// Whether this can only help the character to whom it applies. What may do either counts neither as help nor as
    /// harm.
    pub fn only_helps(&self) -> bool {
        match self {
            Modifier::DamageDealt(change) | Modifier::Regeneration { change, .. } => !change.is_less(),
            Modifier::Maximum { change, .. } => !change.is_less(),
            Modifier::DamageTaken(change) | Modifier::Costs { change, .. } => change.is_less(),
            Modifier::RaiseRanks { amount, .. } | Modifier::RaiseSubranks { amount, .. } => *amount > 0,
            Modifier::EachTurn { amount, .. } => *amount > 0,
            Modifier::GainsNone(_) | Modifier::NoAgilityBonus => false,
            Modifier::FirstTurnPoints(_) => true,
            // Instead of what the rules give it may be less.
            Modifier::OfCivilian { instead, .. } => !*instead,
            Modifier::CombatPointsFor(by) => !by.is_negative(),
            Modifier::StatusLength { turns, inflicted, .. } => (*turns < 0) != *inflicted,
            Modifier::MasterlessLoss(change) => change.is_less(),
            Modifier::Restoration { change, .. } => !change.is_less(),
            Modifier::DamageAtMost(_) | Modifier::MoreHits(_) | Modifier::Inflicts(_) => true,
            Modifier::Negates | Modifier::ThrowsBack => true,
            Modifier::MasterlessLossIs(_) => false,
            Modifier::Survives { .. } | Modifier::RegenerateInBattle | Modifier::Absorbs { .. } => true,
            Modifier::NotLowered { .. } => true,
            Modifier::Immune(_) | Modifier::ImmuneNamed(_) | Modifier::NoLowHealthPenalty => true,
            Modifier::Hidden { .. } | Modifier::DetectsHidden(_) => true,
            Modifier::SensesMana | Modifier::DetectsSurprise => true,
            Modifier::NeedsNoMaster | Modifier::RegenerateMasterless | Modifier::RegenerateWithTwoServants => true,
            Modifier::Upgrade(_) | Modifier::Grant(_) | Modifier::Flight(_) | Modifier::MovesFar(_) => true,
            Modifier::HealthFloor | Modifier::Shares { .. } => true,
            Modifier::OfAttacks(_) | Modifier::SetRank { .. } | Modifier::ExchangedStats(..) => false,
            Modifier::ActsAs(_) | Modifier::Pursues { .. } => false,
            Modifier::Intercepts { .. } | Modifier::StandsAside { .. } | Modifier::AtMostExist(_) => false,
            Modifier::CannotRegenerate(_) | Modifier::CannotRestore(_) | Modifier::LosesFlight => false,
            Modifier::CannotAct | Modifier::Obeys | Modifier::Foils(_) => false,
            Modifier::Reflects(_) | Modifier::Forbids(_) | Modifier::Revealed => false,
        }
    }
}
