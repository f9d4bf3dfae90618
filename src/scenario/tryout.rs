//! A skill tried out: used once on a stage, and what the Nights made of it (`grail sheet try`).
//!
//! | module | holds |
//! | --- | --- |
//! | `try_stage` | the small War: the sheet's character and a partner against a Servant and a Master, in one place |
//! | `try_orders` | what everybody is ordered: the use, in the first words that the Night carries out, and blows beside it |
//! | `sentence_fate` | what became of each sentence: the same Nights are played without it, and compared |
//! | `person_state` | how somebody stands between two Nights |
//!
//! The Nights are those of a scenario: orders checked through each seat's View, one resolution each. Nothing is
//! worked out a second time: what a sentence did is what the engine does otherwise without it.

mod person_state;
mod sentence_fate;
mod try_orders;
mod try_stage;

use crate::event::Event;
use crate::event::changes::{self, NightIs};
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

use super::play::{introduce, play_night, read_orders, set};
use super::played::ScenarioNight;

pub use person_state::PersonState;
pub use sentence_fate::{Fate, SentenceFate};

/// The most Nights that are played of themselves.
const NIGHTS: u32 = 4;
/// How many are played of what has no end of its own.
const NIGHTS_OF_OPEN_END: u32 = 2;

/// What is to be tried, and how.
#[derive(Clone, Debug)]
pub struct TryWish {
    /// Whose skill it is.
    pub user: Sheet,
    /// The opponent, in place of a plain one.
    pub opponent: Option<Sheet>,
    /// Sheets of familiars that either can summon; for others a plain one stands in.
    pub familiars: Vec<Sheet>,
    /// The skill, spell, item, Command Spell or basic attack by name.
    pub skill: String,
    /// How often it is used in the first Night.
    pub times: u32,
    /// The order of its use in the author's words, in place of one made here.
    pub order: Option<String>,
    /// What the user is ordered besides, every Night.
    pub also: Vec<String>,
    /// What the opponent is ordered every Night.
    pub foe: Vec<String>,
    /// The user's Health as it begins, and that of whoever stands against them.
    pub health: (Option<StartAmount>, Option<StartAmount>),
    /// What else is so as it begins, as the `start:` of a scenario writes it.
    pub start: Option<String>,
    /// How many Nights are played; `None` is as many as something goes on, four at most.
    pub nights: Option<u32>,
    /// The number of the first Night.
    pub night: u32,
    /// Whether blows are exchanged beside the use; `None` is where a sentence could meet one.
    pub blows: Option<bool>,
}

/// An amount of Health at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAmount {
    /// So much.
    Number(Exact),
    /// So many hundredths of the maximum.
    Percent(Exact),
}

/// Why a skill cannot be tried.
#[derive(Clone, Debug)]
pub enum NoTry {
    /// Nothing is called so; what is.
    NoSkill(Vec<String>),
    /// The stage cannot be set: why.
    Stage(Vec<String>),
    /// Something of what was given cannot be read: the text and its faults.
    Words(Source, Vec<Diagnostic>),
    /// The use cannot be ordered on the stage: the order that comes nearest and its faults.
    NotOrdered(Source, Vec<Diagnostic>),
}

/// What came of it.
#[derive(Debug)]
pub struct Tried {
    /// Who is on the stage, the user first: handle and part.
    pub cast: Vec<(String, &'static str)>,
    /// What was tried.
    pub skill: SkillRef,
    /// The order of its use; `None` of what is always on.
    pub order: Option<String>,
    /// Whether blows were exchanged.
    pub blows: bool,
    /// What is to be known of the stage: who stands in for whom, what was chosen.
    pub notes: Vec<String>,
    /// The Nights.
    pub nights: Vec<TriedNight>,
    /// What became of each of its sentences.
    pub sentences: Vec<SentenceFate>,
    /// Something of it still goes on.
    pub goes_on: bool,
}

/// A Night on the stage.
#[derive(Debug)]
pub struct TriedNight {
    /// The position before it.
    pub before: War,
    /// The position after it.
    pub after: War,
    /// What happened.
    pub events: Vec<Event>,
    /// What awaits the GM.
    pub pending: Vec<PendingQuestion>,
    /// How everybody stood before it and after it.
    pub people: Vec<(Option<PersonState>, PersonState)>,
}

/// Tries a skill.
///
/// # Errors
/// Where it cannot be tried, why.
pub fn try_skill(wish: &TryWish) -> Result<Tried, NoTry> {
    let staging = try_stage::Staging::of(wish.clone())?;
    let wish = &staging.wish;
    let stage = try_stage::Stage::set_up(&staging)?;
    let skill = staging.tried.clone();
    let blows = wish.blows.unwrap_or_else(|| try_orders::could_meet_a_blow(&skill));
    let mut notes = staging.notes.clone();
    let mut start = if wish.times > 1 { stage.have_fought() } else { Vec::new() };
    start.extend(opening(wish, &stage)?);
    let begin = |stage: &try_stage::Stage, start: &[StateChange]| {
        let mut war = stage.war.clone();
        set(&mut war, start.to_vec());
        war
    };
    let orders = try_orders::TryOrders::find(wish, &begin(&stage, &start), &stage, blows)?;
    let mut nights = play(&begin(&stage, &start), &stage, &orders, &skill, wish.nights);
    if nights.first().is_some_and(is_limited) && wish.times == 1 {
        start.splice(0..0, stage.have_fought());
        nights = play(&begin(&stage, &start), &stage, &orders, &skill, wish.nights);
    }
    if start.iter().any(|change| matches!(change, StateChange::Battle(..))) {
        notes.push("they have fought a Turn already: the first Turn of a battle allows one point alone".to_owned());
    }
    notes.extend(orders.notes.iter().cloned());
    let count = u32::try_from(nights.len()).unwrap_or(NIGHTS);
    let again = |changed: Skill| {
        let stage = try_stage::Stage::set_up(&staging.with(changed)).ok()?;
        Some(play(&begin(&stage, &start), &stage, &orders, &skill, Some(count)))
    };
    let sentences = sentence_fate::fates(stage.skill, &skill, &nights, &again);
    let goes_on = nights.last().is_some_and(|night| running(&night.war, stage.skill) > 0);
    Ok(Tried {
        cast: stage.cast.clone(),
        skill: stage.skill,
        order: orders.of_use.clone(),
        blows: orders.blows,
        notes,
        nights: nights.into_iter().map(|night| TriedNight::of(night, &stage)).collect(),
        sentences,
        goes_on,
    })
}

/// The Nights, one after the other.
fn play(
    war: &War,
    stage: &try_stage::Stage,
    orders: &try_orders::TryOrders,
    skill: &Skill,
    nights: Option<u32>,
) -> Vec<ScenarioNight> {
    let mut war = war.clone();
    let mut played: Vec<ScenarioNight> = Vec::new();
    let mut used = false;
    for number in 0..nights.unwrap_or(NIGHTS) {
        if number > 0 && nights.is_none() && is_over(&war, stage.skill, skill, used, number) {
            break;
        }
        let night = play_one(&war, &orders.texts(&war, stage, !used));
        used = used || night.events.iter().any(|event| is_use(event, stage.skill)) || !charges(skill);
        let known = war.characters.len();
        war = night.war.clone();
        introduce(&mut war, known);
        played.push(night);
    }
    played
}

/// Plays a Night of these orders, nothing ruled.
fn play_one(war: &War, texts: &[(SeatId, String)]) -> ScenarioNight {
    play_night(war, read_orders(war, texts), &Rulings::default())
}

/// Whether the first Turn of a battle kept somebody from something ordered (R254).
fn is_limited(night: &ScenarioNight) -> bool {
    let limited = |outcome: &Outcome| match outcome {
        Outcome::NotDone { why } | Outcome::DonePartly { why: Some(why), .. } => *why == Reason::FirstTurnLimit,
        Outcome::Done { .. } | Outcome::DonePartly { why: None, .. } => false,
    };
    night.events.iter().any(
        |event| matches!(&event.kind, EventKind::Referee(Referee::OrderOutcome { outcome, .. }) if limited(outcome)),
    )
}

fn is_use(event: &Event, of: SkillRef) -> bool {
    matches!(event.kind, EventKind::Effects(Effects::SkillUsed { skill, .. }) if skill == of)
}

/// Whether a skill is begun a Turn before it strikes.
fn charges(skill: &Skill) -> bool {
    skill.clauses().any(|(clause, _)| matches!(clause, Clause::Charges(_)))
}

/// Whether nothing of the skill goes on that another Night would show.
fn is_over(war: &War, of: SkillRef, skill: &Skill, used: bool, played: u32) -> bool {
    if war.ended.is_some() {
        return true;
    }
    if !used && charges(skill) {
        return false;
    }
    let open = war.active_skills.iter().all(|active| active.until == Until::Open);
    let passing = war.ids().any(|id| {
        let character = war.character(id);
        !character.statuses.is_empty() || !character.lingering.is_empty() || character.ap_change != 0
    });
    let ongoing = if open && !passing { played < NIGHTS_OF_OPEN_END } else { true };
    !(ongoing && (running(war, of) > 0 || passing) || played < awaited(skill))
}

/// How much of a skill is in force.
fn running(war: &War, of: SkillRef) -> usize {
    war.active_skills.iter().filter(|active| active.skill == of).count()
}

/// How many Nights it takes until what a skill says of later Turns has come.
fn awaited(skill: &Skill) -> u32 {
    let of = |line: &crate::sheet::skill::EffectLine| match &line.effect {
        Effect::Sentence(sentence) => match (&sentence.operation, sentence.duration, sentence.trigger.as_ref()) {
            (_, _, Some(crate::language::effect::Trigger::Once(turns, _))) => turns + 1,
            (Operation::Clause(Clause::Splits { turns, .. }), ..) => turns + 1,
            (Operation::Standing(_), Some(Duration::Turns(turns)), _) if !skill.is_passive() => turns + 1,
            _ => 1,
        },
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => 1,
    };
    skill.effects.iter().map(of).max().unwrap_or(1).min(NIGHTS)
}

/// What is otherwise than usual as the first Night begins.
fn opening(wish: &TryWish, stage: &try_stage::Stage) -> Result<Vec<StateChange>, NoTry> {
    let (mut opening, war) = (Vec::new(), &stage.war);
    for (who, amount) in [(stage.user, wish.health.0), (stage.foe, wish.health.1)] {
        let most = war.maxima(who).health;
        let health = match amount {
            None => continue,
            Some(StartAmount::Number(health)) => health,
            Some(StartAmount::Percent(part)) => most.times(part).unwrap_or(most),
        };
        if health > most || health <= Exact::ZERO {
            let name = &war.character(who).name;
            return Err(NoTry::Stage(vec![format!("the Health of {name} lies above 0 and is at most {most}")]));
        }
        opening.push(StateChange::Health(who, health));
    }
    let Some(text) = &wish.start else { return Ok(opening) };
    let source = Source::new("--start", text.as_str());
    let nodes = yaml::parse(&source).map_err(|faults| NoTry::Words(source.clone(), faults))?;
    let faults = Diagnostics::default();
    for node in &nodes {
        opening.extend(changes::load(node, war, NightIs::Coming, &faults));
    }
    if faults.any_error() { Err(NoTry::Words(source, faults.into_sorted())) } else { Ok(opening) }
}

impl TriedNight {
    fn of(night: ScenarioNight, stage: &try_stage::Stage) -> TriedNight {
        let ScenarioNight { before, war: after, events, pending, .. } = night;
        let mut everybody: Vec<CharacterId> = stage.people.clone();
        everybody.extend(after.ids().filter(|id| !stage.people.contains(id)));
        let people = everybody
            .into_iter()
            .filter(|id| before.characters.get(id.index()).is_none_or(crate::war::character::Character::is_alive))
            .map(|id| {
                let had = before.characters.get(id.index()).map(|_| PersonState::of(&before, id));
                (had, PersonState::of(&after, id))
            })
            .collect();
        TriedNight { before, after, events, pending, people }
    }
}
