//! The order tree: what a player wrote (R194–R206).
//!
//! One tree serves three stages: as written, as checked against a View (the same names, in canonical spelling), and
//! bound to a War's handles. See [`Naming`].

use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;

use super::condition::{Condition, Name, Naming, Resource, Who};
use super::span::Span;

mod same_orders;
mod times_of_asking;

/// The placeholder for a skill's name in `my Noble Phantasm`, until its owner is known.
pub const NOBLE_PHANTASM: &str = "my Noble Phantasm";

/// One sentence under a character's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order<N: Naming> {
    /// Who acts.
    pub actor: N::Character,
    /// Which order of the file, from 1.
    pub number: usize,
    /// Where it stands.
    pub span: Span,
    /// What is to be done.
    pub body: Body<N>,
    /// Whether it stands below a `Move to` of this character; such an order runs in the second combat round only.
    pub after_move: bool,
    /// Whether it is of the place that a move below it leaves: it is not carried out after that move.
    pub before_move: bool,
    /// Who asks its conditions in the actor's place: of a move together, whoever wrote it (R196). `None` for the actor.
    pub asker: Option<N::Character>,
}

/// How often an action is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// `2 times`.
    Exactly(u32),
    /// `as often as possible`: until it cannot be done once more.
    AsOftenAsPossible,
}

impl Times {
    /// The number where an order names none.
    pub const ONCE: Times = Times::Exactly(1);

    /// The largest number this can come to. 99 is more than can be paid for in a Turn, if each time costs Action
    /// Points.
    pub const fn at_most(self) -> u32 {
        match self {
            Times::Exactly(times) => times,
            Times::AsOftenAsPossible => 99,
        }
    }
}

/// The body of an order: branches, of which at most one runs.
///
/// `If C, A; otherwise, if D, B; otherwise, E` is three branches with the guards `[C]`, `[not C, D]` and `[not C, not
/// D]`; a plain order is one branch without guards. A single branch is decided at the place of its action. Of several
/// branches one is chosen at the earliest place of any of them, once in each combat round ([`Body::chooses_once`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body<N: Naming> {
    /// When the guards are read, if a delay stands before the `if`.
    pub read_at: Delay<N>,
    /// The phase as which begins the guards are asked, where the player writes it: once, for every case and whatever
    /// the delays of the actions (A253). `TurnStart` is the start of the Turn.
    pub asked: Option<Phase>,
    /// The phase at whose end the guards are asked, where the player writes it and the phase is over before the order's
    /// own place (A253).
    pub asked_at_end: Option<Phase>,
    /// How many of the events for which it waits it answers, once each: `each time …, up to 3 times`. The reader makes
    /// an order of each (A064).
    pub answers: Option<u32>,
    /// The branches in the order written.
    pub branches: Vec<Branch<N>>,
}

/// One branch of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<N: Naming> {
    /// All must hold for the branch to run.
    pub guards: Vec<Condition<N>>,
    /// Done one after the other (`A and then B`).
    pub actions: Vec<Action<N>>,
}

impl<N: Naming> Branch<N> {
    /// Whether one of its actions is a move.
    pub fn moves(&self) -> bool {
        self.actions.iter().any(|action| matches!(action.kind, ActionKind::Move(_)))
    }
}

/// One action of an order, with its delay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action<N: Naming> {
    /// What is done.
    pub kind: ActionKind<N>,
    /// A later time than the natural one.
    pub delay: Delay<N>,
    /// Where the words stand.
    pub span: Span,
}

/// A later time than the natural one (R202–R206).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delay<N: Naming> {
    /// The phase, if named.
    pub phase: Option<Phase>,
    /// `in the second round`: the same phase there (A059). `false` if `phase` is named, which then includes the round.
    pub is_second_round: bool,
    /// The moment within the phase.
    pub moment: Moment,
    /// `after C`, `when C`: waits for an event of this Turn (R205, A063).
    pub awaited: Option<Condition<N>>,
}

impl<N: Naming> Body<N> {
    /// The actions of all branches, in the order written.
    pub fn actions(&self) -> impl Iterator<Item = &Action<N>> + Clone {
        self.branches.iter().flat_map(|branch| &branch.actions)
    }

    /// The same as [`Body::actions`], mutable.
    pub fn actions_mut(&mut self) -> impl Iterator<Item = &mut Action<N>> {
        self.branches.iter_mut().flat_map(|branch| &mut branch.actions)
    }

    /// Every condition of the body: guards, and the events that it or its actions wait for.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition<N>> {
        let guards = self.branches.iter().flat_map(|branch| &branch.guards);
        let waits = self.actions().filter_map(|action| action.delay.awaited.as_ref());
        guards.chain(waits).chain(self.read_at.awaited.as_ref())
    }

    /// The same as [`Body::conditions`], mutable.
    pub fn conditions_mut(&mut self) -> impl Iterator<Item = &mut Condition<N>> {
        let Body { branches, read_at, asked: _, asked_at_end: _, answers: _ } = self;
        let parts = branches.iter_mut().flat_map(|branch| {
            let waits = branch.actions.iter_mut().filter_map(|action| action.delay.awaited.as_mut());
            branch.guards.iter_mut().chain(waits)
        });
        parts.chain(read_at.awaited.as_mut())
    }

    /// Returns the delay of one of its actions: the action's own, combined with that of the whole body. The two do not
    /// contradict each other.
    pub fn delay_of(&self, action: &Action<N>) -> Delay<N> {
        match (action.delay.is_none(), self.read_at.is_none()) {
            (true, _) => self.read_at.clone(),
            (false, true) => action.delay.clone(),
            (false, false) => self.read_at.clone().combined_with(action.delay.clone()),
        }
    }

    /// Whether any of it depends on a condition or an event.
    pub fn is_conditional(&self) -> bool {
        let guarded = |branch: &Branch<N>| !branch.guards.is_empty();
        let waits = |branch: &Branch<N>| branch.actions.iter().any(|action| action.delay.awaited.is_some());
        self.read_at.awaited.is_some() || self.branches.iter().any(|b| guarded(b) || waits(b))
    }
}

impl<N: Naming> ActionKind<N> {
    /// Whether it is a declaration, which holds from the start of the Turn (A116, R364).
    pub const fn is_declaration(&self) -> bool {
        matches!(self.natural_time(), NaturalTime::PhaseOnly(Phase::TurnStart))
    }

    /// Whether it happens when somebody dies (R152).
    pub const fn happens_at_death(&self) -> bool {
        matches!(self.natural_time(), NaturalTime::AtDeath)
    }

    /// Whether it has no place of its own in the Turn: it is a declaration, or happens at one event.
    pub const fn has_only_phase(&self) -> bool {
        self.is_declaration() || self.happens_at_death() || matches!(self.natural_time(), NaturalTime::AtOpening)
    }
}

impl<N: Naming> Delay<N> {
    /// Combines two delays of one action that do not contradict each other.
    #[must_use]
    pub fn combined_with(self, other: Delay<N>) -> Delay<N> {
        let phase = self.phase.or(other.phase);
        let second_round = self.is_second_round || other.is_second_round;
        Delay {
            phase: if second_round { phase.map(Phase::in_second_round) } else { phase },
            is_second_round: second_round && phase.is_none(),
            moment: if self.moment == Moment::Natural { other.moment } else { self.moment },
            awaited: self.awaited.or(other.awaited),
        }
    }

    /// No delay.
    pub const fn none() -> Self {
        Delay { phase: None, is_second_round: false, moment: Moment::Natural, awaited: None }
    }

    /// Whether this is no delay.
    pub fn is_none(&self) -> bool {
        self.phase.is_none() && !self.is_second_round && self.moment == Moment::Natural && self.awaited.is_none()
    }
}

/// A moment within a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// In the character's own place.
    Natural,
    /// `at the start of the … Phase`.
    Start,
    /// `at the end of the … Phase` (R203).
    End,
    /// `at AGI C++`: as though the character had this AGI (R204).
    Agi(Rank),
}

/// A target as ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<N: Naming> {
    /// A character, named or described.
    Character(Who<N>),
    /// A location (`on Harbor`).
    Location(N::Location),
    /// `this location`.
    Here,
}

/// The object of a Command Spell, besides its Servant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpellObject<N: Naming> {
    /// Nothing.
    None,
    /// `on X`, `for X`.
    Character(Who<N>),
    /// `to L`.
    Location(N::Location),
    /// `: "order text"`.
    Text(String),
}

/// What is paid to the IGM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// `offering 150 CP`.
    CombatPoints(Exact),
    /// `offering "…"`.
    Information(String),
}

/// What is done about a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractStep {
    /// `Contract with C` (R146, A160).
    Make,
    /// `Accept a contract with C` (A160).
    Accept,
    /// `Re-establish the contract with C` (R138).
    Reestablish,
    /// `Break the contract with C` (A159).
    Break,
    /// `Accept a transfer to C` (R153).
    AcceptTransfer,
    /// `Refuse a transfer to C` (R153).
    RefuseTransfer,
    /// `Force a contract on C` (R154).
    Force,
}

impl ContractStep {
    /// Whether it happens when a Master dies (R152).
    pub const fn is_for_a_death(self) -> bool {
        match self {
            ContractStep::AcceptTransfer | ContractStep::RefuseTransfer | ContractStep::Force => true,
            ContractStep::Make | ContractStep::Accept | ContractStep::Reestablish | ContractStep::Break => false,
        }
    }
}

/// What is declared to another team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PactStep {
    /// `Ally with TEAM`.
    Ally,
    /// `Ceasefire with TEAM`.
    Ceasefire,
    /// `End the alliance with TEAM`.
    End,
}

/// A statement in the Logic Game. The player makes it, not a character.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogicStatement<N: Naming> {
    /// `Red: "…"` (R387).
    Red(String),
    /// `Blue to PLAYER: "…"` (R391).
    Blue {
        /// The person addressed, if any (A247).
        addressee: Option<N::Team>,
        text: String,
    },
    /// `Answer N in red: "…"` (R394).
    AnswerInRed { statement: u32, text: String },
    /// `Counter N in blue: "…"` (R393).
    CounterInBlue { statement: u32, text: String },
    /// `Correct N: "…"` (R390).
    Correct { statement: u32, text: String },
    /// `Gold: "…"` (R400): the GM's alone, always an error in an order file.
    Gold(String),
}

/// What is done: every kind of order, with its rule in brackets.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind<N: Naming> {
    /// `Scout L` (R235).
    Scout(N::Location),
    /// `Use SKILL …` (R119, R122), an item (R340) when the name is an item's.
    Use {
        /// The skill, under any of its names.
        skill: N::Skill,
        /// `on …`; empty where none was written.
        targets: Vec<Target<N>>,
        /// `to L`.
        destination: Option<N::Location>,
        /// `N times`.
        times: Times,
        /// `paying N additional RESOURCE`.
        paying: Option<(Exact, Resource)>,
        /// `choosing "…"`.
        choosing: Option<String>,
        /// `pushing everybody else to L` (R294).
        push_to: Option<N::Location>,
    },
    /// `Attack TARGETS [N times]`: the basic attack (R097).
    Attack { targets: Vec<Target<N>>, times: Times },
    /// `Use item ITEM [on …] [to L]` (R340).
    UseItem {
        item: N::Skill,
        /// `on …`.
        targets: Vec<Target<N>>,
        /// `to L`.
        destination: Option<N::Location>,
    },
    /// `Move to L` (R273).
    Move(N::Location),
    /// `Flee to L` (R270).
    Flee(N::Location),
    /// `Stay`.
    Stay,
    /// `Enter Spirit Form` (R252).
    EnterSpiritForm,
    /// `Leave Spirit Form` (R253).
    LeaveSpiritForm,
    /// `Command SERVANT "SPELL" …` (R158).
    Command {
        servant: Who<N>,
        spell: N::Skill,
        /// Whom the spell concerns, where it leads or what it says: `for Rin`.
        object: SpellObject<N>,
    },
    /// `Release "SPELL"` (A127).
    Release(N::Skill),
    /// `Cancel EFFECT` (R368).
    Cancel(N::Skill),
    /// `Stop paying for EFFECT` (R365).
    StopPaying(N::Skill),
    /// `Buy [N] ITEM` (R337).
    Buy { item: N::Skill, count: u32 },
    /// `Give ITEM to C` (R352).
    Give { item: N::Skill, to: Who<N> },
    /// `Drop ITEM` (R353).
    Drop(N::Skill),
    /// `Pick up ITEM` (A208).
    PickUp(N::Skill),
    /// `Ask the IGM for information, offering …` (R318).
    AskIgm(Offer),
    /// `Request SERVICE [for C] [to L][, offering …]` (R319, R328).
    Request { service: N::Skill, beneficiary: Option<Who<N>>, to: Option<N::Location>, offer: Option<Offer> },
    /// `Take shelter` (R334).
    TakeShelter,
    /// `Visit` (R372).
    Visit,
    /// `Consume a civilian` (R298).
    ConsumeCivilian,
    /// `Consume MASTER` (R303).
    Consume(Who<N>),
    /// `Contract with C`, and everything else that is done about a contract with somebody.
    Contract(ContractStep, Who<N>),
    /// `Protect me with Saber, then Caster` (A116).
    Protect(Vec<Who<N>>),
    /// `Ally with TEAM`, and every other declaration to a team (R364).
    Pact(PactStep, N::Team),
    /// `Tell PLAYER: "…"` (R377).
    Tell { to: N::Team, text: String },
    /// `Say: "…"` (R378).
    Say(String),
    /// `Red: "…"` and every other statement of the Logic Game.
    Logic(LogicStatement<N>),
    /// `My partner posts for C` (A233).
    PartnerPosts(N::Character),
    /// `Puzzle answer: "…"` (R402).
    PuzzleAnswer(String),
    /// `Push to L` (R294).
    Push(N::Location),
}

/// What an action uses.
#[derive(Debug, PartialEq, Eq)]
pub enum UsedThing<'k, N: Naming> {
    /// A skill, or an item with the name of a skill.
    Skill(&'k N::Skill),
    /// The basic attack.
    BasicAttack,
    /// An item.
    Item(&'k N::Skill),
    /// A Command Spell.
    Spell(&'k N::Skill),
}

/// When an action happens if it is not delayed.
#[derive(Debug)]
pub enum NaturalTime<'k, N: Naming> {
    /// At its actor's place in this phase.
    Phase(Phase),
    /// In the phase of this skill; with the additional payment, if any.
    OfSkill(&'k N::Skill, Option<(Exact, Resource)>),
    /// In the phase of the basic attack.
    OfBasicAttack,
    /// In the phase of this item.
    OfItem(&'k N::Skill),
    /// In the next combat phase (A226).
    NextPhase,
    /// In this phase, without a place in it: declarations from the start of the Turn on (A116, R364), staying,
    /// messages.
    PhaseOnly(Phase),
    /// When somebody dies (R152).
    AtDeath,
    /// When a Reality Marble opens (R294).
    AtOpening,
    /// Never in a Turn: a statement, or an order that the night does not carry out.
    Never,
}

/// What the engine needs to know of a kind of action.
#[derive(Debug)]
pub struct ActionFacts<'k, N: Naming> {
    /// When it happens if it is not delayed (R211–R218, A055).
    pub natural_time: NaturalTime<'k, N>,
    /// What it uses, if anything.
    pub uses: Option<UsedThing<'k, N>>,
    /// Whom and what it strikes or is used on, as written; empty if it takes no such targets.
    pub targets: &'k [Target<N>],
    /// The destination of whomever it moves, if the order names one.
    pub destination: Option<&'k N::Location>,
    /// How often it is done: once, if the order cannot name a number.
    pub times: Times,
}

impl<'k, N: Naming> ActionFacts<'k, N> {
    /// The facts of an action at this time that uses nothing.
    const fn at_time(natural_time: NaturalTime<'k, N>) -> ActionFacts<'k, N> {
        ActionFacts { natural_time, uses: None, targets: &[], destination: None, times: Times::ONCE }
    }
}

impl<N: Naming> ActionKind<N> {
    /// Returns the facts of the action.
    pub const fn facts(&self) -> ActionFacts<'_, N> {
        match self {
            ActionKind::Scout(_) => ActionFacts::at_time(NaturalTime::Phase(Phase::DailyMove)),
            ActionKind::Use { skill, targets, destination, times, paying, .. } => ActionFacts {
                uses: Some(UsedThing::Skill(skill)),
                targets: targets.as_slice(),
                destination: destination.as_ref(),
                times: *times,
                ..ActionFacts::at_time(NaturalTime::OfSkill(skill, *paying))
            },
            ActionKind::Attack { targets, times } => ActionFacts {
                uses: Some(UsedThing::BasicAttack),
                targets: targets.as_slice(),
                times: *times,
                ..ActionFacts::at_time(NaturalTime::OfBasicAttack)
            },
            ActionKind::UseItem { item, targets, destination } => ActionFacts {
                uses: Some(UsedThing::Item(item)),
                targets: targets.as_slice(),
                destination: destination.as_ref(),
                ..ActionFacts::at_time(NaturalTime::OfItem(item))
            },
            ActionKind::Command { spell, .. } => ActionFacts {
                uses: Some(UsedThing::Spell(spell)),
                ..ActionFacts::at_time(NaturalTime::Phase(Phase::Instant))
            },
            ActionKind::Move(destination) | ActionKind::Flee(destination) => ActionFacts {
                destination: Some(destination),
                ..ActionFacts::at_time(NaturalTime::Phase(Phase::Movement))
            },
            ActionKind::Stay => ActionFacts::at_time(NaturalTime::PhaseOnly(Phase::Movement)),
            ActionKind::StopPaying(_) => ActionFacts::at_time(NaturalTime::Phase(Phase::Initial)),
            ActionKind::Request { to, .. } => {
                ActionFacts { destination: to.as_ref(), ..ActionFacts::at_time(NaturalTime::Phase(Phase::Support)) }
            }
            ActionKind::EnterSpiritForm
            | ActionKind::LeaveSpiritForm
            | ActionKind::Release(_)
            | ActionKind::Cancel(_)
            | ActionKind::Buy { .. }
            | ActionKind::Give { .. }
            | ActionKind::Drop(_)
            | ActionKind::PickUp(_)
            | ActionKind::AskIgm(_)
            | ActionKind::TakeShelter
            | ActionKind::Visit
            | ActionKind::ConsumeCivilian => ActionFacts::at_time(NaturalTime::Phase(Phase::Support)),
            ActionKind::Contract(step, _) if step.is_for_a_death() => ActionFacts::at_time(NaturalTime::AtDeath),
            ActionKind::Contract(..) => ActionFacts::at_time(NaturalTime::Phase(Phase::Support)),
            ActionKind::Consume(_) => ActionFacts::at_time(NaturalTime::NextPhase),
            ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::PuzzleAnswer(_) => {
                ActionFacts::at_time(NaturalTime::PhaseOnly(Phase::TurnEnd))
            }
            ActionKind::Protect(_) | ActionKind::Pact(..) => {
                ActionFacts::at_time(NaturalTime::PhaseOnly(Phase::TurnStart))
            }
            ActionKind::Push(_) => ActionFacts::at_time(NaturalTime::AtOpening),
            ActionKind::Logic(_) | ActionKind::PartnerPosts(_) => ActionFacts::at_time(NaturalTime::Never),
        }
    }

    /// When it happens if it is not delayed (R211–R218, A055).
    pub const fn natural_time(&self) -> NaturalTime<'_, N> {
        self.facts().natural_time
    }

    /// Whom and what it strikes or is used on, as written; empty if it takes no such targets.
    pub const fn targets(&self) -> &[Target<N>] {
        self.facts().targets
    }

    /// Returns the same action with other targets or another destination; `None` if it has neither, or they do not fit.
    pub fn aimed_at(&self, others: &[Target<N>]) -> Option<ActionKind<N>> {
        let mut kind = self.clone();
        match (&mut kind, others) {
            (_, []) => return None,
            (ActionKind::Use { targets, destination: None, .. } | ActionKind::Attack { targets, .. }, _)
                if !targets.is_empty() =>
            {
                *targets = others.to_vec();
            }
            (ActionKind::Move(destination) | ActionKind::Flee(destination), [Target::Location(other)]) => {
                *destination = other.clone()
            }
            _ => return None,
        }
        Some(kind)
    }

    /// Returns the same action, done `often`; `None` if this kind of action has no number.
    pub fn with_times(&self, often: Times) -> Option<ActionKind<N>> {
        let mut kind = self.clone();
        match &mut kind {
            ActionKind::Use { times, .. } | ActionKind::Attack { times, .. } => *times = often,
            _ => return None,
        }
        Some(kind)
    }
}

impl<N: Naming> Body<N> {
    /// Whether all its actions are statements of the Logic Game.
    pub fn is_logic_game_only(&self) -> bool {
        let mut kinds = self.actions().map(|action| &action.kind).peekable();
        kinds.peek().is_some() && kinds.all(|kind| matches!(kind, ActionKind::Logic(_)))
    }
}

/// The head of an order file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `War:`.
    pub war: Option<Name>,
    /// `Night:`.
    pub night: Option<(u32, Span)>,
    /// `Team:` or `Seat:`.
    pub team: Option<Name>,
    /// `Token:`.
    pub token: Option<Name>,
}
