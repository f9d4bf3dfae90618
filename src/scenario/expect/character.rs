//! Expectations about a character.

use crate::event::changes::exact;
use crate::language::fields;
use crate::night::ap_next;
use crate::sheet::SheetKind;
use crate::sheet::yaml::Node;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::folded;

use super::super::code;
use super::{Focus, Judge, whole_number};

const KEYS: [&str; 21] = [
    "health",
    "mana",
    "at",
    "alive",
    "spirit_form",
    "statuses",
    "items",
    "in_battle",
    "turns_in_battle",
    "in_battle_with",
    "stats",
    "ap_next",
    "effects",
    "known",
    "master",
    "cp",
    "command_spells",
    "servants",
    "qualified",
    "active",
    "stats.STR",
];

impl Judge<'_> {
    /// Compares everything listed under a character.
    pub(super) fn character(&mut self, who: CharacterId, node: &Node, path: &str) {
        for (key, value) in self.entries(node, "a map of a character's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            self.expect_of_character(who, key, value, text, &path);
        }
    }

    fn expect_of_character(&mut self, who: CharacterId, key: &Node, value: &Node, text: &str, path: &str) {
        let focus = Focus::Character(who);
        let (names, played) = (self.names, self.played);
        let war = &played.war;
        let character = war.character(who);
        match text {
            "health" => self.scalar(value, path, focus, exact, character.health),
            "mana" => self.scalar(value, path, focus, exact, character.mana),
            "alive" => self.flag(value, path, focus, character.is_alive()),
            "spirit_form" => self.flag(value, path, focus, character.spirit_form),
            "in_battle" => self.flag(value, path, focus, character.turn.in_battle),
            "turns_in_battle" => self.scalar(value, path, focus, whole_number, character.battle.turns),
            "ap_next" => self.scalar(value, path, focus, whole_number, ap_next(war, who)),
            "at" => {
                let place = |id| war.setup.location(id).name.clone();
                if let Some(expected) = names.place(value).map(place) {
                    self.compare(value, path, focus, expected, place(character.at));
                }
            }
            "statuses" => {
                let faults = self.faults;
                // A status defined by a sheet is written like a Stun: `Bleeding 2`.
                let own =
                    |text: &str| war.afflictions_on(who).map(|(_, of)| of.name.clone()).find(|n| text.starts_with(n));
                let read = |item: &Node| match item.text().filter(|text| own(text).is_some()) {
                    Some(text) => Some(text.to_owned()),
                    None => faults.read(item, fields::status).map(|s| s.to_string()),
                };
                let afflictions =
                    war.afflictions_on(who).map(|(active, of)| format!("{} {}", of.name, war.turns_left(active)));
                let found: Vec<String> =
                    character.statuses.iter().map(|s| s.status.to_string()).chain(afflictions).collect();
                self.list(value, path, focus, read, found);
            }
            "items" => {
                let item = |i| war.skill(i).name.base.clone();
                self.list(value, path, focus, |n| names.item(n).map(item), character.items.iter().map(|i| item(*i)));
            }
            "effects" | "active" => {
                let faults = self.faults;
                let holds = war
                    .active_skills
                    .iter()
                    .filter(|a| a.status.is_none())
                    .filter(|a| if text == "active" { a.user == who } else { a.targets.contains(&who) });
                let found: Vec<String> = holds.map(|a| war.skill(a.skill).name.at(a.upgraded).clone()).collect();
                self.list(value, path, focus, |n| faults.read(n, |t| Ok(folded(t))), found);
            }
            "in_battle_with" => self.people(value, path, focus, character.battle.opponents.iter().copied()),
            // A character's own team is always known, so it is not listed, as in `start`.
            "known" => {
                let known = character.knows.iter().copied().filter(|other| !war.are_partners(who, *other));
                self.people(value, path, focus, known);
            }
            "master" => self.master(who, value, path),
            "cp" | "command_spells" | "servants" | "qualified" => self.expect_of_master(who, value, text, path),
            "stats" => {
                for (key, value) in self.entries(value, "a map of stats") {
                    self.stat(
                        who,
                        key,
                        value,
                        key.text().unwrap_or_default(),
                        &format!("{path}.{}", key.text().unwrap_or_default()),
                    );
                }
            }
            _ => match text.strip_prefix("stats.") {
                Some(stat) => self.stat(who, key, value, stat, path),
                None => self.unknown(key, "a character", &KEYS),
            },
        }
    }

    fn master(&mut self, who: CharacterId, value: &Node, path: &str) {
        let character = self.names.war.character(who);
        if character.kind != SheetKind::Servant {
            self.fault(code::NOT_FOR_KIND, value, "only a Servant has a `master`".to_owned());
            return;
        }
        let name = |id: CharacterId| self.names.war.character(id).name.clone();
        let found = character.master.map_or_else(|| "null".to_owned(), name);
        let expected = if value.is_null() { Some("null".to_owned()) } else { self.names.character_of(value).map(name) };
        if let Some(expected) = expected {
            self.compare(value, path, Focus::Character(who), expected, found);
        }
    }

    fn expect_of_master(&mut self, who: CharacterId, value: &Node, text: &str, path: &str) {
        let focus = Focus::Character(who);
        let Some(mastery) = &self.played.war.character(who).mastery else {
            self.fault(code::NOT_FOR_KIND, value, format!("only a Master has `{text}`"));
            return;
        };
        match text {
            "cp" => self.scalar(value, path, focus, exact, mastery.cp),
            "command_spells" => self.scalar(value, path, focus, whole_number, mastery.command_spells),
            "qualified" => self.flag(value, path, focus, mastery.qualified),
            _ => self.people(value, path, focus, mastery.servants.iter().copied()),
        }
    }

    /// Compares a ranked stat as it is now.
    fn stat(&mut self, who: CharacterId, key: &Node, value: &Node, text: &str, path: &str) {
        let focus = Focus::Character(who);
        let war = &self.played.war;
        let none = |rank: Option<Rank>| rank.map_or_else(|| "N/A".to_owned(), |r| r.to_string());
        match Stat::parse(text) {
            None => self.unknown(key, "the stats", &Stat::ALL.map(Stat::name)),
            Some(Stat::ACT) => {
                self.scalar(value, path, focus, |t| fields::acuity(t).map(Acuity::name), war.acuity(who).name());
            }
            Some(Stat::NP) => {
                self.scalar(value, path, focus, |t| fields::rank_or_none(t).map(none), none(war.sheet(who).stats.np));
            }
            Some(stat @ (Stat::STR | Stat::END | Stat::MAE | Stat::MAR | Stat::AGI | Stat::LCK)) => {
                self.scalar(value, path, focus, fields::rank, war.rank(who, stat));
            }
        }
    }
}
