//! Binds the conditions of an order that is copied for a companion to the character whose words they are.

use crate::language::condition::{Filter, Group, Name, Predicate, Property, Relation, Side, Who, Written};
use crate::language::order::Body;
use crate::language::visit::VisitMut;

/// Binds every condition of a companion's copy to its writer: `If I have less than 50 Health` asks about the writer in
/// the copy too. Returns the first words that would mean somebody else, and that no name can bind.
pub(super) fn bind_to_writer(body: &mut Body<Written>, writer: &Name, companion: &Name) -> Option<&'static str> {
    let mut binding = WriterBinding { writer, companion, unbound: None };
    body.conditions_mut().for_each(|condition| binding.visit_condition(condition));
    binding.unbound
}

/// A visitor that writes the writer's name where words mean whoever acts.
struct WriterBinding<'n> {
    writer: &'n Name,
    companion: &'n Name,
    /// The first words that cannot be bound.
    unbound: Option<&'static str>,
}

impl WriterBinding<'_> {
    fn is_companion(&self, who: &Who<Written>) -> bool {
        matches!(who, Who::Named(name) if name.text.eq_ignore_ascii_case(&self.companion.text))
    }

    fn find_unbound_property(&mut self, property: &Property) {
        let words = match property {
            Property::BesideUser(..) => Some("than mine"),
            Property::DamagedByUser => Some("damaged by me"),
            Property::Ranked(..)
            | Property::Has(..)
            | Property::InSpiritForm
            | Property::AffectedBy(_)
            | Property::AffectedByNamed(_)
            | Property::AffectedByAnyStatus
            | Property::InBattle
            | Property::InFirstTurnOfBattle
            | Property::InTurnOfBattle { .. }
            | Property::Dead
            | Property::Alive
            | Property::Masterless
            | Property::AtHome
            | Property::HasFlight
            | Property::HasAbility(_) => None,
        };
        self.unbound = self.unbound.or(words);
    }
}

impl VisitMut<'_, Written> for WriterBinding<'_> {
    fn visit_predicate(&mut self, statement: &mut Predicate<Written>) {
        match statement {
            // Seen from the companion: if hers is below mine, mine is above hers.
            Predicate::Has(who, Property::BesideUser(what, bound)) if self.is_companion(who) => {
                let said = Property::BesideUser(*what, bound.reversed());
                *statement = Predicate::Has(Who::Named(self.writer.clone()), said);
                return;
            }
            // `Move to Church with Rin if she is here`: `here` is the writer's location, not Rin's own.
            Predicate::IsIn(who, None) if self.is_companion(who) => {
                *statement = Predicate::IsWith(who.clone(), Who::Named(self.writer.clone()));
                return;
            }
            Predicate::Has(_, property) | Predicate::Becomes(_, property) => {
                let property = property.clone();
                self.find_unbound_property(&property);
            }
            Predicate::OwnSkillFailed(_) => {
                self.unbound.get_or_insert("if it fails");
            }
            _ => {}
        }
        self.walk_predicate(statement);
    }

    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::User => *who = Who::Named(self.writer.clone()),
            // Writer and companion are of one team.
            Who::Related(Relation::Team, of) if **of == Who::User => {}
            other => self.walk_who(other),
        }
    }

    fn visit_group(&mut self, group: &mut Group<Written>) {
        // Whoever acts is not among their own allies: the companion is one of the writer's.
        if group.side == Side::Allies {
            self.unbound.get_or_insert("an ally");
        }
        self.walk_group(group);
    }

    fn visit_filter(&mut self, filter: &mut Filter<Written>) {
        if let Filter::Property(property) = filter {
            let property = (**property).clone();
            self.find_unbound_property(&property);
        }
        self.walk_filter(filter);
    }
}
