//! `grail sheet import`: converts the rulebook's text form into a sheet.
#![expect(clippy::disallowed_methods, reason = "a sheet that is there is not written over")]

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::FaultyFile;
use crate::campaign::game::load_war::read_source_file;
use crate::campaign::night_files::write_file;
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::ui::{Ui, counted, locate_faults};
use crate::language::diagnostic::Severity;
use crate::language::span::Source;
use crate::sheet::import::{ImportedSheets, import};
use crate::sheet::load_sheet::{Defaults, load};

/// Reads characters and skills in the rulebook's text form (`Name: … Rank: … Type: …`), as people post them, into a
/// sheet.
///
/// Marks of boards, wikis and mails (BBCode, bold, tables, spoilers) are taken off; familiars told below their
/// summoner become sheets of their own. A bullet behind a description is an effect; without one the description is.
/// The owner's class, name and pronoun are the user. Nothing is dropped and nothing guessed: a sentence of a skill
/// that is not understood is left to the GM (`GM:`), a value that is misread or has two readings is written as it
/// stands, and a line of unknown purpose becomes a comment; each is reported with its line. Exit code 1 when
/// something was not understood; the sheet is written all the same.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet import saber.txt --output sheets/saber.yaml")]
pub(super) struct SheetImportArgs {
    /// The text.
    file: PathBuf,
    /// The sheet to write; it must not be there yet. Without it the sheet is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &SheetImportArgs) -> CommandResult {
    let source = read_source_file(&args.file)?;
    if let Some(path) = args.output.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Usage(format!("`{}` is there already: name another file", path.display())));
    }
    let imported = import(&source);
    match &args.output {
        Some(path) => write_file(path, &imported.yaml)?,
        None => ui.text(&imported.yaml)?,
    }
    let faults = count_faults(&imported);
    ui.json(&json!({
        "yaml": imported.yaml,
        "characters": imported.characters,
        "skills": imported.skills,
        "sentences": imported.sentences,
        "understood": imported.understood,
        "left_to_gm": imported.left_to_gm,
        "unread_lines": imported.kept_as_comments,
        "remarks": locate_faults(&source, &imported.remarks),
        "faults": faults,
    }))?;
    ui.faults(&[FaultyFile { source, diagnostics: imported.remarks.clone() }]);
    let where_to = args.output.as_ref().map_or_else(|| "the sheet".to_owned(), |path| path.display().to_string());
    let remarks = imported.remarks.iter().filter(|remark| remark.severity != Severity::Hint).count();
    ui.status(&format!(
        "{}, {}, {} of {} understood; {} left to the GM; {} unread; {} to look at. `grail sheet check` finds {} in \
         {where_to}.",
        counted(imported.characters, "character"),
        counted(imported.skills, "skill"),
        imported.understood,
        counted(imported.sentences, "sentence"),
        imported.left_to_gm,
        counted(imported.kept_as_comments, "line"),
        counted(remarks, "doubt"),
        counted(faults, "error"),
    ));
    if imported.is_fully_understood() { Ok(()) } else { Err(Failure::Reported) }
}

/// The number of errors that a check of the sheet would find.
fn count_faults(imported: &ImportedSheets) -> usize {
    let source = Source::new("the sheet", imported.yaml.clone());
    load(&source, Defaults::Sheet).map_or_else(|faults| faults.iter().filter(|f| f.is_error()).count(), |_| 0)
}
