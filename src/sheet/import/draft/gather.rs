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

struct Gathering<'t> {
    text: &'t str,
    all: Vec<CharacterDraft>,
    /// The index of the character that the lines describe.
    now: usize,
    section: Option<Section>,
    open: Continuation,
    /// Whether a blank line precedes this one.
    after_blank: bool,
    /// Whether this line has no known purpose. It may be the name of what follows.
    unread: bool,
    /// The same for the line before it.
    was_unread: bool,
    /// Whether the list of items is complete.
    items_told: bool,
}

/// Groups the lines of a text by character; there is at least one.
pub(super) fn gather(text: &str, lines: &[ImportLine]) -> Vec<CharacterDraft> {
    let mut gathering = Gathering {
        text,
        all: vec![CharacterDraft::default()],
        now: 0,
        section: None,
        open: Continuation::Nothing,
        after_blank: true,
        unread: false,
        was_unread: false,
        items_told: false,
    };
    for (place, line) in lines.iter().enumerate() {
        gathering.was_unread = std::mem::take(&mut gathering.unread);
        gathering.line(line, lines.get(place + 1..).unwrap_or_default());
        gathering.after_blank = line.form == ImportLineKind::Blank;
    }
    gathering.all
}

impl Gathering<'_> {
    fn draft(&mut self) -> &mut CharacterDraft {
        if self.all.is_empty() {
            self.all.push(CharacterDraft::default());
        }
        let at = self.now.min(self.all.len() - 1);
        &mut self.all[at]
    }

    fn line(&mut self, line: &ImportLine, rest: &[ImportLine]) {
        let said = |text: &str| DraftText { span: line.span, text: text.to_owned() };
        match &line.form {
            ImportLineKind::Blank => self.unread = self.was_unread,
            ImportLineKind::Heading(section) => self.heading(*section),
            ImportLineKind::Class(class, name) => self.class(line.span, class, name.as_deref()),
            ImportLineKind::Numbers(numbers) => self.numbers(line.span, numbers),
            ImportLineKind::Field(label, value) => self.field(*label, said(value), rest),
            ImportLineKind::Bullet(text) => self.bullet(said(text), rest),
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.is_type(line.span, text) => {}
            ImportLineKind::Quoted(text) if !self.draft().skills.is_empty() && self.open != Continuation::Nothing => {
                self.skill_field("description", said(text));
            }
            ImportLineKind::Strange(text) if self.begins_ability(line.span, text, rest) => {}
            ImportLineKind::Title(text) if self.is_title(text, rest, true) => {
                self.begin_titled(line.span, compact::title(text));
            }
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.begins_skill(line.span, text, rest) => {}
            ImportLineKind::Text(text) if self.is_bare_value(line.span, text) => {}
            ImportLineKind::Strange(_) | ImportLineKind::Text(_) | ImportLineKind::Quoted(_)
                if self.continues(line) =>
            {
                self.continue_with(line);
            }
            ImportLineKind::Text(text)
            | ImportLineKind::Strange(text)
            | ImportLineKind::Title(text)
            | ImportLineKind::Quoted(text) => {
                let titled = matches!(line.form, ImportLineKind::Title(_));
                if !titled && self.open == Continuation::Skill && self.last_is("description") {
                    self.continue_with(line);
                } else if self.takes_items() {
                    self.draft().items.push(said(text));
                } else if self.open == Continuation::Skill
                    && !self.after_blank
                    && matches!(line.form, ImportLineKind::Text(_))
                {
                    // Words directly below the fields of a skill describe it.
                    self.skill_field("description", said(text));
                } else if self.section_without_skills() && is_nothing(text) {
                    self.open = Continuation::Nothing;
                } else {
                    self.strange(said(text));
                }
            }
        }
    }

    /// Whether the current section has no skill yet.
    fn section_without_skills(&mut self) -> bool {
        let section = self.section;
        section.is_some() && self.draft().skills.last().is_none_or(|skill| skill.section != section)
    }

    /// Whether a line is an item: directly below their heading, or below another item.
    fn takes_items(&mut self) -> bool {
        let none = self.draft().items.is_empty();
        self.section == Some(Section::Items) && !self.items_told && (none || !self.after_blank)
    }

    fn heading(&mut self, section: Section) {
        self.items_told = false;
        if section == Section::Profile && !self.draft().skills.is_empty() {
            self.next_character();
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
        self.now = self.draft().summoner.unwrap_or(self.now);
    }

    fn class(&mut self, span: Span, class: &str, name: Option<&str>) {
        if !self.draft().skills.is_empty() || self.draft().field("class").is_some() {
            self.next_character();
        }
        self.section = None;
        self.draft().fields.push(("class", DraftText { span, text: class.to_owned() }));
        if let Some(name) = name {
            self.draft().fields.push(("name", DraftText { span, text: name.to_owned() }));
        }
        self.open = Continuation::Nothing;
    }

    /// Adds ranks and amounts. Where the character already has all of them, they belong to another one.
    fn numbers(&mut self, span: Span, numbers: &[Labelled]) {
        let draft = self.draft();
        let has = |label: &FieldLabel| match label {
            FieldLabel::Stat(stat) => draft.has_stat(*stat),
            FieldLabel::Character(key) => draft.field(key).is_some(),
            _ => false,
        };
        let again = numbers.iter().all(|(label, _)| has(label));
        if again && !draft.skills.is_empty() {
            let title = self.take_unread();
            let summoner = self.draft().summoner.unwrap_or(self.now);
            let summons = self.all.get(summoner).is_some_and(|of| of.skills.iter().any(|s| s.kind() == "summoning"));
            self.next_character();
            if let Some(name) = title {
                let kind = DraftText { span: name.span, text: "familiar".to_owned() };
                self.draft().fields.push(("name", name));
                if summons {
                    self.draft().fields.push(("kind", kind));
                    self.draft().summoner = Some(summoner);
                }
            }
        }
        for (label, value) in numbers {
            let said = DraftText { span, text: value.clone() };
            match label {
                FieldLabel::Stat(stat) => self.draft().stats.push((*stat, said)),
                FieldLabel::Character(key) => self.draft().fields.push((key, said)),
                _ => {}
            }
        }
        self.open = Continuation::Nothing;
    }

    /// Takes back the line before, where it had no known purpose.
    fn take_unread(&mut self) -> Option<DraftText> {
        if !std::mem::take(&mut self.was_unread) {
            return None;
        }
        match self.draft().skills.last_mut() {
            Some(skill) => skill.strange.pop(),
            None => self.draft().strange.pop(),
        }
    }

    fn bullet(&mut self, said: DraftText, rest: &[ImportLine]) {
        if self.begins_skill(said.span, &said.text, rest) {
            return;
        }
        if self.takes_items() {
            self.draft().items.push(said);
        } else if !matches!(self.section, Some(Section::Endings | Section::Items)) && !self.draft().skills.is_empty() {
            if let Some(skill) = self.draft().skills.last_mut() {
                skill.effects.push(said);
            }
            self.open = Continuation::Effect;
        } else if self.draft().fields.last().is_some_and(|(key, _)| *key == "clues") {
            self.character("clues", said);
        } else {
            self.strange(said);
        }
    }

    /// Starts a skill where a line is a whole skill, or its title.
    fn begins_skill(&mut self, span: Span, text: &str, rest: &[ImportLine]) -> bool {
        if matches!(self.section, Some(Section::Endings | Section::Items)) {
            return false;
        }
        if self.is_type(span, text) {
            return true;
        }
        if let Some(title) = compact::one_line(text) {
            self.begin_titled(span, title);
            return true;
        }
        // Fields follow the title of a skill that is used.
        let next = rest.iter().map(|line| &line.form).find(|form| **form != ImportLineKind::Blank);
        let of_ability = match self.section {
            Some(Section::Abilities) => true,
            Some(Section::Skills) => !matches!(next, Some(ImportLineKind::Field(FieldLabel::Skill(_), _))),
            _ => false,
        };
        if let Some(title) = compact::short(text).filter(|_| of_ability) {
            self.begin_titled(span, title);
            self.draft().skills.last_mut().into_iter().for_each(|skill| skill.section = Some(Section::Abilities));
            return true;
        }
        // The last words of wrapped prose are not a title, unless they name an ability with its rank.
        let title = compact::title(text);
        let goes_on = !self.after_blank && self.open_text().is_some_and(|said| !said.text.is_empty());
        let named = self.section == Some(Section::Abilities)
            && title.has("rank")
            && behind_is_told(rest.first().map(|line| &line.form));
        if named || (!goes_on && self.is_title(text, rest, false)) {
            self.begin_titled(span, title);
            return true;
        }
        false
    }

    /// Starts an ability without a rank in a section of abilities: `Riding: She rides whatever has legs.`, or `Riding:`
    /// with its effects below it.
    fn begins_ability(&mut self, span: Span, text: &str, rest: &[ImportLine]) -> bool {
        let Some((name, told)) = text.split_once(':').filter(|_| self.section == Some(Section::Abilities)) else {
            return false;
        };
        let (name, told) = (name.trim(), told.trim());
        let begins =
            compact::is_name(name) && (!told.is_empty() || behind_is_told(rest.first().map(|line| &line.form)));
        if begins {
            self.begin_titled(span, Title { rest: told.to_owned(), ..compact::title(name) });
        }
        begins
    }

    /// Takes a line as the type of a skill that has only a name so far: `"Avenger" [B]`, and below it `Passive`.
    fn is_type(&mut self, span: Span, text: &str) -> bool {
        let typeless = self.open == Continuation::SkillName
            && self.draft().skills.last().is_some_and(|skill| skill.field("type").is_none());
        let read = typeless && matches!(skill_value("type", text), Value::Read(_));
        if read {
            self.skill_field("type", DraftText { span, text: text.to_owned() });
        }
        read
    }

    /// Takes a line below the fields of a skill as its damage, or as its number of hits: `3 Physical per Hit`,
    /// `Hits twice -> hits three times`. An unfinished text is continued instead.
    fn is_bare_value(&mut self, span: Span, text: &str) -> bool {
        let open = match self.open {
            Continuation::SkillName => true,
            Continuation::Skill => {
                !self.last_is("description") && self.open_text().is_some_and(|said| !said.text.is_empty())
            }
            Continuation::Nothing | Continuation::Character | Continuation::Effect | Continuation::Ending => false,
        };
        let Some(skill) = self.draft().skills.last().filter(|_| open) else { return false };
        let damage = matches!(skill_value("damage", &without_per_hit(text)), Value::Read(_));
        let key = match damage {
            true => "damage",
            false if hits::is_count(text) => "hits",
            false => return false,
        };
        let told = skill.field(key).is_some();
        if !told {
            self.skill_field(key, DraftText { span, text: text.to_owned() });
        }
        !told
    }

    /// Whether a line is the title of a skill: a field of a skill follows directly, or the line is marked as a title in
    /// a section of skills.
    fn is_title(&mut self, text: &str, rest: &[ImportLine], marked: bool) -> bool {
        let title = compact::title(text);
        if !compact::is_name(&title.name) {
            return false;
        }
        let next = rest.iter().find(|line| !marked || line.form != ImportLineKind::Blank).map(|line| &line.form);
        let field = match next {
            Some(ImportLineKind::Field(FieldLabel::Skill(key), _)) if marked => *key != "effects",
            Some(ImportLineKind::Field(FieldLabel::Skill(key), _)) => matches!(*key, "rank" | "type" | "targets"),
            Some(ImportLineKind::Text(word) | ImportLineKind::Bullet(word) | ImportLineKind::Quoted(word)) => {
                matches!(skill_value("type", word), Value::Read(_))
            }
            _ => false,
        };
        let of_skills = matches!(
            self.section,
            Some(
                Section::Abilities
                    | Section::BasicAttack
                    | Section::Skills
                    | Section::NoblePhantasms
                    | Section::StorySkills
            )
        );
        // The name of a skill is followed by its own fields, not by those of the skill before it.
        let waits =
            self.open == Continuation::SkillName && self.draft().skills.last().is_some_and(|s| s.fields.is_empty());
        (field && !waits) || (marked && of_skills && (title.has("rank") || behind_is_told(next)))
    }

    fn begin_titled(&mut self, span: Span, title: Title) {
        let said = |text: &str| DraftText { span, text: text.to_owned() };
        self.begin_skill(self.section, said(&title.name));
        let Some(skill) = self.draft().skills.last_mut() else { return };
        skill.fields.extend(title.fields.iter().map(|(key, value)| (*key, said(value))));
        if !title.rest.is_empty() {
            skill.fields.push(("description", said(&title.rest)));
            self.open = Continuation::Skill;
        }
    }

    fn field(&mut self, label: FieldLabel, said: DraftText, rest: &[ImportLine]) {
        match label {
            FieldLabel::Name if self.names_a_character(rest) => {
                if !self.draft().skills.is_empty() || self.draft().field("name").is_some() {
                    self.next_in_section();
                }
                self.character("name", said);
            }
            FieldLabel::Name => self.begin_skill(self.section, said),
            FieldLabel::Kind(kind) => self.kind(kind, said),
            FieldLabel::Stat(stat) => self.draft().stats.push((stat, said)),
            FieldLabel::Character(key) => {
                let again = self.draft().field(key).is_some() && !matches!(key, "clues" | "familiars");
                if again && !self.draft().skills.is_empty() {
                    self.next_character();
                }
                self.character(key, said);
            }
            FieldLabel::Opens(section) => self.opens(section, said),
            FieldLabel::NoblePhantasm => self.opens(Section::NoblePhantasms, said),
            FieldLabel::Ending(kind) => {
                self.back_to_summoner();
                self.draft().endings.push((kind, said));
                self.open = Continuation::Ending;
            }
            FieldLabel::Skill("type") if self.section == Some(Section::Endings) => self.strange(said),
            FieldLabel::Skill(key) if self.draft().skills.is_empty() => {
                let _ = key;
                let text = self.text.get(said.span.range()).unwrap_or_default().to_owned();
                self.strange(DraftText { text, ..said });
            }
            FieldLabel::Skill("effects") if said.text.is_empty() => self.open = Continuation::Nothing,
            FieldLabel::Skill("effects") => {
                if let Some(skill) = self.draft().skills.last_mut() {
                    skill.effects.push(said);
                }
                self.open = Continuation::Effect;
            }
            FieldLabel::Skill(key) => {
                // A second rank belongs to another skill, whose name was not recognised.
                let again = self.draft().skills.last().is_some_and(|skill| skill.field(key).is_some());
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
            && let Some(skill) = self.draft().skills.last_mut()
        {
            skill.fields.push(("max_targets", DraftText { span: said.span, text: number.to_owned() }));
            said.text = kinds.trim().to_owned();
        }
        if let Some(skill) = self.draft().skills.last_mut() {
            skill.fields.push((key, said));
        }
        self.open = Continuation::Skill;
    }

    fn opens(&mut self, section: Section, said: DraftText) {
        self.heading(section);
        if section == Section::Items && !said.text.is_empty() {
            self.items_told = true;
            if !is_nothing(&said.text) {
                self.draft().items.push(said);
            }
        } else if !said.text.is_empty() {
            let span = said.span;
            match compact::one_line(&said.text) {
                Some(title) => self.begin_titled(span, title),
                None => self.begin_skill(Some(section), said),
            }
        }
    }

    /// `Familiar: Wolf`, `Master: Rin`: starts the next character, or names the other party of this one's contract.
    fn kind(&mut self, kind: &'static str, said: DraftText) {
        let named = self.draft().field("name").is_some() || self.draft().field("class").is_some();
        if kind != "familiar" && named && self.draft().is_begun() {
            let text = self.text.get(said.span.range()).unwrap_or_default().to_owned();
            self.strange(DraftText { text, ..said });
            return;
        }
        if !self.draft().skills.is_empty() || named {
            let summoner = self.draft().summoner.unwrap_or(self.now);
            let of_other =
                self.all.get(summoner).and_then(|of| of.field("kind")).is_some_and(|of| of.text == "familiar");
            self.next_character();
            self.draft().summoner = (kind == "familiar" && !of_other).then_some(summoner);
        }
        self.draft().fields.push(("kind", DraftText { span: said.span, text: kind.to_owned() }));
        self.character("name", said);
    }

    fn character(&mut self, key: &'static str, said: DraftText) {
        self.draft().fields.push((key, said));
        self.open = Continuation::Character;
    }

    fn begin_skill(&mut self, section: Option<Section>, name: DraftText) {
        self.open = Continuation::SkillName;
        let skill = SkillDraft { section, name, fields: Vec::new(), effects: Vec::new(), strange: Vec::new() };
        self.draft().skills.push(skill);
    }

    /// Starts the next character; in the section of familiars it belongs to the current summoner.
    fn next_in_section(&mut self) {
        if self.section != Some(Section::Familiars) {
            self.next_character();
            return;
        }
        let summoner = self.draft().summoner.unwrap_or(self.now);
        self.next_character();
        self.draft().summoner = Some(summoner);
    }

    fn next_character(&mut self) {
        self.all.push(CharacterDraft::default());
        self.now = self.all.len() - 1;
        self.section = None;
        self.open = Continuation::Nothing;
    }

    fn strange(&mut self, said: DraftText) {
        self.unread = true;
        self.items_told = true;
        self.open = Continuation::Nothing;
        match self.draft().skills.last_mut() {
            Some(skill) => skill.strange.push(said),
            None => self.draft().strange.push(said),
        }
    }

    fn last_is(&mut self, key: &str) -> bool {
        self.draft().skills.last().and_then(|skill| skill.fields.last()).is_some_and(|(own, _)| *own == key)
    }

    /// The text that a continuation line is added to.
    fn open_text(&mut self) -> Option<&mut DraftText> {
        match self.open {
            Continuation::Nothing => None,
            Continuation::Character => self.draft().fields.last_mut().map(|(_, said)| said),
            Continuation::Skill => self.draft().skills.last_mut()?.fields.last_mut().map(|(_, said)| said),
            Continuation::SkillName => self.draft().skills.last_mut().map(|skill| &mut skill.name),
            Continuation::Effect => self.draft().skills.last_mut()?.effects.last_mut(),
            Continuation::Ending => self.draft().endings.last_mut().map(|(_, said)| said),
        }
    }

    /// Whether a line continues what precedes it: wrapped text without a blank line between, or the value of a field
    /// that is empty so far. A line that looks like a field starts one.
    fn continues(&mut self, line: &ImportLine) -> bool {
        let (after_blank, strange) = (self.after_blank, matches!(line.form, ImportLineKind::Strange(_)));
        let last = match self.open {
            Continuation::Skill => {
                self.draft().skills.last().and_then(|skill| skill.fields.last()).map(|(key, _)| *key)
            }
            Continuation::Character => self.draft().fields.last().map(|(key, _)| *key),
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
        let (ImportLineKind::Text(text) | ImportLineKind::Strange(text) | ImportLineKind::Quoted(text)) = &line.form
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
            match &line.form {
                ImportLineKind::Numbers(_) | ImportLineKind::Heading(_) | ImportLineKind::Class(..) => return true,
                ImportLineKind::Field(FieldLabel::Character(_) | FieldLabel::Kind(_) | FieldLabel::Stat(_), _) => {
                    return true;
                }
                ImportLineKind::Field(..) => return false,
                ImportLineKind::Blank
                | ImportLineKind::Strange(_)
                | ImportLineKind::Bullet(_)
                | ImportLineKind::Title(_)
                | ImportLineKind::Quoted(_)
                | ImportLineKind::Text(_) => {}
            }
        }
        // The name for a class that has none yet, at the end of a text.
        let draft = self.draft();
        draft.is_begun() && draft.field("class").is_some() && draft.field("name").is_none()
    }
}

/// Whether the line after a title says what the skill does.
fn behind_is_told(next: Option<&ImportLineKind>) -> bool {
    matches!(next, Some(ImportLineKind::Bullet(_) | ImportLineKind::Quoted(_)))
}
