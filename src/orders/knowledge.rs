//! What a conditional may rest on (R196–R201, A236, A239).
//!
//! Foresight is an error. A number or attribute of others is a warning, whether it is true or
//! not: if the character does not know it when the conditional is read, the whole is dropped.

use super::{Checker, bind, numbers};
use crate::language::codes;
use crate::language::condition::{Act, Bound, Condition, Deed, Measured, Predicate, Resource, Trait, Who, Written};
use crate::language::condition_text::resource;
use crate::language::order::{self, Action, Order, SpellObject, Target};
use crate::language::span::Span;
use crate::perception::view::{Fact, OwnCharacter};

impl Checker<'_> {
    /// Everything that an order's conditions and descriptions rest on.
    pub(super) fn knowledge(&mut self, of: &Order<Written>, actor: &OwnCharacter) {
        let mut looked = Looked { checker: self, actor, span: of.span, found: false };
        if let Some(event) = &of.body.read_at.after {
            looked.condition(event);
        }
        for branch in &of.body.branches {
            let found = looked.found;
            branch.guards.iter().for_each(|c| looked.condition(c));
            for action in &branch.actions {
                looked.action(action);
            }
            looked.found = found;
        }
    }
}

struct Looked<'a, 'v> {
    checker: &'a mut Checker<'v>,
    actor: &'a OwnCharacter,
    span: Span,
    /// A condition before has found somebody: `that character` means them.
    found: bool,
}

impl Looked<'_, '_> {
    fn action(&mut self, of: &Action<Written>) {
        self.span = of.span;
        if let Some(event) = &of.delay.after {
            self.condition(event);
        }
        match &of.deed {
            order::Deed::Use { targets, .. }
            | order::Deed::Attack { targets, .. }
            | order::Deed::UseItem { targets, .. } => {
                // Whom a target names, no condition has found: `attack Archer or his Master`.
                let found = self.found;
                for target in targets {
                    if let Target::Character(who) = target {
                        self.target(who, found);
                    }
                }
            }
            order::Deed::Command { servant, object, .. } => {
                self.who(servant);
                if let SpellObject::Character(who) = object {
                    self.who(who);
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, of: &Condition<Written>) {
        match of {
            Condition::All(all) | Condition::AnyOf(all) => all.iter().for_each(|c| self.condition(c)),
            // Whom a denial speaks of it has not found.
            Condition::Not(inner) => {
                let found = self.found;
                self.condition(inner);
                self.found = found || names_one(inner);
            }
            Condition::Is(said) => self.predicate(said),
        }
    }

    fn predicate(&mut self, said: &Predicate<Written>) {
        if let Some(why) = numbers::certain(said, self.actor, self.checker.view) {
            self.checker.warning(codes::CERTAIN_NUMBER, self.span, why);
        }
        match said {
            Predicate::Would(who) => {
                self.who(who);
                let span = place(who).unwrap_or(self.span);
                self.checker
                    .error(
                        codes::WOULD,
                        span,
                        "a condition cannot rest on what somebody would do: it is not yet done (R198)",
                    )
                    .notes
                    .push("ask what has happened: `If X attacks me, …`, `When X uses …, …`".to_owned());
            }
            Predicate::Has(who, said) => {
                self.who(who);
                self.attribute(who, said);
            }
            Predicate::Did(done) => self.done(done),
            Predicate::Among(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::Holds(who, _)
            | Predicate::MoveCancelled(who) => self.who(who),
            Predicate::Active(_, who) => who.iter().for_each(|w| self.who(w)),
            Predicate::Detects(who, whom) | Predicate::IsWith(who, whom) => {
                self.who(who);
                self.who(whom);
            }
            Predicate::Pays(..) | Predicate::Chooses(_) => {
                self.checker.error(codes::SHEET_WORDS, self.span, "only a sheet may ask what its user pays or chooses");
            }
            Predicate::Count(..) | Predicate::Night(..) | Predicate::SecondRound | Predicate::OwnSkillFailed(_) => {}
        }
    }

    fn done(&mut self, done: &Deed<Written>) {
        self.who(&done.who);
        match &done.act {
            Act::Attacks(Some(who))
            | Act::Damages(None, Some(who))
            | Act::Kills(Some(who))
            | Act::Uses(_, Some(who)) => {
                self.who(who);
            }
            Act::UsesKind(_) | Act::AttacksWith(..) | Act::Damages(Some(_), _) => {
                if let Act::AttacksWith(_, Some(who)) | Act::Damages(_, Some(who)) = &done.act {
                    self.who(who);
                }
                let span = place(&done.who).unwrap_or(self.span);
                self.checker
                    .warning(
                        codes::HIDDEN_ATTRIBUTE,
                        span,
                        "the kind of a skill is known only once it has been seen (R199)",
                    )
                    .notes
                    .push(DROPPED.to_owned());
            }
            _ => {}
        }
    }

    /// A number or rank of somebody: fine for one's own, hidden of others (R199, R200).
    fn attribute(&mut self, who: &Who<Written>, said: &Trait) {
        if let Trait::Has(unit @ (Resource::Health | Resource::Mana | Resource::CombatPoints), Bound::Exactly, _) = said
        {
            let unit = resource(*unit);
            let message = format!("this holds only at exactly so much {unit}");
            self.checker
                .warning(codes::EXACT_AMOUNT, place(who).unwrap_or(self.span), message)
                .notes
                .push(format!("write `N or more {unit}` or `N or less {unit}`"));
        }
        if self.is_own(who) {
            return;
        }
        let span = place(who).unwrap_or(self.span);
        match said {
            Trait::Has(..) | Trait::BesideUser(Measured::Number(_), _) => {
                self.checker
                    .warning(codes::HIDDEN_NUMBER, span, "the numbers of others are not known as a rule (R200)")
                    .notes
                    .push(DROPPED.to_owned());
            }
            // What an effect told is known (R199).
            Trait::Ranked(..) | Trait::BesideUser(Measured::Stat(_), _) if self.has_learned_stats(who) => {}
            Trait::Ranked(..) | Trait::BesideUser(Measured::Stat(_), _) => {
                self.checker
                    .warning(codes::HIDDEN_ATTRIBUTE, span, "the ranks of others are not known as a rule (R199)")
                    .notes
                    .push(DROPPED.to_owned());
            }
            Trait::InSpiritForm
            | Trait::AffectedBy(_)
            | Trait::AffectedByNamed(_)
            | Trait::AffectedByAnyStatus
            | Trait::InBattle
            | Trait::InFirstTurnOfBattle
            | Trait::Dead
            | Trait::Alive
            | Trait::DamagedByUser
            | Trait::Masterless
            | Trait::HasFlight => {}
        }
    }

    /// Whether an effect told the seat somebody's ranks.
    fn has_learned_stats(&self, who: &Who<Written>) -> bool {
        let Who::Named(name) = who else { return false };
        let known = self.checker.view.known.iter().find(|known| bind::same_name(&known.name, &name.text));
        known.is_some_and(|known| known.learned.iter().any(|(fact, _)| matches!(fact, Fact::Stats(..))))
    }

    /// Whether somebody is of the character's own team, by name or by description.
    fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => {
                self.checker.view.own(&name.text).is_some()
                    || self.actor.master.iter().chain(&self.actor.servants).any(|n| bind::same_name(n, &name.text))
            }
            Who::MasterOf(of)
            | Who::ServantOf(of)
            | Who::PartnerOf(of)
            | Who::SummonerOf(of)
            | Who::FamiliarsOf(of)
            | Who::TeamOf(of) => self.is_own(of),
            Who::OneOf(all) => all.iter().all(|w| self.is_own(w)),
            Who::Target
            | Who::SecondTarget
            | Who::Attacker
            | Who::That
            | Who::Any(_)
            | Who::Every(_)
            | Who::UpTo(..)
            | Who::WhoDid(_) => false,
        }
    }

    /// A target: `that character` in it is whom a condition found, and no other target.
    fn target(&mut self, of: &Who<Written>, found: bool) {
        match of {
            Who::OneOf(all) => all.iter().for_each(|who| self.target(who, found)),
            _ => self.who(of),
        }
        self.found = found;
    }

    /// Whether somebody can be meant by these words in an order.
    fn who(&mut self, of: &Who<Written>) {
        match of {
            Who::Target | Who::SecondTarget | Who::Attacker => {
                let words = if *of == Who::Attacker { "the attacker" } else { "the target" };
                self.checker
                    .error(codes::SHEET_WORDS, self.span, format!("`{words}` means somebody on a sheet only"))
                    .notes
                    .push("write a name, or `whoever attacked me`".to_owned());
            }
            Who::That if !self.found => {
                self.checker
                    .error(codes::NOBODY_MEANT, self.span, "nobody stands before this whom `that character` could mean")
                    .notes
                    .push("write the name; `he`, `she` and `they` are whom a condition before it found".to_owned());
            }
            Who::MasterOf(of)
            | Who::ServantOf(of)
            | Who::PartnerOf(of)
            | Who::SummonerOf(of)
            | Who::FamiliarsOf(of)
            | Who::TeamOf(of) => self.who(of),
            Who::OneOf(all) => {
                all.iter().for_each(|w| self.who(w));
                self.found = true;
            }
            Who::WhoDid(done) => {
                self.done(done);
                self.found = true;
            }
            Who::Named(_) | Who::Any(_) | Who::UpTo(..) => self.found = true,
            Who::User | Who::That | Who::Every(_) => {}
        }
    }
}

/// Whether a condition names somebody, whom `they` may mean though it is denied of them.
fn names_one(of: &Condition<Written>) -> bool {
    let names = |said: &Predicate<Written>| match said {
        Predicate::Has(who, _)
        | Predicate::Among(who, _)
        | Predicate::IsIn(who, _)
        | Predicate::IsWith(who, _)
        | Predicate::Holds(who, _)
        | Predicate::Detects(_, who)
        | Predicate::MoveCancelled(who) => place(who).is_some(),
        Predicate::Did(done) => place(&done.who).is_some() || done.object().is_some_and(|who| place(who).is_some()),
        Predicate::Active(_, who) => who.as_ref().is_some_and(|who| place(who).is_some()),
        Predicate::Count(..)
        | Predicate::Night(..)
        | Predicate::SecondRound
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..)
        | Predicate::Chooses(_)
        | Predicate::Would(_) => false,
    };
    of.statements().into_iter().any(names)
}

const DROPPED: &str = "if it is not known when the condition is read, the whole order is dropped (A236)";

/// Where the first name in a description stands.
fn place(of: &Who<Written>) -> Option<Span> {
    match of {
        Who::Named(name) => Some(name.span),
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::SummonerOf(of)
        | Who::FamiliarsOf(of)
        | Who::TeamOf(of) => place(of),
        Who::OneOf(all) => all.iter().find_map(place),
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::That
        | Who::Any(_)
        | Who::Every(_)
        | Who::UpTo(..)
        | Who::WhoDid(_) => None,
    }
}
