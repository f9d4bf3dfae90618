//! Purchases, requests to the IGM and visits, which are possible only at certain locations (R280, R318, R372).

use super::Checker;
use super::canonical_names::{find_card, same_name};
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, ActionKind, Order};
use crate::perception::view::{KnownLocation, OwnCharacter};

impl Checker<'_> {
    /// Warns of a purchase or service at a location that does not offer it (R372), as far as the location is known.
    pub(super) fn warn_of_missing_facility(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) {
        // A skill, or a move before it, may bring the character there in time.
        if self.somebody_warps || order.after_move || order.body.delay_of(action).is_second_round {
            return;
        }
        let Some((what, facility)) = self.required_facility(&action.kind) else { return };
        let Some(here) = self.find_location(&actor.at).filter(|here| !has_facility(here, facility)) else { return };
        let near: Vec<String> = self
            .view
            .locations
            .iter()
            .filter(|location| has_facility(location, facility))
            .map(|location| format!("`{}`", location.name))
            .collect();
        let message =
            format!("{what} is had at {}, and `{}` is in `{}` (R372)", facility_words(facility), actor.name, here.name);
        let note = match near.as_slice() {
            [] => "there is none on the map".to_owned(),
            all => format!("that is {}; below a `Move to` it is done in the second round, there", all.join(" or ")),
        };
        self.push_warning(codes::NOT_HAD_HERE, action.span, message).notes.push(note);
    }

    /// `Buy 2 Splints.` at an Advanced Hospital, which sells one item a Turn to a character (R338, A206).
    pub(super) fn warn_of_one_purchase(&mut self, orders: &[&Order<Written>]) {
        let mut bought = 0;
        for order in orders {
            for action in order.body.actions() {
                let ActionKind::Buy { item, count } = &action.kind else { continue };
                // Of two purchases on conditions, one alone may be made.
                if order.body.is_conditional() && *count < 2 {
                    continue;
                }
                if self.required_facility(&action.kind).is_none_or(|(_, facility)| facility != "advanced-hospital") {
                    continue;
                }
                bought += *count;
                if bought > 1 {
                    let message = match *count == bought {
                        true => {
                            "an Advanced Hospital sells a character one item a Turn: one is bought (R338)".to_owned()
                        }
                        false => format!(
                            "an Advanced Hospital sells a character one item a Turn (R338): `{}` comes too late for it",
                            item.text
                        ),
                    };
                    self.push_warning(codes::ONE_PURCHASE, action.span, message)
                        .notes
                        .push("another character can buy one too, and this one again next Turn".to_owned());
                    return;
                }
            }
        }
    }

    /// `Move to Mall and then buy Splint`, `Flee to the Church and take shelter`: delays what is possible only at the
    /// destination to the second round, together with any use of what was bought.
    pub(super) fn delay_purchases_to_arrival(&self, order: &mut Order<Written>, actor: &OwnCharacter) {
        if order.after_move || !order.body.names_no_time() {
            return;
        }
        for branch in &mut order.body.branches {
            let mut destination: Option<String> = None;
            let mut bought: Vec<String> = Vec::new();
            for action in &mut branch.actions {
                match &action.kind {
                    ActionKind::Move(to) | ActionKind::Flee(to) if action.delay.is_none() => {
                        destination = Some(to.text.clone())
                    }
                    kind if action.delay.is_none() => {
                        let has_needed_facility = |at: &str, facility: &str| {
                            self.find_location(at).is_some_and(|location| has_facility(location, facility))
                        };
                        let is_bought_there =
                            destination.as_ref().zip(self.required_facility(kind)).is_some_and(|(goal, (_, needs))| {
                                has_needed_facility(goal, needs) && !has_needed_facility(&actor.at, needs)
                            });
                        let uses_purchase = match kind {
                            ActionKind::Give { item, .. } | ActionKind::UseItem { item, .. } => {
                                bought.iter().any(|name| same_name(name, &item.text))
                            }
                            _ => false,
                        };
                        if let ActionKind::Buy { item, .. } = kind
                            && is_bought_there
                        {
                            bought.push(item.text.clone());
                        }
                        action.delay.is_second_round |= is_bought_there || uses_purchase;
                    }
                    _ => {}
                }
            }
        }
    }

    /// The name of a purchase or service, and the facility it needs; `None` if it needs none.
    fn required_facility(&self, kind: &ActionKind<Written>) -> Option<(String, &str)> {
        Some(match kind {
            ActionKind::Buy { item, .. } => {
                let card = find_card(&self.view.items, &item.text);
                (format!("`{}`", item.text), card.and_then(|card| card.sold_at.as_deref())?)
            }
            ActionKind::AskIgm(_) => ("information of the IGM's".to_owned(), "igm-office"),
            ActionKind::Request { service, .. } => (format!("`{}`", service.text), "igm-office"),
            ActionKind::TakeShelter => ("shelter".to_owned(), "igm-office"),
            ActionKind::Visit => ("a visit".to_owned(), "fancy-mansion"),
            _ => return None,
        })
    }

    fn find_location(&self, name: &str) -> Option<&KnownLocation> {
        self.view.locations.iter().find(|location| same_name(&location.name, name))
    }
}

fn has_facility(location: &KnownLocation, facility: &str) -> bool {
    location.facility.as_deref() == Some(facility)
}

/// The name of a facility of `map.yaml` in the words of the game.
fn facility_words(name: &str) -> &'static str {
    match name {
        "igm-office" => "an IGM Office",
        "advanced-hospital" => "an Advanced Hospital",
        "super-mall" => "a Super Mall",
        _ => "a Fancy Mansion",
    }
}
