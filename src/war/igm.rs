//! What the IGM knows, what players may offer, and who has taken shelter (R317–R336, A199, A200).
//!
//! A piece of information is a fact of the sheets. What a player offers is looked through for such a fact of
//! their own team, and it is the fact that the IGM takes, not the player's words: so it cannot be told a lie.

use serde::{Deserialize, Serialize};

use crate::sheet::skill::Role;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, SeatId};

use super::War;
use super::character::Character;
use super::setup::{Facility, Setup, SkillRef};

/// How many pieces the IGM begins with (R326).
pub(super) const STARTING_HINTS: usize = 10;

/// The IGM's store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgmState {
    /// Its pieces, in the order it came by them.
    pub pieces: Vec<Information>,
    /// What has been declared in red (R320).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub red: Vec<String>,
}

impl IgmState {
    /// Whether there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        *self == IgmState::default()
    }
}

/// A piece of information.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Information {
    /// Of whom it tells.
    pub about: Vec<CharacterId>,
    pub topic: Topic,
    pub words: String,
    /// Who has been given it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<SeatId>,
}

/// What a piece tells (R321–R324, R326).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// A hint of the IGM's own: something the sheet gives to see.
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

/// What the IGM knows as the War begins: ten hints, of one Servant each (R326): those the GM wrote, then the clues of
/// the sheets, the Servants in turn; fewer where there are fewer. Never a skill, a Noble Phantasm or a description,
/// which are for players to offer (A266). A War without an IGM has none.
pub(super) fn first_pieces(
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
        .map(|(place, c)| (CharacterId::at(place), c))
        .collect();
    let mut hints: Vec<Vec<Information>> = servants
        .iter()
        .map(|(id, character)| {
            let sheet = &setup.sheets[character.sheet.index()];
            hints_of(*id, character, sheet)
        })
        .collect();
    hints.iter_mut().for_each(|of| of.reverse());
    let hint = |(of, words): &(CharacterId, String)| Information {
        about: vec![*of],
        topic: Topic::Hint(words.clone()),
        words: format!("Of {}: {words}", characters[of.index()].name),
        given: Vec::new(),
    };
    let mut pieces: Vec<Information> = written.iter().map(hint).collect();
    while pieces.len() < STARTING_HINTS && hints.iter().any(|of| !of.is_empty()) {
        for next in hints.iter_mut().filter_map(Vec::pop) {
            // A sheet's clue that the GM has written down too is one piece, not two.
            let told = pieces.iter().any(|piece| piece.topic == next.topic && piece.about == next.about);
            if pieces.len() < STARTING_HINTS && !told {
                pieces.push(next);
            }
        }
    }
    pieces
}

/// What can be hinted of a Servant: what its sheet calls clues.
fn hints_of(id: CharacterId, character: &Character, sheet: &Sheet) -> Vec<Information> {
    let clues = sheet.clues.iter().map(|clue| Information {
        about: vec![id],
        topic: Topic::Hint(clue.clone()),
        words: format!("Of {}: {clue}", character.name),
        given: Vec::new(),
    });
    clues.collect()
}

fn skill_words(whose: &str, name: &str, description: &str) -> String {
    if description.is_empty() {
        format!("{whose} has the skill {name}")
    } else {
        format!("{whose} has the skill {name}: {description}")
    }
}

impl War {
    /// How many of the hints the IGM begins with are missing; `None` where there is no IGM (R326, A266).
    pub fn hints_missing(&self) -> Option<usize> {
        let there = self.setup.locations.iter().any(|l| l.facility == Some(Facility::IgmOffice));
        there.then(|| STARTING_HINTS.saturating_sub(self.igm.pieces.len()))
    }

    /// Whether somebody has left the War for the IGM's shelter (R335, R336).
    pub fn is_sheltered(&self, id: CharacterId) -> bool {
        self.character(id).mastery.as_ref().is_some_and(|mastery| mastery.sheltered)
    }

    /// The facts of its own team that words of somebody's tell, of the four categories (R318, R321–R324); what is no
    /// fact of a sheet is none.
    pub fn facts_in_words(&self, by: CharacterId, words: &str) -> Vec<Information> {
        let said = words.to_lowercase();
        let says = |text: &str| !text.is_empty() && said.contains(&text.to_lowercase());
        let piece = |about: Vec<CharacterId>, topic, words| Information { about, topic, words, given: Vec::new() };
        let master = self.master_of(by);
        let name = master.map_or("", |master| self.character(master).name.as_str());
        // A Servant without a Master is all there is of its team (A156).
        let alone = [by];
        let servants = master.map_or(&alone[..], |master| self.servants_of(master));
        let mut facts = Vec::new();
        for servant in servants.iter().copied() {
            let (character, sheet) = (self.character(servant), self.sheet(servant));
            for (skill, place) in sheet.skills.iter().zip(0u16..) {
                let reference = SkillRef { sheet: character.sheet, place };
                if !skill.name.values().any(|n| says(n)) {
                    continue;
                }
                match skill.role {
                    Role::NoblePhantasm if says(skill.kind.base.name()) => {
                        let (of, kind) = (&skill.name.base, skill.kind.base);
                        let words = format!("{} has a Noble Phantasm: {of}, {kind}", character.name);
                        facts.push(piece(vec![servant], Topic::Phantasm(reference), words));
                    }
                    // More than its name must be told of it.
                    Role::Skill if is_mostly_told(&said, &skill.description) => {
                        let words = skill_words(&character.name, &skill.name.base, &skill.description);
                        facts.push(piece(vec![servant], Topic::Skill(reference), words));
                    }
                    _ => {}
                }
            }
            if let (Some(class), Some(master)) = (sheet.class.as_deref(), master)
                && says(class)
                && says(name)
            {
                let words = format!("{name} is the Master of a Servant of the class {class}");
                facts.push(piece(vec![master, servant], Topic::Class, words));
            }
        }
        let at_the_igm = |master: &CharacterId| {
            self.setup.location(self.character(*master).at).facility == Some(Facility::IgmOffice)
        };
        if let Some(master) = master.filter(at_the_igm)
            && let Some(looks) = self.sheet(master).appearance.as_deref()
            && says(name)
            && is_mostly_told(&said, looks)
        {
            facts.push(piece(vec![master], Topic::Appearance, format!("{name}: {looks}")));
        }
        facts
    }

    /// Whether the IGM takes a piece: it has none such, and nobody has declared it in red (R320, A200).
    pub fn igm_takes(&self, piece: &Information) -> bool {
        let known = self.igm.pieces.iter().any(|own| own.topic == piece.topic && own.about == piece.about);
        let by = piece.about.first().copied();
        let in_red = by.is_some_and(|by| {
            self.igm.red.iter().map(String::as_str).chain(self.logic.reds()).any(|red| {
                let told = self.facts_in_words(by, red);
                told.iter().any(|told| told.topic == piece.topic && told.about == piece.about)
            })
        });
        !known && !in_red
    }
}

/// Whether words tell at least half of what a description says, word for word; a description of nothing is told
/// by the name.
fn is_mostly_told(said: &str, description: &str) -> bool {
    let words: Vec<String> = description
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 3)
        .map(str::to_lowercase)
        .collect();
    let told = words.iter().filter(|word| said.contains(word.as_str())).count();
    told * 2 >= words.len()
}
