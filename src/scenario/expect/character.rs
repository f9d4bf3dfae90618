//! Expectations about a character.

use crate::language::fields;
use crate::night::next_turn_ap;
use crate::sheet::SheetKind;
use crate::sheet::yaml::Node;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::collapse_whitespace;

use super::super::code;
use super::{Comparator, FailureEvents};

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

impl Comparator<'_> {
    /// Compares everything listed under a character.
    pub(super) fn check_character(&mut self, who: CharacterId, node: &Node, path: &str) {
        for (key, value) in self.entries(node, "a map of a character's keys") {
            let text = key.text().unwrap_or_default();
            let path = format!("{path}.{text}");
            self.check_character_key(who, key, value, text, &path);
        }
    }

    fn check_character_key(&mut self, who: CharacterId, key: &Node, value: &Node, text: &str, path: &str) {
        let focus = FailureEvents::Character(who);
        let (names, played) = (self.names, self.played);
        let war = &played.war;
        let character = war.character(who);
        match text {
            "health" => self.check_scalar(value, path, focus, fields::number, character.health),
            "mana" => self.check_scalar(value, path, focus, fields::number, character.mana),
            "alive" => self.check_flag(value, path, focus, character.is_alive()),
            "spirit_form" => self.check_flag(value, path, focus, character.is_in_spirit_form),
            "in_battle" => self.check_flag(value, path, focus, character.turn.was_in_battle),
            "turns_in_battle" => self.check_scalar(value, path, focus, fields::whole, character.battle.turns),
            "ap_next" => self.check_scalar(value, path, focus, fields::whole, next_turn_ap(war, who)),
            "at" => {
                let name_of = |id| war.setup.location(id).name.clone();
                if let Some(expected) = names.read_location(value).map(name_of) {
                    self.compare_expectations(value, path, focus, expected, name_of(character.at));
                }
            }
            "statuses" => {
                let faults = self.diagnostics;
                // A status defined by a sheet is written like a Stun: `Bleeding 2`.
                let own = |text: &str| {
                    war.afflictions_on(who).map(|(_, affliction)| affliction.name.clone()).find(|n| text.starts_with(n))
                };
                let parse = |item: &Node| match item.text().filter(|text| own(text).is_some()) {
                    Some(text) => Some(text.to_owned()),
                    None => faults.read(item, fields::status).map(|s| s.to_string()),
                };
                let afflictions = war
                    .afflictions_on(who)
                    .map(|(active, affliction)| format!("{} {}", affliction.name, war.turns_left(active)));
                let found: Vec<String> =
                    character.statuses.iter().map(|s| s.status.to_string()).chain(afflictions).collect();
                self.check_list(value, path, focus, parse, found);
            }
            "items" => {
                let item = |i| war.skill(i).name.base.clone();
                self.check_list(
                    value,
                    path,
                    focus,
                    |n| names.read_item(n).map(item),
                    character.items.iter().map(|i| item(*i)),
                );
            }
            "effects" | "active" => {
                let faults = self.diagnostics;
                let in_force = war
                    .active_skills
                    .iter()
                    .filter(|a| a.status.is_none())
                    .filter(|a| if text == "active" { a.user == who } else { a.targets.contains(&who) });
                let found: Vec<String> =
                    in_force.map(|a| war.skill(a.skill).name.value(a.is_upgraded).clone()).collect();
                self.check_list(value, path, focus, |n| faults.read(n, |t| Ok(collapse_whitespace(t))), found);
            }
            "in_battle_with" => self.check_characters(value, path, focus, character.battle.opponents.iter().copied()),
            // A character's own team is always known, so it is not listed, as in `start`.
            "known" => {
                let known = character.knows.iter().copied().filter(|other| !war.are_partners(who, *other));
                self.check_characters(value, path, focus, known);
            }
            "master" => self.check_master_of_servant(who, value, path),
            "cp" | "command_spells" | "servants" | "qualified" => self.check_master_key(who, value, text, path),
            "stats" => {
                for (key, value) in self.entries(value, "a map of stats") {
                    self.check_stat(
                        who,
                        key,
                        value,
                        key.text().unwrap_or_default(),
                        &format!("{path}.{}", key.text().unwrap_or_default()),
                    );
                }
            }
            _ => match text.strip_prefix("stats.") {
                Some(stat) => self.check_stat(who, key, value, stat, path),
                None => self.reject_unknown_key(key, "a character", &KEYS),
            },
        }
    }

    fn check_master_of_servant(&mut self, who: CharacterId, value: &Node, path: &str) {
        let character = self.names.war.character(who);
        if character.kind != SheetKind::Servant {
            self.report_fault(code::NOT_FOR_KIND, value, "only a Servant has a `master`".to_owned());
            return;
        }
        let name = |id: CharacterId| self.names.war.character(id).name.clone();
        let found = character.master.map_or_else(|| "null".to_owned(), name);
        let expected =
            if value.is_null() { Some("null".to_owned()) } else { self.names.read_character(value).map(name) };
        if let Some(expected) = expected {
            self.compare_expectations(value, path, FailureEvents::Character(who), expected, found);
        }
    }

    fn check_master_key(&mut self, who: CharacterId, value: &Node, text: &str, path: &str) {
        let focus = FailureEvents::Character(who);
        let Some(mastery) = &self.played.war.character(who).mastery else {
            self.report_fault(code::NOT_FOR_KIND, value, format!("only a Master has `{text}`"));
            return;
        };
        match text {
            "cp" => self.check_scalar(value, path, focus, fields::number, mastery.cp),
            "command_spells" => self.check_scalar(value, path, focus, fields::whole, mastery.command_spells),
            "qualified" => self.check_flag(value, path, focus, mastery.is_qualified),
            _ => self.check_characters(value, path, focus, mastery.servants.iter().copied()),
        }
    }

    /// Compares a ranked stat as it is now.
    fn check_stat(&mut self, who: CharacterId, key: &Node, value: &Node, text: &str, path: &str) {
        let focus = FailureEvents::Character(who);
        let war = &self.played.war;
        let or_none = |rank: Option<Rank>| rank.map_or_else(|| "N/A".to_owned(), |r| r.to_string());
        match Stat::parse(text) {
            None => self.reject_unknown_key(key, "the stats", &Stat::ALL.map(Stat::name)),
            Some(Stat::ACT) => {
                self.check_scalar(value, path, focus, |t| fields::acuity(t).map(Acuity::name), war.acuity(who).name());
            }
            Some(Stat::NP) => {
                self.check_scalar(
                    value,
                    path,
                    focus,
                    |t| fields::rank_or_none(t).map(or_none),
                    or_none(war.sheet(who).stats.np),
                );
            }
            Some(stat @ (Stat::STR | Stat::END | Stat::MAE | Stat::MAR | Stat::AGI | Stat::LCK)) => {
                self.check_scalar(value, path, focus, fields::rank, war.rank(who, stat));
            }
        }
    }
}
