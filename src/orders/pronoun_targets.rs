//! Checks whom a pronoun means, as the target of an action and within a condition.

use super::action_checks::{affects_only_user, is_attack};
use super::targets::is_self;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Comparison, Condition, Deed, Predicate, Side, Tally, Who, Written};
use crate::language::order::{Action, ActionKind, Order, SpellObject, Target};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;

const SPEAKS_OF_SEVERAL: &str = "whom does the word mean here? the condition speaks of several";

/// Whether a statement holds only for several people: `two opponents attack me`, `at least 2 Servants are here`.
fn finds_several(statement: &Predicate<Written>) -> bool {
    let more_than_one = |bound: Comparison, number: u32| match bound {
        Comparison::AtLeast | Comparison::Exactly => number > 1,
        Comparison::Above => number > 0,
        Comparison::Below | Comparison::AtMost => false,
    };
    let (Predicate::DidOften(Tally::People, bound, number, _) | Predicate::Count(bound, number, ..)) = statement else {
        return false;
    };
    more_than_one(*bound, *number)
}

/// `An opponent attacks Rin and an opponent attacks me`: whether a condition finds one of a group twice, who need not
/// be the same.
fn finds_two_of_a_group(condition: &Condition<Written>) -> bool {
    let finds_one_of_a_group = |part: &&Condition<Written>| match part {
        Condition::Is(statement) => matches!(statement.subject(), Some(Who::Any(_))),
        Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) => false,
    };
    match condition {
        Condition::All(parts) => {
            parts.iter().filter(finds_one_of_a_group).count() > 1 || parts.iter().any(finds_two_of_a_group)
        }
        Condition::AnyOf(parts) => parts.iter().any(finds_two_of_a_group),
        Condition::Not(_) | Condition::Is(_) => false,
    }
}

/// Why a pronoun cannot be the target of an action.
struct PronounFault {
    code: &'static str,
    message: String,
    note: Option<&'static str>,
}

impl PronounFault {
    fn whom(message: &str, note: &'static str) -> PronounFault {
        PronounFault { code: codes::WHOM, message: message.to_owned(), note: Some(note) }
    }
}

/// An action whose target is `that character`, with the conditions that may find them.
struct PronounTarget<'o> {
    kind: &'o ActionKind<Written>,
    actor: &'o OwnCharacter,
    statements: Vec<&'o Predicate<Written>>,
    /// The people whom the statements are about, apart from the actor.
    subjects: Vec<&'o Who<Written>>,
    /// Whether the action may harm its target.
    is_harmful: bool,
}

impl PronounTarget<'_> {
    /// The people to whom something is done.
    fn objects(&self) -> impl Iterator<Item = &Who<Written>> {
        self.statements.iter().filter_map(|statement| statement.deed().and_then(Deed::object))
    }

    /// `When I attack an opponent, use Quick Hand on it`: whether only a deed of the actor tells of somebody, which
    /// identifies nobody else.
    fn tells_of_own_deed_alone(&self) -> bool {
        let is_deed_of_actor = |statement: &&Predicate<Written>| {
            let object = statement.deed().filter(|deed| deed.who == Who::User).and_then(Deed::object);
            object.is_some_and(|whom| !matches!(whom, Who::User | Who::Antecedent))
        };
        self.subjects.is_empty() && self.statements.iter().any(is_deed_of_actor)
    }

    /// `If Rin is attacked, use Guard on her`, for a skill that affects only its user: whom it cannot affect.
    fn other_than_user(&self) -> Option<&Who<Written>> {
        let first = self.subjects.first().filter(|_| affects_only_user(self.kind, self.actor))?;
        (!is_self(first, self.actor)).then_some(*first)
    }

    /// Whether the object of a deed could be meant as well: `If Lancer attacks an opponent, attack them`, and any
    /// object if the action helps.
    fn may_mean_object(&self) -> bool {
        let is_foreign_group = |who: &Who<Written>| who.group().is_some_and(|group| group.side != Side::Allies);
        let is_another = |who: &Who<Written>| !matches!(who, Who::Antecedent | Who::User);
        !self.subjects.is_empty()
            && self.objects().any(|who| is_foreign_group(who) || (!self.is_harmful && is_another(who)))
    }
}

impl Checker<'_> {
    /// `If Rin is attacked, attack them`: checks whom a pronoun means. It means the first person in the condition; if
    /// that is one's own side, or there are several candidates, it is rejected.
    pub(super) fn check_pronoun_targets(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) {
        let Some(PronounFault { code, message, note }) = self.find_pronoun_fault(order, action, actor) else { return };
        let diagnostic = self.push_error(code, action.span, message);
        diagnostic.notes.extend(note.map(str::to_owned));
    }

    fn find_pronoun_fault(
        &self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) -> Option<PronounFault> {
        let is_receiver = points_back_as_receiver(&action.kind);
        if !is_receiver && !action.kind.targets().iter().any(points_back) {
            return None;
        }
        let statements: Vec<_> = order.body.conditions().flat_map(|condition| condition.statements()).collect();
        if is_receiver && statements.is_empty() {
            return Some(PronounFault {
                code: codes::NOBODY_MEANT,
                message: "nobody stands before this whom `that character` could mean".to_owned(),
                note: Some("write the name; `he`, `she` and `they` are whom a condition before it found"),
            });
        }
        let identifies_somebody = |who: &&Who<Written>| !matches!(who, Who::User | Who::Antecedent);
        let mut subjects: Vec<_> =
            statements.iter().filter_map(|statement| statement.subject()).filter(identifies_somebody).collect();
        subjects.dedup();
        let is_harmful = match &action.kind {
            ActionKind::Use { .. } | ActionKind::UseItem { .. } | ActionKind::Give { .. } => {
                is_attack(&action.kind, actor)
            }
            _ => true,
        };
        let pronoun = PronounTarget { kind: &action.kind, actor, statements, subjects, is_harmful };
        if pronoun.tells_of_own_deed_alone() {
            return Some(PronounFault::whom(
                "whom does the word mean? whoever it is done to is not found by it",
                "write the name, or `whoever I attacked`",
            ));
        }
        if let Some(other) = pronoun.other_than_user() {
            let words = order_text::target_text(&Target::Character(Who::clone(other)));
            let message = format!("this works on its user alone, not on `{words}`");
            return Some(PronounFault { code: codes::WRONG_TARGET_KIND, message, note: None });
        }
        if !is_harmful && pronoun.statements.iter().any(|statement| self.could_be_own(statement)) {
            return Some(PronounFault::whom(
                "whom does the word mean? anybody may be of one's own side",
                "write `an opponent` or `an ally` in the condition",
            ));
        }
        let finds_several_people = pronoun.statements.iter().any(|statement| finds_several(statement))
            || order.body.conditions().any(finds_two_of_a_group);
        let harms_own = is_harmful && pronoun.subjects.iter().any(|who| self.includes_own(who));
        // `Archer is in the same place as Lancer`.
        let is_beside_another = |statement: &&Predicate<Written>| matches!(statement, Predicate::IsWith(one, other) if identifies_somebody(&one) && identifies_somebody(&other));
        let is_unclear = pronoun.statements.iter().any(is_beside_another)
            || pronoun.subjects.len() > 1
            || finds_several_people
            || harms_own
            || pronoun.may_mean_object();
        let note = match harms_own {
            true => "whom one of your own attacks: `Use SKILL on whoever Saber attacks.`; or write a name",
            false => "name the target, or say `an opponent`, `whoever attacked Rin`",
        };
        is_unclear.then(|| PronounFault::whom(SPEAKS_OF_SEVERAL, note))
    }

    /// Whether words for anybody could find one of one's own side. They mean an opponent only as the target of an
    /// attack (A255), and whoever attacks one's own is an opponent.
    fn could_be_own(&self, statement: &Predicate<Written>) -> bool {
        let is_anybody = statement.subject().and_then(Who::group).is_some_and(|group| group.side == Side::Anyone);
        let object = statement.deed().and_then(Deed::object);
        is_anybody && !object.is_some_and(|whom| *whom == Who::User || self.is_own(whom))
    }

    /// Whether words name one's own character. With `Saber or Lancer` the attack is at whichever of them the condition
    /// holds for, even one's own.
    fn includes_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::OneOf(people) => people.iter().any(|who| self.is_own(who)),
            who => self.is_own(who),
        }
    }

    fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::Named(name) => self.view.own.iter().any(|own| canonical_names::same_name(&own.name, &name.text)),
            Who::Related(_, related_to) => **related_to == Who::User,
            _ => false,
        }
    }

    /// `If Caster is here and Lancer is here and he attacks me`: rejects a pronoun in a condition that could mean
    /// several.
    pub(super) fn check_pronouns_in_conditions(&mut self, order: &Order<Written>) {
        for condition in order.body.conditions() {
            let statements = condition.statements();
            let Some(index) = statements.iter().position(|statement| has_pronoun(statement)) else { continue };
            let earlier = statements.iter().take(index);
            let mut candidates: Vec<_> = earlier
                .flat_map(|statement| statement.subject().into_iter().chain(statement.deed().and_then(Deed::object)))
                .collect();
            candidates.retain(|who| !matches!(who, Who::User | Who::Antecedent));
            candidates.dedup();
            // `An opponent attacks their Master`: the same words find both.
            let is_related_to_doer = statements.get(index).and_then(|statement| statement.deed()).is_some_and(|deed| {
                let is_relative = |whom: &Who<Written>| matches!(whom, Who::Related(_, of) if **of == Who::Antecedent);
                deed.who != Who::Antecedent && deed.object().is_some_and(is_relative)
            });
            if candidates.is_empty() && is_related_to_doer {
                self.push_error(codes::WHOM, order.span, "whose? no order asks of somebody's own Master or Servant so")
                    .notes
                    .push("write the names: `if Lancer attacks Lancer's Master`".to_owned());
            }
            if candidates.len() > 1 {
                self.push_error(codes::WHOM, order.span, SPEAKS_OF_SEVERAL)
                    .notes
                    .push("write the name again".to_owned());
            }
        }
    }
}

/// Whether a statement says of `that character` that they do something, or that it is done to them.
pub(super) fn has_pronoun(statement: &Predicate<Written>) -> bool {
    let object = statement.deed().and_then(Deed::object);
    statement.subject().into_iter().chain(object).any(Who::says_they)
}

fn points_back(target: &Target<Written>) -> bool {
    matches!(target, Target::Character(who) if who.says_they())
}

/// Whether `that character` gets an item or is the object of a Command Spell.
fn points_back_as_receiver(kind: &ActionKind<Written>) -> bool {
    match kind {
        ActionKind::Give { to, .. } => to.says_they(),
        ActionKind::Command { object: SpellObject::Character(whom), .. } => whom.says_they(),
        _ => false,
    }
}
