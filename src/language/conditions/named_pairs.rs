//! `Both enemy Servants`, `either enemy Master`, `we`: two people whom the seat knows by name. A statement about them
//! is one about each.
//!
//! Only orders have this. If the number of known people is not exactly two, nothing is read, because it would be
//! unclear who is meant.

use super::ambiguity::{is_all, is_of_state, is_or_holds};
use super::{ConditionReader, Rule, has_pair, values};
use crate::language::condition::{Filter, Name, Side, Who, Written};
use crate::language::pairs::{Pair, Pairs};

/// A kind of opponents of which two are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpponentKind {
    /// `both enemy Masters`.
    Masters,
    /// `both enemy Servants`.
    Servants,
}

/// Two people who are meant, and whether the statement is about both or about one of them.
pub(crate) struct KnownTwo {
    pub(super) people: [Who<Written>; 2],
    pub(super) both: bool,
}

impl KnownTwo {
    /// Whether the character who acts is one of them: `we`.
    pub(crate) fn includes_user(&self) -> bool {
        self.people.contains(&Who::User)
    }
}

impl ConditionReader<'_> {
    /// Returns whom the subject of an `about` pair means, if it means two known people; `None` otherwise.
    pub(crate) fn find_known_two<'i>(&self, mut inner: Pairs<'i, Rule>) -> Option<KnownTwo> {
        let subject = inner.next().filter(|p| p.as_rule() == Rule::subject)?;
        let rest = inner.find(|p| p.as_rule() != Rule::poss)?;
        let mut ones = subject.into_inner();
        let one = ones.next().filter(|p| p.as_rule() == Rule::who_one && ones.next().is_none())?;
        let mut parts = one.into_inner();
        let head = parts.next().filter(|_| parts.next().is_none())?;
        let of_both = |p: &Pair<'_, Rule>| p.as_rule() == Rule::my_team || is_all(p);
        if has_denial(&rest) || is_or_holds(&rest, of_both) {
            return None;
        }
        let said = head.as_str().trim().to_ascii_lowercase();
        let span = self.original_span(&head);
        let name = |text: &str| Who::Named(Name { text: text.to_owned(), span });
        let (these, both) = match head.as_rule() {
            Rule::my_team if !said.starts_with("my") && !said.starts_with("our") => {
                let both = !said.contains("either") && !said.contains("any");
                let sure = said.contains("both") || said.contains("two");
                if !(is_of_state(&rest) || both && sure || !both && is_of_level(&rest)) {
                    return None;
                }
                ([Who::User, name(self.context.only_partner()?)], both)
            }
            Rule::every if has_pair(&head.clone().into_inner(), Rule::k_both) => {
                (self.known_opponents(&head)?.map(name), true)
            }
            Rule::some if said.starts_with("either") && is_of_state(&rest) => {
                (self.known_opponents(&head)?.map(name), false)
            }
            _ => return None,
        };
        Some(KnownTwo { people: these, both })
    }

    /// The two known opponents of the kind that a group names.
    fn known_opponents(&self, head: &Pair<'_, Rule>) -> Option<[&str; 2]> {
        let group = self.build_group(head.clone().into_inner().find(|p| p.as_rule() == Rule::group)?);
        let kind = match (group.side, group.filters.as_slice()) {
            (Side::Opponents, [Filter::Servants]) => OpponentKind::Servants,
            (Side::Opponents, [Filter::Masters]) => OpponentKind::Masters,
            _ => return None,
        };
        self.context.known_two(kind)
    }
}

/// Whether a statement is about how low something falls, which either may reach first: `falls below 75 Health`.
fn is_of_level(said: &Pair<'_, Rule>) -> bool {
    is_or_holds(said, |p| p.as_rule() == Rule::sinks)
}

/// Whether a verb denies something: `are not here` could be about one of them or about both.
fn has_denial(said: &Pair<'_, Rule>) -> bool {
    is_or_holds(said, |p| match p.as_rule() {
        Rule::be | Rule::have | Rule::do_not => values::is_denied(p.clone()),
        rule => rule == Rule::not_being,
    })
}
