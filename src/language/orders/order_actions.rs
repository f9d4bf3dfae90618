//! What is done: a clause → [`ActionKind`]s, one arm an order kind.

use super::body::Builder;
use super::diagnose::OrderError;
use super::frame::{Frame, Lead, Thing, is_every, is_person, is_place};
use super::{NameKind, Rule, codes};
use crate::language::condition::{Name, Relation, Resource, Who, Written};
use crate::language::conditions::{amount, resource, whole};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Delay, Offer, SpellObject, Target};
use crate::language::order_text;
use crate::language::pairs::Pair;
use crate::language::span::Span;

/// What a clause comes to.
pub(super) struct Clause {
    /// What is done, in this order.
    pub(super) deeds: Vec<ActionKind<Written>>,
    /// The moment that stands among its phrases.
    pub(super) delay: Delay<Written>,
    /// `at the Mall`: the place where alone it is to be done.
    pub(super) only_at: Option<Name>,
}

impl From<ActionKind<Written>> for Clause {
    fn from(deed: ActionKind<Written>) -> Clause {
        Clause { deeds: vec![deed], delay: Delay::none(), only_at: None }
    }
}

impl Builder<'_> {
    /// What a clause comes to.
    pub(super) fn clause(&mut self, pair: Pair<'_, Rule>) -> Result<Clause, OrderError> {
        match pair.as_rule() {
            Rule::use_skill | Rule::use_thing | Rule::verb_clause => {
                let verb = pair.clone().into_inner().next().map_or(Rule::d_use, |verb| verb.as_rule());
                let place = self.reader.span(&pair);
                let mut frame = self.frame(&pair)?;
                if pair.as_rule() == Rule::use_skill && !pair.clone().into_inner().any(|p| p.as_rule() == Rule::o_up) {
                    self.with_a_verb(&frame)?;
                }
                let (deeds, only_at) = self.of_verb(verb, &pair, &mut frame)?;
                if let Some((word, span)) = frame.left() {
                    return Err(self.not_taken(verb, word, span).into());
                }
                match deeds.as_slice() {
                    [] => Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, "this is no order").into()),
                    _ => Ok(Clause { deeds, delay: frame.delay.unwrap_or_else(Delay::none), only_at }),
                }
            }
            Rule::do_delay_use => {
                let mut parts = pair.clone().into_inner();
                let mut delay = match parts.clone().find(|p| p.as_rule() == Rule::moment) {
                    Some(moment) => self.delay(moment)?,
                    None => Delay::none(),
                };
                if let Some(event) = parts.clone().find(|p| p.as_rule() == Rule::on_event_until) {
                    delay.after = event.into_inner().next().map(|condition| self.event(condition)).transpose()?;
                }
                let mut frame = self.frame(&pair)?;
                frame.delay = None;
                let name = self.name_in(
                    pair.clone().into_inner().find(|p| p.as_rule() == Rule::skill_name).unwrap_or_else(|| pair.clone()),
                );
                let span = name.span;
                frame.things = vec![Thing { name: Some(name), count: None, item: false, span }];
                frame.to = parts.find(|p| p.as_rule() == Rule::to_place).map(|p| self.name_in(p));
                let deeds = self.uses(&mut frame, self.reader.span(&pair))?;
                Ok(Clause { deeds, delay, only_at: None })
            }
            _ => Ok(self.fixed(pair)?.into()),
        }
    }

    /// An item's name alone does not say what is done with it.
    fn with_a_verb(&self, frame: &Frame) -> Result<(), OrderError> {
        let [Thing { name: Some(name), span, .. }] = frame.things.as_slice() else { return Ok(()) };
        let only_item = self.names.is(&name.text, NameKind::Item) && !self.names.is(&name.text, NameKind::Skill);
        if !only_item || frame.names_somebody() {
            return Ok(());
        }
        let item = &name.text;
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, *span, format!("what is done with `{item}`?"))
            .note(format!("write `Use {item}.`, `Buy {item}.`, `Give {item} to CHARACTER.`"))
            .into())
    }

    /// What a verb and its phrases come to, and where alone.
    fn of_verb(
        &mut self,
        verb: Rule,
        pair: &Pair<'_, Rule>,
        frame: &mut Frame,
    ) -> Result<(Vec<ActionKind<Written>>, Option<Name>), OrderError> {
        let span = self.reader.span(pair);
        let deeds = match verb {
            Rule::d_scout => {
                frame.by_day = None;
                vec![ActionKind::Scout(self.place_of(
                    frame,
                    &[Lead::Bare, Lead::To, Lead::At, Lead::In],
                    verb,
                    span,
                )?)]
            }
            Rule::d_move | Rule::d_flee if frame.has_companions() => {
                let with = frame.take_if(Lead::With, is_person).unwrap_or_default();
                for one in with {
                    match one {
                        Target::Character(Who::Named(name)) if self.names.is(&name.text, NameKind::Own) => {
                            self.along.push(name)
                        }
                        other => {
                            let whom = order_text::target(&other);
                            return Err(Diagnostic::error(codes::TWO_ACTORS, span, format!("`{whom}` is not moved by this order"))
                                .note("one's own characters move together; whoever else there is goes by their own player's orders")
                                .into());
                        }
                    }
                }
                return self.of_verb(verb, pair, frame);
            }
            Rule::d_move => vec![ActionKind::Move(self.place_of(frame, &[Lead::To, Lead::Bare], verb, span)?)],
            Rule::d_flee => {
                frame.take(Lead::From);
                vec![ActionKind::Flee(self.place_of(frame, &[Lead::To, Lead::Bare], verb, span)?)]
            }
            Rule::d_stay => {
                frame.take_if(Lead::Bare, |target| *target == Target::Here);
                vec![ActionKind::Stay]
            }
            Rule::d_attack => self.attacks(frame, span)?,
            Rule::d_give => self.gives(frame, span)?,
            // With what, is said.
            Rule::d_heal | Rule::d_carry => {
                frame.things.extend(frame.with.take());
                if frame.things.len() != 1 {
                    let message = "with what? this is done by a skill or an item";
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, message)
                        .note("write `Use SKILL on CHARACTER.`, or name it behind `with`")
                        .into());
                }
                self.uses(frame, span)?
            }
            Rule::d_consume => match frame.take_if(Lead::Bare, is_person).as_deref() {
                Some([Target::Character(who)]) => vec![ActionKind::Consume(who.clone())],
                _ => self.uses(frame, span)?,
            },
            Rule::d_buy => self.each_thing(frame, |item, count| ActionKind::Buy { item, count }),
            Rule::d_pick_up => self.each_thing_so_often(frame, span, ActionKind::PickUp)?,
            Rule::d_drop => self.each_thing_so_often(frame, span, ActionKind::Drop)?,
            Rule::d_cancel => {
                let drops = pair.as_str().get(..4).is_some_and(|word| word.eq_ignore_ascii_case("drop"));
                let names = self.names;
                self.each_thing_so_often(frame, span, |thing| match drops && !names.is(&thing.text, NameKind::Skill) {
                    true => ActionKind::Drop(thing),
                    false => ActionKind::Cancel(thing),
                })?
            }
            _ => self.uses(frame, span)?,
        };
        // `here` says nothing of an order for where one is.
        frame.onward.retain(|(word, _)| word != "here");
        let only_at = match verb {
            Rule::d_scout | Rule::d_move | Rule::d_flee => None,
            Rule::d_buy => [Lead::At, Lead::In, Lead::From].into_iter().find_map(|lead| frame.take_if(lead, is_place)),
            _ => [Lead::At, Lead::In].into_iter().find_map(|lead| frame.take_if(lead, is_place)),
        };
        let only_at = match only_at.as_deref() {
            Some([Target::Location(place)]) => Some(place.clone()),
            _ => None,
        };
        Ok((deeds, only_at))
    }

    /// The one place that an order takes.
    fn place_of(&self, frame: &mut Frame, leads: &[Lead], verb: Rule, span: Span) -> Result<Name, OrderError> {
        for lead in leads {
            let Some((targets, place)) = frame.take(*lead) else { continue };
            return match targets.as_slice() {
                [Target::Location(name) | Target::Character(Who::Named(name))] => Ok(name.clone()),
                [Target::Here] => Err(Diagnostic::error(codes::NOT_ADJACENT, place, "that is where one is").into()),
                _ => Err(self.takes_a_place(verb, place).into()),
            };
        }
        Err(self.takes_a_place(verb, span).into())
    }

    fn takes_a_place(&self, verb: Rule, place: Span) -> Diagnostic {
        let (what, example) = match verb {
            Rule::d_scout => ("a scouting", "Scout"),
            Rule::d_flee => ("a flight", "Flee to"),
            _ => ("a move", "Move to"),
        };
        let mut places = self.names.of_kind(NameKind::Location);
        let some = places.next().unwrap_or("Bridge");
        Diagnostic::error(codes::NOT_UNDERSTOOD, place, format!("{what} takes one location"))
            .note(format!("write `{example} {some}.`"))
    }

    /// A phrase that this kind of order does not take.
    fn not_taken(&self, verb: Rule, word: &str, span: Span) -> Diagnostic {
        let what = match verb {
            Rule::d_scout => "a scouting takes one location",
            Rule::d_move => "a move takes one location",
            Rule::d_flee => "a flight takes one location",
            Rule::d_stay => "whoever stays does nothing else",
            Rule::d_attack => "an attack takes targets, how often, and a skill (`with SKILL`)",
            Rule::d_buy => "a purchase takes items and how many of each",
            Rule::d_give => "a gift takes an item and whom it is given to",
            Rule::d_drop | Rule::d_cancel | Rule::d_pick_up => "this takes one thing",
            _ => "a skill takes targets (`on …`), a location (`to …`), how often, `paying …`, `choosing …`",
        };
        let message = match word.trim() {
            "" => format!("these words are not understood here: {what}"),
            word => format!("`{word}` is not understood here: {what}"),
        };
        Diagnostic::error(codes::NOT_OF_THIS_ORDER, span, message)
    }

    /// One order for each thing, how often aside.
    fn each_thing(&self, frame: &mut Frame, of: impl Fn(Name, u32) -> ActionKind<Written>) -> Vec<ActionKind<Written>> {
        let times = frame.times.take();
        let things = std::mem::take(&mut frame.things);
        things.into_iter().filter_map(|thing| Some(of(thing.name?, thing.count.or(times).unwrap_or(1)))).collect()
    }

    /// One order for each of so many things.
    fn each_thing_so_often(
        &self,
        frame: &mut Frame,
        span: Span,
        of: impl Fn(Name) -> ActionKind<Written>,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let times = frame.times.take();
        let mut done = Vec::new();
        for thing in std::mem::take(&mut frame.things) {
            let count = checked_times(thing.count.or(times), span)?;
            if let Some(name) = thing.name {
                done.extend((0..count).map(|_| of(name.clone())));
            }
        }
        Ok(done)
    }

    /// `Give Splint to Rin`, `Give Rin the Splint and the Focus Band`.
    fn gives(&self, frame: &mut Frame, span: Span) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let mut things = std::mem::take(&mut frame.things);
        let to = frame.take(Lead::To).or_else(|| frame.take(Lead::For));
        let bare = frame.take(Lead::Bare);
        let (to, bare) = match (to, bare) {
            (None, bare) => (bare, None),
            both => both,
        };
        // A name that is no thing's: what is given is not known.
        if let (true, Some((targets, place))) = (things.is_empty(), &bare)
            && let [Target::Character(Who::Named(name)) | Target::Location(name)] = targets.as_slice()
        {
            things.push(Thing { name: Some(name.clone()), count: None, item: false, span: *place });
        } else if let Some((_, place)) = bare {
            return Err(self.not_taken(Rule::d_give, "", place).into());
        }
        match to.as_ref().map(|(targets, _)| targets.as_slice()) {
            Some([Target::Character(who)]) if !things.is_empty() => {
                frame.things = things;
                let who = who.clone();
                self.each_thing_so_often(frame, span, |item| ActionKind::Give { item, to: who.clone() })
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

    /// What has words of its own.
    fn fixed(&mut self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        Ok(match pair.as_rule() {
            Rule::do_command | Rule::do_use_spell_on | Rule::do_spell_quoted => self.command(pair),
            Rule::do_enter_form => ActionKind::EnterSpiritForm,
            Rule::do_leave_form => ActionKind::LeaveSpiritForm,
            Rule::do_release => ActionKind::Release(self.name_in(pair)),
            Rule::do_stop_paying => ActionKind::StopPaying(self.name_in(pair)),
            Rule::do_ask | Rule::do_request => self.service(pair)?,
            Rule::do_give_points => {
                let message = "points cannot be handed over, only items (R283)";
                return Err(Diagnostic::error(codes::UNKNOWN_ITEM, self.reader.span(&pair), message).into());
            }
            Rule::do_shelter => ActionKind::TakeShelter,
            Rule::do_visit => self.visit(pair)?,
            Rule::do_consume_one => self.one_civilian(&pair)?,
            Rule::do_contract_with | Rule::do_offer_contract => ActionKind::Contract(self.object_in(pair)),
            Rule::do_accept_contract => ActionKind::AcceptContract(self.object_in(pair)),
            Rule::do_reestablish => ActionKind::Reestablish(self.object_in(pair)),
            Rule::do_break_contract => ActionKind::BreakContract(self.object_in(pair)),
            Rule::do_accept_transfer => ActionKind::AcceptTransfer(self.object_in(pair)),
            Rule::do_refuse_transfer => ActionKind::RefuseTransfer(self.object_in(pair)),
            Rule::do_force_contract => ActionKind::ForceContract(self.object_in(pair)),
            Rule::do_protect => {
                let with = pair.into_inner().filter(|p| p.as_rule() == Rule::who_one);
                ActionKind::Protect(with.map(|p| self.reader.who(p)).collect())
            }
            Rule::do_ally_with => ActionKind::Ally(self.name_in(pair)),
            Rule::do_ceasefire => ActionKind::Ceasefire(self.name_in(pair)),
            Rule::do_end_alliance => ActionKind::EndAlliance(self.name_in(pair)),
            Rule::do_partner_posts => match self.object_in(pair.clone()) {
                Who::Named(name) => ActionKind::PartnerPosts(name),
                _ => {
                    let place = self.reader.span(&pair);
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, "name the character")
                        .note("write `My partner posts for Saber.`")
                        .into());
                }
            },
            Rule::do_push_all => ActionKind::Push(self.last_name_in(pair)),
            _ => self.words(&pair),
        })
    }

    /// The first name within a pair, of whatever kind it must be.
    pub(super) fn name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().find(|p| is_any_name(p.as_rule()));
        self.any_name(found.unwrap_or(pair))
    }

    pub(super) fn last_name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().filter(|p| is_any_name(p.as_rule())).last();
        self.any_name(found.unwrap_or(pair))
    }

    pub(super) fn any_name(&self, pair: Pair<'_, Rule>) -> Name {
        match pair.as_rule() {
            Rule::free_name | Rule::spell_words => {
                let text = pair.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
                Name { text, span: self.reader.span(&pair) }
            }
            _ => self.reader.name(pair),
        }
    }

    fn object_in(&self, pair: Pair<'_, Rule>) -> Who<Written> {
        let found = pair.into_inner().find(|p| p.as_rule() == Rule::object);
        found.map_or(Who::User, |p| self.reader.who(p))
    }

    /// `Use SKILL …`, `Rapid Cut on Caster`, `Use item ITEM …`.
    fn uses(&mut self, frame: &mut Frame, span: Span) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let things = std::mem::take(&mut frame.things);
        let mut targets: Vec<Target<Written>> = Vec::new();
        for lead in [Lead::Bare, Lead::On] {
            targets.extend(frame.take(lead).into_iter().flat_map(|(targets, _)| targets));
        }
        // `the Teleporter to the Mall with Saber` carries its user too.
        let items = things
            .iter()
            .filter_map(|thing| thing.name.as_ref())
            .all(|name| self.names.is(&name.text, NameKind::Item) && !self.names.is(&name.text, NameKind::Skill));
        if items && frame.has_companions() && !targets.contains(&Target::Character(Who::User)) {
            targets.push(Target::Character(Who::User));
        }
        for lead in [Lead::At, Lead::For, Lead::With] {
            targets.extend(frame.take_if(lead, is_person).into_iter().flatten());
        }
        // `Veil at the Park` is used on it; `Surge on Lancer at the Park` is used there alone.
        for lead in [Lead::At, Lead::In] {
            if targets.is_empty() {
                targets.extend(frame.take_if(lead, is_place).into_iter().flatten());
            }
        }
        if frame.onward.iter().any(|(word, _)| word == "here") && targets.is_empty() {
            targets.push(Target::Here);
        }
        let mut to = frame.to.take();
        if let Some((found, place)) = frame.take(Lead::To) {
            match found.as_slice() {
                [Target::Location(name) | Target::Character(Who::Named(name))]
                    if is_place(&found[0]) || !self.is_known_person(&name.text) =>
                {
                    to = Some(name.clone());
                }
                _ => return Err(self.handed_or_used(&things, &found, place).into()),
            }
        }
        let several = things.len() > 1;
        if several && (!targets.is_empty() || to.is_some()) {
            return Err(Diagnostic::error(codes::SAY_EACH, span, "on whom is each of these used?")
                .note("one sentence a skill: `Use Guard. Use Mend on Rin.`")
                .into());
        }
        let mut deeds = Vec::new();
        for thing in things {
            let times = frame.times.or(thing.count);
            if frame.times.is_some() && thing.count.is_some_and(|count| count != 1) {
                return Err(Diagnostic::error(codes::TWICE_THE_SAME, thing.span, "how often stands twice").into());
            }
            let of = |targets: Vec<Target<Written>>| self.one_use(&thing, targets, to.clone(), times, frame, span);
            match frame.each {
                Some(_) if targets.len() > 1 || targets.iter().any(is_every) => {
                    // `Cut every opponent once each`: how many they are, nobody knows yet.
                    if targets.iter().any(is_every) {
                        break;
                    }
                    for target in &targets {
                        deeds.push(of(vec![target.clone()])?);
                    }
                }
                _ => deeds.push(of(targets.clone())?),
            }
        }
        let services = deeds.iter().any(|deed| matches!(deed, ActionKind::Request { .. }));
        if services {
            frame.from_igm = None;
        }
        (frame.times, frame.paying, frame.choosing, frame.push_to) = (None, None, None, None);
        if targets.len() > 1 && !targets.iter().any(is_every) {
            frame.each = None;
        }
        Ok(deeds)
    }

    /// One use of one thing.
    fn one_use(
        &self,
        thing: &Thing,
        targets: Vec<Target<Written>>,
        to: Option<Name>,
        times: Option<u32>,
        frame: &Frame,
        span: Span,
    ) -> Result<ActionKind<Written>, OrderError> {
        let Some(name) = thing.name.clone() else {
            return self.basic_attack(targets, to, checked_times(times, span)?, frame, span);
        };
        if self.names.is(&name.text, NameKind::Service) && !self.names.is(&name.text, NameKind::Skill) {
            let for_whom = match targets.as_slice() {
                [] => None,
                [Target::Character(who)] => Some(who.clone()),
                _ => {
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "a service is for one character")
                        .note("write `Request True Healing for Saber.`")
                        .into());
                }
            };
            return Ok(ActionKind::Request { service: name, beneficiary: for_whom, to, offer: None });
        }
        let only_item = self.names.is(&name.text, NameKind::Item) && !self.names.is(&name.text, NameKind::Skill);
        let simple = frame.paying.is_none() && frame.choosing.is_none() && frame.push_to.is_none();
        if thing.item || (only_item && simple && times.is_none_or(|n| n == 1)) {
            return Ok(ActionKind::UseItem { item: name, targets, to });
        }
        Ok(ActionKind::Use {
            skill: name,
            targets,
            to,
            times: checked_times(times, span)?,
            paying: frame.paying,
            choosing: frame.choosing.clone(),
            push_to: frame.push_to.clone(),
        })
    }

    /// `Attack TARGETS [N times]`, `Attack TARGETS with SKILL`.
    fn attacks(&mut self, frame: &mut Frame, span: Span) -> Result<Vec<ActionKind<Written>>, OrderError> {
        // `shoot Gandr at Illya`
        let aimed = frame.has(Lead::At) || frame.has(Lead::On);
        if frame.things.len() == 1 && frame.with.is_none() && aimed && !frame.has(Lead::Bare) {
            frame.with = frame.things.pop();
        }
        if !frame.things.is_empty() {
            // `Attack with Rapid Cut on Caster` has its skill in `with`; a thing is no target.
            let place = frame.things.first().map_or(span, |thing| thing.span);
            return Err(Diagnostic::error(
                codes::NOT_OF_THIS_ORDER,
                place,
                "a skill or thing is no target of an attack",
            )
            .into());
        }
        let unknown = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(name)) if !self.is_known_person(&name.text));
        let with = match (frame.with.take(), frame.take_if(Lead::With, unknown).as_deref()) {
            (Some(with), _) => with,
            (None, Some([Target::Character(Who::Named(name))])) => {
                Thing { name: Some(name.clone()), count: None, item: false, span: name.span }
            }
            _ => Thing { name: None, count: None, item: false, span },
        };
        // `at the Park` is where one attacks.
        let only_at = [Lead::At, Lead::In].into_iter().find_map(|lead| frame.take_if(lead, is_place));
        frame.things = vec![with];
        let deeds = self.uses(frame, span)?;
        if let Some(places) = only_at {
            frame.put(Lead::At, places, span);
        }
        let unaimed = deeds.iter().any(|deed| deed.targets().is_empty());
        match unaimed {
            true => Err(Diagnostic::error(
                codes::NOT_UNDERSTOOD,
                Span::new(span.end, span.end),
                "the order breaks off here: a target expected",
            )
            .into()),
            false => Ok(deeds),
        }
    }

    fn basic_attack(
        &self,
        targets: Vec<Target<Written>>,
        to: Option<Name>,
        times: u32,
        frame: &Frame,
        place: Span,
    ) -> Result<ActionKind<Written>, OrderError> {
        if frame.paying.is_some() || frame.choosing.is_some() || frame.push_to.is_some() {
            let message = "a basic attack is paid for as it is, and nothing is chosen in it";
            return Err(Diagnostic::error(codes::NOT_OFFERED, place, message)
                .note("write `Use SKILL on TARGET, paying …` for a skill that takes more")
                .into());
        }
        let plain = ActionKind::Attack { targets, times };
        let Some(to) = to else { return Ok(plain) };
        let words = order_text::sentence(&order_text::deed(&plain));
        let message = format!("`to {}` belongs to no basic attack: it strikes where one is", to.text);
        Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, message)
            .note(format!("to strike there go there first: `Move to {}. {words}`", to.text))
            .suggest(Some(words))
            .into())
    }

    /// `Pills to Saber`: are they handed over, or used on her?
    fn handed_or_used(&self, things: &[Thing], found: &[Target<Written>], place: Span) -> Diagnostic {
        let whom = found.iter().map(order_text::target).collect::<Vec<_>>().join(" and ");
        let what = things.iter().filter_map(|thing| thing.name.as_ref()).map(|name| name.text.as_str()).next();
        let message = format!("`to {whom}`: a skill is used `on` somebody; `to` is said of a location");
        let said = Diagnostic::error(codes::NOT_OF_THIS_ORDER, place, message);
        match what {
            Some(what) if self.names.is(what, NameKind::Item) => {
                said.note(format!("to hand it over: `Give {what} to {whom}.`; to use it: `Use item {what}.`"))
            }
            Some(what) => said.suggest(Some(format!("Use {what} on {whom}"))),
            None => said,
        }
    }

    fn is_known_person(&self, name: &str) -> bool {
        self.names.is(name, NameKind::Own) || self.names.is(name, NameKind::Character)
    }

    /// `Consume a civilian`: one a Turn (R298).
    fn one_civilian(&self, pair: &Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let counts = pair.clone().into_inner().flatten().filter(|p| p.as_rule() == Rule::count);
        match counts.map(|p| whole(&p)).find(|count| *count != 1) {
            None => Ok(ActionKind::ConsumeCivilian),
            Some(count) => {
                let message = format!("{count} civilians: one is consumed in a Turn (R298)");
                Err(Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.span(pair), message)
                    .suggest(Some("Consume a civilian.".to_owned()))
                    .into())
            }
        }
    }

    /// `Visit`: the facility where one is. A name that is no facility's is a place to go to.
    fn visit(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        const VISITED: [&str; 2] = ["mansion", "fancy mansion"];
        let name = pair.into_inner().flatten().find(|p| is_any_name(p.as_rule())).map(|p| self.any_name(p));
        match name {
            Some(name) if !VISITED.iter().any(|of| of.eq_ignore_ascii_case(&name.text)) => {
                let message = format!("`Visit` is of the facility where one is, not of `{}`", name.text);
                Err(Diagnostic::error(codes::NOT_UNDERSTOOD, name.span, message)
                    .note("write `Visit.`; to go somewhere, `Move to LOCATION.`")
                    .into())
            }
            _ => Ok(ActionKind::Visit),
        }
    }

    /// `Command SERVANT "SPELL" …`.
    fn command(&self, pair: Pair<'_, Rule>) -> ActionKind<Written> {
        let mut servant = Who::related(Relation::Servant, Who::User);
        let mut spell = Name { text: String::new(), span: self.reader.span(&pair) };
        let mut object = SpellObject::None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::who_one => servant = self.reader.who(part),
                Rule::spell => spell = self.name_in(part),
                Rule::spell_quote => spell = self.reader.name(part),
                Rule::spell_object => {
                    for word in part.into_inner() {
                        match word.as_rule() {
                            Rule::object => object = SpellObject::Character(self.reader.who(word)),
                            Rule::place => object = SpellObject::Location(self.name_in(word)),
                            Rule::quoted_name => object = SpellObject::Text(self.quotation(&word)),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        ActionKind::Command { servant, spell, object }
    }

    fn offer(&self, pair: Pair<'_, Rule>) -> Result<Offer, OrderError> {
        let place = self.reader.span(&pair);
        let inner = pair.into_inner();
        if let Some(text) = inner.clone().find(|p| p.as_rule() == Rule::quoted_name) {
            return Ok(Offer::Information(self.quotation(&text)));
        }
        let number = inner.clone().find(|p| p.as_rule() == Rule::written_number).map(|p| amount(&p));
        let unit = inner.clone().find(|p| p.as_rule() == Rule::resource).and_then(resource);
        match (number, unit) {
            (Some(number), Some(Resource::CombatPoints)) => Ok(Offer::CombatPoints(number)),
            _ => Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, "the IGM takes Combat Points or information")
                .note("write `offering 150 CP` or `offering \"…\"`")
                .into()),
        }
    }

    /// `Ask the IGM for information …`, `Request SERVICE …`.
    fn service(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let inner = pair.clone().into_inner();
        let offer = inner.clone().find(|p| p.as_rule() == Rule::offering).map(|p| self.offer(p)).transpose()?;
        if pair.as_rule() == Rule::do_ask {
            return match offer {
                Some(offer) => Ok(ActionKind::AskIgm(offer)),
                None => {
                    let place = self.reader.span(&pair);
                    Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, "say what is offered to the IGM")
                        .note("write `offering 150 CP` or `offering \"…\"` behind it")
                        .into())
                }
            };
        }
        Ok(ActionKind::Request {
            beneficiary: inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.reader.who(p)),
            to: inner.clone().find(|p| p.as_rule() == Rule::to_place).map(|p| self.name_in(p)),
            offer,
            service: self.name_in(pair),
        })
    }

    /// Words to others and to the Logic Game.
    fn words(&self, pair: &Pair<'_, Rule>) -> ActionKind<Written> {
        let inner = pair.clone().into_inner();
        let text = inner.clone().find(|p| p.as_rule() == Rule::quoted_name).map(|p| self.quotation(&p));
        let text = text.unwrap_or_default();
        let statement = inner.clone().find(|p| p.as_rule() == Rule::written_number).map_or(0, |p| whole(&p));
        let team = inner.clone().find(|p| p.as_rule() == Rule::team_name).map(|p| self.name_in(p));
        match pair.as_rule() {
            Rule::do_tell => match team {
                Some(to) => ActionKind::Tell { to, text },
                None => ActionKind::Say(text),
            },
            Rule::do_red => ActionKind::Red(text),
            Rule::do_blue => ActionKind::Blue { to: team, text },
            Rule::do_answer => ActionKind::AnswerInRed { statement, text },
            Rule::do_counter => ActionKind::CounterInBlue { statement, text },
            Rule::do_correct => ActionKind::Correct { statement, text },
            Rule::do_gold => ActionKind::Gold(text),
            Rule::do_puzzle => ActionKind::PuzzleAnswer(text),
            _ => ActionKind::Say(text),
        }
    }

    /// The words within quotes.
    pub(super) fn quotation(&self, pair: &Pair<'_, Rule>) -> String {
        self.reader.places.quotation(pair.as_span()).unwrap_or_else(|| self.reader.name(pair.clone()).text)
    }
}

fn is_any_name(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::mark
            | Rule::thing_mark
            | Rule::quoted_name
            | Rule::spell_quote
            | Rule::bare_name
            | Rule::free_name
            | Rule::spell_words
    )
}

/// The most uses one order may ask for.
const MOST_TIMES: u32 = 20;

fn checked_times(times: Option<u32>, place: Span) -> Result<u32, OrderError> {
    match times.unwrap_or(1) {
        n @ 1..=MOST_TIMES => Ok(n),
        n => Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, format!("`{n} times` is out of reach"))
            .note(format!("a number from 1 to {MOST_TIMES}"))
            .into()),
    }
}
