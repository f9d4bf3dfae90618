//! A player who writes whatever comes to mind, knowing no more than their View.

use std::fmt::Write as _;

use grail_referee::perception::view::{OwnCharacter, SkillCard, View};
use grail_referee::sheet::SheetKind;
use grail_referee::vocabulary::target::TargetKind;

use super::dice::Dice;

/// What a player keeps away from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// Places they neither go to, look at nor shoot at.
    pub(crate) places: Vec<String>,
    /// People they do nothing to; they may speak of them.
    pub(crate) people: Vec<String>,
}

/// Orders for a seat.
pub(crate) fn orders(view: &View, dice: &mut Dice, bounds: &Bounds) -> String {
    let mut text = String::new();
    for own in view.own.iter().filter(|own| own.is_alive) {
        let mut writer = Writer { view, own, dice, bounds };
        let sentences: Vec<String> = (0..writer.dice.between(1, 4)).map(|_| writer.sentence()).collect();
        let _ = writeln!(text, "{}:\n  {}", own.name, sentences.join("\n  "));
    }
    text
}

struct Writer<'a> {
    view: &'a View,
    own: &'a OwnCharacter,
    dice: &'a mut Dice,
    bounds: &'a Bounds,
}

impl Writer<'_> {
    fn sentence(&mut self) -> String {
        match self.dice.below(11) {
            10 => self.contract(),
            0 => self.journey(),
            1 => format!("Scout {}.", self.place()),
            2 => {
                let (event, act) = (self.event(), self.act(true));
                format!("{} {event}, {act}.", self.dice.pick(&["When", "After"]))
            }
            3 | 4 => {
                let (condition, act) = (self.condition(2), self.act(false));
                let otherwise =
                    if self.dice.chance(50) { format!("; otherwise, {}", self.act(false)) } else { String::new() };
                format!("{} {condition}, {act}{otherwise}.", self.dice.pick(&["If", "If", "If", "Unless"]))
            }
            5 if self.own.kind == SheetKind::Master => self.command(),
            5 => self.dice.pick(&["Enter Spirit Form.", "Leave Spirit Form."]).to_owned(),
            6 => self.upkeep(),
            _ => {
                let act = self.act(false);
                format!("{}{}.", act[..1].to_uppercase(), &act[1..])
            }
        }
    }

    /// A deed of the combat rounds in small letters, perhaps put off.
    fn act(&mut self, waits: bool) -> String {
        let deed = if self.dice.chance(40) { self.attack() } else { self.skill() };
        let delay = match self.dice.below(12) {
            0 => " at the end of the Attacking Phase",
            1 => " in the 2nd Attacking Phase",
            2 if !waits => " in the Prepared Effect Phase",
            3 => " at AGI D",
            4 if !waits => " at AGI C+",
            5 => " in the Support Phase or later",
            _ => "",
        };
        format!("{deed}{delay}")
    }

    fn attack(&mut self) -> String {
        let times = match self.dice.below(4) {
            0 => " 2 times",
            1 => " 3 times",
            _ => "",
        };
        format!("attack {}{times}", self.target())
    }

    fn skill(&mut self) -> String {
        let usable: Vec<&SkillCard> = self.own.skills.iter().filter(|card| !card.is_passive).collect();
        let Some(card) = self.dice.one(&usable) else { return self.attack() };
        let Some(name) = self.dice.one(&card.names) else { return self.attack() };
        if card.targets.contains(&TargetKind::Location) {
            let at = if self.dice.chance(50) { "this location".to_owned() } else { self.place() };
            return format!("use {name} on {at}");
        }
        if card.targets == [TargetKind::SelfTarget] {
            return format!("use {name}");
        }
        if card.targets.contains(&TargetKind::ContractedPartner) {
            let partners: Vec<String> = self.own.master.iter().chain(&self.own.servants).cloned().collect();
            return self.dice.one(&partners).map_or_else(|| "stay".to_owned(), |who| format!("use {name} on {who}"));
        }
        let on = match (card.max_targets, self.dice.below(4)) {
            (1, _) | (_, 0) => self.target(),
            (_, 1) => "every opponent".to_owned(),
            (_, 2) => "up to 2 opponents".to_owned(),
            _ => format!("{} and {}", self.target(), self.target()),
        };
        let times = if self.dice.chance(15) { " 2 times" } else { "" };
        format!("use {name} on {on}{times}")
    }

    fn journey(&mut self) -> String {
        let beside = self.view.locations.iter().find(|l| l.name == self.own.at).map_or(&[][..], |l| &l.adjacent);
        let open: Vec<String> = beside.iter().filter(|name| !self.bounds.places.contains(name)).cloned().collect();
        match self.dice.one(&open) {
            Some(name) if self.dice.chance(85) => format!("{} {name}.", self.dice.pick(&["Move to", "Flee to"])),
            _ => "Stay.".to_owned(),
        }
    }

    fn upkeep(&mut self) -> String {
        let active: Vec<String> = self.own.active.clone();
        let items: Vec<String> = self.own.items.clone();
        match (self.dice.one(&active), self.dice.one(&items)) {
            (Some(name), _) if self.dice.chance(60) => {
                format!("{} {name}.", self.dice.pick(&["Cancel", "Stop paying for"]))
            }
            (_, Some(item)) => format!("Use item {item}."),
            _ => "Stay.".to_owned(),
        }
    }

    fn command(&mut self) -> String {
        let spells: Vec<String> = self.view.command_spells.iter().flat_map(|card| card.names.clone()).collect();
        match (self.dice.one(&self.own.servants), self.dice.one(&spells)) {
            // The last spell ends the contract; keep it most of the time.
            (Some(servant), Some(spell)) if self.own.command_spells > 1 || self.dice.chance(20) => {
                format!("Command {servant} \"{spell}\".")
            }
            _ => "Stay.".to_owned(),
        }
    }

    /// Something about contracts, guards or other teams.
    fn contract(&mut self) -> String {
        let (name, other) = (self.of_kind(SheetKind::Servant), self.of_kind(SheetKind::Master));
        match self.own.kind {
            SheetKind::Master => match self.dice.below(9) {
                0 | 1 => format!("Contract with {name}."),
                2 | 3 => format!("Force a contract on {name}."),
                4 => format!("Re-establish the contract with {name}."),
                5 => {
                    let team = self.dice.one(&self.view.teams.clone()).unwrap_or_default();
                    format!("{} \"{team}\".", self.dice.pick(&["Ally with", "Ceasefire with", "End the alliance with"]))
                }
                // A contract that is broken is soon a Servant less.
                6 if self.dice.chance(25) => format!("Break the contract with {name}."),
                7 => format!("{} a transfer to me.", self.dice.pick(&["Accept", "Refuse"])),
                _ => {
                    let own: Vec<String> = self.own.servants.clone();
                    self.dice.one(&own).map_or_else(|| "Stay.".to_owned(), |guard| format!("Protect me with {guard}."))
                }
            },
            _ => match self.dice.below(6) {
                0 | 1 => format!("Accept a contract with {other}."),
                2 | 3 => format!("Accept a transfer to {other}."),
                4 => format!("Re-establish the contract with {other}."),
                _ => format!("Refuse a transfer to {other}."),
            },
        }
    }

    /// Somebody of a kind, of those one may do something to.
    fn of_kind(&mut self, kind: SheetKind) -> String {
        let known = self.view.known.iter().filter(|k| k.kind == Some(kind)).map(|k| k.name.clone());
        let own = self.view.own.iter().filter(|own| own.kind == kind).map(|own| own.name.clone());
        let all: Vec<String> = known.chain(own).filter(|name| self.may_touch(name)).collect();
        self.dice.one(&all).unwrap_or_else(|| "Rin".to_owned())
    }

    fn place(&mut self) -> String {
        let open: Vec<String> = self
            .view
            .locations
            .iter()
            .map(|l| l.name.clone())
            .filter(|name| !self.bounds.places.contains(name))
            .collect();
        self.dice.one(&open).unwrap_or_default()
    }

    /// Somebody to do something to.
    fn target(&mut self) -> String {
        match self.dice.below(10) {
            0 | 1 => "an opponent".to_owned(),
            2 => "an enemy Servant".to_owned(),
            3 => "an enemy Master".to_owned(),
            4 => "the opponent who attacked me first".to_owned(),
            5 => {
                let all: Vec<String> =
                    self.view.character_names().map(str::to_owned).filter(|n| self.may_touch(n)).collect();
                self.dice.one(&all).unwrap_or_else(|| "an opponent".to_owned())
            }
            6 => {
                let (one, other) = (self.somebody(true), self.somebody(true));
                if one == other { one } else { format!("{one} or {other}") }
            }
            _ => self.somebody(true),
        }
    }

    fn may_touch(&self, name: &str) -> bool {
        !self.bounds.people.iter().any(|kept| kept == name)
    }

    /// A name, rather of somebody near.
    fn somebody(&mut self, to_touch: bool) -> String {
        let here = |k: &&grail_referee::perception::view::KnownCharacter| {
            k.last_seen.as_ref().is_some_and(|(at, _)| *at == self.own.at) && !k.is_dead
        };
        let fits = |name: &String| !to_touch || self.may_touch(name);
        let near: Vec<String> = self.view.known.iter().filter(here).map(|k| k.name.clone()).filter(fits).collect();
        let all: Vec<String> = self.view.known.iter().map(|k| k.name.clone()).filter(fits).collect();
        let wide = self.dice.chance(if to_touch { 15 } else { 50 });
        let found = if wide { None } else { self.dice.one(&near) };
        found.or_else(|| self.dice.one(&all)).unwrap_or_else(|| "an opponent".to_owned())
    }

    /// Somebody a condition speaks of.
    fn spoken_of(&mut self) -> String {
        match self.dice.below(10) {
            0 => "an opponent".to_owned(),
            1 => "an enemy Servant".to_owned(),
            2 | 3 => format!("{}'s Master", self.named()),
            4 | 5 => format!("{}'s Servant", self.named()),
            6 => self.own.name.clone(),
            _ => self.named(),
        }
    }

    fn named(&mut self) -> String {
        let name = self.somebody(false);
        if name == "an opponent" { self.own.name.clone() } else { name }
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.dice.chance(20) {
            let (one, other) = (self.condition(depth - 1), self.condition(depth - 1));
            return format!("({one}) {} ({other})", self.dice.pick(&["and", "or"]));
        }
        let who = self.spoken_of();
        match self.dice.below(24) {
            0 | 1 => format!("{who} is here"),
            2 => format!("{who} is not here"),
            3 => format!("{who} is dead"),
            4 | 23 => format!("{who} is alive"),
            5 => format!("{who} is in Spirit Form"),
            6 => format!("{who} is in battle"),
            7 => format!("{who} is affected by Poison"),
            8 => format!("{who} is Stunned"),
            9 => format!("{who} has {} or less Health", self.dice.between(1, 20) * 10),
            10 => format!("{who} has 50% or less of their maximum Mana"),
            11 => "two or more opponents are here".to_owned(),
            12 => "there are no enemy Masters here".to_owned(),
            13 => "fewer than 2 enemy Servants are here".to_owned(),
            14 => "it is the second combat round".to_owned(),
            15 => format!("it is Night {} or later", self.view.night + 1),
            16 => "nobody has attacked us".to_owned(),
            17 => {
                let skills: Vec<String> = self.view.seen_skills.iter().cloned().chain(self.own_skills()).collect();
                self.dice.one(&skills).map_or("I was hit".to_owned(), |name| format!("{name} is active"))
            }
            18 => format!("{who} has AGI ranked B or higher"),
            19 => format!("{who} has a Splint"),
            20 => format!("{who} is in {}", self.place()),
            _ => self.event(),
        }
    }

    fn own_skills(&self) -> Vec<String> {
        self.own.skills.iter().flat_map(|card| card.names.clone()).collect()
    }

    fn event(&mut self) -> String {
        let who = self.spoken_of();
        match self.dice.below(16) {
            0 | 1 => format!("{who} attacks me"),
            2 => "an opponent attacks me".to_owned(),
            3 => "anyone attacks my team".to_owned(),
            4 => format!("{who} attacks {}", self.named()),
            5 => format!("{who} enters this location"),
            6 => format!("{who} leaves this location"),
            7 => format!("{who} dies"),
            8 => format!("{who} takes damage"),
            9 => format!("{who} uses a Command Spell"),
            10 => format!("{who} uses a Long-ranged attack"),
            11 => format!("{who} enters Spirit Form"),
            12 => {
                let seen = self.view.seen_skills.clone();
                self.dice.one(&seen).map_or(format!("{who} acts"), |name| format!("{who} uses {name}"))
            }
            13 => "an opponent makes an action".to_owned(),
            14 => "I am attacked".to_owned(),
            _ => format!("{who} acts"),
        }
    }
}
