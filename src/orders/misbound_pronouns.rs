//! Rejects pronouns that were bound to a name beside them, though they do not fit it or could as well mean another:
//! `Illya and his Master`, `attack Archer, then him`.

use super::Checker;
use super::action_checks::is_attack;
use super::ambiguous_words::find_pronoun_beside_name;
use super::canonical_names::same_name;
use super::phrases::has_words;
use super::pronoun_fit::{AskedPeople, OWNERS, Pronouns, RELATIONS};
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Name, Predicate, Property, Relation, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target};
use crate::language::visit::Visit;
use crate::perception::view::OwnCharacter;

/// Somebody for whom `his`, `her` or `their` stands, with what they are to whom the words mean.
struct Owned<'t> {
    relation: Relation,
    owner: &'t Who<Written>,
}

impl Checker<'_> {
    /// Rejects a pronoun whose reading does not fit its words. `own_words` are the player's; in `words` names may stand
    /// for their pronouns.
    pub(super) fn reject_misbound_pronouns(
        &mut self,
        order: &Order<Written>,
        (words, own_words): (&str, &str),
        actor: &OwnCharacter,
    ) {
        let names: Vec<&str> = self.view.character_names().filter_map(|name| name.split(' ').next_back()).collect();
        let is_unseen = own_words != words || !order.body.is_conditional();
        let beside_name = find_pronoun_beside_name(own_words, &names).filter(|_| is_unseen);
        let contradicts = order.body.conditions().any(|condition| asks_of_dead(condition) || denies_itself(condition))
            || helps_whom_it_harms(order, own_words, actor);
        let contradicts = contradicts || self.commands_stranger(order, own_words);
        let first = Pronouns::in_words(own_words).first_pronoun;
        let is_misbound =
            || self.find_misbound_target(order, own_words).is_some() || self.owns_several(order, own_words, actor);
        let found = beside_name.or_else(|| first.filter(|_| contradicts || is_misbound()));
        let lower = own_words.to_lowercase();
        let is_named_once = |name: &&Name| lower.matches(&name.text.to_lowercase()).count() < 2;
        let absent = absent_target(order).filter(is_named_once).map(|name| name.text.as_str());
        if let Some(word) = found.or(absent) {
            let message = format!("whom does `{word}` mean here?");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// `If Saber is not here and Illya is, command her "Summon!"`: whether the Servant who is commanded is a stranger.
    fn commands_stranger(&self, order: &Order<Written>, words: &str) -> bool {
        let is_stranger = |action: &Action<Written>| match &action.kind {
            ActionKind::Command { servant: Who::Named(name), .. } => self.view.own(&name.text).is_none(),
            _ => false,
        };
        let says_pronoun = ["command her", "command him", "command them", "commands her", "commands him"];
        order.body.actions().any(is_stranger)
            && says_pronoun.iter().any(|phrase| has_words(&words.to_lowercase(), phrase))
    }

    /// `If Lancer is here and Illya is not, attack her Servant`: the name of somebody for whom a pronoun of a target
    /// stands, though it does not fit them.
    fn find_misbound_target<'t>(&self, order: &'t Order<Written>, words: &str) -> Option<&'t Name> {
        let mut people = AskedPeople::default();
        order.body.conditions().for_each(|condition| people.visit_condition(condition));
        let pronouns = Pronouns::in_words(words);
        let is_aim = |action: &&Action<Written>| !matches!(action.kind, ActionKind::Command { .. });
        let aims: Vec<_> = order.body.actions().filter(is_aim).flat_map(|action| action.kind.people()).collect();
        let words = words.to_lowercase();
        let is_of_wrong_sex =
            |name: &Name| pronouns.sex.is_some_and(|sex| self.find_sex(&name.text).is_some_and(|actual| actual != sex));
        aims.iter().find_map(|aim| match aim {
            Who::Named(name) => {
                let is_aimed = |aim: &&&Who<Written>| matches!(aim, Who::Named(other) if other == name);
                let is_asked = people.subjects.iter().any(|asked| same_name(&asked.text, &name.text));
                let is_bound = aims.iter().filter(is_aimed).count() >= words.matches(&name.text.to_lowercase()).count();
                Some(name).filter(|name| is_asked && is_bound && is_of_wrong_sex(name))
            }
            Who::Related(relation, of) => {
                let Who::Named(owner) = &**of else { return None };
                let is_bound = pronouns.has_possessive && !owns_in_words(&owner.text, &words);
                let fits = !is_of_wrong_sex(owner) && !self.has_no_such_relation(*relation, owner);
                Some(owner).filter(|_| is_bound && !fits)
            }
            _ => None,
        })
    }

    /// `Use Surge on Illya after Rin uses Gandr on her Servant`: whether a possessive stands behind several people who
    /// could be meant, or strikes the Servant or Master of whoever acts.
    fn owns_several(&self, order: &Order<Written>, words: &str, actor: &OwnCharacter) -> bool {
        let lower = words.to_lowercase();
        let Some(at) = find_possessive(&lower) else { return false };
        let pronouns = Pronouns::in_words(words);
        let is_bound = |owned: &Owned<'_>| match owned.owner {
            Who::Named(name) => !owns_in_words(&name.text, &lower),
            Who::User => !has_words(&lower, "my") && !owns_in_words(&actor.name, &lower),
            _ => false,
        };
        let strikes_own = |action: &Action<Written>| {
            let is_own = |owned: &Owned<'_>| match owned.owner {
                Who::User => true,
                Who::Named(name) => self.view.own(&name.text).is_some(),
                _ => false,
            };
            is_attack(&action.kind, actor)
                && action.kind.targets().iter().filter_map(owned_target).any(|owned| is_own(&owned) && is_bound(&owned))
        };
        if order.body.actions().any(strikes_own) {
            return true;
        }
        let mut owned = OwnedPeople::default();
        order.body.conditions().for_each(|condition| owned.visit_condition(condition));
        let awaited = order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
        awaited.chain(&order.body.read_at.awaited).for_each(|condition| owned.visit_condition(condition));
        owned.0.extend(order.body.actions().flat_map(|action| action.kind.people()).filter_map(owned_person));
        let before = lower.get(..at).unwrap_or_default().trim_end();
        // `Lancer or his Master`: the name just before it.
        let is_listed = |owned: &Owned<'_>| match owned.owner {
            Who::Named(name) => {
                ["or", "and"].iter().any(|joint| before.ends_with(&format!("{} {joint}", name.text.to_lowercase())))
            }
            _ => false,
        };
        owned.0.iter().filter(|owned| is_bound(owned) && !is_listed(owned)).any(|owned| {
            let could_own = |name: &&str| {
                let as_name = Name { text: (*name).to_owned(), span: order.span };
                has_words(before, &name.to_lowercase())
                    && !same_name(name, &actor.name)
                    && self.fits_pronouns(name, &pronouns)
                    && !self.has_no_such_relation(owned.relation, &as_name)
            };
            self.view.character_names().filter(could_own).count() > 1
        })
    }
}

/// `Lancer's`: whether a text names somebody as an owner.
fn owns_in_words(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    ["'", "\u{2019}"].iter().any(|end| words.contains(&format!("{name}{end}")))
}

/// Where the first `his Master` or the like stands in a text in lower case.
fn find_possessive(words: &str) -> Option<usize> {
    let phrases = OWNERS.iter().flat_map(|owner| RELATIONS.map(|of| format!("{owner} {}", of.to_lowercase())));
    phrases.filter_map(|phrase| words.find(&format!(" {phrase}"))).min()
}

fn owned_person(who: &Who<Written>) -> Option<Owned<'_>> {
    match who {
        Who::Related(relation, owner) => Some(Owned { relation: *relation, owner }),
        _ => None,
    }
}

fn owned_target(target: &Target<Written>) -> Option<Owned<'_>> {
    match target {
        Target::Character(who) => owned_person(who),
        Target::Location(_) | Target::Here => None,
    }
}

/// The people who are somebody's Master or Servant, in conditions.
#[derive(Default)]
struct OwnedPeople<'t>(Vec<Owned<'t>>);

impl<'t> Visit<'t, Written> for OwnedPeople<'t> {
    fn visit_who(&mut self, who: &'t Who<Written>) {
        self.0.extend(owned_person(who));
        self.walk_who(who);
    }
}

/// `Attack Lancer if Archer is here. If he is not, attack him.`: a target of whom its own condition says that they are
/// dead or not here.
fn absent_target(order: &Order<Written>) -> Option<&Name> {
    fn is_said_absent(condition: &Condition<Written>, one: &Who<Written>) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().any(|part| is_said_absent(part, one)),
            Condition::Not(inner) => matches!(&**inner, Condition::Is(Predicate::IsIn(who, None)) if who == one),
            Condition::Is(said) => matches!(said, Predicate::Has(who, Property::Dead) if who == one),
            Condition::AnyOf(_) => false,
        }
    }
    let branches = &order.body.branches;
    branches.iter().enumerate().find_map(|(at, branch)| {
        // In an `otherwise`, what stands before it does not hold.
        let denied = branches.get(..at).filter(|_| branch.guards.is_empty()).unwrap_or_default();
        let is_denied_here = |one: &Who<Written>| {
            denied.iter().any(
                |other| matches!(other.guards.as_slice(), [Condition::Is(Predicate::IsIn(who, None))] if who == one),
            )
        };
        let mut targets = branch.actions.iter().flat_map(|action| action.kind.targets());
        targets.find_map(|target| match target {
            Target::Character(one @ Who::Named(name)) => {
                let is_absent = is_denied_here(one) || branch.guards.iter().any(|guard| is_said_absent(guard, one));
                is_absent.then_some(name)
            }
            Target::Character(_) | Target::Location(_) | Target::Here => None,
        })
    })
}

/// `If Archer is dead and he is here`: whether a condition asks of somebody that they are dead and that they are here
/// or do something.
fn asks_of_dead(condition: &Condition<Written>) -> bool {
    let Condition::All(parts) = condition else { return false };
    let dead = |part: &Condition<Written>| match part {
        Condition::Is(Predicate::Has(who @ Who::Named(_), Property::Dead)) => Some(who.clone()),
        _ => None,
    };
    let lives = |part: &Condition<Written>, who: &Who<Written>| match part {
        Condition::Is(Predicate::IsIn(one, _)) => one == who,
        Condition::Is(Predicate::Did(deed)) => deed.who == *who && !deed.is_past,
        _ => false,
    };
    parts.iter().filter_map(dead).any(|who| parts.iter().any(|part| lives(part, &who)))
}

/// `If Archer attacks me and he doesn't`: whether a condition asks a deed and its denial of one person.
fn denies_itself(condition: &Condition<Written>) -> bool {
    let Condition::All(parts) = condition else { return false };
    let denied_deed = |part: &Condition<Written>| match part {
        Condition::Not(inner) => match &**inner {
            Condition::Is(Predicate::Did(deed)) => Some(deed.clone()),
            _ => None,
        },
        _ => None,
    };
    let is_same = |part: &Condition<Written>, denied: &Deed<Written>| match part {
        Condition::Is(Predicate::Did(deed)) => {
            deed.act == denied.act && (denied.who == Who::Antecedent || deed.who == denied.who)
        }
        _ => false,
    };
    parts.iter().filter_map(denied_deed).any(|denied| parts.iter().any(|part| is_same(part, &denied)))
}

/// `If Illya attacks Rin, use Quick Hand on her and Mend on her.`: whether a branch strikes and helps one person, where
/// pronouns stand for their name.
fn helps_whom_it_harms(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> bool {
    let words = words.to_lowercase();
    let is_help = |action: &Action<Written>| {
        matches!(action.kind, ActionKind::Use { .. } | ActionKind::UseItem { .. } | ActionKind::Give { .. })
            && !is_attack(&action.kind, actor)
    };
    order.body.branches.iter().any(|branch| {
        let people = |helps: bool| {
            let actions = branch.actions.iter().filter(move |action| match helps {
                true => is_help(action),
                false => is_attack(&action.kind, actor),
            });
            actions.flat_map(|action| action.kind.people())
        };
        let is_bound = |who: &Who<Written>| match who {
            Who::Named(name) => words.matches(&name.text.to_lowercase()).count() < 2,
            Who::Antecedent => true,
            _ => false,
        };
        people(true).any(|helped| is_bound(helped) && people(false).any(|harmed| harmed == helped))
    })
}
