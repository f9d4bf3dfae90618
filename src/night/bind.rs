//! Names bound to handles: a seat's plan becomes something the Night can carry out.
//!
//! Orders bind to handles, aliases and places; skills and items keep their names, for only their
//! holder at that moment knows which is meant.

use crate::language::condition::{
    Act, Condition, Deed as Doing, Filter, Group, Name, Naming, Predicate, Trait, Who, Written,
};
use crate::language::order::{Action, Body, Branch, Deed, Delay, Order, SpellObject, Target};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::war::War;

/// Handles of a War.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound;

/// A character as an order names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub id: CharacterId,
    /// Named by the seat's alias: then the seat need not know the handle.
    pub by_alias: bool,
}

impl Naming for Bound {
    type Character = Person;
    type Location = LocationId;
    type Skill = Name;
    type Team = Name;
}

/// Binds an order of a seat; `None` when a name in it is nobody's and no place's.
#[must_use]
pub fn bind(war: &War, seat: SeatId, order: &Order<Written>) -> Option<Order<Bound>> {
    let binder = Binder { war, seat };
    Some(Order {
        actor: binder.character(&order.actor)?,
        number: order.number,
        span: order.span,
        body: Body {
            read_at: binder.delay(&order.body.read_at)?,
            branches: order.body.branches.iter().map(|b| binder.branch(b)).collect::<Option<_>>()?,
        },
        after_move: order.after_move,
    })
}

struct Binder<'a> {
    war: &'a War,
    seat: SeatId,
}

impl Binder<'_> {
    fn character(&self, name: &Name) -> Option<Person> {
        let alias = name.text.to_lowercase().strip_prefix("stranger-").and_then(|n| n.parse::<usize>().ok());
        match alias {
            Some(number) => {
                let strangers = &self.war.seats.get(self.seat.index())?.strangers;
                let id = strangers.get(number.checked_sub(1)?).copied()?;
                Some(Person { id, by_alias: true })
            }
            None => self.war.character_named(&name.text).map(|id| Person { id, by_alias: false }),
        }
    }

    fn location(&self, name: &Name) -> Option<LocationId> {
        self.war.setup.location_named(&name.text)
    }

    fn maybe_location(&self, name: &Option<Name>) -> Option<Option<LocationId>> {
        match name {
            Some(name) => self.location(name).map(Some),
            None => Some(None),
        }
    }

    fn branch(&self, branch: &Branch<Written>) -> Option<Branch<Bound>> {
        Some(Branch {
            guards: branch.guards.iter().map(|c| self.condition(c)).collect::<Option<_>>()?,
            actions: branch.actions.iter().map(|a| self.action(a)).collect::<Option<_>>()?,
        })
    }

    fn action(&self, action: &Action<Written>) -> Option<Action<Bound>> {
        Some(Action { deed: self.deed(&action.deed)?, delay: self.delay(&action.delay)?, span: action.span })
    }

    fn delay(&self, delay: &Delay<Written>) -> Option<Delay<Bound>> {
        let after = match &delay.after {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        Some(Delay { phase: delay.phase, moment: delay.moment, after })
    }

    fn targets(&self, targets: &[Target<Written>]) -> Option<Vec<Target<Bound>>> {
        targets
            .iter()
            .map(|target| {
                Some(match target {
                    Target::Character(who) => Target::Character(self.who(who)?),
                    Target::Location(name) => Target::Location(self.location(name)?),
                    Target::Here => Target::Here,
                })
            })
            .collect()
    }

    fn deed(&self, deed: &Deed<Written>) -> Option<Deed<Bound>> {
        Some(match deed {
            Deed::Scout(place) => Deed::Scout(self.location(place)?),
            Deed::Use { skill, targets, to, times, paying, choosing, push_to } => Deed::Use {
                skill: skill.clone(),
                targets: self.targets(targets)?,
                to: self.maybe_location(to)?,
                times: *times,
                paying: *paying,
                choosing: choosing.clone(),
                push_to: self.maybe_location(push_to)?,
            },
            Deed::Attack { targets, times } => Deed::Attack { targets: self.targets(targets)?, times: *times },
            Deed::UseItem { item, targets, to } => {
                Deed::UseItem { item: item.clone(), targets: self.targets(targets)?, to: self.maybe_location(to)? }
            }
            Deed::Move(place) => Deed::Move(self.location(place)?),
            Deed::Flee(place) => Deed::Flee(self.location(place)?),
            Deed::Stay => Deed::Stay,
            Deed::EnterSpiritForm => Deed::EnterSpiritForm,
            Deed::LeaveSpiritForm => Deed::LeaveSpiritForm,
            Deed::Command { servant, spell, object } => Deed::Command {
                servant: self.who(servant)?,
                spell: spell.clone(),
                object: match object {
                    SpellObject::None => SpellObject::None,
                    SpellObject::Character(who) => SpellObject::Character(self.who(who)?),
                    SpellObject::Location(place) => SpellObject::Location(self.location(place)?),
                    SpellObject::Text(text) => SpellObject::Text(text.clone()),
                },
            },
            Deed::Cancel(skill) => Deed::Cancel(skill.clone()),
            Deed::StopPaying(skill) => Deed::StopPaying(skill.clone()),
            // The check refuses what no Night carries out yet; whatever reaches here is not bound.
            Deed::Release(_)
            | Deed::Buy { .. }
            | Deed::Give { .. }
            | Deed::Drop(_)
            | Deed::PickUp(_)
            | Deed::AskIgm(_)
            | Deed::Request { .. }
            | Deed::TakeShelter
            | Deed::Visit
            | Deed::ConsumeCivilian
            | Deed::Consume(_)
            | Deed::Contract(_)
            | Deed::AcceptContract(_)
            | Deed::Reestablish(_)
            | Deed::BreakContract(_)
            | Deed::AcceptTransfer(_)
            | Deed::RefuseTransfer(_)
            | Deed::ForceContract(_)
            | Deed::Protect(_)
            | Deed::Ally(_)
            | Deed::Ceasefire(_)
            | Deed::EndAlliance(_)
            | Deed::Tell { .. }
            | Deed::Say(_)
            | Deed::Red(_)
            | Deed::Blue { .. }
            | Deed::AnswerInRed { .. }
            | Deed::CounterInBlue { .. }
            | Deed::Correct { .. }
            | Deed::Gold(_)
            | Deed::PartnerPosts(_)
            | Deed::PuzzleAnswer(_)
            | Deed::Push(_) => return None,
        })
    }

    fn condition(&self, condition: &Condition<Written>) -> Option<Condition<Bound>> {
        Some(match condition {
            Condition::All(list) => Condition::All(list.iter().map(|c| self.condition(c)).collect::<Option<_>>()?),
            Condition::AnyOf(list) => Condition::AnyOf(list.iter().map(|c| self.condition(c)).collect::<Option<_>>()?),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner)?)),
            Condition::Is(predicate) => Condition::Is(self.predicate(predicate)?),
        })
    }

    fn predicate(&self, predicate: &Predicate<Written>) -> Option<Predicate<Bound>> {
        Some(match predicate {
            Predicate::Has(who, statement) => Predicate::Has(self.who(who)?, statement.clone()),
            Predicate::Did(deed) => Predicate::Did(self.doing(deed)?),
            Predicate::IsIn(who, place) => Predicate::IsIn(self.who(who)?, self.maybe_location(place)?),
            Predicate::Count(bound, limit, group, place) => {
                Predicate::Count(*bound, *limit, self.group(group)?, self.maybe_location(place)?)
            }
            Predicate::Active(skill, on) => Predicate::Active(
                skill.clone(),
                match on {
                    Some(who) => Some(self.who(who)?),
                    None => None,
                },
            ),
            Predicate::Holds(who, item) => Predicate::Holds(self.who(who)?, item.clone()),
            Predicate::Detects(a, b) => Predicate::Detects(self.who(a)?, self.who(b)?),
            Predicate::Night(bound, night) => Predicate::Night(*bound, *night),
            Predicate::SecondRound => Predicate::SecondRound,
            Predicate::MoveCancelled(who) => Predicate::MoveCancelled(self.who(who)?),
            Predicate::OwnSkillFailed(skill) => Predicate::OwnSkillFailed(skill.clone()),
            Predicate::Pays(amount, resource) => Predicate::Pays(*amount, *resource),
            Predicate::Would(who) => Predicate::Would(self.who(who)?),
        })
    }

    fn doing(&self, deed: &Doing<Written>) -> Option<Doing<Bound>> {
        let maybe_who = |who: &Option<Who<Written>>| match who {
            Some(who) => self.who(who).map(Some),
            None => Some(None),
        };
        let act = match &deed.act {
            Act::Attacks(whom) => Act::Attacks(maybe_who(whom)?),
            Act::Uses(skill, whom) => Act::Uses(skill.clone(), maybe_who(whom)?),
            Act::UsesKind(kind) => Act::UsesKind(*kind),
            Act::UsesNoblePhantasm => Act::UsesNoblePhantasm,
            Act::UsesCommandSpell => Act::UsesCommandSpell,
            Act::Enters(place) => Act::Enters(self.maybe_location(place)?),
            Act::Leaves(place) => Act::Leaves(self.maybe_location(place)?),
            Act::Acts => Act::Acts,
            Act::Dies => Act::Dies,
            Act::IsAttacked => Act::IsAttacked,
            Act::IsDamaged => Act::IsDamaged,
            Act::EntersSpiritForm => Act::EntersSpiritForm,
            Act::LeavesSpiritForm => Act::LeavesSpiritForm,
            Act::Flees => Act::Flees,
            Act::Intercepts => Act::Intercepts,
        };
        Some(Doing { who: self.who(&deed.who)?, act, first: deed.first })
    }

    fn who(&self, who: &Who<Written>) -> Option<Who<Bound>> {
        let boxed = |who: &Who<Written>| self.who(who).map(Box::new);
        Some(match who {
            Who::User => Who::User,
            Who::Target => Who::Target,
            Who::Attacker => Who::Attacker,
            Who::That => Who::That,
            Who::Named(name) => Who::Named(self.character(name)?),
            Who::MasterOf(of) => Who::MasterOf(boxed(of)?),
            Who::ServantOf(of) => Who::ServantOf(boxed(of)?),
            Who::PartnerOf(of) => Who::PartnerOf(boxed(of)?),
            Who::FamiliarsOf(of) => Who::FamiliarsOf(boxed(of)?),
            Who::TeamOf(of) => Who::TeamOf(boxed(of)?),
            Who::OneOf(list) => Who::OneOf(list.iter().map(|w| self.who(w)).collect::<Option<_>>()?),
            Who::Any(group) => Who::Any(self.group(group)?),
            Who::Every(group) => Who::Every(self.group(group)?),
            Who::UpTo(count, group) => Who::UpTo(*count, self.group(group)?),
            Who::WhoDid(deed) => Who::WhoDid(Box::new(self.doing(deed)?)),
        })
    }

    fn group(&self, group: &Group<Written>) -> Option<Group<Bound>> {
        Some(Group { side: group.side, filters: group.filters.iter().map(|f| self.filter(f)).collect::<Option<_>>()? })
    }

    fn filter(&self, filter: &Filter<Written>) -> Option<Filter<Bound>> {
        Some(match filter {
            Filter::Servants => Filter::Servants,
            Filter::Masters => Filter::Masters,
            Filter::Familiars => Filter::Familiars,
            Filter::AnyOf(list) => Filter::AnyOf(list.iter().map(|f| self.filter(f)).collect::<Option<_>>()?),
            Filter::Alignment(word) => Filter::Alignment(word.clone()),
            Filter::Class(class) => Filter::Class(class.clone()),
            Filter::Flightless => Filter::Flightless,
            Filter::Here => Filter::Here,
            Filter::In(place) => Filter::In(self.location(place)?),
            Filter::That(statement) => Filter::That(Box::new(Trait::clone(statement))),
        })
    }
}
