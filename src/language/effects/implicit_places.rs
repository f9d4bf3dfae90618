//! Where a group is of which no place is said: in this location, for acting and for counting alike (R356, A258).
//!
//! The place is put into the tree, so that what is read back names it and nothing that carries it out has to guess.
//! Whom a ban names, and against whom somebody is protected, needs no place: `cannot attack Masters` is said of them
//! wherever they are, as `immune to damage from Masters` is. So is whoever may not attack one certain character.

use crate::language::condition::{Deed, Filter, Group, Who, Written};
use crate::language::effect::{Counted, Effect, Forbidden, Immediate, Modifier, Operation, Sentence, Standing, Verb};
use crate::language::visit::{VisitEffectMut, VisitMut};

/// Puts the place into every group of an effect that acts on one or counts one.
pub(super) fn name_places(effect: &mut Effect) {
    let mut here = Here;
    match effect {
        Effect::Gm(_) => {}
        Effect::Sentence(sentence) => here.visit_sentence(sentence),
        Effect::Choice(options) => options.iter_mut().flatten().for_each(|sentence| here.visit_sentence(sentence)),
        Effect::Several(sentences) => sentences.iter_mut().for_each(|sentence| here.visit_sentence(sentence)),
    }
}

/// Puts `in this location` into groups that name no place.
struct Here;

impl VisitMut<'_, Written> for Here {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => here(group),
            told => self.walk_who(told),
        }
    }

    fn visit_deed(&mut self, _: &mut Deed<Written>) {}
}

impl VisitEffectMut<'_> for Here {
    /// What a sentence waits for and hangs on names its own places.
    fn visit_sentence(&mut self, sentence: &mut Sentence) {
        self.visit_operation(&mut sentence.operation);
    }

    fn visit_operation(&mut self, operation: &mut Operation) {
        match operation {
            // Whoever may not enter is outside, and whoever may not leave is here. Who acts in a ban on targets, and
            // who is protected by it, only its words tell.
            Operation::Standing(Standing {
                modifier:
                    Modifier::Forbids(Forbidden::Enter | Forbidden::Leave | Forbidden::Scout | Forbidden::Target(_)),
                ..
            }) => {}
            Operation::Standing(Standing { modifier: Modifier::Forbids(Forbidden::Attack(whom)), .. })
                if whom.group().is_none() => {}
            Operation::Standing(Standing { who, modifier: Modifier::Forbids(_), .. }) => self.visit_who(who),
            // Of whom something is learned, and on whom another skill is used, may be elsewhere.
            Operation::Immediate(Immediate { verb: Verb::Learn { there: true, .. } | Verb::Uses { .. }, .. }) => {}
            Operation::Immediate(Immediate { who, verb: Verb::Learn { .. } | Verb::Relocate { .. } }) => {
                self.visit_who(who);
            }
            operation => self.walk_operation(operation),
        }
    }

    fn visit_counted(&mut self, counted: &mut Counted) {
        if let Counted::Group(group) | Counted::GroupBeyondFirst(group) = counted {
            here(group);
        }
        self.walk_counted(counted);
    }
}

fn here(group: &mut Group<Written>) {
    // The dead stand nowhere.
    if !group.names_place() && !group.is_of_the_dead() {
        group.filters.push(Filter::Here);
    }
}

/// These people, those of this location where they are a group without a place.
pub(super) fn here_too(mut who: Who<Written>) -> Who<Written> {
    Here.visit_who(&mut who);
    who
}
