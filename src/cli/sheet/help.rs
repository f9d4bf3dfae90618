//! `grail sheet help`: explains how the effects of a sheet are written.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::failure::{CommandResult, Failure};
use crate::cli::rules::code_pages;
use crate::cli::ui::Ui;
use crate::language::diagnostic::nearest;
use crate::language::sheet_guide::{
    SheetTopic, find_topic, list_topics, search_topics, topic_of, topics, topics_of_family,
};

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
    let query = args.asked.join(" ").trim().to_owned();
    if query.is_empty() {
        ui.text(&list_topics())?;
        ui.text(
            "\n`grail sheet help TOPIC` explains one, `grail sheet help once per battle` finds what you want, `grail sheet help \
             E241`\nwhat was said of a sheet, `grail sheet help all` all. docs/authors-guide.md builds a Servant step by step.\n",
        )?;
        return ui.json(&topics().iter().map(|t| json!({ "topic": t.name, "about": t.about })).collect::<Vec<_>>());
    }
    let code = code_pages::find_code(&query).filter(code_pages::Code::is_of_sheets);
    if let Some(code) = &code {
        ui.text(&code.render_page())?;
        ui.text("\n")?;
    }
    let topics_found = match (&code, query.parse::<u32>()) {
        (Some(_), _) => topic_of(&query).cloned().into_iter().collect(),
        (None, Ok(family)) => topics_of_family(family),
        (None, Err(_)) if query.eq_ignore_ascii_case("all") => topics().to_vec(),
        (None, Err(_)) => find_topic(&query).cloned().map_or_else(|| search_topics(&query), |topic| vec![topic]),
    };
    if topics_found.is_empty() && code.is_none() {
        return Err(unknown_topic_failure(&query));
    }
    ui.text(&topics_found.iter().map(SheetTopic::render_page).collect::<Vec<_>>().join("\n\n"))?;
    let pages: Vec<Value> = topics_found.iter().map(topic_to_json).collect();
    match code {
        Some(code) => ui.json(&json!({ "code": code.to_json(), "topics": pages })),
        None => ui.json(&pages),
    }
}

fn topic_to_json(topic: &SheetTopic) -> Value {
    let sentences = topic
        .sentences
        .iter()
        .map(|phrase| json!({ "family": phrase.family, "want": phrase.want, "sentence": phrase.sentence, "variants": phrase.variants }));
    json!({ "topic": topic.name, "about": topic.about, "text": topic.text, "sentences": sentences.collect::<Vec<_>>() })
}

fn unknown_topic_failure(query: &str) -> Failure {
    let hint = nearest(query, topics().iter().map(|topic| topic.name))
        .map_or_else(|| "`grail sheet help` lists the topics".to_owned(), |guess| format!("did you mean `{guess}`?"));
    Failure::Usage(format!("the help has nothing on `{query}`; {hint}"))
}
