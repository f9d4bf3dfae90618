//! `grail new`: makes a War that can be resolved at once.
#![expect(clippy::disallowed_methods, reason = "a new campaign is a folder of files")]

use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::{AtPath as _, CampaignError};
use crate::campaign::night_files::write_file;
use crate::campaign::random;

use super::failure::CommandResult;
use super::ui::{Ui, counted};

/// Makes a campaign: a War of two teams with sheets, a map and orders for the first night.
///
/// It can be started and resolved as it is. Its seed and tokens are drawn anew each time; those of `--example`
/// everybody knows: it is there to be looked at.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail new my-war && grail start my-war && grail resolve my-war --show
  grail new my-war --without-orders
  grail new bridges --example && grail start bridges && grail resolve bridges --show")]
pub(super) struct NewArgs {
    /// The folder to make; it must be empty or not be there.
    dir: PathBuf,
    /// Leaves the orders of the first night to the players, as for a War by mail.
    #[arg(long)]
    without_orders: bool,
    /// The War of the Nine Bridges in its place: twenty characters, orders for three nights.
    #[arg(long)]
    example: bool,
}

macro_rules! files {
    ($($place:literal),+ $(,)?) => {
        [$(($place, include_str!(concat!("../../campaigns/first-war/", $place)))),+]
    };
}

/// The files of the War, as they are in the repository.
const FILES: [(&str, &str); 8] = files![
    "war.yaml",
    "map.yaml",
    "sheets/iris.yaml",
    "sheets/saber.yaml",
    "sheets/edmund.yaml",
    "sheets/lancer.yaml",
    "nights/001/orders/red.txt",
    "nights/001/orders/blue.txt",
];

/// The files of the example War, as they are in the repository.
const EXAMPLE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/example.rs"));

pub(super) fn run(ui: &Ui, args: &NewArgs) -> CommandResult {
    let dir = &args.dir;
    if dir.exists() && fs::read_dir(dir).at("read", dir)?.next().is_some() {
        return Err(CampaignError::NotEmpty { path: dir.clone() }.into());
    }
    let all = if args.example { EXAMPLE } else { &FILES };
    let files: Vec<_> = all.iter().filter(|(path, _)| !(args.without_orders && path.contains("/orders/"))).collect();
    for (path, text) in &files {
        let (path, text) = (*path, *text);
        let has_secrets = path == "war.yaml" && !args.example;
        let text = if has_secrets { with_secrets(text)? } else { text.to_owned() };
        write_file(&dir.join(path), &text)?;
    }
    ui.status(&format!(
        "{} in {}; begin the War with `grail start {}`.",
        counted(files.len(), "file"),
        dir.display(),
        dir.display()
    ));
    ui.json(&json!({ "campaign": dir, "files": files.iter().map(|(place, _)| place).collect::<Vec<_>>() }))
}

/// Puts in a seed that no player can guess, and tokens that no player knows from the example.
fn with_secrets(text: &str) -> Result<String, CampaignError> {
    let blanks = " ".repeat(24);
    Ok(text
        .replacen(&format!("seed: 7331 {blanks}"), &format!("seed: {} ", random::random_seed()?), 1)
        .replacen("red-lantern", &random::random_token()?, 1)
        .replacen("blue-lantern", &random::random_token()?, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_war_has_a_seed_and_tokens_of_its_own() {
        let (_, war) = FILES[0];
        let drawn = with_secrets(war).unwrap();
        assert!(drawn.lines().any(|line| line.starts_with("seed: ") && line.len() < 120), "{drawn}");
        for known in ["7331", "red-lantern", "blue-lantern"] {
            assert!(war.contains(known) && !drawn.contains(known), "{known}");
        }
    }
}
