//! What the IGM knows, what players may offer, and who has taken shelter (R317–R336, A199, A200).
//!
//! A piece of information is a fact of the sheets. A player's offer is searched for facts about their own team, and the
//! IGM takes the fact, not the player's words. The IGM can therefore not be told a lie.

use serde::{Deserialize, Serialize};

use crate::sheet::skill::Role;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, SeatId};

use super::War;
use super::character::Character;
use super::setup::{Facility, Setup, SkillRef};

/// The number of hints the IGM begins with (R326).
pub(super) const STARTING_HINTS: usize = 10;

/// The IGM's store of information.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgmState {
    /// Its pieces, in the order it got them.
    pub pieces: Vec<Information>,
    /// What has been declared in red (R320).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub red: Vec<String>,
}

impl IgmState {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        *self == IgmState::default()
    }
}

/// A piece of information.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Information {
    /// The characters it is about.
    pub about: Vec<CharacterId>,
    pub topic: Topic,
    pub words: String,
    /// The seats that have been given it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<SeatId>,
}

/// The topic of a piece (R321–R324, R326).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// A hint of the IGM's own: a clue of the sheet, or one that the GM wrote.
    Hint(String),
    /// A Master's name and the class of one of their Servants.
    Class,
    /// A Master's name and appearance.
    Appearance,
    /// The name and description of a skill.
    Skill(SkillRef),
    /// The name and type of a Noble Phantasm.
    Phantasm(SkillRef),
}

/// Returns what the IGM knows as the War begins: up to ten hints, each about one Servant (R326). Those that the GM
/// wrote come first, then clues of the sheets, from each Servant in turn. Skills, Noble Phantasms and descriptions are
/// left for players to offer (A266). A War without an IGM has no hints.
pub(super) fn build_first_pieces(
    setup: &Setup,
    characters: &[Character],
    written: &[(CharacterId, String)],
) -> Vec<Information> {
    if !setup.locations.iter().any(|l| l.facility == Some(Facility::IgmOffice)) {
        return Vec::new();
    }
    let servants: Vec<(CharacterId, &Character)> = characters
        .iter()
        .enumerate()
        .filter(|(_, c)| c.kind == SheetKind::Servant)
        .map(|(index, c)| (CharacterId::at(index), c))
        .collect();
    let mut hints: Vec<Vec<Information>> = servants
        .iter()
        .map(|(id, character)| {
            let sheet = &setup.sheets[character.sheet.index()];
            build_hints(*id, character, sheet)
        })
        .collect();
    hints.iter_mut().for_each(|list| list.reverse());
    let build_hint = |(servant, words): &(CharacterId, String)| Information {
        about: vec![*servant],
        topic: Topic::Hint(words.clone()),
        words: format!("Of {}: {words}", characters[servant.index()].name),
        given: Vec::new(),
    };
    let mut pieces: Vec<Information> = written.iter().map(build_hint).collect();
    while pieces.len() < STARTING_HINTS && hints.iter().any(|list| !list.is_empty()) {
        for next in hints.iter_mut().filter_map(Vec::pop) {
            // A clue that the GM has written too is one piece, not two.
            let is_known = pieces.iter().any(|piece| piece.topic == next.topic && piece.about == next.about);
            if pieces.len() < STARTING_HINTS && !is_known {
                pieces.push(next);
            }
        }
    }
    pieces
}

/// Returns the hints about a Servant: the clues of its sheet.
fn build_hints(id: CharacterId, character: &Character, sheet: &Sheet) -> Vec<Information> {
    let clues = sheet.clues.iter().map(|clue| Information {
        about: vec![id],
        topic: Topic::Hint(clue.clone()),
        words: format!("Of {}: {clue}", character.name),
        given: Vec::new(),
    });
    clues.collect()
}

fn describe_skill(whose: &str, name: &str, description: &str) -> String {
    if description.is_empty() {
        format!("{whose} has the skill {name}")
    } else {
        format!("{whose} has the skill {name}: {description}")
    }
}

impl War {
    /// Returns how many of the IGM's first hints are missing; `None` where there is no IGM (R326, A266).
    pub fn hints_missing(&self) -> Option<usize> {
        let has_igm = self.setup.locations.iter().any(|l| l.facility == Some(Facility::IgmOffice));
        has_igm.then(|| STARTING_HINTS.saturating_sub(self.igm.pieces.len()))
    }

    /// Whether somebody has left the War for the IGM's shelter (R335, R336).
    pub fn is_sheltered(&self, id: CharacterId) -> bool {
        self.character(id).mastery.as_ref().is_some_and(|mastery| mastery.is_sheltered)
    }

    /// Returns the facts about somebody's own team that their words tell, in the four categories (R318, R321–R324).
    /// Only facts of a sheet count.
    pub fn find_facts_in_words(&self, by: CharacterId, words: &str) -> Vec<Information> {
        let lowercased = words.to_lowercase();
        let is_told = |text: &str| !text.is_empty() && lowercased.contains(&text.to_lowercase());
        let build_piece =
            |about: Vec<CharacterId>, topic, words| Information { about, topic, words, given: Vec::new() };
        let master = self.master_of(by);
        let name = master.map_or("", |master| self.character(master).name.as_str());
        // A Masterless Servant is alone in its team (A156).
        let only_self = [by];
        let servants = master.map_or(&only_self[..], |master| self.servants_of(master));
        let mut facts = Vec::new();
        for servant in servants.iter().copied() {
            let (character, sheet) = (self.character(servant), self.sheet(servant));
            for (skill, skill_index) in sheet.skills.iter().zip(0u16..) {
                let reference = SkillRef { sheet: character.sheet, skill_index };
                if !skill.name.values().any(|n| is_told(n)) {
                    continue;
                }
                match skill.role {
                    Role::NoblePhantasm if is_told(skill.kind.base.name()) => {
                        let (of, kind) = (&skill.name.base, skill.kind.base);
                        let words = format!("{} has a Noble Phantasm: {of}, {kind}", character.name);
                        facts.push(build_piece(vec![servant], Topic::Phantasm(reference), words));
                    }
                    // The words must tell more than its name.
                    Role::Skill if tells_most_of(&lowercased, &skill.description) => {
                        let words = describe_skill(&character.name, &skill.name.base, &skill.description);
                        facts.push(build_piece(vec![servant], Topic::Skill(reference), words));
                    }
                    _ => {}
                }
            }
            if let (Some(class), Some(master)) = (sheet.class.as_deref(), master)
                && is_told(class)
                && is_told(name)
            {
                let words = format!("{name} is the Master of a Servant of the class {class}");
                facts.push(build_piece(vec![master, servant], Topic::Class, words));
            }
        }
        let is_away = |master: &CharacterId| {
            self.setup.location(self.character(*master).at).facility == Some(Facility::IgmOffice)
        };
        if let Some(master) = master.filter(is_away)
            && let Some(looks) = self.sheet(master).appearance.as_deref()
            && is_told(name)
            && tells_most_of(&lowercased, looks)
        {
            facts.push(build_piece(vec![master], Topic::Appearance, format!("{name}: {looks}")));
        }
        facts
    }

    /// Whether the IGM takes a piece: it does not have it yet, and nobody has declared it in red (R320, A200).
    pub fn igm_takes(&self, piece: &Information) -> bool {
        let is_known = self.igm.pieces.iter().any(|known| known.topic == piece.topic && known.about == piece.about);
        let owner = piece.about.first().copied();
        let is_in_red = owner.is_some_and(|by| {
            self.igm.red.iter().map(String::as_str).chain(self.logic.red_texts()).any(|red| {
                let facts = self.find_facts_in_words(by, red);
                facts.iter().any(|fact| fact.topic == piece.topic && fact.about == piece.about)
            })
        });
        !is_known && !is_in_red
    }
}

/// Whether words tell at least half of the words of a description. An empty description counts as told.
fn tells_most_of(told_words: &str, description: &str) -> bool {
    let words: Vec<String> = description
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 3)
        .map(str::to_lowercase)
        .collect();
    let told_count = words.iter().filter(|word| told_words.contains(word.as_str())).count();
    told_count * 2 >= words.len()
}
