//! Finds skills that upgrade each other in a cycle.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Effect, Modifier, Operation, Sentence, Standing};
use crate::language::span::Span;

use super::code;
use super::load_skill::LoadedSkill;
use super::reader::Diagnostics;
use super::skill::Skill;

/// Rejects skills that upgrade each other in a cycle, because none of them can come first.
pub(super) fn lint_upgrade_rings(skills: &[LoadedSkill], faults: &Diagnostics) {
    let upgrades = |skill: &Skill, other: &Skill| {
        skill.effects.iter().any(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Standing(Standing { modifier: Modifier::Upgrade(name), .. }),
                ..
            }) => other.is_called(name),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
        })
    };
    let upgraded = |skill: &Skill| {
        let others = skills.iter().enumerate().filter(|(_, other)| upgrades(skill, &other.skill));
        others.map(|(place, _)| place).collect()
    };
    let edges: Vec<Vec<usize>> = skills.iter().map(|placed| upgraded(&placed.skill)).collect();
    for start in 0..skills.len() {
        // Each cycle is reported once, at its first skill.
        if let Some(ring) = shortest_ring(&edges, start).filter(|ring| ring.iter().all(|place| *place >= start)) {
            let name = |place: &usize| skills.get(*place).map_or("", |placed| placed.skill.name.base.as_str());
            let names: Vec<String> = ring.iter().chain([&start]).map(|place| format!("`{}`", name(place))).collect();
            let at = skills.get(start).map_or(Span::new(0, 0), |placed| placed.places.name);
            let message = format!("a ring of upgrades: {}", names.join(" upgrades "));
            faults.report(Diagnostic::error(code::UPGRADE_RING, at, message).note("say which of them is there first"));
        }
    }
}

/// The shortest cycle of upgrades through a skill, as indices that begin with it.
fn shortest_ring(edges: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut ways: Vec<Vec<usize>> = vec![vec![start]];
    let mut seen = vec![start];
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in &ways {
            for next in way.last().and_then(|place| edges.get(*place)).into_iter().flatten() {
                if *next == start {
                    return Some(way.clone());
                }
                if !seen.contains(next) {
                    seen.push(*next);
                    longer.push([way.as_slice(), &[*next]].concat());
                }
            }
        }
        ways = longer;
    }
    None
}
