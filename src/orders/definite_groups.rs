//! Rejects `the enemy Servant` where the seat knows of several: the words mean one, and do not say which.

use super::Checker;
use super::phrases::has_words;
use crate::language::codes;
use crate::language::condition::{Filter, Side, Who, Written};
use crate::language::order::Order;
use crate::perception::view::KnownCharacter;
use crate::sheet::SheetKind;

/// Words for one opponent whom the author takes to be known, with their kind.
const DEFINITE: [(&str, Option<SheetKind>); 7] = [
    ("the enemy servant", Some(SheetKind::Servant)),
    ("the opposing servant", Some(SheetKind::Servant)),
    ("the enemy master", Some(SheetKind::Master)),
    ("the opposing master", Some(SheetKind::Master)),
    ("the enemy", None),
    ("the opponent", None),
    ("the foe", None),
];

impl Checker<'_> {
    /// Rejects a target such as `the enemy Servant` where several are known.
    pub(super) fn reject_definite_group(&mut self, order: &Order<Written>, words: &str) {
        let is_any_opponent = |who: &&Who<Written>| match who {
            Who::Any(group) => {
                let is_kind = |filter: &Filter<Written>| matches!(filter, Filter::Servants | Filter::Masters);
                group.side == Side::Opponents && group.filters.iter().all(is_kind)
            }
            _ => false,
        };
        let aims: Vec<&Who<Written>> = order.body.actions().flat_map(|action| action.kind.people()).collect();
        if !aims.iter().any(is_any_opponent) {
            return;
        }
        let words = words.to_lowercase();
        let Some((phrase, kind)) = DEFINITE.into_iter().find(|(phrase, _)| has_words(&words, phrase)) else { return };
        let could_be_meant = |known: &&KnownCharacter| !known.is_dead && (kind.is_none() || kind == known.kind);
        if self.view.known.iter().filter(could_be_meant).count() > 1 {
            self.push_error(codes::WHOM, order.span, format!("`{phrase}`: which of them?"))
                .notes
                .push("write the name; for any one of them, `an enemy Servant`, `an opponent`".to_owned());
        }
    }
}
