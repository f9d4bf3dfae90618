//! Writes the skills of a draft: their fields, their sentences, and what is left to the GM.

use super::{SheetWriter, render_scalar, rulebook_name};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Effect;
use crate::language::effects::{self, split_sentences};
use crate::language::fields;
use crate::language::span::Span;
use crate::sheet::import::code;
use crate::sheet::import::draft::{CharacterDraft, DraftText, SkillDraft};
use crate::sheet::import::hits;
use crate::sheet::import::labels::Section;
use crate::sheet::import::sentences::{SentenceOutcome, convert_requirements, convert_sentences, parse_frequency};
use crate::sheet::import::values::{Value, convert_upkeep, is_nothing, is_placeholder, skill_value};
use crate::vocabulary::dash::is_dash;
use crate::vocabulary::text::collapse_whitespace;

const SKILL_KEYS: [&str; 8] = ["rank", "type", "max_targets", "targets", "damage", "cost", "phase", "seen"];

/// The list of the sheet that a skill goes into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SkillList {
    Abilities,
    BasicAttack,
    Skills,
    NoblePhantasms,
    StorySkills,
}

impl SheetWriter<'_> {
    pub(super) fn write_skills(&mut self, draft: &CharacterDraft) {
        let (filled, empty): (Vec<&SkillDraft>, Vec<&SkillDraft>) =
            draft.skills.iter().partition(|skill| !is_unfilled(skill));
        for skill in empty {
            self.write_comment("", &skill.name, "a skill that is not filled in");
            self.warn_of_missing(skill.name.span, "a skill that is not filled in: kept as a comment");
            for line in &skill.unknown_lines {
                self.write_comment("", line, "not understood");
            }
            self.imported.kept_as_comments += skill.unknown_lines.len();
        }
        let mut basic_taken = false;
        let placed: Vec<(SkillList, &SkillDraft)> = filled
            .into_iter()
            .map(|skill| {
                let list = match choose_list(skill) {
                    SkillList::BasicAttack if basic_taken => SkillList::Skills,
                    list => list,
                };
                basic_taken |= list == SkillList::BasicAttack;
                (list, skill)
            })
            .collect();
        let lists = [
            (SkillList::Abilities, "abilities"),
            (SkillList::BasicAttack, "basic_attack"),
            (SkillList::Skills, "skills"),
            (SkillList::NoblePhantasms, "noble_phantasms"),
            (SkillList::StorySkills, "story_skills"),
        ];
        for (list, key) in lists {
            let mut members = placed.iter().filter(|(own, _)| *own == list).map(|(_, skill)| *skill).peekable();
            if members.peek().is_none() {
                continue;
            }
            self.write_line("", &format!("{key}:"));
            for skill in members {
                self.imported.skills += 1;
                self.write_skill(list, skill);
            }
        }
    }

    fn write_skill(&mut self, list: SkillList, skill: &SkillDraft) {
        let (first, indent) = if list == SkillList::BasicAttack { ("  ", "  ") } else { ("  - ", "    ") };
        let (name, other_name) = parse_skill_name(&skill.name.text);
        let (name, rank_after_name) = match name.rsplit_once(' ') {
            Some((name, rank)) if skill.field("rank").is_none() && fields::rank(rank).is_ok() => {
                (name.to_owned(), Some(rank.to_owned()))
            }
            _ => (name, None),
        };
        self.write_line(first, &format!("name: {}", render_scalar(&name)));
        if name.is_empty() {
            self.warn_of_missing(skill.name.span, "the skill has no name");
        }
        if let Some(other_name) = other_name {
            self.write_line(
                indent,
                &format!("# line {}: called {other_name} before it is upgraded", self.line_number(skill.name.span)),
            );
        }
        self.owner.skill = (list != SkillList::Abilities).then_some(name);
        let passive = list == SkillList::Abilities || skill.kind() == "passive";
        // A line that gives the number of hits goes into the damage.
        let hits = hits::merge_hits(skill);
        if let Some(rank) = &rank_after_name {
            let message = format!("`{rank}` behind the name is taken for its rank");
            self.add_remark(Diagnostic::hint(code::REWORDED, skill.name.span, message));
            self.write_line(indent, &format!("rank: {rank}"));
        }
        for key in SKILL_KEYS.into_iter().filter(|key| *key != "rank" || rank_after_name.is_none()) {
            self.write_skill_field(indent, key, skill, hits.as_ref(), passive);
        }
        self.report_hits(indent, skill, hits.as_ref());
        let mut upkeeps = skill.values("upkeep");
        let first = upkeeps.next().map(|field_text| field_text.text.clone()).unwrap_or_default();
        upkeeps.for_each(|field_text| self.report_repeated_value(indent, "`Upkeep`", field_text, &first));
        let unparsed_requirements = self.write_requirements(indent, skill);
        let descriptions: Vec<&DraftText> = skill
            .values("description")
            .filter(|description| !is_nothing(&description.text) && !is_placeholder(&description.text))
            .collect();
        if !descriptions.is_empty() {
            let text = descriptions.iter().map(|description| description.text.as_str()).collect::<Vec<_>>().join(" ");
            self.write_line(indent, &format!("description: {}", render_scalar(&text)));
        }
        self.write_effects(
            indent,
            skill,
            &descriptions,
            &unparsed_requirements,
            hits.map(|hits| hits.told_at),
            passive,
        );
        for line in &skill.unknown_lines {
            self.write_comment(indent, line, "not understood");
        }
        self.imported.kept_as_comments += skill.unknown_lines.len();
    }

    fn write_skill_field(
        &mut self,
        indent: &str,
        key: &'static str,
        skill: &SkillDraft,
        hits: Option<&hits::DamageWithHits>,
        passive: bool,
    ) {
        let needed: &[&str] = if passive { &["rank"] } else { &["rank", "type", "max_targets", "targets", "cost"] };
        let mut given = skill.values(key);
        let first = given.next();
        let targets_only_self =
            skill.field("targets").is_some_and(|targets| targets.text.trim_matches(['[', ']', ' ']) == "Self");
        match first {
            Some(field_text) if key == "damage" && hits.is_some() => {
                let damage = hits.map(|hits| hits.damage.clone()).unwrap_or_default();
                self.write_value(indent, key, field_text, Value::Read(damage));
            }
            Some(field_text) if key == "cost" && passive && is_nothing(&field_text.text) => {}
            Some(field_text) if key == "cost" => self.write_cost(indent, skill, field_text),
            Some(field_text) => {
                let value = skill_value(key, &field_text.text);
                let lacks = matches!(value, Value::None) && needed.contains(&key);
                match value {
                    // A field that is not required may stay empty.
                    Value::Unfilled if !needed.contains(&key) && field_text.text.trim().is_empty() => {}
                    value => self.write_value(indent, key, field_text, value),
                }
                if lacks {
                    self.report_missing_field(indent, key, skill, field_text.span);
                }
            }
            None if key == "cost" && skill.field("upkeep").is_some() => {
                let field_text = skill.field("upkeep").cloned().unwrap_or_else(|| skill.name.clone());
                self.write_cost(indent, skill, &DraftText { text: String::new(), ..field_text });
            }
            // A skill whose only target is its user has one target.
            None if key == "max_targets" && targets_only_self => self.write_line(indent, "max_targets: 1"),
            None if needed.contains(&key) => self.report_missing_field(indent, key, skill, skill.name.span),
            None => {}
        }
        let first = first.map(|field_text| field_text.text.clone()).unwrap_or_default();
        for field_text in given {
            self.report_repeated_value(indent, &rulebook_name(key), field_text, &first);
        }
    }

    /// Reports that the number of hits went into the damage, or that a field for it is not understood.
    fn report_hits(&mut self, indent: &str, skill: &SkillDraft, hits: Option<&hits::DamageWithHits>) {
        if let Some(hits) = hits {
            self.add_remark(Diagnostic::hint(
                code::REWORDED,
                hits.told_at,
                format!("put into the damage: {}", hits.damage),
            ));
        }
        for field_text in
            skill.values("hits").filter(|field_text| hits.is_none_or(|hits| hits.told_at != field_text.span))
        {
            let message = "how often it hits is not understood here: kept as a comment";
            self.add_remark(
                Diagnostic::warning(code::MISREAD, field_text.span, message).note("write `Damage: 8 Physical, 3 hits`"),
            );
            self.write_comment(indent, field_text, "hits");
        }
    }

    fn report_missing_field(&mut self, indent: &str, key: &str, skill: &SkillDraft, at: Span) {
        self.warn_of_missing(
            at,
            &format!("the skill `{}` has no {}", parse_skill_name(&skill.name.text).0, rulebook_name(key)),
        );
        self.write_line(indent, &format!("# {key}: not given"));
    }

    /// Writes the cost, together with a separate upkeep field.
    fn write_cost(&mut self, indent: &str, skill: &SkillDraft, field_text: &DraftText) {
        let value = if field_text.text.is_empty() {
            Value::Read("none".to_owned())
        } else {
            skill_value("cost", &field_text.text)
        };
        let Some(told) = skill.field("upkeep").filter(|separate_upkeep| !is_nothing(&separate_upkeep.text)) else {
            return self.write_value(indent, "cost", field_text, value);
        };
        match (value, convert_upkeep(&told.text)) {
            (Value::Read(cost), Some(upkeep)) if !cost.contains("Upkeep") => {
                let both = if cost == "none" { upkeep } else { format!("{cost}, {upkeep}") };
                self.write_value(indent, "cost", field_text, Value::Read(both));
            }
            (value, _) => {
                self.write_value(indent, "cost", field_text, value);
                let why = format!("`{}` is not understood as an upkeep beside the cost", told.text);
                self.add_remark(Diagnostic::warning(code::MISREAD, told.span, format!("kept as a comment: {why}")));
                self.write_comment(indent, told, "upkeep, not understood");
            }
        }
    }

    /// Writes the requirements. Returns those that do not parse, which are left to the GM.
    fn write_requirements(&mut self, indent: &str, skill: &SkillDraft) -> Vec<DraftText> {
        let mut read = Vec::new();
        let mut unparsed = Vec::new();
        let is_given = |given: &&DraftText| !is_nothing(&given.text) && !is_placeholder(&given.text);
        for field_text in skill.values("requirements").filter(is_given) {
            let pieces = match convert_requirements(&field_text.text, &self.owner) {
                Ok(_) => vec![field_text.text.as_str()],
                Err(_) => split_sentences(&field_text.text).into_iter().map(|(_, piece)| piece.trim()).collect(),
            };
            for piece in pieces {
                match convert_requirements(piece, &self.owner) {
                    Ok(text) if !self.refused.contains_key(&(field_text.span, 0)) => read.push((field_text.span, text)),
                    _ => unparsed.push(DraftText { span: field_text.span, text: piece.to_owned() }),
                }
            }
        }
        if !read.is_empty() {
            self.written.insert(self.imported.lines, (read[0].0, 0));
            let text = read.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ");
            self.write_line(indent, &format!("requirements: {}", render_scalar(&text)));
        }
        unparsed
    }

    fn write_effects(
        &mut self,
        indent: &str,
        skill: &SkillDraft,
        descriptions: &[&DraftText],
        left: &[DraftText],
        hits_told: Option<Span>,
        passive: bool,
    ) {
        let head = self.imported.yaml.len();
        self.write_line(indent, "effects:");
        let empty = self.imported.yaml.len();
        let inner = format!("{indent}  ");
        for requirement in left {
            self.write_unparsed_requirement(&inner, requirement);
        }
        let upkeep = skill.field("upkeep").is_some()
            || skill.field("cost").is_some_and(|cost| {
                let cost = cost.text.to_lowercase();
                cost.contains("upkeep") || cost.contains("per turn") || cost.contains("/turn")
            });
        for field_text in skill.effects.iter().filter(|effect| Some(effect.span) != hits_told) {
            if upkeep && only_repeats_upkeep(&field_text.text) {
                self.write_comment(&inner, field_text, "said by the upkeep");
                continue;
            }
            self.write_sentences(&inner, field_text, passive);
        }
        if skill.effects.is_empty() {
            self.write_effects_of_description(&inner, skill, descriptions, passive);
        } else {
            descriptions.iter().for_each(|description| self.remark_on_description(description));
        }
        if self.imported.yaml.len() == empty {
            self.imported.yaml.truncate(head);
            self.imported.lines -= 1;
        }
    }

    /// Writes a requirement that does not parse. `Once per War` becomes a limit; anything else is left to the GM.
    fn write_unparsed_requirement(&mut self, indent: &str, field_text: &DraftText) {
        if let Some(frequency) = parse_frequency(&field_text.text) {
            let text = format!("Can be used {frequency}.");
            self.add_remark(Diagnostic::hint(code::REWORDED, field_text.span, format!("written as an effect: {text}")));
            self.write_line(indent, &format!("- {text}"));
            return;
        }
        let why = match self.refused.get(&(field_text.span, 0)) {
            Some(why) => why.clone(),
            None => convert_requirements(&field_text.text, &self.owner).err().unwrap_or_default(),
        };
        self.imported.sentences += 1;
        self.imported.left_to_gm += 1;
        self.write_line(
            indent,
            &format!("# line {}, not understood: {}", self.line_number(field_text.span), collapse_whitespace(&why)),
        );
        self.write_line(indent, &format!("- {}", render_scalar(&format!("GM: Required: {}", field_text.text))));
        self.add_remark(Diagnostic::warning(
            code::SENTENCE,
            field_text.span,
            format!("the requirement is left to the GM: {why}"),
        ));
    }

    fn write_sentences(&mut self, indent: &str, field_text: &DraftText, passive: bool) {
        let outcomes = convert_sentences(&field_text.text, &self.owner, passive);
        for (index, sentence) in outcomes.into_iter().enumerate() {
            self.write_sentence(indent, field_text, index, sentence, passive);
        }
    }

    fn write_sentence(
        &mut self,
        indent: &str,
        field_text: &DraftText,
        index: usize,
        sentence: SentenceOutcome,
        passive: bool,
    ) {
        let refused = self.refused.get(&(field_text.span, index)).cloned();
        let sentence = match (sentence, refused) {
            (SentenceOutcome::Understood(text) | SentenceOutcome::Reworded(text), Some(why)) => {
                SentenceOutcome::NotUnderstood { text, why, notes: Vec::new() }
            }
            (sentence, _) => sentence,
        };
        let (before, left) = (self.imported.understood, self.imported.left_to_gm);
        let text = match sentence {
            SentenceOutcome::Understood(text) | SentenceOutcome::Gm(text) => {
                self.imported.understood += split_sentences(&text).len();
                text
            }
            SentenceOutcome::Reworded(text) => {
                self.imported.understood += split_sentences(&text).len();
                self.add_remark(Diagnostic::hint(code::REWORDED, field_text.span, format!("written as: {text}")));
                text
            }
            SentenceOutcome::NotUnderstood { text, why, notes } => {
                self.imported.left_to_gm += 1;
                self.write_line(
                    indent,
                    &format!(
                        "# line {}, not understood: {}",
                        self.line_number(field_text.span),
                        collapse_whitespace(&why)
                    ),
                );
                let mut fault = Diagnostic::warning(code::SENTENCE, field_text.span, format!("left to the GM: {why}"));
                fault.notes = notes;
                if passive {
                    fault = fault.note("an ability is never used, so the program never asks the GM about it");
                }
                self.add_remark(fault);
                format!("GM: {text}")
            }
        };
        self.imported.sentences += self.imported.understood - before + self.imported.left_to_gm - left;
        self.written.insert(self.imported.lines, (field_text.span, index));
        self.write_line(indent, &format!("- {}", render_scalar(&text)));
    }

    /// Writes the description of a skill without bullets as its effects: each sentence that parses. For a skill without
    /// damage, also each sentence about the game's values, or every sentence if there is none.
    fn write_effects_of_description(
        &mut self,
        indent: &str,
        skill: &SkillDraft,
        descriptions: &[&DraftText],
        passive: bool,
    ) {
        let inflicts_damage =
            skill.field("damage").is_some_and(|damage| matches!(skill_value("damage", &damage.text), Value::Read(_)));
        for description in descriptions {
            let pieces: Vec<DraftText> = split_sentences(&description.text)
                .into_iter()
                .map(|(_, piece)| DraftText { span: description.span, text: piece.trim().to_owned() })
                .collect();
            let parsed = |piece: &DraftText| {
                let outcomes = convert_sentences(&piece.text, &self.owner, passive);
                !outcomes.iter().any(|one| matches!(one, SentenceOutcome::NotUnderstood { .. }))
            };
            let known: Vec<bool> = pieces.iter().map(parsed).collect();
            let speaks_of_any_rule =
                pieces.iter().zip(&known).any(|(piece, known)| *known || speaks_of_rules(&piece.text));
            for (index, (piece, known)) in pieces.iter().zip(known).enumerate() {
                let rule = !inflicts_damage && speaks_of_rules(&piece.text);
                if known || rule || (!speaks_of_any_rule && !inflicts_damage) {
                    if known {
                        let message = format!("`{}` of the description is an effect", piece.text);
                        self.add_remark(Diagnostic::hint(code::DESCRIBED, description.span, message));
                    }
                    for outcome in convert_sentences(&piece.text, &self.owner, passive) {
                        self.write_sentence(indent, piece, index, outcome, passive);
                    }
                } else if !inflicts_damage || piece.text.contains(|c: char| c.is_ascii_digit()) {
                    let message = format!("`{}` stands in the description alone, which is never executed", piece.text);
                    self.add_remark(Diagnostic::hint(code::DESCRIBED, description.span, message));
                }
            }
        }
    }

    /// Adds remarks on sentences of a description that would parse as an effect.
    fn remark_on_description(&mut self, description: &DraftText) {
        for (_, part) in split_sentences(&description.text) {
            if matches!(effects::parse(part.trim()), Ok(Effect::Sentence(_))) {
                let message = format!("`{}` stands in a description, which is never executed", part.trim());
                let fault = Diagnostic::hint(code::DESCRIBED, description.span, message);
                self.add_remark(fault.note("write it behind a bullet of its own to make it an effect"));
            }
        }
    }
}

/// Whether a skill is an empty form.
fn is_unfilled(skill: &SkillDraft) -> bool {
    let empty = |text: &str| is_placeholder(text) || is_nothing(text);
    empty(&skill.name.text)
        && skill.effects.is_empty()
        && skill.fields.iter().all(|(_, field_text)| empty(&field_text.text))
}

/// Whether a sentence is about the game's values, and not only a description.
fn speaks_of_rules(text: &str) -> bool {
    const WORDS: [&str; 22] = [
        "stat",
        "stats",
        "rank",
        "ranks",
        "subrank",
        "damage",
        "health",
        "mana",
        "turn",
        "turns",
        "target",
        "targets",
        "opponent",
        "opponents",
        "skill",
        "skills",
        "regeneration",
        "str",
        "agi",
        "lck",
        "ap",
        "sp",
    ];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.any(|word| WORDS.contains(&word.as_str()) || word.chars().any(|c| c.is_ascii_digit()))
}

/// Whether a sentence only says what every upkeep implies: `Lasts as long as the upkeep is paid.`
fn only_repeats_upkeep(text: &str) -> bool {
    let lower = text.trim().trim_end_matches('.').to_lowercase();
    let condition =
        ["lasts as long as", "lasts while", "lasts until"].into_iter().find_map(|head| lower.strip_prefix(head));
    let condition = condition.map(str::trim).unwrap_or_default();
    let paid = ["the upkeep is paid", "upkeep is paid", "its upkeep is paid", "the upkeep cost is paid"];
    let unpaid = ["the upkeep is not paid", "the upkeep is no longer paid", "upkeep is no longer paid"];
    if lower.starts_with("lasts until") { unpaid.contains(&condition) } else { paid.contains(&condition) }
}

fn choose_list(skill: &SkillDraft) -> SkillList {
    let (passive, has_type) =
        (skill.kind() == "passive", skill.field("type").is_some_and(|kind| !is_nothing(&kind.text)));
    match skill.section {
        Some(Section::BasicAttack) => SkillList::BasicAttack,
        Some(Section::NoblePhantasms) => SkillList::NoblePhantasms,
        Some(Section::StorySkills) => SkillList::StorySkills,
        // An ability is always on; an entry with another type is a skill, in any section.
        Some(Section::Abilities) if !has_type || has_unreadable_type(skill) => SkillList::Abilities,
        Some(
            Section::Profile
            | Section::Abilities
            | Section::Skills
            | Section::Familiars
            | Section::Items
            | Section::Endings,
        )
        | None => {
            if passive {
                SkillList::Abilities
            } else {
                SkillList::Skills
            }
        }
    }
}

fn has_unreadable_type(skill: &SkillDraft) -> bool {
    skill.field("type").is_none_or(|kind| fields::skill_types(&kind.text).is_err())
}

/// The name of a skill, and what else it is called. `"Power Blow" - Crushing Punch -> Instant Crushing Punch` uses the
/// quoted name, because other skills refer to it.
fn parse_skill_name(text: &str) -> (String, Option<String>) {
    let bare = |text: &str| text.replace('"', "").trim().to_owned();
    let Some((called, rest)) = text.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
        return (bare(text), None);
    };
    let rest = rest.trim_start_matches(|c: char| c == ' ' || c == ':' || is_dash(c));
    match rest.split_once("->").or_else(|| rest.split_once('\u{2192}')) {
        Some((form, upgraded)) if !form.trim().is_empty() => {
            (format!("{} -> {}", bare(called), bare(upgraded)), Some(bare(form)))
        }
        Some((_, upgraded)) => (format!("{} -> {}", bare(called), bare(upgraded)), None),
        None if rest.is_empty() => (bare(called), None),
        None => (bare(called), Some(bare(rest))),
    }
}
