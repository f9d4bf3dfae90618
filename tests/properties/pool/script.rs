//! What everybody on a stage is ordered to do.

use std::fmt::Write as _;

use grail_referee::sheet::skill::{Role, Skill};
use grail_referee::vocabulary::ids::{CharacterId, SeatId};
use grail_referee::vocabulary::target::TargetKind;
use grail_referee::war::War;

use super::cast::{ATTACKS, People};
use super::stage::Stage;

impl Stage {
    /// The orders of a seat for a Night, as mailed.
    pub(super) fn orders(&self, war: &War, seat: SeatId, night: usize, ailments: &[(String, String)]) -> String {
        let mut text = String::new();
        for who in war.seat_characters(seat).filter(|id| war.character(*id).is_alive()) {
            let lines = self.lines(war, who, night, ailments);
            if !lines.is_empty() {
                let _ = writeln!(text, "{}:\n  {}", war.character(who).name, lines.join("\n  "));
            }
        }
        text
    }

    fn lines(&self, war: &War, who: CharacterId, night: usize, ailments: &[(String, String)]) -> Vec<String> {
        let People { owner, foe, squire, comer, .. } = self.people;
        let mut lines = Vec::new();
        if who == owner && (night == 0 || self.again) {
            lines.extend(self.uses(war));
        }
        if who == foe && !self.manner.alone {
            lines.push("Use Prop Guard on Squire.".to_owned());
        }
        lines.extend(self.also.iter().filter(|(by, _)| *by == who).map(|(_, order)| order.clone()));
        if who == comer {
            lines.push("Move to Square.".to_owned());
        }
        let here = war.character(owner).at;
        let at = |id: &CharacterId| war.character(*id).is_alive() && war.character(*id).at == here;
        let ours: Vec<CharacterId> =
            war.living().filter(|id| war.are_partners(owner, *id)).filter(|id| at(id)).collect();
        let theirs: Vec<CharacterId> = self.people.foes(self.manner.alone).into_iter().filter(|id| at(id)).collect();
        let aims = if ours.contains(&who) { &theirs } else { &ours };
        if !ours.contains(&who) && !theirs.contains(&who) || aims.is_empty() || !self.fights(night) {
            return lines;
        }
        let names: Vec<&str> = aims.iter().map(|id| war.character(*id).name.as_str()).collect();
        let on = names.join(" and ");
        if let Some(victim) = self.blow {
            if who == foe {
                lines.push(format!("Use Prop Anvil on {}.", war.character(victim).name));
            }
            return lines;
        }
        if who == squire {
            return lines;
        }
        // Those who only stand by do little.
        let chief = [owner, foe, self.people.friend].contains(&who);
        if war.sheet(who).skill_index("Prop Blow").is_some() {
            let attacks = if chief { &ATTACKS[..] } else { &ATTACKS[..1] };
            lines.extend(attacks.iter().map(|prop| format!("Use {prop} on {on}.")));
        }
        if war.sheet(who).basic_attack_index().is_some() {
            lines.push(format!("Attack {}.", names[0]));
        }
        if who == foe {
            for prop in ["Prop Venom", "Prop Daze", "Prop Leech"] {
                lines.push(format!("Use {prop} on {on}."));
            }
            for prop in &self.props {
                let named = ailments.iter().find(|(name, _)| name == prop).map_or(prop.as_str(), |(_, prop)| prop);
                lines.push(format!("Use {named} on {on}."));
            }
        }
        lines
    }

    /// How the staged skill is used.
    fn uses(&self, war: &War) -> Vec<String> {
        let skill = war.skill(self.skill);
        let foe = self.name(self.people.foe);
        let mut lines: Vec<String> = self.before.iter().map(|name| use_of(name, war, self)).collect();
        let name = &skill.name.base;
        let target = self.name(self.target);
        let takes = |kind: TargetKind| skill.targets.contains(&kind);
        let order = match skill.role {
            Role::CommandSpell => {
                let object = if takes(TargetKind::Location) {
                    " to Lane".to_owned()
                } else if takes(TargetKind::Any) {
                    format!(" on {}", if self.manner.turned { self.name(self.people.lord) } else { foe })
                } else if skill.accepts_any_choice() {
                    ": \"Do not attack Foe.\"".to_owned()
                } else {
                    String::new()
                };
                format!("Command {target} \"{name}\"{object}.")
            }
            Role::Item if takes(TargetKind::Location) => format!("Use item {name} to Far."),
            Role::Item if skill.is_passive() => return lines,
            Role::Item => format!("Use item {name}."),
            Role::Service if takes(TargetKind::Location) => format!("Request {name} to Far."),
            Role::Service if name == "Fancy Mansion" => "Visit the Fancy Mansion.".to_owned(),
            Role::Service => format!("Request {name}."),
            Role::Ability => return lines,
            Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill => {
                if skill.is_passive() {
                    return lines;
                }
                use_of(name, war, self)
            }
        };
        for _ in 0..self.times.min(if matches!(skill.role, Role::Item | Role::Service) { 2 } else { self.times }) {
            lines.push(order.clone());
        }
        lines
    }
}

/// One use of a skill of the owner's by name.
fn use_of(name: &str, war: &War, stage: &Stage) -> String {
    let owner = war.sheet(stage.people.owner);
    let Some(skill) = owner.skill_index(name).and_then(|at| owner.skills.get(at)) else { return String::new() };
    let tail = if war.skill(stage.skill).is_called(name) { stage.tail.as_str() } else { "" };
    format!("Use {name}{}{tail}.", aim(skill, stage))
}

fn aim(skill: &Skill, stage: &Stage) -> String {
    let has = |kind: TargetKind| skill.targets.contains(&kind);
    let only = |kind: TargetKind| skill.targets.iter().all(|of| *of == kind);
    let target = stage.name(stage.target);
    if skill.is_marble(false) {
        return ", pushing them to Lane".to_owned();
    }
    if only(TargetKind::SelfTarget) {
        return String::new();
    }
    if only(TargetKind::Location) {
        return " on this location".to_owned();
    }
    if has(TargetKind::Location) {
        let with = if has(TargetKind::ContractedPartner) {
            format!(" on {}", stage.name(stage.people.friend))
        } else {
            String::new()
        };
        return format!("{with} to Lane");
    }
    let pushing =
        if skill.effects.iter().any(|line| line.text.contains("choice")) { ", pushing them to Lane" } else { "" };
    let more = if skill.max_targets < 2 {
        String::new()
    } else if stage.target == stage.people.foe {
        format!(" and {}", stage.name(stage.people.squire))
    } else {
        format!(" and {}", stage.name(stage.people.owner))
    };
    format!(" on {target}{more}{pushing}")
}
