//! The book of a War: every sheet, the GM's full log and every update, as one page for a browser (R011).
//!
//! For everybody, and so made only once the War is over. May import [`crate::updates`], sheets and the log.

use std::fmt::Display;

use serde::Serialize;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::templates;
use crate::event::prose::prose;
use crate::sheet::skill::{Role, Skill};
use crate::sheet::{Sheet, SheetKind};
use crate::updates::render::Templates;
use crate::updates::value_words;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::stat::Stat;
use crate::war::War;

use super::pages::HtmlBody;
use super::play::Game;

/// The template of the book.
const BOOK: &str = "book.html.j2";

/// The book's data.
#[derive(Debug, Serialize)]
struct Book {
    war: String,
    night: u32,
    winner: Option<String>,
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

/// A sheet, in words.
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

#[derive(Debug, Serialize)]
struct NightPart {
    number: u32,
    pages: Vec<HtmlBody>,
    log: String,
}

/// Makes the book of a War that is over.
///
/// # Errors
/// [`CampaignError::NotOver`]; else when a night cannot be played again or a template cannot be used.
pub fn book(game: &Game) -> Result<String> {
    let last = game.folder.last_resolved_night()?;
    let war = game.war_after(last.number)?;
    let Some(ended) = &war.ended else { return Err(CampaignError::NotOver { night: last.number }) };
    let mut nights = Vec::new();
    for number in 1..=last.number {
        let played = game.replay_night(number)?;
        nights.push(NightPart {
            number,
            pages: played.pages.bodies()?,
            log: night_alone(&prose(&played.before, &played.resolution.war, &played.resolution.events)),
        });
    }
    let setup = &war.setup;
    let part = |sheet: &Sheet| sheet_part(&war, sheet);
    let book = Book {
        war: setup.title.clone(),
        night: last.number,
        winner: ended.winner.and_then(|team| setup.teams.get(team.index())).map(|team| team.name.clone()),
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
    let failed = |e: crate::updates::render::TemplateError| CampaignError::Template { text: e.to_string() };
    // The book is told as the campaign tells things now.
    let own = templates::night_templates(&game.folder, &game.folder.night(last.number + 1))?;
    Templates::new(own).map_err(failed)?.render(BOOK, &book).map_err(failed)
}

/// A sheet as it stood at the end, amended or not.
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
    let mut stats: Vec<(String, String)> =
        Stat::MAIN.iter().zip(sheet.stats.main).map(|(stat, rank)| (stat.to_string(), rank.to_string())).collect();
    stats.push(("ACT".to_owned(), sheet.stats.act.name().to_owned()));
    stats.push(("NP".to_owned(), sheet.stats.np.map_or("N/A".to_owned(), |rank| rank.to_string())));
    SheetPart {
        name: sheet.name.clone(),
        kind: value_words::kind(sheet.kind),
        fate,
        facts,
        stats,
        skills: sheet.skills.iter().map(skill_part).collect(),
        endings: sheet.endings.iter().map(|e| (e.kind.clone(), e.condition.clone())).collect(),
    }
}

fn skill_part(skill: &Skill) -> SkillPart {
    let targets: Vec<String> = skill.targets.iter().map(ToString::to_string).collect();
    let mut parts = vec![format!("Rank {}", both_sides(&skill.rank))];
    if !skill.is_passive() {
        parts.push(both_sides(&skill.kind));
        parts.push(format!("up to {} of {}", skill.max_targets, targets.join(" ")));
        parts.extend(skill.damage.as_ref().map(both_sides));
        parts.push(both_sides(&skill.cost));
    }
    SkillPart {
        name: both_sides(&skill.name),
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
        effects: sentences(skill),
    }
}

/// What a skill's sheet says it does; a sentence that means two things stands once.
fn sentences(skill: &Skill) -> Vec<String> {
    let mut sentences: Vec<String> = skill.effects.iter().map(|line| line.text.clone()).collect();
    sentences.dedup();
    sentences
}

/// The log without its head, which the page has said already.
fn night_alone(log: &str) -> String {
    log.split_once("\n\n").map_or(log, |(_, night)| night).to_owned()
}

/// Both sides of a progression, as a sheet writes them.
fn both_sides<T: Display + PartialEq>(of: &Progression<T>) -> String {
    of.values().map(ToString::to_string).collect::<Vec<_>>().join(" -> ")
}
