//! The book of a War: a chronicle, the cast with their fates, graphs, the map Night by Night, a replay, every red and
//! blue, every sheet, the GM's full log and every update, as one page for a browser (R011).
//!
//! It is for everybody, and so it is made only once the War is over.

mod chronicle;
mod replay_steps;

use std::fmt::Display;

use minijinja::Value;

use serde::Serialize;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::templates;
use crate::event::kind::{EventKind, Referee};
use crate::event::prose::render_night;
use crate::perception::logic_view::build_logic_view;
use crate::perception::view_of::list_known_locations;
use crate::pictures::graph::{Graph, GraphLine};
use crate::pictures::map_drawing::MapDrawing;
use crate::pictures::map_view::MapView;
use crate::sheet::skill::{Role, Skill};
use crate::sheet::{Sheet, SheetKind};
use crate::updates::logic_block::{self, LogicBlock};
use crate::updates::render::Templates;
use crate::updates::value_words;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::stat::Stat;
use crate::war::War;
use crate::war::setup::Team;

use super::pages::HtmlBody;
use super::play::{Game, PlayedNight};
use chronicle::{Acquaintances, FightLine, MeetingLine, chronicle_night};
use replay_steps::{BOARD, StoryStep, tell_steps};

/// The template of the book.
const BOOK: &str = "book.html.j2";

/// The book's data.
#[derive(Debug, Serialize)]
struct Book {
    war: String,
    night: u32,
    over: bool,
    winner: Option<String>,
    board: Value,
    cast: Vec<CastPart>,
    graphs: Vec<Value>,
    points: Vec<(String, Vec<String>)>,
    logic: LogicBlock,
    teams: Vec<TeamPart>,
    familiars: Vec<SheetPart>,
    nights: Vec<NightPart>,
}

#[derive(Debug, Serialize)]
struct TeamPart {
    name: String,
    home: String,
    sheets: Vec<SheetPart>,
}

/// A sheet in words.
#[derive(Debug, Serialize)]
struct SheetPart {
    name: String,
    kind: &'static str,
    fate: String,
    facts: Vec<(&'static str, String)>,
    stats: Vec<(String, String)>,
    skills: Vec<SkillPart>,
    endings: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct SkillPart {
    name: String,
    role: &'static str,
    line: String,
    description: String,
    effects: Vec<String>,
}

/// A character of the War, in a line.
#[derive(Debug, Serialize)]
struct CastPart {
    name: String,
    kind: &'static str,
    team: String,
    true_name: String,
    fate: String,
}

#[derive(Debug, Serialize)]
struct NightPart {
    number: u32,
    fights: Vec<FightLine>,
    meetings: Vec<MeetingLine>,
    steps: Vec<StoryStep>,
    map: Value,
    #[serde(rename = "places")]
    locations: Vec<(String, String)>,
    pages: Vec<HtmlBody>,
    log: String,
}

/// Makes the book of a War that is over.
///
/// # Errors
/// [`CampaignError::NotOver`]; an error if a night cannot be played again or a template cannot be used.
pub fn book(game: &Game) -> Result<String> {
    let night = game.folder.last_resolved_night()?.number;
    if game.war_after(night)?.ended.is_none() {
        return Err(CampaignError::NotOver { night });
    }
    make_book(game, BookReader::Everybody)
}

/// The reader of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BookReader {
    Everybody,
    /// The GM also reads words of players that became no order, and the reasons of rulings.
    Gm,
}

/// Makes the book up to the last Night, with every secret of a War that goes on: for the GM alone.
///
/// # Errors
/// An error if a night cannot be played again or a template cannot be used.
pub fn book_so_far(game: &Game) -> Result<String> {
    make_book(game, BookReader::Gm)
}

fn make_book(game: &Game, reader: BookReader) -> Result<String> {
    let last = game.folder.last_resolved_night()?;
    let war = game.war_after(last.number)?;
    let failed = |e: crate::updates::render::TemplateError| CampaignError::Template { text: e.to_string() };
    // The book uses the campaign's current templates.
    let own = templates::night_templates(&game.folder, &game.folder.night(last.number + 1))?;
    let templates = Templates::new(own).map_err(failed)?;
    let map_drawing = MapDrawing::lay_out(&list_known_locations(&war), &war.setup.water);
    let mut positions = vec![game.war_after(0)?];
    let mut nights = Vec::new();
    let mut acquaintances = Acquaintances::new();
    for number in 1..=last.number {
        let mut played = game.replay_night(number)?;
        if reader == BookReader::Everybody {
            leave_out_private_words(&mut played);
        }
        let (fights, meetings) = chronicle_night(&played, &mut acquaintances);
        let (steps, map) = tell_steps(&played, &map_drawing, &templates);
        nights.push(NightPart {
            number,
            fights,
            meetings,
            steps,
            locations: map
                .places
                .iter()
                .filter(|p| !p.words.is_empty())
                .map(|p| (p.name.clone(), p.words.join(" ")))
                .collect(),
            map: Value::from_safe_string(map.svg()),
            pages: played.pages.render_bodies()?,
            log: strip_log_heading(&render_night(
                &played.war_before,
                &played.resolution.war,
                &played.resolution.events,
            )),
        });
        positions.push(played.resolution.war);
    }
    let setup = &war.setup;
    let part = |sheet: &Sheet| sheet_part(&war, sheet);
    let war_book = Book {
        war: setup.title.clone(),
        night: last.number,
        over: war.ended.is_some(),
        board: Value::from_safe_string(MapView::new(&map_drawing).board_svg(BOARD)),
        cast: collect_cast(&war),
        graphs: draw_graphs(&positions),
        points: combat_points_by_night(&positions),
        logic: logic_block::public_log(&build_logic_view(&war, None), last.number),
        winner: war.winner().map(|team| team.name.clone()),
        teams: setup
            .teams
            .iter()
            .zip(&game.loaded.teams)
            .map(|(team, files)| TeamPart {
                name: team.name.clone(),
                home: setup.location(team.home).name.clone(),
                sheets: files.iter().map(|file| part(latest_sheet(&war, &file.sheet))).collect(),
            })
            .collect(),
        familiars: game.loaded.familiars.iter().map(|file| part(latest_sheet(&war, &file.sheet))).collect(),
        nights,
    };
    templates.render(BOOK, &war_book).map_err(failed)
}

/// Removes from a Night the texts that are only between players and the GM: words of players that are no order, and the
/// reasons of rulings that nobody is told.
fn leave_out_private_words(played: &mut PlayedNight) {
    played.pages.leave_out_refusals();
    for event in &mut played.resolution.events {
        if let EventKind::Referee(Referee::Ruled { reason, told, .. }) = &mut event.kind
            && told.is_empty()
        {
            reason.clear();
        }
    }
}

/// The characters that are not familiars, with their fates.
fn collect_cast(war: &War) -> Vec<CastPart> {
    let part = |id| {
        let (character, sheet) = (war.character(id), war.sheet(id));
        let team = war.setup.teams.iter().find(|team| team.master == id || team.servants.contains(&id));
        let fate = match &character.death {
            None => format!("alive, at {}", war.setup.location(character.at).name),
            Some(death) => {
                let names: Vec<&str> = death.killers.iter().map(|id| war.character(*id).name.as_str()).collect();
                let by = value_words::join_with_and(&names).map(|names| format!(", by {names}")).unwrap_or_default();
                format!("died on Night {}{by}", death.night)
            }
        };
        CastPart {
            name: character.name.clone(),
            kind: value_words::kind_word(character.kind),
            team: team.map(|team| team.name.clone()).unwrap_or_default(),
            true_name: sheet.true_name.clone().unwrap_or_default(),
            fate,
        }
    };
    war.ids().filter(|id| war.character(*id).kind != SheetKind::Familiar).map(part).collect()
}

/// Draws a graph of all Combat Points, and one of Health for each team.
fn draw_graphs(positions: &[War]) -> Vec<Value> {
    let Some(last) = positions.last() else { return Vec::new() };
    let line = |id: CharacterId, value: fn(&War, CharacterId) -> i64| GraphLine {
        name: last.character(id).name.clone(),
        values: positions.iter().map(|war| war.character(id).is_alive().then(|| value(war, id))).collect(),
    };
    let health = |war: &War, id: CharacterId| {
        let hundredfold = war.character(id).health.times(Exact::whole(100)).map_or(0, |health| health.floor());
        hundredfold / war.maxima(id).health.floor().max(1)
    };
    let points =
        |war: &War, id: CharacterId| war.character(id).mastery.as_ref().map_or(0, |mastery| mastery.cp.floor());
    let health_graph = |team: &Team| Graph {
        title: format!("Health of {}, in percent", team.name),
        unit: "%",
        top: 100,
        lines: std::iter::once(&team.master).chain(&team.servants).map(|id| line(*id, health)).collect(),
    };
    let points_graph = Graph {
        title: "Combat Points".to_owned(),
        unit: "",
        top: 100,
        lines: last.setup.teams.iter().map(|team| line(team.master, points)).collect(),
    };
    let teams = last.setup.teams.iter().map(health_graph);
    std::iter::once(points_graph).chain(teams).map(|graph| Value::from_safe_string(graph.svg())).collect()
}

/// Each Master's Combat Points, Night by Night.
fn combat_points_by_night(positions: &[War]) -> Vec<(String, Vec<String>)> {
    let Some(last) = positions.last() else { return Vec::new() };
    let row = |team: &Team| {
        let points = |war: &War| {
            let master = war.character(team.master);
            let mastery = master.mastery.as_ref().filter(|_| master.is_alive());
            mastery.map_or("dead".to_owned(), |mastery| mastery.cp.to_string())
        };
        (last.character(team.master).name.clone(), positions.iter().map(points).collect())
    };
    last.setup.teams.iter().map(row).collect()
}

/// The latest version of a sheet, amended or not.
fn latest_sheet<'w>(war: &'w War, sheet: &'w Sheet) -> &'w Sheet {
    war.setup.sheets.iter().find(|now| now.name == sheet.name).unwrap_or(sheet)
}

fn sheet_part(war: &War, sheet: &Sheet) -> SheetPart {
    let character = war.character_named(&sheet.name).map(|id| war.character(id));
    let fate = match character.map(|c| (c.death.as_ref(), war.setup.location(c.at))) {
        Some((Some(death), _)) => format!("died on Night {}", death.night),
        Some((None, at)) => format!("alive at the end, at {}", at.name),
        None => String::new(),
    };
    let mut facts: Vec<(&'static str, String)> = Vec::new();
    let texts = [
        ("True name", &sheet.true_name),
        ("Class", &sheet.class),
        ("Sex", &sheet.sex),
        ("Alignment", &sheet.alignment),
        ("Origin", &sheet.origin),
        ("Appearance", &sheet.appearance),
        ("In hand", &sheet.weapon),
        ("Personality", &sheet.personality),
    ];
    facts.extend(texts.into_iter().filter_map(|(label, text)| Some((label, text.clone()?))));
    facts.extend((!sheet.clues.is_empty()).then(|| ("Clues", sheet.clues.join(" "))));
    facts.push(("Health", format!("{}, {} regenerated a Turn", sheet.health, sheet.health_regen)));
    facts.push(("Mana", format!("{}, {} regenerated a Turn", sheet.mana, sheet.mana_regen)));
    facts.extend((sheet.kind != SheetKind::Master).then(|| ("AP", sheet.ap.to_string())));
    let mut stats: Vec<(String, String)> = Stat::MAIN
        .iter()
        .zip(sheet.stats.main_ranks)
        .map(|(stat, rank)| (stat.to_string(), rank.to_string()))
        .collect();
    stats.push(("ACT".to_owned(), sheet.stats.act.name().to_owned()));
    stats.push(("NP".to_owned(), sheet.stats.np.map_or("N/A".to_owned(), |rank| rank.to_string())));
    SheetPart {
        name: sheet.name.clone(),
        kind: value_words::kind_word(sheet.kind),
        fate,
        facts,
        stats,
        skills: sheet.skills.iter().map(skill_part).collect(),
        endings: sheet.endings.iter().map(|e| (e.kind.clone(), e.condition.clone())).collect(),
    }
}

fn skill_part(skill: &Skill) -> SkillPart {
    let targets: Vec<String> = skill.targets.iter().map(ToString::to_string).collect();
    let mut parts = vec![format!("Rank {}", render_progression(&skill.rank))];
    if !skill.is_passive() {
        parts.push(render_progression(&skill.kind));
        parts.push(format!("up to {} of {}", skill.max_targets, targets.join(" ")));
        parts.extend(skill.damage.as_ref().map(render_progression));
        parts.push(render_progression(&skill.cost));
    }
    SkillPart {
        name: render_progression(&skill.name),
        role: match skill.role {
            Role::Ability => "Ability",
            Role::BasicAttack => "Basic attack",
            Role::Skill => "Skill",
            Role::NoblePhantasm => "Noble Phantasm",
            Role::StorySkill => "Story skill",
            Role::CommandSpell => "Command Spell",
            Role::Item => "Item",
            Role::Service => "Service",
        },
        line: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
        description: skill.description.clone(),
        effects: skill.sentences(),
    }
}

/// The log without its heading, which the page has already.
fn strip_log_heading(log: &str) -> String {
    log.split_once("\n\n").map_or(log, |(_, night)| night).to_owned()
}

/// Renders both forms of a progression, as a sheet writes them.
fn render_progression<T: Display + PartialEq>(progression: &Progression<T>) -> String {
    progression.values().map(ToString::to_string).collect::<Vec<_>>().join(" -> ")
}
