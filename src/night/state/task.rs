//! An order being carried out. An order fires once a Turn, and at most one of its branches runs (A064).

use std::collections::{BTreeMap, BTreeSet};

use crate::event::OrderRef;
use crate::event::detail::Reason;
use crate::language::order::Order;
use crate::night::bind::WarIds;
use crate::vocabulary::ids::CharacterId;
use crate::war::setup::SkillRef;

/// An order of the Night.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub order: Order<WarIds>,
    pub reference: OrderRef,
    /// The index of the branch that runs, once one does.
    pub branch: Option<usize>,
    /// The branch chosen for this round, once it has been asked; for the Turn, if the order says as which phase begins
    /// it is asked.
    pub choice: Option<Choice>,
    /// Actions carried out: branch, index in it.
    pub done_actions: Vec<(usize, usize)>,
    /// Actions that were tried and could not be done: branch, index in it.
    pub failed_actions: BTreeSet<(usize, usize)>,
    /// Actions whose turn has come and that wait for something to happen (A063, A253): branch, index in it.
    pub waiting: BTreeSet<(usize, usize)>,
    /// For actions that wait by an `if`: how often the event had happened when they were last asked.
    pub counts_when_asked: BTreeMap<(usize, usize), usize>,
    /// The branch by which its actor stays in the Movement Phase.
    pub stayed: Option<usize>,
    /// How often its steps have used their skill.
    pub uses: BTreeMap<Step, u32>,
    /// Whether it has nothing more to do this Turn.
    pub is_closed: bool,
    /// Why it was not carried out when its turn last came.
    pub last_reason: Option<Reason>,
    /// Whether its outcome has been reported.
    pub is_reported: bool,
    /// The characters that its condition found: `that character`.
    pub antecedents: Vec<CharacterId>,
    /// Whether the GM allows it in spite of the rules (R008).
    pub is_allowed: bool,
    /// The command it obeys; `None` for a player's order (R171).
    pub obeys: Option<ObeyedCommand>,
}

/// The choice of the branch that is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The branch; `None` where no branch's condition held.
    pub branch: Option<usize>,
    /// Whether the turn of that branch has come.
    pub is_reached: bool,
}

/// A command that a Servant obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObeyedCommand {
    /// The spell in force.
    pub skill: SkillRef,
    /// The Master who gave it.
    pub user: CharacterId,
    pub command_text: String,
}

impl Task {
    /// Returns an order before the Night.
    pub(crate) fn new(order: Order<WarIds>, reference: OrderRef) -> Task {
        Task {
            order,
            reference,
            branch: None,
            choice: None,
            done_actions: Vec::new(),
            uses: BTreeMap::new(),
            waiting: BTreeSet::new(),
            counts_when_asked: BTreeMap::new(),
            stayed: None,
            is_closed: false,
            last_reason: None,
            failed_actions: BTreeSet::new(),
            is_reported: false,
            antecedents: Vec::new(),
            is_allowed: false,
            obeys: None,
        }
    }
}

/// One action of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The index of the order among the Night's.
    pub task: usize,
    pub branch: usize,
    /// The index of the action in the branch.
    pub action: usize,
}

impl Step {
    /// Returns the number of its branch as players count, from 1.
    pub(crate) fn branch_number(self) -> u16 {
        u16::try_from(self.branch).unwrap_or(u16::MAX).saturating_add(1)
    }
}
