//! Prints orders as canonical words, which parse to the same order.

use super::condition::{Condition, Filter, Group, Who, Written};
use super::condition_text::{Voice, name, quoted, resource_name};
use super::order::{
    Action, ActionKind, Branch, ContractStep, Delay, LogicStatement, Moment, Offer, Order, PactStep, SpellObject,
    Target, Times,
};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::capitalise;

const VOICE: Voice = Voice::Order;

/// Prints an order as one sentence, without its actor.
pub fn order_sentence(of: &Order<Written>) -> String {
    let asked = of.body.asked.map(|phase| format!("at the start of the {}, ", start_name(phase)));
    let ended = of.body.asked_at_end.map(|phase| format!("at the end of the {phase}, "));
    let mut text = asked.or(ended).unwrap_or_default();
    if !of.body.read_at.is_none() {
        text += &format!("{}, ", delay_text(&of.body.read_at));
    }
    let branches = without_idle(&of.body.branches);
    text += &match of.body.asked {
        Some(phase) => branches_text(&without_start(&branches, phase), 0),
        None => branches_text(&branches, 0),
    };
    as_sentence(&text)
}

/// The name of what begins with a phase.
pub const fn start_name(phase: Phase) -> &'static str {
    match phase {
        Phase::TurnStart => "Turn",
        phase => phase.name(),
    }
}

/// The branches in which something is done: whoever goes along with another has nothing to do in the others.
fn without_idle(all: &[Branch<Written>]) -> Vec<Branch<Written>> {
    let mut busy: Vec<_> = all.iter().filter(|branch| !branch.actions.is_empty()).cloned().collect();
    if let [only] = busy.as_mut_slice()
        && only.guards.len() > 1
        && all.len() > 1
    {
        only.guards = vec![Condition::All(std::mem::take(&mut only.guards))];
    }
    busy
}

/// Branches whose conditions are asked at the start of a phase, without the same start as a delay of their actions.
fn without_start(branches: &[Branch<Written>], phase: Phase) -> Vec<Branch<Written>> {
    let mut branches = branches.to_vec();
    for action in branches.iter_mut().flat_map(|branch| &mut branch.actions) {
        let delay = &mut action.delay;
        if delay.phase == Some(phase) && delay.moment == Moment::Start && !delay.is_second_round {
            (delay.phase, delay.moment) = (None, Moment::Natural);
        }
    }
    branches
}

/// Makes a sentence of words: with a capital letter and a full stop.
pub fn as_sentence(words: &str) -> String {
    capitalise(&format!("{words}."))
}

/// Prints branches that share their first `depth` guards.
fn branches_text(all: &[Branch<Written>], depth: usize) -> String {
    let Some(first) = all.first() else { return String::new() };
    let Some(guard) = first.guards.get(depth) else {
        return first.actions.iter().map(action_text).collect::<Vec<_>>().join(" and then ");
    };
    let split = all.iter().take_while(|b| b.guards.get(depth) == Some(guard)).count();
    let (then, other) = all.split_at(split);
    // An `otherwise` within is of what stands behind the colon.
    let joint = if other.is_empty() && then.len() > 1 { ":" } else { "," };
    let text = format!("if {}{joint} {}", VOICE.condition(guard), branches_text(then, depth + 1));
    if other.is_empty() {
        return text;
    }
    format!("{text}; otherwise, {}", branches_text(other, depth + 1))
}

/// Prints a guard of a branch.
pub fn guard_text(of: &Condition<Written>) -> String {
    VOICE.condition(of)
}

/// Prints an action with its delay.
pub fn action_text(of: &Action<Written>) -> String {
    let words = action_kind_text(&of.kind);
    if of.delay.is_none() { words } else { format!("{words} {}", delay_text(&of.delay)) }
}

/// Prints a delay: `at the end of the Attacking Phase when Saber is attacked`.
pub fn delay_text(of: &Delay<Written>) -> String {
    let phase = of.phase.map(Phase::name);
    let moment = match (of.moment, phase) {
        (Moment::Natural, None) => None,
        (Moment::Natural, Some(phase)) => Some(format!("in the {phase}")),
        (Moment::Start, phase) => Some(format!("at the start of the {}", phase.unwrap_or("combat round"))),
        (Moment::End, phase) => Some(format!("at the end of the {}", phase.unwrap_or("combat round"))),
        (Moment::Agi(rank), None) => Some(format!("at AGI {rank}")),
        (Moment::Agi(rank), Some(phase)) => Some(format!("at AGI {rank} of the {phase}")),
    };
    let round = of.is_second_round.then(|| "in the 2nd round".to_owned());
    let event = of.awaited.as_ref().map(|c| format!("when {}", VOICE.condition(c)));
    // The moment comes first, because a condition would take the words after it for its own.
    [moment, round, event].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Prints a target.
pub fn target_text(of: &Target<Written>) -> String {
    match of {
        Target::Character(who) => VOICE.who(who),
        Target::Location(place) => name(&place.text),
        Target::Here => "this location".to_owned(),
    }
}

/// Prints targets: `Rider, Lancer and Rin`.
fn targets_text(all: &[Target<Written>]) -> String {
    let mut said = String::new();
    for (at, one) in all.iter().enumerate() {
        let last = at + 1 == all.len();
        match at.checked_sub(1).and_then(|before| all.get(before)) {
            None => {}
            // In `every opponent except Lancer and Archer` Archer would be excepted too.
            Some(before) if ends_in_names(before) => said += " and on ",
            Some(_) if last => said += " and ",
            Some(_) => said += ", ",
        }
        said += &target_text(one);
    }
    said
}

/// Whether words after a target would be read as part of it: of an exception, or of somebody's deed.
fn ends_in_names(target: &Target<Written>) -> bool {
    let excepts = |group: &Group<Written>| group.filters.iter().any(|filter| matches!(filter, Filter::Except(_)));
    match target {
        Target::Character(who) => matches!(who, Who::WhoDid(_) | Who::WhomDid(_)) || who.group().is_some_and(excepts),
        Target::Location(_) | Target::Here => false,
    }
}

fn targets_phrase(all: &[Target<Written>]) -> String {
    if all.is_empty() { String::new() } else { format!(" on {}", targets_text(all)) }
}

fn destination_phrase(destination: Option<&super::condition::Name>) -> String {
    destination.map_or_else(String::new, |p| format!(" to {}", name(&p.text)))
}

/// The number of times, as words before the targets or after them: `the opponent who attacks Rin 2 times` would be
/// somebody else. One of the two is empty.
fn times_before_or_after(targets: &[Target<Written>], times: Times) -> (String, String) {
    let tells = |target: &Target<Written>| matches!(target, Target::Character(who) if who.mentions(&|who| matches!(who, Who::WhoDid(_) | Who::WhomDid(_))));
    match targets.iter().any(tells) {
        true => (times_phrase(times), String::new()),
        false => (String::new(), times_phrase(times)),
    }
}

fn times_phrase(times: Times) -> String {
    match times {
        Times::ONCE => String::new(),
        Times::AsOftenAsPossible => " as often as possible".to_owned(),
        Times::Exactly(times) => format!(" {times} times"),
    }
}

fn offer_phrase(of: &Offer) -> String {
    match of {
        Offer::CombatPoints(amount) => format!(", offering {amount} CP"),
        Offer::Information(text) => format!(", offering {}", quoted(text)),
    }
}

/// Prints a kind of action: `use Rapid Cut on Caster 2 times`.
pub fn action_kind_text(of: &ActionKind<Written>) -> String {
    let who = |w| VOICE.who(w);
    match of {
        ActionKind::Scout(location) => format!("scout {}", name(&location.text)),
        ActionKind::Use { skill, targets, destination, times, paying, choosing, push_to } => {
            let paying = paying
                .map_or_else(String::new, |(amount, of)| format!(", paying {amount} additional {}", resource_name(of)));
            let choosing = choosing.as_ref().map_or_else(String::new, |text| format!(", choosing {}", quoted(text)));
            let push = push_to
                .as_ref()
                .map_or_else(String::new, |p| format!(", pushing whoever is pushed to {}", name(&p.text)));
            let phrase = destination_phrase(destination.as_ref());
            let (first, last) = times_before_or_after(targets, *times);
            format!("use {}{first}{}{phrase}{last}{paying}{choosing}{push}", name(&skill.text), targets_phrase(targets))
        }
        ActionKind::Attack { targets: all, times } => {
            let (first, last) = times_before_or_after(all, *times);
            format!("attack{first} {}{last}", targets_text(all))
        }
        ActionKind::UseItem { item, targets, destination } => {
            format!(
                "use item {}{}{}",
                name(&item.text),
                targets_phrase(targets),
                destination_phrase(destination.as_ref())
            )
        }
        ActionKind::Move(destination) => format!("move to {}", name(&destination.text)),
        ActionKind::Flee(destination) => format!("flee to {}", name(&destination.text)),
        ActionKind::Stay => "stay".to_owned(),
        ActionKind::EnterSpiritForm => "enter Spirit Form".to_owned(),
        ActionKind::LeaveSpiritForm => "leave Spirit Form".to_owned(),
        ActionKind::Command { servant, spell, object } => {
            let object = match object {
                SpellObject::None => String::new(),
                SpellObject::Character(of) => format!(" for {}", who(of)),
                SpellObject::Location(location) => format!(" to {}", name(&location.text)),
                SpellObject::Text(text) => format!(": {}", quoted(text)),
            };
            format!("command {} {}{object}", who(servant), quoted(&spell.text))
        }
        ActionKind::Release(spell) => format!("release {}", quoted(&spell.text)),
        ActionKind::Cancel(skill) => format!("cancel {}", name(&skill.text)),
        ActionKind::StopPaying(skill) => format!("stop paying for {}", name(&skill.text)),
        ActionKind::Buy { item, count: 1 } => format!("buy {}", name(&item.text)),
        ActionKind::Buy { item, count } => format!("buy {count} {}", name(&item.text)),
        ActionKind::Give { item, to } => format!("give {} to {}", name(&item.text), who(to)),
        ActionKind::Drop(item) => format!("drop {}", name(&item.text)),
        ActionKind::PickUp(item) => format!("pick up {}", name(&item.text)),
        ActionKind::AskIgm(paid) => format!("ask the IGM for information{}", offer_phrase(paid)),
        ActionKind::Request { service, beneficiary, to: destination, offer: paid } => {
            let whom = beneficiary.as_ref().map_or_else(String::new, |w| format!(" for {}", who(w)));
            let paid = paid.as_ref().map_or_else(String::new, offer_phrase);
            format!("request {}{whom}{}{paid}", name(&service.text), destination_phrase(destination.as_ref()))
        }
        ActionKind::TakeShelter => "take shelter".to_owned(),
        ActionKind::Visit => "visit".to_owned(),
        ActionKind::ConsumeCivilian => "consume a civilian".to_owned(),
        ActionKind::Consume(of) => format!("consume {}", who(of)),
        ActionKind::Contract(step, with) => contract_text(*step, &who(with)),
        ActionKind::Protect(all) => {
            let all: Vec<_> = all.iter().map(who).collect();
            format!("protect me with {}", all.join(", then "))
        }
        ActionKind::Pact(step, team) => pact_text(*step, &name(&team.text)),
        ActionKind::Tell { to, text } => format!("tell {}: {}", name(&to.text), quoted(text)),
        ActionKind::Say(text) => format!("say: {}", quoted(text)),
        ActionKind::Logic(statement) => logic_statement_text(statement),
        ActionKind::PartnerPosts(of) => format!("my partner posts for {}", name(&of.text)),
        ActionKind::PuzzleAnswer(text) => format!("puzzle answer: {}", quoted(text)),
        ActionKind::Push(destination) => format!("push everybody else to {}", name(&destination.text)),
    }
}

fn contract_text(step: ContractStep, with: &str) -> String {
    match step {
        ContractStep::Make => format!("contract with {with}"),
        ContractStep::Accept => format!("accept a contract with {with}"),
        ContractStep::Reestablish => format!("re-establish the contract with {with}"),
        ContractStep::Break => format!("break the contract with {with}"),
        ContractStep::AcceptTransfer => format!("accept a transfer to {with}"),
        ContractStep::RefuseTransfer => format!("refuse a transfer to {with}"),
        ContractStep::Force => format!("force a contract on {with}"),
    }
}

fn pact_text(step: PactStep, team: &str) -> String {
    match step {
        PactStep::Ally => format!("ally with {team}"),
        PactStep::Ceasefire => format!("ceasefire with {team}"),
        PactStep::End => format!("end the alliance with {team}"),
    }
}

fn logic_statement_text(of: &LogicStatement<Written>) -> String {
    match of {
        LogicStatement::Red(text) => format!("red: {}", quoted(text)),
        LogicStatement::Blue { addressee: None, text } => format!("blue: {}", quoted(text)),
        LogicStatement::Blue { addressee: Some(to), text } => format!("blue to {}: {}", name(&to.text), quoted(text)),
        LogicStatement::AnswerInRed { statement, text } => format!("answer {statement} in red: {}", quoted(text)),
        LogicStatement::CounterInBlue { statement, text } => format!("counter {statement} in blue: {}", quoted(text)),
        LogicStatement::Correct { statement, text } => format!("correct {statement}: {}", quoted(text)),
        LogicStatement::Gold(text) => format!("gold: {}", quoted(text)),
    }
}
