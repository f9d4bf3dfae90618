//! `A and then B`, where the phases of the Turn put B before A (R202).

use super::Checker;
use super::canonical_names::same_name;
use super::condition_timing::{MAX_CURES, Occasion, awaits_condition, first_phase, occasion_of};
use super::outcomes::find_outcome;
use super::phrases::has_words;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Delay, Moment, Order, SpellObject};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;

/// The words with which an order begins or ends if it says that it follows the order above: `then`, `next`, `follow up
/// with`, `… afterwards`.
pub(super) fn find_then_word(words: &str) -> Option<&str> {
    const WORDS: [&str; 8] =
        ["then", "afterwards", "finally", "next", "after that", "after this", "follow up", "follow that up"];
    const ENDS: [&str; 4] = ["afterwards", "afterward", "after that", "after this"];
    let words = words.trim_start_matches(|c: char| !c.is_alphabetic());
    let begins = |word: &str| {
        let (first, rest) = words.split_at_checked(word.len())?;
        (first.eq_ignore_ascii_case(word) && !rest.starts_with(char::is_alphanumeric)).then_some(first)
    };
    let words = words.trim_end_matches(|c: char| !c.is_alphanumeric());
    let ends = |word: &str| {
        let (rest, last) = words.split_at_checked(words.len().checked_sub(word.len())?)?;
        (last.eq_ignore_ascii_case(word) && rest.ends_with(' ')).then_some(last)
    };
    WORDS.into_iter().find_map(begins).or_else(|| ENDS.into_iter().find_map(ends))
}

/// The words with which an order begins or ends if it says that it adds to the order above: `also`, `… as well`.
fn find_addition(words: &str) -> Option<&'static str> {
    const BEGINNINGS: [&str; 9] =
        ["also", "and", "then", "next", "in addition", "afterwards", "finally", "after that", "besides"];
    const ENDS: [&str; 4] = ["as well", "too", "also", "again"];
    let lowercase = words.to_lowercase();
    let words = lowercase.trim_matches(|c: char| !c.is_alphanumeric());
    let is_whole = |rest: &str| rest.starts_with([' ', ',']) || rest.ends_with([' ', ',']);
    let begins = |word: &&str| words.strip_prefix(word).is_some_and(is_whole);
    let ends = |word: &&str| words.strip_suffix(word).is_some_and(is_whole);
    BEGINNINGS.into_iter().find(begins).or_else(|| ENDS.into_iter().find(ends))
}

/// Whether words say a condition or an event, and not only where or by whom something is done.
pub(super) fn says_condition(words: &str) -> bool {
    const WORDS: [&str; 11] = [
        "if",
        "unless",
        "when",
        "whenever",
        "whoever attacks",
        "once",
        "after",
        "as soon as",
        "should",
        "while",
        "until",
    ];
    let words = words.to_lowercase();
    WORDS.iter().any(|word| has_words(&words, word))
}

/// Whether an order does something only on a condition, and says nothing of what is done otherwise.
pub(super) fn is_only_conditional(order: &Order<Written>) -> bool {
    let branches = &order.body.branches;
    let has_otherwise = branches.last().is_some_and(|last| branches.len() > 1 && last.guards.len() < branches.len());
    order.body.is_conditional() && !has_otherwise
}

/// Whether two orders do the same kind of thing.
fn repeats_kind(above: &Order<Written>, order: &Order<Written>) -> bool {
    let is_use = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Use { .. } | ActionKind::Attack { .. });
    let is_same = |one: &ActionKind<Written>, other: &ActionKind<Written>| {
        is_use(one) && is_use(other) || std::mem::discriminant(one) == std::mem::discriminant(other)
    };
    let mut actions = order.body.actions();
    actions.any(|action| above.body.actions().any(|of_above| is_same(&action.kind, &of_above.kind)))
}

/// What a report of two actions says of their phases.
const OWN_PHASE: &str = "each comes in its own phase, in whatever order they are written";

/// The time of an action: its phase, and its rank within the phase by [`rank_within`].
pub(super) type TurnTime = (Phase, u8);

/// The rank of an action within its phase: 0 at its start, 1 at the action's own place, 2 delayed, 3 at its end.
fn rank_within(order: &Order<Written>, action: &Action<Written>) -> u8 {
    let delay = order.body.delay_of(action);
    match delay.moment {
        Moment::Start => 0,
        Moment::Natural if delay.awaited.is_none() => 1,
        Moment::Natural | Moment::Agi(_) => 2,
        Moment::End => 3,
    }
}

/// Whether an action is a message, which nobody has to hear before what is written behind it is done.
const fn is_message(kind: &ActionKind<Written>) -> bool {
    matches!(kind, ActionKind::Tell { .. } | ActionKind::Say(_))
}

/// `If C, command Saber "Flee this battle now!" to Bridge. We go to the Bridge.`: whether a move goes where a spell of
/// the order above leads.
fn goes_where_spell_leads(above: &Order<Written>, action: &Action<Written>) -> bool {
    let (ActionKind::Move(to) | ActionKind::Flee(to)) = &action.kind else { return false };
    above.body.actions().any(|spell| match &spell.kind {
        ActionKind::Command { object: SpellObject::Location(place), .. } => same_name(&place.text, &to.text),
        _ => false,
    })
}

impl Checker<'_> {
    /// Puts the actions of an order into the order in which their phases come, where its words leave that open.
    pub(super) fn sort_by_phase(&self, order: &mut Order<Written>, actor: &OwnCharacter) {
        let is_warned = |said: &Diagnostic| {
            said.code == codes::TURNED_ROUND && order.body.actions().any(|action| action.span == said.span)
        };
        if !self.diagnostics.iter().any(is_warned) {
            return;
        }
        let whole = order.clone();
        for branch in &mut order.body.branches {
            let refers_back =
                |action: &Action<Written>| order_text::action_kind_text(&action.kind).contains("that character");
            let time = |action: &Action<Written>| {
                let occasion = occasion_of(&action.kind, actor, self.view);
                Some((first_phase(&whole, action, occasion)?, rank_within(&whole, action)))
            };
            let is_placed = branch.actions.iter().all(|action| time(action).is_some());
            if is_placed && !(branch.guards.is_empty() && branch.actions.iter().any(refers_back)) {
                branch.actions.sort_by_key(time);
            }
        }
    }

    /// Reports the first action that comes before an action written before it, and says how to delay it.
    pub(super) fn report_reversed_sequence(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        for (branch_index, branch) in order.body.branches.iter().enumerate() {
            let mut latest: Option<(Phase, &Action<Written>)> = None;
            let mut awaited: Option<(Phase, &Action<Written>)> = None;
            let mut put_off: Option<(Phase, u8, &Action<Written>)> = None;
            for (index, action) in branch.actions.iter().enumerate() {
                let occasion = occasion_of(&action.kind, actor, self.view);
                let Some(phase) = first_phase(order, action, occasion) else { continue };
                let is_awaited =
                    order.body.delay_of(action).awaited.is_some() || awaits_condition(order, occasion, self.view);
                let rank = rank_within(order, action);
                if let Some((_, _, first)) =
                    put_off.filter(|(delayed_phase, other, _)| *delayed_phase == phase && rank < *other)
                {
                    self.report_one_phase(order, action, first, phase);
                    break;
                }
                if put_off.is_none_or(|(delayed_phase, ..)| delayed_phase != phase) || rank > 1 {
                    put_off = Some((phase, rank, action));
                }
                let is_at_place = matches!(occasion, Occasion::AtTime(_));
                let is_after_turn = latest.is_some_and(|(later, _)| later == Phase::TurnEnd);
                // An awaited action comes with its event; only that it comes before the end of the Turn is certain.
                if is_awaited && phase != Phase::TurnEnd && !(is_at_place && is_after_turn) {
                    // Both come when the event happens, each in its own phase.
                    if let Some((later, first)) = awaited.filter(|(later, _)| phase < *later) {
                        self.report_awaited(order, action, phase, first, later);
                        break;
                    }
                    awaited = Some((phase, action));
                    continue;
                }
                match latest {
                    Some((later, first)) if phase < later => {
                        let (earlier_words, later_words) =
                            (order_text::action_kind_text(&action.kind), order_text::action_kind_text(&first.kind));
                        let when = if is_awaited { "when that comes".to_owned() } else { format!("in the {phase}") };
                        let later_time = if later == Phase::TurnEnd {
                            "as the Turn ends".to_owned()
                        } else {
                            format!("in the {later}")
                        };
                        let message = format!(
                            "`{earlier_words}` comes {when}, before `{later_words}` {later_time}, and not behind it"
                        );
                        let reported = self.diagnostics.iter().filter(|d| d.code == codes::TURNED_ROUND).count();
                        let wants_cure = self.suggests_cures && reported < MAX_CURES && !is_awaited;
                        let cure =
                            wants_cure.then(|| self.delay_behind_phase(order, branch_index, index, later)).flatten();
                        let diagnostic = self.report_reversed(order, first, action, message);
                        diagnostic.notes.push(OWN_PHASE.to_owned());
                        diagnostic.notes.extend(cure.map(|line| format!("to do it behind that: `{line}`")));
                        break;
                    }
                    _ => latest = Some((phase, action)),
                }
            }
        }
    }

    /// Reports that the second of two actions in one phase comes first, because the first is delayed.
    fn report_one_phase(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        first: &Action<Written>,
        phase: Phase,
    ) {
        let (second_words, first_words) =
            (order_text::action_kind_text(&action.kind), order_text::action_kind_text(&first.kind));
        let message = format!(
            "`{second_words}` does not wait with `{first_words}`: in the {phase} it comes at its own place, which is earlier"
        );
        let diagnostic = self.report_reversed(order, first, action, message);
        diagnostic.notes.push("what is to come behind that says so itself: write the same time at it too".to_owned());
    }

    /// Reports that the second of two actions that wait for one event may come first.
    fn report_awaited(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        phase: Phase,
        first: &Action<Written>,
        later: Phase,
    ) {
        let (second_words, first_words) =
            (order_text::action_kind_text(&action.kind), order_text::action_kind_text(&first.kind));
        let message = format!(
            "`{second_words}` may come in the {phase}, as soon as that happens, before `{first_words}` in the {later}"
        );
        self.report_reversed(order, first, action, message).notes.push(OWN_PHASE.to_owned());
    }

    /// Reports that an action comes before another written before it: an error if the words say that it comes behind.
    fn report_reversed(
        &mut self,
        order: &Order<Written>,
        first: &Action<Written>,
        action: &Action<Written>,
        message: String,
    ) -> &mut Diagnostic {
        let goes_first = matches!(first.kind, ActionKind::Move(_) | ActionKind::Flee(_));
        if !(goes_first || self.says_then(order, first, action)) || is_message(&first.kind) {
            return self.push_warning(codes::TURNED_ROUND, action.span, message);
        }
        self.faulty.push(order.number);
        let diagnostic = self.push_error(codes::WHOSE_TIME, action.span, message);
        diagnostic.notes.push(match goes_first {
            true => {
                "here, before the move: write it first; there, behind it: an order of its own below the move".to_owned()
            }
            false => {
                "each in its own phase: write an order for each, and leave out that one follows the other".to_owned()
            }
        });
        diagnostic
    }

    /// Whether `then` or a like word stands between two actions of an order, or `in that order` behind them.
    fn says_then(&self, order: &Order<Written>, first: &Action<Written>, action: &Action<Written>) -> bool {
        let between = self.text.get(first.span.end..action.span.start).or_else(|| self.text.get(order.span.range()));
        let between = between.unwrap_or_default().to_lowercase();
        let whole = self.text.get(order.span.range()).unwrap_or_default().to_lowercase();
        if ["in that order", "in this order"].iter().any(|words| has_words(&whole, words)) {
            return true;
        }
        ["then", "afterwards", "after that", "after this", "next"].iter().any(|word| has_words(&between, word))
    }

    /// `When Lancer attacks, use Parry. Then attack Lancer.`: rejects a `then` that leaves open whether the second
    /// waits too.
    pub(super) fn reject_ambiguous_then(
        &mut self,
        above: &Order<Written>,
        order: &Order<Written>,
        words: &str,
        actor: &OwnCharacter,
    ) {
        let says_condition = self.text.get(above.span.range()).is_some_and(says_condition);
        let adds_to_condition = above.actor == order.actor
            && above.span != order.span
            && says_condition
            && is_only_conditional(above)
            && !order.body.is_conditional();
        if let Some(action) =
            order.body.actions().find(|action| adds_to_condition && goes_where_spell_leads(above, action))
        {
            return self.report_unclear_addition(&order_text::action_kind_text(&action.kind), action.span);
        }
        let Some(first) = find_then_word(words).filter(|_| above.actor == order.actor) else {
            match find_addition(words) {
                Some(word) if adds_to_condition => self.report_unclear_addition(word, order.span),
                Some(word @ ("too" | "as well" | "also")) if above.span != order.span && repeats_kind(above, order) => {
                    self.reject_addition_to_other(above, order, word);
                }
                _ => {}
            }
            return;
        };
        let says_unless = self.text.get(above.span.range()).is_some_and(|said| said.to_lowercase().contains("unless "));
        if says_unless && above.body.is_conditional() {
            let message =
                format!("`{}`: behind the order above, or in the case that it leaves out?", first.to_lowercase());
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic
                .notes
                .push("in that case: `If C, B; otherwise, A.` Whatever is so: leave the word out".to_owned());
            return;
        }
        let is_order_awaited =
            |order: &Order<Written>| order.body.actions().any(|action| self.is_action_awaited(order, action, actor));
        if is_order_awaited(above) && !is_order_awaited(order) {
            let first = first.to_lowercase();
            let message = format!("`{first}`: does this wait too, for what the order above it waits for?");
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push("both wait: one order, `When C, A and then B.`".to_owned());
            diagnostic.notes.push("the first alone: leave the word out".to_owned());
        } else if let Some(word) = find_addition(words).filter(|_| adds_to_condition) {
            self.report_unclear_addition(word, order.span);
        }
    }

    /// `If I have 50 or less Health, use Guard. Then flee to Bridge.`: rejects an addition to an order on a condition.
    fn report_unclear_addition(&mut self, word: &str, span: Span) {
        let message = format!("`{word}`: on the condition of the order above, or whatever is so?");
        let diagnostic = self.push_error(codes::WHOSE_TIME, span, message);
        diagnostic.notes.push("on that condition: one order, `If C, A and then B.`".to_owned());
        diagnostic.notes.push("whatever is so: leave the word out".to_owned());
    }

    /// `In the second round, attack Lancer. Attack Archer too.`, `Saber flees if attacked. I flee too.`: rejects an
    /// addition to an order with a time, or to one on a condition of another character's.
    fn reject_addition_to_other(&mut self, above: &Order<Written>, order: &Order<Written>, word: &str) {
        let has_time =
            |of: &Order<Written>| !of.body.names_no_time() || of.body.actions().any(|action| !action.delay.is_none());
        if order.body.is_conditional() || has_time(order) || word == "also" && above.actor != order.actor {
            return;
        }
        if above.actor != order.actor && is_only_conditional(above) {
            self.report_unclear_addition(word, order.span);
        } else if has_time(above) {
            let message = format!("`{word}`: at the time of the order above, or at its own?");
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push("at that time: say the time of both".to_owned());
            diagnostic.notes.push("at its own: leave the word out".to_owned());
        }
    }

    fn is_action_awaited(&self, order: &Order<Written>, action: &Action<Written>, actor: &OwnCharacter) -> bool {
        let occasion = occasion_of(&action.kind, actor, self.view);
        order.body.delay_of(action).awaited.is_some() || awaits_condition(order, occasion, self.view)
    }

    /// Reports an order that says `then` or a similar word but comes before the order above it.
    pub(super) fn report_reversed_then(
        &mut self,
        above: &Order<Written>,
        order: &Order<Written>,
        words: &str,
        actor: &OwnCharacter,
    ) {
        // `A, and then, if C, B`: two orders of one sentence.
        let of_one_sentence = (above.span == order.span && above.actor == order.actor).then_some("then");
        // `A. If C still holds, B`, `A. If that does not kill him, B`: C is to be asked behind A.
        let says_still = || order.body.is_conditional() && has_words(&words.to_lowercase(), "still");
        let still = || says_still().then_some("still").or_else(|| find_outcome(above, order, &words.to_lowercase()));
        // `Attack Lancer at the end of the Attacking Phase. Attack him again.`
        let again = ["again", "once more"].into_iter().find(|word| has_words(&words.to_lowercase(), word));
        let follows = find_then_word(words).or(again);
        let Some(first) = of_one_sentence.or(follows).or_else(still) else { return };
        let is_warned = |said: &Diagnostic| said.code == codes::TURNED_ROUND && said.span == order.span;
        if self.diagnostics.iter().any(is_warned) {
            return;
        }
        if above.actor != order.actor {
            let message = format!("`{}` does not wait for what {} does", first.to_lowercase(), above.actor.text);
            let diagnostic = self.push_warning(codes::TURNED_ROUND, order.span, message);
            diagnostic.notes.push(format!("to wait, say for what: `after {} has attacked`", above.actor.text));
            return;
        }
        let describe_places = |order: &Order<Written>| -> Vec<(TurnTime, String)> {
            let each = order.body.actions();
            each.filter_map(|action| {
                Some((self.turn_time(order, action, actor)?, order_text::action_kind_text(&action.kind)))
            })
            .collect()
        };
        let (earliest, latest) = (describe_places(order).into_iter().min(), describe_places(above).into_iter().max());
        let Some((((phase, rank), this), ((later, late), that))) = earliest.zip(latest) else { return };
        let message = if phase == later && rank < late {
            format!("`{this}` does not wait with `{that}`: in the {phase} it comes at its own place, which is earlier")
        } else if phase < later {
            format!("`{this}` comes in the {phase}, before `{that}` in the {later}, and not behind it")
        } else {
            return;
        };
        let follows_message = above.body.actions().any(|action| is_message(&action.kind));
        let diagnostic = if follows.is_some() && !follows_message {
            self.faulty.push(order.number);
            self.push_error(codes::WHOSE_TIME, order.span, message)
        } else {
            self.push_warning(codes::TURNED_ROUND, order.span, message)
        };
        diagnostic.notes.push(OWN_PHASE.to_owned());
        diagnostic
            .notes
            .push(format!("behind it: `At the end of the {later}, …`; whenever it comes: leave the word out"));
    }

    /// The place of an action; `None` if it has none or waits.
    pub(super) fn turn_time(
        &self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) -> Option<TurnTime> {
        let occasion = occasion_of(&action.kind, actor, self.view);
        let phase = first_phase(order, action, occasion).filter(|_| !self.is_action_awaited(order, action, actor));
        phase.map(|phase| (phase, rank_within(order, action)))
    }

    /// The order with one of its actions delayed until after a phase; `None` if that has a fault.
    fn delay_behind_phase(
        &self,
        order: &Order<Written>,
        branch_index: usize,
        action_index: usize,
        phase: Phase,
    ) -> Option<String> {
        let at_phase_end = Delay { phase: Some(phase), moment: Moment::End, ..Delay::none() };
        let in_second_round = Delay { is_second_round: true, ..Delay::none() };
        let delays = [Some(at_phase_end).filter(|_| phase.round().is_some()), Some(in_second_round)];
        delays.into_iter().flatten().find_map(|delay| {
            let mut later = order.clone();
            later.body.branches.get_mut(branch_index)?.actions.get_mut(action_index)?.delay = delay;
            let line = order_text::order_sentence(&later);
            self.is_faultless(&order.actor.text, &line).then_some(line)
        })
    }
}
