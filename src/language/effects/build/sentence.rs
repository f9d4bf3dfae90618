//! A whole sentence: what it waits for, what must hold, what is done, how long, and what is done otherwise.

use super::*;
use crate::language::effect::Cancelled;

/// Several things said of one moment are one sentence; `is this said of both?` is asked of what stands behind them.
const OF_BOTH: &str = "is this said of both things? put it first, or write two sentences";
const TWO_TRIGGERS: &str = "it waits for one thing, not for two";

/// What stands around that which is done.
#[derive(Default)]
struct Frame<'i> {
    trigger: Option<Trigger>,
    condition: Option<Condition<Written>>,
    /// A condition that stands behind what is done.
    condition_behind: Option<Node<'i>>,
    duration: Option<Duration>,
    until: Option<Deed<Written>>,
    /// How long, where that stands behind what is done.
    time_behind: Option<Node<'i>>,
    /// `while this skill is active`.
    own_time: Option<Node<'i>>,
    payment: Option<Condition<Written>>,
    /// `while in battle`: the condition is of whomever the sentence is of; of the skill's own use it is the user.
    of_whoever: bool,
}

/// One thing that is done, and its own time, where that stands behind it and before another.
struct Thing {
    operation: Operation,
    duration: Option<Duration>,
}

/// The trees of an `effect` or `choice` pair: one, or as many as it says several things.
pub(super) fn rules(pair: &Node<'_>) -> Read<Vec<Sentence>> {
    let mut frame = Frame::default();
    let mut things: Vec<Thing> = Vec::new();
    let mut joint: Option<Node<'_>> = None;
    let mut otherwise: Option<Node<'_>> = None;
    for part in pair.clone().into_inner() {
        match part.as_rule() {
            Rule::own_duration => set_apart(&part, &mut things)?,
            Rule::joined => {
                let more = joined(&part, &things)?;
                things.extend(more);
                joint = Some(part);
            }
            Rule::else_part => otherwise = Some(part),
            _ if frame.takes(&part, !things.is_empty())? => {}
            _ => {
                if part.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::elided) {
                    return Err(nonsense(&part, "of whom? nobody was named before"));
                }
                things.extend(operations_of(&part)?.into_iter().map(Thing::plain));
                frame.within(&part)?;
            }
        }
    }
    // `the first attack … this Turn`: of this Turn alone, not of each.
    if frame.duration.is_none() && counts_this_turn(pair) {
        frame.duration = Some(Duration::ThisTurn);
    }
    points_of_turns(&mut frame, &mut things);
    frame.fits(&things, joint.as_ref())?;
    let instead = otherwise.map(|part| frame.otherwise(&part, &things)).transpose()?;
    let aside = has(pair, Rule::aside);
    let mut said = frame.sentences(pair, things, aside)?;
    if let Some((frame, things)) = instead {
        said.extend(frame.sentences(pair, things, aside)?);
    }
    Ok(said)
}

impl Thing {
    const fn plain(operation: Operation) -> Thing {
        Thing { operation, duration: None }
    }
}

impl<'i> Frame<'i> {
    /// Takes a part of the sentence that is nothing done; whether it was one.
    fn takes(&mut self, part: &Node<'i>, behind: bool) -> Read<bool> {
        match part.as_rule() {
            Rule::effect_trigger | Rule::effect_each | Rule::effect_later | Rule::effect_next => {
                if part.as_rule() == Rule::effect_next {
                    self.lasts(part, Duration::ThisTurn, behind)?;
                }
                self.waits(part, trigger_of(part)?)?;
            }
            Rule::own_time => self.own_time = Some(part.clone()),
            Rule::effect_if => {
                let Some(clause) = child(part, Rule::if_clause) else { return Ok(true) };
                self.hangs(part, conditions::condition(clause, 0), behind)?;
            }
            Rule::effect_inside => self.condition = Some(Condition::Is(Predicate::IsIn(Who::That, None))),
            Rule::effect_while | Rule::in_first_turn => {
                let held = if has(part, Rule::in_battle) {
                    Trait::InBattle
                } else if has(part, Rule::in_spirit) {
                    Trait::InSpiritForm
                } else {
                    Trait::InFirstTurnOfBattle
                };
                self.of_whoever = true;
                self.hangs(part, Condition::Is(Predicate::Has(Who::That, held)), false)?;
            }
            Rule::effect_duration => self.lasts(part, duration_of(part)?, behind)?,
            Rule::effect_until => {
                let Trigger::When(deed) = trigger_of(part)? else { return Err(nonsense(part, "until what is done?")) };
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
            | Rule::k_and
            | Rule::k_if
            | Rule::k_they
            | Rule::k_do => {}
            _ => return Ok(false),
        }
        Ok(true)
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
        self.time_behind = behind.then(|| part.clone());
        if self.duration.replace(told).is_some() { Err(nonsense(part, "a second duration")) } else { Ok(()) }
    }

    /// Takes what lies in the words of what is done: until when, who comes, on whom.
    fn within(&mut self, part: &Node<'i>) -> Read<()> {
        if let Some(until) = child(part, Rule::until_deed).or_else(|| child(part, Rule::when_deed)) {
            self.waits(&until, trigger_of(&until)?)?;
        }
        if let Some(does) = part.clone().into_inner().flatten().find(|p| p.as_rule() == Rule::who_does) {
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

    /// Whether the parts go together with what is done.
    fn fits(&self, things: &[Thing], joint: Option<&Node<'i>>) -> Read<()> {
        let holds = |thing: &Thing| matches!(thing.operation, Operation::Standing(_));
        if let Some(told) = &self.own_time
            && (!things.iter().all(holds) || self.duration.is_some())
        {
            let why = "what happens once does not last as long as its skill, nor what has a time of its own";
            return Err(nonsense(told, why));
        }
        let Some(joint) = joint else { return Ok(()) };
        if let Some(behind) = &self.condition_behind {
            return Err(nonsense(behind, OF_BOTH));
        }
        let mut open = things.iter().filter(|thing| thing.duration.is_none());
        let of_one = open.clone().count() == 1 && self.until.is_none();
        match &self.time_behind {
            Some(behind) if !of_one && (has(joint, Rule::join_comma) || !open.all(holds)) => {
                Err(nonsense(behind, OF_BOTH))
            }
            _ => Ok(()),
        }
    }

    /// What is done if the condition does not hold.
    fn otherwise(&self, part: &Node<'i>, first: &[Thing]) -> Read<(Frame<'i>, Vec<Thing>)> {
        let Some(condition) = self.condition.clone() else {
            return Err(nonsense(part, "otherwise than what? say first what must hold: `If …, …; otherwise, …`"));
        };
        let mut frame = Frame { trigger: self.trigger.clone(), payment: self.payment.clone(), ..Frame::default() };
        frame.condition = Some(match condition {
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        });
        let mut things: Vec<Thing> = Vec::new();
        let mut joint = None;
        for inner in part.clone().into_inner() {
            match inner.as_rule() {
                Rule::w_otherwise => {}
                Rule::own_duration => set_apart(&inner, &mut things)?,
                Rule::joined => {
                    let more = joined(&inner, &things)?;
                    things.extend(more);
                    joint = Some(inner);
                }
                _ if frame.takes(&inner, !things.is_empty())? => {}
                _ => {
                    let known: Vec<Operation> = first.iter().map(|thing| thing.operation.clone()).collect();
                    for mut operation in operations_of(&inner)? {
                        they::of_the_same(&mut operation, &known).map_err(|why| nonsense(&inner, why))?;
                        things.push(Thing::plain(operation));
                    }
                    frame.within(&inner)?;
                }
            }
        }
        points_of_turns(&mut frame, &mut things);
        frame.fits(&things, joint.as_ref())?;
        Ok((frame, things))
    }

    /// One tree for each thing.
    fn sentences(mut self, pair: &Node<'i>, things: Vec<Thing>, aside: bool) -> Read<Vec<Sentence>> {
        self.condition = match (self.payment.take(), self.condition.take()) {
            (Some(payment), Some(Condition::All(mut parts))) => {
                parts.insert(0, payment);
                Some(Condition::All(parts))
            }
            (Some(payment), Some(other)) => Some(Condition::All(vec![payment, other])),
            (payment, other) => payment.or(other),
        };
        let mut said = Vec::new();
        for Thing { operation, duration } in things {
            if aside && !matches!(operation, Operation::Standing(Standing::NeedsNoMaster(_))) {
                return Err(nonsense(pair, "Independent Action is acting without a Master (R145)"));
            }
            let of_use = self.of_whoever && matches!(operation, Operation::Clause(_));
            let (trigger, condition) = (self.trigger.clone(), self.condition.clone());
            let duration = duration.or(self.duration);
            let mut rule = Sentence { trigger, operation, condition, duration, until: self.until.clone() };
            rule.condition.iter_mut().filter(|_| of_use).for_each(|condition| they::replace(condition, &Who::User));
            // `Lasts 3 Turns or until …`: with that deed the skill ends.
            let ending = matches!(rule.operation, Operation::Clause(Clause::Lasts(_))).then(|| rule.until.take());
            they::resolve(&mut rule).map_err(|why| nonsense(pair, why))?;
            said.push(rule);
            if let Some(deed) = ending.flatten() {
                let operation = Operation::Immediate(Immediate::Cancel(Cancelled::This));
                let trigger = Some(Trigger::When(deed));
                let mut end = Sentence { trigger, operation, condition: None, duration: None, until: None };
                they::resolve(&mut end).map_err(|why| nonsense(pair, why))?;
                said.push(end);
            }
        }
        Ok(said)
    }
}

/// `for 2 Turns and …`: the time of what stands before it alone.
fn set_apart(part: &Node<'_>, things: &mut [Thing]) -> Read<()> {
    let told = duration_of(&required(part, Rule::effect_duration)?)?;
    match things {
        [.., Thing { duration: Some(_), .. }, last] | [last] => last.duration = Some(told),
        _ => return Err(nonsense(part, OF_BOTH)),
    }
    Ok(())
}

/// A second thing, said of the same moment, and without a name of the same person.
fn joined(part: &Node<'_>, before: &[Thing]) -> Read<Vec<Thing>> {
    let Some(second) = part.clone().into_inner().last() else { return Ok(Vec::new()) };
    if clause::condition_within(&second)?.is_some() {
        return Err(nonsense(&second, "this hangs on something of its own: make it a sentence of its own"));
    }
    let elided = second.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::elided);
    let subject = before.last().and_then(|thing| thing.operation.who());
    let named = ["the user", "this skill"].iter().any(|words| second.as_str().to_lowercase().starts_with(words));
    let silent = !elided && !has(&second, Rule::effect_who) && !named;
    let of_user = matches!(second.as_rule(), Rule::summon | Rule::drain | Rule::inflict | Rule::reflects);
    if silent && of_user && subject.is_some_and(|who| *who != Who::User) {
        return Err(nonsense(&second, "who does this? say it again: `and the user …`"));
    }
    let known: Vec<Operation> = before.iter().map(|thing| thing.operation.clone()).collect();
    let mut more = operations_of(&second)?;
    for operation in &mut more {
        match (elided, subject) {
            (true, Some(subject)) => they::of_subject(operation, subject),
            (true, None) => return Err(nonsense(&second, "of whom? nobody was named before")),
            (false, _) => they::of_the_same(operation, &known).map_err(|why| nonsense(&second, why))?,
        }
    }
    Ok(more.into_iter().map(Thing::plain).collect())
}

/// `The target loses 1 AP for 2 Turns`: of each of these Turns. What changes the next Turn's AP says when by itself.
fn points_of_turns(frame: &mut Frame<'_>, things: &mut [Thing]) {
    let booked = |thing: &Thing| matches!(thing.operation, Operation::Immediate(Immediate::ApNextTurn { .. }));
    if frame.trigger == Some(Trigger::Once(1, Phase::TurnStart)) && things.iter().all(booked) {
        frame.trigger = None;
    }
    for thing in things {
        let timed = matches!(thing.duration.or(frame.duration), Some(Duration::Turns(_)));
        if let Operation::Immediate(Immediate::ApNextTurn { who, by, each: None }) = &thing.operation
            && timed
        {
            let (who, what, by) = (who.clone(), Resource::ActionPoints, *by);
            thing.operation = Operation::Standing(Standing::EachTurn { who, what, by });
        }
    }
}

/// Whether so many of something are counted in `this Turn`.
fn counts_this_turn(pair: &Node<'_>) -> bool {
    let counts = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_trigger | Rule::first_time | Rule::each_such_turn);
    pair.clone().into_inner().flatten().filter(counts).any(|p| has(&p, Rule::k_this))
}

/// What a `payment` pair takes.
fn paid_in(pair: &Node<'_>) -> Read<Predicate<Written>> {
    let amount = exact_of(&required(pair, Rule::written_number)?)?;
    let resource = conditions::resource(required(pair, Rule::resource)?);
    resource.map(|r| Predicate::Pays(amount, r)).ok_or_else(|| nonsense(pair, "nothing that can be paid"))
}
