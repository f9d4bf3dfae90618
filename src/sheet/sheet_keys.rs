//! The keys of a sheet, each with its form and its purpose. `grail sheet schema` is generated from them.
//!
//! The reader requests its keys by itself. A test compares this table with the keys that the reader knows, so that the
//! two cannot drift apart.

use super::SheetKind;

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// The form of its value.
    pub form: ValueForm,
    /// Its purpose, in one sentence for the author.
    pub about: &'static str,
}

/// The form of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// `servant`
    Kind,
    /// `item`
    Role,
    /// Any text.
    Text,
    /// A text or a list of texts.
    Texts,
    /// A name without quotation marks.
    Name,
    /// A name that may have an arrow.
    Names,
    /// `B+`
    Rank,
    /// A rank that may have an arrow.
    Ranks,
    /// A rank or `N/A`.
    RankOrNone,
    /// A letter or `N/A`.
    Acuity,
    /// A number that is at least 0.
    Number,
    /// A whole number that is at least 0.
    Whole,
    /// `true` or `false`.
    Flag,
    /// A skill type that may have an arrow.
    Types,
    /// `[Self] [Location]`
    Targets,
    /// `25 Physical`, and it may have an arrow.
    Damage,
    /// `1 AP, 20 Mana`, and it may have an arrow.
    Cost,
    /// `Support Phase`
    Phase,
    /// A number of moves, or `anywhere`.
    Range,
    /// A text of requirements, or a list of such texts.
    Requirements,
    /// A list of sentences.
    Effects,
    /// The map of the stats.
    Stats,
    /// A list of skills; in a library a list of its entries.
    Skills,
    /// One entry of this shape.
    One(EntryShape),
    /// A list of entries of this shape.
    Many(EntryShape),
}

/// The shape of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryShape {
    /// An ability, which is always on.
    Ability,
    /// A skill, basic attack or Noble Phantasm.
    Skill,
    /// A story skill.
    StorySkill,
    /// An entry of the common library.
    Library,
    /// An ending.
    Ending,
}

impl EntryShape {
    /// All shapes.
    pub const ALL: [EntryShape; 5] =
        [EntryShape::Ability, EntryShape::Skill, EntryShape::StorySkill, EntryShape::Library, EntryShape::Ending];

    /// The name of its definition in the schema.
    pub const fn name(self) -> &'static str {
        match self {
            EntryShape::Ability => "ability",
            EntryShape::Skill => "skill",
            EntryShape::StorySkill => "story_skill",
            EntryShape::Library => "shelf_entry",
            EntryShape::Ending => "ending",
        }
    }

    /// Its keys.
    #[must_use]
    pub fn fields(self) -> Vec<Field> {
        let skill = |more: &[Field]| SKILL_FIELDS.iter().chain(more).copied().collect();
        match self {
            EntryShape::Ability | EntryShape::Skill => skill(&[]),
            EntryShape::StorySkill => skill(&STORY_SKILL_FIELDS),
            EntryShape::Library => skill(&LIBRARY_FIELDS),
            EntryShape::Ending => ENDING_FIELDS.to_vec(),
        }
    }

    /// Its required keys. A skill whose type is Passive requires only `name`, `rank` and `type`.
    pub const fn required_keys(self) -> &'static [&'static str] {
        match self {
            EntryShape::Ability => &["name", "rank"],
            EntryShape::Skill | EntryShape::StorySkill => &["name", "rank", "type", "max_targets", "targets", "cost"],
            EntryShape::Library => &["name", "role"],
            EntryShape::Ending => &["type", "condition"],
        }
    }
}

const fn field(key: &'static str, form: ValueForm, about: &'static str) -> Field {
    Field { key, form, about }
}

/// The keys that every sheet may have.
const COMMON_FIELDS: [Field; 17] = [
    field("kind", ValueForm::Kind, "What the character is; `library` is a shelf of Command Spells or items."),
    field("name", ValueForm::Name, "The public handle, unique in a War; a Servant's is its class."),
    field("true_name", ValueForm::Text, "The secret name (R003)."),
    field("class", ValueForm::Text, "A Servant's class; effects may speak of it (`Saber-class Servants`)."),
    field("sex", ValueForm::Text, "As updates tell it."),
    field("alignment", ValueForm::Text, "Its words are what effects such as `Evil Servants` look at."),
    field("origin", ValueForm::Text, "Where the character comes from."),
    field("appearance", ValueForm::Text, "What an observer sees."),
    field("personality", ValueForm::Text, "What an acute observer understands."),
    field("weapon", ValueForm::Text, "What an observer sees in the character's hands."),
    field("clues", ValueForm::Texts, "Hints at the true name."),
    field("concealment", ValueForm::Rank, "How well the character hides, if better than ACT."),
    field("health_regen", ValueForm::Number, "Health regenerated a Turn out of battle (R020); 0 by default."),
    field("mana_regen", ValueForm::Number, "Mana regenerated a Turn out of battle (R027); 0 by default."),
    field("familiars", ValueForm::Texts, "The names of the sheets of the familiars that its skills summon."),
    field(
        "statuses",
        ValueForm::Texts,
        "Statuses of its own, each with what it does: `Blind: The victim's ACT becomes E. Lasts 2 Turns.` is one.",
    ),
    field("skills", ValueForm::Skills, "Skills; on a shelf the Command Spells or items."),
];

/// The keys that only characters have.
const CHARACTER_FIELDS: [Field; 10] = [
    field(
        "health",
        ValueForm::Number,
        "Maximum Health: 300 for a Servant, 150 for a Master (R015, R016); a familiar's must be given.",
    ),
    field(
        "mana",
        ValueForm::Number,
        "Maximum Mana: 200 for a Servant, 75 for a Master (R024, R025); a familiar's must be given.",
    ),
    field("stats", ValueForm::Stats, "The ranked stats (R028 to R067)."),
    field("ap", ValueForm::Whole, "Action Points a Turn (R077); Masters have none."),
    field("abilities", ValueForm::Many(EntryShape::Ability), "Passive abilities: always on (R102)."),
    field("basic_attack", ValueForm::One(EntryShape::Skill), "The basic attack: 1 AP and no other cost (R097)."),
    field("noble_phantasms", ValueForm::Many(EntryShape::Skill), "Noble Phantasms (R063)."),
    field(
        "story_skills",
        ValueForm::Many(EntryShape::StorySkill),
        "Skills that a Master gains by the story updates (R315).",
    ),
    field("endings", ValueForm::Many(EntryShape::Ending), "A Master's endings (R401)."),
    field("transmits", ValueForm::Text, "What a familiar transmits to its summoner (R075)."),
];

/// The keys of `stats`.
pub const STATS: [Field; 8] = [
    field("STR", ValueForm::Rank, "Strength: physical damage inflicted (R034)."),
    field("END", ValueForm::Rank, "Endurance: physical damage received (R035)."),
    field("MAE", ValueForm::Rank, "Magical Energy: magical damage inflicted (R036)."),
    field("MAR", ValueForm::Rank, "Magical Resistance: magical damage received (R037)."),
    field("AGI", ValueForm::Rank, "Agility: order within a phase, the extra AP (R038 to R043)."),
    field("LCK", ValueForm::Rank, "Luck: 25% more damage on the unlucky, ties of order (R044 to R049)."),
    field("ACT", ValueForm::Acuity, "Acuity: how much an update tells (R050 to R062); no subranks, may be N/A."),
    field("NP", ValueForm::RankOrNone, "Noble Phantasm (R063 to R067); a Servant's cannot be N/A."),
];

/// The keys of skills, abilities, Command Spells and items.
const SKILL_FIELDS: [Field; 15] = [
    field("name", ValueForm::Names, "Its name; with an arrow either name calls it (R427)."),
    field("rank", ValueForm::Ranks, "Its rank, which other skills may negate or measure."),
    field("type", ValueForm::Types, "Its type, which decides the phase (R106 to R118)."),
    field("max_targets", ValueForm::Whole, "Max Number of Targets (R119)."),
    field("targets", ValueForm::Targets, "Type of Target: one of each listed must be chosen (R120)."),
    field(
        "damage",
        ValueForm::Damage,
        "Damage, hits and statuses, or statuses alone (R121, A078); a skill that inflicts none has no such key.",
    ),
    field("cost", ValueForm::Cost, "What using it takes, and its upkeep (R122, R123)."),
    field("requirements", ValueForm::Requirements, "What must hold beforehand, or it fails and costs nothing (R124)."),
    field("description", ValueForm::Text, "Flavour: never executed."),
    field(
        "effects",
        ValueForm::Effects,
        "Sentences of the effect language: what the skill does. `GM:` before one leaves it to the GM.",
    ),
    field("phase", ValueForm::Phase, "A phase that overrides the type's."),
    field("area", ValueForm::Flag, "Whether it is an area skill (A149)."),
    field("range", ValueForm::Range, "How far it reaches: a number of moves, or `anywhere` (R356)."),
    field(
        "low_health_penalty",
        ValueForm::Flag,
        "Whether 25% is taken off at a third of Health (R018); by default unless it has a clause of its own (A001).",
    ),
    field("seen", ValueForm::Text, "What an onlooker sees."),
];

/// The additional keys of a library's entries.
const LIBRARY_FIELDS: [Field; 3] = [
    field("role", ValueForm::Role, "What the entry is."),
    field("price", ValueForm::Number, "Price of an item in Combat Points."),
    field("sold_at", ValueForm::Text, "The facility that sells an item."),
];

/// The additional keys of story skills.
const STORY_SKILL_FIELDS: [Field; 1] =
    [field("set", ValueForm::Whole, "Which set of story updates grants it: 1 or 2 (R315, R316).")];

/// The keys of an ending.
const ENDING_FIELDS: [Field; 2] = [
    field(
        "type",
        ValueForm::Text,
        "Good End, Normal End, Bad End, Shared Good End, Shared Normal End, Shared Bad End (R401).",
    ),
    field("condition", ValueForm::Text, "What must have come about."),
];

/// The keys that a kind of sheet knows.
pub fn sheet_fields(kind: SheetKind) -> Vec<Field> {
    match kind {
        SheetKind::Library => COMMON_FIELDS.to_vec(),
        SheetKind::Master | SheetKind::Servant | SheetKind::Familiar => {
            COMMON_FIELDS.iter().chain(&CHARACTER_FIELDS).copied().collect()
        }
    }
}

/// The required keys of a kind of sheet.
pub const fn required_sheet_keys(kind: SheetKind) -> &'static [&'static str] {
    match kind {
        SheetKind::Library => &["kind", "name"],
        SheetKind::Master => &["kind", "name", "stats"],
        SheetKind::Servant => &["kind", "name", "stats", "ap"],
        SheetKind::Familiar => &["kind", "name", "stats", "ap", "health", "mana"],
    }
}

/// The keys that a kind of sheet may have only with an empty value.
pub const fn empty_only_sheet_keys(kind: SheetKind) -> &'static [&'static str] {
    match kind {
        SheetKind::Library => &[],
        SheetKind::Master => &["ap", "transmits"],
        SheetKind::Servant => &["story_skills", "endings", "transmits"],
        SheetKind::Familiar => &["story_skills", "endings"],
    }
}
