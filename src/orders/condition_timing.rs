//! Determines when an order's conditions are asked, and which of them that time makes certain (A063, A238, A253, A254).

use std::cmp::Reverse;

use super::Checker;
use super::action_checks::planned_phase;
use super::canonical_names::{find_card, find_skill_card};
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Naming, Predicate, Property, SkillKind, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, Delay, Moment, NaturalTime, Order, UsedThing};
use crate::language::order_text;
use crate::language::span::Source;
use crate::perception::view::{OwnCharacter, View};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::{Phase, Round};

/// The maximum number of such warnings in one file that get a suggestion, because each suggestion is checked as a file
/// of its own.
pub(super) const MAX_CURES: usize = 20;

/// When an action is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// At its place in a combat round, or after the event it waits for.
    AtTime(Phase),
    /// Only in this part of the Turn.
    Only(Phase),
    /// At the start of each phase: it is declared once and stands (A116, R364).
    Standing,
    /// At a Master's death (R152).
    Death,
    /// When a Reality Marble opens (R294).
    Opening,
    /// Never in a Turn: a statement, or an order that the Night does not carry out.
    Never,
}

/// When an action without a delay is carried out.
pub(super) fn occasion_of(kind: &ActionKind<Written>, actor: &OwnCharacter, view: &View) -> Occasion {
    match kind.natural_time() {
        NaturalTime::PhaseOnly(Phase::TurnStart) => Occasion::Standing,
        NaturalTime::PhaseOnly(phase) => Occasion::Only(phase),
        NaturalTime::AtDeath => Occasion::Death,
        NaturalTime::AtOpening => Occasion::Opening,
        NaturalTime::Phase(_)
        | NaturalTime::OfSkill(..)
        | NaturalTime::OfBasicAttack
        | NaturalTime::OfItem(_)
        | NaturalTime::NextPhase
        | NaturalTime::Never => match planned_phase(kind, actor) {
            Some(phase) if phase.round().is_none() || is_foremost(kind, actor, view) => Occasion::Only(phase),
            Some(phase) => Occasion::AtTime(phase),
            None => Occasion::Never,
        },
    }
}

/// Whether the skill or spell comes before everything else in its phase, and at no other time (R191).
fn is_foremost(kind: &ActionKind<Written>, actor: &OwnCharacter, view: &View) -> bool {
    let card = match kind.facts().uses {
        Some(UsedThing::Skill(skill)) => find_skill_card(actor, &skill.text),
        Some(UsedThing::Spell(spell)) => find_card(&view.command_spells, &spell.text),
        Some(UsedThing::BasicAttack | UsedThing::Item(_)) | None => None,
    };
    card.is_some_and(|card| card.occurs_first)
}

/// Whether a condition asks whether this person has died.
fn asks_about_death(condition: &Condition<Written>, whom: &Who<Written>) -> bool {
    condition.statements().into_iter().any(|statement| match statement {
        Predicate::Has(who, Property::Dead) => who == whom,
        Predicate::Did(deed) => deed.act == Act::Dies && deed.who == *whom,
        _ => false,
    })
}

/// The first phase in which an action can be carried out; `None` if it belongs to no phase.
pub(super) fn first_phase(order: &Order<Written>, action: &Action<Written>, occasion: Occasion) -> Option<Phase> {
    let delay = order.body.delay_of(action);
    let second = order.after_move || delay.is_second_round;
    match occasion {
        Occasion::AtTime(natural) => {
            let phase = delay.phase.unwrap_or(natural).max(natural);
            Some(if second { phase.in_second_round() } else { phase })
        }
        Occasion::Only(phase) => Some(phase),
        Occasion::Standing => Some(delay.phase.unwrap_or(Phase::TurnStart)),
        Occasion::Death | Occasion::Opening | Occasion::Never => None,
    }
}

/// The action whose place decides when the condition of another is asked. If the order chooses among branches, that is
/// the first action.
pub(super) fn asking_action<'o>(
    order: &'o Order<Written>,
    action: &'o Action<Written>,
    actor: &OwnCharacter,
    view: &View,
) -> &'o Action<Written> {
    if !order.body.chooses_once() {
        return action;
    }
    let place_of = |action: &'o Action<Written>| {
        let delay = order.body.delay_of(action);
        let moment = match delay.moment {
            Moment::Start => 0,
            Moment::Natural => 1,
            // A delay is to a lower AGI than the actor's own (R204).
            Moment::Agi(_) => 2,
            Moment::End => 3,
        };
        // Of two such delays the higher AGI comes first.
        let rank = match delay.moment {
            Moment::Agi(rank) => Some(Reverse(rank)),
            Moment::Start | Moment::Natural | Moment::End => None,
        };
        let phase = first_phase(order, action, occasion_of(&action.kind, actor, view))?;
        delay.awaited.is_none().then_some(((phase, moment, rank), action))
    };
    order.body.actions().filter_map(place_of).min_by_key(|(turn_time, _)| *turn_time).map_or(action, |(_, first)| first)
}

/// Whether the condition of an action is awaited (A253).
pub(super) fn awaits_condition(order: &Order<Written>, occasion: Occasion, view: &View) -> bool {
    !view.if_is_asked && order.body.waits_for_event() && matches!(occasion, Occasion::AtTime(_) | Occasion::Standing)
}

/// As which phase begins an order's conditions are asked, if it says so; below a move, in the second round. What is
/// asked as a phase ends is asked before the next one.
pub(super) fn time_of_asking(order: &Order<Written>) -> Option<Phase> {
    let in_round = |phase: Phase| if order.after_move { phase.in_second_round() } else { phase };
    let next = |ended: Phase| Phase::ALL.into_iter().find(|phase| *phase > in_round(ended));
    order.body.asked.map(in_round).or_else(|| order.body.asked_at_end.and_then(next))
}

/// Whether a state is asked for an action in a written phase of the first round, and not again in the second (A253).
pub(crate) fn keeps_to_first_round<N: Naming>(body: &Body<N>, action: &Action<N>) -> bool {
    let delay = body.delay_of(action);
    if let Some(asked) = body.asked.or(body.asked_at_end) {
        let is_of_second =
            delay.is_second_round || delay.phase.is_some_and(|phase| phase.round() == Some(Round::Second));
        return asked.round() == Some(Round::First) && !is_of_second;
    }
    let is_of_first = delay.phase.is_some_and(|phase| phase.round() == Some(Round::First)) && !delay.is_second_round;
    let is_asked = matches!(body.branches.as_slice(), [only] if !only.guards.is_empty());
    is_of_first && delay.awaited.is_none() && is_asked && !body.waits_for_event()
}

/// When the condition of an action is asked, in words; empty if it has none.
pub(super) fn time_of_condition_in_words(
    order: &Order<Written>,
    branch: &Branch<Written>,
    action: &Action<Written>,
    actor: &OwnCharacter,
    view: &View,
) -> String {
    if branch.guards.is_empty() {
        return String::new();
    }
    if let Some(ended) = order.body.asked_at_end {
        return format!("asked once, at the end of the {ended}");
    }
    if let Some(phase) = time_of_asking(order) {
        return format!("asked once, at the start of the {}", order_text::start_name(phase));
    }
    let find_occasion = |action: &Action<Written>| {
        let occasion = occasion_of(&action.kind, actor, view);
        (occasion, first_phase(order, action, occasion))
    };
    let (own_phase, own_moment) = (find_occasion(action).1, order.body.delay_of(action).moment);
    let action = asking_action(order, action, actor, view);
    let (occasion, phase) = find_occasion(action);
    let delay = order.body.delay_of(action);
    // Of two times in one phase, the condition is asked at the earlier.
    let earlier = own_phase == phase && own_moment != delay.moment;
    let when = match (phase, occasion) {
        (_, Occasion::Death) => "asked at that death".to_owned(),
        (_, Occasion::Opening) => "asked as the Marble opens".to_owned(),
        (_, Occasion::Never) | (None, _) => return String::new(),
        _ if delay.awaited.is_some() => "asked then".to_owned(),
        (_, Occasion::Standing) if delay.phase.is_none() => "asked at the start of each Phase".to_owned(),
        (Some(Phase::TurnEnd), _) => "asked as the Turn ends".to_owned(),
        (Some(phase), _) => match delay.moment {
            Moment::Start => format!("asked at the start of the {phase}"),
            Moment::End => format!("asked at the end of the {phase}"),
            Moment::Natural if earlier => format!("asked at AGI {}", actor.agi),
            Moment::Agi(rank) if earlier => format!("asked at AGI {rank}"),
            Moment::Natural | Moment::Agi(_) => format!("asked in the {phase}"),
        },
    };
    if !branch.waits_for_event() || !awaits_condition(order, occasion, view) {
        when
    } else if branch.guards.iter().any(can_hold_without_event) {
        format!("{when}, then waits for it")
    } else {
        "waits for it".to_owned()
    }
}

/// Whether an awaited condition may hold without an event: through one side of an `or` (A253).
fn can_hold_without_event(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::AnyOf(parts) => parts.iter().any(|part| !part.waits_for_event() || can_hold_without_event(part)),
        Condition::All(parts) => parts.iter().any(can_hold_without_event),
        Condition::Not(_) | Condition::Is(_) => false,
    }
}

/// When a condition is asked.
#[derive(Clone, Copy, Debug)]
struct ConditionTime {
    phase: Phase,
    /// Whether it is asked only once, and not again in the second round.
    is_asked_once: bool,
    /// Whether the action has only this place, so that it is simultaneous with everything there.
    has_one_time: bool,
}

impl ConditionTime {
    /// The value of a condition if its time makes it certain; `None` if only the Night can tell.
    fn warn_of_certain_conditions(self, condition: &Condition<Written>, view: &View) -> Option<bool> {
        match condition {
            Condition::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.warn_of_certain_conditions(part, view)).collect();
                if parts.contains(&Some(false)) {
                    Some(false)
                } else {
                    parts.iter().all(|part| *part == Some(true)).then_some(true)
                }
            }
            Condition::AnyOf(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.warn_of_certain_conditions(part, view)).collect();
                if parts.contains(&Some(true)) {
                    Some(true)
                } else {
                    parts.iter().all(|part| *part == Some(false)).then_some(false)
                }
            }
            Condition::Not(inner) => self.warn_of_certain_conditions(inner, view).map(|holds| !holds),
            Condition::Is(Predicate::Did(deed)) => self.precedes(earliest_phase_of(deed, view)).then_some(false),
            Condition::Is(Predicate::DidOften(_, bound, count, deed)) => {
                self.precedes(earliest_phase_of(deed, view)).then_some(bound.holds(&0, count))
            }
            Condition::Is(Predicate::HadDamage(_, sum)) => self
                .precedes(earliest_phase(&Act::IsDamaged, view))
                .then_some(sum.bound.holds(&Exact::ZERO, &sum.amount)),
            Condition::Is(Predicate::DealtMore { .. }) => {
                self.precedes(earliest_phase(&Act::IsDamaged, view)).then_some(false)
            }
            Condition::Is(Predicate::SecondRound) if self.is_asked_once => {
                Some(self.phase.round() == Some(Round::Second)).filter(|second| !second)
            }
            Condition::Is(Predicate::MoveCancelled(_)) => (self.phase <= Phase::Movement).then_some(false),
            Condition::Is(_) => None,
        }
    }

    /// Whether the condition is asked before anything of a phase can normally have been done.
    fn precedes(self, earliest: Phase) -> bool {
        // All movement is simultaneous (R274), and nothing has happened yet before the first action of a phase.
        // So it is in the first Instant Phase, where all come at once.
        let is_first_of_all = self.is_asked_once && self.phase == Phase::Instant;
        self.phase < earliest || (self.phase == earliest && (self.has_one_time || is_first_of_all))
    }

    /// The largest parts of a condition whose values are certain, with those values.
    fn certain_parts<'c>(self, condition: &'c Condition<Written>, view: &View) -> Vec<(&'c Condition<Written>, bool)> {
        if let Some(holds) = self.warn_of_certain_conditions(condition, view) {
            return vec![(condition, holds)];
        }
        match condition {
            Condition::All(parts) | Condition::AnyOf(parts) => {
                parts.iter().flat_map(|part| self.certain_parts(part, view)).collect()
            }
            Condition::Not(inner) => match &**inner {
                Condition::All(_) | Condition::AnyOf(_) => self.certain_parts(inner, view),
                Condition::Not(_) | Condition::Is(_) => Vec::new(),
            },
            Condition::Is(_) => Vec::new(),
        }
    }
}

/// The earliest phase in which a deed is normally done. An Instant may strike earlier, and a skill may bring somebody
/// earlier.
pub(super) fn earliest_phase_of(deed: &Deed<Written>, view: &View) -> Phase {
    deed.during.unwrap_or_else(|| earliest_phase(&deed.act, view))
}

/// The first phase in which an act is done as a rule.
fn earliest_phase(act: &Act<Written>, view: &View) -> Phase {
    match act {
        Act::Attacks(_)
        | Act::AttacksWith(
            SkillKind::Damage(_)
            | SkillKind::NoblePhantasm
            | SkillKind::Any
            | SkillKind::BasicAttack
            | SkillKind::Costing(_),
            _,
        )
        | Act::Hits(..)
        | Act::Damages(..)
        | Act::Kills(_)
        | Act::IsAttacked
        | Act::IsDamaged
        | Act::Dies
        | Act::Intercepts
        | Act::UsesKind(SkillKind::Damage(_) | SkillKind::BasicAttack) => Phase::Attacking,
        Act::AttacksWith(SkillKind::Type(kind), _) | Act::UsesKind(SkillKind::Type(kind)) => {
            kind.phase(true).unwrap_or(Phase::Instant)
        }
        Act::Uses(skill, _) => {
            let card = view.own.iter().find_map(|own| find_skill_card(own, &skill.text));
            card.and_then(|card| card.phase).unwrap_or(Phase::Instant)
        }
        Act::UsesKind(SkillKind::NoblePhantasm | SkillKind::Any | SkillKind::Costing(_))
        | Act::UsesNoblePhantasm
        | Act::UsesCommandSpell
        | Act::EntersSpiritForm
        | Act::LeavesSpiritForm => Phase::Instant,
        Act::Acts => Phase::Support,
        Act::Enters(_) | Act::Leaves(_) | Act::Flees => Phase::Movement,
    }
}

impl Checker<'_> {
    /// Warns of conditions that their time makes certain (A254). The order stands as written.
    pub(super) fn warn_of_certain_conditions(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let mut reported: Vec<Condition<Written>> = Vec::new();
        for branch in &order.body.branches {
            for action in &branch.actions {
                let own_phase = first_phase(order, action, occasion_of(&action.kind, actor, self.view));
                let action = asking_action(order, action, actor, self.view);
                let occasion = occasion_of(&action.kind, actor, self.view);
                let asked = time_of_asking(order);
                let Some(phase) = asked.or_else(|| first_phase(order, action, occasion)) else { continue };
                let has_one_time = asked.is_some() || matches!(occasion, Occasion::Only(_));
                let delay = order.body.delay_of(action);
                let is_asked_once =
                    has_one_time || order.body.branches.len() > 1 || keeps_to_first_round(&order.body, action);
                let time = ConditionTime { phase, is_asked_once, has_one_time };
                if let Some(event) = delay.awaited.as_ref().filter(|event| asked.is_none() && !reported.contains(event))
                {
                    reported.push(event.clone());
                    // An event that has not happened yet is awaited.
                    for (part, holds) in
                        time.certain_parts(event, self.view).into_iter().filter(|(_, holds)| *holds || has_one_time)
                    {
                        self.report_certain_condition(order, action, actor, time, part, holds);
                    }
                }
                // After its event the condition is asked then, and an awaited condition is asked when its event
                // happens.
                if asked.is_none() && (delay.awaited.is_some() || awaits_condition(order, occasion, self.view)) {
                    self.warn_of_state_beside_event(action, branch, phase);
                    continue;
                }
                if let ActionKind::Consume(whom) = &action.kind
                    && branch.guards.iter().any(|guard| asks_about_death(guard, whom))
                {
                    self.warn_of_early_consumption(action, whom);
                    continue;
                }
                for (part, holds) in branch.guards.iter().flat_map(|guard| time.certain_parts(guard, self.view)) {
                    // An `otherwise` repeats the condition of its `if`.
                    let plain = if let Condition::Not(inner) = part { inner } else { part };
                    if !reported.contains(plain) {
                        reported.push(plain.clone());
                        self.report_certain_condition(order, action, actor, time, part, holds);
                    }
                }
                if time.phase < Phase::Attacking {
                    // `If Lancer has used Gae Bolg, use Guard; otherwise, use Final Strike.`: two phases, asked in one.
                    let waits_behind = asked.is_none() && own_phase.is_some_and(|own| own > time.phase);
                    for statement in branch.guards.iter().flat_map(Condition::statements) {
                        let asked = Condition::Is(statement.clone());
                        let may_change =
                            matches!(statement, Predicate::Becomes(..)) || waits_behind && statement.deed().is_some();
                        if may_change && !reported.contains(&asked) {
                            self.warn_of_early_change(order, action, time.phase, &asked);
                            reported.push(asked);
                        }
                    }
                }
            }
        }
    }

    /// `If Archer attacks Rin or I have less than 100 Health, use Parry`: warns that the order waits for the event, and
    /// asks the state at its place and at the event alone (A253).
    fn warn_of_state_beside_event(&mut self, action: &Action<Written>, branch: &Branch<Written>, phase: Phase) {
        let sides = branch.guards.iter().flat_map(|guard| match guard {
            Condition::AnyOf(parts) => parts.as_slice(),
            Condition::Is(_) | Condition::All(_) | Condition::Not(_) => &[],
        });
        let asks_health = |side: &&Condition<Written>| {
            let is_level = |asked: &Predicate<Written>| matches!(asked, Predicate::Has(_, Property::Has(..)));
            !side.waits_for_event() && side.statements().into_iter().any(is_level)
        };
        let Some(state) = sides.into_iter().find(asks_health) else { return };
        let message = format!(
            "`{}` is asked in the {phase} and each time the other happens, and not waited for (A253)",
            order_text::guard_text(state)
        );
        if !self.diagnostics.iter().any(|d| d.code == codes::NEVER_SO && d.span == action.span) {
            self.push_warning(codes::NEVER_SO, action.span, message)
                .notes
                .push("to wait for either, an order for each: `If I fall to 100 or less Health, A.`".to_owned());
        }
    }

    /// Warns of a change that is asked once, before the blows, and not waited for: `If Rin falls below 100 Health, use
    /// Mend on her; otherwise, use Guard.` It holds only where the state is there already (A253).
    fn warn_of_early_change(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        phase: Phase,
        asked: &Condition<Written>,
    ) {
        let words = order_text::guard_text(asked);
        let message = format!(
            "`{words}` is asked once, in the {phase}, and not waited for: what comes later does not count (A253)"
        );
        let reported = self.diagnostics.iter().filter(|d| d.code == codes::NEVER_SO).count();
        let cure = (self.suggests_cures && reported < MAX_CURES).then(|| self.find_cure(order, Phase::Attacking));
        self.push_diagnostic(
            Diagnostic::warning(codes::NEVER_SO, action.span, message)
                .note("an order with `otherwise` or `unless` waits for nothing; one with `if` alone does")
                .suggest(cure.flatten()),
        );
    }

    /// Warns of a consumption that asks about a death too early. Somebody who dies this Turn can be consumed right
    /// after the death (R303), but nobody has died as the Instant Phase begins.
    fn warn_of_early_consumption(&mut self, action: &Action<Written>, whom: &Who<Written>) {
        let deed = Deed::new(whom.clone(), Act::Dies);
        let dies = order_text::guard_text(&Condition::Is(Predicate::Did(deed)));
        let consume = order_text::action_kind_text(&action.kind);
        let message = "this is asked as the Instant Phase begins, before anybody has died in this Turn (R303)";
        self.push_warning(codes::NEVER_SO, action.span, message)
            .notes
            .push(format!("to consume them as soon as they die write `When {dies}, {consume}.`"));
    }

    /// Warns of an action below a conditional move: it does not wait for the move and belongs to the first round.
    pub(super) fn warn_below_conditional_move(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let is_move_order = |order: &Order<Written>| {
            let mut kinds = order.body.actions().map(|a| &a.kind);
            kinds.any(|kind| matches!(kind, ActionKind::Move(_)))
        };
        let Some(index) = orders.iter().position(|order| is_move_order(order) && !order.after_move) else { return };
        let below = orders.iter().skip(index + 1).filter(|order| !order.after_move && !is_move_order(order));
        let first = below.flat_map(|order| order.body.actions().map(|a| (*order, a))).find(|(order, action)| {
            let occasion = occasion_of(&action.kind, actor, self.view);
            let delay = order.body.delay_of(action);
            let is_in_first_round = |phase: Phase| phase.round() == Some(Round::First);
            let is_awaited = delay.awaited.is_some() || awaits_condition(order, occasion, self.view);
            matches!(occasion, Occasion::AtTime(_))
                && !is_awaited
                && first_phase(order, action, occasion).is_some_and(is_in_first_round)
        });
        if let Some((_, action)) = first {
            let words = order_text::action_kind_text(&action.kind);
            let message = format!("`{words}` stands below a move that hangs on a condition, and does not wait for it");
            self.push_warning(codes::BELOW_A_CONDITION, action.span, message)
                .notes
                .push("to be done behind the move write it with `in the second round`".to_owned());
        }
    }

    fn report_certain_condition(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
        time: ConditionTime,
        part: &Condition<Written>,
        holds: bool,
    ) {
        let words = order_text::guard_text(part);
        let phase = time.phase;
        let when = match phase {
            Phase::TurnEnd => "as the Turn ends".to_owned(),
            _ if let Some(ended) = order.body.asked_at_end => format!("at the end of the {ended}"),
            _ if order.body.asked.is_some() => format!("at the start of the {}", order_text::start_name(phase)),
            _ => format!("in the {phase}"),
        };
        let latest = part.statements().into_iter().filter_map(|statement| match statement {
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => Some(earliest_phase_of(deed, self.view)),
            Predicate::SecondRound => Some(Phase::Instant2),
            Predicate::MoveCancelled(_) => Some(Phase::Movement),
            _ => None,
        });
        let latest = latest.max().unwrap_or(phase);
        let why = if latest > phase {
            format!("before the {latest}, in which such things happen as a rule")
        } else {
            "at once with all that happens there".to_owned()
        };
        let (code, verdict) = match (holds, time.is_asked_once) {
            (true, _) => (codes::ALWAYS_SO, "holds whatever comes"),
            (false, true) => (codes::NEVER_SO, "does not hold"),
            (false, false) => (codes::NEVER_SO, "does not hold in the first round"),
        };
        let message = format!("`{words}` {verdict}: it is asked {when}, {why} (A254)");
        let mut diagnostic = Diagnostic::warning(code, action.span, message);
        let reported =
            self.diagnostics.iter().filter(|d| [codes::ALWAYS_SO, codes::NEVER_SO].contains(&d.code)).count();
        let asks_about_move =
            part.statements().into_iter().any(|statement| matches!(statement, Predicate::MoveCancelled(_)));
        let wants_cure = self.suggests_cures && reported < MAX_CURES && !asks_about_move;
        let cure = if wants_cure { self.find_cure(order, latest) } else { None };
        if asks_about_move {
            diagnostic =
                diagnostic.note("a battle cancels a move, and whoever was in one has no second round (R220, R272)");
        }
        if matches!(occasion_of(&action.kind, actor, self.view), Occasion::Only(_)) {
            let words = order_text::action_kind_text(&action.kind);
            diagnostic = diagnostic.note(format!("`{words}` has no later place: what comes after cannot change it"));
        }
        self.push_diagnostic(diagnostic.suggest(cure));
    }

    /// Finds a variant of the order that asks its condition at a useful time and checks without a fault.
    fn find_cure(&self, order: &Order<Written>, latest: Phase) -> Option<String> {
        let mut cures = Vec::new();
        // `If X attacks me` waits, unlike `If X has attacked me`.
        let mut present = order.clone();
        for guard in present.body.branches.iter_mut().flat_map(|branch| &mut branch.guards) {
            guard.set_to_present();
        }
        if present != *order {
            cures.push(present);
        }
        let is_delayed = |delay: &Delay<Written>| delay.phase.is_some() || delay.moment != Moment::Natural;
        let actions = || order.body.actions();
        let names_own_time = order.body.is_asked_early()
            || is_delayed(&order.body.read_at)
            || actions().any(|action| is_delayed(&action.delay));
        let delayed = |delay: Delay<Written>| {
            let mut cured = order.clone();
            let mut event = cured.body.read_at.awaited.take();
            for action in cured.body.actions_mut() {
                event = action.delay.awaited.take().or(event.take());
            }
            // `When nobody attacks me` asks as `if` does.
            for branch in &mut cured.body.branches {
                branch.guards.splice(0..0, event.clone());
            }
            (cured.body.read_at, cured.body.asked, cured.body.asked_at_end) = (delay, None, None);
            cured
        };
        let at_end_of = |phase| Delay { phase: Some(phase), moment: Moment::End, ..Delay::none() };
        if !names_own_time {
            let phases =
                [latest, Phase::Prepared].into_iter().filter(|phase| latest <= *phase && phase.round().is_some());
            cures.extend(phases.map(|phase| delayed(at_end_of(phase))));
            cures.push(delayed(Delay { is_second_round: true, ..Delay::none() }));
        }
        cures
            .into_iter()
            .map(|cure| order_text::order_sentence(&cure))
            .find(|line| self.is_faultless(&order.actor.text, line))
    }

    /// Whether a line under a character's name checks without an error and without another such warning.
    pub(super) fn is_faultless(&self, actor: &str, line: &str) -> bool {
        let source = Source::new("a cure", format!("\"{actor}\":\n  {line}\n"));
        let checked = super::check_with(&source, self.view, false);
        let codes_of_certainty = [codes::ALWAYS_SO, codes::NEVER_SO, codes::TURNED_ROUND];
        checked.plan.len() == 1
            && !checked.diagnostics.iter().any(|d| d.is_error() || codes_of_certainty.contains(&d.code))
    }
}
