//! Times and savings that hold by default: `Use Calm before the fighting starts`, `Parry first thing`, `Cut Lancer
//! twice and save the last AP`.
//!
//! Nothing is done before its own place (R202). If each action of an order comes before the named time by default, the
//! words add nothing and the order is read without them. Otherwise they stay, and the order is refused.

use grail_wordings::has_any_word;

use super::imperative::with_bare_verb;
use crate::language::condition::{Condition, Name, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Delay, Moment, NaturalTime, Order, Times};
use crate::language::orders::prohibitions::prohibition::Prohibition;
use crate::language::orders::prohibitions::words::strip_any_prefix;
use crate::language::orders::{NameBook, NameKind, OrderFileReader, ReadOrder, codes};
use crate::language::span::Span;
use crate::vocabulary::phase::Phase;

/// Phrases for the time before the first attack, or for the very beginning.
const BEFORE_ATTACKS: [&str; 36] = [
    "at begin of the Turn",
    "at the begin of the Turn",
    "at the beginning of the Turn",
    "before doing anything else",
    "before I do anything else",
    "before anything else happens",
    "before anything else",
    "before the fighting starts",
    "before the fighting begins",
    "before the shooting starts",
    "before the shooting begins",
    "before the fight starts",
    "before the fight begins",
    "before the battle starts",
    "before the battle begins",
    "before the attacks start",
    "before the attacks begin",
    "before anyone attacks",
    "before anybody attacks",
    "before anyone can attack",
    "before the Attacking Phase starts",
    "before the Attacking Phase begins",
    "before the Attacking Phase",
    "before any fighting",
    "before the fighting",
    "before the attacks",
    "first thing tonight",
    "first thing",
    "right at the start of the Turn",
    "right at the start of this Turn",
    "right at the start",
    "at the very start of the Turn",
    "at the very start",
    "at the start of the Turn",
    "at the very beginning",
    "at the beginning",
];
/// Phrases for the time before all move.
const BEFORE_MOVES: [&str; 7] = [
    "before the Movement Phase",
    "before leaving",
    "before moving",
    "before we leave",
    "before I leave",
    "before we move",
    "before I move",
];
/// Verbs for keeping points back.
const SAVING_VERBS: [&str; 9] = ["save", "keep", "hold", "reserve", "leave", "saving", "keeping", "holding", "leaving"];
/// Words that may stand between the verb and the points.
const WORDS_BEFORE_POINTS: [&str; 13] =
    ["back", "the", "my", "last", "third", "other", "remaining", "leftover", "rest", "of", "all", "her", "his"];
/// Words that may stand behind the points.
const WORDS_AFTER_POINTS: [&str; 5] = [" for later", " for now", " in reserve", " unused", " unspent"];

/// The phases in which skills and items are used by default.
const NATURAL_PHASES: [(&str, Phase); 3] =
    [("instant phase", Phase::Instant), ("support phase", Phase::Support), ("prepared effect phase", Phase::Prepared)];
/// The times at which everybody moves, behind a condition.
const MOVE_TIMES: [&str; 9] = [
    " in the movement phase",
    " at the movement phase",
    " by the movement phase",
    " during the movement phase",
    " before the movement phase",
    " before the movement phase begins",
    " before the movement phase starts",
    " when the movement phase comes",
    " when the movement phase begins",
];
/// The end of the Turn, at which everybody moves: nothing but a move is last in the Turn by itself (R269).
const ENDS_OF_TURN: [&str; 8] = [
    "at the very end of the turn",
    "at the very end of this turn",
    "at the end of the turn",
    "at the end of this turn",
    "when it's time to move",
    "when it is time to move",
    "when the time to move comes",
    "when everybody moves",
];
/// Words before an upkeep that is to be paid.
const UPKEEP_LEADS: [&str; 8] = [
    "keep paying for ",
    "keep paying the upkeep for ",
    "keep paying the upkeep of ",
    "keep paying upkeep for ",
    "pay the upkeep for ",
    "pay the upkeep of ",
    "pay upkeep for ",
    "keep ",
];
/// Words behind it. `keep …` needs one of them, because alone it could ask for a use.
const UPKEEP_ENDS: [&str; 4] =
    [" and pay the upkeep", ", we'll pay the upkeep", ", i'll pay the upkeep", ", we will pay the upkeep"];
/// Words behind an upkeep that add nothing.
const UPKEEP_TIMES: [&str; 9] =
    [" going", " active", " running", " up", " on", " this turn", " tonight", " for now", " in the initial phase"];

/// Joints between an order and the points that are kept.
const JOINTS: [&str; 5] = [", and ", " and ", "; ", ", but ", ", "];

impl OrderFileReader<'_> {
    /// Reads one sentence without a time that all its actions precede by default.
    pub(in crate::language::orders) fn read_without_early_time(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let text = text.trim_end_matches(['.', '!', ' ']);
        let lower = text.to_ascii_lowercase();
        let without = |words: &&str| {
            let words = words.to_ascii_lowercase();
            let behind = lower.strip_prefix(&words).and_then(|rest| text.get(text.len() - rest.len()..));
            let before = || lower.strip_suffix(&words).and_then(|rest| text.get(..rest.len()));
            behind.and_then(|rest| rest.strip_prefix(", ")).or_else(|| before()?.strip_suffix(' '))
        };
        let phases = [(&BEFORE_ATTACKS[..], Phase::Attacking), (&BEFORE_MOVES[..], Phase::Movement)];
        let (rest, end) = phases.iter().find_map(|(times, end)| Some((times.iter().find_map(without)?, *end)))?;
        let mut parsed = self.read_order_in_words(span, rest.trim_end_matches(','), Some(span)).ok()?;
        let order = &parsed.0;
        let is_early = |action: &Action<Written>| {
            action.delay.is_none() && natural_phase(&action.kind, self.prepared.names).is_some_and(|phase| phase < end)
        };
        // A condition may be asked at the time that is named; what is waited for may come later.
        let asks_deeds = order.body.conditions().flat_map(Condition::statements).any(|asked| asked.deed().is_some());
        let may_be_asked_then = order.body.is_conditional() && (end == Phase::Attacking || asks_deeds);
        if may_be_asked_then || !order.body.names_no_time() || !order.body.actions().all(is_early) {
            return None;
        }
        let message = "done in its own place, which is as early as it can be: the time may be left out";
        parsed.2.push(Diagnostic::warning(codes::NO_REAL_DELAY, self.prepared.original_span(span), message));
        Some(parsed)
    }

    /// Reads one sentence without the points that it keeps back, if it does not spend all points.
    pub(in crate::language::orders) fn read_without_saved_points(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let order = JOINTS.iter().find_map(|joint| {
            let (order, rest) = text.rsplit_once(joint)?;
            saves_points(rest).then_some(order)
        })?;
        let parsed = self.read_order_in_words(span, order, Some(span)).ok()?;
        let spends_all = parsed.0.body.actions().any(|action| action.kind.facts().times == Times::AsOftenAsPossible);
        (!spends_all).then_some(parsed)
    }

    /// `Save the last AP.`: a prohibition to spend all points.
    pub(in crate::language::orders) fn read_saving_as_prohibition(
        &self,
        span: Span,
        fault: &Diagnostic,
    ) -> Option<Prohibition> {
        let actor = self.actor.as_ref().map(|actor| actor.text.clone()).unwrap_or_default();
        let all = ActionKind::Attack { targets: Vec::new(), times: Times::AsOftenAsPossible };
        saves_points(self.text(span)).then(|| Prohibition {
            span,
            actor,
            kinds: vec![all],
            allowed: 0,
            condition: None,
            order_number: None,
            fault: fault.clone(),
        })
    }

    /// Reads one sentence without the time of its condition, if all its actions are done at that time by default: `Use
    /// the Splint if my Health is below 100 in the Support Phase`.
    pub(in crate::language::orders) fn read_without_natural_time(&self, span: Span, text: &str) -> Option<ReadOrder> {
        const TIME_LEADS: [&str; 4] = [" in the ", " at the ", " by the ", " during the "];
        let text = text.trim_end_matches(['.', '!', ' ']);
        let (phase, rest) = NATURAL_PHASES.iter().find_map(|(name, phase)| Some((*phase, strip_end(text, name)?)))?;
        let without_time = TIME_LEADS.iter().find_map(|at| strip_end(rest, at))?;
        let mut parsed = self.read_order_in_words(span, without_time, Some(span)).ok()?;
        let [branch] = parsed.0.body.branches.as_slice() else { return None };
        let is_in_phase = |action: &Action<Written>| {
            action.delay.is_none() && natural_phase(&action.kind, self.prepared.names) == Some(phase)
        };
        let asks_only_states =
            parsed.0.body.conditions().flat_map(Condition::statements).all(|statement| statement.deed().is_none());
        if branch.guards.is_empty()
            || !asks_only_states
            || !parsed.0.body.names_no_time()
            || !branch.actions.iter().all(is_in_phase)
        {
            return None;
        }
        let message = "asked in the action's own place by itself: the time may be left out";
        parsed.2.push(Diagnostic::warning(codes::NO_REAL_DELAY, self.prepared.original_span(span), message));
        Some(parsed)
    }

    /// Reads one sentence without the Movement Phase behind its condition, where all it does is done then: `If Lancer
    /// is here in the Movement Phase, flee to the Bridge; otherwise, stay`.
    pub(in crate::language::orders) fn asked_as_all_move(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let lower = text.to_ascii_lowercase();
        if !lower.starts_with("if ") && !lower.starts_with("unless ") {
            return None;
        }
        let (at, end) = MOVE_TIMES.iter().find_map(|time| {
            let at = lower.find(&format!("{time}, "))?;
            Some((at, at + time.len()))
        })?;
        // Behind the first comma it is a time of what is done.
        let asked = text.get(..at).filter(|asked| !asked.contains([',', ';', '"']))?;
        let parsed = self.read_order_in_words(span, &format!("{asked}{}", text.get(end..)?), Some(span)).ok()?;
        let moves =
            |action: &Action<Written>| action.delay.is_none() && is_done_as_all_move(&action.kind, self.prepared.names);
        // `attacks me in the Movement Phase` says when it happens.
        let of_deed =
            ["in", "at", "during"].iter().any(|word| lower.get(at + 1..).is_some_and(|of| of.starts_with(word)));
        let deeds = || parsed.0.body.conditions().flat_map(Condition::statements).any(|said| said.deed().is_some());
        if of_deed && deeds() {
            return None;
        }
        (parsed.0.body.names_no_time() && parsed.0.body.is_conditional() && parsed.0.body.actions().all(moves))
            .then_some(parsed)
    }

    /// Reads one sentence without the end of the Turn, where all it does is done as everybody moves: `At the end of the
    /// Turn, flee to the Bridge`, `Flee to the Mall if Saber has 80 or less Health at the end of the Turn`.
    pub(in crate::language::orders) fn read_without_end_of_turn(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let lower = text.to_ascii_lowercase();
        let mut found = ENDS_OF_TURN.iter().filter_map(|time| Some((lower.find(time)?, *time)));
        let (at, time) = found.next()?;
        let (before, behind) = (text.get(..at)?, text.get(at + time.len()..)?);
        if text.contains('"') || ENDS_OF_TURN.iter().any(|time| behind.to_ascii_lowercase().contains(time)) {
            return None;
        }
        let rest = match before.trim_end() {
            "" => behind.trim_start_matches([',', ':', ' ']).to_owned(),
            before if behind.starts_with([',', ';', '.', ' ']) || behind.is_empty() => {
                format!("{}{behind}", before.trim_end_matches(','))
            }
            _ => return None,
        };
        let parsed = self.read_order_in_words(span, &rest, Some(span)).ok()?;
        let moves =
            |action: &Action<Written>| action.delay.is_none() && is_done_as_all_move(&action.kind, self.prepared.names);
        // `attacks me at the end of the Turn` says when it happens.
        let of_deed = !before.trim().is_empty()
            && parsed.0.body.conditions().flat_map(Condition::statements).any(|said| said.deed().is_some());
        (!of_deed && parsed.0.body.names_no_time() && parsed.0.body.actions().all(moves)).then_some(parsed)
    }

    /// `Keep paying for Rain Manipulation.`: an upkeep is paid by itself, and no order may stop it.
    pub(in crate::language::orders) fn read_upkeep_as_prohibition(
        &self,
        span: Span,
        fault: &Diagnostic,
    ) -> Option<Prohibition> {
        let text = self.strip_actor(self.text(span));
        let words = with_bare_verb(text.trim_end_matches(['.', '!', ' ']));
        let without_payment = UPKEEP_ENDS.iter().find_map(|end| strip_end(&words, end));
        let mut rest = without_payment.unwrap_or(&words);
        while let Some(shorter) = UPKEEP_TIMES.iter().find_map(|end| strip_end(rest, end)) {
            rest = shorter;
        }
        let (lead, skill) = UPKEEP_LEADS.iter().find_map(|lead| Some((*lead, strip_any_prefix(rest, &[lead])?)))?;
        let mut letters = skill.strip_prefix("the ").unwrap_or(skill).chars();
        let (mark, None) = (letters.next()?, letters.next()) else { return None };
        let is_upkeep =
            self.prepared.names.mark_is(mark, NameKind::Skill) && (lead != "keep " || without_payment.is_some());
        let text = self.prepared.names.marked(mark).filter(|_| is_upkeep)?.to_owned();
        Some(Prohibition {
            span,
            actor: self.actor.as_ref().map(|actor| actor.text.clone()).unwrap_or_default(),
            kinds: vec![ActionKind::StopPaying(Name { text, span: self.prepared.original_span(span) })],
            allowed: 0,
            condition: None,
            order_number: None,
            fault: fault.clone(),
        })
    }
}

/// A text without these words at its end.
pub(in crate::language::orders) fn strip_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(end.len())?;
    text.get(at..).is_some_and(|of| of.eq_ignore_ascii_case(end)).then(|| text.get(..at)).flatten()
}

/// Whether an action has its own place in the Movement Phase.
pub(super) fn is_done_as_all_move(kind: &ActionKind<Written>, names: &NameBook) -> bool {
    *kind == ActionKind::Stay || natural_phase(kind, names) == Some(Phase::Movement)
}

/// `If C by the Movement Phase, move to Church; otherwise, stay`: drops the phase, in which it is asked and done
/// anyway.
pub(in crate::language::orders) fn drop_time_of_moves(
    order: &mut Order<Written>,
    names: &NameBook,
    said: &mut Vec<Diagnostic>,
) {
    let own = |delay: &Delay<Written>| {
        delay.phase == Some(Phase::Movement)
            && matches!(delay.moment, Moment::Natural | Moment::Start)
            && delay.awaited.is_none()
            && !delay.is_second_round
    };
    // Everybody moves when the first Prepared Effect Phase is over.
    let just_before = |delay: &Delay<Written>| {
        delay.phase == Some(Phase::Prepared)
            && delay.moment == Moment::End
            && delay.awaited.is_none()
            && !delay.is_second_round
    };
    let as_all_move = |delay: &Delay<Written>| own(delay) || just_before(delay);
    let moves = |action: &Action<Written>| {
        is_done_as_all_move(&action.kind, names) && (action.delay.is_none() || as_all_move(&action.delay))
    };
    let stays = order.body.actions().any(|action| action.kind == ActionKind::Stay);
    let asks_before =
        order.body.is_conditional() && just_before(&order.body.read_at)
            || order.body.branches.iter().any(|branch| {
                !branch.guards.is_empty() && branch.actions.iter().any(|action| just_before(&action.delay))
            });
    let asked = order.body.names_no_time() || as_all_move(&order.body.read_at);
    let timed = as_all_move(&order.body.read_at) || order.body.actions().any(|action| as_all_move(&action.delay));
    if !(stays || asks_before) || !asked || !timed || !order.body.actions().all(moves) {
        return;
    }
    order.body.read_at = Delay::none();
    for action in order.body.actions_mut() {
        action.delay = Delay::none();
    }
    let message = "asked and done in the Movement Phase by itself: the time may be left out";
    said.push(Diagnostic::warning(codes::NO_REAL_DELAY, order.span, message));
}

/// `at the start of the Support Phase`: drops the delay from an action that is done in that phase by default, because
/// nothing comes earlier there.
pub(in crate::language::orders) fn drop_natural_start(
    order: &mut Order<Written>,
    names: &NameBook,
    warnings: &mut Vec<Diagnostic>,
) {
    let is_natural_start = |delay: &Delay<Written>, kind: &ActionKind<Written>| {
        let phase = natural_phase(kind, names).filter(|phase| *phase < Phase::Attacking);
        delay.moment == Moment::Start
            && delay.phase.is_some()
            && delay.phase == phase
            && delay.awaited.is_none()
            && !delay.is_second_round
    };
    // Under a condition, the start of the phase may be the time at which it is asked.
    if order.body.is_conditional() {
        return;
    }
    let mut is_dropped = false;
    if order.body.actions().all(|action| is_natural_start(&order.body.read_at, &action.kind)) {
        order.body.read_at = Delay::none();
        is_dropped = true;
    }
    for action in order.body.actions_mut() {
        if is_natural_start(&action.delay, &action.kind) {
            action.delay = Delay::none();
            is_dropped = true;
        }
    }
    if is_dropped {
        let message = "done in its own place in the phase, which is as early as it can be: the time may be left out";
        warnings.push(Diagnostic::warning(codes::NO_REAL_DELAY, order.span, message));
    }
}

/// The phase of the first combat round in which an action is done by default; `None` if the names do not show it.
pub(super) fn natural_phase(kind: &ActionKind<Written>, names: &NameBook) -> Option<Phase> {
    match kind.natural_time() {
        NaturalTime::Phase(phase) => Some(phase),
        NaturalTime::OfSkill(name, None) | NaturalTime::OfItem(name) => names.phase_of(&name.text),
        NaturalTime::OfSkill(_, Some(_))
        | NaturalTime::OfBasicAttack
        | NaturalTime::NextPhase
        | NaturalTime::PhaseOnly(_)
        | NaturalTime::AtDeath
        | NaturalTime::AtOpening
        | NaturalTime::Never => None,
    }
}

/// `If C at the end of the Attacking Phase, flee to Bridge; otherwise, stay`: where the phase beside the condition ends
/// before anything of the order has its place, it is asked then, and done at its own place.
pub(in crate::language::orders) fn ask_as_phase_ends(
    order: &mut Order<Written>,
    ended: Option<Phase>,
    names: &NameBook,
) {
    let Some(ended) = ended else { return };
    let is_then = |delay: &Delay<Written>| {
        delay.phase == Some(ended) && delay.moment == Moment::End && delay.awaited.is_none() && !delay.is_second_round
    };
    let is_before = is_then(&order.body.read_at);
    let is_timed = |action: &Action<Written>| {
        if is_before { action.delay.is_none() } else { is_then(&action.delay) }
    };
    let comes_later = |action: &Action<Written>| {
        action.kind == ActionKind::Stay || natural_phase(&action.kind, names).is_some_and(|own| own > ended)
    };
    let is_asked = order.body.is_conditional() && (is_before || order.body.read_at.is_none());
    let acts = order.body.actions().any(|action| action.kind != ActionKind::Stay);
    if is_asked && acts && order.body.actions().all(|action| is_timed(action) && comes_later(action)) {
        order.body.asked_at_end = Some(ended);
        order.body.read_at = Delay::none();
        order.body.actions_mut().for_each(|action| action.delay = Delay::none());
    }
}

/// Whether a text says anywhere that Action Points are kept back: `save the last AP`.
pub fn says_points_are_kept(text: &str) -> bool {
    let sentences = text.split(['.', '!', '\n']).map(|sentence| sentence.trim_matches(|c: char| !c.is_alphanumeric()));
    sentences.into_iter().any(|sentence| {
        let behind = |joint: &str| sentence.rsplit_once(joint).is_some_and(|(_, rest)| saves_points(rest));
        saves_points(sentence) || JOINTS.iter().any(|joint| behind(joint))
    })
}

/// Whether words keep Action Points back and say nothing else: `save the last AP`.
pub(in crate::language::orders) fn saves_points(text: &str) -> bool {
    if !has_any_word(text, &["ap"]) {
        return false;
    }
    let lower = text.trim_end_matches(['.', '!', ' ']).to_ascii_lowercase();
    let lower = ["i'll ", "i will ", "i "].iter().find_map(|who| lower.strip_prefix(who)).unwrap_or(&lower).to_owned();
    let lower = with_bare_verb(WORDS_AFTER_POINTS.iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(&lower));
    let words: Vec<&str> = lower.split(' ').collect();
    match words.as_slice() {
        [first, between @ .., "ap"] => {
            SAVING_VERBS.contains(first) && between.iter().all(|word| WORDS_BEFORE_POINTS.contains(word))
        }
        _ => false,
    }
}
