//! `grail sheet try`: uses a skill once on a stage and shows the result.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::campaign::error::{CampaignError, FaultyFile};
use crate::campaign::game::sheets::{SheetSearch, read_sheet_source};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::ui::{Ui, parse_number};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields;
use crate::language::span::Source;
use crate::scenario::tryout::{StartAmount, TryError, TryRequest, try_skill};
use crate::sheet::load_sheet::{Defaults, load};
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::exact::Exact;

use super::tried_page;

/// Tries a skill out: uses it once on a stage and tells what came of it, sentence by sentence.
///
/// The stage is a small War: the sheet's character with a partner, and against them a Servant and a Master, all in one
/// place, every stat of the others C. The Nights are resolved as in a War. Where a sentence bears on blows or waits for
/// one, the user and the opponent exchange basic attacks beside the use; what is always on is tried by that alone. Of
/// each sentence it is told what there would not have been without it, or why it changed nothing. SKILL is any skill,
/// spell, basic attack or ability of the sheet, an item, or a Command Spell of a Master. On the stage stand Foe and its
/// Master Warden, beside a Servant its Master Patron, beside a Master the Servant Squire; the place is Square, and Lane
/// is beside it.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  grail sheet try sheets/servants/saber.yaml \"Gilded Edge\"
  grail sheet try saber.yaml \"Ford Guard\" --health 30% --nights 3
  grail sheet try saber.yaml \"Rapid Cut\" --against sheets/servants/lancer.yaml --times 2
  grail sheet try saber.yaml \"Ford Guard\" --foe \"Move to Lane.\" --no-blows
  grail sheet try saber.yaml \"Rapid Cut\" --start \"Foe: { statuses: [Poison 2/10], mana: 20 }\"")]
pub(super) struct SheetTryArgs {
    /// The sheet.
    sheet: PathBuf,
    /// The skill, spell, ability, item or basic attack by name.
    skill: String,
    /// The sheet of the opponent, a Servant or a Master.
    #[arg(long, value_name = "SHEET")]
    against: Option<PathBuf>,
    /// How often it is used in the first Night; more than once, those here have fought a Turn already.
    #[arg(long, value_parser = parse_number, default_value_t = 1)]
    times: u32,
    /// How many Nights are played; without it as many as something goes on, at most 4.
    #[arg(long, value_parser = parse_number)]
    nights: Option<u32>,
    /// The number of the first Night.
    #[arg(long, value_parser = parse_number, default_value_t = 1)]
    night: u32,
    /// The user's Health as it begins: `60` or `30%`.
    #[arg(long, value_name = "HEALTH")]
    health: Option<String>,
    /// The opponent's Health as it begins.
    #[arg(long, value_name = "HEALTH")]
    target_health: Option<String>,
    /// The order of its use in your own words, in place of one made here: `Use Teleport on Patron to Lane.`
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// What the user is ordered besides, every Night; may be given several times.
    #[arg(long, value_name = "ORDER")]
    also: Vec<String>,
    /// What the opponent is ordered every Night; may be given several times.
    #[arg(long, value_name = "ORDER")]
    foe: Vec<String>,
    /// What else is so as it begins, as the `start:` of a scenario writes it.
    #[arg(long, value_name = "YAML")]
    start: Option<String>,
    /// The user and the opponent exchange basic attacks, whatever the skill says.
    #[arg(long, conflicts_with = "no_blows")]
    blows: bool,
    /// Nobody strikes of themselves.
    #[arg(long)]
    no_blows: bool,
}

/// The most Nights that may be played.
const MAX_NIGHTS: u32 = 30;

pub(super) fn run(ui: &Ui, args: &SheetTryArgs) -> CommandResult {
    let source = read_sheet_source(&args.sheet)?;
    let user = read_user(ui, &source, &args.skill)?;
    let opponent = args.against.as_deref().map(|path| read_opponent(ui, path)).transpose()?;
    if !(1..=MAX_NIGHTS).contains(&args.nights.unwrap_or(1)) || !(1..=20).contains(&args.times) || args.night == 0 {
        let text =
            format!("--nights lies between 1 and {MAX_NIGHTS}, --times between 1 and 20, and Nights begin with 1");
        return Err(Failure::Usage(text));
    }
    let mut familiars = Vec::new();
    collect_familiars(&user, Path::new(&source.name), &mut familiars)?;
    if let (Some(sheet), Some(path)) = (&opponent, &args.against) {
        collect_familiars(sheet, path, &mut familiars)?;
    }
    let request = TryRequest {
        user,
        opponent,
        familiars,
        skill: args.skill.clone(),
        times: args.times,
        order: args.order.clone(),
        further_orders: args.also.clone(),
        opponent_orders: args.foe.clone(),
        health: (parse_amount(args.health.as_deref())?, parse_amount(args.target_health.as_deref())?),
        start: args.start.clone(),
        nights: args.nights,
        night: args.night,
        blows: if args.blows || args.no_blows { Some(args.blows) } else { None },
    };
    let tried = try_skill(&request).map_err(|why| try_failure(ui, &request, why))?;
    ui.text(&tried_page::render_tried(&tried))?;
    ui.json(&tried_page::tried_to_json(&tried))
}

/// Loads the sheets of a file; faults are shown as `grail sheet check` shows them.
fn load_sheets(ui: &Ui, source: &Source) -> Result<Vec<Sheet>, Failure> {
    match load(source, Defaults::Sheet) {
        Ok(loaded) => Ok(loaded.sheets),
        Err(faults) => {
            ui.json(&serde_json::json!({ "faults": crate::cli::ui::locate_faults(source, &faults) }))?;
            ui.print_faults(source, &faults)?;
            ui.error(&format!(
                "`{}` has faults: a skill of it can be tried once `grail sheet check` finds none",
                source.name
            ));
            Err(Failure::Reported)
        }
    }
}

/// The sheet of a file that has the skill, else its first sheet.
fn read_user(ui: &Ui, source: &Source, skill: &str) -> Result<Sheet, Failure> {
    let mut sheets = load_sheets(ui, source)?;
    let index = sheets.iter().position(|sheet| sheet.skill_index(skill).is_some()).unwrap_or(0);
    let sheet = sheets.swap_remove(index);
    if sheet.kind == SheetKind::Library {
        let text = format!(
            "`{}` is a shelf: try what stands on it with the sheet of somebody who has it, as in \
             `grail sheet try sheets/servants/saber.yaml Splint`",
            source.name
        );
        return Err(Failure::Usage(text));
    }
    Ok(sheet)
}

fn read_opponent(ui: &Ui, path: &Path) -> Result<Sheet, Failure> {
    let source = read_sheet_source(path)?;
    let can_oppose = |sheet: &Sheet| matches!(sheet.kind, SheetKind::Master | SheetKind::Servant);
    let found = load_sheets(ui, &source)?.into_iter().find(can_oppose);
    found.ok_or_else(|| Failure::Usage(format!("`{}` is the sheet of no Servant or Master", source.name)))
}

/// Collects the familiars that a sheet names, and those that these name, if their sheets can be found.
fn collect_familiars(owner: &Sheet, path: &Path, found: &mut Vec<Sheet>) -> CommandResult {
    let shelves = SheetSearch { roots: vec![PathBuf::from(".")] };
    for name in &owner.familiars {
        if found.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(name)) || owner.name.eq_ignore_ascii_case(name) {
            continue;
        }
        let Some(source) = shelves.find_familiar(path, name)? else { continue };
        let loaded = load(&source, Defaults::Sheet).map_err(|diagnostics| {
            Failure::from(CampaignError::Faults(vec![FaultyFile { source: source.clone(), diagnostics }]))
        })?;
        let Some(sheet) = loaded.sheets.into_iter().find(|sheet| sheet.name.eq_ignore_ascii_case(name)) else {
            continue;
        };
        found.push(sheet.clone());
        collect_familiars(&sheet, path, found)?;
    }
    Ok(())
}

/// Parses `60`, `30%`.
fn parse_amount(text: Option<&str>) -> Result<Option<StartAmount>, Failure> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    let invalid = || Failure::Usage(format!("`{text}` is no Health: write `60` or `30%`"));
    let (digits, percent) = text.strip_suffix('%').map_or((text, false), |digits| (digits.trim(), true));
    let number = fields::number(digits).map_err(|_| invalid())?;
    if !percent {
        return Ok(Some(StartAmount::Number(number)));
    }
    number.times(Exact::percent(1)).map(|part| Some(StartAmount::Percent(part))).map_err(|_| invalid())
}

/// Renders why a skill could not be tried.
fn try_failure(ui: &Ui, request: &TryRequest, why: TryError) -> Failure {
    let owner = &request.user.name;
    match why {
        TryError::NoSkill(names) => {
            let mut text = format!("`{owner}` has no skill `{}`", request.skill);
            match nearest(&request.skill, names.iter().map(String::as_str)) {
                Some(near) => text.push_str(&format!("; did you mean `{near}`?")),
                None => {
                    let own: Vec<&str> = request.user.skills.iter().map(|skill| skill.name.base.as_str()).collect();
                    text.push_str(&format!("; it has {}", own.join(", ")));
                }
            }
            Failure::Usage(text)
        }
        TryError::Stage(why) => Failure::Usage(format!("the stage cannot be set: {}", why.join("; "))),
        TryError::Unreadable(source, faults) => show_faults(ui, &source, &faults, "what is given cannot be read"),
        TryError::NotOrdered(source, faults) => show_faults(
            ui,
            &source,
            &faults,
            "this cannot be ordered on this stage: who is there, `grail sheet try --help` says; \
             --order takes the use in your own words",
        ),
    }
}

fn show_faults(ui: &Ui, source: &Source, diagnostics: &[Diagnostic], what: &str) -> Failure {
    let diagnostics = diagnostics.to_vec();
    ui.faults(&[FaultyFile { source: source.clone(), diagnostics }]);
    Failure::Usage(what.to_owned())
}
