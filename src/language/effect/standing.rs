//! What holds for a time: while the ability is had, or while the skill is in force.

use crate::language::condition::{Filter, Group, Resource, Written};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Change, Clause, Counted, Forbidden, Hiding, Measure, Quota, Skills, Who};

/// What holds for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Family 2: damage someone deals. `Physical damage the user inflicts on Evil Servants increases by 10%`.
    DamageDealt {
        /// Who deals it.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only by skills of this sort: `the user inflicts with Noble Phantasms`.
        with: Option<Skills>,
        /// Only against these.
        against: Group<Written>,
        /// Only with so many attacks.
        quota: Option<Quota>,
        /// By how much.
        change: Measure,
    },
    /// `The user's physical attacks inflict Stun 1`: with every hit of such an attack.
    Inflicts {
        /// Whose.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// What.
        status: Status,
        /// Only with so many of them.
        quota: Option<Quota>,
    },
    /// `The user's skills cost 5 less Mana`: no cost falls below nothing.
    Costs {
        /// Whose.
        who: Who,
        /// Which skills.
        of: Skills,
        /// Of what.
        what: Resource,
        /// By how much.
        change: Measure,
    },
    /// Families 4, 31: `The user's magical attacks hit 2 more times`.
    MoreHits {
        /// Whose.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// How many more.
        hits: u32,
        /// Only so many of them.
        quota: Option<Quota>,
    },
    /// Family 3: damage someone takes. `Damage the user receives from physical attacks decreases by 20%`.
    DamageTaken {
        /// Who takes it.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only by skills of this sort: `from Noble Phantasms`, `from attacks ranked C or lower`.
        with: Option<Skills>,
        /// Only from these.
        from: Group<Written>,
        /// Only by so many attacks.
        quota: Option<Quota>,
        /// By how much.
        change: Measure,
    },
    /// Family 3: `The user receives no damage from magical attacks`, `… at most 50 damage from each attack`. Special
    /// damage is exact, unless it is named (R094).
    DamageAtMost {
        /// Who takes it.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only by skills of this sort; `None` is effects too.
        with: Option<Skills>,
        /// Only from these.
        from: Group<Written>,
        /// The most that comes through at once.
        most: Exact,
    },
    /// Families 4, 5, 7, 24: `The user's magical attacks ignore MAR`: what holds of each of them.
    OfAttacks {
        /// Whose.
        who: Who,
        /// Which.
        what: Skills,
        /// What is said of them.
        clause: Clause,
        /// Only of so many.
        quota: Option<Quota>,
    },
    /// Family 25: `50% of the damage received is reflected to the attacker` (A028).
    Reflects {
        /// Who receives it.
        who: Who,
        /// Which part, as a factor.
        part: Exact,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only from these.
        from: Group<Written>,
    },
    /// Family 11: regeneration; `what` `None` is both (R363).
    Regeneration {
        /// Who.
        who: Who,
        /// Health, Mana or both.
        what: Option<Resource>,
        /// By how much, of the sheet's values (A175).
        change: Measure,
    },
    /// `Health the target restores decreases by 50%`, `The target cannot be healed`: what effects restore (A023), not
    /// regeneration; never less than nothing.
    Restoration {
        /// Who.
        who: Who,
        /// Health, Mana or both.
        what: Option<Resource>,
        /// By how much.
        change: Change,
    },
    /// Family 11: `The user regenerates while in battle`.
    RegenerateInBattle(Who),
    /// Family 11: `The target cannot regenerate` (A168); `what` `None` is both.
    CannotRegenerate {
        /// Who.
        who: Who,
        /// Health, Mana or both.
        what: Option<Resource>,
    },
    /// Family 12: `The target's STR is raised by 1 rank`.
    RaiseRanks {
        /// Who.
        who: Who,
        /// Which stats.
        stats: Vec<Stat>,
        /// Signed letters.
        by: i8,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
    },
    /// Family 12: `All stats of the target are lowered by 2 subranks`.
    RaiseSubranks {
        /// Who.
        who: Who,
        /// Which stats.
        stats: Vec<Stat>,
        /// Signed subranks.
        by: i8,
        /// Once for each of these, if it says so.
        each: Option<Counted>,
    },
    /// Family 12: `The user's AGI becomes A+`.
    Become {
        /// Who.
        who: Who,
        /// Which stat.
        stat: Stat,
        /// The rank.
        rank: Rank,
    },
    /// Family 8: `The user is immune to Poison`; `None` is every negative status effect (A137).
    Immune {
        /// Who.
        who: Who,
        /// One kind, or all.
        kind: Option<StatusKind>,
    },
    /// Family 8: `The user is immune to "Burning"`: a status of a sheet's own.
    ImmuneNamed {
        /// Who.
        who: Who,
        /// What its author calls it.
        name: String,
    },
    /// Family 14: `The user gains 1 SP each Turn`.
    EachTurn {
        /// Who.
        who: Who,
        /// AP or SP.
        what: Resource,
        /// Signed points.
        by: i32,
    },
    /// Family 14: `The target cannot act during this Turn`.
    CannotAct(Who),
    /// `The target obeys the order given with this skill` (R171, A138).
    Obeys(Who),
    /// Family 26: `When an attack would reduce the user's Health to between -10 and 0, the user
    /// survives with 1 Health` (R344).
    Survives {
        /// Who.
        who: Who,
        /// The lowest Health that is survived; `None` is any (`to 0 or less`).
        from: Option<Exact>,
        /// The highest.
        to: Exact,
        /// The Health survived with.
        left: Exact,
        /// Only so many of them.
        quota: Option<Quota>,
    },
    /// Family 18: `The user's presence is hidden until they attack`.
    Hidden {
        /// Who.
        who: Who,
        /// Only from these; empty is anybody but the own team.
        from: Vec<Filter<Written>>,
        /// When.
        when: Hiding,
    },
    /// `The user suffers no penalty for low Health` (R018, R342).
    NoLowHealthPenalty(Who),
    /// `The user detects where all Bounded Fields and activated Noble Phantasms are`, as each Turn ends (R351).
    SensesMana(Who),
    /// Family 18: `The user detects hidden opponents`: no effect hides them from whom it is of.
    Uncovers {
        /// Who.
        who: Who,
        /// Whom.
        whom: Group<Written>,
    },
    /// Family 18: `The user's presence cannot be hidden`.
    Revealed(Who),
    /// Family 33: `The user can act without a Master`: loses no Mana for lacking one (R144, R145, R151). Of an ability
    /// the Turns are those begun since the Master was lost.
    NeedsNoMaster(Who),
    /// Family 33: `The Mana the user loses for lacking a Master decreases by 50%`.
    MasterlessLoss {
        /// Who.
        who: Who,
        /// By how much.
        change: Change,
    },
    /// Family 33: `The user regenerates without a Master` (R143).
    RegenerateMasterless(Who),
    /// Family 21: `Upgrades "Power Blow"`; any of the skill's names.
    Upgrade(String),
    /// Family 22: `The target gains the skill "Wind Step"`: one of the user's own sheet, by any of its names.
    Grant {
        /// Who.
        who: Who,
        /// The skill.
        skill: String,
    },
    /// Family 22: `The user gains Flight ranked C`.
    Flight {
        /// Who.
        who: Who,
        /// The rank.
        rank: Rank,
    },
    /// Family 22: `The target loses Flight`.
    LosesFlight(Who),
    // Families 7, 15, 16, 17, 24: what is kept off, forbidden, let through, stood before.
    /// Family 7: `Magical attacks ranked C or lower that target the user are negated`.
    Negates {
        /// Which.
        what: Skills,
        /// For whom.
        who: Who,
        /// `The next 2 attacks`: so many and no more.
        next: Option<Quota>,
    },
    /// Families 15, 17: `The target cannot use magical skills`.
    Forbids {
        /// Who.
        who: Who,
        /// What.
        what: Forbidden,
    },
    /// Family 16: `The user may move 2 locations`, in one move.
    MovesFar {
        /// Who.
        who: Who,
        /// How far.
        locations: u32,
    },
    /// Family 24: `The user intercepts attacks that target the user's Master` (R073, R173).
    Intercepts {
        /// Who stands between.
        by: Who,
        /// Which attacks.
        what: Skills,
        /// Before whom.
        who: Who,
        /// Only so many of them.
        quota: Option<Quota>,
    },
    /// Family 24: `The target does not intercept attacks that target the user` (R178).
    StandsAside {
        /// Who.
        who: Who,
        /// Which attacks.
        what: Skills,
        /// Before whom.
        of: Who,
    },
    /// `The target pursues the second target`: wherever they flee, at once (R187).
    Pursues {
        /// Who.
        who: Who,
        /// Whom.
        whom: Who,
    },
}

impl Standing {
    /// On how many attacks this works, of those it speaks of; `None` is all.
    #[must_use]
    pub const fn quota(&self) -> Option<Quota> {
        match self {
            Standing::DamageDealt { quota, .. }
            | Standing::DamageTaken { quota, .. }
            | Standing::Intercepts { quota, .. }
            | Standing::Survives { quota, .. }
            | Standing::Inflicts { quota, .. }
            | Standing::MoreHits { quota, .. }
            | Standing::OfAttacks { quota, .. }
            | Standing::Negates { next: quota, .. } => *quota,
            _ => None,
        }
    }

    /// On how many from its use on.
    #[must_use]
    pub const fn next(&self) -> Option<u32> {
        match self.quota() {
            Some(Quota::Next(attacks)) => Some(attacks),
            Some(Quota::FirstEachTurn(_) | Quota::FirstInWar(_)) | None => None,
        }
    }

    /// Whether this does harm.
    #[must_use]
    pub fn does_harm(&self) -> bool {
        match self {
            Standing::DamageDealt { change, .. } | Standing::Regeneration { change, .. } => change.is_less(),
            Standing::DamageTaken { change, .. } | Standing::Costs { change, .. } => !change.is_less(),
            Standing::RaiseRanks { by, .. } | Standing::RaiseSubranks { by, .. } => *by < 0,
            Standing::EachTurn { by, .. } => *by < 0,
            Standing::CannotRegenerate { .. }
            | Standing::LosesFlight(_)
            | Standing::CannotAct(_)
            | Standing::Obeys(_)
            | Standing::Reflects { .. }
            | Standing::Forbids { .. }
            | Standing::Revealed(_) => true,
            Standing::MasterlessLoss { change, .. } => !change.is_less(),
            Standing::Restoration { change, .. } => change.is_less(),
            Standing::Hidden { .. }
            | Standing::NeedsNoMaster(_)
            | Standing::RegenerateMasterless(_)
            | Standing::NoLowHealthPenalty(_)
            | Standing::SensesMana(_)
            | Standing::Uncovers { .. }
            | Standing::DamageAtMost { .. }
            | Standing::OfAttacks { .. } => false,
            Standing::MoreHits { .. }
            | Standing::Inflicts { .. }
            | Standing::RegenerateInBattle(_)
            | Standing::Become { .. }
            | Standing::Immune { .. }
            | Standing::ImmuneNamed { .. }
            | Standing::Survives { .. }
            | Standing::Upgrade(_)
            | Standing::Grant { .. }
            | Standing::Flight { .. }
            | Standing::Negates { .. }
            | Standing::MovesFar { .. }
            | Standing::Intercepts { .. }
            | Standing::StandsAside { .. }
            | Standing::Pursues { .. } => false,
        }
    }

    /// Of whom this speaks; an upgrade is of the user's own skills.
    #[must_use]
    pub const fn who(&self) -> &Who {
        match self {
            Standing::DamageDealt { who, .. }
            | Standing::Inflicts { who, .. }
            | Standing::Costs { who, .. }
            | Standing::DamageTaken { who, .. }
            | Standing::MoreHits { who, .. }
            | Standing::Reflects { who, .. }
            | Standing::Regeneration { who, .. }
            | Standing::RegenerateInBattle(who)
            | Standing::Restoration { who, .. }
            | Standing::CannotRegenerate { who, .. }
            | Standing::DamageAtMost { who, .. }
            | Standing::OfAttacks { who, .. }
            | Standing::Uncovers { who, .. }
            | Standing::LosesFlight(who)
            | Standing::RaiseRanks { who, .. }
            | Standing::RaiseSubranks { who, .. }
            | Standing::Become { who, .. }
            | Standing::Immune { who, .. }
            | Standing::ImmuneNamed { who, .. }
            | Standing::EachTurn { who, .. }
            | Standing::CannotAct(who)
            | Standing::Obeys(who)
            | Standing::Hidden { who, .. }
            | Standing::Revealed(who)
            | Standing::NoLowHealthPenalty(who)
            | Standing::SensesMana(who)
            | Standing::NeedsNoMaster(who)
            | Standing::MasterlessLoss { who, .. }
            | Standing::RegenerateMasterless(who)
            | Standing::Survives { who, .. }
            | Standing::Grant { who, .. }
            | Standing::Flight { who, .. }
            | Standing::Negates { who, .. }
            | Standing::Forbids { who, .. }
            | Standing::MovesFar { who, .. }
            | Standing::Intercepts { who, .. }
            | Standing::StandsAside { who, .. }
            | Standing::Pursues { who, .. } => who,
            Standing::Upgrade(_) => &Who::User,
        }
    }
}
