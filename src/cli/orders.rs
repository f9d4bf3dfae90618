//! `grail orders`: what players write.

use clap::{Args, Subcommand};
use serde_json::json;

use crate::language::diagnostic::nearest;
use crate::language::guide::{TOPICS, Topic, contents, topic};

use super::failure::{Failure, Outcome};
use super::ui::Ui;

/// The orders that players write, and the language they are written in.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "Example:\n  grail orders help conditions")]
pub(super) struct OrdersArgs {
    #[command(subcommand)]
    command: OrdersCommand,
}

#[derive(Debug, Subcommand)]
enum OrdersCommand {
    Help(HelpArgs),
}

/// Explains the order language with examples, topic by topic.
///
/// Every example can be copied into a letter of orders.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail orders help\n  grail orders help delays\n  grail orders help all")]
struct HelpArgs {
    /// The topic, or `all`; without it the list of topics is printed.
    topic: Option<String>,
}

pub(super) fn run(ui: &Ui, args: &OrdersArgs) -> Outcome {
    match &args.command {
        OrdersCommand::Help(args) => help(ui, args),
    }
}

fn help(ui: &Ui, args: &HelpArgs) -> Outcome {
    let shown: Vec<&Topic> = match args.topic.as_deref() {
        None => {
            ui.text(&contents())?;
            ui.text("\n`grail orders help TOPIC` explains one, `grail orders help all` all of them.\n")?;
            return ui.json(&TOPICS.iter().map(|t| json!({ "topic": t.name, "about": t.about })).collect::<Vec<_>>());
        }
        Some("all") => TOPICS.iter().collect(),
        Some(name) => vec![topic(name).ok_or_else(|| no_topic(name))?],
    };
    ui.text(&shown.iter().map(|topic| topic.page()).collect::<Vec<_>>().join("\n\n"))?;
    let told = |t: &&Topic| json!({ "topic": t.name, "about": t.about, "text": t.text, "examples": t.examples });
    ui.json(&shown.iter().map(told).collect::<Vec<_>>())
}

fn no_topic(name: &str) -> Failure {
    let guess = nearest(name, TOPICS.iter().map(|topic| topic.name));
    let hint = guess
        .map_or_else(|| "`grail orders help` lists the topics".to_owned(), |guess| format!("did you mean `{guess}`?"));
    Failure::Usage(format!("there is no topic `{name}`; {hint}"))
}
