//! Builds a sentence: what it waits for, what must hold, what is done, how long, and what is done otherwise.

pub(super) mod ends;
mod joined;
mod turns;

use super::parts::{child, duration_of, has, nonsense, paid_in, required, whom};
use super::{
    Node, ambiguity, antecedents, clause, ending_state, false_synonyms, how_often, lost_words, masterless,
    next_of_each, operations_of, pronouns, state_waited_for, tenses, trigger_of, triggers_of, who_does, whose,
};
use crate::language::condition::{Comparison, Condition, Deed, Predicate, Property, Who, Written};
use crate::language::conditions;
use crate::language::effect::{Cancelled, Clause, Duration, Immediate, Modifier, Operation, Sentence, Trigger, Verb};
use crate::language::effects::parse;
use crate::language::fields::Read;
use crate::language::parser::Rule;

/// Several things said of one moment are one sentence; this asks whether the part behind them is said of both.
const OF_BOTH: &str = "is this said of both things? put it first, or write two sentences";
const TWO_TRIGGERS: &str = "it waits for one thing, not for two";

/// The parts of a sentence around what is done.
#[derive(Default)]
struct SentenceParts<'i> {
    trigger: Option<Trigger>,
    /// Whom `they` means, where the trigger is in the passive voice.
    subject: Option<antecedents::TriggerSubject<'i>>,
    /// The trigger, where it stands behind what is done.
    trigger_behind: Option<Node<'i>>,
    condition: Option<Condition<Written>>,
    /// The condition, where it stands behind what is done.
    condition_behind: Option<Node<'i>>,
    duration: Option<Duration>,
    until: Option<Deed<Written>>,
    /// The state until which a skill lasts.
    until_state: Option<(Node<'i>, Condition<Written>)>,
    /// The duration, where it stands behind what is done.
    time_behind: Option<Node<'i>>,
    /// Whether it waits for the first time in the War, or in a battle.
    first_in_war: bool,
    /// Whether the duration stands before the trigger.
    time_first: bool,
    /// `while this skill is active`.
    own_time: Option<Node<'i>>,
    payment: Option<Condition<Written>>,
    /// `This skill ends when the user moves or attacks`: the triggers besides the last.
    other_ends: Vec<Trigger>,
    /// `…, even while in battle`.
    even_in_battle: Option<Node<'i>>,
    /// `If this attack hits, …`.
    if_it_hits: Option<Node<'i>>,
    /// Whether a status of the sheet's own has been given, together with what it does.
    of_status: bool,
    /// Whether several things are said, each in a clause.
    joined: bool,
    /// Whether the last of them is a clause with its own subject.
    second_clause: bool,
    /// `When the target is in Spirit Form, …`: a state, and no event.
    when_state: Option<Node<'i>>,
    /// Whether `while` introduces the condition.
    while_it_holds: bool,
    /// `while in battle`: the condition is asked of whomever the sentence speaks of; for the skill's own use that is
    /// the user.
    of_whoever: bool,
}

/// One thing that is done.
struct DoneThing {
    operation: Operation,
    /// Its own duration, where that stands between it and another thing.
    duration: Option<Duration>,
    /// Who stands at its head, and so does it.
    subject: Option<Who<Written>>,
}

/// The trigger and the condition of a sentence.
pub(super) type Around<'f> = (Option<&'f Trigger>, Option<&'f Condition<Written>>);

/// What a sentence says is done.
#[derive(Default)]
struct DoneThings<'i> {
    things: Vec<DoneThing>,
    /// The pair of the second thing.
    joint: Option<Node<'i>>,
    /// What is done otherwise.
    otherwise: Option<Node<'i>>,
}

/// Builds the trees of an `effect` or `choice` pair: one for each thing it says.
pub(super) fn read_sentences(pair: &Node<'_>) -> Read<Vec<Sentence>> {
    if pair.holds([Rule::that_kind])
        && let Some(word) = conditions::meant_by_none(pair.clone().into_inner().flatten())
    {
        return Err(nonsense(&word, &format!("which {}? nobody was spoken of so before", word.as_str().trim())));
    }
    if pair.holds([Rule::nobody])
        && let Some(lost) = conditions::lost_denial(std::iter::once(pair.clone()))
    {
        return Err(nonsense(&lost.words, "`nobody` and `no X` deny nothing in this place"));
    }
    ambiguity::words(pair)?;
    lost_words::words(pair)?;
    false_synonyms::words(pair, &|said| parse(said).is_ok())?;
    ambiguity::how_many(pair)?;
    tenses::words(pair, &|said| parse(said).is_ok())?;
    pronouns::words(pair)?;
    ends::comes_back(pair)?;
    let mut frame = SentenceParts::default();
    let DoneThings { mut things, joint, otherwise } = frame.read(pair, &[])?;
    // `the first attack … this Turn`: it counts in this Turn alone, not in each.
    if frame.duration.is_none() && turns::counts_this_turn(pair) {
        frame.duration = Some(Duration::ThisTurn);
    }
    frame.fits(&things, joint.as_ref())?;
    turns::alerted_of_whom(pair, frame.trigger.as_ref(), &things)?;
    turns::points_of_turns(pair, &frame, &mut things);
    turns::of_next_turns(pair, &things)?;
    if otherwise.is_some() {
        how_often::one_count(pair, frame.trigger.as_ref())?;
        how_often::count_each_time(&mut frame.trigger);
    }
    let instead = otherwise.map(|part| frame.otherwise(&part, &things)).transpose()?;
    if joint.is_some() || instead.is_some() {
        let others = instead.iter().flat_map(|(_, things)| things);
        frame.is_of_one_moment(pair, &things.iter().chain(others).map(|thing| &thing.operation).collect::<Vec<_>>())?;
    }
    let aside = has(pair, Rule::aside);
    let once = |thing: &DoneThing| {
        let (operation, _) = turns::booked(thing.operation.clone(), frame.trigger.clone());
        matches!(operation, Operation::Immediate(_))
    };
    let other = |thing: &DoneThing| once(thing) && !turns::is_booked(thing);
    let beside = things.iter().any(other) || instead.iter().any(|(_, things)| things.iter().any(other));
    let at_once = things.iter().any(once) || instead.iter().any(|(_, things)| things.iter().any(once));
    let (when, mut open) = ((aside, at_once, beside), None);
    let mut said = frame.sentences(pair, things, when, &mut open)?;
    if let Some((frame, things)) = instead {
        said.extend(frame.sentences(pair, things, when, &mut open)?);
    }
    lost_words::others(pair, &said)?;
    lost_words::killer(pair, &said)?;
    whose::are_meant(pair, &mut said)?;
    next_of_each::is_said(pair, &said)?;
    lost_words::first_of_each(pair, &said)?;
    false_synonyms::additional(pair, &said)?;
    pronouns::he_or_she(pair, &said)?;
    pronouns::to_themselves(pair, &said)?;
    pronouns::of_the_clause(pair, &said)?;
    masterless::is_said(pair, &said)?;
    open.map_or(Ok(said), |why| Err(nonsense(pair, why)))
}

/// The things that a pair says are done, and who stands at its head.
fn things_of(part: &Node<'_>) -> Read<Vec<DoneThing>> {
    let subject = child(part, Rule::effect_who).filter(|who| who.as_span().start == part.as_span().start);
    let subject = subject.map(|who| whom(&who)).transpose()?;
    let thing = |operation| DoneThing { operation, duration: None, subject: subject.clone() };
    Ok(operations_of(part)?.into_iter().map(thing).collect())
}

impl<'i> SentenceParts<'i> {
    /// Reads a sentence part by part; `before` holds the things to which this is the alternative.
    fn read(&mut self, of: &Node<'i>, before: &[DoneThing]) -> Read<DoneThings<'i>> {
        let known: Vec<Operation> = before.iter().map(|thing| thing.operation.clone()).collect();
        let mut said = DoneThings::default();
        for part in of.clone().into_inner() {
            match part.as_rule() {
                Rule::w_otherwise => {}
                Rule::own_duration => set_apart(&part, &mut said.things)?,
                Rule::joined => {
                    let more = joined::joined(of, &part, &said.things, self.around())?;
                    self.second_clause |= !part.holds([Rule::elided]);
                    said.things.extend(more);
                    (self.joined, said.joint) = (true, Some(part));
                }
                Rule::else_part => said.otherwise = Some(part),
                _ if self.takes(&part, !said.things.is_empty())? => {}
                _ => {
                    if part.holds([Rule::elided]) {
                        return Err(nonsense(&part, "of whom? nobody was named before"));
                    }
                    for mut thing in things_of(&part)? {
                        if !known.is_empty() {
                            antecedents::of_the_same(&mut thing.operation, &known, self.around())
                                .map_err(|why| nonsense(&part, why))?;
                        }
                        said.things.push(thing);
                    }
                    self.of_status = part.as_rule() == Rule::named_status;
                    self.within(&part)?;
                }
            }
        }
        Ok(said)
    }

    /// Reads a part of the sentence that is no thing done; returns whether it was one.
    fn takes(&mut self, part: &Node<'i>, behind: bool) -> Read<bool> {
        match part.as_rule() {
            Rule::effect_trigger | Rule::when_behind if state_waited_for(part).is_some() => {
                let state = state_waited_for(part);
                (self.while_it_holds, self.when_state) = (true, Some(part.clone()));
                state.map_or(Ok(()), |state| self.hangs(part, state, behind))?;
            }
            Rule::effect_trigger | Rule::when_behind | Rule::effect_each | Rule::effect_later | Rule::effect_next => {
                if part.as_rule() == Rule::effect_next {
                    self.lasts(part, Duration::ThisTurn, behind)?;
                }
                let trigger = trigger_of(part)?;
                let of_long = |first: &Node<'_>| has(first, Rule::per_war) || has(first, Rule::each_battle);
                self.first_in_war |= child(part, Rule::first_time).is_some_and(|first| of_long(&first));
                self.first_in_war |= has(part, Rule::k_first) && of_long(part);
                self.subject = antecedents::subject(part, &trigger);
                self.waits(part, trigger)?;
                self.trigger_behind = behind.then(|| part.clone());
            }
            // What is restored in a phase is restored in battle too.
            Rule::even_in_battle => self.even_in_battle = Some(part.clone()),
            Rule::own_time => self.own_time = Some(part.clone()),
            Rule::if_it_hits => self.if_it_hits = Some(part.clone()),
            Rule::effect_if => {
                let Some(clause) = child(part, Rule::if_clause) else { return Ok(true) };
                if self.of_status {
                    let why = "a status works as long as it lasts, on no condition; on which it is received stands first: `If …, …`";
                    return Err(nonsense(part, why));
                }
                self.while_it_holds = has(&clause, Rule::k_while);
                self.hangs(part, conditions::condition(clause, 0), behind)?;
            }
            Rule::from_night => {
                let night = conditions::whole(&required(part, Rule::count)?);
                self.while_it_holds = true;
                self.hangs(part, Condition::Is(Predicate::Night(Comparison::AtLeast, night)), behind)?;
            }
            Rule::effect_inside | Rule::while_inside => {
                (self.of_whoever, self.while_it_holds) = (true, true);
                self.condition = Some(Condition::Is(Predicate::IsIn(Who::Antecedent, None)));
            }
            Rule::effect_while | Rule::in_first_turn if self.of_status => {
                return Err(nonsense(part, "a status works as long as it lasts, on no condition"));
            }
            Rule::effect_while | Rule::in_first_turn => {
                let held = if has(part, Rule::in_battle) {
                    Property::InBattle
                } else if has(part, Rule::in_spirit) {
                    Property::InSpiritForm
                } else if has(part, Rule::k_masterless) {
                    Property::Masterless
                } else {
                    conditions::turn_of_battle(part)
                };
                (self.of_whoever, self.while_it_holds) = (true, true);
                // Behind `is … and takes …` it is said of both.
                let behind = behind && self.second_clause;
                self.hangs(part, Condition::Is(Predicate::Has(Who::Antecedent, held)), behind)?;
            }
            Rule::effect_duration => self.lasts(part, duration_of(part)?, behind)?,
            Rule::effect_until => {
                let Ok(Trigger::When(deed)) = trigger_of(part) else {
                    if let Some(about) = child(part, Rule::about)
                        && matches!(conditions::condition(about.clone(), 0), Condition::Is(Predicate::Has(..)))
                        && self.until_state.is_none()
                    {
                        self.until_state = Some((part.clone(), conditions::condition(about, 0)));
                        return Ok(true);
                    }
                    let why =
                        "until one thing is done: `until the user is damaged`; what must hold is said by `while …`";
                    return Err(nonsense(part, why));
                };
                self.time_behind = behind.then(|| part.clone()).or(self.time_behind.take());
                if self.until.replace(deed).is_some() {
                    return Err(nonsense(part, "a second end"));
                }
            }
            Rule::payment => self.payment = Some(Condition::Is(paid_in(part)?)),
            Rule::for_this_attack
            | Rule::full_stop
            | Rule::aside
            | Rule::the_user
            | Rule::w_may
            | Rule::w_can
            | Rule::k_to
            | Rule::k_and
            | Rule::k_if
            | Rule::k_they
            | Rule::k_do => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The trigger and the condition, which may name whom `they` means.
    const fn around(&self) -> Around<'_> {
        (self.trigger.as_ref(), self.condition.as_ref())
    }

    fn waits(&mut self, part: &Node<'i>, told: Trigger) -> Read<()> {
        if self.trigger.replace(told).is_some() { Err(nonsense(part, TWO_TRIGGERS)) } else { Ok(()) }
    }

    fn hangs(&mut self, part: &Node<'i>, told: Condition<Written>, behind: bool) -> Read<()> {
        self.condition_behind = behind.then(|| part.clone());
        if self.condition.replace(told).is_some() {
            return Err(nonsense(part, "a second condition: join them by `and` or `or`"));
        }
        Ok(())
    }

    fn lasts(&mut self, part: &Node<'i>, told: Duration, behind: bool) -> Read<()> {
        if let Some(asked) =
            self.condition_behind.as_ref().filter(|_| matches!(self.trigger, Some(Trigger::EachTurn(_))))
        {
            let why = "for how long is this so, or for how long does it go on? put the time before `if`";
            return Err(nonsense(asked, why));
        }
        self.time_first = !behind && self.trigger.is_none();
        self.time_behind = behind.then(|| part.clone());
        if self.duration.replace(told).is_some() { Err(nonsense(part, "a second duration")) } else { Ok(()) }
    }

    /// Reads the parts inside the words of what is done: until when, who comes, on whom.
    fn within(&mut self, part: &Node<'i>) -> Read<()> {
        if let Some(state) = ending_state(part) {
            self.while_it_holds = true;
            self.hangs(part, Condition::Not(Box::new(state)), false)?;
        } else if let Some(until) =
            [Rule::until_deed, Rule::when_deed, Rule::when_or_if].into_iter().find_map(|rule| child(part, rule))
        {
            let mut triggers = triggers_of(&until)?;
            let last = triggers.pop();
            last.map_or(Ok(()), |last| self.waits(&until, last))?;
            self.other_ends = triggers;
        }
        if let Some(told) = child(part, Rule::effect_duration) {
            self.lasts(&told, duration_of(&told)?, true)?;
        }
        if let Some(rest) = child(part, Rule::rest_of_shield) {
            self.lasts(&rest, Duration::ThisTurn, true)?;
        }
        if let Some(does) = part.within([Rule::who_does]).next() {
            self.waits(&does, Trigger::When(who_does(&does)?))?;
        }
        if let Some(within) = clause::condition_within(part)? {
            self.condition = Some(match self.condition.take() {
                Some(Condition::All(mut parts)) => {
                    parts.push(within);
                    Condition::All(parts)
                }
                Some(one) => Condition::All(vec![one, within]),
                None => within,
            });
        }
        Ok(())
    }

    /// Rejects parts that do not go together with what is done.
    fn fits(&self, things: &[DoneThing], joint: Option<&Node<'i>>) -> Read<()> {
        let holds = |thing: &DoneThing| matches!(thing.operation, Operation::Standing(_));
        if let Some(told) = &self.own_time
            && (!things.iter().all(holds) || self.duration.is_some())
        {
            let why = "what happens once does not last as long as its skill, nor what has a time of its own";
            return Err(nonsense(told, why));
        }
        if let Some(told) = self.when_state.as_ref().filter(|_| self.duration.is_some() || self.until.is_some()) {
            let why = "`when` waits for one thing that is done, each in a sentence of its own; what must hold stands behind `if`";
            return Err(nonsense(told, why));
        }
        let restores = |thing: &DoneThing| matches!(thing.operation.verb(), Some(Verb::Restore { .. }));
        if let Some(told) = &self.even_in_battle
            && !(matches!(self.trigger, Some(Trigger::EachTurn(_))) && things.iter().all(restores))
        {
            return Err(nonsense(
                told,
                "what is this said of? regeneration goes on by `… regenerates while in battle`",
            ));
        }
        let on_target = |thing: &DoneThing| thing.operation.who() == Some(&Who::Target);
        if let Some(told) = &self.if_it_hits
            && !things.iter().all(on_target)
        {
            let why = "whether it hits is told by what it does to its target: write `If this attack kills the target, …`, or `equal to … of the damage inflicted`";
            return Err(nonsense(told, why));
        }
        let Some(joint) = joint else { return Ok(()) };
        let timed = things.iter().any(|thing| thing.duration.is_some());
        if timed && self.until.is_some() {
            return Err(nonsense(joint, OF_BOTH));
        }
        let endless = self.duration.is_none() && things.iter().any(|t| holds(t) && t.duration.is_none());
        if timed && endless {
            return Err(nonsense(joint, "and for how long this? say it of each"));
        }
        if let Some(behind) = self.condition_behind.as_ref().or(self.trigger_behind.as_ref()) {
            return Err(nonsense(behind, OF_BOTH));
        }
        if self.duration.is_some() && self.trigger.is_none() && !things.iter().any(holds) {
            return Err(nonsense(joint, "none of this lasts: it is done at once, or said of one use"));
        }
        let mut open = things.iter().filter(|thing| thing.duration.is_none());
        // What happens at once has no duration: the duration then belongs to the one thing that lasts.
        let lasting = open.clone().filter(|thing| holds(thing) || turns::is_booked(thing)).count();
        let one_lasts =
            lasting == 1 && things.last().is_some_and(holds) && self.trigger.is_none() && !has(joint, Rule::join_comma);
        let of_one = self.until.is_none() && (open.clone().count() == 1 || one_lasts);
        match &self.time_behind {
            Some(behind) if !of_one && (has(joint, Rule::join_comma) || !open.all(holds)) => {
                Err(nonsense(behind, OF_BOTH))
            }
            _ => Ok(()),
        }
    }

    /// Rejects a condition on what half of the sentence changes: one sentence is read at one moment.
    fn is_of_one_moment(&self, pair: &Node<'i>, operations: &[&Operation]) -> Read<()> {
        let Some(condition) = self.condition.as_ref().filter(|_| self.trigger.is_none()) else { return Ok(()) };
        let of_use = operations.iter().filter(|operation| matches!(operation, Operation::Clause(_))).count();
        if (1..operations.len()).contains(&of_use) && !condition.is_settled() {
            return Err(nonsense(
                pair,
                "the damage is inflicted before the rest, and may change what this hangs on: write two sentences",
            ));
        }
        Ok(())
    }

    /// Builds what is done if the condition does not hold.
    fn otherwise(&self, part: &Node<'i>, first: &[DoneThing]) -> Read<(SentenceParts<'i>, Vec<DoneThing>)> {
        if let Some(behind) = &self.trigger_behind {
            return Err(nonsense(
                behind,
                "is this the time of what is done otherwise too? put it first, or write two sentences",
            ));
        }
        // It may depend only on whether the payment was made.
        let (condition, payment) = match (self.condition.clone(), self.payment.clone()) {
            (Some(condition), None) => (condition, None),
            (None, Some(payment)) => (payment, None),
            (Some(_), Some(_)) => {
                return Err(nonsense(part, "otherwise: if it is not paid, or if the rest does not hold?"));
            }
            (None, None) => {
                return Err(nonsense(part, "otherwise than what? say first what must hold: `If …, …; otherwise, …`"));
            }
        };
        let (of_whoever, while_it_holds) = (self.of_whoever, self.while_it_holds);
        let (trigger, subject) = (self.trigger.clone(), self.subject.clone());
        let mut frame =
            SentenceParts { trigger, subject, payment, of_whoever, while_it_holds, ..SentenceParts::default() };
        frame.condition = Some(match condition {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        });
        let DoneThings { mut things, joint, .. } = frame.read(part, first)?;
        frame.fits(&things, joint.as_ref())?;
        turns::points_of_turns(part, &frame, &mut things);
        Ok((frame, things))
    }

    /// Builds one tree for each thing. `aside`: the sentence has an aside. `at_once`: something in the whole sentence
    /// is done at once. `beside`: something besides AP of the next Turn is.
    fn sentences(
        mut self,
        pair: &Node<'i>,
        things: Vec<DoneThing>,
        (aside, at_once, beside): (bool, bool, bool),
        open: &mut Option<&'static str>,
    ) -> Read<Vec<Sentence>> {
        self.condition = match (self.payment.take(), self.condition.take()) {
            (Some(payment), Some(Condition::All(mut parts))) => {
                parts.insert(0, payment);
                Some(Condition::All(parts))
            }
            (Some(payment), Some(other)) => Some(Condition::All(vec![payment, other])),
            (payment, other) => payment.or(other),
        };
        let lasts = |thing: &DoneThing| matches!(thing.operation, Operation::Clause(Clause::Lasts(_)));
        if let Some((part, _)) = self.until_state.as_ref().filter(|_| !things.iter().all(lasts)) {
            let why = "until something is so: it is said of the skill, `Lasts 3 Turns or until …`, or as long as it is not so, `while …`";
            return Err(nonsense(part, why));
        }
        let behind_while = self.while_it_holds && self.condition_behind.is_some();
        let mut said = Vec::new();
        for DoneThing { operation, duration, .. } in things {
            if aside && !matches!(operation.modifier(), Some(Modifier::NeedsNoMaster)) {
                return Err(nonsense(pair, "Independent Action is acting without a Master (R145)"));
            }
            let of_use = self.of_whoever && matches!(operation, Operation::Clause(_));
            let (operation, trigger) = turns::booked(operation, self.trigger.clone());
            let each_turn = self.trigger.is_some() && trigger.is_none();
            // `Opponents lose 1 rank of AGI while inside`: a group is in this location anyway (R356).
            let of_place =
                self.of_whoever && self.condition == Some(Condition::Is(Predicate::IsIn(Who::Antecedent, None)));
            let local = operation.who().is_some_and(|who| who.is_local());
            let condition = self.condition.clone().filter(|_| !(of_place && local));
            if matches!(
                operation,
                Operation::Clause(Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn | Duration::Battle))
            ) && self.while_it_holds
            {
                let why = "how long, and until when? write `Lasts 3 Turns or until the user leaves this location`";
                return Err(nonsense(pair, why));
            }
            let holds = matches!(operation, Operation::Standing(_));
            if of_place && operation.modifier().is_some_and(Modifier::keeps_off) {
                return Err(nonsense(pair, "of whom is this said? write `while the user is …`"));
            }
            if self.while_it_holds
                && !self.of_whoever
                && trigger.is_none()
                && matches!(operation, Operation::Immediate(_))
            {
                return Err(nonsense(pair, "this is done once, and not as long as something is so: write `if`"));
            }
            // `At the beginning of each Turn, the user gains 1 AP during that Turn`: the AP are there in each Turn.
            // What happens at once has no duration beside what lasts.
            let of_skill = self.duration.filter(|_| ((holds || !self.joined) && !each_turn) || trigger.is_some());
            let (duration, until) = (duration.or(of_skill), self.until.clone());
            let timed = holds && (duration.is_some() || until.is_some());
            // For attacks, the condition is asked of whoever is struck, by each attack.
            let of_struck = matches!(&operation, Operation::Standing(standing) if standing.speaks_of_struck());
            let read = condition.as_ref().is_some_and(|asked| {
                !(antecedents::asks_of_attacker(asked) || of_struck && antecedents::asks_of_target(asked))
            });
            let at_use = timed && trigger.is_none() && read && !self.while_it_holds;
            ends::is_asked_as_set_off(pair, &operation, trigger.as_ref(), (condition.as_ref(), behind_while))?;
            if holds && !timed && at_once && trigger.is_none() && condition.is_some() {
                return Err(nonsense(pair, "for how long this? say `for 2 Turns` behind it, or make it two sentences"));
            }
            let mut sentence = Sentence { trigger, operation, condition, duration, until, at_use };
            how_often::settle_how_often(pair, &mut sentence, (self.first_in_war, self.time_first))?;
            sentence
                .condition
                .iter_mut()
                .filter(|_| of_use)
                .for_each(|condition| antecedents::replace(condition, &Who::User));
            // `Lasts 3 Turns or until …`: that deed ends the skill.
            let ending =
                matches!(sentence.operation, Operation::Clause(Clause::Lasts(_))).then(|| sentence.until.take());
            let whose = "of whom is this said? write `while the user is …`";
            if self.trigger_behind.is_some() {
                antecedents::doer_behind(&mut sentence);
            }
            if self.of_whoever && sentence.trigger.is_some() {
                antecedents::of_worked_on(&mut sentence).map_err(|()| nonsense(pair, whose))?;
            }
            ambiguity::targeted_or_targeting(&sentence, pair)?;
            if self.while_it_holds {
                antecedents::of_each_of_group(&mut sentence);
            }
            ambiguity::observers(&sentence, pair)?;
            if self.condition_behind.is_none() && !self.of_whoever {
                antecedents::asked_of_another(&sentence, self.subject.as_ref()).map_err(|why| nonsense(pair, why))?;
            }
            let behind = self.condition_behind.is_some();
            *open = open.or_else(|| antecedents::left_open(&sentence, self.subject.as_ref(), behind));
            if let Some(subject) = &self.subject {
                ambiguity::summoner(&sentence, pair)?;
                antecedents::behind_passive(&mut sentence, pair, subject).map_err(|why| nonsense(pair, why))?;
            }
            ends::resolve(&mut sentence, pair)
                .map_err(|why| nonsense(pair, if self.of_whoever { whose } else { why }))?;
            *open = open.or_else(|| antecedents::asked_apart(&sentence, pair));
            turns::asked_then(&mut sentence, beside).map_err(|why| nonsense(pair, why))?;
            for other in &self.other_ends {
                let mut end = Sentence { trigger: Some(other.clone()), ..sentence.clone() };
                antecedents::resolve(&mut end).map_err(|why| nonsense(pair, why))?;
                said.push(end);
            }
            said.push(sentence);
            if let Some((_, state)) = &self.until_state {
                said.push(ends::lasts_until(state, pair)?);
            }
            if let Some(deed) = ending.flatten() {
                let operation = Operation::Immediate(Immediate::by_user(Verb::Cancel(Cancelled::This)));
                let trigger = Some(Trigger::When(deed));
                let (condition, duration, until) = (None, None, None);
                let mut end = Sentence { trigger, operation, condition, duration, until, at_use: false };
                antecedents::resolve(&mut end).map_err(|why| nonsense(pair, why))?;
                said.push(end);
            }
        }
        Ok(said)
    }
}

/// `for 2 Turns and …`: gives the duration to the thing that stands before it alone.
fn set_apart(part: &Node<'_>, things: &mut [DoneThing]) -> Read<()> {
    let told = duration_of(&required(part, Rule::effect_duration)?)?;
    match things {
        [.., DoneThing { duration: Some(_), .. }, last] | [last] => last.duration = Some(told),
        _ => return Err(nonsense(part, OF_BOTH)),
    }
    Ok(())
}
