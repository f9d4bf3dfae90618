//! Whom words without a name mean as a target, and attacks on one's own side (A255).

use super::action_checks::{affects_only_user, is_attack, uses_unknown_skill};
use super::targets::is_self;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Filter, Group, Predicate, Relation, Side, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::{OwnCharacter, View};

impl Checker<'_> {
    /// Narrows `anyone`, `everyone` and `a Servant` as targets to opponents.
    pub(super) fn narrow_targets(&mut self, order: &mut Order<Written>, actor: &OwnCharacter) {
        for action in order.body.actions_mut() {
            // Of a skill that is not known its name alone is said.
            let is_attack_action = is_attack(&action.kind, actor) || uses_unknown_skill(&action.kind, actor);
            let span = action.span;
            let targets = match &mut action.kind {
                ActionKind::Use { targets, .. }
                | ActionKind::Attack { targets, .. }
                | ActionKind::UseItem { targets, .. } => targets,
                _ => continue,
            };
            let mut first_change = None;
            for target in targets.iter_mut() {
                let before = order_text::target_text(target);
                if let Target::Character(who) = target
                    && narrow_to_opponents(who)
                {
                    first_change = first_change.or(Some((before, order_text::target_text(target))));
                }
            }
            let is_deed_object = |target: &Target<Written>| matches!(target, Target::Character(Who::WhomDid(_)));
            if !is_attack_action && targets.iter().any(is_deed_object) {
                self.push_error(codes::WHOM, span, "an opponent, or one of your own whom they turn on?")
                    .notes
                    .push("write the name: `If Archer attacks Rin, use Mend on Rin.`".to_owned());
            }
            // An attack is aimed at opponents anyway; for other actions the player may have meant something else.
            if let Some((before, after)) = first_change.filter(|_| !is_attack_action) {
                self.push_warning(codes::OPPONENTS_MEANT, span, format!("`{before}` as a target is `{after}` (A255)"))
                    .notes
                    .push("of one's own side write a name, `me`, `my Master`, `every ally`".to_owned());
            }
        }
    }

    /// `If a Master is here, attack that Master`: narrows the condition of an attack to opponents as well (A255).
    /// Otherwise one's own Master would make it hold, and nobody would be attacked.
    pub(super) fn narrow_attack_conditions(&self, order: &mut Order<Written>, actor: &OwnCharacter) {
        let is_on_own_side = |who: &Who<Written>| self.is_on_own_side(who, actor);
        let is_antecedent = |target: &Target<Written>| matches!(target, Target::Character(who) if who.mentions(&|who| *who == Who::Antecedent));
        let attacks_antecedent = |action: &Action<Written>| {
            is_attack(&action.kind, actor) && action.kind.targets().iter().any(is_antecedent)
        };
        let mut narrowed = Vec::new();
        for branch in order.body.branches.iter_mut().filter(|branch| branch.actions.iter().any(attacks_antecedent)) {
            let delays = branch.actions.iter_mut().filter_map(|action| action.delay.awaited.as_mut());
            for condition in branch.guards.iter_mut().chain(delays).chain(&mut order.body.read_at.awaited) {
                if acts_against_own(condition, &is_on_own_side) {
                    continue;
                }
                narrowed.push(condition.clone());
                narrow_condition(condition);
            }
        }
        // The `otherwise` beside it must deny the same condition.
        for guard in order.body.branches.iter_mut().flat_map(|branch| &mut branch.guards) {
            if let Condition::Not(denied) = guard
                && narrowed.contains(denied)
            {
                narrow_condition(denied);
            }
        }
    }

    /// Warns of an attack on oneself, a partner or an ally by name; it is carried out.
    pub(super) fn warn_of_attack_on_own_side(&mut self, action: &Action<Written>, actor: &OwnCharacter) {
        if !is_attack(&action.kind, actor) || affects_only_user(&action.kind, actor) {
            return;
        }
        let targets = match &action.kind {
            ActionKind::Use { targets, .. } | ActionKind::Attack { targets, .. } => targets,
            _ => return,
        };
        for (index, target) in targets.iter().enumerate() {
            let Target::Character(who) = target else { continue };
            let before = index.checked_sub(1).and_then(|previous| targets.get(previous));
            let follows_deed_description = matches!(before, Some(Target::Character(Who::WhoDid(_))));
            if follows_deed_description && self.is_on_own_side(who, actor) {
                let words = order_text::target_text(target);
                self.push_error(
                    codes::WHOM,
                    action.span,
                    format!("is `{words}` struck too, or one of those they turned on?"),
                )
                .notes
                .push("write an order for each".to_owned());
            } else if self.is_on_own_side(who, actor) && is_named_elsewhere(who, action) {
                let words = order_text::target_text(target);
                let message = format!("whom does the word mean? `{words}` is of `{}`'s own side", actor.name);
                self.push_error(codes::WHOM, action.span, message)
                    .notes
                    .push("whoever did it is `the attacker`: `If Rin is hit, attack the attacker.`".to_owned());
            } else if self.is_on_own_side(who, actor) {
                let words = order_text::target_text(target);
                let span = if let Who::Named(name) = who { name.span } else { action.span };
                self.push_warning(
                    codes::OWN_SIDE,
                    span,
                    format!("`{words}` is of `{}`'s own side: the blow is struck all the same (A255)", actor.name),
                );
            } else if let Who::Named(name) = who {
                self.warn_of_possible_ally(name.span, actor);
            }
        }
    }

    /// Warns once that a named target may be an ally, because the seat may not know whose team somebody is on.
    fn warn_of_possible_ally(&mut self, span: Span, actor: &OwnCharacter) {
        if self.diagnostics.iter().any(|d| d.code == codes::PERHAPS_ALLY) {
            return;
        }
        let view = self.view;
        let masters = view.own.iter().filter(|own| own.name == actor.name || actor.master.as_ref() == Some(&own.name));
        let teams: Vec<String> =
            masters.flat_map(|m| m.allies.iter().chain(&m.ceasefires)).map(|t| format!("`{t}`")).collect();
        if !teams.is_empty() {
            let message = format!(
                "you are at peace with {}: whoever is named is struck, of that team too (A255)",
                teams.join(" and ")
            );
            self.push_warning(codes::PERHAPS_ALLY, span, message);
        }
    }

    fn is_on_own_side(&self, who: &Who<Written>, actor: &OwnCharacter) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => {
                self.view.own(&name.text).is_some()
                    || actor.master.iter().chain(&actor.servants).any(|own| canonical_names::same_name(own, &name.text))
            }
            Who::Related(_, of) => self.is_on_own_side(of, actor),
            Who::OneOf(all) => all.iter().any(|one| self.is_on_own_side(one, actor)),
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
            Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_) | Who::Target | Who::SecondTarget | Who::Attacker => {
                false
            }
        }
    }
}

/// The seat's own characters whom words mean: by name, as `me`, by what they are to one of them, or several of these.
/// `None` if they mean anybody else, or nobody whom the seat sends orders for.
pub(super) fn own_people<'v>(
    who: &Who<Written>,
    actor: &OwnCharacter,
    view: &'v View,
) -> Option<Vec<&'v OwnCharacter>> {
    let by_name = |name: &str| view.own.iter().find(|own| canonical_names::same_name(&own.name, name));
    match who {
        Who::User => by_name(&actor.name).map(|own| vec![own]),
        Who::Named(name) => by_name(&name.text).map(|own| vec![own]),
        Who::Related(relation, of) => {
            let of = own_people(of, actor, view)?;
            let [of] = of.as_slice() else { return None };
            let related: Vec<&String> = match relation {
                Relation::Master => of.master.iter().collect(),
                Relation::Servant => of.servants.iter().collect(),
                Relation::Partner => of.master.iter().chain(&of.servants).collect(),
                Relation::Familiars | Relation::Summoner | Relation::Team => return None,
            };
            let own: Option<Vec<_>> = related.into_iter().map(|name| by_name(name)).collect();
            own.filter(|own| !own.is_empty())
        }
        Who::OneOf(all) => {
            let own: Option<Vec<_>> = all.iter().map(|one| own_people(one, actor, view)).collect();
            Some(own?.concat())
        }
        Who::Any(_) | Who::Every(_) | Who::UpTo(..) | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_) => None,
        Who::Target | Who::SecondTarget | Who::Attacker => None,
    }
}

/// The one character of the seat's own whom words mean.
pub(super) fn own_person<'v>(who: &Who<Written>, actor: &OwnCharacter, view: &'v View) -> Option<&'v OwnCharacter> {
    own_people(who, actor, view).and_then(|own| if let [one] = own.as_slice() { Some(*one) } else { None })
}

/// Whether somebody in a condition acts against one's own, so that they are an opponent anyway.
fn acts_against_own(condition: &Condition<Written>, is_own: &impl Fn(&Who<Written>) -> bool) -> bool {
    condition.statements().into_iter().any(|statement| statement.deed().and_then(Deed::object).is_some_and(is_own))
}

/// Narrows the people whom a condition finds to opponents. A denial finds nobody.
fn narrow_condition(condition: &mut Condition<Written>) {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(narrow_condition),
        Condition::Is(Predicate::Count(_, _, group, _)) => {
            narrow_group(group);
        }
        Condition::Is(said) => {
            said.subject_mut().map(narrow_to_opponents);
        }
        Condition::Not(_) => {}
    }
}

/// Narrows a group of anybody to opponents. Returns whether it was one.
fn narrow_group(group: &mut Group<Written>) -> bool {
    let anybody = group.side == Side::Anyone;
    if anybody {
        group.side = Side::Opponents;
        // Opponents are others anyway.
        group.filters.retain(|filter| *filter != Filter::Other);
    }
    anybody
}

/// Narrows words for somebody to opponents. Returns whether they were about anybody.
fn narrow_to_opponents(who: &mut Who<Written>) -> bool {
    match who {
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => narrow_group(group),
        // `whoever attacks Rin`: the opponent who does.
        Who::WhoDid(deed) => match &mut deed.who {
            Who::Any(group) | Who::Every(group) => narrow_group(group),
            Who::UpTo(..) | Who::OneOf(_) | Who::WhoDid(_) | Who::WhomDid(_) => false,
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => false,
            Who::Named(_) | Who::Related(..) => false,
        },
        // `whoever Saber attacks`: the opponent whom she attacks.
        Who::WhomDid(deed) => deed.act.object_mut().is_some_and(narrow_to_opponents),
        Who::OneOf(all) => all.iter_mut().filter_map(|one| narrow_to_opponents(one).then_some(())).count() > 0,
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => false,
        Who::Named(_) | Who::Related(..) => false,
    }
}

impl Checker<'_> {
    /// `My Servant`, for a Master with several: rejects a state or action that leaves open which one. An event of any
    /// of them may be awaited.
    pub(super) fn reject_ambiguous_servant(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        if actor.servants.len() < 2 || !mentions_one_of_own(words) {
            return;
        }
        let is_own_servant = |who: &Who<Written>| match who {
            Who::Related(Relation::Servant | Relation::Partner, of) => is_self(of, actor),
            _ => false,
        };
        let asks_about_own_state = |statement: &Predicate<Written>| {
            statement.deed().is_none() && statement.subject().is_some_and(is_own_servant)
        };
        let asks_which = order.body.conditions().flat_map(Condition::statements).any(asks_about_own_state);
        let acts_on_one = order.body.actions().any(|action| {
            let action_words = order_text::action_kind_text(&action.kind);
            action_words.contains("my Servant") || action_words.contains("partner")
        });
        if asks_which || acts_on_one {
            let names: Vec<String> = actor.servants.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("which of them? the Servants of `{}` are {}", actor.name, names.join(" and "));
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name".to_owned());
        }
    }
}

/// Whether words contain `my Servant` or `my partner` in the singular.
fn mentions_one_of_own(words: &str) -> bool {
    let words = words.to_lowercase();
    ["my servant", "my partner", "our servant"].iter().any(|phrase| {
        words.match_indices(phrase).any(|(at, _)| {
            let rest = words.get(at + phrase.len()..).unwrap_or_default();
            !rest.starts_with(char::is_alphanumeric)
        })
    })
}

/// Whether a pronoun of an action stands for somebody whom the condition names.
fn is_named_elsewhere(who: &Who<Written>, action: &Action<Written>) -> bool {
    match who {
        Who::Named(name) => name.span.end <= action.span.start || name.span.start >= action.span.end,
        _ => false,
    }
}
