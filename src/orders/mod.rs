//! Checks order texts against a View: the plan, its legality, and the diagnostics.
//!
//! | module | holds |
//! | --- | --- |
//! | `canonical_names`, `own_side` | names as the View writes them; whom words without a name mean |
//! | `action_checks`, `targets`, `split_uses`, `command`, `contract_checks`, `delay_checks` | single orders: kinds, targets, one use on each of several targets, several skills on one target, Command Spells, contracts, delays |
//! | `condition_knowledge`, `condition_timing`, `certain_conditions` | conditions: what they may rely on, when they are asked, whether they can matter |
//! | `conflicts`, `budget`, `reversed_sequence`, `awaited_deeds`, `order_interactions` | combinations of orders: what excludes what, what a Turn can pay for, deeds of one's own that are awaited, what one order changes for another |
//! | `facilities`, `place_of_use` | what is available only at certain locations; a location named with a skill of long reach |
//! | `conditions_on_several`, `conditions_on_order_above` | conditions about several people, or at an open time; conditions that refer to the order above |
//! | `pronoun_fit` | pronouns bound to somebody of the other sex, or to two people |
//! | `asked_once` | conditions that are asked once, in words that let them hold on: `as long as`, `unless he dies` |
//! | `if_possible` | `if possible` before a part of an order |
//! | `unclear_amounts` | words that leave open how many are meant, or whom |
//! | `unclear_replacements` | orders on a condition that may be meant in the place of those above |
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
mod delay_checks;
mod facilities;
mod if_possible;
mod last_seen;
pub mod logic_statements;
mod order_interactions;
pub mod order_receipt;
mod own_side;
mod place_of_use;
pub mod plan;
mod pronoun_fit;
mod reversed_sequence;
mod split_uses;
mod targets;
mod unclear_amounts;
mod unclear_replacements;

use crate::language::codes;
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::name_book::{NameBook, NameKind};
use crate::language::order::{ActionKind, ContractStep, Header, LogicStatement, Order, Target};
use crate::language::orders::{FaultyOrder, parse};
use crate::language::span::{Source, Span};
use crate::perception::view::{OwnCharacter, SkillCard, View};
use crate::sheet::SheetKind;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::collapse_whitespace;

pub use action_checks::planned_phase;
pub use canonical_names::SERVICES;

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

/// Each name of a skill or an item, with the phase of its use; empty if it has no phase.
fn named_phases(card: &SkillCard) -> impl Iterator<Item = (&String, Phase)> {
    card.names.iter().zip(card.phase.iter().copied().cycle())
}

/// The names a seat may write without quotes.
pub fn name_book(view: &View) -> NameBook {
    let mut names = NameBook::new();
    for own in &view.own {
        names.add(&own.name, NameKind::Own);
        for name in own.skills.iter().flat_map(|card| &card.names) {
            names.add(name, NameKind::Skill);
        }
        let harmless = own.skills.iter().filter(|card| card.damage.is_none()).flat_map(|card| &card.names);
        harmless.for_each(|name| names.set_harmless(name));
        let basic = own.skills.iter().filter(|card| card.is_basic_attack).flat_map(|card| &card.names);
        basic.for_each(|name| names.set_basic_attack(name));
        for card in &own.skills {
            card.names.iter().for_each(|name| names.set_points(name, card.cost.ap, card.cost.sp));
        }
        for (name, phase) in own.skills.iter().flat_map(named_phases) {
            names.set_phase(name, phase);
        }
        own.items.iter().for_each(|name| names.add(name, NameKind::Item));
        names.set_items(&own.name, &own.items);
        own.active.iter().for_each(|name| names.add(name, NameKind::Skill));
        let partners = own.master.iter().chain(&own.servants);
        partners.for_each(|name| names.add(name, NameKind::Character));
    }
    view.known.iter().for_each(|known| names.add(&known.name, NameKind::Character));
    view.locations.iter().for_each(|location| names.add(&location.name, NameKind::Location));
    for location in &view.locations {
        let is_unique_facility = |facility: &&String| {
            view.locations.iter().filter(|other| other.facility.as_ref() == Some(*facility)).count() == 1
        };
        // `Visit the Fancy Mansion` means the facility, not its location.
        if let Some(facility) =
            location.facility.as_ref().filter(is_unique_facility).filter(|facility| !facility.ends_with("mansion"))
        {
            names.add_alias(&facility.replace('-', " "), &location.name, NameKind::Location);
            if facility == "igm-office" {
                names.add_alias("IGM's office", &location.name, NameKind::Location);
                names.add_alias("office of the IGM", &location.name, NameKind::Location);
            }
        }
    }
    view.seen_skills.iter().for_each(|name| names.add(name, NameKind::Skill));
    for (cards, kind) in [(&view.command_spells, NameKind::CommandSpell), (&view.items, NameKind::Item)] {
        cards.iter().flat_map(|card| &card.names).for_each(|name| names.add(name, kind));
    }
    for (name, phase) in view.items.iter().flat_map(named_phases) {
        names.set_phase(name, phase);
    }
    view.teams.iter().for_each(|name| names.add(name, NameKind::Team));
    SERVICES.iter().for_each(|name| names.add(name, NameKind::Service));
    // With or without the exclamation mark.
    for name in view.command_spells.iter().flat_map(|card| &card.names) {
        names.add_alias(name.trim_end_matches('!'), name, NameKind::CommandSpell);
    }
    names.add_shortenings();
    for card in &view.items {
        card.price.into_iter().for_each(|price| card.names.iter().for_each(|name| names.set_price(name, price)));
    }
    let own = view.own.iter().map(|own| (&own.name, own.sex));
    let known = view.known.iter().map(|known| (&known.name, known.sex));
    own.chain(known).filter_map(|(name, sex)| Some((name, sex?))).for_each(|(name, sex)| names.set_sex(name, sex));
    names.set_living(view.own.iter().filter(|own| own.is_alive).map(|own| own.name.clone()).collect());
    // The view may not show everybody's kind, and does not show who is an ally.
    let all_kinds_known = view.known.iter().all(|known| known.is_dead || known.kind.is_some());
    if all_kinds_known && view.own.iter().all(|own| own.allies.is_empty() && own.ceasefires.is_empty()) {
        let living = |kind: SheetKind| {
            let known = view.known.iter().filter(move |known| !known.is_dead && known.kind == Some(kind));
            known.map(|known| known.name.clone()).collect()
        };
        names.set_opponents(living(SheetKind::Master), living(SheetKind::Servant));
    }
    for known in &view.known {
        known.team.iter().for_each(|team| names.set_team_of(&known.name, team));
    }
    if let [home] = view.homes.as_slice() {
        names.set_home(home);
    }
    names
}

/// Parses an order file and checks it against what the seat knows.
pub fn check(source: &Source, view: &View) -> CheckedFile {
    check_with(source, view, true)
}

/// Checks an order file. With `cures`, also looks for a line that would resolve a warning about a condition's time
/// (A254).
fn check_with(source: &Source, view: &View, cures: bool) -> CheckedFile {
    let names = name_book(view);
    let parsed = parse(source, &names);
    let mut checker = Checker {
        view,
        names: &names,
        diagnostics: parsed.diagnostics,
        faulty: Vec::new(),
        somebody_warps: may_bring_somebody(&parsed.orders),
        acquired: acquired_items(&parsed.orders, view),
        servants_to_contract: servants_to_contract(&parsed.orders),
        is_conditional: false,
        sent_to_spirit_form: conflicts::find_sent_to_spirit_form(&parsed.orders, &view.own),
        may_leave_spirit_form: conflicts::find_leaving_spirit_form(&parsed.orders),
        scouts: destinations_by_actor(&parsed.orders, |kind| {
            if let ActionKind::Scout(location) = kind { Some(location) } else { None }
        }),
        moves: destinations_by_actor(&parsed.orders, |kind| {
            if let ActionKind::Move(location) = kind { Some(location) } else { None }
        }),
        suggests_cures: cures,
        text: &source.text,
    };
    checker.check_header(&parsed.header);
    let (mut orders, mut faulty) = (Vec::new(), parsed.unread);
    let mut strangers: Vec<Name> = Vec::new();
    for order in &parsed.orders {
        let is_spoken = order.body.is_logic_game_only();
        let Some(actor) = checker.find_actor(&order.actor, is_spoken, &mut strangers) else {
            faulty.push(faulty_order(order));
            continue;
        };
        let diagnostics_before = checker.diagnostics.len();
        let order_text = source.text.get(order.span.range()).unwrap_or_default();
        let mut bound = checker.check_order(order, order_text, actor, &orders);
        // A reading with names resolves ambiguous pronouns. A skill with one target is used on each of several targets.
        let errors = checker.diagnostics.iter().skip(diagnostics_before).filter(|d| d.is_error());
        let too_many = errors.clone().any(|d| d.code == codes::TOO_MANY_TARGETS);
        let no_target = errors.clone().any(|d| d.code == codes::TARGET_MISSING);
        let error_count = errors.count();
        let in_names = parsed.named_readings.iter().find(|named_reading| named_reading.order.number == order.number);
        let in_names = in_names.map(|named_reading| (named_reading.order.clone(), named_reading.text.as_str()));
        if let Some((other, _)) = &in_names
            && !checker.diagnostics.iter().skip(diagnostics_before).any(Diagnostic::is_error)
        {
            checker.reject_second_antecedent(&bound, other);
        }
        let split_by_target = || {
            split_uses::split_by_target(order, order_text, actor)
                .filter(|_| too_many)
                .map(|parted| (parted, order_text))
        };
        let share_target = || {
            split_uses::share_next_target(order, order_text, actor)
                .filter(|_| no_target)
                .map(|aimed| (aimed, order_text))
        };
        let alternative = (error_count > 0).then(|| in_names.or_else(split_by_target).or_else(share_target)).flatten();
        if let Some((other, words)) = alternative {
            let first_diagnostics = checker.diagnostics.split_off(diagnostics_before);
            let rechecked = checker.check_order(&other, words, actor, &orders);
            // If a fault remains, the reading with names is kept only if it resolves an ambiguous pronoun.
            let is_ambiguous_pronoun = |diagnostic: &Diagnostic| {
                diagnostic.is_error() && [codes::WHOM, codes::NOBODY_MEANT].contains(&diagnostic.code)
            };
            let mut second_diagnostics = checker.diagnostics.iter().skip(diagnostics_before);
            if second_diagnostics.clone().any(Diagnostic::is_error)
                && (second_diagnostics.any(is_ambiguous_pronoun) || !first_diagnostics.iter().any(is_ambiguous_pronoun))
            {
                checker.diagnostics.truncate(diagnostics_before);
                checker.diagnostics.extend(first_diagnostics);
            } else {
                bound = rechecked;
            }
        }
        if checker.diagnostics.iter().skip(diagnostics_before).any(Diagnostic::is_error) {
            checker.faulty.push(order.number);
        } else {
            checker.warn_of_certain_conditions(&bound, actor);
            checker.report_reversed_sequence(&bound, actor);
            if let Some(order_above) = orders.last() {
                let words = source.text.get(bound.span.range()).unwrap_or_default();
                checker.warn_asked_before_attack(order_above, &bound, actor);
                checker.report_reversed_then(order_above, &bound, words, actor);
            }
            checker.sort_by_phase(&mut bound, actor);
        }
        orders.push(bound);
    }
    checker.reject_own_deed_conditions(&orders);
    for own_character in &view.own {
        let own_orders: Vec<_> = orders
            .iter()
            .filter(|o| o.actor.text == own_character.name && !checker.faulty.contains(&o.number))
            .collect();
        checker.check_turn(&own_orders, own_character);
        own_orders.iter().for_each(|order| checker.warn_of_gone_targets(order, own_character));
        own_orders.iter().for_each(|order| checker.warn_of_late_pursuit(order));
        checker.warn_below_conditional_move(&own_orders, own_character);
        checker.warn_of_targets_left_behind(&own_orders, own_character);
        checker.warn_of_neighbours(&own_orders, own_character);
        let words = |order: &Order<Written>| source.text.get(order.span.range()).unwrap_or_default().to_owned();
        checker.reject_calling_off(&own_orders, words);
        checker.reject_unclear_replacements(&own_orders, words);
        checker.reject_early_last_point(&own_orders, own_character);
        checker.reject_sending_along(&own_orders, own_character);
        checker.reject_if_possible(&own_orders, words);
    }
    checker.warn_of_unordered_deeds(&orders);
    let Checker { mut diagnostics, faulty: numbers, .. } = checker;
    let (refused, plan): (Vec<_>, Vec<_>) = orders.into_iter().partition(|order| numbers.contains(&order.number));
    faulty.extend(refused.iter().map(faulty_order));
    faulty.sort_by_key(|order| order.number);
    for order in &mut faulty {
        let own_character =
            view.own.iter().find(|own_character| canonical_names::same_name(&own_character.name, &order.actor));
        own_character.into_iter().for_each(|own_character| order.actor.clone_from(&own_character.name));
    }
    for (name, orders) in orders_below_strangers(&parsed.orders, &strangers) {
        const NOBODY: [&str; 2] = [codes::UNKNOWN_ACTOR, codes::DEAD_ACTOR];
        let diagnostic = diagnostics.iter_mut().find(|d| NOBODY.contains(&d.code) && d.span == name.span);
        if let Some(diagnostic) = diagnostic {
            let quote = |order: &&Order<Written>| {
                let words = source.text.get(order.span.range()).unwrap_or_default();
                format!("`{}`", collapse_whitespace(words))
            };
            let quotes: Vec<String> = orders.iter().map(quote).collect();
            diagnostic.notes.push(match quotes.as_slice() {
                [quote_of_one] => format!("the order below it is not carried out: {quote_of_one}"),
                quotes => format!("none of the {} orders below it is carried out: {}", quotes.len(), quotes.join(", ")),
            });
        }
    }
    diagnostics.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    diagnostics.dedup();
    CheckedFile { header: parsed.header, plan, refused, faulty, count: parsed.count, diagnostics }
}

fn faulty_order(order: &Order<Written>) -> FaultyOrder {
    FaultyOrder { number: order.number, actor: order.actor.text.clone(), span: order.span }
}

/// Each heading that names nobody of the seat who could act, with the orders below it.
fn orders_below_strangers<'o>(
    orders: &'o [Order<Written>],
    strangers: &'o [Name],
) -> impl Iterator<Item = (&'o Name, Vec<&'o Order<Written>>)> {
    strangers.iter().map(|name| (name, orders.iter().filter(|order| order.actor == *name).collect()))
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
        self.delay_purchases_to_arrival(&mut bound, actor);
        self.narrow_targets(&mut bound, actor);
        self.narrow_attack_conditions(&mut bound, actor);
        let diagnostics_after_binding = self.diagnostics.len();
        self.is_conditional = bound.body.is_conditional();
        self.check_knowledge(&bound, words, actor);
        self.reject_help_for_everyone(&bound, words, actor);
        self.check_actions(&bound, actor);
        if !self.diagnostics.iter().skip(diagnostics_before).any(Diagnostic::is_error) {
            self.reject_ambiguous_servant(&bound, words, actor);
            self.check_location_of_use(&bound, words, actor);
            self.warn_of_attack_elsewhere(&bound, actor);
            self.reject_one_or_all(&bound, actor);
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
            self.check_pronouns_in_conditions(&bound);
            self.reject_name_within_group(&bound);
            self.reject_partial_exception(&bound);
            self.reject_unclear_amounts(&bound);
            self.reject_condition_asked_once(&bound, words, actor);
            if let Some(above) = above.last() {
                self.reject_ambiguous_then(above, &bound, words, actor);
                self.reject_asked_before_order_above(above, &bound, words, actor);
            }
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

    /// Checks the header lines. They are optional, but must match (R232).
    fn check_header(&mut self, header: &Header) {
        let view = self.view;
        let is_same = |a: &str, b: &str| canonical_names::same_name(a, b);
        if let Some(war) = &header.war
            && !is_same(&war.text, &view.war)
        {
            let message = format!("these orders are for the War `{}`; this is `{}`", war.text, view.war);
            self.push_error(codes::OTHER_WAR, war.span, message);
        }
        if let Some((night, span)) = header.night
            && night != view.night
        {
            let message = format!("these orders are for Night {night}; orders are taken for Night {}", view.night);
            self.push_error(codes::OTHER_NIGHT, span, message);
        }
        if let Some(team) = &header.team
            && !is_same(&team.text, &view.team)
            && !is_same(&team.text, &view.seat)
        {
            let message = format!("these orders are of `{}`; this seat is `{}`", team.text, view.seat);
            self.push_error(codes::OTHER_TEAM, team.span, message);
        }
        if let (Some(written), Some(token)) = (&header.token, &view.token)
            && written.text != *token
        {
            self.push_error(codes::WRONG_TOKEN, written.span, "this token is not the seat's");
        }
    }

    /// The seat's character meant by `Master:` or `My Servant:`, if it has only one of that kind.
    fn find_only_own_of_kind(&self, words: &str) -> Option<&'a str> {
        let lower = words.to_lowercase();
        let kind = match lower.trim_start_matches("my ").trim_start_matches("the ") {
            "master" => SheetKind::Master,
            "servant" => SheetKind::Servant,
            "familiar" => SheetKind::Familiar,
            _ => return None,
        };
        let mut of_kind = self.view.own.iter().filter(|own| own.is_alive && own.kind == kind);
        of_kind.next().filter(|_| of_kind.next().is_none()).map(|own| own.name.as_str())
    }

    /// The living own character who acts; a statement may also be a dead one's. Reports an unknown or dead actor once a
    /// name.
    fn find_actor(&mut self, name: &Name, is_spoken: bool, strangers: &mut Vec<Name>) -> Option<&'a OwnCharacter> {
        let view = self.view;
        let found = view.own.iter().find(|own| canonical_names::same_name(&own.name, &name.text));
        match found {
            // The dead may still play the Logic Game (A249).
            Some(own) if own.is_alive || is_spoken => return Some(own),
            _ if strangers.contains(name) => return None,
            _ => {}
        }
        strangers.push(name.clone());
        match found {
            Some(own) => {
                self.push_error(codes::DEAD_ACTOR, name.span, format!("`{}` is dead", own.name));
            }
            None => {
                let own = view.own.iter().map(|own| own.name.as_str());
                let names: Vec<_> = own.clone().map(|name| format!("`{name}`")).collect();
                let suggestion = nearest(&name.text, own).or_else(|| self.find_only_own_of_kind(&name.text));
                let mut diagnostic = Diagnostic::error(
                    codes::UNKNOWN_ACTOR,
                    name.span,
                    format!("`{}` is no character of this seat", name.text),
                );
                if suggestion.is_none() && !names.is_empty() {
                    diagnostic = diagnostic.note(format!("this seat gives orders for {}", names.join(", ")));
                }
                self.push_diagnostic(diagnostic.suggest(suggestion));
            }
        }
        None
    }
}
