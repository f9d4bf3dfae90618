//! Rejects conditions that are asked once where the words let them hold on, or let them be asked after the order has
//! begun: `as long as`, `while`, `unless he dies, in which case …`.

use super::Checker;
use super::action_checks::{is_attack, used_card};
use super::condition_timing::{asking_action, earliest_phase_of, first_phase, occasion_of};
use super::phrases::has_words;
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Predicate, Property, Who, Written};
use crate::language::order::{Action, ActionKind, Body, Branch, Delay, Moment, Order, PactStep, Target, Times};
use crate::language::order_text;
use crate::language::prepare::leaning::HELPERS;
use crate::language::visit::VisitMut;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::skill_type::SkillType;

impl Checker<'_> {
    /// Rejects a condition that is asked once, if the order's words say more.
    pub(super) fn reject_condition_asked_once(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let words = words.to_lowercase();
        self.reject_until_dead_of_nobody(order, &words);
        if !order.body.is_conditional() {
            return;
        }
        self.reject_condition_on_shield(order, &words, actor);
        self.reject_replacement_after_blow(order, &words, actor);
        self.reject_answer_at_own_time(order, &words);
        self.reject_late_otherwise(order);
        self.reject_unawaited_cases(order);
        self.reject_unawaited_doer(order);
        self.reject_doer_before_condition(order, &words, actor);
        self.reject_denial_of_whole_turn(order, &words, actor);
        self.reject_time_of_one_case(order, &words);
        self.reject_later_answer(order, &words, actor);
        self.warn_of_slower(order, &words, actor);
        self.reject_exception_of_many_uses(order, &words);
        if opens_with_lasting_condition(&words) {
            self.reject_lasting_bond(order, actor);
            self.reject_lasting_attack(order, actor);
        }
    }

    /// `Use Calm until he is dead.`: rejects `until they are dead` where nobody is struck.
    fn reject_until_dead_of_nobody(&mut self, order: &Order<Written>, words: &str) {
        let is_aimless = |action: &&Action<Written>| {
            action.kind.facts().times == Times::AsOftenAsPossible && action.kind.targets().is_empty()
        };
        let says_until_dead = (has_words(words, "until") || has_words(words, "till"))
            && ["dead", "dies", "die"].iter().any(|word| has_words(words, word));
        if let Some(action) = order.body.actions().find(is_aimless).filter(|_| says_until_dead) {
            self.push_error(codes::WHOM, action.span, "until who is dead? this strikes nobody")
                .notes
                .push("on a condition: `If C, A.`; again and again: `A as often as possible.`".to_owned());
        }
    }

    /// `If Lancer attacks Rin, A. If he doesn't, B at the end of the Phase.`: rejects an answer with a time of
    /// its own, because both are asked where the first comes up (A253).
    fn reject_answer_at_own_time(&mut self, order: &Order<Written>, words: &str) {
        let Some((first, answers)) = order.body.branches.split_first() else { return };
        let has_own_time = |branch: &Branch<Written>| branch.actions.iter().any(|action| !action.delay.is_none());
        let asks_of_deed = first.guards.iter().flat_map(Condition::statements).any(|asked| asked.deed().is_some());
        if asks_of_deed
            && !order.body.is_asked_early()
            && !order.body.waits_until_otherwise()
            && !has_own_time(first)
            && answers.iter().any(has_own_time)
            && has_short_answer(words)
        {
            let message = "is this answered when the first part is asked, or at the time of the second?";
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push(
                "once, where the first comes up: `If Lancer has attacked me, A; otherwise, B at that time.`".to_owned(),
            );
            diagnostic.notes.push("at that time: `At the end of the Attacking Phase, if not C, B.`".to_owned());
            self.faulty.push(order.number);
        }
    }

    /// `If Archer attacks, A; otherwise, B at the end of the Attacking Phase.`: rejects an event that is asked where A
    /// comes up, and not up to the time of B.
    fn reject_late_otherwise(&mut self, order: &Order<Written>) {
        let body = &order.body;
        let [first, answers @ ..] = body.branches.as_slice() else { return };
        let ends = |branch: &Branch<Written>| {
            branch.actions.iter().any(|action| action.delay.moment == Moment::End && action.delay.phase.is_some())
        };
        let has_time = |branch: &Branch<Written>| branch.actions.iter().any(|action| !action.delay.is_none());
        let waits = first.guards.iter().any(Condition::waits_for_event);
        if self.view.if_is_asked
            || body.waits_until_otherwise()
            || !waits
            || !body.names_no_time()
            || has_time(first)
            || !answers.iter().any(ends)
        {
            return;
        }
        let message =
            "this is asked once, where the first comes up: what happens between that and the end counts for nothing";
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic
            .notes
            .push(format!("write an order for each case, and the first waits: {}", each_case_alone(order).join(" ")));
        diagnostic
            .notes
            .push("asked once, where the first comes up: `If Lancer has attacked me, A; otherwise, …`".to_owned());
        self.faulty.push(order.number);
    }

    /// `If Lancer attacks us, A; otherwise, if Archer attacks us, B.`: rejects events that are asked once, at the
    /// place of A, where nothing is done if none of them has happened by then.
    fn reject_unawaited_cases(&mut self, order: &Order<Written>) {
        let body = &order.body;
        let is_event = |branch: &Branch<Written>| branch.guards.last().is_some_and(Condition::waits_for_event);
        let has_last_case = body.branches.last().is_some_and(|last| last.guards.len() < body.branches.len());
        let has_time = body.actions().any(|action| !body.delay_of(action).is_none());
        let is_whole_choice = body.branches.len() > 1 && !has_last_case && body.branches.iter().all(is_event);
        if self.view.if_is_asked || has_time || !is_whole_choice {
            return;
        }
        let message = "with `otherwise` this is asked once, where the first comes up, and waits for none of these";
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push(format!("to wait, an order for each case: {}", each_case_alone(order).join(" ")));
        diagnostic.notes.push("asked once: `If Lancer has attacked me, A; otherwise, if …`".to_owned());
        self.faulty.push(order.number);
    }

    /// `Use Guard at the end of the Attacking Phase if C; Mend Rin otherwise.`: rejects a time of one case, before
    /// which both are asked (A253), where the condition stands behind what is done.
    fn reject_time_of_one_case(&mut self, order: &Order<Written>, words: &str) {
        let branches = &order.body.branches;
        let has_time = |branch: &Branch<Written>| branch.actions.iter().any(|action| !action.delay.is_none());
        let timed = branches.iter().filter(|branch| has_time(branch)).count();
        let before = words.split(words_of_condition(words)).next().unwrap_or_default();
        // `Saber, if C, …` begins with the condition; `instead` answers the order above.
        let is_behind = before.split_whitespace().count() > 2 || has_words(words, "instead");
        let has_one_time = timed > 0 && timed < branches.len();
        if !has_one_time || order.body.waits_until_otherwise() || !is_behind || !order.body.names_no_time() {
            return;
        }
        let message = "this is asked once, where the first comes up: does the other case wait for that time as well?";
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push(
            "both at that time: put it first: `At the end of the Attacking Phase, if C, A; otherwise, B.`".to_owned(),
        );
        diagnostic.notes.push(
            "each at its own: two orders, `If C, A at the end of the Attacking Phase.` `If not C, B.`".to_owned(),
        );
        self.faulty.push(order.number);
    }

    /// `If nobody attacks us this Turn, attack Lancer.`: rejects a denial of the whole Turn that is asked at the
    /// attacker's place, before the slower have attacked (R205, R216).
    fn reject_denial_of_whole_turn(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        const WHOLE_TURN: [&str; 6] = ["ever", "never", "tonight", "this turn", "this night", "all night"];
        let guards = order.body.branches.first().map_or(&[][..], |first| &first.guards);
        let is_denied = |guard: &Condition<Written>| match guard {
            Condition::Not(inner) => inner.waits_for_event(),
            Condition::Is(_) | Condition::All(_) | Condition::AnyOf(_) => false,
        };
        let said = words_of_condition(words);
        // `has attacked this Turn` is of what has happened by then.
        let is_perfect = is_told_of_past(said);
        let word = WHOLE_TURN.iter().find(|word| has_words(said, word));
        let asked = order.body.actions().next().and_then(|action| {
            let action = asking_action(order, action, actor, self.view);
            let has_own_time = order.body.delay_of(action).is_none();
            first_phase(order, action, occasion_of(&action.kind, actor, self.view)).filter(|_| has_own_time)
        });
        let Some(word) =
            word.filter(|_| !is_perfect && guards.iter().any(is_denied) && asked == Some(Phase::Attacking))
        else {
            return;
        };
        let message = format!(
            "`{word}`: this is asked at `{}`'s place in the Attacking Phase, and the slower attack after it",
            actor.name
        );
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push("up to the end of the Phase: `At the end of the Attacking Phase, if C, A.`".to_owned());
        diagnostic.notes.push("at its place, of what has happened by then: leave the word out".to_owned());
        self.faulty.push(order.number);
    }

    /// `Attack whoever attacks Rin. If nobody does, attack Lancer.`: rejects whoever does something, with another case
    /// behind it. The first alone would wait; with the other it is asked once, at its own place (A253).
    fn reject_doer_before_condition(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let [first, second] = order.body.branches.as_slice() else { return };
        let ([action], [other]) = (first.actions.as_slice(), second.actions.as_slice()) else { return };
        let is_doer =
            |target: &Target<Written>| matches!(target, Target::Character(Who::WhoDid(deed)) if !deed.is_past);
        let begins_with_condition = words.trim_start().starts_with("if ");
        let phase = first_phase(order, action, occasion_of(&action.kind, actor, self.view));
        let is_open = first.waits_for_event()
            && order.body.names_no_time()
            && other.delay.is_none()
            && action.kind.targets().iter().any(is_doer)
            && !begins_with_condition;
        let Some(phase) = phase.filter(|_| is_open && !self.view.if_is_asked) else { return };
        let waiting = with_otherwise_at_end_of(phase, order);
        let message = "waited for to the end of the phase, or asked once, at its own place?";
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push(format!("to wait: `{}`", order_text::order_sentence(&waiting)));
        diagnostic.notes.push(format!("asked once: `{}`", order_text::order_sentence(&with_past_doers(order))));
        self.faulty.push(order.number);
    }

    /// `If Lancer attacks Rin, attack him; otherwise, attack Archer.`, `Unless Lancer attacks Rin, attack Archer.`:
    /// warns that this is asked at the actor's place in the Attacking Phase, and the slower attack after it (R205,
    /// A253).
    fn warn_of_slower(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let body = &order.body;
        // `If Lancer has not attacked Rin` is of what has happened by then.
        let is_perfect = is_told_of_past(words_of_condition(words));
        let is_denied_event = |guard: &Condition<Written>| match guard {
            Condition::Not(inner) => inner.waits_for_event(),
            Condition::Is(_) | Condition::All(_) | Condition::AnyOf(_) => false,
        };
        let (first, is_asked_once) = match body.branches.as_slice() {
            [only] => (only, !is_perfect && only.guards.iter().any(is_denied_event)),
            [first, _] => (first, first.waits_for_event()),
            _ => return,
        };
        let is_of_attacks = |action: &Action<Written>| {
            let phase = first_phase(order, action, occasion_of(&action.kind, actor, self.view));
            body.delay_of(action).is_none() && phase == Some(Phase::Attacking)
        };
        let deeds = first.guards.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
        let is_slower = |deed: &&Deed<Written>| {
            let is_in_time = earliest_phase_of(deed, self.view) <= Phase::Attacking;
            is_in_time && !deed.is_past && !deed.is_first && !self.is_of_seat(&deed.who)
        };
        let Some(deed) = deeds.into_iter().find(|deed| is_slower(deed)) else {
            return;
        };
        let is_open = is_asked_once && body.names_no_time() && body.actions().all(is_of_attacks);
        if self.view.if_is_asked || !is_open {
            return;
        }
        let asked = order_text::guard_text(&Condition::Is(Predicate::Did(deed.clone())));
        let message = format!(
            "`{asked}` is asked once, at AGI {}: what slower characters do after that does not count",
            actor.agi
        );
        let waiting = order_text::order_sentence(&waiting_to_end_of(Phase::Attacking, order));
        self.push_warning(codes::NEVER_SO, order.span, message).notes.push(format!("to wait for it: `{waiting}`"));
    }

    /// `If Lancer is here, A; otherwise, attack whoever attacks Rin.`: rejects whoever does something as the target in
    /// one of several cases. By itself such an order waits for the deed; here it would be asked once (A253).
    fn reject_unawaited_doer(&mut self, order: &Order<Written>) {
        let body = &order.body;
        let is_asked = |deed: &Deed<Written>| {
            let asked = body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
            asked.into_iter().any(|other| other.act == deed.act)
        };
        let awaits_doer = |target: &Target<Written>| match target {
            Target::Character(Who::WhoDid(deed) | Who::WhomDid(deed)) => !deed.is_past && !is_asked(deed),
            Target::Character(_) | Target::Location(_) | Target::Here => false,
        };
        let names_doer = |action: &&Action<Written>| action.kind.targets().iter().any(awaits_doer);
        let Some(action) = body.actions().find(names_doer) else { return };
        if self.view.if_is_asked || body.branches.len() == 1 {
            return;
        }
        let span = action.span;
        let past = with_past_doers(order);
        let message = "with `otherwise` this is asked once, at its place, and does not wait for whoever does it";
        let diagnostic = self.push_error(codes::WHOSE_TIME, span, message);
        diagnostic.notes.push(format!("to wait, an order for each case: {}", each_case_alone(order).join(" ")));
        diagnostic.notes.push(format!("asked once: `{}`", order_text::order_sentence(&past)));
        self.faulty.push(order.number);
    }

    /// `If anyone hits me, attack that one. If nobody did, flee.`: rejects a short answer whose deed has a later place
    /// of its own, because both are asked where the first comes up.
    fn reject_later_answer(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let body = &order.body;
        let [first, answer] = body.branches.as_slice() else { return };
        let phase_of = |branch: &Branch<Written>| {
            let action = branch.actions.first()?;
            first_phase(order, action, occasion_of(&action.kind, actor, self.view))
        };
        let waits = first.guards.iter().any(Condition::waits_for_event);
        let has_time = body.actions().any(|action| !body.delay_of(action).is_none());
        let later = phase_of(first).zip(phase_of(answer)).filter(|(one, other)| other > one).map(|(_, other)| other);
        let Some(phase) = later.filter(|_| !self.view.if_is_asked && !has_time && waits && has_short_answer(words))
        else {
            return;
        };
        let message = "this is asked once, where the first comes up, and not where the second has its place";
        let waiting = match phase {
            Phase::Attacking | Phase::Prepared => {
                format!("`{}`", order_text::order_sentence(&with_otherwise_at_end_of(phase, order)))
            }
            _ => each_case_alone(order).join(" "),
        };
        let asked_once = order_text::order_sentence(&with_past_doers(order));
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push(format!("to wait: {waiting}"));
        diagnostic.notes.push(format!("asked once: `{asked_once}`"));
        self.faulty.push(order.number);
    }

    /// `Protect me with Saber only if she has 100 or more Health.`: rejects a condition without which the Servant
    /// shields all the same (A116).
    fn reject_condition_on_shield(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let is_protection = |action: &Action<Written>| matches!(action.kind, ActionKind::Protect(_));
        let Some(protection) = order.body.actions().find(|action| is_protection(action)) else { return };
        let branches = &order.body.branches;
        let ends_without_condition = branches.last().is_some_and(|last| last.guards.len() + 1 == branches.len());
        let names_another = branches.len() > 1
            && ends_without_condition
            && branches.iter().all(|branch| branch.actions.iter().any(is_protection));
        let excludes_other_cases =
            has_words(words, "only") || has_words(words, "unless") || opens_with_lasting_condition(words);
        let has_one_servant = actor.servants.len() == 1;
        if has_one_servant || excludes_other_cases && !names_another {
            let message = "where this is not so a Servant shields all the same: whoever has the most Health (A116)";
            let note = match has_one_servant {
                true => "leave the condition out: your one Servant shields you wherever both of you are",
                false => "say who shields then: `If C, protect me with A; otherwise, protect me with B.`",
            };
            self.push_error(codes::NOT_OF_THIS_ORDER, protection.span, message).notes.push(note.to_owned());
        }
    }

    /// `Attack Lancer 3 times unless he dies, in which case attack Archer.`: rejects a choice that is made before the
    /// blow that it waits for.
    fn reject_replacement_after_blow(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        if order.body.branches.len() < 2 || !has_words(words, "unless") {
            return;
        }
        let statements = order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        let struck: Vec<&Who<Written>> = statements.filter_map(person_changed_by_blow).collect();
        let strikes = |action: &&Action<Written>| {
            let is_struck = |target: &Target<Written>| match target {
                Target::Character(who) => struck.contains(&who) || *who == Who::Antecedent,
                Target::Location(_) | Target::Here => false,
            };
            is_attack(&action.kind, actor) && action.kind.targets().iter().any(is_struck)
        };
        if struck.is_empty() || !order.body.actions().any(|action| strikes(&action)) {
            return;
        }
        self.push_error(codes::WHOSE_TIME, order.span, "this is asked once, before the first blow of this order")
            .notes
            .push(
                "after it: `Attack Lancer 3 times. If Lancer dies, attack Archer.`; before it: `If Lancer is dead, \
                 attack Archer; otherwise, attack Lancer 3 times.`"
                    .to_owned(),
            );
    }

    /// `Use Surge on Lancer as often as possible, except when I have 50 or less Mana.`: rejects an exception that each
    /// use could bring about.
    fn reject_exception_of_many_uses(&mut self, order: &Order<Written>, words: &str) {
        let is_exception =
            ["unless", "except when", "except if", "except while"].iter().any(|word| has_words(words, word));
        let is_of_own_amount = |said: &Predicate<Written>| matches!(said, Predicate::Has(Who::User, Property::Has(..)));
        let repeated = order.body.branches.iter().find_map(|branch| {
            let mut asked = branch.guards.iter().flat_map(Condition::statements);
            let uses =
                branch.actions.iter().find(|action| !is_once(&action.kind) && action.kind.facts().times != Times::ONCE);
            uses.filter(|_| is_exception && !order.body.is_asked_early() && asked.any(is_of_own_amount))
        });
        if let Some(action) = repeated {
            self.push_error(codes::WHOSE_TIME, action.span, "asked once, before the first of them, or before each?")
                .notes
                .push("once: `If C, A 2 times.`; before each: `If C, A. If C, A.`".to_owned());
        }
    }

    /// `Ally with Green as long as Archer is here.`: rejects a state that does not end with the condition.
    fn reject_lasting_bond(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let lasting = order.body.actions().find_map(|action| Some((action, words_that_end(action, actor)?)));
        let Some((action, end)) = lasting else { return };
        self.push_error(codes::WHOSE_TIME, action.span, "this begins if it is so then, and does not end with it")
            .notes
            .push(format!("write `If C, A.`, and a second order for its end: `{end}`"));
    }

    /// `Attack Lancer as long as he lives.`: rejects an attack that could be made more than once, on a condition that
    /// each blow may change.
    fn reject_lasting_attack(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let may_be_repeated = |branch: &Branch<Written>, action: &Action<Written>| {
            let asked = || branch.guards.iter().flat_map(Condition::statements);
            is_attack(&action.kind, actor)
                && is_once(&action.kind)
                && fits_into_turn_twice(&action.kind, actor)
                && asked().any(|statement| may_change_by_blow(statement, &action.kind))
        };
        let mut actions = order.body.branches.iter().flat_map(|branch| branch.actions.iter().map(move |a| (branch, a)));
        if let Some((_, attack)) = actions.find(|(branch, action)| may_be_repeated(branch, action)) {
            self.push_error(codes::WHOSE_TIME, attack.span, "once if this is so, or again and again while it is?")
                .notes
                .push(
                    "once: `If C, A.`; twice, and asked each time: `If C, A. If C, A.`; until they die: `Attack \
                     Lancer until he dies.`"
                        .to_owned(),
                );
        }
    }
}

/// Makes `whoever does it` whoever has done it.
struct PastDoers;

impl VisitMut<'_, Written> for PastDoers {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        if let Who::WhoDid(deed) | Who::WhomDid(deed) = who {
            deed.is_past = true;
        }
        self.walk_who(who);
    }
}

/// An order of two cases whose first waits until the second is done, at the end of a phase.
fn with_otherwise_at_end_of(phase: Phase, order: &Order<Written>) -> Order<Written> {
    let mut waiting = order.clone();
    for action in waiting.body.branches.iter_mut().skip(1).flat_map(|branch| &mut branch.actions) {
        action.delay = Delay { phase: Some(phase), moment: Moment::End, ..Delay::none() };
    }
    waiting
}

/// Whether the words of a condition tell of what has happened.
fn is_told_of_past(words: &str) -> bool {
    ["has", "have", "had", "been", "hasn't", "haven't", "hadn't"].iter().any(|helper| has_words(words, helper))
}

/// An order that is done at the end of a phase as a whole, or whose other case is.
fn waiting_to_end_of(phase: Phase, order: &Order<Written>) -> Order<Written> {
    let mut waiting = with_otherwise_at_end_of(phase, order);
    if let [only] = waiting.body.branches.as_mut_slice() {
        for action in &mut only.actions {
            action.delay = Delay { phase: Some(phase), moment: Moment::End, ..Delay::none() };
        }
    }
    waiting
}

/// An order that asks whoever has done it, and waits for nobody.
fn with_past_doers(order: &Order<Written>) -> Order<Written> {
    let mut past = order.clone();
    for branch in &mut past.body.branches {
        branch.guards.iter_mut().flat_map(Condition::statements_mut).for_each(|asked| {
            if let Predicate::Did(deed) = asked {
                deed.is_past = true;
            }
        });
        branch.actions.iter_mut().for_each(|action| PastDoers.visit_action_kind(&mut action.kind));
    }
    past
}

/// Each case of an order as an order of its own.
fn each_case_alone(order: &Order<Written>) -> Vec<String> {
    let alone = |branch: &Branch<Written>| {
        let body = Body { branches: vec![branch.clone()], ..order.body.clone() };
        format!("`{}`", order_text::order_sentence(&Order { body, ..order.clone() }))
    };
    order.body.branches.iter().map(alone).collect()
}

/// Whether a statement is about whom an action strikes, or about the Health or the Mana of whoever acts.
fn may_change_by_blow(statement: &Predicate<Written>, kind: &ActionKind<Written>) -> bool {
    let is_target = |who: &Who<Written>| {
        kind.targets().iter().any(|target| matches!(target, Target::Character(struck) if struck == who))
    };
    match statement.subject() {
        Some(Who::User) => matches!(statement, Predicate::Has(_, Property::Has(..))),
        Some(who) => is_target(who) || *who == Who::Antecedent || is_target(&Who::Antecedent),
        None => false,
    }
}

/// The words of the first condition in a text, up to the comma behind it.
fn words_of_condition(words: &str) -> &str {
    const HEADS: [&str; 4] = ["if", "unless", "should", "provided"];
    let start = HEADS.iter().filter_map(|head| find_word_start(words, head)).min();
    let condition = start.and_then(|at| words.get(at..)).unwrap_or_default();
    condition.split([',', ';', '.']).next().unwrap_or_default()
}

/// Whether the first condition of a text is one that holds on: `as long as`, `while`.
fn opens_with_lasting_condition(words: &str) -> bool {
    const LASTING: [&str; 3] = ["as long as ", "so long as ", "while "];
    const OTHER: [&str; 8] = ["if", "unless", "when", "whenever", "once", "after", "until", "should"];
    let first = LASTING.iter().filter_map(|word| find_word_start(words, word)).min();
    let before = first.and_then(|at| words.get(..at));
    before.is_some_and(|before| !OTHER.iter().any(|word| has_words(before, word)))
}

/// Where a phrase stands in a text, at the start of a word.
fn find_word_start(text: &str, phrase: &str) -> Option<usize> {
    text.match_indices(phrase).map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        before.is_none_or(|letter| !letter.is_alphanumeric())
    })
}

/// Whom a statement is about, if a blow at them may make it so: `Lancer dies`, `Lancer falls to 50 or less Health`.
const fn person_changed_by_blow(statement: &Predicate<Written>) -> Option<&Who<Written>> {
    match statement {
        Predicate::Did(deed) if matches!(deed.act, Act::Dies | Act::IsDamaged | Act::IsAttacked) && !deed.is_past => {
            Some(&deed.who)
        }
        Predicate::Becomes(who, _) => Some(who),
        _ => None,
    }
}

/// What ends a state that an action begins; `None` for all other actions.
fn words_that_end(action: &Action<Written>, actor: &OwnCharacter) -> Option<&'static str> {
    match &action.kind {
        ActionKind::Use { .. } => {
            let card = used_card(&action.kind, actor)?;
            let stays = matches!(card.kind, SkillType::BoundedField | SkillType::RealityMarble);
            match card.cost.upkeep {
                Some(_) => Some("Unless C, stop paying Upkeep for SKILL."),
                None => stays.then_some("Unless C, cancel SKILL."),
            }
        }
        ActionKind::Pact(PactStep::Ally, _) => Some("Unless C, end the alliance with TEAM."),
        ActionKind::Pact(PactStep::Ceasefire, _) => Some("Unless C, end the ceasefire with TEAM."),
        ActionKind::EnterSpiritForm => Some("Unless C, leave Spirit Form."),
        ActionKind::Command { .. } => Some("Unless C, cancel SPELL."),
        _ => None,
    }
}

/// Whether an action is to be done one time.
const fn is_once(kind: &ActionKind<Written>) -> bool {
    match kind {
        ActionKind::Attack { times, .. } | ActionKind::Use { times, .. } => matches!(times, Times::Exactly(1)),
        _ => false,
    }
}

/// Whether a Turn pays for two of these uses.
fn fits_into_turn_twice(kind: &ActionKind<Written>, actor: &OwnCharacter) -> bool {
    used_card(kind, actor).is_none_or(|card| {
        let cost = &card.cost;
        !cost.takes_turn_action && !cost.takes_full_turn && cost.ap.saturating_mul(2) <= actor.ap
    })
}

/// Whether a sentence behind the first begins with a condition that ends in a helping verb: `if he doesn't`.
fn has_short_answer(words: &str) -> bool {
    let conditions = words.split(['.', ';']).skip(1).filter_map(|sentence| sentence.trim().strip_prefix("if "));
    let mut last_words = conditions.filter_map(|behind| behind.split(',').next()?.split_whitespace().last());
    last_words.any(|word| word.ends_with("n't") || word == "not" || HELPERS.contains(&word))
}
