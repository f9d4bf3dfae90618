//! `grail sheet schema`: prints the JSON Schema of a sheet, for editors.

use std::path::PathBuf;

use clap::Args;

use crate::campaign::error::CampaignError;
use crate::campaign::night_files::write_file;
use crate::cli::failure::CommandResult;
use crate::cli::ui::Ui;
use crate::sheet::schema::schema;

/// Prints the JSON Schema of a sheet (draft 2020-12), with which an editor completes and checks keys.
///
/// For editors with the YAML language server put the path of the schema on a sheet's first line, as
/// in `# yaml-language-server: $schema=../sheet.schema.json`. What only the program can judge, the
/// sentences above all, is checked by `grail sheet check`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail sheet schema --output sheet.schema.json")]
pub(super) struct SheetSchemaArgs {
    /// The file to write; without it the schema is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &SheetSchemaArgs) -> CommandResult {
    let text = serde_json::to_string_pretty(&schema())
        .map_err(|e| CampaignError::internal(format!("the schema could not be written: {e}")))?;
    match &args.output {
        Some(path) => {
            write_file(path, &(text + "\n"))?;
            ui.status(&format!("The schema is in {}.", path.display()));
            Ok(())
        }
        None => ui.raw(&text),
    }
}
