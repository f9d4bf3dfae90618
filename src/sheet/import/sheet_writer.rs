//! A draft as a sheet's YAML, with what was not understood beside it.

use crate::vocabulary::text::folded;
use std::fmt::Write as _;

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Effect;
use crate::language::effects;
use crate::language::span::{Source, Span};
use crate::vocabulary::stat::Stat;

use super::draft::{CharacterDraft, DraftText, SkillDraft};
use super::lines::Section;
use super::values::{SentenceOutcome, Value, character_value, parts, sentences, skill_value};
use super::{ImportedSheets, code};

/// The keys of a character in the order they are written; `stats` stand between.
const BEFORE_STATS: [&str; 14] = [
    "name",
    "true_name",
    "class",
    "sex",
    "alignment",
    "origin",
    "appearance",
    "personality",
    "weapon",
    "concealment",
    "health",
    "health_regen",
    "mana",
    "mana_regen",
];
const AFTER_STATS: [&str; 2] = ["ap", "transmits"];
const OF_SKILL: [&str; 9] =
    ["rank", "type", "max_targets", "targets", "damage", "cost", "requirements", "phase", "seen"];

/// Where a skill goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Abilities,
    BasicAttack,
    Skills,
    NoblePhantasms,
    StorySkills,
}

struct SheetWriter<'a> {
    source: &'a Source,
    out: String,
    imported: &'a mut ImportedSheets,
}

/// Writes a character.
pub(super) fn sheet(draft: &CharacterDraft, source: &Source, imported: &mut ImportedSheets) {
    let mut writer = SheetWriter { source, out: String::new(), imported };
    writer.character(draft);
    let SheetWriter { out, .. } = writer;
    imported.yaml.push_str(&out);
}

impl SheetWriter<'_> {
    fn character(&mut self, draft: &CharacterDraft) {
        let at = draft.field("name").map_or(Span::new(0, 0), |name| name.span);
        let kind = self.kind(draft, at);
        self.line("", &format!("kind: {kind}"));
        if draft.field("name").is_none() {
            self.missing(at, "the character has no `Name`");
        }
        for key in BEFORE_STATS {
            self.character_field(draft, key);
        }
        for key in ["clues", "familiars"] {
            self.texts(draft, key);
        }
        self.stats(draft, at);
        if kind != "master" && draft.field("ap").is_none() {
            self.missing(at, "no `AP` are given");
        }
        for key in AFTER_STATS {
            self.character_field(draft, key);
        }
        for said in &draft.strange {
            self.comment("", said, "not understood");
        }
        self.skills(draft);
        if !draft.endings.is_empty() {
            self.line("", "endings:");
            for (kind, said) in &draft.endings {
                self.line("  - ", &format!("type: {kind}"));
                self.line("    ", &format!("condition: {}", scalar(&said.text)));
            }
        }
    }

    /// What the character is, as the text says or as it looks.
    fn kind(&mut self, draft: &CharacterDraft, at: Span) -> &'static str {
        let said = draft.field("kind").map(|said| said.text.trim().to_lowercase());
        let known = ["master", "servant", "familiar"].into_iter().find(|kind| said.as_deref() == Some(kind));
        if let Some(kind) = known {
            return kind;
        }
        let masters = draft.skills.iter().any(|skill| {
            skill.section == Some(Section::StorySkills)
                || skill.field("cost").is_some_and(|c| c.text.contains("Turn Action"))
        });
        let servants = draft.field("class").is_some() || draft.field("ap").is_some();
        let kind = if !servants && (masters || !draft.endings.is_empty()) { "master" } else { "servant" };
        self.remark(
            Diagnostic::warning(code::GUESSED, at, format!("taken for a {kind}"))
                .note("write `Kind: Master`, `Kind: Servant` or `Kind: Familiar` to say it"),
        );
        kind
    }

    fn character_field(&mut self, draft: &CharacterDraft, key: &'static str) {
        let mut given = draft.fields.iter().filter(|(own, _)| *own == key).map(|(_, said)| said);
        if let Some(said) = given.next() {
            let value = character_value(key, &said.text);
            self.value("", key, said, value);
        }
        for said in given {
            self.remark(Diagnostic::warning(
                code::UNKNOWN_LINE,
                said.span,
                format!("`{key}` is given again: kept as a comment"),
            ));
            self.comment("", said, "given again");
        }
    }

    fn texts(&mut self, draft: &CharacterDraft, key: &'static str) {
        let given = draft.fields.iter().filter(|(own, said)| *own == key && !said.text.is_empty());
        let given: Vec<&DraftText> = given.map(|(_, said)| said).collect();
        if given.is_empty() {
            return;
        }
        self.line("", &format!("{key}:"));
        for said in given {
            let names = if key == "familiars" { said.text.split(", ").collect() } else { vec![said.text.as_str()] };
            for name in names {
                self.line("  - ", &scalar(name));
            }
        }
    }

    fn stats(&mut self, draft: &CharacterDraft, at: Span) {
        let mut written = Vec::new();
        let lacking = Stat::ALL.into_iter().filter(|stat| draft.stats.iter().all(|(own, _)| own != stat));
        let lacking: Vec<&str> = lacking.map(Stat::name).collect();
        if !lacking.is_empty() {
            self.missing(at, &format!("not given: {}", lacking.join(", ")));
        }
        for stat in Stat::ALL {
            let mut given = draft.stats.iter().filter(|(own, _)| *own == stat).map(|(_, said)| said);
            written.extend(given.next().map(|said| format!("{stat}: {}", scalar(&said.text))));
            for said in given {
                self.remark(Diagnostic::warning(
                    code::UNKNOWN_LINE,
                    said.span,
                    format!("{stat} is given again: the first counts"),
                ));
            }
        }
        self.line("", &format!("stats: {{ {} }}", written.join(", ")));
    }

    fn skills(&mut self, draft: &CharacterDraft) {
        let mut basic_taken = false;
        let placed: Vec<(List, &SkillDraft)> = draft
            .skills
            .iter()
            .map(|skill| {
                let list = match list_of(skill) {
                    List::BasicAttack if basic_taken => List::Skills,
                    list => list,
                };
                basic_taken |= list == List::BasicAttack;
                (list, skill)
            })
            .collect();
        let lists = [
            (List::Abilities, "abilities"),
            (List::BasicAttack, "basic_attack"),
            (List::Skills, "skills"),
            (List::NoblePhantasms, "noble_phantasms"),
            (List::StorySkills, "story_skills"),
        ];
        for (list, key) in lists {
            let mut members = placed.iter().filter(|(own, _)| *own == list).map(|(_, skill)| *skill).peekable();
            if members.peek().is_none() {
                continue;
            }
            self.line("", &format!("{key}:"));
            for skill in members {
                self.imported.skills += 1;
                self.skill(list, skill);
            }
        }
    }

    fn skill(&mut self, list: List, skill: &SkillDraft) {
        let (first, indent) = if list == List::BasicAttack { ("  ", "  ") } else { ("  - ", "    ") };
        let (name, form) = name_of(&skill.name.text);
        self.line(first, &format!("name: {}", scalar(&name)));
        if name.is_empty() {
            self.missing(skill.name.span, "the skill has no name");
        }
        if let Some(form) = form {
            self.line(indent, &format!("# line {}: called {form} before it is upgraded", self.number(skill.name.span)));
        }
        let passive = list == List::Abilities
            || skill.field("type").is_some_and(|t| t.text.trim().eq_ignore_ascii_case("passive"));
        let needed: &[&str] = if passive { &["rank"] } else { &["rank", "type", "max_targets", "targets", "cost"] };
        for key in OF_SKILL {
            let mut given = skill.fields.iter().filter(|(own, _)| *own == key).map(|(_, said)| said);
            match given.next() {
                Some(said) => {
                    let value = skill_value(key, &said.text);
                    self.value(indent, key, said, value);
                }
                None if needed.contains(&key) => {
                    self.missing(skill.name.span, &format!("the skill `{name}` has no {}", label(key)));
                    self.line(indent, &format!("# {key}: not given"));
                }
                None => {}
            }
            for said in given {
                self.remark(Diagnostic::warning(
                    code::UNKNOWN_LINE,
                    said.span,
                    format!("{} is given again: kept as a comment", label(key)),
                ));
                self.comment(indent, said, "given again");
            }
        }
        let descriptions: Vec<&DraftText> =
            skill.fields.iter().filter(|(own, _)| *own == "description").map(|(_, said)| said).collect();
        if !descriptions.is_empty() {
            let text = descriptions.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join(" ");
            self.line(indent, &format!("description: {}", scalar(&text)));
            descriptions.iter().for_each(|said| self.described(said));
        }
        if !skill.effects.is_empty() {
            self.line(indent, "effects:");
            for said in &skill.effects {
                self.effects(&format!("{indent}  "), said, passive);
            }
        }
        for said in &skill.strange {
            self.comment(indent, said, "not understood");
        }
    }

    fn effects(&mut self, indent: &str, said: &DraftText, passive: bool) {
        for sentence in sentences(&said.text) {
            self.imported.sentences += 1;
            let text = match sentence {
                SentenceOutcome::Understood(text) | SentenceOutcome::Gm(text) => {
                    self.imported.understood += 1;
                    text
                }
                SentenceOutcome::Reworded(text) => {
                    self.imported.understood += 1;
                    self.comment(indent, said, "put into the sheet's words");
                    self.remark(Diagnostic::hint(code::REWORDED, said.span, format!("written as: {text}")));
                    text
                }
                SentenceOutcome::Unknown { text, why, notes } => {
                    self.line(indent, &format!("# line {}, not understood: {}", self.number(said.span), folded(&why)));
                    let kept = if passive { "written as it stands" } else { "left to the GM" };
                    let mut fault = Diagnostic::warning(code::SENTENCE, said.span, format!("{kept}: {why}"));
                    fault.notes = notes;
                    self.remark(fault);
                    // An ability is never used, so nobody would ask the GM about it.
                    if passive { text } else { format!("GM: {text}") }
                }
            };
            self.line(indent, &format!("- {}", scalar(&text)));
        }
    }

    /// Remarks on sentences of a description that an effect could say.
    fn described(&mut self, said: &DraftText) {
        for part in parts(&said.text) {
            if matches!(effects::parse(&part), Ok(Effect::Sentence(_))) {
                let fault = Diagnostic::hint(
                    code::DESCRIBED,
                    said.span,
                    format!("`{part}` stands in a description, which is never executed"),
                );
                self.remark(fault.note("write it behind a bullet of its own to make it an effect"));
            }
        }
    }

    /// A key with its value; one that is misread as it stands, with a comment.
    fn value(&mut self, indent: &str, key: &str, said: &DraftText, value: Value) {
        match value {
            Value::None => {}
            Value::Read(text) => self.line(indent, &format!("{key}: {}", scalar(&text))),
            Value::Misread(why) => {
                self.line(indent, &format!("# line {}, not understood: {}", self.number(said.span), folded(&why)));
                self.line(indent, &format!("{key}: {}", scalar(&said.text)));
                self.remark(Diagnostic::warning(code::MISREAD, said.span, format!("written as it stands: {why}")));
            }
        }
    }

    fn missing(&mut self, at: Span, what: &str) {
        self.remark(Diagnostic::warning(code::MISSING, at, what));
    }

    fn remark(&mut self, remark: Diagnostic) {
        self.imported.remarks.push(remark);
    }

    /// A line of the text as a comment.
    fn comment(&mut self, indent: &str, said: &DraftText, why: &str) {
        let number = self.number(said.span);
        self.line(indent, &format!("# line {number}, {why}: {}", folded(&said.text)));
    }

    fn number(&self, at: Span) -> usize {
        self.source.line_column(at.start).0
    }

    fn line(&mut self, indent: &str, text: &str) {
        let _ = writeln!(self.out, "{indent}{text}");
    }
}

fn list_of(skill: &SkillDraft) -> List {
    let passive = skill.field("type").is_some_and(|said| said.text.trim().eq_ignore_ascii_case("passive"));
    match skill.section {
        Some(Section::BasicAttack) => List::BasicAttack,
        Some(Section::NoblePhantasms) => List::NoblePhantasms,
        Some(Section::StorySkills) => List::StorySkills,
        Some(Section::Abilities) => List::Abilities,
        Some(Section::Skills | Section::Profile | Section::Endings) | None if passive => List::Abilities,
        Some(Section::Skills | Section::Profile | Section::Endings) | None => List::Skills,
    }
}

/// The name of a skill, and what else it is called: `"Power Blow" - Crushing Punch -> Instant Crushing
/// Punch` goes by its quoted name, for that is what other skills call it.
fn name_of(text: &str) -> (String, Option<String>) {
    let bare = |text: &str| text.replace('"', "").trim().to_owned();
    let Some((called, rest)) = text.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
        return (bare(text), None);
    };
    let rest = rest.trim_start_matches(|c: char| c == ' ' || c == ':' || crate::vocabulary::dash::is_dash(c));
    match rest.split_once("->").or_else(|| rest.split_once('\u{2192}')) {
        Some((form, upgraded)) if !form.trim().is_empty() => {
            (format!("{} -> {}", bare(called), bare(upgraded)), Some(bare(form)))
        }
        Some((_, upgraded)) => (format!("{} -> {}", bare(called), bare(upgraded)), None),
        None if rest.is_empty() => (bare(called), None),
        None => (bare(called), Some(bare(rest))),
    }
}

/// What the rulebook calls a key.
fn label(key: &str) -> &str {
    match key {
        "max_targets" => "`Max Number of Targets`",
        "targets" => "`Type of Target`",
        "rank" => "`Rank`",
        "type" => "`Type`",
        "cost" => "`Cost`",
        "damage" => "`Damage`",
        "requirements" => "`Requirements`",
        other => other,
    }
}

/// A text as YAML: plain where it can be misread as nothing else, else in single quotes.
fn scalar(text: &str) -> String {
    let text = folded(&text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>());
    let first = text.chars().next().is_some_and(char::is_alphanumeric);
    let word = matches!(text.to_lowercase().as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off");
    let inside =
        text.contains(": ") || text.contains(" #") || text.ends_with(':') || text.contains(['{', '}', '[', ']']);
    let comma = text.contains(", ") && text.len() < 4;
    if first && !word && !inside && !comma { text } else { format!("'{}'", text.replace('\'', "''")) }
}
