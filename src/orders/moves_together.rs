//! One sentence that moves several, who stand in different places or do not know the same (R196, R197, R273).

use super::Checker;
use super::before_moves::asks_of_own_place;
use super::canonical_names::same_name;
use super::own_side::own_people;
use crate::language::codes;
use crate::language::condition::{Condition, Name, Predicate, Side, Who, Written};
use crate::language::order::{ActionKind, Order};
use crate::language::visit::Visit;
use crate::perception::view::{OwnCharacter, View};

impl Checker<'_> {
    /// Checks the orders that one sentence gives to several: the first is the writer's, the others are its copies.
    pub(super) fn check_moves_together(&mut self, orders: &[Order<Written>]) {
        let mut parted: Vec<usize> = Vec::new();
        for (index, order) in orders.iter().enumerate() {
            let is_of_sentence = |copy: &&Order<Written>| {
                copy.span == order.span && copy.actor.text != order.actor.text && moves_alike(order, copy)
            };
            let is_first =
                !orders.iter().take(index).any(|above| above.span == order.span && moves_alike(above, order));
            let copies: Vec<_> = orders.iter().skip(index + 1).filter(is_of_sentence).collect();
            if !is_first || copies.is_empty() || self.faulty.contains(&order.number) {
                continue;
            }
            if copies.into_iter().any(|copy| self.reject_parting(order, copy)) {
                parted.push(order.number);
                parted.extend(orders.iter().skip(index + 1).filter(is_of_sentence).map(|copy| copy.number));
            }
        }
        self.faulty.extend(parted);
    }

    /// Rejects a move together whose condition would be asked of two places, or is known to one of them alone, and
    /// warns of one from two places.
    fn reject_parting(&mut self, order: &Order<Written>, copy: &Order<Written>) -> bool {
        let Some((writer, companion)) = self.view.own(&order.actor.text).zip(self.view.own(&copy.actor.text)) else {
            return false;
        };
        let separate = "give each an order of their own: where they part, each has another condition".to_owned();
        if let Some(place) = self.place_known_to_companion(order, copy, writer, companion) {
            let message = format!(
                "who is in `{}` is not known to both `{}`, who asks, and `{}` (R197)",
                place.text, writer.name, companion.name
            );
            let fault = self.push_error(codes::TWO_ACTORS, order.span, message);
            fault.notes.push("let both scout it, or both be there".to_owned());
            fault.notes.push(separate);
            return true;
        }
        if order.after_move || same_name(&writer.at, &companion.at) {
            return false;
        }
        if copy.body.conditions().any(asks_of_own_place) {
            let message = format!(
                "`here` is `{}` for `{}`, and `{}` for `{}`: of which place is it asked?",
                writer.at, writer.name, companion.at, companion.name
            );
            self.push_error(codes::HERE_OR_THERE, order.span, message).notes.push(separate);
            return true;
        }
        if copy.body.conditions().flat_map(Condition::statements).any(|asked| !self.is_known_to_both(asked, writer)) {
            let message = format!(
                "`{}` is in `{}`, and `{}` in `{}`: what one of the two sees there the other does not know",
                writer.name, writer.at, companion.name, companion.at
            );
            self.push_error(codes::TWO_ACTORS, order.span, message).notes.push(separate);
            return true;
        }
        if !order.body.is_asked_early() && order.body.is_conditional() && !order.body.has_actions_of(&copy.body) {
            let message = format!(
                "`{}` is in `{}`, and `{}` in `{}`: each asks by themself, and not at one time",
                writer.name, writer.at, companion.name, companion.at
            );
            self.push_error(codes::TWO_ACTORS, order.span, message).notes.push(separate);
            return true;
        }
        let message = format!(
            "`{}` is in `{}`, and `{}` in `{}`: each goes by themself",
            writer.name, writer.at, companion.name, companion.at
        );
        self.push_warning(codes::APART, order.span, message);
        false
    }

    /// A location that a copy's condition asks about, and that the companion knows and the writer, who asks, does not;
    /// of two who are in different places, and ask by themselves, one whom only one of them knows.
    fn place_known_to_companion<'o>(
        &self,
        order: &Order<Written>,
        copy: &'o Order<Written>,
        writer: &OwnCharacter,
        companion: &OwnCharacter,
    ) -> Option<&'o Name> {
        let goes_to = |of: &[(String, String)], who: &OwnCharacter, place: &Name| {
            of.iter().any(|(name, location)| *name == who.name && same_name(location, &place.text))
        };
        let knows = |who: &OwnCharacter, place: &Name| {
            let is_there =
                if order.after_move { goes_to(&self.moves, who, place) } else { same_name(&who.at, &place.text) };
            is_there || goes_to(&self.scouts, who, place)
        };
        let mut asked = AskedPlaces { view: self.view, places: Vec::new() };
        copy.body.conditions().for_each(|condition| asked.visit_condition(condition));
        let is_asked_alone = order.after_move || !same_name(&writer.at, &companion.at);
        asked.places.into_iter().find(|place| match (knows(writer, place), knows(companion, place)) {
            (false, true) => true,
            (true, false) => is_asked_alone,
            (true, true) | (false, false) => false,
        })
    }

    /// Whether a statement is known to both of two who stand in different places: a state of the seat's own.
    fn is_known_to_both(&self, asked: &Predicate<Written>, asker: &OwnCharacter) -> bool {
        let is_own = |who: &Who<Written>| own_people(who, asker, self.view).is_some();
        match asked {
            Predicate::IsWith(who, with) => is_own(who) && is_own(with),
            of_others => of_others.deed().is_none() && of_others.subject().is_some_and(is_own),
        }
    }

    /// Whether the conditions of an order are asked by a companion in the same place, whose own order says them too.
    pub(super) fn is_asked_by_another(&self, order: &Order<Written>) -> bool {
        let asker = order.asker.as_ref().and_then(|asker| self.view.own(&asker.text));
        let actor = self.view.own(&order.actor.text);
        asker.zip(actor).is_some_and(|(asker, actor)| !order.after_move && same_name(&asker.at, &actor.at))
    }

    /// The order of which another is the copy for whoever goes along, and that decides for both whether they go.
    pub(super) fn find_original<'o>(
        orders: &'o [Order<Written>],
        copy: &Order<Written>,
        view: &View,
    ) -> Option<&'o Order<Written>> {
        let asker = view.own(&copy.asker.as_ref()?.text)?;
        let actor = view.own(&copy.actor.text)?;
        let is_original = |order: &&Order<Written>| {
            order.span == copy.span && same_name(&order.actor.text, &asker.name) && moves_alike(order, copy)
        };
        orders.iter().find(is_original).filter(|_| same_name(&asker.at, &actor.at))
    }

    /// Drops the copy of an order that has a fault.
    pub(super) fn drop_copies_of_faulty(&mut self, orders: &[Order<Written>]) {
        let has_faulty_original = |copy: &&Order<Written>| {
            let Some(asker) = &copy.asker else { return false };
            orders.iter().any(|order| {
                order.span == copy.span
                    && same_name(&order.actor.text, &asker.text)
                    && moves_alike(order, copy)
                    && self.faulty.contains(&order.number)
            })
        };
        let dropped: Vec<usize> = orders.iter().filter(has_faulty_original).map(|copy| copy.number).collect();
        self.faulty.extend(dropped);
    }
}

/// A visitor that collects the places of which a condition asks. Where one's own are, both know.
struct AskedPlaces<'o, 'v> {
    view: &'v View,
    places: Vec<&'o Name>,
}

impl AskedPlaces<'_, '_> {
    fn is_own(&self, who: &Who<Written>) -> bool {
        matches!(who, Who::Named(name) if self.view.own(&name.text).is_some())
    }
}

impl<'o> Visit<'o, Written> for AskedPlaces<'o, '_> {
    fn visit_predicate(&mut self, statement: &'o Predicate<Written>) {
        let is_known = match statement {
            Predicate::IsIn(who, _) => self.is_own(who),
            Predicate::Count(_, _, group, _) => group.side == Side::Allies,
            of_others => of_others.deed().is_some_and(|deed| self.is_own(&deed.who)),
        };
        if !is_known {
            self.walk_predicate(statement);
        }
    }

    fn visit_location(&mut self, place: &'o Name) {
        self.places.push(place);
    }
}

/// Whether one order is the copy of another for whoever goes along: both make the same moves.
fn moves_alike(order: &Order<Written>, copy: &Order<Written>) -> bool {
    let is_move = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_));
    copy.body.actions().any(|action| is_move(&action.kind)) && order.body.is_copied_by(&copy.body)
}
