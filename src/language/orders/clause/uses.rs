//! Uses of skills, items and services: `Use SKILL …`, `Rapid Cut on Caster`, `Use item ITEM …`.

use super::things::Thing;
use super::verb_frame::{LeadWord, VerbFrame, is_every, is_location, is_person, is_somebody};
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Target, Times};
use crate::language::order_text;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameKind, Rule, codes};
use crate::language::span::Span;

/// Where `to …` behind a use leads.
enum ToPhrase {
    /// `The Pills go to Rin`: a gift to somebody.
    Gift(Who<Written>),
    /// `Surge goes into Archer`: these are targets.
    Targets(Vec<Target<Written>>),
    /// `Teleporter to the Mall`.
    Destination(Name),
}

/// What one use of each thing is aimed at.
struct Aim {
    targets: Vec<Target<Written>>,
    destination: Option<Name>,
    /// `Cut Lancer twice and Archer once`: each target with its own number of uses.
    shares: Vec<(Target<Written>, Times)>,
}

impl OrderBuilder<'_> {
    /// Builds the uses of the things of a frame.
    pub(in crate::language::orders) fn build_uses(
        &mut self,
        frame: &mut VerbFrame,
        span: Span,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let things = std::mem::take(&mut frame.things);
        let mut targets = self.take_use_targets(frame, &things);
        let mut destination = frame.to.take();
        match self.take_to_phrase(frame, &things, targets.is_empty())? {
            Some(ToPhrase::Gift(who)) => {
                frame.things = things;
                return self.one_action_per_thing(frame, span, |item| ActionKind::Give { item, to: who.clone() });
            }
            Some(ToPhrase::Targets(found)) => targets.extend(found),
            Some(ToPhrase::Destination(name)) => destination = Some(name),
            None => {}
        }
        let aim = Aim { targets, destination, shares: std::mem::take(&mut frame.times_per_target) };
        reject_second_aim(&things, &aim, frame, span)?;
        let kinds = self.build_aimed_uses(&things, &aim, frame, span)?;
        if kinds.iter().any(|kind| matches!(kind, ActionKind::Request { .. })) {
            frame.from_igm = None;
        }
        (frame.times, frame.paying, frame.choosing, frame.push_to) = (None, None, None, None);
        Ok(kinds)
    }

    /// Takes out of the frame whom or what the things are used on.
    fn take_use_targets(&self, frame: &mut VerbFrame, things: &[Thing]) -> Vec<Target<Written>> {
        let mut targets: Vec<Target<Written>> = Vec::new();
        for lead in [LeadWord::Bare, LeadWord::On] {
            targets.extend(frame.take_targets(lead).into_iter().flat_map(|(targets, _)| targets));
        }
        // Beside a target, `for Rin` and `with Rin` mean something else.
        let has_no_target = targets.is_empty();
        for lead in [LeadWord::At, LeadWord::For, LeadWord::With] {
            if targets.is_empty() {
                targets.extend(frame.take_targets_if(lead, is_person).into_iter().flatten());
                // `the Teleporter to the Mall with Saber` carries its user as well.
                let carries_user =
                    lead == LeadWord::With && !targets.is_empty() && things.iter().all(|thing| self.is_item(thing));
                if carries_user && has_no_target {
                    targets.insert(0, Target::Character(Who::User));
                }
            }
        }
        // `Veil at the Park` targets the Park; `Surge on Lancer at the Park` is restricted to it.
        for lead in [LeadWord::At, LeadWord::In] {
            if targets.is_empty() {
                targets.extend(frame.take_targets_if(lead, is_location).into_iter().flatten());
            }
        }
        if frame.adverbs.iter().any(|(word, _)| word == "here") && targets.is_empty() {
            targets.push(Target::Here);
        }
        targets
    }

    /// Takes `to …` out of the frame.
    fn take_to_phrase(
        &self,
        frame: &mut VerbFrame,
        things: &[Thing],
        has_no_target: bool,
    ) -> Result<Option<ToPhrase>, OrderError> {
        let Some((found, location)) = frame.take_targets(LeadWord::To) else { return Ok(None) };
        match found.as_slice() {
            // `Surge goes into Archer` is a use; an item that goes to somebody is a gift.
            [Target::Character(who)] if frame.verb_is_go && has_no_target && is_somebody(who, self.names) => {
                let is_gift = things.iter().all(|thing| self.is_item(thing));
                Ok(Some(if is_gift { ToPhrase::Gift(who.clone()) } else { ToPhrase::Targets(found) }))
            }
            [Target::Location(name) | Target::Character(Who::Named(name))]
                if is_location(&found[0]) || !self.is_known_person(&name.text) =>
            {
                Ok(Some(ToPhrase::Destination(name.clone())))
            }
            _ => Err(self.give_or_use_error(things, &found, location).into()),
        }
    }

    /// Builds each use: of each thing, and where the uses are shared out, on each target.
    fn build_aimed_uses(
        &self,
        things: &[Thing],
        aim: &Aim,
        frame: &mut VerbFrame,
        span: Span,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let Aim { targets, destination, shares } = aim;
        // `Cut every opponent once each`: the number of opponents is not known yet.
        let is_distributed = frame.each.is_some() && targets.len() > 1 && !targets.iter().any(is_every);
        if is_distributed {
            frame.each = None;
        }
        let mut kinds = Vec::new();
        for thing in things {
            let times = frame.times.or(thing.count.map(Times::Exactly));
            if frame.times.is_some() && thing.count.is_some_and(|count| count != 1) {
                return Err(
                    Diagnostic::error(codes::TWICE_THE_SAME, thing.span, "the number of uses is said twice").into()
                );
            }
            let mut build_for = |targets: Vec<Target<Written>>, times: Option<Times>| {
                kinds.push(self.build_use(thing, targets, destination.clone(), times, frame, span)?);
                Ok::<(), OrderError>(())
            };
            match is_distributed {
                _ if !shares.is_empty() => {
                    shares.iter().try_for_each(|(target, share)| build_for(vec![target.clone()], Some(*share)))?
                }
                true => targets.iter().try_for_each(|target| build_for(vec![target.clone()], times))?,
                false => build_for(targets.clone(), times)?,
            }
        }
        Ok(kinds)
    }

    /// Builds one use of one thing.
    fn build_use(
        &self,
        thing: &Thing,
        targets: Vec<Target<Written>>,
        destination: Option<Name>,
        times: Option<Times>,
        frame: &VerbFrame,
        span: Span,
    ) -> Result<ActionKind<Written>, OrderError> {
        let Some(name) = thing.name.clone() else {
            return self.build_basic_attack(targets, destination, check_times(times, span)?, frame, span);
        };
        if self.names.is(&name.text, NameKind::Service) && !self.names.is(&name.text, NameKind::Skill) {
            let is_plain = times.is_none_or(|n| n == Times::ONCE) && frame.paying.is_none() && frame.choosing.is_none();
            let for_whom = match targets.as_slice() {
                _ if !is_plain || frame.push_to.is_some() => {
                    return Err(self.unexpected_phrase_error(Rule::do_request, "", span).into());
                }
                [] => None,
                [Target::Character(who)] => Some(who.clone()),
                _ => {
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "a service is for one character")
                        .note("write `Request True Healing for Saber.`")
                        .into());
                }
            };
            return Ok(ActionKind::Request { service: name, beneficiary: for_whom, to: destination, offer: None });
        }
        let is_only_item = self.is_item(thing);
        let has_no_payment = frame.paying.is_none() && frame.choosing.is_none() && frame.push_to.is_none();
        if thing.says_item || (is_only_item && has_no_payment && times.is_none_or(|n| n == Times::ONCE)) {
            return Ok(ActionKind::UseItem { item: name, targets, destination });
        }
        Ok(ActionKind::Use {
            skill: name,
            targets,
            destination,
            times: check_times(times, span)?,
            paying: frame.paying,
            choosing: frame.choosing.clone(),
            push_to: frame.push_to.clone(),
        })
    }

    /// The error for `Pills to Saber`, which could mean a gift or a use.
    fn give_or_use_error(&self, things: &[Thing], found: &[Target<Written>], span: Span) -> Diagnostic {
        let whom = found.iter().map(order_text::target_text).collect::<Vec<_>>().join(" and ");
        let what = things.iter().filter_map(|thing| thing.name.as_ref()).map(|name| name.text.as_str()).next();
        let message = format!("`to {whom}`: a skill is used `on` somebody; `to` is said of a location");
        let diagnostic = Diagnostic::error(codes::NOT_OF_THIS_ORDER, span, message);
        match what {
            Some(what) if self.names.is(what, NameKind::Item) => {
                diagnostic.note(format!("to hand it over: `Give {what} to {whom}.`; to use it: `Use item {what}.`"))
            }
            Some(what) => {
                let are_places = found.iter().any(|target| matches!(target, Target::Location(_)));
                match self.places.as_slice() {
                    _ if are_places => {
                        diagnostic.note(format!("write `Use {what} to LOCATION.`, one location and nothing behind it"))
                    }
                    [] => diagnostic.suggest(Some(format!("Use {what} on {whom}"))),
                    [place] => diagnostic.suggest(Some(format!("Use {what} on {whom} to {}", place.text))),
                    _ => diagnostic,
                }
            }
            None => diagnostic,
        }
    }

    /// Whether a thing is an item and no skill.
    pub(in crate::language::orders) fn is_item(&self, thing: &Thing) -> bool {
        let is_item_name =
            |name: &Name| self.names.is(&name.text, NameKind::Item) && !self.names.is(&name.text, NameKind::Skill);
        thing.name.as_ref().is_some_and(is_item_name)
    }
}

/// Rejects several numbers or targets for one use, and one target for several things.
fn reject_second_aim(things: &[Thing], aim: &Aim, frame: &VerbFrame, span: Span) -> Result<(), OrderError> {
    let has_target = !aim.targets.is_empty();
    if !aim.shares.is_empty() && (has_target || frame.times.is_some() || things.len() != 1) {
        let message = "the number of uses, or the target, is said twice";
        return Err(Diagnostic::error(codes::TWICE_THE_SAME, span, message).into());
    }
    if things.len() > 1 && (has_target || aim.destination.is_some()) {
        return Err(Diagnostic::error(codes::SAY_EACH, span, "on whom is each of these used?")
            .note("one sentence a skill: `Use Guard. Use Mend on Rin.`")
            .into());
    }
    Ok(())
}

/// The maximum number of uses in one order.
const MAX_TIMES: u32 = 20;

pub(in crate::language::orders) fn check_times(times: Option<Times>, span: Span) -> Result<Times, OrderError> {
    match times.unwrap_or(Times::ONCE) {
        Times::Exactly(n) if !(1..=MAX_TIMES).contains(&n) => {
            let message = format!("`{n} times` is out of reach");
            let error = Diagnostic::error(codes::NOT_UNDERSTOOD, span, message);
            Err(error.note(format!("a number from 1 to {MAX_TIMES}")).into())
        }
        times => Ok(times),
    }
}
