//! Who is moved by an order that takes somebody along, and is ordered to stay, to move, or to strike somebody who is
//! then left behind (R119, R182, R273).

use super::Checker;
use super::action_checks::is_attack;
use super::canonical_names::{find_card, find_skill_card, same_name};
use super::phrases::has_words;
use super::plan::phase_of_action;
use crate::language::codes;
use crate::language::condition::{Relation, Who, Written};
use crate::language::order::{Action, ActionKind, Order, SpellObject, Target};
use crate::language::order_text;
use crate::perception::view::{OwnCharacter, SkillCard, View};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::target::TargetKind;

/// An order that surely moves characters.
struct Taking {
    number: usize,
    words: String,
    by: String,
    /// The seat's own characters whom it moves.
    taken: Vec<String>,
    to: String,
    phase: Phase,
    /// Whether it is a movement of the Turn, beside which no other can be made.
    is_only_movement: bool,
    is_command: bool,
}

impl Checker<'_> {
    /// Checks what those who are taken along are ordered besides.
    pub(super) fn check_taken_along(&mut self, orders: &[Order<Written>]) {
        let is_sure = |order: &&Order<Written>| !order.body.is_conditional();
        let sure: Vec<&Order<Written>> = orders.iter().filter(is_sure).collect();
        let view = self.view;
        let mut takings: Vec<Taking> = Vec::new();
        for order in sure.iter().filter(|order| !self.faulty.contains(&order.number)) {
            let Some(actor) = view.own(&order.actor.text) else { continue };
            takings.extend(order.body.actions().filter_map(|action| find_taking(order, action, actor, view)));
        }
        for taking in &takings {
            for order in sure.iter().filter(|order| taking.taken.iter().any(|name| same_name(name, &order.actor.text)))
            {
                if !self.faulty.contains(&order.number) {
                    self.check_beside_taking(taking, order);
                }
            }
        }
    }

    fn check_beside_taking(&mut self, taking: &Taking, order: &Order<Written>) {
        let Some(actor) = self.view.own(&order.actor.text) else { return };
        let (name, words, number) = (&actor.name, &taking.words, taking.number);
        for action in order.body.actions().filter(|action| action.delay.awaited.is_none()) {
            match &action.kind {
                // `Use Blink to Bridge and stay there`.
                ActionKind::Stay if order.number == number || self.says_there(order) => {}
                ActionKind::Stay => self.reject_beside_taking(taking, order, action),
                // `"Flee this battle now!" on Saber to the Bridge, and I flee to the Church.`
                ActionKind::Move(to) | ActionKind::Flee(to)
                    if taking.is_only_movement && order.number == number && !same_name(&to.text, &taking.to) =>
                {
                    self.reject_beside_taking(taking, order, action);
                }
                ActionKind::Move(_) | ActionKind::Flee(_) if taking.is_only_movement && order.number != number => {
                    let message = format!(
                        "`{words}` of order {number} takes `{name}` along: two movements cannot both be made (R273)"
                    );
                    self.push_warning(codes::SECOND_ACTION, action.span, message)
                        .notes
                        .push("take one of the two out".to_owned());
                }
                kind if is_attack(kind, actor) => self.warn_of_attack_after_taking(taking, order, action, actor),
                _ => {}
            }
        }
    }

    /// Rejects an order that one sentence with the taking, or another, gives to somebody who is then elsewhere.
    fn reject_beside_taking(&mut self, taking: &Taking, order: &Order<Written>, action: &Action<Written>) {
        let message = format!(
            "`{}` of order {} takes `{}` to `{}`: both cannot be",
            taking.words, taking.number, order.actor.text, taking.to
        );
        self.push_error(codes::WRONG_TARGET_KIND, action.span, message)
            .notes
            .push("take one of the two out; whoever is moved stays there by itself".to_owned());
        self.faulty.push(order.number);
    }

    /// Whether an order says `there`: where its actor is taken.
    fn says_there(&self, order: &Order<Written>) -> bool {
        has_words(&self.words_of(order).to_lowercase(), "there")
    }

    /// `Gandr Lancer. Command Saber "Flee this battle now!" to the Bridge.`: warns of a blow that comes after its
    /// striker was taken away.
    fn warn_of_attack_after_taking(
        &mut self,
        taking: &Taking,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) {
        // A use of one's own is reported elsewhere.
        let is_known = same_name(&taking.by, &actor.name) && !taking.is_command;
        let is_later = phase_of_action(order, action, actor).is_some_and(|phase| phase > taking.phase);
        let targets = action.kind.targets();
        let is_left =
            |target: &Target<Written>| matches!(target, Target::Character(who) if self.was_beside(who, actor));
        if is_known || !is_later || order.after_move || targets.is_empty() || !targets.iter().all(is_left) {
            return;
        }
        let whom: Vec<_> = targets.iter().map(|target| format!("`{}`", order_text::target_text(target))).collect();
        let message = format!(
            "`{}` comes before: this is done in `{}`, and {} was last seen in `{}`",
            taking.words,
            taking.to,
            whom.join(", "),
            actor.at
        );
        self.push_warning(codes::LEFT_BEHIND, action.span, message)
            .notes
            .push("what is to be done first comes in an earlier phase; or leave one of the two out".to_owned());
    }
}

/// Whom an action moves; `None` if it moves nobody of the seat's own to another location.
fn find_taking(order: &Order<Written>, action: &Action<Written>, actor: &OwnCharacter, view: &View) -> Option<Taking> {
    let moves_user = |card: &&SkillCard| {
        [TargetKind::SelfTarget, TargetKind::Location].iter().all(|kind| card.targets.contains(kind))
    };
    let named = || named_people(action.kind.targets(), actor);
    let (taken, to, is_only_movement) = match &action.kind {
        ActionKind::Command { servant, spell, object } => {
            let servant = find_person(servant, actor)?;
            match object {
                SpellObject::Location(to) => {
                    find_card(&view.command_spells, &spell.text)
                        .filter(|card| card.targets.contains(&TargetKind::Location))?;
                    (vec![servant, actor.name.clone()], to.text.clone(), true)
                }
                _ if same_name(&spell.text, "Summon!") => (vec![servant], actor.at.clone(), false),
                _ => return None,
            }
        }
        ActionKind::Use { skill, destination: Some(to), .. } => {
            find_skill_card(actor, &skill.text).filter(moves_user)?;
            (named().chain([actor.name.clone()]).collect(), to.text.clone(), false)
        }
        ActionKind::UseItem { item, destination: Some(to), .. } => {
            find_card(&view.items, &item.text).filter(moves_user)?;
            let mut taken: Vec<String> = named().collect();
            if taken.is_empty() {
                taken.push(actor.name.clone());
            }
            (taken, to.text.clone(), true)
        }
        _ => return None,
    };
    let is_elsewhere = |name: &String| view.own(name).is_some_and(|own| !same_name(&own.at, &to));
    let mut taken: Vec<String> = taken.into_iter().filter(is_elsewhere).collect();
    taken.dedup();
    (!taken.is_empty() && action.delay.awaited.is_none()).then_some(())?;
    Some(Taking {
        number: order.number,
        words: order_text::action_kind_text(&action.kind),
        by: actor.name.clone(),
        taken,
        to,
        phase: phase_of_action(order, action, actor)?,
        is_only_movement,
        is_command: matches!(action.kind, ActionKind::Command { .. }),
    })
}

fn named_people<'t>(targets: &'t [Target<Written>], actor: &'t OwnCharacter) -> impl Iterator<Item = String> {
    targets.iter().filter_map(|target| match target {
        Target::Character(who) => find_person(who, actor),
        Target::Location(_) | Target::Here => None,
    })
}

/// The one character whom words mean, of one's own side.
fn find_person(who: &Who<Written>, actor: &OwnCharacter) -> Option<String> {
    match who {
        Who::User => Some(actor.name.clone()),
        Who::Named(name) => Some(name.text.clone()),
        Who::Related(Relation::Master, of) if **of == Who::User => actor.master.clone(),
        Who::Related(Relation::Servant | Relation::Partner, of) if **of == Who::User => {
            actor.servants.first().cloned().or_else(|| actor.master.clone())
        }
        _ => None,
    }
}
