//! An order on its way to being carried out: an order fires once a Turn, of its branches at most one runs (A064).

use std::collections::{BTreeMap, BTreeSet};

use crate::event::OrderRef;
use crate::event::detail::Reason;
use crate::language::order::Order;
use crate::night::bind::Resolved;
use crate::vocabulary::ids::CharacterId;
use crate::war::setup::SkillRef;

/// An order of the Night.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub order: Order<Resolved>,
    pub reference: OrderRef,
    /// The branch that was chosen, by its place in the order.
    pub ran: Option<usize>,
    /// Which of several branches is chosen in this round, once it has been asked.
    pub choice: Option<Choice>,
    /// Actions carried out: branch, place in it.
    pub done: Vec<(usize, usize)>,
    /// Actions whose place has come, and that wait for something to happen (A063, A253): branch, place in it.
    pub waiting: BTreeSet<(usize, usize)>,
    /// Of those that wait by an `if`: how often what they wait for had happened when they were asked last.
    pub asked: BTreeMap<(usize, usize), usize>,
    /// The branch by which its actor stays in the Movement Phase.
    pub stayed: Option<usize>,
    /// How often its steps have used their skill.
    pub uses: BTreeMap<Step, u32>,
    /// It has nothing more to do this Turn.
    pub closed: bool,
    /// Why it was not carried out when its place last came.
    pub last: Option<Reason>,
    /// Its outcome has been reported.
    pub reported: bool,
    /// Whom its condition found: `that character`.
    pub antecedents: Vec<CharacterId>,
    /// The GM lets it happen in spite of the rules (R008).
    pub allowed: bool,
    /// It is no player's order but a command that is obeyed (R171).
    pub obeys: Option<ObeyedCommand>,
}

/// Which branch of an order is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The branch; `None` where no branch's condition held.
    pub branch: Option<usize>,
    /// Its own place has come.
    pub came: bool,
}

/// A command that a Servant obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObeyedCommand {
    /// The spell in force.
    pub skill: SkillRef,
    /// Who gave it.
    pub user: CharacterId,
    pub words: String,
}

impl Task {
    /// An order as it stands before the Night.
    pub(crate) fn new(order: Order<Resolved>, reference: OrderRef) -> Task {
        Task {
            order,
            reference,
            ran: None,
            choice: None,
            done: Vec::new(),
            uses: BTreeMap::new(),
            waiting: BTreeSet::new(),
            asked: BTreeMap::new(),
            stayed: None,
            closed: false,
            last: None,
            reported: false,
            antecedents: Vec::new(),
            allowed: false,
            obeys: None,
        }
    }
}

/// One action of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The order, as its place among the Night's.
    pub task: usize,
    pub branch: usize,
    /// The action's place in the branch.
    pub action: usize,
}

impl Step {
    /// The number of its branch as players count, from 1.
    pub(crate) fn branch_number(self) -> u16 {
        u16::try_from(self.branch).unwrap_or(u16::MAX).saturating_add(1)
    }
}
