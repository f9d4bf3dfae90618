//! Parses skills described in one line, and titles of skills.
//!
//! `Haymaker (C), Anti-Personnel, 1 target, [Any], 35 Physical, 1 AP` · `Mad Enhancement (B) - Passive` ·
//! `"Avenger" [B]` · `The Third Arrow (Anti-Personnel, Rank B)` · `Riding (A+): She rides whatever has legs.`

use super::values::{Value, skill_value};
use crate::language::fields;
use crate::vocabulary::dash::is_dash;

/// A skill's name and what its line says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Title {
    /// Its name, without quotation marks around it.
    pub(super) name: String,
    /// Values by their key, as written.
    pub(super) fields: Vec<(&'static str, String)>,
    /// The rest of the line: a sentence.
    pub(super) sentence: String,
}

impl Title {
    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|(own, _)| *own == key)
    }
}

/// Parses a whole skill in one line: its name, followed by at least its type, or by its damage and cost.
pub(super) fn parse_one_line_skill(text: &str) -> Option<Title> {
    let chunks = split_parts(text);
    let (first, rest) = chunks.split_first()?;
    let mut title = parse_name_and_brackets(first)?;
    if rest.is_empty() {
        return None;
    }
    for chunk in rest {
        add_value(&mut title, chunk)?;
    }
    let of_use = title.has("type") || (title.has("damage") && title.has("cost"));
    (of_use && is_name(&title.name)).then_some(title)
}

/// Parses a line as the title of a skill: its name, with its rank or type in brackets.
pub(super) fn parse_title(text: &str) -> Title {
    parse_name_and_brackets(text.trim().trim_end_matches(':'))
        .unwrap_or_else(|| Title { name: strip_outer_quotes(text), ..Title::default() })
}

/// Parses name, rank and effect in one line: `Battle Continuation (E) - survives a fatal blow`.
pub(super) fn parse_one_line_ability(text: &str) -> Option<Title> {
    let close = text.find(text.find('(').map(|_| ')').or(text.find('[').map(|_| ']'))?)?;
    let (head, rest) = text.split_at_checked(close + 1)?;
    let mut title = parse_name_and_brackets(head).filter(|title| title.has("rank"))?;
    let mark = |c: char| c == ':' || c == ' ' || is_dash(c);
    if !rest.starts_with(mark) {
        return None;
    }
    title.sentence = rest.trim_start_matches(mark).to_owned();
    let good = is_name(&title.name) && !title.sentence.is_empty();
    good.then_some(title)
}

/// Whether a text can be the name of a skill.
pub(super) fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=10).contains(&words) && !text.ends_with(['.', ',', ';', '!']) && text.chars().any(char::is_alphabetic)
}

/// Parses a name with a rank, a type or both in brackets after it. `None` where the bracket holds anything else.
fn parse_name_and_brackets(text: &str) -> Option<Title> {
    let text = text.trim();
    let inside = text.strip_suffix(')').and_then(|t| t.rsplit_once('('));
    let inside = inside.or_else(|| text.strip_suffix(']').and_then(|t| t.rsplit_once('[')));
    let Some((name, inside)) = inside else {
        return Some(Title { name: strip_outer_quotes(text), ..Title::default() });
    };
    let mut title = Title { name: strip_outer_quotes(name), ..Title::default() };
    for part in inside.split([',', ';']) {
        add_value(&mut title, part).filter(|()| title.has("rank") || title.has("type"))?;
    }
    Some(title)
}

/// Removes quotation marks around the whole name: `"Power Blow" - Crushing Punch` keeps its own.
fn strip_outer_quotes(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|inner| !inner.contains('"'));
    inner.unwrap_or(text).trim().to_owned()
}

/// Splits a line at bars, commas, semicolons, and at slashes and dashes with spaces around them.
fn split_parts(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    let mut depth = 0_u32;
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let dash = (is_dash(letter) || letter == '/') && before == ' ' && letters.peek() == Some(&' ');
        if depth == 0 && (matches!(letter, ',' | ';' | '|') || dash) {
            chunks.push(String::new());
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.push(letter);
        }
        before = letter;
    }
    chunks.into_iter().map(|chunk| chunk.trim().to_owned()).filter(|chunk| !chunk.is_empty()).collect()
}

/// Adds a part of the line as the only value that it can be; `None` where it cannot be any.
fn add_value(title: &mut Title, chunk: &str) -> Option<()> {
    let chunk = chunk.trim();
    let reads = |key: &str, text: &str| matches!(skill_value(key, text), Value::Read(_));
    let rank = chunk.strip_prefix("Rank ").or_else(|| chunk.strip_prefix("rank ")).unwrap_or(chunk).trim();
    let (key, text) = if fields::ranks(rank).is_ok() {
        ("rank", rank.to_owned())
    } else if reads("type", chunk) {
        ("type", chunk.to_owned())
    } else if let Some(number) = parse_target_count(chunk) {
        ("max_targets", number)
    } else if reads("targets", chunk) {
        ("targets", chunk.to_owned())
    } else if reads("damage", chunk) {
        ("damage", chunk.to_owned())
    } else if reads("cost", chunk) {
        ("cost", chunk.to_owned())
    } else if title.has("damage") && reads("hits", chunk) {
        ("hits", chunk.to_owned())
    } else {
        return None;
    };
    match title.fields.iter_mut().find(|(own, _)| *own == key) {
        // `2 AP, 15 Mana`, `25 Physical, Stun 1`: one value in two parts.
        Some((_, said)) if matches!(key, "cost" | "damage") => said.push_str(&format!(", {text}")),
        Some(_) => return None,
        None => title.fields.push((key, text)),
    }
    Some(())
}

/// The maximum number of targets in `1`, `1 target`, `max 5 targets`.
fn parse_target_count(chunk: &str) -> Option<String> {
    let lower = chunk.to_lowercase();
    let mut rest = lower.trim_start_matches("max. ").trim_start_matches("max ").trim_start_matches("up to ");
    for word in [" targets", " target"] {
        rest = rest.strip_suffix(word).unwrap_or(rest);
    }
    matches!(skill_value("max_targets", rest), Value::Read(_)).then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render_title(title: &Title) -> String {
        let fields = title.fields.iter().map(|(key, value)| format!("{key} {value}"));
        std::iter::once(title.name.clone())
            .chain(fields)
            .chain((!title.sentence.is_empty()).then(|| title.sentence.clone()))
            .collect::<Vec<_>>()
            .join(" | ")
    }

    #[test]
    fn a_skill_in_one_line_has_its_fields() {
        for (line, read) in [
            (
                "Haymaker (C), Anti-Personnel, 1 target, [Any], 35 Physical, 1 AP",
                "Haymaker | rank C | type Anti-Personnel | max_targets 1 | targets [Any] | damage 35 Physical | cost 1 AP",
            ),
            (
                "Cutlass | C- | Anti-Personnel | 1 | [Any] | 25 Physical, Stun 1 | 1 AP",
                "Cutlass | rank C- | type Anti-Personnel | max_targets 1 | targets [Any] | damage 25 Physical, Stun 1 | cost 1 AP",
            ),
            ("Mad Enhancement (B) - Passive", "Mad Enhancement | rank B | type Passive"),
            (
                "Red Mist (B) - Support - [Self] - 1 SP, 30 Mana",
                "Red Mist | rank B | type Support | targets [Self] | cost 1 SP, 30 Mana",
            ),
        ] {
            assert_eq!(render_title(&parse_one_line_skill(line).unwrap()), read, "{line}");
        }
        for line in ["She runs, and hides.", "Haymaker (C), Anti-Personnel, of a bear", "Support", "A, B, C"] {
            assert_eq!(parse_one_line_skill(line), None, "{line}");
        }
    }

    #[test]
    fn a_title_has_a_rank_or_a_type_in_brackets() {
        assert_eq!(render_title(&parse_title("\"Avenger\" [B]")), "Avenger | rank B");
        assert_eq!(
            render_title(&parse_title("The Third Arrow (Anti-Personnel, Rank B)")),
            "The Third Arrow | type Anti-Personnel | rank B"
        );
        assert_eq!(render_title(&parse_title("Wings (of wax)")), "Wings (of wax)");
        assert_eq!(
            render_title(&parse_one_line_ability("Riding (A+): She rides.").unwrap()),
            "Riding | rank A+ | She rides."
        );
        assert_eq!(parse_one_line_ability("He rides (badly): always."), None);
    }
}
