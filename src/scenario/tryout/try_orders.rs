//! The orders on the stage: the use in the first wording that the Night carries out, and attacks beside it.

use crate::event::detail::{Outcome, Reason};
use crate::event::kind::{EventKind, Referee};
use crate::event::{Event, OrderRef};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Destination, Effect, Modifier, Operation, Trigger, Verb};
use crate::language::effect_text::canonical;
use crate::language::span::Source;
use crate::orders::check;
use crate::perception::view_of::build_view;
use crate::sheet::skill::{ExtraPayment, Role, Skill};
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::target::TargetKind;
use crate::war::War;

use super::try_stage::{ADJACENT, HERE, Stage};
use super::{TryError, TryRequest, play_unruled_night};

/// Everybody's orders.
pub(super) struct TryOrders {
    /// The order for the use; `None` for a passive skill.
    pub(super) use_order: Option<String>,
    other_orders: Vec<String>,
    foe: Vec<String>,
    /// Whether attacks are exchanged.
    pub(super) blows: bool,
    /// The complete skill tried, so that the orders beside it stay the same when a sentence is left out.
    skill: Skill,
    /// Notes on what was chosen for the author.
    pub(super) notes: Vec<String>,
}

/// Further attacks of a plain opponent, each used only if a sentence mentions its kind of damage.
const PLAIN_ATTACKS: [(&str, &str); 3] = [("magical", "Spark"), (" ranged", "Arrow"), ("long-ranged", "Stone")];

/// Everything that a skill says, in canonical words and lower case.
fn canonical_text(skill: &Skill) -> String {
    let words: Vec<String> = skill.effects.iter().map(|line| canonical(&line.effect).to_lowercase()).collect();
    words.join(" ")
}

/// Whether a sentence of a skill affects attacks or waits for one. If so, attacks are exchanged beside its use.
pub(super) fn involves_attacks(skill: &Skill) -> bool {
    let bears_on_attacks = |effect: &Effect| match effect {
        Effect::Sentence(sentence) => {
            matches!(sentence.trigger, Some(Trigger::When(_) | Trigger::Limited(..)))
                || matches!(sentence.operation, Operation::Standing(_))
        }
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
    };
    skill.is_passive() || skill.effects.iter().any(|line| bears_on_attacks(&line.effect))
}

impl TryOrders {
    /// Finds a wording in which the use can be ordered on this stage.
    ///
    /// # Errors
    /// If no order for the use is accepted: the closest one with its faults.
    pub(super) fn find(request: &TryRequest, war: &War, stage: &Stage, blows: bool) -> Result<TryOrders, TryError> {
        let skill = war.skill(stage.skill);
        let with_order = |of_use: Option<String>| TryOrders {
            use_order: of_use,
            skill: skill.clone(),
            other_orders: request.further_orders.clone(),
            foe: request.opponent_orders.clone(),
            blows,
            notes: Vec::new(),
        };
        let candidates = match &request.order {
            Some(words) => vec![with_full_stop(words)],
            None if skill.is_passive() => {
                let orders = with_order(None);
                orders.check_orders(war, stage)?;
                return Ok(orders);
            }
            None => candidate_orders(war, stage, skill, request.times),
        };
        let mut fallback = None;
        let mut refused = None;
        for words in candidates {
            let orders = with_order(Some(words));
            match orders.check_orders(war, stage) {
                Err(why) => refused = refused.or(Some(why)),
                Ok(()) if orders.is_carried_out(war, stage) => return Ok(orders.with_choice_notes(skill)),
                Ok(()) => fallback = fallback.or(Some(orders)),
            }
        }
        match (fallback, refused) {
            (Some(orders), _) => Ok(orders.with_choice_notes(skill)),
            (None, Some(why)) => Err(why),
            (None, None) => Err(TryError::Stage(vec!["there is nothing to order".to_owned()])),
        }
    }

    /// The orders of a Night, by seat.
    pub(super) fn order_texts(&self, war: &War, stage: &Stage, uses: bool) -> Vec<(SeatId, String)> {
        let own = self.use_order.iter().filter(|_| uses).chain(&self.other_orders).cloned();
        let own = own.chain(self.follow_ups(war, stage)).chain(self.basic_attack_order(war, stage.user, stage.foe));
        let foe = self.foe.iter().cloned().chain(self.opponent_attacks(war, stage));
        let sides: [(CharacterId, Vec<String>); 2] = [(stage.user, own.collect()), (stage.foe, foe.collect())];
        let living = sides.into_iter().filter(|(who, lines)| war.character(*who).is_alive() && !lines.is_empty());
        let text = |(who, lines): (CharacterId, Vec<String>)| {
            Some((war.seat_of(who)?, format!("{}:\n  {}\n", war.character(who).name, lines.join("\n  "))))
        };
        living.filter_map(text).collect()
    }

    /// A basic attack, if attacks are exchanged and it can target that character.
    fn basic_attack_order(&self, war: &War, by: CharacterId, on: CharacterId) -> Option<String> {
        let sheet = war.sheet(by);
        let attack = sheet.basic_attack_index().and_then(|index| sheet.skills.get(index))?;
        let is_targetable =
            |kind: &TargetKind| matches!(kind, TargetKind::Any | TargetKind::Enemy | TargetKind::Servant);
        let is_here = war.character(on).is_alive() && war.character(on).at == war.character(by).at;
        let can_attack = self.blows && is_here && attack.targets.iter().any(is_targetable);
        can_attack.then(|| format!("Attack {}.", war.character(on).name))
    }

    /// The opponent's attacks: its basic attack, and for a plain opponent those that the skill mentions. They target
    /// the user, and also the partner if the skill mentions somebody else.
    fn opponent_attacks(&self, war: &War, stage: &Stage) -> Vec<String> {
        let words = canonical_text(&self.skill);
        let others = ["'s master", "'s servant", "partner", "summoner", "team", "allies", "ally", "intercepts"];
        let partner = war.character(stage.partner).name.as_str();
        let mentions_target =
            self.use_order.as_ref().is_some_and(|order| order.contains(partner)) && words.contains("the target");
        let second_target =
            (mentions_target || others.iter().any(|word| words.contains(word))).then_some(stage.partner);
        let mut blows: Vec<String> = [Some(stage.user), second_target]
            .into_iter()
            .flatten()
            .filter_map(|on| self.basic_attack_order(war, stage.foe, on))
            .collect();
        if blows.is_empty() {
            return blows;
        }
        let sheet = war.sheet(stage.foe);
        for (kind, name) in PLAIN_ATTACKS {
            let name = format!("{name} of {}", sheet.name);
            if words.contains(kind) && sheet.skill_index(&name).is_some() {
                blows.push(format!("Use {name} on {}.", war.character(stage.user).name));
            }
        }
        blows
    }

    /// Uses of the skills that this one upgrades.
    fn follow_ups(&self, war: &War, stage: &Stage) -> Vec<String> {
        let upgraded = self.skill.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => match sentence.operation.modifier() {
                Some(Modifier::Upgrade(name)) => war.setup.find_skill(war.character(stage.user).sheet, name),
                _ => None,
            },
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        let used =
            upgraded.filter(|_| self.blows && war.character(stage.foe).is_alive()).filter_map(|upgraded_skill| {
                let seat = war.seat_of(stage.user)?;
                let name = &war.character(stage.user).name;
                candidate_orders(war, stage, war.skill(upgraded_skill), 1).into_iter().find(|words| {
                    let source = Source::new("the stage", format!("{name}:\n  {words}\n"));
                    !check(&source, &build_view(war, seat)).diagnostics.iter().any(Diagnostic::is_error)
                })
            });
        used.collect()
    }

    /// Checks that the orders of the first Night have no errors.
    fn check_orders(&self, war: &War, stage: &Stage) -> Result<(), TryError> {
        for (seat, text) in self.order_texts(war, stage, true) {
            let source = Source::new("the orders on the stage", text);
            let faults = check(&source, &build_view(war, seat)).diagnostics;
            if faults.iter().any(Diagnostic::is_error) {
                return Err(TryError::NotOrdered(source, faults));
            }
        }
        Ok(())
    }

    /// Whether the Night carries out the use on the targets ordered.
    fn is_carried_out(&self, war: &War, stage: &Stage) -> bool {
        let Some(seat) = war.seat_of(stage.user) else { return false };
        let night = play_unruled_night(war, &self.order_texts(war, stage, true));
        let first = OrderRef { seat, number: 1 };
        !night.events.iter().any(|event| is_misdirected(event, first))
    }

    /// Adds notes on what was chosen for the author.
    fn with_choice_notes(mut self, skill: &Skill) -> TryOrders {
        let choices = skill.choices();
        let is_open_choice = |words: &String| words.contains(", choosing");
        if self.use_order.as_ref().is_some_and(is_open_choice) && choices.len() > 1 {
            let names: Vec<String> = choices.iter().map(|(name, meaning)| format!("\"{name}\" ({meaning})")).collect();
            self.notes.push(format!("of what may be chosen the first was taken: {}", names.join(", ")));
        }
        for ExtraPayment { amount, resource, is_in_steps, at_most } in skill.payments() {
            let what = crate::language::condition_text::resource_name(resource);
            let most = at_most.map_or(String::new(), |most| format!(", up to {most}"));
            let payment = match is_in_steps {
                true => format!("additional {what} in steps of {amount}{most}"),
                false => format!("{amount} additional {what}"),
            };
            self.notes.push(format!("may be paid for besides: {payment} (see --order)"));
        }
        self
    }
}

/// Whether an order was not carried out because of its targets.
fn is_misdirected(event: &Event, own_order: OrderRef) -> bool {
    let EventKind::Referee(Referee::OrderOutcome { order, outcome, .. }) = &event.kind else { return false };
    let Outcome::NotDone { why } = outcome else { return false };
    *order == own_order && matches!(why, Reason::WrongTargets | Reason::TargetNotAvailable | Reason::PlaceMissing)
}

fn with_full_stop(words: &str) -> String {
    let words = words.trim();
    if words.ends_with(['.', '!', '"']) { words.to_owned() } else { format!("{words}.") }
}

/// The possible orders for a use, the likeliest by its sheet first.
fn candidate_orders(war: &War, stage: &Stage, skill: &Skill, times: u32) -> Vec<String> {
    let name = &skill.name.base;
    let handle = |id: CharacterId| war.character(id).name.as_str();
    let (own, foe) = (handle(stage.partner), handle(stage.foe));
    let head = match skill.role {
        Role::CommandSpell => format!("Command {own} \"{name}\""),
        Role::Item => format!("Use item {name}"),
        Role::Ability | Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill | Role::Service => {
            format!("Use {}", quote_if_needed(name))
        }
    };
    let mut tail = if times > 1 { format!(" {times} times") } else { String::new() };
    if let Some((choice, _)) = skill.choices().first() {
        tail.push_str(&format!(", choosing \"{choice}\""));
    } else if canonical_text(skill).contains(" obeys ") && skill.role != Role::CommandSpell {
        tail.push_str(", choosing \"something\"");
    }
    if is_push(skill) {
        tail.push_str(&format!(", pushing them to {ADJACENT}"));
    }
    let mut target_phrases: Vec<String> = possible_targets(stage, skill, &handle);
    if skill.role == Role::CommandSpell {
        target_phrases = vec![String::new(), format!(" on {foe}"), format!(" for {own}"), format!(" to {ADJACENT}")];
        target_phrases.push(format!(": \"Attack {foe}.\""));
    }
    target_phrases.into_iter().map(|target_phrase| format!("{head}{target_phrase}{tail}.")).collect()
}

/// A name, in quotes if it could be read as something else.
fn quote_if_needed(name: &str) -> String {
    if name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'')) {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}

/// Whether a sentence of a skill benefits somebody.
fn is_beneficial(skill: &Skill) -> bool {
    skill.effects.iter().any(|line| match &line.effect {
        Effect::Sentence(sentence) => match &sentence.operation {
            Operation::Immediate(what) => matches!(
                what.verb,
                Verb::Restore { .. }
                    | Verb::Cure(_)
                    | Verb::CureNamed(_)
                    | Verb::CombatPoints { .. }
                    | Verb::CommandSpells(_)
                    | Verb::Relocate {
                        destination: Destination::Target | Destination::HomeOf(_) | Destination::Of(_),
                        ..
                    }
                    | Verb::EnterSpiritForm { .. }
                    | Verb::LeaveSpiritForm
            ),
            Operation::Standing(standing) => !standing.modifier.does_harm(),
            Operation::Clause(_) => false,
        },
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
    })
}

/// Whether a sentence of a skill pushes somebody to a location of the user's choice.
fn is_push(skill: &Skill) -> bool {
    skill.effects.iter().flat_map(|line| line.effect.sentences()).any(|sentence| {
        matches!(sentence.operation.verb(), Some(Verb::Relocate { destination: Destination::Adjacent, .. }))
    })
}

/// The possible targets and destinations, in words.
fn possible_targets<'w>(stage: &Stage, skill: &Skill, handle: &impl Fn(CharacterId) -> &'w str) -> Vec<String> {
    let has_target_kind = |kind: TargetKind| skill.targets.contains(&kind);
    let targets_several = skill.max_targets > 1;
    let joined = |who: &[CharacterId]| who.iter().map(|id| handle(*id)).collect::<Vec<_>>().join(" and ");
    let prefers_foe = skill.does_harm() || has_target_kind(TargetKind::Enemy) || !is_beneficial(skill);
    let (user, partner, foe) = (stage.user, stage.partner, stage.foe);
    let warden = stage.people.get(3).copied().unwrap_or(foe);
    let familiar = stage.people.get(4).copied();
    let foes: Vec<Vec<CharacterId>> =
        if targets_several { vec![vec![foe, warden], vec![foe]] } else { vec![vec![foe], vec![warden]] };
    let friends: Vec<Vec<CharacterId>> =
        if targets_several { vec![vec![user, partner], vec![partner]] } else { vec![vec![partner], vec![user]] };
    let mut people: Vec<Vec<CharacterId>> =
        if prefers_foe { [foes, friends].concat() } else { [friends, foes].concat() };
    people.extend(familiar.map(|id| vec![id]));
    let people: Vec<String> = people.iter().map(|who| format!(" on {}", joined(who))).collect();
    let location_targets = [format!(" on {HERE}"), format!(" on {ADJACENT}")];
    let travels = people.iter().map(|who| format!("{who} to {ADJACENT}")).chain([format!(" to {ADJACENT}")]);
    let push_phrases = people.iter().map(|who| format!("{who}, pushing everybody else to {ADJACENT}"));
    let targets_only_self = skill.targets.iter().all(|kind| *kind == TargetKind::SelfTarget);
    let no_target = std::iter::once(String::new());
    let ground = has_target_kind(TargetKind::Location);
    let mixed = ground && skill.targets.len() > 1;
    let mut target_phrases: Vec<String> = Vec::new();
    if targets_only_self {
        target_phrases.extend(no_target.clone());
    }
    if mixed {
        target_phrases.extend(travels.clone());
    }
    if ground {
        target_phrases.extend(location_targets.clone());
    }
    target_phrases.extend(people.iter().cloned());
    target_phrases.extend(no_target.chain(location_targets).chain(travels).chain(push_phrases));
    target_phrases
}
