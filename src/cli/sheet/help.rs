//! `grail sheet help`: explains how the effects of a sheet are written.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::failure::{CommandResult, Failure};
use crate::cli::rules::code_pages;
use crate::cli::ui::Ui;
use crate::language::diagnostic::nearest;
use crate::language::sheet_guide::{SheetTopic, answering, contents, of_family, topic, topic_of, topics};

/// Explains how the effects of a sheet are written, topic by topic.
///
/// Each sentence can be copied into a sheet. It is shown as `grail sheet explain` reads it back; below it stand other
/// ways to say it. Ask for a topic, for what you want (`once per battle`), for a family of effects by its number
/// (docs/sheets.md), or for the code of what was said of a sheet.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grail sheet help\n  grail sheet help durations\n  grail sheet help once per battle\n  \
                  grail sheet help 37\n  grail sheet help E241\n  grail sheet help all"
)]
pub(super) struct SheetHelpArgs {
    /// The topic, or `all`; words of what you want; the number of a family; a code (`E241`). Without it the topics.
    #[arg(value_name = "TOPIC")]
    asked: Vec<String>,
}

pub(super) fn run(ui: &Ui, args: &SheetHelpArgs) -> CommandResult {
    let asked = args.asked.join(" ").trim().to_owned();
    if asked.is_empty() {
        ui.text(&contents())?;
        ui.text(
            "\n`grail sheet help TOPIC` explains one, `grail sheet help once per battle` finds what you want, `grail sheet help \
             E241`\nwhat was said of a sheet, `grail sheet help all` all. docs/authors-guide.md builds a Servant step by step.\n",
        )?;
        return ui.json(&topics().iter().map(|t| json!({ "topic": t.name, "about": t.about })).collect::<Vec<_>>());
    }
    let code = code_pages::find_code(&asked).filter(code_pages::Code::is_of_sheets);
    if let Some(code) = &code {
        ui.text(&code.page())?;
        ui.text("\n")?;
    }
    let shown = match (&code, asked.parse::<u32>()) {
        (Some(_), _) => topic_of(&asked).cloned().into_iter().collect(),
        (None, Ok(family)) => of_family(family),
        (None, Err(_)) if asked.eq_ignore_ascii_case("all") => topics().to_vec(),
        (None, Err(_)) => topic(&asked).cloned().map_or_else(|| answering(&asked), |topic| vec![topic]),
    };
    if shown.is_empty() && code.is_none() {
        return Err(no_topic(&asked));
    }
    ui.text(&shown.iter().map(SheetTopic::page).collect::<Vec<_>>().join("\n\n"))?;
    let pages: Vec<Value> = shown.iter().map(topic_to_json).collect();
    match code {
        Some(code) => ui.json(&json!({ "code": code.json(), "topics": pages })),
        None => ui.json(&pages),
    }
}

fn topic_to_json(topic: &SheetTopic) -> Value {
    let sentences = topic
        .sentences
        .iter()
        .map(|of| json!({ "family": of.family, "want": of.want, "sentence": of.sentence, "variants": of.variants }));
    json!({ "topic": topic.name, "about": topic.about, "text": topic.text, "sentences": sentences.collect::<Vec<_>>() })
}

fn no_topic(asked: &str) -> Failure {
    let hint = nearest(asked, topics().iter().map(|topic| topic.name))
        .map_or_else(|| "`grail sheet help` lists the topics".to_owned(), |guess| format!("did you mean `{guess}`?"));
    Failure::Usage(format!("the help has nothing on `{asked}`; {hint}"))
}
