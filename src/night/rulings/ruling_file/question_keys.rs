//! Parses the short texts of a ruling: keys of questions, moments, winners.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, ParseResult};
use crate::language::span::Span;
use crate::night::rulings::{Question, RulingMoment, phase_slug};
use crate::vocabulary::ids::{CharacterId, TeamId};
use crate::vocabulary::phase::Phase;
use crate::war::War;
use crate::war::setup::{SheetId, SkillRef};

use super::code;

/// A part of a key, with its start in the text.
#[derive(Clone, Copy)]
struct KeyPart<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> KeyPart<'t> {
    /// Splits at the first slash; `None` if there is none.
    fn split_first(self) -> Option<(KeyPart<'t>, KeyPart<'t>)> {
        self.text.find('/').map(|at| self.split_at(at))
    }

    /// Splits at the last slash; `None` if there is none.
    fn split_last(self) -> Option<(KeyPart<'t>, KeyPart<'t>)> {
        self.text.rfind('/').map(|at| self.split_at(at))
    }

    fn split_at(self, at: usize) -> (KeyPart<'t>, KeyPart<'t>) {
        let (before, rest) = self.text.split_at(at);
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        (KeyPart { text: before, ..self }, KeyPart { text: rest, start: self.start + at + 1 })
    }

    fn fault(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code::QUESTION, Span::new(self.start, self.start + self.text.len()), message)
    }
}

/// Parses `end/3`, `ending/Rin/1`, `puzzle/Rin`, `instant/Saber/Oath of Silence/1`, `always/Saber/Knight's Oath`,
/// `obey/Saber`.
pub(super) fn parse_question(text: &str, war: &War) -> ParseResult<Question> {
    let key = KeyPart { text: text.trim(), start: text.len() - text.trim_start().len() };
    let unknown_key = || {
        vec![
            key.fault(format!("`{}` is no key of a question", key.text))
                .note("`grail rulings` lists what is asked, with the key to answer it by"),
        ]
    };
    let (head, rest) = key.split_first().ok_or_else(unknown_key)?;
    match head.text {
        "end" => match rest.text.parse() {
            Ok(night) => Ok(Question::End { night }),
            Err(_) => Err(vec![
                rest.fault(format!("`{}` is no number of a night", rest.text))
                    .note("write the key as the question gives it, as in `end/3`"),
            ]),
        },
        "puzzle" => Ok(Question::Puzzle { master: parse_character(rest, war)? }),
        "ending" => {
            let (master, number) = rest.split_last().ok_or_else(unknown_key)?;
            let number = u16::try_from(parse_number(number)?).map_err(|_| unknown_key())?;
            Ok(Question::Ending { master: parse_character(master, war)?, number })
        }
        "obey" => Ok(Question::Obeyed { servant: parse_character(rest, war)? }),
        "always" => {
            let (owner, ability) = rest.split_first().ok_or_else(unknown_key)?;
            let owner = parse_character(owner, war)?;
            Ok(Question::Always { owner, skill: parse_skill(ability, owner, war)? })
        }
        _ => {
            let (user, rest) = rest.split_first().ok_or_else(unknown_key)?;
            let (skill_name, number) = rest.split_last().ok_or_else(unknown_key)?;
            let mut faults = Vec::new();
            let mut keep_faults = |found: Vec<Diagnostic>| faults.extend(found);
            let phase = parse_phase(head).map_err(&mut keep_faults).ok();
            let user = parse_character(user, war).map_err(&mut keep_faults).ok();
            let skill_name = user.and_then(|user| parse_skill(skill_name, user, war).map_err(&mut keep_faults).ok());
            let number = parse_number(number).map_err(&mut keep_faults).ok();
            match (phase, user, skill_name, number) {
                (Some(phase), Some(user), Some(skill), Some(number)) => {
                    Ok(Question::Used { phase, user, skill, number })
                }
                _ => Err(faults),
            }
        }
    }
}

fn parse_phase(part: KeyPart<'_>) -> ParseResult<Phase> {
    fields::phase_named(part.text).ok_or_else(|| {
        let phase_names = Phase::ALL.map(phase_slug);
        let fault = part.fault(format!("`{}` is no phase", part.text));
        vec![fault.suggest(nearest(part.text, phase_names.iter().map(String::as_str)))]
    })
}

fn parse_number(part: KeyPart<'_>) -> ParseResult<u32> {
    let number = part.text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| vec![part.fault(format!("`{}` is not the number of a use, from 1 on", part.text))])
}

fn parse_character(part: KeyPart<'_>, war: &War) -> ParseResult<CharacterId> {
    war.character_named(part.text.trim()).ok_or_else(|| {
        let character_names = war.characters.iter().map(|c| c.name.as_str());
        let fault = part.fault(format!("there is no character `{}`", part.text));
        vec![fault.suggest(nearest(part.text.trim(), character_names))]
    })
}

fn parse_skill(part: KeyPart<'_>, user: CharacterId, war: &War) -> ParseResult<SkillRef> {
    find_usable_skill(war, user, part.text.trim()).ok_or_else(|| {
        let fault = part.fault(format!("`{}` has no skill `{}`", war.character(user).name, part.text));
        vec![fault.suggest(nearest(part.text.trim(), list_usable_names(war, user)))]
    })
}

/// Returns the sheets that a character's skills come from: its own, the Command Spells, the items.
fn usable_sheets(war: &War, user: CharacterId) -> [SheetId; 3] {
    [war.character(user).sheet, SheetId::SPELLS, SheetId::ITEMS]
}

/// Finds a skill of somebody, a Command Spell or an item, by any of its names.
pub(super) fn find_usable_skill(war: &War, user: CharacterId, name: &str) -> Option<SkillRef> {
    usable_sheets(war, user).into_iter().find_map(|sheet| war.setup.find_skill(sheet, name))
}

/// Yields the names that [`find_usable_skill`] finds.
pub(super) fn list_usable_names(war: &War, user: CharacterId) -> impl Iterator<Item = &str> {
    let sheets = usable_sheets(war, user).into_iter().filter_map(|sheet| war.setup.sheets.get(sheet.index()));
    sheets.flat_map(|sheet| &sheet.skills).flat_map(|skill| skill.name.values()).map(String::as_str)
}

/// Parses a team's name, or `none`.
pub(super) fn parse_winner(text: &str, war: &War) -> ParseResult<Option<TeamId>> {
    let name = text.trim();
    if let Some(team) = war.setup.team_named(name) {
        return Ok(Some(team));
    }
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let teams = || war.setup.teams.iter().map(|team| team.name.as_str()).chain(["none"]);
    let quoted_names = teams().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let fault = Diagnostic::error(code::WINNER, Span::new(0, text.len()), format!("there is no team `{name}`"));
    let nearest = nearest(name, teams());
    Err(vec![if nearest.is_some() {
        fault.suggest(nearest)
    } else {
        fault.note(format!("who can win: {quoted_names}"))
    }])
}

/// Parses `start`, `end`, `before Attacking Phase`.
pub(super) fn parse_moment(text: &str) -> ParseResult<RulingMoment> {
    let words = text.trim().to_lowercase();
    match words.as_str() {
        "start" => return Ok(RulingMoment::Start),
        "end" => return Ok(RulingMoment::End),
        _ => {}
    }
    match words.strip_prefix("before ") {
        Some(phase) => fields::phase(phase).map(RulingMoment::Before).map_err(|faults| {
            let offset = text.len() - text.trim_start().len() + "before ".len();
            faults.into_iter().map(|d| Diagnostic { span: d.span.shifted(offset), ..d }).collect()
        }),
        None => Err(vec![
            Diagnostic::error(
                code::MOMENT,
                Span::new(0, text.len()),
                format!("`{}` is no moment of a Turn", text.trim()),
            )
            .note("write `start`, `end` or `before` and a phase, as in `before Attacking Phase`")
            .suggest(nearest(&words, ["start", "end", "before"])),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_start_the_end_or_before_a_phase() {
        assert_eq!(parse_moment("start"), Ok(RulingMoment::Start));
        assert_eq!(parse_moment("End"), Ok(RulingMoment::End));
        assert_eq!(parse_moment("before Attacking"), Ok(RulingMoment::Before(Phase::Attacking)));
        assert_eq!(
            parse_moment("before the Movement Phase").map_err(|f| f.len()),
            parse_moment("before Movement Phase").map_err(|f| f.len())
        );
        assert_eq!(parse_moment("soon").unwrap_err()[0].code, code::MOMENT);
    }
}
