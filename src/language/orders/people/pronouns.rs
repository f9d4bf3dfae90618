//! Resolves `he`, `she` and `they` behind an order to the character whom the order is about.
//!
//! `Use Barbed Spear on Caster, but only if she is still here.` If the condition names nobody whom the word could mean
//! and the order names only one character, the word means that character.

use crate::language::condition::{Act, Condition, Deed as Done, Name, Predicate, Relation, Side, Who, Written};
use crate::language::conditions::is_any_of_several;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Target};
use crate::language::pairs::{Pair, Pairs};
use crate::language::span::Span;
use crate::language::visit::VisitMut;

use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{ConditionReader, NameKind, Rule, codes};

/// The only character that actions name: their target, or the Servant they command.
pub(in crate::language::orders) fn only_character_named(actions: &[Action<Written>]) -> Option<Who<Written>> {
    let mut named: Vec<&Who<Written>> = actions.iter().flat_map(|action| action.kind.people()).collect();
    named.dedup();
    match named.as_slice() {
        [one @ Who::Named(_)] => Some((*one).clone()),
        // Beside `Lancer's Master` a pronoun could mean either person.
        [one @ Who::Related(Relation::Master | Relation::Servant | Relation::Partner, of)] if **of == Who::User => {
            Some((*one).clone())
        }
        _ => None,
    }
}

/// Whether actions name anybody but the actor, or wait for an event.
pub(in crate::language::orders) fn names_others(actions: &[Action<Written>]) -> bool {
    actions
        .iter()
        .any(|action| action.delay.awaited.is_some() || action.kind.people().into_iter().any(|who| *who != Who::User))
}

impl OrderBuilder<'_> {
    /// `If Lancer is here, attack Archer when he attacks me`: rejects a pronoun in what an action waits for, if it
    /// could mean its target or somebody of a condition before it.
    pub(in crate::language::orders) fn reject_second_awaited_person(
        &self,
        action: &Action<Written>,
        target: &Who<Written>,
    ) -> Result<(), OrderError> {
        let (Some(event), Who::Named(target)) = (&action.delay.awaited, target) else { return Ok(()) };
        let is_in_event = |name: &Name| people_in(event).contains(&&Who::Named(name.clone()));
        let differs_in_sex = |name: &Name| match (self.names.sex(&name.text), self.names.sex(&target.text)) {
            (Some(sex), Some(sex_of_target)) => sex != sex_of_target,
            _ => false,
        };
        let is_another = |name: &&Name| *name != target && !is_in_event(name) && !differs_in_sex(name);
        if !mentions_antecedent(event) || !self.names_in_conditions.iter().any(|name| is_another(&name)) {
            return Ok(());
        }
        let message = "whom does the word mean in what is waited for, the target or whom the condition names?";
        Err(Diagnostic::error(codes::WHOM, action.span, message).note("write the name in its place").into())
    }

    /// The only character that actions name. The quote of an unknown Command Spell may name another, as in `Defend
    /// Illya!`.
    pub(in crate::language::orders) fn only_character_named(
        &self,
        actions: &[Action<Written>],
    ) -> Option<Who<Written>> {
        let names_another = actions.iter().any(|action| match &action.kind {
            ActionKind::Command { spell, .. } => !self.names.is(&spell.text, NameKind::CommandSpell),
            _ => false,
        });
        if names_another { None } else { only_character_named(actions) }
    }

    /// `If Lancer is hit by Archer, attack him`: `him` is Lancer (A260), though the tree has Archer as the subject.
    pub(in crate::language::orders) fn resolve_pronouns_of_passives(
        &self,
        whole: Pairs<'_, Rule>,
        body: &mut Body<Written>,
    ) -> Result<(), OrderError> {
        if !body.branches.iter().any(|branch| targets_antecedent(&branch.actions)) {
            return Ok(());
        }
        // `That character` is the doer; `him` and `her` are ambiguous.
        let has_pronoun = has_pronoun_as_target(&whole);
        let all: Vec<_> = whole.flatten().collect();
        if let Some(doubt) = self.find_attacker_or_victim(body).filter(|_| has_pronoun) {
            return Err(doubt.into());
        }
        let is_passive_of_several = |p: &&Pair<'_, Rule>| p.as_rule() == Rule::about_all && passive_form(p).is_some();
        if let Some(about) = all.iter().find(is_passive_of_several) {
            return Err(self
                .ambiguous_pronoun_error(about, "whom do the words mean, all who were struck or whoever strikes?")
                .into());
        }
        let says_attacker = all.iter().any(|p| p.as_rule() == Rule::the_attacker);
        let statements: Vec<_> = all.into_iter().filter(|p| p.as_rule() == Rule::about).collect();
        let mut mentioned: Vec<Who<Written>> = Vec::new();
        let mut meant = None;
        for about in &statements {
            let Some(subject) = about.clone().into_inner().next() else { continue };
            let is_plural = |p: &Pair<'_, Rule>| p.as_rule() == Rule::kind && p.as_str().trim_end().ends_with('s');
            if is_any_of_several(&subject) || subject.clone().into_inner().flatten().any(|p| is_plural(&p)) {
                return Err(self.ambiguous_pronoun_error(about, "whom does the word mean, all of them or one?").into());
            }
            let who = self.reader.build_who(subject);
            if matches!(who, Who::User | Who::Antecedent) {
                continue;
            }
            if matches!(&who, Who::OneOf(list) if list.contains(&Who::User)) {
                return Err(self
                    .ambiguous_pronoun_error(about, "whom does the word mean, whoever acts or another?")
                    .into());
            }
            let is_own_side = self.is_own(&who);
            if !mentioned.contains(&who) {
                mentioned.push(who.clone());
            }
            match passive_form(about) {
                // The attacker of one's own character is the one to strike back at.
                Some(Passive::ByNamed) if is_own_side => {}
                Some(_) if says_attacker => {}
                // `If Archer is attacked by an opponent, attack that opponent`.
                Some(Passive::ByNamed) if !has_pronoun && !is_done_by_named(body, &who) => {
                    return Err(self
                        .ambiguous_pronoun_error(
                            about,
                            "whom does the word mean, whoever is struck or whoever strikes?",
                        )
                        .into());
                }
                Some(_) => meant = Some((about, who)),
                None => {}
            }
        }
        match meant {
            None => Ok(()),
            Some((_, person @ (Who::Named(_) | Who::Related(..)))) if mentioned.len() == 1 => {
                for branch in &mut body.branches {
                    retarget_antecedent(&mut branch.actions, &person);
                }
                Ok(())
            }
            Some((about, _)) => Err(self
                .ambiguous_pronoun_error(about, "whom does the word mean, whoever is struck or whoever strikes?")
                .into()),
        }
    }

    /// `If Lancer attacks Illya, attack her`, `If Flame is used on Archer, attack him`: the error for a pronoun that
    /// could mean either of two strangers. If the victim is one's own, only the attacker is struck back.
    fn find_attacker_or_victim(&self, body: &Body<Written>) -> Option<Diagnostic> {
        let is_own = |who: &Who<Written>| self.is_own(who);
        let is_stranger = |who: &Who<Written>| match who {
            Who::OneOf(list) => list.iter().any(|one| *one != Who::Antecedent && !is_own(one)),
            who => *who != Who::Antecedent && !is_own(who),
        };
        let deeds = body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
        let subjects = body.conditions().flat_map(Condition::statements).filter_map(Predicate::subject);
        // `Illya's Servant is not here`: Illya, or her Servant?
        let is_described_by_another = |who: &Who<Written>| matches!(who, Who::Related(_, of) if **of != Who::User);
        let is_doubtful = deeds.into_iter().any(|deed| deed.object().is_some_and(is_stranger) && !is_own(&deed.who))
            || subjects.into_iter().any(is_described_by_another);
        is_doubtful.then(|| {
            let span = body.actions().next().map_or(Span::new(0, 0), |action| action.span);
            Diagnostic::error(codes::WHOM, span, "whom does the word mean, whoever does it or whom it is done to?")
                .note("write the name in its place")
        })
    }

    /// `If I see Lancer enter Spirit Form, attack`: the error for a verb that could be what is seen or the order.
    pub(in crate::language::orders) fn find_seen_deed_or_order(&self, whole: &Pair<'_, Rule>) -> Option<Diagnostic> {
        let all: Vec<_> = whole.clone().into_inner().flatten().collect();
        let seen = all.iter().filter(|p| matches!(p.as_rule(), Rule::detects | Rule::seen));
        let ends: Vec<usize> = seen.map(|p| p.as_span().start + p.as_str().trim_end().len()).collect();
        let follows = |body: &&Pair<'_, Rule>| {
            let start = body.as_span().start;
            let from = whole.as_span().start;
            let gap = |end: usize| whole.as_str().get(end.checked_sub(from)?..start.checked_sub(from)?);
            let between = |end: usize| gap(end).is_some_and(|gap| gap.trim().is_empty());
            body.as_rule() == Rule::order_body && ends.iter().any(|end| between(*end))
        };
        let body = all.iter().find(follows)?;
        let message = "is this what somebody is seen doing, or the order?";
        let fault = Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(body), message);
        Some(fault.note("of them: `If Lancer enters Spirit Form, …`; of the order: `If I see Lancer, …`"))
    }

    /// Whether somebody is on one's own side: by name, by a bond, or as an ally.
    pub(in crate::language::orders) fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => self.names.is(&name.text, NameKind::Own),
            Who::Related(_, of) => **of == Who::User,
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
            Who::OneOf(_)
            | Who::WhoDid(_)
            | Who::WhomDid(_)
            | Who::Antecedent
            | Who::Target
            | Who::SecondTarget
            | Who::Attacker => false,
        }
    }

    /// The error for a word that could mean several of the people in a statement.
    fn ambiguous_pronoun_error(&self, about: &Pair<'_, Rule>, message: &str) -> Diagnostic {
        Diagnostic::error(codes::WHOM, self.reader.original_span(about), message)
            .note("say whom: a name, `every opponent`, `an opponent`, `whoever attacked Lancer`")
    }
}

/// `If Lancer attacks Rin, use Cut on whoever attacked.`: `whoever` is Lancer, not anybody else who has attacked.
pub(in crate::language::orders) fn resolve_whoever_attacked(whole: &Pairs<'_, Rule>, body: &mut Body<Written>) {
    let says_whoever = whole
        .clone()
        .flatten()
        .any(|p| p.as_rule() == Rule::whoever && p.into_inner().any(|word| word.as_rule() == Rule::k_whoever));
    if !says_whoever {
        return;
    }
    let is_whoever_attacked = |who: &Who<Written>| match who {
        Who::WhoDid(deed) => !deed.is_first && matches!(deed.act, Act::Attacks(None)),
        _ => false,
    };
    for branch in &mut body.branches {
        let deeds = branch.guards.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
        if !deeds.into_iter().any(|deed| matches!(deed.act, Act::Attacks(Some(_))) && deed.who != Who::User) {
            continue;
        }
        for action in &mut branch.actions {
            if let ActionKind::Use { targets, .. } | ActionKind::Attack { targets, .. } = &mut action.kind {
                for target in targets {
                    if let Target::Character(who) = target
                        && is_whoever_attacked(who)
                    {
                        *who = Who::Antecedent;
                    }
                }
            }
        }
    }
}

/// Whether an order asks about a deed done to somebody by a person whom it names.
fn is_done_by_named(body: &Body<Written>, victim: &Who<Written>) -> bool {
    let delays = body.actions().filter_map(|action| action.delay.awaited.as_ref());
    let conditions = body.conditions().chain(delays).chain(&body.read_at.awaited);
    let mut deeds = conditions.flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.any(|deed| deed.object() == Some(victim) && matches!(deed.who, Who::Named(_) | Who::Related(..)))
}

/// Whether a target of a sentence is a pronoun: `him`, `her`, `their`.
pub(in crate::language::orders) fn has_pronoun_as_target(whole: &Pairs<'_, Rule>) -> bool {
    let is_pronoun = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::k_they | Rule::k_their);
    whole.clone().flatten().any(|p| {
        matches!(p.as_rule(), Rule::np | Rule::it_on) && p.clone().into_inner().flatten().any(|p| is_pronoun(&p))
    })
}

/// Whether a target or recipient of actions is `that character`.
pub(in crate::language::orders) fn targets_antecedent(actions: &[Action<Written>]) -> bool {
    // A Command Spell is for a Servant wherever they are: no condition has to find them.
    let actions_with_targets = actions.iter().filter(|action| !matches!(action.kind, ActionKind::Command { .. }));
    actions_with_targets.flat_map(|action| action.kind.people()).any(|who| who.mentions(&|who| *who == Who::Antecedent))
}

/// Replaces `that character` by this person in the targets of actions.
pub(in crate::language::orders) fn retarget_antecedent(actions: &mut [Action<Written>], person: &Who<Written>) {
    actions.iter_mut().for_each(|action| AntecedentSubstitution(person).visit_action_kind(&mut action.kind));
}

/// Replaces `that character` by this person in a condition.
pub(in crate::language::orders) fn replace_antecedent(condition: &mut Condition<Written>, person: &Who<Written>) {
    AntecedentSubstitution(person).visit_condition(condition);
}

/// Replaces `that character` by this person in a description of a person.
pub(in crate::language::orders) fn replace_antecedent_in(who: &mut Who<Written>, person: &Who<Written>) {
    AntecedentSubstitution(person).visit_who(who);
}

/// A visitor that replaces `that character` by a person.
struct AntecedentSubstitution<'a>(&'a Who<Written>);

impl VisitMut<'_, Written> for AntecedentSubstitution<'_> {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Antecedent => *who = self.0.clone(),
            other => self.walk_who(other),
        }
    }
}

/// The form of a passive statement about a strike. The tree has the striker as its subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::language::orders) enum Passive {
    /// `Lancer is attacked by Archer`.
    ByNamed,
    /// `Lancer is hit`.
    ByAnyone,
}

/// Whether an `about` pair is in the passive, and in which form.
pub(in crate::language::orders) fn passive_form(about: &Pair<'_, Rule>) -> Option<Passive> {
    about.clone().into_inner().flatten().find_map(|p| match p.as_rule() {
        Rule::by_attack | Rule::by_damage | Rule::by_killing => Some(Passive::ByNamed),
        Rule::damaged => p.into_inner().any(|p| p.as_rule() == Rule::k_hit).then_some(Passive::ByAnyone),
        Rule::hurt => p.into_inner().any(|p| p.as_rule() == Rule::damage_word).then_some(Passive::ByAnyone),
        _ => None,
    })
}

/// Whether a condition refers to `that character`.
pub(in crate::language::orders) fn mentions_antecedent(condition: &Condition<Written>) -> bool {
    people_in(condition).iter().any(|who| who.mentions(&|who| *who == Who::Antecedent))
}

/// Whether a condition refers to `he` or `that character`, and to nobody else whom the word could mean.
pub(in crate::language::orders) fn has_only_pronouns(condition: &Condition<Written>) -> bool {
    let people = people_in(condition);
    let says_they = |who: &&Who<Written>| who.says_they();
    people.iter().any(says_they) && people.iter().all(|who| who.says_they() || **who == Who::User)
}

/// Whether a condition still refers to `that character` beside somebody else.
pub(in crate::language::orders) fn mentions_antecedent_and_others(condition: &Condition<Written>) -> bool {
    let says_they = |who: &&Who<Written>| who.mentions(&|who| *who == Who::Antecedent);
    let people = people_in(condition);
    people.iter().any(says_they) && !people.iter().all(says_they)
}

/// Whether a condition is only about states, not deeds.
pub(in crate::language::orders) fn asks_only_states(condition: &Condition<Written>) -> bool {
    condition.statements().iter().all(|statement| statement.deed().is_none())
}

/// The subjects of a condition, and the objects of its deeds.
pub(in crate::language::orders) fn people_in(condition: &Condition<Written>) -> Vec<&Who<Written>> {
    let mut found = Vec::new();
    for statement in condition.statements() {
        found.extend(statement.subject());
        found.extend(statement.deed().and_then(|deed| deed.object()));
    }
    found
}

/// Whether a condition is about `we`: the actor and one other, whom the tree names.
pub(in crate::language::orders) fn is_about_us(reader: &ConditionReader<'_>, whole: &Pairs<'_, Rule>) -> bool {
    let statements = whole.clone().flatten().filter(|pair| pair.as_rule() == Rule::about);
    statements.filter_map(|about| reader.find_known_two(about.into_inner())).any(|two| two.includes_user())
}

/// Replaces `that character` by this person, unless the word could mean somebody in the condition.
pub(in crate::language::orders) fn resolve_antecedent(condition: &mut Condition<Written>, person: &Who<Written>) {
    let statements = condition.statements();
    // `Lancer attacks him`: the doer is not the object.
    let asks_about_object = statements.iter().any(|said| is_done_to_antecedent(said));
    if statements.into_iter().any(|said| names_possible_antecedent(said) && !is_done_to_antecedent(said)) {
        return;
    }
    for statement in condition.statements_mut() {
        match statement {
            Predicate::Did(Done { act, who, .. }) | Predicate::DidOften(_, _, _, Done { act, who, .. })
                if *who != Who::Antecedent =>
            {
                if let Some(object @ Who::Antecedent) = act.object_mut() {
                    *object = person.clone();
                }
            }
            Predicate::Has(who @ Who::Antecedent, _)
            | Predicate::Becomes(who @ Who::Antecedent, _)
            | Predicate::Among(who @ Who::Antecedent, _)
            | Predicate::IsIn(who @ Who::Antecedent, _)
            | Predicate::Holds(who @ Who::Antecedent, _)
            | Predicate::Detects(_, who @ Who::Antecedent)
            | Predicate::Did(Done { who: who @ Who::Antecedent, .. })
            | Predicate::DidOften(_, _, _, Done { who: who @ Who::Antecedent, .. })
                if !asks_about_object =>
            {
                *who = person.clone();
            }
            Predicate::Has(..)
            | Predicate::Among(..)
            | Predicate::Becomes(..)
            | Predicate::Did(..)
            | Predicate::DidOften(..)
            | Predicate::IsIn(..)
            | Predicate::IsWith(..)
            | Predicate::IsOne(..)
            | Predicate::Count(..)
            | Predicate::Active(..)
            | Predicate::Holds(..)
            | Predicate::Detects(..)
            | Predicate::Night(..)
            | Predicate::SecondRound
            | Predicate::MoveCancelled(..)
            | Predicate::OwnSkillFailed(..)
            | Predicate::Pays(..)
            | Predicate::Chooses(..)
            | Predicate::UseInflicts(..)
            | Predicate::UseTargets(..)
            | Predicate::Ranks(_)
            | Predicate::Sheet(_)
            | Predicate::InLastTurn(..)
            | Predicate::HadDamage(..)
            | Predicate::DealtMore { .. }
            | Predicate::Would(..) => {}
        }
    }
}

/// Whether an order means somebody who is only found by night: `that character`, whoever did what it asks.
pub(in crate::language::orders) fn finds_people_by_night(body: &Body<Written>) -> bool {
    let is_found = |who: &Who<Written>| matches!(who, Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_));
    let mut people = body.actions().flat_map(|action| action.kind.people());
    people.any(|who| who.mentions(&is_found)) || body.conditions().any(mentions_antecedent)
}

/// Whether somebody else does something to `that character`.
fn is_done_to_antecedent(statement: &Predicate<Written>) -> bool {
    statement.deed().is_some_and(|done| done.who != Who::Antecedent && done.object() == Some(&Who::Antecedent))
}

/// Whether `he` could mean this person; nobody calls themselves `he`.
fn may_be_antecedent(who: &Who<Written>) -> bool {
    !matches!(who, Who::Antecedent | Who::User)
}

/// Whether a statement is about somebody whom `that character` could mean.
fn names_possible_antecedent(statement: &Predicate<Written>) -> bool {
    match statement {
        Predicate::Has(who, _)
        | Predicate::Becomes(who, _)
        | Predicate::IsIn(who, _)
        | Predicate::Among(who, _)
        | Predicate::Holds(who, _)
        | Predicate::DealtMore { by: who, .. }
        | Predicate::Detects(_, who) => may_be_antecedent(who),
        // The object of what `he` does is not `he`.
        Predicate::Did(done) | Predicate::DidOften(_, _, _, done) => may_be_antecedent(&done.who),
        Predicate::Night(..) | Predicate::SecondRound | Predicate::Active(_, None) => false,
        Predicate::Active(_, Some(_)) | Predicate::IsWith(..) | Predicate::IsOne(..) | Predicate::Count(..) => true,
        Predicate::MoveCancelled(_) | Predicate::OwnSkillFailed(_) | Predicate::Would(_) => true,
        Predicate::Pays(..) | Predicate::Chooses(_) | Predicate::UseInflicts(..) => true,
        Predicate::UseTargets(..) | Predicate::InLastTurn(..) | Predicate::HadDamage(..) => true,
        Predicate::Ranks(_) | Predicate::Sheet(_) => true,
    }
}
