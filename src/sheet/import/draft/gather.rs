//! Assigns each line in turn to a character and a field.

mod continuation;

use self::continuation::Continuation;
use super::{CharacterDraft, DraftText, SkillDraft};
use crate::language::span::Span;
use crate::sheet::import::compact::{self, Title};
use crate::sheet::import::hits;
use crate::sheet::import::labels::{FieldLabel, Section};
use crate::sheet::import::lines::{ImportLine, ImportLineKind};
use crate::sheet::import::numbers::Labelled;
use crate::sheet::import::values::{Value, is_nothing, skill_value, without_per_hit};

struct DraftGatherer<'t> {
    text: &'t str,
    drafts: Vec<CharacterDraft>,
    /// The index of the character that the lines describe.
    current: usize,
    section: Option<Section>,
    continuation: Continuation,
    /// Whether a blank line precedes this one.
    is_after_blank: bool,
    /// Whether this line has no known purpose. It may be the name of what follows.
    is_unknown: bool,
    /// The same for the line before it.
    was_unknown: bool,
    /// Whether the list of items is complete.
    has_all_items: bool,
}

/// Groups the lines of a text by character; there is at least one.
pub(super) fn gather(text: &str, lines: &[ImportLine]) -> Vec<CharacterDraft> {
    let mut gatherer = DraftGatherer {
        text,
        drafts: vec![CharacterDraft::default()],
        current: 0,
        section: None,
        continuation: Continuation::Nothing,
        is_after_blank: true,
        is_unknown: false,
        was_unknown: false,
        has_all_items: false,
    };
    for (index, line) in lines.iter().enumerate() {
        gatherer.was_unknown = std::mem::take(&mut gatherer.is_unknown);
        gatherer.take_line(line, lines.get(index + 1..).unwrap_or_default());
        gatherer.is_after_blank = line.kind == ImportLineKind::Blank;
    }
    gatherer.drafts
}

impl DraftGatherer<'_> {
    fn current_draft(&self) -> &CharacterDraft {
        &self.drafts[self.current]
    }

    fn current_draft_mut(&mut self) -> &mut CharacterDraft {
        &mut self.drafts[self.current]
    }

    fn take_line(&mut self, line: &ImportLine, rest: &[ImportLine]) {
        let to_draft_text = |text: &str| DraftText { span: line.span, text: text.to_owned() };
        match &line.kind {
            ImportLineKind::Blank => self.is_unknown = self.was_unknown,
            ImportLineKind::Heading(section) => self.take_heading(*section),
            ImportLineKind::Class(class, name) => self.take_class(line.span, class, name.as_deref()),
            ImportLineKind::Numbers(numbers) => self.take_numbers(line.span, numbers),
            ImportLineKind::Field(label, value) => self.take_field(*label, to_draft_text(value), rest),
            ImportLineKind::Bullet(text) => self.take_bullet(to_draft_text(text), rest),
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.take_type(line.span, text) => {}
            ImportLineKind::Quoted(text)
                if !self.current_draft().skills.is_empty() && self.continuation != Continuation::Nothing =>
            {
                self.add_skill_field("description", to_draft_text(text));
            }
            ImportLineKind::UnknownField(text) if self.try_begin_ability(line.span, text, rest) => {}
            ImportLineKind::Title(text) if self.is_title(text, rest, true) => {
                self.begin_titled_skill(line.span, compact::parse_title(text));
            }
            ImportLineKind::Text(text) | ImportLineKind::Title(text) | ImportLineKind::Quoted(text)
                if self.try_begin_skill(line.span, text, rest) => {}
            ImportLineKind::Text(text) if self.take_bare_value(line.span, text) => {}
            ImportLineKind::UnknownField(_) | ImportLineKind::Text(_) | ImportLineKind::Quoted(_)
                if self.is_continuation(line) =>
            {
                self.append_continuation(line);
            }
            ImportLineKind::Text(text)
            | ImportLineKind::UnknownField(text)
            | ImportLineKind::Title(text)
            | ImportLineKind::Quoted(text) => {
                let titled = matches!(line.kind, ImportLineKind::Title(_));
                if !titled && self.continuation == Continuation::Skill && self.is_last_skill_field("description") {
                    self.append_continuation(line);
                } else if self.is_item_line() {
                    self.current_draft_mut().items.push(to_draft_text(text));
                } else if self.continuation == Continuation::Skill
                    && !self.is_after_blank
                    && matches!(line.kind, ImportLineKind::Text(_))
                {
                    // Words directly below the fields of a skill describe it.
                    self.add_skill_field("description", to_draft_text(text));
                } else if self.is_section_empty() && is_nothing(text) {
                    self.continuation = Continuation::Nothing;
                } else {
                    self.keep_unknown_line(to_draft_text(text));
                }
            }
        }
    }

    /// Whether the current section has no skill yet.
    fn is_section_empty(&self) -> bool {
        let section = self.section;
        section.is_some() && self.current_draft().skills.last().is_none_or(|skill| skill.section != section)
    }

    /// Whether a line is an item: directly below their heading, or below another item.
    fn is_item_line(&self) -> bool {
        let is_first = self.current_draft().items.is_empty();
        self.section == Some(Section::Items) && !self.has_all_items && (is_first || !self.is_after_blank)
    }

    fn take_heading(&mut self, section: Section) {
        self.has_all_items = false;
        if section == Section::Profile && !self.current_draft().skills.is_empty() {
            self.begin_character();
        }
        // A familiar has no such section, so it is its summoner's.
        let is_summoners = matches!(
            section,
            Section::NoblePhantasms | Section::StorySkills | Section::Endings | Section::Items | Section::Familiars
        );
        if is_summoners {
            self.return_to_summoner();
        }
        self.section = Some(section);
        self.continuation = Continuation::Nothing;
    }

    fn return_to_summoner(&mut self) {
        self.current = self.current_draft().summoner.unwrap_or(self.current);
    }

    fn take_class(&mut self, span: Span, class: &str, name: Option<&str>) {
        if !self.current_draft().skills.is_empty() || self.current_draft().field("class").is_some() {
            self.begin_character();
        }
        self.section = None;
        self.current_draft_mut().fields.push(("class", DraftText { span, text: class.to_owned() }));
        if let Some(name) = name {
            self.current_draft_mut().fields.push(("name", DraftText { span, text: name.to_owned() }));
        }
        self.continuation = Continuation::Nothing;
    }

    /// Adds ranks and amounts. Where the character already has all of them, they belong to another one.
    fn take_numbers(&mut self, span: Span, numbers: &[Labelled]) {
        let draft = self.current_draft();
        let is_given = |label: &FieldLabel| match label {
            FieldLabel::Stat(stat) => draft.has_stat(*stat),
            FieldLabel::Character(key) => draft.field(key).is_some(),
            _ => false,
        };
        let all_given = numbers.iter().all(|(label, _)| is_given(label));
        if all_given && !draft.skills.is_empty() {
            let title = self.take_back_unknown_line();
            let summoner = self.current_draft().summoner.unwrap_or(self.current);
            let summons = self
                .drafts
                .get(summoner)
                .is_some_and(|summoner_draft| summoner_draft.skills.iter().any(|s| s.kind() == "summoning"));
            self.begin_character();
            if let Some(name) = title {
                let kind = DraftText { span: name.span, text: "familiar".to_owned() };
                self.current_draft_mut().fields.push(("name", name));
                if summons {
                    self.current_draft_mut().fields.push(("kind", kind));
                    self.current_draft_mut().summoner = Some(summoner);
                }
            }
        }
        for (label, value) in numbers {
            let draft_text = DraftText { span, text: value.clone() };
            match label {
                FieldLabel::Stat(stat) => self.current_draft_mut().stats.push((*stat, draft_text)),
                FieldLabel::Character(key) => self.current_draft_mut().fields.push((key, draft_text)),
                _ => {}
            }
        }
        self.continuation = Continuation::Nothing;
    }

    /// Takes back the line before, where it had no known purpose.
    fn take_back_unknown_line(&mut self) -> Option<DraftText> {
        if !std::mem::take(&mut self.was_unknown) {
            return None;
        }
        match self.current_draft_mut().skills.last_mut() {
            Some(skill) => skill.unknown_lines.pop(),
            None => self.current_draft_mut().unknown_lines.pop(),
        }
    }

    fn take_bullet(&mut self, draft_text: DraftText, rest: &[ImportLine]) {
        if self.try_begin_skill(draft_text.span, &draft_text.text, rest) {
            return;
        }
        if self.is_item_line() {
            self.current_draft_mut().items.push(draft_text);
        } else if !matches!(self.section, Some(Section::Endings | Section::Items))
            && !self.current_draft().skills.is_empty()
        {
            if let Some(skill) = self.current_draft_mut().skills.last_mut() {
                skill.effects.push(draft_text);
            }
            self.continuation = Continuation::Effect;
        } else if self.current_draft().fields.last().is_some_and(|(key, _)| *key == "clues") {
            self.add_character_field("clues", draft_text);
        } else {
            self.keep_unknown_line(draft_text);
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
            self.begin_titled_skill(span, title);
            return true;
        }
        // Fields follow the title of a skill that is used.
        let next = rest.iter().map(|line| &line.kind).find(|form| **form != ImportLineKind::Blank);
        let may_be_ability = match self.section {
            Some(Section::Abilities) => true,
            Some(Section::Skills) => !matches!(next, Some(ImportLineKind::Field(FieldLabel::Skill(_), _))),
            _ => false,
        };
        if let Some(title) = compact::parse_one_line_ability(text).filter(|_| may_be_ability) {
            self.begin_titled_skill(span, title);
            self.current_draft_mut()
                .skills
                .last_mut()
                .into_iter()
                .for_each(|skill| skill.section = Some(Section::Abilities));
            return true;
        }
        // The last words of wrapped prose are not a title, unless they name an ability with its rank.
        let title = compact::parse_title(text);
        let continues_text =
            !self.is_after_blank && self.continued_text_mut().is_some_and(|text_so_far| !text_so_far.text.is_empty());
        let is_ability_title = self.section == Some(Section::Abilities)
            && title.has("rank")
            && is_description_line(rest.first().map(|line| &line.kind));
        if is_ability_title || (!continues_text && self.is_title(text, rest, false)) {
            self.begin_titled_skill(span, title);
            return true;
        }
        false
    }

    /// Starts an ability without a rank in a section of abilities: `Riding: She rides whatever has legs.`, or `Riding:`
    /// with its effects below it.
    fn try_begin_ability(&mut self, span: Span, text: &str, rest: &[ImportLine]) -> bool {
        let Some((name, description)) = text.split_once(':').filter(|_| self.section == Some(Section::Abilities))
        else {
            return false;
        };
        let (name, description) = (name.trim(), description.trim());
        let is_ability = compact::is_name(name)
            && (!description.is_empty() || is_description_line(rest.first().map(|line| &line.kind)));
        if is_ability {
            self.begin_titled_skill(span, Title { sentence: description.to_owned(), ..compact::parse_title(name) });
        }
        is_ability
    }

    /// Takes a line as the type of a skill that has only a name so far: `"Avenger" [B]`, and below it `Passive`.
    fn take_type(&mut self, span: Span, text: &str) -> bool {
        let lacks_type = self.continuation == Continuation::SkillName
            && self.current_draft().skills.last().is_some_and(|skill| skill.field("type").is_none());
        let is_type_readable = lacks_type && matches!(skill_value("type", text), Value::Read(_));
        if is_type_readable {
            self.add_skill_field("type", DraftText { span, text: text.to_owned() });
        }
        is_type_readable
    }

    /// Takes a line below the fields of a skill as its damage, or as its number of hits: `3 Physical per Hit`,
    /// `Hits twice -> hits three times`. An unfinished text is continued instead.
    fn take_bare_value(&mut self, span: Span, text: &str) -> bool {
        let is_open = match self.continuation {
            Continuation::SkillName => true,
            Continuation::Skill => {
                !self.is_last_skill_field("description")
                    && self.continued_text_mut().is_some_and(|text_so_far| !text_so_far.text.is_empty())
            }
            Continuation::Nothing | Continuation::Character | Continuation::Effect | Continuation::Ending => false,
        };
        let Some(skill) = self.current_draft().skills.last().filter(|_| is_open) else { return false };
        let damage = matches!(skill_value("damage", &without_per_hit(text)), Value::Read(_));
        let key = match damage {
            true => "damage",
            false if hits::is_hit_count(text) => "hits",
            false => return false,
        };
        let already_given = skill.field(key).is_some();
        if !already_given {
            self.add_skill_field(key, DraftText { span, text: text.to_owned() });
        }
        !already_given
    }

    /// Whether a line is the title of a skill: a field of a skill follows directly, or the line is marked as a title in
    /// a section of skills.
    fn is_title(&self, text: &str, rest: &[ImportLine], marked: bool) -> bool {
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
        let is_skill_section =
            matches!(self.section, Some(Abilities | BasicAttack | Skills | NoblePhantasms | StorySkills));
        // The name of a skill is followed by its own fields, not by those of the skill before it.
        let awaits_fields = self.continuation == Continuation::SkillName
            && self.current_draft().skills.last().is_some_and(|s| s.fields.is_empty());
        (field && !awaits_fields) || (marked && is_skill_section && (title.has("rank") || is_description_line(next)))
    }

    fn begin_titled_skill(&mut self, span: Span, title: Title) {
        let to_draft_text = |text: &str| DraftText { span, text: text.to_owned() };
        self.begin_skill(self.section, to_draft_text(&title.name));
        let Some(skill) = self.current_draft_mut().skills.last_mut() else { return };
        skill.fields.extend(title.fields.iter().map(|(key, value)| (*key, to_draft_text(value))));
        if !title.sentence.is_empty() {
            skill.fields.push(("description", to_draft_text(&title.sentence)));
            self.continuation = Continuation::Skill;
        }
    }

    fn take_field(&mut self, label: FieldLabel, draft_text: DraftText, rest: &[ImportLine]) {
        match label {
            FieldLabel::Name if self.names_a_character(rest) => {
                if !self.current_draft().skills.is_empty() || self.current_draft().field("name").is_some() {
                    self.begin_character_in_section();
                }
                self.add_character_field("name", draft_text);
            }
            FieldLabel::Name => self.begin_skill(self.section, draft_text),
            FieldLabel::Kind(kind) => self.take_character_kind(kind, draft_text),
            FieldLabel::Stat(stat) => self.current_draft_mut().stats.push((stat, draft_text)),
            FieldLabel::Character(key) => {
                let is_repeated = self.current_draft().field(key).is_some() && !matches!(key, "clues" | "familiars");
                if is_repeated && !self.current_draft().skills.is_empty() {
                    self.begin_character();
                }
                self.add_character_field(key, draft_text);
            }
            FieldLabel::SectionEntry(section) => self.start_section_entry(section, draft_text),
            FieldLabel::NoblePhantasm => self.start_section_entry(Section::NoblePhantasms, draft_text),
            FieldLabel::Ending(kind) => {
                self.return_to_summoner();
                self.current_draft_mut().endings.push((kind, draft_text));
                self.continuation = Continuation::Ending;
            }
            FieldLabel::Skill("type") if self.section == Some(Section::Endings) => self.keep_unknown_line(draft_text),
            FieldLabel::Skill(_) if self.current_draft().skills.is_empty() => {
                let text = self.text.get(draft_text.span.range()).unwrap_or_default().to_owned();
                self.keep_unknown_line(DraftText { text, ..draft_text });
            }
            FieldLabel::Skill("effects") if draft_text.text.is_empty() => self.continuation = Continuation::Nothing,
            FieldLabel::Skill("effects") => {
                if let Some(skill) = self.current_draft_mut().skills.last_mut() {
                    skill.effects.push(draft_text);
                }
                self.continuation = Continuation::Effect;
            }
            FieldLabel::Skill(key) => {
                // A second rank belongs to another skill, whose name was not recognised.
                let is_repeated = self.current_draft().skills.last().is_some_and(|skill| skill.field(key).is_some());
                if is_repeated && matches!(key, "rank" | "type") {
                    let nameless = DraftText { span: draft_text.span, text: String::new() };
                    let name = self.take_back_unknown_line().unwrap_or(nameless);
                    self.begin_skill(self.section, name);
                }
                self.add_skill_field(key, draft_text);
            }
        }
    }

    fn add_skill_field(&mut self, key: &'static str, draft_text: DraftText) {
        // `Targets: 2` gives a number, `Target: Any (1)` gives both.
        let number = key == "targets" && matches!(skill_value("max_targets", &draft_text.text), Value::Read(_));
        let key = if number { "max_targets" } else { key };
        let mut draft_text = draft_text;
        if key == "targets"
            && let Some((kinds, number)) = draft_text.text.strip_suffix(')').and_then(|text| text.rsplit_once('('))
            && matches!(skill_value("max_targets", number), Value::Read(_))
            && let Some(skill) = self.current_draft_mut().skills.last_mut()
        {
            skill.fields.push(("max_targets", DraftText { span: draft_text.span, text: number.to_owned() }));
            draft_text.text = kinds.trim().to_owned();
        }
        if let Some(skill) = self.current_draft_mut().skills.last_mut() {
            skill.fields.push((key, draft_text));
        }
        self.continuation = Continuation::Skill;
    }

    fn start_section_entry(&mut self, section: Section, draft_text: DraftText) {
        self.take_heading(section);
        if section == Section::Items && !draft_text.text.is_empty() {
            self.has_all_items = true;
            if !is_nothing(&draft_text.text) {
                self.current_draft_mut().items.push(draft_text);
            }
        } else if !draft_text.text.is_empty() {
            let span = draft_text.span;
            match compact::parse_one_line_skill(&draft_text.text) {
                Some(title) => self.begin_titled_skill(span, title),
                None => self.begin_skill(Some(section), draft_text),
            }
        }
    }

    /// `Familiar: Wolf`, `Master: Rin`: starts the next character, or names the other party of this one's contract.
    fn take_character_kind(&mut self, kind: &'static str, draft_text: DraftText) {
        let is_named = self.current_draft().field("name").is_some() || self.current_draft().field("class").is_some();
        if kind != "familiar" && is_named && self.current_draft().has_only_identity() {
            let text = self.text.get(draft_text.span.range()).unwrap_or_default().to_owned();
            self.keep_unknown_line(DraftText { text, ..draft_text });
            return;
        }
        if !self.current_draft().skills.is_empty() || is_named {
            let summoner = self.current_draft().summoner.unwrap_or(self.current);
            let is_of_familiar =
                self.drafts.get(summoner).and_then(|draft| draft.field("kind")).is_some_and(|of| of.text == "familiar");
            self.begin_character();
            self.current_draft_mut().summoner = (kind == "familiar" && !is_of_familiar).then_some(summoner);
        }
        self.current_draft_mut().fields.push(("kind", DraftText { span: draft_text.span, text: kind.to_owned() }));
        self.add_character_field("name", draft_text);
    }

    fn add_character_field(&mut self, key: &'static str, draft_text: DraftText) {
        self.current_draft_mut().fields.push((key, draft_text));
        self.continuation = Continuation::Character;
    }

    fn begin_skill(&mut self, section: Option<Section>, name: DraftText) {
        self.continuation = Continuation::SkillName;
        let skill = SkillDraft { section, name, fields: Vec::new(), effects: Vec::new(), unknown_lines: Vec::new() };
        self.current_draft_mut().skills.push(skill);
    }

    /// Starts the next character; in the section of familiars it belongs to the current summoner.
    fn begin_character_in_section(&mut self) {
        if self.section != Some(Section::Familiars) {
            self.begin_character();
            return;
        }
        let summoner = self.current_draft().summoner.unwrap_or(self.current);
        self.begin_character();
        self.current_draft_mut().summoner = Some(summoner);
    }

    fn begin_character(&mut self) {
        self.drafts.push(CharacterDraft::default());
        self.current = self.drafts.len() - 1;
        self.section = None;
        self.continuation = Continuation::Nothing;
    }

    fn keep_unknown_line(&mut self, draft_text: DraftText) {
        self.is_unknown = true;
        self.has_all_items = true;
        self.continuation = Continuation::Nothing;
        match self.current_draft_mut().skills.last_mut() {
            Some(skill) => skill.unknown_lines.push(draft_text),
            None => self.current_draft_mut().unknown_lines.push(draft_text),
        }
    }

    fn is_last_skill_field(&self, key: &str) -> bool {
        self.current_draft().skills.last().and_then(|skill| skill.fields.last()).is_some_and(|(own, _)| *own == key)
    }

    /// Whether a `Name` names a character: the first field after it does not belong to a skill.
    fn names_a_character(&self, rest: &[ImportLine]) -> bool {
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
