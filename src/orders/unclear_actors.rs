//! `Order Saber to attack Lancer. Then flee to Bridge.` in Rin's block: a sentence without a subject, behind one by
//! which another of the seat is told what to do. Who does it?

use super::Checker;
use super::canonical_names::{find_card, same_name};
use super::phrases::has_words;
use crate::language::codes;
use crate::language::condition::{Name, Written};
use crate::language::order::{ActionKind, Order, UsedThing};
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;

/// Words by which whoever acts speaks of themselves.
const FIRST_PERSON: [&str; 7] = ["i", "i'll", "i'm", "me", "my", "myself", "we"];

impl Checker<'_> {
    /// Rejects an order without a subject, behind another character's in one line, that could be either's.
    pub(super) fn reject_unclear_actors(&mut self, orders: &[Order<Written>]) {
        let is_sound = |order: &&Order<Written>| !self.faulty.contains(&order.number);
        let sound: Vec<&Order<Written>> = orders.iter().filter(is_sound).collect();
        let pairs =
            sound.windows(2).filter_map(|pair| if let [above, order] = pair { Some((*above, *order)) } else { None });
        let unclear: Vec<_> = pairs.filter(|(above, order)| self.could_be_of_other(above, order)).collect();
        for (above, order) in unclear {
            let (other, head) = (&above.actor.text, &order.actor.text);
            let message = format!("who does this, {other}, of whom the sentence before speaks, or {head}?");
            self.push_error(codes::WHOM, order.span, message)
                .notes
                .push(format!("begin it with the name: `{other} …`, `{head} …`; or on a line of its own"));
            self.faulty.push(order.number);
        }
    }

    fn could_be_of_other(&self, above: &Order<Written>, order: &Order<Written>) -> bool {
        let between = self.text.get(above.span.end..order.span.start).unwrap_or("\n");
        if same_name(&above.actor.text, &order.actor.text) || above.span == order.span || between.contains('\n') {
            return false;
        }
        let words = self.words_of(order).to_lowercase();
        let names_actor = has_words(&words, &order.actor.text.to_lowercase())
            || FIRST_PERSON.iter().any(|word| has_words(&words, word));
        let words_above = self.words_of(above).to_lowercase();
        let other = above.actor.text.to_lowercase();
        // `Saber attacks Lancer.` tells what Saber does; `Have Saber attack Lancer.` is told to whoever reads it.
        let names_other = has_words(&words_above, &other) && !words_above.trim_start().starts_with(&other);
        let Some(other) = self.view.own(&above.actor.text).filter(|_| names_other && !names_actor) else {
            return false;
        };
        order.body.actions().all(|action| is_possible_for(other, &action.kind))
    }
}

/// Whether a character may do this, as far as a skill, an item or their kind tells.
fn is_possible_for(other: &OwnCharacter, kind: &ActionKind<Written>) -> bool {
    let holds = |item: &Name| other.items.iter().any(|held| same_name(held, &item.text));
    match kind {
        ActionKind::Give { item, .. } | ActionKind::Drop(item) => holds(item),
        ActionKind::Attack { .. } => other.skills.iter().any(|card| card.is_basic_attack),
        ActionKind::Use { skill, .. } if find_card(&other.skills, &skill.text).is_some() => true,
        _ => match kind.facts().uses {
            Some(UsedThing::Item(item)) => holds(item),
            Some(UsedThing::Skill(skill)) => find_card(&other.skills, &skill.text).is_some() || holds(skill),
            _ => {
                matches!(
                    kind,
                    ActionKind::Move(_)
                        | ActionKind::Flee(_)
                        | ActionKind::Stay
                        | ActionKind::Scout(_)
                        | ActionKind::PickUp(_)
                ) || other.kind == SheetKind::Master
                    && !matches!(kind, ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::Logic(_))
            }
        },
    }
}
