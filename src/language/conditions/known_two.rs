//! `Both enemy Servants`, `either enemy Master`, `we`: two whom the seat knows by name, so that what is said is said of
//! each.
//!
//! An order's alone. Where there are not exactly two known, nothing is read: nobody knows whom the words would mean.

use super::ambiguity::{is_all, is_of_state, is_or_holds};
use super::{Reader, Rule, has, words};
use crate::language::condition::{Filter, Name, Side, Who, Written};
use crate::language::pairs::{Pair, Pairs};

/// Of which kind two opponents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TwoOf {
    /// `both enemy Masters`.
    Masters,
    /// `both enemy Servants`.
    Servants,
}

/// Two who are meant, and whether it is said of both or of one of them.
pub(crate) struct Two {
    pub(super) these: [Who<Written>; 2],
    pub(super) both: bool,
}

impl Two {
    /// `We`: whoever acts is one of them.
    pub(crate) fn of_us(&self) -> bool {
        self.these.contains(&Who::User)
    }
}

impl Reader<'_> {
    /// Whom the subject among the parts of an `about` pair means, if they are two who are known.
    pub(crate) fn two_meant<'i>(&self, mut inner: Pairs<'i, Rule>) -> Option<Two> {
        let subject = inner.next().filter(|p| p.as_rule() == Rule::subject)?;
        let rest = inner.find(|p| p.as_rule() != Rule::poss)?;
        let mut ones = subject.into_inner();
        let one = ones.next().filter(|p| p.as_rule() == Rule::who_one && ones.next().is_none())?;
        let mut parts = one.into_inner();
        let head = parts.next().filter(|_| parts.next().is_none())?;
        let of_both = |p: &Pair<'_, Rule>| p.as_rule() == Rule::my_team || is_all(p);
        if denies(&rest) || is_or_holds(&rest, of_both) {
            return None;
        }
        let said = head.as_str().trim().to_ascii_lowercase();
        let span = self.span(&head);
        let name = |text: &str| Who::Named(Name { text: text.to_owned(), span });
        let (these, both) = match head.as_rule() {
            Rule::my_team if !said.starts_with("my") && !said.starts_with("our") => {
                let both = !said.contains("either") && !said.contains("any");
                let sure = said.contains("both") || said.contains("two");
                if !(is_of_state(&rest) || both && sure) {
                    return None;
                }
                ([Who::User, name(self.places.fellow()?)], both)
            }
            Rule::every if has(&head.clone().into_inner(), Rule::k_both) => (self.two_of(&head)?.map(name), true),
            Rule::some if said.starts_with("either") && is_of_state(&rest) => (self.two_of(&head)?.map(name), false),
            _ => return None,
        };
        Some(Two { these, both })
    }

    /// The two opponents of a group.
    fn two_of(&self, head: &Pair<'_, Rule>) -> Option<[&str; 2]> {
        let group = self.group(head.clone().into_inner().find(|p| p.as_rule() == Rule::group)?);
        let kind = match (group.side, group.filters.as_slice()) {
            (Side::Opponents, [Filter::Servants]) => TwoOf::Servants,
            (Side::Opponents, [Filter::Masters]) => TwoOf::Masters,
            _ => return None,
        };
        self.places.two(kind)
    }
}

/// Whether something is denied of them by a verb: `are not here` is said of one, or of both?
fn denies(said: &Pair<'_, Rule>) -> bool {
    is_or_holds(said, |p| match p.as_rule() {
        Rule::be | Rule::have | Rule::do_not => words::is_denied(p.clone()),
        rule => rule == Rule::not_being,
    })
}
