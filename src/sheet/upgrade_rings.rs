//! Finds skills that upgrade each other in a cycle.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Effect, Modifier, Operation, Sentence, Standing};
use crate::language::span::Span;

use super::code;
use super::load_skill::LoadedSkill;
use super::reader::Diagnostics;
use super::skill::Skill;

/// Rejects skills that upgrade each other in a cycle, because none of them can come first.
pub(super) fn reject_upgrade_cycles(skills: &[LoadedSkill], diagnostics: &Diagnostics) {
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
        others.map(|(index, _)| index).collect()
    };
    let edges: Vec<Vec<usize>> = skills.iter().map(|placed| upgraded(&placed.skill)).collect();
    for start in 0..skills.len() {
        // Each cycle is reported once, at its first skill.
        if let Some(ring) = shortest_cycle(&edges, start).filter(|ring| ring.iter().all(|index| *index >= start)) {
            let name = |index: &usize| skills.get(*index).map_or("", |placed| placed.skill.name.base.as_str());
            let names: Vec<String> = ring.iter().chain([&start]).map(|index| format!("`{}`", name(index))).collect();
            let at = skills.get(start).map_or(Span::new(0, 0), |placed| placed.spans.name);
            let message = format!("a ring of upgrades: {}", names.join(" upgrades "));
            diagnostics
                .report(Diagnostic::error(code::UPGRADE_RING, at, message).note("say which of them is there first"));
        }
    }
}

/// The shortest cycle of upgrades through a skill, as indices that begin with it.
fn shortest_cycle(edges: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut paths: Vec<Vec<usize>> = vec![vec![start]];
    let mut seen = vec![start];
    while !paths.is_empty() {
        let mut extended = Vec::new();
        for path in &paths {
            for next in path.last().and_then(|index| edges.get(*index)).into_iter().flatten() {
                if *next == start {
                    return Some(path.clone());
                }
                if !seen.contains(next) {
                    seen.push(*next);
                    extended.push([path.as_slice(), &[*next]].concat());
                }
            }
        }
        paths = extended;
    }
    None
}
