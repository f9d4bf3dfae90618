//! Writes the skills of a draft: their fields, their sentences, and what is left to the GM.

use super::{SheetWriter, rulebook_name, scalar};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Effect;
use crate::language::effects::{self, sentences_of};
use crate::language::fields;
use crate::language::span::Span;
use crate::sheet::import::code;
use crate::sheet::import::draft::{CharacterDraft, DraftText, SkillDraft};
use crate::sheet::import::hits;
use crate::sheet::import::labels::Section;
use crate::sheet::import::sentences::{SentenceOutcome, convert_requirements, convert_sentences, parse_frequency};
use crate::sheet::import::values::{Value, is_nothing, is_placeholder, skill_value, upkeep};
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
    pub(super) fn skills(&mut self, draft: &CharacterDraft) {
        let (filled, empty): (Vec<&SkillDraft>, Vec<&SkillDraft>) =
            draft.skills.iter().partition(|skill| !is_unfilled(skill));
        for skill in empty {
            self.comment("", &skill.name, "a skill that is not filled in");
            self.warn_of_missing(skill.name.span, "a skill that is not filled in: kept as a comment");
            for said in &skill.unknown_lines {
                self.comment("", said, "not understood");
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
            self.line("", &format!("{key}:"));
            for skill in members {
                self.imported.skills += 1;
                self.skill(list, skill);
            }
        }
    }

    fn skill(&mut self, list: SkillList, skill: &SkillDraft) {
        let (first, indent) = if list == SkillList::BasicAttack { ("  ", "  ") } else { ("  - ", "    ") };
        let (name, other_name) = parse_skill_name(&skill.name.text);
        let (name, rank_after_name) = match name.rsplit_once(' ') {
            Some((name, rank)) if skill.field("rank").is_none() && fields::rank(rank).is_ok() => {
                (name.to_owned(), Some(rank.to_owned()))
            }
            _ => (name, None),
        };
        self.line(first, &format!("name: {}", scalar(&name)));
        if name.is_empty() {
            self.warn_of_missing(skill.name.span, "the skill has no name");
        }
        if let Some(other_name) = other_name {
            self.line(
                indent,
                &format!("# line {}: called {other_name} before it is upgraded", self.number(skill.name.span)),
            );
        }
        self.owner.skill = (list != SkillList::Abilities).then_some(name);
        let passive = list == SkillList::Abilities || skill.kind() == "passive";
        // A line that gives the number of hits goes into the damage.
        let hits = hits::merge_hits(skill);
        if let Some(rank) = &rank_after_name {
            let message = format!("`{rank}` behind the name is taken for its rank");
            self.remark(Diagnostic::hint(code::REWORDED, skill.name.span, message));
            self.line(indent, &format!("rank: {rank}"));
        }
        for key in SKILL_KEYS.into_iter().filter(|key| *key != "rank" || rank_after_name.is_none()) {
            self.skill_field(indent, key, skill, hits.as_ref(), passive);
        }
        self.report_hits(indent, skill, hits.as_ref());
        let mut upkeeps = skill.fields.iter().filter(|(key, _)| *key == "upkeep").map(|(_, said)| said);
        let first = upkeeps.next().map(|said| said.text.clone()).unwrap_or_default();
        upkeeps.for_each(|said| self.report_repeated_value(indent, "`Upkeep`", said, &first));
        let left = self.requirements(indent, skill);
        let descriptions: Vec<&DraftText> =
            skill.fields.iter().filter(|(own, _)| *own == "description").map(|(_, said)| said).collect();
        let descriptions: Vec<&DraftText> =
            descriptions.into_iter().filter(|said| !is_nothing(&said.text) && !is_placeholder(&said.text)).collect();
        if !descriptions.is_empty() {
            let text = descriptions.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join(" ");
            self.line(indent, &format!("description: {}", scalar(&text)));
        }
        self.effects(indent, skill, &descriptions, &left, hits.map(|hits| hits.told_at), passive);
        for said in &skill.unknown_lines {
            self.comment(indent, said, "not understood");
        }
        self.imported.kept_as_comments += skill.unknown_lines.len();
    }

    fn skill_field(
        &mut self,
        indent: &str,
        key: &'static str,
        skill: &SkillDraft,
        hits: Option<&hits::DamageWithHits>,
        passive: bool,
    ) {
        let needed: &[&str] = if passive { &["rank"] } else { &["rank", "type", "max_targets", "targets", "cost"] };
        let mut given = skill.fields.iter().filter(|(own, _)| *own == key).map(|(_, said)| said);
        let first = given.next();
        let own = skill.field("targets").is_some_and(|said| said.text.trim_matches(['[', ']', ' ']) == "Self");
        match first {
            Some(said) if key == "damage" && hits.is_some() => {
                let damage = hits.map(|hits| hits.damage.clone()).unwrap_or_default();
                self.value(indent, key, said, Value::Read(damage));
            }
            Some(said) if key == "cost" && passive && is_nothing(&said.text) => {}
            Some(said) if key == "cost" => self.cost(indent, skill, said),
            Some(said) => {
                let value = skill_value(key, &said.text);
                let lacks = matches!(value, Value::None) && needed.contains(&key);
                match value {
                    // A field that is not required may stay empty.
                    Value::Unfilled if !needed.contains(&key) && said.text.trim().is_empty() => {}
                    value => self.value(indent, key, said, value),
                }
                if lacks {
                    self.report_missing_field(indent, key, skill, said.span);
                }
            }
            None if key == "cost" && skill.field("upkeep").is_some() => {
                let said = skill.field("upkeep").cloned().unwrap_or_else(|| skill.name.clone());
                self.cost(indent, skill, &DraftText { text: String::new(), ..said });
            }
            // A skill whose only target is its user has one target.
            None if key == "max_targets" && own => self.line(indent, "max_targets: 1"),
            None if needed.contains(&key) => self.report_missing_field(indent, key, skill, skill.name.span),
            None => {}
        }
        let first = first.map(|said| said.text.clone()).unwrap_or_default();
        for said in given {
            self.report_repeated_value(indent, &rulebook_name(key), said, &first);
        }
    }

    /// Reports that the number of hits went into the damage, or that a field for it is not understood.
    fn report_hits(&mut self, indent: &str, skill: &SkillDraft, hits: Option<&hits::DamageWithHits>) {
        if let Some(hits) = hits {
            self.remark(Diagnostic::hint(
                code::REWORDED,
                hits.told_at,
                format!("put into the damage: {}", hits.damage),
            ));
        }
        let fields = skill.fields.iter().filter(|(key, _)| *key == "hits").map(|(_, said)| said);
        for said in fields.filter(|said| hits.is_none_or(|hits| hits.told_at != said.span)) {
            let message = "how often it hits is not understood here: kept as a comment";
            self.remark(
                Diagnostic::warning(code::MISREAD, said.span, message).note("write `Damage: 8 Physical, 3 hits`"),
            );
            self.comment(indent, said, "hits");
        }
    }

    fn report_missing_field(&mut self, indent: &str, key: &str, skill: &SkillDraft, at: Span) {
        self.warn_of_missing(
            at,
            &format!("the skill `{}` has no {}", parse_skill_name(&skill.name.text).0, rulebook_name(key)),
        );
        self.line(indent, &format!("# {key}: not given"));
    }

    /// Writes the cost, together with a separate upkeep field.
    fn cost(&mut self, indent: &str, skill: &SkillDraft, said: &DraftText) {
        let value = if said.text.is_empty() { Value::Read("none".to_owned()) } else { skill_value("cost", &said.text) };
        let Some(told) = skill.field("upkeep").filter(|told| !is_nothing(&told.text)) else {
            return self.value(indent, "cost", said, value);
        };
        match (value, upkeep(&told.text)) {
            (Value::Read(cost), Some(upkeep)) if !cost.contains("Upkeep") => {
                let both = if cost == "none" { upkeep } else { format!("{cost}, {upkeep}") };
                self.value(indent, "cost", said, Value::Read(both));
            }
            (value, _) => {
                self.value(indent, "cost", said, value);
                let why = format!("`{}` is not understood as an upkeep beside the cost", told.text);
                self.remark(Diagnostic::warning(code::MISREAD, told.span, format!("kept as a comment: {why}")));
                self.comment(indent, told, "upkeep, not understood");
            }
        }
    }

    /// Writes the requirements. Returns those that do not parse, which are left to the GM.
    fn requirements(&mut self, indent: &str, skill: &SkillDraft) -> Vec<DraftText> {
        let mut read = Vec::new();
        let mut left = Vec::new();
        let given = skill.fields.iter().filter(|(key, _)| *key == "requirements").map(|(_, said)| said);
        for said in given.filter(|said| !is_nothing(&said.text) && !is_placeholder(&said.text)) {
            let pieces = match convert_requirements(&said.text, &self.owner) {
                Ok(_) => vec![said.text.as_str()],
                Err(_) => sentences_of(&said.text).into_iter().map(|(_, piece)| piece.trim()).collect(),
            };
            for piece in pieces {
                match convert_requirements(piece, &self.owner) {
                    Ok(text) if !self.refused.contains_key(&(said.span, 0)) => read.push((said.span, text)),
                    _ => left.push(DraftText { span: said.span, text: piece.to_owned() }),
                }
            }
        }
        if !read.is_empty() {
            self.written.insert(self.imported.lines, (read[0].0, 0));
            let text = read.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ");
            self.line(indent, &format!("requirements: {}", scalar(&text)));
        }
        left
    }

    fn effects(
        &mut self,
        indent: &str,
        skill: &SkillDraft,
        descriptions: &[&DraftText],
        left: &[DraftText],
        hits_told: Option<Span>,
        passive: bool,
    ) {
        let head = self.imported.yaml.len();
        self.line(indent, "effects:");
        let empty = self.imported.yaml.len();
        let inner = format!("{indent}  ");
        for said in left {
            self.write_unparsed_requirement(&inner, said);
        }
        let upkeep = skill.field("upkeep").is_some()
            || skill.field("cost").is_some_and(|cost| {
                let cost = cost.text.to_lowercase();
                cost.contains("upkeep") || cost.contains("per turn") || cost.contains("/turn")
            });
        for said in skill.effects.iter().filter(|said| Some(said.span) != hits_told) {
            if upkeep && only_repeats_upkeep(&said.text) {
                self.comment(&inner, said, "said by the upkeep");
                continue;
            }
            self.sentences(&inner, said, passive);
        }
        if skill.effects.is_empty() {
            self.write_effects_of_description(&inner, skill, descriptions, passive);
        } else {
            descriptions.iter().for_each(|said| self.remark_on_description(said));
        }
        if self.imported.yaml.len() == empty {
            self.imported.yaml.truncate(head);
            self.imported.lines -= 1;
        }
    }

    /// Writes a requirement that does not parse. `Once per War` becomes a limit; anything else is left to the GM.
    fn write_unparsed_requirement(&mut self, indent: &str, said: &DraftText) {
        if let Some(often) = parse_frequency(&said.text) {
            let text = format!("Can be used {often}.");
            self.remark(Diagnostic::hint(code::REWORDED, said.span, format!("written as an effect: {text}")));
            self.line(indent, &format!("- {text}"));
            return;
        }
        let why = match self.refused.get(&(said.span, 0)) {
            Some(why) => why.clone(),
            None => convert_requirements(&said.text, &self.owner).err().unwrap_or_default(),
        };
        self.imported.sentences += 1;
        self.imported.left_to_gm += 1;
        self.line(indent, &format!("# line {}, not understood: {}", self.number(said.span), collapse_whitespace(&why)));
        self.line(indent, &format!("- {}", scalar(&format!("GM: Required: {}", said.text))));
        self.remark(Diagnostic::warning(
            code::SENTENCE,
            said.span,
            format!("the requirement is left to the GM: {why}"),
        ));
    }

    fn sentences(&mut self, indent: &str, said: &DraftText, passive: bool) {
        let told = convert_sentences(&said.text, &self.owner, passive);
        for (place, sentence) in told.into_iter().enumerate() {
            self.sentence(indent, said, place, sentence, passive);
        }
    }

    fn sentence(&mut self, indent: &str, said: &DraftText, index: usize, sentence: SentenceOutcome, passive: bool) {
        let refused = self.refused.get(&(said.span, index)).cloned();
        let sentence = match (sentence, refused) {
            (SentenceOutcome::Understood(text) | SentenceOutcome::Reworded(text), Some(why)) => {
                SentenceOutcome::NotUnderstood { text, why, notes: Vec::new() }
            }
            (sentence, _) => sentence,
        };
        let (before, left) = (self.imported.understood, self.imported.left_to_gm);
        let text = match sentence {
            SentenceOutcome::Understood(text) | SentenceOutcome::Gm(text) => {
                self.imported.understood += sentences_of(&text).len();
                text
            }
            SentenceOutcome::Reworded(text) => {
                self.imported.understood += sentences_of(&text).len();
                self.remark(Diagnostic::hint(code::REWORDED, said.span, format!("written as: {text}")));
                text
            }
            SentenceOutcome::NotUnderstood { text, why, notes } => {
                self.imported.left_to_gm += 1;
                self.line(
                    indent,
                    &format!("# line {}, not understood: {}", self.number(said.span), collapse_whitespace(&why)),
                );
                let mut fault = Diagnostic::warning(code::SENTENCE, said.span, format!("left to the GM: {why}"));
                fault.notes = notes;
                if passive {
                    fault = fault.note("an ability is never used, so the program never asks the GM about it");
                }
                self.remark(fault);
                format!("GM: {text}")
            }
        };
        self.imported.sentences += self.imported.understood - before + self.imported.left_to_gm - left;
        self.written.insert(self.imported.lines, (said.span, index));
        self.line(indent, &format!("- {}", scalar(&text)));
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
            skill.field("damage").is_some_and(|said| matches!(skill_value("damage", &said.text), Value::Read(_)));
        for said in descriptions {
            let pieces: Vec<DraftText> = sentences_of(&said.text)
                .into_iter()
                .map(|(_, piece)| DraftText { span: said.span, text: piece.trim().to_owned() })
                .collect();
            let read = |piece: &DraftText| {
                let told = convert_sentences(&piece.text, &self.owner, passive);
                !told.iter().any(|one| matches!(one, SentenceOutcome::NotUnderstood { .. }))
            };
            let known: Vec<bool> = pieces.iter().map(read).collect();
            let any = pieces.iter().zip(&known).any(|(piece, known)| *known || speaks_of_rules(&piece.text));
            for (place, (piece, known)) in pieces.iter().zip(known).enumerate() {
                let rule = !inflicts_damage && speaks_of_rules(&piece.text);
                if known || rule || (!any && !inflicts_damage) {
                    if known {
                        let message = format!("`{}` of the description is an effect", piece.text);
                        self.remark(Diagnostic::hint(code::DESCRIBED, said.span, message));
                    }
                    for outcome in convert_sentences(&piece.text, &self.owner, passive) {
                        self.sentence(indent, piece, place, outcome, passive);
                    }
                } else if !inflicts_damage || piece.text.contains(|c: char| c.is_ascii_digit()) {
                    let message = format!("`{}` stands in the description alone, which is never executed", piece.text);
                    self.remark(Diagnostic::hint(code::DESCRIBED, said.span, message));
                }
            }
        }
    }

    /// Adds remarks on sentences of a description that would parse as an effect.
    fn remark_on_description(&mut self, said: &DraftText) {
        for (_, part) in sentences_of(&said.text) {
            if matches!(effects::parse(part.trim()), Ok(Effect::Sentence(_))) {
                let message = format!("`{}` stands in a description, which is never executed", part.trim());
                let fault = Diagnostic::hint(code::DESCRIBED, said.span, message);
                self.remark(fault.note("write it behind a bullet of its own to make it an effect"));
            }
        }
    }
}

/// Whether a skill is an empty form.
fn is_unfilled(skill: &SkillDraft) -> bool {
    let empty = |text: &str| is_placeholder(text) || is_nothing(text);
    empty(&skill.name.text) && skill.effects.is_empty() && skill.fields.iter().all(|(_, said)| empty(&said.text))
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
    let said = ["lasts as long as", "lasts while", "lasts until"].into_iter().find_map(|head| lower.strip_prefix(head));
    let said = said.map(str::trim).unwrap_or_default();
    let paid = ["the upkeep is paid", "upkeep is paid", "its upkeep is paid", "the upkeep cost is paid"];
    let unpaid = ["the upkeep is not paid", "the upkeep is no longer paid", "upkeep is no longer paid"];
    if lower.starts_with("lasts until") { unpaid.contains(&said) } else { paid.contains(&said) }
}

fn choose_list(skill: &SkillDraft) -> SkillList {
    let (passive, typed) = (skill.kind() == "passive", skill.field("type").is_some_and(|said| !is_nothing(&said.text)));
    match skill.section {
        Some(Section::BasicAttack) => SkillList::BasicAttack,
        Some(Section::NoblePhantasms) => SkillList::NoblePhantasms,
        Some(Section::StorySkills) => SkillList::StorySkills,
        // An ability is always on; an entry with another type is a skill, in any section.
        Some(Section::Abilities) if !typed || has_unreadable_type(skill) => SkillList::Abilities,
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
    skill.field("type").is_none_or(|said| fields::skill_types(&said.text).is_err())
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
