//! The plan as understood: each order in canonical words, with its phase, place and cost.

use serde::Serialize;

use super::action_checks::{basic_attack, is_attack, planned_phase};
use super::canonical_names::{find_card, find_skill_card};
use super::last_seen::{describe_last_seen, destination_of};
use super::{CheckedFile, Checker, canonical_names, condition_timing};
use crate::language::condition::{Relation, Resource, Who, Written};
use crate::language::condition_text::resource_name;
use crate::language::order::{Action, ActionKind, Branch, Moment, Order, SpellObject, Target, Times, UsedThing};
use crate::language::order_text;
use crate::language::orders::FaultyOrder;
use crate::language::span::Source;
use crate::perception::view::{OwnCharacter, SkillCard, View};
use crate::vocabulary::cost::Cost;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::target::TargetKind;
use crate::vocabulary::text::{collapse_whitespace, shorten};

/// An order of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Planned {
    /// The actor.
    pub actor: String,
    /// The number of the order in the file, from 1.
    pub number: usize,
    /// The order in canonical words.
    pub words: String,
    /// The actions of all branches.
    pub steps: Vec<PlanStep>,
}

/// An action with its place and cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanStep {
    /// The action in canonical words.
    pub words: String,
    /// The phase, such as `Attacking Phase`; empty if the action has no place.
    pub phase: String,
    /// The place within the phase: `at AGI B+`, `at the end`.
    pub place: String,
    /// When its condition is asked, such as `asked in the Support Phase` or `waits for it`; empty without a condition
    /// (A253).
    pub asked: String,
    /// Who moves as well without being named, `Saber goes along` (R119), or how long a command is obeyed (A138);
    /// empty for neither.
    pub along: String,
    /// The cost: `1 AP, 20 Mana each of 2`; empty for nothing.
    pub cost: String,
    /// Which targets are known to be elsewhere, and who of a group was last seen here; empty if there is nothing to
    /// say.
    pub reach: String,
}

/// The plan of a checked file.
pub fn build_plan(checked: &CheckedFile, view: &View) -> Vec<Planned> {
    let find_actor =
        |order: &Order<Written>| view.own.iter().find(|o| canonical_names::same_name(&o.name, &order.actor.text));
    // Below a move the actor is at its destination, and own characters may be there too.
    let view_abroad = View { own: Vec::new(), ..view.clone() };
    checked
        .plan
        .iter()
        .filter_map(|order| Some((order, find_actor(order)?)))
        .map(|(order, actor)| Planned {
            actor: order.actor.text.clone(),
            number: order.number,
            words: order_text::order_sentence(order),
            steps: build_steps(order, actor, view, (destination_of(&checked.plan, actor), &view_abroad), &checked.plan),
        })
        .collect()
}

/// An order with an error, which is not in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotAccepted {
    /// The actor, as written.
    pub actor: String,
    /// The number of the order in the file, from 1.
    pub number: usize,
    /// The order as written, shortened if it is long.
    pub words: String,
}

/// The orders of a checked text that have a number but are not in the plan.
pub fn list_not_accepted(checked: &CheckedFile, source: &Source) -> Vec<NotAccepted> {
    let quote = |order: &FaultyOrder| collapse_whitespace(source.text.get(order.span.range()).unwrap_or_default());
    let entry = |order: &FaultyOrder| NotAccepted {
        actor: order.actor.clone(),
        number: order.number,
        words: shorten(&quote(order), MAX_QUOTE_LENGTH),
    };
    checked.faulty.iter().map(entry).collect()
}

/// The maximum length of a plan line that has both the order and its place, in characters.
const ONE_LINE: usize = 78;
/// The maximum length of the quotation of an order that is not accepted, in characters.
const MAX_QUOTE_LENGTH: usize = 60;

/// The plan's text for one order number.
#[derive(Debug)]
pub(super) struct NumberedText<'a> {
    number: usize,
    actor: &'a str,
    /// Its lines.
    pub(super) text: String,
    /// Whether the order is in the plan.
    pub(super) stands: bool,
}

/// The plan's texts by number. An order that is not accepted keeps its place, so that no number is skipped.
pub(super) fn texts_by_number<'a>(plan: &'a [Planned], left_out: &'a [NotAccepted]) -> Vec<NumberedText<'a>> {
    let accepted = plan.iter().map(|planned| NumberedText {
        number: planned.number,
        actor: &planned.actor,
        text: render_planned(planned),
        stands: true,
    });
    let rejected = left_out.iter().map(|order| NumberedText {
        number: order.number,
        actor: &order.actor,
        text: format!("  {}. not accepted: {}\n", order.number, order.words),
        stands: false,
    });
    let mut all: Vec<NumberedText<'_>> = accepted.chain(rejected).collect();
    all.sort_by_key(|block| block.number);
    all
}

/// The plan as text, without the orders that are not accepted.
pub fn render_plan(plan: &[Planned]) -> String {
    render_blocks(&texts_by_number(plan, &[]))
}

/// The plan as text, with a block for each character. An order and its place share a line if they fit:
///
/// ```text
/// Saber:
///   1. Use Rapid Cut on Caster 2 times. [Attacking Phase, at AGI B-: 1 AP each of 2]
///   2. not accepted: Atack Lancer
/// ```
pub(super) fn render_blocks(blocks: &[NumberedText<'_>]) -> String {
    let mut out = String::new();
    let mut actor = "";
    for block in blocks {
        if block.actor != actor {
            actor = block.actor;
            out.push_str(&format!("{actor}:\n"));
        }
        out.push_str(&block.text);
    }
    out
}

/// The lines of an order, with its places.
fn render_planned(planned: &Planned) -> String {
    let order = format!("  {}. {}", planned.number, planned.words);
    let steps: Vec<_> = planned.steps.iter().filter_map(|step| Some((step, describe_time(step)?))).collect();
    let one_line = match steps.as_slice() {
        [(_, turn_time)] if planned.steps.len() == 1 => Some(format!("{order} [{turn_time}]")),
        _ => None,
    };
    if let Some(line) = one_line.filter(|line| line.chars().count() <= ONE_LINE) {
        return format!("{line}\n");
    }
    let mut out = format!("{order}\n");
    for (step, turn_time) in steps {
        let words = if planned.steps.len() > 1 { format!("{}: ", step.words) } else { String::new() };
        out.push_str(&format!("     {words}{turn_time}\n"));
    }
    out
}

/// `Attacking Phase, at AGI B, waits for it: 1 AP (Lancer has not been seen)`; `None` for an action without a place.
fn describe_time(step: &PlanStep) -> Option<String> {
    if [&step.phase, &step.place, &step.asked].into_iter().all(String::is_empty) {
        return None;
    }
    let asked_then =
        step.asked.strip_prefix(&format!("asked in the {}", step.phase)).filter(|_| !step.phase.is_empty());
    let asked = asked_then.map_or_else(|| step.asked.clone(), |behind| format!("asked then{behind}"));
    let parts: [&str; 4] = [&step.phase, &step.place, &asked, &step.along];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let turn_time = parts.join(", ");
    let cost = if step.cost.is_empty() { String::new() } else { format!(": {}", step.cost) };
    let reach = if step.reach.is_empty() { String::new() } else { format!(" ({})", step.reach) };
    Some(format!("{turn_time}{cost}{reach}"))
}

/// The phase in which an action comes, with its delay; `None` if it has no place.
pub(super) fn phase_of_action(order: &Order<Written>, action: &Action<Written>, actor: &OwnCharacter) -> Option<Phase> {
    let delay = order.body.delay_of(action);
    let second = order.after_move || delay.is_second_round;
    delay.phase.or(planned_phase(&action.kind, actor)).map(|p| if second { p.in_second_round() } else { p })
}

fn build_steps(
    order: &Order<Written>,
    actor: &OwnCharacter,
    view: &View,
    (goal, view_abroad): (Option<String>, &View),
    plan: &[Order<Written>],
) -> Vec<PlanStep> {
    let goes_alone = has_sure_movement(plan, actor);
    let there = goal.clone().filter(|_| order.after_move).map(|at| (OwnCharacter { at, ..actor.clone() }, view_abroad));
    let branches = order.body.branches.iter();
    let actions = branches.flat_map(|branch| branch.actions.iter().map(move |action| (branch, action)));
    let describe_time = |(branch, action)| {
        let asked = describe_asking(order, branch, action, actor, (plan, view));
        match goal.as_ref().filter(|_| comes_up_after_move(order, action, actor)) {
            Some(goal) if asked.is_empty() => format!("if not done, once more in {goal} after the move"),
            Some(goal) => format!("{asked}, and if not done, once more in {goal} after the move"),
            None => asked,
        }
    };
    let describe_along = |action: &Action<Written>| match (goes_alone, &action.kind) {
        (true, ActionKind::UseItem { .. }) => String::new(),
        // A138.
        (_, ActionKind::Command { object: SpellObject::Text(_), .. }) => "obeyed every Night until released".to_owned(),
        (_, kind) => describe_companions(kind, actor, view),
    };
    actions
        .map(|step| PlanStep {
            asked: describe_time(step),
            along: describe_along(step.1),
            reach: match &there {
                Some((there, abroad)) => describe_last_seen(&step.1.kind, there, abroad),
                None if order.after_move => String::new(),
                _ => describe_last_seen(&step.1.kind, actor, view),
            },
            ..build_step(order, step.1, actor)
        })
        .collect()
}

/// When the condition of an action is asked, and by whom if another asks it: a move together is asked where the order
/// of its writer is.
fn describe_asking(
    order: &Order<Written>,
    branch: &Branch<Written>,
    action: &Action<Written>,
    actor: &OwnCharacter,
    (plan, view): (&[Order<Written>], &View),
) -> String {
    let original = Checker::find_original(plan, order, view);
    let asker = order.asker.as_ref().and_then(|asker| view.own(&asker.text));
    let Some((original, asker)) = original.zip(asker) else {
        return condition_timing::time_of_condition_in_words(order, branch, action, actor, view);
    };
    let asked = condition_timing::time_of_condition_in_words(original, branch, action, asker, view);
    if asked.is_empty() { asked } else { format!("{asked} by {}", asker.name) }
}

/// Whether an attack comes up again behind its actor's move, and its condition is asked again, if it was not made
/// before it. What waits for an event says so by itself.
fn comes_up_after_move(order: &Order<Written>, action: &Action<Written>, actor: &OwnCharacter) -> bool {
    let is_open = !order.after_move && !order.before_move && !order.body.waits_for_event();
    is_open && order.body.delay_of(action).is_none() && is_attack(&action.kind, actor)
}

fn build_step(order: &Order<Written>, action: &Action<Written>, actor: &OwnCharacter) -> PlanStep {
    let delay = order.body.delay_of(action);
    let phase = phase_of_action(order, action, actor);
    let exact_time = match delay.moment {
        Moment::Start => "at the start".to_owned(),
        Moment::End => "at the end".to_owned(),
        Moment::Agi(rank) => format!("at AGI {rank}"),
        // An action that belongs to no phase has no place in one.
        Moment::Natural if phase.is_none() => String::new(),
        Moment::Natural => describe_natural_time(phase, actor),
    };
    let place = match &delay.awaited {
        Some(event) if exact_time.is_empty() => format!("not before {}", order_text::guard_text(event)),
        Some(event) => format!("{exact_time}, not before {}", order_text::guard_text(event)),
        None => exact_time,
    };
    PlanStep {
        words: order_text::action_kind_text(&action.kind),
        phase: phase.map_or_else(String::new, |p| p.name().to_owned()),
        place,
        asked: String::new(),
        along: String::new(),
        reach: String::new(),
        cost: describe_cost(&action.kind, actor),
    }
}

/// A character's own place within a phase, in words: all at once, or by AGI (R207, R214).
fn describe_natural_time(phase: Option<Phase>, actor: &OwnCharacter) -> String {
    match phase.and_then(Phase::round) {
        Some(_) if !matches!(phase, Some(Phase::Instant | Phase::Instant2)) => format!("at AGI {}", actor.agi),
        _ => "all at once".to_owned(),
    }
}

/// Whether a character has an unconditional order to stay or to go, so that no item takes them along (R348).
fn has_sure_movement(plan: &[Order<Written>], actor: &OwnCharacter) -> bool {
    let own = plan.iter().filter(|order| canonical_names::same_name(&order.actor.text, &actor.name));
    let is_movement =
        |kind: &ActionKind<Written>| matches!(kind, ActionKind::Stay | ActionKind::Move(_) | ActionKind::Flee(_));
    own.filter(|order| !order.body.is_conditional())
        .flat_map(|order| order.body.actions())
        .any(|action| is_movement(&action.kind))
}

/// Who moves with a skill or an item besides those it names. [Self] as a listed target is implied.
pub(super) fn describe_companions(kind: &ActionKind<Written>, actor: &OwnCharacter, view: &View) -> String {
    let card = match kind.facts().uses {
        // A spell that takes its Servant to a location takes the caster too (R182).
        Some(UsedThing::Spell(spell)) => {
            let spell = find_card(&view.command_spells, &spell.text);
            let takes_along = spell.is_some_and(|card| card.targets.contains(&TargetKind::Location));
            return if takes_along { format!("{} goes along", actor.name) } else { String::new() };
        }
        Some(UsedThing::Skill(skill)) => find_skill_card(actor, &skill.text),
        Some(UsedThing::Item(item)) => find_card(&view.items, &item.text),
        Some(UsedThing::BasicAttack) | None => None,
    };
    let moves_user = |card: &&SkillCard| {
        [TargetKind::SelfTarget, TargetKind::Location].iter().all(|kind| card.targets.contains(kind))
    };
    let people = || kind.targets().iter().filter(|target| matches!(target, Target::Character(_)));
    let is_user = |target: &Target<Written>| match target {
        Target::Character(Who::User | Who::Related(Relation::Team, _)) => true,
        Target::Character(Who::Named(name)) => canonical_names::same_name(&name.text, &actor.name),
        _ => false,
    };
    match card.filter(moves_user) {
        Some(_) if people().next().is_some() && !people().any(is_user) => format!("{} goes along", actor.name),
        _ => String::new(),
    }
}

fn describe_cost(kind: &ActionKind<Written>, actor: &OwnCharacter) -> String {
    let (card, times, paying) = match kind {
        ActionKind::Use { skill, times, paying, .. } => (find_skill_card(actor, &skill.text), *times, *paying),
        ActionKind::Attack { times, .. } => (basic_attack(actor), *times, None),
        ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => {
            return Cost { sp: 1, ..Cost::default() }.to_string();
        }
        ActionKind::Command { .. } => return "1 Command Spell".to_owned(),
        ActionKind::Move(_) | ActionKind::Flee(_) => return "1 Move Action".to_owned(),
        ActionKind::UseItem { item, .. } => return item.text.clone(),
        _ => return String::new(),
    };
    let Some(card) = card else { return String::new() };
    let mut words = if card.cost == Cost::default() { String::new() } else { card.cost.to_string() };
    if !card.cost_changed_by.is_empty() {
        let changed_by: Vec<_> = card.cost_changed_by.iter().map(|name| format!("`{name}`")).collect();
        words = format!(
            "{} (as things stand; {} may change it)",
            if words.is_empty() { "nothing" } else { &words },
            changed_by.join(", ")
        );
    }
    if let Some((amount, unit)) = paying {
        let unit: Resource = unit;
        let extra = format!("{amount} {} more", resource_name(unit));
        words = if words.is_empty() { extra } else { format!("{words}, {extra}") };
    }
    match times {
        _ if words.is_empty() => words,
        Times::ONCE => words,
        Times::AsOftenAsPossible => format!("{words} each"),
        Times::Exactly(times) => format!("{words} each of {times}"),
    }
}
