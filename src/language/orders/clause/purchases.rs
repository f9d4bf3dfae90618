//! `Buy 2 Splints for Saber`, `Buy True Healing at 300 CP`: what is bought, for whom and at which price (R281, R328).

use super::things::Price;
use super::verb_frame::{LeadWord, VerbFrame, is_person};
use crate::language::condition::{Resource, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Offer, Target};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameKind, Rule, codes};
use crate::language::span::Span;
use crate::vocabulary::exact::Exact;

/// The maximum number of things that one order hands on.
const MAX_GIFTS: u32 = 5;

impl OrderBuilder<'_> {
    /// Builds the actions of a purchase.
    pub(in crate::language::orders) fn build_purchase(
        &mut self,
        frame: &mut VerbFrame,
        span: Span,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        // Services of the IGM and the Hospital are requested, not bought.
        if frame.things.iter().any(|thing| self.is_service(thing)) {
            frame.from_igm = None;
            let price = frame.stated_price.take();
            let mut kinds = self.build_uses(frame, span)?;
            match (kinds.as_mut_slice(), price) {
                ([ActionKind::Request { offer, .. }], Some(price)) => *offer = Some(price.offer),
                (_, Some(price)) => return Err(self.unexpected_phrase_error(Rule::do_request, "", price.span).into()),
                (_, None) => {}
            }
            return Ok(kinds);
        }
        let things = self.take_counted_things(frame);
        let mut kinds: Vec<_> =
            things.iter().map(|(item, count)| ActionKind::Buy { item: item.clone(), count: count.at_most() }).collect();
        if let Some(price) = frame.stated_price.take() {
            self.check_stated_price(&kinds, &price)?;
        }
        match (frame.take_targets_if(LeadWord::For, is_person).unwrap_or_default().as_slice(), kinds.len()) {
            ([], _) => {}
            ([target], 1) => {
                let gifts = self.build_gifts_of_purchase(target, &kinds, span)?;
                kinds.extend(gifts);
            }
            _ => {
                let message = "which of these is for whom?";
                return Err(Diagnostic::error(codes::SAY_EACH, span, message)
                    .note("one sentence a purchase: `Buy ITEM for CHARACTER.`")
                    .into());
            }
        }
        Ok(kinds)
    }

    /// Builds the gifts by which a purchase reaches another own character.
    fn build_gifts_of_purchase(
        &self,
        target: &Target<Written>,
        bought: &[ActionKind<Written>],
        span: Span,
    ) -> Result<Vec<ActionKind<Written>>, OrderError> {
        let actor = self.doer.as_ref().or(self.block_actor.as_ref());
        let is_actor = |text: &str| actor.is_some_and(|actor| actor.text.eq_ignore_ascii_case(text));
        let to = match target {
            Target::Character(Who::User) => return Ok(Vec::new()),
            Target::Character(Who::Named(name)) if is_actor(&name.text) => return Ok(Vec::new()),
            Target::Character(to @ (Who::Named(_) | Who::Related(..))) if self.is_own(to) => to.clone(),
            _ => {
                let message = "whoever buys holds what is bought; it is handed to one's own by a second order";
                return Err(Diagnostic::error(codes::NOT_OF_THIS_ORDER, span, message)
                    .note("write `Buy ITEM.` and `Give ITEM to CHARACTER.`")
                    .into());
            }
        };
        let mut gifts = Vec::new();
        for kind in bought {
            let ActionKind::Buy { item, count } = kind else { continue };
            if *count > MAX_GIFTS {
                let message = format!("at most {MAX_GIFTS} of one thing are bought for another in one order");
                return Err(Diagnostic::error(codes::NOT_OF_THIS_ORDER, span, message)
                    .note("write `Buy ITEM.` and `Give ITEM to CHARACTER.`")
                    .into());
            }
            gifts.extend((0..*count).map(|_| ActionKind::Give { item: item.clone(), to: to.clone() }));
        }
        Ok(gifts)
    }

    /// Checks that a stated price is the shop's, because prices are fixed (R281).
    fn check_stated_price(&self, bought: &[ActionKind<Written>], price: &Price) -> Result<(), OrderError> {
        let mut total = Exact::ZERO;
        let mut single_price = None;
        for kind in bought {
            let ActionKind::Buy { item, count } = kind else { continue };
            let Some(cost) = self.names.price_of(&item.text) else {
                let message = format!("what `{}` costs is not known here", item.text);
                return Err(Diagnostic::error(codes::NOT_OFFERED, price.span, message)
                    .note("leave the price out: what is bought is paid for by itself")
                    .into());
            };
            single_price = if bought.len() == 1 { Some(cost) } else { None };
            total += cost.times(Exact::from(*count)).unwrap_or(cost);
        }
        let Offer::CombatPoints(stated) = &price.offer else {
            return Err(self.unexpected_phrase_error(Rule::d_buy, "", price.span).into());
        };
        let is_correct = if price.is_each { single_price == Some(*stated) } else { total == *stated };
        match is_correct {
            true => Ok(()),
            false => {
                let message = format!("this costs {total} {}, not {stated}", combat_points_name());
                Err(Diagnostic::error(codes::NOT_OFFERED, price.span, message)
                    .note("leave the price out: what is bought is paid for by itself")
                    .into())
            }
        }
    }

    /// Whether a thing is a service of a location.
    pub(in crate::language::orders) fn is_service(&self, thing: &super::things::Thing) -> bool {
        thing.name.as_ref().is_some_and(|name| self.names.is(&name.text, NameKind::Service))
    }
}

const fn combat_points_name() -> &'static str {
    crate::language::condition_text::resource_name(Resource::CombatPoints)
}
