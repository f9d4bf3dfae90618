//! `grail rulings`: the rulings that the next night awaits.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::play::{Game, PlayedNight};
use crate::night::PendingQuestion;
use crate::sheet::yaml::as_scalar;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted};
use super::unread_files;

/// Lists the questions that the next night asks the GM, with the skeleton of an answer to each.
///
/// The night is played through and nothing is written. What is printed goes into the `rulings.yaml`
/// of the night's folder, filled in. The exit code is 3 while anything is awaited.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RulingsArgs {
    /// The campaign's folder.
    campaign: PathBuf,
}

/// The help on what `rulings.yaml` may contain.
const HELP: &str = "\
Example:
  grail rulings campaigns/nine-bridges

The file is a list; each entry rules one thing and has a reason, which nobody
reads but you:

  - decide: instant/Saber/Oath of Silence/1   # answers a question
    effects: [The target's STR is lowered by 1 rank for 2 Turns.]
    reason: The oath names a friend.          # or effects: no effect
  - set: { Rin: { cp: 120 }, Saber: { at: Park } }      # things are so
    at: start           # start (of itself) | end | before Attacking Phase
    tell: Red           # who reads the reason: seats, teams, everybody, …
    reason: The bank returned what it owed.
  - add:                # things come on top; `at` as with `set`
      # health mana cp command_spells statuses items
      Rin: { cp: 30, health: -10 }
      Saber: { effects: [The user's AGI is raised by 1 rank for 2 Turns.] }
      # text is read by whoever is there by then
      Park: { items: [Splint], text: The bells ring. }
      # and this stands on the public page
      everybody: { text: It snows. }
    reason: Winter.
  - forbid: { seat: Red, order: 3 }           # an order is not carried out
    reason: …
  - forbid: { character: Saber, skill: Rapid Cut }      # nor a skill used
    reason: …
  # an order happens that the check or the rules refuse; what cannot be paid
  # for it is let off
  - allow: { seat: Red, order: 3 }
    reason: …
  # forbids the order behind an event, numbered as `grail explain` shows the
  # coming night
  - undo: 174
    reason: …

`decide` takes `effects`, `set` and `add` together: they happen as the skill
works, and in its sentences `the user` and `the target` are the skill's. An
ability with a sentence for the GM is asked about once in the War; its answer
stands. An event's number is that of the night under the entries above it: add
new ones below.
";

pub(super) fn run(ui: &Ui, args: &RulingsArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let last = folder.last_resolved_night()?.number;
    let game = Game::open(folder)?;
    unread_files::warn_of_unread_files(ui, &game, last + 1)?;
    let played = game.play(game.war_after(last)?, last + 1)?;
    let pending = &played.resolution.pending;
    let file = played.night.rulings_file();
    ui.text(&pending.iter().map(render_skeleton).collect::<String>())?;
    ui.json(&json!({
        "night": played.night.number,
        "file": file.display().to_string(),
        "pending": questions_to_json(pending),
        "unasked": unasked_to_json(&played),
    }))?;
    warn_of_unasked(ui, &played);
    let night = played.night.number;
    if pending.is_empty() {
        ui.status(&format!("Night {night} awaits no ruling."));
        return Ok(());
    }
    let number = counted(pending.len(), "ruling");
    ui.status(&format!("Night {night} awaits {number}: answer in {}.", file.display()));
    Err(Failure::RulingsAwaited)
}

/// Renders the ruling to fill in for a question, with the question above it as a comment.
pub(super) fn render_skeleton(pending: &PendingQuestion) -> String {
    let sentences = pending.sentences.iter().map(|sentence| format!("  {sentence}"));
    let comment_lines =
        std::iter::once(pending.question.clone()).chain(sentences).chain(pending.involved.iter().cloned());
    // The lines above are comments, whatever names and words they contain.
    let comments: String =
        comment_lines.flat_map(|line| line.lines().map(|line| format!("# {line}\n")).collect::<Vec<_>>()).collect();
    format!("{comments}- decide: {}\n  {}\n  reason: \"\"\n", as_scalar(&pending.key), pending.answer)
}

/// Questions as JSON.
pub(super) fn questions_to_json(pending: &[PendingQuestion]) -> serde_json::Value {
    json!(
        pending
            .iter()
            .map(|p| {
                json!({
                    "key": p.key,
                    "question": p.question,
                    "sentences": p.sentences,
                    "involved": p.involved,
                    "skeleton": render_skeleton(p),
                })
            })
            .collect::<Vec<_>>()
    )
}

/// Rulings that answer no question, as JSON.
pub(super) fn unasked_to_json(played: &PlayedNight) -> serde_json::Value {
    let unasked = played.resolution.unasked.iter();
    json!(unasked.map(|u| json!({ "ruling": u.ruling, "key": u.key })).collect::<Vec<_>>())
}

/// Warns of rulings that answer no question, and of texts at places where nobody is.
pub(super) fn warn_of_unasked(ui: &Ui, played: &PlayedNight) {
    for words in &played.resolution.unheard {
        let (file, at) = (played.night.rulings_file(), &played.war_before.setup.location(words.location).name);
        ui.warning(&format!(
            "`{}`: ruling {} says something at {at}, where nobody is by then: nobody reads it. \
             `at:` sets another moment, `everybody: {{ text: … }}` stands on the public page",
            file.display(),
            words.ruling
        ));
    }
    for answer in &played.resolution.unasked {
        let file = played.night.rulings_file();
        let (number, key) = (answer.ruling, &answer.key);
        ui.warning(&format!("`{}`: ruling {number} answers `{key}`, which nothing asks", file.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::HELP;
    use crate::language::span::Source;
    use crate::sheet::yaml;

    #[test]
    fn the_example_of_the_help_is_yaml_and_no_terminal_wraps_it() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 79), "{HELP}");
        let example: String = HELP
            .lines()
            .filter(|line| line.starts_with("  ") && !line.contains("grail rulings"))
            .fold(String::new(), |all, line| all + line + "\n");
        let parsed = yaml::parse(&Source::new("help", example)).unwrap();
        assert_eq!(parsed[0].items().unwrap().len(), 7);
    }
}
