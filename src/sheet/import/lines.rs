//! The lines of a text in the rulebook's form: fields, headings, bullets, stats, text.

use crate::language::span::Span;
use crate::vocabulary::dash::is_dash;
use crate::vocabulary::stat::Stat;

/// A line with its place and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportLine {
    /// The place of its words.
    pub(super) span: Span,
    pub(super) form: ImportLineKind,
}

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportLineKind {
    /// Nothing, or a rule of dashes.
    Blank,
    /// `Skills`, `== Noble Phantasms ==`
    Heading(Section),
    /// `Rank: B+`; the value may be empty.
    Field(FieldLabel, String),
    /// `Range: 2 locations`: a field that no sheet has.
    Strange(String),
    /// `STR: B+ END: C …`, whole.
    Stats(Vec<(Stat, String)>),
    /// `- The target restores 50 Health.`
    Bullet(String),
    /// Anything else.
    Text(String),
}

/// A part of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Who the character is, and stats.
    Profile,
    Abilities,
    BasicAttack,
    Skills,
    NoblePhantasms,
    StorySkills,
    Endings,
}

/// A field of the rulebook's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldLabel {
    /// `Name`: of a character or of a skill.
    Name,
    /// A field of a character, by its key.
    Character(&'static str),
    /// A field of a skill, by its key.
    Skill(&'static str),
    /// `Skill: Teleport`: a name that says where it stands.
    Opens(Section),
    /// `Noble Phantasm`: a rank, or the name of one.
    NoblePhantasm,
    /// `Master: Rin`, `Servant: Saber`, `Familiar: Wolf`: kind and name in one.
    Kind(&'static str),
    /// `Good End: …`
    Ending(&'static str),
}

const SECTIONS: [(&str, Section); 28] = [
    ("profile", Section::Profile),
    ("parameters", Section::Profile),
    ("stats", Section::Profile),
    ("statistics", Section::Profile),
    ("general information", Section::Profile),
    ("abilities", Section::Abilities),
    ("ability", Section::Abilities),
    ("class abilities", Section::Abilities),
    ("class ability", Section::Abilities),
    ("class skills", Section::Abilities),
    ("personal abilities", Section::Abilities),
    ("passives", Section::Abilities),
    ("passive skills", Section::Abilities),
    ("basic attack", Section::BasicAttack),
    ("basic attacks", Section::BasicAttack),
    ("skills", Section::Skills),
    ("skill", Section::Skills),
    ("personal skills", Section::Skills),
    ("attack skills", Section::Skills),
    ("attack skill", Section::Skills),
    ("support skills", Section::Skills),
    ("support skill", Section::Skills),
    ("noble phantasms", Section::NoblePhantasms),
    ("noble phantasm", Section::NoblePhantasms),
    ("story skills", Section::StorySkills),
    ("story-granted skills", Section::StorySkills),
    ("endings", Section::Endings),
    ("ending", Section::Endings),
];

const LABELS: [(&str, FieldLabel); 78] = [
    ("name", FieldLabel::Name),
    ("true name", FieldLabel::Character("true_name")),
    ("real name", FieldLabel::Character("true_name")),
    ("identity", FieldLabel::Character("true_name")),
    ("class", FieldLabel::Character("class")),
    ("sex", FieldLabel::Character("sex")),
    ("gender", FieldLabel::Character("sex")),
    ("alignment", FieldLabel::Character("alignment")),
    ("origin", FieldLabel::Character("origin")),
    ("source", FieldLabel::Character("origin")),
    ("series", FieldLabel::Character("origin")),
    ("appearance", FieldLabel::Character("appearance")),
    ("looks", FieldLabel::Character("appearance")),
    ("personality", FieldLabel::Character("personality")),
    ("weapon", FieldLabel::Character("weapon")),
    ("weapons", FieldLabel::Character("weapon")),
    ("clue", FieldLabel::Character("clues")),
    ("clues", FieldLabel::Character("clues")),
    ("hint", FieldLabel::Character("clues")),
    ("hints", FieldLabel::Character("clues")),
    ("concealment", FieldLabel::Character("concealment")),
    ("kind", FieldLabel::Character("kind")),
    ("role", FieldLabel::Character("kind")),
    ("familiars", FieldLabel::Character("familiars")),
    ("transmits", FieldLabel::Character("transmits")),
    ("health", FieldLabel::Character("health")),
    ("hp", FieldLabel::Character("health")),
    ("max health", FieldLabel::Character("health")),
    ("maximum health", FieldLabel::Character("health")),
    ("health regen", FieldLabel::Character("health_regen")),
    ("health regeneration", FieldLabel::Character("health_regen")),
    ("hp regen", FieldLabel::Character("health_regen")),
    ("hp regeneration", FieldLabel::Character("health_regen")),
    ("mana", FieldLabel::Character("mana")),
    ("mp", FieldLabel::Character("mana")),
    ("max mana", FieldLabel::Character("mana")),
    ("maximum mana", FieldLabel::Character("mana")),
    ("mana regen", FieldLabel::Character("mana_regen")),
    ("mana regeneration", FieldLabel::Character("mana_regen")),
    ("mp regen", FieldLabel::Character("mana_regen")),
    ("mp regeneration", FieldLabel::Character("mana_regen")),
    ("ap", FieldLabel::Character("ap")),
    ("action points", FieldLabel::Character("ap")),
    ("master", FieldLabel::Kind("master")),
    ("servant", FieldLabel::Kind("servant")),
    ("familiar", FieldLabel::Kind("familiar")),
    ("rank", FieldLabel::Skill("rank")),
    ("type", FieldLabel::Skill("type")),
    ("max number of targets", FieldLabel::Skill("max_targets")),
    ("maximum number of targets", FieldLabel::Skill("max_targets")),
    ("number of targets", FieldLabel::Skill("max_targets")),
    ("max targets", FieldLabel::Skill("max_targets")),
    ("type of target", FieldLabel::Skill("targets")),
    ("type of targets", FieldLabel::Skill("targets")),
    ("target type", FieldLabel::Skill("targets")),
    ("target", FieldLabel::Skill("targets")),
    ("targets", FieldLabel::Skill("targets")),
    ("damage", FieldLabel::Skill("damage")),
    ("cost", FieldLabel::Skill("cost")),
    ("costs", FieldLabel::Skill("cost")),
    ("requirement", FieldLabel::Skill("requirements")),
    ("requirements", FieldLabel::Skill("requirements")),
    ("description", FieldLabel::Skill("description")),
    ("effect", FieldLabel::Skill("effects")),
    ("effects", FieldLabel::Skill("effects")),
    ("phase", FieldLabel::Skill("phase")),
    ("seen", FieldLabel::Skill("seen")),
    ("skill", FieldLabel::Opens(Section::Skills)),
    ("ability", FieldLabel::Opens(Section::Abilities)),
    ("basic attack", FieldLabel::Opens(Section::BasicAttack)),
    ("story skill", FieldLabel::Opens(Section::StorySkills)),
    ("noble phantasm", FieldLabel::NoblePhantasm),
    ("good end", FieldLabel::Ending("Good End")),
    ("normal end", FieldLabel::Ending("Normal End")),
    ("bad end", FieldLabel::Ending("Bad End")),
    ("shared good end", FieldLabel::Ending("Shared Good End")),
    ("shared normal end", FieldLabel::Ending("Shared Normal End")),
    ("shared bad end", FieldLabel::Ending("Shared Bad End")),
];

/// How a stat may be called besides its abbreviation.
const STATS: [(&str, Stat); 8] = [
    ("strength", Stat::STR),
    ("endurance", Stat::END),
    ("magical energy", Stat::MAE),
    ("magical resistance", Stat::MAR),
    ("agility", Stat::AGI),
    ("luck", Stat::LCK),
    ("acuity", Stat::ACT),
    ("noble phantasm", Stat::NP),
];

/// The lines of a text.
pub(super) fn lines(text: &str) -> Vec<ImportLine> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(is_blank);
        let at = start + line.len() - words.len();
        let words = words.trim_end_matches(is_blank);
        found.push(ImportLine { span: Span::new(at, at + words.len()), form: form(&plain(words)) });
        start += line.len();
    }
    found
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}')
}

/// Straight quotes, plain blanks.
fn plain(text: &str) -> String {
    let plain = text.chars().filter(|c| !matches!(c, '\u{200B}' | '\u{FEFF}')).map(|c| match c {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}' => '"',
        '\u{2018}' | '\u{2019}' | '\u{2BC}' => '\'',
        '\u{FF1A}' => ':',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    plain.collect()
}

fn form(words: &str) -> ImportLineKind {
    let ornament = |c: char| matches!(c, '=' | '_' | '*' | '~' | '#') || is_dash(c);
    if words.chars().all(|c| ornament(c) || c == ' ') {
        return ImportLineKind::Blank;
    }
    if let Some(section) = heading(words) {
        return ImportLineKind::Heading(section);
    }
    let (bullet, rest) = without_bullet(words);
    if let Some(stats) = stats(rest) {
        return ImportLineKind::Stats(stats);
    }
    match field(rest) {
        Some((Ok(label), value)) => ImportLineKind::Field(label, value),
        Some((Err(()), _)) if !bullet => ImportLineKind::Strange(words.to_owned()),
        _ if bullet => ImportLineKind::Bullet(rest.to_owned()),
        _ => ImportLineKind::Text(words.to_owned()),
    }
}

/// The section of a heading: its words, whatever ornaments stand around them, or a wiki's `Edit` behind.
fn heading(words: &str) -> Option<Section> {
    let bare = words.trim_matches(|c: char| !c.is_alphanumeric() && c != ']');
    let bare = ["[edit]", "[Edit]", "Edit"].into_iter().find_map(|tail| bare.strip_suffix(tail)).unwrap_or(bare);
    let bare = bare.trim().to_lowercase();
    SECTIONS.iter().find(|(name, _)| *name == bare).map(|(_, section)| *section)
}

/// The words behind a bullet, and whether there was one: any dash, star or dot, `1.`, `2)`.
fn without_bullet(words: &str) -> (bool, &str) {
    let mark = |c: char| {
        is_dash(c)
            || matches!(
                c,
                '*' | '+'
                    | '\u{2022}'
                    | '\u{B7}'
                    | '\u{25CF}'
                    | '\u{25CB}'
                    | '\u{25AA}'
                    | '\u{2023}'
                    | '\u{25E6}'
                    | '\u{25A0}'
                    | '\u{2043}'
            )
    };
    let rest = words.trim_start_matches(mark);
    if rest.len() < words.len() && !rest.starts_with(|c: char| c.is_ascii_digit()) {
        // `**Name:** Teleport` is no bullet.
        let bold = words.starts_with("**") && rest.contains("**");
        return if bold { (false, words) } else { (true, rest.trim_start()) };
    }
    if rest.len() < words.len() && words.chars().nth(1) == Some(' ') {
        return (true, rest);
    }
    let digits = words.trim_start_matches(|c: char| c.is_ascii_digit());
    match digits.strip_prefix(['.', ')']) {
        Some(rest) if digits.len() < words.len() && rest.starts_with(' ') => (true, rest.trim_start()),
        _ => (false, words),
    }
}

/// `Rank: B+`, `**Rank:** B+`: a known label or an unknown one, and the value.
fn field(words: &str) -> Option<(Result<FieldLabel, ()>, String)> {
    let (label, value) = words.split_once(':')?;
    let bold = |c: char| matches!(c, '*' | '_' | ' ' | '[' | ']' | '#');
    let label = label.trim_matches(bold);
    let value = value.trim_start_matches("**").trim_start_matches("__").trim();
    let value = if words.starts_with(['*', '_']) { value.trim_end_matches("**") } else { value };
    let lower = label.to_lowercase();
    if let Some((_, found)) = LABELS.iter().find(|(name, _)| *name == lower) {
        return Some((Ok(*found), value.to_owned()));
    }
    let short =
        label.split_whitespace().count() <= 4 && label.chars().count() <= 30 && !label.contains(['.', ',', '"']);
    let capital = label.chars().next().is_some_and(char::is_uppercase);
    (short && capital && label != "GM").then(|| (Err(()), value.to_owned()))
}

/// A line that holds stats and nothing else: `STR: B+ | END: C`, `Strength - B+`.
fn stats(words: &str) -> Option<Vec<(Stat, String)>> {
    let mut rest = words;
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', ',', ';', '|', '/', '*', '_', '(', ')']);
        if rest.is_empty() {
            return (!found.is_empty()).then_some(found);
        }
        let (stat, behind) = stat_name(rest)?;
        let behind = behind.trim_start_matches(['*', '_', ' ']);
        let value = behind.strip_prefix([':', '=']).or_else(|| behind.strip_prefix("- ")).unwrap_or(behind);
        let value = value.trim_start_matches(['*', '_', ' ']);
        let end = value.find([' ', ',', ';', '|', ')', '*']).unwrap_or(value.len());
        let (rank, behind) = value.split_at_checked(end)?;
        let (rank, behind) = match rank.split_once('/') {
            Some((one, _)) if !rank.eq_ignore_ascii_case("N/A") => (one, value.get(one.len()..)?),
            _ => (rank, behind),
        };
        let good = crate::language::fields::rank_or_none(rank).is_ok();
        if !good {
            return None;
        }
        found.push((stat, rank.to_owned()));
        rest = behind;
    }
}

fn stat_name(text: &str) -> Option<(Stat, &str)> {
    let names = STATS.into_iter().chain(Stat::ALL.into_iter().map(|stat| (stat.name(), stat)));
    for (name, stat) in names {
        if let Some(head) = text.get(..name.len())
            && head.eq_ignore_ascii_case(name)
            && !text[name.len()..].starts_with(char::is_alphanumeric)
        {
            return Some((stat, &text[name.len()..]));
        }
    }
    None
}
