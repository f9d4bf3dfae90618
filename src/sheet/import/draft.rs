//! Lines gathered into characters and their skills.

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Span;
use crate::vocabulary::stat::Stat;

use super::code;
use super::lines::{FieldLabel, ImportLine, ImportLineKind, Section};

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DraftText {
    pub(super) span: Span,
    pub(super) text: String,
}

/// A character as the text gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterDraft {
    /// Values by key, in the order of the text; `clues` and `familiars` may stand several times.
    pub(super) fields: Vec<(&'static str, DraftText)>,
    pub(super) stats: Vec<(Stat, DraftText)>,
    pub(super) skills: Vec<SkillDraft>,
    pub(super) endings: Vec<(&'static str, DraftText)>,
    /// Lines of unknown purpose.
    pub(super) strange: Vec<DraftText>,
}

/// A skill as the text gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SkillDraft {
    /// Where the text puts it; `None` where no heading does.
    pub(super) section: Option<Section>,
    pub(super) name: DraftText,
    pub(super) fields: Vec<(&'static str, DraftText)>,
    /// Bullets: the sentences of its effects.
    pub(super) effects: Vec<DraftText>,
    pub(super) strange: Vec<DraftText>,
}

impl CharacterDraft {
    fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.stats.is_empty() && self.skills.is_empty() && self.endings.is_empty()
    }

    pub(super) fn field(&self, key: &str) -> Option<&DraftText> {
        self.fields.iter().find(|(own, _)| *own == key).map(|(_, said)| said)
    }
}

impl SkillDraft {
    pub(super) fn field(&self, key: &str) -> Option<&DraftText> {
        self.fields.iter().find(|(own, _)| *own == key).map(|(_, said)| said)
    }
}

/// Where the next line of a wrapped text belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Continuation {
    Nothing,
    /// The last field of the character.
    Character,
    /// The last field of the last skill.
    Skill,
    /// The name of the last skill.
    SkillName,
    /// The last effect of the last skill.
    Effect,
    Ending,
}

struct Gathering<'t> {
    text: &'t str,
    done: Vec<CharacterDraft>,
    draft: CharacterDraft,
    section: Option<Section>,
    open: Continuation,
    /// A blank line stands before this one.
    after_blank: bool,
}

/// The characters of a text.
pub(super) fn drafts(text: &str, lines: &[ImportLine], remarks: &mut Vec<Diagnostic>) -> Vec<CharacterDraft> {
    let mut gathering = Gathering {
        text,
        done: Vec::new(),
        draft: CharacterDraft::default(),
        section: None,
        open: Continuation::Nothing,
        after_blank: true,
    };
    for (place, line) in lines.iter().enumerate() {
        gathering.line(line, lines.get(place + 1..).unwrap_or_default());
        gathering.after_blank = line.form == ImportLineKind::Blank;
    }
    let Gathering { mut done, draft, .. } = gathering;
    if !draft.is_empty() || done.is_empty() {
        done.push(draft);
    }
    let strange = done.iter().flat_map(|d| d.strange.iter().chain(d.skills.iter().flat_map(|skill| &skill.strange)));
    remarks.extend(
        strange
            .map(|said| Diagnostic::warning(code::UNKNOWN_LINE, said.span, "no field of a sheet: kept as a comment")),
    );
    done
}

impl Gathering<'_> {
    fn line(&mut self, line: &ImportLine, rest: &[ImportLine]) {
        let said = |text: &str| DraftText { span: line.span, text: text.to_owned() };
        match &line.form {
            ImportLineKind::Blank => {}
            ImportLineKind::Heading(section) => {
                if *section == Section::Profile && !self.draft.skills.is_empty() {
                    self.next_character();
                }
                self.section = Some(*section);
                self.open = Continuation::Nothing;
            }
            ImportLineKind::Stats(stats) => {
                if !self.draft.skills.is_empty() && stats.iter().all(|(stat, _)| self.has_stat(*stat)) {
                    self.next_character();
                }
                self.draft.stats.extend(stats.iter().map(|(stat, rank)| (*stat, said(rank))));
                self.open = Continuation::Nothing;
            }
            ImportLineKind::Field(label, value) => self.field(*label, said(value), rest),
            ImportLineKind::Strange(_) | ImportLineKind::Text(_) if self.continues(line) => self.continue_with(line),
            ImportLineKind::Text(text) | ImportLineKind::Strange(text) => match short_skill(text) {
                Some((name, rank, description)) if self.takes_short_skills() => {
                    self.short_skill(line.span, name, rank, description);
                }
                _ if self.open == Continuation::Skill && self.last_is("description") => self.continue_with(line),
                _ => self.strange(said(text)),
            },
            ImportLineKind::Bullet(text) => match short_skill(text) {
                Some((name, rank, description)) if self.takes_short_skills() => {
                    self.short_skill(line.span, name, rank, description);
                }
                _ if self.section != Some(Section::Endings) && !self.draft.skills.is_empty() => {
                    if let Some(skill) = self.draft.skills.last_mut() {
                        skill.effects.push(said(text));
                    }
                    self.open = Continuation::Effect;
                }
                _ if self.draft.fields.last().is_some_and(|(key, _)| *key == "clues") => {
                    self.draft.fields.push(("clues", said(text)));
                    self.open = Continuation::Character;
                }
                _ => self.strange(said(text)),
            },
        }
    }

    fn has_stat(&self, stat: Stat) -> bool {
        self.draft.stats.iter().any(|(own, _)| *own == stat)
    }

    fn field(&mut self, label: FieldLabel, said: DraftText, rest: &[ImportLine]) {
        match label {
            FieldLabel::Name if names_a_character(rest) => {
                if !self.draft.skills.is_empty() || self.draft.field("name").is_some() {
                    self.next_character();
                }
                self.character("name", said);
            }
            FieldLabel::Name => self.begin_skill(self.section, said),
            FieldLabel::Kind(kind) => {
                if !self.draft.skills.is_empty() || self.draft.field("name").is_some() {
                    self.next_character();
                }
                self.draft.fields.push(("kind", DraftText { span: said.span, text: kind.to_owned() }));
                self.character("name", said);
            }
            FieldLabel::Character(key) => {
                let again = self.draft.field(key).is_some() && !matches!(key, "clues" | "familiars");
                if again && !self.draft.skills.is_empty() {
                    self.next_character();
                }
                self.character(key, said);
            }
            FieldLabel::Opens(section) => {
                self.section = Some(section);
                if said.text.is_empty() {
                    self.open = Continuation::Nothing;
                } else {
                    self.begin_skill(Some(section), said);
                }
            }
            FieldLabel::NoblePhantasm => self.begin_skill(Some(Section::NoblePhantasms), said),
            FieldLabel::Ending(kind) => {
                self.draft.endings.push((kind, said));
                self.open = Continuation::Ending;
            }
            FieldLabel::Skill("type") if self.section == Some(Section::Endings) => self.strange(said),
            FieldLabel::Skill(key) => match self.draft.skills.last_mut() {
                Some(skill) if key == "effects" && !said.text.is_empty() => {
                    skill.effects.push(said);
                    self.open = Continuation::Effect;
                }
                Some(_) if key == "effects" => self.open = Continuation::Nothing,
                Some(skill) => {
                    skill.fields.push((key, said));
                    self.open = Continuation::Skill;
                }
                None => {
                    let text = self.text.get(said.span.range()).unwrap_or_default().to_owned();
                    self.strange(DraftText { text, ..said });
                }
            },
        }
    }

    fn character(&mut self, key: &'static str, said: DraftText) {
        self.draft.fields.push((key, said));
        self.open = Continuation::Character;
    }

    fn begin_skill(&mut self, section: Option<Section>, name: DraftText) {
        self.open = Continuation::SkillName;
        let skill = SkillDraft { section, name, fields: Vec::new(), effects: Vec::new(), strange: Vec::new() };
        self.draft.skills.push(skill);
    }

    /// `Battle Continuation (E) - survives …`
    fn short_skill(&mut self, span: Span, name: &str, rank: &str, description: &str) {
        let said = |text: &str| DraftText { span, text: text.to_owned() };
        self.begin_skill(self.section, said(name));
        if let Some(skill) = self.draft.skills.last_mut() {
            skill.fields = vec![("rank", said(rank)), ("description", said(description))];
        }
        self.open = Continuation::Skill;
    }

    fn takes_short_skills(&self) -> bool {
        matches!(self.section, Some(Section::Abilities))
    }

    fn next_character(&mut self) {
        self.done.push(std::mem::take(&mut self.draft));
        self.section = None;
        self.open = Continuation::Nothing;
    }

    fn strange(&mut self, said: DraftText) {
        match self.draft.skills.last_mut() {
            Some(skill) => skill.strange.push(said),
            None => self.draft.strange.push(said),
        }
    }

    fn last_is(&self, key: &str) -> bool {
        self.draft.skills.last().and_then(|skill| skill.fields.last()).is_some_and(|(own, _)| *own == key)
    }

    /// The text that a further line would be added to.
    fn open_text(&mut self) -> Option<&mut DraftText> {
        match self.open {
            Continuation::Nothing => None,
            Continuation::Character => self.draft.fields.last_mut().map(|(_, said)| said),
            Continuation::Skill => self.draft.skills.last_mut()?.fields.last_mut().map(|(_, said)| said),
            Continuation::SkillName => self.draft.skills.last_mut().map(|skill| &mut skill.name),
            Continuation::Effect => self.draft.skills.last_mut()?.effects.last_mut(),
            Continuation::Ending => self.draft.endings.last_mut().map(|(_, said)| said),
        }
    }

    /// Whether a line goes on with what stands before it: wrapped text without a blank line between, or
    /// the value of a field that has none in its own line. A line that looks like a field begins one.
    fn continues(&mut self, line: &ImportLine) -> bool {
        let (after_blank, strange) = (self.after_blank, matches!(line.form, ImportLineKind::Strange(_)));
        let prose = match self.open {
            Continuation::Skill => self.last_is("description"),
            Continuation::Character => {
                self.draft.fields.last().is_some_and(|(key, _)| matches!(*key, "appearance" | "personality" | "clues"))
            }
            Continuation::Effect | Continuation::Ending => true,
            Continuation::Nothing | Continuation::SkillName => false,
        };
        match self.open_text() {
            Some(said) if said.text.is_empty() => !strange,
            Some(_) => !after_blank && (!strange || prose),
            None => false,
        }
    }

    fn continue_with(&mut self, line: &ImportLine) {
        let (ImportLineKind::Text(text) | ImportLineKind::Strange(text)) = &line.form else { return };
        let text = text.clone();
        if let Some(said) = self.open_text() {
            if !said.text.is_empty() {
                said.text.push(' ');
            }
            said.text.push_str(&text);
            said.span.end = line.span.end;
        }
    }
}

/// Whether what follows a `Name` is a character: the first field behind it is none of a skill's.
fn names_a_character(rest: &[ImportLine]) -> bool {
    for line in rest {
        match &line.form {
            ImportLineKind::Stats(_) => return true,
            ImportLineKind::Heading(_) => return true,
            ImportLineKind::Field(FieldLabel::Character(_) | FieldLabel::Kind(_), _) => return true,
            ImportLineKind::Field(..) => return false,
            ImportLineKind::Blank
            | ImportLineKind::Strange(_)
            | ImportLineKind::Bullet(_)
            | ImportLineKind::Text(_) => {}
        }
    }
    false
}

/// `Battle Continuation (E) - survives a fatal blow`: name, rank and description in one line.
fn short_skill(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let (rank, rest) = rest.split_once(')')?;
    crate::language::fields::rank(rank.strip_prefix("Rank ").unwrap_or(rank)).ok()?;
    let mark = |c: char| c == ':' || c == ' ' || crate::vocabulary::dash::is_dash(c);
    let description = rest.trim_start_matches(mark);
    let good = !name.trim().is_empty() && name.split_whitespace().count() <= 6 && rest.starts_with(mark);
    good.then_some((name.trim(), rank, description))
}
