//! A team in the place of a person: `Blue's Servant`, `the Green Master`, `anyone from Blue`.
//!
//! The language describes a team's people by its Master. If the seat knows the Master, the words are rewritten that way
//! for the grammar, and the plan shows whom they mean. A Master whom the seat does not know is unknown here too.

use std::convert::Infallible;

use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::nearest;
use crate::language::name_book::{NameBook, NameKind};
use crate::language::order::{NOBLE_PHANTASM, Target};
use crate::language::orders::ReadOrder;
use crate::language::rename::{self, Rename, SkillRole, plain_target};

/// Words for all of a team.
const TEAM_WORDS: [&str; 12] =
    ["team", "people", "side", "group", "camp", "crew", "lot", "guys", "folks", "pair", "duo", "party"];
/// Words before `from Blue` that mean any of them.
const ANYONE_WORDS: [&str; 4] = ["anyone", "anybody", "someone", "somebody"];

/// Words before `in Blue` that mean all of them.
const EVERYONE_WORDS: [&str; 3] = ["everyone", "everybody", "members"];

/// Whether an order names somebody or something that the seat does not know, or uses a team as a person.
pub(in crate::language::orders) fn names_strangers(parsed: &ReadOrder, names: &NameBook) -> bool {
    find_strangers(parsed, names).has_strangers
}

/// Whether an order names strangers and each is similar to a known name, so that it is probably misspelt.
pub(in crate::language::orders) fn misspells_names(parsed: &ReadOrder, names: &NameBook) -> bool {
    let strangers = find_strangers(parsed, names);
    strangers.has_strangers && !strangers.is_dissimilar
}

fn find_strangers<'a>(parsed: &ReadOrder, names: &'a NameBook) -> StrangerFinder<'a> {
    let mut finder = StrangerFinder { names, has_strangers: false, is_dissimilar: false };
    let Ok(_) = rename::order(&parsed.0, &mut finder);
    // `Lancer gets two Cuts` is no order of Lancer's.
    let actor = &parsed.0.actor.text;
    let is_not_own = names.is(actor, NameKind::Character) && !names.is(actor, NameKind::Own);
    finder.has_strangers |= is_not_own;
    finder.is_dissimilar |= is_not_own;
    finder
}

/// The sentence with its teams named by their Masters; `None` if it names no team whose Master is known.
pub(in crate::language::orders) fn name_teams_by_masters(text: &str, names: &NameBook) -> Option<String> {
    let (mut out, mut rest, mut changed) = (String::with_capacity(text.len()), text, false);
    while let Some((at, mark)) = rest.char_indices().find(|(_, c)| is_team(*c, names)) {
        out.push_str(rest.get(..at)?);
        rest = rest.get(at + mark.len_utf8()..)?;
        let Some(master) = names.marked(mark).and_then(|team| names.master_of_team(team)) else {
            out.push(mark);
            continue;
        };
        let possessed = rest.strip_prefix("'s");
        let behind = possessed.unwrap_or(rest);
        let word: String = behind.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
        let noun = word.to_lowercase();
        let after = || behind.trim_start().get(word.len()..);
        let role = match noun.as_str() {
            "master" => Some(""),
            "servant" => Some("'s Servant"),
            noun if TEAM_WORDS.contains(&noun) => Some("'s team"),
            _ if possessed.is_some() => return None,
            _ => None,
        };
        strip_last_word(&mut out, &["team"]);
        strip_last_word(&mut out, &["whole", "entire"]);
        strip_last_word(&mut out, &["the"]);
        if role.is_none_or(|role| role == "'s team") {
            strip_anyone_from(&mut out);
            replace_everyone_in(&mut out);
        }
        out.push(master);
        out.push_str(role.unwrap_or("'s team"));
        rest = if role.is_some() { after()? } else { behind };
        changed = true;
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// Whether a mark stands for a team and for no person.
fn is_team(mark: char, names: &NameBook) -> bool {
    let is_kind = |kind| names.mark_is(mark, kind);
    is_kind(NameKind::Team) && !is_kind(NameKind::Own) && !is_kind(NameKind::Character)
}

/// Removes one of these words from the end of a text. Returns whether one was there.
fn strip_last_word(text: &mut String, words: &[&str]) -> bool {
    let bare = text.trim_end();
    let word = bare.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let found = words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if found {
        let length = bare.len() - word.len();
        text.truncate(length);
    }
    found
}

/// Removes `anyone from` before a team: a deed of one member is a deed of the team.
fn strip_anyone_from(text: &mut String) {
    let before = text.clone();
    if !(strip_last_word(text, &["from", "of", "on", "in"]) && strip_last_word(text, &ANYONE_WORDS)) {
        *text = before;
    }
}

/// Replaces `everyone in Blue` by `everyone from Blue` before the team, because a team is no location.
fn replace_everyone_in(text: &mut String) {
    let before = text.clone();
    if strip_last_word(text, &["in", "on"])
        && EVERYONE_WORDS.iter().any(|word| text.trim_end().to_lowercase().ends_with(word))
    {
        text.push_str("from ");
    } else {
        *text = before;
    }
}

/// A visitor that looks for names which do not fit their place.
struct StrangerFinder<'a> {
    names: &'a NameBook,
    has_strangers: bool,
    /// Whether one of them is similar to no name that could stand there.
    is_dissimilar: bool,
}

impl StrangerFinder<'_> {
    fn check_and_copy_name(&mut self, name: &Name, kinds: &[NameKind]) -> Name {
        if !kinds.iter().any(|kind| self.names.is(&name.text, *kind)) {
            self.has_strangers = true;
            let known = kinds.iter().flat_map(|kind| self.names.of_kind(*kind));
            self.is_dissimilar |= nearest(&name.text, known).is_none();
        }
        name.clone()
    }
}

impl Rename<Written, Written> for StrangerFinder<'_> {
    type Fault = Infallible;

    fn character(&mut self, name: &Name) -> Result<Name, Infallible> {
        Ok(self.check_and_copy_name(name, &[NameKind::Own, NameKind::Character]))
    }

    fn location(&mut self, name: &Name) -> Result<Name, Infallible> {
        Ok(self.check_and_copy_name(name, &[NameKind::Location]))
    }

    fn skill(&mut self, name: &Name, role: SkillRole) -> Result<Name, Infallible> {
        // A Command Spell may contain a name: "Defend Rin!".
        let is_free_text = role == SkillRole::Spell || name.text == NOBLE_PHANTASM;
        let things = [NameKind::Item, NameKind::Skill, NameKind::Service, NameKind::CommandSpell];
        // `Give Lancer two Cuts` is no gift, and `buy True Healing` buys no item.
        let is_no_item = [NameKind::Skill, NameKind::Service].iter().any(|kind| self.names.is(&name.text, *kind));
        let things = if role == SkillRole::Item && is_no_item { things.get(..1).unwrap_or_default() } else { &things };
        Ok(if is_free_text { name.clone() } else { self.check_and_copy_name(name, things) })
    }

    fn team(&mut self, name: &Name) -> Result<Name, Infallible> {
        Ok(self.check_and_copy_name(name, &[NameKind::Team, NameKind::Own, NameKind::Character]))
    }

    fn target(&mut self, target: &Target<Written>) -> Result<Target<Written>, Infallible> {
        if let Target::Character(Who::Named(name)) | Target::Location(name) = target {
            self.check_and_copy_name(name, &[NameKind::Own, NameKind::Character, NameKind::Location]);
            return Ok(target.clone());
        }
        plain_target(target, self)
    }
}
