//! Orders with words of their own (`do_…` in the grammar): Command Spells, contracts, the IGM, messages.

use super::verb_frame::is_any_name;
use crate::language::condition::{Name, Relation, Resource, Who, Written};
use crate::language::conditions::{OpponentKind, amount, resource, whole_number};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, ContractStep, LogicStatement, Offer, PactStep, SpellObject};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameKind, Rule, codes};
use crate::language::pairs::Pair;

impl OrderBuilder<'_> {
    /// Builds the action of a `do_…` pair.
    pub(in crate::language::orders) fn build_fixed_order(
        &mut self,
        pair: Pair<'_, Rule>,
    ) -> Result<ActionKind<Written>, OrderError> {
        Ok(match pair.as_rule() {
            Rule::do_command | Rule::do_use_spell_on | Rule::do_spell_quoted => return self.build_command(pair),
            Rule::do_enter_form => ActionKind::EnterSpiritForm,
            Rule::do_leave_form => ActionKind::LeaveSpiritForm,
            Rule::do_release => ActionKind::Release(self.first_name_in(pair)),
            Rule::do_ask | Rule::do_request => self.build_service(pair)?,
            Rule::do_give_points => {
                let message = "points cannot be handed over, only items (R283)";
                return Err(Diagnostic::error(codes::UNKNOWN_ITEM, self.reader.original_span(&pair), message).into());
            }
            Rule::do_visit => self.build_visit(pair)?,
            Rule::do_consume_one => self.build_consume_civilian(&pair)?,
            Rule::do_contract_with | Rule::do_offer_contract => self.build_contract(ContractStep::Make, pair),
            Rule::do_accept_contract => self.build_contract(ContractStep::Accept, pair),
            Rule::do_reestablish => self.build_contract(ContractStep::Reestablish, pair),
            Rule::do_break_contract => self.build_contract(ContractStep::Break, pair),
            Rule::do_accept_transfer => self.build_contract(ContractStep::AcceptTransfer, pair),
            Rule::do_refuse_transfer => self.build_contract(ContractStep::RefuseTransfer, pair),
            Rule::do_force_contract => self.build_contract(ContractStep::Force, pair),
            Rule::do_protect => {
                let protectors = pair.into_inner().filter(|p| p.as_rule() == Rule::who_one);
                ActionKind::Protect(protectors.map(|p| self.reader.build_who(p)).collect())
            }
            Rule::do_ally_with => ActionKind::Pact(PactStep::Ally, self.first_name_in(pair)),
            Rule::do_ceasefire => ActionKind::Pact(PactStep::Ceasefire, self.first_name_in(pair)),
            Rule::do_end_alliance => ActionKind::Pact(PactStep::End, self.first_name_in(pair)),
            Rule::do_partner_posts => match self.object_of(pair.clone()) {
                Who::Named(name) => ActionKind::PartnerPosts(name),
                _ => {
                    let span = self.reader.original_span(&pair);
                    return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "name the character")
                        .note("write `My partner posts for Saber.`")
                        .into());
                }
            },
            Rule::do_push_all => ActionKind::Push(self.last_name_in(pair)),
            _ => self.build_statement(&pair),
        })
    }

    fn build_contract(&self, step: ContractStep, pair: Pair<'_, Rule>) -> ActionKind<Written> {
        ActionKind::Contract(step, self.object_of(pair))
    }

    fn object_of(&self, pair: Pair<'_, Rule>) -> Who<Written> {
        let found = pair.into_inner().find(|p| p.as_rule() == Rule::object);
        found.map_or(Who::User, |p| self.reader.build_who(p))
    }

    /// `Consume a civilian`: rejects more than one a Turn (R298).
    fn build_consume_civilian(&self, pair: &Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let counts = pair.descendants([Rule::count]);
        match counts.map(|p| whole_number(&p)).find(|count| *count != 1) {
            None => Ok(ActionKind::ConsumeCivilian),
            Some(count) => {
                let message = format!("{count} civilians: one is consumed in a Turn (R298)");
                Err(Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(pair), message)
                    .suggest(Some("Consume a civilian.".to_owned()))
                    .into())
            }
        }
    }

    /// `Visit`: the facility at one's location. Any other name would be a place to go to and is rejected.
    fn build_visit(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        const FACILITIES: [&str; 2] = ["mansion", "fancy mansion"];
        let name = pair.into_inner().flatten().find(|p| is_any_name(p.as_rule())).map(|p| self.read_name(p));
        match name {
            Some(name) if !FACILITIES.iter().any(|facility| facility.eq_ignore_ascii_case(&name.text)) => {
                let message = format!("`Visit` is of the facility where one is, not of `{}`", name.text);
                Err(Diagnostic::error(codes::NOT_UNDERSTOOD, name.span, message)
                    .note("write `Visit.`; to go somewhere, `Move to LOCATION.`")
                    .into())
            }
            _ => Ok(ActionKind::Visit),
        }
    }

    /// `Command SERVANT "SPELL" …`.
    fn build_command(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let mut servant = Who::related(Relation::Servant, Who::User);
        let mut spell = Name { text: String::new(), span: self.reader.original_span(&pair) };
        let mut object = SpellObject::None;
        let mut moved = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::who_one => servant = self.reader.build_who(part),
                Rule::spell => spell = self.first_name_in(part),
                Rule::spell_quote => spell = self.reader.build_name(part),
                Rule::spell_object => {
                    for word in part.into_inner() {
                        match word.as_rule() {
                            Rule::object => object = SpellObject::Character(self.reader.build_who(word)),
                            Rule::place => object = SpellObject::Location(self.first_name_in(word)),
                            Rule::quoted_name => object = SpellObject::Text(self.quoted_text(&word)),
                            Rule::taken | Rule::summoned => moved = Some(word),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some(moved) = moved {
            let name =
                moved.clone().into_inner().find(|p| p.as_rule() == Rule::name).map(|p| self.reader.build_name(p));
            let is_own = name.as_ref().is_none_or(|name| self.names.is(&name.text, NameKind::Own));
            let summons = spell.text.eq_ignore_ascii_case("Summon!");
            if !is_own || (moved.as_rule() == Rule::summoned) != summons {
                let message = "this Command Spell does not bring them there";
                return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(&moved), message)
                    .note("\"Summon!\" brings one's Servant, and \"Flee this battle now!\" takes both to a location")
                    .into());
            }
            servant = name.map_or(servant, Who::Named);
        }
        Ok(ActionKind::Command { servant, spell, object })
    }

    pub(in crate::language::orders) fn read_offer(&self, pair: Pair<'_, Rule>) -> Result<Offer, OrderError> {
        let span = self.reader.original_span(&pair);
        let inner = pair.into_inner();
        if let Some(text) = inner.clone().find(|p| p.as_rule() == Rule::quoted_name) {
            return Ok(Offer::Information(self.quoted_text(&text)));
        }
        if let Some(told_words) = inner.clone().find(|p| p.as_rule() == Rule::told_igm) {
            return Ok(Offer::Information(self.reader.context.original_words(told_words.as_span()).trim().to_owned()));
        }
        let number = inner.clone().find(|p| p.as_rule() == Rule::written_number).map(|p| amount(&p));
        let unit = inner.clone().find(|p| p.as_rule() == Rule::resource).and_then(resource);
        match (number, unit) {
            (Some(number), Some(Resource::CombatPoints)) => Ok(Offer::CombatPoints(number)),
            _ => Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "the IGM takes Combat Points or information")
                .note("write `offering 150 CP` or `offering \"…\"`")
                .into()),
        }
    }

    /// `Ask the IGM for information …`, `Request SERVICE …`.
    fn build_service(&self, pair: Pair<'_, Rule>) -> Result<ActionKind<Written>, OrderError> {
        let inner = pair.clone().into_inner();
        let is_offer = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::quoted_name | Rule::resource | Rule::told_igm);
        let names_resource = inner.clone().any(|p| p.as_rule() == Rule::resource);
        let offer = match inner.clone().find(|p| p.as_rule() == Rule::offering) {
            Some(offering) => Some(self.read_offer(offering)?),
            None if names_resource || (pair.as_rule() == Rule::do_ask && inner.clone().any(|p| is_offer(&p))) => {
                Some(self.read_offer(pair.clone())?)
            }
            None => None,
        };
        if pair.as_rule() == Rule::do_ask {
            return match offer {
                Some(offer) => Ok(ActionKind::AskIgm(offer)),
                None => {
                    let span = self.reader.original_span(&pair);
                    Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "say what is offered to the IGM")
                        .note("write `offering 150 CP` or `offering \"…\"` behind it")
                        .into())
                }
            };
        }
        if inner.clone().filter(|p| p.as_rule() == Rule::object).count() > 1 {
            return Err(self.unexpected_phrase_error(Rule::do_request, "", self.reader.original_span(&pair)).into());
        }
        Ok(ActionKind::Request {
            beneficiary: inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.reader.build_who(p)),
            to: inner.clone().find(|p| p.as_rule() == Rule::to_place).map(|p| self.first_name_in(p)),
            offer,
            service: self.first_name_in(pair),
        })
    }

    /// `Tell Blue and Green: "…"`: one message to each.
    pub(in crate::language::orders) fn build_messages(&self, pair: &Pair<'_, Rule>) -> Vec<ActionKind<Written>> {
        let text = self.message_text(pair);
        let recipients =
            pair.clone().into_inner().filter(|p| p.as_rule() == Rule::team_name).map(|p| self.first_name_in(p));
        let to = recipients.flat_map(|to| self.known_opposing_masters(&to).unwrap_or_else(|| vec![to]));
        to.map(|to| ActionKind::Tell { to, text: text.clone() }).collect()
    }

    /// `Tell both enemy Masters: "…"`: the two enemy Masters whom the seat knows; `None` for other words.
    fn known_opposing_masters(&self, to: &Name) -> Option<Vec<Name>> {
        const BOTH: [&str; 6] = [
            "both enemy masters",
            "both other masters",
            "both opposing masters",
            "both masters",
            "the other two masters",
            "the two other masters",
        ];
        let words = to.text.to_lowercase();
        let two = self.names.opponents(OpponentKind::Masters).filter(|_| BOTH.contains(&words.as_str()))?;
        Some(two.iter().map(|name| Name { text: (*name).to_owned(), span: to.span }).collect())
    }

    /// The text of a message: the words within quotes, or up to the end of the sentence.
    fn message_text(&self, pair: &Pair<'_, Rule>) -> String {
        let text = pair.clone().into_inner().find_map(|p| match p.as_rule() {
            Rule::quoted_name => Some(self.quoted_text(&p)),
            Rule::bare_text => Some(self.reader.context.original_words(p.as_span())),
            _ => None,
        });
        text.unwrap_or_default()
    }

    /// Builds messages to others and statements of the Logic Game.
    fn build_statement(&self, pair: &Pair<'_, Rule>) -> ActionKind<Written> {
        let inner = pair.clone().into_inner();
        let text = self.message_text(pair);
        let statement = inner.clone().find(|p| p.as_rule() == Rule::written_number).map_or(0, |p| whole_number(&p));
        let team = inner.clone().find(|p| p.as_rule() == Rule::team_name).map(|p| self.first_name_in(p));
        ActionKind::Logic(match pair.as_rule() {
            Rule::do_red => LogicStatement::Red(text),
            Rule::do_blue => LogicStatement::Blue { addressee: team, text },
            Rule::do_answer => LogicStatement::AnswerInRed { statement, text },
            Rule::do_counter => LogicStatement::CounterInBlue { statement, text },
            Rule::do_correct => LogicStatement::Correct { statement, text },
            Rule::do_gold => LogicStatement::Gold(text),
            Rule::do_puzzle => return ActionKind::PuzzleAnswer(text),
            _ => return ActionKind::Say(text),
        })
    }
}
