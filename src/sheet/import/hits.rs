//! Merges a number of hits given beside the damage into it: `Hits: 3`, `Hits twice -> hits three times`.

use super::draft::SkillDraft;
use super::values::{Value, skill_value, without_per_hit};
use crate::language::span::Span;

/// The damage of a skill with its number of hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DamageWithHits {
    /// The value of the Damage field.
    pub(super) damage: String,
    /// The span of the number of hits.
    pub(super) told_at: Span,
}

/// The damage of a skill, merged with the hits that a separate field or a line with an arrow gives. `None` where there
/// is nothing to merge, or the result does not parse.
pub(super) fn merge_hits(skill: &SkillDraft) -> Option<DamageWithHits> {
    let damage = &skill.field("damage")?.text;
    let damage_alone = damage.to_lowercase().replace("per hit", "");
    if damage_alone.contains("hit") {
        return None;
    }
    let (counts, told_at) = find_hit_counts(skill)?;
    let damage = without_per_hit(damage);
    let forms: Vec<&str> = damage.split("->").map(str::trim).collect();
    let form_count = forms.len().max(counts.len());
    let form_with_hits = |index: usize| {
        let (form, count) = (forms.get(index).or(forms.last())?, counts.get(index).or(counts.last())?);
        Some(format!("{form}, {count} {}", if count == "1" { "hit" } else { "hits" }))
    };
    let joined = (0..form_count).map(form_with_hits).collect::<Option<Vec<_>>>()?.join(" -> ");
    match skill_value("damage", &joined) {
        Value::Read(damage) if form_count <= 2 => Some(DamageWithHits { damage, told_at }),
        _ => None,
    }
}

/// The number of hits, before and after an arrow, and its span.
fn find_hit_counts(skill: &SkillDraft) -> Option<(Vec<String>, Span)> {
    if let Some(field) = skill.field("hits") {
        return Some((parse_hit_counts(&field.text)?, field.span));
    }
    let has_arrow = |line: &&super::draft::DraftText| line.text.contains("->") || line.text.contains('\u{2192}');
    let per_hit = skill.field("damage").is_some_and(|damage| damage.text.to_lowercase().contains("per hit"));
    let mut lines = skill.effects.iter().filter(|line| per_hit || has_arrow(line));
    lines.find_map(|line| Some((parse_hit_counts(line.text.trim().trim_end_matches('.'))?, line.span)))
}

/// Whether a line only gives the number of hits.
pub(super) fn is_hit_count(text: &str) -> bool {
    text.to_lowercase().contains("hit") && parse_hit_counts(text.trim().trim_end_matches('.')).is_some()
}

/// `Hits twice -> hits three times` → 2, 3; `None` where the text says anything else.
fn parse_hit_counts(text: &str) -> Option<Vec<String>> {
    let count = |form: &str| {
        let lower = form.trim().to_lowercase();
        let bare = ["this skill hits ", "this attack hits ", "it hits ", "hits "]
            .into_iter()
            .find_map(|head| lower.strip_prefix(head))
            .unwrap_or(&lower);
        let bare = bare.trim_end_matches(" times");
        match skill_value("hits", bare) {
            Value::Read(number) => Some(number),
            _ => None,
        }
    };
    text.replace('\u{2192}', "->").split("->").map(count).collect()
}
