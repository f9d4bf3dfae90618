//! Changes one seat's lines in `war.yaml` and leaves all else as the GM wrote it.
//!
//! The spans of the YAML tree give the place of a value. The text around it is not touched, and the result must parse
//! without a fault.

use std::path::Path;

use serde_json::json;

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::language::span::Source;
use crate::sheet::reader::Diagnostics;
use crate::sheet::yaml::Node;

use super::war_file;

/// The name of the GM's own lines, which are changed like a seat's.
pub const GM: &str = "gm";

/// Adds a GM to the text of a `war.yaml` that has none.
///
/// # Errors
/// Faults of the result.
pub fn add_gm(path: &Path, text: &str, entries: &[(&str, &str)]) -> Result<String> {
    let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key}: {}", render_scalar(value))).collect();
    let gap = if text.ends_with('\n') { "" } else { "\n" };
    let out = format!("{text}{gap}{GM}: {{ {} }}\n", entries.join(", "));
    parse_without_faults(&Source::new(path.display().to_string(), out.clone()))?;
    Ok(out)
}

/// The change of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// Sets it to this text.
    Put(String),
    /// Sets it to this piece of YAML.
    Tree(String),
    /// Removes it.
    Remove,
}

/// Changes a key of a seat's player in the text of a `war.yaml`.
///
/// # Errors
/// Faults of the file before or after the change; [`CampaignError::Mail`] if the seat has no player yet.
pub fn edit_seat(path: &Path, text: &str, seat: &str, key: &str, change: &SeatChange) -> Result<String> {
    let source = Source::new(path.display().to_string(), text);
    let tree = parse_without_faults(&source)?;
    if key == "name" && is_named_after_player(&tree, seat) {
        // The seat keeps its name, whoever plays it.
        let with_name = edit_seat(path, text, seat, "seat", &SeatChange::Put(seat.to_owned()))?;
        return edit_seat(path, &with_name, seat, key, change);
    }
    let player = find_player(&tree, seat).ok_or_else(|| CampaignError::Mail {
        text: format!(
            "`{}` has no `player` for `{seat}` yet: write `player: {{ name: …, email: …, token: … }}` there",
            path.display()
        ),
    })?;
    let value = match change {
        SeatChange::Put(value) => Some(render_scalar(value)),
        SeatChange::Tree(value) => Some(value.clone()),
        SeatChange::Remove => None,
    };
    let Some(entries) = player.entries().filter(|entries| !entries.is_empty()) else {
        return Err(CampaignError::Mail {
            text: format!("the player of `{seat}` in `{}` is empty: write a name there", path.display()),
        });
    };
    let (first, last) = (&entries[0], &entries[entries.len() - 1]);
    let flow = text.get(player.span.range()).is_some_and(|t| t.trim_start().starts_with('{'));
    let found = entries.iter().position(|(k, _)| k.text() == Some(key));
    let out = match (found, value) {
        (Some(at), Some(value)) => {
            replace_range(text, entries[at].1.span.start, find_value_end(text, &entries[at].1), &value)
        }
        (Some(at), None) => {
            let start = if at > 0 { find_value_end(text, &entries[at - 1].1) } else { entries[at].0.span.start };
            let end = match entries.get(at + 1) {
                Some(next) if at == 0 => next.0.span.start,
                _ => find_value_end(text, &entries[at].1),
            };
            replace_range(text, start, end, "")
        }
        (None, Some(value)) => {
            let end = find_value_end(text, &last.1);
            let indent = text
                .get(..first.0.span.start)
                .map_or(0, |before| before.len() - before.rfind('\n').map_or(0, |n| n + 1));
            let separator = if flow { ", ".to_owned() } else { format!("\n{}", " ".repeat(indent)) };
            replace_range(text, end, end, &format!("{separator}{key}: {value}"))
        }
        (None, None) => text.to_owned(),
    };
    parse_without_faults(&Source::new(path.display().to_string(), out.clone()))?;
    Ok(out)
}

fn replace_range(text: &str, start: usize, end: usize, by: &str) -> String {
    format!("{}{by}{}", text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default())
}

/// The index at which a value ends, including closing brackets of a map or list.
fn find_value_end(text: &str, node: &Node) -> usize {
    let own = text.get(node.span.range()).unwrap_or_default();
    let mut end = node.span.end;
    for bracket in open_brackets(own).into_iter().rev() {
        let rest = text.get(end..).unwrap_or_default();
        let inner = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if inner.starts_with(bracket) {
            end += rest.len() - inner.len() + 1;
        }
    }
    end
}

/// The closing brackets that a bracketed value still needs, the innermost last.
fn open_brackets(own: &str) -> Vec<char> {
    let mut open = Vec::new();
    if !own.starts_with(['{', '[']) {
        return open;
    }
    let (mut quote, mut before) = (None, ' ');
    for c in own.chars() {
        match (quote, c) {
            (Some(mark), _) if c == mark && before != '\\' => quote = None,
            (Some(_), _) => {}
            // Only a quote at the start of a value counts; any other is a letter of a name.
            (None, '"' | '\'') if matches!(before, '[' | '{' | ',' | ':') => quote = Some(c),
            (None, '{') => open.push('}'),
            (None, '[') => open.push(']'),
            (None, _) if open.last() == Some(&c) => drop(open.pop()),
            (None, _) => {}
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    open
}

/// Parses a file; faults are an error.
fn parse_without_faults(source: &Source) -> Result<Node> {
    let diagnostics = Diagnostics::default();
    war_file::parse_war_file(source, &diagnostics);
    let tree = war_file::parse_single_document(source, &diagnostics);
    match tree {
        Some(tree) if !diagnostics.has_errors() => Ok(tree),
        _ => Err(CampaignError::Faults(vec![FaultyFile {
            source: source.clone(),
            diagnostics: diagnostics.into_sorted(),
        }])),
    }
}

/// Finds the YAML map of a seat's player.
fn find_player<'t>(tree: &'t Node, seat: &str) -> Option<&'t Node> {
    let same =
        |node: Option<&Node>| node.and_then(Node::text).is_some_and(|text| text.trim().eq_ignore_ascii_case(seat));
    if seat == GM {
        return tree.get(GM);
    }
    tree.get("teams")?.items()?.iter().find_map(|team| {
        if let Some(player) = team.get("player").filter(|_| same(team.get("name"))) {
            return Some(player);
        }
        let players = team.get("players")?.items()?;
        players.iter().find(|player| same(player.get("seat").or_else(|| player.get("name"))))
    })
}

/// Whether a seat of a team with several seats is named after its player, because it has no name of its own.
fn is_named_after_player(tree: &Node, seat: &str) -> bool {
    let team_of_one = tree.get("teams").and_then(Node::items).is_some_and(|teams| {
        let is_named = |team: &Node| {
            team.get("player").is_some()
                && team.get("name").and_then(Node::text).is_some_and(|name| name.trim().eq_ignore_ascii_case(seat))
        };
        teams.iter().any(is_named)
    });
    seat != GM && !team_of_one && find_player(tree, seat).is_some_and(|player| player.get("seat").is_none())
}

/// Renders a text as YAML: plain if it parses as the same text, otherwise quoted.
fn render_scalar(value: &str) -> String {
    let plain = !value.is_empty()
        && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '@' | '.' | '+'))
        && value.starts_with(char::is_alphabetic)
        && !["true", "false", "null", "yes", "no", "on", "off"].contains(&value.to_lowercase().as_str());
    if plain { value.to_owned() } else { json!(value).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAR: &str = "# Mine.\ntitle: T\nseed: 1\nteams:\n  - name: Red   # the first\n    player: { name: Al, email: al@example.org, token: t-1 } # Al\n    master: m\n    home: H\n\
                       \x20 - name: Blue\n    players:\n      - name: Bo\n        email: bo@example.org   # at work\n      - { seat: Cy, name: Di }\n    master: n\n    home: G\n";

    #[test]
    fn a_seat_keeps_its_name_when_another_plays_it() {
        for (seat, war) in
            [("Bo", WAR), ("Bob", &WAR.replace("{ seat: Cy, name: Di }", "{ name: Bob, characters: [N] }"))]
        {
            let out = changed_text(war, seat, "name", &SeatChange::Put("Ida".to_owned()));
            assert!(out.contains(&format!("seat: {seat}")), "{out}");
            assert!(out.contains("name: Ida") && !out.contains(&format!("name: {seat}\n")), "{out}");
            changed_text(&out, seat, "email", &SeatChange::Put("ida@example.org".to_owned()));
        }
        assert!(!changed_text(WAR, "Red", "name", &SeatChange::Put("Ida".to_owned())).contains("seat: Red"));
    }

    fn changed_text(text: &str, seat: &str, key: &str, change: &SeatChange) -> String {
        edit_seat(Path::new("war.yaml"), text, seat, key, change).unwrap()
    }

    #[test]
    fn a_change_touches_its_own_lines_alone() {
        let put = |value: &str| SeatChange::Put(value.to_owned());
        let red = changed_text(WAR, "red", "token", &put("new 'token'"));
        assert!(red.contains("email: al@example.org, token: \"new 'token'\" } # Al\n"), "{red}");
        assert_eq!(red.replace("\"new 'token'\"", "t-1"), WAR);
        let bo = changed_text(WAR, "Bo", "token", &put("t-2"));
        assert!(bo.contains("        email: bo@example.org\n        token: t-2   # at work\n"), "{bo}");
        let cy = changed_text(WAR, "Cy", "email", &put("cy@example.org"));
        assert!(cy.contains("- { seat: Cy, name: Di, email: cy@example.org }\n"), "{cy}");
    }

    #[test]
    fn a_substitute_comes_and_goes() {
        let with = changed_text(
            WAR,
            "Red",
            "substitute",
            &SeatChange::Tree("{ name: \"Olav\", email: \"o@example.org\", token: t-9 }".to_owned()),
        );
        assert!(
            with.contains("token: t-1, substitute: { name: \"Olav\", email: \"o@example.org\", token: t-9 } } # Al"),
            "{with}"
        );
        assert_eq!(changed_text(&with, "Red", "substitute", &SeatChange::Remove), WAR);
    }

    #[test]
    fn a_key_comes_behind_a_list_or_a_map_that_stands_last() {
        for (last, key) in [
            ("characters: [n]", "token"),
            ("characters: [ n , ]", "token"),
            ("characters: [\"n\"]", "token"),
            ("substitute: { name: O'Neil, email: o@example.org, token: t-9 }", "token"),
        ] {
            let player = format!("- {{ seat: Cy, name: Di, {last} }}");
            let text = WAR.replace("- { seat: Cy, name: Di }", &player);
            let out = changed_text(&text, "Cy", key, &SeatChange::Put("t-2".to_owned()));
            let token = format!("- {{ seat: Cy, name: Di, {last}, {key}: t-2 }}\n");
            assert!(out.contains(&token), "{out}");
        }
    }

    #[test]
    fn what_would_not_read_is_not_written() {
        let twice = edit_seat(Path::new("war.yaml"), WAR, "Cy", "token", &SeatChange::Put("t-1".to_owned()));
        assert!(matches!(twice, Err(CampaignError::Faults(_))), "another seat's token");
        assert!(matches!(
            edit_seat(Path::new("war.yaml"), WAR, "Nobody", "token", &SeatChange::Remove),
            Err(CampaignError::Mail { .. })
        ));
    }
}
