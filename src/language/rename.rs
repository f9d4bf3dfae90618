//! Replaces the names in conditions and orders: written names by canonical ones, canonical ones by handles into a War.

use super::condition::{Act, Condition, Deed, Filter, Group, Naming, Predicate, RankComparison, Who};
use super::order::{Action, ActionKind, Body, Branch, Delay, LogicStatement, Order, SpellObject, Target};

/// The replacement of each kind of name.
pub trait Rename<A: Naming, B: Naming> {
    /// The reason why a name has no replacement. A renamer that collects its faults and goes on uses
    /// [`std::convert::Infallible`].
    type Fault;

    /// A character.
    fn character(&mut self, name: &A::Character) -> Result<B::Character, Self::Fault>;
    /// A location.
    fn location(&mut self, name: &A::Location) -> Result<B::Location, Self::Fault>;
    /// A skill, Command Spell or item; `role` says what the sentence uses it as.
    fn skill(&mut self, name: &A::Skill, role: SkillRole) -> Result<B::Skill, Self::Fault>;
    /// A team or a player.
    fn team(&mut self, name: &A::Team) -> Result<B::Team, Self::Fault>;
    /// A target, which may be a character or a location if only a name is written; by default it stays what it is.
    fn target(&mut self, target: &Target<A>) -> Result<Target<B>, Self::Fault>
    where
        Self: Sized,
    {
        plain_target(target, self)
    }
}

/// What a sentence uses the name of a skill as.
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

/// Renames a target, which stays a character or a location.
pub fn plain_target<A: Naming, B: Naming, R: Rename<A, B>>(
    target: &Target<A>,
    rename: &mut R,
) -> Result<Target<B>, R::Fault> {
    Ok(match target {
        Target::Character(of) => Target::Character(rename_who(of, rename)?),
        Target::Location(name) => Target::Location(rename.location(name)?),
        Target::Here => Target::Here,
    })
}

fn rename_each<T, U, F>(all: &[T], mut change: impl FnMut(&T) -> Result<U, F>) -> Result<Vec<U>, F> {
    let mut out = Vec::with_capacity(all.len());
    for one in all {
        out.push(change(one)?);
    }
    Ok(out)
}

/// Renames a condition.
pub fn rename_condition<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &Condition<A>,
    rename: &mut R,
) -> Result<Condition<B>, R::Fault> {
    Ok(match from {
        Condition::All(all) => Condition::All(rename_each(all, |c| rename_condition(c, rename))?),
        Condition::AnyOf(all) => Condition::AnyOf(rename_each(all, |c| rename_condition(c, rename))?),
        Condition::Not(inner) => Condition::Not(Box::new(rename_condition(inner, rename)?)),
        Condition::Is(said) => Condition::Is(predicate(said, rename)?),
    })
}

/// Renames people.
pub fn rename_who<A: Naming, B: Naming, R: Rename<A, B>>(from: &Who<A>, rename: &mut R) -> Result<Who<B>, R::Fault> {
    Ok(match from {
        Who::User => Who::User,
        Who::Target => Who::Target,
        Who::SecondTarget => Who::SecondTarget,
        Who::Attacker => Who::Attacker,
        Who::Antecedent => Who::Antecedent,
        Who::Named(name) => Who::Named(rename.character(name)?),
        Who::Related(relation, of) => Who::related(*relation, rename_who(of, rename)?),
        Who::OneOf(all) => Who::OneOf(rename_each(all, |w| rename_who(w, rename))?),
        Who::Any(of) => Who::Any(rename_group(of, rename)?),
        Who::Every(of) => Who::Every(rename_group(of, rename)?),
        Who::UpTo(count, of) => Who::UpTo(*count, rename_group(of, rename)?),
        Who::WhoDid(done) => Who::WhoDid(Box::new(deed(done, rename)?)),
        Who::WhomDid(done) => Who::WhomDid(Box::new(deed(done, rename)?)),
    })
}

/// Renames a group.
pub fn rename_group<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &Group<A>,
    rename: &mut R,
) -> Result<Group<B>, R::Fault> {
    Ok(Group { side: from.side, filters: rename_each(&from.filters, |f| rename_filter(f, rename))? })
}

fn rename_filter<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &Filter<A>,
    rename: &mut R,
) -> Result<Filter<B>, R::Fault> {
    Ok(match from {
        Filter::Servants => Filter::Servants,
        Filter::Masters => Filter::Masters,
        Filter::Familiars => Filter::Familiars,
        Filter::AnyOf(all) => Filter::AnyOf(rename_each(all, |f| rename_filter(f, rename))?),
        Filter::AllOf(all) => Filter::AllOf(rename_each(all, |f| rename_filter(f, rename))?),
        Filter::Not(of) => Filter::Not(Box::new(rename_filter(of, rename)?)),
        Filter::Alignment(word) => Filter::Alignment(word.clone()),
        Filter::Sex(word) => Filter::Sex(word.clone()),
        Filter::Class(word) => Filter::Class(word.clone()),
        Filter::Flightless => Filter::Flightless,
        Filter::Detected => Filter::Detected,
        Filter::Other => Filter::Other,
        Filter::Except(these) => Filter::Except(rename_each(these, |one| rename_who(one, rename))?),
        Filter::Here => Filter::Here,
        Filter::Beside => Filter::Beside,
        Filter::With(who) => Filter::With(Box::new(rename_who(who, rename)?)),
        Filter::In(location) => Filter::In(rename.location(location)?),
        Filter::Property(said) => Filter::Property(said.clone()),
    })
}

fn deed<A: Naming, B: Naming, R: Rename<A, B>>(from: &Deed<A>, rename: &mut R) -> Result<Deed<B>, R::Fault> {
    Ok(Deed {
        who: rename_who(&from.who, rename)?,
        act: act(&from.act, rename)?,
        is_first: from.is_first,
        is_past: from.is_past,
        during: from.during,
    })
}

fn act<A: Naming, B: Naming, R: Rename<A, B>>(from: &Act<A>, rename: &mut R) -> Result<Act<B>, R::Fault> {
    Ok(match from {
        Act::Attacks(whom) => Act::Attacks(rename_option(whom.as_ref(), |w| rename_who(w, rename))?),
        Act::AttacksWith(kind, whom) => {
            Act::AttacksWith(*kind, rename_option(whom.as_ref(), |w| rename_who(w, rename))?)
        }
        Act::Hits(kind, whom) => Act::Hits(*kind, rename_option(whom.as_ref(), |w| rename_who(w, rename))?),
        Act::Damages(kind, whom) => Act::Damages(*kind, rename_option(whom.as_ref(), |w| rename_who(w, rename))?),
        Act::Kills(whom) => Act::Kills(rename_option(whom.as_ref(), |w| rename_who(w, rename))?),
        Act::Uses(skill, on) => {
            Act::Uses(rename.skill(skill, SkillRole::Seen)?, rename_option(on.as_ref(), |w| rename_who(w, rename))?)
        }
        Act::UsesKind(kind) => Act::UsesKind(*kind),
        Act::UsesNoblePhantasm => Act::UsesNoblePhantasm,
        Act::UsesCommandSpell => Act::UsesCommandSpell,
        Act::Enters(location) => Act::Enters(rename_option(location.as_ref(), |p| rename.location(p))?),
        Act::Leaves(location) => Act::Leaves(rename_option(location.as_ref(), |p| rename.location(p))?),
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
        Predicate::Has(of, said) => Predicate::Has(rename_who(of, rename)?, said.clone()),
        Predicate::Did(done) => Predicate::Did(deed(done, rename)?),
        Predicate::DidOften(tally, bound, count, done) => {
            Predicate::DidOften(*tally, *bound, *count, deed(done, rename)?)
        }
        Predicate::Among(of, one_of) => Predicate::Among(rename_who(of, rename)?, rename_group(one_of, rename)?),
        Predicate::IsIn(of, location) => {
            Predicate::IsIn(rename_who(of, rename)?, rename_option(location.as_ref(), |p| rename.location(p))?)
        }
        Predicate::IsWith(of, whom) => Predicate::IsWith(rename_who(of, rename)?, rename_who(whom, rename)?),
        Predicate::IsOne(of, whom) => Predicate::IsOne(rename_who(of, rename)?, rename_who(whom, rename)?),
        Predicate::Count(bound, count, of, location) => Predicate::Count(
            *bound,
            *count,
            rename_group(of, rename)?,
            rename_option(location.as_ref(), |p| rename.location(p))?,
        ),
        Predicate::Active(skill, on) => Predicate::Active(
            rename.skill(skill, SkillRole::Seen)?,
            rename_option(on.as_ref(), |w| rename_who(w, rename))?,
        ),
        Predicate::Holds(of, item) => Predicate::Holds(rename_who(of, rename)?, rename.skill(item, SkillRole::Item)?),
        Predicate::Detects(of, whom) => Predicate::Detects(rename_who(of, rename)?, rename_who(whom, rename)?),
        Predicate::Night(bound, night) => Predicate::Night(*bound, *night),
        Predicate::SecondRound => Predicate::SecondRound,
        Predicate::MoveCancelled(of) => Predicate::MoveCancelled(rename_who(of, rename)?),
        Predicate::OwnSkillFailed(skill) => Predicate::OwnSkillFailed(rename.skill(skill, SkillRole::Own)?),
        Predicate::Pays(amount, resource) => Predicate::Pays(*amount, *resource),
        Predicate::Chooses(choice) => Predicate::Chooses(choice.clone()),
        Predicate::UseInflicts(bound, damage) => Predicate::UseInflicts(*bound, *damage),
        Predicate::UseTargets(bound, number) => Predicate::UseTargets(*bound, *number),
        Predicate::Sheet(fact) => Predicate::Sheet(*fact),
        Predicate::Ranks(RankComparison { who, stat, by, other, other_stat }) => Predicate::Ranks(RankComparison {
            who: rename_who(who, rename)?,
            stat: *stat,
            by: *by,
            other: rename_who(other, rename)?,
            other_stat: *other_stat,
        }),
        Predicate::InLastTurn(of, what) => Predicate::InLastTurn(rename_who(of, rename)?, *what),
        Predicate::HadDamage(of, sum) => Predicate::HadDamage(rename_who(of, rename)?, *sum),
        Predicate::DealtMore { by, to, than } => Predicate::DealtMore {
            by: rename_who(by, rename)?,
            to: rename_who(to, rename)?,
            than: rename_who(than, rename)?,
        },
        Predicate::Would(of) => Predicate::Would(rename_who(of, rename)?),
        Predicate::Becomes(of, what) => Predicate::Becomes(rename_who(of, rename)?, what.clone()),
    })
}

fn rename_option<T, U, F>(from: Option<&T>, change: impl FnOnce(&T) -> Result<U, F>) -> Result<Option<U>, F> {
    from.map(change).transpose()
}

/// Renames an order.
pub fn order<A: Naming, B: Naming, R: Rename<A, B>>(from: &Order<A>, rename: &mut R) -> Result<Order<B>, R::Fault> {
    Ok(Order {
        actor: rename.character(&from.actor)?,
        number: from.number,
        span: from.span,
        body: Body {
            read_at: delay(&from.body.read_at, rename)?,
            asked: from.body.asked,
            asked_at_end: from.body.asked_at_end,
            answers: from.body.answers,
            branches: rename_each(&from.body.branches, |branch| {
                Ok(Branch {
                    guards: rename_each(&branch.guards, |c| rename_condition(c, rename))?,
                    actions: rename_each(&branch.actions, |a| action(a, rename))?,
                })
            })?,
        },
        after_move: from.after_move,
        before_move: from.before_move,
        asker: rename_option(from.asker.as_ref(), |asker| rename.character(asker))?,
    })
}

fn delay<A: Naming, B: Naming, R: Rename<A, B>>(from: &Delay<A>, rename: &mut R) -> Result<Delay<B>, R::Fault> {
    let after = rename_option(from.awaited.as_ref(), |c| rename_condition(c, rename))?;
    Ok(Delay { phase: from.phase, is_second_round: from.is_second_round, moment: from.moment, awaited: after })
}

/// Renames an action.
pub fn action<A: Naming, B: Naming, R: Rename<A, B>>(from: &Action<A>, rename: &mut R) -> Result<Action<B>, R::Fault> {
    Ok(Action { kind: action_kind(&from.kind, rename)?, delay: delay(&from.delay, rename)?, span: from.span })
}

fn action_kind<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &ActionKind<A>,
    rename: &mut R,
) -> Result<ActionKind<B>, R::Fault> {
    Ok(match from {
        ActionKind::Scout(location) => ActionKind::Scout(rename.location(location)?),
        ActionKind::Use { skill, targets, destination, times, paying, choosing, push_to } => ActionKind::Use {
            skill: rename.skill(skill, SkillRole::Own)?,
            targets: rename_each(targets, |t| rename.target(t))?,
            destination: rename_option(destination.as_ref(), |p| rename.location(p))?,
            times: *times,
            paying: *paying,
            choosing: choosing.clone(),
            push_to: rename_option(push_to.as_ref(), |p| rename.location(p))?,
        },
        ActionKind::Attack { targets, times } => {
            ActionKind::Attack { targets: rename_each(targets, |t| rename.target(t))?, times: *times }
        }
        ActionKind::UseItem { item, targets, destination } => ActionKind::UseItem {
            item: rename.skill(item, SkillRole::Item)?,
            targets: rename_each(targets, |t| rename.target(t))?,
            destination: rename_option(destination.as_ref(), |p| rename.location(p))?,
        },
        ActionKind::Move(destination) => ActionKind::Move(rename.location(destination)?),
        ActionKind::Flee(destination) => ActionKind::Flee(rename.location(destination)?),
        ActionKind::Stay => ActionKind::Stay,
        ActionKind::EnterSpiritForm => ActionKind::EnterSpiritForm,
        ActionKind::LeaveSpiritForm => ActionKind::LeaveSpiritForm,
        ActionKind::Command { servant, spell, object } => ActionKind::Command {
            servant: rename_who(servant, rename)?,
            spell: rename.skill(spell, SkillRole::Spell)?,
            object: match object {
                SpellObject::None => SpellObject::None,
                SpellObject::Character(of) => SpellObject::Character(rename_who(of, rename)?),
                SpellObject::Location(location) => SpellObject::Location(rename.location(location)?),
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
            ActionKind::Give { item: rename.skill(item, SkillRole::Item)?, to: rename_who(to, rename)? }
        }
        ActionKind::Drop(item) => ActionKind::Drop(rename.skill(item, SkillRole::Item)?),
        ActionKind::PickUp(item) => ActionKind::PickUp(rename.skill(item, SkillRole::Item)?),
        ActionKind::AskIgm(offer) => ActionKind::AskIgm(offer.clone()),
        ActionKind::Request { service, beneficiary, to, offer } => ActionKind::Request {
            service: rename.skill(service, SkillRole::Service)?,
            beneficiary: rename_option(beneficiary.as_ref(), |w| rename_who(w, rename))?,
            to: rename_option(to.as_ref(), |p| rename.location(p))?,
            offer: offer.clone(),
        },
        ActionKind::TakeShelter => ActionKind::TakeShelter,
        ActionKind::Visit => ActionKind::Visit,
        ActionKind::ConsumeCivilian => ActionKind::ConsumeCivilian,
        ActionKind::Consume(of) => ActionKind::Consume(rename_who(of, rename)?),
        ActionKind::Contract(step, with) => ActionKind::Contract(*step, rename_who(with, rename)?),
        ActionKind::Protect(all) => ActionKind::Protect(rename_each(all, |w| rename_who(w, rename))?),
        ActionKind::Pact(step, team) => ActionKind::Pact(*step, rename.team(team)?),
        ActionKind::Tell { to, text } => ActionKind::Tell { to: rename.team(to)?, text: text.clone() },
        ActionKind::Say(text) => ActionKind::Say(text.clone()),
        ActionKind::Logic(said) => ActionKind::Logic(statement(said, rename)?),
        ActionKind::PartnerPosts(name) => ActionKind::PartnerPosts(rename.character(name)?),
        ActionKind::PuzzleAnswer(text) => ActionKind::PuzzleAnswer(text.clone()),
        ActionKind::Push(destination) => ActionKind::Push(rename.location(destination)?),
    })
}

fn statement<A: Naming, B: Naming, R: Rename<A, B>>(
    from: &LogicStatement<A>,
    rename: &mut R,
) -> Result<LogicStatement<B>, R::Fault> {
    Ok(match from.clone() {
        LogicStatement::Red(text) => LogicStatement::Red(text),
        LogicStatement::Blue { addressee, text } => {
            LogicStatement::Blue { addressee: rename_option(addressee.as_ref(), |t| rename.team(t))?, text }
        }
        LogicStatement::AnswerInRed { statement, text } => LogicStatement::AnswerInRed { statement, text },
        LogicStatement::CounterInBlue { statement, text } => LogicStatement::CounterInBlue { statement, text },
        LogicStatement::Correct { statement, text } => LogicStatement::Correct { statement, text },
        LogicStatement::Gold(text) => LogicStatement::Gold(text),
    })
}
