//! The phrases of a clause, by the word that leads them, before the kind of the order is known.
//!
//! The grammar reads the phrases in any order. The builder of each kind of order takes the phrases it knows out of the
//! frame. Phrases that are left over are an error, so no word of an order is ignored.

use super::things::{Price, Thing};
use crate::language::condition::{Name, Resource, Who, Written};
use crate::language::conditions::{amount, resource, whole_number};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Delay, NOBLE_PHANTASM, Target, Times};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameBook, NameKind, Rule, codes};
use crate::language::pairs::Pair;
use crate::language::span::Span;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::text::collapse_whitespace;

/// The word that leads a phrase about a character or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language::orders) enum LeadWord {
    /// No word: `Attack Caster`.
    Bare,
    /// `on`, `against`, `->`.
    On,
    /// `at`.
    At,
    /// `to`, `into`, `towards`.
    To,
    /// `in`, `over`.
    In,
    /// `from`.
    From,
    /// `for`.
    For,
    /// `with`.
    With,
}

impl LeadWord {
    fn from_rule(rule: Rule) -> Option<LeadWord> {
        Some(match rule {
            Rule::bare_np | Rule::known_np => LeadWord::Bare,
            Rule::on_np | Rule::on_aims | Rule::so_aimed | Rule::it_on | Rule::struck_np | Rule::serves => LeadWord::On,
            Rule::at_np => LeadWord::At,
            Rule::to_np | Rule::goes_to => LeadWord::To,
            Rule::in_np => LeadWord::In,
            Rule::from_np => LeadWord::From,
            Rule::for_np => LeadWord::For,
            Rule::with_np => LeadWord::With,
            _ => return None,
        })
    }

    const fn as_str(self) -> &'static str {
        match self {
            LeadWord::Bare => "",
            LeadWord::On => "on ",
            LeadWord::At => "at ",
            LeadWord::To => "to ",
            LeadWord::In => "in ",
            LeadWord::From => "from ",
            LeadWord::For => "for ",
            LeadWord::With => "with ",
        }
    }
}

/// Everything that a clause says.
#[derive(Clone, Debug, Default)]
pub(in crate::language::orders) struct VerbFrame {
    /// Skills and items, in the order written.
    pub(in crate::language::orders) things: Vec<Thing>,
    /// `with SKILL`, `using SKILL`.
    pub(in crate::language::orders) instrument: Option<Thing>,
    /// The characters and places that the phrases name, by the leading word.
    targets_by_lead: Vec<(LeadWord, Vec<Target<Written>>, Span)>,
    pub(in crate::language::orders) times: Option<Times>,
    /// `each`: the number of times applies to every target.
    pub(in crate::language::orders) each: Option<Span>,
    pub(in crate::language::orders) paying: Option<(Exact, Resource)>,
    pub(in crate::language::orders) choosing: Option<String>,
    pub(in crate::language::orders) push_to: Option<Name>,
    /// `from the IGM`.
    pub(in crate::language::orders) from_igm: Option<Span>,
    /// `by day`.
    pub(in crate::language::orders) by_day: Option<Span>,
    /// `here`, `back`, `home`, `there`, each with its span.
    pub(in crate::language::orders) adverbs: Vec<(String, Span)>,
    pub(in crate::language::orders) delay: Option<Delay<Written>>,
    /// `once on Archer`: a number of times for each target.
    pub(in crate::language::orders) times_per_target: Vec<(Target<Written>, Times)>,
    /// The destination, if it has words of its own.
    pub(in crate::language::orders) to: Option<Name>,
    /// `The Splint goes to Saber`, `Surge goes into Archer`.
    pub(in crate::language::orders) verb_is_go: bool,
    /// The price that the clause states.
    pub(in crate::language::orders) stated_price: Option<Price>,
    /// The span of the whole clause.
    span: Span,
    /// The span of the first phrase that no order takes here.
    stray: Option<Span>,
}

impl VerbFrame {
    /// Removes and returns the targets behind a leading word.
    pub(in crate::language::orders) fn take_targets(&mut self, lead: LeadWord) -> Option<(Vec<Target<Written>>, Span)> {
        let at = self.targets_by_lead.iter().position(|(other, ..)| *other == lead)?;
        let (_, targets, span) = self.targets_by_lead.remove(at);
        Some((targets, span))
    }

    /// Removes and returns the targets behind a leading word if all of them pass the test.
    pub(in crate::language::orders) fn take_targets_if(
        &mut self,
        lead: LeadWord,
        test: impl Fn(&Target<Written>) -> bool,
    ) -> Option<Vec<Target<Written>>> {
        let at =
            self.targets_by_lead.iter().position(|(other, targets, _)| *other == lead && targets.iter().all(&test))?;
        Some(self.targets_by_lead.remove(at).1)
    }

    /// Whether any character or place is named.
    pub(in crate::language::orders) const fn names_somebody(&self) -> bool {
        !self.targets_by_lead.is_empty()
    }

    /// Whether a phrase has this leading word.
    pub(in crate::language::orders) fn has_lead(&self, lead: LeadWord) -> bool {
        self.targets_by_lead.iter().any(|(other, ..)| *other == lead)
    }

    /// Whether the clause names a place or person to which something goes.
    pub(in crate::language::orders) fn has_destination(&self) -> bool {
        self.to.is_some() || self.has_lead(LeadWord::To)
    }

    /// Whether the clause names people who go along.
    pub(in crate::language::orders) fn has_companions(&self) -> bool {
        self.targets_by_lead.iter().any(|(lead, targets, _)| *lead == LeadWord::With && targets.iter().all(is_person))
    }

    /// Puts the targets behind a leading word back.
    pub(in crate::language::orders) fn put_back_targets(
        &mut self,
        lead: LeadWord,
        targets: Vec<Target<Written>>,
        span: Span,
    ) {
        self.targets_by_lead.push((lead, targets, span));
    }

    /// The targets of the phrases, each with its leading word.
    pub(in crate::language::orders) fn named_targets(
        &self,
    ) -> impl Iterator<Item = &(LeadWord, Vec<Target<Written>>, Span)> {
        self.targets_by_lead.iter()
    }

    /// The first phrase that is left over: its leading word and span.
    pub(in crate::language::orders) fn find_unused_phrase(&self) -> Option<(&'static str, Span)> {
        let named = self.targets_by_lead.first().map(|(lead, _, span)| (lead.as_str(), *span));
        let onward = || self.adverbs.first().map(|(_, span)| ("", *span));
        let shares = || (!self.times_per_target.is_empty()).then_some(("", self.span));
        let thing = || self.things.first().or(self.instrument.as_ref()).map(|thing| ("", thing.span));
        let has_more =
            self.times.is_some() || self.paying.is_some() || self.choosing.is_some() || self.push_to.is_some();
        let more = || if has_more { Some(self.span) } else { self.each.or(self.by_day).or(self.from_igm) };
        let stray = self.stray.or(self.stated_price.as_ref().map(|price| price.span)).map(|span| ("", span));
        stray.or(named).or_else(onward).or_else(thing).or_else(shares).or_else(|| more().map(|span| ("", span)))
    }
}

/// Whether a target is a character or a description of characters.
pub(in crate::language::orders) const fn is_person(target: &Target<Written>) -> bool {
    matches!(target, Target::Character(_))
}

/// Whether a target is all of a group, or up to a number of them.
pub(in crate::language::orders) const fn is_every(target: &Target<Written>) -> bool {
    matches!(target, Target::Character(Who::Every(_) | Who::UpTo(..)))
}

/// Whether a target is a place.
pub(in crate::language::orders) const fn is_location(target: &Target<Written>) -> bool {
    matches!(target, Target::Location(_) | Target::Here)
}

/// Whether words mean people, rather than a location whose name stands alone.
pub(in crate::language::orders) fn is_somebody(who: &Who<Written>, names: &NameBook) -> bool {
    match who {
        Who::Named(name) => names.is(&name.text, NameKind::Own) || names.is(&name.text, NameKind::Character),
        _ => true,
    }
}

/// Whether a grammar rule is a name of any kind.
pub(in crate::language::orders) fn is_any_name(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::mark
            | Rule::thing_mark
            | Rule::item_mark
            | Rule::quoted_name
            | Rule::spell_quote
            | Rule::bare_name
            | Rule::free_name
            | Rule::spell_words
    )
}

impl OrderBuilder<'_> {
    /// Builds the frame of a clause.
    pub(in crate::language::orders) fn build_frame(
        &mut self,
        clause: &Pair<'_, Rule>,
    ) -> Result<VerbFrame, OrderError> {
        let mut frame = VerbFrame {
            span: self.reader.original_span(clause),
            instrument: self.instrument.take(),
            ..VerbFrame::default()
        };
        let mut before: Option<Pair<'_, Rule>> = None;
        for part in clause.clone().into_inner() {
            if let Some(doubt) = before.as_ref().and_then(|before| self.find_adjacent_names(before, &part)) {
                return Err(doubt.into());
            }
            before = Some(part.clone());
            self.read_phrase(part, &mut frame)?;
        }
        let verb = clause.clone().into_inner().next().map(|verb| verb.as_rule());
        if let Some(all) = clause.descendants([Rule::every_item]).next()
            && !matches!(verb, Some(Rule::d_give | Rule::d_drop | Rule::d_cancel))
        {
            let message = "all of these are given or dropped; what is used or bought is named";
            return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(&all), message).into());
        }
        if !matches!(verb, Some(Rule::d_move | Rule::d_flee | Rule::flees_and_goes)) {
            self.reject_opponent_after_for(&frame)?;
        }
        self.resolve_home(&mut frame);
        Ok(frame)
    }

    /// Resolves `Go home` to the only Home Base, and `Go there` to the only location that the sentence names.
    fn resolve_home(&self, frame: &mut VerbFrame) {
        let is_skill =
            |thing: &Thing| thing.name.as_ref().is_some_and(|name| self.names.is(&name.text, NameKind::Skill));
        if let [location] = self.places.as_slice()
            && frame
                .targets_by_lead
                .iter()
                .all(|(lead, ..)| !matches!(lead, LeadWord::To | LeadWord::At | LeadWord::In))
            && frame.to.is_none()
            && frame.things.iter().all(is_skill)
            && let Some(at) = frame.adverbs.iter().position(|(words, _)| words == "there" || words == "back there")
        {
            let (_, span) = frame.adverbs.remove(at);
            frame.targets_by_lead.push((
                LeadWord::To,
                vec![Target::Location(Name { text: location.text.clone(), span })],
                span,
            ));
        }
        let Some(home) = self.names.home() else { return };
        let Some(at) = frame.adverbs.iter().position(|(words, _)| words == "home" || words == "back home") else {
            return;
        };
        let (_, span) = frame.adverbs.remove(at);
        frame.targets_by_lead.push((LeadWord::To, vec![Target::Location(Name { text: home.to_owned(), span })], span));
    }

    /// Records a hint that words are taken as a note. Returns `false`, because notes may repeat.
    fn note_words(&mut self, span: Span, message: &str) -> bool {
        self.warnings.push(Diagnostic::hint(codes::NOTE, span, message));
        false
    }

    /// `to take X to Y`: reads the passenger and the destination. Returns whether either stands twice.
    fn read_passenger(&mut self, part: Pair<'_, Rule>, frame: &mut VerbFrame) -> Result<bool, OrderError> {
        let span = self.reader.original_span(&part);
        let np = part.clone().into_inner().find(|p| p.as_rule() == Rule::np);
        let is_repeated = frame.to.is_some() || frame.has_lead(LeadWord::On);
        frame.targets_by_lead.push((LeadWord::On, np.map_or_else(Vec::new, |np| self.read_targets(np)), span));
        let mut parts = part.into_inner();
        if let Some(onward) = parts.clone().find(|p| p.as_rule() == Rule::onward) {
            self.read_phrase(onward, frame)?;
        }
        frame.to = parts.find(|p| p.as_rule() == Rule::place).map(|p| self.first_name_in(p));
        Ok(is_repeated)
    }

    fn read_phrase(&mut self, part: Pair<'_, Rule>, frame: &mut VerbFrame) -> Result<(), OrderError> {
        let span = self.reader.original_span(&part);
        let rule = part.as_rule();
        let is_repeated = match rule {
            // `Use Rapid Cut`, where only `Cut` is known: the frame has a thing already.
            Rule::thing_np if !frame.things.is_empty() => {
                frame.stray.get_or_insert(span);
                false
            }
            Rule::own_skill | Rule::own_up_to | Rule::thing | Rule::thing_np => {
                match part.clone().into_inner().find(|p| p.as_rule() == Rule::every_item) {
                    Some(held_items) => frame.things.extend(self.list_held_items(held_items)?),
                    None => frame.things.extend(self.read_things(part)),
                }
                false
            }
            Rule::o_goes => {
                let verb = part.as_str().trim().to_ascii_lowercase();
                frame.verb_is_go = matches!(verb.as_str(), "go" | "goes");
                false
            }
            Rule::things => {
                for thing in part.into_inner() {
                    self.read_phrase(thing, frame)?;
                }
                false
            }
            Rule::using_np => self.read_instrument(part, frame),
            Rule::with_np if part.clone().into_inner().any(|p| p.as_rule() == Rule::thing_np) => {
                self.read_instrument(part, frame)
            }
            Rule::spend_all => frame.times.replace(Times::AsOftenAsPossible).is_some(),
            Rule::so_often => frame.times.replace(parse_times(&part)).is_some(),
            Rule::each_one => frame.each.replace(span).is_some(),
            Rule::paying => match parse_payment(&part) {
                Some(paid) => frame.paying.replace(paid).is_some(),
                None => false,
            },
            Rule::choosing => {
                let quote = part.clone().into_inner().find(|p| p.as_rule() == Rule::quoted_name);
                let choice = quote.map_or_else(|| self.first_name_in(part).text, |p| self.quoted_text(&p));
                frame.choosing.replace(choice).is_some()
            }
            Rule::pushing => frame.push_to.replace(self.last_name_in(part)).is_some(),
            Rule::onward => {
                let words = collapse_whitespace(part.as_str()).to_ascii_lowercase();
                frame.adverbs.push((words, span));
                false
            }
            Rule::moment => {
                let delay = self.read_delay(part.clone())?;
                let before = frame.delay.take().unwrap_or_else(Delay::none);
                frame.delay = Some(self.merge_delays(before, delay, &part)?);
                false
            }
            Rule::note => {
                let words = part.as_str().trim_matches(['(', ')']).trim();
                self.note_words(span, &format!("`{words}` is taken as a note"))
            }
            Rule::shares => {
                let is_repeated = !frame.times_per_target.is_empty();
                for share in part.into_inner().filter(|p| p.as_rule() == Rule::share) {
                    frame.times_per_target.extend(self.read_share(share));
                }
                is_repeated
            }
            Rule::done_by => {
                self.read_doer(part)?;
                false
            }
            Rule::no_more => {
                let words = part.as_str().trim_matches([',', ' ']);
                self.note_words(span, &format!("`{words}` is taken as a note: what is not ordered is not done"))
            }
            Rule::carries_to => self.read_passenger(part, frame)?,
            Rule::igm_np => frame.from_igm.replace(span).is_some(),
            Rule::o_by_day => frame.by_day.replace(span).is_some(),
            Rule::offering => {
                let is_each = part.clone().into_inner().any(|p| p.as_rule() == Rule::o_apiece);
                let price = Price { offer: self.read_offer(part)?, is_each, span };
                frame.stated_price.replace(price).is_some()
            }
            _ => match LeadWord::from_rule(rule) {
                Some(lead) => {
                    let np = part.into_inner().find(|p| p.as_rule() == Rule::np);
                    let targets = np.map_or_else(Vec::new, |np| self.read_targets(np));
                    let is_repeated = frame.targets_by_lead.iter().any(|(other_lead, before, _)| {
                        *other_lead == lead && before.iter().any(is_person) == targets.iter().any(is_person)
                    });
                    frame.targets_by_lead.push((lead, targets, span));
                    is_repeated
                }
                None => false,
            },
        };
        if is_repeated {
            return Err(Diagnostic::error(codes::TWICE_THE_SAME, span, "this part of the order stands twice").into());
        }
        Ok(())
    }

    /// `once on Archer`: a target and its number of times.
    fn read_share(&self, part: Pair<'_, Rule>) -> Option<(Target<Written>, Times)> {
        let inner = part.into_inner();
        let times = inner.clone().find(|p| p.as_rule() == Rule::share_count)?.into_inner().next()?;
        let times =
            if times.as_rule() == Rule::so_often { parse_times(&times) } else { Times::Exactly(whole_number(&times)) };
        let target = inner.clone().find(|p| p.as_rule() == Rule::np_one)?.into_inner().next()?;
        Some((self.read_target(target), times))
    }

    fn read_instrument(&self, part: Pair<'_, Rule>, frame: &mut VerbFrame) -> bool {
        let mut things = part.into_inner().flat_map(|p| self.read_things(p)).collect::<Vec<_>>();
        match (things.pop(), things.is_empty()) {
            (Some(thing), true) => frame.instrument.replace(thing).is_some(),
            _ => true,
        }
    }

    /// The skills and items of an `own_skill`, `own_up_to`, `thing` or `thing_np` pair.
    pub(in crate::language::orders) fn read_things(&self, part: Pair<'_, Rule>) -> Vec<Thing> {
        let span = self.reader.original_span(&part);
        let mut found = Vec::new();
        let (mut count, mut item) = (None, false);
        for word in part.into_inner() {
            let name = match word.as_rule() {
                Rule::so_many => {
                    count = word.into_inner().find_map(|p| match p.as_rule() {
                        Rule::o_pair => Some(2),
                        Rule::o_single => Some(1),
                        Rule::count | Rule::times_x => Some(parse_number(&p)),
                        _ => None,
                    });
                    continue;
                }
                Rule::o_item => {
                    item = true;
                    continue;
                }
                Rule::basic_attack => None,
                Rule::phantasm => {
                    let span = self.reader.original_span(&word);
                    Some(Name { text: NOBLE_PHANTASM.to_owned(), span })
                }
                Rule::thing_mark | Rule::mark | Rule::quoted_name | Rule::free_name => Some(self.read_name(word)),
                _ => continue,
            };
            found.push(Thing { name, count: count.take(), says_item: item, span });
        }
        found
    }

    /// The targets of an `np` pair.
    pub(in crate::language::orders) fn read_targets(&self, np: Pair<'_, Rule>) -> Vec<Target<Written>> {
        let parts = np.into_inner().filter(|p| p.as_rule() == Rule::np_one);
        parts.filter_map(|p| p.into_inner().next()).map(|p| self.read_target(p)).collect()
    }

    /// `every item I have except the Splint`: the items by name. Fails if none is left or an exception is not held.
    fn list_held_items(&self, part: Pair<'_, Rule>) -> Result<Vec<Thing>, OrderError> {
        let span = self.reader.original_span(&part);
        let exceptions: Vec<Name> =
            part.into_inner().filter(|p| p.as_rule() == Rule::item_mark).map(|p| self.read_name(p)).collect();
        let holder = self.doer.as_ref().or(self.block_actor.as_ref());
        let held = holder.map_or(&[][..], |name| self.names.items_of(&name.text));
        let is_excepted = |item: &&String| exceptions.iter().any(|name| self.names.same(&name.text, item));
        if let Some(missing) = exceptions.iter().find(|name| !held.iter().any(|item| self.names.same(&name.text, item)))
        {
            let message = format!("`{}` is left out, and is not held", missing.text);
            return Err(Diagnostic::error(codes::UNKNOWN_ITEM, missing.span, message).note("name each item").into());
        }
        let left: Vec<Thing> = held
            .iter()
            .filter(|item| !is_excepted(item))
            .map(|item| {
                let name = Some(Name { text: item.clone(), span });
                Thing { name, count: None, says_item: false, span }
            })
            .collect();
        match left.is_empty() {
            true => Err(Diagnostic::error(codes::UNKNOWN_ITEM, span, "of these nothing is held").into()),
            false => Ok(left),
        }
    }

    fn read_target(&self, pair: Pair<'_, Rule>) -> Target<Written> {
        if pair.as_rule() == Rule::this_place {
            return Target::Here;
        }
        if pair.as_rule() == Rule::whichever_of {
            return Target::Character(Who::OneOf(self.choice_candidates(&pair)));
        }
        match self.reader.build_who(pair) {
            Who::Named(name) if self.is_location(&name.text) => Target::Location(name),
            who => Target::Character(who),
        }
    }

    fn is_location(&self, name: &str) -> bool {
        self.names.is(name, NameKind::Location)
            && !self.names.is(name, NameKind::Character)
            && !self.names.is(name, NameKind::Own)
    }
}

/// The number of `2`, `two`, `x2`, `2x`.
fn parse_number(pair: &Pair<'_, Rule>) -> u32 {
    match pair.as_rule() {
        Rule::times_x => {
            let digits: String = pair.as_str().chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(u32::MAX)
        }
        _ => whole_number(pair),
    }
}

/// The number of times of a `so_often` pair.
pub(in crate::language::orders) fn parse_times(pair: &Pair<'_, Rule>) -> Times {
    const COUNT_RULES: [Rule; 8] = [
        Rule::o_once,
        Rule::o_twice,
        Rule::o_thrice,
        Rule::count,
        Rule::times_x,
        Rule::o_as_often,
        Rule::o_all_ap,
        Rule::until_dead,
    ];
    let limit = pair.clone().into_inner().find(|part| part.as_rule() == Rule::so_often_at_most);
    let mut words = limit.unwrap_or_else(|| pair.clone()).into_inner();
    let word = words.find(|word| COUNT_RULES.contains(&word.as_rule()));
    word.map_or(Times::ONCE, |word| match word.as_rule() {
        Rule::o_twice => Times::Exactly(2),
        Rule::o_thrice => Times::Exactly(3),
        Rule::o_as_often | Rule::o_all_ap | Rule::until_dead => Times::AsOftenAsPossible,
        Rule::count | Rule::times_x => Times::Exactly(parse_number(&word)),
        _ => Times::ONCE,
    })
}

/// The additional payment of a `paying` pair.
fn parse_payment(pair: &Pair<'_, Rule>) -> Option<(Exact, Resource)> {
    let mut inner = pair.clone().into_inner();
    let number = inner.clone().find(|p| p.as_rule() == Rule::written_number).map(|p| amount(&p));
    number.zip(inner.find(|p| p.as_rule() == Rule::resource).and_then(resource))
}
