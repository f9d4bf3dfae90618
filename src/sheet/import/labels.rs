//! The meanings of headings and labels of posted sheets.

use crate::vocabulary::stat::Stat;

/// A part of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The identity of the character, and its stats.
    Profile,
    Abilities,
    BasicAttack,
    Skills,
    NoblePhantasms,
    StorySkills,
    Familiars,
    Items,
    Endings,
}

/// A field of the rulebook's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldLabel {
    /// `Name`, of a character or of a skill.
    Name,
    /// A field of a character, by its key.
    Character(&'static str),
    /// A ranked stat.
    Stat(Stat),
    /// A field of a skill, by its key.
    Skill(&'static str),
    /// `Skill: Teleport`: a name after the section it belongs to.
    SectionEntry(Section),
    /// `Noble Phantasm`: a rank, or the name of one.
    NoblePhantasm,
    /// `Master: Rin`, `Servant: Saber`, `Familiar: Wolf`: kind and name together.
    Kind(&'static str),
    /// `Good End: …`
    Ending(&'static str),
}

const SECTIONS: [(Section, &[&str]); 9] = [
    (
        Section::Profile,
        &["profile", "parameters", "stats", "base stats", "statistics", "general information", "status", "vitals"],
    ),
    (
        Section::Abilities,
        &[
            "abilities",
            "ability",
            "class abilities",
            "class ability",
            "class skills",
            "personal abilities",
            "personal ability",
            "class skill",
            "passives",
            "passive skills",
            "passive abilities",
        ],
    ),
    (Section::BasicAttack, &["basic attack", "basic attacks"]),
    (
        Section::Skills,
        &[
            "skills",
            "skill",
            "personal skills",
            "personal skill",
            "active skills",
            "attack skills",
            "attack skill",
            "support skills",
            "support skill",
            "spells",
            "spell",
            "magecraft",
        ],
    ),
    (Section::NoblePhantasms, &["noble phantasms", "noble phantasm", "noble phantasm(s)"]),
    (Section::StorySkills, &["story skills", "story-granted skills"]),
    (Section::Familiars, &["familiars", "familiar", "summons"]),
    (Section::Items, &["items", "item", "inventory", "starting items"]),
    (Section::Endings, &["endings", "ending"]),
];

const CHARACTER_LABELS: [(&str, &[&str]); 18] = [
    ("true_name", &["true name", "real name", "identity"]),
    ("class", &["class"]),
    ("sex", &["sex", "gender"]),
    ("alignment", &["alignment"]),
    ("origin", &["origin", "source", "series"]),
    ("appearance", &["appearance", "looks"]),
    ("personality", &["personality"]),
    ("weapon", &["weapon", "weapons"]),
    ("clues", &["clue", "clues", "hint", "hints"]),
    ("concealment", &["concealment"]),
    ("kind", &["kind", "role"]),
    ("familiars", &["familiars"]),
    ("transmits", &["transmits"]),
    ("health", &["health", "hp", "max health", "maximum health", "max hp", "hit points", "health points"]),
    ("health_regen", &["health regen", "health regeneration", "hp regen", "hp regeneration"]),
    ("mana", &["mana", "mp", "max mana", "maximum mana", "max mp", "mana points"]),
    ("mana_regen", &["mana regen", "mana regeneration", "mp regen", "mp regeneration"]),
    ("ap", &["ap", "action points", "ap per turn", "action points per turn"]),
];

const SKILL_LABELS: [(&str, &[&str]); 13] = [
    ("rank", &["rank"]),
    ("type", &["type", "skill type"]),
    (
        "max_targets",
        &["max number of targets", "maximum number of targets", "number of targets", "max targets", "max. targets"],
    ),
    ("targets", &["type of target", "type of targets", "target type", "target", "targets"]),
    ("damage", &["damage", "base damage"]),
    ("hits", &["hits", "number of hits"]),
    ("cost", &["cost", "costs"]),
    ("upkeep", &["upkeep", "upkeep cost"]),
    ("requirements", &["requirement", "requirements"]),
    ("description", &["description", "flavor", "flavour", "flavor text", "flavour text"]),
    ("effects", &["effect", "effects"]),
    ("phase", &["phase"]),
    ("seen", &["seen"]),
];

const OTHER_LABELS: [(&str, FieldLabel); 19] = [
    ("name", FieldLabel::Name),
    ("skill name", FieldLabel::Name),
    ("master", FieldLabel::Kind("master")),
    ("servant", FieldLabel::Kind("servant")),
    ("familiar", FieldLabel::Kind("familiar")),
    ("skill", FieldLabel::SectionEntry(Section::Skills)),
    ("spell", FieldLabel::SectionEntry(Section::Skills)),
    ("ability", FieldLabel::SectionEntry(Section::Abilities)),
    ("passive", FieldLabel::SectionEntry(Section::Abilities)),
    ("basic attack", FieldLabel::SectionEntry(Section::BasicAttack)),
    ("story skill", FieldLabel::SectionEntry(Section::StorySkills)),
    ("items", FieldLabel::SectionEntry(Section::Items)),
    ("noble phantasm", FieldLabel::NoblePhantasm),
    ("good end", FieldLabel::Ending("Good End")),
    ("normal end", FieldLabel::Ending("Normal End")),
    ("bad end", FieldLabel::Ending("Bad End")),
    ("shared good end", FieldLabel::Ending("Shared Good End")),
    ("shared normal end", FieldLabel::Ending("Shared Normal End")),
    ("shared bad end", FieldLabel::Ending("Shared Bad End")),
];

/// Other names for stats besides their abbreviations.
const STAT_LABELS: [(&str, Stat); 8] = [
    ("strength", Stat::STR),
    ("endurance", Stat::END),
    ("magical energy", Stat::MAE),
    ("magical resistance", Stat::MAR),
    ("agility", Stat::AGI),
    ("luck", Stat::LCK),
    ("acuity", Stat::ACT),
    ("noble phantasm", Stat::NP),
];

/// The classes of the rulebook.
pub(in crate::sheet) const CLASSES: [&str; 10] =
    ["Berserker", "Saber", "Lancer", "Rider", "Archer", "Assassin", "Caster", "Avenger", "Artillery", "Summoner"];

/// The section that a heading in lower case starts.
pub(super) fn section_of_heading(heading: &str) -> Option<Section> {
    SECTIONS.iter().find(|(_, names)| names.contains(&heading)).map(|(section, _)| *section)
}

/// The class that a text names, if it names nothing else.
pub(super) fn parse_class(words: &str) -> Option<&'static str> {
    CLASSES.into_iter().find(|class| class.eq_ignore_ascii_case(words.trim()))
}

/// The meaning of a label, in any letter case.
pub(super) fn parse_label(written: &str) -> Option<FieldLabel> {
    let name = written.trim_matches([' ', '.', '*', '_', '[', ']', '#', '~']).to_lowercase();
    // `Character Name`, `Servant Class`
    let whose = ["character ", "servant ", "servant's "].into_iter().find_map(|whose| name.strip_prefix(whose));
    let name = whose.map_or(name.clone(), str::to_owned);
    let key_in = |table: &[(&'static str, &[&str])]| {
        table.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(key, _)| *key)
    };
    let other = || OTHER_LABELS.iter().find(|(own, _)| *own == name).map(|(_, label)| *label);
    // `Noble Phantasm: Nine Waves` is not a stat; whoever reads the line checks whether its value is a rank.
    let stat = || parse_stat_label(&name).filter(|stat| *stat != Stat::NP || name == "np").map(FieldLabel::Stat);
    let character = || key_in(&CHARACTER_LABELS).map(FieldLabel::Character);
    character().or_else(|| key_in(&SKILL_LABELS).map(FieldLabel::Skill)).or_else(stat).or_else(other)
}

/// The stat with a name, in any letter case.
fn parse_stat_label(name: &str) -> Option<Stat> {
    let short = Stat::ALL.into_iter().find(|stat| stat.name().eq_ignore_ascii_case(name));
    short.or_else(|| STAT_LABELS.iter().find(|(own, _)| *own == name).map(|(_, stat)| *stat))
}

/// Every name of a stat, and of Health, Mana, their regeneration and AP, the longest first.
pub(super) fn number_labels() -> Vec<(&'static str, FieldLabel)> {
    const VITALS: [&str; 5] = ["health", "mana", "health_regen", "mana_regen", "ap"];
    let vitals = CHARACTER_LABELS.iter().filter(|(key, _)| VITALS.contains(key));
    let mut names: Vec<(&'static str, FieldLabel)> =
        vitals.flat_map(|(key, names)| names.iter().map(|name| (*name, FieldLabel::Character(key)))).collect();
    names.extend(STAT_LABELS.map(|(name, stat)| (name, FieldLabel::Stat(stat))));
    names.extend(Stat::ALL.map(|stat| (stat.name(), FieldLabel::Stat(stat))));
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    names
}
