//! Everybody an operation speaks of: one walk over the tree, to read and to change.
//!
//! Each place of the tree where somebody is named stands here once, and no variant is left out by a catch-all: a
//! sentence that speaks of somebody in a place nobody looked at would quietly miss them.

use crate::language::condition::{Group, Written};

use super::{Amount, Cancelled, Clause, Counted, Destination, Forbidden, Immediate, Measure, Operation, Standing, Who};

/// The walk, shared by the ones that read (`iter`) and the one that changes (`iter_mut`).
macro_rules! walk {
    ($operation:expr, $of_counted:path, $iter:ident) => {{
        match $operation {
            Operation::Immediate(immediate) => match immediate {
                Immediate::Restore { who, amount, .. }
                | Immediate::Lose { who, amount, .. }
                | Immediate::Damage { who, amount, .. } => match amount {
                    Amount::Each(_, each) => [vec![who], $of_counted(each)].into_iter().flatten().collect(),
                    Amount::Number(_) | Amount::OfMaximum(_) | Amount::OfCurrent(_) | Amount::OfDamage(_) => vec![who],
                },
                Immediate::Drain { by, who, amount, .. } => match amount {
                    Amount::Each(_, each) => [vec![by, who], $of_counted(each)].into_iter().flatten().collect(),
                    Amount::Number(_) | Amount::OfMaximum(_) | Amount::OfCurrent(_) | Amount::OfDamage(_) => {
                        vec![by, who]
                    }
                },
                Immediate::ApNextTurn { who, each, .. } | Immediate::CombatPoints { who, each, .. } => {
                    std::iter::once(who).chain(each.$iter().flat_map($of_counted)).collect()
                }
                Immediate::Uses { on, .. } => on.$iter().collect(),
                Immediate::Relocate { who, to, .. } => match to {
                    Destination::Of(to) | Destination::HomeOf(to) => vec![who, to],
                    Destination::Target | Destination::Adjacent => vec![who],
                },
                Immediate::Learn { who, of, .. } => vec![who, of],
                Immediate::Cancel(what) => match what {
                    Cancelled::On { who, .. } | Cancelled::Of { who, .. } => vec![who],
                    Cancelled::Named(_) | Cancelled::Here(_) | Cancelled::This => Vec::new(),
                },
                Immediate::Die(who)
                | Immediate::Inflict { who, .. }
                | Immediate::InflictNamed { who, .. }
                | Immediate::Cure { who, .. }
                | Immediate::CureNamed { who, .. }
                | Immediate::EnterSpiritForm(who)
                | Immediate::LeaveSpiritForm(who)
                | Immediate::WholeReport { who, .. }
                | Immediate::CommandSpells { who, .. } => vec![who],
                Immediate::AskGm(_) | Immediate::Summon { .. } => Vec::new(),
            },
            Operation::Clause(clause) => match clause {
                Clause::SkillDamage(Measure { each, .. })
                | Clause::Cost { change: Measure { each, .. }, .. }
                | Clause::MoreHits { each, .. } => each.$iter().flat_map($of_counted).collect(),
                Clause::Splits { .. }
                | Clause::Hits(_)
                | Clause::IgnoresStat(_)
                | Clause::TreatedLower { .. }
                | Clause::IgnoresFlight
                | Clause::CannotBeReduced
                | Clause::Limited(_)
                | Clause::OnlyUsable
                | Clause::Charges(_)
                | Clause::NotIntercepted
                | Clause::NotNegated
                | Clause::DamagesMasters
                | Clause::First
                | Clause::Last
                | Clause::EndsBeforeFatal
                | Clause::BecomesType(_)
                | Clause::Lasts(_)
                | Clause::DoesNotStack => Vec::new(),
            },
            Operation::Standing(standing) => match standing {
                Standing::Forbids { who, what } => match what {
                    Forbidden::Attack(other) | Forbidden::AttackOthers(other) | Forbidden::Target(other) => {
                        vec![who, other]
                    }
                    Forbidden::Use(_)
                    | Forbidden::UseOthers
                    | Forbidden::EnterSpiritForm
                    | Forbidden::LeaveSpiritForm
                    | Forbidden::Move
                    | Forbidden::Flee
                    | Forbidden::Leave
                    | Forbidden::Enter
                    | Forbidden::BeRelocated => vec![who],
                },
                Standing::RaiseRanks { who, each, .. }
                | Standing::RaiseSubranks { who, each, .. }
                | Standing::DamageDealt { who, change: Measure { each, .. }, .. }
                | Standing::DamageTaken { who, change: Measure { each, .. }, .. }
                | Standing::Regeneration { who, change: Measure { each, .. }, .. }
                | Standing::Costs { who, change: Measure { each, .. }, .. } => {
                    std::iter::once(who).chain(each.$iter().flat_map($of_counted)).collect()
                }
                Standing::Intercepts { by, who, .. } => vec![by, who],
                Standing::StandsAside { who, of, .. } => vec![who, of],
                Standing::Pursues { who, whom } => vec![who, whom],
                Standing::Inflicts { who, .. }
                | Standing::MoreHits { who, .. }
                | Standing::Reflects { who, .. }
                | Standing::RegenerateInBattle(who)
                | Standing::Restoration { who, .. }
                | Standing::CannotRegenerate { who, .. }
                | Standing::DamageAtMost { who, .. }
                | Standing::OfAttacks { who, .. }
                | Standing::Uncovers { who, .. }
                | Standing::LosesFlight(who)
                | Standing::Become { who, .. }
                | Standing::Immune { who, .. }
                | Standing::ImmuneNamed { who, .. }
                | Standing::EachTurn { who, .. }
                | Standing::CannotAct(who)
                | Standing::Obeys(who)
                | Standing::Survives { who, .. }
                | Standing::Hidden { who, .. }
                | Standing::NoLowHealthPenalty(who)
                | Standing::SensesMana(who)
                | Standing::Revealed(who)
                | Standing::NeedsNoMaster(who)
                | Standing::MasterlessLoss { who, .. }
                | Standing::RegenerateMasterless(who)
                | Standing::Grant { who, .. }
                | Standing::Flight { who, .. }
                | Standing::Negates { who, .. }
                | Standing::MovesFar { who, .. } => vec![who],
                Standing::Upgrade(_) => Vec::new(),
            },
        }
    }};
}

impl Operation {
    /// Everybody this speaks of, each place of the tree once; the user where that is not said (`upgrades`) is none.
    #[must_use]
    pub fn people(&self) -> Vec<&Who> {
        walk!(self, Counted::people, iter)
    }

    /// The same but whose statuses, points or ranks it counts.
    #[must_use]
    pub fn involved(&self) -> Vec<&Who> {
        const fn none(_: &Counted) -> Vec<&Who> {
            Vec::new()
        }
        walk!(self, none, iter)
    }

    /// The same places, to put somebody else there.
    pub fn people_mut(&mut self) -> Vec<&mut Who> {
        walk!(self, Counted::people_mut, iter_mut)
    }
}

/// What an operation counts, shared by the walk that reads and the one that changes.
macro_rules! counts {
    ($operation:expr, $as_ref:ident) => {
        match $operation {
            Operation::Clause(
                Clause::MoreHits { each, .. }
                | Clause::SkillDamage(Measure { each, .. })
                | Clause::Cost { change: Measure { each, .. }, .. },
            )
            | Operation::Immediate(Immediate::ApNextTurn { each, .. } | Immediate::CombatPoints { each, .. })
            | Operation::Standing(
                Standing::RaiseRanks { each, .. }
                | Standing::RaiseSubranks { each, .. }
                | Standing::DamageDealt { change: Measure { each, .. }, .. }
                | Standing::DamageTaken { change: Measure { each, .. }, .. }
                | Standing::Regeneration { change: Measure { each, .. }, .. }
                | Standing::Costs { change: Measure { each, .. }, .. },
            ) => each.$as_ref(),
            Operation::Immediate(
                Immediate::Restore { amount: Amount::Each(_, each), .. }
                | Immediate::Lose { amount: Amount::Each(_, each), .. }
                | Immediate::Drain { amount: Amount::Each(_, each), .. }
                | Immediate::Damage { amount: Amount::Each(_, each), .. },
            ) => Some(each),
            Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
        }
    };
}

impl Operation {
    /// What this counts, each time anew.
    #[must_use]
    pub const fn counted(&self) -> Option<&Counted> {
        counts!(self, as_ref)
    }

    /// The group this counts, to say more of it.
    pub fn counted_group_mut(&mut self) -> Option<&mut Group<Written>> {
        let counted: Option<&mut Counted> = counts!(self, as_mut);
        match counted? {
            Counted::Group(group) => Some(group),
            Counted::Familiars
            | Counted::CommandSpells
            | Counted::TurnsInForce
            | Counted::Statuses(_)
            | Counted::Steps { .. }
            | Counted::OtherTargets
            | Counted::Hits
            | Counted::Points { .. }
            | Counted::RanksAbove { .. } => None,
        }
    }
}

impl Counted {
    /// Whose statuses, points or ranks are counted.
    #[must_use]
    pub fn people(&self) -> Vec<&Who> {
        match self {
            Counted::Statuses(who) | Counted::Steps { who, .. } => vec![who],
            Counted::RanksAbove { who, over, .. } => vec![who, over],
            Counted::Points { whose, .. } => whose.iter().collect(),
            Counted::Hits
            | Counted::Familiars
            | Counted::Group(_)
            | Counted::CommandSpells
            | Counted::TurnsInForce
            | Counted::OtherTargets => Vec::new(),
        }
    }

    /// The same, to put somebody else there.
    pub fn people_mut(&mut self) -> Vec<&mut Who> {
        match self {
            Counted::Statuses(who) | Counted::Steps { who, .. } => vec![who],
            Counted::RanksAbove { who, over, .. } => vec![who, over],
            Counted::Points { whose, .. } => whose.iter_mut().collect(),
            Counted::Hits
            | Counted::Familiars
            | Counted::Group(_)
            | Counted::CommandSpells
            | Counted::TurnsInForce
            | Counted::OtherTargets => Vec::new(),
        }
    }
}
