//! One walk over conditions and orders that exchanges their names: written ones for canonical
//! ones, canonical ones for handles into a War.

use super::condition::{Act, Condition, Deed, Filter, Group, Naming, Predicate, Who};
use super::order::{Action, ActionKind, Body, Branch, Delay, LogicStatement, Order, SpellObject, Target};

/// What each kind of name becomes.
pub trait Rename<A: Naming, B: Naming> {
    /// Why a name has no counterpart. One that collects its faults and goes on uses
    /// [`std::convert::Infallible`].
    type Fault;

    /// A character.
    fn character(&mut self, name: &A::Character) -> Result<B::Character, Self::Fault>;
    /// A location.
    fn location(&mut self, name: &A::Location) -> Result<B::Location, Self::Fault>;
    /// A skill, Command Spell or item; `role` says which the sentence makes of it.
    fn skill(&mut self, name: &A::Skill, role: SkillRole) -> Result<B::Skill, Self::Fault>;
    /// A team or a player.
    fn team(&mut self, name: &A::Team) -> Result<B::Team, Self::Fault>;
    /// A target that may be a character or a location by its name alone; by default what it is written as.
    fn target(&mut self, target: &Target<A>) -> Result<Target<B>, Self::Fault>
    where
        Self: Sized,
    {
        plain_target(target, self)
    }
}

/// What a sentence makes of the name of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillRole {
    /// A skill of the one who acts: used, cancelled, paid for.
    Own,
    /// A skill of anybody, in a condition.
    Seen,
    /// An item.
    Item,
    /// A Command Spell.
    Spell,
    /// A service of a location.
    Service,
}

/// The same target in other names.
pub fn plain_target<A: Naming, B: Naming, R: Rename<A, B>>(
    target: &Target<A>,
    rename: &mut R,
) -> Result<Target<B>, R::Fault> {
    Ok(match target {
        Target::Character(of) => Target::Character(who(of, rename)?),
        Target::Location(name) => Target::Location(rename.location(name)?),
        Target::Here => Target::Here,
    })
}

fn each<T, U, F>(all: &[T], mut change: impl FnMut(&T) -> Result<U, F>) -> Result<Vec<U>, F> {
    let mut out = Vec::with_capacity(all.len());
    for one in all {
        out.push(change(one)?);
    }
    Ok(out)
}

/// The same condition in other names.
pub fn condition<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &Condition<A>,
    rename: &mut R,
) -> Result<Condition<B>, R::Fault> {
    Ok(match from {
        Condition::All(all) => Condition::All(each(all, |c| condition(c, rename))?),
        Condition::AnyOf(all) => Condition::AnyOf(each(all, |c| condition(c, rename))?),
        Condition::Not(inner) => Condition::Not(Box::new(condition(inner, rename)?)),
        Condition::Is(said) => Condition::Is(predicate(said, rename)?),
    })
}

/// The same persons in other names.
pub fn who<A: Naming, B: Naming, R: Rename<A, B>>(from: &Who<A>, rename: &mut R) -> Result<Who<B>, R::Fault> {
    Ok(match from {
        Who::User => Who::User,
        Who::Target => Who::Target,
        Who::SecondTarget => Who::SecondTarget,
        Who::Attacker => Who::Attacker,
        Who::Antecedent => Who::Antecedent,
        Who::Named(name) => Who::Named(rename.character(name)?),
        Who::Related(relation, of) => Who::related(*relation, who(of, rename)?),
        Who::OneOf(all) => Who::OneOf(each(all, |w| who(w, rename))?),
        Who::Any(of) => Who::Any(group(of, rename)?),
        Who::Every(of) => Who::Every(group(of, rename)?),
        Who::UpTo(count, of) => Who::UpTo(*count, group(of, rename)?),
        Who::WhoDid(done) => Who::WhoDid(Box::new(deed(done, rename)?)),
        Who::WhomDid(done) => Who::WhomDid(Box::new(deed(done, rename)?)),
    })
}

/// The same group in other names.
pub fn group<A: Naming, B: Naming, R: Rename<A, B>>(from: &Group<A>, rename: &mut R) -> Result<Group<B>, R::Fault> {
    Ok(Group { side: from.side, filters: each(&from.filters, |f| filter(f, rename))? })
}

fn filter<A: Naming, B: Naming, R: Rename<A, B>>(from: &Filter<A>, rename: &mut R) -> Result<Filter<B>, R::Fault> {
    Ok(match from {
        Filter::Servants => Filter::Servants,
        Filter::Masters => Filter::Masters,
        Filter::Familiars => Filter::Familiars,
        Filter::AnyOf(all) => Filter::AnyOf(each(all, |f| filter(f, rename))?),
        Filter::AllOf(all) => Filter::AllOf(each(all, |f| filter(f, rename))?),
        Filter::Not(of) => Filter::Not(Box::new(filter(of, rename)?)),
        Filter::Alignment(word) => Filter::Alignment(word.clone()),
        Filter::Sex(word) => Filter::Sex(word.clone()),
        Filter::Class(word) => Filter::Class(word.clone()),
        Filter::Flightless => Filter::Flightless,
        Filter::Detected => Filter::Detected,
        Filter::Other => Filter::Other,
        Filter::Except(these) => Filter::Except(each(these, |one| who(one, rename))?),
        Filter::Here => Filter::Here,
        Filter::Beside => Filter::Beside,
        Filter::In(place) => Filter::In(rename.location(place)?),
        Filter::Property(said) => Filter::Property(said.clone()),
    })
}

fn deed<A: Naming, B: Naming, R: Rename<A, B>>(from: &Deed<A>, rename: &mut R) -> Result<Deed<B>, R::Fault> {
    Ok(Deed { who: who(&from.who, rename)?, act: act(&from.act, rename)?, first: from.first, past: from.past })
}

fn act<A: Naming, B: Naming, R: Rename<A, B>>(from: &Act<A>, rename: &mut R) -> Result<Act<B>, R::Fault> {
    Ok(match from {
        Act::Attacks(whom) => Act::Attacks(maybe(whom.as_ref(), |w| who(w, rename))?),
        Act::AttacksWith(kind, whom) => Act::AttacksWith(*kind, maybe(whom.as_ref(), |w| who(w, rename))?),
        Act::Hits(kind, whom) => Act::Hits(*kind, maybe(whom.as_ref(), |w| who(w, rename))?),
        Act::Damages(kind, whom) => Act::Damages(*kind, maybe(whom.as_ref(), |w| who(w, rename))?),
        Act::Kills(whom) => Act::Kills(maybe(whom.as_ref(), |w| who(w, rename))?),
        Act::Uses(skill, on) => {
            Act::Uses(rename.skill(skill, SkillRole::Seen)?, maybe(on.as_ref(), |w| who(w, rename))?)
        }
        Act::UsesKind(kind) => Act::UsesKind(*kind),
        Act::UsesNoblePhantasm => Act::UsesNoblePhantasm,
        Act::UsesCommandSpell => Act::UsesCommandSpell,
        Act::Enters(place) => Act::Enters(maybe(place.as_ref(), |p| rename.location(p))?),
        Act::Leaves(place) => Act::Leaves(maybe(place.as_ref(), |p| rename.location(p))?),
        Act::Acts => Act::Acts,
        Act::Dies => Act::Dies,
        Act::IsAttacked => Act::IsAttacked,
        Act::IsDamaged => Act::IsDamaged,
        Act::EntersSpiritForm => Act::EntersSpiritForm,
        Act::LeavesSpiritForm => Act::LeavesSpiritForm,
        Act::Flees => Act::Flees,
        Act::Intercepts => Act::Intercepts,
    })
}

fn predicate<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &Predicate<A>,
    rename: &mut R,
) -> Result<Predicate<B>, R::Fault> {
    Ok(match from {
        Predicate::Has(of, said) => Predicate::Has(who(of, rename)?, said.clone()),
        Predicate::Did(done) => Predicate::Did(deed(done, rename)?),
        Predicate::DidOften(tally, bound, count, done) => {
            Predicate::DidOften(*tally, *bound, *count, deed(done, rename)?)
        }
        Predicate::Among(of, one_of) => Predicate::Among(who(of, rename)?, group(one_of, rename)?),
        Predicate::IsIn(of, place) => Predicate::IsIn(who(of, rename)?, maybe(place.as_ref(), |p| rename.location(p))?),
        Predicate::IsWith(of, whom) => Predicate::IsWith(who(of, rename)?, who(whom, rename)?),
        Predicate::Count(bound, count, of, place) => {
            Predicate::Count(*bound, *count, group(of, rename)?, maybe(place.as_ref(), |p| rename.location(p))?)
        }
        Predicate::Active(skill, on) => {
            Predicate::Active(rename.skill(skill, SkillRole::Seen)?, maybe(on.as_ref(), |w| who(w, rename))?)
        }
        Predicate::Holds(of, item) => Predicate::Holds(who(of, rename)?, rename.skill(item, SkillRole::Item)?),
        Predicate::Detects(of, whom) => Predicate::Detects(who(of, rename)?, who(whom, rename)?),
        Predicate::Night(bound, night) => Predicate::Night(*bound, *night),
        Predicate::SecondRound => Predicate::SecondRound,
        Predicate::MoveCancelled(of) => Predicate::MoveCancelled(who(of, rename)?),
        Predicate::OwnSkillFailed(skill) => Predicate::OwnSkillFailed(rename.skill(skill, SkillRole::Own)?),
        Predicate::Pays(amount, resource) => Predicate::Pays(*amount, *resource),
        Predicate::Chooses(choice) => Predicate::Chooses(choice.clone()),
        Predicate::UseInflicts(bound, damage) => Predicate::UseInflicts(*bound, *damage),
        Predicate::InLastTurn(of, what) => Predicate::InLastTurn(who(of, rename)?, *what),
        Predicate::HadDamage(of, sum) => Predicate::HadDamage(who(of, rename)?, *sum),
        Predicate::Would(of) => Predicate::Would(who(of, rename)?),
        Predicate::Becomes(of, what) => Predicate::Becomes(who(of, rename)?, what.clone()),
    })
}

fn maybe<T, U, F>(from: Option<&T>, change: impl FnOnce(&T) -> Result<U, F>) -> Result<Option<U>, F> {
    from.map(change).transpose()
}

/// The same order in other names.
pub fn order<A: Naming, B: Naming, R: Rename<A, B>>(from: &Order<A>, rename: &mut R) -> Result<Order<B>, R::Fault> {
    Ok(Order {
        actor: rename.character(&from.actor)?,
        number: from.number,
        span: from.span,
        body: Body {
            read_at: delay(&from.body.read_at, rename)?,
            branches: each(&from.body.branches, |branch| {
                Ok(Branch {
                    guards: each(&branch.guards, |c| condition(c, rename))?,
                    actions: each(&branch.actions, |a| action(a, rename))?,
                })
            })?,
        },
        after_move: from.after_move,
    })
}

fn delay<A: Naming, B: Naming, R: Rename<A, B>>(from: &Delay<A>, rename: &mut R) -> Result<Delay<B>, R::Fault> {
    let after = maybe(from.after.as_ref(), |c| condition(c, rename))?;
    Ok(Delay { phase: from.phase, second_round: from.second_round, moment: from.moment, after })
}

/// The same action in other names.
pub fn action<A: Naming, B: Naming, R: Rename<A, B>>(from: &Action<A>, rename: &mut R) -> Result<Action<B>, R::Fault> {
    Ok(Action { kind: action_kind(&from.kind, rename)?, delay: delay(&from.delay, rename)?, span: from.span })
}

fn action_kind<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &ActionKind<A>,
    rename: &mut R,
) -> Result<ActionKind<B>, R::Fault> {
    Ok(match from {
        ActionKind::Scout(place) => ActionKind::Scout(rename.location(place)?),
        ActionKind::Use { skill, targets, to, times, paying, choosing, push_to } => ActionKind::Use {
            skill: rename.skill(skill, SkillRole::Own)?,
            targets: each(targets, |t| rename.target(t))?,
            to: maybe(to.as_ref(), |p| rename.location(p))?,
            times: *times,
            paying: *paying,
            choosing: choosing.clone(),
            push_to: maybe(push_to.as_ref(), |p| rename.location(p))?,
        },
        ActionKind::Attack { targets, times } => {
            ActionKind::Attack { targets: each(targets, |t| rename.target(t))?, times: *times }
        }
        ActionKind::UseItem { item, targets, to } => ActionKind::UseItem {
            item: rename.skill(item, SkillRole::Item)?,
            targets: each(targets, |t| rename.target(t))?,
            to: maybe(to.as_ref(), |p| rename.location(p))?,
        },
        ActionKind::Move(place) => ActionKind::Move(rename.location(place)?),
        ActionKind::Flee(place) => ActionKind::Flee(rename.location(place)?),
        ActionKind::Stay => ActionKind::Stay,
        ActionKind::EnterSpiritForm => ActionKind::EnterSpiritForm,
        ActionKind::LeaveSpiritForm => ActionKind::LeaveSpiritForm,
        ActionKind::Command { servant, spell, object } => ActionKind::Command {
            servant: who(servant, rename)?,
            spell: rename.skill(spell, SkillRole::Spell)?,
            object: match object {
                SpellObject::None => SpellObject::None,
                SpellObject::Character(of) => SpellObject::Character(who(of, rename)?),
                SpellObject::Location(place) => SpellObject::Location(rename.location(place)?),
                SpellObject::Text(text) => SpellObject::Text(text.clone()),
            },
        },
        ActionKind::Release(spell) => ActionKind::Release(rename.skill(spell, SkillRole::Spell)?),
        ActionKind::Cancel(skill) => ActionKind::Cancel(rename.skill(skill, SkillRole::Own)?),
        ActionKind::StopPaying(skill) => ActionKind::StopPaying(rename.skill(skill, SkillRole::Own)?),
        ActionKind::Buy { item, count } => {
            ActionKind::Buy { item: rename.skill(item, SkillRole::Item)?, count: *count }
        }
        ActionKind::Give { item, to } => {
            ActionKind::Give { item: rename.skill(item, SkillRole::Item)?, to: who(to, rename)? }
        }
        ActionKind::Drop(item) => ActionKind::Drop(rename.skill(item, SkillRole::Item)?),
        ActionKind::PickUp(item) => ActionKind::PickUp(rename.skill(item, SkillRole::Item)?),
        ActionKind::AskIgm(offer) => ActionKind::AskIgm(offer.clone()),
        ActionKind::Request { service, beneficiary, to, offer } => ActionKind::Request {
            service: rename.skill(service, SkillRole::Service)?,
            beneficiary: maybe(beneficiary.as_ref(), |w| who(w, rename))?,
            to: maybe(to.as_ref(), |p| rename.location(p))?,
            offer: offer.clone(),
        },
        ActionKind::TakeShelter => ActionKind::TakeShelter,
        ActionKind::Visit => ActionKind::Visit,
        ActionKind::ConsumeCivilian => ActionKind::ConsumeCivilian,
        ActionKind::Consume(of) => ActionKind::Consume(who(of, rename)?),
        ActionKind::Contract(step, with) => ActionKind::Contract(*step, who(with, rename)?),
        ActionKind::Protect(all) => ActionKind::Protect(each(all, |w| who(w, rename))?),
        ActionKind::Pact(step, team) => ActionKind::Pact(*step, rename.team(team)?),
        ActionKind::Tell { to, text } => ActionKind::Tell { to: rename.team(to)?, text: text.clone() },
        ActionKind::Say(text) => ActionKind::Say(text.clone()),
        ActionKind::Logic(said) => ActionKind::Logic(statement(said, rename)?),
        ActionKind::PartnerPosts(name) => ActionKind::PartnerPosts(rename.character(name)?),
        ActionKind::PuzzleAnswer(text) => ActionKind::PuzzleAnswer(text.clone()),
        ActionKind::Push(place) => ActionKind::Push(rename.location(place)?),
    })
}

fn statement<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &LogicStatement<A>,
    rename: &mut R,
) -> Result<LogicStatement<B>, R::Fault> {
    Ok(match from.clone() {
        LogicStatement::Red(text) => LogicStatement::Red(text),
        LogicStatement::Blue { to, text } => LogicStatement::Blue { to: maybe(to.as_ref(), |t| rename.team(t))?, text },
        LogicStatement::AnswerInRed { statement, text } => LogicStatement::AnswerInRed { statement, text },
        LogicStatement::CounterInBlue { statement, text } => LogicStatement::CounterInBlue { statement, text },
        LogicStatement::Correct { statement, text } => LogicStatement::Correct { statement, text },
        LogicStatement::Gold(text) => LogicStatement::Gold(text),
    })
}
