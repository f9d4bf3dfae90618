//! Checks order texts against a View: the plan, its legality, and the diagnostics.
//!
//! | module | holds |
//! | --- | --- |
//! | `seat_names`, `header_and_actors`, `unclear_actors` | the names that a seat can write; the header lines, and who acts; orders that may be either's of two |
//! | `canonical_names`, `own_side` | names as the View writes them; whom words without a name mean |
//! | `action_checks`, `targets`, `split_uses`, `command`, `contract_checks`, `delay_checks`, `time_of_asking` | single orders: kinds, targets, one use on each of several targets, several skills on one target, Command Spells, contracts, delays, orders asked as a phase begins |
//! | `obeyed_words`, `taken_along`, `moves_together` | the words of "Obey me!"; who is moved by another's order, and is to stay or act elsewhere; one sentence that moves several |
//! | `condition_knowledge`, `condition_timing`, `certain_conditions` | conditions: what they may rely on, when they are asked, whether they can matter |
//! | `conflicts`, `budget`, `reversed_sequence`, `awaited_deeds`, `order_interactions` | combinations of orders: what excludes what, what a Turn can pay for, deeds of one's own that are awaited, what one order changes for another |
//! | `gifts` | items that one order gives to whoever uses them by another |
//! | `named_points` | AP that an order numbers, beside those that the letter spends; what stands below `nothing else` |
//! | `both_cases` | two orders for the two cases of one condition, of which both may be done |
//! | `partner_deeds` | what is asked of a partner's deed before it can be done |
//! | `facilities`, `place_of_use`, `before_moves`, `below_moves` | what is available only at certain locations; a location named with a skill of long reach; what is of the place that a move leaves, and what stands below it and may be meant before it |
//! | `conditions_on_several`, `conditions_on_order_above` | conditions about several people, or at an open time; conditions that refer to the order above |
//! | `pronoun_targets` | whom a pronoun means, as a target and within a condition |
//! | `pronoun_fit`, `misbound_pronouns`, `pronouns_for_either` | pronouns bound to somebody whom they do not fit, or to two people; `them` where either of two could be meant |
//! | `leaning_orders`, `outcomes` | orders that may hang on the condition or the time of the order above, or ask what has become of it; a condition that swallows an order |
//! | `pronouns_over_sentences` | a pronoun that means somebody of its own sentence or of the one before |
//! | `dropped_words` | words that the tree does not keep: whose item, bought for whom, because of whom |
//! | `asked_once` | conditions that are asked once, in words that let them hold on: `as long as`, `unless he dies` |
//! | `lost_additions`, `unclear_endings`, `written_times` | `also`, `too`, `as well` that add to nothing; what stands behind an `otherwise`; a time beside a condition that is met at another |
//! | `lossy_suggestions` | suggested lines that would lose something of their order |
//! | `phrases` | phrases in the words of an order, for those that ask about words |
//! | `if_possible` | `if possible` before a part of an order |
//! | `unclear_amounts` | words that leave open how many are meant, or whom |
//! | `unclear_replacements`, `waiting_replacements` | orders on a condition that may be meant in the place of those above; `instead` behind an order that waits |
//! | `definite_groups` | `the enemy Servant`, of several |
//! | `ambiguous_orders`, `ambiguous_words` | ambiguous orders: one of several or all of them, whom words mean, which orders are called off |
//! | `logic_statements` | statements of the Logic Game |
//! | `last_seen` | where the targets of an order were last seen |
//! | `plan`, `order_receipt` | the plan as understood, and the answer to the player |
//!
//! All checks are methods of one checker. `grail check`, the receipt and the Night all call [`check`], which sees only
//! the seat's own [`View`]. Its diagnostics therefore cannot depend on what the seat does not know. Orders with an
//! error are left out of the plan; the others stand (A235). Anything that only the Night can settle is never an error.

mod action_checks;
mod ambiguous_orders;
mod ambiguous_words;
mod asked_once;
mod awaited_deeds;
mod before_moves;
mod below_moves;
mod both_cases;
mod budget;
mod canonical_names;
mod certain_conditions;
mod command;
mod condition_knowledge;
mod condition_timing;
mod conditions_on_order_above;
mod conditions_on_several;
mod conflicts;
mod contract_checks;
mod definite_groups;
mod delay_checks;
mod dropped_words;
mod facilities;
mod gifts;
mod header_and_actors;
mod if_possible;
mod last_seen;
mod leaning_orders;
pub mod logic_statements;
mod lossy_suggestions;
mod lost_additions;
mod misbound_pronouns;
mod moves_together;
mod named_points;
pub(crate) mod obeyed_words;
mod order_interactions;
pub mod order_receipt;
mod outcomes;
mod own_side;
mod partner_deeds;
mod phrases;
mod place_of_use;
pub mod plan;
mod pronoun_fit;
mod pronoun_targets;
mod pronouns_for_either;
mod pronouns_over_sentences;
mod reversed_sequence;
mod seat_names;
mod split_uses;
mod taken_along;
mod targets;
mod time_of_asking;
mod unclear_actors;
mod unclear_amounts;
mod unclear_endings;
mod unclear_replacements;
mod waiting_replacements;
mod written_times;

pub(crate) use before_moves::leads_elsewhere;
pub(crate) use condition_timing::keeps_to_first_round;

use crate::language::codes;
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::name_book::NameBook;
use crate::language::order::{ActionKind, Branch, ContractStep, Header, LogicStatement, Order, Target};
use crate::language::orders::{FaultyOrder, NamedReading, parse};
use crate::language::span::{Source, Span};
use crate::perception::view::{OwnCharacter, View};

pub use action_checks::planned_phase;
pub use canonical_names::SERVICES;
pub use seat_names::name_book;

/// A checked order file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFile {
    /// The values of the header lines.
    pub header: Header,
    /// The orders without an error, in file order, with the View's names.
    pub plan: Vec<Order<Written>>,
    /// The orders that could be read but have an error. The GM may still allow one (R008).
    pub refused: Vec<Order<Written>>,
    /// Every order with a number and an error, whether or not it could be read.
    pub faulty: Vec<FaultyOrder>,
    /// The number of orders in the file, including those that could not be read.
    pub count: usize,
    /// The diagnostics, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedFile {
    /// Whether the header is for another War, Night, team or seat, so that nothing in the file counts.
    pub fn is_misdirected(&self) -> bool {
        const HEADER: [&str; 4] = [codes::OTHER_WAR, codes::OTHER_NIGHT, codes::OTHER_TEAM, codes::WRONG_TOKEN];
        self.diagnostics.iter().any(|d| HEADER.contains(&d.code))
    }

    /// Whether there is any error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Whether the Night carries out a kind of order. Gold text is the GM's alone (R400), and a partner posts by sending
/// the other's orders, not by saying so (A233).
pub const fn is_carried_out(kind: &ActionKind<Written>) -> bool {
    !matches!(kind, ActionKind::Logic(LogicStatement::Gold(_)) | ActionKind::PartnerPosts(_))
}

/// Parses an order file and checks it against what the seat knows.
pub fn check(source: &Source, view: &View) -> CheckedFile {
    check_with(source, view, true)
}

/// Checks an order file. With `cures`, also looks for a line that would resolve a warning about a condition's time
/// (A254).
fn check_with(source: &Source, view: &View, cures: bool) -> CheckedFile {
    let names = name_book(view);
    let mut parsed = parse(source, &names);
    let diagnostics = std::mem::take(&mut parsed.diagnostics);
    let mut checker = Checker::new(source, view, &names, &parsed.orders);
    checker.diagnostics = diagnostics;
    checker.suggests_cures = cures;
    checker.check_header(&parsed.header);
    let (mut orders, mut faulty) = (Vec::new(), std::mem::take(&mut parsed.unread));
    let mut strangers: Vec<Name> = Vec::new();
    for order in &parsed.orders {
        let Some(actor) = checker.find_actor(&order.actor, order.body.is_logic_game_only(), &mut strangers) else {
            faulty.push(faulty_order(order));
            continue;
        };
        let named_reading = parsed.named_readings.iter().find(|reading| reading.order.number == order.number);
        let mut checked = checker.check_readings(order, named_reading, actor, &orders);
        checker.check_times(&mut checked, actor, &orders);
        orders.push(checked);
    }
    checker.delay_uses_to_gifts(&mut orders);
    checker.reject_own_deed_conditions(&orders);
    view.own.iter().for_each(|own_character| checker.check_orders_of(own_character, &orders));
    checker.reject_forbidden_by_command(&orders);
    checker.check_taken_along(&orders);
    checker.check_moves_together(&orders);
    checker.drop_copies_of_faulty(&orders);
    checker.reject_partner_deeds_asked_early(&orders);
    checker.mark_orders_before_moves(&mut orders);
    checker.warn_of_unordered_deeds(&orders);
    checker.reject_unclear_actors(&orders);
    checker.note_orders_below(&strangers, &parsed.orders);
    checker.warn_below_refused_moves(&orders, &faulty);
    let Checker { mut diagnostics, faulty: numbers, .. } = checker;
    diagnostics.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    diagnostics.dedup();
    let spans: Vec<Span> = orders.iter().map(|order| order.span).chain(faulty.iter().map(|order| order.span)).collect();
    lossy_suggestions::drop_lossy_suggestions(&mut diagnostics, &spans, &names, &source.text);
    let (refused, plan): (Vec<_>, Vec<_>) = orders.into_iter().partition(|order| numbers.contains(&order.number));
    faulty.extend(refused.iter().map(faulty_order));
    faulty.sort_by_key(|order| order.number);
    for order in &mut faulty {
        let own_character = view.own.iter().find(|own| canonical_names::same_name(&own.name, &order.actor));
        own_character.into_iter().for_each(|own_character| order.actor.clone_from(&own_character.name));
    }
    CheckedFile { header: parsed.header, plan, refused, faulty, count: parsed.count, diagnostics }
}

/// Whether the second reading of an order is kept. If a fault remains in it, it is better only if it resolves an
/// ambiguous pronoun, or says which two a pronoun could mean where the first finds nobody.
fn is_better_reading(first: &[Diagnostic], second: &[Diagnostic]) -> bool {
    let is_ambiguous_pronoun = |diagnostic: &Diagnostic| {
        diagnostic.is_error() && [codes::WHOM, codes::NOBODY_MEANT].contains(&diagnostic.code)
    };
    let resolves_pronoun = !second.iter().any(is_ambiguous_pronoun) && first.iter().any(is_ambiguous_pronoun);
    let has = |diagnostics: &[Diagnostic], code: &str| diagnostics.iter().any(|d| d.is_error() && d.code == code);
    let finds_two = has(first, codes::NOBODY_MEANT) && !has(second, codes::NOBODY_MEANT) && has(second, codes::WHOM);
    resolves_pronoun || finds_two || !second.iter().any(Diagnostic::is_error)
}

fn faulty_order(order: &Order<Written>) -> FaultyOrder {
    let is_move = order.body.branches.iter().all(Branch::moves);
    FaultyOrder { number: order.number, actor: order.actor.text.clone(), span: order.span, is_move }
}

/// The state of a check.
struct Checker<'a> {
    view: &'a View,
    names: &'a NameBook,
    diagnostics: Vec<Diagnostic>,
    /// The numbers of the orders that have an error.
    faulty: Vec<usize>,
    /// Whether some order moves somebody before the Movement Phase. Then only the Night can tell where a move starts.
    somebody_warps: bool,
    /// The items that some order buys or picks up, or that a partner holds.
    acquired: Vec<String>,
    /// The Servants whom some order would contract; they may belong to the Master by the time of the order.
    servants_to_contract: Vec<String>,
    /// Whether the current order has a condition. Then only the Night can tell where its actor will be, and whose
    /// Servant somebody will be.
    is_conditional: bool,
    /// The characters who are unconditionally commanded into Spirit Form.
    sent_to_spirit_form: Vec<String>,
    /// The characters who may leave Spirit Form before they act.
    may_leave_spirit_form: Vec<String>,
    /// Each scouting character with the location.
    scouts: Vec<(String, String)>,
    /// Each moving character with the destination.
    moves: Vec<(String, String)>,
    /// Whether lines that would resolve a warning are looked for; `false` while one is tried.
    suggests_cures: bool,
    /// The text of the file.
    text: &'a str,
}

/// Whether a skill, item or Command Spell of these orders may move somebody elsewhere.
fn may_bring_somebody(orders: &[Order<Written>]) -> bool {
    orders.iter().flat_map(|o| &o.body.branches).flat_map(|b| &b.actions).any(|a| match &a.kind {
        ActionKind::Use { destination, targets, .. } => {
            destination.is_some() || targets.iter().any(|t| matches!(t, Target::Location(_)))
        }
        ActionKind::Command { spell, .. } => canonical_names::same_name(&spell.text, "Summon!"),
        ActionKind::Request { to, .. } => to.is_some(),
        _ => false,
    })
}

/// The items that these orders buy or pick up, and those that one of the seat's characters holds and hands on.
fn acquired_items(orders: &[Order<Written>], view: &View) -> Vec<String> {
    let kinds = orders.iter().flat_map(|o| &o.body.branches).flat_map(|b| &b.actions).map(|a| &a.kind);
    kinds
        .filter_map(|kind| match kind {
            ActionKind::Buy { item, .. } | ActionKind::PickUp(item) => Some(item.text.clone()),
            ActionKind::Give { item, .. } => is_held_by_seat(view, item).then(|| item.text.clone()),
            _ => None,
        })
        .collect()
}

/// Each actor with the location of an action, for the actions for which `location_of` returns one.
fn destinations_by_actor(
    orders: &[Order<Written>],
    location_of: impl Fn(&ActionKind<Written>) -> Option<&Name>,
) -> Vec<(String, String)> {
    let actions_by_actor =
        orders.iter().flat_map(|order| order.body.actions().map(|action| (&order.actor.text, &action.kind)));
    actions_by_actor.filter_map(|(who, kind)| Some((who.clone(), location_of(kind)?.text.clone()))).collect()
}

/// The Servants whom these orders would contract.
fn servants_to_contract(orders: &[Order<Written>]) -> Vec<String> {
    let kinds = orders.iter().flat_map(|o| &o.body.branches).flat_map(|b| &b.actions).map(|a| &a.kind);
    kinds
        .filter_map(|kind| match kind {
            ActionKind::Contract(
                ContractStep::Make | ContractStep::Reestablish | ContractStep::Force,
                Who::Named(name),
            ) => Some(name.text.clone()),
            _ => None,
        })
        .collect()
}

fn is_held_by_seat(view: &View, item: &Name) -> bool {
    view.own.iter().flat_map(|own| &own.items).any(|held| canonical_names::same_name(held, &item.text))
}

impl<'a> Checker<'a> {
    /// A checker of these orders that has checked nothing yet.
    fn new(source: &'a Source, view: &'a View, names: &'a NameBook, orders: &[Order<Written>]) -> Checker<'a> {
        Checker {
            view,
            names,
            diagnostics: Vec::new(),
            faulty: Vec::new(),
            somebody_warps: may_bring_somebody(orders),
            acquired: acquired_items(orders, view),
            servants_to_contract: servants_to_contract(orders),
            is_conditional: false,
            sent_to_spirit_form: conflicts::find_sent_to_spirit_form(orders, &view.own),
            may_leave_spirit_form: conflicts::find_leaving_spirit_form(orders, view),
            scouts: destinations_by_actor(orders, |kind| {
                if let ActionKind::Scout(location) = kind { Some(location) } else { None }
            }),
            moves: destinations_by_actor(orders, |kind| {
                if let ActionKind::Move(location) = kind { Some(location) } else { None }
            }),
            suggests_cures: true,
            text: &source.text,
        }
    }

    /// The words of an order.
    fn words_of(&self, order: &Order<Written>) -> &'a str {
        self.text.get(order.span.range()).unwrap_or_default()
    }

    /// Whether an error was found after the first `count` diagnostics.
    fn has_error_after(&self, count: usize) -> bool {
        self.diagnostics.iter().skip(count).any(Diagnostic::is_error)
    }

    fn push_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn push_error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn push_warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::warning(code, span, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Checks an order as it was read, and where that has an error, as it may be read besides: with names in the place
    /// of its pronouns, or as one use on each of several targets. Returns the reading that is kept.
    fn check_readings(
        &mut self,
        order: &Order<Written>,
        named_reading: Option<&NamedReading>,
        actor: &OwnCharacter,
        above: &[Order<Written>],
    ) -> Order<Written> {
        let diagnostics_before = self.diagnostics.len();
        let words = self.words_of(order);
        let mut kept = self.check_order(order, words, actor, above);
        if !self.has_error_after(diagnostics_before) {
            if let Some(named_reading) = named_reading {
                self.reject_second_antecedent(&kept, &named_reading.order);
            }
        } else if let Some((other, words)) = self.other_reading(order, named_reading, actor, diagnostics_before) {
            let first_diagnostics = self.diagnostics.split_off(diagnostics_before);
            let rechecked = self.check_order(&other, words, actor, above);
            let second_diagnostics = self.diagnostics.get(diagnostics_before..).unwrap_or_default();
            if is_better_reading(&first_diagnostics, second_diagnostics) {
                kept = rechecked;
            } else {
                self.diagnostics.truncate(diagnostics_before);
                self.diagnostics.extend(first_diagnostics);
            }
        }
        if self.has_error_after(diagnostics_before) {
            self.faulty.push(order.number);
        }
        kept
    }

    /// Another reading of an order whose first one has errors, with its words.
    fn other_reading<'w>(
        &self,
        order: &Order<Written>,
        named_reading: Option<&'w NamedReading>,
        actor: &OwnCharacter,
        diagnostics_before: usize,
    ) -> Option<(Order<Written>, &'w str)>
    where
        'a: 'w,
    {
        if let Some(named_reading) = named_reading {
            return Some((named_reading.order.clone(), &named_reading.text));
        }
        let has_error = |code: &str| {
            self.diagnostics.iter().skip(diagnostics_before).any(|error| error.is_error() && error.code == code)
        };
        let split_by_target = || {
            let is_asked = has_error(codes::TOO_MANY_TARGETS);
            is_asked.then(|| split_uses::split_by_target(order, self.words_of(order), actor)).flatten()
        };
        let share_target = || {
            let is_asked = has_error(codes::TARGET_MISSING);
            is_asked.then(|| split_uses::share_next_target(order, self.words_of(order), actor)).flatten()
        };
        split_by_target().or_else(share_target).map(|other| (other, self.words_of(order)))
    }

    /// Reports what a sound order may ask or do at another time than its author thinks.
    fn check_times(&mut self, order: &mut Order<Written>, actor: &OwnCharacter, above: &[Order<Written>]) {
        if self.faulty.contains(&order.number) {
            return;
        }
        if !self.is_asked_by_another(order) {
            self.warn_of_certain_conditions(order, actor);
        }
        self.report_reversed_sequence(order, actor);
        if let Some(order_above) = above.last() {
            self.warn_asked_before_attack(order_above, order, actor);
            self.report_reversed_then(order_above, order, self.words_of(order), actor);
        }
        self.sort_by_phase(order, actor);
    }

    /// Checks all sound orders of one character together.
    fn check_orders_of(&mut self, own_character: &OwnCharacter, orders: &[Order<Written>]) {
        let is_sound =
            |order: &&Order<Written>| order.actor.text == own_character.name && !self.faulty.contains(&order.number);
        let own_orders: Vec<&Order<Written>> = orders.iter().filter(is_sound).collect();
        self.reject_misnumbered_points(&own_orders, own_character);
        self.check_turn(&own_orders, own_character);
        own_orders.iter().for_each(|order| self.check_gone_targets(order, own_character));
        own_orders.iter().for_each(|order| self.warn_of_late_pursuit(order));
        own_orders.iter().for_each(|order| self.reject_use_before_gift(order, own_character, orders));
        self.warn_below_conditional_move(&own_orders, own_character);
        self.warn_of_targets_left_behind(&own_orders, own_character);
        self.warn_of_neighbours(&own_orders, own_character);
        self.reject_here_before_warp(&own_orders, own_character);
        self.reject_below_use_that_leads(&own_orders, own_character);
        self.reject_here_below_flight(&own_orders, own_character);
        self.reject_here_of_words_before_move(&own_orders, own_character);
        self.warn_of_both_cases(&own_orders);
        let text = self.text;
        let words = |order: &Order<Written>| text.get(order.span.range()).unwrap_or_default().to_owned();
        self.reject_calling_off(&own_orders, words);
        self.reject_unclear_replacements(&own_orders, words);
        self.reject_early_last_point(&own_orders, own_character);
        self.reject_use_beside_restriction(&own_orders);
        self.reject_sending_along(&own_orders, own_character);
        self.reject_if_possible(&own_orders, words);
    }

    /// Checks one order by itself and returns it with the View's names.
    fn check_order(
        &mut self,
        order: &Order<Written>,
        words: &str,
        actor: &OwnCharacter,
        above: &[Order<Written>],
    ) -> Order<Written> {
        let diagnostics_before = self.diagnostics.len();
        let mut bound = canonical_names::canonical_order(order, actor, self);
        canonical_names::read_died_as_dead(&mut bound, words);
        self.delay_to_time_of_asking(&mut bound, actor);
        self.delay_purchases_to_arrival(&mut bound, actor);
        self.narrow_targets(&mut bound, actor);
        self.narrow_attack_conditions(&mut bound, actor);
        let diagnostics_after_binding = self.diagnostics.len();
        self.is_conditional = bound.body.is_conditional();
        self.check_knowledge(&bound, words, actor);
        if self.is_asked_by_another(&bound) {
            // What its conditions may rest on is said of whoever asks.
            let said = self.diagnostics.split_off(diagnostics_after_binding);
            self.diagnostics.extend(said.into_iter().filter(Diagnostic::is_error));
        }
        self.reject_help_for_everyone(&bound, words, actor);
        if self.reject_preference_sign(&bound, self.words_of(order)) {
            return bound;
        }
        self.check_actions(&bound, actor);
        self.suggest_line_of_master(&bound, actor);
        if !self.has_error_after(diagnostics_before) {
            self.reject_ambiguous_servant(&bound, words, actor);
            self.check_location_of_use(&bound, words, actor);
            self.warn_of_attack_elsewhere(&bound, actor);
            self.reject_one_or_all(&bound, words, actor);
            self.reject_ambiguous_several(&bound);
            self.reject_ambiguous_time(&bound, words);
            self.reject_misread_words(&bound, words);
            self.reject_unfit_pronouns(&bound, words);
            self.reject_give_or_use(&bound, words);
            self.reject_stay_when_taken(&bound, actor);
            self.reject_choice_before_arrival(&bound);
            self.reject_move_asked_at_another_time(&bound, words);
            self.reject_declaration_before_arrival(&bound, actor);
            self.reject_ambiguous_denial(&bound, words);
            self.reject_use_elsewhere(&bound, words, actor);
            self.reject_time_before_move(&bound, words, actor);
            self.check_pronouns_in_conditions(&bound);
            self.reject_name_within_group(&bound);
            self.reject_partial_exception(&bound);
            self.reject_unclear_amounts(&bound);
            self.reject_condition_asked_once(&bound, words, actor);
            // The player's own words: a second reading has names in the place of their pronouns.
            let own_words = self.words_of(order);
            self.reject_dropped_words(&bound, own_words, actor);
            self.reject_uncounted_plural(&bound, own_words);
            self.reject_pronouns_for_either(&bound, own_words, actor);
            self.reject_them_of_list(&bound, own_words, actor);
            self.reject_misbound_pronouns(&bound, (words, own_words), actor);
            self.reject_that_one_of_two(&bound, own_words);
            self.reject_definite_group(&bound, own_words);
            self.bind_awaited_pronouns(&mut bound, own_words);
            self.reject_unclear_endings(&bound, own_words, actor);
            self.reject_lost_additions(&bound, own_words, above);
            self.reject_waiting_replacements(&bound, own_words);
            self.reject_unkept_times(&bound, own_words, actor);
            self.check_obeyed_words(&mut bound, own_words, actor);
            self.reject_everyone_who_does(&bound);
            self.reject_count_of_each_time(&bound);
            if let Some(above) = above.last() {
                self.reject_ambiguous_then(above, &bound, own_words, actor);
                self.reject_asked_before_order_above(above, &bound, words, actor);
                if !self.has_error_after(diagnostics_before) {
                    self.reject_leaning_order(above, &bound, own_words);
                    self.reject_pronoun_over_sentences(above, &bound, own_words);
                }
            }
            self.reject_swallowed_order(&bound, own_words, actor);
            self.reject_pronoun_of_us(&bound, own_words);
            self.reject_answer_of_another(&bound, own_words);
            self.reject_lost_first_condition(&bound, own_words);
            self.reject_open_place_below_move(&bound, own_words);
            self.reject_survival(above.last(), &bound, own_words, actor);
        }
        self.drop_follow_ups(diagnostics_before, diagnostics_after_binding);
        bound
    }

    /// Drops later diagnostics about a name that is unknown, because they have the same cause. Only an error counts as
    /// a cause.
    fn drop_follow_ups(&mut self, diagnostics_before: usize, diagnostics_after_binding: usize) {
        let later = self.diagnostics.split_off(diagnostics_after_binding);
        let names = self.diagnostics.get(diagnostics_before..).unwrap_or_default();
        let remaining: Vec<_> = later
            .into_iter()
            .filter(|d| !names.iter().any(|name_error| name_error.is_error() && name_error.span == d.span))
            .collect();
        self.diagnostics.extend(remaining);
    }
}
