//! Writes a draft as a sheet's YAML, with comments on what was not understood.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::language::diagnostic::Diagnostic;
use crate::language::fields;
use crate::language::span::{Source, Span};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::collapse_whitespace;

use super::draft::{CharacterDraft, DraftText};
use super::labels::{Section, class};
use super::owner::Owner;
use super::values::{Value, character_value, is_nothing};
use super::{ImportedSheets, code};

mod skills;

/// The keys of a character in the order they are written. The clues follow, then the amounts.
const IDENTITY_KEYS: [&str; 10] =
    ["name", "true_name", "class", "sex", "alignment", "origin", "appearance", "personality", "weapon", "concealment"];
const AMOUNT_KEYS: [&str; 4] = ["health", "health_regen", "mana", "mana_regen"];
const AFTER_STATS: [&str; 2] = ["ap", "transmits"];

/// A sentence of the text: the span of its line, and its index in that line.
pub(super) type SentencePlace = (Span, usize);

/// The messages of the sheet's check about sentences that parse. Those sentences are left to the GM after all.
pub(super) type RefusalReasons = BTreeMap<SentencePlace, String>;

pub(super) struct SheetWriter<'a> {
    source: &'a Source,
    owner: Owner,
    refused: &'a RefusalReasons,
    /// The sentence written at each line of the whole YAML, by line index.
    written: &'a mut BTreeMap<usize, SentencePlace>,
    imported: &'a mut ImportedSheets,
}

/// Writes a character.
pub(super) fn write_sheet(
    draft: &CharacterDraft,
    familiars: Vec<String>,
    summoner: Option<&CharacterDraft>,
    source: &Source,
    refused: &RefusalReasons,
    written: &mut BTreeMap<usize, SentencePlace>,
    imported: &mut ImportedSheets,
) {
    let names = |of: &CharacterDraft| {
        let keys = ["name", "class", "true_name"].into_iter();
        keys.map(|key| of.field(key).map_or(String::new(), |said| said.text.clone())).collect::<Vec<_>>()
    };
    let sex = draft.field("sex").map_or("", |said| said.text.as_str());
    let owner = Owner::new(&names(draft), sex, familiars.clone(), &summoner.map(names).unwrap_or_default());
    let mut writer = SheetWriter { source, owner, refused, written, imported };
    writer.character(draft, &familiars);
}

impl SheetWriter<'_> {
    fn character(&mut self, draft: &CharacterDraft, familiars: &[String]) {
        let at = self.start_span(draft);
        let kind = self.determine_kind(draft, at);
        self.line("", &format!("kind: {kind}"));
        let named = self.names(draft, kind, at);
        for key in IDENTITY_KEYS.into_iter().filter(|key| !named.contains(key)) {
            self.character_field(draft, key);
        }
        self.texts(draft, "clues", &[]);
        self.texts(draft, "familiars", familiars);
        for key in AMOUNT_KEYS {
            self.character_field(draft, key);
        }
        self.stats(draft, kind, at);
        if kind != "master" && draft.field("ap").is_none() {
            self.warn_of_missing(at, "no `AP` are given");
        }
        for key in AFTER_STATS {
            self.character_field(draft, key);
        }
        for said in &draft.items {
            self.comment("", said, "items");
        }
        for said in &draft.unknown_lines {
            self.comment("", said, "not understood");
        }
        self.imported.kept_as_comments += draft.items.len() + draft.unknown_lines.len();
        self.skills(draft);
        if !draft.endings.is_empty() {
            self.line("", "endings:");
            for (kind, said) in &draft.endings {
                self.line("  - ", &format!("type: {kind}"));
                self.line("    ", &format!("condition: {}", scalar(&said.text)));
            }
        }
    }

    /// The span where a character starts in the text.
    fn start_span(&self, draft: &CharacterDraft) -> Span {
        let told = ["name", "class", "true_name", "kind"].into_iter().filter_map(|key| draft.field(key));
        let skill = draft.skills.first().map(|skill| skill.name.span);
        told.map(|said| said.span).next().or(skill).unwrap_or(Span::new(0, 0))
    }

    /// The kind of character, as the text states or suggests it.
    fn determine_kind(&mut self, draft: &CharacterDraft, at: Span) -> &'static str {
        let said = draft.field("kind").map(|said| said.text.trim().to_lowercase()).unwrap_or_default();
        let known =
            ["master", "servant", "familiar"].into_iter().find(|kind| said.split(' ').any(|word| word == *kind));
        if let Some(kind) = known {
            return kind;
        }
        if draft.summoner.is_some() {
            return "familiar";
        }
        let masters = draft.skills.iter().any(|skill| {
            skill.section == Some(Section::StorySkills)
                || skill.field("cost").is_some_and(|c| c.text.contains("Turn Action"))
        });
        let of_class = draft.field("class").is_some_and(|said| class(&said.text).is_some());
        if of_class && !masters && draft.endings.is_empty() {
            return "servant";
        }
        let servants = draft.field("class").is_some() || draft.field("ap").is_some();
        let kind = if !servants && (masters || !draft.endings.is_empty()) { "master" } else { "servant" };
        self.remark(
            Diagnostic::warning(code::GUESSED, at, format!("taken for a {kind}"))
                .note("write `Kind: Master`, `Kind: Servant` or `Kind: Familiar` to say it"),
        );
        kind
    }

    /// Writes the names. A Servant is called by its class; a name given besides the class is its true name, which is
    /// secret. Returns the keys it wrote.
    fn names(&mut self, draft: &CharacterDraft, kind: &str, at: Span) -> Vec<&'static str> {
        let read = |key: &str| {
            let said = draft.field(key)?;
            matches!(character_value(key, &said.text), Value::Read(_)).then_some(said)
        };
        let (name, of_class) = (read("name"), read("class").filter(|said| class(&said.text).is_some()));
        if let (Some(of_class), "servant") = (of_class, kind) {
            let class = class(&of_class.text).unwrap_or_default();
            match name {
                None => {
                    self.line("", &format!("name: {class}"));
                    self.report_unfilled(draft, "name");
                    self.report_repeated_values(draft, "name");
                    return vec!["name"];
                }
                Some(name)
                    if !name.text.eq_ignore_ascii_case(class)
                        && read("true_name").is_none_or(|own| own.text.eq_ignore_ascii_case(&name.text)) =>
                {
                    self.line("", &format!("name: {class}"));
                    self.line("", &format!("true_name: {}", scalar(&name.text)));
                    let told = "taken for the true name, which is secret: a Servant is called by its class";
                    self.remark(Diagnostic::hint(code::REWORDED, name.span, told));
                    self.report_repeated_values(draft, "name");
                    return vec!["name", "true_name"];
                }
                Some(_) => {}
            }
        }
        if draft.field("name").is_none() {
            self.warn_of_missing(at, "the character has no `Name`");
        }
        Vec::new()
    }

    /// Reports a field that is present but not filled in.
    fn report_unfilled(&mut self, draft: &CharacterDraft, key: &'static str) {
        if let Some(said) = draft.field(key) {
            self.value("", key, said, Value::Unfilled);
        }
    }

    fn character_field(&mut self, draft: &CharacterDraft, key: &'static str) {
        if let Some(said) = draft.field(key) {
            let value = character_value(key, &said.text);
            let value = match (key, value) {
                ("class", Value::Read(text)) => Value::Read(class(&text).map_or(text, str::to_owned)),
                (_, value) => value,
            };
            self.value("", key, said, value);
        }
        self.report_repeated_values(draft, key);
    }

    /// Reports further values of a field after its first.
    fn report_repeated_values(&mut self, draft: &CharacterDraft, key: &'static str) {
        let first = draft.field(key).map(|said| said.text.clone()).unwrap_or_default();
        for (_, said) in draft.fields.iter().filter(|(own, _)| *own == key).skip(1) {
            self.report_repeated_value("", key, said, &first);
        }
    }

    /// Reports a value that is given again and differs from the first, which counts.
    fn report_repeated_value(&mut self, indent: &str, key: &str, said: &DraftText, first: &str) {
        if said.text.eq_ignore_ascii_case(first) {
            return;
        }
        let message = format!("{key} is given again: kept as a comment, the first counts");
        self.remark(Diagnostic::warning(code::UNKNOWN_LINE, said.span, message));
        let text = if key == "a stat" { said.text.clone() } else { format!("{key}: {}", said.text) };
        self.comment(indent, &DraftText { span: said.span, text }, "given again");
        self.imported.kept_as_comments += 1;
    }

    fn texts(&mut self, draft: &CharacterDraft, key: &'static str, more: &[String]) {
        let given = draft.fields.iter().filter(|(own, said)| *own == key && !said.text.is_empty());
        let given = given.map(|(_, said)| said);
        let mut all: Vec<String> = Vec::new();
        for said in given {
            if let Value::Read(text) = character_value(key, &said.text) {
                let several = key == "familiars";
                all.extend(text.split(", ").filter(|_| several).map(str::to_owned));
                all.extend((!several).then_some(text));
            }
        }
        all.extend(more.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
        if !all.is_empty() {
            self.line("", &format!("{key}:"));
            all.iter().for_each(|text| self.line("  - ", &scalar(text)));
        }
    }

    fn stats(&mut self, draft: &CharacterDraft, kind: &str, at: Span) {
        let mut written = Vec::new();
        let mut again: BTreeMap<Span, String> = BTreeMap::new();
        // Only a Servant has a Noble Phantasm (R063).
        let needed = |stat: &Stat| kind == "servant" || *stat != Stat::NP;
        let lacking =
            Stat::ALL.into_iter().filter(|stat| draft.stats.iter().all(|(own, _)| own != stat)).filter(needed);
        let lacking: Vec<&str> = lacking.map(Stat::name).collect();
        if !lacking.is_empty() {
            self.warn_of_missing(at, &format!("not given: {}", lacking.join(", ")));
        }
        for stat in Stat::ALL {
            let mut given = draft.stats.iter().filter(|(own, _)| *own == stat).map(|(_, said)| said);
            let first = given.next();
            if let Some(said) = first {
                written.push(format!("{stat}: {}", scalar(&said.text)));
                if let Some(why) = why_stat_rejected(stat, kind, &said.text) {
                    self.report_misread("", said, &why);
                }
            }
            if first.is_none() && !needed(&stat) {
                written.push(format!("{stat}: N/A"));
            }
            let first = first.map(|said| said.text.clone()).unwrap_or_default();
            for said in given.filter(|said| !said.text.eq_ignore_ascii_case(&first)) {
                let line = again.entry(said.span).or_default();
                line.push_str(&format!("{}{stat}: {}", if line.is_empty() { "" } else { ", " }, said.text));
            }
        }
        for (span, text) in again {
            self.report_repeated_value("", "a stat", &DraftText { span, text }, "");
        }
        self.line("", &format!("stats: {{ {} }}", written.join(", ")));
    }

    /// Writes a key with its value. A misread value is written unchanged, with a comment.
    fn value(&mut self, indent: &str, key: &str, said: &DraftText, value: Value) {
        match value {
            Value::None => {}
            Value::Unfilled => {
                let number = self.number(said.span);
                self.line(
                    indent,
                    &format!("# {key}: not filled in (line {number}: {})", collapse_whitespace(&said.text)),
                );
                self.warn_of_missing(said.span, &format!("{} is not filled in", rulebook_name(key)));
            }
            Value::Read(text) if key == "targets" => self.line(indent, &format!("targets: \"{text}\"")),
            Value::Read(text) => self.line(indent, &format!("{key}: {}", scalar(&text))),
            Value::Misread(why) => {
                self.report_misread(indent, said, &why);
                self.line(indent, &format!("{key}: {}", scalar(&said.text)));
            }
        }
    }

    fn report_misread(&mut self, indent: &str, said: &DraftText, why: &str) {
        self.line(indent, &format!("# line {}, not understood: {}", self.number(said.span), collapse_whitespace(why)));
        self.remark(Diagnostic::warning(code::MISREAD, said.span, format!("written as it stands: {why}")));
    }

    fn warn_of_missing(&mut self, at: Span, what: &str) {
        self.remark(Diagnostic::warning(code::MISSING, at, what));
    }

    fn remark(&mut self, remark: Diagnostic) {
        self.imported.remarks.push(remark);
    }

    /// Writes a line of the text as a comment.
    fn comment(&mut self, indent: &str, said: &DraftText, why: &str) {
        let number = self.number(said.span);
        self.line(indent, &format!("# line {number}, {why}: {}", collapse_whitespace(&said.text)));
    }

    fn number(&self, at: Span) -> usize {
        self.source.line_column(at.start).0
    }

    fn line(&mut self, indent: &str, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(self.imported.yaml, "{indent}{text}");
        self.imported.lines += 1;
    }
}

/// Why the loader rejects the rank of a stat; `None` if it does not. Only ACT may be `N/A`, and the NP of a Master or
/// familiar (A018).
fn why_stat_rejected(stat: Stat, kind: &str, text: &str) -> Option<String> {
    let read = match stat {
        Stat::ACT => fields::acuity(text).map(|_| ()),
        _ => fields::rank_or_none(text).map(|_| ()),
    };
    let lacks = (Stat::MAIN.contains(&stat) || (stat == Stat::NP && kind == "servant")) && is_nothing(text);
    match read {
        Err(faults) => faults.into_iter().next().map(|fault| fault.message),
        Ok(()) => lacks.then(|| format!("{stat} cannot be N/A")),
    }
}

/// The rulebook's name for a key.
fn rulebook_name(key: &str) -> String {
    match key {
        "max_targets" => "`Max Number of Targets`".to_owned(),
        "targets" => "`Type of Target`".to_owned(),
        "health_regen" => "`Health Regeneration`".to_owned(),
        "mana_regen" => "`Mana Regeneration`".to_owned(),
        "ap" => "`AP`".to_owned(),
        other => format!("`{}`", crate::vocabulary::text::capitalise(&other.replace('_', " "))),
    }
}

/// Renders a text as a YAML scalar: plain where that is unambiguous, otherwise in single quotes.
fn scalar(text: &str) -> String {
    let text = collapse_whitespace(&text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>());
    let first = text.chars().next().is_some_and(char::is_alphanumeric);
    let word = matches!(text.to_lowercase().as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off");
    let inside =
        text.contains(": ") || text.contains(" #") || text.ends_with(':') || text.contains(['{', '}', '[', ']']);
    let comma = text.contains(", ") && text.len() < 4;
    if first && !word && !inside && !comma { text } else { format!("'{}'", text.replace('\'', "''")) }
}
