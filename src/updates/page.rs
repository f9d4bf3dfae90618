//! The data of a page, which a template is given.

use std::sync::Arc;

use serde::Serialize;

use crate::event::Vantage;
use crate::perception::lexicon::Lexicon;
use crate::perception::perceived::{Figure, Perceived, SeenAct};
use crate::perception::public::PublicReport;
use crate::perception::report::{MetCharacter, Report};
use crate::perception::scene::Scene;
use crate::pictures::map_drawing::MapDrawing;
use crate::pictures::map_view::MapView;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};

use super::dossiers::{DossierLine, dossier_lines};
use super::event_line::{EventLine, event_line, event_lines};
use super::fallen::{adjust_lost_master, is_ended_by_death, list_fallen, omit_duration_on_fallen};
use super::headline;
use super::legend::{self, page_legend};
use super::logic_block::{self, LogicBlock, LogicOwn};
pub use super::order_outcomes::AcceptedOrder;
use super::order_outcomes::{OrderLine, order_lines};
use super::own_characters::{OwnLine, ShopLine, own_line, shop_lines};
use super::reader_map::build_map;
use super::summary::{InShort, describe_points_earned, summarize_night};
use super::value_words;

/// What the GM says before and after something, a paragraph each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GmWords {
    /// The paragraphs before it.
    pub before: Vec<String>,
    /// The paragraphs after it.
    pub after: Vec<String>,
}

/// A seat's update of a Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PersonalPage {
    /// The War's title.
    pub war: String,
    pub night: u32,
    pub seat: String,
    pub team: String,
    /// When the next orders are due, in words.
    pub deadline: Option<String>,
    /// Whether the War is over.
    #[serde(rename = "over")]
    pub is_over: bool,
    /// The team that won.
    pub winner: Option<String>,
    /// The Night in a few lines.
    pub short: InShort,
    /// The orders, each with its outcome.
    pub orders: Vec<OrderLine>,
    /// The orders that the check refused, so that they were not carried out (A235).
    pub refused: Vec<String>,
    /// What happened, phase by phase.
    pub phases: Vec<PhaseBlock>,
    /// The legend, a sentence each.
    pub legend: Vec<String>,
    /// Characters met for the first time.
    pub people: Vec<PersonLine>,
    /// The strangers whose look is known.
    pub strangers: Vec<StrangerLine>,
    /// The seat's characters at the end of the Night.
    pub own: Vec<OwnLine>,
    /// What Combat Points buy, shop by shop.
    pub shops: Vec<ShopLine>,
    /// What the seat owes in the Logic Game, and its standing.
    pub logic: LogicOwn,
    /// Everybody else whom the seat met or heard of, as far as it knows of them.
    pub known: Vec<DossierLine>,
    /// What the public page tells of characters of whom the seat knows nothing else, a sentence each.
    pub read: Vec<String>,
    /// The names of skills that the seat has heard and cannot assign.
    pub skills: Vec<String>,
    /// The map with all of these; `None` if no map was drawn.
    pub map: Option<MapView>,
    /// The GM's own words.
    pub gm: GmWords,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseBlock {
    /// Its name.
    pub name: &'static str,
    /// Whether the second combat round begins with it (R219).
    #[serde(rename = "second_round")]
    pub begins_second_round: bool,
    /// What happened in it, place by place.
    pub scenes: Vec<SceneBlock>,
}

/// What happened at a place in a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneBlock {
    /// The place.
    #[serde(rename = "place")]
    pub location: String,
    /// Whether to print the location's name: not if the phase before had only the same location with the same own
    /// characters.
    #[serde(rename = "headed")]
    pub has_heading: bool,
    /// The seat's characters there, as one phrase.
    pub own: Option<String>,
    /// Whether there were several attacks and nobody of the seat could tell which came first.
    #[serde(rename = "confused")]
    pub is_confused: bool,
    /// Who else they found there, as one phrase.
    pub present: Option<String>,
    /// What happened.
    pub deeds: Vec<EventLine>,
    /// Who was there once everybody had moved, as one phrase.
    pub found: Option<String>,
    /// The GM's own words.
    pub gm: GmWords,
}

/// A stranger's alias and look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StrangerLine {
    /// The alias: `Stranger-2`.
    pub name: String,
    /// The look, for example `the woman with a long halberd`.
    pub look: String,
}

/// A character met for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PersonLine {
    /// Handle or alias.
    pub name: String,
    /// The same with the look of a stranger: `the woman with a long halberd (Stranger-2)`.
    pub introduced: String,
    /// Master, Servant or familiar.
    pub kind: Option<&'static str>,
    /// Sex, as the sheet has it.
    pub sex: Option<String>,
    pub appearance: Option<String>,
    /// What is in their hands.
    pub weapon: Option<String>,
    pub clues: Vec<String>,
    pub class: Option<String>,
    pub personality: Option<String>,
    pub alignment: Option<String>,
}

/// The public update of a Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicPage {
    /// The War's title.
    pub war: String,
    /// The Night.
    pub night: u32,
    /// When the next orders are due, in words.
    pub deadline: Option<String>,
    /// The focus Masters through whose eyes it is told, as one phrase; `none` when no focus Master is left.
    pub focus: Option<String>,
    /// The Night in one line, taken from what the page tells.
    pub headline: String,
    /// The characters that they could name for the first time, as one phrase.
    pub first_seen: Option<String>,
    /// The Masters and Servants named on the page.
    pub named: Vec<String>,
    /// The deaths that the public pages have told, each with the Night.
    pub fallen: Vec<Fallen>,
    /// The deaths that the public has seen so far, and how many may be left, a sentence each.
    pub standings: Vec<String>,
    /// What they saw, phase by phase.
    pub phases: Vec<PublicPhase>,
    /// The legend, a sentence each.
    pub legend: Vec<String>,
    /// The number of locations with fighting that no focus Master was left to see; `none` while one is left.
    pub battles: Option<usize>,
    /// The number of Noble Phantasms used that no focus Master was left to see; `none` while one is left.
    pub noble_phantasms: Option<usize>,
    /// The Logic Game's log.
    pub logic: LogicBlock,
    /// The names of the locations where civilians were killed.
    pub civilians: Vec<String>,
    /// The Masters whose teams the Seal marked.
    pub marks: Vec<String>,
    /// Whether the hunt for the Seal's marks is over.
    #[serde(rename = "hunt_over")]
    pub is_hunt_over: bool,
    /// The set of story updates that appeared, counted from 1.
    pub story: Option<u32>,
    /// What everybody hears whoever saw it, a sentence each.
    pub brief: Vec<String>,
    /// Whether the War is over.
    #[serde(rename = "over")]
    pub is_over: bool,
    /// The team that won.
    pub winner: Option<String>,
    /// The GM's own words.
    pub gm: GmWords,
}

/// A phase as the public reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicPhase {
    /// Its name.
    pub name: &'static str,
    /// Whether there were several attacks, whose order is not told.
    #[serde(rename = "confused")]
    pub is_confused: bool,
    /// What was seen.
    pub deeds: Vec<EventLine>,
    /// The GM's own words.
    pub gm: GmWords,
}

/// Builds a seat's update. `orders` are its orders as accepted, in canonical text.
pub fn personal_page(report: &Report, orders: &[AcceptedOrder], deadline: Option<&str>) -> PersonalPage {
    let lexicon = &report.lexicon;
    PersonalPage {
        war: lexicon.war.clone(),
        night: report.night,
        seat: lexicon.seat.clone(),
        team: lexicon.team.clone(),
        deadline: deadline.map(str::to_owned),
        is_over: report.war_end.is_some(),
        winner: report.war_end.as_ref().and_then(|end| end.winner.clone()),
        short: summarize_night(report),
        orders: order_lines(report, orders),
        refused: Vec::new(),
        phases: add_point_sources(phase_blocks(&report.scenes, lexicon), report),
        legend: page_legend(report),
        people: report.people.iter().map(|p| person_line(p, lexicon)).collect(),
        strangers: lexicon
            .strangers()
            .map(|(name, look)| StrangerLine { name: name.to_owned(), look: look.to_owned() })
            .collect(),
        own: report.own_states.iter().map(|o| own_line(o, report)).collect(),
        shops: shop_lines(report),
        known: dossier_lines(report),
        read: Vec::new(),
        skills: report.skills.clone(),
        logic: logic_block::own_standing(&report.logic),
        map: None,
        gm: GmWords::default(),
    }
}

impl PersonalPage {
    /// Adds the map; the chart is shared by all readers.
    #[must_use]
    pub fn with_map(mut self, map_drawing: &Arc<MapDrawing>, report: &Report) -> PersonalPage {
        self.map = Some(build_map(map_drawing, report));
        self
    }

    /// Adds what the public page, which everybody reads, tells of characters of whom the seat knows nothing else.
    #[must_use]
    pub fn with_public_news(mut self, public: &PublicPage) -> PersonalPage {
        let is_news = |name: &&String| {
            let own = self.own.iter().any(|own| own.name == **name);
            !own && !self.known.iter().any(|known| known.name == **name)
        };
        let new_names: Vec<&String> = public.named.iter().filter(is_news).collect();
        if let Some(names) = value_words::join_with_and(&new_names) {
            self.read.push(format!("The public page of tonight tells of {names}."));
        }
        let known_dead = |name: &str| {
            let is_known_death = self.known.iter().any(|known| known.name == name && known.is_dead);
            is_known_death || self.own.iter().any(|own| own.name == name)
        };
        let fallen = public.fallen.iter().filter(|fell| !known_dead(&fell.name)).map(Fallen::to_string);
        if let Some(fallen) = value_words::join_with_and(&fallen.collect::<Vec<_>>()) {
            self.read.push(format!("The public pages tell of the death of {fallen}."));
        }
        self
    }

    /// Adds the faults that the check found in the seat's orders, a line each.
    #[must_use]
    pub fn with_refused_orders(mut self, refused: Vec<String>) -> PersonalPage {
        self.refused = refused;
        self
    }
}

/// A character whose death is public: `Archer (Night 3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// Their name.
    pub name: String,
    /// The Night in which they died.
    pub night: u32,
}

impl std::fmt::Display for Fallen {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} (Night {})", self.name, self.night)
    }
}

impl Serialize for Fallen {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Builds the public update.
pub fn public_page(report: &PublicReport, deadline: Option<&str>) -> PublicPage {
    let lexicon = &report.lexicon;
    let phases: Vec<PublicPhase> = report
        .phases
        .iter()
        .map(|(phase, list)| {
            let deeds = public_deeds(list, lexicon);
            let is_confused = deeds.iter().filter(|line| line.is_attack && line.tells(SeenAct::Used)).count() > 1;
            PublicPhase { name: phase.name(), is_confused, deeds, gm: GmWords::default() }
        })
        .collect();
    let seen = report.phases.iter().flat_map(|(_, perceptions)| perceptions);
    let looks = seen.flat_map(|part| part.wound.into_iter().chain(part.wounds.iter().map(|(_, wound)| *wound)));
    PublicPage {
        war: lexicon.war.clone(),
        night: report.night,
        deadline: deadline.map(str::to_owned),
        focus: value_words::join_with_and(&report.focus),
        headline: headline::build_headline(report, &phases.iter().flat_map(|phase| &phase.deeds).collect::<Vec<_>>()),
        first_seen: value_words::join_with_and(
            &report
                .first_seen
                .iter()
                .map(|(name, kind)| format!("{name} (a {})", value_words::kind_word(*kind)))
                .collect::<Vec<_>>(),
        ),
        named: report.named_characters.iter().map(|who| report.lexicon.character_name(*who).to_owned()).collect(),
        fallen: report.fallen.iter().map(|(name, night)| Fallen { name: name.clone(), night: *night }).collect(),
        standings: headline::build_standings(report),
        phases,
        legend: legend::wound_legend(looks),
        battles: Some(report.battles).filter(|count| report.focus.is_empty() || *count > 0),
        noble_phantasms: Some(report.noble_phantasms).filter(|count| report.focus.is_empty() || *count > 0),
        logic: logic_block::public_log(&report.logic, report.night),
        civilians: report.civilians.clone(),
        marks: report.marks.clone(),
        is_hunt_over: report.is_hunt_over,
        story: report.story,
        brief: public_brief(report),
        is_over: report.war_end.is_some(),
        winner: report.war_end.as_ref().and_then(|end| end.winner.clone()),
        gm: GmWords::default(),
    }
}

/// The deeds of a phase on the public page.
fn public_deeds(list: &[Perceived], lexicon: &Lexicon) -> Vec<EventLine> {
    let mut deeds: Vec<EventLine> = Vec::new();
    // Without the locations, a departure says no more than the arrival does.
    let is_told = |p: &&Perceived| {
        let who = p.actor.and_then(Figure::identity);
        p.act != SeenAct::Left
            || who.is_none()
            || !list.iter().any(|q| q.act == SeenAct::Entered && q.actor.and_then(Figure::identity) == who)
    };
    let mut first_sights: Vec<&Perceived> = Vec::new();
    for perceived in list.iter().filter(is_told) {
        // Those who attacked the same target, came together or were hurt alike share a sentence.
        if first_sights.iter().any(|p| can_share_sentence(p, perceived)) {
            continue;
        }
        first_sights.push(perceived);
        let mut line = event_line(perceived, lexicon);
        let sharing: Vec<&Perceived> =
            list.iter().filter(is_told).filter(|p| can_share_sentence(perceived, p)).collect();
        if sharing.len() > 1 {
            let join_figures = |figures_of: fn(&Perceived) -> Vec<Figure>| {
                let mut figures: Vec<Figure> = Vec::new();
                for figure in sharing.iter().flat_map(|p| figures_of(p)) {
                    if figure.identity().is_none() || !figures.contains(&figure) {
                        figures.push(figure);
                    }
                }
                figures
            };
            match perceived.act {
                SeenAct::Hit => line.set_targets(&join_figures(|p| p.objects.clone()), lexicon),
                _ => line.set_actors(&join_figures(|p| p.actor.into_iter().collect()), lexicon),
            }
        }
        if !deeds.contains(&line) {
            deeds.push(line);
        }
    }
    deeds
}

/// Whether the public page tells both in one sentence.
fn can_share_sentence(a: &Perceived, b: &Perceived) -> bool {
    let is_identified = |p: &Perceived| p.actor.is_some_and(|f| f.identity().is_some());
    a.act == b.act
        && match a.act {
            SeenAct::Used => {
                let is_same_act =
                    (a.is_attack, a.is_afar, &a.objects, &a.words) == (b.is_attack, b.is_afar, &b.objects, &b.words);
                let plain = !a.is_noble_phantasm && !b.is_noble_phantasm;
                is_same_act && plain && a.is_attack && is_identified(a) && is_identified(b)
            }
            SeenAct::Entered | SeenAct::Left => true,
            SeenAct::Hit => (a.wound, a.is_afar) == (b.wound, b.is_afar),
            _ => false,
        }
}

/// What everybody hears of the Night, whoever saw it (R384, R385, I10).
fn public_brief(report: &PublicReport) -> Vec<String> {
    let battles = match report.battles {
        0 => None,
        1 => Some("There was fighting in one place.".to_owned()),
        location_count => Some(format!("There was fighting in {location_count} places.")),
    };
    let phantasms = match report.noble_phantasms {
        0 => None,
        1 => Some("A Noble Phantasm was used.".to_owned()),
        count => Some(format!("{count} Noble Phantasms were used.")),
    };
    let marks = value_words::join_with_and(&report.marks).map(|masters| {
        let teams = if report.marks.len() == 1 { "team" } else { "teams" };
        format!(
            "The Seal of the IGM has marked the {teams} of {masters}: who kills a mark first gains a Command Spell."
        )
    });
    let hunt = report.is_hunt_over.then(|| "The hunt for the Seal's marks is over.".to_owned());
    let story = report.story.map(|set| {
        let chapter = if set == 1 { "A new chapter" } else { "Another chapter" };
        format!("{chapter} of the story begins: every surviving Master gains new skills.")
    });
    let civilians = report.civilians.iter().map(|location| format!("A civilian was killed at {location}."));
    [battles, phantasms]
        .into_iter()
        .flatten()
        .chain(civilians)
        .chain([marks, hunt, story].into_iter().flatten())
        .collect()
}

/// The scenes of the Night by phase, without those in which nothing is told.
fn phase_blocks(scenes: &[Scene], lexicon: &Lexicon) -> Vec<PhaseBlock> {
    let mut blocks: Vec<PhaseBlock> = Vec::new();
    let fallen = list_fallen(scenes);
    for scene in scenes {
        let block = scene_block(scene, scenes, &fallen, lexicon);
        if block.deeds.is_empty() && block.present.is_none() {
            continue;
        }
        // Whom one meets at the end of a move is told with the move.
        if scene.phase == Phase::Instant2
            && block.deeds.is_empty()
            && let Some(moved) = blocks.last_mut().filter(|b| b.name == Phase::Movement.name())
            && let Some(scene_there) =
                moved.scenes.iter_mut().find(|s| s.location == block.location && s.present.is_none())
        {
            scene_there.found = block.present;
            continue;
        }
        match blocks.last_mut() {
            Some(last) if last.name == scene.phase.name() => last.scenes.push(block),
            _ => {
                let second_round =
                    scene.phase.round() == Some(Round::Second) && !blocks.iter().any(|block| block.begins_second_round);
                blocks.push(PhaseBlock {
                    name: scene.phase.name(),
                    begins_second_round: second_round,
                    scenes: vec![block],
                });
            }
        }
    }
    omit_repeated_locations(&mut blocks);
    blocks
}

/// A scene of the page, without what does not need to be told.
fn scene_block(scene: &Scene, scenes: &[Scene], fallen: &[Figure], lexicon: &Lexicon) -> SceneBlock {
    // The arrival of one of the reader's own tells where it came from, so its departure is left out.
    let has_arrival = |left: &Perceived, phase: Phase| {
        let arrival =
            |p: &Perceived| (p.act, p.actor, p.other_location) == (SeenAct::Entered, left.actor, left.location);
        let parts = scenes.iter().filter(|s| s.phase == phase).flat_map(|s| s.event_groups.iter().flatten());
        left.vantage == Vantage::Own && parts.into_iter().any(arrival)
    };
    let names = |who: &[CharacterId]| {
        value_words::join_with_and(&who.iter().map(|id| lexicon.character_name(*id)).collect::<Vec<_>>())
    };
    let parts = |deed: &&Vec<Perceived>| match &deed[..] {
        [left] if left.act == SeenAct::Left => !has_arrival(left, scene.phase),
        [ended] if ended.act == SeenAct::EffectEnded => !is_ended_by_death(ended, fallen),
        _ => true,
    };
    let deeds: Vec<&Vec<Perceived>> = scene.event_groups.iter().filter(parts).collect();
    let lines: Vec<EventLine> = merge_alarms(event_lines(&deeds, lexicon), &deeds, lexicon)
        .into_iter()
        .filter(is_worth_printing)
        .map(|line| omit_duration_on_fallen(adjust_lost_master(line, fallen, lexicon), fallen, lexicon))
        .collect();
    // An alarm is heard from afar, and by nobody who stands there.
    let is_only_alarm = !lines.is_empty() && lines.iter().all(|line| line.tells(SeenAct::Alert));
    let witnesses = names(&scene.own_witnesses).filter(|_| !is_only_alarm);
    let told = || names(&scene.told_elsewhere).or_else(|| names(&scene.own_witnesses));
    SceneBlock {
        location: lexicon.location_name(scene.location).to_owned(),
        has_heading: true,
        own: witnesses.or_else(|| told().map(|who| format!("word to {who}"))),
        is_confused: scene.is_order_unknown,
        present: value_words::figures_with_looks(&scene.present, lexicon),
        deeds: lines,
        found: None,
        gm: GmWords::default(),
    }
}

/// Tells a Home Base's alarm together with the arrival that set it off, if the reader saw it. That makes one line and
/// no more, whoever else may have come (A173: the alarm tells no number).
fn merge_alarms(mut lines: Vec<EventLine>, deeds: &[&Vec<Perceived>], lexicon: &Lexicon) -> Vec<EventLine> {
    let parts = || deeds.iter().copied().flatten();
    let alarms: Vec<&Perceived> = parts().filter(|part| part.act == SeenAct::Alert).collect();
    let is_alarm_cause = |part: &&Perceived| {
        let arrival = matches!(part.act, SeenAct::Entered | SeenAct::ScoutNoticed) && part.actor.is_some();
        arrival && alarms.iter().any(|a| a.parent == Some(part.event) || a.parent.is_some() && a.parent == part.parent)
    };
    let Some(arrival) = parts().find(is_alarm_cause) else { return lines };
    let who = arrival.actor.map(|figure| lexicon.figure_name(figure)).unwrap_or_default();
    let tells_arrival = |line: &EventLine| {
        let is_about_them = line.actor.as_deref() == Some(who) || line.actors.iter().any(|actor| actor == who);
        line.tells(arrival.act) && is_about_them
    };
    if let Some(line) = lines.iter_mut().find(|line| tells_arrival(line)) {
        line.raises_alarm = true;
        lines.retain(|line| !line.tells(SeenAct::Alert));
    }
    lines
}

/// Adds what the earned Combat Points are made up of, if the reader can tell.
fn add_point_sources(mut blocks: Vec<PhaseBlock>, report: &Report) -> Vec<PhaseBlock> {
    let points = report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    let mut points = points.filter(|part| part.act == SeenAct::CombatPoints).filter_map(|part| part.amount);
    // If two Masters earned points, it could not be told which are whose.
    if let (Some(amount), None) = (points.next(), points.next()) {
        let deeds = blocks.iter_mut().flat_map(|block| &mut block.scenes).flat_map(|scene| &mut scene.deeds);
        for line in deeds.filter(|line| line.tells(SeenAct::CombatPoints)) {
            line.made_of = describe_points_earned(amount, report);
        }
    }
    blocks
}

/// Suppresses the name of a location if the phase before had only that location, with the same own characters.
fn omit_repeated_locations(blocks: &mut [PhaseBlock]) {
    let mut previous: Option<(String, Option<String>)> = None;
    for block in blocks {
        let [scene] = block.scenes.as_mut_slice() else {
            previous = None;
            continue;
        };
        let current = (scene.location.clone(), scene.own.clone());
        scene.has_heading = previous.as_ref() != Some(&current);
        previous = Some(current);
    }
}

/// Whether a line is worth printing. Left out are gains of zero points, numbers that did not change, the recognition
/// of somebody who had no alias, and the end of the War, which stands elsewhere.
fn is_worth_printing(line: &EventLine) -> bool {
    match SeenAct::from_name(line.act) {
        Some(SeenAct::TurnBegan) => line.count != Some(0),
        Some(SeenAct::Recognised) => line.alias.is_some(),
        Some(SeenAct::CombatPoints) => line.amount.as_deref() != Some("0"),
        Some(SeenAct::Regenerated | SeenAct::Drained) => line.amount.is_some(),
        Some(SeenAct::WarEnded) => false,
        _ => true,
    }
}

fn person_line(person: &MetCharacter, lexicon: &Lexicon) -> PersonLine {
    let look = &person.look;
    PersonLine {
        name: lexicon.character_name(person.character).to_owned(),
        introduced: lexicon.name_with_look(Figure::Known(person.character)),
        kind: look.sheet_kind.map(value_words::kind_word),
        sex: look.sex.clone(),
        appearance: look.appearance.clone(),
        weapon: look.weapon.clone(),
        clues: look.clues.clone(),
        class: look.class.clone(),
        personality: look.personality.clone(),
        alignment: look.alignment.clone(),
    }
}
