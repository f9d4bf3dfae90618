//! One order in place of another: `A. If C, B instead.`, `Attack Lancer, or Archer if C`, `…, else Archer`.

use super::order_builder::{ClauseContext, OrderBuilder, negate, to_guard};
use crate::language::condition::{Condition, Name, Predicate, Property, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Body, Branch, Order, Target, Times};
use crate::language::order_text::action_text;
use crate::language::orders::clause::verb_frame::parse_times;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::letter::parsed::FaultyOrder;
use crate::language::orders::people::continued_actor::unclear_actor_error;
use crate::language::orders::people::pronouns;
use crate::language::orders::{NameBook, NameKind, OrderFileReader, ReadOrder, Rule, codes};
use crate::language::pairs::Pair;
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// Returns an order that was read, or an error if the orders above make it ambiguous.
    pub(in crate::language::orders) fn check_against_orders_above(
        &self,
        parsed: ReadOrder,
        span: Span,
    ) -> Result<ReadOrder, OrderError> {
        let (order, words, above) = (&parsed.0, self.text(span), self.parsed.orders.as_slice());
        if let Some(fault) = self.find_lean_on_prohibition(span) {
            return Err(fault.into());
        }
        if says_instead(words) && could_replace_another_order(order, above, self.prepared.names) {
            return Err(unclear_replacement_error(order.span).into());
        }
        if says_instead(words) && asks_of_other_target(order, above) {
            return Err(unclear_replacement_error(order.span).into());
        }
        if says_instead(words) && leaves_number_open(order, words) {
            return Err(unclear_number_error(order.span).into());
        }
        let before = self.prepared.text.get(..span.start).unwrap_or_default().trim_end();
        let is_within_sentence = before.ends_with([';', ',']) || before.ends_with(" and");
        if follows_several_conditions(order, words, above, is_within_sentence) {
            return Err(unclear_last_otherwise_error(order.span).into());
        }
        if has_pronoun_for_either(order, words, self.prepared.names) {
            return Err(unclear_alternative_target_error(order.span).into());
        }
        if let Some(other) = self.find_actor_continued(order, span) {
            return Err(unclear_actor_error(order, &other).into());
        }
        if waits_for_first_of_two(order, words) {
            return Err(unclear_otherwise_error(order.span).into());
        }
        // What somebody would do is refused for that alone (R198).
        if has_same_alternatives(order) && !words.to_lowercase().contains(" would ") {
            return Err(same_alternatives_error(order.span).into());
        }
        let of_actor = |unread: &FaultyOrder| unread.actor == order.actor.text;
        let has_unread = self.parsed.unread.iter().any(of_actor) || !self.forbidden.is_empty();
        if excludes_people_above(order, words, above, (has_unread, self.prepared.names)) {
            return Err(unclear_exclusion_error(order.span).into());
        }
        Ok(parsed)
    }
}

impl OrderBuilder<'_> {
    /// `A. If C, B instead.` and `A, or B if C`: B if C holds, else A.
    pub(in crate::language::orders) fn build_instead(
        &mut self,
        pair: &Pair<'_, Rule>,
        actions: Vec<Action<Written>>,
        context: ClauseContext,
        branches: &mut Vec<Branch<Written>>,
    ) -> Result<(), OrderError> {
        let replacements = match pair.as_rule() {
            Rule::other_np => self.retargeted_actions(pair, &actions)?,
            _ => self.replacement_actions(pair, &actions, &context)?,
        };
        let mut guards = context.guards.clone();
        for part in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::condition) {
            let mut condition = self.read_condition(part)?;
            if let Some(person) = self.only_character_named(&actions) {
                pronouns::resolve_antecedent(&mut condition, &person);
            }
            guards.push(to_guard(condition, false));
        }
        let otherwise = context.guards.into_iter().chain(guards.last().map(negate)).collect();
        branches.push(Branch { guards, actions: replacements });
        branches.push(Branch { guards: otherwise, actions });
        Ok(())
    }

    /// The actions done instead; they must be of the same kind as what they replace.
    fn replacement_actions(
        &mut self,
        pair: &Pair<'_, Rule>,
        actions: &[Action<Written>],
        context: &ClauseContext,
    ) -> Result<Vec<Action<Written>>, OrderError> {
        let span = self.reader.original_span(pair);
        let note = "write `If C, A; otherwise, B.`";
        if let Some(why) = find_instead_question(actions, context) {
            return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, why).note(note).into());
        }
        let mut replacements = Vec::new();
        for part in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::order_action) {
            let (mut more, restricted_to) = self.build_clause_actions(part, &context.delay)?;
            if restricted_to.is_some() {
                return Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, "where is this done instead?")
                    .note(note)
                    .into());
            }
            replacements.append(&mut more);
        }
        // `Cut Archer. If C, Surge instead.`: a blow at nobody is at whom the other is.
        if let [replaced] = actions {
            replacements.iter_mut().for_each(|action| self.aim_where_nothing_is_said(action, &replaced.kind));
        }
        // A replacement without a delay takes the delay of the action that it replaces.
        if let [replaced] = actions {
            replacements
                .iter_mut()
                .filter(|action| action.delay.is_none())
                .for_each(|action| action.delay = replaced.delay.clone());
        }
        match are_of_one_kind(&replacements, actions) {
            true => Ok(replacements),
            false => {
                let message = "instead of what? the order before this one is of another kind";
                Err(Diagnostic::error(codes::NOT_UNDERSTOOD, span, message).note(note).into())
            }
        }
    }

    /// Gives a harmful skill that says no target the target of what it replaces.
    fn aim_where_nothing_is_said(&self, action: &mut Action<Written>, replaced: &ActionKind<Written>) {
        let ActionKind::Use { skill, targets, destination: None, .. } = &mut action.kind else { return };
        let is_own_blow = self.names.is(&skill.text, NameKind::Skill) && !self.names.does_no_harm(&skill.text);
        let strikes = matches!(replaced, ActionKind::Attack { .. })
            || matches!(replaced, ActionKind::Use { skill, .. } if !self.names.does_no_harm(&skill.text));
        let is_one_blow = replaced.facts().times == Times::ONCE && replaced.targets().len() == 1;
        if targets.is_empty() && is_own_blow && strikes && is_one_blow {
            *targets = replaced.targets().to_vec();
        }
    }

    /// The single preceding action, aimed at another target or done another number of times.
    pub(in crate::language::orders) fn retargeted_actions(
        &self,
        pair: &Pair<'_, Rule>,
        actions: &[Action<Written>],
    ) -> Result<Vec<Action<Written>>, OrderError> {
        let led_phrase = pair.clone().into_inner().find(|p| p.as_rule() == Rule::led_np);
        let np = led_phrase.and_then(|p| p.into_inner().find(|p| p.as_rule() == Rule::np));
        let targets = np.map_or_else(Vec::new, |np| self.read_targets(np));
        let times = pair.clone().into_inner().find(|p| p.as_rule() == Rule::so_often).map(|p| parse_times(&p));
        let done = match (actions, times) {
            ([action], Some(often)) => action.kind.with_times(often).map(|kind| Action { kind, ..action.clone() }),
            ([action], None) => action.kind.aimed_at(&targets).map(|kind| Action { kind, ..action.clone() }),
            _ => None,
        };
        done.map(|action| vec![action]).ok_or_else(|| self.unclear_repetition_error(pair))
    }

    /// `… and then on Archer as often as possible`: the action before it, so often on another target.
    pub(in crate::language::orders) fn retargeted_repetition(
        &self,
        pair: &Pair<'_, Rule>,
        actions: &[Action<Written>],
    ) -> Result<Action<Written>, OrderError> {
        let inner = || pair.clone().into_inner();
        let targets = inner().find(|p| p.as_rule() == Rule::np).map_or_else(Vec::new, |np| self.read_targets(np));
        let times = inner().find(|p| p.as_rule() == Rule::so_often).map(|p| parse_times(&p));
        let repeated = |action: &Action<Written>| {
            let kind = action.kind.aimed_at(&targets)?.with_times(times?)?;
            Some(Action { kind, ..action.clone() })
        };
        actions.last().and_then(repeated).ok_or_else(|| self.unclear_repetition_error(pair))
    }

    fn unclear_repetition_error(&self, pair: &Pair<'_, Rule>) -> OrderError {
        let message = "what is done to this one, or there?";
        Diagnostic::error(codes::NOT_UNDERSTOOD, self.reader.original_span(pair), message)
            .note("write it whole: `If C, A; otherwise, B.`")
            .into()
    }

    /// `…, else Archer`: the branch for the target that is struck if the condition does not hold.
    pub(in crate::language::orders) fn build_else_branch(
        &self,
        pair: &Pair<'_, Rule>,
        actions: &[Action<Written>],
        context: &ClauseContext,
        condition: Option<&Condition<Written>>,
    ) -> Result<Branch<Written>, OrderError> {
        // `…, or on Archer if he is not`: if the condition has several statements, the denial is ambiguous.
        let elided = pair.clone().into_inner().find(|p| p.as_rule() == Rule::o_not_so);
        if let Some(words) = elided
            && !condition.is_some_and(|condition| is_denied_by(words.as_str(), condition))
        {
            let message = "if not what? the condition before it says several things, or denies one";
            return Err(Diagnostic::error(codes::WHOM, self.reader.original_span(&words), message)
                .note("write `If C, A; otherwise, B.`")
                .into());
        }
        let actions = self.retargeted_actions(pair, actions)?;
        let guards = context.guards.iter().cloned().chain(condition.map(negate)).collect();
        Ok(Branch { guards, actions })
    }

    /// `If C, stay in the Park; otherwise, flee`: the `otherwise` denies `C` alone, so the guard for the place needs
    /// care. Staying needs no place. Purchases in both branches are made at the same shop. For anything else the place
    /// could belong to either branch, which is an error.
    pub(in crate::language::orders) fn resolve_location_of_alternatives(
        &self,
        body: &mut Body<Written>,
    ) -> Result<(), OrderError> {
        self.resolve_location_of_each_case(body)?;
        for index in 0..body.branches.len() {
            let next = body.branches.get(index + 1).map(|branch| branch.guards.len());
            let Some(branch) = body.branches.get_mut(index) else { continue };
            let Some(location) = last_location(branch) else { continue };
            if next.is_none_or(|next| next >= branch.guards.len()) {
                continue;
            }
            if branch.actions.iter().all(|action| action.kind == ActionKind::Stay) {
                branch.guards.pop();
                continue;
            }
            let span = location.span;
            let shop = branch.guards.pop();
            if !body.actions().all(|action| matches!(action.kind, ActionKind::Buy { .. })) {
                return Err(self.ambiguous_location_error(span).into());
            }
            body.branches.iter_mut().for_each(|branch| branch.guards.splice(..0, shop.clone()).for_each(drop));
        }
        Ok(())
    }

    /// `If C, buy a Splint at the Mall; otherwise, buy Pills at the Mall`: a place that every case names is asked
    /// first, so that the `otherwise` is of `C` in the canonical words too.
    fn resolve_location_of_each_case(&self, body: &mut Body<Written>) -> Result<(), OrderError> {
        let locations: Vec<&Name> = body.branches.iter().filter_map(last_location).collect();
        let [first, rest @ ..] = locations.as_slice() else { return Ok(()) };
        if rest.is_empty() || locations.len() < body.branches.len() {
            return Ok(());
        }
        if rest.iter().any(|location| location.text != first.text) {
            let message = "each case names its own place: of which is the `otherwise`?";
            let fault = Diagnostic::error(codes::NOT_UNDERSTOOD, first.span, message);
            return Err(fault.note("write two orders: `If C, A at the Mall.`, `Unless C, B at the Hospital.`").into());
        }
        for branch in &mut body.branches {
            let location = branch.guards.pop();
            branch.guards.splice(..0, location);
        }
        Ok(())
    }

    /// The error for an order that names a place for one of two alternatives.
    pub(in crate::language::orders) fn ambiguous_location_error(&self, span: Span) -> Diagnostic {
        Diagnostic::error(codes::NOT_UNDERSTOOD, span, "is this said of what is done instead, too?")
            .note("write `If C, A; otherwise, B.`, each with its place")
    }
}

/// The location that the last guard of a branch asks of the actor.
fn last_location(branch: &Branch<Written>) -> Option<&Name> {
    let Condition::Is(Predicate::IsIn(Who::User, Some(location))) = branch.guards.last()? else { return None };
    Some(location)
}

/// Whether `not`, `she isn't` or `I am not` denies this condition: it must be one statement about the right person.
fn is_denied_by(words: &str, condition: &Condition<Written>) -> bool {
    let Condition::Is(statement) = condition else { return false };
    match words.split_whitespace().next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "not" => true,
        "i" => statement.subject() == Some(&Who::User),
        _ => statement.subject() != Some(&Who::User),
    }
}

/// Whether two lists of actions can replace each other: attacks for attacks, movement for movement.
fn are_of_one_kind(one: &[Action<Written>], other: &[Action<Written>]) -> bool {
    let kind = |action: &Action<Written>| match &action.kind {
        ActionKind::Attack { .. } | ActionKind::Use { .. } | ActionKind::UseItem { .. } => 0,
        ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay => 1,
        _ => 2,
    };
    let kinds = one.iter().chain(other).map(kind).collect::<std::collections::BTreeSet<_>>();
    kinds.len() == 1
}

/// `Attack Lancer or Archer if Lancer is gone`: whether a condition behind a choice is about one of the targets to
/// choose from.
pub(in crate::language::orders) fn asks_about_one_choice(
    condition: &Condition<Written>,
    actions: &[Action<Written>],
) -> bool {
    let statements = condition.statements();
    let is_subject = |who: &Who<Written>| statements.iter().any(|said| said.subject() == Some(who));
    actions.iter().flat_map(|action| action.kind.targets()).any(|target| match target {
        Target::Character(Who::OneOf(list)) => list.iter().any(is_subject),
        Target::Character(_) | Target::Location(_) | Target::Here => false,
    })
}

/// `Use Excalibur on Lancer and Archer if Archer is here`: whether a condition behind several targets is about the last
/// of them alone.
pub(in crate::language::orders) fn asks_only_about_last_target(
    condition: &Condition<Written>,
    actions: &[Action<Written>],
    names: &NameBook,
) -> bool {
    let statements = condition.statements();
    let subjects: Vec<&Who<Written>> = statements.iter().filter_map(|said| said.subject()).collect();
    let is_last = |who: &Who<Written>| !subjects.is_empty() && subjects.iter().all(|subject| *subject == who);
    actions.iter().any(|action| match action.kind.targets() {
        // One's own people are taken along or healed together or not at all.
        [_, .., Target::Character(last @ Who::Named(name))] => is_last(last) && !names.is(&name.text, NameKind::Own),
        _ => false,
    })
}

/// The question that `instead` leaves open behind an order with a condition, an awaited deed or several actions.
fn find_instead_question(actions: &[Action<Written>], context: &ClauseContext) -> Option<&'static str> {
    let waits_for_doer = |target: &Target<Written>| match target {
        Target::Character(who) => who.mentions(&|who| matches!(who, Who::WhoDid(done) if !done.is_past)),
        Target::Location(_) | Target::Here => false,
    };
    if !context.guards.is_empty() {
        Some("instead in every case, or only where the condition before it holds?")
    } else if actions.len() > 1 {
        Some("instead of which of the two, or of both?")
    } else if actions.iter().flat_map(|action| action.kind.targets()).any(waits_for_doer) {
        Some("this waits for whoever does it: when is it asked what is done instead?")
    } else {
        None
    }
}

fn says_instead(words: &str) -> bool {
    words.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("instead"))
}

/// `Attack Lancer. Mend Rin. If C, attack Archer instead.`: whether `instead` could replace an order above the last
/// one: one that is at least as much like what is done instead.
fn could_replace_another_order(order: &Order<Written>, above: &[Order<Written>], names: &NameBook) -> bool {
    let [new, replaced] = order.body.branches.as_slice() else { return false };
    let likeness = |actions: &[Action<Written>], others: &[Action<Written>]| {
        let pairs = actions.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
        pairs.filter_map(|(one, other)| likeness_of_actions(&one.kind, &other.kind, names)).max()
    };
    let likeness_of_replaced = likeness(&new.actions, &replaced.actions);
    let mut others = above.iter().filter(|other| other.actor == order.actor).flat_map(|other| &other.body.branches);
    others.any(|other| {
        let likeness_of_other = likeness(&new.actions, &other.actions);
        likeness_of_other.is_some() && likeness_of_other >= likeness_of_replaced
    })
}

/// `Surge Lancer. Cut Archer. If Lancer is gone, Cut Tokiomi instead.`: whether an order done instead of another
/// asks of the target of one above that.
fn asks_of_other_target(order: &Order<Written>, above: &[Order<Written>]) -> bool {
    let [_, replaced] = order.body.branches.as_slice() else { return false };
    let aims_at = |actions: &[Action<Written>], who: &Who<Written>| {
        let mut targets = actions.iter().flat_map(|action| action.kind.targets());
        targets.any(|target| matches!(target, Target::Character(of) if of == who))
    };
    let is_other = |who: &Who<Written>| {
        let mut others = above.iter().filter(|other| other.actor == order.actor).flat_map(|other| &other.body.branches);
        !aims_at(&replaced.actions, who) && others.any(|other| aims_at(&other.actions, who))
    };
    order.body.conditions().flat_map(pronouns::people_in).any(|who| matches!(who, Who::Named(_)) && is_other(who))
}

/// How much one action is like another, which it may replace: by what it is done with, then by its targets, then by
/// whether it does harm. `None` if it is no replacement.
fn likeness_of_actions(
    one: &ActionKind<Written>,
    other: &ActionKind<Written>,
    names: &NameBook,
) -> Option<(bool, bool, bool)> {
    let (Some(means), Some(means_of_other)) = (means_of_action(one), means_of_action(other)) else {
        return (std::mem::discriminant(one) == std::mem::discriminant(other)).then_some((false, false, false));
    };
    let is_named = |target: &&Target<Written>| matches!(target, Target::Character(Who::Named(_)));
    let shares_target = one.targets().iter().filter(is_named).any(|target| other.targets().contains(target));
    let is_harmless = |kind: &ActionKind<Written>, means: &str| {
        matches!(kind, ActionKind::UseItem { .. }) || names.does_no_harm(means)
    };
    let are_alike = is_harmless(one, &means) == is_harmless(other, &means_of_other);
    Some((means == means_of_other, shares_target, are_alike))
}

/// `Attack Lancer twice. If C, attack Archer instead.`: whether the number is said only of what is replaced.
fn leaves_number_open(order: &Order<Written>, words: &str) -> bool {
    const ONCE: [&str; 4] = ["once", "one", "1", "single"];
    let [new, replaced] = order.body.branches.as_slice() else { return false };
    let ([new], [replaced]) = (new.actions.as_slice(), replaced.actions.as_slice()) else { return false };
    let is_same_deed = means_of_action(&new.kind).is_some_and(|means| means_of_action(&replaced.kind) == Some(means));
    let last_sentence = words.rsplit(['.', ';']).find(|sentence| says_instead(sentence)).unwrap_or(words);
    let says_once = last_sentence
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| ONCE.iter().any(|once| once.eq_ignore_ascii_case(word)));
    let (times, times_replaced) = (new.kind.facts().times, replaced.kind.facts().times);
    is_same_deed && times == Times::ONCE && times_replaced != Times::ONCE && !says_once
}

/// `Attack Lancer. If Archer is here, attack him twice instead.` · `Attack Lancer unless Archer is dead. In that case,
/// use Surge on him.` · `Attack Lancer. If Flame was used on me, use Surge on him instead.`: whether a pronoun could
/// mean of whom the condition asks or whom the order before it names. Where the same is done to both, it means the
/// former.
fn has_pronoun_for_either(order: &Order<Written>, words: &str, names: &NameBook) -> bool {
    let words = words.to_lowercase();
    let follows_both = says_instead(&words) || words.contains("in that case") || words.contains("in which case");
    let [one, other] = order.body.branches.as_slice() else { return false };
    let ([action], [other_action]) = (one.actions.as_slice(), other.actions.as_slice()) else { return false };
    let target = |action: &Action<Written>| match action.kind.targets() {
        [Target::Character(who)] => Some(who.clone()),
        _ => None,
    };
    let named = match (target(action), target(other_action)) {
        (Some(Who::Antecedent), Some(Who::Named(name))) | (Some(Who::Named(name)), Some(Who::Antecedent)) => name,
        _ => return false,
    };
    let is_same_deed = means_of_action(&action.kind) == means_of_action(&other_action.kind)
        && action.kind.facts().times == other_action.kind.facts().times;
    let differ_in_sex = |name: &Name| match (names.sex(&name.text), names.sex(&named.text)) {
        (Some(sex), Some(other_sex)) => sex != other_sex,
        _ => false,
    };
    let asks_about_another = order.body.conditions().flat_map(pronouns::people_in).any(|who| match who {
        Who::Named(name) => *name != named && !differ_in_sex(name),
        Who::Any(_) | Who::OneOf(_) => true,
        _ => false,
    });
    follows_both && asks_about_another && !is_same_deed
}

/// `If Lancer is here, attack him. If Archer is here, attack him. Otherwise, move to Bridge.`: whether an `otherwise`
/// of its own sentence could be of the condition of the order above, too. So it could at the end of a sentence that has
/// both (`If C, A; if D, B; otherwise, E`).
fn follows_several_conditions(
    order: &Order<Written>,
    words: &str,
    above: &[Order<Written>],
    is_within_sentence: bool,
) -> bool {
    let words = words.to_lowercase();
    let has_own_sentence =
        is_within_sentence || [". otherwise", ". else", ". if not"].iter().any(|joint| words.contains(joint));
    let is_single_condition = |other: &Order<Written>| match other.body.branches.as_slice() {
        [branch] => other.actor == order.actor && !branch.guards.is_empty(),
        _ => false,
    };
    has_own_sentence && order.body.branches.len() > 1 && above.last().is_some_and(is_single_condition)
}

/// The error for an `otherwise` behind two conditions.
fn unclear_last_otherwise_error(span: Span) -> Diagnostic {
    let message = "otherwise than what: where the last condition fails, or where all of them do?";
    Diagnostic::error(codes::OTHERWISE_WITHOUT_IF, span, message)
        .note("the last: `If C, A. If D, B; otherwise, E.`; all: `If C, A; otherwise, if D, B; otherwise, E.`")
}

/// The error for a pronoun in one of two alternatives.
fn unclear_alternative_target_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, "whom does the word mean, whom the condition names or whom the order names?")
        .note("write the name in its place")
}

/// The error for an order done instead of another that says how often it is done.
fn unclear_number_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::HOW_MANY, span, "once, or as often as what it stands in the place of?")
        .note("write the number: `attack Archer once instead`, `attack Archer 2 times instead`")
}

/// `Cut Lancer. Use Excalibur on everybody else.` · `If Lancer attacks me, attack him. If another Servant attacks me,
/// use Parry.`: whether `else` or `another` leaves out somebody of whom a sentence above speaks. One that is not
/// understood (`has_unread`) could speak of anybody.
fn excludes_people_above(
    order: &Order<Written>,
    words: &str,
    above: &[Order<Written>],
    (has_unread, names): (bool, &NameBook),
) -> bool {
    let is_foreign = |who: &Who<Written>| match who {
        Who::Named(name) => !names.is(&name.text, NameKind::Own),
        Who::User | Who::Related(..) => false,
        Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent | Who::OneOf(_) => true,
        Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => true,
    };
    let speaks_of_others = |other: &Order<Written>| {
        let mut people = other.body.conditions().flat_map(pronouns::people_in);
        let mut targets = other.body.actions().flat_map(|action| action.kind.people());
        people.any(is_foreign) || targets.any(is_foreign)
    };
    let is_push = order.body.actions().any(|action| matches!(action.kind, ActionKind::Push(_)));
    says_other_people(words)
        && !is_push
        && (has_unread || above.iter().any(|other| other.actor == order.actor && speaks_of_others(other)))
}

/// Whether words speak of others than somebody, and do not say than whom: `someone else`, `another Servant`.
fn says_other_people(words: &str) -> bool {
    const ANYBODY: [&str; 10] =
        ["everybody", "everyone", "anybody", "anyone", "somebody", "someone", "nobody", "one", "who", "whoever"];
    const PEOPLE: [&str; 9] =
        ["servant", "master", "character", "opponent", "enemy", "foe", "person", "familiar", "attacker"];
    let words: Vec<String> = words.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).collect();
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !matches!(*word, "" | "enemy" | "hostile")).collect();
    words.windows(2).any(|pair| match pair {
        [who, "else"] => ANYBODY.contains(who),
        ["another", who] => PEOPLE.contains(who),
        _ => false,
    })
}

/// `When Archer attacks Rin, attack Archer, otherwise Lancer.`: whether an order that waits was read as a choice
/// between two targets by what can be struck, of which its `words` say nothing.
fn waits_for_first_of_two(order: &Order<Written>, words: &str) -> bool {
    let body = &order.body;
    let waits = body.read_at.awaited.is_some() || body.actions().any(|action| action.delay.awaited.is_some());
    let asks_spirit_form = |said: &&Predicate<Written>| matches!(said, Predicate::Has(_, Property::InSpiritForm));
    let mut asked = body.conditions().flat_map(Condition::statements);
    waits
        && body.branches.len() > 1
        && asked.any(|said| asks_spirit_form(&said))
        && !words.to_lowercase().contains("spirit")
}

/// The error for a second target of an order that waits.
fn unclear_otherwise_error(span: Span) -> Diagnostic {
    let message = "otherwise than what: where that does not happen, or where the first cannot be struck?";
    Diagnostic::error(codes::OTHERWISE_WITHOUT_IF, span, message)
        .note("where it does not happen: `If C, A; otherwise, B.` asks at the order's place")
}

/// Whether an order does the same where its condition holds and where it does not: a word in it means somebody else
/// than it was bound to.
fn has_same_alternatives(order: &Order<Written>) -> bool {
    let words = |branch: &Branch<Written>| branch.actions.iter().map(action_text).collect::<Vec<_>>();
    match order.body.branches.as_slice() {
        // `If C, A; otherwise, if D, A.` asks for either.
        [one, other] => other.guards.len() <= one.guards.len() && words(one) == words(other),
        _ => false,
    }
}

/// The error for an order that does the same in both cases.
fn same_alternatives_error(span: Span) -> Diagnostic {
    let message = "the same would be done whether this holds or not: whom does the word mean?";
    Diagnostic::error(codes::WHOM, span, message)
        .note("write the name in its place: `If C, attack Archer; otherwise, attack Lancer.`")
}

/// The error for `everybody else` below an order that names somebody.
fn unclear_exclusion_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, "other than whom? an order reads this as anybody but whoever acts")
        .note("write `every opponent except Lancer`, or `every opponent`")
}

/// The skill or item an action is done with, in lower case; empty for the basic attack, `None` for other actions.
fn means_of_action(kind: &ActionKind<Written>) -> Option<String> {
    match kind {
        ActionKind::Use { skill, .. } => Some(skill.text.to_lowercase()),
        ActionKind::UseItem { item, .. } => Some(item.text.to_lowercase()),
        ActionKind::Attack { .. } => Some(String::new()),
        _ => None,
    }
}

/// The error for an `instead` that could replace either of two orders.
fn unclear_replacement_error(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::WHOM,
        span,
        "instead of which order? it follows one, and another above is done the same way",
    )
    .note("write `If C, attack Archer; otherwise, attack Lancer.` in the place of that one")
}

/// The error for a condition that could apply to both targets or choose between them.
pub(in crate::language::orders) fn unclear_alternative_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, "is this asked before both, or does it choose between them?")
        .note("write `If Lancer is not here, attack Archer; otherwise, attack Lancer.`")
}

/// The error for a condition behind several targets that is about the last of them.
pub(in crate::language::orders) fn unclear_last_target_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::WHOM, span, "is this asked before all of it, or is the last of them a target only then?")
        .note("before all: put it first, `If C, use Excalibur on Lancer and Archer.`")
        .note("the last only then: `If C, use Excalibur on Lancer and Archer; otherwise, use Excalibur on Lancer.`")
}
