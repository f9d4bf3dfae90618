//! Builds the [`ActionKind`]s of a clause, with one match arm for each kind of order.

use super::things::Thing;
use super::uses::check_times;
use super::verb_frame::{LeadWord, VerbFrame, is_any_name, is_location, is_person};
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Delay, Target, Times};
use crate::language::order_text;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameKind, Rule, codes};
use crate::language::pairs::Pair;
use crate::language::span::Span;
use crate::vocabulary::text::collapse_whitespace;

/// The actions of a clause.
pub(in crate::language::orders) struct ClauseActions {
    /// The actions, in the order in which they are done.
    pub(in crate::language::orders) kinds: Vec<ActionKind<Written>>,
    /// The delay among the phrases of the clause.
    pub(in crate::language::orders) delay: Delay<Written>,
    /// `at the Mall`: the only location where they are to be done.
    pub(in crate::language::orders) restricted_to: Option<Name>,
}

impl From<ActionKind<Written>> for ClauseActions {
    fn from(kind: ActionKind<Written>) -> ClauseActions {
        ClauseActions { kinds: vec![kind], delay: Delay::none(), restricted_to: None }
    }
}

impl OrderBuilder<'_> {
    /// Builds the actions of a clause.
    pub(in crate::language::orders) fn build_clause(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<ClauseActions, OrderError> {
        match pair.as_rule() {
            Rule::use_skill | Rule::use_thing | Rule::verb_clause => {
                let verb = match pair.clone().into_inner().next().map_or(Rule::d_use, |verb| verb.as_rule()) {
                    Rule::flees_and_goes => Rule::d_flee,
                    verb => verb,
                };
                let full_span = self.reader.original_span(&pair);
                let mut frame = self.build_frame(&pair)?;
                if pair.as_rule() == Rule::use_skill && !pair.clone().into_inner().any(|p| p.as_rule() == Rule::o_up) {
                    self.reject_item_without_verb(&frame)?;
                }
                self.reject_item_taken(&pair, &frame)?;
                let (kinds, restricted_to) = self.build_verb_actions(verb, &pair, &mut frame)?;
                if let Some((word, span)) = frame.find_unused_phrase() {
                    return Err(self.unexpected_phrase_error(verb, word, span).into());
                }
                match kinds.as_slice() {
                    [] => Err(Diagnostic::error(codes::NOT_UNDERSTOOD, full_span, "this is no order").into()),
                    _ => Ok(ClauseActions { kinds, delay: frame.delay.unwrap_or_else(Delay::none), restricted_to }),
                }
            }
            Rule::do_delay_use => {
                let mut parts = pair.clone().into_inner();
                let mut delay = match parts.clone().find(|p| p.as_rule() == Rule::moment) {
                    Some(moment) => self.read_delay(moment)?,
                    None => Delay::none(),
                };
                if let Some(event) = parts.clone().find(|p| p.as_rule() == Rule::on_event_until) {
                    delay.awaited =
                        event.into_inner().next().map(|condition| self.read_event(condition)).transpose()?;
                }
                let mut frame = self.build_frame(&pair)?;
                frame.delay = None;
                let name = self.first_name_in(
                    pair.clone().into_inner().find(|p| p.as_rule() == Rule::skill_name).unwrap_or_else(|| pair.clone()),
                );
                let span = name.span;
                frame.things = vec![Thing { name: Some(name), count: None, says_item: false, span }];
                frame.to = parts.find(|p| p.as_rule() == Rule::to_place).map(|p| self.first_name_in(p));
                let kinds = self.build_uses(&mut frame, self.reader.original_span(&pair))?;
                Ok(ClauseActions { kinds, delay, restricted_to: None })
            }
            Rule::no_such | Rule::treats_as | Rule::forbidding | Rule::forbids_all => {
                Err(OrderError::Unsupported(Box::new(self.unsupported_order_error(&pair))))
            }
            Rule::do_stop_paying => {
                let skills =
                    pair.into_inner().filter(|p| p.as_rule() == Rule::skill_name).map(|p| self.first_name_in(p));
                let kinds = skills.map(ActionKind::StopPaying).collect();
                Ok(ClauseActions { kinds, delay: Delay::none(), restricted_to: None })
            }
            Rule::do_tell => {
                Ok(ClauseActions { kinds: self.build_messages(&pair), delay: Delay::none(), restricted_to: None })
            }
            Rule::do_shelter => {
                let at = pair.into_inner().find(|p| p.as_rule() == Rule::place).map(|p| self.first_name_in(p));
                Ok(ClauseActions { kinds: vec![ActionKind::TakeShelter], delay: Delay::none(), restricted_to: at })
            }
            _ => Ok(self.build_fixed_order(pair)?.into()),
        }
    }

    /// Rejects an item's name alone, which does not say what is done with it.
    fn reject_item_without_verb(&self, frame: &VerbFrame) -> Result<(), OrderError> {
        let [Thing { name: Some(name), span, .. }] = frame.things.as_slice() else { return Ok(()) };
        let is_item = frame.things.first().is_some_and(|thing| self.is_item(thing));
        // `Splint this Turn`: it is not bought for a time.
        let says_when = || {
            let words = self.sentence.trim_end_matches(['.', '!', ' ']).to_lowercase();
            [" this turn", " tonight", " now"].iter().any(|time| words.ends_with(time))
        };
        if !is_item || frame.names_somebody() || says_when() {
            return Ok(());
        }
        let item = &name.text;
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, *span, format!("what is done with `{item}`?"))
            .note(format!("write `Use {item}.`, `Buy {item}.`, `Give {item} to CHARACTER.`"))
            .into())
    }

    /// `Carry the Splint`, `Take the Splint with me`: rejects an item that is carried, which its owner does anyway.
    fn reject_carried_item(&self, frame: &VerbFrame, span: Span) -> Result<(), OrderError> {
        let [thing] = frame.things.as_slice() else { return Ok(()) };
        let Some(name) = thing.name.as_ref().filter(|_| self.is_item(thing) && !frame.has_destination()) else {
            return Ok(());
        };
        let item = &name.text;
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, format!("whoever has `{item}` carries it anyway"))
            .note(format!("write `Use item {item}.`, or `Pick up {item}.` if it lies here"))
            .into())
    }

    /// `Take the Splint`: rejects an item that could be used or picked up. Only medicine is taken to be used.
    fn reject_item_taken(&self, pair: &Pair<'_, Rule>, frame: &VerbFrame) -> Result<(), OrderError> {
        const MEDICINE: [&str; 7] = ["pill", "potion", "medicine", "drug", "elixir", "antidote", "remedy"];
        let says_take = pair.as_str().trim_start().get(..4).is_some_and(|word| word.eq_ignore_ascii_case("take"));
        let [thing @ Thing { name: Some(name), span, .. }] = frame.things.as_slice() else { return Ok(()) };
        let is_medicine = MEDICINE.iter().any(|medicine| name.text.to_lowercase().contains(medicine));
        let is_swallowed = is_medicine && !frame.has_lead(LeadWord::With);
        if !says_take || !self.is_item(thing) || frame.has_destination() || is_swallowed {
            return Ok(());
        }
        let item = &name.text;
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, *span, format!("is `{item}` used, picked up, or carried along?"))
            .note(format!("write `Use item {item}.` or `Pick up {item}.`; one's own items are carried anyway"))
            .note(format!("from another of your own: `Rin gives {item} to me.`, with the name of whoever has it"))
            .into())
    }

    /// Builds the actions of a verb with its phrases, and the location to which they are restricted.
    fn build_verb_actions(
        &mut self,
        verb: Rule,
        pair: &Pair<'_, Rule>,
        frame: &mut VerbFrame,
    ) -> Result<(Vec<ActionKind<Written>>, Option<Name>), OrderError> {
        let span = self.reader.original_span(pair);
        let kinds = match verb {
            Rule::d_scout => {
                frame.by_day = None;
                vec![ActionKind::Scout(self.take_only_location(
                    frame,
                    &[LeadWord::Bare, LeadWord::To, LeadWord::At, LeadWord::In],
                    verb,
                    span,
                )?)]
            }
            // `travel to the Bridge by means of Blink`
            Rule::d_move | Rule::d_flee | Rule::o_take_along if frame.instrument.is_some() => {
                frame.things.extend(frame.instrument.take());
                self.build_uses(frame, span)?
            }
            Rule::d_move | Rule::d_flee if frame.has_companions() => {
                self.add_companions(frame, span)?;
                return self.build_verb_actions(verb, pair, frame);
            }
            Rule::d_move => {
                vec![ActionKind::Move(self.take_only_location(frame, &[LeadWord::To, LeadWord::Bare], verb, span)?)]
            }
            Rule::d_flee => {
                frame.take_targets_if(LeadWord::From, is_person);
                vec![ActionKind::Flee(self.take_only_location(frame, &[LeadWord::To, LeadWord::Bare], verb, span)?)]
            }
            Rule::d_stay => {
                frame.take_targets_if(LeadWord::Bare, |target| *target == Target::Here);
                vec![ActionKind::Stay]
            }
            Rule::d_attack => self.build_attacks(frame, span)?,
            Rule::d_give => self.build_gifts(frame, span)?,
            // These verbs need a skill or item.
            Rule::d_heal | Rule::d_carry | Rule::o_take_along => {
                self.reject_carried_item(frame, span)?;
                frame.things.extend(frame.instrument.take());
                if frame.things.len() != 1 {
                    let message = "with what? this is done by a skill or an item";
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, message)
                        .note("write `Use SKILL on CHARACTER.`, or name it behind `with`")
                        .into());
                }
                self.build_uses(frame, span)?
            }
            Rule::d_consume => match frame.take_targets_if(LeadWord::Bare, is_person).as_deref() {
                Some([Target::Character(who)]) => vec![ActionKind::Consume(who.clone())],
                _ => self.build_uses(frame, span)?,
            },
            Rule::d_buy => self.build_purchase(frame, span)?,
            Rule::d_pick_up => self.one_action_per_thing(frame, span, ActionKind::PickUp)?,
            Rule::d_drop => self.one_action_per_thing(frame, span, ActionKind::Drop)?,
            Rule::d_cancel => {
                let begins =
                    |verb: &str| pair.as_str().get(..verb.len()).is_some_and(|of| of.eq_ignore_ascii_case(verb));
                let drops = begins("drop") || begins("get rid");
                let names = self.names;
                self.one_action_per_thing(frame, span, |thing| {
                    match drops && !names.is(&thing.text, NameKind::Skill) {
                        true => ActionKind::Drop(thing),
                        false => ActionKind::Cancel(thing),
                    }
                })?
            }
            _ => self.build_uses(frame, span)?,
        };
        // `here` adds nothing to an order at one's own location.
        frame.adverbs.retain(|(word, _)| word != "here");
        let restricted_to = take_restricting_location(verb, &kinds, frame);
        Ok((kinds, restricted_to))
    }

    /// `Move to Park with Rin`: records own characters as companions, and rejects others.
    fn add_companions(&mut self, frame: &mut VerbFrame, span: Span) -> Result<(), OrderError> {
        for companion in frame.take_targets_if(LeadWord::With, is_person).unwrap_or_default() {
            match companion {
                Target::Character(Who::Named(name)) if self.names.is(&name.text, NameKind::Own) => {
                    self.companions.push(name)
                }
                other => {
                    let message = format!("`{}` is not moved by this order", order_text::target_text(&other));
                    return Err(Diagnostic::error(codes::TWO_ACTORS, span, message)
                        .note("one's own characters move together; whoever else there is goes by their own player's orders")
                        .into());
                }
            }
        }
        Ok(())
    }

    /// Takes the only location of an order out of the frame.
    fn take_only_location(
        &self,
        frame: &mut VerbFrame,
        leads: &[LeadWord],
        verb: Rule,
        span: Span,
    ) -> Result<Name, OrderError> {
        for lead in leads {
            let Some((targets, location)) = frame.take_targets(*lead) else { continue };
            return match targets.as_slice() {
                [Target::Location(name) | Target::Character(Who::Named(name))] => Ok(name.clone()),
                [Target::Here] => {
                    Err(Diagnostic::error(codes::NOT_ADJACENT, location, "that is where this character is already")
                        .into())
                }
                _ => Err(self.one_location_error(verb, location).into()),
            };
        }
        Err(self.one_location_error(verb, span).into())
    }

    fn one_location_error(&self, verb: Rule, span: Span) -> Diagnostic {
        let (what, example) = match verb {
            Rule::d_scout => ("a scouting", "Scout"),
            Rule::d_flee => ("a flight", "Flee to"),
            _ => ("a move", "Move to"),
        };
        let mut locations = self.names.of_kind(NameKind::Location);
        let example_place = locations.next().unwrap_or("Bridge");
        Diagnostic::error(codes::NOT_UNDERSTOOD, span, format!("{what} takes one location"))
            .note(format!("write `{example} {example_place}.`"))
    }

    /// The error for a phrase that this kind of order does not take.
    pub(in crate::language::orders) fn unexpected_phrase_error(
        &self,
        verb: Rule,
        word: &str,
        span: Span,
    ) -> Diagnostic {
        let what = match verb {
            Rule::d_scout => "a scouting takes one location",
            Rule::d_move => "a move takes one location",
            Rule::d_flee => "a flight takes one location",
            Rule::d_stay => "whoever stays does nothing else, and in Spirit Form one stays by itself",
            Rule::d_attack => "an attack takes targets, how often, and a skill (`with SKILL`)",
            Rule::d_buy => "a purchase takes items and how many of each",
            Rule::d_give => "a gift takes an item and whom it is given to",
            Rule::d_drop | Rule::d_cancel | Rule::d_pick_up => "this takes things and how many of each",
            Rule::do_request => "a service is asked for once, for one character",
            _ => "a skill takes targets (`on …`), a location (`to …`), how often, `paying …`, `choosing …`",
        };
        let message = match word.trim() {
            "" => format!("these words are not understood here: {what}"),
            word => format!("`{word}` is not understood here: {what}"),
        };
        Diagnostic::error(codes::NOT_OF_THIS_ORDER, span, message)
    }

    /// The things that are named, each with its number. If the number is given twice, one of the two stays in the
    /// frame.
    pub(in crate::language::orders) fn take_counted_things(&self, frame: &mut VerbFrame) -> Vec<(Name, Times)> {
        let has_count = frame.things.iter().any(|thing| thing.count.is_some());
        let times = if has_count { None } else { frame.times.take() };
        let things = std::mem::take(&mut frame.things);
        let count = |thing: &Thing| thing.count.map(Times::Exactly).or(times).unwrap_or(Times::ONCE);
        things.into_iter().filter_map(|thing| Some((thing.name.clone()?, count(&thing)))).collect()
    }

    /// One order for each single thing.
    pub(in crate::language::orders) fn one_action_per_thing(
        &self,
        frame: &mut VerbFrame,
        span: Span,
        to_kind: impl Fn(Name) -> ActionKind<Written>,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let mut kinds = Vec::new();
        for (item, count) in self.take_counted_things(frame) {
            kinds.extend((0..check_times(Some(count), span)?.at_most()).map(|_| to_kind(item.clone())));
        }
        Ok(kinds)
    }

    /// `Give Splint to Rin`, `Give Rin the Splint and the Focus Band`.
    fn build_gifts(&self, frame: &mut VerbFrame, span: Span) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let mut things = std::mem::take(&mut frame.things);
        let to = frame.take_targets(LeadWord::To).or_else(|| frame.take_targets(LeadWord::For));
        let bare = frame.take_targets(LeadWord::Bare);
        let (to, bare) = match (to, bare) {
            (None, bare) => (bare, None),
            both => both,
        };
        // A name of no known item or skill: the gift is unknown.
        if let (true, Some((targets, location))) = (things.is_empty(), &bare)
            && let [Target::Character(Who::Named(name)) | Target::Location(name)] = targets.as_slice()
        {
            things.push(Thing { name: Some(name.clone()), count: None, says_item: false, span: *location });
        } else if let Some((_, location)) = bare {
            return Err(self.unexpected_phrase_error(Rule::d_give, "", location).into());
        }
        match to.as_ref().map(|(targets, _)| targets.as_slice()) {
            Some([Target::Character(who)]) if !things.is_empty() => {
                frame.things = things;
                let who = who.clone();
                self.one_action_per_thing(frame, span, |item| ActionKind::Give { item, to: who.clone() })
            }
            _ => Err(Diagnostic::error(
                codes::NOT_UNDERSTOOD,
                span,
                "a gift takes an item and one character it is given to",
            )
            .note("write `Give ITEM to CHARACTER.`")
            .into()),
        }
    }

    /// The first name within a pair, of any kind.
    pub(in crate::language::orders) fn first_name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().find(|p| is_any_name(p.as_rule()));
        self.read_name(found.unwrap_or(pair))
    }

    pub(in crate::language::orders) fn last_name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().filter(|p| is_any_name(p.as_rule())).last();
        self.read_name(found.unwrap_or(pair))
    }

    pub(in crate::language::orders) fn read_name(&self, pair: Pair<'_, Rule>) -> Name {
        match pair.as_rule() {
            Rule::free_name | Rule::spell_words => {
                let text = collapse_whitespace(pair.as_str());
                Name { text, span: self.reader.original_span(&pair) }
            }
            _ => self.reader.build_name(pair),
        }
    }

    pub(in crate::language::orders) fn is_known_person(&self, name: &str) -> bool {
        self.names.is(name, NameKind::Own) || self.names.is(name, NameKind::Character)
    }

    /// The words within quotes.
    pub(in crate::language::orders) fn quoted_text(&self, pair: &Pair<'_, Rule>) -> String {
        self.reader
            .context
            .original_quotation(pair.as_span())
            .unwrap_or_else(|| self.reader.build_name(pair.clone()).text)
    }
}

/// Takes the location to which an action is restricted out of the frame.
fn take_restricting_location(verb: Rule, kinds: &[ActionKind<Written>], frame: &mut VerbFrame) -> Option<Name> {
    let locations = match verb {
        // `Cancel Veil at the Bridge`: the Bridge is the Veil's location, not the canceller's.
        Rule::d_scout => None,
        Rule::d_move | Rule::d_flee => frame.take_targets_if(LeadWord::From, is_location),
        Rule::d_cancel if kinds.iter().any(|kind| matches!(kind, ActionKind::Cancel(_))) => None,
        Rule::d_buy => [LeadWord::At, LeadWord::In, LeadWord::From]
            .into_iter()
            .find_map(|lead| frame.take_targets_if(lead, is_location)),
        _ => [LeadWord::At, LeadWord::In].into_iter().find_map(|lead| frame.take_targets_if(lead, is_location)),
    };
    match locations.as_deref() {
        Some([Target::Location(location)]) => Some(location.clone()),
        _ => None,
    }
}
