//! The place of a group for which none is named: this location, for acting and for counting (R356, A258).
//!
//! The place is put into the tree, so the canonical text names it and the engine need not guess. The people whom a ban
//! names, and those against whom somebody is protected, need no place: `cannot attack Masters` and `immune to damage
//! from Masters` apply wherever the Masters are. So does a ban on attacking one certain character.

use crate::language::condition::{Deed, Filter, Group, Who, Written};
use crate::language::effect::{Counted, Effect, Forbidden, Immediate, Modifier, Operation, Sentence, Standing, Verb};
use crate::language::visit::{VisitEffectMut, VisitMut};

/// Puts the place into every group of an effect that acts on a group or counts one.
pub(super) fn name_implicit_locations(effect: &mut Effect) {
    let mut namer = ImplicitLocationNamer;
    match effect {
        Effect::Gm(_) => {}
        Effect::Sentence(sentence) => namer.visit_sentence(sentence),
        Effect::Choice(options) => options.iter_mut().flatten().for_each(|sentence| namer.visit_sentence(sentence)),
        Effect::Several(sentences) => sentences.iter_mut().for_each(|sentence| namer.visit_sentence(sentence)),
    }
}

/// A visitor that puts `in this location` into groups that name no place.
struct ImplicitLocationNamer;

impl VisitMut<'_, Written> for ImplicitLocationNamer {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => add_here(group),
            other => self.walk_who(other),
        }
    }

    fn visit_deed(&mut self, _: &mut Deed<Written>) {}
}

impl VisitEffectMut<'_> for ImplicitLocationNamer {
    /// A trigger and a condition name their own places, so only the operation is visited.
    fn visit_sentence(&mut self, sentence: &mut Sentence) {
        self.visit_operation(&mut sentence.operation);
    }

    fn visit_operation(&mut self, operation: &mut Operation) {
        match operation {
            // Somebody who may not enter is outside, and somebody who may not leave is here. For a ban on targets, only
            // the words say who acts and who is protected.
            Operation::Standing(Standing {
                modifier:
                    Modifier::Forbids(Forbidden::Enter | Forbidden::Leave | Forbidden::Scout | Forbidden::Target(_)),
                ..
            }) => {}
            Operation::Standing(Standing { modifier: Modifier::Forbids(Forbidden::Attack(whom)), .. })
                if whom.group().is_none() => {}
            Operation::Standing(Standing { who, modifier: Modifier::Forbids(_), .. }) => self.visit_who(who),
            // The people about whom something is learned, and the targets of another skill, may be elsewhere.
            Operation::Immediate(Immediate { verb: Verb::Learn { there: true, .. } | Verb::Uses { .. }, .. }) => {}
            Operation::Immediate(Immediate { who, verb: Verb::Learn { .. } | Verb::Relocate { .. } }) => {
                self.visit_who(who);
            }
            operation => self.walk_operation(operation),
        }
    }

    fn visit_counted(&mut self, counted: &mut Counted) {
        if let Counted::Group(group) | Counted::GroupBeyondFirst(group) = counted {
            add_here(group);
        }
        self.walk_counted(counted);
    }
}

fn add_here(group: &mut Group<Written>) {
    // The dead are in no location.
    if !group.names_location() && !group.is_of_the_dead() {
        group.filters.push(Filter::Here);
    }
}

/// The same people; a group without a place is limited to this location.
pub(super) fn with_location(mut who: Who<Written>) -> Who<Written> {
    ImplicitLocationNamer.visit_who(&mut who);
    who
}
