//! Orders that wait for a deed of their own actor (R205), which must be ordered too.

use super::action_checks::{is_attack, used_card};
use super::last_seen::destination_of;
use super::{Checker, canonical_names, certain_conditions};
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Filter, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Branch, Order, SpellObject, Target};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Round;

impl Checker<'_> {
    /// Warns of an order that waits for a deed of the actor that no order gives: `after attacking Lancer` does not
    /// order it.
    pub(super) fn warn_of_unordered_deeds(&mut self, orders: &[Order<Written>]) {
        let is_ordered = |act: &Act<Written>, waiting: &Order<Written>| {
            let is_movement = matches!(act, Act::Enters(_) | Act::Leaves(_));
            let others = orders.iter().filter(|order| {
                (order.number != waiting.number || order.body.actions().count() > 1)
                    && (is_movement || order.actor == waiting.actor)
            });
            others.flat_map(|order| order.body.actions()).any(|action| can_be_deed(&action.kind, act))
        };
        let mut missing = Vec::new();
        for order in orders {
            let awaited = order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
            let deeds = awaited.chain(&order.body.read_at.awaited).flat_map(Condition::present_deeds);
            let must_be_ordered = |deed: &&Deed<Written>| deed.who == Who::User && !happens_to_somebody(&deed.act);
            for deed in deeds.filter(must_be_ordered).filter(|deed| !is_ordered(&deed.act, order)) {
                let words = order_text::guard_text(&Condition::Is(Predicate::Did(deed.clone())));
                let may_be_brought = matches!(deed.act, Act::Enters(_) | Act::Leaves(_));
                missing.push((order, words, may_be_brought));
            }
        }
        for (order, words, may_be_brought) in missing {
            let message = format!("this waits until `{words}`, and no order here does that");
            let note = "write that as an order of its own".to_owned();
            if !may_be_brought && names_deed_as_gerund(self.words_of(order)) {
                self.push_error(codes::WHOSE_TIME, order.span, message).notes.push(note);
                self.faulty.push(order.number);
            } else {
                self.push_warning(codes::NOT_ORDERED, order.span, message).notes.push(note);
            }
        }
    }
}

impl Checker<'_> {
    /// `Attack Archer. If anyone attacks Archer, attack Illya`: rejects a condition that one's own order would fulfil.
    pub(super) fn reject_own_deed_conditions(&mut self, orders: &[Order<Written>]) {
        let (view, faulty) = (self.view, self.faulty.clone());
        let find_fulfilling_order = |asking: &Order<Written>, deed: &Deed<Written>| {
            let group = deed.who.group()?;
            let is_valid = |order: &&Order<Written>| order.number != asking.number && !faulty.contains(&order.number);
            let mut others = orders.iter().filter(is_valid);
            others.find(|order| {
                view.own(&order.actor.text).is_some_and(|own| {
                    let is_excluded = own.name == asking.actor.text && group.filters.contains(&Filter::Other);
                    let fulfils = order.body.actions().any(|action| fulfils_deed(&action.kind, deed, own));
                    !is_excluded && certain_conditions::includes_own_kind(group, own.kind) && fulfils
                })
            })
        };
        let mut faults = Vec::new();
        for order in orders {
            let deeds = order.body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
            let mut fulfilled = deeds.filter_map(|deed| Some((deed, find_fulfilling_order(order, deed)?)));
            if let Some((deed, other)) = fulfilled.next() {
                let words = order_text::guard_text(&Condition::Is(Predicate::Did(deed.clone())));
                faults.push((order, format!("`{words}`: `{}` does so by order {}", other.actor.text, other.number)));
            }
        }
        for (order, message) in faults {
            self.push_error(codes::WHOM, order.span, format!("{message}; is that meant too?"))
                .notes
                .push("of others write `an opponent` or `no opponent`".to_owned());
            self.faulty.push(order.number);
        }
    }

    /// Warns of `You can't escape!` that waits for the flight it is to follow. It must be used before the flight
    /// (R187).
    pub(super) fn warn_of_late_pursuit(&mut self, order: &Order<Written>) {
        for branch in &order.body.branches {
            for action in &branch.actions {
                let ActionKind::Command { spell, object, .. } = &action.kind else { continue };
                if !spell.text.to_lowercase().replace('\u{2019}', "'").starts_with("you can't escape") {
                    continue;
                }
                let awaited = branch.guards.iter().chain(&action.delay.awaited).chain(&order.body.read_at.awaited);
                let mut deeds = awaited.flat_map(Condition::statements).filter_map(Predicate::deed);
                let is_departure = |deed: &Deed<Written>| matches!(deed.act, Act::Flees | Act::Leaves(_));
                let targets_fugitive = match object {
                    SpellObject::Character(Who::WhoDid(deed)) => is_departure(deed),
                    SpellObject::Character(_) | SpellObject::None | SpellObject::Location(_) | SpellObject::Text(_) => {
                        false
                    }
                };
                if targets_fugitive || deeds.any(is_departure) {
                    let message =
                        "by then they are gone, and the spell is spent for nothing: it follows whoever flees after it";
                    self.push_warning(codes::GONE_BY_THEN, action.span, message)
                        .notes
                        .push("leave the flight out: `Command Saber \"You can't escape!\" on Lancer.`".to_owned());
                }
            }
        }
    }
}

impl Checker<'_> {
    /// Warns of an attack that waits until its target has left: `If Lancer flees, attack Lancer`. Rejects one on `him`,
    /// who is dead: another may be meant.
    pub(super) fn check_gone_targets(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        for branch in &order.body.branches {
            for action in branch.actions.iter().filter(|action| is_attack(&action.kind, actor)) {
                let awaited = branch.guards.iter().chain(&action.delay.awaited).chain(&order.body.read_at.awaited);
                let Some(gone) = awaited.into_iter().find_map(departing_person) else { continue };
                let is_departed = |target: &Target<Written>| match target {
                    Target::Character(who) => who == gone || *who == Who::Antecedent,
                    Target::Location(_) | Target::Here => false,
                };
                let words = order_text::target_text(&Target::Character(gone.clone()));
                // `Attack Archer if he dies`: the name is bound to a pronoun.
                let said = self.words_of(order).to_lowercase();
                let is_named_once = said.matches(&words.to_lowercase()).count() < 2;
                let is_bound = |target: &Target<Written>| match target {
                    Target::Character(who) => *who == Who::Antecedent || who == gone && is_named_once,
                    Target::Location(_) | Target::Here => false,
                };
                if dies(branch, action, order) && action.kind.targets().iter().any(is_bound) {
                    self.push_error(
                        codes::WHOM,
                        action.span,
                        format!("whom does this strike? `{words}` is dead by then"),
                    )
                    .notes
                    .push("write a name".to_owned());
                    self.faulty.push(order.number);
                } else if action.kind.targets().iter().all(is_departed) {
                    let message = format!("by then `{words}` is no longer here to be struck");
                    self.push_warning(codes::GONE_BY_THEN, action.span, message)
                        .notes
                        .push("a blow is struck before somebody goes, or where you meet again".to_owned());
                } else if flees(gone, branch, action, order) && !is_in_second_round(order, action) {
                    let message = "a flight comes in the Movement Phase, behind all blows of this round: only one by a \
                                   Command Spell comes before";
                    self.push_warning(codes::GONE_BY_THEN, action.span, message)
                        .notes
                        .push("if they are gone already: `If Lancer is not here, A.`".to_owned());
                }
            }
        }
    }
}

impl Checker<'_> {
    /// Warns of an attack below a move on somebody who was last seen where the move begins: they are out of reach then.
    pub(super) fn warn_of_targets_left_behind(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let Some(goal) =
            destination_of(orders.iter().copied(), actor).filter(|goal| !canonical_names::same_name(goal, &actor.at))
        else {
            return;
        };
        let view = self.view;
        let stays_behind = |who: &Who<Written>| match who {
            Who::Named(name) => {
                let known = view
                    .known
                    .iter()
                    .find(|known| canonical_names::same_name(&known.name, &name.text) && !known.is_dead);
                let seen = known.and_then(|known| known.last_seen.as_ref().filter(|_| !known.was_by_day));
                seen.is_some_and(|(location, _)| canonical_names::same_name(location, &actor.at))
            }
            _ => false,
        };
        for order in orders.iter().filter(|order| order.after_move && !order.body.is_conditional()) {
            for action in order.body.actions().filter(|action| is_attack(&action.kind, actor)) {
                let targets = action.kind.targets();
                let stays_behind_here =
                    |target: &Target<Written>| matches!(target, Target::Character(who) if stays_behind(who));
                if targets.is_empty() || !targets.iter().all(stays_behind_here) {
                    continue;
                }
                let words: Vec<_> =
                    targets.iter().map(|target| format!("`{}`", order_text::target_text(target))).collect();
                let message = format!(
                    "below the move this is done in `{goal}`, and {} was last seen in `{}`",
                    words.join(", "),
                    actor.at
                );
                self.push_warning(codes::LEFT_BEHIND, action.span, message)
                    .notes
                    .push("what is to be done before the move stands above it".to_owned());
            }
        }
    }
}

/// `Flee to Bridge after attacking Lancer`: whether a deed of one's own stands behind `after` as if it were ordered.
fn names_deed_as_gerund(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut behind = lower.match_indices("after ").filter_map(|(at, lead)| lower.get(at + lead.len()..));
    behind.any(|rest| rest.split(' ').next().is_some_and(|word| word.ends_with("ing")))
}

/// The person who leaves, flees or dies in a condition; `None` for other conditions.
fn departing_person(condition: &Condition<Written>) -> Option<&Who<Written>> {
    match condition {
        Condition::Is(Predicate::Did(deed)) => {
            let is_departure = matches!(deed.act, Act::Flees | Act::Leaves(None) | Act::Dies);
            let is_named = matches!(deed.who, Who::Named(_));
            (is_departure && is_named).then_some(&deed.who)
        }
        Condition::All(parts) if parts.len() == 1 => parts.first().and_then(departing_person),
        Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) | Condition::Is(_) => None,
    }
}

/// Whether an action is done where somebody dies.
fn dies(branch: &Branch<Written>, action: &Action<Written>, order: &Order<Written>) -> bool {
    let awaited = branch.guards.iter().chain(&action.delay.awaited).chain(&order.body.read_at.awaited);
    let mut deeds = awaited.flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.any(|deed| matches!(deed.act, Act::Dies))
}

/// Whether an action waits for the flight of somebody.
fn flees(gone: &Who<Written>, branch: &Branch<Written>, action: &Action<Written>, order: &Order<Written>) -> bool {
    let awaited = branch.guards.iter().chain(&action.delay.awaited).chain(&order.body.read_at.awaited);
    let mut deeds = awaited.flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.any(|deed| matches!(deed.act, Act::Flees) && deed.who == *gone && !deed.is_past)
}

/// Whether an action is put off to the second round.
fn is_in_second_round(order: &Order<Written>, action: &Action<Written>) -> bool {
    let delay = order.body.delay_of(action);
    delay.is_second_round || delay.phase.is_some_and(|phase| phase.round() == Some(Round::Second))
}

/// Whether a deed happens to somebody, or by itself, so that nobody orders it (R258).
const fn happens_to_somebody(act: &Act<Written>) -> bool {
    matches!(act, Act::IsAttacked | Act::IsDamaged | Act::Dies | Act::Intercepts)
}

/// Whether an own character's action fulfils a condition about that character's deed, a use of a skill among them.
pub(super) fn fulfils_by_order(kind: &ActionKind<Written>, deed: &Deed<Written>, own: &OwnCharacter) -> bool {
    fulfils_deed(kind, deed, own) || (matches!(deed.act, Act::Uses(_, None)) && can_be_deed(kind, &deed.act))
}

/// Whether an own character's action fulfils a condition about anybody's deed.
fn fulfils_deed(kind: &ActionKind<Written>, deed: &Deed<Written>, own: &OwnCharacter) -> bool {
    let aims_at_object = match deed.object() {
        None => true,
        Some(Who::Named(name)) => kind.targets().iter().any(
            |target| matches!(target, Target::Character(Who::Named(other)) if canonical_names::same_name(&other.text, &name.text)),
        ),
        Some(_) => false,
    };
    match &deed.act {
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) => {
            aims_at_object && is_attack(kind, own)
        }
        // `If Mist was not used` asks about one's own use.
        Act::Uses(..) => false,
        Act::UsesNoblePhantasm => used_card(kind, own).is_some_and(|card| card.is_noble_phantasm),
        Act::UsesCommandSpell => matches!(kind, ActionKind::Command { .. }),
        Act::Enters(_) | Act::Leaves(_) => matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_)),
        Act::Flees => matches!(kind, ActionKind::Flee(_)),
        Act::EntersSpiritForm => matches!(kind, ActionKind::EnterSpiritForm),
        Act::LeavesSpiritForm => matches!(kind, ActionKind::LeaveSpiritForm),
        Act::Acts => kind.facts().uses.is_some(),
        Act::Kills(_) | Act::UsesKind(_) | Act::Dies => false,
        Act::IsAttacked | Act::IsDamaged | Act::Intercepts => false,
    }
}

/// Whether an action can be a deed of this kind.
fn can_be_deed(kind: &ActionKind<Written>, act: &Act<Written>) -> bool {
    let is_use = matches!(kind, ActionKind::Attack { .. } | ActionKind::Use { .. } | ActionKind::UseItem { .. });
    match act {
        Act::Uses(name, _) => match kind {
            ActionKind::Use { skill, .. } => canonical_names::same_name(&skill.text, &name.text),
            ActionKind::UseItem { item, .. } => canonical_names::same_name(&item.text, &name.text),
            _ => false,
        },
        Act::Attacks(_) | Act::AttacksWith(..) => is_use,
        Act::Enters(_) | Act::Leaves(_) => {
            is_use || matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Command { .. })
        }
        Act::Hits(..)
        | Act::Damages(..)
        | Act::Kills(_)
        | Act::UsesKind(_)
        | Act::UsesNoblePhantasm
        | Act::UsesCommandSpell
        | Act::Acts
        | Act::Dies
        | Act::IsAttacked
        | Act::IsDamaged
        | Act::EntersSpiritForm
        | Act::LeavesSpiritForm
        | Act::Flees
        | Act::Intercepts => true,
    }
}
