//! Assigns each line in turn to a character and a field.

use super::{CharacterDraft, DraftText, SkillDraft};
use crate::language::span::Span;
use crate::sheet::import::compact::{self, Title};
use crate::sheet::import::hits;
use crate::sheet::import::labels::{FieldLabel, Section};
use crate::sheet::import::lines::{ImportLine, ImportLineKind};
use crate::sheet::import::numbers::Labelled;
use crate::sheet::import::values::{Value, is_nothing, skill_value, without_per_hit};

/// What the next line of a wrapped text continues.
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

struct DraftGatherer<'t> {
    text: &'t str,
    all: Vec<CharacterDraft>,
    /// The index of the character that the lines describe.
    current: usize,
    section: Option<Section>,
    open: Continuation,
    /// Whether a blank line precedes this one.
    after_blank: bool,
    /// Whether this line has no known purpose. It may be the name of what follows.
    is_unknown: bool,
    /// The same for the line before it.
    was_unknown: bool,
    /// Whether the list of items is complete.
    items_complete: bool,
}

/// Groups the lines of a text by character; there is at least one.
pub(super) fn gather(text: &str, lines: &[ImportLine]) -> Vec<CharacterDraft> {
    let mut gathering = DraftGatherer {
        text,
        all: vec![CharacterDraft::default()],
        current: 0,
        section: None,
        open: Continuation::Nothing,
        after_blank: true,
        is_unknown: false,
        was_unknown: false,
        items_complete: false,
    };
    for (index, line) in lines.iter().enumerate() {
        gathering.was_unknown = std::mem::take(&mut gathering.is_unknown);
        gathering.line(line, lines.get(index + 1..).unwrap_or_default());
        gathering.after_blank = line.kind == ImportLineKind::Blank;
    }
    gathering.all
}

impl DraftGatherer<'_> {
    fn current_draft(&mut self) -> &mut CharacterDraft {
        if self.all.is_empty() {
            self.all.push(CharacterDraft::default());
        }
        let at = self.current.min(self.all.len() - 1);
        &mut self.all[at]
    }

    fn line(&mut self, line: &ImportLine, rest: &[ImportLine]) {
        let said = |text: &str| DraftText { span: line.span, text: text.to_owned() };
        match &line.kind {
            ImportLineKind::Blank => self.is_unknown = self.was_unknown,
            ImportLineKind::Heading(section) => self.heading(*section),
            ImportLineKind::Class(class, name) => self.class(line.span, class, name.as_deref()),
            ImportLineKind::Numbers(numbers) => self.numbers(line.span, numbers),
            ImportLineKind::Field(label, value) => self.field(*label, said(value), rest),
            ImportLineKind::Bullet(text) => self.bullet(said(text), rest),
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.take_type(line.span, text) => {}
            ImportLineKind::Quoted(text)
                if !self.current_draft().skills.is_empty() && self.open != Continuation::Nothing =>
            {
                self.skill_field("description", said(text));
            }
            ImportLineKind::UnknownField(text) if self.try_begin_ability(line.span, text, rest) => {}
            ImportLineKind::Title(text) if self.is_title(text, rest, true) => {
                self.begin_titled(line.span, compact::parse_title(text));
            }
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.try_begin_skill(line.span, text, rest) => {}
            ImportLineKind::Text(text) if self.take_bare_value(line.span, text) => {}
            ImportLineKind::UnknownField(_) | ImportLineKind::Text(_) | ImportLineKind::Quoted(_)
                if self.continues(line) =>
            {
                self.continue_with(line);
            }
            ImportLineKind::Text(text)
            | ImportLineKind::UnknownField(text)
            | ImportLineKind::Title(text)
            | ImportLineKind::Quoted(text) => {
                let titled = matches!(line.kind, ImportLineKind::Title(_));
                if !titled && self.open == Continuation::Skill && self.is_last_skill_field("description") {
                    self.continue_with(line);
                } else if self.is_item_line() {
                    self.current_draft().items.push(said(text));
                } else if self.open == Continuation::Skill
                    && !self.after_blank
                    && matches!(line.kind, ImportLineKind::Text(_))
                {
                    // Words directly below the fields of a skill describe it.
                    self.skill_field("description", said(text));
                } else if self.is_section_empty() && is_nothing(text) {
                    self.open = Continuation::Nothing;
                } else {
                    self.keep_unknown_line(said(text));
                }
            }
        }
    }

    /// Whether the current section has no skill yet.
    fn is_section_empty(&mut self) -> bool {
        let section = self.section;
        section.is_some() && self.current_draft().skills.last().is_none_or(|skill| skill.section != section)
    }

    /// Whether a line is an item: directly below their heading, or below another item.
    fn is_item_line(&mut self) -> bool {
        let none = self.current_draft().items.is_empty();
        self.section == Some(Section::Items) && !self.items_complete && (none || !self.after_blank)
    }

    fn heading(&mut self, section: Section) {
        self.items_complete = false;
        if section == Section::Profile && !self.current_draft().skills.is_empty() {
            self.begin_character();
        }
        // A familiar has no such section, so it is its summoner's.
        let of_summoner = matches!(
            section,
            Section::NoblePhantasms | Section::StorySkills | Section::Endings | Section::Items | Section::Familiars
        );
        if of_summoner {
            self.back_to_summoner();
        }
        self.section = Some(section);
        self.open = Continuation::Nothing;
    }

    fn back_to_summoner(&mut self) {
        self.current = self.current_draft().summoner.unwrap_or(self.current);
    }

    fn class(&mut self, span: Span, class: &str, name: Option<&str>) {
        if !self.current_draft().skills.is_empty() || self.current_draft().field("class").is_some() {
            self.begin_character();
        }
        self.section = None;
        self.current_draft().fields.push(("class", DraftText { span, text: class.to_owned() }));
        if let Some(name) = name {
            self.current_draft().fields.push(("name", DraftText { span, text: name.to_owned() }));
        }
        self.open = Continuation::Nothing;
    }

    /// Adds ranks and amounts. Where the character already has all of them, they belong to another one.
    fn numbers(&mut self, span: Span, numbers: &[Labelled]) {
        let draft = self.current_draft();
        let has = |label: &FieldLabel| match label {
            FieldLabel::Stat(stat) => draft.has_stat(*stat),
            FieldLabel::Character(key) => draft.field(key).is_some(),
            _ => false,
        };
        let again = numbers.iter().all(|(label, _)| has(label));
        if again && !draft.skills.is_empty() {
            let title = self.take_unread();
            let summoner = self.current_draft().summoner.unwrap_or(self.current);
            let summons = self.all.get(summoner).is_some_and(|of| of.skills.iter().any(|s| s.kind() == "summoning"));
            self.begin_character();
            if let Some(name) = title {
                let kind = DraftText { span: name.span, text: "familiar".to_owned() };
                self.current_draft().fields.push(("name", name));
                if summons {
                    self.current_draft().fields.push(("kind", kind));
                    self.current_draft().summoner = Some(summoner);
                }
            }
        }
        for (label, value) in numbers {
            let said = DraftText { span, text: value.clone() };
            match label {
                FieldLabel::Stat(stat) => self.current_draft().stats.push((*stat, said)),
                FieldLabel::Character(key) => self.current_draft().fields.push((key, said)),
                _ => {}
            }
        }
        self.open = Continuation::Nothing;
    }

    /// Takes back the line before, where it had no known purpose.
    fn take_unread(&mut self) -> Option<DraftText> {
        if !std::mem::take(&mut self.was_unknown) {
            return None;
        }
        match self.current_draft().skills.last_mut() {
            Some(skill) => skill.unknown_lines.pop(),
            None => self.current_draft().unknown_lines.pop(),
        }
    }

    fn bullet(&mut self, said: DraftText, rest: &[ImportLine]) {
        if self.try_begin_skill(said.span, &said.text, rest) {
            return;
        }
        if self.is_item_line() {
            self.current_draft().items.push(said);
        } else if !matches!(self.section, Some(Section::Endings | Section::Items))
            && !self.current_draft().skills.is_empty()
        {
            if let Some(skill) = self.current_draft().skills.last_mut() {
                skill.effects.push(said);
            }
            self.open = Continuation::Effect;
        } else if self.current_draft().fields.last().is_some_and(|(key, _)| *key == "clues") {
            self.character("clues", said);
        } else {
            self.keep_unknown_line(said);
        }
    }

    /// Starts a skill where a line is a whole skill, or its title.
    fn try_begin_skill(&mut self, span: Span, text: &str, rest: &[ImportLine]) -> bool {
        if matches!(self.section, Some(Section::Endings | Section::Items)) {
            return false;
        }
        if self.take_type(span, text) {
            return true;
        }
        if let Some(title) = compact::parse_one_line_skill(text) {
            self.begin_titled(span, title);
            return true;
        }
        // Fields follow the title of a skill that is used.
        let next = rest.iter().map(|line| &line.kind).find(|form| **form != ImportLineKind::Blank);
        let of_ability = match self.section {
            Some(Section::Abilities) => true,
            Some(Section::Skills) => !matches!(next, Some(ImportLineKind::Field(FieldLabel::Skill(_), _))),
            _ => false,
        };
        if let Some(title) = compact::parse_one_line_ability(text).filter(|_| of_ability) {
            self.begin_titled(span, title);
            self.current_draft()
                .skills
                .last_mut()
                .into_iter()
                .for_each(|skill| skill.section = Some(Section::Abilities));
            return true;
        }
        // The last words of wrapped prose are not a title, unless they name an ability with its rank.
        let title = compact::parse_title(text);
        let goes_on = !self.after_blank && self.open_text().is_some_and(|said| !said.text.is_empty());
        let named = self.section == Some(Section::Abilities)
            && title.has("rank")
            && is_description_line(rest.first().map(|line| &line.kind));
        if named || (!goes_on && self.is_title(text, rest, false)) {
            self.begin_titled(span, title);
            return true;
        }
        false
    }

    /// Starts an ability without a rank in a section of abilities: `Riding: She rides whatever has legs.`, or `Riding:`
    /// with its effects below it.
    fn try_begin_ability(&mut self, span: Span, text: &str, rest: &[ImportLine]) -> bool {
        let Some((name, told)) = text.split_once(':').filter(|_| self.section == Some(Section::Abilities)) else {
            return false;
        };
        let (name, told) = (name.trim(), told.trim());
        let begins =
            compact::is_name(name) && (!told.is_empty() || is_description_line(rest.first().map(|line| &line.kind)));
        if begins {
            self.begin_titled(span, Title { rest: told.to_owned(), ..compact::parse_title(name) });
        }
        begins
    }

    /// Takes a line as the type of a skill that has only a name so far: `"Avenger" [B]`, and below it `Passive`.
    fn take_type(&mut self, span: Span, text: &str) -> bool {
        let typeless = self.open == Continuation::SkillName
            && self.current_draft().skills.last().is_some_and(|skill| skill.field("type").is_none());
        let read = typeless && matches!(skill_value("type", text), Value::Read(_));
        if read {
            self.skill_field("type", DraftText { span, text: text.to_owned() });
        }
        read
    }

    /// Takes a line below the fields of a skill as its damage, or as its number of hits: `3 Physical per Hit`,
    /// `Hits twice -> hits three times`. An unfinished text is continued instead.
    fn take_bare_value(&mut self, span: Span, text: &str) -> bool {
        let open = match self.open {
            Continuation::SkillName => true,
            Continuation::Skill => {
                !self.is_last_skill_field("description") && self.open_text().is_some_and(|said| !said.text.is_empty())
            }
            Continuation::Nothing | Continuation::Character | Continuation::Effect | Continuation::Ending => false,
        };
        let Some(skill) = self.current_draft().skills.last().filter(|_| open) else { return false };
        let damage = matches!(skill_value("damage", &without_per_hit(text)), Value::Read(_));
        let key = match damage {
            true => "damage",
            false if hits::is_hit_count(text) => "hits",
            false => return false,
        };
        let already_given = skill.field(key).is_some();
        if !already_given {
            self.skill_field(key, DraftText { span, text: text.to_owned() });
        }
        !already_given
    }

    /// Whether a line is the title of a skill: a field of a skill follows directly, or the line is marked as a title in
    /// a section of skills.
    fn is_title(&mut self, text: &str, rest: &[ImportLine], marked: bool) -> bool {
        let title = compact::parse_title(text);
        if !compact::is_name(&title.name) {
            return false;
        }
        let next = rest.iter().find(|line| !marked || line.kind != ImportLineKind::Blank).map(|line| &line.kind);
        let field = match next {
            Some(ImportLineKind::Field(FieldLabel::Skill(key), _)) if marked => *key != "effects",
            Some(ImportLineKind::Field(FieldLabel::Skill(key), _)) => matches!(*key, "rank" | "type" | "targets"),
            Some(ImportLineKind::Text(word) | ImportLineKind::Bullet(word) | ImportLineKind::Quoted(word)) => {
                matches!(skill_value("type", word), Value::Read(_))
            }
            _ => false,
        };
        use Section::{Abilities, BasicAttack, NoblePhantasms, Skills, StorySkills};
        let of_skills = matches!(self.section, Some(Abilities | BasicAttack | Skills | NoblePhantasms | StorySkills));
        // The name of a skill is followed by its own fields, not by those of the skill before it.
        let waits = self.open == Continuation::SkillName
            && self.current_draft().skills.last().is_some_and(|s| s.fields.is_empty());
        (field && !waits) || (marked && of_skills && (title.has("rank") || is_description_line(next)))
    }

    fn begin_titled(&mut self, span: Span, title: Title) {
        let said = |text: &str| DraftText { span, text: text.to_owned() };
        self.begin_skill(self.section, said(&title.name));
        let Some(skill) = self.current_draft().skills.last_mut() else { return };
        skill.fields.extend(title.fields.iter().map(|(key, value)| (*key, said(value))));
        if !title.rest.is_empty() {
            skill.fields.push(("description", said(&title.rest)));
            self.open = Continuation::Skill;
        }
    }

    fn field(&mut self, label: FieldLabel, said: DraftText, rest: &[ImportLine]) {
        match label {
            FieldLabel::Name if self.names_a_character(rest) => {
                if !self.current_draft().skills.is_empty() || self.current_draft().field("name").is_some() {
                    self.begin_character_in_section();
                }
                self.character("name", said);
            }
            FieldLabel::Name => self.begin_skill(self.section, said),
            FieldLabel::Kind(kind) => self.kind(kind, said),
            FieldLabel::Stat(stat) => self.current_draft().stats.push((stat, said)),
            FieldLabel::Character(key) => {
                let again = self.current_draft().field(key).is_some() && !matches!(key, "clues" | "familiars");
                if again && !self.current_draft().skills.is_empty() {
                    self.begin_character();
                }
                self.character(key, said);
            }
            FieldLabel::SectionEntry(section) => self.start_section_entry(section, said),
            FieldLabel::NoblePhantasm => self.start_section_entry(Section::NoblePhantasms, said),
            FieldLabel::Ending(kind) => {
                self.back_to_summoner();
                self.current_draft().endings.push((kind, said));
                self.open = Continuation::Ending;
            }
            FieldLabel::Skill("type") if self.section == Some(Section::Endings) => self.keep_unknown_line(said),
            FieldLabel::Skill(key) if self.current_draft().skills.is_empty() => {
                let _ = key;
                let text = self.text.get(said.span.range()).unwrap_or_default().to_owned();
                self.keep_unknown_line(DraftText { text, ..said });
            }
            FieldLabel::Skill("effects") if said.text.is_empty() => self.open = Continuation::Nothing,
            FieldLabel::Skill("effects") => {
                if let Some(skill) = self.current_draft().skills.last_mut() {
                    skill.effects.push(said);
                }
                self.open = Continuation::Effect;
            }
            FieldLabel::Skill(key) => {
                // A second rank belongs to another skill, whose name was not recognised.
                let again = self.current_draft().skills.last().is_some_and(|skill| skill.field(key).is_some());
                if again && matches!(key, "rank" | "type") {
                    let nameless = DraftText { span: said.span, text: String::new() };
                    let name = self.take_unread().unwrap_or(nameless);
                    self.begin_skill(self.section, name);
                }
                self.skill_field(key, said);
            }
        }
    }

    fn skill_field(&mut self, key: &'static str, said: DraftText) {
        // `Targets: 2` gives a number, `Target: Any (1)` gives both.
        let number = key == "targets" && matches!(skill_value("max_targets", &said.text), Value::Read(_));
        let key = if number { "max_targets" } else { key };
        let mut said = said;
        if key == "targets"
            && let Some((kinds, number)) = said.text.strip_suffix(')').and_then(|text| text.rsplit_once('('))
            && matches!(skill_value("max_targets", number), Value::Read(_))
            && let Some(skill) = self.current_draft().skills.last_mut()
        {
            skill.fields.push(("max_targets", DraftText { span: said.span, text: number.to_owned() }));
            said.text = kinds.trim().to_owned();
        }
        if let Some(skill) = self.current_draft().skills.last_mut() {
            skill.fields.push((key, said));
        }
        self.open = Continuation::Skill;
    }

    fn start_section_entry(&mut self, section: Section, said: DraftText) {
        self.heading(section);
        if section == Section::Items && !said.text.is_empty() {
            self.items_complete = true;
            if !is_nothing(&said.text) {
                self.current_draft().items.push(said);
            }
        } else if !said.text.is_empty() {
            let span = said.span;
            match compact::parse_one_line_skill(&said.text) {
                Some(title) => self.begin_titled(span, title),
                None => self.begin_skill(Some(section), said),
            }
        }
    }

    /// `Familiar: Wolf`, `Master: Rin`: starts the next character, or names the other party of this one's contract.
    fn kind(&mut self, kind: &'static str, said: DraftText) {
        let named = self.current_draft().field("name").is_some() || self.current_draft().field("class").is_some();
        if kind != "familiar" && named && self.current_draft().has_only_identity() {
            let text = self.text.get(said.span.range()).unwrap_or_default().to_owned();
            self.keep_unknown_line(DraftText { text, ..said });
            return;
        }
        if !self.current_draft().skills.is_empty() || named {
            let summoner = self.current_draft().summoner.unwrap_or(self.current);
            let of_other =
                self.all.get(summoner).and_then(|of| of.field("kind")).is_some_and(|of| of.text == "familiar");
            self.begin_character();
            self.current_draft().summoner = (kind == "familiar" && !of_other).then_some(summoner);
        }
        self.current_draft().fields.push(("kind", DraftText { span: said.span, text: kind.to_owned() }));
        self.character("name", said);
    }

    fn character(&mut self, key: &'static str, said: DraftText) {
        self.current_draft().fields.push((key, said));
        self.open = Continuation::Character;
    }

    fn begin_skill(&mut self, section: Option<Section>, name: DraftText) {
        self.open = Continuation::SkillName;
        let skill = SkillDraft { section, name, fields: Vec::new(), effects: Vec::new(), unknown_lines: Vec::new() };
        self.current_draft().skills.push(skill);
    }

    /// Starts the next character; in the section of familiars it belongs to the current summoner.
    fn begin_character_in_section(&mut self) {
        if self.section != Some(Section::Familiars) {
            self.begin_character();
            return;
        }
        let summoner = self.current_draft().summoner.unwrap_or(self.current);
        self.begin_character();
        self.current_draft().summoner = Some(summoner);
    }

    fn begin_character(&mut self) {
        self.all.push(CharacterDraft::default());
        self.current = self.all.len() - 1;
        self.section = None;
        self.open = Continuation::Nothing;
    }

    fn keep_unknown_line(&mut self, said: DraftText) {
        self.is_unknown = true;
        self.items_complete = true;
        self.open = Continuation::Nothing;
        match self.current_draft().skills.last_mut() {
            Some(skill) => skill.unknown_lines.push(said),
            None => self.current_draft().unknown_lines.push(said),
        }
    }

    fn is_last_skill_field(&mut self, key: &str) -> bool {
        self.current_draft().skills.last().and_then(|skill| skill.fields.last()).is_some_and(|(own, _)| *own == key)
    }

    /// The text that a continuation line is added to.
    fn open_text(&mut self) -> Option<&mut DraftText> {
        match self.open {
            Continuation::Nothing => None,
            Continuation::Character => self.current_draft().fields.last_mut().map(|(_, said)| said),
            Continuation::Skill => self.current_draft().skills.last_mut()?.fields.last_mut().map(|(_, said)| said),
            Continuation::SkillName => self.current_draft().skills.last_mut().map(|skill| &mut skill.name),
            Continuation::Effect => self.current_draft().skills.last_mut()?.effects.last_mut(),
            Continuation::Ending => self.current_draft().endings.last_mut().map(|(_, said)| said),
        }
    }

    /// Whether a line continues what precedes it: wrapped text without a blank line between, or the value of a field
    /// that is empty so far. A line that looks like a field starts one.
    fn continues(&mut self, line: &ImportLine) -> bool {
        let (after_blank, strange) = (self.after_blank, matches!(line.kind, ImportLineKind::UnknownField(_)));
        let last = match self.open {
            Continuation::Skill => {
                self.current_draft().skills.last().and_then(|skill| skill.fields.last()).map(|(key, _)| *key)
            }
            Continuation::Character => self.current_draft().fields.last().map(|(key, _)| *key),
            Continuation::Nothing | Continuation::SkillName => None,
            Continuation::Effect | Continuation::Ending => None,
        };
        let prose = match self.open {
            Continuation::Skill | Continuation::Character => {
                last.is_some_and(|key| matches!(key, "description" | "appearance" | "personality" | "clues"))
            }
            Continuation::Effect | Continuation::Ending => true,
            Continuation::Nothing | Continuation::SkillName => false,
        };
        // A value of one of these fields never takes a second line.
        const SHORT: &str = "name true_name rank type max_targets hits phase upkeep health health_regen mana mana_regen ap kind class sex";
        let short = last.is_some_and(|key| SHORT.split(' ').any(|short| short == key));
        match self.open_text() {
            // The value of a field that is empty so far; a half-filled form has many of them.
            Some(said) if said.text.is_empty() => !strange,
            Some(_) => !after_blank && !short && (!strange || prose),
            None => false,
        }
    }

    fn continue_with(&mut self, line: &ImportLine) {
        let (ImportLineKind::Text(text) | ImportLineKind::UnknownField(text) | ImportLineKind::Quoted(text)) =
            &line.kind
        else {
            return;
        };
        let text = text.clone();
        if let Some(said) = self.open_text() {
            if !said.text.is_empty() {
                said.text.push(' ');
            }
            said.text.push_str(&text);
            said.span.end = line.span.end;
        }
    }

    /// Whether a `Name` names a character: the first field after it does not belong to a skill.
    fn names_a_character(&mut self, rest: &[ImportLine]) -> bool {
        for line in rest {
            match &line.kind {
                ImportLineKind::Numbers(_) | ImportLineKind::Heading(_) | ImportLineKind::Class(..) => return true,
                ImportLineKind::Field(FieldLabel::Character(_) | FieldLabel::Kind(_) | FieldLabel::Stat(_), _) => {
                    return true;
                }
                ImportLineKind::Field(..) => return false,
                ImportLineKind::Blank
                | ImportLineKind::UnknownField(_)
                | ImportLineKind::Bullet(_)
                | ImportLineKind::Title(_)
                | ImportLineKind::Quoted(_)
                | ImportLineKind::Text(_) => {}
            }
        }
        // The name for a class that has none yet, at the end of a text.
        let draft = self.current_draft();
        draft.has_only_identity() && draft.field("class").is_some() && draft.field("name").is_none()
    }
}

/// Whether the line after a title says what the skill does.
fn is_description_line(next: Option<&ImportLineKind>) -> bool {
    matches!(next, Some(ImportLineKind::Bullet(_) | ImportLineKind::Quoted(_)))
}
