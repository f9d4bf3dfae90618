//! The library in play: the example War, which uses it, under random orders; and every sentence of the library on a
//! stage of its own. `GRAIL_CASES=N` plays more Wars.
//!
//! A sentence has fired if the same Nights, from the same position and by the same orders, come out otherwise without
//! it. What only the record of the effects in force tells of it does not count.

mod cast;
mod script;
mod stage;

use std::collections::BTreeSet;
use std::sync::Arc;

use grail_referee::event::Event;
use grail_referee::event::detail::Change;
use grail_referee::event::kind::EventKind;
use grail_referee::language::effect::{Clause, Effect, Operation, Rule};
use grail_referee::night::ruling::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::perception::view_of::view;
use grail_referee::sheet::Sheet;
use grail_referee::sheet::skill::Skill;
use grail_referee::war::War;
use grail_referee::war::force::InForce;
use grail_referee::war::setup::SkillRef;

use super::dice::Dice;
use super::nights::{read, seats};
use super::writer::{Bounds, orders};
use super::{each, laws, wars};
use cast::{Cast, cast, people};
use stage::{Manner, Stage};

/// A sentence: whose sheet, which skill, which line; by name, so that it is the same in every War.
type Sentence = (String, String, usize);

/// The position with one sentence struck out.
fn without(war: &War, skill: SkillRef, line: usize) -> War {
    let mut setup = (*war.setup).clone();
    let effects = &mut setup.sheets[skill.sheet.index()].skills[usize::from(skill.place)].effects;
    let idle = |clause| Rule { trigger: None, operation: Operation::Clause(clause), condition: None, duration: None };
    let stacks = idle(Clause::DoesNotStack);
    // What stands in its place must say nothing.
    let nothing = if effects[line].effect == Effect::Rule(stacks.clone()) { idle(Clause::EndsBeforeFatal) } else { stacks };
    effects[line].effect = Effect::Rule(nothing);
    let mut war = war.clone();
    war.setup = Arc::new(setup);
    war.in_force = InForce::index(&war);
    war
}

/// What comes of a Night, but for the bookkeeping of effects in force.
fn outcome(night: &Resolution) -> impl Iterator<Item = &Event> {
    night.events.iter().filter(|event| {
        !matches!(
            event.kind,
            EventKind::EffectBegan { .. }
                | EventKind::EffectEnded { .. }
                | EventKind::PartsEnded { .. }
                | EventKind::CombatPoints { .. }
        )
    })
}

/// Whether two Nights come out alike, beside the bookkeeping.
fn alike(one: &Resolution, other: &Resolution) -> bool {
    let told = |event: &Event| (event.kind.clone(), event.phase, event.sights.clone());
    one.pending == other.pending && outcome(one).map(told).eq(outcome(other).map(told))
}

/// Whether a sentence can fire: whatever is no note for people.
const fn is_said(effect: &Effect) -> bool {
    matches!(effect, Effect::Rule(_) | Effect::Gm(_))
}

/// A stage as it was played: the orders and what came of them.
struct Played {
    plans: Vec<Vec<SeatPlan>>,
    nights: Vec<Resolution>,
}

/// Plays a stage by its own orders; the laws hold in every Night.
fn play_stage(stage: &Stage, ailments: &[(String, String)]) -> Played {
    let mut war = stage.war.clone();
    let mut played = Played { plans: Vec::new(), nights: Vec::new() };
    for night in 0..stage.nights {
        if war.ended.is_some() || !war.character(stage.people.owner).is_alive() {
            break;
        }
        stage.set(&mut war, night);
        let mut plans = Vec::new();
        let mut texts = Vec::new();
        for seat in seats(&war) {
            let text = stage.orders(&war, seat, night, ailments);
            let (plan, faults) = read(&war, seat, &text);
            if std::env::var("GRAIL_TELL").is_ok() {
                println!("{text}");
                faults.iter().for_each(|fault| println!("{}", fault.message));
            }
            plans.push(plan);
            texts.push(text);
        }
        let resolved = resolve(&war, &plans, &Rulings::default());
        if std::env::var("GRAIL_NOLAWS").is_err() {
        let broken = laws::broken(&war, &plans, &resolved);
        assert!(broken.is_empty(), "Night {}:\n{}\n{}", resolved.war.night, broken.join("\n"), texts.join("\n"));
        }
        if std::env::var("GRAIL_TELL").is_ok() {
            resolved.events.iter().for_each(|event| println!("  {:?} {:?}", event.phase, event.kind));
        }
        war = resolved.war.clone();
        played.plans.push(plans);
        played.nights.push(resolved);
    }
    played
}

/// Whether the same Nights come out otherwise without a sentence; whether at least its bookkeeping does.
fn differs(stage: &Stage, line: usize, played: &Played) -> (bool, bool) {
    let mut war = without(&stage.war, stage.skill, line);
    let mut noted = false;
    for (night, (plans, with)) in played.plans.iter().zip(&played.nights).enumerate() {
        stage.set(&mut war, night);
        let resolved = resolve(&war, plans, &Rulings::default());
        if !alike(&resolved, with) {
            return (true, true);
        }
        noted |= resolved.events != with.events;
        war = resolved.war;
    }
    (false, noted)
}

/// The stage after somebody has summoned what the sentence speaks of.
fn summon(war: &War, names: &[String]) -> War {
    let mut plans = Vec::new();
    let mut war = war.clone();
    let square = stage::place(&war, "Square");
    let team: Vec<_> = war.setup.teams.iter().filter(|team| team.name == "Home").cloned().collect();
    let team = team.iter().flat_map(|team| team.servants.iter().chain([&team.master]));
    wars::set(&mut war, team.map(|id| Change::At(*id, square)).collect());
    let war = &war;
    for seat in seats(war) {
        let mut text = String::new();
        for who in war.seat_characters(seat) {
            let own = names.iter().filter(|name| war.sheet(who).skill_named(name).is_some());
            let lines: Vec<String> = own.map(|name| format!("  Use {name}.\n")).collect();
            if !lines.is_empty() {
                text.push_str(&format!("{}:\n{}", war.character(who).name, lines.concat()));
            }
        }
        plans.push(read(war, seat, &text).0);
    }
    resolve(war, &plans, &Rulings::default()).war
}

/// Stages the sentences of a sheet until each has fired, or every manner has been tried.
fn stage_sheet(sheet: &Sheet, library: &[Sheet], ailments: &[(String, Skill)], tally: &mut Tally) {
    let names: Vec<(String, String)> =
        ailments.iter().map(|(name, prop)| (name.clone(), prop.name.base.clone())).collect();
    let Cast { mut war, sheet: id, summoning } = cast(sheet, library, ailments);
    if let Some(name) = summoning {
        war = summon(&war, &[name]);
    }
    let calling: Vec<String> =
        sheet.skills.iter().filter(|skill| skill.summons().next().is_some()).map(|s| s.name.base.clone()).collect();
    let summoned = if calling.is_empty() { None } else { Some(summon(&war, &calling)) };
    let wanted = std::env::var("GRAIL_SKILL").ok();
    for skill in sheet.skills.iter().filter(|skill| wanted.as_ref().is_none_or(|name| skill.is_called(name))) {
        let said = skill.effects.iter().enumerate().filter(|(_, line)| is_said(&line.effect));
        let mut open: Vec<usize> = said.map(|(line, _)| line).collect();
        let mut noted = BTreeSet::new();
        tally.all += open.len();
        while let Some(line) = open.first().copied() {
            let speaks = skill.effects[line].text.contains("familiar") && skill.summons().next().is_none();
            let start = summoned.as_ref().filter(|_| speaks).unwrap_or(&war);
            let (found, people) = (start.setup.find_skill(id, &skill.name.base), people(start, id));
            for manner in Manner::all() {
                let (Some(found), Some(people)) = (found, people) else { break };
                let stage = Stage::new(start, people, found, line, manner);
                let played = play_stage(&stage, &names);
                tally.nights += played.nights.len();
                // What is staged for one sentence may show another, too.
                open.retain(|line| {
                    tally.nights += played.nights.len();
                    let (fires, told) = differs(&stage, *line, &played);
                    if told {
                        noted.insert(*line);
                    }
                    !fires
                });
                if !open.contains(&line) {
                    break;
                }
            }
            if open.first() == Some(&line) {
                open.remove(0);
                let list = if noted.contains(&line) { &mut tally.noted } else { &mut tally.silent };
                let sentence = (sheet.name.clone(), skill.name.base.clone(), line);
                list.push((sentence, skill.effects[line].text.clone()));
            }
        }
    }
}

/// What came of staging.
#[derive(Default)]
struct Tally {
    all: usize,
    nights: usize,
    /// What fires in nothing but the record of effects in force.
    noted: Vec<(Sentence, String)>,
    silent: Vec<(Sentence, String)>,
}

#[test]
fn sentences_of_the_library_fire() {
    let library = cast::library();
    let ailments = cast::ailments(&library);
    let mut tally = Tally::default();
    let wanted = std::env::var("GRAIL_SHEET").ok();
    let start = std::time::Instant::now();
    for sheet in library.iter().filter(|sheet| wanted.as_ref().is_none_or(|name| *name == sheet.name)) {
        stage_sheet(sheet, &library, &ailments, &mut tally);
    }
    println!("{} sentences, {} Nights, {:?}", tally.all, tally.nights, start.elapsed());
    println!("NOTED {}", tally.noted.len());
    tally.noted.iter().for_each(|(sentence, text)| println!("  {sentence:?}: {text}"));
    println!("SILENT {}", tally.silent.len());
    tally.silent.iter().for_each(|(sentence, text)| println!("  {sentence:?}: {text}"));
    let silent: BTreeSet<_> = tally.silent.iter().map(|(sentence, _)| sentence).collect();
    assert!(silent.is_empty());
}

/// Plays a War of the library for some Nights.
fn play(mut war: War, dice: &mut Dice) {
    for _ in 0..8 {
        if war.ended.is_some() {
            return;
        }
        let mut plans = Vec::new();
        let mut texts = Vec::new();
        for seat in seats(&war) {
            let text = orders(&view(&war, seat), dice, &Bounds::default());
            plans.push(read(&war, seat, &text).0);
            texts.push(text);
        }
        let night = laws::resolved(&war, &plans).unwrap_or_else(|how| panic!("{how}\n{}", texts.join("\n")));
        let broken = laws::broken(&war, &plans, &night);
        assert!(broken.is_empty(), "Night {}:\n{}\n{}", night.war.night, broken.join("\n"), texts.join("\n"));
        war = night.war;
    }
}

#[test]
fn random_orders_over_the_library_keep_the_laws() {
    let start = wars::example().war;
    each("random_orders_over_the_library_keep_the_laws", 2, |seed| {
        let mut dice = Dice::of(seed);
        let mut war = start.clone();
        wars::equip(&mut war, &mut dice);
        play(war, &mut dice);
    });
}
