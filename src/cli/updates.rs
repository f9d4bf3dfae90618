//! `grail updates`: shows the updates of a night.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Map, json};

use crate::campaign::error::CampaignError;
use crate::campaign::folder::{Folder, file_name};
use crate::campaign::game::PUBLIC;
use crate::campaign::game::pages::RenderedPage;
use crate::campaign::game::play::{Game, write_updates};
use crate::campaign::game::war_file::Contact;
use crate::campaign::lock::Lock;
use crate::campaign::night_files::NightFiles;
use crate::event::prose::render_night;
use crate::event::words::describe_with_phase_and_rules;
use crate::updates::markup::Form;

use super::failure::{CommandResult, Failure};
use super::forum_pages;
use super::mail_session::MailSession;
use super::ui::{Ui, counted, parse_number};

/// Prints the updates of a night, rendered anew from its orders.
///
/// With `--seat` only that seat's page; `--seat public` is the one for everybody. `--form` chooses among
/// plain text, a page for a browser, the markup of two kinds of boards, and data. With `--gm` the whole night
/// as prose, secrets and all: for the GM alone.
///
/// Your own passages stand in `story.yaml` in the night's folder and are kept however often a night is rendered:
/// `--draft` prints one to write over, `--write` writes the updates into the folder again.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail updates campaigns/nine-bridges 1 --seat Red --form html
  grail updates campaigns/nine-bridges 1 --posts")]
pub(super) struct UpdatesArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The night.
    #[arg(value_parser = parse_number)]
    night: u32,
    /// Whose page.
    #[arg(long)]
    seat: Option<String>,
    /// In which form.
    #[arg(long, value_enum, default_value_t = FormName::Text)]
    form: FormName,
    /// The whole night in place of the pages.
    #[arg(long, conflicts_with_all = ["seat", "form"])]
    gm: bool,
    /// A draft of `story.yaml`: every passage with the words to write over.
    #[arg(long, conflicts_with_all = ["gm", "form", "write"])]
    draft: bool,
    /// All updates as posts, one behind another in one text: the public one for the thread, each seat's for a message
    /// to its player. What is long goes under spoiler tags; the form is `bbcode`, or `gamefaqs`.
    #[arg(long, conflicts_with_all = ["gm", "draft", "write"])]
    posts: bool,
    /// The most characters that a post may have.
    #[arg(long, value_name = "CHARACTERS", requires = "posts", value_parser = parse_number)]
    longest: Option<u32>,
    /// The board has no spoiler tags.
    #[arg(long, requires = "posts")]
    no_spoilers: bool,
    /// Writes the updates into the night's folder again.
    #[arg(long, conflicts_with_all = ["gm", "seat", "form"])]
    write: bool,
}

/// The forms of a page, as they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Plain text, as mailed.
    Text,
    /// One self-contained page for a browser.
    Html,
    /// The markup of bulletin boards.
    Bbcode,
    /// The markup of GameFAQs' boards.
    Gamefaqs,
    /// The page's data.
    Json,
}

impl FormName {
    const fn form(self) -> Form {
        match self {
            FormName::Text => Form::Text,
            FormName::Html => Form::Html,
            FormName::Bbcode => Form::Bbcode,
            FormName::Gamefaqs => Form::Gamefaqs,
            FormName::Json => Form::Json,
        }
    }
}

pub(super) fn run(ui: &Ui, args: &UpdatesArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = if args.write { Some(Lock::take(&folder)?) } else { None };
    let game = Game::open(folder)?;
    if args.night == 0 {
        return Err(Failure::Usage("night 0 is the start: the first updates are those of night 1".to_owned()));
    }
    let played = game.replay_night(args.night)?;
    if args.gm {
        let (before, after) = (&played.war_before, &played.resolution.war);
        let lines: Vec<String> =
            played.resolution.events.iter().map(|event| describe_with_phase_and_rules(after, event)).collect();
        ui.text(&render_night(before, after, &played.resolution.events))?;
        return ui.json(&json!({ "night": args.night, "events": lines }));
    }
    played.pages.remarks.iter().for_each(|remark| ui.warning(remark));
    let form = match args.form.form() {
        form @ (Form::Bbcode | Form::Gamefaqs) => form,
        form if !args.posts => form,
        Form::Text => Form::Bbcode,
        Form::Html | Form::Json => {
            return Err(Failure::Usage("posts are of the form bbcode or gamefaqs".to_owned()));
        }
    };
    // The pages have the moved deadline, as the letters do.
    let contacts = game.read_contacts()?;
    let session = MailSession::from_game(game, contacts)?;
    let game = &session.game;
    let mut printed = played.pages.render_all(&[form])?;
    for page in &mut printed {
        page.text = session.update_deadline_on_page(args.night, std::mem::take(&mut page.text))?;
    }
    let is_wanted = |page: &&RenderedPage| args.seat.as_deref().is_none_or(|seat| file_name(seat) == page.name);
    let mut pages: Vec<&RenderedPage> = printed.iter().filter(is_wanted).collect();
    if let (Some(seat), []) = (&args.seat, pages.as_slice()) {
        let (path, seats) = (game.folder.war_file(), game.seats());
        let error: CampaignError = crate::campaign::order_files::unknown_seat_error(&path, seat, &seats);
        return Err(error.into());
    }
    if args.draft {
        let draft = played.pages.render_story_draft(args.seat.as_deref().map(file_name).as_deref())?;
        ui.text(&draft)?;
        return ui.json(&json!({ "draft": draft }));
    }
    if args.write {
        let count = write_updates(&game.folder, &played, |page| session.update_deadline_on_page(args.night, page))?;
        let updates = played.night.updates();
        ui.status(&format!("{} are in {}.", counted(count, "page"), updates.display()));
        return ui.json(&json!({ "night": args.night, "written": count }));
    }
    pages.sort_by_key(|page| (page.name != PUBLIC, page.name.clone()));
    if args.posts {
        return print_posts(ui, args, form, &session, &pages);
    }
    match pages.as_slice() {
        [only] if args.seat.is_some() => ui.text(&only.text)?,
        all => {
            let page = |p: &&RenderedPage| format!("===== {} =====\n\n{}\n\n", p.name, p.text.trim_end());
            ui.text(&all.iter().map(page).collect::<String>())?;
        }
    }
    let list: Map<_, _> = pages.into_iter().map(|page| (page.name.clone(), json!(page.text))).collect();
    ui.json(&json!({ "night": args.night, "form": form.name(), "updates": list }))
}

/// Prints pages as posts, each below a line that says where it belongs.
fn print_posts(
    ui: &Ui,
    args: &UpdatesArgs,
    form: Form,
    session: &MailSession,
    pages: &[&RenderedPage],
) -> CommandResult {
    let file = &session.file;
    let longest = args.longest.map_or_else(|| forum_pages::default_max_characters(form), |most| most as usize);
    let (mut out, mut list) = (String::new(), Vec::new());
    for page in pages {
        let seat = session.game.seats().into_iter().find(|seat| file_name(seat) == page.name && page.name != PUBLIC);
        let recipients = match &seat {
            None => "for everybody: the thread".to_owned(),
            Some(seat) => {
                let people = file.contact_of(seat).into_iter().flat_map(Contact::people);
                let names: Vec<String> =
                    people.filter_map(|person| person.forum.first().or(person.player.as_ref()).cloned()).collect();
                let names = if names.is_empty() { "its player".to_owned() } else { names.join(", ") };
                format!("for {seat} alone: a message to {names}")
            }
        };
        let posts = forum_pages::split_into_posts(&page.text, form, !args.no_spoilers, longest);
        for (number, text) in posts.iter().enumerate() {
            let part = if posts.len() > 1 { format!(", {} of {}", number + 1, posts.len()) } else { String::new() };
            out.push_str(&format!("===== {recipients}{part} =====\n\n{text}\n"));
            list.push(json!({ "page": page.name, "whom": recipients, "text": text }));
        }
    }
    ui.text(&out)?;
    ui.json(&json!({ "night": args.night, "form": form.name(), "posts": list }))
}

/// The pages of a night with their names, the public one first.
pub(super) fn page_list(files: &NightFiles) -> Vec<(&str, &str)> {
    let mut pages: Vec<(&str, &str)> = files
        .files
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix("updates/")?.strip_suffix(".txt")?, text.as_str())))
        .collect();
    pages.sort_by_key(|(name, _)| (*name != "public", *name));
    pages
}

/// Joins the pages of a night, or returns one seat's page.
pub(super) fn join_pages(files: &NightFiles, seat: Option<&str>) -> String {
    let list = page_list(files);
    match seat {
        Some(seat) => list.into_iter().find(|(name, _)| *name == file_name(seat)).map_or("", |(_, t)| t).to_owned(),
        None => list.into_iter().map(|(name, text)| format!("===== {name} =====\n\n{}\n\n", text.trim_end())).collect(),
    }
}
