//! Every sentence of the library at work: each on a stage of its own, made by its tree, among people who can do
//! whatever it may wait for; the laws of every War hold on all of them.
//!
//! A sentence has fired if the same Nights, from the same position and by the same orders, come out otherwise without
//! it. What only the record of the effects in force tells of it does not count.
//!
//! `GRAIL_SHEET` and `GRAIL_SKILL` stage one sheet or skill alone, `GRAIL_TELL=1` prints what happens there.
//! `GRAIL_CASES=N` plays the stages again with orders nobody thought over on top, `GRAIL_SEED=N` one such round alone.

mod asked;
mod cast;
mod script;
mod stage;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grail_referee::event::Event;
use grail_referee::event::detail::StateChange;
use grail_referee::event::kind::{Effects, EventKind, Resources};
use grail_referee::language::effect::{Clause, Effect, Operation, Sentence};
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::perception::view_of::build_view;
use grail_referee::sheet::Sheet;
use grail_referee::sheet::skill::Skill;
use grail_referee::vocabulary::ids::SeatId;
use grail_referee::war::War;
use grail_referee::war::in_force::InForce;
use grail_referee::war::setup::SkillRef;

use super::dice::Dice;
use super::nights::{read, seats};
use super::writer::{Bounds, orders};
use super::{each, laws, wars};
use crate::cases;
use cast::{Cast, cast, people};
use stage::{Manner, Stage};

/// Sentences that nothing can show, by sheet and skill, and why.
const UNSEEN: [(&str, &str, &str, &str); 4] = [
    ("Command Spells", "Obey me!", "Lasts indefinitely.", "so does what says nothing of its end (R172, R368)"),
    ("Command Spells", "Defend X!", "Lasts indefinitely.", "so does what says nothing of its end (R177, R368)"),
    (
        "Command Spells",
        "Get behind me!",
        "Does not stack with itself.",
        "who stands between twice stands there no more than once; both are released as one (A127)",
    ),
    ("Command Spells", "Get behind me!", "Lasts indefinitely.", "so does what says nothing of its end (R181, R368)"),
];

/// The position with one sentence struck out.
fn without(war: &War, skill: SkillRef, line: usize) -> War {
    let mut setup = (*war.setup).clone();
    let effects = &mut setup.sheets[skill.sheet.index()].skills[usize::from(skill.skill_index)].effects;
    let idle = |clause| {
        let operation = Operation::Clause(clause);
        Sentence { trigger: None, operation, condition: None, duration: None, ending_deed: None, at_use: false }
    };
    let stacks = Effect::Sentence(idle(Clause::DoesNotStack));
    // What stands in its place must say nothing.
    let nothing = if effects[line].effect == stacks { Effect::Sentence(idle(Clause::EndsBeforeFatal)) } else { stacks };
    effects[line].effect = nothing;
    let mut war = war.clone();
    war.setup = Arc::new(setup);
    war.in_force = InForce::build(&war);
    war
}

/// What comes of a Night, but for the record of effects in force and the sums that number its events.
fn outcome(night: &Resolution) -> impl Iterator<Item = &Event> {
    night.events.iter().filter(|event| {
        !matches!(
            event.kind,
            EventKind::Effects(Effects::EffectBegan { .. })
                | EventKind::Effects(Effects::EffectEnded { .. })
                | EventKind::Effects(Effects::PartsEnded { .. })
                | EventKind::Resources(Resources::CombatPoints { .. })
        )
    })
}

/// Whether two Nights come out alike.
fn alike(one: &Resolution, other: &Resolution) -> bool {
    let same = |(a, b): (&Event, &Event)| a.kind == b.kind && a.phase == b.phase && a.observations == b.observations;
    one.pending == other.pending
        && outcome(one).count() == outcome(other).count()
        && outcome(one).zip(outcome(other)).all(same)
}

/// A stage as it was played: the orders and what came of them.
struct Played {
    plans: Vec<Vec<SeatPlan>>,
    nights: Vec<Resolution>,
}

/// What has been read: many a seat writes the same on stage after stage.
type Book = RefCell<BTreeMap<(SeatId, String), SeatPlan>>;

/// A seat's orders as its View lets them be understood.
fn understood(war: &War, seat: SeatId, text: String, book: &Book) -> SeatPlan {
    if let Some(known) = book.borrow().get(&(seat, text.clone())) {
        return known.clone();
    }
    let (plan, faults) = read(war, seat, &text);
    if tells() {
        faults.iter().for_each(|fault| eprintln!("{}", fault.message));
    }
    book.borrow_mut().insert((seat, text), plan.clone());
    plan
}

fn tells() -> bool {
    std::env::var("GRAIL_TELL").is_ok()
}

/// Plays a stage by its own orders, and by others on top if there are dice; the laws hold in every Night.
fn play(stage: &Stage, ailments: &[(String, String)], book: &Book, mut dice: Option<&mut Dice>) -> Played {
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
            let mut text = stage.orders(&war, seat, night, ailments);
            if let Some(dice) = dice.as_deref_mut() {
                text.push_str(&orders(&build_view(&war, seat), dice, &Bounds::default()));
            }
            if tells() {
                eprintln!("{text}");
            }
            plans.push(understood(&war, seat, text.clone(), book));
            texts.push(text);
        }
        let resolved = resolve(&war, &plans, &Rulings::default());
        if tells() {
            resolved.events.iter().for_each(|event| eprintln!("  {:?} {:?}", event.phase, event.kind));
        }
        let broken = laws::broken_in_short(&war, &plans, &resolved);
        assert!(broken.is_empty(), "Night {}:\n{}\n{}", resolved.war.night, broken.join("\n"), texts.join("\n"));
        war = resolved.war.clone();
        played.plans.push(plans);
        played.nights.push(resolved);
    }
    played
}

/// Whether the same Nights come out otherwise without a sentence.
fn fires(stage: &Stage, line: usize, played: &Played) -> bool {
    let mut war = without(&stage.war, stage.skill, line);
    for (night, (plans, with)) in played.plans.iter().zip(&played.nights).enumerate() {
        stage.set(&mut war, night);
        let resolved = resolve(&war, plans, &Rulings::default());
        if !alike(&resolved, with) {
            return true;
        }
        war = resolved.war;
    }
    false
}

/// The position after the owner's team has summoned at the place of the staging what these skills summon.
fn summon(start: &War, names: &[String]) -> War {
    let mut war = start.clone();
    let square = stage::place(&war, "Square");
    let team: Vec<_> = war.setup.teams.iter().filter(|team| team.name == "Home").cloned().collect();
    let team = team.iter().flat_map(|team| team.servants.iter().chain([&team.master]));
    wars::set(&mut war, team.map(|id| StateChange::At(*id, square)).collect());
    let mut plans = Vec::new();
    for seat in seats(&war) {
        let mut text = String::new();
        for who in war.seat_characters(seat) {
            let own = names.iter().filter(|name| war.sheet(who).skill_index(name).is_some());
            let lines: Vec<String> = own.map(|name| format!("  Use {name}.\n")).collect();
            if !lines.is_empty() {
                text.push_str(&format!("{}:\n{}", war.character(who).name, lines.concat()));
            }
        }
        plans.push(read(&war, seat, &text).0);
    }
    resolve(&war, &plans, &Rulings::default()).war
}

/// Says how to stage a skill again if a law breaks there.
struct Told<'a>(&'a str, &'a str);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("a law breaks on the stage of {}; again: {}", self.1, command(self.0, self.1));
        }
    }
}

fn command(sheet: &str, skill: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('!', "\"'!'\""));
    format!(
        "GRAIL_TELL=1 GRAIL_SHEET={} GRAIL_SKILL={} cargo test --test integration sentences_of_the_library_fire -- \
         --nocapture",
        quoted(sheet),
        quoted(skill)
    )
}

/// The sheets that are asked for, else all.
fn is_wanted(variable: &str, is: impl Fn(&str) -> bool) -> bool {
    std::env::var(variable).ok().is_none_or(|name| is(&name))
}

/// The stages of one sheet.
struct Stages<'a> {
    sheet: &'a Sheet,
    cast: Cast,
    /// The same with the familiars that the sheet's skills summon.
    summoned: Option<War>,
    ailments: Vec<(String, String)>,
    book: Book,
}

impl<'a> Stages<'a> {
    fn of(sheet: &'a Sheet, library: &[Sheet], ailments: &[(String, Skill)]) -> Stages<'a> {
        let mut cast = cast(sheet, library, ailments);
        if let Some(name) = cast.summoning.take() {
            cast.war = summon(&cast.war, &[name]);
        }
        let summons = |skill: &&Skill| skill.summoned_familiars().next().is_some();
        let calling: Vec<String> = sheet.skills.iter().filter(summons).map(|skill| skill.name.base.clone()).collect();
        let summoned = (!calling.is_empty()).then(|| summon(&cast.war, &calling));
        let ailments = ailments.iter().map(|(name, prop)| (name.clone(), prop.name.base.clone())).collect();
        Stages { sheet, cast, summoned, ailments, book: Book::default() }
    }

    fn stage(&self, skill: &Skill, line: usize, manner: Manner) -> Option<Stage> {
        let speaks = skill.effects[line].text.contains("familiar") && skill.summoned_familiars().next().is_none();
        let war = self.summoned.as_ref().filter(|_| speaks).unwrap_or(&self.cast.war);
        let found = war.setup.find_skill(self.cast.sheet, &skill.name.base)?;
        Some(Stage::new(war, people(war, self.cast.sheet)?, found, line, manner))
    }

    /// The skills to be staged, each with its sentences.
    fn skills(&self) -> impl Iterator<Item = (&'a Skill, Vec<usize>)> + use<'a> {
        let wanted = |skill: &&Skill| is_wanted("GRAIL_SKILL", |name| skill.is_called(name));
        self.sheet.skills.iter().filter(wanted).map(|skill| {
            let said = |effect: &Effect| matches!(effect, Effect::Sentence(_) | Effect::Gm(_));
            let lines = skill.effects.iter().enumerate().filter(|(_, line)| said(&line.effect));
            (skill, lines.map(|(line, _)| line).collect())
        })
    }

    /// Stages each sentence until it has fired, or every manner has been tried.
    fn try_all(&self, tally: &mut Tally) {
        for (skill, mut open) in self.skills() {
            tally.sentences += open.len();
            let told = Told(&self.sheet.name, &skill.name.base);
            while let Some(line) = open.first().copied() {
                for stage in Manner::all().filter_map(|manner| self.stage(skill, line, manner)) {
                    let played = play(&stage, &self.ailments, &self.book, None);
                    tally.nights += played.nights.len();
                    // What is staged for one sentence may show another, too.
                    open.retain(|line| !fires(&stage, *line, &played));
                    if open.first() != Some(&line) {
                        break;
                    }
                }
                if open.first() == Some(&line) {
                    open.remove(0);
                    let text = skill.effects[line].text.clone();
                    tally.silent.insert((self.sheet.name.clone(), skill.name.base.clone(), text));
                }
            }
            drop(told);
        }
    }

    /// Plays each sentence's stage in a manner of chance, with orders nobody thought over.
    fn play_wild(&self, dice: &mut Dice, tally: &mut Tally) {
        let manners: Vec<Manner> = Manner::all().collect();
        for (skill, lines) in self.skills() {
            for line in lines {
                let manner = dice.one(&manners);
                let Some(stage) = manner.and_then(|manner| self.stage(skill, line, manner)) else { continue };
                tally.nights += play(&stage, &self.ailments, &self.book, Some(dice)).nights.len();
            }
        }
    }
}

/// What came of staging.
#[derive(Default)]
struct Tally {
    sentences: usize,
    nights: usize,
    silent: BTreeSet<(String, String, String)>,
}

#[test]
fn sentences_of_the_library_fire() {
    let library = cast::library();
    let ailments = cast::ailments(&library);
    let wanted = |sheet: &&Sheet| is_wanted("GRAIL_SHEET", |name| sheet.name == name);
    // Without `GRAIL_LAWS=full`, every fourth sheet; a sheet that is asked for always.
    let share = if std::env::var("GRAIL_SHEET").is_ok() { 1 } else { cases(4, 1) };
    let sheets: Vec<&Sheet> = library.iter().filter(wanted).step_by(share).collect();
    let half = |which: usize| {
        let mut tally = Tally::default();
        let own = sheets.iter().skip(which).step_by(2);
        own.for_each(|sheet| Stages::of(sheet, &library, &ailments).try_all(&mut tally));
        tally
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0), other.join())
    });
    let other = other.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let silent: BTreeSet<_> = one.silent.union(&other.silent).cloned().collect();
    println!("{} sentences, {} Nights", one.sentences + other.sentences, one.nights + other.nights);
    for (sheet, skill, text) in &silent {
        println!("silent: {sheet}, {skill}: {text}\n  again: {}", command(sheet, skill));
    }
    let unseen = UNSEEN.iter().filter(|(sheet, skill, ..)| {
        sheets.iter().any(|of| of.name == *sheet) && is_wanted("GRAIL_SKILL", |name| *skill == name)
    });
    let unseen: BTreeSet<(String, String, String)> =
        unseen.map(|(sheet, skill, text, _)| ((*sheet).to_owned(), (*skill).to_owned(), (*text).to_owned())).collect();
    assert_eq!(silent, unseen, "sentences that make no difference");
}

#[test]
fn stages_of_the_library_keep_the_laws_whatever_is_ordered_besides() {
    let library = cast::library();
    let ailments = cast::ailments(&library);
    let wanted = |sheet: &&Sheet| is_wanted("GRAIL_SHEET", |name| sheet.name == name);
    let mut tally = Tally::default();
    each("stages_of_the_library_keep_the_laws_whatever_is_ordered_besides", 1, 1, |seed| {
        let mut dice = Dice::of(seed);
        // Some of the library in each round.
        for sheet in library.iter().filter(wanted) {
            let mut own = dice.fork();
            if own.chance(12) || std::env::var("GRAIL_SHEET").is_ok() {
                Stages::of(sheet, &library, &ailments).play_wild(&mut own, &mut tally);
            }
        }
    });
    println!("{} Nights", tally.nights);
    assert!(tally.nights > 0 || std::env::var("GRAIL_SKILL").is_ok(), "nothing was staged");
}
