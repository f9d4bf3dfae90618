//! The Logic Game of a Night: the statements from orders and from `logic.yaml` (`logic_file`), and their consequences
//! (R386–R400); `statement_doubts` finds doubtful statements.
//!
//! It happens as the Turn begins, on the position that the orders were written for. First come the statements that the
//! GM wrote down, in the order of the file, with the judgements that everybody has read. Then come those of the orders,
//! by seat and number. Then come the GM's other judgements, so that an author who corrects a statement comes first
//! (R390). Last come the answers that were due by this update and missing (R395, R396). [`build_logic_inputs`] decides
//! all of it on a copy of the ledger, so that `grail logic` can preview it; the Night emits the steps.

pub mod logic_file;

mod statement_doubts;

use crate::event::detail::{Outcome, Reason};
use crate::event::kind::Referee;
use crate::event::{Cause, OrderRef};
use crate::language::condition::{Name, Written};
use crate::language::order::{ActionKind, LogicStatement, Order};
use crate::logic::entry::{EntryKind, LogicEntry};
use crate::logic::step::{LedgerStep, PenaltyReason};
use crate::logic::{Addressee, Author, Colour, Statement, StatementRelation};
use crate::night::resolution::SeatPlan;
use crate::night::rulings::Rulings;
use crate::night::state::Night;
use crate::orders::logic_statements::find_refusal;
use crate::perception::logic_view::build_logic_view;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;

/// Something that happens in the Logic Game of a Night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum LogicInput {
    /// The ledger takes a step, or the GM is told something.
    Step {
        step: Box<LedgerStep>,
        /// The order that caused it, if one did.
        order: Option<OrderRef>,
        /// The rules that it cites.
        rules: Vec<RuleId>,
    },
    /// The outcome of an order.
    Order {
        order: OrderRef,
        /// The character that the order names as its actor.
        actor: CharacterId,
        /// The outcome.
        outcome: Outcome,
    },
}

/// Emits the Logic Game of the Night.
pub(super) fn emit_logic_game(night: &mut Night<'_>) {
    for input in build_logic_inputs(&night.war, night.agenda.plans(), night.questions.rulings()) {
        match input {
            LogicInput::Step { step, order, rules } => {
                let cause = order.map_or(Cause::Rule, Cause::Order);
                night.emit(Referee::LogicGame { step: *step }, None, cause, None, &rules);
            }
            LogicInput::Order { order, actor, outcome } => {
                night.emit(Referee::OrderOutcome { order, actor, outcome }, None, Cause::Order(order), None, &[]);
            }
        }
    }
}

/// Returns what happens in the Logic Game of the Night that has begun, in order.
pub fn build_logic_inputs(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Vec<LogicInput> {
    let logic_orders: Vec<(OrderRef, &Order<Written>)> = collect_logic_orders(plans, rulings);
    let has_due = war.logic.open_duties().any(|owed| owed.due_night <= war.night);
    if logic_orders.is_empty() && rulings.logic.is_empty() && !has_due {
        return Vec::new();
    }
    let mut writer = LedgerWriter { war: war.clone(), inputs: Vec::new() };
    let comes_first = |entry: &&LogicEntry| entry.is_posted || !entry.kind.is_judgement();
    rulings.logic.iter().filter(comes_first).for_each(|entry| writer.enter_entry(entry));
    for (reference, order) in logic_orders {
        writer.enter_order(reference, order, rulings);
    }
    rulings.logic.iter().filter(|entry| !comes_first(entry)).for_each(|entry| writer.enter_entry(entry));
    writer.penalise_missing_answers();
    writer.inputs
}

/// Returns the position with the statements that everybody has read since the last update. Orders are checked against
/// it. `None` where nothing was posted.
pub fn add_posted(before: &War, entries: &[LogicEntry]) -> Option<War> {
    if !entries.iter().any(|entry| entry.is_posted) {
        return None;
    }
    let mut war = before.clone();
    war.night = before.night.saturating_add(1);
    let mut writer = LedgerWriter { war, inputs: Vec::new() };
    // Statements that were not posted are entered only to keep their numbers.
    let keeps_number = |entry: &&LogicEntry| entry.is_posted || matches!(entry.kind, EntryKind::State { .. });
    entries.iter().filter(keeps_number).for_each(|entry| writer.enter_entry(entry));
    writer.war.night = before.night;
    Some(writer.war)
}

/// Returns every order that makes a statement, by seat and number.
fn collect_logic_orders<'p>(plans: &'p [SeatPlan], rulings: &'p Rulings) -> Vec<(OrderRef, &'p Order<Written>)> {
    let mut logic_orders: Vec<(OrderRef, &Order<Written>)> = plans
        .iter()
        .flat_map(|plan| plan.admitted(rulings).map(move |order| (plan.seat, order)))
        .filter(|(_, order)| order.body.is_logic_game_only())
        .filter_map(|(seat, order)| Some((OrderRef { seat, number: u16::try_from(order.number).ok()? }, order)))
        .collect();
    logic_orders.sort_by_key(|(reference, _)| *reference);
    logic_orders
}

/// Returns the seat that an author addresses: by its name, as the Master's seat of a team, or as the player of a
/// character (A247).
pub fn find_person(war: &War, name: &str) -> Option<SeatId> {
    let find_team_seat = || {
        let team = war.setup.teams.get(war.setup.team_named(name)?.index())?;
        war.seat_of(team.master)
    };
    war.setup.seat_named(name).or_else(find_team_seat).or_else(|| war.seat_of(war.character_named(name)?))
}

/// Writes the ledger while the statements of the Night are processed.
struct LedgerWriter {
    war: War,
    inputs: Vec<LogicInput>,
}

impl LedgerWriter {
    fn take_step(&mut self, step: LedgerStep, order: Option<OrderRef>, rules: &[RuleId]) {
        let night = self.war.night;
        self.war.logic.apply(&step, night);
        self.inputs.push(LogicInput::Step { step: Box::new(step), order, rules: rules.to_vec() });
    }

    fn reject_entry(&mut self, entry: u16, why: impl Into<String>) {
        self.take_step(LedgerStep::Moot { entry, why: why.into() }, None, &[]);
    }

    /// Enters the statements of an order.
    fn enter_order(&mut self, reference: OrderRef, order: &Order<Written>, rulings: &Rulings) {
        let Some(actor) = self.war.character_named(&order.actor.text) else { return };
        let mut outcome = Outcome::Done { branch: 1 };
        for kind in order.body.actions().map(|a| &a.kind) {
            let ActionKind::Logic(statement) = kind else { continue };
            let is_refused = || find_refusal(&build_logic_view(&self.war, Some(reference.seat)), statement).is_some();
            let why = if rulings.forbids(reference) {
                Some(Reason::Forbidden)
            } else {
                (!rulings.allows(reference) && is_refused()).then_some(Reason::NotStated)
            };
            if let Some(why) =
                why.or_else(|| (!self.enter_order_statement(reference, actor, statement)).then_some(Reason::NotStated))
            {
                outcome = Outcome::NotDone { why };
            }
        }
        self.inputs.push(LogicInput::Order { order: reference, actor, outcome });
    }

    /// Enters one statement of an order. Returns whether orders can make such a statement.
    fn enter_order_statement(
        &mut self,
        reference: OrderRef,
        actor: CharacterId,
        order_statement: &LogicStatement<Written>,
    ) -> bool {
        let author = Author::Person(reference.seat);
        let origin = Some((reference, actor));
        let (colour, text, to, reply) = match order_statement {
            LogicStatement::Red(text) => (Colour::Red, text, None, None),
            LogicStatement::Blue { addressee, text } => {
                let addressee = addressee.as_ref().and_then(|name| {
                    let person = find_person(&self.war, &name.text)?;
                    Some(Addressee { name: name.text.clone(), person })
                });
                (Colour::Blue, text, addressee, None)
            }
            LogicStatement::AnswerInRed { statement, text } => {
                (Colour::Red, text, None, Some(StatementRelation::Answers(*statement)))
            }
            LogicStatement::CounterInBlue { statement, text } => {
                (Colour::Blue, text, None, Some(StatementRelation::Counters(*statement)))
            }
            LogicStatement::Correct { statement, text } => {
                self.enter_correction(*statement, author, text, Some(reference));
                return true;
            }
            LogicStatement::Gold(_) => return false,
        };
        let statement = self.new_statement(author, colour, text, to, reply);
        self.enter_statement(statement, origin);
        true
    }

    fn new_statement(
        &self,
        author: Author,
        colour: Colour,
        text: &str,
        to: Option<Addressee>,
        reply: Option<StatementRelation>,
    ) -> Statement {
        Statement {
            number: self.war.logic.next_number(),
            night: self.war.night,
            colour,
            author,
            text: text.to_owned(),
            to,
            reply,
            with: Vec::new(),
            is_posted: false,
            correction: None,
            set_aside: None,
            duty: None,
        }
    }

    /// Enters a statement, and tells the GM of doubts about it.
    fn enter_statement(&mut self, mut statement: Statement, origin: Option<(OrderRef, CharacterId)>) {
        statement.duty = self.war.logic.duty_created_by(&statement);
        let mut rules = match (statement.colour, statement.reply) {
            (Colour::Gold, _) => vec![RuleId::R(400)],
            (Colour::Red, Some(_)) => vec![RuleId::R(387), RuleId::R(394)],
            (Colour::Red, None) => vec![RuleId::R(387)],
            (Colour::Blue, Some(_)) => vec![RuleId::R(391), RuleId::R(393)],
            (Colour::Blue, None) => vec![RuleId::R(391)],
        };
        if !statement.with.is_empty() {
            rules.push(RuleId::R(392));
        }
        if statement.to.is_some() {
            rules.push(RuleId::A(247));
        }
        let number = statement.number;
        let speaker = origin.map(|(_, actor)| actor).or_else(|| self.find_speaker(statement.author));
        let doubts = statement_doubts::doubts(&self.war, &statement, speaker);
        self.take_step(LedgerStep::Stated(statement), origin.map(|(order, _)| order), &rules);
        if !doubts.is_empty() {
            self.take_step(LedgerStep::Doubted { statement: number, doubts }, None, &[RuleId::R(388)]);
        }
    }

    /// Returns who says `I` in a statement without an actor: the Master, else the first character of the seat.
    fn find_speaker(&self, author: Author) -> Option<CharacterId> {
        let seat = author.person()?;
        let is_master = |id: &CharacterId| self.war.character(*id).mastery.is_some();
        let seat_characters = || self.war.seat_characters(seat);
        seat_characters().find(is_master).or_else(|| seat_characters().next())
    }

    /// Enters an author's correction of their own statement (R390).
    fn enter_correction(&mut self, statement: u32, by: Author, text: &str, order: Option<OrderRef>) {
        self.take_step(LedgerStep::Corrected { statement, by, text: text.to_owned() }, order, &[RuleId::R(390)]);
    }

    /// Enters an entry of `logic.yaml`.
    fn enter_entry(&mut self, entry: &LogicEntry) {
        match &entry.kind {
            EntryKind::State { author, colour, text, to, reply, with } => {
                let order_statement = as_order_statement(*colour, text, *reply);
                if let Some(why) = self.find_refusal(*author, order_statement).or_else(|| self.find_missing_basis(with))
                {
                    return self.reject_entry(entry.number, why);
                }
                let mut statement = self.new_statement(*author, *colour, text, to.clone(), *reply);
                (statement.with, statement.is_posted) = (with.clone(), entry.is_posted);
                self.enter_statement(statement, None);
            }
            EntryKind::Correct { statement, by: Author::Person(seat), text, .. } => {
                let order_statement = LogicStatement::Correct { statement: *statement, text: text.clone() };
                match self.find_refusal(Author::Person(*seat), Some(order_statement)) {
                    Some(why) => self.reject_entry(entry.number, why),
                    None => self.enter_correction(*statement, Author::Person(*seat), text, None),
                }
            }
            EntryKind::Correct { statement, by: Author::Gm, text, is_intended } => {
                self.enter_gm_correction(entry.number, *statement, text, *is_intended);
            }
            EntryKind::SetAside { statement, reason } => match self.war.logic.statement(*statement) {
                Some(found) if found.colour == Colour::Gold => {
                    self.reject_entry(entry.number, "gold is always true (R400)")
                }
                Some(found) if found.set_aside.is_some() => self.reject_entry(entry.number, "it is set aside already"),
                Some(_) => {
                    let step = LedgerStep::SetAside { statement: *statement, reason: reason.clone() };
                    self.take_step(step, None, &[RuleId::R(391), RuleId::A(248)]);
                }
                None => self.reject_entry(entry.number, format!("there is no statement {statement}")),
            },
            EntryKind::Excuse { statement, reason } => {
                if self.war.logic.open_duties().any(|owed| owed.statement == *statement) {
                    let step = LedgerStep::Excused { statement: *statement, reason: reason.clone() };
                    self.take_step(step, None, &[RuleId::R(393), RuleId::R(8)]);
                } else {
                    self.reject_entry(entry.number, format!("nobody owes an answer to statement {statement}"));
                }
            }
            EntryKind::Warn { who, reason } => {
                if self.war.logic.standing(*who).warned_on.is_some() {
                    return self.reject_entry(entry.number, "there is one warning a War, and they have had it (A249)");
                }
                let step = LedgerStep::Warned { who: *who, why: PenaltyReason::Word(reason.clone()) };
                self.take_step(step, None, &[RuleId::R(395), RuleId::R(8)]);
            }
            EntryKind::Strike { who, strikes, reason } => {
                self.enter_strikes(
                    *who,
                    *strikes,
                    PenaltyReason::Word(reason.clone()),
                    &[RuleId::R(8), RuleId::A(249)],
                );
            }
            EntryKind::Ban { who } => {
                if self.war.logic.is_banned(*who) {
                    return self.reject_entry(entry.number, "they are banned already");
                }
                self.take_step(LedgerStep::Banned { who: *who }, None, &[RuleId::R(397), RuleId::R(8)]);
            }
            EntryKind::Clear { who, reason } => {
                self.take_step(LedgerStep::Cleared { who: *who, reason: reason.clone() }, None, &[RuleId::R(8)]);
            }
            EntryKind::Out { who, out } => {
                if self.war.logic.standing(*who).takes_no_part == *out {
                    return self.reject_entry(entry.number, "that is so already");
                }
                self.take_step(LedgerStep::Out { who: *who, out: *out }, None, &[RuleId::R(386)]);
            }
        }
    }

    /// Returns why an author may not state something, in the words with which an order would be refused; `None` if they
    /// may.
    fn find_refusal(&self, author: Author, order_statement: Option<LogicStatement<Written>>) -> Option<String> {
        let seat = author.person()?;
        find_refusal(&build_logic_view(&self.war, Some(seat)), &order_statement?).map(|(_, why)| why)
    }

    /// Returns why a blue may not rest on these statements; `None` if all of them are valid red or gold (R392).
    fn find_missing_basis(&self, with: &[u32]) -> Option<String> {
        let ledger = &self.war.logic;
        let is_guaranteed = |number: &&u32| ledger.statement(**number).is_some_and(|s| ledger.is_guaranteed(s));
        let missing = with.iter().find(|number| !is_guaranteed(number))?;
        Some(format!("statement {missing} is no red or gold that stands: nothing rests on it (R392)"))
    }

    /// Enters the GM's correction of a statement. Untrue red costs its author a strike, or three (R388, R389).
    fn enter_gm_correction(&mut self, entry: u16, statement: u32, text: &str, intended: bool) {
        let Some(corrected) = self.war.logic.statement(statement) else {
            return self.reject_entry(entry, format!("there is no statement {statement}"));
        };
        let (author, colour) = (corrected.author, corrected.colour);
        match &corrected.correction {
            Some(correction) if correction.by == author => {
                return self.reject_entry(entry, "its author was first to correct it: no penalty (R390)");
            }
            Some(_) => return self.reject_entry(entry, "it is corrected already"),
            None => {}
        }
        let step = LedgerStep::Corrected { statement, by: Author::Gm, text: text.to_owned() };
        self.take_step(step, None, &[RuleId::R(388)]);
        if let (Colour::Red, Author::Person(who)) = (colour, author) {
            let (strikes, why, rule) = if intended {
                (3, PenaltyReason::Intended(statement), RuleId::R(389))
            } else {
                (1, PenaltyReason::Untrue(statement), RuleId::R(388))
            };
            self.enter_strikes(who, strikes, why, &[rule, RuleId::A(249)]);
        }
    }

    /// Enters strikes, and a ban at the third (R397–R399).
    fn enter_strikes(&mut self, who: SeatId, strikes: u32, why: PenaltyReason, rules: &[RuleId]) {
        self.take_step(LedgerStep::Struck { who, strikes, why }, None, rules);
        self.ban_if_due(who);
    }

    fn ban_if_due(&mut self, who: SeatId) {
        if self.war.logic.must_be_banned(who) {
            let rules = [RuleId::R(397), RuleId::R(398), RuleId::R(399)];
            self.take_step(LedgerStep::Banned { who }, None, &rules);
        }
    }

    /// Penalises answers that were due by this update and missing: a warning the first time, then a strike each (R395,
    /// R396).
    fn penalise_missing_answers(&mut self) {
        let night = self.war.night;
        loop {
            let Some(owed) = self.war.logic.open_duties().find(|owed| owed.due_night <= night) else { return };
            let penalty = self.war.logic.penalty_for(owed);
            let rule = if matches!(penalty, LedgerStep::Warned { .. }) { RuleId::R(395) } else { RuleId::R(396) };
            let failed_step = LedgerStep::Failed { statement: owed.statement, who: owed.debtor };
            self.take_step(failed_step, None, &[RuleId::R(394), RuleId::A(247)]);
            self.take_step(penalty, None, &[rule, RuleId::A(249)]);
            self.ban_if_due(owed.debtor);
        }
    }
}

/// Returns a statement of the GM's file as the statement of an order; `None` for gold, which no order can state.
fn as_order_statement(colour: Colour, text: &str, reply: Option<StatementRelation>) -> Option<LogicStatement<Written>> {
    let text = text.to_owned();
    match (colour, reply) {
        (Colour::Red, None) => Some(LogicStatement::Red(text)),
        (Colour::Red, Some(reply)) => Some(LogicStatement::AnswerInRed { statement: reply.target(), text }),
        (Colour::Blue, None) => Some(LogicStatement::Blue { addressee: None::<Name>, text }),
        (Colour::Blue, Some(reply)) => Some(LogicStatement::CounterInBlue { statement: reply.target(), text }),
        (Colour::Gold, _) => None,
    }
}
