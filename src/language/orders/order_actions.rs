//! What is done: one pair of a deed → [`Deed`], one arm an order kind.

use super::body::Builder;
use super::diagnose::OrderError;
use super::{NameKind, Rule, codes};
use crate::language::condition::{Name, Relation, Resource, Who, Written};
use crate::language::conditions::{amount, resource, whole};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Delay, Offer, SpellObject, Target};
use crate::language::order_text;
use crate::language::pairs::Pair;
use crate::language::span::Span;
use crate::vocabulary::exact::Exact;

/// What stands behind a skill's name.
#[derive(Default)]
struct Tails {
    targets: Option<Vec<Target<Written>>>,
    to: Option<Name>,
    times: Option<u32>,
    paying: Option<(Exact, Resource)>,
    choosing: Option<String>,
    push_to: Option<Name>,
}

impl Builder<'_> {
    /// A deed, and the delay it holds in itself (`Delay X to …`).
    pub(super) fn deed(&mut self, pair: Pair<'_, Rule>) -> Result<(ActionKind<Written>, Delay<Written>), OrderError> {
        let none = Delay::none();
        let rule = pair.as_rule();
        Ok((
            match rule {
                Rule::do_use_skill | Rule::do_use_item => return Ok((self.use_of(pair)?, none)),
                Rule::do_delay_use => {
                    let moment = pair.clone().into_inner().find(|p| p.as_rule() == Rule::moment);
                    let delay = match moment {
                        Some(moment) => self.delay(moment)?,
                        None => none,
                    };
                    return Ok((self.use_of(pair)?, delay));
                }
                Rule::do_attack => self.attack(pair)?,
                Rule::do_command | Rule::do_use_spell_on => self.command(pair),
                Rule::do_scout => ActionKind::Scout(self.name_in(pair)),
                Rule::do_move_to => ActionKind::Move(self.last_name_in(pair)),
                Rule::do_flee_to => ActionKind::Flee(self.last_name_in(pair)),
                Rule::do_stay => ActionKind::Stay,
                Rule::do_enter_form => ActionKind::EnterSpiritForm,
                Rule::do_leave_form => ActionKind::LeaveSpiritForm,
                Rule::do_release => ActionKind::Release(self.name_in(pair)),
                Rule::do_cancel => ActionKind::Cancel(self.name_in(pair)),
                Rule::do_stop_paying => ActionKind::StopPaying(self.name_in(pair)),
                Rule::do_buy => {
                    let count = pair.clone().into_inner().find(|p| p.as_rule() == Rule::count);
                    ActionKind::Buy { count: count.map_or(1, |p| whole(&p)), item: self.name_in(pair) }
                }
                Rule::do_give => ActionKind::Give { item: self.name_in(pair.clone()), to: self.object_in(pair) },
                Rule::do_drop => ActionKind::Drop(self.name_in(pair)),
                Rule::do_pick_up => ActionKind::PickUp(self.name_in(pair)),
                Rule::do_ask | Rule::do_request => return Ok((self.service(pair)?, none)),
                Rule::do_shelter => ActionKind::TakeShelter,
                Rule::do_visit => self.visit(pair)?,
                Rule::do_consume_one => self.one_civilian(&pair)?,
                Rule::do_consume => ActionKind::Consume(self.object_in(pair)),
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
            },
            none,
        ))
    }

    /// The first name within a pair, of whatever kind it must be.
    fn name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().find(|p| is_any_name(p.as_rule()));
        self.any_name(found.unwrap_or(pair))
    }

    fn last_name_in(&self, pair: Pair<'_, Rule>) -> Name {
        let found = pair.clone().into_inner().flatten().filter(|p| is_any_name(p.as_rule())).last();
        self.any_name(found.unwrap_or(pair))
    }

    fn any_name(&self, pair: Pair<'_, Rule>) -> Name {
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

    fn targets(&self, pair: Pair<'_, Rule>) -> Vec<Target<Written>> {
        let aims = pair.into_inner().filter(|p| p.as_rule() == Rule::aim);
        aims.filter_map(|p| p.into_inner().next()).map(|p| self.target(p)).collect()
    }

    fn target(&self, pair: Pair<'_, Rule>) -> Target<Written> {
        if pair.as_rule() == Rule::this_place {
            return Target::Here;
        }
        match self.reader.who(pair) {
            Who::Named(name) if self.is_location(&name.text) => Target::Location(name),
            who => Target::Character(who),
        }
    }

    fn is_location(&self, name: &str) -> bool {
        self.names.is(name, NameKind::Location)
            && !self.names.is(name, NameKind::Character)
            && !self.names.is(name, NameKind::Own)
    }

    /// The parts behind a skill's name, wherever they stand; each at most once.
    fn tails(&self, pair: Pair<'_, Rule>, tails: &mut Tails) -> Result<(), OrderError> {
        for part in pair.into_inner() {
            let place = self.reader.span(&part);
            let twice = match part.as_rule() {
                Rule::use_tail => {
                    self.tails(part, tails)?;
                    false
                }
                Rule::on_aims => match part.into_inner().find(|p| p.as_rule() == Rule::aims) {
                    Some(aims) => tails.targets.replace(self.targets(aims)).is_some(),
                    None => false,
                },
                Rule::to_place => tails.to.replace(self.name_in(part)).is_some(),
                Rule::so_often => {
                    let word = part.into_inner().next();
                    let times = word.map_or(1, |p| match p.as_rule() {
                        Rule::o_twice => 2,
                        Rule::o_thrice => 3,
                        Rule::count => whole(&p),
                        _ => 1,
                    });
                    tails.times.replace(times).is_some()
                }
                Rule::paying => {
                    let inner = part.into_inner();
                    let number = inner.clone().find(|p| p.as_rule() == Rule::written_number).map(|p| amount(&p));
                    let unit = inner.clone().find(|p| p.as_rule() == Rule::resource).and_then(resource);
                    match number.zip(unit) {
                        Some(paid) => tails.paying.replace(paid).is_some(),
                        None => false,
                    }
                }
                Rule::choosing => {
                    let quote = part.clone().into_inner().find(|p| p.as_rule() == Rule::quoted_name);
                    let choice = quote.map_or_else(|| self.name_in(part).text, |p| self.quotation(&p));
                    tails.choosing.replace(choice).is_some()
                }
                Rule::pushing => tails.push_to.replace(self.last_name_in(part)).is_some(),
                _ => false,
            };
            if twice {
                return Err(
                    Diagnostic::error(codes::TWICE_THE_SAME, place, "this part of the order stands twice").into()
                );
            }
        }
        Ok(())
    }

    /// `Use SKILL …`, `Use item ITEM …`, `Delay SKILL … to …`.
    fn use_of(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let is_item = pair.as_rule() == Rule::do_use_item;
        let named = pair.clone().into_inner().find(|p| matches!(p.as_rule(), Rule::skill_name | Rule::item_name));
        let name = self.name_in(named.unwrap_or_else(|| pair.clone()));
        let mut tails = Tails::default();
        let place = self.reader.span(&pair);
        self.tails(pair, &mut tails)?;
        let only_item = self.names.is(&name.text, NameKind::Item) && !self.names.is(&name.text, NameKind::Skill);
        let simple = tails.paying.is_none() && tails.choosing.is_none() && tails.push_to.is_none();
        if is_item || (only_item && simple && tails.times.is_none_or(|n| n == 1)) {
            return Ok(ActionKind::UseItem { item: name, targets: tails.targets.unwrap_or_default(), to: tails.to });
        }
        Ok(ActionKind::Use {
            skill: name,
            targets: tails.targets.unwrap_or_default(),
            to: tails.to,
            times: checked_times(tails.times, place)?,
            paying: tails.paying,
            choosing: tails.choosing,
            push_to: tails.push_to,
        })
    }

    /// `Attack TARGETS [N times]`, `Attack TARGETS with SKILL`.
    fn attack(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let place = self.reader.span(&pair);
        let aims = pair.clone().into_inner().find(|p| p.as_rule() == Rule::aims);
        let targets = aims.map_or_else(Vec::new, |p| self.targets(p));
        let with = pair.clone().into_inner().find(|p| p.as_rule() == Rule::with_skill).map(|p| self.name_in(p));
        let mut tails = Tails::default();
        self.tails(pair, &mut tails)?;
        let times = checked_times(tails.times, place)?;
        Ok(match with {
            Some(skill) => {
                let (paying, choosing) = (tails.paying, tails.choosing);
                ActionKind::Use { skill, targets, to: tails.to, times, paying, choosing, push_to: None }
            }
            None if tails.paying.is_some() || tails.choosing.is_some() => {
                let message = "a basic attack is paid for as it is, and nothing is chosen in it";
                return Err(Diagnostic::error(codes::NOT_OFFERED, place, message)
                    .note("write `Use SKILL on TARGET, paying …` for a skill that takes more")
                    .into());
            }
            None => {
                let plain = ActionKind::Attack { targets, times };
                match tails.to {
                    None => plain,
                    Some(to) => {
                        let words = order_text::sentence(&order_text::deed(&plain));
                        let message = format!("`to {}` belongs to no basic attack: it strikes where one is", to.text);
                        return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, place, message)
                            .note(format!("to strike there go there first: `Move to {}. {words}`", to.text))
                            .suggest(Some(words))
                            .into());
                    }
                }
            }
        })
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
    fn quotation(&self, pair: &Pair<'_, Rule>) -> String {
        self.reader.places.quotation(pair.as_span()).unwrap_or_else(|| self.reader.name(pair.clone()).text)
    }
}

fn is_any_name(rule: Rule) -> bool {
    matches!(rule, Rule::mark | Rule::quoted_name | Rule::bare_name | Rule::free_name | Rule::spell_words)
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
