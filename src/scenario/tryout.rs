//! Tries out a skill: uses it once on a stage and reports what the Nights made of it (`grail sheet try`).
//!
//! | module | holds |
//! | --- | --- |
//! | `try_stage` | the small War: the sheet's character and a partner against a Servant and a Master, in one place |
//! | `try_orders` | everybody's orders: the use, in the first wording that the Night carries out, and attacks beside it |
//! | `sentence_fate` | what each sentence did: the same Nights are played without it, and compared |
//! | `person_state` | a character's state between two Nights |
//!
//! The Nights are those of a scenario: orders checked through each seat's View, one resolution each. Nothing is
//! computed a second time: what a sentence did is the difference that the engine makes without it.

mod person_state;
mod sentence_fate;
mod try_orders;
mod try_stage;

use crate::event::Event;
use crate::event::changes::{self, NightMeaning};
use crate::event::detail::{Outcome, Reason, StateChange};
use crate::event::kind::{Effects, EventKind, Referee};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Duration, Effect, Operation};
use crate::language::span::Source;
use crate::night::PendingQuestion;
use crate::night::rulings::Rulings;
use crate::sheet::Sheet;
use crate::sheet::reader::Diagnostics;
use crate::sheet::skill::Skill;
use crate::sheet::yaml;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::war::War;
use crate::war::active_skill::Until;
use crate::war::setup::SkillRef;

use super::play::{apply_changes, introduce_new_familiars, play_night, read_orders};
use super::scenario_night::ScenarioNight;

pub use person_state::PersonState;
pub use sentence_fate::{Fate, SentenceFate};

/// The maximum number of Nights played by default.
const MAX_NIGHTS: u32 = 4;
/// The number of Nights played for effects without a fixed end.
const NIGHTS_OF_OPEN_END: u32 = 2;

/// What to try, and how.
#[derive(Clone, Debug)]
pub struct TryRequest {
    /// The sheet of the skill's user.
    pub user: Sheet,
    /// The opponent, instead of a plain one.
    pub opponent: Option<Sheet>,
    /// Sheets of familiars that either side can summon; a plain one stands in for any other.
    pub familiars: Vec<Sheet>,
    /// The name of the skill, spell, item, Command Spell or basic attack.
    pub skill: String,
    /// The number of uses in the first Night.
    pub times: u32,
    /// The order for its use in the author's words, instead of a generated one.
    pub order: Option<String>,
    /// Further orders of the user, every Night.
    pub further_orders: Vec<String>,
    /// The opponent's orders, every Night.
    pub opponent_orders: Vec<String>,
    /// The starting Health of the user and of the opponent.
    pub health: (Option<StartAmount>, Option<StartAmount>),
    /// Further changes of the starting position, in the notation of a scenario's `start:`.
    pub start: Option<String>,
    /// The number of Nights to play; `None` plays as long as something goes on, at most four.
    pub nights: Option<u32>,
    /// The number of the first Night.
    pub night: u32,
    /// Whether attacks are exchanged beside the use; `None` decides by whether a sentence could react to one.
    pub blows: Option<bool>,
}

/// An amount of Health at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAmount {
    /// This amount.
    Number(Exact),
    /// This part of the maximum, as a factor.
    Percent(Exact),
}

/// Why a skill cannot be tried.
#[derive(Clone, Debug)]
pub enum TryError {
    /// Nothing has this name; here are the names there are.
    NoSkill(Vec<String>),
    /// The stage cannot be set up, for these reasons.
    Stage(Vec<String>),
    /// Some of the input cannot be parsed: the text and its faults.
    Unreadable(Source, Vec<Diagnostic>),
    /// The use cannot be ordered on the stage: the closest order and its faults.
    NotOrdered(Source, Vec<Diagnostic>),
}

/// The result of trying a skill.
#[derive(Debug)]
pub struct TryResult {
    /// The characters on the stage, the user first: handle and part.
    pub cast: Vec<(String, &'static str)>,
    /// The skill tried.
    pub skill: SkillRef,
    /// The order for its use; `None` for a passive skill.
    pub order: Option<String>,
    /// Whether attacks were exchanged.
    pub blows: bool,
    /// Notes on the stage: who stands in for whom, what was chosen.
    pub notes: Vec<String>,
    /// The Nights.
    pub nights: Vec<TriedNight>,
    /// What each of its sentences did.
    pub sentences: Vec<SentenceFate>,
    /// Whether something of it still goes on.
    pub goes_on: bool,
}

/// A Night on the stage.
#[derive(Debug)]
pub struct TriedNight {
    /// The position before it.
    pub war_before: War,
    /// The position after it.
    pub war_after: War,
    /// What happened.
    pub events: Vec<Event>,
    /// The questions that need a ruling.
    pub pending: Vec<PendingQuestion>,
    /// Each character's state before it, if there was one, and after it.
    pub people: Vec<(Option<PersonState>, PersonState)>,
}

/// Tries out a skill.
///
/// # Errors
/// Why it cannot be tried.
pub fn try_skill(request: &TryRequest) -> Result<TryResult, TryError> {
    let staging = try_stage::Staging::for_request(request.clone())?;
    let request = &staging.wish;
    let stage = try_stage::Stage::set_up(&staging)?;
    let skill = staging.tried.clone();
    let blows = request.blows.unwrap_or_else(|| try_orders::involves_attacks(&skill));
    let mut notes = staging.notes.clone();
    let mut start = if request.times > 1 { stage.changes_for_fought_turn() } else { Vec::new() };
    start.extend(starting_changes(request, &stage)?);
    let war_with_changes = |stage: &try_stage::Stage, start: &[StateChange]| {
        let mut war = stage.war.clone();
        apply_changes(&mut war, start.to_vec());
        war
    };
    let orders = try_orders::TryOrders::find(request, &war_with_changes(&stage, &start), &stage, blows)?;
    let mut nights = play_nights(&war_with_changes(&stage, &start), &stage, &orders, &skill, request.nights);
    if nights.first().is_some_and(is_limited) && request.times == 1 {
        start.splice(0..0, stage.changes_for_fought_turn());
        nights = play_nights(&war_with_changes(&stage, &start), &stage, &orders, &skill, request.nights);
    }
    if start.iter().any(|change| matches!(change, StateChange::Battle(..))) {
        notes.push("they have fought a Turn already: the first Turn of a battle allows one point alone".to_owned());
    }
    notes.extend(orders.notes.iter().cloned());
    let count = u32::try_from(nights.len()).unwrap_or(MAX_NIGHTS);
    let play_with = |changed: Skill| {
        let stage = try_stage::Stage::set_up(&staging.with_skill(changed)).ok()?;
        Some(play_nights(&war_with_changes(&stage, &start), &stage, &orders, &skill, Some(count)))
    };
    let sentences = sentence_fate::find_fates(stage.skill, &skill, &nights, &play_with);
    let goes_on = nights.last().is_some_and(|night| count_in_force(&night.war, stage.skill) > 0);
    Ok(TryResult {
        cast: stage.cast.clone(),
        skill: stage.skill,
        order: orders.use_order.clone(),
        blows: orders.blows,
        notes,
        nights: nights.into_iter().map(|night| TriedNight::from_scenario_night(night, &stage)).collect(),
        sentences,
        goes_on,
    })
}

/// Plays the Nights one after the other.
fn play_nights(
    war: &War,
    stage: &try_stage::Stage,
    orders: &try_orders::TryOrders,
    skill: &Skill,
    nights: Option<u32>,
) -> Vec<ScenarioNight> {
    let mut war = war.clone();
    let mut played: Vec<ScenarioNight> = Vec::new();
    let mut is_used = false;
    for number in 0..nights.unwrap_or(MAX_NIGHTS) {
        if number > 0 && nights.is_none() && has_nothing_to_show(&war, stage.skill, skill, is_used, number) {
            break;
        }
        let night = play_unruled_night(&war, &orders.order_texts(&war, stage, !is_used));
        is_used = is_used || night.events.iter().any(|event| is_use(event, stage.skill)) || !is_charged(skill);
        let known = war.characters.len();
        war = night.war.clone();
        introduce_new_familiars(&mut war, known);
        played.push(night);
    }
    played
}

/// Plays a Night with these orders and no rulings.
fn play_unruled_night(war: &War, texts: &[(SeatId, String)]) -> ScenarioNight {
    play_night(war, read_orders(war, texts), &Rulings::default())
}

/// Whether the limit of a battle's first Turn prevented something ordered (R254).
fn is_limited(night: &ScenarioNight) -> bool {
    let limited = |outcome: &Outcome| match outcome {
        Outcome::NotDone { why } | Outcome::DonePartly { why: Some(why), .. } => *why == Reason::FirstTurnLimit,
        Outcome::Done { .. } | Outcome::DonePartly { why: None, .. } => false,
    };
    night.events.iter().any(
        |event| matches!(&event.kind, EventKind::Referee(Referee::OrderOutcome { outcome, .. }) if limited(outcome)),
    )
}

fn is_use(event: &Event, used_skill: SkillRef) -> bool {
    matches!(event.kind, EventKind::Effects(Effects::SkillUsed { skill, .. }) if skill == used_skill)
}

/// Whether a skill is charged a Turn before it strikes.
fn is_charged(skill: &Skill) -> bool {
    skill.clauses().any(|(clause, _)| matches!(clause, Clause::Charges(_)))
}

/// Whether another Night would show nothing more of the skill.
fn has_nothing_to_show(war: &War, tried: SkillRef, skill: &Skill, is_used: bool, played: u32) -> bool {
    if war.ended.is_some() {
        return true;
    }
    if !is_used && is_charged(skill) {
        return false;
    }
    let is_open_ended = war.active_skills.iter().all(|active| active.until == Until::Open);
    let temporary_state = war.ids().any(|id| {
        let character = war.character(id);
        !character.statuses.is_empty() || !character.lingering.is_empty() || character.ap_change != 0
    });
    let may_go_on = if is_open_ended && !temporary_state { played < NIGHTS_OF_OPEN_END } else { true };
    !(may_go_on && (count_in_force(war, tried) > 0 || temporary_state) || played < nights_until_done(skill))
}

/// The number of instances of a skill in force.
fn count_in_force(war: &War, skill: SkillRef) -> usize {
    war.active_skills.iter().filter(|active| active.skill == skill).count()
}

/// The number of Nights until everything that a skill's sentences announce for later Turns has happened.
fn nights_until_done(skill: &Skill) -> u32 {
    let nights_of_line = |line: &crate::sheet::skill::EffectLine| match &line.effect {
        Effect::Sentence(sentence) => match (&sentence.operation, sentence.duration, sentence.trigger.as_ref()) {
            (_, _, Some(crate::language::effect::Trigger::Once(turns, _))) => turns + 1,
            (Operation::Clause(Clause::Splits { turns, .. }), ..) => turns + 1,
            (Operation::Standing(_), Some(Duration::Turns(turns)), _) if !skill.is_passive() => turns + 1,
            _ => 1,
        },
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => 1,
    };
    skill.effects.iter().map(nights_of_line).max().unwrap_or(1).min(MAX_NIGHTS)
}

/// The changes of the starting position before the first Night.
fn starting_changes(request: &TryRequest, stage: &try_stage::Stage) -> Result<Vec<StateChange>, TryError> {
    let (mut opening, war) = (Vec::new(), &stage.war);
    for (who, amount) in [(stage.user, request.health.0), (stage.foe, request.health.1)] {
        let most = war.maxima(who).health;
        let health = match amount {
            None => continue,
            Some(StartAmount::Number(health)) => health,
            Some(StartAmount::Percent(part)) => most.times(part).unwrap_or(most),
        };
        if health > most || health <= Exact::ZERO {
            let name = &war.character(who).name;
            return Err(TryError::Stage(vec![format!("the Health of {name} lies above 0 and is at most {most}")]));
        }
        opening.push(StateChange::Health(who, health));
    }
    let Some(text) = &request.start else { return Ok(opening) };
    let source = Source::new("--start", text.as_str());
    let nodes = yaml::parse(&source).map_err(|faults| TryError::Unreadable(source.clone(), faults))?;
    let diagnostics = Diagnostics::default();
    for node in &nodes {
        opening.extend(changes::read_changes(node, war, NightMeaning::Coming, &diagnostics));
    }
    if diagnostics.has_errors() { Err(TryError::Unreadable(source, diagnostics.into_sorted())) } else { Ok(opening) }
}

impl TriedNight {
    fn from_scenario_night(night: ScenarioNight, stage: &try_stage::Stage) -> TriedNight {
        let ScenarioNight { war_before, war: war_after, events, pending, .. } = night;
        let mut all_ids: Vec<CharacterId> = stage.people.clone();
        all_ids.extend(war_after.ids().filter(|id| !stage.people.contains(id)));
        let people = all_ids
            .into_iter()
            .filter(|id| war_before.characters.get(id.index()).is_none_or(crate::war::character::Character::is_alive))
            .map(|id| {
                let before_state =
                    war_before.characters.get(id.index()).map(|_| PersonState::from_war(&war_before, id));
                (before_state, PersonState::from_war(&war_after, id))
            })
            .collect();
        TriedNight { war_before, war_after, events, pending, people }
    }
}
