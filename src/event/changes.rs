//! Reads what the GM sets and what a scenario starts from: `set:` and `start:` as [`StateChange`]s.
//!
//! Both have the same keys (docs/gm-guide.md): characters, locations and `war`. A team's name stands for its Master.
//! A key that no change can express yet is rejected by name, never ignored.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields;
use crate::language::span::Span;
use crate::sheet::SheetKind;
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::Node;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;
use crate::war::setup::{SheetId, SkillRef};

use super::detail::StateChange;

/// The codes of faults in `set:` and `start:`.
pub mod code {
    crate::language::codes::codes! {
        /// Neither a character, a location, a team nor `war` is called so.
        SUBJECT = "E501";
        /// The War has nothing of this name.
        NAME = "E502";
        /// This kind of character cannot have the key.
        NOT_FOR_KIND = "E503";
        /// A key that can be expected but not set.
        NOT_YET = "E504";
        /// A number is out of its range.
        RANGE = "E505";
    }
}

/// How to read the N of `war: { night: N }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NightMeaning {
    /// N is the Night to come, which has not begun.
    Coming,
    /// N is the Night that has begun.
    Begun,
}

/// Reads the changes in the order written and reports faults to `diagnostics`.
pub fn read_changes(node: &Node, war: &War, night: NightMeaning, diagnostics: &Diagnostics) -> Vec<StateChange> {
    let mut changes = Vec::new();
    let Some(mut map) = MapReader::new(node, "what is set", diagnostics) else { return changes };
    let names = NameLookup { war, diagnostics };
    for (key, value) in map.remaining_entries() {
        match names.find_subject(key, &[]) {
            Some(KeySubject::Character(who)) => names.read_character_changes(who, value, &mut changes),
            Some(KeySubject::Location(at)) => names.read_location_changes(at, value, &mut changes),
            Some(KeySubject::War) => names.read_war_changes(value, night, &mut changes),
            None => {}
        }
    }
    map.finish();
    changes
}

/// What a key of `start`, `set` or `expect` refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySubject {
    /// A character, or the Master of a team.
    Character(CharacterId),
    /// A location.
    Location(LocationId),
    /// `war`.
    War,
}

/// Looks up names of a War as people write them; for an unknown name it suggests the nearest.
#[derive(Clone, Copy, Debug)]
pub struct NameLookup<'a> {
    /// The War whose names these are.
    pub war: &'a War,
    /// Receives the faults, with their positions.
    pub diagnostics: &'a Diagnostics,
}

impl NameLookup<'_> {
    /// Returns what a key refers to; `None` after reporting that it refers to nothing. `other_keys` are
    /// allowed there as well and can be suggested.
    pub fn find_subject(&self, key: &Node, other_keys: &[&str]) -> Option<KeySubject> {
        let setup = &self.war.setup;
        let text = key.text().unwrap_or_default();
        let found = (text == "war")
            .then_some(KeySubject::War)
            .or_else(|| self.war.character_named(text).map(KeySubject::Character))
            .or_else(|| setup.location_named(text).map(KeySubject::Location))
            .or_else(|| setup.team_named(text).map(|t| KeySubject::Character(setup.teams[t.index()].master)));
        if found.is_none() {
            let names = self
                .character_names()
                .chain(setup.locations.iter().map(|l| l.name.as_str()))
                .chain(setup.teams.iter().map(|t| t.name.as_str()))
                .chain(["war"])
                .chain(other_keys.iter().copied());
            let message = format!("`{text}` is no character, location or team of this War");
            self.diagnostics.report(Diagnostic::error(code::SUBJECT, key.span, message).suggest(nearest(text, names)));
        }
        found
    }

    fn character_names(&self) -> impl Iterator<Item = &str> {
        self.war.characters.iter().map(|c| c.name.as_str())
    }

    /// Looks up the name in a value; reports an unknown name with the nearest known one.
    fn read_name<'n, T>(
        &self,
        node: &Node,
        what: &str,
        find: impl Fn(&str) -> Option<T>,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<T> {
        self.diagnostics.read(node, |text| {
            find(text.trim()).ok_or_else(|| {
                let fault =
                    Diagnostic::error(code::NAME, whole_span(text), format!("there is no {what} `{}`", text.trim()));
                vec![fault.suggest(nearest(text.trim(), names))]
            })
        })
    }

    /// The character that a value names.
    pub fn read_character(&self, node: &Node) -> Option<CharacterId> {
        self.read_name(node, "character", |n| self.war.character_named(n), self.character_names())
    }

    /// The location that a value names.
    pub fn read_location(&self, node: &Node) -> Option<LocationId> {
        let setup = &self.war.setup;
        self.read_name(node, "location", |n| setup.location_named(n), setup.locations.iter().map(|l| l.name.as_str()))
    }

    /// The item that a value names.
    pub fn read_item(&self, node: &Node) -> Option<SkillRef> {
        self.read_sheet_skill(node, SheetId::ITEMS, "item")
    }

    /// The skill of this character that a value names.
    pub fn read_skill(&self, who: CharacterId, node: &Node) -> Option<SkillRef> {
        let what = format!("skill of {}", self.war.character(who).name);
        self.read_sheet_skill(node, self.war.character(who).sheet, &what)
    }

    /// The Bounded Field that a value names, with its owner: the first character, in order, who has it.
    pub fn read_field(&self, node: &Node) -> Option<(CharacterId, SkillRef)> {
        let fields_by_owner = self.war.ids().flat_map(|who| {
            let sheet = self.war.character(who).sheet;
            let fields = self.war.sheet(who).skills.iter().zip(0u16..).filter(|(skill, _)| skill.is_field(false));
            fields.map(move |(skill, skill_index)| (skill, who, SkillRef { sheet, skill_index })).collect::<Vec<_>>()
        });
        let fields_by_owner: Vec<_> = fields_by_owner.collect();
        let find = |name: &str| {
            fields_by_owner.iter().find(|(field, ..)| field.is_called(name)).map(|(_, who, skill)| (*who, *skill))
        };
        self.read_name(node, "Bounded Field", find, fields_by_owner.iter().map(|(s, ..)| s.name.base.as_str()))
    }

    fn read_sheet_skill(&self, node: &Node, sheet: SheetId, what: &str) -> Option<SkillRef> {
        let setup = &self.war.setup;
        let skills = setup.sheets.get(sheet.index()).into_iter().flat_map(|s| &s.skills);
        self.read_name(
            node,
            what,
            |n| setup.find_skill(sheet, n),
            skills.flat_map(|s| s.name.values()).map(String::as_str),
        )
    }

    /// Reads the values of a list. Values with faults are reported and left out.
    pub fn read_list<T>(&self, node: &Node, parse: impl Fn(&Node) -> Option<T>) -> Vec<T> {
        self.diagnostics.items(node).unwrap_or_default().iter().filter_map(parse).collect()
    }

    fn reject_unsupported(&self, map: &mut MapReader<'_>, keys: &[&'static str]) {
        for key in keys {
            if let Some(node) = map.node(key) {
                let message = format!("`{key}` cannot be set: not supported yet");
                self.diagnostics.report(Diagnostic::error(code::NOT_YET, node.span, message));
            }
        }
    }

    fn read_character_changes(&self, who: CharacterId, node: &Node, changes: &mut Vec<StateChange>) {
        let Some(mut map) = MapReader::new(node, format!("`{}`", self.war.character(who).name), self.diagnostics)
        else {
            return;
        };
        let faults = self.diagnostics;
        changes.extend(map.flag("alive").map(|alive| StateChange::Alive(who, alive)));
        self.read_contract_changes(who, node, &mut map, changes);
        changes.extend(map.node("at").and_then(|n| self.read_location(n)).map(|at| StateChange::At(who, at)));
        changes.extend(map.read("health", fields::number).map(|n| StateChange::Health(who, n)));
        changes.extend(map.read("mana", fields::number).map(|n| StateChange::Mana(who, n)));
        changes.extend(
            map.node("statuses")
                .map(|n| StateChange::Statuses(who, self.read_list(n, |item| faults.read(item, fields::status)))),
        );
        changes
            .extend(map.node("items").map(|n| StateChange::Items(who, self.read_list(n, |item| self.read_item(item)))));
        changes.extend(map.flag("spirit_form").map(|on| StateChange::SpiritForm(who, on)));
        changes.extend(
            map.node("active").map(|n| StateChange::Active(who, self.read_list(n, |item| self.read_skill(who, item)))),
        );
        changes.extend(map.node("known").map(|n| StateChange::Known(who, self.read_known(who, n))));
        self.read_battle_changes(who, &mut map, changes);
        changes.extend(map.flag("in_battle").map(|on| StateChange::InBattle(who, on)));
        if let Some(node) = map.node("ap_next")
            && let Some(ap) = faults.read(node, fields::whole)
        {
            // What hidden facts add to the AP (AGI, Stun) is not set here.
            let sheet = i64::from(self.war.sheet(who).ap);
            match i32::try_from(i64::from(ap) - sheet) {
                Ok(change) => changes.push(StateChange::ApChange(who, change)),
                Err(_) => faults.report(Diagnostic::error(code::RANGE, node.span, format!("{ap} AP are too many"))),
            }
        }
        self.reject_unsupported(&mut map, &["stats", "effects"]);
        map.finish();
    }

    /// Reads whom a character knows: those named, and always its own team.
    fn read_known(&self, who: CharacterId, node: &Node) -> Vec<CharacterId> {
        let mut known = self.read_list(node, |item| self.read_character(item));
        known.extend(self.war.ids().filter(|id| self.war.are_partners(who, *id)));
        known.retain(|id| *id != who);
        known.sort_unstable();
        known.dedup();
        known
    }

    fn read_battle_changes(&self, who: CharacterId, map: &mut MapReader<'_>, changes: &mut Vec<StateChange>) {
        let opponents = map.node("in_battle_with").map(|n| self.read_list(n, |item| self.read_character(item)));
        let turns = map.read("turns_in_battle", fields::whole);
        let battle = match (turns, opponents) {
            (None, None) => return,
            (None, Some(with)) => (u32::from(!with.is_empty()), with),
            (Some(turns), Some(with)) => (turns, with),
            (Some(turns), None) => (turns, self.war.character(who).battle.opponents.iter().copied().collect()),
        };
        changes.push(StateChange::Battle(who, battle.0, battle.1));
    }

    /// Reads what a Master has, and who serves whom.
    fn read_contract_changes(
        &self,
        who: CharacterId,
        node: &Node,
        map: &mut MapReader<'_>,
        changes: &mut Vec<StateChange>,
    ) {
        let kind = self.war.character(who).kind;
        if kind == SheetKind::Master {
            changes.extend(map.read("cp", fields::number).map(|n| StateChange::Cp(who, n)));
            changes.extend(map.read("command_spells", fields::whole).map(|n| StateChange::CommandSpells(who, n)));
            changes.extend(map.flag("qualified").map(|qualified| StateChange::Qualified(who, qualified)));
            if let Some(node) = map.node("servants") {
                let servants = self.read_list(node, |item| self.read_servant(item));
                let released = self.war.servants_of(who).iter().filter(|s| !servants.contains(s));
                changes.extend(released.map(|s| StateChange::Master(*s, None)));
                changes.extend(servants.iter().map(|s| StateChange::Master(*s, Some(who))));
            }
        } else {
            for key in ["cp", "command_spells", "qualified", "servants"] {
                if let Some(node) = map.node(key) {
                    let message = format!("only a Master has `{key}`");
                    self.diagnostics.report(Diagnostic::error(code::NOT_FOR_KIND, node.span, message));
                }
            }
        }
        let master = map.node("master");
        if kind == SheetKind::Servant {
            if node.get("master").is_some_and(Node::is_null) {
                changes.push(StateChange::Master(who, None));
            } else if let Some(node) = master
                && let Some(master) = self.read_character(node)
            {
                if self.war.character(master).kind == SheetKind::Master {
                    changes.push(StateChange::Master(who, Some(master)));
                } else {
                    let message = format!("`{}` is no Master", self.war.character(master).name);
                    self.diagnostics.report(Diagnostic::error(code::NOT_FOR_KIND, node.span, message));
                }
            }
        } else if let Some(node) = master {
            self.diagnostics.report(Diagnostic::error(code::NOT_FOR_KIND, node.span, "only a Servant has a `master`"));
        }
    }

    fn read_servant(&self, node: &Node) -> Option<CharacterId> {
        let who = self.read_character(node)?;
        if self.war.character(who).kind == SheetKind::Servant {
            return Some(who);
        }
        let message = format!("`{}` is no Servant", self.war.character(who).name);
        self.diagnostics.report(Diagnostic::error(code::NOT_FOR_KIND, node.span, message));
        None
    }

    fn read_location_changes(&self, at: LocationId, node: &Node, changes: &mut Vec<StateChange>) {
        let what = format!("`{}`", self.war.setup.location(at).name);
        let Some(mut map) = MapReader::new(node, what, self.diagnostics) else { return };
        changes.extend(
            map.node("items").map(|n| StateChange::Dropped(at, self.read_list(n, |item| self.read_item(item)))),
        );
        if let Some(node) = map.node("fields") {
            match self.read_list(node, |item| self.read_field(item)).as_slice() {
                [] => changes.push(StateChange::Field(at, None)),
                [field] => changes.push(StateChange::Field(at, Some(*field))),
                _ => {
                    let message = "at most one Bounded Field is active at a location (R114)";
                    self.diagnostics.report(Diagnostic::error(code::RANGE, node.span, message));
                }
            }
        }
        map.finish();
    }

    fn read_war_changes(&self, node: &Node, night_meaning: NightMeaning, changes: &mut Vec<StateChange>) {
        let Some(mut map) = MapReader::new(node, "`war`", self.diagnostics) else { return };
        if let Some(node) = map.node("night")
            && let Some(night) = self.diagnostics.read(node, fields::whole)
        {
            match night_meaning {
                NightMeaning::Begun => changes.push(StateChange::Night(night)),
                NightMeaning::Coming if night > 0 => changes.push(StateChange::Night(night - 1)),
                NightMeaning::Coming => {
                    self.diagnostics.report(Diagnostic::error(code::RANGE, node.span, "the first Night is Night 1"));
                }
            }
        }
        changes
            .extend(map.node("marks").map(|n| StateChange::Marks(self.read_list(n, |item| self.read_character(item)))));
        if map.flag("hunt") == Some(false) {
            changes.push(StateChange::Marks(Vec::new()));
        }
        let text = |node: &Node| self.diagnostics.read(node, |text| Ok(collapse_whitespace(text)));
        changes.extend(map.node("red").map(|n| StateChange::Red(self.read_list(n, text))));
        self.reject_unsupported(&mut map, &["over", "winner"]);
        map.finish();
    }
}

fn whole_span(text: &str) -> Span {
    Span::new(0, text.len())
}
