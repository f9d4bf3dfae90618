//! Visitors that collect what is often needed from a tree ([`crate::language::visit`]).

use super::{Condition, Deed, Naming, Predicate, Property, Who, Written};
use crate::language::visit::{Visit, VisitMut};

/// Collects everybody that a node names, in order; not the people by whom those are described.
pub struct PeopleCollector<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> PeopleCollector<'t, N> {
    /// Returns everybody whom a walk visits.
    pub fn of(walk: impl FnOnce(&mut Self)) -> Vec<&'t Who<N>> {
        let mut people = PeopleCollector(Vec::new());
        walk(&mut people);
        people.0
    }
}

impl<'t, N: Naming> Visit<'t, N> for PeopleCollector<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.0.push(who);
    }
}

/// Whether a test holds for somebody who is named, or for somebody who describes them.
struct MentionSearch<'f, F> {
    test: &'f F,
    is_found: bool,
}

impl<'f, F> MentionSearch<'f, F> {
    const fn new(test: &'f F) -> Self {
        MentionSearch { test, is_found: false }
    }
}

impl<'t, N: Naming, F: Fn(&Who<N>) -> bool> Visit<'t, N> for MentionSearch<'_, F> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.is_found |= (self.test)(who);
        self.walk_who(who);
    }
}

struct RootCollector<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> Visit<'t, N> for RootCollector<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        match who {
            Who::Related(..) | Who::OneOf(_) => self.walk_who(who),
            root => self.0.push(root),
        }
    }
}

struct StatementCollector<'t, N: Naming> {
    statements: Vec<&'t Predicate<N>>,
    /// Whether denied statements are collected too.
    include_denied: bool,
}

impl<'t, N: Naming> Visit<'t, N> for StatementCollector<'t, N> {
    fn visit_condition(&mut self, condition: &'t Condition<N>) {
        if self.include_denied || !matches!(condition, Condition::Not(_)) {
            self.walk_condition(condition);
        }
    }

    fn visit_predicate(&mut self, predicate: &'t Predicate<N>) {
        self.statements.push(predicate);
    }
}

/// Returns every statement of a condition that is not denied, in order.
pub(crate) fn asserted_statements<N: Naming>(condition: &Condition<N>) -> Vec<&Predicate<N>> {
    let mut statements = StatementCollector { statements: Vec::new(), include_denied: false };
    statements.visit_condition(condition);
    statements.statements
}

struct StatementCollectorMut<'t>(Vec<&'t mut Predicate<Written>>);

impl<'t> VisitMut<'t, Written> for StatementCollectorMut<'t> {
    fn visit_predicate(&mut self, predicate: &'t mut Predicate<Written>) {
        self.0.push(predicate);
    }
}

impl<N: Naming> Condition<N> {
    /// Whether it is about one use of a skill: what the user pays or chooses then (family 35),
    /// or how many they aim at.
    pub fn is_about_skill_use(&self) -> bool {
        let is_of_use = |said: &Predicate<N>| {
            matches!(said, Predicate::Pays(..) | Predicate::Chooses(_) | Predicate::UseTargets(..))
        };
        self.statements().into_iter().any(is_of_use)
    }

    /// Whether damage and effects cannot change whether it holds.
    pub fn is_unaffected_by_damage(&self) -> bool {
        self.statements().into_iter().all(|said| {
            matches!(
                said,
                Predicate::Among(..)
                    | Predicate::IsOne(..)
                    | Predicate::Night(..)
                    | Predicate::SecondRound
                    | Predicate::Pays(..)
                    | Predicate::UseTargets(..)
                    | Predicate::Ranks(_)
                    | Predicate::Chooses(_)
                    | Predicate::Has(
                        _,
                        Property::Ranked(..)
                            | Property::HasFlight
                            | Property::Masterless
                            | Property::InFirstTurnOfBattle
                            | Property::InTurnOfBattle { .. }
                    )
            )
        })
    }

    /// Whether it is about an event. As the `if` of an order without `otherwise` it waits for that event (A253). Past
    /// deeds, states and denials are checked at the order's place.
    pub fn waits_for_event(&self) -> bool {
        self.present_deeds().next().is_some() || self.is_about_becoming()
    }

    /// Whether it is about somebody entering a state. Whether that has happened is seen from the state alone.
    pub fn is_about_becoming(&self) -> bool {
        asserted_statements(self).into_iter().any(|said| matches!(said, Predicate::Becomes(..)))
    }

    /// The deeds in the present tense that are not denied.
    pub fn present_deeds(&self) -> impl Iterator<Item = &Deed<N>> {
        let deeds = asserted_statements(self).into_iter().filter_map(Predicate::deed);
        deeds.filter(|deed| !deed.is_past)
    }

    /// Returns every statement in it, in order.
    pub fn statements(&self) -> Vec<&Predicate<N>> {
        let mut statements = StatementCollector { statements: Vec::new(), include_denied: true };
        statements.visit_condition(self);
        statements.statements
    }
}

impl Condition<Written> {
    /// Returns every statement in it, in order, mutable.
    pub fn statements_mut(&mut self) -> Vec<&mut Predicate<Written>> {
        let mut statements = StatementCollectorMut(Vec::new());
        statements.visit_condition(self);
        statements.0
    }

    /// Sets all that is denied to the present tense: a denial is checked at one place in any tense (A253).
    pub fn set_denied_to_present(&mut self) {
        match self {
            Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(Self::set_denied_to_present),
            Condition::Not(part) => part.set_to_present(),
            Condition::Is(_) => {}
        }
    }

    /// Sets all deeds to the past tense.
    pub fn set_to_past(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) = said {
                deed.is_past = true;
            }
        }
    }

    /// Sets all deeds to the present tense.
    pub fn set_to_present(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) = said {
                deed.is_past = false;
            }
        }
    }
}

impl<N: Naming> Deed<N> {
    /// Whether the test holds for somebody the deed names, as its subject or its object.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = MentionSearch::new(test);
        mentions.visit_deed(self);
        mentions.is_found
    }
}

impl<N: Naming> Condition<N> {
    /// Whether it asks for a deed in a phase that it names: `Lancer attacks in the Attacking Phase`.
    pub fn names_phase_of_deed(&self) -> bool {
        self.statements().into_iter().any(|said| said.deed().is_some_and(|deed| deed.during.is_some()))
    }

    /// Whether it asks something of the target, or of somebody described by them.
    pub fn asks_of_target(&self) -> bool {
        let is_target = |who: &Who<N>| *who == Who::Target;
        let mut mentions = MentionSearch::new(&is_target);
        mentions.visit_condition(self);
        mentions.is_found
    }
}

impl<N: Naming> Who<N> {
    /// The people by whom these are described: of `Archer or the attacker's Master`, Archer and the attacker.
    pub fn roots(&self) -> Vec<&Who<N>> {
        let mut roots = RootCollector(Vec::new());
        roots.visit_who(self);
        roots.0
    }

    /// Whether the test holds for these people, or for those by whom they are described. Of `the attacker's summoner`
    /// the attacker is tested too.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = MentionSearch::new(test);
        mentions.visit_who(self);
        mentions.is_found
    }

    /// Whether these are `they` or `that character`, or described by them: `their Master`.
    pub fn says_they(&self) -> bool {
        self.mentions(&|who| *who == Who::Antecedent)
    }
}
