//! The library in play: the example War, which uses it, under random orders, with a count of the
//! sentences that have made a difference somewhere. `GRAIL_CASES=N` plays more Wars.
//!
//! A sentence has fired in a Night if the same Night, from the same position and the same orders,
//! comes out otherwise without it.

use std::collections::BTreeSet;
use std::sync::Arc;

use grail_referee::language::effect::{Clause, Effect, Operation, Rule};
use grail_referee::night::ruling::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::perception::view_of::view;
use grail_referee::sheet::Kind;
use grail_referee::war::War;
use grail_referee::war::force::InForce;
use grail_referee::war::setup::SkillRef;

use super::dice::Dice;
use super::nights::{read, seats};
use super::writer::{Bounds, orders};
use super::{each, laws, wars};

/// A sentence: whose sheet, which skill, which line; by name, so that it is the same in every War.
type Sentence = (String, String, usize);

/// The most sentences that are tried without in one Night.
const TRIES: usize = 24;

/// The sentences of everybody in the War, by where they stand in it.
fn sentences(war: &War) -> Vec<(Sentence, SkillRef, usize)> {
    let mut found = Vec::new();
    for who in war.ids() {
        let (sheet, id) = (war.sheet(who), war.character(who).sheet);
        if war.character(who).kind == Kind::Library {
            continue;
        }
        for (skill, place) in sheet.skills.iter().zip(0u16..) {
            for (line, sentence) in skill.effects.iter().enumerate() {
                if matches!(sentence.effect, Effect::Rule(_)) {
                    let name = (sheet.name.clone(), skill.name.base.clone(), line);
                    found.push((name, SkillRef { sheet: id, place }, line));
                }
            }
        }
    }
    found
}

/// The position with one sentence struck out.
fn without(war: &War, skill: SkillRef, line: usize) -> War {
    let mut setup = (*war.setup).clone();
    let idle =
        Rule { trigger: None, operation: Operation::Clause(Clause::DoesNotStack), condition: None, duration: None };
    setup.sheets[skill.sheet.index()].skills[usize::from(skill.place)].effects[line].effect = Effect::Rule(idle);
    let mut war = war.clone();
    war.setup = Arc::new(setup);
    war.in_force = InForce::index(&war);
    war
}

/// Tries sentences that have not fired yet; those that make a difference have.
fn try_without(war: &War, plans: &[SeatPlan], night: &Resolution, dice: &mut Dice, fired: &mut BTreeSet<Sentence>) {
    let mut open: Vec<_> = sentences(war).into_iter().filter(|(name, ..)| !fired.contains(name)).collect();
    dice.shuffle(&mut open);
    for (name, skill, line) in open.into_iter().take(TRIES) {
        let otherwise = resolve(&without(war, skill, line), plans, &Rulings::default());
        if otherwise.events != night.events {
            fired.insert(name);
        }
    }
}

/// Plays a War of the pool for some Nights.
fn play(mut war: War, dice: &mut Dice, fired: &mut BTreeSet<Sentence>) {
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
        try_without(&war, &plans, &night, dice, fired);
        war = night.war;
    }
}

#[test]
fn sentences_of_the_library_fire() {
    let start = wars::example().war;
    let all: BTreeSet<Sentence> = sentences(&start).into_iter().map(|(name, ..)| name).collect();
    let mut fired = BTreeSet::new();
    each("sentences_of_the_library_fire", 40, |seed| {
        let mut dice = Dice::of(seed);
        let mut war = start.clone();
        wars::equip(&mut war, &mut dice);
        play(war, &mut dice, &mut fired);
    });
    let silent: Vec<_> = all.difference(&fired).collect();
    println!("{} sentences, {} silent: {silent:#?}", all.len(), silent.len());
    // Alone with one seed few fire; all the seeds together wake more than a third.
    assert!(fired.len() * 3 > all.len() || std::env::var("GRAIL_SEED").is_ok(), "only {} fire", fired.len());
}
