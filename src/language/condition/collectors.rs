//! What is often looked for in a tree, each by the one walk ([`crate::language::visit`]).

use super::{Condition, Deed, Naming, Predicate, Property, Who, Written};
use crate::language::visit::{Visit, VisitMut};

/// Everybody a node names, each place once and in order; not whom they are told by.
pub struct People<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> People<'t, N> {
    /// Everybody whom a walk comes by.
    pub fn of(walk: impl FnOnce(&mut Self)) -> Vec<&'t Who<N>> {
        let mut people = People(Vec::new());
        walk(&mut people);
        people.0
    }
}

impl<'t, N: Naming> Visit<'t, N> for People<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.0.push(who);
    }
}

/// Whether somebody is named of whom a test holds, or told by them.
struct Mentions<'f, F> {
    test: &'f F,
    found: bool,
}

impl<'f, F> Mentions<'f, F> {
    const fn new(test: &'f F) -> Self {
        Mentions { test, found: false }
    }
}

impl<'t, N: Naming, F: Fn(&Who<N>) -> bool> Visit<'t, N> for Mentions<'_, F> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.found |= (self.test)(who);
        self.walk_who(who);
    }
}

struct Roots<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> Visit<'t, N> for Roots<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        match who {
            Who::Related(..) | Who::OneOf(_) => self.walk_who(who),
            root => self.0.push(root),
        }
    }
}

struct Statements<'t, N: Naming> {
    all: Vec<&'t Predicate<N>>,
    /// Those under a `not` too.
    denied: bool,
}

impl<'t, N: Naming> Visit<'t, N> for Statements<'t, N> {
    fn visit_condition(&mut self, condition: &'t Condition<N>) {
        if self.denied || !matches!(condition, Condition::Not(_)) {
            self.walk_condition(condition);
        }
    }

    fn visit_predicate(&mut self, predicate: &'t Predicate<N>) {
        self.all.push(predicate);
    }
}

/// Every statement of a condition that is not denied, in order.
pub(crate) fn asserted<N: Naming>(condition: &Condition<N>) -> Vec<&Predicate<N>> {
    let mut statements = Statements { all: Vec::new(), denied: false };
    statements.visit_condition(condition);
    statements.all
}

struct StatementsMut<'t>(Vec<&'t mut Predicate<Written>>);

impl<'t> VisitMut<'t, Written> for StatementsMut<'t> {
    fn visit_predicate(&mut self, predicate: &'t mut Predicate<Written>) {
        self.0.push(predicate);
    }
}

impl<N: Naming> Condition<N> {
    /// Whether it speaks of one use of a skill: of what the user pays or chooses then (family 35).
    pub fn is_of_use(&self) -> bool {
        self.statements().into_iter().any(|said| matches!(said, Predicate::Pays(..) | Predicate::Chooses(_)))
    }

    /// Whether damage and effects change nothing of what it asks.
    pub fn is_settled(&self) -> bool {
        self.statements().into_iter().all(|said| {
            matches!(
                said,
                Predicate::Among(..)
                    | Predicate::Night(..)
                    | Predicate::SecondRound
                    | Predicate::Pays(..)
                    | Predicate::Chooses(_)
                    | Predicate::Has(
                        _,
                        Property::Ranked(..)
                            | Property::Masterless
                            | Property::InFirstTurnOfBattle
                            | Property::InTurnOfBattle { .. }
                    )
            )
        })
    }

    /// Whether it speaks of something that happens: as the `if` of an order without an `otherwise` it waits for that
    /// (A253). What has happened, a state and what is denied are asked at the order's place.
    pub fn waits(&self) -> bool {
        self.happenings().next().is_some() || self.becomes()
    }

    /// Whether it speaks of somebody coming into a state: whether that has come is seen of the state alone.
    pub fn becomes(&self) -> bool {
        asserted(self).into_iter().any(|said| matches!(said, Predicate::Becomes(..)))
    }

    /// What happens, of all that it speaks of: no state, nothing past and nothing denied.
    pub fn happenings(&self) -> impl Iterator<Item = &Deed<N>> {
        let deeds = asserted(self).into_iter().filter_map(Predicate::deed);
        deeds.filter(|deed| !deed.past)
    }

    /// Every statement in it, in order.
    pub fn statements(&self) -> Vec<&Predicate<N>> {
        let mut statements = Statements { all: Vec::new(), denied: true };
        statements.visit_condition(self);
        statements.all
    }
}

impl Condition<Written> {
    /// Every statement in it, in order, to be said otherwise.
    pub fn statements_mut(&mut self) -> Vec<&mut Predicate<Written>> {
        let mut statements = StatementsMut(Vec::new());
        statements.visit_condition(self);
        statements.0
    }

    /// Says in the present what is denied, which is asked at one place in any tense (A253).
    pub fn forget_denied_tense(&mut self) {
        match self {
            Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(Self::forget_denied_tense),
            Condition::Not(part) => part.forget_tense(),
            Condition::Is(_) => {}
        }
    }

    /// Says all of it of what lies behind.
    pub fn say_in_the_past(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) = said {
                deed.past = true;
            }
        }
    }

    /// Says all of it in the present.
    pub fn forget_tense(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) = said {
                deed.past = false;
            }
        }
    }
}

impl<N: Naming> Deed<N> {
    /// Whether it names somebody of whom the test holds, as who does it or to whom it is done.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = Mentions::new(test);
        mentions.visit_deed(self);
        mentions.found
    }
}

impl<N: Naming> Who<N> {
    /// Those by whom these words are told: of `Archer or the attacker's Master` Archer and the attacker.
    pub fn roots(&self) -> Vec<&Who<N>> {
        let mut roots = Roots(Vec::new());
        roots.visit_who(self);
        roots.0
    }

    /// Whether these words name somebody of whom the test holds: they themselves, or whom they are told by. Of `the
    /// attacker's summoner` the attacker is asked too.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = Mentions::new(test);
        mentions.visit_who(self);
        mentions.found
    }

    /// Whether the words say `they` or `that character`, or somebody of theirs: `their Master`.
    pub fn says_they(&self) -> bool {
        self.mentions(&|who| *who == Who::Antecedent)
    }
}
