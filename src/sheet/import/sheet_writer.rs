//! Writes a draft as a sheet's YAML, with comments on what was not understood.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::language::diagnostic::Diagnostic;
use crate::language::fields;
use crate::language::span::{Source, Span};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::collapse_whitespace;

use super::draft::{CharacterDraft, DraftText};
use super::labels::{Section, parse_class};
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
    let names = |character: &CharacterDraft| {
        let keys = ["name", "class", "true_name"].into_iter();
        keys.map(|key| character.field(key).map_or(String::new(), |field_text| field_text.text.clone()))
            .collect::<Vec<_>>()
    };
    let sex = draft.field("sex").map_or("", |field_text| field_text.text.as_str());
    let owner = Owner::new(&names(draft), sex, familiars.clone(), &summoner.map(names).unwrap_or_default());
    let mut writer = SheetWriter { source, owner, refused, written, imported };
    writer.write_character(draft, &familiars);
}

impl SheetWriter<'_> {
    fn write_character(&mut self, draft: &CharacterDraft, familiars: &[String]) {
        let at = self.start_span(draft);
        let kind = self.determine_kind(draft, at);
        self.write_line("", &format!("kind: {kind}"));
        let named = self.write_names(draft, kind, at);
        for key in IDENTITY_KEYS.into_iter().filter(|key| !named.contains(key)) {
            self.write_character_field(draft, key);
        }
        self.write_texts(draft, "clues", &[]);
        self.write_texts(draft, "familiars", familiars);
        for key in AMOUNT_KEYS {
            self.write_character_field(draft, key);
        }
        self.write_stats(draft, kind, at);
        if kind != "master" && draft.field("ap").is_none() {
            self.warn_of_missing(at, "no `AP` are given");
        }
        for key in AFTER_STATS {
            self.write_character_field(draft, key);
        }
        for item in &draft.items {
            self.write_comment("", item, "items");
        }
        for line in &draft.unknown_lines {
            self.write_comment("", line, "not understood");
        }
        self.imported.kept_as_comments += draft.items.len() + draft.unknown_lines.len();
        self.write_skills(draft);
        if !draft.endings.is_empty() {
            self.write_line("", "endings:");
            for (kind, field_text) in &draft.endings {
                self.write_line("  - ", &format!("type: {kind}"));
                self.write_line("    ", &format!("condition: {}", render_scalar(&field_text.text)));
            }
        }
    }

    /// The span where a character starts in the text.
    fn start_span(&self, draft: &CharacterDraft) -> Span {
        let identity = ["name", "class", "true_name", "kind"].into_iter().filter_map(|key| draft.field(key));
        let skill = draft.skills.first().map(|skill| skill.name.span);
        identity.map(|field_text| field_text.span).next().or(skill).unwrap_or(Span::new(0, 0))
    }

    /// The kind of character, as the text states or suggests it.
    fn determine_kind(&mut self, draft: &CharacterDraft, at: Span) -> &'static str {
        let said = draft.field("kind").map(|kind_words| kind_words.text.trim().to_lowercase()).unwrap_or_default();
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
        let is_class = draft.field("class").is_some_and(|field_text| parse_class(&field_text.text).is_some());
        if is_class && !masters && draft.endings.is_empty() {
            return "servant";
        }
        let servants = draft.field("class").is_some() || draft.field("ap").is_some();
        let kind = if !servants && (masters || !draft.endings.is_empty()) { "master" } else { "servant" };
        self.add_remark(
            Diagnostic::warning(code::GUESSED, at, format!("taken for a {kind}"))
                .note("write `Kind: Master`, `Kind: Servant` or `Kind: Familiar` to say it"),
        );
        kind
    }

    /// Writes the names. A Servant is called by its class; a name given besides the class is its true name, which is
    /// secret. Returns the keys it wrote.
    fn write_names(&mut self, draft: &CharacterDraft, kind: &str, at: Span) -> Vec<&'static str> {
        let parse = |key: &str| {
            let field_text = draft.field(key)?;
            matches!(character_value(key, &field_text.text), Value::Read(_)).then_some(field_text)
        };
        let (name, class_name) =
            (parse("name"), parse("class").filter(|field_text| parse_class(&field_text.text).is_some()));
        if let (Some(class_name), "servant") = (class_name, kind) {
            let class = parse_class(&class_name.text).unwrap_or_default();
            match name {
                None => {
                    self.write_line("", &format!("name: {class}"));
                    self.report_unfilled(draft, "name");
                    self.report_repeated_values(draft, "name");
                    return vec!["name"];
                }
                Some(name)
                    if !name.text.eq_ignore_ascii_case(class)
                        && parse("true_name").is_none_or(|own| own.text.eq_ignore_ascii_case(&name.text)) =>
                {
                    self.write_line("", &format!("name: {class}"));
                    self.write_line("", &format!("true_name: {}", render_scalar(&name.text)));
                    let message = "taken for the true name, which is secret: a Servant is called by its class";
                    self.add_remark(Diagnostic::hint(code::REWORDED, name.span, message));
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
        if let Some(field_text) = draft.field(key) {
            self.write_value("", key, field_text, Value::Unfilled);
        }
    }

    fn write_character_field(&mut self, draft: &CharacterDraft, key: &'static str) {
        if let Some(field_text) = draft.field(key) {
            let value = character_value(key, &field_text.text);
            let value = match (key, value) {
                ("class", Value::Read(text)) => Value::Read(parse_class(&text).map_or(text, str::to_owned)),
                (_, value) => value,
            };
            self.write_value("", key, field_text, value);
        }
        self.report_repeated_values(draft, key);
    }

    /// Reports further values of a field after its first.
    fn report_repeated_values(&mut self, draft: &CharacterDraft, key: &'static str) {
        let first = draft.field(key).map(|field_text| field_text.text.clone()).unwrap_or_default();
        for field_text in draft.values(key).skip(1) {
            self.report_repeated_value("", key, field_text, &first);
        }
    }

    /// Reports a value that is given again and differs from the first, which counts.
    fn report_repeated_value(&mut self, indent: &str, key: &str, field_text: &DraftText, first: &str) {
        if field_text.text.eq_ignore_ascii_case(first) {
            return;
        }
        let message = format!("{key} is given again: kept as a comment, the first counts");
        self.add_remark(Diagnostic::warning(code::UNKNOWN_LINE, field_text.span, message));
        let text = if key == "a stat" { field_text.text.clone() } else { format!("{key}: {}", field_text.text) };
        self.write_comment(indent, &DraftText { span: field_text.span, text }, "given again");
        self.imported.kept_as_comments += 1;
    }

    fn write_texts(&mut self, draft: &CharacterDraft, key: &'static str, more: &[String]) {
        let mut all: Vec<String> = Vec::new();
        for field_text in draft.values(key).filter(|field_text| !field_text.text.is_empty()) {
            if let Value::Read(text) = character_value(key, &field_text.text) {
                let several = key == "familiars";
                all.extend(text.split(", ").filter(|_| several).map(str::to_owned));
                all.extend((!several).then_some(text));
            }
        }
        all.extend(more.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
        if !all.is_empty() {
            self.write_line("", &format!("{key}:"));
            all.iter().for_each(|text| self.write_line("  - ", &render_scalar(text)));
        }
    }

    fn write_stats(&mut self, draft: &CharacterDraft, kind: &str, at: Span) {
        let mut written = Vec::new();
        let mut repeated: BTreeMap<Span, String> = BTreeMap::new();
        // Only a Servant has a Noble Phantasm (R063).
        let needed = |stat: &Stat| kind == "servant" || *stat != Stat::NP;
        let lacking =
            Stat::ALL.into_iter().filter(|stat| draft.stats.iter().all(|(own, _)| own != stat)).filter(needed);
        let lacking: Vec<&str> = lacking.map(Stat::name).collect();
        if !lacking.is_empty() {
            self.warn_of_missing(at, &format!("not given: {}", lacking.join(", ")));
        }
        for stat in Stat::ALL {
            let mut given = draft.stats.iter().filter(|(own, _)| *own == stat).map(|(_, field_text)| field_text);
            let first = given.next();
            if let Some(field_text) = first {
                written.push(format!("{stat}: {}", render_scalar(&field_text.text)));
                if let Some(why) = why_stat_rejected(stat, kind, &field_text.text) {
                    self.report_misread("", field_text, &why);
                }
            }
            if first.is_none() && !needed(&stat) {
                written.push(format!("{stat}: N/A"));
            }
            let first = first.map(|field_text| field_text.text.clone()).unwrap_or_default();
            for said in given.filter(|field_text| !field_text.text.eq_ignore_ascii_case(&first)) {
                let line = repeated.entry(said.span).or_default();
                line.push_str(&format!("{}{stat}: {}", if line.is_empty() { "" } else { ", " }, said.text));
            }
        }
        for (span, text) in repeated {
            self.report_repeated_value("", "a stat", &DraftText { span, text }, "");
        }
        self.write_line("", &format!("stats: {{ {} }}", written.join(", ")));
    }

    /// Writes a key with its value. A misread value is written unchanged, with a comment.
    fn write_value(&mut self, indent: &str, key: &str, field_text: &DraftText, value: Value) {
        match value {
            Value::None => {}
            Value::Unfilled => {
                let number = self.line_number(field_text.span);
                self.write_line(
                    indent,
                    &format!("# {key}: not filled in (line {number}: {})", collapse_whitespace(&field_text.text)),
                );
                self.warn_of_missing(field_text.span, &format!("{} is not filled in", rulebook_name(key)));
            }
            Value::Read(text) if key == "targets" => self.write_line(indent, &format!("targets: \"{text}\"")),
            Value::Read(text) => self.write_line(indent, &format!("{key}: {}", render_scalar(&text))),
            Value::Misread(why) => {
                self.report_misread(indent, field_text, &why);
                self.write_line(indent, &format!("{key}: {}", render_scalar(&field_text.text)));
            }
        }
    }

    fn report_misread(&mut self, indent: &str, field_text: &DraftText, why: &str) {
        self.write_line(
            indent,
            &format!("# line {}, not understood: {}", self.line_number(field_text.span), collapse_whitespace(why)),
        );
        self.add_remark(Diagnostic::warning(code::MISREAD, field_text.span, format!("written as it stands: {why}")));
    }

    fn warn_of_missing(&mut self, at: Span, what: &str) {
        self.add_remark(Diagnostic::warning(code::MISSING, at, what));
    }

    fn add_remark(&mut self, remark: Diagnostic) {
        self.imported.remarks.push(remark);
    }

    /// Writes a line of the text as a comment.
    fn write_comment(&mut self, indent: &str, field_text: &DraftText, why: &str) {
        let number = self.line_number(field_text.span);
        self.write_line(indent, &format!("# line {number}, {why}: {}", collapse_whitespace(&field_text.text)));
    }

    fn line_number(&self, at: Span) -> usize {
        self.source.line_column(at.start).0
    }

    fn write_line(&mut self, indent: &str, text: &str) {
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
    let may_lack_rank = (Stat::MAIN.contains(&stat) || (stat == Stat::NP && kind == "servant")) && is_nothing(text);
    match read {
        Err(faults) => faults.into_iter().next().map(|fault| fault.message),
        Ok(()) => may_lack_rank.then(|| format!("{stat} cannot be N/A")),
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
fn render_scalar(text: &str) -> String {
    let text = collapse_whitespace(&text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>());
    let first = text.chars().next().is_some_and(char::is_alphanumeric);
    let word = matches!(text.to_lowercase().as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off");
    let inside =
        text.contains(": ") || text.contains(" #") || text.ends_with(':') || text.contains(['{', '}', '[', ']']);
    let comma = text.contains(", ") && text.len() < 4;
    if first && !word && !inside && !comma { text } else { format!("'{}'", text.replace('\'', "''")) }
}
